"""Special functions that libraries compute: exponential integrals, Faddeeva's, hypergeometric, …"""

from __future__ import annotations

import math
from typing import Any

from fjax.core import dtypes
from fjax.core.primitive import primitive
from fjax.core.tracing import aval_of
from fjax.primitives.arithmetic import add, div, mul, neg, sub
from fjax.primitives.bitwise import bitwise_and, bitwise_not, bitwise_or
from fjax.primitives.comparison import eq, ge, gt, lt, ne
from fjax.primitives.complex_parts import abs_, real
from fjax.primitives.exponential import exp, log
from fjax.primitives.families import INEXACT, Library, like, special_functions
from fjax.primitives.hypergeometric import confluent, confluent_derivatives, gauss_derivatives
from fjax.primitives.powers import square
from fjax.primitives.selection import select_n
from fjax.primitives.special import Named, erf, no_derivative
from fjax.primitives.trigonometric import cos, sin


@primitive
class Expi(Named):
    """The exponential integral Ei(x), the principal value of the integral of exp(t)/t up to x."""

    def partials(self, out, x):
        return (lambda t: mul(t, div(exp(x), x)),)


@primitive
class Exp1(Named):
    """The exponential integral E1(x), the integral of exp(-t)/t from x on."""

    def partials(self, out, x):
        return (lambda t: mul(t, neg(div(exp(neg(x)), x))),)


@primitive
class Expn(Named):
    """The generalized exponential integral of order n (an integer held as a float) at x."""

    def partials(self, out, n, x):
        def by_x(tangent: Any) -> Any:
            first = eq(n, like(0, n))
            lower = expn(select_n(first, sub(n, like(1, n)), n), x)
            at_order_zero = div(mul(exp(neg(x)), add(like(1, x), x)), square(x))
            return mul(tangent, neg(select_n(first, lower, at_order_zero)))

        return no_derivative(self, "the order n"), by_x


@primitive
class Spence(Named):
    """The dilogarithm of 1 - x: minus the integral of log(t)/(t - 1) from 1 to x."""

    def partials(self, out, x):
        one = like(1, x)
        near = lt(abs_(sub(x, one)), like(0.05, x))
        regular = bitwise_and(bitwise_not(near), ne(x, like(math.inf, x)))
        safe = select_n(regular, like(2, x), x)
        series = _log_over_distance(select_n(near, like(0, x), sub(x, one)))
        at_edge = select_n(near, like(0, x), series)
        return (select_n(regular, at_edge, div(log(safe), sub(one, safe))),)


def _log_over_distance(u: Any) -> Any:
    """-log(1 + u) / u for |u| < 0.05, by its series: the slopes of the quotient lose digits."""
    total = like(0, u)
    for n in reversed(range(1, 16)):
        total = add(like((-1) ** n / n, u), mul(u, total))
    return total


def _sine_over(x: Any) -> Any:
    """sin(x) / x for |x| < 1, by its series: the slopes of the quotient lose digits."""
    squared, total = square(x), like(0, x)
    for n in reversed(range(11)):
        total = add(like((-1) ** n / math.factorial(2 * n + 1), x), mul(squared, total))
    return total


@primitive
class Ndtri(Named):
    """The inverse of the normal distribution function."""

    def partials(self, out, p):
        return (
            lambda t: mul(
                t, mul(like(math.sqrt(2 * math.pi), p), exp(div(square(out), like(2, p))))
            ),
        )


_FAR = 12.0  # from where on asymptotic series of the error functions are exact to rounding


def _far(z: Any, turn: complex) -> tuple[Any, Any]:
    """Where z * turn is far to the right; and z there, elsewhere a number that is."""
    if dtypes.is_complex(aval_of(z).dtype):
        size, along = abs_(z), real(mul(like(turn, z), z))
        far = bitwise_and(ge(along, like(0, along)), gt(size, like(_FAR, size)))
    else:
        far = gt(z, like(_FAR, z))
    return far, select_n(far, like(_FAR / turn, z), z)


def _odd_factorials(x: Any, sign: int) -> Any:
    """The asymptotic series of (2n + 1)!! * (sign / (2 x**2)) ** n."""
    unit = div(like(sign / 2, x), square(x))
    total = like(1, x)
    for n in reversed(range(1, 14)):
        total = add(like(1, x), mul(mul(like(2 * n + 1, x), unit), total))
    return total


