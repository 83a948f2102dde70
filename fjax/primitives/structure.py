"""The four that every rule needs: broadcast_in_dim, reshape, transpose and reduce_sum."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.explicit import regrouped_layout
from fjax.core.fresh import empty
from fjax.core.ir import Atom, Literal
from fjax.core.memo import cached_property, memo
from fjax.core.primitive import BatchAxis, KeyUse, Monoid, Primitive, Role, Zero, family, primitive
from fjax.core.relations import AxisRelation
from fjax.core.scalar import Expr
from fjax.core.tracing import aval_of
from fjax.errors import DtypeError, ShapeError

_SMALL = 1024  # elements that are sooner copied than viewed: numpy.broadcast_to takes 3 µs


def linear_jvp(self: Any, primals: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """The jvp rule of what is linear in its first operand; the others are held."""
    return (self(*primals),), (self(tangents[0], *primals[1:]),)


def zero_jvp(self: Any, primals: Sequence[Any], tangents: Sequence[Any]) -> Any:
    """The jvp rule of what has the derivative zero wherever it has one."""
    out = self(*primals)
    return (out,), (Zero(out.aval.tangent()),)


def batch_first(self: Any, axis: BatchAxis, args: Sequence[Any], dims: Sequence[Any]) -> Any:
    """The rule of one operand for which more axes before the others are nothing new."""
    return (self(move_axis(args[0], dims[0], 0)),), (0,)


def split_axis(x: Any, axis: int, outer: int) -> Any:
    """One axis as two, the first of them of length `outer`."""
    shape = aval_of(x).shape
    return Reshape((*shape[:axis], outer, shape[axis] // outer, *shape[axis + 1 :]))(x)


def merge_axes(x: Any, axis: int) -> Any:
    """An axis and the next one as one."""
    shape = aval_of(x).shape
    return Reshape((*shape[:axis], shape[axis] * shape[axis + 1], *shape[axis + 2 :]))(x)


def ufunc_of(xp: Any, ufunc: Any) -> Any:
    """The ufunc of that name in the library of the arrays."""
    return ufunc if xp is np else getattr(xp, ufunc.__name__)


class Structural(Primitive):
    """Moves elements without computing: linear in its first operand, for any dtype.

    A subclass gives `element`: the output's element at an index, read from the operands.
    """

    role = Role.INDEX
    key_use = KeyUse.MOVES
    jvp = linear_jvp

    def on_words(self, dtype: Any, words: Any) -> Primitive:
        return self

    def element(self, index: Sequence[Any], *operands: Any) -> Expr:
        """INDEX: the scalar expression of the output's element at `index`.

        `operands[k](index, where=None)` gives an operand's element; where the condition `where` is
        false nothing is read and the value is unspecified. Index entries support +, -, *, //, %
        with integers; comparisons give conditions, and `scalar.select` chooses between elements.
        """
        raise self.missing("element")


class Identity(Structural):
    """Gives its operand; that it is there means something to passes, policies or memory."""

    additive = True

    def result_type(self, x: ShapedArray):
        return (x,)

    def evaluate(self, xp: Any, x: Any):
        return (x,)

    def transpose(self, cotangents, x):
        return (cotangents[0],)

    def batch(self, axis: BatchAxis, args, dims):
        return (self(args[0]),), (dims[0],)

    def element(self, index, x):
        return x(index)

    def sparse(self, x):
        return (x,)

    def onnx(self, graph, x):
        return (x,)


@primitive
class BroadcastInDim(Structural):
    """Operand axis k becomes output axis dimensions[k]; the other output axes repeat it."""

    spelled = {"dimensions": "broadcast_dimensions"}
    hints = {"sharding": None}
    additive = True
    shape: tuple[int, ...]
    dimensions: tuple[int, ...]

    def result_type(self, x: ShapedArray):
        fits = (
            len(self.dimensions) == x.ndim
            and all(0 <= d < len(self.shape) for d in self.dimensions)
            and all(a < b for a, b in zip(self.dimensions, self.dimensions[1:], strict=False))
            and all(n in (1, self.shape[d]) for n, d in zip(x.shape, self.dimensions, strict=True))
        )
        if not fits:
            raise ShapeError(
                f"broadcast_in_dim: operand {x} does not fit into shape {self.shape} "
                f"with dimensions {self.dimensions}: give one increasing output axis "
                "per operand axis; operand dimension sizes must either be 1, or be "
                "equal to their corresponding dimensions in the target broadcast "
                "shape"
            )
        return (x.update(shape=self.shape),)

    def evaluate(self, xp: Any, x: Any):
        if xp is np and self._is_small:
            out = empty(self.shape, x.dtype)
            out[...] = x if self._is_trailing else self._spaced(x)
            return (out,)
        return (xp.broadcast_to(self._spaced(x), self.shape),)

    def _spaced(self, x: Any) -> Any:
        """x with an axis of length 1 for each that is new."""
        lengths = [1] * len(self.shape)
        for n, d in zip(x.shape, self.dimensions, strict=True):
            lengths[d] = n
        return x.reshape(lengths)

    @cached_property
    def _is_small(self) -> bool:
        return math.prod(self.shape) <= _SMALL

    @cached_property
    def _is_trailing(self) -> bool:
        """Whether NumPy would broadcast the operand in the same way."""
        first = len(self.shape) - len(self.dimensions)
        return self.dimensions == tuple(range(first, len(self.shape)))

    def transpose(self, cotangents, x):
        c = cotangents[0]
        for step in _transposed_broadcast(self, x.aval.shape):
            c = step(c)
        return (c,)

    def batch(self, axis: BatchAxis, args, dims):
        x, at = args[0], dims[0]  # the batch axis stays between its neighbours
        place = self.dimensions[at - 1] + 1 if at else 0
        before = self.dimensions[:at]
        dimensions = (*before, place, *[d + 1 for d in self.dimensions[at:]])
        shape = (*self.shape[:place], axis.size, *self.shape[place:])
        return (BroadcastInDim(shape, dimensions)(x),), (place,)

    def for_parts(self, parts, results):
        return broadcasting(results[0].shape, self.dimensions)

    def element(self, index, x):
        lengths = x.shape
        return x(
            [
                index[d] if n == self.shape[d] else index[d] * 0
                for n, d in zip(lengths, self.dimensions, strict=True)
            ]
        )

    def simplify(self, x):
        return x if x.aval.shape == self.shape else None

    def sparse(self, x):
        return (x.broadcast(self.shape, self.dimensions),)

    def onnx(self, graph, x):
        apart = [1] * len(self.shape)
        for n, d in zip(x.shape, self.dimensions, strict=True):
            apart[d] = n
        return (graph.expand(graph.reshape(x, apart), self.shape),)


@primitive
class Reshape(Structural):
    """The same elements in row-major order under another shape."""

    spelled = {"shape": "new_sizes"}
    hints = {"dimensions": None, "sharding": None}
    additive = True
    shape: tuple[int, ...]

    def result_type(self, x: ShapedArray):
        if math.prod(self.shape) != x.size:
            raise ShapeError(
                f"reshape: {x} has {x.size} elements, shape {self.shape} has "
                f"{math.prod(self.shape)}"
            )
        return (x.update(shape=self.shape),)

    def evaluate(self, xp: Any, x: Any):
        return (x.reshape(self.shape),)  # its method: NumPy's function takes 1 µs more

    def transpose(self, cotangents, x):
        return (Reshape(x.aval.shape)(cotangents[0]),)

    def batch(self, axis: BatchAxis, args, dims):
        place = self._place_of(math.prod(args[0].shape[: dims[0]]))
        if place is None:
            return (Reshape((axis.size, *self.shape))(move_axis(args[0], dims[0], 0)),), (0,)
        shape = (*self.shape[:place], axis.size, *self.shape[place:])
        return (Reshape(shape)(args[0]),), (place,)

    def relation(self, x: ShapedArray) -> AxisRelation:
        """Where axes merge or come apart, the first ones of both sides go together."""
        rows: tuple[list[Any], list[Any]] = ([None] * x.ndim, [None] * len(self.shape))
        for label, (old, new) in enumerate(_regrouped(x.shape, self.shape)):
            rows[0][old[0]] = rows[1][new[0]] = label
        return AxisRelation((tuple(rows[0]),), (tuple(rows[1]),))

    def layouts(self, avals, results):
        groups = _regrouped(avals[0].shape, self.shape)
        found = regrouped_layout(self, avals[0], results[0], groups)
        return super().layouts(avals, results) if found is None else (found,)

    def for_parts(self, parts, results):
        return Reshape(results[0].shape)

    def _place_of(self, elements: int) -> int | None:
        """After how many of its axes the result has this many rows; None if an axis spans that."""
        counts = [math.prod(self.shape[:k]) for k in range(len(self.shape) + 1)]
        return counts.index(elements) if elements in counts else None

    def element(self, index, x):
        linear: Any = 0
        for i, n in zip(index, self.shape, strict=True):
            linear = linear * n + i
        source = []
        for n in reversed(x.shape[1:]):
            source.append(linear % n)
            linear = linear // n
        return x([linear, *source[::-1]] if x.shape else [])

    def simplify(self, x):
        return x if x.aval.shape == self.shape else None

    def sparse(self, x):
        return (x.reshaped(self.shape),)

    def onnx(self, graph, x):
        return (graph.reshape(x, self.shape),)


@primitive
class Transpose(Structural):
    """Output axis k is operand axis permutation[k]."""

    additive = True
    permutation: tuple[int, ...]

    def result_type(self, x: ShapedArray):
        if sorted(self.permutation) != list(range(x.ndim)):
            raise ShapeError(
                f"transpose: permutation {self.permutation} is not one of the {x.ndim} axes of {x}"
            )
        return (x.update(shape=tuple(x.shape[p] for p in self.permutation)),)

    def evaluate(self, xp: Any, x: Any):
        return (x.transpose(self.permutation),)

    def transpose(self, cotangents, x):
        return (Transpose(tuple(int(i) for i in np.argsort(self.permutation)))(cotangents[0]),)

    def batch(self, axis: BatchAxis, args, dims):
        d = dims[0]
        permutation = (d, *[p + (p >= d) for p in self.permutation])
        return (Transpose(permutation)(args[0]),), (0,)

    def element(self, index, x):
        source: list[Any] = [None] * len(index)
        for i, p in zip(index, self.permutation, strict=True):
            source[p] = i
        return x(source)

    def simplify(self, x):
        return x if self.permutation == tuple(range(x.aval.ndim)) else None

    def sparse(self, x):
        return (x.permuted(self.permutation),)

    def onnx(self, graph, x):
        return (graph.transpose(x, self.permutation),)


def repeated(value: Any, aval: ShapedArray) -> tuple[Primitive, list[Atom]]:
    """What gives an array of this type, all of whose elements are one value, and its operand."""
    one = np.asarray(value, aval.dtype)[()]
    return BroadcastInDim(aval.shape, ()), [Literal(one, aval.update(shape=()))]


@family
class Reduction(Primitive):
    """Combines all elements along `axes` with a monoid; the axes disappear from the shape."""

    role = Role.REDUCTION
    monoid: ClassVar[Monoid]
    axes: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "axes", tuple(sorted(self.axes)))  # the order has no meaning

    def result_type(self, x: ShapedArray):
        if len(set(self.axes)) != len(self.axes) or not all(0 <= a < x.ndim for a in self.axes):
            raise ShapeError(f"{self.name}: axes {self.axes} are not distinct axes of {x}")
        self.check_dtype(x)
        shape = tuple(n for i, n in enumerate(x.shape) if i not in self.axes)
        return (x.update(shape=shape),)

    def check_dtype(self, x: ShapedArray) -> None:
        """Raise if the monoid is not defined for the operand's dtype."""

    def by_stretches(self, axis, builder, atoms, x):
        identity = self.identity(x.aval.dtype)
        return builder.reduced(self, x, identity) if axis in self.axes else None

    def identity(self, dtype: np.dtype) -> Any:
        """The monoid's identity element, as a Python scalar or NumPy scalar of the dtype."""
        raise self.missing("identity")

    def batch(self, axis: BatchAxis, args, dims):
        d = dims[0]
        axes = tuple(a + (a >= d) for a in self.axes)
        return (self.replace(axes=axes)(args[0]),), (d - sum(a < d for a in axes),)

    def simplify(self, x):
        """The operand, if nothing is combined: along no axis, or along axes of one element.

        The identity element, if there are no elements.
        """
        if not self.axes:
            return x
        shape = x.aval.shape
        if x.aval.size == 0 and x.aval.dtype != dtypes.float0:
            (out,) = self.result_type(x.aval)
            return repeated(self.identity(x.aval.dtype), out)
        if any(shape[a] != 1 for a in self.axes):
            return None
        return Reshape(tuple([n for i, n in enumerate(shape) if i not in self.axes])), [x]


