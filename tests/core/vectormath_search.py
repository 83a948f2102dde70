"""Searches for the arguments at which fjax.core.vectormath errs most, with compiled kernels.

    python tests/core/vectormath_search.py float32 [NAME ...]
    python tests/core/vectormath_search.py float64 [NAME ...]

float32 kernels of one argument are compared with the float64 kernels of the same functions at every
number of an interval (outside, a function is its argument, a constant, or repeats). The others are
compared at random points, and then next to the worst of them, with 80-bit NumPy, or with Chebyshev
polynomials in 80 bits that are fitted to mpmath's values. What is found goes into
`vectormath_worst.txt`, which the tests and the table of the docs read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import mpmath as mp
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax
from tests.core.vectormath_accuracy import LONG, errors_of, scaled_bessel

BLOCK = 1 << 22
PI = LONG("3.14159265358979323846264338327950288")
Function = Callable


@dataclass(frozen=True)
class Search:
    """A function of one argument, and the intervals in which it is interesting."""

    function: Function
    exact: Function  # for 80-bit arrays
    single: tuple[tuple[float, float], ...]
    double: tuple[tuple[float, float], ...]
    absolute: bool = False  # error relative to max(1, |value|)
    arguments: int = 1


def _both(low: float, high: float) -> tuple[tuple[float, float], ...]:
    return (low, high), (-high, -low)


def searches() -> dict[str, Search]:
    """By name; odd and even functions are searched on one side."""
    every = ((1e-45, 3e38),), ((5e-324, 1.7e308),)
    angle = ((1e-4, 1e5),), ((1e-8, 1e5),)
    inside = ((1e-4, 1.0),), ((1e-8, 1.0),)
    large = ((1e-4, 3e38),), ((1e-8, 1e300),)
    gamma, few = ((1e-3, 100.0), (-30.0, -1e-3)), ((1e-3, 30.0), (-30.0, -1e-3))
    bessel = ((1e-4, 1e6),), ((1e-8, 650.0),)
    return {
        "exp": Search(jnp.exp, np.exp, _both(1e-6, 104), _both(1e-9, 745)),
        "exp2": Search(jnp.exp2, np.exp2, _both(1e-6, 150), _both(1e-9, 1074)),
        "expm1": Search(jnp.expm1, np.expm1, _both(1e-6, 89), _both(1e-9, 709)),
        "log": Search(jnp.log, np.log, *every),
        "log1p": Search(
            jnp.log1p, np.log1p, ((1e-8, 3e38), (-1, -1e-8)), ((1e-17, 1e300), (-1, -1e-17))
        ),
        "log2": Search(jnp.log2, np.log2, *every),
        "log10": Search(jnp.log10, np.log10, *every),
        "sin": Search(jnp.sin, np.sin, *angle),
        "cos": Search(jnp.cos, np.cos, *angle),
        "tan": Search(jnp.tan, np.tan, *angle),
        "asin": Search(jnp.arcsin, np.arcsin, *inside),
        "acos": Search(jnp.arccos, np.arccos, _both(1e-9, 1), _both(1e-17, 1)),
        "atan": Search(jnp.arctan, np.arctan, ((1e-4, 1e9),), ((1e-8, 1e18),)),
        "sinh": Search(jnp.sinh, np.sinh, ((1e-4, 90),), ((1e-8, 711),)),
        "cosh": Search(jnp.cosh, np.cosh, ((1e-4, 90),), ((1e-8, 711),)),
        "tanh": Search(jnp.tanh, np.tanh, ((1e-4, 10),), ((1e-8, 20),)),
        "asinh": Search(jnp.arcsinh, np.arcsinh, *large),
        "acosh": Search(jnp.arccosh, np.arccosh, ((1, 3e38),), ((1, 1e300),)),
        "atanh": Search(jnp.arctanh, np.arctanh, *inside),
        "cbrt": Search(jnp.cbrt, np.cbrt, *every),
        "rsqrt": Search(lax.rsqrt, lambda x: 1 / np.sqrt(x), *every),
        "logistic": Search(
            lax.logistic, lambda x: 1 / (1 + np.exp(-x)), _both(1e-8, 104), _both(1e-9, 745)
        ),
        "erf": Search(lax.erf, Interpolated(mp.erf), ((1e-4, 4.1),), ((1e-8, 6.0),)),
        "erfc": Search(
            lax.erfc, _scaled_erfc(), ((1e-8, 10.1), (-4.1, -1e-8)), ((1e-9, 26.5), (-6, -1e-9))
        ),
        "erfinv": Search(lax.erf_inv, _inverse_of_erf(), *inside),
        "bessel_i0e": Search(lax.bessel_i0e, Interpolated(scaled_bessel(0)), *bessel),
        "bessel_i1e": Search(lax.bessel_i1e, Interpolated(scaled_bessel(1)), *bessel),
        "pow": Search(jnp.power, np.power, (), ((1e-3, 30.0),), arguments=2),
        "atan2": Search(jnp.arctan2, np.arctan2, (), few, arguments=2),
        "hypot": Search(jnp.hypot, np.hypot, (), few, arguments=2),
        "lgamma": Search(lax.lgamma, _log_gamma(), (), gamma, True),
        "digamma": Search(lax.digamma, _digamma(), (), gamma, True),
    }


# ---- float32: every number


def _block_errors(function: Function) -> Function:
    @fjax.jit
    def errors(start):
        x = lax.bitcast_convert_type(lax.iota(jnp.int32, BLOCK) + start, jnp.float32)
        got, true = function(x).astype(jnp.float64), function(x.astype(jnp.float64))
        rounded = true.astype(jnp.float32)
        exponent = lax.bitcast_convert_type(rounded, jnp.int32) & 0x7F800000
        unit = lax.bitcast_convert_type(jnp.maximum(exponent, 0x00800000), jnp.float32)
        error = jnp.abs(got - true) / unit.astype(jnp.float64) * 2.0**23
        error = jnp.where(jnp.isfinite(rounded) & jnp.isfinite(got), error, 0)
        worst = jnp.argmax(error)
        return error[worst], x[worst]

    return errors


def worst_single(search: Search) -> tuple[float, float]:
    """(error, where) over all numbers of the intervals."""
    errors, best = _block_errors(search.function), (0.0, 0.0)
    for interval in search.single:
        first, last = sorted(int(np.float32(end).view(np.int32)) for end in interval)
        for start in range(first, last + 1, BLOCK):
            found = tuple(float(v) for v in errors(np.int32(start)))
            best = max(best, found)
    return best


# ---- float64: random points, then next to the worst


class Interpolated:
    """mpmath's function by Chebyshev polynomials in 80 bits, one for each 1/8 of a binade."""

    DEGREE = 15

    def __init__(self, function: Function):
        self.function = function
        self.pieces: dict[tuple[float, int], np.ndarray] = {}

    def __call__(self, x: np.ndarray) -> np.ndarray:
        fraction, exponent = np.frexp(np.abs(x))
        numbers = exponent.astype(np.int64) * 8 + np.floor((fraction - 0.5) * 16).astype(np.int64)
        out = np.empty(x.shape, LONG)
        for sign in (1.0, -1.0):
            for number in np.unique(numbers[np.sign(x) == sign]):
                inside = (numbers == number) & (np.sign(x) == sign)
                left, width = self.ends(int(number))
                t = ((np.abs(x[inside]) - LONG(left)) / LONG(width)) * 2 - 1
                out[inside] = np.polynomial.chebyshev.chebval(t, self.piece(sign, int(number)))
        return out

    def ends(self, number: int) -> tuple[float, float]:
        """Where a piece begins, and its length."""
        exponent, eighth = divmod(number, 8)
        return float(np.ldexp(0.5 + eighth / 16, exponent)), float(np.ldexp(1 / 16, exponent))

    def piece(self, sign: float, number: int) -> np.ndarray:
        """The coefficients of a piece."""
        found = self.pieces.get((sign, number))
        if found is None:
            left, width = self.ends(number)
            with mp.workdps(35):
                found = _chebyshev(
                    lambda t: mp.re(self.function(sign * (left + width * (t + 1) / 2))),
                    self.DEGREE + 1,
                )
            self.pieces[sign, number] = found
        return found


