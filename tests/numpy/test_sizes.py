"""Results of a given size are NumPy's, cut or filled up: every function that takes size=."""

import itertools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp

VECTORS = {
    "integers": np.array([3, 1, 3, 2, 1, 3]),
    "floats": np.array([2.5, np.nan, -0.0, 0.0, np.nan, 2.5, -np.inf]),
    "bools": np.array([True, False, True]),
    "bytes": np.array([5, 0, 255, 5], np.uint8),
    "half": np.array([1, 0, 1, 2, 0], np.float16),
    "empty": np.zeros(0),
    "one": np.array([7]),
    "matrix": np.array([[1, 2], [1, 2], [0, 5], [1, 1]]),
    "nothing wide": np.zeros((0, 3)),
    "nothing long": np.zeros((3, 0)),
}
SIZES = [0, 1, 2, 3, 5, 9]
FILLS = [None, 0, 7]
RUNS = [lambda f: f, fjax.jit]
FEW = list(itertools.product([1, 9], [None, 7]))  # each is a program to compile


def sizes_and_fills(run):
    """All of them eagerly, a few under jit."""
    return FEW if run is fjax.jit else list(itertools.product(SIZES, FILLS))


def sized(found, size, fill):
    """NumPy's result cut or filled up along the first axis."""
    found = np.asarray(found)
    out = np.empty((size, *found.shape[1:]), found.dtype)
    out[: len(found)] = found[:size]
    out[len(found) :] = fill
    return out


def check(found, wanted):
    assert found.shape == wanted.shape
    np.testing.assert_array_equal(np.asarray(found), wanted)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("run", RUNS, ids=["eager", "jit"])
@pytest.mark.parametrize("name", VECTORS)
def test_unique_of_a_size_is_numpys_in_all_its_results(name, run):
    x = VECTORS[name]
    for (size, fill), equal_nan in itertools.product(sizes_and_fills(run), (True, False)):
        if x.size == 0 and size and fill is None:
            continue
        values, index, inverse, counts = np.unique(x, True, True, True, equal_nan=equal_nan)
        found = run(
            lambda x: jnp.unique(
                x, True, True, True, equal_nan=equal_nan, size=size, fill_value=fill
            )
        )(jnp.asarray(x))
        smallest = values[0] if values.size else 0
        check(found[0], sized(values, size, smallest if fill is None else fill))
        check(found[1], sized(index, size, index[0] if index.size else 0))
        check(found[2], inverse.reshape(x.shape))
        check(found[3], sized(counts, size, 0))


@pytest.mark.parametrize("axis", [0, 1])
def test_unique_slices_of_a_size_are_numpys_in_all_their_results(axis):
    x = np.array([[1, 2, 1], [1, 2, 1], [0, 5, 0], [1, 1, 1]])
    values, index, inverse, counts = np.unique(x, True, True, True, axis=axis)
    for size in range(6):
        found = jnp.unique(jnp.asarray(x), True, True, True, axis, size=size, fill_value=9)
        check(jnp.moveaxis(found[0], axis, 0), sized(np.moveaxis(values, axis, 0), size, 9))
        check(found[1], sized(index, size, index[0]))
        check(found[2], inverse.reshape(-1))
        check(found[3], sized(counts, size, 0))


@pytest.mark.parametrize("options", list(itertools.product((False, True), repeat=3)), ids=str)
def test_each_choice_of_results_of_unique_gives_the_same_ones(options):
    x = jnp.asarray(VECTORS["integers"])
    everything = jnp.unique(x, True, True, True, size=2)
    found = jnp.unique(x, *options, size=2)
    found = found if isinstance(found, tuple) else (found,)
    wanted = [everything[0], *[r for r, o in zip(everything[1:], options, strict=True) if o]]
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        check(one, np.asarray(other))


@pytest.mark.parametrize("size", [1, 2, 6])
@pytest.mark.parametrize("name", ["unique_all", "unique_counts", "unique_inverse", "unique_values"])
def test_the_relatives_of_unique_cut_and_fill_up_as_unique_does(name, size):
    x = VECTORS["floats"]
    wanted = getattr(np, name)(x)
    found = getattr(jnp, name)(jnp.asarray(x), size=size, fill_value=0)
    if name == "unique_values":
        check(found, sized(np.sort(np.asarray(wanted)), size, 0))
        return
    assert found._fields == wanted._fields
    for field in wanted._fields:
        part = getattr(wanted, field)
        if field == "inverse_indices":
            check(getattr(found, field), part)
        else:
            filler = part[0] if field == "indices" else 0
            check(getattr(found, field), sized(part, size, filler))


