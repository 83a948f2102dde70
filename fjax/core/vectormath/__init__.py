"""Vector math: the elementary functions as branch-free scalar programs, real and complex.

Names here take `Expr` or `ComplexExpr` values, so that an elementwise primitive states its meaning
once for all dtypes. float16 and bfloat16 values are converted to `dtypes.widened(dtype)` first.

Tables of coefficients in these modules are minimax fits (Remez exchange at 50 digits, see
tests/core/fit_vectormath.py); each names its interval and error.
"""

from fjax.core.scalar import (
    ceil as ceil,
    clz as clz,
    copysign as copysign,
    eq as eq,
    floor as floor,
    fma as fma,
    maximum as maximum,
    minimum as minimum,
    ne as ne,
    popcount as popcount,
    round_even as round_even,
    select as select,
    trunc as trunc,
)
from fjax.core.vectormath import complex_functions as complex_functions
from fjax.core.vectormath.basic import (
    cbrt as cbrt,
    complex_sqrt as complex_sqrt,
    conj as conj,
    convert as convert,
    hypot as hypot,
    imag as imag,
    is_finite as is_finite,
    nextafter as nextafter,
    real as real,
    remainder as remainder,
    round_away as round_away,
    rsqrt as rsqrt,
    saturate as saturate,
    sign as sign,
    sqrt as sqrt,
    square as square,
)
from fjax.core.vectormath.bessel import bessel_i0e as bessel_i0e, bessel_i1e as bessel_i1e
from fjax.core.vectormath.error_function import erf as erf, erfc as erfc, erfinv as erfinv
from fjax.core.vectormath.exponential import (
    exp as exp,
    exp2 as exp2,
    expm1 as expm1,
    logistic as logistic,
)
from fjax.core.vectormath.gamma import digamma as digamma, lgamma as lgamma, trigamma as trigamma
from fjax.core.vectormath.hyperbolic import (
    acosh as acosh,
    asinh as asinh,
    atanh as atanh,
    cosh as cosh,
    sinh as sinh,
    tanh as tanh,
)
from fjax.core.vectormath.integers import (
    integer_div as integer_div,
    integer_pow as integer_pow,
    integer_rem as integer_rem,
    multiply_high as multiply_high,
    population_count as population_count,
    power_of_integers as power_of_integers,
    shift_left as shift_left,
    shift_right_arithmetic as shift_right_arithmetic,
    shift_right_logical as shift_right_logical,
)
from fjax.core.vectormath.inverse_trigonometric import (
    acos as acos,
    asin as asin,
    atan as atan,
    atan2 as atan2,
)
from fjax.core.vectormath.logarithm import (
    log as log,
    log1p as log1p,
    log2 as log2,
    log10 as log10,
    pow as pow,
)
from fjax.core.vectormath.trigonometric import cos as cos, sin as sin, tan as tan
