"""What a picture of training looks at: distributions of weights, gradients and layers' outputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fjax import numpy as jnp
from fjax import tree
from fjax.api.autodiff import value_and_grad
from fjax.api.jit import jit
from fjax.core import dtypes, tracing
from fjax.data.loader import Weighted
from fjax.nn.module import walk
from fjax.nn.observing import Observer, Visit
from fjax.optim.transformation import extended, global_norm
from fjax.train.recipe import Recipe, Run

BINS = 48
SAMPLED = 100_000  # elements of an array, at most, whose distribution is taken


class Distribution(NamedTuple):
    """How many elements lie in each of equal intervals from the smallest to the largest.

    >>> distribution(jnp.array([0.0, 1.0, 1.0])).counts[-1]
    Array(2, dtype=int32)
    """

    low: Any
    high: Any
    counts: Any


class Look(NamedTuple):
    """What was found at one step, by the paths of parameters or layers."""

    weights: dict[str, Distribution]
    gradients: dict[str, Distribution]
    outputs: dict[str, Distribution]
    ratios: dict[str, Any]  # size of the update over that of the weight
    norm: Any  # of all gradients
    predictions: Any  # of the batch, with train=False
    targets: Any


def distribution(x: Any) -> Distribution:
    """The distribution of an array's finite elements, of a part of them if there are many.

    >>> print(distribution(jnp.arange(48.0)).counts.max())
    1
    """
    x = jnp.ravel(x)[:: max(1, x.size // SAMPLED)]
    x = (jnp.abs(x) if dtypes.is_complex(x.dtype) else x).astype(jnp.float32)
    finite = jnp.isfinite(x)
    low = jnp.min(x, where=finite, initial=jnp.inf)
    high = jnp.max(x, where=finite, initial=-jnp.inf)
    place = (x - low) / jnp.maximum(high - low, 1e-30) * BINS
    place = jnp.clip(jnp.where(finite, place, BINS), 0, BINS - 1).astype(jnp.int32)
    counts = jnp.zeros(BINS, jnp.int32).at[place].add(finite.astype(jnp.int32))
    return Distribution(low, high, counts)


def make_look(recipe: Recipe) -> Callable[[Run, Any], Look]:
    """The compiled function that looks at a run and a batch, and changes nothing.

    >>> recipe = Recipe(fjax.optim.sgd(0.1), fjax.nn.losses.squared_error)
    >>> run = recipe.start(fjax.nn.Linear(2, 1, key=fjax.random.key(0)))
    >>> found = make_look(recipe)(run, (jnp.ones((4, 2)), jnp.ones((4, 1))))
    >>> sorted(found.weights), list(found.outputs)
    (['bias', 'weight'], ['Linear'])
    """
    update = extended(recipe.optimizer)

    def look(run: Run, batch: Any) -> Look:
        rows = batch.rows if isinstance(batch, Weighted) else batch
        trained, _ = recipe.parts(run.model)
        (value, _), g = value_and_grad(recipe.objective(run, batch), has_aux=True)(trained)
        updates, _ = update(g, _innermost(recipe, run.memory), trained, value=value)
        outputs = {name: distribution(x) for name, x in outputs_of(recipe, run, rows).items()}
        predictions, targets, _ = recipe.predict(run.model, rows, state=run.state)
        named = _named(trained)
        parts = zip(named, tree.leaves(updates), strict=True)
        ratios = {name: _size(u) / (_size(named[name]) + 1e-12) for name, u in parts}
        return Look(
            {name: distribution(x) for name, x in named.items()},
            {name: distribution(x) for name, x in _named(g).items()},
            outputs, ratios, global_norm(g), predictions, targets,
        )  # fmt: skip

    return jit(look)


def _innermost(recipe: Recipe, memory: Any) -> Any:
    """The memory of the optimiser that was given."""
    return memory if recipe.accumulate == 1 else memory.inner


def _named(model: Any) -> dict[str, Any]:
    leaves = tree.leaves_with_path(model)
    return {"".join(map(str, keys)).removeprefix(".") or "model": leaf for keys, leaf in leaves}


def _size(x: Any) -> Any:
    """The root of the mean square."""
    return jnp.sqrt(jnp.mean(jnp.square(jnp.abs(x).astype(jnp.float32))))


class _Outputs(Observer):
    """Notes what innermost modules give, where it is of the trace around."""

    def __init__(self, model: Any):
        super().__init__(model)
        self.found: dict[str, Any] = {}
        self._here = tracing.current()

    def left(self, visit: Visit, result: Any) -> Any:
        first = result[0] if isinstance(result, tuple) and result else result
        inner = sum(1 for _ in walk(visit.module)) == 1
        if inner and tracing.current() is self._here and hasattr(first, "dtype"):
            if dtypes.is_inexact(first.dtype):
                self.found[visit.path or type(visit.module).__name__] = first
        return result


def outputs_of(recipe: Recipe, run: Run, rows: Any) -> dict[str, Any]:
    """What the innermost modules of a model give for a batch, by their paths.

    What is computed inside a loop or another transformation (`nn.Stack`, `checkpoint`) is left out.

    >>> from fjax import nn
    >>> model = nn.Sequential(nn.Linear(2, 3, key=fjax.random.key(0)), nn.relu)
    >>> recipe = Recipe(fjax.optim.sgd(0.1), fjax.nn.losses.squared_error)
    >>> found = outputs_of(recipe, recipe.start(model), (jnp.ones((4, 2)), None))
    >>> {name: x.shape for name, x in found.items()}
    {'layers[0]': (4, 3), 'layers[1]': (4, 3)}
    """
    with _Outputs(run.model) as noted:
        recipe.forward(run.model, rows, state=run.state, key=run.key, train=True)
    return noted.found
