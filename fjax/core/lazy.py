"""Modules that load on first use, and regular expressions that are compiled then.

NumPy alone is imported at once; numba, llvmlite, scipy and opt_einsum cost hundreds of
milliseconds, which a process whose kernels are cached should not pay.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import importlib.machinery
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

from fjax.core.memo import memo
from fjax.locks import importing, process_lock

_IMPORTING = process_lock()  # one block at a time; it loads nothing, so nobody waits for its thread


def load(name: str) -> ModuleType:
    """Import a module. A fork by another thread waits for it: Python's lock stays held in a child.

    >>> load("math").floor(2.5)
    2
    """
    with importing():
        return importlib.import_module(name)


class LazyModule:
    """Stands for a module; the first attribute that is read imports it."""

    def __init__(self, name: str):
        self.__dict__["__name__"] = name

    def __getattr__(self, attribute: str) -> Any:
        if attribute == "__wrapped__":  # inspect and doctest ask every value for it
            raise AttributeError(attribute)
        if attribute == "__file__" and self.__name__ not in sys.modules:
            spec = importlib.util.find_spec(self.__name__)
            return spec and spec.origin  # the sources of a module are known before it is loaded
        found = load(self.__name__)
        if type(found) is ModuleType:
            self.__dict__ = found.__dict__  # what is read or replaced later is the module's
        return getattr(found, attribute)

    def __dir__(self) -> list[str]:
        return dir(load(self.__name__))

    def __repr__(self) -> str:
        state = "loaded" if self.__name__ in sys.modules else "not loaded"
        return f"<lazy module {self.__name__!r}, {state}>"


def module(name: str) -> Any:
    """A stand-in for the module `name` that imports it when an attribute is first read.

    >>> special = module("scipy.special")      # nothing is imported yet
    >>> float(special.erf(0.0))
    0.0
    """
    return LazyModule(name)


def function(module: str, name: str) -> Callable[..., Any]:
    """A stand-in for a function; its first call imports the module.

    >>> function("math", "gcd")(12, 18)
    6
    """
    stand_in = LazyModule(module)
    return lambda *args, **options: getattr(stand_in, name)(*args, **options)


@contextlib.contextmanager
def imports(package: str) -> Iterator[None]:
    """In a package's file: what the imports of a `with` block name loads when it is first named.

    Type checkers see plain imports. The package's `_LATER` has each name with the module that
    defines it, or '' where it is a module of the package; `fjax.absent` answers for them.

    >>> import fjax
    >>> fjax.numpy._LATER["packbits"], fjax.numpy._LATER["linalg"]
    ('fjax.numpy.bits', '')
    """
    space = vars(sys.modules[package])
    before, later = dict(space), space.setdefault("_LATER", {})

    def note(name: str, place: Any = None, local: Any = None, names: Any = (), *level: int) -> Any:
        if place is not space:  # another thread imports meanwhile
            return plain(name, place, local, names, *level)
        later.update(dict.fromkeys(names, "" if name == package else name))
        return SimpleNamespace(**dict.fromkeys(names))

    with _IMPORTING:
        plain = builtins.__import__
        vars(builtins)["__import__"] = note  # import statements ask for it by name
        try:
            yield
        finally:
            builtins.__import__ = plain
    for name in later:
        del space[name]
    space.update({name: before[name] for name in later if name in before})


def later(package: str, modules: str) -> None:
    """Have modules of a package load when an attribute of theirs is first read.

    `from package import module` then gives a stand-in; type checkers see the module.
    """
    for name in modules.split():
        vars(sys.modules[package]).setdefault(name, LazyModule(f"{package}.{name}"))


def extension(name: str) -> ModuleType | None:
    """A module of machine code without the packages that it is in, which may take long to load.

    None if it is not there. Who imports its packages later finds the same module.

    >>> name = "scipy.fft._pocketfft.pypocketfft"
    >>> extension(name) is extension(name)
    True
    """
    if name in sys.modules:
        return sys.modules[name]
    first, *inner, _ = name.split(".")
    package = importlib.util.find_spec(first)
    folders = (package and package.submodule_search_locations) or ()
    places = [os.path.join(folder, *inner) for folder in folders]
    spec = importlib.machinery.PathFinder.find_spec(name, places)
    if spec is None or spec.loader is None:
        return None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return sys.modules.setdefault(name, made)


class Pattern:
    """Stands for a regular expression; its first use compiles it."""

    def __init__(self, text: str, flags: int):
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        if name not in ("match", "fullmatch", "search", "findall", "sub"):
            raise AttributeError(name)
        compiled = re.compile(self._text, self._flags)
        found = self.__dict__[name] = getattr(compiled, name)
        return found


def pattern(text: str, flags: int = 0) -> Any:
    """A stand-in for a regular expression, as long to make as a text.

    Those of parsers take 10 ms to compile, and most processes parse nothing.

    >>> pattern("a+").match("aab")
    <re.Match object; span=(0, 2), match='aa'>
    """
    return Pattern(text, flags)


@memo(16)
def is_installed(name: str) -> bool:
    """Whether there is a module `name`; it is not imported.

    >>> is_installed("numpy"), is_installed("no_such_module")
    (True, False)
    """
    return importlib.util.find_spec(name) is not None
