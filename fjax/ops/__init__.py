"""Reductions over segments of an array."""

from fjax import absent
from fjax.ops.segments import segment_max, segment_min, segment_prod, segment_sum

__all__ = ["segment_max", "segment_min", "segment_prod", "segment_sum"]

absent.answer_for(__name__)
