"""jet: derivatives of high order along a curve, against nested forward mode and closed forms."""

import math

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.experimental.jet import fact, jet
from fjax.scipy import special

TERMS = [0.7, -0.3, 0.2, 1.1]


def nested(f, x, terms):
    """The derivatives of f along a curve by nested forward mode."""

    def slope(g):
        return lambda t: fjax.jvp(g, (t,), (1.0,))[1]

    def along(t):
        return f(x + sum(c * t**k / math.factorial(k) for k, c in enumerate(terms, 1)))

    found, g = [], along
    for _ in terms:
        g = slope(g)
        found.append(g(0.0))
    return found


SMOOTH = {
    "sin": jnp.sin,
    "cos": jnp.cos,
    "tan": jnp.tan,
    "exp": jnp.exp,
    "expm1": jnp.expm1,
    "log": jnp.log,
    "log1p": jnp.log1p,
    "tanh": jnp.tanh,
    "sinh": jnp.sinh,
    "cosh": jnp.cosh,
    "arctan": jnp.arctan,
    "arcsin": lambda x: jnp.arcsin(x / 2),
    "arcsinh": jnp.arcsinh,
    "arccosh": lambda x: jnp.arccosh(x + 2),
    "arctanh": lambda x: jnp.arctanh(x / 2),
    "sqrt": jnp.sqrt,
    "rsqrt": lax.rsqrt,
    "cbrt": jnp.cbrt,
    "square": jnp.square,
    "power": lambda x: x**2.5,
    "cube": lambda x: x**3,
    "inverse square": lambda x: x**-2,
    "x to the x": lambda x: x**x,
    "quotient": lambda x: jnp.sin(x) / (x + 2),
    "logistic": fjax.nn.sigmoid,
    "softplus": fjax.nn.softplus,
    "erf": special.erf,
    "erfinv": lambda x: special.erfinv(x / 3),
    "gammaln": special.gammaln,
    "digamma": special.digamma,
    "bessel": special.i0e,
    "arctan2": lambda x: jnp.arctan2(x, 3 - x),
    "logsumexp": lambda x: special.logsumexp(jnp.stack([x, 2 * x, jnp.sin(x)])),
}


@pytest.mark.parametrize("name", SMOOTH)
def test_a_smooth_function_has_the_derivatives_of_nested_forward_mode(name):
    value, found = jet(SMOOTH[name], (0.8,), (TERMS,))
    assert value == SMOOTH[name](0.8)
    np.testing.assert_allclose(found, nested(SMOOTH[name], 0.8, TERMS), rtol=1e-10)


def test_high_orders_of_known_series_are_exact():
    order = 20
    line = [1.0] + [0.0] * (order - 1)
    np.testing.assert_allclose(jet(jnp.exp, (0.0,), (line,))[1], np.ones(order), rtol=1e-13)
    found = jet(jnp.sin, (0.0,), (line,))[1]
    np.testing.assert_allclose(
        found, [(0, 1, 0, -1)[k % 4] for k in range(1, order + 1)], atol=1e-13
    )
    found = jet(lambda x: 1 / (1 - x), (0.0,), (line,), factorial_scaled=False)[1]
    np.testing.assert_allclose(found, np.ones(order), rtol=1e-13)
    found = jet(lambda x: jnp.log(1 + x), (0.0,), (line,), factorial_scaled=False)[1]
    np.testing.assert_allclose(
        found, [(-1) ** (k + 1) / k for k in range(1, order + 1)], rtol=1e-12
    )


@pytest.mark.parametrize("f", [jnp.sin, jnp.exp, jnp.tanh, jnp.log, lax.rsqrt, lax.logistic])
def test_the_work_grows_with_the_square_of_the_order(f):
    def equations(order):
        program = fjax.make_jaxpr(lambda x: jet(f, (x,), ([x] * order,))[1])(0.8)
        return len(program.jaxpr.eqns)

    assert equations(16) < 5 * equations(8)


