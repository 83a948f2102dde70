"""Random programs give the same results fused as equation by equation."""

import pytest

from fjax.core.avals import ShapedArray
from tests.lowering.programs import F64, Generator, check
from tests.machines.changed import CPU, changed

SHAPES = [
    ((5, 7), (7,)),
    ((3, 4, 5), (5,)),
    ((16,), (16,)),
    ((1, 9), (9,)),
    ((40, 3), (40,)),
    ((2, 6, 1), (6,)),
    ((130, 140), (140,)),
    ((33, 65), ()),
]
SMALL = [
    ((5, 7), (7,)),
    ((3, 4, 5), (5,)),
    ((16,), (16,)),
    ((40, 3), (40,)),
    ((2, 6, 1), (6,)),
    ((9, 2, 3), (3,)),
    ((33, 65), ()),
    ((2, 3, 10), (10,)),
    ((3, 2, 5, 4), (4,)),
]


def run(seed, shapes):
    generator = Generator(seed)
    check(generator.program, *[ShapedArray(s, F64) for s in shapes], seed=seed)


@pytest.mark.one_in(12)
@pytest.mark.parametrize("seed", range(60))
def test_random_programs_agree_with_evaluation(seed):
    run(seed, SHAPES[seed % len(SHAPES)])


@pytest.mark.one_in(16)
@pytest.mark.parametrize("seed", [*range(5000, 5060), 5075, 5165, 6188])
def test_random_programs_whose_reductions_are_split_into_blocks_agree(seed, monkeypatch):
    cuts = {"large": 4, "fewest_rows": 2, "most_rows": 8, "block": 32, "flat_block": 4}
    monkeypatch.setattr(CPU, "machine", changed(cuts=cuts))
    run(seed, SMALL[seed % len(SMALL)])
