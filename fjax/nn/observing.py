"""Who follows the calls of a model's modules: what each was given and gave, and where it stands."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Self

from fjax import tree
from fjax.dataclass import dataclass
from fjax.nn.module import Module, observer, walk

LEFT_OUT = object()  # in place of an argument that a call did not give


@dataclass(eq=False)
class Visit:
    """One call of a module: its path in the model, its arguments, the call that it is part of."""

    module: Module
    path: str
    arguments: Mapping[str, Any]  # by the names that `__call__` has for them
    within: Visit | None

    def argument(self, name: str) -> Any:
        """What an argument was; LEFT_OUT if the call did not give it."""
        return self.arguments.get(name, LEFT_OUT)


class Observer:
    """Follows the calls of the modules of a model inside of `with observer:`.

    A subclass says by `left(visit, result)` what becomes of a call's result. Modules that are made
    again while the model runs (in a loop, with other weights) are found by where they stand.

    >>> class Noted(Observer):
    ...     def left(self, visit, result):
    ...         print(repr(visit.path), result.shape)
    ...         return result
    >>> model = fjax.nn.Sequential(fjax.nn.Linear(2, 3, key=fjax.random.key(0)))
    >>> with Noted(model):
    ...     y = model(jnp.ones((4, 2)))
    'layers[0]' (4, 3)
    '' (4, 3)
    """

    def __init__(self, model: Any):
        self._places = {id(module): path for path, module in walk(model)}
        self._model = model
        self._within: Visit | None = None

    def entered(self, visit: Visit) -> None:
        """A call begins."""

    def left(self, visit: Visit, result: Any) -> Any:
        """What a call returns, given the `result` that the module computed."""
        return result

    def __enter__(self) -> Self:
        self._token = observer.set(self)
        return self

    def __exit__(self, *exception: Any) -> None:
        observer.reset(self._token)

    def follow(self, call: Callable[..., Any], module: Any, args: Any, keywords: Any) -> Any:
        """What `call(module, *args, **keywords)` gives, followed."""
        within = self._within
        if within is not None and within.module is module:  # super().__call__
            return call(module, *args, **keywords)
        try:
            given = inspect.signature(call).bind(module, *args, **keywords).arguments
        except TypeError:
            given = keywords  # which the call refuses itself
        visit = Visit(module, self._path(module, within), given, within)
        self._within = visit
        self.entered(visit)
        try:
            result = call(module, *args, **keywords)
        finally:
            self._within = within
        return self.left(visit, result)

    def _path(self, module: Any, within: Visit | None) -> str:
        """Where a module stands in the model."""
        if id(module) in self._places:
            return self._places[id(module)]
        if within is None:
            return _place(module, self._model) or ""
        inside = _place(module, within.module)
        inside = f"<{type(module).__name__}>" if inside is None else inside
        dot = "." if within.path and not inside.startswith("[") else ""
        return within.path + dot + inside


def _place(module: Any, outer: Any) -> str | None:
    """The path of a module in another one; for a module made again, the path of its original."""
    inside = [(path, each) for path, each in walk(outer) if path]
    for path, each in inside:
        if each is module:
            return path
    like = [(path, each) for path, each in inside if type(each) is type(module)]
    same = [path for path, each in like if tree.structure(each) == tree.structure(module)]
    if same:
        return same[0]
    return like[0][0] if len(like) == 1 else None
