"""The picture of training: what it shows is true, and training is the same with it."""

import base64
import html.parser
import re
import zlib

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn, optim, random, train
from fjax.train import drawing, probe
from tests.train.test_fit import arguments, assert_same_bits, network, points


def pixels(address):
    """The bytes (height, width, 3) of a PNG that `drawing.png` made."""
    data = base64.b64decode(address.removeprefix("data:image/png;base64,"))
    width, height = (int.from_bytes(data[k : k + 4], "big") for k in (16, 20))
    start = data.index(b"IDAT") + 4
    raw = zlib.decompressobj().decompress(data[start:])
    return (
        np.frombuffer(raw, np.uint8).reshape(height, 1 + 3 * width)[:, 1:].reshape(height, width, 3)
    )


class Balanced(html.parser.HTMLParser):
    """Raises for a tag that is not closed in its place."""

    EMPTY = {"meta", "img", "br"}

    def __init__(self, page):
        super().__init__()
        self.open = []
        self.feed(page)
        assert not self.open, self.open

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_starttag(self, tag, attributes):
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """(picture, path of its file, result, the pages as they were while training went on)."""
    path, pages = tmp_path_factory.mktemp("picture") / "run.html", []
    picture = train.Picture(
        path,
        steps=4,
        seconds=0.0,
        learning_rate=optim.linear_schedule(1e-2, 1e-3, 40),
        title="<b>&",
    )
    keep = lambda now: pages.append(path.read_text()) if now.event == "step" else None
    result = train.fit(**arguments(callbacks=[picture, keep]))
    return picture, path, result, pages


def test_training_is_the_same_with_a_picture(drawn):
    assert_same_bits(drawn[2].run, train.fit(**arguments()).run)


def test_a_page_shows_itself_anew_until_training_ends(drawn):
    _, path, _, pages = drawn
    assert all('http-equiv="refresh"' in page for page in pages)
    assert 'http-equiv="refresh"' not in path.read_text()
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_page_is_whole_and_needs_nothing_else(drawn):
    page = drawn[1].read_text()
    Balanced(page)
    assert not re.search(r'(src|href)="(?!data:)', page) and "<script" not in page


def test_texts_are_escaped(drawn):
    assert "&lt;b&gt;&amp;" in drawn[0].html() and "<b>" not in drawn[0].html()


def test_all_parts_are_there(drawn):
    page = drawn[0].html()
    for part in (
        "loss", "accuracy", "validation", "learning rate", "gradient norm", "rows a second",
        "size of updates / size of weights", "Predictions of the last batch", "wanted",
        "layers[4].weight", "Activations", "BatchNorm", "ended after 4 epochs, step 24",
    ):  # fmt: skip
        assert part in page, part
    assert drawn[0]._repr_html_() == page


def test_curves_are_the_values_of_the_steps(drawn):
    picture, _, result, _ = drawn
    steps = [step for step, _ in picture.curves["loss"]]
    assert steps == [1, 4, 8, 12, 16, 20, 24]
    rates = dict(picture.curves["learning rate"])
    np.testing.assert_allclose(rates[24], 1e-2 - 9e-3 * 23 / 40, rtol=1e-6)
    weighed = np.array([1, 3, 4, 4, 4, 4, 4]) @ [value for _, value in picture.curves["loss"]] / 24
    np.testing.assert_allclose(weighed, np.mean([r["loss"] for r in result.history]), rtol=1e-6)


def test_few_looks_are_kept_of_a_long_training():
    picture = train.Picture(steps=1)
    model, loss = nn.Linear(2, 1, key=random.key(0)), nn.losses.squared_error
    batches = [(np.ones((4, 2)), np.ones((4, 1)))] * 200
    train.fit(model, optim.sgd(1e-3), loss, batches, epochs=1, callbacks=[picture])
    assert len(picture.looks) <= 80 and picture.steps == 4
    assert len(picture.curves["loss"]) <= 81 and picture.looks[-1][0] == 200


def test_a_model_that_is_no_module_is_drawn_too():
    picture = train.Picture(steps=1)
    forward = lambda model, batch, *, state, key, train: (batch @ model["w"], batch[:, 0], state)
    batches = [np.ones((4, 3), np.float32)]
    train.fit(
        {"w": jnp.ones(3)}, optim.sgd(0.1), nn.losses.squared_error, batches, epochs=2,
        forward=forward, callbacks=[picture],
    )  # fmt: skip
    page = picture.html()
    Balanced(page)
    assert "wanted 1" in page and "[&#x27;w&#x27;]" in page and "Activations" not in page


# ---- what is looked at


def recipe():
    return train.Recipe(optim.sgd(0.5), nn.losses.cross_entropy)


