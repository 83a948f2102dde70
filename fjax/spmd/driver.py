"""Programs that several processes run, each on what it holds of the arrays.

A process has a block of each array: the parts of its devices, or all of it. `block_program` makes,
of a program and the shardings of its arguments, the program on blocks. The program is partitioned
(`partitioner.py`), and becomes what the members of this process do, with collectives along axes of
processes. Programs that several processes run exchange apart: none receives what another sends.
"""

from __future__ import annotations

import dataclasses
import hashlib
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fjax.core import processes
from fjax.core.array import Array
from fjax.core.blocks import block_of
from fjax.core.device import HOME, Placement, placement
from fjax.core.evaluate import execute, spanning_mesh
from fjax.core.ir import Equation, Jaxpr
from fjax.core.memo import Table, weak_memo
from fjax.core.mesh import Mesh
from fjax.core.placing import block_array, of_host_block
from fjax.core.process_grid import Groups, ProcessAxis, grid_of, group_of
from fjax.core.rewrite import without_effects, without_layouts
from fjax.core.sharding import NamedSharding, PartitionSpec
from fjax.core.tracing import as_array
from fjax.core.watch import listed
from fjax.dataclass import dataclass
from fjax.errors import DeviceError, ProcessError
from fjax.higher_order.inspected import EFFECT
from fjax.higher_order.shard_map import global_program
from fjax.primitives.placing import ShardingConstraint
from fjax.spmd.communication import communication
from fjax.spmd.inspected import tell_of_arguments
from fjax.spmd.partitioner import partition


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
    op = partition(jaxpr, given, mesh=mesh)
    results = tuple([NamedSharding(mesh, spec) for spec in op.out_specs])
    return BlockProgram(global_program(op), mesh, tuple(given), results)


Exchanges = tuple[tuple[ProcessAxis, ...], Groups]


def isolate(jaxpr: Jaxpr) -> Jaxpr:
    """The program with a channel of its own, which all processes make together."""
    found = list(dict.fromkeys(_exchanges(jaxpr)))
    channel = processes.job().channel(len(found))
    for axes, groups in found:
        group_of([_on(axis, channel) for axis in axes], groups)
    return _on_channel(jaxpr, channel)


def _exchanges(jaxpr: Jaxpr) -> Iterator[Exchanges]:
    """The axes of processes, and groups along them, with which a program exchanges."""
    for eqn in jaxpr.eqns:
        for body in eqn.op.jaxprs:
            yield from _exchanges(body)
        axes = tuple(a for a in eqn.op.axis_names if isinstance(a, ProcessAxis))
        if axes and eqn.invars and not eqn.op.jaxprs:
            yield axes, getattr(eqn.op, "groups", None)


@weak_memo
def _on_channel(jaxpr: Jaxpr, channel: int) -> Jaxpr:
    """The program with axes of processes on a channel."""
    if not any(isinstance(axis, ProcessAxis) for axis in jaxpr.axis_names):
        return jaxpr
    return jaxpr.replace(eqns=[eqn.replace(op=_operation(eqn, channel)) for eqn in jaxpr.eqns])


def _operation(eqn: Equation, channel: int) -> Any:
    """An operation with the axes and programs among its parameters on a channel."""
    op, changed = eqn.op, {}
    if not op.axis_names:
        return op
    for field in dataclasses.fields(op):
        value = getattr(op, field.name)
        found = tuple([_on(v, channel) for v in value]) if type(value) is tuple else value
        changed[field.name] = _on(found, channel)
    return op.replace(**changed)


def _on(value: Any, channel: int) -> Any:
    if isinstance(value, Jaxpr):
        return _on_channel(value, channel)
    return dataclasses.replace(value, channel=channel) if isinstance(value, ProcessAxis) else value
