"""The check of one function; programs for JAX import it from here, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fjax.api.staged import make_jaxpr
from fjax.errors import api_boundary
from fjax.interpreters.key_reuse import consumed


@api_boundary
def check_key_reuse(fun: Callable[..., Any], /, *args: Any) -> None:
    """Raise KeyReuseError if a function uses a random key twice; it is traced and not run.

    >>> def noise(key):
    ...     return fjax.random.normal(key) + fjax.random.uniform(key)
    >>> check_key_reuse(noise, fjax.random.key(0))
    Traceback (most recent call last):
    fjax.errors.KeyReuseError: In jit, argument 0 is already consumed...
    """
    consumed(make_jaxpr(fun)(*args).jaxpr)
