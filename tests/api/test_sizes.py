"""Sizes that are no sizes are refused, by the name of the function and of the argument."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import errors, ops, random

KEY = random.key(0)
FRACTIONAL = {
    "eye: N": lambda n: jnp.eye(n),
    "eye: M": lambda n: jnp.eye(2, n),
    "eye: k": lambda n: jnp.eye(2, k=n),
    "tri: k": lambda n: jnp.tri(2, 2, n),
    "linspace: num": lambda n: jnp.linspace(0, 1, n),
    "repeat: repeats": lambda n: jnp.repeat(jnp.arange(3), n),
    "one_hot: num_classes": lambda n: fjax.nn.one_hot(jnp.arange(3), n),
    "segment_sum: num_segments": lambda n: ops.segment_sum(jnp.ones(3), jnp.arange(3), n),
    "orthogonal: n": lambda n: random.orthogonal(KEY, n),
    "orthogonal: m": lambda n: random.orthogonal(KEY, 2, m=n),
    "ball: d": lambda n: random.ball(KEY, n),
    "multigammaln: d": lambda n: fjax.scipy.special.multigammaln(jnp.array([3.0]), n),
    "bernoulli: n": lambda n: fjax.scipy.special.bernoulli(n),
    "stft: nperseg": lambda n: fjax.scipy.signal.stft(jnp.ones(16), nperseg=n),
    "istft: nperseg": lambda n: fjax.scipy.signal.istft(jnp.ones((5, 4), complex), nperseg=n),
    "resize: a length": lambda n: fjax.image.resize(jnp.ones((2, 2)), (n, 2), "linear"),
    "ShapeDtypeStruct: shape": lambda n: fjax.ShapeDtypeStruct((n,), jnp.float32),
}
NEGATIVE = {
    "eye": lambda: jnp.eye(-2),
    "linspace: num": lambda: jnp.linspace(0, 1, -2),
    "one_hot: num_classes": lambda: fjax.nn.one_hot(jnp.arange(3), -2),
    "repeat: repeats": lambda: jnp.repeat(jnp.arange(3), -2),
    "repeat: repeats must": lambda: jnp.repeat(jnp.arange(3), np.array([1, -2, 1])),
    "repeat: total_repeat_length": lambda: jnp.repeat(jnp.arange(3), 2, total_repeat_length=-2),
    "orthogonal: n": lambda: random.orthogonal(KEY, -2),
    "ball: d": lambda: random.ball(KEY, -2),
    "resize: a length": lambda: fjax.image.resize(jnp.ones((2, 2)), (-2, 2), "linear"),
    "ShapeDtypeStruct: lengths": lambda: fjax.ShapeDtypeStruct((-2,), jnp.float32),
}


@pytest.mark.parametrize("size", [2.5, 2.0])
@pytest.mark.parametrize("name", FRACTIONAL)
def test_a_size_that_is_no_integer_is_refused_by_name(name, size):
    with pytest.raises(TypeError, match=name) as found:
        FRACTIONAL[name](size)
    assert isinstance(found.value, errors.FjaxTypeError)


@pytest.mark.parametrize("name", NEGATIVE)
def test_a_negative_size_is_refused_by_name(name):
    with pytest.raises(ValueError, match=name) as found:
        NEGATIVE[name]()
    assert isinstance(found.value, errors.FjaxValueError)


def test_a_length_that_is_not_known_passes_through_shape_evaluation():
    found = fjax.eval_shape(lambda x: x * 2, fjax.ShapeDtypeStruct((-1, np.int64(3)), jnp.float32))
    assert found.shape == (-1, 3)
