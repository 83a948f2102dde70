"""JAX's primitives for which fjax has none: their operations are written with others.

Programs that keep tables by primitive, or bind one, go on working; no equation of fjax has these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fjax.core.primitive import PrimitiveName

__all__ = ["ComposedOperation"]


class ComposedOperation(PrimitiveName):
    """The name of an operation that no equation has, because other primitives do its work.

    `bind` calls the function: operands by position, what JAX has as parameters by name.

    >>> from fjax import lax
    >>> lax.squeeze_p.bind(np.ones((1, 3)), dimensions=(0,)).shape
    (3,)
    >>> [e.primitive.name for e in fjax.make_jaxpr(lambda x: lax.squeeze(x, (0,)))(np.ones((1, 3)))
    ...  .eqns]
    ['reshape']
    """

    def __init__(self, name: str, function: Callable[..., Any], multiple_results: bool = False):
        self.name, self.function, self.multiple_results = name, function, multiple_results

    def bind(self, *args: Any, **parameters: Any) -> Any:
        """The operation on these operands."""
        return self.function(*args, **parameters)

    def __repr__(self) -> str:
        return self.name
