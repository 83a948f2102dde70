"""How the axes of an operation's results relate to those of its operands.

Partitioning asks for it: what is split along an axis of an operand is split along the axes that go
with it, and what is combined over a split axis is a partial result on each device. A family of
primitives states it once, in terms of what it has declared already: `by_role` reads it from the
role, the index map, the monoid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fjax.core import dtypes, scalar
from fjax.core.avals import ShapedArray
from fjax.core.kinds import Monoid, Role
from fjax.core.operand import Typed
from fjax.core.scalar import ComplexExpr, Expr, Op
from fjax.core.sharding import NamedSharding, PartitionSpec
from fjax.dataclass import dataclass
from fjax.errors import MissingRuleError

Label = int
Labels = tuple[Label | None, ...]
Names = tuple[Any, ...]


@dataclass(frozen=True)
class AxisRelation:
    """A label for each axis: axes with the same label are split together.

    operands, results: the labels of the axes of each; None for an axis that must be whole.
    reduced: labels of axes of operands that the operation combines, with the monoid; if they are
    split, each part of the result is to be combined with the others. A label that only one result
    has is free: that axis can be split though no operand is.

    >>> AxisRelation(((0, 1), (1, 2)), ((0, 2),), ((1, Monoid.ADD),)).spelled
    'ab,bc->ac'
    """

    operands: tuple[Labels, ...]
    results: tuple[Labels, ...]
    reduced: tuple[tuple[Label, Monoid], ...] = ()
    chosen: tuple[tuple[Label, int], ...] = ()  # labels of axes of `Primitive.by_index`

    @property
    def spelled(self) -> str:
        """As einsum writes it, with * for axes that must be whole."""
        sides = [
            ",".join("".join("*" if x is None else chr(97 + x) for x in row) for row in rows)
            for rows in (self.operands, self.results)
        ]
        return "->".join(sides)

    def spread(
        self,
        shardings: Sequence[Any],
        operands: Sequence[ShapedArray],
        results: Sequence[ShapedArray],
    ) -> list[NamedSharding | None]:
        """The shardings of the results, given those of the operands; None where nothing is known.

        Where operands disagree, that of the larger one, then of the first, is taken.
        """
        given = [
            (a.size, s, row)
            for s, a, row in zip(shardings, operands, self.operands, strict=True)
            if isinstance(s, NamedSharding)
        ]
        if not given:
            return [None] * len(results)
        mesh = given[0][1].mesh
        by_label: dict[Label, Names] = {}
        for _, sharding, row in sorted(given, key=lambda entry: -entry[0]):
            if sharding.mesh != mesh:
                continue
            for names, label in zip(sharding.spec.by_axis(len(row)), row, strict=True):
                if names and label is not None:
                    by_label.setdefault(label, names)
        found = [
            fitting(mesh.shape, row, by_label, aval.shape)
            for row, aval in zip(self.results, results, strict=True)
        ]
        return [_named(mesh, entries, shardings) for entries in found]


def _named(mesh: Any, entries: list[Names], shardings: Sequence[Any]) -> NamedSharding:
    """The sharding with these entries: an operand's own, if it says the same."""
    for s in shardings:
        if isinstance(s, NamedSharding) and s.mesh == mesh and len(s.spec) <= len(entries):
            if s.spec.by_axis(len(entries)) == tuple(entries):
                return s
    return NamedSharding(mesh, PartitionSpec(*entries))


def fitting(
    sizes: dict[Any, int], row: Labels, by_label: dict[Label, Names], shape: Sequence[int]
) -> list[Names]:
    """The axes of a mesh along which each axis of an array is split, no name twice."""
    used: set[Any] = set()
    found: list[Names] = []
    for label, n in zip(row, shape, strict=True):
        kept: list[Any] = []
        for name in by_label.get(label, ()) if label is not None else ():
            if name in used or n % sizes[name]:
                break
            n //= sizes[name]
            kept.append(name)
            used.add(name)
        found.append(tuple(kept))
    return found


def by_role(
    op: Any, operands: Sequence[ShapedArray], results: Sequence[ShapedArray]
) -> AxisRelation | None:
    """What follows from an operation's role."""
    rule = _RULES.get(op.role)
    try:
        return None if rule is None else rule(op, operands, results)
    except (TypeError, MissingRuleError):  # no scalar program for these dtypes
        return None


