"""Convolutions of BCOO arrays: each element of one operand meets each of the other."""

from __future__ import annotations

import math
from typing import Any

import fjax.numpy as jnp
from fjax.core.avals import ShapedArray
from fjax.core.tracing import aval_of
from fjax.experimental.sparse.elements import Elements, present
from fjax.experimental.sparse.layout import (
    bcoo_sum_duplicates,
    bcoo_update_layout,
    dense_to_elements,
)


def convolved(lhs: Any, rhs: Any, convolution: Any) -> Elements:
    """What a ConvGeneralDilated gives where one or both operands are BCOO.

    An element of lhs at s and one of rhs at k give one of the result at y, with
    y * stride = s * lhs_dilation + padding - k * rhs_dilation, if there is such a y.
    """
    form = lhs if isinstance(lhs, Elements) else rhs
    (out,) = convolution.result_type(*map(_aval, (lhs, rhs)))
    lhs, rhs = (_flat(x, form) for x in (lhs, rhs))
    lhs_spec, rhs_spec, out_spec = convolution.dimension_numbers
    groups, batches = convolution.feature_group_count, convolution.batch_group_count
    mine = [lhs.indices[:, None, a] for a in lhs_spec]
    theirs = [rhs.indices[None, :, a] for a in rhs_spec]
    there = present(lhs.indices, lhs.shape)[:, None] & present(rhs.indices, rhs.shape)[None]
    sample, feature, kernel = mine[0], mine[1], theirs[0]
    width = rhs.shape[rhs_spec[1]]
    group = kernel // max(rhs.shape[rhs_spec[0]] // groups, 1)
    there &= feature == group * width + theirs[1]
    if batches > 1:
        size = lhs.shape[lhs_spec[0]] // batches
        there &= sample // max(size, 1) == kernel // max(rhs.shape[rhs_spec[0]] // batches, 1)
        sample = sample % max(size, 1)
    places: list[Any] = [None] * len(out.shape)
    places[out_spec[0]], places[out_spec[1]] = sample, kernel
    for k, a in enumerate(out_spec[2:]):
        reached = mine[k + 2] * convolution.lhs_dilation[k] + convolution.padding[k][0]
        reached = reached - theirs[k + 2] * convolution.rhs_dilation[k]
        stride = convolution.window_strides[k]
        places[a] = reached // stride
        there &= (reached % stride == 0) & (reached >= 0) & (places[a] < out.shape[a])
    pairs = (lhs.nse, rhs.nse)
    data = jnp.where(there, lhs.data[:, None] * rhs.data[None], 0).astype(out.dtype)
    stacked = jnp.stack([jnp.broadcast_to(p, pairs) for p in places], -1)
    beyond = jnp.array(out.shape, stacked.dtype)
    indices = jnp.where(there[..., None], stacked, beyond)
    found = form.made(data.reshape(-1), indices.reshape(-1, len(out.shape)), out.shape)
    return bcoo_sum_duplicates(found, nse=min(found.nse, math.prod(out.shape)))


def _aval(x: Any) -> ShapedArray:
    return ShapedArray(x.shape, x.dtype) if isinstance(x, Elements) else aval_of(x)


def _flat(x: Any, form: Elements) -> Elements:
    """An operand with sparse axes only; a dense one with all its elements."""
    if isinstance(x, Elements):
        return bcoo_update_layout(x, n_batch=0, n_dense=0)
    kind = form.indices.dtype
    return form.made(*dense_to_elements(x, math.prod(x.shape), 0, 0, kind), shape=x.shape)
