"""Products with few results and many terms, by parts of the terms: values, bits, and where."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import fjax
import fjax.numpy as jnp
from fjax.lowering.cpu.library import cuts
from fjax.lowering.cpu.library import products as library
from fjax.passes.split_k import PartialProducts

DTYPES = ["float32", "float64", "complex64", "complex128"]
SPECS = {  # of two operands, by how they lie in memory
    "ki,kj->ij": "first by columns",
    "ik,kj->ij": "both as they are",
    "ki,jk->ij": "both transposed",
    "ik,jk->ij": "second transposed",
    "ik,jk->ji": "the result, too",
    "bki,bkj->bij": "a batch",
    "kbi,kbj->bij": "a batch inside",
    "hki,hkj->ij": "two axes of terms, merged",
    "kib,kjb->bij": "moved before",
}
SIZES = {"i": 20, "j": 30, "b": 2, "h": 3}


def numbers(shape, dtype, seed):
    """Small integers, whose products and sums are exact."""
    rng = np.random.default_rng(seed)
    found = rng.integers(-3, 4, shape).astype(dtype)
    return found + 1j * rng.integers(-3, 4, shape) if found.dtype.kind == "c" else found


def operands(spec, k, dtype):
    """Arrays of the shapes that the letters of an einsum stand for."""
    sizes = SIZES | {"k": k}
    names = spec.split("->")[0].split(",")
    return [numbers([sizes[c] for c in x], dtype, at).astype(dtype) for at, x in enumerate(names)]


@pytest.mark.one_in(10)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("k", [5003, 8192])
@pytest.mark.parametrize("spec", SPECS)
def test_parts_sum_up_to_the_product(spec, k, dtype):
    x, y = operands(spec, k, dtype)
    program = fjax.jit(lambda x, y: jnp.einsum(spec, x, y))
    wanted = np.einsum(spec, x, y, optimize=True)
    assert_array_equal(program(x, y), wanted)
    assert_array_equal(jnp.einsum(spec, x, y), wanted)
    assert fjax.inspect(program)(x, y).library_calls == ["dot_general_by_parts"]


@pytest.mark.parametrize("dtype", ["float32", "complex128"])
def test_bits_do_not_hang_on_the_number_of_threads(dtype):
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal((9001, n)).astype(dtype) for n in (20, 30))
    program = fjax.jit(lambda x, y: x.T @ y)
    found = []
    for count in (1, 2, 7):
        with fjax.threads(count):
            found += [np.asarray(program(x, y)), np.asarray(jnp.asarray(x).T @ jnp.asarray(y))]
    for other in found[1:]:
        assert_array_equal(other, found[0])


def test_a_sum_of_parts_is_a_part_of_the_kernel_that_reads_it():
    x, y = operands("ki,kj->ij", 9001, "float64")
    program = fjax.jit(lambda x, y, z: jnp.tanh(x.T @ y / 9001) + z)
    z = numbers((20, 30), "float64", 3)
    assert len(fjax.inspect(program)(x, y, z).kernels) == 1
    np.testing.assert_allclose(program(x, y, z), np.tanh(x.T @ y / 9001) + z, rtol=1e-14)


def test_the_hessian_and_steps_of_a_least_squares_problem():
    x, y = numbers((6001, 20), "float64", 0), numbers((6001, 3), "float64", 1)

    def loss(w):
        return 0.5 * ((x @ w - y) ** 2).sum()

    w = np.zeros((20, 3))
    hessian = fjax.jit(fjax.hessian(lambda v: loss(v[:, None])[()] / 3))
    np.testing.assert_allclose(hessian(w[:, 0]), x.T @ x, rtol=1e-12)

    def step(_, w):
        return w - 1e-5 * (x.T @ (x @ w - y))

    found, wanted = fjax.lax.fori_loop(0, 10, step, w), w
    for at in range(10):
        wanted = step(at, wanted)
    np.testing.assert_allclose(found, wanted, rtol=1e-12)
    np.testing.assert_allclose(fjax.jit(fjax.grad(loss))(w), -(x.T @ y), rtol=1e-12)


@pytest.mark.parametrize("parts", [1, 2, 7])
def test_a_launch_of_parts_and_its_definition_agree(parts):
    x, y = operands("ki,kj->ij", 1000, "float32")
    product = fjax.make_jaxpr(lambda x, y: jnp.einsum("ki,kj->ij", x, y))(x, y).jaxpr.eqns[-1].op
    op = PartialProducts(product=product, terms=-(-1000 // parts))
    (wanted,) = op.evaluate(np, *((x, y)[i] for i in (0, 1)))
    assert wanted.shape[0] == parts
    assert_array_equal(wanted.sum(0), np.einsum("ki,kj->ij", x, y))
    assert_array_equal(fjax.jit(op)(x, y), wanted)


def test_where_rows_are_enough_or_the_work_is_small_a_product_stays_whole():
    for sizes in [(1024, 1024, 1024), (512, 64, 2000), (30, 30, 300), (64, 4096, 100)]:
        assert cuts.terms_of_product(*sizes, 1) == 0
    assert cuts.terms_of_product(30, 30, 100_000, 64) == 0  # the batch is shared
    for k in (10_000, 10_007, 123_457):
        terms = cuts.terms_of_product(30, 30, k, 1)
        assert 8 <= -(-k // terms) <= cuts.MOST_CALLS and terms * (-(-k // terms) - 1) < k


def test_an_eager_product_fills_what_is_given():
    x, y = operands("ki,kj->ij", 20_011, "float64")
    whole = np.empty((40, 60))
    given = whole[::2, ::2]
    assert library.matmul(x.T, y, given) is given
    assert_array_equal(given, np.einsum("ki,kj->ij", x, y, optimize=True))
