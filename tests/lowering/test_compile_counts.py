"""New sizes compile next to nothing: counted in kernels, not in seconds."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.cpu.compile import cache_info

SIZES = range(1, 101)


def layer_norm_loss(params, x):
    """The sum of a layer norm with a nonlinearity behind it."""
    scale, bias = params
    centred = x - x.mean(-1, keepdims=True)
    normed = centred / jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
    return jnp.sum(fjax.nn.gelu(normed * scale + bias))


def layer_norm_arguments(n):
    return (np.ones(40), np.zeros(40)), np.random.default_rng(0).normal(size=(n, 40))


def gaussian_loss(width, x):
    """The sum of all pairs' Gaussian kernel."""
    distances = jnp.sum((x[:, None] - x[None]) ** 2, -1)
    return jnp.sum(jnp.exp(-distances / width))


def gaussian_arguments(n):
    return 2.0, np.random.default_rng(0).normal(size=(n, 3))


PROGRAMS = {
    "layer norm": (layer_norm_loss, layer_norm_arguments),
    "pairwise Gaussian kernel": (gaussian_loss, gaussian_arguments),
}


def compilations():
    """How many kernels were compiled or read from disk so far."""
    info = cache_info()
    return info.compiled + info.disk_hits


@pytest.fixture(scope="module", autouse=True)
def _the_process_is_set_up():
    """The launcher and the matrix product's native code, which every process needs once."""
    fjax.jit(lambda x, y: jnp.tanh(x @ y))(np.ones((3, 4)), np.ones((4, 5)))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_hundred_batch_sizes_compile_each_kernel_at_most_twice(name):
    loss, arguments = PROGRAMS[name]
    step = fjax.jit(fjax.grad(loss))
    before, results = compilations(), {}
    for n in SIZES:
        results[n] = step(*arguments(n))
    compiled = compilations() - before
    assert step._cache_size() == len(SIZES)
    plans = [fjax.inspect(step)(*arguments(n)) for n in (1, 2, 100)]
    assert all(plan.kernels and not plan.fallbacks for plan in plans)
    # One more: where rows are as few and as short as lanes, their positions are written out.
    assert compiled <= 1 + 2 * max(len(plan.kernels) for plan in plans)
    for n in (1, 2, 37, 100):
        expected = fjax.grad(loss)(*arguments(n))
        for a, b in zip(fjax.tree.leaves(results[n]), fjax.tree.leaves(expected), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-11)
