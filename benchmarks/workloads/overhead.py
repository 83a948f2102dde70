"""What a call, a trace and a compilation cost."""

import numpy as np

from benchmarks.workload import CompileWorkload, Workload
from benchmarks.workloads.training import batch, loss_of, mlp


class Overhead(Workload):
    group = "overhead"
    least_seconds = 0.05


class OneArray(Overhead):
    title = "jit call of x*2+1 on 4 floats"
    goals = {"jax": 0.25}

    def data(self, rng):
        return (np.ones(4, np.float32),)

    def program(self, m):
        return m.jit(lambda x: x * 2 + 1)


class Pytree(Overhead):
    title = "jit call with a pytree of 20 arrays in and out"
    goals = {"jax": 0.5}

    def data(self, rng):
        return ({f"k{i}": np.ones(4, np.float32) for i in range(20)},)

    def program(self, m):
        return m.jit(lambda t: {k: v + 1 for k, v in t.items()})


class Compile(CompileWorkload):
    group = "compile"
    peers = ("jax",)


def chain(m, number):
    """An elementwise function whose structure depends on the number."""
    functions = [
        m.numpy.sin,
        m.numpy.tanh,
        m.numpy.exp,
        m.numpy.cos,
        m.numpy.sqrt,
        m.numpy.log1p,
        m.numpy.abs,
        m.numpy.arctan,
    ]
    digits = [(number // len(functions) ** k) % len(functions) for k in range(3)]

    def f(x):
        for k in digits:
            x = functions[k](x * x + 1.0)
        return x

    return f


class NewElementwise(Compile):
    title = "a structurally new elementwise function, first call"
    goals = {"jax": 0.5}

    def fresh(self, m, number):
        x = m.numpy.ones(1000, m.numpy.float32)
        f = m.jit(chain(m, number))
        return lambda: f(x)


def train_step(m, depth, rate, width=64):
    rng = np.random.default_rng(0)
    sizes = (32, *[width] * depth, 10)
    params = m.tree_util.tree_map(m.numpy.asarray, mlp(rng, sizes))
    x, y = batch(rng, sizes, 16)
    value_and_grad = m.value_and_grad(loss_of(m))

    def step(params, x, y):
        _, grads = value_and_grad(params, x, y)
        return m.tree_util.tree_map(lambda p, g: p - rate * g, params, grads)

    f = m.jit(step)
    return lambda: f(params, x, y)


class NewTrainStep(Compile):
    title = "a structurally new MLP train step, first call"
    goals = {"jax": 0.6}

    def fresh(self, m, number):
        f = chain(m, number)
        rng = np.random.default_rng(0)
        w, v = (
            m.numpy.asarray(rng.standard_normal(s).astype(np.float32)) for s in ((32, 64), (64, 10))
        )
        x = m.numpy.asarray(rng.standard_normal((16, 32)).astype(np.float32))

        def loss(params, x):
            return m.numpy.mean(m.nn.log_softmax(f(x @ params[0]) @ params[1]) ** 2)

        def step(params, x):
            grads = m.grad(loss)(params, x)
            return [p - 0.1 * g for p, g in zip(params, grads, strict=True)]

        jitted = m.jit(step)
        return lambda: jitted([w, v], x)


class NewLearningRate(Compile):
    title = "the same train step with another learning rate, first call"
    goals = {"jax": 0.1}

    def fresh(self, m, number):
        return train_step(m, 2, 0.001 * number)


class NewBatchSize(Compile):
    title = "a jitted function called with a new batch size"
    goals = {"jax": 0.1}

    def fresh(self, m, number):
        if not hasattr(self, "f"):
            self.f = m.jit(lambda x, w: m.numpy.sum(m.nn.softmax(m.numpy.tanh(x @ w)), axis=1))
        w = m.numpy.ones((16, 32), m.numpy.float32)
        x = m.numpy.ones((8 + number, 16), m.numpy.float32)
        return lambda: self.f(x, w)


class MakeJaxpr(Compile):
    title = "make_jaxpr of 1000 operations"
    goals = {"jax": 0.5}

    def fresh(self, m, number):
        def f(x):
            for _ in range(500):
                x = m.lax.sin(x) * 2.0
            return x

        return lambda: m.make_jaxpr(f)(1.0) and m.numpy.zeros(())


class MakeJaxprGrad(Compile):
    title = "make_jaxpr of the gradient of 1000 operations"
    goals = {"jax": 0.4}

    def fresh(self, m, number):
        def f(x):
            for _ in range(500):
                x = m.lax.sin(x) * 2.0
            return x

        return lambda: m.make_jaxpr(m.grad(f))(1.0) and m.numpy.zeros(())
