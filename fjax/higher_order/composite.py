"""composite: a program under a name and a version, which a reader of the IR may know."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.primitive import Values, primitive
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError
from fjax.higher_order.common import OneJaxpr


@dataclass(frozen=True)
class ArrayAttribute:
    """An array among attributes, which compares by its values."""

    dtype: str
    shape: tuple[int, ...]
    values: tuple[Any, ...]

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.array(self.values, dtype or self.dtype).reshape(self.shape)


def frozen(value: Any) -> Any:
    """An attribute as something that compares by value and prints; TypeError for other things."""
    if isinstance(value, (list, tuple)):
        return tuple(frozen(v) for v in value)
    if isinstance(value, dict):
        return tuple((str(k), frozen(v)) for k, v in value.items())
    if isinstance(value, np.ndarray):
        return ArrayAttribute(value.dtype.name, value.shape, tuple(value.ravel().tolist()))
    if isinstance(value, np.generic):
        return value.item()
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return dtypes.canonicalize(value)


@primitive
class Composite(OneJaxpr):
    """The outputs of a jaxpr that stands for the operation `label` (shown as `name`).

    Compiled, the jaxpr takes its place. It has no derivative: who knows the operation by name knows
    one that the jaxpr's equations would not give.
    """

    absent = frozenset({"transpose"})
    label: str
    version: int = 0
    attributes: tuple[tuple[str, Any], ...] = ()

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        raise FjaxValueError(
            f"composite {self.label!r}: JVP rule for composite not implemented, because its "
            "decomposition need not be differentiable; wrap the function in fjax.custom_jvp or "
            "fjax.custom_vjp"
        )
