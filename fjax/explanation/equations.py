"""Jaxprs as rows of HTML, one an equation, with the numbers of the places that they come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fjax.core.ir import Atom, DropVar, Equation, Jaxpr, Literal, Var
from fjax.core.printer import HostNames, literal_text, value_text, variable_names
from fjax.core.source import NO_NAMES, NameStack, Source
from fjax.explanation.markup import counted, cut, grouped, tag, text
from fjax.explanation.places import Places
from fjax.lowering.fuse.fused import Fused, Updated

CHUNK = 50  # rows that a browser lays out together, once they come into sight


class Equations:
    """Writes jaxprs as rows; variables have the names that `str` of the jaxpr gives them."""

    def __init__(self, places: Places):
        self.places, self.hosts = places, HostNames()
        self.types: dict[Any, str] = {}  # as HTML, of each aval
        self.params: dict[int, tuple[Any, str]] = {}  # as HTML, of each op, by its identity

    def program(
        self, jaxpr: Jaxpr, arguments: Mapping[Var, str], later: Callable[[str], int] | None = None
    ) -> str:
        """Inputs (with what the user calls them), a row for each equation, outputs.

        later: as of `grouped`.
        """
        names = names_of(jaxpr)
        inputs = [
            _row(f"{self.bound(v, names)} <i>{text(arguments.get(v, ''))}</i>", "in")
            for v in jaxpr.invars
        ]
        outputs = ", ".join(self.atom(x, names) for x in jaxpr.outvars)
        last = _row(f"return {outputs}", "out") if outputs else ""
        return "".join(inputs) + self.rows(jaxpr, names, later=later) + last

    def rows(
        self,
        jaxpr: Jaxpr,
        names: Mapping[Atom, str],
        step: int | None = None,
        later: Callable[[str], int] | None = None,
        outer: NameStack = NO_NAMES,
    ) -> str:
        """A row for each equation, followed by those of the jaxprs that it carries.

        outer: the scopes around the jaxpr.
        """
        shown = [
            self.row(eqn, names, step, outer) + "".join(self._carried(eqn, step, outer))
            for eqn in jaxpr.eqns
        ]
        return grouped(shown, "chunk", CHUNK, later)

    def _carried(self, eqn: Equation, step: int | None, outer: NameStack) -> Iterator[str]:
        """The rows of the jaxprs that an equation carries, folded."""
        for name, body in carried(eqn):
            inner = self.rows(body, names_of(body), step, outer=around(eqn, outer))
            head = f"{text(name)}: {counted(len(body.eqns), 'equation')} of {signature(body)}"
            yield tag("details", f"<summary>{head}</summary>{inner}", class_="body")

    def row(
        self, eqn: Equation, names: Mapping[Atom, str], step: int | None, outer: NameStack
    ) -> str:
        """One equation."""
        key = self.places.key(placed(eqn, outer))
        place = "" if key is None else f' data-k="{key}"'
        part = "" if step is None else f' data-s="{step}"'
        return f'<div class="r eq"{place}{part}>{self.equation(eqn, names)}</div>'

    def equation(self, eqn: Equation, names: Mapping[Atom, str]) -> str:
        """An equation as `str` writes it, without the jaxprs that it carries."""
        known = self.params.get(id(eqn.op))
        if known is None:
            known = self.params[id(eqn.op)] = eqn.op, self._operation(eqn)
        results = " ".join([self.bound(v, names) for v in eqn.outvars])
        operands = " ".join([self.atom(x, names) for x in eqn.invars])
        return f"{results} = {known[1]} {operands}"

    def _operation(self, eqn: Equation) -> str:
        """The name of what an equation does, and its parameters."""
        host = eqn.op.host
        name = tag("b", text(eqn.op.name if host is None else self.hosts.name(host)))
        params = [
            f"{key}={value_text(value, self.hosts)}"
            for key, value in eqn.op.params.items()
            if not _jaxprs(value)
        ]
        return name + (tag("i", f"[{cut(' '.join(params))}]") if params else "")

    def bound(self, v: Var, names: Mapping[Atom, str]) -> str:
        """A variable where it is bound, with its type."""
        shown = self.types.get(v.aval)
        if shown is None:
            shown = self.types[v.aval] = f"<i>:{text(v.aval.notation())}</i>"
        return f"{'_' if isinstance(v, DropVar) else names.get(v, '?')}{shown}"

    def atom(self, x: Atom, names: Mapping[Atom, str]) -> str:
        """An operand: a variable's name or a literal."""
        return text(literal_text(x)) if isinstance(x, Literal) else names.get(x, "?")


def _row(content: str, class_: str, **attributes: Any) -> str:
    return tag("div", content, class_=class_, **attributes)


def names_of(jaxpr: Jaxpr) -> dict[Atom, str]:
    """What `str` calls the variables of a jaxpr.

    >>> jaxpr = fjax.make_jaxpr(lambda x, y: x * y)(1.0, 2.0).jaxpr
    >>> list(names_of(jaxpr).values())
    ['a', 'b', 'c']
    """
    made = (v for e in jaxpr.eqns for v in e.outvars if not isinstance(v, DropVar))
    return dict(zip((*jaxpr.invars, *made), variable_names(), strict=False))


def _jaxprs(value: Any) -> list[Jaxpr]:
    """The jaxprs that a parameter is."""
    values = value if isinstance(value, tuple) else (value,)
    return [v for v in values if isinstance(v, Jaxpr)]


def carried(eqn: Equation) -> list[tuple[str, Jaxpr]]:
    """The jaxprs among an equation's parameters, with the parameters' names."""
    return [(key, j) for key, value in eqn.op.params.items() for j in _jaxprs(value)]


def sources(eqns: Sequence[Equation], outer: NameStack = NO_NAMES) -> list[Source | None]:
    """Where equations come from, those of the jaxprs that they carry among them.

    outer: the scopes around the equations.
    """
    found: list[Source | None] = []
    for eqn in eqns:
        found.append(placed(eqn, outer))
        for body in eqn.op.jaxprs:
            found += sources(body.eqns, around(eqn, outer))
    return found


def placed(eqn: Equation, outer: NameStack) -> Source | None:
    """Where an equation comes from, within the scopes around its jaxpr."""
    return eqn.source and eqn.source.within(outer)


def around(eqn: Equation, outer: NameStack) -> NameStack:
    """The scopes around the jaxprs that an equation carries; outer: those around the equation.

    The equations of a kernel have the names that they had in the program.
    """
    if eqn.source is None or isinstance(eqn.op, (Fused, Updated)):
        return outer
    return outer + eqn.source.name_stack


def every_jaxpr(jaxpr: Jaxpr, outer: NameStack = NO_NAMES) -> Iterator[tuple[Jaxpr, NameStack]]:
    """A jaxpr, and those that its equations carry, each with the scopes around it."""
    yield jaxpr, outer
    for eqn in jaxpr.eqns:
        for body in eqn.op.jaxprs:
            yield from every_jaxpr(body, around(eqn, outer))


def signature(jaxpr: Jaxpr) -> str:
    """The types of a jaxpr's inputs and outputs, as HTML."""
    taken, given = (", ".join(a.notation() for a in avals) for avals in _avals(jaxpr))
    return cut(f"({taken}) → {given}", 160)


def _avals(jaxpr: Jaxpr) -> tuple[Sequence[Any], Sequence[Any]]:
    return jaxpr.in_avals, jaxpr.out_avals
