"""Operands and parameters that do not fit are refused, by the operation's name and what it got."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.primitives import (
    cumulative,
    indexing,
    random_bits,
    reductions,
    selection,
    shaping,
    slicing,
    sorting,
    structure,
)
from fjax.primitives.generators import Iota

X = jnp.ones((3, 4))
V = jnp.ones(3)
Z = jnp.ones((3, 3), jnp.complex64)
WHOLE = jnp.arange(3)
KEY = fjax.random.key(0)
IMAGE, TAPS = jnp.ones((1, 2, 5, 5)), jnp.ones((2, 2, 3, 3))
GATHER = lax.GatherDimensionNumbers
SCATTER = lax.ScatterDimensionNumbers


def gather(numbers, sizes=(1, 4), x=X, indices=((0,), (1,))):
    """A gather with these dimension numbers."""
    return lambda: lax.gather(x, jnp.asarray(indices), numbers, sizes)


def scatter(numbers, updates, x=X, indices=((0,), (1,))):
    """A scatter with these dimension numbers."""
    return lambda: lax.scatter(x, jnp.asarray(indices), updates, numbers)


def convolution(**parameters):
    """A convolution of a small image."""
    given = {"window_strides": (1, 1), "padding": "SAME"} | parameters
    return lambda: lax.conv_general_dilated(IMAGE, TAPS, **given)


def window(x, dimensions, strides, padding="VALID"):
    """Sums over windows."""
    return lambda: lax.reduce_window(x, 0.0, lax.add, dimensions, strides, padding)


REFUSED = {
    "an axis beyond the last, summed over": (
        lambda: structure.ReduceSum((2,))(X),
        "axes (2,) are not distinct axes of",
    ),
    "an axis twice, summed over": (
        lambda: structure.ReduceSum((0, 0))(X),
        "axes (0, 0) are not distinct axes of",
    ),
    "a negative axis, summed over": (
        lambda: structure.ReduceSum((-1,))(X),
        "axes (-1,) are not distinct axes of",
    ),
    "booleans, summed": (lambda: structure.ReduceSum((0,))(X > 0), "convert booleans to integers"),
    "keys, summed": (
        lambda: structure.ReduceSum((0,))(fjax.random.split(KEY)),
        "reduce_sum does not take",
    ),
    "the largest key": (
        lambda: reductions.ReduceMax((0,))(fjax.random.split(KEY)),
        "it has no order",
    ),
    "the place of the largest key": (
        lambda: lax.argmax(fjax.random.split(KEY), 0, np.int32),
        "it has no order",
    ),
    "an axis beyond the last, searched": (
        lambda: reductions.ArgMax(2, np.dtype(np.int32))(X),
        "axis 2 is not an axis of",
    ),
    "a negative axis, searched": (
        lambda: reductions.ArgMax(-1, np.dtype(np.int32))(X),
        "axis -1 is not an axis of",
    ),
    "an axis beyond the last, accumulated": (
        lambda: cumulative.CumSum(2)(X),
        "cumsum: axis 2 is not an axis of",
    ),
    "complex numbers, accumulated by their exponentials": (
        lambda: lax.cumlogsumexp(Z),
        "takes real floating-point numbers",
    ),
    "whole numbers, accumulated by their exponentials": (
        lambda: cumulative.CumLogSumExp(0)(WHOLE),
        "takes real floating-point numbers",
    ),
    "a permutation of other axes": (
        lambda: structure.Transpose((0, 2))(X),
        "permutation (0, 2) is not one of the",
    ),
    "a permutation with an axis twice": (
        lambda: structure.Transpose((0, 0))(X),
        "permutation (0, 0) is not one of the",
    ),
    "axes reversed twice": (lambda: shaping.Rev((0, 0))(X), "are not distinct axes of"),
    "an axis beyond the last, reversed": (lambda: shaping.Rev((2,))(X), "are not distinct axes of"),
    "a slice with too few starts": (lambda: lax.slice(X, (0,), (2, 2)), "slice: "),
    "a slice with too few strides": (lambda: shaping.Slice((0, 0), (2, 2), (1,))(X), "slice: "),
    "nothing, joined": (lambda: shaping.Concatenate(0)(), "at least one operand"),
    "joined along an axis beyond the last": (
        lambda: shaping.Concatenate(2)(X, X),
        "dimension 2 is not an axis of",
    ),
    "joined along a negative axis": (
        lambda: shaping.Concatenate(-1)(X, X),
        "dimension -1 is not an axis of",
    ),
    "padded with a vector": (lambda: lax.pad(V, V, [(1, 1, 0)]), "padding_value must be a scalar"),
    "padded with another dtype": (
        lambda: lax.pad(V, np.int32(0), [(1, 1, 0)]),
        "must have one dtype",
    ),
    "counted along an axis beyond the last": (
        lambda: Iota(np.dtype(np.int32), (3,), 1)(),
        "dimension 1 is not an axis of",
    ),
    "counted along a negative axis": (
        lambda: Iota(np.dtype(np.int32), (3,), -1)(),
        "dimension -1 is not an axis of",
    ),
    "started with too few numbers": (
        lambda: slicing.DynamicSlice((1, 1))(X, np.int32(0)),
        "needs 2 integer scalars",
    ),
    "started with fractions": (
        lambda: lax.dynamic_slice(X, (0.5, 0.5), (1, 1)),
        "must be integers",
    ),
    "started with vectors": (
        lambda: slicing.DynamicSlice((1,))(V, WHOLE),
        "needs 1 integer scalars",
    ),
    "starts of two types": (
        lambda: lax.dynamic_slice(X, (np.int32(0), np.int16(0)), (1, 1)),
        "of the same type",
    ),
    "starts in a matrix": (
        lambda: lax.dynamic_slice(X, jnp.zeros((1, 2), int), (1, 1)),
        "a sequence or vector",
    ),
    "a place beyond the last": (lambda: lax.index_in_dim(V, 3), "index 3 is out of bounds"),
    "a place before the first": (lambda: lax.index_in_dim(V, -4), "index -4 is out of bounds"),
    "no cases, chosen from": (lambda: lax.select_n(True), "at least one case"),
    "no cases for the primitive": (lambda: selection.SelectN()(V > 0), "at least one case"),
    "cases of two dtypes": (
        lambda: selection.SelectN()(V > 0, V, WHOLE),
        "cases must have one dtype",
    ),
    "sorted along an axis beyond the last": (
        lambda: sorting.Sort(2, 1, True)(X),
        "dimension 2 is not an axis of",
    ),
    "sorted by no key": (lambda: lax.sort((V, V), num_keys=0), "num_keys must be between 1 and 2"),
    "sorted by more keys than operands": (
        lambda: lax.sort((V, V), num_keys=3),
        "num_keys must be between 1 and 2",
    ),
    "keys, sorted": (lambda: lax.sort(fjax.random.split(KEY)), "has no order"),
    "nothing, sorted": (lambda: lax.sort(()), "at least one operand"),
    "the largest of a scalar": (lambda: lax.top_k(jnp.float32(1), 1), "at least one axis"),
    "the largest along an axis beyond the last": (
        lambda: sorting.TopK(1, 1)(V),
        "axis 1 is not an axis of",
    ),
    "the largest complex numbers": (lambda: lax.top_k(Z, 1), "it has no order"),
    "the largest keys": (lambda: lax.top_k(fjax.random.split(KEY), 1), "it has no order"),
    "a key as a number": (
        lambda: lax.convert_element_type(KEY, jnp.float32),
        "Cannot convert_element_type from key<fry> to float32",
    ),
    "a number as a key": (
        lambda: lax.convert_element_type(jnp.float32(1), KEY.dtype),
        "Cannot convert_element_type from float32 to key<fry>",
    ),
    "bits of another width": (
        lambda: lax.bitcast_convert_type(X > 0, jnp.int4),
        "bitcast_convert_type",
    ),
    "operands of two dtypes": (lambda: lax.add(V, WHOLE), "the same dtypes"),
    "a product of keys": (
        lambda: lax.dot(fjax.random.split(KEY), fjax.random.split(KEY)),
        "needs numbers",
    ),
    "a product of cubes": (lambda: lax.dot(jnp.ones((2, 2, 2)), V), "dot"),
    "a product of unlike lengths": (lambda: lax.dot(X, V), "dot"),
    "a batched product of vectors": (lambda: lax.batch_matmul(V, V), "at least 2"),
    "a batched product of unlike ranks": (
        lambda: lax.batch_matmul(X, jnp.ones((2, 4, 3))),
        "one rank",
    ),
    "three precisions": (
        lambda: lax.dot(X, X.T, precision=("high", "high", "high")),
        "one value or two",
    ),
    "taps without an axis": (lambda: lax.conv_general_dilated(IMAGE, V, (1, 1), "SAME"), ""),
    "too few strides": (convolution(window_strides=(1,)), "same number of dimensions"),
    "a stride of nothing": (convolution(window_strides=(0, 1)), "must be positive"),
    "a dilation of nothing": (convolution(rhs_dilation=(0, 1)), "must be positive"),
    "no groups of features": (convolution(feature_group_count=0), "feature_group_count=0"),
    "no groups of the batch": (convolution(batch_group_count=0), "batch_group_count=0"),
    "groups of both kinds": (
        convolution(feature_group_count=2, batch_group_count=2),
        "feature_group_count=2",
    ),
    "too few padding pairs": (convolution(padding=((1, 1),)), "window and padding"),
    "padding of a number": (convolution(padding=(1, 1)), "padding argument"),
    "padding by an unknown name": (convolution(padding="MOST"), "MOST"),
    "two names of axes": (convolution(dimension_numbers=("NCHW", "OIHW")), "three strings"),
    "names of too few axes": (
        convolution(dimension_numbers=("NCH", "OIHW", "NCHW")),
        "one letter for each",
    ),
    "an axis named twice": (
        convolution(dimension_numbers=("NCHH", "OIHW", "NCHW")),
        "no letter twice",
    ),
    "an unnamed feature axis": (
        convolution(dimension_numbers=("NDHW", "OIHW", "NCHW")),
        "once each",
    ),
    "a transposed convolution with unknown padding": (
        lambda: lax.conv_transpose(IMAGE, TAPS, (1, 1), "MOST"),
        "MOST",
    ),
    "a Fourier transform over more axes than there are": (lambda: lax.fft(V, "FFT", (3, 3)), "FFT"),
    "a real Fourier transform of complex numbers": (
        lambda: lax.fft(Z, "RFFT", (3,)),
        "RFFT takes real operands",
    ),
    "windows of too few axes": (window(X, (2,), (1,)), ""),
    "windows of booleans": (
        lambda: lax.reduce_window(X > 0, 0.0, lax.add, (2, 2), (1, 1), "VALID"),
        "",
    ),
    "padding that leaves less than nothing": (
        window(V, (1,), (1,), ((-2, -2),)),
        "leaves -1 elements",
    ),
    "indices in descending order": (gather(GATHER((), (1, 0), (0,)), (1, 1)), "must be sorted"),
    "an axis collapsed twice": (gather(GATHER((1,), (0, 0), (0,))), "must"),
    "an offset axis beyond the last": (
        gather(GATHER((7,), (0,), (0,))),
        "7 is not one of the 2 axes",
    ),
    "an index for an axis beyond the last": (gather(GATHER((1,), (0,), (2,))), "is not an axis of"),
    "a window axis twice": (scatter(SCATTER((1, 1), (0,), (0,)), jnp.ones((2, 4))), "must"),
    "an axis inserted and batched": (gather(GATHER((1,), (0,), (0,), (0,), (0,))), "disjoint"),
    "indices of no axis": (gather(GATHER((0, 1), (), ()), (3, 4), indices=3), "last axis"),
    "updates of another dtype": (
        lambda: indexing.ScatterAdd(SCATTER((1,), (0,), (0,)), lax.GatherScatterMode.CLIP)(
            X, jnp.asarray([[0]]), jnp.ones((1, 4), int)
        ),
        "must have one",
    ),
    "random bits of odd width": (lambda: random_bits.RandomBits((3,), 24)(KEY), "must be 8, 16"),
    "random bits from numbers": (lambda: random_bits.RandomBits((3,), 32)(V), "takes keys"),
    "a fraction as a seed": (lambda: random_bits.RandomSeed()(V), "takes integers"),
    "fractions folded into a key": (
        lambda: random_bits.RandomFoldIn()(KEY, np.float32(1)),
        "takes keys and uint32",
    ),
    "vectors folded into a key": (
        lambda: random_bits.RandomFoldIn()(fjax.random.split(KEY, 3), jnp.ones(2, jnp.uint32)),
        "shapes differ",
    ),
    "words of a number": (lambda: random_bits.RandomUnwrap()(V), "takes keys"),
    "division of complex numbers, rounded": (lambda: Z // Z, "floor_divide"),
    "whole numbers rounded before the point": (lambda: round(WHOLE, -1), "decimals"),
    "an axis given twice": (lambda: lax.expand_dims(V, (0, 0)), "duplicate"),
    "a negative length": (lambda: lax.broadcast(V, (-1,)), "nonnegative"),
    "a rank below the array's": (lambda: lax.broadcast_to_rank(X, 1), "more than 1 axes"),
    "a backward range of axes": (lambda: lax.collapse(X, 1, 0), "no axes from 1"),
    "too many repetitions": (lambda: lax.tile(X, (1,)), "needs 2 repetitions"),
    "branches that are no functions": (lambda: lax.cond(True, 1, 2, V), "must be callable"),
    "no branches": (lambda: lax.switch(0, [], V), "Empty branch sequence"),
    "switched branches that are no functions": (
        lambda: lax.switch(0, [1, 2], V),
        "must be callable",
    ),
    "a function as a predicate": (lambda: lax.cond(abs, abs, abs, V), "either boolean or number"),
    "a loop body that is no function": (lambda: lax.fori_loop(0, 3, None, V), "takes a function"),
    "bounds that are arrays": (
        lambda: lax.fori_loop(WHOLE, 3, lambda i, c: c, V),
        "must be a scalar number",
    ),
    "a batch of less than nothing": (lambda: lax.map(abs, V, batch_size=-1), "positive integer"),
    "a scan's operation that is no function": (
        lambda: lax.associative_scan(None, V),
        "should be callable",
    ),
    "an axis beyond the last, scanned": (
        lambda: lax.associative_scan(lax.add, V, axis=1),
        "out of range",
    ),
    "an operation that gives a pair": (
        lambda: lax.associative_scan(lambda a, b: (a, b), V),
        "structure",
    ),
    "a platform without a function": (
        lambda: lax.platform_dependent(V, cuda=abs),
        "platform_dependent",
    ),
    "reduced operands of two shapes": (
        lambda: lax.reduce((V, X), (0.0, 0.0), lambda a, b: a, (0,)),
        "one shape",
    ),
    "an empty matrix, to Hessenberg form": (
        lambda: lax.linalg.hessenberg(jnp.ones((0, 0))),
        "is empty",
    ),
    "an empty matrix, to tridiagonal form": (
        lambda: lax.linalg.tridiagonal(jnp.ones((0, 0))),
        "is empty",
    ),
    "a wide matrix of reflectors": (
        lambda: lax.linalg.householder_product(jnp.ones((2, 3)), jnp.ones(2)),
        "as many rows",
    ),
    "eigenvalues from a backward range": (
        lambda: lax.linalg.eigh(jnp.eye(3), subset_by_index=(2, 1)),
        "must be a range",
    ),
    "diagonals of unlike lengths": (
        lambda: lax.linalg.tridiagonal_solve(V, jnp.ones(2), V, jnp.ones((3, 1))),
        "diagonals",
    ),
    "selected eigenvalues of a Schur form": (
        lambda: lax.linalg.schur(jnp.eye(2), sort_eig_vals=True),
        "cannot be selected",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_fit_is_refused(name):
    call, part = REFUSED[name]
    with pytest.raises((TypeError, ValueError, IndexError, NotImplementedError)) as error:
        call()
    assert part in str(error.value), str(error.value)
