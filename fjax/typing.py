"""Types for annotations: ArrayLike and DTypeLike."""

from typing import Any, Union

import numpy as np

from fjax.core.array import Array

ArrayLike = Union[Array, np.ndarray, np.bool_, np.number, bool, int, float, complex]  # noqa: UP007
DTypeLike = Union[str, type[Any], np.dtype, Any]  # noqa: UP007

__all__ = ["ArrayLike", "DTypeLike"]
