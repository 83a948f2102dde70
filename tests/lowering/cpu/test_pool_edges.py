"""The pool at its bounds: sizes of blocks, what is kept and how long, and the child of a fork."""

import gc
import os

import numpy as np
import pytest

from fjax.lowering.cpu.runtime import memory_blocks, pool
from tests.lowering.cpu.test_memory import MEBIBYTE, Clock, needs_fork

PAGE = memory_blocks.PAGE
not_poisoned = pytest.mark.skipif(
    memory_blocks.is_poisoned, reason="guarded blocks have other sizes"
)


@pytest.fixture
def clock():
    return Clock()


@not_poisoned
@pytest.mark.parametrize("power", range(16, 41))
def test_there_are_four_sizes_of_blocks_between_powers_of_two(power):
    low = 1 << power
    quarter = max(low // 4, PAGE)
    for n in (low + 1, low + quarter - 1, low + quarter, low + quarter + 1, 2 * low - 1, 2 * low):
        assert memory_blocks.block_size(n) == -(-n // quarter) * quarter
    assert memory_blocks.block_size(low) == low


@pytest.mark.parametrize("n", [1, 2, PAGE - 1, PAGE, PAGE + 1])
def test_small_blocks_are_whole_pages(n):
    assert memory_blocks.block_size(n) == -(-n // PAGE) * PAGE


@needs_fork
@pytest.mark.parametrize("make", [memory_blocks.MemoryBlock, memory_blocks.GuardedBlock])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_pages_of_a_block_are_those_of_one_process(make):
    block = make(16 * PAGE)
    words = np.ndarray((8 * PAGE,), np.uint16, block.window(16 * PAGE))
    words[:] = 7
    child = os.fork()
    if child == 0:
        words[:] = 9
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert (words == 7).all()


@pytest.mark.skipif(os.name != "posix", reason="pages are not guarded")
def test_as_many_blocks_are_guarded_as_there_may_be_at_a_time(monkeypatch):
    gc.collect()
    monkeypatch.setattr(memory_blocks, "is_poisoned", True)
    monkeypatch.setattr(memory_blocks, "MOST_GUARDED", memory_blocks.GuardedBlock.count + 2)
    for _ in range(2):
        blocks = [memory_blocks.new_block(PAGE) for _ in range(4)]
        guarded = [type(block) is memory_blocks.GuardedBlock for block in blocks]
        assert guarded == [True, True, False, False]
        del blocks


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_keeps_no_blocks_of_its_parent():
    gc.collect()  # may take longer than a free block is kept
    dead = pool.empty((1 << 20,), np.dtype(float))
    del dead
    assert pool.kept_bytes() > 0
    child = os.fork()
    if child == 0:
        os._exit(0 if pool.kept_bytes() == 0 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert pool.kept_bytes() > 0


def lent(own, sizes):
    """Take blocks of these sizes at once, and give them back in order."""
    taken = [own.take(size) for size in sizes]
    for block in taken:
        own.put(block)
    return taken


def test_the_longest_idle_blocks_go_first(clock):
    own = pool.Pool(4 * MEBIBYTE, memory_blocks.MemoryBlock, clock)
    for size in (2 * MEBIBYTE, MEBIBYTE):
        own.put(own.take(size))
        clock.now += 0.01
    oldest = own.take(4 * MEBIBYTE)
    clock.now += 0.01
    own.put(oldest)
    assert own.stats().pool_bytes == 4 * MEBIBYTE
    assert own.take(4 * MEBIBYTE) is oldest


@pytest.mark.parametrize("limit, kept", [(7, 7), (6, 6), (5, 5), (3, 3), (2, 2), (1, 1), (0, 0)])
def test_no_more_is_kept_than_the_limit(clock, limit, kept):
    own = pool.Pool(limit * MEBIBYTE, memory_blocks.MemoryBlock, clock)
    lent(own, [MEBIBYTE] * 7)
    assert own.stats().pool_bytes == kept * MEBIBYTE
    assert own.kept_bytes == kept * MEBIBYTE
    assert own.stats().pool_blocks == kept


@pytest.mark.parametrize("waited, blocks_left", [(0.99, 1), (1.01, 0)])
def test_a_block_is_kept_for_as_long_as_is_said(clock, waited, blocks_left):
    own = pool.Pool(100 << 30, memory_blocks.MemoryBlock, clock)
    own.put(own.take(MEBIBYTE))
    clock.now += waited * pool.IDLE
    assert own.stats().pool_blocks == blocks_left


def test_what_was_used_at_most_lately_bounds_what_is_kept(clock, monkeypatch):
    monkeypatch.setattr(pool, "ALWAYS_KEPT", 0)
    monkeypatch.setattr(pool, "IDLE", 10.0)
    own = pool.Pool(100 << 30, memory_blocks.MemoryBlock, clock)
    own._watched = True  # no thread: the clock is the test's
    lent(own, [MEBIBYTE] * 6)
    clock.now += 1.0
    assert own.stats().pool_bytes == 6 * MEBIBYTE
    held = own.take(MEBIBYTE)
    clock.now += 10.5  # a period ends; six were in use within it
    own.stats()
    own.put(held)
    assert own.stats().peak_bytes_in_use == 6 * MEBIBYTE
    clock.now += 10.5
    assert own.stats().pool_blocks == 0


@pytest.mark.parametrize("size, serves", [(10, True), (8.25, True), (8, True), (7.75, False)])
def test_a_block_serves_requests_down_to_two_thirds_of_its_size(clock, size, serves):
    own = pool.Pool(100 << 30, memory_blocks.MemoryBlock, clock)
    block = own.take(12 * MEBIBYTE)
    own.put(block)
    assert (own.take(int(size * MEBIBYTE)) is block) == serves


def test_the_smallest_block_that_fits_is_taken(clock):
    own = pool.Pool(100 << 30, memory_blocks.MemoryBlock, clock)
    large, small = own.take(13 * MEBIBYTE), own.take(12 * MEBIBYTE)
    own.put(large)
    own.put(small)
    assert own.take(11 * MEBIBYTE) is small
    assert own.stats().pool_bytes == 13 * MEBIBYTE


def test_counts_follow_what_is_taken_and_given_back(clock):
    own = pool.Pool(100 << 30, memory_blocks.MemoryBlock, clock)
    first = own.lend(3 * MEBIBYTE)
    second = own.lend(MEBIBYTE)
    stats = own.stats()
    assert stats.bytes_in_use == stats.peak_bytes_in_use == 4 * MEBIBYTE
    assert stats.largest_alloc_size == 3 * MEBIBYTE and stats.num_allocs == 2
    assert stats.bytes_limit == 100 << 30 and stats.pool_bytes == 0
    del first
    stats = own.stats()
    assert stats.bytes_in_use == MEBIBYTE and stats.num_allocs == 1
    assert stats.pool_bytes == 3 * MEBIBYTE and stats.pool_blocks == 1
    assert stats.peak_bytes_in_use == 4 * MEBIBYTE
    del second
    own.clear()
    assert own.stats().pool_bytes == own.stats().bytes_in_use == 0


@not_poisoned
@pytest.mark.parametrize("n, pooled", [(pool.SMALL - 1, False), (pool.SMALL, True)])
def test_small_arrays_are_numpys(n, pooled):
    assert (pool.empty((n,), np.dtype(np.uint8)).base is not None) == pooled
    assert (pool.take_bytes(n).base is not None) == pooled


@pytest.mark.parametrize("given", ["", "123456"])
def test_the_limit_is_a_share_of_the_memory_or_what_is_said(monkeypatch, given):
    if given:
        monkeypatch.setenv("FJAX_POOL_BYTES", given)
        assert pool._limit() == 123456
        return
    monkeypatch.delenv("FJAX_POOL_BYTES", raising=False)
    monkeypatch.setattr(os, "sysconf", {"SC_PHYS_PAGES": 1 << 20, "SC_PAGE_SIZE": 4096}.get)
    assert pool._limit() == 1 << 29
    monkeypatch.setattr(os, "sysconf_names", {})
    assert pool._limit() == 1 << 30


def test_one_thread_watches_as_long_as_much_is_kept(clock, monkeypatch):
    started = []
    monkeypatch.setattr(pool._thread, "start_new_thread", lambda *given: started.append(given))
    monkeypatch.setattr(pool, "ALWAYS_KEPT", MEBIBYTE)
    own = pool.Pool(100 << 30, memory_blocks.MemoryBlock, clock)
    own.put(own.take(MEBIBYTE))
    assert not started
    lent(own, [MEBIBYTE] * 3)
    assert started == [(own._watch, ())]
    lent(own, [MEBIBYTE] * 4)
    assert len(started) == 1


def test_the_limit_is_what_is_given_or_an_eighth_of_memory_or_a_gibibyte(monkeypatch):
    monkeypatch.setenv("FJAX_POOL_BYTES", "12345")
    assert pool._limit() == 12345
    monkeypatch.delenv("FJAX_POOL_BYTES")
    monkeypatch.setattr(os, "sysconf_names", {"SC_PHYS_PAGES": 1})
    monkeypatch.setattr(os, "sysconf", {"SC_PHYS_PAGES": 1000, "SC_PAGE_SIZE": 80}.get)
    assert pool._limit() == 10000
    monkeypatch.setattr(os, "sysconf_names", {})
    assert pool._limit() == 1 << 30
