"""Schedules: functions from the number of steps done to a learning rate (or any other number)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.plain_arguments import check_number, check_whole
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.numpy.shaping import array_shape
from fjax.optim.transformation import Schedule


def _float(count: Any) -> Any:
    return jnp.asarray(count).astype(dtypes.default_float())


Steps = float  # how many, mostly a whole number


def _need_steps(name: str, steps: Steps) -> None:
    check_number(f"optim.{name}: the number of steps", steps, 0, above=True)


def constant_schedule(value: float) -> Schedule:
    """The same value at every step.

    >>> print(constant_schedule(0.1)(7))
    0.1
    """

    def schedule(count: Any) -> Any:
        shape = array_shape("optim.constant_schedule", count)
        return jnp.full(shape, value, dtypes.default_float())

    return schedule


def polynomial_schedule(
    init_value: float,
    end_value: float,
    power: float,
    transition_steps: Steps,
    transition_begin: float = 0,
) -> Schedule:
    """From init_value to end_value as (1 - share done)**power, over transition_steps.

    Before transition_begin it is init_value.

    >>> print(polynomial_schedule(1.0, 0.0, 2, 10)(5))
    0.25
    """
    _need_steps("polynomial_schedule", transition_steps)

    def schedule(count: Any) -> Any:
        share = jnp.clip(_float(count) - transition_begin, 0, transition_steps) / transition_steps
        return (init_value - end_value) * (1 - share) ** power + end_value

    return schedule


def linear_schedule(
    init_value: float, end_value: float, transition_steps: Steps, transition_begin: float = 0
) -> Schedule:
    """A straight line from init_value to end_value over transition_steps.

    >>> print(linear_schedule(0.0, 1.0, 10)(5))
    0.5
    """
    return polynomial_schedule(init_value, end_value, 1, transition_steps, transition_begin)


def cosine_decay_schedule(
    init_value: float, decay_steps: Steps, alpha: float = 0.0, exponent: float = 1.0
) -> Schedule:
    """Half a cosine from init_value to alpha * init_value (Loshchilov and Hutter 2017).

    decay_steps: how many steps it takes.
    exponent: of the curve.
    Returns a function from the number of a step to the value.

    >>> print(cosine_decay_schedule(1.0, 10)(5).round(12))
    0.5
    """
    _need_steps("cosine_decay_schedule", decay_steps)

    def schedule(count: Any) -> Any:
        share = jnp.minimum(_float(count), decay_steps) / decay_steps
        wave = (0.5 * (1 + jnp.cos(math.pi * share))) ** exponent
        return init_value * ((1 - alpha) * wave + alpha)

    return schedule


def exponential_decay(
    init_value: float,
    transition_steps: Steps,
    decay_rate: float,
    transition_begin: float = 0,
    staircase: bool = False,
    end_value: float | None = None,
) -> Schedule:
    """init_value * decay_rate**(steps / transition_steps), from transition_begin on.

    staircase: the exponent is rounded down. end_value: the bound at which the value stays.

    >>> print(exponential_decay(1.0, 2, 0.5)(4))
    0.25
    """
    _need_steps("exponential_decay", transition_steps)
    check_number("optim.exponential_decay: decay_rate", decay_rate, 0)
    bound = jnp.maximum if decay_rate < 1 else jnp.minimum

    def schedule(count: Any) -> Any:
        exponent = jnp.maximum(_float(count) - transition_begin, 0) / transition_steps
        value = init_value * decay_rate ** (jnp.floor(exponent) if staircase else exponent)
        return value if end_value is None else bound(value, end_value)

    return schedule


def piecewise_constant_schedule(
    init_value: float, boundaries_and_scales: Mapping[int, float]
) -> Schedule:
    """init_value, times each scale from the step on that is its key.

    >>> print(piecewise_constant_schedule(1.0, {3: 0.1, 6: 0.5})(jnp.array([2, 4, 8])))
    [1.   0.1  0.05]
    """
    if not isinstance(boundaries_and_scales, Mapping):
        raise FjaxTypeError(
            "optim.piecewise_constant_schedule: a dict says by how much from which step on, as "
            f"{{30: 0.1, 80: 0.1}}, got {boundaries_and_scales!r:.60}"
        )
    for boundary, factor in boundaries_and_scales.items():
        check_whole("optim.piecewise_constant_schedule: a step", boundary)
        check_number("optim.piecewise_constant_schedule: a scale", factor)

    def schedule(count: Any) -> Any:
        shape = array_shape("optim.piecewise_constant_schedule", count)
        value = jnp.full(shape, init_value, dtypes.default_float())
        for boundary, factor in sorted(boundaries_and_scales.items()):
            value = jnp.where(jnp.asarray(count) >= boundary, value * factor, value)
        return value

    return schedule


def join_schedules(schedules: Sequence[Schedule], boundaries: Sequence[int]) -> Schedule:
    """One schedule after the other; each starts to count at its boundary.

    >>> print(join_schedules([constant_schedule(1.0), linear_schedule(0.5, 0.0, 4)], [3])(5))
    0.25
    """
    for name, given in (("schedules", schedules), ("boundaries", boundaries)):
        if not isinstance(given, Sequence):
            raise FjaxTypeError(f"optim.join_schedules: {name} are a list, got {given!r:.60}")
    for each in schedules:
        if not callable(each):
            raise FjaxTypeError(
                "optim.join_schedules: a schedule is a function of the step, such as "
                f"fjax.optim.constant_schedule(0.1), got {each!r:.60}"
            )
    if len(boundaries) != len(schedules) - 1:
        raise FjaxValueError(
            f"optim.join_schedules: {len(schedules)} schedules need {len(schedules) - 1} "
            f"boundaries between them, got {len(boundaries)}"
        )
    for boundary in boundaries:
        check_whole("optim.join_schedules: a boundary", boundary)
    if list(boundaries) != sorted(boundaries):
        raise FjaxValueError(f"optim.join_schedules: boundaries increase, got {list(boundaries)}")

    def schedule(count: Any) -> Any:
        count = jnp.asarray(count)
        value = schedules[0](count)
        for boundary, following in zip(boundaries, schedules[1:], strict=True):
            value = jnp.where(count < boundary, value, following(count - boundary))
        return value

    return schedule


def warmup_cosine_decay_schedule(
    init_value: float,
    peak_value: float,
    warmup_steps: int,
    decay_steps: Steps,
    end_value: float = 0.0,
    exponent: float = 1.0,
) -> Schedule:
    """A line from init_value to peak_value, then half a cosine to end_value.

    decay_steps counts all steps, those of the line included.

    >>> print(warmup_cosine_decay_schedule(0.0, 1.0, 10, 110)(jnp.array([5, 10, 60])).round(12))
    [0.5 1.  0.5]
    """
    check_whole("optim.warmup_cosine_decay_schedule: warmup_steps", warmup_steps)
    check_number(
        "optim.warmup_cosine_decay_schedule: decay_steps, those of the warm-up included,",
        decay_steps,
        warmup_steps,
        above=True,
    )
    alpha = 0.0 if peak_value == 0 else end_value / peak_value
    return join_schedules(
        [
            linear_schedule(init_value, peak_value, max(warmup_steps, 1)),
            cosine_decay_schedule(peak_value, decay_steps - warmup_steps, alpha, exponent),
        ],
        [warmup_steps],
    )


def cosine_onecycle_schedule(
    transition_steps: Steps,
    peak_value: float,
    pct_start: float = 0.3,
    div_factor: float = 25.0,
    final_div_factor: float = 1e4,
) -> Schedule:
    """Up to peak_value and down again, each as half a cosine (Smith and Topin 2018).

    It begins at peak_value / div_factor, reaches the peak after the share pct_start of the steps
    and ends at peak_value / div_factor / final_div_factor.

    >>> print(cosine_onecycle_schedule(100, 1.0)(jnp.array([0, 30])).round(12))
    [0.04 1.  ]
    """
    _need_steps("cosine_onecycle_schedule", transition_steps)
    check_number("optim.cosine_onecycle_schedule: pct_start", pct_start, 0, 1)
    for name, factor in (("div_factor", div_factor), ("final_div_factor", final_div_factor)):
        check_number(f"optim.cosine_onecycle_schedule: {name}", factor, 0, above=True)
    top = int(pct_start * transition_steps)
    low, end = peak_value / div_factor, peak_value / (div_factor * final_div_factor)

    def schedule(count: Any) -> Any:
        rising = jnp.clip(_float(count) / max(top, 1), 0, 1)
        falling = jnp.clip((_float(count) - top) / max(transition_steps - top, 1), 0, 1)
        up = low + (peak_value - low) * 0.5 * (1 - jnp.cos(math.pi * rising))
        down = end + (peak_value - end) * 0.5 * (1 + jnp.cos(math.pi * falling))
        return jnp.where(jnp.asarray(count) < top, up, down)

    return schedule
