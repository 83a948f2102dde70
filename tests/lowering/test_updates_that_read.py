"""Updates whose operand is also what they write, or where: it is copied first."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

TURN = np.array([1, 2, 3, 4, 0])
UPDATES = {
    "scatter": lambda y: y.at[TURN].set(y),
    "scatter_add": lambda y: y.at[TURN].add(y),
    "scatter_mul": lambda y: y.at[TURN].mul(y),
    "window": lambda y: lax.dynamic_update_slice(y, y[:3], (2, 0)),
    "whole window": lambda y: lax.dynamic_update_slice(y, y, (0, 0)),
    "reversed": lambda y: y.at[::-1].set(y),
    "itself as position": lambda y: y.at[y[:, 0].astype(int) % 5].set(7.0),
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", UPDATES)
def test_an_update_by_the_array_itself_reads_what_was_there_before(name):
    update = UPDATES[name]
    x = jnp.arange(15.0).reshape(5, 3)
    expected = np.asarray(update(x * 2 + 1))
    np.testing.assert_array_equal(fjax.jit(lambda x: update(x * 2 + 1))(x), expected)
    np.testing.assert_array_equal(
        fjax.jit(update, donate_argnums=0)(jnp.asarray(np.asarray(x * 2 + 1))), expected
    )
    twice = fjax.jit(lambda x: lax.fori_loop(0, 2, lambda i, y: update(y), x * 2 + 1))(x)
    np.testing.assert_array_equal(twice, update(update(x * 2 + 1)))


@pytest.mark.needs("rank promotion", reason="it sets it")
@pytest.mark.parametrize("shape", [(3,), (2, 3)])
def test_scalars_among_several_operands_promote_no_rank(shape):
    x = jnp.ones(shape)
    with fjax.numpy_rank_promotion("raise"):
        for found in (
            jnp.where(x > 0, 1.0, x),
            jnp.where(x > 0, x, jnp.asarray(2.0)),
            jnp.clip(x, 0.0, x),
            lax.clamp(0.0, x, 2.0),
        ):
            assert found.shape == shape


@pytest.mark.parametrize(
    "dtype, expected",
    [
        *[("float32", np.nan), ("complex64", np.nan), ("bool", True), ("int8", -128)],
        *[("uint16", 65535), ("int32", -(2**31)), ("float16", np.nan)],
    ],
)
def test_a_filling_lookup_puts_what_stands_for_nothing(dtype, expected):
    x = jnp.zeros(3, dtype)
    take = lambda x: jnp.take(x, jnp.asarray([0, 9]), mode="fill")
    for found in (take(x), fjax.jit(take)(x)):
        assert found.dtype == dtype
        np.testing.assert_array_equal(np.asarray(found)[1], np.asarray(expected, dtype))


def test_small_updates_that_are_read_at_many_places_are_written_first():
    def step(x):
        x = x.at[:1].set(x[1:2] * 2).at[-1:].set(x[-2:-1] * 3)
        return x.at[1:-1].set(x[:-2] + x[2:] - x[1:-1])

    run = fjax.jit(lambda x: lax.fori_loop(0, 2, lambda i, x: step(x), x))
    x = np.arange(64.0 * 128).reshape(64, 128) % 7
    np.testing.assert_allclose(run(x), step(step(jnp.asarray(x))))
    (loop,) = fjax.inspect(run)(x).plan.loops
    steps = [e.op for e in loop.loop.body.jaxpr.eqns]
    assert [op.name for op in steps].count("update_kernel") >= 2
