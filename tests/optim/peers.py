"""The optimisers' reference figures: 100 steps of Optax on a small problem, in float64.

`python -m tests.optim.peers` (with jax and optax installed) writes reference.json; the problem is
the same here and in test_against_peers.py, in NumPy's terms, so that both libraries compute it.
"""

import json
import pathlib

import numpy as np

FILE = pathlib.Path(__file__).parent / "reference.json"
STEPS = 100

# fjax's call (`o` is its module); Optax's, where it differs.
CASES = {
    "sgd": ("o.sgd(0.05)",),
    "momentum": ("o.sgd(0.02, momentum=0.9)",),
    "nesterov": ("o.sgd(0.02, momentum=0.9, nesterov=True)",),
    "adam": ("o.adam(0.03)",),
    "adam_eps_root": ("o.adam(0.03, b1=0.8, b2=0.95, eps=1e-4, eps_root=1e-6)",),
    "adamw": ("o.adamw(0.03, weight_decay=0.1, mask={'w': True, 'b': False, 'c': True})",),
    "nadam": ("o.nadam(0.03)",),
    "adamax": ("o.adamax(0.03)",),
    "radam": ("o.radam(0.03)",),
    "adagrad": ("o.adagrad(0.3)",),
    "adadelta": ("o.adadelta(1.0, weight_decay=0.01)",),
    "rmsprop": ("o.rmsprop(0.02)",),
    "rmsprop_torch": ("o.rmsprop(0.02, decay=0.99, eps_in_sqrt=False, momentum=0.5)",),
    "rmsprop_centered": ("o.rmsprop(0.02, centered=True, nesterov=True, momentum=0.5)",),
    "lion": ("o.lion(0.02, weight_decay=0.05)",),
    "lamb": ("o.lamb(0.02, weight_decay=0.01)",),
    "lars": ("o.lars(0.5, weight_decay=0.01, trust_coefficient=0.05)",),
    "adafactor": ("o.adafactor(0.05, min_dim_size_to_factor=3, momentum=0.5)",),
    "adafactor_decay": (
        "o.adafactor(0.05, min_dim_size_to_factor=3, weight_decay_rate=1e-3,"
        " multiply_by_parameter_scale=False)",
    ),
    "muon": ("o.muon(0.03, weight_decay=0.1)", "o.contrib.muon(0.03, weight_decay=0.1)"),
    "clip": ("o.chain(o.clip(0.3), o.sgd(0.05))",),
    "clip_by_global_norm": ("o.chain(o.clip_by_global_norm(0.5), o.sgd(0.1))",),
    "clip_by_block_rms": ("o.chain(o.clip_by_block_rms(0.2), o.sgd(0.1))",),
    "ema": ("o.chain(o.sgd(0.05), o.ema(0.8))", "o.chain(o.sgd(0.05), o.ema(0.8, debias=True))"),
    "schedule": ("o.sgd(o.warmup_cosine_decay_schedule(0.0, 0.1, 10, 90, 0.01))",),
    "partition": (
        "o.partition({'a': o.adam(0.05), 'b': o.sgd(0.1)}, {'w': 'a', 'b': 'b', 'c': 'a'})",
    ),
    "accumulate": ("o.accumulate(o.adam(0.1), 4)", "o.MultiSteps(o.adam(0.1), 4)"),
    "apply_if_finite": ("o.apply_if_finite(o.adam(0.05), 3)",),
    "lbfgs": (
        "o.lbfgs(0.1, memory_size=5)",
        "o.chain(o.scale_by_lbfgs(memory_size=5), o.scale(-0.1))",
    ),
}

# Optax computes the weights of past gradients in float32 here.
SINGLE = ("adafactor", "adafactor_decay", "accumulate")

SCHEDULES = {
    "constant": "o.constant_schedule(0.3)",
    "polynomial": "o.polynomial_schedule(1.0, 0.1, 3, 40, 20)",
    "linear": "o.linear_schedule(0.5, 0.1, 60)",
    "cosine": "o.cosine_decay_schedule(0.5, 70, 0.1, 1.5)",
    "exponential": "o.exponential_decay(0.5, 20, 0.5, 10, end_value=0.1)",
    "staircase": "o.exponential_decay(0.5, 20, 0.5, staircase=True)",
    "piecewise": "o.piecewise_constant_schedule(0.5, {30: 0.5, 60: 0.1})",
    "warmup": "o.warmup_cosine_decay_schedule(0.0, 0.5, 20, 80, 0.05)",
    "onecycle": "o.cosine_onecycle_schedule(90, 0.5)",
    "joined": "o.join_schedules([o.constant_schedule(0.2), o.linear_schedule(1.0, 0.0, 30)], [25])",
}


def start():
    """The first parameters: a matrix, a vector, a stack of matrices."""
    draw = np.random.default_rng(7)
    return {
        "b": draw.standard_normal(3),
        "c": draw.standard_normal((2, 3, 4)),
        "w": draw.standard_normal((4, 6)),
    }


def gradient(name, params, step):
    """A gradient that is not linear and, but for L-BFGS, changes with the step; NumPy arrays."""
    wave = 1 + 0.5 * np.sin(0.7 * step) if name != "lbfgs" else 1
    out = {}
    for number, (leaf, x) in enumerate(sorted(params.items())):
        x = np.asarray(x)
        target = np.cos(np.arange(x.size) + number).reshape(x.shape)
        out[leaf] = wave * (np.tanh(x - target) + 0.1 * (x - target))
    return out


def train(name, library, transformation, apply, jit):
    """The parameters after STEPS steps; the gradients of some steps of one case are NaN."""
    wrong = (5, 6, 30) if name == "apply_if_finite" else ()
    params = start()
    state = transformation.init(library(params))
    params = library(params)

    def step(g, state, params):
        updates, state = transformation.update(g, state, params)
        return apply(params, updates), state

    step = jit(step)
    for k in range(STEPS):
        g = gradient(name, params, k)
        if k in wrong:
            g["b"] = g["b"] * np.nan
        params, state = step(library(g), state, params)
    return {name: np.asarray(x) for name, x in params.items()}


def with_optax():
    """The figures of all cases."""
    import jax
    import optax

    jax.config.update("jax_enable_x64", True)
    found = {"made_with": f"optax {optax.__version__}, jax {jax.__version__}"}
    as_jax = lambda tree: {k: jax.numpy.asarray(v) for k, v in tree.items()}
    for name, texts in CASES.items():
        made = eval(texts[-1], {"o": optax})
        out = train(name, as_jax, made, optax.apply_updates, jax.jit)
        found[name] = {k: v.ravel().tolist() for k, v in out.items()}
    counts = np.arange(STEPS)
    found["schedules"] = {
        name: np.asarray([float(eval(text, {"o": optax})(int(c))) for c in counts]).tolist()
        for name, text in SCHEDULES.items()
    }
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps(with_optax(), indent=None, separators=(",", ":")) + "\n")
