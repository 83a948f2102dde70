"""shard_map: one program for every member of a mesh, each with its part of the operands.

The primitive keeps the mesh, how operands and results are split, and the program of one member, so
that whoever runs it may give each member its own device or process. `global_program` is how one
process runs it: the parts of all members side by side, as one batched program over whole arrays.
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np

from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.checks import Checker
from fjax.core.device import META, common_placement
from fjax.core.evaluate import alone, evaluate_jaxpr, execute
from fjax.core.ir import Jaxpr
from fjax.core.mesh import AbstractMesh, AxisType, Mesh, in_force
from fjax.core.placing import as_result, concrete_sharding, home_of, placement_of, with_layout
from fjax.core.primitive import BatchAxis, Primitive, Pruned, Record, Values, primitive
from fjax.core.process_grid import grid_of
from fjax.core.rewrite import prune_body, without_effects, without_layouts
from fjax.core.sharding import NamedSharding, PartitionSpec, Sharding
from fjax.core.tracing import as_array, current, new_trace
from fjax.higher_order.call import Call
from fjax.higher_order.collectives import AxisIndex, Psum
from fjax.higher_order.common import OfOneKind, Split, check_types, op_memo, run_split, split_jaxpr
from fjax.higher_order.inspected import EFFECT, inspections
from fjax.higher_order.lists import Batched, Flags, partition, select
from fjax.interpreters.jvp import jvp_jaxpr, zeros
from fjax.interpreters.staging import stage_closed
from fjax.interpreters.transpose import transpose_jaxpr
from fjax.interpreters.vmap import MemberTrace, place_batch, vmap_flat, vmap_jaxpr, with_all_members
from fjax.primitives.arithmetic import div
from fjax.primitives.comparison import eq
from fjax.primitives.families import like
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import take_range
from fjax.primitives.structure import Reshape, spread
from fjax.primitives.varying import varied_outputs

Specs = tuple[PartitionSpec, ...]


@primitive
class ShardMap(OfOneKind):
    """The results of `jaxpr`, which every member of the mesh runs on its part of the operands.

    in_specs, out_specs: along which axes of the mesh each operand and result is split. manual: the
    axes that the members differ along; along others of the mesh the program is one. check_vma:
    whether types in `jaxpr` say along which axes values vary; without, its results are taken to
    be equal where a spec says nothing.
    """

    jaxpr: Jaxpr
    mesh: Mesh | AbstractMesh
    in_specs: Specs
    out_specs: Specs
    manual: tuple[str, ...]
    check_vma: bool
    shown: bool = True  # whether types show how values are split along explicit axes

    @classmethod
    def from_params(cls, params: dict[str, Any]) -> Primitive:
        """As of Primitive; specs may be tuples, as texts have them."""
        specs = {
            name: tuple(s if isinstance(s, PartitionSpec) else PartitionSpec(*s) for s in value)
            for name, value in params.items()
            if name in ("in_specs", "out_specs")
        }
        return super().from_params({**params, **specs})

    # ---- types

    def bare(self) -> ShardMap:
        return self.replace(shown=False)

    @property
    def meshes(self) -> tuple[Mesh | AbstractMesh, ...]:
        return (self.mesh,)

    @property
    def axes(self) -> list[BatchAxis]:
        """The axes that the members differ along."""
        shape = self.mesh.shape
        return [BatchAxis(name, shape[name], self.check_vma, True) for name in self.manual]

    @property
    def own_axes(self) -> list[BatchAxis]:
        """These axes as far as this process has members along them."""
        mesh = self.mesh
        if not isinstance(mesh, Mesh) or not mesh.is_multi_process:
            return self.axes
        grid, check = grid_of(mesh), self.check_vma
        return [BatchAxis(n, grid.local(n), check, True, grid.axis(n)) for n in self.manual]

    @contextlib.contextmanager
    def member(self) -> Iterator[None]:
        """While the program of one member is traced: its axes are in scope, its mesh in force."""
        types = dict.fromkeys(self.manual, AxisType.Manual)
        mesh = self.mesh.abstract_mesh.update_axis_types(types)
        with in_force(mesh), new_trace(MemberTrace(current(), self.axes, self.name)):
            yield

    def operand_avals(self) -> list[ShapedArray]:
        return self._whole(self.jaxpr.in_avals, self.in_specs)

    def _whole(self, avals: Sequence[ShapedArray], specs: Specs) -> list[ShapedArray]:
        found = [
            whole_aval(self.mesh, s, a, self.manual) for a, s in zip(avals, specs, strict=True)
        ]
        return found if self.shown else [a.bare for a in found]

    @property
    def out_avals(self) -> list[ShapedArray]:
        """The types of the whole results."""
        return self._whole(self.jaxpr.out_avals, self.out_specs)

    def result_type(self, *avals: ShapedArray) -> list[ShapedArray]:
        check_types(self.name, self.operand_avals(), avals)
        return self.out_avals

    @property
    def axis_names(self) -> frozenset[Any]:
        return frozenset(self.jaxpr.axis_names) - set(self.manual)

    def run(self, *args: Any) -> list[Any]:
        if isinstance(self.mesh, Mesh) and self.mesh.is_multi_process:
            return execute(alone(self, tuple([x.aval for x in self.fitting(args)])), args)
        args = (*self._on_its_gpu(args),)
        program = global_program(self)
        if EFFECT in program.effects:
            program = without_effects(program, EFFECT)
            for asked in inspections(self.jaxpr):
                asked.callback(NamedSharding(self.mesh, PartitionSpec()))
        outs = execute(program, self.fitting(args))
        given = [as_array(x).sharding for x in args]
        found = [
            _as_said(s, as_result(with_layout(s, a, given), a.ndim), a.ndim)
            for s, a in zip(self.spread(given, ()), self.out_avals, strict=True)
        ]
        return [_split(x, s) for x, s in zip(outs, found, strict=True)]

    def _on_its_gpu(self, args: Sequence[Any]) -> Sequence[Any]:
        """The operands where the mesh's one device is, if that is a GPU."""
        where = home_of(self.mesh)
        if where is None or where.device.platform != "gpu":
            return args
        arrays = [as_array(x) for x in args]
        common_placement([where, *[x.placement for x in arrays]], self.name)
        return [x.alias(x.aval, where.plain) for x in arrays]

    def spread(self, shardings: Values, avals: Sequence[ShapedArray]) -> list[NamedSharding]:
        mesh = self.mesh
        for s in shardings:
            if not isinstance(mesh, Mesh) and isinstance(s, NamedSharding):
                mesh = concrete_sharding(NamedSharding(mesh, PartitionSpec()), [s]).mesh
        return [NamedSharding(mesh, spec) for spec in self.out_specs]

    # ---- transformations

    @op_memo
    def of_tangents(self, nonzero: Flags) -> tuple[ShardMap, Flags]:
        with self.member():
            jaxpr, has_tangent = jvp_jaxpr(self.jaxpr, nonzero, (False,) * len(self.jaxpr.outvars))
        return self.replace(
            jaxpr=jaxpr,
            in_specs=(*self.in_specs, *select(nonzero, self.in_specs)),
            out_specs=(*self.out_specs, *select(has_tangent, self.out_specs)),
        ), has_tangent

    @op_memo
    def of_cotangents(self, linear: Flags, nonzero: Flags) -> tuple[ShardMap, Flags]:
        """The transposed program of each member.

        An operand that every member has whole gets the sum of their cotangents. A result that all
        have in common is the mean of theirs, so that each gets a part of its cotangent. Where types
        say what members have in common, the transposed program has done so already.
        """
        with self.member():
            jaxpr, has_cotangent = transpose_jaxpr(self.jaxpr, linear, nonzero)
        others, mapped = partition(linear, self.in_specs)
        others_count = len(others)
        cotangent_specs = [_of_cotangents(s) for s in select(nonzero, self.out_specs)]
        result_specs = [_of_cotangents(s) for s in select(has_cotangent, mapped)]

        def function(*args: Any) -> list[Any]:
            shares = [
                _share(x, math.prod(axis.size for axis in unmentioned(self, s)))
                for x, s in zip(args[others_count:], cotangent_specs, strict=True)
            ]
            outs = evaluate_jaxpr(jaxpr, [*args[:others_count], *shares])
            return [
                _total(x, tuple(axis.name for axis in unmentioned(self, s)))
                for x, s in zip(outs, result_specs, strict=True)
            ]

        if self.check_vma:
            jaxpr = varied_outputs(jaxpr, [frozenset(spec.names()) for spec in result_specs])
        else:
            jaxpr = stage_closed(function, jaxpr.in_avals, jaxpr.debug_name)
        return self.replace(
            jaxpr=jaxpr, in_specs=(*others, *cotangent_specs), out_specs=tuple(result_specs)
        ), has_cotangent

    @op_memo
    def of_batch(self, axis: BatchAxis, dims: Batched) -> tuple[ShardMap, Batched]:
        """The program of a member on a batch, or on its part of one that is split already."""
        names = _batch_names(self, axis)
        size = axis.size // math.prod(self.mesh.shape[n] for n in names)
        own = axis.name in self.manual
        inner = dataclasses.replace(axis, name=None if own else axis.name, size=size)
        with self.member():
            jaxpr, out_dims = vmap_jaxpr(self.jaxpr, inner, dims)
            if names and self.check_vma:
                differ = [frozenset() if d is None else frozenset(names) for d in dims]
                pairs = zip(jaxpr.in_avals, differ, strict=True)
                avals = [a.update(vma=a.vma | extra) for a, extra in pairs]
                batched = jaxpr
                jaxpr = stage_closed(
                    lambda *xs: evaluate_jaxpr(batched, xs), avals, batched.debug_name
                )
                wanted = [frozenset() if d is None else frozenset(names) for d in out_dims]
                jaxpr = varied_outputs(jaxpr, wanted)
        return self.replace(
            jaxpr=jaxpr,
            in_specs=tuple(
                [_inserted(s, d, names) for s, d in zip(self.in_specs, dims, strict=True)]
            ),
            out_specs=tuple(
                [_inserted(s, d, names) for s, d in zip(self.out_specs, out_dims, strict=True)]
            ),
        ), out_dims

    def partial_eval(self, record: Record, unknown: Sequence[bool], args: Values) -> Values:
        return run_split(_by_knowledge(self, tuple(unknown)), record, unknown, args)

    def checked(self, checker: Checker, args: Values) -> Values:
        part = checker.body(global_program(self))
        return checker.absorb(part.reports, Call(part.jaxpr, self.name)(*args))

    def inline(self) -> Jaxpr:
        return global_program(self)

    def forward_body(self) -> Jaxpr:
        return global_program(self)

    def drop_unused(self, used: Sequence[bool]) -> Pruned:
        jaxpr, stays = prune_body(self.jaxpr, tuple(used))
        op = self.replace(
            jaxpr=jaxpr,
            in_specs=tuple(select(stays, self.in_specs)),
            out_specs=tuple(select(used, self.out_specs)),
        )
        return op, stays, used


