"""Executables: a fused program as native segments and library calls over a table of buffers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from fjax.config import config
from fjax.core import device, dtypes
from fjax.core.avals import ShapedArray
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.ownership import other_holders
from fjax.errors import CopyError
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.fuse.fusion import DELIBERATE, Plan, is_view
from fjax.lowering.fuse.placeholders import Placeholder, put_in, put_in_kernel
from fjax.lowering.kernel.form import Unsupported
from fjax.lowering.loop import native as loops
from fjax.lowering.loop.host import HostLoop
from fjax.lowering.run.buffers import (
    Span,
    insert_copies,
    last_uses,
    place,
    reuse,
    separate_outputs,
    storage_of,
    variables_read,
)
from fjax.lowering.run.launch import Intermediate, Launch, Output, word
from fjax.lowering.run.parts import KernelInfo, ProductInfo
from fjax.lowering.run.steps import (
    Slots,
    Step,
    evaluation,
    evaluation_of_body,
    evaluation_step,
    loop_step,
)
from fjax.lowering.schedule import build
from fjax.lowering.target import Target
from fjax.passes.optimize import optimize


@dataclass(frozen=True, eq=False)
class Alone:
    """An equation that is no launch, and the loop that it is, if it is one."""

    equation: Equation
    slots: Slots
    loop: loops.WatchedLoop | HostLoop | None = None


@dataclass(frozen=True)
class Result:
    """An output: its slot, and whether the caller gets a copy."""

    slot: int
    shape: tuple[int, ...]
    copied: bool


class Executable:
    """A compiled program: call it with the input buffers to get the output buffers.

    Inputs are ndarrays of the physical dtypes; outputs are new arrays that share no memory with
    inputs or with each other. For the body of a loop, `step` tells how many inputs are constants
    and how many are carried: then outputs are made where a following step may find them.
    """

    def __init__(
        self,
        target: Target,
        plan: Plan,
        donated: Sequence[bool] = (),
        optimized: Jaxpr | None = None,
        compile_body: Callable[..., Executable] | None = None,
        step: tuple[int, int] | None = None,
        literals: Sequence[Literal] = (),
    ):
        device.executables.add(self)
        self.target = target
        self.literals = literals  # what the plan's placeholders stand for
        plan = replace(plan, jaxpr=put_in(plan.jaxpr, literals))
        self.compile_body = compile_body  # for the bodies of loops that run on the host
        self.donated = tuple(donated) or (False,) * len(plan.jaxpr.invars)
        given = [v for v, d in zip(plan.jaxpr.invars, self.donated, strict=True) if d]
        views = {v for e in plan.jaxpr.eqns if is_view(e) for v in e.outvars}
        jaxpr = plan.jaxpr if step is None else separate_outputs(plan.jaxpr, views, *step)
        self.jaxpr, self.copies = insert_copies(jaxpr, views, given)
        reasons = {e.outvars: r for e, r in zip(plan.jaxpr.eqns, plan.reasons, strict=True)}
        self.reasons = [reasons.get(e.outvars, "") for e in self.jaxpr.eqns]
        self.nests = {e.outvars: n for e, n in zip(plan.jaxpr.eqns, plan.nests, strict=True)}
        self.views = views
        self.storage = storage_of(self.jaxpr.eqns, views)
        self.optimized = optimized or plan.jaxpr
        self.kernels: list[KernelInfo] = []
        self.fallbacks: list[tuple[Equation, str]] = []
        self.loops: list[tuple[Equation, loops.WatchedLoop | HostLoop]] = []
        native = [self._native(e, r) for e, r in zip(self.jaxpr.eqns, self.reasons, strict=True)]
        reuse(self.jaxpr.eqns, self.jaxpr.outvars, self.storage, _pairs(native), given)
        self._assign(given)
        self.steps: list[Step] = []
        self.parts: list[Segment | Alone] = []  # what the steps are
        self.direct: Callable[[Sequence[Any]], list[Any]] | None = None
        self.whole: Segment | None = None  # the segment that is the whole program
        self._build(native)
        self.results = self._results()
        self.nests.clear()

    # ---- construction

    def _assign(self, given: Sequence[Var]) -> None:
        """Slots for the variables, and who owns what lies in them; `given`: the donated inputs."""
        shared = set(self.storage.values())
        self.changed = [
            k for k, v in enumerate(self.jaxpr.invars) if self.donated[k] and v in shared
        ]
        self.numbers = self._numbered()
        self.slots = len(set(self.numbers.values())) - len(self.jaxpr.invars)
        self.last = last_uses(self.jaxpr.eqns, self.jaxpr.outvars, self.storage)
        self.own = {*given, *(v for e in self.jaxpr.eqns for v in e.outvars if self._makes(e))}
        self.rewritten = self._rewritten()

    def _numbered(self) -> dict[Atom, int]:
        """Each variable's slot: one for the variables that share memory."""
        numbers: dict[Atom, int] = {}
        for v in (*self.jaxpr.invars, *(v for e in self.jaxpr.eqns for v in e.outvars)):
            if v not in self.storage:
                numbers[v] = len(numbers)
        numbers.update((v, numbers[x]) for v, x in self.storage.items())
        return numbers

    def _build(self, native: Sequence[KernelInfo | ProductInfo | None]) -> None:
        eqns = self.jaxpr.eqns
        start = 0
        while start < len(eqns):
            stop = start
            while stop < len(eqns) and (native[stop] is not None or self._is_view(eqns[stop])):
                stop += 1
            if all(n is None for n in native[start:stop]) and stop > start:
                start = stop  # views only: the memory is there
            elif stop > start:
                segment = Segment(self, start, stop, native[start:stop])
                if start == 0 and stop == len(eqns):
                    self.direct, self.whole = segment.direct(), segment
                self.parts.append(segment)
                self.steps.append(segment.step())
                start = stop
            else:
                self.steps.append(self._alone(eqns[start], start))
                start += 1

    def _makes(self, eqn: Equation) -> bool:
        """Whether an equation's outputs have memory of their own."""
        op = eqn.op
        return isinstance(op, (Fused, Updated)) or self._is_loop(eqn)

    def _is_loop(self, eqn: Equation) -> bool:
        return eqn.op.loop() is not None and not eqn.op.effects

    def _is_view(self, eqn: Equation) -> bool:
        return eqn.outvars[:1] != () and eqn.outvars[0] in self.views

    def _native(self, eqn: Equation, reason: str) -> KernelInfo | ProductInfo | None:
        if not isinstance(eqn.op, (Fused, Updated)):
            launch = None if self._is_view(eqn) else self.target.library_launch(eqn)
            return None if launch is None else ProductInfo(eqn, launch)
        lower = build.lower if isinstance(eqn.op, Fused) else build.lower_update
        try:
            lowered = lower(eqn.op.body, self.target.machine, self.nests.get(eqn.outvars))
        except Unsupported as error:
            self.fallbacks += [(e, str(error)) for e in eqn.op.body.eqns]
            return None
        compiled = self.target.compile(lowered.kernel)
        info = KernelInfo(eqn, lowered, compiled, reason, self.target)
        self.kernels.append(info)
        return info

    def _alone(self, eqn: Equation, number: int) -> Step:
        op = eqn.op
        if self._is_loop(eqn):
            return self._loop(eqn, number)
        slots = self._slots(eqn, number)
        self.parts.append(Alone(eqn, slots))
        if isinstance(op, (Fused, Updated)):
            body = put_in(op.body, self.literals)
            return evaluation_step(evaluation_of_body(body), slots)
        if (
            not op.library
            and not op.jaxprs
            and not op.effects
            and self.reasons[number] not in DELIBERATE
        ):
            self.fallbacks.append((eqn, self.reasons[number]))
        return evaluation_step(evaluation(eqn), slots)

    def _slots(self, eqn: Equation, number: int) -> Slots:
        """What an equation that is no launch does to the table of buffers."""
        sources = self.sources(eqn)
        read = dict.fromkeys(map(Slots.of_source, sources))
        return Slots(
            sources,
            [self.numbers[v] for v in eqn.outvars],
            self.dead_after(number, number + 1),
            [s for s in read if s in self.rewritten],
        )

    def _rewritten(self) -> set[int]:
        """Slots of memory that is written to again when it holds a value already."""
        roots = {x for v, x in self.storage.items() if v not in self.views}
        for number, eqn in enumerate(self.jaxpr.eqns):
            if self._is_loop(eqn):
                roots.update(self._taken(eqn, number).values())
        return {self.numbers[x] for x in roots}

    def words_of(self, lowered: build.Lowered) -> list[int]:
        """The table of a kernel's launch."""
        return [
            word(self.literals[value.number].value if type(value) is Placeholder else value, d)
            for d, value in lowered.words
        ]

    def sources(self, eqn: Equation) -> list[Any]:
        """For each operand: its slot, (slot, shape) if it is a view, or the array of a literal."""
        found: list[Any] = []
        for x in eqn.invars:
            if isinstance(x, Literal):
                found.append(np.asarray(x.value, dtypes.physical(x.aval.dtype)))
            elif self.storage.get(x, x).aval.shape != x.aval.shape:
                found.append((self.numbers[x], x.aval.shape))
            else:
                found.append(self.numbers[x])
        return found

    def _loop(self, eqn: Equation, number: int) -> Step:
        """A loop as one native call, or on the host over its compiled body."""
        op = eqn.op
        form = op.loop()
        compile_body = self.compile_body
        assert compile_body is not None and form is not None
        found = loops.native_loop(self.target, op, eqn.invars, optimize)
        taken = self._taken(eqn, number)
        if isinstance(found, str):
            self.reasons[number] = f"it runs on the host: {found}"
            run: Any = HostLoop(self.target, form, compile_body, frozenset(taken))
        else:
            self.reasons[number] = "it is a loop"
            reason = "it is a loop"
            info = KernelInfo(eqn, found.lowered, found.compiled, reason, self.target)
            self.kernels.append(info)
            host = partial(HostLoop, self.target, form, compile_body)
            run = loops.WatchedLoop(found, host, frozenset(taken))
        self.loops.append((eqn, run))
        inputs = list(self.jaxpr.invars)
        changed = [inputs.index(taken[k]) for k in run.taken if taken[k] in inputs]
        self.changed = sorted({*self.changed, *changed})
        slots = self._slots(eqn, number)
        slots = replace(slots, kept=[t for t in slots.targets if t in self.rewritten])
        self.parts.append(Alone(eqn, slots, run))
        return loop_step(run, slots, form.length)

    def _taken(self, eqn: Equation, number: int) -> dict[int, Var]:
        """Which carried values a loop may change where they are: nobody else needs their memory."""
        form = eqn.op.loop()
        assert form is not None
        roots = [self.storage.get(x, x) if isinstance(x, Var) else x for x in eqn.invars]
        found = {}
        for k in range(form.n_carry):
            x = eqn.invars[form.first_carry + k]
            root = roots[form.first_carry + k]
            if (
                isinstance(root, Var)
                and x in self.own
                and x not in self.views
                and roots.count(root) == 1
                and self.last[root] == number
                and x.aval.shape == root.aval.shape
            ):
                found[k] = root
        return found

    def dead_after(self, start: int, stop: int) -> list[int]:
        """Slots of values whose last use is in these steps."""
        touched = {
            self.storage.get(x, x)
            for e in self.jaxpr.eqns[start:stop]
            for x in (*e.invars, *e.outvars)
            if isinstance(x, Var)
        }
        return sorted(self.numbers[v] for v in touched if self.last[v] < stop)

    # ---- running

    def __call__(self, buffers: list[Any]) -> list[Any]:
        """The output buffers, for a list of input buffers that is handed over.

        A donated input is used again if besides the list only the Array that is given away holds
        it, or the list of carried values that this call replaces.
        """
        for b in buffers:
            if not b.flags.c_contiguous:
                buffers[:] = [np.asarray(b, order="C") for b in buffers]  # keeps rank 0
                break
        b = None  # no reference of this loop's to the last one
        for k in self.changed:
            if other_holders(buffers, k) > 1 or not self.target.owns(buffers[k]):
                if config.assert_no_copies:
                    raise CopyError(
                        f"the donated argument {self.jaxpr.invars[k].aval} is "
                        "copied, because something else refers to its memory"
                    )
                buffers[k] = buffers[k].copy()
        if self.direct is not None:
            return self.direct(buffers)
        env = [*buffers, *[None] * self.slots]
        for step in self.steps:
            step(env)
        results = []
        for r in self.results:
            if isinstance(r, Literal):
                results.append(np.array(r.value, dtypes.physical(r.aval.dtype)))
                continue
            out = env[r.slot]
            if out.shape != r.shape:
                out = out.reshape(r.shape)
            results.append(out.copy() if r.copied else out)
        return results

    def _results(self) -> list[Result | Literal]:
        """Where the outputs are: each in memory that the caller has not and no other output has."""
        results: list[Result | Literal] = []
        seen: set[int] = set()
        for x in self.jaxpr.outvars:
            if isinstance(x, Literal):
                results.append(x)
                continue
            slot = self.numbers[x]
            foreign = slot < len(self.jaxpr.invars) and (x not in self.storage or x in self.views)
            results.append(Result(slot, x.aval.shape, foreign or slot in seen))
            seen.add(slot)
        return results

    def entry(
        self, in_avals: Sequence[ShapedArray], out_avals: Sequence[ShapedArray]
    ) -> Callable[..., Any] | None:
        """The program as one native function of Arrays of these avals, if it can be."""
        return None if self.whole is None else self.whole.entry(in_avals, out_avals)

    @property
    def program(self) -> Jaxpr:
        """The fused program with all its literals."""
        return self.jaxpr.replace(
            eqns=[
                put_in_kernel(e, self.literals) if isinstance(e.op, (Fused, Updated)) else e
                for e in self.jaxpr.eqns
            ]
        )

    def __str__(self) -> str:
        return str(self.program)


