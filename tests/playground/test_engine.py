"""The experiment behind the playground: it learns, remembers, and is the program that it shows."""

import contextlib
import io
import time

import numpy as np
import pytest

import fjax
from fjax import data
from fjax.errors import FjaxValueError
from fjax.playground import pictures, program
from fjax.playground.engine import MOST_FRAMES, Experiment
from fjax.playground.settings import ACTIVATIONS, DATA, OPTIMIZERS, PENALTIES, Layer, Settings

pytestmark = pytest.mark.needs("x64", reason="the program holds its numbers in 64 bits")


@pytest.fixture(scope="module")
def learned():
    """An experiment on XOR whose rate was turned on the way."""
    experiment = Experiment(Settings())
    experiment.advance(150)
    experiment.set_rate(0.1)
    experiment.advance(251)
    return experiment


def same(one, other):
    return all(map(np.array_equal, fjax.tree.leaves(one), fjax.tree.leaves(other)))


def test_it_learns_xor(learned):
    first, last = learned.frames[0], learned.frames[-1]
    assert first.step == 0 and last.step == 401
    assert last.accuracy == (1.0, 1.0)
    assert last.loss[0] < 0.05 < first.loss[0]


def test_the_code_does_what_was_done(learned):
    assert "rates = {150: 0.1}" in learned.code
    names = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(learned.code, names)
    assert same(names["model"], learned.model)
    assert printed.getvalue() == "100.0% of the held-out points are right\n"


