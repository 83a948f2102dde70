"""Modules as pytrees: what transformations, states, filters and errors make of them."""

import inspect
from typing import Any

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn, random

pytestmark = pytest.mark.needs("x64", reason="closed formulas in float64")
KEY = random.key(0)


class Net(nn.Module):
    first: nn.Linear
    rest: tuple
    scale: fjax.Array
    power: int = fjax.tree.static(default=1)

    def __init__(self, *, key: Any, power: int = 1):
        keys = random.split(key, 3)
        self.first = nn.Linear(3, 4, key=keys[0])
        self.rest = (nn.Sequential(nn.relu, nn.Linear(4, 2, key=keys[1])),)
        self.scale, self.power = jnp.ones(2, jnp.float32), power

    def __call__(self, x):
        x = self.first(x)
        for layer in self.rest:
            x = layer(x)
        return x * self.scale**self.power


def test_transformations_work_on_models():
    net, x = Net(key=KEY, power=2), jnp.ones((5, 3), jnp.float32)
    loss = lambda net, x: jnp.sum(net(x) ** 2)
    by_net = fjax.jit(fjax.grad(loss))(net, x)
    assert isinstance(by_net, Net) and by_net.power == 2
    np.testing.assert_allclose(by_net.scale, jnp.sum(4 * net(x) ** 2, axis=0), rtol=1e-5)
    several = fjax.vmap(lambda key: Net(key=key))(random.split(KEY, 3))
    ys = fjax.vmap(lambda net: net(x))(several)
    one = fjax.tree.map(lambda leaf: leaf[1], several)
    np.testing.assert_allclose(ys[1], one(x), rtol=1e-5)
    assert fjax.eval_shape(net, x).shape == (5, 2)
    built = fjax.eval_shape(lambda key: Net(key=key), KEY)
    assert built.first.weight.shape == (4, 3)


def test_configuration_is_structure_and_compiles_anew():
    traced = []

    @fjax.jit
    def run(net, x):
        traced.append(net.power)
        return net(x)

    x = jnp.ones((1, 3), jnp.float32)
    for power in (1, 2, 1):
        run(Net(key=KEY, power=power), x)
    assert traced == [1, 2]


def test_an_error_names_the_path_of_the_module():
    net = Net(key=KEY)
    broken = nn.replace(net, "rest[0].layers[1]", nn.Linear(7, 2, key=KEY))
    message = (
        r"Net.rest\[0\].layers\[1\]: Linear takes inputs of shape \(…, 7\), got float32\[5,4\]"
    )
    for run in (broken, fjax.jit(broken.__call__)):
        with pytest.raises(ValueError, match=message):
            run(jnp.ones((5, 3), jnp.float32))
    wrong = nn.Sequential(nn.Linear(3, 4, key=KEY), lambda x: {}["key"])
    with pytest.raises(KeyError) as caught:
        wrong(jnp.ones((5, 3)))
    assert caught.value.__notes__ == ["in module Sequential.layers[1]"]


def test_fields_are_checked_when_a_module_is_made():
    class Odd(nn.Module):
        weight: fjax.Array
        act: Any = fjax.tree.static(default=None)

        def __init__(self, weight, act=None, other=None):
            self.weight = weight
            self.act = act
            if other:
                self.other = other

    with pytest.raises(TypeError, match=r"Odd.weight holds 3, which is not an array"):
        Odd(3)
    with pytest.raises(TypeError, match=r"Odd.act is static and holds float64\[2\]"):
        Odd(jnp.ones(2), jnp.ones(2))
    with pytest.raises(TypeError, match="Odd has no field 'other'.*`other: fjax.Array`"):
        Odd(jnp.ones(2), other=1)
    with pytest.raises(TypeError, match="`other: Odd`"):
        Odd(jnp.ones(2), other=Odd(jnp.ones(2)))
    with pytest.raises(TypeError, match="nn.replace"):
        Odd(jnp.ones(2)).weight = jnp.ones(3)


