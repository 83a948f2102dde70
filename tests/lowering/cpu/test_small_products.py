"""Products of many small matrices are sums in kernels; others are calls of a library."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.machine import named


@pytest.mark.one_in(4)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "int32"])
@pytest.mark.parametrize(
    "spec, sizes",
    [
        ("bij,bjk->bik", dict(i=2, j=2, k=2)),
        ("bij,bjk->bik", dict(i=5, j=4, k=3)),
        ("bji,bkj->bki", dict(i=3, j=5, k=2)),
        ("bij,bj->bi", dict(i=7, j=9)),
        ("bi,bij->bj", dict(i=16, j=16)),
        ("abij,abj->bai", dict(a=3, i=4, j=4)),
    ],
)
def test_many_small_products_are_kernels(spec, sizes, dtype, rng):
    sizes = dict(b=11) | sizes
    operands, _ = spec.split("->")
    x, y = (
        (rng.normal(size=[sizes[a] for a in axes]) * 4).astype(dtype)
        for axes in operands.split(",")
    )

    def program(x, y):
        return jnp.einsum(spec, x, y) + 1

    got = fjax.jit(program)(x, y)
    wide = np.float64 if dtype == "float16" else x.dtype
    want = np.einsum(spec, x.astype(wide), y.astype(wide)) + 1
    rtol = 2e-2 if dtype == "float16" else 2e-5
    np.testing.assert_allclose(got, want, rtol=rtol, atol=rtol)
    found = fjax.inspect(program)(x, y)
    assert "dot_general" not in str(found.plan)
    assert len(found.kernels) == 1  # with what is added


@pytest.mark.parametrize(
    "shapes", [((50, 6, 6), (50, 6, 6)), ((3, 40, 40), (3, 40, 1)), ((1, 2, 2), (1, 2, 2))], ids=str
)
def test_larger_or_single_products_are_calls(shapes, rng):
    x, y = (rng.normal(size=shape) for shape in shapes)
    assert "dot_general" in str(fjax.inspect(jnp.matmul)(x, y).plan)
    np.testing.assert_allclose(fjax.jit(jnp.matmul)(x, y), x @ y)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "complex64"])
@pytest.mark.parametrize("n", [2, 3, 4])
def test_lanes_hold_neighbouring_small_matrices(n, dtype, rng):
    m = named("x86-64-v4").launch_operations // 64 + 3  # their number decides, not their size
    x, y = rng.integers(-9, 9, (2, m, n, n)).astype(dtype)
    found = fjax.inspect(jnp.matmul)(x, y).fused
    assert "written_out" in str(found)
    np.testing.assert_array_equal(fjax.jit(jnp.matmul)(x, y), x @ y)
    np.testing.assert_array_equal(fjax.jit(jnp.matmul)(x, y.mT).mT, (x @ y.mT).mT)
    v = y[:, 0]
    applied = fjax.jit(lambda x, v: jnp.einsum("bij,bj->bi", x, v))
    np.testing.assert_array_equal(applied(x, v), np.einsum("bij,bj->bi", x, v))


@pytest.mark.parametrize("k", [2, 7, 16, 18, 19])
def test_many_short_rows_times_a_vector_are_one_kernel(k, rng):
    x, v = rng.normal(size=((1 << 15) // k + 5, k)).astype("float32"), rng.normal(size=k)
    v = v.astype("float32")
    for f in (jnp.matmul, lambda x, v: jnp.einsum("k,mk->m", v, x)):
        program = fjax.inspect(f)(x, v)
        assert len(program.kernels) == (k <= 18)
        np.testing.assert_allclose(fjax.jit(f)(x, v), x @ v, rtol=1e-5, atol=1e-5)
