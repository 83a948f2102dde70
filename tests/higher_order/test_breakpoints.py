"""Breakpoints in traced code stop in pdb with the values of the run."""

import bdb
import io
import re
import sys

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.higher_order import breakpoint_hook, debugger

INIT = debugger.Debugger.__init__


def seen(monkeypatch, function, *args, commands=("p y",)):
    """What pdb writes while a function runs, which gives these commands at each stop."""
    out = io.StringIO()

    def with_streams(self, **options):
        given = io.StringIO("\n".join([*commands, "c", ""]))
        INIT(self, **{**options, "stdin": given, "stdout": out})

    monkeypatch.setattr(debugger.Debugger, "__init__", with_streams)
    result = function(*args)
    return out.getvalue(), result


def told(text):
    """Where pdb stopped, and the beginnings of the arrays that it showed."""
    lines = text.replace("(fjax) ", "").splitlines()
    return [x.partition(" d")[0] for x in lines if x.startswith(("fjax: ", "Array"))]


def square(x):
    y = x * x
    fjax.debug.breakpoint()
    return y + 1


def test_values_and_source_under_jit(monkeypatch):
    text, result = seen(monkeypatch, fjax.jit(square), 3.0, commands=("p y, x", "list", "where"))
    assert "(Array(9., dtype=float64" in text and "Array(3., dtype=float64" in text
    assert "fjax.debug.breakpoint()" in text and "-> " in text and "square()" in text
    own = text.replace("test_breakpoints.py", "")
    assert not re.search(r"higher_order/(breakpoints|debugger)\.py", own)
    assert float(result) == 10.0


def test_each_call_of_a_compiled_function_stops(monkeypatch):
    f = fjax.jit(square)
    assert "Array(9.," in seen(monkeypatch, f, 3.0)[0]
    assert "Array(16." in seen(monkeypatch, f, 4.0)[0]


@pytest.mark.parametrize("transform", [fjax.grad, lambda f: fjax.jit(fjax.grad(f))])
def test_derivatives_stop_in_the_forward_pass(monkeypatch, transform):
    text, slope = seen(monkeypatch, transform(square), 3.0)
    assert text.count("Array(9.,") == 1 and float(slope) == 6.0


@pytest.mark.parametrize("compiled", [False, True])
def test_each_example_of_a_batch_stops_with_its_number(monkeypatch, compiled):
    f = fjax.vmap(square)
    text, _ = seen(monkeypatch, fjax.jit(f) if compiled else f, np.array([1.0, 2.0, 3.0]))
    assert told(text) == [
        *("fjax: example 0", "Array(1.,"),
        *("fjax: example 1", "Array(4.,"),
        *("fjax: example 2", "Array(9.,"),
    ]


def test_nested_batches_number_the_outer_one_first(monkeypatch):
    text, _ = seen(monkeypatch, fjax.vmap(fjax.vmap(square)), np.arange(4.0).reshape(2, 2))
    assert [f"example {i}, {j}" in text for i in (0, 1) for j in (0, 1)] == [True] * 4


def steps(x):
    def body(c, i):
        y = c + i
        fjax.debug.breakpoint()
        return y, y

    return lax.scan(body, x, jnp.arange(3.0))[0]


@pytest.mark.parametrize("transform", [lambda f: f, fjax.jit, fjax.grad])
def test_each_step_of_a_scan_stops_with_its_number(monkeypatch, transform):
    text, _ = seen(monkeypatch, transform(steps), 1.0)
    assert told(text) == [
        *("fjax: step 0", "Array(1.,"),
        *("fjax: step 1", "Array(2.,"),
        *("fjax: step 2", "Array(4.,"),
    ]


def test_the_frames_of_callers_are_there(monkeypatch):
    def outer(x):
        name = "outer"
        z = x + 1
        return square(z) + len(name)

    text, _ = seen(monkeypatch, fjax.jit(outer), 2.0, commands=("up", "p name, z", "down", "p x"))
    assert "('outer', Array(3., dtype=float64" in text


def test_what_is_no_array_is_shown_as_it_is(monkeypatch):
    def f(x):
        table = {"a": x, 1: 2}  # keys without an order
        count = len(table) + 1
        fjax.debug.breakpoint()
        return x * count

    text, _ = seen(monkeypatch, fjax.jit(f), 2.0, commands=("p count", "p sorted(map(str, table))"))
    assert "(fjax) 3\n" in text and "['1', 'a']" in text


def test_quit_ends_the_program(monkeypatch):
    with pytest.raises(bdb.BdbQuit):
        seen(monkeypatch, fjax.jit(square), 3.0, commands=("q",))


