"""Copies that a compiled program makes of arrays it changes in place: all that cost O(array)."""

from __future__ import annotations

from dataclasses import replace

from fjax.core.ir import Equation, Var
from fjax.errors import CopyError
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.loop.host import HostLoop
from fjax.lowering.run.buffers import NOT_DONATED, ArrayCopy, needed_afterwards
from fjax.lowering.run.executable import Executable

MOST_NAMED = 10
BRANCH = "a branch leaves its operands as they are"


def array_copies(executable: Executable) -> list[ArrayCopy]:
    """What one call copies, in the program itself and in the bodies of its loops and branches."""
    found = [*executable.copies]
    loops = {id(e): run for e, run in executable.loops}
    compiled = {id(k.equation) for k in executable.kernels}
    for number, eqn in enumerate(executable.jaxpr.eqns):
        run, op = loops.get(id(eqn)), eqn.op
        if run is not None:
            found += [_entry(executable, eqn, number, k) for k in sorted(run.copied)]
            inside = (
                [c for body in run.bodies for c in array_copies(body)]
                if isinstance(run, HostLoop)
                else run.native.plan.copies
            )
            found += [c if c.source else replace(c, source=eqn.source) for c in inside]
        elif op.choices() is not None:
            assert executable.compile_body is not None
            branches = map(executable.compile_body, op.choices() or ())
            inside = [c for branch in branches for c in array_copies(branch)]
            found += [replace(c, reason=BRANCH) if c.reason == NOT_DONATED else c for c in inside]
        elif (
            isinstance(op, Updated)
            and id(eqn) not in compiled
            or not isinstance(op, Fused)
            and op.update_operand is not None
        ):
            found.append(ArrayCopy(eqn.outvars[0].aval, eqn.source, "the update has no kernel"))
    return found


def _entry(executable: Executable, eqn: Equation, number: int, k: int) -> ArrayCopy:
    """The copy of an initial carry."""
    form = eqn.op.loop()
    assert form is not None
    x = eqn.invars[form.first_carry + k]
    root = executable.storage.get(x, x) if isinstance(x, Var) else x
    if root in executable.jaxpr.invars and root not in executable.own:
        why = NOT_DONATED
    elif isinstance(root, Var) and executable.last[root] > number:
        why = needed_afterwards(executable.jaxpr, executable.last[root])
    else:
        why = "the loop changes it in place, and its memory is not the program's to give away"
    return ArrayCopy(x.aval, eqn.source, f"a loop starts from it: {why}")


def refuse_copies(executable: Executable) -> None:
    """Raise if a call of the program copies arrays that it changes in place."""
    found = array_copies(executable)
    if not found:
        return
    rows = "\n".join(f"  {c}" for c in found[:MOST_NAMED])
    more = f"\n  and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    raise CopyError(
        f"assert_no_copies: the program copies arrays to change them:\n{rows}{more}",
        str(found[0].source),
    )
