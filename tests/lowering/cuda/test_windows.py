"""Kernels that choose by position, whose interior the CPU walks first: a GPU splits nothing."""

import pytest

from tests.lowering.cpu import test_peel
from tests.lowering.cuda.borrowed import borrow, checked_by
from tests.lowering.cuda.check import check

pytestmark = pytest.mark.extended
globals().update(borrow(test_peel))


@pytest.fixture(autouse=True)
def in_the_emulator():
    """Kernels are checked there."""
    with checked_by(check, test_peel):
        yield
