"""What is a GPU's own in LLVM text: it has no C library, so the float remainder is written out."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from fjax.core import dtypes
from fjax.core.primitive import Monoid
from fjax.lowering.cuda.emit.conversions import from_byte, to_byte
from fjax.lowering.llvm.writer import Code, Writer, register_type

GLOBAL = "ptr addrspace(1)"
SHARED = "ptr addrspace(3)"


class BinaryFormat(NamedTuple):
    """A binary floating-point format, as the remainder takes it apart."""

    bits: str  # the integer type of its width
    mantissa: int  # explicit bits
    step: int  # bits by which a remainder can be shifted within 64

    @property
    def sign(self) -> int:
        """The sign bit, as LLVM writes it."""
        return -(1 << (int(self.bits[1:]) - 1))

    @property
    def magnitude(self) -> int:
        """All bits but the sign."""
        return -self.sign - 1

    @property
    def infinity(self) -> int:
        """The bits of infinity."""
        return self.magnitude & -(1 << self.mantissa)


ATOMIC = {Monoid.ADD: "add", Monoid.AND: "and", Monoid.OR: "or", Monoid.XOR: "xor"}
ORDER = 'syncscope("device") monotonic'
FORMATS = {"float": BinaryFormat("i32", 23, 40), "double": BinaryFormat("i64", 52, 11)}


class CudaWriter(Writer):
    """Writes scalar code for one thread of a GPU."""

    def __init__(self) -> None:
        super().__init__(fma=True)

    def to_register(self, code: Code, name: str, dtype: np.dtype) -> str:
        """What a load gave, as values are held: a bool is one bit."""
        return self.ins(code, f"icmp ne i8 {name}, 0") if dtype.kind == "b" else name

    def to_memory(self, code: Code, name: str, dtype: np.dtype) -> str:
        """A value as it is stored."""
        return self.ins(code, f"zext i1 {name} to i8") if dtype.kind == "b" else name

    def library(self, code: Code, stem: str, dtype: np.dtype, names: list[str], lanes: int) -> str:
        if stem != "fmod":
            return super().library(code, stem, dtype, names, lanes)
        return self._remainder(code, register_type(dtype), *names)

    def convert(self, code: Code, name: str, source: np.dtype, to: np.dtype, lanes: int) -> str:
        """`expand` has left what `conversions` says, of floats of 8 bits to and from float32."""
        ins = functools.partial(self.ins, code)
        if source in dtypes.NARROW:
            return from_byte(ins, name, source)
        if to in dtypes.NARROW:
            magnitude = self.overloaded(code, "llvm.fabs", "float", 0, (name,))
            return to_byte(ins, name, magnitude, to)
        return super().convert(code, name, source, to, lanes)

    # -- atomic operations ---------------------------------------------------------------------

    def combine_in_memory(
        self, code: Code, monoid: Monoid, dtype: np.dtype, at: str, value: str
    ) -> None:
        """An element combined with a value in one step; of 32 or 64 bits.

        Where the hardware has no such operation, until no other thread comes in between.
        """
        kind, size = register_type(dtype), dtype.itemsize
        word = ATOMIC.get(monoid)
        if monoid is Monoid.ADD and dtype.kind == "f":
            word = "fadd"
        elif monoid in (Monoid.MAX, Monoid.MIN):
            word = {"i": monoid.value, "u": "u" + monoid.value}.get(dtype.kind)
        if word is not None:
            text = f"atomicrmw {word} {GLOBAL} {at}, {kind} {value} {ORDER}, align {size}"
            self.ins(code, text)
            return
        bits = f"i{8 * size}"
        first = self.ins(code, f"load atomic {bits}, {GLOBAL} {at} {ORDER}, align {size}")
        inner, again, end = (self.fresh(x) for x in ("while", "again", "end"))
        body, old = Code(inner), f"%{self.fresh('p')}"
        known = old if bits == kind else self.ins(body, f"bitcast {bits} {old} to {kind}")
        new = self.combine(body, monoid, dtype, known, value, 0)
        new = new if bits == kind else self.ins(body, f"bitcast {kind} {new} to {bits}")
        swap = f"cmpxchg {GLOBAL} {at}, {bits} {old}, {bits} {new} {ORDER} monotonic, align {size}"
        pair = self.ins(body, swap)
        seen = self.ins(body, f"extractvalue {{ {bits}, i1 }} {pair}, 0")
        done = self.ins(body, f"extractvalue {{ {bits}, i1 }} {pair}, 1")
        body.add(f"br i1 {done}, label %{end}, label %{again}")
        body.start_block(again)
        self.repeated(code, body, end, [(bits, first)], [old], [seen])

    # -- remainder -----------------------------------------------------------------------------

    def _remainder(self, code: Code, element: str, x: str, y: str) -> str:
        """C's fmod, exactly: of x = a 2**m and y = b 2**n it is (a 2**(m-n) mod b) 2**n.

        The power is multiplied in as many bits at a time as 64 hold.
        """
        form = FORMATS[element]
        ins, t = self.ins, form.bits
        bits = [ins(code, f"bitcast {element} {name} to {t}") for name in (x, y)]
        a, b = [ins(code, f"and {t} {name}, {form.magnitude}") for name in bits]
        zero = ins(code, f"icmp eq {t} {b}, 0")
        endless = ins(code, f"icmp uge {t} {a}, {form.infinity}")
        nan = ins(code, f"icmp ugt {t} {b}, {form.infinity}")
        invalid = ins(code, f"or i1 {zero}, {endless}")
        invalid = ins(code, f"or i1 {invalid}, {nan}")
        smaller = ins(code, f"icmp ult {t} {a}, {b}")
        (m, a), (n, b) = self._integer_of(code, form, a), self._integer_of(code, form, b)
        b = ins(code, f"select i1 {invalid}, i64 1, i64 {b}")
        first = ins(code, f"urem i64 {a}, {b}")
        distance = ins(code, f"sub i64 {m}, {n}")
        rest = self._shifted_remainder(code, first, b, distance, form.step)
        value = self._scaled(code, form, element, rest, n)
        value = ins(code, f"select i1 {smaller}, {element} {x}, {element} {value}")
        value = self.overloaded(code, "llvm.copysign", element, 0, (value, x))
        nothing = "0x7FF8000000000000"
        return ins(code, f"select i1 {invalid}, {element} {nothing}, {element} {value}")

    def _integer_of(self, code: Code, form: BinaryFormat, magnitude: str) -> tuple[str, str]:
        """The exponent, at least 1, and the mantissa as an integer; both of 64 bits."""
        ins, t = self.ins, form.bits
        wide = magnitude if t == "i64" else ins(code, f"zext {t} {magnitude} to i64")
        exponent = ins(code, f"lshr i64 {wide}, {form.mantissa}")
        mantissa = ins(code, f"and i64 {wide}, {(1 << form.mantissa) - 1}")
        normal = ins(code, f"icmp ne i64 {exponent}, 0")
        hidden = ins(code, f"select i1 {normal}, i64 {1 << form.mantissa}, i64 0")
        mantissa = ins(code, f"or i64 {mantissa}, {hidden}")
        return self.overloaded(code, "llvm.umax", "i64", 0, (exponent, "1")), mantissa

    def _shifted_remainder(self, code: Code, first: str, b: str, distance: str, step: int) -> str:
        """first * 2**distance mod b."""
        inner, again, end = Code(self.fresh("while")), self.fresh("do"), self.fresh("end")
        rest, left = (f"%{self.fresh('p')}" for _ in range(2))
        more = self.ins(inner, f"icmp sgt i64 {left}, 0")
        inner.add(f"br i1 {more}, label %{again}, label %{end}")
        inner.start_block(again)
        by = self.overloaded(inner, "llvm.smin", "i64", 0, (left, str(step)))
        shifted = self.ins(inner, f"shl i64 {rest}, {by}")
        following = self.ins(inner, f"urem i64 {shifted}, {b}")
        less = self.ins(inner, f"sub i64 {left}, {by}")
        phis = [("i64", first), ("i64", distance)]
        self.repeated(code, inner, end, phis, [rest, left], [following, less])
        return rest

    def _scaled(
        self, code: Code, form: BinaryFormat, element: str, mantissa: str, exponent: str
    ) -> str:
        """The float of an integer mantissa with an exponent of at least 1: exact."""
        ins, m = self.ins, form.mantissa
        value = ins(code, f"uitofp i64 {mantissa} to {element}")
        normal = ins(code, f"icmp ugt i64 {exponent}, {m}")
        above = ins(code, f"sub i64 {exponent}, {m}")
        above = ins(code, f"shl i64 {above}, {m}")
        below = ins(code, f"sub i64 {exponent}, 1")
        below = self.overloaded(code, "llvm.umin", "i64", 0, (below, str(m)))
        below = ins(code, f"shl i64 1, {below}")
        unit = ins(code, f"select i1 {normal}, i64 {above}, i64 {below}")
        unit = unit if form.bits == "i64" else ins(code, f"trunc i64 {unit} to {form.bits}")
        unit = ins(code, f"bitcast {form.bits} {unit} to {element}")
        return ins(code, f"fmul {element} {value}, {unit}")
