"""How many kernels well-known programs need, and that none of them needs anything else."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.kernel.fingerprint import fingerprint

F32 = np.float32


def arrays(*shapes):
    random = np.random.default_rng(0)
    return [jnp.asarray(random.normal(size=s).astype(F32)) for s in shapes]


def labels(n, classes):
    return jnp.asarray(np.arange(n) % classes)


def layer_norm(x, gain, bias):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * gain + bias


def layer_norm_loss(x, gain, bias):
    y = layer_norm(x, gain, bias)
    return jnp.sum(y * y * jnp.sin(y))


def cross_entropy(logits, y):
    return -jnp.mean(jnp.take_along_axis(nn.log_softmax(logits), y[:, None], axis=1))


def adam(params, grads, means, squares, count):
    def leaf(p, g, m, v):
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        scale = jnp.sqrt(v / (1 - 0.999**count)) + 1e-8
        return p - 1e-3 * (m / (1 - 0.9**count)) / scale, m, v

    return fjax.tree.map(leaf, params, grads, means, squares)


def attention(q, k, v):
    scores = jnp.einsum("bqd,bkd->bqk", q, k) / 8.0
    mask = jnp.tril(jnp.ones(scores.shape[1:], bool))
    return jnp.einsum("bqk,bkd->bqd", nn.softmax(jnp.where(mask, scores, -1e30)), v)


def mlp_loss(params, x, y):
    h = jnp.tanh(x @ params["w1"] + params["b1"])
    return cross_entropy(h @ params["w2"] + params["b2"], y)


def sgd_step(params, x, y):
    loss, grads = fjax.value_and_grad(mlp_loss)(params, x, y)
    return loss, fjax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def network(hidden=32, inputs=20, classes=10):
    w1, b1, w2, b2 = arrays((inputs, hidden), (hidden,), (hidden, classes), (classes,))
    return {"w1": w1, "b1": b1, "w2": w2, "b2": b2}


def stencil_loss(u):
    residual = 4 * u[1:-1, 1:-1] - u[:-2, 1:-1] - u[2:, 1:-1] - u[1:-1, :-2] - u[1:-1, 2:]
    return jnp.sum(residual**2)


LEAVES = {"a": arrays((20, 30))[0], "b": arrays((30,))[0], "c": arrays((30, 10))[0]}
PROGRAMS = {
    "softmax": (nn.softmax, arrays((64, 100)), 1),
    "log softmax": (nn.log_softmax, arrays((64, 100)), 1),
    "logsumexp": (nn.logsumexp, arrays((64, 100)), 2),
    "gelu": (nn.gelu, arrays((64, 100)), 1),
    "layer norm": (layer_norm, arrays((64, 100), (100,), (100,)), 1),
    "gradient of layer norm": (
        fjax.grad(layer_norm_loss, argnums=(0, 1, 2)),
        arrays((64, 100), (100,), (100,)),
        1,
    ),
    "gradient of a large layer norm": (
        fjax.grad(layer_norm_loss, argnums=(0, 1, 2)),
        arrays((400, 100), (100,), (100,)),
        3,
    ),
    "batch norm": (lambda x: (x - x.mean(0)) / jnp.sqrt(x.var(0) + 1e-5), arrays((64, 100)), 2),
    "cross-entropy with gradient": (
        fjax.value_and_grad(cross_entropy),
        [*arrays((64, 10)), labels(64, 10)],
        3,
    ),
    "Adam over three leaves": (adam, [LEAVES, LEAVES, LEAVES, LEAVES, jnp.float32(3)], 3),
    "attention": (attention, arrays((4, 16, 8), (4, 16, 8), (4, 16, 8)), 1),
    "gradient of attention": (
        fjax.grad(lambda q, k, v: jnp.sum(attention(q, k, v) ** 2), argnums=(0, 1, 2)),
        arrays((4, 16, 8), (4, 16, 8), (4, 16, 8)),
        4,
    ),
    "argmax": (lambda x: jnp.argmax(x, axis=1), arrays((64, 100)), 1),
    "gradient of a stencil": (fjax.grad(stencil_loss), arrays((60, 70)), 2),
    "embedding gradient": (
        fjax.grad(lambda e, i: jnp.sum(e[i] ** 2)),
        [*arrays((50, 8)), labels(32, 50)],
        2,
    ),
}


# Bytes that all steps move, over those of the program's inputs and outputs. A cross-entropy reads
# its logits a second time for the loss, of which the count knows no part.
MOVED = {
    "softmax": 1,
    "log softmax": 1,
    "layer norm": 1,
    "gradient of layer norm": 1,
    "gradient of a large layer norm": 1.01,
    "batch norm": 1.6,  # a root of each column is stored: that is faster than one for each row
    "Adam over three leaves": 1.01,
    "cross-entropy with gradient": 2,
}


@pytest.mark.parametrize("name", MOVED)
def test_no_more_is_moved_than_recorded(name):
    function, args, _ = PROGRAMS[name]
    report = fjax.inspect(function)(*args)
    assert report.bytes_moved <= MOVED[name] * report.least_bytes, report.fused


@pytest.mark.parametrize("name", PROGRAMS)
def test_kernels_are_as_many_as_recorded(name):
    function, args, most = PROGRAMS[name]
    report = fjax.inspect(function)(*args)
    assert report.fallbacks == [], report
    assert report.n_kernels <= most, report.fused
    compiled, plain = fjax.jit(function)(*args), function(*args)
    for a, b in zip(fjax.tree.leaves(compiled), fjax.tree.leaves(plain), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-4)


@pytest.mark.extended
def test_a_gradient_for_a_hundred_batch_sizes_compiles_no_more_than_for_four_of_them():
    """One row needs other kernels than several; lanes go along short rows where these are few; what
    costs little is computed again where that takes less than a launch. The first second call of a
    process loads the code by which programs are entered."""
    params, step = network(), fjax.jit(sgd_step)

    def loaded(sizes):
        before = compiler.cache_info()
        for n in sizes:
            step(params, *arrays((n, 20)), labels(n, 10))
        after = compiler.cache_info()
        return after.compiled + after.disk_hits - before.compiled - before.disk_hits

    report = fjax.inspect(sgd_step)(params, *arrays((5, 20)), labels(5, 10))
    kernels = {fingerprint(k.info.lowered.kernel) for k in report.kernels}
    assert report.fallbacks == [] and len(kernels) > 3
    fjax.clear_caches()
    assert len(kernels) <= loaded((1, 1, 5, 30, 100)) <= 3 * len(kernels)
    assert loaded(range(1, 101)) == 0


def test_another_learning_rate_compiles_nothing():
    params, (x,), y = network(), arrays((5, 20)), labels(5, 10)
    for rate in (0.1, 0.01, 0.5):

        def step(params, rate=rate):
            grads = fjax.grad(mlp_loss)(params, x, y)
            return fjax.tree.map(lambda p, g: p - rate * g, params, grads)

        before = compiler.cache_info().compiled
        fjax.jit(step)(params)
    assert compiler.cache_info().compiled == before


def test_what_small_products_add_up_is_not_stored():
    x = np.ones((2000, 4, 4), np.float32)
    jaxpr = fjax.inspect(lambda x, y, z: x @ y @ z)(x, x, x).plan.jaxpr
    assert {v.aval.size for eqn in jaxpr.eqns for v in eqn.outvars} == {x.size}
