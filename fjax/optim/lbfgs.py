"""L-BFGS: a few past steps stand for the inverse of the curvature (Nocedal 1980)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from fjax import numpy as jnp
from fjax import tree
from fjax.api.autodiff import value_and_grad
from fjax.core.plain_arguments import check_whole
from fjax.errors import FjaxTypeError
from fjax.lax import fori_loop
from fjax.optim.transformation import (
    Params,
    State,
    Transformation,
    check_sizes,
    need_params,
    next_count,
    widened,
)
from fjax.scipy.optimize.line_search import line_search


class Curvature(NamedTuple):
    """The number of steps, the last point and gradient, and the last steps with their changes.

    >>> lbfgs(0.1, memory_size=3).init(jnp.zeros(5)).steps.shape
    (3, 5)
    """

    count: Any
    point: Any
    gradient: Any
    steps: Any  # (memory, parameters)
    changes: Any  # of the gradient along these steps
    weights: Any  # (memory,): 1 / (step · change), 0 where there is none


def lbfgs(
    learning_rate: float | None = None, memory_size: int = 10, max_search_steps: int = 20
) -> Transformation:
    """Quasi-Newton steps; their length is learning_rate, or found by a line search without it.

    Without a learning rate, update takes value= (of the function at params) and value_fn= (the
    function of params alone); the step meets the strong Wolfe conditions. All parameters together
    are one vector, of one dtype.

    >>> f = lambda x: jnp.sum((x - 3.0) ** 2)
    >>> t, x = lbfgs(), jnp.array([0.0])
    >>> updates, state = t.update(fjax.grad(f)(x), t.init(x), x, value=f(x), value_fn=f)
    >>> bool(f(x + updates) < f(x))
    True
    """
    if learning_rate is not None:
        check_sizes("lbfgs", learning_rate=learning_rate)
    check_whole("optim.lbfgs: memory_size", memory_size, 1)
    check_whole("optim.lbfgs: max_search_steps", max_search_steps, 1)

    def init(params: Params) -> State:
        point, _ = _raveled(params)
        history = jnp.zeros((memory_size, point.size), point.dtype)
        return Curvature(
            jnp.zeros((), jnp.int32),
            point,
            jnp.zeros_like(point),
            history,
            jnp.zeros_like(history),
            jnp.zeros((memory_size,), point.dtype),
        )

    def update(
        g: Params,
        state: State,
        params: Params = None,
        *,
        value: Any = None,
        value_fn: Callable[[Params], Any] | None = None,
        **extra: Any,
    ) -> tuple[Any, ...]:
        point, restore = _raveled(need_params("lbfgs", params))
        gradient = _raveled(g)[0].astype(point.dtype)
        state = _remembered(state, point, gradient)
        direction = -_times_inverse_curvature(state, gradient)
        if learning_rate is not None:
            return restore(learning_rate * direction), state
        if value_fn is None or value is None:
            raise FjaxTypeError(
                "optim.lbfgs searches along a line: call update(gradients, state, params, "
                "value=value_fn(params), value_fn=value_fn), or give it a learning_rate"
            )

        def along(x: Any) -> tuple[Any, Any]:
            y, slope = value_and_grad(value_fn)(restore(x))
            return y, _raveled(slope)[0]

        value = jnp.asarray(value).astype(point.dtype)
        found = line_search(along, point, direction, value, gradient, value, max_search_steps)
        return restore(found.step * direction), state

    return Transformation(init, update)


def _raveled(params: Params) -> tuple[Any, Callable[[Any], Params]]:
    """The parameters as one vector, in float32 at least, and the way back."""
    leaves, structure = tree.flatten(params)
    kinds = {str(x.dtype): x.dtype for x in leaves}
    if len(kinds) > 1:
        raise FjaxTypeError(f"optim.lbfgs: parameters of one dtype are needed, got {sorted(kinds)}")
    ends, shapes = [0], [x.shape for x in leaves]
    for shape in shapes:
        ends.append(ends[-1] + math.prod(shape))

    def restore(vector: Any) -> Params:
        parts = zip(ends, ends[1:], shapes)
        (kind,) = kinds.values()
        rows = [vector[a:b].reshape(shape).astype(kind) for a, b, shape in parts]
        return structure.unflatten(rows)

    return widened(jnp.concatenate([x.reshape(-1) for x in leaves])), restore


def _remembered(state: Curvature, point: Any, gradient: Any) -> Curvature:
    """The state with the last step and the change of the gradient along it."""
    place = (state.count - 1) % len(state.weights)
    step, change = point - state.point, gradient - state.gradient
    product = jnp.dot(step, change)
    usable = (state.count > 0) & (product > 0)
    weight = jnp.where(usable, 1 / jnp.where(usable, product, 1), 0)
    return Curvature(
        next_count(state.count),
        point,
        gradient,
        state.steps.at[place].set(jnp.where(usable, step, 0)),
        state.changes.at[place].set(jnp.where(usable, change, 0)),
        state.weights.at[place].set(weight),
    )


def _times_inverse_curvature(state: Curvature, gradient: Any) -> Any:
    """The two loops of Nocedal and Wright 2006, algorithm 7.4."""
    memory = len(state.weights)
    newest = (state.count - 2) % memory
    change = state.changes[newest]
    size = jnp.dot(change, change)
    first = jnp.minimum(1, 1 / jnp.maximum(jnp.sqrt(jnp.dot(gradient, gradient)), 1e-30))
    usable = size > 0
    product = jnp.dot(state.steps[newest], change)
    scale = jnp.where(usable, product / jnp.where(usable, size, 1), first)

    def backward(k: Any, carry: tuple[Any, ...]) -> tuple:
        q, shares = carry
        at = (newest - k) % memory
        share = state.weights[at] * jnp.dot(state.steps[at], q)
        return q - share * state.changes[at], shares.at[at].set(share)

    def forward(k: Any, r: Any) -> Any:
        at = (newest + 1 + k) % memory
        back = state.weights[at] * jnp.dot(state.changes[at], r)
        return r + (shares[at] - back) * state.steps[at]

    q, shares = fori_loop(0, memory, backward, (gradient, jnp.zeros_like(state.weights)))
    return fori_loop(0, memory, forward, scale * q)
