"""References: making, reading, writing and ending them outside loops and transformations."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import fjax
import fjax.numpy as jnp


def test_a_reference_has_the_type_of_what_it_holds():
    ref = fjax.new_ref(np.zeros((2, 3), np.float32))
    assert (ref.shape, ref.dtype, ref.ndim, ref.size, len(ref)) == ((2, 3), np.float32, 2, 6, 2)
    assert isinstance(ref, fjax.Ref)
    assert not isinstance(ref, fjax.Array)
    assert not isinstance(jnp.ones(3), fjax.Ref)
    assert str(fjax.typeof(ref)) == "Ref{float32[2,3]}"
    assert fjax.typeof(ref) == fjax.ref.AbstractRef(fjax.typeof(ref[...]))
    assert fjax.typeof(fjax.new_ref(1.0)).weak_type


def test_a_reference_is_itself_and_a_leaf():
    a, b = fjax.new_ref(1.0), fjax.new_ref(1.0)
    assert a == a != b
    assert len({a, b}) == 2
    assert bool(fjax.new_ref(0.0))
    assert fjax.tree.leaves({"a": a, "b": [b]}) == [a, b]


def test_writing_changes_neither_what_it_was_made_of_nor_what_was_read_before():
    host = np.zeros(3)
    device = jnp.zeros(3)
    for start in (host, device):
        ref = fjax.new_ref(start)
        before = ref[...]
        ref[1] = 5.0
        ref[...] += 1.0
        host[0] = 7.0
        assert_allclose(ref[...], [1.0, 6.0, 1.0])
        assert_allclose(before, 0.0)
        assert_allclose(device, 0.0)
        host[0] = 0.0


def test_a_part_is_written_in_place_where_nobody_else_sees_the_memory():
    ref = fjax.new_ref(np.zeros(1000))
    where = ref.unsafe_buffer_pointer()
    ref[3] = 1.0
    ref[5:7] += np.ones(2)
    fjax.ref.addupdate(ref, slice(6, 8), jnp.ones(2))
    assert ref.unsafe_buffer_pointer() == where
    for see in (lambda: ref[...], lambda: np.asarray(ref[...]), lambda: fjax.new_ref(ref[...])):
        seen = see()
        ref[3] += 1.0
        assert ref.unsafe_buffer_pointer() != where
        assert float(seen[3]) == float(ref[3]) - 1.0
        where = ref.unsafe_buffer_pointer()
        del seen
    assert_allclose(ref[3:8], [4.0, 0.0, 1.0, 2.0, 1.0])


INDICES = {
    "integer": 1,
    "negative": -1,
    "slice": slice(0, 2),
    "steps": slice(None, None, 2),
    "ellipsis": (Ellipsis, 0),
    "axis": (slice(None), 1),
    "pair": (1, 2),
    "array": np.array([2, 0]),
    "arrays": (np.array([0, 1]), np.array([2, 0])),
    "arrays apart": (np.array([0, 1]), Ellipsis, np.array([3, 0])),
    "traced": jnp.array(1),
    "new axis": None,
}


@pytest.mark.parametrize("index", INDICES.values(), ids=INDICES)
def test_parts_are_read_and_written_as_numpy_does(index):
    if index is None:
        index = (None, 1)
    start = np.arange(60.0).reshape(3, 4, 5)
    ref, expected = fjax.new_ref(start), start.copy()
    at = int(index) if isinstance(index, fjax.Array) else index
    assert_array_equal(ref[index], expected[at])
    new = -1.0 - expected[at]
    ref[index] = new
    expected[at] = new
    assert_array_equal(ref[...], expected)
    fjax.ref.addupdate(ref, index, np.ones_like(new))
    expected[at] += 1.0
    assert_array_equal(ref[...], expected)


def test_the_functions_are_the_syntax():
    ref = fjax.new_ref(jnp.arange(4.0))
    fjax.ref.set(ref, 0, 9.0)
    fjax.ref.set(ref, slice(1, 3), jnp.array([7.0, 8.0]))
    assert_allclose(fjax.ref.get(ref), [9.0, 7.0, 8.0, 3.0])
    assert float(fjax.ref.get(ref, 3)) == 3.0
    assert_allclose(fjax.ref.swap(ref, ..., jnp.zeros(4)), [9.0, 7.0, 8.0, 3.0])
    ref.set(jnp.ones(4))
    ref.addupdate(2.0, 1)
    assert float(ref.swap(5.0, 0)) == 1.0
    assert_allclose(ref.get(), [5.0, 3.0, 1.0, 1.0])
    assert [float(x) for x in ref] == [5.0, 3.0, 1.0, 1.0]


def test_repeated_indices_are_all_added():
    ref = fjax.new_ref(np.zeros(3))
    fjax.ref.addupdate(ref, np.array([2, 2, 0]), np.array([1.0, 2.0, 4.0]))
    assert_allclose(ref[...], [4.0, 0.0, 3.0])


def test_views_are_parts_of_parts():
    ref = fjax.new_ref(np.arange(12.0).reshape(3, 4))
    view = ref.at[1:].at[:, 1:3]
    assert (view.shape, view.ndim, view.dtype) == ((2, 2), 2, ref.dtype)
    assert_allclose(view[...], [[5.0, 6.0], [9.0, 10.0]])
    view[0] = jnp.array([-1.0, -2.0])
    view[...] += 0.5
    view.addupdate(10.0, (1, 1))
    assert_allclose(ref[1:], [[4.0, -0.5, -1.5, 7.0], [8.0, 9.5, 20.5, 11.0]])
    assert_allclose(ref[0], np.arange(4.0))
    assert ref.at[...] is ref


def test_values_are_cast_where_nothing_is_lost():
    small = fjax.new_ref(jnp.zeros(2, jnp.bfloat16))
    small[...] += 1.0
    small[0] = 3
    assert small[...].dtype == jnp.bfloat16
    assert_allclose(np.asarray(small[...], np.float32), [3.0, 1.0])
    count = fjax.new_ref(np.zeros(2, np.int32))
    count[0] = np.int8(5)
    count[1] = 7
    assert count[...].dtype == np.int32
    assert_array_equal(count[...], [5, 7])


@pytest.mark.parametrize("value", [1.5, np.float64(1.0), 1j])
def test_values_of_another_kind_are_refused(value):
    ref = fjax.new_ref(np.zeros((), np.int32))
    with pytest.raises(ValueError, match=r"Invalid dtype[\s\S]*astype\('int32'\)"):
        ref[...] = value


def test_values_of_another_shape_are_refused():
    ref = fjax.new_ref(np.zeros((2, 3)))
    for index, value in [(..., 1.0), (0, np.ones(2)), ((0, slice(0, 1)), 2.0)]:
        with pytest.raises(ValueError, match=r"Invalid shape[\s\S]*broadcast_to"):
            ref[index] = value


@pytest.mark.parametrize("index", [3, -4, (0, 7)])
def test_integers_out_of_bounds_are_refused(index):
    ref = fjax.new_ref(np.zeros((3, 2)))
    with pytest.raises(ValueError, match="Out of bound indexer"):
        ref[index]
    with pytest.raises(ValueError, match="Out of bound indexer"):
        ref[index] = np.zeros(2)


def test_masks_are_refused():
    ref = fjax.new_ref(np.zeros(3))
    with pytest.raises(IndexError, match=r"Array boolean indices must be concrete[\s\S]*where"):
        ref[np.array([True, False, True])]


def test_random_keys_are_kept_in_references():
    key = fjax.new_ref(fjax.random.key(0))
    key[...] = fjax.random.fold_in(key[...], 1)
    assert key.dtype == fjax.random.key(0).dtype
    expected = fjax.random.fold_in(fjax.random.key(0), 1)
    assert_array_equal(fjax.random.key_data(key[...]), fjax.random.key_data(expected))


def test_a_reference_is_no_array():
    ref = fjax.new_ref(jnp.ones(3))
    with pytest.raises(TypeError):
        ref + 1
    with pytest.raises(TypeError):
        jnp.ones(3) + ref
    with pytest.raises(TypeError, match="Ref"):
        jnp.sin(ref)
    with pytest.raises(TypeError, match=r"read its value with ref\[...\]"):
        np.asarray(ref)
    with pytest.raises(TypeError, match=r"read its value with ref\[...\]"):
        fjax.grad(lambda r: r[0])(ref)
    with pytest.raises(TypeError, match=r"write its value, ref\[...\]"):
        ref[...] = ref
    with pytest.raises(TypeError, match=r"pass its value, ref\[...\]"):
        fjax.new_ref(ref)
    with pytest.raises(ValueError, match="get takes a reference"):
        fjax.ref.get(jnp.ones(3), 0)


def test_an_ended_reference_is_not_used():
    frozen, freed = fjax.new_ref(1.0), fjax.new_ref(1.0)
    assert float(fjax.freeze(frozen)) == 1.0
    assert fjax.free_ref(freed) == ()
    for ref, how in [(frozen, "freeze"), (freed, "free_ref")]:
        with pytest.raises(ValueError, match=f"was used after {how}"):
            ref[...]
        with pytest.raises(ValueError, match=f"was used after {how}"):
            ref[...] = 1.0
        with pytest.raises(ValueError, match=f"was used after {how}"):
            fjax.free_ref(ref)
        assert how in repr(ref)


def test_only_who_made_a_reference_ends_it():
    ref = fjax.new_ref(1.0)
    for end in (fjax.freeze, fjax.free_ref):
        with pytest.raises(ValueError, match="one of the caller's"):
            fjax.jit(end)(ref)
        with pytest.raises(ValueError, match="one of the caller's"):
            fjax.jit(lambda end=end: end(ref))()
    assert float(ref[...]) == 1.0


def test_what_new_ref_does_not_take():
    with pytest.raises(ValueError, match="kind must be None or 'no_grad_no_remat'"):
        fjax.new_ref(1.0, kind="other")
    with pytest.raises(NotImplementedError, match="no memory spaces"):
        fjax.new_ref(1.0, memory_space="host")
    with pytest.raises(TypeError):
        fjax.new_ref([1.0, 2.0])
    with pytest.raises(TypeError, match="ShapeDtypeStruct"):
        fjax.empty_ref(3)


@pytest.mark.needs("x64", reason="names float64")
def test_a_reference_shows_what_it_holds():
    ref = fjax.new_ref(np.arange(3.0))
    assert repr(ref) == "Ref([0., 1., 2.], dtype=float64)"
    assert repr(ref.at[1:]) == "Ref{float64[2]} at (slice(1, None, None),) of Ref{float64[3]}"
    assert ref.device == jnp.ones(3).device
    with pytest.raises(AttributeError, match=r"no attribute 'sum'[\s\S]*ref\[...\]"):
        ref.sum()