def with_chosen(
    op: Any, operands: Sequence[ShapedArray], relation: AxisRelation | None
) -> AxisRelation | None:
    """The relation, with labels of the axes of the first operand whose elements indices choose.

    Such an axis may be split, too: what writes by indices leaves its result split likewise, and
    of what reads by them the members' results are added.
    """
    axes = op.by_index(*operands) if relation is not None else ()
    if relation is None or not axes:
        return relation
    rows = [list(row) for row in (*relation.operands, *relation.results)]
    fresh = 1 + max((x for row in rows for x in row if x is not None), default=-1)
    chosen = tuple((fresh + k, axis) for k, axis in enumerate(axes))
    writes = getattr(op, "update_operand", None) is not None
    for label, axis in chosen:
        rows[0][axis] = label
        if writes:
            rows[len(operands)][axis] = label
    labels = [tuple(row) for row in rows]
    return AxisRelation(
        tuple(labels[: len(operands)]),
        tuple(labels[len(operands) :]),
        relation.reduced + (() if writes else tuple((x, Monoid.ADD) for x, _ in chosen)),
        chosen,
    )


def along_all(
    operands: Sequence[ShapedArray], results: Sequence[ShapedArray], whole: Iterable[int] = ()
) -> AxisRelation | None:
    """One element for another, except for axes that must be `whole`; scalars go with everything.

    None unless all others have the rank of the first result, and its lengths along related axes.
    """
    kept, shape = set(whole), results[0].shape
    row = tuple(None if i in kept else i for i in range(len(shape)))

    def fits(aval: ShapedArray) -> bool:
        pairs = zip(aval.shape, shape, row, strict=False)
        return aval.ndim == len(shape) and all(n == m or x is None for n, m, x in pairs)

    others = [a for a in (*operands, *results) if a.shape]
    if not all(map(fits, others)):
        return None
    return AxisRelation(
        tuple(row if a.shape else () for a in operands),
        tuple(row if a.shape else () for a in results),
    )


def along_leading(
    operands: Sequence[ShapedArray], results: Sequence[ShapedArray], count: int
) -> AxisRelation:
    """The first `count` axes of all operands and results go together; others must be whole."""

    def row(aval: ShapedArray) -> Labels:
        return tuple(i if i < count else None for i in range(aval.ndim))

    return AxisRelation(tuple(map(row, operands)), tuple(map(row, results)))


def _of_elements(op: Any, operands: Any, results: Any) -> AxisRelation | None:
    return along_all(operands, results)


def _of_reduction(op: Any, operands: Any, results: Any) -> AxisRelation:
    (x,) = operands
    labels = tuple(range(x.ndim))
    kept = tuple(i for i in labels if i not in op.axes)
    return AxisRelation((labels,), (kept,), tuple((i, op.monoid) for i in op.axes))


def _of_running(op: Any, operands: Any, results: Any) -> AxisRelation | None:
    return along_all(operands, results, [op.axis])


# ---- index maps, by asking for an element at symbolic indices


@dataclass(frozen=True)
class _Axis:
    """Leaf: the index along an axis."""

    number: int


class _Probe(Typed):
    """An operand that notes at which indices it is read."""

    def __init__(self, number: int, aval: ShapedArray):
        self.number, self.aval = number, aval
        self.reads: list[list[Any]] = []
        self.conditions: list[Any] = []

    def __call__(self, index: Sequence[Any], where: Any = None) -> Any:
        self.reads.append(list(index))
        self.conditions.append(where)
        dtype = dtypes.widened(dtypes.physical(self.aval.dtype))
        key = (self.number, len(self.reads))
        if dtypes.is_complex(dtype):
            part = dtypes.real_part(dtype)
            return ComplexExpr(scalar.leaf((*key, "re"), part), scalar.leaf((*key, "im"), part))
        return scalar.leaf(key, dtypes.physical(self.aval.dtype))

    def places(self, axis: int) -> list[int]:
        """The axes of the operand at which each read has exactly this index."""
        if not self.reads:
            return []
        return [b for b in range(self.ndim) if all(_is(r[b], axis) for r in self.reads)]

    def loose(self) -> set[int]:
        """The axes whose index some read has changed, at another place, or only sometimes."""
        found: set[int] = set()
        for read in self.reads:
            for b, entry in enumerate(read):
                exact = isinstance(entry, Expr) and isinstance(entry.extra, _Axis)
                if not exact or not all(_is(r[b], entry.extra.number) for r in self.reads):
                    found |= _axes_in(entry)
        for condition in self.conditions:
            found |= _axes_in(condition)
        return found


def _is(entry: Any, axis: int) -> bool:
    return isinstance(entry, Expr) and entry.op is Op.LEAF and entry.extra == _Axis(axis)


