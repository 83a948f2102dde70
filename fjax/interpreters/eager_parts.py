"""Programs of eager calls in parts: what compiled code computes to the same bits is compiled.

The other operations, sums of floats and functions of NumPy's and SciPy's, run as they do at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core import evaluate
from fjax.core.array import Array
from fjax.core.evaluate import literal_value
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.interpreters import eager_cost

Run = Callable[..., Any]  # from Arrays to the one result, or to several


def parts(jaxpr: Jaxpr) -> list[list[Equation]]:
    """The equations in an order that has few runs of such as are compiled; each other one alone.

    >>> jaxpr = fjax.make_jaxpr(lambda x: (2 * x + 1) / jnp.exp(x - 3 * x))(jnp.ones(3)).jaxpr
    >>> [[eqn.op.name for eqn in part] for part in parts(jaxpr)]
    [['mul', 'add', 'mul', 'sub'], ['exp'], ['div']]
    """
    found: list[list[Equation]] = []
    pending, known = list(jaxpr.eqns), set(jaxpr.invars)
    while pending:
        alike = _take(pending, known, True)
        found += [alike] if alike else []
        found += [[eqn] for eqn in _take(pending, known, False)]
    return found


def _take(pending: list[Equation], known: set[Var], alike: bool) -> list[Equation]:
    """The pending equations of one kind that can be computed now; they are known afterwards."""
    taken = []
    for eqn in list(pending):
        ready = all(type(x) is Literal or x in known for x in eqn.invars)
        if ready and eager_cost.is_alike(eqn) is alike:
            taken.append(eqn)
            known.update(eqn.outvars)
    pending[:] = [eqn for eqn in pending if eqn not in taken]
    return taken


def gain(jaxpr: Jaxpr) -> float:
    """About how many nanoseconds of a call compiling saves."""
    alike = filter(_is_compiled, parts(jaxpr))
    return sum(sum(map(eager_cost.work, part)) - eager_cost.CALL for part in alike)


def _is_compiled(part: Sequence[Equation]) -> bool:
    """Whether a part is a compiled program: several operations, or one that NumPy has none for."""
    return len(part) > 1 or (eager_cost.is_alike(part[0]) and eager_cost.is_pieced(part[0]))


def compiled(jaxpr: Jaxpr, known: dict[Var, Array]) -> Run:
    """A function of Arrays for the inputs that are not known: compiled parts, and operations."""
    if [_is_compiled(part) for part in parts(jaxpr)] == [True]:
        return compiled_whole(jaxpr, known)
    return _Writer(jaxpr, known).function()


def compiled_whole(jaxpr: Jaxpr, known: dict[Var, Array]) -> Run:
    """A function of Arrays for the inputs that are not known: one compiled program."""
    whole = _program(jaxpr, jaxpr.eqns, jaxpr.invars, jaxpr.outvars)
    constants = [known[v] for v in jaxpr.invars if v in known]
    return (lambda *arrays: whole(*constants, *arrays)) if constants else whole


class _Writer:
    """Writes one statement for each part."""

    def __init__(self, jaxpr: Jaxpr, known: dict[Var, Array]):
        self.jaxpr, self.known = jaxpr, known
        self.inputs = [v for v in jaxpr.invars if v not in known]
        self.names: dict[Var, str] = {v: f"x{i}" for i, v in enumerate(self.inputs)}
        self.scope: dict[str, Any] = {}

    def function(self) -> Run:
        head = f"def program({', '.join(self.names[v] for v in self.inputs)}):"
        found = parts(self.jaxpr)
        lines = [self.line(part, found[i + 1 :]) for i, part in enumerate(found)]
        outs = [self.name(v) for v in self.jaxpr.outvars]
        result = outs[0] if len(outs) == 1 else f"({', '.join(outs)},)"
        exec("\n    ".join([head, *lines, f"return {result}"]), self.scope)
        return self.scope["program"]

    def line(self, part: Sequence[Equation], later: Sequence[Sequence[Equation]]) -> str:
        made = [v for eqn in part for v in eqn.outvars]
        read = {x for others in later for eqn in others for x in eqn.invars}
        outs = [v for v in made if v in read or v in self.jaxpr.outvars]
        if not _is_compiled(part):
            (eqn,) = part
            return self.assigned(made, eqn.op.run, eqn.invars, ", =")
        needed = dict.fromkeys(x for eqn in part for x in eqn.invars)
        ins = [x for x in needed if isinstance(x, Var) and x not in made]
        return self.assigned(outs, _program(self.jaxpr, part, ins, outs), ins, " =")

    def assigned(self, outs: Sequence[Var], call: Run, ins: Sequence[Atom], equals: str) -> str:
        given = ", ".join(map(self.name, ins))
        return f"{', '.join(self.named(outs))}{equals} {self.let(call)}({given})"

    def named(self, outs: Sequence[Var]) -> list[str]:
        return [self.names.setdefault(v, f"x{len(self.names)}") for v in outs]

    def let(self, value: Any) -> str:
        name = f"c{len(self.scope)}"
        self.scope[name] = value
        return name

    def name(self, x: Atom) -> str:
        if isinstance(x, Literal):
            return self.let(literal_value(x))
        if x in self.known and x not in self.names:
            self.names[x] = self.let(self.known[x])
        return self.names[x]


def _program(
    jaxpr: Jaxpr, eqns: Sequence[Equation], inputs: Sequence[Var], outputs: Sequence[Atom]
) -> Run:
    """Equations as one compiled program, from Arrays to one or several."""
    part = Jaxpr(inputs, eqns, outputs, jaxpr.debug_name)
    entry, single = evaluate.entry_of(part), len(outputs) == 1

    def call(*arrays: Array) -> Any:
        out = NotImplemented if entry is None else entry(*arrays)
        if out is not NotImplemented:
            return out
        outs = evaluate.execute(part, arrays)
        return outs[0] if single else outs

    return call
