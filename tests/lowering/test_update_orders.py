"""Which loop of an update runs inside: the one along memory, where the order of updates allows."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp

RANDOM = np.random.default_rng(8)
WAYS = ("add", "set", "multiply", "max")
COLUMNS = np.array([2, 0, 2, -1, 30, -40, 2, 1])


def update_form(function, *args):
    return fjax.inspect(function)(*args).kernels[-1].form


def numbers(dtype, *shape):
    x, y = RANDOM.integers(1, 5, size=(2, *shape))
    return (x + 1j * y if dtype.startswith("c") else x).astype(dtype)


DTYPES = ("float32", "int8", "bfloat16", "complex64", "complex128")
CASES = [(w, d) for w in WAYS for d in DTYPES if w != "max" or not d.startswith("c")]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("way, dtype", CASES)
def test_columns_are_updated_row_by_row_and_in_order(way, dtype):
    function = lambda x, u: getattr(x.at[:, COLUMNS], way)(u)
    for rows in (1, 5, 16, 40, 2000):
        x, u = jnp.asarray(numbers(dtype, rows, 7)), jnp.asarray(numbers(dtype, rows, 8))
        found, expected = fjax.jit(function)(x, u), function(x, u)
        np.testing.assert_array_equal(np.asarray(found), np.asarray(expected))
    if dtype in ("float32", "int8"):
        assert "\n  parallel_vector i" in update_form(function, x, u)


def test_rows_are_updated_along_memory():
    x, u = numbers("float32", 40, 300), numbers("float32", 8, 300)
    form = update_form(lambda x, u: x.at[COLUMNS].add(u), x, u)
    assert 0 < form.index("\n  serial") < form.index(" vector i1")


def test_what_is_in_bounds_is_asked_once_an_update_and_then_nothing_is_clamped():
    x, u = numbers("float32", 40, 300), numbers("float32", 8, 300)
    at = np.array([3, -1, 45, 3, -45, 39, 0, -40])
    for function in (lambda x, u: x.at[at].add(u), lambda x, u: x.at[at, at].add(u[:, 0])):
        np.testing.assert_array_equal(fjax.jit(function)(x, u), function(jnp.asarray(x), u))
        form = update_form(function, x, u)
        assert form.count("if ") >= 2 and " where " not in form and " max " not in form


@pytest.mark.parametrize("dtype, part", [("complex64", "f32"), ("complex128", "f64")])
def test_rows_of_complex_numbers_are_rows_of_their_parts(dtype, part):
    x, u = numbers(dtype, 40, 3, 9), numbers(dtype, 8, 3, 9)
    for way in ("add", "set"):
        function = lambda x, u: getattr(x.at[COLUMNS], way)(u)
        np.testing.assert_array_equal(fjax.jit(function)(x, u), function(jnp.asarray(x), u))
    form = update_form(lambda x, u: x.at[COLUMNS].add(u), x, u)
    assert form.count(f":{part} = load") == 1 and form.count("add=") == 1


def test_parts_that_change_places_stay_two():
    x, u = numbers("complex64", 40, 9), numbers("complex64", 8, 9)
    for change in (jnp.conj, lambda u: u * 2, lambda u: jnp.imag(u) + 1j * jnp.real(u)):
        function = lambda x, u: x.at[COLUMNS].add(change(u))
        np.testing.assert_array_equal(fjax.jit(function)(x, u), function(jnp.asarray(x), u))


@pytest.mark.parametrize("rows, columns, count", [(40, 3, 0), (0, 3, 2), (40, 0, 0)])
def test_there_may_be_nothing_to_update(rows, columns, count):
    x, u = np.ones((rows, columns), np.float32), np.ones((rows, count), np.float32)
    found = fjax.jit(lambda x, u: x.at[:, np.zeros(count, int)].add(u))(x, u)
    np.testing.assert_array_equal(found, x)


def test_threads_get_whole_vectors_of_rows():
    x, u = np.ones((400, 300), np.float32), np.ones((400, 2000), np.float32)
    places = RANDOM.integers(0, 300, 2000)
    kernels = fjax.inspect(lambda x, u: x.at[:, places].add(u))(x, u).kernels
    update = kernels[-1].info.lowered
    assert update.parallel and update.grain % 16 == 0 and update.extent == 400


def test_what_costs_more_than_a_read_is_computed_in_lanes_before_updates_take_turns():
    at, x, few, many = (np.arange(n) % 97 for n in (20_000, 97, 50, 20_000))

    def kernels(make, u):
        step = lambda x, u: x.at[at[: u.size]].add(make(u))
        x_, u_ = jnp.asarray(x * 1.0), jnp.asarray(u * 1.0)
        np.testing.assert_allclose(fjax.jit(step)(x_, u_), step(x_, u_), rtol=1e-12)
        return [k.info.lowered.recipe for k in fjax.inspect(step)(x_, u_).kernels]

    costly = lambda u: jnp.sin(u) * 2 + 1
    assert kernels(costly, many).count("map") == kernels(costly, few).count("map") + 1
    assert kernels(lambda u: u * 2, many).count("map") == kernels(costly, few).count("map")
