"""Files of the safetensors format, which the library `safetensors` reads and writes.

A file is written under a temporary name, flushed to the disk and renamed, so that at any time
either the old or the new one is there. The library says what a header says, and that it fits the
size of the file; the bytes of arrays are read here, straight into arrays of all dtypes, while they
are hashed. Files written here carry a hash of all of their bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import pathlib
import platform
import re
import secrets
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from io import BufferedRandom, BufferedReader
from typing import Any

import ml_dtypes
import numpy as np

from fjax.core import fresh, lazy
from fjax.core.regular_files import check_place, open_regular
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, FjaxValueError

fcntl = lazy.module("fcntl")  # not on Windows
safetensors = lazy.module("safetensors")

Path = str | os.PathLike[str]
PARTIAL = ".partial"
_PARTIAL_NAME = re.compile(r"\..+\.([0-9a-f]{8})\.[0-9a-f]{12}\.partial", re.DOTALL)
OTHERS = 86_400.0  # seconds for which another machine's folder is left alone
MOST_AXES = 64  # of NumPy's arrays
LARGEST = 1 << 60  # elements of an array, which NumPy counts in bytes
HASH = "fjax.sha256"  # among the metadata: of all bytes, those of the hash taken as zeros
NO_HASH = "0" * 64
_A_HASH = re.compile("[0-9a-f]{64}")
_CHUNK = 1 << 20  # bytes that are hashed at once
_ERROR_OF_SYSTEM = re.compile(r"\(os error (\d+)\)")  # how the library tells of a full disk
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
_STARTS = {  # of files that others write
    b"\x93NUMPY": "is one of numpy.save: jnp.load(path) reads it",
    b"PK\x03\x04": "is a zip archive, of numpy.savez (jnp.load reads it) or of torch.save, whose "
    "pickles may run any code: safetensors.torch.save_file(state_dict, path) writes another",
    b"\x80": "is a pickle, which may run any code: where it was written, "
    "fjax.checkpoints.save(path, tree) or safetensors.torch.save_file(state_dict, path) makes one",
    b"\x89HDF": "is an HDF5 file, as Keras writes: h5py reads it, and fjax.checkpoints.save takes "
    "its arrays",
    b"": "is empty or cut",
}
_STORED = frozenset(_TYPES.values())


@dataclass(frozen=True)
class Entry:
    """Where an array lies in a file; offsets count from the first byte after the header."""

    dtype: np.dtype
    shape: tuple[int, ...]
    begin: int
    end: int


@dataclass(frozen=True)
class Header:
    """What a file says of itself, checked."""

    entries: dict[str, Entry]  # by offset
    metadata: dict[str, str]
    start: int  # where the arrays begin in the file


def is_stored(dtype: np.dtype) -> bool:
    """Whether the format has a name for a dtype.

    >>> is_stored(np.dtype("float32")), is_stored(np.dtype("complex128"))
    (True, False)
    """
    return dtype.newbyteorder("<") in _STORED


# ---- writing


def write_safetensors(
    path: Path, arrays: Mapping[str, Any], metadata: Mapping[str, str] | None = None
) -> None:
    """Write arrays by name into one file, which replaces an older one only when it is complete.

    arrays: NumPy or fjax arrays of the dtypes that the format names. metadata: texts by name;
    `fjax.sha256` is added. Raises OSError if the disk is full; the older file is still there then.
    Raises FjaxValueError for names and texts that are not Unicode (lone surrogates).

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_safetensors(f"{folder}/a.safetensors", {"w": np.ones(3, "float32")})
    ...     print(read_safetensors(f"{folder}/a.safetensors")[0])
    {'w': array([1., 1., 1.], dtype=float32)}
    """
    check_place("write_safetensors", path)
    if not isinstance(arrays, Mapping):
        raise FjaxTypeError(
            f"write_safetensors: arrays is a dict from names to arrays, got {arrays!r:.60}"
        )
    for name in arrays:
        if not isinstance(name, str):
            raise FjaxTypeError(f"write_safetensors: names of arrays are texts, got {name!r:.60}")
    for name, text in (metadata or {}).items():
        if not isinstance(text, str):
            raise FjaxTypeError(
                f"write_safetensors: metadata are texts, got {text!r:.60} for {name!r}; str(value) "
                "is one"
            )
    stored = {name: _stored(name, value) for name, value in arrays.items()}
    specs = {
        name: safetensors.TensorSpec(
            dtype=x.dtype.name, shape=x.shape, data_ptr=x.ctypes.data, data_len=x.nbytes
        )
        for name, x in stored.items()
    }

    def fill(file: pathlib.Path) -> None:
        try:
            safetensors.serialize_file(specs, file, {**(metadata or {}), HASH: NO_HASH})
        except UnicodeEncodeError as error:
            raise FjaxValueError(
                f"write_safetensors: {error.object!r:.80} is among the names or metadata, and "
                "cannot be written to a file: it has a lone surrogate"
            ) from error
        except safetensors.SafetensorError as error:
            found = _ERROR_OF_SYSTEM.search(str(error))
            if found is None:
                raise FjaxValueError(f"write_safetensors: {error}") from error
            number = int(found[1])
            raise OSError(number, os.strerror(number), os.fspath(path)) from error
        _note_hash(file)

    write_atomically(path, fill)


def _note_hash(path: pathlib.Path) -> None:
    """Write the hash of a file into it, where the zeros are that stand for it."""
    with open(path, "r+b") as file:
        text = _header_text(file)
        found = hashlib.sha256(text)
        while chunk := file.read(_CHUNK):
            found.update(chunk)
        before = f'"{HASH}":"'.encode()
        file.seek(8 + text.index(before + NO_HASH.encode()) + len(before))
        file.write(found.hexdigest().encode())


def _header_text(file: BufferedReader | BufferedRandom) -> bytes:
    """The bytes of the header, behind those of its length."""
    return file.read(int.from_bytes(file.read(8), "little"))


def _stored(name: str, value: Any) -> np.ndarray:
    if name == "__metadata__":
        raise FjaxValueError("an array cannot be called '__metadata__': the format has one")
    array = np.asarray(value)
    if array.dtype == object:
        raise FjaxTypeError(
            f"write_safetensors: {name!r} is {type(value).__name__}, no array; of trees of arrays, "
            "such as models, fjax.checkpoints.save writes a file"
        )
    dtype = array.dtype.newbyteorder("<")
    if dtype not in _STORED:
        raise FjaxTypeError(
            f"{name!r} is of dtype {array.dtype}, and safetensors stores "
            f"{', '.join(sorted(map(str, _STORED)))}; fjax.checkpoints.save takes the others, too"
        )
    return np.ascontiguousarray(array, dtype).reshape(array.shape)


def write_atomically(path: Path, fill: Callable[[pathlib.Path], object]) -> None:
    """Give a file the contents that `fill` writes, all of them or none.

    `fill` gets the path of an empty file in a new folder beside it, whose name ends in `.partial`.
    What it writes there reaches the disk, and takes the name in one step. If anything fails, that
    folder goes and what had the name stays. Folders of processes that were killed meanwhile go,
    too.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomically(f"{folder}/a", lambda file: file.write_text("text"))
    ...     pathlib.Path(folder, "a").read_text()
    'text'
    """
    target = pathlib.Path(path)
    _sweep(target.parent)
    room, handle = _new_partial(target)
    made = room / "contents"
    try:
        made.touch()
        mode = made.stat().st_mode & 0o777  # as the process makes files; the library takes 0o600
        fill(made)
        with open(made, "r+b") as file:
            made.chmod(mode)
            os.fsync(file.fileno())
        os.replace(made, target)
    finally:
        shutil.rmtree(room, ignore_errors=True)
        _close(handle)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _new_partial(target: pathlib.Path) -> tuple[pathlib.Path, int | None]:
    """A new folder beside a file, locked as long as the handle is open."""
    while True:
        begun = target.name[:50]  # at most 200 bytes of the 255 that a name may have
        name = f".{begun}.{_machine()}.{secrets.token_hex(6)}{PARTIAL}"
        room = target.with_name(name)
        room.mkdir(0o700)
        with contextlib.suppress(FileNotFoundError):  # somebody has found it before it was locked
            handle = _open_folder(room)
            if handle is not None:
                _lock(handle, wait=True)
            if room.exists():
                return room, handle
            _close(handle)


def _sweep(folder: pathlib.Path) -> None:
    """Delete what processes left that died while they wrote.

    Their locks went with them. Another machine's may not be seen here, so that its folders stay for
    a day after they were last written to.
    """
    for partial in folder.glob(f".*{PARTIAL}"):
        name = _PARTIAL_NAME.fullmatch(partial.name)
        if name is None:
            continue
        with contextlib.suppress(OSError):  # it is somebody else's, or gone
            if name[1] != _machine() and time.time() - partial.lstat().st_mtime < OTHERS:
                continue
            handle = _open_folder(partial)
            try:
                if handle is not None and _lock(handle):
                    shutil.rmtree(partial)
            finally:
                _close(handle)


def _open_folder(path: pathlib.Path) -> int | None:
    """A folder as something to lock; None where folders cannot be opened."""
    if os.name != "posix":
        return None
    return os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)


def _close(handle: int | None) -> None:
    if handle is not None:
        os.close(handle)


def _lock(handle: int, wait: bool = False) -> bool:
    """Lock an open folder: whether that worked."""
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
    """(arrays by name, metadata) of a safetensors file, also of one that others wrote.

    Its structure is checked, and its hash if fjax wrote it. Raises FjaxValueError if the file is
    cut, damaged or of another kind. Nothing in it is executed or used as the name of a file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_safetensors(f"{folder}/a", {"w": np.zeros((2, 0))}, {"made": "today"})
    ...     read_safetensors(f"{folder}/a")[1]["made"]
    'today'
    """
    with opened(path) as (file, header):
        claimed, found = header.metadata.get(HASH), hashlib.sha256()
        if claimed is not None:
            if _A_HASH.fullmatch(claimed) is None:
                raise refused(path, f"its hash is no SHA-256: {claimed!r:.80}")
            file.seek(0)
            found.update(_header_text(file).replace(claimed.encode(), NO_HASH.encode()))
        file.seek(header.start)
        arrays = {}
        for name, entry in header.entries.items():
            array = fresh.empty(entry.shape, entry.dtype)
            data = array.reshape(-1).view(np.uint8).data
            if file.readinto(data) != len(data):
                raise refused(path, "it became shorter while it was read")
            if claimed is not None:
                found.update(data)
            arrays[name] = _sound(path, name, array)
    if claimed is not None and found.hexdigest() != claimed:
        raise refused(path, "its contents are not those of its hash: it was damaged")
    return arrays, header.metadata


def _sound(path: Path, name: str, array: np.ndarray) -> np.ndarray:
    if array.dtype == np.bool_ and array.size and array.view(np.uint8).max() > 1:
        raise refused(path, f"{name!r} holds bytes that are not booleans")
    return array


@contextlib.contextmanager
def opened(path: Path) -> Iterator[tuple[BufferedReader, Header]]:
    """A file, and its header.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_safetensors(f"{folder}/a", {"w": np.zeros((2, 3))})
    ...     with opened(f"{folder}/a") as (file, header):
    ...         print(header.entries["w"].shape)
    (2, 3)
    """
    with open_regular(path, "checkpoints") as file:
        number = f"/dev/fd/{file.fileno()}"  # this very file, if another takes its name meanwhile
        source = number if os.path.exists(number) else path
        try:
            with safetensors.safe_open(source, "np", backend="pread") as header:
                found = _checked(path, header, os.fstat(file.fileno()).st_size)
        except (safetensors.SafetensorError, OSError, MemoryError) as error:  # it maps the header
            raise refused(path, f"{error}"[:300] + _instead(file)) from error
        yield file, found


def _instead(file: BufferedReader) -> str:
    """What a file that is no safetensors file is, by its first bytes."""
    file.seek(0)
    begun = file.read(8)
    return next((f"; it {what}" for start, what in _STARTS.items() if begun.startswith(start)), "")


def refused(path: Path, why: str) -> FjaxValueError:
    """The error about a file that is not read.

    >>> print(refused("a", "it is cut").message)
    'a' is no safetensors file that can be read: it is cut
    """
    return FjaxValueError(f"{os.fspath(path)!r} is no safetensors file that can be read: {why}")


def _checked(path: Path, header: Any, size: int) -> Header:
    """What the library read of a file of this size, if NumPy has such arrays.

    Arrays follow one another without a hole up to the end of the file, which the library checks.
    """
    entries, end = {}, 0
    for name in header.offset_keys():
        slices = header.get_slice(name)
        kind, shape = slices.get_dtype(), tuple(slices.get_shape())
        if kind not in _TYPES:
            raise refused(path, f"{name!r} is of dtype {kind!r}; known are {', '.join(_TYPES)}")
        if len(shape) > MOST_AXES or math.prod(n or 1 for n in shape) > LARGEST:
            raise refused(path, f"{name!r} has no possible shape")
        begin, end = end, end + math.prod(shape) * _TYPES[kind].itemsize
        entries[name] = Entry(_TYPES[kind], shape, begin, end)
    return Header(entries, header.metadata() or {}, size - end)
