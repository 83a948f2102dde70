"""From a jaxpr to something that runs: passes, fusion, plan, executable."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from fjax.config import config
from fjax.core import collector, evaluate
from fjax.core.avals import ShapedArray
from fjax.core.device import Placement
from fjax.core.events import count_events, record
from fjax.core.ir import Equation, Jaxpr, Literal
from fjax.core.memo import Table, weak_memo
from fjax.core.primitive import Primitive
from fjax.core.typecheck import typecheck
from fjax.errors import user_line
from fjax.higher_order import shard_map
from fjax.lowering import inspect as inspection
from fjax.lowering import plan_cache, prepare
from fjax.lowering.fuse import fusion
from fjax.lowering.internal_errors import plan_unfused, survived
from fjax.lowering.loop import native
from fjax.lowering.machine import Machine
from fjax.lowering.run import copies, planning, template
from fjax.lowering.run.control_flow import PlanBody
from fjax.lowering.run.executable import Executable
from fjax.lowering.run.families import Family, Program
from fjax.lowering.run.plan import Plan
from fjax.lowering.skeleton import Skeleton, ValueNeeded, hoist_literals, skeleton_of
from fjax.lowering.target import Target
from fjax.lowering.targets import at, current, use
from fjax.passes import distribute, optimize
from fjax.passes.cleanup import inline
from fjax.spmd import inspected

logger = logging.getLogger("fjax")


def compile_jaxpr(jaxpr: Jaxpr, donated: Sequence[bool] = ()) -> Executable:
    """The executable of a whole program; equal programs share one.

    donated: whether outputs may reuse the memory of each input.
    """
    record("lower_jaxpr_to_module")
    level = logging.WARNING if config.log_compiles else logging.DEBUG
    logger.log(level, "Compiling %s with %d equations", jaxpr.debug_name, len(jaxpr.eqns))
    start = time.perf_counter()
    with (
        count_events("kernel_compiled") as compiled,
        count_events("kernel_loaded") as loaded,
        collector.resting(),
    ):
        executable = compile_body(jaxpr, donated)
    logger.log(
        level,
        "Finished compilation of %s in %.6f sec, for %s: machine code was compiled %d times and "
        "loaded from disk %d times",
        jaxpr.debug_name,
        time.perf_counter() - start,
        user_line(),
        compiled(),
        loaded(),
    )
    return executable


def compile_body(jaxpr: Jaxpr, donated: Sequence[bool] = ()) -> Executable:
    """As `compile_jaxpr`, without its events and log."""
    target = current()

    def told() -> Plan:
        with use(target):
            return plan_jaxpr(jaxpr, donated)

    executable = executable_of_plan(_plan_to_run(jaxpr, donated), told)
    if config.assert_no_copies and copies.array_copies(executable.plan, plan_jaxpr):
        copies.refuse_copies(plan_from_scratch(jaxpr, donated), plan_jaxpr)
    return executable


def _plan_to_run(jaxpr: Jaxpr, donated: Sequence[bool]) -> Plan:
    """The plan of a program, perhaps from disk, where another process has stored it.

    A program that a template serves does not look on disk.
    """

    def found() -> Plan:
        inlined, target = inline(jaxpr), current()
        skeleton = skeleton_of(inlined)
        if skeleton is None:
            return plan_jaxpr(jaxpr, donated)
        family = _family(skeleton, donated, None)
        if family.has_templates:
            known = (
                None if config.check_ir else family.what_runs(Program(skeleton.numbers, inlined))
            )
            return plan_jaxpr(jaxpr, donated) if known is None else known
        key = plan_cache.key_of(skeleton, donated, target)
        kept = None if key is None else plan_cache.read(key, inlined, target)
        if kept is not None:
            record("pxla_cached_compilation")
            return kept
        made = plan_jaxpr(jaxpr, donated)
        if key is not None:
            plan_cache.write(key, made, inlined)
        return made

    return _running.get((*_place(), *_identity(jaxpr), tuple(donated)), found)


def plan_jaxpr(
    jaxpr: Jaxpr,
    donated: Sequence[bool] = (),
    step: tuple[int, int] | None = None,
    learns: bool = True,
) -> Plan:
    """The plan of a program or of a part of one; equal programs share it. Nothing is compiled.

    learns: a template may be made, for programs of other sizes.
    """

    def planned() -> Plan:
        record("pxla_cached_compilation")
        with collector.resting():
            return survived(
                lambda: make(jaxpr, donated, step),
                lambda why: plan_unfused(jaxpr, donated, step, why),
                jaxpr,
            )

    make = _planned if learns else _planned_from_scratch
    return _plans.get((*_place(), *_identity(jaxpr), tuple(donated), step), planned)


def executable_of_plan(plan: Plan, told: Callable[[], Plan] | None = None) -> Executable:
    """The executable of a plan on the current target.

    told: gives the complete plan, if `plan` is from disk and has only what runs.
    """
    target = current()

    def running(plan: Plan) -> Executable:
        return Executable(target, plan, plan_jaxpr, executable_of_plan, told)

    def made() -> Executable:
        unfused = partial(plan_unfused, plan.optimized, plan.donated, plan.step)
        return survived(lambda: running(plan), lambda why: running(unfused(why)), plan.optimized)

    return _executables.get((target, plan), made)


def plan_from_scratch(
    jaxpr: Jaxpr,
    donated: Sequence[bool] = (),
    step: tuple[int, int] | None = None,
    body: PlanBody | None = None,
) -> Plan:
    """A plan of this very program, with its lines; equal programs may have other lines.

    body: plans the bodies of loops and branches; None: by `bodies_from_scratch`.
    """

    def planned() -> Plan:
        optimized, bodies = _optimized(jaxpr), body or bodies_from_scratch()
        return planning.plan_program(current(), _fused(optimized), bodies, donated, optimized, step)

    return survived(planned, lambda why: plan_unfused(jaxpr, donated, step, why), jaxpr)


def bodies_from_scratch() -> PlanBody:
    """Plans bodies of loops and branches with their own lines, those of equal lines once."""
    known: dict[tuple[Any, ...], Plan] = {}

    def body(
        jaxpr: Jaxpr, donated: Sequence[bool] = (), step: tuple[int, int] | None = None
    ) -> Plan:
        lines = [str(eqn.source) for eqn in jaxpr.eqns]
        key = *_identity(jaxpr), *lines, tuple(donated), step
        if key not in known:
            known[key] = plan_from_scratch(jaxpr, donated, step, body)
        return known[key]

    return body


def _planned(jaxpr: Jaxpr, donated: Sequence[bool], step: tuple[int, int] | None) -> Plan:
    """A plan that may come from a template of programs with other sizes."""
    inlined = inline(jaxpr)
    skeleton = skeleton_of(inlined)
    if skeleton is None or not skeleton.has_sizes:
        return _planned_from_scratch(jaxpr, donated, step, True)
    return _family(skeleton, donated, step).plan(
        Program(skeleton.numbers, inlined),
        lambda learns: _planned_from_scratch(jaxpr, donated, step, learns),
        lambda fixed: template.template(
            inlined, skeleton, fixed, current(), partial(_guarded, donated, step)
        ),
    )


def _family(skeleton: Skeleton, donated: Sequence[bool], step: tuple[int, int] | None) -> Family:
    """The family of a program: those that differ from it only in sizes and literals."""
    found: Family = _families.get((*_place(), skeleton.key, tuple(donated), step), Family)
    return found


def _guarded(
    donated: Sequence[bool], step: tuple[int, int] | None, target: Target, jaxpr: Jaxpr
) -> Plan:
    """The plan of a program with guarded sizes; it is not memoized."""

    def body(
        jaxpr: Jaxpr, donated: Sequence[bool] = (), step: tuple[int, int] | None = None
    ) -> Plan:
        return _guarded(donated, step, target, jaxpr)

    optimized = _optimized(jaxpr)
    opened, literals = hoist_literals(optimized)
    fused = fusion.fuse(prepare.prepare(opened, target), target.machine)
    return planning.plan_program(target, fused, body, donated, optimized, step, literals)


def _planned_from_scratch(
    jaxpr: Jaxpr, donated: Sequence[bool], step: tuple[int, int] | None, learns: bool = False
) -> Plan:
    """A plan; its fused program may be shared with programs that have other literals.

    learns: templates may be made of the bodies of its loops.
    """
    optimized = _optimized(jaxpr)
    opened, literals = hoist_literals(optimized)
    if not literals:
        return _plan(_fused(optimized), donated, optimized, step, (), learns)
    made: list[fusion.FusedProgram] = []

    def fused() -> fusion.FusedProgram:
        made.append(_fused(opened))
        return made[0].without_nests()

    try:
        program = _fused_programs.get((*_place(), _ByProgram(opened)), fused)
    except ValueNeeded:
        program, literals = _fused(optimized), ()
    return _plan(made[0] if made else program, donated, optimized, step, literals, learns)


def _plan(
    fused: fusion.FusedProgram,
    donated: Sequence[bool],
    optimized: Jaxpr,
    step: tuple[int, int] | None,
    literals: Sequence[Literal],
    learns: bool,
) -> Plan:
    """The plan of a fused program on the current target."""
    body = partial(plan_jaxpr, learns=learns)
    return planning.plan_program(current(), fused, body, donated, optimized, step, literals)


def _optimized(jaxpr: Jaxpr) -> Jaxpr:
    """The program after all passes."""
    optimized = distribute.hoist(optimize.optimize(jaxpr))
    distributed = distribute.distribute(optimized, _leaving)
    return optimized if distributed is optimized else optimize.optimize(distributed)


def _fused(optimized: Jaxpr) -> fusion.FusedProgram:
    """The program's kernels and the order of its steps."""
    target = current()
    fused = fusion.fuse(prepare.prepare(optimized, target), target.machine)
    if config.check_ir:
        typecheck(fused.jaxpr, "fusion")
    return fused


