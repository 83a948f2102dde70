"""Values put into a kernel's loops: which words of the table they share."""

from fjax.lowering.kernel.address_lowering import LoopScope, Position, WordTable


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
