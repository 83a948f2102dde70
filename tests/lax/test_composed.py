"""Primitives of JAX that fjax composes of others, and the polar decomposition."""

import numpy as np
import pytest
import scipy.linalg
from numpy.testing import assert_allclose

import fjax
import fjax.numpy as jnp
from fjax import lax

X = np.arange(6.0).reshape(1, 2, 3)


@pytest.mark.parametrize(
    "op, args, parameters, expected",
    [
        (lax.squeeze_p, (X,), {"dimensions": (0,)}, X[0]),
        (lax.tile_p, (X[0],), {"reps": (2, 1)}, np.tile(X[0], (2, 1))),
        (lax.split_p, (X[0],), {"sizes": (1, 2), "axis": 1}, (X[0, :, :1], X[0, :, 1:])),
        (lax.unstack_p, (X[0],), {"axis": 0}, (X[0, 0], X[0, 1])),
        (lax.stack_p, (X[0, 0], X[0, 1]), {"axis": 1}, X[0].T),
        (lax.device_put_p, (X, X[0]), {"devices": [None, None]}, (X, X[0])),
        (
            lax.scatter_sub_p,
            (np.zeros(3), np.array([[1]]), np.array([5.0])),
            {
                "dimension_numbers": lax.ScatterDimensionNumbers((), (0,), (0,)),
                "mode": "clip",
                "unique_indices": True,
            },
            np.array([0.0, -5, 0]),
        ),
        (
            lax.reduce_p,
            (X[0], 1.0),
            {"computation": lambda a, b: [a[0] + b[0]], "dimensions": (0,)},
            (X[0].sum(0) + 1,),
        ),
        (
            lax.reduce_window_p,
            (X[0, 0], 0.0),
            {"computation": lambda a, b: [a[0] + b[0]], "window_dimensions": (2,)},
            (np.array([1.0, 3.0]),),
        ),
        (
            lax.linalg.symmetric_product_p,
            (X[0], np.eye(2)),
            {"alpha": 2.0, "beta": 1.0},
            2 * X[0] @ X[0].T + np.eye(2),
        ),
        (
            lax.linalg.cholesky_update_p,
            (2 * np.eye(2), np.array([1.0, 0.0])),
            {},
            np.diag([np.sqrt(5), 2]),
        ),
    ],
    ids=lambda v: getattr(v, "name", None),
)
def test_binding_gives_what_the_function_gives(op, args, parameters, expected):
    out = op.bind(*args, **parameters)
    assert op.multiple_results == isinstance(expected, tuple)
    for a, b in zip(
        out if op.multiple_results else [out],
        expected if op.multiple_results else [expected],
        strict=True,
    ):
        assert_allclose(a, b, atol=1e-15)


def test_names_of_primitives_are_distinct_keys_of_a_table():
    table = {lax.squeeze_p: 1, lax.tile_p: 2, lax.reduce_p: 3, lax.reshape_p: 4}
    (eqn,) = fjax.make_jaxpr(lambda x: lax.squeeze(x, (0,)))(X).eqns
    assert eqn.primitive == lax.reshape_p and eqn.primitive != lax.squeeze_p
    assert len(table) == 4 and str(lax.squeeze_p) == "squeeze"


@pytest.mark.needs("x64", reason="names float64")
def test_names_that_are_primitives_of_fjax():
    (eqn,) = fjax.make_jaxpr(lax.stop_gradient)(1.0).eqns
    assert eqn.primitive == lax.stop_gradient_p
    assert lax.linear_solve_p is lax.custom_linear_solve_p
    assert lax.dtype(np.float32(1)) == np.float32 and lax.dtype(1.0) == np.float64


def matrix(m, n, dtype, low=1e-8):
    """A random matrix with singular values from `low` to 1."""
    rng = np.random.default_rng(m + n)
    z = rng.normal(size=(m, n))
    if np.dtype(dtype).kind == "c":
        z = z + 1j * rng.normal(size=(m, n))
    u, _, vh = np.linalg.svd(z, full_matrices=False)
    return ((u * np.geomspace(1, low, n)) @ vh).astype(dtype)


@pytest.mark.one_in(10)
@pytest.mark.parametrize(
    "dtype, low", [(np.float64, 1e-8), (np.float32, 1e-3), (np.complex128, 1e-2)]
)
@pytest.mark.parametrize("m, n", [(5, 5), (8, 3), (4, 1)])
@pytest.mark.needs("x64", reason="names float64")
def test_qdwh_is_the_polar_decomposition(m, n, dtype, low):
    x = matrix(m, n, dtype, low)
    u, h, steps, converged = fjax.jit(lax.linalg.qdwh)(x)
    expected_u, expected_h = scipy.linalg.polar(x)
    tolerance = 1e3 * np.finfo(dtype).eps
    assert bool(converged) and 0 < int(steps) <= 10
    assert u.dtype == h.dtype == dtype
    assert_allclose(np.conj(u).T @ u, np.eye(n), atol=tolerance)
    assert_allclose(h, expected_h, atol=tolerance)
    assert_allclose(u @ h, x, atol=tolerance)
    if low > 1e-6:
        assert_allclose(u, expected_u, atol=tolerance / low)


