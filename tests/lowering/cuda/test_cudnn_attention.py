"""Attention by cuDNN, on a stand-in for NVIDIA's binding that checks each graph."""

import functools
from unittest import mock

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import FjaxValueError
from fjax.extend.core import jaxpr_as_fun
from fjax.higher_order.attention import AttentionForm
from fjax.nn import dot_product_attention
from fjax.nn.attention import Computed
from fjax.nn.fused_attention import fused
from tests.lowering.cuda.test_convolutions import host_steps

pytestmark = pytest.mark.usefixtures("cudnn")
RNG = np.random.default_rng(0)
FORWARD, GRADIENT = "sdpa", "sdpa_backward"
BATCH, QUERIES, KEYS, HEADS, SIZE = 2, 10, 12, 4, 16


def normal(*shape, dtype="bfloat16"):
    return jnp.asarray(RNG.standard_normal(shape), dtype)


def operands(dtype="bfloat16", kinds=HEADS, queries=QUERIES, keys=KEYS, size=SIZE):
    q = normal(BATCH, queries, HEADS, size, dtype=dtype)
    return q, *(normal(BATCH, keys, kinds, size, dtype=dtype) for _ in range(2))


def seen(*shape):
    """A mask in which each query sees the first key."""
    return jnp.asarray(RNG.random(shape) < 0.6).at[..., 0].set(True)


def close(got, wanted, eps):
    got, wanted = (np.asarray(fjax.device_get(x), np.float64) for x in (got, wanted))
    np.testing.assert_allclose(got, wanted, rtol=4 * eps, atol=4 * eps * np.abs(wanted).max())


def check(function, gpu, *args, differentiate=(0, 1, 2)):
    """Value and gradients of the float32 sum of a function of narrow floats, as on the CPU."""

    def weighted(*args):
        out = function(*args)
        return jnp.sum(
            out.astype("float32") * jnp.cos(jnp.arange(out.size)).reshape(out.shape)
        ), out

    both = fjax.jit(fjax.value_and_grad(weighted, differentiate, has_aux=True))
    there = fjax.device_put(args, gpu)
    assert not host_steps(both, *there)
    (_, out), gradients = both(*there)
    wide = [x.astype("float32") if x.dtype in ("bfloat16", "float16") else x for x in args]
    (_, wanted), expected = both(*wide)
    eps = jnp.finfo(out.dtype).eps
    close(out, wanted, eps)
    for got, want, x in zip(gradients, expected, [args[k] for k in differentiate], strict=True):
        assert got.dtype == x.dtype and got.devices() == {gpu}
        close(got, want, eps)


def calls(cudnn):
    """Which calls of cuDNN's there were, and whether there were products; of the stand-in's."""
    if not hasattr(cudnn, "machine"):
        return mock.ANY
    machine = cudnn.machine
    return [kind for kind, _ in machine.attention], bool(machine.products)


OPTIONS = {
    "plain": {},
    "causal": dict(is_causal=True),
    "scale": dict(scale=0.3),
    "bias": dict(bias=normal(BATCH, HEADS, QUERIES, KEYS)),
    "bias of all": dict(bias=normal(1, 1, QUERIES, KEYS)),
    "mask": dict(mask=seen(BATCH, 1, QUERIES, KEYS)),
    "mask of keys": dict(mask=seen(BATCH, 1, 1, KEYS)),
    "mask and bias": dict(
        mask=seen(BATCH, 1, QUERIES, KEYS), bias=normal(1, HEADS, QUERIES, KEYS), is_causal=True
    ),
    "window": dict(local_window_size=(3, 0)),
    "causal window": dict(local_window_size=3, is_causal=True),
    "lengths": dict(
        query_seq_lengths=jnp.array([10, 3], "int32"),
        key_value_seq_lengths=jnp.array([5, 12], "int32"),
    ),
    "lengths of keys": dict(key_value_seq_lengths=jnp.array([5, 12], "int32"), is_causal=True),
    "lengths of queries": dict(query_seq_lengths=jnp.array([4, 10], "int32")),
}


@pytest.mark.one_in(32)
@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
@pytest.mark.parametrize("name", OPTIONS)
def test_value_and_gradients_are_one_call_each(name, dtype, cudnn, gpu):
    options = {k: x.astype(dtype) if k == "bias" else x for k, x in OPTIONS[name].items()}
    check(functools.partial(dot_product_attention, **options), gpu, *operands(dtype))
    assert calls(cudnn) == ([FORWARD, GRADIENT], False)


def hiding(*shape):
    """A mask in which some queries see no key, in one head at least."""
    return seen(*shape).at[..., 3, :].set(False).at[0, 0, 5].set(False).at[0, 0, 0, 0].set(False)


