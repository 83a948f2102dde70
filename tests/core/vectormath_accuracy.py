"""Measures the errors of fjax.core.vectormath; run as a program it prints the table of the docs.

    python tests/core/vectormath_accuracy.py

Programs are evaluated from their base operations alone, over random bit patterns, uniform points of
the interesting range, edges, and the worst arguments that `vectormath_search.py` found. Errors are
in units in the last place of the right result; the reference is 80-bit NumPy, or mpmath where NumPy
lacks the function.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import mpmath as mp
import numpy as np

from fjax.core import scalar, scalar_graph, vectormath
from fjax.core.scalar import Function, Op
from fjax.core.scalar_numpy import compile_numpy

LONG = np.longdouble
HAS_LONG = np.finfo(LONG).nmant > 60
Reference = Callable[..., np.ndarray]
EDGES = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    10.0,
    100.0,
    1000.0,
    1e5,
    1e6,
    -1e6,
    np.inf,
    -np.inf,
    np.nan,
)

_HALVED = 2.0 ** np.arange(-52, 0)
# Where programs change from one formula to another: near one, and at whole numbers.
TURNING = tuple(
    sign * x for sign in (1, -1) for x in (*(1 - _HALVED), *(1 + _HALVED), *np.arange(3.0, 41.0))
)


def by_mpmath(f: Callable) -> Reference:
    """A reference that takes one point at a time; infinities and NaN are left out by the caller."""

    def reference(x: np.ndarray) -> np.ndarray:
        with mp.workdps(35):
            exact = np.array([LONG(mp.nstr(f(mp.mpf(float(v))), 25)) for v in x], LONG)
        return np.where((x == 0) & (exact == 0), x, exact)  # mpmath has no -0.0

    return reference


def _worst() -> dict[tuple[str, str], list[tuple[float, ...]]]:
    """By function and dtype, the arguments that the search found."""
    found: dict[tuple[str, str], list[tuple[float, ...]]] = {}
    for line in Path(__file__).with_name("vectormath_worst.txt").read_text().splitlines():
        name, dtype, *arguments = line.split()
        found.setdefault((name, dtype), []).append(tuple(map(float.fromhex, arguments)))
    return found


WORST = _worst()


def documented() -> dict[tuple[str, str], float]:
    """The errors in the table of docs/vector-math.md, by function and dtype."""
    text = (Path(__file__).parents[2] / "docs" / "vector-math.md").read_text()
    rows = re.findall(r"^\| (\w+) \| ([\d.]+) \| ([\d.]+) \|", text, re.MULTILINE)
    return {
        (name, dtype): float(error)
        for name, *errors in rows
        for dtype, error in zip(("float32", "float64"), errors, strict=True)
    }


@dataclass(frozen=True)
class Case:
    """One function: its reference, where it is interesting, and the largest error allowed."""

    function: Function
    reference: Reference
    low: float
    high: float
    limit: float = 2.0
    points: int = 20_000
    arguments: int = 1
    extra: tuple[float, ...] = ()
    absolute: bool = False  # error relative to max(1, |value|) instead of to the value
    finite: bool = False  # only finite arguments: the reference has no others
    clip: float = field(default=np.inf)

    @property
    def name(self) -> str:
        return self.function.name

    def inputs(self, dtype: np.dtype) -> tuple[np.ndarray, ...]:
        with np.errstate(all="ignore"):
            return tuple(self._argument(dtype, k) for k in range(self.arguments))

    def _argument(self, dtype: np.dtype, number: int) -> np.ndarray:
        rng = np.random.default_rng(7 + number)
        info = np.finfo(dtype)
        limits = (
            info.max,
            -info.max,
            info.tiny,
            -info.tiny,
            info.smallest_subnormal,
            -info.smallest_subnormal,
        )
        turning = TURNING if self.arguments == 1 else ()
        edges = np.array([*EDGES, *turning, *self.extra], np.float64).astype(dtype)
        edges = np.concatenate([edges, np.array(limits, dtype)])
        if self.arguments == 2:
            edges = np.stack(np.meshgrid(edges, edges))[number].ravel()
        found = [w[number] for w in WORST.get((self.name, np.dtype(dtype).name), ())]
        x = np.concatenate(
            [
                np.array(found, dtype),
                random_bits(rng, dtype, self.points),
                rng.uniform(self.low, self.high, self.points).astype(dtype),
                rng.uniform(-2, 2, self.points // 2).astype(dtype),
                edges,
            ]
        )
        if self.finite:
            x = x[np.isfinite(x) & (np.abs(x) <= self.clip)]
        return x


def random_bits(rng: np.random.Generator, dtype: np.dtype, count: int) -> np.ndarray:
    unsigned = np.dtype(f"u{np.dtype(dtype).itemsize}")
    return rng.integers(0, np.iinfo(unsigned).max, count, unsigned, endpoint=True).view(dtype)


def near_quarter_turns() -> tuple[float, ...]:
    """Doubles next to multiples of pi/2, where the reduced argument is tiny."""
    with mp.workdps(40):
        return tuple(float(k * mp.pi / 2) for k in [*range(1, 600), *range(600, 63_000, 97)])


def reciprocal_of(f: Callable) -> Reference:
    return lambda x: 1 / f(x)


def _log_gamma(x: mp.mpf) -> mp.mpf:
    return mp.log(abs(mp.gamma(x))) if abs(x) < 1e5 else mp.re(mp.loggamma(x))


def _trigamma(x: mp.mpf) -> mp.mpf:
    if x > 0:
        return mp.psi(1, x)
    sine = mp.sinpi(x)
    return (mp.pi / sine) ** 2 - mp.psi(1, 1 - x) if sine else mp.inf


def scaled_bessel(order: int) -> Callable:
    return lambda x: mp.besseli(order, x) * mp.exp(-abs(x))


def cases() -> list[Case]:
    v = vectormath
    turns = near_quarter_turns()
    few = {"points": 1500, "finite": True}
    return [
        Case(v.exp, np.exp, -110, 100),
        Case(v.exp2, np.exp2, -1080, 1030),
        Case(v.expm1, np.expm1, -50, 100),
        Case(v.log, np.log, 0, 10),
        Case(v.log1p, np.log1p, -1, 10),
        Case(v.log2, np.log2, 0, 3),
        Case(v.log10, np.log10, 0, 3),
        Case(v.pow, np.power, -10, 10, arguments=2),
        Case(v.sin, np.sin, -1e5, 1e5, extra=turns),
        Case(v.cos, np.cos, -1e5, 1e5, extra=turns),
        Case(v.tan, np.tan, -1e5, 1e5, limit=4, extra=turns),
        Case(v.asin, np.arcsin, -1, 1),
        Case(v.acos, np.arccos, -1, 1),
        Case(v.atan, np.arctan, -50, 50),
        Case(v.atan2, np.arctan2, -4, 4, limit=2.5, arguments=2),
        Case(v.sinh, np.sinh, -720, 720),
        Case(v.cosh, np.cosh, -720, 720),
        Case(v.tanh, np.tanh, -25, 25),
        Case(v.asinh, np.arcsinh, -10, 10),
        Case(v.acosh, np.arccosh, 1, 20),
        Case(v.atanh, np.arctanh, -1, 1),
        Case(v.cbrt, np.cbrt, -10, 10),
        Case(v.rsqrt, reciprocal_of(np.sqrt), 0, 100),
        Case(v.hypot, np.hypot, -4, 4, arguments=2),
        Case(v.logistic, lambda x: 1 / (1 + np.exp(-x)), -750, 100, limit=2.5),
        Case(v.erf, by_mpmath(mp.erf), -6, 6, **few),
        Case(v.erfc, by_mpmath(mp.erfc), -6, 28, clip=40.0, **few),
        Case(
            v.erfinv,
            by_mpmath(mp.erfinv),
            -1,
            1,
            limit=3,
            points=600,
            finite=True,
            clip=np.nextafter(1, 0),
            extra=tuple(1 - 10.0**-k for k in range(1, 16)),
        ),
        Case(
            v.lgamma,
            by_mpmath(_log_gamma),
            -20,
            20,
            limit=8,
            clip=1e30,
            absolute=True,
            extra=(1.0, 3.0),
            **few,
        ),
        Case(
            v.digamma,
            by_mpmath(mp.digamma),
            -20,
            20,
            limit=25,
            clip=1e30,
            absolute=True,
            extra=(1.5, 1.4616321449683623),
            **few,
        ),
        Case(v.trigamma, by_mpmath(_trigamma), -20, 20, limit=8, clip=1e8, **few),
        Case(v.bessel_i0e, by_mpmath(scaled_bessel(0)), -20, 20, limit=3, clip=700.0, **few),
        Case(v.bessel_i1e, by_mpmath(scaled_bessel(1)), -20, 20, limit=3, clip=700.0, **few),
    ]


@dataclass(frozen=True)
class Measurement:
    """The largest error, where it is, and the arguments whose result is of the wrong kind."""

    error: float
    where: tuple[float, ...]
    wrong: list[tuple[float, ...]]


def evaluate(
    function: Callable, *arrays: np.ndarray, library: bool = False, fused: bool = True
) -> np.ndarray:
    leaves = [scalar.leaf(i, x.dtype) for i, x in enumerate(arrays)]
    program = compile_numpy(leaves, [function(*leaves)], library=library, fused=fused)
    with np.errstate(all="ignore"):
        return program(np, *arrays)[0]


def errors_of(got: np.ndarray, exact: np.ndarray, absolute: bool) -> np.ndarray:
    """Errors in units in the last place of the right results; 0 where one is not finite.

    absolute: in those of 1 for smaller results.
    """
    with np.errstate(all="ignore"):
        want = exact.astype(got.dtype)
        size = np.maximum(np.abs(want), got.dtype.type(1)) if absolute else np.abs(want)
        finite = np.isfinite(want) & np.isfinite(got)
        unit = np.spacing(np.where(finite, size, got.dtype.type(1))).astype(LONG)
        return np.where(finite, np.abs(got.astype(LONG) - exact) / unit, 0).astype(np.float64)


def measure(case: Case, dtype: np.dtype, fused: bool = True) -> Measurement:
    arrays = case.inputs(dtype)
    if case.absolute:  # poles, where no value is right
        arrays = tuple(x[(x > 0) | (x != np.rint(x))] for x in arrays)
    got = evaluate(case.function, *arrays, fused=fused)
    with np.errstate(all="ignore"):
        exact = case.reference(*(x.astype(LONG) for x in arrays))
        want = exact.astype(dtype)
    finite = np.isfinite(want) & np.isfinite(got)
    errors = errors_of(got, exact, case.absolute)
    same = (got == want) | (np.isnan(got) & np.isnan(want))
    signs = (want == 0) & (got == 0) & (np.signbit(want) != np.signbit(got))
    worst = int(np.argmax(errors))
    wrong = np.flatnonzero((~finite & ~same) | signs)
    return Measurement(
        float(errors[worst]),
        tuple(float(x[worst]) for x in arrays),
        [tuple(float(x[i]) for x in arrays) for i in wrong[:5]],
    )


def operations(function: Function, dtype: np.dtype, arguments: int) -> int:
    """The number of base operations of the program, all calls inlined."""
    leaves = [scalar.leaf(i, dtype) for i in range(arguments)]
    program = scalar_graph.inline([function(*leaves)])
    return sum(x.op not in (Op.LEAF, Op.CONST) for x in scalar_graph.order(program))


def main() -> None:
    single, double = np.dtype(np.float32), np.dtype(np.float64)
    print("| function | float32 | float64 | float32 unfused | float64 unfused | operations |")
    print("|---|---|---|---|---|---|")
    for case in cases():
        errors = [
            measure(case, dtype, fused).error
            for fused in (True, False)
            for dtype in (single, double)
        ]
        cells = [f"{e:.2f}" if e < 1000 else f"{e:.0e}" for e in errors]
        counts = "/".join(
            str(operations(case.function, d, case.arguments)) for d in (single, double)
        )
        print(f"| {case.name} | {' | '.join(cells)} | {counts} |", flush=True)


if __name__ == "__main__":
    main()
