"""What stands out in a program, in words that say what to change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fjax.core.ir import Jaxpr, Literal, Var
from fjax.core.kinds import Role
from fjax.explanation.markup import duration, size
from fjax.explanation.steps import HOST_LOOP, KERNEL, PYTHON, Step, every
from fjax.primitives.conversion import ConvertElementType

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained

LARGE = 1 << 20  # bytes of an argument that is worth donating, and of a pass that is worth saving
MUCH = 4  # times the least bytes, from which the traffic between steps is worth a word
MOST = 12  # that are listed


@dataclass(frozen=True)
class Finding:
    """Something that stands out: what, what to do about it, its places, and its step if any."""

    what: str
    remedy: str = ""
    keys: tuple[int, ...] = ()
    step: int | None = None


def findings(explained: Explained) -> list[Finding]:
    """What stands out, what costs most first."""
    steps = list(every(explained.steps))
    found = [
        *_slowest(explained),
        *_python(explained, steps),
        *_loops(steps),
        *_copies(explained),
        *_double(explained),
        *_constants(explained),
        *_donation(explained),
        *_moves(steps),
        *_traffic(explained),
        *_collectives(explained),
    ]
    return found


def _slowest(explained: Explained) -> Iterator[Finding]:
    timed = [s for s in explained.steps if s.seconds]
    total = sum(s.seconds or 0 for s in timed)
    if len(timed) < 2:
        return
    step = max(timed, key=lambda s: s.seconds or 0)
    share = (step.seconds or 0) / total
    yield Finding(
        f"{step.title} takes {share:.0%} of the time: {duration(step.seconds or 0)}",
        "" if not step.reason else f"It is a step of its own since {step.reason}.",
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
        if step.kind == HOST_LOOP:
            yield Finding(
                f"{step.title}: {step.reason}",
                "Each step of it is launched by itself. A loop whose body has a kernel form alone "
                "is one call.",
                tuple(step.keys),
                step.number,
            )


def _copies(explained: Explained) -> Iterator[Finding]:
    for copy in explained.inspection.copies:
        yield Finding(
            f"{copy.aval} ({size(copy.aval.nbytes)}) is copied before it is changed: {copy.reason}",
            "Donate the argument (jit(f, donate_argnums=…)), or read the old value before the "
            "update.",
            tuple(explained.places.keys([copy.source])),
        )


def _double(explained: Explained) -> Iterator[Finding]:
    """Where float64 arises though no argument with a dtype of its own has it."""
    given = explained.inspection.traced.in_avals[explained.n_constants :]
    floats = [a.dtype for a in given if a.dtype.kind in "fc" and not a.weak_type]
    if not floats or any(d in ("float64", "complex128") for d in floats):
        return
    for jaxpr in _all(explained.inspection.traced):
        for eqn in jaxpr.eqns:
            out = eqn.outvars[0].aval if eqn.outvars else None
            if out is None or out.dtype != "float64" or out.weak_type:
                continue
            yield Finding(
                f"float64 arises in {eqn.op.name}, though the arguments are {floats[0]}: from here "
                "on twice the memory is moved",
                "A NumPy array or scalar of float64 among the operands does it: convert it, as in "
                f"jnp.asarray(c, {floats[0]}).",
                tuple(explained.places.keys([eqn.source])),
            )
            return


def _all(jaxpr: Jaxpr) -> Iterator[Jaxpr]:
    yield jaxpr
    for eqn in jaxpr.eqns:
        for body in eqn.op.jaxprs:
            yield from _all(body)


def _constants(explained: Explained) -> Iterator[Finding]:
    """Outputs that do not depend on the arguments, as the gradient of a frozen layer."""
    program = explained.inspection.optimized
    depends = set(program.invars)
    for eqn in program.eqns:
        if depends.intersection(x for x in eqn.invars if isinstance(x, Var)) or eqn.op.effects:
            depends.update(eqn.outvars)
    fixed = [k for k, x in enumerate(program.outvars) if isinstance(x, Literal) or x not in depends]
    if fixed and program.invars:
        numbers = ", ".join(map(str, fixed[:MOST])) + (", …" if len(fixed) > MOST else "")
        yield Finding(
            f"output {numbers} does not depend on the arguments",
            "If it is a gradient, what it belongs to does not reach the loss: look for "
            "stop_gradient, a rounding, or a parameter that is not used.",
        )


def _donation(explained: Explained) -> Iterator[Finding]:
    """Large arguments whose memory an output could take."""
    traced, plan = explained.inspection.traced, explained.inspection.plan
    free = [(a.shape, a.dtype) for a in traced.out_avals]
    for given, v in zip(plan.donated, traced.invars, strict=False):
        kind = (v.aval.shape, v.aval.dtype)
        if kind not in free:
            continue
        free.remove(kind)
        if not given and v.aval.nbytes >= LARGE:
            yield Finding(
                f"{explained.arguments.get(v, 'an argument')} ({size(v.aval.nbytes)}) is not "
                "donated, though an output has its shape and dtype",
                "If the caller replaces it by the result, jit(f, donate_argnums=…) has the output "
                "written where it is.",
            )


def _moves(steps: list[Step]) -> Iterator[Finding]:
    """Passes over memory that compute nothing."""
    for step in steps:
        if step.kind != KERNEL or step.body is None or step.moved < LARGE:
            continue
        roles = [e.op for e in step.body.eqns]
        if roles and all(
            op.role is Role.INDEX or isinstance(op, ConvertElementType) for op in roles
        ):
            yield Finding(
                f"{step.title} only moves elements ({', '.join(op.name for op in roles)}): "
                f"{size(step.moved)}",
                f"It is a pass of its own since {step.reason}. Another layout of the operand, or "
                "another subscript in the product, may save it.",
                tuple(step.keys),
                step.number,
            )


def _traffic(explained: Explained) -> Iterator[Finding]:
    moved, least = explained.bytes_moved, explained.inspection.least_bytes
    top = [s for s in explained.steps if s.moved]
    if moved < LARGE or not least or moved < MUCH * least or len(top) < 2:
        return
    step = max(top, key=lambda s: s.moved)
    yield Finding(
        f"the steps move {size(moved)}, {moved / least:.0f} times what goes in and out",
        f"Most of it is {step.title}: {size(step.moved)}. It is a step of its own since "
        f"{step.reason or 'nothing was found to join it with'}.",
        tuple(step.keys),
        step.number,
    )


def _collectives(explained: Explained) -> Iterator[Finding]:
    for sent in explained.inspection.communication:
        gathers = "gather" in sent.kind
        yield Finding(
            f"{sent.kind} along {', '.join(map(str, sent.axes))}: each member sends "
            f"{size(sent.bytes)}",
            "It brings a whole array to every member: an operand is split along another axis than "
            "the operation wants; split it along the batch, or keep it whole."
            if gathers
            else "",
            tuple(explained.places.keys([sent.source])),
        )