class Segment:
    """Consecutive kernels, launched by one native call."""

    def __init__(
        self,
        owner: Executable,
        start: int,
        stop: int,
        kernels: Sequence[KernelInfo | ProductInfo | None],
    ):
        self.owner, self.start, self.stop = owner, start, stop
        self.launched = [
            (e, k)
            for e, k in zip(owner.jaxpr.eqns[start:stop], kernels, strict=True)
            if k is not None
        ]
        eqns = [e for e, _ in self.launched]
        storage = owner.storage
        made = {v for e in eqns for v in e.outvars if v not in storage}
        read = (storage.get(v, v) for v in variables_read(eqns))
        self.read = list(dict.fromkeys(v for v in read if v not in made))
        written = [v for e in eqns for v in e.outvars if v in made]
        self.kept = [v for v in written if owner.last[v] >= stop]
        local = [v for v in written if owner.last[v] < stop]
        intermediates = self._place(local)
        order: dict[Atom, int] = {v: k for k, v in enumerate((*self.read, *self.kept, *local))}
        launches = [self._launch(e, info, order) for e, info in self.launched]
        heavy = any(launch.parallel for launch in launches)
        self.program = owner.target.program(
            launches,
            len(self.read) + len(self.kept),
            intermediates=intermediates,
            release_gil=heavy,
        )
        self.sources = [owner.numbers[v] for v in self.read]
        self.slots = Slots(
            self.sources, [owner.numbers[v] for v in self.kept], owner.dead_after(start, stop)
        )
        self.makers = [self._maker(v) for v in self.kept]
        self.places: list[int] | None = None  # of the outputs among inputs and arrays made

    def _launch(
        self, eqn: Equation, info: KernelInfo | ProductInfo, order: dict[Atom, int]
    ) -> Launch:
        """The equation's launch on the segment's slots."""
        storage = self.owner.storage
        given: Sequence[Atom] = (*eqn.invars, *eqn.outvars)
        if isinstance(info, KernelInfo) and isinstance(eqn.op, Updated):
            given = eqn.invars
        slots = tuple(order[storage.get(v, v)] for v in given)
        if isinstance(info, ProductInfo):
            return replace(info.launch, buffers=tuple(slots[k] for k in info.launch.buffers))
        low, words = info.lowered, self.owner.words_of(info.lowered)
        return Launch(
            info.compiled, slots, words, low.extent, low.grain, low.parallel, work=low.work
        )

    def _place(self, local: Sequence[Var]) -> list[Intermediate]:
        owner = self.owner
        born = {v: k for k, e in enumerate(owner.jaxpr.eqns) for v in e.outvars}
        spans = [Span(born[v], owner.last[v], v.aval.nbytes) for v in local]
        return [
            Intermediate(at, dtypes.physical(v.aval.dtype), v.aval.shape)
            for at, v in zip(place(spans), local, strict=True)
        ]

    def _maker(self, v: Var, shape: tuple[int, ...] | None = None) -> tuple:
        """What makes the buffer of a variable: a function, and the shape and dtype it takes."""
        make = self.owner.target.maker(v.aval.nbytes)
        return make, v.aval.shape if shape is None else shape, dtypes.physical(v.aval.dtype)

    def direct(self) -> Callable[[Sequence[Any]], list[Any]] | None:
        """The whole program as one function, if it makes each of its outputs itself."""
        owner = self.owner
        roots = [owner.storage.get(x, x) for x in owner.jaxpr.outvars]
        own = [x for x, r in zip(owner.jaxpr.outvars, roots, strict=True) if r in self.kept]
        given = [
            owner.numbers[r]
            for x, r in zip(owner.jaxpr.outvars, roots, strict=True)
            if x in owner.storage
            and x not in owner.views
            and owner.numbers[r] in owner.changed
            and x.aval.shape == r.aval.shape
        ]  # else the result is reshaped
        if len(own) + len(given) < len(roots) or len(set(roots)) < len(roots):
            return None
        shapes = {r: x for x, r in zip(owner.jaxpr.outvars, roots, strict=True)}
        makers = [self._maker(v, shapes[v].aval.shape) for v in self.kept]
        picks = (
            None if list(owner.jaxpr.invars) == self.read else [owner.numbers[v] for v in self.read]
        )
        made: dict[Atom, int] = {v: len(owner.jaxpr.invars) + k for k, v in enumerate(self.kept)}
        self.places = [
            owner.numbers[r] if owner.numbers[r] in given and r not in self.kept else made[r]
            for r in roots
        ]
        return _direct_call(
            self.program.run, makers, picks, None if roots == self.kept else self.places
        )

    def entry(
        self, in_avals: Sequence[ShapedArray], out_avals: Sequence[ShapedArray]
    ) -> Callable[..., Any] | None:
        """The whole program as one native function from Arrays to a tuple of Arrays, if it can be.

        A single output is given by itself. The avals are those of the function that was traced:
        passes do not keep weak types.
        """
        outvars = self.owner.jaxpr.outvars
        places = {
            self.owner.storage.get(v, v): k for k, v in enumerate(outvars) if isinstance(v, Var)
        }
        if set(places) != set(self.kept) or len(places) != len(outvars):
            return None
        outputs = [
            Output(out_avals[places[v]], dtypes.physical(v.aval.dtype), places[v])
            for v in self.kept
        ]
        picks = [self.owner.numbers[v] for v in self.read]
        target = self.owner.target
        return target.entry(self.program, in_avals, picks, outputs, len(outputs) == 1)

    def step(self) -> Step:
        """The segment as a step over the table of buffers."""
        run, sources, dead = self.program.run, self.sources, self.slots.dead
        makers = [(slot, *made) for slot, made in zip(self.slots.targets, self.makers, strict=True)]

        def segment(env: list) -> None:
            for slot, make, shape, dtype in makers:
                env[slot] = make(shape, dtype)
            run(*[env[s] for s in sources], *[env[m[0]] for m in makers])
            for slot in dead:
                env[slot] = None

        return segment


