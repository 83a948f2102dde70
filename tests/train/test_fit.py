"""fit: what it computes, how it goes on, and how it ends when something goes wrong."""

import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import checkpoints, data, nn, optim, random, train
from fjax.core import lazy
from fjax.errors import FjaxTypeError, FjaxValueError

KEY = random.key(11)
ROOT = pathlib.Path(__file__).resolve().parents[2]


def points(number=96):
    """Points of the plane, and whether they lie in a circle."""
    x = np.random.default_rng(0).normal(size=(number, 2)).astype(np.float32)
    return x, (np.sum(x**2, 1) < 1.5).astype(np.int32)


def network():
    one, two = random.split(KEY)
    return nn.with_state(
        nn.Sequential(
            nn.Linear(2, 16, key=one), nn.BatchNorm(16), nn.relu, nn.Dropout(0.1),
            nn.Linear(16, 2, key=two),
        )
    )  # fmt: skip


def noise(key, batch):
    x, y = batch
    return x + 0.01 * random.normal(key, x.shape, x.dtype), y


def arguments(**changes):
    """What `fit` takes, with everything that draws: dropout, shuffling, augmentation."""
    model, state = network()
    loader = data.Loader(points(), 16, key=random.key(1), augment=noise)
    rest = dict(
        model=model, optimizer=optim.adamw(optim.linear_schedule(1e-2, 1e-3, 40)),
        loss=nn.losses.cross_entropy, data=loader, state=state, key=random.key(3), epochs=4,
        metrics={"accuracy": nn.metrics.accuracy}, callbacks=[],
        validation=data.Loader(points(40), 16, rest="keep"),
    )  # fmt: skip
    return {**rest, **changes}


def assert_same_bits(a, b):
    assert fjax.tree.structure(a) == fjax.tree.structure(b)
    for x, y in zip(fjax.tree.leaves(a), fjax.tree.leaves(b), strict=True):
        x, y = jnp.asarray(x), jnp.asarray(y)
        assert x.dtype == y.dtype and x.host().tobytes() == y.host().tobytes()


@pytest.fixture(scope="module")
def whole():
    """The result of a training that nothing interrupts."""
    return train.fit(**arguments())


# ---- what it computes


def test_a_training_is_the_loop_that_one_writes_out():
    optimizer, (model, state) = optim.sgd(0.05, momentum=0.9), network()
    given = arguments(optimizer=optimizer, epochs=2, validation=None)
    found = train.fit(**given)

    def loss(model, state, key, x, y):
        predictions, state = model(x, state, key=key, train=True)
        return nn.losses.cross_entropy(predictions, y), state

    memory, step, values = optimizer.init(model), 0, []
    for epoch in range(2):
        for x, y in given["data"].epoch(epoch):
            key = random.fold_in(random.key(3), step)
            f = fjax.jit(fjax.value_and_grad(loss, has_aux=True))
            (value, state), g = f(model, state, key, x, y)
            updates, memory = optimizer.update(g, memory, model)
            model, step = optim.apply_updates(model, updates), step + 1
            values.append(float(value))
    for x, y in zip(
        fjax.tree.leaves((found.model, found.state)), fjax.tree.leaves((model, state)), strict=True
    ):
        np.testing.assert_allclose(x, y, rtol=2e-5, atol=1e-6)
    assert found.steps == 12 and found.reason is None
    np.testing.assert_allclose(found.history[1]["loss"], np.mean(values[6:]), rtol=1e-5)


def test_it_learns_and_says_so(whole):
    assert [row["epoch"] for row in whole.history] == [0, 1, 2, 3]
    assert list(whole.history[0]) == [
        "epoch",
        "step",
        "loss",
        "accuracy",
        "val_loss",
        "val_accuracy",
    ]
    assert whole.history[-1]["loss"] < whole.history[0]["loss"]
    found = train.evaluate(
        whole.model, whole.state, arguments()["validation"], nn.losses.cross_entropy,
        {"accuracy": nn.metrics.accuracy},
    )  # fmt: skip
    x, y = points(40)
    logits, _ = whole.model(x, whole.state)
    np.testing.assert_allclose(found["loss"], nn.losses.cross_entropy(logits, y), rtol=1e-6)
    assert found["accuracy"] == whole.history[-1]["val_accuracy"]


