"""export.onnx: models that onnxruntime runs give what fjax gives."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import export, lax, models, nn, optim, random
from fjax.core import dtypes
from fjax.errors import FjaxTypeError, FjaxValueError, MissingRuleError, ShapeError
from fjax.export.exchange import models as files
from tests.models import torch_cases as cases
from tests.samples import SAMPLES, flat

onnx = pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")
onnxruntime.set_default_logger_severity(4)
TOLERANCE = 1e-5  # largest difference beside the largest element
KEY = random.key(0)
X = random.normal(KEY, (4, 6), jnp.float32)
SQUARE = random.normal(KEY, (4, 4), jnp.float32)
IMAGES = random.normal(KEY, (2, 3, 9, 8), jnp.float32)
WORDS = random.normal(KEY, (2, 5, 16), jnp.float32)


def spec(text, dtype=jnp.float32, **options):
    return fjax.ShapeDtypeStruct(export.symbolic_shape(text, **options), dtype)


def run(model, *args):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    source = model if isinstance(model, str) else model.SerializeToString()
    session = onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
    leaves = [np.asarray(x) for x in fjax.tree.leaves(args)]
    return session.run(None, dict(zip([i.name for i in session.get_inputs()], leaves, strict=True)))


def same(found, wanted):
    assert (found.shape, found.dtype) == (wanted.shape, wanted.dtype)
    if wanted.dtype.kind != "f":
        np.testing.assert_array_equal(found, wanted)
        return
    finite = np.abs(wanted[np.isfinite(wanted)])
    np.testing.assert_allclose(
        found, wanted, rtol=TOLERANCE, atol=TOLERANCE * max(finite, default=0)
    )


def check(f, *args, specs=None):
    """The model, after its results were compared."""
    model = export.onnx(f, *(specs or args))
    onnx.checker.check_model(model, full_check=True)
    for found, wanted in zip(run(model, *args), fjax.tree.leaves(f(*args)), strict=True):
        same(found, np.asarray(wanted))
    return model


@pytest.mark.parametrize("shapes", [((2, 4, 5), (2, 5, 6)), ((2, 3, 4, 5), (2, 3, 5, 6))])
def test_what_follows_a_product_of_stacks_has_its_shape(shapes):
    a, b = (random.normal(KEY, shape, jnp.float32) for shape in shapes)
    check(lambda a, b: jnp.swapaxes(a @ b, -1, -2).reshape(shapes[0][0], -1) + 1, a, b)
    check(lambda a, b: (a @ b)[..., 1:, ::2] @ jnp.ones((3, 2), jnp.float32), a, b)


LOOPS = {
    "scan": lambda x: lax.scan(lambda c, a: (c + jnp.tanh(a), c * 2), x[0], x),
    "reverse": lambda x: lax.scan(lambda c, a: (c + jnp.tanh(a), c * 2), x[0], x, reverse=True),
    "counted": lambda x: lax.scan(lambda c, _: (c * 0.5, c[0]), x, None, length=3, reverse=True),
    "fori": lambda x: lax.fori_loop(0, 5, lambda i, c: c * 0.5 + i, x),
    "while": lambda x: lax.while_loop(lambda c: c.sum() < 100, lambda c: c * c + 1, x),
    "batched": fjax.vmap(lambda x: lax.while_loop(lambda c: c < 10, lambda c: c + 1, x[0])),
    "cond": lambda x: lax.cond(x.sum() > 0, lambda x: x * 2, lambda x: x + 1, x),
    "switch": lambda x: lax.switch(
        jnp.int32(x[0, 0] * 0 + 2), [lambda x: x * 2, lambda x: x + 1, lambda x: -x], x
    ),
    "gradient": fjax.grad(lambda x: lax.scan(lambda c, a: (c * a, None), x[0], x)[0].sum()),
}


@pytest.mark.parametrize("name", LOOPS)
def test_control_flow_is_scan_loop_and_if(name):
    kinds = {node.op_type for node in check(LOOPS[name], X).graph.node}
    assert kinds & {"Scan", "Loop", "If"}


SIZES = {
    "softmax": (nn.softmax, X, "b, 6"),
    "variance": (lambda x: x.mean(0) + x.var(), X, "b, 6"),
    "flip": (lambda x: (x[::-1, 1::2], jnp.roll(x, 1, 0), jnp.pad(x, 1)), X, "b, 6"),
    "half": (lambda x: x[: x.shape[0] // 2], X, "b, 6"),
    "scan": (LOOPS["reverse"], X, "b, 6"),
    "square": (lambda x: x @ x + jnp.eye(len(x), dtype=x.dtype), SQUARE, "n, n"),
    "pool": (lambda x: nn.AvgPool((3, 3), stride=1, padding=1)(x), IMAGES, "b, 3, 9, 8"),
    "transformer": (nn.TransformerEncoderLayer(16, 4, 32, key=KEY), WORDS, "b, t, 16"),
    "lstm": (nn.LSTM(16, 5, key=KEY), WORDS, "b, t, 16"),
}


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", SIZES)
def test_symbolic_sizes_are_dynamic_axes(name):
    f, x, shape = SIZES[name]
    model = check(f, x, specs=[spec(shape)])
    named = [d.dim_param for d in model.graph.input[0].type.tensor_type.shape.dim]
    assert named[0] in ("b", "n") and not model.graph.input[1:]
    other = jnp.concatenate([x, x + 1]) if name != "square" else jnp.pad(x, (0, 2))
    for found, wanted in zip(run(model, other), fjax.tree.leaves(f(other)), strict=True):
        same(found, np.asarray(wanted))


NETWORKS = {
    "convolution": (nn.Conv2d(3, 5, 3, padding=1, stride=2, key=KEY), IMAGES),
    "transposed": (nn.ConvTranspose2d(3, 5, 3, stride=2, key=KEY), IMAGES),
    "pools": (lambda x: (nn.MaxPool((2, 2))(x), nn.AvgPool((2, 3))(x)), IMAGES),
    "gradient of a pool": (fjax.grad(lambda x: jnp.sum(nn.MaxPool((2, 2))(x) ** 2)), IMAGES),
    "rows": (nn.Embedding(9, 4, key=KEY), jnp.array([[1, 2], [8, 0]])),
    "writes": (
        lambda x: (x.at[jnp.array([0, 2, 0])].add(1.0), x.at[:, jnp.array([1, 9])].set(0)),
        X,
    ),
    "filled": (lambda x: jnp.take(x, jnp.array([[7, 0], [1, 1]]), axis=1, mode="fill"), X),
    "order": (lambda x: (jnp.sort(x, 1), jnp.argsort(x, 0), lax.top_k(x, 3), jnp.argmax(x, 1)), X),
    "half": (lambda x: (x.astype(jnp.bfloat16) @ x.T.astype(jnp.bfloat16)).astype(x.dtype), X),
    "functions": (
        lambda x: [g(x) for g in (jnp.expm1, jnp.log1p, lax.erfc, nn.gelu, jnp.cbrt, jnp.trunc)],
        jnp.array([1e-8, 0.3, 0.0, 5.5, 30.0, jnp.inf], jnp.float32),
    ),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_layers_and_operations(name):
    check(NETWORKS[name][0], NETWORKS[name][1])


def uniform(shape):
    """Numbers from 0 to 1, which no program draws while tests are collected."""
    return jnp.asarray(np.random.default_rng(0).random(shape, np.float32))


MODELS = {
    **{name: text for name, (_, text, _) in cases.COMPUTED.items()},
    **{name: text for name, (_, text) in cases.WRITTEN.items()},
    "unet": "m.unet(k, channels=3, num_classes=2, width=4, depth=2)",
    "vae": "m.vae(k, image_size=8, width=4, code=2)",
    "ncf": "m.ncf(k, users=5, items=7, factors=4, layers=(8, 4))",
    "gnmt": "m.gnmt(k, vocabulary=20, width=8, layers=2)",
}
INPUTS = {
    **{name: uniform(shape) for name, (_, _, shape) in cases.COMPUTED.items()},
    **dict.fromkeys(cases.WRITTEN, cases.TOKENS),
    "unet": uniform((2, 3, 8, 8)),
    "vae": uniform((2, 1, 8, 8)),
    "ncf": jnp.array([[0, 6], [4, 1], [2, 2]]),
    "gnmt": jnp.array([[1, 5, 7], [3, 2, 9]]),
}


@pytest.mark.one_in(12)
@pytest.mark.parametrize("name", MODELS)
def test_a_model_computes_the_same_elsewhere(name):
    model, state = eval(MODELS[name], {"m": models, "n": nn, "k": KEY})
    x = INPUTS[name]
    if name == "gnmt":
        check(fjax.jit(lambda x: model((x, x))), x)
    elif state:
        check(fjax.jit(lambda x: model(x, state)[0]), x)
    else:
        check(fjax.jit(lambda x: model(x)), x)


@pytest.mark.extended
@pytest.mark.parametrize("name", ["basic", "vit"])
def test_a_model_has_a_dynamic_batch(name):
    model, state = eval(MODELS[name], {"m": models, "n": nn, "k": KEY})
    sizes = spec(f"b, {', '.join(map(str, INPUTS[name].shape[1:]))}")
    check(fjax.jit(lambda x: model(x, state)[0]), INPUTS[name], specs=[sizes])


def test_a_step_that_draws_gives_the_same_numbers_elsewhere():
    model = nn.Sequential(nn.Linear(6, 5, key=KEY), nn.Dropout(0.5), nn.Linear(5, 3, key=KEY))
    optimizer = optim.adam(1e-2)

    def step(model, memory, words, x):
        key = random.wrap_key_data(words)
        loss = lambda model: jnp.mean(model(x, key=key, train=True) ** 2)
        value, gradient = fjax.value_and_grad(loss)(model)
        updates, memory = optimizer.update(gradient, memory, model)
        return optim.apply_updates(model, updates), memory, value

    words = random.key_data(KEY)
    file = check(step, model, optimizer.init(model), words, X)
    assert [x.version for x in file.opset_import] == [26]
    again = export.from_onnx(file)(*fjax.tree.leaves((model, optimizer.init(model), words, X)))
    same(np.asarray(again[-1]), np.asarray(step(model, optimizer.init(model), words, X)[-1]))


def test_sizes_that_a_function_does_not_take_are_named_with_the_remedy():
    layer = nn.Conv2d(3, 2, 3, key=KEY)
    with pytest.raises(ShapeError) as found:
        export.onnx(layer, spec("b, 3, h, 9"))
    assert any("symbolic_shape" in note and "h = 2" in note for note in found.value.__notes__)


# What ONNX does not say, in types that it has. A name that is missing here must be converted.
REFUSED = frozenset(
    "bessel_j bitcast_reshape breakpoint cholesky clz complex conj "
    "conv_general_dilated convert_element_type cosine_integral create_token dawsn dce_sink "
    "debug_callback digamma eig eigh eigvalsh eq_to erf_inv erfcx exp1 expi expn fft "
    "fresnel_cosine fresnel_sine geqrf hessenberg householder_product hyp1f1 hyp1f1_partial "
    "hyp2f1 hyp2f1_partial igamma igamma_grad_a igammac io_callback le_to lgamma lt_to lu "
    "lu_pivots_to_permutation ndtri nextafter ormqr owens_t polygamma population_count "
    "pure_callback qr ragged_dot_general random_bits random_gamma_grad random_split "
    "recorded_loop recurrence reduce_and reduce_or reduce_precision reduce_xor "
    "regularized_incomplete_beta rng_bit_generator schur sine_integral spence svd "
    "triangular_solve tridiagonal tridiagonal_solve wrap_words zeta zeta_by_exponent".split()
)
# onnxruntime's greatest element leaves out NaN; its Python interface has no bfloat16
LEFT_OPEN = ("reductions.max-nan", "choices.convert-float64-bfloat16", "choices.convert-bfloat16")


def single(x):
    return x.astype(np.float32) if getattr(x, "dtype", None) == np.float64 else x


@pytest.mark.one_in(20)
@pytest.mark.needs("x64", reason="samples are of float64")
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.label)
def test_a_primitive_computes_the_same_elsewhere(sample):
    args = [single(x) for x in sample.make()]
    if any(dtypes.is_complex(x.dtype) or x.dtype == dtypes.bfloat16 for x in args):
        pytest.skip("ONNX has no operations for it, or onnxruntime no arrays")
    if sample.label.startswith(LEFT_OPEN):
        pytest.skip("the runtime decides")
    f = lambda *xs: flat(sample.function(*xs))
    try:
        wanted = [np.asarray(x) for x in f(*args)]
    except FjaxTypeError:
        pytest.skip("a function of 64 bits")
    try:
        model = export.onnx(f, *args)
    except MissingRuleError as error:
        name = str(error).partition("cannot say ")[2].partition("(")[0]
        assert name in REFUSED or "complex" in str(error) or "dtype" in str(error)
        return
    if any(x.dtype == dtypes.bfloat16 for x in wanted):
        pytest.skip("onnxruntime has no arrays of bfloat16")
    for found, expected in zip(run(model, *args), wanted, strict=True):
        same(found, expected)


def test_weights_are_initialisers_and_names_are_those_of_arguments():
    layer = nn.Linear(6, 3, key=KEY)
    model = check(lambda rows, other: {"y": layer(rows), "z": other["a"]}, X, {"a": X})
    assert [i.name for i in model.graph.input] == ["rows", "other_a"]
    assert [o.name for o in model.graph.output] == ["output_y", "output_z"]
    assert {tuple(t.dims) for t in model.graph.initializer} >= {(3, 6), (3,)}
    named = export.onnx(layer, X, input_names=["in"], output_names=["out"])
    assert (named.graph.input[0].name, named.graph.output[0].name) == ("in", "out")


def test_a_step_of_training_leaves():
    layer, optimizer = nn.Linear(6, 3, key=KEY), optim.adam(1e-2)
    labels = jnp.arange(4) % 3

    def step(model, memory, x, y):
        value, g = fjax.value_and_grad(lambda m: nn.losses.cross_entropy(m(x), y))(model)
        updates, memory = optimizer.update(g, memory, model)
        return optim.apply_updates(model, updates), memory, value

    args = layer, optimizer.init(layer), X, labels
    check(step, *args)
    data = export.export(fjax.jit(step))(*args).serialize()
    found, wanted = export.deserialize(data).call(*args), step(*args)
    assert type(found[0]) is nn.Linear and type(found[1]) is type(wanted[1])
    for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(wanted), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-6)


def test_large_weights_go_beside_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_LARGEST", 1000)
    layer = nn.Linear(6, 300, key=KEY)
    with pytest.raises(FjaxValueError, match="give path="):
        export.onnx(layer, X)
    path = tmp_path / "model.onnx"
    export.onnx(layer, X, path=path)
    assert (tmp_path / "model.onnx.data").stat().st_size >= 7200 > path.stat().st_size
    same(run(str(path), X)[0], np.asarray(layer(X)))


REFUSALS = {
    "cholesky": (lambda x: jnp.linalg.cholesky(x @ x.T), r"cholesky\(float32\[4,4\]\)"),
    "fft": (jnp.fft.fft, "complex"),
    "callback": (lambda x: (fjax.debug.print("{}", x), x)[1], "it calls Python"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_names_the_operation_and_the_line(name):
    f, words = REFUSALS[name]
    with pytest.raises(MissingRuleError, match=words) as found:
        export.onnx(lambda x: f(x), X)
    assert "test_onnx.py" in str(found.value)


class Remembers(nn.Module):
    """A model that is called with a state."""

    norm: nn.BatchNorm

    def __call__(self, x, state):
        return self.norm(x, state)


def test_a_model_with_a_state_is_exported_as_a_function_that_holds_it():
    model, state = nn.with_state(Remembers(nn.BatchNorm(6)))
    with pytest.raises(FjaxTypeError, match="this model takes a state, too"):
        export.onnx(model, X)
    check(lambda x: model(x, state)[0], X)


def test_wrong_calls():
    with pytest.raises(FjaxTypeError, match="takes a function or a module"):
        export.onnx(X, X)
    with pytest.raises(FjaxValueError, match="2 different names"):
        export.onnx(lambda x, y: x + y, X, X, input_names=["a", "a"])
    with pytest.raises(FjaxValueError, match="symbolic_shape"):
        export.onnx(lambda x: x if x.shape[0] == 1 else x * 2, spec("b"))


def test_weights_have_the_paths_of_the_module():
    def names(f):
        held = [w.name for w in export.onnx(f, X).graph.initializer]
        return sorted(name for name in held if not name.startswith("number"))

    network = nn.Sequential(nn.Linear(6, 6, key=KEY), nn.relu, nn.Linear(6, 2, key=KEY))
    paths = ["layers.0.bias", "layers.0.weight", "layers.2.bias", "layers.2.weight"]
    assert names(network) == names(fjax.jit(network)) == paths
    assert names(lambda x: network(x) * 2) == [f"network.{path}" for path in paths]
    held, x = {"w": SQUARE[:1]}, jnp.ones(1)
    assert names(lambda weight_1: weight_1[:1, :1] @ held["w"] + x) == ["held.w", "x"]
    assert names(lambda x: x[:1, :1] @ (held["w"] + 1)) == ["held.w"]
