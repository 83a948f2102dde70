"""Primitives as values: parameters by position and name, defaults, frozen, replaced."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import ClassVar

import pytest

from fjax.core.avals import ShapedArray
from fjax.core.dtypes import float64
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.primitive import Primitive, primitive
from fjax.primitives.trigonometric import Sin


@primitive
class Shift(Primitive):
    """Moves by `amount` along `axis`."""

    name: ClassVar[str] = "shift"
    amount: int
    axis: int = 0


@primitive
class BoundedShift(Shift):
    """The same with an end."""

    name = "bounded_shift"
    end: float = 1.0


def test_parameters_come_by_position_and_by_name():
    assert Shift(2, 1).params == Shift(amount=2, axis=1).params == {"amount": 2, "axis": 1}
    assert Shift(2).axis == 0
    assert BoundedShift(2, end=3.0).params == {"amount": 2, "axis": 0, "end": 3.0}
    assert not Sin().params


@pytest.mark.parametrize(
    "arguments, named",
    [((), {}), ((1, 2, 3), {}), ((1,), {"amount": 2}), ((1,), {"speed": 2}), ((), {"axis": 1})],
)
def test_parameters_that_do_not_fit_are_named(arguments, named):
    with pytest.raises(TypeError, match="Shift takes the parameters amount, axis"):
        Shift(*arguments, **named)


@pytest.mark.parametrize("op", [Shift(1), Sin()], ids=lambda op: op.name)
def test_a_primitive_is_frozen(op):
    with pytest.raises(dataclasses.FrozenInstanceError):
        op.amount = 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        del op.amount


def test_plain_equal_primitives_are_one_object():
    assert Shift(1) == Shift(1, 0)
    assert Shift(3, 1) is Shift(3, 1) and Sin() is Sin()
    assert Shift.plain and not BoundedShift.plain
    assert BoundedShift(1, end=0.0) != BoundedShift(1, end=-0.0)


def test_a_changed_copy_keeps_the_rest():
    assert Shift(2, 1).replace(amount=5) == Shift(5, 1)
    assert [f.name for f in dataclasses.fields(BoundedShift)] == ["amount", "axis", "end"]
    assert not dataclasses.fields(Sin)


def test_programs_ask_of_effects_and_axes_only_what_may_have_some():
    class LoudShift(Shift):  # not decorated: what it overrides counts all the same
        effects = frozenset({"loud"})
        axis_names = ("x",)

    assert Shift.self_contained and Sin.self_contained
    assert not BoundedShift.self_contained  # its parameters may differ and be equal
    assert not LoudShift.self_contained
    x = Var(ShapedArray((), float64))
    program = Jaxpr([x], [Equation(LoudShift(1), (x,), (Var(x.aval),))], [x])
    assert program.effects == {"loud"} and program.axis_names == {"x"}


def test_a_copied_primitive_has_the_parameters_and_nothing_that_the_original_remembers():
    shift = Shift(2, 1)
    vars(shift)["_results"] = {}  # as of operands that it has met, whose sizes may be anything
    hash(shift)
    for copied in (copy.copy(shift), copy.deepcopy(shift), pickle.loads(pickle.dumps(shift))):
        assert vars(copied) == {"amount": 2, "axis": 1}
        assert copied == shift and hash(copied) == hash(shift)
