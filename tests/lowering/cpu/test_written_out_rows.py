"""Rows of a few elements are written out if that is short code, whatever divides in it."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn
from fjax.lowering.cpu.compile import schedule_text
from fjax.lowering.cpu.processor import host
from tests.lowering.guarded import guarded

RANDOM = np.random.default_rng(6)


def normalised(x):
    return (x - x.mean(1, keepdims=True)) / jnp.sqrt(x.var(1, keepdims=True) + 1e-3)


def slope(x):
    return fjax.grad(lambda x: (normalised(x) ** 3).sum())(x)


def form(function, x):
    (kernel,) = fjax.inspect(function)(x).kernels
    return kernel.form


@pytest.mark.parametrize("length", [9, 13, 16])
@pytest.mark.parametrize("function", [slope, lambda x: nn.logsumexp(x, 1)])
def test_quotients_and_what_is_done_once_a_row_are_short_code(function, length):
    x = RANDOM.normal(size=(300, length)).astype(np.float32)
    assert f"load b0[i0*{length}] at {length - 1}:i64" in form(function, x)


@pytest.mark.parametrize("length", [6, 9, 13, 16, 17])
def test_the_gradient_of_a_layer_norm(length):
    x = RANDOM.normal(size=(300, length))
    step = 1e-6 * RANDOM.normal(size=x.shape)
    change = ((np.asarray(normalised(x + step)) ** 3) - np.asarray(normalised(x - step)) ** 3) / 2
    np.testing.assert_allclose((fjax.jit(slope)(x) * step).sum(), change.sum(), rtol=1e-5)


def test_functions_of_each_element_are_long_code():
    def heavy(x):
        return nn.softmax(jnp.tanh(jnp.sin(x)), axis=1)

    x = RANDOM.normal(size=(300, 16)).astype(np.float32)
    forms = [k.form for k in fjax.inspect(heavy)(x).kernels]
    assert not any("load b0[i0*16] at 15:i64" in f and "call sin" in f for f in forms)


@pytest.mark.parametrize("length", [7, 17])
def test_the_last_rows_are_copied_so_that_the_code_is_there_once(length):
    reads = lambda x: nn.softmax(x[:, 1:-1], axis=1) + x[:, 2:]
    for count in (1, 2, 15, 16, 17, 35):
        x = RANDOM.normal(size=(count, length + 2)).astype(np.float32)
        e = np.exp(x[:, 1:-1] - x[:, 1:-1].max(1, keepdims=True))
        right = e / e.sum(1, keepdims=True) + x[:, 2:]
        np.testing.assert_allclose(fjax.jit(reads)(guarded(x)), right, rtol=1e-5, atol=1e-6)
    (kernel,) = fjax.inspect(lambda x: nn.softmax(x, 1))(x).kernels
    if host().full_masks:
        assert "x1 copied" in schedule_text(kernel.info.lowered.kernel)
        assert "masked" not in kernel.llvm.partition("define")[2]
