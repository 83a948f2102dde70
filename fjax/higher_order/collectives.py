"""The primitives behind the collectives over named axes, of a vmap or of a mesh."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from fjax import errors
from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.job import Group
from fjax.core.primitive import BatchAxis, Dims, Primitive, Values, Zero, family, primitive
from fjax.core.process_grid import ProcessAxis, group_of, require_processes
from fjax.core.tracing import as_array, aval_of
from fjax.interpreters.jvp import zeros
from fjax.interpreters.vmap import place_batch
from fjax.primitives.arithmetic import add, div, mul
from fjax.primitives.comparison import eq
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.primitives.generators import Iota
from fjax.primitives.reductions import ReduceMax, ReduceMin
from fjax.primitives.shaping import Concatenate, Slice
from fjax.primitives.slicing import DynamicSlice
from fjax.primitives.structure import (
    BroadcastInDim,
    ReduceSum,
    Reshape,
    broadcast_batch,
    linear_jvp,
    merge_axes,
    move_axis,
    split_axis,
    zero_jvp,
)
from fjax.primitives.varying import PsumInvariant, renamed

Name = Any
Groups = tuple[tuple[int, ...], ...] | None  # members that take part with one another; None: all


class Collective(Primitive):
    """An operation along named axes; it runs as a part of what defines them."""

    def run(self, *args: Any) -> Values:
        """The results in this process, of a collective along axes of processes."""
        arrays = [as_array(x) for x in args]
        buffers = [np.ascontiguousarray(x.host()) for x in arrays]
        (aval,) = self.result_type(*[x.aval for x in arrays])
        found = Array(self.exchanged(self.group, *buffers), aval)
        return (found.alias(aval, arrays[0].placement),)

    @property
    def group(self) -> Group:
        """The processes that take part."""
        return group_of(tuple(self.axis_names), getattr(self, "groups", None))

    def exchanged(self, group: Group, x: np.ndarray) -> np.ndarray:
        """The result, for the operand of this process."""
        raise self.missing("exchanged")

    def by_gathering(self, axis: BatchAxis, x: Any, dim: int | None) -> tuple[Values, Dims]:
        """What `batch` gives along an axis that goes on over processes, by way of all values.

        Called on the collective of all members.
        """
        x = broadcast_batch(x, axis.size, 0) if dim is None else move_axis(x, dim, 0)
        assert axis.across is not None
        everybody = BatchAxis(axis.name, axis.size * axis.across.size)
        everything = AllGather(axis.across, axis.across.size, 0, True)(x)
        (out,), (found,) = self.batch(everybody, (everything,), (0,))
        out = place_batch(out, found, 0, everybody)
        index = AxisIndex(axis.across, axis.across.size)()
        start = mul(index, like(axis.size, index))
        shape, zero = aval_of(out).shape, like(0, index)
        starts = [start, *[zero] * (len(shape) - 1)]
        return (DynamicSlice((axis.size, *shape[1:]))(out, *starts),), (0,)

    def within_groups(
        self, groups: Groups, axis: BatchAxis, x: Any, dim: int | None
    ) -> tuple[Values, Dims]:
        """What `batch` gives, for each group by itself: all members' results, and where they are.

        Called on the same collective without groups.
        """
        x = broadcast_batch(x, axis.size, 0) if dim is None else move_axis(x, dim, 0)
        results: list[Any] = []
        order: list[int] = []
        for group in groups or ():
            part = BatchAxis(axis.name, len(group))
            (out,), (found,) = self.of_size(part.size).batch(part, (rows(x, group),), (0,))
            results.append(place_batch(out, found, 0, part))
            order += group
        places = [order.index(member) for member in range(axis.size)]
        return (rows(Concatenate(0)(*results), places),), (0,)

    def of_size(self, size: int) -> Collective:
        """This collective along an axis of another size."""
        return self


@family
class AxisReduction(Collective):
    """Combines the values along named axes; every member gets the result."""

    axes: tuple[Name, ...]
    groups: Groups = None

    @property
    def axis_names(self) -> tuple[Name, ...]:
        return self.axes

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        (x,) = avals
        return (x,)

    def along(self, x: Any, dim: int) -> Any:
        """The reduction of an array along one dimension."""
        raise self.missing("along")

    def unbatched(self, x: Any, size: int) -> Any:
        """The reduction of `size` equal values."""
        return x

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        (x,), (d,) = args, dims
        if axis.name not in self.axes:
            return (self(x),), (d,)
        if self.groups is not None and axis.across is not None:
            if axis.size > 1:
                return self.by_gathering(axis, x, d)
            x = x if d is None else self.along(x, d)
            return (self.replace(axes=(axis.across,))(x),), (None,)
        if self.groups is not None:
            return self.replace(groups=None).within_groups(self.groups, axis, x, d)
        rest = renamed(self.axes, axis)
        x = self.unbatched(x, axis.size) if d is None else self.along(x, d)
        return (self.replace(axes=rest)(x) if rest else x,), (None,)


@primitive
class Psum(AxisReduction):
    """The sum along named axes."""

    rounds = True
    makes_nan = True

    def along(self, x: Any, dim: int) -> Any:
        return ReduceSum((dim,))(x)

    def unbatched(self, x: Any, size: int) -> Any:
        return mul(x, like(size, x)) if size > 1 else x

    def exchanged(self, group: Group, x: np.ndarray) -> np.ndarray:
        return group.total(x, self)

    jvp = linear_jvp

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        return (self(cotangents[0]),)


@family
class AxisExtremum(AxisReduction):
    """The greatest or least value along named axes; ties share the derivative.

    common: whether types say that the members have it in common.
    """

    largest: ClassVar[bool]
    common: bool = False

    def along(self, x: Any, dim: int) -> Any:
        return (ReduceMax if self.largest else ReduceMin)((dim,))(x)

    def exchanged(self, group: Group, x: np.ndarray) -> np.ndarray:
        return group.extremum(x, self.largest, self)

    def varying(self, vma: frozenset[Any]) -> frozenset[Any]:
        return vma - set(self.axes) if self.common else vma

    absent = frozenset({"transpose"})

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        (x,), (t,) = primals, tangents
        out = self(x)
        if type(t) is Zero:
            return (out,), (Zero(out.aval.tangent()),)
        chosen = convert_element_type(eq(x, out), aval_of(t).dtype)
        total = PsumInvariant(self.axes) if self.common else Psum(self.axes, self.groups)
        return (out,), (div(total(mul(t, chosen)), total(chosen)),)


@primitive
class Pmax(AxisExtremum):
    """The greatest value along named axes."""

    largest = True


@primitive
class Pmin(AxisExtremum):
    """The least value along named axes."""

    largest = False


@family
class OneAxis(Collective):
    """A collective along one named axis of known size."""

    axis: Name
    size: int

    @property
    def axis_names(self) -> tuple[Name, ...]:
        return (self.axis,)

    @property
    def over_processes(self) -> bool:
        """Whether the members along the axis are processes."""
        return isinstance(self.axis, ProcessAxis)

    def of_size(self, size: int) -> Collective:
        return self.replace(size=size)

    def alone(self, axis: BatchAxis, x: Any, d: int | None) -> tuple[Values, Dims]:
        """What `batch` gives where each process has one member along the axis."""
        own = x if d is None else rows_alone(x, d)
        return (self.replace(axis=axis.across)(own),), (None,)

    def check_example(self, x: Any, d: int | None) -> None:
        """Raise unless the primitive takes one example of the batched value x."""
        self.result_type(aval_of(x) if d is None else aval_of(x).without_axis(d))


class SliceExchange(OneAxis):
    """Moves slices between members: the slices are cut or joined if `tiled`, else an axis.

    A subclass says what it is under a batch axis, and what it is if every member is in one array.
    """

    tiled: bool
    groups: Groups

    def behind(self) -> SliceExchange:
        """This exchange of a value with one more axis before the others."""
        raise self.missing("behind")

    def together(self, axis: BatchAxis, x: Any, d: int | None) -> tuple[Values, Dims]:
        """What `batch` gives along the named axis, without groups."""
        raise self.missing("together")

    def slice_length(self, what: str, x: ShapedArray, k: int) -> int:
        """How long the slices along an axis are; raises if it is not cut into as many as needed."""
        n = x.shape[k]
        if n % self.size or (not self.tiled and n != self.size):
            raise errors.ShapeError(
                f"{what}: axis {k} of {x} must be "
                f"{'a multiple of ' if self.tiled else ''}the size {self.size} of "
                f"the named axis {self.axis!r}"
            )
        return n // self.size

    jvp = linear_jvp

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        (x,), (d,) = args, dims
        if axis.name != self.axis:
            return (self.behind()(move_axis(x, d, 0)),), (0,)
        if axis.across is not None and axis.size == 1:
            return self.alone(axis, x, d)
        if self.groups is not None and axis.across is not None:
            return self.by_gathering(axis, x, d)
        if self.groups is not None:
            return self.replace(groups=None).within_groups(self.groups, axis, x, d)
        return self.together(axis, x, d)


@family
class AlongDimension(SliceExchange):
    """An exchange of slices along one dimension."""

    rounds = True
    dimension: int
    tiled: bool
    groups: Groups = None

    def behind(self) -> SliceExchange:
        return self.replace(dimension=self.dimension + 1)


@primitive
class AxisIndex(OneAxis):
    """The position along a named axis."""

    absent = frozenset({"transpose"})
    varies: bool = False

    def varying(self, vma: frozenset[Any]) -> frozenset[Any]:
        return vma | {self.axis} if self.varies else vma

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        return (ShapedArray((), dtypes.int32),)

    jvp = zero_jvp

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        if axis.across is None:
            return (Iota(dtypes.int32, (axis.size,), 0)(),), (0,)
        process = AxisIndex(axis.across, axis.across.size)()
        if axis.size == 1:
            return (process,), (None,)
        first = BroadcastInDim((axis.size,), ())(mul(process, like(axis.size, process)))
        return (add(first, Iota(dtypes.int32, (axis.size,), 0)()),), (0,)

    def run(self, *args: Any) -> Values:
        require_processes((self.axis,))
        return (Array(np.array(self.axis.index, np.int32), ShapedArray((), dtypes.int32)),)


@primitive
class AllGather(AlongDimension):
    """The values of all members, along a new axis at `dimension` (or merged into it if tiled)."""

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        (x,) = avals
        k = self.dimension
        if self.tiled:
            return (x.update(shape=(*x.shape[:k], x.shape[k] * self.size, *x.shape[k + 1 :])),)
        return (x.update(shape=(*x.shape[:k], self.size, *x.shape[k:])),)

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        return (PsumScatter(*self.params.values())(cotangents[0]),)

    def together(self, axis: BatchAxis, x: Any, d: int | None) -> tuple[Values, Dims]:
        k = self.dimension
        x = broadcast_batch(x, axis.size, k) if d is None else move_axis(x, d, k)
        x = merge_axes(x, k) if self.tiled else x
        if axis.across is not None:
            x = AllGather(axis.across, axis.across.size, k, True)(x)
        return (x,), (None,)

    def expand(self, x: Any) -> Values | None:
        """Over processes: gathered along a new first axis, and moved from there."""
        if not self.over_processes or (self.dimension, self.tiled) == (0, False):
            return None
        k = self.dimension
        out = move_axis(self.replace(dimension=0, tiled=False)(x), 0, k)
        return (merge_axes(out, k) if self.tiled else out,)

    def exchanged(self, group: Group, x: np.ndarray) -> np.ndarray:
        found = np.moveaxis(group.gathered(x, self), 0, self.dimension)
        return _merged(found, self.dimension) if self.tiled else np.ascontiguousarray(found)


@primitive
class PsumScatter(AlongDimension):
    """Each member's slice, along `dimension`, of the sum over all members."""

    name = "reduce_scatter"

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        (x,) = avals
        k, length = self.dimension, self.slice_length("psum_scatter", x, self.dimension)
        middle = (length,) if self.tiled else ()
        return (x.update(shape=(*x.shape[:k], *middle, *x.shape[k + 1 :])),)

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        return (AllGather(*self.params.values())(cotangents[0]),)

    def together(self, axis: BatchAxis, x: Any, d: int | None) -> tuple[Values, Dims]:
        k = self.dimension
        self.check_example(x, d)
        total = mul(x, like(axis.size, x)) if d is None else ReduceSum((d,))(x)
        if axis.across is not None:
            total = PsumScatter(axis.across, axis.across.size, k, True)(total)
        return (split_axis(total, k, axis.size) if self.tiled else total,), (k,)

    def expand(self, x: Any) -> Values | None:
        """Over processes: with the parts along the first axis."""
        if not self.over_processes or (self.dimension, self.tiled) == (0, False):
            return None
        k = self.dimension
        parts = move_axis(split_axis(x, k, self.size) if self.tiled else x, k, 0)
        return (self.replace(dimension=0, tiled=False)(parts),)

    def exchanged(self, group: Group, x: np.ndarray) -> np.ndarray:
        k = self.dimension
        found = group.totals(_parts(x, k, group.size), self)
        return found if self.tiled else found.reshape(*x.shape[:k], *x.shape[k + 1 :])


