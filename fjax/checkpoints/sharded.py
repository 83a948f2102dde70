"""Checkpoints of arrays in parts: a file of each process, and one that says where everything is.

What is saved by some processes is loaded by any number of them: each reads the files in which there
is something of its own, one after another.
"""

from __future__ import annotations

import dataclasses
import json
import math
import pathlib
import re
import secrets
from typing import Any

import numpy as np

from fjax import tree
from fjax.api.parts import make_array_from_callback
from fjax.checkpoints.format import Path, read_safetensors, refused, write_safetensors
from fjax.checkpoints.trees import TREE, Contents, as_stored, described, from_stored, tree_as_json
from fjax.core import dtypes, processes
from fjax.core.array import Array
from fjax.core.sharding import NamedSharding
from fjax.errors import ProcessError

WHOLE = "whole.safetensors"
_PART = re.compile(r"part-([0-9a-f]{12})-(\d{5,})\.safetensors")
_SAVE = "fjax.save"  # among a part's metadata: of which save it is

Bounds = tuple[tuple[int, int], ...]  # first and last + 1 of each axis


def save_sharded(path: Path, value: Any) -> None:
    """Write a pytree to a folder; every process of a job calls it with the same tree.

    Arrays that are split over devices go to the file of the process that holds a part, those that
    several hold once; all else goes to the file `whole.safetensors`, written last: until then
    what an earlier call wrote is there and complete. Raises OSError if the disk is full.

    >>> import tempfile
    >>> mesh = fjax.make_mesh((1,), ("x",))
    >>> w = fjax.device_put(jnp.arange(4), fjax.NamedSharding(mesh, fjax.P("x")))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_sharded(folder, {"w": w, "step": 7})
    ...     load_sharded(folder)
    {'step': 7, 'w': Array([0, 1, 2, 3], dtype=int64)}
    """
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
    `fjax.ShapeDtypeStruct` says of them with a sharding, also say how arrays are split now: over
    other devices, another mesh, another number of processes than those that saved. Without it, and
    where it has no sharding, each process gets whole arrays. Raises FjaxValueError if a file is
    damaged or missing, or the leaves are not those of `like`.

    >>> import tempfile
    >>> where = fjax.NamedSharding(fjax.make_mesh((1,), ("rows",)), fjax.P("rows"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_sharded(folder, [jnp.arange(4.0)])
    ...     load_sharded(folder, like=[fjax.ShapeDtypeStruct((4,), float, sharding=where)])
    [Array([0., 1., 2., 3.], dtype=float64)]
    """
    folder = pathlib.Path(path)
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


@dataclasses.dataclass(frozen=True, eq=False)
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
        dtype, shape = dtypes.from_short_name(said["type"]), tuple(said["shape"])
        pieces = tuple((file, tuple((a, b) for a, b in bounds)) for file, bounds in said["pieces"])
        whole = _are_a_grid([bounds for _, bounds in pieces], shape)
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        raise refused(path, f"{name!r} is said to be {said!r}"[:300]) from error
    if not whole or not all(type(file) is int for file, _ in pieces):
        raise refused(path, f"{name!r} is not the sum of its parts")
    return _Split(name, said, dtype, shape, pieces)


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


@dataclasses.dataclass
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
                sizes = [b - a for a, b in region]
                whole = np.zeros((*sizes, *stored.shape[len(sizes) :]), stored.dtype)
                self.regions[region] = whole
            at, there = (
                tuple(slice(a - o, b - o) for (a, b), (o, _) in zip(common, box, strict=True))
                for box in (region, piece)
            )
            whole[at] = stored[there]
            self.filled[region] += _volume(common)

    def array(self, path: Path) -> Array:
        """The array, once all files are read."""
        name, said, parts = self.split.name, self.split.said, dict[Bounds, Array]()
        for region, stored in self.regions.items():
            if stored is None or self.filled[region] != _volume(region):
                raise refused(path, f"{name!r} is not the sum of its parts")
            parts[region] = from_stored(path, name, said, stored)
        if self.sharding is None:
            (found,) = parts.values()
            return found
        shape = self.split.shape
        return make_array_from_callback(
            shape, self.sharding, lambda index: parts[_bounds(index, shape)]
        )


def _read(folder: pathlib.Path, said: Any, wanted: list[_Wanted]) -> None:
    """Read the files that have something of what is wanted, one after another."""
    token, count = said.get("save"), said.get("files")
    if not isinstance(token, str) or not isinstance(count, int) or _named(token) is None:
        raise refused(folder / WHOLE, f"it is of no save of parts: {json.dumps(token)[:60]}")
    for file in range(count):
        needed = [
            (each, number, piece)
            for each in wanted
            for number, (holder, piece) in enumerate(each.split.pieces)
            if holder == file and each.overlaps(piece)
        ]
        if not needed:
            continue
        path = folder / _file(token, file)
        arrays, metadata = read_safetensors(path)
        for each, number, piece in needed:
            stored = arrays.get(f"{number}@{each.split.name}")
            sizes = tuple(b - a for a, b in piece)
            if metadata.get(_SAVE) != token or stored is None:
                raise refused(path, f"it has no part {number} of {each.split.name!r}")
            if stored.shape[: len(sizes)] != sizes:
                raise refused(path, f"part {number} of {each.split.name!r} has another shape")
            each.take(piece, stored)


def _named(token: str) -> re.Match[str] | None:
    return _PART.fullmatch(_file(token, 0))