def _place() -> tuple[Target, Machine]:
    """The target and the options that programs are compiled for: a part of every key."""
    target = current()
    return target, target.machine


def _identity(jaxpr: Jaxpr) -> tuple[Any, ...]:
    """A key that equal programs share; a call and its body have different keys."""
    inlined = inline(jaxpr)
    skeleton = skeleton_of(inlined)
    if skeleton is None:
        return (_ByProgram(jaxpr),)
    callers = [] if inlined is jaxpr else enumerate(jaxpr.eqns)
    calls = [(k, e.op.name) for k, e in callers if e.op.jaxprs]
    return skeleton.key, *skeleton.places, *calls


class _ByProgram:
    """A jaxpr that compares by its canonical key."""

    __slots__ = ("jaxpr",)

    def __init__(self, jaxpr: Jaxpr):
        self.jaxpr = jaxpr

    def __hash__(self) -> int:
        return hash(self.jaxpr.canonical_key)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _ByProgram) and self.jaxpr.canonical_key == other.jaxpr.canonical_key
        )


_plans = Table(1024)
_running = Table(1024)  # plans, or what is on disk of them
_executables = Table(1024)
_families = Table(1024)
_fused_programs = Table(1024)  # without their literals


def forget(jaxpr: Jaxpr, donated: Sequence[bool] = ()) -> None:
    """Drop the shared executable of a program, so that it is freed with its last user."""
    key = *_place(), *_identity(jaxpr), tuple(donated)
    _plans.forget((*key, None))
    plan = _running.forget(key)
    if plan is None:
        return  # it was never compiled, perhaps since it cannot be
    _executables.forget((current(), plan))
    _fused_programs.forget((*_place(), _ByProgram(hoist_literals(_optimized(jaxpr))[0])))