def test_a_frame_is_what_its_parameters_give(learned):
    x, y, test_x, test_y = learned.data
    for frame in learned.frames[:: len(learned.frames) // 4]:
        right = [np.mean(np.argmax(frame.model(a), 1) == b) for a, b in ((x, y), (test_x, test_y))]
        np.testing.assert_allclose(frame.accuracy, right, rtol=1e-6)
        w = np.asarray(frame.model[0].weight)
        np.testing.assert_allclose(
            [frame.weights[0].low, frame.weights[0].high], [w.min(), w.max()]
        )
        assert frame.weights[0].counts.sum() == w.size
        assert [s.shape for s in frame.slopes] == [(4, 2), (2, 4), (2, 2)]
    assert not same(learned.frames[0].model, learned.frames[-1].model)


def test_gradients_of_a_frame_are_those_of_the_loss(learned):
    x, y, *_ = learned.data
    frame, h = learned.frames[-1], 1e-2

    def moved(by):
        weight = frame.model[4].weight.at[0, 0].add(by)
        return fjax.nn.losses.cross_entropy(
            fjax.nn.replace(frame.model, "layers[4].weight", weight)(x), y
        )

    slope = (float(moved(h)) - float(moved(-h))) / (2 * h)
    np.testing.assert_allclose(frame.slopes[2][0, 0], slope, rtol=2e-2, atol=1e-5)


def test_the_rate_acts_from_the_next_step_on(learned):
    rates = {frame.step: frame.rate for frame in learned.frames}
    assert rates[148] == 0.03 and rates[152] == 0.1
    one, other = Experiment(Settings()), Experiment(Settings())
    other.set_rate(1e-9)
    one.advance(1), other.advance(1)
    start, moved, held = (
        np.asarray(m[0].weight) for m in (one.frames[0].model, one.model, other.model)
    )
    np.testing.assert_allclose(np.abs(moved - start).max(), 0.03, rtol=1e-3)  # Adam's first step
    np.testing.assert_allclose(held, start, atol=1e-8)


def test_few_frames_are_kept_of_many_steps(monkeypatch):
    from fjax.playground import engine

    monkeypatch.setattr(engine, "MOST_FRAMES", 8)
    assert MOST_FRAMES == 200
    experiment = Experiment(Settings("gaussians"))
    experiment.advance(50)
    steps = [frame.step for frame in experiment.frames]
    assert len(steps) <= 8 and experiment.interval == 8
    assert steps[0] == 0 and steps[-1] == 50 and set(np.diff(steps[:-1])) == {8}


def test_it_trains_in_the_background_until_it_is_told_to_pause():
    experiment = Experiment(Settings("gaussians"))
    experiment.run()
    end = time.monotonic() + 20
    while experiment.steps < 20 and time.monotonic() < end:
        time.sleep(0.005)
    assert experiment.running
    experiment.set_rate(0.5)
    experiment.pause()
    steps = experiment.steps
    assert steps >= 20 and not experiment.running and experiment.frames[-1].step == steps
    time.sleep(0.02)
    assert experiment.steps == steps
    experiment.close()


def test_a_loss_that_is_not_finite_ends_the_training():
    experiment = Experiment(Settings("gaussians", learning_rate=1e3, optimizer="sgd", layers=()))
    experiment._names["train"] = (experiment.data[0] * np.float32(1e38), experiment.data[1])
    experiment._names["batch"] = lambda number: experiment._names["train"]
    experiment.run()
    experiment._thread.join(20)
    assert isinstance(experiment.error, FjaxValueError) and "smaller learning rate" in str(
        experiment.error
    )


CHOICES = [
    *[Settings(data=name, points=60) for name in DATA],
    *[Settings(optimizer=name, points=60) for name in OPTIMIZERS],
    *[Settings(penalty=name, points=60, strength=0.1) for name in PENALTIES],
    *[Settings(layers=(Layer(3, name),), points=60) for name in ACTIVATIONS],
    Settings(layers=(), noise=0.2, batch=3, seed=5),
]


@pytest.mark.one_in(14)
@pytest.mark.parametrize("settings", CHOICES, ids=range(len(CHOICES)))
def test_each_choice_is_a_program_that_does_what_the_experiment_does(settings):
    if settings.data == "digits":
        pytest.importorskip("sklearn")
    experiment = Experiment(settings)
    experiment.advance(3)
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(experiment.code, names)
    assert same(names["model"], experiment.model)
    assert not same(experiment.frames[0].model, experiment.model)


def test_penalties_are_what_they_are_called():
    found = {}
    for penalty in PENALTIES:
        names = {}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(program.whole(Settings(penalty=penalty, strength=0.5), 2, 2, 1), names)
        model, x, y = names["model"], *names["train"]
        plain = float(fjax.nn.losses.cross_entropy(model(x), y))
        found[penalty] = float(names["loss"](model, x, y)) - plain, model
    weights = lambda penalty: np.concatenate(
        [np.ravel(layer.weight) for layer in found[penalty][1] if hasattr(layer, "weight")]
    )
    assert found["none"][0] == 0
    np.testing.assert_allclose(found["l1"][0], 0.5 * np.abs(weights("l1")).sum(), rtol=1e-5)
    np.testing.assert_allclose(found["l2"][0], 0.5 * (weights("l2") ** 2).sum(), rtol=1e-5)


TABLE = 'a,"</script><script>alert(1)",b,kind\n' + "".join(
    f"{i % 7},{i * 5 % 11},{i % 3},{'low' if i % 7 < 4 else 'high'}\n" for i in range(60)
)


def test_a_table_from_a_file_is_learned_and_its_program_reads_the_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.csv").write_text(TABLE)
    experiment = Experiment(Settings(data="own.csv"), data.read_csv(tmp_path / "own.csv"))
    experiment.advance(150)
    assert experiment.labels == ("high", "low") and experiment.inputs == 3
    assert experiment.frames[-1].accuracy[1] == 1.0
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(experiment.code, names)
    assert same(names["model"], experiment.model)


HOSTILE = "<script>alert(1)</script>,y,c\n" + "".join(
    f"{i},{i % 5},{'<b>' if i % 2 else 'z'}\n" for i in range(20)
)


def test_names_in_a_table_are_escaped_in_pictures():
    experiment = Experiment(Settings(data="own.csv"), data.read_csv(io.StringIO(HOSTILE)))
    drawing = pictures.Plane(experiment).drawing(experiment.labels)
    assert "<script" not in drawing and "<b>" not in drawing
    assert "&lt;script&gt;alert(1)" in drawing and "&lt;b&gt;" in drawing


def test_a_table_of_one_class_is_refused():
    rows = "".join(f"{i},a\n" for i in range(20))
    with pytest.raises(FjaxValueError, match="all rows are of one class, 'a'; .* another column"):
        Experiment(Settings(data="a.csv"), data.read_csv(io.StringIO(f"x,c\n{rows}")))


def test_a_table_with_few_rows_is_refused():
    with pytest.raises(FjaxValueError, match="3 rows are too few"):
        Experiment(Settings(data="a.csv"), data.read_csv(io.StringIO("x,c\n1,a\n2,b\n3,a\n")))


@pytest.mark.parametrize(
    "choice, said",
    [
        ({"optimizer": "adma"}, "optimizer is one of"),
        ({"learning_rate": float("nan")}, "learning_rate is between"),
        ({"learning_rate": 0}, "learning_rate is between"),
        ({"batch": 0}, "batch is between"),
        ({"batch": 2.5}, "batch is a whole number"),
        ({"noise": -1.0}, "noise is between"),
        ({"layers": (Layer(0),)}, "units is between"),
        ({"layers": (Layer(4, "tahn"),)}, "activation is one of"),
        ({"layers": (Layer(),) * 9}, "at most 6 hidden layers"),
        ({"penalty": "l3"}, "penalty is one of"),
    ],
)
def test_choices_that_make_no_sense_are_refused(choice, said):
    with pytest.raises(FjaxValueError, match=said):
        Settings(**choice)


def test_a_rate_that_makes_no_sense_is_refused(learned):
    with pytest.raises(FjaxValueError, match="learning_rate"):
        learned.set_rate(-1.0)


def test_the_page_about_a_step_shows_its_lines(learned):
    page = learned.explain()
    assert "updates, state = optimizer.update(slope, state, model)" in page.html.replace(
        "&#x27;", "'"
    )


def test_a_map_is_strongest_where_the_network_is_sure(learned):
    plane = pictures.Plane(learned)
    assert plane.grid.shape == (pictures.GRID**2, 2) and plane.names == ["x1", "x2"]
    decided, units = pictures.make_maps(learned, plane)(learned.model)
    assert decided.startswith("data:image/png;base64,") and len(units) == 2


def test_a_map_shows_more_inputs_in_the_plane_of_their_components():
    pytest.importorskip("sklearn")
    experiment = Experiment(Settings("digits"))
    plane = pictures.Plane(experiment)
    assert plane.grid.shape == (pictures.GRID**2, 64)
    np.testing.assert_allclose(plane.axes @ plane.axes.T, np.eye(2), atol=1e-6)
    places = plane.place(np.asarray(plane.grid))
    np.testing.assert_allclose(places[[0, -1]], [[-1, 1], [1, -1]], atol=1e-5)
    assert 0 < plane.held.mean() < 0.5


def test_without_nicegui_the_message_says_what_to_install(monkeypatch):
    from fjax.core import lazy
    from fjax.errors import FjaxRuntimeError
    from fjax.playground import view

    monkeypatch.setattr(view, "_nicegui", lazy.module("no_such_package"))
    with pytest.raises(FjaxRuntimeError, match="pip install nicegui"):
        view.serve()