def test_the_model_that_was_given_stays_as_it_is():
    given = arguments(epochs=1)
    before = fjax.tree.map(lambda x: x.host().copy(), given["model"])
    train.fit(**given)
    for x, y in zip(fjax.tree.leaves(given["model"]), fjax.tree.leaves(before), strict=True):
        np.testing.assert_array_equal(x, y)


def test_models_that_are_no_modules_and_batches_that_are_no_pairs_have_a_forward():
    def forward(model, batch, *, state, key, train):
        return batch["x"] @ model["w"], batch["y"], state

    x = np.random.default_rng(0).normal(size=(32, 3))
    batches = [{"x": x, "y": x @ np.arange(3.0)}]
    found = train.fit(
        {"w": jnp.zeros(3)}, optim.adam(0.3), nn.losses.squared_error, batches, epochs=200,
        forward=forward, callbacks=[],
    )  # fmt: skip
    np.testing.assert_allclose(found.model["w"], np.arange(3.0), atol=0.02)


# ---- going on


class Stop:
    """A callback that ends the training after a step."""

    def __init__(self, step):
        self.step = step

    def __call__(self, now):
        return "enough" if now.event == "step" and now.step == self.step else None


@pytest.mark.one_in(5)
@pytest.mark.parametrize("step", [1, 5, 6, 7, 23])
def test_a_run_goes_on_bit_for_bit(tmp_path, whole, step):
    first = train.fit(**arguments(checkpoints=tmp_path / "run", callbacks=[Stop(step)]))
    assert first.reason == "enough" and first.steps == step
    second = train.fit(**arguments(checkpoints=tmp_path / "run", resume=True))
    assert_same_bits(second.run, whole.run)
    assert second.history == whole.history


def test_a_run_that_was_killed_goes_on_from_its_last_checkpoint(tmp_path, whole):
    class Killed(Exception):
        pass

    def kill(now):
        if now.step == 17:
            raise Killed

    with pytest.raises(Killed):
        train.fit(**arguments(checkpoints=tmp_path / "run", save_steps=5, callbacks=[kill]))
    assert checkpoints.Folder(tmp_path / "run").steps() == [10, 12, 15]
    again = train.fit(**arguments(checkpoints=tmp_path / "run", resume=True))
    assert_same_bits(again.run, whole.run)
    assert again.history == whole.history


def test_a_run_that_is_over_is_not_trained_further(tmp_path, whole):
    train.fit(**arguments(checkpoints=tmp_path / "run"))
    again = train.fit(**arguments(checkpoints=tmp_path / "run", resume=True))
    assert_same_bits(again.run, whole.run)
    longer = train.fit(**arguments(checkpoints=tmp_path / "run", resume=True, epochs=5))
    assert len(longer.history) == 5 and longer.history[:4] == whole.history


def test_a_stream_goes_on_in_the_middle(tmp_path):
    x, y = points()
    rows = lambda epoch: zip(x, y, strict=True)
    given = lambda **changes: arguments(data=data.Stream(rows, 16), epochs=2, **changes)
    expected = train.fit(**given())
    train.fit(**given(checkpoints=tmp_path / "run", callbacks=[Stop(8)]))
    again = train.fit(**given(checkpoints=tmp_path / "run", resume=True))
    assert_same_bits(again.run, expected.run)


def test_checkpoints_of_an_earlier_run_are_not_written_over(tmp_path):
    train.fit(**arguments(epochs=1, checkpoints=tmp_path / "run"))
    with pytest.raises(FjaxValueError, match="resume=True goes on from there"):
        train.fit(**arguments(epochs=1, checkpoints=tmp_path / "run"))


