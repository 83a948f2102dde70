"""Pytrees as safetensors files: arrays by their paths, the tree and the rest as JSON beside."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from fjax import tree
from fjax.checkpoints.format import (
    HASH,
    Path,
    is_stored,
    read_safetensors,
    refused,
    write_safetensors,
)
from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.regular_files import as_path, check_place
from fjax.core.typecheck import WRONG
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.misspelling import nearest
from fjax.pytrees.registry import DictKey, is_tree_node

Rename = Mapping[str, str] | Callable[[str], str | None] | None
TREE = "fjax"  # the name of the JSON text among the metadata
_WORDS = {1: "uint8", 2: "uint16", 4: "uint32", 8: "uint64"}
_KINDS = {"list": list, "tuple": tuple}
_NOT_FINITE = ("nan", "inf", "-inf")


def save(path: Path, value: Any) -> None:
    """Write a pytree to one file, which replaces an older one only when it is complete.

    Leaves are arrays of any dtype, random keys, Python's numbers, booleans and texts. The file is
    safetensors, with arrays under their paths in the tree (`layers[0].weight`). Raises OSError if
    the disk is full; the older file is still there then.

    path: the file.
    value: a pytree of arrays, random keys, numbers, booleans and texts.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(f"{folder}/a.safetensors", {"w": jnp.arange(3), "step": 7})
    ...     load(f"{folder}/a.safetensors")
    {'step': 7, 'w': Array([0, 1, 2], dtype=int64)}
    """
    check_place("checkpoints.save", path)
    if value is None:
        raise FjaxTypeError("checkpoints.save: value is None: a tree of arrays is saved")
    arrays, leaves = described(value, lambda name, leaf: None)
    write_safetensors(path, arrays, {TREE: tree_as_json(value, leaves)})


def described(
    value: Any, elsewhere: Callable[[str, Any], Any]
) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """(arrays to store, what JSON says of each leaf), by the leaves' paths.

    elsewhere: what is said of a leaf whose array is stored in other files; None of all others.

    >>> described({"w": jnp.ones(2), "step": 7}, lambda name, leaf: None)[1]
    {"['step']": {'value': 7}, "['w']": {'type': 'f64'}}
    """
    arrays: dict[str, np.ndarray] = {}
    leaves: dict[str, Any] = {}
    for keys, leaf in tree.leaves_with_path(value):
        name = path_of(keys)
        said = elsewhere(name, leaf)
        if said is not None:
            leaves[name] = said
        elif isinstance(leaf, (Array, np.ndarray, np.generic)):
            arrays[name], leaves[name] = as_stored(name, leaf)
        else:
            leaves[name] = {"value": _as_json(name, leaf)}
    return arrays, leaves


def tree_as_json(value: Any, leaves: Mapping[str, Any], **more: Any) -> str:
    """The text of a file about its tree, its leaves, and what `load` does not ask for.

    >>> tree_as_json([7], {"[0]": {"value": 7}})
    '{"tree":{"list":["[0]"]},"leaves":{"[0]":{"value":7}}}'
    """
    said = {"tree": _outline(value, ""), "leaves": leaves, **more}
    return json.dumps(said, separators=(",", ":"))


def snapshot(value: Any) -> Any:
    """The tree with its arrays copied: it stays what it is when the arrays are donated.

    >>> snapshot({"w": jnp.arange(2)})
    {'w': Array([0, 1], dtype=int64)}
    """

    def copied(x: Any) -> Any:
        if isinstance(x, Array):
            return Array(x.host().copy(), x.aval)
        return x.copy() if isinstance(x, np.ndarray) else x

    return tree.map(copied, value)


def path_of(keys: Any) -> str:
    """A leaf's path as text, by which its array is stored.

    >>> path_of(fjax.tree.leaves_with_path({"a": [1]})[0][0])
    "['a'][0]"
    """
    return "".join(map(str, keys)).removeprefix(".")


def _outline(value: Any, path: str) -> Any:
    """The tree in JSON, with a leaf's path in its place; dataclasses have their fields."""
    if value is None:
        return None
    if not is_tree_node(type(value)):
        return path.removeprefix(".")
    parts = tree.leaves_with_path(value, is_leaf=lambda x: x is not value)
    inside = [_outline(child, f"{path}{keys[0]}") for keys, child in parts]
    if type(value) in (list, tuple):
        return {type(value).__name__: inside}
    keys = [keys[0] for keys, _ in parts]
    names = [key.key if isinstance(key, DictKey) else str(key).removeprefix(".") for key in keys]
    if not all(isinstance(name, (str, int)) for name in names):
        raise FjaxTypeError(f"checkpoints.save: keys of dicts are texts or integers, got {names}")
    return {"dict": list(zip(names, inside, strict=True))}


