"""Staging: run a function on tracers and record its primitives as a jaxpr."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.config import config
from fjax.core import dtypes, source, tracing
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.primitive import Primitive
from fjax.core.tracing import Trace, Tracer, new_trace, result_avals
from fjax.primitives.constant import Constant


class StagingTracer(Tracer):
    """A variable of the jaxpr under construction."""

    __slots__ = ("variable", "source", "__weakref__")

    def __init__(self, trace: StagingTrace, aval: ShapedArray, variable: Var, where: Any):
        self.owner, self.aval, self.variable, self.source = trace, aval, variable, where

    def origin(self) -> str:
        made = f"{self.owner!r}"
        return f"{made} at {self.source}" if self.source is not None else f"{made}, as an argument"


class StagingTrace(Trace):
    """Records every primitive; what comes from outside becomes a literal or a leading input."""

    kind = "tracing"

    def __init__(self, parent: Trace | None, name: str = ""):
        super().__init__(parent, name)
        self.eqns: list[Equation] = []
        self.constants: dict[int, tuple[Any, StagingTracer]] = {}
        self.originals: list[Any] = []

    def new_input(self, aval: ShapedArray) -> StagingTracer:
        return StagingTracer(self, aval, Var(aval), None)

    def process(self, primitive: Primitive, args: Sequence[Any]) -> list[StagingTracer]:
        atoms = [
            a.variable if type(a) is StagingTracer and a.owner is self else self.atom(a)
            for a in args
        ]
        return self.record(primitive, atoms)

    def record(self, primitive: Primitive, atoms: Sequence[Atom]) -> list[StagingTracer]:
        avals = tuple([x.aval for x in atoms])
        staged, extra = primitive.stage(avals)
        if staged is not primitive:
            primitive = staged
            atoms = [*[self.atom(x) for x in extra], *atoms]
            avals = tuple([x.aval for x in atoms])
        where = source.here()
        outs = [
            StagingTracer(self, aval, Var(aval), where) for aval in result_avals(primitive, avals)
        ]
        self.eqns.append(
            Equation(primitive, tuple(atoms), tuple([o.variable for o in outs]), where)
        )
        return outs

    def atom(self, value: Any) -> Atom:
        """The variable or literal for any operand."""
        if type(value) is StagingTracer and value.owner is self:
            return value.variable
        if isinstance(value, Tracer):
            return self.lift(value).variable
        if not isinstance(value, Array):
            found = self.constants.get(id(value))
            if found is not None:
                return found[1].variable
            original, value = value, tracing.as_array(value)
            if value.aval.shape != ():
                self.constants[id(original)] = (value, self.new_input(value.aval))
                self.originals.append(original)  # keeps its id from being used again
                return self.constants[id(original)][1].variable
        if (
            value.aval.shape == ()
            and not dtypes.is_key(value.aval.dtype)
            and value.aval.dtype != dtypes.float0
            and value.placement is None
        ):
            return Literal(value.buffer, value.aval)
        return self.lift(value).variable

    def lift(self, value: Any) -> StagingTracer:
        """The leading input that stands for an outside value."""
        found = self.constants.get(id(value))
        if found is None:
            if isinstance(value, Tracer) and not value.owner.alive:
                raise tracing.leaked(value)
            found = self.constants[id(value)] = (value, self.new_input(value.aval))
        return found[1]

    def value(self, result: Any) -> Atom:
        """The atom of something that the function returned."""
        return self.atom(result)

    def finish(
        self, inputs: Sequence[StagingTracer], outputs: Sequence[Atom]
    ) -> tuple[Jaxpr, list[Any]]:
        constants = [c for c, _ in self.constants.values()]
        const_vars = [t.variable for _, t in self.constants.values()]
        invars = [*const_vars, *[t.variable for t in inputs]]
        self.constants = {}     # or its tracers and the trace would keep each other alive
        return Jaxpr(invars, self.eqns, outputs, self.name), constants


class WatchedTrace(StagingTrace):
    """A staging trace that remembers its tracers weakly, to find those that outlive it."""

    def __init__(self, parent: Trace | None, name: str = ""):
        super().__init__(parent, name)
        self.made: list[weakref.ref[StagingTracer]] = []

    def new_input(self, aval: ShapedArray) -> StagingTracer:
        made = super().new_input(aval)
        self.made.append(weakref.ref(made))
        return made

    def process(self, primitive: Primitive, args: Sequence[Any]) -> Sequence[Any]:
        outs = super().process(primitive, args)
        self.made += [weakref.ref(x) for x in outs]
        return outs

    def survivors(self) -> list[StagingTracer]:
        """The tracers that something still refers to."""
        return [x for ref in self.made if (x := ref()) is not None]

    def check_leaks(self) -> None:
        """Raise if a tracer of this ended trace is still referred to from outside."""
        if self.survivors():
            gc.collect()        # cycles that nobody refers to are no leak
        alive = self.survivors()
        if alive:
            raise errors.LeakedTracerError(
                f"{len(alive)} traced value(s) outlive {self!r}; one of them, {alive[0].aval}, was "
                f"made by {alive[0].origin()}. Return values instead of storing them outside"
            )


def stage(
    function: Callable[..., Sequence[Any]], avals: Sequence[ShapedArray], name: str = ""
) -> tuple[Jaxpr, list[Any]]:
    """Trace a function of flat arguments with flat results.

    Returns (jaxpr, constants): the jaxpr's inputs are the constants, then the arguments. Concrete
    scalars become literals; any other outside value, outer tracers included, becomes a constant.
    """
    kind = WatchedTrace if config.check_tracer_leaks else StagingTrace
    with new_trace(kind(tracing.current(), name or getattr(function, "__name__", ""))) as trace:
        inputs = [trace.new_input(a) for a in avals]
        results = function(*inputs)
        outputs = [trace.value(r) for r in results]
        jaxpr, constants = trace.finish(inputs, outputs)
    if isinstance(trace, WatchedTrace):
        del inputs, results
        trace.check_leaks()
    return jaxpr, constants


def stage_closed(
    function: Callable[..., Sequence[Any]], avals: Sequence[ShapedArray], name: str = ""
) -> Jaxpr:
    """Like `stage`, with concrete constants inside the jaxpr; capturing traced values raises."""
    return close(*stage(function, avals, name))


def close(jaxpr: Jaxpr, constants: Sequence[Any]) -> Jaxpr:
    """The jaxpr with its constants inside; raises if one of them is traced."""
    if not constants:
        return jaxpr
    for c in constants:
        if isinstance(c, Tracer):
            raise errors.UnexpectedTracerError(
                f"{jaxpr.debug_name}: a custom derivative or batching rule can't close over a "
                "traced "
                f"value ({c.aval}, made by {c.origin()}) when its function is compiled or in a "
                "loop; "
                "pass the value as an argument of the function"
            )
    n = len(constants)
    made = [Equation(Constant(c), (), (v,)) for c, v in zip(constants, jaxpr.invars, strict=False)]
    return Jaxpr(jaxpr.invars[n:], [*made, *jaxpr.eqns], jaxpr.outvars, jaxpr.debug_name)


__all__ = ["StagingTrace", "StagingTracer", "evaluate_jaxpr", "stage", "stage_closed"]
