"""What stands out in a program, in words that say what to change."""

from __future__ import annotations

import heapq
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fjax.core.ir import Atom, Equation, Var
from fjax.core.kinds import Role
from fjax.explanation.collectives import collectives
from fjax.explanation.markup import duration, size
from fjax.explanation.memory import lives
from fjax.explanation.places import Places
from fjax.explanation.program_findings import LARGE, Finding, of_program
from fjax.explanation.remarks import remarks
from fjax.explanation.shares import by_line
from fjax.explanation.steps import HOST_LOOP, KERNEL, PYTHON, Step, every, named, taken
from fjax.primitives.conversion import ConvertElementType
from fjax.primitives.structure import Transpose

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained

MUCH = 4  # times the least bytes, from which the traffic between steps is worth a word
COPIED = 0.05  # of all traffic, from which a copy that is not large is worth a word
PART = 1 / 3  # of the traffic between steps, from which one kernel is to blame
LITTLE = 0.01  # of the time of all steps, below which a pass that could be saved is not
MOST = 12  # that are listed


def findings(explained: Explained) -> list[Finding]:
    """What stands out, what costs most first."""
    return [*_slowest(explained), *problems(explained)]


def _line_of(places: Places, keys: Sequence[int]) -> str:
    """Where numbered places are: the line with its text, or the first lines of several."""
    spans = [places.spans[key] for key in keys]
    lines = list(dict.fromkeys((span.file, span.line) for span in spans))
    if not lines:
        return ""
    one_file = len({span.file for span in places.spans}) == 1
    (file, number), written = lines[0], places.text(lines[0][0])
    where = "" if one_file else f"{pathlib.PurePath(file).name}, "
    if len(lines) > 1:
        shown = ", ".join(str(n) for f, n in lines[:4] if f == file)
        return f"{where}lines {shown}" + (", …" if len(lines) > 4 else "")
    text = f": {written[number - 1].strip()}" if number <= len(written) else ""
    return f"{where}line {number}{text}"


def problems(explained: Explained) -> list[Finding]:
    """What stands out whatever it takes."""
    steps = list(every(explained.steps))
    found = [
        *_python(explained, steps),
        *_loops(steps),
        *_copies(explained),
        *of_program(explained),
        *remarks(explained),
        *_worth_it(explained, (*_moves(steps), *_reductions_everywhere(explained.steps))),
        *_traffic(explained),
        *_memory(explained),
        *collectives(explained),
    ]
    return [replace(each, line=_line_of(explained.places, each.keys)) for each in found]


def _worth_it(explained: Explained, found: Sequence[Finding]) -> Iterator[Finding]:
    """Those of steps that take more than next to nothing, if the steps were measured."""
    steps = explained.steps
    total = sum(seconds for _, seconds in taken(steps))
    timed = (s for s in every(steps) if s.seconds is not None)
    short = {s.number for s in timed if (s.seconds or 0.0) < LITTLE * total}
    yield from (each for each in found if each.step not in short)


def _slowest(explained: Explained) -> Iterator[Finding]:
    """The line that takes most of a measured run, then the step."""
    lines = by_line(explained)
    if len(lines) > 1:
        line = lines[0]
        took = f"{line.name} takes {line.share:.0%} of the time, {duration(line.seconds)}"
        yield Finding(f"{took}: {line.text}", "", line.keys)
    timed = list(taken(explained.steps))
    if len(timed) < 2:
        return
    groups: dict[str, tuple[list[Step], float]] = {}
    for step, seconds in timed:
        steps, total = groups.get(step.title, ([], 0.0))
        groups[step.title] = [*steps, step], total + seconds
    steps, seconds = max(groups.values(), key=lambda group: group[1])
    share, step = seconds / (sum(each for _, each in timed) or 1.0), steps[0]
    yield Finding(
        f"{named(steps)} takes {share:.0%} of the time, {duration(seconds)}",
        "" if not step.reason else f"It is a step of its own: {step.reason}.",
        tuple(sorted({key for each in steps for key in each.keys})),
        step.number,
    )


def _python(explained: Explained, steps: list[Step]) -> Iterator[Finding]:
    """Steps that run in Python, which also end the kernels around them."""
    reasons = {eqn.outvars: why for eqn, why in explained.inspection.fallbacks}
    for step in steps:
        if step.kind != PYTHON or _in_python(step):
            continue
        why = reasons.get(step.equation.outvars) or step.reason or "it has no kernel"
        yield Finding(
            f"{step.title} runs in Python, between compiled steps: {why}",
            "What it shows can be an output of the function, which the caller prints or logs. Take "
            "it out once you have seen what you wanted."
            if step.equation.op.effects and not step.equation.outvars
            else "Values before and after it go through memory. Write it with functions that have "
            "a kernel, or move it out of the compiled function.",
            tuple(step.keys),
            step.number,
        )


