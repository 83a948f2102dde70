"""Whether a program uses a random key twice.

Each key of an array of keys has a number. Operations that move keys move their numbers, so that a
key is known again after slices and reshapes; those that draw from a key use its number up, and
whatever uses it once more raises KeyReuseError. Only keys of threefry are followed.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation, Jaxpr, Literal
from fjax.core.kinds import KeyUse
from fjax.core.memo import weak_memo
from fjax.errors import KeyReuseError
from fjax.locks import process_lock

Numbers = np.ndarray | None  # of a value's keys, by place; None of what holds no keys


class _Reused(Exception):
    """A key was used again; `steps` are the operations, from the outermost one in."""

    def __init__(self, step: str, number: int, line: str):
        self.steps, self.number, self.line = [step], number, line


class _Ledger:
    """Which numbers are used up so far.

    by_words: whether keys of two words, as PRNGKey makes them, are followed, too. Both words have
    the key's number.
    """

    def __init__(self, by_words: bool = False) -> None:
        self.used: set[int] = set()
        self.count = 0
        self.by_words = by_words

    def new(self, aval: ShapedArray, used: bool = False) -> Numbers:
        """Numbers for a value's keys."""
        is_key = dtypes.is_key(aval.dtype)
        words = self.by_words and aval.dtype == np.uint32 and aval.shape[-1:] == (2,)
        if not is_key and not words:
            return None
        count = aval.size if is_key else aval.size // 2
        found = np.arange(self.count, self.count + count, dtype=np.uint64)
        self.count += count
        if not is_key:
            return _in_words(found.reshape(aval.shape[:-1]))
        if used:
            self.used.update(found.tolist())
        return found.reshape(aval.shape)

    # ---- programs

    def run(self, jaxpr: Jaxpr, inputs: Sequence[Numbers]) -> list[Numbers]:
        """The numbers of what a program gives, for those of its inputs."""
        known: dict[Any, Numbers] = dict(zip(jaxpr.invars, inputs, strict=True))
        for eqn in jaxpr.eqns:
            operands = [None if isinstance(x, Literal) else known[x] for x in eqn.invars]
            given = self.equation(eqn, operands)
            known.update(zip(eqn.outvars, given, strict=True))
        return [None if isinstance(x, Literal) else known[x] for x in jaxpr.outvars]

    def equation(self, eqn: Equation, operands: list[Numbers]) -> list[Numbers]:
        """The numbers of what an equation gives."""
        op = eqn.op
        body = op.inline() or op.forward_body()
        if body is not None and len(body.invars) == len(operands):
            before = set(self.used)
            if op.recomputes:  # what was drawn before is drawn again, on purpose
                self.used = set()
            try:
                return self.run(body, operands)
            except _Reused as error:
                place = _place(operands, error.number)
                if error.number in before and place is not None:
                    error.steps.insert(0, f"In {op.name}, argument {place} is already consumed.")
                    # A program that was traced for another call has that call's lines.
                    error.line = error.line if eqn.source is None else str(eqn.source)
                raise
            finally:
                self.used = before if op.recomputes else self.used | before
        if op.loop() is not None:
            return self.loop(eqn, operands)
        choices = op.choices()
        if choices is not None:
            return self.choice(choices, operands[1:])
        return self.operation(eqn, operands)

    def operation(self, eqn: Equation, operands: list[Numbers]) -> list[Numbers]:
        """The numbers of what an operation without programs of its own gives."""
        if eqn.op.gives_operands and len(operands) == len(eqn.outvars):
            return operands
        use, avals = eqn.op.key_use, [v.aval for v in eqn.outvars]
        if self.by_words and use in (KeyUse.WRAPS, KeyUse.UNWRAPS) and operands[0] is not None:
            return [operands[0][..., 0] if use is KeyUse.WRAPS else _in_words(operands[0])]
        if use is KeyUse.MOVES:
            if operands and all(n is not None for n in operands):
                return list(eqn.op.evaluate(np, *operands))
            # Which of the keys come out is not known here: new ones, unless all are used up.
            keys = [n for n in operands if n is not None]
            spent = bool(keys) and all(self.used.issuperset(n.reshape(-1).tolist()) for n in keys)
            return [self.new(a, spent) for a in avals]
        if use in (KeyUse.CONSUMES, KeyUse.SPLITS):
            for k, (x, numbers) in enumerate(zip(eqn.invars, operands, strict=True)):
                if dtypes.is_key(x.aval.dtype):
                    self.consume(eqn, k, numbers)
        return [self.new(a, used=use is KeyUse.CONSUMES) for a in avals]

    def consume(self, eqn: Equation, k: int, numbers: Numbers) -> None:
        """Use up the keys of an operand; raise if one of them is used up already."""
        if numbers is None:
            return
        found = numbers.reshape(-1).tolist()
        for number in found:
            if number in self.used:
                line = "unknown line" if eqn.source is None else str(eqn.source)
                step = f"In {eqn.op.name}, argument {k} is already consumed."
                raise _Reused(step, number, line)
        self.used.update(found)

    def choice(self, branches: Sequence[Jaxpr], operands: list[Numbers]) -> list[Numbers]:
        """The numbers of what one of several programs gives: used is what any of them uses."""
        before, after, results = set(self.used), set(self.used), []
        for branch in branches:
            self.used = set(before)
            results.append(self.run(branch, operands))
            after |= self.used
        self.used = after
        outs = []
        for numbers, aval in zip(zip(*results, strict=True), branches[0].out_avals, strict=True):
            same = all(n is not None and np.array_equal(n, numbers[0]) for n in numbers)
            used = any(n is not None and self.used & set(n.reshape(-1).tolist()) for n in numbers)
            outs.append(numbers[0] if same else self.new(aval, used))
        return outs

    def loop(self, eqn: Equation, operands: list[Numbers]) -> list[Numbers]:
        """The numbers of what a loop gives; two steps show what a step uses again."""
        form = eqn.op.loop()
        assert form is not None
        leading, constants, carry, xs = form.groups(operands)
        name = "scan" if form.condition is None else "while_loop"
        steps = 2 if form.length is None else min(form.length, 2)
        slices = form.body.in_avals[form.n_consts + form.n_carry :]
        ys: list[Numbers] = []
        for step in range(steps):
            if form.condition is not None:
                asked = [*leading[int(form.counts_steps) :], *carry]
                self.step(f"{name} cond", step, form.condition, asked)
            rows = [self.new(a) for a in slices]
            outs = self.step(f"{name} body", step, form.body, [*constants, *carry, *rows])
            carry, ys = outs[: form.n_carry], outs[form.n_carry :]
            if step == 0:
                for k, (row, numbers) in enumerate(zip(rows, xs, strict=True)):
                    if row is not None and self.used & set(row.reshape(-1).tolist()):
                        self.consume(eqn, len(operands) - len(xs) + k, numbers)
        stacked = [v.aval for v in eqn.outvars[form.n_carry :]]
        if not steps:
            return [*carry, *[self.new(a) for a in stacked]]
        used = [y is not None and bool(self.used & set(y.reshape(-1).tolist())) for y in ys]
        return [*carry, *[self.new(a, u) for a, u in zip(stacked, used, strict=True)]]

    def step(self, what: str, number: int, jaxpr: Jaxpr, inputs: list[Numbers]) -> list[Numbers]:
        """A step of a loop: what the second one uses again, every one does."""
        try:
            return self.run(jaxpr, inputs)
        except _Reused as error:
            if number:
                error.steps.insert(0, f"{what} function leads to key reuse:")
            raise


