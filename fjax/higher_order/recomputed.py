"""Rematerialization by a minimum cut: which values of a loop's steps reverse mode stores.

Reverse mode reads values of the forward steps. Storing each of them takes memory of all steps, and
time to write and to read it; many follow from others by a few operations for each element. What is
stored is a cut of least cost between what has to be computed forward (products, reductions, the
carry) and what reverse mode reads: bytes for what is stored, operations for what is not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from fjax.core import scalar, scalar_graph
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.kinds import Role
from fjax.core.rewrite import without_dead
from fjax.core.scalar import Op
from fjax.higher_order.residuals import nbytes
from fjax.higher_order.saving import inlined
from fjax.interpreters.linearize import PartialEvaluation
from fjax.interpreters.staging import stage_closed
from fjax.primitives.families import operand_leaf, scalar_program
from fjax.primitives.structure import BroadcastInDim

LITTLE = 1 << 24  # bytes of all steps that stay as they are: a core's caches hold about as much
OPERATIONS = 10  # for an element, in the time that writing and reading a byte of it takes
FUNCTION = 24  # operations of an elementary function
ENDLESS = 1 << 62
Node = tuple[Var | None, bool]  # a value as it is computed (False) or as others read it (True)


def with_fewer_residuals(
    whole: PartialEvaluation, n_consts: int, n_carry: int, steps: int
) -> PartialEvaluation:
    """The evaluation of a loop's body, with residuals that take the least memory and time.

    n_consts, n_carry: of the known part; its other inputs and outputs are there for all steps.
    """
    n_known = len(whole.out_unknown) - sum(whole.out_unknown)
    stored = set(whole.known.outvars[n_known:]) - set(whole.known.invars)
    little = steps * nbytes([x.aval for x in stored]) <= LITTLE
    known = whole.known if little else inlined(whole.known)
    outputs, wanted = known.outvars[:n_known], known.outvars[n_known:]
    free = {*known.invars[:n_consts], *known.invars[n_consts + n_carry :]}
    targets = {x for x in wanted if isinstance(x, Var) and x not in free}
    if little:
        kept = {_before_spreading(known, x) for x in targets} - free
    else:
        kept = _least_cut(known, free, {*outputs[n_carry:]}, targets)
    if kept == targets:
        return whole
    sources = [*[v for v in known.invars if v in free], *_in_order(known, kept)]
    again = _between(known, sources, wanted)
    used = {x for e in again.eqns for x in e.invars} | set(again.outvars)
    sources = [v for v in sources if v in used]
    again, n = again.replace(invars=sources), len(sources)
    known = without_dead(known.replace(outvars=[*outputs, *sources]))

    def remainder(*args: object) -> list[object]:
        return evaluate_jaxpr(whole.remainder, [*evaluate_jaxpr(again, args[:n]), *args[n:]])

    unknown = whole.remainder.in_avals[len(wanted) :]
    avals = [v.aval for v in sources]
    return PartialEvaluation(
        known,
        stage_closed(remainder, [*avals, *unknown], whole.remainder.debug_name),
        whole.out_unknown,
        tuple(avals),
    )


def _before_spreading(jaxpr: Jaxpr, x: Var) -> Var:
    """The value whose elements x repeats."""
    while (made := jaxpr.producer.get(x)) is not None and isinstance(made.op, BroadcastInDim):
        (inside,) = made.invars
        if not isinstance(inside, Var) or inside.aval.size == x.aval.size:
            break
        x = inside
    return x


def _in_order(jaxpr: Jaxpr, chosen: set[Var]) -> list[Var]:
    every = [*jaxpr.invars, *(v for e in jaxpr.eqns for v in e.outvars)]
    return [v for v in every if v in chosen]


def _between(jaxpr: Jaxpr, sources: list[Var], wanted: Sequence[Atom]) -> Jaxpr:
    """The equations that make the wanted values of the sources."""
    made, needed, eqns = set(sources), {x for x in wanted if isinstance(x, Var)}, list[Equation]()
    for eqn in reversed(jaxpr.eqns):
        if any(v in needed and v not in made for v in eqn.outvars):
            eqns.append(eqn)
            needed.update(x for x in eqn.invars if isinstance(x, Var))
    return jaxpr.replace(invars=sources, eqns=eqns[::-1], outvars=list(wanted))


# ---- what is stored


def _least_cut(jaxpr: Jaxpr, free: set[Var], stored: set[Atom], targets: set[Var]) -> set[Var]:
    """The values to keep so that the targets follow from them and the free ones.

    stored: what is stored in any case.
    """
    flow = _Flow()
    end: Node = (None, True)
    pending, seen = list(targets), set(targets)
    for v in targets:
        flow.add((v, True), end, ENDLESS)
    while pending:
        v = pending.pop()
        flow.add((v, False), (v, True), 0 if v in free or v in stored else max(v.aval.nbytes, 1))
        eqn = jaxpr.producer.get(v)
        operations = None if eqn is None else operations_of(eqn)
        price = ENDLESS if operations is None else operations * v.aval.size // OPERATIONS
        flow.add(_Flow.START, (v, False), 0 if v in free else price)
        if eqn is None or operations is None or v in free:
            continue
        for x in eqn.invars:
            if isinstance(x, Var):
                flow.add((x, True), (v, False), ENDLESS)
                if x not in seen:
                    seen.add(x)
                    pending.append(x)
    reached = flow.cut(end)
    return {v for v in seen - free if (v, False) in reached and (v, True) not in reached}


def operations_of(eqn: Equation) -> int | None:
    """About how many operations an element takes; None for what is not computed again."""
    if eqn.op.effects or len(eqn.outvars) != 1:
        return None
    if eqn.op.role is Role.INDEX:
        return 1
    if eqn.op.role is not Role.ELEMENTWISE:
        return None
    leaves = [operand_leaf(k, x.aval.dtype) for k, x in enumerate(eqn.invars)]
    found = scalar_program(eqn.op, leaves)
    values = found if isinstance(found, tuple) else (found,)
    nodes = scalar_graph.order([p for v in values for p in scalar.parts(v)])
    return sum(FUNCTION if n.op in (Op.CALL, Op.LIBM) else 1 for n in nodes)


class _Flow:
    """A graph with capacities, and its least cut by augmenting paths (Edmonds and Karp 1972)."""

    START: Node = (None, False)

    def __init__(self) -> None:
        self.rest: dict[Node, dict[Node, int]] = {self.START: {}}

    def add(self, a: Node, b: Node, capacity: int) -> None:
        """An edge, or more capacity for it."""
        ahead, back = self.rest.setdefault(a, {}), self.rest.setdefault(b, {})
        ahead[b] = ahead.get(b, 0) + capacity
        back.setdefault(a, 0)

    def cut(self, end: Node) -> set[Node]:
        """What lies on the start's side of the least cut."""
        while True:
            before = self._reached(end)
            if end not in before:
                return set(before)
            path, b = [], end
            while b != self.START:
                path.append((before[b], b))
                b = before[b]
            most = min(self.rest[a][b] for a, b in path)
            for a, b in path:
                self.rest[a][b] -= most
                self.rest[b][a] += most

    def _reached(self, end: Node) -> dict[Node, Node]:
        """Nodes that edges with capacity left lead to from the start, each with the one before."""
        before, queue = {self.START: self.START}, deque([self.START])
        while queue and end not in before:
            a = queue.popleft()
            for b, capacity in self.rest[a].items():
                if capacity > 0 and b not in before:
                    before[b] = a
                    queue.append(b)
        return before
