"""`fjax.profile`: a run in ten lines."""

import functools
import linecache
import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn
from tests.explanation.test_pictures import Fragment
from tests.explanation.test_text import HOSTILE, named


def program(x):
    y = jnp.sort(jnp.sin(x), 0)
    return jnp.sum(y * 2, 0)


@pytest.fixture(scope="module")
def profiled():
    return fjax.profile(program)(np.random.RandomState(0).rand(300, 300))


def test_it_has_a_row_for_each_step_and_for_the_lines(profiled):
    lines = str(profiled).splitlines()
    assert lines[0].startswith("program(f64[300,300]) -> f64[300]: ") and "a run" in lines[0]
    assert lines[1].split() == [
        *("step", "computes", "time", "share"),
        *("bytes/s", "threads", "lines"),
    ]
    assert len(lines) <= 11 and any(line.startswith("sort") for line in lines)
    (written,) = [line for line in lines if "y = jnp.sort(jnp.sin(x), 0)" in line]
    assert written.startswith(f"line {program.__code__.co_firstlineno + 1} ")


def test_the_times_of_lines_are_those_of_the_steps(profiled):
    total = sum(step.seconds for step in profiled.steps)
    np.testing.assert_allclose(sum(profiled.by_line.values()), total)
    assert profiled.steps[0].seconds == max(step.seconds for step in profiled.steps)
    assert {file for file, _ in profiled.by_line} == {__file__}


def test_a_notebook_shows_a_table(profiled):
    assert Fragment(profiled._repr_html_()).names == {"p", "table", "tr", "th", "td"}
    hostile = named(HOSTILE["a script"], lambda x: x + 1)
    assert Fragment(fjax.profile(hostile)(1.0)._repr_html_()).names <= {
        "p",
        "table",
        "tr",
        "th",
        "td",
    }


def test_it_needs_values_and_says_what_the_function_raises():
    with pytest.raises(ValueError, match="takes arguments with values"):
        fjax.profile(program)(fjax.ShapeDtypeStruct((3, 3), float))
    with pytest.raises(TypeError, match="sin requires"):
        fjax.profile(lambda x: jnp.sin("a string"))(1.0)


def ordered(x):
    scaled = x * 2 + 1
    middle = jnp.sort(scaled, axis=1)  # slowest
    return jnp.mean(middle * scaled, axis=0)


def inverted(x):
    h = jnp.tanh(x)
    for _ in range(3):
        h = h + 0.1
    spread = jnp.linalg.inv(x @ x.T + jnp.eye(len(x)))  # slowest
    return jnp.sum(h) + jnp.trace(spread)


def looped(x):
    def step(c, row):
        c = c * 0.5 + row[0]
        return jnp.sum(jnp.sin(row * c)), jnp.exp(-c)  # slowest

    c, ys = lax.scan(step, 0.0, x)
    return c + ys.sum()


@pytest.mark.one_in(5)
@pytest.mark.parametrize("function", [ordered, inverted, looped])
def test_the_slowest_line_of_a_program_stands_first(function):
    """It takes more than half of the time, many times what a disturbance adds to one thread."""
    x = np.random.RandomState(0).rand(300, 300)
    with fjax.threads(1):
        profile = fjax.profile(function)(x)
    (_, line), seconds = max(profile.by_line.items(), key=lambda item: item[1])
    assert "# slowest" in linecache.getline(__file__, line)
    assert seconds > 0.5 * sum(profile.by_line.values())
    first = next(text for text in str(profile).splitlines() if text.startswith("line "))
    assert first.startswith(f"line {line} ")


def layered(weights, x):
    for w in weights:
        x = jnp.tanh(x @ w)
    return jnp.sum(jnp.sort(x[0]) * x[1])