NONE_SEEN = {
    "mask": dict(mask=hiding(BATCH, HEADS, QUERIES, KEYS)),
    "mask of all": dict(mask=hiding(1, 1, QUERIES, KEYS)),
    "mask of keys": dict(mask=jnp.zeros((BATCH, 1, 1, KEYS), bool).at[0].set(True)),
    "causal mask": dict(mask=hiding(BATCH, 1, QUERIES, KEYS), is_causal=True),
    "window": dict(mask=hiding(BATCH, 1, QUERIES, KEYS), local_window_size=(2, 0)),
    "mask and bias": dict(
        mask=hiding(BATCH, 1, QUERIES, KEYS), bias=normal(BATCH, HEADS, QUERIES, KEYS)
    ),
    "lengths": dict(
        query_seq_lengths=jnp.array([10, 3], "int32"),
        key_value_seq_lengths=jnp.array([0, 12], "int32"),
    ),
    "window and lengths": dict(
        key_value_seq_lengths=jnp.array([3, 0], "int32"), local_window_size=(2, 0)
    ),
    "mask and lengths": dict(
        mask=hiding(BATCH, 1, QUERIES, KEYS), key_value_seq_lengths=jnp.array([3, 12], "int32")
    ),
}


@pytest.mark.one_in(10)
@pytest.mark.parametrize(
    "name, dtype, kinds",
    [*((name, "bfloat16", 2) for name in NONE_SEEN), ("mask and bias", "float16", HEADS)],
)
def test_a_query_that_sees_no_key_gets_the_mean_of_all_values(name, dtype, kinds, cudnn, gpu):
    options = {k: x.astype(dtype) if k == "bias" else x for k, x in NONE_SEEN[name].items()}
    attend = functools.partial(dot_product_attention, **options)
    given = operands(dtype, kinds)
    check(attend, gpu, *given)
    assert calls(cudnn) == ([FORWARD, GRADIENT], False)
    _, got = attend(*fjax.device_put(given, gpu), return_residual=True)
    _, wanted = attend(*[x.astype("float32") for x in given], return_residual=True)
    close(*(jnp.maximum(x.astype("float32"), -1e4) for x in (got, wanted)), jnp.finfo(dtype).eps)


@pytest.mark.extended
@pytest.mark.parametrize("kinds_of_keys", [1, 2])
def test_heads_that_share_keys(kinds_of_keys, cudnn, gpu):
    check(dot_product_attention, gpu, *operands(kinds=kinds_of_keys))
    assert calls(cudnn) == ([FORWARD, GRADIENT], False)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "shape", [(BATCH, HEADS), (1, HEADS), (1, 1)], ids=["whole", "heads", "one"]
)
def test_the_gradient_of_a_bias_is_of_the_same_call(shape, cudnn, gpu):
    bias = normal(*shape, QUERIES, KEYS)
    function = lambda q, k, v, bias: dot_product_attention(q, k, v, bias, is_causal=True)
    check(function, gpu, *operands(), bias, differentiate=(0, 1, 2, 3))
    assert calls(cudnn) == ([FORWARD, GRADIENT], False)


@pytest.mark.extended
def test_the_gradient_of_a_bias_under_a_mask(cudnn, gpu):
    mask = seen(BATCH, 1, QUERIES, KEYS)
    function = lambda q, k, v, bias: dot_product_attention(q, k, v, bias, mask)
    bias = normal(BATCH, HEADS, QUERIES, KEYS)
    check(function, gpu, *operands(), bias, differentiate=(0, 1, 2, 3))
    assert calls(cudnn) == ([FORWARD, GRADIENT], False)


@pytest.mark.extended
def test_a_bias_that_is_spread_over_queries_has_its_gradient_from_logits(cudnn, gpu):
    function = lambda q, k, v, bias: dot_product_attention(q, k, v, bias)
    check(function, gpu, *operands(), normal(1, HEADS, 1, KEYS), differentiate=(0, 3))
    assert calls(cudnn) == ([FORWARD], True)


@pytest.mark.parametrize("jit", [False, True])
def test_the_residual(jit, cudnn, gpu):
    q, k, v = operands()
    function = lambda *xs: dot_product_attention(*xs, is_causal=True, return_residual=True)
    got = (fjax.jit(function) if jit else function)(*fjax.device_put((q, k, v), gpu))
    wanted = function(*[x.astype("float32") for x in (q, k, v)])
    assert got[1].dtype == q.dtype and got[1].shape == (BATCH, QUERIES, HEADS)
    for a, b in zip(got, wanted, strict=True):
        close(a, b, jnp.finfo("bfloat16").eps)
    assert calls(cudnn) == ([FORWARD], False)


