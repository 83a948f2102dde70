"""Halo exchange: for shifted slices of a split axis members exchange rows at their borders alone.

Slices of an axis that is split are seldom of a length that divides evenly, and need not be: what is
computed of them is put together again in the end, as a stencil's interior is. Until then such a
value is kept as stretches of arrays that are split, each from some element on; where an operation
needs them side by side they are shifted into place, and rows that cross a border are sent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.ir import Atom, Equation, Literal, Var
from fjax.core.primitive import Primitive
from fjax.core.source import Source
from fjax.core.tracing import aval_of, result_avals
from fjax.dataclass import dataclass
from fjax.errors import FjaxError
from fjax.higher_order.collectives import Ppermute
from fjax.interpreters.jvp import zeros
from fjax.primitives.arithmetic import add, mul
from fjax.primitives.comparison import ge
from fjax.primitives.families import literal
from fjax.primitives.generators import full, iota
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Concatenate, Pad, take_range
from fjax.primitives.slicing import DynamicSlice
from fjax.primitives.structure import BroadcastInDim
from fjax.spmd.shards import Name, Shard, Sizes, Split, place_along

MOST_STRETCHES = 8
_TOO_LONG = "a value that is longer than the axis that is split"


class NotAlong(FjaxError):
    """The result of an operation is not made of stretches that could be shifted into place."""


@dataclass
class Stretch:
    """`length` elements along the axis, from `start` of a part; or a scalar, so often."""

    source: Any  # a Shard that is split along the axis, or a scalar value
    start: int | None  # None of a scalar
    length: int


class Stretched:
    """A value as stretches along one axis; along the others it is split as its sources are.

    inner: another axis along which the sources are frames, and how long these are: the value is
    at their beginning.
    """

    def __init__(
        self,
        axis: int,
        split: Split,
        whole: int,
        aval: ShapedArray,
        stretches: Sequence[Stretch],
        inner: tuple[int, int] | None = None,
    ):
        self.axis, self.split, self.whole, self.aval = axis, split, whole, aval
        self.inner = inner
        self.stretches = [s for s in stretches if s.length]
        self.liked: Split | None = None
        self.line: Source | None = None
        self._part: Shard | None = None

    @property
    def names(self) -> tuple[Name, ...]:
        return self.split[self.axis]

    @property
    def length(self) -> int:
        return self.aval.shape[self.axis]

    def part(self, sizes: Sizes) -> Shard:
        """The value whole along the axis, from what the others have of its sources."""
        if self._part is None:
            split = (*self.split[: self.axis], (), *self.split[self.axis + 1 :])
            pieces = [self._gathered(s, split, sizes) for s in self.stretches]
            value = pieces[0] if len(pieces) == 1 else Concatenate(self.axis)(*pieces)
            found = self._within(Shard(value, split, frozenset(), self.liked, self.line), self.aval)
            self._part = found.part(sizes) if isinstance(found, Stretched) else found
        return self._part

    def _within(self, part: Shard, aval: ShapedArray) -> Any:
        """A value made of the sources, of this type: a stretch along the inner axis, if any."""
        if self.inner is None:
            return part
        axis, whole = self.inner
        return Stretched(axis, part.split, whole, aval, [Stretch(part, 0, aval.shape[axis])])

    def _filled(self, scalar: Any, split: Split, length: int, sizes: Sizes) -> Any:
        """A scalar as a part with this number of elements along the axis."""
        shape = list(self.aval.shape)
        shape[self.axis] = length
        if self.inner is not None:
            shape[self.inner[0]] = self.inner[1]
        counts = [math.prod(sizes[n] for n in names) for names in split]
        return BroadcastInDim(tuple(n // k for n, k in zip(shape, counts, strict=True)), ())(scalar)

    def _gathered(self, stretch: Stretch, split: Split, sizes: Sizes) -> Any:
        if stretch.start is None:
            return self._filled(stretch.source, split, stretch.length, sizes)
        value, stop = stretch.source.as_split(split, sizes), stretch.start + stretch.length
        return take_range(value, stretch.start, stop, self.axis, aval_of(value).shape)

    def framed(self, sizes: Sizes) -> Any:
        """The value at the beginning of an axis as long as its sources', split as theirs.

        What comes after its last element is of no account. Raises NotAlong where it is longer.
        """
        if self.length > self.whole:
            raise NotAlong(_TOO_LONG)
        out: Any = None
        offset, own = 0, None
        for stretch in self.stretches:
            placed = self._placed(stretch, offset, sizes)
            if out is None:
                out = placed
            else:
                shape = aval_of(out).shape
                if own is None:
                    own = self._numbers(shape, sizes)
                out = select_n(ge(own, full(shape, offset, dtypes.int32)), out, placed)
            offset += stretch.length
        shape = (*self.aval.shape[: self.axis], self.whole, *self.aval.shape[self.axis + 1 :])
        return self._within(Shard(out, self.split), self.aval.update(shape=shape))

    def _numbers(self, shape: tuple[int, ...], sizes: Sizes) -> Any:
        """Which elements along the axis the member has."""
        first = mul(place_along(self.names, sizes), literal(shape[self.axis], dtypes.int32))
        return add(BroadcastInDim(shape, ())(first), iota(dtypes.int32, shape, self.axis))

    def _placed(self, stretch: Stretch, offset: int, sizes: Sizes) -> Any:
        """The member's elements of a stretch that begins at `offset` of the frame."""
        if stretch.start is None:
            return self._filled(stretch.source, self.split, self.whole, sizes)
        value, (name,) = stretch.source.value, self.names
        span = range(offset, offset + stretch.length)
        return shifted(value, self.axis, name, sizes[name], stretch.start - offset, span)


