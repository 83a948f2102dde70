"""associative_scan: one slice after another, or many at once."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax


@pytest.mark.parametrize("reverse", [False, True])
def test_associative_scan_differentiates_and_batches(reverse):
    x = jnp.linspace(0.5, 1.5, 9)
    loop = lambda x: jnp.sin(lax.associative_scan(jnp.multiply, x, reverse=reverse)).sum()
    order = slice(None, None, -1) if reverse else slice(None)
    twin = lambda x: jnp.sin(jnp.cumprod(x[order])).sum()
    np.testing.assert_allclose(fjax.jit(fjax.grad(loop))(x), fjax.grad(twin)(x))
    many = jnp.stack([x, 0.5 * x])
    np.testing.assert_allclose(fjax.jit(fjax.vmap(loop))(many), fjax.vmap(twin)(many))


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 5, 8])
def test_associative_scan_agrees_with_cumulative_sums(n, reverse):
    x = np.arange(2.0 * n).reshape(2, n)
    expected = np.cumsum(x[:, ::-1], 1)[:, ::-1] if reverse else np.cumsum(x, 1)
    found = lax.associative_scan(lambda a, b: a + b, x, reverse=reverse, axis=1)
    np.testing.assert_allclose(found, expected)


def test_associative_scan_combines_in_order():
    matrices = np.random.default_rng(0).normal(size=(5, 2, 2))
    found = lax.associative_scan(lambda a, b: b @ a, matrices)
    expected = matrices[0]
    for m in matrices[1:]:
        expected = m @ expected
    np.testing.assert_allclose(found[-1], expected)


@pytest.mark.parametrize("reverse", [False, True])
def test_an_associative_scan_of_an_elementwise_function_is_one_loop(reverse):
    def run(a, b):
        combine = lambda x, y: (x[0] * y[0], x[1] * y[0] + y[1])
        return lax.associative_scan(combine, (a, b), reverse=reverse, axis=-1)

    rng = np.random.RandomState(0)
    a, b = rng.rand(2, 3, 17)
    inspection = fjax.inspect(run)(a, b)
    operations = [line.partition("]")[0] for line in inspection.fused.splitlines()]
    assert sum("scan" in of_kernel for of_kernel in operations) == 1
    assert "it is not one kernel" not in inspection.fused
    state, order = np.zeros(3), range(17)[::-1] if reverse else range(17)
    expected = np.empty((3, 17))
    for k in order:
        expected[:, k] = state = state * a[:, k] + b[:, k]
    np.testing.assert_allclose(fjax.jit(run)(a, b)[1], expected, rtol=1e-13)
    np.testing.assert_allclose(fjax.vmap(run)(a, b)[1], expected, rtol=1e-13)


def test_an_associative_scan_of_products_of_matrices_combines_many_at_once():
    matrices = np.random.RandomState(0).rand(9, 2, 2)
    run = lambda m: lax.associative_scan(lambda a, b: b @ a, m)
    assert "scan" not in {e.primitive.name for e in fjax.make_jaxpr(run)(matrices).eqns}


def test_an_associative_scan_that_reads_a_reference_combines_many_at_once():
    ref = fjax.new_ref(jnp.float64(2))
    found = lax.associative_scan(lambda a, b: a + b * (ref[...] / 2), np.arange(5.0))
    np.testing.assert_allclose(found, np.cumsum(np.arange(5.0)))


@pytest.mark.parametrize("dtype", [jnp.bfloat16, jnp.float16])
def test_an_associative_scan_of_narrow_floats_does_not_stop_where_ones_are_lost(dtype):
    found = lax.associative_scan(jnp.add, jnp.ones(3000, dtype))
    np.testing.assert_allclose(np.asarray(found, np.float64), np.arange(1, 3001), rtol=0.01)
