"""What a place where programs run can be asked: to compile, to launch, to hold memory.

The lowering above knows kernels, launches and plans; a `Target` knows how they are spelled and what
runs them. `fjax/lowering/cpu` is one; a target of a few hundred lines that interprets kernels,
written against this class alone, is in the tests (`tests/lowering/interpreter_target.py`).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.device import Device, Placement, device
from fjax.core.ir import Atom, Equation
from fjax.core.memory import Buffer
from fjax.core.primitive import Primitive
from fjax.errors import ExchangeError
from fjax.lowering.kernel.form import Kernel, Words
from fjax.lowering.machine import Machine
from fjax.lowering.run.launch import EntryOutput, Launch, ProgramParts, Routine


class Program(Protocol):
    """Launches behind one callable."""

    @property
    def run(self) -> Callable[..., Any]:
        """Takes the buffers of the arguments, the outputs among them."""


class Target(ABC):
    """A place where programs run. One object per place: it is part of the keys of what is made."""

    name: str  # the platform of its devices
    spellings: tuple[str, ...] = ()  # in which `code` shows a kernel
    home: Placement | None  # where its buffers are, uncommitted; None stands for CPU 0
    repeats_launches = False  # a loop or branch of launches is one (`run/control_flow.py`)

    @property
    @abstractmethod
    def machine(self) -> Machine:
        """By whose quantities programs are cut into kernels; a part of the keys."""

    # ---- code

    def fit(self, kernel: Kernel, words: Words) -> Kernel:
        """The kernel as it is launched for sizes of a table; for others it may be another one."""
        return kernel

    def code(self, kernel: Kernel, spelling: str, words: Sequence[int] | None = None) -> str:
        """The kernel in one of the `spellings`, for reading.

        words: the table of a launch, where sizes decide on the code; else rows are of ordinary
        length.
        """
        raise ValueError(f"target {self.name!r} has no spelling {spelling!r}")

    def schedule(self, kernel: Kernel, words: Sequence[int] | None = None) -> str:
        """The directives of a kernel's schedule, a line each; `words` as for `code`."""
        return ""

    def native(
        self, functions: tuple[Callable[..., Any], ...], modules: tuple[ModuleType, ...]
    ) -> Mapping[str, int]:
        """Addresses of native functions of these modules (`lowering/native`), by name.

        Other targets ask the host's, whose processor runs them.
        """
        raise NotImplementedError(f"target {self.name!r} runs no native functions")

    # ---- what other processes have lowered

    def circumstances(self) -> str | None:
        """All that plans for this place depend on besides programs; None where none are kept."""
        return None

    def known_kernel(self, known: str) -> Routine | None:
        """What runs a kernel of this fingerprint, if its machine code is loaded or on disk."""
        return None

    # ---- libraries

    def library_launch(self, eqn: Equation) -> Launch | None:
        """The equation as one launch of a routine, whose slots number its operands and results.

        None where no library of the target computes it on operands as they lie in memory.
        """
        return None

    def keeps(self, eqn: Equation) -> bool:
        """Whether the equation goes to a library as it is, rather than through its expansion."""
        return False

    def expansion(self, eqn: Equation) -> Callable[..., Sequence[Any] | None] | None:
        """What to compute instead of an equation, as a function of its operands; None for what
        the primitive's `expand` says."""
        return None

    def evaluator(self, eqn: Equation) -> Callable[[Sequence[Any]], list[Any]] | None:
        """What evaluates an equation without a kernel on the target's buffers, in new memory.

        None where nothing does: then it is evaluated in host memory.
        """
        return None

    def reads_in_place(self, op: Primitive, operands: Sequence[Atom]) -> bool:
        """Whether a library computes a product of these operands without moving one."""
        return False

    def terms_of_part(self, eqn: Equation) -> int:
        """How many terms a part has of a product that is computed in parts, read in place; 0 if it
        is computed as a whole."""
        return 0

    # ---- programs

    @abstractmethod
    def program(self, parts: ProgramParts) -> Program:
        """The launches in their order, their kernels compiled."""

    def entry(
        self,
        program: Program,
        in_avals: Sequence[ShapedArray],
        picks: Sequence[int],
        outputs: Sequence[EntryOutput],
        single: bool,
    ) -> Callable[..., Any] | None:
        """A function straight from Arrays to Arrays, if the target has a faster one than Python.

        The program's arguments are the inputs numbered `picks`, then `outputs` in this order.
        """
        return None

    def record_launches(self) -> Callable[[], np.ndarray] | None:
        """Note when launches of programs begin and end, from now on, in all threads.

        What is returned ends that, and gives an int64 array of the last launches, a row each:
        thread, number of the program, which of its launches, start, end (nanoseconds, as of
        `time.perf_counter_ns`). None where launches return before they are done.
        """
        return None

    def number_of(self, program: Program) -> int:
        """What `record_launches` calls a program."""
        raise NotImplementedError(f"target {self.name!r} records no launches")

    # ---- memory

    def devices(self) -> list[Device]:
        """The devices that programs of this target run on."""
        return []

    @abstractmethod
    def maker(self, nbytes: int) -> Callable[[tuple[int, ...], np.dtype], Buffer]:
        """What makes buffers of this many bytes, of arbitrary contents, from shape and dtype."""

    def empty(self, shape: tuple[int, ...], dtype: np.dtype) -> Buffer:
        """A buffer of arbitrary contents."""
        return self.maker(math.prod(shape) * dtype.itemsize)(shape, dtype)

    @abstractmethod
    def to_host(self, buffer: Any) -> np.ndarray:
        """The elements of a buffer in host memory, once all launches that write to it are done.

        It may be the buffer itself.
        """

    @abstractmethod
    def from_host(self, array: np.ndarray) -> Any:
        """A buffer of an array's elements; it may be the array itself."""

    def holds(self, placement: Placement | None) -> bool:
        """Whether arrays at a place have buffers of this target."""
        return self.name == ("cpu" if placement is None else placement.device.platform)

    def owns(self, buffer: Buffer) -> bool:
        """Whether a buffer's memory is nobody's but the buffer's, so that it may be written to."""
        return buffer.base is None

    def wait(self, buffer: Any) -> None:
        """Wait until a buffer is computed: at once, unless launches return before they are done."""
        return None

    def is_ready(self, buffer: Any) -> bool:
        """Whether a buffer is computed."""
        return True

    def export(
        self, buffer: Any, stream: Any, max_version: Any, dl_device: Any, copy: bool | None
    ) -> Any:
        """A DLPack capsule of a buffer; arguments as for `__dlpack__`."""
        raise ExchangeError(f"memory of {self.home_device} cannot be exchanged; see device_put")

    def interface(self, buffer: Any) -> dict[str, Any]:
        """The `__cuda_array_interface__` of a buffer."""
        raise ExchangeError(f"memory of {self.home_device} is not on a GPU of NVIDIA's")

    def adopt(self, value: Any, copy: bool) -> Any:
        """A buffer of another library's tensor on the device."""
        raise ExchangeError(f"memory of {self.home_device} cannot be exchanged; see device_put")

    @property
    def home_device(self) -> Device:
        """The device that `home` names."""
        return device("cpu", 0) if self.home is None else self.home.device

    def address(self, buffer: Any) -> int:
        """Where a buffer begins, in the memory of its device."""
        return int(self.to_host(buffer).ctypes.data)

    def memory_stats(self) -> dict[str, int]:
        """What arrays use and what is kept, by JAX's names; empty if the target does not count."""
        return {}

    def kernel_counts(self) -> tuple[int, int, int]:
        """How many kernels this process compiled, found in memory, and loaded from disk."""
        return 0, 0, 0

    def clear_memory(self) -> None:
        """Give memory that is kept for later arrays back to the system."""
        return None

    # ---- threads

    def threads(self, n: int) -> AbstractContextManager[None]:
        """Limit the calling thread's launches to n threads, where that means anything."""
        return nullcontext()
