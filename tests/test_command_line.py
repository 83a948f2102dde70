"""What each word of `python -m fjax` leads to."""

import sys

import pytest

from fjax import __main__ as command

LINES = {
    "lower a.txt": ("lower", "text of a.txt"),
    "bug-report": ("report", None),
    "bug-report a.txt": ("report", "text of a.txt"),
    "explain a.py:f": ("explain_file", "a.py:f", None, False, None),
    "explain a.py:f --args 1,2 --measure -o b.html": (
        *("explain_file", "a.py:f", "1,2", True, "b.html"),
    ),
    "playground": ("serve", 8080, True),
    "playground --port 9 --no-browser": ("serve", 9, False),
    "cache": ("cache", False),
    "cache --clear": ("cache", True),
    "run a.py -b c": ("run", ["a.py", "-b", "c"], False),
    "run -m a --as-jax": ("run", ["a", "--as-jax"], True),
    "run --as-jax -m a": ("as_jax", "run", ["a"], True),
}


@pytest.mark.parametrize("line", LINES)
def test_each_word_leads_to_its_function(line, monkeypatch, capsys):
    called = []

    def noted(name):
        return lambda *args: called.extend([name, *args]) or name

    for name in ("lower", "report", "explain_file", "cache", "run", "as_jax"):
        monkeypatch.setattr(command, name, noted(name))
    monkeypatch.setattr(command, "text_of", lambda file: f"text of {file}")
    monkeypatch.setattr(command, "_playground", type("View", (), {"serve": noted("serve")}))
    monkeypatch.setattr(sys, "argv", ["fjax", *line.split()])
    assert command.main() == 0 and tuple(called) == LINES[line]
    name = next(word for word in called if word != "as_jax")
    assert capsys.readouterr().out == ("" if name == "run" else f"{name}\n")


def test_a_word_that_fails_says_which_and_why(monkeypatch, capsys):
    def broken(text):
        raise OSError("no such thing")

    monkeypatch.setattr(command, "text_of", broken)
    monkeypatch.setattr(sys, "argv", ["fjax", "lower", "a.txt"])
    assert command.main() == 1
    assert capsys.readouterr().err == "python -m fjax lower: a.txt: no such thing\n"


@pytest.mark.parametrize("line", ["", "run", "no-such-word", "playground --port x"])
def test_words_that_do_not_fit_are_refused(line, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["fjax", *line.split()])
    with pytest.raises(SystemExit) as end:
        command.main()
    assert end.value.code == 2 and "usage: python -m fjax" in capsys.readouterr().err
