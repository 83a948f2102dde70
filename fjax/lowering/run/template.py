"""Plans in terms of numbers: what is planned for some serves others for which its guards hold.

A template is made by planning a program whose sizes and literals note what is asked of them
(`core/guarded.py`). The plan that results has expressions in place of numbers, and the guards say
for which numbers each decision would have been the same, those of the passes among them. Filling in
takes a fraction of the time of planning.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

from fjax.config import Scope
from fjax.core.guarded import Guarded, Guards
from fjax.core.ir import Equation, Jaxpr
from fjax.core.straight_line import as_tuple
from fjax.locks import process_lock
from fjax.lowering.kernel.fingerprint import fingerprint
from fjax.lowering.run.launch import Launch
from fjax.lowering.run.plan import KeptPlan, Plan
from fjax.lowering.run.rebuilt import AskedLaunch, Rebuilt
from fjax.lowering.run.stored_plan import changes_where_kept
from fjax.lowering.skeleton import Skeleton, fields_of
from fjax.lowering.target import Target

_lock = process_lock()


def _guarded_libraries(target: Target, rebuilt: Rebuilt) -> Target:
    """The target; what its libraries do with equations whose sizes are guarded is asked as a whole.

    So what they decide on their way is no guard.
    """
    found: Any = copy.copy(target)
    found.library_launch = partial(_launch, target, rebuilt)
    found.keeps = partial(_kept, target, rebuilt)
    found.reads_in_place = partial(_decision, target.reads_in_place, rebuilt)
    found.terms_of_part = partial(_result, target.terms_of_part, rebuilt)
    return found


def _launch(target: Target, rebuilt: Rebuilt, eqn: Equation) -> Launch | None:
    """The launch; whether there is one, and what it does to memory, is a guard."""
    asked = _result(target.library_launch, rebuilt, eqn)
    if type(asked) is not Guarded:
        return asked
    guards = asked.guards
    if not guards.answer(_effects, asked):
        return None
    scratch = guards.value(attrgetter("scratch"), asked)
    return AskedLaunch(**{**fields_of(asked.known), "scratch": scratch, "asked": asked})


def _kept(target: Target, rebuilt: Rebuilt, eqn: Equation) -> bool:
    """Libraries keep few operations, most of which they need not look at for that."""
    return _decision(target.keeps, rebuilt, eqn) if eqn.op.library else target.keeps(eqn)


def _decision(method: Callable[..., bool], rebuilt: Rebuilt, *given: Any) -> bool:
    return bool(_result(method, rebuilt, *given))


def _result(method: Callable[..., Any], rebuilt: Rebuilt, *given: Any) -> Any:
    """What a method says about equations, as an expression over their sizes."""
    parts = [rebuilt(x) for x in given]
    guards = next((x.guards for x in parts if type(x) is Guarded), None)
    if guards is None:
        return method(*given)
    key = method.__name__, *[x.number if type(x) is Guarded else id(x) for x in parts]
    if key not in guards.asked:
        guards.asked[key] = guards.step(method, *parts)
    return guards.asked[key]


def _effects(launch: Launch | None) -> Any:
    """What the rest of a plan depends on; nothing if there is no launch."""
    if launch is None:
        return ()
    return launch.buffers, launch.shared, launch.in_place, launch.halves is None, launch.ends


# ---- templates


class Template:
    """A plan in terms of numbers."""

    def __init__(self, guards: Guards, parts: Guarded, running: Guarded, plan: Plan):
        """parts: those of the plan, but for the program that it is a plan of; running: those of
        what runs of it.
        """
        self.numbers = [x.known for x in guards.given]
        self.plan = plan  # for these
        self.parts = guards.function(parts)
        self._pending: Callable[[], Any] | None = partial(guards.function, running)
        self._running: Any = None
        self.is_confirmed = False  # it gave the plan that was made afresh for other numbers

    def fill(self, numbers: Sequence[Any], jaxpr: Jaxpr) -> Plan | None:
        """The plan for other numbers, of this program; None if the guards do not hold for them."""
        parts = self.parts(numbers)
        return None if parts is None else Plan(*(*parts, jaxpr))

    def fill_what_runs(self, numbers: Sequence[Any], jaxpr: Jaxpr) -> KeptPlan | None:
        """As `fill`, without what people read, which takes most of the time."""
        if self._pending is not None:
            with _lock:
                if self._pending is not None:
                    self._running = self._pending()
                    self._pending = None  # it holds all that was asked of the numbers
        parts = self._running(numbers)
        return None if parts is None else KeptPlan(*(*parts, jaxpr))


def template(
    jaxpr: Jaxpr, skeleton: Skeleton, target: Target, plan: Callable[[Target, Jaxpr], Plan]
) -> Template:
    """What `plan` plans for a program, in terms of its numbers."""
    guards = Guards(skeleton.numbers)
    twin = Rebuilt(dict(zip(skeleton.places, guards.given, strict=True)).get)(jaxpr)
    rebuilt = Rebuilt(lambda _: None, guards.step)
    with Scope("check_ir", False):  # checks ask for sizes, and what is filled in is checked
        found = plan(_guarded_libraries(target, rebuilt), twin)
    for each in found.kernels:
        fingerprint(each.lowered.kernel)  # it is one for all sizes
    made = guards.step(as_tuple, *_parts(rebuilt, found))
    what_runs = _WhatRuns(rebuilt.open, guards.step)
    kept = replace(found, **changes_where_kept(found) or {})
    running = guards.step(as_tuple, *_parts(what_runs, kept))
    return Template(guards, made, running, Plan(*(*made.known, jaxpr)))


def _parts(rebuilt: Rebuilt, plan: Plan) -> list[Any]:
    """The fields of a plan with other numbers in them, but for the program that it is a plan of."""
    return [rebuilt(x) for name, x in fields_of(plan).items() if name != "optimized"]


class _WhatRuns(Rebuilt):
    """What runs of a plan, with other numbers in it."""

    def _of_parts(self, x: Any, kind: type) -> Any:
        changes = changes_where_kept(x)
        return super()._of_parts(x if changes is None else replace(x, **changes), kind)