def test_frozen_parts_have_no_gradient_and_stay():
    net, x = Net(key=KEY), jnp.ones((5, 3), jnp.float32)
    trained, fixed = nn.partition(net, ("rest", "scale"))
    assert trained.first.weight is None and fixed.scale is None
    g = fjax.grad(lambda part: jnp.sum(nn.combine(part, fixed)(x) ** 2))(trained)
    whole = fjax.grad(lambda net: jnp.sum(net(x) ** 2))(net)
    np.testing.assert_allclose(g.rest[0].layers[1].weight, whole.rest[0].layers[1].weight)
    optimizer = fjax.optim.adamw(0.1, mask=nn.mask(net, "*weight"))
    updates, _ = optimizer.update(whole, optimizer.init(net), net)
    assert isinstance(updates, Net)
    with pytest.raises(ValueError, match="no parameter is at 'head'; there are first.weight"):
        nn.partition(net, "head")


def test_tied_parameters_are_one_and_their_gradients_add():
    keys = random.split(KEY)
    model = nn.Sequential(
        nn.Embedding(5, 3, key=keys[0], dtype=jnp.float64),
        nn.Linear(3, 5, bias=False, key=keys[1], dtype=jnp.float64),
    )
    tied = nn.Tied(model, {"layers[1].weight": "layers[0].weight"})
    at = jnp.array([1, 3, 3])
    loss = lambda model: jnp.sum(jnp.sin(model(at)))
    table = model.layers[0].weight
    expected = fjax.grad(lambda w: jnp.sum(jnp.sin(w[at] @ w.T)))(table)
    (found,) = fjax.tree.leaves(fjax.grad(loss)(tied))
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    with pytest.raises(ValueError, match="layers"):
        nn.Tied(model, {"layers[1].weight": "layers[7].weight"})


class Block(nn.Module):
    linear: nn.Linear
    norm: nn.BatchNorm
    drop: nn.Dropout

    def __init__(self, *, key: Any):
        self.linear = nn.Linear(4, 4, key=key, dtype=jnp.float64)
        self.norm, self.drop = nn.BatchNorm(4, dtype=jnp.float64), nn.Dropout(0.25)

    def __call__(self, x, state, *, key=None, train=False):
        y, state = self.norm(jnp.tanh(self.linear(x)), state, train=train)
        return self.drop(x + y, key=key, train=train), state


@pytest.mark.one_in(3)
@pytest.mark.parametrize("checkpoint", [False, True])
def test_a_stack_of_equal_layers_is_those_layers_one_after_the_other(checkpoint):
    blocks = [Block(key=key) for key in random.split(KEY, 3)]
    plain, plain_state = nn.with_state(nn.Sequential(*blocks))
    stack, state = nn.with_state(nn.Stack(blocks, checkpoint=checkpoint))
    assert list(state) == ["stacked.norm"] and state["stacked.norm"]["mean"].shape == (3, 4)
    x = jnp.asarray(np.random.default_rng(0).standard_normal((6, 4)))
    run = lambda model, state: model(x, state, key=random.key(3), train=True)
    value = lambda model, state: (lambda y, s: (jnp.sum(y**3), s))(*run(model, state))
    by_plain, plain_state = fjax.grad(value, has_aux=True)(plain, plain_state)
    by_stack, state = fjax.jit(fjax.grad(value, has_aux=True))(stack, state)
    for k in range(3):
        np.testing.assert_allclose(
            by_stack.stacked.linear.weight[k], by_plain.layers[k].linear.weight, rtol=1e-9
        )
        np.testing.assert_allclose(
            state["stacked.norm"]["variance"][k],
            plain_state[f"layers[{k}].norm"]["variance"],
            rtol=1e-6,
        )


def test_depth_of_a_stack_adds_no_equations():
    def equations(depth):
        blocks = [nn.Linear(4, 4, key=key) for key in random.split(KEY, depth)]
        return len(fjax.make_jaxpr(nn.Stack(blocks))(jnp.ones((2, 4), jnp.float32)).eqns)

    assert equations(2) == equations(8)


