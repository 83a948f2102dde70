"""Transformations of gradients before a rule sees them: clipping, weight decay, averages."""

from __future__ import annotations

from typing import Any, NamedTuple

from fjax import numpy as jnp
from fjax import tree
from fjax.core.plain_arguments import check_number
from fjax.optim import transformation
from fjax.optim.transformation import Mask, Params, State, Transformation
from fjax.optim.wrapping import masked


def clip(max_delta: float) -> Transformation:
    """Each element within [-max_delta, max_delta].

    >>> print(clip(1.0).update(jnp.array([-3.0, 0.5]), ())[0])
    [-1.   0.5]
    """
    transformation.check_sizes("clip", max_delta=max_delta)
    return transformation.stateless(
        lambda g, params: tree.map(lambda x: jnp.clip(x, -max_delta, max_delta), g)
    )


def clip_by_global_norm(max_norm: float) -> Transformation:
    """Scaled down where the norm of all leaves together exceeds max_norm (Pascanu et al. 2012).

    A norm that is inf makes finite elements 0 and infinite ones NaN; `apply_if_finite` leaves out
    a step whose gradients are not finite.

    >>> print(clip_by_global_norm(1.0).update(jnp.array([3.0, 4.0]), ())[0])
    [0.6 0.8]
    """
    transformation.check_sizes("clip_by_global_norm", max_norm=max_norm)

    def clipped(g: Params, params: Params) -> Params:
        norm = transformation.global_norm(g)
        factor = jnp.where(norm < max_norm, 1.0, max_norm / jnp.where(norm > 0, norm, 1.0))
        return tree.map(lambda x: transformation.times(x, factor), g)

    return transformation.stateless(clipped)


def clip_by_block_rms(threshold: float) -> Transformation:
    """Each leaf scaled down where its root mean square exceeds threshold.

    >>> print(clip_by_block_rms(1.0).update(jnp.array([2.0, -2.0]), ())[0])
    [ 1. -1.]
    """

    check_number("optim.clip_by_block_rms: threshold", threshold, 0, above=True)

    def clipped(x: Any) -> Any:
        wide = transformation.widened(x)
        rms = jnp.sqrt(jnp.mean(transformation.squared(wide)))
        return transformation.narrowed(wide / jnp.maximum(1.0, rms / threshold), x)

    return transformation.stateless(lambda g, params: tree.map(clipped, g))


def adaptive_grad_clip(clipping: float, eps: float = 1e-3) -> Transformation:
    """Each unit's gradient within `clipping` times the norm of its weights (Brock et al. 2021).

    A unit is a row: an index of axis 0 of a leaf of two axes or more, else the whole leaf. Weights
    count as at least eps.

    >>> t = adaptive_grad_clip(0.1)
    >>> print(t.update(jnp.array([30.0, 40.0]), (), jnp.array([3.0, 4.0]))[0])
    [0.3 0.4]
    """
    transformation.check_sizes("adaptive_grad_clip", clipping=clipping, eps=eps)

    def norm(x: Any) -> Any:
        axes = tuple(range(1, x.ndim)) if x.ndim > 1 else tuple(range(x.ndim))
        return jnp.sqrt(
            jnp.sum(transformation.squared(transformation.widened(x)), axis=axes, keepdims=True)
        )

    def clipped(g: Any, p: Any) -> Any:
        size = norm(g)
        most = clipping * jnp.maximum(norm(p), eps)
        return jnp.where(size <= most, g, transformation.times(g, most / jnp.maximum(size, 1e-6)))

    return transformation.stateless(
        lambda g, params: tree.map(
            clipped, g, transformation.need_params("adaptive_grad_clip", params)
        )
    )


def add_decayed_weights(weight_decay: float, mask: Mask = None) -> Transformation:
    """Gradients plus weight_decay times the parameters, where the mask (all by default) holds.

    >>> print(add_decayed_weights(0.1).update(jnp.array([1.0]), (), jnp.array([2.0]))[0])
    [1.2]
    """
    transformation.check_sizes("add_decayed_weights", weight_decay=weight_decay)

    def decayed(g: Params, params: Params) -> Params:
        params = transformation.need_params("add_decayed_weights", params)
        add = lambda x, p: (x + weight_decay * p.astype(x.dtype),)
        return transformation.each_update(1, add, g, params)[0]

    return (
        transformation.stateless(decayed)
        if mask is None
        else masked(transformation.stateless(decayed), mask, transformation.identity())
    )


class Trace(NamedTuple):
    """The state of `trace`: the decaying sum of the gradients, a tree like the parameters.

    >>> print(trace(0.9).init(jnp.array([1.0])).trace)
    [0.]
    """

    trace: Any


def trace(decay: float, nesterov: bool = False) -> Transformation:
    """Momentum: the sum of the gradients, each weighted by decay**(its age in steps).

    nesterov: the sum as it would be one step later if the gradient stayed the same.

    >>> t = trace(0.9)
    >>> print(t.update(jnp.array([1.0]), Trace(jnp.array([2.0])))[0])
    [2.8]
    """
    check_number("optim.trace: decay (momentum)", decay, 0, 1)

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        def one(x: Any, t: Any) -> tuple[Any, ...]:
            total = x + decay * t
            return x + decay * total if nesterov else total, total

        out, total = transformation.each_update(2, one, g, state.trace)
        return out, Trace(total)

    return Transformation(lambda params: Trace(transformation.zeros(params)), update)


class Average(NamedTuple):
    """The state of `ema`: the number of steps and the average, a tree like the parameters.

    >>> print(ema(0.9).init(jnp.array([1.0])).ema)
    [0.]
    """

    count: Any
    ema: Any


def ema(decay: float, debias_average: bool = True) -> Transformation:
    """The exponential moving average of what comes in, divided by its total weight.

    After the rule it averages updates; of the parameters themselves it gives their average:
    `average, state = ema(0.999).update(params, state)`.

    >>> t = ema(0.9)
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([2.0])))[0])
    [2.]
    """
    check_number("optim.ema: decay", decay, 0, 1)

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        count = transformation.next_count(state.count)
        weight = transformation.Weight(decay, count)

        def one(x: Any, m: Any) -> tuple[Any, ...]:
            m = decay * m + (1 - decay) * x
            return m / weight(m) if debias_average else m, m

        out, average = transformation.each_update(2, one, g, state.ema)
        return out, Average(count, average)

    return Transformation(
        lambda params: Average(jnp.zeros((), jnp.int32), transformation.zeros(params)), update
    )
