"""Pages of large programs: their size, what is packed, and what a browser has to open."""

import sys
import time

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn, optim
from fjax.explanation import kernels, page
from fjax.models.gpt import gpt
from tests.architecture.source import ROOT
from tests.explanation.parsed import Page
from tests.explanation.programs import PROGRAMS, X

MOST_BYTES = 3_000_000
F32 = np.float32


def digits_step():
    """The training step of examples/digits.py, of its convolutional network."""
    sys.path.insert(0, str(ROOT / "examples"))
    try:
        import digits
    finally:
        sys.path.pop(0)
    params = digits.init_convnet(fjax.random.key(0))
    zeros = fjax.tree.map(jnp.zeros_like, params)
    images, labels = np.ones((64, 8, 8), F32), np.zeros(64, np.int64)
    step = digits.make_step(digits.convnet, 1e-3)
    return step, (params, zeros, zeros, F32(1), images, labels)


def transformer_step(depth):
    """A step of AdamW on a GPT of so many layers."""
    model, _ = gpt(fjax.random.key(0), vocabulary=64, context=16, width=16, depth=depth, heads=2)
    optimizer = optim.adamw(1e-3)

    def step(model, state, tokens):
        def loss(model):
            return nn.losses.cross_entropy(model(tokens[:, :-1]), tokens[:, 1:]).mean()

        value, slope = fjax.value_and_grad(loss)(model)
        updates, state = optimizer.update(slope, state, model)
        return optim.apply_updates(model, updates), state, value

    return step, (model, optimizer.init(model), np.zeros((2, 9), np.int32))


def scans():
    """A gradient of loops in loops."""

    def inner(h, i):
        h = jnp.tanh(h * 1.1 + i)
        return h, jnp.sum(h)

    def outer(c, w):
        h, ys = lax.scan(inner, c @ w, jnp.arange(5, dtype=F32))
        for k in range(3):
            h, more = lax.scan(lambda a, b, k=k: (jnp.sin(a) * b + k, a.sum()), h, ys)
            ys = ys + more
        return lax.fori_loop(0, 4, lambda i, v: jnp.cos(v) * 2 + 0.1, h), ys.sum()

    def total(x, ws):
        for _ in range(6):
            x, ys = lax.scan(outer, x, ws)
            x = x + jnp.mean(ys)
        return x.sum()

    return fjax.value_and_grad(total), (np.ones((16, 16), F32) / 10, np.ones((4, 16, 16), F32) / 10)


LARGE = {
    "the digits step": (digits_step, 1.0),
    "a transformer of 12 layers": (lambda: transformer_step(12), 1.5),
    "scans": (scans, 1.0),
}


@pytest.mark.extended
@pytest.mark.parametrize("name", LARGE)
def test_a_page_is_small_and_written_soon(name):
    """The bound on the processor's time is ten times what is meant, for machines that are slow."""
    made, seconds = LARGE[name]
    function, args = made()
    began = time.process_time()
    explained = fjax.explain(function)(*args)
    between = time.process_time()
    html = explained.html
    took = time.process_time() - between
    compiling = between - began
    print(f"{name}: {len(html) / 1e6:.2f} MB in {took:.2f} s after {compiling:.2f} s of compiling")
    assert len(html) < MOST_BYTES
    assert took < 10 * seconds


@pytest.fixture
def packing(monkeypatch):
    """Programs of any size are packed."""
    monkeypatch.setattr(page, "PACKED", 0)


@pytest.mark.parametrize("name", ["second derivative", "loop on the host", "scopes"])
def test_packed_rows_are_those_of_a_page_that_is_not_packed(name, packing, monkeypatch):
    function, *args = PROGRAMS[name]
    packed = Page(fjax.explain(function)(*args).html)
    places = [e for e in packed.elements if "data-rows" in e.attributes]
    unpacked = [row for place in places for row in Page(rows_of(packed, place)).named("eq")]
    monkeypatch.setattr(page, "PACKED", 10**9)
    whole = Page(fjax.explain(function)(*args).html)
    shown = sorted((e.text, e.step or "", *e.keys) for e in (*packed.named("eq"), *unpacked))
    assert shown == sorted((e.text, e.step or "", *e.keys) for e in whole.named("eq"))
    assert len(unpacked) > 0 and len(packed.named("eq")) < len(shown)


def rows_of(packed, place):
    return packed.texts[int(place.attributes["data-rows"])]


def test_of_much_code_the_kernels_that_move_most_are_spelled(monkeypatch):
    monkeypatch.setattr(kernels, "LONGEST_SPELLED", 1)

    def f(x):
        def step(c, _):
            return jnp.sort(jnp.sin(c)), None

        return lax.scan(step, x, None, 3)[0] + jnp.sort(jnp.cos(x[:3])).sum()

    explained = fjax.explain(f)(X)
    found = Page(explained.html)
    tabs = [e.text for e in found.elements if e.attributes.get("role") == "tab"]
    assert tabs.count("assembly") == tabs.count("LLVM") == 1 < len(explained.kernels)
    assert sum(step.kernel.assembly in found.texts for step in explained.kernels) == 1
    for step in explained.kernels:
        card = found.id(f"kernel-{step.kernel.number}").text
        name = f"kernels[{step.kernel.number}].kernel.assembly"
        assert explained.kernels[step.kernel.number] is step
        assert (name in card) == (step.kernel.assembly not in found.texts)


def test_names_of_many_arguments_are_worked_out_once(monkeypatch):
    """Each by itself would take as long as there are arguments."""
    calls = []
    names = fjax.higher_order.argument_names.ArgumentNames
    paths = names._paths
    monkeypatch.setattr(names, "_paths", lambda self: calls.append(self) or paths(self))
    fjax.explain(lambda xs: sum(xs))([np.ones(2) for _ in range(40)])
    assert len(calls) < 10
