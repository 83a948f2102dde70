"""Runs the kernel form directly, one operation at a time: what the emitters must agree with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from fjax.core.primitive import Monoid
from fjax.core.scalar import Expr, Op
from fjax.core.scalar_numpy import UFUNCS
from fjax.lowering.kernel import form, spelling

LIBM: dict[str, Any] = {"sin": np.sin, "cos": np.cos, "exp": np.exp, "atan2": np.arctan2}


def combined(monoid: Monoid, a: Any, b: Any) -> Any:
    """One value of two of a dtype."""
    return np.asarray(_ufunc(form.COMBINE[monoid])(a, b), a.dtype)[()]


def _ufunc(op: Op) -> Any:
    """NumPy's function for a base operation."""
    return getattr(np, UFUNCS[op])


class Interpreter:
    """The state of one kernel run."""

    def __init__(
        self,
        kernel: form.Kernel,
        buffers: list[np.ndarray],
        words: list[int],
        part: tuple[int, int],
    ):
        self.kernel, self.part = kernel, part
        self.buffers = [b.reshape(-1) for b in buffers]
        scratch = [b for b in kernel.buffers if b.scratch]
        self.buffers += [np.full(b.scratch, 85, np.uint8).astype(b.dtype) for b in scratch]
        self.words = words
        self.values: dict[object, Any] = {}
        self.shared = {n for b in kernel.buffers for n in b.shares}

    def run(self) -> None:
        with np.errstate(all="ignore"):
            self.body(self.kernel.body)

    def body(self, statements: Sequence[form.Statement]) -> None:
        pending: list[form.Store] = []
        for s in (*statements, None):
            if isinstance(s, form.Store):
                pending.append(s)
                continue
            self.stores(pending)
            pending = []
            if s is not None:
                self.statement(s)

    def stores(self, pending: Sequence[form.Store]) -> None:
        """Stores in order: one may read what the one before has written.

        Another buffer may lie in the memory that they write. What they need of it is read first.
        """
        early = self.shared_loads(tuple([e for s in pending for e in spelling.expressions(s)]))
        before = {x: self.values[x] for x in early if x in self.values}
        self.values.update({x: self.value(x) for x in early})
        for s in pending:
            if s.mask is None or self.value(s.mask):
                at, value = self.address(s.access, s.index), self.value(s.value)
                element = self.buffers[s.access.buffer]
                element[at] = value if s.monoid is None else combined(s.monoid, element[at], value)
        for x in early:
            del self.values[x]
        self.values.update(before)

    def shared_loads(self, roots: tuple[Expr, ...]) -> list[Expr]:
        """What expressions read of buffers in whose memory others may lie."""
        nodes = spelling.postorder(roots) if self.shared else []
        read = [x for x in nodes if isinstance(x.extra, form.Load)]
        return [x for x in read if x.extra.access.buffer in self.shared]

    def statement(self, s: form.Loop | form.While | form.If) -> None:
        if isinstance(s, form.If):
            self.body(s.then if self.value(s.condition) else s.otherwise)
            return
        items = [self.value(c.initial) for c in s.carries]
        if isinstance(s, form.While):
            self.bind(s, items)
            while self.value(s.condition):
                items = self.iteration(s, items)
                self.bind(s, items)
        else:
            for k in self.indices(s):
                self.values[form.Axis(s.number)] = self.kernel.index.type(k)
                self.bind(s, items)
                items = self.iteration(s, items)
        for k, item in enumerate(items):
            self.values[form.Result(s.number, k)] = item

    def indices(self, s: form.Loop) -> Iterator[int]:
        """The iterations of a loop; of a parallel one, those of [lo, hi), backwards.

        Nothing may depend on the order of parallel iterations.
        """
        if not form.is_shared(s):
            start = 0 if s.start is None else int(self.value(s.start))
            step = 1 if s.step is None else int(self.value(s.step))
            found = range(start, int(self.value(s.stop)), step)
            yield from reversed(found) if s.mode in form.PARALLEL else found
            return
        within, (lo, hi) = form.inner_iterations(s), self.part
        width = 1 if within is None else int(self.value(within))
        for k in reversed(range(lo // width, -(-hi // width))):
            self.part = max(lo - k * width, 0), min(hi - k * width, width)
            yield k
        self.part = lo, hi

    def bind(self, s: form.Loop | form.While, items: Sequence[Any]) -> None:
        for k, item in enumerate(items):
            self.values[form.Carried(s.number, k)] = item

    def iteration(self, s: form.Loop | form.While, items: Sequence[Any]) -> list[Any]:
        early = self.early(s)
        self.values.update((x, self.value(x)) for x in early)
        self.body(s.body)
        following = []
        for c, item in zip(s.carries, items, strict=True):
            new = self.value(c.next)
            following.append(new if c.monoid is None else combined(c.monoid, item, new))
        for x in early:
            del self.values[x]
        return following

    def early(self, s: form.Loop | form.While) -> list[Expr]:
        """What the first stores of a body read, may overwrite, and the loop carries on as well."""
        stores = next(spelling.in_runs(s.body), None) if self.shared and s.carries else None
        if not isinstance(stores, list):
            return []
        carried = {*spelling.postorder(tuple([c.next for c in s.carries]))}
        needed = tuple([e for x in stores for e in spelling.expressions(x)])
        return [x for x in self.shared_loads(needed) if x in carried]

    def address(self, access: form.Access, index: Expr | None) -> int:
        at = 0 if access.offset is None else self.words[access.offset.slot]
        for t in access.strides:
            step = self.words[t.step.slot] if isinstance(t.step, form.Size) else t.step
            at += int(self.values[form.Axis(t.loop)]) * step
        return at + (0 if index is None else int(self.value(index)))

    def value(self, expr: Expr) -> Any:
        """The value of an expression. Recursion is deep enough for test kernels."""
        return np.asarray(self._value(expr, {}), expr.dtype)[()]

    def _value(self, expr: Expr, memo: dict) -> Any:
        if expr in memo:
            return memo[expr]
        memo[expr] = made = np.asarray(self._compute(expr, memo)).astype(expr.dtype)[()]
        return made

    def _compute(self, expr: Expr, memo: dict) -> Any:
        op, key = expr.op, expr.extra
        if op is Op.CONST:
            return key.value
        if op is Op.LEAF:
            return self.leaf(expr, key)
        if op is Op.CALL:
            formals, body = key.body(*(a.dtype for a in expr.args))
            inner = dict(zip(formals, (self._value(a, memo) for a in expr.args), strict=True))
            return self._value(body, inner)
        if op is Op.RARE:
            return self._value(expr.args[2 if self._value(expr.args[0], memo) else 1], memo)
        args = [self._value(a, memo) for a in expr.args]
        if op is Op.SELECT:
            return args[1] if args[0] else args[2]
        if op is Op.CONVERT:
            return args[0].astype(expr.dtype)
        if op is Op.BITCAST:
            return np.asarray(args[0]).view(expr.dtype)[()]
        if op in (Op.FMA, Op.FUSED):
            wide = np.longdouble if expr.dtype == np.float64 else np.float64
            return expr.dtype.type(wide(args[0]) * wide(args[1]) + wide(args[2]))
        if op is Op.LIBM:
            return LIBM[key](*map(np.float64, args))
        if op in (Op.DIV, Op.REM):
            return self.divide(op, expr.dtype, *args)
        if op in (Op.POPCOUNT, Op.CLZ):
            bits = int(args[0]) % (1 << 8 * expr.dtype.itemsize)
            return (
                bits.bit_count()
                if op is Op.POPCOUNT
                else (8 * expr.dtype.itemsize - bits.bit_length())
            )
        return _ufunc(op)(*args)

    def divide(self, op: Op, dtype: np.dtype, a: Any, b: Any) -> Any:
        if dtype.kind == "f":
            return a / b if op is Op.DIV else np.fmod(a, b)
        quotient = abs(int(a)) // abs(int(b)) * (1 if (a < 0) == (b < 0) else -1)
        return dtype.type(quotient if op is Op.DIV else int(a) - quotient * int(b))

    def leaf(self, expr: Expr, key: Any) -> Any:
        if isinstance(key, form.Load):
            if expr in self.values:
                return self.values[expr]
            if key.mask is not None and not self.value(key.mask):
                return expr.dtype.type(0)
            return self.buffers[key.access.buffer][self.address(key.access, key.index)]
        if isinstance(key, form.Bound):
            return expr.dtype.type(self.part[key == form.HI])
        if isinstance(key, (form.Size, form.Param)):
            bits = np.array([self.words[key.slot]], np.int64).view(np.uint8)
            return bits[: expr.dtype.itemsize].copy().view(expr.dtype)[0]
        return self.values[key]


def interpret(
    kernel: form.Kernel, buffers: list[np.ndarray], words: list[int], hi: int, lo: int = 0
) -> None:
    """Run [lo, hi) of a kernel on buffers, in place."""
    Interpreter(kernel, buffers, words, (lo, hi)).run()
