"""What the leaves of a call's arguments are called in messages: `x`, `batch['image'][0]`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection
from typing import Any

from fjax.tree_util import keystr, tree_leaves_with_path, tree_unflatten


def parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of positional parameters, the last one as '*args' if it takes any number.

    >>> parameter_names(lambda x, y=1, *rest, flag: x)
    ('x', 'y', '*rest')
    """
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):     # builtins, and callables without a usable signature
        return ()
    names = []
    for p in parameters:
        if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD):
            names.append(p.name)
        elif p.kind is p.VAR_POSITIONAL:
            names.append("*" + p.name)
    return tuple(names)


class ArgumentNames:
    """The name of each leaf of (args, kwargs), worked out when asked for.

    fixed: the numbers of positional arguments that are not in the tree (static ones).

    >>> from fjax.tree_util import tree_structure
    >>> names = ArgumentNames(("x", "*rest"), tree_structure(((1, {"a": 2}, 3), {"k": 4})))
    >>> [names[i] for i in range(4)]
    ['x', "rest[0]['a']", 'rest[1]', 'k']
    """

    __slots__ = ("parameters", "tree", "fixed")

    def __init__(self, parameters: tuple[str, ...], tree: Any, fixed: Collection[int] = ()):
        self.parameters, self.tree, self.fixed = parameters, tree, frozenset(fixed)

    def __getitem__(self, number: int) -> str:
        full = tree_unflatten(self.tree, [True] * self.tree.num_leaves)
        where, entry, *rest = tree_leaves_with_path(full)[number][0]
        if where.idx == 1:
            return f"{entry.key}{keystr(tuple(rest))}"
        position = self._position(entry.idx)
        return f"{self._positional(position)}{keystr(tuple(rest))}"

    def _position(self, index: int) -> int:
        """The number of an argument when those that are not in the tree are counted as well."""
        position = index
        for fixed in sorted(self.fixed):
            position += fixed <= position
        return position

    def _positional(self, position: int) -> str:
        for k, name in enumerate(self.parameters):
            if name.startswith("*"):
                return f"{name[1:]}[{position - k}]"
            if k == position:
                return name
        return f"args[{position}]"
