"""The sweep's own logic: what is drawn, compared and told. No timing is asserted."""

import numpy as np
import pytest

import fjax
import fjax.image
import fjax.ops
import fjax.scipy.linalg
from benchmarks.sweep import families, measure, report  # noqa: F401  (fills the table)
from benchmarks.sweep.draw import FAMILIES, Draw, case
from benchmarks.sweep.families import library, loops, models, movement, nested
from benchmarks.sweep.measure import Outcome

NAMES = list(FAMILIES)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", NAMES)
def test_every_program_is_drawn_alike_twice_and_has_a_shape_in_fjax(name):
    for seed in range(40):
        one, two = case(seed, [name]), case(seed, [name])
        assert str(one) == str(two)
        for a, b in zip(one.program.arrays, two.program.arrays, strict=True):
            np.testing.assert_array_equal(a, b)
        shapes = fjax.eval_shape(one.program.build(fjax), *one.program.arrays)
        assert fjax.tree.leaves(shapes)


def test_families_take_turns():
    assert [case(seed, NAMES).family for seed in range(len(NAMES))] == NAMES


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("library", {*library.ROWS, *library.MATRICES, *library.WINDOWS}),
        ("loops", set(loops.LOOPS)),
        ("models", set(models.MODELS)),
        ("movement", set(movement.MOVEMENTS)),
        ("nested", set(nested.WAYS)),
    ],
)
def test_every_kind_is_drawn(name, kinds):
    assert {FAMILIES[name](draw).kind for draw in map(Draw, range(400))} == kinds


class Answers(dict):
    files = property(list)


@pytest.mark.parametrize(
    ("own", "other", "said"),
    [
        (np.ones(3), np.ones(3), ""),
        (np.ones(3), np.ones(3) * (1 + 1e-9), ""),
        (np.ones(3), np.ones(3) * (1 + 1e-5), "float64 differ by 1e-05"),
        (np.ones(3, "f"), np.ones(3, "f") * 1.01, "float32 differ by 0.01"),
        (np.ones(3), np.ones(4), "float64[3] against float64[4]"),
        (np.ones(3, "f"), np.ones(3), "float32[3] against float64[3]"),
        (np.arange(4), np.arange(4) + 1, "100% of int64 differ"),
        (np.array([np.nan, 1.0]), np.array([np.nan, 1.0]), ""),
        (np.array([np.nan, 1.0]), np.array([1.0, 1.0]), "float64 differ by 0"),
        (np.array([np.inf]), np.array([1.0]), "float64 differ by inf"),
    ],
)
def test_answers_are_compared_by_dtype_and_to_rounding(own, other, said):
    assert measure.difference(Answers(a=own), Answers(a=other)) == said


def test_the_distribution_counts_what_was_compared():
    drawn = [case(seed, ["elementwise"]) for seed in range(3)]
    found = [
        Outcome(drawn[0], own=1.0, peer=2.0, own_first=3.0, peer_first=1.0),
        Outcome(drawn[1], own=4.0, peer=2.0, own_first=1.0, peer_first=3.0),
        Outcome(drawn[2], own_error="TypeError: no"),
    ]
    rows = report.distribution(found)
    assert [r[0] for r in rows] == ["elementwise", "all"]
    assert rows[0][1:] == rows[1][1:]
    _, count, mean, median, *_, worst, behind, first, _ = rows[0]
    assert (count, mean, median, worst, behind, first) == (
        "2", "1.00", "1.25", "2.00", "50%", "1.00",
    )  # fmt: skip
    page = report.markdown(found, "A sweep")
    assert "TypeError: no" in page and page.index("| 2.00 |") < page.index("| 0.50 |")
