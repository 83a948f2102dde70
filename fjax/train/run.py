"""What training changes, as one pytree, and the function that makes the next one of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fjax import nn, random, tree
from fjax import numpy as jnp
from fjax.api.autodiff import grad, value_and_grad
from fjax.api.jit import jit
from fjax.data.loader import rows_of
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.nn.state import call
from fjax.optim.transformation import Transformation, apply_updates, extended
from fjax.optim.wrapping import all_finite
from fjax.tree_util import register_dataclass

Loss = Callable[[Any, Any], Any]  # (predictions, targets) to a number
Forward = Callable[..., tuple[Any, Any, Any]]  # (model, batch, state=, key=, train=)
Values = dict[str, Any]


@register_dataclass
@dataclasses.dataclass(frozen=True)
class Run:
    """All that a step of training reads and changes: a pytree, which checkpoints store.

    >>> run = start({"w": jnp.ones(2)}, fjax.optim.sgd(0.1))
    >>> int(run.step), bool(run.sound)
    (0, True)
    """

    model: Any
    state: Any  # what layers remember
    memory: Any  # the optimiser's state
    key: Any
    step: Any  # how many were done, int32
    sound: Any  # whether all gradients were finite; if not, the model changes no more


def start(model: Any, optimizer: Transformation, state: Any = None, key: Any = None) -> Run:
    """The run before its first step. state: of layers that have one; key: for those that draw.

    >>> start(fjax.nn.Linear(2, 3, key=fjax.random.key(0)), fjax.optim.sgd(0.1)).model
    Linear(weight=float32[3,2], bias=float32[3])
    """
    return Run(
        model,
        {} if state is None else state,
        optimizer.init(model),
        random.key(0) if key is None else key,
        jnp.int32(0),
        jnp.array(True),
    )


def forward(model: Any, batch: Any, *, state: Any, key: Any, train: bool) -> tuple[Any, Any, Any]:
    """(predictions, targets, state) of a batch (inputs, targets): the default of `fit`.

    The model gets the state, the key and `train` if its `__call__` takes them.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> forward(layer, (jnp.ones((4, 2)), jnp.ones(4)), state={}, key=None, train=True)[0].shape
    (4, 3)
    """
    if not isinstance(model, nn.Module):
        raise FjaxTypeError(
            f"train: {type(model).__name__} is no fjax.nn.Module; say what it predicts by "
            "forward=lambda model, batch, *, state, key, train: (predictions, targets, state)"
        )
    if not isinstance(batch, (tuple, list)) or len(batch) != 2:
        raise FjaxTypeError(
            f"train: batches are pairs (inputs, targets), got {type(batch).__name__}; for others "
            "give forward=, which takes (model, batch, *, state, key, train) and returns "
            "(predictions, targets, state)"
        )
    predictions, state = call(model, batch[0], state, key=key, train=train)
    return predictions, batch[1], state


def objective(
    loss: Loss, forward: Forward, metrics: Mapping[str, Loss], batch: Any, run: Run
) -> Callable[[Any], tuple[Any, tuple[Any, Values]]]:
    """The function of a model that a step of a run differentiates: loss, (state, metrics).

    >>> run = start({"w": jnp.ones(2)}, fjax.optim.sgd(0.1))
    >>> double = lambda model, batch, *, state, key, train: (2 * model["w"], batch, state)
    >>> f = objective(lambda p, y: jnp.sum(p * y), double, {}, jnp.ones(2), run)
    >>> print(f(run.model)[0])
    4.0
    """
    key = random.fold_in(run.key, run.step)

    def value(model: Any) -> tuple[Any, tuple[Any, Values]]:
        predictions, targets, state = forward(model, batch, state=run.state, key=key, train=True)
        found = {name: metric(predictions, targets) for name, metric in metrics.items()}
        return _number(loss(predictions, targets)), (state, found)

    return value


def _number(value: Any) -> Any:
    if getattr(value, "shape", ()) != ():
        raise FjaxValueError(f"train: a loss is one number, got {value}; take its mean")
    return value


def make_step(
    optimizer: Transformation,
    loss: Loss,
    metrics: Mapping[str, Loss] | None = None,
    forward: Forward = forward,
    stop_at_nan: bool = True,
) -> Callable[[Run, Any], tuple[Run, Values]]:
    """The compiled function step(run, batch) -> (run, values); it reuses the run's memory.

    Optimisers that compute loss or gradients elsewhere (`lbfgs`, `sam`) do so on the same batch.

    values: the loss and the metrics. stop_at_nan: if the loss or a gradient is not finite, this
    step and all later ones leave model, state and step as they are, and the loss that they report
    is NaN (the optimiser's memory sees zeros).

    >>> layer, optimizer = fjax.nn.Linear(2, 1, key=fjax.random.key(0)), fjax.optim.adam(0.1)
    >>> step = make_step(optimizer, fjax.nn.losses.squared_error)
    >>> run, batch = start(layer, optimizer), (jnp.ones((4, 2)), jnp.ones((4, 1)))
    >>> for _ in range(50):
    ...     run, values = step(run, batch)
    >>> bool(values["loss"] < 0.01)
    True
    """
    update = extended(optimizer)
    measured = dict(metrics or {})
    if "loss" in measured:
        raise FjaxValueError("train: a metric cannot be called 'loss', which is the loss itself")

    def step(run: Run, batch: Any) -> tuple[Run, Values]:
        f = objective(loss, forward, measured, batch, run)
        (value, (state, values)), g = value_and_grad(f, has_aux=True)(run.model)
        sound, done = run.sound, 1
        if stop_at_nan:
            # Zeros for what is not finite cost nothing in the optimiser's kernels; to select
            # between old and new memory there would cost another pass over it.
            sound = sound & jnp.isfinite(value) & all_finite(g)
            keep = lambda new, old: jnp.where(sound, new, old)
            g = tree.map(lambda x: keep(x, 0), g)
            state, done = tree.map(keep, state, run.state), sound.astype(jnp.int32)
        updates, memory = update(
            g, run.memory, run.model, value=value, value_fn=lambda model: f(model)[0],
            grad_fn=lambda model: grad(f, has_aux=True)(model)[0],
        )  # fmt: skip
        if stop_at_nan:
            updates = tree.map(lambda x: keep(x, 0), updates)
            value = keep(value, jnp.nan)
        model = apply_updates(run.model, updates)
        new = Run(model, state, memory, run.key, run.step + done, sound)
        return new, {"loss": value, **values}

    return jit(step, donate_argnums=0)


def make_evaluation(
    loss: Loss, metrics: Mapping[str, Loss] | None = None, forward: Forward = forward
) -> Callable[[Any, Any, Any], Values]:
    """The compiled function evaluation(model, state, batch) -> values, with train=False.

    >>> evaluation = make_evaluation(fjax.nn.losses.squared_error)
    >>> layer = fjax.nn.Linear(2, 1, key=fjax.random.key(0))
    >>> list(evaluation(layer, {}, (jnp.ones((4, 2)), jnp.ones((4, 1)))))
    ['loss']
    """

    def evaluation(model: Any, state: Any, batch: Any) -> Values:
        predictions, targets, _ = forward(model, batch, state=state, key=None, train=False)
        found = {name: metric(predictions, targets) for name, metric in (metrics or {}).items()}
        return {"loss": _number(loss(predictions, targets)), **found}

    return jit(evaluation)


def evaluate(
    model: Any,
    state: Any,
    data: Iterable[Any],
    loss: Loss,
    metrics: Mapping[str, Loss] | None = None,
    forward: Forward = forward,
) -> dict[str, float]:
    """The means of loss and metrics over batches, each weighed by its number of rows.

    >>> layer = fjax.nn.Linear(2, 1, key=fjax.random.key(0))
    >>> batches = fjax.data.Loader((jnp.ones((5, 2)), jnp.ones((5, 1))), 2, rest="keep")
    >>> list(evaluate(layer, {}, batches, fjax.nn.losses.squared_error))
    ['loss']
    """
    evaluation, means = make_evaluation(loss, metrics, forward), Means()
    for batch in data:
        means.add(evaluation(model, state, batch), rows_of(batch))
    return means.values()


def numbers(values: Values) -> dict[str, float]:
    """Loss and metrics, in this order, fetched from the device.

    >>> numbers({"accuracy": jnp.array(0.5), "loss": jnp.array(2.0)})
    {'loss': 2.0, 'accuracy': 0.5}
    """
    first = sorted(values, key=lambda name: name != "loss")
    return {name: float(values[name]) for name in first}


class Means:
    """Means of values over batches, weighed by rows; values are fetched when they are asked for.

    >>> means = Means()
    >>> means.add({"loss": jnp.array(1.0)}, 3)
    >>> means.add({"loss": jnp.array(2.0)}, 1)
    >>> means.values()
    {'loss': 1.25}
    """

    def __init__(self) -> None:
        self.totals: dict[str, float] = {}
        self.rows = 0
        self.pending: list[tuple[Values, int]] = []

    def add(self, values: Values, rows: int) -> None:
        """Take the values of one more batch."""
        self.pending.append((values, rows))

    def fetch(self) -> list[dict[str, float]]:
        """The values of the batches since the last call, as numbers."""
        fetched = []
        for values, rows in self.pending:
            row = numbers(values)
            for name, value in row.items():
                self.totals[name] = self.totals.get(name, 0.0) + value * rows
            self.rows += rows
            fetched.append(row)
        self.pending.clear()
        return fetched

    def values(self) -> dict[str, float]:
        """The means."""
        self.fetch()
        return {name: total / self.rows for name, total in self.totals.items()}