def test_checkpoints_of_another_model_are_refused_and_stay(tmp_path):
    train.fit(**arguments(epochs=1, checkpoints=tmp_path / "run"))
    before = sorted(p.read_bytes() for p in (tmp_path / "run").iterdir())
    other = nn.Sequential(nn.Linear(2, 3, key=KEY), nn.Linear(3, 2, key=KEY))
    with pytest.raises(FjaxValueError, match="of another type"):
        train.fit(**arguments(model=other, state=None, checkpoints=tmp_path / "run", resume=True))
    assert sorted(p.read_bytes() for p in (tmp_path / "run").iterdir()) == before


def test_checkpoints_of_other_data_are_refused(tmp_path):
    train.fit(**arguments(checkpoints=tmp_path / "run", callbacks=[Stop(3)]))
    other = data.Loader(points(80), 16, key=random.key(1))
    with pytest.raises(FjaxValueError, match="rows = 96, and this one has 80"):
        train.fit(**arguments(data=other, checkpoints=tmp_path / "run", resume=True))


def test_a_full_disk_does_not_end_the_training(tmp_path, whole):
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    folder = checkpoints.Folder(tmp_path / "run", background=True)

    def fill(now):
        if now.step == 7:
            folder.wait()
            resource.setrlimit(resource.RLIMIT_FSIZE, (500, before[1]))

    try:
        with pytest.warns(UserWarning, match="the last good one is of step 6"):
            found = train.fit(**arguments(checkpoints=folder, callbacks=[fill]))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert_same_bits(found.run, whole.run)
    again = train.fit(**arguments(checkpoints=tmp_path / "run", resume=True))
    assert_same_bits(again.run, whole.run)


# ---- ending


