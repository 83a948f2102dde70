"""Operations that choose elements along an axis by an index, where members have parts of them."""

from __future__ import annotations

from typing import Any

from fjax.dataclass import dataclass


@dataclass(frozen=True)
class Rows:
    """Which elements of an axis a member of a mesh has: those from `start`, of `whole` in all."""

    start: Any  # an int32 scalar
    whole: int