def test_a_layer_that_occurs_twice_has_one_state():
    norm = nn.BatchNorm(2)
    model, state = nn.with_state(nn.Sequential(norm, norm))
    assert list(state) == ["layers[0]"]
    _, state = model(jnp.ones((3, 2)), state, train=True)
    assert int(state["layers[0]"]["count"]) == 2
    with pytest.raises(ValueError, match=r"Sequential.layers\[0\]: BatchNorm .*with_state"):
        nn.Sequential(norm)(jnp.ones((3, 2)))


def test_dropout_keeps_the_mean_and_its_shape_of_noise():
    x = jnp.ones((200, 50, 4))
    for layer, axes in ((nn.Dropout(0.3), ()), (nn.ChannelDropout(0.3), (2,)),
                        (nn.DropPath(0.3), (1, 2))):  # fmt: skip
        y = np.asarray(layer(x, key=KEY, train=True))
        np.testing.assert_allclose(np.unique(y), [0, 1 / 0.7])
        if axes:
            assert np.all(y.max(axes) == y.min(axes))
        assert abs(y.mean() - 1) < 0.15
    with pytest.raises(ValueError, match="key="):
        nn.Dropout(0.5)(x, train=True)


def test_spectral_and_weight_norm_by_their_formulas():
    linear = nn.Linear(5, 3, key=KEY, dtype=jnp.float64)
    x = jnp.asarray(np.random.default_rng(1).standard_normal((2, 5)))
    layer, state = nn.with_state(nn.SpectralNorm(linear, iterations=40))
    y, state = layer(x, state, train=True)
    largest = np.linalg.svd(linear.weight, compute_uv=False)[0]
    np.testing.assert_allclose(y, x @ (linear.weight / largest).T + linear.bias, rtol=1e-8)
    weighted = nn.WeightNorm(linear)
    longer = nn.replace(weighted, "length", 2 * weighted.length)
    np.testing.assert_allclose(longer(x), 2 * x @ linear.weight.T + linear.bias, rtol=1e-12)


def test_lora_trains_its_factors_alone_and_merges():
    linear = nn.Linear(5, 3, key=KEY, dtype=jnp.float64)
    lora = nn.LoRA(linear, 2, key=random.key(1), alpha=4.0)
    lora = nn.replace(lora, "up", jnp.ones((3, 2)))
    x = jnp.ones((2, 5))
    np.testing.assert_allclose(lora(x), lora.merged()(x), rtol=1e-12)
    g = fjax.grad(lambda lora: jnp.sum(lora(x) ** 2))(lora)
    assert not np.any(g.base.weight) and np.all(g.down != 0)


def test_bilinear_by_its_formula():
    layer = nn.Bilinear(3, 4, 2, key=KEY, dtype=jnp.float64)
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((5, 3)), rng.standard_normal((5, 4))
    expected = np.einsum("ni,kij,nj->nk", x, layer.weight, y) + layer.bias
    np.testing.assert_allclose(layer(x, y), expected, rtol=1e-12)


def test_decoding_with_a_cache_is_attention_to_all_steps():
    attention = nn.MultiHeadAttention(
        8, 4, key=KEY, kv_heads=2, causal=True, rotary=True, dtype=jnp.float64
    )
    x = jnp.asarray(np.random.default_rng(0).standard_normal((2, 5, 8)))
    cache, parts = attention.cache(2, 6), []
    assert cache.keys.shape == (2, 6, 2, 2)
    step = fjax.jit(lambda x, cache: attention(x, cache=cache))
    for k in range(5):
        y, cache = step(x[:, k : k + 1], cache)
        parts.append(y)
    np.testing.assert_allclose(jnp.concatenate(parts, 1), attention(x), rtol=1e-6)


def test_rotations_depend_on_differences_of_positions():
    rng = np.random.default_rng(0)
    q, k = (jnp.asarray(rng.standard_normal((1, 1, 1, 6))) for _ in range(2))
    product = lambda m, n: jnp.vdot(
        nn.rotary_embedding(q, jnp.array([m])), nn.rotary_embedding(k, jnp.array([n]))
    )
    np.testing.assert_allclose(product(3, 1), product(12, 10), rtol=1e-10)


