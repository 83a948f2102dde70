"""Plans in terms of sizes: one planning serves all sizes for which its guards hold.

A template is made by planning a program whose sizes and literals record how they are used
(`core/guarded.py`). The resulting plan has expressions in place of numbers. Its guards are the
conditions under which every decision, also of the passes, comes out the same. Evaluating the
expressions takes a fraction of the time of planning.
"""

from __future__ import annotations

import copy
import dataclasses
import enum
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np

from fjax.config import Scope
from fjax.core.avals import ShapedArray
from fjax.core.guarded import Guarded, Guards, known
from fjax.core.ir import Equation, Jaxpr, Literal, Var
from fjax.core.memo import memo
from fjax.core.primitive import Primitive
from fjax.core.scalar import Expr
from fjax.core.source import Source
from fjax.core.straight_line import as_list, as_tuple
from fjax.dataclass import dataclass
from fjax.locks import process_lock
from fjax.lowering.fuse.fused import OneKernel
from fjax.lowering.kernel.fingerprint import fingerprint
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.run.control_flow import ControlFlow
from fjax.lowering.run.launch import Launch, OpenWord, Routine, word
from fjax.lowering.run.plan import Evaluation, KeptPlan, Plan, PlannedLaunch
from fjax.lowering.run.stored_plan import changes_where_kept
from fjax.lowering.skeleton import Placeholder, Skeleton, fields_of, has_fields, whole_number
from fjax.lowering.target import Target

PLAIN = (bool, float, type(None), range, str, type, enum.Enum)
AS_THEY_ARE = (*PLAIN, np.generic, np.dtype, Expr, Source)
_lock = process_lock()


# ---- data made again with other numbers in it


class Unknown(Exception):
    """Something cannot be expressed in terms of sizes."""


@dataclass(frozen=True, eq=False)
class AskedLaunch(Launch):
    """A launch of a library's routine. For other sizes the library is asked again.

    asked: its answer as an expression. The buffers are in the order of the operands and results.
    """

    asked: Any = None


@dataclass(frozen=True, eq=False)
class FixedLaunch(Launch):
    """A launch of a library's routine whose sizes are fixed: the library's answer is `launch`."""

    launch: Launch | None = None


def _at_once(make: Callable[..., Any], *parts: Any) -> Any:
    return make(*parts)


@memo(1024)
def _stays(kind: type) -> bool:
    """Whether objects of a type have no numbers to replace."""
    return kind is Guarded or issubclass(kind, AS_THEY_ARE)


class Rebuilt:
    """Data with its numbers replaced; parts without such numbers are kept.

    open: gives the replacement of an integer or a literal's value; None keeps it. Guarded numbers
    count as replaced. make: calls a function that builds data from its parts, or records the call
    as `Guards.step` does, so that the data is an expression.

    >>> Rebuilt({30: 50}.get)(((2, 30), (2, 2), "a"))
    ((2, 50), (2, 2), 'a')
    """

    def __init__(self, open: Callable[[Any], Any], make: Callable[..., Any] = _at_once):
        self.open, self.make = open, make
        self.found: dict[int, Any] = {}  # by identity
        self.kept: list[Any] = []  # so that it lives as long

    def __call__(self, x: Any) -> Any:
        kind = type(x)
        if kind is int:
            found = self.open(x)
            return x if found is None else found
        if _stays(kind):
            return x
        key = id(x)
        if key not in self.found:
            self.found[key] = self._of_parts(x, kind)
            self.kept.append(x)
        return self.found[key]

    def _of(self, x: Any, make: Callable[..., Any], *parts: Any) -> Any:
        """x rebuilt by `make` from these parts; x itself if no part changed."""
        new = [self(part) for part in parts]
        for n, part in zip(new, parts, strict=True):
            if n is not part or type(n) is Guarded:
                return self.make(make, *new)
        return x

    def _of_parts(self, x: Any, kind: type) -> Any:
        """Rebuild data that has parts."""
        if kind is tuple:
            return self._of(x, as_tuple, *x)
        if kind is list:
            return self._of(x, as_list, *x)
        if kind is Var:
            return self._of(x, Var, x.aval)
        if kind is ShapedArray:
            return self._of(x, partial(_aval, x), *x.shape)
        if isinstance(x, Literal):
            return self._of_literal(x)
        if kind is Jaxpr:
            return self._of(x, Jaxpr, x.invars, x.eqns, x.outvars, x.debug_name)
        if kind is Equation:
            return self._of(x, Equation, x.op, x.invars, x.outvars, x.source)
        if isinstance(x, Mapping):
            return self._of(x, partial(_mapping, len(x)), *x, *x.values())
        if isinstance(x, (set, frozenset)):
            return self._of(x, lambda *parts: kind(parts), *x)
        if kind is Kernel:
            _check(x)
            return x
        return self._of_record(x, kind)

    def _of_record(self, x: Any, kind: Any) -> Any:
        """Rebuild a named tuple or a dataclass."""
        if kind is OpenWord:
            return self._of(x, partial(_word, x.dtype), x.value)
        if kind is AskedLaunch:
            return self._of(x, _launch_on, x.asked, x.buffers)
        if kind is PlannedLaunch and type(x.launch) is AskedLaunch:
            parts = fields_of(x)
            make = partial(_planned_launch, x, tuple(parts))
            return self._of(x, make, x.launch.asked, *parts.values())
        if kind is FixedLaunch:
            return _record(x.launch, ("buffers",), x.buffers)
        if isinstance(x, Routine) and not isinstance(x, ControlFlow):
            raise Unknown(kind)
        if isinstance(x, tuple):
            return self._of(x, kind, *x)
        if kind is Evaluation and isinstance(x.equation.op, OneKernel):
            raise Unknown(kind)
        if not isinstance(x, Primitive) and not has_fields(kind):
            raise Unknown(kind)
        parts = fields_of(x)
        return self._of(x, partial(_record, x, tuple(parts)), *parts.values())

    def _of_literal(self, x: Literal) -> Any:
        """Rebuild a literal. Placeholders stay: they are in kernels, which serve all values."""
        if type(x) is Placeholder:
            return x
        value = x.value if type(x.value) is Guarded else self.open(x)
        return x if value is None else self.make(Literal, value, x.aval)


