"""erf, erfc and erfinv."""

from __future__ import annotations

from typing import Any

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.core.vectormath.exponential import exp_in_range, expm1_of_reduced, reduce_exponent
from fjax.core.vectormath.logarithm import log
from fjax.core.vectormath.support import (
    INF,
    NAN,
    constant,
    estrin,
    fast_two_sum,
    horner,
    is_single,
    led,
    polynomial,
    scale,
)

# erf(x) = x + x P(x^2), |x| <= 1; errors 2^-29.7 and 2^-62.8 of x.
_ERF_SINGLE: tuple[float, ...] = (
    0.12837916591465431,
    -0.37612627140440547,
    0.11283600211815889,
    -0.026854445581508075,
    0.005189536461939261,
    -0.0008020845698406905,
    7.889119157487838e-05,
)
_ERF_DOUBLE: tuple[float, ...] = (
    0.1283791670955126,
    -0.3761263890318375,
    0.11283791670954885,
    -0.026866170645077875,
    0.005223977624828431,
    -0.0008548326981425542,
    0.0001205533113295582,
    -1.4925595772180906e-05,
    1.64610084778027e-06,
    -1.6350396222864617e-07,
    1.466032872274226e-08,
    -1.137495573607015e-09,
    5.960685338520971e-11,
)
# erf(x) = 1 - exp(-x P(x)), 0.9 <= x <= 4; error 2^-32.
_ERF_TAIL_SINGLE = (
    1.1285449018609646,
    0.6356565108082807,
    0.10520294281290367,
    -0.022612049579466213,
    0.0028923302325333357,
    -3.607723764041727e-05,
    -4.8199411192662836e-05,
    5.150618079789348e-06,
)
# erf(x) = 1 - exp(-x^2) P((x-2)/(x+2)), 1 <= x <= 6; error 2^-62.9.
_ERF_TAIL_DOUBLE = (
    0.25539567631050575,
    -0.42718584741395826,
    0.24165819424245827,
    -0.07897858101587571,
    0.003732892405148957,
    0.006997461763484035,
    -0.0008471431949501846,
    -0.0009819781203264657,
    4.3549354470258856e-05,
    0.00017436927692975884,
    2.7666025978116125e-05,
    -2.731198313224301e-05,
    -1.4596768950548027e-05,
    -1.6189905188062153e-06,
)
# erfc(x) = exp(-x^2) P(t) / (1+2x): t = (x-4)/(x+4), 0.4 <= x <= 10.5, error 2^-27.3;
# t = (x-3.5)/(x+3.5), 0.4 <= x <= 28, error 2^-58.4.
_ERFC_SINGLE: tuple[float, ...] = (
    1.232995115739556,
    -0.13962102997110223,
    0.015380077194919111,
    0.06809312157345937,
    -0.10105046249130498,
    0.09377882640681537,
    -0.06621459776568096,
    0.03698508125106884,
    -0.016692076856420962,
    0.005191151910128783,
)
_ERFC_DOUBLE: tuple[float, ...] = (
    1.2423492448711544,
    -0.14000918013761945,
    -0.01055559633221847,
    0.0975190951532645,
    -0.11508959816018059,
    0.08798315382463985,
    -0.04882332582817112,
    0.019099330946381568,
    -0.004215019904661955,
    -0.0003022679161532848,
    0.0005643843976745216,
    -0.00012151219397186541,
    -4.278215626603715e-05,
    2.426009796112687e-05,
    2.328140230752134e-06,
    -3.8124648047807583e-06,
    -4.400956002063834e-08,
    5.974695658456181e-07,
    -8.102626400580054e-09,
    -9.092813616465002e-08,
    6.294941498530829e-10,
    9.704996210066289e-09,
)
# erfinv(x) = x P(w), w = -log(1-x^2) <= 5; x P(sqrt(w) - 3) above. Relative errors 2^-28.7.
_INVERSE_SINGLE = (
    0.8862269274445895,
    0.2320135561877524,
    0.011550334925880552,
    -0.002338539705650938,
    -0.00012200346644913105,
    4.04873430590489e-05,
    5.835383587846653e-06,
    -2.497813270554701e-06,
    3.0978568041427997e-07,
    -1.7160330856660657e-08,
    3.3550237031582463e-10,
)
_INVERSE_TAIL_SINGLE = (
    2.8329768016741563,
    1.0016752374254239,
    0.009445289158560815,
    -0.007642791309386371,
    0.005687838051893436,
    -0.0035668988013956475,
    0.0014746189046906878,
    -0.00012049446602747905,
    -0.0002767437342128904,
    0.00016088402501015885,
    -2.9942722694932102e-05,
)
# erfinv(x) = x P(w - 0.75), w <= 6.25; x P(sqrt(w) - 3.25), w <= 16; x P(sqrt(w) - 5), w <= 38.
# Relative errors 2^-58, 2^-55.8, 2^-59.
_INVERSE_DOUBLE = (
    1.0657193290126996,
    0.2452564588439537,
    0.006064325224757031,
    -0.0024513632610709945,
    4.870272957007365e-05,
    4.3770081093603555e-05,
    -3.0827868946437896e-06,
    -7.906310642409871e-07,
    1.0031287272870946e-07,
    1.3417736256460642e-08,
    -2.7800477307595224e-09,
    -1.9598269216751853e-10,
    7.113830172442265e-11,
    1.7861781604513878e-12,
    -1.7555982204101599e-12,
    7.541408941072684e-14,
    4.921543906538648e-15,
    1.2886540925589862e-14,
    -5.452270729349533e-15,
    1.09923056495898e-15,
    -1.3821859280033063e-16,
    1.152002435437304e-17,
    -6.26610506634643e-19,
    2.032842820010812e-20,
    -3.001586275753369e-22,
)
_INVERSE_TAIL_DOUBLE = (
    3.0838856104922208,
    1.0052589676941657,
    0.005370914553570913,
    -0.003751208508262978,
    0.002491442097018185,
    -0.001688275534251126,
    0.0009532893630773838,
    -0.0003550378308342583,
    2.4031263115596823e-05,
    6.82872488344339e-05,
    -4.731901548808558e-05,
    1.2464433008479793e-05,
    2.925823905402523e-06,
    -3.9840770172065164e-06,
    1.4985464350738127e-06,
    -3.026623954216925e-08,
    -2.711870265036579e-07,
    1.3394249431175486e-07,
    6.344459230580581e-10,
    -1.618749643893839e-08,
)
_INVERSE_END_DOUBLE = (
    4.849906401408584,
    1.010300464864545,
    -0.00013871931838006085,
    -0.0002150301198072728,
    7.59952780931455e-05,
    -1.968177106046481e-05,
    4.526052574310959e-06,
    -9.930265274964291e-07,
    2.2905252834045784e-07,
    -6.756846395964035e-08,
    2.9019567193181532e-08,
    -1.522408381829922e-08,
    7.819786652323536e-09,
    -3.5187405664125885e-09,
    1.317683779065764e-09,
    -3.94343971415071e-10,
    6.864322099405523e-11,
    2.1283008138338853e-11,
    -2.0181531026000985e-11,
    4.545270531665998e-12,
)


