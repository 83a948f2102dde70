"""Batches follow from the loader and their number alone; threads change nothing and end."""

import gc
import json
import threading
import time

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import data, random
from fjax.errors import FjaxTypeError, FjaxValueError, ShapeError
from tests.children import in_child, needs_fork

KEY = random.key(4)


def threads():
    return [thread for thread in threading.enumerate() if thread.name.startswith("fjax data")]


@pytest.fixture(autouse=True)
def _no_thread_is_left():
    yield
    if threads():
        gc.collect()
    end = time.monotonic() + 5
    while threads() and time.monotonic() < end:
        time.sleep(0.01)
    assert not threads()


def rows(batches):
    return np.concatenate(list(batches)).tolist()


# ---- which rows


def test_an_epoch_has_each_row_once_in_an_order_of_its_own():
    loader = data.Loader(np.arange(100), 10, key=KEY)
    first, second = rows(loader.epoch(0)), rows(loader.epoch(1))
    assert sorted(first) == sorted(second) == list(range(100))
    assert first != second and first != list(range(100))
    assert rows(loader.epoch(0)) == first
    assert rows(data.Loader(np.arange(100), 10, key=random.key(5)).epoch(0)) != first


@pytest.mark.one_in(5)
@pytest.mark.parametrize("start", [0, 1, 3, 4])
@pytest.mark.parametrize("prefetch", [0, 3])
def test_an_epoch_goes_on_where_its_state_says(start, prefetch):
    loader = data.Loader(
        (np.arange(23), np.arange(23.0)), 5, key=KEY, rest="keep", prefetch=prefetch
    )
    batches = loader.epoch(2)
    for _ in range(start):
        next(batches)
    state = json.loads(json.dumps(batches.state))
    left = list(batches)
    again = list(loader.resume(state))
    assert len(left) == len(again) == 5 - start
    for a, b in zip(left, again, strict=True):
        np.testing.assert_array_equal(a[0], b[0])
        np.testing.assert_array_equal(a[1], b[1])


def test_a_state_of_another_loader_is_refused():
    state = data.Loader(np.arange(10), 2).epoch(0).state
    with pytest.raises(FjaxValueError, match="batch_size = 2, and this one has 5"):
        data.Loader(np.arange(10), 5).resume(state)
    with pytest.raises(FjaxValueError, match="rows = 10, and this one has 12"):
        data.Loader(np.arange(12), 2).resume(state)


def test_rows_that_fill_no_batch_are_dropped_kept_or_masked():
    loader = lambda rest: data.Loader(np.arange(7), 3, rest=rest)
    assert [len(b) for b in loader("drop")] == [3, 3] and len(loader("drop")) == 2
    assert [len(b) for b in loader("keep")] == [3, 3, 1] and len(loader("keep")) == 3
    batches = list(loader("pad"))
    assert [len(b) for b, _ in batches] == [3, 3, 3]
    assert np.concatenate([b[mask] for b, mask in batches]).tolist() == list(range(7))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("count", [2, 3, 5])
@pytest.mark.parametrize("number", [1, 16, 17, 30])
def test_ranks_have_every_row_once_and_equally_many_batches(count, number):
    loaders = [
        data.Loader(np.arange(number), 2, key=KEY, rest="pad", rank=rank, count=count)
        for rank in range(count)
    ]
    assert len({len(list(loader.epoch(0))) for loader in loaders}) == 1
    seen = [b[mask] for loader in loaders for b, mask in loader.epoch(0)]
    assert sorted(np.concatenate(seen)) == list(range(number))


def test_ranks_that_drop_are_disjoint_and_have_equally_many_batches():
    loaders = [data.Loader(np.arange(23), 3, key=KEY, rank=r, count=3) for r in range(3)]
    parts = [rows(loader.epoch(0)) for loader in loaders]
    assert [len(part) for part in parts] == [6, 6, 6]
    assert len(set(sum(parts, []))) == 18


def test_batches_of_similar_lengths_hold_every_row_once():
    lengths = np.random.default_rng(0).integers(1, 100, 320)
    loader = data.Loader(np.arange(320), 8, key=KEY, lengths=lengths)
    batches = list(loader.epoch(0))
    assert sorted(np.concatenate(batches)) == list(range(320))
    spread = np.mean([np.ptp(lengths[b]) for b in batches])
    assert spread < 5, spread
    firsts = [lengths[b].min() for b in batches]
    assert firsts != sorted(firsts)


