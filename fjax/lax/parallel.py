"""Collectives over named axes: psum, pmax, all_gather, all_to_all, ppermute, …"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes
from fjax.core.annotations import T
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.mesh import in_force
from fjax.core.operand import Operand
from fjax.core.primitive import BatchAxis
from fjax.core.tracing import aval_of
from fjax.higher_order.bodies import operand
from fjax.higher_order.collectives import (
    AllGather,
    AllToAll,
    AxisIndex,
    Name,
    Pmax,
    Pmin,
    Ppermute,
    Psum,
    PsumScatter,
)
from fjax.interpreters.jvp import zeros
from fjax.interpreters.vmap import axis_in_scope
from fjax.lax.groups import all_rows, place_in_group, position, row, rows_of_group
from fjax.lax.signatures import CollectiveExtremum
from fjax.primitives.comparison import eq
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.reductions import ReduceMax, ReduceMin
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Concatenate
from fjax.primitives.structure import ReduceSum, Reshape, merge_axes, move_axis, spread
from fjax.primitives.varying import PsumInvariant, recast, varied
from fjax.tree_util import tree_map


def _names(axis_name: Any, function: str) -> tuple[Name, ...]:
    """The named axes of a function's argument, checked to be in scope."""
    names = tuple(axis_name) if isinstance(axis_name, (tuple, list)) else (axis_name,)
    for name in names:
        if isinstance(name, int):
            raise errors.FjaxTypeError(
                f"{function} takes axis names, got the position {name}; "
                "use the reductions of fjax.numpy for positions"
            )
        axis_in_scope(name, function)
    return names


def _member_names(axis_name: Any, function: str) -> tuple[Name, ...]:
    """As `_names`, of a function that is about members of a mesh.

    ValueError for an axis of the mesh in force that no `shard_map` is over.
    """
    try:
        return _names(axis_name, function)
    except NameError:
        names = set(axis_name) if isinstance(axis_name, (tuple, list)) else {axis_name}
        mesh = in_force.value
        if mesh.manual_axes or not names <= set(mesh.axis_names):
            raise
    raise errors.FjaxValueError(
        f"{function} should be called under jax.shard_map over the axes {axis_name!r} of the mesh; "
        "outside of it there are no members that differ"
    )


def _groups(function: str, names: tuple[Name, ...], groups: Any, even: bool = True) -> Any:
    """The members that take part with one another, checked; None: all of them.

    even: whether all groups must be of one size.
    """
    if groups is None:
        return None
    size = math.prod(axis_in_scope(name).size for name in names)
    found = tuple(tuple(int(i) for i in group) for group in groups)
    if sorted(i for group in found for i in group) != list(range(size)):
        raise errors.FjaxValueError(
            f"{function}: axis_index_groups must cover all indices exactly once: each of 0 to "
            f"{size - 1}{_along(names)} in one group, got {found}"
        )
    if even and len({len(group) for group in found}) != 1:
        raise errors.FjaxValueError(
            f"{function}: axis_index_groups{_along(names)} must all be the same size, got {found}"
        )
    return found


def _along(names: Sequence[Name]) -> str:
    """Along which axes, as an error says it."""
    return f" along {', '.join(map(repr, names))}"


def _size(axes: Sequence[BatchAxis], groups: Any) -> int:
    return math.prod(axis.size for axis in axes) if groups is None else len(groups[0])


def _axes(names: Sequence[Name]) -> list[BatchAxis]:
    return [axis_in_scope(name) for name in names]


def _split(function: str, value: Any, k: int, axes: Sequence[BatchAxis], tiled: bool) -> Any:
    """The value with an axis of slices split into one for each named axis, then what is tiled."""
    names = [axis.name for axis in axes]
    return _slices(function, value, k, [axis.size for axis in axes], names, tiled)


