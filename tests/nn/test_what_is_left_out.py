"""What is ignored, masked, padded or weighs nothing does not matter, whatever it holds."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn
from fjax.experimental import checkify
from fjax.nn import losses, metrics

pytestmark = pytest.mark.needs("x64", reason="the figures are of float64")
DRAW = np.random.default_rng(8)
HELD = {"nan": np.nan, "inf": np.inf, "-inf": -np.inf}
KEY = fjax.random.key(0)
X, Y = DRAW.standard_normal((6, 4)), DRAW.standard_normal((6, 4))
KEPT = np.array([True, False, True, True, False, True])
LABELS = np.array([0, 3, 1, 2, 0, 3])
TIMES, WORDS = DRAW.standard_normal((3, 6, 4)), np.array([[1, 2], [3, 1], [2, 2]])
LONG, ENDS = DRAW.standard_normal((3, 5, 2)), np.array([5, 3, 0])
LSTM = nn.LSTM(2, 3, key=KEY, layers=2, bidirectional=True, dtype=jnp.float64)


def rows(x, held):
    """x with rows that are not kept full of something."""
    return jnp.asarray(np.where(KEPT[:, None] if np.ndim(x) == 2 else KEPT, x, held))


def ends(x, held, lengths):
    """x with steps beyond each row's length full of something."""
    return jnp.asarray(np.where((np.arange(x.shape[1]) < lengths[:, None])[..., None], x, held))


def attention(x, **keywords):
    """Attention of x to itself, for one head of four features; what queries see nothing is left."""
    x = x.reshape(1, 6, 1, 4)
    return nn.dot_product_attention(x, x, x, **keywords)


def steps(count):
    return jnp.array([count], jnp.int32)


MASK = jnp.asarray(KEPT).reshape(1, 1, 1, 6)
# name: (a function of an array and of what it leaves out, the array as it holds something there).
CASES = {
    "ignored labels": (
        lambda x: losses.cross_entropy(x, jnp.where(KEPT, LABELS, -1), ignore_label=-1),
        lambda held: rows(X, held),
    ),
    "ignored labels, smoothed, summed": (
        lambda x: losses.cross_entropy(
            x, jnp.where(KEPT, LABELS, 9), ignore_label=9, label_smoothing=0.1, reduction="sum"
        ),
        lambda held: rows(X, held),
    ),
    "weights of 0 in a perplexity": (
        lambda x: metrics.perplexity(x, KEPT), lambda held: rows(X[:, 0], held)
    ),
    "weights of 0 in an average": (
        lambda x: metrics.Average.empty().update(x, KEPT * 2.0).value(),
        lambda held: rows(X[:, 0], held),
    ),
    "weights of 0 in a perplexity over batches": (
        lambda x: metrics.Perplexity.empty().update(x, jnp.zeros(len(KEPT), int), KEPT).value(),
        lambda held: rows(X, held),
    ),
    "steps beyond the length of logits": (
        lambda x: losses.ctc(x, WORDS, logit_lengths=jnp.array([6, 4, 5])),
        lambda held: ends(TIMES, held, np.array([6, 4, 5])),
    ),
    "logits of no length": (
        lambda x: losses.ctc(
            x, WORDS, logit_lengths=jnp.array([6, 0, 5]), label_lengths=jnp.array([2, 0, 2])
        ),
        lambda held: ends(TIMES, held, np.array([6, 0, 5])),
    ),
    "steps beyond the length of sequences": (
        lambda x: jnp.sum(jnp.sin(LSTM(x, lengths=ENDS)[0])), lambda held: ends(LONG, held, ENDS)
    ),
    "a mask of a logsumexp": (
        lambda x: jnp.sum(nn.logsumexp(x, axis=0, where=KEPT[:, None])), lambda held: rows(X, held)
    ),
    "a mask of a logmeanexp": (
        lambda x: jnp.sum(nn.logmeanexp(x, axis=0, where=KEPT[:, None])), lambda held: rows(X, held)
    ),
    "weights of 0 of a logsumexp": (
        lambda x: jnp.sum(nn.logsumexp(x, axis=0, b=KEPT[:, None] * 2.0)),
        lambda held: rows(X, held),
    ),
    "a mask of a softmax": (
        lambda x: jnp.sum(jnp.sin(nn.softmax(x, axis=0, where=KEPT[:, None]))),
        lambda held: rows(X, held),
    ),
    "a mask of a log_softmax": (
        lambda x: jnp.sum(
            jnp.sin(nn.log_softmax(x, axis=0, where=KEPT[:, None])), where=KEPT[:, None]
        ),
        lambda held: rows(X, held),
    ),
    "a mask of what is standardized": (
        lambda x: jnp.sum(jnp.sin(nn.standardize(x, 0, where=KEPT[:, None])), where=KEPT[:, None]),
        lambda held: rows(X, held),
    ),
    "a mask of what is standardized by deviations": (
        lambda x: jnp.sum(
            jnp.sin(nn.standardize(x, 0, where=KEPT[:, None], algorithm="stable")),
            where=KEPT[:, None],
        ),
        lambda held: rows(X, held),
    ),
    "keys behind a mask": (
        lambda x: jnp.sum(jnp.sin(_to(x, mask=MASK))), lambda held: rows(X, held)
    ),
    "keys beyond a length": (
        lambda x: jnp.sum(jnp.sin(_to(x, key_value_seq_lengths=steps(4)))),
        lambda held: jnp.asarray(X).at[4:].set(held),
    ),
    "keys and queries beyond a length": (
        lambda x: jnp.sum(
            jnp.sin(attention(x, query_seq_lengths=steps(4), key_value_seq_lengths=steps(4)))
        ),
        lambda held: jnp.asarray(X).at[4:].set(held),
    ),
    "a bias behind a mask": (
        lambda x: jnp.sum(jnp.sin(attention(jnp.asarray(X), bias=_bias(x), mask=MASK))),
        lambda held: rows(X[:, 0], held),
    ),
    "ends of dropped values": (
        lambda x: jnp.sum(jnp.where(KEPT, nn.Dropout(0.0)(x), 0)), lambda held: rows(X[:, 0], held)
    ),
}  # fmt: skip


