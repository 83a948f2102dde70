"""Layers give PyTorch's outputs, gradients and statistics: layers.json says with which version."""

import json

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn
from fjax.nn.torch_weights import places_of
from tests.models.torch_cases import entries_of
from tests.nn import layer_cases as cases

pytestmark = pytest.mark.needs("x64", reason="the figures are of float64")
REFERENCE = json.loads(cases.FILE.read_text())


def made(name, text):
    """fjax's layer with the case's weights."""
    k = {"key": fjax.random.key(0), "dtype": jnp.float64}
    layer = eval(text, {"n": nn, "k": k, "d": {"dtype": jnp.float64}})
    if isinstance(layer, nn.BatchNorm):
        shapes = {"weight": layer.weight.shape, "bias": layer.bias.shape}
        for path, shape in shapes.items():
            layer = nn.replace(layer, path, jnp.asarray(cases.values(name + path, shape)))
        return layer
    entries = entries_of(places_of(layer, {}))
    entries = {source: cases.values(name + source, shape) for source, shape in entries.items()}
    return nn.load_torch(layer, {}, entries)[0]


def trained(name):
    """(function of the layer and the input, layer, input of the last step): whatever it keeps."""
    _, text, shape = cases.CASES[name]
    layer, state = made(name, text), None
    if "batch_norm" in name:
        layer, state = nn.with_state(layer)
    lengths = {"lengths": jnp.array(cases.LENGTHS[name])} if name in cases.LENGTHS else {}

    def run(layer, x, state):
        if state is not None:
            return layer(x, state, train=True)
        return layer(x, **lengths)

    for step in range(cases.STEPS if state is not None else 1):
        x = jnp.asarray(cases.values(name, shape, step))
        if step < cases.STEPS - 1 and state is not None:
            _, state = run(layer, x, state)
    return lambda layer, x: run(layer, x, state), layer, x


@pytest.mark.parametrize("name", cases.CASES)
def test_a_layer_gives_pytorchs_outputs_and_statistics(name):
    run, layer, x = trained(name)
    out = run(layer, x)
    y, last = out if isinstance(out, tuple) else (out, None)
    found = {"y": y}
    if "batch_norm" in name:
        kept = last["self"]
        found["mean"], found["variance"] = kept["mean"], kept["variance"]
        found["evaluated"], same = layer(x, last)
        assert same is last
    elif last is not None:
        found["last"] = last[1] if isinstance(last, tuple) else last
    assert found.keys() == {key for key in REFERENCE[name] if not key.startswith("d")}
    check(name, found)


@pytest.mark.one_in(24)
@pytest.mark.parametrize("name", cases.CASES)
def test_a_layer_has_pytorchs_derivatives(name):
    run, layer, x = trained(name)

    def loss(layer, x):
        out = run(layer, x)
        y = out[0] if isinstance(out, tuple) else out
        return jnp.sum(y * cases.weight_of(y.shape))

    by_layer, by_x = fjax.grad(loss, argnums=(0, 1))(layer, x)
    found = {"dx": by_x}
    expected = {key for key in REFERENCE[name] if key.startswith("d")}
    for key in expected:
        if key != "dx" and "in_proj" not in key:
            found[key] = fjax.tree.leaves(by_layer)[0]
    if "dself_attn.in_proj_weight" in expected:
        parts = (by_layer.attention.query, by_layer.attention.key, by_layer.attention.value)
        found["dself_attn.in_proj_weight"] = jnp.concatenate([p.weight for p in parts])
    assert found.keys() == expected
    check(name, found)


def check(name, found):
    """Each of what was found is PyTorch's."""
    for key, value in found.items():
        # Running statistics are float32.
        tolerance = 2e-6 if key in ("mean", "variance", "evaluated") else 1e-9
        want = np.reshape(REFERENCE[name][key], value.shape)
        np.testing.assert_allclose(value, want, rtol=tolerance, atol=tolerance, err_msg=key)
