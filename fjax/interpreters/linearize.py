"""Linearization: run what is known at once, keep the linear rest on a tape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from fjax.config import checks
from fjax.core import source, tracing
from fjax.core.avals import ShapedArray
from fjax.core.dead import drop_dead
from fjax.core.ir import Jaxpr
from fjax.core.memo import weak_memo
from fjax.core.operand import Operand
from fjax.core.primitive import Primitive, Zero
from fjax.core.tracing import Trace, Tracer, aval_of, new_trace, result_avals, state
from fjax.interpreters.jvp import jvp_flat
from fjax.interpreters.staging import evaluate_jaxpr, stage, stage_closed


class Slot:
    """A value of the tape. It refers to nothing, so tapes and residuals make no circle."""

    __slots__ = ("aval",)

    def __init__(self, aval: ShapedArray):
        self.aval = aval


class TapeTracer(Tracer):
    """A value that is not known yet: a tangent, or something computed from one."""

    __slots__ = ("slot",)

    def __init__(self, trace: Trace, slot: Slot):
        self.owner, self.slot, self.aval = trace, slot, slot.aval

    def __repr__(self) -> str:
        return f"Linear<{self.aval}>"


@dataclass(slots=True)
class TapeEntry:
    """One recorded primitive; its arguments are slots and known values."""

    primitive: Primitive
    args: Sequence[Any]
    outs: Sequence[Slot]
    source: source.Source | None


class TapeTrace(Trace):
    """Runs primitives of known values in the parent, and records the others."""

    kind = "linearization"

    def __init__(self, parent: Trace | None, name: str = "", lines: bool = True):
        super().__init__(parent, name)
        self.entries: list[TapeEntry] = []
        self.lines = lines or parent is not None or checks.on

    def new_input(self, aval: ShapedArray) -> TapeTracer:
        return TapeTracer(self, Slot(aval))

    def owns(self, value: Any) -> bool:
        return type(value) is TapeTracer and value.owner is self

    def process(self, primitive: Primitive, args: Sequence[Any]) -> Sequence[Any]:
        parent = self.parent
        before = state.trace        # as with `under`, whose object and calls cost 0.25 µs
        state.trace = parent
        try:
            for a in args:
                if type(a) is TapeTracer and a.owner is self:
                    break
            else:
                return primitive.run(*args) if parent is None else parent.process(primitive, args)
            unknown = [type(a) is TapeTracer and a.owner is self for a in args]
            return primitive.partial_eval(self.record, unknown, args)
        finally:
            state.trace = before

    def record(self, primitive: Primitive, args: Sequence[Any]) -> list[TapeTracer]:
        """Put a primitive on the tape."""
        kept, avals = [], []
        for a in args:
            if type(a) is TapeTracer and a.owner is self:
                kept.append(a.slot)
                avals.append(a.aval)
            else:
                kept.append(a)
                avals.append(a.aval if isinstance(a, Operand) else aval_of(a))
        staged, extra = primitive.stage(avals)
        if staged is not primitive:
            primitive, kept = staged, [*extra, *kept]
            avals = [*map(aval_of, extra), *avals]
        outs = [Slot(aval) for aval in result_avals(primitive, tuple(avals))]
        where = source.here() if self.lines else None
        self.entries.append(TapeEntry(primitive, kept, outs, where))
        return [TapeTracer(self, slot) for slot in outs]

    def replay(
        self,
        inputs: Sequence[TapeTracer],
        values: Sequence[Any],
        outputs: Sequence[Any],
        known: dict[int, Any] | None = None,
    ) -> list[Any]:
        """The outputs when the tape's inputs have these values; runs in the current trace.

        known: by `id`, what to use in place of values that the tape refers to.
        """
        swap = known or {}
        env: dict[Slot, Any] = {t.slot: v for t, v in zip(inputs, values, strict=True)}

        for entry in self.entries:
            with source.replaying(entry.source):
                args = [env[a] if type(a) is Slot else swap.get(id(a), a) for a in entry.args]
                results = tracing.bind(entry.primitive, args)
            env.update(zip(entry.outs, results, strict=True))
        return [env[x.slot] if self.owns(x) else x for x in outputs]


@dataclass
class Linearized:
    """A function's outputs at a point, and its derivative there as a tape."""

    outputs: list[Any]
    tangents: list[Any]  # tape tracers, or Zero
    tape: TapeTrace
    inputs: list[TapeTracer | None]  # None for arguments without a tangent
    input_avals: list[ShapedArray]


