"""Kernels become machine code: emitted, compiled, kept in memory and on disk, and called."""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

from fjax import variables
from fjax.core import collector, lazy, memo, processes
from fjax.core.events import record
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError
from fjax.locks import process_lock
from fjax.lowering import disk_cache
from fjax.lowering import kernel as kernel_package
from fjax.lowering import llvm as llvm_package
from fjax.lowering import machine as machines
from fjax.lowering import numba as numba_package
from fjax.lowering.cpu import emit as emit_package
from fjax.lowering.cpu import llvm_options, loader, processor
from fjax.lowering.cpu.processor import Processor
from fjax.lowering.kernel import fingerprint
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.native import language, types
from fjax.lowering.run.launch import Routine

if TYPE_CHECKING:
    from fjax.lowering.schedule.language import Schedule

llvm = lazy.module("llvmlite.binding")
# What makes machine code: a process that finds all of it on disk does not load them.
emit_llvm: Any = lazy.module("fjax.lowering.cpu.emit.emitter")
heuristic = lazy.module("fjax.lowering.cpu.heuristic")
interleaving = lazy.module("fjax.lowering.cpu.interleaving")
shared_functions = lazy.module("fjax.lowering.cpu.shared_functions")
side_by_side: Any = lazy.module("fjax.lowering.cpu.side_by_side")
slp = lazy.module("fjax.lowering.cpu.slp")
code = lazy.module("fjax.lowering.native.code")
source = lazy.module("fjax.lowering.native.source")
translate: Any = lazy.module("fjax.lowering.native.translate")
words = lazy.module("fjax.lowering.native.words")
numba_compiler: Any = lazy.module("fjax.lowering.numba.compiler")
emit_numba: Any = lazy.module("fjax.lowering.numba.emit")
schedule_package = lazy.module("fjax.lowering.schedule")
schedules: Any = lazy.module("fjax.lowering.schedule.language")

ABI = 1
OPTIMIZATION_LEVEL = 1  # of code generation; at 0 loads stay where they are written
PASSES_LEVEL = 2  # for scalar code: its loops become vectors, and Numba's exceptions vanish
EMITTERS = (kernel_package, emit_package, schedule_package, llvm_package)  # all of their modules
NUMBA_EMITTERS = (kernel_package, numba_package, schedule_package)
TRANSLATORS = (language, types, code, source, words, translate)


@dataclass(frozen=True)
class CacheInfo:
    """How many kernels this process compiled, found in memory, and found on disk."""

    compiled: int = 0
    memory_hits: int = 0
    disk_hits: int = 0


@dataclass(frozen=True, eq=False)
class CompiledKernel:
    """A kernel's machine code, or a library's under the same calling convention."""

    key: str
    address: int
    keep: object = field(default=None, repr=False)


@dataclass(frozen=True, eq=False)
class NativeRoutine(Routine):
    """A routine whose code is compiled, or looked up, when a program is made of it."""

    link: Callable[[], CompiledKernel]


def native_routine(
    key: str,
    function: Callable[..., Any],
    modules: tuple[ModuleType, ...],
    parameters: Callable[[], Mapping[str, Any]] = dict,
    elsewhere: Callable[[], Mapping[Callable[..., Any], int]] = dict,
) -> NativeRoutine:
    """A native function of the uniform ABI as a routine.

    The last two make arguments of `compile_native` when it is compiled.
    """

    @functools.cache
    def link() -> CompiledKernel:
        (address,) = compile_native((function,), modules, parameters(), elsewhere()).values()
        return CompiledKernel(key, address)

    return NativeRoutine(key, link)


def linked(code: Kernel | Routine) -> CompiledKernel:
    """The code of a launch, ready to run."""
    if isinstance(code, Kernel):
        return compile_kernel(code)
    assert isinstance(code, NativeRoutine)
    return code.link()


