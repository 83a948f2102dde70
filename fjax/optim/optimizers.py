"""Optimisers: a rule, weight decay and a learning rate, which is a number or a schedule."""

from __future__ import annotations

from typing import Any

from fjax import numpy as jnp
from fjax import tree
from fjax.errors import FjaxValueError
from fjax.optim import rules
from fjax.optim.gradients import add_decayed_weights, clip_by_block_rms, ema, trace
from fjax.optim.transformation import (
    Mask,
    Schedule,
    Transformation,
    chain,
    identity,
    scale,
    scale_by_learning_rate,
)
from fjax.optim.wrapping import masked, partition

Rate = float | Schedule


def sgd(
    learning_rate: Rate, momentum: float | None = None, nesterov: bool = False
) -> Transformation:
    """Gradient descent, with momentum if it is given.

    learning_rate: a number, or a schedule: a function of the number of the step.
    nesterov: whether to look one step ahead.
    Returns a `Transformation`.

    >>> t = sgd(0.1)
    >>> print(t.update(jnp.array([2.0]), t.init(None))[0])
    [-0.2]
    """
    step = scale_by_learning_rate(learning_rate)
    if nesterov and momentum is None:
        raise FjaxValueError("optim.sgd: nesterov is of a momentum: give momentum=0.9")
    return step if momentum is None else chain(trace(momentum, nesterov), step)


def adam(
    learning_rate: Rate,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    eps_root: float = 0.0,
    nesterov: bool = False,
    amsgrad: bool = False,
) -> Transformation:
    """Adam (Kingma and Ba 2015).

    learning_rate: a number, or a schedule: a function of the number of the step.
    b1: the decay of the mean of gradients.
    b2: the decay of the mean of their squares.
    eps: what is added to a denominator, so that it is not 0.
    eps_root: what is added inside the root.
    nesterov: whether to look one step ahead.
    amsgrad: whether to divide by the largest mean of squares so far (Reddi et al. 2018).
    Returns a `Transformation`.

    >>> t = adam(0.1)
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0].round(6))
    [-0.1]
    """
    return chain(
        rules.scale_by_adam(b1, b2, eps, eps_root, nesterov, amsgrad),
        scale_by_learning_rate(learning_rate),
    )


def nadam(
    learning_rate: Rate, b1: float = 0.9, b2: float = 0.999, eps: float = 1e-8
) -> Transformation:
    """Adam with Nesterov's momentum (Dozat 2016).

    >>> t = nadam(0.1)
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0].round(3))
    [-0.147]
    """
    return adam(learning_rate, b1, b2, eps, nesterov=True)


def adamw(
    learning_rate: Rate,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    weight_decay: float = 1e-4,
    mask: Mask = None,
    nesterov: bool = False,
    amsgrad: bool = False,
) -> Transformation:
    """Adam whose weight decay is not divided by the gradients' size (Loshchilov and Hutter 2019).

    The decay of a step is learning_rate * weight_decay; mask says which leaves decay.

    b1: the decay of the mean of gradients.
    b2: the decay of the mean of their squares.
    eps: what is added to a denominator, so that it is not 0.
    nesterov: whether to look one step ahead.
    amsgrad: whether to divide by the largest mean of squares so far (Reddi et al. 2018).
    Returns a `Transformation`.

    >>> t, x = adamw(0.1, weight_decay=1.0), jnp.array([2.0])
    >>> print(t.update(jnp.array([2.0]), t.init(x), x)[0].round(6))
    [-0.3]
    """
    return chain(
        rules.scale_by_adam(b1, b2, eps, nesterov=nesterov, amsgrad=amsgrad),
        add_decayed_weights(weight_decay, mask),
        scale_by_learning_rate(learning_rate),
    )


