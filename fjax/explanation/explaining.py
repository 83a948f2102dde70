"""What `fjax.explain(f)(*args)` gives: a program followed from its source to its kernels."""

from __future__ import annotations

import contextlib
import html
import inspect
import os
import pathlib
import re
import tempfile
import time
import types
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fjax import errors, tree
from fjax.api.cache_misses import code_of, last_trace
from fjax.api.inspecting import partitioned
from fjax.api.jit import jit
from fjax.api.jit_function import JitFunction, jitted_of
from fjax.api.stages import Traced
from fjax.core import tracing
from fjax.core.array import Array, lacks_data
from fjax.core.device import default_placement
from fjax.core.ir import Jaxpr, Var
from fjax.core.memo import cached_property
from fjax.core.plain_arguments import check_callable
from fjax.errors import FjaxValueError
from fjax.explanation import page, roofline, summary
from fjax.explanation.equations import sources
from fjax.explanation.markup import counted
from fjax.explanation.places import Places
from fjax.explanation.roofline import Roofline
from fjax.explanation.steps import Step, every, note_times, steps_of
from fjax.explanation.timing import Times, measure
from fjax.interpreters.staging import StagingTrace, StagingTracer
from fjax.lowering import pipeline, targets
from fjax.lowering.inspect import Inspection
from fjax.tree_util import tree_leaves

MOST_ARGUMENTS = 8  # that a heading names
HEIGHT = 720  # of the page in a notebook's cell, in pixels


class Explainer:
    """Makes explanations of one function: call it with the function's arguments."""

    def __init__(self, fun: Callable[..., Any], measure: bool = False):
        check_callable("profile" if measure else "explain", fun)
        self.jitted: Any = fun if isinstance(fun, JitFunction) else jit(fun)
        self.fun, self.measure = fun, measure

    def __repr__(self) -> str:
        return f"<explainer of {self.jitted.__name__}: call it with the function's arguments>"

    def compare(self, other: Callable[..., Any]) -> Callable[..., Explanation]:
        """A function that makes a page about both functions for the same arguments.

        It has what each costs, and the steps in which they differ. If one of them fails while it is
        traced, the page is about that.

        >>> page = fjax.explain(lambda x: x.sum()).compare(lambda x: x.mean())(jnp.ones(8))
        >>> page
        <comparison of <lambda>(f64[8]) -> f64[] and <lambda>(f64[8]) -> f64[]>
        """
        second = Explainer(other, self.measure)

        def compared(*args: Any, **kwargs: Any) -> Explanation:
            found = [explainer(*args, **kwargs) for explainer in (self, second)]
            failed = next((f for f in found if not isinstance(f, Explained)), None)
            return failed or Comparison(*found)  # type: ignore[arg-type]

        return compared

    def __call__(self, *args: Any, **kwargs: Any) -> Explanation:
        """The explanation for these arguments."""
        code = code_of(self.fun)
        began = time.perf_counter()
        try:
            # Without the boundary that takes fjax's frames, and with them the traces, away.
            traced = inspect.unwrap(JitFunction.trace)(self.jitted, *args, **kwargs)
        except Exception as error:
            found = Failed(self.jitted.__name__, code, error)
            if not found.reached or found.line is None:  # the arguments do not fit
                errors.hide_own_frames(error)
                raise
            return found
        seconds = {"tracing": time.perf_counter() - began}
        return self._explained(traced, code, seconds, args, kwargs)

    @errors.api_boundary
    def _explained(
        self,
        traced: Traced,
        code: types.CodeType | None,
        seconds: dict[str, float],
        args: Any,
        kwargs: Any,
    ) -> Explanation:
        leaves = self.jitted.dynamic_leaves(args, kwargs)
        donated = (*(False,) * len(traced.constants), *traced.staged.written, *traced.donated)
        members = partitioned(traced, leaves)
        arrays = [x for x in tree_leaves((args, kwargs)) if type(x) is Array]
        where = tracing.place_of(arrays, "explain") if arrays else default_placement()
        target = targets.current() if tracing.on_meta(where) else targets.at(where)
        with targets.use(target):
            began = time.perf_counter()
            inspection = pipeline.inspect_jaxpr(traced.jaxpr, donated, members)
            seconds["planning"] = time.perf_counter() - began
            times, roof = None, None
            if self.measure:
                times, roof = self._measured(traced, inspection, leaves, seconds)
            return Explained(traced, inspection, code, (times, roof), seconds, self.jitted)

    def _measured(
        self, traced: Traced, inspection: Inspection, leaves: Any, seconds: dict[str, float]
    ) -> tuple[Times, Roofline | None]:
        """The times of a program on these arguments, and what the machine can do."""
        if traced.uses_references:
            raise FjaxValueError(
                "explain: a function that uses references cannot be measured, since each run would "
                "change what they hold; leave measure=True out"
            )
        values = [*traced.constants, *leaves]
        absent = [x for x in values if not hasattr(x, "__array__") and not _is_number(x)]
        given = [] if absent else [tracing.as_array(x) for x in values]
        if absent or any(map(lacks_data, given)):
            raise FjaxValueError(
                "explain: measure=True runs the function, which takes arguments with values, got "
                "types alone; pass arrays, or leave measure=True out"
            )
        roof = roofline.measured() if targets.current().holds(None) else None
        began, known = time.perf_counter(), targets.named("cpu").kernel_counts()
        executable = pipeline.executable_of_plan(inspection.plan)
        seconds[f"machine code{_from_where(known)}"] = time.perf_counter() - began
        nested = any(e.op.loop() or e.op.choices() for e in executable.plan.jaxpr.eqns)
        return measure(executable, [executable.buffer_of(x) for x in given], nested), roof


