"""Slopes of densities, distribution functions and special functions at edges and at infinity."""

import inspect

import numpy as np
import pytest
from scipy import stats as their_stats

import fjax
import fjax.numpy as jnp
from fjax.scipy import special, stats

pytestmark = pytest.mark.needs("x64", reason="limits beyond float32")
INF = np.inf
PI = np.pi


def sine_integral(x):
    return special.sici(x)[0]


def cosine_integral(x):
    return special.sici(x)[1]


# Function, arguments, which of them; the derivative's limit from inside of the domain.
LIMITS = [
    (stats.beta.pdf, (0.0, 2.0, 3.0), 0, 12.0),
    (stats.beta.pdf, (1.0, 3.0, 2.0), 0, -12.0),
    (stats.beta.pdf, (0.0, 1.0, 3.0), 0, -6.0),
    (stats.beta.pdf, (0.0, 1.5, 3.0), 0, INF),
    (stats.beta.pdf, (0.0, 1000.0, 1000.0), 0, 0.0),
    (stats.beta.pdf, (0.1, 1000.0, 1.0), 0, 0.0),
    (stats.beta.pdf, (0.0, 2.0, 3.0, 0.0, 2.0), 0, 3.0),
    (stats.gamma.pdf, (0.0, 2.0), 0, 1.0),
    (stats.gamma.pdf, (0.0, 1.0), 0, -1.0),
    (stats.gamma.pdf, (0.0, 3.0), 0, 0.0),
    (stats.gamma.pdf, (INF, 3.0), 0, 0.0),
    (stats.gamma.logpdf, (INF, 3.0), 0, -1.0),
    (stats.chi2.pdf, (0.0, 4.0), 0, 0.25),
    (stats.binom.pmf, (0.0, 3.0, 0.0), 2, -3.0),
    (stats.binom.pmf, (1.0, 3.0, 0.0), 2, 3.0),
    (stats.binom.pmf, (2.0, 3.0, 1.0), 2, -3.0),
    (stats.binom.pmf, (2.0, 3.0, 0.0), 2, 0.0),
    (stats.binom.pmf, (500.0, 1000.0, 0.0), 2, 0.0),
    (stats.bernoulli.pmf, (1.0, 0.0), 1, 1.0),
    (stats.bernoulli.pmf, (0.0, 1.0), 1, -1.0),
    (stats.geom.pmf, (2.0, 1.0), 1, -1.0),
    (stats.geom.pmf, (3.0, 0.0), 1, 1.0),
    (stats.nbinom.pmf, (1.0, 3.0, 1.0), 2, -3.0),
    (stats.nbinom.pmf, (2.0, 1.0, 0.0), 2, 1.0),
    (stats.poisson.pmf, (1.0, 0.0), 1, 1.0),
    (stats.poisson.pmf, (0.0, 0.0), 1, -1.0),
    (stats.cauchy.ppf, (0.5,), 0, PI),
    (stats.cauchy.isf, (0.5,), 0, -PI),
    (stats.cauchy.ppf, (0.25,), 0, 2 * PI),
    (stats.cauchy.ppf, (0.0,), 0, INF),
    (stats.cauchy.logpdf, (INF,), 0, 0.0),
    (stats.cauchy.logpdf, (1e200,), 0, -2e-200),
    (stats.cauchy.logcdf, (-INF,), 0, 0.0),
    (stats.t.logpdf, (-INF, 2.0), 0, 0.0),
    (stats.laplace.cdf, (0.0,), 0, 0.5),
    (stats.gennorm.cdf, (0.0, 1.0), 0, 0.5),
    (stats.gennorm.cdf, (0.0, 2.0), 0, 1 / np.sqrt(PI)),
    (stats.gennorm.cdf, (INF, 3.0), 0, 0.0),
    (stats.gennorm.cdf, (0.0, 3.0), 1, 0.0),
    (stats.gumbel_l.pdf, (INF,), 0, 0.0),
    (stats.gumbel_l.pdf, (800.0,), 0, 0.0),
    (stats.gumbel_r.pdf, (-800.0,), 0, 0.0),
    (stats.gumbel_l.ppf, (1.0,), 0, INF),
    (stats.gumbel_r.ppf, (0.0,), 0, INF),
    (stats.truncnorm.logpdf, (0.5, 0.0, INF), 2, 0.0),
    (stats.truncnorm.logpdf, (0.5, 0.0, INF), 1, np.sqrt(2 / PI)),
    (stats.truncnorm.logpdf, (INF, 0.0, 2.0), 0, 0.0),
    (stats.truncnorm.cdf, (0.0, 0.0, INF), 0, np.sqrt(2 / PI)),
    (stats.truncnorm.cdf, (0.0, -INF, INF), 0, 1 / np.sqrt(2 * PI)),
    (stats.truncnorm.cdf, (0.0, -INF, INF), 1, 0.0),
    (stats.truncnorm.sf, (0.0, 0.0, INF), 0, -np.sqrt(2 / PI)),
    (special.erfcx, (INF,), 0, 0.0),
    (special.erfcx, (100.0,), 0, -5.64104976259931849e-05),
    (special.erfcx, (1e4,), 0, -5.64189575084912745e-09),
    (special.dawsn, (INF,), 0, 0.0),
    (special.dawsn, (-1e4,), 0, -5.00000007500000187e-09),
    (special.i0e, (1e4,), 0, -1.99478621069841881e-07),
    (special.i0e, (-INF,), 0, 0.0),
    (special.i1e, (-1e4,), 0, -1.99448698528524345e-07),
    (special.i1e, (INF,), 0, 0.0),
    (special.spence, (INF,), 0, 0.0),
    (special.owens_t, (INF, 0.0), 0, 0.0),
    (sine_integral, (-INF,), 0, 0.0),
    (cosine_integral, (INF,), 0, 0.0),
    (special.poch, (0.0, 2.0), 0, 1.0),
    (special.poch, (0.0, 0.5), 0, np.sqrt(PI)),
    (special.poch, (-3.0, 2.0), 0, -5.0),
    (special.poch, (-3.0, 5.0), 0, -6.0),
    (jnp.power, (0.0, 0.0), 0, 0.0),
]


