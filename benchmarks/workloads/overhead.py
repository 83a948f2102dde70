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
    np = m.numpy
    functions = [
        np.sin,
        np.tanh,
        lambda x: np.exp(-x),
        np.cos,
        np.sqrt,
        np.log1p,
        np.abs,
        np.arctan,
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
    reason = (
        "two thirds are LLVM's code generation, nearly half of that instruction "
        "selection, the rest flat; a seventh is writing the IR. Tried: loops under one "
        "mask, which halved the code; one register at a time for long bodies, which is "
        "compiled in 0.8 of the time and runs 10 to 20 % slower; vectors of one register "
        "each, which compile no faster; switching off passes: of 25 only the scheduler "
        "costs 5 % and more, and it pays"
    )

    def fresh(self, m, number):
        return m.jit(chain(m, number)), (m.numpy.ones(1000, m.numpy.float32),)


def on_device(m, tree):
    return m.tree_util.tree_map(m.numpy.asarray, tree)


class NewTrainStep(Compile):
    """Every layer has an activation of its own, so that no kernel of an earlier step serves."""

    title = "a structurally new MLP train step, first call"
    goals = {"jax": 0.6}
    reason = (
        "60 % are LLVM's code generation for six kernels, a quarter is writing their IR, the "
        "rest tracing, differentiating and fusing"
    )
    sizes = (32, 64, 64, 10)

    def fresh(self, m, number):
        rng = np.random.default_rng(0)
        activations = [chain(m, 7 * number + k) for k in range(3)]

        def loss(params, x, y):
            for (w, b), activation in zip(params, activations, strict=True):
                x = activation(x @ w + b)
            logp = m.nn.log_softmax(x)
            return -m.numpy.mean(m.numpy.take_along_axis(logp, y[:, None], axis=1))

        def step(params, x, y):
            grads = m.grad(loss)(params, x, y)
            return m.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)

        return m.jit(step), on_device(m, (mlp(rng, self.sizes), *batch(rng, self.sizes, 16)))


class NewLearningRate(Compile):
    title = "the same train step with another learning rate, first call"
    goals = {"jax": 0.1}
    sizes = (32, 64, 64, 10)

    def fresh(self, m, number):
        rng = np.random.default_rng(0)
        rate = 0.001 * (number + 1)

        def step(params, x, y):
            grads = m.grad(loss_of(m))(params, x, y)
            return m.tree_util.tree_map(lambda p, g: p - rate * g, params, grads)

        return m.jit(step), on_device(m, (mlp(rng, self.sizes), *batch(rng, self.sizes, 16)))


class NewBatchSize(Compile):
    title = "a jitted function called with a new batch size"
    goals = {"jax": 0.1}

    def fresh(self, m, number):
        if not hasattr(self, "f"):
            self.f = m.jit(lambda x, w: m.numpy.sum(m.nn.softmax(m.numpy.tanh(x @ w)), axis=1))
        shapes = (8 + number, 16), (16, 32)
        return self.f, [m.numpy.ones(shape, m.numpy.float32) for shape in shapes]


class NewBatchSizeOfStep(Compile):
    title = "a train step of an MLP with a new batch size"
    goals = {"jax": 0.1}
    reason = "a size that crosses a threshold is planned afresh; each size is traced"
    sizes = (32, 64, 64, 10)

    def fresh(self, m, number):
        if not hasattr(self, "f"):

            def step(params, x, y):
                grads = m.grad(loss_of(m))(params, x, y)
                return m.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads)

            self.f = m.jit(step)
        rng = np.random.default_rng(0)
        arguments = mlp(rng, self.sizes), *batch(rng, self.sizes, 40 + 7 * number)
        return self.f, on_device(m, arguments)


class NewBatchSizeOfPinn(Compile):
    title = "the loss and gradient of a physics-informed net with a new number of points"
    goals = {"jax": 0.1}
    reason = NewBatchSizeOfStep.reason
    sizes = (2, 32, 32, 1)

    def fresh(self, m, number):
        if not hasattr(self, "f"):

            def net(params, t, x):
                h = m.numpy.stack([t, x])
                for w, b in params[:-1]:
                    h = m.numpy.tanh(h @ w + b)
                return (h @ params[-1][0] + params[-1][1])[0]

            def residual(params, t, x):
                along_x = m.grad(net, 2)
                u, second = net(params, t, x), m.grad(along_x, 2)(params, t, x)
                return m.grad(net, 1)(params, t, x) + u * along_x(params, t, x) - 0.01 * second

            def loss(params, t, x):
                return m.numpy.mean(m.vmap(residual, (None, 0, 0))(params, t, x) ** 2)

            self.f = m.jit(m.value_and_grad(loss))
        rng = np.random.default_rng(0)
        t, x = rng.random((2, 40 + 7 * number), np.float32)
        return self.f, on_device(m, (mlp(rng, self.sizes), t, x))


class MakeJaxpr(Compile):
    title = "make_jaxpr of 1000 operations"
    goals = {"jax": 0.5}

    def transform(self, m, f):
        return f

    def fresh(self, m, number):
        def f(x):
            for _ in range(500):
                x = m.lax.sin(x) * 2.0
            return x

        def trace():
            assert len(m.make_jaxpr(self.transform(m, f))(1.0).eqns) >= 1000
            return m.numpy.zeros(())

        return trace, ()


class MakeJaxprGrad(MakeJaxpr):
    title = "make_jaxpr of the gradient of 1000 operations"
    goals = {"jax": 0.4}

    def transform(self, m, f):
        return m.grad(f)
