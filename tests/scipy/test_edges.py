"""Values and derivatives at the edges of what functions are defined on, and in their far tails."""

import itertools

import numpy as np
import pytest
import scipy.linalg
import scipy.special as theirs
from scipy import stats as their_stats

import fjax
import fjax.numpy as jnp
from fjax import nn
from fjax.scipy import special, stats
from tests.children import in_child, needs_fork

INF = np.inf
# Function, arguments, which of them; the derivative's limit from inside of the domain.
LIMITS = [
    (special.xlogy, (0.0, 0.0), 1, 0.0),
    (special.xlogy, (0.0, 2.0), 1, 0.0),
    (special.xlogy, (2.0, 0.0), 1, INF),
    (special.xlog1py, (0.0, -1.0), 1, 0.0),
    (special.xlog1py, (3.0, -1.0), 1, INF),
    (special.boxcox, (0.0, 1.0), 0, 1.0),
    (special.boxcox, (0.0, 2.0), 0, 0.0),
    (special.boxcox, (3.0, 0.0), 1, np.log(3) ** 2 / 2),
    (special.boxcox, (3.0, 1e-9), 1, np.log(3) ** 2 / 2 + np.log(3) ** 3 * 1e-9 / 3),
    (special.boxcox, (0.0, 2.0), 1, 0.25),
    (special.boxcox1p, (-1.0, 1.0), 0, 1.0),
    (special.boxcox1p, (2.0, 0.0), 1, np.log(3) ** 2 / 2),
    (special.betainc, (1.0, 1.0, 0.0), 2, 1.0),
    (special.betainc, (1.0, 2.0, 0.0), 2, 2.0),
    (special.betainc, (2.0, 1.0, 1.0), 2, 2.0),
    (special.betainc, (2.0, 3.0, 0.0), 2, 0.0),
    (special.gammainc, (1.0, 0.0), 1, 1.0),
    (special.gammainc, (2.0, INF), 1, 0.0),
    (special.gammaincc, (1.0, 0.0), 1, -1.0),
    (special.gammaincc, (0.5, INF), 1, 0.0),
    (special.log_ndtr, (INF,), 0, 0.0),
    (special.log_ndtr, (-INF,), 0, INF),
    (special.log_ndtr, (-1e9,), 0, 1e9),
    (special.log_ndtr, (-1e200,), 0, 1e200),
    (stats.beta.logpdf, (0.0, 1.0, 3.0), 0, -2.0),
    (stats.beta.logpdf, (1.0, 3.0, 1.0), 0, 2.0),
    (stats.beta.logpdf, (0.0, 1.0, 1.0), 0, 0.0),
    (stats.beta.logpdf, (0.0, 2.0, 1.0), 0, INF),
    (stats.beta.cdf, (0.0, 1.0, 2.0), 0, 2.0),
    (stats.beta.sf, (1.0, 2.0, 1.0), 0, -2.0),
    (stats.beta.logsf, (0.0, 1.0, 2.0), 0, -2.0),
    (stats.gamma.logpdf, (0.0, 1.0), 0, -1.0),
    (stats.gamma.cdf, (0.0, 1.0), 0, 1.0),
    (stats.gamma.sf, (INF, 2.0), 0, 0.0),
    (stats.uniform.cdf, (0.0,), 0, 1.0),
    (stats.chi2.logpdf, (0.0, 2.0), 0, -0.5),
    (stats.chi2.cdf, (0.0, 2.0), 0, 0.5),
    (stats.norm.logcdf, (INF,), 0, 0.0),
    (stats.norm.logsf, (-INF,), 0, 0.0),
    (stats.bernoulli.logpmf, (0.0, 0.0), 1, -1.0),
    (stats.bernoulli.logpmf, (1.0, 1.0), 1, 1.0),
    (stats.binom.logpmf, (0.0, 3.0, 0.0), 2, -3.0),
    (stats.binom.logpmf, (3.0, 3.0, 1.0), 2, 3.0),
    (stats.geom.logpmf, (1.0, 1.0), 1, 1.0),
    (stats.nbinom.logpmf, (0.0, 3.0, 1.0), 2, 3.0),
    (stats.poisson.logpmf, (0.0, 0.0), 1, -1.0),
    (stats.poisson.cdf, (0.0, 0.0), 1, -1.0),
]