def test_next_says_what_to_do(monkeypatch):
    text, _ = seen(monkeypatch, fjax.jit(square), 3.0, commands=("n",))
    assert "`continue` goes to the next stop" in text


def test_breakpoint_of_python_stops_while_a_function_is_traced(monkeypatch):
    monkeypatch.setattr(sys, "breakpointhook", sys.__breakpointhook__)
    breakpoint_hook.listen()

    def f(x):
        y = x * 5
        breakpoint()
        return y

    assert "Array(10." in seen(monkeypatch, fjax.jit(f), 2.0)[0]
    monkeypatch.setenv("PYTHONBREAKPOINT", "0")
    assert seen(monkeypatch, fjax.jit(lambda x: f(x)), 2.0)[0] == ""


def test_a_debugger_that_was_there_before_stays(monkeypatch):
    mine = lambda *args: None
    monkeypatch.setattr(sys, "breakpointhook", mine)
    breakpoint_hook.listen()
    assert sys.breakpointhook is mine


TRANSFORMED = {
    "jit": (lambda f: fjax.jit(f), 3.0),
    "grad": (lambda f: fjax.grad(f), 3.0),
    "vmap": (lambda f: fjax.vmap(f), np.array([3.0])),
    "jit of vmap of grad": (lambda f: fjax.jit(fjax.vmap(fjax.grad(f))), np.array([3.0])),
}
# The words of JAX's debugger, and what each has to show in `square` at x = 3.
WORDS = {
    "p y": "9.",
    "pp y": "9.",
    "print(y)": "9.",
    "y": "9.",
    "l": "fjax.debug.breakpoint()",
    "list": "fjax.debug.breakpoint()",
    "ll": "y = x * x",
    "w": "square()",
    "where": "square()",
    "bt": "square()",
    "u": "",
    "up": "",
    "d": "",
    "down": "",
    "h": "Documented commands",
    "help p": "p expression",
    "!y": "9.",
    "a": "",
}


@pytest.mark.parametrize("transform", TRANSFORMED)
def test_the_words_of_jaxs_debugger_work(monkeypatch, transform):
    change, x = TRANSFORMED[transform]
    for word, shown in WORDS.items():
        text, _ = seen(monkeypatch, change(square), x, commands=(word,))
        assert shown in text, (word, text)
        assert "*** " not in text.replace("*** Oldest frame", "").replace("*** Newest frame", "")


@pytest.mark.parametrize("transform", TRANSFORMED)
@pytest.mark.parametrize("word", ["n", "next", "s", "step", "r", "return", "unt", "until", "j 1"])
def test_stepping_says_what_to_do(monkeypatch, transform, word):
    change, x = TRANSFORMED[transform]
    text, _ = seen(monkeypatch, change(square), x, commands=(word, "p y"))
    said = text.partition("`continue` goes to the next stop")
    assert said[1] and "disable_jit" in said[2], text
    assert "9." in said[2]  # and the stop is still there


@pytest.mark.parametrize("word", ["q", "quit", "exit"])
def test_words_that_end_the_program(monkeypatch, word):
    with pytest.raises(bdb.BdbQuit):
        seen(monkeypatch, fjax.jit(square), 3.0, commands=(word,))


@pytest.mark.parametrize("word", ["c", "cont", "continue"])
def test_words_that_go_on(monkeypatch, word):
    text, result = seen(monkeypatch, fjax.jit(square), 3.0, commands=(word,))
    assert float(result) == 10.0


def test_examples_of_a_batch_of_scans_have_their_number_and_their_step(monkeypatch):
    text, _ = seen(monkeypatch, fjax.vmap(steps), np.array([1.0, 5.0]))
    stops = [line for line in told(text) if line.startswith("fjax: ")]
    assert sorted(stops) == [f"fjax: example {e}, step {s}" for e in (0, 1) for s in (0, 1, 2)]


def test_loops_in_loops_have_a_step_each(monkeypatch):
    def outer(x):
        return lax.scan(lambda c, i: (steps(c + i), None), x, jnp.arange(2.0))[0]

    text, _ = seen(monkeypatch, fjax.jit(outer), 1.0)
    stops = [line for line in told(text) if line.startswith("fjax: ")]
    assert stops == [f"fjax: step {i}, {j}" for i in (0, 1) for j in (0, 1, 2)]


def test_without_jit_pdb_steps(monkeypatch):
    """What stepping's message says to do: the lines of the function run one by one."""
    out = io.StringIO()

    def f(x):
        y = x * 2
        fjax.debug.breakpoint(stdin=io.StringIO("n\nn\np z\nc\n"), stdout=out)
        z = y + 1
        return z

    with fjax.disable_jit():
        assert float(fjax.jit(f)(3.0)) == 7.0
    assert "(Pdb) 7.0" in out.getvalue()
