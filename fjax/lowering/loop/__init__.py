"""`scan` and `while_loop` as kernels."""

from fjax.core import lazy

lazy.later(__name__, "counters loop_plan native")
