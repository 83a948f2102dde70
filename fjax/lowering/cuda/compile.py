"""Kernels to functions on a GPU: emit, compile, assemble, load; kept in memory and on disk.

LLVM makes PTX, which is text; NVIDIA's driver assembles it. What is kept on disk is both: the
cubin, which is for one architecture, and the PTX, from which another driver makes its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from typing import Any

from fjax import variables
from fjax.core import lazy, memo, vectormath
from fjax.core.events import record
from fjax.dataclass import dataclass
from fjax.locks import process_lock
from fjax.lowering import disk_cache
from fjax.lowering import kernel as kernel_package
from fjax.lowering import llvm as llvm_package
from fjax.lowering import machine as machines
from fjax.lowering import numba as numba_package
from fjax.lowering import schedule as schedule_package
from fjax.lowering.cuda import cubin, heuristic, table
from fjax.lowering.cuda import emit as emit_package
from fjax.lowering.cuda import numba as cuda_numba_package
from fjax.lowering.cuda import ptx as code_generator
from fjax.lowering.cuda.emit.emitter import emit
from fjax.lowering.cuda.emit.threads import Emitted
from fjax.lowering.cuda.heuristic import Variant
from fjax.lowering.cuda.numba import nvvm
from fjax.lowering.cuda.numba.spell import SpelledForGpu, emitted_of, spell
from fjax.lowering.cuda.ptx import ptx
from fjax.lowering.cuda.runtime.gpu import Gpu
from fjax.lowering.cuda.table import needs_table, with_table
from fjax.lowering.kernel import fingerprint
from fjax.lowering.kernel.form import Kernel

llvmlite = lazy.module("llvmlite")

ABI = 1
WORKERS = 8  # threads that assemble at once
GENERATORS = (*fingerprint.SOURCES, machines, heuristic, code_generator, table)
EMITTERS = (  # all of their modules
    kernel_package,
    emit_package,
    schedule_package,
    llvm_package,
    cuda_numba_package,
    numba_package,
    vectormath,
)


@dataclass(frozen=True)
class Wanted:
    """A kernel in one variant."""

    kernel: Kernel
    variant: Variant


@dataclass(frozen=True, eq=False)
class LoadedKernel:
    """A kernel as a function on one GPU, and what launching it needs to know."""

    function: Any
    emitted: Emitted
    spelled: SpelledForGpu | None  # if it was made of Numba's spelling
    from_disk: bool


@dataclass(frozen=True, eq=False)
class _Missing:
    """A kernel that is to be made: its key, and its text in LLVM."""

    key: str
    emitted: Emitted
    spelled: SpelledForGpu | None


_lock = process_lock(reentrant=True)
_loaded: dict[tuple[int, str], LoadedKernel] = {}


@memo.on_clear
def _forget() -> None:
    """Forget all kernels; programs keep those that they launch."""
    with _lock:
        _loaded.clear()


def load_kernels(gpu: Gpu, wanted: Sequence[Wanted]) -> list[LoadedKernel]:
    """The kernels as functions on a GPU; those that nobody has made yet are made side by side."""
    keys = [_key(each, gpu.architecture) for each in wanted]
    with _lock:
        missing = {
            key: _missing(gpu, each, key)
            for key, each in zip(keys, wanted, strict=True)
            if (gpu.number, key) not in _loaded
        }
        for key, made in _made(gpu, list(missing.values())):
            _loaded[gpu.number, key] = made
        return [_loaded[gpu.number, key] for key in keys]


def by_numba(kernel: Kernel) -> bool:
    """Whether the kernel's Numba spelling is compiled."""
    return variables.CUDA_EMITTER.read() == "numba" and nvvm.fits(kernel)


def _missing(gpu: Gpu, wanted: Wanted, key: str) -> _Missing:
    """The kernel's text, with parameters as it takes them."""
    if by_numba(wanted.kernel):
        spelled = spell(wanted.kernel)
        return _Missing(key, emitted_of(spelled, _symbol(key)), spelled)
    found = emit(wanted.kernel, _symbol(key), gpu.machine, wanted.variant)
    if needs_table(wanted.kernel):
        found = replace(found, text=with_table(found.text))
    return _Missing(key, found, None)


def _made(gpu: Gpu, missing: Sequence[_Missing]) -> list[tuple[str, LoadedKernel]]:
    if len(missing) < 2:
        made = [_load(gpu, each) for each in missing]
    else:
        with ThreadPoolExecutor(min(len(missing), WORKERS)) as pool:
            made = list(pool.map(lambda each: _load(gpu, each), missing))
    for kernel in made:  # events are counted by thread
        record("kernel_loaded" if kernel.from_disk else "kernel_compiled")
    return [(each.key, kernel) for each, kernel in zip(missing, made, strict=True)]


def _load(gpu: Gpu, missing: _Missing) -> LoadedKernel:
    """A function on the GPU, whose code is read from disk or made now."""
    symbol, key = missing.emitted.symbol, missing.key
    image = disk_cache.read(key)
    if image is not None and cubin.fault(image, symbol) is None:
        function = gpu.load_if_fit(image, symbol)
        if function is not None:
            return LoadedKernel(function, missing.emitted, missing.spelled, from_disk=True)
    image = gpu.assemble(_ptx(gpu, missing), symbol)
    disk_cache.write(key, image)
    function = gpu.load(image, symbol)
    return LoadedKernel(function, missing.emitted, missing.spelled, from_disk=False)


def _ptx(gpu: Gpu, missing: _Missing) -> str:
    """The PTX, from disk or made now."""
    key = hashlib.sha256(f"{missing.key}\nptx".encode()).hexdigest()
    found = disk_cache.read(key)
    if found is not None and found.isascii():
        return found.decode()
    if missing.spelled is None:
        text = ptx(missing.emitted.text, gpu.architecture)
    else:
        with gpu.current():
            text = nvvm.ptx(missing.spelled, missing.emitted.symbol, gpu.architecture)
    disk_cache.write(key, text.encode())
    return text


def _symbol(key: str) -> str:
    return f"fjax_{key[:40]}"


def _key(wanted: Wanted, architecture: str) -> str:
    choices = {f.name: getattr(wanted.variant, f.name) for f in fields(wanted.variant)}
    said = repr([(k, sorted(v) if isinstance(v, frozenset) else v) for k, v in choices.items()])
    spelling = f"numba {nvvm.version()}" if by_numba(wanted.kernel) else ""
    parts = (fingerprint.fingerprint(wanted.kernel), said, architecture, spelling)
    return hashlib.sha256("\n".join((*parts, _circumstances())).encode()).hexdigest()


@memo.memo(1)
def _circumstances() -> str:
    """What generates code, and which LLVM."""
    version = code_generator.llvm.llvm_version_info
    generators = fingerprint.source_hash(GENERATORS, EMITTERS)
    return f"{generators}\n{llvmlite.__version__}\n{version}\n{ABI}"
