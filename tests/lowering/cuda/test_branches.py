"""Branches, and loops that need Python, on a GPU: their programs run there."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from fjax.scipy.linalg import schur
from tests.lowering.cuda.test_convolutions import host_steps

X = np.arange(40.0).reshape(5, 8) / 40


def chosen(i, x):
    return lax.switch(i, [lambda x: x @ x.T @ x, jnp.sin, lambda x: x], x)


FUNCTIONS = {
    "branches": chosen,
    "a condition that is computed": lambda i, x: lax.cond(
        x.sum() > i, lambda x: jnp.linalg.qr(x)[0], lambda x: x[:, :5], x
    ),
    "a gradient": lambda i, x: fjax.grad(lambda x: chosen(i, x).sum())(x),
    "operands as results": lambda i, x: lax.cond(i > 0, lambda x: (x, x), lambda x: (-x, x * 2), x),
    "a loop of branches": lambda i, x: lax.fori_loop(
        0, 4, lambda k, x: lax.cond(k > i, lambda x: x @ x.T @ x, lambda x: x + 1, x), x
    ),
    "branches in branches": lambda i, x: lax.cond(
        i < 2, lambda x: chosen(i, x) + 1, lambda x: jnp.cumsum(x, 0), x
    ),
    "constants": lambda i, x: lax.cond(i > 0, lambda x: jnp.eye(5, 8), lambda x: x @ x.T @ x, x),
    "the gradient of a while loop": lambda i, x: fjax.grad(
        lambda x: lax.while_loop(lambda x: x.sum() < 90, lambda x: x * 2 @ jnp.eye(8), x).sum()
    )(x + 1),
}


@pytest.mark.one_in(9)
@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("i", [0, 1, 2])
def test_they_run_where_their_operands_are(name, i, gpu):
    function = fjax.jit(FUNCTIONS[name])
    args = fjax.device_put((np.int32(i), X), gpu)
    assert not host_steps(function, *args)
    found = function(*args)
    for got, wanted in zip(
        fjax.tree.leaves(found), fjax.tree.leaves(function(np.int32(i), X)), strict=True
    ):
        assert type(got.buffer) is DeviceBuffer
        np.testing.assert_allclose(fjax.device_get(got), wanted, rtol=1e-12, atol=1e-12)


def test_what_a_branch_computes_in_host_memory_is_said(gpu):
    function = lambda i, x: lax.cond(i > 0, lambda x: schur(x)[0], lambda x: -x, x)
    found = fjax.inspect(function)(*fjax.device_put((np.int32(1), X[:, :5]), gpu))
    assert [e.op.name for e in found.host_steps] == ["schur"]


def test_a_branch_prints_and_calls_back(gpu, capsys):
    def shown(x):
        fjax.debug.print("sum {}", x.sum())
        return x + fjax.pure_callback(lambda x: np.ones_like(x), x, x)

    function = fjax.jit(lambda i, x: lax.cond(i > 0, shown, lambda x: x, x))
    found = function(*fjax.device_put((np.int32(1), X), gpu))
    np.testing.assert_array_equal(fjax.device_get(found), X + 1)
    fjax.effects_barrier()
    assert capsys.readouterr().out == f"sum {X.sum()}\n"
