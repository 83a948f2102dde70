"""Interned objects are one for each key, and go when nobody holds them."""

import gc
import threading
import weakref

from fjax.core import scalar
from fjax.core.weak_values import LEAST, WeakValues


class Node:
    """What can be referred to weakly."""


def test_a_key_finds_its_object_until_nobody_holds_it():
    table, made = WeakValues(), Node()
    assert table.keep("a", made) is made
    assert table.keep("a", Node()) is made
    del made
    other = Node()
    assert table.keep("a", other) is other


def test_keys_of_objects_that_are_gone_are_dropped():
    table, held = WeakValues(), Node()
    table.keep(-1, held)
    for k in range(3 * LEAST):
        table.keep(k, Node())
    assert len(table.references) <= LEAST + 1 and table.references[-1]() is held


def test_expressions_go_with_those_that_they_were_operands_of():
    x = scalar.leaf("a chain", "float32")
    first = weakref.ref(x + 1)
    chain = x
    for _ in range(3 * LEAST):
        chain = chain + 1
    del x, chain
    for k in range(10 * LEAST):
        scalar.leaf(("others", k), "float32")
    gc.collect()
    assert first() is None


def test_threads_get_one_object():
    table, found = WeakValues(), []
    start = threading.Barrier(4)

    def ask():
        start.wait()
        found.append([table.keep(k, Node()) for k in range(1000)])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(len({id(x) for x in row}) == 1 for row in zip(*found, strict=True))
