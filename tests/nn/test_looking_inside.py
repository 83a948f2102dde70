"""What layers inside of a model give, gradients there, and tables of what layers compute."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import models, nn, random
from fjax.errors import FjaxValueError
from fjax.nn.module import Module
from fjax.nn.observing import Observer

KEYS = random.split(random.key(0), 6)
X = np.random.default_rng(0).normal(size=(5, 4)).astype(np.float32)


def linear(k=0, outputs=4):
    return nn.Linear(4, outputs, key=KEYS[k])


def network():
    return nn.Sequential(linear(0), nn.relu, nn.Residual(linear(1)), linear(2, 3))


# ---- what layers give


@pytest.mark.parametrize("spelling", ["layers[2]", "layers.2"])
def test_a_layer_gives_what_the_model_has_there(spelling):
    model = network()
    y, found = nn.capture(model, spelling)(X)
    np.testing.assert_array_equal(y, model(X))
    inner = model[:3](X)
    assert list(found) == ["layers[2]"]
    np.testing.assert_array_equal(found["layers[2]"], inner)
    for way in (fjax.jit(nn.capture(model, spelling)), fjax.vmap(nn.capture(model, spelling))):
        np.testing.assert_allclose(way(X)[1]["layers[2]"], inner, rtol=1e-5, atol=1e-6)


def test_paths_may_be_several_patterns_or_all():
    model = network()
    everything = nn.capture(model)(X)[1]
    assert list(everything) == [
        "layers[0]", "layers[1]", "layers[2].layer", "layers[2]", "layers[3]", ""
    ]  # fmt: skip
    some = nn.capture(model, "layers.0", "*.layer")(X)[1]
    assert list(some) == ["layers[0]", "layers[2].layer"]
    for name, value in some.items():
        np.testing.assert_array_equal(value, everything[name])


def test_of_layers_with_a_state_comes_what_is_beside_it():
    model, state = nn.with_state(nn.Sequential(linear(), nn.BatchNorm(4), nn.Dropout(0.5)))
    (y, after), found = nn.capture(model, "layers.*")(X, state, key=KEYS[0], train=True)
    expected, _ = model.layers[1](model.layers[0](X), state, train=True)
    np.testing.assert_array_equal(found["layers[1]"], expected)
    assert int(after["layers[1]"]["count"]) == 1 and np.mean(found["layers[2]"] == 0) > 0.2
    np.testing.assert_array_equal(found["layers[2]"], y)


class Twice(Module):
    """Calls a layer two times, and returns a part of what another gives."""

    layer: nn.Linear
    recurrent: nn.LSTM

    def __call__(self, x):
        y = self.layer(nn.relu(self.layer(x)))
        return self.recurrent(y[None])[0][0]


def test_layers_that_are_called_twice_or_give_several_arrays():
    model = Twice(linear(), nn.LSTM(4, 2, key=KEYS[1]))
    capture = nn.capture(model, "layer", "recurrent")
    y, found = capture(X)
    first, second = found["layer"].results
    np.testing.assert_array_equal(first, model.layer(X))
    np.testing.assert_array_equal(second, model.layer(nn.relu(first)))
    np.testing.assert_array_equal(found["recurrent"][0][0], y)
    of = lambda y: jnp.sum(y * y)
    _, slopes = capture.gradients(of)(X)
    expected = fjax.grad(lambda z: of(model.recurrent(z[None])[0][0]))(second)
    np.testing.assert_allclose(slopes["layer"].results[1], expected, rtol=1e-5, atol=1e-7)
    before = fjax.grad(lambda z: of(model.recurrent(model.layer(nn.relu(z))[None])[0][0]))(first)
    np.testing.assert_allclose(slopes["layer"].results[0], before, rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(slopes["recurrent"][0][0], 2 * y, rtol=1e-6)


def test_gradients_are_those_of_the_rest_of_the_model():
    model = network()
    found, slopes = nn.capture(model, "layers.1").gradients(lambda y: y[2, 1])(X)
    inner = model[:2](X)
    np.testing.assert_array_equal(found["layers[1]"], inner)
    rest = nn.Sequential(*model.layers[2:])
    expected = fjax.grad(lambda z: rest(z)[2, 1])(inner)
    np.testing.assert_allclose(slopes["layers[1]"], expected, rtol=1e-6)
    jitted = fjax.jit(nn.capture(model, "layers.1").gradients(lambda y: y[2, 1]))(X)
    np.testing.assert_allclose(jitted[1]["layers[1]"], expected, rtol=1e-6)


def test_gradients_reach_parameters_through_a_capture():
    model = network()
    f = lambda model: jnp.sum(nn.capture(model, "layers.1")(X)[1]["layers[1]"])
    g = fjax.grad(f)(model)
    expected = fjax.grad(lambda first: jnp.sum(nn.relu(first(X))))(model.layers[0])
    np.testing.assert_allclose(g.layers[0].weight, expected.weight, rtol=1e-6)
    np.testing.assert_array_equal(g.layers[3].weight, 0)


HIDDEN = {
    "a loop": nn.Stack([linear(0), linear(1)]),
    "a checkpoint": nn.Sequential(linear(0), nn.relu, checkpoint=True),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_values_inside_of_loops_and_checkpoints_are_refused(name):
    model = nn.Sequential(HIDDEN[name], linear(2))
    inside = "layers[0].stacked" if name == "a loop" else "layers[0].layers[0]"
    with pytest.raises(FjaxValueError, match="runs inside of a loop.*the layer around it"):
        nn.capture(model, inside)(X)
    assert list(nn.capture(model, "layers.0")(X)[1]) == ["layers[0]"]
    assert list(nn.capture(model)(X)[1]) == ["layers[0]", "layers[1]", ""]


def test_a_path_where_no_layer_is_is_said_with_those_there_are():
    with pytest.raises(FjaxValueError, match=r"no layer is at 'layers.7'; there are layers\[0"):
        nn.capture(network(), "layers.7")


def test_observers_end_with_their_block_also_after_an_error():
    class Counted(Observer):
        calls = 0

        def left(self, visit, result):
            self.calls += 1
            return result

    model = network()
    with pytest.raises(ValueError, match="Linear takes"), Counted(model) as outer:
        model(X)
        with Counted(model) as inner:
            model[0](X)
        model(X[:, :3])
    assert (outer.calls, inner.calls) == (6, 1)
    model(X)
    assert outer.calls == 6


# ---- paths as PyTorch spells them


def test_parts_are_named_as_in_pytorch():
    model = nn.Sequential(nn.Sequential(linear(0), linear(1)), linear(2))
    assert nn.part(model, "layers.0.layers.1.weight") is model[0][1].weight
    other = nn.replace(model, "layers.0.layers.1", linear(3))
    assert other[0][0] is model[0][0] and other[0][1] is not model[0][1]
    mask = nn.mask(model, "layers.0.layers.1")
    assert fjax.tree.leaves(mask) == [False, False, True, True, False, False]
    for pattern in ("layers.0.*.bias", "layers.0.layers.*.bias", "layers[0]*bias"):
        mask = nn.mask(model, pattern)
        assert fjax.tree.leaves(mask) == [False, True, False, True, False, False]
    with pytest.raises(FjaxValueError, match="no parameter is at"):
        nn.mask(model, "layers.9")
    named = {"3": jnp.ones(2)}
    assert nn.part([named], "[0]['3']") is named["3"]


# ---- tables


@pytest.mark.one_in(14)
@pytest.mark.parametrize(
    ("name", "millions", "products"),
    [  # parameters, and products of numbers as others count them, both in millions
        ("resnet18", 11.69, 1814), ("resnet50", 25.56, 4089), ("vgg16", 138.36, 15470),
        ("alexnet", 61.10, 714), ("mobilenet_v2", 3.50, 300), ("densenet121", 7.98, 2834),
        ("efficientnet_b0", 5.29, 386),
    ],
)  # fmt: skip
def test_operations_are_twice_the_products_that_are_known(name, millions, products):
    image = fjax.ShapeDtypeStruct((1, 3, 224, 224), jnp.float32)
    model, state = fjax.eval_shape(lambda: getattr(models, name)(random.key(0)))
    table = nn.summary(model, image, state)
    assert table.count == nn.summary(model).count
    np.testing.assert_allclose(table.count / 1e6, millions, rtol=2e-3)
    work = sum(row[4] for row in table.rows if row[1] in ("Conv2d", "Linear"))
    np.testing.assert_allclose(work / 2e6, products, rtol=0.01)


def test_rows_are_layers_with_what_they_give_have_and_compute():
    model = nn.Sequential(
        nn.Embedding(7, 4, key=KEYS[0]),
        nn.Stack([linear(1), linear(2)]),
        nn.Sequential(linear(3), nn.relu),
        nn.LSTM(4, 2, key=KEYS[4]),
    )
    table = nn.summary(model, jnp.ones((5, 3), int))
    names = [row[:4] for row in table.rows]
    assert names == [
        ("layers[0]", "Embedding", "float32[5,3,4]", 28),
        ("layers[1]", "Stack", "float32[5,3,4]", 40),
        ("layers[2].layers[0]", "Linear", "float32[5,3,4]", 20),
        ("layers[2].layers[1]", "relu", "float32[5,3,4]", 0),
        ("layers[3]", "LSTM", "float32[5,3,2]", 64),
    ]
    work = {row[0]: row[4] for row in table.rows}
    one = 15 * (2 * 4 * 4 + 4)
    assert work["layers[2].layers[0]"] == one and work["layers[1]"] >= 2 * one
    assert table.bytes == 4 * (4 * 60 + 30)
    assert table._repr_html_().count("<tr>") == 7


def test_trained_and_frozen_parts_are_counted():
    model = network()
    table = nn.summary(model, X, trained="layers.3")
    assert (table.trained, table.count) == (15, 55)
    assert str(table).splitlines()[-1] == "15 trained, 40 frozen"
    assert str(nn.summary(model, trained=["layers.0", "layers.3"])).endswith(
        "35 trained, 20 frozen"
    )
    assert "trained" not in str(nn.summary(model))


def test_shared_parameters_are_counted_once_and_modes_are_arguments():
    twice = Twice(linear(), nn.LSTM(4, 2, key=KEYS[1]))
    table = nn.summary(twice, X)
    assert [row[3] for row in table.rows if row[0] == "layer"] == [20, 0]
    model, state = nn.with_state(nn.Sequential(linear(), nn.BatchNorm(4), nn.Dropout(0.5)))
    table = nn.summary(model, X, state, key=KEYS[0], train=True)
    assert [row[1] for row in table.rows] == ["Linear", "BatchNorm", "Dropout"]
    assert table.rows[2][4] > 0  # random numbers are computed