@primitive
class Erfcx(Named):
    """exp(x**2) * erfc(x), which does not underflow."""

    accepts = INEXACT

    def partials(self, out, x):
        slope = sub(mul(mul(like(2, x), x), out), like(2 / math.sqrt(math.pi), x))
        far, safe = _far(x, 1)
        series = div(mul(like(-1 / math.sqrt(math.pi), x), _odd_factorials(safe, -1)), square(safe))
        return (select_n(far, slope, series),)


@primitive
class Dawsn(Named):
    """Dawson's integral exp(-x**2) * (integral of exp(t**2) from 0 to x)."""

    def partials(self, out, x):
        slope = sub(like(1, x), mul(mul(like(2, x), x), out))
        far = gt(abs_(x), like(_FAR, x))
        safe = select_n(far, like(_FAR, x), x)
        series = div(mul(like(-0.5, x), _odd_factorials(safe, 1)), square(safe))
        return (select_n(far, slope, series),)


@primitive
class Wofz(Named):
    """The Faddeeva function exp(-z**2) * erfc(-i z) of complex numbers."""

    accepts = "c"

    def partials(self, out, z):
        slope = sub(like(2j / math.sqrt(math.pi), z), mul(mul(like(2, z), z), out))
        far, safe = _far(z, -1j)
        series = div(mul(like(-1j / math.sqrt(math.pi), z), _odd_factorials(safe, 1)), square(safe))
        return (select_n(far, slope, series),)


@primitive
class FresnelSine(Named):
    """The integral of sin(pi t**2 / 2) from 0 to x."""

    function, part = "fresnel", 0

    def partials(self, out, x):
        return (sin(mul(like(math.pi / 2, x), square(x))),)


@primitive
class FresnelCosine(Named):
    """The integral of cos(pi t**2 / 2) from 0 to x."""

    function, part = "fresnel", 1

    def partials(self, out, x):
        return (cos(mul(like(math.pi / 2, x), square(x))),)


@primitive
class SineIntegral(Named):
    """The integral of sin(t)/t from 0 to x."""

    function, part = "sici", 0

    def partials(self, out, x):
        near, endless = lt(abs_(x), like(1, x)), eq(abs_(x), like(math.inf, x))
        regular = bitwise_not(bitwise_or(near, endless))
        safe = select_n(regular, like(1, x), x)
        series = _sine_over(select_n(near, like(0, x), x))
        at_edge = select_n(near, like(0, x), series)
        return (select_n(regular, at_edge, div(sin(safe), safe)),)


@primitive
class CosineIntegral(Named):
    """Euler's constant + log(x) + the integral of (cos(t) - 1)/t from 0 to x."""

    function, part = "sici", 1

    def partials(self, out, x):
        endless = eq(abs_(x), like(math.inf, x))
        return (lambda t: mul(t, div(cos(select_n(endless, x, like(0, x))), x)),)


@primitive
class OwensT(Named):
    """Owen's T function: the probability of X > h and 0 < Y < a X for standard normal X, Y."""

    def partials(self, out, h, a):
        def by_h(tangent: Any) -> Any:
            root = like(1 / math.sqrt(2), h)
            density = mul(
                like(-1 / (2 * math.sqrt(2 * math.pi)), h), exp(neg(div(square(h), like(2, h))))
            )
            none = eq(density, like(0, h))  # far away, where the product of a = 0 is unknown
            return mul(tangent, mul(density, select_n(none, erf(mul(mul(a, h), root)), like(0, h))))

        def by_a(tangent: Any) -> Any:
            wide = add(like(1, a), square(a))
            bell = exp(neg(div(mul(square(h), wide), like(2, h))))
            return mul(tangent, div(bell, mul(like(2 * math.pi, a), wide)))

        return by_h, by_a


@primitive
class BesselJ(Library):
    """The Bessel function of the first kind, of an integer order."""

    order: int

    def compute(self, xp: Any, x: Any):
        return special_functions(xp).jv(self.order, x)

    def partials(self, out, x):
        if self.order == 0:
            return (lambda t: neg(mul(t, BesselJ(1)(x))),)
        difference = lambda: sub(BesselJ(self.order - 1)(x), BesselJ(self.order + 1)(x))
        return (lambda t: mul(t, mul(like(0.5, x), difference())),)


@primitive
class ComplexLoggamma(Named):
    """The principal branch of log Gamma(z) of complex numbers."""

    function = "loggamma"
    accepts = "c"

    def partials(self, out, z):
        return (lambda t: mul(t, complex_digamma(z)),)


