"""Functions whose source is missing, elsewhere, shared, edited or long."""

import functools
import importlib.util
import linecache
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.errors import FjaxTypeError
from tests.explanation.parsed import Page
from tests.explanation.programs import X, elementwise


def loaded(path, text):
    """A module of a file with this text."""
    path.write_text(textwrap.dedent(text))
    spec = importlib.util.spec_from_file_location("edited", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def notes(page):
    return [e.text for e in page.named("note") if e.within("source")]


def test_without_source_there_are_line_numbers():
    names = {"jnp": jnp}
    exec(compile("def f(x):\n    y = jnp.sin(x)\n    return y * 2\n", "<nowhere>", "exec"), names)
    page = Page(fjax.explain(names["f"])(X).html)
    assert notes(page) == ["Python has no source of <nowhere>: only line numbers are known."]
    assert set(page.lines) == {2, 3} and all(e.keys for e in page.lines.values())


def test_a_program_typed_into_python_has_no_source():
    program = """
    import fjax, fjax.numpy as jnp
    page = fjax.explain(lambda x: jnp.sin(x) + 1)(jnp.ones(3)).html
    assert "Python has no source" in page
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "function, args",
    [
        (np.sin, (X,)),
        (len, (X,)),
        (jnp.tanh, (X,)),
        (functools.partial(np.add, 1), (X,)),
        (functools.partial(elementwise), (X,)),
        (fjax.vmap(fjax.grad(lambda x: x**2)), (X,)),
        (fjax.jit(elementwise), (X,)),
        (type("Called", (), {"__call__": lambda self, x: x * 2})(), (X,)),
    ],
    ids=lambda value: getattr(value, "__name__", None) or type(value).__name__,
)
def test_whatever_can_be_called_is_explained(function, args):
    explained = fjax.explain(function)(*args)
    Page(explained.html)
    assert explained.error is None


def test_a_function_without_equations_shows_its_lines():
    page = Page(fjax.explain(fjax.jit(lambda x: x))(X).html)
    assert ["fjax.jit(lambda x: x)" in e.text for e in page.named("ln")] == [True]


def test_lambdas_of_one_line_are_told_apart():
    f, g = (lambda x: jnp.sin(x)), (lambda x: jnp.cos(x))
    page = Page(fjax.explain(lambda x: f(x) + g(x))(X).html)
    shared = f.__code__.co_firstlineno
    keys = {e.text.partition("= ")[2].split()[0]: e.keys for e in page.equations}
    assert keys["sin"] | keys["cos"] <= page.lines[shared].keys
    assert not keys["sin"] & keys["cos"]


def test_a_file_that_was_edited_says_so(tmp_path):
    path = tmp_path / "edited.py"
    module = loaded(path, "def f(x):\n    return x * 2 + 1\n")
    assert notes(Page(fjax.explain(module.f)(X).html)) == []
    path.write_text("# another line\n\n\ndef f(x):\n    return x * 3 + 1\n")
    (note,) = notes(Page(fjax.explain(module.f)(X + 1).html))
    assert "has changed since f was defined" in note
    path.write_text("def f(x):\n")  # no Python any more
    Page(fjax.explain(module.f)(X).html)
    path.unlink()
    (note,) = notes(Page(fjax.explain(module.f)(X).html))
    assert "Python has no source" in note


def test_a_long_line_is_cut(tmp_path):
    steps = "; ".join(["x = x + 1"] * 1000)
    module = loaded(tmp_path / "edited.py", f"def f(x):\n    {steps}\n    return x\n")
    page = Page(fjax.explain(module.f)(X).html)
    assert "more characters" in page.lines[2].text and len(page.lines[2].text) < 2100
    assert len(page.lines[2].keys) == 1000


def test_of_a_long_function_the_lines_around_its_places_are_shown(tmp_path):
    body = "".join(f"    unused{k} = {k}\n" for k in range(400))
    text = f"def f(x):\n{body}    y = x * 2\n{body}    return y + 1\n"
    page = Page(fjax.explain(loaded(tmp_path / "edited.py", text).f)(X).html)
    assert {402, 803} <= set(page.lines) and len(page.lines) < 20
    assert [e.text for e in page.named("gap")] == ["⋯"]


def test_the_line_that_asks_for_the_page_is_no_line_of_the_program():
    explained = fjax.explain(fjax.value_and_grad(cubed))(X)  # what passes make is made here
    first = cubed.__code__.co_firstlineno
    assert set(Page(explained.html).lines) == {first, first + 1}


def cubed(x):
    return jnp.sum(jnp.sin(x) * x**3)


def test_lines_of_several_files_are_shown(tmp_path):
    module = loaded(tmp_path / "edited.py", "def f(x):\n    return x * 2\n")
    page = Page(fjax.explain(lambda x: module.f(x) + 1)(X).html)
    files = [e.text for e in page.named("file")]
    assert len(files) == 2 and files[1].endswith("edited.py")


def test_a_function_is_asked_for():
    with pytest.raises(FjaxTypeError, match="explain takes a function, got 3 of type int"):
        fjax.explain(3)


def test_a_cell_that_was_edited_since_says_so(monkeypatch):
    """A notebook keeps the text of a cell by name; a cell that is run again may take the name."""
    name = "/tmp/ipykernel_1/cell_7.py"
    first = "def f(x):\n    return jnp.sin(x) * 2\n"
    names = {"jnp": jnp}
    exec(compile(first, name, "exec", dont_inherit=True), names)

    def holds(text):
        entry = (len(text), None, text.splitlines(True), name)
        monkeypatch.setitem(linecache.cache, name, entry)

    holds(first)
    page = Page(fjax.explain(names["f"])(X).html)
    assert notes(page) == [] and "jnp.sin(x) * 2" in page.lines[2].text
    holds("y = 1\ndef f(x):\n    return jnp.cos(x) * 3\n")
    (note,) = notes(Page(fjax.explain(names["f"])(X[:5]).html))
    assert "has changed since f was defined" in note


def test_a_function_called_like_the_end_of_a_script_and_strings_do_no_harm(monkeypatch):
    name, words = "hostile_cell.py", "</script><script>alert(1)"
    text = f"def f(x):\n    said = {words!r}\n    return x + len(said)\n"
    monkeypatch.setitem(linecache.cache, name, (len(text), None, text.splitlines(True), name))
    names = {}
    exec(compile(text, name, "exec", dont_inherit=True), names)
    names["f"].__name__ = words
    html = fjax.explain(names["f"])(X).html
    page = Page(html)
    assert words not in html
    (title,) = [e.text for e in page.elements if e.name == "h1"]
    assert title.startswith(words) and words in page.lines[2].text
    assert len([e for e in page.elements if e.name == "script"]) == 3
