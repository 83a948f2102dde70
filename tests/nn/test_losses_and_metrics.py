"""Losses are PyTorch's (losses.json says of which version), metrics scikit-learn's or counted."""

import json

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn
from fjax.nn import losses, metrics
from tests.nn import loss_cases as cases

pytestmark = pytest.mark.needs("x64", reason="the figures are of float64")
REFERENCE = json.loads(cases.FILE.read_text())


@pytest.mark.parametrize("name", cases.CASES)
def test_a_loss_is_that_of_pytorch(name):
    names = {each: jnp.asarray(getattr(cases, each)) for each in cases.INPUTS}
    names |= {"l": losses, "nn": nn, "LENGTHS": tuple(map(jnp.asarray, cases.LENGTHS))}
    found = eval(cases.CASES[name][1], names)
    np.testing.assert_allclose(found, REFERENCE[name], rtol=1e-9)


def test_the_gradient_of_ctc_is_that_of_differences():
    words, lengths = jnp.asarray(cases.WORDS), tuple(map(jnp.asarray, cases.LENGTHS))
    f = lambda x: losses.ctc(x, words, logit_lengths=lengths[0], label_lengths=lengths[1])
    x = jnp.asarray(cases.TIMES)
    direction = jnp.asarray(np.random.default_rng(0).standard_normal(x.shape))
    slope = jnp.vdot(fjax.grad(f)(x), direction)
    h = 1e-5
    np.testing.assert_allclose(
        slope, (f(x + h * direction) - f(x - h * direction)) / (2 * h), rtol=1e-7
    )


def test_labels_that_do_not_fit_into_the_time_have_an_infinite_loss():
    assert np.isinf(losses.ctc(jnp.zeros((1, 2, 3)), jnp.array([[1, 1]])))


def test_focal_and_contrastive_losses_by_their_formulas():
    x, y = np.array([0.3, -1.2]), np.array([1.0, 0.0])
    p = 1 / (1 + np.exp(-x))
    expected = [-0.25 * (1 - p[0]) ** 2 * np.log(p[0]), -0.75 * p[1] ** 2 * np.log(1 - p[1])]
    found = losses.focal_loss(jnp.asarray(x), jnp.asarray(y), reduction="none")
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    a, b = cases.A / np.linalg.norm(cases.A, axis=1)[:, None], cases.B
    s = a @ (b / np.linalg.norm(b, axis=1)[:, None]).T / 0.1
    rows = np.log(np.exp(s).sum(1)) - np.diag(s)
    columns = np.log(np.exp(s).sum(0)) - np.diag(s)
    found = losses.contrastive(jnp.asarray(cases.A), jnp.asarray(b))
    np.testing.assert_allclose(found, np.mean(rows + columns) / 2, rtol=1e-10)


def test_what_losses_cannot_take_is_refused():
    with pytest.raises(ValueError, match=r"labels \(…\), got float64\[4,6\] and int64\[3\]"):
        losses.cross_entropy(jnp.asarray(cases.A), jnp.array([1, 2, 3]))
    with pytest.raises(ValueError, match="reduction is one of"):
        losses.huber(jnp.ones(2), jnp.ones(2), reduction="average")
    with pytest.raises(ValueError, match="of one shape"):
        losses.squared_error(jnp.ones((2, 1)), jnp.ones(2))


def test_metrics_are_those_of_scikit_learn():
    sklearn = pytest.importorskip("sklearn.metrics")
    draw = np.random.default_rng(2)
    labels = draw.integers(0, 4, 60)
    logits = draw.standard_normal((60, 4)) + 0.8 * np.eye(4)[labels]
    guesses = logits.argmax(1)
    matrix = metrics.confusion_matrix(guesses, labels, 4)
    np.testing.assert_array_equal(matrix, sklearn.confusion_matrix(labels, guesses))
    np.testing.assert_allclose(
        metrics.f1_scores(matrix), sklearn.f1_score(labels, guesses, average=None)
    )
    scores, binary = logits[:, 1].round(1), labels == 1  # with ties
    np.testing.assert_allclose(
        metrics.roc_auc(scores, binary), sklearn.roc_auc_score(binary, scores)
    )
    np.testing.assert_allclose(
        metrics.top_k_accuracy(jnp.asarray(logits), labels, k=2),
        sklearn.top_k_accuracy_score(labels, logits, k=2),
    )
    np.testing.assert_allclose(
        metrics.ndcg(jnp.asarray(logits), labels, k=4),
        sklearn.ndcg_score(np.eye(4)[labels], logits),
    )


def test_accumulators_give_over_batches_what_one_batch_gives():
    draw = np.random.default_rng(4)
    labels, guesses = draw.integers(0, 3, (5, 8)), draw.integers(0, 3, (5, 8))

    @fjax.jit
    def over(labels, guesses):
        first = (metrics.Confusion.empty(3), metrics.Average.empty())

        def step(seen, batch):
            confusion, mean = seen
            return (confusion.update(*batch), mean.update(batch[0] == batch[1])), None

        return fjax.lax.scan(step, first, (guesses, labels))[0]

    confusion, mean = over(labels, guesses)
    right = np.mean(labels == guesses)
    np.testing.assert_allclose([confusion.accuracy(), mean.value()], [right, right])
    whole = metrics.confusion_matrix(guesses, labels, 3)
    np.testing.assert_array_equal(confusion.merge(confusion).matrix, 2 * whole)
    np.testing.assert_allclose(confusion.recall(), np.diag(whole) / whole.sum(1))
    np.testing.assert_allclose(confusion.precision(), np.diag(whole) / whole.sum(0))


def test_bleu_is_that_of_the_formula():
    # 1-grams 5/6, 2-grams 3/5, 3-grams 1/4, 4-grams none of 3; of order 3.
    said = [["the", "cat", "sat", "on", "the", "mat"]]
    meant = [["the", "cat", "lay", "on", "the", "mat"]]
    np.testing.assert_allclose(
        metrics.bleu(said, meant, order=3), (5 / 6 * 3 / 5 * 1 / 4) ** (1 / 3)
    )
    assert metrics.bleu(said, meant) == 0.0
    short = metrics.bleu([["a", "b"]], [["a", "b", "c"]], order=2)
    np.testing.assert_allclose(short, np.exp(1 - 3 / 2))
