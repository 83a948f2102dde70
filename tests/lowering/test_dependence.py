"""The dependence test against iterations that are counted out."""

import itertools
import random

import pytest

from fjax.core import scalar
from fjax.lowering.kernel.dependence import Meeting, meeting
from fjax.lowering.kernel.form import (
    INDEX,
    Access,
    Loop,
    Mode,
    Size,
    Store,
    Stride,
    axis,
    load,
    size,
)
from fjax.lowering.kernel.spelling import FactTable

ZERO = scalar.const(0, INDEX)


def store(strides, index=None):
    return Store(Access(0, tuple(Stride(k, s) for k, s in strides)), ZERO, index)


def nest(counts, start=None):
    """Loops around one another, by number."""
    made = {}
    for k, n in enumerate(counts):
        first = start if k == len(counts) - 1 else None
        stop = scalar.const(n, INDEX) if first is None else first + n
        made[k] = Loop(k, stop, Mode.SERIAL, (), (), first)
    return made


def places(s, ranges):
    """For each iteration of the loops, where it goes."""
    literal = 0 if s.index is None else int(s.index.extra.value)
    for at in itertools.product(*map(range, ranges)):
        yield at, literal + sum(t.step * at[t.loop] for t in s.access.strides)


def meet(a, b, loop, counts):
    """Whether different iterations of a loop meet, while those around it stand still."""
    return any(
        here == there and i[:loop] == j[:loop] and i[loop] != j[loop]
        for i, here in places(a, counts)
        for j, there in places(b, counts)
    )


@pytest.mark.one_in(2)
@pytest.mark.parametrize("seed", range(20))
def test_what_never_meets_does_not(seed):
    rng = random.Random(seed)
    answers = set()
    for _ in range(40):
        counts = [rng.randrange(1, 5) for _ in range(3)]
        steps = [rng.choice((-4, -1, 1, 2, 3, 4, 12)) for _ in counts]
        drawn = [(k, s) for k, s in enumerate(steps) if rng.random() < 0.8]
        literal = [scalar.const(rng.randrange(4), INDEX) for _ in range(2)]
        a, b = (store(drawn, x) for x in literal)
        for loop in range(3):
            found = meeting(a, b, loop, FactTable((a, b)), frozenset(range(loop)), nest(counts))
            answers.add(found)
            assert found is not Meeting.NEVER or not meet(a, b, loop, counts), (drawn, literal)
    assert {Meeting.NEVER, Meeting.MAYBE} <= answers


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (store([(0, Size(0)), (1, 1)]), None, Meeting.ROWS),
        (store([(0, 1), (1, Size(0))]), None, Meeting.ROWS),
        (store([(1, 1)]), None, Meeting.MAYBE),
        (store([(0, 2)], scalar.const(0, INDEX)), store([(0, 2)], ZERO + 1), Meeting.NEVER),
        (store([(0, 2)], scalar.const(0, INDEX)), store([(0, 2)], ZERO + 4), Meeting.MAYBE),
        (store([(0, 1)]), store([(0, 1)], size(1)), Meeting.OFFSETS),
        (store([(0, 1)]), store([], axis(0)), Meeting.NEVER),
        (store([(0, Size(0))]), store([], axis(0) * size(0)), Meeting.NEVER),
        (store([], load(Access(1), INDEX)), None, Meeting.MAYBE),
        (store([(0, Size(0))], load(Access(1, (Stride(0, 1),)), INDEX)), None, Meeting.INDICES),
        (store([(0, 1)], load(Access(1, (Stride(0, 1),)), INDEX)), None, Meeting.OFFSETS),
        (
            store([(0, Size(0))], load(Access(1, (Stride(0, 1),)), INDEX)),
            store([(0, Size(0))], load(Access(2, (Stride(0, 1),)), INDEX)),
            Meeting.INDICES,
        ),
    ],
)
def test_what_takes_more_than_literals_says_so(first, second, expected):
    second = first if second is None else second
    assert meeting(first, second, 0, FactTable((first, second)), frozenset()) is expected


def test_pieces_of_a_loop_are_its_own():
    """Iterations of i0 go from piece to piece of i1, which begins where i0 is."""
    loops = {0: Loop(0, size(0), Mode.SERIAL, (), (), None, scalar.const(4, INDEX))}
    for length, expected in ((4, Meeting.NEVER), (8, Meeting.ROWS)):
        piece = Loop(1, scalar.minimum(axis(0) + length, size(0)), Mode.VECTOR, (), (), axis(0))
        s = store([(1, 1)])
        found = meeting(s, s, 0, FactTable((s,)), frozenset(), {**loops, 1: piece})
        assert found is expected
