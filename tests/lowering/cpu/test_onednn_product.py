"""Products and convolutions of bfloat16 through oneDNN, where the processor multiplies them."""

from __future__ import annotations

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.lowering.cpu.library import onednn_convolution, onednn_product
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.convolution import ConvGeneralDilated
from tests.lowering.cpu.harness import run_launch

RNG = np.random.default_rng(3)
NARROW = dtypes.bfloat16
SQUARE = ShapedArray((256, 256), NARROW)
MATRICES = DotGeneral((((1,), (0,)), ((), ())))
pytestmark = pytest.mark.skipif(
    not onednn_product.computes(MATRICES, SQUARE, SQUARE, SQUARE),
    reason="no kernels of oneDNN's for bfloat16 here",
)
# Shapes and dimension numbers, and how many tasks there are.
PRODUCTS = {
    "rows": ((128, 48), (48, 96), (((1,), (0,)), ((), ())), 4),
    "columns": ((64, 64), (64, 128), (((1,), (0,)), ((), ())), 4),
    "both transposed": ((64, 160), (96, 64), (((0,), (1,)), ((), ())), 5),
    "gradient of weights": ((4, 16, 64), (4, 16, 128), (((0, 1), (0, 1)), ((), ())), 4),
    "one task": ((61, 67), (67, 71), (((1,), (0,)), ((), ())), 1),
    "few rows": ((3, 700), (700, 145), (((1,), (0,)), ((), ())), 1),
    "batch": ((8, 48, 64), (8, 64, 32), (((2,), (1,)), ((0,), (0,))), 8),
    "heads": ((3, 64, 4, 32), (3, 64, 4, 32), (((3,), (3,)), ((0, 2), (0, 2))), 3),
    "one batch of heads": ((1, 64, 4, 32), (1, 64, 4, 32), (((3,), (3,)), ((0, 2), (0, 2))), 4),
}


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch):
    """Several tasks of small problems."""
    caches = onednn_product._launch, onednn_convolution._launch
    monkeypatch.setattr(onednn_product, "TASK_WORK", 1 << 16)
    monkeypatch.setattr(onednn_convolution, "NARROW_WORK", 1 << 16)
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


def values(*shape):
    return RNG.standard_normal(shape).astype(NARROW)


def launch_of(name, out_dtype=NARROW):
    x, y, numbers, _ = PRODUCTS[name]
    preferred = None if out_dtype == NARROW else out_dtype
    op = DotGeneral(numbers, preferred_element_type=preferred)
    lhs, rhs = ShapedArray(x, NARROW), ShapedArray(y, NARROW)
    (out,) = op.result_type(lhs, rhs)
    launch = onednn_product.product_launch(op, lhs, rhs, out)
    return op, launch, (values(*x), values(*y), np.full(out.shape, np.nan, out_dtype))


def assert_is_product(op, x, y, out):
    """The sum of exact products, up to float32's sums and one rounding."""
    op = op.replace(preferred_element_type=None)
    (exact,) = op.evaluate(np, x.astype(np.float64), y.astype(np.float64))
    (size,) = op.evaluate(np, abs(x.astype(np.float64)), abs(y.astype(np.float64)))
    rounding = 2.0**-8 if out.dtype == NARROW else 0
    assert (abs(out.astype(np.float64) - exact) <= rounding * abs(exact) + 1e-6 * size).all()


@pytest.mark.parametrize("name", PRODUCTS)
@pytest.mark.parametrize("dtype", [NARROW, dtypes.float32])
def test_products_of_every_layout(name, dtype):
    op, launch, arrays = launch_of(name, dtype)
    assert launch.code.name == "onednn:product"
    assert launch.extent == PRODUCTS[name][3]
    run_launch(launch, arrays)
    assert_is_product(op, *arrays)


def test_a_compiled_product_converts_nothing():
    x, w = values(128, 256), values(256, 128)
    found = fjax.inspect(lambda x, w: jnp.tanh(x @ w))(x, w)
    assert "float32[256" not in str(found.fused)
    out = np.asarray(fjax.jit(jnp.matmul)(x, w))
    assert_is_product(MATRICES, x, w, out)


def test_gradients_read_what_is_transposed_where_it_lies():
    x, w = values(64, 4, 128), values(256, 128)

    def loss(w):
        return jnp.einsum("btk,nk->btn", x, w).astype(jnp.float32).sum()

    found = fjax.inspect(fjax.grad(loss))(w)
    assert "transpose" not in str(found.fused)


def test_a_loop_multiplies_too():
    x, w = values(64, 128), values(128, 128) / 11

    def steps(x):
        return lax.fori_loop(0, 3, lambda _, x: x @ w, x)

    once = fjax.jit(jnp.matmul)
    np.testing.assert_array_equal(fjax.jit(steps)(x), once(once(once(x, w), w), w))


@pytest.mark.parametrize(
    "x,y", [((8, 8), (8, 8)), ((1, 4096), (4096, 512)), ((512, 8, 8), (512, 8, 8))]
)
def test_small_products_and_vectors_stay_with_others(x, y):
    batch = (0,) if len(x) == 3 else ()
    op = DotGeneral((((len(x) - 1,), (len(x) - 2,)), (batch, batch)))
    lhs, rhs = ShapedArray(x, NARROW), ShapedArray(y, NARROW)
    assert not onednn_product.computes(op, lhs, rhs, op.result_type(lhs, rhs)[0])


def convolution(x, w, numbers, strides, padding):
    names = {"images": ("NCHW", "OIHW", "NCHW"), "gradient": ("CNHW", "IOHW", "CNHW")}
    spec = lax.conv_dimension_numbers(x, w, names[numbers])
    ones = (1, 1)
    dilation = strides if numbers == "gradient" else ones
    strides = ones if numbers == "gradient" else strides
    return ConvGeneralDilated(strides, padding, ones, dilation, spec)


@pytest.mark.parametrize(
    "x,w,numbers,strides,padding",
    [
        ((4, 16, 9, 9), (32, 16, 3, 3), "images", (1, 1), ((1, 1), (1, 1))),
        ((4, 5, 12, 12), (10, 5, 3, 3), "images", (1, 1), ((1, 1), (1, 1))),
        ((8, 32, 9, 10), (32, 32, 3, 2), "images", (2, 1), ((0, 1), (1, 0))),
        ((2, 16, 9, 9), (2, 32, 9, 9), "gradient", (1, 1), ((1, 1), (1, 1))),
    ],
)
def test_convolutions(x, w, numbers, strides, padding):
    op = convolution(x, w, numbers, strides, padding)
    lhs, rhs = ShapedArray(x, NARROW), ShapedArray(w, NARROW)
    (out,) = op.result_type(lhs, rhs)
    launch = onednn_convolution.convolution_launch(op, lhs, rhs, out)
    assert launch.code.name.startswith("onednn:convolution")
    arrays = values(*x), values(*w), np.full(out.shape, np.nan, NARROW)
    run_launch(launch, arrays)
    assert_is_product(op, *arrays)
