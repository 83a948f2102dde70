"""Vector math: accuracy against references, and the edges that a table of errors does not show."""

from __future__ import annotations

import hashlib
import inspect

import mpmath
import numpy as np
import pytest

import fjax
from fjax import lax
from fjax.core import dtypes, scalar, scalar_graph
from fjax.core import vectormath as vm
from fjax.core.scalar_numpy import compile_numpy
from tests.core import vectormath_accuracy as accuracy
from tests.core.vectormath_accuracy import evaluate

SINGLE, DOUBLE = np.dtype(np.float32), np.dtype(np.float64)
FLOATS = (SINGLE, DOUBLE)
CASES = accuracy.cases()


def same(got, want):
    np.testing.assert_array_equal(got, want)
    if np.asarray(want).dtype.kind == "f":
        ordinary = ~np.isnan(want)
        np.testing.assert_array_equal(np.signbit(got)[ordinary], np.signbit(want)[ordinary])


@pytest.mark.one_in(3)
@pytest.mark.skipif(not accuracy.HAS_LONG, reason="the reference needs an 80-bit long double")
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_error_stays_below_the_documented_limit(case, dtype):
    found = accuracy.measure(case, dtype)
    assert not found.wrong, f"wrong infinity, NaN or sign at {found.wrong}"
    assert found.error <= case.limit, f"{found.error} ulp at {found.where}"
    documented = accuracy.documented()[case.name, dtype.name]
    assert found.error < documented + 0.006, f"docs: {documented}, {found.error} at {found.where}"


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize(
    "name",
    [
        "exp",
        "log",
        "log1p",
        "tanh",
        "logistic",
        "asinh",
        "cbrt",
        "sin",
        "cos",
        "tan",
        "erf",
        "erfc",
    ],
)
def test_functions_stay_usable_where_fma_rounds_twice(name, dtype):
    case = next(c for c in CASES if c.name == name)
    assert accuracy.measure(case, dtype, fused=False).error <= (4 if name == "tan" else 2.5)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_library_and_base_operations_agree(case, dtype):
    arrays = tuple(x[:200] for x in case.inputs(dtype))
    got = evaluate(case.function, *arrays)
    library = evaluate(case.function, *arrays, library=True)
    assert library.dtype == got.dtype == dtype
    tolerance = 2e-5 if dtype == SINGLE else 1e-12
    atol = 1e-5 if case.absolute and dtype == SINGLE else 1e-12 if case.absolute else 1e-300
    np.testing.assert_allclose(got, library, rtol=tolerance, atol=np.array(atol, dtype))


@pytest.mark.skipif(not accuracy.HAS_LONG, reason="the reference needs an 80-bit long double")
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_exponentials_vanish_where_they_round_to_zero_and_no_sooner(dtype):
    least = np.finfo(dtype).smallest_subnormal
    for name, last in (
        ("exp", np.log(np.longdouble(least) / 2)),
        ("exp2", np.log2(np.longdouble(least)) - 1),
    ):
        x = np.linspace(last - 0.02, last + 0.02, 4001).astype(dtype)
        x = np.concatenate([x, np.array([-np.inf, -1e30, np.nan, last], dtype)])
        exact = getattr(np, name)(x.astype(np.longdouble))
        got = evaluate(getattr(vm, name), x)
        near = abs(exact / np.longdouble(least) - 0.5) < 1e-6  # either neighbour will do there
        same(got[~near], exact.astype(dtype)[~near])
        assert set(got[near]) <= {0, least} and (got == least).any()


def test_half_precision_is_refused_with_the_remedy():
    with pytest.raises(TypeError, match="widened"):
        vm.exp(scalar.leaf("x", np.float16))


