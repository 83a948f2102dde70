"""What each primitive makes of operands and parameters near to those of the sample rows.

A golden file for each primitive: the types of its results, or the error, and for which changes of
a sample's operands and parameters (a `~` marks a weak type). Recorded by `pytest --update-golden`.
"""

import re

import pytest

from tests.primitives.neighbours import cases, other_operands, other_parameters, outcome

pytestmark = pytest.mark.needs("x64", reason="the rows are in float64")


def described(case):
    """The outcomes of one case and of what is near to it, a line for each outcome."""
    own = outcome(case)
    found = {own: []}
    for other in (*other_operands(case), *other_parameters(case)):
        if (other.op, other.avals) != (case.op, case.avals):
            found.setdefault(outcome(other), []).append(other.change)
    operands = ", ".join(str(a) + ("~" if a.weak_type else "") for a in case.avals)
    lines = [f"  {result} <- {'; '.join(changes)}" for result, changes in found.items()]
    return "\n".join([f"{case.op!r} {operands}", *lines])


@pytest.mark.parametrize("name", cases())
def test_results_and_refusals_are_those_recorded(name, golden):
    text = "\n".join(map(described, cases()[name]))
    golden(f"types/{name}.txt", re.sub(r" at 0x\w+", "", text))
