"""Six tasks that users of other frameworks bring: what is written is short, and does its work."""

import ast
import inspect
import textwrap

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import checkpoints, data, models, nn, optim, random, train
from fjax.nn import losses, metrics

KEY = random.key(0)
STATEMENTS = {
    "mlp_with_validation": 6,
    "conv_net_that_stops_early_keeps_the_best_and_goes_on": 12,
    "character_lstm": 12,
    "torch_weights_and_a_new_head": 10,
    "narrow_floats_clipping_accumulation_a_schedule_and_averages": 8,
    "gradients_of_each_example": 2,
}
TEXT = "the cat sat on the mat. the dog sat on the log. " * 40


def blobs(rows=240, classes=3):
    """Points around as many centres, and which."""
    draw = np.random.default_rng(0)
    y = draw.integers(0, classes, rows)
    return (draw.normal(size=(rows, 8)) + 3 * np.eye(classes, 8)[y]).astype(np.float32), y


def images(rows=240):
    """Images with a bright half, and which half."""
    draw = np.random.default_rng(0)
    x, y = draw.normal(size=(rows, 1, 8, 8)).astype(np.float32), draw.integers(0, 2, rows)
    x[y == 1, :, :4] += 0.7
    return x, y


def mlp_with_validation(x, y):
    one, two, three, four = random.split(KEY, 4)
    model = nn.Sequential(nn.Linear(8, 32, key=one), nn.relu, nn.Linear(32, 3, key=two))
    known, held_out = data.random_split((x, y), [0.8, 0.2], key=three)
    result = train.fit(
        model, optim.adam(1e-2), losses.cross_entropy, data.Loader(known, 32, key=four), epochs=8,
        validation=held_out, metrics={"accuracy": metrics.accuracy},
    )  # fmt: skip
    return result.history[-1]["val_accuracy"], result.predict(x).argmax(1)


def conv_net_that_stops_early_keeps_the_best_and_goes_on(x, y, folder):
    one, two, three = random.split(KEY, 3)
    model = nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1, key=one), nn.BatchNorm(8), nn.relu, nn.MaxPool((2, 2)),
        nn.Dropout(0.1), nn.Flatten(), nn.Linear(8 * 16, 2, key=two),
    )  # fmt: skip
    known, held_out = data.random_split((x, y), [0.75, 0.25], key=three)
    best = train.Best("val_accuracy", larger=True, path=folder / "best.safetensors")
    result = train.fit(
        model, optim.adam(1e-2), losses.cross_entropy, data.Loader(known, 16, key=KEY), epochs=20,
        key=KEY, validation=held_out, metrics={"accuracy": metrics.accuracy},
        callbacks=[train.early_stopping("val_loss", patience=2), best],
        checkpoints=folder / "run", resume=True,
    )  # fmt: skip
    return result, train.evaluate(best.model, best.state, held_out, losses.cross_entropy)


def character_lstm(text, length):
    letters = np.frombuffer(text.encode(), np.uint8)
    rows = np.lib.stride_tricks.sliding_window_view(letters, 17)
    one, two, three, four = random.split(KEY, 4)
    embedding, recurrent = nn.Embedding(128, 32, key=one), nn.LSTM(32, 64, key=two)
    model = nn.Sequential(
        embedding, recurrent, lambda found: found[0], nn.Linear(64, 128, key=three)
    )
    loader = data.Loader((rows[:, :-1], rows[:, 1:]), 64, key=four)
    result = train.fit(model, optim.adam(1e-2), losses.cross_entropy, loader, epochs=3)
    written = list(b"the ")
    for step in range(length):
        logits = result.model(jnp.array([written]))[0, -1]
        written.append(int(random.categorical(random.fold_in(KEY, step), 2 * logits)))
    return result, bytes(written).decode()


def torch_weights_and_a_new_head(weights, x, y):
    model, state = models.resnet18(KEY, num_classes=5, channels=1, width=4)
    model, state = nn.load_torch(model, state, weights)
    model = nn.replace(model, "fc", nn.Linear(32, 2, key=KEY))
    result = train.fit(
        model, optim.adam(1e-2), losses.cross_entropy, data.Loader((x, y), 16, key=KEY), epochs=3,
        state=state, trained="fc",
    )  # fmt: skip
    return model, result