def test_widened_computes_half_types_in_float32():
    import ml_dtypes

    assert dtypes.widened(np.dtype(np.float16)) == SINGLE
    assert dtypes.widened(np.dtype(ml_dtypes.bfloat16)) == SINGLE
    assert dtypes.widened(DOUBLE) == DOUBLE


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("root", [1, 2])
def test_log_gamma_is_relatively_exact_next_to_its_zeros(dtype, root):
    steps = np.unique(np.round(np.logspace(0, np.log10(0.124 / np.finfo(dtype).eps), 40)))
    x = (root + np.concatenate([-steps / 2, [0], steps]) * np.finfo(dtype).eps).astype(dtype)
    with mpmath.workdps(40):
        exact = [mpmath.loggamma(mpmath.mpf(float(v))) for v in x]
        got = evaluate(vm.lgamma, x)
        errors = [abs((float(g) - e) / e) if e else abs(g) for g, e in zip(got, exact, strict=True)]
    assert max(errors) < 2 * np.finfo(dtype).eps
    assert not np.signbit(got[x == root]).any()


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_poles_of_the_gamma_family(dtype):
    x = np.array([0.0, -0.0, -1, -2, np.inf, -np.inf, np.nan], dtype)
    same(evaluate(vm.lgamma, x), np.array([np.inf] * 6 + [np.nan], dtype))
    same(evaluate(vm.trigamma, x), np.array([np.inf] * 4 + [0, np.nan, np.nan], dtype))
    for library in (False, True):
        same(
            evaluate(vm.digamma, x, library=library),
            np.array([np.nan, np.nan, np.nan, np.nan, np.inf, np.nan, np.nan], dtype),
        )


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_library_and_base_operations_agree_at_special_numbers(case, dtype):
    """Zeros with their signs, infinities, NaN, denormal and whole numbers, in all arguments."""
    least = np.finfo(dtype).smallest_subnormal
    special = np.array(
        [
            0.0,
            -0.0,
            np.inf,
            -np.inf,
            np.nan,
            least * 9,
            -least * 9,
            1,
            -1,
            0.5,
            -2,
            -1.5,
            1e30,
            -1e30,
            np.finfo(dtype).max,
        ],
        dtype,
    )
    count = len(case.inputs(dtype))
    arrays = tuple(a.ravel() for a in np.meshgrid(*[special] * count))
    with np.errstate(all="ignore"):
        got = evaluate(case.function, *arrays)
        library = evaluate(case.function, *arrays, library=True)
        close = abs(got - library) <= 3e-5 * abs(got) + 2 * least
    ordinary = np.isfinite(got) & (abs(got) > 2 * least)
    same(got[~ordinary], library[~ordinary])
    assert close[ordinary].all(), [a[ordinary][~close[ordinary]] for a in arrays]


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_ends_of_erfinv_and_the_bessel_functions(dtype):
    x = np.array([1, -1, 2, -2, 0.0, -0.0, np.inf, np.nan], dtype)
    same(
        evaluate(vm.erfinv, x),
        np.array([np.inf, -np.inf, np.nan, np.nan, 0.0, -0.0, np.nan, np.nan], dtype),
    )
    ends = np.array([0.0, -0.0, np.inf, -np.inf, np.nan], dtype)
    same(evaluate(vm.bessel_i0e, ends), np.array([1, 1, 0, 0, np.nan], dtype))
    same(evaluate(vm.bessel_i1e, ends), np.array([0.0, -0.0, 0.0, -0.0, np.nan], dtype))


def test_exact_results_are_exact():
    powers = np.arange(-1074, 1024)
    same(evaluate(vm.exp2, powers.astype(DOUBLE)), np.ldexp(1.0, powers))
    same(evaluate(vm.log2, np.ldexp(1.0, powers)), powers.astype(DOUBLE))
    whole = np.arange(-30.0, 31.0)
    same(evaluate(vm.pow, whole, np.full_like(whole, 3)), whole**3)
    same(evaluate(vm.cbrt, whole**3), whole)


