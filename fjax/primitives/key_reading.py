"""Random keys where indices say; those out of bounds are made of words."""

from __future__ import annotations

from typing import Any

from fjax.core import dtypes
from fjax.core.tracing import aval_of
from fjax.primitives.generators import full
from fjax.primitives.index_arithmetic import GatherScatterMode
from fjax.primitives.indexing import Gather
from fjax.primitives.philox import filled_keys
from fjax.primitives.selection import select_n

ALL_ONES = 0xFFFFFFFF


def gathered(gather: Gather, x: Any, indices: Any) -> Any:
    """gather(x, indices), also of keys: a filling value is that of each of their words.

    The elements of keys of four words have no integer type whose largest value could fill them.
    """
    dtype = aval_of(x).dtype
    direct = dtype == dtypes.key_fry and gather.fill_value is None
    if gather.mode is not GatherScatterMode.FILL_OR_DROP or not dtypes.is_key(dtype) or direct:
        return gather(x, indices)
    inside = gather.replace(fill_value=False)(full(aval_of(x).shape, True, dtypes.bool_), indices)
    read = gather.replace(mode=GatherScatterMode.CLIP, fill_value=None)(x, indices)
    word = ALL_ONES if gather.fill_value is None else gather.fill_value
    return select_n(inside, filled_keys(aval_of(read).shape, word, dtype), read)
