"""Types for annotations: ArrayLike, DTypeLike and Shape.

>>> from fjax.typing import ArrayLike
>>> def scaled(x: ArrayLike, factor: ArrayLike = 2.0) -> fjax.Array:
...     return jnp.asarray(x) * factor
"""

from fjax.core.annotations import ArrayLike, DTypeLike, Shape

__all__ = ["ArrayLike", "DTypeLike", "Shape"]
