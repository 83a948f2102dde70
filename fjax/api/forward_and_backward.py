"""fwd_and_bwd: a function's forward and backward pass as two functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.api.autodiff import vjp
from fjax.api.differentiable import argument_numbers, choose
from fjax.api.jit import jit
from fjax.core.plain_arguments import check_callable


def fwd_and_bwd(
    fun: Callable[..., Any],
    argnums: int | Sequence[int],
    has_aux: bool = False,
    jitted: bool = True,
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """(forward, backward), the two halves of `vjp` as functions that can be kept and called often.

    argnums: which positional arguments to differentiate; an int gives one cotangent, a sequence a
        tuple.
    has_aux: `fun` returns (output, aux).
    jitted: compile both; a second call of each with the same types traces nothing.

    `forward(*args, **kwargs)` gives (output, residuals), with has_aux (output, residuals, aux);
    `backward(residuals, cotangent)` gives the cotangents of the chosen arguments. Residuals are a
    pytree.

    >>> import fjax, fjax.numpy as jnp
    >>> forward, backward = fwd_and_bwd(jnp.dot, argnums=0)
    >>> value, residuals = forward(jnp.ones(2), jnp.arange(2.0))
    >>> backward(residuals, 3.0)
    Array([0., 3.], dtype=float64)
    """
    check_callable("fwd_and_bwd", fun)
    wanted = argument_numbers(argnums)

    def forward(*args: Any, **kwargs: Any) -> Any:
        chosen, rest = choose("fwd_and_bwd", args, wanted)
        return vjp(lambda *xs: fun(*rest(xs), **kwargs), *chosen, has_aux=has_aux)

    def backward(residuals: Any, cotangent: Any) -> Any:
        cotangents = residuals(cotangent)
        return cotangents[0] if isinstance(argnums, int) else cotangents

    return (jit(forward), jit(backward)) if jitted else (forward, backward)
