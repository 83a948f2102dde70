"""Factorisations and solves by NVIDIA's libraries; what they have no answer for, by the host."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

RNG = np.random.default_rng(0)
STACK = RNG.normal(size=(3, 4, 4))
POSITIVE = STACK @ STACK.swapaxes(-1, -2) + 4 * np.eye(4)
COMPLEX = (STACK + 1j * RNG.normal(size=(3, 4, 4))).astype(np.complex64)


def there_and_here(function, gpu, *arrays):
    """What a jitted function gives on the GPU and on the CPU, and what ran in host memory."""
    there = [fjax.device_put(a, gpu) for a in arrays]
    steps = fjax.inspect(function)(*there).host_steps
    return fjax.jit(function)(*there), fjax.jit(function)(*arrays), steps


@pytest.mark.parametrize(
    "function",
    [
        jnp.linalg.cholesky,
        jnp.linalg.eigvalsh,
        lambda x: jnp.linalg.svd(x, compute_uv=False),
        lambda x: jnp.abs(jnp.linalg.eigh(x)[1]),
        lambda x: jnp.abs(jnp.linalg.svd(x)[0]),
        lambda x: jnp.abs(jnp.linalg.qr(x[0])[1]),
    ],
    ids=["cholesky", "eigvalsh", "singular values", "eigh", "svd", "qr"],
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_factorisation_runs_on_the_gpu(function, dtype, gpu):
    got, wanted, host_steps = there_and_here(function, gpu, POSITIVE.astype(dtype))
    assert not host_steps and got.device == gpu
    np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-4)


MATRICES = {
    "a matrix": STACK[0],
    "a tall one": STACK.reshape(6, 8).T,
    "a wide one": STACK.reshape(6, 8),
    "a row": STACK[0, :1],
    "a column": STACK[0, :, :1],
    "a stack": STACK,
    "a stack of stacks": STACK[:2, None],
    "a stack of tall ones": STACK[:, :, :2],
    "no inverse": np.ones((3, 3)),
    "complex": COMPLEX,
}


@pytest.mark.parametrize("name", MATRICES)
def test_lu_factors_are_computed_on_the_gpu(name, gpu):
    x = MATRICES[name]
    got, wanted, host_steps = there_and_here(lax.linalg.lu, gpu, x)
    assert not host_steps
    np.testing.assert_allclose(got[0], wanted[0], rtol=1e-5, atol=1e-6)
    for there, here in zip(got[1:], wanted[1:], strict=True):
        assert there.dtype == here.dtype and there.device == gpu
        np.testing.assert_array_equal(there, here)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
def test_solves_inverses_and_determinants_run_on_the_gpu(dtype, gpu):
    x, b = POSITIVE.astype(dtype), STACK.astype(dtype)
    for function, operands in (
        (jnp.linalg.solve, (x, b)),
        (jnp.linalg.inv, (x,)),
        (fjax.grad(lambda x: jnp.sum(jnp.abs(jnp.linalg.solve(x[0], b[0])))), (x,)),
        (lambda x: jnp.linalg.slogdet(x)[1], (x,)),
        (fjax.grad(lambda x: jnp.sum(jnp.linalg.slogdet(x)[1])), (x,)),
    ):
        got, wanted, host_steps = there_and_here(function, gpu, *operands)
        assert not host_steps
        np.testing.assert_allclose(got, wanted, rtol=1e-3, atol=1e-3)


def test_lu_leaves_its_operand_as_it_is(gpu):
    for x in MATRICES.values():
        there = fjax.device_put(x, gpu)
        lax.linalg.lu(there)
        np.testing.assert_array_equal(fjax.device_get(there), x)


@pytest.mark.parametrize("left_side", [True, False])
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("transposed", ["", "transposed", "conjugated", "transposed conjugated"])
def test_triangular_solves_run_on_the_gpu(left_side, lower, transposed, gpu):
    def solve(a, b):
        return lax.linalg.triangular_solve(
            a,
            b,
            left_side=left_side,
            lower=lower,
            transpose_a="transposed" in transposed,
            conjugate_a="conjugated" in transposed,
        )

    a = COMPLEX + 4 * np.eye(4, dtype=np.complex64)
    got, wanted, host_steps = there_and_here(solve, gpu, a, COMPLEX)
    assert not host_steps
    np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-4)


def test_a_matrix_that_has_no_factor_gives_what_the_cpu_gives(gpu):
    x = POSITIVE.copy()
    x[1] = -x[1]
    got, wanted, _ = there_and_here(jnp.linalg.cholesky, gpu, x)
    assert np.isnan(np.asarray(got)[1]).any() and np.isfinite(np.asarray(got)[0]).all()
    np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("function", [jnp.linalg.cholesky, jnp.linalg.eigvalsh])
def test_numbers_that_are_none_give_what_the_cpu_gives(function, gpu):
    x = POSITIVE.copy()
    x[2, 1, 1] = np.nan
    got, wanted, _ = there_and_here(function, gpu, x)
    np.testing.assert_allclose(got, wanted, rtol=1e-14)


def test_derivatives_of_factorisations_run_there(gpu):
    gradient = fjax.grad(lambda x: jnp.sum(jnp.linalg.cholesky(x)))
    got, wanted, host_steps = there_and_here(gradient, gpu, POSITIVE)
    assert not host_steps
    np.testing.assert_allclose(got, wanted, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    "name",
    [
        "a matrix",
        "a tall one",
        "a wide one",
        "a stack of stacks",
        "a stack of tall ones",
        "complex",
    ],
)
@pytest.mark.parametrize("mode", ["reduced", "complete"])
def test_qr_is_computed_on_the_gpu(name, mode, gpu):
    x = MATRICES[name]
    (q, r), (_, wanted), host_steps = there_and_here(lambda x: jnp.linalg.qr(x, mode), gpu, x)
    assert not host_steps
    np.testing.assert_allclose(q @ r, x, atol=1e-5)
    np.testing.assert_allclose(abs(np.asarray(r)), abs(np.asarray(wanted)), atol=1e-5)


@pytest.mark.parametrize("name", ["a matrix", "a stack", "complex"])
def test_eigenvalues_of_any_matrices_are_computed_on_the_gpu(name, gpu):
    x = MATRICES[name]
    got, wanted, host_steps = there_and_here(jnp.linalg.eig, gpu, x)
    assert not host_steps and got[0].dtype == wanted[0].dtype
    values, vectors = map(np.asarray, got)
    np.testing.assert_allclose(x @ vectors, vectors * values[..., None, :], atol=1e-5)
    alone, _, host_steps = there_and_here(jnp.linalg.eigvals, gpu, x)
    assert not host_steps
    np.testing.assert_allclose(np.sort(alone, -1), np.sort(np.asarray(wanted[0]), -1), atol=1e-5)


@pytest.mark.parametrize("machine", [dict(has_geev=False)], indirect=True)
def test_without_a_routine_for_eigenvalues_the_host_computes_them(machine, gpu):
    got, wanted, host_steps = there_and_here(jnp.linalg.eigvals, gpu, STACK)
    assert [e.op.name for e in host_steps] == ["eig"]
    np.testing.assert_array_equal(got, wanted)


def test_left_eigenvectors_are_computed_by_the_host(gpu):
    function = lambda x: lax.linalg.eig(x, compute_left_eigenvectors=True)
    _, _, host_steps = there_and_here(function, gpu, STACK)
    assert [e.op.name for e in host_steps] == ["eig"]
