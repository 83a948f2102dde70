"""Arrays that are sent together, packed and unpacked by a launch: one copy of each."""

from __future__ import annotations

import functools

from fjax.core import dtypes
from fjax.core.ir import Equation
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu.compile import CompiledKernel, NativeRoutine
from fjax.lowering.cpu.library import packing_calls
from fjax.lowering.run.launch import Launch
from fjax.passes.combine_all_reduces import Pack


def launch(eqn: Equation) -> Launch:
    """A `Pack` or `Unpack` as one launch, of arrays that lie in memory without gaps."""
    packs = isinstance(eqn.op, Pack)
    arrays = eqn.invars if packs else eqn.outvars
    sizes = [x.aval.size * dtypes.physical(x.aval.dtype).itemsize for x in arrays]
    return Launch(
        _routine("pack" if packs else "unpack"), tuple(range(len(arrays) + 1)), (len(sizes), *sizes)
    )


@functools.cache
def _routine(name: str) -> NativeRoutine:
    key = f"together:{name}"

    @functools.cache
    def link() -> CompiledKernel:
        functions = (packing_calls.pack, packing_calls.unpack)
        return CompiledKernel(key, compiler.compile_native(functions, (packing_calls,))[name])

    return NativeRoutine(key, link)