# ---- transformations


@pytest.mark.extended
@pytest.mark.one_in(3)
@pytest.mark.parametrize("axes", [(0, 0, 0), (1, None, 2), (None, 0, None)], ids=str)
def test_a_batch_is_one_call(axes, cudnn, gpu):
    q, k, v = operands()
    args = [
        x if a is None else jnp.stack([x, -x, 2 * x], a)
        for x, a in zip((q, k, v), axes, strict=True)
    ]
    check(fjax.vmap(functools.partial(dot_product_attention, is_causal=True), axes), gpu, *args)
    assert calls(cudnn) == ([FORWARD, GRADIENT], False)


@pytest.mark.extended
def test_batches_of_batches_with_masks_and_lengths(cudnn, gpu):
    function = lambda q, k, v, mask, n: dot_product_attention(
        q, k, v, mask=mask, key_value_seq_lengths=n, scale=0.5
    )
    batched = fjax.vmap(fjax.vmap(function, (0, 0, 0, None, 0)), (0, 0, 0, 0, None))
    q, k, v = (jnp.stack([jnp.stack([x, -x, x * 2])] * 2) for x in operands())
    mask, n = seen(2, BATCH, 1, 1, KEYS), jnp.array([[12, 3], [1, 4], [7, 7]], "int32")
    check(batched, gpu, q, k, v, mask, n)
    assert calls(cudnn) == ([FORWARD, GRADIENT], False)


@pytest.mark.extended
def test_it_has_derivatives_of_any_kind(cudnn, gpu):
    """Forward mode and second derivatives compute logits; all of it on the GPU."""
    q, k, v = operands(queries=4, keys=5, size=8)
    loss = lambda q, k, v: jnp.sum(dot_product_attention(q, k, v).astype("float32") ** 2)
    functions = {
        "jvp": lambda *xs: fjax.jvp(dot_product_attention, xs, xs)[1],
        "forward over reverse": lambda *xs: fjax.jvp(fjax.grad(loss), xs, xs)[1],
        "reverse over reverse": fjax.grad(
            lambda *xs: jnp.sum(fjax.grad(loss)(*xs).astype("float32") ** 2)
        ),
        "hessian along": lambda q, k, v: fjax.grad(lambda t: loss(q * t, k, v))(jnp.bfloat16(1)),
    }
    for function in functions.values():
        got = fjax.jit(function)(*fjax.device_put((q, k, v), gpu))
        wanted = fjax.jit(function)(*[x.astype("float32") for x in (q, k, v)])
        close(got, wanted, 4 * jnp.finfo("bfloat16").eps)
    if hasattr(cudnn, "machine"):
        assert FORWARD in calls(cudnn)[0]


@pytest.mark.extended
def test_a_checkpoint_computes_it_again_and_a_loop_calls_it_each_step(cudnn, gpu):
    layer = fjax.checkpoint(lambda x: dot_product_attention(x, x, x))
    loop = lambda x: lax.scan(lambda c, _: (layer(c), None), x, None, length=3)[0]
    check(loop, gpu, normal(BATCH, 6, HEADS, SIZE), differentiate=(0,))
    assert calls(cudnn) == ([FORWARD] * 3 + [FORWARD, GRADIENT] * 3, False)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "transformed", [lambda f: f, fjax.vmap, fjax.grad], ids="plain vmap grad".split()
)
def test_at_once_as_in_programs(transformed, cudnn, gpu):
    function = lambda q, k, v: jnp.sum(dot_product_attention(q, k, v).astype("float32"))
    args = [x[None] for x in operands()] if transformed is fjax.vmap else operands()
    got = transformed(function)(*fjax.device_put(args, gpu))
    wanted = transformed(function)(*[x.astype("float32") for x in args])
    close(got, wanted, jnp.finfo("bfloat16").eps)
    if hasattr(cudnn, "machine"):
        assert FORWARD in calls(cudnn)[0]


# ---- what it is for, and what not


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "case",
    [
        (dict(dtype="float32"), {}),
        (dict(dtype="float64"), {}),
        ({}, dict(bias=normal(1, 1, QUERIES, KEYS, dtype="float32"))),
        ({}, dict(local_window_size=(2, 1))),
        ({}, dict(local_window_size=2)),
        ({}, dict(implementation="xla")),
    ],
    ids=["float32", "float64", "wide_bias", "window", "window_both", "xla"],
)
def test_what_it_is_not_for_is_products_and_kernels(case, cudnn, gpu):
    given, options = case
    function = fjax.jit(functools.partial(dot_product_attention, **options))
    args = operands(**given)
    got = function(*fjax.device_put(args, gpu))
    wanted = function(*[x.astype("float64") for x in args])
    close(got, wanted, jnp.finfo(got.dtype).eps)
    assert calls(cudnn) == ([], True)