def shifted(x: Any, axis: int, name: Name, count: int, by: int, span: range) -> Any:
    """Element i of the result is element i + by of an axis split along a name, for i in `span`.

    Each member needs the end of one member's elements and the beginning of the next one's: those
    that are others' are sent. Elsewhere the result is of no account.
    """
    n = aval_of(x).shape[axis]
    blocks, rest = divmod(by, n)

    def fetched(distance: int, start: int, stop: int, at: int) -> Any:
        shape = aval_of(x).shape
        own = take_range(x, start, stop, axis, shape)
        if distance == 0:
            return own
        pairs = []
        for m in range(count):
            first = m * n + at
            wanted = first < span.stop and first + stop - start > span.start
            if wanted and 0 <= m + distance < count:
                pairs.append((m + distance, m))
        return Ppermute(name, count, tuple(pairs))(own) if pairs else zeros(aval_of(own))

    if not rest:
        return fetched(blocks, 0, n, 0)
    return Concatenate(axis)(fetched(blocks, rest, n, 0), fetched(blocks + 1, 0, rest, n - rest))


class StretchBuilder:
    """Builds results as stretches along one axis; some operands are stretches as well.

    run: computes the parts of an equation's results from its operands' parts.
    """

    def __init__(
        self, axis: int, split: Split, whole: int, sizes: Sizes, run: Callable[..., Sequence[Any]]
    ):
        self.axis, self.split, self.whole, self.sizes, self.run = axis, split, whole, sizes, run

    def slice(self, x: Any, start: int, length: int) -> Any:
        """`length` elements from `start` on."""
        found: list[Stretch] = []
        offset = 0
        for each in self._stretched(x).stretches:
            first, last = max(start, offset), min(start + length, offset + each.length)
            if first < last:
                begin = None if each.start is None else each.start + first - offset
                found.append(Stretch(each.source, begin, last - first))
            offset += each.length
        return self._made(x, found, length)

    def join(self, values: Sequence[Any]) -> Any:
        """Values one after another."""
        pieces = [self._stretched(x) for x in values if x is not None]
        if len({piece.inner for piece in pieces}) > 1:
            raise NotAlong("values that are stretches along another axis, too, and others")
        found = [each for piece in pieces for each in piece.stretches]
        return self._made(pieces[0], found, sum(piece.length for piece in pieces))

    def fill(self, scalar: Any, length: int, like: Any) -> Any:
        """A scalar, `length` times along the axis; otherwise of the shape of `like`."""
        part = scalar.part
        part.settle(self.sizes)
        return self._made(like, [Stretch(part.value, None, length)], length)

    def others(self, op: Primitive, *values: Any) -> Any:
        """An operation that leaves the axis as it is; values may be whole, too."""
        if any(isinstance(x, Stretched) for x in values):
            return self.each(op, *values)
        return self.each(op, *[self._stretched(x) if x.aval.ndim else x for x in values])

    def each(self, op: Primitive, *values: Any) -> Any:
        """The operation on elements with the same number along the axis."""
        lengths = {x.aval.shape[self.axis] for x in values if isinstance(x, Stretched)}
        if len(lengths) != 1:
            raise NotAlong("operands of several lengths")
        (length,) = lengths
        parts = [self._frame(x, length) for x in values]
        avals = [self._framed_aval(x.aval) for x in values]
        invars = tuple([_atom(x, a) for x, a in zip(values, avals, strict=True)])
        own = result_avals(op, tuple([x.aval for x in values]))
        wide = [a.update(shape=self._resized(a.shape, self.whole)) for a in own]
        eqn = Equation(op.for_parts(avals, wide), invars, tuple([Var(a) for a in wide]))
        (out,) = self.run(eqn, parts)
        inner = None
        if isinstance(out, Stretched):
            inner = (out.axis, out.whole)
            out = _one_frame(out, self.sizes)
        if out.partial or out.split[self.axis] != self.names:
            raise NotAlong("the result is not split along the axis")
        found = [Stretch(out, 0, length)]
        return Stretched(self.axis, out.split, self.whole, own[0], found, inner)

    def reduced(self, op: Primitive, x: Any, identity: Any) -> Any:
        """What a reduction along the axis gives; `identity` changes nothing in it."""
        n = x.length
        if n > self.whole:
            raise NotAlong(_TOO_LONG)
        dtype = x.aval.dtype
        rest = Stretch(full((), identity, dtype), None, self.whole - n)
        aval = x.aval.update(shape=self._resized(x.aval.shape, self.whole))
        stretches = [*x.stretches, rest]
        filled = Stretched(self.axis, x.split, self.whole, aval, stretches, x.inner)
        out = Var(*result_avals(op, (aval,)))
        (found,) = self.run(Equation(op, (Var(aval),), (out,)), [filled.framed(self.sizes)])
        return found

    @property
    def names(self) -> tuple[Name, ...]:
        return self.split[self.axis]

    def _resized(self, shape: tuple[int, ...], length: int) -> tuple[int, ...]:
        return (*shape[: self.axis], length, *shape[self.axis + 1 :])

    def _framed_aval(self, aval: ShapedArray) -> ShapedArray:
        if not aval.ndim:
            return aval
        return aval.update(shape=self._resized(aval.shape, self.whole))

    def _frame(self, x: Any, length: int) -> Any:
        """The operand's part, on an axis as long as the frame."""
        if isinstance(x, Stretched):
            if x.axis != self.axis or x.whole != self.whole or x.names != self.names:
                raise NotAlong("stretches of axes that are split in different ways")
            return x.framed(self.sizes)
        if not x.aval.ndim:
            return x.part
        if x.aval.ndim <= self.axis or x.aval.shape[self.axis] != length:
            raise NotAlong("an operand of another shape")
        part = x.part
        if part.split[self.axis]:
            raise NotAlong("an operand that is split in another way")
        return self._cut(part)

    def _cut(self, part: Shard) -> Shard:
        """The member's elements of what is whole along the axis, which is filled up with zeros."""
        part.settle(self.sizes)
        shape = aval_of(part.value).shape
        if shape[self.axis] > self.whole:
            raise NotAlong(_TOO_LONG)
        ends = [(0, 0, 0)] * len(shape)
        ends[self.axis] = (0, self.whole - shape[self.axis], 0)
        dtype = aval_of(part.value).dtype
        wide = Pad(tuple(ends))(part.value, full((), 0, dtype))
        n = self.whole // math.prod(self.sizes[name] for name in self.names)
        starts: list[Any] = [literal(0, dtypes.int32)] * len(shape)
        starts[self.axis] = mul(place_along(self.names, self.sizes), literal(n, dtypes.int32))
        cut = DynamicSlice(self._resized(shape, n))(wide, *starts)
        split = (*part.split[: self.axis], self.names, *part.split[self.axis + 1 :])
        return Shard(cut, split)

    def _stretched(self, x: Any) -> Stretched:
        if isinstance(x, Stretched) and x.axis == self.axis:
            return x
        inner = None
        if isinstance(x, Stretched):
            part, inner = _one_frame(x, self.sizes), (x.axis, x.whole)
        else:
            part = x.part
        length = x.aval.shape[self.axis]
        part.settle(self.sizes)
        if not part.split[self.axis] and inner is None:
            part = self._cut(part)
        elif part.split[self.axis] != self.names or length != self.whole:
            raise NotAlong("an operand that is split in another way")
        whole = [Stretch(part, 0, length)]
        return Stretched(self.axis, part.split, self.whole, x.aval, whole, inner)

    def _made(self, like: Any, stretches: Sequence[Stretch], length: int) -> Stretched:
        base = self._stretched(like)
        aval = base.aval.update(shape=self._resized(base.aval.shape, length))
        if len(stretches) > MOST_STRETCHES:
            raise NotAlong("too many stretches")
        splits = {s.source.split for s in stretches if s.start is not None}
        if len(splits) > 1:
            raise NotAlong("stretches of arrays that are split in different ways")
        split = next(iter(splits), base.split)
        return Stretched(self.axis, split, self.whole, aval, stretches, base.inner)


