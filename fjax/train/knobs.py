"""Numbers of an optimiser that can be turned while it trains, and a notebook's cell to do it in."""

from __future__ import annotations

import math
import sys
from typing import Any

from fjax import tree
from fjax.core import lazy
from fjax.errors import FjaxValueError
from fjax.misspelling import nearest
from fjax.optim.injecting import Injected

_widgets: Any = lazy.module("ipywidgets")
_display: Any = lazy.module("IPython.display")
DECADES = 3  # that a slider of a positive number reaches down and up
Knobs = dict[str, dict[str, Any]]  # name -> the hyperparameters that hold it


def knobs_of(memory: Any) -> Knobs:
    """The numbers that `optim.inject_hyperparams` holds in an optimiser's state, by name.

    >>> from fjax import optim
    >>> state = optim.inject_hyperparams(optim.sgd)(0.5).init(None)
    >>> print(knobs_of(state)["learning_rate"]["learning_rate"])
    0.5
    """
    found: Knobs = {}
    for state in tree.leaves(memory, is_leaf=lambda x: isinstance(x, Injected)):
        if isinstance(state, Injected):
            inner = knobs_of(state.inner)
            own = {n: state.hyperparams for n, x in state.hyperparams.items() if x.ndim == 0}
            found = {**inner, **own, **found}
    return found


def held(memory: Any) -> dict[str, float]:
    """The values of the numbers that an optimiser's state holds.

    >>> held(None)
    {}
    """
    return {name: float(where[name]) for name, where in knobs_of(memory).items()}


class Wanted:
    """What somebody wants the numbers to be: set by any thread, put into a run between two steps.

    >>> wanted = Wanted()
    >>> wanted.turn("learning_rate", 0.1)
    """

    def __init__(self) -> None:
        self._values: dict[str, float] = {}
        self._given: dict[str, float] = {}
        self.fixed: set[str] = set()  # what follows a schedule, and cannot be turned

    def turn(self, name: str, value: float) -> None:
        """Use another value from the next step on."""
        if not math.isfinite(value):
            raise FjaxValueError(f"train.Picture: {name} is a finite number, got {value!r}")
        self._values[name] = float(value)

    def apply(self, memory: Any) -> None:
        """Put the wanted values into an optimiser's state.

        Raises FjaxValueError for a name that the optimiser does not hold.
        """
        if not self._values and not self._given:
            return
        knobs = knobs_of(memory)
        for name, given in self._given.items():
            if not math.isclose(float(knobs[name][name]), given, rel_tol=1e-6):
                self.fixed.add(name)  # the optimiser computed it again
        self._given = {}
        for name in list(self._values):
            value = self._values.pop(name)
            if name not in knobs:
                holds = ", ".join(knobs) or "nothing; optim.inject_hyperparams makes it hold them"
                near = nearest(name, knobs)
                raise FjaxValueError(
                    f"train.Picture: the optimiser holds no {name!r}{near}. It holds {holds}"
                )
            old = knobs[name][name]
            knobs[name][name] = old * 0 + value  # of the same dtype, in the same place
            self._given[name] = value


def in_notebook() -> bool:
    """Whether this process is the kernel of a notebook.

    >>> in_notebook()
    False
    """
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


class Cell:
    """A picture in the notebook's cell that runs, with a slider for each knob.

    Without ipywidgets there are no sliders. What is turned acts when the kernel can listen: while
    a cell awaits, as in `await asyncio.to_thread(train.fit, …)`, or in front ends that listen
    beside a running cell.
    """

    def __init__(self, values: dict[str, float], wanted: Wanted, html: str):
        self.sliders: dict[str, Any] = {}
        try:
            self._page = _widgets.HTML(html)
        except ImportError:
            self._page = None
            self._handle = _display.display(_display.HTML(html), display_id=True)
            return
        for name, value in values.items():
            made = _slider(name, value)
            made.observe(lambda change, name=name: wanted.turn(name, change["new"]), "value")
            self.sliders[name] = made
        _display.display(_widgets.VBox([*self.sliders.values(), self._page]))

    def show(self, html: str, fixed: set[str]) -> None:
        """Show how it is now. fixed: knobs that follow a schedule, which cannot be turned."""
        if self._page is None:
            self._handle.update(_display.HTML(html))
            return
        self._page.value = html
        for name in fixed & set(self.sliders):
            self.sliders[name].disabled = True
            self.sliders[name].description = f"{name} (follows a schedule)"


def _slider(name: str, value: float) -> Any:
    """A slider over decades for a positive number, else a field."""
    look = {"description": name, "style": {"description_width": "12em"}}
    if value <= 0:
        return _widgets.FloatText(value=value, **look)
    if 0.5 <= value < 1:  # a share, such as that which an average keeps
        return _widgets.FloatSlider(
            value=value, min=0.0, max=0.9999, step=0.0001, readout_format=".4f", **look
        )
    place = math.log10(value)
    return _widgets.FloatLogSlider(
        value=value, min=place - DECADES, max=place + DECADES, step=0.05, **look
    )
