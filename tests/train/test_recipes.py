"""What the arguments of `fit` compute: precision, averages, accumulation, weights of rows."""

import itertools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import data, nn, optim, random, train
from fjax.errors import FjaxValueError
from fjax.nn import losses, metrics
from fjax.nn.module import Module
from tests.train.test_fit import Stop, arguments, assert_same_bits, points

X, Y = points(41)  # which no batch size divides
KEY = random.key(5)


def network():
    one, two = random.split(KEY)
    return nn.Sequential(nn.Linear(2, 8, key=one), nn.tanh, nn.Linear(8, 2, key=two))


def fitted(loader, **changes):
    given = dict(
        model=network(), optimizer=optim.adam(1e-2), loss=losses.cross_entropy, epochs=3,
        metrics={"accuracy": metrics.accuracy}, callbacks=[],
    )  # fmt: skip
    return train.fit(data=loader, **{**given, **changes})


def assert_close(a, b, rtol=1e-5, atol=1e-6):
    assert fjax.tree.structure(a) == fjax.tree.structure(b)
    for x, y in zip(fjax.tree.leaves(a), fjax.tree.leaves(b), strict=True):
        np.testing.assert_allclose(x, y, rtol=rtol, atol=atol)


def test_what_a_step_computes_is_within_the_names_of_its_layers():
    recipe = train.Recipe(optim.sgd(0.1), losses.cross_entropy)
    run = recipe.start(network())
    eqns = fjax.make_jaxpr(recipe.step.__wrapped__)(run, (X[:8], Y[:8])).eqns
    names = {str(e.source_info.name_stack) for e in eqns if e.primitive.name == "dot_general"}
    forward = {f"jvp(Sequential)/layers[{k}]" for k in (0, 2)}
    assert names == forward | {f"transpose({name.replace('/', ')/', 1)}" for name in forward}


# ---- rows that count differently

LOSSES = {  # predictions and targets of 41 rows, of which each loss is a mean over rows
    "cross_entropy": (losses.cross_entropy, X, Y),
    "labels of steps": (losses.cross_entropy, np.stack([X, -X], 1), np.stack([Y, 1 - Y], 1)),
    "probabilities": (losses.cross_entropy, X, np.eye(2, dtype=np.float32)[Y]),
    "binary_cross_entropy": (losses.binary_cross_entropy, X[:, 0], Y.astype(np.float32)),
    "squared_error": (losses.squared_error, X, X**2),
    "huber": (losses.huber, X[:, :1], X[:, 1:]),
    "kl_divergence": (losses.kl_divergence, -abs(X), np.full_like(X, 0.5)),
    "several outputs": (
        lambda p, y: losses.squared_error(p["a"], y) + losses.absolute_error(p["b"], y),
        {"a": X, "b": 2 * X}, X**2,
    ),
}  # fmt: skip
WEIGHTS = {
    "a mask": np.arange(41) % 3 > 0,
    "numbers": (np.arange(41) % 5 / 2).astype(np.float32),
    "integers": np.arange(41) % 4,
}


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("name", LOSSES)
def test_a_loss_by_weights_is_that_of_rows_repeated(name, weights):
    loss, predictions, targets = LOSSES[name]
    given = WEIGHTS[weights]
    times = (2 * given.astype(np.float32)).astype(int)
    repeated = lambda tree: fjax.tree.map(lambda x: np.repeat(x, times, axis=0), tree)
    f = lambda p: train.measuring.mean(loss, p, targets, given)[0]
    g = lambda p: loss(repeated_in(p, times), repeated(targets))
    repeated_in = lambda p, n: fjax.tree.map(lambda x: jnp.repeat(x, n, axis=0), p)
    found, expected = (fjax.value_and_grad(each)(predictions) for each in (f, g))
    assert_close(found, expected)
    wrong = fjax.tree.map(
        lambda x: np.where((times == 0).reshape(-1, *(1,) * (x.ndim - 1)), np.nan, x)
        if x.dtype.kind == "f" else x,
        (predictions, targets),
    )  # fmt: skip
    value, slope = fjax.value_and_grad(lambda p: train.measuring.mean(loss, p, wrong[1], given)[0])(
        wrong[0]
    )
    assert_close((value, slope), found)


