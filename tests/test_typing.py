"""The types of fjax.typing at run time."""

from __future__ import annotations

import typing

import numpy as np
import pytest

import fjax
from fjax.typing import ArrayLike


@pytest.mark.parametrize("value", [1, 2.0, 1j, True, np.float32(1), np.bool_(0), np.zeros(2)])
def test_what_is_like_an_array_can_be_asked_of_the_union(value):
    assert isinstance(value, ArrayLike) and isinstance(fjax.numpy.asarray(value), ArrayLike)
    assert not isinstance([value], ArrayLike)


def test_hints_are_classes_that_checkers_at_run_time_know():
    def f(x: ArrayLike) -> fjax.Array: ...

    found = typing.get_args(typing.get_type_hints(f)["x"])
    assert (
        fjax.Array in found
        and np.ndarray in found
        and all(type(each) is type for each in found if each is not fjax.Array)
    )
