"""What fusion and kernels ask of a primitive: its role, and one element of its output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fjax.core.kinds import Role
from fjax.core.rules.missing import Rules
from fjax.core.scalar import Expr

if TYPE_CHECKING:
    from fjax.core.primitive import Primitive, Values


class LoweringRules(Rules):
    """How kernels compute the outputs."""

    __slots__ = ()
    role: ClassVar[Role] = Role.OPAQUE
    update_operand: ClassVar[int | None] = None  # the operand that `target` places into the first

    # ---- one rule for each role

    def scalar(self, *args: Expr) -> Expr:
        """ELEMENTWISE: what one element of the output is."""
        raise self.missing("scalar")

    def element(self, index: Sequence[Any], *operands: Any) -> Any:
        """INDEX: the output's element at an index, read from the operands."""
        raise self.missing("element")

    def identity(self, dtype: np.dtype) -> Any:
        """REDUCTION: the monoid's identity element, as a scalar of the dtype."""
        raise self.missing("identity")

    def step(self, before: Any, index: Sequence[Any], *operands: Any) -> Any:
        """CUMULATIVE without a monoid: the output's element at `index`, given the one before it.

        Zero is before the first. Operands are as for `element`.
        """
        raise self.missing("step")

    def written_out(self, *operands: Any) -> Values:
        """CUMULATIVE: the output by operations on slices along `axis`, of at least two elements."""
        raise self.missing("written_out")

    def target(self, index: Sequence[Any], *operands: Any) -> tuple[Sequence[Any], Any]:
        """UPDATE: where in args[0] the update's element at `index` goes, and whether (None: yes).

        Operands are as for `element`; the primitive's `monoid` says how an update combines with
        what is there (None: it overwrites).
        """
        raise self.missing("target")

    # ---- for operations that kernels do not know

    def multiply_adds(self, *avals: Any) -> int:
        """How many products are summed: of a matrix product and of a convolution."""
        return 0

    def expand(self, *args: Any) -> Values | None:
        """The outputs computed by primitives that kernels know; None: this one is as good."""
        return None

    def expand_filled(self, shape: tuple[int, ...], value: Any, *args: Any) -> Values | None:
        """As `expand`, if the first operand of an update has this shape and one value only.

        `args` are the other operands.
        """
        return None

    def accumulate(self, x: Any, *args: Any) -> Any:
        """x plus the output, if the first operand of this update is zero, by an update of x.

        `args` are the other operands. None if there is no such update.
        """
        return None

    def update_where(self, chosen: Any, x: Any, *args: Any) -> Any:
        """The output where `chosen` holds and x elsewhere, by an update of x. None: there is none.

        chosen: bool, of x's shape or (). args: the other operands of this update.
        """
        return None

    # ---- for special cases

    def layout(self, *avals: Any) -> Any:
        """A product of matrices: how (primitives.contraction.GemmLayout). None if it is no such."""
        return None

    def joined(self) -> int | None:
        """INDEX: the axis along which whole operands lie side by side. None if they do not."""
        return None

    def on_words(self, dtype: np.dtype, words: np.dtype) -> Primitive | None:
        """This operation on elements seen as words of their size; None: it computes with them."""
        return None
