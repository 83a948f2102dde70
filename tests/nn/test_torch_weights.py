"""load_torch finds PyTorch's arrays by name or by order, and says what does not fit."""

import pickle

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn
from fjax.checkpoints import write_safetensors
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.nn.torch_weights import places_of
from tests.models import torch_cases as cases

KEYS = fjax.random.split(fjax.random.key(0), 4)


def network():
    return nn.with_state(
        nn.Sequential(
            nn.Conv2d(2, 4, 3, key=KEYS[0]),
            nn.BatchNorm(4),
            nn.relu,
            nn.Flatten(),
            nn.Linear(16, 3, key=KEYS[1]),
        )
    )


SHAPES = {
    "0.weight": (4, 2, 3, 3),
    "0.bias": (4,),
    "1.weight": (4,),
    "1.bias": (4,),
    "1.running_mean": (4,),
    "1.running_var": (4,),
    "1.num_batches_tracked": (),
    "4.weight": (3, 16),
    "4.bias": (3,),
}


def weights(names=SHAPES):
    return {name: cases.value(name, shape) for name, shape in names.items()}


def assert_loaded(model, state):
    for name, part in (("0", model.layers[0]), ("4", model.layers[4])):
        np.testing.assert_array_equal(part.weight, cases.value(f"{name}.weight", part.weight.shape))
    norm = state["layers[1]"]
    np.testing.assert_array_equal(norm["mean"], cases.value("1.running_mean", (4,)))
    np.testing.assert_array_equal(norm["variance"], cases.value("1.running_var", (4,)))
    assert norm["count"] == 3 and norm["count"].dtype == np.int32


def test_arrays_are_found_by_name():
    assert_loaded(*nn.load_torch(*network(), weights()))


def test_a_file_is_read_by_name_alone(tmp_path):
    path = tmp_path / "net.safetensors"
    write_safetensors(path, weights())
    assert_loaded(*nn.load_torch(*network(), path))
    write_safetensors(path, {name.replace("4", "head"): x for name, x in weights().items()})
    with pytest.raises(FjaxValueError, match="missing: layers\\[4\\].weight"):
        nn.load_torch(*network(), path)


def test_what_stands_before_all_names_does_not_matter():
    entries = {f"module.{name}": value for name, value in weights().items()}
    assert_loaded(*nn.load_torch(*network(), entries))


def test_other_names_are_taken_in_order():
    others = dict(zip("014", ("stem.conv", "stem.bn", "head")))
    entries = {f"{others[n[0]]}.{n[2:]}": value for n, value in weights().items()}
    assert_loaded(*nn.load_torch(*network(), entries))


def test_an_order_that_contradicts_a_name_is_refused():
    one, two = (nn.Linear(3, 3, key=key) for key in KEYS[:2])
    model = nn.Sequential(one, two)
    names = {n: (3, 3) if "weight" in n else (3,) for n in ("1.weight", "1.bias", "b.weight")}
    with pytest.raises(FjaxValueError, match="missing: layers\\[0\\].weight"):
        nn.load_torch(model, {}, {**weights(names), "b.bias": np.zeros(3)})


def test_an_order_of_other_shapes_is_refused():
    model = nn.Sequential(nn.Linear(3, 4, key=KEYS[0]), nn.Linear(4, 3, key=KEYS[1]))
    names = {"a.weight": (3, 4), "a.bias": (3,), "b.weight": (4, 3), "b.bias": (4,)}
    with pytest.raises(FjaxValueError, match="unexpected: a.weight"):
        nn.load_torch(model, {}, weights(names))


def test_the_report_names_what_does_not_fit():
    entries = weights({**SHAPES, "4.weight": (3, 15), "5.weight": (2, 2)})
    del entries["1.running_var"]
    with pytest.raises(FjaxValueError) as raised:
        nn.load_torch(*network(), entries)
    assert raised.value.message.splitlines() == [
        "load_torch, Sequential:",
        "  missing: state['layers[1]']['variance'], float32[4], in PyTorch 1.running_var",
        "  of another shape or kind: layers[4].weight is float32[3,16] in the model, and 4.weight "
        "float32[3,15]",
        "  unexpected: 5.weight, float32[2,2]",
    ]
    with pytest.warns(UserWarning, match="unexpected: 5.weight"):
        model, state = nn.load_torch(*network(), entries, strict=False)
    np.testing.assert_array_equal(model.layers[0].bias, entries["0.bias"])
    np.testing.assert_array_equal(model.layers[4].weight, network()[0].layers[4].weight)