def _to(x, **keywords):
    """Attention of queries to keys and values x."""
    q = jnp.asarray(Y).reshape(1, 6, 1, 4)
    return nn.dot_product_attention(q, x.reshape(1, 6, 1, 4), x.reshape(1, 6, 1, 4), **keywords)


def _bias(x):
    return jnp.broadcast_to(x.reshape(1, 1, 1, 6), (1, 1, 6, 6))


@pytest.mark.one_in(36)
@pytest.mark.parametrize("jit", [False, True], ids=["eager", "compiled"])
@pytest.mark.parametrize("held", HELD)
@pytest.mark.parametrize("name", CASES)
def test_what_is_left_out_changes_neither_value_nor_slope(name, held, jit):
    function, given = CASES[name]
    both = fjax.value_and_grad(function)
    both = fjax.jit(both) if jit else both
    expected, found = both(given(7.0)), both(given(HELD[held]))
    assert np.all(np.isfinite(expected[1]))
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-15)


def test_an_ignored_row_is_as_if_it_were_not_there():
    loss = lambda x, y: losses.cross_entropy(x, y, ignore_label=-1)
    value, slope = fjax.value_and_grad(loss)(rows(X, np.nan), jnp.where(KEPT, LABELS, -1))
    there, only = fjax.value_and_grad(loss)(jnp.asarray(X[KEPT]), LABELS[KEPT])
    np.testing.assert_allclose(value, there, rtol=1e-14)
    np.testing.assert_allclose(slope[KEPT], only, rtol=1e-12)
    np.testing.assert_array_equal(slope[~KEPT], 0)


def test_rows_that_are_all_ignored_have_no_mean_and_no_slope():
    loss = lambda x: losses.cross_entropy(x, jnp.full(6, -1), ignore_label=-1)
    value, slope = fjax.value_and_grad(loss)(jnp.asarray(X))
    assert np.isnan(value)
    np.testing.assert_array_equal(slope, 0)