def test_rows_that_fill_batches_change_nothing():
    given = {"auc": metrics.RocAuc.empty(logits=True), "accuracy": metrics.accuracy}
    loader = lambda rest: data.Loader((X, Y), 16, key=KEY, rest=rest)
    kept, padded = (
        fitted(loader(rest), metrics=given, validation=loader(rest)) for rest in ("keep", "pad")
    )
    assert_close(padded.model, kept.model)
    for one, other in zip(padded.history, kept.history, strict=True):
        assert_close(one, other)
    for size in (7, 16, 41, 64):
        found = train.evaluate(
            kept.model, {}, data.Loader((X, Y), size, rest="pad"), losses.cross_entropy, given
        )
        logits = kept.model(X)
        np.testing.assert_allclose(found["loss"], losses.cross_entropy(logits, Y), rtol=1e-5)
        np.testing.assert_allclose(found["accuracy"], metrics.accuracy(logits, Y), rtol=1e-6)
        area = metrics.roc_auc(logits[:, 1] - logits[:, 0], Y)
        np.testing.assert_allclose(found["auc"], area, atol=2e-3)  # by bins


DATA = {
    "a loader that drops": lambda rows: data.Loader(rows, 16),
    "a loader that keeps": lambda rows: data.Loader(rows, 16, rest="keep"),
    "a loader that fills": lambda rows: data.Loader(rows, 16, rest="pad"),
    "a loader that shuffles": lambda rows: data.Loader(rows, 16, key=KEY),
    "a loader that draws": lambda rows: data.Loader(rows, 16, key=KEY, odds=np.arange(41.0)),
    "a stream": lambda rows: data.Stream(lambda epoch: zip(*rows, strict=True), 16),
    "arrays": lambda rows: rows,
    "arrays of fjax": lambda rows: fjax.tree.map(jnp.asarray, rows),
    "a source": lambda rows: data.source(rows),
    "a part": lambda rows: data.random_split(rows, [41], key=KEY)[0],
    "batches": lambda rows: [(rows[0][:30], rows[1][:30]), (rows[0][30:], rows[1][30:])],
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", DATA)
def test_validation_sees_every_row(name):
    found = fitted(data.Loader((X, Y), 16), validation=DATA[name]((X, Y)), epochs=1)
    logits = found.model(X)
    value = found.history[0]
    np.testing.assert_allclose(value["val_loss"], losses.cross_entropy(logits, Y), rtol=1e-5)
    np.testing.assert_allclose(value["val_accuracy"], metrics.accuracy(logits, Y), rtol=1e-6)
    rows = name in ("arrays", "arrays of fjax", "a source", "a part")
    predicted = train.predict(found.model, {}, DATA[name](X if rows else (X, Y)))
    order = lambda rows: np.asarray(rows)[np.lexsort(np.asarray(rows).T)]
    np.testing.assert_allclose(order(predicted), order(logits), rtol=1e-5, atol=1e-6)


def test_rows_weigh_what_the_loader_says():
    weights = WEIGHTS["numbers"]
    found = fitted(data.Loader((X, Y), 41, weights=weights), epochs=1, optimizer=optim.sgd(0.1))
    each = losses.cross_entropy(network()(X), Y, reduction="none")
    np.testing.assert_allclose(
        found.history[0]["loss"], np.average(each, weights=weights), rtol=1e-5
    )
    counted = weights > 0
    right = metrics.accuracy(network()(X[counted]), Y[counted])
    np.testing.assert_allclose(found.history[0]["accuracy"], right, rtol=1e-6)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("given", [{0: 0.25, 1: 3.0}, [0.25, 3.0], {1: 3.0}])
def test_classes_weigh_as_in_pytorch(given):
    table = np.ones(2)
    for number, weight in given.items() if isinstance(given, dict) else enumerate(given):
        table[number] = weight
    loader = data.Loader((X, Y), 16, rest="pad")
    found = fitted(loader, class_weight=given, epochs=1, optimizer=optim.sgd(0.0))
    each = losses.cross_entropy(network()(X), Y, reduction="none")
    expected = np.average(each, weights=table[Y])
    np.testing.assert_allclose(found.history[0]["loss"], expected, rtol=1e-5)
    columns = fitted(
        data.Loader((X, Y[:, None].astype(np.float32)), 16, rest="pad"), class_weight=given,
        loss=lambda p, y: losses.cross_entropy(p, y[:, 0].astype(int)), metrics={}, epochs=1,
        optimizer=optim.sgd(0.0),
    )  # fmt: skip
    np.testing.assert_allclose(columns.history[0]["loss"], expected, rtol=1e-5)


def test_drawn_rows_come_as_often_as_their_odds():
    odds = np.where(Y == 1, 3.0, 1.0)
    loader = data.Loader(Y, 41, key=KEY, odds=odds)
    drawn = np.concatenate([batch for number in range(200) for batch in loader.epoch(number)])
    np.testing.assert_allclose(drawn.mean(), odds @ Y / odds.sum(), atol=0.02)
    assert len(drawn) == 200 * 41
    never = data.Loader(np.arange(41), 41, key=KEY, odds=np.where(Y == 1, 1, 0))
    assert set(next(never.epoch(3)).tolist()) <= set(np.nonzero(Y)[0].tolist())


# ---- metrics of all batches together


def test_metrics_that_gather_are_those_of_all_rows():
    sklearn = pytest.importorskip("sklearn.metrics")
    given = {
        "auc": metrics.RocAuc.empty(logits=True), "f1": metrics.F1.empty(2, of=1),
        "macro": metrics.F1.empty(2), "confusion": metrics.Confusion.empty(2),
        "perplexity": metrics.Perplexity.empty(),
    }  # fmt: skip
    found = fitted(data.Loader((X, Y), 16), validation=(X, Y), metrics=given, epochs=2)
    row, logits = found.history[-1], np.asarray(found.model(X))
    guesses = logits.argmax(1)
    expected = {
        "auc": sklearn.roc_auc_score(Y, logits[:, 1] - logits[:, 0]),
        "f1": sklearn.f1_score(Y, guesses), "macro": sklearn.f1_score(Y, guesses, average="macro"),
        "confusion": sklearn.confusion_matrix(Y, guesses).tolist(),
        "perplexity": np.exp(losses.cross_entropy(logits, Y)),
    }  # fmt: skip
    for name, value in expected.items():
        tolerance = 2e-3 if name == "auc" else 1e-5
        np.testing.assert_allclose(row[f"val_{name}"], value, rtol=1e-5, atol=tolerance)
    assert list(row)[2:] == [f"{v}{name}" for v in ("", "val_") for name in ("loss", *given)]
    assert np.sum(row["confusion"]) == 32  # which begins anew each epoch


def test_scores_beyond_one_are_no_probabilities():
    seen = metrics.RocAuc.empty()
    with pytest.raises(FjaxValueError, match=r"RocAuc.empty\(logits=True\).* from 0 to 1, got 2"):
        seen.update(jnp.array([2.0, 0.5]), jnp.array([1, 0]))
    beyond = fjax.jit(lambda x: seen.update(x, jnp.array([1, 0])).value())
    assert np.isnan(beyond(jnp.array([2.0, 0.5]))) and beyond(jnp.array([1.0, 0.5])) == 1
    updated = fjax.jit(lambda x: seen.update(x, jnp.array([1, 0])))(jnp.array([2.0, 0.5]))
    with pytest.raises(FjaxValueError, match=r"1 scores were not in \[0, 1\].*logits=True"):
        updated.value()
    steps = []
    with pytest.raises(FjaxValueError, match="logits=True"):
        fitted(
            [(X, Y)] * 9,
            model=nn.Sequential(network(), lambda logits: 9 * logits),
            metrics={"auc": metrics.RocAuc.empty()},
            callbacks=[lambda now: steps.append(now.step)],
        )
    assert steps == [0]  # the first step tells


# ---- how steps compute


def test_batches_that_are_accumulated_are_one():
    sixteen = [(X[:16], Y[:16]), (X[16:32], Y[16:32])]
    four = [(X[k : k + 4], Y[k : k + 4]) for k in range(0, 32, 4)]
    one = fitted(sixteen)
    several = fitted(four, accumulate=4)
    assert_close(several.model, one.model)
    assert (one.steps, several.steps) == (6, 24)


def test_accumulated_batches_count_by_their_rows_and_weights():
    uneven = [(X[a:b], Y[a:b]) for a, b in ((0, 5), (5, 14), (14, 16))]
    one = fitted([(X[:16], Y[:16])], class_weight={1: 5.0})
    assert_close(fitted(uneven, accumulate=3, class_weight={1: 5.0}).model, one.model)
    padded = data.Loader((X[:16], Y[:16]), 6, rest="pad", weights=np.arange(16.0))
    whole = data.Loader((X[:16], Y[:16]), 16, weights=np.arange(16.0))
    assert_close(fitted(padded, accumulate=3).model, fitted(whole).model)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("accumulate", [1, 2])
@pytest.mark.parametrize("decay", [0.0, 0.5, 0.9])
def test_averages_are_those_of_the_models_so_far(decay, accumulate):
    batches, seen = [(X[k : k + 8], Y[k : k + 8]) for k in range(0, 40, 8)], []

    def keep(now):
        if now.event == "step" and now.step % accumulate == 0:
            seen.append(fjax.tree.map(lambda x: x.host().copy(), now.run.model))

    found = fitted(batches, epochs=2, ema=decay, accumulate=accumulate, callbacks=[keep])
    shares = [(1 - decay) * decay**k for k in reversed(range(len(seen)))]
    average = lambda *xs: sum(s * x for s, x in zip(shares, xs, strict=True)) / sum(shares)
    assert_close(found.model, fjax.tree.map(average, *seen), rtol=1e-4)
    assert len(seen) == 10 // accumulate


def test_averages_are_validated_kept_and_the_result():
    best = train.Best("val_loss")
    model = nn.Sequential(network(), nn.BatchNorm(2))
    found = fitted(
        data.Loader((X, Y), 16, key=KEY), model=model, ema=0.9, validation=(X, Y),
        callbacks=[best], epochs=4,
    )  # fmt: skip
    value = train.evaluate(found.model, found.state, (X, Y), losses.cross_entropy)
    np.testing.assert_allclose(found.history[-1]["val_loss"], value["loss"], rtol=1e-6)
    kept = train.evaluate(best.model, best.state, (X, Y), losses.cross_entropy)
    np.testing.assert_allclose(kept["loss"], min(r["val_loss"] for r in found.history), rtol=1e-6)
    last = train.evaluate(found.run.model, found.run.state, (X, Y), losses.cross_entropy)
    assert last["loss"] != value["loss"]


class Kinds(Module):
    """Notes the dtypes that it computes in."""

    layer: nn.Linear
    norm: nn.BatchNorm
    seen: list = fjax.tree.static(default=None)

    def __call__(self, x, state, *, train=False):
        y = self.layer(x)
        KINDS.append(y.dtype.name)
        return self.norm(y, state, train=train)


KINDS: list[str] = []


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("precision", "kind"), [("bf16", "bfloat16"), ("f16", "float16")])
def test_a_model_computes_in_a_precision_and_keeps_another(precision, kind):
    KINDS.clear()
    given = []

    def loss(predictions, targets):
        given.append(predictions.dtype.name)
        return losses.cross_entropy(predictions, targets)

    model = Kinds(nn.Linear(2, 2, key=KEY), nn.BatchNorm(2))
    loader = data.Loader((X, Y), 16)
    more = dict(model=model, validation=(X, Y), optimizer=optim.sgd(0.1))
    found = fitted(loader, loss=loss, precision=precision, **more)
    assert set(KINDS) == {kind} and set(given) == {"float32"}
    assert {x.dtype.name for x in fjax.tree.leaves(found.model)} == {"float32"}
    assert {x.dtype.name for x in fjax.tree.leaves(found.state)} == {"float32", "int32"}
    exact = fitted(loader, **more)
    assert_close(found.model, exact.model, rtol=0.02, atol=5e-3)
    assert 0 < abs(found.history[-1]["val_loss"] - exact.history[-1]["val_loss"]) < 0.01


