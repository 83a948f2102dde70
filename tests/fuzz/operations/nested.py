"""Transformations inside programs: of functions that are programs of their own."""

from __future__ import annotations

from tests.fuzz.operations.base import Family

family = Family("nested")


def _float(g, most: int = 200, least: int = 0):
    return g.pick("f", least=least, test=lambda v: v.size <= most and v.dtype.itemsize > 1)


def total(name: str) -> str:
    """A scalar from all that a function returns."""
    return f"lambda *a: sum(jnp.sum(jnp.real(r) * 0.5) for r in {name}(*a))"


@family(2)
def inner_jit(g):
    x, y = g.pick(), g.pick()
    name, _ = g.body([x.array, y.array], g.choose(1, 2, 3))
    return f"fjax.jit({name})({x}, {y})"


@family(2.5)
def checkpointed(g):
    x, y = g.pick(), g.pick()
    name, _ = g.body([x.array, y.array], g.choose(1, 2, 3))
    policy = g.choose(
        "",
        "",
        "",
        ", policy=fjax.checkpoint_policies.dots_saveable",
        ", policy=fjax.checkpoint_policies.nothing_saveable",
        ", prevent_cse=False",
        ", policy=fjax.checkpoint_policies.everything_saveable",
        ", policy=fjax.checkpoint_policies.dots_with_no_batch_dims_saveable",
    )
    return f"fjax.checkpoint({name}{policy})({x}, {y})"


@family(2)
def mapped(g):
    x = g.pick(least=1, test=lambda v: 0 < v.shape[0] <= 65)
    y = g.pick()
    kind = g.choose("both", "first", "out")
    if kind == "first":
        name, _ = g.body([x.array[0], y.array], g.choose(1, 2, 3))
        return f"fjax.vmap({name}, in_axes=(0, None))({x}, {y})"
    if kind == "out":
        name, _ = g.body([x.array[..., 0] if x.shape[-1] else x.array], g.choose(1, 2, 3))
        return f"fjax.vmap({name}, in_axes=-1, out_axes={g.choose(0, -1)})({x})"
    y = g.pick(least=1, test=lambda v: v.shape[0] == x.shape[0])
    name, _ = g.body([x.array[0], y.array[0]], g.choose(1, 2, 3))
    return f"fjax.vmap({name})({x}, {y})"


@family(2.5)
def gradient(g):
    x = _float(g)
    y = g.pick()
    name, _ = g.body([x.array, y.array], g.choose(1, 2, 3))
    f = total(name)
    return g.choose(
        f"fjax.grad({f})({x}, {y})",
        f"fjax.value_and_grad({f})({x}, {y})",
        f"fjax.grad(fjax.checkpoint({f}))({x}, {y})",
    )


@family(1.5)
def tangents(g):
    x = _float(g)
    name, results = g.body([x.array], g.choose(1, 2, 3))
    n = len(results)
    return g.choose(
        f"fjax.jvp({name}, ({x},), (jnp.ones_like({x}),))[1]",
        f"fjax.linearize({name}, {x})[1]({x} * 0.5)",
        f"fjax.vjp({name}, {x})[1](fjax.tree.map(jnp.ones_like, {name}({x})))[0]",
        f"fjax.jacfwd(lambda a: {name}(a)[{n - 1}])({x}.ravel()[:3].reshape(-1)[0] * {x})",
        f"fjax.jvp(lambda a: fjax.jvp({name}, (a,), (a,))[1], ({x},), ({x},))[1]",
    )


@family(1)
def jacobians(g):
    x = _float(g, most=9)
    name, _ = g.body([x.array], g.choose(1, 2))
    f = total(name)
    return g.choose(
        f"fjax.jacrev(lambda a: {name}(a)[0])({x})",
        f"fjax.jacfwd(lambda a: {name}(a)[0])({x})",
        f"fjax.hessian({f})({x})",
        f"fjax.jacfwd(fjax.grad({f}))({x})",
        f"fjax.jacrev(fjax.jacrev({f}))({x})",
        f"fjax.grad(lambda a: jnp.sum(fjax.grad({f})(a) ** 2))({x})",
    )


@family(1.2)
def custom_rule(g):
    x = _float(g, most=1100)
    name, _ = g.body([x.array], g.choose(1, 2, 3), outer=0.0)
    return g.choose(
        f"rules.custom_vjp(fjax, {name})({x})",
        f"rules.custom_jvp(fjax, {name})({x})",
        f"fjax.custom_gradient(lambda a: fjax.vjp(lambda b: {name}(b)[0], a))({x})",
    )


@family(0.6)
def batched_product(g):
    x = g.pick("f", least=2, most=3)
    name, _ = g.body([x.array[0], x.array[0]] if x.shape[0] else [x.array, x.array], 1)
    return f"fjax.vmap(fjax.vmap({name}, (None, 0)), (0, None))({x}[:3], {x}[:4])"
