"""Interpolation on rectangular grids."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax import absent
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.array import is_known
from fjax.core.tracing import Tracer
from fjax.errors import FjaxValueError
from fjax.primitives.promotion import promote_inexact
from fjax.tree_util import register_pytree_node


def _check_method(method: str) -> str:
    if method not in ("linear", "nearest"):
        raise FjaxValueError(
            f"RegularGridInterpolator: method {method!r} is not defined; there are 'linear' and "
            "'nearest'"
        )
    return method


def _check_grid(axis: int, grid: Any, values: Any) -> None:
    """Raise FjaxValueError unless positions are a vector that increases, one for each value."""
    if grid.shape != values.shape[axis : axis + 1]:
        raise FjaxValueError(
            f"RegularGridInterpolator: points[{axis}] is a vector of the {values.shape[axis]} "
            f"positions along axis {axis} of values, {values.aval}, got {grid.aval}"
        )
    known = grid.concrete() if isinstance(grid, Tracer) else grid
    if is_known(known) and not np.all(np.diff(known.host()) > 0):
        raise FjaxValueError(
            f"RegularGridInterpolator: points[{axis}] must increase strictly, got {grid}; "
            "numpy.flip turns descending positions, and values along their axis"
        )


class RegularGridInterpolator:
    """A function given by its values on a rectangular grid.

    points: for each of d axes the increasing positions. values: an array whose first d axes belong
    to them. method: 'linear' or 'nearest'. fill_value: outside the grid; None to extrapolate.
    Calling it takes points of shape (..., d), or a tuple of d arrays.

    >>> table = RegularGridInterpolator((np.array([0.0, 1.0]),), np.array([0.0, 10.0]))
    >>> table(np.array([0.25])).tolist()
    [2.5]
    """

    def __init__(
        self,
        points: Sequence[Any],
        values: Any,
        method: str = "linear",
        bounds_error: bool = False,
        fill_value: Any = np.nan,
    ):
        if bounds_error:
            raise NotImplementedError(
                "RegularGridInterpolator: `bounds_error` takes no effect under JIT; use fill_value"
            )
        self.method, self.bounds_error = _check_method(method), bounds_error
        (self.values,) = promote_inexact("RegularGridInterpolator", values)
        if len(points) > self.values.ndim:
            raise FjaxValueError(
                f"RegularGridInterpolator: there are {len(points)} point arrays, "
                f"but values has {self.values.ndim} dimensions"
            )
        self.grid = tuple(jnp.asarray(p) for p in points)
        for k, grid in enumerate(self.grid):
            _check_grid(k, grid, self.values)
        self.fill_value: Any = None if fill_value is None else jnp.asarray(fill_value)
        if (
            self.fill_value is not None
            and dtypes.is_complex(self.fill_value.dtype)
            and not dtypes.is_complex(self.values.dtype)
        ):
            raise FjaxValueError(
                "RegularGridInterpolator: fill_value must be either 'None' or of "
                "a type compatible with values"
            )

    def __call__(self, xi: Any, method: str | None = None) -> Any:
        """The values at points, of shape points.shape[:-1] + values.shape[d:]."""
        chosen = self.method if method is None else _check_method(method)
        points = self._points(xi)
        cells, shares, outside = [], [], jnp.zeros(points.shape[:-1], bool)
        for k, grid in enumerate(self.grid):
            x = points[..., k]
            cell = jnp.clip(jnp.searchsorted(grid, x) - 1, 0, grid.size - 2)
            cells.append(cell)
            shares.append((x - grid[cell]) / (grid[cell + 1] - grid[cell]))
            outside = outside | (x < grid[0]) | (x > grid[-1])
        found = self._nearest(cells, shares) if chosen == "nearest" else self._linear(cells, shares)
        if self.fill_value is None:
            return found
        return jnp.where(self._spread(outside), self.fill_value, found)

    def _points(self, xi: Any) -> Any:
        """Points as one array, the coordinates along the last axis."""
        d = len(self.grid)
        if isinstance(xi, tuple):
            xi = xi[0] if len(xi) == 1 else jnp.stack(jnp.broadcast_arrays(*xi), axis=-1)
        points = jnp.asarray(xi)
        if points.ndim == 1:
            points = points.reshape(-1, d)
        if points.shape[-1] != d:
            raise FjaxValueError(
                f"RegularGridInterpolator: the requested sample points xi have "
                f"dimension {points.shape[-1]}, but this RegularGridInterpolator "
                f"has dimension {d}"
            )
        return points

    def _spread(self, x: Any) -> Any:
        """An array over points, for arithmetic with their values."""
        return x.reshape(x.shape + (1,) * (self.values.ndim - len(self.grid)))

    def _nearest(self, cells: Sequence[Any], shares: Sequence[Any]) -> Any:
        return self.values[
            tuple(jnp.where(s <= 0.5, c, c + 1) for c, s in zip(cells, shares, strict=True))
        ]

    def _linear(self, cells: Sequence[Any], shares: Sequence[Any]) -> Any:
        total: Any = 0
        for corner in itertools.product((0, 1), repeat=len(cells)):
            weight: Any = 1
            for upper, share in zip(corner, shares, strict=True):
                weight = weight * (share if upper else 1 - share)
            value = self.values[tuple(c + u for c, u in zip(cells, corner, strict=True))]
            total = total + value * self._spread(weight)
        return total


def _rebuilt(options: Any, parts: Sequence[Any]) -> RegularGridInterpolator:
    """The interpolator of a tree's leaves, whatever they are."""
    made = object.__new__(RegularGridInterpolator)
    made.method, made.bounds_error = options
    made.grid, made.values, made.fill_value = parts
    return made


register_pytree_node(
    RegularGridInterpolator,
    lambda f: ((f.grid, f.values, f.fill_value), (f.method, f.bounds_error)),
    _rebuilt,
)

absent.answer_for(__name__)