def test_gradients_that_overflow_are_left_out_and_scaled_less():
    big = 4.0  # times the first scale of 2**15, beyond float16
    loss = lambda p, y: big * jnp.mean(p * y)
    recipe = train.Recipe(optim.adam(0.1), loss, precision="f16")
    run = recipe.start(nn.Linear(1, 1, key=KEY, bias=False))
    batch = np.ones((4, 1), np.float32), np.ones((4, 1), np.float32)
    before = fjax.tree.map(lambda x: x.host().copy(), (run.model, run.memory))
    run, values = recipe.step(run, batch)
    assert float(run.scale.factor) == 2.0**14 and int(run.step) == 1 and bool(run.sound)
    assert_same_bits((run.model, run.memory), before)
    assert np.isfinite(values["loss"])
    for _ in range(3):
        run, _ = recipe.step(run, batch)
    assert float(run.scale.factor) == 2.0**13
    np.testing.assert_allclose(run.model.weight, before[0].weight - 0.2, rtol=1e-3, atol=2e-3)


def test_gradients_that_no_scale_keeps_are_an_error():
    steep = lambda p, y: jnp.mean(jnp.sqrt(jnp.abs(p - p)))  # whose slope is no number
    with pytest.raises(train.NonFiniteLossError, match="not finite"):
        fitted(data.Loader((X, Y), 16), loss=steep, precision="f16", metrics={}, epochs=20)


