"""Notes for XLA on a part of a program, in JAX's words: a hint, which changes no value."""

from __future__ import annotations

import contextlib
from typing import Any


def set_xla_metadata(x: Any = None, **metadata: Any) -> Any:
    """A context manager and decorator that does nothing, or x as it is: there is no XLA here.

    >>> with set_xla_metadata(inlineable="false"):
    ...     print(jnp.sin(0.0))
    0.0
    >>> set_xla_metadata(jnp.ones(2), priority=1)
    Array([1., 1.], dtype=float64)
    """
    del metadata
    return _Unchanged() if x is None else x


class _Unchanged(contextlib.nullcontext):
    """A context that changes nothing; as a decorator it gives back the function."""

    def __call__(self, function: Any) -> Any:
        return function


__all__ = ["set_xla_metadata"]
