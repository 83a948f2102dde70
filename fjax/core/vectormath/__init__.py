"""Vector math: the elementary functions as branch-free scalar programs, real and complex.

Names here take `Expr` or `ComplexExpr` values, so that an elementwise primitive states its meaning
once for all dtypes. float16 and bfloat16 values are converted to `scalar.widened(dtype)` first.

Tables of coefficients in these modules are minimax fits (Remez exchange at 50 digits, see
tests/core/fit_vectormath.py); each names its interval and error.
"""

from fjax.core.scalar import (
    ceil,
    clz,
    copysign,
    eq,
    floor,
    fma,
    maximum,
    minimum,
    ne,
    popcount,
    round_even,
    select,
    trunc,
)
from fjax.core.vectormath import complex_functions as complex_functions  # adds complex programs
from fjax.core.vectormath.basic import (
    cbrt,
    complex_sqrt,
    conj,
    convert,
    hypot,
    imag,
    is_finite,
    nextafter,
    real,
    round_away,
    rsqrt,
    saturate,
    sign,
    sqrt,
)
from fjax.core.vectormath.bessel import bessel_i0e, bessel_i1e
from fjax.core.vectormath.error_function import erf, erfc, erfinv
from fjax.core.vectormath.exponential import exp, exp2, expm1, logistic
from fjax.core.vectormath.gamma import digamma, lgamma
from fjax.core.vectormath.hyperbolic import acosh, asinh, atanh, cosh, sinh, tanh
from fjax.core.vectormath.integers import (
    integer_div,
    integer_pow,
    integer_rem,
    multiply_high,
    population_count,
    power_of_integers,
    shift_left,
    shift_right_arithmetic,
    shift_right_logical,
)
from fjax.core.vectormath.inverse_trigonometric import acos, asin, atan, atan2
from fjax.core.vectormath.logarithm import log, log1p, log2, log10, pow
from fjax.core.vectormath.trigonometric import cos, sin, tan

__all__ = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "bessel_i0e",
    "bessel_i1e",
    "cbrt",
    "ceil",
    "clz",
    "complex_sqrt",
    "conj",
    "convert",
    "copysign",
    "cos",
    "cosh",
    "digamma",
    "eq",
    "erf",
    "erfc",
    "erfinv",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "fma",
    "hypot",
    "imag",
    "integer_div",
    "integer_pow",
    "integer_rem",
    "is_finite",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logistic",
    "maximum",
    "minimum",
    "multiply_high",
    "ne",
    "nextafter",
    "popcount",
    "population_count",
    "pow",
    "power_of_integers",
    "real",
    "round_away",
    "round_even",
    "rsqrt",
    "saturate",
    "select",
    "shift_left",
    "shift_right_arithmetic",
    "shift_right_logical",
    "sign",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
]
