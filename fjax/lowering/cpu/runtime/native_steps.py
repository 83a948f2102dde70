"""Steps of a host loop without Python: kernels and BLAS in one native call for many steps.

The values of a step live in buffers made once. A carried value that a step makes anew is written to
one of two buffers that take turns, or straight into the stack that it is stored to as well; one
that a step changes in place stays where it is.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fjax.core import dtypes
from fjax.core.control import LoopForm
from fjax.core.ir import Atom, Var
from fjax.lowering.cpu.runtime import pool
from fjax.lowering.cpu.runtime.program import Program
from fjax.lowering.cpu.runtime.repeat import Move, Repetition, address, is_repeatable, slot_count

if TYPE_CHECKING:
    from fjax.lowering.run.executable import Executable

Compile = Callable[..., "Executable"]


class Kind(enum.Enum):
    """What an array is to native steps."""

    ASKED = "constant of the condition"
    CONST = "constant"
    CARRY = "carry"
    X = "x"
    Y = "y"
    FIRST = "new carry"  # the two buffers of a carried value that is made anew
    SECOND = "newer carry"
    ANSWER = "answer"

    __hash__ = object.__hash__  # Enum's is a function in Python, which each call would ask often


class Start(NamedTuple):
    """Which array a slot points into at first, and what the slot's address grows with a step."""

    kind: Kind
    number: int
    stride: int = 0


def native_steps(form: LoopForm, compile_body: Compile) -> NativeSteps | None:
    """The native form of a loop's steps; None if the body is not native throughout."""
    condition = None if form.condition is None else compile_body(form.condition)
    if condition is not None and not _asks(condition):
        return None
    body, ys = form.body, form.body.outvars[form.n_carry :]
    carried = [x not in ys for x in body.outvars[: form.n_carry]]
    rest = [False] * (len(body.invars) - form.n_consts - form.n_carry)
    for donated in ((*[False] * form.n_consts, *carried, *rest), ()):
        executable = compile_body(body, donated, (form.n_consts, form.n_carry))
        if executable.whole is None:
            return None
        if is_repeatable(_program(executable)) and _fits(form, executable):
            return NativeSteps(form, executable, condition)
    return None


def _asks(condition: Executable) -> bool:
    """Whether a condition is native and makes its answer itself."""
    (x,) = condition.jaxpr.outvars
    root = condition.storage.get(x, x)
    return (
        condition.whole is not None
        and is_repeatable(_program(condition))
        and root in condition.whole.kept
    )


def _roots(executable: Executable) -> list[Atom]:
    """Whose memory each output is."""
    return [executable.storage.get(x, x) for x in executable.jaxpr.outvars]


def _fits(form: LoopForm, executable: Executable) -> bool:
    """Whether each carried value is made anew or stays in place, and all stacked ones are new."""
    assert executable.whole is not None
    kept, roots, n = set(executable.whole.kept), _roots(executable), form.n_carry
    own = executable.jaxpr.invars[form.n_consts : form.n_consts + n]
    finals, ys = roots[:n], roots[n:]
    return (
        all(r in kept or r is v for r, v in zip(finals, own, strict=True))
        and all(r in kept for r in ys)
        and len(set(finals)) == len(finals)
        and len(set(ys)) == len(ys)
    )


def _program(executable: Executable) -> Program:
    assert executable.whole is not None and isinstance(executable.whole.program, Program)
    return executable.whole.program


