"""How the values of a program are best split, from what is said of its inputs and outputs.

What is known goes forward, then backward, along the axes that operations relate (`relation`), until
nothing changes. Inputs and constraints stay as they are; what nobody says anything of is left open.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.relations import AxisRelation, with_chosen
from fjax.core.sharding import NamedSharding, PartitionSpec
from fjax.spmd.shards import Name, Sizes, Split

Open = list[tuple[Name, ...] | None]  # for each axis; None: nothing is known of it
MOST_SWEEPS = 8


class ShardingPropagation:
    """The splits of a program's values.

    given: those of inputs. wanted: those of outputs, None where nothing is said; an entry of one
    may be None, too: that axis is open.
    """

    def __init__(
        self,
        jaxpr: Jaxpr,
        mesh: Any,
        sizes: Sizes,
        given: Sequence[Split],
        wanted: Sequence[Sequence[Any] | None] | None = None,
    ):
        self.mesh, self.sizes = mesh, sizes
        self.known: dict[Var, Open] = {}
        self.changed = False
        for v, split in zip(jaxpr.invars, given, strict=True):
            self.known[v] = list(split)
        for x, said in zip(jaxpr.outvars, wanted or (), strict=False):
            if said is not None and isinstance(x, Var):
                self._add(x, said)
        relations = [(e, relation_of(e)) for e in jaxpr.eqns]
        for _ in range(MOST_SWEEPS):
            self.changed = False
            for eqn, relation in relations:
                self._visit(eqn, relation)
            for eqn, relation in reversed(relations):
                self._visit(eqn, relation)
            if not self.changed:
                break

    def of(self, x: Any) -> Split | None:
        """How a value is best split; None if nothing is known of it."""
        found = self.known.get(x) if isinstance(x, Var) else None
        if found is None or all(names is None for names in found):
            return None
        return tuple(names or () for names in found)

    def _open(self, x: Any) -> Open:
        if not isinstance(x, Var):
            return [None] * x.aval.ndim
        if x not in self.known:
            self.known[x] = [None] * x.aval.ndim
        return self.known[x]

    def _add(self, x: Any, split: Sequence[tuple[Name, ...] | None]) -> None:
        """What is said of axes that are open, as far as it divides them and no name is twice."""
        if not isinstance(x, Var):
            return
        own = self._open(x)
        for axis, names in enumerate(split):
            if own[axis] is not None or names is None:
                continue
            used = {name for entry in own if entry for name in entry}
            kept: list[Name] = []
            n = x.aval.shape[axis]
            for name in names:
                if name in used or n % self.sizes[name]:
                    break
                n //= self.sizes[name]
                kept.append(name)
            if kept or not names:
                own[axis] = tuple(kept)
                self.changed = True

    def _visit(self, eqn: Equation, relation: AxisRelation | None) -> None:
        sharding = eqn.op.constraint()
        if sharding is not None:
            aval = eqn.outvars[0].aval
            said = constrained_split(sharding, aval, self.sizes)
            if eqn.op.only_explicit:
                before = self.of(eqn.invars[0]) or ((),) * aval.ndim
                said = list(beside_auto(said, before, sharding, aval.shape, self.sizes))
            self._add(eqn.outvars[0], said)
        if relation is not None:
            return self._along(eqn, relation)
        if eqn.op.jaxprs:
            given = [self._sharding(x) for x in eqn.invars]
            found = eqn.op.spread(given, [x.aval for x in eqn.invars])
            for v, s in zip(eqn.outvars, found, strict=False):
                if s is not None:
                    self._add(v, split_of(s, v.aval.ndim, self.sizes))
        return None

    def _along(self, eqn: Equation, relation: AxisRelation) -> None:
        rows = list(
            zip((*relation.operands, *relation.results), (*eqn.invars, *eqn.outvars), strict=True)
        )
        rows.sort(key=lambda row: -row[1].aval.size)
        by_label: dict[int, tuple[Name, ...]] = {}
        for labels, x in rows:
            for label, names in zip(labels, self._open(x), strict=True):
                if label is not None and names:
                    by_label.setdefault(label, names)
        if not by_label:
            return
        for labels, x in rows:
            self._add(x, [None if i is None else by_label.get(i) for i in labels])

    def _sharding(self, x: Any) -> NamedSharding | None:
        split = self.of(x)
        return None if split is None else NamedSharding(self.mesh, PartitionSpec(*split))


def relation_of(eqn: Equation) -> AxisRelation | None:
    """How the axes of an equation relate, those whose elements indices choose among them."""
    avals = [x.aval for x in eqn.invars]
    return with_chosen(eqn.op, avals, eqn.op.relation(*avals))


def split_of(sharding: NamedSharding, ndim: int, sizes: Sizes) -> Split:
    """How a sharding splits an array of this rank, along these axes of the mesh alone."""
    entries = sharding.spec.by_axis(ndim)
    return tuple(tuple(n for n in names if n in sizes) for names in entries)


def beside_auto(
    said: Sequence[tuple[Name, ...] | None],
    split: Split,
    sharding: NamedSharding,
    shape: Sequence[int],
    sizes: Sizes,
) -> Split:
    """The split that a sharding says of explicit axes, with Auto axes as in `split`.

    Auto axes are left out where the lengths do not divide, and if the sharding itself names some.
    """
    free = set(sharding.mesh.auto_axes)
    if free & set(sharding.spec.every_name()):
        free = set()
    found = []
    for own, names, n in zip(said, split, shape, strict=True):
        both = (*(own or ()), *[name for name in names if name in free])
        fits = n % math.prod(sizes[name] for name in both) == 0
        found.append(both if fits else own or ())
    return tuple(found)


def constrained_split(
    sharding: NamedSharding, aval: ShapedArray, sizes: Sizes
) -> list[tuple[Name, ...] | None]:
    """As `split_of`, with None for axes that the sharding leaves free."""
    free = [part is PartitionSpec.UNCONSTRAINED for part in sharding.spec]
    free += [False] * (aval.ndim - len(free))
    found = split_of(sharding, aval.ndim, sizes)
    return [None if f else names for f, names in zip(free, found, strict=True)]