def test_layers_compute_in_their_weights_dtype():
    net = nn.to_dtype(Net(key=KEY), jnp.bfloat16)
    assert net(jnp.ones((1, 3), jnp.float32)).dtype == jnp.bfloat16
    master, x = Net(key=KEY), jnp.ones((1, 3), jnp.float32)
    g = fjax.grad(lambda m: jnp.sum(nn.to_dtype(m, jnp.bfloat16)(x)).astype(jnp.float32))(master)
    assert g.first.weight.dtype == jnp.float32
    with pytest.raises(TypeError, match="Linear takes floats, got int64"):
        nn.Linear(3, 2, key=KEY)(jnp.ones((1, 3), int))


def test_the_summary_counts_and_is_html():
    table = nn.summary(Net(key=KEY))
    assert table.count == 12 + 4 + 8 + 2 + 2 and table.bytes == 4 * table.count
    assert "rest[0].layers[1].weight" in str(table)
    assert table._repr_html_().count("<tr>") == 7


def test_initializers_have_names():
    for name in (
        "he_normal",
        "kaiming_normal",
        "glorot_uniform",
        "orthogonal",
        "zeros",
        "truncated_normal",
    ):
        assert nn.Linear(4, 3, key=KEY, init=name).weight.shape == (3, 4)
    bound = np.abs(nn.Linear(100, 50, key=KEY).weight).max()
    assert 0.095 < bound <= 0.1
    with pytest.raises(ValueError, match="no initializer is called 'heh'"):
        nn.Linear(4, 3, key=KEY, init="heh")


def test_a_sequential_has_its_layers_by_number():
    model = nn.Sequential(nn.Linear(2, 3, key=KEY), nn.relu, nn.Flatten(), checkpoint=True)
    assert len(model) == 3 and model[0] is model.layers[0] and [*model][-1] is model[-1]
    part = model[:2]
    assert isinstance(part, nn.Sequential) and part.layers == model.layers[:2] and part.checkpoint
    with pytest.raises(TypeError, match=r"arguments of their own: Sequential\(\*layers\)"):
        nn.Sequential([nn.Flatten(), nn.relu])


@pytest.mark.one_in(3)
@pytest.mark.parametrize("checkpoint", [False, True])
def test_a_stack_hands_keywords_to_each_layer(checkpoint):
    layers = [nn.TransformerEncoderLayer(4, 2, 8, key=k) for k in random.split(KEY, 3)]
    x = random.normal(KEY, (2, 5, 4), jnp.float32)
    mask = jnp.arange(5).reshape(1, 1, 1, 5) < jnp.array([5, 2]).reshape(2, 1, 1, 1)
    expected = x
    for layer in layers:
        expected = layer(expected, mask=mask)
    stack = nn.Stack(layers, checkpoint=checkpoint)
    np.testing.assert_allclose(stack(x, mask=mask), expected, rtol=1e-5, atol=1e-6)
    slope = fjax.grad(lambda x: jnp.sum(stack(x, mask=mask)[1, :2]))(x)
    assert bool((slope[1, 2:] == 0).all())


@pytest.mark.extended
def test_recurrent_layers_drop_between_layers_while_they_train():
    x = random.normal(KEY, (2, 5, 3), jnp.float32)
    layer = nn.LSTM(3, 4, key=KEY, layers=2, dropout=0.5)
    plain = nn.LSTM(3, 4, key=KEY, layers=2)
    np.testing.assert_array_equal(layer(x)[0], plain(x)[0])
    one, two = (layer(x, key=k, train=True)[0] for k in random.split(KEY))
    assert not bool((one == two).all()) and not bool((one == layer(x)[0]).all())
    single = nn.LSTM(3, 4, key=KEY, dropout=0.5)
    np.testing.assert_array_equal(single(x, key=KEY, train=True)[0], single(x)[0])
    with pytest.raises(ValueError, match="LSTM.dropout: Dropout draws while it trains"):
        layer(x, train=True)


