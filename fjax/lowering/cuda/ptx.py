"""LLVM IR to PTX, by LLVM's own code generator: no GPU, driver or toolkit is needed."""

from __future__ import annotations

import functools
from typing import Any

from fjax.core import lazy
from fjax.errors import FjaxValueError
from fjax.locks import process_lock

llvm = lazy.module("llvmlite.binding")

TRIPLE = "nvptx64-nvidia-cuda"
# A newer architecture than LLVM knows is no error there: it writes PTX that nothing assembles. Code
# for an older one runs on it, so the newest of these that is not newer than the device's is taken.
KNOWN = (75, 80, 86, 89, 90, 100, 120)
OPTIMIZATION_LEVEL = 2
_lock = process_lock()


def architecture(capability: int) -> str:
    """The architecture that code for a device of this compute capability is made for.

    Args:
      capability: ten times the compute capability: 90 for 9.0.

    Raises:
      FjaxValueError: the device is older than what today's assemblers take.

    >>> architecture(90), architecture(87), architecture(130)
    ('sm_90', 'sm_86', 'sm_120')
    """
    if capability < KNOWN[0]:
        raise FjaxValueError(
            f"a GPU of compute capability {capability / 10} is too old: "
            f"fjax needs {KNOWN[0] / 10} or later"
        )
    return f"sm_{max(known for known in KNOWN if known <= capability)}"


def ptx(text: str, of: str) -> str:
    """The PTX of an LLVM module for an architecture, such as "sm_90".

    LLVM's pass that rewrites addresses by strides is off, as for the CPU: it takes long and costs
    registers. No features are asked for: one that is too old for the architecture would abort.
    """
    with _lock:
        module = llvm.parse_assembly(text)
        module.verify()
        llvm.set_option("", "--disable-lsr=1")
        try:
            return str(_machine(of).emit_assembly(module))
        finally:
            llvm.set_option("", "--disable-lsr=0")


@functools.cache
def _machine(of: str) -> Any:
    if of not in {f"sm_{known}" for known in KNOWN}:
        raise FjaxValueError(f"no code is made for {of!r}; expected one of sm_{KNOWN}")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu=of, opt=OPTIMIZATION_LEVEL)
