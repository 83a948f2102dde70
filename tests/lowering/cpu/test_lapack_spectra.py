"""QR and eigenvalues of real matrices as launches, against their definitions."""

import numpy as np
import pytest
import scipy.linalg

import fjax
import fjax.numpy as jnp
from fjax import lax

SHAPES = ((1, 1), (3, 3), (5, 3), (3, 5), (1, 4), (20, 20), (40, 7), (64, 64))


def matrices(dtype, *shape):
    return np.random.default_rng(0).standard_normal(shape).astype(dtype)


def tolerance(dtype):
    return dict(rtol=1e-4, atol=2e-4) if dtype == "float32" else dict(rtol=1e-9, atol=1e-11)


def is_native(function, *args):
    return fjax.inspect(function)(*args).plan.whole is not None


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("mode", ["reduced", "complete"])
@pytest.mark.parametrize(("m", "n"), SHAPES)
def test_factors_are_orthogonal_and_triangular(m, n, mode, dtype):
    x = matrices(dtype, 2, m, n)

    def factor(x):
        return tuple(jnp.linalg.qr(x, mode))

    assert is_native(factor, x)
    q, r = map(np.asarray, fjax.jit(factor)(x))
    np.testing.assert_allclose(q @ r, x, **tolerance(dtype))
    inner = q.transpose(0, 2, 1) @ q
    np.testing.assert_allclose(inner, np.stack([np.eye(inner.shape[-1])] * 2), **tolerance(dtype))
    np.testing.assert_array_equal(np.tril(r, -1), 0)
    for a, b in zip((q, r), jnp.linalg.qr(x, mode), strict=True):
        np.testing.assert_allclose(a, b, **tolerance(dtype))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("triangle", ["L", "U"])
@pytest.mark.parametrize("n", [2, 3, 5, 8, 20, 40])
def test_vectors_have_the_signs_of_lapack(n, triangle, dtype):
    x = matrices(dtype, n, n)
    x = x + 1j * matrices(dtype, n, n).T if dtype[0] == "c" else x
    x = (x + x.T.conj()).astype(dtype)
    name = {"f": "syevd", "c": "heevd"}[dtype[0]]
    decompose = scipy.linalg.get_lapack_funcs(name, (x,))
    _, expected, info = decompose(x, lower=triangle == "L")
    _, found = fjax.jit(lambda x: jnp.linalg.eigh(x, triangle))(x)
    assert info == 0
    loose = dtype in ("float32", "complex64")
    np.testing.assert_allclose(found, expected, atol=2e-3 if loose else 1e-9)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("triangle", ["L", "U"])
@pytest.mark.parametrize("n", [1, 2, 3, 20, 64])
def test_vectors_and_values_make_the_matrix(n, triangle, dtype):
    x = matrices(dtype, 3, n, n)
    part = np.tril(x) if triangle == "L" else np.triu(x)
    whole = part + part.transpose(0, 2, 1) - part * np.eye(n, dtype=dtype)

    def both(x):
        found = jnp.linalg.eigh(x, triangle, symmetrize_input=False)
        return (*found, jnp.linalg.eigvalsh(x, triangle, symmetrize_input=False))

    assert is_native(both, x)
    values, vectors, alone = map(np.asarray, fjax.jit(both)(x))
    made = (vectors * values[:, None]) @ vectors.transpose(0, 2, 1)
    np.testing.assert_allclose(made, whole, **tolerance(dtype))
    np.testing.assert_allclose(values, np.linalg.eigvalsh(whole), **tolerance(dtype))
    np.testing.assert_allclose(alone, values, **tolerance(dtype))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_no_number_spoils_its_own_matrix_alone(bad, dtype):
    x = matrices(dtype, 3, 4, 4)
    x[1, 2, 1] = bad
    values, vectors = map(
        np.asarray, fjax.jit(lambda x: tuple(jnp.linalg.eigh(x, "L", symmetrize_input=False)))(x)
    )
    assert np.isnan(values[1]).all() and np.isnan(vectors[1]).all()
    assert np.isfinite(values[[0, 2]]).all() and np.isfinite(vectors[[0, 2]]).all()
    x[1, 2, 1], x[1, 1, 2] = 0, bad  # in the triangle that is not read
    unread = fjax.jit(lambda x: jnp.linalg.eigvalsh(x, "L", symmetrize_input=False))(x)
    assert np.isfinite(np.asarray(unread)).all()
    assert np.isnan(np.asarray(fjax.jit(lambda x: jnp.linalg.qr(x)[1])(x * np.nan))).any()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize(("m", "n"), [*SHAPES[:-1], (2, 30), (40, 40)])