def _dividends(dtype):
    """Pairs whose quotients are small, whole, next to whole, large, and of edges; random bits."""
    draw, info = np.random.default_rng(5), np.finfo(dtype)
    count, kind = 20000, f"u{dtype.itemsize}"
    y = np.ldexp(draw.uniform(1, 2, count), draw.integers(info.minexp, info.maxexp - 60, count))
    scale = np.ldexp(draw.uniform(-2, 2, count), draw.integers(-1, info.nmant + 3, count))
    whole = y * draw.integers(1, 1 << 20, count)
    edges = [
        0.0,
        1,
        2,
        3,
        np.inf,
        np.nan,
        info.max,
        info.max / 3,
        info.tiny,
        info.smallest_subnormal,
    ]
    edges = np.array([*edges, *(-e for e in edges)], dtype)
    bits = draw.integers(0, np.iinfo(kind).max, (2, count), kind, endpoint=True).view(dtype)
    x = np.concatenate([y * scale, whole, np.nextafter(whole, 0), np.nextafter(whole, np.inf)])
    x, y = x.astype(dtype), np.tile(y, 4).astype(dtype)
    a, b = (e.ravel() for e in np.meshgrid(edges, edges))
    return np.concatenate([x, bits[0], a]), np.concatenate([y, bits[1], b])


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_a_remainder_is_exact(dtype):
    x, y = _dividends(dtype)
    with np.errstate(all="ignore"):
        want = np.fmod(x, y)
        same(evaluate(vm.remainder, x, y), want)
    same(np.asarray(fjax.jit(lax.rem)(x, y)), want)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_no_denormal_arises_within_a_cube_root(dtype):
    """Processors are slow with them, and idle lanes of a vector hold zeros."""
    info = np.finfo(dtype)
    x = np.concatenate([[0, 1, info.max], np.logspace(info.minexp * 0.3, info.maxexp * 0.3, 500)])
    leaf = scalar.leaf(0, dtype)
    program = compile_numpy([leaf], [vm.cbrt(leaf)], library=False)
    with np.errstate(under="raise"):
        program(np, x.astype(dtype))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_signs_roundings_and_neighbours(dtype):
    x = np.array([0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, 1e30, -np.inf, np.nan], dtype)
    same(evaluate(vm.sign, x), np.array([0.0, -0.0, 1, -1, 1, 1, -1, 1, 1, -1, np.nan], dtype))
    same(
        evaluate(vm.round_away, x),
        np.array([0.0, -0.0, 1, -1, 2, 3, -3, 0, 1e30, -np.inf, np.nan], dtype),
    )
    same(evaluate(vm.round_even, x), np.rint(x))
    same(evaluate(vm.is_finite, x), np.isfinite(x))
    info = np.finfo(dtype)
    a = np.concatenate([x, np.array([info.max, info.smallest_subnormal, -info.tiny], dtype)])
    for b in (np.inf, -np.inf, 0.0, -0.0, 1.0, np.nan):
        other = np.full_like(a, b)
        with np.errstate(over="ignore"):
            want = np.nextafter(a, other)
        same(evaluate(vm.nextafter, a, other), want)


INTEGERS = [np.dtype(f"{kind}{size}") for kind in "iu" for size in (1, 2, 4, 8)]


def wrapped(values, dtype):
    """Python integers modulo the dtype's range."""
    width = 8 * dtype.itemsize
    bits = np.array([int(v) & ((1 << width) - 1) for v in values], np.uint64)
    return bits.astype(f"u{dtype.itemsize}").view(dtype)


def integer_pairs(dtype):
    info = np.iinfo(dtype)
    values = [0, 1, 2, 3, 7, 100, info.max, info.max - 1, info.min, info.min + 1]
    if dtype.kind == "i":
        values += [-1, -2, -3, -7, -100]
    pairs = np.array([(a, b) for a in values for b in values], dtype)
    return pairs[:, 0].copy(), pairs[:, 1].copy()


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_integer_division_has_no_undefined_case(dtype):
    x, y = integer_pairs(dtype)
    towards_zero = [
        abs(int(a)) // abs(int(b)) * (1 if (a < 0) == (b < 0) else -1) if b else -1
        for a, b in zip(x, y, strict=True)
    ]
    rest = [
        abs(int(a)) % abs(int(b)) * (-1 if a < 0 else 1) if b else int(a)
        for a, b in zip(x, y, strict=True)
    ]
    same(evaluate(vm.integer_div, x, y), wrapped(towards_zero, dtype))
    same(evaluate(vm.integer_rem, x, y), wrapped(rest, dtype))


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_shifts_by_the_width_or_more_are_defined(dtype):
    width = 8 * dtype.itemsize
    info = np.iinfo(dtype)
    amounts = [0, 1, 3, width - 1, width, width + 1] + ([-1] if dtype.kind == "i" else [])
    values = [0, 1, 5, info.max, info.min]
    x = np.array([a for a in values for _ in amounts], dtype)
    y = np.array(amounts * len(values), dtype)
    bits = [int(v) & ((1 << width) - 1) for v in x]
    signed = [b - (1 << width) if b >> (width - 1) else b for b in bits]
    inside = [0 <= int(b) < width for b in y]
    left = [b << int(s) if ok else 0 for b, s, ok in zip(bits, y, inside, strict=True)]
    logical = [b >> int(s) if ok else 0 for b, s, ok in zip(bits, y, inside, strict=True)]
    arithmetic = [
        b >> int(s) if ok else (-1 if b < 0 else 0)
        for b, s, ok in zip(signed, y, inside, strict=True)
    ]
    same(evaluate(vm.shift_left, x, y), wrapped(left, dtype))
    same(evaluate(vm.shift_right_logical, x, y), wrapped(logical, dtype))
    same(evaluate(vm.shift_right_arithmetic, x, y), wrapped(arithmetic, dtype))


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_bit_counts(dtype):
    x, _ = integer_pairs(dtype)
    width = 8 * dtype.itemsize
    bits = [int(v) & ((1 << width) - 1) for v in x]
    same(evaluate(vm.population_count, x), np.array([b.bit_count() for b in bits], dtype))
    same(evaluate(vm.clz, x), np.array([width - b.bit_length() for b in bits], dtype))


