"""What a gradient keeps, from which line, and what `checkpoint` would save."""

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax, nn
from fjax.explanation.residuals import advice, residuals, savings
from tests.explanation.parsed import Page
from tests.explanation.programs import X, elementwise

INPUT = np.ones((256, 64), np.float32)


def model(checkpoint=False):
    keys = fjax.random.split(fjax.random.key(0), 6)
    layers = [
        nn.Sequential(
            nn.Linear(64, 128, key=keys[2 * k]),
            nn.Lambda(jnp.tanh),
            nn.Linear(128, 64, key=keys[2 * k + 1]),
        )
        for k in range(3)
    ]
    return nn.Sequential(*layers, checkpoint=checkpoint)


def loss(m, x):
    return jnp.mean(m(x) ** 2)


def kept(m):
    return residuals(fjax.explain(fjax.grad(loss))(m, INPUT).steps)


def test_residuals_are_named_with_their_layer_and_bytes():
    found = kept(model())
    assert [r.bytes for r in found] == [131072] * 3 + [65536] * 3
    assert [r.scope for r in found[:3]] == [f"Sequential/layers[{k}]" for k in range(3)]
    assert all(r.source is not None and r.source.file == __file__ for r in found)


def test_what_checkpoint_would_save_is_what_it_saves():
    found = kept(model())
    total, saved = sum(r.bytes for r in found), sum(n for _, n in savings(found))
    with_checkpoints = sum(r.bytes for r in kept(model(checkpoint=True)))
    assert with_checkpoints == total - saved == 3 * 65536
    assert f"would keep 197 kB rather than {total / 1000:.0f} kB" in advice(found)


def test_a_function_without_scopes_is_one_piece():
    def f(x):
        return jnp.sum(jnp.sin(jnp.sort(x)) ** 2)

    found = residuals(fjax.explain(fjax.grad(f))(np.ones(1000)).steps)
    assert found and "keeps none of these" in advice(found)
    again = fjax.explain(fjax.grad(fjax.checkpoint(f)))(np.ones(1000))
    assert sum(r.bytes for r in residuals(again.steps)) <= sum(r.bytes for r in found)


def test_a_loop_keeps_what_each_step_needs():
    def f(x):
        return lax.scan(lambda c, _: (jnp.sin(c) * 2, None), x, None, 10)[0].sum()

    found = residuals(fjax.explain(fjax.grad(f))(np.ones((30, 30))).steps)
    assert "f64[10,30,30]" in {r.kind for r in found}


def test_a_program_without_a_backward_pass_keeps_nothing():
    explained = fjax.explain(elementwise)(X)
    assert residuals(explained.steps) == [] and advice([]) == ""
    assert "Residuals" not in explained.html


def test_the_page_lists_them_and_leads_to_their_lines():
    page = Page(fjax.explain(fjax.grad(loss))(model(), INPUT).html)
    (head,) = [e for e in page.elements if e.name == "summary" and "Residuals" in e.text]
    assert head.text == "Residuals: a gradient keeps 590 kB in 6 buffers"
    rows = [e for e in page.named("life") if "tanh" in e.text or "m(x)" in e.text]
    lines = {key: e for e in page.lines_of_files.values() for key in e.keys}
    assert len(rows) == 6
    assert all("m(x)" in lines[key].text for row in rows for key in row.keys)
