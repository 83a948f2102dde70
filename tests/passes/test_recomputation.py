"""What several checkpoints compute again is shared where that takes little memory."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.passes.recomputation import share_recomputed


def nested(depth):
    function = jnp.cos
    for _ in range(depth):
        function = fjax.checkpoint(lambda x, inner=function: jnp.sin(inner(x)) * 1.01)
    return lambda x: function(x).sum()


def optimized(function, *args):
    return fjax.inspect(function)(*args).optimized


def functions_of(jaxpr):
    return sum(e.primitive.name in ("sin", "cos") for e in jaxpr.eqns)


def kernels_functions(x, depth):
    """How many sines and cosines the kernels of the gradient compute."""
    found = fjax.inspect(fjax.grad(nested(depth)))(x)
    return sum(functions_of(k.body) for k in found.kernels)


@pytest.mark.parametrize("depth", [1, 4, 12])
def test_small_values_are_computed_once_whatever_the_depth(depth):
    assert kernels_functions(jnp.linspace(0.0, 1.0, 10), depth) <= 2 * depth + 2


def test_large_values_are_computed_again():
    large = jnp.zeros(1 << 18)
    assert kernels_functions(large, 4) > 2 * 4 + 2


def test_the_gradient_is_the_same_to_the_bit():
    x = jnp.linspace(-1.0, 2.0, 37)
    gradient = fjax.grad(nested(5))
    np.testing.assert_array_equal(fjax.jit(gradient)(x), gradient(x))


def test_one_checkpoint_keeps_nothing_that_it_computes_again():
    program = optimized(fjax.value_and_grad(nested(1)), jnp.zeros(4))
    assert share_recomputed(program, 1 << 20) is program


def test_values_are_shared_up_to_a_number_of_bytes():
    program = optimized(fjax.grad(nested(3)), jnp.zeros(4))
    counts = [functions_of(share_recomputed(program, k * 4 * 8)) for k in range(8)]
    assert counts[0] == functions_of(program)
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] < counts[0]


def test_what_is_too_large_to_keep_is_looked_through():
    inner = fjax.checkpoint(lambda x: jnp.sin(jnp.sin(jnp.outer(x, x)).sum(0)))
    f = fjax.checkpoint(lambda x: jnp.sin(inner(x)).sum())
    program = optimized(fjax.grad(f), jnp.zeros(64))
    sums = lambda jaxpr: sum(e.primitive.name == "reduce_sum" for e in jaxpr.eqns)
    found = share_recomputed(program, 8 * 64 * 8)  # the product alone takes 64 * 64 * 8
    assert sums(found) == sums(program) - 1


def test_effects_and_random_draws_of_other_keys_stay_apart():
    @fjax.checkpoint
    def f(x, key):
        return jnp.sin(x * fjax.random.normal(key, (3,)))

    keys = fjax.random.split(fjax.random.key(0))
    both = lambda x: (f(x, keys[0]) + f(x, keys[1])).sum()
    x = jnp.arange(3.0)
    np.testing.assert_allclose(fjax.jit(fjax.grad(both))(x), fjax.grad(both)(x), rtol=1e-6)


def test_a_program_without_barriers_stays_as_it_is():
    program = optimized(lambda x: jnp.sin(x) + 1, jnp.zeros(4))
    assert share_recomputed(program, 1 << 20) is program