def test_a_model_of_shapes_alone_gets_all_its_values():
    abstract = fjax.eval_shape(network)
    found, made = (nn.load_torch(*m, weights()) for m in (abstract, network()))
    assert fjax.tree.structure(found) == fjax.tree.structure(made)
    for x, y in zip(fjax.tree.leaves(found), fjax.tree.leaves(made), strict=True):
        assert x.dtype == y.dtype
        np.testing.assert_array_equal(x, y)
    entries = weights()
    del entries["4.bias"]
    with pytest.warns(UserWarning, match="missing"), pytest.raises(FjaxValueError) as raised:
        nn.load_torch(*abstract, entries, strict=False)
    assert "lack values for layers[4].bias;" in raised.value.message


def test_whole_numbers_do_not_become_weights():
    entries = {**weights(), "4.bias": np.arange(3)}
    with pytest.raises(
        FjaxValueError, match="layers\\[4\\].bias is float32\\[3\\] in the model, and 4.bias int64"
    ):
        nn.load_torch(*network(), entries)


def test_a_shared_array_is_loaded_once_and_not_unexpected():
    model = nn.Tied(
        nn.Sequential(nn.Embedding(7, 4, key=KEYS[0]), nn.Linear(4, 7, bias=False, key=KEYS[1])),
        {"layers[1].weight": "layers[0].weight"},
    )
    table = cases.value("table", (7, 4))
    loaded, _ = nn.load_torch(model, {}, {"0.weight": table, "1.weight": table})
    np.testing.assert_array_equal(loaded.model.layers[0].weight, table)
    with pytest.raises(FjaxValueError, match="unexpected: 1.weight"):
        nn.load_torch(model, {}, {"0.weight": table, "1.weight": table + 1})


def test_stacked_layers_take_those_of_each():
    stack = nn.Stack([nn.Linear(3, 3, key=key) for key in KEYS])
    names = {f"{k}.{n}": s for k in range(4) for n, s in (("weight", (3, 3)), ("bias", (3,)))}
    loaded, _ = nn.load_torch(stack, {}, weights(names))
    for k in range(4):
        np.testing.assert_array_equal(loaded.stacked.weight[k], cases.value(f"{k}.weight", (3, 3)))
    names.pop("2.bias")
    with pytest.raises(FjaxValueError, match="missing: stacked.bias"):
        nn.load_torch(stack, {}, weights(names))


def test_stacked_norms_take_the_statistics_of_each():
    stack, state = nn.with_state(nn.Stack([nn.BatchNorm(3) for _ in range(2)]))
    ends = ("weight", "bias", "running_mean", "running_var")
    names = {f"{k}.{n}": (3,) for k in range(2) for n in ends}
    names |= {f"{k}.num_batches_tracked": () for k in range(2)}
    _, state = nn.load_torch(stack, state, weights(names))
    assert state["stacked"]["mean"].shape == (2, 3)
    np.testing.assert_array_equal(state["stacked"]["mean"][1], cases.value("1.running_mean", (3,)))


def test_arrays_keep_the_models_dtype():
    layer = nn.to_dtype(nn.Linear(2, 3, key=KEYS[0]), jnp.bfloat16)
    entries = {"weight": np.full((3, 2), 1.001, np.float32), "bias": np.zeros(3)}
    layer, _ = nn.load_torch(layer, None, entries)
    assert layer.weight.dtype == jnp.bfloat16 and float(layer.weight[0, 0]) == 1.0


@pytest.mark.parametrize("name", ["net.pth", "a/model.bin", "last.ckpt"])
def test_a_pickle_is_refused_with_what_converts_it(tmp_path, name):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(pickle.dumps({}))
    with pytest.raises(FjaxValueError, match="weights_only=True") as raised:
        nn.load_torch(*network(), path)
    line = raised.value.message.splitlines()[1]
    compile(line, "line", "exec")
    assert str(path.with_suffix(".safetensors")) in line


def test_what_is_no_state_dict_is_refused():
    with pytest.raises(FjaxTypeError, match="module.state_dict()"):
        nn.load_torch(*network(), nn.relu)
    with pytest.raises(FjaxValueError, match="not weights.npz"):
        nn.load_torch(*network(), "weights.npz")


def test_norms_without_their_state_are_refused():
    model, _ = network()
    with pytest.raises(FjaxValueError, match="with_state"):
        nn.load_torch(model, None, weights())


def test_a_file_of_many_names_is_read_in_a_time_in_proportion():
    """With each beginning of a name tried, ten thousand times ten thousand names were renamed."""
    names = {f"p{k}.{end}": np.ones(3) for k in range(10_000) for end in ("weight", "bias")}
    with pytest.raises(FjaxValueError, match="of another shape"):
        nn.load_torch(nn.Linear(2, 3, key=fjax.random.key(0)), None, names)


