"""What each pass over a row stores: outputs, and values that later passes need."""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from fjax.core import scalar_graph
from fjax.core.memo import cached_property
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.address_lowering import Read
from fjax.lowering.nest.iteration_order import IterationOrder, Write

Stored = tuple[Expr, Write]  # a value, and the output in whose memory it is
Stores = tuple[tuple[Stored, ...], ...]  # of each pass


class StoredValues:
    """Chooses what each pass stores, by the instructions of all passes.

    full: outputs whose elements are those of a row. passes: what each of them computes; the last
    one stores the outputs that no other one does. row_bytes: that are touched for a row of one.
    """

    def __init__(
        self,
        order: IterationOrder,
        full: Sequence[Write],
        passes: Sequence[Sequence[Expr]],
        row_bytes: int,
    ):
        self.row_bytes = row_bytes
        self.s, plain = order, [w for w in full if len(w.values) == 1 and not w.position.atoms]
        self.passes = [*passes, [v for w in full for v in w.values]]
        self.varying = self._varying()
        nodes = [set(scalar_graph.order(roots)) for roots in passes]
        self.first = {x: k for k in reversed(range(len(nodes))) for x in nodes[k]}
        self.early = self._early(full, plain)
        last = len(self.passes) - 1
        self.room = sorted([(self.early.get(w, last), k) for k, w in enumerate(plain)])
        self.plain = plain
        self.known: dict[tuple[int, Stored | None], tuple[float, Stores]] = {}

    def _early(self, full: Sequence[Write], plain: Sequence[Write]) -> dict[Write, int]:
        """Outputs that a pass before the last one stores, with its number.

        These take long to compute again, unless none is left then for the last pass to do.
        """
        found = {w: self.first[w.values[0]] for w in plain if w.values[0] in self.first}
        if len(found) == len(full):
            return found
        return {w: k for w, k in found.items() if self._is_dear(self._weight(w.values))}

    def _is_dear(self, weight: int) -> bool:
        """Whether computing takes longer than the way to memory and back.

        While the L1 cache holds the rows of all threads, a division does.
        """
        machine = self.s.machine
        near, far = sorted((machine.costs.divide, machine.trip))
        if not near <= weight < far:
            return weight >= far
        is_near = 2 * self.row_bytes * machine.threads <= machine.l1_bytes
        return weight >= (machine.costs.divide if is_near else machine.trip)

    def best(self) -> Stores:
        """The values that each pass but the last stores, and where."""
        if not self.early and not any(self._candidates):
            return ()
        return self._from(0, None)[1]

    @cached_property
    def _candidates(self) -> list[Stored | None]:
        """Of what each pass is the first to compute and a later one needs, the dearest value.

        It lies in the memory of the output that is stored last.
        """
        found: list[Stored | None] = []
        nodes = [scalar_graph.order(roots) for roots in self.passes]
        for k, own in enumerate(nodes[:-1]):
            after = set[Expr]().union(*nodes[k + 1 :])
            free = {w.dtype: w for end, n in self.room if end > k and (w := self.plain[n])}
            fit = [x for x in own if x in after and self.first[x] == k and x.dtype in free]
            weights = [(self._weight((x,)), x) for x in fit if x.op is not Op.LEAF]
            weight, best = max(weights, key=lambda pair: pair[0], default=(0, None))
            fits = best is not None and self._is_dear(weight)
            found.append((best, free[best.dtype]) if best is not None and fits else None)
        return found

    def _from(self, number: int, kept: Stored | None) -> tuple[float, Stores]:
        """The instructions of a pass and all later ones, and what these store.

        kept: the value that an output has by then.
        """
        own = self._cost(number, kept)
        if number == len(self.passes) - 1:
            return own, ()
        key = number, kept
        if key not in self.known:
            early = tuple([(w.values[0], w) for w, k in self.early.items() if k == number])
            ways = [(own, early, kept)]
            if (new := self._candidates[number]) is not None:
                ways.append((own + self.s.machine.costs.load, (*early, new), new))
            self.known[key] = min(
                [self._way(number, kept, *way) for way in ways], key=lambda way: way[0]
            )
        return self.known[key]

    def _way(
        self,
        number: int,
        kept: Stored | None,
        own: int,
        stores: tuple[Stored, ...],
        then: Stored | None,
    ) -> tuple[float, Stores]:
        """As `_from`, if a pass stores certain values.

        Where it stores in place of what is kept, it must not read that any more.
        """
        if kept is not None:
            over = [x for x, w in stores if w is kept[1]]
            if over and kept[0] in self._read(self.passes[number], set(over)):
                return math.inf, ()
            if then is not kept and not over:
                return math.inf, ()  # one value is kept at a time
            then = None if over and then is kept else then
        rest, found = self._from(number + 1, then)
        return own + rest, (stores, *found)

    def _cost(self, number: int, kept: Stored | None) -> int:
        there = {w.values[0] for w, k in self.early.items() if k < number}
        if kept is not None:
            there.add(kept[0])
        return self._weight(self.passes[number], there)

    def _weight(self, roots: Sequence[Expr], there: AbstractSet[Expr] = frozenset()) -> int:
        """Instructions of an element, if some values are read from memory.

        What is the same for a whole row is computed once.
        """
        costs, nodes = self.s.machine.costs, self._read(roots, there) & self.varying
        leaves = sum(x.op is Op.LEAF or x in there for x in nodes)
        return costs.total([x for x in nodes if x not in there]) + costs.load * leaves

    def _varying(self) -> set[Expr]:
        """The expressions whose values differ along a row."""
        found, inner = set[Expr](), set(self.s.inner)
        for x in scalar_graph.order([v for roots in self.passes for v in roots]):
            read = x.extra if type(x.extra) is Read else None
            along = read is not None and not inner.isdisjoint(read.position.strides)
            chosen = read is not None and bool(read.position.atoms or read.mask is not None)
            if along or chosen or x.extra in inner or any(a in found for a in x.args):
                found.add(x)
        return found

    def _read(self, roots: Sequence[Expr], there: AbstractSet[Expr]) -> set[Expr]:
        """The expressions that are needed if some of them are read from memory."""
        pending, found = list(roots), set(roots)
        while pending:
            x = pending.pop()
            new = [y for y in x.args if y not in found] if x not in there else []
            found.update(new)
            pending += new
        return found
