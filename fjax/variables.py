"""The environment variables of fjax that are not options: what each one means, and how it is read.

Options (`fjax.config`) have variables of their own; their texts are read by the functions here too,
so that every value that cannot be used is refused in the same words: the variable, what it holds
and what was expected.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError

T = TypeVar("T")
TRUE = frozenset({"1", "true", "yes", "on", "y", "t"})
FALSE = frozenset({"0", "false", "no", "off", "n", "f", ""})
_DIGITS = 19  # of the largest integer of 64 bits
_UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}


def truth(text: str) -> bool:
    """True or False of a variable's text; ValueError says what was expected.

    >>> truth("on"), truth("0")
    (True, False)
    """
    if text.lower() in TRUE:
        return True
    if text.lower() in FALSE:
        return False
    raise ValueError("expected 0 or 1")


def integer(text: str) -> int:
    """An integer that fits into 64 bits."""
    found = re.fullmatch(r"([+-]?)0*([0-9]+)", text.strip())
    if found is None:
        raise ValueError("expected an integer")
    if len(found[2]) > _DIGITS or not -(2**63) <= (value := int(found[1] + found[2])) < 2**63:
        raise ValueError("expected an integer of at most 64 bits")
    return value


def positive(text: str) -> int:
    """An integer of at least 1."""
    if not re.fullmatch(r"0*[1-9][0-9]*", text.strip()):
        raise ValueError("expected a positive integer")
    return integer(text)


def real(text: str) -> float:
    """A number."""
    try:
        return float(text)
    except ValueError:
        raise ValueError("expected a number") from None


def seconds(text: str) -> float:
    """A positive number."""
    found = real(text)
    if not found > 0:
        raise ValueError("expected a positive number of seconds")
    return found


def size(text: str) -> int:
    """A number of bytes, perhaps with a unit; units are powers of 1024.

    >>> size("1G"), size("512 MiB"), size("1.5k"), size("4096")
    (1073741824, 536870912, 1536, 4096)
    """
    pattern = r"0*([0-9]+)(\.[0-9]+)?\s*([KMGT]?)(?:i?B)?"
    found = re.fullmatch(pattern, text.strip(), re.IGNORECASE)
    if found is None:
        raise ValueError("expected a number of bytes, such as 4096, 512M or 1.5GiB")
    unit = 1 << _UNITS[found[3].upper()]
    if len(found[1]) > _DIGITS or int(found[1]) >= 2**63 // unit:
        raise ValueError("expected a number of bytes below 2**63")
    return int(found[1]) * unit + int(float(found[2] or 0) * unit)


def choice(*allowed: str) -> Callable[[str], str]:
    """A reader of texts that allows only these."""

    def chosen(text: str) -> str:
        if text not in allowed:
            raise ValueError(f"expected one of {', '.join(allowed)}")
        return text

    return chosen


@dataclass(frozen=True)
class Variable(Generic[T]):
    """An environment variable: how its text is read, and what holds where it is not set.

    An empty text counts as not set, unless `keeps_empty`.
    """

    name: str
    parse: Callable[[str], T]
    default: T
    doc: str
    keeps_empty: bool = False

    def read(self) -> T:
        """The value in force now; FjaxValueError names the variable if its text is no value."""
        text = os.environ.get(self.name)
        if text is None or (not text and not self.keeps_empty):
            return self.default
        return parsed(self.name, text, self.parse)


def parsed(name: str, text: str, parse: Callable[[str], T]) -> T:
    """The value of the variable's text; FjaxValueError names the variable if there is none."""
    try:
        return parse(text)
    except ValueError as error:
        raise FjaxValueError(f"environment variable {name}={text!r}: {error}") from None


POOL_BYTES: Variable[int | None] = Variable(
    "FJAX_POOL_BYTES",
    size,
    None,
    "How much memory of dead arrays is kept for new ones at most; by default an eighth of the "
    "machine's.",
)
NUM_THREADS: Variable[int | None] = Variable(
    "FJAX_NUM_THREADS",
    positive,
    None,
    "How many threads kernels use; by default the processors that the process may use.",
)
ONEDNN = Variable("FJAX_ONEDNN", truth, True, "0 leaves oneDNN alone where it is installed.")
CPU_EMITTER = Variable(
    "FJAX_CPU_EMITTER",
    choice("llvm", "numba"),
    "llvm",
    "numba compiles the kernels' Numba spelling.",
)
CUDA_EMITTER = Variable(
    "FJAX_CUDA_EMITTER",
    choice("llvm", "numba"),
    "llvm",
    "numba compiles the Numba spelling of a GPU's kernels, by numba-cuda.",
)
CUDA_COLLECTIVES = Variable(
    "FJAX_CUDA_COLLECTIVES",
    choice("any", "nccl", "mpi", "host"),
    "any",
    "How GPUs of several processes exchange memory: by NCCL, by an MPI that knows their memory, or "
    "through host memory; by default the first of these that all of them have.",
)
CPU_LEVEL = Variable(
    "FJAX_CPU_LEVEL",
    choice("native", "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "v2", "v3", "v4", "armv8-a"),
    "native",
    "The instructions that kernels may use: all of the processor's, or those of a level.",
)
CACHE_DIR: Variable[str | None] = Variable(
    "FJAX_CACHE_DIR", str, None, "The folder of compiled kernels; empty for none.", keeps_empty=True
)
COLLECTIVE_TIMEOUT = Variable(
    "FJAX_COLLECTIVE_TIMEOUT",
    seconds,
    300.0,
    "For how many seconds a process waits for others before it raises and says who is missing.",
)
POISON_MEMORY = Variable(
    "FJAX_POISON_MEMORY",
    truth,
    False,
    "1 fills new and dead arrays with NaNs and ends each at a page without access: for tests.",
)

VARIABLES: tuple[Variable[Any], ...] = (
    POOL_BYTES,
    NUM_THREADS,
    ONEDNN,
    CPU_EMITTER,
    CUDA_EMITTER,
    CUDA_COLLECTIVES,
    CPU_LEVEL,
    CACHE_DIR,
    COLLECTIVE_TIMEOUT,
    POISON_MEMORY,
)

# What launchers set to the number of processes: Hydra (MPICH, Intel), Open MPI, PMIx, Slurm.
_LAUNCHERS = ("PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "PMIX_SIZE", "SLURM_STEP_NUM_TASKS")


def launched_processes() -> int | None:
    """How many processes the launcher of this one has started; None without a launcher."""
    found = [os.environ.get(name, "") for name in _LAUNCHERS]
    return next((int(text) for text in found if text.isdecimal()), None)
