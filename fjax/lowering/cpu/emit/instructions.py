"""What is a processor's own in LLVM text: functions that are instructions, and the C library."""

from __future__ import annotations

import numpy as np

from fjax.core.scalar import Expr, Function
from fjax.core.vectormath.support import scale
from fjax.lowering.cpu.processor import Processor
from fjax.lowering.llvm.writer import BITS, Code, Writer, register_type, vector


def native(processor: Processor) -> frozenset[Function]:
    """The functions that are an instruction of the processor: the writer knows their calls."""
    return frozenset((scale,)) if processor.scale else frozenset()


class ProcessorWriter(Writer):
    """Writes for one processor."""

    def __init__(self, processor: Processor):
        super().__init__(processor.fma)
        self.processor = processor

    def function(self, code: Code, expr: Expr, names: list[str], lanes: int) -> str:
        return self._scale(code, register_type(expr.dtype), names, lanes)

    def _scale(self, code: Code, element: str, names: list[str], lanes: int) -> str:
        """y * 2**n by the instruction for it, which is one on vectors."""
        if lanes * BITS[element] > 512:
            pairs = zip(*(self.halves(code, name, element, lanes) for name in names), strict=True)
            low, high = (self._scale(code, element, list(pair), lanes // 2) for pair in pairs)
            return self.shuffle(code, low, element, lanes // 2, range(lanes), high)
        least = 128 // BITS[element]
        if 0 < lanes < least:
            places = [k % lanes for k in range(least)]
            wide = [self.shuffle(code, name, element, lanes, places) for name in names]
            scaled = self._scale(code, element, wide, least)
            return self.shuffle(code, scaled, element, least, range(lanes))
        width = lanes or least
        t = vector(element, width)
        if not lanes:
            names = [
                self.ins(code, f"insertelement {t} poison, {element} {name}, i64 0")
                for name in names
            ]
        suffix = f"{'ps' if element == 'float' else 'pd'}.{width * BITS[element]}"
        arguments = [
            *((t, name) for name in names),
            (t, "zeroinitializer"),
            (f"i{max(width, 8)}", "-1"),
        ]
        if width * BITS[element] == 512:
            arguments.append(("i32", "4"))  # round as the current mode says
        scaled = self.call(code, f"llvm.x86.avx512.mask.scalef.{suffix}", t, arguments)
        return scaled if lanes else self.ins(code, f"extractelement {t} {scaled}, i64 0")

    def library(self, code: Code, stem: str, dtype: np.dtype, names: list[str], lanes: int) -> str:
        element = register_type(dtype)
        function = stem + ("f" if element == "float" else "")
        if not lanes:
            return self.call(code, function, element, [(element, n) for n in names])
        self.declarations[function] = (
            f"declare {element} @{function}({', '.join([element] * len(names))})"
        )
        helper = f"each.{function}.{lanes}"
        t = vector(element, lanes)
        if helper not in self.helpers:
            self.helpers[helper] = _lane_loop(helper, function, element, lanes, len(names))
        arguments = ", ".join(f"{t} {n}" for n in names)
        return self.ins(code, f"call {t} @{helper}({arguments})")


def _lane_loop(helper: str, function: str, element: str, lanes: int, arity: int) -> str:
    """A function that calls a scalar library function for each lane.

    Through memory: lanes picked by a variable would be spelled so too, in five times the
    compilation time.
    """
    t = vector(element, lanes)
    formals = ", ".join(f"{t} %a{k}" for k in range(arity))
    lines = [f"define internal {t} @{helper}({formals}) nounwind noinline {{", "entry:"]
    for k in range(arity):
        lines += [f"  %m{k} = alloca {t}", f"  store {t} %a{k}, ptr %m{k}"]
    lines += ["  br label %lane", "lane:", "  %i = phi i64 [ 0, %entry ], [ %next, %lane ]"]
    for k in range(arity):
        lines += [
            f"  %p{k} = getelementptr {element}, ptr %m{k}, i64 %i",
            f"  %x{k} = load {element}, ptr %p{k}",
        ]
    scalars = ", ".join(f"{element} %x{k}" for k in range(arity))
    lines += [
        f"  %y = call {element} @{function}({scalars})",
        f"  store {element} %y, ptr %p0",
        "  %next = add i64 %i, 1",
        f"  %more = icmp ult i64 %next, {lanes}",
        "  br i1 %more, label %lane, label %done",
        "done:",
        f"  %r = load {t}, ptr %m0",
        f"  ret {t} %r",
        "}",
    ]
    return "\n".join(lines)
