"""Fusion: it groups equations into kernels, and notes why a kernel ends.

Fusion walks the jaxpr backwards. An equation joins the kernels that demand its result if they can
compute it. Otherwise its result is stored, by a kernel that walks the same space or by a new one.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field, replace

from fjax.core import scalar_graph
from fjax.core.guarded import known
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.primitive import Role
from fjax.core.scalar import Expr
from fjax.dataclass import dataclass
from fjax.lowering.fuse.costs import (
    element_cost,
    is_movement,
    is_spread,
    is_view,
    moves,
    nodes_of_index,
    renames_axes,
    unfusable,
    visited_elements,
    writes_little,
)
from fjax.lowering.fuse.element import ConsumedReduction, Demand, Refusal, StoredReduction
from fjax.lowering.fuse.fused import BlockReduce, Fused, UnrolledReduction, Updated
from fjax.lowering.fuse.nest import Nest
from fjax.lowering.kernel.form import Unsupported
from fjax.lowering.kernel.index_arithmetic import Index, LoopAxis, axes_in, is_injective
from fjax.lowering.machine import Machine
from fjax.lowering.nest.choices import loop_choice


@dataclass(eq=False)
class FusionGroup:
    """A step of the fused program: a kernel, or an equation that runs by itself."""

    nest: Nest | None
    eqn: Equation | None = None
    position: int = 0
    reason: str = ""
    after: set[FusionGroup] = field(default_factory=set)  # groups that need what this one stores
    before: set[FusionGroup] = field(default_factory=set)  # groups that store what this one needs
    number: int = 0
    later: int = 0  # the numbers of this group and of all that come after it, as bits

    def precede(self, other: FusionGroup) -> None:
        """Note that another group needs what this one stores."""
        if other in self.after:
            return
        self.after.add(other)
        other.before.add(self)
        pending = [(self, other.later)]
        while pending:
            group, found = pending.pop()
            if found & ~group.later:
                group.later |= found
                pending += [(g, group.later) for g in group.before]

    @property
    def rank(self) -> tuple[bool, int]:
        """Among groups that could come next, the least rank does. Updates come late."""
        return self.nest is not None and self.nest.update is not None, self.position


@dataclass(frozen=True, eq=False)
class FusedProgram:
    """The fused program. It has a reason for each equation's end, and the nests of kernels."""

    jaxpr: Jaxpr
    reasons: tuple[str, ...]
    nests: tuple[Nest | None, ...]

    def without_nests(self) -> FusedProgram:
        """The program to keep: kernels are made once, and then found by their bodies."""
        return replace(self, nests=(None,) * len(self.nests))


def fuse(jaxpr: Jaxpr, machine: Machine) -> FusedProgram:
    """The jaxpr with kernels (`Fused`) in place of the equations that have one."""
    return _Fuser(jaxpr, machine).run()


