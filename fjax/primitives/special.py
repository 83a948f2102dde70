"""Special functions: the error function, the gamma function's family, Bessel functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from fjax.core import dtypes, vectormath
from fjax.core.primitive import primitive
from fjax.core.tracing import aval_of
from fjax.errors import NotDifferentiableError
from fjax.primitives.arithmetic import add, div, mul, neg, sub
from fjax.primitives.comparison import eq, gt
from fjax.primitives.complex_parts import abs_, sign
from fjax.primitives.exponential import exp, log, log1p
from fjax.primitives.families import FLOAT, Elementwise, Library, like, program, special_functions
from fjax.primitives.incomplete_gamma import gamma_derivatives
from fjax.primitives.powers import sqrt, square
from fjax.primitives.selection import select_n


class Named(Library):
    """A function that scipy.special has under the name `function`, or else under its own.

    part: which of its results it is, if it has several.
    computes_wide: SciPy's function of float32 is wrong somewhere, so float64 ones are given to it.
    """

    function: ClassVar[str] = ""
    part: ClassVar[int | None] = None
    computes_wide: ClassVar[bool] = False

    def compute(self, xp: Any, *arrays: Any) -> Any:
        if self.computes_wide:
            arrays = tuple([a.astype(np.float64) for a in arrays])
        found = getattr(special_functions(xp), self.function or self.name)(*arrays)
        return found if self.part is None else found[self.part]


class Special(Elementwise):
    """A function that scipy.special computes eagerly and a scalar program in kernels.

    Where they differ at an edge, the evaluation of scalar programs knows (`core.scalar_numpy`).
    """

    accepts = FLOAT


@primitive
class Erf(Special):
    """The error function."""

    scalar = program(vectormath.erf)

    def partials(self, out, x):
        return (mul(like(2 / math.sqrt(math.pi), x), exp(neg(square(x)))),)


@primitive
class Erfc(Special):
    """1 - erf(x), accurate for large x."""

    scalar = program(vectormath.erfc)

    def partials(self, out, x):
        return (mul(like(-2 / math.sqrt(math.pi), x), exp(neg(square(x)))),)


@primitive
class ErfInv(Special):
    """The inverse of erf; infinite at -1 and 1, NaN beyond."""

    scalar = program(vectormath.erfinv)

    def partials(self, out, x):
        return (mul(like(math.sqrt(math.pi) / 2, x), exp(square(out))),)


@primitive
class Lgamma(Special):
    """log |Gamma(x)|; infinite at 0 and the negative integers."""

    scalar = program(vectormath.lgamma)

    def partials(self, out, x):
        return (digamma(x),)


@primitive
class Digamma(Special):
    """The derivative of log Gamma(x); NaN at 0 and the negative integers."""

    scalar = program(vectormath.digamma)

    def partials(self, out, x):
        return (trigamma(x),)


@primitive
class Trigamma(Special):
    """The derivative of digamma; infinite at 0 and the negative integers."""

    scalar = program(vectormath.trigamma)

    def partials(self, out, x):
        return (polygamma(like(2, x), x),)


@primitive
class BesselI0e(Special):
    """exp(-|x|) I0(x), the scaled modified Bessel function of order 0."""

    scalar = program(vectormath.bessel_i0e)

    def partials(self, out, x):
        slope = sub(bessel_i1e(x), mul(sign(x), out))
        return (_or_series(slope, x, sign(x), 0),)


@primitive
class BesselI1e(Special):
    """exp(-|x|) I1(x), the scaled modified Bessel function of order 1."""

    scalar = program(vectormath.bessel_i1e)

    def partials(self, out, x):
        smallest = like(float(dtypes.finfo(aval_of(x).dtype).eps), x)
        regular = gt(abs_(x), smallest)
        safe = select_n(regular, smallest, x)
        slope = sub(bessel_i0e(safe), mul(out, add(sign(safe), div(like(1, x), safe))))
        return (_or_series(select_n(regular, like(0.5, x), slope), x, like(1, x), 1),)


def _or_series(slope: Any, x: Any, sign: Any, order: int) -> Any:
    """The slope of exp(-|x|) I(x); of large x, where it cancels, by its asymptotic series."""
    start = 100.0 if aval_of(x).dtype == dtypes.float64 else 30.0
    far = gt(abs_(x), like(start, x))
    size = select_n(far, like(start, x), abs_(x))
    coefficients = [1.0]
    for k in range(1, 11):
        coefficients.append(-coefficients[-1] * (4 * order**2 - (2 * k - 1) ** 2) / (8 * k))
    inverse = div(like(1, x), size)
    total = like(0, x)
    for k in reversed(range(11)):
        total = mul(inverse, add(like(-(k + 0.5) * coefficients[k], x), total))
    root = sqrt(mul(inverse, like(1 / (2 * math.pi), x)))
    return select_n(far, slope, mul(sign, mul(total, root)))


@primitive
class Polygamma(Library):
    """The m-th derivative of digamma at x, for an integer m held as a float."""

    def compute(self, xp: Any, m: Any, x: Any):
        special = special_functions(xp)
        alternating = xp.where(m % 2 == 0, -1.0, 1.0)
        higher = alternating * special.gamma(m + 1) * hurwitz_zeta(xp, m + 1, x)
        return xp.where(m == 0, special.psi(x), higher)

    def partials(self, out, m, x):
        return no_derivative(self, "the order m"), (
            lambda t: mul(t, polygamma(add(m, like(1, m)), x))
        )


@primitive
class Zeta(Library):
    """The Hurwitz zeta function: the sum over k >= 0 of (q + k) ** -x."""

    def compute(self, xp: Any, x: Any, q: Any):
        return hurwitz_zeta(xp, x, q)

    def partials(self, out, x, q):
        by_q = lambda t: mul(t, neg(mul(x, zeta(add(x, like(1, x)), q))))
        return no_derivative(self, "the exponent x"), by_q


@primitive
class Igamma(Named):
    """The regularized lower incomplete gamma function P(a, x)."""

    function = "gammainc"

    def partials(self, out, a, x):
        return (lambda t: mul(t, igamma_grad_a(a, x))), (lambda t: mul(t, gamma_density(a, x)))


@primitive
class Igammac(Named):
    """The regularized upper incomplete gamma function Q(a, x) = 1 - P(a, x)."""

    function = "gammaincc"

    def partials(self, out, a, x):
        return (
            (lambda t: neg(mul(t, igamma_grad_a(a, x)))),
            (lambda t: neg(mul(t, gamma_density(a, x)))),
        )


@primitive
class IgammaGradA(Library):
    """The derivative of P(a, x) in a."""

    absent = frozenset({"transpose", "scalar", "jvp"})

    def compute(self, xp: Any, a: Any, x: Any):
        return gamma_derivatives(xp, a, x)[0]


@primitive
class RandomGammaGrad(Library):
    """The derivative in a of a sample x of the gamma distribution with shape a."""

    absent = frozenset({"transpose", "scalar", "jvp"})

    def compute(self, xp: Any, a: Any, x: Any):
        return gamma_derivatives(xp, a, x)[1]


@primitive
class Betainc(Named):
    """The regularized incomplete beta function I_x(a, b)."""

    name = "regularized_incomplete_beta"
    function = "betainc"
    computes_wide = True

    def partials(self, out, a, b, x):
        by_parameter = no_derivative(self, "the parameters a and b")
        return by_parameter, by_parameter, (lambda t: mul(t, beta_density(a, b, x)))


def hurwitz_zeta(xp: Any, x: Any, q: Any) -> Any:
    """SciPy's zeta, which also takes a negative q that is not an integer, if x is an integer."""
    special = special_functions(xp)
    out = special.zeta(x, q)
    below = (q < 0) & (q != xp.floor(q)) & (x == xp.floor(x)) & (x > 1)
    if not below.any():
        return out
    steps = xp.where(below, xp.ceil(-q), 0)
    start = xp.where(below, q + steps, 1)
    total = special.zeta(x, start)
    for k in range(int(min(steps.max(), 10_000))):
        total = total + xp.where(k < steps, (q + k) ** -x, 0)
    return xp.where(below, total, out)


