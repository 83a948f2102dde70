"""The links of a page: source lines, equations, steps and kernels that belong together."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn
from fjax.explanation.steps import VIEW, every
from tests.explanation.parsed import Page
from tests.explanation.programs import PROGRAMS, X, elementwise, energy, scoped


@pytest.fixture(scope="module")
def page():
    """The parsed page of a program, by its name."""
    made = {}

    def find(name):
        if name not in made:
            function, *args = PROGRAMS[name]
            made[name] = Page(fjax.explain(function)(*args).html)
        return made[name]

    return find


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_place_of_an_equation_is_a_line(page, name):
    found = page(name)
    lines = {key: e for e in found.lines_of_files.values() for key in e.keys}
    keys = {key for e in found.named("r") for key in e.keys}
    assert keys <= lines.keys()
    for key in keys:
        file, line = found.places[key][:2]
        assert lines[key].attributes["id"] == f"line-{file}-{line}"


def called_twice(layer, model, x):
    y = layer(x) + layer(x)
    return jnp.mean(model(y) ** 2)


def test_a_line_on_which_several_layers_are_called_has_a_row_for_each():
    keys = fjax.random.split(fjax.random.key(0), 3)
    layer, *rest = (nn.Linear(8, 8, key=key) for key in keys)
    args = layer, nn.Sequential(*rest), np.ones((4, 8), np.float32)
    page = Page(fjax.explain(fjax.grad(called_twice, argnums=1), measure=True)(*args).html)
    (line,) = (e for e in page.lines.values() if "model(y)" in e.text)
    rows = {e.text: e for e in page.named("scope")}
    at = [next(name for name in rows if name.startswith(f"Sequential/layers[{k}]")) for k in (0, 1)]
    assert not any(name.startswith("Linear") for name in rows)  # one scope of one line
    assert set().union(*(e.keys for e in rows.values())) == line.keys
    scopes = {page.places[key][2] for key in rows[at[1]].keys}
    assert scopes == {"jvp(Sequential)/layers[1]", "transpose(jvp(Sequential))/layers[1]"}
    assert any(e.has("t") and e.parent is rows[at[0]] for e in page.elements)
    shown = {key for e in page.equations for key in e.keys}
    assert all(e.keys <= shown for e in rows.values())


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_line_with_places_has_equations(page, name):
    found = page(name)
    shown = {key for e in found.named("eq") for key in e.keys}
    for line in found.named("ln"):
        assert line.keys <= shown


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_step_has_the_places_of_its_equations_and_each_kernel_those_of_its_step(page, name):
    found = page(name)
    heads = {e.step: e for e in found.named("head")}
    assert len(heads) == len(found.named("head"))
    for row in found.named("eq"):
        if row.step is not None:
            assert row.keys <= heads[row.step].keys
    for card in found.named("kernel"):
        assert card.keys == heads[card.step].keys
    for finding in found.named("finding"):
        assert finding.step is None or finding.step in heads


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", PROGRAMS)
def test_ids_are_unique_and_links_resolve(page, name):
    found = page(name)
    ids = [e.attributes["id"] for e in found.elements if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    for link in (e.attributes["href"] for e in found.elements if e.name == "a"):
        assert link.removeprefix("#") in ids


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_kernel_and_equation_that_inspect_knows_is_on_the_page(page, name):
    function, *args = PROGRAMS[name]
    inspected, found = fjax.inspect(function)(*args), page(name)
    assert len(found.named("kernel")) >= inspected.n_kernels
    texts = " ".join(e.text for e in found.equations)
    for eqn in (*inspected.traced.eqns, *inspected.optimized.eqns):
        assert f"= {eqn.op.name}" in texts or eqn.op.host is not None
    reasons = found.id("steps").text
    assert all(why in reasons for why in inspected.plan.reasons)


def operations(page, line):
    """The equations that a line lights up, as traced."""
    traced = [e for e in page.equations if e.keys & line.keys]
    return {e.text.partition("= ")[2].split("[")[0].split()[0] for e in traced}


def number_of(function, words):
    """The number of the line of a function that has these words."""
    code = function.__code__
    with open(code.co_filename) as file:
        lines = file.read().splitlines()
    first = code.co_firstlineno
    (found,) = [k for k in range(first, first + 10) if words in lines[k - 1]][:1]
    return found


def test_a_line_lights_up_what_it_asked_for(page):
    found = page("elementwise")
    sine = found.lines[number_of(elementwise, "jnp.sin")]
    rest = found.lines[number_of(elementwise, "y * 2")]
    assert operations(found, sine) == {"sin"}
    assert operations(found, rest) == {"mul", "add"}
    (kernel,) = found.named("kernel")
    assert sine.keys | rest.keys == kernel.keys


def test_a_line_lights_up_its_derivative_too(page):
    found = page("gradient")
    root = found.lines[number_of(energy, "jnp.sqrt")]
    scopes = {found.places[key][2] for key in root.keys}
    assert any("transpose" in scope for scope in scopes) and "sqrt" in operations(found, root)


def test_equations_of_one_line_in_different_scopes_are_told_apart(page):
    found = page("scopes")
    sine = found.lines[number_of(elementwise, "jnp.sin")]
    assert {found.places[key][2] for key in sine.keys} == {"layer0", "layer1", "layer2"}
    traced = [e for e in found.equations if e.keys & sine.keys]
    assert all(len(e.keys) == 1 for e in traced)
    assert number_of(scoped, "x = elementwise") in found.lines


def test_a_place_is_the_very_expression():
    def f(é, x):
        return é * "é".__len__() + jnp.sin(x)  # é: columns are counted in characters

    found = Page(fjax.explain(f)(X, X).html)
    (text,) = [e.text for e in found.named("ln", "r")]
    shown = text[len(str(f.__code__.co_firstlineno + 1)) :]
    expressions = set()
    for key in found.named("ln", "r")[0].keys:
        _, _, _, first, _, last = found.places[key]
        expressions.add(shown[first:last])
    assert expressions == {'é * "é".__len__()', "jnp.sin(x)", 'é * "é".__len__() + jnp.sin(x)'}


def test_equal_kernels_show_their_code_once():
    def f(x):
        for _ in range(4):
            x = jnp.cumsum(x)[::-1] * 2
        return x

    explained = fjax.explain(f)(X)
    found = Page(explained.html)
    forms = {k.kernel.form for k in explained.kernels}
    assert len(forms) < len(explained.kernels)
    shown = [e for e in found.named("tabs") if e.within("kernels")]
    assert len(shown) == len(forms)
    assert found.id("kernels").text.count("The same code as") == len(explained.kernels) - len(forms)


def test_tabs_unpack_to_what_inspect_gives():
    found = Page(fjax.explain(elementwise)(X).html)
    (kernel,) = fjax.inspect(elementwise)(X).kernels
    panels = [e for e in found.elements if e.name == "pre" and "data-text" in e.attributes]
    texts = [found.texts[int(e.attributes["data-text"])] for e in panels]
    assert texts[:2] == [kernel.source, kernel.llvm]
    assert len(texts) == len(kernel.target.spellings)
    forms = [e.text for e in found.elements if e.name == "pre" and e.parent.name == "div"]
    assert kernel.form in forms


def test_a_kernel_shows_its_loops_with_their_sizes_and_its_schedule():
    found = Page(fjax.explain(energy)(X, 2.0).html)
    assert "in 12" in found.named("kernel")[0].text
    (kernel,) = fjax.inspect(elementwise)(X).kernels
    found = Page(fjax.explain(elementwise)(X).html)
    assert kernel.schedule.splitlines()[-1] in found.named("kernel")[0].text


def slope_of_a_convolution(x, w):
    return fjax.grad(lambda w: lax.conv(x, w, (1, 1), "SAME").mean())(w)


def position(x):
    return jnp.argmax(x, 0) + 1


def running_total(x):
    return jnp.cumsum(x) * 2


def tall_product(a, b):
    return a.T @ b


SQUARE = (1, 2, 2, 1)


def pooled(x):
    def total(x):
        return lax.reduce_window(x, -jnp.inf, lax.max, SQUARE, SQUARE, "VALID").sum()

    return fjax.grad(total)(x)


def slope_of_a_recurrence(w, xs):
    def total(w):
        return lax.scan(lambda h, x: (jnp.tanh(h @ w + x @ w), None), xs[0], xs)[0].sum()

    return fjax.grad(total)(w)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "function, shapes",
    [
        (slope_of_a_convolution, [(2, 3, 16, 16), (4, 3, 3, 3)]),
        (position, [(30, 20)]),
        (running_total, [(100_000,)]),
        (tall_product, [(100_000, 3), (100_000, 3)]),
        (pooled, [(2, 16, 16, 3)]),
        (slope_of_a_recurrence, [(16, 16), (9, 4, 16)]),
    ],
)
def test_what_passes_put_in_place_of_an_operation_is_of_its_line(function, shapes):
    """What was traced while the program is planned bore the line that asked for the page."""
    explained = fjax.explain(function)(*[np.ones(shape) for shape in shapes])
    steps = list(every(explained.steps))
    computing = [step for step in steps if step.operations != ["copy"]]  # what a loop begins with
    assert steps and [step.title for step in computing if not step.keys] == []


def test_a_loop_that_equals_another_functions_has_its_own_lines():
    """A notebook's cell that runs again makes the same program at other lines."""

    def first(x):
        return lax.scan(lambda c, _: (jnp.sort(c @ c), None), x, None, 3)[0]

    def second(x):
        return lax.scan(lambda c, _: (jnp.sort(c @ c), None), x, None, 3)[0]

    for function in (first, second):
        explained = fjax.explain(function)(np.ones((80, 80)))
        inside = [s for s in every(explained.steps) if s.title in ("dot_general", "sort")]
        lines = {explained.places.spans[key].line for s in inside for key in s.keys}
        assert lines == {function.__code__.co_firstlineno + 1}


