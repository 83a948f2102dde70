"""A program with its arguments, and what checks say of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import dtypes
from fjax.experimental import jet, ode
from tests.fuzz import rules
from tests.fuzz.values import values


@dataclasses.dataclass(frozen=True)
class Problem:
    """What a check found: kind ("wrong", "error", "bits", "written"), check and message."""

    kind: str
    check: str
    message: str


class Refused(Exception):
    """The reference refuses the program, as documented: there is nothing to compare."""


@dataclasses.dataclass
class Case:
    """A program's text with its arguments; known: what its names hold step by step, if known."""

    source: str
    args: tuple[np.ndarray, ...]
    seed: int = 0
    known: Mapping[str, Any] | None = None
    unjudged: float = 0.0
    runs: int = 0

    def function(self) -> Callable:
        """The program as a function."""
        space = {"fjax": fjax, "jnp": jnp, "lax": lax, "jet": jet, "ode": ode, "np": np}
        space |= {"rules": rules, "values": values}
        exec(compile(self.source, "<program>", "exec"), space)
        return space["program"]

    def arrays(self) -> tuple[Any, ...]:
        """The arguments as fjax's arrays."""
        return tuple(map(jnp.asarray, self.args))

    def inexact(self) -> tuple[int, ...]:
        """The positions that have derivatives."""
        return tuple(
            i
            for i, a in enumerate(self.arrays())
            if dtypes.is_inexact(a.dtype) and a.dtype.itemsize > 1
        )
