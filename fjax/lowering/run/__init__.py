"""The plan of a program: steps, memory, launches; and what runs it."""

from fjax.core import lazy

lazy.later(__name__, "buffers copies loop_runners planning template")