def name_of(value):
    if callable(value):
        return f"{value.__module__.rpartition('.')[2]}.{value.__name__}"
    return None


@pytest.mark.needs("x64", reason="tails beyond float32")
@pytest.mark.parametrize("function,arguments,position,limit", LIMITS, ids=name_of)
def test_derivatives_at_the_edge_are_their_limits(function, arguments, position, limit):
    for transform in (fjax.grad, fjax.jacfwd):
        found = transform(function, position)(*arguments)
        np.testing.assert_allclose(found, limit, rtol=1e-12)


@pytest.mark.needs("x64", reason="tails beyond float32")
def test_compiled_derivatives_at_the_edge_are_their_limits():
    cases = [c for c in LIMITS if c[0] in (special.xlogy, stats.beta.logpdf, special.log_ndtr)]

    @fjax.jit
    def slopes(points):
        return [
            fjax.grad(function, position)(*arguments)
            for (function, _, position, _), arguments in zip(cases, points, strict=True)
        ]

    found = slopes([arguments for _, arguments, _, _ in cases])
    np.testing.assert_allclose(found, [limit for *_, limit in cases], rtol=1e-12)


@pytest.mark.parametrize("weights", [[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]])
def test_logsumexp_has_its_derivative_in_a_weight_that_is_zero(weights):
    a, b = jnp.array([0.5, 1.0, 2.0]), jnp.array(weights)
    terms = np.exp(np.asarray(a))
    total = np.sum(terms * np.asarray(b))
    wanted = terms / total
    by_weight = fjax.grad(lambda b: nn.logsumexp(a, b=b))
    np.testing.assert_allclose(by_weight(b), wanted, rtol=1e-5)
    mixed = fjax.jacfwd(lambda a: fjax.grad(lambda b: nn.logsumexp(a, b=b))(b))(a)
    share = terms * np.asarray(b) / total
    np.testing.assert_allclose(
        mixed, np.diag(wanted) - wanted[:, None] * share[None], rtol=1e-5, atol=1e-7
    )


@pytest.mark.parametrize("a", [1e5, np.inf, -np.inf, np.nan])
def test_what_logsumexp_gives_no_weight_does_not_matter(a):
    a, b = jnp.array([1.0, a]), jnp.array([1.0, 0.0])
    assert nn.logsumexp(a, b=b) == 1
    np.testing.assert_array_equal(fjax.grad(lambda a: nn.logsumexp(a, b=b))(a), [1.0, 0.0])


def test_log_probabilities_far_above_the_mean_are_zero():
    assert stats.norm.logcdf(jnp.inf) == 0 and stats.norm.logsf(-jnp.inf) == 0
    x = np.linspace(5, 30, 11)
    np.testing.assert_allclose(special.log_ndtr(x), their_stats.norm.logcdf(x), rtol=1e-6)


SMALL = np.array([1e-300, 1e-30, 1e-20, 1e-16, 1e-10, 1e-5, 1e-3, 0.3, 0.7])


@pytest.mark.parametrize(("a", "b"), [(0.01, 1.0), (0.1, 0.1), (1.0, 1000.0), (2.0, 3.0)])
@pytest.mark.parametrize("name", ["cdf", "sf", "logcdf", "logsf"])
def test_probabilities_of_the_beta_distribution_above_a_small_number(name, a, b):
    function, theirs_too = (getattr(d, name) for d in (stats.beta, their_stats.beta))
    np.testing.assert_allclose(function(SMALL, a, b), theirs_too(SMALL, a, b), 1e-11)
    slopes = fjax.vmap(fjax.grad(lambda x: stats.beta.sf(x, a, b)))(SMALL)
    np.testing.assert_allclose(slopes, -their_stats.beta.pdf(SMALL, a, b), 1e-7)


