"""Complex functions where a part is zero, denormal, huge, infinite or NaN, eager and compiled.

The truth is mpmath's value of finite numbers, and elsewhere NumPy's, which is C's (Annex G). NumPy
is not asked for squares, quotients and signs: it overflows on the way to finite results.
"""

from __future__ import annotations

import itertools
import operator

import mpmath as mp
import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

WIDE = pytest.mark.needs("x64", reason="takes complex128")
COMPLEX = [np.complex64, pytest.param(np.complex128, marks=WIDE)]

INVERSE = {"arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh"}
TURNING = {"sin", "cos", "tan", "sinh", "cosh", "tanh"}


def row_of(name):
    """The row of a function that mpmath names as C does."""
    return getattr(jnp, name), getattr(mp, name.replace("arc", "a")), getattr(np, name)


# name: (function, mpmath's, NumPy's at infinities and NaN)
FUNCTIONS = {
    "exp": (jnp.exp, mp.exp, np.exp),
    "exp2": (jnp.exp2, lambda z: mp.exp(z * mp.log(2)), np.exp2),
    "expm1": (jnp.expm1, mp.expm1, lambda z: np.exp(z) - 1),
    "log": (jnp.log, mp.log, np.log),
    "log2": (jnp.log2, lambda z: mp.log(z) / mp.log(2), np.log2),
    "log10": (jnp.log10, mp.log10, np.log10),
    "log1p": (jnp.log1p, lambda z: mp.log(1 + z), np.log),
    **{name: row_of(name) for name in ("sqrt", *sorted(TURNING | INVERSE))},
    "abs": (jnp.abs, abs, np.abs),
    "angle": (jnp.angle, mp.arg, np.angle),
    "sign": (jnp.sign, lambda z: z / abs(z) if z else z, np.sign),
    "square": (jnp.square, lambda z: z * z, None),
    "reciprocal": (jnp.reciprocal, lambda z: 1 / z, None),
    "rsqrt": (lax.rsqrt, lambda z: 1 / mp.sqrt(z), None),
    "logistic": (lax.logistic, lambda z: 1 / (1 + mp.exp(-z)), None),
    "conj": (jnp.conj, mp.conj, np.conj),
    "cube": (lambda z: z**3, None, None),
    "inverse square": (lambda z: z**-2, None, None),
    "sinc": (jnp.sinc, None, None),
}
OPERATIONS = {
    "add": jnp.add,
    "subtract": jnp.subtract,
    "divide": jnp.divide,
    "power": jnp.power,
    "float_power": jnp.float_power,
    "logaddexp": jnp.logaddexp,
    "logaddexp2": jnp.logaddexp2,
}
TOLERANCE = {"logistic": 64}  # in units of eps times the modulus: more next to poles
GROWING = TURNING | {"exp", "exp2", "expm1", "logistic"}
WITH_CUTS = INVERSE | {"log", "log2", "log10", "log1p", "sqrt", "rsqrt", "angle"}


def grid(dtype, few=False):
    info = np.finfo(dtype)
    parts = [0.0, -0.0, 1.0, -2.5, 3 * float(info.smallest_subnormal), -float(info.max) / 3]
    parts += [np.inf, -np.inf, np.nan]
    if not few:
        parts += [-1.0, 0.5, -float(info.tiny) / 4, float(info.max), float(info.max) ** 0.5 * 1.5]
        parts += [float(np.log(info.max)) + 1, -float(np.log(info.max)) - 1]  # exp overflows
    return np.array([complex(a, b) for a in parts for b in parts], dtype)


def parts_of(values):
    return (values.real, values.imag) if values.dtype.kind == "c" else (values,)


def same(got, want, tolerance, signs=True):
    """Elementwise: the same infinities and NaNs, the same zeros, and close to the modulus."""
    info = np.finfo(want.dtype)
    with np.errstate(all="ignore"):
        finite = [np.where(np.isfinite(p), abs(p), 0) for p in parts_of(want)]
        slack = tolerance * info.eps * np.maximum.reduce(finite) + 8 * info.smallest_subnormal
        good = np.ones(want.shape, bool)
        for p, q in zip(parts_of(got), parts_of(want), strict=True):
            zeros = (p == 0) & (q == 0) & signs
            close = np.where(
                zeros, np.signbit(p) == np.signbit(q), (p == q) | (abs(p - q) <= slack)
            )
            good &= np.where(np.isfinite(q), np.isfinite(p) & close, (p == q) | (p != p) & (q != q))
    return good


def both_ways(function, *arrays):
    """The function's values, which must be of the same dtype compiled and not."""
    eager = np.asarray(function(*(jnp.asarray(a) for a in arrays)))
    compiled = np.asarray(fjax.jit(function)(*arrays))
    assert eager.dtype == compiled.dtype
    return eager, compiled


def hard_for_mpmath(name, z):
    """Where exp would be too long a number, and on branch cuts: mpmath has no -0.0."""
    along = z.imag if name in ("sin", "cos", "tan") else z.real
    long = (name in GROWING) & (abs(along) > 1e6)
    rounded = (name == "exp2") & (abs(z.imag) > 100)  # im log(2) has few digits left
    return long | rounded | (name in WITH_CUTS) & ((z.real == 0) | (z.imag == 0))


def exact(function, z, dtype):
    """mpmath's value, rounded; NaN at poles."""
    part = np.dtype(dtype).type(0).real.dtype
    sizes = [abs(v) for v in (z.real, z.imag) if v]
    digits = max([abs(float(np.log10(np.longdouble(v)))) for v in sizes], default=0)
    with mp.workdps(60 + int(2 * digits)):
        try:
            value = mp.mpc(function(mp.mpc(float(z.real), float(z.imag))))
        except (ZeroDivisionError, ValueError):
            return complex(np.nan, np.nan)
        rounded = [rounded_to(part, v) for v in (value.real, value.imag)]
    return complex(*rounded)


