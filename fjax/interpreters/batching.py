"""Batching under JAX's names, for code that defines primitives.

>>> import fjax, fjax.numpy as jnp
>>> from fjax.extend.core import Primitive
>>> from fjax.interpreters import batching
>>> twice_p = Primitive("twice")
>>> _ = twice_p.def_impl(lambda x: 2 * x)
>>> batching.defvectorized(twice_p)
>>> fjax.vmap(twice_p.bind)(jnp.arange(3.0))
Array([0., 2., 4.], dtype=float64)
"""

from __future__ import annotations

from functools import partial
from typing import Any

from fjax import errors
from fjax.core.primitive import BatchAxis
from fjax.core.tracing import aval_of
from fjax.core.user_primitive import Primitive
from fjax.interpreters.rule_tables import AxisRuleTable, RuleTable, axis_batch_rule, batch_rule
from fjax.interpreters.vmap import BatchTrace, BatchTracer
from fjax.interpreters.vmappable import is_vmappable, register_vmappable, unregister_vmappable
from fjax.primitives.structure import Reshape, broadcast_batch, move_axis

# rule(args, dims, **params); rule(axis, args, dims, **params), where the axis has `name`, `size`;
# and rule(size, name, None, args, dims, **params), which is another spelling of the second.
# All give outputs and where these are batched (None: not at all).
primitive_batchers = RuleTable("batch", "batch", batch_rule)
fancy_primitive_batchers = RuleTable("axis_batch", "batch", axis_batch_rule)
axis_primitive_batchers = AxisRuleTable("axis_batch", "batch", axis_batch_rule)


def broadcast(x: Any, size: int, axis: int, mesh_axis: None = None) -> Any:
    """`x` repeated `size` times along a new axis at this position.

    >>> print(broadcast(jnp.arange(2), 3, 1))
    [[0 0 0]
     [1 1 1]]
    """
    return broadcast_batch(x, size, axis)


def bdim_at_front(x: Any, dim: int | None, size: int, mesh_axis: None = None) -> Any:
    """`x` with its batch dimension first; broadcast to `size` if it has none.

    >>> bdim_at_front(jnp.zeros((2, 3)), 1, 3).shape, bdim_at_front(jnp.zeros(2), None, 3).shape
    ((3, 2), (3, 2))
    """
    return broadcast_batch(x, size, 0) if dim is None else move_axis(x, dim, 0)


def _bind_batched(primitive: Primitive, args: Any, dim: int, params: Any) -> Any:
    """Outputs that are all batched at `dim`."""
    outs = primitive.bind(*args, **params)
    return outs, [dim] * len(outs) if primitive.multiple_results else dim


def _vectorized(
    primitive: Primitive, axis: BatchAxis, args: Any, dims: Any, **params: Any
) -> tuple[Any, Any]:
    dim = next(d for d in dims if d is not None)
    if any(d is None for d in dims):
        args, dim = [bdim_at_front(x, d, axis.size) for x, d in zip(args, dims, strict=True)], 0
    else:
        args = [move_axis(x, d, dim) for x, d in zip(args, dims, strict=True)]
    return _bind_batched(primitive, args, dim, params)


def defvectorized(primitive: Primitive) -> None:
    """Say that a primitive works element by element on operands of one shape.

    >>> from fjax.extend.core import Primitive
    >>> twice_p = Primitive("twice")
    >>> _ = twice_p.def_impl(lambda x: 2 * x)
    >>> defvectorized(twice_p)
    >>> print(fjax.vmap(twice_p.bind)(jnp.arange(3.0)))
    [0. 2. 4.]
    """
    fancy_primitive_batchers[primitive] = partial(_vectorized, primitive)


def _broadcasting(
    primitive: Primitive, axis: BatchAxis, args: Any, dims: Any, **params: Any
) -> tuple[Any, Any]:
    shapes = {(aval_of(x).shape, d) for x, d in zip(args, dims, strict=True) if aval_of(x).shape}
    if len(shapes) == 1:
        dim = next(d for d in dims if d is not None)
        return _bind_batched(primitive, args, dim, params)
    # The batch comes first: operands of lower rank get axes of length 1 behind it.
    rank = max(len(aval_of(x).shape) + (d is None) for x, d in zip(args, dims, strict=True))
    fronted = []
    for x, d in zip(args, dims, strict=True):
        shape = aval_of(x).shape
        if d is not None:
            x = move_axis(x, d, 0)
            shape = aval_of(x).shape
            x = _reshaped(x, (shape[0], *[1] * (rank - len(shape)), *shape[1:]))
        elif shape:
            x = _reshaped(x, (*[1] * (rank - len(shape)), *shape))
        fronted.append(x)
    return _bind_batched(primitive, fronted, 0, params)


def _reshaped(x: Any, shape: tuple[int, ...]) -> Any:
    return x if aval_of(x).shape == shape else Reshape(shape)(x)


def defbroadcasting(primitive: Primitive) -> None:
    """Say that a primitive broadcasts its operands against each other as NumPy does.

    >>> from fjax.extend.core import Primitive
    >>> plus_p = Primitive("plus")
    >>> _ = plus_p.def_impl(lambda x, y: x + y)
    >>> defbroadcasting(plus_p)
    >>> print(fjax.vmap(plus_p.bind, in_axes=(0, None))(jnp.arange(2.0), jnp.ones(3)))
    [[1. 1. 1.]
     [2. 2. 2.]]
    """
    fancy_primitive_batchers[primitive] = partial(_broadcasting, primitive)


def _reducer(
    primitive: Primitive, axis: BatchAxis, args: Any, dims: Any, axes: Any, **params: Any
) -> tuple[Any, Any]:
    (x,), (dim,) = args, dims
    moved = tuple(a if a < dim else a + 1 for a in axes)
    out_dim = dim - sum(a < dim for a in moved)
    return primitive.bind(x, axes=moved, **params), out_dim


def defreducer(primitive: Primitive) -> None:
    """Say that a primitive of one operand removes the axes that its parameter `axes` names.

    >>> from fjax.extend.core import Primitive
    >>> total_p = Primitive("total")
    >>> _ = total_p.def_impl(lambda x, axes: x.sum(axes))
    >>> defreducer(total_p)
    >>> print(fjax.vmap(lambda x: total_p.bind(x, axes=(0,)))(jnp.ones((2, 3))))
    [3. 3.]
    """
    if primitive.multiple_results:
        raise errors.FjaxTypeError(
            f"batching.defreducer takes a Primitive with one result, got {primitive}; set the rule "
            "with batching.primitive_batchers[primitive] = rule"
        )
    fancy_primitive_batchers[primitive] = partial(_reducer, primitive)


__all__ = [
    "BatchTrace",
    "BatchTracer",
    "axis_primitive_batchers",
    "bdim_at_front",
    "broadcast",
    "defbroadcasting",
    "defreducer",
    "defvectorized",
    "fancy_primitive_batchers",
    "is_vmappable",
    "primitive_batchers",
    "register_vmappable",
    "unregister_vmappable",
]
