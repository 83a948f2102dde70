"""The rest of the public API: a template for each function, filled with values that fit.

{x} and {y} broadcast with each other, {s} has x's shape, {a} is an axis of x and {p} the same
counted from the front, {i} holds integers, {n} is x's first size.
"""

from __future__ import annotations

import re

from tests.fuzz.operations import tables
from tests.fuzz.operations.base import Family

family = Family("breadth")


def filled(g, text: str, kinds: str, least: int, most: int) -> str:
    """The template with values at hand; LookupError where none fits."""
    x = g.pick(kinds, least=least, most=most)
    named = set(re.findall(r"{(\w)}", text))
    given = {"x": x}
    if "y" in named:
        given["y"] = g.pick(kinds, fit=x)
    if "s" in named:
        given["s"] = g.pick(kinds, test=lambda v: v.shape == x.shape)
    if "i" in named:
        given["i"] = g.pick("iu", test=lambda v: v.size <= 200)
    if named & {"a", "p"}:
        given["a"] = g.axis(x)
        given["p"] = given["a"] % x.ndim
    if "n" in named:
        given["n"] = x.shape[0] if x.ndim else 1
    return text.format(**given)


def _drawn(group):
    kinds, least, most, texts = group

    def propose(g):
        return filled(g, g.choose(*texts), kinds, least, most)

    return propose


for _group in tables.GROUPS:
    family(len(_group[3]) / 30)(_drawn(_group))


@family(0.8)
def distribution(g):
    """A function of scipy.stats at a point, with its parameters."""
    name, parameters, domain, functions = g.choose(*tables.DISTRIBUTIONS)
    x = g.pick("f")
    y = g.pick("f", fit=x)
    where = domain.format(x=x)
    function = g.choose(functions)
    if function in ("ppf", "isf"):
        where = f"jnp.tanh({x}) * 0.4 + 0.5"
    shaped = [p.format(y=y) for p in parameters]
    place = g.choose("", "", ", loc=0.25, scale=2.0") if name in tables.PLACED else ""
    return f"fjax.scipy.stats.{name}.{function}({', '.join([where, *shaped])}{place})"


@family(0.8)
def random_draw(g):
    """Samples of the less common distributions."""
    key = g.pick("k", most=0)
    shape = g.pick("fciubk").shape
    dtype = g.choose("", "", ", dtype=jnp.float32")
    return g.choose(*tables.SAMPLERS).format(key=key, shape=shape, dtype=dtype)


@family(1.0)
def collective(g):
    """A function of a named axis under vmap."""
    x = g.pick("f", least=1, test=lambda v: 0 < v.shape[0] <= 16)
    n = x.shape[0]
    text = g.choose(*tables.COLLECTIVES).format(n=n, cycle=[(i, (i + 1) % n) for i in range(n)])
    return f'fjax.vmap(lambda a: {text}, axis_name="i")({x})'


@family(0.7)
def vectorized(g):
    """`jnp.vectorize` and what else takes a function."""
    x = g.pick("f", least=1)
    a = g.axis(x)
    return g.choose(
        f'jnp.vectorize(lambda u: u * jnp.sum(u), signature="(n)->(n)")({x})',
        f'jnp.vectorize(lambda u, w: u @ w, signature="(n),(n)->()")({x}, {x})',
        f"jnp.apply_along_axis(lambda u: jnp.cumsum(u) * 2, {a}, {x})",
        f"jnp.apply_over_axes(jnp.sum, {x}, [{a}])",
        f"jnp.fromfunction(lambda i, j: i - j * 0.5, (3, {min(x.shape[0], 20)}))",
        f"jnp.frompyfunc(lambda u, w: u * w, 2, 1)({x}, 2.0)",
        f"fjax.tree.map(lambda u: u * 2, {x})",
        f"fjax.closure_convert(lambda u: u * 2, {x})[0]({x})",
        f"fjax.named_call(lambda u: jnp.sin(u), name='inner')({x})",
        f"lax.linear_call(lambda r, u: u * r, lambda r, u: u * r, {x}, {x} * 0.5)",
        f"lax.composite(lambda u: jnp.cos(u), 'own.cosine')({x})",
    )


@family(0.5)
def attention(g):
    """Attention over a small batch, and gated linear units."""
    x = g.pick("f", least=2, most=2, test=lambda v: 0 < v.size <= 600)
    m, n = x.shape
    q = f"{x}.reshape(1, {m}, 1, {n})"
    return g.choose(
        f"fjax.nn.dot_product_attention({q}, {q}, {q})",
        f"fjax.nn.dot_product_attention({q}, {q}, {q}, is_causal=True)",
        f"fjax.nn.dot_product_attention({q}, {q} * 0.5, {q}, scale=0.3)",
        f"fjax.nn.glu(jnp.concatenate([{x}, {x} + 1], axis=1))",
        f"fjax.nn.glu(jnp.concatenate([{x}, {x} + 1]), axis=0)",
    )
