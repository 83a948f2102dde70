"""Plans of programs that differ only in their sizes: a template serves later sizes.

The first program of a skeleton is planned as any other. From the second on there are templates
(`run/template.py`), one for each combination of decisions. A template is used once it has given
exactly the plan that planning gave; the family's first one must do so for numbers that are not its
own. So a decision that was not recorded does not lead to a wrong plan.
"""

from __future__ import annotations

import dataclasses
import weakref
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from fjax.core.events import record
from fjax.core.guarded import Guarded
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.primitive import Primitive
from fjax.core.source import Source
from fjax.errors import FjaxError
from fjax.lowering.internal_errors import attempted
from fjax.lowering.kernel.fingerprint import fingerprint
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.run import planning
from fjax.lowering.run import template as templates
from fjax.lowering.run.plan import Plan
from fjax.lowering.run.stored_plan import changes_where_kept
from fjax.lowering.skeleton import ValueNeeded, fields_of, has_fields

Made = TypeVar("Made")
Learn = Callable[[frozenset[int]], "templates.Template"]
MOST_TEMPLATES = 24  # of a family
MOST_MISTAKEN = 4  # of these that gave another plan, as where a size equals one by chance
MOST_WAITING = 4  # of these that have given no plan for other numbers, and plans to compare


class Program(NamedTuple):
    """A program of a family, and its numbers."""

    numbers: Sequence[Any]
    jaxpr: Jaxpr


class Family:
    """Programs of one skeleton."""

    def __init__(self) -> None:
        self.examples: list[tuple[Sequence[Any], weakref.ref[Plan]]] = []  # made from scratch
        self.templates: list[templates.Template] = []
        self.is_trusted = False  # a template has given the plan for numbers that were not its own
        self.is_closed = False  # no more templates are made
        self.mistaken = 0  # templates that gave another plan than was made
        self.first: Sequence[Any] | None = None  # the numbers of the first program
        self.fixed = set[int]()  # the places of those that no program has had otherwise

    @property
    def has_templates(self) -> bool:
        """Whether a template may give a plan."""
        return bool(self.templates)

    def plan(self, program: Program, from_scratch: Callable[[bool], Plan], learn: Learn) -> Plan:
        """The plan of a program: a template's, or else that of `from_scratch`.

        `learn` makes a template for the numbers that have varied; it is told the places of the
        others. The first one is made for the second program, later ones for each program that none
        serves. `from_scratch` is told whether templates of loop bodies may be made as well; if the
        program has one they are of no use.
        """
        self._note(program.numbers)
        for each in self.templates:
            fill = each.fill if each.is_confirmed else each.fill_what_runs
            found = _unless_it_fails(partial(fill, *program))
            if found is None:
                continue
            if each.is_confirmed:
                record("plan_filled_in")
                self._ask_first(each)
                return planning.verified(found)
            made = from_scratch(False)
            self._compare(each, program.numbers, found, made)
            return made
        if self.is_closed or not (self.examples or self.is_trusted):
            return self._made(program, partial(from_scratch, True))
        return self._learned(learn, program, partial(from_scratch, False))

    def _note(self, numbers: Sequence[Any]) -> None:
        """Note which numbers vary."""
        if self.first is None:
            self.first, self.fixed = numbers, set(range(len(numbers)))
        self.fixed -= {k for k in self.fixed if numbers[k] != self.first[k]}

    def what_runs(self, program: Program) -> Plan | None:
        """The part of a plan that runs, if a confirmed template serves these numbers."""
        for each in [t for t in self.templates if t.is_confirmed]:
            found = _unless_it_fails(partial(each.fill_what_runs, *program))
            if found is not None:
                record("plan_filled_in")
                self._ask_first(each)
                return found
        return None

    def _ask_first(self, template: templates.Template) -> None:
        """Ask this template first next time."""
        if template is not self.templates[0]:
            self.templates = [template, *[t for t in self.templates if t is not template]]

    def _made(self, program: Program, from_scratch: Callable[[], Plan]) -> Plan:
        """A plan made from scratch; it is kept so that templates can be compared with it."""
        made = from_scratch()
        if not self.is_closed:
            self.examples = [*self.examples, (program.numbers, weakref.ref(made))][-MOST_WAITING:]
        return made

    def _learned(self, learn: Learn, program: Program, from_scratch: Callable[[], Plan]) -> Plan:
        """Make a template from the decisions of this program, and return its plan.

        Unless the template gives an example's plan, the plan is also made from scratch.
        """
        new = _unless_it_fails(partial(learn, frozenset(self.fixed)))
        if new is None:
            self.is_closed, self.examples = True, []
            return from_scratch()
        self.templates = [*self.templates, new]
        for numbers, reference in self.examples:
            example = reference()
            if example is None:
                continue
            found = _unless_it_fails(partial(new.fill_what_runs, numbers, example.optimized))
            if found is not None:
                self._compare(new, numbers, found, example)
        if new.is_confirmed:
            return planning.verified(new.plan())
        made = self._made(program, from_scratch)
        self._compare(new, program.numbers, new.runs, made)
        waiting = [t for t in self.templates if not t.is_confirmed]
        if len(self.templates) == MOST_TEMPLATES or len(waiting) > MOST_WAITING:
            self.is_closed = True
        return made

    def _compare(
        self, template: templates.Template, numbers: Sequence[Any], found: Plan, made: Plan
    ) -> None:
        """Confirm a template that gives what runs of the plan that was made, or drop it.

        Its own numbers are enough if another template has given a plan for other numbers.
        """
        if template not in self.templates:
            return
        if same_plan(found, made, all_of_it=False):
            self.is_trusted = self.is_trusted or numbers != template.numbers
            self.examples = [e for e in self.examples if e[0] != numbers]
            template.is_confirmed = template.is_confirmed or self.is_trusted
        else:
            self.mistaken += 1
            self.is_closed = self.is_closed or not self.is_trusted or self.mistaken > MOST_MISTAKEN
            self.templates = [t for t in self.templates if t is not template]


