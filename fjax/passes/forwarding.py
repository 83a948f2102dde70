"""Store-to-load forwarding: what reads a window of an updated array reads what was written there.

In a program that sets element after element, each array is the one before with a window replaced.
Kernels would look through all of them for an element, so their code would grow as the
square of the number of updates.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from fjax.core.guarded import whole
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.primitive import Primitive
from fjax.core.rewrite import rewrite
from fjax.core.tracing import result_avals
from fjax.primitives.shaping import Slice
from fjax.primitives.slicing import DynamicSlice, DynamicUpdateSlice

Window = list[tuple[int, int]]  # start and length along each axis


def is_update(op: Primitive) -> bool:
    """Whether what it writes may be forwarded."""
    return type(op) is DynamicUpdateSlice


def forward_writes(jaxpr: Jaxpr, copied: int) -> Jaxpr:
    """The program whose reads at literal positions look through updates at literal positions.

    What lies inside of the window that was written is read from what was written. What lies beside
    it is read from the array before the update, if that has at most `copied` elements: it is needed
    for longer then, so the update may have to copy it.

    >>> import fjax, fjax.numpy as jnp
    >>> set_two = lambda x, a, b: x.at[0].set(a).at[1].set(b)[0] * 2
    >>> jaxpr = fjax.make_jaxpr(set_two)(jnp.ones(9), 1.0, 2.0).jaxpr
    >>> from fjax.passes.optimize import optimize, without_dead
    >>> print(without_dead(forward_writes(optimize(jaxpr), 100)))
    { lambda ; a:f64[9] b:~f64[] c:~f64[]. let
        d:f64[] = convert_element_type[new_dtype=f64 weak_type=False] b
        e:f64[1] = reshape[new_sizes=(1,)] d
        f:f64[] = reshape[new_sizes=()] e
        g:f64[] = mul f 2.0:f64[]
      in (g,) }
    """
    updates: dict[Atom, Equation] = {}

    def visit(eqn: Equation) -> Equation | list[Atom] | None:
        if is_update(eqn.op):
            updates[eqn.outvars[0]] = eqn
            return None
        return _forwarded(eqn, updates, copied) if eqn.invars and eqn.invars[0] in updates else None

    return rewrite(jaxpr, visit)


def _forwarded(
    eqn: Equation, updates: Mapping[Atom, Equation], copied: int
) -> Equation | list[Atom] | None:
    """What reads a window of an updated array, as a reader of less; None if it reads that array."""
    read = _read(eqn)
    if read is None or math.prod([n for _, n in read]) == 0:
        return None
    x = eqn.invars[0]
    while x in updates:
        before, update = updates[x].invars[:2]
        written = _written(updates[x])
        if written is None:
            break
        if all(b <= a and a + m <= b + n for (a, m), (b, n) in zip(read, written, strict=True)):
            return _read_from(eqn, update, [a - b for (a, _), (b, _) in zip(read, written)])
        beside = any(a + m <= b or b + n <= a for (a, m), (b, n) in zip(read, written, strict=True))
        if not beside or before.aval.size > copied:
            break
        x = before
    return None if x is eqn.invars[0] else _read_from(eqn, x, [a for a, _ in read])


def _read_from(eqn: Equation, x: Atom, starts: list[int]) -> Equation | list[Atom] | None:
    """The equation's result as a window of x; None if its type would be another one."""
    out = eqn.outvars[0].aval
    if x.aval == out:
        return [x]
    limits = tuple([a + n for a, n in zip(starts, out.shape, strict=True)])
    op = Slice(tuple(starts), limits, None)
    if not isinstance(x, Var) or result_avals(op, (x.aval,)) != (out,):
        return None
    return eqn.replace(op=op, invars=(x,))


def _read(eqn: Equation) -> Window | None:
    """The window that an equation reads, if it reads one and literals say where."""
    shape = eqn.outvars[0].aval.shape
    if isinstance(eqn.op, Slice):
        return list(zip(eqn.op.starts, shape)) if set(eqn.op.steps) <= {1} else None
    return _window(eqn, shape, 1) if isinstance(eqn.op, DynamicSlice) else None


def _written(update: Equation) -> Window | None:
    """The window that an update writes, if literals say where."""
    return _window(update, update.invars[1].aval.shape, 2)


def _window(eqn: Equation, lengths: tuple[int, ...], first: int) -> Window | None:
    """The window of a first operand whose starts are the operands from `first` on."""
    found = []
    for start, n, whole_length in zip(
        eqn.invars[first:], lengths, eqn.invars[0].aval.shape, strict=True
    ):
        if not isinstance(start, Literal):
            return None
        found.append((min(max(whole(start.value), 0), whole_length - n), n))
    return found