@pytest.mark.one_in(8)
@pytest.mark.parametrize("run", RUNS, ids=["eager", "jit"])
@pytest.mark.parametrize("name", VECTORS)
def test_places_of_a_size_are_numpys(name, run):
    x = VECTORS[name]
    for size, fill in sizes_and_fills(run):
        filler = 0 if fill is None else fill
        options = {"size": size, "fill_value": fill}
        x_ = jnp.asarray(x)
        wanted = [sized(w, size, filler) for w in np.nonzero(x)]
        for function in (jnp.nonzero, jnp.where):
            found = run(lambda x: function(x, **options))(x_)
            assert len(found) == x.ndim
            for f, w in zip(found, wanted, strict=True):
                check(f, w)
        check(
            run(lambda x: jnp.argwhere(x, **options))(x_),
            np.stack(wanted, 1) if x.ndim else np.zeros((size, 0)),
        )
        check(
            run(lambda x: jnp.flatnonzero(x, **options))(x_), sized(np.flatnonzero(x), size, filler)
        )


def test_nonzero_takes_a_filler_for_each_axis():
    x = np.array([[1, 0], [0, 2]])
    rows, columns = jnp.nonzero(jnp.asarray(x), size=4, fill_value=(-1, 5))
    assert rows.tolist() == [0, 1, -1, -1] and columns.tolist() == [0, 1, 5, 5]


@pytest.mark.one_in(18)
@pytest.mark.parametrize("run", RUNS, ids=["eager", "jit"])
@pytest.mark.parametrize("name", ["union1d", "intersect1d", "setdiff1d", "setxor1d"])
def test_set_operations_of_a_size_are_numpys(name, run):
    names = ["integers", "floats", "bytes", "empty", "one", "matrix"]
    pairs = list(itertools.product(names, repeat=2))
    for a, b in pairs[1::5] if run is fjax.jit else pairs:
        x, y = VECTORS[a], VECTORS[b]
        wanted = getattr(np, name)(x, y)
        for size in (1, 9) if run is fjax.jit else (0, 1, 3, 9):
            found = run(lambda x, y: getattr(jnp, name)(x, y, size=size, fill_value=7))(
                jnp.asarray(x), jnp.asarray(y)
            )
            assert found.shape == (size,)
            np.testing.assert_array_equal(
                np.asarray(found, np.float64), sized(wanted.astype(np.float64), size, 7), f"{a} {b}"
            )


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5])
def test_indices_of_an_intersection_of_a_size_are_numpys(size):
    x, y = np.array([3, 1, 2, 3, 9]), np.array([2, 9, 3, 2])
    values, first, second = np.intersect1d(x, y, return_indices=True)
    found = jnp.intersect1d(x, y, return_indices=True, size=size, fill_value=-1)
    check(found[0], sized(values, size, -1))
    check(found[1], sized(first, size, x.size))
    check(found[2], sized(second, size, y.size))


@pytest.mark.parametrize("run", RUNS, ids=["eager", "jit"])
def test_compressed_and_extracted_slices_of_a_size_are_numpys(run):
    x = np.arange(12).reshape(4, 3)
    condition = np.array([True, False, True, False])
    for size, axis in itertools.product((0, 1, 2, 5), (None, 0)):
        wanted = sized(np.compress(condition, x, axis), size, 7)
        found = run(lambda c, x: jnp.compress(c, x, axis, size=size, fill_value=7))(
            jnp.asarray(condition), jnp.asarray(x)
        )
        check(found, wanted)
        mask = x % 3 == 1
        found = run(lambda c, x: jnp.extract(c, x, size=size, fill_value=7))(
            jnp.asarray(mask), jnp.asarray(x)
        )
        check(found, sized(np.extract(mask, x), size, 7))


@pytest.mark.parametrize("length", [0, 1, 2, 4, 9])
def test_counts_of_a_length_are_numpys(length):
    x, weights = np.array([3, 1, 3, 2, 1, 3]), np.array([0.5, 1, 2, 4, 8, 16])
    for run in RUNS:
        found = run(lambda x: jnp.bincount(x, length=length))(jnp.asarray(x))
        check(found, sized(np.bincount(x, minlength=length), length, 0))
        found = run(lambda x, w: jnp.bincount(x, w, length=length))(jnp.asarray(x), weights)
        check(found, sized(np.bincount(x, weights, minlength=length), length, 0))


@pytest.mark.parametrize("total", [0, 1, 3, 6, 9])
def test_repeats_of_a_total_length_are_numpys_and_end_with_the_last(total):
    x, repeats = np.array([7, 8, 9]), np.array([1, 3, 2])
    wanted = np.repeat(x, repeats)
    for run in RUNS:
        found = run(lambda x, r: jnp.repeat(x, r, total_repeat_length=total))(
            jnp.asarray(x), jnp.asarray(repeats)
        )
        check(found, sized(wanted, total, wanted[-1]))


@pytest.mark.parametrize("run", RUNS, ids=["eager", "jit"])
def test_choose_wraps_and_clips_as_numpy_does(run):
    choices = [np.array([1, 2, 3]), np.array([4, 5, 6])]
    for places in (np.array([0, 1, 0]), np.array([0, 5, -1]), np.array([-3, 2, 1])):
        for mode in ("wrap", "clip"):
            found = run(lambda p, c: jnp.choose(p, c, mode=mode))(
                jnp.asarray(places), list(map(jnp.asarray, choices))
            )
            check(found, np.choose(places, choices, mode=mode))
