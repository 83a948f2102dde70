"""Random programs give the same results fused as equation by equation."""
import pytest

from fjax.core.avals import ShapedArray
from tests.lowering.programs import F64, Generator, check

SHAPES = [((5, 7), (7,)), ((3, 4, 5), (5,)), ((16,), (16,)), ((1, 9), (9,)), ((40, 3), (40,)),
          ((2, 6, 1), (6,)), ((130, 140), (140,)), ((33, 65), ())]


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_agree_with_evaluation(seed):
    shapes = SHAPES[seed % len(SHAPES)]
    generator = Generator(seed)
    check(generator.program, *[ShapedArray(s, F64) for s in shapes], seed=seed)
