"""Loop distribution: parts of a loop's body that carry nothing from step to step leave the loop.

It serves recurrences whose steps have matrix products beside the recurrence itself. Products of
the step's slice with a constant become one product of all slices before the loop; products that
only stacked outputs need become one product after it; a sum of one product a step becomes one
product that sums over the steps as well. One large product runs at the library's full speed; the
loop keeps what depends on the step before.

A native loop spreads the elements that it carries over SIMD lanes, so that a reduction of them has
to combine lanes in each step: one of slices runs before the loop instead, one whose result no step
reads after it. A carried value that no step reads is computed only for the last step.

What is the same in each step leaves first: loop-invariant code motion, from the innermost loops
outwards.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from fjax.core.control import LoopForm
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.memo import memo, weak_memo
from fjax.core.primitive import BatchAxis, Primitive, Role
from fjax.core.rewrite import rewrite, splice, without_dead
from fjax.core.roles import reduction
from fjax.core.source import NO_NAMES, Source, replaying
from fjax.dataclass import dataclass
from fjax.higher_order.invariant import hoisted
from fjax.interpreters.staging import stage_closed
from fjax.interpreters.vmap import vmap_jaxpr
from fjax.passes.optimize import optimize
from fjax.primitives.arithmetic import add
from fjax.primitives.shaping import take_range
from fjax.primitives.structure import BroadcastInDim, Reshape

FREE_BYTES = 1 << 24  # new storage that always is worth it; beyond, as much as there was


@weak_memo
def hoist(jaxpr: Jaxpr) -> Jaxpr:
    """The program whose loops find ready what is the same in each of their steps.

    >>> import fjax, fjax.numpy as jnp
    >>> def steps(a, x):
    ...     return fjax.lax.fori_loop(0, 9, lambda _, x: x * jnp.exp(jnp.sin(a)), x)
    >>> jaxpr = fjax.make_jaxpr(steps)(jnp.ones(()), jnp.ones(3)).jaxpr
    >>> [e.primitive.name for e in hoist(jaxpr).eqns]
    ['sin', 'exp', 'scan']
    """
    return rewrite(jaxpr, _hoisted)


def _hoisted(eqn: Equation) -> Jaxpr | None:
    """The program that a loop becomes; None if it stays as it is."""
    form = eqn.op.loop()
    if form is None or eqn.op.effects:
        return None
    plain = optimize(form.body)
    body = hoist(plain)
    found = hoisted(replace(form, body=body))
    if found is None and body is plain:
        return None
    operands = [Var(x.aval) for x in eqn.invars]
    at, n = form.leading, form.first_carry
    before: list[Equation] = []
    values = [] if found is None else splice(found.before, tuple(operands[at:n]), before)
    op = eqn.op.with_loop(replace(form, body=body) if found is None else found.form)
    outs = [Var(v.aval) for v in eqn.outvars]
    where = eqn.source and eqn.source.named(NO_NAMES)
    loop = Equation(op, (*operands[:n], *values, *operands[n:]), tuple(outs), where)
    return Jaxpr(operands, [*before, loop], outs)


class Dependence(enum.IntEnum):
    """What a value of a loop's body depends on."""

    FIXED = 0  # on constants: it is the same in all steps
    STEP = 1  # also on the step's slices
    CARRIED = 2  # on what steps before have computed


@dataclass(frozen=True)
class Leaving:
    """Which parts of a loop's body leave it.

    products: whether matrix products do. across: the least number of elements of reductions along
    the first axis of the largest carried value that do (and whether carried values do that no step
    reads); 0: none. registers: the most elements of that value which a loop without lanes keeps in
    registers. A larger one is in memory, and reductions of it stay in the loop.
    """

    products: bool
    across: int = 0
    registers: int = 0


def distribute(jaxpr: Jaxpr, leaving: Callable[[Equation], Leaving]) -> Jaxpr:
    """The jaxpr with its loops split; `leaving` says which parts of each leave it.

    >>> import fjax, fjax.numpy as jnp
    >>> def recurrence(w, u, xs):
    ...     return fjax.lax.scan(lambda h, x: (jnp.tanh(h @ w + x @ u), None), xs[0], xs)[0]
    >>> m = jnp.ones((4, 4))
    >>> jaxpr = fjax.make_jaxpr(recurrence)(m, m, jnp.ones((9, 2, 4))).jaxpr
    >>> [e.primitive.name for e in distribute(jaxpr, lambda eqn: Leaving(True)).eqns][-2:]
    ['dot_general', 'scan']
    """

    def body(eqn: Equation) -> Jaxpr | None:
        return None if eqn.op.loop() is None else _distributed(eqn.op, leaving(eqn), eqn.source)

    return rewrite(jaxpr, body)


