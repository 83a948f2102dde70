"""Steps of an executable that are not segments: library calls, evaluation, loops.

A step works on the table of buffers. Kernels write to memory whose values are dead, so each step
ensures two things. Its results share no memory with its operands or with each other. Nothing holds
an operand that a later step writes to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, evaluate, host_library, shortage, source
from fjax.core.array import Array
from fjax.core.device import device, placement
from fjax.core.ir import Equation, Jaxpr, Literal
from fjax.core.memory import Buffer
from fjax.core.ownership import other_holders
from fjax.core.primitive import Primitive
from fjax.core.quiet import quiet
from fjax.higher_order.deferred import Deferred
from fjax.lowering.fuse.fused import Fused, Updated, evaluate_body
from fjax.lowering.run.plan import Reshaped, Slots, Source
from fjax.lowering.target import Target

Step = Callable[[list], None]
Run = Callable[[Sequence[np.ndarray]], Sequence[Any]]  # evaluation, in host memory
Found = int | tuple[int, tuple[int, ...]] | Buffer
may_share_memory = np.may_share_memory
FEW_PAIRS = 12  # of arrays up to which each is compared: 0.14 µs a pair; else 0.3 an array


def fetch(env: list, sources: Sequence[Found]) -> list[Any]:
    """The operands of a step, whose sources `at_hand` has looked up."""
    return [
        env[s] if isinstance(s, int) else env[s[0]].reshape(s[1]) if isinstance(s, tuple) else s
        for s in sources
    ]


def at_hand(sources: Sequence[Source], target: Target) -> list[Found]:
    """The sources of a step's operands: slots, slots with shapes, or the buffers of literals."""
    return [
        (s.slot, s.shape)
        if isinstance(s, Reshaped)
        else target.from_host(np.asarray(s.value, dtypes.physical(s.aval.dtype)))
        if isinstance(s, Literal)
        else s
        for s in sources
    ]


def evaluated(eqn: Equation, target: Target) -> Callable[[Sequence[Any]], list[Any]]:
    """A function that evaluates an equation: a library's, a program's, or one in host memory."""
    found = target.evaluator(eqn)
    if found is not None:
        return found
    if runs_programs(eqn.op) and not target.holds(None):
        return _by_programs(eqn, target)
    return _on_buffers(evaluation(eqn, away=not target.holds(None)), target)


def unlowered(
    op: Primitive, run: Callable[[Sequence[Any]], list[Any]]
) -> Callable[[Sequence[Any]], list[Any]]:
    """A function that evaluates an operation whose lowering failed."""

    def by_rule(operands: Sequence[Any]) -> list[Any]:
        with evaluate.by_own_rule(op):
            return run(operands)

    return by_rule


def runs_programs(op: Primitive) -> bool:
    """Whether an operation only evaluates programs, which run where its operands are."""
    return bool(op.jaxprs) or isinstance(op, Deferred)


def _by_programs(eqn: Equation, target: Target) -> Callable[[Sequence[Any]], list[Any]]:
    """Branches, and loops that need Python, on arrays in the target's memory."""
    avals, home = [x.aval for x in eqn.invars], target.home

    def run(operands: Sequence[Any]) -> list[Any]:
        arrays = [Array(b, a, home) for b, a in zip(operands, avals, strict=True)]
        with source.replaying(eqn.source):
            outs = eqn.op.run(*arrays)
        taken, found = set(map(target.address, operands)), []
        for out in outs:
            buffer = (out if target.holds(out.placement) else out.alias(out.aval, home)).live()
            address = target.address(buffer)
            found.append(buffer.copy() if address in taken else buffer)
            taken.add(address)
        return found

    return run


def _on_buffers(run: Run, target: Target) -> Callable[[Sequence[Any]], list[Any]]:
    """From operands in the target's memory to results with memory of their own there.

    `run` may return an operand, a view of one, or one array twice, as any primitive may.
    """

    def on_host(operands: Sequence[np.ndarray]) -> list[np.ndarray]:
        return separate(run(operands), operands)

    if target.holds(None):
        return on_host
    to_host, from_host = target.to_host, target.from_host
    return lambda operands: [from_host(out) for out in on_host([to_host(x) for x in operands])]


