"""What is shown of keys, programs, plans, shardings and models: as text, in HTML, by treescope."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, data, nn, optim, random, train
from fjax.nn.representation import shown
from tests.explanation.parsed import Page
from tests.explanation.programs import PROGRAMS, X, energy

KEY = random.key(0)
MESH = fjax.make_mesh((1,), ("rows",))


def deep(layers=40):
    return nn.Sequential(*[nn.Linear(8, 8, key=random.key(k)) for k in range(layers)])


def inspected():
    return fjax.inspect(fjax.grad(energy))(X, 2.0)


SHOWN = {
    "a key": lambda: KEY,
    "keys": lambda: random.split(KEY, 20),
    "an array": lambda: jnp.ones((300, 300)),
    "a small array": lambda: jnp.arange(3),
    "a jaxpr": lambda: fjax.make_jaxpr(energy)(X, 2.0),
    "an inspected program": inspected,
    "a plan": lambda: inspected().plan,
    "a kernel": lambda: inspected().kernels[0],
    "a sharding": lambda: NamedSharding(MESH, P("rows", None)),
    "a sharding of one device": lambda: jnp.ones(3).sharding,
    "a model": deep,
    "the state of an optimiser": lambda: optim.adam(1e-3).init(deep(3)),
    "a pytree": lambda: {"a": [jnp.ones(3), (KEY, None)], "b": deep(2)},
}
NO_HTML = ("a small array", "the state of an optimiser", "a pytree")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", SHOWN)
def test_text_is_short_and_of_several_lines(name):
    lines = repr(SHOWN[name]()).splitlines()
    if name not in ("the state of an optimiser", "a pytree"):  # Python prints these
        assert len(lines) <= 24 and max(map(len, lines)) <= 240


@pytest.mark.parametrize("name", [name for name in SHOWN if name not in NO_HTML])
def test_notebooks_show_it(name):
    html = SHOWN[name]()._repr_html_()
    Page(html)
    assert 50 < len(html) < 200_000


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", SHOWN)
def test_treescope_shows_it(name):
    treescope = pytest.importorskip("treescope")
    value = SHOWN[name]()
    text = treescope.render_to_text(value)
    assert " object at " not in text and len(text.splitlines()) < 400
    assert "<html" in treescope.render_to_html(value) or len(treescope.render_to_html(value)) > 100


def test_treescope_draws_arrays():
    treescope = pytest.importorskip("treescope")
    drawn = treescope.render_array(jnp.arange(900.0).reshape(30, 30))
    assert "arrayviz_container" in drawn.treescope_part.html_src


def test_treescope_has_the_equations_of_a_jaxpr():
    treescope = pytest.importorskip("treescope")
    text = treescope.render_to_text(fjax.make_jaxpr(jnp.sin)(1.0))
    assert "= sin a" in text and text.startswith("<ClosedJaxpr>")


def test_a_model_of_forty_layers_is_four_lines():
    assert repr(deep()).splitlines() == [
        "Sequential(",
        "  layers=(",
        "    [0:40] 40 x Linear(weight=float32[8,8], bias=float32[8]),",
        "  ),",
        "  checkpoint=False,",
        ")",
    ]
    assert repr(nn.Linear(2, 3, key=KEY)) == "Linear(weight=float32[3,2], bias=float32[3])"


def test_layers_that_differ_are_numbered():
    model = nn.Sequential(deep(2).layers[0], nn.Conv2d(1, 16, 3, key=KEY), nn.relu, deep(2))
    lines = repr(model).splitlines()
    assert "    [0] Linear(weight=float32[8,8], bias=float32[8])," in lines
    assert "    [2] Lambda(function=relu)," in lines
    assert lines[3].startswith("    [1] Conv2d(weight=float32[16,1,3,3]")


def test_other_containers_are_shown_as_models_are():
    state = optim.adam(1e-3).init(deep())
    assert "40 x Linear" in shown(state) and "Moments(" in shown(state)


def test_an_inspected_program_prints_its_steps_and_all_with_print():
    found = inspected()
    first, *steps = repr(found).splitlines()
    assert first.startswith("<inspection of ") and any("kernel 0" in x for x in steps)
    assert str(found).startswith("==== traced")


def test_of_many_steps_the_first_are_printed():
    def f(x):
        for _ in range(20):
            x = jnp.sort(x)[::-1] + 1
        return x

    lines = repr(fjax.inspect(f)(X)).splitlines()
    assert len(lines) == 11 and "more steps; print shows all stages" in lines[-2]


def test_no_keys_are_shown_too():
    assert "0 random keys" in random.split(KEY, 3)[:0]._repr_html_()


def test_keys_are_shown_by_their_numbers():
    html = random.split(KEY, 20)._repr_html_()
    words = np.asarray(random.key_data(random.split(KEY, 20)))[0]
    assert f"{words[0]:08x} {words[1]:08x}" in html and "and 12 more" in html


def test_a_sharding_shows_which_device_has_which_part():
    html = NamedSharding(MESH, P("rows"))._repr_html_()
    assert "CPU 0" in html and "rows" in html


def test_many_rows_of_a_summary_are_folded_with_what_they_come_to():
    model = nn.Sequential(*[nn.Sequential(nn.Linear(8, 8, key=KEY), nn.relu) for _ in range(10)])
    page = Page(nn.summary(model, np.ones((2, 8), np.float32))._repr_html_())
    heads = [e.text for e in page.elements if e.name == "summary"]
    assert heads[0].startswith("layers: 720 parameters, ") and len(heads) == 11
    assert heads[1].startswith("layers[0].layers: 72 parameters, ")
    texts = [e.text for e in page.elements if e.name == "td"]
    assert "layers[9].layers[1]" in texts


def test_the_result_of_training_is_a_summary():
    inputs = np.linspace(0, 1, 32, dtype=np.float32)[:, None]
    loader = data.Loader((inputs, inputs), 8, key=KEY)
    result = train.fit(
        nn.Linear(1, 1, key=KEY),
        optim.sgd(0.1),
        nn.losses.squared_error,
        loader,
        epochs=2,
        callbacks=[],
    )
    first, epoch, model = repr(result).splitlines()
    assert first == "<training result: 8 steps, 2 epochs"
    assert epoch.startswith("  last epoch: loss ") and model == "  model: Linear, 2 numbers>"


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_has_a_representation(name):
    function, *args = PROGRAMS[name]
    found = fjax.inspect(function)(*args)
    assert len(repr(found).splitlines()) <= 11 and repr(found.plan).startswith("<plan of ")
    Page(found.plan._repr_html_())


def test_a_plan_counts_in_words():
    shown = repr(fjax.inspect(jnp.sin)(np.ones(3)).plan)
    assert shown == "<plan of 1 equation, 1 kernel, 1 launch; print shows its steps>"


def test_an_inspection_counts_in_words_and_no_plan_moves_less_than_the_least():
    shown = repr(fjax.inspect(lambda x: x.sum())(np.ones(3)))
    assert shown.startswith("<inspection of 1 equation, 1 step, 1 kernel:")
    kept = fjax.inspect(lambda x: (x, x.sum()))(np.ones(3))  # x stays where it is
    assert kept.least_bytes == kept.bytes_moved == 4 * 8
