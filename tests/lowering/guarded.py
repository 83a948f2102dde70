"""Arrays that end where readable memory ends: a kernel that reads past its operand crashes."""

import os

import numpy as np

from fjax.lowering.cpu.runtime import memory_blocks


def guarded(array: np.ndarray) -> np.ndarray:
    """A copy of an array whose last byte is the last one before a page without access."""
    if os.name != "posix" or not array.nbytes:
        return array.copy()
    block = memory_blocks.GuardedBlock(-(-array.nbytes // memory_blocks.PAGE) * memory_blocks.PAGE)
    window = block.window(array.nbytes)
    window.block = block  # which lives as long as the copy
    copy = np.ndarray(array.shape, array.dtype, window)
    copy[...] = array
    return copy
