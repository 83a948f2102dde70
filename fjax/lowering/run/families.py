"""The plans of programs that differ in their sizes alone: a template serves those to come.

The first two programs of a skeleton are planned as any others. From the third on there are
templates (`run/template.py`), one for each way in which decisions came out. A template is used once
it has given the very plan that was made afresh, and the family's first one for other sizes than its
own: so nobody depends on each decision having been noted.
"""

from __future__ import annotations

import dataclasses
import weakref
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from fjax.core.events import record
from fjax.core.guarded import Guarded
from fjax.core.ir import Equation, Jaxpr, Literal, Var
from fjax.core.primitive import Primitive
from fjax.core.source import Source
from fjax.errors import FjaxError
from fjax.lowering.fuse.literal_hoisting import ValueNeeded
from fjax.lowering.internal_errors import attempted
from fjax.lowering.kernel.fingerprint import fingerprint
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.run.plan import Plan
from fjax.lowering.run.planning import verified
from fjax.lowering.run.recipe import Unknown
from fjax.lowering.run.template import Template
from fjax.lowering.skeleton import fields_of

Made = TypeVar("Made")
MOST_TEMPLATES = 8  # of a family
EXAMPLES = 2  # plans made afresh before there is a template, which is compared with them


class Program(NamedTuple):
    """A program of a family: its sizes, what stands for its placeholders, and all of it."""

    sizes: Sequence[int]
    literals: Sequence[Literal]
    optimized: Jaxpr


class Family:
    """Programs of one skeleton."""

    def __init__(self) -> None:
        self.examples: list[tuple[Sequence[int], weakref.ref[Plan]]] = []
        self.templates: list[Template] = []
        self.is_trusted = False  # a template has given the plan for sizes that were not its own
        self.is_closed = False  # no more templates are made

    def plan(
        self, program: Program, afresh: Callable[[], Plan], learn: Callable[[], Template]
    ) -> Plan:
        """The plan of a program: filled in, or else made by `afresh`; `learn` makes a template."""
        for each in self.templates:
            found = _unless_it_fails(partial(each.fill, *program))
            if found is None:
                continue
            if each.is_confirmed:
                record("plan_filled_in")
                if each is not self.templates[0]:  # the last one is asked first
                    self.templates = [each, *[t for t in self.templates if t is not each]]
                return verified(found)
            made = afresh()
            self._compare(each, program, made)
            return made
        made = afresh()
        if self.is_closed:
            return made
        if not self.is_trusted:
            self.examples = [*self.examples[-EXAMPLES:], (program.sizes, weakref.ref(made))]
        if self.is_trusted or len(self.examples) > EXAMPLES:
            self._learn(learn, program, made)
        return made

    def _learn(self, learn: Callable[[], Template], program: Program, made: Plan) -> None:
        """Make one more template, for decisions as they came out this time."""
        new = _unless_it_fails(learn)
        if new is None:
            self.is_closed = True
            return
        self.templates = [*self.templates, new]
        self._compare(new, program, made)
        for sizes, reference in self.examples[:-1]:
            plan = reference()
            if plan is not None:
                self._compare(new, Program(sizes, plan.literals, plan.optimized), plan)
        waiting = [t for t in self.templates if not t.is_confirmed]
        if len(self.templates) == MOST_TEMPLATES or len(waiting) > EXAMPLES:
            self.is_closed = True

    def _compare(self, template: Template, program: Program, made: Plan) -> None:
        """Trust a template that gives the plan that was made, or give it up.

        For its own sizes that is enough if another one has given a plan for others.
        """
        found = _unless_it_fails(partial(template.fill, *program))
        if found is None:
            return
        if same_plan(found, made):
            others = program.sizes != template.sizes
            self.is_trusted = self.is_trusted or others
            self.examples = [] if self.is_trusted else self.examples
            template.is_confirmed = template.is_confirmed or others or self.is_trusted
        else:
            self.is_closed = True
            self.templates = [t for t in self.templates if t is not template]


def _unless_it_fails(make: Callable[[], Made | None]) -> Made | None:
    """What is made in terms of sizes; None if that fails, because a plan can be made afresh.

    Types of which one has a size and the other its value differ, so rules may raise what they
    raise for operands that do not fit.
    """
    try:
        return attempted(make)
    except (Unknown, ValueNeeded, FjaxError):
        return None


def same_plan(a: Plan, b: Plan) -> bool:
    """Whether two plans do the same: they may differ in their variables and in texts."""
    return _Comparison().plans(a, b)


class _Comparison:
    """Compares data; each variable of one has one of the other that stands for it.

    Programs inside have variables of their own.
    """

    def __init__(self) -> None:
        self.other: dict[Any, Any] = {}
        self.done: set[tuple[int, int]] = set()

    def __call__(self, a: Any, b: Any) -> bool:
        if a is b or isinstance(a, (str, Source)):
            return True
        if type(a) is not type(b):
            return isinstance(a, Sequence) and isinstance(b, Sequence) and self.each(a, b)
        if isinstance(a, Var):
            return self.other.setdefault(a, b) is b and a.aval == b.aval
        if isinstance(a, (int, float, Guarded)):
            return a == b
        key = id(a), id(b)
        if key not in self.done:
            self.done.add(key)
            return self.parts(a, b)
        return True

    def plans(self, a: Plan, b: Plan) -> bool:
        fields = [list(fields_of(x).values()) for x in (a, b)]
        self.done.add((id(a.jaxpr), id(b.jaxpr)))
        return self.programs(a.jaxpr, b.jaxpr) and self.each(*fields)

    def programs(self, a: Jaxpr, b: Jaxpr) -> bool:
        return self.each((a.invars, a.eqns, a.outvars), (b.invars, b.eqns, b.outvars))

    def each(self, a: Sequence[Any], b: Sequence[Any]) -> bool:
        return len(a) == len(b) and all(map(self, a, b))

    def parts(self, a: Any, b: Any) -> bool:
        """As for data that has parts, seen for the first time."""
        if isinstance(a, Kernel):
            return fingerprint(a) == fingerprint(b)
        if isinstance(a, Jaxpr):
            return _Comparison().programs(a, b)
        if isinstance(a, Plan):
            return _Comparison().plans(a, b)
        if isinstance(a, Equation):
            return self.each((a.op, a.invars, a.outvars), (b.op, b.invars, b.outvars))
        if isinstance(a, Mapping):
            return self.each([*a], [*b]) and self.each([*a.values()], [*b.values()])
        if isinstance(a, (set, frozenset)):
            return {self.other.get(x, x) for x in a} == b
        if isinstance(a, (tuple, list)):
            return self.each(a, b)
        if isinstance(a, Primitive) and not a.field_names:
            return True
        if dataclasses.is_dataclass(a):
            return self.each(*[list(fields_of(x).values()) for x in (a, b)])
        return bool(a == b)