def test_small_gradients_survive_in_float16():
    loss = lambda p, y: 1e-7 * jnp.mean(p.astype(jnp.float32))
    model = nn.Linear(2, 1, key=KEY, bias=False)
    found = fitted(
        [(X, Y)], model=model, loss=loss, metrics={}, precision="f16", epochs=1,
        optimizer=optim.sgd(1e7),
    )  # fmt: skip
    np.testing.assert_allclose(found.model.weight, model.weight - X.mean(0), rtol=0.02, atol=1e-3)


def test_a_part_is_trained_and_the_rest_stays():
    model = network()
    found = fitted(data.Loader((X, Y), 16), model=model, trained="layers.2", ema=0.5)
    assert_same_bits(found.model.layers[0], model.layers[0])
    assert not np.array_equal(found.model.layers[2].weight, model.layers[2].weight)
    assert {x.shape for x in fjax.tree.leaves(found.run.memory)} == {(), (2, 8), (2,)}
    labelled = optim.partition(
        {"yes": optim.adam(1e-2), "no": optim.set_to_zero()},
        fjax.tree.map(lambda yes: "yes" if yes else "no", nn.mask(model, "layers[2]")),
    )
    other = fitted(data.Loader((X, Y), 16), model=model, optimizer=labelled)
    assert_close(found.run.model, other.model)


