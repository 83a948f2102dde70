"""The stages of a jitted function: traced, lowered, compiled."""

from fjax.api.jit import Compiled, JitFunction, Lowered, Traced

Wrapped = JitFunction

__all__ = ["Compiled", "Lowered", "Traced", "Wrapped"]
