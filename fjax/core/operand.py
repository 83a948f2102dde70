"""What arrays and tracers share. Operators attach in primitives, methods and indexing in numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fjax import misspelling
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.errors import ImmutableArrayError, user_line

if TYPE_CHECKING:
    from fjax.core.operand_methods import OperandMethods
else:
    OperandMethods = object


class Typed:
    """What has an aval, which says its shape and its dtype."""

    __slots__ = ()
    aval: Any

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes."""
        return self.aval.shape

    @property
    def dtype(self) -> Dtype:
        """The element type."""
        return self.aval.dtype

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.aval.ndim

    @property
    def size(self) -> int:
        """The number of elements."""
        return self.aval.size

    @property
    def weak_type(self) -> bool:
        """Whether the dtype came from a Python scalar and yields in promotion."""
        return self.aval.weak_type


class Valueless:
    """What has an aval and no value: it may be returned where only shapes are asked for."""

    __slots__ = ()

    @property
    def aval(self) -> Any:
        """The type of the array that this stands for."""
        raise NotImplementedError


class Operand(Typed, OperandMethods):
    """A value that primitives take: a concrete array or a tracer."""

    __slots__ = ()
    aval: ShapedArray
    __array_priority__ = 100

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return self.aval.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.aval.nbytes

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if name not in misspelling.NAMES["Array"]]

    def _called(self) -> str:
        """What error messages call it."""
        return type(self).__name__

    def __len__(self) -> int:
        if not self.aval.shape:
            raise TypeError("len() of an array of rank 0")
        return self.aval.shape[0]

    if not TYPE_CHECKING:  # type checkers say that neither is there

        def __setitem__(self, index: Any, value: Any) -> None:
            raise ImmutableArrayError(
                f"item assignment: arrays are immutable, and this one is {self.aval}; "
                "write x = x.at[index].set(value)",
                user_line(),
            )

        def __delitem__(self, index: Any) -> None:
            raise ImmutableArrayError(
                f"item deletion: arrays are immutable, and this one is {self.aval}; "
                "write x = fjax.numpy.delete(x, index)",
                user_line(),
            )

        def __hash__(self) -> int:
            raise TypeError(
                f"unhashable type: {self._called()} (arrays compare by value; "
                "use id(x), or a tuple of Python numbers)"
            )


class ArrayStandIn(Operand):
    """What stands in for an array, as messages and printing show it."""

    __slots__ = ()

    def _called(self) -> str:
        return "traced array"

    def __str__(self) -> str:
        return repr(self)

    def __repr__(self) -> str:
        return f"Traced<{self.aval}>"

    if not TYPE_CHECKING:  # type checkers know which attributes there are

        def __getattr__(self, name: str) -> Any:
            if hasattr(type(self), name):  # a property raised the error that this raises again
                return object.__getattribute__(self, name)
            raise misspelling.lacking("a traced array", "Array", name, instance=self)
