"""How Numba source for a GPU spells operations: NVIDIA's device library, and a few functions."""

from __future__ import annotations

import numpy as np

from fjax.core.scalar import Op
from fjax.core.scalar_numpy import UFUNCS
from fjax.lowering.numba.text import INTRINSIC, ModuleNames, dtype_text

OF_NUMPY = (Op.SQRT, Op.FLOOR, Op.CEIL, Op.TRUNC, Op.ROUND, Op.COPYSIGN)  # have NumPy's names
LIBRARY = {**{op: UFUNCS[op] for op in OF_NUMPY}, Op.FMA: "fma", Op.FUSED: "fma"}
REINTERPRETED = {  # from an integer of 32 or 64 bits, and to one
    "float32": ("int_as_float", "float_as_int"),
    "float64": ("longlong_as_double", "double_as_longlong"),
}
COUNTED = {
    (Op.POPCOUNT, 32): "popc",
    (Op.POPCOUNT, 64): "popcll",
    (Op.CLZ, 32): "clz",
    (Op.CLZ, 64): "clzll",
}


class DeviceNames(ModuleNames):
    """What a module for a GPU refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.uses_library = False

    def _of_library(self, name: str, *args: str) -> str:
        """A call of NVIDIA's device library."""
        self.uses_library = True
        return f"libdevice.{name}({', '.join(args)})"

    def header(self) -> str:
        lines = ["import numpy as np", "from numba import cuda"]
        lines += ["from numba.cuda import libdevice"] if self.uses_library else []
        if self.intrinsics:
            known = ", ".join(sorted(self.intrinsics))
            lines += ["", f"from fjax.lowering.cuda.numba.device_functions import {known}"]
        return "\n".join(lines)

    def bits(self, source: np.dtype, to: np.dtype, value: str) -> str:
        signed = f"np.int{8 * to.itemsize}"
        if to.name in REINTERPRETED:
            value = value if source.name == signed[3:] else f"{signed}({value})"
            return self._of_library(REINTERPRETED[to.name][0], value)
        if source.name in REINTERPRETED:
            value = self._of_library(REINTERPRETED[source.name][1], value)
            return value if to.name == signed[3:] else f"{dtype_text(to)}({value})"
        return f"{dtype_text(to)}({value})"

    def float_function(self, op: Op, dtype: np.dtype, args: list[str]) -> str:
        if op in LIBRARY:
            return self.library(LIBRARY[op], dtype, args)
        if op in INTRINSIC:
            return self.intrinsic(INTRINSIC[op], args)
        return super().float_function(op, dtype, args)

    def count(self, op: Op, dtype: np.dtype, value: str) -> str:
        bits = 8 * dtype.itemsize
        width = max(bits, 32)
        unsigned = f"np.uint{bits}({value})" if bits < width else value
        counted = self._of_library(COUNTED[op, width], f"np.int{width}({unsigned})")
        if op is Op.CLZ and bits < width:
            counted = f"{counted} - {width - bits}"
        return f"{dtype_text(dtype)}({counted})"

    def library(self, stem: str, dtype: np.dtype, args: list[str]) -> str:
        return self._of_library(stem + ("f" if dtype == np.float32 else ""), *args)
