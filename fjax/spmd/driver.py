"""Programs that several processes run, each on what it holds of the arrays.

A process has a block of each array: the parts of its devices, or all of it. `block_program` makes,
of a program and the shardings of its arguments, the program on blocks: a `shard_map` becomes what
the members of this process do, with collectives along axes of processes; operations on what every
process has whole stay as they are; what is split outside of `shard_map` is partitioned
(`partitioner.py`); between these, arrays are gathered and cut as specs say.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fjax.core import processes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.bare import without_layouts
from fjax.core.blocks import block_of, block_shape
from fjax.core.device import HOME, Placement, placement
from fjax.core.evaluate import evaluate_jaxpr, execute, spanning_mesh
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.memo import Table, weak_memo
from fjax.core.mesh import Mesh
from fjax.core.placing import block_array, of_host_block
from fjax.core.process_grid import ProcessAxis, ProcessGrid, grid_of
from fjax.core.sharding import NamedSharding, PartitionSpec
from fjax.core.tracing import as_array
from fjax.core.watch import listed
from fjax.dataclass import dataclass
from fjax.errors import DeviceError, ProcessError
from fjax.higher_order.collectives import AllGather, AxisIndex, merge_axes
from fjax.higher_order.cond import Cond
from fjax.higher_order.effects import without_effects
from fjax.higher_order.inspected import EFFECT
from fjax.higher_order.loop import Loop
from fjax.higher_order.shard_map import ShardMap, global_program
from fjax.interpreters.staging import stage_closed
from fjax.primitives.arithmetic import mul
from fjax.primitives.families import like
from fjax.primitives.placing import ShardingConstraint, with_free_axes
from fjax.primitives.slicing import DynamicSlice
from fjax.primitives.structure import Reshape
from fjax.spmd.communication import communication
from fjax.spmd.communicators import isolate
from fjax.spmd.inspected import tell_of_arguments
from fjax.spmd.partitioner import partition


@dataclass(frozen=True)
class HeldPart:
    """What a process has of an array while a program is staged, and how the array is split."""

    block: Any
    sharding: NamedSharding


@dataclass(frozen=True)
class BlockProgram:
    """The program of one process on its blocks, and how the results are split.

    mark: a hash of the program, which the job adds to its history of programs with collectives;
    None if the program has none.
    """

    jaxpr: Jaxpr
    mesh: Mesh
    given: tuple[NamedSharding, ...]
    results: tuple[NamedSharding, ...]
    mark: int | None = None


# ---- running


def run_across(jaxpr: Jaxpr, args: Sequence[Any]) -> list[Any]:
    """The outputs of a program on arrays of several processes: every process calls this alike."""
    jaxpr = without_layouts(jaxpr)
    arrays = [as_array(x) for x in args]
    tell_of_arguments(jaxpr, arrays)
    jaxpr = without_effects(jaxpr, EFFECT)
    program = program_for(jaxpr, arrays)
    where = _place_of_blocks(program.mesh)
    blocks = [_block(x, where) for x in arrays]
    if program.mark is not None:
        processes.job().ran(program.mark)
    outs = execute(program.jaxpr, blocks)
    mesh = _typed_mesh(jaxpr, arrays)
    return [
        block_array(x.alias(x.aval, where).buffer, aval, sharding.update(mesh=mesh))
        for x, aval, sharding in zip(outs, jaxpr.out_avals, program.results, strict=True)
    ]


def program_for(jaxpr: Jaxpr, arrays: Sequence[Array]) -> BlockProgram:
    """The program of this process for arrays as they are split; the processes compare theirs."""
    mesh = _typed_mesh(jaxpr, arrays).untyped  # types of axes decide nothing here
    given = tuple([_sharding_of(x, mesh) for x in arrays])

    def made() -> BlockProgram:
        return _compared(jaxpr, block_program(jaxpr, mesh, given), arrays)

    return _programs.get((jaxpr.canonical_key, mesh, given), made)


_programs = Table(1024)


def _typed_mesh(jaxpr: Jaxpr, arrays: Sequence[Array]) -> Mesh:
    """The mesh that a program is run on: that of its arguments, which must have one in common."""
    found: Mesh | None = None
    for x in arrays:
        if x.placement is None or not x.placement.committed:
            continue
        mesh = getattr(x.sharding, "mesh", None)
        if not x.placement.spans or mesh is None:
            raise DeviceError(
                f"{jaxpr.debug_name or 'an operation'}: an argument {x.aval} is committed to "
                f"{x.device}, and the program runs on a mesh of several processes; put it there "
                "with fjax.device_put(x, sharding)"
            )
        if found is not None and found.untyped != mesh.untyped:
            raise DeviceError(
                f"{jaxpr.debug_name or 'an operation'}: its arguments are on different meshes, "
                f"{found!r} and {mesh!r}; move one with fjax.device_put(x, sharding)"
            )
        found = mesh
    found = found or spanning_mesh(jaxpr)
    assert found is not None
    return found


def _sharding_of(x: Array, mesh: Mesh) -> NamedSharding:
    """How an array is split; what nobody placed is the same in every process."""
    placed = x.placement is not None and x.placement.spans
    found = x.sharding if placed else None
    if isinstance(found, NamedSharding):
        return found.update(mesh=mesh)
    return NamedSharding(mesh, PartitionSpec())


def _place_of_blocks(mesh: Mesh) -> Placement | None:
    """Where what this process has of arrays on a mesh is."""
    here = mesh.local_devices[0]
    return placement(here, here.platform != HOME.platform)


def _block(x: Array, where: Placement | None) -> Array:
    """What this process has of an array, as an array of its own, at a place."""
    data = x.block()
    found = Array(data, x.aval.bare.update(shape=data.shape), placement(x.device, True))
    return found.alias(found.aval, where)


def _compared(jaxpr: Jaxpr, program: BlockProgram, arrays: Sequence[Array]) -> BlockProgram:
    """The program with its mark. Raises ProcessError unless all processes are about to run it, in
    it the same collectives in the same order, have run the same programs before, and give the same
    values where nobody said which process has which part.
    """
    shardings = "\n".join(s.short() for s in program.given)
    sent = [c._replace(source=None) for c in communication(program.jaxpr)]
    collectives = "\n".join(map(str, sent))
    text = f"{jaxpr}\nof arguments split as\n{shardings}\nwith the collectives\n{collectives}"
    name = jaxpr.debug_name or "an operation"
    group, history = processes.job().everybody, processes.job().history
    values = "\n".join(map(_fingerprint, arrays))
    data = f"{history}\n{text}\n{values}".encode()
    types = textwrap.shorten(", ".join(map(str, jaxpr.in_avals)), 60)
    about = f", before the program {name}({types}) first runs"
    differing = group.differing(data, "the comparison of programs", about)
    if not differing and not sent:
        return program
    if not differing:
        mark = processes.job().add_program(f"{name}({types})")
        return replace(program, jaxpr=isolate(program.jaxpr), mark=mark)
    texts = group.texts(text, "the comparison of programs")
    if len(set(texts)) == 1:
        processes.job().check_history("before this program first runs")
        _tell_values(name, group.texts(values, "the comparison of values"), arrays)
    mine, theirs = texts[0].splitlines(), texts[group.ranks.index(differing[0])].splitlines()
    pairs = [(a.strip(), b.strip()) for a, b in zip(mine, theirs, strict=False) if a != b]
    a, b = pairs[0] if pairs else ("the end", "more equations")
    raise ProcessError(
        f"the processes run different programs: process {group.ranks[0]} and "
        f"{listed(differing)} differ; this one, {processes.index()}, runs {name}. The "
        f"first difference:\n  process {group.ranks[0]}: {a}\n  process {differing[0]}: {b}\n"
        "Every process must run the same programs on arrays of the same types, in the same order"
    )


def _fingerprint(x: Array) -> str:
    """What stands for an array's value if nobody placed it on a mesh; nothing otherwise."""
    if x.placement is not None and x.placement.spans:
        return ""
    return hashlib.blake2b(x.host().tobytes(), digest_size=8).hexdigest()


