"""What a step of training does, and all that it changes, as one pytree."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from fjax import nn, optim, random, tree
from fjax import numpy as jnp
from fjax.api.autodiff import grad, value_and_grad
from fjax.api.jit import jit
from fjax.core import dtypes
from fjax.core.memo import cached_property
from fjax.core.plain_arguments import check_key, check_whole
from fjax.data.loader import Weighted, check_function
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.nn.filters import Where, overlaid
from fjax.nn.numbers import as_kind
from fjax.nn.state import call
from fjax.optim.transformation import Transformation, apply_updates, debias, extended, widened
from fjax.optim.wrapping import all_finite
from fjax.train import measuring
from fjax.train.measuring import Function, Metric
from fjax.train.oversights import Oversights, check_descent, check_reached
from fjax.tree_util import register_dataclass

Forward = Callable[..., tuple[Any, Any, Any]]  # (model, batch, state=, key=, train=)
PRECISIONS = {"f32": None, "bf16": jnp.bfloat16, "f16": jnp.float16}
FIRST_SCALE = 2.0**15


class Average(NamedTuple):
    """The moving average of a model's trained parts and of its state, after `count` steps."""

    count: Any
    model: Any
    state: Any


@register_dataclass
@dataclass(frozen=True)
class Run:
    """All that a step of training reads and changes: a pytree, which checkpoints hold.

    >>> run = Recipe(optim.sgd(0.1), fjax.nn.losses.squared_error).start({"w": jnp.ones(2)})
    >>> int(run.step), bool(run.sound)
    (0, True)
    """

    model: Any
    state: Any  # what layers remember
    memory: Any  # the optimiser's state
    key: Any
    step: Any  # how many were done, int32
    sound: Any  # whether all gradients were finite; if not, the model changes no more
    seen: Any  # loss and metrics of the epoch so far
    scale: Any = None  # of the loss, with float16
    average: Average | None = None

    @property
    def evaluated(self) -> tuple[Any, Any]:
        """The model and state that are validated and kept as the best: averages, if there are."""
        if self.average is None:
            return self.model, self.state
        return overlaid(self.average.model, self.model), self.average.state


def forward(model: Any, batch: Any, *, state: Any, key: Any, train: bool) -> tuple[Any, Any, Any]:
    """(predictions, targets, state) of a batch (inputs, targets): what `fit` does unless told.

    The model gets the state, the key and `train` if its `__call__` takes them.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> forward(layer, (jnp.ones((4, 2)), jnp.ones(4)), state={}, key=None, train=True)[0].shape
    (4, 3)
    """
    check_model(model)
    if not isinstance(batch, (tuple, list)) or len(batch) != 2:
        raise FjaxTypeError(
            f"train: batches are pairs (inputs, targets), got {_described(batch)}; for others "
            "give forward=, which takes (model, batch, *, state, key, train) and returns "
            "(predictions, targets, state); weights of rows are the argument weights of a Loader"
        )
    predictions, state = call(model, batch[0], state, key=key, train=train)
    if isinstance(predictions, tuple) and predictions and isinstance(predictions[-1], dict):
        raise FjaxTypeError(
            f"train: {type(model).__name__} returns a state beside its predictions and takes none: "
            "write __call__(self, x, state, …) -> (predictions, state), or return predictions alone"
        )
    return predictions, batch[1], state


def _described(batch: Any) -> str:
    several = isinstance(batch, (tuple, list))
    if hasattr(batch, "shape"):
        return f"an array of shape {batch.shape}"
    return f"a {type(batch).__name__} of {len(batch)}" if several else type(batch).__name__


def check_model(model: Any) -> None:
    """Raise FjaxTypeError for what the default `forward` cannot call.

    >>> check_model(fjax.nn.Flatten())
    """
    if isinstance(model, nn.Module):
        return
    kind = (model if isinstance(model, type) else type(model)).__name__
    if isinstance(model, type) and issubclass(model, nn.Module):
        remedy = f"it is a class, and training takes an instance: {model.__name__}(…)"
    elif isinstance(model, tuple) and model and isinstance(model[0], nn.Module):
        remedy = "a model and its state are two arguments: fit(model, …, state=state)"
    elif isinstance(getattr(model, "model", None), nn.Module):
        remedy = "it has one: give its .model, and the state beside it"
    elif callable(model):
        remedy = "a function becomes one as fjax.nn.Lambda(function), which has no parameters"
    else:
        remedy = (
            "say what it predicts by "
            "forward=lambda model, batch, *, state, key, train: (predictions, targets, state)"
        )
    raise FjaxTypeError(f"train: {kind} is no fjax.nn.Module; {remedy}")


