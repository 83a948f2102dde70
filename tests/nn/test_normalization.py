"""softmax, logsumexp and their kin: values, masks, extremes, derivatives; one-hot vectors."""

import numpy as np
import pytest
import scipy.special

import fjax
import fjax.numpy as jnp
from fjax import nn


@pytest.mark.parametrize("axis", [-1, 0, (0, 2), None])
def test_softmax_and_log_softmax_are_scipys(rng, axis):
    x = rng.normal(size=(2, 3, 4)) * 10
    np.testing.assert_allclose(nn.softmax(x, axis), scipy.special.softmax(x, axis), rtol=1e-12)
    np.testing.assert_allclose(
        nn.log_softmax(x, axis), scipy.special.log_softmax(x, axis), rtol=1e-12, atol=1e-12
    )


def test_softmax_does_not_overflow():
    x = np.array([1000.0, 1000.0, -1000.0])
    np.testing.assert_allclose(nn.softmax(x), [0.5, 0.5, 0.0])
    np.testing.assert_allclose(nn.log_softmax(x), [-np.log(2), -np.log(2), -2000 - np.log(2)])


def test_masked_elements_get_nothing():
    x, mask = jnp.array([5.5, 1.3, -4.2, 0.9]), np.array([True, False, True, True])
    found = nn.softmax(x, where=mask)
    assert float(found[1]) == 0
    np.testing.assert_allclose(found[mask], nn.softmax(x[mask]), rtol=1e-12)
    assert float(nn.log_softmax(x, where=mask)[1]) == -np.inf
    assert np.array_equal(nn.softmax(x, where=np.zeros(4, bool)), np.zeros(4))


def test_a_masked_extreme_leaves_the_derivative_alone():
    x, mask = jnp.array([36.0, 10000.0]), np.array([True, False])
    for f in (nn.softmax, nn.log_softmax):
        assert np.array_equal(fjax.grad(lambda x, f=f: f(x, where=mask)[0])(x), np.zeros(2))


def test_the_jacobian_of_softmax(rng):
    x = rng.normal(size=5)
    y = np.asarray(nn.softmax(x))
    expected = np.diag(y) - np.outer(y, y)
    np.testing.assert_allclose(fjax.jacrev(nn.softmax)(x), expected, atol=1e-14)
    np.testing.assert_allclose(fjax.jacfwd(nn.softmax)(x), expected, atol=1e-14)
    np.testing.assert_allclose(fjax.jacrev(nn.log_softmax)(x), np.eye(5) - y, atol=1e-14)


def test_softmax_of_nothing_is_nothing():
    assert nn.softmax(jnp.zeros((0,))).shape == (0,)
    assert nn.log_softmax(jnp.zeros((3, 0))).shape == (3, 0)


def test_logsumexp_takes_weights_signs_and_masks(rng):
    x, w = rng.normal(size=(3, 4)) * 50, rng.normal(size=(3, 4))
    np.testing.assert_allclose(nn.logsumexp(x), scipy.special.logsumexp(x))
    np.testing.assert_allclose(
        nn.logsumexp(x, axis=1, keepdims=True), scipy.special.logsumexp(x, axis=1, keepdims=True)
    )
    ours, theirs = (
        f(x, axis=0, b=w, return_sign=True) for f in (nn.logsumexp, scipy.special.logsumexp)
    )
    np.testing.assert_allclose(ours[0], theirs[0])
    np.testing.assert_allclose(ours[1], theirs[1])
    mask = w > 0
    np.testing.assert_allclose(nn.logsumexp(x, where=mask), scipy.special.logsumexp(x[mask]))
    assert float(nn.logsumexp(np.array([-np.inf, -np.inf]))) == -np.inf
    assert float(nn.logsumexp(np.array([np.inf, 1.0]))) == np.inf


@pytest.mark.parametrize(
    "x",
    [
        [complex(np.inf, 0), complex(np.inf, 2)],
        [complex(np.inf, 0), complex(np.inf, -2), 1j],
        [complex(np.inf, np.inf)],
        [complex(np.inf, np.nan), 1],
        [complex(np.nan, 0), complex(np.inf, 2)],
        [complex(np.inf, 2), 1, complex(-np.inf, 1)],
        [complex(-np.inf, np.inf), 1],
        [complex(-np.inf, 2), complex(-np.inf, 1)],
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # SciPy's
def test_logsumexp_of_complex_infinities_is_scipys(x):
    x = np.array(x, complex)
    expected = scipy.special.logsumexp(x)
    found = complex(nn.logsumexp(x))
    np.testing.assert_allclose([found.real, found.imag], [expected.real, expected.imag])
    modulus, sign = nn.logsumexp(x, return_sign=True)
    np.testing.assert_allclose(modulus, expected.real)
    expected = scipy.special.logsumexp(x, return_sign=True)[1]
    found = complex(sign)
    np.testing.assert_allclose([found.real, found.imag], [expected.real, expected.imag])


def test_the_derivative_of_logsumexp_is_softmax(rng):
    x = rng.normal(size=6)
    np.testing.assert_allclose(fjax.grad(nn.logsumexp)(x), nn.softmax(x), rtol=1e-12)


def test_logmeanexp(rng):
    x = rng.normal(size=(3, 4))
    np.testing.assert_allclose(nn.logmeanexp(x, axis=0), np.log(np.mean(np.exp(x), axis=0)))
    mask = x > 0
    np.testing.assert_allclose(nn.logmeanexp(x, where=mask), np.log(np.mean(np.exp(x[mask]))))


@pytest.mark.parametrize("algorithm", ["fast", "stable"])
def test_standardize_gives_mean_0_and_variance_1(rng, algorithm):
    x = rng.normal(size=(3, 100)) * 5 + 2
    y = np.asarray(nn.standardize(x, algorithm=algorithm))
    np.testing.assert_allclose(y.mean(-1), 0, atol=1e-12)
    np.testing.assert_allclose(y.var(-1), 1, rtol=1e-5)
    with pytest.raises(ValueError, match="Unknown algorithm"):
        nn.standardize(x, algorithm="nonesuch")


def test_one_hot():
    expected = np.eye(4)[[0, 2]]
    assert np.array_equal(nn.one_hot(np.array([0, 2]), 4), expected)
    assert np.array_equal(nn.one_hot(np.array([0, 2]), 4, axis=0), expected.T)
    assert np.array_equal(nn.one_hot(np.array([-1, 4]), 4), np.zeros((2, 4)))
    assert nn.one_hot(1, 3, dtype=jnp.int8).dtype == np.int8
    with pytest.raises(TypeError, match="concrete"):
        fjax.jit(lambda n: nn.one_hot(1, n))(3)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("x64", [True, False])
def test_more_classes_than_the_dtype_counts_ask_for_no_dtype_that_is_not_there(x64):
    with fjax.enable_x64(x64):
        found = nn.one_hot(np.array([-1, 100], np.int8), 300)
    assert found.shape == (2, 300) and found.sum() == found[1, 100] == 1


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16"])
def test_classes_of_one_hot_may_be_more_than_the_dtype_counts(dtype):
    found = nn.one_hot(np.array([0, 100], dtype), 70_000)
    assert np.array_equal(np.argwhere(np.asarray(found)), [[0, 0], [1, 100]])


def test_one_hot_over_a_named_axis():
    spread = fjax.vmap(lambda _: nn.one_hot(1, 3, axis="classes"), axis_name="classes")
    assert np.array_equal(spread(np.zeros(3)), [0.0, 1.0, 0.0])
