"""The rules of the optimisers: gradients divided by what is known of their size.

Each is a transformation whose state holds moving averages; `optimizers.py` puts weight decay and a
learning rate behind them.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from fjax import lax, tree
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.plain_arguments import check_number, check_whole
from fjax.errors import ShapeError
from fjax.optim.transformation import (
    Params,
    State,
    Transformation,
    Weight,
    check_decays,
    check_sizes,
    debias,
    each_leaf,
    each_update,
    global_norm,
    narrowed,
    need_params,
    next_count,
    squared,
    stateless,
    times,
    widened,
    zeros,
)


class Moments(NamedTuple):
    """The number of steps, and averages of the gradients and of their squares (or magnitudes).

    >>> print(scale_by_adam().init(jnp.array([1.0])).nu)
    [0.]
    """

    count: Any
    mu: Any
    nu: Any


class PeakMoments(NamedTuple):
    """Moments, and the largest of each average of squares so far.

    >>> print(scale_by_adam(amsgrad=True).init(jnp.array([1.0])).peak)
    [0.]
    """

    count: Any
    mu: Any
    nu: Any
    peak: Any


def _start_with_peaks(params: Params) -> PeakMoments:
    return PeakMoments(*_start(params), zeros(params))


def _start(params: Params) -> Moments:
    return Moments(jnp.zeros((), jnp.int32), zeros(params), zeros(params))


def _mix(decay: float, old: Any, new: Any) -> Any:
    return decay * old + (1 - decay) * new


def scale_by_adam(
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    eps_root: float = 0.0,
    nesterov: bool = False,
    amsgrad: bool = False,
) -> Transformation:
    """m / (sqrt(v + eps_root) + eps) of the unbiased averages m and v (Kingma and Ba 2015).

    nesterov: m as it would be one step later (Dozat 2016).
    amsgrad: the largest v so far in place of v (Reddi et al. 2018), its bias removed afterwards, as
        PyTorch and Keras do it.

    >>> t = scale_by_adam()
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0].round(6))
    [1.]
    """
    check_decays("adam", b1=b1, b2=b2)
    check_sizes("adam", eps=eps, eps_root=eps_root)

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        count = next_count(state.count)
        first, second = Weight(b1, count), Weight(b2, count)
        ahead = Weight(b1, next_count(count)) if nesterov else first

        def one(x: Any, m: Any, v: Any, *peak: Any) -> tuple[Any, ...]:
            m, v = _mix(b1, m, x), _mix(b2, v, squared(x))
            mean = m / ahead(m)
            if nesterov:
                mean = b1 * mean + (1 - b1) * x / first(m)
            peak = tuple([jnp.maximum(p, v) for p in peak])
            of = (*peak, v)[0]
            return mean / (jnp.sqrt(of / second(v) + eps_root) + eps), m, v, *peak

        out, *moments = each_update(len(state), one, g, *state[1:])
        return out, type(state)(count, *moments)

    return Transformation(_start_with_peaks if amsgrad else _start, update)


def scale_by_radam(
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    eps_root: float = 0.0,
    threshold: float = 5.0,
) -> Transformation:
    """Adam's rule where the variance of its second average is known well enough, else the mean.

    Liu et al. 2020: the rule holds from `threshold` degrees of freedom on, corrected for them.

    >>> t = scale_by_radam()
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0].round(6))
    [2.]
    """
    check_decays("radam", b1=b1, b2=b2)
    check_sizes("radam", eps=eps, eps_root=eps_root)
    most = 2 / (1 - b2) - 1

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        count = next_count(state.count)
        weight = Weight(b1, count)

        def one(x: Any, m: Any, v: Any) -> tuple[Any, ...]:
            m, v = _mix(b1, m, x), _mix(b2, v, squared(x))
            known = debias(b2, count, v)
            steps = count.astype(known.dtype)
            freedom = most - 2 * steps * (1 - known) / known
            enough = freedom >= threshold
            safe = jnp.where(enough, freedom, threshold)
            ratio = (safe - 4) * (safe - 2) * most / ((most - 4) * (most - 2) * safe)
            mean = m / weight(m)
            size = jnp.sqrt(v / known.astype(v.dtype) + eps_root) + eps
            rule = jnp.sqrt(ratio).astype(m.dtype) * mean / size
            return jnp.where(enough, rule, mean), m, v

        out, mu, nu = each_update(3, one, g, state.mu, state.nu)
        return out, Moments(count, mu, nu)

    return Transformation(_start, update)


def scale_by_adamax(b1: float = 0.9, b2: float = 0.999, eps: float = 1e-8) -> Transformation:
    """The unbiased mean over the largest magnitude, which decays by b2 (Kingma and Ba 2015).

    >>> t = scale_by_adamax()
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0].round(6))
    [1.]
    """
    check_decays("adamax", b1=b1, b2=b2)
    check_sizes("adamax", eps=eps)

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        count = next_count(state.count)
        weight = Weight(b1, count)

        def one(x: Any, m: Any, v: Any) -> tuple[Any, ...]:
            m, v = _mix(b1, m, x), jnp.maximum(jnp.abs(x) + eps, b2 * v)
            return m / weight(m) / v, m, v

        out, mu, nu = each_update(3, one, g, state.mu, state.nu)
        return out, Moments(count, mu, nu)

    return Transformation(_start, update)


def scale_by_lion(b1: float = 0.9, b2: float = 0.99) -> Transformation:
    """The sign of an average of gradients (Chen et al. 2023).

    >>> t = scale_by_lion()
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0])
    [1.]
    """
    for name, share in (("b1", b1), ("b2", b2)):
        check_number(f"optim.lion: {name}", share, 0, 1)

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        out, mu = each_update(
            2, lambda x, m: (jnp.sign(_mix(b1, m, x)), _mix(b2, m, x)), g, state.mu
        )
        return out, Mean(mu)

    return Transformation(lambda params: Mean(zeros(params)), update)


class Mean(NamedTuple):
    """An average of the gradients, a tree like the parameters.

    >>> print(scale_by_lion().init(jnp.array([1.0])).mu)
    [0.]
    """

    mu: Any


class Squares(NamedTuple):
    """A sum or an average of the gradients' squares, and their average if the rule has one.

    >>> print(scale_by_rms().init(jnp.array([1.0])).nu)
    [0.]
    """

    nu: Any
    mu: Any = None


def scale_by_rss(initial_accumulator_value: float = 0.1, eps: float = 1e-7) -> Transformation:
    """Gradients over the root of the sum of all squares so far (Duchi et al. 2011).

    >>> t = scale_by_rss(initial_accumulator_value=0.0)
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0].round(6))
    [1.]
    """
    check_sizes("adagrad", initial_accumulator_value=initial_accumulator_value, eps=eps)

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        def one(x: Any, v: Any) -> tuple[Any, ...]:
            v = v + squared(x)
            return jnp.where(v > 0, x * lax.rsqrt(jnp.where(v > 0, v, 1) + eps), 0), v

        out, nu = each_update(2, one, g, state.nu)
        return out, Squares(nu)

    return Transformation(
        lambda p: Squares(tree.map(lambda x: x + initial_accumulator_value, zeros(p))), update
    )


def scale_by_rms(
    decay: float = 0.9,
    eps: float = 1e-8,
    initial_scale: float = 0.0,
    eps_in_sqrt: bool = True,
    centered: bool = False,
) -> Transformation:
    """Gradients over the root of their mean square, or of their variance (centered).

    eps_in_sqrt: eps is added to the square; PyTorch adds it to the root.

    >>> t = scale_by_rms(decay=0.75)
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0].round(6))
    [2.]
    """
    check_number("optim.rmsprop: decay", decay, 0, 1)
    check_sizes("rmsprop", eps=eps, initial_scale=initial_scale)

    def init(params: Params) -> State:
        nu = tree.map(lambda x: x + initial_scale, zeros(params))
        return Squares(nu, zeros(params) if centered else None)

    def divided(x: Any, v: Any) -> Any:
        return x * lax.rsqrt(v + eps) if eps_in_sqrt else x / (jnp.sqrt(v) + eps)

    def plain(x: Any, v: Any) -> tuple[Any, ...]:
        v = _mix(decay, v, squared(x))
        return divided(x, v), v

    def about_mean(x: Any, v: Any, m: Any) -> tuple[Any, ...]:
        v, m = _mix(decay, v, squared(x)), _mix(decay, m, x)
        return divided(x, jnp.maximum(v - squared(m), 0)), v, m

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        if centered:
            out, nu, mu = each_update(3, about_mean, g, state.nu, state.mu)
            return out, Squares(nu, mu)
        out, nu = each_update(2, plain, g, state.nu)
        return out, Squares(nu)

    return Transformation(init, update)


class Steps(NamedTuple):
    """The averages of the squares of gradients and of updates.

    >>> print(scale_by_adadelta().init(jnp.array([1.0])).e_x)
    [0.]
    """

    e_g: Any
    e_x: Any


def scale_by_adadelta(rho: float = 0.9, eps: float = 1e-6) -> Transformation:
    """Gradients times the root mean square of past updates over theirs (Zeiler 2012).

    >>> t = scale_by_adadelta(eps=1.0, rho=0.0)
    >>> print(t.update(jnp.array([3.0]), t.init(jnp.array([0.0])))[0].round(4))
    [0.9487]
    """
    check_number("optim.adadelta: rho", rho, 0, 1)
    check_sizes("adadelta", eps=eps)

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        def one(x: Any, e_g: Any, e_x: Any) -> tuple[Any, ...]:
            e_g = _mix(rho, e_g, squared(x))
            out = jnp.sqrt(e_x + eps) / jnp.sqrt(e_g + eps) * x
            return out, e_g, _mix(rho, e_x, squared(out))

        out, e_g, e_x = each_update(3, one, g, state.e_g, state.e_x)
        return out, Steps(e_g, e_x)

    def init(params: Params) -> State:
        return Steps(zeros(params), zeros(params))

    return Transformation(init, update)


def scale_by_trust_ratio(trust_coefficient: float = 1.0, eps: float = 0.0) -> Transformation:
    """Each leaf's update times trust_coefficient * |parameters| / (|update| + eps).

    Where either norm is 0 the factor is 1 (You et al. 2017, 2020).

    >>> t = scale_by_trust_ratio()
    >>> print(t.update(jnp.array([3.0, 4.0]), (), jnp.array([0.0, 1.0]))[0])
    [0.6 0.8]
    """

    check_sizes("scale_by_trust_ratio", trust_coefficient=trust_coefficient, eps=eps)

    def scaled(u: Any, p: Any) -> Any:
        size, length = global_norm(p), global_norm(u)
        usable = (size > 0) & (length > 0)
        ratio = trust_coefficient * size / jnp.where(usable, length + eps, 1)
        return times(u, jnp.where(usable, ratio, 1))

    return stateless(
        lambda u, params: tree.map(scaled, u, need_params("scale_by_trust_ratio", params))
    )


def scale_by_param_block_rms(min_scale: float = 1e-3) -> Transformation:
    """Each leaf's update times the root mean square of its parameters, at least min_scale.

    >>> t = scale_by_param_block_rms()
    >>> print(t.update(jnp.array([1.0]), (), jnp.array([-2.0]))[0])
    [2.]
    """

    def scaled(u: Any, p: Any) -> Any:
        return times(u, jnp.maximum(jnp.sqrt(jnp.mean(squared(widened(p)))), min_scale))

    return stateless(
        lambda u, params: tree.map(scaled, u, need_params("scale_by_param_block_rms", params))
    )


class Factors(NamedTuple):
    """The number of steps; for each leaf the mean squares of rows and columns, or of elements.

    >>> state = scale_by_factored_rms(min_dim_size_to_factor=2).init(jnp.zeros((3, 4)))
    >>> state.row.shape, state.column.shape, state.whole
    ((3,), (4,), None)
    """

    count: Any
    row: Any
    column: Any
    whole: Any


def scale_by_factored_rms(
    decay_rate: float = 0.8, min_dim_size_to_factor: int = 128, eps: float = 1e-30
) -> Transformation:
    """Gradients over the root of their mean square, kept as means of rows and columns only.

    Leaves whose two longest axes have min_dim_size_to_factor elements at least are factored along
    them (Shazeer and Stern 2018). The weight of the past is 1 - steps**-decay_rate.

    >>> t = scale_by_factored_rms()
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0])
    [1.]
    """

    check_sizes("scale_by_factored_rms", decay_rate=decay_rate, eps=eps)
    check_whole("optim.scale_by_factored_rms: min_dim_size_to_factor", min_dim_size_to_factor, 1)

    def axes_of(x: Any) -> tuple[int, int] | None:
        """The longest axis but one, and the longest, of those that are long enough."""
        order = sorted(range(x.ndim), key=lambda k: (x.shape[k], k))[-2:]
        enough = len(order) == 2 and x.shape[order[0]] >= min_dim_size_to_factor
        return (order[0], order[1]) if enough else None

    def start(x: Any) -> tuple[Any, ...]:
        axes = axes_of(x)
        if axes is None:
            return None, None, x
        row, column = (x.shape[:k] + x.shape[k + 1 :] for k in reversed(axes))
        return jnp.zeros(row, x.dtype), jnp.zeros(column, x.dtype), None

    def init(params: Params) -> State:
        return Factors(jnp.zeros((), jnp.int32), *each_leaf(3, start, zeros(params)))

    def one(x: Any, past: Any, row: Any, column: Any, whole: Any) -> tuple[Any, ...]:
        axes, square, past = axes_of(x), squared(x) + eps, past.astype(x.dtype)
        if axes is None:
            whole = past * whole + (1 - past) * square
            return x * lax.rsqrt(whole), None, None, whole
        small, large = axes
        row = past * row + (1 - past) * jnp.mean(square, axis=large)
        column = past * column + (1 - past) * jnp.mean(square, axis=small)
        inner = small - 1 if small > large else small
        share = lax.rsqrt(row / jnp.mean(row, axis=inner, keepdims=True))
        out = x * jnp.expand_dims(share, large) * jnp.expand_dims(lax.rsqrt(column), small)
        return out, row, column, None

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        count = next_count(state.count)
        past = 1 - count.astype(dtypes.default_float()) ** -decay_rate
        out, *after = each_update(4, lambda x, *parts: one(x, past, *parts), g, *state[1:])
        return out, Factors(count, *after)

    return Transformation(init, update)


QUINTIC = (3.4445, -4.7750, 2.0315)  # of Jordan et al. 2024: steep at 0, within 0.7 … 1.2 beyond


def orthogonalized(x: Array, steps: int = 5, eps: float = 1e-8) -> Array:
    """A matrix with the singular vectors of x and singular values near 1 (0.7 to 1.2).

    x: of shape (rows, columns). Newton-Schulz iterations of a quintic polynomial.

    >>> values = jnp.linalg.svd(orthogonalized(jnp.diag(jnp.array([3.0, 1.0]))), compute_uv=False)
    >>> print(bool(jnp.all((values > 0.6) & (values < 1.3))))
    True
    """
    if x.ndim != 2:
        raise ShapeError(f"optim.orthogonalized takes a matrix, got {x.aval}")
    a, b, c = QUINTIC
    wide = x.shape[0] <= x.shape[1]
    y = widened(x if wide else x.T)
    y = y / (global_norm(y) + eps)
    for _ in range(steps):
        square = y @ y.T
        y = a * y + (b * square + c * (square @ square)) @ y
    return narrowed(y if wide else y.T, x)


def scale_by_muon(
    beta: float = 0.95, ns_steps: int = 5, eps: float = 1e-8, nesterov: bool = True
) -> Transformation:
    """Momentum whose matrices are orthogonalized (Jordan et al. 2024): all leaves have two axes.

    Each is scaled by sqrt(max(1, columns / rows)). ShapeError for other leaves, which
    `partition` gives to another rule.

    >>> t = scale_by_muon()
    >>> g = jnp.eye(2)
    >>> t.update(g, t.init(g))[0].shape
    (2, 2)
    """
    check_number("optim.muon: beta", beta, 0, 1)
    check_sizes("muon", eps=eps)
    check_whole("optim.muon: ns_steps", ns_steps, 1)

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        count = next_count(state.count)
        weight = Weight(beta, count)
        ahead = Weight(beta, next_count(count)) if nesterov else weight

        def one(x: Any, m: Any) -> tuple[Any, ...]:
            m = _mix(beta, m, x)
            mean = m / ahead(m)
            if nesterov:
                mean = beta * mean + (1 - beta) * x / weight(m)
            rows, columns = x.shape
            return orthogonalized(mean, ns_steps, eps) * math.sqrt(max(1, columns / rows)), m

        out, mu = each_update(2, one, g, state.mu)
        return out, Counted(count, mu)

    def init(params: Params) -> State:
        for x in tree.leaves(params):
            if jnp.ndim(x) != 2:
                raise ShapeError(
                    f"optim.scale_by_muon takes matrices, got a leaf of shape {jnp.shape(x)}: "
                    "optim.partition gives other leaves to another rule"
                )
        return Counted(jnp.zeros((), jnp.int32), zeros(params))

    return Transformation(init, update)


class Counted(NamedTuple):
    """The number of steps and an average of the gradients.

    >>> print(scale_by_muon().init(jnp.zeros((1, 1))).mu)
    [[0.]]
    """

    count: Any
    mu: Any
