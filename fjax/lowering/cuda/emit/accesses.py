"""Loads and stores of one thread, and of the neighbours that it takes together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fjax.core.scalar import Expr
from fjax.lowering.cuda.emit.instructions import GLOBAL, CudaWriter
from fjax.lowering.kernel.form import Access, Load, Loop, Store
from fjax.lowering.kernel.spelling import address_terms
from fjax.lowering.llvm.values import Scope, Value, Values
from fjax.lowering.llvm.writer import Code, literal, memory_type, register_type
from fjax.lowering.schedule.legality import is_unit, unit_accesses


class Neighbour(Scope):
    """One of several iterations that a thread computes together, in the order of `group`."""

    __slots__ = ("group",)
    group: Sequence[Neighbour]


class Accesses:
    """Loads and stores of values. Buffers are parameters, and so is each word of the table."""

    def __init__(self, values: Values, writer: CudaWriter, changed: frozenset[int]):
        self.values, self.writer = values, writer
        self.changed = changed  # buffers whose memory is written under another number
        self.together: int | None = None  # the loop whose neighbouring iterations are grouped

    def word(self, dtype: np.dtype, slot: int) -> str:
        """A word of the table as a value of this dtype."""
        code, t, word = self.values.prologue, register_type(dtype), f"%w{slot}"
        bits = {"float": "i32", "double": "i64"}.get(t, t)
        if bits != "i64":
            word = self.writer.ins(code, f"trunc i64 {word} to {bits}")
        return word if bits == t else self.writer.ins(code, f"bitcast {bits} {word} to {t}")

    # -- addresses -----------------------------------------------------------------------------

    def address(self, access: Access, index: Expr | None, scope: Scope) -> str:
        """buffer + sum of terms, each added in the outermost scope that knows it."""
        terms = address_terms(access, self.values.kernel.index)
        terms += [] if index is None else [index]
        self.values.facts.learn(tuple(terms))
        terms.sort(key=lambda term: self.values.home(term, scope).depth)
        element = memory_type(self.values.kernel.buffers[access.buffer].dtype)
        name, volatile = f"%b{access.buffer}", False
        for k, term in enumerate(terms):
            volatile = volatile or bool(self.values.facts[term].volatile)
            home = scope if volatile else self.values.home(term, scope)
            key = ("address", access.buffer, tuple(terms[: k + 1]))
            found = None if volatile else self.values.lookup(key, home)
            if found is None:
                by = self.values.name(term, home, 0)
                found = Value(self._element(home.code, element, name, by), 0, home)
                if not volatile:
                    home.values[key] = found
            name = found.name
        return name

    def _element(self, code: Code, element: str, base: str, index: str) -> str:
        return self.writer.ins(
            code, f"getelementptr inbounds {element}, {GLOBAL} {base}, {self.values.index} {index}"
        )

    def _is_unit(self, access: Access, index: Expr | None) -> bool:
        """Whether neighbouring iterations of the grouped loop are neighbours in memory."""
        return self.together is not None and is_unit(access, index, self.together)

    # -- loads ---------------------------------------------------------------------------------

    def load(self, expr: Expr, home: Scope) -> Value:
        """What a load reads; nothing is read where its mask is false."""
        key: Load = expr.extra
        if key.mask is None:
            if isinstance(home, Neighbour) and self._is_unit(key.access, key.index):
                return self._load_together(expr, home)
            return Value(self._load_one(key, expr.dtype, home), 0, home)
        mask, inner = self.values.name(key.mask, home, 0), Code(self.writer.fresh("in"))
        inside = Scope(home, inner, ("load", expr), guard=True, barrier=True)
        name = self._load_one(key, expr.dtype, inside)
        kind = register_type(expr.dtype)
        nothing = literal(expr.dtype.type(0), expr.dtype)
        name = self.writer.phi_branch(home.code, mask, inner, kind, name, nothing)
        return Value(name, 0, home)

    def _load_one(self, key: Load, dtype: np.dtype, scope: Scope) -> str:
        at = self.address(key.access, key.index, scope)
        text = f"load {memory_type(dtype)}, {GLOBAL} {at}, align {dtype.itemsize}"
        name = self.writer.ins(scope.code, text + self._invariant(key.access))
        return self.writer.to_register(scope.code, name, dtype)

    def _invariant(self, access: Access) -> str:
        """Memory that nobody writes during the launch may go through the read-only cache."""
        changes = access.buffer in self.values.facts.written or access.buffer in self.changed
        return "" if changes else ", !invariant.load !{}"

    def _load_together(self, expr: Expr, home: Neighbour) -> Value:
        """Neighbours in one load; each of them learns its own."""
        group, dtype, key = home.group, expr.dtype, expr.extra
        kind = f"<{len(group)} x {memory_type(dtype)}>"
        at = self.address(key.access, None, group[0])
        text = f"load {kind}, {GLOBAL} {at}, align {len(group) * dtype.itemsize}"
        whole = self.writer.ins(home.code, text + self._invariant(key.access))
        volatile = self.values.facts[expr].volatile
        for k, each in enumerate(group):
            one = self.writer.ins(home.code, f"extractelement {kind} {whole}, i32 {k}")
            value = Value(self.writer.to_register(home.code, one, dtype), 0, each)
            (each.volatile if volatile else each.values)[expr] = value
        return (home.volatile if volatile else home.values)[expr]

    # -- stores --------------------------------------------------------------------------------

    def store(self, s: Store, scope: Scope, only: str | None) -> None:
        """One store; by those threads alone for which `only` holds, if it is given."""
        code, dtype = scope.code, s.value.dtype
        value = self.writer.to_memory(code, self.values.name(s.value, scope, 0), dtype)
        at = self.address(s.access, s.index, scope)
        wanted = None if s.mask is None else self.values.name(s.mask, scope, 0)
        if only is not None:
            both = None if wanted is None else self.writer.ins(code, f"and i1 {only}, {wanted}")
            wanted = both or only
        inner = code if wanted is None else Code(self.writer.fresh("put"))
        if s.monoid is None:
            kind = memory_type(dtype)
            inner.add(f"store {kind} {value}, {GLOBAL} {at}, align {dtype.itemsize}")
        else:
            self.writer.combine_in_memory(inner, s.monoid, dtype, at, value)
        if wanted is not None:
            self.writer.branch(code, wanted, inner)

    def store_together(self, s: Store, group: Sequence[Neighbour]) -> None:
        """The same store of all neighbours: at once where they are neighbours in memory."""
        if s.mask is not None or s.monoid is not None or not self._is_unit(s.access, s.index):
            for each in group:
                self.store(s, each, None)
            return
        code, dtype, whole = group[0].code, s.value.dtype, "poison"
        element = memory_type(dtype)
        kind = f"<{len(group)} x {element}>"
        for k, each in enumerate(group):
            one = self.writer.to_memory(code, self.values.name(s.value, each, 0), dtype)
            whole = self.writer.ins(code, f"insertelement {kind} {whole}, {element} {one}, i32 {k}")
        at = self.address(s.access, None, group[0])
        code.add(f"store {kind} {whole}, {GLOBAL} {at}, align {len(group) * dtype.itemsize}")

    # -- neighbours ----------------------------------------------------------------------------

    def whole(self, loop: Loop, scope: Scope, hi: str, width: int) -> str:
        """The end of the groups of neighbours: 0 where a row does not begin at such a group."""
        writer, code, bits, kind = self.writer, scope.code, "0", self.values.index
        for access in unit_accesses(loop):
            strides = tuple(t for t in access.strides if t.loop != loop.number)
            row = Access(access.buffer, strides, access.offset)
            size = width * self.values.kernel.buffers[access.buffer].dtype.itemsize
            start = self.address(row, None, scope)
            at = writer.ins(code, f"ptrtoint {GLOBAL} {start} to i64")
            at = writer.ins(code, f"and i64 {at}, {size - 1}")
            bits = writer.ins(code, f"or i64 {bits}, {at}")
        aligned = writer.ins(code, f"icmp eq i64 {bits}, 0")
        whole = writer.ins(code, f"and {kind} {hi}, {-width}")
        return writer.ins(code, f"select i1 {aligned}, {kind} {whole}, {kind} 0")

    def group(
        self, loop: Loop, scope: Scope, code: Code, index: str, width: int
    ) -> list[Neighbour]:
        """Scopes of the iterations from `index` on."""
        self.together = loop.number
        group: list[Neighbour] = []
        for k in range(width):
            each = Neighbour(scope, code, loop.number)
            at = self.writer.ins(code, f"add nsw {self.values.index} {index}, {k}") if k else index
            each.values[self.values.axis(loop.number)] = Value(at, 0, each)
            each.group = group
            group.append(each)
        return group
