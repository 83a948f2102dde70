"""Fits the coefficient tables of fjax.core.vectormath and prints them.

    python tests/core/fit_vectormath.py [NAME ...]

Each fit is a minimax polynomial by the Remez exchange at 50 decimal digits (needs mpmath). `weight`
turns the polynomial's error into the error of the whole function, relative unless said otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import mpmath as mp

mp.mp.dps = 50
Real = Callable[[mp.mpf], mp.mpf]
TINY = mp.mpf(10) ** -14


@dataclass(frozen=True)
class Fit:
    """One table: a polynomial of this degree for `target` on [low, high]."""

    target: Real
    weight: Real
    low: mp.mpf
    high: mp.mpf
    degree: int


def remez(fit: Fit, rounds: int = 8, grid: int = 600) -> tuple[list[mp.mpf], mp.mpf]:
    """Coefficients, lowest first, and the largest weighted error."""
    low, high, count = mp.mpf(fit.low), mp.mpf(fit.high), fit.degree + 2
    middle, half = (low + high) / 2, (high - low) / 2
    nodes = [middle - half * mp.cos(mp.pi * i / (count - 1)) for i in range(count)]
    points = [middle - half * mp.cos(mp.pi * i / grid) for i in range(grid + 1)]
    values, weights = [fit.target(p) for p in points], [fit.weight(p) for p in points]
    coefficients: list[mp.mpf] = []
    errors: list[mp.mpf] = []
    for _ in range(rounds):
        coefficients = _equioscillate(fit, nodes)
        errors = [
            w * (v - mp.polyval(coefficients[::-1], p))
            for p, v, w in zip(points, values, weights, strict=True)
        ]
        extrema = _alternating_extrema(errors)
        if len(extrema) < count:
            break
        while len(extrema) > count:
            extrema.pop(0 if abs(errors[extrema[0]]) < abs(errors[extrema[-1]]) else -1)
        nodes = [points[i] for i in extrema]
        sizes = [abs(errors[i]) for i in extrema]
        if max(sizes) < min(sizes) * mp.mpf("1.02"):
            break
    return coefficients, max(abs(e) for e in errors)


def _equioscillate(fit: Fit, nodes: list[mp.mpf]) -> list[mp.mpf]:
    """The polynomial whose weighted error alternates with equal size over the nodes."""
    count = len(nodes)
    matrix, right = mp.matrix(count, count), mp.matrix(count, 1)
    for i, x in enumerate(nodes):
        for j in range(count - 1):
            matrix[i, j] = x**j
        matrix[i, count - 1] = (-1) ** i / fit.weight(x)
        right[i] = fit.target(x)
    solution = mp.lu_solve(matrix, right)
    return [solution[j] for j in range(count - 1)]


def _alternating_extrema(errors: list[mp.mpf]) -> list[int]:
    """The index of the largest error of each run of equal sign."""
    extrema, run = [], [0]
    for i in range(1, len(errors)):
        if mp.sign(errors[i]) != mp.sign(errors[i - 1]):
            extrema.append(max(run, key=lambda k: abs(errors[k])))
            run = []
        run.append(i)
    return [*extrema, max(run, key=lambda k: abs(errors[k]))]


def odd(f: Real, third: mp.mpf) -> Real:
    """P in f(x) = x + x^3 P(x^2), as a function of z = x^2; `third` is P(0)."""

    def target(z: mp.mpf) -> mp.mpf:
        x = mp.sqrt(z)
        return third if z < TINY else (f(x) - x) / (z * x)

    return target


def near(f: Real, value: mp.mpf) -> Real:
    """f with its removable singularity at 0 filled in."""
    return lambda x: value if abs(x) < mp.mpf(10) ** -12 else f(x)


def by_ratio(f: Real, center: mp.mpf) -> Real:
    """f as a function of t = (x - center) / (x + center)."""
    return lambda t: f(center * (1 + t) / (1 - t))


def ratio(x: str | float, center: mp.mpf) -> mp.mpf:
    return (mp.mpf(x) - center) / (mp.mpf(x) + center)


def erfinv_over_x(w: mp.mpf) -> mp.mpf:
    """erfinv(x) / x where w = -log(1 - x^2)."""
    if w < mp.mpf(10) ** -20:
        return mp.sqrt(mp.pi) / 2
    x = mp.sqrt(-mp.expm1(-w))
    below = mp.exp(-w) / (1 + x)  # 1 - x without cancellation
    y = mp.sqrt(w) if w > 3 else x
    for _ in range(60):
        step = (mp.erfc(y) - below) * mp.sqrt(mp.pi) / 2 * mp.exp(y * y)
        halley = 1 - y * step
        step = step / halley if halley > mp.mpf("0.5") else step / (1 + abs(y * step))
        y += step
        if abs(step) < mp.mpf(10) ** -35:
            break
    return y / x


LN2 = mp.log(2) / 2 * mp.mpf("1.01")
QUARTER = mp.pi / 4 * mp.mpf("1.01")
ROOT2 = mp.sqrt(2)
SLOPE = ((ROOT2 - 1) / (ROOT2 + 1)) ** 2
EIGHTH = (mp.tan(mp.pi / 8) * mp.mpf("1.0001")) ** 2
K32, K64 = mp.mpf(4), mp.mpf("3.5")


def by_z(z: mp.mpf) -> mp.mpf:
    return z + mp.mpf(10) ** -12


def scaled_erfc(x: mp.mpf) -> mp.mpf:
    return (1 + 2 * x) * mp.exp(x * x) * mp.erfc(x)


def _elementary() -> dict[str, Fit]:
    third = mp.mpf(1) / 3
    exp1 = near(lambda x: mp.expm1(x) / x, mp.mpf(1))
    exp2 = near(lambda x: (mp.expm1(x) - x) / x**2, mp.mpf(1) / 2)
    exp3 = near(lambda x: (mp.expm1(x) - x - x * x / 2) / x**3, mp.mpf(1) / 6)
    log3 = near(lambda x: (mp.log1p(x) - x + x * x / 2) / x**3, third)
    atanh = odd(mp.atanh, third)

    def cos4(z: mp.mpf) -> mp.mpf:
        return mp.mpf(1) / 24 if z < mp.mpf(10) ** -10 else (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2

    def atanh5(z: mp.mpf) -> mp.mpf:
        s = mp.sqrt(z)
        return mp.mpf(1) / 5 if z < mp.mpf(10) ** -12 else (mp.atanh(s) / s - 1 - z / 3) / z**2

    return {
        "exponential._EXP_SINGLE": Fit(exp2, lambda x: x**2 + mp.mpf(10) ** -9, -LN2, LN2, 4),
        "exponential.EXP_DOUBLE": Fit(exp3, lambda x: abs(x) ** 3 + TINY, -LN2, LN2, 8),
        "exponential._EXPM1_SINGLE": Fit(exp2, lambda x: abs(x) + mp.mpf(10) ** -9, -LN2, LN2, 4),
        "exponential._EXPM1_DOUBLE": Fit(exp3, lambda x: x**2 + TINY, -LN2, LN2, 9),
        "logarithm._LOG_SINGLE": Fit(log3, lambda x: x**2 + TINY, 1 / ROOT2 - 1, ROOT2 - 1, 7),
        "logarithm._LOG_DOUBLE": Fit(lambda z: 2 * atanh(z), by_z, 0, SLOPE, 6),
        "logarithm._POW_DOUBLE": Fit(atanh5, lambda z: z**2 + TINY, 0, SLOPE, 6),
        "logarithm._POW_LOG_SINGLE": Fit(lambda z: 2 * atanh(z), by_z, 0, SLOPE, 3),
        "logarithm._POW_EXP_SINGLE": Fit(exp1, lambda x: abs(x) + mp.mpf(10) ** -9, -LN2, LN2, 5),
        "trigonometric._SIN_SINGLE": Fit(odd(mp.sin, -mp.mpf(1) / 6), by_z, 0, QUARTER**2, 2),
        "trigonometric._SIN_DOUBLE": Fit(odd(mp.sin, -mp.mpf(1) / 6), by_z, 0, QUARTER**2, 5),
        "trigonometric._COS_SINGLE": Fit(cos4, lambda z: z**2 + TINY, 0, QUARTER**2, 2),
        "trigonometric._COS_DOUBLE": Fit(cos4, lambda z: z**2 + TINY, 0, QUARTER**2, 5),
        "hyperbolic._TANH_SINGLE": Fit(odd(mp.tanh, -third), by_z, 0, mp.mpf("0.3026"), 4),
        "hyperbolic._TANH_DOUBLE": Fit(odd(mp.tanh, -third), by_z, 0, mp.mpf("0.3026"), 10),
        "hyperbolic._SINH_SINGLE": Fit(odd(mp.sinh, mp.mpf(1) / 6), by_z, 0, 1, 3),
        "hyperbolic._SINH_DOUBLE": Fit(odd(mp.sinh, mp.mpf(1) / 6), by_z, 0, 1, 6),
        "hyperbolic._ASINH_SINGLE": Fit(odd(mp.asinh, -mp.mpf(1) / 6), by_z, 0, mp.mpf("0.25"), 4),
        "hyperbolic._ASINH_DOUBLE": Fit(odd(mp.asinh, -mp.mpf(1) / 6), by_z, 0, mp.mpf("0.16"), 9),
        "hyperbolic._ATANH_SINGLE": Fit(odd(mp.atanh, third), by_z, 0, mp.mpf("0.25"), 5),
        "hyperbolic._ATANH_DOUBLE": Fit(odd(mp.atanh, third), by_z, 0, mp.mpf("0.16"), 10),
        "inverse_trigonometric._ASIN_SINGLE": Fit(
            odd(mp.asin, mp.mpf(1) / 6), by_z, 0, mp.mpf("0.25"), 4
        ),
        "inverse_trigonometric._ASIN_DOUBLE": Fit(
            odd(mp.asin, mp.mpf(1) / 6), by_z, 0, mp.mpf("0.25"), 12
        ),
        "inverse_trigonometric._ATAN_SINGLE": Fit(odd(mp.atan, -third), by_z, 0, EIGHTH, 4),
        "inverse_trigonometric._ATAN_DOUBLE": Fit(odd(mp.atan, -third), by_z, 0, EIGHTH, 10),
    }


def _log_gamma_at(root: int) -> Fit:
    """log gamma next to one of its zeros, over the distance from it."""

    def target(u: mp.mpf) -> mp.mpf:
        return mp.psi(0, root) if abs(u) < mp.mpf(10) ** -20 else mp.loggamma(root + u) / u

    eighth, degree = mp.mpf(1) / 8, {1: 12, 2: 10}[root]
    return Fit(target, lambda u: 1 / abs(target(u)), -eighth, eighth, degree)


def _special() -> dict[str, Fit]:
    def one(x: mp.mpf) -> mp.mpf:
        return mp.mpf(1)

    def erf1(z: mp.mpf) -> mp.mpf:
        x = mp.sqrt(z)
        return 2 / mp.sqrt(mp.pi) - 1 if z < TINY else mp.erf(x) / x - 1

    def root(w: mp.mpf, center: str) -> mp.mpf:
        return mp.sqrt(w) - mp.mpf(center)

    def by_root(center: str) -> Real:
        return lambda s: erfinv_over_x((s + mp.mpf(center)) ** 2)

    inverse_a, inverse_b = erfinv_over_x, by_root("3")
    double_a = lambda v: erfinv_over_x(v + mp.mpf("0.75"))
    double_b, double_c = by_root("3.25"), by_root("5")
    fits = {
        "gamma._LGAMMA_AT_ONE": _log_gamma_at(1),
        "gamma._LGAMMA_AT_TWO": _log_gamma_at(2),
        "error_function._ERF_SINGLE": Fit(erf1, one, 0, 1, 6),
        "error_function._ERF_DOUBLE": Fit(erf1, one, 0, 1, 12),
        "error_function._ERF_TAIL_SINGLE": Fit(
            lambda x: -mp.log(mp.erfc(x)) / x, lambda x: x * mp.erfc(x), mp.mpf("0.9"), 4, 7
        ),
        "error_function._ERF_TAIL_DOUBLE": Fit(
            by_ratio(lambda x: mp.erfc(x) * mp.exp(x * x), mp.mpf(2)),
            by_ratio(lambda x: mp.exp(-x * x), mp.mpf(2)),
            -mp.mpf(1) / 3,
            mp.mpf(1) / 2,
            13,
        ),
        "error_function._ERFC_SINGLE": Fit(
            by_ratio(scaled_erfc, K32), one, ratio("0.4", K32), ratio("10.5", K32), 9
        ),
        "error_function._ERFC_DOUBLE": Fit(
            by_ratio(scaled_erfc, K64), one, ratio("0.4", K64), ratio("28", K64), 21
        ),
        "error_function._INVERSE_SINGLE": Fit(
            inverse_a, relative(inverse_a), mp.mpf(0), mp.mpf("5"), 10
        ),
        "error_function._INVERSE_TAIL_SINGLE": Fit(
            inverse_b, relative(inverse_b), root(mp.mpf(5), "3"), root(mp.mpf(17), "3"), 10
        ),
        "error_function._INVERSE_DOUBLE": Fit(
            double_a, relative(double_a), -mp.mpf("0.75"), mp.mpf("5.5"), 24
        ),
        "error_function._INVERSE_TAIL_DOUBLE": Fit(
            double_b, relative(double_b), root(mp.mpf("6.25"), "3.25"), root(mp.mpf(16), "3.25"), 19
        ),
        "error_function._INVERSE_END_DOUBLE": Fit(
            double_c, relative(double_c), root(mp.mpf(16), "5"), root(mp.mpf(38), "5"), 19
        ),
    }
    return fits


def relative(f: Real) -> Real:
    """The weight that makes an error relative."""
    return lambda t: 1 / f(t)


def _bessel() -> dict[str, Fit]:
    fits: dict[str, Fit] = {}
    for order, name in ((0, "I0"), (1, "I1")):

        def near_zero(t: mp.mpf, order: int = order) -> mp.mpf:
            x = 4 * (t + 1)
            series = mp.besseli(order, x) / x**order if x > TINY else 1 / mp.mpf(2) ** order
            return series * mp.exp(-x)

        def far(t: mp.mpf, order: int = order) -> mp.mpf:
            if t + 1 < mp.mpf(10) ** -30:
                return 1 / mp.sqrt(2 * mp.pi)
            x = 16 / (t + 1)
            return mp.sqrt(x) * mp.exp(-x) * mp.besseli(order, x)

        def series(z: mp.mpf, order: int = order) -> mp.mpf:
            x = mp.sqrt(z)
            return mp.besseli(order, x) / x**order if z > TINY else 1 / mp.mpf(2) ** order

        fits[f"bessel._{name}_SINGLE"] = Fit(near_zero, relative(near_zero), -1, 1, 17)
        fits[f"bessel._{name}_FAR_SINGLE"] = Fit(far, relative(far), -1, 1, 5)
        fits[f"bessel._{name}_DOUBLE"] = Fit(series, relative(series), 0, 64, 15)
        fits[f"bessel._{name}_FAR_DOUBLE"] = Fit(far, relative(far), -1, 1, 22)
    return fits


def spell(name: str, coefficients: list[mp.mpf]) -> str:
    """The table as it stands in the source."""
    lines, line = [], "   "
    for position, c in enumerate(coefficients):
        text = f" {float(c)!r}" + ("," if position < len(coefficients) - 1 else ")")
        if len(line) + len(text) > 98:
            lines.append(line)
            line = "   "
        line += text
    return "\n".join([f"{name} = (", *lines, line])


def main(wanted: list[str]) -> None:
    for name, fit in {**_elementary(), **_special(), **_bessel()}.items():
        if not wanted or name in wanted:
            coefficients, error = remez(fit)
            print(f"# {name}: error 2^{float(mp.log(error, 2)):.1f}")
            print(spell(name.rpartition(".")[2], coefficients), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