def _as_said(said: NamedSharding, shown: Sharding, ndim: int) -> Sharding:
    """What out_specs say, as they spell it, unless types say more."""
    return said if as_result(said, ndim) == shown else shown


def _split(x: Array, sharding: Sharding) -> Array:
    """The array in its parts; an abstract mesh has no devices for them, nor meta elements."""
    on_devices = sharding.ordered_devices and x.device is not META
    return x.alias(x.aval, placement_of(sharding)) if on_devices else x


# ---- parts and wholes


def parts_of(mesh: Mesh | AbstractMesh, spec: PartitionSpec, ndim: int) -> tuple[int, ...]:
    """Into how many parts a spec splits each axis of an array of this rank."""
    shape = mesh.shape
    return tuple(math.prod(shape[n] for n in names) for names in spec.by_axis(ndim))


def whole_aval(
    mesh: Mesh | AbstractMesh, spec: PartitionSpec, aval: ShapedArray, manual: Sequence[Any]
) -> ShapedArray:
    """The type of the whole array, if a member's part has this type."""
    counts = parts_of(mesh, spec, aval.ndim)
    shape = tuple(n * k for n, k in zip(aval.shape, counts, strict=True))
    given = PartitionSpec() if aval.layout is None else aval.layout.spec
    pairs = zip(spec.by_axis(aval.ndim), given.by_axis(aval.ndim), strict=True)
    own = frozenset(manual)
    entries = PartitionSpec(
        *[(*names, *more) for names, more in pairs],
        unreduced=spec.unreduced | (given.unreduced - own),
        reduced=spec.reduced | (given.reduced - own),
    )
    around = (
        mesh.abstract_mesh
        if aval.layout is None
        else _with_types(aval.layout.mesh.abstract_mesh, mesh, own)
    )
    return aval.update(shape=shape, vma=aval.vma - own, sharding=NamedSharding(around, entries))


