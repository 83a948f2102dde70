"""What a GPU computes by kernels that a CPU leaves to NumPy: long windows, products of integers."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cuda.library import ragged
from tests.lowering.cuda.test_convolutions import check_there

RNG = np.random.default_rng(0)
POOLS = {"max": (-np.inf, lax.max), "min": (np.inf, lax.min), "sum": (0.0, lax.add)}
LONG = (((7, 7), (7, 7), "VALID"), ((7, 7), (3, 2), ((3, 2), (0, 5))), ((9, 5), (1, 1), "SAME"))


def pooled(kind, window, strides, padding):
    initial, combine = POOLS[kind]
    return lambda x: lax.reduce_window(
        x, initial, combine, (1, *window, 1), (1, *strides, 1), _whole(padding)
    )


def _whole(padding):
    return padding if isinstance(padding, str) else ((0, 0), *padding, (0, 0))


@pytest.mark.one_in(20)
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("where", LONG, ids=["beside", "padded", "overlapping"])
@pytest.mark.parametrize("kind", POOLS)
def test_long_windows_are_reduced_on_the_gpu_and_so_are_gradients(kind, where, dtype, gpu):
    x = jnp.asarray(RNG.permutation(2 * 15 * 16 * 3).reshape(2, 15, 16, 3) % 128, dtype)
    pool = pooled(kind, *where)

    def both(x):
        out, pull = fjax.vjp(pool, x)
        return out, *pull(jnp.ones_like(out))

    check_there(fjax.jit(both), gpu, x)


@pytest.mark.parametrize("dtype", ["int8", "int32", "uint64", "bool"])
def test_products_of_integers_are_sums_on_the_gpu(dtype, gpu):
    x, y = (jnp.asarray(RNG.integers(0, 9, s) % 5, dtype) for s in ((3, 4, 6), (3, 6, 5)))
    check_there(fjax.jit(lambda x, y: [x @ y, x[0] @ y[0]]), gpu, x, y)


def few(shape, dtype):
    """Numbers of which many are equal."""
    return jnp.asarray(RNG.integers(0, 4, shape), dtype)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("dtype", ["bool", "int16", "bfloat16", "float16", "float32"])
@pytest.mark.parametrize("axis", [0, 1])
def test_sorts_by_several_keys_and_of_any_dtype_are_done_on_the_gpu(axis, dtype, gpu):
    keys, values = [few((6, 30), d) for d in (dtype, "int32")], jnp.arange(180.0).reshape(6, 30)
    both = fjax.jit(lambda a, b, x: lax.sort((a, b, x.astype(jnp.bfloat16)), axis, num_keys=2))
    check_there(both, gpu, *keys, values)
    check_there(fjax.jit(lambda a: [jnp.sort(a, axis), jnp.argsort(a, axis)]), gpu, keys[0])


@pytest.mark.one_in(6)
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint32", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("k", [1, 7, 30])
def test_the_greatest_elements_are_found_on_the_gpu(k, dtype, gpu):
    x = few((4, 30), dtype)
    if dtype.startswith("float"):
        special = jnp.asarray([np.nan, -0.0, 0.0, np.inf, -np.inf, -np.nan], dtype)
        x = x.at[1, 3:9].set(special).at[2].multiply(-1)
    check_there(fjax.jit(lambda x: lax.top_k(x, k)), gpu, x)
    check_there(fjax.jit(lambda x: lax.top_k(x, min(k, 4), axis=0)), gpu, x)


def groups(*sizes):
    return jnp.asarray(sizes, "int32")


@pytest.mark.one_in(6)
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float64", "int32"])
@pytest.mark.parametrize("sizes", [(3, 0, 5), (8, 0, 0), (1, 2, 1)], ids=str)
def test_products_with_groups_of_rows_are_computed_on_the_gpu(sizes, dtype, gpu):
    x, w = few((8, 5), dtype), few((3, 5, 6), dtype)

    def both(x, w, sizes):
        out, pull = fjax.vjp(lambda x, w: lax.ragged_dot(x, w, sizes), x, w)
        return (out, *pull(out)) if dtype != "int32" else (out,)

    check_there(fjax.jit(both), gpu, x, w, groups(*sizes))


def test_batches_of_them(gpu):
    x, w, sizes = few((2, 8, 5), "float32"), few((2, 3, 5, 6), "float32"), few((2, 3), "int32")
    function = lambda *args: [fjax.vmap(lax.ragged_dot)(*args)]
    check_there(fjax.jit(function), gpu, x, w, sizes)


def test_groups_are_taken_together_as_far_as_memory_goes(machine, gpu, monkeypatch):
    monkeypatch.setattr(ragged, "COPIES", 2 * 8 * 5 * 4)
    x, w = few((8, 5), "float32"), few((5, 5, 6), "float32")

    def both(x, w, sizes):
        out, pull = fjax.vjp(lambda x, w: lax.ragged_dot(x, w, sizes), x, w)
        return out, *pull(out)

    check_there(fjax.jit(both), gpu, x, w, groups(2, 1, 0, 3, 1))
    assert len(machine.products) > 3 * 2


@pytest.mark.parametrize("to", ["int8", "uint16", "float64", "int64"])
def test_bits_are_taken_as_another_width_on_the_gpu(to, gpu):
    wide = np.dtype(to).itemsize > 4
    x = jnp.asarray(RNG.normal(size=(6, 2) if wide else (6,)), "float32")
    check_there(fjax.jit(lambda x: [lax.bitcast_convert_type(x, to)]), gpu, x)