def _chebyshev(f: Function, count: int) -> np.ndarray:
    nodes = [mp.cos(mp.pi * (2 * k + 1) / (2 * count)) for k in range(count)]
    values = [f(t) for t in nodes]
    sums = [
        mp.fsum(v * mp.chebyt(j, t) for v, t in zip(values, nodes, strict=True))
        for j in range(count)
    ]
    return np.array([LONG(mp.nstr(s * (2 if j else 1) / count, 25)) for j, s in enumerate(sums)])


def _scaled_erfc() -> Function:
    """erfc; for positive x as exp(-x^2), with x^2 in two words, times what changes slowly."""
    slow, plain = Interpolated(lambda x: mp.erfc(x) * mp.exp(x * x)), Interpolated(mp.erfc)

    def exact(x: np.ndarray) -> np.ndarray:
        above = np.maximum(x, LONG(1e-300))
        square = (above * above).astype(np.float64).astype(LONG)
        high = above.astype(np.float32).astype(LONG)
        lost = (high * high - square) + (2 * high + (above - high)) * (above - high)
        small = np.minimum(x, LONG(1))
        return np.where(x > 1, slow(above) * np.exp(-square) * np.exp(-lost), plain(small))

    return exact


def _log_gamma() -> Function:
    above = Interpolated(mp.loggamma)

    def exact(x: np.ndarray) -> np.ndarray:
        reflected = np.log(PI / np.abs(np.sin(PI * (x - np.rint(x))))) - above(1 - np.minimum(x, 0))
        return np.where(x < 0, reflected, above(np.where(x < 0, 1, x)))

    return exact


