"""Special functions against SciPy, and their derivatives against finite differences."""

import numpy as np
import pytest
import scipy.special as theirs

import fjax
import fjax.numpy as jnp
from fjax.scipy import special as ours

N = 12
RNG = np.random.default_rng(7)
ANY, POSITIVE, UNIT = RNG.normal(size=N) * 3, RNG.uniform(0.1, 8, N), RNG.uniform(0.05, 0.95, N)
OTHER, ORDER = RNG.uniform(0.2, 6, N), np.arange(N) % 4
COMPLEX = ANY + 1j * RNG.normal(size=N)

# name -> (arguments, which of them to differentiate in)
CASES = {
    "beta": ((POSITIVE, OTHER), (0, 1)),
    "betaln": ((POSITIVE * 9, OTHER * 5), (0, 1)),
    "betainc": ((POSITIVE, OTHER, UNIT), (2,)),
    "boxcox": ((POSITIVE, ANY), (0, 1)),
    "boxcox1p": ((POSITIVE, ANY), (0, 1)),
    "comb": ((OTHER + 6, OTHER[::-1]), (0, 1)),
    "dawsn": ((ANY,), (0,)),
    "digamma": ((POSITIVE,), (0,)),
    "entr": ((POSITIVE,), (0,)),
    "erf": ((ANY,), (0,)),
    "erfc": ((ANY,), (0,)),
    "erfcx": ((POSITIVE,), (0,)),
    "erfinv": ((UNIT,), (0,)),
    "exp1": ((POSITIVE,), (0,)),
    "expi": ((POSITIVE,), (0,)),
    "expit": ((ANY,), (0,)),
    "expn": ((ORDER, POSITIVE), (1,)),
    "factorial": ((POSITIVE,), (0,)),
    "fresnel": ((ANY,), (0,)),
    "gamma": ((POSITIVE,), (0,)),
    "gammainc": ((POSITIVE, OTHER), (0, 1)),
    "gammaincc": ((POSITIVE, OTHER), (0, 1)),
    "gammaln": ((POSITIVE,), (0,)),
    "gammasgn": ((ANY,), (0,)),
    "hyp1f1": ((POSITIVE, OTHER, ANY / 2), (0, 1, 2)),
    "hyp2f1": ((UNIT, OTHER / 3, POSITIVE, UNIT - 0.6), (0, 1, 2, 3)),
    "i0": ((ANY,), (0,)),
    "i0e": ((ANY,), (0,)),
    "i1": ((ANY,), (0,)),
    "i1e": ((ANY,), (0,)),
    "kl_div": ((POSITIVE, OTHER), (0, 1)),
    "log_ndtr": ((ANY * 4,), (0,)),
    "log_softmax": ((ANY,), (0,)),
    "loggamma": ((POSITIVE,), (0,)),
    "logit": ((UNIT,), (0,)),
    "logsumexp": ((ANY,), (0,)),
    "ndtr": ((ANY,), (0,)),
    "ndtri": ((UNIT,), (0,)),
    "owens_t": ((ANY, OTHER), (0, 1)),
    "poch": ((POSITIVE, OTHER / 2), (0, 1)),
    "polygamma": ((ORDER, POSITIVE), (1,)),
    "rel_entr": ((POSITIVE, OTHER), (0, 1)),
    "softmax": ((ANY,), (0,)),
    "spence": ((POSITIVE,), (0,)),
    "wofz": ((COMPLEX,), ()),
    "xlog1py": ((POSITIVE, OTHER), (0, 1)),
    "xlogy": ((POSITIVE, OTHER), (0, 1)),
    "zeta": ((POSITIVE + 1.2, OTHER), (0, 1)),
}


def several(values):
    """One output or several as one array."""
    return (
        np.stack([np.asarray(v) for v in values])
        if isinstance(values, tuple)
        else np.asarray(values)
    )


