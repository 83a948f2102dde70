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


@pytest.mark.one_in(4)
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
    np.testing.assert_allclose(got, wanted, rtol=1e-14)


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


DTYPES = [np.float32, np.float64, np.complex64, np.complex128]
REFLECTED = ["a matrix", "a tall one", "a wide one", "a column", "a stack", "a stack of tall ones"]


def of_dtype(x, dtype):
    """Real numbers, or with imaginary parts."""
    x = x + 1j * RNG.normal(size=x.shape) if np.dtype(dtype).kind == "c" else x
    return jnp.asarray(x, dtype)


def close(got, wanted, dtype):
    precise = np.dtype(dtype) in (np.float64, np.complex128)
    for there, here in zip(fjax.tree.leaves(got), fjax.tree.leaves(wanted), strict=True):
        np.testing.assert_allclose(
            there, here, **dict.fromkeys(("rtol", "atol"), 1e-10 if precise else 1e-3)
        )


@pytest.mark.one_in(3)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", REFLECTED)
def test_reflectors_are_computed_and_multiplied_on_the_gpu(name, dtype, gpu):
    x = of_dtype(MATRICES[name], dtype)
    raw = lambda x: jnp.linalg.qr(x, "raw")
    got, (turned, taus), host_steps = there_and_here(raw, gpu, x)
    assert not host_steps
    close(got, (turned, taus), dtype)
    m, n = x.shape[-2:]
    c = of_dtype(RNG.normal(size=(*x.shape[:-1], 3)), dtype)
    products = [
        lambda a, t: lax.linalg.ormqr(a, t, c),
        lambda a, t: lax.linalg.ormqr(a, t, a.mT, left=False, transpose=True),
    ]
    if m >= n:
        products.append(lax.linalg.householder_product)
    for function in products:
        got, found, host_steps = there_and_here(function, gpu, turned.mT, taus)
        assert not host_steps
        close(got, found, dtype)


def systems(lead, rows, columns, dtype):
    """Diagonals and right-hand sides."""
    shapes = [(*lead, rows)] * 3 + [(*lead, rows, columns)]
    return [of_dtype(RNG.normal(size=shape), dtype) for shape in shapes]


SYSTEMS = [((), 5, 2), ((3,), 7, 1), ((2, 3), 4, 2), ((), 2, 1), ((2,), 1, 2)]


@pytest.mark.one_in(20)
@pytest.mark.parametrize("perturbed", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("of", SYSTEMS, ids=str)
def test_tridiagonal_systems_are_solved_on_the_gpu(of, dtype, perturbed, gpu):
    solve = lambda *xs: lax.linalg.tridiagonal_solve(*xs, perturb_singular=perturbed)
    given = systems(*of, dtype)
    got, wanted, host_steps = there_and_here(solve, gpu, *given)
    assert not host_steps
    close(got, wanted, dtype)
    at = (0,) * len(of[0])  # one system has no solution
    dl, d, du, b = given
    given = [dl.at[(*at, -1)].set(0), d.at[(*at, -1)].set(0), du, b]
    got, wanted, _ = there_and_here(solve, gpu, *given)
    close(got, wanted, dtype)
    assert np.isfinite(wanted).all() == perturbed


def test_what_lies_outside_the_diagonals_is_not_read(gpu):
    dl, d, du, b = systems((), 2, 1, np.float64)
    given = [dl.at[0].set(np.nan), d, du.at[-1].set(np.nan), b]
    for perturbed in (False, True):
        solve = lambda *xs, p=perturbed: lax.linalg.tridiagonal_solve(*xs, perturb_singular=p)
        got, wanted, _ = there_and_here(solve, gpu, *given)
        np.testing.assert_allclose(got, wanted, rtol=1e-12)
        assert np.isfinite(got).all()


def test_derivatives_and_batches_of_tridiagonal_systems_stay_on_the_gpu(gpu):
    gradient = fjax.grad(lambda *xs: jnp.sum(lax.linalg.tridiagonal_solve(*xs) ** 2), (0, 1, 2, 3))
    got, wanted, host_steps = there_and_here(fjax.vmap(gradient), gpu, *systems((4,), 6, 2, float))
    assert not host_steps
    close(got, wanted, float)


def test_a_tridiagonal_system_is_solved_by_two_loops_of_one_launch_each(machine, gpu):
    given = fjax.device_put(systems((50,), 20, 1, np.float64), gpu)
    fjax.jit(lambda *xs: lax.linalg.tridiagonal_solve(*xs))(*given).block_until_ready()
    assert len(machine.launches) < 12  # and what puts rows first
