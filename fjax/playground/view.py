"""The page of the playground, in NiceGUI: what is chosen at the left, what comes of it beside."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import io
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from fjax.core import lazy
from fjax.data.tables import Table, read_csv
from fjax.errors import FjaxError, FjaxRuntimeError
from fjax.playground import panels
from fjax.playground.engine import Experiment, Frame
from fjax.playground.pictures import Plane, make_maps
from fjax.playground.settings import OPTIMIZERS, PENALTIES, Settings

_nicegui: Any = lazy.module("nicegui")
STYLE = Path(__file__).with_name("style.css")
PATIENCE = 20.0  # seconds for which a page that does not answer keeps its training
PARTS = 1000  # of the slider over the recorded steps: its ends stay where they are
PERIOD = 0.15  # seconds between two looks at the experiment, at least
# Answers once the browser has drawn what it was sent; one that shows another page draws nothing.
DRAWN = """new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 1000);
})"""
LARGEST = 5_000_000  # bytes of a CSV file
SPEEDS = {20: "20 steps a second", 200: "200 steps a second", 0: "as fast as possible"}
NAMES = {
    "xor": "XOR", "spiral": "Spiral", "circles": "Circles", "moons": "Moons",
    "gaussians": "Two Gaussians", "digits": "Digits",
}  # fmt: skip


class View:
    """What one browser shows, and its experiment."""

    def __init__(self) -> None:
        self.ui = _nicegui.ui
        self.settings = Settings()
        self.table: Table | None = None
        self.experiment = Experiment(self.settings)
        self._shown: tuple[Any, ...] = ()
        self._changing, self._asked = False, 0
        self._build()
        self._follow()
        self.ui.timer(PERIOD, self._look)

    # ---- what is there

    def _build(self) -> None:
        ui = self.ui
        ui.add_css(STYLE.read_text(encoding="utf-8"))
        ui.page_title("fjax playground")
        with ui.element("header").classes("bar"):
            self._buttons()
        with ui.element("main").classes("page"):
            with ui.element("section").classes("choices").props('aria-label="choices"'):
                self._choices()
            with ui.element("section").classes("map").props('aria-label="decisions"'):
                self.map = panels.Map(ui)
            with ui.element("section").classes("curves").props('aria-label="curves"'):
                self.curves = panels.Curves(ui)
            with ui.element("section").classes("wide").props('aria-label="layers"'):
                self._past()
                self.layers = panels.Layers(ui)
            with ui.element("section").classes("wide").props('aria-label="program"'):
                self._program()

    def _buttons(self) -> None:
        ui = self.ui
        ui.label("fjax playground").classes("title").props('role=heading aria-level="1"')
        self.run_button = self._button("Run", "play_arrow", self.run_or_pause, "run")
        self._button("Step", "skip_next", self.step, "step")
        self._button("Reset", "replay", self.reset, "reset")
        self.counts = ui.label().classes("counts").props("data-testid=counts")
        dark = ui.dark_mode(None)
        turn = lambda: dark.set_value({None: True, True: False, False: True}[dark.value])
        made = self._button("", "contrast", turn, "dark").classes("dark")
        made.props('flat aria-label="dark or light"')

    def _button(self, text: str, icon: str, act: Callable[[], Any], name: str) -> Any:
        return self.ui.button(text, icon=icon, on_click=act).props(f"data-testid={name} no-caps")

    def _choices(self) -> None:
        ui = self.ui
        ui.label("Data").classes("heading")
        names = NAMES | {"file": "Your own CSV"}
        self._select("data", names, self.settings.data, self.choose_data)
        self.upload = ui.upload(
            label="a CSV file with names in its first line", auto_upload=True, max_files=1,
            max_file_size=LARGEST, on_upload=self.take_file,
            on_rejected=lambda: self._say(f"a file is at most {LARGEST:,} bytes"),
        ).props("accept=.csv,text/csv flat bordered data-testid=upload")  # fmt: skip
        self.target = ui.select([], label="column of classes", on_change=self.choose_target)
        self.target.props("dense outlined data-testid=target")
        for element in (self.upload, self.target):
            element.set_visibility(False)
        self._slider("noise", "noise", 0.0, 0.5, 0.01, self.settings.noise)
        self._number("batch", "rows of a step", 1, 512, self.settings.batch)
        self._number("seed", "seed", 0, 9999, self.settings.seed)
        ui.label("Network").classes("heading")
        self.network = panels.Network(ui, self.settings.layers, self.choose_layers, self._say)
        ui.label("Training").classes("heading")
        self._select("optimizer", list(OPTIMIZERS), self.settings.optimizer)
        self._rate()
        self._select("penalty", list(PENALTIES), self.settings.penalty)
        strengths = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1]
        self._select("strength", strengths, self.settings.strength)
        self.speed = ui.select(SPEEDS, value=200, label="speed", on_change=self.change_speed)
        self.speed.props("dense outlined data-testid=speed")
        self.problem = ui.label().classes("problem").props("role=alert data-testid=problem")

    def _select(self, name: str, options: Any, value: Any, act: Any = None) -> None:
        change = act or (lambda event: self.choose(**{name: event.value}))
        made = self.ui.select(options, value=value, label=name, on_change=change)
        made.props(f"dense outlined data-testid={name}")

    def _slider(
        self, name: str, text: str, low: float, high: float, step: float, value: float
    ) -> None:
        ui = self.ui
        shown = ui.label(f"{text}: {value:g}").classes("caption")
        made = ui.slider(min=low, max=high, step=step, value=value)
        made.props(f'aria-label="{text}" data-testid={name}')
        made.on_value_change(lambda event: shown.set_text(f"{text}: {event.value:g}"))
        made.on("change", lambda: self.choose(**{name: float(made.value)}))

    def _number(self, name: str, text: str, low: int, high: int, value: int) -> None:
        async def change(event: Any) -> None:
            number = panels.whole(event.value, text, (low, high), self._say)
            if number is not None:
                await self.choose(**{name: number})

        made = self.ui.number(
            text, min=low, max=high, value=value, precision=0, on_change=change
        ).props(f"dense outlined debounce=400 data-testid={name}")
        made.classes("whole")

    def _rate(self) -> None:
        ui = self.ui
        self.rate_text = ui.label().classes("caption").props("data-testid=rate-text")
        place = math.log10(self.settings.learning_rate)
        self.rate = ui.slider(min=-4, max=1, step=0.05, value=place, on_change=self.turn_rate)
        self.rate.props('aria-label="learning rate" data-testid=rate')

    def _past(self) -> None:
        ui = self.ui
        with ui.row().classes("past"):
            self.past_text = ui.label().classes("caption").props("data-testid=past-text")
            self.past = ui.slider(min=0, max=PARTS, value=PARTS, on_change=self.look_back)
            self.past.props('aria-label="recorded steps" data-testid=past')
            self._button("Now", "last_page", self.look_at_now, "now").props("flat dense")

    def _program(self) -> None:
        ui = self.ui
        with ui.row():
            self._button("Code of this run", "code", self.show_code, "code").props("outline")
            self._button("Explain a step", "insights", self.show_page, "explain").props("outline")
        self.code = ui.code("").classes("program").props("data-testid=program")
        self.code.set_visibility(False)

    # ---- what people do

    async def choose(self, **changes: Any) -> None:
        """Begin again with other choices."""
        try:
            settings = dataclasses.replace(self.settings, **changes)
        except FjaxError as error:
            self._say(error.message)
            return
        await self._begin(settings, self.table)

    async def _begin(self, settings: Settings, table: Table | None) -> None:
        """Make an experiment; what is shown stays until it is there."""
        self.settings, self.table = settings, table  # the next choice adds to this one
        self._asked += 1
        asked = self._asked
        self.run_button.props("loading")
        try:
            new = await _nicegui.run.io_bound(Experiment, settings, table)
        except FjaxError as error:
            self._say(error.message)
            return
        finally:
            self.run_button.props(remove="loading")
        if asked != self._asked:  # somebody chose something else since
            new.close()
            return
        old, self.experiment = self.experiment, new
        old.close()
        self._say("")
        self._follow()

    def _follow(self) -> None:
        """Show the experiment that was made."""
        self.plane = Plane(self.experiment)
        self.maps = make_maps(self.experiment, self.plane)
        self.map.begin(self.experiment, self.plane)
        self.layers.begin(self.experiment)
        self._past_step: int | None = None
        self._changing = True
        self.rate.set_value(math.log10(self.experiment.rate))
        self._changing = False
        self._shown = ()
        self.refresh()

    async def choose_data(self, event: Any) -> None:
        """Draw other points, or ask for a file."""
        own = event.value == "file"
        self.upload.set_visibility(own)
        self.target.set_visibility(own and self.table is not None)
        if own:
            return
        self.table, self._text = None, ""
        noise = self.settings.noise
        await self.choose(data=event.value, target=None, noise=noise)

    async def take_file(self, event: Any) -> None:
        """Read a CSV file that somebody chose."""
        self.upload.reset()
        try:
            self._text = (await event.file.read()).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self._say(f"the file is not text in UTF-8: {error}")
            return
        name = event.file.name
        self._file = name if name.endswith(".csv") else f"{name}.csv"
        table = await self._read(None)
        if table is not None:
            first = dict(enumerate(table.names)) | {-1: "the last column"}
            self._changing = True
            self.target.set_options({-1: first.pop(-1)} | first, value=-1)
            self._changing = False
            self._columns = table.names
            self.target.set_visibility(True)

    async def choose_target(self, event: Any) -> None:
        """Take another column of the file for the classes."""
        if not self._changing:
            await self._read(None if event.value == -1 else self._columns[event.value])

    async def _read(self, target: str | None) -> Table | None:
        """Begin with the file's table; None after a message about what is wrong in it."""
        try:
            table = read_csv(io.StringIO(self._text), target)
        except FjaxError as error:
            self._say(error.message)
            return None
        settings = dataclasses.replace(self.settings, data=self._file, target=target)
        await self._begin(settings, table)
        return table

    async def choose_layers(self, layers: Any) -> None:
        """Take another network."""
        await self.choose(layers=tuple(layers))

    def turn_rate(self, event: Any) -> None:
        """Use another learning rate from the next step on."""
        if not self._changing:
            rate = float(f"{10**event.value:.3g}")
            self.experiment.set_rate(rate)
            self.settings = dataclasses.replace(self.settings, learning_rate=rate)

    def run_or_pause(self) -> None:
        """Go on, or stop after the step under way."""
        if self.experiment.running:
            self.experiment.pause()
        else:
            self.look_at_now()
            self.experiment.run(self.speed.value or None)
        self.refresh()

    def change_speed(self) -> None:
        """Go on at another speed."""
        if self.experiment.running:
            self.experiment.run(self.speed.value or None)

    def step(self) -> None:
        """Do one step."""
        self.experiment.pause()
        self.look_at_now()
        try:
            self.experiment.advance()
        except FjaxError as error:
            self._say(error.message)
        self.refresh()

    async def reset(self) -> None:
        """Begin again."""
        await self._begin(self.settings, self.table)

    def look_back(self, event: Any) -> None:
        """Show a recorded step."""
        if not self._changing:
            last = self.experiment.frames[-1].step
            self._past_step = None if event.value >= PARTS else round(event.value / PARTS * last)

    def look_at_now(self) -> None:
        """Show the last step, and those that come."""
        self._past_step = None

    def show_code(self) -> None:
        """Show the program of this run, or hide it."""
        self.code.set_visibility(not self.code.visible)
        self._shown = ()

    async def show_page(self) -> None:
        """Show what `fjax.explain` says about a step."""
        page = await _nicegui.run.io_bound(self.experiment.explain)
        with self.ui.dialog(value=True).props("maximized") as dialog, self.ui.card():
            self._button("Close", "close", dialog.close, "close").props("flat dense")
            frame = self.ui.element("iframe").classes("explained")
            frame.props('sandbox="allow-scripts" title="what became of a step"')
            frame.props["srcdoc"] = page.html
        dialog.on("hide", dialog.delete)

    # ---- what changes by itself

    async def _look(self) -> None:
        """Show what is new, and leave the browser as long alone as it takes to draw that.

        One that is slow, or shares its processor with the training, sees fewer steps of it: what is
        sent faster than it is drawn would pile up, and clicks would wait behind it.
        """
        if not self.refresh():
            return
        began = time.monotonic()
        with contextlib.suppress(TimeoutError):  # nobody is there just now
            await self.ui.run_javascript(DRAWN, timeout=PATIENCE)
        await asyncio.sleep(min(time.monotonic() - began, 1.0))

    def refresh(self) -> bool:
        """Show what is new in the experiment; gives whether something is."""
        experiment = self.experiment
        frames = list(experiment.frames)
        index = self._index(frames)
        now = experiment.version, index, experiment.running, experiment.rate
        if experiment.error is not None:
            self._say(getattr(experiment.error, "message", str(experiment.error)))
        if now == self._shown:
            return False
        self._shown = now
        frame = frames[index]
        self.run_button.set_text("Pause" if experiment.running else "Run")
        self.run_button.set_icon("pause" if experiment.running else "play_arrow")
        self.rate_text.set_text(f"learning rate: {experiment.rate:g}")
        self.past_text.set_text(f"step {frame.step:,} of {frames[-1].step:,}")
        self.counts.set_text(panels.counts(frame))
        self._changing = True
        last = frames[-1].step
        self.past.set_value(round(frame.step / last * PARTS) if last else PARTS)
        self._changing = False
        if self.code.visible:
            self.code.set_content(experiment.code)
        decided, units = self.maps(frame.model)
        self.map.show(decided)
        self.curves.show(frames, frame)
        self.layers.show(frames, index, units)
        return True

    def _index(self, frames: Sequence[Frame]) -> int:
        """Which frame is shown: the last one, or the nearest to the step that was chosen."""
        if self._past_step is None:
            return len(frames) - 1
        steps = [abs(frame.step - self._past_step) for frame in frames]
        return steps.index(min(steps))

    def _say(self, text: str) -> None:
        self.problem.set_text(text)


def serve(port: int = 8080, show: bool = True) -> None:
    """Serve the playground to browsers on this machine until it is interrupted.

    port: of http://127.0.0.1. show: whether a browser opens. FjaxRuntimeError without NiceGUI.
    """
    try:
        ui = _nicegui.ui
    except ImportError as error:
        raise FjaxRuntimeError(
            "playground: the page is made by NiceGUI; pip install nicegui, or in a checkout "
            "pip install '.[playground]'"
        ) from error

    @ui.page("/")
    def page() -> None:
        view = View()
        ui.context.client.on_delete(lambda: view.experiment.close())

    ui.run(
        host="127.0.0.1", port=port, show=show, reload=False, title="fjax playground",
        show_welcome_message=False, dark=None, reconnect_timeout=PATIENCE,
    )  # fmt: skip
