"""associative_scan: prefix combinations, one after another or in logarithmic depth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.core import dtypes
from fjax.core.annotations import T
from fjax.core.plain_arguments import check_whole
from fjax.core.primitive import Role
from fjax.core.tracing import aval_of
from fjax.higher_order.bodies import operands
from fjax.interpreters.staging import stage_references
from fjax.lax.control_flow import scan
from fjax.lax.shaping import concatenate, expand_dims, reshape, rev, squeeze
from fjax.lax.slicing import slice_in_dim
from fjax.passes.cleanup import inline
from fjax.primitives.structure import move_axis
from fjax.tree_util import tree_flatten

Combine = Callable[[Sequence[Any], Sequence[Any]], list[Any]]


def associative_scan(
    fn: Callable[[Any, Any], Any], elems: T, reverse: bool = False, axis: int = 0
) -> T:
    """Prefix combinations along an axis with an associative `fn(earlier, later)` of pytrees.

    `fn` must work on whole slices at once. Output i combines elements 0 to i (with `reverse`, i to
    the last). An elementwise function is applied to one slice after another: that takes half as
    many applications as combining neighbours in logarithmic depth. Other functions, such as
    products of matrices, are applied to many slices at once. So is every function of floats
    narrower than float32. Raises ValueError if the lengths along `axis` differ.

    elems: the pytree of arrays.
    Returns a pytree like `elems`.

    >>> import fjax.numpy as jnp
    >>> associative_scan(jnp.add, jnp.arange(4))
    Array([0, 1, 3, 6], dtype=int64)
    """
    if not callable(fn):
        raise errors.FjaxTypeError(
            f"lax.associative_scan: fn argument should be callable, got {fn!r}"
        )
    axis = check_whole("associative_scan: axis", axis, None)
    leaves, tree = tree_flatten(elems)
    arrays = operands("associative_scan", leaves)
    for a in arrays:
        if not -a.aval.ndim <= axis < a.aval.ndim:
            raise errors.FjaxValueError(
                f"associative_scan: axis {axis} is out of range for {a.aval}"
            )
    axes = [axis % a.aval.ndim for a in arrays]
    lengths = {a.aval.shape[k] for a, k in zip(arrays, axes, strict=True)}
    if len(lengths) > 1:
        avals = ", ".join(str(a.aval) for a in arrays)
        raise errors.FjaxValueError(
            "associative_scan: array inputs must have the same length along axis "
            f"{axis}, got {avals}"
        )

    def combine(xs: Sequence[Any], ys: Sequence[Any]) -> list[Any]:
        first, second = tree.unflatten(xs), tree.unflatten(ys)
        found, out_tree = tree_flatten(fn(first, second))
        if out_tree != tree:
            raise errors.FjaxTypeError(
                f"associative_scan: fn must return the structure of its "
                f"arguments, {tree}, but returned {out_tree}"
            )
        return found

    if lengths and min(lengths) > 1 and _goes_by_elements(combine, arrays, axes):
        return tree.unflatten(_by_steps(combine, arrays, axes, reverse))
    if reverse:
        arrays = [rev(a, (k,)) for a, k in zip(arrays, axes, strict=True)]
    results = _prefixes(combine, arrays, axes)
    if reverse:
        results = [rev(a, (k,)) for a, k in zip(results, axes, strict=True)]
    return tree.unflatten(results)


def _goes_by_elements(combine: Combine, arrays: list[Any], axes: list[int]) -> bool:
    """Whether a function only computes elements from elements, and gives the types it takes.

    Not of narrow floats: a sum of 256 ones in bfloat16 stays 256, whatever is added one by one.
    """
    avals = [
        a.aval.update(shape=(*a.aval.shape[:k], 1, *a.aval.shape[k + 1 :]), weak_type=False)
        for a, k in zip(arrays, axes, strict=True)
    ]
    if any(dtypes.widened(a.dtype) != a.dtype for a in avals):
        return False
    count = len(avals)
    staged = stage_references(lambda *xs: combine(xs[:count], xs[count:]), [*avals, *avals])
    found = [(v.aval.shape, v.aval.dtype) for v in staged.jaxpr.outvars]
    return (
        not staged.references
        and found == [(a.shape, a.dtype) for a in avals]
        and all(
            e.op.role in (Role.ELEMENTWISE, Role.INDEX) and not e.op.effects
            for e in inline(staged.jaxpr).eqns
        )
    )


def _by_steps(combine: Combine, arrays: list[Any], axes: list[int], reverse: bool) -> list[Any]:
    """Combine each slice with what is before it."""
    n = arrays[0].aval.shape[axes[0]]
    start, first = (0, n - 1) if reverse else (1, 0)

    def part(start: int, stop: int) -> list[Any]:
        return [slice_in_dim(x, start, stop, 1, k) for x, k in zip(arrays, axes, strict=True)]

    def step(before: list[Any], slices: list[Any]) -> tuple[list[Any], list[Any]]:
        later = [expand_dims(x, (k,)) for x, k in zip(slices, axes, strict=True)]
        found = combine(before, later)
        return found, [squeeze(x, (k,)) for x, k in zip(found, axes, strict=True)]

    rows = [move_axis(x, k, 0) for x, k in zip(part(start, start + n - 1), axes, strict=True)]
    ends = part(first, first + 1)
    _, results = scan(step, ends, rows, reverse=reverse)
    parts = [(e, move_axis(x, 0, k)) for e, x, k in zip(ends, results, axes, strict=True)]
    ordered = [pair[::-1] if reverse else pair for pair in parts]
    return [concatenate(pair, k) for pair, k in zip(ordered, axes, strict=True)]


def _prefixes(combine: Combine, arrays: list[Any], axes: list[int]) -> list[Any]:
    """Combine neighbours, scan the halves, and fill in between."""
    n = aval_of(arrays[0]).shape[axes[0]] if arrays else 0
    if n < 2:
        return arrays

    def part(xs: list[Any], start: int, stop: int | None, stride: int = 1) -> list[Any]:
        return [slice_in_dim(x, start, stop, stride, k) for x, k in zip(xs, axes, strict=True)]

    pairs = combine(part(arrays, 0, n - 1, 2), part(arrays, 1, None, 2))
    odd = _prefixes(combine, pairs, axes)
    first = part(arrays, 0, 1)
    if n == 2:
        even = first
    else:
        before = odd if n % 2 else part(odd, 0, n // 2 - 1)
        later = combine(before, part(arrays, 2, None, 2))
        even = [concatenate([a, b], k) for a, b, k in zip(first, later, axes, strict=True)]
    return [_interleave(a, b, k) for a, b, k in zip(even, odd, axes, strict=True)]


def _interleave(even: Any, odd: Any, axis: int) -> Any:
    """even[0], odd[0], even[1], odd[1], … along an axis; `even` may be longer by one."""
    n_even, shape = aval_of(even).shape[axis], aval_of(odd).shape
    n = shape[axis]
    paired = slice_in_dim(even, 0, n, 1, axis) if n_even > n else even
    split = (*shape[: axis + 1], 1, *shape[axis + 1 :])
    both = concatenate([reshape(paired, split), reshape(odd, split)], axis + 1)
    merged = reshape(both, (*shape[:axis], 2 * n, *shape[axis + 1 :]))
    if n_even > n:
        return concatenate([merged, slice_in_dim(even, n, n_even, 1, axis)], axis)
    return merged
