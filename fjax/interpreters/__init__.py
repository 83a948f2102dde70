"""Transformations, one a file; `ad`, `batching`, `partial_eval`, `mlir` and `xla` have JAX's names.

The latter are for code that defines primitives (`fjax.extend.core.Primitive`) or reads jaxprs.
"""

from typing import TYPE_CHECKING

from fjax.core import lazy

if TYPE_CHECKING:
    from fjax.interpreters import ad, batching, mlir, partial_eval, xla

__all__ = ["ad", "batching", "mlir", "partial_eval", "xla"]

# `fjax/absent.py` imports these when they are first named.
_LATER = ("ad", "batching", "mlir", "partial_eval", "xla")
lazy.later(__name__, "checkify eager_cost key_reuse sparsify")
