"""Rematerialisation: checkpoint, policies, and what reverse mode keeps."""

from fjax.higher_order.checkpoint import (
    checkpoint,
    checkpoint_name,
    checkpoint_policies,
    print_saved_residuals,
    remat,
    saved_residuals,
)
from fjax.higher_order.saving import Offloadable, Recompute, Saveable

__all__ = [
    "Offloadable",
    "Recompute",
    "Saveable",
    "checkpoint",
    "checkpoint_name",
    "checkpoint_policies",
    "print_saved_residuals",
    "remat",
    "saved_residuals",
]