def _check(kernel: Kernel) -> None:
    """Raise Unknown if a guarded size is anywhere in a kernel; it must serve all sizes."""
    pending: list[Any] = [kernel]
    seen = set[int]()
    while pending:
        x = pending.pop()
        kind = type(x)
        if kind is Guarded:
            raise Unknown(Kernel)
        if kind is Expr:
            if id(x) not in seen:
                seen.add(id(x))
                pending += (*x.args, x.extra, getattr(x.extra, "value", None))
        elif kind is tuple or kind is list:
            pending += x
        elif id(x) not in seen and has_fields(kind):
            seen.add(id(x))
            pending += fields_of(x).values()


def _aval(like: ShapedArray, *shape: int) -> ShapedArray:
    return ShapedArray(shape, like.dtype, like.weak_type, like.vma, sharding=like.layout)


def _mapping(n: int, *parts: Any) -> dict[Any, Any]:
    return dict(zip(parts[:n], parts[n:], strict=True))


def _launch_on(asked: Launch, slots: tuple[int, ...]) -> Launch:
    """The library's answer on slots of what it uses, in the order of `AskedLaunch`; scratch memory
    comes last.
    """
    used, room = slots[: len(asked.buffers)], slots[len(asked.buffers) :]
    slot_of = dict(zip(sorted(asked.buffers), used, strict=True))
    return _record(asked, ("buffers",), (*[slot_of[k] for k in asked.buffers], *room))


def _planned_launch(
    like: PlannedLaunch, names: Sequence[str], asked: Launch, *values: Any
) -> PlannedLaunch:
    """As `_record`, with the order of buffers that the library's answer has."""
    order = (*asked.buffers, *like.order[len(asked.buffers) :])
    return _record(_record(like, names, *values), ("order",), order)


def _record(like: Any, names: Sequence[str], *values: Any) -> Any:
    """A dataclass with these fields changed."""
    if isinstance(like, Primitive) or not hasattr(like, "__dict__"):
        return dataclasses.replace(like, **dict(zip(names, values, strict=True)))
    found = object.__new__(type(like))
    found.__dict__.update(like.__dict__)
    found.__dict__.update(zip(names, values, strict=True))
    return found


def _word(dtype: np.dtype, value: Any) -> int:
    return word(value, dtype)


# ---- libraries, asked about equations whose sizes are guarded


def _guarded_libraries(target: Target, rebuilt: Rebuilt) -> Target:
    """The target, whose libraries answer for guarded sizes by one expression.

    So the decisions inside a library's answer do not become guards.
    """
    found: Any = copy.copy(target)
    found.library_launch = partial(_launch, target, rebuilt)
    found.keeps = partial(_kept, target, rebuilt)
    found.reads_in_place = partial(_decision, target.reads_in_place, rebuilt)
    found.terms_of_part = partial(_result, target.terms_of_part, rebuilt)
    return found


def _launch(target: Target, rebuilt: Rebuilt, eqn: Equation) -> Launch | None:
    """The launch. Whether there is one, and its effect on memory, are guards."""
    asked = _result(target.library_launch, rebuilt, eqn)
    if type(asked) is not Guarded:
        return None if asked is None else FixedLaunch(**fields_of(asked), launch=asked)
    guards = asked.guards
    if not guards.answer(_effects, asked):
        return None
    scratch = guards.value(attrgetter("scratch"), asked)
    changes = dict(buffers=tuple(sorted(asked.known.buffers)), scratch=scratch, asked=asked)
    return AskedLaunch(**{**fields_of(asked.known), **changes})


