"""Functions that fail while they are traced: the page shows how far they came."""

import pytest

import fjax
import fjax.numpy as jnp
from fjax.errors import ShapeError, TracerBoolConversionError
from tests.explanation.parsed import Page
from tests.explanation.programs import X


def python_if(x):
    total = jnp.sum(jnp.sin(x))
    if total > 0:
        return total
    return -total


def mismatched(x):
    y = jnp.cos(x)
    return y @ jnp.ones((3, 3))


def own_error(x):
    x = jnp.exp(x)
    raise KeyError("</script> missing")


def in_a_scan(x):
    x = jnp.tanh(x)
    return fjax.lax.scan(lambda c, i: (python_if(c), None), x, jnp.arange(3))


SUMMED = ["sin", "reduce_sum"]


def in_a_called_function(x):
    x = jnp.tanh(x)
    return fjax.jit(mismatched)(x)


CASES = {
    "python control flow": (
        python_if,
        TracerBoolConversionError,
        "if total",
        ["sin", "reduce_sum"],
    ),
    "shapes": (mismatched, ShapeError, "y @ jnp", ["cos"]),
    "in a gradient": (fjax.grad(python_if), TracerBoolConversionError, "if total", ["sin", "cos"]),
    "in jit": (fjax.jit(python_if), TracerBoolConversionError, "if total", SUMMED),
    "of the user's": (own_error, KeyError, "raise KeyError", ["exp"]),
    "in a scan": (in_a_scan, TracerBoolConversionError, "if total", ["tanh", *SUMMED]),
    "in a function that is called": (in_a_called_function, ShapeError, "y @ jnp", ["tanh", "cos"]),
}


@pytest.mark.parametrize("name", CASES)
def test_the_page_has_the_error_at_its_line_and_what_was_traced(name):
    function, kind, words, traced = CASES[name]
    explained = fjax.explain(function)(X)
    assert type(explained.error) is kind
    assert repr(explained).startswith(f"<explanation of {function.__name__}: {kind.__name__} after")
    page = Page(explained.html)
    (wrong,) = page.named("error")
    assert words in wrong.text
    assert [name for name in traced if any(f"= {name}" in e.text for e in page.equations)] == traced
    lines = {key for e in page.named("ln") for key in e.keys}
    assert all(e.keys <= lines for e in page.equations)
    assert str(explained.error) in page.id("error").text


def test_a_failure_leaves_nothing_behind():
    fjax.explain(python_if)(X)
    assert fjax.jit(lambda x: x + 1)(1.0) == 2.0
    assert fjax.explain(jnp.sin)(X).error is None


def test_arguments_that_do_not_fit_raise():
    with pytest.raises(TypeError, match="python_if"):
        fjax.explain(python_if)()
    with pytest.raises(TypeError):
        fjax.explain(python_if)(object())


def test_the_text_of_a_failure_has_the_line_and_the_error():
    said = str(fjax.explain(mismatched)(X))
    assert "after" in said and ": return y @ jnp.ones((3, 3))" in said
    assert str(fjax.explain(mismatched)(X).error) in said


def test_an_error_that_has_no_text_is_shown_by_its_type():
    class Silent(Exception):
        def __str__(self):
            raise RuntimeError("no text")

    def silent(x):
        y = jnp.sin(x)
        raise Silent(y)

    explained = fjax.explain(silent)(X)
    assert str(explained).endswith(": raise Silent(y)\nSilent")
    assert "Silent" in Page(explained.html).id("error").text
