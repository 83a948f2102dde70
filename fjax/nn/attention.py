"""Scaled dot-product attention, and matrix products of scaled blocks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from fjax import lax
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.core.dimensions import for_many_sizes
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.higher_order.checkpoint import checkpoint
from fjax.nn.fused_attention import Operands, fused, fused_form, runs_with_cudnn
from fjax.nn.normalization import logsumexp, softmax

MOST_LOGITS = 1 << 26  # that are computed at once
BLOCK_LOGITS = 1 << 24  # of a block of queries, where all were more


def dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    bias: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    *,
    scale: float | None = None,
    is_causal: bool = False,
    query_seq_lengths: Any = None,
    key_value_seq_lengths: Any = None,
    local_window_size: int | tuple[int, int] | None = None,
    implementation: str | None = None,
    return_residual: bool = False,
) -> Any:  # Array, or (Array, Array) with the residual
    """softmax(scale * query @ key.T + bias) @ value, for each head.

    query: (batch, length T, heads N, size H), or without the batch. key, value: (batch, length S,
        heads K, size H), where K divides N: each key head then serves a group of query heads.
    bias: added to the logits. mask: booleans, False where a query must not see a key; both
        broadcast to (batch, N, T, S). A key or value that no query sees has no effect. An infinity
        or a NaN in a value that some query sees reaches all queries of the head, because 0 times it
        is NaN. A query that sees no key gets the mean of all values.
    scale: 1 / sqrt(H) if None. is_causal: a query sees keys up to its own position only.
    query_seq_lengths, key_value_seq_lengths: int32 of shape (batch,): the rest is padding.
    local_window_size: how many keys to the left and right of its own position a query sees.
    return_residual: also return the logsumexp of the logits, of shape (batch, T, N).
    implementation: None for the best that there is. On a GPU with cuDNN that is cuDNN's attention
        for float16 and bfloat16. 'xla' does not use it; 'cudnn' raises where it cannot be used.

    If all logits would take more than 256 MiB, blocks of queries follow one another. Reverse mode
    does the same and computes their logits again. So memory grows with T + S, not with T * S.
    Functions that are exported for many sizes compute all at once.

    >>> q = k = v = jnp.ones((2, 5, 4, 8))
    >>> fjax.nn.dot_product_attention(q, k, v, is_causal=True).shape
    (2, 5, 4, 8)
    """
    out_shape = jnp.asarray(query).shape
    query, key, value = (_four_axes(x) for x in (query, key, value))
    bias, mask = (None if x is None else _four_axes(x) for x in (bias, mask))
    lengths = [
        None if n is None else jnp.asarray(n) for n in (query_seq_lengths, key_value_seq_lengths)
    ]
    _check_implementation(implementation, query)
    _check_operands(query, key, value, bias, mask, lengths)
    if isinstance(local_window_size, int):
        local_window_size = (local_window_size, local_window_size)
    if local_window_size is not None and not isinstance(local_window_size, (tuple, list)):
        raise FjaxTypeError(
            "dot_product_attention: local_window_size is a whole number or a pair, (left, right), "
            f"got {local_window_size!r:.60}"
        )
    factor = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    operands = (query, key, value, bias, mask, *lengths)
    computed = Computed(factor, is_causal, local_window_size, return_residual)
    out, residual = attended(computed, operands, implementation)
    if not return_residual:
        return out.reshape(out_shape)
    residual = lax.stop_gradient(jnp.moveaxis(residual, 2, 1)).astype(key.dtype)
    return out.reshape(out_shape), residual.reshape(out_shape[:-1])


def _check_implementation(name: str | None, query: Any) -> None:
    """Raise for an implementation that there is not, or not here."""
    if name not in (None, "xla", "cudnn"):
        raise FjaxValueError(
            f"dot_product_attention: Unsupported implementation option: {name}; there are 'xla', "
            "'cudnn' and None, which chooses"
        )
    if name == "cudnn" and not runs_with_cudnn(query):
        raise FjaxValueError(
            "dot_product_attention: implementation='cudnn' needs arrays on a GPU, and cuDNN "
            "(pip install nvidia-cudnn-frontend nvidia-cudnn-cu13); leave the argument out to use "
            "what there is"
        )


@dataclass(frozen=True)
class Computed:
    """Attention by operations of fjax's: of operands, or None for those that are not given."""

    scale: Any
    is_causal: bool
    window: tuple[int, int] | None
    with_residual: bool = True
    guarded: bool = True  # against infinities and NaNs in keys and values that no query sees

    def __call__(
        self, query: Any, key: Any, value: Any, bias: Any, mask: Any, *lengths: Any
    ) -> tuple[Any, Any]:
        """Weighted values, and the logsumexp of logits (batch, heads, T) or None."""
        attend = partial(
            _attend,
            scale=self.scale,
            is_causal=self.is_causal,
            lengths=lengths,
            window=self.window,
            with_residual=self.with_residual,
            guarded=self.guarded,
        )
        rows = _rows_at_once(query, key)
        if rows < query.shape[1]:
            out, residual = _by_blocks(attend, rows, query, key, value, bias, mask)
        else:
            out, residual = attend(query, key, value, bias, mask, 0)
        batch, length, heads, _ = query.shape
        return out, None if residual is None else residual.reshape(batch, heads, length)


