"""Numba source for a GPU to PTX, by numba-cuda and NVIDIA's NVVM.

Products and sums are not contracted, so that a kernel that combines nothing across threads gives
the same bits as LLVM's. An array is seven parameters in Numba's convention, and the kernel
reads the address and where the last element lies.
"""

from __future__ import annotations

from importlib import metadata
from typing import Any

import numpy as np

from fjax.core import lazy
from fjax.errors import DeviceError
from fjax.locks import process_lock
from fjax.lowering.cuda.numba.spell import SpelledForGpu
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.numba.text import stored_dtype
from fjax.lowering.numba.wrapping import wrapping_integers

numba = lazy.module("numba")
numba_cuda = lazy.module("numba.cuda")
compiler = lazy.module("numba.cuda.compiler")
compiler_lock = lazy.module("numba.cuda.core.compiler_lock")
numbers = lazy.module("numba.cuda.cpython.numbers")

OF_AN_ARRAY = 7  # parameters: two of Numba's runtime, elements, their size, address, shape, stride
ADDRESS = 4  # which of them
ELEMENTS = 1 << 40  # as long as an array may be: Numba adds it to an index below 0, which is none
OPTIONS = {"opt": 3, "fma": False}  # of NVVM
MOST_PARAMETERS = 512
_lock = process_lock()


def fits(kernel: Kernel) -> bool:
    """Whether the kernel's arguments are as many parameters as a GPU takes, in Numba's way."""
    return OF_AN_ARRAY * len(kernel.buffers) + len(kernel.table) + 1 <= MOST_PARAMETERS


def version() -> str:
    """That of numba-cuda; DeviceError says how to install it."""
    try:
        return metadata.version("numba-cuda")
    except metadata.PackageNotFoundError:
        raise DeviceError(
            "FJAX_CUDA_EMITTER=numba needs numba-cuda, which is not installed; "
            "pip install 'numba-cuda[cu13]'"
        ) from None


def parameters(
    spelled: SpelledForGpu, words: list[int], extent: int
) -> tuple[list[int], list[int]]:
    """The parameters of a launch with 0 for each address, and the places of the addresses."""
    found, places = list[int](), list[int]()
    for dtype in spelled.buffers:
        size = stored_dtype(dtype).itemsize
        places.append(len(found) + ADDRESS)
        found += [0, 0, ELEMENTS, size, 0, ELEMENTS, size]
    return [*found, *(words[slot] for slot, _ in spelled.words), extent], places


def ptx(spelled: SpelledForGpu, symbol: str, architecture: str) -> str:
    """The PTX of a kernel's Numba source, which defines `symbol`."""
    namespace: dict[str, Any] = {"__name__": "fjax_kernel"}
    exec(compile(spelled.text, "<fjax kernel>", "exec"), namespace)
    capability = int(architecture.removeprefix("sm_"))
    with _lock, compiler_lock.global_compiler_lock, wrapping_integers(numbers):
        made = compiler.compile_cuda(
            namespace["kernel"].py_func,
            numba.types.void,
            _types(spelled),
            nvvm_options=OPTIONS,
            cc=divmod(capability, 10),
        )
        name, library = made.fndesc.llvm_func_name, made.library
        library._entry_name = name
        compiler.kernel_fixup(library.get_function(name), False)
        (text,) = library.get_asm_strs(cc=divmod(capability, 10))
    return str(text).replace(name, symbol)


def _types(spelled: SpelledForGpu) -> tuple[Any, ...]:
    """Numba's types of the kernel's arguments."""

    def known(dtype: np.dtype) -> Any:
        return numba.from_dtype(stored_dtype(dtype))

    arrays = [numba.types.Array(known(d), 1, "C") for d in spelled.buffers]
    return (*arrays, *(known(d) for _, d in spelled.words), numba.types.int64)
