"""What the checks of several processes share."""

import numpy as np

import fjax
from fjax.experimental.multihost_utils import process_allgather

if not fjax.distributed.is_initialized():
    fjax.distributed.initialize()


def whole(x):
    """All elements of an array, whoever holds them."""
    return np.asarray(x) if x.is_fully_replicated else process_allgather(x, tiled=True)