def name_of(value):
    if callable(value):
        return f"{value.__module__.rpartition('.')[2]}.{value.__name__}"
    return None


@pytest.mark.one_in(12)
@pytest.mark.parametrize("function,arguments,position,limit", LIMITS, ids=name_of)
def test_slopes_are_their_limits(function, arguments, position, limit):
    slope = fjax.grad(function, position)
    for derivative in (slope, fjax.jacfwd(function, position), fjax.jit(slope)):
        np.testing.assert_allclose(derivative(*arguments), limit, rtol=1e-11)


# Shape, bound: the slopes of gammainc and of a gamma sample in the shape.
AT_EDGES = [
    (1.0, 0.0, 0.0, 0.0),
    (0.5, 0.0, 0.0, 0.0),
    (1.0, INF, 0.0, 0.0),
    (0.0, 0.0, np.nan, np.nan),
    (0.0, INF, np.nan, np.nan),
    (0.0, 1.0, np.nan, np.nan),
    (-1.0, 1.0, np.nan, np.nan),
    (1.0, -1.0, np.nan, np.nan),
    (np.nan, 0.0, np.nan, np.nan),
    (1.0, np.nan, np.nan, np.nan),
]


@pytest.mark.parametrize(("a", "x", "slope", "moved"), AT_EDGES)
def test_slopes_in_the_shape_at_edges_of_the_incomplete_gamma_function(a, x, slope, moved):
    for f, wanted in ((fjax.lax.igamma_grad_a, slope), (fjax.lax.random_gamma_grad, moved)):
        for g in (f, fjax.jit(f)):
            np.testing.assert_array_equal(g(jnp.float64(a), jnp.float64(x)), wanted)


# Function, arguments, which two of them; the limit of the second derivative.
SECOND_LIMITS = [
    (jnp.power, (2.5, 0.0), (0, 1), 0.4),
    (jnp.power, (2.5, 0.0), (1, 0), 0.4),
    (jnp.power, (0.0, 2.0), (0, 0), 2.0),
    (jnp.hypot, (1.0, 1.0), (0, 0), np.sqrt(1 / 8)),
    (jnp.hypot, (1.0, -1.0), (0, 1), np.sqrt(1 / 8)),
    (jnp.hypot, (0.0, 2.0), (0, 0), 0.5),
    (special.spence, (1.0,), (0, 0), 0.5),
    (special.spence, (1.000001,), (0, 0), 0.49999933333408333),
    (sine_integral, (0.0,), (0, 0), 0.0),
    (sine_integral, (1e-6,), (0, 0), -1e-6 / 3),
    (special.i0, (0.0,), (0, 0), 0.5),
    (special.i1, (0.0,), (0, 0), 0.0),
    (special.poch, (0.0, 0.5), (0, 0), -4.914285557711104),
    (special.poch, (-1.0, 0.5), (0, 1), 0.12935358979554004),
    (special.poch, (0.0, 2.0), (1, 0), 0.42278433509846713),
]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("function,arguments,positions,limit", SECOND_LIMITS, ids=name_of)
def test_second_slopes_are_their_limits(function, arguments, positions, limit):
    slope = fjax.grad(fjax.grad(function, positions[0]), positions[1])
    for derivative in (slope, fjax.jit(slope)):
        np.testing.assert_allclose(derivative(*arguments), limit, rtol=1e-11, atol=1e-14)


