"""The dtypes of products: of operands, sums and results."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.errors import DtypeError
from fjax.primitives.families import describe


def operand_dtype(operation: str, lhs: ShapedArray, rhs: ShapedArray) -> Dtype:
    """The common dtype of a product's operands; keys are refused."""
    a, b = lhs.dtype, rhs.dtype
    if dtypes.is_key(a) or dtypes.is_key(b) or dtypes.float0 in (a, b):
        raise DtypeError(f"{operation} does not take {describe((lhs, rhs))}: it needs numbers")
    return common_dtype(a, b)


def common_dtype(a: Dtype, b: Dtype) -> Dtype:
    """The dtype of products; if one of the two is narrow, the one with the wider range.

    Products of narrow dtypes are what those are for, so that no promotion is called for.
    """
    if a == b:
        return a
    if a in dtypes.NARROW or b in dtypes.NARROW:
        return max(a, b, key=_range)
    return dtypes.join(a, b)


def _range(dtype: Dtype) -> tuple[Any, ...]:
    if not dtypes.is_inexact(dtype):
        return (False, -1, -1, dtypes.bit_width(dtype), dtypes.kind(dtype) != "u")
    info = dtypes.finfo(dtype)
    return (dtypes.is_complex(dtype), info.maxexp, info.nmant, info.bits, True)


def product_dtype(
    operation: str, lhs: ShapedArray, rhs: ShapedArray, preferred: Dtype | None
) -> Dtype:
    """The dtype of a product's result: the preferred one if it can hold the operands' products."""
    common = operand_dtype(operation, lhs, rhs)
    if preferred is None:
        return common
    narrower = (
        dtypes.is_integer(common)
        and dtypes.is_integer(preferred)
        and dtypes.bit_width(preferred) < dtypes.bit_width(common)
    )
    loses = (
        (dtypes.is_complex(common) and not dtypes.is_complex(preferred))
        or (dtypes.is_inexact(common) and not dtypes.is_inexact(preferred))
        or (dtypes.is_bool(preferred) and not dtypes.is_bool(common))
    )
    if narrower or loses:
        raise DtypeError(
            f"{operation}: preferred_element_type {preferred.name} cannot hold the "
            f"products of {describe((lhs, rhs))}; convert the result instead"
        )
    return preferred


def product_is_weak(lhs: ShapedArray, rhs: ShapedArray, preferred: Dtype | None) -> bool:
    """Whether a product is weakly typed: both operands are, and no dtype is asked for."""
    return lhs.weak_type and rhs.weak_type and preferred is None


def accumulation_dtype(common: Dtype, out: Dtype) -> np.dtype:
    """The dtype in which the products of `common` operands are summed for an `out` result."""
    if out in dtypes.WIDENED:
        same = common in dtypes.WIDENED or not dtypes.is_inexact(common)
        return dtypes.widened(out) if same else common
    if common == dtypes.bool_ and out == dtypes.bool_:
        return dtypes.float32
    if common in dtypes.WIDENED or not dtypes.is_inexact(common) or out.itemsize > common.itemsize:
        return out  # type: ignore[return-value]
    return common  # type: ignore[return-value]