INFINITE = {
    "a class that is masked": (
        lambda x: losses.cross_entropy(x, jnp.array([0])), [[0.5, -np.inf, 1.0]], [[0.5, 1.0]]
    ),
    "a class without a share": (
        lambda x: losses.cross_entropy(x, jnp.array([[0.5, 0.0, 0.5]])[:, : x.shape[1]])
        if x.shape[1] == 3
        else losses.cross_entropy(x, jnp.array([[0.5, 0.5]])),
        [[0.5, -np.inf, 1.0]], [[0.5, 1.0]],
    ),
    "a divergence from what has no share": (
        lambda x: losses.kl_divergence(x, jnp.array([0.5, 0.0, 0.5])[: x.size])
        if x.size == 3
        else losses.kl_divergence(x, jnp.array([0.5, 0.5])),
        [-0.5, -np.inf, -1.0], [-0.5, -1.0],
    ),
    "a divergence from what has no share, in logarithms": (
        lambda x: losses.kl_divergence(
            x, jnp.log(jnp.array([0.5, 0.0, 0.5] if x.size == 3 else [0.5, 0.5])), log_targets=True
        ),
        [-0.5, -np.inf, -1.0], [-0.5, -1.0],
    ),
    "a logit that is right": (
        lambda x: losses.binary_cross_entropy(
            x, jnp.array([1.0, 1.0, 0.0] if x.size == 3 else [1.0]), reduction="sum"
        ),
        [0.5, np.inf, -np.inf], [0.5],
    ),
    "a logit that is right in a focal loss": (
        lambda x: losses.focal_loss(
            x, jnp.array([1.0, 1.0, 0.0] if x.size == 3 else [1.0]), reduction="sum"
        ),
        [0.5, np.inf, -np.inf], [0.5],
    ),
    "a step without a class": (
        lambda x: losses.ctc(x[None], jnp.array([[1]])),
        [[0.1, 0.2, -np.inf], [0.3, 0.1, -np.inf]], [[0.1, 0.2], [0.3, 0.1]],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", INFINITE)
def test_an_infinity_that_weighs_nothing_adds_nothing(name):
    function, with_it, without = INFINITE[name]
    with_it, without = np.array(with_it), np.array(without)
    found, slope = fjax.value_and_grad(function)(jnp.asarray(with_it))
    expected, part = fjax.value_and_grad(function)(jnp.asarray(without))
    np.testing.assert_allclose(found, expected, rtol=1e-14)
    np.testing.assert_allclose(slope[np.isfinite(with_it)], np.ravel(part), rtol=1e-12)
    np.testing.assert_array_equal(slope[~np.isfinite(with_it)], 0)


@pytest.mark.parametrize("gamma", [0.0, 0.01, 0.5, 1.0, 2.0, 3])
@pytest.mark.parametrize("kind", [np.float16, jnp.bfloat16, np.float32, np.float64])
def test_the_focal_loss_has_slopes_where_logits_are_saturated(gamma, kind):
    size = np.array([20.0, 87, 88, 90, 100, 103, 104, 106, 708, 720, 740, 745, 746, 900])
    x, y = np.repeat([-size, size], 2), np.tile([0.0, 1.0], 2 * size.size)
    loss = lambda x, y: losses.focal_loss(x, y, gamma=gamma, alpha=-1, reduction="sum")
    slope = fjax.grad(loss)(jnp.asarray(x, kind), jnp.asarray(y, kind))
    # -y log p (1-p)^g, where p or 1-p is nothing
    expected = np.where((x > 0) == (y == 1), 0.0, np.sign(x) * 1.0)
    np.testing.assert_allclose(np.float64(slope), expected, atol=1e-5, rtol=1e-2)


TABLE = nn.Embedding(3, 2, key=fjax.random.key(0))
WRONG = {
    "cross_entropy": (
        lambda y: losses.cross_entropy(jnp.zeros((2, 3)), y), "a label is from 0 to 2"
    ),
    "ctc": (
        lambda y: losses.ctc(jnp.zeros((2, 4, 3)), y[:, None]), "ctc: a label is from 0 to 2"
    ),
    "ctc, lengths of logits": (
        lambda n: losses.ctc(jnp.zeros((2, 4, 3)), jnp.ones((2, 1), int), logit_lengths=n),
        "one of logit_lengths is from 0 to 4",
    ),
    "ctc, lengths of labels": (
        lambda n: losses.ctc(jnp.zeros((2, 4, 3)), jnp.ones((2, 1), int), label_lengths=n),
        "one of label_lengths is from 0 to 1",
    ),
    "an embedding": (
        lambda i: TABLE(i).sum(), "Embedding: an index is from 0 to 2"
    ),
    "hit_ratio": (
        lambda y: 0 / metrics.hit_ratio(jnp.zeros((2, 3)), y, k=9), "a wanted item is from 0 to 2"
    ),
    "ndcg": (
        lambda y: 0 / metrics.ndcg(jnp.zeros((2, 3)), y, k=9), "a wanted item is from 0 to 2"
    ),
}  # fmt: skip


@pytest.mark.one_in(10)
@pytest.mark.parametrize("wrong", [[-1, -1], [-7, -7], [9, 9], [2**31, 2**31]])
@pytest.mark.parametrize("name", WRONG)
def test_a_number_that_is_none_raises_and_compiled_gives_nan(name, wrong):
    function, words = WRONG[name]
    wrong = jnp.array(wrong)
    with pytest.raises(ValueError, match=words):
        function(wrong)
    with pytest.raises(ValueError, match=words):
        fjax.grad(lambda x: function(wrong) * x)(1.0)
    if "lengths of logits" not in name:
        assert np.isnan(fjax.jit(function)(wrong))


@pytest.mark.parametrize("blank", [0, 2])
def test_blanks_among_labels_that_count_are_refused(blank):
    x, n = jnp.zeros((2, 4, 3)), jnp.array([1, 0])
    labels = jnp.array([[1, blank], [blank, blank]])
    loss = lambda labels, n=None: losses.ctc(
        x, labels, label_lengths=n, blank=blank, reduction="none"
    )
    with pytest.raises(ValueError, match=rf"without blanks, got {blank} at \(0, 1\)"):
        loss(labels)
    np.testing.assert_array_equal(fjax.jit(loss)(labels), np.nan)
    np.testing.assert_array_equal(loss(labels, n), loss(labels.at[:, 1].set(7).at[1].set(-3), n))
    np.testing.assert_array_equal(fjax.jit(loss)(labels, n), loss(labels, n))


def test_a_single_number_that_is_none_raises():
    for call in (lambda: TABLE(-1), lambda: losses.cross_entropy(jnp.zeros(3), 3)):
        with pytest.raises(ValueError, match="is from 0 to 2, got -?[13]\n"):
            call()
    with pytest.raises(ValueError, match=r"ctc takes label_lengths of shape \(2,\), got "):
        losses.ctc(jnp.zeros((2, 4, 3)), jnp.ones((2, 1), int), label_lengths=1)


@pytest.mark.parametrize("blank", [-1, 3])
def test_a_blank_is_a_class(blank):
    with pytest.raises(ValueError, match=f"blank is one of 3 classes, from 0, got {blank}"):
        losses.ctc(jnp.zeros((1, 4, 3)), jnp.array([[1]]), blank=blank)


def test_rows_that_an_embedding_has_not_add_nothing_to_its_slopes():
    slope = fjax.jit(fjax.grad(lambda table, i: table(i).sum()))
    np.testing.assert_array_equal(
        slope(TABLE, jnp.array([-1, 3, 1])).weight, [[0, 0], [1, 1], [0, 0]]
    )


@pytest.mark.parametrize("label", [-1, 3])
def test_checkify_tells_of_labels_in_compiled_losses(label):
    loss = lambda x, y: losses.cross_entropy(x, y)
    checked = fjax.jit(checkify.checkify(loss, errors=checkify.index_checks))
    error, _ = checked(jnp.zeros((2, 3)), jnp.array([0, label]))
    assert "out-of-bounds" in error.get()
    error, _ = checked(jnp.zeros((2, 3)), jnp.array([0, 2]))
    assert error.get() is None


def test_queries_that_see_nothing_get_the_mean_of_finite_values():
    q = jnp.ones((1, 2, 1, 3))
    v = jnp.arange(6.0).reshape(1, 2, 1, 3)
    found = nn.dot_product_attention(q, q, v, mask=jnp.zeros((1, 1, 2, 2), bool))
    np.testing.assert_allclose(found[0, :, 0], np.tile([1.5, 2.5, 3.5], (2, 1)))


def test_areas_count_what_is_above_zero_and_know_of_nans():
    scores = jnp.array([0.1, 0.4, 0.4, 0.8])
    for labels in ([0, 0, 1, 1], [-1, -1, 1, 1], [False, False, True, True]):
        assert float(metrics.roc_auc(scores, jnp.array(labels))) == 0.875
        seen = metrics.RocAuc.empty().update(scores, jnp.array(labels))
        assert float(seen.value()) == 0.875
    assert np.isnan(metrics.roc_auc(scores.at[0].set(np.nan), jnp.array([0, 0, 1, 1])))


def test_ctc_of_nothing_is_certain_and_of_labels_without_time_impossible():
    x, none = jnp.zeros((2, 0, 3)), jnp.zeros((2, 0), int)
    np.testing.assert_array_equal(losses.ctc(x, none, reduction="none"), [0, 0])
    words = jnp.array([[1], [2]])
    found = losses.ctc(
        jnp.zeros((2, 3, 3)), words, logit_lengths=jnp.array([0, 0]),
        label_lengths=jnp.array([0, 1]), reduction="none",
    )  # fmt: skip
    np.testing.assert_array_equal(found, [0, np.inf])
