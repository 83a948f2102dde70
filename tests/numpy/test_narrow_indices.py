"""Indices of few bits mean what the same numbers mean as int64, on axes longer than they count."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, ops

LONG = np.arange(200.0)
WIDE = np.arange(600.0).reshape(200, 3)
PLACES = (np.array([-1, -128, 127, 5], np.int8), np.array([0, 255, 128, 5], np.uint8))
CHOICES = [lambda k=k: 1.0 * k for k in range(210)]
FUNCTIONS = {
    "an index": lambda i: jnp.asarray(LONG)[i],
    "an update": lambda i: jnp.asarray(LONG).at[i].add(1),
    "take": lambda i: jnp.take(LONG, i),
    "take, clip": lambda i: jnp.take(LONG, i, mode="clip"),
    "take, wrap": lambda i: jnp.take(LONG, i, mode="wrap"),
    "take_along_axis": lambda i: jnp.take_along_axis(jnp.asarray(LONG), i, 0),
    "put": lambda i: jnp.put(LONG, i, 1.0, inplace=False),
    "put, wrap": lambda i: jnp.put(LONG, i, 1.0, mode="wrap", inplace=False),
    "delete": lambda i: jnp.delete(LONG, i[2]),
    "insert": lambda i: jnp.insert(LONG, i[2], 1.0),
    "roll": lambda i: jnp.roll(WIDE, i[:2], (0, 1)),
    "choose": lambda i: jnp.choose(i, list(np.arange(800.0).reshape(200, 4)), mode="wrap"),
    "ravel_multi_index": lambda i: jnp.ravel_multi_index((i, i), (300, 300), mode="wrap"),
    "ravel_multi_index, clip": lambda i: jnp.ravel_multi_index((i, i), (300, 300), mode="clip"),
    "segment_sum": lambda i: ops.segment_sum(np.ones(4), i, 200),
    "switch": lambda i: lax.switch(i[2], CHOICES),
    "dynamic_slice": lambda i: lax.dynamic_slice(LONG, (i[0],), (30,)),
    "dynamic_update_slice": lambda i: lax.dynamic_update_slice(LONG, np.ones(30), (i[1],)),
}


@pytest.mark.one_in(5)
@pytest.mark.parametrize("compiled", [False, True], ids=["eager", "compiled"])
@pytest.mark.parametrize("places", PLACES, ids=["int8", "uint8"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_indices_of_few_bits_reach_as_far_as_int64(name, places, compiled):
    function = fjax.jit(FUNCTIONS[name]) if compiled else FUNCTIONS[name]
    np.testing.assert_array_equal(function(places), function(places.astype(np.int64)))


@pytest.mark.parametrize("ids", PLACES, ids=["int8", "uint8"])
def test_the_number_of_segments_is_counted_beyond_what_the_ids_can_say(ids):
    found = ops.segment_sum(np.ones(4), ids)
    np.testing.assert_array_equal(found, ops.segment_sum(np.ones(4), ids.astype(np.int64)))
    assert found.shape == (int(ids.max()) + 1,)
