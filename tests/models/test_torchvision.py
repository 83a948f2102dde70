"""fjax.models has torchvision's arrays, and computes what its models do."""

import json

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import models, nn
from fjax.nn.torch_weights import places_of
from tests.models import live
from tests.models import torch_cases as cases

NAMES, FIGURES = json.loads(cases.NAMES.read_text()), json.loads(cases.FIGURES.read_text())


def built(text):
    return eval(text, {"m": models, "n": nn, "k": fjax.random.key(0)})


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", cases.NAMED)
def test_a_model_has_torchvisions_arrays(name):
    state = {}

    def make():
        model, state = built(cases.NAMED[name][1])
        return model, state

    model, state = fjax.eval_shape(make)
    assert cases.entries_of(places_of(model, state)) == NAMES[name]


def close(found, wanted, tolerance):
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance * np.abs(wanted).max())


@pytest.mark.parametrize("bottleneck", [False, True])
@pytest.mark.parametrize("train", [False, True])
def test_a_residual_network_scores_each_class(train, bottleneck):
    def scores(x):
        made = models.resnet.ResNet((2, 1, 1, 1), bottleneck, 10, key=fjax.random.key(0))
        model, state = nn.with_state(made)
        out, changed = model(x, state, train=train)
        return out, state, changed

    image = fjax.ShapeDtypeStruct((2, 3, 32, 32), np.float32)
    out, state, changed = fjax.eval_shape(scores, image)
    assert out.shape == (2, 10) and out.dtype == np.float32
    assert fjax.tree.structure(changed) == fjax.tree.structure(state)


@pytest.mark.extended
@pytest.mark.needs("x64", reason="the figures are of float64")
@pytest.mark.parametrize("name", cases.COMPUTED)
def test_a_model_computes_what_torchvisions_does(name):
    _, text, shape = cases.COMPUTED[name]
    expected = FIGURES[name]
    model, state = built(text)
    entries = cases.entries_of(places_of(model, state))
    values = {n: cases.value(n, tuple(s)) for n, s in entries.items()}
    model, state = nn.load_torch(model, state, values)
    model, x = nn.to_dtype(model, jnp.float64), cases.image(shape)

    evaluated, same = fjax.jit(model)(x, state)
    assert fjax.tree.all(fjax.tree.map(lambda a, b: bool((a == b).all()), same, state))
    close(np.ravel(evaluated), expected["evaluated"], 1e-6)  # by statistics of float32

    def loss(model, state, x):
        y, state = model(x, state, train=True)
        return jnp.sum(y * cases.weight_of(y.shape)), (y, state)

    step = fjax.jit(fjax.grad(loss, has_aux=True))
    gradients, (trained, state) = step(model, state, x)
    close(np.ravel(trained), expected["trained"], 1e-9)
    largest = max(norm for norm, _ in expected["gradients"].values())
    for place in places_of(gradients, state):
        source = place.sources[0]
        if source in expected["gradients"]:  # no part of an array
            norm, product = expected["gradients"][source]
            tolerance = 1e-8 * norm + 1e-11 * largest
            found = cases.projection(place.array)
            np.testing.assert_allclose(found, [norm, product], rtol=0, atol=tolerance)
    for number in range(1, cases.STEPS):
        _, (_, state) = step(model, state, cases.image(shape, number))
    for place in places_of(model, state):
        if place.sources[0] in expected["statistics"]:
            norm, product = expected["statistics"][place.sources[0]]
            found = cases.projection(place.array)
            np.testing.assert_allclose(found, [norm, product], rtol=0, atol=3e-6 * norm)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", live.LIMITS)
@pytest.mark.parametrize("name", live.CASES)
def test_torchvisions_weights_give_what_torchvision_computes(name, dtype):
    pytest.importorskip("torch")
    pytest.importorskip("torchvision")
    found = live.differences(name, dtype)
    for kind, limit in live.LIMITS[dtype].items():
        assert found[kind] < limit, kind


@pytest.mark.parametrize(
    "name, count",
    [
        ("resnet18", 11_689_512),
        ("resnet34", 21_797_672),
        ("resnet50", 25_557_032),
        ("resnet101", 44_549_160),
        ("vgg16", 138_357_544),
        ("vgg16_bn", 138_365_992),
        ("vgg19", 143_667_240),
    ],
)
def test_a_model_has_as_many_parameters_as_torchvisions(name, count):
    model, _ = fjax.eval_shape(lambda: getattr(fjax.models, name)(fjax.random.key(0)))
    assert sum(leaf.size for leaf in fjax.tree.leaves(model)) == count