def _in_words(numbers: np.ndarray) -> np.ndarray:
    return np.stack([numbers, numbers], -1)


def _place(operands: Sequence[Numbers], number: int) -> int | None:
    places = (k for k, n in enumerate(operands) if n is not None and (n == number).any())
    return next(places, None)


def reused(jaxpr: Jaxpr) -> KeyReuseError | None:
    """The error that says where a program uses a key twice, or None; keys of words are followed.

    >>> def same(key):
    ...     return fjax.random.bits(key) + fjax.random.bits(key)
    >>> print(reused(fjax.make_jaxpr(same)(fjax.random.PRNGKey(0)).jaxpr))
    In jit, argument 0 is already consumed. ... A key gives the same numbers again: ...
    """
    ledger = _Ledger(by_words=True)
    try:
        ledger.run(jaxpr, [ledger.new(a) for a in jaxpr.in_avals])
    except _Reused as error:
        return _raised(error)
    return None


def _raised(error: _Reused) -> KeyReuseError:
    return KeyReuseError(
        f"{' '.join(error.steps)} A key gives the same numbers again: split it "
        "(fjax.random.split) before each use",
        error.line,
    )


@weak_memo
def consumed(jaxpr: Jaxpr) -> tuple[tuple[Numbers, ...], tuple[Numbers, ...]]:
    """(which keys of each input a program uses up, which of each output are): masks, or None.

    Raises KeyReuseError if it uses one twice.

    >>> jaxpr = fjax.make_jaxpr(fjax.random.bits)(fjax.random.key(0)).jaxpr
    >>> consumed(jaxpr)
    ((array(True),), (None,))
    """
    ledger = _Ledger()
    inputs = [ledger.new(a) for a in jaxpr.in_avals]
    try:
        outputs = ledger.run(jaxpr, inputs)
    except _Reused as error:
        raise _raised(error) from None
    used = np.array(sorted(ledger.used), np.uint64)
    masks = [[None if n is None else np.isin(n, used) for n in each] for each in (inputs, outputs)]
    return tuple(masks[0]), tuple(masks[1])


