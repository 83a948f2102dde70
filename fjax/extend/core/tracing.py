"""What is being traced now, under the names of jax.extend.core."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.core import tracing
from fjax.core.tracing import EVALUATION, Trace, Tracer, aval_of, living, state
from fjax.interpreters.staging import StagingTrace
from fjax.interpreters.vmap import BatchTrace, axes_in_scope


class OpaqueTraceState:
    """The transformations in force at some moment: equal if they are the same ones."""

    __slots__ = ("trace",)

    def __init__(self, trace: Trace | None):
        self.trace = trace

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpaqueTraceState) and self.trace is other.trace

    def __hash__(self) -> int:
        return hash((OpaqueTraceState, id(self.trace)))


def get_opaque_trace_state(convention: str | None = None) -> OpaqueTraceState:
    """What to compare in order to see whether another transformation has begun.

    >>> get_opaque_trace_state() == get_opaque_trace_state()
    True
    """
    del convention
    return OpaqueTraceState(tracing.current())


class TraceTag:
    """What a library marks the traces of one transformation with: any two differ.

    >>> TraceTag() == TraceTag()
    False
    """


class take_current_trace:
    """Context manager: no trace is in force, and the value of `with` is the one that was.

    >>> with take_current_trace() as outer:
    ...     outer.kind
    'evaluation'
    """

    def __enter__(self) -> Trace:
        self.before = state.trace
        state.trace = None
        return EVALUATION if self.before is None else self.before

    def __exit__(self, *exc: Any) -> None:
        state.trace = self.before


class set_current_trace:
    """Context manager: this trace is in force, which may be of a library's own class.

    Such a class derives from `fjax.core.Trace` and has `process_primitive(primitive, tracers,
    params)`, which gives the output of a primitive, or a list; its attribute `parent_trace` is the
    trace around it. Its tracers derive from `fjax.core.Tracer`.

    >>> class Spy(fjax.core.Trace):
    ...     def __init__(self, parent_trace):
    ...         super().__init__()
    ...         self.parent_trace = parent_trace
    ...     def process_primitive(self, primitive, tracers, params):
    ...         print(primitive)
    ...         with set_current_trace(self.parent_trace):
    ...             return primitive.bind(*tracers, **params)
    >>> zeros = jnp.zeros(2)
    >>> with take_current_trace() as outer, set_current_trace(Spy(outer)):
    ...     fjax.lax.sin(zeros)
    sin
    Array([0., 0.], dtype=float64)
    """

    def __init__(self, trace: Any):
        self.trace = None if trace is EVALUATION else trace

    def __enter__(self) -> None:
        trace = self.trace
        self.before, self.new = state.trace, trace is not None and trace not in living
        if trace is not None and type(trace).process is Trace.process:
            outer = getattr(trace, "parent_trace", None)
            trace.parent = None if outer is EVALUATION else outer
        if self.new:
            living.add(trace)
        state.trace = trace

    def __exit__(self, *exc: Any) -> None:
        state.trace = self.before
        if self.new:
            living.discard(self.trace)


def find_top_trace(values: Sequence[Any]) -> Trace | None:
    """The trace that an operation on these values goes to: the current one.

    >>> find_top_trace([1.0]) is None
    True
    >>> fjax.make_jaxpr(lambda x: print(find_top_trace([x]).kind))(1.0).eqns
    tracing
    ()
    """
    del values
    return tracing.current()


def valid_jaxtype(value: Any) -> bool:
    """Whether primitives take a value.

    >>> valid_jaxtype(1.5), valid_jaxtype("text")
    (True, False)
    """
    try:
        aval_of(value)
    except TypeError:
        return False
    return True


def concrete_or_error(force: Callable[[Any], Any] | None, value: Any, context: str = "") -> Any:
    """`force(value)`; raises ConcretizationTypeError for a traced value.

    >>> concrete_or_error(int, 3.0)
    3
    """
    if isinstance(value, Tracer):
        raise errors.ConcretizationTypeError(
            f"a concrete value is needed, got a traced value {value.aval}, made by "
            f"{value.origin()}. {context}"
        )
    return value if force is None else force(value)


def _around(kind: type[Trace]) -> bool:
    trace = tracing.current()
    while trace is not None:
        if isinstance(trace, kind):
            return True
        trace = trace.parent
    return False


def unsafe_am_i_under_a_jit_DO_NOT_USE() -> bool:
    """Whether the code that runs is being traced into a jaxpr.

    >>> f = unsafe_am_i_under_a_jit_DO_NOT_USE
    >>> f(), fjax.jit(f)()
    (False, Array(True, dtype=bool))
    """
    return _around(StagingTrace)


def unsafe_am_i_under_a_vmap_DO_NOT_USE() -> bool:
    """Whether the code that runs is being batched.

    >>> seen = fjax.vmap(lambda x: x + unsafe_am_i_under_a_vmap_DO_NOT_USE())
    >>> print(seen(jnp.zeros(2, int)))
    [1 1]
    """
    return _around(BatchTrace)


def unsafe_get_axis_names_DO_NOT_USE() -> list[Any]:
    """The names of the axes around the code that runs, innermost first.

    >>> f = lambda x: print(unsafe_get_axis_names_DO_NOT_USE())
    >>> fjax.vmap(f, axis_name="batch")(jnp.zeros(2))
    ['batch']
    """
    return [axis.name for axis in axes_in_scope()]


__all__ = [
    "OpaqueTraceState",
    "TraceTag",
    "concrete_or_error",
    "find_top_trace",
    "get_opaque_trace_state",
    "set_current_trace",
    "take_current_trace",
    "unsafe_am_i_under_a_jit_DO_NOT_USE",
    "unsafe_am_i_under_a_vmap_DO_NOT_USE",
    "unsafe_get_axis_names_DO_NOT_USE",
    "valid_jaxtype",
]
