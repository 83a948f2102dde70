"""custom_gradient: a function that returns its value beside its vjp."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.core import dtypes
from fjax.core.annotations import P, R
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.primitive import Zero
from fjax.core.tracing import aval_of
from fjax.higher_order.argument_names import function_name
from fjax.higher_order.custom_rules import CustomVJP
from fjax.higher_order.signatures import ResultSignature
from fjax.interpreters.jvp import instantiate
from fjax.interpreters.staging import stage
from fjax.pytrees.operations import tree_flatten


def custom_gradient(fun: Callable[P, tuple[R, Any]]) -> Callable[P, R]:
    """A function from `fun(*args) -> (output, vjp)`, where `vjp(cotangent)` gives the cotangents.

    The cotangents are a tuple with one entry per argument, or one value for a single argument.

    >>> @custom_gradient
    ... def f(x): return x * x, lambda g: (3.0 * g,)
    """

    @functools.wraps(fun)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        leaves, tree = tree_flatten((args, kwargs))
        result = ResultSignature()

        def function(*flat: Any) -> list[Any]:
            inner_args, inner_kwargs = tree.unflatten(flat)
            return result.flatten(fun(*inner_args, **inner_kwargs)[0])

        def forward(primals: Sequence[Any], _perturbed: Sequence[bool]) -> tuple[Any, Any, Any]:
            inner_args, inner_kwargs = tree.unflatten(primals)
            out, vjp = fun(*inner_args, **inner_kwargs)
            outs = result.flatten(out)
            avals = [aval_of(p) for p in primals]
            return outs, *_staged_gradient(fun, vjp, result, inner_args, avals)

        return result.unflatten(CustomVJP(function, forward, function_name(fun))(*leaves))

    return wrapped


def _staged_gradient(
    fun: Callable[..., Any],
    vjp: Callable,
    result: ResultSignature,
    arguments: Sequence[Any],
    avals: Sequence[ShapedArray],
) -> tuple[list[Any], Callable[..., Any]]:
    """The closure `vjp` as residuals and a backward rule."""
    _, tree = tree_flatten(tuple(arguments))

    def flat(*cotangents: Any) -> list[Any]:
        found = vjp(result.unflatten(cotangents))
        if len(arguments) == 1 and not (isinstance(found, (tuple, list)) and len(found) == 1):
            found = (found,)
        leaves, found_tree = tree_flatten(tuple(found))
        if found_tree != tree:
            raise errors.FjaxTypeError(
                f"custom_gradient: the vjp of {function_name(fun)} must return cotangents with the "
                f"structure of the arguments, {tree}; got {found_tree}"
            )
        return leaves

    cotangents = [a.tangent() for a in result.typed().avals]
    jaxpr, constants = stage(flat, cotangents, function_name(fun))

    def backward(residuals: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
        found = evaluate_jaxpr(jaxpr, [*residuals, *map(instantiate, cotangents)])
        return [
            Zero(a.tangent()) if c is None or a.tangent().dtype == dtypes.float0 else c
            for a, c in itertools.zip_longest(avals, found)
        ]

    return constants, backward
