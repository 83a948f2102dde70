"""What the lowering decided for a program, as text: kernels, loops, launches, memory.

A line for each kernel: how its loops nest, how many words of sizes and parameters they take, and
loads and operations they hold, and how it is launched. `P`, `V`, `S`, `U` are parallel, vector,
serial and unrolled loops, `C` a scan, in `()` what they carry; `s` is a store, `m` one under a
mask, `?` a branch, `W` a loop while a condition holds.
"""

from collections import Counter

from fjax.core import scalar
from fjax.core.scalar import Op
from fjax.lowering.cpu.runtime.program import parts
from fjax.lowering.inspect import memory_needs
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.form import If, Kernel, Loop, Mode, Size, Store
from fjax.lowering.kernel.spelling import expressions, postorder, walk
from fjax.lowering.run.plan import HostLoop, Segment

LETTERS = {
    Mode.PARALLEL: "P",
    Mode.PARALLEL_VECTOR: "PV",
    Mode.SERIAL: "S",
    Mode.SCAN: "C",
    Mode.VECTOR: "V",
    Mode.UNROLL: "U",
}
PARALLEL = (Mode.PARALLEL, Mode.PARALLEL_VECTOR)


def loops(body):
    """How the statements of a kernel nest."""
    return "".join(map(_statement, body))


def _statement(s):
    if isinstance(s, Store):
        return "s" if s.mask is None else "m"
    if isinstance(s, If):
        return f"?{{{loops(s.then)}|{loops(s.otherwise)}}}"
    carried = ",".join("any" if c.monoid is None else c.monoid.value for c in s.carries)
    letter = LETTERS[s.mode] if isinstance(s, Loop) else "W"
    return letter + (f"({carried})" if carried else "") + f"{{{loops(s.body)}}}"


def contents(kernel: Kernel):
    """How much a kernel reads and computes, by kinds."""
    roots = tuple(e for s in walk(kernel.body) for e in expressions(s))
    nodes = postorder(roots)
    loads = sum(isinstance(node.extra, kernels.Load) for node in nodes if node.op is Op.LEAF)
    counts = Counter(node.op.value for node in nodes if node.op not in (Op.LEAF, Op.CONST))
    return ", ".join(
        [
            f"{len(kernel.table)} words",
            f"{loads} loads",
            *(f"{n} {name}" for name, n in sorted(counts.items())),
        ]
    )


def shared(lowered):
    """How many iterations the outermost parallel loops of a kernel have; None if more decides."""
    count, body = 1, lowered.kernel.body
    while len(body) == 1 and getattr(body[0], "mode", None) in PARALLEL:
        stop = body[0].stop
        if isinstance(stop.extra, Size):
            count *= stop.extra.value(lowered.words)
        elif stop.op is Op.CONST:
            count *= scalar.integer(stop)
        else:
            return None
        body = body[0].body
    return count


def launched(lowered):
    """How a kernel is launched: as what, over which extent, in which pieces, on threads or not."""
    assert shared(lowered) in (None, lowered.extent), lowered.kernel
    words = [lowered.recipe, f"{lowered.extent} by {lowered.grain}"]
    words += ["parallel"] if lowered.parallel else []
    words += [f"work {lowered.work}"] if lowered.work else []
    words += [f"{out} in place of {x}" for out, x in lowered.in_place]
    return ", ".join(words)


def loop(step):
    """What a loop on the host, or a native one, does with memory, and what it costs."""
    if isinstance(step.loop, HostLoop):
        return "  loop on the host"
    plan = step.loop.plan
    flags = [
        name for name in ("independent", "open_ended", "shares_scratch") if getattr(plan, name)
    ]
    return "; ".join(
        [
            f"  loop costs {plan.cost}",
            f"in place {[*map(int, plan.in_place)]}",
            f"overwritten {[*plan.overwritten]}",
            f"uniform {[*map(int, plan.uniform)]}",
            f"scratch {[shape for shape, _ in plan.scratch]}",
            f"takes {sorted(step.taken)}",
            f"{len(plan.copies)} copies",
            *flags,
        ]
    )


def products(plan):
    """The launches of products: extent, pieces, threads, work.

    Whether BLAS or a kernel multiplies vectors depends on the level of the processor.
    """
    for segment in plan.steps:
        for x in segment.launches if isinstance(segment, Segment) else ():
            launch = x.launch
            if x.kernel is None and x.equation.op.name == "dot_general":
                library, _, name = launch.code.name.partition(":")
                name = "of_vectors" if library == "vectors" or name.endswith("gemv") else name
                yield (
                    f"  product {name} {[*launch.words]}: "
                    f"{launch.extent}, {parts(launch)} parts, work {launch.work}"
                )


def decisions(report):
    """The text of what was decided for one program."""
    lines = [
        f"  kernel {loops(k.info.lowered.kernel.body)}: {contents(k.info.lowered.kernel)}; "
        f"{launched(k.info.lowered)} ({k.reason})"
        for k in report.kernels
    ]
    lines += [*map(loop, report.plan.loops), *products(report.plan)]
    lines += [f"  {e.op.name}: {why}" for e, why in report.fallbacks]
    memory = memory_needs(report.plan)
    lines += [f"  calls {', '.join(report.library_calls)}"] if report.library_calls else []
    lines += [f"  copies {len(report.copies)}"] if report.copies else []
    moved = report.bytes_moved
    return "\n".join([*lines, f"  moves {moved} bytes, {memory.temp_size_in_bytes} between steps"])