def _unless_it_fails(make: Callable[[], Made | None]) -> Made | None:
    """What is made in terms of sizes; None if that fails, because a plan can be made from scratch.

    A type with a size and a type with the size's value differ. So rules may raise what they raise
    for operands that do not fit.
    """
    try:
        return attempted(make)
    except (templates.Unknown, ValueNeeded, FjaxError):
        return None


def same_plan(a: Plan, b: Plan, all_of_it: bool = True) -> bool:
    """Whether two plans are equal up to the names of variables and texts.

    all_of_it: or else what runs of them (`run/stored_plan.py`).
    """
    return _Comparison(all_of_it).plans(a, b)


class _Comparison:
    """Compares data up to a renaming of variables.

    Nested programs have variables of their own.
    """

    def __init__(self, all_of_it: bool) -> None:
        self.all_of_it = all_of_it
        self.other: dict[Any, Any] = {}
        self.done: set[tuple[int, int]] = set()
        self.alive: list[Any] = []  # what is compared by its address

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

    def part(self, x: Any) -> Any:
        """What is compared of a part of a plan."""
        changes = None if self.all_of_it else changes_where_kept(x)
        if changes is None:
            return x
        self.alive.append(dataclasses.replace(x, **changes))
        return self.alive[-1]

    def plans(self, a: Plan, b: Plan) -> bool:
        a, b = self.part(a), self.part(b)
        fields = [[*{**fields_of(x), "optimized": None}.values()] for x in (a, b)]
        self.done.add((id(a.jaxpr), id(b.jaxpr)))
        return self.programs(a.jaxpr, b.jaxpr) and self.each(*fields)

    def programs(self, a: Jaxpr, b: Jaxpr) -> bool:
        return self.each((a.invars, a.eqns, a.outvars), (b.invars, b.eqns, b.outvars))

    def each(self, a: Sequence[Any], b: Sequence[Any]) -> bool:
        return len(a) == len(b) and all(map(self, a, b))

    def parts(self, a: Any, b: Any) -> bool:
        """Compare the parts of data that is met for the first time."""
        if isinstance(a, Kernel):
            return fingerprint(a) == fingerprint(b)
        if isinstance(a, Jaxpr):
            return _Comparison(self.all_of_it).programs(a, b)
        if isinstance(a, Plan):
            return _Comparison(self.all_of_it).plans(a, b)
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
        if has_fields(type(a)):
            return self.each(*[list(fields_of(self.part(x)).values()) for x in (a, b)])
        return bool(a == b)
