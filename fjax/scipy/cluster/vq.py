"""Vector quantization."""

from __future__ import annotations

from fjax import numpy as jnp
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.errors import FjaxValueError
from fjax.primitives.promotion import promote_inexact


def vq(obs: ArrayLike, code_book: ArrayLike, check_finite: bool = True) -> tuple[Array, Array]:
    """For each observation (a row), the number of the nearest code and the distance to it.

    >>> fjax.scipy.cluster.vq.vq(jnp.array([[0.0], [9.0]]), jnp.array([[1.0], [10.0]]))
    (Array([0, 1], dtype=int64), Array([1., 1.], dtype=float64))
    """
    del check_finite
    obs, codes = promote_inexact("vq", obs, code_book)
    if obs.ndim != codes.ndim or obs.ndim not in (1, 2):
        raise FjaxValueError(
            "vq: observations and code_book must both have rank 1 or both rank 2, "
            "got "
            f"{obs.aval} and {codes.aval}"
        )
    if obs.ndim == 1:
        obs, codes = obs[:, None], codes[:, None]
    if obs.shape[1] != codes.shape[1]:
        raise FjaxValueError(
            f"vq: observations and codes have as many columns, got {obs.aval} and {codes.aval}"
        )
    distances = jnp.sqrt(jnp.sum(jnp.square(jnp.abs(obs[:, None] - codes[None])), axis=-1))
    return jnp.argmin(distances, axis=-1), jnp.min(distances, axis=-1)
