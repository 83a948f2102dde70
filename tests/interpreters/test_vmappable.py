"""Types that a library registers for vmap."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.interpreters import batching


class Named:
    """An array with names for its axes."""

    def __init__(self, names, data):
        self.names, self.data = list(names), data


class Axis:
    """Which axis of a Named is mapped."""

    def __init__(self, name, number):
        self.name, self.number = name, number


def to_element(take, size, value, spec):
    names = [n for n in value.names if n != spec.name]
    return Named(names, take(value.data, value.names.index(spec.name)))


def from_element(stack, size, element, spec):
    names = list(element.names)
    names.insert(spec.number, spec.name)
    return Named(names, stack(size, element.data, spec.number))


@pytest.fixture(autouse=True)
def _registered():
    batching.register_vmappable(Named, Axis, int, to_element, from_element, None)
    yield
    if batching.is_vmappable(Named("", jnp.ones(()))):
        batching.unregister_vmappable(Named)


X = np.arange(12.0).reshape(3, 4)


def squares(x):
    assert x.names == ["j"]
    assert x.data.shape == (4,)
    return Named(x.names, x.data * x.data)


@pytest.mark.parametrize("wrap", [lambda f: f, fjax.jit], ids=["eager", "jit"])
def test_a_value_is_mapped_as_its_functions_say(wrap):
    def f(data):
        mapped = fjax.vmap(squares, Axis("i", 0), Axis("i", 1), axis_size=3)
        found = mapped(Named("ij", data))
        assert found.names == ["j", "i"]
        return found.data

    np.testing.assert_array_equal(wrap(f)(X), (X * X).T)
    gradient = fjax.grad(lambda x: wrap(f)(x).sum())(X)
    np.testing.assert_allclose(gradient, 2 * X)


def test_it_stands_beside_arrays():
    def f(x, y):
        return squares(x), y + 1, x.data.sum() * y

    mapped = fjax.vmap(f, (Axis("i", 0), 0), (Axis("i", 0), 0, 0))
    found, more, products = mapped(Named("ij", X), np.arange(3.0))
    np.testing.assert_array_equal(found.data, X * X)
    np.testing.assert_array_equal(more, [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(products, X.sum(1) * np.arange(3.0))


def test_nothing_changes_for_arrays():
    np.testing.assert_array_equal(fjax.vmap(lambda x: x * 2, 1, 0)(X), 2 * X.T)
    with pytest.raises(ValueError, match="out_axes is None"):
        fjax.vmap(lambda x: x, 0, None)(X)


def test_an_axis_of_another_kind_is_refused():
    with pytest.raises(TypeError, match="axis of a Named must be of type Axis, got 0"):
        fjax.vmap(squares, 0, axis_size=3)(Named("ij", X))


def test_a_type_is_registered_until_it_is_taken_back():
    batching.unregister_vmappable(Named)
    assert not batching.is_vmappable(Named("", jnp.ones(())))
    with pytest.raises(KeyError):
        batching.unregister_vmappable(Named)


def test_sizes_are_ints():
    with pytest.raises(TypeError, match="axis_size_type must be int"):
        batching.register_vmappable(Named, Axis, float, to_element, from_element, None)


@pytest.mark.parametrize("axis, shape", [(0, (3, 2)), (1, (2, 3)), (-1, (2, 3))])
def test_what_is_the_same_in_all_examples_is_repeated_along_the_axis(axis, shape):
    mapped = fjax.vmap(lambda x: Named("j", jnp.arange(2.0)), 0, Axis("i", axis))
    found = mapped(jnp.ones(3)).data
    expected = np.arange(2.0)[None] if shape[0] == 3 else np.arange(2.0)[:, None]
    np.testing.assert_array_equal(found, np.broadcast_to(expected, shape))
