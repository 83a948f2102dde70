"""lax functions that say what a program is made of: tokens, sinks, staged values, composites."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from fjax import tree
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.operand import Operand
from fjax.core.tracing import Tracer, aval_of
from fjax.errors import FjaxTypeError, UnexpectedTracerError
from fjax.higher_order.argument_names import function_name
from fjax.higher_order.bodies import operands
from fjax.higher_order.composite import Composite, frozen
from fjax.interpreters.staging import stage as stage_function
from fjax.lax.axes import array_of
from fjax.primitives import tokens

after_all_p, create_token_p = tokens.after_all, tokens.create_token
dce_sink_p, stage_p, composite_p = tokens.Sink, tokens.stage, Composite


def create_token(_: Any = None) -> Array:
    """A token: a value without content, to pass between computations that depend on each other.

    The argument is ignored. Effects of fjax run in the program's order anyway.

    >>> create_token().shape
    (0,)
    """
    return tokens.create_token()


def after_all(*operands: Any) -> Array:
    """One token for several.

    Raises TypeError for anything that is not a token.

    >>> after_all(create_token(), create_token()).shape
    (0,)
    """
    return tokens.after_all(*[array_of(x) for x in operands])


def dce_sink(val: Any, *, prevent_mlir_dce: bool = False) -> None:
    """Keep the equations that compute the arrays of a pytree, though nobody reads them.

    `fjax.make_jaxpr` and transformations keep it; the compiled program does with
    prevent_mlir_dce=True.

    >>> import fjax
    >>> def f(x):
    ...     dce_sink(x + 1)
    ...     return x
    >>> [e.primitive.name for e in fjax.make_jaxpr(f)(1.0).eqns]
    ['add', 'dce_sink']
    """
    op = tokens.Sink(bool(prevent_mlir_dce))
    for leaf in tree.leaves(val):
        op(array_of(leaf))


def stage(x: ArrayLike, /) -> Array:
    """The value as one of the function that is being traced, also if it is a constant.

    Outside of any trace, an array.

    >>> import fjax
    >>> fjax.jit(lambda: type(stage(1.0)).__name__ != "Array")()
    Array(True, dtype=bool)
    """
    return tokens.stage(array_of(x))


def composite(decomposition: Callable[..., Any], name: str, version: int = 0) -> Callable[..., Any]:
    """A function that the program shows as one named operation, which `decomposition` computes.

    Positional arguments of the result are the operation's operands (pytrees of arrays). Keyword
    arguments are its attributes: numbers, strings, dtypes, NumPy arrays, or tuples of these; they
    are shown too, unless they are None.

    Compiled, the decomposition takes its place. It has no derivative of its own (ValueError): wrap
    it in `fjax.custom_jvp` or `fjax.custom_vjp`. vmap batches the decomposition. Raises
    UnexpectedTracerError if the decomposition closes over a traced value, or an attribute is one.

    >>> import functools, fjax
    >>> @functools.partial(composite, name="my.tangent")
    ... def tangent(x, /, *, scale):
    ...     return scale * fjax.lax.sin(x) / fjax.lax.cos(x)
    >>> [e.params["name"] for e in fjax.make_jaxpr(lambda x: tangent(x, scale=2))(1.0).eqns]
    ['my.tangent']
    """

    @functools.wraps(decomposition)
    def decomposed(*args: Any, **attributes: Any) -> Any:
        kept = tuple((k, _attribute(name, k, v)) for k, v in attributes.items() if v is not None)
        leaves, in_tree = tree.flatten(args)
        values = operands(name, leaves)
        trees = []

        def flat(*xs: Any) -> list[Any]:
            out, out_tree = tree.flatten(decomposition(*tree.unflatten(in_tree, xs), **attributes))
            trees.append(out_tree)
            return out

        jaxpr, constants = stage_function(
            flat, [aval_of(x) for x in values], function_name(decomposition)
        )
        if any(isinstance(c, Tracer) for c in constants):
            raise UnexpectedTracerError(
                "Found a JAX Tracer as a constant in the decomposition for the composite op "
                f"'{name}'. It closes over a traced value: pass that as an argument"
            )
        outs = Composite(jaxpr, name, int(version), kept)(*constants, *values)
        return tree.unflatten(trees[0], outs)

    return decomposed


def _attribute(name: str, key: str, value: Any) -> Any:
    """An attribute in the form in which equations hold it."""
    if any(isinstance(leaf, Tracer) for leaf in tree.leaves(value)):
        raise UnexpectedTracerError(
            f"Found a JAX Tracer as an attribute in the decomposition for the composite op "
            f"'{name}': {key} must be known when the program is made. Pass it as an argument. "
            "Note: If you are passing jax arrays as attributes, use numpy arrays instead."
        )
    try:
        return frozen(np.asarray(value) if isinstance(value, Operand) else value)
    except TypeError:
        raise FjaxTypeError(
            f"composite {name!r}: attribute {key} must be a number, string, dtype, "
            f"NumPy array or tuple of these, got {value!r}"
        ) from None
