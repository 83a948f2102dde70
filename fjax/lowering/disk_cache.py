"""Object code and plans on disk, found by the hash of what they were made from.

An entry is a JSON header of one line and the bytes of a relocatable object, or of a plan
(`run/stored_plan.py`); it is read, checked and never executed as anything but that. Folders are
private to the user. An entry that is damaged or belongs to somebody else counts as absent, so it is
made again. Keys depend on the processor; a folder that another type of processor has filled is told
of once.

The time of an entry's file is when it was used last. Beyond the option compilation_cache_max_size
those go that nobody has used for longest; entries are counted when the folder may have grown.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from fjax import variables
from fjax.config import config
from fjax.core import later, lazy, processes
from fjax.core.memo import memo

fcntl = lazy.module("fcntl")  # not on Windows

FORMAT = 1
MARK = "processor-"
LARGEST = 1 << 26  # bytes of an entry; kernels have some thousands
PATIENCE = 20.0  # seconds that a process waits for another to make an entry
PAUSE = 1e-3
ABANDONED = 3600.0  # seconds after which a file is written no more
SHARES = 64  # of the limit: the folder is looked through after as many bytes
CHOSEN = "00"  # keys begin so at whose entries it is as well: one of 256
_warned: set[str] = set()
_added = 0  # bytes that this process has stored since it looked through the folder


def directory() -> Path | None:
    """The cache folder, made if need be; None if there is none that can be trusted."""
    if not config.enable_compilation_cache:
        return None
    given = config.compilation_cache_dir or variables.CACHE_DIR.read()
    if given is not None:
        return _private(_folder(given)) if given else None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return _private(_folder(os.path.join(base, "fjax")))


_folder = memo(16)(Path)


def read(key: str) -> bytes | None:
    """The object stored under `key`, or None."""
    folder = directory()
    if folder is None:
        return None
    path = _path(folder, key)
    later.hasten(path)
    try:
        found = _read(path)
    except OSError:
        return None
    header, _, contents = found.partition(b"\n")
    return contents if _valid(header, contents, key) else None


# No link is followed. Opening does not block: for a pipe that nobody writes to, or reads from, it
# would wait forever.
_GUARDED = (
    getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def _read(path: str) -> bytes:
    """The contents of a regular file of the user's; nothing of whatever else is in its place."""
    handle = os.open(path, os.O_RDONLY | _GUARDED)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or not _owned(found) or found.st_size > LARGEST:
            return b""
        if os.utime in os.supports_fd:
            with contextlib.suppress(OSError):  # a file system that is only read has no uses
                os.utime(handle)  # 2 µs
        return os.read(handle, found.st_size)  # less than all of it counts as damaged
    finally:
        os.close(handle)


def write(key: str, contents: bytes, processor: str | None = None) -> bool:
    """Store an object made for this type of processor, or for a GPU; whether that worked.

    Other processes see all of it or nothing.
    """
    folder = directory()
    return folder is not None and _write(folder, key, contents, processor)


def write_later(key: str, make: Callable[[], bytes | None], processor: str | None = None) -> None:
    """As `write`, after the caller has gone on; at once where other processes of a job wait for it.

    make: gives the object, or None if there is none to store.
    """
    folder = directory()
    if folder is None:
        return

    def work() -> None:
        contents = make() if folder.is_dir() else None  # it may be gone in the meantime
        if contents is not None:
            _write(folder, key, contents, processor)

    if processes.count() > 1:
        work()
    else:
        later.leave(_path(folder, key), work)


def _write(folder: Path, key: str, contents: bytes, processor: str | None) -> bool:
    """Store an object in a folder; whether that worked."""
    header = {
        "format": FORMAT,
        "key": key,
        "bytes": len(contents),
        "sha256": hashlib.sha256(contents).hexdigest(),
    }
    try:
        if processor is not None:
            _mark(folder, processor)
        _store(_path(folder, key), json.dumps(header).encode() + b"\n" + contents)
        _bound(folder, key, len(contents))
    except OSError as error:
        _warn_unusable(folder, str(error))
        return False
    return True


class Contents(NamedTuple):
    """What the cache folder holds. limit: how many bytes it may; None for any number."""

    folder: Path | None
    entries: int
    size: int
    limit: int | None


def contents() -> Contents:
    """What the cache folder holds now."""
    later.finish()
    folder = directory()
    found = [] if folder is None else _entries(folder)
    return Contents(folder, len(found), sum(e.size for e in found), _limit())


def clear() -> None:
    """Delete all entries. Processes that run keep the code that they have loaded."""
    later.finish()
    folder = directory()
    for entry in _entries(folder) if folder is not None else ():
        entry.path.unlink(missing_ok=True)


class _Entry(NamedTuple):
    used: float  # when, last
    size: int
    path: Path


