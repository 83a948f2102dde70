"""Cumulative operations along short rows, which are written out as columns."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.evaluate import execute
from fjax.lowering.cuda.few_rows import block_scans
from fjax.lowering.machine import Cuts, named
from fjax.passes.scans import unroll_scans

RNG = np.random.default_rng(0)
OPERATIONS = ["cumsum", "cumprod", "cummax", "cummin"]
NUMPYS = {"cumsum": np.add, "cumprod": np.multiply, "cummax": np.maximum, "cummin": np.minimum}


def values(dtype, shape):
    if dtype == "int8":
        return RNG.integers(-5, 5, shape).astype(dtype)
    x = RNG.standard_normal(shape)
    x[::7, 1], x[::5, 0], x[::11, -1] = np.nan, 0.0, -0.0
    return (x + 1j * x[::-1] if dtype.startswith("complex") else x).astype(dtype)


@pytest.mark.parametrize("reverse", [False, True])
def test_rows_in_parts_have_the_same_totals(reverse):
    x = RNG.integers(-9, 9, (2, 30)) * 2 + 1
    for name, numpys in NUMPYS.items():
        jaxpr = fjax.make_jaxpr(lambda x: getattr(lax, name)(x, 1, reverse))(x).jaxpr
        in_parts = block_scans(jaxpr, Cuts(large=20, block=10, few_rows=2))
        assert len(in_parts.eqns) > len(jaxpr.eqns)
        (found,) = execute(in_parts, [jnp.asarray(x)])
        rows = x[:, ::-1] if reverse else x
        expected = numpys.accumulate(rows, 1)
        np.testing.assert_array_equal(found, expected[:, ::-1] if reverse else expected)


@pytest.mark.one_in(32)
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("length", [2, 3, 8, 9])
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int8"])
@pytest.mark.parametrize("name", OPERATIONS)
def test_running_totals_of_short_rows_have_the_bits_of_one_after_another(
    name, dtype, length, reverse
):
    x = values(dtype, (23, length))
    found = np.asarray(fjax.jit(lambda x: getattr(lax, name)(x, 1, reverse))(x))
    wide = (x[:, ::-1] if reverse else x).astype("float32" if dtype == "float16" else dtype)
    wanted = NUMPYS[name].accumulate(wide, 1, dtype=wide.dtype).astype(dtype)
    np.testing.assert_array_equal(found, wanted[:, ::-1] if reverse else wanted)


@pytest.mark.one_in(20)
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
@pytest.mark.parametrize("length", [2, 5, 8])
@pytest.mark.parametrize("reverse", [False, True])
def test_derivatives_along_short_rows_are_those_of_the_operation_before_it_is_written_out(
    dtype, length, reverse
):
    x, t = RNG.standard_normal((2, 20, length)).astype(dtype)
    x[::5, length // 2] = 0
    for name in OPERATIONS[: 2 if dtype.startswith("complex") else 4]:

        def tangent(x, t, name=name):
            return fjax.jvp(lambda x: getattr(lax, name)(x, 1, reverse), (x,), (t,))

        with fjax.disable_jit():
            wanted = tangent(x, t)
        for a, b in zip(fjax.jit(tangent)(x, t), wanted, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-5)


def test_a_link_of_zero_forgets_infinities_in_short_rows():
    x = np.tile(np.array([np.inf, 1.0, 2.0, -1.0]), (16, 1))
    gradient = fjax.jit(fjax.grad(lambda x: lax.cummax(x, 1).sum()))(x)
    np.testing.assert_array_equal(gradient, np.tile([4.0, 0, 0, 0], (16, 1)))


def test_the_gradient_of_a_running_product_along_short_rows_is_one_kernel():
    gradient = fjax.grad(lambda x: jnp.cumprod(x, axis=1).sum())
    assert len(fjax.inspect(gradient)(np.ones((300, 4), np.float32)).kernels) == 1


@pytest.mark.parametrize("shape, axis", [((300, 9), 1), ((5, 300), 0), ((3, 5), 1), ((40, 1), 1)])
def test_rows_that_are_long_few_or_along_another_axis_stay_scans(shape, axis):
    jaxpr = fjax.make_jaxpr(lambda x: lax.cumsum(x, axis))(np.ones(shape)).jaxpr
    assert unroll_scans(jaxpr, 8, 16) is jaxpr


def test_threads_of_a_gpu_scan_short_rows():
    assert named("sm_90").written_out_scan == 0
    assert named("x86-64-v4").written_out_scan == 11
