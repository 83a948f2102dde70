"""Tracing by context: one current trace a thread, each with its parent.

A primitive is handed to the current trace. The trace runs rules under its parent, so values of an
enclosing transformation are constants to the inner one. With no trace, a primitive runs at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import numpy as np

from fjax import errors
from fjax.config import checks, config
from fjax.core import array as arrays
from fjax.core import finite, shortage, transfers
from fjax.core.array import Array
from fjax.core.avals import COMMON, ShapedArray, scalar_aval
from fjax.core.conversions import Convertible
from fjax.core.device import META, Placement, common_placement
from fjax.core.operand import Operand, Valueless
from fjax.core.placing import split_outputs
from fjax.core.quiet import quiet

if TYPE_CHECKING:
    from fjax.core.primitive import Primitive


class Trace:
    """An interpreter in force. Subclasses say what a primitive does to their tracers.

    Those of libraries, made for JAX, do so by `process_primitive` (and `process_custom_jvp_call`,
    `process_custom_vjp_call`), and are put in force by `fjax.extend.core.set_current_trace`.
    """

    kind = "a transformation"
    records = False  # whether operations are recorded, to run later
    lines = False  # whether users' lines are noted, by this trace or by one around it
    staged = False  # whether operations are recorded, by this trace or by one around it
    looking: Any = None  # finds values of what is traced, for Python that looks at them (`Looking`)
    has_late_writes = False  # whether derivatives of what is traced may write to references
    demanded: tuple[Any, ...] = ()  # devices that what is traced says it runs on

    def __init__(self, parent: Trace | None = None, name: str = ""):
        self.parent = parent
        self.lines = self.records or (parent is not None and parent.lines)
        self.staged = self.records or (parent is not None and parent.staged)
        self.alive = True
        self.name = name

    def process(self, primitive: Primitive, args: Sequence[Any]) -> Sequence[Any]:
        """The outputs of the primitive on these arguments."""
        with under(self.parent):
            return primitive.hand_to(self, args)

    def process_primitive(self, primitive: Any, tracers: Sequence[Any], params: Any) -> Any:
        """The output, or a list of several, of a primitive with parameters by name."""
        if type(self).process is Trace.process:
            raise NotImplementedError(f"{type(self).__name__} has no process_primitive")
        with under(self):
            return primitive.bind(*tracers, **params)

    def process_custom_jvp_call(self, primitive: Any, fun: Any, *rest: Any, **more: Any) -> Any:
        """The outputs of a function with a derivative rule of its own, as `WrappedFun`s."""
        raise NotImplementedError(f"{type(self).__name__} has no process_custom_jvp_call")

    def process_custom_vjp_call(self, primitive: Any, fun: Any, *rest: Any, **more: Any) -> Any:
        """The outputs of a function with a backward rule of its own, as `WrappedFun`."""
        raise NotImplementedError(f"{type(self).__name__} has no process_custom_vjp_call")

    def stage_value(self, value: Any) -> Any:
        """The value as one of this trace's, where a library's trace says how; else as it is."""
        return value

    full_raise = stage_value

    def sum_of_products(self, aval: ShapedArray, terms: Sequence[tuple[Any, Any]]) -> Any:
        """The sum of tangent * factor over the terms, spread to the inexact `aval`, as one value.

        None unless this trace keeps such sums whole: then they are products and additions.
        """
        return None

    def cell(self, ref: Any) -> Any:
        """What stands for a reference from outside within this trace; None: nothing else does."""
        return None

    def has(self, value: Any) -> bool:
        """Whether a value exists in this trace alone, so that nothing outside may keep it."""
        return isinstance(value, Tracer) and value.owner is self

    def without_tangent(self, value: Any) -> Any:
        """The value of this trace as it is outside of it, where a derivative ends; None: not so."""
        return None

    def refusal(self, aval: Any) -> str:
        """Why a reference from outside can't keep a value of this trace, for messages."""
        return (
            f"a value of {self!r} can't be written to a reference {aval} from outside; make "
            "the reference within the function"
        )

    @property
    def main(self) -> Trace:
        """Distinguishes the traces that tracers belong to, where libraries look for it."""
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self  # tracers belong to it

    def __repr__(self) -> str:
        return f"{self.kind} of {self.name}" if self.name else self.kind