def linearize_flat(
    function: Callable[..., Sequence[Any]],
    primals: Sequence[Any],
    differentiate: Sequence[bool],
    lines: bool = True,
) -> Linearized:
    """Run a function of flat arguments, recording its derivative in the marked ones.

    lines: note the user's line of each entry, for the equations that are made of the tape. It costs
    1.5 µs an entry; an eager backward pass names lines only when it looks for NaNs.
    """
    name = getattr(function, "__name__", "")
    with new_trace(TapeTrace(tracing.current(), name, lines)) as tape:
        inputs = [
            tape.new_input(aval_of(p).tangent()) if d else None  # type: ignore[union-attr]
            for p, d in zip(primals, differentiate, strict=True)
        ]
        tangents = [
            Zero(aval_of(p).tangent()) if t is None else t
            for p, t in zip(primals, inputs, strict=True)
        ]
        outs, out_tangents = jvp_flat(function, primals, tangents)
    avals = [aval_of(p) for p in primals]
    return Linearized(outs, out_tangents, tape, inputs, avals)  # type: ignore[arg-type]


def tape_jaxpr(
    tape: TapeTrace, inputs: Sequence[TapeTracer], outputs: Sequence[Any]
) -> tuple[Jaxpr, list[Any]]:
    """The tape as (jaxpr, constants), without what the outputs do not need."""
    jaxpr, constants = stage(
        lambda *values: tape.replay(inputs, values, outputs), [t.aval for t in inputs], tape.name
    )
    kept_inputs = [False] * len(constants) + [True] * len(inputs)
    jaxpr, kept = drop_dead(jaxpr, [True] * len(jaxpr.outvars), kept_inputs)
    return jaxpr, [c for c, k in zip(constants, kept, strict=False) if k]


def tape_program(
    tape: TapeTrace, inputs: Sequence[TapeTracer], outputs: Sequence[Any]
) -> tuple[Jaxpr, list[Any]]:
    """Like `tape_jaxpr`, with every array that the tape refers to as an input: no literals."""
    arrays = {id(a): a for e in tape.entries for a in e.args if isinstance(a, Operand)}
    n = len(arrays)

    def function(*values: Any) -> list[Any]:
        known = dict(zip(arrays, values[:n], strict=True))
        return tape.replay(inputs, values[n:], outputs, known)

    avals = [a.aval for a in (*arrays.values(), *inputs)]
    jaxpr, constants = stage(function, avals, tape.name)
    kept_inputs = [False] * (len(constants) + n) + [True] * len(inputs)
    jaxpr, kept = drop_dead(jaxpr, [True] * len(jaxpr.outvars), kept_inputs)
    residuals = zip([*constants, *arrays.values()], kept, strict=False)
    return jaxpr, [x for x, k in residuals if k]


@dataclass(frozen=True)
class PartialEvaluation:
    """A jaxpr in two: what known inputs decide, and the rest.

    `known` takes the known inputs and gives the known outputs, then the residuals. `remainder`
    takes the residuals, then the unknown inputs, and gives the unknown outputs.
    """

    known: Jaxpr
    remainder: Jaxpr
    out_unknown: tuple[bool, ...]
    residual_avals: tuple[ShapedArray, ...]


@weak_memo
def partial_eval_jaxpr(
    jaxpr: Jaxpr, unknown: tuple[bool, ...], force_unknown: tuple[bool, ...] | None = None
) -> PartialEvaluation:
    """Split a jaxpr by which inputs are unknown; `force_unknown` makes outputs unknown too."""
    force = force_unknown or (False,) * len(jaxpr.outvars)
    out_unknown: list[bool] = []
    remainders: list[Jaxpr] = []
    n_residuals: list[int] = []

    def known_function(*known: Any) -> list[Any]:
        given = iter(known)
        with new_trace(TapeTrace(tracing.current(), jaxpr.debug_name)) as tape:
            args = [
                tape.new_input(v.aval) if u else next(given)  # type: ignore[union-attr]
                for v, u in zip(jaxpr.invars, unknown, strict=True)
            ]
            outs = evaluate_jaxpr(jaxpr, args)
        flags = zip(outs, force, strict=True)  # type: ignore[arg-type]
        out_unknown[:] = [tape.owns(o) or f for o, f in flags]
        inputs = [a for a, u in zip(args, unknown, strict=True) if u]
        remainder, residuals = tape_jaxpr(
            tape, inputs, [o for o, u in zip(outs, out_unknown, strict=True) if u]
        )  # type: ignore[arg-type]
        remainders.append(remainder)
        n_residuals.append(len(residuals))
        return [*[o for o, u in zip(outs, out_unknown, strict=True) if not u], *residuals]

    known_avals = [v.aval for v, u in zip(jaxpr.invars, unknown, strict=True) if not u]
    known = stage_closed(known_function, known_avals, f"known({jaxpr.debug_name})")
    first = len(known.outvars) - n_residuals[0]
    residual_avals = tuple(x.aval for x in known.outvars[first:])
    return PartialEvaluation(known, remainders[0], tuple(out_unknown), residual_avals)
