"""Scaling of losses, so that gradients of float16 neither vanish nor overflow."""

from __future__ import annotations

from typing import Any

from fjax import numpy as jnp
from fjax import tree
from fjax.core.plain_arguments import check_number, check_whole
from fjax.dataclass import dataclass
from fjax.optim.transformation import Params, widened
from fjax.optim.wrapping import all_finite
from fjax.tree_util import register_dataclass


@register_dataclass
@dataclass(frozen=True)
class LossScale:
    """A factor that grows while gradients are finite and shrinks when they are not: a pytree.

    Multiply the loss by `factor` inside the function that is differentiated, then
    `gradients, finite, scale = scale.unscaled(gradients)`, and step where `finite` holds
    (`apply_if_finite` does).

    >>> scale = LossScale.starting_at(2.0**10)
    >>> gradients, finite, scale = scale.unscaled({"w": jnp.array([2.0**10])})
    >>> print(gradients["w"], finite, scale.factor)
    [1.] True 1024.0
    """

    factor: Any
    good: Any  # finite gradients in a row
    period: int = tree.static(default=2000)
    ratio: float = tree.static(default=2.0)

    @classmethod
    def starting_at(cls, factor: float, period: int = 2000, ratio: float = 2.0) -> LossScale:
        """A scale that is multiplied by `ratio` after `period` finite gradients in a row."""
        check_number("optim.LossScale.starting_at: factor", factor, 0, above=True)
        check_whole("optim.LossScale.starting_at: period", period, 1)
        check_number("optim.LossScale.starting_at: ratio", ratio, 1, above=True)
        return cls(jnp.float32(factor), jnp.int32(0), period, ratio)

    def unscaled(self, gradients: Params) -> tuple[Params, Any, LossScale]:
        """Gradients over the factor, whether they are finite, and the scale of the next step."""
        out = tree.map(lambda g: (widened(g) / self.factor).astype(g.dtype), gradients)
        finite = all_finite(gradients)
        good = jnp.where(finite, self.good + 1, 0)
        grows = good >= self.period
        larger = jnp.where(grows, self.factor * self.ratio, self.factor)
        factor = jnp.where(finite, larger, jnp.maximum(self.factor / self.ratio, 1.0))
        after = LossScale(factor, jnp.where(grows, 0, good), self.period, self.ratio)
        return out, finite, after
