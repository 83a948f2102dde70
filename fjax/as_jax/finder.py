"""The import machinery behind `as_jax`: which module a name of jax is, and what it is called."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import re
import sys
import types
from collections.abc import Iterable, Sequence
from typing import Any

from fjax.absent import is_only_asked
from fjax.as_jax import stand_ins
from fjax.as_jax.out_of_scope import reason
from fjax.as_jax.versions import PACKAGES, warn_if_untried
from fjax.core import lazy
from fjax.errors import AbsentModuleError
from fjax.misspelling import held

distribution = lazy.module("fjax.as_jax.distribution")


class Facade(types.ModuleType):
    """A module of JAX's name that holds some names of its own and has all others from elsewhere."""

    def __init__(self, name: str, own: dict[str, Any], elsewhere: Sequence[types.ModuleType]):
        super().__init__(name, f"fjax under the name of {name}")
        first = elsewhere[0] if elsewhere else sys.modules[__name__]
        self.__file__ = first.__file__
        self.__path__ = list(getattr(first, "__path__", []))
        for place in reversed(elsewhere):  # for those who list a module's names
            self.__dict__.update({n: v for n, v in held(place).items() if not self._is_apart(n)})
        self.__dict__.update(own)
        self._elsewhere = tuple(elsewhere)

    def _is_apart(self, name: str) -> bool:
        """Whether a name of elsewhere is looked up when it is asked for."""
        return name.startswith("_") or _holds_stand_ins(f"{self.__name__}.{name}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if _holds_stand_ins(f"{self.__name__}.{name}"):
            return importlib.import_module(f"{self.__name__}.{name}")
        why = reason(f"{self.__name__}.{name}") or (
            "of JAX's private names it has those that the libraries of docs/ecosystem.md use"
        )
        lacking = AttributeError(
            f"fjax stands for {self.__name__}, without {name!r}: {why}", name=name, obj=self
        )
        for place in self._elsewhere:
            try:
                return getattr(place, name)
            except AttributeError as error:
                lacking = error if len(self._elsewhere) == 1 else lacking
        raise lacking

    def __dir__(self) -> Iterable[str]:
        return sorted({*self.__dict__, *(n for place in self._elsewhere for n in dir(place))})


_NAMES_OF_A_CLASS = ("__module__", "__name__", "__qualname__")


def _derived(kind: Any) -> Iterable[type]:
    """The classes of fjax that derive from one."""
    for derived in kind.__subclasses__():
        if derived.__module__.startswith("fjax."):
            yield derived
            yield from _derived(derived)


class _Loader(importlib.abc.Loader):
    def __init__(self, module: types.ModuleType):
        self.module = module

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        """Put fjax's module, called as JAX's is, in the place of the empty one that is imported."""
        spec = module.__spec__
        assert spec is not None
        for name in ("__name__", "__spec__", "__package__"):
            FINDER.rename(self.module, name, getattr(module, name))
        for name in stand_ins.CLASSES.get(spec.name, "").split():
            named = getattr(self.module, name)
            for attribute, value in zip(_NAMES_OF_A_CLASS, (spec.name, name, name), strict=True):
                FINDER.rename(named, attribute, value)
            for derived in _derived(named):  # a tracer of each transformation
                FINDER.rename(derived, "__module__", "jax._src" + derived.__module__[4:])
        sys.modules[spec.name] = self.module
        if spec.name == "jax":
            for name in (*(f"jax.{name}" for name in stand_ins.LOADED), *stand_ins.CLASSES):
                importlib.import_module(name)


class JaxFinder(importlib.abc.MetaPathFinder):
    """Finds modules of jax and jaxlib, and the metadata of the two packages."""

    def __init__(self) -> None:
        self._made: set[str] = set()
        self._renamed: list[tuple[Any, str, Any]] = []  # what has another name now, and its own

    def install(self) -> bool:
        """Answer for jax from now on; False if it does already."""
        if self in sys.meta_path:
            return False
        sys.meta_path.insert(0, self)
        return True

    def remove(self) -> None:
        """Forget the modules, give back their names, and answer for nothing."""
        sys.meta_path.remove(self)
        for renamed, attribute, value in reversed(self._renamed):
            setattr(renamed, attribute, value)
        self._renamed.clear()
        for name in self._made:
            sys.modules.pop(name, None)
        self._made.clear()

    def rename(self, named: Any, attribute: str, value: Any) -> None:
        """Set a name of a module or class, until `remove`."""
        self._renamed.append((named, attribute, getattr(named, attribute, None)))
        setattr(named, attribute, value)

    def made(self, module: types.ModuleType) -> bool:
        """Whether this finder has given the module."""
        return isinstance(module, Facade)

    def find_spec(
        self, name: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        """How a module is imported; ModuleNotFoundError for one of JAX's that fjax lacks, unless
        `importlib.util.find_spec` asks, which wants None.
        """
        if name.partition(".")[0] not in PACKAGES:
            warn_if_untried(name)
            return None
        asked = is_only_asked()
        try:
            module = module_for(name)
        except AbsentModuleError:
            if asked:
                return None
            raise
        if module is None:
            if asked:
                return None
            raise ModuleNotFoundError(_lacking(name), name=name)
        self._made.add(name)
        file = getattr(module, "__file__", None)
        spec = importlib.machinery.ModuleSpec(name, _Loader(module), origin=file)
        spec.has_location = file is not None
        spec.submodule_search_locations = getattr(module, "__path__", None)
        return spec

    def find_distributions(self, context: Any = None) -> Iterable[Any]:
        """The version of JAX, for those who ask importlib.metadata."""
        if context is not None and context.name in PACKAGES:
            yield distribution.StandInDistribution(context.name)


def module_for(name: str) -> types.ModuleType | None:
    """The module that stands for a module of jax or jaxlib; None if there is none."""
    if name in stand_ins.MODULES:
        stand_in = stand_ins.MODULES[name]
        return Facade(name, stand_in.own(), stand_in.places())
    package, _, rest = name.partition(".")
    if package != "jax" or rest.startswith("_"):
        return None
    try:
        module = importlib.import_module(f"fjax.{rest}")
    except ModuleNotFoundError as error:
        if error.name != f"fjax.{rest}":
            raise
        return None
    return Facade(name, {}, [module]) if _holds_stand_ins(name) else module


def _holds_stand_ins(name: str) -> bool:
    """Whether a module of JAX's name is a stand-in, or holds one."""
    return name in _HOLDERS


def _lacking(name: str) -> str:
    """Why there is no module of this name."""
    head = f"No module named {name!r}: "
    why = reason(name)
    if why is not None:
        return f"{head}{why}"
    if name.startswith("jaxlib"):
        return (
            f"{head}it is a part of JAX's compiled library, and fjax has none: what needs it "
            "cannot run on fjax"
        )
    return (
        f"{head}fjax stands for jax, without this module. It has JAX's public modules, and those "
        "private ones that the libraries of docs/ecosystem.md use"
    )


_HOLDERS = {name[: end.start()] for name in stand_ins.MODULES for end in re.finditer(r"\.|$", name)}
FINDER = JaxFinder()
