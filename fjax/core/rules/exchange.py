"""What files for other libraries ask of a primitive: the nodes that mean the same there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax.core.rules.missing import Rules


class ExchangeRules(Rules):
    """The operation in ONNX, where its role does not say it already."""

    __slots__ = ()

    def onnx(self, graph: Any, *tensors: Any) -> Sequence[Any] | None:
        """The outputs as tensors of `graph` (export.exchange.graph.Graph); None: as its role says.

        Elementwise operations, reductions, index maps and updates need no rule: their nodes follow
        from what kernels ask of them. A rule is for an operation that ONNX has a node for.
        """
        return None
