"""Buffer assignment: how long values live, which share memory, and where intermediates lie."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from fjax.core.avals import ShapedArray
from fjax.core.guarded import computed
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.source import Source
from fjax.dataclass import dataclass
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.run.launch import ALIGNMENT
from fjax.passes.equations import copied

FEW = 200  # values in one block; for as many a list is still three times as quick as a tree


@dataclass(frozen=True)
class Span:
    """The life of a value: its first and last step, both included, and its size in bytes."""

    first: int
    last: int
    size: int


@dataclass(frozen=True, eq=False)
class ArrayCopy:
    """A copy of an array that a later step changes in place: its line, and why it is needed.

    repeated: whether a loop makes it in each of its steps.
    """

    aval: ShapedArray
    source: Source | None
    reason: str
    repeated: bool = False

    @property
    def times(self) -> str:
        """How often it is made: '' for once a call."""
        return ", in each step of a loop" if self.repeated else ""

    def __str__(self) -> str:
        line = "an unknown line" if self.source is None else str(self.source)
        return f"{self.aval} is copied at {line}{self.times}: {self.reason}"


def place(spans: Sequence[Span]) -> list[int]:
    """Offsets in one block, so that values that live at the same time do not overlap.

    Larger values are placed first, each at the lowest offset that is free during its life.

    >>> place([Span(0, 1, 100), Span(2, 3, 100), Span(1, 2, 50)])
    [0, 0, 128]
    """
    return list(computed(partial(_placed, spans), *[s.size for s in spans]))


def _placed(spans: Sequence[Span], *sizes: int) -> list[int]:
    """The offsets of spans that have these sizes."""
    offsets = [0] * len(spans)
    few = len(spans) <= FEW
    taken = FewTaken() if few else TakenMemory(1 + max([s.last for s in spans], default=0))
    for k in sorted(range(len(spans)), key=lambda k: (-sizes[k], k)):
        span, size = spans[k], sizes[k]
        at = 0
        for start, end in taken.during(span.first, span.last):
            if at + size <= start:
                break
            if end > at:
                at = end
        offsets[k] = at
        if size:
            taken.take(span.first, span.last, at, at + _aligned(size))
    return offsets


class FewTaken:
    """`TakenMemory` for few values: a list, which is faster than a tree then.

    >>> taken = FewTaken()
    >>> taken.take(0, 2, 0, 64)
    >>> taken.take(2, 3, 64, 128)
    >>> taken.during(1, 1), taken.during(0, 3)
    ([(0, 64)], [(0, 64), (64, 128)])
    """

    def __init__(self) -> None:
        self._taken: list[tuple[int, int, int, int]] = []

    def during(self, first: int, last: int) -> list[tuple[int, int]]:
        """The intervals taken at any of the steps, in order; some may overlap."""
        return [(a, b) for a, b, x, y in self._taken if x <= last and first <= y]

    def take(self, first: int, last: int, start: int, end: int) -> None:
        """See `TakenMemory.take`."""
        insort(self._taken, (start, end, first, last))


class TakenMemory:
    """The addresses that are taken at each step: a binary tree over the steps.

    A node holds the addresses that are taken during all of its steps, and those that are taken
    during some of them. Neighbouring intervals merge, so both lists are short. A query costs the
    logarithm of the number of steps, however many values live at the same time.

    >>> taken = TakenMemory(4)
    >>> taken.take(0, 2, 0, 64)
    >>> taken.take(2, 3, 64, 128)
    >>> taken.during(1, 1), taken.during(0, 3)
    ([(0, 64)], [(0, 128)])
    """

    def __init__(self, steps: int):
        self.leaves = 1 << max(steps - 1, 0).bit_length()
        self._always: dict[int, _Intervals] = {}
        self._sometimes: dict[int, _Intervals] = {}

    def during(self, first: int, last: int) -> list[tuple[int, int]]:
        """The intervals taken at any of the steps, in order; the same one may come twice."""
        nodes = self._nodes(first, last)
        found = [self._sometimes.get(n) for n in nodes]
        found += [self._always.get(n) for n in _above(nodes)]
        return sorted([pair for some in found if some is not None for pair in some.pairs()])

    def take(self, first: int, last: int, start: int, end: int) -> None:
        """Note that the addresses from start up to end are taken from step first to step last."""
        nodes = self._nodes(first, last)
        for kept, where in ((self._always, nodes), (self._sometimes, [*nodes, *_above(nodes)])):
            for n in where:
                if n in kept:
                    kept[n].add(start, end)
                else:
                    kept[n] = _Intervals(start, end)

    def _nodes(self, first: int, last: int) -> list[int]:
        """The fewest nodes whose steps are those from first to last; node 1 has all steps."""
        nodes, low, high = [], first + self.leaves, last + self.leaves + 1
        while low < high:
            if low & 1:
                nodes.append(low)
                low += 1
            if high & 1:
                high -= 1
                nodes.append(high)
            low, high = low >> 1, high >> 1
        return nodes


def _above(nodes: Sequence[int]) -> list[int]:
    """The ancestors of nodes, each once."""
    found: dict[int, None] = {}
    for n in nodes:
        n >>= 1
        while n and n not in found:
            found[n] = None
            n >>= 1
    return list(found)


class _Intervals:
    """Addresses as sorted intervals; intervals that touch are merged."""

    __slots__ = ("starts", "ends")

    def __init__(self, start: int, end: int) -> None:
        self.starts, self.ends = [start], [end]

    def pairs(self) -> Iterable[tuple[int, int]]:
        return zip(self.starts, self.ends, strict=True)

    def add(self, start: int, end: int) -> None:
        i, j = bisect_left(self.ends, start), bisect_right(self.starts, end)
        if i < j:
            if self.starts[i] <= start and self.ends[i] >= end:
                return
            start, end = min(start, self.starts[i]), max(end, self.ends[j - 1])
        self.starts[i:j], self.ends[i:j] = [start], [end]


def _aligned(n: int) -> int:
    return -(-n // ALIGNMENT) * ALIGNMENT


def storage_of(eqns: Sequence[Equation], views: set[Var]) -> dict[Atom, Var]:
    """For each variable in the memory of another one: the variable that the memory was made for."""
    storage: dict[Atom, Var] = {}
    for eqn in eqns:
        shared = (
            eqn.outvars[:1]
            if isinstance(eqn.op, Updated)
            else [v for v in eqn.outvars if v in views]
        )
        for v, x in zip(shared, eqn.invars, strict=False):
            assert isinstance(x, Var)
            storage[v] = storage.get(x, x)
    return storage


def reuse(
    eqns: Sequence[Equation],
    outputs: Sequence[Atom],
    storage: dict[Atom, Var],
    pairs: Mapping[int, Sequence[tuple[int, int]]],
    given: Sequence[Var],
) -> None:
    """Let outputs of kernels reuse the memory of inputs whose last use is there.

    Extends `storage`.

    pairs: the (output, input) pairs of each launch that may share memory.
    given: donated inputs of the program. Their memory is reused first, as it stays allocated
      until the end in any case.
    """
    last = last_uses(eqns, outputs, storage)
    ours, inputs = set(given), set(given)

    def is_made(pair: tuple[int, int]) -> bool:
        x = eqn.invars[pair[1]]
        return not isinstance(x, Var) or storage.get(x, x) not in inputs

    sharing: dict[Var, list[Atom]] = {}
    for shared, owner in storage.items():
        sharing.setdefault(owner, []).append(shared)
    for k, eqn in enumerate(eqns):
        if k not in pairs:
            continue
        taken = set[Var]()
        for out, number in sorted(pairs[k], key=is_made):
            x, v = eqn.invars[number], eqn.outvars[out]
            assert isinstance(x, Var)
            root = storage.get(x, x)
            free = root in ours and last[root] == k and v not in storage and root not in taken
            if (
                free
                and sum(storage.get(y, y) is root for y in eqn.invars if isinstance(y, Var)) == 1
            ):
                taken.add(root)
                last[root] = last[v]
                moved: list[Atom] = [v, *sharing.pop(v, ())]
                storage.update(dict.fromkeys(moved, root))
                sharing.setdefault(root, []).extend(moved)
        ours.update(v for v in eqn.outvars if v not in storage)


def last_uses(
    eqns: Sequence[Equation], outputs: Sequence[Atom], storage: dict[Atom, Var]
) -> dict[Atom, int]:
    """The last equation that uses each value's memory; outputs live to the end."""
    last: dict[Atom, int] = {}
    for k, eqn in enumerate(eqns):
        for x in (*eqn.outvars, *eqn.invars):
            if not isinstance(x, Literal):
                last[storage.get(x, x)] = k
    for out in outputs:
        if isinstance(out, Var):
            last[storage.get(out, out)] = len(eqns)
    return last


