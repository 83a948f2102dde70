"""Partition: from a program over whole arrays to the program of one member of a mesh.

>>> mesh = fjax.make_mesh((1,), ("x",))
>>> split = fjax.NamedSharding(mesh, fjax.P("x"))
>>> jaxpr = fjax.make_jaxpr(lambda x: x - x.sum())(np.ones(8)).jaxpr
>>> [e.op.name for e in partition(jaxpr, [split]).jaxpr.eqns]
['reduce_sum', 'psum', 'sub']
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fjax import errors
from fjax.core import dtypes, source
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr, literal_value
from fjax.core.ir import Equation, Jaxpr, Literal, Var
from fjax.core.kinds import Monoid, Role
from fjax.core.mesh import AbstractMesh, Mesh
from fjax.core.placing import as_result
from fjax.core.relations import AxisRelation, fitting
from fjax.core.rewrite import rewrite, without_dead, without_effects, without_layouts
from fjax.core.rows import Rows
from fjax.core.sharding import NamedSharding, PartitionSpec, Sharding
from fjax.core.tracing import bind
from fjax.higher_order.collectives import AllGather, Pmax, Pmin
from fjax.higher_order.inspected import EFFECT, InspectSharding, inspections
from fjax.higher_order.shard_map import ShardMap, global_program, of_member
from fjax.higher_order.spreading import MOST_ROUNDS
from fjax.interpreters.staging import stage_closed
from fjax.primitives.arithmetic import mul
from fjax.primitives.families import literal
from fjax.primitives.reductions import ArgExtremum
from fjax.spmd.distributed import distributed_argmax, distributed_scan, distributed_scatter
from fjax.spmd.halo_exchange import Stretched, by_stretches
from fjax.spmd.loop_sums import CarriedSum, running_sums
from fjax.spmd.sharding_propagation import (
    ShardingPropagation,
    beside_auto,
    constrained_split,
    relation_of,
    split_of,
)
from fjax.spmd.shards import Name, Shard, Sizes, Split, names_of, place_along, shard_type, uncut

_EXTREMA = {Monoid.MAX: Pmax, Monoid.MIN: Pmin}


def partition(
    jaxpr: Jaxpr,
    in_shardings: Sequence[Any],
    out_shardings: Sequence[Any] | None = None,
    mesh: Mesh | None = None,
) -> ShardMap:
    """The program of each member, and how operands and results are split, as a `shard_map`.

    in_shardings, out_shardings: a NamedSharding for each input and output, of one mesh; None (or
    a sharding of another kind) for an input that every member has whole, and for an output that is
    to be split as it comes. mesh: theirs, needed where no sharding has one. What the `shard_map`
    computes is what the jaxpr does, up to the order in which sums are taken. Raises DeviceError for
    shardings of several meshes, ValueError if there is no mesh at all.
    """
    return _partitioned(without_effects(jaxpr, EFFECT), in_shardings, out_shardings, mesh)[0]


def inspected_splits(
    jaxpr: Jaxpr, in_shardings: Sequence[Any], out_shardings: Sequence[Any]
) -> list[tuple[InspectSharding, Sharding]]:
    """How the program of each member has the values that `inspect_sharding` asks about, in order.

    Takes and raises what `partition` does.
    """
    return _partitioned(jaxpr, in_shardings, out_shardings)[1].inspected


def _partitioned(
    jaxpr: Jaxpr,
    in_shardings: Sequence[Any],
    out_shardings: Sequence[Any] | None,
    given_mesh: Mesh | None = None,
) -> tuple[ShardMap, Member]:
    """The program of each member, and what made it."""
    body = without_layouts(flat(jaxpr))
    said = list(out_shardings) if out_shardings is not None else [None] * len(jaxpr.outvars)
    mesh = _mesh_of([*in_shardings, *said, *[e.op.constraint() for e in body.eqns]], given_mesh)
    sizes = mesh.shape
    given = [
        _split_or(s, a, sizes, uncut(a.ndim))
        for s, a in zip(in_shardings, body.in_avals, strict=True)
    ]
    wanted = [_split_or(s, a, sizes, None) for s, a in zip(said, body.out_avals, strict=True)]
    op = ShardMap(Jaxpr((), (), ()), mesh, (), (), tuple(mesh.axis_names), False)
    maker = Member(mesh, sizes)
    with op.member():
        program, splits = maker.program(body, given, wanted)
    member = without_dead(program)
    op = op.replace(
        jaxpr=member,
        in_specs=tuple(PartitionSpec(*split) for split in given),
        out_specs=tuple(PartitionSpec(*split) for split in splits),
    )
    return op, maker


def flat(jaxpr: Jaxpr) -> Jaxpr:
    """The jaxpr with calls replaced by their bodies; a `shard_map` stays."""
    body = lambda eqn: None if isinstance(eqn.op, ShardMap) else eqn.op.inline()
    return rewrite(jaxpr, body, deep=True)


def _mesh_of(shardings: Sequence[Any], given: Mesh | None) -> Mesh | AbstractMesh:
    """The one mesh of all shardings, and the given one; one with devices if there is any."""
    found = [s.mesh for s in shardings if isinstance(s, NamedSharding) and not s.mesh.empty]
    found = found if given is None else [given, *found]
    if not found:
        raise errors.FjaxValueError(
            "partition: no input, output or constraint has a sharding over a mesh; give a "
            "NamedSharding for one of them"
        )
    mesh = next((m for m in found if isinstance(m, Mesh)), found[0])
    for other in found:
        if other.shape_tuple != mesh.shape_tuple or _elsewhere(other, mesh):
            raise errors.DeviceError(
                f"partition: one program has arrays on two meshes, {mesh} and {other}; put all "
                "of them on one with fjax.device_put"
            )
    return mesh


def _elsewhere(other: Mesh | AbstractMesh, mesh: Mesh | AbstractMesh) -> bool:
    """Whether these are meshes of other devices."""
    if not isinstance(other, Mesh) or not isinstance(mesh, Mesh):
        return False
    return list(other.devices.flat) != list(mesh.devices.flat)


def _split_or(sharding: Any, aval: ShapedArray, sizes: Sizes, other: Any) -> Any:
    if not isinstance(sharding, NamedSharding):
        return other
    if other is None:
        return constrained_split(sharding, aval, sizes)
    return split_of(sharding, aval.ndim, sizes)


class Member:
    """Makes the program of one member along these axes of a mesh."""

    def __init__(self, mesh: Mesh | AbstractMesh, sizes: Sizes):
        self.mesh, self.sizes = mesh, sizes
        self.inspected: list[tuple[InspectSharding, Sharding]] = []
        self.addends: dict[Var, frozenset[Name]] = {}  # along which axes what is added is partial

    def program(
        self,
        jaxpr: Jaxpr,
        given: Sequence[Split],
        wanted: Sequence[Sequence[Any] | None] | None = None,
        sums: Sequence[CarriedSum] = (),
    ) -> tuple[Jaxpr, list[Split]]:
        """The member's jaxpr for inputs split as `given`, and how its outputs are split.

        wanted: how outputs are to be split; None for those that may be as they come. sums: which
        of them are summands of the members, and so are inputs that they go on from.
        """
        body = flat(jaxpr)
        said = [None] * len(body.outvars) if wanted is None else wanted
        liked = ShardingPropagation(body, self.mesh, self.sizes, given, said)
        splits: list[Split] = []

        def function(*values: Any) -> list[Any]:
            parts = [Shard(x, split) for x, split in zip(values, given, strict=True)]
            for total in sums:
                parts[total.input].partial = total.names
            env = self._run(body, liked, parts)
            by_output = {total.output: total.names for total in sums}
            outs, splits[:] = self._outputs(body, env, liked, said, by_output)
            return outs

        avals = [shard_type(self.sizes, s, a) for s, a in zip(given, body.in_avals, strict=True)]
        return stage_closed(function, avals, jaxpr.debug_name), splits

    def _outputs(
        self,
        jaxpr: Jaxpr,
        env: dict[Var, Shard],
        liked: ShardingPropagation,
        wanted: Sequence[Any],
        sums: Mapping[int, frozenset[Name]],
    ) -> tuple[list[Any], list[Split]]:
        values, splits = [], []
        for k, (x, split) in enumerate(zip(jaxpr.outvars, wanted, strict=True)):
            part = self._read(env, x)
            with source.replaying(part.line):
                part = part.part(self.sizes) if isinstance(part, Stretched) else part
                final = split
                if k not in sums:
                    part.settle(self.sizes)
                    best = liked.of(x) or part.split
                    said = part.split if split is None else split
                    final = tuple(b if s is None else s for s, b in zip(said, best, strict=True))
                    values.append(part.as_split(final, self.sizes))
                else:
                    values.append(part.summand(split, sums[k], self.sizes))
            splits.append(final)
        return values, splits

    def _run(
        self, jaxpr: Jaxpr, liked: ShardingPropagation, parts: Sequence[Shard]
    ) -> dict[Var, Shard]:
        env: dict[Var, Shard] = dict(zip(jaxpr.invars, parts, strict=True))
        for eqn in jaxpr.eqns:
            operands = [self._read(env, x) for x in eqn.invars]
            self.addends.update({v: _partial(operands) for v in eqn.outvars if v in self.addends})
            with source.replaying(eqn.source):
                outs = self._equation(eqn, operands, liked)
            for v, part in zip(eqn.outvars, outs, strict=True):
                part.liked, part.line = liked.of(v), eqn.source
                env[v] = part
        return env

    def _read(self, env: dict[Var, Shard], x: Any) -> Shard:
        return Shard(literal_value(x), uncut(x.aval.ndim)) if isinstance(x, Literal) else env[x]

    def _equation(
        self, eqn: Equation, operands: Sequence[Any], liked: ShardingPropagation
    ) -> list[Any]:
        op = eqn.op
        if isinstance(op, InspectSharding):
            return self._inspect(op, operands[0])
        found = by_stretches(eqn, operands, self.sizes, self._of_stretches)
        if found is not None:
            return [found]
        operands = [x.part(self.sizes) if isinstance(x, Stretched) else x for x in operands]
        if isinstance(op, ShardMap):
            return self._nested(op, eqn, operands)
        if op.loop() is not None:
            return self._loop(eqn, operands)
        if op.choices() is not None:
            return self._branches(eqn, operands)
        if op.role is Role.CUMULATIVE and (part := distributed_scan(eqn, operands[0], self.sizes)):
            return [part]
        if isinstance(op, ArgExtremum) and (
            part := distributed_argmax(eqn, operands[0], self.sizes)
        ):
            return [part]
        if part := distributed_scatter(eqn, operands, liked, self.sizes):
            return [part]
        relation = relation_of(eqn)
        if relation is None:
            return self._whole(eqn, operands)
        sharding = op.constraint()
        if sharding is not None:
            (x,), (aval,) = operands, [v.aval for v in eqn.outvars]
            said = constrained_split(sharding, aval, self.sizes)
            best = liked.of(eqn.outvars[0]) or x.split
            if op.only_explicit:
                split = beside_auto(said, best, sharding, aval.shape, self.sizes)
            else:
                split = tuple(b if s is None else s for s, b in zip(said, best, strict=True))
            return [x if split == x.split else Shard(x.as_split(split, self.sizes), split)]
        return self._related(eqn, relation, operands, liked)

    def _inspect(self, op: InspectSharding, operand: Any) -> list[Any]:
        part = operand.part(self.sizes) if isinstance(operand, Stretched) else operand
        sharding = NamedSharding(self.mesh, PartitionSpec(*part.split))
        self.inspected.append((op, as_result(sharding, len(part.split))))
        return []

    def _again(self, count: int) -> None:
        """Forget what was inspected after the first `count`: its program is made once more."""
        del self.inspected[count:]

    def _of_stretches(self, eqn: Equation, operands: Sequence[Shard]) -> list[Shard]:
        """The results of an equation of a `StretchBuilder`, on operands as long as the axis."""
        nothing = ShardingPropagation(Jaxpr((), (), ()), self.mesh, self.sizes, ())
        return self._equation(eqn, operands, nothing)

    # ---- operations whose axes are related

    def _related(
        self,
        eqn: Equation,
        relation: AxisRelation,
        operands: Sequence[Shard],
        liked: ShardingPropagation,
    ) -> list[Shard]:
        by_label = self._chosen(eqn, relation, operands, liked)

        def along(labels: Sequence[int | None]) -> Split:
            return tuple(by_label.get(i, ()) if i is not None else () for i in labels)

        wanted, splits = list(map(along, relation.operands)), list(map(along, relation.results))
        partial = _common_partial(eqn.op.additive, operands)
        if partial and all(
            p.split == s and partial.isdisjoint(names_of(s))
            for p, s in zip(operands, wanted, strict=True)
        ):
            values = [p.value for p in operands]
        else:
            partial = frozenset()
            values = [p.as_split(s, self.sizes) for p, s in zip(operands, wanted, strict=True)]
        outs = self._bound(eqn, values, splits, self._rows(eqn, relation, by_label))
        return self._combined(eqn.op, relation, by_label, outs, splits, partial)

    def _rows(
        self, eqn: Equation, relation: AxisRelation, by_label: dict[int, tuple[Name, ...]]
    ) -> dict[int, Rows]:
        """Which elements the member has along split axes at which indices choose."""
        found: dict[int, Rows] = {}
        for label, axis in relation.chosen:
            names = by_label.get(label, ())
            if names:
                whole = eqn.invars[0].aval.shape[axis]
                part = whole // math.prod(self.sizes[name] for name in names)
                place = place_along(names, self.sizes)
                found[axis] = Rows(mul(place, literal(part, dtypes.int32)), whole)
        return found

    def _bound(
        self, eqn: Equation, values: Sequence[Any], splits: Sequence[Split], rows: dict[int, Rows]
    ) -> list[Any]:
        results = [
            shard_type(self.sizes, s, v.aval) for s, v in zip(splits, eqn.outvars, strict=True)
        ]
        op = eqn.op.for_parts([x.aval for x in values], results)
        return list(op.of_rows(rows, *values) if rows else bind(op, values))

    def _of_members(self, op: Any, names: Sequence[Name], x: Any) -> Any:
        """What a reduction without a collective of its own makes of all members' results."""
        for name in names:
            x = op.replace(axes=(0,))(AllGather(name, self.sizes[name], 0, False)(x))
        return x

    def _combined(
        self,
        op: Any,
        relation: AxisRelation,
        by_label: dict[int, tuple[Name, ...]],
        outs: Sequence[Any],
        splits: Sequence[Split],
        partial: frozenset[Name],
    ) -> list[Shard]:
        """The results, with what is combined over axes that are split."""
        for label, monoid in relation.reduced:
            names = by_label.get(label, ())
            if names and monoid is Monoid.ADD:
                partial |= set(names)
            elif names and monoid in _EXTREMA:
                outs = [_EXTREMA[monoid](names)(x) for x in outs]
            elif names:
                outs = [self._of_members(op, names, x) for x in outs]
        return [Shard(x, s, partial) for x, s in zip(outs, splits, strict=True)]

    def _chosen(
        self,
        eqn: Equation,
        relation: AxisRelation,
        operands: Sequence[Shard],
        liked: ShardingPropagation,
    ) -> dict[int, tuple[Name, ...]]:
        """Along which axes of the mesh each label is split: no axis of the mesh twice.

        Axes at which indices choose go before all: it is the indices that are sent then, and not
        what they are of. Next come labels of results that are best split as an operand is already,
        then those that are summed over, whose sums are scattered later, then the others of
        operands, the larger ones first. Last come those of results alone: operands are cut for
        them.
        """
        has: dict[int, tuple[Name, ...]] = {}
        for k in sorted(range(len(operands)), key=lambda k: -eqn.invars[k].aval.size):
            _note(has, relation.operands[k], operands[k].split)
        best: dict[int, tuple[Name, ...]] = {}
        for v, row in zip(eqn.outvars, relation.results, strict=True):
            _note(best, row, liked.of(v))
        monoids = dict(relation.reduced)
        ranks = {
            **dict.fromkeys(best, 3),
            **dict.fromkeys(has, 2),
            **{i: 1 for i in has if i in monoids},
            **{i: 0 for i in best if has.get(i) == best[i]},
            **{i: -1 for i, _ in relation.chosen},
        }
        asked = {**has, **best}
        labels = sorted(asked, key=lambda i: ranks[i])
        lengths = self._lengths(eqn, relation)
        shape = [lengths[i] for i in labels]
        found = fitting(dict(self.sizes), tuple(labels), asked, shape)
        return dict(zip(labels, found, strict=True))

    def _lengths(self, eqn: Equation, relation: AxisRelation) -> dict[int, int]:
        """What the parts along each label must divide."""
        found: dict[int, int] = {}
        rows = zip(
            (*relation.operands, *relation.results), (*eqn.invars, *eqn.outvars), strict=True
        )
        for labels, x in rows:
            for label, n in zip(labels, x.aval.shape, strict=True):
                if label is not None:
                    found[label] = math.gcd(found.get(label, n), n)
        return found

    # ---- operations without a rule, loops, branches, shard_maps

    def _whole(self, eqn: Equation, operands: Sequence[Shard]) -> list[Shard]:
        values = [p.as_split(uncut(len(p.split)), self.sizes) for p in operands]
        outs = zip(bind(eqn.op, values), eqn.outvars, strict=True)
        return [Shard(x, uncut(v.aval.ndim)) for x, v in outs]

    def _loop(self, eqn: Equation, operands: Sequence[Shard]) -> list[Shard]:
        """A loop whose carry is split as its body leaves it; slices are never split into.

        Carries to which each step adds something partial, and which nothing else reads, are
        summands of the members, added up once, after the loop.
        """
        form = eqn.op.loop()
        assert form is not None
        for part in operands:
            part.settle(self.sizes)
        leading, consts, carry, xs = form.groups([p.split for p in operands])
        rows = [((), *split[1:]) for split in xs]
        avals = form.body.in_avals[form.n_consts : form.n_consts + form.n_carry]
        before = len(self.inspected)
        form = replace(form, body=flat(form.body))
        adds = {} if form.condition is not None else running_sums(form.body, form)
        self.addends.update(dict.fromkeys(adds.values(), frozenset()))
        for _ in range(MOST_ROUNDS):
            _, outs = self.program(form.body, [*consts, *carry, *[r[1:] for r in rows]])
            joint = [self._agreed([a, b], v) for a, b, v in zip(carry, outs, avals, strict=False)]
            if joint == carry:
                break
            carry = joint
        given = [*consts, *carry, *[r[1:] for r in rows]]
        sums = [
            CarriedSum(form.n_consts + k, k, names)
            for k, names in [(k, self.addends.pop(v)) for k, v in adds.items()]
            if names and names.isdisjoint(names_of(carry[k]))
        ]
        self._again(before)
        wanted = [*carry, *[None] * form.n_ys]
        body, outs = self.program(form.body, given, wanted, sums)
        inner = replace(form, body=body)
        if form.condition is not None:
            condition, _ = self.program(form.condition, [*leading, *carry], [()])
            inner = replace(inner, condition=condition)
        else:
            leading = [uncut(len(split)) for split in leading]
        splits = [*leading, *consts, *carry, *rows]
        values = [p.as_split(s, self.sizes) for p, s in zip(operands, splits, strict=True)]
        found = [*carry, *[((), *split) for split in outs[form.n_carry :]]]
        for total in sums:
            k = form.first_carry + total.output
            values[k] = operands[k].summand(splits[k], total.names, self.sizes)
        results = [
            Shard(x, s) for x, s in zip(bind(eqn.op.with_loop(inner), values), found, strict=True)
        ]
        for total in sums:
            results[total.output].partial = total.names
        return results

    def _branches(self, eqn: Equation, operands: Sequence[Shard]) -> list[Shard]:
        branches = eqn.op.choices()
        assert branches is not None
        for part in operands:
            part.settle(self.sizes)
        given, before = [p.split for p in operands[1:]], len(self.inspected)
        each = [self.program(branch, given)[1] for branch in branches]
        joint = [
            self._agreed(splits, v.aval)
            for splits, v in zip(zip(*each, strict=True), eqn.outvars, strict=True)
        ]
        self._again(before)
        made = {branch: self.program(branch, given, joint)[0] for branch in branches}
        values = [operands[0].as_split((), self.sizes), *[p.value for p in operands[1:]]]
        op = eqn.op.replace(
            **{
                name: tuple(made[branch] for branch in branches)
                for name, value in zip(eqn.op.field_names, eqn.op.params.values(), strict=True)
                if value is branches
            }
        )
        return [Shard(x, s) for x, s in zip(bind(op, values), joint, strict=True)]

    def _agreed(self, splits: Sequence[Split], aval: ShapedArray) -> Split:
        """One split for values that take turns: what none of them contradicts."""
        by_axis: dict[int, tuple[Name, ...]] = {}
        for axis, entries in enumerate(zip(*splits, strict=True)):
            said = {names for names in entries if names}
            if len(said) == 1:
                by_axis[axis] = said.pop()
        labels = tuple(range(aval.ndim))
        return tuple(fitting(dict(self.sizes), labels, by_axis, aval.shape))

    def _nested(self, op: ShardMap, eqn: Equation, operands: Sequence[Shard]) -> list[Shard]:
        """What a member does in a `shard_map`, whose members these are; all of another mesh."""
        own_part = NamedSharding(op.mesh, PartitionSpec())
        self.inspected += [(asked, own_part) for asked in inspections(op.jaxpr)]
        if op.mesh.shape_tuple != self.mesh.shape_tuple or _elsewhere(op.mesh, self.mesh):
            if isinstance(op.mesh, Mesh) and op.mesh.is_multi_process:
                raise errors.DeviceError(
                    f"{op.name}: its mesh is {op.mesh!r}, and the arrays are on {self.mesh!r}; "
                    "move them with fjax.device_put(x, sharding)"
                )
            whole = [p.as_split(uncut(len(p.split)), self.sizes) for p in operands]
            outs = evaluate_jaxpr(global_program(op), whole)
            return [Shard(x, uncut(v.aval.ndim)) for x, v in zip(outs, eqn.outvars, strict=True)]
        splits = [
            spec.by_axis(x.aval.ndim) for spec, x in zip(op.in_specs, eqn.invars, strict=True)
        ]
        values = [p.as_split(s, self.sizes) for p, s in zip(operands, splits, strict=True)]
        outs = of_member(op, values)
        given = [s.by_axis(v.aval.ndim) for s, v in zip(op.out_specs, eqn.outvars, strict=True)]
        return [Shard(x, s) for x, s in zip(outs, given, strict=True)]


def _note(
    asked: dict[int, tuple[Name, ...]], labels: Sequence[int | None], split: Split | None
) -> None:
    for label, names in zip(labels, split or (), strict=False):
        if label is not None and names:
            asked.setdefault(label, names)


def _partial(operands: Sequence[Any]) -> frozenset[Name]:
    """Along which axes of the mesh some of these are partial."""
    return frozenset().union(*[p.partial for p in operands if isinstance(p, Shard)])


def _common_partial(additive: bool, operands: Sequence[Shard]) -> frozenset[Name]:
    """Along which axes all operands are partial, of an operation that sums may go through."""
    found = {p.partial for p in operands}
    return next(iter(found)) if additive and len(found) == 1 else frozenset()