def _tell_values(name: str, texts: Sequence[str], arrays: Sequence[Array]) -> None:
    """Raise for the first array that is on no mesh and whose value differs among processes."""
    rows = [text.split("\n") for text in texts]
    number = next(k for k, marks in enumerate(zip(*rows, strict=True)) if len(set(marks)) > 1)
    odd = [r for r, row in enumerate(rows) if row[number] != rows[0][number]]
    raise ProcessError(
        f"{name}: an array that is on no mesh must have the same value in every process. "
        f"{listed(odd)} and process 0 differ in {arrays[number].aval}, which is an argument, or "
        "which the function closes over. Give each process its own part with fjax."
        "make_array_from_process_local_data(sharding, data), or all of them one value with "
        "fjax.experimental.multihost_utils.broadcast_one_to_all"
    )


def _on_devices_of(x: Array, sharding: NamedSharding) -> bool:
    """Whether an array is on the mesh of a sharding, whatever the types of its axes."""
    mesh, own = sharding.mesh, getattr(x.sharding, "mesh", None)
    return isinstance(mesh, Mesh) and isinstance(own, Mesh) and mesh.untyped == own.untyped


def resharded(x: Array, sharding: NamedSharding) -> Array:
    """An array with another sharding, of several processes; of a value that they have all."""
    if x.placement is None or not x.placement.spans:
        _check_agreement(x, sharding)
        aval = x.aval.strip_weak_type()
        return of_host_block(block_of(x.host(), sharding), aval, sharding)
    if not _on_devices_of(x, sharding):
        raise DeviceError(
            f"device_put: {x.aval} is on {x.sharding.short()} and is to be {sharding.short()}, and "
            "they are different meshes of several processes; gather it first, with "
            "fjax.experimental.multihost_utils.process_allgather(x, tiled=True)"
        )
    op = ShardingConstraint(sharding)
    aval = x.aval.strip_weak_type()
    (out,) = op.run(x if aval is x.aval else x.alias(aval, x.placement))
    return out


