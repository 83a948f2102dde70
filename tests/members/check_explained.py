"""Explanations of programs that are split over a mesh."""

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P
from tests.explanation.parsed import Page

MESH = fjax.make_mesh((8,), ("data",))


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
    assert "split it along the batch, or keep it whole" in found.text
    lines = [e for e in page.named("ln") if e.keys & found.keys]
    assert ["x @ w" in e.text for e in lines] == [True]


def test_an_all_gather_that_a_sharding_of_jit_asks_for_says_so():
    x = fjax.device_put(np.ones((16, 16), np.float32), NamedSharding(MESH, P("data")))
    whole = fjax.jit(lambda x: jnp.tanh(x), out_shardings=NamedSharding(MESH, P()))
    page = Page(fjax.explain(whole)(x).html)
    (found,) = [e for e in page.named("finding") if e.text.startswith("all_gather along data")]
    assert "sends float32[2,16] (128 B), as jit's in_shardings or out_shardings ask" in found.text


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
