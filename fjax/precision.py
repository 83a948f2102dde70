"""The precisions and algorithms of products by their names: for the option and for arguments."""

from __future__ import annotations

import enum


class Precision(enum.Enum):
    """How exact a product of float32 operands must be; a CPU always gives the highest.

    >>> Precision("float32"), Precision(None)
    (Precision.HIGHEST, Precision.DEFAULT)
    """

    DEFAULT = 0
    HIGH = 1
    HIGHEST = 2

    __repr__ = enum.Enum.__str__

    @classmethod
    def _missing_(cls, value: object) -> Precision | None:
        """The precision that a name of `PRECISIONS` stands for; None is the default."""
        return cls.DEFAULT if value is None else PRECISIONS.get(str(value))


class DotAlgorithmPreset(enum.Enum):
    """Named algorithms for products, on devices that have a choice."""

    DEFAULT = 0
    ANY_F8_ANY_F8_F32 = 1
    ANY_F8_ANY_F8_F32_FAST_ACCUM = 2
    ANY_F8_ANY_F8_ANY = 3
    ANY_F8_ANY_F8_ANY_FAST_ACCUM = 4
    F16_F16_F16 = 5
    F16_F16_F32 = 6
    BF16_BF16_BF16 = 7
    BF16_BF16_F32 = 8
    BF16_BF16_F32_X3 = 9
    BF16_BF16_F32_X6 = 10
    BF16_BF16_F32_X9 = 11
    TF32_TF32_F32 = 12
    TF32_TF32_F32_X3 = 13
    F32_F32_F32 = 14
    F64_F64_F64 = 15

    __repr__ = enum.Enum.__str__


PRECISIONS = {
    "default": Precision.DEFAULT,
    "fastest": Precision.DEFAULT,
    "bfloat16": Precision.DEFAULT,
    "high": Precision.HIGH,
    "bfloat16_3x": Precision.HIGH,
    "tensorfloat32": Precision.HIGH,
    "highest": Precision.HIGHEST,
    "float32": Precision.HIGHEST,
}
