"""Initializers: moments, shapes, dtypes, orthogonality."""

import numpy as np
import pytest

import fjax.numpy as jnp
from fjax import random
from fjax.nn import initializers

KEY = random.key(0)
SHAPE = (200, 300)


@pytest.mark.one_in(8)
@pytest.mark.parametrize(
    "name,variance",
    [
        ("glorot_normal", 1 / 250),
        ("glorot_uniform", 1 / 250),
        ("lecun_normal", 1 / 200),
        ("lecun_uniform", 1 / 200),
        ("he_normal", 2 / 200),
        ("he_uniform", 2 / 200),
    ],
)
@pytest.mark.parametrize("dtype", ["float32", "complex64"])
def test_variances_follow_the_fans(name, variance, dtype):
    values = np.asarray(getattr(initializers, name)()(KEY, SHAPE, dtype))
    assert values.shape == SHAPE and values.dtype == dtype
    np.testing.assert_allclose(np.mean(np.abs(values) ** 2), variance, rtol=0.05)
    assert abs(np.mean(values)) < 0.02 * np.sqrt(variance) * 5


def test_fans_count_the_receptive_field():
    values = np.asarray(initializers.lecun_normal()(KEY, (3, 3, 16, 200)))
    np.testing.assert_allclose(values.var(), 1 / (9 * 16), rtol=0.05)
    batched = initializers.variance_scaling(
        1.0, "fan_geo_avg", "normal", in_axis=(0, 2), out_axis=3, batch_axis=1
    )
    np.testing.assert_allclose(np.asarray(batched(KEY, (10, 7, 20, 50))).var(), 0.01, rtol=0.05)


def test_simple_initializers():
    assert np.array_equal(initializers.zeros(KEY, (2,)), np.zeros(2))
    assert np.array_equal(initializers.ones(KEY, (2,), jnp.int32), np.ones(2, np.int32))
    assert np.array_equal(initializers.constant(7)(KEY, (2,)), [7.0, 7.0])
    uniform = np.asarray(initializers.uniform(0.5)(KEY, (1000,)))
    assert 0 <= uniform.min() and uniform.max() < 0.5
    cut = np.asarray(initializers.truncated_normal(2.0)(KEY, (1000,)))
    assert np.abs(cut).max() <= 4 and cut.std() > 1
    np.testing.assert_allclose(np.asarray(initializers.normal(3.0)(KEY, SHAPE)).std(), 3, rtol=0.02)


@pytest.mark.parametrize("shape", [(5, 5), (7, 3), (3, 7), (2, 3, 4)])
def test_orthogonal_has_orthonormal_columns_or_rows(shape):
    q = np.asarray(initializers.orthogonal(2.0)(KEY, shape)).reshape(-1, shape[-1])
    product = q.T @ q if q.shape[0] >= q.shape[1] else q @ q.T
    np.testing.assert_allclose(product, 4 * np.eye(len(product)), atol=1e-10)


def test_delta_orthogonal_is_an_orthogonal_matrix_in_the_middle():
    w = np.asarray(initializers.delta_orthogonal()(KEY, (3, 5, 4, 6)))
    middle = w[1, 2]
    np.testing.assert_allclose(middle @ middle.T, np.eye(4), atol=1e-10)
    assert np.count_nonzero(np.delete(w.reshape(15, 4, 6), 7, axis=0)) == 0


@pytest.mark.parametrize(
    "call,words",
    [
        (lambda: initializers.he_normal()(KEY, (3,)), "1-dimensional"),
        (
            lambda: initializers.variance_scaling(1.0, "fan", "normal")(KEY, (3, 3)),
            "mode is one of fan_in",
        ),
        (
            lambda: initializers.variance_scaling(1.0, "fan_in", "x")(KEY, (3, 3)),
            "distribution is one of",
        ),
        (lambda: initializers.orthogonal()(KEY, (3,)), "at least a 2D"),
        (lambda: initializers.delta_orthogonal()(KEY, (3, 5, 4)), "fan_in"),
    ],
)
def test_misuse_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()
