"""Groups of operations for XLA's scheduler, in JAX's words: a hint, which changes no value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def scheduling_group(name: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that gives back the function: a program of fjax has its own order.

    >>> scheduling_group("first")(jnp.sin)(0.0)
    Array(0., dtype=float64, weak_type=True)
    """
    return xla_metadata_call(scheduling_group=name)


def xla_metadata_call(f: Callable[..., Any] | None = None, **metadata: Any) -> Any:
    """The function as it is, or a decorator that gives it back.

    >>> xla_metadata_call(jnp.sin, priority=1)(0.0)
    Array(0., dtype=float64, weak_type=True)
    """
    del metadata
    return (lambda function: function) if f is None else f


__all__ = ["scheduling_group", "xla_metadata_call"]