def test_norms_of_several_axes_and_without_parameters():
    x = random.normal(KEY, (2, 3, 5))
    wide = x.reshape(2, 15)
    expected = (wide - wide.mean(1, keepdims=True)) / jnp.sqrt(wide.var(1, keepdims=True) + 1e-5)
    layer = nn.LayerNorm((3, 5), affine=False)
    np.testing.assert_allclose(layer(x).reshape(2, 15), expected, rtol=1e-6, atol=1e-6)
    assert fjax.tree.leaves(layer) == []


def test_an_adaptive_pool_leaves_axes_alone():
    x = random.normal(KEY, (2, 3, 5, 6))
    np.testing.assert_array_equal(
        nn.AdaptiveMaxPool((None, 2))(x), x.reshape(2, 3, 5, 2, 3).max(-1)
    )


STEPS = jnp.ones((2, 5, 8), jnp.float32)
IMAGES = jnp.ones((2, 4, 9, 9), jnp.float32)


@pytest.mark.parametrize(
    ("call", "words"),
    {
        "a window beyond the image": (
            lambda: nn.Sequential(nn.Conv2d(4, 8, 5, dilation=3, padding=1, key=KEY))(IMAGES),
            r"layers\[0\]: Conv2d: windows of \(13, 13\) positions do not fit into the \(11, 11\)",
        ),
        "a pool beyond the image": (lambda: nn.MaxPool((10, 2))(IMAGES), "do not fit into"),
        "a pool of nothing but padding": (
            lambda: nn.MaxPool((2, 2), padding=2),
            "padding is at most half of the window",
        ),
        "no groups": (
            lambda: nn.Conv1d(4, 8, 3, groups=0, key=KEY),
            "groups is .* at least 1, got 0",
        ),
        "groups of a part": (
            lambda: nn.Conv1d(4, 8, 3, groups=3, key=KEY),
            "groups=3 must divide 4",
        ),
        "no stride": (lambda: nn.Conv1d(4, 8, 3, stride=0, key=KEY), "stride is at least 1, got 0"),
        "one number for all axes": (
            lambda: nn.AdaptiveAvgPool(1),
            r"sizes has a number for each axis of positions, such as \(1, 1\)",
        ),
        "a norm of other axes": (
            lambda: nn.LayerNorm((4, 9))(IMAGES),
            r"LayerNorm takes inputs of shape \(…, 4, 9\), got float32\[2,4,9,9\]",
        ),
        "a carry of other layers": (
            lambda: nn.GRU(8, 4, key=KEY)(STEPS, jnp.ones((2, 2, 4))),
            r"GRU takes initial of shape \(1, 2, 4\), got \(2, 2, 4\)",
        ),
        "half a carry": (
            lambda: nn.LSTM(8, 4, key=KEY)(STEPS, jnp.ones((1, 2, 4))),
            r"LSTM takes initial of shape \(\(1, 2, 4\), \(1, 2, 4\)\), got \(1, 2, 4\)",
        ),
        "lengths of another batch": (
            lambda: nn.RNN(8, 4, key=KEY)(STEPS, lengths=jnp.array([1, 2, 3])),
            r"RNN takes lengths of shape \(2,\), got \(3,\)",
        ),
        "attention without a batch": (
            lambda: nn.MultiHeadAttention(8, 2, key=KEY)(STEPS[0]),
            r"takes steps \(batch, time, features\), got shapes \(5, 8\)",
        ),
    }.values(),
)
def test_sizes_that_do_not_fit_are_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_a_full_cache_is_refused():
    attention = nn.MultiHeadAttention(8, 2, key=KEY, causal=True)
    _, cache = attention(STEPS, cache=attention.cache(2, 7))
    with pytest.raises(ValueError, match="room for 7 steps and holds 5, which leaves none for 5"):
        attention(STEPS, cache=cache)
    assert attention(STEPS[:, :2], cache=cache)[1].count == 7


def test_the_signature_of_a_class_is_that_of_its_constructor():
    linear = inspect.signature(nn.Linear)
    assert list(linear.parameters) == ["inputs", "outputs", "key", "bias", "init", "dtype"]
    assert list(inspect.signature(nn.Dropout).parameters) == ["rate"]  # that of a dataclass
    assert "x" in inspect.signature(nn.Dropout(0.5)).parameters  # that of a call