def _in_python(step: Step) -> list[str]:
    """The names of what runs in Python inside of a step."""
    inside = [inner for _, steps in step.inner for inner in every(steps)]
    return list(dict.fromkeys(s.title for s in inside if s.kind == PYTHON and not s.inner))


def _loops(steps: list[Step]) -> Iterator[Finding]:
    for step in steps:
        causes = _in_python(step) if step.kind == PYTHON else []
        if causes or (step.kind == HOST_LOOP and not step.is_native):
            why = f"Python runs it step by step, as {', '.join(causes)} has no kernel"
            yield Finding(
                f"{step.title}: {why if causes else step.reason}",
                "Each step of it is launched by itself. A loop whose body has a kernel form alone "
                "is one call.",
                tuple(step.keys),
                step.number,
            )


def _copies(explained: Explained) -> Iterator[Finding]:
    least = min(LARGE, COPIED * explained.bytes_moved)
    for copy in explained.inspection.copies:
        if copy.aval.nbytes < least:
            continue
        yield Finding(
            f"{copy.aval} ({size(copy.aval.nbytes)}) is copied before it is changed{copy.times}: "
            f"{copy.reason}",
            _of_copy(copy.reason),
            tuple(explained.places.keys([copy.source])),
        )


def _moves(steps: list[Step]) -> Iterator[Finding]:
    """Passes over memory that compute nothing; those that do the same on the same lines are one."""
    groups: dict[tuple[str, str, tuple[int, ...], str], list[Step]] = {}
    for step in steps:
        moves = _only_moves(step)
        if moves:
            groups.setdefault((*moves, tuple(step.keys), step.reason), []).append(step)
    for (what, remedy, keys, reason), found in groups.items():
        step, n = found[0], len(found)
        several = f", and {n - 1:,} more like it" if n > 1 else ""
        yield Finding(
            f"{step.title} {what}{several}",
            f"It is a pass of its own since {reason or 'nothing joins it'}. {remedy}",
            keys,
            step.number,
        )


LAYOUT = (
    "Lay the operand out as its reader wants it, compute along its other axis, or write the "
    "product with other subscripts (jnp.einsum)."
)
CONVERSION = "Keep the array in one dtype, or convert what is small: convert once, before a loop."
PARTS = (
    "Its reader wants its operand in one piece: keep what is read together in an array of its own, "
    "or compute on the whole array and take the part afterwards."
)


def _of_copy(reason: str) -> str:
    """What to do about a copy that is made for this reason."""
    if "donate" in reason:
        return (
            "Donate the argument (jit(f, donate_argnums=…)), or read the old value before the "
            "update."
        )
    if "loop changes it" in reason or "whose update it returns" in reason:
        return ""
    return (
        "Compute what needs the old value before the update, from the elements that change if they "
        "are enough; then the update writes where the old value is."
    )


def _only_moves(step: Step) -> tuple[str, str] | None:
    """What a kernel does and a remedy, if it only moves elements; None if it computes or fills."""
    if step.kind != KERNEL or step.body is None or step.moved < LARGE:
        return None
    eqns = step.body.eqns
    is_copy = step.operations == ["copy"] and not step.reason  # `_copies` has those
    read = sum(step.traffic.get(v, 0) for v in step.equation.invars if isinstance(v, Var))
    if not eqns or is_copy or read < step.moved / 4:
        return None
    converts = [isinstance(e.op, ConvertElementType) for e in eqns]
    turned = [e for e in eqns if _turns(e) and not _is_read(e.invars[0], eqns)]
    if all(c or e.op.role is Role.INDEX for c, e in zip(converts, eqns, strict=True)):
        names = ", ".join(dict.fromkeys(e.op.name for e in eqns))
        transposes = any(isinstance(e.op, Transpose) for e in eqns)
        remedy = LAYOUT if transposes else CONVERSION if all(converts) else PARTS
        return f"only moves elements ({names}): {size(step.moved)}", remedy
    if len(turned) == 1:
        nbytes = turned[0].invars[0].aval.nbytes
        return f"walks across {size(nbytes)}, as it is transposed", LAYOUT
    return None


def _is_read(x: Atom, eqns: Sequence[Equation]) -> bool:
    """Whether equations read a value as it is: no other layout of it suits all."""
    return any(x in e.invars and not isinstance(e.op, Transpose) for e in eqns)