def adamax(
    learning_rate: Rate, b1: float = 0.9, b2: float = 0.999, eps: float = 1e-8
) -> Transformation:
    """Adam with the largest magnitude in place of the mean square (Kingma and Ba 2015).

    >>> t = adamax(0.1)
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0].round(6))
    [-0.1]
    """
    return chain(rules.scale_by_adamax(b1, b2, eps), scale_by_learning_rate(learning_rate))


def radam(
    learning_rate: Rate,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-8,
    eps_root: float = 0.0,
    threshold: float = 5.0,
) -> Transformation:
    """Adam with a rectified variance, which needs no warm-up (Liu et al. 2020).

    >>> t = radam(0.1)
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0].round(6))
    [-0.2]
    """
    return chain(
        rules.scale_by_radam(b1, b2, eps, eps_root, threshold),
        scale_by_learning_rate(learning_rate),
    )


def adagrad(
    learning_rate: Rate, initial_accumulator_value: float = 0.1, eps: float = 1e-7
) -> Transformation:
    """Gradients over the root of the sum of all their squares (Duchi et al. 2011).

    >>> t = adagrad(0.1, initial_accumulator_value=0.0)
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0].round(6))
    [-0.1]
    """
    return chain(
        rules.scale_by_rss(initial_accumulator_value, eps), scale_by_learning_rate(learning_rate)
    )


def adadelta(
    learning_rate: Rate = 1.0, rho: float = 0.9, eps: float = 1e-6, weight_decay: float = 0.0
) -> Transformation:
    """Steps of the size of past steps (Zeiler 2012).

    >>> t, x = adadelta(), jnp.array([0.0])
    >>> print(t.update(jnp.array([2.0]), t.init(x), x)[0].round(6))
    [-0.003162]
    """
    return chain(
        add_decayed_weights(weight_decay),
        rules.scale_by_adadelta(rho, eps),
        scale_by_learning_rate(learning_rate),
    )


def rmsprop(
    learning_rate: Rate,
    decay: float = 0.9,
    eps: float = 1e-8,
    initial_scale: float = 0.0,
    eps_in_sqrt: bool = True,
    centered: bool = False,
    momentum: float | None = None,
    nesterov: bool = False,
) -> Transformation:
    """Gradients over the root of their mean square (Tieleman and Hinton 2012; Graves 2013).

    PyTorch's is `rmsprop(rate, decay=0.99, eps_in_sqrt=False)`.

    >>> t = rmsprop(0.1, decay=0.75)
    >>> print(t.update(jnp.array([2.0]), t.init(jnp.array([0.0])))[0].round(6))
    [-0.2]
    """
    rule = rules.scale_by_rms(decay, eps, initial_scale, eps_in_sqrt, centered)
    step = scale_by_learning_rate(learning_rate)
    return chain(rule, step) if momentum is None else chain(rule, step, trace(momentum, nesterov))


def lion(
    learning_rate: Rate,
    b1: float = 0.9,
    b2: float = 0.99,
    weight_decay: float = 1e-3,
    mask: Mask = None,
) -> Transformation:
    """Steps of one size, in the direction of the averaged gradient's signs (Chen et al. 2023).

    >>> t, x = lion(0.1), jnp.array([0.0])
    >>> print(t.update(jnp.array([2.0]), t.init(x), x)[0])
    [-0.1]
    """
    return chain(
        rules.scale_by_lion(b1, b2),
        add_decayed_weights(weight_decay, mask),
        scale_by_learning_rate(learning_rate),
    )


def lamb(
    learning_rate: Rate,
    b1: float = 0.9,
    b2: float = 0.999,
    eps: float = 1e-6,
    eps_root: float = 0.0,
    weight_decay: float = 0.0,
    mask: Mask = None,
) -> Transformation:
    """Adam with steps in proportion to each leaf's norm, for large batches (You et al. 2020).

    >>> t, x = lamb(0.1), jnp.array([3.0])
    >>> print(t.update(jnp.array([2.0]), t.init(x), x)[0].round(6))
    [-0.3]
    """
    return chain(
        rules.scale_by_adam(b1, b2, eps, eps_root),
        add_decayed_weights(weight_decay, mask),
        rules.scale_by_trust_ratio(),
        scale_by_learning_rate(learning_rate),
    )


