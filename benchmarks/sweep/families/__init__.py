"""The families of programs, one module each; importing them fills the table."""

from benchmarks.sweep.families import (  # noqa: F401
    contractions,
    elementwise,
    library,
    loops,
    models,
    movement,
    narrow,
    nested,
    reductions,
)
