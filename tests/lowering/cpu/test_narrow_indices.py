"""The tests of kernels in all of the CPU's spellings, with indices of 32 bits where sizes allow.

A short run borrows one test in three, and those of random kernels.
"""

import pytest

from tests.effort import tries
from tests.lowering.cpu import test_control, test_random, test_structures, test_windows
from tests.lowering.cpu.harness import check
from tests.lowering.cuda.borrowed import borrow, checked_by
from tests.lowering.cuda.narrowed import shortened

MODULES = (test_control, test_windows, test_random, test_structures)
pytestmark = pytest.mark.one_in(24)
globals().update(
    {name: found for name, found in borrow(*MODULES).items() if "random" in name or tries(name, 3)}
)


@pytest.fixture(autouse=True)
def narrow_indices():
    """Kernels have them before they are checked."""
    with checked_by(shortened(check), *MODULES):
        yield