def test_steps_alike_are_one_row_and_the_passes_of_a_gradient_are_told():
    weights = [np.eye(40) + k for k in range(7)]
    profile = fjax.profile(fjax.grad(layered))(weights, np.ones((30, 40)))
    head, *rows = str(profile).splitlines()[1:]
    line = layered.__code__.co_firstlineno + 2
    products = [row for row in rows if "dot_general" in row]
    assert any(row.startswith("7 × dot_general") for row in products)
    assert {row.endswith(f" {line} (backward)") for row in products} == {True, False}
    assert all("f64[" in row for row in products)
    threads = head.index("threads")
    *steps, rest = rows[: next(k for k, row in enumerate(rows) if row.startswith("line "))]
    assert all(row[threads] != " " for row in steps)
    assert re.fullmatch(r"\d+ more steps? +[\d.]+ [µmn]?s +\d+%", rest)
    total = sum(int(re.search(r"(\d+)%", row).group(1)) for row in (*steps, rest))
    assert 95 <= total <= 105


def test_layers_that_one_line_calls_are_told_apart():
    keys = fjax.random.split(fjax.random.key(0), 3)
    model = nn.Sequential(*[nn.Linear(n, 64, key=key) for n, key in zip((8, 64, 64), keys)])
    profile = fjax.profile(lambda model, x: model(x))(model, np.ones((50, 8), np.float32))
    line = test_layers_that_one_line_calls_are_told_apart.__code__.co_firstlineno + 3
    steps, lines = [], []
    for row in str(profile).splitlines()[2:]:
        (lines if row.startswith("line ") else steps).append(row)
    assert any(row.endswith(f" {line} in layers[0]") for row in steps)
    assert [row.split("  ")[0] for row in lines[:1]] == [f"line {line}"]
    assert all(row.startswith(f"line {line} in Sequential/layers[") for row in lines[1:])
    assert len(lines) == 3


def test_a_step_of_a_loop_has_a_row_and_its_line():
    def iterated(a):
        def step(q, _):
            q, r = jnp.linalg.qr(a @ q)
            return q, jnp.diag(r)

        return lax.scan(step, jnp.eye(len(a)), None, 20)

    rows = str(fjax.profile(iterated)(np.random.RandomState(0).rand(80, 80))).splitlines()
    line = iterated.__code__.co_firstlineno + 2
    (row,) = [row for row in rows if row.startswith("20 × qr")]
    assert row.endswith(f" {line}")
    assert any(row.startswith("scan itself") and "copies what it carries" in row for row in rows)


def test_the_layers_of_a_loop_and_its_passes_are_told_apart():
    keys = fjax.random.split(fjax.random.key(0))
    model = nn.Sequential(*[nn.Linear(64, 64, key=key) for key in keys])

    def loss(model, x):
        return lax.scan(lambda c, _: (jnp.tanh(model(c)), None), x, None, 20)[0].sum()

    profile = fjax.profile(fjax.grad(loss))(model, np.ones((128, 64), np.float32))
    shown = str(profile).splitlines()
    line = loss.__code__.co_firstlineno + 1
    products = [row for row in shown if row.startswith("40 × dot_general")]
    assert {row.endswith("layers[0] (backward)") for row in products} == {True, False}
    assert all(f" {line} in layers[" in row for row in products)
    rest = [row.split("  ")[0] for row in shown if row.startswith(f"line {line} in ")]
    assert sorted(rest) == [f"line {line} in Sequential/layers[{k}]" for k in (0, 1)]


def test_lines_of_several_files_have_the_names_of_these(tmp_path):
    (tmp_path / "part.py").write_text("def part(x):\n    return x[::-1] * 2\n")
    scope = {}
    code = compile((tmp_path / "part.py").read_text(), str(tmp_path / "part.py"), "exec")
    exec(code, scope)
    shown = str(fjax.profile(lambda x: jnp.sort(scope["part"](x)))(np.ones(100)))
    assert "part.py:2" in shown and "test_profile.py:" in shown


def test_a_function_that_computes_nothing_has_a_profile():
    shown = str(fjax.profile(lambda x: x)(np.ones(3)))
    assert shown.startswith("<lambda>(f64[3]) -> f64[3]: ") and "a run" in shown


def test_what_prints_runs_a_few_times(capfd):
    def f(x):
        fjax.debug.print("seen")
        return jnp.sort(x) + 1

    fjax.profile(f)(np.ones(3))
    assert 0 < capfd.readouterr().out.count("seen") < 10


def test_a_partial_application_has_the_name_of_its_function():
    part = functools.partial(ordered)
    assert str(fjax.profile(part)(np.ones((3, 3)))).startswith("ordered(")
