"""Keys of other generators than threefry: Philox's bits, derived keys, generators of users."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, random
from fjax.extend.random import define_prng_impl
from fjax.primitives.philox import philox

BOTH = ("rbg", "unsafe_rbg")


# The vectors published with Random123: github.com/DEShawResearch/random123, kat_vectors.
@pytest.mark.parametrize(
    "counter, key, wanted",
    [
        ([0, 0, 0, 0], [0, 0], [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
        ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
        (
            [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
            [0xA4093822, 0x299F31D0],
            [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
        ),
    ],
)
def test_philox_gives_the_published_vectors(counter, key, wanted):
    low, high = np.array(counter, np.uint32).view(np.uint64).reshape(2, 1)
    found = philox(key[0] | key[1] << 32, low, high)
    assert [int(word[0]) for word in found] == wanted


def test_the_counter_runs_over_128_bits():
    state = jnp.array([1, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFF], jnp.uint32)
    following, bits = lax.rng_bit_generator(state, (12,))
    assert following.tolist() == [1, 0xFFFFFFFF, 1, 0]
    low = np.array([2**64 - 2, 2**64 - 1, 0], np.uint64)
    high = np.array([1, 1, 1], np.uint64) + np.uint64(0xFFFFFFFF << 32)
    high[2] += np.uint64(1)
    wanted = np.stack(philox(1 | 0xFFFFFFFF << 32, low, high), -1).reshape(-1)
    np.testing.assert_array_equal(bits, wanted)


@pytest.mark.needs("x64", reason="draws 64 bits")
def test_narrow_bits_are_cut_and_wide_ones_joined():
    state = jnp.array([1, 2, 3, 4], jnp.uint32)
    words = np.asarray(lax.rng_bit_generator(state, (6,))[1])
    assert lax.rng_bit_generator(state, (6,), jnp.uint8)[1].tolist() == (words & 0xFF).tolist()
    assert lax.rng_bit_generator(state, (3,), "uint64")[1].tolist() == words.view("u8").tolist()
    wide = lax.rng_bit_generator(jnp.array([1 | 2 << 32, 3 | 4 << 32], jnp.uint64), (6,))
    assert wide[0].tolist() == [1 | 2 << 32, 5 | 4 << 32] and wide[1].tolist() == words.tolist()


def test_the_generator_refuses_what_it_cannot_draw():
    state = jnp.array([1, 2, 3, 4], jnp.uint32)
    with pytest.raises(TypeError, match="unsupported dtype int32"):
        lax.rng_bit_generator(state, (2,), jnp.int32)
    with pytest.raises(TypeError, match=r"uint32\[4\] or uint64\[2\], got uint32\[3\]"):
        lax.rng_bit_generator(state[:3], (2,))
    with pytest.raises(NotImplementedError, match="threefry"):
        lax.rng_bit_generator(state, (2,), algorithm=lax.RandomAlgorithm.RNG_THREE_FRY)


# Words that JAX 0.10.2 gives on a CPU.
@pytest.mark.parametrize(
    "impl, split, folded, bits",
    [
        (
            "rbg",
            [
                [3625411723, 1954958720, 3625411723, 1954958720],
                [195045567, 4062205631, 195045567, 4062205631],
            ],
            [3583082021, 1947592014, 3583082021, 1947592014],
            [3109483441, 1367189518],
        ),
        (
            "unsafe_rbg",
            [
                [3109483441, 1367189518, 2515982561, 3310080778],
                [3848958661, 3271070264, 2639373597, 23941900],
            ],
            [3810769997, 2355009018, 1837142617, 748193193],
            [3109483441, 1367189518],
        ),
    ],
)
def test_keys_and_bits_are_the_recorded_ones(impl, split, folded, bits):
    for run in (lambda f: f, fjax.jit):
        key = run(lambda seed: random.key(seed, impl=impl))(7)
        assert random.key_data(key).tolist() == [0, 7, 0, 7]
        assert random.key_data(run(random.split)(key)).tolist() == split
        assert random.key_data(run(random.fold_in)(key, 5)).tolist() == folded
        assert run(lambda k: random.bits(k, (2,), "uint32"))(key).tolist() == bits
    assert random.key_impl(key) == impl


@pytest.mark.parametrize("impl", BOTH)
def test_raw_keys_are_read_as_the_default_generator_says(impl):
    with fjax.default_prng_impl(impl):
        raw = random.PRNGKey(7)
        assert raw.shape == (4,) and raw.dtype == "uint32"
        wanted = random.bits(random.key(7), (3,))
        assert random.bits(raw, (3,)).tolist() == wanted.tolist()
        assert random.split(raw, 3).shape == (3, 4)
        assert (random.wrap_key_data(raw) == random.key(7)).tolist() is True
    with pytest.raises(TypeError, match=r"last axes \(2,\)|last axis of length 2"):
        random.bits(raw)


@pytest.mark.parametrize("impl", BOTH)
def test_a_batch_is_drawn_from_its_first_key(impl):
    keys = random.split(random.key(3, impl=impl), 3)
    found = fjax.vmap(lambda key: random.bits(key, (2,)))(keys)
    assert found.tolist() == random.bits(keys[0], (3, 2)).tolist()


JAXS_GAMMA = {
    "rbg": [2.315927, 1.1622897, 1.2972646],
    "unsafe_rbg": [1.7288212, 1.8742229, 1.121657],
}


@pytest.mark.parametrize("impl", BOTH)
def test_each_gamma_sample_is_drawn_with_a_key_of_its_own(impl):
    found = random.gamma(random.key(0, impl=impl), 2.2, (3,), "float32")
    np.testing.assert_allclose(found, JAXS_GAMMA[impl], rtol=1e-5)
    many = random.gamma(random.key(0, impl=impl), 0.5, (100,))  # rejected samples are drawn anew
    assert np.unique(many).size == 100


@pytest.mark.parametrize("impl", BOTH)
def test_wide_keys_move_like_other_elements(impl):
    # Words that are NaNs, negative zeros and infinities for whoever takes them for floats.
    words = np.array(
        [
            [1, 0x7FF00000, 2, 0xFFF80001],
            [0, 0x80000000, 0, 0],
            [0, 0x7FF00000, 0, 0],
            [5, 6, 7, 8],
        ],
        np.uint32,
    )

    def moved(keys, order):
        picked = jnp.where(jnp.array([True, False, True, True]), keys, keys[::-1])
        last, carried = lax.scan(lambda carry, key: (key, carry), keys[0], picked)
        joined = jnp.concatenate([keys[order], carried, last[None]])
        return random.key_data(joined.reshape(3, 3).T)

    keys = random.wrap_key_data(jnp.asarray(words), impl=impl)
    picked = words[[0, 2, 2, 3]]
    wanted = np.concatenate([words[[3, 0, 1, 2]], words[:1], picked])
    wanted = wanted.reshape(3, 3, 4).transpose(1, 0, 2)
    order = jnp.array([3, 0, 1, 2])
    np.testing.assert_array_equal(moved(keys, order), wanted)
    np.testing.assert_array_equal(fjax.jit(moved)(keys, order), wanted)


def test_keys_compare_by_their_words():
    words = np.array([[0, 0x80000000, 0, 0], [0, 0, 0, 0], [1, 0x7FF80001, 0, 0]], np.uint32)
    keys = random.wrap_key_data(jnp.asarray(words), impl="rbg")
    assert (keys == keys).tolist() == [True] * 3
    assert (keys != keys[0]).tolist() == [False, True, True]
    assert bool(jnp.array_equal(keys, keys)) and not bool(jnp.array_equal(keys, keys[::-1]))
    with pytest.raises(TypeError, match="takes no part in promotion"):
        keys[0] == random.key(0)  # noqa: B015
    with pytest.raises(TypeError, match="compare them with =="):
        lax.eq(keys, keys)


def test_a_user_may_define_a_generator():
    double = define_prng_impl(
        key_shape=(2, 2),
        tag="fry2",
        name="double",
        seed=lambda s: jnp.stack([random.key_data(random.key(s)), random.key_data(random.key(s))]),
        split=lambda key, shape: jnp.stack(
            [random.key_data(random.split(random.wrap_key_data(k), shape)) for k in key], -2
        ),
        random_bits=lambda key, width, shape: random.bits(
            random.wrap_key_data(key[0]), shape, f"uint{width}"
        ),
        fold_in=lambda key, data: jnp.stack(
            [random.key_data(random.fold_in(random.wrap_key_data(k), data)) for k in key]
        ),
    )
    key, plain = random.key(5, impl=double), random.key(5)
    assert str(key.dtype) == "key<fry2>" and random.key_data(key).shape == (2, 2)
    assert random.uniform(key, (3,)).tolist() == random.uniform(plain, (3,)).tolist()
    assert (
        random.normal(random.split(key, 3)[2]).tolist()
        == random.normal(random.split(plain, 3)[2]).tolist()
    )
    assert random.key_impl(key) is double
    nothing = dict.fromkeys(["seed", "split", "random_bits", "fold_in"])
    with pytest.raises(TypeError, match="1, 2 or 4 words"):
        define_prng_impl(key_shape=(3,), **nothing)
    with pytest.raises(TypeError, match="a word of its own"):
        define_prng_impl(key_shape=(2,), tag="fry", **nothing)


def test_seeds_beyond_64_bits_and_unknown_generators_are_refused():
    with pytest.raises(OverflowError, match="64 bits"):
        random.key(2**63)
    with pytest.raises(ValueError, match="threefry2x32, .*, rbg, unsafe_rbg"):
        random.key(0, impl="mersenne")
