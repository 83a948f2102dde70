"""Two versions of a program on one page."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.explanation.comparison import matched, running
from tests.explanation.parsed import Page
from tests.explanation.programs import PROGRAMS, X, energy, product

BIG = np.ones((64, 64))


def twice(x):
    return jnp.sort(jnp.tanh(x) @ x) @ x


def sorted_first(x):
    return jnp.tanh(jnp.sort(x)) @ x @ x


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_has_all_steps_in_common_with_itself(name):
    function, *args = PROGRAMS[name]
    compared = fjax.explain(function).compare(function)(*args)
    steps = running(compared.first)
    assert matched(steps, running(compared.second)) == [(k, k) for k in range(len(steps))]
    page = Page(compared.html)
    assert len(page.named("step", "same")) == 2 * len(steps) == len(page.named("step"))
    rows = [e for e in page.elements if e.name == "tr"][1:]
    assert rows and all(row.has("same") for row in rows)


def test_steps_that_differ_are_not_marked():
    page = Page(fjax.explain(twice).compare(sorted_first)(BIG).html)
    for column in ("first", "second"):
        heads = [e for e in page.named("head") if e.within(column)]
        names = [e.text.split()[0] for e in heads if e.step is None]
        assert "sort" in names or any(name.startswith("kernel") for name in names)
    pairs = [e.step for e in page.named("head") if e.step is not None]
    assert pairs and all(pairs.count(step) == 2 for step in pairs)


def test_the_costs_of_both_are_there():
    compared = fjax.explain(lambda x: energy(x, 2.0), measure=True).compare(product)(X)
    page = Page(compared.html)
    rows = {e.text for e in page.elements if e.name == "tr"}
    moved = compared.first.bytes_moved, compared.second.bytes_moved
    assert any(text.startswith("a run takes") for text in rows)
    (row,) = [text for text in rows if text.startswith("bytes moved")]
    assert row.endswith(f"{moved[1] / moved[0]:.2f}")


def test_a_version_that_fails_is_shown():
    found = fjax.explain(product).compare(lambda x: product(x) @ x @ jnp.ones(3))(X)
    assert found.error is not None and "tracing stopped" in found.html
