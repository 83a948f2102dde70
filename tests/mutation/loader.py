"""Imports modules of the package from trees that are not the text on disk."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import pathlib
import sys
from collections.abc import Callable
from types import CodeType


class Finder(importlib.abc.MetaPathFinder):
    """Finds the package's modules; `code(path)` gives what runs, or None for what is on disk."""

    def __init__(self, code: Callable[[pathlib.Path], CodeType | None]):
        self.code = code

    def find_spec(self, name, path=None, target=None):
        """The usual place of a module, with another loader."""
        if name.partition(".")[0] != "fjax":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin and spec.origin.endswith(".py"):
            spec.loader = _Loader(spec.loader.name, spec.loader.path, self.code)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, code: Callable):
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname):
        found = self._code(pathlib.Path(self.path))
        return super().get_code(fullname) if found is None else found


def install(code: Callable[[pathlib.Path], CodeType | None]) -> None:
    """Import the package's modules from `code` from now on."""
    if any(name.partition(".")[0] == "fjax" for name in sys.modules):
        raise RuntimeError("fjax has been imported already")
    sys.meta_path.insert(0, Finder(code))
