"""Checkpoints of arrays in parts: a file of each process, and one that says where everything is.

What is saved by some processes is loaded by any number of them: each reads the files in which there
is something of its own, one after another.
"""

from __future__ import annotations

import json
import math
import pathlib
import re
import secrets
from typing import Any

import numpy as np

from fjax import tree
from fjax.api.parts import make_array_from_callback
from fjax.checkpoints.format import (
    Header,
    Path,
    opened,
    read_safetensors,
    refused,
    write_safetensors,
)
from fjax.checkpoints.trees import TREE, Contents, as_stored, described, from_stored, tree_as_json
from fjax.core import dtypes, processes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.regular_files import as_path, check_folder
from fjax.core.sharding import NamedSharding
from fjax.core.typecheck import WRONG
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError, ProcessError

WHOLE = "whole.safetensors"
_PART = re.compile(r"part-([0-9a-f]{12})-(\d{5,})\.safetensors")
_SAVE = "fjax.save"  # a part's metadata: the save that it belongs to

Bounds = tuple[tuple[int, int], ...]  # first and last + 1 of each axis


def save_sharded(path: Path, value: Any) -> None:
    """Write a pytree to a folder; every process of a job calls it with the same tree.

    Each process writes the parts that it holds of arrays that are split over devices. A part that
    several processes hold is written once. Everything else goes to the file `whole.safetensors`,
    which is written last: until then the result of an earlier call stays complete. Raises OSError
    if the disk is full.

    >>> import tempfile
    >>> mesh = fjax.make_mesh((1,), ("x",))
    >>> w = fjax.device_put(jnp.arange(4), fjax.NamedSharding(mesh, fjax.P("x")))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_sharded(folder, {"w": w, "step": 7})
    ...     load_sharded(folder)
    {'step': 7, 'w': Array([0, 1, 2, 3], dtype=int64)}
    """
    check_folder("checkpoints.save_sharded", path)
    folder, token = pathlib.Path(path), _agreed()
    folder.mkdir(parents=True, exist_ok=True)
    own: dict[str, np.ndarray] = {}
    arrays, leaves = described(value, lambda name, leaf: _taken_apart(name, leaf, own))
    write_safetensors(folder / _file(token, processes.index()), own, {_SAVE: token})
    _meet(f"saved the parts of {token}")
    if processes.index() == 0:
        said = tree_as_json(value, leaves, save=token, files=processes.count())
        write_safetensors(folder / WHOLE, arrays, {TREE: said})
        for each in folder.iterdir():
            found = _PART.fullmatch(each.name)
            if found is not None and found[1] != token:
                each.unlink(missing_ok=True)
    _meet(f"saved {token}")


def load_sharded(path: Path, like: Any = None) -> Any:
    """The pytree in a folder; every process of a job calls it.

    like: a tree of the structure, shapes and dtypes that are expected. Its arrays, or what
    `fjax.ShapeDtypeStruct` says of them with a sharding, also say how arrays are split now.
    Devices, mesh and number of processes may differ from those that saved. Without it, and where it
    has no sharding, each process gets whole arrays. Raises FjaxValueError if a file is damaged or
    missing, or the leaves are not those of `like`.

    >>> import tempfile
    >>> where = fjax.NamedSharding(fjax.make_mesh((1,), ("rows",)), fjax.P("rows"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_sharded(folder, [jnp.arange(4.0)])
    ...     load_sharded(folder, like=[fjax.ShapeDtypeStruct((4,), float, sharding=where)])
    [Array([0., 1., 2., 3.], dtype=float64)]
    """
    folder = pathlib.Path(as_path("checkpoints.load_sharded", path))
    file = folder / WHOLE
    contents, said = Contents.read(file, lambda name, x: _split(file, name, x))
    found, structure = tree.flatten(contents.like(like))
    shardings = [None] * len(found) if like is None else [_sharding(x) for x in tree.leaves(like)]
    wanted = [
        _Wanted.of(x, sharding) if isinstance(x, _Split) else None
        for x, sharding in zip(found, shardings, strict=True)
    ]
    _read(folder, said, [each for each in wanted if each is not None])
    leaves = [
        _placed(x, sharding) if each is None else each.array(file)
        for x, sharding, each in zip(found, shardings, wanted, strict=True)
    ]
    return tree.unflatten(structure, leaves)


def _sharding(leaf: Any) -> NamedSharding | None:
    found = getattr(leaf, "sharding", None)
    return found if isinstance(found, NamedSharding) else None


