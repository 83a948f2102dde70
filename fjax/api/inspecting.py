"""`fjax.inspect`: what a function becomes on its way to machine code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.api.jit import jit
from fjax.api.jit_function import JitFunction
from fjax.api.stages import Traced
from fjax.core import tracing
from fjax.core.annotations import P
from fjax.core.array import Array
from fjax.core.device import default_placement
from fjax.core.sharding import NamedSharding
from fjax.errors import api_boundary
from fjax.higher_order.shard_map import ShardMap
from fjax.lowering import pipeline, targets
from fjax.lowering.inspect import Inspection
from fjax.spmd.driver import program_for
from fjax.spmd.partitioner import partition
from fjax.tree_util import tree_leaves


def inspect(fun: Callable[P, Any]) -> Callable[P, Inspection]:
    """A function that lowers `fun` for given arguments and returns every stage of it.

    `.traced`, `.optimized` and `.fused` are jaxprs as text. `.fused` also says why each kernel ends
    where it does, and how many bytes move compared with the least possible. `.kernels[i].source` is
    the code of a kernel, `.n_kernels` their number, `.fallbacks` the equations that run outside
    kernels, through NumPy. The device is that of the arguments. On a GPU `.host_steps` lists what
    runs in host memory. For arguments that are split over a mesh, `.partitioned` is the program of
    one member of the mesh, and `.communication` lists its collectives with their bytes, axes and
    lines. If several processes run the program together, each of them must call this, and each sees
    the plan of its own part.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.inspect(lambda x: jnp.tanh(x * 2 + 1))(jnp.ones(8)).n_kernels
    1
    """
    jitted = fun if isinstance(fun, JitFunction) else jit(fun)

    @api_boundary
    def inspected(*args: Any, **kwargs: Any) -> Any:
        traced = jitted.trace(*args, **kwargs)
        donated = (False,) * len(traced.constants) + traced.donated
        leaves = jitted.dynamic_leaves(args, kwargs)
        members = partitioned(traced, leaves)
        if traced.is_across(leaves):
            given = [tracing.as_array(x) for x in (*traced.constants, *leaves)]
            part = program_for(traced.jaxpr, given).jaxpr
            return pipeline.inspect_jaxpr(traced.jaxpr, (), members, part)
        arrays = [x for x in tree_leaves((args, kwargs)) if type(x) is Array]
        where = tracing.place_of(arrays, "inspect") if arrays else default_placement()
        if tracing.on_meta(where):
            return pipeline.inspect_jaxpr(traced.jaxpr, donated, members)
        with targets.use(targets.at(where)):
            return pipeline.inspect_jaxpr(traced.jaxpr, traced.writable(), members, traced.program)

    return inspected


def partitioned(traced: Traced, leaves: Sequence[Any]) -> ShardMap | None:
    """The program of one member for arguments with these shardings; None without a mesh.

    leaves: the dynamic arguments of `traced`, arrays on a mesh among them. What jit says of
    arguments and results (in_shardings, out_shardings) comes before that.
    """
    held = [None] * len(traced.staged.references)
    own = [s or _sharding_of(x) for s, x in zip(traced.in_shardings, leaves, strict=True)]
    given = [*map(_sharding_of, traced.constants), *held, *own]
    said = traced.out_shardings
    wanted = [*said, *[None] * (len(traced.jaxpr.outvars) - len(said))]
    asked = [*given, *wanted, *[e.op.constraint() for e in traced.jaxpr.eqns]]
    if not any(isinstance(s, NamedSharding) and s.mesh.size > 1 for s in asked):
        return None
    return partition(traced.jaxpr, given, wanted)


def _sharding_of(value: Any) -> Any:
    return getattr(value, "sharding", None)
