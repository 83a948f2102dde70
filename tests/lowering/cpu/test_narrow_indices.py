"""The tests of kernels in all of the CPU's spellings, with indices of 32 bits where sizes allow."""

import pytest

from tests.lowering.cpu import test_control, test_peel, test_random, test_structures
from tests.lowering.cpu.harness import check
from tests.lowering.cuda.borrowed import borrow, checked_by
from tests.lowering.cuda.narrowed import shortened

MODULES = (test_control, test_peel, test_random, test_structures)
pytestmark = pytest.mark.one_in(24)
globals().update(borrow(*MODULES))


@pytest.fixture(autouse=True)
def narrow_indices():
    """Kernels have them before they are checked."""
    with checked_by(shortened(check), *MODULES):
        yield