@dataclass(frozen=True, eq=False)
class Recipe:
    """What each step of training does: `start` gives the run, `step` and `evaluation` go on.

    Arguments are those of `fjax.train.fit`, each on its own.

    >>> recipe = Recipe(optim.adam(0.1), fjax.nn.losses.squared_error)
    >>> run = recipe.start(fjax.nn.Linear(2, 1, key=fjax.random.key(0)))
    >>> for _ in range(50):
    ...     run, values = recipe.step(run, (jnp.ones((4, 2)), jnp.ones((4, 1))))
    >>> bool(values["loss"] < 0.01)
    True
    """

    optimizer: Transformation
    loss: Function
    metrics: Mapping[str, Metric] = dataclasses.field(default_factory=dict)
    forward: Forward = forward
    trained: Where = None
    precision: str = "f32"
    accumulate: int = 1
    ema: float | None = None
    class_weight: Any = None
    stop_at_nan: bool = True

    def __post_init__(self) -> None:
        if not hasattr(self.optimizer, "init") or not hasattr(self.optimizer, "update"):
            raise FjaxTypeError(
                "train.fit: optimizer has init and update, as fjax.optim.adam(1e-3), got "
                f"{self.optimizer!r:.60}"
            )
        if not callable(self.loss) or isinstance(self.loss, type):
            raise FjaxTypeError(
                f"train: loss is a function of (predictions, targets), such as "
                f"fjax.nn.losses.cross_entropy, got {self.loss!r:.60}"
            )
        check_function("train.fit", "loss", self.loss, ["predictions", "targets"])
        words = ["state", "key", "train"]
        if not callable(self.forward):
            raise FjaxTypeError(
                "train: forward is a function of (model, batch, *, state, key, train), or left "
                f"out, got {self.forward!r:.60}"
            )
        check_function("train.fit", "forward", self.forward, ["model", "batch"], words)
        measuring.check_metrics(self.metrics)
        if self.precision not in PRECISIONS:
            raise FjaxValueError(
                f"train.fit: precision is one of {', '.join(PRECISIONS)}, got {self.precision!r}"
            )
        check_whole("train.fit: accumulate", self.accumulate, 1)
        if self.ema is not None and not (isinstance(self.ema, float) and 0 <= self.ema < 1):
            raise FjaxValueError(f"train.fit: ema is in [0, 1), such as 0.999, got {self.ema!r}")

    @cached_property
    def _optimizer(self) -> Transformation:
        if self.accumulate == 1:
            return self.optimizer
        return optim.accumulate(self.optimizer, self.accumulate)

    @cached_property
    def _classes(self) -> Any:
        return measuring.class_weights(self.class_weight)

    def nothing_yet(self) -> dict[str, Any]:
        """Loss and metrics before the first batch."""
        return measuring.nothing_yet(self.metrics)

    def parts(self, model: Any) -> tuple[Any, Any]:
        """(what is trained, the rest), as `nn.partition` gives them."""
        return nn.partition(model, self.trained)

    def start(self, model: Any, state: Any = None, key: Any = None) -> Run:
        """The run before its first step. state: of layers that have one; key: for those that draw.

        The run's arrays are its own: steps take their memory.
        """
        if isinstance(model, type):
            check_model(model)
        check_key("train.Recipe.start", key)
        state = {} if state is None else state
        trained, _ = self.parts(model)
        if not tree.leaves(trained):
            which = "the model has no parameters of floats, which are trained"
            if self.trained is not None:
                which = f"trained={self.trained!r:.60} chooses no parameters of floats"
            raise FjaxValueError(f"train: {which}")
        check_descent(self.optimizer, trained)
        run = Run(
            model,
            state,
            self._optimizer.init(trained),
            random.key(0) if key is None else key,
            jnp.int32(0),
            jnp.array(True),
            self.nothing_yet(),
            optim.LossScale.starting_at(FIRST_SCALE) if self.precision == "f16" else None,
            None if self.ema is None else Average(jnp.int32(0), *_wide((trained, state))),
        )
        return tree.map(jnp.copy, run)

    # ---- what is computed of a batch

    def predict(
        self, model: Any, rows: Any, *, state: Any, key: Any = None, train: bool = False
    ) -> tuple[Any, Any, Any]:
        """What `forward` gives, computed in the precision, predictions in float32 at least."""
        kind = PRECISIONS[self.precision]
        if kind is not None:
            model = nn.to_dtype(model, kind)
        found = self.forward(model, rows, state=state, key=key, train=train)
        if not isinstance(found, tuple) or len(found) != 3:
            raise FjaxTypeError(
                f"train: forward returns (predictions, targets, state), got {_described(found)}"
            )
        predictions, targets, after = found
        if isinstance(state, Mapping) and not isinstance(after, Mapping):
            raise FjaxTypeError(
                "train: forward returns (predictions, targets, state): the state that it got, or "
                f"the one that the model gave, a dict; got {_described(after)}"
            )
        if kind is not None:
            predictions = _wide(predictions)
            after = tree.map(lambda new, old: as_kind(new, old.dtype), after, state)
        return predictions, targets, after

    def _measured(
        self, seen: Any, predictions: Any, targets: Any, weights: Any
    ) -> tuple[Any, dict[str, Any], dict[str, Any], Any]:
        """(the loss, what is seen with this batch, loss and metrics of it alone, its weight)."""
        weighing = weights
        if self._classes is not None:
            measuring.check_classes(self.class_weight, self._classes, predictions, targets)
            of_classes = measuring.weights_of(targets, self._classes)
            weighing = of_classes if weights is None else of_classes * weights
        value, total = measuring.mean(self.loss, predictions, targets, weighing)
        batch = predictions, targets, weights
        after, found = measuring.with_batch(seen, self.metrics, batch)
        after["loss"] = seen["loss"].update(value, total)
        return value, after, {"loss": value, **found}, total

    def objective(self, run: Run, batch: Any) -> Callable[[Any], tuple[Any, Any]]:
        """The function of the trained parts that a step differentiates: loss, what else comes.

        >>> recipe = Recipe(optim.sgd(0.1), fjax.nn.losses.squared_error)
        >>> run = recipe.start(fjax.nn.Linear(2, 1, key=fjax.random.key(0)))
        >>> f = recipe.objective(run, (jnp.ones((4, 2)), jnp.ones((4, 1))))
        >>> f(recipe.parts(run.model)[0])[0].shape
        ()
        """
        key = random.fold_in(run.key, run.step)
        rows, weights = batch if isinstance(batch, Weighted) else (batch, None)

        def value(trained: Any) -> tuple[Any, Any]:
            model = overlaid(trained, run.model)
            with Oversights(model) as noted:
                found = self.predict(model, rows, state=run.state, key=key, train=True)
            noted.check(run.state, found[2])
            loss, *more = self._measured(run.seen, *found[:2], weights)
            return loss, (found[2], *more)

        return value

    # ---- steps

    @cached_property
    def step(self) -> Callable[[Run, Any], tuple[Run, dict[str, Any]]]:
        """The compiled function of (run, batch) to (run, values); it uses the run's memory again.

        values: the loss, and the metrics that are means. Optimisers that compute loss or gradients
        elsewhere (`lbfgs`, `sam`) do so on the same batch. With stop_at_nan a step whose loss or
        gradients are not finite leaves model, state and step as they are, as do all after it (the
        optimiser's memory sees zeros); the loss that it reports is then NaN.
        """
        return jit(self._step, donate_argnums=0)

    def _step(self, run: Run, batch: Any) -> tuple[Run, dict[str, Any]]:
        if not isinstance(run, Run):
            raise FjaxTypeError(
                "train.Recipe.step takes what recipe.start(model) gave, or the step before it, got "
                f"{type(run).__name__}"
            )
        f, (trained, _) = self.objective(run, batch), self.parts(run.model)

        def scaled(part: Any) -> tuple[Any, Any]:
            loss, more = f(part)
            return loss if run.scale is None else loss * run.scale.factor, (loss, *more)

        (_, (value, state, seen, values, weight)), g = value_and_grad(scaled, has_aux=True)(trained)
        check_reached(g)
        g, sound, applied, scale = self._judged(run, value, g)
        keep = lambda ok, new, old: new if ok is None else jnp.where(ok, new, old)
        # Zeros for what is not finite cost nothing in the optimiser's kernels; to select between
        # old and new memory costs another pass over it, for which only float16 has a reason.
        g = tree.map(lambda x: keep(applied, x, 0), g)
        weighing = {} if self.accumulate == 1 else {"weight": weight}
        updates, memory = extended(self._optimizer)(
            g, run.memory, trained, **weighing, value=value, value_fn=lambda part: f(part)[0],
            grad_fn=lambda part: grad(f, has_aux=True)(part)[0],
        )  # fmt: skip
        if run.scale is not None:
            memory = tree.map(lambda new, old: keep(applied, new, old), memory, run.memory)
        updates = tree.map(lambda x: keep(applied, x, 0), updates)
        trained = apply_updates(trained, updates)
        state = tree.map(lambda new, old: keep(applied, new, old), state, run.state)
        seen = tree.map(lambda new, old: keep(sound, new, old), seen, run.seen)
        new = Run(
            overlaid(trained, run.model), state, memory, run.key,
            run.step + (1 if sound is None else sound.astype(jnp.int32)),
            run.sound if sound is None else sound, seen, scale,
            self._averaged(run.average, trained, state, self._moved(applied, memory)),
        )  # fmt: skip
        return new, {**values, "loss": keep(sound, value, jnp.nan)}

    def _judged(self, run: Run, value: Any, g: Any) -> tuple[Any, Any, Any, Any]:
        """(gradients, whether all is sound, whether they are applied, the next scale).

        None stands for what nobody asks. Gradients of float16 that overflow are left out, and the
        scale shrinks; a loss that is not finite, or gradients that no scale keeps, are unsound.
        """
        if run.scale is not None:
            g, finite, scale = run.scale.unscaled(g)
            helps = finite | (run.scale.factor > 1)
            sound = run.sound & jnp.isfinite(value) & helps if self.stop_at_nan else None
            return g, sound, finite if sound is None else finite & sound, scale
        if not self.stop_at_nan:
            return g, None, None, None
        sound = run.sound & jnp.isfinite(value) & all_finite(g)
        return g, sound, sound, None

    def _moved(self, applied: Any, memory: Any) -> Any:
        """Whether the parameters moved: the last step of those that are accumulated, applied."""
        if self.accumulate == 1:
            return applied
        last = memory.step == 0
        return last if applied is None else applied & last

    def _averaged(self, average: Average | None, trained: Any, state: Any, moved: Any) -> Any:
        """The averages after a step; early ones are plain means, in which no first values are."""
        decay = self.ema
        if average is None or decay is None:
            return None
        count = average.count + (1 if moved is None else moved.astype(jnp.int32))

        def mixed(old: Any, new: Any) -> Any:
            if not dtypes.is_inexact(new.dtype):
                return new
            share = (1 - decay) / debias(decay, jnp.maximum(count, 1), old)
            share = share if moved is None else jnp.where(moved, share, 0)
            return (old + share * (new.astype(old.dtype) - old)).astype(old.dtype)

        return Average(count, *tree.map(mixed, (average.model, average.state), (trained, state)))

    @cached_property
    def evaluation(self) -> Callable[[Any, Any, Any, Any], dict[str, Any]]:
        """The compiled function of (model, state, seen, batch): seen with the batch, train=False.

        >>> recipe = Recipe(optim.sgd(0.1), fjax.nn.losses.squared_error)
        >>> layer = fjax.nn.Linear(2, 1, key=fjax.random.key(0))
        >>> batch = (jnp.ones((4, 2)), jnp.ones((4, 1)))
        >>> list(recipe.evaluation(layer, {}, recipe.nothing_yet(), batch))
        ['loss']
        """

        def evaluation(model: Any, state: Any, seen: Any, batch: Any) -> dict[str, Any]:
            rows, weights = batch if isinstance(batch, Weighted) else (batch, None)
            predictions, targets, _ = self.predict(model, rows, state=state)
            return self._measured(seen, predictions, targets, weights)[1]

        return jit(evaluation, donate_argnums=2)

    def numbers(self, seen: Mapping[str, Any]) -> dict[str, Any]:
        """Loss and metrics in this order, fetched from the device."""
        return measuring.numbers({name: seen[name] for name in ("loss", *self.metrics)})


def _wide(values: Any) -> Any:
    """Floats in float32 at least."""
    return tree.map(lambda x: widened(x) if dtypes.is_inexact(x.dtype) else x, values)
