"""Values put into a kernel's loops: which words of the table they share."""

import dataclasses

import pytest

from fjax.lowering.kernel.address_lowering import STORED, Layout, LoopScope, Position, WordTable
from fjax.lowering.kernel.index_arithmetic import LoopAxis


def test_positions_share_no_words_though_the_memory_of_one_is_used_for_the_next():
    table = WordTable()
    scope = LoopScope(table)
    for _ in range(20):
        scope.access(0, Position({}, {}, 5))  # gone when the next is made
    assert len(table.words) == 20


def test_one_position_has_the_same_words_each_time():
    table = WordTable()
    position = Position({}, {}, 5)
    assert LoopScope(table).access(0, position) == LoopScope(table).access(0, position)
    assert len(table.words) == 1


def strides(layout, axis, step):
    """The stride of an access along an axis, and the words that it takes."""
    table = WordTable()
    scope = LoopScope(table, layout).inside(axis, ((0, 1),))
    (found,) = scope.access(0, Position({axis: step}, {}, 0)).strides
    return found.step, len(table.words)


@pytest.mark.parametrize(
    ("columns", "step", "literal"),
    [(False, 4, True), (False, -4, True), (False, 5, False), (True, 24, True), (True, 25, False)],
)
def test_steps_along_lanes_are_literals_as_the_layout_says(columns, step, literal):
    axis = LoopAxis(100)
    found, words = strides(Layout.of(axis, columns=columns), axis, step)
    assert (found == step, words) == ((True, 0) if literal else (False, 1))


def test_only_a_step_of_one_is_a_literal_along_other_axes_and_only_where_the_layout_says_so():
    axis, vector = LoopAxis(100), LoopAxis(8)
    layout = Layout.of(vector, also={axis: STORED})
    assert [strides(layout, axis, step)[1] for step in (1, -1, 2)] == [0, 1, 1]
    assert strides(Layout.of(vector), axis, 1)[1] == 1


def test_the_length_of_an_axis_is_a_word_unless_it_is_a_short_one_in_lanes():
    axis, other = LoopAxis(6), LoopAxis(6)
    for short, words in ((False, 2), (True, 1)):
        table = WordTable()
        scope = LoopScope(table, Layout.of(axis, short=short))
        scope.extent(axis), scope.extent(other)
        assert len(table.words) == words


def test_nothing_changes_a_layout():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Layout().vector = LoopAxis(2)
    assert {f.name for f in dataclasses.fields(Layout)}.isdisjoint(vars(WordTable()))
