"""A member's part of an array, and how to come from one way of splitting it to another.

A split names, for each axis of an array, the axes of the mesh along which it is cut, the first one
coarsest. Besides, a value may be partial along axes of the mesh: what it stands for is the sum over
the members. Moves are collectives of one axis each: a part is cut further without any, an axis of
the mesh goes to another axis of the array by all_to_all, and away by all_gather.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.source import Source, replaying
from fjax.core.tracing import aval_of
from fjax.dataclass import dataclass
from fjax.higher_order.collectives import AllGather, AllToAll, AxisIndex, Psum, PsumScatter
from fjax.primitives.arithmetic import add, mul
from fjax.primitives.comparison import eq
from fjax.primitives.families import like, literal
from fjax.primitives.selection import select_n
from fjax.primitives.slicing import DynamicSlice
from fjax.primitives.structure import spread

Name = Any
Split = tuple[tuple[Name, ...], ...]
Sizes = Mapping[Name, int]  # of the axes of the mesh


def uncut(ndim: int) -> Split:
    """The split of an array that every member has whole."""
    return ((),) * ndim


def shard_type(sizes: Sizes, split: Split, aval: ShapedArray) -> ShapedArray:
    """The type of a part of an array of this type."""
    counts = [math.prod(sizes[name] for name in names) for names in split]
    return aval.update(shape=tuple(n // k for n, k in zip(aval.shape, counts, strict=True)))


def names_of(split: Split) -> list[Name]:
    """The axes of the mesh that a split uses."""
    return [name for names in split for name in names]


@dataclass
class Shard:
    """A member's part of a value.

    partial: along which axes of the mesh the members' values are to be added up. liked: how the
    value is best split, where that has been found out; sums are scattered to it. line: where it is
    computed. known: the same value in other splits, so that it travels once.
    """

    value: Any
    split: Split
    partial: frozenset[Name] = frozenset()
    liked: Split | None = None
    line: Source | None = None
    known: dict[Split, Any] = field(default_factory=dict)

    def settle(self, sizes: Sizes) -> None:
        """Add up what is partial, scattered along the axes that it is to be split along."""
        if self.partial:
            with replaying(self.line):
                self._add_up(sizes)

    def _add_up(self, sizes: Sizes) -> None:
        wanted = self.split if self.liked is None else self.liked
        left = set(self.partial)
        for axis in range(len(self.split)):
            while len(wanted[axis]) > (n := len(self.split[axis])):
                name = wanted[axis][n]
                if self.split[axis] != wanted[axis][:n] or name not in left:
                    break
                self.value = PsumScatter(name, sizes[name], axis, True)(self.value)
                self.split = _changed(self.split, axis, (*self.split[axis], name))
                left.discard(name)
        if left:
            self.value = Psum(tuple(name for name in sizes if name in left))(self.value)
        self.partial = frozenset()

    def as_split(self, wanted: Split, sizes: Sizes) -> Any:
        """The value as it is when split in this way."""
        self.settle(sizes)
        if wanted == self.split:
            return self.value
        if wanted not in self.known:
            self.known[wanted] = _moved(self.value, self.split, wanted, sizes)
        return self.known[wanted]

    def summand(self, wanted: Split, names: frozenset[Name], sizes: Sizes) -> Any:
        """What the member adds to the value, split in this way, along these axes of the mesh.

        Of a value that is not partial the first member has all, the others zeros.
        """
        if self.partial == names and self.split == wanted:
            return self.value
        value = self.as_split(wanted, sizes)
        first = eq(place_along([n for n in sizes if n in names], sizes), literal(0, dtypes.int32))
        return select_n(first, spread(like(0, value), aval_of(value).shape), value)


def _changed(split: Split, axis: int, names: tuple[Name, ...]) -> Split:
    return (*split[:axis], names, *split[axis + 1 :])


def _moved(value: Any, split: Split, wanted: Split, sizes: Sizes) -> Any:
    """The part of another split: cut where that is possible, then exchanged or gathered."""
    value, split = _cut(value, split, wanted, sizes)
    for axis in range(len(split)):
        while split[axis] != wanted[axis][: len(split[axis])]:
            name = split[axis][-1]
            there = _place_for(name, split, wanted)
            split = _changed(split, axis, split[axis][:-1])
            if there is None:
                value = AllGather(name, sizes[name], axis, True)(value)
            else:
                value = AllToAll(name, sizes[name], there, axis, True)(value)
                split = _changed(split, there, (*split[there], name))
            value, split = _cut(value, split, wanted, sizes)
    return _cut(value, split, wanted, sizes)[0]


def _place_for(name: Name, split: Split, wanted: Split) -> int | None:
    """The axis of the array that is to be split along this name next."""
    for axis, (now, then) in enumerate(zip(split, wanted, strict=True)):
        if then[: len(now)] == now and then[len(now) : len(now) + 1] == (name,):
            return axis
    return None


def _cut(value: Any, split: Split, wanted: Split, sizes: Sizes) -> tuple[Any, Split]:
    """The part of a part along axes of the mesh that no axis of the array uses yet."""
    steps: dict[int, list[Name]] = {}
    for axis, (now, then) in enumerate(zip(split, wanted, strict=True)):
        if then[: len(now)] != now:
            continue
        for name in then[len(now) :]:
            if name in names_of(split):
                break
            steps.setdefault(axis, []).append(name)
            split = _changed(split, axis, (*split[axis], name))
    if not steps:
        return value, split
    shape = list(aval_of(value).shape)
    starts: list[Any] = [literal(0, dtypes.int32)] * len(shape)
    for axis, names in steps.items():
        shape[axis] //= math.prod(sizes[name] for name in names)
        starts[axis] = mul(place_along(names, sizes), literal(shape[axis], dtypes.int32))
    return DynamicSlice(tuple(shape))(value, *starts), split


def place_along(names: Sequence[Name], sizes: Sizes) -> Any:
    """The member's number along these axes of the mesh, the first one coarsest."""
    place: Any = None
    for name in names:
        own = AxisIndex(name, sizes[name])()
        if place is not None:
            own = add(mul(place, literal(sizes[name], dtypes.int32)), own)
        place = own
    return place
