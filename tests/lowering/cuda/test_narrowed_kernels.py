"""Indices of 32 bits in a GPU's code: the tests of kernels with them, in the emulator."""

import pytest

from tests.lowering.cpu import test_control, test_random, test_structures
from tests.lowering.cuda.borrowed import borrow, checked_by
from tests.lowering.cuda.check import check
from tests.lowering.cuda.narrowed import shortened

MODULES = (test_control, test_random, test_structures)
pytestmark = pytest.mark.one_in(30)
globals().update(borrow(*MODULES))


@pytest.fixture(autouse=True)
def narrow_indices():
    """Kernels have them before they are checked, where sizes allow."""
    with checked_by(shortened(check), *MODULES):
        yield
