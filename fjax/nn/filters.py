"""Parts of models: what is trained and what is fixed, dtypes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any

from fjax import numpy as jnp
from fjax import tree
from fjax.core import dtypes
from fjax.core.annotations import DTypeLike, T
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.nn.module import matching
from fjax.numpy.arguments import user_dtype

Where = str | Sequence[str] | Callable[[str, Any], bool] | None


def path_of(keys: Any) -> str:
    """The path of a leaf, as errors and summaries spell it, from its keys.

    >>> keys = fjax.tree.leaves_with_path(fjax.nn.Linear(2, 3, key=fjax.random.key(0)))[0][0]
    >>> path_of(keys)
    'weight'
    """
    return "".join(map(str, keys)).removeprefix(".")


def check_takes_two(where: Callable[..., Any]) -> None:
    """Raise FjaxTypeError for a function that cannot be called with (path, leaf)."""
    try:
        inspect.signature(where).bind("", None)
    except TypeError as error:
        raise FjaxTypeError(
            f"nn.mask: a function of (path, leaf) says what is meant, got {where!r}: {error}"
        ) from error
    except ValueError:  # a builtin function without a signature
        return


def _chosen(where: Where, paths: Sequence[str]) -> Callable[[str, Any], bool]:
    """Whether a leaf is meant, as a function of its path and value."""
    if where is None:
        return lambda path, leaf: dtypes.is_inexact(jnp.result_type(leaf))
    if callable(where) and not isinstance(where, type):
        check_takes_two(where)
        return where
    if not isinstance(where, str | list | tuple | set | frozenset):
        raise FjaxTypeError(
            f"nn.mask: the path of a part, such as {next(iter(paths), 'layers[0]')!r}, several, or "
            f"a function of (path, leaf) says what is meant, got {where!r:.60}"
        )
    patterns = [where] if isinstance(where, str) else list(where)
    forms = [re.compile(matching(pattern) + r"([.\[].*)?") for pattern in patterns]
    for pattern, form in zip(patterns, forms, strict=True):
        if not any(form.fullmatch(path) for path in paths):
            shown = ", ".join(paths[:8]) + (", …" if len(paths) > 8 else "")
            raise FjaxValueError(f"no parameter is at {pattern!r}; there are {shown}")
    return lambda path, leaf: any(form.fullmatch(path) for form in forms)


def mask(model: Any, where: Where = None) -> Any:
    """A tree like the model with a bool for each leaf, as `fjax.optim.masked` takes it.

    where: the path of a part, or several, as errors and summaries spell them; `*` stands for
    anything. Or a function of (path, leaf), or None for all leaves of floats. FjaxValueError if
    nothing is at a path.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> mask(layer, "bias").weight, mask(layer, "bias").bias
    (False, True)
    """
    leaves = [(path_of(keys), leaf) for keys, leaf in tree.leaves_with_path(model)]
    chosen = _chosen(where, [path for path, _ in leaves])
    answers = [bool(chosen(path, leaf)) for path, leaf in leaves]
    return tree.unflatten(tree.structure(model), answers)


def partition(model: T, where: Where = None) -> tuple[T, T]:
    """(the selected leaves, the others), as two models with None in the other's places.

    Differentiate in the first, and `combine` both in the function. where: as in `mask`.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> trained, fixed = partition(layer, "bias")
    >>> loss = lambda trained: jnp.sum(combine(trained, fixed)(jnp.ones(2)))
    >>> fjax.grad(loss)(trained)
    Linear(weight=None, bias=float32[3])
    """
    answers = mask(model, where)
    meant = tree.map(lambda answer, x: x if answer else None, answers, model)
    return meant, tree.map(lambda answer, x: None if answer else x, answers, model)


def combine(meant: T, others: Any) -> T:
    """The model that `partition` divided into these two parts.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> combine(*partition(layer, "bias"))
    Linear(weight=float32[3,2], bias=float32[3])
    """
    second = dict(tree.leaves_with_path(others))
    both = next((path for path, _ in tree.leaves_with_path(meant) if path in second), None)
    if both is not None:
        raise FjaxValueError(
            f"nn.combine: both parts have {path_of(both) or 'a leaf'}; those of nn.partition have "
            "None where the other has a leaf, and nn.replace(model, path, value) changes one"
        )
    try:
        return overlaid(meant, others)
    except ValueError as error:
        raise FjaxValueError(
            f"nn.combine takes the two parts of one model that nn.partition gave: {error}"
        ) from error


def overlaid(meant: T, others: Any) -> T:
    """A model's leaves, and those of another where it has None.

    >>> overlaid((None, 1), (2, 3))
    (2, 1)
    """
    return tree.map(lambda x, y: y if x is None else x, meant, others, is_leaf=lambda x: x is None)


def to_dtype(model: T, dtype: DTypeLike) -> T:
    """The model with its leaves of floats in a dtype; layers compute in their weights' dtype.

    Inside a loss this is mixed precision: gradients arrive at the float32 parameters outside.

    >>> to_dtype(fjax.nn.Linear(2, 3, key=fjax.random.key(0)), jnp.bfloat16)
    Linear(weight=bfloat16[3,2], bias=bfloat16[3])
    """
    if not jnp.issubdtype(user_dtype("nn.to_dtype", dtype), jnp.floating):
        raise FjaxTypeError(f"nn.to_dtype: layers compute in floats, such as bfloat16; got {dtype}")

    def converted(x: Any) -> Any:
        if not hasattr(x, "dtype"):
            raise FjaxTypeError(f"nn.to_dtype takes a model, a tree of arrays, got {x!r:.60} in it")
        return x.astype(dtype) if jnp.issubdtype(x.dtype, jnp.floating) else x

    return tree.map(converted, model)