def recurrent(model, x):
    def step(c, _):
        with fjax.named_scope("cell"):
            return jnp.tanh(model(c)), None

    with fjax.named_scope("unrolled"):
        return lax.scan(step, x, None, 4)[0]


def repeated(model, x):
    with fjax.named_scope("unrolled"):
        return lax.while_loop(lambda c: c.sum() < 100, lambda c: abs(model(c)) + c + 1, x)


def gradient(model, x):
    return fjax.grad(lambda model: fjax.vmap(recurrent, (None, 0))(model, x).sum())(model)


@pytest.mark.parametrize(
    "function, scopes",
    [
        (recurrent, ["unrolled/cell"]),
        (repeated, ["unrolled"]),
        (fjax.vmap(recurrent, (None, 0)), ["vmap(unrolled)/cell"]),
        (gradient, ["jvp(vmap(unrolled))/cell", "transpose(jvp(vmap(unrolled)))/cell"]),
    ],
)
def test_what_a_loop_computes_is_within_the_names_around_the_loop(function, scopes):
    keys = fjax.random.split(fjax.random.key(0))
    model = nn.Sequential(*[nn.Linear(8, 8, key=key) for key in keys])
    explained = fjax.explain(function)(model, np.ones((4, 8), np.float32))
    found = explained.places.scopes
    steps = {found[key] for step in every(explained.steps) for key in step.keys}
    assert {f"{s}/Sequential/layers[{k}]" for s in scopes for k in (0, 1)} <= steps
    page = Page(explained.html)
    assert len(page.places) == len(found)  # the page adds none without the names around
    assert not any(s.startswith(("cell", "Sequential")) for s in found)


