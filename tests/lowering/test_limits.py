"""No limit of kernels, loops or calls decides what comes out: each at its least, against eager."""

import dataclasses

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn
from fjax.lowering.machine import Limits
from tests.machines.changed import CPU, changed

RNG = np.random.default_rng(8)
X, V, W = RNG.normal(size=(6, 5)), RNG.normal(size=5), RNG.normal(size=(5, 5))
PLACES = np.array([0, 2, 5])


def _normed(x):
    return (x - x.mean(1, keepdims=True)) / jnp.sqrt(x.var(1, keepdims=True) + 0.1)


def _shrinking(x):
    return lax.while_loop(lambda s: s[0].sum() > 1, lambda s: (s[0] * 0.7, s[1] + 1), (x, 0))


def _walk(step, carry=V):
    return lambda: lax.scan(step, jnp.asarray(carry), jnp.asarray(X))


LOOPS = {
    "a vector carried": _walk(lambda c, r: (jnp.sin(c) * r + c[::-1], c.sum())),
    "a matrix carried": _walk(lambda c, r: (jnp.tanh(c @ W + r), (c * c).sum(0)), W),
    "an element written": _walk(lambda c, r: (c.at[0].add(r[1] * c[2]), c[0])),
    "a branch": _walk(
        lambda c, r: (lax.cond(r[0] > 0, lambda: c * r, lambda: jnp.cumsum(c)), c[1])
    ),
    "a gradient": lambda: fjax.grad(
        lambda c: lax.scan(lambda c, r: (jnp.sin(c) * r, c.sum()), c, X)[1].sum()
    )(V),
    "until it is small": lambda: _shrinking(jnp.abs(V) + 1),
    "a batch of those": lambda: fjax.vmap(_shrinking)(jnp.abs(X) + 1),
    "a batch": lambda: fjax.vmap(
        lambda c: lax.scan(lambda c, _: (c * c[::-1] + 1, c.max()), c, None, length=3)
    )(X),
    "a loop inside": lambda: lax.fori_loop(
        0, 3, lambda i, c: lax.fori_loop(0, i + 1, lambda j, d: d * 0.9 + c[j], c), jnp.asarray(V)
    ),
    "rows written": lambda: lax.fori_loop(
        0, 5, lambda i, a: a.at[i].set(a[i] / (jnp.abs(a[i, i]) + 1)), jnp.asarray(W)
    ),
}
KERNELS = {
    "softmax": lambda: nn.softmax(2 * X),
    "a gradient of norms": lambda: fjax.grad(lambda x: (_normed(x) ** 3).sum())(X),
    "pairs": lambda: jnp.exp(-((X[:, None] - jnp.asarray(X)) ** 2).sum(-1)).sum(1),
    "sums along axes": lambda: jnp.cumsum(jnp.sort(X, 1), 0)[:, ::-1] + jnp.max(X),
    "parts": lambda: jnp.asarray(X)[PLACES][:, PLACES[:2]].sum(0) + jnp.asarray(X)[:3, :2],
    "small products": lambda: X.reshape(6, 5, 1) * V @ (X.reshape(6, 5, 1) + jnp.asarray(V)),
    "many operations": lambda: sum(jnp.sin(X * i) * jnp.cos(X + i) for i in range(20)).sum(0),
    "segments": lambda: fjax.ops.segment_sum(X, np.array([0, 1, 0, 2, 2, 1]), 3),
    "joined": lambda: jnp.concatenate([X * 2, jnp.sin(X), X[::-1]], 1).sum(1),
}


def _agrees(programs):
    with fjax.disable_jit():
        wanted = {name: program() for name, program in programs.items()}
    for name, program in programs.items():
        found = fjax.jit(lambda program=program: program())()
        for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(wanted[name]), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-9, err_msg=name)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("least", [1, pytest.param(2, marks=pytest.mark.extended)])
@pytest.mark.parametrize("limit", [f.name for f in dataclasses.fields(Limits)])
def test_a_limit_at_its_least_changes_no_value(limit, least, monkeypatch):
    monkeypatch.setattr(CPU, "machine", changed(limits={limit: least}))
    _agrees(LOOPS | KERNELS)


def test_limits_below_one_are_refused():
    for field in dataclasses.fields(Limits):
        with pytest.raises(ValueError, match=f"1 at least; {field.name}:"):
            changed(limits={field.name: 0})
    with pytest.raises(ValueError, match="places, readings"):
        Limits(places=0, readings=-1)
