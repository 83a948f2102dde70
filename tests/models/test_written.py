"""Models of tokens: beside transformers' ones, decoding beside the whole, search beside all."""

import itertools
import json

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import models, nn
from fjax.errors import FjaxValueError, ShapeError
from fjax.nn.torch_weights import places_of
from tests.models import torch_cases as cases

FIGURES = json.loads(cases.FIGURES.read_text())
KEY = fjax.random.key(0)


def values(name):
    """What transformers calls the arrays, each with its value; shared ones are one."""
    found = {n: cases.value(n, tuple(s)) for n, s in FIGURES[name]["shapes"].items()}
    if "lm_head.weight" in found:
        found["lm_head.weight"] = found["transformer.wte.weight"]
    return found


def loaded(name):
    model, state = eval(cases.WRITTEN[name][1], {"m": models, "k": KEY})
    model, _ = nn.load_torch(model, state, values(name))
    return nn.to_dtype(model, jnp.float64)


@pytest.mark.one_in(3)
@pytest.mark.needs("x64", reason="the figures are of float64")
@pytest.mark.parametrize("name", cases.WRITTEN)
def test_a_model_computes_what_transformers_does(name):
    model, expected = loaded(name), FIGURES[name]

    def loss(model):
        y = model(cases.TOKENS)
        y = y[0] if isinstance(y, tuple) else y
        return jnp.sum(y * cases.weight_of(y.shape)), y

    gradients, y = fjax.jit(fjax.grad(loss, has_aux=True))(model)
    np.testing.assert_allclose(np.ravel(y), expected["y"], rtol=1e-9, atol=1e-9)
    checked = 0
    for place in places_of(gradients, {}):
        source = place.sources[0]
        there = next(
            (n for n in (source, f"transformer.{source}") if n in expected["gradients"]), None
        )
        if there is not None:
            norm, product = expected["gradients"][there]
            np.testing.assert_allclose(
                cases.projection(place.array), [norm, product], rtol=1e-7, atol=1e-9, err_msg=there
            )
            checked += 1
    assert checked > 15


@pytest.mark.parametrize("scan", [False, True])
def test_stacked_blocks_have_the_same_weights(scan):
    text = cases.WRITTEN["gpt2"][1].replace("heads=2", f"heads=2, scan={scan}")
    model, state = eval(text, {"m": models, "k": KEY})
    model, _ = nn.load_torch(model, state, values("gpt2"))
    y = nn.to_dtype(model, jnp.float64)(cases.TOKENS)
    np.testing.assert_allclose(np.ravel(y), FIGURES["gpt2"]["y"], rtol=1e-4, atol=1e-4)


@pytest.mark.extended
@pytest.mark.parametrize("scan", [False, True])
def test_generation_continues_as_the_whole_model_does(scan):
    sizes = dict(vocabulary=11, context=12, width=8, depth=2, heads=2)
    model, _ = models.gpt(KEY, **sizes, scan=scan)
    model = nn.replace(model, "wpe.weight", 40 * model.wpe.weight)  # else a token follows itself
    tokens = jnp.array([[1, 2, 3], [4, 5, 6]])
    found = models.generate(model, tokens, 6)
    for _ in range(6):
        new = jnp.argmax(model(tokens)[:, -1], axis=-1)[:, None]
        tokens = jnp.concatenate([tokens, new], axis=1)
    np.testing.assert_array_equal(found, tokens[:, 3:])
    assert len(np.unique(found)) > 2
    drawn = models.generate(model, tokens[:, :3], 6, key=KEY, temperature=5.0)
    assert drawn.shape == (2, 6) and not np.array_equal(drawn, found)
    with pytest.raises(FjaxValueError, match="do not fit into a context of 12"):
        models.generate(model, tokens[:, :3], 11)


def test_tokens_beyond_the_context_are_refused():
    model, _ = models.gpt(KEY, vocabulary=5, context=4, width=4, depth=1, heads=1)
    with pytest.raises(ShapeError, match="at most 4"):
        model(jnp.zeros((1, 5), int))


def test_masked_tokens_change_nothing():
    model, _ = models.bert(KEY, vocabulary=9, context=8, width=8, depth=2, heads=2)
    tokens = jnp.array([[1, 2, 3, 4, 5]])
    mask = jnp.array([[True, True, True, False, False]])
    one, _ = model(tokens, mask=mask)
    two, _ = model(tokens.at[0, 4].set(7), mask=mask)
    np.testing.assert_allclose(one[:, :3], two[:, :3], rtol=1e-6)
    assert not np.allclose(one[:, :3], model(tokens)[0][:, :3], rtol=1e-3)