@memo(1024)
def _distributed(op: Primitive, leaving: Leaving, source: Source | None) -> Jaxpr | None:
    """The program that a loop becomes; None if there is nothing to be gained."""
    form = op.loop()
    assert form is not None
    if form.length is None or form.length < 2 or op.effects:
        return None
    if leaving.across:  # what a native loop computes in a step
        form = replace(form, body=optimize(form.body))
    parts = _Parts(form, leaving)
    if not parts.before and not parts.after and not parts.unread:
        return None
    n = form.n_consts + form.n_carry
    avals = form.body.in_avals
    avals = [*avals[:n], *[a.update(shape=(form.length, *a.shape)) for a in avals[n:]]]
    return stage_closed(lambda *args: _Program(op, parts, source)(*args), avals, op.name)


def _is_product(eqn: Equation) -> bool:
    return eqn.op.summed() is not None


def _variables(atoms: Iterable[Atom]) -> list[Var]:
    return [x for x in atoms if isinstance(x, Var)]


class _Parts:
    """Which equations of a loop's body run before it and after it.

    leaders: what is worth moving before the loop: products of a slice with a constant, costly
    values that are the same in all steps, and reductions of slices that would combine lanes.
    before: the leaders, and the equations that compute their operands.
    hoisted: results of these that the loop reads.
    unread: carried values that no step reads, and that follow from the slices of the last step.
    after: products that only stacked outputs and sums over the steps need, and what needs them.
    sums: for each carried value that is a sum and is moved, its equation and what it adds.
    stacked: values that the loop has to stack for the equations after it.
    """

    def __init__(self, form: LoopForm, leaving: Leaving):
        self.form, self.leaving = form, leaving
        n, m = form.n_consts, form.n_consts + form.n_carry
        invars = form.body.invars
        self.consts, self.carry, self.xs = invars[:n], invars[n:m], invars[m:]
        self.finals, self.ys = form.body.outvars[: form.n_carry], form.body.outvars[form.n_carry :]
        self.producer, self.readers = form.body.producer, form.body.readers
        self.largest = max((c.aval.shape for c in self.carry), key=math.prod, default=())
        self.kinds = self._kinds()
        self.budget = self._budget()
        self.unread = self._unread() if leaving.across else []
        self.leaders = self._leaders()
        self.before = self._in_order(self._ancestors(self._made(self.leaders)))
        self.hoisted = self._hoisted()
        self.after: list[Equation] = []
        self.sums: dict[int, tuple[Equation, Var]] = {}
        self.stacked: list[Var] = []
        self._after()

    def _kinds(self) -> dict[Var, Dependence]:
        kinds = dict.fromkeys(self.consts, Dependence.FIXED)
        kinds.update(dict.fromkeys(self.carry, Dependence.CARRIED))
        kinds.update(dict.fromkeys(self.xs, Dependence.STEP))
        for e in self.form.body.eqns:
            kind = max((kinds[x] for x in _variables(e.invars)), default=Dependence.FIXED)
            kinds.update(dict.fromkeys(e.outvars, kind))
        return kinds

    def _bytes(self, values: Iterable[Atom]) -> int:
        """The storage of values when they are stacked."""
        return (self.form.length or 0) * sum(v.aval.nbytes for v in values)

    def _budget(self) -> int:
        return max(FREE_BYTES, self._bytes((*self.xs, *self.ys)))

    def _leaves(self, v: Var, eqns: Sequence[Equation]) -> bool:
        """Whether anything but these equations needs a value."""
        inside = set(map(id, eqns))
        return v in self.form.body.outvars or any(id(e) not in inside for e in self.readers(v))

    @staticmethod
    def _made(eqns: Iterable[Equation]) -> list[Var]:
        return [v for e in eqns for v in e.outvars]

    def _ancestors(self, atoms: Iterable[Atom]) -> set[int]:
        """Ids of the equations that values are computed from."""
        found: set[int] = set()
        pending = _variables(atoms)
        while pending:
            e = self.producer.get(pending.pop())
            if e is not None and id(e) not in found:
                found.add(id(e))
                pending += _variables(e.invars)
        return found

    def _in_order(self, ids: set[int]) -> list[Equation]:
        return [e for e in self.form.body.eqns if id(e) in ids]

    # ---- before the loop

    def _is_across(self, e: Equation) -> bool:
        """Whether an equation is a reduction that would combine the lanes of the loop."""
        if e.op.role is not Role.REDUCTION or not self.leaving.across:
            return False
        lanes = self.largest[:1]
        wide = lanes != () and lanes[0] >= self.leaving.across
        return wide and 0 in reduction(e.op).axes and e.invars[0].aval.shape[:1] == lanes

    def _unread(self) -> list[int]:
        return [
            k
            for k, (c, out) in enumerate(zip(self.carry, self.finals, strict=True))
            if not self.form.body.use_count(c)
            and isinstance(out, Var)
            and self.kinds[out] is Dependence.STEP
        ]

    def _leaders(self) -> list[Equation]:
        found: list[Equation] = []
        for e in self.form.body.eqns:
            kinds = {self.kinds[x] for x in _variables(e.invars)}
            gains = self._is_across(e) and Dependence.CARRIED not in kinds
            if self.leaving.products and _is_product(e):
                gains = kinds == {Dependence.FIXED, Dependence.STEP}
            if gains or (kinds <= {Dependence.FIXED} and e.op.role is Role.OPAQUE):
                found.append(e)
        made = [v for v in self._made(found) if self.kinds[v] is Dependence.STEP]
        if self._bytes(made) > self.budget:
            found = [e for e in found if self.kinds[e.outvars[0]] is Dependence.FIXED]
        return found

    def _hoisted(self) -> list[Var]:
        if not self.leaving.products:  # what else the loop needs it computes again
            return self._made(self.leaders)
        return [v for v in self._made(self.before) if self._leaves(v, self.before)]

    # ---- after the loop

    def _accumulated(self) -> dict[int, tuple[Equation, Var]]:
        """Carried values to which each step adds something and that nothing else reads."""
        found = {}
        for k, (c, out) in enumerate(zip(self.carry, self.finals, strict=True)):
            e = self.producer.get(out) if isinstance(out, Var) else None
            if not isinstance(out, Var) or e is None or e.op is not add or self.readers(c) != [e]:
                continue
            others = [x for x in _variables(e.invars) if x is not c]
            if (
                len(others) == 1
                and others[0].aval.shape == c.aval.shape
                and self.form.body.use_count(out) == 1
            ):
                found[k] = e, others[0]
        return found

    def _after(self) -> None:
        sums = self._accumulated()
        inside = [x for k, x in enumerate(self.finals) if k not in sums and k not in self.unread]
        needed = self._ancestors(inside) | set(map(id, self.before))
        summed = {id(p) for _, x in sums.values() if (p := self.product_below(x)) is not None}
        moved: set[int] = set()
        made: set[Var] = set()
        for e in self.form.body.eqns:
            if id(e) in needed:
                continue
            inputs = _variables(e.invars)
            gains = self._is_across(e) and math.prod(self.largest) <= self.leaving.registers
            if self.leaving.products and _is_product(e):
                fixed = [x for x in inputs if self.kinds[x] is Dependence.FIXED]
                gains = id(e) in summed or len(fixed) == 1
            if gains or not made.isdisjoint(inputs):
                moved.add(id(e))
                made.update(e.outvars)
        after = self._in_order(moved)
        stacked = self._crossing(after, {id(e) for e, _ in sums.values()})
        large = [v for e in after if _is_product(e) and id(e) not in summed for v in e.outvars]
        if self._bytes([*stacked, *large]) <= self.budget:
            self.after, self.stacked = after, stacked
            self.sums = {k: s for k, s in sums.items() if id(s[0]) in moved}

    def _crossing(self, after: Sequence[Equation], sums: set[int]) -> list[Var]:
        """Values of the loop that equations after it read and that are nowhere stacked."""
        made = set(self._made(after))
        found: dict[Var, None] = {}
        pending = [
            x
            for e in after
            for x in _variables(e.invars)
            if not (id(e) in sums and x in self.carry)
        ]
        while pending:
            x = pending.pop()
            if x in made or x in self.consts or x in self.xs or x in self.hoisted:
                continue
            if self.is_repeated(x):
                pending += _variables(self.producer[x].invars)
            elif x not in self.ys:
                found[x] = None
        return list(found)

    def is_repeated(self, v: Var) -> bool:
        """Whether a value is computed again after the loop, rather than stacked in it."""
        e = self.producer.get(v)
        return (
            e is not None
            and v not in self.hoisted
            and self.kinds[v] is not Dependence.CARRIED
            and e.op.role is not Role.OPAQUE
        )

    def product_below(self, v: Var) -> Equation | None:
        """The product that a value rearranges, if nothing else needs it."""
        while self.form.body.use_count(v) == 1 and self.readers(v):
            e = self.producer.get(v)
            if e is None:
                return None
            if _is_product(e):
                return e if len(_variables(e.invars)) == 2 else None
            if (
                e.op.role is not Role.INDEX
                or len(e.invars) != 1
                or not isinstance(e.invars[0], Var)
            ):
                return None
            v = e.invars[0]
        return None


