"""Losses are PyTorch's (losses.json says of which version), metrics scikit-learn's or counted."""

import json

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn
from fjax.errors import FjaxValueError
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
    with pytest.raises(ValueError, match=r"labels \(…\) of .*, got float64\[4,6\] and int64\[3\]"):
        losses.cross_entropy(jnp.asarray(cases.A), jnp.array([1, 2, 3]))
    with pytest.raises(ValueError, match="reduction is one of"):
        losses.huber(jnp.ones(2), jnp.ones(2), reduction="average")
    with pytest.raises(ValueError, match="of one shape"):
        losses.squared_error(jnp.ones((2, 1)), jnp.ones(2))


LOGITS = jnp.zeros((4, 3))


@pytest.mark.parametrize(
    ("call", "words"),
    {
        "a column of logits beside a row of labels": (
            lambda: losses.binary_cross_entropy(jnp.zeros((4, 1)), jnp.ones(4)),
            r"of one shape, got float64\[4,1\] and float64\[4\]",
        ),
        "the same for the focal loss": (
            lambda: losses.focal_loss(jnp.zeros((4, 1)), jnp.ones(4)),
            "of one shape",
        ),
        "one target for all rows": (
            lambda: losses.kl_divergence(LOGITS, jnp.ones(3)),
            "of one shape",
        ),
        "pairs of different sizes": (
            lambda: losses.contrastive(jnp.ones((3, 2)), jnp.ones((3, 4))),
            "of one shape",
        ),
        "labels of floats": (
            lambda: losses.cross_entropy(LOGITS, jnp.zeros(4)),
            "labels are integers or probabilities",
        ),
        "no rows": (lambda: losses.cross_entropy(1.0, 2), r"logits \(…, classes\)"),
        "one-hot rows of integers": (
            lambda: losses.cross_entropy(LOGITS, jnp.zeros((4, 3), int)),
            "of integers, or of probabilities",
        ),
        "a share above 1": (
            lambda: losses.cross_entropy(LOGITS, jnp.zeros(4, int), label_smoothing=2.0),
            "label_smoothing is a share",
        ),
        "an ignored label among probabilities": (
            lambda: losses.cross_entropy(LOGITS, jnp.ones((4, 3)), ignore_label=0),
            "ignore_label needs labels that are integers",
        ),
        "other batches": (
            lambda: losses.ctc(jnp.zeros((2, 5, 3)), jnp.ones((1, 2), int)),
            r"ctc takes logits \(batch, time, classes\)",
        ),
        "a column of labels": (
            lambda: metrics.accuracy(LOGITS, jnp.zeros((4, 1), int)),
            r"metrics.accuracy takes values \(…, classes\) and labels \(…\)",
        ),
        "a column of labels for k": (
            lambda: metrics.top_k_accuracy(LOGITS, jnp.zeros((4, 1), int), k=2),
            "top_k_accuracy takes",
        ),
        "a column of scores": (
            lambda: metrics.roc_auc(jnp.zeros((4, 1)), jnp.zeros(4)),
            r"roc_auc takes scores \(n,\)",
        ),
        "two lengths": (
            lambda: metrics.confusion_matrix(jnp.array([0]), jnp.array([0, 1]), 2),
            "predictions and labels of one shape",
        ),
    }.values(),
)
def test_shapes_that_would_broadcast_to_something_else_are_refused(call, words):
    with pytest.raises((ValueError, TypeError), match=words):
        call()


def test_one_number_is_the_target_of_all():
    found = losses.binary_cross_entropy(jnp.zeros((4, 1)), 1.0)
    np.testing.assert_allclose(found, np.log(2))
    np.testing.assert_allclose(
        losses.squared_error(jnp.array([1, 2]), jnp.array([1.5, 2.0])), 0.125
    )


def test_a_class_that_there_is_not_counts_nowhere_within_jit():
    given = jnp.array([0, 2, 1, -1]), jnp.array([0, 0, 3, 1])
    found = fjax.jit(metrics.confusion_matrix, static_argnums=2)(*given, 2)
    np.testing.assert_array_equal(found, [[1, 0], [0, 0]])
    seen = metrics.Confusion.empty(2)
    counts = jnp.array([True, False, False, False])
    np.testing.assert_array_equal(seen.update(*given, counts).matrix, [[1, 0], [0, 0]])
    with pytest.raises(FjaxValueError, match=r"a label is from 0 to 1, got 3 at \(2,\)"):
        seen.update(*given)