def test_a_wide_beam_finds_the_likeliest_sequence(rng):
    """All sequences of three tokens, or fewer with the end, are compared."""
    vocabulary, steps, end = 4, 3, 0
    table = jnp.asarray(rng.standard_normal((2, vocabulary, vocabulary)) * 2)  # by example
    logp = np.asarray(nn.log_softmax(table, axis=-1))

    def step(carry, tokens):
        return table[carry, tokens], carry

    tokens, lengths = models.beam_search(
        step, jnp.arange(2), jnp.array([1, 2]), end=end, beams=64, steps=steps, alpha=0.7
    )
    for example, first in enumerate((1, 2)):
        best = (-np.inf, None)
        for sequence in itertools.product(range(vocabulary), repeat=steps):
            ends = [k for k, t in enumerate(sequence) if t == end]
            length = ends[0] + 1 if ends else steps
            if any(sequence[length:]):
                continue
            score, last = 0.0, first
            for token in sequence[:length]:
                score, last = score + logp[example, last, token], token
            best = max(best, (score / ((5 + length) / 6) ** 0.7, sequence))
        assert tuple(tokens[example].tolist()) == best[1]
        assert lengths[example] == (best[1] + (end,)).index(end) + (end in best[1])


@pytest.mark.extended
def test_a_narrow_beam_is_greedy():
    model, _ = models.gnmt(KEY, vocabulary=13, width=8, layers=3, dropout=0.0)
    source, lengths = jnp.array([[3, 4, 5, 6], [7, 8, 0, 0]]), jnp.array([4, 2])
    found, counts = model.translate(source, lengths, begin=1, end=2, steps=5, beams=1)
    target = jnp.full((2, 1), 1)
    for _ in range(5):
        logits = model((source, target), lengths=lengths)
        target = jnp.concatenate([target, jnp.argmax(logits[:, -1:], axis=-1)], axis=1)
    for row, wanted, count in zip(found.tolist(), target[:, 1:].tolist(), counts.tolist()):
        assert row[:count] == wanted[:count]


def test_what_stands_behind_a_source_is_not_read():
    model, _ = models.gnmt(KEY, vocabulary=13, width=8)
    source, target, lengths = jnp.array([[3, 4, 5, 6]]), jnp.array([[1, 7, 8]]), jnp.array([2])
    one = model((source, target), lengths=lengths)
    two = model((source.at[0, 3].set(9), target), lengths=lengths)
    np.testing.assert_allclose(one, two, rtol=1e-6)
    np.testing.assert_allclose(one, model((source[:, :2], target)), rtol=1e-5, atol=1e-6)
    with pytest.raises(ShapeError, match="GNMT takes tokens"):
        model((source, target[0]))


def test_the_recommender_adds_products_and_a_network():
    model, state = models.ncf(KEY, users=5, items=7, factors=3, layers=(4, 2))
    pairs = jnp.array([[1, 2], [4, 6]])
    found, _ = model(pairs, state)
    for row, (user, item) in zip(found, pairs.tolist()):
        products = model.mf_user_embed.weight[user] * model.mf_item_embed.weight[item]
        both = [model.mlp_user_embed.weight[user], model.mlp_item_embed.weight[item]]
        hidden = nn.relu(model.mlp[0](jnp.concatenate(both)))
        wanted = model.final(jnp.concatenate([products, hidden]))[0]
        np.testing.assert_allclose(row, wanted, rtol=1e-5)


def test_an_autoencoder_draws_codes_while_it_trains():
    model, state = models.vae(KEY, image_size=8, width=2, code=3)
    x = fjax.random.uniform(KEY, (2, 1, 8, 8), jnp.float32)
    (one, mean, variance), _ = model(x, state, key=KEY, train=True)
    (two, *_), _ = model(x, state)
    assert not np.allclose(one, two)
    np.testing.assert_allclose(two, model.decode(mean), rtol=1e-6)
    with pytest.raises(FjaxValueError, match="key="):
        model(x, train=True)
    codes = 0.5 * jnp.sum(mean**2 + jnp.exp(variance) - 1 - variance, -1)
    given = jnp.where(x > 0, nn.sigmoid(two), 1)
    wanted = -jnp.sum(x * jnp.log(given) + (1 - x) * jnp.log(1 - given), (1, 2, 3)) + codes
    np.testing.assert_allclose(models.evidence(x, two, mean, variance), wanted.mean(), rtol=1e-5)


def test_a_unet_takes_multiples_of_its_steps():
    model, state = models.unet(KEY, channels=1, width=2, depth=2)
    y, after = model(jnp.ones((2, 1, 12, 8), jnp.float32), state, train=True)
    assert y.shape == (2, 2, 12, 8) and after.keys() == state.keys() and len(state) == 10
    with pytest.raises(ShapeError, match="multiples of 4"):
        model(jnp.ones((1, 1, 10, 8)), state)
