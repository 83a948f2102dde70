"""Transformations around others: masks, groups, accumulation, lookahead, SAM, finite gradients."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

from fjax import numpy as jnp
from fjax import tree
from fjax.core.array import Array
from fjax.core.plain_arguments import check_callable, check_number, check_whole
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.lax import cond
from fjax.optim.transformation import (
    Mask,
    Params,
    State,
    Transformation,
    apply_updates,
    broadcast,
    check_sizes,
    each_leaf,
    each_update,
    extended,
    global_norm,
    need_params,
    next_count,
    of_params,
    resolve_mask,
    set_to_zero,
    times,
    widened,
    zeros,
)
from fjax.pytrees.registry import is_tree_node


def _chosen(mask: Params, params: Params) -> Params:
    """params with None where the mask is False."""
    return tree.map(lambda chosen, x: x if chosen else None, mask, params)


def _merged(mask: Params, inside: Params, outside: Params) -> Params:
    """The leaves of `inside` where the mask holds, those of `outside` elsewhere."""
    taken = iter(tree.leaves(inside))
    return tree.map(lambda chosen, x: next(taken) if chosen else x, mask, outside)


def masked(
    inner: Transformation, mask: Mask, others: Transformation | None = None
) -> Transformation:
    """`inner` for the leaves where the mask is True; the others stay still.

    mask: a tree of booleans that is a prefix of the parameters, or a function from them to one.
    others: what the other leaves get, by default `set_to_zero()`; in a chain, where they are to
    pass on as they are, `identity()`.

    >>> from fjax.optim import scale
    >>> t = masked(scale(2.0), {"w": True, "b": False})
    >>> g = {"w": jnp.array([1.0]), "b": jnp.array([1.0])}
    >>> t.update(g, t.init(g))[0]
    {'b': Array([0.], dtype=float64), 'w': Array([2.], dtype=float64)}
    """

    def labels(params: Params) -> Params:
        return tree.map(lambda yes: "inner" if yes else "others", resolve_mask(mask, params))

    rest = set_to_zero() if others is None else others
    return partition({"inner": inner, "others": rest}, labels)


def partition(
    transformations: Mapping[str, Transformation], labels: Params | Callable[[Params], Params]
) -> Transformation:
    """Another transformation for each group of parameters.

    labels: a tree of names that is a prefix of the parameters, or a function from them to one.

    >>> from fjax.optim import scale, set_to_zero
    >>> t = partition({"slow": scale(0.1), "fixed": set_to_zero()}, {"w": "slow", "b": "fixed"})
    >>> g = {"w": jnp.array([1.0]), "b": jnp.array([1.0])}
    >>> t.update(g, t.init(g))[0]
    {'b': Array([0.], dtype=float64), 'w': Array([0.1], dtype=float64)}
    """
    if not isinstance(transformations, Mapping):
        raise FjaxTypeError(
            "optim.partition: transformations is a dict from names to them, "
            f"{{'slow': fjax.optim.sgd(0.1)}}, got {type(transformations).__name__}"
        )
    updates = {name: extended(each) for name, each in transformations.items()}

    def checked(given: Params) -> Params:
        leaves = tree.leaves(given)
        unknown = [x for x in leaves if not isinstance(x, Hashable) or x not in updates]
        if unknown:
            raise FjaxValueError(
                f"optim.partition: no transformation for the labels {unknown!r:.60}; there are "
                f"{list(updates)}"
            )
        return given

    if is_tree_node(type(labels)) or not callable(labels):
        checked(labels)

    def groups(params: Params) -> dict[str, Params]:
        given = checked(of_params(labels, params))
        given = broadcast("optim.partition: labels", given, params)
        return {name: tree.map(lambda label: label == name, given) for name in updates}

    def init(params: Params) -> State:
        masks = groups(params)
        return {n: t.init(_chosen(masks[n], params)) for n, t in transformations.items()}

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        after, out = {}, g
        for name, mask in groups(g if params is None else params).items():
            kept = None if params is None else _chosen(mask, params)
            new, after[name] = updates[name](_chosen(mask, g), state[name], kept, **extra)
            out = _merged(mask, new, out)
        return out, after

    return Transformation(init, update)


class Accumulated(NamedTuple):
    """The state of `accumulate`: the step within a period, mean and weight so far, the inner state.

    >>> from fjax.optim import scale
    >>> print(accumulate(scale(1.0), 4).init(jnp.array([1.0])).mean)
    [0.]
    """

    step: Any
    mean: Any
    weight: Any
    inner: Any


def accumulate(inner: Transformation, every: int) -> Transformation:
    """One step of `inner` with the mean gradient of `every` calls; the calls between give zeros.

    Calls weigh alike, or by the keyword `weight` of `update`, such as the number of rows.

    >>> from fjax.optim import scale
    >>> t = accumulate(scale(-1.0), 2)
    >>> first, state = t.update(jnp.array([1.0]), t.init(jnp.array([0.0])))
    >>> print(first, t.update(jnp.array([3.0]), state)[0])
    [0.] [-2.]
    """
    check_whole("optim.accumulate: every", every, 1)
    inner_update = extended(inner)

    def init(params: Params) -> State:
        nothing = jnp.zeros((), jnp.int32), zeros(params), jnp.zeros((), jnp.float32)
        return Accumulated(*nothing, inner.init(params))

    def update(
        g: Params, state: State, params: Params = None, *, weight: Any = 1, **extra: Any
    ) -> tuple[Any, ...]:
        count, weight = state.step + 1, jnp.asarray(weight, jnp.float32)
        total = state.weight + weight
        divisor = jnp.where(total == 0, 1, total)

        def moved(x: Any, m: Any) -> tuple[Any, ...]:
            m = m + (x - m) * (weight.astype(m.dtype) / divisor.astype(m.dtype))
            return m, m

        given, mean = each_update(2, moved, g, state.mean)

        def apply(given: Params, mean: Params) -> tuple[Any, ...]:
            out, after = inner_update(given, state.inner, params, **extra)
            return out, tree.map(jnp.zeros_like, mean), after

        def wait(given: Params, mean: Params) -> tuple[Any, ...]:
            return tree.map(jnp.zeros_like, given), mean, state.inner

        out, mean, after = cond(count == every, apply, wait, given, mean)
        total = jnp.where(count == every, 0, total)
        return out, Accumulated(count % every, mean, total, after)

    return Transformation(init, update)


class Finite(NamedTuple):
    """The state of `apply_if_finite`: gradients refused in a row and in all, the inner state.

    >>> from fjax.optim import scale
    >>> apply_if_finite(scale(1.0)).init(None).total
    Array(0, dtype=int32)
    """

    consecutive: Any
    total: Any
    inner: Any


def all_finite(updates: Params) -> Array:
    """Whether no leaf holds an infinity or a NaN, as a boolean of shape ().

    >>> print(all_finite((jnp.array([1.0, jnp.inf]), jnp.array(1.0))))
    False
    """
    known = [jnp.all(jnp.isfinite(x)) for x in tree.leaves(updates)]
    return jnp.all(jnp.stack(known)) if known else jnp.asarray(True)


def apply_if_finite(inner: Transformation, max_consecutive_errors: int = 10) -> Transformation:
    """`inner` where the gradients are finite; otherwise zeros, and its state stays.

    After more than max_consecutive_errors refusals in a row, gradients pass, so that a lost run
    shows it.

    >>> from fjax.optim import scale
    >>> t = apply_if_finite(scale(-1.0))
    >>> print(t.update(jnp.array([jnp.nan, 1.0]), t.init(jnp.zeros(2)))[0])
    [0. 0.]
    """
    inner_update = extended(inner)
    check_whole("optim.apply_if_finite: max_consecutive_errors", max_consecutive_errors)

    def init(params: Params) -> State:
        return Finite(jnp.zeros((), jnp.int32), jnp.zeros((), jnp.int32), inner.init(params))

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        (g,) = each_update(1, lambda x: (x,), g)  # floats, also of integers, as the zeros are
        good = all_finite(g)
        consecutive = jnp.where(good, 0, next_count(state.consecutive))
        total = jnp.where(good, state.total, next_count(state.total))
        out, after = cond(
            good | (consecutive > max_consecutive_errors),
            lambda g: inner_update(g, state.inner, params, **extra),
            lambda g: (tree.map(jnp.zeros_like, g), state.inner),
            g,
        )
        return out, Finite(consecutive, total, after)

    return Transformation(init, update)


class Lookahead(NamedTuple):
    """The state of `lookahead`: the step within a period, the slow parameters, the inner state.

    >>> from fjax.optim import scale
    >>> print(lookahead(scale(1.0), 5).init(jnp.array([1.0])).slow)
    [1.]
    """

    step: Any
    slow: Any
    inner: Any


def lookahead(
    inner: Transformation, sync_period: int, slow_step_size: float = 0.5
) -> Transformation:
    """Every sync_period steps, parameters go back towards slow ones, which go towards them.

    The slow parameters move by slow_step_size of the distance, and both are equal then; they are
    `state.slow` (Zhang et al. 2019).

    >>> from fjax.optim import scale
    >>> t = lookahead(scale(-1.0), 1)
    >>> x = jnp.array([4.0])
    >>> print(t.update(jnp.array([2.0]), t.init(x), x)[0])
    [-1.]
    """
    check_whole("optim.lookahead: sync_period", sync_period, 1)
    check_number("optim.lookahead: slow_step_size", slow_step_size, 0, 1)
    inner_update = extended(inner)

    def init(params: Params) -> State:
        slow = tree.map(lambda p: widened(jnp.array(p)), params)
        return Lookahead(jnp.zeros((), jnp.int32), slow, inner.init(params))

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        params = need_params("lookahead", params)
        out, after = inner_update(g, state.inner, params, **extra)
        step = (state.step + 1) % sync_period

        def moved(s: Any, p: Any, u: Any) -> tuple[Any, ...]:
            wide = widened(p)
            new = jnp.where(step == 0, s + slow_step_size * (wide + widened(u) - s), s)
            return new, jnp.where(step == 0, (new - wide).astype(u.dtype), u)

        slow, out = each_leaf(2, moved, state.slow, params, out)
        return out, Lookahead(step, slow, after)

    return Transformation(init, update)


def sam(
    inner: Transformation, rho: float = 0.05, grad_fn: Callable[[Params], Params] | None = None
) -> Transformation:
    """`inner` with the gradient at the worst point nearby (Foret et al. 2021).

    The worst point is `rho` away along the gradient. grad_fn(params) gives gradients there; it is
    an argument here or of each update, `update(gradients, state, params, grad_fn=…)`.

    >>> from fjax.optim import scale
    >>> t = sam(scale(-1.0), 0.5, grad_fn=fjax.grad(lambda x: jnp.sum(x * x)))
    >>> print(t.update(jnp.array([2.0]), t.init(None), jnp.array([1.0]))[0])
    [-3.]
    """
    check_sizes("sam", rho=rho)
    if grad_fn is not None:
        check_callable("optim.sam: grad_fn", grad_fn)
    inner_update = extended(inner)
    given = grad_fn

    def update(
        g: Params, state: State, params: Params = None, *, grad_fn: Any = None, **extra: Any
    ) -> tuple[Any, ...]:
        slope = grad_fn or given
        if slope is None:
            raise FjaxValueError("optim.sam needs grad_fn=, which gives gradients of parameters")
        params = need_params("sam", params)
        norm = global_norm(g)
        uphill = tree.map(lambda x: times(x, rho / jnp.where(norm > 0, norm, 1)), g)
        return inner_update(slope(apply_updates(params, uphill)), state, params, **extra)

    return Transformation(inner.init, update)


class Plateau(NamedTuple):
    """The state of `reduce_on_plateau`: the factor, the best value, steps since, steps to wait.

    >>> print(reduce_on_plateau().init(None).scale)
    1.0
    """

    scale: Any
    best: Any
    waited: Any
    cooldown: Any


def reduce_on_plateau(
    factor: float = 0.1,
    patience: int = 10,
    rtol: float = 1e-4,
    atol: float = 0.0,
    cooldown: int = 0,
    min_scale: float = 0.0,
) -> Transformation:
    """Updates times a number that shrinks by `factor` when a value stops falling.

    update takes value=, such as the loss. It has improved if it is below (1 - rtol) * best - atol;
    after `patience` calls without, the number shrinks, and for `cooldown` calls nothing is counted.

    >>> t = reduce_on_plateau(0.5, patience=1)
    >>> state = t.init(None)
    >>> for value in (1.0, 2.0):
    ...     updates, state = t.update(jnp.array([1.0]), state, value=value)
    >>> print(updates)
    [0.5]
    """
    check_number("optim.reduce_on_plateau: factor", factor, 0, 1)
    check_sizes("reduce_on_plateau", rtol=rtol, atol=atol, min_scale=min_scale)
    for name, value in (("patience", patience), ("cooldown", cooldown)):
        check_whole(f"optim.reduce_on_plateau: {name}", value)

    def init(params: Params) -> State:
        zero = jnp.zeros((), jnp.int32)
        return Plateau(jnp.ones(()), jnp.full((), jnp.inf), zero, zero)

    def update(
        g: Params, state: State, params: Params = None, *, value: Any = None, **extra: Any
    ) -> tuple[Any, ...]:
        if value is None:
            raise FjaxTypeError(
                "optim.reduce_on_plateau watches a value, such as the loss: call "
                "update(gradients, state, params, value=loss)"
            )
        value = jnp.asarray(value).astype(state.best.dtype)
        better = value < (1 - rtol) * state.best - atol
        waiting = state.cooldown > 0
        waited = jnp.where(better | waiting, 0, state.waited + 1)
        shrinks = (waited == patience) & ~waiting
        reduced = jnp.maximum(state.scale * factor, min_scale)
        after = Plateau(
            jnp.where(shrinks, reduced, state.scale),
            jnp.where(better, value, state.best),
            jnp.where(shrinks, 0, waited),
            jnp.where(shrinks, cooldown, jnp.where(waiting, state.cooldown - 1, 0)),
        )
        return tree.map(lambda x: times(x, after.scale), g), after

    return Transformation(init, update)
