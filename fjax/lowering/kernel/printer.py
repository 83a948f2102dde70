"""The kernel form as text, which `parser` reads back.

    kernel (f32, f32!) (i64, f32)
      parallel i0 in s0:
        v0:f32 = load b0[i0]
        v1:f32 = mul v0 p1:f32
        b1[i0] = v1

The head lists the buffers (`!`: it is written; `f32!b0|b1`: perhaps in the memory of b0 or b1;
`f32!64`: 64 elements of scratch memory) and the words of the table; `kernel i32 (…) (…)` has
indices of 32 bits. A leaf is written as what it is: `i0` the index of loop 0, `s0` word 0 of the
table as a size, `p1:f32` word 1 as a value, `c0.1:f32` item 1 that loop 0 carries, `r0.1:f32` its
final value. An address is `b2[s3 + i0*s1 + i1]`, followed by `at v4` for an index and `where v5`
for a mask. A loop lists the initial values of what it carries, and its body ends with the next
ones: `next add v6, = v7` combines item 0 by addition and replaces item 1; `b1[i0] add= v1` combines
in memory. `serial i0 in v1..s0 step 16:i64` begins at v1 and takes steps of 16; `vector i0 in s0 by
16x2 mask` takes two registers of 16 lanes at once, and the last iterations under a mask; `lo` and
`hi` are the ends of the call's part. `parallel i0 in s0 on teams of 8` and `vector i1 in s1 on
lanes` say which threads of a GPU run the iterations.

A value stands where it is first needed. If it reads a written buffer, it stands at each statement
that uses it, because each use reads again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence

from fjax.core import dtypes
from fjax.core.printer import number_text
from fjax.core.scalar import Expr, Function, Op
from fjax.lowering.kernel import form
from fjax.lowering.kernel.spelling import operands, postorder, written_buffers


def print_kernel(kernel: form.Kernel) -> str:
    """The text of a kernel.

    >>> store = form.Store(form.Access(0, (form.Stride(0, 1),)), form.axis(0) + 1)
    >>> loop = form.Loop(0, form.size(0), form.Mode.PARALLEL, (store,))
    >>> buffers = (form.BufferArgument(form.INDEX, written=True),)
    >>> print(print_kernel(form.Kernel(buffers, (form.INDEX,), (loop,))))
    kernel (i64!) (i64)
      parallel i0 in s0:
        v0:i64 = add i0 1:i64
        b0[i0] = v0
    """
    return "\n".join(Printer(kernel).lines)


def function_table(kernel: form.Kernel) -> dict[str, Function]:
    """The functions that a kernel calls, by name, for the parser."""
    return {n.extra.name: n.extra for n in Printer(kernel).calls}


def literal_text(expr: Expr) -> str:
    """value:dtype, where the value reads back to the same bits."""
    return f"{number_text(expr.extra.value)}:{dtypes.short_name(expr.dtype)}"


class Printer:
    """Writes statements line by line. calls: the CALLs of functions, in their order."""

    def __init__(self, kernel: form.Kernel):
        self.written = written_buffers(kernel.body)
        buffers = map(buffer_text, kernel.buffers)
        words = [dtypes.short_name(d) for d in kernel.table]
        index = "" if kernel.index == form.INDEX else f" {dtypes.short_name(kernel.index)}"
        self.lines = [f"kernel{index} ({', '.join(buffers)}) ({', '.join(words)})"]
        self.calls: list[Expr] = []
        self.count = 0
        self.names: dict[Expr, str] = {}
        self.known: set[Expr] = set()  # what has a name here,
        self.named: list[Expr] = []  # ... in order
        self.volatile: set[Expr] = set()  # what another use reads again
        self.body(kernel.body, "  ")

    @contextlib.contextmanager
    def inside(self) -> Iterator[None]:
        """A body, whose names end with it."""
        start = len(self.named)
        yield
        self.known.difference_update(self.named[start:])
        del self.named[start:]

    def body(self, statements: Iterable[form.Statement], indent: str) -> None:
        with self.inside():
            for s in statements:
                self.statement(s, indent)

    def statement(self, s: form.Statement, indent: str) -> None:
        if isinstance(s, form.Store):
            value, index, mask = self.values((s.value, s.index, s.mask), indent)
            how = "=" if s.monoid is None else f"{s.monoid.value}="
            self.line(indent, f"{address_text(s.access, index, mask)} {how} {value}")
        elif isinstance(s, form.If):
            (condition,) = self.values((s.condition,), indent)
            self.line(indent, f"if {condition}:")
            self.body(s.then, indent + "  ")
            if s.otherwise:
                self.line(indent, "else:")
                self.body(s.otherwise, indent + "  ")
        else:
            self.loop(s, indent)

    def loop(self, s: form.Loop | form.While, indent: str) -> None:
        ends = () if isinstance(s, form.While) else (s.start, s.stop, s.step)
        heads = self.values((*ends, *(c.initial for c in s.carries)), indent)
        initial = heads[len(ends) :]
        carrying = f" carrying {', '.join(initial)}" if initial else ""
        deeper = indent + "  "
        if isinstance(s, form.While):
            self.line(indent, f"while w{s.number}{carrying}:")
        else:
            self.line(indent, f"{s.mode.value} i{s.number} in {_range_text(s, heads)}{carrying}:")
        with self.inside():
            if isinstance(s, form.While):
                (condition,) = self.values((s.condition,), deeper)
                self.line(deeper, f"test {condition}")
            for x in s.body:
                self.statement(x, deeper)
            if s.carries:
                following = self.values([c.next for c in s.carries], deeper)
                parts = [
                    f"{c.monoid.value if c.monoid else '='} {x}"
                    for c, x in zip(s.carries, following, strict=True)
                ]
                self.line(deeper, f"next {', '.join(parts)}")

    def values(self, wanted: Sequence[Expr | None], indent: str) -> list[str]:
        """The names of expressions ("" for None), after lines that define the new ones."""
        made = postorder(tuple([e for e in wanted if e is not None]), self.known)
        for node in made:
            self.names[node] = self.name(node, indent)
            loads = isinstance(node.extra, form.Load) and node.extra.access.buffer in self.written
            if loads or not self.volatile.isdisjoint(operands(node)):
                self.volatile.add(node)
        found = ["" if e is None else self.names[e] for e in wanted]
        for node in made:
            if node in self.volatile:
                self.known.remove(node)
            else:
                self.named.append(node)
        return found

    def name(self, node: Expr, indent: str) -> str:
        if node.op is Op.CONST:
            return literal_text(node)
        if node.op is Op.LEAF and not isinstance(node.extra, form.Load):
            return leaf_text(node)
        if node.op is Op.CALL:
            self.calls.append(node)
        made = f"v{self.count}"
        self.count += 1
        dtype = dtypes.short_name(node.dtype)
        self.line(indent, f"{made}:{dtype} = {_node_text(node, self.names)}")
        return made

    def line(self, indent: str, text: str) -> None:
        self.lines.append(indent + text)


def buffer_text(buffer: form.BufferArgument) -> str:
    """Its dtype, `!` if it is written, and whose memory it may have or the length of its own."""
    memory = "|".join(f"b{k}" for k in buffer.shares) or buffer.scratch or ""
    return f"{dtypes.short_name(buffer.dtype)}{'!' * buffer.written}{memory}"


def _range_text(loop: form.Loop, heads: Sequence[str]) -> str:
    """The iterations of a loop, how a vector loop takes them, and which threads do."""
    start, stop, step = heads[:3]
    found = f"{start}..{stop}" if start else stop
    found += f" step {step}" if step else ""
    found += "" if loop.vector is None else f" by {vector_text(loop.vector)}"
    return found if loop.binding is None else f"{found} on {binding_text(loop.binding)}"


def vector_text(vector: form.Vector) -> str:
    """Lanes, registers and the tail: `16x2 mask`."""
    return f"{vector.lanes}x{vector.registers} {vector.tail.value}"


def binding_text(binding: form.Binding) -> str:
    """Who runs a loop: `threads`, `teams of 8`, `blocks`, `lanes`, `lanes holding 4 of i1`."""
    level, count = binding.level, binding.count
    if not count:
        return level.value
    if level is form.Level.LANES:
        return f"{level.value} holding {count} of i{binding.row}"
    return f"{level.value} of {count}"


def _node_text(node: Expr, names: dict[Expr, str]) -> str:
    key = node.extra
    if node.op is Op.LEAF:
        index, mask = ("" if e is None else names[e] for e in (key.index, key.mask))
        return f"load {address_text(key.access, index, mask)}"
    head = node.op.value
    if node.op in (Op.CALL, Op.LIBM):
        head += f" {key.name if node.op is Op.CALL else key}"
    return " ".join([head, *(names[a] for a in operands(node))])


def leaf_text(node: Expr) -> str:
    """A leaf that is no load."""
    key = node.extra
    if isinstance(key, form.Size):
        return f"s{key.slot}"
    if isinstance(key, form.Axis):
        return f"i{key.loop}"
    if isinstance(key, form.Bound):
        return key.name
    dtype = dtypes.short_name(node.dtype)
    if isinstance(key, form.Param):
        return f"p{key.slot}:{dtype}"
    if isinstance(key, (form.Carried, form.Result)):
        return f"{'c' if isinstance(key, form.Carried) else 'r'}{key.loop}.{key.item}:{dtype}"
    return f"<{key!r}>:{dtype}"  # no leaf of the kernel form: the verifier refuses it


def address_text(access: form.Access, index: str = "", mask: str = "") -> str:
    """Where a load or a store goes."""
    terms = [] if access.offset is None else [f"s{access.offset.slot}"]
    terms += [_stride_text(t) for t in access.strides]
    at = f" at {index}" if index else ""
    return f"b{access.buffer}[{' + '.join(terms)}]{at}{f' where {mask}' if mask else ''}"


def _stride_text(term: form.Stride) -> str:
    if isinstance(term.step, form.Size):
        return f"i{term.loop}*s{term.step.slot}"
    return f"i{term.loop}" if term.step == 1 else f"i{term.loop}*{term.step}"