def _pairs(native: Sequence[KernelInfo | ProductInfo | None]) -> dict[int, Any]:
    """For each native equation the (output, input) pairs that may share memory."""
    return {
        k: info.lowered.in_place if isinstance(info, KernelInfo) else ()
        for k, info in enumerate(native)
        if info is not None
    }


def _direct_call(
    run: Callable,
    makers: Sequence[tuple],
    picks: Sequence[int] | None,
    places: Sequence[int] | None,
) -> Callable[[Sequence[Any]], list[Any]]:
    """A function from input to output buffers by one native call.

    `picks`: the inputs that are read (None: all in order). `places`: where the outputs are among
    the inputs and the arrays made (None: they are what is made).
    """
    if len(makers) == 1 and picks is None and places is None:
        ((make, shape, dtype),) = makers

        def call_one(buffers: Sequence[Any]) -> list[Any]:
            out = make(shape, dtype)
            run(*buffers, out)
            return [out]

        return call_one

    def call(buffers: Sequence[Any]) -> list[Any]:
        outs = [make(shape, dtype) for make, shape, dtype in makers]
        run(*(buffers if picks is None else [buffers[i] for i in picks]), *outs)
        if places is None:
            return outs
        every = [*buffers, *outs]
        return [every[i] for i in places]

    return call