@primitive
class ReduceSum(Reduction):
    """The sum of the elements along `axes`; float16 and bfloat16 accumulate in float32."""

    hints = {"out_sharding": None}
    additive = True
    makes_nan = True
    monoid = Monoid.ADD
    jvp = linear_jvp

    def check_dtype(self, x: ShapedArray) -> None:
        if dtypes.is_key(x.dtype) or x.dtype == dtypes.bool_:
            raise DtypeError(f"reduce_sum does not take {x}; convert booleans to integers first")

    def identity(self, dtype: np.dtype) -> Any:
        return dtype.type(0)

    def evaluate(self, xp: Any, x: Any):
        dtype = x.dtype
        if dtype == dtypes.float0:
            return (xp.zeros([n for i, n in enumerate(x.shape) if i not in self.axes], dtype),)
        if dtype in dtypes.WIDENED:
            wide = dtypes.widened(dtype)
            return (xp.sum(x.astype(wide), axis=self.axes, dtype=wide).astype(dtype),)
        if xp is np:  # numpy.sum without its 1.5 µs of looking for overrides
            return (np.add.reduce(x, self.axes, dtype),)
        return (xp.sum(x, axis=self.axes, dtype=dtype),)

    def transpose(self, cotangents, x):
        return (_transposed_sum(x.aval.shape, self.axes)(cotangents[0]),)

    def sparse(self, x):
        return (x.summed(self.axes),)


