"""Optimisers of 16-bit parameters keep averages over many steps, and round an update once."""

import ml_dtypes
import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import optim

pytestmark = pytest.mark.needs("x64", reason="the figures are of float64")
KINDS = {"float16": (np.float16, 2.0**-10), "bfloat16": (ml_dtypes.bfloat16, 2.0**-7)}
STEPS = 300
CASES = {
    "adadelta": lambda: optim.adadelta(0.1),
    "adafactor": lambda: optim.adafactor(0.1, min_dim_size_to_factor=2),
    "adagrad": lambda: optim.adagrad(0.1),
    "adam": lambda: optim.adam(0.1),
    "adamax": lambda: optim.adamax(0.1),
    "adamw": lambda: optim.adamw(0.1),
    "lamb": lambda: optim.lamb(0.1),
    "lars": lambda: optim.lars(0.1),
    "lion": lambda: optim.lion(0.1),
    "muon": lambda: optim.muon(0.1),
    "nadam": lambda: optim.nadam(0.1),
    "radam": lambda: optim.radam(0.1),
    "rmsprop": lambda: optim.rmsprop(0.1),
    "rmsprop, centred": lambda: optim.rmsprop(0.1, centered=True),
    "sgd": lambda: optim.sgd(0.1, momentum=0.99, nesterov=True),
    "accumulate": lambda: optim.accumulate(optim.scale(1.0), STEPS),
    "adaptive_grad_clip": lambda: optim.adaptive_grad_clip(1e-4),
    "add_decayed_weights": lambda: optim.add_decayed_weights(1e-8),
    "clip": lambda: optim.clip(1.0),
    "clip_by_block_rms": lambda: optim.clip_by_block_rms(1e-3),
    "clip_by_global_norm": lambda: optim.clip_by_global_norm(1e-3),
    "ema": lambda: optim.ema(0.999),
    "trace": lambda: optim.trace(0.999),
    "scale": lambda: optim.scale(1e-3),
    "scale_by_learning_rate": lambda: optim.scale_by_learning_rate(1e-3),
    "scale_by_schedule": lambda: optim.scale_by_schedule(lambda step: 1 / (step + 1)),
    "scale_by_trust_ratio": lambda: optim.scale_by_trust_ratio(),
    "scale_by_param_block_rms": lambda: optim.scale_by_param_block_rms(),
    "lbfgs": lambda: optim.lbfgs(0.1),
    "apply_if_finite": lambda: optim.apply_if_finite(optim.adam(0.1)),
    "lookahead": lambda: optim.lookahead(optim.adam(0.1), 5),
    "sam": lambda: optim.sam(optim.adam(0.1), 0.05, grad_fn=lambda p: p),
    "reduce_on_plateau": lambda: _valued(optim.reduce_on_plateau(1e-3, patience=1)),
    "masked": lambda: optim.masked(optim.adam(0.1), True),
    "partition": lambda: optim.partition({"a": optim.adam(0.1)}, "a"),
    "chain": lambda: optim.chain(optim.clip(1.0), optim.adam(0.1)),
    "identity": optim.identity,
}
# The rules that the optimisers above hold, and what is no transformation.
APART = (
    "LossScale Transformation all_finite apply_updates constant_schedule cosine_decay_schedule "
    "cosine_onecycle_schedule exponential_decay global_norm join_schedules linear_schedule "
    "orthogonalized piecewise_constant_schedule polynomial_schedule set_to_zero "
    "warmup_cosine_decay_schedule scale_by_adadelta scale_by_adam scale_by_adamax "
    "scale_by_factored_rms scale_by_lion scale_by_muon scale_by_radam scale_by_rms scale_by_rss"
).split()


def _valued(t):
    """A transformation that is told the same value at each step."""
    return optim.Transformation(
        t.init, lambda g, state, params=None: t.update(g, state, params, value=1.0)
    )


def last_update(t, params, gradients):
    """What a transformation gives after all of the gradients, at the same parameters."""

    def step(state, g):
        updates, state = t.update(g, state, params)
        return state, updates

    return fjax.lax.scan(step, t.init(params), gradients)[1][-1]


@pytest.mark.parametrize("size", [1e-4, 1.0, 200.0])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CASES)
def test_the_update_after_many_steps_is_that_of_float64(name, kind, size):
    narrow, eps = KINDS[kind]
    draw = np.random.default_rng(4)
    params = (draw.standard_normal((3, 4)) * 2).astype(narrow)
    gradients = (draw.standard_normal((STEPS, 3, 4)) * 0.3 + 1).astype(narrow)
    gradients = (gradients.astype(np.float32) * size).astype(narrow)
    found = last_update(CASES[name](), jnp.asarray(params), jnp.asarray(gradients))
    wide = [jnp.asarray(x.astype(np.float64)) for x in (params, gradients)]
    expected = np.asarray(last_update(CASES[name](), *wide))
    assert found.dtype == narrow
    room = 4 * eps * np.abs(expected) + eps * np.abs(expected).max() + 1e-7
    np.testing.assert_array_less(np.abs(np.float64(found) - expected), room)


def test_every_optimiser_has_a_row_or_is_apart():
    assert set(optim.__all__) - {name.split(",")[0] for name in CASES} == set(APART)