OPTIONS = {
    "float16": dict(precision="f16"),
    "bfloat16 and averages": dict(precision="bf16", ema=0.9),
    "accumulation": dict(accumulate=4, ema=0.9),
    "weights": dict(class_weight={1: 2.0}),
    "a part": dict(trained=["layers.4", "layers.1"]),
    "metrics that gather": dict(
        metrics={"f1": metrics.F1.empty(2), "auc": metrics.RocAuc.empty(logits=True)}
    ),
    "all": dict(
        precision="f16", ema=0.5, accumulate=2, class_weight=[1.0, 2.0], trained="layers.4",
        metrics={"confusion": metrics.Confusion.empty(2)},
    ),
}  # fmt: skip


@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", OPTIONS)
def test_a_run_goes_on_bit_for_bit_whatever_it_computes(tmp_path, name):
    loader = data.Loader(points(), 16, key=KEY, rest="pad", odds=np.arange(96.0))
    given = lambda **more: arguments(data=loader, epochs=3, **OPTIONS[name], **more)
    expected = train.fit(**given())
    for number, step in enumerate((3, 11)):
        first = train.fit(
            **{**given(checkpoints=tmp_path / "run", resume=number > 0), "callbacks": [Stop(step)]}
        )
        assert first.steps == step
    again = train.fit(**given(checkpoints=tmp_path / "run", resume=True))
    assert_same_bits(again.run, expected.run)
    assert again.history == expected.history