@pytest.mark.parametrize("name", CASES)
def test_values_are_scipys(name):
    args, _ = CASES[name]
    found, expected = (several(getattr(module, name)(*args)) for module in (ours, theirs))
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-14)


@pytest.mark.parametrize("name", CASES)
def test_values_in_float32_are_scipys(name):
    args, _ = CASES[name]
    narrow = [
        a.astype({"f": "float32", "c": "complex64", "i": "int32"}[a.dtype.kind]) for a in args
    ]
    found = several(getattr(ours, name)(*narrow))
    wide = [a.astype(np.float64) if a.dtype.kind == "f" else a for a in narrow]
    assert found.dtype in (np.float32, np.complex64)
    np.testing.assert_allclose(found, several(getattr(theirs, name)(*wide)), rtol=3e-4, atol=1e-6)


@pytest.mark.parametrize("name,position", [(n, k) for n, (_, ks) in CASES.items() for k in ks])
def test_derivatives_are_finite_differences(name, position):
    args, _ = CASES[name]
    weights = np.linspace(0.5, 1.5, N)

    def along(function, x):
        value = function(*args[:position], x, *args[position + 1 :])
        parts = value if isinstance(value, tuple) else (value,)
        return sum((part * weights).sum() if getattr(part, "ndim", 0) else part for part in parts)

    x = args[position]
    slope = fjax.grad(lambda x: along(getattr(ours, name), x))(jnp.asarray(x))
    step = 1e-6 * np.maximum(1, abs(x))
    near = [
        (along(getattr(theirs, name), x + d) - along(getattr(theirs, name), x - d)) / (2 * s)
        for d, s in zip(np.diag(step), step, strict=True)
    ]
    np.testing.assert_allclose(slope, near, rtol=2e-5, atol=1e-5 * np.max(np.abs(near)) + 1e-9)


@pytest.mark.parametrize("name", ["gamma", "loggamma"])
def test_complex_gamma_functions_are_scipys(name):
    np.testing.assert_allclose(
        getattr(ours, name)(COMPLEX), getattr(theirs, name)(COMPLEX), rtol=1e-12
    )


@pytest.mark.parametrize(
    "x,expected", [(-1e3, -500007.8266948), (-40.0, -804.608442), (30.0, -4.906713927148187e-198)]
)
def test_log_ndtr_keeps_both_tails(x, expected):
    np.testing.assert_allclose(ours.log_ndtr(x), expected, rtol=1e-9)
    assert np.isfinite(fjax.grad(ours.log_ndtr)(x))


@pytest.mark.needs("x64", reason="compares a float64 exactly")
def test_edges():
    assert float(ours.xlogy(0.0, 0.0)) == 0 and float(ours.xlog1py(0.0, -1.0)) == 0
    assert np.array_equal(ours.entr(np.array([-1.0, 0.0])), [-np.inf, 0.0])
    assert np.array_equal(ours.rel_entr(np.array([0.0, 1.0]), np.array([0.0, 0.0])), [0.0, np.inf])
    assert np.array_equal(ours.ndtri(np.array([0.0, 1.0])), [-np.inf, np.inf])
    assert np.isnan(float(ours.gammasgn(-2.0))) and float(ours.gammasgn(-0.0)) == -1
    assert float(fjax.grad(ours.xlogy)(0.0, 2.0)) == np.log(2)


def test_functions_of_integers_and_sequences_of_values():
    numbers = ours.bernoulli(12)
    np.testing.assert_allclose(numbers, theirs.bernoulli(12), atol=1e-15)
    z = np.linspace(-3, 3, 5)
    np.testing.assert_allclose(
        ours.bessel_jn(z, v=3), [theirs.jv(k, z) for k in range(4)], atol=1e-14
    )
    slopes = fjax.jacobian(lambda x: ours.bessel_jn(x, v=3))(0.7)
    np.testing.assert_allclose(slopes, [theirs.jvp(k, 0.7) for k in range(4)], rtol=1e-12)
    np.testing.assert_allclose(
        ours.multigammaln(POSITIVE + 3, 4), theirs.multigammaln(POSITIVE + 3, 4), rtol=1e-12
    )