def _one_frame(x: Stretched, sizes: Sizes) -> Shard:
    """The value in a frame along its axis; raises if it is in one along another axis, too."""
    out = x.framed(sizes)
    if isinstance(out, Stretched):
        raise NotAlong("stretches along three axes")
    return out


@dataclass
class Whole:
    """An operand that is not a stretch: its part, and what it is in the program."""

    part: Shard
    atom: Atom

    @property
    def aval(self) -> ShapedArray:
        return self.atom.aval


def _atom(x: Any, aval: ShapedArray) -> Atom:
    """What an operand is in an equation on frames: a literal is one there, too."""
    return x.atom if isinstance(x, Whole) and isinstance(x.atom, Literal) else Var(aval)


def by_stretches(
    eqn: Equation, operands: Sequence[Any], sizes: Sizes, run: Callable[..., Sequence[Any]]
) -> Any:
    """The equation's result as stretches, or a Shard once they fill the axis; None: not so."""
    found = _builder(eqn, operands, sizes, run)
    if found is None or len(eqn.outvars) != 1:
        return None
    given = [
        x if isinstance(x, Stretched) else Whole(x, v)
        for x, v in zip(operands, eqn.invars, strict=True)
    ]
    try:
        out = eqn.op.by_stretches(found.axis, found, eqn.invars, *given)
        if isinstance(out, Shard):
            return out
        if out is None or out.aval.shape != eqn.outvars[0].aval.shape:
            return None
        return out.framed(sizes) if out.length == out.whole else out
    except NotAlong:
        return None


def _builder(
    eqn: Equation, operands: Sequence[Any], sizes: Sizes, run: Any
) -> StretchBuilder | None:
    """For the axis along which the operands are stretches, or are to be taken for some."""
    for x in operands:
        if isinstance(x, Stretched):
            return StretchBuilder(x.axis, x.split, x.whole, sizes, run)
    relation = eqn.op.relation(*[x.aval for x in eqn.invars])
    if relation is None:
        return None
    for x, v, row in zip(operands, eqn.invars, relation.operands, strict=True):
        for axis, (names, label) in enumerate(zip(x.split, row, strict=True)):
            if label is None and len(names) == 1 and sizes[names[0]] > 1:
                return StretchBuilder(axis, x.split, v.aval.shape[axis], sizes, run)
    return None
