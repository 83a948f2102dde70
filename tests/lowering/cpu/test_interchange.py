"""Rows of few vectors that ask where an element stands: asked once for all rows, not in each."""

import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.cpu.compile import llvm_text
from tests.lowering.cpu.test_launches import TARGETS

PROGRAMS = {
    "padded": lambda np, x: np.pad(x, [(1, 2)] * x.ndim),
    "padded on one side": lambda np, x: np.pad(x, [(0, 0)] * (x.ndim - 1) + [(3, 0)]),
    "joined": lambda np, x: np.concatenate([x, x[..., :5] + 1, x * 2], -1),
    "rolled": lambda np, x: np.roll(x, 2, -1) - x,
    "chosen": lambda np, x: np.where(np.arange(x.shape[-1]) % 3 == 1, x, x * x),
    "middle axis": lambda np, x: np.concatenate([x[..., :3, :], x[..., 2:, :] * 2], -2),
}


@pytest.mark.one_in(24)
@pytest.mark.parametrize("shape", [(3, 17), (5, 16), (150, 31), (2, 3, 33), (7, 95), (4, 300)])
@pytest.mark.parametrize("dtype", ["bool", "int8", "float16", "float32", "int64", "complex128"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_rows_of_every_length_are_put_together(name, dtype, shape):
    program = PROGRAMS[name]
    x = np.random.default_rng(3).integers(0, 2 if dtype == "bool" else 9, shape).astype(dtype)
    if dtype == "bool" and name == "rolled":
        program = lambda np, x: np.roll(x, 2, -1) ^ x
    found = fjax.jit(lambda x: program(jnp, x))(x)
    np.testing.assert_array_equal(found, program(np, x).astype(found.dtype))


def test_elements_that_are_set_and_their_gradient():
    x = np.random.default_rng(3).normal(size=(150, 21)).astype("float32")

    def program(x):
        return x.at[:, 1:-1].set(x[:, 2:] * x[:, :-2])

    expected = x.copy()
    expected[:, 1:-1] = x[:, 2:] * x[:, :-2]
    np.testing.assert_array_equal(fjax.jit(program)(x), expected)
    given = np.zeros_like(x)
    given[:, 0] += 1
    given[:, -1] += 1
    given[:, 2:] += x[:, :-2]
    given[:, :-2] += x[:, 2:]
    found = fjax.jit(fjax.grad(lambda x: program(x).sum()))(x)
    np.testing.assert_allclose(found, given, rtol=1e-6)


@pytest.mark.parametrize("name", ["padded", "joined", "rolled"])
def test_no_row_compares_positions(name):
    x = jnp.ones((500, 20), jnp.float32)
    kernel = fjax.inspect(lambda x: PROGRAMS[name](jnp, x))(x).kernels[0].info.lowered.kernel
    text = llvm_text(kernel, TARGETS["avx512"])
    blocks = re.split(r"\n(?=\w+:)", text)
    names = [block.partition(":")[0] for block in blocks]
    version = re.search(r"label %(then\d+), label %(join\d+)", text)
    first, end = (names.index(name) for name in version.groups())
    rows = [block for block in blocks[first:end] if "store" in block]
    assert rows
    assert not [block for block in rows if re.search(r"icmp \w+ <", block)]


@pytest.mark.parametrize("target", ["avx2", "avx512"])
def test_the_end_of_a_row_has_no_loop_of_its_own(target):
    x = jnp.ones((500, 41), jnp.float32)
    kernel = fjax.inspect(lambda x: x[:, 1:] * 2)(x).kernels[0].info.lowered.kernel
    text = llvm_text(kernel, TARGETS[target])
    assert text.count("phi i64") == 2  # rows, and whole vectors of a row
    assert text.index("icmp ult <") < text.index("\nloop")  # the mask is that of all rows


@pytest.mark.one_in(4)
@pytest.mark.parametrize("width", [1, 7, 16, 17, 33, 100])
@pytest.mark.parametrize("dtype", ["int8", "float32", "float64"])
def test_ends_of_rows_are_reached_and_not_passed(dtype, width):
    x = np.random.default_rng(3).integers(0, 9, (30, width + 2)).astype(dtype)
    i = np.array([4, 0, 29, 4])
    np.testing.assert_array_equal(fjax.jit(lambda x: x[:, 2:] * 2)(x), x[:, 2:] * 2)
    np.testing.assert_array_equal(fjax.jit(lambda x: x[i] + x[0])(x), x[i] + x[0])
    expected = x.copy()
    np.add.at(expected, i, x[:4])
    np.testing.assert_array_equal(fjax.jit(lambda x: x.at[i].add(x[:4]))(x), expected)