def test_a_loader_that_shuffles_says_that_an_epoch_is_needed():
    with pytest.raises(FjaxTypeError, match=r"loader\.epoch\(number\)"):
        iter(data.Loader(np.arange(4), 2, key=KEY))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (dict(batch_size=0), "batch_size is a whole number, at least 1"),
        (dict(batch_size=11), "10 rows make no batch of 11"),
        (dict(batch_size=2, rest="most"), "rest is one of"),
        (dict(batch_size=2, rank=2, count=2), "rank is from 0 to 1, one of count=2, got 2"),
        (dict(batch_size=2, rest="keep", count=2), "choose 'drop' or 'pad'"),
        (dict(batch_size=2, augment=lambda key, x: x), "give key="),
        (
            dict(batch_size=2, lengths=[1]),
            r"lengths is a number for each of 10 rows, got an array of shape \(1,\)",
        ),
    ],
)
def test_what_makes_no_loader_is_refused(arguments, message):
    with pytest.raises((FjaxValueError, FjaxTypeError), match=message):
        data.Loader(np.arange(10), **arguments)


# ---- transforms


def test_the_error_of_a_loader_names_the_line_that_makes_it():
    with pytest.raises(FjaxValueError) as caught:
        data.Loader(np.ones(3), 0)
    assert "test_batches.py" in caught.value.line


def test_augmentations_have_a_key_for_each_batch_and_are_the_same_after_a_restart():
    noise = lambda key, x: x + random.normal(key, x.shape)
    loader = data.Loader(np.zeros((6, 4)), 2, key=KEY, augment=noise)
    batches = [np.asarray(b) for e in range(2) for b in loader.epoch(e)]
    assert len({b.tobytes() for b in batches}) == 6
    np.testing.assert_array_equal(next(loader.epoch(1, start=2)), batches[5])


def test_a_transform_takes_the_batch_and_stands_before_the_augmentation():
    loader = data.Loader(
        np.arange(4), 2, key=KEY, transform=lambda x: x.astype("float32"),
        augment=lambda key, x: x / 2,
    )  # fmt: skip
    assert next(loader.epoch(0)).dtype == jnp.float32


# ---- threads


class Slow:
    """Rows that take a moment, one of which cannot be read."""

    def __init__(self, bad=None):
        self.bad, self.read = bad, []

    def __len__(self):
        return 40

    def __getitem__(self, index):
        time.sleep(0.002 * (index % 3))
        self.read.append(index)
        if index == self.bad:
            raise KeyError(f"row {index}")
        return index


@pytest.mark.parametrize("workers", [1, 4])
def test_threads_change_neither_the_batches_nor_their_order(workers):
    loader = data.Loader(Slow(), 4, key=KEY, prefetch=5, workers=workers)
    assert rows(loader.epoch(0)) == rows(data.Loader(Slow(), 4, key=KEY).epoch(0))


def test_an_error_of_a_thread_arrives_where_its_batch_would_have():
    batches = data.Loader(Slow(bad=9), 4, prefetch=3, workers=2).epoch(0)
    assert next(batches).tolist() == [0, 1, 2, 3] and next(batches).tolist() == [4, 5, 6, 7]
    with pytest.raises(KeyError, match="row 9"):
        next(batches)
    assert list(batches) == []


def test_threads_work_no_further_ahead_than_asked():
    source = Slow()
    batches = data.Loader(source, 4, prefetch=2).epoch(0)
    next(batches)
    time.sleep(0.2)
    assert len(source.read) == 12
    batches.close()


def test_a_loop_that_is_left_ends_the_threads():
    for _ in data.Loader(Slow(), 4, prefetch=2).epoch(0):
        break
    with data.Loader(Slow(), 4, prefetch=2).epoch(0) as batches:
        next(batches)
        assert threads()
    assert list(batches) == []