def rounded_to(part, value):
    with np.errstate(all="ignore"):
        return float(part.type(np.longdouble(mp.nstr(value, 25))))


@pytest.mark.one_in(4)
@pytest.mark.parametrize("dtype", COMPLEX)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_compiled_function_is_the_eager_one(name, dtype):
    z = grid(dtype)
    eager, compiled = both_ways(FUNCTIONS[name][0], z)
    good = same(compiled, eager, TOLERANCE.get(name, 16))
    assert good.all(), list(zip(z[~good], eager[~good], compiled[~good], strict=True))[:6]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dtype", COMPLEX)
@pytest.mark.parametrize("name", [n for n, row in FUNCTIONS.items() if row[2] is not None])
def test_infinities_and_nans_are_those_of_numpy(name, dtype):
    """So are branch cuts, with the signs of zeros."""
    z = grid(dtype)
    cut = (name in WITH_CUTS - {"log1p"}) & ((z.real == 0) | (z.imag == 0))
    z = z[~np.isfinite(z) | cut]
    function, _, reference = FUNCTIONS[name]
    with np.errstate(all="ignore"):
        want = reference(z).astype(np.asarray(function(z)).dtype)
    for got in both_ways(function, z):
        good = same(got, want, 4)
        assert good.all(), list(zip(z[~good], got[~good], want[~good], strict=True))[:6]


@pytest.mark.one_in(6)
@pytest.mark.parametrize("dtype", COMPLEX)
@pytest.mark.parametrize("name", [n for n, row in FUNCTIONS.items() if row[1] is not None])
def test_finite_arguments_give_the_true_value(name, dtype):
    z = grid(dtype)
    z = z[np.isfinite(z)]
    z = z[~hard_for_mpmath(name, z)]
    function, truth, _ = FUNCTIONS[name]
    want = np.array([exact(truth, v, dtype) for v in z])
    known = ~np.isnan(want)
    z, want = z[known], want[known].astype(dtype)
    for got in both_ways(function, z):
        good = same(got, want if got.dtype == dtype else want.real, TOLERANCE.get(name, 16), False)
        assert good.all(), list(zip(z[~good], got[~good], want[~good], strict=True))[:6]


@pytest.mark.parametrize("dtype", COMPLEX)
@pytest.mark.parametrize("name", OPERATIONS)
def test_a_compiled_operation_is_the_eager_one(name, dtype):
    """Zeros that underflow or come from rounded multiples of pi may differ in their signs."""
    values = grid(dtype, few=True)
    z, w = (a.ravel() for a in np.meshgrid(values, values))
    eager, compiled = both_ways(OPERATIONS[name], z, w)
    good = same(compiled, eager, 64, signs=False)
    if name in ("power", "float_power"):  # where w log(z) has no digits left, NumPy multiplies
        with np.errstate(all="ignore"):
            good |= np.isfinite(z + w) & (abs(w * np.log(z)) > 30)
    assert good.all(), list(zip(z[~good], w[~good], eager[~good], compiled[~good], strict=True))[:6]


@pytest.mark.parametrize("dtype", COMPLEX)
def test_a_compiled_product_is_the_eager_one_unless_it_overflows(dtype):
    """Where it does, NumPy's depends on whether its loop for this processor fuses."""
    values = grid(dtype, few=True)
    z, w = (a.ravel() for a in np.meshgrid(values, values))
    kept = np.ones(z.shape, bool)
    for p, q in itertools.product(parts_of(z), parts_of(w)):
        with np.errstate(all="ignore"):
            kept &= ~(np.isfinite(p) & np.isfinite(q)) | (abs(p * q) < np.finfo(dtype).max / 4)
    eager, compiled = both_ways(operator.mul, z[kept], w[kept])
    good = same(compiled, eager, 4, signs=False)
    assert good.all(), list(zip(z[kept][~good], w[kept][~good], strict=True))[:6]


@pytest.mark.parametrize("dtype", COMPLEX)
def test_quotients_overflow_only_where_the_truth_does(dtype):
    info = np.finfo(dtype)
    parts = [1.0, -2.5, 0.0, info.max, -info.max / 3, info.tiny / 4, 9 * info.smallest_subnormal]
    values = np.array([complex(a, b) for a in parts for b in parts], dtype)
    z, w = (a.ravel() for a in np.meshgrid(values, values))
    z, w = z[w != 0], w[w != 0]
    with mp.workdps(60):
        true = [mp.mpc(complex(a)) / mp.mpc(complex(b)) for a, b in zip(z, w, strict=True)]
        part = z.real.dtype
        want = np.array([complex(rounded_to(part, t.real), rounded_to(part, t.imag)) for t in true])
    for got in both_ways(jnp.divide, z, w):
        good = same(got, want.astype(dtype), 16, signs=False)
        assert good.all(), list(zip(z[~good], w[~good], got[~good], want[~good], strict=True))[:6]


def test_the_sign_of_a_sum_of_complex_exponentials_has_a_slope():
    a, direction = np.array([0.3 + 1j, -0.2 + 0.4j]), np.array([1 - 2j, 0.5 + 1j])

    def restored(a):
        size, sign = fjax.nn.logsumexp(a, return_sign=True)
        return jnp.exp(size) * sign

    _, slope = fjax.jvp(restored, (a,), (direction,))
    np.testing.assert_allclose(slope, np.sum(np.exp(a) * direction), rtol=1e-12)