# ---- the way back

LAYERS = {  # with what PyTorch's layer of these sizes has in its state_dict
    "Linear": (lambda key: nn.Linear(2, 3, key=key), {"weight": (3, 2), "bias": (3,)}),
    "Embedding": (lambda key: nn.Embedding(5, 3, key=key), {"weight": (5, 3)}),
    "ConvTranspose2d": (
        lambda key: nn.ConvTranspose2d(2, 3, 3, key=key), {"weight": (2, 3, 3, 3), "bias": (3,)}
    ),
    "GRU": (
        lambda key: nn.GRU(3, 4, key=key, layers=2),
        {f"{kind}_{part}_l{k}": (12, size) if kind == "weight" else (12,)
         for k, sizes in enumerate([(3, 4), (4, 4)])
         for kind in ("weight", "bias") for part, size in zip(("ih", "hh"), sizes)},
    ),
    "LSTM in both directions": (
        lambda key: nn.LSTM(3, 4, key=key, bidirectional=True),
        {f"{kind}_{part}_l0{end}": (16, size) if kind == "weight" else (16,)
         for end in ("", "_reverse")
         for kind in ("weight", "bias") for part, size in (("ih", 3), ("hh", 4))},
    ),
    "LSTMCell": (
        lambda key: nn.LSTMCell(2, 3, key=key),
        {"weight_ih": (12, 2), "weight_hh": (12, 3), "bias_ih": (12,), "bias_hh": (12,)},
    ),
    "MultiHeadAttention": (
        lambda key: nn.MultiHeadAttention(8, 2, key=key),
        {"in_proj_weight": (24, 8), "in_proj_bias": (24,), "out_proj.weight": (8, 8),
         "out_proj.bias": (8,)},
    ),
    "BatchNorm": (
        lambda key: nn.BatchNorm(3),
        {"weight": (3,), "bias": (3,), "running_mean": (3,), "running_var": (3,),
         "num_batches_tracked": ()},
    ),
    "Sequential": (lambda key: network()[0], SHAPES),
    "Stack": (
        lambda key: nn.Stack([nn.Linear(2, 2, key=k) for k in fjax.random.split(key, 3)]),
        {f"{k}.{name}": shape for k in range(3)
         for name, shape in (("weight", (2, 2)), ("bias", (2,)))},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYERS)
def test_what_is_written_has_the_names_of_pytorch_and_is_read_again(name, tmp_path):
    make, shapes = LAYERS[name]
    model, state = nn.with_state(make(KEYS[0]))
    state = fjax.tree.map(lambda x: x + 2, state)
    written = nn.to_torch(model, state)
    assert {name: x.shape for name, x in written.items()} == shapes
    assert all(type(x) is np.ndarray and x.flags.c_contiguous for x in written.values())
    assert_same(nn.load_torch(*nn.with_state(make(KEYS[1])), written), (model, state))
    write_safetensors(tmp_path / "model.safetensors", written)
    read = nn.load_torch(*nn.with_state(make(KEYS[1])), tmp_path / "model.safetensors")
    assert_same(read, (model, state))


def assert_same(found, expected):
    assert fjax.tree.structure(found) == fjax.tree.structure(expected)
    for x, y in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        assert x.dtype == y.dtype
        np.testing.assert_array_equal(x, y)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", [*cases.COMPUTED, *cases.WRITTEN])
def test_models_are_written_and_read(name):
    text = cases.COMPUTED[name][1] if name in cases.COMPUTED else cases.WRITTEN[name][1]
    make = lambda key: eval(text, {"m": fjax.models, "n": nn, "k": key})
    model, state = make(KEYS[0])
    written = nn.to_torch(model, state)
    entries = cases.entries_of(places_of(model, state))
    turned = {name.removesuffix(".T"): tuple(shape) for name, shape in entries.items()}
    assert {n: sorted(x.shape) for n, x in written.items()} == {
        n: sorted(shape) for n, shape in turned.items()
    }
    assert_same(nn.load_torch(*make(KEYS[1]), written), (model, state))


def test_dtypes_that_pytorch_lacks_are_refused():
    model = nn.to_dtype(nn.Linear(2, 3, key=KEYS[0]), jnp.bfloat16)
    assert nn.to_torch(model)["weight"].dtype.name == "bfloat16"
    narrow = nn.replace(model, "bias", jnp.zeros(3, jnp.int4))
    with pytest.raises(FjaxTypeError, match="PyTorch has no int4, which bias is"):
        nn.to_torch(narrow)