def _as_json(name: str, leaf: Any) -> Any:
    if isinstance(leaf, float) and not np.isfinite(leaf):
        return {"float": str(leaf)}
    if isinstance(leaf, (bool, int, float, str)):
        return leaf
    raise FjaxTypeError(
        f"checkpoints.save: {name or 'the tree'} is {type(leaf).__name__}, which is not an array, "
        "number or text; leave it out, or register its class as a pytree"
    )


def as_stored(name: str, leaf: Any) -> tuple[np.ndarray, dict[str, Any]]:
    """An array in a dtype that safetensors names, with the same bits, and its type.

    >>> as_stored("w", np.ones(2, complex))
    (array([[1., 0.],
           [1., 0.]]), {'type': 'c128'})
    """
    aval = leaf.aval if isinstance(leaf, Array) else ShapedArray(leaf.shape, leaf.dtype)
    if dtypes.is_key(aval.dtype) and aval.dtype.generator is not None:
        raise FjaxTypeError(f"checkpoints.save: {name} holds keys of a user's generator")
    array = leaf.host() if isinstance(leaf, Array) else np.asarray(leaf)
    said = {"type": dtypes.short_name(aval.dtype), **({"weak": True} if aval.weak_type else {})}
    if is_stored(array.dtype):
        return array, said
    array = np.ascontiguousarray(array).reshape(array.shape)
    if array.dtype.itemsize in _WORDS:
        return array.view(_WORDS[array.dtype.itemsize]), said
    return array.reshape(*array.shape, 1).view(np.float64), said


def from_stored(path: Path, name: str, said: Any, stored: np.ndarray) -> Array:
    """The array of a type from what is stored.

    >>> from_stored("a file", "w", {"type": "c128"}, np.ones((1, 2)))
    Array([1.+1.j], dtype=complex128)
    """
    try:
        dtype = dtypes.from_short_name(said["type"])
        weak = bool(said.get("weak", False))
    except WRONG as error:
        raise refused(path, f"{name!r} is said to be {said!r:.200}") from error
    physical, shape = np.dtype(dtypes.physical(dtype)), stored.shape
    if physical != stored.dtype:
        wide = physical.itemsize == 16
        words = "float64" if wide else _WORDS.get(physical.itemsize)
        if stored.dtype != words or is_stored(physical) or (wide and shape[-1:] != (2,)):
            raise refused(path, f"{name!r} is stored as {stored.dtype} for {said['type']!r}")
        shape = shape[:-1] if wide else shape
        stored = stored.view(physical).reshape(shape)
    return Array(stored, ShapedArray(shape, dtype, weak))


@dataclass(frozen=True)
class Contents:
    """What a file holds: its leaves by path, and the outline of its tree if it has one.

    >>> Contents("a file", {"[0]": 7}, {"list": ["[0]"]}).whole()
    [7]
    """

    path: Path
    leaves: dict[str, Any]
    outline: Any

    @classmethod
    def of(cls, path: Path) -> Contents:
        """What was read and checked."""
        return cls.read(path, lambda name, said: None)[0]

    @classmethod
    def read(
        cls, path: Path, elsewhere: Callable[[str, Any], Any]
    ) -> tuple[Contents, dict[str, Any]]:
        """(what was read and checked, the JSON about it).

        elsewhere: what stands for a leaf whose array other files have, by its path and JSON; None
        for those that this file has.
        """
        arrays, metadata = read_safetensors(path)
        if TREE not in metadata:
            return cls(path, {name: Array(x, _aval(x)) for name, x in arrays.items()}, None), {}
        if HASH not in metadata:
            raise refused(path, "it has a tree and no hash: it was damaged")
        try:
            said = json.loads(metadata[TREE], parse_constant=_no_constant)
            given, outline = dict(said["leaves"]), said["tree"]
        except WRONG as error:
            raise refused(path, "its tree cannot be read") from error
        leaves = {}
        for name, x in given.items():
            known = elsewhere(name, x)
            leaves[name] = _leaf(path, name, x, arrays) if known is None else known
        return cls(path, leaves, outline), said

    def whole(self) -> Any:
        """The tree, of dicts, lists and tuples; of a file without one its arrays by name."""
        if self.outline is None:
            return self.leaves.get("") if set(self.leaves) <= {""} else self.leaves
        try:
            return self._built(self.outline)
        except WRONG as error:
            raise refused(self.path, "its tree is not one of its leaves") from error

    def like(self, like: Any) -> Any:
        """The tree in the structure of `like`, whose leaves must be these; None: as `whole`."""
        if like is None:
            return self.whole()
        found, report = _filled(like, self.leaves, None, exact=True)
        if not report.complete:
            raise FjaxValueError(
                f"checkpoints.load: {self.path!s} is not of this tree:\n{report}\n"
                "fjax.checkpoints.load_partial takes what fits, and converts other dtypes"
            )
        return found

    def _built(self, outline: Any) -> Any:
        if outline is None:
            return None
        if isinstance(outline, str):
            return self.leaves[outline]
        ((kind, inside),) = outline.items()
        if kind != "dict":
            return _KINDS[kind](self._built(child) for child in inside)
        if {type(name) for name, _ in inside} not in (set(), {str}, {int}):
            raise TypeError("keys of dicts are texts, or integers")
        return {name: self._built(child) for name, child in inside}


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _aval(array: np.ndarray) -> ShapedArray:
    return ShapedArray(array.shape, array.dtype)


