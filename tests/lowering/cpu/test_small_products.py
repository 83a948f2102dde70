"""Products of many small matrices are sums in kernels; others are calls of a library."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp


@pytest.mark.one_in(2)
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
