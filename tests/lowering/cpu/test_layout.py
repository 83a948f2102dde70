"""Where an array object keeps its data pointer is measured, and only where that can be right."""

import ctypes

import numpy as np
import pytest

from fjax.lowering.cpu.runtime import threads as runtime

measure = runtime.array_layout.__wrapped__


def test_the_measured_place_holds_the_data_pointer_and_the_type():
    layout = measure()
    for array in (np.arange(3.0), np.zeros((2, 2), np.int8)):

        def word(offset, array=array):
            return ctypes.c_uint64.from_address(id(array) + offset).value

        assert word(layout["data"]) == array.ctypes.data
        assert word(layout["kind"]) == id(np.ndarray)


@pytest.mark.parametrize("interpreter, bytes_of_a_pointer", [("PyPy", 8), ("CPython", 4)])
def test_nothing_is_assumed_of_other_interpreters(monkeypatch, interpreter, bytes_of_a_pointer):
    monkeypatch.setattr(runtime.platform, "python_implementation", lambda: interpreter)
    monkeypatch.setattr(runtime.ctypes, "sizeof", lambda kind: bytes_of_a_pointer)
    assert measure() is None