def _placed(leaf: Any, sharding: NamedSharding | None) -> Any:
    """A leaf that every process has read whole, as it is to be split."""
    if sharding is None or not isinstance(leaf, Array):
        return leaf
    return make_array_from_callback(leaf.shape, sharding, lambda index: leaf[index])


# ---- what processes do together


def _agreed() -> str:
    """A name for one save, the same in every process."""
    drawn = np.frombuffer(secrets.token_bytes(6), np.uint8).copy()
    if processes.count() > 1:
        _meet("begun to save")  # or else what is spread could be taken for an answer to others
        drawn = processes.job().everybody.spread(drawn, 0, "save_sharded")
    return drawn.tobytes().hex()


def _meet(where: str) -> None:
    """Wait for the other processes."""
    if processes.count() > 1 and processes.job().everybody.differing(where.encode(), where):
        raise ProcessError(f"save_sharded: not every process has {where}")


# ---- parts


def _file(token: str, process: int) -> str:
    return f"part-{token}-{process:05d}.safetensors"


def _bounds(index: tuple[slice, ...], shape: tuple[int, ...]) -> Bounds:
    return tuple(s.indices(n)[:2] for s, n in zip(index, shape, strict=True))


def _volume(bounds: Bounds) -> int:
    return math.prod(stop - start for start, stop in bounds)


def _taken_apart(name: str, leaf: Any, own: dict[str, np.ndarray]) -> Any:
    """What is said of an array in parts, and those of this process added to `own`."""
    if not isinstance(leaf, Array) or leaf.is_fully_replicated:
        return None
    pieces = []
    said: dict[str, Any] = {"type": dtypes.short_name(leaf.aval.dtype)}
    for number, shard in enumerate(s for s in leaf.global_shards if s.replica_id == 0):
        pieces.append([shard.device.process_index, _bounds(shard.index, leaf.shape)])
        if shard.data is not None:
            own[f"{number}@{name}"], said = as_stored(name, shard.data)
    return {**said, "shape": leaf.shape, "pieces": pieces}


@dataclass(frozen=True, eq=False)
class _Split:
    """An array in parts, as the file of the whole describes it; a leaf where it will be."""

    name: str
    said: Any
    dtype: Any
    shape: tuple[int, ...]
    pieces: tuple[tuple[int, Bounds], ...]  # which file has it, and where it is in the array


def _split(path: Path, name: str, said: Any) -> _Split | None:
    """The array in parts that JSON describes, if it does; FjaxValueError if that cannot be."""
    if not isinstance(said, dict) or "pieces" not in said:
        return None
    try:
        dtype, shape = dtypes.from_short_name(said["type"]), _counts(said["shape"])
        pieces = tuple(
            (_counts([file])[0], tuple(map(_interval, bounds))) for file, bounds in said["pieces"]
        )
        whole = _are_a_grid([bounds for _, bounds in pieces], shape)
    except WRONG as error:
        raise refused(path, f"{name!r} is said to be {said!r:.200}") from error
    if not whole:
        raise refused(path, f"{name!r} is not the sum of its parts")
    return _Split(name, said, dtype, shape, pieces)


def _counts(values: Any) -> tuple[int, ...]:
    """Whole numbers from zero on."""
    if not isinstance(values, list) or not all(type(n) is int and n >= 0 for n in values):
        raise ValueError(f"{values!r:.80} must be integers of at least 0")
    return tuple(values)


def _interval(bounds: Any) -> tuple[int, int]:
    start, stop = _counts(bounds)
    return start, stop


def _are_a_grid(pieces: list[Bounds], shape: tuple[int, ...]) -> bool:
    """Whether each axis is cut into intervals, and there is one piece for each choice of these."""
    count = 1
    for axis, size in enumerate(shape):
        end, intervals = 0, sorted({bounds[axis] for bounds in pieces})
        for start, stop in intervals:
            if start != end or stop < start:
                return False
            end = stop
        if end != size:
            return False
        count *= len(intervals)
    return len(pieces) == len(set(pieces)) == count and all(len(b) == len(shape) for b in pieces)