def _from_where(known: tuple[int, int, int]) -> str:
    """How many kernels were compiled since these counts, or were in memory or on disk."""
    counts = zip(targets.named("cpu").kernel_counts(), known, strict=True)
    names = ("compiled", "in memory", "from disk")
    found = [(now - before, name) for (now, before), name in zip(counts, names, strict=True)]
    shown = ", ".join(f"{n} {name}" for n, name in found if n)
    return f" ({shown})" * bool(shown)


def _is_number(value: Any) -> bool:
    return isinstance(value, (bool, int, float, complex))


class Explanation:
    """A page about a program. A notebook shows it; `open` and `save` put it elsewhere.

    html: its text. error: what the function raised while it was traced, or None. title, heading:
    what it is about, with types, and as short as the page shows it.
    """

    title: str
    heading: str
    error: BaseException | None = None

    @property
    def html(self) -> str:
        """The page."""
        raise NotImplementedError

    def save(self, path: str | os.PathLike[str]) -> pathlib.Path:
        """Write the page; gives the path. OSError if it cannot be written there."""
        found, text = pathlib.Path(path), self.html
        with _advised():
            found.write_text(text, encoding="utf-8")
        return found

    def open(self) -> pathlib.Path:
        """Write the page to a temporary file and show it in a browser; gives the path.

        Where there is no browser the file is there all the same: its path is printed. OSError if no
        temporary file can be written.
        """
        with _advised():
            handle, name = tempfile.mkstemp(".html", "fjax-explain-")
        os.close(handle)
        path = self.save(name)
        try:
            opened = webbrowser.open(path.as_uri())
        except webbrowser.Error:
            opened = False
        if not opened:
            print(f"no browser was found; the page is {path}")
        return path

    def _repr_html_(self) -> str:
        """The page in a frame of its own, so that neither can change the other."""
        return (
            f'<iframe sandbox="allow-scripts" style="width:100%;height:{HEIGHT}px;border:0" '
            f'title="{html.escape(self.title)}" srcdoc="{html.escape(self.html)}"></iframe>'
        )


@contextlib.contextmanager
def _advised() -> Iterator[None]:
    """What cannot be written says what else there is."""
    try:
        yield
    except OSError as error:
        error.add_note("fjax: .save(path) writes the page elsewhere, and .html is its text")
        raise


class Explained(Explanation):
    """The explanation of a program that was compiled.

    inspection: what `fjax.inspect` gives. steps: of the program, in the order in which they run.
    times: of a run and of its steps, if they were measured. roof: what the machine can do, measured
    then. seconds: what each stage of compiling took; one that was remembered from an earlier call
    takes next to nothing. traces: name, how many, and in what the last one differs from those
    before, of the function and of jitted ones that it calls. outputs: the path of each output in
    what the function returns.
    """

    def __init__(
        self,
        traced: Traced,
        inspection: Inspection,
        code: types.CodeType | None,
        measured: tuple[Times | None, Roofline | None],
        seconds: dict[str, float],
        jitted: JitFunction,
    ):
        self.title, self.inspection = traced.described(), inspection
        self.heading = _heading(traced)
        (self.times, self.roof), self.seconds = measured, seconds
        self.places = Places()
        if code is not None:
            self.places.note(code)
        self.places.keys(sources(inspection.traced.eqns))
        self.places.closed = True
        called = [f for f in jitted_of(self.places.codes()) if f._traces is not jitted._traces]
        self.traces = [(f.__name__, *last_trace(f)) for f in (jitted, *called)]
        self.arguments, self.n_constants = _named(traced), len(traced.constants)
        self.outputs = _outputs(traced, len(inspection.optimized.outvars))
        self.steps: list[Step] = steps_of(inspection, self.places)
        if self.times is not None:
            note_times(self.steps, self.times)

    @cached_property
    def bytes_moved(self) -> int:
        """Bytes that all steps read and write."""
        return self.inspection.bytes_moved

    @property
    def kernels(self) -> list[Step]:
        """The steps that are kernels, those inside of loops among them."""
        return [s for s in every(self.steps) if s.kernel is not None]

    def __repr__(self) -> str:
        counts = {
            "equation": self.inspection.traced.eqns,
            "step": self.steps,
            "kernel": self.kernels,
        }
        shown = ", ".join(counted(len(found), word) for word, found in counts.items())
        return f"<explanation of {self.title}: {shown}>"

    def __str__(self) -> str:
        """What costs most, as a table of a few lines."""
        return summary.table(self)

    @cached_property
    def html(self) -> str:
        """The page."""
        with targets.use(self.inspection.target):
            return page.of_program(self)


