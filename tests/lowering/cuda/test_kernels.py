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
OVERLAP = 3  # a step at which rows overlap
globals().update(borrow(*MODULES))


@pytest.fixture(autouse=True)
def in_the_emulator(request):
    """Kernels are checked there."""
    if request.node.originalname == "test_run_time_steps_in_lanes":
        if request.node.callspec.params["step"] == OVERLAP:
            pytest.skip("several rows write to one element")
    with checked_by(check, *MODULES):
        yield