@needs_fork
@pytest.mark.parametrize("workers", [1, 3])
def test_a_child_goes_on_with_threads_of_its_own(workers):
    with data.Loader(Slow(), 4, key=KEY, prefetch=3, workers=workers).epoch(0) as batches:
        first = [next(batches).tolist() for _ in range(2)]
        expected = [b.tolist() for b in data.Loader(Slow(), 4, key=KEY).epoch(0)]

        def continued():
            assert [b.tolist() for b in batches] == expected[2:]

        in_child(continued)
        assert first + [b.tolist() for b in batches] == expected


def test_threads_compute_under_the_options_of_the_consumer():
    with fjax.enable_x64(False):
        loader = data.Loader(np.arange(4), 2, key=KEY, augment=lambda key, x: x * 1.0, prefetch=2)
        assert {b.dtype for b in loader.epoch(0)} == {np.dtype("float32")}


# ---- sources


class Table:
    """Rows as the package `datasets` and PyTorch's loaders ask for them."""

    def __len__(self):
        return 6

    def __getitem__(self, index):
        raise AssertionError("several are asked for at once")

    def __getitems__(self, indices):
        return [{"x": np.full(2, n), "label": n} for n in indices]


def test_a_dataset_is_asked_for_several_rows_at_once_if_it_can():
    batch = next(data.Loader(Table(), 3).epoch(0))
    assert batch["x"].tolist() == [[0, 0], [1, 1], [2, 2]] and batch["label"].tolist() == [0, 1, 2]


def test_arrays_in_tuples_and_dicts_are_columns_and_lists_are_rows():
    x = np.arange(12).reshape(4, 3)
    assert next(data.Loader({"a": x, "b": jnp.arange(4)}, 2).epoch(0))["a"].shape == (2, 3)
    assert next(data.Loader([x, x, x], 2).epoch(0)).shape == (2, 4, 3)


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(ShapeError, match="different numbers of rows"):
        data.Loader((np.ones(3), np.ones(4)), 1)


def test_rows_of_different_shapes_say_how_they_are_padded():
    with pytest.raises(ShapeError, match=r"collate=data\.padded\(\)"):
        list(data.Loader([np.ones(2), np.ones(3)], 2))


def test_what_can_only_be_iterated_says_so():
    with pytest.raises(FjaxTypeError, match=r"data\.Stream"):
        data.Loader((n for n in range(3)), 2)


def test_ragged_rows_are_padded_to_buckets_with_their_lengths():
    ragged = [(np.arange(n), n) for n in (3, 9, 5, 2)]
    loader = data.Loader(ragged, 2, collate=data.padded((4, 8, 16), value=-1))
    (x, n), (y, _) = loader
    assert x.values.shape == (2, 16) and y.values.shape == (2, 8) and n.tolist() == [3, 9]
    np.testing.assert_array_equal(np.asarray(x.mask).sum(1), [3, 9])
    assert np.all(np.asarray(x.values)[~np.asarray(x.mask)] == -1)
    with pytest.raises(FjaxValueError, match="length 9, and the buckets are"):
        list(data.Loader(ragged, 2, collate=data.padded((4, 8))))


def test_masks_of_padded_rows_are_computed_under_jit():
    padded = data.Padded(np.ones((2, 4)), np.array([1, 3]))
    total = fjax.jit(lambda p: jnp.sum(p.values, where=p.mask, axis=1))(padded)
    np.testing.assert_array_equal(total, [1, 3])


def test_files_are_mapped_and_batches_are_copies(tmp_path):
    x = np.arange(20, dtype=np.float32).reshape(10, 2)
    np.save(tmp_path / "x.npy", x)
    fjax.checkpoints.write_safetensors(
        tmp_path / "x.safetensors", {"x": x, "h": x.astype("float16")}
    )
    x.tofile(tmp_path / "x.bin")
    for mapped in (
        data.mapped(tmp_path / "x.npy"),
        data.mapped(tmp_path / "x.bin", "float32", (-1, 2)),
        data.mapped_safetensors(tmp_path / "x.safetensors")["x"],
    ):
        assert isinstance(mapped, np.memmap)
        batch = next(data.Loader((mapped, np.arange(10)), 3).epoch(0))[0]
        assert type(batch) is np.ndarray
        np.testing.assert_array_equal(batch, x[:3])