def _leaving(eqn: Equation) -> distribute.Leaving:
    """What moves out of a loop: whole products are faster outside of a loop without native form."""
    machine = current().machine
    if isinstance(native.native_loop(machine, eqn.op, eqn.invars, optimize.optimize), str):
        return distribute.Leaving(products=True)
    return distribute.Leaving(False, machine.side_by_side, machine.limits.written_out)


@weak_memo
def _executable_of(jaxpr: Jaxpr, target: Target, machine: Machine) -> Executable:
    return compile_jaxpr(jaxpr)


def executable_of(jaxpr: Jaxpr) -> Executable:
    """The executable of this very jaxpr object."""
    return _executable_of(jaxpr, *_place())


def execute(jaxpr: Jaxpr, args: Sequence[Any], where: Placement | None = None) -> list[Any]:
    """The outputs of a jaxpr on concrete arguments, through its executable for a place."""
    target = at(where)
    if target is not current():
        with use(target):
            return execute(jaxpr, args, where)
    if jaxpr.effects:
        inspected.tell_of_arguments(jaxpr, args, where)
    executable = executable_of(jaxpr)
    if config.assert_no_copies:
        copies.refuse_copies(executable.plan, plan_jaxpr)
    return executable.on_arrays(args, jaxpr.outvars)


def entry_of(jaxpr: Jaxpr) -> Callable[..., Any] | None:
    """The program as one native function from Arrays to Arrays, if it can be."""
    return executable_of(jaxpr).entry(jaxpr.in_avals, jaxpr.out_avals)


_operations = Table(1024)  # the entries of single operations


def entry_of_operation(primitive: Primitive, avals: tuple[ShapedArray, ...]) -> Callable[..., Any]:
    """The native entry of the program of one operation; `evaluate.no_entry` if it has none."""
    if config.assert_no_copies:
        return evaluate.no_entry

    def find() -> Callable[..., Any]:
        found = None if primitive.effects else evaluate.entry_of(evaluate.alone(primitive, avals))
        return evaluate.no_entry if found is None else found

    return _operations.get((primitive, avals, config.key, *_place()), find)


def inspect_jaxpr(
    jaxpr: Jaxpr,
    donated: Sequence[bool] = (),
    partitioned: shard_map.ShardMap | None = None,
    part: Jaxpr | None = None,
) -> inspection.Inspection:
    """The stages of a jaxpr as texts, its kernels, and the equations outside kernels.

    part: this process's program, if several processes run the jaxpr together.
    """
    bodies = bodies_from_scratch()
    plan = plan_from_scratch(part or jaxpr, donated, body=bodies)
    return inspection.Inspection(jaxpr, plan, bodies, current(), partitioned)
