"""What a picture of training looks at: distributions of weights, gradients and layers' outputs."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from fjax import nn, tree
from fjax import numpy as jnp
from fjax.api.autodiff import value_and_grad
from fjax.api.jit import jit
from fjax.core import dtypes, tracing
from fjax.nn.module import walk
from fjax.optim.transformation import extended, global_norm
from fjax.train.progress import Tools
from fjax.train.run import Run, objective

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


def make_look(tools: Tools) -> Callable[[Run, Any], Look]:
    """The compiled function that looks at a run and a batch, and changes nothing.

    >>> from fjax.train.run import forward, start
    >>> optimizer = fjax.optim.sgd(0.1)
    >>> look = make_look(Tools(optimizer, fjax.nn.losses.squared_error, {}, forward))
    >>> run = start(fjax.nn.Linear(2, 1, key=fjax.random.key(0)), optimizer)
    >>> found = look(run, (jnp.ones((4, 2)), jnp.ones((4, 1))))
    >>> sorted(found.weights), list(found.outputs)
    (['bias', 'weight'], ['Linear'])
    """
    update = extended(tools.optimizer)

    def look(run: Run, batch: Any) -> Look:
        f = objective(tools.loss, tools.forward, {}, batch, run)
        (value, _), g = value_and_grad(f, has_aux=True)(run.model)
        updates, _ = update(g, run.memory, run.model, value=value)
        outputs = {name: distribution(x) for name, x in outputs_of(tools, run, batch).items()}
        predictions, targets, _ = tools.forward(
            run.model, batch, state=run.state, key=None, train=False
        )
        named = _named(run.model)
        parts = zip(named, tree.leaves(g), tree.leaves(updates), strict=True)
        ratios = {name: _size(u) / (_size(named[name]) + 1e-12) for name, _, u in parts}
        return Look(
            {name: distribution(x) for name, x in named.items()},
            {name: distribution(x) for name, x in _named(g).items()},
            outputs, ratios, global_norm(g), predictions, targets,
        )  # fmt: skip

    return jit(look)


def _named(model: Any) -> dict[str, Any]:
    leaves = tree.leaves_with_path(model)
    return {"".join(map(str, keys)).removeprefix(".") or "model": leaf for keys, leaf in leaves}


def _size(x: Any) -> Any:
    """The root of the mean square."""
    return jnp.sqrt(jnp.mean(jnp.square(jnp.abs(x).astype(jnp.float32))))


def outputs_of(tools: Tools, run: Run, batch: Any) -> dict[str, Any]:
    """What the innermost modules of a model give for a batch, by their paths.

    What is computed inside a loop or another transformation (`nn.Stack`, `checkpoint`) is left out.

    >>> from fjax.train.run import forward, start
    >>> model = nn.Sequential(nn.Linear(2, 3, key=fjax.random.key(0)), nn.relu)
    >>> tools = Tools(fjax.optim.sgd(0.1), None, {}, forward)
    >>> batch = jnp.ones((4, 2)), None
    >>> {k: x.shape for k, x in outputs_of(tools, start(model, tools.optimizer), batch).items()}
    {'layers[0]': (4, 3), 'layers[1]': (4, 3)}
    """
    found: dict[str, Any] = {}
    here, model = tracing.current(), run.model

    def noting(path: str) -> Callable[[Any], None]:
        def note(result: Any) -> None:
            first = result[0] if isinstance(result, tuple) and result else result
            if tracing.current() is here and hasattr(first, "dtype"):
                if dtypes.is_inexact(first.dtype):
                    found[path] = first

        return note

    for path, module in list(walk(model)):
        if len(list(walk(module))) == 1:
            copy: nn.Module = object.__new__(_watched(type(module)))
            vars(copy).update({**vars(module), "_note": noting(path or type(module).__name__)})
            model = nn.replace(model, path, copy) if path else copy
    tools.forward(model, batch, state=run.state, key=run.key, train=True)
    return found


@functools.cache
def _watched(kind: type) -> type:
    """A class of modules like `kind`, whose calls are noted by instances that have a `_note`."""

    @functools.wraps(getattr(kind, "__call__"))  # noqa: B004, B009
    def call(self: Any, *args: Any, **keywords: Any) -> Any:
        result = kind.__call__(self, *args, **keywords)
        vars(self).get("_note", lambda _: None)(result)
        return result

    return type(kind)(kind.__name__, (kind,), {"__call__": call, "__module__": kind.__module__})