def _slices(
    function: str, value: Any, k: int, sizes: list[int], names: Sequence[Name], tiled: bool
) -> Any:
    """The value with an axis of slices split into axes of these sizes, then what is tiled."""
    shape, n = value.aval.shape, math.prod(sizes)
    if shape[k] % n or (not tiled and shape[k] != n):
        raise errors.ShapeError(
            f"{function}: axis {k} of {value.aval} must be {'a multiple of ' if tiled else ''}the "
            f"product {n} of the sizes of the named axes {list(names)}"
        )
    rest = (shape[k] // n,) if tiled else ()
    return Reshape((*shape[:k], *sizes, *rest, *shape[k + 1 :]))(value)


def _one(function: str, axis_name: Any) -> BatchAxis:
    names = _names(axis_name, function)
    if len(names) != 1:
        raise NotImplementedError(f"{function} takes one axis name, got {names}")
    return axis_in_scope(names[0])


def axis_size(axis_name: Any) -> int:
    """The size of a named axis (of several: the product of their sizes).

    >>> fjax.vmap(lambda x: x * lax.axis_size("i"), axis_name="i")(jnp.array([1, 2, 3]))
    Array([3, 6, 9], dtype=int64)
    """
    return math.prod(axis_in_scope(n).size for n in _names(axis_name, "axis_size"))


def axis_index(axis_name: Any) -> Array:
    """The position of this example along a named axis, an int32 (row-major over several).

    >>> fjax.vmap(lambda x: lax.axis_index("i"), axis_name="i")(jnp.zeros(3))
    Array([0, 1, 2], dtype=int32)
    """
    return position(_names(axis_name, "axis_index"))


_NUMBERS = (bool, int, float, complex)


def psum(x: T, axis_name: Any, *, axis_index_groups: Any = None) -> T:
    """The sum of `x` (a pytree) over the named axes; `psum(1, name)` is the axis' size.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.vmap(lambda x: psum(x, "i"), axis_name="i")(jnp.arange(3.))
    Array([3., 3., 3.], dtype=float64)
    """
    names = _names(axis_name, "psum")
    groups = _groups("psum", names, axis_index_groups, even=False)
    even = groups is None or len({len(group) for group in groups}) == 1

    def one(leaf: Any) -> Any:
        if even and not isinstance(leaf, Operand) and isinstance(leaf, _NUMBERS):
            return _size([axis_in_scope(n) for n in names], groups) * leaf
        value = operand("psum", leaf)
        if value.aval.dtype == dtypes.bool_:
            value = convert_element_type(value, dtypes.default_int())
        value = _varied(value, names)
        if groups is not None and len(names) > 1:
            return ReduceSum((0,))(rows_of_group(value, names, groups, "zeros"))
        if groups is not None:
            return Psum(names, groups)(value)
        common = tuple(n for n in names if axis_in_scope(n).checked)
        others = tuple(n for n in names if n not in common)
        value = PsumInvariant(common)(value) if common else value
        return Psum(others)(value) if others else value

    return tree_map(one, x)


def _varied(value: Any, names: Sequence[Name]) -> Any:
    """The value as one that may differ along those of the axes for which types say so.

    An unreduced one stays: the members' summands differ.
    """
    names = frozenset(n for n in names if axis_in_scope(n).checked)
    return varied(value, names - aval_of(value).unreduced)


def pmean(x: T, axis_name: Any, *, axis_index_groups: Any = None) -> T:
    """The mean of `x` (a pytree) over the named axes.

    >>> fjax.vmap(lambda x: lax.pmean(x, "i"), axis_name="i")(jnp.array([1.0, 2.0, 6.0]))
    Array([3., 3., 3.], dtype=float64)
    """
    total = psum(x, axis_name, axis_index_groups=axis_index_groups)
    size = psum(1, axis_name, axis_index_groups=axis_index_groups)
    return tree_map(lambda leaf: leaf / size, total)


def _extremum(kind: Any) -> CollectiveExtremum:
    def function(x: T, axis_name: Any, *, axis_index_groups: Any = None) -> T:
        names = _names(axis_name, kind.name)
        groups = _groups(kind.name, names, axis_index_groups, even=False)
        common = groups is None and any(axis_in_scope(n).checked for n in names)

        def one(leaf: Any) -> Any:
            value = _varied(operand(kind.name, leaf), names)
            if groups is not None and len(names) > 1:
                return along((0,))(rows_of_group(value, names, groups, "first"))
            return kind(names, groups, common)(value)

        return tree_map(one, x)

    function.__name__ = function.__qualname__ = kind.name
    which, result, along = _EXTREMA[kind]
    function.__doc__ = f"""The {which} value of `x` (a pytree) over the named axes.

    >>> fjax.vmap(lambda x: lax.{kind.name}(x, "i"), axis_name="i")(jnp.array([3, 1, 2]))
    Array([{result}, {result}, {result}], dtype=int64)
    """
    return function


_EXTREMA = {Pmax: ("greatest", 3, ReduceMax), Pmin: ("least", 1, ReduceMin)}


pmax, pmin = _extremum(Pmax), _extremum(Pmin)


def all_gather(
    x: T,
    axis_name: Any,
    *,
    axis_index_groups: Any = None,
    axis: int = 0,
    tiled: bool = False,
    to: str = "varying",
) -> T:
    """The values of all examples, stacked at a new `axis` (tiled: concatenated along it).

    to: what types of a `shard_map` say of the result. It is 'varying', 'invarying' (the same on all
        members), or 'reduced' (the same, with an unreduced derivative).
    Raises ValueError for others.

    >>> fjax.vmap(lambda x: lax.all_gather(x, "i"), axis_name="i")(jnp.array([1, 2]))
    Array([[1, 2],
           [1, 2]], dtype=int64)
    """
    names = _names(axis_name, "all_gather")
    groups = _groups("all_gather", names, axis_index_groups)
    if to not in _GATHERED:
        raise errors.FjaxValueError(
            f"all_gather: `to` must be one of {', '.join(map(repr, _GATHERED))}, got {to!r}"
        )
    shared = frozenset(n for n in names if _GATHERED[to] and axis_in_scope(n).checked)

    def one(leaf: Any) -> Any:
        value = _varied(operand("all_gather", leaf), names)
        rank = value.aval.ndim + (not tiled)
        if not -rank <= axis < rank:
            raise errors.FjaxValueError(
                f"all_gather: axis {axis} is not one of the {rank} axes of the "
                f"result, for an operand {value.aval}"
            )
        k = axis % rank
        if groups is not None and len(names) > 1:
            rows = move_axis(rows_of_group(value, names, groups), 0, k)
            return recast(merge_axes(rows, k) if tiled else rows, shared, _GATHERED[to])
        for i, name in enumerate(reversed(names)):
            value = AllGather(name, _size([axis_in_scope(name)], groups), k, tiled, groups)(value)
            if i and not tiled:
                value = merge_axes(value, k)
        return recast(value, shared, _GATHERED[to])

    return tree_map(one, x)


_GATHERED = {"varying": "", "invarying": "common", "reduced": "reduced"}


def psum_scatter(
    x: T,
    axis_name: Any,
    *,
    scatter_dimension: int = 0,
    axis_index_groups: Any = None,
    tiled: bool = False,
) -> T:
    """This example's slice along `scatter_dimension` of the sum over the named axes.

    Over several axes the slices are numbered as by `axis_index`: the last axis varies fastest.

    >>> fjax.vmap(lambda x: lax.psum_scatter(x, "i"), axis_name="i")(jnp.array([[1, 2], [3, 4]]))
    Array([4, 6], dtype=int64)
    """
    names = _names(axis_name, "psum_scatter")
    axes, groups = _axes(names), _groups("psum_scatter", names, axis_index_groups)

    def one(leaf: Any) -> Any:
        value = operand("psum_scatter", leaf)
        own = frozenset(n for n in names if axis_in_scope(n).checked)
        value = varied(value, own)  # also the summands of an unreduced one
        k = scatter_dimension % value.aval.ndim
        if len(axes) == 1:
            return PsumScatter(axes[0].name, _size(axes, groups), k, tiled, groups)(value)
        if groups is not None:
            value = _slices("psum_scatter", value, k, [len(groups[0])], names, tiled)
            total = ReduceSum((0,))(rows_of_group(value, names, groups))
            return row(move_axis(total, k, 0), place_in_group(names, groups))
        value = _split("psum_scatter", value, k, axes, tiled)
        for axis in axes:
            value = PsumScatter(axis.name, axis.size, k, False)(value)
        return value

    return tree_map(one, x)


def all_to_all(
    x: T,
    axis_name: Any,
    split_axis: int,
    concat_axis: int,
    *,
    axis_index_groups: Any = None,
    tiled: bool = False,
) -> T:
    """Exchange slices: example i gets slice i along `split_axis` of each, along `concat_axis`.

    Over several named axes the examples are numbered as by `axis_index`: the last axis varies
    fastest.

    >>> f = fjax.vmap(lambda x: lax.all_to_all(x, "i", 0, 0), axis_name="i")
    >>> f(jnp.array([[1, 2], [3, 4]]))
    Array([[1, 3],
           [2, 4]], dtype=int64)
    """
    names = _names(axis_name, "all_to_all")
    axes, groups = _axes(names), _groups("all_to_all", names, axis_index_groups)

    def one(leaf: Any) -> Any:
        value = _varied(operand("all_to_all", leaf), names)
        split, concat = split_axis % value.aval.ndim, concat_axis % value.aval.ndim
        if len(axes) == 1:
            size = _size(axes, groups)
            return AllToAll(axes[0].name, size, split, concat, tiled, groups)(value)
        if groups is not None:
            value = _slices("all_to_all", value, split, [len(groups[0])], names, tiled)
            rows = move_axis(rows_of_group(value, names, groups), split + 1, 0)
            value = move_axis(row(rows, place_in_group(names, groups)), 0, concat)
            return merge_axes(value, concat) if tiled else value
        value = _split("all_to_all", value, split, axes, tiled)
        for i, axis in enumerate(axes):  # each leaves the senders where the receivers were
            value = AllToAll(axis.name, axis.size, split + i, split + i, False)(value)
        for _ in axes[1:]:
            value = merge_axes(value, split)
        value = move_axis(value, split, concat)
        return merge_axes(value, concat) if tiled else value

    return tree_map(one, x)


def ppermute(x: T, axis_name: Any, perm: Sequence[tuple[int, int]]) -> T:
    """Send values along (source, target) pairs of positions; the others get zeros.

    >>> f = fjax.vmap(lambda x: lax.ppermute(x, "i", [(0, 1), (1, 2)]), axis_name="i")
    >>> f(jnp.array([1, 2, 3]))
    Array([0, 1, 2], dtype=int64)
    """
    names, size = _names(axis_name, "ppermute"), axis_size(axis_name)
    try:
        pairs = tuple((int(a), int(b)) for a, b in perm)
    except (TypeError, ValueError) as error:
        raise errors.FjaxTypeError(
            f"ppermute: perm has pairs (source, target), as [(0, 1), (1, 0)], got {perm!r:.60}"
        ) from error
    if len({a for a, _ in pairs}) != len(pairs) or len({b for _, b in pairs}) != len(pairs):
        raise errors.FjaxValueError(
            f"ppermute: sources and destinations{_along(names)} must each be distinct, got {pairs}"
        )
    if not all(0 <= i < size for pair in pairs for i in pair):
        raise errors.FjaxValueError(
            f"ppermute: positions{_along(names)} must lie in 0..{size - 1}, got {pairs}"
        )
    if len(names) == 1:
        return tree_map(lambda leaf: _permuted(leaf, names[0], size, pairs), x)
    sources = np.full(size, size, np.int32)  # the row after the last is zero
    sources[[b for _, b in pairs]] = [a for a, _ in pairs]
    mine = row(sources, position(names))

    def one(leaf: Any) -> Any:
        rows = all_rows(_varied(operand("ppermute", leaf), names), names)
        nothing = zeros(aval_of(rows).update(shape=(1, *rows.shape[1:])))
        return row(Concatenate(0)(rows, nothing), mine)

    return tree_map(one, x)


def _permuted(leaf: Any, name: Name, size: int, pairs: tuple[tuple[int, int], ...]) -> Any:
    return Ppermute(name, size, pairs)(_varied(operand("ppermute", leaf), (name,)))


def pshuffle(x: T, axis_name: Any, perm: Sequence[int]) -> T:
    """Example i gets the value of example perm[i].

    >>> fjax.vmap(lambda x: lax.pshuffle(x, "i", [2, 0, 1]), axis_name="i")(jnp.array([1, 2, 3]))
    Array([3, 1, 2], dtype=int64)
    """
    size = axis_size(axis_name)
    if sorted(perm) != list(range(size)):
        raise errors.FjaxValueError(
            f"pshuffle: `perm` does not represent a permutation: {list(perm)}; it must hold each "
            f"of 0 to {size - 1}{_along(_names(axis_name, 'pshuffle'))} once"
        )
    return ppermute(x, axis_name, list(zip(perm, range(size), strict=True)))


def pswapaxes(x: T, axis_name: Any, axis: int, *, axis_index_groups: Any = None) -> T:
    """Swap the named axis with the positional `axis`.

    >>> f = fjax.vmap(lambda x: lax.pswapaxes(x, "i", 0), axis_name="i")
    >>> f(jnp.array([[1, 2], [3, 4]]))
    Array([[1, 3],
           [2, 4]], dtype=int64)
    """
    return all_to_all(x, axis_name, axis, axis, axis_index_groups=axis_index_groups)


def pbroadcast(x: T, axis_name: Any, source: int = 0) -> T:
    """The value of example `source`, for every example along the named axes.

    >>> fjax.vmap(lambda x: lax.pbroadcast(x, "i", source=1), axis_name="i")(jnp.array([1, 2, 3]))
    Array([2, 2, 2], dtype=int64)
    """
    names = _names(axis_name, "pbroadcast")

    def one(leaf: Any) -> Any:
        value = operand("pbroadcast", leaf)
        chosen = eq(position(names), np.int32(source))
        shape = value.aval.shape
        mask = spread(chosen, shape)
        return psum(select_n(mask, zeros(value.aval), value), names)

    return tree_map(one, x)


def pvary(x: T, axis_name: Any) -> T:
    """`x` as a value that may differ along named axes, where types say so (`shard_map`).

    Under vmap every value may: there it is `x` itself.

    >>> fjax.vmap(lambda x: lax.pvary(x, "i"), axis_name="i")(jnp.array([1, 2]))
    Array([1, 2], dtype=int64)
    """
    names = _member_names(axis_name, "pvary")
    if not any(axis_in_scope(n).checked for n in names):
        return x
    return tree_map(lambda leaf: _varied(operand("pvary", leaf), names), x)


def pcast(x: T, axis_name: Any, *, to: str) -> T:
    """`x` as a value of another kind along named axes, where types say so (`shard_map`).

    to: 'varying', of a value that members have in common or that is reduced: it may differ.
        'unreduced', of one that may differ: the sum of what the members have is the value.
        'reduced', of one in common: its derivative is unreduced. Nothing is sent.
    Raises ValueError for other casts. Under vmap it is `x` itself.

    >>> fjax.vmap(lambda x: lax.pcast(x, "i", to="varying"), axis_name="i")(jnp.array([1, 2]))
    Array([1, 2], dtype=int64)
    """
    if isinstance(axis_name, (set, frozenset)):
        raise errors.FjaxTypeError(
            f"pcast: axis_name={axis_name} must be a tuple or a str. Got {axis_name}"
        )
    if to not in ("varying", "unreduced", "reduced"):
        raise errors.FjaxValueError(
            "pcast: Got unexpected `to` value. Allowed `to` values are: 'varying', 'unreduced' and "
            f"'reduced', got {to!r}"
        )
    function = "pvary" if to == "varying" else "pcast"
    names = frozenset(n for n in _member_names(axis_name, function) if axis_in_scope(n).checked)

    def one(leaf: Any) -> Any:
        value = operand("pcast", leaf)
        found = {_kind_along(value.aval, n) for n in names}
        if len(found) > 1:
            raise errors.FjaxValueError(
                "jax.lax.pcast can only accept axis_name which are of one kind in the type of its "
                f"operand: {value.aval} is {' and '.join(sorted(found))} along {axis_name}; cast "
                "it along one axis after the other"
            )
        (kind,) = found
        if (kind, to) not in _CASTS:
            raise errors.FjaxValueError(f"Unsupported pcast from={kind}, to={to!r}: {value.aval}")
        return varied(value, names) if to == "varying" else recast(value, names, to)

    return tree_map(one, x) if names else x


_CASTS = {
    ("invarying", "varying"),
    ("reduced", "varying"),
    ("invarying", "reduced"),
    ("varying", "unreduced"),
}


def _kind_along(aval: ShapedArray, name: Any) -> str:
    """How a value is along an axis of a shard_map."""
    kinds = (("varying", aval.vma), ("unreduced", aval.unreduced), ("reduced", aval.reduced))
    return next((kind for kind, names in kinds if name in names), "invarying")


psum_p, pmax_p, pmin_p, ppermute_p = Psum, Pmax, Pmin, Ppermute
axis_index_p, all_gather_p, all_to_all_p = AxisIndex, AllGather, AllToAll
