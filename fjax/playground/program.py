"""The program that the playground runs, as text: what it shows to paste into a notebook."""

from __future__ import annotations

from collections.abc import Sequence

from fjax.playground.settings import OPTIMIZERS, Settings

Change = tuple[int, float]  # a step, and the learning rate from there on
HEAD = """\
import fjax
import fjax.numpy as jnp
from fjax import data, nn, optim, random

data_key, order_key, model_key, batch_key = random.split(random.key({seed}), 4)
"""
DRAWN = "inputs, labels = data.{data}(data_key{points}{noise})\n"
FILE = """\
inputs, labels, names, classes = data.read_csv({data!r}{target})
inputs = (inputs - inputs.mean(0)) / (inputs.std(0) + 1e-6)
"""
SPLIT = """\
order = random.permutation(order_key, len(labels))
inputs, labels = jnp.asarray(inputs)[order], jnp.asarray(labels)[order]
held_out = len(labels) // 4  # points that are never trained on
train = inputs[held_out:], labels[held_out:]
test = inputs[:held_out], labels[:held_out]
"""
MODEL = """\
keys = random.split(model_key, {count})
model = nn.Sequential(
{layers}
)
optimizer = optim.inject_hyperparams(optim.{optimizer})({rate!r}{more})
state = optimizer.init(model)
"""
LOSS = """\
def loss(model, x, y):
    return nn.losses.cross_entropy(model(x), y)
"""
PENALIZED = """\
def loss(model, x, y):
    weights = [layer.weight for layer in model if isinstance(layer, nn.Linear)]
    penalty = sum(jnp.sum({size}) for w in weights)
    return nn.losses.cross_entropy(model(x), y) + {strength!r} * penalty
"""
STEP = """\
@fjax.jit
def step(model, state, x, y):
    value, slope = fjax.value_and_grad(loss)(model, x, y)
    updates, state = optimizer.update(slope, state, model)
    return optim.apply_updates(model, updates), state, value


@fjax.jit
def batch(number):
    rows = random.randint(random.fold_in(batch_key, number), ({batch},), 0, len(train[1]))
    return train[0][rows], train[1][rows]
"""
LOOP = """\
for number in range({steps}):
{change}    model, state, value = step(model, state, *batch(number))
accuracy = nn.metrics.accuracy(model(test[0]), test[1])
print(f"{{accuracy:.1%}} of the held-out points are right")
"""
CHANGE = """\
    if number in rates:
        state.hyperparams["learning_rate"] = jnp.asarray(rates[number])
"""


def reading(settings: Settings) -> str:
    """The lines that make `inputs` and `labels`.

    >>> print(reading(Settings("moons", noise=0.1)), end="")
    inputs, labels = data.moons(data_key, 400, noise=0.1)
    """
    if settings.drawn:
        points = "" if settings.data == "digits" else f", {settings.points}"
        noise = f", noise={settings.noise!r}" if settings.noise else ""
        return DRAWN.format(data=settings.data, points=points, noise=noise)
    target = "" if settings.target is None else f", target={settings.target!r}"
    return FILE.format(data=settings.data, target=target)


def model(settings: Settings, inputs: int, classes: int) -> str:
    """The lines that make `model`, `optimizer` and `state`."""
    lines, size = [], inputs
    for number, layer in enumerate(settings.layers):
        lines.append(f"    nn.Linear({size}, {layer.units}, key=keys[{number}]),")
        lines.append(f"    nn.{layer.activation},")
        size = layer.units
    lines.append(f"    nn.Linear({size}, {classes}, key=keys[{len(settings.layers)}]),")
    return MODEL.format(
        count=len(settings.layers) + 1,
        layers="\n".join(lines),
        optimizer="sgd" if settings.optimizer == "momentum" else settings.optimizer,
        rate=settings.learning_rate,
        more=OPTIMIZERS[settings.optimizer],
    )


def training(settings: Settings) -> str:
    """The functions `loss`, `step` and `batch`."""
    size = {"l1": "jnp.abs(w)", "l2": "w**2"}.get(settings.penalty)
    loss = LOSS if size is None else PENALIZED.format(size=size, strength=settings.strength)
    return f"{loss}\n\n{STEP.format(batch=settings.batch)}"


def whole(
    settings: Settings, inputs: int, classes: int, steps: int, changes: Sequence[Change] = ()
) -> str:
    """The program with `steps` steps. changes: of the learning rate, before which step.

    >>> names = {}
    >>> exec(whole(Settings(points=80), inputs=2, classes=2, steps=3), names)
    50.0% of the held-out points are right
    >>> names["number"]
    2
    """
    rates = f"rates = {dict(changes)!r}  # the learning rate from a step on\n" if changes else ""
    parts = [
        HEAD.format(seed=settings.seed),
        reading(settings) + SPLIT,
        f"{model(settings, inputs, classes)}\n\n{training(settings)}\n",
        rates + LOOP.format(steps=steps, change=CHANGE if changes else ""),
    ]
    return "\n".join(parts)
