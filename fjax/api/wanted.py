"""What `with_refs` of a pull-back function says of each primal: is its cotangent wanted, and where.

`GradValue` and `DontWant` stand among its arguments, `GradRef` and `DidntWant` in its results.
"""

from __future__ import annotations

from fjax.dataclass import dataclass
from fjax.tree_util import register_static


@dataclass(frozen=True)
class GradValue:
    """The cotangent is wanted as a value.

    >>> _, pull_back = fjax.vjp(lambda x, y: x * y, 2.0, 3.0)
    >>> pull_back.with_refs(GradValue(), GradValue())(1.0)
    (Array(3., dtype=float64, weak_type=True), Array(2., dtype=float64, weak_type=True))
    """


@dataclass(frozen=True)
class DontWant:
    """The cotangent is not wanted, and is not computed.

    >>> _, pull_back = fjax.vjp(lambda x, y: x * y, 2.0, 3.0)
    >>> pull_back.with_refs(GradValue(), DontWant())(1.0)
    (Array(3., dtype=float64, weak_type=True), DidntWant())
    """


@register_static
@dataclass(frozen=True)
class GradRef:
    """The cotangent has been added to a reference.

    >>> _, pull_back = fjax.vjp(lambda x, y: x * y, 2.0, 3.0)
    >>> total = fjax.new_ref(10.0)
    >>> pull_back.with_refs(total, DontWant())(1.0)
    (GradRef(), DidntWant())
    >>> total[...]
    Array(13., dtype=float64, weak_type=True)
    """


@register_static
@dataclass(frozen=True)
class DidntWant:
    """There is no cotangent, for nobody wanted it.

    >>> _, pull_back = fjax.vjp(lambda x, y: x * y, 2.0, 3.0)
    >>> pull_back.with_refs(DontWant(), DontWant())(1.0)
    (DidntWant(), DidntWant())
    """
