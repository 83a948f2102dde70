"""export.from_onnx: models from elsewhere as functions that are differentiated and trained."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import data, export, lax, models, nn, optim, random, train
from fjax.errors import FjaxTypeError, FjaxValueError

onnx = pytest.importorskip("onnx")
KEY = random.key(0)
X = random.normal(KEY, (4, 6), jnp.float32)
WORDS = random.normal(KEY, (2, 5, 16), jnp.float32)
IMAGES = random.normal(KEY, (2, 3, 9, 8), jnp.float32)


def node(kind, *inputs, outputs=("y",), **attributes):
    return onnx.helper.make_node(kind, list(inputs), list(outputs), **attributes)


def model_of(nodes, inputs, outputs=("y",), constants=None, version=18, integers=()):
    """A model of these nodes; inputs: {name: shape}, float32 but for those named as integers."""
    info = onnx.helper.make_tensor_value_info
    held = [onnx.numpy_helper.from_array(x, n) for n, x in (constants or {}).items()]
    graph = onnx.helper.make_graph(
        nodes,
        "test",
        [info(n, 7 if n in integers else 1, shape) for n, shape in inputs.items()],
        [info(n, 1, None) for n in outputs],
        initializer=held,
    )
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", version)])


ROUND_TRIPS = {
    "linear": (nn.Linear(6, 3, key=KEY), X),
    "convolution": (nn.Conv2d(3, 5, 3, padding=1, stride=2, key=KEY), IMAGES),
    "pools": (lambda x: nn.AvgPool((2, 2))(nn.MaxPool((2, 2))(x)), IMAGES),
    "transformer": (nn.TransformerEncoderLayer(16, 4, 32, key=KEY), WORDS),
    "scan": (lambda x: lax.scan(lambda c, a: (c + jnp.tanh(a), c), x[0], x, reverse=True)[1], X),
    "while": (lambda x: lax.while_loop(lambda c: c.sum() < 100, lambda c: c * c + 1, x), X),
    "cond": (lambda x: lax.cond(x.sum() > 0, lambda x: x * 2, lambda x: x + 1, x), X),
    "rows": (lambda x: x[jnp.array([0, 2, 0])].at[:, jnp.array([1, 9])].add(1.0), X),
}


@pytest.mark.parametrize("name", ROUND_TRIPS)
def test_what_leaves_comes_back(name):
    f, x = ROUND_TRIPS[name]
    found = export.from_onnx(export.onnx(f, x))
    np.testing.assert_allclose(found(x), f(x), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(fjax.jit(found)(x), f(x), rtol=1e-5, atol=1e-6)
    if name != "while":
        slope = fjax.grad(lambda x: jnp.sum(jnp.sin(f(x))))(x)
        again = fjax.grad(lambda x: jnp.sum(jnp.sin(found(x))))(x)
        np.testing.assert_allclose(again, slope, rtol=1e-4, atol=1e-5)


def test_only_parameters_are_weights():
    layer = nn.Sequential(nn.Linear(6, 3, key=KEY), nn.relu, lambda x: 0.5 * x + 1e-3)
    assert len(export.from_onnx(export.onnx(layer, X)).weights) == 2

    kinds = ["scale", "bias", "mean", "variance"]
    values = {name: np.full(6, k + 1, np.float32) for k, name in enumerate(kinds)}
    read = export.from_onnx(
        model_of([node("BatchNormalization", "x", *kinds)], {"x": (4, 6)}, constants=values)
    )
    assert list(read.weights) == ["scale", "bias"]
    np.testing.assert_allclose(read(X), (X - 3) / np.sqrt(4 + 1e-5) + 2, rtol=1e-5)


def test_transformations_of_a_model():
    layer = nn.Linear(6, 3, key=KEY)
    found = export.from_onnx(export.onnx(layer, X[0]))
    np.testing.assert_allclose(fjax.vmap(found)(X), layer(X), rtol=1e-5, atol=1e-6)
    slopes = fjax.grad(lambda m: jnp.sum(m(X[0]) ** 2))(found).weights
    wanted = fjax.grad(lambda m: jnp.sum(m(X[0]) ** 2))(layer)
    np.testing.assert_allclose(slopes["weight"], wanted.weight, rtol=1e-5)


def test_a_model_from_elsewhere_is_trained(tmp_path):
    network = nn.Sequential(nn.Linear(6, 8, key=KEY), nn.relu, nn.Linear(8, 2, key=KEY))
    shape = export.symbolic_shape("b, 6", constraints=["b >= 2"])
    export.onnx(network, fjax.ShapeDtypeStruct(shape, jnp.float32), path=tmp_path / "m.onnx")
    model = export.from_onnx(tmp_path / "m.onnx")
    x = random.normal(KEY, (32, 6), jnp.float32)
    loader = data.Loader((x, (x[:, 0] > 0).astype(int)), 16, key=KEY)
    loss = nn.losses.cross_entropy
    result = train.fit(model, optim.adam(1e-2), loss, loader, epochs=20, callbacks=[])
    assert result.history[-1]["loss"] < 0.7 * result.history[0]["loss"]
    assert result.model.weights.keys() == model.weights.keys()


@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", ["resnet", "gpt"])
def test_a_network_comes_back(name):
    if name == "resnet":
        model, state = models.resnet18(KEY, num_classes=3, channels=1, width=4)
        x, f = random.normal(KEY, (2, 1, 16, 16), jnp.float32), lambda x: model(x, state)[0]
    else:
        model, _ = models.gpt(KEY, vocabulary=50, context=16, width=16, depth=1, heads=2)
        x, f = jnp.arange(12).reshape(2, 6), lambda x: model(x)
    f = fjax.jit(f)
    found = fjax.jit(export.from_onnx(export.onnx(f, x)))(x)
    np.testing.assert_allclose(found, f(x), rtol=1e-4, atol=1e-5)


# Operators of ONNX's own tests, whose files say what they give.
TRIED = (
    *("add", "and", "argmax", "averagepool", "basic_conv", "basic_convtranspose", "batchnorm"),
    *(
        "cast_FLOAT_to_DOUBLE",
        "clip",
        "concat",
        "cumsum",
        "depthtospace",
        "einsum",
        "elu",
        "expand",
    ),
    *("flatten", "gather", "gelu", "gemm", "group_normalization", "gru", "hardsigmoid", "if"),
    *("instancenorm", "layer_normalization", "leakyrelu", "logsoftmax", "loop", "lrn", "lstm"),
    *("matmul", "max", "mod", "onehot", "pow", "prelu", "range", "reduce", "reshape", "resize"),
    *("rms_normalization", "rnn", "scan", "scatter", "selu", "slice", "softmax", "spacetodepth"),
    *("split", "squeeze", "tile", "top_k", "transpose", "tril", "triu", "unsqueeze", "where"),
)


@pytest.mark.extended
@pytest.mark.filterwarnings("ignore")
def test_the_formats_own_examples():
    from onnx.backend.test.case.node import collect_testcases

    array = lambda x: onnx.numpy_helper.to_array(x) if isinstance(x, onnx.TensorProto) else x
    passed = 0
    for case in collect_testcases(None):
        if not case.name.startswith(tuple(f"test_{name}" for name in TRIED)):
            continue
        if any(n.domain for n in case.model.graph.node) or "_expanded" in case.name:
            continue
        for inputs, outputs in case.data_sets:
            try:
                model = export.from_onnx(case.model)
                found = model.program.within(model.weights, [array(x) for x in inputs])
            except FjaxValueError:
                continue  # says what it does not read
            for x, wanted in zip(found, map(array, outputs), strict=False):
                if x is not None:
                    x, wanted = np.asarray(x), np.asarray(wanted)
                    assert (x.dtype, x.shape) == (wanted.dtype, wanted.shape), case.name
                    x, wanted = x.astype(float), wanted.astype(float)
                    np.testing.assert_allclose(x, wanted, rtol=1e-3, atol=1e-5, err_msg=case.name)
            passed += 1
    assert passed > 450


def test_older_versions_and_shapes_by_numbers():
    old = model_of([node("Squeeze", "x", axes=[1])], {"x": (4, 1)}, version=11)
    assert export.from_onnx(old)(jnp.ones((4, 1))).shape == (4,)
    nodes = [
        node("Shape", "x", outputs=["s"]),
        node("Gather", "s", "zero", outputs=["n"]),
        node("Concat", "n", "rest", outputs=["t"], axis=0),
        node("Reshape", "x", "t"),
    ]
    constants = {"zero": np.array([0]), "rest": np.array([2, -1])}
    found = export.from_onnx(model_of(nodes, {"x": (4, 6)}, constants=constants))
    assert fjax.jit(found)(X).shape == (4, 2, 3) and not found.weights


REFUSALS = {
    "operators": ([node("Unique", "x"), node("NonMaxSuppression", "x", "x")], "NonMaxSuppression"),
    "domain": ([onnx.helper.make_node("Fused", ["x"], ["y"], domain="com.x")], "com.x.Fused"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_is_not_read_is_named(name):
    nodes, words = REFUSALS[name]
    with pytest.raises(FjaxValueError, match=words):
        export.from_onnx(model_of(nodes, {"x": (4,)}))


def test_wrong_calls(tmp_path):
    with pytest.raises(FjaxTypeError, match="path of an .onnx file"):
        export.from_onnx(X)
    (tmp_path / "a.onnx").write_bytes(b"nothing of the kind")
    with pytest.raises(FjaxValueError, match="is no ONNX model"):
        export.from_onnx(tmp_path / "a.onnx")
    found = export.from_onnx(model_of([node("Add", "a", "b")], {"a": (2,), "b": (2,)}))
    with pytest.raises(FjaxTypeError, match="takes 2 inputs, a, b; got 1"):
        found(X)
    reshape, inputs = node("Reshape", "a", "b"), {"a": (2,), "b": (1,)}
    shaped = export.from_onnx(model_of([reshape], inputs, integers=("b",)))
    with pytest.raises(FjaxValueError, match="takes its shape from values"):
        shaped(X, jnp.array([24]))
