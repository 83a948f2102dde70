"""Arrays that store some elements, while all others are zero, as operands of primitives.

A primitive that can work on the stored elements says so in its `sparse` rule. The rule sees some
operands as `SparseOperand`s, the others as dense arrays, and asks the former for what it needs;
how they are stored is their own business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.operand import Typed
from fjax.errors import MissingRuleError


class SparseOperand(Typed):
    """An array whose elements are zero except for those at stored places.

    A place may be stored several times: its element is the sum. A format gives what it can; the
    rest raises.
    """

    __slots__ = ()
    aval: ShapedArray

    def todense(self) -> Any:
        """The dense array."""
        raise self.unsupported("todense")

    def applied(
        self, function: Callable[..., Any], *others: SparseOperand, once: bool
    ) -> SparseOperand:
        """`function` of the stored elements, and of those of others with the same places.

        `once`: of each place's element as a whole, where it is stored several times.
        """
        raise self.unsupported("an elementwise operation")

    def has_places_of(self, other: SparseOperand) -> bool:
        """Whether both are known to store the same places in the same order."""
        return self is other

    def of_dense(self, x: Any) -> Any:
        """The elements of a dense array of the same shape at the stored places, as `applied`
        gives the stored ones to its function."""
        raise self.unsupported("an elementwise operation with a dense array")

    def plus(self, other: SparseOperand) -> SparseOperand:
        """The sum of two arrays of one shape and dtype: the elements of both."""
        raise self.unsupported("addition")

    def times(self, other: SparseOperand) -> SparseOperand:
        """The product, element by element, of two arrays of one shape and dtype."""
        raise self.unsupported("multiplication")

    def broadcast(self, shape: Sequence[int], dimensions: Sequence[int]) -> SparseOperand:
        """As `lax.broadcast_in_dim`."""
        raise self.unsupported("broadcast_in_dim")

    def reshaped(self, shape: Sequence[int]) -> SparseOperand:
        """The same elements in row-major order under another shape."""
        raise self.unsupported("reshape")

    def permuted(self, permutation: Sequence[int]) -> SparseOperand:
        """The axes in another order."""
        raise self.unsupported("transpose")

    def reverse(self, axes: Sequence[int]) -> SparseOperand:
        """The order along some axes reversed."""
        raise self.unsupported("rev")

    def slice(
        self, starts: Sequence[int], limits: Sequence[int], steps: Sequence[int]
    ) -> SparseOperand:
        """As `lax.slice`."""
        raise self.unsupported("slice")

    def window(self, starts: Sequence[Any], sizes: Sequence[int]) -> SparseOperand:
        """As `lax.dynamic_slice`, for start indices that are not negative."""
        raise self.unsupported("dynamic_slice")

    def gathered(self, indices: Any, gather: Any) -> SparseOperand:
        """What a `Gather` gives for dense indices."""
        raise self.unsupported("gather")

    def joined(self, operands: Sequence[SparseOperand], axis: int) -> SparseOperand:
        """All operands, this one among them, one after the other along an axis."""
        raise self.unsupported("concatenate")

    def summed(self, axes: Sequence[int]) -> Any:
        """The sum along axes."""
        raise self.unsupported("reduce_sum")

    def contracted(self, lhs: Any, rhs: Any, dot: Any) -> Any:
        """What a `DotGeneral` gives for two operands; this is one of them."""
        raise self.unsupported("dot_general")

    def convolved(self, lhs: Any, rhs: Any, convolution: Any) -> Any:
        """What a `ConvGeneralDilated` gives for two operands; this is one of them."""
        raise self.unsupported("conv_general_dilated")

    def along_first(self) -> SparseOperand:
        """The same array in a form whose parts all have its first axis as their first."""
        raise self.unsupported("a loop over its first axis")

    def unpromising(self) -> SparseOperand:
        """The same array without what is known of its places beyond their number."""
        return self

    def unsupported(self, operation: str) -> MissingRuleError:
        """The error of a method that a format lacks."""
        return MissingRuleError(
            f"{operation} of {type(self).__name__} {self.aval} is not implemented; make the array "
            "dense before (fjax.experimental.sparse.todense)"
        )


def is_sparse(x: Any) -> bool:
    """Whether an operand of a `sparse` rule is sparse.

    >>> is_sparse(jnp.ones(2))
    False
    """
    return isinstance(x, SparseOperand)


def dense(x: Any) -> Any:
    """An operand of a `sparse` rule as a dense array."""
    return x.todense() if isinstance(x, SparseOperand) else x
