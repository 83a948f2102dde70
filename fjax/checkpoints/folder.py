"""A folder of checkpoints by step; the newest are kept."""

from __future__ import annotations

import concurrent.futures
import os
import pathlib
import re
from typing import Any

from fjax import misspelling
from fjax.checkpoints.format import Path
from fjax.checkpoints.trees import load, save, snapshot
from fjax.core.plain_arguments import check_switch, check_whole
from fjax.core.regular_files import as_path, nearest_existing
from fjax.errors import FjaxTypeError, FjaxValueError

_NAME = re.compile(r"step-([0-9]{9,})\.safetensors")


class Folder:
    """Checkpoints of one run: `step-000000120.safetensors` and its neighbours.

    path: the folder, made when something is saved. keep: how many of the newest stay (None: all).
    background: `save` copies the arrays and returns, and a thread writes them; an error there is
    raised by the next call. `with` waits for it at the end. If the process forks meanwhile, the
    parent goes on writing; a child that saves starts a new thread.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as where, Folder(where, keep=2) as folder:
    ...     for step in (10, 20, 30):
    ...         folder.save(step, {"w": jnp.ones(2) * step})
    ...     folder.steps(), folder.load()
    ([20, 30], {'w': Array([30., 30.], dtype=float64)})
    """

    def __init__(self, path: Path, keep: int | None = None, background: bool = False):
        if keep is not None:
            check_whole("checkpoints.Folder: keep", keep, 1)
        check_switch("checkpoints.Folder: background", background)
        given = as_path("checkpoints.Folder", path)
        there = nearest_existing(given)
        if not os.path.isdir(there):
            raise FjaxValueError(
                f"checkpoints.Folder: {there!r} is a file; give a folder, which is made "
                "if there is none"
            )
        self.path, self.keep, self.background = pathlib.Path(path), keep, background
        self._writer: concurrent.futures.ThreadPoolExecutor | None = None
        self._under_way: concurrent.futures.Future[None] | None = None
        self._process = os.getpid()

    def file(self, step: int) -> pathlib.Path:
        """The file of a step; FjaxValueError for what is no number of one."""
        if not hasattr(step, "__index__") or step < 0:
            raise FjaxValueError(
                f"checkpoints.Folder: step is a whole number, at least 0, got {step!r:.60}"
            )
        return self.path / f"step-{step:09d}.safetensors"

    def steps(self) -> list[int]:
        """The steps that are there, ascending; one that is being written comes first to its end."""
        self.wait()
        return self._there()

    def _there(self) -> list[int]:
        names = [path.name for path in self.path.iterdir()] if self.path.is_dir() else []
        return sorted(int(found[1]) for name in names if (found := _NAME.fullmatch(name)))

    def save(self, step: int, value: Any) -> None:
        """Write a pytree under a step; older ones beyond `keep` go once it is on the disk."""
        self.wait()
        self.path.mkdir(parents=True, exist_ok=True)
        if not self.background:
            self._write(step, value)
            return
        if self._writer is None:
            self._writer = concurrent.futures.ThreadPoolExecutor(1, "fjax checkpoints")
        self._under_way = self._writer.submit(self._write, step, snapshot(value))

    def _write(self, step: int, value: Any) -> None:
        save(self.file(step), value)
        if self.keep is not None:
            for old in [each for each in self._there() if each != step][: -self.keep + 1 or None]:
                self.file(old).unlink(missing_ok=True)

    def load(self, like: Any = None, step: int | None = None) -> Any:
        """The pytree of a step, of the last by default; as `fjax.checkpoints.load` gives it."""
        if isinstance(like, int | str):
            raise FjaxTypeError(
                f"checkpoints.Folder.load: like is a tree of arrays, got {like!r:.60}; a step is "
                "given by name, step=100"
            )
        there = self.steps()
        if not there or (step is not None and step not in there):
            asked = "" if step is None else f" of step {step!r}"
            shown = f"; there are {', '.join(map(str, there))}" if there else ""
            raise FjaxValueError(
                f"checkpoints.Folder: {str(self.path)!r} has no checkpoint{asked}{shown}"
            )
        return load(self.file(there[-1] if step is None else step), like)

    def wait(self) -> None:
        """Return when nothing is being written; raises what went wrong there."""
        if self._process != os.getpid():  # a fork leaves the thread to the parent
            self._writer = self._under_way = None
            self._process = os.getpid()
        under_way, self._under_way = self._under_way, None
        if under_way is not None:
            under_way.result()

    def close(self) -> None:
        """Wait, and end the thread."""
        try:
            self.wait()
        finally:
            if self._writer is not None:
                self._writer.shutdown()
                self._writer = None

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()


misspelling.answer_for(Folder, "checkpoints.Folder")