class Tracer(Convertible):
    """A value that stands in for an array while a transformation traces the user's function."""

    __slots__ = ("owner", "aval", "__weakref__")
    owner: Trace

    def __init__(self, trace: Trace, aval: ShapedArray):
        self.owner, self.aval = trace, aval

    @property
    def _trace(self) -> Trace:
        """The owner, where libraries look for it, and set it."""
        return self.owner

    @_trace.setter
    def _trace(self, trace: Trace) -> None:
        self.owner = trace

    def full_lower(self) -> Any:
        """The value in its simplest form, where a library's tracer says how; else itself."""
        return self

    def concrete(self) -> Any:
        """The concrete value behind the tracer, or None."""
        return None

    def look(self) -> Any:
        """The concrete value, for Python that needs it now: computed if that can be; or None."""
        return self.concrete()

    def origin(self) -> str:
        """Where the tracer came from, for error messages."""
        return repr(self.owner)

    def birth(self) -> str:
        """Where it came from, after "it"."""
        return f"was made by {self.origin()}"

    @property
    def mat(self) -> Any:
        """How the value is along the axes of a `shard_map`, as its type says."""
        return self.aval.mat

    def block_until_ready(self) -> Tracer:
        return self

    def copy_to_host_async(self) -> None:
        """Nothing to copy: the value is traced."""


class EvaluationTrace(Trace):
    """What stands for no trace where a library asks for one: primitives run at once."""

    kind = "evaluation"

    def process(self, primitive: Primitive, args: Sequence[Any]) -> Sequence[Any]:
        with under(None):
            return primitive.run(*args)


EVALUATION = EvaluationTrace()


class _State(threading.local):
    """The one piece of state that tracing keeps: the current trace of this thread."""

    trace: Trace | None = None


state = _State()


T = TypeVar("T", bound="Trace | None")


class under(Generic[T]):
    """Context manager: make `trace` the current one; on leaving, restore the former one."""

    __slots__ = ("trace", "before")

    def __init__(self, trace: T):
        self.trace = trace

    def __enter__(self) -> T:
        self.before = state.trace
        state.trace = self.trace
        return self.trace

    def __exit__(self, *exc: Any) -> None:
        state.trace = self.before


# The traces of all threads. While it is empty nobody traces: asking that costs 5 ns, asking for
# this thread's trace 40.
living: set[Trace | None] = set()


class new_trace(under[T]):
    """Like `under`, and on leaving the trace ends: its tracers must not be used any more."""

    __slots__ = ()

    def __enter__(self) -> T:
        self.before = state.trace
        living.add(self.trace)  # first: a signal's handler may raise at a call, as at this one
        state.trace = self.trace
        return self.trace

    def __exit__(self, *exc: Any) -> None:
        state.trace = self.before
        living.discard(self.trace)
        if self.trace is not None:
            self.trace.alive = False


def current() -> Trace | None:
    """The trace in force in this thread, or None when primitives run at once."""
    return state.trace


def bind(primitive: Primitive, args: Sequence[Any]) -> Sequence[Any]:
    """Hand a primitive to the current trace; always gives the list of outputs."""
    trace = state.trace
    if trace is None:
        return primitive.run(*args)
    return trace.process(primitive, args)


MOST_RESULTS = 1024  # that a primitive remembers


def result_avals(primitive: Primitive, avals: tuple[ShapedArray, ...]) -> tuple[ShapedArray, ...]:
    """The avals of the primitive's outputs; raises the user's error if the operands do not fit.

    Each primitive remembers its own: a table of them all would have to hash the primitive, 0.3 µs.
    """
    known = primitive.__dict__.get("_results")
    if known is None:
        known = primitive.__dict__["_results"] = {}
    found = known.get(avals)
    if found is None:
        if len(known) >= MOST_RESULTS:
            known.clear()
        found = known[avals] = _result_avals(primitive, avals)
    return found


