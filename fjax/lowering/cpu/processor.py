"""The processor, as the emitter and the compiler know it."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import itertools
import json
import math
import os
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fjax import variables
from fjax.core import dtypes, lazy
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError
from fjax.locks import process_lock
from fjax.lowering import disk_cache
from fjax.lowering import machine as machines
from fjax.lowering.machine import Here, Machine

llvm = lazy.module("llvmlite.binding")
llvmlite = lazy.module("llvmlite")

_initialized = False
_initialize_lock = process_lock()


@dataclass(frozen=True)
class Processor:
    """A processor, as far as generated code depends on it."""

    triple: str
    cpu: str
    features: str  # LLVM's list, "+avx2,-avx512f,..."
    machine: Machine  # the nominal one of its level
    full_masks: bool  # masked loads and stores of every element size are instructions
    word_masks: bool  # ... of 4 and 8 byte elements
    gathers: bool  # gather and scatter instructions that beat scalar accesses
    fma: bool
    half: bool  # converts float16 <-> float32
    scale: bool  # multiplies by a power of two in one instruction (x86 vscalef)
    # How many bytes ahead a loop under a mask prefetches; 0: the processor does.
    fetched_ahead: int = 0

    @property
    def vector_bytes(self) -> int:
        """Width of the vectors that kernels use."""
        return self.machine.vector_bytes

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
    name = "x86-64-v4" if wide else "x86-64-v3" if "avx2" in has else "x86-64"
    if name == "x86-64" and {"popcnt", "sse4.2"} <= has:
        name = "x86-64-v2"
    return Processor(
        triple=triple,
        cpu=cpu,
        machine=machines.named("neoverse" if arm else name),
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
    told = told_by_llvm()
    found = at_level(variables.CPU_LEVEL.read(), told.triple, told.cpu, told.features)
    ahead = 512 if told.cpu.startswith("znver") else 0  # masked loads start no prefetching there
    at_hand = replace(found.machine, here=here(found.machine.here))
    return replace(found, machine=at_hand, fetched_ahead=ahead)


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


def cpu_name() -> str:
    """LLVM's name of the processor, whatever level restricts kernels to."""
    return told_by_llvm().cpu


class Told(NamedTuple):
    """What LLVM says of itself and of this processor."""

    versions: str
    triple: str
    cpu: str
    features: dict[str, bool]


@functools.cache
def told_by_llvm() -> Told:
    """What LLVM says. To load it takes longer than many programs do, so that it is kept on disk.

    The key names the processor as Linux tells of it, and the files of LLVM.
    """
    around = _circumstances()
    key = None if around is None else hashlib.sha256(f"{Told._fields}\n{around}".encode())
    kept = None if key is None else disk_cache.read(key.hexdigest())
    if kept is not None:
        return Told(*json.loads(kept))
    features = {name: bool(on) for name, on in dict(llvm.get_host_cpu_features()).items()}
    versions = f"{llvmlite.__version__}\n{llvm.llvm_version_info}"
    told = Told(versions, llvm.get_default_triple(), llvm.get_host_cpu_name(), features)
    if key is not None:
        disk_cache.write(key.hexdigest(), json.dumps(told).encode())
    return told


PROCESSORS = Path("/proc/cpuinfo")
_NAMED_BY = frozenset({"vendor_id", "cpu family", "model", "model name", "stepping", "flags"})


def _circumstances() -> str | None:
    """What LLVM's answers depend on; None where the system does not tell enough."""
    files = importlib.util.find_spec("llvmlite")
    try:
        with PROCESSORS.open() as lines:
            first = itertools.takewhile(str.strip, lines)
            named = [x for x in first if x.partition(":")[0].strip() in _NAMED_BY]
        folders = list(files.submodule_search_locations or ()) if files else []
        stamps = [
            (x.name, x.stat().st_size, x.stat().st_mtime_ns, x.stat().st_ctime_ns)
            for folder in folders
            for x in (Path(folder, "_version.py"), Path(folder, "binding"))
        ]
    except OSError:
        return None
    return repr((named, folders, stamps)) if len(named) == len(_NAMED_BY) else None


# ---- what is found out about this processor

CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
UNITS = {"K": 1 << 10, "M": 1 << 20}


def here(otherwise: Here) -> Here:
    """The cores and caches of this machine; what the system does not tell is as in `otherwise`."""
    return Here(processor_count(), cache_bytes(2, CACHES) or otherwise.l2_bytes)


def cache_bytes(level: int, caches: Path) -> int | None:
    """The size of a core's cache of data, as Linux tells it in a folder; None if it does not."""
    for folder in sorted(caches.glob("index*")):
        try:
            kind = (folder / "type").read_text().strip()
            if kind == "Instruction" or int((folder / "level").read_text()) != level:
                continue
            size = (folder / "size").read_text().strip()
            return int(size.rstrip("KM")) * UNITS.get(size[-1:], 1)
        except (OSError, ValueError):
            continue
    return None


def processor_count() -> int:
    """Processors that this process may use, a cgroup's quota respected."""
    if hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    quota = _cgroup_quota()
    return max(1, min(count, count if quota is None else math.ceil(quota)))


def _cgroup_quota() -> float | None:
    """Processors' worth of time that a control group grants; None for no limit."""
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
    except (OSError, ValueError):
        base = Path("/sys/fs/cgroup/cpu")
        try:
            quota = (base / "cpu.cfs_quota_us").read_text().strip()
            period = (base / "cpu.cfs_period_us").read_text().strip()
        except OSError:
            return None
    if quota in ("max", "-1"):
        return None
    return int(quota) / int(period)


def initialize() -> None:
    """Have LLVM ready for code of this processor."""
    global _initialized
    with _initialize_lock:
        if not _initialized:
            llvm.initialize_native_target()
            llvm.initialize_native_asmprinter()
            _initialized = True


MOST_REGISTERS = 4  # of one value


def compute_width(dtype: np.dtype) -> int:
    """Bytes of a register lane that holds this dtype while computing."""
    return 4 if dtypes.widened(dtype) == dtypes.float32 else dtype.itemsize
