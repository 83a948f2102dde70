"""Schedules: how a kernel's loops run, as a list of directives, each a checked rewrite.

A kernel says what is computed. A schedule says in which order, in which vectors and in which
versions. `replay` runs one; a heuristic for each kind of machine chooses one
(`lowering/cpu/heuristic.py`); `fjax.inspect(f)(x).kernels[0].schedule` shows it.
"""

from fjax.lowering.schedule.language import replay

__all__ = ["replay"]
