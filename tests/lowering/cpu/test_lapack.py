"""Factorizations and solves inside programs: launches of LAPACK, in one thread a matrix."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cpu.library import blas, lapack, lapack_calls
from fjax.primitives.triangular import FactoredSolve

pytestmark = pytest.mark.skipif(
    not lapack.is_available(np.dtype(np.float64)), reason="no LAPACK that can be called"
)
DTYPES = ["float32", "float64", "complex64", "complex128"]
SHAPES = [(1, 1), (4, 4), (50, 4, 4), (3, 2, 17, 17), (70, 70)]
linalg = lax.linalg


def matrices(shape, dtype, seed=0):
    r = np.random.default_rng(seed)
    x = r.normal(size=shape)
    return (x + 1j * r.normal(size=shape) if dtype[0] == "c" else x).astype(dtype)


def positive(shape, dtype):
    x = matrices(shape, dtype)
    return x @ np.conj(np.swapaxes(x, -1, -2)) + shape[-1] * np.eye(shape[-1], dtype=dtype)


def agree(function, *arguments):
    """Compiled and step by step, to the rounding of a factorization; without a step in Python."""
    compiled = fjax.jit(function)(*arguments)
    with fjax.disable_jit():
        expected = function(*arguments)
    for x, y in zip(fjax.tree.leaves(compiled), fjax.tree.leaves(expected), strict=True):
        assert x.dtype == y.dtype
        rounding = 1e4 * np.finfo(y.dtype).eps if y.dtype.kind in "fc" else 0
        np.testing.assert_allclose(x, y, rtol=rounding, atol=rounding * np.max(np.abs(y)))
    steps = fjax.inspect(function)(*arguments).plan.steps
    assert len(steps) == 1, steps


@pytest.mark.one_in(2)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_factorizations(dtype, shape):
    agree(linalg.cholesky, positive(shape, dtype))
    agree(linalg.lu, matrices(shape, dtype))


@pytest.mark.one_in(8)
@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("unit", [True, False])
@pytest.mark.parametrize(("transpose", "conjugate"), [(False, False), (True, False), (True, True)])
@pytest.mark.parametrize("columns", [1, 3])
@pytest.mark.parametrize("dtype", DTYPES)
def test_triangular_solves(left, lower, unit, transpose, conjugate, columns, dtype):
    for shape in SHAPES[:4]:
        n = shape[-1]
        a = (positive(shape, dtype) / (4 * n * n) + np.eye(n, dtype=dtype)).astype(dtype)
        b = matrices((*shape[:-2], *((n, columns) if left else (columns, n))), dtype, 1)

        def solve(a, b):
            return linalg.triangular_solve(
                a,
                b,
                left_side=left,
                lower=lower,
                transpose_a=transpose,
                conjugate_a=conjugate,
                unit_diagonal=unit,
            )

        agree(solve, a, b)


@pytest.mark.parametrize("left", [True, False])
def test_conjugates_of_real_matrices_are_launches(left):
    a = (positive((4, 4), "float64") + 9 * np.eye(4)).astype("float64")
    b = matrices((4, 4), "float64", 1)

    def solve(a, b):
        return linalg.triangular_solve(a, b, left_side=left, lower=True, conjugate_a=True)

    assert fjax.inspect(solve)(a, b).plan.whole is not None
    agree(solve, a, b)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("trans", [0, 1, 2])
@pytest.mark.parametrize("dtype", DTYPES)
def test_solves_with_factors(dtype, trans):
    for shape in SHAPES:
        a, b = matrices(shape, dtype), matrices((*shape[:-1], 2), dtype, 1)
        factors, pivots, _ = linalg.lu(a)
        agree(FactoredSolve(trans), a, factors, pivots, b)


@pytest.mark.parametrize("shape", [(4,), (3, 7), (2, 2, 30)])
def test_permutations_of_row_interchanges(shape):
    n = shape[-1]
    pivots = np.random.default_rng(0).integers(np.arange(n), n, shape).astype(np.int32)
    agree(lambda p: linalg.lu_pivots_to_permutation(p, n + 2), pivots)


def test_interchanges_with_rows_that_are_not_there_are_left_out():
    pivots = np.array([7, -9, 3, 3], np.int32)
    found = fjax.jit(lambda p: linalg.lu_pivots_to_permutation(p, 4))(pivots)
    np.testing.assert_array_equal(found, [0, 1, 3, 2])
    a = np.eye(4)
    solved = fjax.jit(FactoredSolve(0))(a, a, pivots, np.arange(4.0)[:, None])
    np.testing.assert_array_equal(solved[:, 0], [0, 1, 3, 2])


def test_a_plan_says_that_the_matrix_itself_is_not_read_by_a_solve_with_its_factors():
    text = str(fjax.inspect(jnp.linalg.solve)(np.eye(3), np.ones((3, 1))).plan)
    assert "factored_solve" in text and ": a unread, " in text


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("n", [1, 2, 7, 20])
def test_stacks_are_factored_as_each_matrix_is(n, dtype):
    x = positive((37, n, n), dtype)
    x[3], x[4], x[5, n - 1, n - 1] = -x[3], 0, -1
    x[6, 0, 0] = x[7, n // 2, n // 2] = x[8, n - 1, 0] = np.nan
    a = matrices((37, n, n), dtype)
    a[3], a[4, :, 0] = 0, 0
    factors = fjax.jit(linalg.cholesky)(x)
    found, exchanged, order = fjax.jit(linalg.lu)(a)
    tolerance = dict(rtol=1e4 * np.finfo(dtype).eps, atol=1e3 * np.finfo(dtype).eps)
    for k in range(37):
        np.testing.assert_allclose(factors[k], linalg.cholesky(x[k]), **tolerance)
        alone = linalg.lu(a[k])
        np.testing.assert_allclose(found[k], alone[0], **tolerance)
        np.testing.assert_array_equal(exchanged[k], alone[1])
        np.testing.assert_array_equal(order[k], alone[2])


def test_what_cannot_be_factored_is_nan_for_that_matrix_alone():
    x = np.stack([np.eye(3), -np.eye(3), np.full((3, 3), np.nan), 2 * np.eye(3)])
    found = np.asarray(fjax.jit(linalg.cholesky)(x))
    np.testing.assert_array_equal(found[0], np.eye(3))
    np.testing.assert_array_equal(found[3], np.sqrt(2) * np.eye(3))
    for bad in found[1:3]:
        assert np.isnan(bad[np.tril_indices(3)]).all()
        assert (bad[np.triu_indices(3, 1)] == 0).all()


def test_singular_matrices_have_factors_and_no_finite_solution():
    x = np.ones((2, 3, 3))
    factors, pivots, order = fjax.jit(linalg.lu)(x)
    assert (np.asarray(factors)[:, 1:, 1:] == 0).all()
    assert not np.isfinite(
        np.asarray(fjax.jit(jnp.linalg.solve)(x, np.arange(6.0).reshape(2, 3, 1)))
    ).all()
    assert pivots.dtype == order.dtype == np.int32


def test_only_one_triangle_is_read():
    x = positive((5, 5), "float64")
    spoilt = np.where(np.tri(5, dtype=bool), x, np.nan)
    np.testing.assert_array_equal(
        fjax.jit(lambda a: linalg.cholesky(a, symmetrize_input=False))(spoilt),
        fjax.jit(lambda a: linalg.cholesky(a, symmetrize_input=False))(x),
    )


def test_the_bits_do_not_depend_on_threads():
    x, b = positive((300, 30, 30), "float64"), matrices((300, 30, 4), "float64", 1)

    def program(x, b):
        return linalg.cholesky(x), jnp.linalg.solve(x, b), linalg.lu(x)

    found = []
    for n in (1, 2, 7):
        with fjax.threads(n):
            found.append(list(map(np.asarray, fjax.tree.leaves(fjax.jit(program)(x, b)))))
    for other in found[1:]:
        for a, c in zip(found[0], other, strict=True):
            np.testing.assert_array_equal(a, c)


@pytest.mark.parametrize("n", [2, 12, 40])
def test_loops_with_a_solve_in_each_step_run_natively(n):
    a, b = positive((n, n), "float64"), matrices((20, n), "float64", 1)

    def steps(a, b):
        def step(state, row):
            found = jnp.linalg.solve(a + jnp.diag(state**2), row)
            return found, linalg.cholesky(a + jnp.diag(found**2))[-1]

        return lax.scan(step, jnp.zeros(n), b)

    found = fjax.jit(steps)(a, b)
    with fjax.disable_jit():
        expected = steps(a, b)
    for x, y in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-10, atol=1e-12)


def test_sizes_without_a_launch_are_computed_as_before():
    wide = matrices((3, 5), "float64")
    large = matrices((lapack_calls.MOST_PIVOTS + 1,) * 2, "float64")
    for x in (wide, large, np.zeros((0, 3, 3)), np.zeros((2, 0, 0))):
        for found, known in zip(fjax.jit(linalg.lu)(x), linalg.lu(x), strict=True):
            np.testing.assert_allclose(found, known, rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("shape", [(65, 65), (170, 180), (300, 40), (40, 300)])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_orthogonal_factors_of_matrices_beyond_the_nearest_cache_are_launches(dtype, shape):
    agree(lambda a: linalg.qr(a, full_matrices=False), matrices(shape, dtype))


def test_derivatives_and_batches():
    a, b = positive((6, 4, 4), "float64"), matrices((6, 4), "float64", 1)

    def f(a, b):
        return jnp.sum(jnp.linalg.solve(a, b[:, None]) ** 2) + jnp.linalg.slogdet(a)[1]

    batched = fjax.vmap(fjax.grad(f, (0, 1)))
    compiled = fjax.jit(batched)(a, b)
    with fjax.disable_jit():
        expected = [fjax.grad(f, (0, 1))(x, y) for x, y in zip(a, b, strict=True)]
    for k in (0, 1):
        np.testing.assert_allclose(compiled[k], [e[k] for e in expected], rtol=1e-9, atol=1e-11)


def test_functions_are_found_by_name():
    found = blas.find()
    assert found is not None
    assert found.address("dtrsm") and found.address("dpotrf") and found.address("dgetrf")
    assert found.address("dnothing") == 0


EAGER = {
    "cholesky": lambda a: linalg.cholesky(a),
    "lu": lambda a: linalg.lu(a)[0],
    "solve": lambda a: jnp.linalg.solve(a, a[..., :1]),
    "solve of a stack": lambda a: jnp.linalg.solve(jnp.stack([a, 2 * a]), a[..., :2]),
    "inverse": lambda a: jnp.linalg.inv(a),
    "triangular solve": lambda a: linalg.triangular_solve(a, a, left_side=True, lower=True),
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("function", EAGER)
@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 17, 36])
@pytest.mark.parametrize("dtype", DTYPES)
def test_eager_functions_give_the_bits_of_compiled_ones(dtype, n, function):
    a = jnp.asarray(positive((n, n), dtype))
    function = EAGER[function]
    np.testing.assert_array_equal(function(a), fjax.jit(function)(a))


@pytest.mark.parametrize("shape", [(5, 3, 3), (4, 6, 4), (3, 4, 6), (70, 50)])
def test_r_alone_is_computed_without_q_and_has_the_same_bits(shape, rng):
    x = rng.standard_normal(shape)
    whole = fjax.jit(jnp.linalg.qr)(x)[1]
    chosen = fjax.jit(lambda x: jnp.linalg.qr(x)[1])
    assert "compute_q=False" in str(fjax.inspect(chosen)(x).optimized)
    assert not fjax.inspect(chosen)(x).fallbacks
    np.testing.assert_array_equal(chosen(x), whole)
    np.testing.assert_array_equal(jnp.linalg.qr(x, mode="r"), whole)
