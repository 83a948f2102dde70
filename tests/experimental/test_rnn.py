"""lstm: against a loop over examples and steps in NumPy."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.experimental import rnn

SIZES = (3, 4, 2)  # input, hidden, layers


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def one_direction(xs, h, c, w_ih, w_hh, bias):
    """The states of one layer on one sequence, step by step."""
    states = []
    for x in xs:
        i, f, g, o = np.split(w_ih @ x + w_hh @ h + bias, 4)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        states.append(h)
    return np.array(states), h, c


def reference(x, h_0, c_0, weights, lengths, directions):
    """The network on each sequence alone."""
    w_ih, w_hh, b_ih, b_hh = weights
    y = np.zeros((*x.shape[:2], directions * SIZES[1]))
    h_n, c_n = np.zeros_like(h_0), np.zeros_like(c_0)
    for b, n in enumerate(lengths):
        seen = x[b, :n]
        for layer in range(0, len(w_ih), directions):
            outs = []
            for d in range(directions):
                k = layer + d
                out, h_n[k, b], c_n[k, b] = one_direction(
                    seen[::-1] if d else seen,
                    h_0[k, b],
                    c_0[k, b],
                    w_ih[k],
                    w_hh[k],
                    b_ih[k] + b_hh[k],
                )
                outs.append(out[::-1] if d else out)
            seen = np.concatenate(outs, axis=-1)
        y[b, :n] = seen
    return y, h_n, c_n


@pytest.mark.parametrize("bidirectional", [False, True])
def test_each_sequence_is_run_to_its_own_end(bidirectional):
    rng = np.random.default_rng(0)
    directions = 2 if bidirectional else 1
    options = dict(dropout=0.0, bidirectional=bidirectional)
    weights = rnn.init_lstm_weight(fjax.random.key(0), *SIZES, bidirectional).astype(float)
    assert weights.shape == (rnn.get_num_params_in_lstm(*SIZES, bidirectional),)
    x = rng.normal(size=(3, 6, 3))
    h, c = rng.normal(size=(2, 2 * directions, 3, 4))
    lengths = np.array([6, 2, 4], np.int32)
    parts = rnn.unpack_lstm_weights(weights, *SIZES, bidirectional)
    wanted = reference(
        x, h, c, [{k: np.asarray(v) for k, v in p.items()} for p in parts], lengths, directions
    )
    found = rnn.lstm(x, h, c, weights, jnp.asarray(lengths), *SIZES, **options)
    again = rnn.lstm_ref(x, h, c, *parts, jnp.asarray(lengths), *SIZES, **options)
    for a, b, w in zip(found, again, wanted, strict=True):
        np.testing.assert_allclose(a, w, rtol=1e-12, atol=1e-14)
        np.testing.assert_array_equal(a, b)


def test_the_gradient_agrees_with_differences():
    weights = rnn.init_lstm_weight(fjax.random.key(1), *SIZES, False).astype(float)
    x, h = jnp.ones((2, 3, 3)), jnp.zeros((2, 2, 4))
    lengths = jnp.array([3, 2], jnp.int32)

    def loss(weights):
        y, _, _ = rnn.lstm(x, h, h, weights, lengths, *SIZES, 0.0, False)
        return jnp.sum(y**2)

    direction = np.random.default_rng(2).normal(size=weights.shape)
    slope = (loss(weights + 1e-5 * direction) - loss(weights - 1e-5 * direction)) / 2e-5
    np.testing.assert_allclose(fjax.grad(loss)(weights) @ direction, slope, rtol=1e-6)


def test_no_ranks_are_joined_inside():
    weights = rnn.init_lstm_weight(fjax.random.key(0), *SIZES, True)
    x, h, lengths = jnp.ones((2, 3, 3)), jnp.zeros((4, 2, 4)), jnp.array([3, 2], jnp.int32)
    with fjax.numpy_rank_promotion("raise"):
        y, _, _ = rnn.lstm(x, h, h, weights, lengths, *SIZES, 0.0, True)
    assert y.shape == (2, 3, 8)


def test_swapping_gates_twice_changes_nothing():
    weights = rnn.init_lstm_weight(fjax.random.key(0), *SIZES, True)
    swapped = rnn.swap_lstm_gates(weights, *SIZES, True)
    (w, *_), (v, *_) = (rnn.unpack_lstm_weights(x, *SIZES, True) for x in (weights, swapped))
    np.testing.assert_array_equal(w[1][8:12], v[1][12:16])
    np.testing.assert_array_equal(rnn.swap_lstm_gates(swapped, *SIZES, True), weights)


def test_what_it_does_not_do_is_refused():
    weights = rnn.init_lstm_weight(fjax.random.key(0), *SIZES, False)
    x, h = jnp.ones((2, 3, 3)), jnp.zeros((2, 2, 4))
    with pytest.raises(NotImplementedError, match="dropout=0.5"):
        rnn.lstm(x, h, h, weights, jnp.array([3, 3], jnp.int32), *SIZES, 0.5, False)
    with pytest.raises(NotImplementedError, match="seq_lengths must be int32"):
        rnn.lstm(x, h, h, weights, jnp.array([3, 3], jnp.int64), *SIZES, 0.0, False)
    with pytest.raises(ValueError, match="weights, got float32"):
        rnn.lstm(x, h, h, weights[1:], jnp.array([3, 3], jnp.int32), *SIZES, 0.0, False)
