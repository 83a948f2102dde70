"""What functions and the leaves of their arguments are called: `step`, `batch['image'][0]`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from types import FunctionType
from typing import Any

from fjax.core.memo import WeakTable
from fjax.pytrees.operations import keystr, tree_leaves_with_path, tree_structure

_signatures = WeakTable()


def function_name(function: Any) -> str:
    """What to call a function in messages."""
    return getattr(function, "__name__", None) or type(function).__name__


def signature_of(function: Callable[..., Any]) -> inspect.Signature | None:
    """The function's signature; None if it has none that Python can tell."""
    if type(function) is not FunctionType:
        return _signature(function)
    known = _signatures.of(function)  # Python takes 15 µs, at each call of a custom rule
    if not known:
        known["signature"] = _signature(function)
    return known["signature"]


def _signature(function: Callable[..., Any]) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except (ValueError, TypeError):  # builtins, and callables without a usable signature
        return None


def parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of positional parameters, the last one as '*args' if it takes any number.

    >>> parameter_names(lambda x, y=1, *rest, flag: x)
    ('x', 'y', '*rest')
    """
    signature = signature_of(function)
    names = []
    for p in signature.parameters.values() if signature is not None else ():
        if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD):
            names.append(p.name)
        elif p.kind is p.VAR_POSITIONAL:
            names.append("*" + p.name)
    return tuple(names)


def positional_name(parameters: tuple[str, ...], position: int) -> str:
    """What a positional argument is called, given `parameter_names`.

    >>> [positional_name(("x", "*rest"), i) for i in range(3)], positional_name((), 0)
    (['x', 'rest[0]', 'rest[1]'], 'args[0]')
    """
    for k, name in enumerate(parameters):
        if name.startswith("*"):
            return f"{name[1:]}[{position - k}]"
        if k == position:
            return name
    return f"args[{position}]"


class ArgumentNames:
    """The name of each leaf of (args, kwargs), worked out when asked for.

    fixed: the numbers of positional arguments that are not in the tree (static ones).

    >>> names = ArgumentNames(("x", "*rest"), tree_structure(((1, {"a": 2}, 3), {"k": 4})))
    >>> [names[i] for i in range(4)]
    ['x', "rest[0]['a']", 'rest[1]', 'k']
    """

    __slots__ = ("parameters", "tree", "fixed")

    def __init__(self, parameters: tuple[str, ...], tree: Any, fixed: Collection[int] = ()):
        self.parameters, self.tree, self.fixed = parameters, tree, frozenset(fixed)

    def __getitem__(self, number: int) -> str:
        return self._name(self._paths()[number])

    def all(self) -> list[str]:
        """The names of all leaves.

        >>> ArgumentNames(("x",), tree_structure((([1, 2],), {}))).all()
        ['x[0]', 'x[1]']
        """
        return [self._name(path) for path in self._paths()]

    def _name(self, path: tuple[Any, ...]) -> str:
        where, entry, *rest = path
        if where.idx == 1:
            return f"{entry.key}{keystr(tuple(rest))}"
        position = self._position(entry.idx)
        return f"{positional_name(self.parameters, position)}{keystr(tuple(rest))}"

    def with_kind(self, number: int) -> str:
        """The name with how the argument was passed: `argument x`, `kwargs['k']`."""
        where, *path = self._paths()[number]
        return f"kwargs{keystr(tuple(path))}" if where.idx == 1 else f"argument {self[number]}"

    def _paths(self) -> list[tuple[Any, ...]]:
        full = self.tree.unflatten([True] * self.tree.num_leaves)
        return [path for path, _ in tree_leaves_with_path(full)]

    def _position(self, index: int) -> int:
        """The number of an argument when those that are not in the tree are counted as well."""
        position = index
        for fixed in sorted(self.fixed):
            position += fixed <= position
        return position


def argument_names(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[Any, Any] | None = None
) -> list[str]:
    """The name of each leaf of a call's arguments.

    >>> argument_names(lambda x, y: x, (1, {"a": 2}))
    ['x', "y['a']"]
    """
    tree = tree_structure((args, kwargs or {}))
    return ArgumentNames(parameter_names(function), tree).all()
