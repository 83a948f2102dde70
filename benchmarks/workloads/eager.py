"""Without jit."""

import numpy as np

from benchmarks.workload import Workload


class Eager(Workload):
    group = "eager"


class Operations(Eager):
    """A chain of sums, products and sines of arrays, operation by operation."""

    peers = ("jax", "torch", "numpy")
    size: int
    rounds: int

    def data(self, rng):
        x = rng.standard_normal(self.size).astype(np.float32)
        return x, np.full_like(x, 0.5)

    def run(self, np, x, h):
        y = x
        for _ in range(self.rounds):
            y = np.sin(y * h + x) - x
        return y

    def program(self, m):
        return lambda x, h: self.run(m.numpy, x, h)

    def torch(self, torch):
        return lambda x, h: self.run(torch, x, h)

    def numpy(self, np):
        return lambda x, h: self.run(np, x, h)


class SmallOperations(Operations):
    title = "1000 small eager operations"
    goals = {"numpy": 2.5, "torch": 0.9}
    size, rounds = 16, 250


class MidSizeOperations(Operations):
    title = "40 eager operations on 100k f32"
    goals = {"numpy": 0.9, "torch": 0.9}
    size, rounds = 100_000, 10


class GradSmallMlp(Eager):
    title = "eager gradient of a small MLP"
    goals = {"autograd": 0.7}
    reason = (
        "each operation of a gradient costs about 1 µs in each of processing, the rule, the "
        "recording and the checks of operands; no function stands out. Tried: one tape entry "
        "for an elementwise derivative, which halved the time of x * y"
    )
    peers = ("autograd",)

    def data(self, rng):
        return (
            [
                (rng.standard_normal((8, 16)), np.zeros(16)),
                (rng.standard_normal((16, 4)), np.zeros(4)),
            ],
            rng.standard_normal((8, 8)),
        )

    @staticmethod
    def loss(np, params, x):
        for w, b in params:
            x = np.tanh(np.dot(x, w) + b)
        return np.sum(x * x)

    def program(self, m):
        return m.grad(lambda p, x: self.loss(m.numpy, p, x))

    def autograd(self, autograd):
        return autograd.grad(lambda p, x: self.loss(autograd.numpy, p, x))