@pytest.fixture
def ctrl_c():
    """Ctrl-C means what it does at a terminal, also where a run of tests was told to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_saves_and_returns_what_was_reached(tmp_path, whole):
    def interrupt(now):
        if now.event == "step" and now.step == 9:
            signal.raise_signal(signal.SIGINT)

    first = train.fit(**arguments(checkpoints=tmp_path / "run", callbacks=[interrupt]))
    assert first.reason == "interrupted" and first.steps == 9
    assert np.all(np.isfinite(first.model(points()[0], first.state)[0]))
    second = train.fit(**arguments(checkpoints=tmp_path / "run", resume=True))
    assert_same_bits(second.run, whole.run)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("ctrl_c")
def test_a_second_ctrl_c_ends_at_once():
    def interrupt(now):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        train.fit(**arguments(callbacks=[interrupt]))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_in_a_program_leaves_a_checkpoint(tmp_path):
    """As a person does it: a process that is sent the signal in the middle."""
    program = textwrap.dedent(
        """
        import signal, sys, numpy as np
        signal.signal(signal.SIGINT, signal.default_int_handler)
        from fjax import data, nn, optim, random, train
        x = np.ones((64, 2), np.float32)
        def said(now):
            if (now.event, now.step) == ("step", 3):
                print("step", flush=True)
        found = train.fit(
            nn.Linear(2, 1, key=random.key(0)), optim.sgd(0.1), nn.losses.squared_error,
            data.Loader((x, x[:, :1]), 2), epochs=100_000, callbacks=[said],
            checkpoints=sys.argv[1],
        )
        print(found.reason, found.steps)
        """
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "run")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    try:
        assert process.stdout.readline() == "step\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    reason, steps = out.split()
    assert reason == "interrupted" and "stops after this step" in err, out + err
    assert checkpoints.Folder(tmp_path / "run").steps()[-1] == int(steps)


# ---- NaNs


def bad_points(row=70):
    x, y = points()
    x[row] = np.nan
    return x, y


def test_a_nan_stops_before_it_does_harm(tmp_path):
    loader = data.Loader(bad_points(), 16)
    with pytest.raises(train.NonFiniteLossError, match=r"step 4 \(epoch 0, batch 4\)") as caught:
        train.fit(**arguments(data=loader, checkpoints=tmp_path / "run"))
    good = train.fit(**arguments(data=data.Loader(points(), 16), callbacks=[Stop(4)]))
    found = caught.value.result
    assert_same_bits((found.model, found.state, found.steps), (good.model, good.state, good.steps))
    assert all(np.all(np.isfinite(x)) for x in fjax.tree.leaves(found.run.memory))
    assert checkpoints.Folder(tmp_path / "run").steps() == []


@pytest.mark.parametrize("kind", ["forward", "backward"])
def test_a_nan_is_told_with_the_operation_and_the_line(kind):
    def forward(model, batch, *, state, key, train):
        shifted = batch @ model["w"] - 1.0
        if kind == "forward":
            return jnp.log(shifted), batch, state  # of a negative number
        return jnp.sqrt(jnp.sum(shifted**2)), batch, state  # whose slope at 0 is 0/0

    batch = np.ones((1, 2)) / (2 if kind == "backward" else 4)
    with pytest.raises(train.NonFiniteLossError) as caught:
        train.fit(
            {"w": jnp.ones((2, 1))}, optim.sgd(0.1), lambda p, y: jnp.sum(p), [batch], epochs=1,
            forward=forward, callbacks=[],
        )  # fmt: skip
    message = str(caught.value)
    assert "invalid value" in message and "test_fit.py" in message and "(forward)" in message
    assert ("log" if kind == "forward" else "in mul") in message
    assert caught.value.result.steps == 0


def test_parameters_that_are_nan_from_the_start_are_named():
    model, state = network()
    model = nn.replace(model, "layers[4].bias", jnp.array([0.0, math.nan], jnp.float32))
    with pytest.raises(train.NonFiniteLossError, match=r"to begin with: layers\[4\]\.bias"):
        train.fit(**arguments(model=model))


def test_nans_are_let_through_if_asked():
    loader = data.Loader(bad_points(), 16)
    found = train.fit(**arguments(data=loader, stop_at_nan=False, epochs=1))
    assert math.isnan(found.history[0]["loss"]) and found.steps == 6


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    "optimizer", [optim.lbfgs(), optim.sam(optim.sgd(0.1)), optim.chain(optim.sam(optim.adam(0.1)))]
)
def test_optimisers_that_compute_elsewhere_do_so_on_the_same_batch(optimizer):
    x = np.random.default_rng(0).standard_normal((16, 3)).astype(np.float32)
    batch = (x, x @ np.float32([[1.0], [-2.0], [0.5]]))
    loss, layer = nn.losses.squared_error, nn.Linear(3, 1, key=random.key(0))
    result = train.fit(layer, optimizer, loss, [batch], epochs=3, callbacks=[])
    model, memory, f = layer, optimizer.init(layer), lambda model: loss(model(batch[0]), batch[1])
    for _ in range(3):
        value, slope = fjax.value_and_grad(f)(model)
        updates, memory = optim.transformation.extended(optimizer)(
            slope, memory, model, value=value, value_fn=f, grad_fn=fjax.grad(f)
        )
        model = optim.apply_updates(model, updates)
    np.testing.assert_allclose(result.model.weight, model.weight, rtol=1e-4, atol=1e-6)
    assert result.history[-1]["loss"] < result.history[0]["loss"]


# ---- wrong arguments


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        (dict(data=points()), FjaxTypeError, r"fjax\.data\.Loader\(\(inputs, targets\)"),
        (dict(data=iter([points()])), FjaxTypeError, "a list of batches"),
        (dict(data=[points()[0]]), FjaxTypeError, "batches are pairs"),
        (dict(loss=lambda p, y: p), FjaxValueError, "a loss or metric is one number"),
        (dict(metrics={"loss": nn.metrics.accuracy}), FjaxValueError, "cannot be called 'loss'"),
        (dict(resume=True), FjaxValueError, "where are checkpoints"),
        (dict(epochs=-1), FjaxValueError, "at least 1"),
        (dict(epochs=2.5), FjaxValueError, "a whole number, at least 1, got 2.5"),
        (dict(optimizer=0.1), FjaxTypeError, "optimizer has init and update"),
        (dict(forward=None), FjaxTypeError, "forward is a function of"),
        (dict(loss="mse"), FjaxTypeError, r"a function of \(predictions, targets\)"),
        (dict(metrics=[nn.metrics.accuracy]), FjaxTypeError, "a dict from names to functions"),
        (dict(callbacks=train.progress_bar()), FjaxTypeError, r"also of one function: \[callback"),
        (dict(model={"w": jnp.ones(2)}), FjaxTypeError, "no fjax.nn.Module"),
    ],
)
def test_wrong_arguments_say_what_is_right(changes, error, message):
    with pytest.raises(error, match=message):
        train.fit(**arguments(**changes))


def test_inputs_of_a_wrong_shape_name_the_module(tmp_path):
    x, y = points()
    loader = data.Loader((np.ones((96, 3), np.float32), y), 16)
    with pytest.raises(ValueError, match=r"layers\[0\].*Linear takes"):
        train.fit(**arguments(data=loader))


# ---- what is shown and logged


def test_values_are_fetched_only_when_somebody_asks(monkeypatch):
    fetched = []
    numbers = train.Recipe.numbers
    monkeypatch.setattr(
        train.Recipe, "numbers", lambda *given: fetched.append(1) or numbers(*given)
    )
    train.fit(**arguments(epochs=2, validation=None))
    assert len(fetched) == 3  # at the first step, and once an epoch


def test_a_run_that_goes_on_continues_its_logs(tmp_path, whole):
    logs = lambda: [train.jsonl(tmp_path / "log", 2), train.csv(tmp_path / "log.csv", 2)]
    train.fit(**arguments(checkpoints=tmp_path / "run", save_steps=4, callbacks=[*logs(), Stop(7)]))
    os.remove(tmp_path / "run" / "step-000000007.safetensors")
    train.fit(**arguments(checkpoints=tmp_path / "run", resume=True, callbacks=logs()))
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    steps = [line["step"] for line in lines if line["event"] == "step"]
    assert steps == list(range(2, 25, 2))
    epochs = [line for line in lines if line["event"] == "epoch"]
    assert [{k: v for k, v in line.items() if k != "event"} for line in epochs] == list(
        whole.history
    )
    table = np.genfromtxt(
        tmp_path / "log.csv", delimiter=",", names=True, dtype=None, encoding=None
    )
    assert table.dtype.names == (
        "event",
        "epoch",
        "step",
        "loss",
        "accuracy",
        "val_loss",
        "val_accuracy",
    )
    rows = table[table["event"] == "epoch"]
    np.testing.assert_array_equal(rows["val_loss"], [row["val_loss"] for row in whole.history])


def test_early_stopping_goes_by_the_history_and_so_through_a_restart(tmp_path):
    given = lambda: arguments(
        epochs=20, optimizer=optim.sgd(0.0), checkpoints=tmp_path / "run", resume=True
    )
    stop = train.early_stopping("val_loss", patience=3)
    first = train.fit(**{**given(), "callbacks": [stop, Stop(14)]})
    assert len(first.history) == 2 and first.reason == "enough"
    found = train.fit(
        **{**given(), "callbacks": [train.early_stopping("val_accuracy", 3, larger=True)]}
    )
    assert len(found.history) <= 12 and "val_accuracy was not better for 3 epochs" == found.reason
    again = train.fit(
        **{**given(), "callbacks": [train.early_stopping("val_accuracy", 3, larger=True)]}
    )
    assert again.history == found.history and again.reason == found.reason


def test_the_best_epoch_is_kept_and_read_again(tmp_path):
    with pytest.raises(TypeError, match="positional"):
        train.Best("val_loss", tmp_path / "best.safetensors")  # which is not whether larger is
    best = train.Best("val_loss", path=tmp_path / "best.safetensors")
    spoil = optim.sgd(lambda step: jnp.where(step < 12, 0.05, 50.0))
    found = train.fit(**arguments(optimizer=spoil, callbacks=[best], stop_at_nan=False))
    values = [row["val_loss"] for row in found.history]
    kept = train.evaluate(
        best.model, best.state, arguments()["validation"], nn.losses.cross_entropy
    )
    np.testing.assert_allclose(kept["loss"], np.nanmin(values), rtol=1e-6)
    assert values[-1] != np.nanmin(values)
    like = {"model": found.model, "state": found.state}
    assert_same_bits(checkpoints.load(tmp_path / "best.safetensors", like)["model"], best.model)


def test_best_warns_where_the_epochs_before_are_not_kept(tmp_path):
    folder = {"checkpoints": tmp_path / "run", "resume": True}
    train.fit(**arguments(epochs=1, **folder))
    best = train.Best("val_loss", path=tmp_path / "best.safetensors")
    with pytest.warns(UserWarning, match="the model of the best epoch so far is not kept"):
        train.fit(**arguments(epochs=1, callbacks=[best], **folder))
    assert best.model is None


def test_all_callbacks_see_the_event_that_ends_the_training(tmp_path):
    events = {name: [] for name in "ab"}
    note = lambda name: lambda now: events[name].append((now.event, now.step))
    folder = {"checkpoints": tmp_path / "run", "resume": True}
    for stop in (Stop(7), train.early_stopping("loss", patience=1, change=1e9)):
        for seen in events.values():
            seen.clear()
        train.fit(**arguments(**folder, callbacks=[note("a"), stop, note("b")]))
        assert events["a"] == events["b"] and events["a"][-1][0] == "end"


def test_an_unknown_mean_is_named_with_those_there_are():
    with pytest.raises(FjaxValueError, match="no 'val_f1' to go by; there are epoch, step, loss"):
        train.fit(**arguments(epochs=1, callbacks=[train.early_stopping("val_f1")]))


class Terminal:
    """A file that is a terminal and remembers what was written."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass

    def isatty(self):
        return True


