"""What kernels compute more than once, which fusion chose since storing it takes longer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fjax.core.kinds import Role
from fjax.explanation.steps import Step

LOOP = re.compile(r"^( *)[a-z_]+ (i\d+) in (\S+?):?(?: |$)")
VALUE = re.compile(r"^( *)(v\d+):\S+ = (.*)$")
NAME = re.compile(r"\b[iv]\d+\b")
MOST = 4  # other kernels that are named


def makers(steps: Sequence[Step]) -> dict[int, list[Step]]:
    """The kernels that compute each equation, by its identity: those that compute something."""
    found: dict[int, list[Step]] = {}
    for step in steps:
        if step.kernel is None or step.body is None:
            continue
        for eqn in step.body.eqns:
            if eqn.op.role is not Role.INDEX:
                found.setdefault(id(eqn), []).append(step)
    return found


def elsewhere(step: Step, made: Mapping[int, Sequence[Step]]) -> list[tuple[str, list[str]]]:
    """(an operation, the other kernels that compute it as well) of a kernel."""
    found = []
    for eqn in [] if step.body is None else step.body.eqns:
        others = [s.title for s in made.get(id(eqn), ()) if s is not step]
        if others:
            found.append((eqn.op.name, others))
    return found


def in_passes(form: str) -> dict[str, int]:
    """The functions that a kernel form computes of the same values in several loops: in how many.

    >>> in_passes('''
    ...   vector i1 in s1 carrying 0.0:f32:
    ...     v0:f32 = load b0[i1]
    ...     v1:f32 = call exp v0
    ...   vector i2 in s1:
    ...     v2:f32 = load b0[i2]
    ...     v3:f32 = call exp v2
    ... ''')
    {'exp': 2}
    """
    around: list[tuple[int, str]] = []  # the loops around a line: how far it is indented, its index
    known: dict[str, str] = {}  # what indices and values are, whatever they are called
    numbers: dict[str, int] = {}
    loops: dict[str, set[str]] = {}  # in which each call is computed
    for line in form.splitlines():
        indent = len(line) - len(line.lstrip())
        while around and around[-1][0] >= indent:
            around.pop()
        loop, value = LOOP.match(line), VALUE.match(line)
        if loop:
            known[loop[2]] = f"<{loop[3]} at {indent}>"
            around.append((indent, loop[2]))
        elif value:
            made = NAME.sub(lambda m: known.get(m[0], m[0]), value[3])
            known[value[2]] = f"#{numbers.setdefault(made, len(numbers))}"
            if made.startswith("call "):
                loops.setdefault(made, set()).add(around[-1][1] if around else "")
    found: dict[str, int] = {}
    for made, where in loops.items():
        if len(where) > 1:
            name = made.split()[1]
            found[name] = max(found.get(name, 0), len(where))
    return found


def said(step: Step, made: Mapping[int, Sequence[Step]]) -> str:
    """What a kernel computes again, in words; "" if it is nothing."""
    parts = [f"{name} in {n} passes over a row" for name, n in in_passes(step.form).items()]
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, others in elsewhere(step, made):
        shown = (*others[:MOST], f"{len(others) - MOST} more") if len(others) > MOST else others
        groups.setdefault(tuple(shown), []).append(name)
    for kernels, names in groups.items():
        parts.append(f"{', '.join(dict.fromkeys(names))} as in {', '.join(kernels)}")
    return f"{'; '.join(parts)}: quicker than to store and read it" if parts else ""