def narrow_floats_clipping_accumulation_a_schedule_and_averages(model, x, y):
    loader = data.Loader((x, y), 16, key=KEY)
    schedule = optim.warmup_cosine_decay_schedule(0.0, 1e-2, 4, 20 * len(loader) // 4)
    optimizer = optim.chain(optim.clip_by_global_norm(1.0), optim.adamw(schedule))
    return train.fit(
        model, optimizer, losses.cross_entropy, loader, epochs=20, validation=(x, y),
        precision="bf16", accumulate=4, ema=0.9, metrics={"accuracy": metrics.accuracy},
    )  # fmt: skip


def gradients_of_each_example(model, x, y):
    loss = lambda model, x, y: losses.cross_entropy(model(x), y)
    return fjax.vmap(fjax.grad(loss), (None, 0, 0))(model, x, y)


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_task_takes_few_statements(name):
    written = ast.parse(textwrap.dedent(inspect.getsource(globals()[name]))).body[0]
    count = sum(isinstance(each, ast.stmt) for each in ast.walk(written)) - 1
    assert count <= STATEMENTS[name]


def test_an_mlp_learns():
    x, y = blobs()
    value, guesses = mlp_with_validation(x, y)
    assert value > 0.9 and np.mean(guesses == y) > 0.9


def test_a_conv_net_stops_early_and_its_best_is_kept(tmp_path):
    x, y = images()
    result, found = conv_net_that_stops_early_keeps_the_best_and_goes_on(x, y, tmp_path)
    values = [row["val_loss"] for row in result.history]
    assert min(values) < 0.8 * values[0] and len(values) < 20
    assert np.isclose(values, found["loss"], rtol=1e-6).any()
    again, same = conv_net_that_stops_early_keeps_the_best_and_goes_on(x, y, tmp_path)
    assert again.history == result.history and same == found
    kept = checkpoints.load(
        tmp_path / "best.safetensors", {"model": result.model, "state": result.state}
    )
    best = max(row["val_accuracy"] for row in result.history)
    held_out = data.random_split((x, y), [0.75, 0.25], key=random.split(KEY, 3)[2])[1]
    given = {"accuracy": metrics.accuracy}
    kept = train.evaluate(kept["model"], kept["state"], held_out, losses.cross_entropy, given)
    assert kept["accuracy"] == best


def test_an_lstm_writes_words():
    result, written = character_lstm(TEXT, 30)
    assert result.history[-1]["loss"] < 0.5
    words = written.replace(".", " ").split()[:-1]
    assert np.mean([word in TEXT for word in words]) > 0.8, written


@pytest.mark.extended
def test_a_head_is_trained_on_weights_of_torch():
    donor, state = models.resnet18(random.key(9), num_classes=5, channels=1, width=4)
    x, y = images()
    model, result = torch_weights_and_a_new_head(nn.to_torch(donor, state), x, y)
    np.testing.assert_array_equal(result.model.conv1.weight, donor.conv1.weight)
    assert result.model.fc.weight.shape == (2, 32)
    before, after = (
        train.evaluate(each.model, each.state, (x, y), losses.cross_entropy)["loss"]
        for each in (
            train.Recipe(optim.adam(0.1), losses.cross_entropy).start(model, state),
            result,
        )
    )
    assert after < before


@pytest.mark.extended
def test_a_transformer_learns_in_narrow_floats():
    x, y = blobs()
    one, two, three = random.split(KEY, 3)
    model = nn.Sequential(
        lambda x: x.reshape(-1, 2, 4), nn.Linear(4, 16, key=one),
        nn.TransformerEncoderLayer(16, 2, 32, key=two), lambda x: x.mean(1),
        nn.Linear(16, 3, key=three),
    )  # fmt: skip
    result = narrow_floats_clipping_accumulation_a_schedule_and_averages(model, x, y)
    assert result.history[-1]["val_accuracy"] > 0.8
    assert {leaf.dtype.name for leaf in fjax.tree.leaves(result.model)} == {"float32"}


def test_gradients_of_each_example_add_up():
    x, y = blobs(6)
    model = nn.Linear(8, 3, key=KEY)
    each = gradients_of_each_example(model, x, y)
    whole = fjax.grad(lambda model: losses.cross_entropy(model(x), y))(model)
    np.testing.assert_allclose(each.weight.mean(0), whole.weight, rtol=1e-5, atol=1e-6)
