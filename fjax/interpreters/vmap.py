"""Batching: carry where each value has its batch dimension."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.core import tracing
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Atom, Jaxpr, Literal
from fjax.core.memo import weak_memo
from fjax.core.primitive import BatchAxis, Primitive
from fjax.core.source import at_one_place
from fjax.core.tracing import Trace, Tracer, aval_of, new_trace, state, under
from fjax.interpreters.staging import stage_closed
from fjax.primitives.structure import broadcast_batch, move_axis


class BatchTracer(Tracer):
    """One example of a batched value: the user sees the value without its batch dimension."""

    __slots__ = ("value", "dim")
    owner: BatchTrace

    def __init__(self, trace: BatchTrace, value: Any, dim: int):
        self.owner, self.value, self.dim = trace, value, dim
        self.aval = aval_of(value).without_axis(dim)

    def inside(self) -> Any:
        return self.value

    def __repr__(self) -> str:
        return f"Traced<{self.aval}> with a batch of {aval_of(self.value)} at dimension {self.dim}"


class BatchTrace(Trace):
    """Runs the batch rule of each primitive that meets a batched value or names the axis.

    A tracer belongs to every trace of its axis object: a rule that runs a Python function under a
    trace of its own for the same axis sees the batched values that the function closes over.
    """

    kind = "vmap"

    def __init__(self, parent: Trace | None, axis: BatchAxis, name: str = ""):
        super().__init__(parent, name)
        self.axis = axis

    def process(self, primitive: Primitive, args: Sequence[Any]) -> Sequence[Any]:
        values: list[Any] = []
        dims: list[int | None] = []
        batched = False
        for a in args:
            if type(a) is BatchTracer and a.owner.axis is self.axis:
                values.append(a.value)
                dims.append(a.dim)
                batched = True
            else:
                values.append(a)
                dims.append(None)
        before = state.trace  # what `with under(…)` does, without 0.25 µs for its object and calls
        state.trace = self.parent
        try:
            if (
                not batched
                and not primitive.captures
                and (self.axis.name is None or self.axis.name not in primitive.axis_names)
            ):
                return tracing.bind(primitive, values)
            if self.lines and primitive.self_contained:
                with at_one_place():
                    outs, out_dims = primitive.batch(self.axis, values, dims)
            else:
                outs, out_dims = primitive.batch(self.axis, values, dims)
        finally:
            state.trace = before
        return [
            o if d is None else BatchTracer(self, o, d) for o, d in zip(outs, out_dims, strict=True)
        ]

    def has(self, value: Any) -> bool:
        return type(value) is BatchTracer and value.owner.axis is self.axis

    def refusal(self, aval: Any) -> str:
        return (
            "performing a set operation with a batched value on an unbatched array reference of "
            f"type {aval}: each example would write its own value. Pass the reference to vmap as "
            "an argument with a batch axis, or make it within the function"
        )

    def split(self, value: Any) -> tuple[Any, int | None]:
        """The value of a result and where its batch dimension is."""
        if type(value) is BatchTracer and value.owner.axis is self.axis:
            return value.value, value.dim
        return value, None


class MemberTrace(Trace):
    """The program of one member of a mesh: it names axes, and passes operations on."""

    kind = "shard_map"

    def __init__(self, parent: Trace | None, axes: Sequence[BatchAxis], name: str = ""):
        super().__init__(parent, name)
        self.axes = tuple(axes)

    def process(self, primitive: Primitive, args: Sequence[Any]) -> Sequence[Any]:
        with under(self.parent):
            return tracing.bind(primitive, args)


def within_members() -> bool:
    """Whether the current trace is of what a member of a mesh runs."""
    trace = tracing.current()
    while trace is not None and not isinstance(trace, MemberTrace):
        trace = trace.parent
    return trace is not None


def axis_in_scope(name: Any, function: str = "it") -> BatchAxis:
    """The innermost axis of this name around the current trace, for a function that names it."""
    for axis in axes_in_scope():
        if axis.name == name:
            return axis
    raise NameError(
        f"Found an unbound axis name: {name}. To fix this, please call {function} under "
        f"`jax.shard_map` over a mesh that has this axis, or give it with vmap(..., "
        f"axis_name={name!r})\n  at {errors.place()}"
    )


def axes_in_scope() -> tuple[BatchAxis, ...]:
    """Every named axis around the current trace, innermost first."""
    found: list[BatchAxis] = []
    trace = tracing.current()
    while trace is not None:
        if isinstance(trace, MemberTrace):
            found += trace.axes
        elif isinstance(trace, BatchTrace) and trace.axis.name is not None:
            found.append(trace.axis)
        trace = trace.parent
    return tuple(found)


def split_around() -> frozenset[Any]:
    """The axes of a mesh along which the batches of the vmaps around are split."""
    found: set[Any] = set()
    trace = tracing.current()
    while trace is not None:
        found.update(trace.axis.split if isinstance(trace, BatchTrace) else ())
        trace = trace.parent
    return frozenset(found)


def vmap_flat(
    function: Callable[..., Sequence[Any]],
    axis: BatchAxis,
    args: Sequence[Any],
    dims: Sequence[int | None],
) -> tuple[list[Any], list[int | None]]:
    """Outputs of a function of flat arguments and their batch dimensions (None: not batched)."""
    parent = tracing.current()
    with new_trace(BatchTrace(parent, axis, getattr(function, "__name__", ""))) as trace:
        tracers = [
            a if d is None else BatchTracer(trace, a, d) for a, d in zip(args, dims, strict=True)
        ]
        pairs = [trace.split(r) for r in function(*tracers)]
    return [v for v, _ in pairs], [d for _, d in pairs]


def place_batch(value: Any, dim: int | None, wanted: int | None, axis: BatchAxis) -> Any:
    """The value with its batch dimension at `wanted` (broadcast if it has none)."""
    if wanted is None or dim == wanted:
        return value
    if dim is None:
        return broadcast_batch(value, axis.size, wanted)
    return move_axis(value, dim, wanted)


@weak_memo
def vmap_jaxpr(
    jaxpr: Jaxpr,
    axis: BatchAxis,
    dims: tuple[int | None, ...],
    batched_out: tuple[bool, ...] | None = None,
) -> tuple[Jaxpr, tuple[int | None, ...]]:
    """The batched jaxpr and the batch dimension of each output.

    With `batched_out`, the marked outputs have their batch dimension first; others stay as they
    are.
    """
    jaxpr = with_all_members(jaxpr, frozenset([axis.name]))
    out_dims: list[int | None] = []

    def function(*args: Any) -> list[Any]:
        outs, found = vmap_flat(lambda *xs: evaluate_jaxpr(jaxpr, xs), axis, args, dims)
        if batched_out is not None:
            outs = [
                place_batch(o, d, 0 if b else None, axis)
                for o, d, b in zip(outs, found, batched_out, strict=True)
            ]
            found = [0 if b else d for d, b in zip(found, batched_out, strict=True)]
        out_dims[:] = found
        return outs

    avals = [_with_batch(v.aval, axis, d) for v, d in zip(jaxpr.invars, dims, strict=True)]
    result = stage_closed(function, avals, f"vmap({jaxpr.debug_name})")
    return result, tuple(out_dims)


def with_all_members(jaxpr: Jaxpr, names: frozenset[Any]) -> Jaxpr:
    """The program for batches that hold all members along axes of a mesh: its literals, which
    belong to no batch, are not said to differ along these.
    """

    def common(x: Atom) -> Atom:
        if not isinstance(x, Literal) or not x.aval.vma & names:
            return x
        return Literal(x.value, x.aval.update(vma=x.aval.vma - names))

    atoms = [x for e in jaxpr.eqns for x in e.invars] + list(jaxpr.outvars)
    if all(common(x) is x for x in atoms):
        return jaxpr
    eqns = [e.replace(invars=tuple(map(common, e.invars))) for e in jaxpr.eqns]
    return jaxpr.replace(eqns=eqns, outvars=list(map(common, jaxpr.outvars)))


def _with_batch(aval: ShapedArray, axis: BatchAxis, dim: int | None) -> ShapedArray:
    """The type with the axis, along which members differ no more: it holds them all."""
    if axis.name in aval.vma:
        aval = aval.update(vma=aval.vma - {axis.name})
    if dim is None:
        return aval
    return aval.with_axis(axis.size, dim, axis.split)
