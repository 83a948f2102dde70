"""`fjax.inspect`: what a function becomes on its way to machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fjax.api.jit import JitFunction, jit
from fjax.core import tracing
from fjax.core.annotations import P
from fjax.core.array import Array
from fjax.core.device import default_placement
from fjax.errors import api_boundary
from fjax.lowering import pipeline, targets
from fjax.lowering.inspect import Inspection
from fjax.tree_util import tree_leaves


def inspect(fun: Callable[P, Any]) -> Callable[P, Inspection]:
    """A function that lowers `fun` for given arguments and returns every stage of it.

    The result has `.traced`, `.optimized` and `.fused` (jaxprs as text, with the reason for each
    kernel boundary and the bytes moved against the least possible), `.kernels[i].source`,
    `.n_kernels`, and `.fallbacks`: the equations that have no kernel and run through NumPy. It is
    of the device that the arguments are on; on a GPU `.host_steps` are what runs in host memory.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.inspect(lambda x: jnp.tanh(x * 2 + 1))(jnp.ones(8)).n_kernels
    1
    """
    jitted = fun if isinstance(fun, JitFunction) else jit(fun)

    @api_boundary
    def inspected(*args: Any, **kwargs: Any) -> Any:
        traced = jitted.trace(*args, **kwargs)
        donated = (False,) * len(traced.constants) + traced.donated
        arrays = [x for x in tree_leaves((args, kwargs)) if type(x) is Array]
        where = tracing.place_of(arrays, "inspect") if arrays else default_placement()
        if tracing.on_meta(where):
            return pipeline.inspect_jaxpr(traced.jaxpr, donated)
        with targets.use(targets.at(where)):
            return pipeline.inspect_jaxpr(traced.jaxpr, donated)

    return inspected
