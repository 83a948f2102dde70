"""Breakpoints in traced code: pdb stops where the program is, with the values that it has there.

While a function is traced, `breakpoint` notes the frames of the user's code and the values in them.
When the program comes to that point, frames with the same files, lines and names are built
around the values of that run, and pdb opens on the innermost one.
"""

from __future__ import annotations

import contextlib
import contextvars
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from fjax import errors
from fjax.core import lazy
from fjax.core.ir import Jaxpr
from fjax.core.primitive import BatchAxis, Dims, Values, primitive
from fjax.core.tracing import Trace, Tracer, state
from fjax.higher_order.callbacks import DebugCallback, HostCall, one_after_another
from fjax.pytrees.operations import tree_flatten

pdb = lazy.module("pdb")
_debugger: Any = lazy.module("fjax.higher_order.debugger")

MOST_FRAMES = 20
# The numbers of the examples that a call of vmap's is at, outermost first.
_examples: contextvars.ContextVar[tuple[int, ...]] = contextvars.ContextVar("examples", default=())
# The steps, traced or not, of the loops whose bodies are traced, outermost first.
_steps: contextvars.ContextVar[tuple[Any, ...]] = contextvars.ContextVar("steps", default=())


@primitive
class Breakpoint(DebugCallback):
    """Where pdb stops; each example of a batch by itself."""

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        numbered = self.replace(callback=self.callback)
        return one_after_another(numbered, axis, args, dims, _at_example)


@contextlib.contextmanager
def _at_example(number: int) -> Iterator[None]:
    token = _examples.set((*_examples.get(), number))
    try:
        yield
    finally:
        _examples.reset(token)


class Counted:
    """A loop's body that takes (x, number of the step), for the breakpoints in it to tell it."""

    def __init__(self, body: Callable[[Any, Any], Any]):
        self.body = self.__wrapped__ = body

    def __call__(self, carry: Any, slices: tuple[Any, Any]) -> Any:
        x, step = slices
        token = _steps.set((*_steps.get(), step))
        try:
            return self.body(carry, x)
        finally:
            _steps.reset(token)


def stops(jaxpr: Jaxpr) -> bool:
    """Whether there is a breakpoint in a program."""
    if not jaxpr.effects:
        return False
    return any(type(e.op) is Breakpoint or any(map(stops, e.op.jaxprs)) for e in jaxpr.eqns)


# ---- the frames


class CallerFrame(NamedTuple):
    """A frame of the user's: its code, its line, its globals, and the names of its values."""

    code: types.CodeType
    line: int
    names: dict[str, Any]
    values: dict[str, Any]


def _frames(innermost: types.FrameType | None, most: int, every: bool) -> list[CallerFrame]:
    """The user's frames from the innermost one out, as far as traced values are in them."""
    found: list[CallerFrame] = []
    used, frame = 0, innermost
    while frame is not None and len(found) < most:
        if every or not errors.is_own_code(frame.f_code):
            own = {} if frame.f_locals is frame.f_globals else frame.f_locals
            values = {k: _usable(v) for k, v in own.items()}
            found.append(CallerFrame(frame.f_code, frame.f_lineno, frame.f_globals, values))
            if any(isinstance(x, Tracer) for x in tree_flatten(list(values.values()))[0]):
                used = len(found)
        frame = frame.f_back
    return found[: max(used, 1)]


class _Held:
    """A value that is no pytree, such as a dict whose keys have no order."""

    def __init__(self, value: Any):
        self.value = value


def _usable(value: Any) -> Any:
    """A value as it can be handed on; text for what belongs to a trace that has ended."""
    try:
        leaves = tree_flatten(value)[0]
    except (TypeError, ValueError):
        return _Held(value)
    dead = [x for x in leaves if isinstance(x, Tracer) and not _is_in_force(x)]
    return f"<a traced value of {dead[0].owner!r}, which has ended>" if dead else value


def _unwrapped(values: dict[str, Any]) -> dict[str, Any]:
    return {k: v.value if type(v) is _Held else v for k, v in values.items()}


def _is_in_force(x: Tracer) -> bool:
    trace: Trace | None = state.trace
    while trace is not None and trace is not x.owner:
        trace = trace.parent
    return trace is not None


# ---- the stop


def breakpoint(
    *,
    num_frames: int | None = None,
    filter_frames: bool = True,
    ordered: bool = False,
    stdin: Any = None,
    stdout: Any = None,
    **_options: Any,
) -> None:
    """Stop in pdb when the program gets here, with the values that it has then.

    Under jit, derivatives and vmap too: under vmap for each example by itself, whose number pdb
    says, and in a scan in each step. `p x` shows a value, `up` and `down` go through the frames,
    `list` shows the source, `continue` goes on and `quit` ends the program. Values that are not
    arrays are shown as they were while tracing. A derivative stops in the forward pass.

    num_frames: how many frames of the calling functions are kept. filter_frames: leave out fjax's
    own. ordered: in the order of the program, also among other ordered effects. stdin, stdout: what
    pdb reads and writes.

    >>> import io
    >>> def f(x):
    ...     y = x * 2
    ...     fjax.debug.breakpoint(stdin=io.StringIO("p y\\nc\\n"), stdout=out)
    ...     return y + 1
    >>> out = io.StringIO()
    >>> y = fjax.jit(f)(3.0)
    >>> "Array(6." in out.getvalue()
    True
    """
    streams = {"stdin": stdin, "stdout": stdout}
    break_at(sys._getframe(1), num_frames or MOST_FRAMES, not filter_frames, ordered, streams)


def break_at(
    caller: types.FrameType, most: int, every: bool, ordered: bool, streams: dict[str, Any]
) -> None:
    """Stop where a frame is; outside of a trace at once."""
    if state.trace is None:
        pdb.Pdb(nosigint=True, **streams).set_trace(caller)
        return
    found = _frames(caller, most, every)
    kept = [frame.values for frame in found]
    frames = [frame._replace(values={}) for frame in found]  # which hold no traced values

    def stop(values: Sequence[dict[str, Any]], steps: Sequence[Any]) -> None:
        known = [f._replace(values=_unwrapped(v)) for f, v in zip(frames, values, strict=True)]
        _debugger.stop(known, steps, streams, _examples.get())

    given = kept, list(_steps.get())
    call = HostCall(stop, given, {}, is_operand=lambda x: isinstance(x, Tracer))
    Breakpoint(call, (), ordered)(*call.operands)