@pytest.mark.parametrize(
    "z", [20 + 1j, 30j, -13 + 8j, 1e5 + 1j, 15 - 15j], ids=lambda z: str(z).strip("()")
)
def test_slopes_of_the_faddeeva_function_far_away(z):
    turned = special.wofz(1j * z) if z.real >= 0 else special.erfcx(z)
    np.testing.assert_allclose(special.erfcx(z), turned, rtol=1e-12)
    found = fjax.grad(special.erfcx, holomorphic=True)(z)
    same = -1j * -1 * fjax.grad(special.wofz, holomorphic=True)(1j * z)
    np.testing.assert_allclose(found, same, rtol=1e-12)


POINTS = [-INF, -1e200, -800.0, -40.0, -1.0, 0.0, 0.5, 1.0, 2.0, 40.0, 800.0, 1e200, INF]
PARAMETERS = {
    "beta": [(1.0, 1.0), (2.0, 3.0), (0.5, 0.5)],
    "bernoulli": [(0.0,), (0.5,), (1.0,)],
    "betabinom": [(3.0, 1.0, 2.0)],
    "binom": [(3.0, 0.0), (3.0, 0.5), (3.0, 1.0)],
    "chi2": [(1.0,), (2.0,), (4.0,)],
    "gamma": [(0.5,), (1.0,), (2.0,)],
    "gennorm": [(1.0,), (2.0,), (3.0,)],
    "geom": [(0.5,), (1.0,)],
    "nbinom": [(3.0, 0.5), (3.0, 1.0)],
    "pareto": [(0.5,), (2.0,)],
    "poisson": [(0.0,), (2.0,)],
    "t": [(1.0,), (2.5,), (1e15,)],
    "truncnorm": [(-1.0, 1.0), (0.0, INF), (-INF, INF)],
    "vonmises": [(0.0,), (1.0,)],
    "wrapcauchy": [(0.5,)],
}
FAMILIES = [
    name
    for name, module in vars(stats).items()
    if inspect.ismodule(module) and hasattr(getattr(their_stats, name, None), "cdf")
    if name != "multivariate_normal"
]


@pytest.mark.parametrize("name", FAMILIES)
def test_every_distribution_is_scipys_over_its_support_and_beyond(name):
    """Values are SciPy's where it has one; slopes of densities are numbers where those are."""
    module, theirs = getattr(stats, name), getattr(their_stats, name)
    functions = [n for n in vars(module) if not n.startswith("_") and hasattr(theirs, n)]
    for parameters in PARAMETERS.get(name, [()]):
        for function in {*functions} - {"entropy"}:
            points = [0.25, 0.5, 0.75] if function in ("ppf", "isf") else POINTS
            if name in ("vonmises", "wrapcauchy"):  # SciPy takes angles modulo a turn
                points = [0.0, 0.5, 1.0, 2.0]
            with np.errstate(all="ignore"):
                wanted = getattr(theirs, function)(np.array(points), *parameters)
            ours = getattr(module, function)
            found = ours(jnp.array(points), *parameters)
            # SciPy's own logarithms overflow far away, and subtract infinities.
            known = np.isfinite(wanted) | ~np.isfinite(found) & ~np.isnan(wanted)
            message = f"{name}.{function}{parameters}"
            np.testing.assert_allclose(
                found[known], wanted[known], rtol=1e-9, atol=1e-300, err_msg=message
            )
            if function in ("pdf", "pmf", "cdf", "sf"):
                slopes = fjax.vmap(fjax.grad(lambda x: ours(x, *parameters)))(jnp.array(points))
                assert not np.isnan(slopes[np.isfinite(found)]).any(), message
