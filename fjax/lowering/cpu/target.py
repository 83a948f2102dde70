"""What the emitter and the compiler know about the processor."""
from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from fjax.core import dtypes, lazy
from fjax.locks import process_lock

llvm = lazy.module("llvmlite.binding")

_initialized = False
_initialize_lock = process_lock()


@dataclass(frozen=True)
class Target:
    """A processor, as far as generated code depends on it."""

    triple: str
    cpu: str
    features: str              # LLVM's list, "+avx2,-avx512f,..."
    vector_bytes: int          # width of the vectors that kernels use
    full_masks: bool           # masked loads and stores of every element size are instructions
    word_masks: bool           # ... of 4 and 8 byte elements
    gathers: bool              # gather and scatter instructions that beat scalar accesses
    fma: bool
    half: bool                 # converts float16 <-> float32
    scale: bool                # multiplies by a power of two in one instruction (x86 vscalef)

    def lanes(self, width: int) -> int:
        """How many elements of `width` bytes make a vector."""
        return max(self.vector_bytes // width, 2)

    def has_masks(self, sizes: frozenset[int]) -> bool:
        """Whether elements of all these sizes can be loaded and stored under a mask."""
        return self.full_masks or (self.word_masks and sizes <= {4, 8})


def describe(triple: str, cpu: str, features: dict[str, bool]) -> Target:
    """A Target from LLVM's names of its features."""
    has = frozenset(name for name, present in features.items() if present)
    arm = triple.startswith(("aarch64", "arm64"))
    wide = {"avx512f", "avx512bw", "avx512dq", "avx512vl"} <= has
    if wide:
        vector_bytes = 64
    else:
        vector_bytes = 32 if "avx2" in has else 16
    return Target(triple=triple, cpu=cpu, vector_bytes=vector_bytes,
                  features=",".join(f"{'+' if on else '-'}{name}"
                                    for name, on in sorted(features.items())),
                  full_masks=wide, word_masks="avx2" in has, gathers=wide,
                  fma=arm or "fma" in has, half=arm or "f16c" in has, scale=wide)


@functools.cache
def host() -> Target:
    """The processor that this process runs on."""
    initialize()
    return describe(llvm.get_default_triple(), llvm.get_host_cpu_name(),
                    dict(llvm.get_host_cpu_features()))


def initialize() -> None:
    """Have LLVM ready for code of this processor."""
    global _initialized
    with _initialize_lock:
        if not _initialized:
            llvm.initialize_native_target()
            llvm.initialize_native_asmprinter()
            _initialized = True


def compute_width(dtype: np.dtype) -> int:
    """Bytes of a register lane that holds this dtype while computing."""
    return 4 if dtypes.widened(dtype) == dtypes.float32 else dtype.itemsize
