"""Programs of eager calls in parts: what compiled code computes to the same bits is compiled.

The other operations, sums of floats and functions of NumPy's and SciPy's, run as they do at once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from fjax.core import evaluate
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import literal_value
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.primitive import Primitive
from fjax.core.quiet import quiet
from fjax.interpreters import eager_cost
from fjax.primitives.families import Elementwise
from fjax.primitives.structure import Reshape, Transpose

_VIEWED = (Reshape, Transpose)
Run = Callable[..., Any]  # from Arrays to the one result, or to several


def parts(jaxpr: Jaxpr) -> list[list[Equation]]:
    """The equations in groups: few groups of those that are compiled, each other one by itself.

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
    """About how many nanoseconds of a call compiling saves.

    >>> of = lambda f: gain(fjax.make_jaxpr(f)(jnp.ones(1000)).jaxpr)
    >>> of(lambda x: x + 1), of(lambda x: jnp.exp(x) + 1), of(lambda x: 2 * x + 1) > 0
    (0, 0, True)
    """
    alike = filter(_is_compiled, parts(jaxpr))
    return sum(sum(map(eager_cost.work, part)) - eager_cost.CALL for part in alike)


def _is_compiled(part: Sequence[Equation]) -> bool:
    """Whether a part is a compiled program: several operations, or one that NumPy has none for."""
    return len(part) > 1 or (eager_cost.is_alike(part[0]) and eager_cost.is_pieced(part[0]))


def compiled(jaxpr: Jaxpr, known: dict[Var, Array]) -> Run:
    """A function of Arrays for the inputs that are not known: compiled parts, and operations."""
    if [_is_compiled(part) for part in parts(jaxpr)] == [True]:
        return compiled_whole(jaxpr, known)
    return _Writer(jaxpr, known).whole()


def compiled_whole(jaxpr: Jaxpr, known: dict[Var, Array]) -> Run:
    """A function of Arrays for the inputs that are not known: one compiled program."""
    whole = _program(jaxpr, jaxpr.eqns, jaxpr.invars, jaxpr.outvars)
    constants = [known[v] for v in jaxpr.invars if v in known]
    return (lambda *arrays: whole(*constants, *arrays)) if constants else whole


class ProgramText:
    """One function in the making.

    known: the values of variables that are constants of the function. scope: the objects that its
    text refers to, by name.
    """

    def __init__(self, inputs: Sequence[Var], known: dict[Var, Any], scope: dict[str, Any]):
        self.inputs, self.known, self.scope = inputs, known, scope
        self.names: dict[Atom, str] = {v: f"x{i}" for i, v in enumerate(inputs)}

    def let(self, value: Any) -> str:
        """The name of an object that exists before the function is called."""
        name = f"c{len(self.scope)}"
        self.scope[name] = value
        return name

    def name(self, x: Atom) -> str:
        """The name of an operand or of a result."""
        if isinstance(x, Literal):
            return self.let(self.constant(literal_value(x)))
        if x not in self.names:
            self.names[x] = self.let(self.known[x])
        return self.names[x]

    def named(self, outs: Iterable[Var]) -> list[str]:
        """New names for what a statement assigns."""
        return [self.names.setdefault(v, f"x{len(self.names)}") for v in outs]

    def constant(self, value: Array) -> Any:
        """What the text sees of a literal's value."""
        return value

    def function(self, lines: Iterable[str], result: str) -> Callable[..., Any]:
        """The function of these statements, which returns `result`."""
        head = f"def program({', '.join(self.names[v] for v in self.inputs)}):"
        exec("\n    ".join([head, *lines, f"return {result}"]), self.scope)
        program: Callable[..., Any] = self.scope["program"]
        return program


