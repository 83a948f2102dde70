"""The copies that a compiled program makes of arrays before it changes them in place."""

from __future__ import annotations

from dataclasses import replace

from fjax.core.ir import Equation, Var
from fjax.errors import CopyError
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.run.buffers import NOT_DONATED, ArrayCopy, needed_afterwards
from fjax.lowering.run.control_flow import PlanBody
from fjax.lowering.run.plan import HostLoop, Plan, PlannedLoop

MOST_NAMED = 10
BRANCH = "a branch leaves its operands as they are"
STEP = "a step of a loop changes in place only a carried value whose update it returns in its place"


def array_copies(plan: Plan, plan_body: PlanBody) -> list[ArrayCopy]:
    """What one call copies, in the program itself and in the bodies of its loops and branches."""
    found = [*plan.copies]
    loops = {id(s.equation): s for s in plan.loops}
    kernels = {id(k.equation) for k in plan.kernels}
    launched = {id(x.equation): x.bodies for x in plan.launches}
    for number, eqn in enumerate(plan.jaxpr.eqns):
        step, op = loops.get(id(eqn)), eqn.op
        if step is not None:
            found += [_entry(plan, step, number, k) for k in sorted(step.copied)]
            inside = (
                [c for body in step.loop.bodies for c in array_copies(body, plan_body)]
                if isinstance(step.loop, HostLoop)
                else step.loop.plan.copies
            )
            found += [_inside(c, eqn, STEP, True) for c in inside]
        elif op.choices() is not None:
            branches = launched.get(id(eqn)) or map(plan_body, op.choices() or ())
            inside = [c for branch in branches for c in array_copies(branch, plan_body)]
            found += [_inside(c, eqn, BRANCH, c.repeated) for c in inside]
        elif (
            isinstance(op, Updated)
            and id(eqn) not in kernels
            or not isinstance(op, Fused)
            and op.update_operand is not None
        ):
            found.append(ArrayCopy(eqn.outvars[0].aval, eqn.source, "the update has no kernel"))
    return found


def _inside(copy: ArrayCopy, around: Equation, keeps: str, repeated: bool) -> ArrayCopy:
    """A copy that a program makes which an equation carries; keeps: why its inputs stay."""
    source, outer = copy.source, around.source
    if source is not None and outer is not None:
        source = source.within(outer.name_stack)
    reason = keeps if copy.reason == NOT_DONATED else copy.reason
    return replace(copy, source=source or outer, reason=reason, repeated=repeated)


def _entry(plan: Plan, step: PlannedLoop, number: int, k: int) -> ArrayCopy:
    """The copy of an initial carry."""
    x = step.equation.invars[step.form.first_carry + k]
    root = plan.root(x)
    if root in plan.jaxpr.invars and root not in plan.own:
        why = NOT_DONATED
    elif isinstance(root, Var) and plan.last[root] > number:
        why = needed_afterwards(plan.jaxpr, plan.last[root])
    else:
        why = "the loop changes it in place, and its memory is not the program's to give away"
    return ArrayCopy(x.aval, step.equation.source, f"a loop starts from it: {why}")


def refuse_copies(plan: Plan, plan_body: PlanBody) -> None:
    """Raise if a call of the program copies arrays that it changes in place."""
    found = array_copies(plan, plan_body)
    if not found:
        return
    rows = "\n".join(f"  {c}" for c in found[:MOST_NAMED])
    more = f"\n  and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    raise CopyError(
        f"assert_no_copies: the program copies arrays to change them:\n{rows}{more}",
        str(found[0].source),
    )
