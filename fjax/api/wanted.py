"""What `with_refs` of a pull-back function says of each primal: is its cotangent wanted, and where.

`GradValue` and `DontWant` stand among its arguments, `GradRef` and `DidntWant` in its results.
"""

from __future__ import annotations

from dataclasses import dataclass

from fjax.tree_util import register_static


@dataclass(frozen=True, slots=True)
class GradValue:
    """The cotangent is wanted as a value."""


@dataclass(frozen=True, slots=True)
class DontWant:
    """The cotangent is not wanted, and is not computed."""


@register_static
@dataclass(frozen=True, slots=True)
class GradRef:
    """The cotangent has been added to a reference."""


@register_static
@dataclass(frozen=True, slots=True)
class DidntWant:
    """There is no cotangent, for nobody wanted it."""
