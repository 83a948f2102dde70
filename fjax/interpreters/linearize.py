"""Linearization: run what is known at once, keep the linear rest on a tape."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from fjax import errors
from fjax.config import checks
from fjax.core import source, tracing
from fjax.core.array import lacks_data
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr
from fjax.core.kinds import Role
from fjax.core.memo import weak_memo
from fjax.core.operand import Operand
from fjax.core.primitive import Linear, Primitive, Zero
from fjax.core.rewrite import drop_dead
from fjax.core.tracing import Trace, Tracer, aval_of, new_trace, result_avals, state
from fjax.dataclass import dataclass
from fjax.interpreters.jvp import jvp_flat
from fjax.interpreters.staging import stage, stage_closed
from fjax.primitives.arithmetic import add, mul
from fjax.primitives.placing import relaxed
from fjax.primitives.structure import spread, sum_to


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

    def __reduce__(self) -> Any:
        raise errors.FjaxTypeError(
            "A function that fjax.vjp returned can't be pickled, as its tangents are values of "
            f"this process: {self.aval}, made by {self.origin()}. {source.UNPICKLED}"
        )

    def __repr__(self) -> str:
        return f"Linear<{self.aval}>"


@dataclass
class TapeEntry:
    """One recorded primitive; its arguments are slots and known values."""

    primitive: Primitive
    args: Sequence[Any]
    outs: Sequence[Slot]
    source: source.Source | None

    @property
    def takes_any_split(self) -> bool:
        """Whether `transpose` takes a cotangent that is split in another way than its output."""
        return self.primitive.role is not Role.OPAQUE or self.primitive.bilinear

    def evaluate(self, args: Sequence[Any]) -> Sequence[Any]:
        """The outputs for these arguments, computed in the current trace."""
        return tracing.bind(self.primitive, args)

    def transpose(self, cotangents: Sequence[Any]) -> Iterable[tuple[Slot, Any]]:
        """(slot, cotangent) for each linear argument."""
        kept = self.args
        if len(kept) == 1:
            (slot,) = kept
            (found,) = self.primitive.transpose(cotangents, Linear(slot.aval))
            return ((slot, found),)
        args = [Linear(a.aval) if type(a) is Slot else a for a in kept]
        every = self.primitive.transpose(cotangents, *args)
        return [(a, c) for a, c in zip(kept, every, strict=True) if type(a) is Slot]

    def relaxed(self, cotangents: Sequence[Any]) -> Iterable[tuple[Slot, Any]]:
        """As `transpose`, of values whose types do not show how they are split."""
        args = [Linear(a.aval.bare) if type(a) is Slot else relaxed(a) for a in self.args]
        every = self.primitive.transpose(list(map(relaxed, cotangents)), *args)
        return [(a, c) for a, c in zip(self.args, every, strict=True) if type(a) is Slot]


@dataclass
class ProductsEntry:
    """A sum of slots times known factors, spread to the shape of the output.

    One entry where primitives would be two or more: elementwise derivatives are such sums.
    """

    slots: Sequence[Slot]
    factors: Sequence[Any]
    outs: Sequence[Slot]
    source: source.Source | None
    takes_any_split: ClassVar[bool] = True

    @property
    def args(self) -> Sequence[Any]:
        """All that the entry reads, as `TapeEntry` has it."""
        return [*self.slots, *self.factors]

    def evaluate(self, args: Sequence[Any]) -> Sequence[Any]:
        """As of `TapeEntry`: products and additions."""
        n, total = len(self.slots), None
        for tangent, factor in zip(args[:n], args[n:], strict=True):
            term = mul(tangent, factor)
            total = term if total is None else add(total, term)
        return [spread(total, self.outs[0].aval.shape)]

    def transpose(self, cotangents: Sequence[Any]) -> Iterable[tuple[Slot, Any]]:
        """As of `TapeEntry`; the last term comes first, as it would on a tape of primitives."""
        found = []
        (whole,) = cotangents
        full = whole.shape
        for slot, factor in zip(reversed(self.slots), reversed(self.factors), strict=True):
            shape, c = slot.aval.shape, whole
            if shape == full:
                found.append((slot, mul(c, factor)))
                continue
            if aval_of(factor).shape == ():
                c = sum_to(c, ())  # a product of scalars, which was spread
            found.append((slot, sum_to(mul(c, factor), shape)))
        return found

    def relaxed(self, cotangents: Sequence[Any]) -> Iterable[tuple[Slot, Any]]:
        """As of `TapeEntry`."""
        factors = list(map(relaxed, self.factors))
        entry = ProductsEntry(self.slots, factors, self.outs, self.source)
        return entry.transpose(list(map(relaxed, cotangents)))


class TapeTrace(Trace):
    """Runs primitives of known values in the parent, and records the others."""

    kind = "linearization"

    def __init__(self, parent: Trace | None, name: str = "", lines: bool = True):
        super().__init__(parent, name)
        self.entries: list[TapeEntry | ProductsEntry] = []
        self.lines = lines or parent is not None or checks.on
        self.depth = len(source.current_names())  # of names around it, which entries have, too

    def new_input(self, aval: ShapedArray) -> TapeTracer:
        return TapeTracer(self, Slot(aval))

    def owns(self, value: Any) -> bool:
        return type(value) is TapeTracer and value.owner is self

    def process(self, primitive: Primitive, args: Sequence[Any]) -> Sequence[Any]:
        parent = self.parent
        known = True
        for a in args:
            if type(a) is TapeTracer and a.owner is self:
                if type(primitive).partial_eval is Primitive.partial_eval:
                    return self.record(primitive, args)
                known = False
                break
        before = state.trace  # what `with under(…)` does, without 0.25 µs for its object and calls
        state.trace = parent
        try:
            if known:
                return primitive.run(*args) if parent is None else parent.process(primitive, args)
            unknown = [type(a) is TapeTracer and a.owner is self for a in args]
            return primitive.partial_eval(self.record, unknown, args)
        finally:
            state.trace = before

    def sum_of_products(self, aval: ShapedArray, terms: Sequence[tuple[Any, Any]]) -> Any:
        slots = []
        for tangent, _ in terms:
            if type(tangent) is not TapeTracer or tangent.owner is not self:
                return None
            slots.append(tangent.slot)
        out = Slot(aval)
        where = source.here() if self.lines else None
        self.entries.append(ProductsEntry(slots, [f for _, f in terms], (out,), where))
        return TapeTracer(self, out)

    def record(self, primitive: Primitive, args: Sequence[Any]) -> Sequence[TapeTracer]:
        """Put a primitive on the tape."""
        kept, avals = [], []
        for a in args:
            if type(a) is TapeTracer and a.owner is self:
                kept.append(a.slot)
                avals.append(a.aval)
            else:
                kept.append(a)
                avals.append(a.aval if isinstance(a, Operand) else aval_of(a))
        if type(primitive).stage is not Primitive.stage:
            staged, extra = primitive.stage(avals)
            if staged is not primitive:
                primitive, kept = staged, [*extra, *kept]
                avals = [*map(aval_of, extra), *avals]
        found = result_avals(primitive, tuple(avals))
        where = source.here() if self.lines else None
        if len(found) == 1:
            slot = Slot(found[0])
            self.entries.append(TapeEntry(primitive, kept, (slot,), where))
            return (TapeTracer(self, slot),)
        outs = [Slot(aval) for aval in found]
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
            with source.replaying(entry.source and entry.source.below(self.depth)):
                args = [env[a] if type(a) is Slot else swap.get(id(a), a) for a in entry.args]
                results = entry.evaluate(args)
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
    absent: list[bool]  # which arguments have no data


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
    avals = [aval_of(p) for p in primals]
    tape = TapeTrace(tracing.current(), getattr(function, "__name__", ""), lines)
    with new_trace(tape):
        inputs, tangents = [], []
        for aval, d in zip(avals, differentiate, strict=True):
            tracer = tape.new_input(aval.tangent()) if d else None
            inputs.append(tracer)
            tangents.append(Zero(aval.tangent()) if tracer is None else tracer)
        outs, out_tangents = jvp_flat(function, primals, tangents)
    absent = [lacks_data(p) for p in primals]
    return Linearized(outs, out_tangents, tape, inputs, avals, absent)


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
    """Split a jaxpr by which inputs are unknown; `force_unknown` makes outputs unknown too.

    A jaxpr without known inputs, such as every remainder, is its own remainder. So programs nested
    in it are recognised where it is transposed, and not split again at each level.
    """
    force = force_unknown or (False,) * len(jaxpr.outvars)
    out_unknown: list[bool] = []
    remainders: list[Jaxpr] = []
    n_residuals: list[int] = []

    def known_function(*known: Any) -> list[Any]:
        given = iter(known)
        with new_trace(TapeTrace(tracing.current(), jaxpr.debug_name)) as tape:
            args = [
                tape.new_input(v.aval) if u else next(given)
                for v, u in zip(jaxpr.invars, unknown, strict=True)
            ]
            outs = evaluate_jaxpr(jaxpr, args)
        flags = zip(outs, force, strict=True)
        out_unknown[:] = [tape.owns(o) or f for o, f in flags]
        inputs = [a for a, u in zip(args, unknown, strict=True) if u]
        remainder, residuals = tape_jaxpr(
            tape, inputs, [o for o, u in zip(outs, out_unknown, strict=True) if u]
        )
        remainders.append(remainder)
        n_residuals.append(len(residuals))
        return [*[o for o, u in zip(outs, out_unknown, strict=True) if not u], *residuals]

    known_avals = [v.aval for v, u in zip(jaxpr.invars, unknown, strict=True) if not u]
    known = stage_closed(known_function, known_avals, f"known({jaxpr.debug_name})")
    if not known.eqns and all(out_unknown) and _same_equations(remainders[0], jaxpr):
        given = [v for v, u in zip(jaxpr.invars, unknown, strict=True) if not u]
        wanted = [v for v, u in zip(jaxpr.invars, unknown, strict=True) if u]
        known = Jaxpr(given, (), given, known.debug_name)
        remainder = jaxpr.replace(invars=[*given, *wanted])
        return PartialEvaluation(known, remainder, tuple(out_unknown), tuple(known_avals))
    first = len(known.outvars) - n_residuals[0]
    residual_avals = tuple(x.aval for x in known.outvars[first:])
    return PartialEvaluation(known, remainders[0], tuple(out_unknown), residual_avals)


def _same_equations(one: Jaxpr, other: Jaxpr) -> bool:
    """Whether two programs have the same operations, which carry the very same jaxprs."""
    return len(one.eqns) == len(other.eqns) and all(
        a.op.jaxprs == b.op.jaxprs and a.op == b.op
        for a, b in zip(one.eqns, other.eqns, strict=True)
    )