def test_relative_entropies_of_close_numbers_do_not_cancel():
    p, q = np.float32(1000), np.float32(1001)
    exact = 1000 * np.log1p(-1 / 1001)
    np.testing.assert_allclose(special.rel_entr(p, q), exact, 3e-7)
    np.testing.assert_allclose(special.kl_div(p, q), exact + 1, 3e-4)
    assert special.rel_entr(INF, 1.0) == INF
    slopes = fjax.grad(special.rel_entr, (0, 1))(p, q)
    np.testing.assert_allclose(slopes, (1 + np.log1p(-1 / 1001), -1000 / 1001), 1e-6)


def test_powers_whose_product_underflows_are_logarithms():
    np.testing.assert_allclose(
        special.boxcox(np.array([1.5, 1e-300]), 5e-324), np.log([1.5, 1e-300])
    )
    small = np.float32(1e-25)
    assert special.boxcox1p(small, small) == small


def test_densities_on_the_circle_keep_their_digits_at_a_high_concentration():
    x, kappa, c = (np.float32([1e-4, 1e-3, 2 * np.pi - 1e-3]), np.float32(1e6), np.float32(0.9999))
    wide = [np.longdouble(v) for v in (x, kappa, c)]
    turned = their_stats.vonmises.logpdf(*map(np.float64, (x, kappa)))
    np.testing.assert_allclose(stats.vonmises.logpdf(x[:2], kappa), turned[:2], 2e-6)
    angle, _, share = wide
    density = (1 - share**2) / (2 * np.pi * (1 + share**2 - 2 * share * np.cos(angle)))
    np.testing.assert_allclose(stats.wrapcauchy.pdf(x, c), density.astype(float), 4e-4)
    np.testing.assert_allclose(stats.wrapcauchy.pdf(x[:2], c), density[:2].astype(float), 2e-6)


@pytest.mark.parametrize("function", [jnp.i0, special.i0], ids=["numpy", "scipy"])
def test_slopes_of_bessel_functions_are_bessel_functions(function):
    x = np.float32([-50, -1e-3, -1e-10, 1e-20, 1e-7, 1e-3, 3])
    wide = x.astype(float)
    slope = fjax.grad(function)
    np.testing.assert_allclose(fjax.vmap(slope)(x), theirs.i1(wide), 2e-5)
    exact = theirs.i0(wide) - theirs.i1(wide) / wide
    np.testing.assert_allclose(fjax.vmap(fjax.grad(slope))(x), exact, 2e-5)
    np.testing.assert_allclose(fjax.vmap(fjax.grad(special.i1))(x), exact, 2e-5)
    assert [slope(y).item() for y in (800.0, -800.0, INF)] == [INF, -INF, INF]
    assert fjax.grad(special.i1)(-800.0) == INF


def test_a_density_at_infinity_is_zero():
    assert stats.gamma.pdf(jnp.inf, 3.0) == 0 and stats.chi2.logpdf(jnp.inf, 5.0) == -jnp.inf


SIZES = np.concatenate([[0.0], np.logspace(-12, 4, 49), [np.inf]])
SIGNED = np.concatenate([-SIZES[::-1], SIZES])
PARAMETERS = np.logspace(-2, 4, 19)
SHARES = np.concatenate([np.logspace(-12, -0.3, 20), 1 - np.logspace(-6, -0.3, 12), [0.0, 1.0]])
# Each function that a library computes, on a grid of its arguments.
GRIDS = {
    "betainc": (PARAMETERS, PARAMETERS, SHARES),
    "dawsn": (SIGNED,),
    "erfcx": (SIGNED,),
    "exp1": (SIZES,),
    "expi": (SIGNED,),
    "expn": (np.arange(0, 60.0, 7), SIZES),
    "fresnel": (SIGNED,),
    "gammainc": (PARAMETERS, SIZES),
    "gammaincc": (PARAMETERS, SIZES),
    "hyp1f1": ([-2.5, 0.3, 1.5], [0.5, 2.5], np.linspace(-50, 50, 21)),
    "hyp2f1": ([-2.5, 0.3], [0.5, 2.5], [0.7, 3.0], -SIZES[:-1]),
    "ndtri": (SHARES,),
    "owens_t": (SIGNED, SIGNED),
    "sici": (SIGNED,),
    "spence": (SIZES[:-1],),
    "zeta": (1 + PARAMETERS, PARAMETERS),
}


