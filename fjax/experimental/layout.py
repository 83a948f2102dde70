"""How an array's axes lie in memory, in JAX's words: a hint, which changes no value.

fjax's arrays have their last axis lie closest; kernels choose layouts of what is between them.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from fjax import errors
from fjax.core.sharding import is_sharding
from fjax.core.tracing import aval_of
from fjax.dataclass import dataclass
from fjax.tree_util import tree_map


@dataclass(frozen=True)
class Layout:
    """The order of axes in memory, the one that lies farthest first, and tiles of it.

    >>> Layout((1, 0))
    Layout(major_to_minor=(1, 0), tiling=None, sub_byte_element_size_in_bits=0)
    """

    major_to_minor: tuple[int, ...]
    tiling: tuple[tuple[int, ...], ...] | None = None
    sub_byte_element_size_in_bits: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "major_to_minor", tuple(self.major_to_minor))
        if self.tiling is not None:
            object.__setattr__(self, "tiling", tuple(map(tuple, self.tiling)))

    def update(self, **changes: Any) -> Layout:
        """The layout with some parts replaced."""
        return dataclasses.replace(self, **changes)

    def check_compatible_aval(self, aval_shape: Any) -> None:
        """Raise FjaxValueError unless it is of as many axes as a shape."""
        if len(self.major_to_minor) != len(aval_shape):
            raise errors.FjaxValueError(
                "Length of major_to_minor and the rank of the value should match. Got "
                f"major_to_minor={self.major_to_minor} and shape={tuple(aval_shape)}"
            )


@dataclass(frozen=True)
class Format:
    """A layout together with a sharding.

    >>> Format(Layout((0,)), fjax.sharding.SingleDeviceSharding(fjax.devices()[0])).layout
    Layout(major_to_minor=(0,), tiling=None, sub_byte_element_size_in_bits=0)
    """

    layout: Layout | None = None
    sharding: Any = None

    def __post_init__(self) -> None:
        if self.layout is not None and not isinstance(self.layout, Layout):
            raise errors.FjaxTypeError(f"Format: layout is a Layout or None, got {self.layout!r}")
        if self.sharding is not None and not is_sharding(self.sharding):
            raise errors.FjaxTypeError(
                f"Format: sharding is a Sharding or None, got {self.sharding!r}"
            )


def with_layout_constraint(x: Any, layouts: Any) -> Any:
    """The pytree x as it is; `layouts`, a Layout or a tree of them, is a hint.

    Raises FjaxValueError where a layout is of another number of axes.

    >>> with_layout_constraint(jnp.ones((2, 3)), Layout((1, 0))).shape
    (2, 3)
    """

    def check(value: Any, layout: Any) -> Any:
        layout.check_compatible_aval(aval_of(value).shape)
        return value

    if isinstance(layouts, Layout):
        return tree_map(lambda value: check(value, layouts), x)
    return tree_map(check, x, layouts, is_leaf=lambda leaf: isinstance(leaf, Layout))


__all__ = ["Format", "Layout", "with_layout_constraint"]