def test_matrices_products_and_reductions():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(3, 4)), rng.normal(size=(4, 3))
    terms = rng.normal(size=(2, 3, 3, 4))
    curves = list(terms[0]), [t.T for t in terms[1]]

    def f(x, y):
        z = x @ y
        return jnp.linalg.inv(z), jnp.max(z, axis=0), jnp.cumprod(z, axis=1), jnp.sort(z)

    value, found = jet(f, (x, y), curves)

    def along(t):
        weights = t, t * t / 2, t**3 / 6
        return f(
            *[
                a + sum(w * c for w, c in zip(weights, cs, strict=True))
                for a, cs in zip((x, y), curves, strict=True)
            ]
        )

    wanted = along
    for k in range(3):
        wanted = fjax.jacfwd(wanted)
        for column, expected in zip(found, wanted(0.0), strict=True):
            np.testing.assert_allclose(column[k], expected, rtol=1e-7)
    np.testing.assert_allclose(value[0], np.linalg.inv(x @ y))


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "f",
    [
        lambda x: lax.fori_loop(0, 3, lambda i, v: jnp.sin(v) * v, x),
        lambda x: lax.scan(lambda c, a: (c * a + x, c), x, jnp.arange(3.0))[1].sum(),
        lambda x: lax.while_loop(lambda v: v < 5, lambda v: v * v + 1, x),
        lambda x: lax.cond(x > 0, jnp.sin, jnp.cos, x),
        fjax.jit(lambda x: jnp.sin(x) * x),
        fjax.checkpoint(lambda x: jnp.sin(x) * x),
    ],
    ids=["fori", "scan", "while", "cond", "jit", "checkpoint"],
)
def test_control_flow_and_calls(f):
    np.testing.assert_allclose(jet(f, (0.8,), (TERMS,))[1], nested(f, 0.8, TERMS), rtol=1e-10)


def test_functions_with_rules_of_their_own():
    @fjax.custom_jvp
    def triple(x):
        return x**3

    triple.defjvp(lambda p, t: (triple(*p), 3 * p[0] ** 2 * t[0]))
    reverse = fjax.custom_vjp(lambda x: x**3)
    reverse.defvjp(lambda x: (x**3, x), lambda x, g: (3 * x * x * g,))
    wanted = nested(lambda x: x**3, 0.8, TERMS)
    for f in (triple, reverse, fjax.jit(triple), fjax.jit(reverse)):
        np.testing.assert_allclose(jet(f, (0.8,), (TERMS,))[1], wanted, rtol=1e-12)


def test_jet_goes_with_other_transformations():
    def third(x):
        return jet(jnp.sin, (x,), ([1.0, 0.0, 0.0],))[1][2]

    xs = jnp.array([0.1, 0.7, 2.0])
    np.testing.assert_allclose(fjax.jit(fjax.vmap(third))(xs), -np.cos(xs))
    np.testing.assert_allclose(fjax.vmap(fjax.grad(third))(xs), np.sin(xs))
    found = jet(fjax.grad(lambda x: jnp.sin(x) * x), (0.5,), ([1.0, 0.0],))[1]
    wanted = nested(fjax.grad(lambda x: jnp.sin(x) * x), 0.5, [1.0, 0.0])
    np.testing.assert_allclose(found, wanted, rtol=1e-12)
    inner = jet(lambda x: jet(jnp.exp, (2 * x,), ([1.0],))[1][0], (0.5,), ([1.0, 0.0],))[1]
    np.testing.assert_allclose(inner, [2 * np.e, 4 * np.e], rtol=1e-12)


def test_results_are_trees_and_what_does_not_vary_has_zeros():
    value, found = jet(
        lambda x, n: {"a": x * n, "b": (n, jnp.floor(x))},
        (jnp.ones(2), 3),
        ([jnp.ones(2), jnp.zeros(2)], [0, 0]),
    )
    assert value["b"][0] == 3 and [c.shape for c in found["a"]] == [(2,), (2,)]
    np.testing.assert_array_equal(found["a"], [[3, 3], [0, 0]])
    np.testing.assert_array_equal(found["b"][1], np.zeros((2, 2)))
    assert jet(jnp.sin, (0.0,), ([],)) == (0.0, []) and fact(4) == 24.0


def test_python_control_flow_sees_values():
    value, found = jet(lambda x: x * x if x > 0 else -x, (2.0,), ([1.0, 0.0],))
    assert (value, found) == (4.0, [4.0, 2.0])


def test_what_jet_does_not_take_is_refused():
    with pytest.raises(ValueError, match="jet terms have inconsistent lengths.*1, 2"):
        jet(jnp.add, (1.0, 2.0), ([1.0], [1.0, 0.0]))
    with pytest.raises(ValueError, match="primal value at position 0 is not an array"):
        jet(sum, ([1.0, 2.0],), ([[1.0, 1.0]],))
    with pytest.raises(ValueError, match="term 0 for argument 0 is not an array"):
        jet(jnp.sin, (1.0,), ([[1.0, 2.0]],))
    with pytest.raises(ValueError, match=r"term 0 for argument 0 has type float64\[2\]"):
        jet(jnp.sin, (1.0,), ([jnp.ones(2)],))
