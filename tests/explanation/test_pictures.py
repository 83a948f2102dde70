"""What notebooks show of arrays, jaxprs, inspected programs and models."""

import dataclasses
from html.parser import HTMLParser

import ml_dtypes
import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn
from fjax.core.device import device
from fjax.explanation import pictures
from tests.explanation.parsed import Page
from tests.explanation.programs import PROGRAMS
from tests.explanation.test_text import HOSTILE, named

RNG = np.random.RandomState(0)
ARRAYS = {
    "a vector": (RNG.randn(5000), ["float64[5000]", "mean ", "std 0.9", "min -3.", "<svg"]),
    "a matrix": (RNG.randn(300, 200).astype(np.float32), ["float32[300,200]", "<img", "240 kB"]),
    "integers": (np.arange(2000), ["int64[2000]", "mean 999.5", "min 0", "max 1999"]),
    "truth values": (np.arange(2000) % 4 == 0, ["bool[2000]", "mean 0.25"]),
    "complex": (RNG.randn(2000) * 1j, ["complex128[2000]", "magnitudes: mean", "min 0.0"]),
    "bfloat16": (RNG.randn(2000).astype(ml_dtypes.bfloat16), ["bfloat16[2000]", "<svg"]),
    "three axes": (RNG.randn(20, 20, 20), ["float64[20,20,20]", "<svg"]),
    "a row": (RNG.randn(1, 2000), ["float64[1,2000]", "<svg"]),
    "constant": (np.full(2000, 7.0), ["mean 7", "std 0"]),
    "NaN": (np.where(np.arange(2000) < 5, np.nan, 1.0), ["5 NaN", "mean 1"]),
    "infinite": (np.where(np.arange(2000) < 5, np.inf, 1.0), ["5 infinite", "max 1"]),
    "nothing finite": (np.full(2000, np.nan), ["2,000 NaN"]),
    "a matrix of NaN": (np.full((50, 50), np.nan), ["2,500 NaN", "<img"]),
    "huge": (np.array([-1.7e308, 1.7e308] * 1000), ["max 1.7e+308", "<svg"]),
}


class Fragment(HTMLParser):
    """The names of elements; raises where tags do not match."""

    def __init__(self, html):
        super().__init__()
        self.names, self.stack = set(), []
        self.feed(html)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        if tag != "img":
            self.stack.append(tag)

    def handle_endtag(self, tag):
        assert self.stack.pop() == tag


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", ARRAYS)
def test_a_large_array_has_statistics_and_a_picture(name):
    values, words = ARRAYS[name]
    html = jnp.asarray(values)._repr_html_()
    Fragment(html)
    assert [w for w in words if w not in html] == []
    assert len(html) < 100_000


@pytest.mark.parametrize(
    "values", [1.0, np.ones(1000), np.ones((10, 10)), np.zeros((0, 5)), np.zeros(0)], ids=np.shape
)
def test_a_small_array_shows_its_values_type_and_place(values):
    html = jnp.asarray(values)._repr_html_()
    assert Fragment(html).names == {"style", "div", "b", "pre"}
    shown = [e.text for e in Page(html).elements if e.name == "pre"]
    assert shown == [str(np.asarray(values, float))] and f"{jnp.asarray(values).aval}" in html


@pytest.mark.parametrize("shape, tables", [((3,), 1), ((2, 2), 1), ((2, 2, 2), 2), ((9, 1, 1), 8)])
def test_a_mesh_shows_its_devices_in_rows_and_columns(shape, tables):
    names = ("a", "b", "c")[-len(shape) :]
    devices = [device("cpu", k) for k in range(int(np.prod(shape)))]
    html = fjax.sharding.Mesh(np.array(devices).reshape(shape), names)._repr_html_()
    Fragment(html)
    assert html.count("<table>") == tables and html.count("<td>") == min(len(devices), 8)
    assert f"CPU {tables - 1}" in html and "across: c" in html
    assert ("and 1 more" in html) == (shape[0] == 9) and ("a 1" in html) == (len(shape) == 3)


def test_a_mesh_without_devices_has_no_table():
    assert "<table>" not in fjax.sharding.Mesh(np.array(None), ())._repr_html_()


def test_what_has_no_values_here_has_no_picture():
    with fjax.default_device(fjax.devices("meta")[0]):
        assert jnp.ones(5000)._repr_html_() is None


def test_statistics_of_very_many_elements_are_of_some(monkeypatch):
    monkeypatch.setattr(pictures, "COUNTED", 1000)
    monkeypatch.setattr(pictures, "SAMPLED", 1000)
    html = jnp.arange(5500)._repr_html_()
    assert "of one element in 7" in html and "max 5495" in html  # 6 divides 5500


def test_sampled_elements_are_of_all_columns(monkeypatch):
    """Those at a distance that divides the length of a row would all be of a few columns."""
    monkeypatch.setattr(pictures, "COUNTED", 1000)
    monkeypatch.setattr(pictures, "SAMPLED", 1000)
    html = jnp.tile(jnp.arange(64.0), (100, 1))._repr_html_()
    assert "of one element in 7" in html and "mean 31.5" in html and "max 63" in html


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_jaxpr_shows_the_equations_that_its_text_has(name):
    function, *args = PROGRAMS[name]
    closed = fjax.make_jaxpr(function)(*args)
    for program in (closed, closed.jaxpr):
        page = Page(program._repr_html_())
        rows = [e.text for e in page.named("eq")]
        assert len(rows) >= len(closed.eqns)
        texts = {" ".join(line.split("[")[0].split()) for line in str(closed).splitlines()}
        plain = [" ".join(row.split("[")[0].split()) for row in rows]
        assert [row for row in plain if row not in texts] == []


def test_an_inspected_program_shows_its_stages():
    inspected = fjax.inspect(lambda x: jnp.sin(x) @ x)(np.ones((4, 4)))
    page = Page(inspected._repr_html_())
    titles = [e.text for e in page.elements if e.name == "summary"]
    assert titles[:3] == ["traced, 2 equations", "optimised, 2 equations", "1 kernel"]
    assert inspected.kernels[0].form in [e.text for e in page.elements if e.name == "pre"]


def test_a_model_shows_its_layers():
    model = nn.Linear(2, 3, key=fjax.random.key(0))
    page = Page(model._repr_html_())
    (root,) = [e for e in page.elements if e.name == "summary"]
    assert root.text.startswith("Linear 9 numbers")
    assert "weight: float32[3,2]" in page.elements[-2].text + page.elements[-4].text


OWN = {"style", "div", "i", "b", "em", "details", "summary"}


@pytest.mark.parametrize("words", HOSTILE)
def test_words_are_text(words):
    hostile = HOSTILE[words]
    closed = fjax.make_jaxpr(fjax.jit(named(hostile, lambda x: x + 1)))(1.0)
    assert Fragment(closed._repr_html_()).names <= {
        "style",
        "div",
        "i",
        "b",
        "em",
        "details",
        "summary",
    }

    class Labelled(nn.Module):
        label: str = fjax.tree.static()
        parts: dict = dataclasses.field(default_factory=dict)

    shown = Fragment(Labelled(hostile, {hostile: jnp.ones(2)})._repr_html_()).names
    assert shown <= OWN
