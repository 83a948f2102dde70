"""Gradients, states and parameters that are not of one model: an error that names the leaf."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from fjax import numpy as jnp
from fjax import tree
from fjax.api.jit import eval_shape
from fjax.core import dtypes
from fjax.errors import ShapeError

MISMATCHES = (TypeError, ValueError, AttributeError, LookupError)  # what trees of others raise
GRADIENTS = "differentiate by the params that update(gradients, state, params) gets"
STATE = "a state is of one model and one optimizer: state = optimizer.init(params)"


def naming(init: Callable[..., Any], update: Callable[..., Any]) -> Callable[..., Any]:
    """`update`, whose errors about trees that do not fit each other name the leaf and the remedy.

    States are compared with those of the parameters only if `update` raises, or gives arrays of
    other types than those of the state: one that broadcasts. An error of another cause stays.

    >>> add = naming(lambda params: params, lambda g, state, params=None: (g + state, state))
    >>> add(jnp.ones(3), jnp.ones(2))
    Traceback (most recent call last):
    ...
    fjax.errors.ShapeError: optim: the state is float64[2], and in ... it is float64[3]; ...
    """

    @functools.wraps(update)
    def named(*args: Any, **keywords: Any) -> Any:
        g, state, params = (*args, None, None, None)[:3]
        given = g, keywords.get("state", state), keywords.get("params", params)
        try:
            result = update(*args, **keywords)
        except MISMATCHES:
            found = _disagreement(init, *given)
            if found is None:
                raise
        else:
            found = None if _like(given[1], result) else _disagreement(init, *given)
            if found is None:
                return result
        raise ShapeError(found)

    return named


def _like(state: Any, result: Any) -> bool:
    """Whether what `update` returned has a state of the same types as the one it was given."""
    if not isinstance(result, tuple) or len(result) != 2:
        return True
    before, after = tree.leaves(state), tree.leaves(result[1])
    return len(before) != len(after) or all(map(_alike, before, after))


def _alike(x: Any, y: Any) -> bool:
    return jnp.shape(x) == jnp.shape(y) and _kind(x) == _kind(y)


def _kind(x: Any) -> tuple[bool, bool]:
    """Whether something is of floats, and whether of complex ones."""
    kind = jnp.result_type(x)
    return dtypes.is_inexact(kind), dtypes.is_complex(kind)


def _disagreement(init: Callable[..., Any], g: Any, state: Any, params: Any) -> str | None:
    """Which of gradients and state do not fit the parameters, and what to do."""
    if params is not None and (found := difference("the gradient", g, "the parameters", params)):
        return f"optim: {found}; {GRADIENTS}"
    try:
        needed = eval_shape(init, g if params is None else params)
    except MISMATCHES:
        return None  # its own error says why
    found = difference("the state", state, "a state of these parameters", needed)
    return None if found is None else f"optim: {found}; {STATE}"


def difference(name: str, given: Any, other: str, wanted: Any) -> str | None:
    """The first leaf in which two trees differ, by its path; None if all have the same shapes.

    >>> difference("the first", {"a": jnp.ones(2)}, "the second", {"a": jnp.ones(3)})
    "['a'] of the first is float64[2], and in the second it is float64[3]"
    """
    own, needed = _leaves(given), _leaves(wanted)
    for path, x in own.items():
        if path not in needed:
            return f"{name} has {path or 'an array'}, which is not in {other}"
        if not _alike(x, needed[path]):
            leaf = f"{path} of {name}" if path else name
            return f"{leaf} is {_type(x)}, and in {other} it is {_type(needed[path])}"
    lacking = next((path for path in needed if path not in own), None)
    return None if lacking is None else f"{name} has no {lacking or 'array'}, which is in {other}"


def _leaves(value: Any) -> dict[str, Any]:
    """Leaves by their paths."""
    return {
        "".join(map(str, keys)).removeprefix("."): x for keys, x in tree.leaves_with_path(value)
    }


def _type(x: Any) -> str:
    return f"{jnp.result_type(x)}[{','.join(map(str, jnp.shape(x)))}]"
