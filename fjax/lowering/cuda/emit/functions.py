"""What fjax's vector mathematics leaves to the C library, as programs: a GPU has none."""

from __future__ import annotations

from fjax.core import scalar_graph
from fjax.core.scalar import Expr, Op
from fjax.core.vectormath.large_angles import large_wave
from fjax.lowering.kernel.form import Kernel, Unsupported
from fjax.lowering.kernel.spelling import Rewriter

WAVES = ("sin", "cos", "tan")


def without_library(kernel: Kernel) -> Kernel:
    """The kernel with programs in place of the C library's sin, cos, tan (of large angles)."""

    def change(node: Expr) -> Expr:
        if node.op is not Op.LIBM:
            return node
        if node.extra not in WAVES:
            raise Unsupported(f"no program computes {node.extra} without the C library")
        return scalar_graph.inline((large_wave(node.extra, node.args[0]),))[0]

    return Rewriter(change).kernel(kernel)
