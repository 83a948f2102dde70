"""Which attention is left to a library of the device as one operation, and how it is handed over.

The choice is made while a program is traced: by the platform, dtypes, and what is asked for.
Whether the library has a routine for the sizes, whoever compiles the program finds out: the
operation carries what to do without one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax import numpy as jnp
from fjax.config import config
from fjax.core import dtypes, lazy
from fjax.core.device import exported_platform, platform_in_force
from fjax.core.dimensions import for_many_sizes
from fjax.core.memo import memo
from fjax.core.tracing import aval_of, where_is
from fjax.higher_order.attention import Attention, AttentionForm
from fjax.interpreters.staging import stage_closed

_cudnn = lazy.module("fjax.lowering.cuda.library.cudnn")
Operands = Sequence[Any]  # query, key, value, bias, mask, lengths of queries and of keys, or None
NARROW = dtypes.bfloat16, dtypes.float16


def runs_with_cudnn(query: Any) -> bool:
    """Whether what is computed of these queries runs on a GPU with cuDNN."""
    where = where_is(query)
    platform = platform_in_force() if where is None else where.device.platform
    return platform == "gpu" and exported_platform.value is None and bool(_cudnn.is_there())


def fused_form(
    operands: Operands, scale: Any, is_causal: bool, window: tuple[int, int] | None
) -> AttentionForm | None:
    """The attention as an operation for cuDNN, or None: which of them it has depends on types."""
    query, key, _, bias, mask, *lengths = operands
    ahead = 0 if is_causal else None if window is None else window[1]
    plain = isinstance(scale, (int, float)) and (window is None or ahead == 0)
    known = query.dtype in NARROW and (bias is None or bias.dtype == query.dtype)
    if not plain or not known or for_many_sizes.value or not query.size or not key.size:
        return None
    return AttentionForm(
        scale=float(scale),
        is_causal=ahead == 0,
        window=None if window is None else window[0],
        has_bias=bias is not None,
        has_mask=mask is not None,
        has_lengths=any(n is not None for n in lengths),
    )


def fused(
    form: AttentionForm, computed: Callable[..., tuple[Any, Any]], operands: Operands
) -> tuple[Any, Any]:
    """Weighted values, and the logsumexp of logits (batch, heads, T), as one operation.

    computed: what gives both of all operands by other operations.
    """
    query, key, *_, query_lengths, key_lengths = operands
    if form.has_lengths:  # of both
        query_lengths = _lengths(query_lengths, query)
        key_lengths = _lengths(key_lengths, key)
    given = [*operands[:5], query_lengths, key_lengths]
    present = tuple(x is not None for x in given)
    values = [x for x in given if x is not None]
    jaxpr = _program(computed, present, tuple(aval_of(x) for x in values), config.key)
    out, sums = Attention(jaxpr, form)(*values)
    return out, sums


def _lengths(given: Any, x: Any) -> Any:
    """How long each of a batch is: as given, or all of them as long as the array."""
    return jnp.full(x.shape[0], x.shape[1], dtypes.int32) if given is None else given


@memo(256)
def _program(
    computed: Callable[..., tuple[Any, Any]],
    present: tuple[bool, ...],
    avals: tuple[Any, ...],
    settings: Any,
) -> Any:
    """The program of other operations. `settings`: what it is traced under, as precisions."""

    def function(*values: Any) -> list[Any]:
        given = iter(values)
        return list(computed(*[next(given) if p else None for p in present]))

    return stage_closed(function, list(avals), "attention")