def _with_types(inner: AbstractMesh, outer: Any, names: Collection[Any]) -> AbstractMesh:
    """The mesh with the types that these axes have in another one."""
    types = dict(zip(outer.axis_names, outer.axis_types, strict=True))
    return inner.update_axis_types({n: types[n] for n in names})


def part_aval(
    mesh: Mesh | AbstractMesh, spec: PartitionSpec, aval: ShapedArray, manual: Sequence[Any]
) -> ShapedArray:
    """The type of a member's part of an array of this type."""
    counts = parts_of(mesh, spec, aval.ndim)
    shape = tuple(n // k for n, k in zip(aval.shape, counts, strict=True))
    given, own = aval.layout, frozenset(manual)
    around = (mesh if given is None else given.mesh).abstract_mesh
    before = PartitionSpec() if given is None else given.spec
    entries = PartitionSpec(
        *before.by_axis(aval.ndim),
        unreduced=(before.unreduced - own) | spec.unreduced,
        reduced=(before.reduced - own) | spec.reduced,
    )
    inner = around.update_axis_types(dict.fromkeys(own, AxisType.Manual))
    return aval.update(shape=shape, sharding=NamedSharding(inner, entries))


def unmentioned(op: ShardMap, spec: PartitionSpec) -> tuple[BatchAxis, ...]:
    """The axes that members differ along and a spec does not name."""
    names = spec.every_name()
    return tuple(axis for axis in op.axes if axis.name not in names)


@op_memo
def global_program(op: ShardMap) -> Jaxpr:
    """The program of all members of this process together, as one batched program.

    In one process it is over whole arrays; where others have members, too, over what this process
    holds of them, and collectives are followed by those along axes of processes.
    """
    layouts_in = [_Layout(op, s, a) for s, a in zip(op.in_specs, op.jaxpr.in_avals, strict=True)]
    layouts_out = [_Layout(op, s, a) for s, a in zip(op.out_specs, op.jaxpr.out_avals, strict=True)]

    jaxpr = with_all_members(without_layouts(op.jaxpr), frozenset(op.manual))

    def within(axes: Sequence[BatchAxis], args: Sequence[Any]) -> list[Any]:
        if not axes:
            return of_member(op, args, jaxpr)
        axis, *inner = axes
        dims = [layout.dim(axis, len(axes)) for layout in layouts_in]
        outs, found = vmap_flat(lambda *xs: within(inner, xs), axis, args, dims)
        return [
            layout.placed(x, d, axis, len(axes))
            for layout, x, d in zip(layouts_out, outs, found, strict=True)
        ]

    def function(*args: Any) -> list[Any]:
        split = [layout.split(x) for layout, x in zip(layouts_in, args, strict=True)]
        outs = within(op.own_axes, split)
        return [layout.joined(x) for layout, x in zip(layouts_out, outs, strict=True)]

    held = [layout.aval for layout in layouts_in]
    return stage_closed(function, held, op.jaxpr.debug_name)


def of_member(op: ShardMap, parts: Values, jaxpr: Jaxpr | None = None) -> list[Any]:
    """A member's parts of the results, for its parts of the operands; `jaxpr` is its program."""
    given = [_summand(op, x, s) for x, s in zip(parts, op.in_specs, strict=True)]
    outs = evaluate_jaxpr(op.jaxpr if jaxpr is None else jaxpr, given)
    return [_sum(x, s) for x, s in zip(outs, op.out_specs, strict=True)]


def _summand(op: ShardMap, x: Any, spec: PartitionSpec) -> Any:
    """A member's summand of an unreduced operand: the first member has all, the others nothing."""
    for axis in op.axes:
        if axis.name in spec.unreduced:
            first = eq(AxisIndex(axis.name, axis.size)(), np.int32(0))
            x = select_n(spread(first, x.aval.shape), zeros(x.aval), x)
    return x


def _sum(x: Any, spec: PartitionSpec) -> Any:
    """The sum of the members' summands of an unreduced result, which is what memory holds."""
    return Psum(tuple(sorted(spec.unreduced, key=str)))(x) if spec.unreduced else x


class _Layout:
    """An array with an axis for each axis of the mesh that it is split along.

    These stand before the axis of the array that they split. `items` names all axes: a mesh's by
    its name, an array's by its number.
    """

    def __init__(self, op: ShardMap, spec: PartitionSpec, aval: ShapedArray):
        self.shape, self.order = aval.shape, [axis.name for axis in op.axes]
        self.sizes = {axis.name: axis.size for axis in op.own_axes}
        alone = {axis.name for axis in op.own_axes if axis.across is not None and axis.size == 1}
        self.items: list[Any] = []
        whole = []
        for number, names in enumerate(spec.by_axis(aval.ndim)):
            self.items += [("mesh", name) for name in names if name not in alone]
            self.items.append(number)
            whole.append(aval.shape[number] * math.prod(self.sizes[name] for name in names))
        self.whole = tuple(whole)
        self.aval = aval.bare.update(shape=self.whole, vma=aval.vma - frozenset(op.manual))

    def split(self, whole: Any) -> Any:
        """The whole array with all these axes."""
        shape = tuple(self.sizes[i[1]] if type(i) is tuple else self.shape[i] for i in self.items)
        return whole if shape == whole.aval.shape else Reshape(shape)(whole)

    def dim(self, axis: BatchAxis, level: int) -> int | None:
        """Where the axis is, once those before it in the mesh's order are gone; None: nowhere."""
        outer = [("mesh", name) for name in self.order[: len(self.order) - level]]
        left = [item for item in self.items if item not in outer]
        return left.index(("mesh", axis.name)) if ("mesh", axis.name) in left else None

    def placed(self, value: Any, found: int | None, axis: BatchAxis, level: int) -> Any:
        """A result of all members along an axis, which is at `found`, with the axis in its place.

        Where it has none the members agree, and the first one's value is that of all.
        """
        wanted = self.dim(axis, level)
        if wanted is not None:
            return place_batch(value, found, wanted, axis)
        return value if found is None else _first(value, found)

    def joined(self, value: Any) -> Any:
        """The array of all parts, without axes of the mesh."""
        return value if value.aval.shape == self.whole else Reshape(self.whole)(value)


def _first(value: Any, dim: int) -> Any:
    shape = value.aval.shape
    return Reshape(shape[:dim] + shape[dim + 1 :])(take_range(value, 0, 1, dim, shape))


# ---- derived programs


@op_memo
def _by_knowledge(op: ShardMap, unknown: Flags) -> tuple[ShardMap, ShardMap | None, Split]:
    """The known part, the remainder if there is one, and how residuals pass between them.

    A value that one member computed becomes its row of a new first axis.
    """
    with op.member():
        split = split_jaxpr(op.jaxpr, unknown)
    known_specs, unknown_specs = partition(unknown, op.in_specs)
    known_out, unknown_out = partition(split.out_unknown, op.out_specs)
    fresh = split.known.out_avals[split.n_known :]
    rows = [_rows(op, aval) for aval in fresh]
    known = op.replace(
        jaxpr=with_rows(split.known, range(split.n_known, len(split.known.outvars)), "out"),
        in_specs=tuple(known_specs),
        out_specs=(*known_out, *rows),
    )
    choice = [*known_specs, *known_out, *rows]
    first_fresh = len(known_specs) + len(known_out)
    given = [i for i, place in enumerate(split.places) if place >= first_fresh]
    remainder = op.replace(
        jaxpr=with_rows(split.remainder, given, "in"),
        in_specs=(*[choice[place] for place in split.places], *unknown_specs),
        out_specs=tuple(unknown_out),
    )
    wanted = split.remainder.outvars or split.remainder.effects
    return known, remainder if wanted else None, split


def _rows(op: ShardMap, aval: ShapedArray) -> PartitionSpec:
    """How rows of values of members are split: along all axes along which they may differ."""
    if op.check_vma:
        differ = aval.vma | aval.unreduced
        return PartitionSpec(tuple(name for name in op.manual if name in differ))
    return PartitionSpec(op.manual)


def with_rows(jaxpr: Jaxpr, numbers: Sequence[int], where: str) -> Jaxpr:
    """The program with some results (inputs) as a row: with an axis of size 1 before the others."""
    chosen = set(numbers)
    if not chosen:
        return jaxpr
    avals = jaxpr.in_avals

    def function(*args: Any) -> list[Any]:
        if where == "in":
            args = tuple(
                Reshape(x.aval.shape[1:])(x) if i in chosen else x for i, x in enumerate(args)
            )
        outs = evaluate_jaxpr(jaxpr, args)
        if where == "in":
            return outs
        return [Reshape((1, *x.aval.shape))(x) if i in chosen else x for i, x in enumerate(outs)]

    if where == "in":
        avals = [a.with_axis(1) if i in chosen else a for i, a in enumerate(avals)]
    return stage_closed(function, avals, jaxpr.debug_name)


def _of_cotangents(spec: PartitionSpec) -> PartitionSpec:
    """How cotangents of an array of this spec are split: as summands, where it is reduced."""
    return spec.update(unreduced=spec.reduced, reduced=spec.unreduced)


def _share(cotangent: Any, count: int) -> Any:
    return cotangent if count == 1 else div(cotangent, like(count, cotangent))


def _total(cotangent: Any, axes: tuple[Any, ...]) -> Any:
    return Psum(axes)(cotangent) if axes else cotangent


def _batch_names(op: ShardMap, axis: BatchAxis) -> tuple[Any, ...]:
    """The members' axes along which the batch is split, if each can take its part of it."""
    names = tuple(n for n in axis.split if n in op.manual)
    used = {n for spec in (*op.in_specs, *op.out_specs) for n in spec.every_name()}
    used |= set(op.jaxpr.axis_names)
    if used & {*names, axis.name} or axis.size % math.prod(op.mesh.shape[n] for n in names):
        return ()
    return names


def _inserted(spec: PartitionSpec, dim: int | None, names: tuple[Any, ...]) -> PartitionSpec:
    """The spec for arrays with one axis more, at `dim`, split along these axes of the mesh."""
    if dim is None or (dim >= len(spec) and not names):
        return spec
    before = (*spec[:dim], *(None,) * (dim - len(spec)))
    return spec.update((*before, names, *spec[dim:]))