@pytest.mark.parametrize("tqdm", [True, False])
def test_the_bar_shows_means_speed_and_time_left(monkeypatch, tqdm):
    if tqdm:
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr("fjax.train.callbacks.PERIOD", 0.0)
    terminal = Terminal()
    train.fit(**arguments(callbacks=[train.progress_bar(terminal)]))
    for part in (
        "epoch 1/4",
        "3/6",
        "loss 0.",
        "accuracy 0.",
        "rows/s",
        "0:00:00 left",
        "val_loss",
    ):
        assert part in terminal.text, (part, terminal.text)
    assert "Progress" not in terminal.text


def test_without_a_terminal_there_is_a_line_for_each_epoch(capsys):
    train.fit(**arguments(callbacks=None))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4 and lines[3].startswith("epoch 4/4  loss 0.")


def test_tensorboard_files_are_written_by_the_kept_library(tmp_path):
    pytest.importorskip("tensorboardX")
    train.fit(**arguments(epochs=1, callbacks=[train.tensorboard(tmp_path / "events", 2)]))
    (file,) = (tmp_path / "events").iterdir()
    assert b"step/loss" in file.read_bytes() and b"epoch/val_accuracy" in file.read_bytes()
    assert b"parameters/" in file.read_bytes()


def test_tensorboard_has_images_and_the_graph(tmp_path):
    pytest.importorskip("tensorboardX")
    pytest.importorskip("onnx")
    shown = {"rows": np.zeros((2, 1, 4, 4), np.float32), "one": np.zeros((4, 4), np.float32)}
    options = {"histograms": False, "images": lambda now: shown, "example": points(2)[0]}
    logs = train.tensorboard(tmp_path / "events", 2, **options)
    train.fit(**arguments(epochs=1, callbacks=[logs]))
    (file,) = (tmp_path / "events").iterdir()
    data = file.read_bytes()
    assert b"images/rows" in data and b"images/one" in data and b"MatMul" in data
    assert b"parameters/" not in data
    with pytest.raises(TypeError, match="a function of a Progress"):
        train.tensorboard(tmp_path, images=shown)
    wrong = train.tensorboard(tmp_path / "wrong", images=lambda now: {"a": np.zeros(3)})
    with pytest.raises(ValueError, match=r"images\['a'\] has the axes"):
        train.fit(**arguments(epochs=1, callbacks=[wrong]))


def test_without_the_library_it_is_said_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setattr("fjax.train.event_files._tensorboard", lazy.module("no_such_module"))
    with pytest.raises(RuntimeError, match=r"pip install tensorboardX"):
        train.fit(**arguments(epochs=1, callbacks=[train.tensorboard(tmp_path / "events")]))
