"""What is chosen for kernels of known programs: their schedules at each level of processors.

A wrong choice gives the right values in more time: nothing else shows it. Recorded by `pytest
--update-golden`, and to be read.
"""

import pytest

import fjax
from fjax.lowering.cpu.compile import schedule_text
from tests.lowering.cpu.test_launches import TARGETS
from tests.lowering.decided import decisions, loops
from tests.lowering.test_decisions import NAMED
from tests.lowering.test_kernel_counts import PROGRAMS
from tests.lowering.test_thresholds import FAMILIES

SIZE = 70  # of the families: no multiple of a vector's lanes


def schedules(report):
    """What is chosen for each kernel of a program: targets with the same schedule share lines."""
    for kernel in [kernel.info.lowered.kernel for kernel in report.kernels]:
        found: dict[str, list[str]] = {}
        for name, processor in TARGETS.items():
            text = schedule_text(kernel, processor).replace("\n", "; ")
            found.setdefault(text, []).append(name)
        yield f"  {loops(kernel.body)}"
        yield from (f"    {' '.join(names)}: {text or 'nothing'}" for text, names in found.items())


def record(programs):
    lines = []
    for name, (function, *args) in programs.items():
        lines += [name, *schedules(fjax.inspect(function)(*args))]
    return "\n".join(lines)


def test_schedules_of_known_programs_are_as_recorded(golden):
    golden("schedules/known.txt", record(NAMED))


@pytest.mark.extended
def test_schedules_of_programs_of_every_day_are_as_recorded(golden):
    programs = {name: (function, *args) for name, (function, args, _) in PROGRAMS.items()}
    golden("schedules/every-day.txt", record(programs))


def test_families_of_programs_are_lowered_and_scheduled_as_recorded(golden):
    lines = []
    for name, (function, operands) in FAMILIES.items():
        report = fjax.inspect(function)(*operands(SIZE))
        decided = decisions(report).splitlines()
        # Which library multiplies small matrices follows from the level.
        lines += [name, *(x for x in decided if "  product " not in x), *schedules(report)]
    golden("schedules/families.txt", "\n".join(lines))
