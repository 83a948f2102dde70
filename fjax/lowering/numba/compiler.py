"""Numba source to an LLVM module, through Numba's front end alone.

Numba's decorators give each function wrappers for Python and for C, machine code of its own and the
whole pipeline of passes; a kernel is scalar code that one C function calls. So each function is
typed and lowered once, by the few passes that it needs, all are linked into one module, and what
follows (optimisation, machine code, the cache on disk) is the same as for any other spelling.

`numba.core` is no public interface: what is used of it was tried with the versions from `FIRST` to
`LAST`, and others are refused.
"""

from __future__ import annotations

import contextlib
import functools
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from fjax.core import lazy
from fjax.core.memo import WeakTable
from fjax.dataclass import dataclass
from fjax.errors import FjaxRuntimeError
from fjax.lowering.numba.emit import Helper, Spelled
from fjax.lowering.numba.text import stored_dtype
from fjax.lowering.numba.wrapping import wrapping_integers

codegen: Any = lazy.module("numba.core.codegen")
cgutils = lazy.module("numba.core.cgutils")
compiler: Any = lazy.module("numba.core.compiler")
compiler_lock = lazy.module("numba.core.compiler_lock")
ir = lazy.module("llvmlite.ir")
llvm = lazy.module("llvmlite.binding")
metadata = lazy.module("importlib.metadata")
machinery = lazy.module("numba.core.compiler_machinery")
numba = lazy.module("numba")
numbers = lazy.module("numba.cpython.numbers")
registry = lazy.module("numba.core.registry")
runtime = lazy.module("numba.core.runtime")
templates = lazy.module("numba.core.typing.templates")
typed_passes = lazy.module("numba.core.typed_passes")
types = lazy.module("numba.core.types")
untyped_passes = lazy.module("numba.core.untyped_passes")

FIRST, LAST = (0, 62), (0, 68)
LENGTH = 0  # of every array: an index below 0 then stays one, and nothing else asks for it
DEEPEST = 20_000  # calls inside one another, in Python, while Numba compiles
_lowered_helpers = WeakTable()


@functools.cache
def version() -> str:
    """Numba's version, without loading it."""
    return metadata.version("numba")


def check_version() -> None:
    """Refuse a version of Numba that this module was not tried with."""
    found = re.match(r"(\d+)\.(\d+)", version())
    if found is None or not FIRST <= (int(found[1]), int(found[2])) <= LAST:
        first, last = (".".join(map(str, x)) for x in (FIRST, LAST))
        raise FjaxRuntimeError(
            f"FJAX_CPU_EMITTER=numba takes Numba {first} to {last}; got {version()}: install one "
            "of these, or set FJAX_CPU_EMITTER=llvm"
        )


def llvm_module(spelled: Spelled, symbol: str, machine: Any) -> Any:
    """A verified LLVM module for a machine; `symbol` is the kernel, with the uniform ABI."""
    check_version()
    with _deep_recursion(), compiler_lock.global_compiler_lock, wrapping_integers(numbers):
        return _Build(spelled, machine).module(symbol)