def _regrouped(old: tuple[int, ...], new: tuple[int, ...]) -> list[tuple[list[int], list[int]]]:
    """The axes of two shapes in the smallest groups that have as many elements; 1s are left out."""
    if 0 in old or 0 in new:
        return []
    sides = [[i for i, n in enumerate(shape) if n != 1] for shape in (old, new)]
    groups: list[tuple[list[int], list[int]]] = []
    while sides[0] and sides[1]:
        group: tuple[list[int], list[int]] = ([sides[0].pop(0)], [sides[1].pop(0)])
        a, b = old[group[0][0]], new[group[1][0]]
        while a != b:
            if a < b:
                group[0].append(sides[0].pop(0))
                a *= old[group[0][-1]]
            else:
                group[1].append(sides[1].pop(0))
                b *= new[group[1][-1]]
        groups.append(group)
    return groups


def in_order(x: Any, order: Sequence[int]) -> Any:
    """x with its axes in this order; x itself if they are."""
    order = tuple(order)
    return x if order == tuple(range(len(order))) else Transpose(order)(x)


def move_axis(x: Any, source: int | None, destination: int) -> Any:
    """Move one axis; the order of the others stays."""
    if source is None or source == destination:
        return x
    order = [i for i in range(aval_of(x).ndim) if i != source]
    order.insert(destination, source)
    return Transpose(tuple(order))(x)


