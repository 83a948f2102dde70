"""Explicit axes: how the results of an operation are split, by the types of its operands.

A type says along which `Explicit` axes of a mesh each axis of a value is split (`layout`), and so
do the types of results, which follow from how the operation relates axes (`Primitive.relation`),
for all operations at once. Where that leaves more than one way, the operation raises
`ShardingTypeError`; automatic propagation would choose. Values do not depend on any of this.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.kinds import Role
from fjax.core.relations import AxisRelation, Label, Names
from fjax.core.sharding import NamedSharding, PartitionSpec
from fjax.errors import DeviceError, ShardingTypeError, UnreducedError

Row = list[Names]

REMEDY = (
    "give the sharding of the result (out_sharding=), reshard an operand (fjax.reshard), or leave "
    "the choice to fjax within fjax.sharding.auto_axes"
)


def result_layouts(
    op: Any, avals: Sequence[ShapedArray], results: Sequence[ShapedArray]
) -> list[NamedSharding | None]:
    """The layout of each result. Raises ShardingTypeError where operands leave it open.

    avals: the types of the operands; one has a layout. results: the types of the results
    without one.
    """
    mesh = _common_mesh(op, avals)
    partial = unreduced_axes(op, avals)
    specs = _Propagation(op, avals, results, mesh).specs()
    return [_named(op, avals, mesh, row, partial) for row in specs]


def _named(
    op: Any, avals: Sequence[ShapedArray], mesh: Any, row: Row, partial: dict[str, frozenset[Any]]
) -> NamedSharding:
    """The layout: what is split or differs along an axis is neither reduced nor unreduced."""
    own = frozenset(n for names in row for n in names).union(*[a.vma for a in avals])
    if partial.get("unreduced", frozenset()) & own:
        raise ShardingTypeError(
            f"{op.name}: an operand is unreduced along an axis along which another one is split or "
            f"varies. Got {', '.join(map(str, avals))}; sum it first, with fjax.reshard or lax.psum"
        )
    return NamedSharding(mesh, PartitionSpec(*row, **{k: v - own for k, v in partial.items()}))


def regrouped_layout(
    op: Any, aval: ShapedArray, result: ShapedArray, groups: Iterable[tuple[Any, Any]]
) -> NamedSharding | None:
    """The layout of a reshaped operand; None where that is left open.

    groups: which axes of the operand merge or come apart into which of the result. An axis that is
    split goes on with those before it if each of these is split into single elements, or, where all
    of them become one axis, is split at all; axes of the result take names as far as these divide
    them, each to the end before the next.
    """
    assert aval.layout is not None
    sizes, entries = aval.layout.mesh.shape, _entries(aval)
    row: Row = [()] * result.ndim
    for old, new in groups:
        names: list[Any] = []
        whole = True  # whether the next axis may be split, too
        for axis in old:
            if entries[axis] and not whole:
                return None
            names += entries[axis]
            joins = len(new) == 1 and bool(entries[axis])
            whole &= joins or math.prod(sizes[n] for n in entries[axis]) == aval.shape[axis]
        for axis in new:
            n, kept = result.shape[axis], []
            while names and n % sizes[names[0]] == 0:
                n //= sizes[names[0]]
                kept.append(names.pop(0))
            row[axis] = tuple(kept)
            if names and n != 1:
                return None
        if any(sizes[name] > 1 for name in names):
            return None
    return _named(op, (aval,), aval.layout.mesh, row, unreduced_axes(op, (aval,)))


def _common_mesh(op: Any, avals: Sequence[ShapedArray]) -> Any:
    meshes = [a.layout.mesh for a in avals if a.layout is not None]
    other = next((m for m in meshes if m != meshes[0]), None)
    if other is not None:
        raise DeviceError(
            f"{op.name}: operands are on different meshes. Mesh for all inputs should be equal. "
            f"Got one mesh: {meshes[0]} and another mesh: {other}; use fjax.device_put"
        )
    return meshes[0]


class _Propagation:
    """How the axes of results are split, found along the labels of a relation."""

    def __init__(self, op: Any, avals: Sequence[ShapedArray], results: Any, mesh: Any):
        self.op, self.avals, self.results = op, avals, results
        self.sizes = mesh.shape
        self.given = [_entries(a) for a in avals]

    def specs(self) -> list[Row]:
        if self.op.updates and len(self.results) == 1:
            return [self.given[0]]  # what is updated stays as it is
        relation = self.op.relation(*[a.bare for a in self.avals])
        if relation is None:
            relation = self._same_shape()
        by_label = self._by_label(relation)
        found = []
        for row, aval in zip(relation.results, self.results, strict=True):
            entries = [
                by_label.get(label, ()) if label is not None else self._kept(relation, axis, aval)
                for axis, label in enumerate(row)
            ]
            found.append(self._checked(entries, aval))
        self._check_lost(relation)
        return found

    def _same_shape(self) -> AxisRelation:
        """Of an operation without a rule: results with an operand's shape are split as that is."""
        split = [k for k, row in enumerate(self.given) if any(row)]
        shapes = {self.avals[k].shape for k in split}
        if len(shapes) > 1 or any(r.shape not in shapes for r in self.results):
            if not split:  # only unreduced values
                split, shapes = [], set()
            else:
                raise self._open("how its result is split does not follow from its operands")
        axes = range(len(next(iter(shapes), ())))
        return AxisRelation(
            tuple(
                tuple(axes) if k in split else (None,) * a.ndim for k, a in enumerate(self.avals)
            ),
            tuple(tuple(axes) if split else (None,) * r.ndim for r in self.results),
        )

    def _by_label(self, relation: AxisRelation) -> dict[Label, Names]:
        """The axes of the mesh of each label; operands must agree."""
        found: dict[Label, Names] = {}
        summed = {label for label, _ in relation.reduced}
        for row, entries in zip(relation.operands, self.given, strict=True):
            for label, names in zip(row, entries, strict=True):
                if not names or label is None:
                    continue
                before = found.setdefault(label, names)
                if before != names:
                    raise self._disagreement(label in summed)
        for label in summed & set(found):
            rows = [
                entries[row.index(label)]
                for row, entries in zip(relation.operands, self.given, strict=True)
                if label in row
            ]
            if sum(map(bool, rows)) > 1:
                raise self._open(
                    "Contracting dimensions are sharded and it is ambiguous how the output should "
                    "be sharded. Please specify the output sharding via the `out_sharding` "
                    f"parameter: it is split along {_spelled(found[label])} on both sides"
                )
        return found

    def _disagreement(self, contracted: bool) -> ShardingTypeError:
        specs = ", ".join(
            str(tuple(PartitionSpec(*row)))
            for row, a in zip(self.given, self.avals, strict=True)
            if a.ndim
        )
        if contracted:
            return self._open(
                f"{self.op.name} requires contracting dimensions to have consistent sharding, got "
                f"{specs}"
            )
        return self._open(f"{self.op.name} got incompatible shardings for broadcasting: {specs}")

    def _kept(self, relation: AxisRelation, axis: int, result: ShapedArray) -> Names:
        """How a result's axis that relates to none is split: as in the operands of its rank."""
        found = [
            entries[axis]
            for a, row, entries in zip(self.avals, relation.operands, self.given, strict=True)
            if a.ndim == result.ndim and row[axis] is None and entries[axis]
        ]
        if not found or not self._alike(result):
            return ()
        if any(names != found[0] for names in found):
            raise self._disagreement(False)
        if result.shape[axis] % math.prod(self.sizes[n] for n in found[0]):
            raise self._open(
                f"{self.op.name} on sharded dims where out dim ({result.shape[axis]}) is not "
                f"divisible by the mesh axes {_spelled(found[0])} is not supported"
            )
        return found[0]

    def _alike(self, result: ShapedArray) -> bool:
        """Whether an axis that relates to none is still the same axis in the result.

        So it is if there is one operand of the result's rank, or several side by side.
        """
        ranks = [a.ndim for a in self.avals if a.ndim]
        if any(n != result.ndim for n in ranks):
            return False
        return len(ranks) == 1 or (self.op.role is Role.INDEX and self.op.joined() is not None)

    def _check_lost(self, relation: AxisRelation) -> None:
        """Raise where an operand is split along an axis that the results do not have."""
        for a, row, entries in zip(self.avals, relation.operands, self.given, strict=True):
            for label, names in zip(row, entries, strict=True):
                lost = names and label is None and not self.op.ends_axes
                if lost and not all(map(self._alike, self.results)):
                    raise self._open(
                        f"{self.op.name}: an axis of its operand {a} is split along "
                        f"{_spelled(names)}, and its result could be split in several ways"
                    )

    def _checked(self, entries: Row, aval: ShapedArray) -> Row:
        """The entries, if they name no axis twice and divide the shape."""
        names = [n for entry in entries for n in entry]
        if len(set(names)) < len(names):
            made = "x".join(
                f"{n}@{_spelled(e)}" if e else str(n)
                for n, e in zip(aval.shape, entries, strict=True)
            )
            raise self._open(
                f"{self.op.name} operation with inputs: {', '.join(map(str, self.avals))} produces "
                f"an illegally sharded result: {aval.dtype}[{made}]"
            )
        for size, entry in zip(aval.shape, entries, strict=True):
            if size % math.prod(self.sizes[n] for n in entry):
                raise self._open(
                    f"{self.op.name}: an axis of length {size} of its result cannot be split along "
                    f"{_spelled(entry)}, as its operand is"
                )
        return entries

    def _open(self, why: str) -> ShardingTypeError:
        given = ", ".join(str(a) for a in self.avals)
        said = "" if given in why else f" Got {given}."
        return ShardingTypeError(f"{why}.{said} To say how: {REMEDY}")


