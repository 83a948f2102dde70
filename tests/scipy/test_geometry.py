"""Rotations and interpolation on grids against SciPy."""

import numpy as np
import pytest
import scipy.interpolate
import scipy.spatial.transform as theirs

import fjax
import fjax.numpy as jnp
from fjax import random
from fjax.scipy.interpolate import RegularGridInterpolator
from fjax.scipy.spatial.transform import Rotation, Slerp

RNG = np.random.default_rng(5)
QUATS = RNG.normal(size=(6, 4))
EXPECTED = theirs.Rotation.from_quat(QUATS)
OURS = Rotation.from_quat(QUATS)


def same(a, b):
    """Equal quaternions up to sign."""
    a, b = np.asarray(a), np.asarray(b)
    np.testing.assert_allclose(np.abs(np.sum(a * b, axis=-1)), 1, rtol=1e-12)


@pytest.mark.parametrize("form", ["matrix", "rotvec", "mrp"])
def test_forms_are_scipys_and_invert(form):
    found = getattr(OURS, f"as_{form}")()
    np.testing.assert_allclose(found, getattr(EXPECTED, f"as_{form}")(), atol=1e-12)
    same(getattr(Rotation, f"from_{form}")(found).quat, OURS.quat)


@pytest.mark.parametrize("seq", ["xyz", "zyx", "yzy", "XYZ", "ZYX", "ZXZ"])
def test_euler_angles_are_scipys(seq):
    found = OURS.as_euler(seq, degrees=True)
    np.testing.assert_allclose(found, EXPECTED.as_euler(seq, degrees=True), atol=1e-9)
    same(Rotation.from_euler(seq, found, degrees=True).quat, OURS.quat)


def test_rotations_act_and_compose():
    vectors = RNG.normal(size=(6, 3))
    np.testing.assert_allclose(OURS.apply(vectors), EXPECTED.apply(vectors), atol=1e-12)
    np.testing.assert_allclose(
        OURS.apply(vectors, inverse=True), EXPECTED.apply(vectors, inverse=True), atol=1e-12
    )
    same((OURS[0] * OURS[1]).quat, (EXPECTED[0] * EXPECTED[1]).as_quat())
    same((OURS.inv() * OURS).quat, Rotation.identity(6).quat)
    np.testing.assert_allclose(OURS.magnitude(), EXPECTED.magnitude(), rtol=1e-12)
    same(OURS.mean(np.arange(1.0, 7)).quat, EXPECTED.mean(np.arange(1.0, 7)).as_quat())
    np.testing.assert_allclose(OURS.as_quat(canonical=True), EXPECTED.as_quat(canonical=True))
    assert len(Rotation.concatenate([OURS, OURS])) == 12
    assert Rotation.random(random.key(0), 3).quat.shape == (3, 4)


def test_small_angles_keep_their_derivatives():
    jacobian = fjax.jacrev(lambda v: Rotation.from_rotvec(v).as_rotvec())(jnp.zeros(3))
    np.testing.assert_allclose(jacobian, np.eye(3), atol=1e-12)


def test_slerp_is_scipys():
    times, at = np.arange(6.0), np.array([0.0, 0.3, 2.0, 4.99])
    mine, expected = Slerp.init(times, OURS), theirs.Slerp(times, EXPECTED)
    same(mine(at).quat, expected(at).as_quat())
    same(fjax.jit(lambda s, t: s(t).quat)(mine, 2.5), expected(2.5).as_quat())


@pytest.mark.parametrize("method", ["linear", "nearest"])
@pytest.mark.parametrize("fill", [np.nan, None, 7.0])
def test_grids_are_interpolated_as_scipy_does(method, fill):
    grid = (np.array([0.0, 1.0, 3.0]), np.array([-1.0, 0.0, 0.5, 2.0]))
    values = RNG.normal(size=(3, 4, 2))
    points = RNG.uniform(-2, 4, size=(5, 3, 2))
    mine = RegularGridInterpolator(grid, values, method, fill_value=fill)
    expected = scipy.interpolate.RegularGridInterpolator(
        grid, values, method, bounds_error=False, fill_value=fill
    )
    np.testing.assert_allclose(mine(points), expected(points), atol=1e-12)
    np.testing.assert_allclose(fjax.jit(lambda f, x: f(x))(mine, points), mine(points), atol=1e-12)
    parts = (points[..., 0], points[..., 1])
    np.testing.assert_allclose(mine(parts), mine(points), atol=1e-12)
    traced = fjax.jit(lambda g, v, x: RegularGridInterpolator(g, v, method, fill_value=fill)(x))
    np.testing.assert_allclose(traced(grid, values, points), mine(points), atol=1e-12)


def test_an_interpolator_has_derivatives_in_its_grid():
    value = lambda grid: RegularGridInterpolator((grid,), grid**2)(jnp.array([[0.5]]))[0]
    np.testing.assert_allclose(fjax.grad(value)(jnp.array([0.0, 1.0, 2.0])), [-0.5, 0.5, 0.0])
    with pytest.raises(ValueError, match="increase strictly"):
        fjax.grad(value)(jnp.array([1.0, 0.0, 2.0]))


@pytest.mark.parametrize(
    "call,words",
    [
        (lambda: Rotation.from_euler("xx", np.zeros(2)), "consecutive"),
        (lambda: Rotation.from_euler("xY", np.zeros(2)), "Expected axes"),
        (lambda: OURS.as_euler("xy"), "length"),
        (lambda: Slerp.init(np.zeros(2), OURS), "timestamps"),
        (lambda: RegularGridInterpolator((np.arange(2),) * 3, np.ones((2, 2))), "dimensions"),
        (lambda: RegularGridInterpolator((np.arange(2),), np.ones(2), "cubic"), "not defined"),
    ],
)
def test_misuse_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()


TURNS = [
    [0.1, 0.2, 0.3],
    [3.0, 0.1, -0.2],
    [0.1, 3.1, 0.2],
    [-0.2, 0.1, 3.0],
    [2.0, 2.1, 0.0],
    [0.0, 0.0, 0.0],
    [np.pi, 0.0, 0.0],
]


@pytest.mark.parametrize("shape", ["one", "several"])
def test_a_matrix_is_read_by_whichever_entry_of_the_quaternion_is_largest(shape):
    for turn in TURNS if shape == "one" else [np.array(TURNS)]:
        wanted = theirs.Rotation.from_rotvec(turn)
        found = Rotation.from_matrix(jnp.asarray(wanted.as_matrix()))
        np.testing.assert_allclose(found.as_matrix(), wanted.as_matrix(), atol=1e-12)
        turned = Rotation.from_rotvec(jnp.asarray(turn))
        np.testing.assert_allclose(turned.as_matrix(), wanted.as_matrix(), atol=1e-12)
        np.testing.assert_allclose(turned.magnitude(), wanted.magnitude(), atol=1e-12)
        back = Rotation.from_rotvec(turned.as_rotvec()).as_matrix()
        np.testing.assert_allclose(back, wanted.as_matrix(), atol=1e-9)
        for axes in ("xyz", "ZYX", "zxz"):
            angles = turned.as_euler(axes)
            again = Rotation.from_euler(axes, angles).as_matrix()
            np.testing.assert_allclose(again, wanted.as_matrix(), atol=1e-7)
        np.testing.assert_allclose(
            (turned.inv() * turned).as_matrix(),
            np.broadcast_to(np.eye(3), wanted.as_matrix().shape),
            atol=1e-12,
        )
