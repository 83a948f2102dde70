"""Opening what should be a file, and may be a pipe that nobody writes to."""

from __future__ import annotations

import os
import stat
from io import BufferedReader

from fjax.errors import FjaxValueError

_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # opening a pipe waits for whoever writes to it


def check_place(name: str, path: str | os.PathLike[str]) -> None:
    """Raise OSError unless a file of that path can be written: what `name` is to write later.

    >>> check_place("train.csv", os.path.join(os.sep, "nowhere", "log.csv"))
    Traceback (most recent call last):
    FileNotFoundError: train.csv: there is no folder '/nowhere' for 'log.csv'; make it first, ...
    """
    folder, file = os.path.split(os.path.abspath(os.fspath(path)))
    if os.path.isdir(path):
        raise IsADirectoryError(
            f"{name}: {os.fspath(path)!r} is a folder; give the path of a file in it"
        )
    if not os.path.isdir(folder):
        raise FileNotFoundError(
            f"{name}: there is no folder {folder!r} for {file!r}; make it first, "
            f"pathlib.Path({folder!r}).mkdir(parents=True)"
        )


def check_folder(name: str, path: str | os.PathLike[str]) -> None:
    """Raise OSError unless there is or can be a folder of that path to write in.

    >>> check_folder("train.tensorboard", os.path.join(os.devnull, "runs"))
    Traceback (most recent call last):
    NotADirectoryError: train.tensorboard: .../runs' cannot be a folder: '...' is a file
    """
    there = os.path.abspath(os.fspath(path))
    while not os.path.lexists(there):
        there = os.path.dirname(there)
    if not os.path.isdir(there):
        raise NotADirectoryError(
            f"{name}: {os.fspath(path)!r} cannot be a folder: {there!r} is a file"
        )
    if not os.access(there, os.W_OK | os.X_OK):
        raise PermissionError(
            f"{name}: {os.fspath(path)!r} cannot be written: this user may not write in {there!r}; "
            "give a folder of the user's own"
        )


def open_regular(path: str | os.PathLike[str]) -> BufferedReader:
    """A file, opened to read its bytes; FjaxValueError for a folder, a pipe or a device.

    Raises OSError if there is none, or it may not be read.

    >>> open_regular(os.sep)
    Traceback (most recent call last):
    fjax.errors.FjaxValueError: '/' is no regular file...
    """

    name = os.fspath(path)  # no number of a file that is open: it would be closed

    def opener(_: str, flags: int) -> int:
        handle = os.open(name, flags | _NO_WAIT)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise FjaxValueError(f"{name!r} is no regular file, and is not read")
        return handle

    return open(name, "rb", opener=opener)
