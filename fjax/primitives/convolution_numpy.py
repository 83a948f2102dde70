"""How NumPy evaluates a convolution: a product of matrices for each tap, or for each position.

Convolutions run as compiled programs (docs/decisions/0030). This is for integers whose sums float64
does not hold, for operations whose results are watched, and what tests compare with.

Operands come in canonical order, as views: lhs (groups, batch, features, *space), rhs (groups,
out_features, features, *window), and the result's place (groups, batch, out_features, *positions).
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from fjax.dataclass import dataclass


@dataclass(frozen=True)
class Geometry:
    """How windows lie: strides, padding (low, high), dilation of the lhs and of the window."""

    strides: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]
    lhs_dilation: tuple[int, ...]
    rhs_dilation: tuple[int, ...]


def convolve(xp: Any, x: Any, w: Any, out: Any, geometry: Geometry) -> None:
    """Write the convolution into `out`, which holds zeros."""
    if 0 in out.shape or 0 in x.shape or 0 in w.shape:
        return
    positions, window = out.shape[3:], w.shape[3:]
    windows = window_view(xp, padded(xp, x, geometry), positions, window, geometry)
    if math.prod(window) <= math.prod(positions):
        for tap in itertools.product(*map(range, window)):
            seen = windows[(..., *tap)].reshape(*x.shape[:3], -1)
            out += xp.matmul(w[(..., *tap)][:, None], seen).reshape(out.shape)
    else:
        kernel = w.reshape(*w.shape[:2], -1).swapaxes(1, 2)
        for place in itertools.product(*map(range, positions)):
            seen = windows[(slice(None), slice(None), slice(None), *place)]
            out[(..., *place)] = xp.matmul(seen.reshape(*x.shape[:2], -1), kernel)


def padded(xp: Any, x: Any, geometry: Geometry) -> Any:
    """The lhs with its holes and its padding in place, in the memory order that it has."""
    lengths, inner, outer = [], [], []
    for n, (lo, hi), d in zip(x.shape[3:], geometry.padding, geometry.lhs_dilation, strict=True):
        total = 1 + d * (n - 1) + lo + hi
        first = -(min(lo, 0) // d)
        last = min(n, -((lo - total) // d))
        lengths.append(total)
        inner.append(slice(first, max(first, last)))
        outer.append(slice(lo + first * d, max(lo + (last - 1) * d + 1, lo + first * d), d))
    within = x[(..., *inner)]
    if within.shape[3:] == tuple(lengths):
        return within
    if xp is np:
        full: Any = np.zeros_like(x, shape=(*x.shape[:3], *lengths))
    else:
        full = xp.zeros((*x.shape[:3], *lengths), x.dtype)
    full[(..., *outer)] = within
    return full


def window_view(
    xp: Any, x: Any, positions: tuple[int, ...], window: tuple[int, ...], geometry: Geometry
) -> Any:
    """A view of shape (groups, batch, features, *positions, *window): every window's elements."""
    steps = x.strides[3:]
    strides = (
        *x.strides[:3],
        *[s * n for s, n in zip(steps, geometry.strides, strict=True)],
        *[s * n for s, n in zip(steps, geometry.rhs_dilation, strict=True)],
    )
    return xp.lib.stride_tricks.as_strided(x, (*x.shape[:3], *positions, *window), strides)
