"""100 steps of each optimiser end where Optax's do: reference.json says with which version."""

import importlib.util
import json

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import optim
from tests.optim import peers

pytestmark = pytest.mark.needs("x64", reason="the figures are of float64")
REFERENCE = json.loads(peers.FILE.read_text())
NEEDS_OPTAX = pytest.mark.skipif(  # the test extra's optax has no JAX beneath it
    any(importlib.util.find_spec(name) is None for name in ("optax", "jax")),
    reason="needs optax and jax",
)
AS_FJAX = lambda tree: {name: jnp.asarray(x) for name, x in tree.items()}


def ours(name):
    made = eval(peers.CASES[name][0], {"o": optim})
    return peers.train(name, AS_FJAX, made, optim.apply_updates, fjax.jit)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", peers.CASES)
def test_an_optimiser_ends_where_optax_does(name):
    tolerance = 1e-6 if name in peers.SINGLE else 1e-8
    for leaf, found in ours(name).items():
        expected = np.reshape(REFERENCE[name][leaf], found.shape)
        np.testing.assert_allclose(found, expected, rtol=tolerance, atol=1e-10, err_msg=leaf)


@pytest.mark.parametrize("name", peers.SCHEDULES)
def test_a_schedule_has_the_values_of_optax(name):
    found = eval(peers.SCHEDULES[name], {"o": optim})(jnp.arange(peers.STEPS))
    np.testing.assert_allclose(found, REFERENCE["schedules"][name], rtol=2e-7, atol=1e-9)


@NEEDS_OPTAX
def test_the_reference_is_what_optax_gives_now():
    now = peers.with_optax()
    for name in peers.CASES:
        for leaf, values in now[name].items():
            np.testing.assert_allclose(REFERENCE[name][leaf], values, rtol=1e-9, atol=1e-11)


@NEEDS_OPTAX
def test_transformations_of_both_libraries_compose():
    import optax

    x = np.array([3.0, 4.0])  # JAX takes NumPy's arrays, and not fjax's
    chained = optim.chain(optax.clip(1.0), optim.scale(-0.5))
    np.testing.assert_allclose(chained.update(x, chained.init(x), x)[0], [-0.5, -0.5])
    chained = optax.chain(optim.scale(-0.5), optax.identity())
    np.testing.assert_allclose(chained.update(x, chained.init(x), x)[0], [-1.5, -2.0])
