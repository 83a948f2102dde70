"""Known indices beyond 32 bits with 64 bits off: positions as with 64 bits on, never wrapped."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn, ops
from fjax.core.array import Array

SIGNED = np.array([0, 2**32 + 1, 1, -(2**32) + 2, 2**40 + 3], np.int64)
INDICES = {
    "int64": SIGNED,
    "backwards": SIGNED[::-1],
    "big-endian": SIGNED.astype(">i8"),
    "uint64": np.array([0, 2**32 + 1, 1, 2**63 + 2, 2**40 + 3], np.uint64),
    "in range of 32 bits": np.array([0, 7, 1, -2, 3], np.int64),
}
NUMBERS = [2**31, 2**32 + 1, 2**40 + 3, -(2**31) - 1, -(2**32) + 1, 2**63 - 1, -(2**63)]
X, M = np.arange(1.0, 7.0, dtype=np.float32), np.arange(12, dtype=np.float32).reshape(3, 4)
ROWS = np.arange(1.0, 6.0, dtype=np.float32)
GATHER = lax.GatherDimensionNumbers((), (0,), (0,))
SCATTER = lax.ScatterDimensionNumbers((), (0,), (0,))


def x():
    return jnp.asarray(X)


def m():
    return jnp.asarray(M)


def _with_modes(name, modes, function):
    return {f"{name} {mode}": lambda i, mode=mode: function(i, mode=mode) for mode in modes}


READS = ("clip", "fill", "wrap", None)
WRITES = ("clip", "drop", None)
# Functions of a vector of five indices.
VECTORS = {
    **_with_modes("take", READS, lambda i, mode: jnp.take(x(), i, mode=mode)),
    **_with_modes("take along columns", READS, lambda i, mode: jnp.take(m(), i, 1, mode=mode)),
    **_with_modes("take_along_axis", READS, lambda i, mode: jnp.take_along_axis(x(), i, 0, mode)),
    **_with_modes("at get", ("clip", "fill", None), lambda i, mode: x().at[i].get(mode=mode)),
    **_with_modes("at set", WRITES, lambda i, mode: x().at[i].set(9.0, mode=mode)),
    **_with_modes(
        "put", ("clip", "wrap", None), lambda i, mode: jnp.put(x(), i, 5.0, mode, inplace=False)
    ),
    **_with_modes(
        "choose",
        ("clip", "wrap"),
        lambda i, mode: jnp.choose(i, [ROWS, -ROWS, 2 * ROWS], mode=mode),
    ),
    **_with_modes(
        "ravel_multi_index",
        ("clip", "wrap"),
        lambda i, mode: jnp.ravel_multi_index((i, i), (2, 3), mode),
    ),
    **_with_modes("segment_sum", WRITES, lambda i, mode: ops.segment_sum(ROWS, i, 4, mode=mode)),
    **_with_modes("segment_max", WRITES, lambda i, mode: ops.segment_max(ROWS, i, 4, mode=mode)),
    **_with_modes(
        "lax.gather",
        ("clip", "fill"),
        lambda i, mode: lax.gather(x(), i[:, None], GATHER, (1,), mode=mode),
    ),
    **_with_modes(
        "lax.scatter_add",
        ("clip", "drop"),
        lambda i, mode: lax.scatter_add(x(), i[:, None], ROWS, SCATTER, mode=mode),
    ),
    "lax.scatter": lambda i: lax.scatter(x(), i[:, None], ROWS, SCATTER),
    "lax.scatter_mul": lambda i: lax.scatter_mul(x(), i[:, None], ROWS, SCATTER),
    "lax.scatter_apply": lambda i: lax.scatter_apply(x(), i[:, None], jnp.negative, SCATTER),
    "lax.index_take": lambda i: lax.index_take(m(), (i, i), (0, 1)),
    "lax.dynamic_slice": lambda i: lax.dynamic_slice(m(), i[1:3], (2, 2)),
    "lax.dynamic_update_slice": lambda i: lax.dynamic_update_slice(m(), M[:2, :2], i[3:]),
    "index": lambda i: x()[i],
    "index of columns": lambda i: m()[:, i],
    "index of both axes": lambda i: m()[i, i],
    "index of pairs": lambda i: m()[i[:, None], i],
    "ix_": lambda i: m()[jnp.ix_(i, i)],
    "at add": lambda i: x().at[i].add(3.0),
    "at multiply of both axes": lambda i: m().at[i, i].multiply(3.0),
    "one_hot": lambda i: nn.one_hot(i, 4),
    "bincount": lambda i: jnp.bincount(i, length=5),
    "bincount of weights": lambda i: jnp.bincount(i, ROWS, length=5),
    "put_along_axis": lambda i: jnp.put_along_axis(x(), i, 5.0, 0, inplace=False),
    "unravel_index": lambda i: jnp.unravel_index(i, (2, 3)),
    "unravel_index of large shapes": lambda i: jnp.unravel_index(i, (2**21, 2**20)),
    "insert": lambda i: jnp.insert(x(), i, 0.0),
    "split": lambda i: jnp.split(x(), np.sort(i)),
    "roll": lambda i: jnp.roll(m(), i[1:3], (0, 1)),
    "repeat": lambda i: jnp.repeat(ROWS, np.maximum(i, 0), total_repeat_length=6),
    "under jit": lambda i: fjax.jit(
        lambda: jnp.take(x(), i, mode="clip") + x().at[i].add(1.0)[i]
    )(),
    "slope": lambda i: fjax.grad(lambda y: jnp.sum(jnp.take(y, i, mode="wrap") * ROWS))(x()),
    "batch": lambda i: fjax.vmap(lambda y: jnp.take(y, i, mode="wrap"))(m()),
}
# Functions of one index: a Python integer, one of NumPy's, an array of rank 0.
SCALARS = {
    "index": lambda i: x()[i],
    "index beside an array": lambda i: m()[i, jnp.array([0, 1])],
    "at set": lambda i: m().at[1, i].set(9.0),
    **_with_modes("take", READS, lambda i, mode: jnp.take(x(), i, mode=mode)),
    **_with_modes(
        "choose", ("clip", "wrap"), lambda i, mode: jnp.choose(i, [1.0, 2.0, 3.0], mode=mode)
    ),
    "put": lambda i: jnp.put(x(), i, 0.0, inplace=False),
    "one_hot": lambda i: nn.one_hot(i, 4),
    "unravel_index": lambda i: jnp.unravel_index(i, (2, 3)),
    "ravel_multi_index": lambda i: jnp.ravel_multi_index((i, 1), (2, 3), "wrap"),
    "insert": lambda i: jnp.insert(x(), i, 0.0),
    "roll": lambda i: jnp.roll(x(), i),
    "dynamic_slice": lambda i: lax.dynamic_slice(m(), (i, np.asarray(1)), (2, 2)),
    "dynamic_slice from the front": lambda i: lax.dynamic_slice(
        x(), (i,), (2,), allow_negative_indices=False
    ),
    "dynamic_update_slice": lambda i: lax.dynamic_update_slice(x(), X[:2], (i,)),
    "dynamic_index_in_dim": lambda i: lax.dynamic_index_in_dim(m(), i),
    "switch": lambda i: lax.switch(i, [lambda: 1, lambda: 2, lambda: 3]),
    "cond": lambda i: lax.cond(i, lambda: 1, lambda: 2),
    "segment_sum": lambda i: ops.segment_sum(ROWS[:2], np.asarray([i, 1]), 4),
}


def _results(function, index, wide):
    with fjax.enable_x64(wide):
        try:
            found = fjax.tree.leaves(function(index))
        except fjax.errors.FjaxIndexError as error:
            return type(error)
    return [np.asarray(leaf, np.float64) for leaf in found]


def _compare(function, index):
    wanted, found = (_results(function, index, wide) for wide in (True, False))
    if isinstance(wanted, type):
        assert found is wanted
        return
    for a, b in zip(wanted, found, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("indices", INDICES)
@pytest.mark.parametrize("name", VECTORS)
def test_vectors_of_indices_beyond_32_bits_are_no_others(name, indices):
    _compare(VECTORS[name], INDICES[indices])


@pytest.mark.parametrize("kind", [int, np.int64, np.asarray])
@pytest.mark.parametrize("name", SCALARS)
def test_an_index_beyond_32_bits_is_no_other(name, kind):
    for number in NUMBERS:
        _compare(SCALARS[name], kind(number))


@pytest.mark.parametrize("wide", [True, False])
def test_pairs_of_unsigned_indices_beyond_int64_are_out_of_range_above(wide):
    i = np.array([0, 2**63 + 2], np.uint64)
    with fjax.enable_x64(wide):
        assert m()[i, i].tolist() == [0.0, 11.0]
        assert jnp.repeat(ROWS[:2], i[::-1], total_repeat_length=3).tolist() == [1.0, 1.0, 1.0]


def test_results_have_32_bits_and_indices_are_copied():
    i = np.array([1, 2**40])
    with fjax.enable_x64(False):
        assert {y.dtype for y in jnp.unravel_index(i, (2, 3))} == {np.dtype(np.int32)}
        assert nn.one_hot(i, 3).dtype == np.float32
        assert jnp.bincount(i, length=3).dtype == np.int32
        f = fjax.jit(lambda y: jnp.take(y, i, mode="clip"))
        assert f(x()).tolist() == [2.0, 6.0]
        i[:] = 0
        assert f(x()).tolist() == [2.0, 6.0]
        assert isinstance(jnp.asarray(i), Array) and jnp.asarray(i).dtype == np.int32