class _Program:
    """What a loop becomes, as a function of its operands. source: the line of the loop."""

    def __init__(self, op: Primitive, parts: _Parts, source: Source | None):
        self.op, self.parts, self.form = op, parts, parts.form
        self.source = source and source.named(NO_NAMES)  # its names are around the program
        self.axis = BatchAxis(None, parts.form.length or 0)

    def __call__(self, *args: Any) -> list[Any]:
        parts, form = self.parts, self.form
        n, m = form.n_consts, form.n_consts + form.n_carry
        self.initial = args[n:m]
        self.known: dict[Atom, Any] = dict(
            zip((*parts.consts, *parts.xs), (*args[:n], *args[m:]), strict=True)
        )
        self._map(parts.before, parts.hoisted)
        finals = self._loop() | self._last()
        direct = self._direct_sums()
        rest = {k: x for k, (_, x) in parts.sums.items() if k not in direct}
        wanted = [y for y in parts.ys if y not in self.known]
        self._map(self._repeating([*rest.values(), *wanted]), [*rest.values(), *wanted])
        finals.update(direct)
        finals.update(self._sums_in_order(rest))
        return [*[finals[k] for k in range(form.n_carry)], *[self._stack(y) for y in parts.ys]]

    def _stack(self, y: Atom) -> Any:
        """An output for all steps; what is the same in each is known once."""
        if isinstance(y, Var) and self.parts.kinds[y] is not Dependence.FIXED:
            return self.known[y]
        value = self.known[y] if isinstance(y, Var) else y.value
        shape = y.aval.shape
        with replaying(self.source):
            return BroadcastInDim((self.axis.size, *shape), tuple(range(1, 1 + len(shape))))(value)

    def _map(self, eqns: Sequence[Equation], outs: Sequence[Atom]) -> None:
        """Compute values for all steps at once."""
        asked = list(dict.fromkeys(v for v in _variables(outs) if v not in self.known))
        if not asked:
            return
        made = {v for e in eqns for v in e.outvars}
        ins = list(dict.fromkeys(x for e in eqns for x in _variables(e.invars) if x not in made))
        varies = tuple(self.parts.kinds[v] is not Dependence.FIXED for v in ins)
        each = tuple(self.parts.kinds[v] is not Dependence.FIXED for v in asked)
        batched, _ = vmap_jaxpr(
            Jaxpr(ins, eqns, asked), self.axis, tuple(0 if b else None for b in varies), each
        )
        values = evaluate_jaxpr(batched, [self.known[v] for v in ins])
        self.known.update(zip(asked, values, strict=True))

    def _repeating(self, outs: Sequence[Atom]) -> list[Equation]:
        """The equations after the loop, with those before them that are computed again."""
        parts = self.parts
        moved = set(map(id, parts.after))
        found: set[int] = set()
        pending = _variables(outs)
        while pending:
            v = pending.pop()
            e = parts.producer.get(v)
            if v in self.known or e is None or id(e) in found:
                continue
            if id(e) in moved or parts.is_repeated(v):
                found.add(id(e))
                pending += _variables(e.invars)
        return parts._in_order(found)

    def _loop(self) -> dict[int, Any]:
        """Run what is left of the loop: its final values by number; stacks become known."""
        parts, form = self.parts, self.form
        before = parts.before if parts.leaving.products else parts.leaders
        outside = set(map(id, (*before, *parts.after)))
        eqns = [e for e in form.body.eqns if id(e) not in outside]
        hoisted = [v for v in parts.hoisted if parts.kinds[v] is Dependence.FIXED]
        sliced = [v for v in parts.hoisted if parts.kinds[v] is Dependence.STEP]
        moved = set(parts._made(parts.after))
        gone = {*parts.sums, *parts.unread}
        kept = [k for k in range(form.n_carry) if k not in gone]
        ys = [
            y
            for y in dict.fromkeys(_variables((*parts.ys, *parts.stacked)))
            if y not in self.known and y not in moved and parts.kinds[y] is not Dependence.FIXED
        ]
        outvars = [*[parts.finals[k] for k in kept], *ys]
        if not outvars:
            return {}
        consts, xs = [*parts.consts, *hoisted], [*parts.xs, *sliced]
        body = Jaxpr(
            [*consts, *[parts.carry[k] for k in kept], *xs], eqns, outvars, form.body.debug_name
        )
        body = without_dead(body)
        loop = self.op.with_loop(replace(form, body=body, n_consts=len(consts), n_carry=len(kept)))
        with replaying(self.source):
            outs = loop(
                *[self.known[v] for v in consts],
                *[self.initial[k] for k in kept],
                *[self.known[v] for v in xs],
            )
        self.known.update(zip(ys, outs[len(kept) :], strict=True))
        return dict(zip(kept, outs, strict=False))

    def _last(self) -> dict[int, Any]:
        """Carried values that no step reads: those of the last step, by number."""
        parts, form = self.parts, self.form
        outs = [v for k in parts.unread if isinstance(v := parts.finals[k], Var)]
        if not outs:
            return {}
        eqns = parts._in_order(parts._ancestors(outs))
        read = {*outs, *[x for e in eqns for x in _variables(e.invars)]}
        step = 0 if form.reverse else self.axis.size - 1
        ins = [v for v in (*parts.consts, *parts.xs) if v in read]
        given = [
            self.known[v]
            if v in parts.consts
            else Reshape(v.aval.shape)(take_range(x := self.known[v], step, step + 1, 0, x.shape))
            for v in ins
        ]
        values = evaluate_jaxpr(Jaxpr(ins, eqns, outs), given)
        return dict(zip(parts.unread, values, strict=True))

    def _direct_sums(self) -> dict[int, Any]:
        """Sums of products: one product that sums over the steps as well."""
        parts, found = self.parts, {}
        for k, (adds, x) in parts.sums.items():
            product = parts.product_below(x)
            if product is None:
                continue
            factors = _variables(product.invars)
            if any(parts.kinds[v] is Dependence.FIXED for v in factors):
                continue
            self._map(self._repeating(factors), factors)
            (v,), summed = product.outvars, product.op.summed()
            assert summed is not None  # `product_below` looks for such products
            with replaying(product.source):
                total = summed(*[self.known[f] for f in factors])
            while v is not x:  # rearranged once instead of in every step
                (e,) = parts.readers(v)
                with replaying(e.source):
                    total, (v,) = e.op(total), e.outvars
            with replaying(adds.source):
                found[k] = add(self.initial[k], total)
        return found

    def _sums_in_order(self, sums: dict[int, Var]) -> dict[int, Any]:
        """Other sums, step after step: the order in which they are added is the user's."""
        if not sums:
            return {}
        parts = self.parts
        equations, terms = [parts.sums[k][0] for k in sums], dict.fromkeys(sums.values())
        body = Jaxpr(
            [*[parts.carry[k] for k in sums], *terms],
            equations,
            [parts.finals[k] for k in sums],
            self.form.body.debug_name,
        )
        loop = self.op.with_loop(replace(self.form, body=body, n_consts=0, n_carry=len(sums)))
        with replaying(self.source):
            outs = loop(*[self.initial[k] for k in sums], *[self.known[x] for x in terms])
        return dict(zip(sums, outs, strict=True))
