"""What stands out in a program, in words that say what to change."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from fjax.core.ir import Atom, Equation, Var
from fjax.core.kinds import Role
from fjax.explanation.markup import duration, size
from fjax.explanation.program_findings import LARGE, Finding, of_program
from fjax.explanation.shares import by_line
from fjax.explanation.steps import HOST_LOOP, KERNEL, PYTHON, Step, every
from fjax.primitives.conversion import ConvertElementType
from fjax.primitives.structure import Transpose

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained

MUCH = 4  # times the least bytes, from which the traffic between steps is worth a word
COPIED = 0.05  # of all traffic, from which a copy that is not large is worth a word
PART = 1 / 3  # of the traffic between steps, from which one kernel is to blame
MOST = 12  # that are listed


def findings(explained: Explained) -> list[Finding]:
    """What stands out, what costs most first."""
    return [*_slowest(explained), *problems(explained)]


def problems(explained: Explained) -> list[Finding]:
    """What stands out whatever it takes."""
    steps = list(every(explained.steps))
    return [
        *_python(explained, steps),
        *_loops(steps),
        *_copies(explained),
        *of_program(explained),
        *_moves(steps),
        *_reductions_everywhere(explained.steps),
        *_traffic(explained),
        *_collectives(explained),
    ]


def _slowest(explained: Explained) -> Iterator[Finding]:
    """The line that takes most of a measured run, then the step."""
    lines = by_line(explained)
    if len(lines) > 1:
        line = lines[0]
        took = f"{line.name} takes {line.share:.0%} of the time, {duration(line.seconds)}"
        yield Finding(f"{took}: {line.text}", "", line.keys)
    timed = [s for s in explained.steps if s.seconds]
    total = sum(s.seconds or 0 for s in timed)
    if len(timed) < 2:
        return
    step = max(timed, key=lambda s: s.seconds or 0)
    share = (step.seconds or 0) / total
    yield Finding(
        f"{step.title} takes {share:.0%} of the time, {duration(step.seconds or 0)}",
        "" if not step.reason else f"It is a step of its own: {step.reason}.",
        tuple(step.keys),
        step.number,
    )


def _python(explained: Explained, steps: list[Step]) -> Iterator[Finding]:
    """Steps that run in Python, which also end the kernels around them."""
    reasons = {eqn.outvars: why for eqn, why in explained.inspection.fallbacks}
    for step in steps:
        if step.kind != PYTHON:
            continue
        why = reasons.get(step.equation.outvars) or step.reason or "it has no kernel"
        yield Finding(
            f"{step.title} runs in Python, between compiled steps: {why}",
            "Values before and after it go through memory. Write it with functions that have a "
            "kernel, or move it out of the compiled function.",
            tuple(step.keys),
            step.number,
        )


def _loops(steps: list[Step]) -> Iterator[Finding]:
    for step in steps:
        if step.kind == HOST_LOOP and not step.is_native:
            yield Finding(
                f"{step.title}: {step.reason}",
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
            f"{copy.aval} ({size(copy.aval.nbytes)}) is copied before it is changed: {copy.reason}",
            "Donate the argument (jit(f, donate_argnums=…)), or read the old value before the "
            "update.",
            tuple(explained.places.keys([copy.source])),
        )


def _moves(steps: list[Step]) -> Iterator[Finding]:
    """Passes over memory that compute nothing."""
    for step in steps:
        if step.kind != KERNEL or step.body is None or step.moved < LARGE:
            continue
        ops = [e.op for e in step.body.eqns]
        turned = [e for e in step.body.eqns if _turns(e)]
        if ops and all(op.role is Role.INDEX or isinstance(op, ConvertElementType) for op in ops):
            what = f"only moves elements ({', '.join(op.name for op in ops)}): {size(step.moved)}"
        elif len(turned) == 1:
            what = f"walks across {size(turned[0].invars[0].aval.nbytes)}, as it is transposed"
        else:
            continue
        yield Finding(
            f"{step.title} {what}",
            f"It is a pass of its own since {step.reason}. Lay the operand out as its reader "
            "wants it, compute along its other axis, or write the product with other "
            "subscripts (jnp.einsum).",
            tuple(step.keys),
            step.number,
        )


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
        taken = {v for v in step.equation.invars if isinstance(v, Var)}
        large = {v for v in (*taken, *step.equation.outvars) if v.aval.nbytes >= LARGE}
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
        again = large.intersection(v for v in step.equation.invars if isinstance(v, Var))
        if again and step.kind == KERNEL:
            return step, sum(v.aval.nbytes for v in again)
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
        f"the steps move {size(moved)}, {moved / least:.0f} times what goes in and out",
        f"{step.title} has most of it: {size(step.moved)}. It is a step of its own since "
        f"{step.reason or 'nothing was found to join it with'}.",
        tuple(step.keys),
        step.number,
    )


def _collectives(explained: Explained) -> Iterator[Finding]:
    for sent in explained.inspection.communication:
        if "gather" not in sent.kind:
            continue
        yield Finding(
            f"{sent.kind} along {', '.join(map(str, sent.axes))}: each member sends "
            f"{size(sent.bytes)}",
            "It brings a whole array to every member: an operand is split along another axis than "
            "the operation wants; split it along the batch, or keep it whole.",
            tuple(explained.places.keys([sent.source])),
        )
