"""Equations that are native launches: kernels, and products of the target's libraries."""

from __future__ import annotations

from dataclasses import dataclass

from fjax.core.ir import Equation
from fjax.lowering.run.launch import CompiledKernel, Launch
from fjax.lowering.schedule import build
from fjax.lowering.target import Target


@dataclass(frozen=True, eq=False)
class KernelInfo:
    """A kernel of an executable, for inspection."""

    equation: Equation
    lowered: build.Lowered
    compiled: CompiledKernel
    reason: str
    target: Target


@dataclass(frozen=True, eq=False)
class ProductInfo:
    """A contraction or convolution of an executable: a launch of a native segment."""

    equation: Equation
    launch: Launch  # its slots are 0, 1 and 2 for the operands and the result
