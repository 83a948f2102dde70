"""What a program computes in a dear or fragile way, where a better one is known by name."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from fjax.core import dtypes
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.kinds import Monoid, Role
from fjax.core.source import Source
from fjax.explanation.equations import every_jaxpr, placed
from fjax.explanation.markup import size
from fjax.explanation.program_findings import Finding
from fjax.passes.cleanup import inline
from fjax.primitives.comparison import Eq
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.conversion import ConvertElementType
from fjax.primitives.exponential import Exp, Log, Logistic
from fjax.primitives.generators import Iota
from fjax.primitives.shaping import Rev, Slice
from fjax.primitives.sorting import Sort
from fjax.primitives.structure import Reduction, Transpose
from fjax.primitives.triangular import FactoredSolve

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained

WORK = 10_000_000  # multiplications and additions that are worth saving, and elements to sort
LESS = 4  # times the work of another order, from which that order is worth a word
ENDS = 8  # times the elements that are read, from which a whole sort is too much


def remarks(explained: Explained) -> Iterator[Finding]:
    """What stands out in each of the programs that are carried, the same once."""
    found: dict[tuple[str, str], list[Source | None]] = {}
    for jaxpr, outer in every_jaxpr(explained.inspection.optimized):
        body = _Body(jaxpr)
        for eqn in jaxpr.eqns:
            for said in _of_equation(eqn, body):
                found.setdefault(said, []).append(placed(eqn, outer))
    # A gradient without the value has no logarithm left after the passes.
    for jaxpr, outer in every_jaxpr(inline(explained.inspection.traced)):
        body = _Body(jaxpr)
        for eqn in jaxpr.eqns:
            if isinstance(eqn.op, Log):
                for said in _logarithm(eqn, body):
                    found.setdefault(said, []).append(placed(eqn, outer))
    for (what, remedy), places in found.items():
        more = f", and {len(places) - 1:,} more like it" if len(places) > 1 else ""
        yield Finding(what + more, remedy, tuple(explained.places.keys(places)))


class Product(NamedTuple):
    """A product of two operands: elements that both share, that are summed, and of each alone."""

    batch: int
    summed: int
    left: int
    right: int

    @property
    def work(self) -> int:
        """Multiplications and additions."""
        return 2 * math.prod(self)


class _Body:
    """One jaxpr: which equation makes a value, and how often each is read."""

    def __init__(self, jaxpr: Jaxpr):
        self.makers = {v: eqn for eqn in jaxpr.eqns for v in eqn.outvars}
        self.depends = set(jaxpr.invars)  # on what the jaxpr takes
        for eqn in jaxpr.eqns:
            if not self.depends.isdisjoint(x for x in eqn.invars if isinstance(x, Var)):
                self.depends.update(eqn.outvars)
        read = [x for eqn in jaxpr.eqns for x in eqn.invars]
        self.reads: Counter[Atom] = Counter(
            x for x in (*read, *jaxpr.outvars) if isinstance(x, Var)
        )
        self.readers: dict[Var, list[Equation]] = {}
        for eqn in jaxpr.eqns:
            for x in eqn.invars:
                if isinstance(x, Var):
                    self.readers.setdefault(x, []).append(eqn)

    def maker(self, x: Atom) -> Equation | None:
        """The equation whose result a value is."""
        return self.makers.get(x) if isinstance(x, Var) else None

    def moved(self, x: Atom) -> Equation | None:
        """The equation whose result a value is, perhaps converted and with elements elsewhere."""
        eqn = self.maker(x)
        while eqn is not None:
            if eqn.op.role is not Role.INDEX and not isinstance(eqn.op, ConvertElementType):
                break
            values = [v for v in eqn.invars if dtypes.is_inexact(v.aval.dtype)]
            taken = eqn.invars if len(eqn.invars) == 1 else values
            if len(taken) != 1:
                break
            eqn = self.maker(taken[0])
        return eqn


def _of_equation(eqn: Equation, body: _Body) -> Iterator[tuple[str, str]]:
    """(What stands out, what to do about it) of one equation."""
    op = eqn.op
    if isinstance(op, DotGeneral):
        yield from _indicators(eqn, body)
        yield from _inverse(eqn, body)
        yield from _order(eqn, body)
    elif isinstance(op, Sort) and eqn.invars[0].aval.size:
        yield from _ends(eqn, op, body)


def _product(eqn: Equation) -> Product:
    assert isinstance(eqn.op, DotGeneral)
    (contracted, _), (batch, _) = eqn.op.dimension_numbers
    left, right = (x.aval for x in eqn.invars)
    shared = math.prod(left.shape[k] for k in batch)
    summed = math.prod(left.shape[k] for k in contracted)
    each = max(shared * summed, 1)
    return Product(shared, summed, left.size // each, right.size // each)


def _positions(eqn: Equation | None, body: _Body) -> list[bool]:
    """Of a comparison of positions with something: whether each side is made of positions alone."""
    if eqn is None or not isinstance(eqn.op, Eq):
        return []
    sides = [body.moved(x) for x in eqn.invars]
    if not any(side is not None and isinstance(side.op, Iota) for side in sides):
        return []
    return [x not in body.depends for x in eqn.invars]


def _indicators(eqn: Equation, body: _Body) -> Iterator[tuple[str, str]]:
    """A product with an array that is one where an index is, and zero elsewhere."""
    if _product(eqn).work < WORK:
        return
    for x, other in (eqn.invars, eqn.invars[::-1]):
        if sorted(_positions(body.moved(x), body)) == [False, True]:
            yield (
                f"a one-hot array {x.aval} ({size(x.aval.nbytes)}) is multiplied by "
                f"{other.aval}: nearly all of it is zero times something",
                "Look the rows up: table[indices], or jnp.take(table, indices, axis=0). A gradient "
                "adds them up with .at[indices].add(…), or fjax.ops.segment_sum.",
            )


def _inverse(eqn: Equation, body: _Body) -> Iterator[tuple[str, str]]:
    """A product with an inverse, which is used for nothing else."""
    for x in eqn.invars:
        made = body.moved(x)
        if made is None or not isinstance(made.op, FactoredSolve):
            continue
        once = isinstance(x, Var) and body.reads[x] == 1 and body.reads[made.outvars[0]] == 1
        if once and _positions(body.moved(made.invars[3]), body) == [True, True]:
            n = made.invars[0].aval.shape[-1]
            yield (
                f"the inverse of a matrix of {n:,} rows is computed, and multiplied once",
                "Solve instead: jnp.linalg.solve(a, b) is inv(a) @ b in a third of the work, and "
                "keeps more digits. For a symmetric positive one fjax.scipy.linalg.solve("
                'a, b, assume_a="pos") takes half of that.',
            )


def _order(eqn: Equation, body: _Body) -> Iterator[tuple[str, str]]:
    """A product of three; another order of it takes less."""
    for side in (0, 1):
        found = _chained(eqn, side, body)
        if found is None:
            continue
        first, keeps_left = found
        assert isinstance(first.op, DotGeneral)
        one, last = _product(first), _product(eqn)
        beside = last.right if side == 0 else last.left
        gone, kept = (one.right, one.left) if keeps_left else (one.left, one.right)
        work = one.work + last.work
        other = 2 * one.batch * beside * one.summed * (gone + kept)
        if work - other >= WORK and work >= LESS * other:
            a, b = (x.aval.notation() for x in first.invars)
            c = eqn.invars[1 - side].aval.notation()
            shown = f"({a} @ {b}) with {c}" if side == 0 else f"{c} with ({a} @ {b})"
            yield (
                f"a product of three arrays, {shown}, takes {work / other:,.0f} times the work of "
                "another order",
                "Multiply first what gives the smaller array, as in A @ (B @ v) for (A @ B) @ v; "
                "jnp.linalg.multi_dot finds the order.",
            )


def _chained(eqn: Equation, side: int, body: _Body) -> tuple[Equation, bool] | None:
    """The product that is an operand of a product, and whether what its right side has is summed.

    Only if all axes that one of its sides has alone are summed, so that another order is possible.
    """
    assert isinstance(eqn.op, DotGeneral)
    x = eqn.invars[side]
    axes, batch = (each[side] for each in eqn.op.dimension_numbers)
    made = body.maker(x)
    if made is not None and isinstance(made.op, Transpose) and body.reads[x] == 1:
        axes, batch = (tuple(made.op.permutation[k] for k in each) for each in (axes, batch))
        x = made.invars[0]
        made = body.maker(x)
    if made is None or not isinstance(made.op, DotGeneral) or body.reads[x] != 1:
        return None
    (contracted, _), (shared, _) = made.op.dimension_numbers
    n_shared = len(shared)
    n_left = made.invars[0].aval.ndim - len(contracted) - n_shared
    if sorted(batch) != list(range(n_shared)):
        return None
    left = list(range(n_shared, n_shared + n_left))
    right = list(range(n_shared + n_left, made.outvars[0].aval.ndim))
    if not axes or sorted(axes) not in (left, right):
        return None
    return made, sorted(axes) == right


def _logarithm(eqn: Equation, body: _Body) -> Iterator[tuple[str, str]]:
    """A logarithm of what was exponentiated, which overflows or gives the log of 0."""
    made = body.moved(eqn.invars[0])
    if made is None:
        return
    if isinstance(made.op, Logistic):
        yield (
            "the log of a sigmoid is -inf where the sigmoid is rounded to 0, and its slope NaN",
            "fjax.nn.log_sigmoid(x) has all values; log(1 - sigmoid(x)) is log_sigmoid(-x).",
        )
    elif _is_exponentials(made, body) and not _is_limited(made, body):
        yield (
            "the log of a sum of exponentials: exp overflows from 89 in float32, 710 in float64",
            "fjax.nn.logsumexp(x, axis=…) takes the largest out first.",
        )
    elif any(
        isinstance(part.op, Exp) for part in map(body.moved, made.invars) if part is not None
    ) and _divides_by_sum(made, body):
        yield (
            "the log of a softmax is -inf where the softmax is rounded to 0, and its slope NaN",
            "fjax.nn.log_softmax(x, axis=…) has all values.",
        )


def _is_exponentials(eqn: Equation | None, body: _Body) -> bool:
    """Whether it sums what exp gives."""
    if eqn is None or not isinstance(eqn.op, Reduction) or eqn.op.monoid is not Monoid.ADD:
        return False
    made = body.moved(eqn.invars[0])
    return made is not None and isinstance(made.op, Exp)


def _is_limited(eqn: Equation, body: _Body) -> bool:
    """Whether a largest value was taken out of what is exponentiated."""
    made = body.moved(eqn.invars[0])
    assert made is not None
    of = body.moved(made.invars[0])
    taken = [] if of is None else [body.moved(x) for x in of.invars[1:]]
    return any(_has_maximum(x, body) for x in taken if x is not None)


def _has_maximum(eqn: Equation, body: _Body) -> bool:
    """Whether it is a maximum over axes, or chosen of such."""
    near = [eqn, *(m for m in map(body.moved, eqn.invars) if m is not None)]
    return any(isinstance(e.op, Reduction) and e.op.monoid is Monoid.MAX for e in near)


def _divides_by_sum(eqn: Equation, body: _Body) -> bool:
    """Whether one of its factors is a sum of exponentials, or one over it."""
    factors = [m for m in map(body.moved, eqn.invars) if m is not None]
    under = [m for f in factors for m in map(body.moved, f.invars) if m is not None]
    return any(_is_exponentials(m, body) for m in (*factors, *under))


def _ends(eqn: Equation, op: Sort, body: _Body) -> Iterator[tuple[str, str]]:
    """A sort whose first or last elements alone are read."""
    n = eqn.invars[0].aval.shape[op.dimension]
    if len(eqn.outvars) != 1 or eqn.invars[0].aval.size * max(n, 1).bit_length() < WORK / ENDS:
        return
    (out,) = eqn.outvars
    read = 0
    pending = list(body.readers.get(out, ()))
    if len(pending) != body.reads[out]:
        return  # it is an output
    while pending:
        reader = pending.pop()
        if isinstance(reader.op, Rev):
            pending += body.readers.get(reader.outvars[0], ())
            continue
        if not isinstance(reader.op, Slice):
            return
        first, last = reader.op.starts[op.dimension], reader.op.limits[op.dimension]
        read = max(read, min(last, n - first))
    if 0 < read <= n / ENDS:
        used = "one is" if read == 1 else f"{read:,} at an end are"
        yield (
            f"{n:,} elements are sorted, and {used} used",
            "jnp.min and jnp.max give one, fjax.lax.top_k(x, k) the largest k, and "
            "-fjax.lax.top_k(-x, k)[0] the smallest.",
        )
