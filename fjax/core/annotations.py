"""Types for annotations of what users call: how arrays, dtypes, shapes and axes may be given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, SupportsIndex, TypeAlias, TypeVar

import numpy as np

from fjax.core.array import Array
from fjax.core.dtypes import KeyDtype

if TYPE_CHECKING:
    from typing_extensions import TypeVar as DefaultedTypeVar

    # What cannot be inferred, as where a function has no annotations, is Any.
    T = DefaultedTypeVar("T", default=Any)
    Y = DefaultedTypeVar("Y", default=Any)
    R = DefaultedTypeVar("R", default=Any)
else:
    T, Y, R = TypeVar("T"), TypeVar("Y"), TypeVar("R")

P = ParamSpec("P")  # what a function takes that is transformed, which returns R


class HasDtype(Protocol):
    """What has a dtype may stand for it: an array, or a scalar type such as `jnp.float32`."""

    @property
    def dtype(self) -> Any: ...


# Unions of classes that exist, so that they are the same at run time (`typing.get_type_hints`).
ArrayLike: TypeAlias = Array | np.ndarray | np.bool_ | np.number | bool | int | float | complex
DTypeLike: TypeAlias = str | type[Any] | np.dtype[Any] | KeyDtype | HasDtype
Shape: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
UnaryFunction: TypeAlias = Callable[[ArrayLike], Array]
BinaryFunction: TypeAlias = Callable[[ArrayLike, ArrayLike], Array]
Axes: TypeAlias = SupportsIndex | Sequence[SupportsIndex] | None
