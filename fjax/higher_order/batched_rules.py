"""Calls with derivative rules of their own under vmap: the body and the rules of batched values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.core import dtypes
from fjax.core.ir import Jaxpr
from fjax.core.primitive import BatchAxis, Values, Zero
from fjax.core.tracing import aval_of
from fjax.higher_order.lists import nonzero_flags, select, with_zeros
from fjax.interpreters.vmap import place_batch, vmap_flat, vmap_jaxpr
from fjax.primitives.structure import ReduceSum

JVPRule = Callable[[Values, Values], tuple[Values, Values]]
Backward = Callable[[Values, Values], Values]
ForwardRule = Callable[[Values, Sequence[bool]], tuple[Values, Values, Backward]]


class OutputDims:
    """Where the outputs of a batched function are batched: what runs first decides.

    An inexact output of a call that sees a batch is batched even if its value is not: the rule may
    multiply each example's tangent, or cotangent, by something else, and one cotangent for all of
    them would be their sum.
    """

    def __init__(self, axis: BatchAxis, sees_batch: bool, dims: Sequence[int | None] | None = None):
        self.axis, self.sees_batch, self.dims = axis, sees_batch, dims

    def decide(self, outs: Values, dims: Sequence[int | None], *others: int | None) -> None:
        """Decide, unless something has: by the outputs' own dims and those of other results."""
        if self.dims is not None:
            return
        sees_batch = self.sees_batch or any(d is not None for d in (*dims, *others))
        self.dims = tuple(
            0 if d is None and sees_batch and dtypes.is_inexact(aval_of(o).dtype) else d
            for o, d in zip(outs, dims, strict=True)
        )

    def decided(self) -> Sequence[int | None]:
        """The dims, once something has decided."""
        assert self.dims is not None
        return self.dims

    def place(self, outs: Values, dims: Sequence[int | None]) -> list[Any]:
        """The outputs with their batch dimensions where they were decided to be."""
        self.decide(outs, dims)
        placed = []
        for out, d, wanted in zip(outs, dims, self.decided(), strict=True):
            if wanted is None and d is not None:
                raise errors.FjaxTypeError(
                    "a custom derivative rule under vmap gave a batched output where the "
                    "function's is not batched: the rule must compute the same outputs as the "
                    "function"
                )
            placed.append(place_batch(out, d, wanted, self.axis))
        return placed


def batched_body(
    function: Jaxpr, axis: BatchAxis, dims: tuple[int | None, ...], sees_batch: bool
) -> tuple[Jaxpr, tuple[int | None, ...]]:
    """The batched body; if the call sees a batch, every inexact output of it is batched."""
    jaxpr, found = vmap_jaxpr(function, axis, dims)
    lacking = tuple(
        d is None and sees_batch and dtypes.is_inexact(a.dtype)
        for d, a in zip(found, function.out_avals, strict=True)
    )
    return vmap_jaxpr(function, axis, dims, lacking) if any(lacking) else (jaxpr, found)


def batched_jvp(
    rule: JVPRule, axis: BatchAxis, dims: Sequence[int | None], out: OutputDims
) -> JVPRule:
    """The rule for batched primals and tangents."""

    def batched(primals: Values, tangents: Values) -> tuple[Values, Values]:
        nonzero = nonzero_flags(tangents)
        kept: list[bool] = []

        def flat(*values: Any) -> list[Any]:
            inner = values[: len(primals)]
            given = with_zeros(nonzero, [aval_of(p) for p in inner], values[len(primals) :])
            outs, out_tangents = rule(inner, given)
            kept[:] = nonzero_flags(out_tangents)
            return [*outs, *select(kept, out_tangents)]

        results, found = vmap_flat(
            flat, axis, [*primals, *select(nonzero, tangents)], [*dims, *select(nonzero, dims)]
        )
        n = len(kept)
        out.decide(results[:n], found[:n], *found[n:])
        outs = out.place(results[:n], found[:n])
        wanted = select(kept, out.dims or ())
        if any(w is None and d is not None for w, d in zip(wanted, found[n:], strict=True)):
            raise _unseen_batch()
        rows = zip(results[n:], found[n:], wanted, strict=True)
        placed = [place_batch(t, d, w, axis) for t, d, w in rows]
        return outs, with_zeros(kept, [aval_of(o) for o in outs], placed)

    return batched


def _unseen_batch() -> errors.UnexpectedTracerError:
    """The error for a rule with a batch that the function's outputs know nothing of."""
    return errors.UnexpectedTracerError(
        "a custom derivative rule closes over a batched value that its function does not use, so "
        "the examples' derivatives differ where their outputs are one; pass the value as an "
        "argument"
    )


def batched_forward(
    forward: ForwardRule, axis: BatchAxis, dims: Sequence[int | None], out: OutputDims
) -> ForwardRule:
    """The forward rule for batched arguments."""

    def batched(primals: Values, perturbed: Sequence[bool]) -> tuple[Values, Values, Backward]:
        made: list[Any] = []

        def flat(*values: Any) -> list[Any]:
            outs, residuals, backward = forward(values, perturbed)
            made[:] = len(outs), backward
            return [*outs, *residuals]

        results, found = vmap_flat(flat, axis, primals, dims)
        n, backward = made
        out.decide(results[:n], found[:n], *found[n:])
        outs = out.place(results[:n], found[:n])
        return outs, results[n:], batched_backward(backward, axis, dims, found[n:], out.dims or ())

    return batched


def batched_backward(
    backward: Backward,
    axis: BatchAxis,
    arg_dims: Sequence[int | None],
    residual_dims: Sequence[int | None],
    out_dims: Sequence[int | None],
) -> Backward:
    """The backward rule for batched values; sums over the batch where an argument has none."""

    def batched(residuals: Values, cotangents: Values) -> list[Any]:
        nonzero = nonzero_flags(cotangents)
        inner_avals = [
            c.aval if d is None else c.aval.without_axis(d)
            for c, d in zip(cotangents, out_dims, strict=True)
        ]
        kept: list[Any] = []

        def flat(*values: Any) -> list[Any]:
            n = len(residuals)
            given = with_zeros(nonzero, inner_avals, values[n:])
            found = backward(values[:n], given)
            kept[:] = found
            return [c for c in found if type(c) is not Zero]

        results, found = vmap_flat(
            flat,
            axis,
            [*residuals, *select(nonzero, cotangents)],
            [*residual_dims, *select(nonzero, out_dims)],
        )
        if all(d is None for d in out_dims) and any(d is not None for d in found):
            raise _unseen_batch()
        pairs = iter(zip(results, found, strict=True))
        return [
            _batched_zero(c, d, axis) if type(c) is Zero else _fit(*next(pairs), d, axis)
            for c, d in zip(kept, arg_dims, strict=True)
        ]

    return batched


def _batched_zero(zero: Zero, dim: int | None, axis: BatchAxis) -> Zero:
    if dim is None:
        return zero
    shape = zero.aval.shape
    return Zero(zero.aval.update(shape=shape[:dim] + (axis.size,) + shape[dim:]))


def _fit(cotangent: Any, found: int | None, wanted: int | None, axis: BatchAxis) -> Any:
    """The cotangent of an argument that is batched at `wanted`."""
    if wanted is None and found is not None:
        return ReduceSum((found,))(cotangent)
    if wanted is None:
        return cotangent
    return place_batch(cotangent, found, wanted, axis)
