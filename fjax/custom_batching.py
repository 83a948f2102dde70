"""Batching rules of one's own: custom_vmap, sequential_vmap."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from fjax.higher_order.custom_vmap import custom_vmap
from fjax.lax.control_flow import map as lax_map
from fjax.tree_util import tree_flatten, tree_map

__all__ = ["custom_vmap", "sequential_vmap"]


def sequential_vmap(f: Callable[..., Any]) -> custom_vmap:
    """`f`, which vmap calls for one example after another (a loop, not a batch).

    >>> @fjax.custom_batching.sequential_vmap
    ... def f(x):
    ...     return jnp.sum(x ** 2)
    ...
    >>> fjax.vmap(f)(jnp.array([[1.0, 2.0], [3.0, 4.0]]))
    Array([ 5., 25.], dtype=float64)
    """
    wrapped = custom_vmap(f)

    @functools.partial(wrapped.def_vmap)
    def rule(axis_size: int, in_batched: Any, *args: Any) -> Any:
        flags, _ = tree_flatten(tuple(in_batched))
        leaves, tree = tree_flatten(args)

        def one(batched: list[Any]) -> Any:
            given = iter(batched)
            full = [next(given) if b else x for x, b in zip(leaves, flags, strict=True)]
            return wrapped(*tree.unflatten(full))

        out = lax_map(one, [x for x, b in zip(leaves, flags, strict=True) if b])
        return out, tree_map(lambda _: True, out)

    return wrapped