def insert_copies(
    jaxpr: Jaxpr, views: set[Var], given: Sequence[Var]
) -> tuple[Jaxpr, list[ArrayCopy]]:
    """Copy operands that a kernel changes in place, where their old value is still needed.

    views: variables that share the memory of their operand. given: donated inputs.
    Returns the jaxpr and the copies.
    """
    readers: dict[Var, int] = {}
    for k, eqn in enumerate(jaxpr.eqns):
        readers.update((x, k) for x in eqn.invars if isinstance(x, Var))
    readers.update((x, len(jaxpr.eqns)) for x in jaxpr.outvars if isinstance(x, Var))
    fresh: set[Var] = set(given)
    viewed: set[Var] = set()
    eqns: list[Equation] = []
    copies: list[ArrayCopy] = []
    for k, eqn in enumerate(jaxpr.eqns):
        op = eqn.op
        if isinstance(op, Updated):
            x = eqn.invars[0]
            assert isinstance(x, Var)
            reason = _why_copied(jaxpr, k, readers[x], x in fresh, x in viewed)
            if reason is not None:
                copies.append(ArrayCopy(x.aval, eqn.source, reason))
                eqns.append(_copy(x, eqn))
                eqn = eqn.replace(invars=(eqns[-1].outvars[0], *eqn.invars[1:]))
        if isinstance(op, (Fused, Updated)):
            fresh.update(eqn.outvars)
        if any(v in views for v in eqn.outvars):
            viewed.update(x for x in eqn.invars if isinstance(x, Var))
        eqns.append(eqn)
    return (jaxpr.replace(eqns=eqns) if copies else jaxpr), copies


