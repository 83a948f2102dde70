"""`fjax.inspect`: what a function becomes on its way to machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fjax.api.jit import JitFunction, jit
from fjax.errors import api_boundary
from fjax.lowering import pipeline


def inspect(fun: Callable[..., Any]) -> Callable[..., Any]:
    """A function that lowers `fun` for given arguments and returns every stage of it.

    The result has `.traced`, `.optimized` and `.fused` (jaxprs as text, with the reason for each
    kernel boundary and the bytes moved against the least possible), `.kernels[i].source`,
    `.n_kernels`, and `.fallbacks`: the equations that have no kernel and run through NumPy.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.inspect(lambda x: jnp.tanh(x * 2 + 1))(jnp.ones(8)).n_kernels
    1
    """
    jitted = fun if isinstance(fun, JitFunction) else jit(fun)

    @api_boundary
    def inspected(*args: Any, **kwargs: Any) -> Any:
        traced = jitted.trace(*args, **kwargs)
        donated = (False,) * len(traced.constants) + traced.donated
        return pipeline.inspect_jaxpr(traced.jaxpr, donated)

    return inspected