def gamma_density(a: Any, x: Any) -> Any:
    """x^(a-1) exp(-x) / Gamma(a)."""
    power = sub(_times_log(sub(a, like(1, a)), log(x)), x)
    found = exp(sub(power, lgamma(a)))
    return select_n(eq(x, like(math.inf, x)), found, like(0, x))


def beta_density(a: Any, b: Any, x: Any) -> Any:
    """x^(a-1) (1-x)^(b-1) / B(a, b)."""
    one = like(1, x)
    normalizer = sub(add(lgamma(a), lgamma(b)), lgamma(add(a, b)))
    power = add(_times_log(sub(b, one), log1p(neg(x))), _times_log(sub(a, one), log(x)))
    return exp(sub(power, normalizer))


def _times_log(factor: Any, logarithm: Any) -> Any:
    """The product, which is 0 for the factor 0 even where the logarithm is infinite."""
    nothing = eq(factor, like(0, factor))
    return mul(factor, select_n(nothing, logarithm, like(0, logarithm)))


def no_derivative(op: Elementwise, what: str) -> Callable[[Any], Any]:
    """The entry of `partials` for an argument in which no derivative is known: it raises."""

    def refuse(tangent: Any) -> Any:
        raise NotDifferentiableError(
            f"{op.name} has no derivative in {what}; hold it constant with "
            "fjax.lax.stop_gradient, or use fjax.custom_jvp"
        )

    return refuse


erf, erfc, erf_inv = Erf(), Erfc(), ErfInv()
lgamma, digamma, trigamma = Lgamma(), Digamma(), Trigamma()
polygamma, zeta = Polygamma(), Zeta()
igamma, igammac, igamma_grad_a = Igamma(), Igammac(), IgammaGradA()
random_gamma_grad, betainc = RandomGammaGrad(), Betainc()
bessel_i0e, bessel_i1e = BesselI0e(), BesselI1e()
