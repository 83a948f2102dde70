"""Sums, counts and means of float16 and bfloat16 are those of float64, rounded once."""

import inspect

import ml_dtypes
import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import image, nn
from fjax.data import images
from fjax.nn import losses, metrics
from tests.nn.number_cases import APART, CASES

pytestmark = pytest.mark.needs("x64", reason="the figures are of float64")
KINDS = {"float16": (np.float16, 2.0**-10, 6e-8), "bfloat16": (ml_dtypes.bfloat16, 2.0**-7, 0.0)}
STEPS = ("accuracy", "hit_ratio", "ndcg", "roc_auc", "RocAuc", "f1_scores")


def drawn(name, case, kind):
    """The arrays of a case, as numbers that the narrow dtype holds, and as the same in float64."""
    draw = np.random.default_rng([*name.encode()])
    arrays = [(draw.standard_normal(s) * case.size).astype(kind) for s in case.many]
    return [jnp.asarray(a) for a in arrays], [jnp.asarray(a.astype(np.float64)) for a in arrays]


def assert_rounded(found, expected, kind):
    """Within two units in the last place of what the dtype holds nearest."""
    _, eps, least = KINDS[kind]
    found, expected = np.asarray(found, np.float64), np.asarray(expected)
    room = 2 * eps * np.abs(expected) + 0.05 * eps * np.abs(expected).max() + 2 * least
    np.testing.assert_array_less(np.abs(found - expected), room + 1e-300)


@pytest.mark.one_in(18)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [name for name in CASES if CASES[name].many])
def test_many_narrow_numbers_give_the_values_and_slopes_of_wide_ones(name, kind):
    case = CASES[name]
    narrow, wide = drawn(name, case, KINDS[kind][0])
    found, expected = case.function(*narrow), case.function(*wide)
    assert_rounded(found, expected, kind)
    assert found.dtype in (narrow[0].dtype, np.float64)
    if any(step in name for step in STEPS):  # constant between steps
        return

    def total(*arrays):
        y = case.function(*arrays)
        return jnp.sum(y.astype(float) * np.cos(np.arange(y.size)).reshape(y.shape))

    slope = fjax.grad(total)(*narrow)
    assert slope.dtype == narrow[0].dtype
    assert_rounded(slope, fjax.grad(total)(*wide), kind)


@pytest.mark.parametrize("kind", KINDS)
def test_uniform_classes_beyond_float16_keep_their_loss_and_slope(kind):
    x = jnp.zeros((2, 70_000), KINDS[kind][0])
    value, slope = fjax.value_and_grad(lambda x: losses.cross_entropy(x, jnp.array([0, 1])))(x)
    np.testing.assert_allclose(np.float64(value), np.log(70_000), rtol=KINDS[kind][1])
    np.testing.assert_allclose(np.float64(slope[0, 0]), -0.5, rtol=1e-2)


@pytest.mark.parametrize("kind", KINDS)
def test_a_perplexity_of_narrow_logits_is_not_rounded_loss_by_loss(kind):
    logits = np.linspace(-8, 8, 21).reshape(7, 3)[:, ::-1].astype(KINDS[kind][0])
    found, wide = (
        metrics.Perplexity.empty().update(x, np.arange(7) % 3).value()
        for x in (jnp.asarray(logits), jnp.asarray(logits.astype(float)))
    )
    np.testing.assert_allclose(found, wide, rtol=1e-6)


@pytest.mark.parametrize("kind", ["float16", "bfloat16", "float8_e4m3fn", "float8_e5m2"])
@pytest.mark.parametrize("classes", [3, 7, 1000, 3_000_000])
def test_shares_of_narrow_floats_add_up_to_1_up_to_their_rounding(classes, kind):
    shares = jnp.asarray(np.full((1, classes), 1 / classes).astype(getattr(jnp, kind)))
    found = losses.cross_entropy(jnp.zeros((1, classes)), shares)
    total = np.asarray(shares, np.float64).sum()
    np.testing.assert_allclose(found, total * np.log(classes), rtol=1e-9)


@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
def test_shares_of_narrow_floats_that_do_not_add_up_to_1_are_refused(kind):
    with pytest.raises(ValueError, match="add up to 1"):
        losses.cross_entropy(jnp.zeros((1, 1000)), jnp.full((1, 1000), 1.05e-3, kind))


def test_layers_of_narrow_weights_divide_by_norms_that_do_not_overflow():
    linear = nn.to_dtype(nn.Linear(70_000, 2, key=fjax.random.key(0)), jnp.float16)
    for size in (1e-4, 100.0):
        layer = nn.replace(linear, "weight", jnp.full((2, 70_000), size, jnp.float16))
        normed = nn.WeightNorm(layer)
        np.testing.assert_allclose(np.float64(normed.length), size * np.sqrt(70_000), rtol=2e-3)
        spectral, state = nn.with_state(nn.SpectralNorm(layer))
        y, _ = spectral(jnp.ones(70_000, jnp.float16), state)
        y = np.float64(y) - np.float64(layer.bias)
        np.testing.assert_allclose(y, np.sqrt(70_000 / 2), rtol=5e-3)


def test_every_public_name_has_a_row_or_a_reason():
    named = {name.split()[0].rstrip(",") for name in CASES}
    apart = {name for names in APART.values() for name in names.split()}
    public = {f"nn.{name}" for name in nn.__all__}
    for label, module in (
        ("losses", losses), ("metrics", metrics), ("images", images), ("image", image)
    ):  # fmt: skip
        public |= {
            f"{label}.{name}"
            for name, value in vars(module).items()
            if (inspect.isfunction(value) or inspect.isclass(value))
            and value.__module__.startswith(module.__name__) and name[0] != "_"
        }  # fmt: skip
    assert {name for name in public - named if name.split(".")[1] not in apart} == set()