@dataclass
class _Wanted:
    """The regions of an array that this process needs; they fill as files are read."""

    split: _Split
    sharding: NamedSharding | None
    regions: dict[Bounds, np.ndarray | None]
    filled: dict[Bounds, int]

    @classmethod
    def of(cls, split: _Split, sharding: NamedSharding | None) -> _Wanted:
        indices = [(slice(None),) * len(split.shape)]
        if sharding is not None:
            indices = list(sharding.addressable_devices_indices_map(split.shape).values())
        bounds = [_bounds(index, split.shape) for index in indices]
        return cls(split, sharding, dict.fromkeys(bounds), dict.fromkeys(bounds, 0))

    def overlaps(self, piece: Bounds) -> list[tuple[Bounds, Bounds]]:
        """Regions that have something of a piece, and what."""
        found = []
        for region in self.regions:
            common = tuple(
                (max(a, c), min(b, d)) for (a, b), (c, d) in zip(region, piece, strict=True)
            )
            if all(a < b for a, b in common) or 0 in self.split.shape:
                found.append((region, common))
        return found

    def take(self, piece: Bounds, stored: np.ndarray) -> None:
        """Copy what regions have of a piece."""
        for region, common in self.overlaps(piece):
            whole = self.regions[region]
            if whole is None:
                whole = np.zeros([b - a for a, b in region], stored.dtype)
                self.regions[region] = whole
            at, there = (
                tuple(slice(a - o, b - o) for (a, b), (o, _) in zip(common, box, strict=True))
                for box in (region, piece)
            )
            whole[at] = stored[there]
            self.filled[region] += _volume(common)

    def array(self, path: Path) -> Array:
        """The array, once all files are read."""
        shape, parts = self.split.shape, dict[Bounds, Array]()
        for region, host in self.regions.items():
            if host is None or self.filled[region] != _volume(region):
                raise refused(path, f"{self.split.name!r} is not the sum of its parts")
            parts[region] = Array(host, ShapedArray(host.shape, self.split.dtype))
        if self.sharding is None:
            (found,) = parts.values()
            return found
        return make_array_from_callback(
            shape, self.sharding, lambda index: parts[_bounds(index, shape)]
        )


def _read(folder: pathlib.Path, said: Any, wanted: list[_Wanted]) -> None:
    """Read the files that have something of what is wanted, one after another."""
    token, count = said.get("save"), said.get("files")
    if not isinstance(token, str) or not isinstance(count, int) or _named(token) is None:
        raise refused(folder / WHOLE, f"it is of no save of parts: {json.dumps(token)[:60]}")
    needed: dict[int, list[_Needed]] = {}
    for each in wanted:
        for number, (holder, piece) in enumerate(each.split.pieces):
            if each.overlaps(piece):
                needed.setdefault(holder, []).append(_Needed(each, number, piece))
    files = {holder: folder / _file(token, holder) for holder in sorted(needed)}
    if any(holder >= count for holder in files):
        raise refused(folder / WHOLE, f"it names part {max(files)} of {count} files")
    for holder, path in files.items():  # before memory is taken for what is said to be there
        with opened(path) as (_, header):
            for part in needed[holder]:
                part.check(path, token, header)
    for holder, path in files.items():
        arrays, _ = read_safetensors(path)
        for part in needed[holder]:
            part.take(path, arrays)


@dataclass(frozen=True)
class _Needed:
    """A part of an array in a file of parts."""

    wanted: _Wanted
    number: int
    piece: Bounds

    @property
    def name(self) -> str:
        return f"{self.number}@{self.wanted.split.name}"

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(stop - start for start, stop in self.piece)

    def check(self, path: Path, token: str, header: Header) -> None:
        """Raise unless the file is of this save and has the part, with all of its elements."""
        entry = header.entries.get(self.name)
        if header.metadata.get(_SAVE) != token or entry is None:
            raise refused(path, f"it has no part {self.number} of {self.wanted.split.name!r}")
        physical = np.dtype(dtypes.physical(self.wanted.split.dtype))
        if entry.end - entry.begin != math.prod(self.shape) * physical.itemsize:
            raise self._misshapen(path)

    def take(self, path: Path, arrays: dict[str, np.ndarray]) -> None:
        """Copy the part to where it is wanted."""
        if self.name not in arrays:
            raise refused(path, "it changed while it was read")
        found = from_stored(path, self.name, self.wanted.split.said, arrays[self.name])
        if found.shape != self.shape:
            raise self._misshapen(path)
        self.wanted.take(self.piece, found.host())

    def _misshapen(self, path: Path) -> FjaxValueError:
        name = self.wanted.split.name
        return refused(path, f"part {self.number} of {name!r} has another shape")


def _named(token: str) -> re.Match[str] | None:
    return _PART.fullmatch(_file(token, 0))
