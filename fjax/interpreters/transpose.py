"""Reverse mode: run a tape of linear primitives backwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fjax.core import source, tracing
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr
from fjax.core.memo import weak_memo
from fjax.core.operand import Operand
from fjax.core.primitive import Zero
from fjax.core.tracing import aval_of, new_trace
from fjax.errors import ShardingTypeError
from fjax.interpreters.jvp import instantiate
from fjax.interpreters.linearize import Slot, TapeTrace
from fjax.interpreters.staging import stage_closed
from fjax.primitives.arithmetic import add
from fjax.primitives.placing import mesh_of, split_as
from fjax.primitives.varying import as_cotangent


class Cotangents:
    """The cotangents collected so far, by slot of the tape.

    gathered_later: slots whose cotangents are split along more explicit axes than their values
    are. They stay so until something asks for their type: a step that adds up the elements of a
    broadcast sends the sum then, not the elements.
    """

    def __init__(self) -> None:
        self.by_slot: dict[Slot, Any] = {}
        self.gathered_later: set[Slot] = set()

    def add(self, pairs: Iterable[tuple[Slot, Any]]) -> None:
        """Add each cotangent to what its slot has."""
        by_slot = self.by_slot
        for slot, cotangent in pairs:
            if cotangent is None or type(cotangent) is Zero:
                continue
            wanted = slot.aval  # a rule may give a Python number:
            found = cotangent.aval if isinstance(cotangent, Operand) else aval_of(cotangent)
            if found.vma is not wanted.vma or found.layout is not wanted.layout:
                cotangent = as_cotangent(cotangent, wanted)
                if _needs_gathering(found, wanted):
                    self.gathered_later.add(slot)
                else:
                    cotangent = split_as(cotangent, wanted.cotangent())
            before = by_slot.get(slot)
            if before is not None and slot in self.gathered_later:
                before, cotangent = _alike(before, cotangent, wanted)
            by_slot[slot] = cotangent if before is None else add(before, cotangent)

    def take(self, slot: Slot) -> Any:
        """What the slot has collected, of its type; it is not asked again."""
        found = self.by_slot.pop(slot, None)
        if found is None:
            return Zero(slot.aval.cotangent())
        return split_as(found, slot.aval) if slot in self.gathered_later else found


def _needs_gathering(found: ShapedArray, wanted: ShapedArray) -> bool:
    """Whether elements are split along more explicit axes than wanted, and alike otherwise."""
    layout = found.layout
    if layout is None or layout.spec.unreduced or layout.spec.reduced:
        return False
    if wanted.layout is not None and wanted.layout.mesh != layout.mesh:
        return False
    if wanted.unreduced or wanted.reduced:
        return False
    n = found.ndim
    asked = ((),) * n if wanted.layout is None else wanted.layout.spec.by_axis(n)
    pairs = zip(layout.spec.by_axis(n), asked, strict=True)
    return layout != wanted.layout and all(own[: len(names)] == names for own, names in pairs)


def _alike(one: Any, other: Any, wanted: ShapedArray) -> tuple[Any, Any]:
    """Two cotangents of a slot of this type, split in one way: as they are if they agree."""
    if aval_of(one).layout == aval_of(other).layout:
        return one, other
    return split_as(one, wanted), split_as(other, wanted)


def backward_pass(
    tape: TapeTrace, inputs: Sequence[Any], outputs: Sequence[Any], cotangents: Sequence[Any]
) -> list[Any]:
    """The cotangents of the tape's inputs (perhaps `Zero`), given those of its outputs."""
    collected = Cotangents()
    collected.add(
        [(out.slot, c) for out, c in zip(outputs, cotangents, strict=True) if tape.owns(out)]
    )
    by_slot = collected.by_slot
    combine = collected.add
    for entry in reversed(tape.entries):
        outs = entry.outs
        if len(outs) == 1:
            own = by_slot.pop(outs[0], None)
            if own is None:
                continue
            if outs[0] in collected.gathered_later and not entry.takes_any_split:
                own = split_as(own, outs[0].aval)
            out_cotangents = [own]
        else:
            out_cotangents = [collected.take(slot) for slot in outs]
            if all(type(c) is Zero for c in out_cotangents):
                continue
        if entry.source is None:
            combine(_transposed(entry, out_cotangents))
        else:
            with source.replaying(entry.source.below(tape.depth)):
                combine(_transposed(entry, out_cotangents))
    return [collected.take(t.slot) for t in inputs]


def _transposed(entry: Any, cotangents: Sequence[Any]) -> Iterable[tuple[Slot, Any]]:
    """The cotangents of an entry's operands.

    Where explicit axes leave open how a step on the way is split, it is found out: the cotangent
    of an operand will be split as the operand is.
    """
    try:
        return entry.transpose(cotangents)
    except ShardingTypeError:
        mesh = mesh_of([*entry.args, *cotangents])
        pairs = entry.relaxed(cotangents)
        return [
            (slot, c if c is None else split_as(c, slot.aval.cotangent(), mesh))
            for slot, c in pairs
        ]


@weak_memo
def transpose_jaxpr(
    jaxpr: Jaxpr, linear: tuple[bool, ...], nonzero_out: tuple[bool, ...]
) -> tuple[Jaxpr, tuple[bool, ...]]:
    """The jaxpr of (other inputs, cotangents of nonzero outputs) -> cotangents of linear inputs.

    Also returns which linear inputs get a cotangent; the others' are zero and are left out.
    """
    nonzero_in: list[bool] = []

    def function(*args: Any) -> list[Any]:
        n_other = len(linear) - sum(linear)
        others, given = iter(args[:n_other]), iter(args[n_other:])
        with new_trace(TapeTrace(tracing.current(), jaxpr.debug_name)) as tape:
            inputs = [
                tape.new_input(v.aval) if lin else next(others)
                for v, lin in zip(jaxpr.invars, linear, strict=True)
            ]
            outs = evaluate_jaxpr(jaxpr, inputs)
        cotangents = [
            next(given) if n else Zero(x.aval)
            for x, n in zip(jaxpr.outvars, nonzero_out, strict=True)
        ]
        wanted = [t for t, lin in zip(inputs, linear, strict=True) if lin]
        found = backward_pass(tape, wanted, outs, cotangents)
        nonzero_in[:] = [type(c) is not Zero for c in found]
        return [instantiate(c) for c in found if type(c) is not Zero]

    other_avals = [v.aval for v, lin in zip(jaxpr.invars, linear, strict=True) if not lin]
    cotangent_avals = [
        x.aval.cotangent() for x, n in zip(jaxpr.outvars, nonzero_out, strict=True) if n
    ]
    result = stage_closed(
        function, [*other_avals, *cotangent_avals], f"transpose({jaxpr.debug_name})"
    )
    return result, tuple(nonzero_in)
