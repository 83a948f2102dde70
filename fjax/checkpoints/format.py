"""The safetensors format: a JSON header of names, dtypes, shapes and offsets, then the bytes.

A file is written under a temporary name, flushed to the disk and renamed, so that at any time
either the old or the new one is there. What is read is believed only after every offset was checked
against the file's size. Files written here carry a hash of all of their bytes.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import io
import json
import math
import os
import pathlib
import platform
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import ml_dtypes
import numpy as np

from fjax.core import fresh, lazy
from fjax.errors import FjaxTypeError, FjaxValueError

fcntl = lazy.module("fcntl")  # not on Windows

Path = str | os.PathLike[str]
PARTIAL = ".partial"
_PARTIAL_NAME = re.compile(r"\..+\.([0-9a-f]{8})\.[0-9a-f]{12}\.partial", re.DOTALL)
OTHERS = 86_400.0  # seconds for which another machine's file is left alone
LARGEST_HEADER = 100_000_000  # bytes; the format's own limit
MOST_AXES = 64  # of NumPy's arrays
LARGEST = 1 << 60  # elements of an array, which NumPy counts in bytes
HASH = "fjax.sha256"  # among the metadata: of all bytes, those of the hash taken as zeros
NO_HASH = "0" * 64
_TYPES = {
    "BOOL": np.dtype(np.bool_),
    "BF16": np.dtype(ml_dtypes.bfloat16),
    "F8_E4M3": np.dtype(ml_dtypes.float8_e4m3fn),
    "F8_E5M2": np.dtype(ml_dtypes.float8_e5m2),
    "F8_E8M0": np.dtype(ml_dtypes.float8_e8m0fnu),
    "F8_E4M3FNUZ": np.dtype(ml_dtypes.float8_e4m3fnuz),
    "F8_E5M2FNUZ": np.dtype(ml_dtypes.float8_e5m2fnuz),
    "C64": np.dtype("<c8"),
    **{f"{k.upper()}{8 * n}": np.dtype(f"<{k}{n}") for k in "iu" for n in (1, 2, 4, 8)},
    **{f"F{8 * n}": np.dtype(f"<f{n}") for n in (2, 4, 8)},
}
_SPELLED = {dtype: name for name, dtype in _TYPES.items()}


@dataclasses.dataclass(frozen=True)
class Entry:
    """Where an array lies in a file; offsets count from the first byte after the header."""

    dtype: np.dtype
    shape: tuple[int, ...]
    begin: int
    end: int


@dataclasses.dataclass(frozen=True)
class Header:
    """What a file says of itself, checked."""

    entries: dict[str, Entry]  # by offset
    metadata: dict[str, str]
    start: int  # where the arrays begin in the file
    text: bytes


def is_stored(dtype: np.dtype) -> bool:
    """Whether the format has a name for a dtype.

    >>> is_stored(np.dtype("float32")), is_stored(np.dtype("complex128"))
    (True, False)
    """
    return dtype.newbyteorder("<") in _SPELLED


# ---- writing


def write_safetensors(
    path: Path, arrays: Mapping[str, Any], metadata: Mapping[str, str] | None = None
) -> None:
    """Write arrays by name into one file, which replaces an older one only when it is complete.

    arrays: NumPy or fjax arrays of the dtypes that the format names. metadata: texts by name;
    `fjax.sha256` is added. Raises OSError if the disk is full; the older file is still there then.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_safetensors(f"{folder}/a.safetensors", {"w": np.ones(3, "float32")})
    ...     print(read_safetensors(f"{folder}/a.safetensors")[0])
    {'w': array([1., 1., 1.], dtype=float32)}
    """
    stored = {name: _stored(name, value) for name, value in arrays.items()}
    names = sorted(stored, key=lambda name: -stored[name].itemsize)  # each is aligned, then
    header: dict[str, Any] = {"__metadata__": {**(metadata or {}), HASH: NO_HASH}}
    end = 0
    for name in names:
        value, begin = stored[name], end
        end += value.nbytes
        kind = _SPELLED[value.dtype]
        header[name] = {"dtype": kind, "shape": value.shape, "data_offsets": (begin, end)}
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-(len(text) + 8) % 64)
    if len(text) > LARGEST_HEADER:
        raise FjaxValueError(f"a header of {len(text)} bytes: the format takes {LARGEST_HEADER}")

    def fill(file: io.BufferedIOBase) -> None:
        found = hashlib.sha256(text)
        file.write(len(text).to_bytes(8, "little") + text)
        for name in names:
            data = _bytes_of(stored[name])
            found.update(data)
            file.write(data)
        file.seek(8 + text.rindex(f'"{HASH}":"{NO_HASH}"'.encode()) + len(f'"{HASH}":"'))
        file.write(found.hexdigest().encode())

    write_atomically(path, fill)


def _stored(name: str, value: Any) -> np.ndarray:
    if name == "__metadata__":
        raise FjaxValueError("an array cannot be called '__metadata__': the format has one")
    array = np.asarray(value)
    dtype = array.dtype.newbyteorder("<")
    if dtype not in _SPELLED:
        raise FjaxTypeError(
            f"{name!r} is of dtype {array.dtype}, and safetensors stores "
            f"{', '.join(sorted(map(str, _SPELLED)))}; fjax.checkpoints.save takes the others, too"
        )
    return np.ascontiguousarray(array, dtype).reshape(array.shape)


def _bytes_of(array: np.ndarray) -> memoryview:
    return array.reshape(-1).view(np.uint8).data


def write_atomically(path: Path, fill: Callable[[io.BufferedIOBase], object]) -> None:
    """Give a file the contents that `fill` writes, all of them or none.

    They go to a new file beside it, whose name ends in `.partial`, reach the disk, and take the
    name in one step. If anything fails, that file goes and what had the name stays. Those that
    processes left in the folder which were killed meanwhile go, too.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomically(f"{folder}/a", lambda file: file.write(b"text"))
    ...     pathlib.Path(folder, "a").read_text()
    'text'
    """
    target = pathlib.Path(path)
    _sweep(target.parent)
    partial, file = _new_partial(target)
    try:
        with file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
            if os.name != "posix":
                file.close()  # other systems rename no open file
            os.replace(partial, target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _new_partial(target: pathlib.Path) -> tuple[pathlib.Path, io.BufferedRandom]:
    """A file for what is being written, locked by this process as long as it is open."""
    while True:
        name = f".{target.name}.{_machine()}.{secrets.token_hex(6)}{PARTIAL}"
        partial = target.with_name(name)
        file = open(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666), "w+b")
        _lock(file.fileno(), wait=True)
        if partial.exists():  # else somebody has found it before it was locked
            return partial, file
        file.close()


def _sweep(folder: pathlib.Path) -> None:
    """Delete what processes left that died while they wrote.

    Their locks went with them. Another machine's may not be seen here, so that its files stay for
    a day after they were last written to.
    """
    for partial in folder.glob(f".*{PARTIAL}"):
        name = _PARTIAL_NAME.fullmatch(partial.name)
        if name is None:
            continue
        with contextlib.suppress(OSError):  # it is somebody else's, or gone
            if name[1] != _machine() and time.time() - partial.lstat().st_mtime < OTHERS:
                continue
            handle = os.open(partial, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
            try:
                if _lock(handle):
                    partial.unlink()
            finally:
                os.close(handle)


def _lock(handle: int, wait: bool = False) -> bool:
    """Lock an open file: whether that worked; never where there are no such locks."""
    if os.name != "posix":
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def _machine() -> str:
    """What tells the files of this machine from those of others."""
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]


# ---- reading


def read_safetensors(path: Path) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """(arrays by name, metadata) of a safetensors file of whatever origin.

    Its structure is checked, and its hash if it has one of this library's; FjaxValueError if the
    file is cut, damaged or no such file. Nothing in it is executed or used as the name of a file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_safetensors(f"{folder}/a", {"w": np.zeros((2, 0))}, {"made": "today"})
    ...     read_safetensors(f"{folder}/a")[1]["made"]
    'today'
    """
    with opened(path) as (file, header):
        claimed = header.metadata.get(HASH)
        found = None
        if claimed is not None:
            found = hashlib.sha256(header.text.replace(claimed.encode(), NO_HASH.encode()))
        arrays = {}
        for name, entry in header.entries.items():
            array = fresh.empty(entry.shape, entry.dtype)
            data = _bytes_of(array)
            if file.readinto(data) != len(data):
                raise refused(path, "it became shorter while it was read")
            if found is not None:
                found.update(data)
            arrays[name] = _sound(path, name, array)
    if found is not None and found.hexdigest() != claimed:
        raise refused(path, "its contents are not those of its hash: it was damaged")
    return arrays, header.metadata


def _sound(path: Path, name: str, array: np.ndarray) -> np.ndarray:
    if array.dtype == np.bool_ and array.size and array.view(np.uint8).max() > 1:
        raise refused(path, f"{name!r} holds bytes that are no booleans")
    return array


@contextlib.contextmanager
def opened(path: Path) -> Iterator[tuple[io.BufferedIOBase, Header]]:
    """A file at the first byte of its arrays, and its header.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_safetensors(f"{folder}/a", {"w": np.zeros((2, 3))})
    ...     with opened(f"{folder}/a") as (file, header):
    ...         print(header.entries["w"].shape)
    (2, 3)
    """
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size < 8:
            raise refused(path, f"it has {size} bytes, and the length of the header alone has 8")
        length = int.from_bytes(file.read(8), "little")
        if length > min(LARGEST_HEADER, size - 8):
            raise refused(path, f"it claims a header of {length} bytes in a file of {size}")
        yield file, _checked(path, file.read(length), size - 8 - length)


def refused(path: Path, why: str) -> FjaxValueError:
    """The error about a file that is not read.

    >>> print(refused("a", "it is cut").message)
    'a' is no safetensors file that can be read: it is cut
    """
    return FjaxValueError(f"{os.fspath(path)!r} is no safetensors file that can be read: {why}")


def _checked(path: Path, text: bytes, size: int) -> Header:
    """The header that a text says, if all of it holds for `size` bytes of arrays."""
    try:
        found = json.loads(text.decode(), object_pairs_hook=_without_repetition)
    except (ValueError, RecursionError) as error:
        raise refused(path, f"its header cannot be read ({type(error).__name__})") from error
    if not isinstance(found, dict):
        raise refused(path, "its header is no JSON object")
    metadata = found.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(v, str) for v in metadata.values()):
        raise refused(path, "its metadata are not texts by name")
    entries = {name: _entry(path, name, value) for name, value in found.items()}
    entries = dict(sorted(entries.items(), key=lambda item: (item[1].begin, item[1].end)))
    end = 0
    for name, entry in entries.items():
        if entry.begin != end:
            raise refused(path, f"{name!r} begins at byte {entry.begin} instead of {end}")
        end = entry.end
    if end != size:
        raise refused(path, f"its arrays take {end} bytes, and there are {size}: it is cut or long")
    return Header(entries, metadata, 8 + len(text), text)


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name occurs twice")
    return found


def _entry(path: Path, name: str, value: Any) -> Entry:
    if not isinstance(value, dict) or set(value) != {"dtype", "shape", "data_offsets"}:
        raise refused(path, f"{name!r} is not said to have dtype, shape and data_offsets")
    kind, shape, offsets = value["dtype"], value["shape"], value["data_offsets"]
    if not isinstance(kind, str) or kind not in _TYPES:
        raise refused(path, f"{name!r} is of dtype {kind!r}; known are {', '.join(_TYPES)}")
    if not _counts(shape) or len(shape) > MOST_AXES or math.prod(n or 1 for n in shape) > LARGEST:
        raise refused(path, f"{name!r} has no possible shape")
    if not _counts(offsets) or len(offsets) != 2:
        raise refused(path, f"{name!r} has no two offsets")
    dtype, (begin, end) = _TYPES[kind], offsets
    if end - begin != math.prod(shape) * dtype.itemsize:
        raise refused(path, f"{name!r} has {end - begin} bytes for {kind} of shape {shape}")
    return Entry(dtype, tuple(shape), begin, end)


def _counts(values: Any) -> bool:
    """Whether a value is a list of whole numbers from zero on."""
    return isinstance(values, list) and all(type(n) is int and n >= 0 for n in values)
