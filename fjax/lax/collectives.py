"""The primitives behind the collectives over named vmapped axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax import errors
from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, Primitive, Zero, primitive
from fjax.core.tracing import aval_of
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
from fjax.primitives.structure import ReduceSum, broadcast_batch, move_axis

__all__ = [
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
    makes_nan = True
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

    def check_example(self, x: Any, d: int | None) -> None:
        """Raise unless the primitive takes one example of the batched value x."""
        aval = aval_of(x)
        shape = aval.shape if d is None else (*aval.shape[:d], *aval.shape[d + 1 :])
        self.result_type(aval.update(shape=shape))


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
        return (merge_axes(x, k) if self.tiled else x,), (None,)


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
        self.check_example(x, d)
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
        self.check_example(x, d)
        x = broadcast_batch(x, axis.size, 0) if d is None else move_axis(x, d, 0)
        if self.tiled:
            x = _part(x, s + 1, axis.size)
        x = move_axis(x, s + 1, 0)  # (receiver, sender, ...)
        x = move_axis(x, 1, c + 1)
        return (merge_axes(x, c + 1) if self.tiled else x,), (0,)


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


def merge_axes(x: Any, dim: int) -> Any:
    """Axes `dim` and `dim + 1` as one."""
    shape = aval_of(x).shape
    return reshape(x, (*shape[:dim], shape[dim] * shape[dim + 1], *shape[dim + 2 :]))


def _part(x: Any, dim: int, n: int) -> Any:
    """Axis `dim` as two, the first of length n."""
    shape = aval_of(x).shape
    return reshape(x, (*shape[:dim], n, shape[dim] // n, *shape[dim + 1 :]))


psum_p, pmax_p, pmin_p, ppermute_p = Psum, Pmax, Pmin, Ppermute
axis_index_p, all_gather_p, all_to_all_p = AxisIndex, AllGather, AllToAll
