"""What a primitive's role promises, as types: who compiles asks by these and knows no class.

Each function takes a primitive and gives it back as what its role says of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

import numpy as np

from fjax.core.primitive import Monoid, Primitive, Role


class IndexMap(Protocol):
    """Its outputs are elements of its operands, at other indices."""

    def element(self, index: Sequence[Any], *operands: Any) -> Any:
        """The output's element at an index, read from the operands."""


class Reduction(Protocol):
    """It combines all elements along `axes` (in ascending order) with a monoid."""

    @property
    def axes(self) -> tuple[int, ...]: ...

    @property
    def monoid(self) -> Monoid: ...

    def identity(self, dtype: np.dtype) -> Any:
        """The monoid's identity element."""


class Cumulative(Protocol):
    """Along `axis`, each output follows from the one before it, or after it if `reverse`.

    With a monoid it is that one combined with the operand's element, else what `step` gives.
    """

    @property
    def axis(self) -> int: ...

    @property
    def reverse(self) -> bool: ...

    @property
    def monoid(self) -> Monoid | None: ...

    def step(self, before: Any, index: Sequence[Any], *operands: Any) -> Any:
        """The output's element at an index, where there is no monoid; at first after zero."""


class Update(Protocol):
    """It replaces elements of its first operand, or combines them if there is a monoid."""

    @property
    def update_operand(self) -> int: ...  # the number of the operand that it places there

    @property
    def monoid(self) -> Monoid | None: ...


def _of(op: Primitive, role: Role) -> Primitive:
    if op.role is not role:
        raise TypeError(f"{op.name} is {op.role.value}, not {role.value}")
    return op


def index_map(op: Primitive) -> IndexMap:
    """A primitive with the role INDEX.

    >>> index_map(lax.sin_p)
    Traceback (most recent call last):
    TypeError: sin is elementwise, not index
    """
    return cast(IndexMap, _of(op, Role.INDEX))


def reduction(op: Primitive) -> Reduction:
    """A primitive with the role REDUCTION.

    >>> jaxpr = fjax.make_jaxpr(lambda x: x.sum(0))(np.ones((2, 3))).jaxpr
    >>> reduction(jaxpr.eqns[0].op).axes
    (0,)
    """
    return cast(Reduction, _of(op, Role.REDUCTION))


def cumulative(op: Primitive) -> Cumulative:
    """A primitive with the role CUMULATIVE.

    >>> jaxpr = fjax.make_jaxpr(lambda x: lax.cumsum(x, axis=1))(np.ones((2, 3))).jaxpr
    >>> cumulative(jaxpr.eqns[0].op).axis
    1
    """
    return cast(Cumulative, _of(op, Role.CUMULATIVE))


def update(op: Primitive) -> Update:
    """A primitive that has a `target` rule, whatever its role: it names its `update_operand`.

    >>> placed = fjax.make_jaxpr(lambda x, y: lax.dynamic_update_slice(x, y, (1,)))
    >>> print(update(placed(np.ones(3), np.ones(1)).jaxpr.eqns[-1].op).monoid)
    None
    """
    if op.update_operand is None:
        raise TypeError(f"{op.name} places no operand into another one")
    return cast(Update, op)
