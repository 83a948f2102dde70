"""Batches of worker processes are those that this process makes, and leave nothing behind."""

import gc
import glob
import os
import pickle
import signal
import time

import numpy as np
import pytest

from fjax import data, random
from fjax.data import processes
from fjax.errors import FjaxRuntimeError, FjaxTypeError, FjaxValueError

RAISES, KILLS, EXITS, UNPICKLED = 30, 31, 32, 33


class Unpicklable(Exception):
    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


class Rows:
    """Rows of different kinds; of some numbers there are none."""

    def __len__(self):
        return 40

    def __getitem__(self, number):
        if number == RAISES:
            raise ZeroDivisionError("no such picture")
        if number == UNPICKLED:
            raise Unpicklable("this", "that")
        if number == KILLS:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == EXITS:
            os._exit(3)
        return {"x": np.full((5, 3), number, np.float32), "name": number, "drawn": np.random.rand()}


def doubled(batch):
    return {**batch, "x": 2 * batch["x"]}


def segments():
    return set(glob.glob("/dev/shm/psm_*"))


@pytest.fixture(scope="module")
def loader():
    made = data.Loader(
        Rows(), 6, key=random.key(1), transform=doubled, processes="forkserver", workers=2
    )
    yield made
    del made
    gc.collect()


def same(a, b, names=("x", "name")):
    assert a.keys() == b.keys()
    for name in names:
        np.testing.assert_array_equal(a[name], b[name])
        assert a[name].dtype == b[name].dtype


def test_batches_are_those_of_this_process_in_the_same_order(loader):
    small = np.arange(24)
    here = data.Loader(Rows(), 6, transform=doubled)
    for number, rows in enumerate(small.reshape(4, 6)):
        same(loader.read(0, number, rows), here.read(0, number, rows))


@pytest.mark.extended
def test_a_spawned_process_gives_the_same_epoch():
    rows = np.arange(30.0).reshape(10, 3)
    here, there = (
        data.Loader(rows, 3, key=random.key(1), rest="pad", processes=p) for p in (False, "spawn")
    )
    for a, b in zip(here.epoch(1), there.epoch(1), strict=True):
        np.testing.assert_array_equal(a.rows, b.rows)
        np.testing.assert_array_equal(a.weights, b.weights)


def test_what_a_batch_draws_depends_on_its_number_alone(loader):
    rows = np.arange(4)
    one, again, other = (loader.read(2, k, rows)["drawn"] for k in (3, 3, 4))
    np.testing.assert_array_equal(one, again)
    assert not np.array_equal(one, other)


def test_arrays_are_in_memory_that_is_used_again(loader):
    rows = np.arange(6)
    for _ in range(9):
        batch = loader.read(0, 0, rows)
    count = len(segments())
    for _ in range(9):
        batch = loader.read(0, 0, rows)
    assert len(segments()) == count
    batch["x"][:] = 7  # a batch is its receiver's
    assert loader.read(0, 0, rows)["x"].max() == 10
    kept = [loader.read(0, k, rows + k)["x"] for k in range(8)]
    assert [int(x[0, 0, 0]) for x in kept] == [2 * k for k in range(8)]


def test_larger_batches_than_before_fit(loader):
    sizes = [1, 6, 2, 24, 24]
    assert [len(loader.read(0, 0, np.arange(n))["x"]) for n in sizes] == sizes


def test_an_exception_has_the_workers_traceback_and_the_row(loader):
    with pytest.raises(ZeroDivisionError, match="no such picture") as raised:
        loader.read(4, 5, np.array([3, RAISES]))
    notes = "\n".join(raised.value.__notes__)
    assert f"in row {RAISES} of the data" in notes
    assert f"in batch 5 of epoch 4, which has the rows 3, {RAISES}" in notes
    assert "in worker " in notes and "in __getitem__" in notes
    assert len(loader.read(0, 0, np.arange(3))["x"]) == 3


def test_an_exception_that_cannot_be_sent_is_told_in_words(loader):
    with pytest.raises(FjaxRuntimeError, match="Unpicklable: this and that") as raised:
        loader.read(0, 0, np.array([UNPICKLED]))
    assert "in __getitem__" in "\n".join(raised.value.__notes__)


@pytest.mark.parametrize(
    "row,says", [(KILLS, "was killed by SIGKILL"), (EXITS, "ended with exit code 3; a script")]
)
def test_a_process_that_ends_is_named_and_another_takes_its_place(loader, row, says):
    with pytest.raises(FjaxRuntimeError, match=rf"worker \d, process \d+, {says}") as raised:
        loader.read(0, 7, np.array([row]))
    assert f"batch 7 of epoch 0, which has the rows {row}" in str(raised.value)
    assert len(loader.read(0, 0, np.arange(3))["x"]) == 3


def wait_for(condition):
    end = time.monotonic() + 10
    while not condition() and time.monotonic() < end:
        gc.collect()
        time.sleep(0.01)
    return condition()


def test_an_epoch_that_is_left_and_one_that_fails_leave_no_memory_behind():
    before = segments()
    loader = data.Loader(Rows(), 4, processes=True, workers=1)
    batch = next(loader.epoch(0))
    with pytest.raises(ZeroDivisionError):
        list(loader.epoch(0))
    assert segments() - before
    kept = batch["x"]
    del loader, batch
    assert wait_for(lambda: not segments() - before)
    assert kept.sum() == 15 * (0 + 1 + 2 + 3)


def test_what_cannot_be_sent_is_said_before_a_process_starts():
    loader = data.Loader(Rows(), 4, transform=lambda batch: batch, processes="spawn")
    with pytest.raises(FjaxTypeError, match=r"pickle refuses one of them .*lambda"):
        next(loader.epoch(0))


def test_how_processes_start_is_one_of_a_few():
    with pytest.raises(FjaxValueError, match=r"'forkserver' or 'spawn', got 4; how many there are"):
        data.Loader(Rows(), 4, processes=4)


def test_a_loader_with_workers_can_be_copied(loader):
    copy = pickle.loads(pickle.dumps(loader))
    assert copy.batch_size == 6 and copy._workers[0].are_ours


def test_a_full_memory_is_said_instead_of_a_signal(monkeypatch):
    monkeypatch.setattr(processes.shutil, "disk_usage", lambda _: Usage())
    with pytest.raises(FjaxRuntimeError, match=r"takes 9000 bytes of shared memory.*has 100 left"):
        processes.Segments().take(9000)


class Usage:
    free = 100