def test_integer_powers():
    x = np.array([0, 2, 1, -1, -1, -2, 3, 3], np.int32)
    y = np.array([-1, -1, -2, -3, -2, -1, 4, 21], np.int32)
    want = wrapped([0, 0, 1, -1, 1, 0, 81, 3**21], np.dtype(np.int32))
    same(evaluate(vm.power_of_integers, x, y), want)
    values = np.array([1.5, -2.0, 0.0])
    same(evaluate(lambda v: vm.integer_pow(v, 5), values), values**5)
    same(evaluate(lambda v: vm.integer_pow(v, 0), values), np.array(1.0))
    same(evaluate(lambda v: vm.integer_pow(v, -2), values[:2]), 1 / values[:2] ** 2)


@pytest.mark.parametrize("source", FLOATS, ids=str)
@pytest.mark.parametrize("target", INTEGERS, ids=str)
def test_float_to_integer_saturates_and_nan_is_zero(source, target):
    info = np.iinfo(target)
    x = np.array(
        [
            np.nan,
            np.inf,
            -np.inf,
            1e30,
            -1e30,
            2.7,
            -2.7,
            -0.5,
            float(info.max),
            float(info.min),
            127.9,
            300.0,
        ],
        source,
    )
    want = [
        0
        if v != v
        else min(max(int(v), info.min), info.max)
        if abs(v) < np.inf
        else (info.max if v > 0 else info.min)
        for v in x.astype(float)
    ]
    same(evaluate(lambda v: vm.convert(v, target), x), np.array(want, target))


def test_other_conversions():
    x = np.array([0.0, -0.0, 0.3, np.nan, -5])
    same(evaluate(lambda v: vm.convert(v, np.bool_), x), np.array([False, False, True, True, True]))
    same(
        evaluate(lambda v: vm.convert(v, np.uint8), np.array([-1, 300], np.int32)),
        np.array([255, 44], np.uint8),
    )
    same(
        evaluate(lambda v: vm.convert(v, np.float32), np.array([True, False])),
        np.array([1, 0], np.float32),
    )


def listing(body):
    """A program's nodes in order, a line each."""
    places, lines = {}, []
    for node in scalar_graph.order([body]):
        places[node] = len(places)
        lines.append(f"{node.op} {node.dtype} {node.extra} {[places[a] for a in node.args]}")
    return lines


def test_the_programs_of_base_operations_are_those_recorded(golden):
    """How many nodes each has, and a digest of them: all coefficients, steps and widths."""
    found, known = [], set()

    def record(function, types):
        if (function, types) in known:
            return
        known.add((function, types))
        try:
            _, body = function.body(*types)
        except (TypeError, ValueError):
            return  # it has no program of these dtypes
        lines = listing(body)
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
        found.append(f"{function} {' '.join(map(str, types))}: {len(lines)} nodes, {digest}")
        for node in scalar_graph.order([body]):
            if node.op is scalar.Op.CALL:
                record(node.extra, tuple(a.dtype for a in node.args))

    for _, function in sorted(vars(vm).items()):
        if isinstance(function, scalar.Function):
            count = len(inspect.signature(function.program).parameters)
            for dtype in ("float32", "float64", "int32", "uint64"):
                record(function, (np.dtype(dtype),) * count)
    golden("base_operations.txt", "\n".join(sorted(found)))
