"""Explanations of programs that are split over a mesh."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from fjax.sharding import AxisType
from tests.explanation.parsed import Page

MESH = fjax.make_mesh((8,), ("data",))
AUTO = fjax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def test_an_all_gather_is_named_at_its_line():
    def gathered(x):
        y = jnp.tanh(x)
        part = fjax.shard_map(
            lambda v: fjax.lax.all_gather(v, "data", tiled=True) * 2,
            mesh=MESH,
            in_specs=P("data"),
            out_specs=P("data"),
        )
        return part(y)

    x = fjax.device_put(np.ones((16, 4), np.float32), NamedSharding(MESH, P("data")))
    page = Page(fjax.explain(gathered)(x).html)
    (found,) = [e for e in page.named("finding") if e.text.startswith("all_gather along data")]
    assert "brings a whole array to every member" in found.text
    lines = [e for e in page.named("ln") if e.keys & found.keys]
    assert ["all_gather" in e.text for e in lines] == [True]


def test_a_sum_over_members_is_a_fact_and_no_problem():
    def mean(x):
        return jnp.mean(x * x)

    x = fjax.device_put(np.ones((16, 4), np.float32), NamedSharding(MESH, P("data")))
    page = Page(fjax.explain(mean, measure=True)(x).html)
    assert "each member sends: psum along data" in page.elements[0].text
    assert not any("psum" in e.text for e in page.named("finding"))


def test_an_all_gather_in_a_data_parallel_step_is_named():
    def loss(w, x):
        return jnp.mean(jnp.tanh(x @ w) ** 2)

    split = NamedSharding(MESH, P("data"))
    w, x = (fjax.device_put(np.ones((16, 16), np.float32), split) for _ in range(2))
    page = Page(fjax.explain(fjax.grad(loss))(w, x).html)
    (found,) = [e for e in page.named("finding") if e.text.startswith("all_gather along data")]
    assert "as dot_general takes w whole along axis 0" in found.text
    assert "along the batch alone, or keep w whole" in found.text
    lines = [e for e in page.named("ln") if e.keys & found.keys]
    assert ["x @ w" in e.text for e in lines] == [True]


def test_an_all_gather_that_a_sharding_of_jit_asks_for_says_so():
    x = fjax.device_put(np.ones((16, 16), np.float32), NamedSharding(MESH, P("data")))
    whole = fjax.jit(lambda x: jnp.tanh(x), out_shardings=NamedSharding(MESH, P()))
    page = Page(fjax.explain(whole)(x).html)
    (found,) = [e for e in page.named("finding") if e.text.startswith("all_gather along data")]
    assert "sends float32[2,16] (128 B), as the result is to be whole" in found.text
    assert "out_shardings of jit" in found.text
    lines = [e for e in page.named("ln") if e.keys & found.keys]
    assert ["jnp.tanh(x)" in e.text for e in lines] == [True]


def sorted_columns(x, w):
    y = x * 2
    return jnp.sort(y, 0)


def reversed_rows(x, w):
    return x.T[:, ::-1] @ w


def repeated(x, w):
    return lax.scan(lambda c, _: (jnp.tanh(c @ w), None), x, None, 3)[0]


def sorted_again(x, w):
    return lax.scan(lambda c, _: (jnp.sort(c, 0), None), x, None, 3)[0]


def asked(x, w):
    y = jnp.tanh(x)
    return lax.with_sharding_constraint(y, NamedSharding(AUTO, P())) + 1


@pytest.mark.parametrize(
    "function, words, line",
    [
        (
            sorted_columns,
            ["sort works along axis 0 of what mul gives", "Split another"],
            "jnp.sort",
        ),
        (reversed_rows, ["rev works along axis 1 of what transpose makes of x"], "[:, ::-1]"),
        (repeated, ["3 times, as dot_general takes w whole", "before the loop"], "c @ w"),
        (sorted_again, ["sort works along axis 0 of what the loop carries"], "jnp.sort"),
        (asked, ["as a sharding constraint asks for it", "Leave the constraint out"], "constraint"),
    ],
)
def test_what_members_gather_has_an_operation_and_a_remedy(function, words, line):
    split = NamedSharding(AUTO, P("data"))
    x, w = (fjax.device_put(np.ones((16, 16), np.float32), split) for _ in range(2))
    page = Page(fjax.explain(function)(x, w).html)
    (found,) = [e for e in page.named("finding") if e.text.startswith("all_gather along data")]
    assert [w for w in words if w not in found.text] == []
    assert [line in e.text for e in page.named("ln") if e.keys & found.keys] == [True]


def test_totals_of_members_are_no_gathered_array():
    x = fjax.device_put(np.ones((16, 16), np.float32), NamedSharding(AUTO, P("data")))
    explained = fjax.explain(lambda x: (jnp.cumsum(x, 0), x.argmax(0)))(x)
    assert any(sent.kind == "all_gather" for sent in explained.inspection.communication)
    assert not any("gather" in e.text for e in Page(explained.html).named("finding"))


def test_the_page_of_a_meshed_step_is_small():
    params = {f"w{k}": np.ones((64, 64), np.float32) / 10 for k in range(6)}

    def loss(params, x):
        for w in params.values():
            x = jnp.tanh(x @ w)
        return jnp.mean(x**2)

    def step(params, x):
        value, slope = fjax.value_and_grad(loss)(params, x)
        return fjax.tree.map(lambda p, g: p - 0.1 * g, params, slope), value

    x = fjax.device_put(np.ones((64, 64), np.float32), NamedSharding(MESH, P("data")))
    page = fjax.explain(step)(params, x)
    assert len(page.html) < 3_000_000
    assert Page(page.html).named("finding") == []