def _axes_in(*values: Any) -> set[int]:
    """The axes whose index an expression depends on."""
    found: set[int] = set()
    stack, seen = list(values), set()
    while stack:
        x = stack.pop()
        if isinstance(x, ComplexExpr):
            stack += [x.re, x.im]
        elif isinstance(x, Expr) and id(x) not in seen:
            seen.add(id(x))
            if x.op is Op.LEAF and isinstance(x.extra, _Axis):
                found.add(x.extra.number)
            if not (x.op is Op.MUL and any(_is_zero(a) for a in x.args)):
                stack += x.args
    return found


def _is_zero(x: Expr) -> bool:
    return x.op is Op.CONST and not x.extra.value


def _symbolic(ndim: int) -> list[Expr]:
    return [scalar.leaf(_Axis(a), "int64") for a in range(ndim)]


def _probes(operands: Sequence[ShapedArray]) -> list[_Probe]:
    return [_Probe(k, a) for k, a in enumerate(operands)]


def _of_index_map(op: Any, operands: Any, results: Any) -> AxisRelation | None:
    """Axes whose index goes unchanged to one axis of each operand that it reaches at all."""
    (out,) = results
    probes = _probes(operands)
    value = op.element(_symbolic(out.ndim), *probes)
    loose = _axes_in(value).union(*[p.loose() for p in probes])
    rows: list[list[Label | None]] = [[None] * a.ndim for a in operands]
    kept: list[Label | None] = [None] * out.ndim
    for axis in range(out.ndim):
        places = [(p, b) for p in probes for b in p.places(axis)]
        diagonal = len({p.number for p, _ in places}) < len(places)
        if axis in loose or diagonal or any(p.shape[b] != out.shape[axis] for p, b in places):
            continue
        kept[axis] = axis
        for p, b in places:
            rows[p.number][b] = axis
    return AxisRelation(tuple(map(tuple, rows)), (tuple(kept),))


def _of_update(op: Any, operands: Any, results: Any) -> AxisRelation | None:
    """Axes of the update whose index goes unchanged to one axis of what is updated."""
    number = op.update_operand
    update, out = operands[number], results[0]
    probes = _probes(operands)
    where, condition = op.target(_symbolic(update.ndim), *probes)
    loose = _axes_in(condition).union(*[p.loose() for p in probes])
    for entry in where:
        if not any(_is(entry, u) for u in range(update.ndim)):
            loose |= _axes_in(entry)
    rows: list[list[Label | None]] = [[None] * a.ndim for a in operands]
    for a, entry in enumerate(where):
        found = [u for u in range(update.ndim) if _is(entry, u) and u not in loose]
        if not found or update.shape[found[0]] != out.shape[a]:
            continue
        rows[0][a] = rows[number][found[0]] = a
        for p in probes:
            for b in p.places(found[0]):
                rows[p.number][b] = a
    return AxisRelation(tuple(map(tuple, rows)), (tuple(rows[0]),))


_RULES: dict[Role, Any] = {
    Role.ELEMENTWISE: _of_elements,
    Role.INDEX: _of_index_map,
    Role.REDUCTION: _of_reduction,
    Role.CUMULATIVE: _of_running,
    Role.UPDATE: _of_update,
}


def of_contraction(lhs: int, rhs: int, numbers: Any) -> AxisRelation:
    """Of a product of arrays of these ranks, with dimension numbers as dot_general has them.

    >>> of_contraction(2, 2, (((1,), (0,)), ((), ()))).spelled
    'ab,bc->ac'
    """
    (left_summed, right_summed), (left_batch, right_batch) = numbers
    left: list[Any] = [("left", i) for i in range(lhs)]
    right: list[Any] = [("right", i) for i in range(rhs)]
    for a, b in zip((*left_batch, *left_summed), (*right_batch, *right_summed), strict=True):
        right[b] = left[a]
    out = [left[a] for a in left_batch]
    out += [x for a, x in enumerate(left) if a not in (*left_batch, *left_summed)]
    out += [x for b, x in enumerate(right) if b not in (*right_batch, *right_summed)]
    rows = list(labelled([left, right, out]))
    summed = [label for a in left_summed if (label := rows[0][a]) is not None]
    return AxisRelation((rows[0], rows[1]), (rows[2],), tuple((x, Monoid.ADD) for x in summed))


def labelled(rows: Sequence[Sequence[Any]]) -> Iterator[Labels]:
    """Rows of names of axes, None for whole ones, as rows of labels.

    >>> list(labelled(["ij", "jk", "ik"]))
    [(0, 1), (1, 2), (0, 2)]
    """
    numbers: dict[Any, int] = {}
    for row in rows:
        yield tuple(None if x is None else numbers.setdefault(x, len(numbers)) for x in row)