def known_kernel(known: str) -> NativeRoutine | None:
    """The kernel of this fingerprint as a routine; None if no process has left its code."""
    key = _key(known, processor.host())
    found = _compiled.get(key)
    if found is not None:
        _count("memory_hits")
    else:
        with _lock:
            contents = _kept(key)
            found = None if contents is None else _loaded(key, contents)
    return None if found is None else NativeRoutine(key, lambda: found)


def circumstances() -> str:
    """A hash of everything except the kernel that its machine code depends on."""
    return _circumstances(processor.host(), EMITTERS)


def linked_together(codes: Sequence[Kernel | Routine], threads: int) -> list[CompiledKernel]:
    """As `linked` of each; several threads compile kernels at the same time."""
    kernels = [code for code in codes if isinstance(code, Kernel)]
    together = threads > 1 and len(kernels) > 1 and processes.count() == 1
    if not together or variables.CPU_EMITTER.read() == "numba":
        return [linked(code) for code in codes]
    with _lock:
        made = _made_together(kernels, threads)
    return [made.pop(id(code)) if id(code) in made else linked(code) for code in codes]


def _made_together(kernels: Sequence[Kernel], threads: int) -> dict[int, CompiledKernel]:
    """Those of the kernels that are compiled or loaded now, by the number of the object."""
    host, made, missing = processor.host(), dict[int, CompiledKernel](), dict[str, Kernel]()
    for kernel in kernels:
        key = _key(fingerprint.fingerprint(kernel), host)
        if key in _compiled or key in missing:
            continue
        contents = _kept(key)
        if contents is None:
            missing[key] = kernel
        else:
            made[id(kernel)] = _loaded(key, contents)
    if len(missing) < 2:
        return made
    for key, contents in _compiled_together(missing, host, min(threads, len(missing))):
        _count("compiled")
        _keep(key, contents)
        made[id(missing[key])] = _loaded(key, contents)
    return made


def _compiled_together(
    missing: Mapping[str, Kernel], host: Processor, threads: int
) -> Iterator[tuple[str, bytes]]:
    """Object code of kernels by their keys."""
    texts = (emit_llvm.emit(kernel, _symbol(key), host) for key, kernel in missing.items())
    with llvm_options.fewer_passes():
        made = side_by_side.object_codes(texts, target_machines(host, threads))
    return zip(missing, made, strict=True)


_lock = process_lock(reentrant=True)
_compiled: dict[str, CompiledKernel] = {}
_native: dict[str, dict[str, int]] = {}
_machines: dict[Processor, list[Any]] = {}
_info = CacheInfo()
_EVENTS = {"compiled": "kernel_compiled", "disk_hits": "kernel_loaded"}


@memo.on_clear
def _forget() -> None:
    """Forget all kernels; not while one is compiled, which is looked up afterwards."""
    with _lock:
        _compiled.clear()


def cache_info() -> CacheInfo:
    """Counters of kernel compilations and cache hits since the start."""
    return _info


def compile_kernel(
    kernel: Kernel, for_processor: Processor | None = None, schedule: str | Schedule | None = None
) -> CompiledKernel:
    """The kernel's machine code, from memory, from disk, or compiled now.

    `for_processor` restricts the instructions that are used; the processor must have them.
    schedule: directives, a line each, or their steps; by default what is chosen for the spelling.
    """
    if not isinstance(kernel, Kernel):
        raise FjaxTypeError(
            "compile_kernel takes a kernel form: fjax.inspect(f)(x).kernels[0].info.lowered.kernel "
            f"is one, got {type(kernel).__name__}"
        )
    steps = schedules.parse(schedule) if isinstance(schedule, str) else schedule
    if variables.CPU_EMITTER.read() == "numba":
        return compile_with_numba(kernel, for_processor, steps)
    host = for_processor or processor.host()

    def make(symbol: str) -> bytes:
        text = emit_llvm.emit(kernel, symbol, host, steps)
        return _object_code(llvm.parse_assembly(text), host)

    structure = fingerprint.fingerprint(kernel)
    if steps is not None:
        structure += f"\n{schedules.print_schedule(steps)}"
    return _made(_key(structure, host), make)