class Comparison(Explanation):
    """Two explanations side by side: first, second."""

    def __init__(self, first: Explained, second: Explained):
        self.first, self.second = first, second
        self.title = self.heading = f"{first.title} and {second.title}"

    def __repr__(self) -> str:
        return f"<comparison of {self.title}>"

    @cached_property
    def html(self) -> str:
        """The page."""
        return page.of_comparison(self.first, self.second)


class Failed(Explanation):
    """The explanation of a function that raised while it was traced.

    reached: the programs that were being traced, outermost first, as far as they came.
    """

    def __init__(self, name: str, code: types.CodeType | None, error: Exception):
        self.title = self.heading = f"{name}: {type(error).__name__}"
        self.error, self.places = error, Places()
        if code is not None:
            self.places.note(code)
        traces: list[StagingTrace] = []
        self.line: tuple[str, int] | None = None
        trace: types.TracebackType | None = error.__traceback__
        while trace is not None:
            frame = trace.tb_frame
            if not errors.is_own_code(frame.f_code):
                self.line = frame.f_code.co_filename, trace.tb_lineno
                self.places.note(frame.f_code)
            under_way = _under_way(frame, traces)
            if under_way is not None:
                traces.append(under_way)
            trace = trace.tb_next
        self.reached = [_so_far(t) for t in traces]

    def __repr__(self) -> str:
        done = sum(len(jaxpr.eqns) for jaxpr in self.reached)
        return f"<explanation of {self.title} after {counted(done, 'equation')}>"

    @property
    def said(self) -> str:
        """The error's text; its type where it cannot say."""
        try:
            return str(self.error)
        except Exception:
            return type(self.error).__name__

    def __str__(self) -> str:
        """How far it came, the line at which it failed, and the error."""
        assert self.line is not None
        file, number = self.line
        written = self.places.text(file)
        text = f": {written[number - 1].strip()}" if number <= len(written) else ""
        return f"{self!r}\nline {number} of {file}{text}\n{self.said}"

    @cached_property
    def html(self) -> str:
        """The page."""
        return page.of_failure(self)


def _under_way(frame: types.FrameType, known: list[StagingTrace]) -> StagingTrace | None:
    """What is traced in a frame, within the traces around it, unless one of these is that.

    fjax's frames hold the trace; those of a function that was called within, which are all that is
    left of it in a traceback, hold traced values.
    """
    for value in frame.f_locals.values():
        trace = value.owner if isinstance(value, StagingTracer) else value
        if isinstance(trace, StagingTrace) and not any(trace is other for other in known):
            if not known or _is_within(trace, known[0]):
                return trace
    return None


def _is_within(trace: Any, around: StagingTrace) -> bool:
    """Whether a trace began while another one was under way."""
    while trace is not None and trace is not around:
        trace = trace.parent
    return trace is around


def _so_far(trace: StagingTrace) -> Jaxpr:
    """The program that a trace has recorded."""
    constants = [t.variable for _, t in trace.constants.values()]
    return Jaxpr([*constants, *[t.variable for t in trace.inputs]], trace.eqns, (), trace.name)


def _heading(traced: Traced) -> str:
    """The function's name and its arguments, each with its type or with how many arrays it has."""
    held: dict[str, list[str]] = {}
    for name, aval in zip(traced.names.arguments.all(), traced.argument_avals, strict=True):
        held.setdefault(re.split(r"[.[]", name)[0], []).append(aval.notation())
    shown = [
        f"{name}: {types[0] if len(types) == 1 else f'{len(types)} arrays'}"
        for name, types in held.items()
    ]
    more = [f"{len(shown) - MOST_ARGUMENTS} more"] * (len(shown) > MOST_ARGUMENTS)
    return f"{traced.fun_name}({', '.join([*shown[:MOST_ARGUMENTS], *more])})"


def _outputs(traced: Traced, count: int) -> list[str]:
    """Paths of outputs, or numbers where the program has others than the function."""
    numbers = list(range(count))
    if traced.out_tree.num_leaves != count:
        return [str(k) for k in numbers]
    leaves = tree.leaves_with_path(traced.out_tree.unflatten(numbers))
    return ["".join(map(str, keys)).removeprefix(".") for keys, _ in leaves]


def _named(traced: Traced) -> Mapping[Var, str]:
    """What the user calls the inputs of a program."""
    names = [f"a constant of {traced.names.function}" for _ in traced.constants]
    names += [f"reference {k}" for k in range(len(traced.staged.references))]
    names += traced.names.arguments.all()
    return dict(zip(traced.jaxpr.invars, names, strict=True))
