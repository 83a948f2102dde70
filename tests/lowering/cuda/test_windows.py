"""Kernels that choose by position, which the CPU cuts into parts: a GPU splits nothing."""

import pytest

from tests.lowering.cpu import test_windows
from tests.lowering.cuda.borrowed import borrow, checked_by
from tests.lowering.cuda.check import check

pytestmark = pytest.mark.extended
globals().update(borrow(test_windows))


@pytest.fixture(autouse=True)
def in_the_emulator():
    """Kernels are checked there."""
    with checked_by(check, test_windows):
        yield
