"""Each option of each optimiser, transformation and schedule means what it means in Optax."""

import importlib.util
import inspect

import numpy as np
import pytest

import fjax.numpy as jnp
from fjax import optim
from fjax.as_jax import as_jax
from fjax.config import config
from tests.children import in_child, needs_fork
from tests.optim import peers

STEPS = 7  # as many as RAdam takes before it begins to scale
# What is given to all that ask for it, and what some need for their options to have an effect.
GIVEN = {
    "learning_rate": 0.05,
    "clipping": 0.1,
    "max_delta": 0.3,
    "threshold": 0.2,
    "max_norm": 0.5,
    "decay": 0.8,
    "init_value": 0.5,
    "end_value": 0.1,
    "power": 2.0,
    "transition_steps": 12,
    "decay_steps": 20,
    "decay_rate": 0.5,
    "peak_value": 0.4,
    "warmup_steps": 3,
    "value": 0.3,
    "weight_decay": 0.02,
}
BESIDES = {
    "adafactor": {"min_dim_size_to_factor": 3, "weight_decay_rate": 0.01},
    "scale_by_factored_rms": {"min_dim_size_to_factor": 3},
    "rmsprop": {"momentum": 0.9},
    "sgd": {"momentum": 0.9},
    "adadelta": {"learning_rate": 1.0},
    "adagrad": {"learning_rate": 0.3},
}
MASK = {"w": True, "b": False, "c": True}
OTHERS = {
    **dict.fromkeys(("mask", "weight_decay_mask", "trust_ratio_mask"), MASK),
    "momentum": 0.5,
    "weight_decay_rate": 0.05,
    "adam_learning_rate": 0.02,
    "min_dim_size_to_factor": 128,
    "transition_begin": 2,
    "end_value": 0.2,
    "min_scale": 5.0,
}
# What is made of others, asks for values or gradients, or has no option.
APART = {
    *("apply_if_finite", "lbfgs", "lookahead", "masked", "partition", "reduce_on_plateau"),
    *("accumulate", "inject_hyperparams", "sam", "orthogonalized", "chain", "join_schedules"),
    *("piecewise_constant_schedule", "scale_by_schedule", "identity", "set_to_zero", "scale"),
    *("apply_updates", "global_norm", "all_finite"),
    *("scale_by_muon", "scale_by_lion"),  # the optimisers have their options
    "adaptive_grad_clip",  # its units are rows here and columns there
}
# Options that Optax does not have; tests of their own are about them.
OWN = {
    *("adam.amsgrad", "adamw.amsgrad", "scale_by_adam.amsgrad", "scale_by_rms.centered"),
    *("scale_by_factored_rms.eps", "ema.debias_average"),
}


def other(option, value):
    """Another value of an option than its default, by which results differ visibly."""
    if option in OTHERS:
        return OTHERS[option]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return 0.01 if abs(value) < 1e-3 else 0.8 * value


def results(module, make, name):
    """What comes of a few steps, or the values of a schedule."""
    if name.endswith(("schedule", "decay")):
        return [np.asarray(make(k)) for k in range(3 * STEPS)]
    params = {leaf: jnp.asarray(x) for leaf, x in peers.start().items()}
    state = make.init(params)
    for step in range(STEPS):
        gradient = peers.gradient(name, params, step)
        gradient = {leaf: jnp.asarray(x) for leaf, x in gradient.items()}
        updates, state = make.update(gradient, state, params)
        params = module.apply_updates(params, updates)
    return [np.asarray(x) for x in params.values()]


def compare():
    """Both libraries, for the defaults and for another value of each option."""
    as_jax()
    config.update("jax_enable_x64", True)
    import optax

    wrong, tried = [], 0
    for name in sorted(set(optim.__all__) - APART):
        ours = getattr(optim, name)
        if inspect.isclass(ours):
            continue
        theirs = getattr(optax, name, None) or getattr(optax.contrib, name)
        known = inspect.signature(theirs).parameters
        options = inspect.signature(ours).parameters
        asked = ("learning_rate", "weight_decay")
        base = {k: GIVEN[k] for k, p in options.items() if p.default is p.empty or k in asked}
        base |= BESIDES.get(name, {})
        default = results(optim, ours(**base), name)
        for option, parameter in options.items():
            if f"{name}.{option}" in OWN or option not in known:
                wrong += [f"{name}.{option} is not in Optax"] * (f"{name}.{option}" not in OWN)
                continue
            value = base.get(option, parameter.default)
            chosen = {**base, option: other(option, value)}
            found = results(optim, ours(**chosen), name)
            wanted = results(optax, theirs(**chosen), name)
            tried += 1
            if not all(np.allclose(a, b, 2e-6, 1e-9) for a, b in zip(found, wanted, strict=True)):
                wrong.append(f"{name}: {option}={chosen[option]!r} is not Optax's")
            if all(np.allclose(a, b, 1e-6, 1e-9) for a, b in zip(found, default, strict=True)):
                wrong.append(f"{name}: {option}={chosen[option]!r} changes nothing")
    assert not wrong, "\n".join(wrong)
    assert tried > 120


@needs_fork
@pytest.mark.needs("x64", reason="compared to 2e-6")
@pytest.mark.skipif(importlib.util.find_spec("optax") is None, reason="needs optax")
def test_another_value_of_each_option_gives_what_optax_gives():
    in_child(compare, seconds=300)