@pytest.mark.parametrize("name", GRIDS)
def test_functions_of_float32_are_those_of_float64_rounded(name):
    axes = [np.asarray(x, np.float32) for x in GRIDS[name]]
    arguments = [x.ravel() for x in np.meshgrid(*axes, indexing="ij")]
    with np.errstate(all="ignore"):
        wide = getattr(theirs, name)(*(x.astype(np.float64) for x in arguments))
        found = getattr(special, name)(*arguments)
        for ours, exact in zip(found, wide) if isinstance(wide, tuple) else [(found, wide)]:
            assert ours.dtype == np.float32
            np.testing.assert_allclose(ours, exact.astype(np.float32), rtol=3e-6, atol=1e-37)


EXTREMES = [0, 1e-300, 1e-10, 0.3, 0.5, 1, 2.5, 10, 50.5, 170, 1e3, 1e5, 1e16, 1e100, INF]
EXTREMES = [*sorted({*EXTREMES, *(-v for v in EXTREMES)}), np.nan]
UNARY = "dawsn digamma erf erfc erfcx erfinv exp1 expi fresnel gamma gammaln i0 i0e i1 i1e".split()
UNARY += "loggamma ndtr ndtri log_ndtr sici spence wofz".split()
BINARY = "betaln gammainc gammaincc owens_t poch zeta comb".split()


@needs_fork
def test_every_function_ends_for_arguments_of_every_size():
    """What does not return, or ends the process, does so in a child."""

    def work():
        rng = np.random.default_rng(3)
        with np.errstate(all="ignore"):
            for number, names in ((1, UNARY), (2, BINARY), (3, ["hyp1f1", "betainc"])):
                points = np.array(list(itertools.product(EXTREMES, repeat=number)))
                points = points[rng.permutation(len(points))[:4000]].T
                for name in names:
                    getattr(special, name)(*points)

    in_child(work, 300)


@pytest.mark.needs("x64", reason="arguments beyond float32")
@pytest.mark.parametrize(
    "arguments,value",
    [  # of mpmath's hyp1f1
        ((1.5, 2.5, 1e100), INF),
        ((1.5, 2.5, -1e100), 1.329340388179137e-150),
        ((1.5, 2.5, -3500.0), 6.419986771726032e-06),
        ((-2.0, 2.5, 1e5), 1142777143.857143),
        ((-3.5, 2.5, -1e4), 1109723247671.4753),
        ((-4.0, 0.5, -1e6), 1.5238308572228573e23),
        ((-3.0, 2.5, 1e5), -25393396945395.824),
        ((1e-300, -50.5, 50.5), 1.0),
        ((1e-14, 2.5, 100.0), 3.666033983242021e24),
        ((0.0, 1.0, 1e9), 1.0),
        ((5e4, 1.0, 1e4), INF),
    ],
)
def test_the_confluent_function_of_large_arguments(arguments, value):
    np.testing.assert_allclose(special.hyp1f1(*arguments), value, rtol=1e-11)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_a_schur_form_of_any_size_becomes_complex(n):
    matrix = np.arange(1.0, n * n + 1).reshape(n, n) - np.eye(n) * 3
    t, z = fjax.scipy.linalg.rsf2csf(jnp.array(matrix), jnp.eye(n))
    assert t.dtype.kind == z.dtype.kind == "c"
    if n:
        wanted = scipy.linalg.rsf2csf(matrix, np.eye(n))
        np.testing.assert_allclose(z @ t @ z.conj().T, wanted[1] @ wanted[0] @ wanted[1].conj().T)


@pytest.mark.parametrize("way", ["ppf", "isf"])
@pytest.mark.parametrize(
    "name", "cauchy expon gumbel_l gumbel_r logistic norm pareto uniform".split()
)
def test_quantiles_at_the_ends_and_of_no_probability_are_scipys(name, way):
    function = getattr(getattr(stats, name), way, None)
    if function is None:
        return  # JAX has none either
    shape = (1.5,) if name == "pareto" else ()
    at = np.array([0.0, 1.0, -0.5, 1.5, np.nan, 0.5, 1e-300, 0.3])
    expected = getattr(getattr(their_stats, name), way)(at, *shape)
    np.testing.assert_allclose(function(at, *shape), expected, rtol=1e-9, atol=1e-12)
