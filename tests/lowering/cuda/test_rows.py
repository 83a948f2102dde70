"""Every sample row's program on a GPU's code in the emulator: what evaluating it gives.

Each launch is compared with the CPU's code besides (`target.EmulatedProgram`), bit for bit if it
combines nothing across threads.
"""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.evaluate import evaluate_jaxpr
from fjax.lowering import pipeline, targets
from tests.lowering.cuda.target import EmulatedTarget
from tests.lowering.test_targets import is_key
from tests.samples import SAMPLES, flat, staged

pytestmark = pytest.mark.needs("x64", reason="the rows are in float64")
ROWS = [s for s in SAMPLES if s.kernel]


def plain(x):
    return np.asarray(fjax.random.key_data(x) if is_key(x) else x)


@pytest.mark.one_in(40)
@pytest.mark.parametrize("sample", ROWS, ids=lambda s: s.label)
def test_a_sample_gives_what_evaluating_it_gives(sample):
    args = sample.make()
    jaxpr, known = staged(sample, args)
    given = [jnp.asarray(x) for x in (*known, *args)]
    target = EmulatedTarget()
    with targets.use(target):
        found = [plain(x) for x in pipeline.execute(jaxpr, given)]
    expected = [plain(x) for x in flat(evaluate_jaxpr(jaxpr, given))]
    for got, wanted in zip(found, expected, strict=True):
        unit = np.finfo(wanted.dtype).eps if wanted.dtype.kind in "fc" else 0
        np.testing.assert_allclose(got, wanted, rtol=64 * unit, atol=64 * unit)


RNG = np.random.default_rng(0)
X = RNG.normal(size=(37, 130)).astype(np.float32)


def layer_norm(x, gain, bias):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * gain + bias


def newton(a):
    def one(a):
        def going(state):
            x, k = state
            return (abs(x * x * x - a) > 1e-5 * a) & (k < 50)

        step = lambda state: (state[0] - (state[0] ** 3 - a) / (3 * state[0] ** 2), state[1] + 1)
        return lax.while_loop(going, step, (jnp.float32(1.0), 0))[0]

    return fjax.vmap(one)(a)


def oscillators(x):
    def one(x):
        step = lambda s, _: (s + 0.1 * jnp.sin(s + 0.05 * jnp.sin(s)), s)
        return lax.scan(step, x, None, length=20)[0]

    return fjax.vmap(one)(x)


PROGRAMS = {
    "maps": (lambda x: jnp.tanh(jnp.tanh(x * 1.1 + 0.1) * 1.1), (X,)),
    "softmax": (lambda x: fjax.nn.softmax(x, -1), (X,)),
    "layer norm": (layer_norm, (X, X[0], X[1])),
    "layer norm's gradient": (
        fjax.grad(lambda *a: jnp.sum(jnp.sin(layer_norm(*a))), (0, 1, 2)),
        (X, X[0], X[1]),
    ),
    "columns": (lambda x: (x.sum(0), x.mean(0), x.max(0)), (X,)),
    "all elements": (lambda x: jnp.sum(x * x), (RNG.normal(size=20_000).astype(np.float32),)),
    "long rows": (lambda x: x.sum(1), (RNG.normal(size=(3, 5000)).astype(np.float32),)),
    "distances": (
        lambda x, y: jnp.exp(-0.5 * ((x[:, None] - y[None]) ** 2).sum(-1)).sum(1),
        (X[:, :3], X[:, 3:6]),
    ),
    "newton": (newton, (abs(X[0]) + 0.5,)),
    "scan": (oscillators, (X[0],)),
    "gather": (lambda x, i: x[i] * 2, (X[0], RNG.integers(0, 130, 60))),
    "scatter": (lambda x, i, v: x.at[i].add(v), (X[0], RNG.integers(0, 130, 300), X.ravel()[:300])),
    "running sums": (lambda x: jnp.cumsum(x, 1), (X,)),
    "transposed": (lambda x, b: jnp.maximum(x.T + b, 0), (X, X[:, 0])),
    "random numbers": (
        lambda n: fjax.random.normal(fjax.random.key(3), (1003,), np.float32) + n,
        (np.float32(0),),
    ),
}


@pytest.mark.one_in(16)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_gives_what_it_gives_on_the_cpu(name):
    function, args = PROGRAMS[name]
    closed = fjax.make_jaxpr(function)(*args)
    given = [jnp.asarray(x) for x in (*closed.consts, *args)]
    target = EmulatedTarget()
    with targets.use(target):
        found = [plain(x) for x in pipeline.execute(closed.jaxpr, given)]
    assert target.launches
    for got, wanted in zip(found, pipeline.execute(closed.jaxpr, given), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=2e-5, atol=2e-5)
