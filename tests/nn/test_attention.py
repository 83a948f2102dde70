"""Attention against a plain spelling of its formula."""

from functools import partial

import numpy as np
import pytest
import scipy.special

import fjax
import fjax.numpy as jnp
from fjax import nn
from fjax.core import dtypes
from fjax.nn import attention
from fjax.nn.fused_attention import fused_form

B, T, S, N, H = 2, 5, 6, 4, 8


@pytest.fixture
def operands(rng):
    """Query, key and value, with as many key heads as query heads."""
    return [rng.normal(size=(B, n, N, H)) for n in (T, S, S)]


def plain(query, key, value, visible=None, bias=0.0):
    """The formula, head by head."""
    logits = np.einsum("btnh,bsnh->bnts", query, key) / np.sqrt(query.shape[-1]) + bias
    if visible is not None:
        logits = np.where(visible, logits, -1e30)
    return np.einsum("bnts,bsnh->btnh", scipy.special.softmax(logits, -1), value)


def test_attention_is_its_formula(operands, rng):
    bias = rng.normal(size=(B, N, T, S))
    np.testing.assert_allclose(nn.dot_product_attention(*operands), plain(*operands), rtol=1e-9)
    np.testing.assert_allclose(
        nn.dot_product_attention(*operands, bias=bias), plain(*operands, bias=bias), rtol=1e-9
    )
    np.testing.assert_allclose(
        nn.dot_product_attention(*(x[0] for x in operands)), plain(*operands)[0], rtol=1e-9
    )


def test_masks_hide_keys(operands, rng):
    row, column = np.arange(T)[:, None], np.arange(S)[None, :]
    mask = rng.integers(0, 2, (B, 1, T, S)).astype(bool)
    mask[..., 0] = True
    cases = [
        ({"mask": mask}, mask),
        ({"is_causal": True}, row >= column),
        ({"local_window_size": (2, 1)}, (row <= column + 2) & (row >= column - 1)),
        ({"local_window_size": 1}, abs(row - column) <= 1),
    ]
    for options, visible in cases:
        np.testing.assert_allclose(
            nn.dot_product_attention(*operands, **options), plain(*operands, visible), rtol=1e-9
        )


def test_padding_is_left_out(operands):
    lengths = {
        "query_seq_lengths": jnp.array([3, 5], "int32"),
        "key_value_seq_lengths": jnp.array([4, 2], "int32"),
    }
    found = np.asarray(nn.dot_product_attention(*operands, **lengths))
    query, key, value = operands
    for b, (t, s) in enumerate([(3, 4), (5, 2)]):
        expected = plain(query[b : b + 1, :t], key[b : b + 1, :s], value[b : b + 1, :s])
        np.testing.assert_allclose(found[b : b + 1, :t], expected, rtol=1e-9)
        assert not found[b, t:].any()


def test_key_heads_serve_groups_of_query_heads(operands):
    query, key, value = operands
    few = [x[:, :, :2] for x in (key, value)]
    repeated = [np.repeat(x, 2, axis=2) for x in few]
    np.testing.assert_allclose(
        nn.dot_product_attention(query, *few), plain(query, *repeated), rtol=1e-9
    )


def test_the_residual_is_the_logsumexp(operands):
    query, key, _ = operands
    out, residual = nn.dot_product_attention(*operands, return_residual=True)
    logits = np.einsum("btnh,bsnh->btns", query, key) / np.sqrt(H)
    np.testing.assert_allclose(residual, scipy.special.logsumexp(logits, -1), rtol=1e-9)
    np.testing.assert_allclose(out, plain(*operands), rtol=1e-9)


def test_attention_compiles_and_differentiates(operands):
    query, key, value = (jnp.asarray(x, "float32") for x in operands)
    f = fjax.jit(fjax.grad(lambda q: jnp.sum(nn.dot_product_attention(q, key, value) ** 2)))
    direction = np.ones_like(query)
    slope = float(jnp.vdot(f(query), direction))
    wide = [np.asarray(x, np.float64) for x in (query, key, value)]
    near = [np.sum(plain(wide[0] + h, *wide[1:]) ** 2) for h in (-1e-5, 1e-5)]
    np.testing.assert_allclose(slope, (near[1] - near[0]) / 2e-5, rtol=1e-3)


BLOCKED = {
    "plain": {},
    "causal": {"is_causal": True},
    "window": {"local_window_size": (1, 2)},
    "padding": {
        "query_seq_lengths": np.array([3, 5], np.int32),
        "key_value_seq_lengths": np.array([6, 2], np.int32),
    },
    "residual": {"return_residual": True},
}


