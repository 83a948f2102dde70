"""Which checks each program of the samples gets, as it is recorded: values do not show them.

A line for each kind of checks: the equations that the checked program has beyond the program's
own, a digest of it, and which errors it may give. Recorded by `pytest --update-golden`.
"""

from collections import Counter

import pytest

import fjax
from fjax.experimental import checkify
from tests.interpreters.test_programs_made import FAMILIES, wiring
from tests.samples import SAMPLES, flat

pytestmark = pytest.mark.needs("x64", reason="the texts name float64")
KINDS = {
    "user": checkify.user_checks,
    "nan": checkify.nan_checks,
    "division": checkify.div_checks,
    "index": checkify.index_checks,
}


def more(program, own):
    """The equations that a program has more than another, in short."""
    counts = Counter(e.op.name for e in program.eqns) - Counter(e.op.name for e in own.eqns)
    return ", ".join(f"{n} {name}" for name, n in counts.items()) or "nothing"


def checked(function, args, kinds):
    """The program with checks, and the errors that it may give."""
    closed, shape = fjax.make_jaxpr(checkify.checkify(function, kinds), return_shape=True)(*args)
    error, _ = shape
    return closed.jaxpr, sorted({str(slot) for slot in error.reports.slots})


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("family", FAMILIES)
def test_the_checks_of_samples_are_as_recorded(family, golden):
    lines = []
    for sample in (s for s in SAMPLES if s.family == family):
        args = sample.make()
        own = fjax.make_jaxpr(lambda *xs, s=sample: flat(s.function(*xs)))(*args).jaxpr
        lines.append(sample.label)
        for name, kinds in KINDS.items():
            try:
                program, kinds = checked(sample.function, args, kinds)
            except (ValueError, NotImplementedError) as error:
                lines.append(f"  {name}: {type(error).__name__}")
                continue
            if kinds or len(program.eqns) != len(own.eqns):
                lines.append(f"  {name} {wiring(program)}: {more(program, own)} {' '.join(kinds)}")
    golden(f"checks/samples-{family}.txt", "\n".join(lines))