CHANGES = {
    "precision": "f16", "ema": 0.5, "accumulate": 2, "class_weight": {1: 1.5},
    "trained": "layers.2", "validation": (X, Y),
}  # fmt: skip


@pytest.mark.one_in(5)
@pytest.mark.parametrize("pair", list(itertools.combinations(CHANGES, 2)), ids="-".join)
def test_arguments_are_independent_of_one_another(pair):
    given = {name: CHANGES[name] for name in pair}
    found = fitted(data.Loader((X, Y), 16, rest="pad"), epochs=2, **given)
    assert abs(found.history[-1]["loss"] - 0.69) < 0.15


# ---- predictions, speed


def test_predictions_are_the_models_for_every_row():
    model, state = nn.with_state(nn.Sequential(network(), nn.BatchNorm(2), nn.Dropout(0.5)))
    expected = model(X, state)[0]
    for size in (1, 16, 41, 100):
        np.testing.assert_allclose(
            train.predict(model, state, X, batch_size=size), expected, rtol=1e-5, atol=1e-6
        )
    result = fitted([(X, Y)], model=model, state=state, epochs=1, key=KEY)
    np.testing.assert_allclose(
        result.predict(X, batch_size=7), result.model(X, result.state)[0], rtol=1e-5, atol=1e-6
    )
    with pytest.raises(FjaxValueError, match="no rows"):
        train.predict(model, state, [], forward=train.forward)
    with pytest.raises(FjaxValueError, match="no batches"):
        train.evaluate(model, state, [], losses.cross_entropy)


def test_speed_leaves_out_the_step_that_compiles_and_validation(monkeypatch):
    clock = itertools.count()
    now = train.Progress(epochs=2)
    monkeypatch.setattr("time.monotonic", lambda: at[0])
    at = [0.0]
    now.batches = 11
    now.begin()
    assert now.left is None
    at[0] = 100.0  # the first step takes this long
    now.stepped(8)
    for _ in range(10):
        at[0] += 0.5
        now.stepped(8)
    assert now.rate == 16 and now.rows == 88
    with now.pause():
        at[0] += 50
    assert now.rate == 16 and now.left == 11 * 0.5
    assert next(clock) == 0


def test_progress_shows_numbers_alone(capsys):
    given = {"confusion": metrics.Confusion.empty(2), "f1": metrics.F1.empty(2)}
    fitted([(X, Y)], metrics=given, callbacks=None, epochs=1)
    shown = capsys.readouterr().err
    assert "f1 0." in shown and "confusion" not in shown


@pytest.mark.one_in(8)
@pytest.mark.parametrize("x64", [True, False])
@pytest.mark.parametrize("strict", ["dtypes", "ranks"])
def test_nothing_is_promoted_or_broadcast_unasked(strict, x64):
    loader = data.Loader((X, Y), 16, key=KEY, rest="pad", weights=np.arange(41))
    with (
        fjax.numpy_dtype_promotion("strict" if strict == "dtypes" else "standard"),
        fjax.numpy_rank_promotion("raise" if strict == "ranks" else "allow"),
        fjax.enable_x64(x64),
    ):
        given = {
            "accuracy": metrics.accuracy, "f1": metrics.F1.empty(2),
            "auc": metrics.RocAuc.empty(logits=True),
            "perplexity": metrics.Perplexity.empty(ignore_label=1),
        }  # fmt: skip
        found = fitted(
            loader, metrics=given, validation=(X, Y), precision="f16", accumulate=2, ema=0.9,
            class_weight={1: 2.0}, trained="layers.2",
        )  # fmt: skip
    assert all(np.all(np.isfinite(value)) for value in found.history[-1].values())
