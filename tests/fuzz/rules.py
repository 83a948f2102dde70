"""Custom derivatives that are right: what a program's functions are wrapped in.

`fjax` is the library that runs the program, fjax or JAX.
"""

from __future__ import annotations

from typing import Any


def custom_vjp(fjax: Any, f: Any) -> Any:
    """f with a rule for reverse mode that is its own vjp."""
    wrapped = fjax.custom_vjp(f)
    wrapped.defvjp(lambda *args: fjax.vjp(f, *args), lambda pull, cotangent: pull(cotangent))
    return wrapped


def custom_jvp(fjax: Any, f: Any) -> Any:
    """f with a rule for forward mode that is its own jvp."""
    wrapped = fjax.custom_jvp(f)
    wrapped.defjvp(lambda primals, tangents: fjax.jvp(f, primals, tangents))
    return wrapped