@scalar.function
def erf(x: Expr) -> Expr:
    """The error function; -0.0 stays -0.0."""
    a, z = abs(x), x * x
    if is_single(x):
        small = scalar.fma(horner(_ERF_SINGLE, z), x, x)
        bounded = scalar.select(a > 4, 4, a)
        large = 1 - exp_in_range(-(horner(_ERF_TAIL_SINGLE, bounded) * bounded))
        limit = 0.9375
    else:
        small = scalar.fma(estrin(_ERF_DOUBLE, z), x, x)
        bounded = scalar.select(a > 6, 6, a)
        q = estrin(_ERF_TAIL_DOUBLE, (bounded - 2) / (bounded + 2))
        square = bounded * bounded
        rest = scalar.fused(bounded, bounded, -square)
        large = 1 - exp_in_range(-square) * (q - q * rest)
        limit = 1.0
    large = scalar.select(scalar.eq(a, a), large, a)
    return scalar.copysign(scalar.select(a < limit, small, large), x)


@scalar.function
def erfc(x: Expr) -> Expr:
    """1 - erf(x) without cancellation; denormal results are right."""
    a, z = abs(x), x * x
    if is_single(x):
        inner, limit, bound, center, table = _ERF_SINGLE, 0.75, 10.5, 4.0, _ERFC_SINGLE
    else:
        inner, limit, bound, center, table = _ERF_DOUBLE, 0.75, 28.0, 3.5, _ERFC_DOUBLE
    series = (horner if is_single(x) else estrin)(inner, z)
    middle = scalar.select(
        x < 0.25, 1 - scalar.fma(series, x, x), 0.5 - scalar.fma(series, x, x - 0.5)
    )
    b = scalar.select(a > bound, bound, a)
    tail = _erfc_tail(b, (b - center) / (b + center), table)
    large = scalar.select(x < 0, 2 - tail, tail)
    large = scalar.select(scalar.eq(a, a), large, a)
    return scalar.select(a < limit, middle, large)


def _erfc_tail(b: Expr, t: Expr, table: tuple[Any, ...]) -> Expr:
    """exp(-b^2) P(t) / (1+2b) with one rounding that counts: every factor carries a low part."""
    p, p_low = fast_two_sum(constant(table[0], b), polynomial(table[1:], t) * t)
    below = scalar.fma(b, 2, 1)
    below_low = scalar.fma(b, 2, 1 - below)
    inverse = 1 / below
    q = p * inverse
    q_low = (scalar.fused(-q, below, p) + (p_low - q * below_low)) * inverse
    square = b * b
    bounded = scalar.select(-square < -790.0, -790.0, -square)
    _, n, r = reduce_exponent(bounded)
    growth = expm1_of_reduced(r - scalar.fused(b, b, -square))
    return scale(q + scalar.fma(q, growth, scalar.fma(q_low, growth, q_low)), n)


@scalar.function
def erfinv(x: Expr) -> Expr:
    """The inverse of erf; infinite at -1 and 1, NaN beyond; -0.0 stays -0.0."""
    w = -log.program((1 - x) * (1 + x))
    root = scalar.sqrt(scalar.maximum(w, 0))
    if is_single(x):
        central = horner(_INVERSE_SINGLE, w)
        ratio = scalar.select(w < 5, central, horner(_INVERSE_TAIL_SINGLE, root - 3))
    else:
        tail = scalar.select(
            w < 16, led(_INVERSE_TAIL_DOUBLE, root - 3.25), led(_INVERSE_END_DOUBLE, root - 5)
        )
        ratio = scalar.select(w < 6.25, led(_INVERSE_DOUBLE, w - 0.75), tail)
    a = abs(x)
    edge = scalar.copysign(scalar.select(scalar.eq(a, 1), constant(INF, x), NAN), x)
    return scalar.select(a < 1, ratio * x, edge)
