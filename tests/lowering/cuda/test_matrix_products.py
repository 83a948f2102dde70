"""Contractions by cuBLAS: matrices where they lie in memory, narrow floats, TF32 when asked for."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cuda.library.matrix_products import placed
from fjax.primitives.contraction import gemm_layout

DTYPES = ("float32", "float64", "complex64", "complex128", "float16", "bfloat16")
RNG = np.random.default_rng(0)
CONTRACTIONS = {
    "matrices": ((5, 7), (7, 3), (((1,), (0,)), ((), ()))),
    "both transposed": ((7, 5), (3, 7), (((0,), (1,)), ((), ()))),
    "a vector": ((5, 7), (7,), (((1,), (0,)), ((), ()))),
    "a vector on the left": ((7,), (7, 3), (((0,), (0,)), ((), ()))),
    "an outer product": ((5,), (3,), (((), ()), ((), ()))),
    "stacks": ((4, 5, 7), (4, 7, 3), (((2,), (1,)), ((0,), (0,)))),
    "stacks in the middle": ((5, 4, 7), (7, 4, 3), (((2,), (0,)), ((1,), (1,)))),
    "stacks at the end": ((5, 7, 4), (3, 7, 4), (((1,), (1,)), ((2,), (2,)))),
    "two contracted axes": ((5, 7, 2), (2, 7, 3), (((1, 2), (1, 0)), ((), ()))),
    "one row": ((1, 7), (7, 3), (((1,), (0,)), ((), ()))),
    "one long": ((5, 1), (1, 3), (((1,), (0,)), ((), ()))),
    "nothing": ((5, 0), (0, 3), (((1,), (0,)), ((), ()))),
}


def values(shape, dtype):
    """Small whole numbers, of which sums and products are exact in every dtype."""
    found = RNG.integers(-3, 4, shape).astype(np.float64)
    if dtype.startswith("complex"):
        found = found + 1j * RNG.integers(-3, 4, shape)
    return jnp.asarray(found, dtype)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", CONTRACTIONS)
def test_contractions_on_a_gpu_agree_with_the_cpu_s(name, dtype, gpu):
    left, right, numbers = CONTRACTIONS[name]
    x, y = values(left, dtype), values(right, dtype)
    product = fjax.jit(lambda x, y: lax.dot_general(x, y, numbers))
    found = product(fjax.device_put(x, gpu), fjax.device_put(y, gpu))
    assert found.dtype == x.dtype and found.devices() == {gpu}
    np.testing.assert_array_equal(fjax.device_get(found), fjax.device_get(product(x, y)))


@pytest.mark.parametrize("name", CONTRACTIONS)
def test_how_an_operand_lies_is_where_its_elements_are(name):
    left, right, numbers = CONTRACTIONS[name]
    layout = gemm_layout(left, right, numbers)
    sides = (
        (left, layout.lhs_axes, (layout.batch, layout.m, layout.k)),
        (right, layout.rhs_axes, (layout.batch, layout.k, layout.n)),
    )
    for shape, axes, sizes in sides:
        lies = placed(shape, axes, sizes)
        if lies is None or 0 in shape:
            continue
        memory = np.arange(np.prod(shape))
        batch, rows, columns = np.indices(sizes)
        inner, outer = (rows, columns) if lies.transposed else (columns, rows)
        at = lies.step * batch + lies.leading * outer + inner
        expected = memory.reshape(shape).transpose(axes).reshape(sizes)
        np.testing.assert_array_equal(memory[at], expected)


FLOAT32, BFLOAT16, FLOAT16 = 0, 14, 2
COMPUTE_32F, COMPUTE_32F_FAST_TF32 = 68, 77


@pytest.mark.parametrize(("dtype", "code"), [("bfloat16", BFLOAT16), ("float16", FLOAT16)])
@pytest.mark.parametrize("preferred", [None, jnp.float32])
def test_narrow_floats_go_to_the_library_as_they_are(dtype, code, preferred, machine, gpu):
    x = fjax.device_put(values((6, 5), dtype), gpu)
    product = fjax.jit(lambda x: jnp.matmul(x, x.T, preferred_element_type=preferred))
    found = product(x)
    result = code if preferred is None else FLOAT32
    np.testing.assert_array_equal(
        fjax.device_get(found), fjax.device_get(product(fjax.device_get(x)))
    )
    assert machine.products == [(code, result, COMPUTE_32F, (1, 0))]
    assert not machine.launches


def test_sums_of_narrow_floats_are_of_float32(gpu):
    x = fjax.device_put(jnp.full((4, 4096), 1.0, jnp.bfloat16), gpu)
    assert float(fjax.jit(lambda x: x @ x.T)(x)[0, 0]) == 4096.0


def test_gradients_of_narrow_products_have_their_dtype(gpu):
    x, w = values((6, 5), "bfloat16"), values((5, 3), "bfloat16")
    loss = fjax.jit(fjax.grad(lambda w, x: jnp.sum(x @ w, dtype=jnp.float32)))
    found = loss(fjax.device_put(w, gpu), fjax.device_put(x, gpu))
    assert found.dtype == jnp.bfloat16
    np.testing.assert_array_equal(fjax.device_get(found), fjax.device_get(loss(w, x)))


@pytest.mark.parametrize(
    ("precision", "computed"),
    [
        (None, COMPUTE_32F),
        ("highest", COMPUTE_32F),
        ("tensorfloat32", COMPUTE_32F_FAST_TF32),
        (lax.Precision.HIGH, COMPUTE_32F_FAST_TF32),
        (lax.DotAlgorithmPreset.TF32_TF32_F32, COMPUTE_32F_FAST_TF32),
        ((lax.Precision.HIGH, lax.Precision.HIGHEST), COMPUTE_32F),
    ],
)
def test_float32_is_rounded_to_tf32_where_precision_allows_it(precision, computed, machine, gpu):
    x = fjax.device_put(jnp.asarray(RNG.normal(size=(6, 5)), jnp.float32), gpu)
    product = fjax.jit(lambda x: jnp.matmul(x, x.T, precision=precision))
    found, exact = fjax.device_get(product(x)), fjax.device_get(x) @ fjax.device_get(x).T
    (row,) = machine.products
    assert row[2] == computed
    error = np.max(np.abs(found - exact))
    assert (error < 1e-6) == (computed == COMPUTE_32F) and error < 1e-2


def test_gradients_of_a_layer_copy_no_transposed_operand(machine, gpu):
    x, w = (fjax.device_put(values(s, "float32"), gpu) for s in ((6, 5), (5, 3)))
    step = fjax.jit(lambda w, x, g: fjax.vjp(lambda w, x: x @ w, w, x)[1](g))
    found = step(w, x, fjax.device_put(values((6, 3), "float32"), gpu))
    assert [f.shape for f in found] == [(5, 3), (6, 5)]
    assert sorted(row[3] for row in machine.products) == [(0, 1), (1, 0)]
    assert not machine.launches