def _result_avals(primitive: Primitive, avals: Sequence[ShapedArray]) -> tuple[ShapedArray, ...]:
    """As `result_avals`: what primitives say, and how results are split over a mesh."""
    shown = primitive.shown
    vma = COMMON
    for a in avals:
        if a.vma is not COMMON:
            vma = vma | a.vma
        shown = shown or a.layout is not None
    is_plain = not (vma or shown)
    if is_plain and primitive.self_contained:
        return tuple(primitive.result_type(*avals))
    if is_plain and not primitive.axis_names or primitive.jaxprs:
        return tuple(primitive.result_type(*avals))  # a jaxpr's types say it themselves
    plain = [a.bare.update(vma=COMMON) for a in avals]
    found = tuple(primitive.result_type(*plain))
    if shown:
        layouts = primitive.layouts(avals, found)
        found = tuple([a.update(sharding=s) for a, s in zip(found, layouts, strict=True)])
    vma = primitive.varying(vma)
    return tuple([a.update(vma=vma) for a in found])


def leaked(tracer: Tracer) -> errors.UnexpectedTracerError:
    """The error for a tracer that is used outside its trace."""
    if tracer.owner.alive:
        return errors.UnexpectedTracerError(
            "Encountered an unexpected tracer: "
            f"a traced value {tracer.aval}, made by {tracer.origin()}, was reached by an operation "
            "outside that transformation: a function with a derivative rule of its own "
            "(custom_jvp, "
            "custom_vjp) or a callback can't close over it. Pass it as an argument"
        )
    return errors.UnexpectedTracerError(
        f"Encountered an unexpected tracer: a traced value {tracer.aval} was used after its "
        f"transformation ended. It {tracer.birth()}. Return it from the function instead of "
        "storing it outside, in global state"
    )


def as_array(value: Any) -> Array:
    """A concrete value (Array, NumPy value, Python scalar) as an Array."""
    if type(value) is Array:
        return value
    if isinstance(value, Tracer):
        raise leaked(value)
    if isinstance(value, np.ndarray):  # copied: the user may write to it later
        transfers.note_numpy(value)
        return arrays.of_numpy(value.copy())
    if isinstance(value, np.generic):
        return arrays.of_numpy(value)
    if isinstance(value, (bool, int, float, complex)):
        return arrays.of_scalar(value)
    return as_array(convert(value))


def as_operand(value: Any) -> Any:
    """As `as_array`, of anything that primitives take: what is traced stays as it is.

    An object's `__jax_array__` may give a traced value: a layer's parameter within `jit`.
    """
    if isinstance(value, Operand):
        return value
    if isinstance(value, (np.ndarray, np.generic, bool, int, float, complex)):
        return as_array(value)
    return as_operand(convert(value))


def convert(value: Any) -> Any:
    """Whatever the array protocols make of a value; raises for anything that is not an array."""
    if hasattr(value, "__fjax_array__"):
        return value.__fjax_array__()
    if hasattr(value, "__jax_array__"):
        return value.__jax_array__()
    if hasattr(value, "__array__"):
        return np.asarray(value)
    if isinstance(value, Valueless):
        raise errors.FjaxTypeError(
            f"A {type(value).__name__} does not have a value and cannot be used as a constant in a "
            f"function that runs: {value!r}; make an array of it (fjax.numpy.zeros_like), or ask "
            "only for shapes (eval_shape)"
        )
    raise errors.FjaxTypeError(
        f"{value!r} of type {type(value).__name__} is not an array; fjax takes arrays, NumPy "
        "values "
        "and Python scalars (convert lists with fjax.numpy.array)"
    )


_PYTHON = frozenset({bool, int, float, complex})


def aval_of(value: Any) -> ShapedArray:
    """The aval of anything that a primitive takes."""
    if isinstance(value, (Operand, Valueless)):
        return value.aval
    if type(value) in _PYTHON:
        return scalar_aval(value)
    return cast(ShapedArray, as_operand(value).aval)


def unknown(value: Any) -> bool:
    """Whether a value has no elements to look at: it is traced, or on the device meta."""
    return isinstance(value, Tracer) or arrays.lacks_data(value)


_ndarray = np.ndarray


def run_now(primitive: Primitive, args: Sequence[Any]) -> list[Array]:
    """Evaluate a first-order primitive on concrete values with NumPy."""
    buffers, avals = [], []
    for a in args:
        if type(a) is not Array or a.placement is not None or a.buffer is None:
            return _run_placed(primitive, args)
        buffers.append(a.buffer)
        avals.append(a.aval)
    if checks.on or not buffers:
        return _run_placed(primitive, args)
    out_avals = result_avals(primitive, tuple(avals))
    try:
        results = quiet().run(primitive.evaluate, np, *buffers)
    except shortage.SHORT as error:
        results = shortage.again(
            error, primitive.name, quiet().run, primitive.evaluate, np, *buffers
        )
    if len(out_avals) == 1:
        (b,) = results
        return [Array(b if type(b) is _ndarray else np.asarray(b), out_avals[0])]
    return [
        Array(b if type(b) is _ndarray else np.asarray(b), aval)
        for b, aval in zip(results, out_avals, strict=True)
    ]