def evaluation(eqn: Equation, away: bool = False) -> Run:
    """An equation's evaluation rule; for a kernel, the rules of the equations in its body.

    away: whether the program runs on another device. Operands are then marked as the CPU's, so
    that the operation does not run on that device.
    """
    primitive = eqn.op
    if isinstance(primitive, (Fused, Updated)):
        return evaluation_of_body(primitive.body)
    if type(primitive).run is not Primitive.run and not primitive.library:
        avals = [x.aval for x in eqn.invars]
        here = placement(device("cpu", 0), True) if away else None

        def special(operands: Sequence[np.ndarray]) -> Sequence[Any]:
            arrays = [Array(b, a, here) for b, a in zip(operands, avals, strict=True)]
            with source.replaying(eqn.source):
                return [out.host() for out in primitive.run(*arrays)]

        return special
    if not primitive.library:
        return lambda operands: shortage.made(
            primitive.name, quiet().run, primitive.evaluate, np, *operands
        )

    def routine(operands: Sequence[np.ndarray]) -> Sequence[Any]:
        with host_library.single_threaded():
            return shortage.made(primitive.name, quiet().run, primitive.evaluate, np, *operands)

    return routine


def evaluation_of_body(body: Jaxpr) -> Run:
    """A kernel's body with NumPy, one equation after another."""

    def evaluated(operands: Sequence[np.ndarray]) -> list[np.ndarray]:
        outs = quiet().run(evaluate_body, body, np, operands)
        return [np.array(out, order="C") for out in outs]  # some may be literals

    return evaluated


def step_of(run: Callable[[list[Any]], list[Any]], slots: Slots, target: Target) -> Step:
    """The step of an evaluation or a loop: `run` gives the results for the operands.

    The results have memory of their own; those of a loop may be in the memory of its operands.
    """
    sources, targets, dead = at_hand(slots.sources, target), slots.targets, slots.dead
    guarded, kept = slots.guarded, slots.kept

    def plain(env: list) -> None:
        for t, out in zip(targets, run(fetch(env, sources)), strict=True):
            env[t] = out
        for slot in dead:
            env[slot] = None

    if not guarded and not kept:
        return plain

    def watched(env: list) -> None:
        before = [other_holders(env, s) for s in guarded]
        plain(env)
        for s, count in zip(guarded, before, strict=True):
            if env[s] is not None and other_holders(env, s) > count:
                env[s] = env[s].copy()  # somebody holds the operand: it is theirs now
        for s in kept:
            if other_holders(env, s) > 0:
                env[s] = env[s].copy()

    return watched


def separate(values: Sequence[Any], operands: Sequence[np.ndarray]) -> list[np.ndarray]:
    """The values as contiguous ndarrays that share no memory with the operands or each other.

    Addresses are compared, not owners, because any kind of object may own an array's memory.
    """
    found = [
        v if type(v) is np.ndarray and v.flags.c_contiguous else np.array(v, order="C", subok=False)
        for v in values
    ]
    if len(found) * (len(found) + len(operands)) > FEW_PAIRS:
        for k in _overlapping(found, operands):
            found[k] = found[k].copy()
        return found
    for k, value in enumerate(found):
        for other in (*operands, *found[:k]):
            if may_share_memory(value, other):
                found[k] = value.copy()
                break
    return found


def _overlapping(found: Sequence[np.ndarray], operands: Sequence[np.ndarray]) -> set[int]:
    """The arrays that overlap an operand or another array: one pass over sorted addresses."""
    n = len(found)
    spans = [
        (a.__array_interface__["data"][0], a.nbytes, k)
        for k, a in enumerate((*found, *operands))
        if a.nbytes
    ]
    spans.sort()
    shared: set[int] = set()
    reach, furthest = 0, n
    for start, size, k in spans:
        if start < reach:
            shared.update(j for j in (k, furthest) if j < n)
        if start + size > reach:
            reach, furthest = start + size, k
    return shared
