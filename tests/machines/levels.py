"""Which levels of the processor are at hand, and which of them OpenBLAS's kernels need."""

from __future__ import annotations

from fjax.lowering.cpu import processor

LEVEL_OF_KERNELS = {"Haswell": "v3", "Zen": "v3", "SkylakeX": "v4"}  # others run everywhere


def is_absent(level: str) -> bool:
    """Whether this processor has not all of a level such as v3 or x86-64."""
    processor.initialize()
    found = processor.levels_of(
        processor.llvm.get_default_triple(), dict(processor.llvm.get_host_cpu_features())
    )
    return level not in found and f"x86-64-{level}" not in found
