"""Collectives over named vmapped axes: psum, pmax, all_gather, all_to_all, ppermute, …"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.operand import Operand
from fjax.core.primitive import BatchAxis, Primitive, Zero, primitive
from fjax.core.tracing import aval_of
from fjax.higher_order.bodies import operand
from fjax.interpreters.jvp import zeros
from fjax.interpreters.vmap import axis_in_scope
from fjax.lax.shaping import concatenate, reshape
from fjax.lax.slicing import index_in_dim
from fjax.primitives.arithmetic import div, mul
from fjax.primitives.comparison import eq
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.primitives.generators import Iota
from fjax.primitives.reductions import ReduceMax, ReduceMin
from fjax.primitives.selection import select_n
from fjax.primitives.structure import ReduceSum, broadcast_batch, move_axis, spread
from fjax.tree_util import tree_map

__all__ = [
    "all_gather",
    "all_to_all",
    "axis_index",
    "axis_size",
    "pbroadcast",
    "pmax",
    "pmean",
    "pmin",
    "ppermute",
    "pshuffle",
    "psum",
    "psum_scatter",
    "pswapaxes",
    "pvary",
    "all_gather_p",
    "all_to_all_p",
    "axis_index_p",
    "pmax_p",
    "pmin_p",
    "ppermute_p",
    "psum_p",
]

Name = Any


class Collective(Primitive):
    """An operation along named axes; outside a vmap that defines them it can't run."""

    axis_names: tuple[Name, ...]  # type: ignore[assignment]

    def run(self, *args: Any):
        for name in self.axis_names:
            axis_in_scope(name)
        raise errors.FjaxRuntimeError(f"{self.name} over {self.axis_names} ran outside its vmap")

    def linear_jvp(self, primals: Sequence[Any], tangents: Sequence[Any]):
        """The jvp of a linear collective."""
        out = self(*primals)
        if type(tangents[0]) is Zero:
            return (out,), (Zero(out.aval.tangent()),)
        return (out,), (self(tangents[0]),)


class AxisReduction(Collective):
    """Combines the values along named axes; every member gets the result."""

    axes: tuple[Name, ...]

    @property
    def axis_names(self):  # type: ignore[override]
        return self.axes

    def result_type(self, x: ShapedArray):
        return (x,)

    def along(self, x: Any, dim: int) -> Any:
        """The reduction of an array along one dimension."""
        raise self.missing("along")

    def unbatched(self, x: Any, size: int) -> Any:
        """The reduction of `size` equal values."""
        return x

    def batch(self, axis: BatchAxis, args, dims):
        (x,), (d,) = args, dims
        if axis.name not in self.axes:
            return (self(x),), (d,)
        rest = tuple(n for n in self.axes if n != axis.name)
        x = self.unbatched(x, axis.size) if d is None else self.along(x, d)
        return (self.replace(axes=rest)(x) if rest else x,), (None,)


@primitive
class Psum(AxisReduction):
    """The sum along named axes."""

    name = "psum"
    axes: tuple[Name, ...]

    def along(self, x, dim):
        return ReduceSum((dim,))(x)

    def unbatched(self, x, size):
        return mul(x, like(size, x))

    def jvp(self, primals, tangents):
        return self.linear_jvp(primals, tangents)

    def transpose(self, cotangents, x):
        return (self(cotangents[0]),)


class AxisExtremum(AxisReduction):
    """The greatest or least value along named axes; ties share the derivative."""

    axes: tuple[Name, ...]

    def jvp(self, primals, tangents):
        (x,), (t,) = primals, tangents
        out = self(x)
        if type(t) is Zero:
            return (out,), (Zero(out.aval.tangent()),)
        chosen = convert_element_type(eq(x, out), aval_of(t).dtype)
        total = Psum(self.axes)
        return (out,), (div(total(mul(t, chosen)), total(chosen)),)


@primitive
class Pmax(AxisExtremum):
    """The greatest value along named axes."""

    name = "pmax"
    axes: tuple[Name, ...]

    def along(self, x, dim):
        return ReduceMax((dim,))(x)


@primitive
class Pmin(AxisExtremum):
    """The least value along named axes."""

    name = "pmin"
    axes: tuple[Name, ...]

    def along(self, x, dim):
        return ReduceMin((dim,))(x)


class OneAxis(Collective):
    """A collective along one named axis of known size."""

    axis: Name
    size: int

    @property
    def axis_names(self):  # type: ignore[override]
        return (self.axis,)


@primitive
class AxisIndex(OneAxis):
    """The position along a named axis."""

    name = "axis_index"
    axis: Name
    size: int

    def result_type(self):
        return (ShapedArray((), dtypes.int32),)

    def jvp(self, primals, tangents):
        out = self()
        return (out,), (Zero(out.aval.tangent()),)

    def batch(self, axis: BatchAxis, args, dims):
        return (Iota(dtypes.int32, (axis.size,), 0)(),), (0,)


