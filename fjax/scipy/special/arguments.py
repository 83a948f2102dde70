"""Arguments of special functions."""

from __future__ import annotations

from typing import Any

from fjax import errors
from fjax.core import dtypes
from fjax.core.array import Array
from fjax.primitives import promotion
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.promotion import promote_inexact


def inexact_operands(name: str, *xs: Any) -> list[Any]:
    """The arguments in their common float or complex dtype, broadcast (scalars stay scalars)."""
    return promotion.broadcast(name, *promote_inexact(name, *xs))


def real_operands(name: str, *xs: Any) -> list[Any]:
    """Like `inexact_operands`, but complex arguments raise."""
    found = inexact_operands(name, *xs)
    if dtypes.is_complex(found[0].dtype):
        which = "Argument `x` to" if len(found) == 1 else "Every argument to"
        raise errors.FjaxValueError(
            f"{name} does not support complex-valued inputs. {which} "
            f"{name} must be real-valued. Got " + ", ".join(str(x.aval) for x in found)
        )
    return found


def firm_operands(name: str, *xs: Any) -> list[Any]:
    """Like `real_operands`, but none is weakly typed, as for JAX's functions of the same name."""
    return [firm(x) for x in real_operands(name, *xs)]


def firm(x: Any) -> Any:
    """x without its weak type."""
    return convert_element_type(x, x.dtype)


def float_operand(name: str, x: Any) -> Array:
    """A float32 or float64 argument; anything else raises TypeError."""
    (x,) = promote_inexact(name, x) if isinstance(x, (int, float)) else (x,)
    dtype = getattr(x, "dtype", None)
    if dtype not in (dtypes.float32, dtypes.float64):
        raise errors.FjaxTypeError(
            f"{name}: x.dtype={dtype} is not supported; it takes float32 "
            "and float64, "
            "convert with astype"
        )
    return firm(promote_inexact(name, x)[0])