def test_singular_vectors_and_values_make_the_matrix(m, n, full, dtype):
    x, k = matrices(dtype, 3, m, n), min(m, n)

    def both(x):
        return (*jnp.linalg.svd(x, full_matrices=full), jnp.linalg.svdvals(x))

    assert is_native(both, x)
    u, values, v, alone = map(np.asarray, fjax.jit(both)(x))
    assert (u.shape[-1], v.shape[-2]) == ((m, n) if full else (k, k))
    made = (u[..., :k] * values[:, None]) @ v[:, :k]
    np.testing.assert_allclose(made, x, **tolerance(dtype))
    for a in (u.transpose(0, 2, 1) @ u, v @ v.transpose(0, 2, 1)):
        np.testing.assert_allclose(a, np.stack([np.eye(a.shape[-1])] * 3), **tolerance(dtype))
    assert (np.diff(values) <= 0).all()
    np.testing.assert_allclose(alone, values, **tolerance(dtype))
    for a, b in zip((u, values, v), jnp.linalg.svd(x, full_matrices=full), strict=True):
        np.testing.assert_array_equal(a, b)  # an eager call is the same launch


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 9, 20, 40])
def test_eigenvectors_of_any_real_matrix(n, dtype):
    x = matrices(dtype, 4, n, n)
    x[3] = np.eye(n)[::-1]  # no pair of complex values

    def both(x):
        return (*jnp.linalg.eig(x), jnp.linalg.eigvals(x))

    assert is_native(both, x)
    values, vectors, alone = map(np.asarray, fjax.jit(both)(x))
    assert values.dtype == vectors.dtype == np.result_type(dtype, np.complex64)
    bound = dict(rtol=1e-3, atol=1e-3) if dtype == "float32" else tolerance(dtype)
    np.testing.assert_allclose(x @ vectors, vectors * values[:, None], **bound)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, **bound)
    np.testing.assert_allclose(np.sort_complex(alone), np.sort_complex(values), **bound)
    if n > 2:
        assert (values.imag != 0).any() and (values[3].imag == 0).all()


@pytest.mark.parametrize("bad", [np.nan, -np.inf])
def test_singular_values_and_eigenvalues_of_what_is_no_number_are_none(bad):
    x = matrices("float64", 3, 4, 4)
    x[1, 0, 3] = bad

    def every(x):
        return *jnp.linalg.svd(x), jnp.linalg.svdvals(x), *jnp.linalg.eig(x), jnp.linalg.eigvals(x)

    assert is_native(every, x)
    for out in map(np.asarray, fjax.jit(every)(x)):
        assert np.isnan(out[1]).all() and np.isfinite(out[[0, 2]]).all()


@pytest.mark.parametrize("shape", [(65, 64), (2, 200, 2)])
def test_matrices_that_do_not_fit_the_stack_are_no_launch(shape):
    x = matrices("float64", *shape)
    assert not is_native(lambda x: jnp.linalg.svd(x)[0], x)
    assert not is_native(jnp.linalg.svdvals, matrices("complex128", 3, 3))
    assert not is_native(lambda x: lax.linalg.eig(x)[1], matrices("float64", 3, 3))  # left ones


def test_empty_stacks_and_matrices():
    for shape in ((0, 3, 3), (2, 0, 0), (2, 3, 0)):
        q, r = fjax.jit(lambda x: tuple(jnp.linalg.qr(x)))(np.zeros(shape))
        assert (q.shape, r.shape) == ((*shape[:-1], min(shape[1:])), (*shape[:1], *r.shape[1:]))


def test_steps_with_factorizations_need_no_python():
    def step(a, _):
        q, r = jnp.linalg.qr(a)
        values, vectors = jnp.linalg.eigh(a + a.T)
        return r @ q + 0.01 * (vectors * values) @ vectors.T, values

    x = matrices("float64", 6, 6)

    def run(x):
        return lax.scan(step, x, None, length=7)

    (planned,) = fjax.inspect(run)(x).plan.loops
    assert planned.loop.steps is not None
    last, values = fjax.jit(run)(x)
    for k in range(7):
        q, r = np.linalg.qr(x)
        np.testing.assert_allclose(values[k], np.linalg.eigvalsh(x + x.T), rtol=1e-8, atol=1e-10)
        x = r @ q + 0.01 * (x + x.T)
    np.testing.assert_allclose(last, x, rtol=1e-8, atol=1e-10)


def test_factors_have_derivatives_and_batches():
    x, t = matrices("float64", 3, 5, 4), matrices("float64", 3, 5, 4)[::-1]

    def norms(x):
        return jnp.abs(jnp.linalg.qr(x)[1]).sum(-1)

    _, found = fjax.jit(lambda x, t: fjax.jvp(fjax.vmap(norms), (x,), (t,)))(x, t)
    size = 1e-6
    expected = (norms(x + size * t) - norms(x - size * t)) / (2 * size)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-8)