def _leaf(path: Path, name: str, said: Any, arrays: Mapping[str, np.ndarray]) -> Any:
    if isinstance(said, dict) and "value" in said:
        value = said["value"]
        if isinstance(value, dict) and value.get("float") in _NOT_FINITE:
            return float(value["float"])
        if not isinstance(value, (bool, int, float, str)):
            raise refused(path, f"{name!r} is not an array, number or text")
        return value
    if name not in arrays:
        raise refused(path, f"its tree names an array {name!r}, which it does not have")
    return from_stored(path, name, said, arrays[name])


# ---- loading into a tree


@dataclass(frozen=True)
class Report:
    """Which leaves of a tree and of a file were loaded and which were not, by their paths.

    >>> print(Report(("w",), missing=("b",)))
    1 leaf loaded
    1 leaf missing in the file: b
    """

    loaded: tuple[str, ...]
    missing: tuple[str, ...] = ()  # in the file
    unexpected: tuple[str, ...] = ()  # in the file, and not in the tree
    mismatched: tuple[tuple[str, str, str], ...] = ()  # path, type wanted, type in the file

    @property
    def complete(self) -> bool:
        """Whether the leaves of both are the same."""
        return not (self.missing or self.unexpected or self.mismatched)

    def __str__(self) -> str:
        others = [f"{name} (wanted {want}, found {has})" for name, want, has in self.mismatched]
        lines: list[tuple[Sequence[str], str, bool]] = [
            (self.loaded, "loaded", False),
            (self.missing, "missing in the file", True),
            (self.unexpected, "unexpected in the file", True),
            (others, "of another type", True),
        ]
        return "\n".join(
            f"{len(names)} {'leaf' if len(names) == 1 else 'leaves'} {what}"
            + (f": {_some(names)}" if shown else "")
            for names, what, shown in lines
            if names or not shown
        )


def _some(names: Sequence[str]) -> str:
    """The first of some paths."""
    shown = ", ".join(name or "the tree itself" for name in names[:8])
    return f"{shown}{', …' if len(names) > 8 else ''}"


def load(path: Path, like: Any = None) -> Any:
    """The pytree in a file: in the structure of `like`, or else as dicts, lists and tuples.

    like: a tree of the structure, shapes and dtypes that are expected, such as a model that was
    just made or what `fjax.eval_shape` says of one. Raises FjaxValueError if the file is damaged or
    hostile, and with a report if its leaves are not those of `like`.
    path: the file.

    >>> import tempfile
    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(f"{folder}/layer.safetensors", layer)
    ...     load(f"{folder}/layer.safetensors", like=layer)
    Linear(weight=float32[3,2], bias=float32[3])
    """
    check_load(path, like)
    return Contents.of(path).like(like)


def check_load(path: Any, like: Any) -> None:
    """Raise for a folder of checkpoints, and for a class in place of a tree.

    >>> check_load("model.safetensors", {"w": jnp.ones(2)})
    """
    given = as_path("checkpoints.load", path)
    if callable(like) and not isinstance(like, type) and not is_tree_node(type(like)):
        raise FjaxTypeError(
            f"checkpoints.load: like is a tree of arrays, got {like!r:.60}; of a function that "
            "makes one it is fjax.eval_shape(function)"
        )
    if isinstance(like, type) and not is_tree_node(like):
        raise FjaxTypeError(f"checkpoints.load: like is a tree of arrays, got the class {like!r}")
    if isinstance(like, type):
        raise FjaxTypeError(
            f"checkpoints.load: like is an instance, and {like.__name__} is a class: make one, or "
            f"fjax.eval_shape(lambda: {like.__name__}(…)), which takes no memory"
        )
    if os.path.isdir(given):
        raise FjaxValueError(
            f"checkpoints.load: {given!r} is a folder, no regular file; of one that training wrote "
            "fjax.checkpoints.Folder(path).load(like) reads the last checkpoint"
        )


