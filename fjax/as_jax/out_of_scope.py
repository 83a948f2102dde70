"""Private names of JAX that fjax has no use for, and why: those of `absent.ABSENT` are public."""

from __future__ import annotations

from fjax import absent


def reason(name: str) -> str | None:
    """Why a name of jax is not offered on purpose; None if there is no reason."""
    return None