@pytest.mark.one_in(64)
@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize("block", [1, 2 * B * N * S, 3 * B * N * S])
@pytest.mark.parametrize("name", BLOCKED)
def test_blocks_of_queries_give_what_all_give(name, block, biased, operands, rng, monkeypatch):
    """Results and gradients, also where the last block is shorter."""
    operands = [*operands, rng.normal(size=(1, N, T, S)) if biased else None]
    mask = rng.random((B, 1, T, S)) < 0.8 if biased else None

    def loss(*operands):
        found = nn.dot_product_attention(*operands, mask, **BLOCKED[name])
        return sum(jnp.sum(jnp.sin(x)) for x in fjax.tree.leaves(found))

    gradient = fjax.value_and_grad(loss, tuple(range(3 + biased)))
    wanted = gradient(*operands)
    monkeypatch.setattr(attention, "MOST_LOGITS", 1)
    monkeypatch.setattr(attention, "BLOCK_LOGITS", block)
    for found in (gradient(*operands), fjax.jit(gradient)(*operands)):
        fjax.tree.map(partial(np.testing.assert_allclose, rtol=1e-9, atol=1e-12), found, wanted)


def test_memory_of_long_texts_grows_with_their_length(monkeypatch):
    def needed(length):
        x = fjax.ShapeDtypeStruct((1, length, 2, 16), np.float32)
        loss = lambda q, k, v: jnp.sum(nn.dot_product_attention(q, k, v, is_causal=True) ** 2)
        gradient = fjax.jit(fjax.grad(loss, (0, 1, 2)))
        return gradient.lower(x, x, x).compile().memory_analysis().temp_size_in_bytes

    monkeypatch.setattr(attention, "MOST_LOGITS", 1 << 16)
    monkeypatch.setattr(attention, "BLOCK_LOGITS", 1 << 16)
    assert needed(4096) < 6 * needed(1024)


@pytest.mark.parametrize(
    "options,words",
    [
        ({"mask": np.zeros((B, N, T, S))}, "mask dtype"),
        ({"query_seq_lengths": np.array([1], np.int32)}, "query_seq_lengths shape"),
        ({"implementation": "nonesuch"}, "implementation"),
    ],
)
def test_operands_that_do_not_fit_are_refused(operands, options, words):
    with pytest.raises(ValueError, match=words):
        nn.dot_product_attention(*operands, **options)


def test_scaled_matmul_multiplies_blocks_by_their_scales(rng):
    a, b = rng.normal(size=(2, 3, 8)), rng.normal(size=(2, 5, 8))
    sa, sb = rng.uniform(1, 2, (2, 3, 2)), rng.uniform(1, 2, (2, 5, 2))
    expected = np.einsum("bmk,bnk->bmn", a * np.repeat(sa, 4, -1), b * np.repeat(sb, 4, -1))
    np.testing.assert_allclose(nn.scaled_matmul(a, b, sa, sb), expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("dtype", [dtypes.float16, dtypes.bfloat16, np.float32])
@pytest.mark.parametrize("is_causal", [False, True])
@pytest.mark.parametrize("window", [None, (3, 0), (3, 2), (0, 0)])
@pytest.mark.parametrize("bias", [None, "same", "float32"])
def test_which_attention_is_one_operation(dtype, is_causal, window, bias):
    q = jnp.ones((1, 4, 2, 8), dtype)
    own = None if bias is None else jnp.ones((1, 2, 4, 4), dtype if bias == "same" else "float32")
    operands = (q, q, q, own, None, None, None)
    form = fused_form(operands, 0.5, is_causal, window)
    looks_back = window is None or is_causal or window[1] == 0
    if dtype == np.float32 or bias == "float32" or not looks_back:
        assert form is None
        return
    bound = is_causal or window is not None
    assert (form.scale, form.is_causal, form.has_bias) == (0.5, bound, own is not None)
    assert form.window == (None if window is None else window[0])
    assert not form.has_mask and not form.has_lengths
    assert fused_form((*operands[:6], jnp.ones(1, int)), 0.5, is_causal, window).has_lengths
    assert fused_form((*operands[:4], q > 0, None, None), 0.5, is_causal, window).has_mask
    assert fused_form(operands, jnp.float32(0.5), is_causal, window) is None
    assert fused_form((q[:0], *operands[1:]), 0.5, is_causal, window) is None