@pytest.mark.extended
@pytest.mark.parametrize(
    ("given", "options"),
    [(dict(size=12), {}), (dict(size=136), {}), (dict(queries=13), dict(local_window_size=(3, 0)))],
    ids=["head of 12", "head of 136", "window"],
)
def test_what_it_has_no_engine_for_is_products_and_kernels(given, options, cudnn, gpu):
    check(functools.partial(dot_product_attention, **options), gpu, *operands(**given))
    assert calls(cudnn) == ([], True)


@pytest.mark.extended
@pytest.mark.parametrize("machine", [dict(capability=(9, 0))], indirect=True)
def test_larger_heads_on_newer_gpus(machine, cudnn, gpu):
    check(dot_product_attention, gpu, *operands(size=136))
    assert calls(cudnn) == ([FORWARD, GRADIENT], False)


@pytest.mark.extended
@pytest.mark.parametrize("machine", [dict(capability=(10, 0))], indirect=True)
def test_gradients_that_were_not_the_same_each_time_are_not_taken(machine, cudnn, gpu):
    check(dot_product_attention, gpu, *operands())
    assert calls(cudnn) == ([FORWARD], True)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("missing", [FORWARD, GRADIENT])
def test_each_of_both_may_be_missing(missing, machine, gpu, cudnn, monkeypatch):
    monkeypatch.setattr(machine, "unsupported", lambda kind: kind == missing)
    check(functools.partial(dot_product_attention, is_causal=True), gpu, *operands())
    assert missing not in calls(cudnn)[0] and machine.products


def test_the_platform_is_that_of_the_arguments_or_of_the_default_device(cudnn, gpu):
    q, k, v = operands()
    function = fjax.jit(dot_product_attention)
    function(q, k, v)
    function(*fjax.device_put((q, k, v), gpu))
    assert calls(cudnn) == ([FORWARD], False) and function._cache_size() == 2
    with fjax.default_device(gpu):
        function(q, k, v)
    assert calls(cudnn) == ([FORWARD] * 2, False)


def test_a_program_that_was_made_on_meta_is_made_again_for_values():
    """It holds constants, which have no values there."""
    given = [normal(1, 5, 2, 8, dtype="float32") for _ in range(3)] + [None] * 4
    form, computed = AttentionForm(0.3, is_causal=True), Computed(0.3, True, None)
    with fjax.default_device("meta"):
        shapes = [x.shape for x in fused(form, computed, given)]
    outs = fused(form, computed, given)
    assert [x.shape for x in outs] == shapes
    for out, wanted in zip(outs, computed(*given), strict=True):
        np.testing.assert_allclose(out, wanted, rtol=1e-5, atol=1e-5)


def test_a_program_for_the_cpu_has_no_such_operation():
    assert "attention" not in str(fjax.make_jaxpr(dot_product_attention)(*operands()))


def test_a_program_for_a_gpu_runs_on_the_cpu(gpu):
    q, k, v = operands()
    with fjax.default_device(gpu):
        program = fjax.make_jaxpr(fjax.grad(lambda *xs: dot_product_attention(*xs).sum()))(q, k, v)
    assert "attention_gradients" in str(program)
    (got,) = fjax.jit(jaxpr_as_fun(program))(q, k, v)
    close(got, fjax.grad(lambda *xs: dot_product_attention(*xs).sum())(q, k, v), 2**-8)


def test_who_asks_for_cudnn_gets_it_or_an_error(gpu, cudnn):
    function = functools.partial(dot_product_attention, implementation="cudnn")
    args = operands()
    function(*fjax.device_put(args, gpu))
    assert calls(cudnn) == ([FORWARD], False)
    with pytest.raises(FjaxValueError, match="arrays on a GPU"):
        function(*args)


def test_the_operation_itself_takes_every_dtype(cudnn, gpu):
    """As a program that was traced on a GPU may be run with others."""
    given = *operands("float64"), None, None, None, None
    form, computed = AttentionForm(0.25), Computed(0.25, False, None)
    function = lambda *xs: fused(form, computed, (*xs, *given[3:]))[0]
    args = fjax.device_put(given[:3], gpu)
    close(fjax.jit(function)(*args), dot_product_attention(*given[:3]), 2**-52)
    assert calls(cudnn) == ([], True)
