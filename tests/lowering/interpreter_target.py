"""A second target: kernels run one operation at a time, by the kernel form's interpreter.

It is written against `Target` alone, and is what shows that nothing above knows more of a target.
"""

from dataclasses import dataclass, field

import numpy as np

from fjax.core.device import device, placement
from fjax.core.fresh import poisoned
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.machine import named
from fjax.lowering.target import Target
from tests.lowering.interpreter import interpret


class HeldBuffer:
    """Memory of this target: an array that becomes one of NumPy's by `to_host` alone."""

    __array_ufunc__ = None

    def __init__(self, elements, base=None):
        self.elements, self.base = elements, base
        self.shape, self.dtype, self.flags = elements.shape, elements.dtype, elements.flags

    def __array__(self, *_args, **_options):
        raise TypeError("a buffer of another target is no array of NumPy's: ask Target.to_host")

    def reshape(self, shape):
        return HeldBuffer(self.elements.reshape(shape), self)

    def copy(self):
        return HeldBuffer(self.elements.copy())

    def __getitem__(self, index):
        return HeldBuffer(self.elements[index], self)

    def __setitem__(self, index, value):
        assert type(value) is HeldBuffer
        self.elements[index] = value.elements


@dataclass
class InterpretedProgram:
    """Launches, one after another, over a list of buffers."""

    steps: list
    n_arguments: int
    intermediates: tuple
    launched: list = field(default_factory=list)

    @property
    def scratch_bytes(self):
        """The bytes of the block that holds the intermediates."""
        return max((x.end for x in self.intermediates), default=0)

    def run(self, *arguments):
        """Run all launches; what they write to is among the arguments."""
        assert len(arguments) == self.n_arguments
        assert {type(x) for x in arguments} <= {HeldBuffer}
        scratch = np.full(self.scratch_bytes, 0xA5, np.uint8)
        views = [scratch[x.offset : x.end].view(x.dtype) for x in self.intermediates]
        slots = [*[x.elements for x in arguments], *views]
        for step in self.steps:
            kernel = step.code
            buffers = [
                elements(slots[slot], declared.dtype)
                for slot, declared in zip(step.buffers, kernel.buffers, strict=True)
            ]
            self.launch(step, buffers)
            self.launched.append(step)

    def launch(self, step, buffers):
        """Run one kernel."""
        interpret(step.code, buffers, list(map(int, step.words)), step.extent)


def elements(array, dtype):
    """The array's elements in one row, as the kernel declares them; no copy."""
    flat = array.reshape(-1).view(dtype)
    assert flat.size == 0 or np.shares_memory(flat, array)
    return flat


class InterpreterTarget(Target):
    """Interprets; has no library and no native loop steps."""

    name = "interpreter"
    spellings = ("form",)
    machine = named("x86-64-v2")
    Program = InterpretedProgram

    def __init__(self, machine=None):
        self.machine = machine or self.machine
        self.programs = []
        self.home = placement(device(self.name, 0), False)

    def devices(self):
        """One."""
        return [self.home.device]

    def maker(self, nbytes):
        """Memory full of what nobody should read."""
        return lambda shape, dtype: HeldBuffer(poisoned(shape, dtype))

    def to_host(self, buffer):
        """A copy of the elements."""
        assert type(buffer) is HeldBuffer
        return buffer.elements.copy()

    def from_host(self, array):
        """A copy of the elements."""
        assert type(array) is np.ndarray
        return HeldBuffer(array.copy())

    def code(self, kernel, spelling, words=None):
        """The kernel form itself."""
        return print_kernel(kernel) if spelling == "form" else super().code(kernel, spelling)

    def program(self, parts):
        """The launches in order."""
        made = self.Program(list(parts.launches), parts.n_arguments, tuple(parts.intermediates))
        self.programs.append(made)
        return made

    @property
    def launches(self):
        """How many kernels have run."""
        return sum(len(p.launched) for p in self.programs)
