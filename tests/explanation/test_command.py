"""`python -m fjax explain FILE.py:function`."""

import os
import pathlib
import sys
import tempfile
import webbrowser

import pytest

import fjax
from fjax.__main__ import main
from tests.explanation.parsed import Page
from tests.explanation.programs import X, elementwise

PROGRAM = """
import fjax.numpy as jnp
from beside import factor

w, x = jnp.ones((4, 4)), jnp.ones((2, 4))

def loss(w, x, scale=2.0):
    h = jnp.tanh(x @ w) * factor
    return scale * jnp.mean(h * h)

def lacking(w, y):
    return w + y

class Model:
    @staticmethod
    def apply(x):
        return jnp.sin(x)

def wrong(x):
    return x @ jnp.ones(7)

if __name__ == "__main__":
    raise SystemExit("the program ran")
"""


@pytest.fixture
def explain(tmp_path, monkeypatch, capsys):
    """Runs the command on a file with PROGRAM: its status, what it printed, the page or None."""
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "beside.py").write_text("factor = 3\n")
    monkeypatch.setattr(sys, "path", list(sys.path))

    def run(function, *options, output="page.html"):
        path = tmp_path / output
        words = ["fjax", "explain", f"{tmp_path}/{function}", "-o", str(path), *options]
        monkeypatch.setattr(sys, "argv", words)
        status = main()
        printed = capsys.readouterr()
        return status, printed.out + printed.err, path

    yield run
    for name in ("explained", "beside"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    "function, options, words",
    [
        ("program.py:loss", (), "x @ w"),
        ("program.py:loss", ("--measure",), "one run of the compiled program"),
        ("program.py:loss", ("--args", "w, x, scale=3.0"), "jnp.mean(h * h)"),
        ("program.py:lacking", ("--args", "w, 2 * jnp.ones(4)"), "w + y"),
        ("program.py:Model.apply", (), "jnp.sin(x)"),
        ("program.py:wrong", (), "tracing stopped"),
    ],
)
def test_the_page_of_a_function_in_a_file(explain, function, options, words):
    status, printed, path = explain(function, *options)
    assert status == 0 and function.rpartition(":")[2].split(".")[-1] in printed
    assert printed.endswith(f"{path}\n")
    page = Page(path.read_text(encoding="utf-8"))
    assert words in page.elements[0].text


@pytest.mark.parametrize(
    "function, options, words",
    [
        ("program.py", (), "as in FILE.py:function"),
        ("absent.py:loss", (), "No such file"),
        ("program.py:los", (), "the file defines no 'los'. Did you mean 'loss'?"),
        ("program.py:Model.aply", (), "Did you mean 'apply'?"),
        ("program.py:lacking", (), "takes y, and the file has no value of that name"),
        ("program.py:w", (), "explain takes a function"),
        ("program.py:loss", ("--args", "w, (x"), "--args 'w, (x': "),
        ("program.py:loss", ("--args", "w, z"), "--args 'w, z': name 'z' is not defined"),
    ],
)
def test_what_cannot_be_explained_is_said(explain, function, options, words):
    status, printed, path = explain(function, *options)
    assert status == 1 and words in printed and not path.exists()
    assert printed.startswith("python -m fjax explain: ")


def test_a_page_that_cannot_be_written_is_said(explain):
    status, printed, _ = explain("program.py:loss", output="no/such/folder/page.html")
    assert status == 1 and "No such file" in printed


@pytest.mark.parametrize("there", [True, False])
def test_a_page_opens_in_a_browser(monkeypatch, capsys, there):
    asked = []
    monkeypatch.setattr(webbrowser, "open", lambda address: asked.append(address) or there)
    explained = fjax.explain(elementwise)(X)
    path = explained.open()
    try:
        assert asked == [path.as_uri()] and path.read_text(encoding="utf-8") == explained.html
        printed = capsys.readouterr().out
        assert printed == ("" if there else f"no browser was found; the page is {path}\n")
    finally:
        path.unlink()


def test_a_browser_that_cannot_be_started_is_none(monkeypatch, capsys):
    def fail(address):
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "open", fail)
    path = fjax.explain(elementwise)(X).open()
    assert capsys.readouterr().out == f"no browser was found; the page is {path}\n"
    path.unlink()


def test_without_permission_to_write_the_error_says_what_else_there_is(monkeypatch, tmp_path):
    def refuse(*args, **options):
        raise PermissionError(13, "Permission denied")

    explained = fjax.explain(elementwise)(X)
    monkeypatch.setattr(pathlib.Path, "write_text", refuse)
    with pytest.raises(PermissionError) as caught:
        explained.save(tmp_path / "page.html")
    assert ".html is its text" in caught.value.__notes__[0]
    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with pytest.raises(PermissionError) as caught:
        explained.open()
    assert ".save(path) writes the page elsewhere" in caught.value.__notes__[0]


def test_whoever_reads_may_stop_reading(monkeypatch, capsys):
    """As `head` does: no word of a broken pipe, neither when it is printed nor at the end."""
    reading, writing = os.pipe()
    os.close(reading)
    monkeypatch.setattr(sys, "argv", ["fjax", "cache"])
    with open(writing, "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        assert main() == 0
    assert capsys.readouterr().err == ""
