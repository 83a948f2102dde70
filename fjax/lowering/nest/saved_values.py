"""Which values a kernel that passes over a row several times keeps for its later passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from fjax.core import scalar
from fjax.core.memo import cached_property
from fjax.core.scalar import Expr, Op
from fjax.lowering.nest.iteration_order import IterationOrder, Write

Saved = tuple[Expr, Write]  # a value that passes share, and the output that keeps it


class SavedValues:
    """Chooses what each pass stores, by the instructions of all passes.

    places: outputs by dtype. passes: what each of them computes; the last one stores the outputs.
    """

    def __init__(
        self,
        order: IterationOrder,
        places: Mapping[np.dtype, Write],
        passes: Sequence[Sequence[Expr]],
    ):
        self.s, self.places, self.passes = order, places, passes
        self.known: dict[tuple[int, Expr | None], tuple[int, tuple[Saved, ...]]] = {}

    def best(self) -> tuple[Saved, ...]:
        """The values, one at most for each pass but the last."""
        return self._from(0, None)[1] if any(self._candidates) else ()

    @cached_property
    def _candidates(self) -> list[Expr | None]:
        """Of what each pass is the first to compute and a later one needs, the dearest value."""
        found: list[Expr | None] = []
        nodes = [scalar.order(roots) for roots in self.passes]
        later = [set[Expr]().union(*nodes[k + 1 :]) for k in range(len(nodes))]
        known: set[Expr] = set()
        for own, after in zip(nodes, later, strict=True):
            fit = [x for x in own if x in after and x not in known and x.dtype in self.places]
            weights = [(self.s.cost((x,)), x) for x in fit if x.op is not Op.LEAF]
            known.update(own)
            weight, best = max(weights, key=lambda pair: pair[0], default=(0, None))
            found.append(best if weight >= self.s.machine.trip else None)
        return found

    def _from(self, number: int, kept: Expr | None) -> tuple[int, tuple[Saved, ...]]:
        """The instructions of a pass and all later ones, and what these store.

        kept: what the output has by then.
        """
        if number == len(self.passes):
            return 0, ()
        key = number, kept
        if key not in self.known:
            roots, new = self.passes[number], self._candidates[number]
            rest, saved = self._from(number + 1, kept)
            ways = [(self._cost(roots, kept) + rest, saved)]
            if new is not None and not (kept and kept in self._read(roots, new)):
                rest, saved = self._from(number + 1, new)
                store = self.s.machine.costs.load
                found = (new, self.places[new.dtype]), *saved
                ways.append((self._cost(roots, kept) + store + rest, found))
            self.known[key] = min(ways, key=lambda way: way[0])
        return self.known[key]

    def _cost(self, roots: Sequence[Expr], kept: Expr | None) -> int:
        costs, nodes = self.s.machine.costs, self._read(roots, kept)
        leaves = sum(x.op is Op.LEAF or x is kept for x in nodes)
        return costs.total([x for x in nodes if x is not kept]) + costs.load * leaves

    def _read(self, roots: Sequence[Expr], kept: Expr | None) -> set[Expr]:
        """The expressions that are needed if one of them is read from memory."""
        pending, found = list(roots), set(roots)
        while pending:
            x = pending.pop()
            new = [y for y in x.args if y not in found] if x is not kept else []
            found.update(new)
            pending += new
        return found