class _Writer(ProgramText):
    """Writes one statement for each part."""

    def __init__(self, jaxpr: Jaxpr, known: dict[Var, Array]):
        scope = {"Array": Array, "asarray": np.asarray, "quiet": quiet}
        super().__init__([v for v in jaxpr.invars if v not in known], known, scope)
        self.jaxpr = jaxpr

    def whole(self) -> Run:
        """The program as a function of Arrays."""
        found = parts(self.jaxpr)
        lines = [line for i, part in enumerate(found) for line in self.part(part, found[i + 1 :])]
        outs = [self.name(v) for v in self.jaxpr.outvars]
        return self.function(lines, outs[0] if len(outs) == 1 else f"({', '.join(outs)},)")

    def part(self, part: Sequence[Equation], later: Sequence[Sequence[Equation]]) -> list[str]:
        """The statements of a part."""
        if not _is_compiled(part):
            return [self.operation(eqn) for eqn in part]
        read = {x for others in later for eqn in others for x in eqn.invars}
        read.update(self.jaxpr.outvars)
        plain = {x for others in later if not _is_compiled(others) for x in others[0].invars}
        views = _views(part, read, plain)
        read.update(x for eqn in views for x in eqn.invars)
        seen = {v for eqn in views for v in eqn.outvars}
        made = [v for eqn in part for v in eqn.outvars]
        outs = [v for v in made if v in read and v not in seen]
        needed = dict.fromkeys(x for eqn in part for x in eqn.invars)
        ins = [x for x in needed if isinstance(x, Var) and x not in made]
        run = (
            [self.assigned(outs, _program(self.jaxpr, part, ins, outs), ins, " =")] if outs else []
        )
        return [*run, *map(self.operation, views)]

    def operation(self, eqn: Equation) -> str:
        """One operation as NumPy's function on buffers, where it is one, else as it runs."""
        avals = [x.aval for x in eqn.invars]
        ufunc, evaluation = ufunc_of(eqn.op, avals), evaluation_of(eqn.op)
        if len(eqn.outvars) != 1 or ufunc is None and evaluation is None:
            return self.assigned(list(eqn.outvars), eqn.op.run, eqn.invars, ", =")
        (out,) = eqn.outvars
        buffers = [f"{self.name(x)}.buffer" for x in eqn.invars]
        call = f"quiet().run({', '.join([self.let(ufunc or evaluation), *buffers])})"
        call += "[0]" * (ufunc is None)
        whole = call if out.aval.ndim else f"asarray({call})"
        return f"{self.named(eqn.outvars)[0]} = Array({whole}, {self.let(out.aval)})"

    def assigned(self, outs: Sequence[Var], call: Run, ins: Sequence[Atom], equals: str) -> str:
        given = ", ".join(map(self.name, ins))
        return f"{', '.join(self.named(outs))}{equals} {self.let(call)}({given})"


def _views(part: Sequence[Equation], read: set[Atom], plain: set[Atom]) -> list[Equation]:
    """The equations of a part that are left to NumPy, which gives views, in their order.

    A program gives no view of its inputs; and NumPy's products and sums read transposed matrices
    where they lie, in an order of their own.

    read: what is read of the part's results. plain: what NumPy's operations read.
    """
    made = {v for eqn in part for v in eqn.outvars}
    found: list[Equation] = []
    wanted = set(read)
    for eqn in reversed(part):
        (out, *_), given = eqn.outvars, [x for x in eqn.invars if x not in made]
        of_input = type(eqn.op) is Reshape and given and isinstance(given[0], Var)
        if out in wanted and (of_input or type(eqn.op) in _VIEWED and out in plain):
            found.append(eqn)
            wanted.update(eqn.invars)
            plain = plain | set(eqn.invars)
    return found[::-1]


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


def ufunc_of(op: Primitive, avals: Sequence[ShapedArray]) -> Any:
    """The NumPy ufunc that is the operation on values of these types; None if there is none."""
    if not isinstance(op, Elementwise) or type(op).run is not Elementwise.run:
        return None
    evaluated = type(op).evaluate is Elementwise.evaluate and avals[0].dtype in op.ufunc_dtypes
    return op.ufunc if evaluated or op.direct_aval(avals) is not None else None


def evaluation_of(op: Primitive) -> Callable[..., Sequence[Any]] | None:
    """From buffers to the outputs' buffers; None for an operation with a way of its own to run."""
    if type(op).run in (Primitive.run, Elementwise.run):
        return functools.partial(op.evaluate, np)
    return None
