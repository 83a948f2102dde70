"""Reverse mode: run a tape of linear primitives backwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax.core import source, tracing
from fjax.core.ir import Jaxpr
from fjax.core.memo import weak_memo
from fjax.core.primitive import Linear, Zero
from fjax.core.tracing import new_trace
from fjax.interpreters.jvp import instantiate
from fjax.interpreters.linearize import Slot, TapeEntry, TapeTrace
from fjax.interpreters.staging import evaluate_jaxpr, stage_closed
from fjax.primitives.arithmetic import add


class Cotangents:
    """The cotangents collected so far, by slot of the tape."""

    def __init__(self) -> None:
        self.by_slot: dict[Slot, Any] = {}

    def accumulate(self, slot: Slot, cotangent: Any) -> None:
        """Add to what the slot has."""
        if cotangent is None or type(cotangent) is Zero:
            return
        before = self.by_slot.get(slot)
        self.by_slot[slot] = cotangent if before is None else add(before, cotangent)

    def take(self, slot: Slot) -> Any:
        """What the slot has collected; it is not asked again."""
        found = self.by_slot.pop(slot, None)
        return Zero(slot.aval) if found is None else found


def backward_pass(
    tape: TapeTrace, inputs: Sequence[Any], outputs: Sequence[Any], cotangents: Sequence[Any]
) -> list[Any]:
    """The cotangents of the tape's inputs (perhaps `Zero`), given those of its outputs."""
    collected = Cotangents()
    for out, cotangent in zip(outputs, cotangents, strict=True):
        if tape.owns(out):
            collected.accumulate(out.slot, cotangent)
    by_slot = collected.by_slot
    for entry in reversed(tape.entries):
        outs = entry.outs
        if len(outs) == 1:
            found = by_slot.pop(outs[0], None)
            if found is None:
                continue
            out_cotangents = [found]
        else:
            out_cotangents = [collected.take(slot) for slot in outs]
            if all(type(c) is Zero for c in out_cotangents):
                continue
        if entry.source is None:
            _pull_through(entry, out_cotangents, collected)
        else:
            with source.replaying(entry.source):
                _pull_through(entry, out_cotangents, collected)
    return [collected.take(t.slot) for t in inputs]


def _pull_through(entry: TapeEntry, out_cotangents: Sequence[Any], collected: Cotangents) -> None:
    """Collect the cotangents of an entry's linear arguments."""
    args = [Linear(a.aval) if type(a) is Slot else a for a in entry.args]
    in_cotangents = entry.primitive.transpose(out_cotangents, *args)
    for arg, cotangent in zip(entry.args, in_cotangents, strict=True):
        if type(arg) is Slot:
            collected.accumulate(arg, cotangent)


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
                tape.new_input(v.aval) if lin else next(others)  # type: ignore[union-attr]
                for v, lin in zip(jaxpr.invars, linear, strict=True)
            ]
            outs = evaluate_jaxpr(jaxpr, inputs)
        cotangents = [
            next(given) if n else Zero(x.aval)
            for x, n in zip(jaxpr.outvars, nonzero_out, strict=True)
        ]
        wanted = [t for t, lin in zip(inputs, linear, strict=True) if lin]
        found = backward_pass(tape, wanted, outs, cotangents)  # type: ignore[arg-type]
        nonzero_in[:] = [type(c) is not Zero for c in found]
        return [instantiate(c) for c in found if type(c) is not Zero]

    other_avals = [v.aval for v, lin in zip(jaxpr.invars, linear, strict=True) if not lin]
    cotangent_avals = [x.aval for x, n in zip(jaxpr.outvars, nonzero_out, strict=True) if n]
    result = stage_closed(
        function, [*other_avals, *cotangent_avals], f"transpose({jaxpr.debug_name})"
    )
    return result, tuple(nonzero_in)
