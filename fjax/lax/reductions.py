"""lax functions that reduce along axes, and cumulative ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import errors, tree
from fjax.config import config
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike, T
from fjax.core.array import Array, is_known
from fjax.core.avals import ShapedArray
from fjax.core.documentation import documented, family
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr
from fjax.core.plain_arguments import check_callable
from fjax.core.primitive import BatchAxis, Monoid, Primitive
from fjax.core.tracing import aval_of
from fjax.interpreters.staging import stage
from fjax.interpreters.vmap import vmap_flat
from fjax.lax.axes import array_of, like_operand, one_axis, several_axes, static_int
from fjax.lax.composed import ComposedOperation
from fjax.lax.elementwise import select
from fjax.lax.shaping import concatenate, reshape, transpose
from fjax.primitives import (
    arithmetic,
    bitwise,
    cumulative,
    reductions,
    selection,
    shaping,
    structure,
)
from fjax.primitives.placing import constrained, relaxed

reduce_sum_p, reduce_prod_p = structure.ReduceSum, reductions.ReduceProd
reduce_max_p, reduce_min_p = reductions.ReduceMax, reductions.ReduceMin
reduce_and_p, reduce_or_p, reduce_xor_p = (
    reductions.ReduceAnd,
    reductions.ReduceOr,
    reductions.ReduceXor,
)
argmax_p, argmin_p = reductions.ArgMax, reductions.ArgMin
cumsum_p, cumprod_p, cummax_p = cumulative.CumSum, cumulative.CumProd, cumulative.CumMax
cummin_p, cumlogsumexp_p = cumulative.CumMin, cumulative.CumLogSumExp

REDUCTIONS: dict[Monoid, type] = {
    Monoid.ADD: reduce_sum_p,
    Monoid.MUL: reduce_prod_p,
    Monoid.MAX: reduce_max_p,
    Monoid.MIN: reduce_min_p,
    Monoid.AND: reduce_and_p,
    Monoid.OR: reduce_or_p,
    Monoid.XOR: reduce_xor_p,
}
MONOIDS: dict[Primitive, Monoid] = {
    arithmetic.add: Monoid.ADD,
    arithmetic.mul: Monoid.MUL,
    selection.max_: Monoid.MAX,
    selection.min_: Monoid.MIN,
    bitwise.bitwise_and: Monoid.AND,
    bitwise.bitwise_or: Monoid.OR,
    bitwise.bitwise_xor: Monoid.XOR,
}


@family
def _along_axes(
    name: str,
    primitive: Callable[..., Any],
    operand: ArrayLike,
    axes: Sequence[int],
    *,
    out_sharding: Any = None,
) -> Array:
    """A reduction along axes."""
    x = array_of(operand)
    if out_sharding is not None:
        x = relaxed(x)
    axes = several_axes(name, axes, x.ndim)
    if name == "reduce_sum" and not config.allow_f16_reductions:
        _refuse_half(x, axes)
    out = primitive(axes)(x) if axes else x
    return out if out_sharding is None else constrained(name, out, out_sharding)


def _refuse_half(x: Any, axes: Sequence[int]) -> None:
    """Raise for a sum of 16-bit floats: with allow_f16_reductions off it must be in float32."""
    if x.dtype in (dtypes.float16, dtypes.bfloat16) and any(x.shape[a] != 1 for a in axes):
        raise errors.FjaxValueError(
            f"reduce_sum of {x.aval} along {tuple(axes)} is not allowed, because "
            "allow_f16_reductions is False; convert with astype('float32') before summing"
        )


reduce_sum, reduce_prod, reduce_max, reduce_min, reduce_and, reduce_or, reduce_xor = (
    _along_axes(
        name,
        primitive,
        documented(
            f"The {what} of the elements along `axes`, which the shape loses.",
            (f"lax.{name}(jnp.array([[1, 2], [3, 4]]), (1,))", f"Array([{result}], dtype=int64)"),
        ),
    )
    for name, primitive, what, result in (
        ("reduce_sum", reduce_sum_p, "sum", "3, 7"),
        ("reduce_prod", reduce_prod_p, "product", " 2, 12"),
        ("reduce_max", reduce_max_p, "maximum (NaN if any is NaN)", "2, 4"),
        ("reduce_min", reduce_min_p, "minimum (NaN if any is NaN)", "1, 3"),
        ("reduce_and", reduce_and_p, "bitwise (for booleans, logical) and", "0, 0"),
        ("reduce_or", reduce_or_p, "bitwise (for booleans, logical) or", "3, 7"),
        ("reduce_xor", reduce_xor_p, "bitwise (for booleans, logical) exclusive or", "3, 7"),
    )
)


def _reduced_axis(name: str, axis: Any, x: Any) -> int:
    """The axis of an index reduction, which counts from the front."""
    found = static_int(name, "axis", axis)
    if not 0 <= found < x.ndim:
        raise errors.FjaxValueError(
            f"{name}: Invalid axis {found} for operand {x.aval}: it must be at least 0 and less "
            f"than {x.ndim}; fjax.numpy.{name} counts negative axes from the end"
        )
    return found


def argmax(operand: ArrayLike, axis: int, index_dtype: DTypeLike) -> Array:
    """The index of the first greatest element along an axis (of the first NaN, if there is one).

    >>> lax.argmax(jnp.array([3, 9, 5]), 0, int)
    Array(1, dtype=int64)
    """
    x = array_of(operand)
    return argmax_p(_reduced_axis("argmax", axis, x), dtypes.requested("argmax", index_dtype))(x)


def argmin(operand: ArrayLike, axis: int, index_dtype: DTypeLike) -> Array:
    """The index of the first least element along an axis (of the first NaN, if there is one).

    >>> lax.argmin(jnp.array([3, 9, 5]), 0, int)
    Array(0, dtype=int64)
    """
    x = array_of(operand)
    return argmin_p(_reduced_axis("argmin", axis, x), dtypes.requested("argmin", index_dtype))(x)


@family
def _cumulated(
    name: str,
    primitive: Callable[..., Any],
    operand: ArrayLike,
    axis: int = 0,
    reverse: bool = False,
) -> Array:
    """A cumulative function."""
    x = array_of(operand)
    return primitive(one_axis(name, axis, x.ndim), bool(reverse))(x)


cumsum, cumprod, cummax, cummin, cumlogsumexp = (
    _cumulated(
        name,
        primitive,
        documented(
            f"The cumulative {what} along an axis, from the end if `reverse`.",
            (f"lax.{name}(jnp.array([2.0, 1.0, 3.0]))", f"Array([{result}], dtype=float64)"),
        ),
    )
    for name, primitive, what, result in (
        ("cumsum", cumsum_p, "sum", "2., 3., 6."),
        ("cumprod", cumprod_p, "product", "2., 2., 6."),
        ("cummax", cummax_p, "maximum", "2., 2., 3."),
        ("cummin", cummin_p, "minimum", "2., 1., 1."),
        (
            "cumlogsumexp",
            cumlogsumexp_p,
            "log of the sum of exponentials",
            "2.        , 2.31326169, 3.40760596",
        ),
    )
)


# ---- reductions by any function


def _initial(value: Any, x: Any) -> Any:
    """The initial value for x. Infinity is, among integers, the largest or the least of them.

    So maxima may begin with -inf whatever the dtype.
    """
    dtype = aval_of(x).dtype
    if isinstance(value, float) and math.isinf(value) and dtypes.is_integer(dtype):
        limits = dtypes.iinfo(dtype)
        return np.asarray(limits.max if value > 0 else limits.min, dtype)
    return like_operand(value, x)


class Combination:
    """A user's binary function on scalars, staged, and how to apply it to arrays."""

    def __init__(self, name: str, computation: Callable[..., Any], operands: Any, initial: Any):
        check_callable(name, computation)
        self.operands, self.structure = tree.flatten(operands)
        self.operands = [array_of(x) for x in self.operands]
        starts, initial_structure = tree.flatten(initial)
        if self.structure != initial_structure:
            raise errors.FjaxValueError(
                f"{name}: Operands must have the same tree structure as "
                f"init_values, got {self.structure} and "
                f"{initial_structure}"
            )
        self.initial = [
            array_of(_initial(v, x)) for v, x in zip(starts, self.operands, strict=True)
        ]
        self.check_initial(name)
        self.jaxpr, self.constants = self.stage(name, computation)

    def check_initial(self, name: str) -> None:
        """Raise unless the initial values are scalars of the operands' dtypes."""
        if any(v.shape for v in self.initial):
            shapes = [v.shape for v in self.initial]
            raise errors.ShapeError(
                f"{name} expected init_values to be scalars but init_values have shapes {shapes}. "
                f"That is, {name} found non-scalar initial value(s)"
            )
        for v, x in zip(self.initial, self.operands, strict=True):
            if v.dtype != x.dtype:
                raise errors.DtypeError(
                    f"{name}: each initial value must have its operand's "
                    f"dtype, got {v.aval} for {x.aval}"
                )

    def stage(self, name: str, computation: Callable[..., Any]) -> tuple[Jaxpr, list[Any]]:
        n = len(self.operands)
        avals = [ShapedArray((), x.dtype) for x in self.operands]

        def flat(*values: Any) -> list[Any]:
            out = computation(
                tree.unflatten(self.structure, values[:n]),
                tree.unflatten(self.structure, values[n:]),
            )
            leaves, found = tree.flatten(out)
            if found != self.structure:
                raise errors.StructureError(
                    f"{name} output must have the same tree structure as the operands: the "
                    f"computation returns {found} for {self.structure}"
                )
            return leaves

        jaxpr, constants = stage(flat, [*avals, *avals], name)
        for got, wanted in zip(jaxpr.out_avals, avals, strict=True):
            if got.shape or got.dtype != wanted.dtype:
                raise errors.DtypeError(
                    f"{name}: the computation must return scalars of its "
                    f"operands' dtypes, got {got} for {wanted}"
                )
        return jaxpr, constants

    @property
    def monoid(self) -> Monoid | None:
        """The monoid, if the function is nothing but its operation."""
        j = self.jaxpr
        if len(j.eqns) != 1 or len(j.invars) != 2 or self.constants:
            return None
        (eqn,) = j.eqns
        if set(eqn.invars) != set(j.invars) or j.outvars != eqn.outvars:
            return None
        found = MONOIDS.get(eqn.op)
        boolean = self.operands[0].dtype == dtypes.bool_
        logical = {Monoid.ADD: Monoid.OR, Monoid.MUL: Monoid.AND}
        return logical.get(found, found) if boolean else found  # type: ignore[arg-type]

    def starts_at(self, identity: Any) -> bool:
        """Whether the initial value is known to be the monoid's identity."""
        value = self.initial[0]
        return is_known(value) and np.asarray(value.host() == identity).item()

    def combine(self, xs: Sequence[Any], ys: Sequence[Any]) -> list[Any]:
        """The function on every pair of elements of arrays of one shape."""
        shape = aval_of(xs[0]).shape
        size = int(np.prod(shape, dtype=np.int64))
        flat = [reshape(v, (size,)) for v in (*xs, *ys)]
        outs, dims = vmap_flat(
            lambda *vs: evaluate_jaxpr(self.jaxpr, [*self.constants, *vs]),
            BatchAxis(None, size),
            flat,
            [0] * len(flat),
        )
        return [
            reshape(o, shape) if d is not None else structure.spread(o, shape)
            for o, d in zip(outs, dims, strict=True)
        ]

    def combine_there(
        self, xs: Sequence[Any], ys: Sequence[Any], left: Any, right: Any
    ) -> list[Any]:
        """`combine` where both count; where one of them does not, the other."""
        joined = self.combine(xs, ys)
        if left is None:
            return joined
        return [
            select(left & right, both, select(left, x, y))
            for both, x, y in zip(joined, xs, ys, strict=True)
        ]

    def fold(self, xs: Sequence[Any], there: Any = None) -> list[Any]:
        """All elements along the first axis combined in order, as a balanced tree, with the initial
        values.

        there: which elements count, booleans of their shape; all by default.
        """
        n = xs[0].shape[0]
        rest = xs[0].shape[1:]
        start = [structure.spread(v, rest) for v in self.initial]
        if n == 0:
            return start
        flags = [] if there is None else [there]
        left: Any
        right: Any
        while n > 1:
            even, odd = ([_every_second(x, k, n - n % 2) for x in (*xs, *flags)] for k in (0, 1))
            m = len(xs)
            left, right = (even[m], odd[m]) if flags else (None, None)
            joined = self.combine_there(even[:m], odd[:m], left, right)
            joined += [left | right] if flags else []
            if n % 2:
                joined = [
                    concatenate([j, shaping.take_range(x, n - 1, n, 0, x.shape)], 0)
                    for j, x in zip(joined, (*xs, *flags), strict=True)
                ]
            xs, flags, n = joined[:m], joined[m:], (n + 1) // 2
        right = reshape(flags[0], rest) if flags else None
        left = None if right is None else array_of(np.ones(rest, bool))
        return self.combine_there(start, [reshape(x, rest) for x in xs], left, right)