# ---- arrays of keys that exist


class _Uses:
    """The keys of arrays that are used up; an array that dies is forgotten."""

    def __init__(self) -> None:
        self._masks: dict[int, tuple[Any, np.ndarray]] = {}
        self._lock = process_lock()

    def of(self, x: Array) -> np.ndarray | None:
        """The mask of an array, if any of its keys is used."""
        found = self._masks.get(id(x))
        return None if found is None or found[0]() is not x else found[1]

    def add(self, x: Array, mask: np.ndarray) -> None:
        """Keys of an array are used up."""
        if not mask.any():
            return
        before, key = self.of(x), id(x)
        reference = weakref.ref(x, lambda _: self._masks.pop(key, None))
        with self._lock:
            self._masks[key] = (reference, mask if before is None else before | mask)


uses = _Uses()


def note_call(what: str, jaxpr: Jaxpr, args: Sequence[Any]) -> None:
    """Use up the keys of arrays that a call of a program uses; raise if one was used before.

    >>> key = fjax.random.key(0)
    >>> jaxpr = fjax.make_jaxpr(fjax.random.bits)(key).jaxpr
    >>> note_call("f", jaxpr, [key])
    >>> note_call("f", jaxpr, [key])
    Traceback (most recent call last):
    fjax.errors.KeyReuseError: Previously-consumed key passed to f at index 0...
    """
    for k, (x, mask) in enumerate(zip(args, consumed(jaxpr)[0], strict=True)):
        if mask is None or type(x) is not Array:
            continue
        before = uses.of(x)
        if before is not None and (before & mask).any():
            raise KeyReuseError(
                f"Previously-consumed key passed to {what} at index {k}. A key gives the same "
                "numbers again: split it (fjax.random.split) before each use"
            )
        uses.add(x, mask)


def note_results(jaxpr: Jaxpr, results: Sequence[Any]) -> None:
    """Keys that a program gives and has used up are used up.

    >>> note_results(fjax.make_jaxpr(lambda x: x)(1.0).jaxpr, [jnp.ones(())])
    """
    for x, mask in zip(results, consumed(jaxpr)[1], strict=False):
        if mask is not None and type(x) is Array:
            uses.add(x, mask)