class NativeSteps:
    """A loop over native programs. `call(consts, carry, xs, ...)` runs it to its end."""

    def __init__(self, form: LoopForm, body: Executable, condition: Executable | None):
        assert body.whole is not None
        self.form, self.body, self.condition = form, body, condition
        whole, n, m = body.whole, form.n_consts, form.n_consts + form.n_carry
        invars, roots = body.jaxpr.invars, _roots(body)
        self.slots: dict[Atom, int] = {v: k for k, v in enumerate((*whole.read, *whole.kept))}
        self.consts, self.carry, self.xs = invars[:n], invars[n:m], invars[m:]
        self.finals, self.ys = roots[: form.n_carry], roots[form.n_carry :]
        self.private = [n + k in body.changed for k in range(form.n_carry)]
        self.rotated = [
            k for k, r in enumerate(self.finals) if r is not self.carry[k] and r not in self.ys
        ]
        self.at_condition: list[tuple[int, int]] = []
        programs, flag = [_program(body)], 0
        if condition is not None:
            assert condition.whole is not None
            programs.append(_program(condition))
            flag = self._place_condition(slot_count(_program(body)))
        self.extra = sum(map(slot_count, programs))
        self.free = self.extra
        for v in self.carry:
            if v not in self.slots:
                self.slots[v] = self._next()
        self.spare = {k: self._next() for k in self.rotated}
        self.repetition = Repetition(
            programs[0],
            programs[1] if condition else None,
            flag,
            self.free - self.extra,
            self._moves(),
        )
        self.flag = flag
        self.starts = self._starts()

    def _next(self) -> int:
        self.free += 1
        return self.free - 1

    def _place_condition(self, base: int) -> int:
        """Where the condition's operands are: (slot, number of its operand); its answer's slot."""
        assert self.condition is not None and self.condition.whole is not None
        whole, invars = self.condition.whole, list(self.condition.jaxpr.invars)
        self.at_condition = [(base + k, invars.index(v)) for k, v in enumerate(whole.read)]
        (x,) = _roots(self.condition)
        assert isinstance(x, Var)
        return base + len(whole.read) + whole.kept.index(x)

    def _moves(self) -> list[Move]:
        """How slots change after a step."""
        sign = -1 if self.form.reverse else 1
        moves = [
            (self.slots[v], self.slots[v], sign * v.aval.nbytes)
            for v in (*self.xs, *self.ys)
            if v in self.slots
        ]
        for k, r in enumerate(self.finals):
            v = self.carry[k]
            if r is v:
                continue
            moves.append((self.slots[v], self.slots[r], 0))
            moves += [
                (slot, self.slots[r], 0)
                for slot, number in self.at_condition
                if number == self.form.condition_consts + k
            ]
            if k in self.spare:
                moves += [(self.slots[r], self.spare[k], 0), (self.spare[k], self.slots[r], 0)]
        return moves

    def _starts(self) -> dict[int, Start]:
        """What the slots point to before the first step."""
        groups = (
            (Kind.CONST, self.consts, False),
            (Kind.CARRY, self.carry, False),
            (Kind.X, self.xs, True),
            (Kind.Y, self.ys, True),
        )
        starts = {
            self.slots[v]: Start(kind, k, v.aval.nbytes if moves else 0)
            for kind, variables, moves in groups
            for k, v in enumerate(variables)
            if v in self.slots
        }
        for k, spare in self.spare.items():
            starts[self.slots[self.finals[k]]] = Start(Kind.FIRST, k)
            starts[spare] = Start(Kind.SECOND, k)
        if self.condition is not None:
            starts[self.flag] = Start(Kind.ANSWER, 0)
        asked = self.form.condition_consts
        for slot, k in self.at_condition:
            starts[slot] = Start(Kind.ASKED, k) if k < asked else Start(Kind.CARRY, k - asked)
        return starts

    def first(self, length: int | None) -> int:
        """The slice that the first step reads and writes."""
        return length - 1 if self.form.reverse and length else 0

    def __call__(
        self,
        asked: Sequence[np.ndarray],
        consts: Sequence[np.ndarray],
        carry: Sequence[np.ndarray],
        xs: Sequence[np.ndarray],
        length: int | None,
        steps: Callable[[Callable[[int], int], int | None], None],
        taken: Collection[int] = (),
    ) -> list[np.ndarray]:
        """The outputs. `steps(run, length)` calls `run(count)` until the loop is done.

        taken: the carried values that may change where they are.
        """
        slots, blocks = self.repetition.start()
        carry = [
            c.copy() if p and k not in taken else c
            for k, (c, p) in enumerate(zip(carry, self.private, strict=True))
        ]
        stacks = [_stack(x, length or 0) for x in self.body.jaxpr.outvars[self.form.n_carry :]]
        arrays: dict[Kind, Sequence[np.ndarray] | Mapping[int, np.ndarray]] = {
            Kind.ASKED: asked,
            Kind.CONST: consts,
            Kind.CARRY: carry,
            Kind.X: xs,
            Kind.Y: stacks,
            Kind.FIRST: {k: self._buffer(k) for k in self.rotated},
            Kind.SECOND: {k: self._buffer(k) for k in self.rotated},
            Kind.ANSWER: [np.zeros(1, np.bool_)],
        }
        start = self.first(length)
        for slot, (kind, k, stride) in self.starts.items():
            slots[slot] = address(arrays[kind][k]) + start * stride
        steps(lambda count: self.repetition.run(slots, count), length)
        del blocks
        return [*[self._final(k, slots, arrays) for k in range(len(carry))], *stacks]

    def _buffer(self, k: int) -> np.ndarray:
        aval = self.carry[k].aval
        return pool.empty(aval.shape, dtypes.physical(aval.dtype))

    def _final(
        self,
        k: int,
        slots: np.ndarray,
        arrays: Mapping[Kind, Sequence[np.ndarray] | Mapping[int, np.ndarray]],
    ) -> np.ndarray:
        """Where a carried value ended up, in memory of its own."""
        kinds = (*((Kind.FIRST, Kind.SECOND) if k in self.spare else ()), Kind.CARRY)
        here = slots[self.slots[self.carry[k]]]
        found = next((kind for kind in kinds if address(arrays[kind][k]) == here), Kind.Y)
        if found is Kind.Y:
            stack = arrays[Kind.Y][self.ys.index(self.finals[k])]
            last = stack[0 if self.form.reverse else -1]
            return last.copy().reshape(arrays[Kind.CARRY][k].shape)
        array = arrays[found][k]
        return array.copy() if found is Kind.CARRY and not self.private[k] else array


def _stack(x: Atom, length: int) -> np.ndarray:
    return pool.empty((length, *x.aval.shape), dtypes.physical(x.aval.dtype))