def attended(computed: Computed, operands: Operands, implementation: str | None = None) -> Any:
    """What is computed of these operands, by cuDNN where it is there: values, and residual or None.

    >>> x = jnp.ones((1, 2, 1, 3))
    >>> attended(Computed(1.0, False, None), (x, x, x, *[None] * 4))[0].shape
    (1, 2, 1, 3)
    """
    form = fused_form(operands, computed.scale, computed.is_causal, computed.window)
    if form is not None and implementation != "xla" and runs_with_cudnn(operands[0]):
        return fused(form, replace(computed, with_residual=True), operands)
    return computed(*operands)


def _rows_at_once(query: Any, key: Any) -> int:
    """How many queries' logits are computed together: all, or a block's."""
    batch, rows, heads, _ = query.shape
    row = batch * heads * key.shape[1]
    return (
        rows if for_many_sizes.value or rows * row <= MOST_LOGITS else max(1, BLOCK_LOGITS // row)
    )


def _by_blocks(
    attend: Any, rows: int, query: Any, key: Any, value: Any, bias: Any, mask: Any
) -> tuple[Any, Any]:
    """The results of `attend` for blocks of queries, one after another."""
    total = query.shape[1]

    def cut(x: Any, axis: int, start: Any, n: int) -> Any:
        if x is None or x.shape[axis] == 1:
            return x
        return lax.dynamic_slice_in_dim(x, start, n, axis)

    def block(start: Any, n: int) -> Any:
        parts = (cut(query, 1, start, n), key, value, cut(bias, 2, start, n))
        return attend(*parts, cut(mask, 2, start, n), start)

    starts = rows * jnp.arange(total // rows, dtype=dtypes.int32)
    found = lax.map(checkpoint(lambda start: block(start, rows)), starts)
    rest = total % rows
    last = checkpoint(lambda: block(total - rest, rest))() if rest else (None, None)
    return _put_together(found[0], last[0], 1), _put_together(found[1], last[1], 3)


def _put_together(blocks: Any, last: Any, axis: int) -> Any:
    """Results of blocks, along a leading axis, and those of the rest along one axis."""
    if blocks is None:
        return None
    x = jnp.moveaxis(blocks, 0, axis)
    x = x.reshape(*x.shape[:axis], -1, *x.shape[axis + 2 :])
    return x if last is None else jnp.concatenate([x, last], axis)


def _attend(
    query: Any,
    key: Any,
    value: Any,
    bias: Any,
    mask: Any,
    start: Any,
    *,
    scale: Any,
    is_causal: bool,
    lengths: Sequence[Any],
    window: Any,
    with_residual: bool,
    guarded: bool,
) -> tuple[Any, Any]:
    """Weighted values, and logsumexp of the logits or None, of queries from `start` on."""
    shape = (query.shape[1], *key.shape[1:3])
    visible = _visible(shape, mask, is_causal, lengths, window, query.shape[2], start)
    if guarded and any(x is not None for x in (mask, *lengths)):
        key, value = _unseen_left_out(visible, key, value)
    inside = None
    if lengths[0] is not None:
        row = start + jnp.arange(query.shape[1], dtype=dtypes.int32)[None, :]
        inside = (row < lengths[0][:, None])[..., None, None]
        query = jnp.where(inside, query, 0)
    logits = _logits(query, key, bias, scale)
    if visible is not None:
        least = -0.7 * min(dtypes.finfo(logits.dtype).max, dtypes.finfo(np.float32).max)
        logits = jnp.where(visible, logits, np.array(least, logits.dtype))
    out = _weighted_values(logits, value)
    if inside is not None:
        out = jnp.where(inside, out, 0)
    return out, logsumexp(logits, axis=-1) if with_residual else None


def _four_axes(x: Any) -> Any:
    x = jnp.asarray(x)
    return x if x.ndim >= 4 else jnp.expand_dims(x, tuple(range(4 - x.ndim)))


def _check_operands(query: Any, key: Any, value: Any, bias: Any, mask: Any, lengths: Sequence[Any]):
    """Raise for shapes and dtypes that do not fit each other."""
    batch, _, heads, size = key.shape
    if not dtypes.is_inexact(key.dtype):
        raise FjaxTypeError(
            f"dot_product_attention takes floats, got {key.aval}: convert with x.astype(float)"
        )
    _check("value", value, key.shape, key.dtype)
    _check("query", query, (batch, -1, -1, size), key.dtype)
    _check("bias", bias, (-1,) * 4, None)
    _check("mask", mask, (-1,) * 4, dtypes.bool_)
    for name, x in (("bias", bias), ("mask", mask)):
        wanted = (batch, query.shape[2], query.shape[1], key.shape[1])
        if x is not None and any(n not in (1, m) for n, m in zip(x.shape, wanted, strict=True)):
            raise FjaxValueError(
                f"dot_product_attention: {name} has the shape (batch, heads, queries, keys) = "
                f"{wanted}, or 1 for any of them, but got {x.shape}; x[:, None, None] is a mask of "
                "keys (batch, keys)"
            )
    _check("query_seq_lengths", lengths[0], (batch,), dtypes.int32)
    _check("key_value_seq_lengths", lengths[1], (batch,), dtypes.int32)
    if query.shape[2] % heads:
        raise FjaxValueError(
            "dot_product_attention: The number of query heads must be a multiple "
            "of key/value "
            f"heads, but got {query.shape[2]} vs {heads}"
        )


def _check(name: str, x: Any, shape: Sequence[int], dtype: Any) -> None:
    if x is None:
        return
    if x.ndim != len(shape):
        raise FjaxValueError(
            f"dot_product_attention: {name} ndim should be {len(shape)}, but got {x.ndim}"
        )
    if dtype is not None and x.dtype != dtype:
        raise FjaxValueError(
            f"dot_product_attention: {name} dtype should be {dtype}, but got {x.dtype}"
        )
    if any(wanted not in (-1, n) for wanted, n in zip(shape, x.shape, strict=True)):
        raise FjaxValueError(
            f"dot_product_attention: {name} shape should be {list(shape)}: but got {x.shape}"
        )


def _logits(query: Any, key: Any, bias: Any, scale: Any) -> Any:
    """Logits of shape (batch, key heads, group, T, S), in float32 at least."""
    batch, length, heads, size = query.shape
    kinds = key.shape[2]
    wide = dtypes.join(query.dtype, dtypes.float32)
    grouped = query.reshape(batch, length, kinds, heads // kinds, size)
    logits = jnp.einsum("btkgh,bskh->bkgts", grouped, key, preferred_element_type=wide)
    logits = logits * jnp.asarray(scale, wide)
    return logits if bias is None else (logits + _grouped(bias, kinds, heads)).astype(wide)


def _grouped(x: Any, kinds: int, heads: int) -> Any:
    """A bias or mask (batch, heads or 1, T, S) with the axis of heads split into groups."""
    batch, given, rows, columns = x.shape
    if given == 1:
        return x[:, :, None]
    return x.reshape(batch, kinds, heads // kinds, rows, columns)


def _visible(
    shape: tuple[int, int, int],
    mask: Any,
    is_causal: bool,
    lengths: Sequence[Any],
    window: Any,
    heads: int,
    start: Any,
) -> Any:
    """Which keys each query sees, or None if all; shape: (queries, keys, key heads)."""
    rows, columns, kinds = shape
    row = start + jnp.arange(rows, dtype=dtypes.int32)[:, None]
    column = jnp.arange(columns, dtype=dtypes.int32)[None, :]
    parts = []
    if mask is not None:
        parts.append(_grouped(mask, kinds, heads))
    if is_causal:
        parts.append((row >= column)[None, None, None])
    if window is not None:
        near = (row <= column + window[0]) & (row >= column - window[1])
        parts.append(near[None, None, None])
    for given, position in zip(lengths, (row, column), strict=True):
        if given is not None:
            parts.append(position[None, None, None] < given[:, None, None, None, None])
    found = None
    for part in parts:
        found = part if found is None else found & part
    return found


def _weighted_values(logits: Any, value: Any) -> Any:
    """softmax(logits) @ value as (batch, T, heads, size)."""
    weights = softmax(logits, axis=-1).astype(value.dtype)
    out = jnp.einsum("bkgts,bskh->btkgh", weights, value)
    batch, rows, kinds, group, size = out.shape
    return out.reshape(batch, rows, kinds * group, size)


def _unseen_left_out(visible: Any, *arrays: Any) -> list[Any]:
    """Keys and values with 0 for infinities and NaNs that no query sees: weights of 0 keep them."""
    seen = jnp.any(visible, axis=(2, 3))  # (batch, key heads, S), or 1 for either
    seen = jnp.swapaxes(seen, 1, 2)[..., None]
    return [jnp.where(seen | jnp.isfinite(x), x, 0) for x in arrays]


def scaled_matmul(
    lhs: ArrayLike,
    rhs: ArrayLike,
    lhs_scales: ArrayLike,
    rhs_scales: ArrayLike,
    preferred_element_type: DTypeLike = np.float32,
) -> Array:
    """lhs @ rhs.T for each batch, of operands that are stored divided by a scale for each block.

    lhs: (batch, M, K). rhs: (batch, N, K). The scales have shapes (batch, M, K / block) and
    (batch, N, K / block): each is the factor of a block of consecutive elements.

    >>> a, b = jnp.ones((1, 2, 4)), jnp.ones((1, 3, 4))
    >>> fjax.nn.scaled_matmul(a, b, jnp.ones((1, 2, 1)), jnp.ones((1, 3, 1))).shape
    (1, 2, 3)
    """
    operands = [jnp.asarray(x) for x in (lhs, rhs, lhs_scales, rhs_scales)]
    if any(x.ndim != 3 for x in operands):
        raise FjaxValueError(
            "scaled_matmul requires all inputs to be 3-dimensional arrays, got "
            + ", ".join(str(x.aval) for x in operands)
        )
    a, b, a_scales, b_scales = operands
    if a.shape[0] != b.shape[0] or a.shape[2] != b.shape[2]:
        raise FjaxValueError(
            "scaled_matmul requires inputs a and b to have matching batch (B) and "
            "contract (K) "
            f"dimensions, but got shapes {a.shape} and {b.shape}"
        )
    if (
        a_scales.shape[:2] != a.shape[:2]
        or b_scales.shape[:2] != b.shape[:2]
        or a_scales.shape[2] != b_scales.shape[2]
        or a.shape[2] % a_scales.shape[2]
    ):
        raise FjaxValueError(
            "scaled_matmul requires a scale for each block of consecutive "
            "elements along K, "
            f"but got scales {a_scales.shape} and {b_scales.shape} for "
            f"{a.shape} and {b.shape}"
        )
    wanted = dtypes.canonicalize(preferred_element_type)
    return jnp.einsum("bmk,bnk->bmn", _unscaled(a, a_scales), _unscaled(b, b_scales)).astype(wanted)


def _unscaled(x: Any, scales: Any) -> Any:
    blocks = (*x.shape[:2], scales.shape[2], x.shape[2] // scales.shape[2])
    wide = x.astype(dtypes.float32).reshape(blocks) * scales.astype(dtypes.float32)[..., None]
    return wide.reshape(x.shape)


def scaled_dot_general(
    lhs: ArrayLike,
    rhs: ArrayLike,
    dimension_numbers: Any,
    preferred_element_type: DTypeLike = np.float32,
    configs: Any = None,
    implementation: str | None = None,
) -> Array:
    """lax.dot_general; quantized forms (configs) need 8-bit floats, which fjax does not have.

    >>> axes = (((1,), (0,)), ((), ()))
    >>> fjax.nn.scaled_dot_general(jnp.ones((2, 3)), jnp.ones((3, 4)), axes).shape
    (2, 4)
    """
    del implementation
    if configs is not None:
        raise FjaxValueError(
            "scaled_dot_general: configs ask for 4- or 8-bit floats, which fjax "
            "does not have; "
            "leave configs out"
        )
    return lax.dot_general(
        lhs, rhs, dimension_numbers, preferred_element_type=preferred_element_type
    )
