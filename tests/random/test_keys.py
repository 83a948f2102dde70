"""Keys: as values of their own dtype, through transformations, and what is refused."""

import functools
import pickle

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, random
from fjax.primitives.random_bits import RandomSeed


def test_keys_are_scalars_of_their_own_dtype():
    key = random.key(0)
    assert key.shape == () and str(key.dtype) == "key<fry>"
    assert jnp.issubdtype(key.dtype, fjax.dtypes.prng_key)
    assert jnp.issubdtype(fjax.dtypes.prng_key, fjax.dtypes.extended)
    assert jnp.issubdtype(fjax.dtypes.extended, np.generic)
    assert not jnp.issubdtype(fjax.dtypes.extended, np.number)
    assert random.key_impl(key) == "threefry2x32"


def test_words_and_keys_convert_into_each_other():
    key = random.split(random.key(7), 3)
    again = random.wrap_key_data(random.key_data(key))
    assert again.dtype == key.dtype
    assert np.array_equal(random.key_data(again), random.key_data(key))


def test_keys_index_stack_reshape_and_compare():
    keys = random.split(random.key(1), 6)
    assert keys[2].shape == () and keys[1:3].shape == (2,)
    table = keys.reshape(2, 3)
    assert np.array_equal(random.key_data(table[1, 0]), random.key_data(keys[3]))
    both = jnp.stack([keys[0], keys[1]])
    assert np.array_equal(random.key_data(both), random.key_data(keys[:2]))
    assert bool(jnp.all(keys == keys)) and not bool(keys[0] == keys[1])


@pytest.mark.parametrize(
    "view", [lambda k: k[::-1], lambda k: k.T, lambda k: k[:0], lambda k: k[0, 1]]
)
def test_any_view_of_keys_is_printed_and_restored(view):
    keys = view(random.split(random.key(0), 6).reshape(2, 3))
    words = random.key_data(keys).tolist()
    assert str(np.array(words, np.uint32).reshape(*keys.shape, 2)) in repr(keys)
    assert random.key_data(pickle.loads(pickle.dumps(keys))).tolist() == words


def test_keys_pass_through_jit():
    draw = fjax.jit(lambda key: (random.split(key)[0], random.normal(key, (3,))))
    key, values = draw(random.key(3))
    assert key.dtype == random.key(0).dtype
    np.testing.assert_allclose(values, random.normal(random.key(3), (3,)), rtol=1e-6)


def test_vmap_over_keys_equals_a_loop():
    keys = random.split(random.key(5), 4)
    batched = fjax.vmap(lambda k: random.uniform(k, (3,)))(keys)
    assert np.array_equal(batched, np.stack([random.uniform(k, (3,)) for k in keys]))
    folded = fjax.vmap(random.fold_in, in_axes=(None, 0))(keys[0], jnp.arange(3))
    one = [random.key_data(random.fold_in(keys[0], i)) for i in range(3)]
    assert np.array_equal(random.key_data(folded), np.stack(one))


def test_scan_carries_a_key():
    def step(key, _):
        key, sub = random.split(key)
        return key, random.normal(sub)

    last, values = lax.scan(step, random.key(2), None, length=3)
    key, expected = random.key(2), []
    for _ in range(3):
        key, sub = random.split(key)
        expected.append(float(random.normal(sub)))
    assert np.array_equal(random.key_data(last), random.key_data(key))
    np.testing.assert_allclose(values, expected, rtol=1e-6)


def test_the_mean_of_gamma_samples_grows_with_the_parameter():
    key = random.key(0)
    slope = fjax.grad(lambda a: jnp.mean(random.gamma(key, a, (2000,))))(2.0)
    np.testing.assert_allclose(slope, 1.0, atol=0.05)  # the mean is a


@pytest.mark.parametrize(
    "call,error,words",
    [
        (lambda: random.normal(0, (3,)), TypeError, "make a key"),
        (lambda: random.normal(random.split(random.key(0))), ValueError, "vmap"),
        (lambda: random.key(np.arange(3)), TypeError, "scalar seed"),
        (lambda: random.key(1.5), TypeError, "integer"),
        (lambda: random.key(0, impl="nonesuch"), ValueError, "unrecognized PRNG implementation"),
        (
            lambda: random.randint(random.key(0), (3,), 0, 5, jnp.float32),
            TypeError,
            "integer dtypes",
        ),
        (lambda: random.uniform(random.key(0), (3,), jnp.int32), ValueError, "float"),
        (lambda: random.choice(random.key(0), 3, (5,), replace=False), ValueError, "population"),
        (lambda: random.permutation(random.key(0), 10.0), TypeError, "integer"),
        (lambda: random.key(0) + 1, TypeError, "key<fry>"),
    ],
)
def test_misuse_is_refused_with_its_reason(call, error, words):
    with pytest.raises(error, match=words):
        call()


