"""An explanation as a few lines of text."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from tests.explanation.programs import PROGRAMS


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_few_lines_say_what_each_step_moves(name):
    function, *args = PROGRAMS[name]
    explained = fjax.explain(function)(*args)
    lines = str(explained).splitlines()
    title, head, *rows = [line for line in lines if not line.startswith("stands out: ")]
    assert (name == "loop on the host") <= any("Python" in line for line in lines)
    shown = ["step", "computes", "share", "moves", "lines"]  # no times, which were not measured
    assert title == explained.title
    assert head.split() == shown or (name == "nothing" and head.startswith("nothing runs"))
    assert rows.pop().startswith("not measured: ")
    assert len(rows) <= 9 and all("%" in row for row in rows)


def test_the_slowest_line_stands_first_and_then_the_slowest_step():
    def f(x):
        small = jnp.sum(x[0] * 2)
        return jnp.sort(x.ravel()) + small

    explained = fjax.explain(f, measure=True)(np.random.RandomState(0).rand(600, 600))
    _, slowest, head, first, *_, last = str(explained).splitlines()
    line = f.__code__.co_firstlineno + 2
    assert slowest.startswith(f"slowest: line {line}, ") and "jnp.sort(x.ravel())" in slowest
    assert head.split() == ["step", "computes", "time", "share", "moves", "lines"]
    assert first.startswith("sort") and first.endswith(f" {line}")
    assert last.startswith("one run: ")


def test_of_many_steps_the_largest_are_listed():
    def f(x):
        for _ in range(20):
            x = jnp.sort(x)[::-1] + 1
        return x

    lines = str(fjax.explain(f)(np.ones(100))).splitlines()
    assert "more steps: " in lines[-2] and len(lines) == 12
