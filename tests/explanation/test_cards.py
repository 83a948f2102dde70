"""A kernel's card: why it ends, what would let it fuse, what it computes again, how it runs."""

import ast
import pathlib

import numpy as np
import pytest

import fjax
import fjax.lowering.fuse as fuse
import fjax.numpy as jnp
from fjax.explanation import recomputed
from fjax.explanation.remedies import REMEDIES, remedy
from tests.explanation.parsed import Page
from tests.explanation.programs import PROGRAMS
from tests.explanation.test_findings import copied

BIG = np.ones((300, 400), np.float32)


def cards(function, *args):
    """The facts of each kernel's card, by name."""
    page = Page(fjax.explain(function)(*args).html)
    found = []
    for card in page.named("kernel"):
        inside = [e for e in page.elements if e.name in ("dt", "dd")]
        rows = [e.text for e in inside if e.within(card.attributes["id"])]
        found.append(dict(zip(rows[::2], rows[1::2], strict=True)))
    return found


def test_a_kernel_before_a_library_call_says_who_reads_it():
    (card,) = cards(lambda x: jnp.sort(jnp.sin(x).reshape(-1)), BIG)
    assert card["ends here because"] == "sort reads it"
    assert card["would fuse"].startswith("a kernel never joins a library routine")
    (card,) = cards(lambda x: jnp.sin(x), BIG)
    assert card["ends here because"] == "its result is an output" and "would fuse" not in card


def test_a_reduction_across_the_rows_says_along_which_axis_it_would_fuse():
    def f(x):
        return jnp.tanh(x).sum(0) / jnp.sum(x, 1, keepdims=True)

    found = cards(f, BIG)
    assert any("last" in card.get("would fuse", "") for card in found)


def test_what_is_computed_in_two_passes_is_said():
    def f(x):
        y = jnp.exp(x)
        return (y / y.sum(1, keepdims=True)).max(1)

    (card,) = cards(f, BIG)
    assert card["computes again"].startswith("exp in 2 passes over a row: quicker than")


def test_what_two_kernels_compute_is_said_by_both():
    def f(x):
        y = x * 2 + 1
        return jnp.sum(y, 1), jnp.cumsum(y)

    first, second = cards(f, BIG)
    assert first["computes again"] == "mul, add as in kernel 1: quicker than to store and read it"
    assert "as in kernel 0" in second["computes again"]


def test_a_copy_is_on_the_card_of_the_kernel_that_needs_it():
    found = [card["copies"] for card in cards(copied, BIG) if "copies" in card]
    assert found and all(x.startswith("float32[300,400] (480 kB), since ") for x in found)


def test_threads_and_vectors_are_said_of_every_kernel():
    for function, *args in (PROGRAMS["scan"], PROGRAMS["elementwise"], (jnp.cumsum, BIG)):
        for card in cards(function, *args):
            assert card["threads"].startswith(("up to ", "one: ")) and card["vectors"]


def test_passes_over_different_values_are_not_told():
    form = """
      vector i1 in s1:
        v0:f32 = load b0[i1]
        v1:f32 = call exp v0
      vector i2 in s2:
        v2:f32 = load b1[i2]
        v3:f32 = call exp v2
    """
    assert recomputed.in_passes(form) == {}


def text_of(node):
    """A literal text, with 7 for what is filled in."""
    if isinstance(node, ast.JoinedStr):
        return "".join(v.value if isinstance(v, ast.Constant) else "7" for v in node.values)
    return node.value if isinstance(node, ast.Constant) else None


def reasons():
    """What fusion says of why a step stands alone."""
    for path in pathlib.Path(fuse.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            said = getattr(node, "value", None) if isinstance(node, ast.Return) else None
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSING:
                said = node.args[0]
            branches = (said, getattr(said, "body", None), getattr(said, "orelse", None))
            yield from (w for w in map(text_of, branches) if isinstance(w, str) and " " in w)


REFUSING = ("Refusal", "Unsupported")
ALL_REASONS = sorted(set(reasons()))


def test_each_reason_of_fusion_has_a_remedy():
    assert len(ALL_REASONS) > 30
    assert [said for said in ALL_REASONS if remedy(said) is None] == []


@pytest.mark.parametrize("pattern, said", REMEDIES)
def test_remedies_are_sentences_of_a_card(pattern, said):
    assert said == "" or (said.endswith(".") and len(said) < 200)


def test_a_heading_has_the_arguments_by_name():
    def step(params, x):
        return x * params["a"] + params["b"]

    explained = fjax.explain(step)({"a": np.ones(3), "b": np.ones(3)}, np.ones(3))
    (title,) = [e.text for e in Page(explained.html).elements if e.name == "h1"]
    assert title == "step(params: 2 arrays, x: f64[3])"
    many = fjax.explain(lambda *xs: sum(xs))(*[np.ones(k) for k in [1] * 30])
    assert many.heading == "<lambda>(xs: 30 arrays)"