def _entries(aval: ShapedArray) -> Row:
    layout = aval.layout
    return [()] * aval.ndim if layout is None else list(layout.spec.by_axis(aval.ndim))


def _spelled(names: Names) -> str:
    return str(names[0]) if len(names) == 1 else str(tuple(names))


# ---- unreduced values


def unreduced_axes(op: Any, avals: Sequence[ShapedArray]) -> dict[str, frozenset[Any]]:
    """Along which axes results are unreduced (each member has a summand), or reduced.

    The derivative of what is reduced is unreduced.
    """
    unreduced = [a.unreduced for a in avals]
    reduced = {a.reduced for a in avals if a.reduced}
    some = {u for u in unreduced if u}
    if not some:
        if len(reduced) > 1:
            raise ShardingTypeError(
                f"{op.name}: All inputs should be reduced across the same mesh axes. Got specs: "
                f"{', '.join(str(set(r)) for r in reduced)}"
            )
        return {"reduced": next(iter(reduced), frozenset())}
    names = ", ".join(str(a) for a in avals)
    summands = op.summands(avals)
    if summands and not any(u for k, u in enumerate(unreduced) if k not in summands):
        if len(some) > 1 or not all(unreduced[k] for k in summands):
            raise ShardingTypeError(
                f"{op.name}: one operand is unreduced and another is not, or along other axes. Got "
                f"{names}. `{op.name}` does not allow this because there would be implicit "
                "communication; sum it first, with fjax.reshard or lax.psum"
            )
        (axes,) = some
        return {"unreduced": axes, "reduced": next(iter(reduced), frozenset()) - axes}
    if op.bilinear and unreduced.count(frozenset()) == 1:
        (axes,) = some
        other = avals[0] if unreduced[1] else avals[1]
        if other.reduced == axes or (not other.shape and not axes & other.vma):
            return {"unreduced": axes}
    raise UnreducedError(
        f"{op.name} operation does not take unreduced operands (unreduced rule for {op.name} is "
        f"not implemented): it cannot be applied to each summand. Got {names}; add up the "
        "summands first, with fjax.reshard or lax.psum"
    )