@contextlib.contextmanager
def _deep_recursion() -> Iterator[None]:
    """Room for Numba, which walks a kernel's basic blocks by recursion, each of a chain deeper."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@dataclass(frozen=True, eq=False)
class _Lowered:
    """A function that Numba has typed and lowered.

    descriptor: Numba's description of it. code: its LLVM modules as bitcode. libraries: Numba's
    own functions that it calls.
    """

    descriptor: Any
    code: tuple[bytes, ...]
    libraries: tuple[Any, ...]


class _Callable:
    """Stands for a lowered function in the namespace of those that call it."""

    def __init__(self, lowered: _Lowered):
        descriptor = lowered.descriptor
        signature = templates.signature(descriptor.restype, *descriptor.argtypes)
        template = templates.make_concrete_template(descriptor.qualname, self, [signature])
        self.lowered = lowered
        self._numba_type_ = types.Function(template)


class _Build:
    """The functions of one kernel on their way into a module."""

    def __init__(self, spelled: Spelled, machine: Any):
        self.spelled, self.machine = spelled, machine
        self.context = registry.cpu_target.target_context
        self.context.refresh()
        self.namespace: dict[str, Any] = {"__name__": "fjax_kernel"}
        self.lowered: list[_Lowered] = []

    def module(self, symbol: str) -> Any:
        self._read()
        with contextlib.ExitStack() as known:
            for helper in self.spelled.helpers:
                self._add_helper(helper, known)
            kernel = self._lower("kernel", self._kernel_types(), types.none, into_caller=True)
        module = llvm.parse_assembly(_text(self._wrapper(kernel, symbol)))
        return _link(module, [*self.lowered, kernel], symbol)

    def _read(self) -> None:
        """The functions as plain Python: Numba's decorators do nothing here."""
        exec(compile(self.spelled.header, "<fjax kernel>", "exec"), self.namespace)
        self.namespace["njit"] = lambda **options: lambda function: function
        functions = "\n\n\n".join(self.spelled.functions)
        exec(compile(functions, "<fjax kernel>", "exec"), self.namespace)

    def _add_helper(self, helper: Helper, known: contextlib.ExitStack) -> None:
        """Lower a helper, unless another kernel had it, and let those after it call it."""
        found = _lowered_helpers.of(helper.function)
        if helper.dtypes not in found:
            arguments = tuple(map(numba_type, helper.dtypes))
            found[helper.dtypes] = self._lower(helper.name, arguments, numba_type(helper.result))
        lowered = found[helper.dtypes]
        stands = _Callable(lowered)
        self.context.insert_user_function(stands, lowered.descriptor)
        known.callback(self.context.remove_user_function, stands)
        self.namespace[helper.name] = stands
        self.lowered.append(lowered)

    def _lower(
        self, name: str, arguments: tuple, result: Any, into_caller: bool = False
    ) -> _Lowered:
        library = _library_class()(self.context.codegen(), name)
        done = compiler.compile_extra(
            registry.cpu_target.typing_context,
            self.context,
            self.namespace[name],
            arguments,
            result,
            _flags(into_caller),
            {},
            library=library,
            pipeline_class=_pipeline_class(),
        )
        code = tuple(_simplified(text, self.machine) for text in library.texts)
        return _Lowered(done.fndesc, code, tuple(library.libraries))

    def _kernel_types(self) -> tuple:
        arrays = [types.Array(numba_type(b.dtype), 1, "C") for b in self.spelled.buffers]
        words = [numba_type(d) for _, d in self.spelled.words]
        return (*arrays, *words, types.int64, types.int64)

    def _wrapper(self, kernel: _Lowered, symbol: str) -> Any:
        """The C function that unpacks buffers as arrays, and the table's words as their values."""
        module, context = self.context.create_module("entry"), self.context
        pointer, word = ir.IntType(64).as_pointer(), ir.IntType(64)
        signature = ir.FunctionType(ir.VoidType(), [pointer, pointer, word, word])
        entry = ir.Function(module, signature, symbol)
        builder = ir.IRBuilder(entry.append_basic_block())
        buffers, table, lo, hi = entry.args
        arguments = kernel.descriptor.argtypes

        def read(base: Any, at: int) -> Any:
            return builder.load(builder.gep(base, [ir.Constant(word, at)]))

        values = []
        for k, (kind, buffer) in enumerate(zip(arguments, self.spelled.buffers, strict=False)):
            if buffer.scratch:
                memory = ir.ArrayType(context.get_data_type(kind.dtype), buffer.scratch)
                address = builder.ptrtoint(builder.alloca(memory), word)
            else:
                address = read(buffers, k)
            values.append(_array(context, builder, kind, address))
        values += [
            _value(context, builder, numba_type(d), read(table, slot))
            for slot, d in self.spelled.words
        ]
        callee = context.declare_function(module, kernel.descriptor)
        status, _ = context.call_conv.call_function(
            builder, callee, kernel.descriptor.restype, arguments, [*values, lo, hi]
        )
        with builder.if_then(status.is_error, likely=False):
            builder.call(
                module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), ())), ()
            )
        builder.ret_void()
        return module


def numba_type(dtype: np.dtype) -> Any:
    """Numba's type of a dtype."""
    return numba.from_dtype(stored_dtype(dtype))


