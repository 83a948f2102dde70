"""What the vector math programs share: float formats, polynomials, double-word arithmetic.

All programs are branch-free and use base operations only. Their error bounds assume that FMA rounds
once; `docs/vector-math.md` lists what is lost where it does not.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fjax.core import scalar
from fjax.core.scalar import FLOAT32, FLOAT64, Expr
from fjax.dataclass import dataclass

INF = float("inf")
NAN = float("nan")


@dataclass(frozen=True)
class FloatFormat:
    """The constants of one floating-point type."""

    dtype: np.dtype
    integer: np.dtype
    mantissa: int  # explicit mantissa bits
    bias: int
    magic: float  # 1.5 * 2**mantissa: adding it rounds to an integer in the low bits
    magic_bits: int
    sqrt_half_bits: int
    ln2: tuple[float, float]  # ln 2 = high + low, nearest
    ln2_short: tuple[float, float]  # high with trailing zeros: high * exponent is exact
    half_pi: tuple[float, float, float]

    @property
    def tiny(self) -> float:
        """The smallest normal number."""
        return 2.0 ** (1 - self.bias)


_FORMATS = {
    FLOAT32: FloatFormat(
        FLOAT32,
        np.dtype(np.int32),
        23,
        127,
        1.5 * 2.0**23,
        0x4B400000,
        0x3F3504F3,
        (0.6931471824645996, -1.9046542121259336e-09),
        (0.693145751953125, 1.428606765330187e-06),
        (1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15),
    ),
    FLOAT64: FloatFormat(
        FLOAT64,
        np.dtype(np.int64),
        52,
        1023,
        1.5 * 2.0**52,
        0x4338000000000000,
        0x3FE6A09E667F3BCD,
        (0.6931471805599453, 2.3190468138462996e-17),
        (0.6931471803691238, 1.9082149292705877e-10),
        (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33),
    ),
}


def format_of(x: Expr) -> FloatFormat:
    """The format of x's dtype; vector math exists for float32 and float64."""
    found = _FORMATS.get(x.dtype)
    if found is None:
        raise TypeError(
            f"vector math is defined for float32 and float64, got {x.dtype}; "
            "convert to dtypes.widened(dtype) first"
        )
    return found


def is_single(x: Expr) -> bool:
    """Whether x is a float32 (else it is a float64)."""
    return format_of(x).dtype == FLOAT32


def horner(coefficients: Sequence[float], x: Expr) -> Expr:
    """c0 + c1 x + ..., one chain: the fewest operations."""
    result: Expr = scalar.const(coefficients[-1], x.dtype)
    for c in reversed(coefficients[:-1]):
        result = scalar.fma(result, x, c)
    return result


def estrin(coefficients: Sequence[float], x: Expr) -> Expr:
    """c0 + c1 x + ..., as a tree: a shorter chain for long polynomials."""
    terms: list[Expr] = [scalar.const(c, x.dtype) for c in coefficients]
    power = x
    while len(terms) > 1:
        paired = [
            scalar.fma(high, power, low) for low, high in zip(terms[::2], terms[1::2], strict=False)
        ]
        terms = paired + ([terms[-1]] if len(terms) % 2 else [])
        if len(terms) > 1:
            power = power * power
    return terms[0]


def led(coefficients: Sequence[float], x: Expr) -> Expr:
    """c0 + x (c1 + ...), what is in parentheses as a tree: for a c0 that outweighs the rest."""
    return scalar.fma(estrin(coefficients[1:], x), x, coefficients[0])


def polynomial(coefficients: Sequence[float], x: Expr) -> Expr:
    """Horner up to degree 6, Estrin above."""
    return horner(coefficients, x) if len(coefficients) <= 7 else estrin(coefficients, x)


def clamp(x: Expr, low: float, high: float) -> Expr:
    """x within [low, high]; NaN passes. In the form that is one min and one max instruction."""
    x = scalar.select(x < low, low, x)
    return scalar.select(x > high, high, x)


def power_of_two(exponent: Expr, dtype: np.dtype) -> Expr:
    """2**exponent for an integer exponent in the normal range."""
    info = _FORMATS[dtype]
    return scalar.bitcast((exponent + info.bias) << info.mantissa, dtype)


def integer_of_magic(t: Expr) -> Expr:
    """The integer that a sum with the format's magic number holds in its low bits."""
    return scalar.bits(t) - format_of(t).magic_bits


def power_of_magic(t: Expr) -> Expr:
    """2**n for the integer n in the low bits of a sum with the format's magic number."""
    info = format_of(t)
    return scalar.bitcast((scalar.bits(t) << info.mantissa) + (info.bias << info.mantissa), t.dtype)


@scalar.function
def scale(y: Expr, n: Expr) -> Expr:
    """y * 2**n for a whole number n (a float) of at most 2200, rounded once.

    In two steps, so that denormal results and overflow come out right; an instruction on some
    processors.
    """
    exponent = integer_of_magic(n + format_of(n).magic)
    first = exponent >> 1
    second = exponent - first
    return y * power_of_two(first, y.dtype) * power_of_two(second, y.dtype)


def fast_two_sum(a: Expr, b: Expr) -> tuple[Expr, Expr]:
    """a + b as (rounded, error) for |a| >= |b|."""
    total = a + b
    return total, b - (total - a)


def two_sum(a: Expr, b: Expr) -> tuple[Expr, Expr]:
    """a + b as (rounded, error)."""
    total = a + b
    other = total - a
    return total, (a - (total - other)) + (b - other)


def two_product(a: Expr, b: Expr) -> tuple[Expr, Expr]:
    """a * b as (rounded, error)."""
    product = a * b
    return product, scalar.fused(a, b, -product)


def constant(value: float, like: Expr) -> Expr:
    """A literal of the same dtype as another expression."""
    return scalar.const(value, like.dtype)
