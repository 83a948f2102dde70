"""A computation that is built when it runs, because its structure depends on values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core import tracing
from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, Dims, Linear, Values, primitive
from fjax.core.tracing import aval_of, results_on_meta
from fjax.higher_order.common import Flat, HigherOrder, concrete
from fjax.higher_order.lists import (
    linear_flags,
    merge,
    nonzero_flags,
    partition,
    select,
    with_zeros,
)
from fjax.interpreters.jvp import instantiate, jvp_flat
from fjax.interpreters.linearize import TapeTrace
from fjax.interpreters.transpose import backward_pass
from fjax.interpreters.vmap import place_batch, vmap_flat


@primitive
class Deferred(HigherOrder):
    """Outputs of a flat function that sees concrete values, whatever transforms are around it.

    Transformations transform the function. Used where reverse mode of reverse mode meets a loop
    whose trip count is known only when it runs.
    """

    makes_nan = True
    function: Callable[..., Sequence[Any]]  # so spelled, it is not shared: it holds values
    out_avals: tuple[ShapedArray, ...]
    label: str = ""

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        return self.out_avals

    def run(self, *args: Any) -> Values:
        operands = concrete(args)
        absent = results_on_meta(self, operands)
        return concrete(self.function(*operands)) if absent is None else absent

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        nonzero, n = nonzero_flags(tangents), len(primals)

        def function(*args: Any) -> list[Any]:
            given = with_zeros(nonzero, [aval_of(a) for a in args[:n]], args[n:])
            return list(map(instantiate, jvp_flat(self.function, args[:n], given)[1]))

        avals = tuple([a.tangent() for a in self.out_avals])
        derivative = Deferred(function, avals, f"jvp({self.label})")
        return self(*primals), derivative(*primals, *select(nonzero, tangents))

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        def function(*values: Any) -> list[Any]:
            outs, found = vmap_flat(self.function, axis, values, dims)
            return [place_batch(o, d, 0, axis) for o, d in zip(outs, found, strict=True)]

        avals = tuple(a.update(shape=(axis.size, *a.shape)) for a in self.out_avals)
        return Deferred(function, avals, f"vmap({self.label})")(*args), [0] * len(avals)

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        linear = linear_flags(args)
        others, linear_args = partition(linear, args)
        nonzero, n = nonzero_flags(cotangents), len(others)

        def function(*values: Any) -> list[Any]:
            marked = merge(linear, values[:n], linear_args)
            given = with_zeros(nonzero, self.out_avals, values[n:])
            found = transpose_flat(self.function, marked, given)
            return [instantiate(c) for c in found if c is not None]

        avals = tuple(a.aval for a in linear_args)
        results = Deferred(function, avals, f"transpose({self.label})")(
            *others, *select(nonzero, cotangents)
        )
        return merge(linear, [None] * n, results)


def transpose_flat(function: Flat, args: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
    """A cotangent (perhaps Zero) for each argument marked Linear, None for the others."""
    with tracing.new_trace(TapeTrace(tracing.current(), getattr(function, "__name__", ""))) as tape:
        inputs = [tape.new_input(a.aval) if type(a) is Linear else a for a in args]
        outs = function(*inputs)
    marked = [i for i in inputs if tape.owns(i)]
    found = backward_pass(tape, marked, outs, cotangents)
    return merge(linear_flags(args), [None] * (len(args) - len(marked)), found)