@primitive
class AllToAll(SliceExchange):
    """Member i gets slice i, along `split`, of every member's value, joined along `concat`."""

    rounds = True
    split: int
    concat: int
    tiled: bool
    groups: Groups = None

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        (x,) = avals
        length, shape = self.slice_length(self.name, x, self.split), list(x.shape)
        if self.tiled:
            shape[self.split] = length
            shape[self.concat] *= self.size
        else:
            del shape[self.split]
            shape.insert(self.concat, self.size)
        return (x.update(shape=tuple(shape)),)

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        return (self.replace(split=self.concat, concat=self.split)(cotangents[0]),)

    def behind(self) -> SliceExchange:
        return self.replace(split=self.split + 1, concat=self.concat + 1)

    def together(self, axis: BatchAxis, x: Any, d: int | None) -> tuple[Values, Dims]:
        s, c = self.split, self.concat
        self.check_example(x, d)
        x = broadcast_batch(x, axis.size, 0) if d is None else move_axis(x, d, 0)
        if axis.across is not None:  # what goes to each process, of all members
            x = AllToAll(axis.across, axis.across.size, s + 1, 0, True)(x)
        if self.tiled:
            x = split_axis(x, s + 1, axis.size)
        x = move_axis(x, s + 1, 0)  # (receiver, sender, ...)
        x = move_axis(x, 1, c + 1)
        return (merge_axes(x, c + 1) if self.tiled else x,), (0,)

    def expand(self, x: Any) -> Values | None:
        """Over processes: with the parts along the first axis, before and after."""
        s, c = self.split, self.concat
        if not self.over_processes or (s, c, self.tiled) == (0, 0, False):
            return None
        parts = move_axis(split_axis(x, s, self.size) if self.tiled else x, s, 0)
        found = move_axis(self.replace(split=0, concat=0, tiled=False)(parts), 0, c)
        return (merge_axes(found, c) if self.tiled else found,)

    def exchanged(self, group: Group, x: np.ndarray) -> np.ndarray:
        s = self.split
        found = group.exchanged(_parts(x, s, group.size), self)
        if not self.tiled:
            found = found.reshape(group.size, *x.shape[:s], *x.shape[s + 1 :])
            return np.ascontiguousarray(np.moveaxis(found, 0, self.concat))
        return _merged(np.moveaxis(found, 0, self.concat), self.concat)