def test_qdwh_says_when_it_has_not_converged_and_what_it_does_not_take():
    assert not lax.linalg.qdwh(matrix(5, 5, np.float64), max_iterations=2)[3]
    u, h, _, converged = lax.linalg.qdwh(np.zeros((3, 2)))
    assert bool(converged) and not np.any(h)
    with pytest.raises(ValueError, match="at least as many rows"):
        lax.linalg.qdwh(np.ones((2, 3)))
    with pytest.raises(ValueError, match="dynamic_shape is not supported"):
        lax.linalg.qdwh(np.ones((3, 2)), dynamic_shape=(2, 2))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_qdwh_measures_by_the_precision_of_the_dtype(dtype):
    x = matrix(4, 3, dtype, 1e-4)
    found = lax.linalg.qdwh(x), lax.linalg.qdwh(x, eps=float(np.finfo(dtype).eps))
    for a, b in zip(*found, strict=True):
        np.testing.assert_array_equal(a, b)


def test_qdwh_has_derivatives():
    x = matrix(4, 3, np.float64, 0.1)
    slope = fjax.jvp(lambda x: lax.linalg.qdwh(x)[1], (x,), (np.ones((4, 3)),))[1]
    t = 1e-5
    numeric = (scipy.linalg.polar(x + t)[1] - scipy.linalg.polar(x - t)[1]) / (2 * t)
    assert_allclose(slope, numeric, rtol=1e-6, atol=1e-7)


def test_a_convolution_says_where_its_result_lives():
    mesh = fjax.make_mesh((1,), ("x",))
    where = fjax.NamedSharding(mesh, fjax.P("x", None, None))
    x, kernel = np.ones((1, 1, 4)), np.ones((1, 1, 2))
    y = lax.conv_general_dilated(x, kernel, (2,), "SAME", out_sharding=where)
    assert y.sharding == where and y.tolist() == [[[2.0, 2.0]]]
    with pytest.raises(ValueError, match="conv_general_dilated"):
        too_long = fjax.NamedSharding(mesh, fjax.P(None, None, None, "x"))
        lax.conv_general_dilated(x, kernel, (2,), "SAME", out_sharding=too_long)


WINDOWS = {  # what JAX 0.10.2 gives for x = 1 … 5, windows of 2, and a start of 1.5
    "a sum": (lax.add, ((0, 1),), None, [4.5, 6.5, 8.5, 10.5, 6.5]),
    "windows of padding alone": (lax.add, ((2, 1),), None, [1.5, 2.5, 4.5, 6.5, 8.5, 10.5, 6.5]),
    "a cut": (lax.add, ((-1, 2),), None, [6.5, 8.5, 10.5, 6.5, 1.5]),
    "holes": (lax.add, ((0, 0),), (2,), [2.5, 3.5, 3.5, 4.5, 4.5, 5.5, 5.5, 6.5]),
    "a product": (lax.mul, ((2, 1),), None, [1.5, 1.5, 3.0, 9.0, 18.0, 30.0, 7.5]),
    "a maximum": (lax.max, ((2, 1),), None, [1.5, 1.5, 2.0, 3.0, 4.0, 5.0, 5.0]),
    "a function": (
        *(lambda a, b: jnp.where(a > b, a, b), ((2, 1),), None),
        [1.5, 1.5, 2.0, 3.0, 4.0, 5.0, 5.0],
    ),
    "holes of a function": (
        *(lambda a, b: a + b + 0.0, ((2, 1),), (2,)),
        [1.5, 2.5, 2.5, 3.5, 3.5, 4.5, 4.5, 5.5, 5.5, 6.5, 6.5],
    ),
}


@pytest.mark.parametrize("jit", [False, True])
@pytest.mark.parametrize("name", WINDOWS)
def test_windows_start_once_and_padding_adds_nothing(name, jit):
    function, padding, dilation, wanted = WINDOWS[name]
    call = lambda x: lax.reduce_window(x, 1.5, function, (2,), (1,), padding, dilation)
    found = (fjax.jit(call) if jit else call)(np.arange(1.0, 6.0))
    assert_allclose(found, wanted)