def test_labels_that_are_fractions_give_no_number_within_jit():
    scores, labels = jnp.eye(2), jnp.array([0.0, 0.9])
    for function in (metrics.accuracy, metrics.hit_ratio, metrics.ndcg):
        assert fjax.jit(function)(scores, jnp.array([0.0, 1.0])) > 0
        assert jnp.isnan(fjax.jit(function)(scores, labels))
    assert jnp.isnan(fjax.jit(lambda *given: metrics.top_k_accuracy(*given, k=1))(scores, labels))
    f1 = fjax.jit(lambda *given: metrics.F1.empty(2).update(*given).value())
    assert jnp.isnan(f1(jnp.array([0, 1]), labels)) and f1(jnp.array([0, 1]), labels.round()) == 1
    assert jnp.isnan(fjax.jit(metrics.roc_auc)(scores[0], jnp.array([0, 2])))


@pytest.mark.parametrize("score", [0.5, np.nan])
def test_who_scores_all_alike_hits_nothing(score):
    scores, wanted = jnp.full((2, 100), score), jnp.array([0, 50])
    assert metrics.hit_ratio(scores, wanted, k=10) == 0
    assert metrics.ndcg(scores, wanted, k=10) == 0


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


def test_perplexity_and_areas_over_batches_are_those_of_all_rows():
    draw = np.random.default_rng(5)
    logits, weights = draw.random((3, 8, 4)), draw.integers(0, 2, (3, 8))
    words = draw.integers(0, 4, (3, 8))
    scores = draw.integers(0, 100, (3, 8)) / 100 + 0.005  # in the middle of bins
    labels = draw.integers(0, 2, (3, 8))

    @fjax.jit
    def step(seen, batch):
        logit, word, weight, score, label = batch
        return (seen[0].update(logit, word, weight), seen[1].update(score, label)), None

    first = (metrics.Perplexity.empty(), metrics.RocAuc.empty(100))
    (perplexity, area), _ = fjax.lax.scan(step, first, (logits, words, weights, scores, labels))
    values = nn.losses.cross_entropy(logits, words, reduction="none")
    np.testing.assert_allclose(perplexity.value(), metrics.perplexity(values, weights))
    whole = metrics.roc_auc(scores.ravel(), labels.ravel())
    np.testing.assert_allclose(area.value(), whole)
    np.testing.assert_allclose(area.merge(area).value(), whole)
    assert isinstance(perplexity.merge(perplexity), metrics.Perplexity)
    same = area.update(jnp.array([np.nan, np.nan]), jnp.array([0, 1]))
    np.testing.assert_array_equal(same.negatives, area.negatives)


def test_means_over_batches_count_with_their_rows():
    scores, wanted = np.random.default_rng(6).random((5, 9)), np.array([0, 4, 8, 2, 1])
    mean = metrics.Average.empty()
    for rows in (slice(0, 2), slice(2, 5)):
        mean = mean.update(metrics.ndcg(scores[rows], wanted[rows], k=4), len(wanted[rows]))
    np.testing.assert_allclose(mean.value(), metrics.ndcg(scores, wanted, k=4))


def test_bleu_over_batches_is_that_of_the_corpus():
    said = ["the cat sat on the mat".split(), "a dog ran off".split()]
    meant = ["the cat sat on a mat".split(), "a dog ran far off".split()]
    seen = metrics.Bleu.empty(order=3)
    for one, other in zip(said, meant, strict=True):
        seen = seen.update([one], [other])
    assert float(seen.value()) == metrics.bleu(said, meant, order=3) > 0
    assert len(fjax.tree.leaves(seen)) == 3
    with pytest.raises(ValueError, match="2 translations for 1 references"):
        seen.update(said, meant[:1])


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


@pytest.mark.parametrize("real", [0, 1])
def test_differences_of_complex_numbers_count_by_their_magnitude(real):
    x, y = jnp.array([1.0, 2.0]), jnp.array([4.0 + 4.0j, 2.0])
    x, y = (x, y) if real else (y, x)
    for loss, expected in (
        (losses.absolute_error, 5.0), (losses.squared_error, 25.0), (losses.huber, 4.5),
    ):  # fmt: skip
        found = loss(x, y, reduction="none")
        assert found.dtype == np.float64
        np.testing.assert_allclose(found, [expected, 0.0], rtol=1e-15)