class _Fuser:
    def __init__(self, jaxpr: Jaxpr, machine: Machine):
        self.jaxpr = jaxpr
        self.machine, self.limits = machine, machine.limits
        self.loop_choice = loop_choice(machine)
        self.readers: dict[Var, dict[Nest, None]] = {}
        self.single_readers: dict[Var, list[FusionGroup]] = {}
        self.outputs = {x for x in jaxpr.outvars if isinstance(x, Var)}
        self.wanted = set(self.outputs)
        self.groups: list[FusionGroup] = []
        self.of_nest: dict[Nest, FusionGroup] = {}
        self.last_effect: FusionGroup | None = None
        self.by_size: dict[int, list[Nest]] = {}
        self.made_of: dict[Var, tuple[Var, ...]] = {}
        self.producer = jaxpr.producer

    def run(self) -> FusedProgram:
        for position in range(len(self.jaxpr.eqns) - 1, -1, -1):
            self.visit(self.jaxpr.eqns[position], position)
        ordered = self.order()
        eqns = [self.equation(g) for g in ordered]
        fused = self.jaxpr.replace(eqns=eqns)
        self.readers.clear()  # groups and kernels refer to each other: the collector has less to do
        for g in ordered:
            g.after.clear()
            g.before.clear()
        return FusedProgram(fused, tuple(g.reason for g in ordered), tuple(g.nest for g in ordered))

    # ---- one equation

    def visit(self, eqn: Equation, position: int) -> None:
        needed = any(v in self.wanted or self.readers.get(v) for v in eqn.outvars)
        if not needed and not eqn.op.effects:
            return
        why = unfusable(eqn, self.machine)
        if why is not None:
            self.single(eqn, position, why)
            return
        if eqn.op.role in (Role.UPDATE, Role.CUMULATIVE):
            self.exclusive(eqn, position)
            return
        (v,) = eqn.outvars
        costs = {n: self.cost_inside(n, eqn) for n in self.readers.get(v, ())}
        able = {n: cost for n, cost in costs.items() if isinstance(cost, int)}
        refused = [cost.reason for cost in costs.values() if isinstance(cost, Refusal)]
        if refused or v in self.wanted:
            self.store(eqn, position, able, refused[0] if refused else self.end_of(v))
        elif len(able) > 1 and not self.repeatable(eqn, able):
            self.store(eqn, position, able, "several kernels need it")
        else:
            self.inline(eqn, able)

    def end_of(self, v: Var) -> str:
        """Why a result has to be in memory, whatever kernels could do with it."""
        readers = self.single_readers.get(v, ())
        if v in self.outputs or not readers:
            return "its result is an output"
        eqn = readers[0].eqn
        if eqn is None:
            return "another step changes it in place"
        return self.end_of(eqn.outvars[0]) if is_view(eqn) else f"{eqn.op.name} reads it"

    def repeatable(self, eqn: Equation, nests: Collection[Nest]) -> bool:
        """Whether computing the result in each of several kernels is cheaper than storing it.

        The number of results that a kernel repeats is bounded. In a chain where each result has a
        kernel, too, every kernel would compute all that come before.
        """
        role, kernels = eqn.op.role, len(nests)
        if role is Role.REDUCTION:
            return False
        if moves(eqn):
            return is_movement(eqn, self.machine)
        if any(nest.repeated >= self.limits.places for nest in nests):
            return False
        out, machine = eqn.outvars[0].aval, self.machine
        enough = machine.kept_from(out.nbytes) if kernels == 2 else machine.trip
        alone = out.size == 1 or (out.nbytes > machine.near_bytes and self.are_far_apart(nests))
        cost = element_cost(eqn, machine.costs) if alone else self.cost_of_chain(eqn, nests, enough)
        cheap = cost < enough
        if out.size == 1:
            return cheap
        if not cheap:
            return False
        read = [x for x in eqn.invars if isinstance(x, Var) and x.aval.size == out.size]
        most = 2 if kernels == 2 else 1
        if len(read) > most and out.nbytes > machine.l1_bytes:
            read = [x for x in read if not is_spread(x, self.producer, self.machine)]
        return len(read) <= most

    def are_far_apart(self, nests: Collection[Nest]) -> bool:
        """Whether a library runs between kernels, as between passes forwards and backwards.

        What both need would take memory for long.
        """
        numbers = [self.of_nest[nest].number for nest in nests]
        between = self.groups[min(numbers) : max(numbers)]
        return any(g.eqn is not None and not is_view(g.eqn) for g in between)

    def cost_of_chain(self, eqn: Equation, nests: Collection[Nest], enough: int) -> int:
        """What an element costs with the elementwise operations that make it, up to `enough`.

        Whoever computes it again computes these again, except for those that are stored anyway:
        results of the program, and what other kernels than `nests` need.
        """
        total, pending, seen = 0, [eqn], {eqn}
        size = eqn.outvars[0].aval.size
        while pending and total < enough and len(seen) <= self.limits.look_back:
            e = pending.pop()
            total += element_cost(e, self.machine.costs)
            for x in e.invars:
                if isinstance(x, Literal) or x in self.wanted or x.aval.size < size:
                    continue
                before = self.producer.get(x)
                if before is None or before in seen:
                    continue
                elsewhere = any(nest not in nests for nest in self.readers.get(x, ()))
                if before.op.role is Role.ELEMENTWISE and not elsewhere:
                    seen.add(before)
                    pending.append(before)
        return total

    def inline(self, eqn: Equation, costs: dict[Nest, int]) -> None:
        """Have nests compute the equation's result for themselves, each at its cost."""
        repeated = len(costs) > 1 and not moves(eqn)
        for nest, cost in costs.items():
            nest.inline(eqn)
            nest.recomputed += cost
            nest.repeated += repeated

    def store(self, eqn: Equation, position: int, able: dict[Nest, int], reason: str) -> None:
        """Have the result written to memory, by a kernel or as a view.

        `able` are the kernels that could compute it for themselves, and what that would cost.
        """
        (v,) = eqn.outvars
        in_place = eqn.op.update_operand is not None and writes_little(eqn)
        free = is_movement(eqn, self.machine) and not (in_place and v in self.wanted)
        if free:  # otherwise the update writes over the values that a kernel would read
            self.inline(eqn, {n: cost for n, cost in able.items() if not self.is_deep(n, v)})
        if is_view(eqn):
            self.single(eqn, position, "")
            return
        if in_place:
            self.exclusive(eqn, position)
            return
        host = None if free else self.host(eqn, able)
        if host is None:
            host = self.new_nest(eqn, position, reason)
            if host is None:
                return
        else:
            host.join_output(eqn)
            host.recomputed += able.get(host, 0)
        group = self.of_nest[host]
        self.link(group, v, exclude=host)

    def exclusive(self, eqn: Equation, position: int) -> None:
        """Give the equation its own kernel, which may compute the operands, but no other output."""
        nest = Nest(self.machine, self.readers)
        cumulative = eqn.op.role is Role.CUMULATIVE
        try:
            if cumulative:
                nest.start_cumulative(eqn)
            else:
                nest.start_update(eqn)
        except Unsupported as error:
            self.forget(nest)
            self.single(eqn, position, str(error))
            return
        reason = (
            "elements are combined one after another"
            if cumulative
            else "it changes its operand in place"
        )
        group = self.group(nest, None, position, reason)
        x = eqn.invars[0]
        if isinstance(x, Var) and not cumulative:
            self.wanted.add(x)
            self.single_readers.setdefault(x, []).append(group)
        self.link(group, eqn.outvars[0], exclude=nest)

    def forget(self, nest: Nest) -> None:
        """Take back the demands of a nest that turned out to have no kernel."""
        for readers in self.readers.values():
            readers.pop(nest, None)

    def new_nest(self, eqn: Equation, position: int, reason: str) -> Nest | None:
        nest = Nest(self.machine, self.readers)
        try:
            nest.start(eqn)
        except Unsupported as error:
            self.forget(nest)
            self.single(eqn, position, str(error))
            return None
        self.group(nest, None, position, reason)
        self.by_size.setdefault(nest.size(), []).append(nest)
        return nest

    def single(self, eqn: Equation, position: int, reason: str) -> None:
        """The equation runs by itself."""
        group = self.group(None, eqn, position, reason)
        for v in eqn.outvars:
            self.link(group, v)
        for x in eqn.invars:
            if isinstance(x, Var):
                self.wanted.add(x)
                self.single_readers.setdefault(x, []).append(group)
        if eqn.op.effects:
            if self.last_effect is not None:
                group.precede(self.last_effect)
            self.last_effect = group

    def group(
        self, nest: Nest | None, eqn: Equation | None, position: int, reason: str
    ) -> FusionGroup:
        """A new step of the program, which nothing is linked with."""
        number = len(self.groups)
        group = FusionGroup(nest, eqn, position, reason, number=number, later=1 << number)
        self.groups.append(group)
        if nest is not None:
            self.of_nest[nest] = group
        return group

    def link(self, group: FusionGroup, v: Var, exclude: Nest | None = None) -> None:
        """Whoever reads v from memory comes after the group that stores it."""
        for n in self.readers.get(v, ()):
            if n is not exclude and v not in n.members:
                group.precede(self.of_nest[n])
        for reader in self.single_readers.get(v, ()):
            group.precede(reader)

    # ---- where a result may be computed

    def cost_inside(self, nest: Nest, eqn: Equation) -> int | Refusal:
        """The cost of computing the equation's result inside the nest, or a refusal.

        The cost is in operations for each element that is computed more often than needed; 0 if
        no element is.
        """
        (v,) = eqn.outvars
        demands = list(nest.demands[v])
        if nest.update is not None and not self.changed_by(nest.update.eqn).isdisjoint(eqn.invars):
            return Refusal("it reads what the kernel changes")
        if nest.update is not None and self.is_slow_in_turn(nest, eqn):
            return Refusal("updates take turns: lanes compute it in a kernel of its own")
        if len(nest.eqns) >= self.limits.equations:
            return Refusal("the kernel is large enough")
        twice = len(demands) > 1 and visited_elements(nest, demands) > v.aval.size
        most = self.limits.places if twice else self.limits.written_out
        if twice and len(demands) > most and renames_axes(eqn):
            most = 2 * self.limits.written_out  # it takes no instructions: both of a pair are read
        if len(demands) > most:
            return Refusal(f"it would be computed at {len(demands)} places")
        role = eqn.op.role
        if role is Role.REDUCTION:
            return self.reduction_refusal(nest, eqn, demands) or 0
        cost = element_cost(eqn, self.machine.costs)
        if eqn.op.update_operand is not None and writes_little(eqn):
            if twice and v.aval.size * cost * len(demands) > self.machine.launch_operations:
                return Refusal(f"what it writes would be looked for at {len(demands)} places")
        if is_movement(eqn, self.machine):
            if nodes_of_index(demands) > self.limits.equations // 2:
                return Refusal("its position takes long to compute")
            return 0
        chosen = moves(eqn) and v.aval.size * cost > self.machine.launch_operations
        if chosen and (nest.reductions or nest.outer is not None):
            return Refusal(
                "lanes would go along the kernel's rows, not where its elements lie together"
            )
        several = self.cost_of_places(nest, eqn, cost) if twice else 0
        if twice and max(cost * len(demands), nest.recomputed + several) > self.machine.recomputed:
            return Refusal(f"it would be computed at {len(demands)} places")
        if twice and isinstance(eqn.op, UnrolledReduction):
            combined = len(demands) * (eqn.invars[0].aval.size // v.aval.size)
            if combined > self.limits.places:  # what it combines would be stored in its place
                return Refusal(f"what it combines would be computed at {combined} places")
        if self.loop_choice.stores_between_passes(nest, eqn, self.producer.get):
            return Refusal("it would be computed again in each pass over the kernel's rows")
        again = any(self.is_repeated(nest, index, v) for index, _ in demands)
        if again and (
            nest.recomputed + cost > self.machine.recomputed or self.is_slow_again(nest, v, cost)
        ):
            return Refusal("it would be computed again for each row of the kernel")
        return max(several, cost if again else 0)

    def is_slow_in_turn(self, nest: Nest, eqn: Equation) -> bool:
        """Whether updates without lanes take longer with the operation than with one more read."""
        costs, taken = self.machine.costs, [e for e in nest.eqns[1:] if not _combines(e)]
        if _combines(eqn):
            return False
        total = sum([element_cost(e, costs) for e in (*taken, eqn)])
        pays = eqn.outvars[0].aval.size * total > self.machine.launch_operations
        return total > self.limits.in_turn and pays and self.loop_choice.updates_one_by_one(nest)

    def cost_of_places(self, nest: Nest, eqn: Equation, cost: int) -> int:
        """What the places take at which a kernel computes a value, if loops alone decide on them.

        A chain of cheap operations takes as much as an expensive one, and a launch more than few
        elements. Places that differ in a condition alone become one where they are written out.
        """
        (v,), machine = eqn.outvars, self.machine
        indices = {index for index, _ in nest.demands[v]}
        if len(indices) == 1 or v.aval.size * machine.recomputed < machine.launch_operations:
            return 0
        plain = all(nest.reads_nothing(i) for index in indices for i in index)
        return cost * len(indices) if plain else 0

    def is_slow_again(self, nest: Nest, v: Var, cost: int) -> bool:
        """Whether computing a small v again for each of many rows takes longer than storing it.

        An operation that is cheaper than a division costs nothing beside the memory traffic.
        """
        machine = self.machine
        few = v.aval.size * machine.trip <= nest.size()
        return few and cost >= machine.costs.divide and cost * nest.size() > machine.own_loop

    def is_deep(self, nest: Nest, v: Var) -> bool:
        """Whether the kernel reads v at indices so large that v is better stored."""
        return nodes_of_index(list(nest.demands[v])) > self.limits.equations // 8

    def reduction_refusal(
        self, nest: Nest, eqn: Equation, demands: Sequence[tuple[Index, Expr | None]]
    ) -> Refusal | None:
        """Why the nest does not compute a reduction for itself, or None."""
        if sum(r.consumed for r in nest.reductions.values()) >= self.limits.readings:
            return Refusal("the kernel has passes enough")
        if nest.rows is not None and self.reduces_rows_apart(nest):
            return Refusal("its rows are too short for a kernel that reduces columns")
        plans = [nest.plan_reduction(eqn, index, mask) for index, mask in demands]
        found = [p for p in plans if isinstance(p, ConsumedReduction)]
        if len(plans) > 1 and any(p.axes is not nest.inner for p in found):
            return Refusal("its result is read at several places")
        refused = next((p for p in plans if isinstance(p, Refusal)), None)
        return refused or self.wasted(eqn, demands)

    def reduces_rows_apart(self, nest: Nest) -> bool:
        """Whether rows of the kernel are not reduced where columns are."""
        rows = nest.outer
        return rows is not None and self.loop_choice.reduces_rows_apart(nest.inner, rows)

    def wasted(self, eqn: Equation, demands: Sequence[tuple[Index, Expr | None]]) -> Refusal | None:
        """A refusal, if computing a reduction wherever it is read costs more than one more kernel.

        If the kernel reads at more places than there are results, as from a padded or repeated
        result, it would compute reductions that nobody needs, or the same one several times.
        """
        (x,), (v,) = eqn.invars, eqn.outvars
        made = sum(math.prod(a.extent for a in axes_in(index)) for index, _ in demands)
        again = (made - v.aval.size) * (x.aval.size // max(v.aval.size, 1))
        machine = self.machine
        if (
            again * (1 + machine.costs.load)
            > machine.launch_operations + v.aval.size * machine.trip
        ):
            return Refusal(f"it would be computed {known(made)} times, not {known(v.aval.size)}")
        return None

    def changed_by(self, eqn: Equation | None) -> set[Atom]:
        """The arrays whose memory an update changes: its operand, and those of earlier updates."""
        found: set[Atom] = set()
        while eqn is not None and eqn.op.update_operand is not None:
            x = eqn.invars[0]
            found.add(x)
            eqn = self.producer.get(x)
        return found

    def is_repeated(self, nest: Nest, index: tuple[Expr, ...], v: Var) -> bool:
        """Whether the kernel would compute each element of v more than once."""
        if tuple([x.extra for x in index]) == nest.space and v.aval.size == nest.size():
            return False  # once in the whole space
        used: set[LoopAxis] = set()
        for x in scalar_graph.order(index):
            if type(x.extra) is Demand:
                return v.aval.size > 1
            if type(x.extra) is LoopAxis:
                used.add(x.extra)
        if not index or not used:
            return False
        level = {a for a in nest.space if a in used}
        first = nest.space[: len(level)] if nest.outer is None else nest.outer
        hoisted = level == set(first) or level == set(nest.space)
        visits = math.prod(a.extent for a in used)
        if nest.outer is None:
            if self.is_inside_results(nest, used):
                return True
            hoisted = hoisted or bool(used - set(nest.space))
        return not hoisted or visits > v.aval.size or not is_injective(index, v.aval.shape)

    def is_inside_results(self, nest: Nest, used: set[LoopAxis]) -> bool:
        """Whether many results, whose loops are outer ones, reduce the same value.

        A sum inside a reduction of the results needs its values for each element of that reduction.
        """
        free = (r for r in nest.reductions.values() if not r.consumed)
        reduced = next((set(r.axes) for r in free), set[LoopAxis]())
        if reduced and reduced.isdisjoint(used) and used - set(nest.space):
            return True
        results = [a.extent for a in nest.space if a not in used and a not in reduced]
        return not (used.isdisjoint(reduced) or self.loop_choice.shares_value(math.prod(results)))

    def host(self, eqn: Equation, able: dict[Nest, int]) -> Nest | None:
        """A kernel that can store the result while it runs, preferably of those that need it."""
        (v,) = eqn.outvars
        for nest in able:
            if not nest.is_open or nest.store_index(v) is None or nest.is_serial_with(v):
                continue
            if self.acyclic(nest, v):
                return nest
        reduction = eqn.op.role is Role.REDUCTION
        size = eqn.invars[0].aval.size if reduction else v.aval.size
        related: dict[int, Iterator[Var]] = {}
        for nest in reversed(self.by_size.get(size, ())[-self.limits.look_back :]):
            if v in nest.demands or len(nest.eqns) >= self.limits.equations:
                continue
            if self.acyclic(nest, v):
                n = nest.size()  # what is found for one kernel serves those of its size
                seen, related[n] = itertools.tee(related.get(n) or self.related(eqn, n))
                if self.alike(nest, eqn, reduction, self.shares(nest, seen)):
                    return nest
        return None

    def alike(self, nest: Nest, eqn: Equation, reduction: bool, shares: bool) -> bool:
        """Whether a kernel that does not need the result may as well compute it."""
        if reduction:
            rows = isinstance(eqn.op, BlockReduce) and self.reduces_rows_apart(nest)
            shares = shares and not (rows and any(r.consumed for r in nest.reductions.values()))
            return shares and isinstance(nest.plan_side(eqn), StoredReduction)
        if nest.rows is not None and not shares:
            return False
        return (shares or nest.size() == 1) and nest.store_index(eqn.outvars[0]) is not None

    def shares(self, nest: Nest, related: Iterable[Var]) -> bool:
        """Whether the kernel already computes or reads something large that the equation needs."""
        demanded = nest.demands.keys()
        return any(x in demanded or not demanded.isdisjoint(self.beside(x)) for x in related)

    def beside(self, x: Var) -> tuple[Var, ...]:
        """What some equations that read x make of it."""
        found = self.made_of.get(x)
        if found is None:
            some = self.jaxpr.readers(x)[: self.limits.look_back]
            found = self.made_of[x] = tuple([v for e in some for v in e.outvars])
        return found

    def related(self, eqn: Equation, size: int) -> Iterator[Var]:
        """What an equation and those before it read that is as large as a kernel.

        A small array that is broadcast to a large one does not count as large.
        """
        pending, looked, most = [eqn], 0, self.limits.look_back
        while pending and looked < most:
            looked += 1
            for x in pending.pop(0).invars:
                if isinstance(x, Literal) or x.aval.size < size:
                    continue
                if is_spread(x, self.producer, self.machine) and size > self.machine.own_loop:
                    continue
                yield x
                before = self.producer.get(x)
                if before is not None and before.op.role is not Role.OPAQUE:
                    pending.append(before)

    def acyclic(self, nest: Nest, v: Var) -> bool:
        """Whether nothing that reads v from memory comes before the kernel."""
        readers = [self.of_nest[n] for n in self.readers.get(v, ()) if n is not nest]
        readers += self.single_readers.get(v, [])
        return not any(g.later >> self.of_nest[nest].number & 1 for g in readers)

    # ---- the plan

    def order(self) -> list[FusionGroup]:
        """The groups in an order in which each comes after those it reads from.

        Effects keep their order. A group that changes memory in place comes after its readers.
        """
        waiting: dict[FusionGroup, int] = dict.fromkeys(self.groups, 0)
        for g in self.groups:
            for later in g.after:
                waiting[later] += 1
        ready = [(*g.rank, g.number, g) for g in self.groups if not waiting[g]]
        heapq.heapify(ready)
        found = []
        while ready:
            *_, g = heapq.heappop(ready)
            found.append(g)
            for later in g.after:
                waiting[later] -= 1
                if not waiting[later]:
                    heapq.heappush(ready, (*later.rank, later.number, later))
        if len(found) != len(self.groups):
            raise AssertionError("fusion made a circle of kernels")
        return found

    def equation(self, group: FusionGroup) -> Equation:
        if group.eqn is not None:
            return group.eqn
        nest = group.nest
        assert nest is not None
        body, operands = nest.body()
        kind = Fused if nest.update is None else Updated
        return Equation(kind(body), tuple(operands), nest.stored, nest.eqns[0].source)


def _combines(eqn: Equation) -> bool:
    """Whether the equation's elements are made of many, so that one has no cost of its own."""
    return eqn.op.role not in (Role.INDEX, Role.ELEMENTWISE)
