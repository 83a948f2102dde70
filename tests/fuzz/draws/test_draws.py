"""Draws of fixed seeds are right, the harness sees what is wrong, and dtypes are JAX's."""

import random
import sys

import pytest

from fjax.core.conversions import Convertible
from tests.fuzz.draws import campaign as campaigns
from tests.fuzz.draws import layers, numbers, pairs
from tests.fuzz.draws.campaign import SUBJECTS, campaign

pytestmark = pytest.mark.needs("x64", reason="draws are compared with float64")
TEXTS = [*pairs.BINARY, *pairs.UNARY]


def problems(draw, count, seed="fixed"):
    """What so many draws find, in this process."""
    drawn = [draw(random.Random(f"{seed} {number}")) for number in range(count)]
    return [f"{d.text}: {said}" for d in drawn if (said := d.check())]


@pytest.mark.parametrize(("draw", "count"), [(numbers.draw, 150), (layers.draw, 40)])
def test_draws_of_fixed_seeds_are_right(draw, count):
    assert problems(draw, count) == []


@pytest.mark.extended
@pytest.mark.parametrize("subject", SUBJECTS)
def test_many_draws_are_right(subject):
    """In a process of its own, which a call that takes too long ends."""
    assert campaign(subject, 5, 0, 400) == (400, [])


def test_a_derivative_that_is_silently_zero_is_found(monkeypatch):
    def taken(self, what, error, otherwise):
        if self.look() is None:
            raise error(otherwise)
        return self.look()

    monkeypatch.setattr(Convertible, "_taken", taken)
    found = problems(numbers.draw, 80)
    assert any("derivative 0.0, differences" in each for each in found)


def test_a_sum_in_half_precision_is_found(monkeypatch):
    case = layers.Case(lambda x: x.sum(dtype=x.dtype) - x[0] * 6, ((5,),), ())
    monkeypatch.setattr(layers, "ALL", {"nn.sum": case})
    assert any("of float64" in each for each in problems(layers.draw, 30))


def test_a_refusal_that_does_not_name_the_function_is_found(monkeypatch):
    def refuse(x):
        raise TypeError("no")

    monkeypatch.setattr(layers, "ALL", {"nn.softmax": layers.Case(refuse, ((5,),), ())})
    assert "does not name softmax" in problems(layers.draw, 1)[0]


@pytest.mark.parametrize(
    ("body", "end"),
    [("while True: pass", "takes too long"), ("import os; os._exit(7)", "ends with 7")],
)
def test_a_draw_that_ends_its_process_is_found(monkeypatch, tmp_path, body, end):
    """And those after it run."""
    text = f"""
import signal, json, sys
for n in range(int(sys.argv[3]), 4):
    print(json.dumps({{"number": n, "text": "call"}}), flush=True)
    if n == 1:
        signal.setitimer(signal.ITIMER_PROF, 0.01)
        {body}
    print(json.dumps({{"number": n, "problem": ""}}), flush=True)
"""
    (tmp_path / "worker.py").write_text(text)
    monkeypatch.setattr(campaigns, "WORKER", (sys.executable, str(tmp_path / "worker.py")))
    assert campaign("numbers", 1, 0, 4) == (4, [f"numbers 1 1: call: {end}"])


@pytest.mark.one_in(64)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", TEXTS)
def test_dtypes_of_results_are_jaxs(text):
    table = [(names, code) for (t, names), code in pairs.table().items() if t == text]
    wrong = [(names, said) for names, code in table if (said := pairs.check(text, names, code))]
    assert wrong == []


def test_the_table_is_of_these_functions():
    assert {text for text, _ in pairs.table()} == set(TEXTS)


@pytest.mark.extended
def test_the_table_is_what_jax_says_now():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    some = random.Random(0).sample(list(pairs.table().items()), 500)
    assert [(k, code) for k, code in some if pairs.found(jax, *k, Exception) != code] == []