def compile_with_numba(
    kernel: Kernel, for_processor: Processor | None = None, schedule: Schedule | None = None
) -> CompiledKernel:
    """The kernel's machine code by way of its Numba spelling; arguments as for `compile_kernel`."""
    host = for_processor or processor.host()
    chosen = emit_numba.chosen_schedule(kernel) if schedule is None else schedule
    structure = f"numba:{fingerprint.fingerprint(kernel)}\n{schedules.print_schedule(chosen)}"

    def make(symbol: str) -> bytes:
        spelled = emit_numba.spell(kernel, schedule=chosen)
        module = numba_compiler.llvm_module(spelled, symbol, _machine(host))
        return _object_code(_optimized(module, host), host)

    key = _key(f"{structure}\n{numba_compiler.version()}", host, NUMBA_EMITTERS)
    return _made(key, make)


def _made(key: str, make: Callable[[str], bytes]) -> CompiledKernel:
    """The kernel under its key; `make` gives object code that defines a symbol."""
    found = _compiled.get(key)
    if found is not None:
        _count("memory_hits")
        return found
    with _lock:
        if key not in _compiled:
            symbol = _symbol(key)
            (address,) = _build(key, (symbol,), lambda: make(symbol))
            _compiled[key] = CompiledKernel(key, address)
        return _compiled[key]


def _symbol(key: str) -> str:
    """The name of a kernel's function."""
    return f"fjax_{key[:40]}"


def _loaded(key: str, contents: bytes) -> CompiledKernel:
    """The kernel under its key, whose object code is given."""
    (address,) = loader.load(contents, (_symbol(key),))
    return _compiled.setdefault(key, CompiledKernel(key, address))


def compile_native(
    functions: tuple[Callable[..., Any], ...],
    modules: tuple[ModuleType, ...],
    parameters: Mapping[str, Any] | None = None,
    elsewhere: Mapping[Callable[..., Any], int] | None = None,
) -> dict[str, int]:
    """Addresses of native functions by name; they and what they call are of these modules.

    elsewhere: functions that they call and that are compiled already, with their addresses.
    """
    names, known = [f.__name__ for f in functions], elsewhere or {}
    sources = fingerprint.source_hash((*TRANSLATORS, *modules))
    called = [f.__name__ for f in known]
    parts = (sources, *names, repr(sorted((parameters or {}).items())), *called)
    key = _key(hashlib.sha256("\n".join(parts).encode()).hexdigest(), processor.host())
    with _lock:
        if key not in _native:
            symbols = {f"fjax_{key[:32]}_{f.__name__}": f for f in functions}
            others = {f: f"fjax_{key[:32]}_{f.__name__}" for f in known}
            for f, symbol in others.items():
                loader.define(symbol, known[f])
            with collector.resting():
                found = _build(
                    key,
                    tuple(symbols),
                    lambda: _object_code(
                        _with_values(translate.translate(symbols, parameters, modules, others)),
                        processor.host(),
                    ),
                )
            _native[key] = dict(zip(names, found, strict=True))
        return _native[key]


def _with_values(text: str) -> Any:
    """A module in which values take the place of variables in memory."""
    host = processor.host()
    module = llvm.parse_assembly(f'target triple = "{host.triple}"\n{text}')
    builder = llvm.create_pass_builder(_machine(host), llvm.create_pipeline_tuning_options())
    inlining = llvm.create_new_module_pass_manager()
    inlining.add_always_inliner_pass()
    inlining.run(module, builder)
    passes = llvm.create_new_function_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)
    return module


def llvm_text(kernel: Kernel, for_processor: Processor | None = None) -> str:
    """The kernel's LLVM IR, for reading."""
    return _emitted(kernel, for_processor or processor.host())


@memo.memo(32)
def _emitted(kernel: Kernel, host: Processor) -> str:
    return emit_llvm.emit(kernel, "kernel", host)


