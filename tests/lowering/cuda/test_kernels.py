"""The tests of kernels that the CPU's emitter has, run on a GPU's code in the emulator."""

import pytest

from tests.lowering.cpu import (
    test_control,
    test_narrow,
    test_operations,
    test_random,
    test_structures,
)
from tests.lowering.cuda.borrowed import borrow, checked_by
from tests.lowering.cuda.check import check

MODULES = (test_control, test_narrow, test_operations, test_random, test_structures)
pytestmark = pytest.mark.one_in(20)
globals().update(borrow(*MODULES))


@pytest.fixture(autouse=True)
def in_the_emulator():
    """Kernels are checked there."""
    with checked_by(check, *MODULES):
        yield