READ_BEYOND = {
    "get": lambda keys, **fill: keys.at[jnp.array([1, 9])].get(mode="fill", **fill),
    "take": lambda keys, **fill: jnp.take(keys, jnp.array([1, 9]), mode="fill", **fill),
    "vmap": lambda keys, **fill: fjax.vmap(lambda i: keys.at[i].get(mode="fill", **fill))(
        jnp.array([1, 9])
    ),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("fill, word", [({}, 2**32 - 1), ({"fill_value": 7}, 7)])
@pytest.mark.parametrize("how", READ_BEYOND)
@pytest.mark.parametrize("impl", ["threefry2x32", "rbg", "unsafe_rbg"])
def test_keys_out_of_bounds_are_filled_word_by_word(impl, how, fill, word, compiled):
    keys = random.split(random.key(7, impl=impl), 3)
    read = functools.partial(READ_BEYOND[how], **fill)
    words = random.key_data((fjax.jit(read) if compiled else read)(keys))
    np.testing.assert_array_equal(words[0], random.key_data(keys)[1])
    np.testing.assert_array_equal(words[1], np.full(words.shape[1:], word, np.uint32))


@pytest.mark.parametrize("impl", ["threefry2x32", "rbg"])
def test_arrays_of_keys_are_filled_word_by_word(impl):
    keys = fjax.random.split(fjax.random.key(7, impl=impl), 3)
    words = fjax.random.key_data(keys)
    for make, value in [
        (jnp.zeros, 0),
        (jnp.ones, 1),
        (jnp.empty, 0),
        (lambda s, dtype: jnp.full(s, 2, dtype), 2),
        (lambda s, dtype: fjax.lax.full(s, 2, dtype), 2),
    ]:
        found = make(keys.shape, dtype=keys.dtype)
        assert found.dtype == keys.dtype and found.shape == keys.shape
        assert fjax.random.key_data(found).tolist() == np.full(words.shape, value).tolist()
    for make, value in [
        (jnp.zeros_like, 0),
        (jnp.ones_like, 1),
        (jnp.empty_like, 0),
        (lambda k: jnp.full_like(k, 2), 2),
    ]:
        found = fjax.jit(make)(keys)
        assert fjax.random.key_data(found).tolist() == np.full(words.shape, value).tolist()


def test_device_get_leaves_keys_as_they_are():
    keys = fjax.random.split(fjax.random.key(7), 4)
    found = fjax.device_get({"key": keys, "x": jnp.ones(2)})
    assert (found["key"] == keys).all() and type(found["x"]) is np.ndarray


@pytest.mark.parametrize(
    "words",
    [np.zeros(1, np.float32), np.zeros(3, np.uint32), np.zeros(2, np.int32)],
    ids=["floats", "three", "signed"],
)
def test_words_that_make_no_key_are_refused_by_their_type(words):
    with fjax.legacy_prng_key("error"), pytest.raises(TypeError, match="invalid PRNG key data"):
        fjax.random.uniform(words)


def test_a_generator_is_named_once_and_by_a_name_or_dtype():
    with pytest.raises(ValueError, match="both `impl` and `dtype`"):
        fjax.random.wrap_key_data(
            np.zeros(2, np.uint32), impl="threefry2x32", dtype=fjax.random.key_dtype()
        )
    with pytest.raises(TypeError, match="unrecognized type .* PRNG"):
        fjax.random.key(0, impl=object())


@pytest.mark.parametrize("full_like", [jnp.full_like, lax.full_like])
def test_keys_are_filled_with_a_key_or_with_a_number(full_like):
    keys, key = random.split(random.key(1), 3), random.key(5)
    assert (full_like(keys, key) == key).all()
    np.testing.assert_array_equal(random.key_data(full_like(keys, 3)), np.full((3, 2), 3))
    batched = fjax.vmap(lambda k: full_like(k, 3))(keys)
    np.testing.assert_array_equal(random.key_data(batched), np.full((3, 2), 3))


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "uint32", "int64", "uint64"])
def test_kernels_read_seeds_of_every_width(dtype):
    found = fjax.inspect(RandomSeed())(np.array([0, 7, 100], dtype))
    assert len(found.kernels) == 1 and not found.fallbacks
