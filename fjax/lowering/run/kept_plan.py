"""What runs of a plan, without the forms, reasons and texts that people read.

Such plans are what is kept on disk (`stored_plan.py`), and what a template fills in for a new size
(`template.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fjax.core.control import LoopForm
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.lowering.fuse.fused import Fused
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.run.control_flow import ControlFlow
from fjax.lowering.run.plan import Plan, PlannedLaunch

NOTHING = Jaxpr((), (), ())
_LEFT_OUT = Equation(Fused(NOTHING), (), ())  # what a kernel computes


def changes_where_kept(x: Any) -> Mapping[str, Any] | None:
    """The fields of a part of a plan that are others where it only runs; None if none are.

    The parts that it has itself are as they were.
    """
    kind = type(x)
    if kind is Plan:
        return _of_plan(x)
    if kind is LoopForm:
        return _of_form(x)
    return _of_launch(x) if kind is PlannedLaunch else None


def _of_plan(plan: Plan) -> Mapping[str, Any]:
    """Those that do not run, or of which little runs."""
    outs = plan.jaxpr.outvars
    whole: Sequence[Var] = () if plan.whole is None else (*plan.whole.read, *plan.whole.kept)
    named: list[Atom] = [*plan.jaxpr.invars, *whole, *outs]
    return {
        "jaxpr": _frame(plan.jaxpr),
        "literals": (),
        "copies": (),
        "reasons": (),
        "views": frozenset(),
        "storage": {x: plan.storage[x] for x in outs if x in plan.storage},
        "numbers": {x: plan.numbers[x] for x in named if x in plan.numbers},
        "last": {},
        "own": frozenset(),
        "kernels": (),
        "fallbacks": (),
        "optimized": NOTHING,
    }


def _of_form(form: LoopForm) -> Mapping[str, Any]:
    """The bodies run by their plans."""
    condition = None if form.condition is None else _frame(form.condition)
    return {"body": _frame(form.body), "condition": condition}


def _of_launch(planned: PlannedLaunch) -> Mapping[str, Any] | None:
    """Machine code runs; what a library computes is an equation still, for which it is asked."""
    launch = planned.launch
    if isinstance(launch.code, Kernel):
        return {"equation": _LEFT_OUT, "kernel": None, "loop": None}
    if not isinstance(launch.code, ControlFlow):
        return None
    values = planned.equation
    eqn = _LEFT_OUT.replace(invars=values.invars, outvars=values.outvars)
    launch = replace(launch, code=replace(launch.code, equation=eqn))
    return {"equation": eqn, "launch": launch, "kernel": None, "loop": None}


def _frame(jaxpr: Jaxpr) -> Jaxpr:
    """A program's inputs and outputs."""
    return Jaxpr(jaxpr.invars, (), jaxpr.outvars, jaxpr.debug_name)