@fjax.custom_vjp
def steep(x):
    return jnp.tanh(x)


def steep_forward(x):
    return steep(x), x


def steep_backward(x, slope):
    with fjax.named_scope("rule"):
        return (slope * jnp.cos(x),)


steep.defvjp(steep_forward, steep_backward)


@fjax.custom_jvp
def lowered(x):
    return jnp.sin(x)


@lowered.defjvp
def lowered_slope(primals, tangents):
    ((x,), (t,)) = primals, tangents
    return lowered(x), jnp.exp(x) * t


def test_what_a_custom_rule_computes_is_on_the_rules_lines():
    def of_each(x):
        return steep(lowered(x)).sum()

    def in_a_loop(x):
        return lax.scan(lambda c, _: (steep(lowered(c)), None), x, None, 3)[0].sum()

    for function in (of_each, in_a_loop):
        page = Page(fjax.explain(fjax.grad(function))(X).html)
        for rule, words in ((steep_backward, "jnp.cos"), (lowered_slope, "jnp.exp")):
            line = page.lines[number_of(rule, words)]
            assert words.removeprefix("jnp.") in operations(page, line)
        scopes = {page.places[k][2] for k in page.lines[number_of(steep_backward, "cos")].keys}
        assert all("transpose(" in s and "rule" in s for s in scopes)


def test_what_runs_nothing_gives_no_reason_for_a_step_of_its_own():
    explained = fjax.explain(lambda x: jnp.sort(x.reshape(6, 2)))(X)
    (view,) = [s for s in explained.steps if s.kind == VIEW]
    shown = Page(explained.html).id(f"step-{view.number}")
    assert "nothing runs" in shown.text and "a step of its own" not in shown.text