def test_files_of_objects_or_other_sizes_are_refused(tmp_path):
    np.save(tmp_path / "x.npy", np.array([{}], object), allow_pickle=True)
    with pytest.raises(ValueError):
        data.mapped(tmp_path / "x.npy")
    np.arange(5, dtype=np.uint8).tofile(tmp_path / "x.bin")
    for shape in ((-1,), (3,), (-1, -1)):
        with pytest.raises(ShapeError, match="has 5 bytes"):
            data.mapped(tmp_path / "x.bin", np.uint16, shape)
    with pytest.raises(FjaxValueError, match="say the dtype"):
        data.mapped(tmp_path / "x.bin")


# ---- streams


@pytest.mark.parametrize("prefetch", [0, 2])
def test_a_stream_is_batched_goes_on_and_ends(prefetch):
    stream = data.Stream(
        lambda epoch: range(10 * epoch, 10 * epoch + 7), 2, False, prefetch=prefetch
    )
    batches = stream.epoch(1)
    assert next(batches).tolist() == [10, 11]
    state = json.loads(json.dumps(batches.state))
    assert [b.tolist() for b in batches] == [[12, 13], [14, 15], [16]]
    assert [b.tolist() for b in stream.resume(state)] == [[12, 13], [14, 15], [16]]


@needs_fork
@pytest.mark.parametrize("prefetch", [0, 2])
def test_a_child_goes_on_in_the_stream_of_its_parent(prefetch):
    def slow(epoch):
        for row in range(9):
            time.sleep(0.01)  # so that a thread is inside when the process forks
            yield row

    with data.Stream(slow, 2, prefetch=prefetch).epoch(0) as batches:
        assert next(batches).tolist() == [0, 1]

        def continued():
            assert [b.tolist() for b in batches] == [[2, 3], [4, 5], [6, 7]]

        in_child(continued)
        continued()


def test_a_stream_is_shared_by_ranks_that_get_equally_many_batches():
    parts = [
        [b.tolist() for b in data.Stream(lambda epoch: range(11), 2, rank=r, count=2).epoch(0)]
        for r in range(2)
    ]
    assert parts == [[[0, 2], [4, 6]], [[1, 3], [5, 7]]]


def test_a_stream_of_batches_is_taken_as_it_is():
    stream = data.Stream(lambda epoch: [np.ones(2), np.ones(3)], None, transform=lambda x: x + 1)
    assert [b.tolist() for b in stream.epoch(0)] == [[2, 2], [2, 2, 2]]


def test_an_iterator_that_ends_is_no_stream():
    with pytest.raises(FjaxTypeError, match="a function from an epoch's number"):
        data.Stream(iter([1, 2]), 1)


# ---- parts by chance


@pytest.mark.parametrize(
    "sizes, expected",
    [
        ([7, 3], [7, 3]),
        ([0.8, 0.2], [8, 2]),
        ([0.7, 0.2, 0.1], [7, 2, 1]),
        ([0.25, 0.75], [3, 7]),
        ([1 / 3, 1 / 3, 1 / 3], [4, 3, 3]),
        ([10, 0], [10, 0]),
        ([1.0], [10]),
    ],
)
def test_parts_by_chance_have_each_row_once(sizes, expected):
    parts = data.random_split((np.arange(10), np.arange(10) * 2), sizes, key=random.key(3))
    assert [len(part) for part in parts] == expected
    rows = [part.rows(np.arange(len(part))) for part in parts]
    assert all((y == 2 * x).all() for x, y in rows)
    assert sorted(np.concatenate([x for x, _ in rows])) == list(range(10))


def test_parts_by_chance_follow_from_the_seed_and_feed_a_loader():
    whole = [{"x": float(k)} for k in range(10)]
    one, two, other = (data.random_split(whole, [8, 2], key=random.key(s))[0] for s in (0, 0, 1))
    assert (one.indices == two.indices).all()
    assert (one.indices != other.indices).any()
    batches = list(data.Loader(one, 4))
    assert sorted(float(x) for batch in batches for x in batch["x"]) == sorted(one.indices)


@pytest.mark.parametrize("sizes", [[], [5, 4], [0.5, 0.4], [11, -1], [0.5, 5], [0.5, 9.5]])
def test_sizes_of_parts_that_do_not_add_up_are_refused(sizes):
    with pytest.raises(FjaxValueError, match="random_split: sizes are numbers of rows"):
        data.random_split(np.arange(10), sizes, key=random.key(0))
