"""What the passes make of one primitive near those of the sample rows, and of it with a literal.

Two golden files: each case that becomes something other than itself, as a program. Recorded by
`pytest --update-golden`, and to be read: values alone do not show what was not simplified.
"""

import re

import numpy as np
import pytest

from fjax.core import dtypes
from fjax.core.ir import Equation, Jaxpr, Literal, Var
from fjax.passes.optimize import optimize
from fjax.primitives.structure import BroadcastInDim
from tests.primitives.neighbours import Case, cases, other_operands, other_parameters, outcome

pytestmark = pytest.mark.needs("x64", reason="the rows are in float64")
NUMBERS = (0.0, -0.0, 1.0, -1.0, 2.0, 0.5, 3.0)


def with_literals(case):
    """The atoms to apply the primitive to: each operand in turn a literal, or none."""
    plain = [Var(a) for a in case.avals]
    yield "", plain
    for place, aval in enumerate(case.avals):
        if aval.dtype.kind not in "biufc" or len(case.avals) > 3:
            continue
        for number in NUMBERS:
            if aval.dtype.kind in "biu" and (number != int(number) or str(number) == "-0.0"):
                continue
            if aval.dtype.kind in "bu" and number not in (0, 1):
                continue
            for weak in (False, True):
                scalar = aval.update(shape=(), weak_type=weak)
                value = np.asarray(number, dtypes.physical(aval.dtype))[()]
                atoms = [*plain[:place], Literal(value, scalar), *plain[place + 1 :]]
                yield f" with {number}{'~' * weak} as operand {place}", atoms


def simplified(case):
    """Lines for what becomes of a case, if that is something else."""
    for text, atoms in with_literals(case):
        avals = tuple(a.aval for a in atoms)
        literal = text and outcome(Case(case.op, avals))
        if literal and "Error: " in literal:
            continue
        outs = tuple(Var(a) for a in case.op.result_type(*avals))
        invars = [a for a in atoms if isinstance(a, Var)]
        made = optimize(Jaxpr(invars, [Equation(case.op, tuple(atoms), outs)], list(outs)))
        if {type(e.op) for e in made.eqns} == {BroadcastInDim} and not any(
            v.aval.size for v in outs
        ):
            continue  # nothing is computed: of every primitive the same becomes
        if [e.op for e in made.eqns] != [case.op] or tuple(made.eqns[0].invars) != tuple(atoms):
            shown = " ".join(str(made).split())
            # The last digits, and a NaN's sign, are those of NumPy's functions for the processor.
            shown = re.sub(r"\bnan\(\w+\)", "nan", shown)
            shown = re.sub(r"\d\.\d{12,}(e-?\d+)?", lambda found: f"{float(found[0]):.12g}", shown)
            yield re.sub(r" at 0x\w+", "", f"{case.op!r} {case.change}{text}: {shown}")


@pytest.mark.parametrize("role", ["elementwise", "other"])
def test_what_the_passes_make_of_a_primitive_is_as_recorded(role, golden):
    lines = []
    for own in cases().values():
        for case in own[:3]:
            if (case.op.role.value == "elementwise") != (role == "elementwise"):
                continue
            near = (c for c in (*other_operands(case), *other_parameters(case)))
            near = [c for c in near if "Error: " not in outcome(c)] if role == "other" else []
            for each in (case, *near):
                if "Error: " not in outcome(each):
                    lines += simplified(each)
    assert lines
    golden(f"simplified-{role}.txt", "\n".join(dict.fromkeys(lines)))
