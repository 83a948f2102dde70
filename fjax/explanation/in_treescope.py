"""Arrays, programs and shardings as the library treescope shows them, which loads this module."""

from __future__ import annotations

from typing import Any

from treescope import rendering_parts as parts
from treescope.external import numpy_support

from fjax.core import dtypes
from fjax.core.array import Array

FEW = 15  # lines of a text that are shown at once


class Adapter(numpy_support.NumpyArrayAdapter):
    """Arrays as NumPy's, which treescope draws."""

    def get_array_data_with_truncation(
        self, array: Any, mask: Any, edge_items_per_axis: Any
    ) -> Any:
        """The elements, or those at the edges."""
        given = (array.__array__(), mask, edge_items_per_axis)
        return super().get_array_data_with_truncation(*given)

    def get_array_summary(self, array: Any, fast: bool) -> Any:
        """The type and the place."""
        return parts.text(_head(array))

    def get_numpy_dtype(self, array: Any) -> Any:
        """The type of the elements; None of what NumPy has no numbers for."""
        return array.dtype if self.should_autovisualize(array) else None

    def should_autovisualize(self, array: Any) -> bool:
        """Whether it has numbers to draw."""
        dtype = array.aval.dtype
        return array.known_here and not dtypes.is_key(dtype) and dtype != dtypes.float0


def _head(value: Any) -> str:
    """A value on one line."""
    first, *more = repr(value).splitlines()
    if isinstance(value, Array) and more:
        return f"<fjax.Array {value.aval} on {value.device}>"
    return f"<{type(value).__name__}>" if more else first


def rendered(value: Any, path: str | None) -> Any:
    """A line that opens to the value's text."""
    lines = str(value).splitlines()
    label = parts.text(_head(value))
    if len(lines) < 2:
        return parts.build_one_line_tree_node(label, path)
    inside = parts.indented_children([parts.text(line) for line in lines])
    state = parts.ExpandState
    return parts.build_custom_foldable_tree_node(
        parts.fold_condition(expanded=inside),
        path,
        label,
        state.WEAKLY_EXPANDED if len(lines) <= FEW else state.COLLAPSED,
    )