def broadcast_batch(x: Any, size: int, dim: int) -> Any:
    """Repeat x along a new axis at `dim`."""
    shape = aval_of(x).shape
    kept = tuple(i + (i >= dim) for i in range(len(shape)))
    return BroadcastInDim(shape[:dim] + (size,) + shape[dim:], kept)(x)


def fronted(axis: BatchAxis, args: Sequence[Any], dims: Sequence[int | None]) -> list[Any]:
    """The arguments with the batch dimension first, repeated along it where they have none."""
    return [
        broadcast_batch(x, axis.size, 0) if d is None else move_axis(x, d, 0)
        for x, d in zip(args, dims, strict=True)
    ]


def spread(value: Any, shape: tuple[int, ...]) -> Any:
    """Broadcast a scalar to a shape; values that have it already stay as they are."""
    return value if aval_of(value).shape == shape else broadcasting(shape, ())(value)


def sum_to(cotangent: Any, shape: tuple[int, ...]) -> Any:
    """The cotangent of an operand that an elementwise operation broadcast from shape ()."""
    if cotangent.shape == shape:
        return cotangent
    return summing(tuple(range(cotangent.ndim)))(cotangent)


# Rules make these primitives over and over. A new one costs 4 µs: 1 for its fields, 3 for its hash.


@memo()
def broadcasting(shape: tuple[int, ...], dimensions: tuple[int, ...]) -> BroadcastInDim:
    """The one BroadcastInDim of these parameters."""
    return BroadcastInDim(shape, dimensions)


@memo()
def _transposed_broadcast(op: BroadcastInDim, shape: tuple[int, ...]) -> list[Primitive]:
    """What takes the cotangent of a broadcast's result to that of its operand, of this shape."""
    lengths = dict(zip(op.dimensions, shape, strict=True))
    repeated = tuple(d for d, n in enumerate(op.shape) if n != lengths.get(d, 1))
    left = tuple(n for d, n in enumerate(op.shape) if d not in repeated)
    steps: list[Primitive] = [summing(repeated)] if repeated else []
    return steps if left == shape else [*steps, Reshape(shape)]


@memo()
def _transposed_sum(shape: tuple[int, ...], axes: tuple[int, ...]) -> BroadcastInDim:
    """What spreads the cotangent of a sum over these axes of an array of this shape."""
    return broadcasting(shape, tuple(i for i in range(len(shape)) if i not in axes))


@memo()
def summing(axes: tuple[int, ...]) -> ReduceSum:
    """The one ReduceSum over these axes."""
    return ReduceSum(axes)
