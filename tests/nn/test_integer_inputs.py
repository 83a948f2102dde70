"""Integers and booleans give what the same numbers as floats give, or are refused by name."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import data, nn
from fjax.data import images
from fjax.nn import losses, metrics
from tests.nn.number_cases import CASES, as_wide

pytestmark = [
    pytest.mark.needs("x64", reason="the figures are of float64"),
    pytest.mark.needs("dtype promotion", reason="activations join integers with Python's floats"),
]
KINDS = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def drawn(case, kind):
    """Arrays of integers, with the least and the largest of narrow dtypes."""
    draw = np.random.default_rng(3)
    if kind == "bool":
        return [draw.integers(0, 2, shape).astype(bool) for shape in case.few]
    limits = np.iinfo(kind)
    low, high = max(limits.min, -300), min(limits.max, 300)
    arrays = [draw.integers(low, high, shape, endpoint=True).astype(kind) for shape in case.few]
    for array in arrays:
        array.flat[0], array.flat[-1] = low, high
    return arrays


@pytest.mark.one_in(24)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CASES)
def test_integers_count_as_floats_or_are_refused(name, kind):
    case = CASES[name]
    given = drawn(case, kind)
    public = name.split()[0].rstrip(",").split(".")[1]
    try:
        found = case.function(*map(jnp.asarray, given))
    except TypeError as error:
        words = str(error).splitlines()[0]
        inside = ("WeightNorm", "SpectralNorm", "MultiHeadAttention")
        assert ("Linear" if public in inside else public) in words
        assert kind in words
        return
    expected = case.function(*map(jnp.asarray, as_wide(name, given)))
    found, expected = np.asarray(found), np.asarray(expected)
    if found.dtype.kind in "biu":
        np.testing.assert_array_equal(found.astype(np.float64), expected)
        return
    with np.errstate(over="ignore"):
        expected = expected.astype(found.dtype)
    room = 1e-6 * np.max(np.abs(expected), where=np.isfinite(expected), initial=1)
    np.testing.assert_allclose(found, expected, rtol=2e-5, atol=room)


@pytest.mark.parametrize(
    ("call", "expected"),
    {
        "a label beyond the classes that its dtype wraps to": (
            lambda: fjax.jit(lambda x, y: metrics.confusion_matrix(x, y, 2))(
                np.array([2**32, 1]), np.array([0, 1])
            ),
            [[0, 0], [0, 1]],
        ),
        "labels of bytes beside many classes": (
            lambda: metrics.accuracy(jnp.eye(300)[255:256], jnp.array([255], jnp.uint8)),
            1.0,
        ),
        "labels of floats that are no whole numbers": (
            lambda: fjax.jit(metrics.accuracy)(jnp.eye(3), jnp.array([0.0, 1.5, jnp.nan])),
            np.nan,
        ),
        "an ignored label that bytes do not hold": (
            lambda: losses.cross_entropy(
                jnp.zeros((1, 300)), jnp.array([255], jnp.uint8), ignore_label=-1
            ),
            np.log(300),
        ),
        "an ignored label of bytes": (
            lambda: losses.cross_entropy(
                jnp.zeros((2, 3)), jnp.array([255, 1], jnp.uint8), ignore_label=255
            ),
            np.log(3),
        ),
        "labels that are booleans": (
            lambda: losses.cross_entropy(jnp.zeros((2, 2)), jnp.array([True, False])),
            np.log(2),
        ),
        "rows of different dtypes": (
            lambda: data.padded()([np.array([1, 2]), np.array([0.5])]).values,
            [[1, 2], [0.5, 0]],
        ),
        "rows of narrow floats that NumPy does not join": (
            lambda: data.padded()([np.ones(1, jnp.bfloat16), np.ones(2, np.float16)]).values,
            [[1, 0], [1, 1]],
        ),
        "lengths of bytes": (
            lambda: jnp.sum(data.ragged.Padded(np.ones((1, 300)), np.array([200], "u1")).mask),
            200,
        ),
        "a mean of narrow labels": (
            lambda: metrics.f1_scores(np.array([[200, 0], [100, 50]], np.uint8)),
            [0.8, 0.5],
        ),
        "a loss beside an integer": (
            lambda: losses.absolute_error(jnp.array([1], jnp.uint8), jnp.array([21], jnp.uint8)),
            20.0,
        ),
        "an average over windows": (
            lambda: nn.AvgPool((2,))(jnp.full((1, 2), 200, jnp.uint8)),
            [[200.0]],
        ),
    }.values(),
)
def test_what_wrapped_or_was_cut_off(call, expected):
    np.testing.assert_allclose(call(), expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("call", "words"),
    {
        "no value of integers": (
            lambda: data.padded(value=0.5)([np.array([1]), np.array([1, 2])]),
            "rows of int64 are not filled up with 0.5",
        ),
        "no value of bytes": (
            lambda: data.padded(value=-1)([np.array([1], np.uint8)]),
            "rows of uint8 are not filled up with -1",
        ),
        "rows that broadcast": (
            lambda: data.padded()([np.ones((2, 3)), np.ones((4, 1))]),
            "differ in more than their lengths",
        ),
        "an image of bytes without this value": (
            lambda: images.cutout(fjax.random.key(0), jnp.ones((1, 4, 4), jnp.uint8), 2, value=0.5),
            "an image of uint8 has no 0.5",
        ),
    }.values(),
)
def test_values_that_a_dtype_does_not_hold_are_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_rows_are_filled_up_with_what_their_dtype_holds():
    for value, kind in ((0, bool), (0.5, np.float16), (np.nan, np.float32), (-1, np.int8)):
        rows = [np.ones(1, kind), np.ones(2, kind)]
        found = data.padded(value=value)(rows).values
        assert found.dtype == kind
        np.testing.assert_array_equal(found[0, 1], np.asarray(value).astype(kind))