def load_partial(path: Path, like: Any, rename: Rename = None) -> tuple[Any, Report]:
    """(`like` with the leaves of a file that fit, a report of those that do not).

    rename: a dict from the beginnings of paths in the file to what stands there in `like`, or a
    function from a path to a path (None drops it). Floats are converted to the dtypes of `like`.

    >>> import tempfile
    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(f"{folder}/old", {"fc": {"weight": jnp.ones((3, 2)), "scale": jnp.ones(1)}})
    ...     found, report = load_partial(f"{folder}/old", layer, {"['fc']['weight']": "weight"})
    >>> print(report)
    1 leaf loaded
    1 leaf missing in the file: bias
    1 leaf unexpected in the file: ['fc']['scale']
    """
    if not (rename is None or isinstance(rename, Mapping) or callable(rename)):
        raise FjaxTypeError(
            "checkpoints.load_partial: rename is a dict from beginnings of paths to others, "
            f"{{'encoder': 'layers[0]'}}, or a function of a path, got {rename!r:.60}"
        )
    found, report = _filled(like, Contents.of(path).leaves, rename, exact=False)
    if tree.leaves(like) and not report.loaded:
        raise FjaxValueError(
            f"checkpoints.load_partial: {path!s} has nothing that fits into this tree:\n{report}\n"
            "rename= says what beginnings of paths are called in it"
        )
    return found, report


def _filled(like: Any, leaves: dict[str, Any], rename: Rename, exact: bool) -> tuple[Any, Report]:
    """`like` with leaves that have its paths and types, and what did not fit."""
    given = _renamed(leaves, rename)
    values, loaded, missing = [], [], []
    mismatched: list[tuple[str, str, str]] = []
    for keys, wanted in tree.leaves_with_path(like):
        name, value = path_of(keys), wanted
        if name not in given:
            missing.append(name)
        else:
            found = given.pop(name) if exact else _converted(given.pop(name), wanted)
            if _type(found) == _type(wanted):
                loaded.append(name)
                value = found
            else:
                mismatched.append((name, _type(wanted), _type(found)))
        values.append(value)
    report = Report(tuple(loaded), tuple(missing), tuple(sorted(given)), tuple(mismatched))
    return tree.unflatten(tree.structure(like), values), report


def _renamed(leaves: dict[str, Any], rename: Rename) -> dict[str, Any]:
    """Leaves by the paths that they are to have; two at one path are an error."""
    found: dict[str, Any] = {}
    used: set[str] = set()
    for old, value in leaves.items():
        new: str | None = old
        if callable(rename):
            new = rename(old)
        elif rename is not None:
            starts = [s for s in rename if old == s or (old.startswith(s) and _ends(old, s))]
            if starts:
                longest = max(starts, key=len)
                used.update(starts)
                start = rename[longest]
                new = _joined(start, old[len(longest) :]) if isinstance(start, str) else start
        if new is None:
            continue
        if not isinstance(new, str):
            raise FjaxTypeError(
                f"checkpoints.load_partial: rename: {old!r} becomes a path, a text, got {new!r:.60}"
            )
        new = new.removeprefix(".")
        if new in found:
            raise FjaxValueError(f"checkpoints.load_partial: two leaves are renamed to {new!r}")
        found[new] = value
    unused = [] if callable(rename) else [start for start in rename or () if start not in used]
    if unused:
        raise FjaxValueError(
            f"checkpoints.load_partial: rename: no path in the file begins with {unused[0]!r}"
            f"{nearest(unused[0], leaves)}; there are {', '.join(list(leaves)[:8])}"
        )
    return found


def _joined(start: str, rest: str) -> str:
    """A path of a beginning and what follows, with the dot that a field's name needs."""
    start = start.removesuffix(".")
    return start + ("." if start and rest and rest[0] not in ".[" else "") + rest


def _ends(path: str, start: str) -> bool:
    """Whether a step of a path ends where its beginning does."""
    return not start or path[len(start)] in ".[" or start[-1] == "."


def _type(value: Any) -> str:
    """The type of a leaf as reports show it: float32[3,2], or a kind of Python's values."""
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return f"{value.dtype}[{','.join(map(str, value.shape))}]"
    return "text" if isinstance(value, str) else "number"


def _converted(value: Any, wanted: Any) -> Any:
    """A float array in the wanted dtype of floats; other values as they are."""
    if not (hasattr(value, "dtype") and hasattr(wanted, "dtype")):
        return value
    both = dtypes.is_float(value.dtype) and dtypes.is_float(wanted.dtype)
    return value.astype(wanted.dtype) if both else value
