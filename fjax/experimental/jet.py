"""Taylor-mode differentiation: derivatives of high order along a curve, in one pass."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from fjax.core import dtypes
from fjax.core.tracing import aval_of
from fjax.errors import FjaxTypeError, FjaxValueError, api_boundary
from fjax.higher_order.bodies import operand
from fjax.interpreters.taylor import taylor_flat
from fjax.primitives.arithmetic import div, mul
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.tree_util import tree_flatten, treedef_is_leaf


@api_boundary
def jet(
    fun: Callable[..., Any],
    primals: Sequence[Any],
    series: Sequence[Sequence[Any]],
    factorial_scaled: bool = True,
    **_: Any,
) -> tuple[Any, Any]:
    """The Taylor series of `fun` along a curve: (value, derivatives of order 1 to n).

    `primals` are the arguments at the curve's point, arrays; `series[i]` has the derivatives of
    order 1 to n of argument i along the curve. What is returned has the structure of the function's
    result, in the second part with a list of n arrays for each leaf. Without `factorial_scaled`,
    both series hold Taylor coefficients: derivatives of order k divided by k!.

    Every function that has forward-mode derivatives has these. Control flow costs as much as nested
    jvp. ValueError if the series differ in length, or an argument is not an array.

    >>> import fjax.numpy as jnp
    >>> from fjax.experimental.jet import jet
    >>> value, derivatives = jet(jnp.sin, (0.0,), ([1.0, 0.0, 0.0],))
    >>> [float(d) for d in derivatives]
    [1.0, 0.0, -1.0]
    """
    if not all(
        hasattr(terms, "__len__") and getattr(terms, "shape", None) != () for terms in series
    ):
        raise FjaxTypeError(
            f"jet: series has a list of terms for each argument, got {series!r:.60}"
        )
    lengths = {len(terms) for terms in series}
    if len(lengths) > 1:
        raise FjaxValueError(
            "jet terms have inconsistent lengths for different arguments: "
            f"{', '.join(str(len(terms)) for terms in series)}; give each "
            "argument as many, zeros where it does not vary"
        )
    if len(primals) != len(series):
        raise FjaxValueError(f"jet: {len(primals)} primals but series for {len(series)} arguments")
    order = lengths.pop() if lengths else 0
    args = [_array(x, f"primal value at position {i}") for i, x in enumerate(primals)]
    given = [
        _coefficients(x, terms, i, factorial_scaled)
        for i, (x, terms) in enumerate(zip(args, series, strict=True))
    ]
    trees: list[Any] = []

    def flat(*xs: Any) -> list[Any]:
        leaves, tree = tree_flatten(fun(*xs))
        trees.append(tree)
        return [operand("jet", leaf) for leaf in leaves]

    values, rows = taylor_flat(flat, args, given, order)
    if factorial_scaled:
        rows = [[_times(c, math.factorial(k)) for k, c in enumerate(row, 1)] for row in rows]
    return trees[0].unflatten(values), trees[0].unflatten(rows)


def _array(value: Any, what: str) -> Any:
    if not treedef_is_leaf(tree_flatten(value)[1]):
        raise FjaxValueError(
            f"{what} is not an array: jet takes functions of arrays; close over "
            "the structure, or flatten it with fjax.flatten_util.ravel_pytree"
        )
    return operand("jet", value)


def _coefficients(x: Any, terms: Sequence[Any], position: int, scaled: bool) -> list[Any] | None:
    """The Taylor coefficients of an argument; None if it cannot vary."""
    values = [_array(t, f"term {k} for argument {position}") for k, t in enumerate(terms)]
    aval = aval_of(x)
    if not dtypes.is_inexact(aval.dtype):
        return None
    found = []
    for k, value in enumerate(values, 1):
        if aval_of(value).shape != aval.shape:
            raise FjaxValueError(
                f"jet: term {k - 1} for argument {position} has type "
                f"{aval_of(value)}, but the argument {aval}"
            )
        value = convert_element_type(value, aval.dtype)
        found.append(div(value, like(math.factorial(k), value)) if scaled and k > 1 else value)
    return found


def _times(value: Any, factor: int) -> Any:
    inexact = dtypes.is_inexact(aval_of(value).dtype)
    return mul(value, like(factor, value)) if inexact and factor > 1 else value


def fact(n: Any) -> float:
    """n!, by which a derivative of order n differs from its Taylor coefficient.

    >>> fact(4)
    24.0
    """
    return float(math.factorial(int(n)))


__all__ = ["fact", "jet"]