def _every_second(x: Any, first: int, stop: int) -> Any:
    rest = x.shape[1:]
    zeros = (0,) * len(rest)
    return shaping.Slice((first, *zeros), (stop, *rest), (2, *[1] * len(rest)))(x)


def reduce(
    operands: T,
    init_values: Any,
    computation: Callable[[Any, Any], Any],
    dimensions: Sequence[int],
    out_sharding: Any = None,
) -> T:
    """Combine all elements along `dimensions` with an associative function of two scalars.

    `operands` is an array or a pytree of arrays of one shape, `init_values` a pytree of scalars,
    and `computation` takes two such pytrees of scalars. Sums, products, extrema and bitwise
    operations are recognised and run as such.

    >>> lax.reduce(jnp.array([1, 2, 3]), 0, lax.add, (0,))
    Array(6, dtype=int64)
    """
    combination = Combination("reduce", computation, operands, init_values)
    xs = combination.operands
    if any(x.shape != xs[0].shape for x in xs):
        raise errors.ShapeError(
            "reduce: operands must have one shape, got " + ", ".join(str(x.aval) for x in xs)
        )
    axes = several_axes("reduce", dimensions, xs[0].ndim)
    monoid = combination.monoid
    if monoid is not None:
        primitive = REDUCTIONS[monoid](axes)
        out = primitive(xs[0]) if axes else xs[0]
        if not combination.starts_at(primitive.identity(dtypes.physical(xs[0].dtype))):
            start = structure.spread(combination.initial[0], out.shape)
            (out,) = combination.combine([start], [out])
        outs = [out]
    else:
        outs = combination.fold(_merged(xs, axes))
    if out_sharding is not None:
        outs = [constrained("reduce", x, out_sharding) for x in outs]
    return tree.unflatten(combination.structure, outs)


def _merged(xs: Sequence[Any], axes: tuple[int, ...]) -> list[Any]:
    """The operands with the axes to be reduced as one, in front."""
    kept = [i for i in range(xs[0].ndim) if i not in axes]
    merged = []
    for x in xs:
        n = int(np.prod([x.shape[a] for a in axes], dtype=np.int64))
        merged.append(reshape(transpose(x, (*axes, *kept)), (n, *[x.shape[k] for k in kept])))
    return merged


def _reduced(
    *operands_and_starts: Any, computation: Callable[..., Any], dimensions: Sequence[int], **_: Any
) -> list[Any]:
    """All operands, then their initial values; the computation takes and gives lists."""
    n = len(operands_and_starts) // 2
    return reduce(
        list(operands_and_starts[:n]), list(operands_and_starts[n:]), computation, dimensions
    )


reduce_p = ComposedOperation("reduce", _reduced, multiple_results=True)
