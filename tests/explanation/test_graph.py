"""The graph of a plan: its groups, its levels, and what the page's script reads of them."""

import json

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn
from fjax.explanation import graph
from fjax.explanation.steps import VIEW, every
from tests.explanation.parsed import Page
from tests.explanation.programs import PROGRAMS
from tests.explanation.test_text import HOSTILE


def levels_of(explained):
    page = Page(explained.html)
    (view,) = page.named("graph")
    return json.loads(page.texts[int(view.attributes["data-text"])])


@pytest.fixture(scope="module")
def explained():
    """The explanation of a program, by its name, and its levels."""
    made = {}

    def find(name):
        if name not in made:
            function, *args = PROGRAMS[name]
            found = fjax.explain(function)(*args)
            made[name] = found, levels_of(found)
        return made[name]

    return find


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_step_is_a_box_once(explained, name):
    found, levels = explained(name)
    shown = [n["step"] for level in levels for n in level["nodes"] if "step" in n]
    steps = [s.number for s in every(found.steps) if s.kind != VIEW]
    assert sorted(shown) == sorted(steps)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", PROGRAMS)
def test_levels_lead_back_and_edges_end_at_boxes(explained, name):
    _, levels = explained(name)
    for number, level in enumerate(levels):
        assert len(level["nodes"]) <= graph.MOST + 2
        at = {tuple(node["at"]) for node in level["nodes"]}
        assert len(at) == len(level["nodes"])
        for x, y in at:
            assert 0 <= x <= level["size"][0] and 0 <= y <= level["size"][1]
        for edge in level["edges"]:
            assert {tuple(edge["path"][0]), tuple(edge["path"][-1])} <= at
            assert edge["path"][0][1] < edge["path"][-1][1]  # down
        for node in level["nodes"]:
            assert all(levels[k]["parent"] == number for k in node.get("levels", []))


def test_scopes_and_layers_are_groups():
    model = nn.Sequential(*[nn.Linear(64, 64, key=fjax.random.key(k)) for k in range(3)])
    step = fjax.grad(lambda m, x: jnp.mean(jnp.tanh(m(x)) ** 2))
    levels = levels_of(fjax.explain(step)(model, np.ones((128, 64), np.float32)))
    assert {"Sequential", "Sequential, backward"} <= {n["title"] for n in levels[0]["nodes"]}
    titles = {node["title"] for level in levels for node in level["nodes"]}
    assert {"layers[0]", "layers[1]", "layers[1], backward"} <= titles


def test_layers_in_a_loop_are_groups():
    keys = fjax.random.split(fjax.random.key(0))
    model = nn.Sequential(*[nn.Linear(64, 64, key=key) for key in keys])

    def repeated(model, x):
        with fjax.named_scope("unrolled"):
            return lax.scan(lambda c, _: (jnp.tanh(model(c)), None), x, None, 5)[0].sum()

    levels = levels_of(fjax.explain(fjax.grad(repeated))(model, np.ones((128, 64), np.float32)))
    steps = [level for level in levels if level["title"] == "one step of the loop"]
    for level, which in zip(steps, ("", ", backward"), strict=True):
        (group,) = [n for n in level["nodes"] if n["title"] == f"Sequential{which}"]
        inside = {node["title"] for node in levels[group["levels"][0]]["nodes"]}
        assert {f"layers[{k}]{which}" for k in (0, 1)} <= inside


def test_what_runs_in_a_loop_is_a_level_of_its_own(explained):
    _, levels = explained("loop on the host")
    (loop,) = [n for n in levels[0]["nodes"] if n.get("kind") == "loop of several steps"]
    assert levels[loop["levels"][0]]["title"] == "one step of the loop"


def test_edges_say_what_flows(explained):
    _, levels = explained("random")
    assert any(edge["says"] == "f64[12]: 96 B" for edge in levels[0]["edges"])


def test_very_many_steps_are_groups_of_groups():
    boxes = [graph.Box(f"kernel {k}", []) for k in range(10_000)]
    folded = graph._folded(boxes)
    pending, deepest = [(box, 1) for box in folded], 0
    assert len(folded) <= graph.MOST
    leaves = 0
    while pending:
        box, depth = pending.pop()
        deepest = max(deepest, depth)
        leaves += not box.inside
        for inside in box.inside:
            assert len(inside) <= graph.MOST
            pending += [(each, depth + 1) for each in inside]
    assert leaves == 10_000 and deepest == 3


def test_layouts_are_the_same_each_time():
    pairs = [(k, k + d) for k in range(30) for d in (1, 3) if k + d < 30]
    assert graph._laid_out(30, pairs) == graph._laid_out(30, pairs)


def test_without_the_library_the_page_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(graph.importlib_util, "find_spec", lambda name: None)
    page = Page(fjax.explain(lambda x: x + 1)(1.0).html)
    assert any("pip install fast-sugiyama" in e.text for e in page.elements if e.name == "p")
    assert page.named("graph") == []


@pytest.mark.parametrize("words", HOSTILE)
def test_words_of_scopes_are_data(words):
    def f(x):
        with fjax.named_scope(HOSTILE[words]):
            return jnp.sort(jnp.sin(x)) + 1

    levels = levels_of(fjax.explain(f)(np.ones(9)))
    assert HOSTILE[words] in {node["title"] for node in levels[0]["nodes"]}
