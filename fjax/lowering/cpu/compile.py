"""Kernels become machine code: emitted, compiled, kept in memory and on disk, and called."""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
class NativeModule:
    """Native functions that are compiled together; they and what they call are of `modules`.

    elsewhere: functions that they call and that are compiled apart: their addresses, or modules.
    """

    functions: tuple[Callable[..., Any], ...]
    modules: tuple[ModuleType, ...]
    parameters: Mapping[str, Any]
    elsewhere: Mapping[Callable[..., Any], int | NativeModule]

    @memo.cached_property
    def key(self) -> str:
        """What the object code is found by."""
        names = [f.__name__ for f in self.functions]
        sources = fingerprint.source_hash((*TRANSLATORS, *self.modules))
        called = [f.__name__ for f in self.elsewhere]
        parts = (sources, *names, repr(sorted(self.parameters.items())), *called)
        return _key(hashlib.sha256("\n".join(parts).encode()).hexdigest(), processor.host())

    def _symbol(self, function: Callable[..., Any]) -> str:
        return f"fjax_{self.key[:32]}_{function.__name__}"

    def text(self) -> str:
        """LLVM IR."""
        symbols = {self._symbol(f): f for f in self.functions}
        others = {f: self._symbol(f) for f in self.elsewhere}
        text = translate.translate(symbols, self.parameters, self.modules, others)
        return f'target triple = "{processor.host().triple}"\n{text}'

    def addresses(self) -> dict[str, int]:
        """The functions' addresses, by name."""
        with _lock:
            if self.key not in _native:
                for f, at in self.elsewhere.items():
                    address = at if isinstance(at, int) else at.addresses()[f.__name__]
                    loader.define(self._symbol(f), address)
                symbols = tuple([self._symbol(f) for f in self.functions])
                with collector.resting():
                    found = _build(self.key, symbols, self._object_code)
                names = [f.__name__ for f in self.functions]
                _native[self.key] = dict(zip(names, found, strict=True))
            return _native[self.key]

    def _object_code(self) -> bytes:
        text = self.text()
        with llvm_options.fewer_passes():
            return _with_values(text, processor.host())


@dataclass(frozen=True, eq=False)
class NativeRoutine(Routine):
    """A routine whose code is compiled, or looked up, when a program is made of it.

    modules: those whose object code `link` will need.
    """

    link: Callable[[], CompiledKernel]
    modules: Callable[[], Sequence[NativeModule]] = tuple


def native_routine(
    key: str,
    function: Callable[..., Any],
    modules: tuple[ModuleType, ...],
    parameters: Callable[[], Mapping[str, Any]] = dict,
    around: Callable[[], Sequence[NativeModule]] = tuple,
) -> NativeRoutine:
    """A native function of the uniform ABI as a routine.

    The last two are called when it is compiled. around: modules with one function each, which it
    calls.
    """

    @functools.cache
    def made() -> Sequence[NativeModule]:
        others = around()
        elsewhere = {module.functions[0]: module for module in others}
        return (*others, NativeModule((function,), modules, parameters(), elsewhere))

    @functools.cache
    def link() -> CompiledKernel:
        (address,) = made()[-1].addresses().values()
        return CompiledKernel(key, address)

    return NativeRoutine(key, link, made)


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
    """As `linked` of each; several threads compile at the same time."""
    make_together(codes, threads)
    return [linked(code) for code in codes]


def make_together(codes: Iterable[Kernel | Routine | NativeModule], threads: int) -> None:
    """Have object code ready for `linked`; several threads make what is not on disk."""
    if threads < 2 or processes.count() > 1 or variables.CPU_EMITTER.read() == "numba":
        return
    parts = dict(_parts(codes))
    with _lock:
        new = [key for key in parts if not any(key in x for x in (_compiled, _native, _ready))]
        _ready.update((key, found) for key in new if (found := _kept(key)) is not None)
        missing = {key: parts[key] for key in new if key not in _ready}
        if len(missing) < 2:
            return
        machines = target_machines(processor.host(), min(threads, len(missing)))
        sources = (_source(key, code) for key, code in missing.items())
        with collector.resting(), llvm_options.fewer_passes():
            made = side_by_side.object_codes(sources, machines)
        for key, contents in zip(missing, made, strict=True):
            _count("compiled")
            _keep(key, contents)
            _ready[key] = contents


def _parts(
    codes: Iterable[Kernel | Routine | NativeModule],
) -> Iterator[tuple[str, Kernel | NativeModule]]:
    """What becomes object code, with its keys."""
    for code in codes:
        if isinstance(code, Kernel):
            yield _key(fingerprint.fingerprint(code), processor.host()), code
        elif isinstance(code, NativeModule):
            yield code.key, code
        elif isinstance(code, NativeRoutine):
            yield from ((module.key, module) for module in code.modules())


def _source(key: str, code: Kernel | NativeModule) -> tuple[str, Callable[[Any, Any], None] | None]:
    """LLVM IR, and what changes its module before object code is made."""
    if isinstance(code, NativeModule):
        return code.text(), _make_values
    return emit_llvm.emit(code, _symbol(key), processor.host()), None


_lock = process_lock(reentrant=True)
_compiled: dict[str, CompiledKernel] = {}
_native: dict[str, dict[str, int]] = {}
_ready: dict[str, bytes] = {}
_machines: dict[Processor, list[Any]] = {}
_info = CacheInfo()
_EVENTS = {"compiled": "kernel_compiled", "disk_hits": "kernel_loaded"}


@memo.on_clear
def _forget() -> None:
    """Forget all kernels; not while one is compiled, which is looked up afterwards."""
    with _lock:
        _compiled.clear()
        _ready.clear()


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
        with llvm_options.fewer_passes():
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
        with llvm_options.fewer_passes():
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
    """Addresses of native functions by name; see `NativeModule`."""
    return NativeModule(functions, modules, parameters or {}, elsewhere or {}).addresses()


def _with_values(text: str, host: Processor) -> bytes:
    """Object code of a module in which values take the place of variables."""
    module = llvm.parse_assembly(text)
    _make_values(module, _machine(host))
    return _object_code(module, host)


def _make_values(module: Any, machine: Any) -> None:
    """Have values take the place of variables in memory."""
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    inlining = llvm.create_new_module_pass_manager()
    inlining.add_always_inliner_pass()
    inlining.run(module, builder)
    passes = llvm.create_new_function_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)


def llvm_text(kernel: Kernel, for_processor: Processor | None = None) -> str:
    """The kernel's LLVM IR, for reading."""
    return _emitted(kernel, for_processor or processor.host())


@memo.memo(32)
def _emitted(kernel: Kernel, host: Processor) -> str:
    return emit_llvm.emit(kernel, "kernel", host)


def assembly_text(kernel: Kernel) -> str:
    """The kernel's machine code in the processor's assembly language, for reading."""
    text, host = llvm_text(kernel), processor.host()
    with _lock, llvm_options.fewer_passes():
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
    contents = _ready.pop(key, None) or _kept(key)
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
    return getattr(machine, emit)(module)
