"""Optimisers of 16-bit parameters keep averages over many steps, and round an update once."""

import ml_dtypes
import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import optim
from tests.optim.cases import APART, CASES, STEPS

pytestmark = pytest.mark.needs("x64", reason="the figures are of float64")
KINDS = {"float16": (np.float16, 2.0**-10), "bfloat16": (ml_dtypes.bfloat16, 2.0**-7)}


def last_update(t, params, gradients):
    """What a transformation gives after all of the gradients, at the same parameters."""

    def step(state, g):
        updates, state = t.update(g, state, params)
        return state, updates

    return fjax.lax.scan(step, t.init(params), gradients)[1][-1]


@pytest.mark.one_in(18)
@pytest.mark.parametrize("size", [1e-4, 1.0, 200.0])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CASES)
def test_the_update_after_many_steps_is_that_of_float64(name, kind, size):
    narrow, eps = KINDS[kind]
    draw = np.random.default_rng(4)
    params = (draw.standard_normal((3, 4)) * 2).astype(narrow)
    gradients = (draw.standard_normal((STEPS, 3, 4)) * 0.3 + 1).astype(narrow)
    gradients = (gradients.astype(np.float32) * size).astype(narrow)
    found = last_update(CASES[name](), jnp.asarray(params), jnp.asarray(gradients))
    wide = [jnp.asarray(x.astype(np.float64)) for x in (params, gradients)]
    expected = np.asarray(last_update(CASES[name](), *wide))
    assert found.dtype == narrow
    room = 4 * eps * np.abs(expected) + eps * np.abs(expected).max() + 1e-7
    np.testing.assert_array_less(np.abs(np.float64(found) - expected), room)


def test_every_optimiser_has_a_row_or_is_apart():
    assert set(optim.__all__) - {name.split(",")[0] for name in CASES} == set(APART)
