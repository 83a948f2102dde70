"""Transformations, one a file; `ad`, `batching`, `partial_eval`, `mlir` and `xla` have JAX's names.

The latter are for code that defines primitives (`fjax.extend.core.Primitive`) or reads jaxprs.
"""

from fjax.core import lazy

with lazy.imports(__name__):
    from fjax.interpreters import ad, batching, mlir, partial_eval, xla

__all__ = ["ad", "batching", "mlir", "partial_eval", "xla"]

lazy.later(__name__, "checkify eager_cost key_reuse sparsify")
