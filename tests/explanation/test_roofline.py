"""A kernel's card says what it computes and how near it comes to what the machine can do."""

import re

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax.explanation import roofline
from fjax.explanation.roofline import Roofline
from tests.explanation.parsed import Page

ROOF = Roofline(bandwidth=10e9, rate=100e9)


def steps(function, *args, seconds):
    """The steps of a program, as if each took so long."""
    explained = fjax.explain(function)(*args)
    for step in explained.steps:
        step.seconds = step.each = seconds
    return explained.steps


def said(step):
    return dict(roofline.facts(step, ROOF))


def test_what_is_computed_is_said_without_times():
    (step,) = fjax.explain(lambda x: jnp.exp(x) * 2)(np.ones(1000)).steps
    assert dict(roofline.facts(step, None)) == {
        "computes": "2,000 operations, 0.12 a byte; 1,000 are functions such as exp"
    }


def test_a_step_with_few_operations_is_held_against_memory():
    x = np.ones(1_000_000)
    (step,) = steps(lambda x: x * 2, x, seconds=2e-3)  # 16 MB: 8 GB/s
    assert "80% of the 10 GB/s of memory, 0% of the 100 Gop/s" in said(step)["roofline"]
    assert "memory is the limit below 10 operations a byte" in said(step)["roofline"]
    (step,) = steps(lambda x: x * 2, x, seconds=2e-2)
    assert "which it is far from" in said(step)["roofline"]
    (step,) = steps(lambda x: x * 2, x, seconds=1e-3)
    assert "its arrays stay in a cache" in said(step)["roofline"]
    (step,) = steps(lambda x: x * 2, np.ones(8), seconds=1e-6)
    assert "too short to say" in said(step)["roofline"]


def test_a_product_is_held_against_the_processor():
    a = np.ones((1000, 1000))
    (step,) = steps(lambda a: a @ a, a, seconds=0.025)
    assert "80% of the 100 Gop/s of a matrix product: the processor" in said(step)["roofline"]


def test_a_measured_page_has_the_roofline_of_each_kernel(monkeypatch):
    monkeypatch.setattr(roofline, "measured", lambda: ROOF)
    page = Page(fjax.explain(lambda x: jnp.sin(x) + 1, measure=True)(np.ones(500_000)).html)
    (card,) = page.named("kernel")
    assert re.search(r"of the 10 GB/s of memory, \d+% of the 100 Gop/s", card.text)
    assert len(page.named("roof")) == 1


def test_bytes_that_only_go_between_steps_are_told_apart():
    page = Page(fjax.explain(lambda x: jnp.sort(jnp.sin(x)))(np.ones(1000)).html)
    (card,) = page.named("kernel")
    assert "16 kB; 8 kB of it only go from step to step" in card.text


def test_the_machine_is_measured_once():
    first = roofline.measured()
    assert first.bandwidth > 1e8 and first.rate > 1e8
    assert roofline.measured() is first
