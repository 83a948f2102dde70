"""How exact elementwise functions must be: what `accuracy=` takes, and what fjax keeps."""

from __future__ import annotations

import enum
from typing import Any

from fjax.core import dtypes
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, FjaxValueError

# The largest errors that the tests hold, or that NumPy states where it computes, in ulp.
REAL_LIMIT, ROUNDED_LIMIT, COMPLEX_LIMIT = 4.0, 1.0, 6.0
BOUNDED = frozenset({"sin", "cos", "tanh", "logistic"})  # their values are in [-1, 1]


class AccuracyMode(enum.Enum):
    """How exact a function must be, by name; there is one implementation, the exact one."""

    HIGHEST = 1
    DEFAULT = 2


@dataclass(frozen=True)
class Tolerance:
    """The largest error to allow: absolute, relative, or in units in the last place.

    An error is allowed if any one of them allows it. Raises ValueError if one is negative or all
    are zero.

    >>> lax.exp(jnp.array([0.0]), accuracy=lax.Tolerance(rtol=1e-6))
    Array([1.], dtype=float64)
    """

    atol: float = 0.0
    rtol: float = 0.0
    ulps: int = 0

    def __post_init__(self) -> None:
        given = (self.atol, self.rtol, self.ulps)
        if min(given) < 0:
            raise FjaxValueError(f"Tolerances must be non-negative, got {self}")
        if not any(given):
            raise FjaxValueError("At least one of atol, rtol, or ulps must be set")


def error_limit(name: str, dtype: Any) -> float:
    """The largest error of a function in this dtype, in ulp; of a complex value's modulus."""
    if dtypes.is_complex(dtype):
        return COMPLEX_LIMIT
    # sqrt is rounded once; narrower formats are computed in float32 and rounded.
    rounded = name == "sqrt" or dtypes.bit_width(dtype) < 32
    return ROUNDED_LIMIT if rounded else REAL_LIMIT


def check_accuracy(name: str, dtype: Any, accuracy: Any) -> None:
    """Raise unless the function is as exact as `accuracy` asks."""
    if accuracy is None or isinstance(accuracy, AccuracyMode):
        return
    if not isinstance(accuracy, Tolerance):
        raise FjaxTypeError(
            f"{name}: accuracy must be an AccuracyMode or a Tolerance, got {accuracy!r}"
        )
    if not dtypes.is_inexact(dtype):
        return  # the function itself says that it does not take integers
    limit = error_limit(name, dtype)
    relative = limit * float(dtypes.finfo(dtype).eps)
    if (
        accuracy.ulps >= limit
        or accuracy.rtol >= relative
        or (name in BOUNDED and accuracy.atol >= relative)
    ):
        return
    raise FjaxValueError(
        f"{name}: {accuracy} is more than fjax promises for {dtype.name}: an error of at most "
        f"{limit:g} ulp, which is {relative:.2g} of the value; ask for less, or compute in a wider "
        "dtype"
    )
