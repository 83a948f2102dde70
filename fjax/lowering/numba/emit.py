"""A kernel as Numba source: plain scalar loops, written for a reader.

One function per scalar program that is called, then `kernel` with the loops over flat arrays.
Making the text needs no Numba.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from fjax.core.scalar import Expr, Function, Op
from fjax.dataclass import dataclass
from fjax.lowering.kernel import form
from fjax.lowering.kernel.expansion import expand
from fjax.lowering.kernel.narrow import is_stored
from fjax.lowering.kernel.scheduled_loops import fault_for_processor
from fjax.lowering.kernel.spelling import (
    FactTable,
    address_terms,
    always_needed,
    bounds,
    expressions,
    in_runs,
    operands,
    outermost,
    postorder,
    walk,
)
from fjax.lowering.kernel.verify import verified
from fjax.lowering.numba.text import ModuleNames, bare, dtype_text, literal, operation, suffix
from fjax.lowering.schedule.language import Schedule, Step, replay_for

WIDTH = 72  # longer expressions get a statement of their own
LONGEST_TUPLE = 30  # Python fills a longer one from a list; a branch inside stops Numba


@dataclass(frozen=True)
class Helper:
    """A scalar program that a kernel calls: the name of its function, and what it is of."""

    name: str
    function: Function
    dtypes: tuple[np.dtype, ...]
    result: np.dtype


@dataclass(frozen=True)
class Spelled:
    """A kernel as Numba source, and the types that its text leaves to Numba.

    header: imports. functions: a function for each of the helpers, then `kernel`, whose arguments
    are arrays, those of scratch memory last, the values in `words` (slot of the table, dtype), lo,
    hi.
    """

    header: str
    functions: tuple[str, ...]
    helpers: tuple[Helper, ...]
    buffers: tuple[form.BufferArgument, ...]
    words: tuple[tuple[int, np.dtype], ...]

    @property
    def text(self) -> str:
        """The whole module."""
        return "\n\n\n".join([self.header, *self.functions]) + "\n"


def spell(
    kernel: form.Kernel, names: dict[int, str] | None = None, schedule: Schedule | None = None
) -> Spelled:
    """The kernel as readable Numba source; `names` gives buffers names of their own.

    schedule: directives that say how its loops run; by default what is chosen for this spelling.
    """
    expanded = verified(expand(kernel, inline=False), "expand for Numba", kernel)
    if schedule is None:
        schedule = chosen_schedule(kernel)
    return ModuleText(replay_for(expanded, schedule, fault_for_processor), names or {}).spelled()


def chosen_schedule(kernel: form.Kernel) -> Schedule:
    """The part of a call, and no more: LLVM makes vectors of plain loops, as they stand.

    It vectorizes loops in pieces less well: they take up to five times as long.
    """
    nest = form.parallel_nest(kernel.body)
    return (Step("parallelize", (nest[0].number,)),) if nest else ()


class Lines:
    """The lines of one block, and the names of values that are known in it."""

    __slots__ = ("parent", "lines", "region", "guard", "names", "volatile", "barrier")

    def __init__(
        self, parent: Lines | None, region: object, guard: bool = False, barrier: bool = False
    ):
        self.parent, self.region, self.guard, self.barrier = parent, region, guard, barrier
        self.lines: list[str] = []
        self.names: dict[Expr, str] = {}
        self.volatile: dict[Expr, str] = {}

    def close_into(self, outer: list[str]) -> None:
        outer.extend("    " + line for line in self.lines or ["pass"])


class ModuleText:
    """The text of a whole module."""

    decorator = '@njit(error_model="numpy")'  # of each function
    names: type[ModuleNames] = ModuleNames

    def __init__(self, kernel: form.Kernel, names: dict[int, str]):
        self.kernel = kernel
        self.buffers = [names.get(k, f"b{k}") for k in range(len(kernel.buffers))]
        self.helpers: dict[tuple, tuple[Helper, str]] = {}
        self.used = self.names()

    def function(self, body: tuple[form.Statement, ...]) -> FunctionBody:
        """What writes one of its functions."""
        return FunctionBody(self, body)

    def spelled(self) -> Spelled:
        body = self.function(self.kernel.body)
        body.statements(self.kernel.body, body.root)
        words = sorted(body.words.items(), key=lambda item: item[1])
        formals = ", ".join([*self.buffers, *(name for _, name in words), "lo", "hi"])
        function = [self.decorator, f"def kernel({formals}):"]
        body.root.close_into(function)
        return Spelled(
            self.used.header(),
            (*(text for _, text in self.helpers.values()), "\n".join(function)),
            tuple(helper for helper, _ in self.helpers.values()),
            self.kernel.buffers,
            tuple(word for word, _ in words),
        )

    def helper(self, function: Function, dtypes: tuple) -> str:
        """The name of the function that computes a called program; its text goes before."""
        key = (function, dtypes)
        if key not in self.helpers:
            name = "_".join([function.name, *dict.fromkeys(suffix(d) for d in dtypes)])
            formals, result = function.body(*dtypes)
            inner = self.function(())
            arguments = [f"x{k}" for k in range(len(formals))]
            inner.root.names.update(zip(formals, arguments, strict=True))
            inner.count((result,))
            value = inner.text(result, inner.root)
            inner.root.lines.append(f"return {bare(value)}")
            lines = [self.decorator, f"def {name}({', '.join(arguments)}):"]
            inner.root.close_into(lines)
            self.helpers[key] = (Helper(name, function, dtypes, result.dtype), "\n".join(lines))
        return self.helpers[key][0].name


class FunctionBody:
    """Writes statements and expressions of one function."""

    def __init__(self, module: ModuleText, body: tuple[form.Statement, ...]):
        self.module, self.root = module, Lines(None, None)
        self.facts = FactTable(body)
        self.uses: Counter[Expr] = Counter()
        self.words: dict[tuple[int, np.dtype], str] = {}
        self.result_region: dict[int, object] = {}
        self._fresh = 0
        self.count(tuple(e for s in walk(body) for e in expressions(s)))

    def count(self, roots: tuple[Expr, ...]) -> None:
        """Learn how often each expression is used."""
        self.uses.update(roots)
        for node in postorder(roots):
            self.uses.update(operands(node))

    def fresh(self) -> str:
        self._fresh += 1
        return f"t{self._fresh - 1}"

    # -- expressions -----------------------------------------------------------------------------

    def text(self, expr: Expr, scope: Lines) -> str:
        """Source of an expression; what is shared or long is assigned to a name before."""
        unknown = lambda e: () if self._known(e, scope) is not None else always_needed(e)
        for node in postorder((expr,), None, unknown):
            self._settle(node, scope)
        return self._settle(expr, scope)

    def _settle(self, expr: Expr, scope: Lines) -> str:
        """Name `expr` where it is shared, long, a choice, or belongs outside; return its source.

        Numba miscompiles a conditional expression inside another one, so each has a statement.
        """
        if expr.op is Op.CONST:
            return literal(expr.extra.value, expr.dtype)
        found = self._known(expr, scope)
        if found is not None:
            return found
        facts = self.facts[expr]
        home = outermost(scope, facts, self.result_region)
        made = self._spell(expr, home)
        if made.isidentifier():
            return made
        chooses = expr.op is Op.SELECT or getattr(expr.extra, "mask", None) is not None
        if chooses or self.uses[expr] > 1 or home is not scope or len(made) > WIDTH:
            name = self.fresh()
            home.lines.append(f"{name} = {bare(made)}")
            (home.volatile if facts.volatile else home.names)[expr] = name
            return name
        return made

    def _known(self, expr: Expr, scope: Lines) -> str | None:
        if self.facts[expr].volatile:
            return scope.volatile.get(expr)
        at: Lines | None = scope
        while at is not None:
            if expr in at.names:
                return at.names[expr]
            at = at.parent
        return None

    def _spell(self, expr: Expr, home: Lines) -> str:
        if expr.op is Op.LEAF:
            return self._leaf(expr, home)
        if expr.op is Op.RARE:
            return self._rare(expr, home)
        args = [self._settle(a, home) for a in expr.args]
        if expr.op is Op.CALL:
            name = self.module.helper(expr.extra, tuple(a.dtype for a in expr.args))
            return f"{name}({', '.join(args)})"
        return operation(expr, args, self.module.used)

    def _leaf(self, expr: Expr, home: Lines) -> str:
        key = expr.extra
        if isinstance(key, (form.Size, form.Param)):
            name = f"{'s' if isinstance(key, form.Size) else 'p'}{key.slot}"
            return self.words.setdefault((key.slot, expr.dtype), name)
        if isinstance(key, form.Axis):
            return f"i{key.loop}"
        if isinstance(key, form.Bound):
            return key.name if expr.dtype == form.INDEX else f"{dtype_text(expr.dtype)}({key.name})"
        if isinstance(key, (form.Carried, form.Result)):
            return f"c{key.loop}_{key.item}"
        if not isinstance(key, form.Load):
            raise ValueError(f"kernel: {key} is used where it has no value")
        value = self._element(key.access, key.index, home)
        if key.mask is None:
            return value
        zero = "0" if is_stored(expr.dtype) else literal(expr.dtype.type(0), expr.dtype)
        return f"({value} if {self._settle(key.mask, home)} else {zero})"

    def _element(self, access: form.Access, index: Expr | None, scope: Lines) -> str:
        terms = [self._inline(t, scope) for t in address_terms(access, self.module.kernel.index)]
        if index is not None:
            terms.append(self._settle(index, scope))
        return f"{self.module.buffers[access.buffer]}[{' + '.join(terms) or '0'}]"

    def _inline(self, term: Expr, scope: Lines) -> str:
        """An address term without a statement of its own."""
        if term.op is Op.MUL:
            return " * ".join(self._inline(a, scope) for a in term.args)
        return self._settle(term, scope)

    def _rare(self, expr: Expr, home: Lines) -> str:
        condition, usual, unusual = expr.args
        name = self.fresh()
        home.lines.append(f"{name} = {self._settle(usual, home)}")
        inside = Lines(home, ("rare", expr), guard=True, barrier=True)
        inside.lines.append(f"{name} = {self.text(unusual, inside)}")
        home.lines.append(f"if {self._settle(condition, home)}:")
        inside.close_into(home.lines)
        home.names[expr] = name
        return name

    # -- statements ------------------------------------------------------------------------------

    def statements(self, body: tuple[form.Statement, ...], scope: Lines) -> None:
        for s in in_runs(body):
            if isinstance(s, list):
                self._stores(s, scope)
            else:
                self._statement(s, scope)
                scope.volatile.clear()
        scope.volatile.clear()

    def _stores(self, stores: list[form.Store], scope: Lines) -> None:
        values = {}
        if len(stores) > 1:
            for k, s in enumerate(stores):
                for e in expressions(s):
                    self._settle_early(e, scope)
                if not self.facts[s.value].volatile:
                    values[k] = self._name(s.value, scope)
        for k, s in enumerate(stores):
            head = [] if s.mask is None else [f"if {bare(self.text(s.mask, scope))}:"]
            value = values.get(k) or self.text(s.value, scope)
            line = self._assignment(s, scope, bare(value))
            scope.lines += [*head, f"    {line}" if head else line]
            scope.volatile.clear()

    def _assignment(self, s: form.Store, scope: Lines, value: str) -> str:
        return f"{self._target(s, scope)} = {value}"

    def _target(self, s: form.Store, scope: Lines) -> str:
        if s.index is not None:
            self.text(s.index, scope)
        return self._element(s.access, s.index, scope)

    def _settle_early(self, expr: Expr, scope: Lines) -> None:
        for node in postorder((expr,), None, always_needed):
            if not self.facts[node].volatile and isinstance(node.extra, form.Load):
                self._name(node, scope)

    def _name(self, expr: Expr, scope: Lines) -> str:
        """A name that holds the value from here on."""
        text = self.text(expr, scope)
        if text.isidentifier() or expr.op is Op.CONST:
            return text
        name = self.fresh()
        scope.lines.append(f"{name} = {text}")
        (scope.volatile if self.facts[expr].volatile else scope.names)[expr] = name
        return name

    def _statement(self, s: form.Loop | form.While | form.If, scope: Lines) -> None:
        if isinstance(s, form.If):
            self._if(s, scope)
            return
        self.result_region[s.number] = scope.region
        for k, c in enumerate(s.carries):
            scope.lines.append(f"c{s.number}_{k} = {bare(self.text(c.initial, scope))}")
        inside = Lines(scope, s.number)
        if isinstance(s, form.While):
            head = "while True:"
            inside.lines += [f"if not {self.text(s.condition, inside)}:", "    break"]
            inside.volatile.clear()
        else:
            ends = [bare(self.text(e, scope)) for e in bounds(s)]
            if s.step is not None and s.start is None:
                ends.insert(0, "0")
            head = f"for i{s.number} in range({', '.join(ends)}):"
        self.statements(s.body, inside)
        self._advance(s, inside)
        scope.lines.append(head)
        inside.close_into(scope.lines)

    def _advance(self, s: form.Loop | form.While, inside: Lines) -> None:
        targets, values = [], []
        for k, c in enumerate(s.carries):
            name, value = f"c{s.number}_{k}", self.text(c.next, inside)
            if c.monoid is not None:
                pattern = Expr(form.COMBINE[c.monoid], (c.next, c.next), c.next.dtype)
                value = operation(pattern, [name, value], self.module.used)
            targets.append(name)
            values.append(value)
        if len(targets) > LONGEST_TUPLE:
            new = [self.fresh() for _ in targets]
            inside.lines += [f"{x} = {bare(v)}" for x, v in zip(new, values, strict=True)]
            inside.lines += [f"{c} = {x}" for c, x in zip(targets, new, strict=True)]
        elif targets:
            inside.lines.append(f"{', '.join(targets)} = {', '.join(values)}")

    def _if(self, s: form.If, scope: Lines) -> None:
        condition = self.text(s.condition, scope)
        branches = []
        for body in (s.then, s.otherwise):
            inside = Lines(scope, ("branch", id(body)), guard=True)
            self.statements(body, inside)
            branches.append(inside)
        scope.lines.append(f"if {bare(condition)}:")
        branches[0].close_into(scope.lines)
        if s.otherwise:
            scope.lines.append("else:")
            branches[1].close_into(scope.lines)