@primitive
class AllGather(OneAxis):
    """The values of all members, along a new axis at `dimension` (or merged into it if tiled)."""

    name = "all_gather"
    axis: Name
    size: int
    dimension: int
    tiled: bool

    def result_type(self, x: ShapedArray):
        k = self.dimension
        if self.tiled:
            return (x.update(shape=(*x.shape[:k], x.shape[k] * self.size, *x.shape[k + 1 :])),)
        return (x.update(shape=(*x.shape[:k], self.size, *x.shape[k:])),)

    def jvp(self, primals, tangents):
        return self.linear_jvp(primals, tangents)

    def transpose(self, cotangents, x):
        return (PsumScatter(self.axis, self.size, self.dimension, self.tiled)(cotangents[0]),)

    def batch(self, axis: BatchAxis, args, dims):
        (x,), (d,), k = args, dims, self.dimension
        if axis.name != self.axis:
            moved = move_axis(x, d, 0)
            return (self.replace(dimension=k + 1)(moved),), (0,)
        x = broadcast_batch(x, axis.size, k) if d is None else move_axis(x, d, k)
        return (_merge(x, k) if self.tiled else x,), (None,)


@primitive
class PsumScatter(OneAxis):
    """Each member's slice, along `dimension`, of the sum over all members."""

    name = "reduce_scatter"
    axis: Name
    size: int
    dimension: int
    tiled: bool

    def result_type(self, x: ShapedArray):
        k, n = self.dimension, x.shape[self.dimension]
        if n % self.size or (not self.tiled and n != self.size):
            raise errors.ShapeError(
                f"psum_scatter: axis {k} of {x} must be "
                f"{'a multiple of ' if self.tiled else ''}the size {self.size} of "
                f"the named axis {self.axis!r}"
            )
        middle = (n // self.size,) if self.tiled else ()
        return (x.update(shape=(*x.shape[:k], *middle, *x.shape[k + 1 :])),)

    def jvp(self, primals, tangents):
        return self.linear_jvp(primals, tangents)

    def transpose(self, cotangents, x):
        return (AllGather(self.axis, self.size, self.dimension, self.tiled)(cotangents[0]),)

    def batch(self, axis: BatchAxis, args, dims):
        (x,), (d,), k = args, dims, self.dimension
        if axis.name != self.axis:
            return (self.replace(dimension=k + 1)(move_axis(x, d, 0)),), (0,)
        total = mul(x, like(axis.size, x)) if d is None else ReduceSum((d,))(x)
        return (_part(total, k, axis.size) if self.tiled else total,), (k,)


@primitive
class AllToAll(OneAxis):
    """Member i gets slice i, along `split`, of every member's value, joined along `concat`."""

    name = "all_to_all"
    axis: Name
    size: int
    split: int
    concat: int
    tiled: bool

    def result_type(self, x: ShapedArray):
        n = x.shape[self.split]
        if n % self.size or (not self.tiled and n != self.size):
            raise errors.ShapeError(
                f"all_to_all: axis {self.split} of {x} must be "
                f"{'a multiple of ' if self.tiled else ''}the size {self.size} of "
                f"the named axis {self.axis!r}"
            )
        shape = list(x.shape)
        if self.tiled:
            shape[self.split] //= self.size
            shape[self.concat] *= self.size
        else:
            del shape[self.split]
            shape.insert(self.concat, self.size)
        return (x.update(shape=tuple(shape)),)

    def jvp(self, primals, tangents):
        return self.linear_jvp(primals, tangents)

    def transpose(self, cotangents, x):
        return (self.replace(split=self.concat, concat=self.split)(cotangents[0]),)

    def batch(self, axis: BatchAxis, args, dims):
        (x,), (d,), s, c = args, dims, self.split, self.concat
        if axis.name != self.axis:
            return (self.replace(split=s + 1, concat=c + 1)(move_axis(x, d, 0)),), (0,)
        x = broadcast_batch(x, axis.size, 0) if d is None else move_axis(x, d, 0)
        if self.tiled:
            x = _part(x, s + 1, axis.size)
        x = move_axis(x, s + 1, 0)  # (receiver, sender, ...)
        x = move_axis(x, 1, c + 1)
        return (_merge(x, c + 1) if self.tiled else x,), (0,)


@primitive
class Ppermute(OneAxis):
    """Member `target` gets the value of member `source` for each pair; the others get zeros."""

    name = "ppermute"
    axis: Name
    size: int
    permutation: tuple[tuple[int, int], ...]

    def result_type(self, x: ShapedArray):
        return (x,)

    def jvp(self, primals, tangents):
        return self.linear_jvp(primals, tangents)

    def transpose(self, cotangents, x):
        return (
            self.replace(permutation=tuple((b, a) for a, b in self.permutation))(cotangents[0]),
        )

    def batch(self, axis: BatchAxis, args, dims):
        (x,), (d,) = args, dims
        if axis.name != self.axis:
            return (self(x),), (d,)
        x = broadcast_batch(x, axis.size, 0) if d is None else move_axis(x, d, 0)
        sources: list[int | None] = [None] * axis.size
        for source, target in self.permutation:
            sources[target] = source
        empty = zeros(aval_of(x).update(shape=(1, *aval_of(x).shape[1:])))
        return (
            concatenate([empty if s is None else index_in_dim(x, s, 0) for s in sources], 0),
        ), (0,)


def _merge(x: Any, dim: int) -> Any:
    """Axes `dim` and `dim + 1` as one."""
    shape = aval_of(x).shape
    return reshape(x, (*shape[:dim], shape[dim] * shape[dim + 1], *shape[dim + 2 :]))


def _part(x: Any, dim: int, n: int) -> Any:
    """Axis `dim` as two, the first of length n."""
    shape = aval_of(x).shape
    return reshape(x, (*shape[:dim], n, shape[dim] // n, *shape[dim + 1 :]))


psum_p, pmax_p, pmin_p, ppermute_p = Psum, Pmax, Pmin, Ppermute
axis_index_p, all_gather_p, all_to_all_p = AxisIndex, AllGather, AllToAll


# ---- functions


def _names(axis_name: Any) -> tuple[Name, ...]:
    """The named axes, checked to be in scope."""
    names = tuple(axis_name) if isinstance(axis_name, (tuple, list)) else (axis_name,)
    for name in names:
        if isinstance(name, int):
            raise errors.FjaxTypeError(
                f"a collective takes axis names, got the position {name}; "
                "use the reductions of fjax.numpy for positions"
            )
        axis_in_scope(name)
    return names


def _no_groups(function: str, groups: Any) -> None:
    if groups is not None:
        raise NotImplementedError(
            f"{function}: axis_index_groups is not supported under vmap; "
            "split the axis in two named axes"
        )


def _one(function: str, axis_name: Any) -> BatchAxis:
    names = _names(axis_name)
    if len(names) != 1:
        raise NotImplementedError(f"{function} takes one axis name, got {names}")
    return axis_in_scope(names[0])


def axis_size(axis_name: Any) -> int:
    """The size of a named axis (of several: the product of their sizes)."""
    return math.prod(axis_in_scope(n).size for n in _names(axis_name))


def axis_index(axis_name: Any) -> Any:
    """The position of this example along a named axis, an int32 (row-major over several)."""
    names = _names(axis_name)
    index: Any = None
    for name in names:
        own = AxisIndex(name, axis_in_scope(name).size)()
        index = own if index is None else index * axis_in_scope(name).size + own
    return Array(np.zeros((), np.int32), ShapedArray((), dtypes.int32)) if index is None else index


def psum(x: Any, axis_name: Any, *, axis_index_groups: Any = None) -> Any:
    """The sum of `x` (a pytree) over the named axes; `psum(1, name)` is the axis' size.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.vmap(lambda x: psum(x, "i"), axis_name="i")(jnp.arange(3.))
    Array([3., 3., 3.], dtype=float64)
    """
    _no_groups("psum", axis_index_groups)
    names = _names(axis_name)
    size = math.prod(axis_in_scope(n).size for n in names)

    def one(leaf: Any) -> Any:
        if not isinstance(leaf, Operand) and isinstance(leaf, (bool, int, float, complex)):
            return size * leaf
        value = operand("psum", leaf)
        if value.aval.dtype == dtypes.bool_:
            value = convert_element_type(value, dtypes.default_int())
        return Psum(names)(value) if names else value

    return tree_map(one, x)


def pmean(x: Any, axis_name: Any, *, axis_index_groups: Any = None) -> Any:
    """The mean of `x` (a pytree) over the named axes."""
    total = psum(x, axis_name, axis_index_groups=axis_index_groups)
    size = axis_size(axis_name)
    return tree_map(lambda leaf: leaf / size, total)


def _extremum(kind: Any) -> Callable[..., Any]:
    def function(x: Any, axis_name: Any, *, axis_index_groups: Any = None) -> Any:
        _no_groups(kind.name, axis_index_groups)
        names = _names(axis_name)
        return tree_map(lambda leaf: kind(names)(operand(kind.name, leaf)), x)

    function.__name__ = function.__qualname__ = kind.name
    which = "greatest" if kind is Pmax else "least"
    function.__doc__ = f"The {which} value of `x` (a pytree) over the named axes."
    return function


pmax, pmin = _extremum(Pmax), _extremum(Pmin)


def all_gather(
    x: Any,
    axis_name: Any,
    *,
    axis_index_groups: Any = None,
    axis: int = 0,
    tiled: bool = False,
    **_to: Any,
) -> Any:
    """The values of all examples, stacked at a new `axis` (tiled: concatenated along it)."""
    _no_groups("all_gather", axis_index_groups)
    names = _names(axis_name)

    def one(leaf: Any) -> Any:
        value = operand("all_gather", leaf)
        rank = value.aval.ndim + (not tiled)
        if not -rank <= axis < rank:
            raise errors.FjaxValueError(
                f"all_gather: axis {axis} is not one of the {rank} axes of the "
                f"result, for an operand {value.aval}"
            )
        k = axis % rank
        for i, name in enumerate(reversed(names)):
            value = AllGather(name, axis_in_scope(name).size, k, tiled)(value)
            if i and not tiled:
                value = _merge(value, k)
        return value

    return tree_map(one, x)


def psum_scatter(
    x: Any,
    axis_name: Any,
    *,
    scatter_dimension: int = 0,
    axis_index_groups: Any = None,
    tiled: bool = False,
) -> Any:
    """This example's slice along `scatter_dimension` of the sum over the named axis."""
    _no_groups("psum_scatter", axis_index_groups)
    axis = _one("psum_scatter", axis_name)

    def one(leaf: Any) -> Any:
        value = operand("psum_scatter", leaf)
        return PsumScatter(axis.name, axis.size, scatter_dimension % value.aval.ndim, tiled)(value)

    return tree_map(one, x)


def all_to_all(
    x: Any,
    axis_name: Any,
    split_axis: int,
    concat_axis: int,
    *,
    axis_index_groups: Any = None,
    tiled: bool = False,
) -> Any:
    """Exchange slices: example i gets slice i along `split_axis` of each, along `concat_axis`."""
    _no_groups("all_to_all", axis_index_groups)
    axis = _one("all_to_all", axis_name)

    def one(leaf: Any) -> Any:
        value = operand("all_to_all", leaf)
        rank = value.aval.ndim
        return AllToAll(axis.name, axis.size, split_axis % rank, concat_axis % rank, tiled)(value)

    return tree_map(one, x)


def ppermute(x: Any, axis_name: Any, perm: Sequence[tuple[int, int]]) -> Any:
    """Send values along (source, target) pairs of positions; the others get zeros."""
    axis = _one("ppermute", axis_name)
    pairs = tuple((int(a), int(b)) for a, b in perm)
    if len({a for a, _ in pairs}) != len(pairs) or len({b for _, b in pairs}) != len(pairs):
        raise errors.FjaxValueError(
            f"ppermute: sources and destinations must each be distinct, got {pairs}"
        )
    if not all(0 <= i < axis.size for pair in pairs for i in pair):
        raise errors.FjaxValueError(
            f"ppermute: positions must lie in 0..{axis.size - 1}, got {pairs}"
        )
    return tree_map(
        lambda leaf: Ppermute(axis.name, axis.size, pairs)(operand("ppermute", leaf)), x
    )


def pshuffle(x: Any, axis_name: Any, perm: Sequence[int]) -> Any:
    """Example i gets the value of example perm[i]."""
    size = axis_size(axis_name)
    if sorted(perm) != list(range(size)):
        raise errors.FjaxValueError(
            f"pshuffle: perm must be a permutation of 0..{size - 1}, got {perm}"
        )
    return ppermute(x, axis_name, list(zip(perm, range(size), strict=True)))


def pswapaxes(x: Any, axis_name: Any, axis: int, *, axis_index_groups: Any = None) -> Any:
    """Swap the named axis with the positional `axis`."""
    return all_to_all(x, axis_name, axis, axis, axis_index_groups=axis_index_groups)


def pbroadcast(x: Any, axis_name: Any, source: int = 0) -> Any:
    """The value of example `source`, for every example along the named axis."""
    axis = _one("pbroadcast", axis_name)

    def one(leaf: Any) -> Any:
        value = operand("pbroadcast", leaf)
        chosen = eq(axis_index(axis.name), np.int32(source))
        shape = value.aval.shape
        mask = spread(chosen, shape)
        return Psum((axis.name,))(select_n(mask, zeros(value.aval), value))

    return tree_map(one, x)


def pvary(x: Any, axis_name: Any) -> Any:
    """`x` itself: under vmap every value may vary along a named axis."""
    _names(axis_name)
    return x