def _turns(eqn: Equation) -> bool:
    """Whether an equation transposes a large array so that rows become columns."""
    op, (x, *_) = eqn.op, eqn.invars or (None,)
    if not isinstance(op, Transpose) or x is None or x.aval.nbytes < LARGE:
        return False
    wide = [axis for axis in op.permutation if x.aval.shape[axis] > 1]
    return len(wide) > 1 and wide[-1] != max(wide)


def _reductions_everywhere(steps: list[Step]) -> Iterator[Finding]:
    """Of a program, and of those inside of it."""
    yield from _reductions(steps)
    for step in steps:
        for _, inner in step.inner:
            yield from _reductions_everywhere(inner)


def _reductions(steps: list[Step]) -> Iterator[Finding]:
    """Large values that are read once more, since a reduction of them has to be complete first."""
    readers: dict[Atom, list[int]] = {}
    for at, step in enumerate(steps):
        for v in dict.fromkeys(step.equation.invars):
            if isinstance(v, Var):
                readers.setdefault(v, []).append(at)
    for at, step in enumerate(steps):
        reductions = [] if step.body is None else [e for e in step.body.eqns if _axes(e)]
        if step.kind != KERNEL or not reductions:
            continue
        large = {v for v, nbytes in step.traffic.items() if nbytes >= LARGE}
        if not large:
            continue
        reader = _reader(at, steps, readers, set(step.equation.outvars) - large, large)
        if reader is None:
            continue
        again, which = reader
        axes = _axes(reductions[-1])
        last = reductions[-1].invars[0].aval.ndim - 1
        yield Finding(
            f"{step.title} and {again.title} do not fuse: a reduction along "
            f"{'axis' if len(axes) == 1 else 'axes'} {', '.join(map(str, axes))} has to be "
            f"complete before its result is used, and {size(which)} are read once more",
            "Reduce along the last axis, of an array that is laid out so: one kernel then sums a "
            "row and uses the sum."
            if last not in axes
            else "A result of all elements takes a pass of its own. Use it later, on what is small "
            "by then, if the program allows that.",
            tuple(sorted({*step.keys, *again.keys})),
            step.number,
        )


def _axes(eqn: Equation) -> tuple[int, ...]:
    """The axes along which an equation reduces; none if it is no reduction."""
    return getattr(eqn.op, "axes", ()) if eqn.op.role is Role.REDUCTION else ()


def _reader(
    at: int,
    steps: list[Step],
    readers: Mapping[Atom, Sequence[int]],
    reduced: set[Var],
    large: set[Var],
) -> tuple[Step, int] | None:
    """The first kernel that needs what step `at` reduced, and large values of it; how large.

    readers: the steps that read a value. What is small and made of the reduced values is followed.
    """
    pending = {k for v in reduced for k in readers.get(v, ()) if k > at}
    waiting = sorted(pending)
    while waiting:
        step = steps[heapq.heappop(waiting)]
        again = [step.traffic.get(v, 0) for v in large.intersection(step.equation.invars)]
        if max(again, default=0) >= LARGE and step.kind == KERNEL:
            return step, sum(again)
        small = [v for v in step.equation.outvars if v.aval.nbytes < LARGE]
        for k in {k for v in small for k in readers.get(v, ())} - pending:
            pending.add(k)
            heapq.heappush(waiting, k)
    return None


def _traffic(explained: Explained) -> Iterator[Finding]:
    moved, least = explained.bytes_moved, explained.inspection.least_bytes
    top = [s for s in explained.steps if s.moved]
    if moved < LARGE or not least or moved < MUCH * least or len(top) < 2:
        return
    step = max(top, key=lambda s: s.moved)
    if step.kind != KERNEL or step.moved < PART * moved:
        return
    yield Finding(
        f"the steps move {size(moved)}, {moved / least:,.0f} times what goes in and out",
        f"{step.title} has most of it: {size(step.moved)}. It is a step of its own since "
        f"{step.reason or 'nothing was found to join it with'}.",
        tuple(step.keys),
        step.number,
    )


def _memory(explained: Explained) -> Iterator[Finding]:
    """A value between steps that is much larger than all that goes in and out."""
    buffers = lives(explained.inspection.plan)
    outer = sum(life.size for life in buffers if life.given or life.kept)
    inner = [life for life in buffers if not life.given and not life.kept]
    if not inner:
        return
    life = max(inner, key=lambda life: life.size)
    if life.size < LARGE or life.size < MUCH * outer:
        return
    step, times = explained.steps[life.first], life.size / max(outer, 1)
    yield Finding(
        f"{life.kind} ({size(life.size)}) is stored between steps, {times:,.0f} times the "
        "arguments and results together",
        "Compute it in blocks that are reduced one by one, as fjax.lax.map with batch_size= does. "
        "If a gradient keeps it, fjax.checkpoint computes it again.",
        tuple(step.keys),
        step.number,
    )
