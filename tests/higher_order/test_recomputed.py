"""What loops store for reverse mode: the values from which others follow by a few operations."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn, random
from fjax.higher_order import loop_forms, recomputed

RANDOM = np.random.default_rng(4)
WEIGHTS = RANDOM.normal(size=(4, 5, 5)) / 3
X = RANDOM.normal(size=(6, 5))


def gelu_layers(w, x):
    def layer(x, w):
        y = nn.gelu(x @ w)
        return x + y, y.sum()

    return lax.scan(layer, x, w)


def normed_layers(w, x):
    def layer(x, w):
        centred = x - x.mean(1, keepdims=True)
        y = centred * lax.rsqrt((centred**2).mean(1, keepdims=True) + 1e-3)
        return jnp.tanh(y @ w) * x, jnp.exp(-x)

    return lax.scan(layer, x, w)


def layers_with_dropout(w, x):
    def layer(carry, w):
        x, key = carry
        key, own = random.split(key)
        x = jnp.where(random.bernoulli(own, 0.7, x.shape), jnp.sin(x @ w), 0.0)
        return (x, key), x[0] * 2

    (x, _), rows = lax.scan(layer, (x, random.key(3)), w)
    return x, rows


def steps_by_a_constant(w, x):
    return lax.fori_loop(0, 5, lambda _, x: jnp.sin(jnp.exp(x @ w[0]) * jnp.cos(w[1, 0])), x), w


def nested_loops(w, x):
    def layer(x, w):
        inner = lambda y, _: (jnp.tanh(y * jnp.cos(y)) + y @ w, None)
        return lax.scan(inner, x, None, length=3)[0], x**2

    return lax.scan(layer, x, w)


PROGRAMS = [gelu_layers, normed_layers, layers_with_dropout, steps_by_a_constant, nested_loops]


@pytest.fixture
def everything(monkeypatch):
    """Little is nothing: each loop chooses what it stores."""
    fjax.clear_caches()
    monkeypatch.setattr(recomputed, "LITTLE", -1)
    yield
    fjax.clear_caches()


def derivatives(program):
    def total(w, x):
        return sum((jnp.sin(y) * (1 + y)).sum() for y in program(w, x))

    first = fjax.grad(total, (0, 1))
    second = fjax.grad(lambda w, x: sum((g * g).sum() for g in first(w, x)), (0, 1))
    return [f(WEIGHTS, X) for f in (fjax.jit(first), first, fjax.jit(second))]


@pytest.mark.extended
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_derivatives_are_those_of_a_loop_that_stores_everything(program, monkeypatch):
    fjax.clear_caches()
    monkeypatch.setattr(recomputed, "LITTLE", 1 << 60)
    expected = derivatives(program)
    fjax.clear_caches()
    monkeypatch.setattr(recomputed, "LITTLE", -1)
    found = derivatives(program)
    fjax.clear_caches()
    for got, wanted in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12)


def test_rules_of_values_that_are_computed_again_are_kept(everything):
    """The rule says 5 where the body's derivative is 2: also where the loop is differentiated."""

    @fjax.custom_jvp
    def doubled(x):
        return 2 * x

    doubled.defjvp(lambda primals, tangents: (doubled(*primals), 5 * tangents[0]))

    def loop(x, y):
        step = lambda c, _: (c * jnp.sin(doubled(x)), None)
        return lax.scan(step, y, None, length=1)[0].sum()

    x, y = jnp.full((3,), 0.3), jnp.ones(3)
    mixed = fjax.jit(fjax.grad(lambda x: fjax.grad(loop, 1)(x, y).sum()))(x)
    np.testing.assert_allclose(mixed, 5 * np.cos(2 * 0.3), rtol=1e-12)

    def stepped(x, y):
        step = lambda c, r: (c * jnp.sin(doubled(r)) * jnp.cos(doubled(r)), None)
        return lax.scan(step, y, x)[0].sum()

    rows = jnp.full((2, 3), 0.3)
    mixed = fjax.jit(fjax.grad(lambda x: fjax.grad(stepped, 1)(x, y).sum()))(rows)
    angle = 2 * 0.3
    each = 5 * np.cos(2 * angle) * np.sin(angle) * np.cos(angle)
    np.testing.assert_allclose(mixed, np.full((2, 3), each), rtol=1e-12)


def stored(program, monkeypatch):
    """Shapes of what the forward loop stores beside its outputs."""
    divisions = []
    original = loop_forms.with_fewer_residuals

    def watched(whole, *rest):
        made = original(whole, *rest)
        divisions.append([aval.shape for aval in made.residual_avals])
        return made

    monkeypatch.setattr(loop_forms, "with_fewer_residuals", watched)
    fjax.make_jaxpr(fjax.grad(lambda w, x: program(w, x)[0].sum()))(WEIGHTS, X)
    return divisions[-1]


def test_of_a_layer_its_input_and_its_product_are_stored(everything, monkeypatch):
    assert sorted(stored(gelu_layers, monkeypatch)) == [(5, 5), (6, 5), (6, 5)]


def test_of_a_norm_the_statistics_are_stored(everything, monkeypatch):
    shapes = stored(normed_layers, monkeypatch)
    assert shapes.count((6, 5)) == 3  # the input, the product, and an output, which is there anyway
    assert [np.prod(shape) for shape in shapes].count(6) == 2  # the mean and the variance


def test_short_loops_store_what_they_have(monkeypatch):
    fjax.clear_caches()
    assert len(stored(gelu_layers, monkeypatch)) > 3
    fjax.clear_caches()


def test_functions_that_cost_more_than_their_memory_are_stored():
    """The cut weighs operations against bytes."""

    def value(x):
        for _ in range(40):
            x = jnp.tanh(x) + 1
        return x * 2

    jaxpr = fjax.make_jaxpr(value)(jnp.ones(1000)).jaxpr
    (before,) = jaxpr.eqns[-1].invars[:1]
    (x,) = jaxpr.invars
    assert recomputed._least_cut(jaxpr, set(), set(), {x, before}) == {x, before}
    short = jaxpr.eqns[1].outvars[0]
    assert recomputed._least_cut(jaxpr, set(), set(), {x, short}) == {x}


def turned(angle, z):
    """Five complex steps, whose derivative is known: each turns and shrinks by the same factor."""
    step = lambda z, _: (z * jnp.exp(1j * angle) * 0.9 + 0 * z.conj(), None)
    return jnp.sum(lax.scan(step, z, None, length=5)[0].real)


@pytest.mark.needs("x64", reason="exact to 64 bits")
def test_loops_over_complex_numbers_are_differentiated():
    z = RANDOM.normal(size=4) + 1j * RANDOM.normal(size=4)
    expected = np.sum((5j * z * (0.9 * np.exp(0.3j)) ** 5).real)
    np.testing.assert_allclose(fjax.jit(fjax.grad(turned))(0.3, z), expected, rtol=1e-12)
