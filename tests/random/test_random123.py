"""The generators of Random123: known answers, and what every generator promises."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import random
from fjax.extend.random import threefry_2x32
from fjax.random.random123 import philox_2x32, philox_4x32, threefry_4x32

IMPLS = {"threefry4x32": (4,), "philox2x32": (1,), "philox4x32": (2,)}
ONES = 0xFFFFFFFF
PI = (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344)
# From the test vectors that come with the paper's library: hash, key, counter, words.
KNOWN = [
    (philox_2x32, [0], [0, 0], [0xFF1DAE59, 0x6CD10DF2]),
    (philox_2x32, [ONES], [ONES] * 2, [0x2C3F628B, 0xAB4FD7AD]),
    (philox_2x32, [PI[2]], PI[:2], [0xDD7CE038, 0xF62A4C12]),
    (philox_4x32, [0] * 2, [0] * 4, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    (philox_4x32, [ONES] * 2, [ONES] * 4, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
    (philox_4x32, [0xA4093822, 0x299F31D0], PI, [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]),
    (threefry_4x32, [0] * 4, [0] * 4, [0x9C6CA96A, 0xE17EAE66, 0xFC10ECD4, 0x5256A7D8]),
    (threefry_4x32, [ONES] * 4, [ONES] * 4, [0x2A881696, 0x57012287, 0xF6C7446E, 0xA16A6732]),
    (
        threefry_4x32,
        [0xA4093822, 0x299F31D0, 0x082EFA98, 0xEC4E6C89],
        PI,
        [0x59CD1DBB, 0xB8879579, 0x86B5D00C, 0xAC8B6D84],
    ),
]


@pytest.mark.parametrize(("function", "key", "counter", "words"), KNOWN)
def test_hashes_have_the_known_answers(function, key, counter, words):
    arrays = [tuple(jnp.uint32(n) for n in each) for each in (key, counter)]
    assert [int(word) for word in function(*arrays)] == words


@pytest.mark.parametrize("impl", IMPLS)
def test_keys_have_the_words_of_their_generator(impl):
    key = random.key(42, impl=impl)
    assert random.key_data(key).shape == IMPLS[impl]
    assert random.key_impl(key) == impl
    again = random.wrap_key_data(random.key_data(key), impl=impl)
    assert again == key and again.dtype == key.dtype


@pytest.mark.one_in(5)
@pytest.mark.parametrize("impl", IMPLS)
def test_keys_of_a_split_differ_and_are_those_of_fold_in(impl):
    key = random.key(0, impl=impl)
    keys = random.split(key, 5)
    words = np.asarray(random.key_data(keys))
    assert len(np.unique(words, axis=0)) == 5
    folded = fjax.vmap(lambda i: random.fold_in(key, i))(jnp.arange(5))
    np.testing.assert_array_equal(words, random.key_data(folded))


WIDE = pytest.mark.needs("x64", reason="draws 64 bits")


@pytest.mark.one_in(12)
@pytest.mark.parametrize("impl", IMPLS)
@pytest.mark.parametrize("width", [8, 16, 32, pytest.param(64, marks=WIDE)])
def test_bits_fill_their_width(impl, width):
    bits = np.asarray(random.bits(random.key(1, impl=impl), (4096,), f"uint{width}"))
    ones = [np.mean((bits >> np.array(k, bits.dtype)) & 1) for k in range(width)]
    np.testing.assert_allclose(ones, 0.5, atol=0.05)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("impl", IMPLS)
def test_samples_are_the_same_under_jit_and_vmap(impl):
    keys = random.split(random.key(3, impl=impl), 4)
    draw = lambda k: random.normal(k, (5,))
    each = [draw(k) for k in keys]
    np.testing.assert_array_equal(fjax.vmap(draw)(keys), each)
    np.testing.assert_array_equal(fjax.jit(fjax.vmap(draw))(keys), each)
    uniform = np.asarray(random.uniform(keys[0], (10_000,)))
    assert abs(uniform.mean() - 0.5) < 0.02 and 0 <= uniform.min() and uniform.max() < 1


def test_too_many_elements_are_refused():
    with pytest.raises(ValueError, match="counts to"):
        fjax.eval_shape(
            lambda k: random.bits(k, (1 << 33,), "uint8"), random.key(0, impl="philox2x32")
        )


@pytest.mark.parametrize("shape", [(1,), (5,), (3, 3)])
def test_an_odd_number_of_counters_is_hashed_beside_a_zero(shape):
    keys = jnp.uint32(7), jnp.uint32(1 << 31)
    counters = jnp.arange(np.prod(shape), dtype=jnp.uint32) + 3
    even = threefry_2x32(keys, jnp.append(counters, jnp.uint32(0)))
    odd = threefry_2x32(keys, counters.reshape(shape))
    np.testing.assert_array_equal(odd, np.asarray(even)[:-1].reshape(shape))
