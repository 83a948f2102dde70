"""How exact products must be: what users say, and what primitives store."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fjax.config import config
from fjax.core import dtypes
from fjax.errors import FjaxValueError
from fjax.precision import PRECISIONS, DotAlgorithmPreset, Precision

ACCUMULATION: dict[DotAlgorithmPreset, np.dtype] = {
    preset: dtypes.float64 if preset.name.startswith("F64") else dtypes.float32
    for preset in DotAlgorithmPreset
    if "_F32" in preset.name or preset.name.startswith("F64")
}


class DotAlgorithm(NamedTuple):
    """An algorithm for products by its parameters, which must be those of a preset.

    Operands are rounded to the precision types and split into components. Products are summed in
    the accumulation type. A CPU sums in the accumulation type or a wider one, and rounds
    operands only to their own dtype. So it gives at least the precision asked for.

    >>> algorithm = DotAlgorithm(np.float16, np.float16, np.float32)
    >>> algorithm.preset()
    DotAlgorithmPreset.F16_F16_F32
    """

    lhs_precision_type: Any
    rhs_precision_type: Any
    accumulation_type: Any
    lhs_component_count: int = 1
    rhs_component_count: int = 1
    num_primitive_operations: int = 1
    allow_imprecise_accumulation: bool = False

    def preset(self) -> DotAlgorithmPreset:
        """The preset of these parameters; raises ValueError if there is none."""
        types = [dtypes.canonicalize(t) for t in self[:3]]
        if all(dtypes.is_inexact(t) and t.itemsize == 1 for t in types[:2]):
            name = "ANY_F8_ANY_F8_" + _SPELLED.get(types[2], "ANY")
        else:
            name = "_".join(_SPELLED.get(t, t.name) for t in types)
        if self.allow_imprecise_accumulation:
            name += "_FAST_ACCUM"
        if self.num_primitive_operations > 1:
            name += f"_X{self.num_primitive_operations}"
        found = DotAlgorithmPreset.__members__.get(name)
        if found is None:
            raise FjaxValueError(
                f"precision: {self} is not an algorithm that fjax knows; it knows the members of "
                f"DotAlgorithmPreset: {', '.join(DotAlgorithmPreset.__members__)}"
            )
        return found


_SPELLED = {
    dtypes.float16: "F16",
    dtypes.bfloat16: "BF16",
    dtypes.float32: "F32",
    dtypes.float64: "F64",
}
PrecisionLike = (
    None
    | str
    | Precision
    | DotAlgorithm
    | DotAlgorithmPreset
    | tuple[str, str]
    | tuple[Precision, Precision]
)
CanonicalPrecision = None | tuple[Precision, Precision] | DotAlgorithmPreset


def canonical_precision(precision: Any) -> CanonicalPrecision:
    """A precision argument as primitives store it; None is config.default_matmul_precision."""
    if precision is None:
        precision = config.default_matmul_precision
        if precision is None:
            return None
    if isinstance(precision, DotAlgorithmPreset):
        return precision
    if isinstance(precision, DotAlgorithm):
        return precision.preset()
    if (
        isinstance(precision, str)
        and precision in DotAlgorithmPreset.__members__
        and precision not in PRECISIONS
    ):
        return DotAlgorithmPreset[precision]
    pair = precision if isinstance(precision, (tuple, list)) else (precision, precision)
    found = tuple(_one_precision(p) for p in pair)
    if len(found) != 2:
        raise FjaxValueError(f"precision: expected one value or two (lhs, rhs), got {precision!r}")
    return found  # type: ignore[return-value]


def _one_precision(value: Any) -> Precision:
    if value is None:
        return Precision.DEFAULT
    if isinstance(value, Precision):
        return value
    if isinstance(value, str) and value in PRECISIONS:
        return PRECISIONS[value]
    raise FjaxValueError(
        f"precision: {value!r} is none of {sorted(PRECISIONS)}, a Precision or a DotAlgorithmPreset"
    )