def lars(
    learning_rate: Rate,
    weight_decay: float = 0.0,
    weight_decay_mask: Mask = True,
    trust_coefficient: float = 0.001,
    eps: float = 0.0,
    trust_ratio_mask: Mask = True,
    momentum: float = 0.9,
    nesterov: bool = False,
) -> Transformation:
    """Momentum with steps in proportion to each leaf's norm (You et al. 2017).

    >>> t, x = lars(0.1, trust_coefficient=1.0), jnp.array([3.0])
    >>> print(t.update(jnp.array([2.0]), t.init(x), x)[0].round(6))
    [-0.3]
    """
    return chain(
        add_decayed_weights(weight_decay, weight_decay_mask),
        masked(rules.scale_by_trust_ratio(trust_coefficient, eps), trust_ratio_mask, identity()),
        scale_by_learning_rate(learning_rate),
        trace(momentum, nesterov),
    )


def adafactor(
    learning_rate: Rate | None = None,
    min_dim_size_to_factor: int = 128,
    decay_rate: float = 0.8,
    multiply_by_parameter_scale: bool = True,
    clipping_threshold: float | None = 1.0,
    momentum: float | None = None,
    weight_decay_rate: float | None = None,
    eps: float = 1e-30,
    weight_decay_mask: Mask = None,
) -> Transformation:
    """A rule whose state for a matrix is a row and a column (Shazeer and Stern 2018).

    The root mean square of an update is at most clipping_threshold. It is multiplied by that of the
    parameters with multiply_by_parameter_scale. The learning rate does not scale weight_decay_rate.

    >>> t, x = adafactor(0.1), jnp.array([3.0])
    >>> print(t.update(jnp.array([2.0]), t.init(x), x)[0].round(6))
    [-0.3]
    """
    parts = [rules.scale_by_factored_rms(decay_rate, min_dim_size_to_factor, eps)]
    if clipping_threshold is not None:
        parts.append(clip_by_block_rms(clipping_threshold))
    if learning_rate is not None:
        parts.append(scale_by_learning_rate(learning_rate, flip_sign=False))
    if multiply_by_parameter_scale:
        parts.append(rules.scale_by_param_block_rms())
    if momentum is not None:
        parts.append(ema(momentum, debias_average=False))
    if weight_decay_rate is not None:
        parts.append(add_decayed_weights(weight_decay_rate, weight_decay_mask))
    return chain(*parts, scale(-1.0))


def muon(
    learning_rate: Rate,
    beta: float = 0.95,
    ns_steps: int = 5,
    weight_decay: float = 0.0,
    nesterov: bool = True,
    adam_learning_rate: Rate | None = None,
    adam_b1: float = 0.9,
    adam_b2: float = 0.999,
) -> Transformation:
    """Orthogonalized momentum for matrices, Adam for all other leaves (Jordan et al. 2024).

    The matrices are the leaves of two axes. Embeddings and the last layer are better left to Adam:
    `partition` makes other groups.

    >>> t, x = muon(0.1), {"w": jnp.eye(2), "b": jnp.array([0.0])}
    >>> print(t.update({"w": jnp.eye(2), "b": jnp.array([2.0])}, t.init(x), x)[0]["b"].round(6))
    [-0.147368]
    """
    matrices = chain(
        rules.scale_by_muon(beta, ns_steps, nesterov=nesterov),
        add_decayed_weights(weight_decay),
        scale_by_learning_rate(learning_rate),
    )
    rate = learning_rate if adam_learning_rate is None else adam_learning_rate
    others = adam(rate, adam_b1, adam_b2, nesterov=nesterov)

    def labels(params: Any) -> Any:
        return tree.map(lambda x: "matrices" if jnp.ndim(x) == 2 else "others", params)

    return partition({"matrices": matrices, "others": others}, labels)