def separate_outputs(jaxpr: Jaxpr, views: set[Var], n_consts: int, n_carry: int) -> Jaxpr:
    """The body of a loop, with copies so that each output is memory that a step writes.

    A carried value that the step does not change needs no copy. One that is stacked as well is
    written once.
    """
    root: dict[Atom, Atom] = {}
    for eqn in jaxpr.eqns:
        root.update(
            (v, root.get(x, x)) for v, x in zip(eqn.outvars, eqn.invars, strict=False) if v in views
        )
    first: list[Equation] = []
    last: list[Equation] = []
    outs = list(jaxpr.outvars)
    for group in (range(n_carry), range(n_carry, len(outs))):
        seen: set[Atom] = set()
        for k in group:
            x, of = outs[k], root.get(outs[k], outs[k])
            stays = k < n_carry and x is jaxpr.invars[n_consts + k]
            if isinstance(x, Var) and not stays and (of in jaxpr.invars or of in seen):
                copy = _copy(x)
                (first if x in jaxpr.invars else last).append(copy)
                outs[k] = copy.outvars[0]
            seen.add(of)
    return jaxpr.replace(eqns=[*first, *jaxpr.eqns, *last], outvars=outs)


def _why_copied(jaxpr: Jaxpr, k: int, last: int, fresh: bool, viewed: bool) -> str | None:
    """Why equation k cannot change its operand in place; None if it can.

    last: the last equation that reads the operand.
    """
    x, *others = jaxpr.eqns[k].invars
    if not fresh:
        return NOT_DONATED if x in jaxpr.invars else "its memory belongs to another value as well"
    if last > k:
        return needed_afterwards(jaxpr, last)
    if x in others:
        return "the update reads it as well"
    return "another value is a view of it" if viewed else None


NOT_DONATED = "it is an argument that the caller keeps; donate it (jit's donate_argnums)"


def needed_afterwards(jaxpr: Jaxpr, last: int) -> str:
    """Why equations before `last` must not change a value."""
    if last == len(jaxpr.eqns):
        return "it is an output as well"
    return f"it is needed afterwards, at {jaxpr.eqns[last].source}"


def _copy(x: Var, eqn: Equation | None = None) -> Equation:
    """A kernel that copies x."""
    where = None if eqn is None else eqn.source
    inner = Var(x.aval)
    copy = copied(inner, where)
    body = Jaxpr([inner], [copy], copy.outvars)
    return Equation(Fused(body), (x,), (Var(x.aval),), where)


def variables_read(eqns: Sequence[Equation]) -> list[Var]:
    """The variables that equations read before they are written, in order of first use."""
    written: set[Var] = set()
    found: dict[Var, None] = {}
    for eqn in eqns:
        for x in eqn.invars:
            if isinstance(x, Var) and x not in written:
                found[x] = None
        written.update(eqn.outvars)
    return list(found)
