"""A pytree of arrays as one vector, and back: what optimisers and solvers of vectors need."""

from __future__ import annotations

import itertools
import math
from typing import Any

import fjax.numpy as jnp
from fjax.dataclass import dataclass
from fjax.tree_util import PyTreeDef, tree_flatten

__all__ = ["ravel_pytree"]


@dataclass(frozen=True)
class Unravel:
    """The way back from a vector to a pytree: hashable, equal for trees of equal structure."""

    treedef: PyTreeDef
    shapes: tuple[tuple[int, ...], ...]
    dtypes: tuple[Any, ...]  # the leaves' own
    dtype: Any  # the vector's, to which the leaves' were promoted

    def __call__(self, flat: Any) -> Any:
        """The pytree whose leaves lie one after the other in `flat`.

        ValueError if its shape is wrong. If all leaves had one dtype, any dtype is taken and kept;
        otherwise the leaves get their own back, and another dtype than the vector's is a TypeError.
        """
        flat = jnp.asarray(flat)
        sizes = [math.prod(shape) for shape in self.shapes]
        if flat.shape != (sum(sizes),):
            raise ValueError(
                f"the function that ravel_pytree returned takes an array of shape "
                f"({sum(sizes)},), got shape {flat.shape}"
            )
        uniform = all(dtype == self.dtype for dtype in self.dtypes)
        if not uniform and flat.dtype != self.dtype:
            raise TypeError(
                f"the function that ravel_pytree returned got an array of dtype "
                f"{flat.dtype}, but expected dtype {self.dtype}"
            )
        ends = list(itertools.accumulate(sizes))
        leaves = [
            flat[end - size : end].reshape(shape)
            for size, end, shape in zip(sizes, ends, self.shapes)
        ]
        if not uniform:
            leaves = [_converted(leaf, dtype) for leaf, dtype in zip(leaves, self.dtypes)]
        return self.treedef.unflatten(leaves)


def _converted(leaf: Any, dtype: Any) -> Any:
    """A leaf with its own dtype again; the imaginary part of a real leaf is dropped."""
    if jnp.iscomplexobj(leaf) and not jnp.issubdtype(dtype, jnp.complexfloating):
        leaf = leaf.real
    return leaf.astype(dtype)


def ravel_pytree(pytree: Any) -> tuple[Any, Unravel]:
    """All leaves of a pytree as one vector, and a function that undoes it.

    Leaves of different dtypes are promoted to a common one. A tree without leaves gives an empty
    vector of the default float dtype.

    >>> flat, unravel = ravel_pytree({'a': jnp.zeros(2), 'b': jnp.ones((1, 2))})
    >>> flat
    Array([0., 0., 1., 1.], dtype=float64)
    >>> unravel(flat * 2)['b']
    Array([[2., 2.]], dtype=float64)
    """
    leaves, treedef = tree_flatten(pytree)
    arrays = [jnp.asarray(leaf) for leaf in leaves]
    if not arrays:
        flat = jnp.zeros((0,))
        return flat, Unravel(treedef, (), (), flat.dtype)
    dtypes = tuple(array.dtype for array in arrays)
    dtype = jnp.result_type(*dtypes)
    flat = jnp.concatenate([array.ravel().astype(dtype) for array in arrays])
    return flat, Unravel(treedef, tuple(array.shape for array in arrays), dtypes, dtype)
