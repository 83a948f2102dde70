"""The stages of a jitted function: traced, lowered, compiled."""

from fjax.api.jit_function import JitFunction
from fjax.api.staged import ArgInfo
from fjax.api.stages import Compiled, Lowered, Traced
from fjax.lowering.run.executable import Executable

Wrapped = JitFunction

__all__ = ["ArgInfo", "Compiled", "Executable", "Lowered", "Traced", "Wrapped"]
