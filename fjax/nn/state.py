"""What layers remember: a dict from their names to pytrees, which goes into and out of calls."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from fjax import numpy as jnp
from fjax import tree
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.nn.module import Module, children, replace
from fjax.pytrees.registry import is_tree_node

Model = TypeVar("Model", bound=Module)
State = dict[str, Any]


class Stateful(Module):
    """A module with values that it keeps between calls, under its name in the state.

    A subclass gives `init_state()`, and its `__call__` takes and returns the state; `own(state)` is
    what it remembers, `after(state, new)` the state with that changed.

    >>> class Counter(Stateful):
    ...     def init_state(self):
    ...         return jnp.int32(0)
    ...     def __call__(self, x, state):
    ...         return x, self.after(state, self.own(state) + 1)
    >>> counter, state = fjax.nn.with_state(Counter())
    >>> counter(1.0, state)[1]
    {'self': Array(1, dtype=int32)}
    """

    name: str = tree.static(default="", kw_only=True)

    def init_state(self) -> Any:
        """What is remembered at first, a pytree of arrays."""
        raise NotImplementedError(f"{type(self).__name__} has no init_state")

    def own(self, state: Any) -> Any:
        """This module's part of the state; FjaxValueError if there is none."""
        if not isinstance(state, Mapping) or self.name not in state:
            kind = type(self).__name__
            raise FjaxValueError(
                f"{kind} remembers something and was given no state for it: make both by "
                "`model, state = fjax.nn.with_state(model)` and call `y, state = model(x, state)`"
            )
        return state[self.name]

    def after(self, state: Any, new: Any) -> State:
        """The state in which this module's part is `new`."""
        return {**state, self.name: new}


def with_state(model: Model) -> tuple[Model, State]:
    """The model whose stateful layers know their names, and their first state.

    A name is a layer's path in the model; a layer that occurs twice has one.

    >>> from fjax.nn import BatchNorm, Sequential
    >>> model, state = with_state(Sequential(BatchNorm(3)))
    >>> {name: list(part) for name, part in state.items()}
    {'layers[0]': ['count', 'mean', 'variance']}
    """
    known = callable(model) or is_tree_node(type(model))
    if model is None or isinstance(model, type) or not known:
        raise FjaxTypeError(f"nn.with_state takes a model, an fjax.nn.Module, got {model!r:.60}")
    entries: State = {}
    seen: dict[int, str] = {}

    def named(part: Any, path: str, lead: tuple[int, ...]) -> Any:
        if isinstance(part, Stateful):
            name = seen.setdefault(id(part), path or "self")
            first = tree.map(jnp.asarray, part.init_state())
            entries[name] = tree.map(lambda x: jnp.broadcast_to(x, lead + x.shape), first)
            copy = object.__new__(type(part))
            vars(copy).update({**vars(part), "name": name})
        else:
            copy = part
        inside = lead + part.lead() if isinstance(part, Module) else lead
        for step, child in children(part):
            new = named(child, (path + step).removeprefix("."), inside)
            if new is not child:
                copy = replace(copy, step.removeprefix("."), new)
        return copy

    return named(model, "", ()), entries


class Taken(NamedTuple):
    """Which of these keywords a call takes."""

    state: bool
    key: bool
    train: bool


@functools.cache
def keywords_of(kind: type) -> Taken:
    """Whether calls of a class of modules take state, key, train.

    >>> keywords_of(fjax.nn.Dropout)
    Taken(state=False, key=True, train=True)
    """
    taken = inspect.signature(kind.__call__).parameters
    return Taken("state" in taken, "key" in taken, "train" in taken)


def call(
    layer: Module, x: Any, state: Any = None, *, key: Any = None, train: bool = False, **more: Any
) -> tuple[Any, ...]:
    """(layer's result, state), with the keywords that its `__call__` takes, and all others.

    >>> call(fjax.nn.Flatten(), jnp.ones((2, 3, 4)))[0].shape
    (2, 12)
    """
    takes = keywords_of(type(layer))
    given: dict[str, Any] = {**more, "key": key} if takes.key else more
    if takes.train:
        given = {**given, "train": train}
    if takes.state and state is not None:
        return layer(x, state, **given)
    return layer(x, **given), state