def _run_placed(primitive: Primitive, args: Sequence[Any]) -> list[Array]:
    """As `run_now`, for values of any kind, on a device or with checks of the results."""
    operands = [as_array(a) for a in args]
    placement = place_of(operands, primitive.name)
    if on_meta(placement):
        return results_on_meta(primitive, operands) or []
    if placement is not None and placement.spans:
        return _run_across(primitive, operands)
    if placement is not None and placement.device.platform != "cpu":
        found = _run_there(primitive, operands, placement)
        if found is not None:
            _check_each(primitive, operands, found)
            return found
    buffers = [a.host() for a in operands]
    out_avals = result_avals(primitive, tuple([a.aval for a in operands]))
    try:
        results = quiet().run(primitive.evaluate, np, *buffers)
    except shortage.SHORT as error:
        results = shortage.again(
            error, primitive.name, quiet().run, primitive.evaluate, np, *buffers
        )
    outputs = [
        arrays.at_place(b if type(b) is _ndarray else np.asarray(b), aval, placement)
        for b, aval in zip(results, out_avals, strict=True)
    ]
    _check_each(primitive, operands, outputs)
    if placement is not None and placement.on_mesh:
        return as_split(primitive, operands, outputs)
    return outputs


def as_split(
    primitive: Primitive, operands: Sequence[Array], outputs: Sequence[Array]
) -> list[Array]:
    """The outputs split over a mesh as the primitive says, given how the operands are."""
    typed = result_avals(primitive, tuple([x.aval for x in operands]))
    return split_outputs(primitive, operands, outputs, typed)


def _check_each(primitive: Primitive, operands: Sequence[Array], outputs: Sequence[Array]) -> None:
    if checks.on and (config.debug_nans or config.debug_infs):
        finite.check_finite(primitive.name, outputs, op=primitive, operands=operands)


RunThere = Callable[["Primitive", Sequence[Array], Placement], "list[Array] | None"]
_run_there: RunThere = lambda primitive, operands, where: None


def set_run_there(function: RunThere) -> None:
    """Install how an operation runs on a device other than the CPU: by a compiled program."""
    global _run_there
    _run_there = function


RunAcross = Callable[["Primitive", Sequence[Array]], "list[Array]"]
_run_across: RunAcross = lambda primitive, operands: list(operands)


def set_run_across(function: RunAcross) -> None:
    """Install how an operation runs on arrays whose parts several processes hold."""
    global _run_across
    _run_across = function


def demand(device: Any) -> None:
    """Note in all that is being traced that it runs on a device."""
    trace = state.trace
    while trace is not None:
        if device not in trace.demanded:
            trace.demanded = (*trace.demanded, device)
        trace = trace.parent


def place_of(operands: Sequence[Any], operation: str) -> Placement | None:
    """Where an operation on these concrete values runs; raises for two committed devices."""
    if not checks.on and all(x.placement is None for x in operands):
        return None
    return common_placement([x.placement for x in operands], operation)


def where_is(value: Any) -> Placement | None:
    """Where a value is, or what a tracer of vmap or of forward mode stands for; None if unknown."""
    while isinstance(value, Tracer):
        value = value.inside()
    return value.placement if isinstance(value, Array) else None


def on_meta(placement: Placement | None) -> bool:
    """Whether what runs at this place gives arrays without data."""
    return placement is not None and placement.device is META


def results_on_meta(primitive: Primitive, operands: Sequence[Array]) -> list[Array] | None:
    """What a primitive gives that runs on the device meta; None if it runs elsewhere."""
    placement = place_of(operands, primitive.name)
    if not on_meta(placement):
        return None
    for x in operands:
        x.live()
    found = result_avals(primitive, tuple([x.aval for x in operands]))
    return [Array(arrays.NO_DATA, aval, placement) for aval in found]
