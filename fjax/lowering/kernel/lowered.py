"""What plans hold of a kernel: what makes it loads only for new kernels."""

from __future__ import annotations

import numpy as np

from fjax.dataclass import dataclass
from fjax.lowering.kernel.form import Kernel


@dataclass(frozen=True, eq=False)
class LoweredKernel:
    """A kernel and how to launch it for the shapes and literals of one body."""

    kernel: Kernel
    words: tuple[tuple[np.dtype, object], ...]
    extent: int
    grain: int
    parallel: bool
    recipe: str
    in_place: tuple[tuple[int, int], ...] = ()  # (output, input) that may share memory
    work: int = 0  # rough instructions
