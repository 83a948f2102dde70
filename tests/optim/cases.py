"""Each optimiser and transformation of updates, made with small steps."""

from fjax import optim

STEPS = 300  # that averages over steps are tested with
CASES = {
    "adadelta": lambda: optim.adadelta(0.1),
    "adafactor": lambda: optim.adafactor(0.1, min_dim_size_to_factor=2),
    "adagrad": lambda: optim.adagrad(0.1),
    "adam": lambda: optim.adam(0.1),
    "adam, amsgrad": lambda: optim.adam(0.1, amsgrad=True),
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
    "accumulate, each step": lambda: optim.accumulate(optim.scale(1.0), 1),
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
    "inject_hyperparams": lambda: optim.inject_hyperparams(optim.adam)(0.1),
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
