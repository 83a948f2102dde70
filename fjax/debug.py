"""Looking into programs: print, callback, breakpoint, copies, and pictures of shardings."""

from __future__ import annotations

from fjax.api.sharding_pictures import (
    inspect_array_sharding,
    visualize_array_sharding,
    visualize_sharding,
)
from fjax.config import Scope
from fjax.config import assert_no_copies as _no_copies
from fjax.higher_order.callbacks import breakpoint
from fjax.higher_order.callbacks import debug_callback as callback
from fjax.higher_order.callbacks import debug_print as print

__all__ = [
    "assert_no_copies",
    "breakpoint",
    "callback",
    "inspect_array_sharding",
    "print",
    "visualize_array_sharding",
    "visualize_sharding",
]


def assert_no_copies() -> Scope:
    """Context manager (or decorator) in which no compiled program copies an array to change it.

    `x.at[i].set(v)`, `dynamic_update_slice` and the carry of a loop are changed in place where
    nobody needs the old value. Otherwise a call inside raises CopyError (a RuntimeError) before it
    computes anything. The error names the user's line, the array and the reason;
    `fjax.inspect(f)(*args).copies` lists the same. An argument can be changed in place if it is
    donated. Operations outside `jit` always make new arrays, and are not checked.

    >>> import fjax, fjax.numpy as jnp
    >>> f = fjax.jit(lambda x: x.at[0].set(1.0), donate_argnums=0)
    >>> with assert_no_copies():
    ...     f(jnp.zeros(3))
    Array([1., 0., 0.], dtype=float64)
    """
    return _no_copies(True)