def _kept(target: Target, rebuilt: Rebuilt, eqn: Equation) -> bool:
    """Libraries keep few operations, and need not look at most equations for that."""
    return _decision(target.keeps, rebuilt, eqn) if eqn.op.library else target.keeps(eqn)


def _decision(method: Callable[..., bool], rebuilt: Rebuilt, *given: Any) -> bool:
    return bool(_result(method, rebuilt, *given))


def _result(method: Callable[..., Any], rebuilt: Rebuilt, *given: Any) -> Any:
    """A method's answer about equations, as an expression over their sizes."""
    parts = [rebuilt(x) for x in given]
    guards = next((x.guards for x in parts if type(x) is Guarded), None)
    if guards is None:
        return method(*given)
    key = method.__name__, *[x.number if type(x) is Guarded else id(x) for x in parts]
    if key not in guards.asked:
        guards.asked[key] = guards.step(method, *parts)
    return guards.asked[key]


def _effects(launch: Launch | None) -> Any:
    """What the rest of a plan depends on; empty if there is no launch."""
    if launch is None:
        return ()
    shared = (launch.buffers, launch.shared) if launch.shared else ()
    return sorted(launch.buffers), shared, launch.in_place, launch.halves is None, launch.ends


# ---- templates


class Template:
    """A plan in terms of numbers.

    Of most programs only what runs is wanted. The whole plan takes several times as long, so its
    expressions are made when somebody asks for it.
    """

    def __init__(self, guards: Guards, rebuilt: Rebuilt, found: Plan, jaxpr: Jaxpr):
        """found: the plan of a program whose numbers are those of the guards, but guarded."""
        self.numbers = [known(x) for x in guards.given]
        kept = replace(found, **changes_where_kept(found) or {})
        running = _fields(guards, _WhatRuns(rebuilt.open, guards.step), kept)
        self.runs = KeptPlan(*(*running.known, jaxpr))  # for its own numbers
        self._running = guards.function(running)
        self._make_whole = partial(_fields, guards, rebuilt, found)
        self._whole: tuple[Any, Callable[[Sequence[Any]], Any]] | None = None
        self.is_confirmed = False  # it gave the plan that planning gave for other numbers

    def whole(self) -> tuple[Any, Callable[[Sequence[Any]], Any]]:
        """The fields of the whole plan for the template's own numbers, and as a function."""
        with _lock:
            if self._whole is None:
                whole = self._make_whole()
                self._whole = whole.known, whole.guards.function(whole)
            return self._whole

    def plan(self) -> Plan:
        """The plan for the template's own numbers."""
        return Plan(*(*self.whole()[0], self.runs.optimized))

    def fill(self, numbers: Sequence[Any], jaxpr: Jaxpr) -> Plan | None:
        """The plan for other numbers, of this program; None if the guards do not hold for them."""
        parts = None if self._running(numbers) is None else self.whole()[1](numbers)
        return None if parts is None else Plan(*(*parts, jaxpr))

    def fill_what_runs(self, numbers: Sequence[Any], jaxpr: Jaxpr) -> KeptPlan | None:
        """As `fill`, without the parts that only people read; these take most of the time."""
        parts = self._running(numbers)
        return None if parts is None else KeptPlan(*(*parts, jaxpr))


def template(
    jaxpr: Jaxpr,
    skeleton: Skeleton,
    fixed: Collection[int],
    target: Target,
    plan: Callable[[Target, Jaxpr], Plan],
) -> Template:
    """The template of a program: what `plan` gives, in terms of the program's numbers.

    fixed: the places of the numbers that it holds for as they are.
    """
    guards = Guards(skeleton.numbers, fixed)
    given = zip(skeleton.places, guards.given, strict=True)
    places: dict[Any, Guarded] = {x: n for x, n in given if type(n) is Guarded}

    def opened(x: Any) -> Any:
        size = None if x in places else places.get(whole_number(x))
        return places.get(x) if size is None else guards.value(x.aval.dtype.type, size)

    twin = Rebuilt(opened)(jaxpr)
    rebuilt = Rebuilt(lambda _: None, guards.step)
    with Scope("check_ir", False):  # checks ask for sizes, and what is filled in is checked
        found = plan(_guarded_libraries(target, rebuilt), twin)
    for each in found.kernels:
        fingerprint(each.lowered.kernel)  # it is one for all sizes
    return Template(guards, rebuilt, found, jaxpr)


def _fields(guards: Guards, rebuilt: Rebuilt, plan: Plan) -> Guarded:
    """The fields of a plan but `optimized`, rebuilt, as an expression."""
    parts = [rebuilt(x) for name, x in fields_of(plan).items() if name != "optimized"]
    return guards.step(as_tuple, *parts)


class _WhatRuns(Rebuilt):
    """Rebuilds the part of a plan that runs."""

    def _of_parts(self, x: Any, kind: type) -> Any:
        changes = changes_where_kept(x)
        return super()._of_parts(x if changes is None else replace(x, **changes), kind)
