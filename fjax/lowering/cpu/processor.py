"""What the emitter and the compiler know about the processor."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from fjax import variables
from fjax.core import dtypes, lazy
from fjax.errors import FjaxValueError
from fjax.locks import process_lock

llvm = lazy.module("llvmlite.binding")

_initialized = False
_initialize_lock = process_lock()


@dataclass(frozen=True)
class Processor:
    """A processor, as far as generated code depends on it."""

    triple: str
    cpu: str
    features: str  # LLVM's list, "+avx2,-avx512f,..."
    vector_bytes: int  # width of the vectors that kernels use
    full_masks: bool  # masked loads and stores of every element size are instructions
    word_masks: bool  # ... of 4 and 8 byte elements
    gathers: bool  # gather and scatter instructions that beat scalar accesses
    fma: bool
    half: bool  # converts float16 <-> float32
    scale: bool  # multiplies by a power of two in one instruction (x86 vscalef)

    def lanes(self, width: int) -> int:
        """How many elements of `width` bytes make a vector."""
        return max(self.vector_bytes // width, 2)

    def has_masks(self, sizes: frozenset[int]) -> bool:
        """Whether elements of all these sizes can be loaded and stored under a mask."""
        return self.full_masks or (self.word_masks and sizes <= {4, 8})


def describe(triple: str, cpu: str, features: dict[str, bool]) -> Processor:
    """A Processor from LLVM's names of its features."""
    has = frozenset(name for name, present in features.items() if present)
    arm = triple.startswith(("aarch64", "arm64"))
    wide = {"avx512f", "avx512bw", "avx512dq", "avx512vl"} <= has
    if wide:
        vector_bytes = 64
    else:
        vector_bytes = 32 if "avx2" in has else 16
    return Processor(
        triple=triple,
        cpu=cpu,
        vector_bytes=vector_bytes,
        features=",".join(f"{'+' if on else '-'}{name}" for name, on in sorted(features.items())),
        full_masks=wide,
        word_masks="avx2" in has,
        gathers=wide,
        fma=arm or "fma" in has,
        half=arm or "f16c" in has,
        scale=wide,
    )


# What each level of x86-64 adds to the one before, as LLVM names it.
LEVELS = {
    "x86-64": "64bit cmov cx8 fxsr mmx sse sse2",
    "x86-64-v2": "cx16 popcnt sahf sse3 ssse3 sse4.1 sse4.2 crc32",
    "x86-64-v3": "avx avx2 bmi bmi2 f16c fma lzcnt movbe xsave",
    "x86-64-v4": "avx512f avx512bw avx512cd avx512dq avx512vl",
}
OPTIONAL = frozenset({"cx8", "sahf", "crc32"})  # kernels use none; not every LLVM names them


@functools.cache
def host() -> Processor:
    """What kernels may use: this process's processor, or the level that FJAX_CPU_LEVEL names.

    Raises:
      FjaxValueError: the processor has not what the level needs.
    """
    initialize()
    features = {name: bool(on) for name, on in dict(llvm.get_host_cpu_features()).items()}
    return at_level(variables.CPU_LEVEL.read(), llvm.get_default_triple(), cpu_name(), features)


def at_level(level: str, triple: str, cpu: str, features: dict[str, bool]) -> Processor:
    """A processor restricted to a level; "native": all of it.

    >>> has = dict.fromkeys("64bit cmov fxsr mmx sse sse2 sse3 ssse3 sse4.1 sse4.2 cx16".split(), 1)
    >>> at_level("v2", "x86_64-linux", "some", {**has, "popcnt": True, "sse4a": True}).features
    '+64bit,+cmov,+cx16,+fxsr,+mmx,+popcnt,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,-sse4a'
    """
    if level == "native":
        return describe(triple, cpu, features)
    name = level if level in (*LEVELS, "armv8-a") else f"x86-64-{level}"
    possible = levels_of(triple, features)
    if name not in possible:
        raise FjaxValueError(
            f"environment variable FJAX_CPU_LEVEL={level!r}: this processor ({cpu}) has no such "
            f"level; expected one of {', '.join(possible)}, or native"
        )
    if name == "armv8-a":
        return describe(triple, "generic", {**dict.fromkeys(features, False), "neon": True})
    allowed = set()
    for each, added in LEVELS.items():
        allowed |= set(added.split())
        if each == name:
            break
    return describe(triple, name, {f: on and f in allowed for f, on in features.items()})


def levels_of(triple: str, features: dict[str, bool]) -> list[str]:
    """The names of the levels that a processor has, the lowest first."""
    if triple.startswith(("aarch64", "arm64")):
        return ["armv8-a"]
    found = []
    if triple.startswith("x86_64"):
        for name, added in LEVELS.items():
            if not all(features.get(f) for f in set(added.split()) - OPTIONAL):
                break
            found.append(name)
    return found


@functools.cache
def cpu_name() -> str:
    """LLVM's name of the processor, whatever level restricts kernels to."""
    return llvm.get_host_cpu_name()


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
