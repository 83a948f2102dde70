"""Samples of every shape, empty ones too, by every way of calling."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import random

KEY = random.key(3)
SHAPES = [(), (0,), (1,), (5,), (2, 3), (2, 0), (0, 3)]
# A sampler: what it takes before the shape, and the shape of one sample.
SAMPLERS = {
    "ball": ((2,), (2,)),
    "bernoulli": ((0.3,), ()),
    "beta": ((1.0, 2.0), ()),
    "binomial": ((10, 0.5), ()),
    "bits": ((), ()),
    "categorical": ((jnp.ones(3),), ()),
    "cauchy": ((), ()),
    "chisquare": ((2.0,), ()),
    "choice": ((5,), ()),
    "dirichlet": ((jnp.ones(3),), (3,)),
    "double_sided_maxwell": ((0.0, 1.0), ()),
    "exponential": ((), ()),
    "f": ((1.0, 2.0), ()),
    "gamma": ((1.0,), ()),
    "generalized_normal": ((1.0,), ()),
    "geometric": ((0.5,), ()),
    "gumbel": ((), ()),
    "laplace": ((), ()),
    "loggamma": ((1.0,), ()),
    "logistic": ((), ()),
    "lognormal": ((1.0,), ()),
    "maxwell": ((), ()),
    "multivariate_normal": ((jnp.ones(2), jnp.eye(2)), (2,)),
    "normal": ((), ()),
    "orthogonal": ((3,), (3, 3)),
    "pareto": ((2.0,), ()),
    "poisson": ((3.0,), ()),
    "rademacher": ((), ()),
    "rayleigh": ((1.0,), ()),
    "t": ((2.0,), ()),
    "triangular": ((0.0, 0.5, 1.0), ()),
    "truncated_normal": ((0.0, 1.0), ()),
    "uniform": ((), ()),
    "wald": ((1.0,), ()),
    "weibull_min": ((1.0, 1.0), ()),
}


@pytest.mark.one_in(300)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("name", SAMPLERS)
def test_samples_have_the_shape_that_is_asked_for(name, shape):
    args, inner = SAMPLERS[name]

    def draw(key):
        return getattr(random, name)(key, *args, shape=shape)

    found = draw(KEY)
    promised = fjax.eval_shape(draw, KEY)
    assert found.shape == promised.shape == (*shape, *inner)
    assert found.dtype == promised.dtype
    compiled = fjax.jit(draw)(KEY)
    assert compiled.shape == found.shape
    np.testing.assert_allclose(compiled, found, rtol=1e-5)


MATRIX = jnp.arange(12.0).reshape(4, 3)


@pytest.mark.one_in(12)
@pytest.mark.parametrize("replace", [True, False])
@pytest.mark.parametrize("weights", [None, jnp.array([0.1, 0.2, 0.3, 0.4])])
@pytest.mark.parametrize("values", [4, jnp.arange(4.0), MATRIX], ids=["number", "vector", "matrix"])
def test_choices_are_some_of_what_there_is(values, weights, replace):
    for shape in [(), (1,), (3,), (2, 2)]:
        found = random.choice(KEY, values, shape, replace, weights)
        rows = values[0].shape if jnp.ndim(values) == 2 else ()
        assert found.shape == (*shape, *rows)
        population = np.arange(4) if isinstance(values, int) else np.asarray(values)
        drawn = np.asarray(found).reshape(-1, *rows)
        assert all(any(np.array_equal(x, y) for y in population) for x in drawn)
        if not replace:
            assert len(np.unique(drawn, axis=0)) == len(drawn)


@pytest.mark.parametrize("values", [0, jnp.zeros(0), 5, jnp.ones(5, np.float32), MATRIX])
@pytest.mark.parametrize("shape", [(0,), (2, 0)])
def test_no_choice_is_made_of_anything(values, shape):
    for replace in (True, False):
        found = random.choice(KEY, values, shape, replace)
        assert found.shape == shape and found.dtype == jnp.asarray(values).dtype


@pytest.mark.parametrize("values", [0, -1, jnp.zeros(0)])
def test_nothing_is_chosen_from(values):
    with pytest.raises(ValueError, match="a must be greater than 0 unless no samples are taken"):
        random.choice(KEY, values, (1,))


def test_bounds_of_one_element_give_a_scalar_sample_their_shape():
    found = random.uniform(KEY, (), jnp.float32, jnp.full(1, 2.0), jnp.full(1, 4.0))
    assert found.shape == (1,)
    assert found[0] == random.uniform(KEY, (), jnp.float32, 2.0, 4.0)
    with pytest.raises(ValueError, match="broadcast-compatible"):
        random.uniform(KEY, (), jnp.float32, jnp.zeros(3), 1.0)
