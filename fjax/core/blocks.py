"""The part of an array that this process holds, where others hold the rest."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core.process_grid import ProcessGrid, grid_of
from fjax.core.sharding import NamedSharding
from fjax.errors import FjaxRuntimeError, NotAddressableError


class Block:
    """The buffer of an array whose elements are not all in this process: those that are.

    They are the parts of the process' devices, joined as the mesh of these devices joins them.
    sharding: how the whole array is split.
    """

    __slots__ = ("data", "sharding")

    def __init__(self, data: Any, sharding: NamedSharding):
        self.data, self.sharding = data, sharding

    def part(self, index: tuple[slice, ...], shape: Sequence[int]) -> Any:
        """The part of the whole array of this shape, which this process holds."""
        found = []
        for wanted, runs, size in zip(index, block_index(self.sharding, shape), shape, strict=True):
            first, stop, _ = wanted.indices(size)
            before = 0
            for run in runs:
                if run.start <= first < run.stop:
                    break
                before += run.stop - run.start
            start = before + first - run.start
            found.append(slice(start, start + stop - first))
        if all(s.stop - s.start == n for s, n in zip(found, self.data.shape, strict=True)):
            return self.data
        return self.data[tuple(found)]

    def check(self, sharding: NamedSharding | None, shape: Sequence[int]) -> None:
        """Raise unless this is what the process holds of an array that is split so, too."""
        if sharding is self.sharding or sharding is None:
            return
        wanted = block_shape(sharding, shape)
        if wanted != self.data.shape:
            raise FjaxRuntimeError(
                f"a block of {tuple(shape)} is {self.data.shape}, as {self.sharding.short()} is "
                f"split, and {sharding.short()} would be {wanted}; move it with fjax.device_put"
            )

    def __array__(self, *_args: Any, **_options: Any) -> np.ndarray:
        raise NotAddressableError("the elements of an array that other processes hold, too")

    def __repr__(self) -> str:
        return f"block of {self.data.shape}"


def block_shape(sharding: NamedSharding, shape: Sequence[int]) -> tuple[int, ...]:
    """The shape of what this process holds of an array."""
    grid = grid_of(sharding.mesh)
    return tuple(
        part * _count(grid, names)
        for part, names in zip(
            sharding.shard_shape(shape), sharding.spec.by_axis(len(shape)), strict=True
        )
    )


def process_counts(sharding: NamedSharding, ndim: int) -> tuple[int, ...]:
    """Over how many processes each axis of an array of this rank is split."""
    grid = grid_of(sharding.mesh)
    found = []
    for names in sharding.spec.by_axis(ndim):
        across = [grid.axis(name) for name in names]
        found.append(math.prod(axis.size for axis in across if axis is not None))
    return tuple(found)


def _count(grid: ProcessGrid, names: Sequence[Any]) -> int:
    found = 1
    for name in names:
        found *= grid.local(name)
    return found


def block_index(sharding: NamedSharding, shape: Sequence[int]) -> list[list[slice]]:
    """For each axis of an array the runs of elements that this process holds."""
    grid = grid_of(sharding.mesh)
    mesh = sharding.mesh.shape
    index = []
    parts = sharding.shard_shape(shape)
    for part, names in zip(parts, sharding.spec.by_axis(len(shape)), strict=True):
        own = [_own(grid, name) for name in names]
        numbers = []
        for place in itertools.product(*own):
            number = 0
            for name, at in zip(names, place, strict=True):
                number = number * mesh[name] + at
            numbers.append(number)
        index.append(_runs(numbers, part))
    return index


def _own(grid: ProcessGrid, name: Any) -> range:
    """The members along an axis that this process holds."""
    first = grid.place[grid.names.index(name)] * grid.local(name)
    return range(first, first + grid.local(name))


def _runs(numbers: Sequence[int], part: int) -> list[slice]:
    """Parts of an axis as slices of elements, neighbours together."""
    found: list[slice] = []
    for number in numbers:
        start = number * part
        if found and found[-1].stop == start:
            found[-1] = slice(found[-1].start, start + part)
        else:
            found.append(slice(start, start + part))
    return found


def block_of(whole: np.ndarray, sharding: NamedSharding) -> np.ndarray:
    """What this process holds of a whole array: itself if that is all of it, else a copy."""
    index = block_index(sharding, whole.shape)
    found = whole
    for axis, runs in enumerate(index):
        before = (slice(None),) * axis
        pieces = [found[(*before, run)] for run in runs]
        found = pieces[0] if len(pieces) == 1 else np.concatenate(pieces, axis)
    return whole if found.shape == whole.shape else np.ascontiguousarray(found)