def _check_agreement(x: Array, sharding: NamedSharding) -> None:
    """Raise unless every process gives the same value."""
    grid_of(sharding.mesh)
    value = np.ascontiguousarray(x.host())
    group = processes.job().everybody
    data = f"{x.aval}".encode() + value.tobytes()
    differing = group.differing(data, f"device_put of {x.aval}")
    if differing:
        texts = group.texts(f"{x.aval}", "device_put")
        seen = ", ".join(f"{r}: {t}" for r, t in zip(group.ranks, texts, strict=True))
        raise ProcessError(
            f"device_put: the value must be the same in every process, and that of "
            f"{listed(differing)} differs from that of process {group.ranks[0]} "
            f"({seen}); give each process its own part with "
            "fjax.make_array_from_process_local_data(sharding, data)"
        )


# ---- programs on blocks


def block_program(jaxpr: Jaxpr, mesh: Mesh, given: Sequence[NamedSharding]) -> BlockProgram:
    """The program of one process on its blocks, for arguments that are split so."""
    avals = [_block_aval(v.aval, s) for v, s in zip(jaxpr.invars, given, strict=True)]
    results: list[NamedSharding] = []

    def function(*blocks: Any) -> list[Any]:
        parts = [HeldPart(x, s) for x, s in zip(blocks, given, strict=True)]
        outs = _evaluate(jaxpr, parts, mesh)
        results[:] = [out.sharding for out in outs]
        return [out.block for out in outs]

    made = stage_closed(function, avals, jaxpr.debug_name)
    return BlockProgram(made, mesh, tuple(given), tuple(results))


def _block_aval(aval: ShapedArray, sharding: NamedSharding) -> ShapedArray:
    return aval.update(shape=block_shape(sharding, aval.shape))


def _evaluate(jaxpr: Jaxpr, args: Sequence[HeldPart], mesh: Mesh) -> list[HeldPart]:
    """The outputs of a program, each process with its blocks."""
    if any(_is_split(part.sharding) for part in args) and not _has_members(jaxpr):
        return _members(partition(jaxpr, [part.sharding for part in args]), args, mesh)
    everywhere = NamedSharding(mesh, PartitionSpec())
    env: dict[Var, HeldPart] = dict(zip(jaxpr.invars, args, strict=True))

    def read(atom: Any) -> HeldPart:
        if isinstance(atom, Var):
            return env[atom]
        (block,) = evaluate_jaxpr(Jaxpr([], [], [atom]), [])
        return HeldPart(block, everywhere)

    for eqn in jaxpr.eqns:
        outs = _equation(eqn, [read(x) for x in eqn.invars], mesh)
        env.update(zip(eqn.outvars, outs, strict=True))
    return [read(x) for x in jaxpr.outvars]


def _equation(eqn: Equation, args: Sequence[HeldPart], mesh: Mesh) -> list[HeldPart]:
    """The outputs of one equation of a program that is not partitioned as a whole."""
    op = eqn.op
    if isinstance(op, ShardMap) and isinstance(op.mesh, Mesh) and op.mesh.is_multi_process:
        return _members(op, args, mesh)
    if isinstance(op, ShardingConstraint):
        target = op.sharding
        if isinstance(target.mesh, Mesh):
            target = target.update(mesh=target.mesh.untyped)
        elif target.mesh.shape_tuple == mesh.shape_tuple:
            target = target.update(mesh=mesh)
        target = with_free_axes(target, args[0].sharding)
        return [_to(args[0], eqn.invars[0].aval, target)]
    split = any(_is_split(part.sharding) for part in args)
    everywhere = NamedSharding(mesh, PartitionSpec())
    if not split and not any(spanning_mesh(body) for body in op.jaxprs):
        outs = evaluate_jaxpr(_one(eqn), [part.block for part in args])
        return [HeldPart(x, everywhere) for x in outs]
    if isinstance(op, Loop):
        return _loop(op, args, mesh)
    if isinstance(op, Cond):
        return _cond(op, args, mesh)
    body = op.inline()
    return _evaluate(_one(eqn) if body is None else body, args, mesh)