def _entries(folder: Path) -> list[_Entry]:
    """The files of entries; those of processes that died while they wrote go."""
    found, now = [], time.time()
    for part in folder.glob("[0-9a-f][0-9a-f]"):
        with contextlib.suppress(NotADirectoryError), os.scandir(part) as files:
            for file in files:
                with contextlib.suppress(FileNotFoundError):  # another process has deleted it
                    status = file.stat(follow_symlinks=False)
                    if not stat.S_ISREG(status.st_mode) or file.name.endswith(".lock"):
                        continue
                    if not file.name.startswith("tmp"):
                        found.append(_Entry(status.st_mtime, status.st_size, Path(file.path)))
                    elif now - status.st_mtime > ABANDONED:
                        os.unlink(file.path)
    return found


def _limit() -> int | None:
    limit = config.compilation_cache_max_size
    return None if limit < 0 else limit


def _bound(folder: Path, key: str, n: int) -> None:
    """Note that an entry of n bytes was stored, and delete others if all are too much.

    The folder is looked through, which takes some microseconds an entry, when this process has
    added a share of what it may hold, and at some entries of all processes, chosen by key.
    """
    global _added
    limit = _limit()
    if limit is None:
        return
    _added += n
    if _added * SHARES <= limit and not key.startswith(CHOSEN):
        return
    _added, found = 0, _entries(folder)
    size = sum(e.size for e in found)
    if size <= limit:
        return
    for entry in sorted(found):
        entry.path.unlink(missing_ok=True)
        size -= entry.size
        if size * 8 <= limit * 7:
            return


@contextlib.contextmanager
def alone(key: str) -> Iterator[None]:
    """Within this no other process of the job on this machine makes the entry.

    So one compiles a kernel, and the others find it. Whoever waits longer than a while, or may not
    lock a file there, goes on; the lock of a process that dies goes with it.
    """
    folder = directory() if processes.count() > 1 and os.name == "posix" else None
    if folder is None:
        yield
        return
    path = Path(_path(folder, key + ".lock"))
    with contextlib.ExitStack() as locked:
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | _GUARDED, 0o600)
            file = locked.enter_context(open(handle, "wb"))
            end = time.monotonic() + PATIENCE
            while not _locks(file.fileno()) and time.monotonic() < end:
                time.sleep(PAUSE)
        yield
        with contextlib.suppress(OSError):
            path.unlink()


def _locks(handle: int) -> bool:
    """Lock an open file, unless another process has: whether that worked."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _store(path: str, contents: bytes) -> None:
    """Write a file at once or not at all."""
    folder = os.path.dirname(path)
    temporary = os.path.join(folder, f"tmp{os.urandom(8).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _GUARDED
    try:
        handle = os.open(temporary, flags, 0o600)
    except FileNotFoundError:  # the first of its folder: making one that exists takes longer
        Path(folder).mkdir(mode=0o700, exist_ok=True)
        handle = os.open(temporary, flags, 0o600)
    try:
        try:
            while contents:
                contents = contents[os.write(handle, contents) :]
        finally:
            os.close(handle)
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise


def _mark(folder: Path, processor: str) -> None:
    """Leave the processor's mark in the folder; say so if there are only marks of others."""
    mark = folder / (MARK + hashlib.sha256(processor.encode()).hexdigest()[:16])
    if mark.exists():
        return
    if any(folder.glob(MARK + "*")):
        _warn(
            mark,
            f"fjax's kernels in {folder} are for another type of processor than this one "
            f"({processor}); what is needed here is compiled, and kept beside them.",
        )
    _store(str(mark), processor.encode())


def _path(folder: Path, key: str) -> str:
    return os.path.join(folder, key[:2], key[2:])


def _valid(header: bytes, contents: bytes, key: str) -> bool:
    try:
        said = json.loads(header)
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(said, dict)
        and said.get("format") == FORMAT
        and said.get("key") == key
        and said.get("bytes") == len(contents)
        and said.get("sha256") == hashlib.sha256(contents).hexdigest()
    )


def _private(folder: Path) -> Path | None:
    try:
        try:
            found = os.stat(folder)
        except FileNotFoundError:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            found = os.stat(folder)
        if not stat.S_ISDIR(found.st_mode):
            _warn_unusable(folder, "a file of that name exists")
            return None
        if not _owned(found):
            _warn_unusable(folder, "it belongs to another user, or others may write to it")
            return None
    except OSError as error:
        _warn_unusable(folder, str(error))
        return None
    return folder


def _owned(found: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):
        return True
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


def _warn_unusable(folder: Path, why: str) -> None:
    _warn(
        folder,
        f"fjax keeps no compiled kernels in {folder}: {why}. Set FJAX_CACHE_DIR to "
        "another folder, or to nothing to switch the cache off.",
    )


def forget_warnings() -> None:
    """Let every warning be given once more."""
    _warned.clear()


def _warn(about: Path, message: str) -> None:
    """Warn, once in a process."""
    if str(about) not in _warned:
        _warned.add(str(about))
        warnings.warn(message, stacklevel=3)
