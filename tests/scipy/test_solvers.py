"""Iterative solvers, minimization, integration, vector quantization."""

import numpy as np
import pytest
import scipy.cluster.vq
import scipy.optimize

import fjax
import fjax.numpy as jnp
from fjax.scipy import cluster, integrate
from fjax.scipy.optimize import minimize
from fjax.scipy.sparse.linalg import bicgstab, cg, gmres

RNG = np.random.default_rng(0)
GENERAL = RNG.normal(size=(8, 8)) + 6 * np.eye(8)
SYMMETRIC = GENERAL @ GENERAL.T + np.eye(8)
RIGHT = RNG.normal(size=8)
LIMITED = "l-bfgs-experimental-do-not-rely-on-this"


@pytest.mark.parametrize(
    "solver,matrix,options",
    [
        (cg, SYMMETRIC, {}),
        (bicgstab, GENERAL, {}),
        (gmres, GENERAL, {}),
        (gmres, GENERAL, {"solve_method": "incremental"}),
        (gmres, GENERAL, {"restart": 3}),
    ],
)
def test_solutions_solve_and_differentiate(solver, matrix, options):
    found = solver(matrix, RIGHT, tol=1e-12, **options)[0]
    np.testing.assert_allclose(matrix @ np.asarray(found), RIGHT, atol=1e-9)
    slope = fjax.grad(lambda b: jnp.sum(solver(matrix, b, tol=1e-12, **options)[0] ** 2))(RIGHT)
    expected = np.linalg.solve(matrix.T, 2 * np.linalg.solve(matrix, RIGHT))
    np.testing.assert_allclose(slope, expected, atol=1e-8)


def test_a_solver_takes_functions_of_pytrees_and_compiles():
    def operator(x):
        return {"a": 2 * x["a"], "b": 4 * x["b"] + x["a"].sum() * 0}

    @fjax.jit
    def solve(b):
        return cg(operator, b)[0]

    found = solve({"a": jnp.ones(3), "b": jnp.ones(2)})
    np.testing.assert_allclose(found["a"], 0.5)
    np.testing.assert_allclose(found["b"], 0.25)


@pytest.mark.parametrize("solver", [bicgstab, gmres])
def test_solutions_are_weakly_typed_where_everything_given_is(solver):
    def weak(matvec, b, x0=None):
        return solver(matvec, b, x0)[0].aval.weak_type

    firm = np.float64(2.0)
    assert weak(lambda x: x, 1.0) and weak(lambda x: 2.0 * x, 1j) and weak(lambda x: x, 1.0, 2.0)
    assert not weak(lambda x: x, firm)
    assert not weak(lambda x: x, firm, 1.0)
    assert not weak(lambda x: x, 1.0, firm)
    assert not weak(lambda x: firm * x, 1.0)
    found = solver(lambda x: 2.0 * x, 1.0)[0] + jnp.float32(1)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, 1.5)


def test_a_preconditioner_and_a_first_guess():
    exact = np.linalg.solve(SYMMETRIC, RIGHT)
    inverse = np.diag(1 / np.diag(SYMMETRIC))
    np.testing.assert_allclose(cg(SYMMETRIC, RIGHT, M=inverse, tol=1e-12)[0], exact, rtol=1e-8)
    np.testing.assert_allclose(cg(SYMMETRIC, RIGHT, x0=exact, maxiter=1)[0], exact, rtol=1e-8)


@pytest.mark.parametrize("solver", [cg, bicgstab, gmres])
def test_each_option_of_a_solver_decides_when_it_ends(solver):
    few = {"restart": 1} if solver is gmres else {}

    def found(**options):
        return np.asarray(solver(SYMMETRIC, RIGHT, **few, **options)[0])

    def error(**options):
        return np.linalg.norm(SYMMETRIC @ found(**options) - RIGHT)

    guess, size = np.linalg.solve(SYMMETRIC, RIGHT) + 1e-3, np.linalg.norm(RIGHT)
    for nothing in ({"atol": 1e9}, {"tol": 1e9}, {"maxiter": 0}):
        np.testing.assert_array_equal(found(x0=guess, **nothing), guess)
    assert error(tol=0.1) <= 0.1001 * size and error(tol=0, atol=0.1) <= 0.1001
    assert not np.array_equal(found(tol=0.1), found(tol=1e-12))
    inverse = np.linalg.inv(SYMMETRIC)
    assert error(M=inverse, tol=1e-12, maxiter=1) < 1e-9 < error(tol=1e-12, maxiter=1)
    assert error(x0=guess, tol=1e-12, maxiter=1) < error(tol=1e-12, maxiter=1)


def rosenbrock(x):
    """A curved valley with its minimum at ones."""
    return jnp.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


@pytest.mark.parametrize("method", ["BFGS", LIMITED])
@pytest.mark.needs("x64", reason="the valley is too flat for float32")
def test_minima_are_found(method):
    found = minimize(rosenbrock, np.zeros(4), method=method)
    assert bool(found.success) and int(found.status) == 0
    np.testing.assert_allclose(found.x, np.ones(4), atol=1e-4)
    compiled = fjax.jit(lambda x: minimize(rosenbrock, x, method=method).x)
    np.testing.assert_allclose(compiled(np.zeros(4)), np.ones(4), atol=1e-4)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("method", ["BFGS", LIMITED])
