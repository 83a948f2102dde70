"""Results without elements, and reductions of no elements, are constants."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax


def kinds(f, *args):
    return [e.primitive.name for e in fjax.inspect(f)(*args).optimized.eqns]


def test_what_only_an_empty_result_needs_is_not_computed():
    def f(x):
        return jnp.diff(jnp.tanh(x) @ x.T, axis=0)

    x = jnp.ones((1, 7))
    assert kinds(f, x) == ["broadcast_in_dim"]
    plan = fjax.inspect(f)(x).plan
    assert [len(s.launches) for s in plan.steps] == [1]
    assert fjax.jit(f)(x).shape == (0, 1)


def test_each_empty_result_of_an_operation_is_a_constant():
    def f(x):
        return lax.sort((x, jnp.tanh(x)), num_keys=1)

    x = jnp.zeros((3, 0))
    assert set(kinds(f, x)) == {"broadcast_in_dim"}
    assert [y.shape for y in fjax.jit(f)(x)] == [(3, 0), (3, 0)]


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8", "complex64", "float8_e4m3fn"])
@pytest.mark.parametrize("reduce", [lax.reduce_sum, lax.reduce_prod, lax.reduce_max])
def test_a_reduction_of_nothing_is_the_identity_element(reduce, dtype):
    x = jnp.zeros((2, 0), dtype)
    expected = reduce(x, axes=(1,))
    found = fjax.jit(lambda x: reduce(x, axes=(1,)))(x)
    assert kinds(lambda x: reduce(x, axes=(1,)), x) == ["broadcast_in_dim"]
    assert (found.dtype, found.shape) == (expected.dtype, (2,))
    np.testing.assert_array_equal(np.asarray(found), np.asarray(expected))


def test_sizes_of_zero_and_others_have_programs_of_their_own():
    f = fjax.jit(lambda x: (jnp.sin(x) * 2.0, x.sum(0), jnp.diff(x, axis=0)))
    for n in (20, 0, 30, 1, 40, 0, 50, 60):
        x = np.random.default_rng(n).random((n, 3))
        a, b, c = f(x)
        np.testing.assert_allclose(a, np.sin(x) * 2)
        np.testing.assert_allclose(b, x.sum(0))
        np.testing.assert_allclose(c, np.diff(x, axis=0))


def test_effects_of_operations_with_empty_results_stay(capsys):
    def step(total, x):
        fjax.debug.print("step {}", total)
        return total + 1, x * 2

    def f(x):
        return lax.scan(step, 0, x)[1], lax.cond(x.sum() > -1, shown, lambda x: x, x)

    def shown(x):
        fjax.debug.print("chosen")
        return x + 1

    ys, z = fjax.jit(f)(jnp.zeros((2, 0)))
    fjax.effects_barrier()
    assert (ys.shape, z.shape) == ((2, 0), (2, 0))
    assert capsys.readouterr().out.split("\n")[:3] == ["step 0", "step 1", "chosen"]


def test_keys_and_tangents_of_integers_without_elements_stay():
    keys = fjax.random.split(fjax.random.key(0), 3)
    assert fjax.jit(lambda k: k[:0])(keys).dtype == keys.dtype

    def tangent(x):
        return fjax.jvp(lambda x: x[:0], (x,), (np.zeros(3, fjax.dtypes.float0),))[1]

    assert fjax.jit(tangent)(jnp.arange(3)).dtype == fjax.dtypes.float0


def test_a_donated_empty_argument_is_given_away():
    x = jnp.zeros((3, 0))
    assert fjax.jit(lambda x: x + 1, donate_argnums=0)(x).shape == (3, 0)