def test_outputs_of_layers_are_those_of_the_model():
    model, state = network()
    run = recipe().start(model, state, random.key(3))
    batch = points(16)
    found = fjax.jit(lambda run: probe.outputs_of(recipe(), run, batch))(run)
    assert list(found) == [f"layers[{k}]" for k in range(5)]
    first = model.layers[0](batch[0])
    np.testing.assert_allclose(found["layers[0]"], first, rtol=1e-6)
    normed, _ = model.layers[1](first, state, train=True)
    np.testing.assert_allclose(found["layers[1]"], normed, rtol=1e-5, atol=1e-6)


def test_what_runs_inside_of_loops_and_transformations_is_left_out():
    keys = random.split(random.key(0), 4)
    inner = [nn.Linear(2, 2, key=key) for key in keys[:2]]
    model = nn.Sequential(
        nn.Stack(inner), nn.Sequential(nn.Linear(2, 2, key=keys[2]), nn.relu, checkpoint=True),
        nn.Linear(2, 2, key=keys[3]),
    )  # fmt: skip
    run = recipe().start(model)
    found = fjax.jit(lambda run: probe.outputs_of(recipe(), run, points(8)))(run)
    assert list(found) == ["layers[2]"]


def test_ratios_are_those_of_the_next_update():
    model = nn.Linear(2, 2, key=random.key(0))
    run, batch = recipe().start(model), points(16)
    found = probe.make_look(recipe())(run, batch)
    g = fjax.grad(lambda m: nn.losses.cross_entropy(m(batch[0]), batch[1]))(model)
    expected = 0.5 * np.sqrt(np.mean(g.weight**2) / np.mean(model.weight**2))
    np.testing.assert_allclose(found.ratios["weight"], expected, rtol=1e-5)
    np.testing.assert_allclose(found.norm, optim.global_norm(g), rtol=1e-5)


@pytest.mark.parametrize("size", [1, 7, 1000, 250_000])
def test_a_distribution_counts_finite_elements(rng, size):
    x = rng.normal(size=size).astype(np.float32)
    if size > 1:
        x[1] = np.nan
    found = probe.distribution(x)
    part = x[:: max(1, size // probe.SAMPLED)]
    part = part[np.isfinite(part)]
    assert found.counts.sum() == len(part)
    assert found.low == part.min() and found.high == part.max()
    if size == 1000:
        expected, _ = np.histogram(part, probe.BINS, (part.min(), part.max()))
        assert np.abs(np.asarray(found.counts) - expected).sum() <= 4  # at the intervals' ends


def test_an_array_without_a_finite_element_has_an_empty_distribution():
    assert probe.distribution(jnp.array([jnp.nan, jnp.inf])).counts.sum() == 0
    address, low, _ = drawing.over_time([probe.distribution(jnp.array([jnp.nan]))])
    assert np.isnan(low) and pixels(address).shape == (1, 1, 3)


# ---- drawing


def test_columns_of_an_image_are_dark_where_elements_are():
    low = probe.Distribution(0.0, 1.0, np.ones(48))
    high = probe.Distribution(3.0, 4.0, np.ones(48))
    address, bottom, top = drawing.over_time([low, high])
    image = pixels(address).astype(int).sum(2)
    assert (bottom, top) == (0.0, 4.0) and image.shape == (drawing.ROWS, 2)
    dark = image < 600
    np.testing.assert_array_equal(np.nonzero(dark[:, 0])[0], np.arange(24, 32))
    np.testing.assert_array_equal(np.nonzero(dark[:, 1])[0], np.arange(0, 8))


def test_an_image_of_a_row_has_its_pixels():
    image = np.array([[[0.0, 1.0], [0.5, 0.25]]])
    np.testing.assert_array_equal(pixels(drawing.picture_of(image))[..., 0], [[0, 255], [127, 63]])


def test_curves_with_gaps_single_points_and_no_points_are_drawn():
    found = drawing.chart("x", {"a": [(0, float("nan")), (1, 2.0)], "b": [], "c": [(3, -1.0)]})
    assert found.count("<polyline") == 3 and "nan" not in found
    assert "<polyline" not in drawing.chart("x", {})
    logarithmic = drawing.chart("x", {"a": [(0, 0.0), (1, 10.0), (2, 1000.0)]}, logarithmic=True)
    assert logarithmic.count("<circle") == 2


def test_ticks_are_round_and_within_the_range(rng):
    for low, width in zip(rng.normal(size=50) * 100, 10.0 ** rng.uniform(-6, 6, 50), strict=True):
        ticks = drawing._ticks(low, low + width)
        assert 2 <= len(ticks) <= 6
        assert low - 1e-6 * width <= ticks[0] and ticks[-1] <= low + width * (1 + 1e-6)