def test_a_search_that_begins_at_the_minimum_has_a_derivative(method):
    slope = fjax.grad(
        lambda v: minimize(lambda u: jnp.sum((u - v) ** 2), v * 0, method=method).x[0]
    )
    np.testing.assert_array_equal(slope(np.zeros(2)), np.zeros(2))


def test_bfgs_is_as_good_as_scipys():
    def himmelblau(p):
        x, y = p
        return (x**2 + y - 11) ** 2 + (x + y**2 - 7) ** 2

    found = minimize(himmelblau, np.ones(2), method="BFGS")
    expected = scipy.optimize.minimize(lambda p: float(himmelblau(p)), np.ones(2), method="BFGS")
    np.testing.assert_allclose(found.x, expected.x, atol=1e-4)
    assert int(found.nit) <= 2 * expected.nit


@pytest.mark.one_in(3)
@pytest.mark.parametrize("method", ["BFGS", LIMITED])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("slope", [1e-3, 1.0, 1e4])
def test_the_size_of_a_function_does_not_matter(slope, dtype, method):
    found = minimize(
        lambda x: jnp.mean((slope * x) ** 2), np.ones(2, dtype), method=method, tol=1e-9
    )
    np.testing.assert_allclose(found.x, np.zeros(2), atol=1e-5)
    assert found.success and int(found.nit) < 20


WIDE = pytest.mark.needs("x64", reason="a dtype of 64 bits")


@pytest.mark.one_in(16)
@pytest.mark.parametrize("method", ["BFGS", LIMITED])
@pytest.mark.parametrize("dtype", ["complex64", pytest.param("complex128", marks=WIDE)])
@pytest.mark.parametrize("compiled", [False, True])
def test_minima_over_complex_numbers(compiled, dtype, method):
    target = np.array([1, 2 - 3j, 4, -5j], dtype)

    def function(z):
        return jnp.sum(jnp.abs(z - target) ** 2 * np.arange(1, 5))

    def search(z):
        return minimize(function, z, method=method)

    start = np.array([0, 1j, 1, 2], dtype)
    found = (fjax.jit(search) if compiled else search)(start)
    assert found.x.dtype == dtype and found.jac.dtype == dtype
    np.testing.assert_allclose(found.x, target, atol=1e-4)
    stopped = minimize(function, start, method=method, options={"maxiter": 1})
    np.testing.assert_allclose(stopped.jac, fjax.grad(function)(stopped.x), rtol=1e-5)


def test_iterations_are_bounded_and_arguments_passed():
    found = minimize(
        lambda x, a: jnp.sum((x - a) ** 4),
        np.zeros(3),
        (np.ones(3),),
        method="BFGS",
        options={"maxiter": 2},
    )
    assert int(found.status) == 1 and not bool(found.success)


def test_trapezoid_and_vq():
    x = np.sort(RNG.uniform(size=20))
    np.testing.assert_allclose(integrate.trapezoid(np.sin(x), x), np.trapezoid(np.sin(x), x))
    points, codes = RNG.normal(size=(20, 3)), RNG.normal(size=(4, 3))
    found, expected = cluster.vq.vq(points, codes), scipy.cluster.vq.vq(points, codes)
    assert np.array_equal(found[0], expected[0])
    np.testing.assert_allclose(found[1], expected[1])


@pytest.mark.parametrize(
    "call,error,words",
    [
        (lambda: cg(np.ones((2, 3)), np.ones(2)), ValueError, "square"),
        (lambda: cg(3, np.ones(2)), TypeError, "linear operator"),
        (lambda: cg(np.eye(2), np.ones(2), x0=np.ones(3)), ValueError, "matching shapes"),
        (lambda: gmres(np.eye(2), np.ones(2), solve_method="x"), ValueError, "solve_method"),
        (lambda: minimize(rosenbrock, np.ones((2, 2)), method="BFGS"), ValueError, "vector"),
        (lambda: minimize(rosenbrock, np.ones(2), method="x"), ValueError, "not recognized"),
    ],
)
def test_misuse_is_refused_with_its_reason(call, error, words):
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize("solve", [cg, bicgstab, gmres])
def test_a_derivative_is_as_exact_for_a_right_side_of_another_size(solve):
    a = jnp.array([[3.0, 1.0], [1.0, 2.0]])
    b, inverse = jnp.array([1e8, 2e8]), np.linalg.inv(a)
    for wrap in (lambda f: f, fjax.jit):
        jacobian = wrap(fjax.jacfwd(lambda b: solve(a, b, tol=1e-8)[0]))(b)
        np.testing.assert_allclose(jacobian, inverse, rtol=1e-6)
        gradient = wrap(fjax.grad(lambda b: solve(a, b, tol=1e-8)[0][0]))(b)
        np.testing.assert_allclose(gradient, inverse[0], rtol=1e-6)