def _digamma() -> Function:
    above = Interpolated(mp.digamma)

    def exact(x: np.ndarray) -> np.ndarray:
        reflected = above(1 - np.minimum(x, 0)) - PI / np.tan(PI * (x - np.rint(x)))
        return np.where(x < 0, reflected, above(np.where(x < 0, 1, x)))

    return exact


def _inverse_of_erf() -> Function:
    """erfinv, next to 1 as a function of the distance from it."""
    inner, outer = Interpolated(mp.erfinv), Interpolated(lambda u: mp.erfinv(1 - u))

    def exact(x: np.ndarray) -> np.ndarray:
        return np.where(x > 0.5, outer(np.where(x > 0.5, 1 - x, 0.5)), inner(np.minimum(x, 0.5)))

    return exact


def _points(rng: np.random.Generator, low: float, high: float, count: int) -> np.ndarray:
    """Points of [low, high]: uniform, uniform in the logarithm, and about 1."""
    ends = sorted((abs(low), abs(high)))
    part = count // 4
    spread = np.exp(rng.uniform(np.log(max(ends[0], 1e-320)), np.log(ends[1]), part))
    near = 1 + rng.uniform(-1, 1, part) * 2.0 ** -rng.integers(0, 50, part)
    x = np.concatenate([rng.uniform(*ends, part), rng.uniform(0, 8, part), spread, near])
    x = rng.permutation(np.clip(x, *ends))
    return np.sign(low + high) * x


def _refined(rng: np.random.Generator, worst: np.ndarray, count: int) -> Iterator[np.ndarray]:
    """Points ever closer to the worst ones found."""
    for width in (1e-2, 1e-4, 1e-7, 1e-11, 1e-14):
        yield worst[..., None] * (1 + rng.uniform(-width, width, (*worst.shape, count)))


def worst_sampled(
    search: Search, dtype: type[np.floating], count: int = 800_000
) -> tuple[float, tuple[float, ...]]:
    """(error, where) by a search that starts from `count` points."""
    rng, found, points = np.random.default_rng(5), np.zeros(0), np.zeros((search.arguments, 0))
    kernel = fjax.jit(search.function)

    def errors(x: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            exact = search.exact(*x.astype(LONG))
        return errors_of(np.asarray(kernel(*x)), exact, search.absolute)

    def stored(x: np.ndarray, low: float, high: float) -> np.ndarray:
        return np.clip(x, low, high).astype(dtype)

    for low, high in search.double:
        sampled = [_points(rng, low, high, count) for _ in range(search.arguments)]
        x = stored(np.stack(sampled), low, high)
        found, points = _best(24, found, points, x, errors(x))
        for _ in range(2):
            for near in _refined(rng, points, 2000):
                x = stored(near.reshape(search.arguments, -1), low, high)
                found, points = _best(24, found, points, x, errors(x))
    return float(found[0]), tuple(float(v) for v in points[:, 0])


def _best(count: int, *found_points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The largest errors of two sets of points, and where they are; largest first."""
    found, points, x, more = found_points
    found, points = np.concatenate([found, more]), np.concatenate([points, x], axis=1)
    order = np.argsort(-found)[:count]
    return found[order], points[:, order]


def main(kind: str, names: list[str]) -> None:
    for name, search in searches().items():
        if names and name not in names:
            continue
        if kind == "float32" and search.single:
            error, where = worst_single(search)
            points: tuple[float, ...] = (where,)
        else:
            error, points = worst_sampled(search, getattr(np, kind))
        places = " ".join(p.hex() for p in points)
        print(f"{name} {kind} {places}  # {error:.2f} at {points}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