@weak_memo
def _has_members(jaxpr: Jaxpr) -> bool:
    """Whether a program has a `shard_map` over several processes."""
    return any(
        isinstance(eqn.op, ShardMap)
        and spanning_mesh(_one(eqn)) is not None
        or any(_has_members(body) for body in eqn.op.jaxprs)
        for eqn in jaxpr.eqns
    )


def _one(eqn: Equation) -> Jaxpr:
    invars = [Var(x.aval) for x in eqn.invars]
    outvars = [Var(v.aval) for v in eqn.outvars]
    return Jaxpr(invars, [Equation(eqn.op, tuple(invars), tuple(outvars), eqn.source)], outvars)


def _members(op: ShardMap, args: Sequence[HeldPart], mesh: Mesh) -> list[HeldPart]:
    """A shard_map: what the members of this process do."""
    if not isinstance(op.mesh, Mesh) or op.mesh.untyped != mesh:
        raise DeviceError(
            f"{op.name}: its mesh is {op.mesh!r}, and the arrays are on {mesh!r}; move them with "
            "fjax.device_put(x, sharding)"
        )
    blocks = [
        _to(part, aval, NamedSharding(mesh, spec)).block
        for part, aval, spec in zip(args, op.operand_avals(), op.in_specs, strict=True)
    ]
    outs = evaluate_jaxpr(global_program(op), blocks)
    return [
        HeldPart(x, NamedSharding(mesh, spec)) for x, spec in zip(outs, op.out_specs, strict=True)
    ]


def _cond(op: Cond, args: Sequence[HeldPart], mesh: Mesh) -> list[HeldPart]:
    """A choice among programs, all of whose results are split alike."""
    index, *operands = args
    given = [part.sharding for part in operands]
    programs = [block_program(branch, mesh, given) for branch in op.branches]
    wanted = [
        same[0] if all(_layout(s) == _layout(same[0]) for s in same) else same[0].replicated()
        for same in zip(*[p.results for p in programs], strict=True)
    ]
    branches = tuple(
        _converted(p, branch.out_avals, wanted)
        for p, branch in zip(programs, op.branches, strict=True)
    )
    outs = op.replace(branches=branches)(index.block, *[part.block for part in operands])
    return [HeldPart(x, s) for x, s in zip(outs, wanted, strict=True)]


def _converted(
    program: BlockProgram, avals: Sequence[ShapedArray], wanted: Sequence[NamedSharding]
) -> Jaxpr:
    """The program on blocks with its results split as wanted."""

    def function(*blocks: Any) -> list[Any]:
        outs = evaluate_jaxpr(program.jaxpr, blocks)
        parts = [HeldPart(x, s) for x, s in zip(outs, program.results, strict=True)]
        return [_to(p, a, s).block for p, a, s in zip(parts, avals, wanted, strict=True)]

    return stage_closed(function, program.jaxpr.in_avals, program.jaxpr.debug_name)


def _loop(op: Loop, args: Sequence[HeldPart], mesh: Mesh) -> list[HeldPart]:
    """A loop: the carry is split as it is at first, if each step leaves it so; else it is whole."""
    form = op.form
    leading, consts, carry, xs = form.groups(list(args))
    _, _, _, xs_avals = form.groups(form.operand_avals())
    slices = []
    for i, (part, aval) in enumerate(zip(xs, xs_avals, strict=True)):
        first, *rest = part.sharding.spec.by_axis(aval.ndim)
        if first:
            part = _to(part, aval, part.sharding.update(spec=PartitionSpec(None, *rest)))
        xs[i] = part
        slices.append(part.sharding.update(spec=PartitionSpec(*rest)))
    held = [part.sharding for part in carry]
    fixed = [part.sharding for part in consts]
    while True:
        program = block_program(form.body, mesh, [*fixed, *held, *slices])
        found = program.results[: form.n_carry]
        if all(_layout(a) == _layout(b) for a, b in zip(held, found, strict=True)):
            break
        changed = [
            a if _layout(a) == _layout(b) else a.replicated()
            for a, b in zip(held, found, strict=True)
        ]
        if changed == held:
            break
        held = changed
    wanted = [*held, *program.results[form.n_carry :]]
    body = _converted(program, form.body.out_avals, wanted)
    condition = form.condition
    if condition is not None:
        asked = block_program(condition, mesh, [*[p.sharding for p in leading], *held])
        condition = _converted(asked, condition.out_avals, [held_everywhere(mesh)])
    carry_avals = form.body.in_avals[form.n_consts : form.n_consts + form.n_carry]
    carry = [_to(p, a, s) for p, a, s in zip(carry, carry_avals, held, strict=True)]
    inner = op.with_loop(replace(form, body=body, condition=condition))
    outs = inner(*[part.block for part in (*leading, *consts, *carry, *xs)])
    ys = [s.update(spec=PartitionSpec(None, *s.spec)) for s in wanted[form.n_carry :]]
    return [HeldPart(x, s) for x, s in zip(outs, [*held, *ys], strict=True)]