def test_spherical_harmonics_are_scipys():
    n, m = np.array([0, 1, 2, 3, 3, 4]), np.array([0, -1, 2, 0, -3, 1])
    theta, phi = np.linspace(0.1, 3, 6), np.linspace(0, 6, 6)
    expected = theirs.sph_harm_y(n, m, theta, phi)
    np.testing.assert_allclose(ours.sph_harm_y(n, m, theta, phi), expected, atol=1e-14)
    compiled = fjax.jit(lambda *args: ours.sph_harm_y(*args, n_max=4))
    np.testing.assert_allclose(compiled(n, m, theta, phi), expected, atol=1e-14)


def test_functions_compile_and_map():
    f = fjax.jit(fjax.vmap(lambda x: ours.log_ndtr(x) + ours.expi(x) * ours.gammaln(x)))
    expected = theirs.log_ndtr(POSITIVE) + theirs.expi(POSITIVE) * theirs.gammaln(POSITIVE)
    np.testing.assert_allclose(f(POSITIVE), expected, rtol=1e-11)


@pytest.mark.parametrize(
    "call,error,words",
    [
        (lambda: ours.ndtr(jnp.zeros(2, jnp.float16)), TypeError, "float16"),
        (lambda: ours.digamma(1j), ValueError, "complex"),
        (lambda: ours.polygamma(1.5, 2.0), ValueError, "integer"),
        (lambda: ours.bernoulli(-1), ValueError, "non-negative"),
        (lambda: fjax.jit(ours.bernoulli)(3), TypeError, "concrete"),
        (lambda: ours.log_ndtr(1.0, series_order=31), ValueError, "series_order"),
        (lambda: fjax.grad(ours.betainc)(1.0, 2.0, 0.5), TypeError, "no derivative"),
    ],
)
def test_misuse_is_refused_with_its_reason(call, error, words):
    with pytest.raises(error, match=words):
        call()


@pytest.mark.needs("x64", reason="numbers beyond float32")
@pytest.mark.parametrize("n", [12.0, 280874.5, 1e10, 1e30])
def test_choices_of_large_numbers_do_not_cancel(n):
    m = np.array([0.5, 1.5, 2.0, 3.7, 8.0])
    np.testing.assert_allclose(ours.poch(n, m), theirs.poch(n, m), rtol=4e-13)
    for k in (1, 2, 8):
        product = np.prod((n - np.arange(k)) / np.arange(1, k + 1))
        np.testing.assert_allclose(ours.comb(n, k), product, rtol=1e-13)


def test_the_beta_function_of_an_infinite_argument():
    a = np.array([0.5, 3.0, 10.0, 1e30, 0.0, -0.5])
    expected = theirs.betaln(a, np.inf)
    np.testing.assert_array_equal(ours.betaln(a, np.inf), expected)
    np.testing.assert_array_equal(ours.betaln(np.inf, a[:4]), expected[:4])


def test_bessel_functions_are_finite_where_their_exponential_is_not():
    x = jnp.float32(89.0)
    np.testing.assert_allclose(ours.i0(x), theirs.i0(89.0), rtol=1e-5)
    np.testing.assert_allclose(ours.i1(-x), theirs.i1(-89.0), rtol=1e-5)


def test_choices_of_endless_things():
    k = np.array([0.0, 2.0, -1.0])
    np.testing.assert_array_equal(ours.comb(np.inf, k), theirs.comb(np.inf, k))


@pytest.mark.parametrize("order", [-1, 2**31 - 1, 2**62])
def test_orders_of_bessel_functions_are_bounded(order):
    with pytest.raises(ValueError, match="bessel_jn: v"):
        ours.bessel_jn(0.1, v=order)