def _array(context: Any, builder: Any, kind: Any, address: Any) -> Any:
    """Numba's record of a flat array at an address."""
    array = context.make_array(kind)(context, builder)
    data = context.get_data_type(kind.dtype)
    itemsize = context.get_constant(types.intp, context.get_abi_sizeof(data))
    length = context.get_constant(types.intp, LENGTH)
    array.data = builder.inttoptr(address, data.as_pointer())
    array.shape = cgutils.pack_array(builder, [length])
    array.strides = cgutils.pack_array(builder, [itemsize])
    array.itemsize, array.nitems = itemsize, length
    array.meminfo = cgutils.get_null_value(array.meminfo.type)
    array.parent = cgutils.get_null_value(array.parent.type)
    return array._getvalue()


def _value(context: Any, builder: Any, kind: Any, word: Any) -> Any:
    """A word of the table as a value; llvmlite truncates none that is as wide."""
    wanted = context.get_value_type(kind)
    if isinstance(wanted, ir.IntType):
        return builder.trunc(word, wanted)
    return builder.bitcast(builder.trunc(word, ir.IntType(kind.bitwidth)), wanted)


def _text(module: Any) -> str:
    return cgutils.normalize_ir_text(str(module))


def _simplified(text: str, machine: Any) -> bytes:
    """Bitcode of a module after the passes that make values of variables, and drop dead branches.

    Among those is what raises an error where the step of a range is 0.
    """
    module = llvm.parse_assembly(text)
    passes = llvm.create_new_function_pass_manager()
    passes.add_sroa_pass()
    passes.add_sccp_pass()
    passes.add_simplify_cfg_pass()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options())
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)
    return module.as_bitcode()


def _link(module: Any, lowered: list[_Lowered], symbol: str) -> Any:
    """The module with all that it needs, in which `symbol` alone is visible."""
    for each in lowered:
        for code in each.code:
            module.link_in(llvm.parse_bitcode(code))
    libraries = dict.fromkeys(library for each in lowered for library in each.libraries)
    for library in libraries:
        module.link_in(library._get_module_for_linking(), preserve=True)
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name != symbol:
            value.linkage = "internal"
    module.verify()
    return module


def check_raises_nothing(module: Any) -> None:
    """Refuse an optimised module in which Python code could raise: nobody would learn of it."""
    if any(function.name == "llvm.trap" for function in module.functions):
        raise RuntimeError("a kernel's Numba spelling can raise an exception")


def _flags(into_caller: bool) -> Any:
    flags = compiler.Flags()
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    flags.error_model, flags.forceinline = "numpy", into_caller
    return flags


@functools.cache
def _pipeline_class() -> Any:
    """Numba's compiler with the passes that scalar loops need.

    What the others serve is not in a kernel: closures, contexts, generators, array expressions,
    literal unrolling, overloads to be inlined, branches that are known to be dead.
    """
    passes = (
        untyped_passes.TranslateByteCode,
        untyped_passes.FixupArgs,
        untyped_passes.IRProcessing,
        typed_passes.NopythonTypeInference,
        typed_passes.NativeLowering,
        typed_passes.NoPythonBackend,
    )

    class KernelCompiler(compiler.CompilerBase):
        def define_pipelines(self) -> list[Any]:
            manager = machinery.PassManager("fjax kernel")
            for each in passes:
                manager.add_pass(each, each.__name__)
            manager.finalize()
            return [manager]

    return KernelCompiler


@functools.cache
def _library_class() -> Callable[..., Any]:
    """Numba's library of code, which here only collects what is lowered into it."""

    class Collected(codegen.CPUCodeLibrary):
        def __init__(self, generator: Any, name: str):
            super().__init__(generator, name)
            self.texts: list[str] = []
            self.libraries: list[Any] = []

        def add_ir_module(self, ir_module: Any) -> None:
            self.texts.append(_text(ir_module))

        def add_linking_library(self, library: Any) -> None:
            """Note it; reference counts, which Numba adds to everything, have no use here."""
            if library is not runtime.rtsys.library and library not in self.libraries:
                self.libraries.append(library)

    return Collected
