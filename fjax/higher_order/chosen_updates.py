"""Choices between updates of one array become updates of the elements that are chosen.

`where(c, x.at[i].set(v), x)` would write all of x. As `x.at[i].set(where(c, v, x[i]))` it
changes one element, and a loop that carries x takes steps of constant effort.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.memo import weak_memo
from fjax.core.primitive import Primitive
from fjax.core.rewrite import read_from, replaced_in, splice, without_dead
from fjax.core.source import replaying
from fjax.dataclass import dataclass
from fjax.interpreters.staging import stage
from fjax.primitives.bitwise import bitwise_not
from fjax.primitives.comparison import Comparison, eq, ge, lt
from fjax.primitives.conversion import StopGradient
from fjax.primitives.generators import full
from fjax.primitives.selection import SelectN
from fjax.primitives.structure import BroadcastInDim

MOST_READERS = 64  # equations that are gone through to see what becomes of an update


@weak_memo
def chosen_updates(jaxpr: Jaxpr) -> Jaxpr:
    """The program whose choices between updates of one array are updates.

    >>> import fjax, fjax.numpy as jnp
    >>> step = lambda c, x: jnp.where(c, x.at[3].set(1.0), x)
    >>> jaxpr = fjax.make_jaxpr(step)(True, jnp.ones(9)).jaxpr
    >>> [e.primitive.name for e in chosen_updates(jaxpr).eqns]
    ['reshape', 'dynamic_slice', 'select_n', 'dynamic_update_slice']
    """
    if not any(e.op.update_operand is not None for e in jaxpr.eqns):
        return jaxpr
    return _Choices(_Guarded(jaxpr).replaced()).replaced()


def writes_little(eqn: Equation) -> bool:
    """Whether an equation updates a small part of its first operand only."""
    number = eqn.op.update_operand
    if number is None or not isinstance(eqn.invars[0], Var):
        return False
    return eqn.invars[number].aval.size * 2 <= eqn.invars[0].aval.size


_Chain = list[tuple[Atom, Equation | None]]  # a value, and the update that makes it of the next


@dataclass(frozen=True)
class _Case:
    """Case `number` of a choice. which: the operand that decides, before it is broadcast."""

    number: int
    cases: int
    which: Atom

    def holds(self, which: Any) -> Any:
        """Whether `which` chooses the case."""
        if which.dtype == dtypes.bool_:
            return which if self.number else bitwise_not(which)
        at = full(which.shape, self.number, which.dtype)
        if self.number == 0:
            return lt(which, full(which.shape, 1, which.dtype))
        return ge(which, at) if self.number == self.cases - 1 else eq(which, at)

    def is_asked_by(self, eqn: Equation) -> bool:
        """Whether an equation tells where this case is chosen: a comparison with a number."""
        if len(eqn.invars) != 2 or not isinstance(number := eqn.invars[1], Literal):
            return False
        if eqn.invars[0] != self.which or not isinstance(eqn.op, Comparison):
            return False
        index, last = number.aval.dtype, self.cases - 1
        if index.kind != "i":
            return False
        answers = {
            k: bool(eqn.op.evaluate(np, np.asarray(k, index), np.asarray(number.value))[0])
            for k in range(-1, self.cases + 1)
        }
        return all(yes == (min(max(k, 0), last) == self.number) for k, yes in answers.items())


@dataclass(frozen=True)
class _Update:
    """An update that makes a case of a choice."""

    eqn: Equation
    case: _Case


def _program(base: Atom, which: Atom, spread: Primitive | None, updates: Sequence[_Update]) -> Any:
    """The program of (base, which, the updates' other operands); None if there is none."""
    counts = [len(u.eqn.invars) - 1 for u in updates]
    found = True

    def run(x: Any, which: Any, *operands: Any) -> list[Any]:
        nonlocal found
        for update, n in zip(updates, counts, strict=True):
            with replaying(update.eqn.source):
                chosen = update.case.holds(which)
                if spread is not None and which.ndim:
                    chosen = spread(chosen)
                new = update.eqn.op.update_where(chosen, x, *operands[:n])
            found = found and new is not None
            x, operands = x if new is None else new, operands[n:]
        return [x]

    avals = [base.aval, which.aval, *[x.aval for u in updates for x in u.eqn.invars[1:]]]
    body, constants = stage(run, avals, "where")
    return body if found and not constants else None


class _Choices:
    """A program on the way: its equations so far, what makes a value, and what replaces one."""

    def __init__(self, jaxpr: Jaxpr):
        self.jaxpr = jaxpr
        self.eqns: list[Equation] = []
        self.producer: dict[Atom, Equation] = {}
        self.replacing: dict[Var, Atom] = {}
        self.counts: dict[Atom, int] = {}  # how often what replaces something is read

    def replaced(self) -> Jaxpr:
        """The program with updates for choices between what nothing else reads."""
        for eqn in self.jaxpr.eqns:
            eqn = read_from(eqn, self.replacing)
            done = len(self.eqns)
            if not (type(eqn.op) is SelectN and self._update(eqn)):
                self.eqns.append(eqn)
            self.producer.update((v, e) for e in self.eqns[done:] for v in e.outvars)
        return finished(self.jaxpr, self.eqns, self.replacing)

    def _update(self, eqn: Equation) -> bool:
        """Put updates in the place of a choice; False if it is no choice between such."""
        which, *cases = eqn.invars
        asked, spread = asked_of(which, self.producer)
        chains = [self._chain(x, _Case(k, len(cases), asked)) for k, x in enumerate(cases)]
        base = self._base(chains)
        if base is None:
            return False
        updates = [
            _Update(made, _Case(k, len(cases), asked))
            for k, chain in enumerate(chains)
            for x, made in reversed(chain[: self._place(chain, base)])
            if made is not None
        ]
        found = _program(base, asked, spread, updates)
        if found is None or found.outvars[0].aval != eqn.outvars[0].aval:
            return False
        others = [x for u in updates for x in u.eqn.invars[1:]]
        (out,) = splice(found, (base, asked, *others), self.eqns)
        self.replacing[eqn.outvars[0]] = out
        self.counts[out] = self.jaxpr.use_count(eqn.outvars[0])
        return True

    def _chain(self, x: Atom, case: _Case) -> _Chain:
        """A value, and what it updates and nothing else reads, with the updates."""
        found: _Chain = []
        while (made := self.producer.get(x)) is not None:
            if self.counts.get(x, self.jaxpr.use_count(x)) == 1 and writes_little(made):
                found.append((x, made))
                x = made.invars[0]
            elif (inside := self._shielded(made, case)) is not None:
                found.append((x, None))
                x = inside
            else:
                break
        return [*found, (x, None)]

    def _shielded(self, eqn: Equation, case: _Case) -> Atom | None:
        """x, if this is `where(chosen, x, stop_gradient(x))` and the case is taken where chosen.

        A branch of a batch sees its operands so.
        """
        if type(eqn.op) is not SelectN or len(eqn.invars) != 3:
            return None
        which, still, x = eqn.invars
        constant, asks = (self.producer.get(y) for y in (still, asked_of(which, self.producer)[0]))
        if constant is None or type(constant.op) is not StopGradient or constant.invars[0] != x:
            return None
        return x if asks is not None and case.is_asked_by(asks) else None

    def _base(self, chains: Sequence[_Chain]) -> Var | None:
        """What all of the cases update."""
        for x, _ in chains[0]:
            places = [k for chain in chains if (k := self._place(chain, x)) is not None]
            if len(places) == len(chains):
                found = [chain[k][0] for chain, k in zip(chains, places, strict=True)]
                return next((y for y in found if isinstance(y, Var)), None)
        return None

    def _place(self, chain: _Chain, x: Atom) -> int | None:
        """Where in a chain x is, or an array of the one value that x has."""
        value = self._value(x)
        for k, (y, _) in enumerate(chain):
            if y == x or value is not None and self._value(y) == value:
                return k
        return None

    def _value(self, x: Atom) -> Any:
        """What is equal for arrays of copies of one literal; None for others."""
        while not isinstance(x, Literal):
            made = self.producer.get(x)
            if made is None or not isinstance(made.op, BroadcastInDim):
                return None
            x = made.invars[0]
        return (x.aval.dtype, np.asarray(x.value).tobytes()) if x.aval.size == 1 else None


def finished(jaxpr: Jaxpr, eqns: list[Equation], replacing: dict[Var, Atom]) -> Jaxpr:
    """The program of these equations, in which some values replace others."""
    if not replacing:
        return jaxpr
    return without_dead(jaxpr.replace(eqns=eqns, outvars=replaced_in(jaxpr.outvars, replacing)))


def updates_between(jaxpr: Jaxpr, new: Atom, old: Atom) -> list[Equation]:
    """The updates that make one array of another, the last one first; [] if they are none."""
    chain: list[Equation] = []
    while new != old:
        made = jaxpr.producer.get(new)
        if made is None or not writes_little(made):
            return []
        chain.append(made)
        new = made.invars[0]
    return chain


def asked_of(which: Atom, producer: Any) -> tuple[Atom, Primitive | None]:
    """What decides on a choice, before it is spread over the elements, and what spreads it."""
    made = producer.get(which)
    if made is None or not isinstance(made.op, BroadcastInDim):
        return which, None
    return made.invars[0], made.op


def leading_condition(jaxpr: Jaxpr, eqn: Equation) -> Var | None:
    """What chooses between arrays, if one value does for each index of leading axes."""
    if type(eqn.op) is not SelectN:
        return None
    which, spread = asked_of(eqn.invars[0], jaxpr.producer)
    n = which.aval.ndim
    if isinstance(spread, BroadcastInDim) and spread.dimensions != tuple(range(n)):
        return None
    leads = which.aval.shape == eqn.outvars[0].aval.shape[:n]
    return which if leads and isinstance(which, Var) else None


class _Guarded:
    """Updates that other equations read as well, and use only if a condition holds.

    So a step of a batch's loop reads what it has just written: for an example that has ended, all
    of the step is thrown away. Such an update is one under the condition, whoever reads it.
    """

    def __init__(self, jaxpr: Jaxpr):
        self.jaxpr = jaxpr
        self.updates: dict[Var, tuple[Jaxpr, Var]] = {}  # the program, and the condition
        self.chosen: dict[Var, Var] = {}  # a choice, and the update that gives its result

    def replaced(self) -> Jaxpr:
        """The program with these updates under their condition."""
        for eqn in self.jaxpr.eqns:
            if type(eqn.op) is SelectN and len(eqn.invars) == 3:
                for number in (0, 1):
                    self._guard(eqn, number)
        eqns: list[Equation] = []
        replacing: dict[Var, Atom] = {}
        for eqn in self.jaxpr.eqns:
            v, eqn = eqn.outvars[0] if eqn.outvars else None, read_from(eqn, replacing)
            if v in self.chosen:
                replacing[v] = replacing[self.chosen[v]]
            elif v in self.updates:
                program, which = self.updates[v]
                x, *others = eqn.invars
                given = (x, replacing.get(which, which), *others)
                (replacing[v],) = splice(program, given, eqns)
            else:
                eqns.append(eqn)
        return finished(self.jaxpr, eqns, replacing)

    def _guard(self, eqn: Equation, number: int) -> None:
        """Note the updates that make one case of a choice, if the other is what they update."""
        case, other = eqn.invars[1 + number], eqn.invars[2 - number]
        which, _ = asked_of(eqn.invars[0], self.jaxpr.producer)
        chain = updates_between(self.jaxpr, case, other)
        if not chain or not isinstance(which, Var) or which.aval.shape:
            return
        results = [e.outvars[0] for e in chain]
        place = self.jaxpr.position
        if (
            all(self.jaxpr.use_count(v) == 1 for v in results)
            or any(v in self.updates for v in results)
            or place.get(which, -1) > place[results[-1]]
            or not self._discarded(chain, which, number)
        ):
            return
        programs = [
            _program(e.invars[0], which, None, [_Update(e, _Case(number, 2, which))]) for e in chain
        ]
        if None not in programs and eqn.outvars[0].aval == case.aval:
            self.updates.update((v, (p, which)) for v, p in zip(results, programs, strict=True))
            self.chosen[eqn.outvars[0]] = results[0]

    def _discarded(self, chain: list[Equation], which: Var, number: int) -> bool:
        """Whether nothing of what the updates make is used unless the condition holds."""
        pending = [v for e in chain for v in e.outvars]
        seen: set[int] = set()
        while pending:
            x = pending.pop()
            for reader in self.jaxpr.uses.get(x, ()):
                if reader is None or len(seen) > MOST_READERS:
                    return False
                if id(reader) in seen or reader in chain or self._drops(reader, x, which, number):
                    continue
                if reader.op.effects or reader.op.axis_names:
                    return False
                seen.add(id(reader))
                pending += reader.outvars
        return True

    def _drops(self, eqn: Equation, x: Atom, which: Var, number: int) -> bool:
        """Whether an equation chooses x as this case, by this condition."""
        if type(eqn.op) is not SelectN or len(eqn.invars) != 3:
            return False
        at = [k for k, y in enumerate(eqn.invars) if y == x]
        asked, _ = asked_of(eqn.invars[0], self.jaxpr.producer)
        return asked == which and at == [1 + number]
