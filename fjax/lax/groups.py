"""Where members are along named axes, and the values of those in one group along several axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.tracing import aval_of
from fjax.higher_order.collectives import AllGather, AxisIndex, Groups, Name
from fjax.interpreters.jvp import zeros
from fjax.interpreters.vmap import axis_in_scope
from fjax.primitives.families import like
from fjax.primitives.shaping import Concatenate
from fjax.primitives.slicing import DynamicSlice
from fjax.primitives.structure import Reshape, broadcast_batch, merge_axes


def position(names: Sequence[Name]) -> Any:
    """The position of this member along named axes, an int32; the last axis varies fastest."""
    index: Any = None
    for name in names:
        axis = axis_in_scope(name)
        own = AxisIndex(name, axis.size, axis.checked)()
        index = own if index is None else index * axis.size + own
    return Array(np.zeros((), np.int32), ShapedArray((), dtypes.int32)) if index is None else index


def all_rows(value: Any, names: Sequence[Name]) -> Any:
    """The values of all members along a new first axis, in the order of `position`."""
    for i, name in enumerate(reversed(names)):
        value = AllGather(name, axis_in_scope(name).size, 0, False)(value)
        value = merge_axes(value, 0) if i else value
    return value


def row(x: Any, number: Any) -> Any:
    """One row of an array, chosen by a traced number."""
    shape = aval_of(x).shape
    found = DynamicSlice((1, *shape[1:]))(x, number, *[like(0, number)] * (len(shape) - 1))
    return Reshape(shape[1:])(found)


def rows_of_group(value: Any, names: Sequence[Name], groups: Groups, filled: str = "") -> Any:
    """The values of the members of this member's group along a new first axis.

    Groups may differ in size if `filled` says with what the smaller ones are filled up: "zeros",
    or the "first" member's value.
    """
    assert groups is not None
    rows, longest = all_rows(value, names), max(map(len, groups))
    members = np.zeros((sum(map(len, groups)), longest), np.int32)
    for group in groups:
        filler = group[0] if filled == "first" else len(members)
        members[list(group)] = [*group, *[filler] * (longest - len(group))]
    if filled == "zeros":
        shape = aval_of(rows).shape
        rows = Concatenate(0)(rows, zeros(aval_of(rows).update(shape=(1, *shape[1:]))))
    mine = position(names)
    chosen = [row(rows, row(members[:, k].copy(), mine)) for k in range(longest)]
    return Concatenate(0)(*[broadcast_batch(x, 1, 0) for x in chosen])


def place_in_group(names: Sequence[Name], groups: Groups) -> Any:
    """Which of its group this member is."""
    assert groups is not None
    places = np.zeros(sum(map(len, groups)), np.int32)
    for group in groups:
        places[list(group)] = np.arange(len(group))
    return row(places, position(names))
