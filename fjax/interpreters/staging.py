"""Staging: run a function on tracers and record its primitives as a jaxpr."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from fjax import errors
from fjax.config import config
from fjax.core import dtypes, source, tracing
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.leaks import chain_to
from fjax.core.members import Members
from fjax.core.operand import Valueless
from fjax.core.primitive import Primitive
from fjax.core.reference import AbstractRef, Cell, Ref, argument, read
from fjax.core.tracing import Trace, Tracer, new_trace, result_avals
from fjax.primitives.constant import Constant

SMALL = 1024  # bytes up to which constants are compared: 0.7 µs each, of 10 for an equation


class StagingTracer(Tracer):
    """A variable of the jaxpr under construction."""

    __slots__ = ("variable", "source")

    def __init__(self, trace: StagingTrace, aval: ShapedArray, variable: Var, where: Any):
        self.owner, self.aval, self.variable, self.source = trace, aval, variable, where

    def look(self) -> Any:
        members = self.members()
        return None if members is None else members.value()

    def varies(self) -> bool:
        looking = self._looking()
        return looking is not None and looking.varies(self.owner, self)

    def members(self) -> Members | None:
        """What the members of a `shard_map` have, if it runs at once; None of other programs."""
        looking = self._looking()
        return None if looking is None else looking(self.owner, self)

    def _looking(self) -> Any:
        trace = self.owner
        if not isinstance(trace, StagingTrace) or trace.parent is None or not trace.alive:
            return None
        return trace.parent.looking

    def __repr__(self) -> str:
        members = self.members()
        return super().__repr__() if members is None else str(members)

    def origin(self) -> str:
        made = f"{self.owner!r}"
        return f"{made} at {self.source}" if self.source is not None else f"{made}, as an argument"

    def birth(self) -> str:
        if self.source is None:
            return super().birth()
        return f"was created on line {self.source}, by {self.owner!r}"


class StagingTrace(Trace):
    """Records every primitive; what comes from outside becomes a literal or a leading input."""

    kind = "tracing"
    records = True

    def __init__(self, parent: Trace | None, name: str = ""):
        super().__init__(parent, name)
        self.eqns: list[Equation] = []
        self.inputs: list[StagingTracer] = []
        self.looked_at = (
            False  # whether Python saw values, so that it may go another way with others
        )
        self.constants: dict[int, tuple[Any, StagingTracer]] = {}  # equal ones have one tracer
        self.contents: dict[tuple[ShapedArray, bytes], StagingTracer] = {}
        self.literals: dict[int, tuple[Literal, Array]] = {}  # by the `id` of the array
        self.originals: list[Any] = []
        self.cells: dict[Ref, _Entered] = {}  # references from outside that were used

    def cell(self, ref: Ref) -> Cell:
        found = self.cells.get(ref)
        if found is None:
            found = self.cells[ref] = _Entered(self.new_input(ref.aval.inner_aval))
        return found

    def new_input(self, aval: ShapedArray) -> StagingTracer:
        return StagingTracer(self, aval, Var(aval), None)

    def process(self, primitive: Primitive, args: Sequence[Any]) -> list[StagingTracer]:
        atoms = tuple(
            [
                a.variable if type(a) is StagingTracer and a.owner is self else self.atom(a)
                for a in args
            ]
        )
        avals = tuple([x.aval for x in atoms])
        if type(primitive).stage is not Primitive.stage:
            primitive, extra = primitive.stage(avals)
            atoms = (*[self.atom(x) for x in extra], *atoms)
            avals = tuple([x.aval for x in atoms])
        found = result_avals(primitive, avals)
        where = source.of_operation()
        if len(found) == 1:
            (aval,) = found
            made = Var(aval)
            self.eqns.append(Equation(primitive, atoms, (made,), where))
            return [StagingTracer(self, aval, made, where)]
        outs = [StagingTracer(self, aval, Var(aval), where) for aval in found]
        self.eqns.append(Equation(primitive, atoms, tuple([o.variable for o in outs]), where))
        return outs

    def atom(self, value: Any) -> Atom:
        """The variable or literal for any operand."""
        known = self.literals.get(id(value))
        if known is not None:
            return known[0]
        if type(value) is StagingTracer and value.owner is self:
            return value.variable
        if isinstance(value, Tracer):
            return self.lift(value).variable
        if isinstance(value, Valueless):
            if id(value) not in self.constants:
                self.expect(value)
            return self.constants[id(value)][1].variable
        if not isinstance(value, Array):
            value = tracing.as_operand(value)  # each time: a NumPy array may have changed
            if isinstance(value, Tracer):
                return self.atom(value)
        if (
            value.aval.shape == ()
            and not dtypes.is_key(value.aval.dtype)
            and value.aval.dtype != dtypes.float0
            and value.placement is None
        ):
            made = Literal(value.buffer, value.aval)
            self.literals[id(value)] = made, value
            return made
        return self.lift(value).variable

    def lift(self, value: Any) -> StagingTracer:
        """The leading input that stands for an outside value."""
        found = self.constants.get(id(value))
        if found is None:
            if isinstance(value, Tracer) and not value.owner.alive and not self.expects(value):
                raise tracing.leaked(value)
            return self.enter(id(value), value)
        return found[1]

    def enter(self, key: int, value: Any) -> StagingTracer:
        """The leading input for an outside value: that of an equal small array, if there is one."""
        if (
            type(value) is Array
            and value.placement is None
            and type(value.buffer) is np.ndarray
            and value.buffer.nbytes <= SMALL
        ):
            content = (value.aval, value.buffer.tobytes())
            made = self.contents.get(content)
            if made is None:
                made = self.contents[content] = self.new_input(value.aval)
        else:
            made = self.new_input(value.aval)
        self.constants[key] = (value, made)
        return made

    def expect(self, value: Any) -> None:
        """Take an outside value as the next constant, though its trace may have ended."""
        self.constants[id(value)] = (value, self.new_input(value.aval))
        self.originals.append(value)

    def expects(self, value: Any) -> bool:
        """Whether a trace around this one has been told of the value."""
        trace = self.parent
        while trace is not None:
            if isinstance(trace, StagingTrace) and id(value) in trace.constants:
                return True
            trace = trace.parent
        return False

    def value(self, result: Any) -> Atom:
        """The atom of something that the function returned."""
        return self.atom(result)

    def finish(
        self, inputs: Sequence[StagingTracer], outputs: Sequence[Atom]
    ) -> tuple[Jaxpr, list[Any]]:
        constants = {t.variable: c for c, t in self.constants.values()}
        entered = [c.initial.variable for c in self.cells.values()]
        invars = [*constants, *entered, *[t.variable for t in inputs]]
        # Or tracers and trace would keep each other alive:
        self.constants, self.contents, self.cells, self.inputs = {}, {}, {}, []
        self.literals = {}
        return Jaxpr(invars, self.eqns, outputs, self.name), list(constants.values())


class _Entered(Cell):
    """A cell for a reference from outside, and the input with what it held before."""

    __slots__ = ("initial",)

    def __init__(self, initial: StagingTracer):
        super().__init__(initial)
        self.initial = initial


class WatchedTrace(StagingTrace):
    """A staging trace that remembers its tracers weakly, to find those that outlive it."""

    def __init__(self, parent: Trace | None, name: str = ""):
        super().__init__(parent, name)
        self.made: list[weakref.ref[StagingTracer]] = []

    def new_input(self, aval: ShapedArray) -> StagingTracer:
        made = super().new_input(aval)
        self.made.append(weakref.ref(made))
        return made

    def process(self, primitive: Primitive, args: Sequence[Any]) -> list[StagingTracer]:
        outs = super().process(primitive, args)
        self.made += [weakref.ref(x) for x in outs]
        return outs

    def survivors(self) -> list[StagingTracer]:
        """The tracers that something still refers to."""
        return [x for ref in self.made if (x := ref()) is not None]

    def check_leaks(self) -> None:
        """Raise if a tracer of this ended trace is still referred to from outside."""
        if self.survivors():
            gc.collect()  # cycles that nobody refers to are no leak
        alive = self.survivors()
        if alive:
            held = chain_to(alive[0], [id(alive), *[id(ref) for ref in self.made]])
            held = f". It is still referred to: {held}" if held else ""
            raise errors.LeakedTracerError(
                f"Leaked {len(alive)} traced value(s) of {self!r}; one of them, {alive[0].aval}, "
                f"{alive[0].birth()}{held}. Return values instead of storing them outside"
            )


class Staged(NamedTuple):
    """A traced function, and what became of the references that it uses.

    The jaxpr's inputs are the constants, what the captured `references` hold, and the arguments
    (what they hold, for references). Its outputs are the function's, then what those captured
    references hold in the end that were `written`, then the same of the arguments `returned`.
    """

    jaxpr: Jaxpr
    constants: list[Any]
    references: tuple[Ref, ...] = ()
    written: tuple[bool, ...] = ()
    returned: tuple[int, ...] = ()
    # Whether derivatives of it write to references that it was given, which only the function
    # itself can do: in the jaxpr they are gone.
    late_writes: bool = False
    looked_at: bool = False  # whether Python saw values while it was traced
    demanded: tuple[Any, ...] = ()  # devices that it says it runs on

    @property
    def changed(self) -> list[Ref]:
        """The captured references that the function writes to."""
        return [r for r, w in zip(self.references, self.written, strict=True) if w]

    @property
    def n_written(self) -> int:
        """How many outputs are what references hold in the end."""
        return sum(self.written) + len(self.returned)

    def only_reading(self, what: str) -> tuple[Jaxpr, list[Any]]:
        """(jaxpr, constants), what the references hold now among these; raises if it writes."""
        for ref in self.changed:
            raise errors.FjaxValueError(
                f"{what}: the function {self.jaxpr.debug_name} writes to the reference {ref.aval} "
                f"({ref.origin}), which it closes over; here a function may only read references. "
                "Return the new value and write it outside"
            )
        return self.jaxpr, [*self.constants, *map(read, self.references)]


def stage(
    function: Callable[..., Sequence[Any]], avals: Sequence[ShapedArray], name: str = ""
) -> tuple[Jaxpr, list[Any]]:
    """Trace a function of flat arguments with flat results.

    Returns (jaxpr, constants): the jaxpr's inputs are the constants, then the arguments. Concrete
    scalars become literals; any other outside value, outer tracers included, becomes a constant, as
    does what references hold; writing to a reference from outside raises.
    """
    staged = stage_references(function, avals, name)
    return staged.only_reading("tracing") if staged.references else staged[:2]


def stage_references(
    function: Callable[..., Sequence[Any]],
    avals: Sequence[ShapedArray | AbstractRef],
    name: str = "",
    names: Any = (),
) -> Staged:
    """Trace a function of flat arguments that may read and write references.

    Arguments that are references have an AbstractRef among the avals; `names` are what messages
    call the arguments.
    """
    kind = WatchedTrace if config.check_tracer_leaks else StagingTrace
    tracer = kind(tracing.current(), name or getattr(function, "__name__", ""))
    with source.names(source.NO_NAMES), new_trace(tracer) as trace:
        inputs = [trace.new_input(a if isinstance(a, ShapedArray) else a.inner_aval) for a in avals]
        trace.inputs = inputs
        given: list[Any] = list(inputs)
        for i, a in enumerate(avals):
            if type(a) is AbstractRef:
                given[i] = argument(inputs[i], a, trace, names[i] if names else str(i))
        results = function(*given)
        outputs = [trace.value(r) for r in results]
        references = tuple(trace.cells)
        written = tuple([cell.written for cell in trace.cells.values()])
        outputs += [trace.value(cell.value) for cell in trace.cells.values() if cell.written]
        returned = tuple([i for i, x in enumerate(given) if type(x) is Ref and x.cell.written])
        outputs += [trace.value(given[i].cell.value) for i in returned]
        jaxpr, constants = trace.finish(inputs, outputs)
    if isinstance(trace, WatchedTrace):
        del inputs, given, results
        trace.check_leaks()
    late, seen = trace.has_late_writes, trace.looked_at
    return Staged(jaxpr, constants, references, written, returned, late, seen, trace.demanded)


def stage_closed(
    function: Callable[..., Sequence[Any]], avals: Sequence[ShapedArray], name: str = ""
) -> Jaxpr:
    """Like `stage`, with concrete constants inside the jaxpr.

    Capturing traced values raises, and so does capturing references: what they hold changes.
    """
    staged = stage_references(function, avals, name)
    for ref in staged.references:
        raise errors.FjaxValueError(
            f"{staged.jaxpr.debug_name}: a custom derivative or batching rule can't close over a "
            f"reference ({ref.aval}; {ref.origin}) when its function is compiled or in a loop; "
            "pass its value, ref[...], as an argument of the function"
        )
    return close(staged.jaxpr, staged.constants)


def differing(jaxpr: Jaxpr, vma: frozenset[Any]) -> Jaxpr:
    """The same program for inputs that may also differ along these axes of a mesh."""
    avals = [a.update(vma=a.vma | vma) for a in jaxpr.in_avals]
    if avals == jaxpr.in_avals:
        return jaxpr
    return stage_closed(lambda *xs: evaluate_jaxpr(jaxpr, xs), avals, jaxpr.debug_name)


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
