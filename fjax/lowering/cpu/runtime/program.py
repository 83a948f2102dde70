"""Programs: launches of kernels, routines, loops and branches behind one callable.

A program is one native call over a launch table. Buffers are named by slots: first the arguments,
then intermediates, which live in a scratch block.
"""

from __future__ import annotations

import ctypes
import functools
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from fjax.locks import once
from fjax.lowering.cpu.compile import linked_together
from fjax.lowering.cpu.runtime import launches as layout
from fjax.lowering.cpu.runtime import pool, thread_pool
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.cpu.runtime.memory_blocks import is_poisoned
from fjax.lowering.run.launch import Intermediate, Launch, scratch_bytes

PORTION = 1 << 26  # rough instructions between two looks for signals: some 50 ms
MOST_PARTS = 1 << 14
# A program keeps a scratch block up to this many bytes.
KEPT_SCRATCH = 0 if is_poisoned else 1 << 16


def parts(launch: Launch) -> int:
    """Chunks for each thread; 0 for a launch that stays on one.

    A long launch has more of them: signals are looked for in between.
    """
    if not launch.parallel:
        return 0
    least = 1 if launch.coarse else thread_pool.BALANCED
    return min(max(least, launch.work // PORTION), MOST_PARTS)


class NativeProgram:
    """Runs launches. `run(*arrays)` takes the arguments' ndarrays, the outputs among them.

    Arguments must be plain, contiguous ndarrays of the dtype and size that the kernels expect:
    only their type and number are checked.
    """

    words_type: ClassVar[type]  # of `run.__self__`, if `run` is a single native call

    def __init__(
        self,
        launches: Sequence[Launch],
        n_arguments: int,
        *,
        intermediates: Sequence[Intermediate] = (),
        release_gil: bool = False,
    ):
        self.launches, self.n_arguments = tuple(launches), n_arguments
        self.intermediates = tuple(intermediates)
        self.scratch_bytes = scratch_bytes(self.intermediates)
        self.release_gil = release_gil
        found = linked_together([s.code for s in self.launches], runtime.thread_count())
        self.codes = dict(zip(self.launches, found, strict=True))
        self.number = 0  # where its words are, by which its launches are noted
        self.run: Callable[..., None] = self._runner()

    def __call__(self, *arrays: np.ndarray) -> None:
        self.run(*arrays)

    def _runner(self) -> Callable[..., None]:
        if self.scratch_bytes <= KEPT_SCRATCH:
            return native_function(self, kept_scratch=True)
        native, size = native_function(self, kept_scratch=False), self.scratch_bytes
        return lambda *arrays: native(*arrays, pool.take_bytes(size))


class ProgramWords(np.ndarray):
    """A program's words, and what must live as long as they do."""

    keep: tuple


NativeProgram.words_type = ProgramWords


def native_function(program: NativeProgram, kept_scratch: bool) -> Callable[..., None]:
    """A builtin function that makes the program's launches for the arrays it is given."""
    words = lay_out(program, kept_scratch)
    if kept_scratch and program.scratch_bytes:
        weakref.finalize(words, _free_block, words.keep[0]).atexit = False
    return builtin_function(_method(), words)


def lay_out(program: NativeProgram, kept_scratch: bool) -> ProgramWords:
    """The words of a program: head, offsets, launch records, then tables and buffer lists."""
    launches = program.launches
    offsets = [x.offset for x in program.intermediates]
    offsets_at = len(layout.ProgramRecord.words())
    records_at = offsets_at + len(offsets)
    lists_at = records_at + len(launches) * len(layout.LaunchRecord.words())
    size = lists_at + sum(len(s.words) + len(s.buffers) for s in launches)
    store = np.zeros(size, np.int64)
    words = store.view(ProgramWords)
    program.number = base = words.ctypes.data
    records: list[int] = []
    lists: list[int] = []
    for s in launches:
        table = base + 8 * (lists_at + len(lists))
        lists += [w if -LARGEST <= w <= LARGEST else signed(w) for w in s.words]
        lists += s.buffers
        records += layout.LaunchRecord.words(
            function=program.codes[s].address,
            parts=parts(s),
            extent=s.extent,
            grain=max(s.grain, 1),
            table=table,
            buffer_count=len(s.buffers),
            slots=table + 8 * len(s.words),
            ends=int(s.ends),
        )
    head = _head(program, kept_scratch, base + 8 * offsets_at, base + 8 * records_at)
    words[:] = [*head, *offsets, *records, *lists]
    words.keep = (store, program.codes, _messages(program))
    return words


def _head(program: NativeProgram, kept_scratch: bool, offsets: int, records: int) -> list[int]:
    """`offsets`, `records`: where the intermediates' offsets and the launches are."""
    launches = program.launches
    by_argument = not kept_scratch and program.scratch_bytes > 0
    count_message, type_message = _messages(program)
    return layout.ProgramRecord.words(
        argument_count=program.n_arguments,
        slot_count=program.n_arguments + len(program.intermediates),
        launch_count=len(launches),
        flags=(layout.RELEASE_GIL if program.release_gil else 0)
        | (layout.USES_BLAS if any(s.uses_blas for s in launches) else 0)
        | (layout.SCRATCH_ARGUMENT if by_argument else 0),
        array_type=id(np.ndarray),
        none=id(None),
        scratch_bytes=program.scratch_bytes,
        places=offsets,
        launches=records,
        most_buffers=max((len(s.buffers) for s in launches), default=0),
        type_error=id(TypeError),
        count_message=ctypes.addressof(count_message),
        type_message=ctypes.addressof(type_message),
    )


@functools.lru_cache(maxsize=1024)
def _count_message(n: int) -> ctypes.Array:
    return ctypes.create_string_buffer(f"program takes {n} arrays, got another number".encode())


_TYPE_MESSAGE = ctypes.create_string_buffer(b"program takes plain numpy.ndarray arguments")


def _messages(program: NativeProgram) -> tuple[ctypes.Array, ctypes.Array]:
    return _count_message(program.n_arguments), _TYPE_MESSAGE


LARGEST = int(np.iinfo(np.int64).max)


def signed(value: int) -> int:
    """A 64-bit word as the int64 with the same bits."""
    return (int(value) + (1 << 63)) % (1 << 64) - (1 << 63)


class MethodDef(ctypes.Structure):
    """CPython's PyMethodDef: what a builtin function is made from."""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("method", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    ]


def builtin_function(method: MethodDef, words: np.ndarray) -> Callable[..., Any]:
    """A builtin function whose `self` is an array."""
    new = ctypes.pythonapi.PyCFunction_NewEx
    new.restype, new.argtypes = (
        ctypes.py_object,
        [ctypes.c_void_p, ctypes.py_object, ctypes.py_object],
    )
    return new(ctypes.addressof(method), words, None)


def native_method(name: str, functions: Mapping[str, int]) -> MethodDef:
    """The description of a native function that takes its arguments as a C array."""
    fastcall = 0x0080
    return MethodDef(name.encode(), functions[name], fastcall, None)


@once
def _method() -> MethodDef:
    return native_method("run", runtime.native().functions)


def _free_block(words: np.ndarray) -> None:
    block = int(words[layout.ProgramRecord.index("scratch_block")])
    if block:
        runtime.native().call("release_block", None, ctypes.c_void_p)(block)