@primitive
class ComplexGamma(Named):
    """The gamma function of complex numbers."""

    function = "gamma"
    accepts = "c"

    def partials(self, out, z):
        return (lambda t: mul(t, mul(out, complex_digamma(z))),)


@primitive
class ComplexDigamma(Named):
    """The derivative of log Gamma(z) of complex numbers."""

    function = "psi"
    takes = 1
    accepts = "c"
    absent = frozenset({"transpose", "scalar", "jvp"})


@primitive
class ZetaByExponent(Library):
    """The derivative of the Hurwitz zeta function in its exponent."""

    absent = frozenset({"transpose", "scalar", "jvp"})

    def compute(self, xp: Any, x: Any, q: Any):
        return zeta_by_exponent_values(xp, x, q)


@primitive
class Hyp1f1(Library):
    """Kummer's confluent hypergeometric function 1F1(a; b; x)."""

    def compute(self, xp: Any, a: Any, b: Any, x: Any):
        return confluent(xp, a, b, x)

    def partials(self, out, a, b, x):
        def by_x(tangent: Any) -> Any:
            one = like(1, x)
            return mul(tangent, mul(div(a, b), hyp1f1(add(a, one), add(b, one), x)))

        return (
            (lambda t: mul(t, Hyp1f1Partial(0)(a, b, x))),
            (lambda t: mul(t, Hyp1f1Partial(1)(a, b, x))),
            by_x,
        )


@primitive
class Hyp1f1Partial(Library):
    """The derivative of 1F1 in its parameter a (0) or b (1)."""

    absent = frozenset({"transpose", "scalar", "jvp"})
    parameter: int

    def compute(self, xp: Any, a: Any, b: Any, x: Any):
        return confluent_derivatives(xp, a, b, x)[self.parameter]


@primitive
class Hyp2f1(Named):
    """Gauss's hypergeometric function 2F1(a, b; c; x)."""

    def partials(self, out, a, b, c, x):
        def by_x(tangent: Any) -> Any:
            one = like(1, x)
            raised = hyp2f1(add(a, one), add(b, one), add(c, one), x)
            return mul(tangent, mul(div(mul(a, b), c), raised))

        by_parameter = [lambda t, k=k: mul(t, Hyp2f1Partial(k)(a, b, c, x)) for k in range(3)]
        return (*by_parameter, by_x)


@primitive
class Hyp2f1Partial(Library):
    """The derivative of 2F1 in its parameter a (0), b (1) or c (2)."""

    absent = frozenset({"transpose", "scalar", "jvp"})
    parameter: int

    def compute(self, xp: Any, a: Any, b: Any, c: Any, x: Any):
        return gauss_derivatives(xp, a, b, c, x)[self.parameter]


def zeta_by_exponent_values(xp: Any, x: Any, q: Any) -> Any:
    """Euler and Maclaurin's summation of -log(q + k) * (q + k) ** -x, for x > 1 and q > 0."""
    x, q = (a.astype("float64") for a in (x, q))
    valid = (x > 1) & (q > 0)
    x, a = xp.where(valid, x, 2.0), xp.where(valid, q, 1.0)
    total = xp.zeros_like(x + a)
    for _ in range(12):
        total = total - xp.log(a) * a**-x
        a = a + 1
    log_a, power = xp.log(a), a**-x
    total = total - power * a / (x - 1) * (log_a + 1 / (x - 1)) - power / 2 * log_a
    term, rate = x * power / a, 1 / x - log_a  # the Bernoulli terms, and their relative slopes
    for j, bernoulli in enumerate(_BERNOULLI_RATIOS, 1):
        total = total + bernoulli * term * rate
        for i in (2 * j - 1, 2 * j):
            term, rate = term * (x + i) / a, rate + 1 / (x + i)
    return xp.where(valid, total, math.nan)


# B(2j) / (2j)! for j = 1, 2, ...
_BERNOULLI_RATIOS = (1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000)

zeta_by_exponent = ZetaByExponent()
expi, exp1, expn, spence, ndtri = Expi(), Exp1(), Expn(), Spence(), Ndtri()
erfcx, dawsn, wofz, owens_t = Erfcx(), Dawsn(), Wofz(), OwensT()
fresnel_sine, fresnel_cosine = FresnelSine(), FresnelCosine()
sine_integral, cosine_integral = SineIntegral(), CosineIntegral()
complex_loggamma, complex_gamma = ComplexLoggamma(), ComplexGamma()
complex_digamma = ComplexDigamma()
hyp1f1, hyp2f1 = Hyp1f1(), Hyp2f1()
