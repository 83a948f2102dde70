"""Equations that are native launches: kernels, and products of the target's libraries."""

from __future__ import annotations

from dataclasses import dataclass

from fjax.core import dtypes
from fjax.core.ir import Equation, Literal
from fjax.lowering import build
from fjax.lowering.cpu import library, onednn_convolution, windows
from fjax.lowering.cpu.compile import CompiledKernel
from fjax.lowering.cpu.program import Launch
from fjax.primitives.convolution import ConvGeneralDilated


@dataclass(frozen=True, eq=False)
class KernelInfo:
    """A kernel of an executable, for inspection."""

    equation: Equation
    lowered: build.Lowered
    compiled: CompiledKernel
    reason: str


@dataclass(frozen=True, eq=False)
class ProductInfo:
    """A contraction or convolution of an executable: a launch of a native segment."""

    equation: Equation
    launch: Launch  # its slots are 0, 1 and 2 for the operands and the result


def product_info(eqn: Equation) -> ProductInfo | None:
    """The equation as a launch, if it is a contraction that needs no copy and no conversion, or a
    convolution without padding."""
    layout_of = getattr(eqn.op, "layout", None)
    if any(isinstance(x, Literal) for x in eqn.invars):
        return None
    if isinstance(eqn.op, ConvGeneralDilated):
        lhs, rhs = eqn.invars
        given = eqn.op, lhs.aval, rhs.aval, eqn.outvars[0].aval
        made = onednn_convolution.convolution_launch(*given) or windows.convolution_launch(*given)
        return None if made is None else ProductInfo(eqn, made)
    if layout_of is None:
        return None
    (lhs, rhs), out = (x.aval for x in eqn.invars), eqn.outvars[0].aval
    if not lhs.dtype == rhs.dtype == out.dtype:
        return None
    g = layout_of(lhs, rhs)
    launch = library.contraction_launch(
        dtypes.physical(out.dtype),
        (g.batch, g.m, g.n, g.k),
        (lhs.shape, g.lhs_axes),
        (rhs.shape, g.rhs_axes),
        (0, 1, 2),
    )
    return None if launch is None else ProductInfo(eqn, launch)
