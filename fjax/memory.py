"""The kinds of memory of a device, in JAX's words."""

from fjax.core.kinds import Space

__all__ = ["Space"]