def held_everywhere(mesh: Mesh) -> NamedSharding:
    """The sharding of what every process has whole."""
    return NamedSharding(mesh, PartitionSpec())


# ---- from one way of being split to another


def _layout(sharding: NamedSharding) -> tuple[tuple[Any, ...], ...]:
    """For each axis of an array the axes of the mesh that split it, if some are over processes.

    Those within a process are among them, as they decide about the order of the parts.
    """
    grid = grid_of(sharding.mesh)
    spec = sharding.spec.by_axis(len(sharding.spec))
    found = [names if any(grid.axis(n) for n in names) else () for names in spec]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def _is_split(sharding: NamedSharding) -> bool:
    return bool(_layout(sharding))


def _to(part: HeldPart, aval: ShapedArray, sharding: NamedSharding) -> HeldPart:
    """The same array, split in another way: what differs is gathered and cut again."""
    if sharding.mesh != part.sharding.mesh:
        raise DeviceError(
            f"an array on {part.sharding.mesh!r} is to be on {sharding.mesh!r}; move it with "
            "fjax.device_put(x, sharding)"
        )
    before, after = _layout(part.sharding), _layout(sharding)
    if before == after:
        return HeldPart(part.block, sharding)
    grid, block = grid_of(sharding.mesh), part.block
    none: tuple[Any, ...] = ()
    changes = [
        (axis, *pair)
        for axis, pair in enumerate(itertools.zip_longest(before, after, fillvalue=none))
        if pair[0] != pair[1]
    ]
    for axis, old, _ in changes:  # all, before anything is cut: processes then hold the same
        block = _gathered(grid, block, axis, old)
    for axis, _, new in changes:
        block = _cut(grid, block, axis, new)
    return HeldPart(block, sharding)


def _gathered(grid: ProcessGrid, block: Any, axis: int, names: Sequence[Any]) -> Any:
    """The block with all of one axis, which is split along these axes of the mesh."""

    def gather(x: Any, at: int, across: ProcessAxis) -> Any:
        return AllGather(across, across.size, at, True)(x)

    return _by_members(grid, block, axis, names, False, gather)


def _cut(grid: ProcessGrid, block: Any, axis: int, names: Sequence[Any]) -> Any:
    """Of a block with all of one axis what this process has when it is split along these axes."""

    def own(x: Any, at: int, across: ProcessAxis) -> Any:
        shape = list(x.aval.shape)
        shape[at] //= across.size
        index = AxisIndex(across, across.size)()
        starts = [like(0, index)] * len(shape)
        starts[at] = mul(index, like(shape[at], index))
        return DynamicSlice(tuple(shape))(x, *starts)

    return _by_members(grid, block, axis, names, True, own)


def _by_members(
    grid: ProcessGrid,
    block: Any,
    axis: int,
    names: Sequence[Any],
    whole: bool,
    change: Callable[[Any, int, ProcessAxis], Any],
) -> Any:
    """The block changed along each of these axes of the mesh that several processes are on.

    change: gets the block, in which an axis stands for the members along one of the mesh, that
    axis's position, and the processes. whole: whether the block has those of all processes.
    """
    if not names:
        return block
    counts = []
    for name in names:
        across = grid.axis(name)
        counts.append(grid.local(name) * (across.size if whole and across else 1))
    shape = block.aval.shape
    rest = shape[axis] // math.prod(counts)
    block = Reshape((*shape[:axis], *counts, rest, *shape[axis + 1 :]))(block)
    for at, name in enumerate(names, axis):
        across = grid.axis(name)
        if across is not None:
            block = change(block, at, across)
    for _ in names:
        block = merge_axes(block, axis)
    return block
