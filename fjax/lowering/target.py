"""The interface of a target: it compiles kernels, launches them, and holds memory.

The stages before know kernels, launches and plans. A `Target` knows how kernels are spelled and
what runs them. `fjax/lowering/cpu` is one. The tests have a small one that interprets kernels and
uses only this class (`tests/lowering/interpreter_target.py`).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

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
from fjax.passes import optimize

if TYPE_CHECKING:
    from fjax.lowering.run.plan import PlannedLaunch, Segment


class Program(Protocol):
    """Launches behind one callable."""

    @property
    def run(self) -> Callable[..., Any]:
        """Takes the buffers of the arguments, the outputs among them."""


class Target(ABC):
    """Where programs run. There is one object per target; it is part of the caches' keys."""

    name: str  # the platform of its devices
    spellings: tuple[str, ...] = ()  # in which `code` shows a kernel
    home: Placement | None  # where its buffers are, uncommitted; None stands for CPU 0
    repeats_launches = False  # a loop or branch of launches is one (`run/control_flow.py`)
    passes: tuple[optimize.Pass, ...] = ()  # that only this target needs, beside `prepare.py`

    @property
    @abstractmethod
    def machine(self) -> Machine:
        """The machine whose quantities decide fusion and schedules; a part of the caches' keys."""

    # ---- code

    def fit(self, kernel: Kernel, words: Words) -> Kernel:
        """The kernel that is launched for a table of sizes; other sizes may have another one."""
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

    def timed(self, planned: PlannedLaunch, schedule: str, seconds: float) -> tuple[float, float]:
        """Seconds of a kernel's launch by a schedule that is given, and by the one that is chosen.

        Both are called in turns, each for about `seconds`. FjaxValueError if results differ.
        """
        raise NotImplementedError(f"target {self.name!r} times no schedules")

    def native(
        self, functions: tuple[Callable[..., Any], ...], modules: tuple[ModuleType, ...]
    ) -> Mapping[str, int]:
        """Addresses of native functions of these modules (`lowering/native`), by name.

        Other targets ask the host's, whose processor runs them.
        """
        raise NotImplementedError(f"target {self.name!r} runs no native functions")

    # ---- what other processes have lowered

    def circumstances(self) -> str | None:
        """What plans for this target depend on besides programs; None if none are stored."""
        return None

    def known_kernel(self, known: str) -> Routine | None:
        """The routine of the kernel with this fingerprint; None without machine code."""
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
        """A function that evaluates an equation on the target's buffers, in new memory.

        None if there is none: then the equation is evaluated in host memory.
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

    def record_launches(self, deep: bool = False) -> Callable[[], np.ndarray] | None:
        """Record when launches of programs begin and end, from now on, in all threads.

        The returned function stops the recording. It gives an int64 array with a row for each of
        the last launches: thread, number of the program, number of the launch in it, start, end
        (nanoseconds, as of `time.perf_counter_ns`). None where launches return before they are
        done. deep: with those inside of loops and branches.
        """
        return None

    @property
    def most_recorded(self) -> int:
        """How many launches `record_launches` keeps."""
        return 0

    def recorded(
        self, program: Program, segment: Segment
    ) -> Iterator[tuple[int, Sequence[PlannedLaunch]]]:
        """The numbers in `record_launches` of a program, that of this segment, and of those inside
        of its loops and branches, each with its launches."""
        raise NotImplementedError(f"target {self.name!r} records no launches")

    # ---- memory

    def devices(self) -> list[Device]:
        """The devices that programs of this target run on."""
        return []

    @abstractmethod
    def maker(self, nbytes: int) -> Callable[[tuple[int, ...], np.dtype], Buffer]:
        """The allocator of buffers of this many bytes, a function of shape and dtype."""

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
        """Whether arrays with a placement have buffers of this target."""
        return self.name == ("cpu" if placement is None else placement.device.platform)

    def owns(self, buffer: Buffer) -> bool:
        """Whether a buffer alone owns its memory, so that it may be written to."""
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
        """The address of a buffer in the memory of its device."""
        return int(self.to_host(buffer).ctypes.data)

    def memory_stats(self) -> dict[str, int]:
        """Memory in use and kept, by JAX's names; empty if the target does not count."""
        return {}

    def kernel_counts(self) -> tuple[int, int, int]:
        """The numbers of kernels that this process compiled, found in memory, and loaded."""
        return 0, 0, 0

    def clear_memory(self) -> None:
        """Return memory that is kept for later arrays to the system."""
        return None

    # ---- threads

    def thread_count(self) -> int:
        """How many threads a launch from this thread may use."""
        return 1

    def threads(self, n: int) -> AbstractContextManager[None]:
        """Limit the calling thread's launches to n threads, where that means anything."""
        return nullcontext()
