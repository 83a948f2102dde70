"""Opening what should be a file, and may be a pipe that nobody writes to."""

from __future__ import annotations

import errno
import os
import stat
from io import BufferedReader
from typing import Any

from fjax.errors import FjaxTypeError, FjaxValueError

_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # opening a pipe waits for whoever writes to it


def as_path(name: str, path: Any) -> str:
    """A path as text; FjaxTypeError for what is none, FjaxValueError for what no file can have.

    >>> as_path("checkpoints.save", 3)
    Traceback (most recent call last):
    fjax.errors.FjaxTypeError: checkpoints.save: path is a text such as 'model.fjax', or ...
    """
    if not isinstance(path, (str, os.PathLike)):
        raise FjaxTypeError(
            f"{name}: path is a text such as 'model.fjax', or a pathlib.Path, got "
            f"{type(path).__name__}"
        )
    text = os.fspath(path)
    if not isinstance(text, str):
        raise FjaxTypeError(f"{name}: path is a text, got bytes: os.fsdecode(path) is one")
    if not text or "\0" in text:
        raise FjaxValueError(f"{name}: no file or folder can be called {text!r}")
    if "://" in text:
        raise FjaxValueError(
            f"{name}: {text!r} is on the web, and files are read here: download it first"
        )
    if text.startswith("~") and not os.path.lexists(text):
        raise FjaxValueError(
            f"{name}: {text!r} begins with ~, which only shells take for the user's folder; "
            "pathlib.Path(…).expanduser() is that path"
        )
    return text


def check_place(name: str, path: str | os.PathLike[str]) -> None:
    """Raise OSError unless a file of that path can be written: what `name` is to write later.

    >>> check_place("train.csv", os.path.join(os.sep, "nowhere", "log.csv"))
    Traceback (most recent call last):
    FileNotFoundError: train.csv: there is no folder '/nowhere' for 'log.csv'; make it first, ...
    """
    given = as_path(name, path)
    folder, file = os.path.split(os.path.abspath(given))
    if os.path.isdir(given):
        raise IsADirectoryError(f"{name}: {given!r} is a folder; give the path of a file in it")
    if not os.path.isdir(folder):
        check_folder(name, folder)
        raise FileNotFoundError(
            f"{name}: there is no folder {folder!r} for {file!r}; make it first, "
            f"pathlib.Path({folder!r}).mkdir(parents=True)"
        )
    if not os.access(given if os.path.lexists(given) else folder, os.W_OK):
        raise PermissionError(
            f"{name}: {given!r} cannot be written: this user may not; give a path of the user's own"
        )


def check_folder(name: str, path: str | os.PathLike[str]) -> None:
    """Raise OSError unless there is or can be a folder of that path to write in.

    >>> check_folder("train.tensorboard", os.path.join(os.devnull, "runs"))
    Traceback (most recent call last):
    NotADirectoryError: train.tensorboard: .../runs' cannot be a folder: '...' is a file
    """
    given = as_path(name, path)
    there = nearest_existing(given)
    if not os.path.isdir(there):
        raise NotADirectoryError(f"{name}: {given!r} cannot be a folder: {there!r} is a file")
    if not os.access(there, os.W_OK | os.X_OK):
        raise PermissionError(
            f"{name}: {given!r} cannot be written: this user may not write in {there!r}; "
            "give a folder of the user's own"
        )


def nearest_existing(path: str) -> str:
    """A path, or the nearest folder above it that exists.

    >>> nearest_existing(os.path.join(os.sep, "nowhere", "runs")) == os.sep
    True
    """
    there = os.path.abspath(path)
    while not os.path.lexists(there):
        there = os.path.dirname(there)
    return there


def open_regular(path: str | os.PathLike[str], place: str = "open") -> BufferedReader:
    """A file, opened to read its bytes; FjaxValueError for a folder, a pipe or a device.

    place: what reads it, for errors. Raises OSError if there is none, or it may not be read.

    >>> open_regular(os.sep)
    Traceback (most recent call last):
    fjax.errors.FjaxValueError: open: '/' is no regular file, and is not read: it is a folder...
    """
    name = as_path(place, path)  # no number of a file that is open: it would be closed

    def opener(_: str, flags: int) -> int:
        handle = os.open(name, flags | _NO_WAIT)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            more = ": it is a folder; give the path of a file in it" if os.path.isdir(name) else ""
            raise FjaxValueError(f"{place}: {name!r} is no regular file, and is not read{more}")
        return handle

    if not os.path.lexists(name):
        folder = os.path.dirname(os.path.abspath(name))
        why = f"there is no folder {folder!r}" if not os.path.isdir(folder) else _beside(folder)
        raise FileNotFoundError(errno.ENOENT, f"{place}: there is no such file; {why}", name)

    return open(name, "rb", opener=opener)


def _beside(folder: str) -> str:
    """What a folder has instead of a file that is not there."""
    there = sorted(entry.name for entry in os.scandir(folder) if not entry.name.startswith("."))
    shown = ", ".join(there[:5]) + (", …" if len(there) > 5 else "")
    return f"its folder has {shown or 'no files'}"