@primitive
class Ppermute(OneAxis):
    """Member `target` gets the value of member `source` for each pair; the others get zeros."""

    rounds = True
    permutation: tuple[tuple[int, int], ...]

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        (x,) = avals
        return (x,)

    jvp = linear_jvp

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        return (
            self.replace(permutation=tuple((b, a) for a, b in self.permutation))(cotangents[0]),
        )

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        (x,), (d,) = args, dims
        if axis.name != self.axis:
            return (self(x),), (d,)
        if axis.across is not None:
            return self.alone(axis, x, d) if axis.size == 1 else self.by_rows(axis, x, d)
        x = broadcast_batch(x, axis.size, 0) if d is None else move_axis(x, d, 0)
        sources = [axis.size] * axis.size
        for source, target in self.permutation:
            sources[target] = source
        if axis.size in sources:
            empty = zeros(aval_of(x).update(shape=(1, *aval_of(x).shape[1:])))
            x = Concatenate(0)(x, empty)
        return (rows(x, sources),), (0,)

    def by_rows(self, axis: BatchAxis, x: Any, d: int | None) -> tuple[Values, Dims]:
        """What `batch` gives where each process has several members: their rows move one by one.

        Where rows of several members come to one, by process, all values are gathered.
        """
        assert axis.across is not None
        count = axis.size
        moves: dict[int, dict[int, list[tuple[int, int]]]] = {}  # by target and source rows
        for source, target in self.permutation:
            pairs = moves.setdefault(target % count, {}).setdefault(source % count, [])
            pairs.append((source // count, target // count))
        if any(len(found) > 1 for found in moves.values()):
            return self.by_gathering(axis, x, d)
        x = broadcast_batch(x, count, 0) if d is None else move_axis(x, d, 0)
        nothing = zeros(aval_of(x).update(shape=(1, *aval_of(x).shape[1:])))
        every = tuple((p, p) for p in range(axis.across.size))
        found = []
        for target in range(count):
            row = nothing
            for source, pairs in moves.get(target, {}).items():
                row = rows(x, [source])
                if tuple(sorted(pairs)) != every:
                    row = Ppermute(axis.across, axis.across.size, tuple(pairs))(row)
            found.append(row)
        return (Concatenate(0)(*found),), (0,)

    def exchanged(self, group: Group, x: np.ndarray) -> np.ndarray:
        return group.passed(x, self.permutation, self)


def rows_alone(x: Any, dim: int) -> Any:
    """The one element along a dimension of size 1."""
    shape = aval_of(x).shape
    return Reshape((*shape[:dim], *shape[dim + 1 :]))(x)


def rows(x: Any, numbers: Sequence[int]) -> Any:
    """These elements along the first axis: runs of neighbours are taken at once."""
    shape = aval_of(x).shape
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number:
            runs[-1][1] += 1
        else:
            runs.append([number, number + 1])
    if runs == [[0, shape[0]]]:
        return x
    rest = (0,) * (len(shape) - 1)
    parts = [Slice((a, *rest), (b, *shape[1:]), None)(x) for a, b in runs]
    return parts[0] if len(parts) == 1 else Concatenate(0)(*parts)


def _parts(x: np.ndarray, dim: int, count: int) -> np.ndarray:
    """An array in memory cut along a dimension into equal parts, one after another."""
    shape = (*x.shape[:dim], count, x.shape[dim] // count, *x.shape[dim + 1 :])
    return np.ascontiguousarray(np.moveaxis(x.reshape(shape), dim, 0))


def _merged(x: np.ndarray, dim: int) -> np.ndarray:
    """Axes `dim` and `dim + 1` of an array in memory as one."""
    shape = x.shape
    return np.ascontiguousarray(x).reshape(
        *shape[:dim], shape[dim] * shape[dim + 1], *shape[dim + 2 :]
    )
