"""The kernel tests on their Numba spelling: a process of its own collects this file.

`test_numba_spelling.py` starts it, with `NUMBA_ENABLE_CUDASIM=1` for the simulator, otherwise for
the PTX of numba-cuda, which is made without a GPU.
"""

import os
from types import SimpleNamespace

import pytest

from tests.lowering.cpu import test_control, test_structures
from tests.lowering.cuda import numba_spelling
from tests.lowering.cuda.borrowed import borrow, checked_by

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, of wrapping integers
SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"
MODULES = (test_control, test_structures)
globals().update(borrow(*MODULES))


@pytest.fixture(autouse=True)
def on_numba(monkeypatch):
    """Kernels are checked there."""
    check = numba_spelling.check_simulated
    if not SIMULATED:
        from numba.cuda import dispatcher

        device = SimpleNamespace(compute_capability=(8, 0))
        monkeypatch.setattr(dispatcher, "get_current_device", lambda: device)
        check = numba_spelling.check_emulated
    with checked_by(check, *MODULES):
        yield