def assembly_text(kernel: Kernel) -> str:
    """The kernel's machine code in the processor's assembly language, for reading."""
    text, host = llvm_text(kernel), processor.host()
    with _lock:
        return _generated(llvm.parse_assembly(text), host, "emit_assembly")


def schedule_text(kernel: Kernel, for_processor: Processor | None = None) -> str:
    """The directives that the heuristic chooses for a kernel, a line each."""
    return schedules.print_schedule(
        emit_llvm.chosen_schedule(kernel, for_processor or processor.host())
    )


def _count(counter: str) -> None:
    global _info
    _info = replace(_info, **{counter: getattr(_info, counter) + 1})
    if counter in _EVENTS:
        record(_EVENTS[counter])


@functools.cache
def _circumstances(host: Processor, emitters: tuple[ModuleType, ...]) -> str:
    """A hash of everything but the kernel that object code depends on."""
    parts = (
        fingerprint.source_hash(
            [
                *fingerprint.SOURCES,
                machines,
                processor,
                heuristic,
                interleaving,
                llvm_options,
                shared_functions,
                slp,
                sys.modules[__name__],
            ],
            emitters,
        ),
        processor.told_by_llvm().versions,
        repr(host),
        str(OPTIMIZATION_LEVEL),
        str(ABI),
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _key(structure: str, host: Processor, emitters: tuple[ModuleType, ...] = EMITTERS) -> str:
    return hashlib.sha256(f"{structure}\n{_circumstances(host, emitters)}".encode()).hexdigest()


def _build(key: str, symbols: tuple[str, ...], make: Callable[[], bytes]) -> list[int]:
    """Addresses of `symbols`; the object code is read from disk or made now.

    Of the processes of a job on one machine one makes it, and the others read it.
    """
    contents = _kept(key)
    if contents is None:
        with disk_cache.alone(key):
            contents = _kept(key) if processes.count() > 1 else None
            if contents is None:
                contents = make()
                _count("compiled")
                _keep(key, contents)
    return loader.load(contents, symbols)


def _keep(key: str, contents: bytes) -> None:
    """Leave object code on disk, when there is time."""
    disk_cache.write_later(key, lambda: contents, processor.cpu_name())


def _kept(key: str) -> bytes | None:
    """Object code from disk, if it is there."""
    contents = disk_cache.read(key)
    if contents is not None:
        _count("disk_hits")
    return contents


def _machine(of: Processor) -> Any:
    """LLVM's code generator for a target."""
    return target_machines(of, 1)[0]


def target_machines(of: Processor, count: int) -> list[Any]:
    """Code generators, one for each thread."""
    found = _machines.setdefault(of, [])
    while len(found) < count:
        processor.initialize()
        found.append(_make_machine(of))
    return found[:count]


def _make_machine(of: Processor) -> Any:
    # Constants at short distances are operands: full addresses would take an instruction each.
    near = {"reloc": "pic", "codemodel": "small"} if loader.places(of.triple) else {"jit": True}
    return llvm.Target.from_triple(of.triple).create_target_machine(
        cpu=of.cpu, features=of.features, opt=OPTIMIZATION_LEVEL, **near
    )


def _optimized(module: Any, host: Processor) -> Any:
    """A module of scalar code after LLVM's passes, which make vectors of its loops."""
    options = llvm.create_pipeline_tuning_options(PASSES_LEVEL)
    options.loop_vectorization, options.slp_vectorization = True, False
    passes = llvm.create_pass_builder(_machine(host), options)
    passes.getModulePassManager().run(module, passes)
    numba_compiler.check_raises_nothing(module)
    return module


def _object_code(module: Any, host: Processor) -> bytes:
    """Object code of an LLVM module."""
    return _generated(module, host, "emit_object")


def _generated(module: Any, host: Processor, emit: str) -> Any:
    """What a method of LLVM's code generator makes of a module."""
    machine = _machine(host)
    module.verify()
    with llvm_options.fewer_passes():
        return getattr(machine, emit)(module)
