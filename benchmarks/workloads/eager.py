"""Without jit."""

import numpy as np

from benchmarks.workload import Workload


class Eager(Workload):
    group = "eager"


class SmallOperations(Eager):
    title = "1000 small eager operations"
    goals = {"numpy": 2.5, "torch": 0.9}
    peers = ("jax", "torch", "numpy")

    def data(self, rng):
        return rng.standard_normal(16).astype(np.float32), np.full(16, 0.5, np.float32)

    @staticmethod
    def run(np, x, h):
        y = x
        for _ in range(250):
            y = np.sin(y * h + x) - x
        return y

    def program(self, m):
        return lambda x, h: self.run(m.numpy, x, h)

    def torch(self, torch):
        return lambda x, h: self.run(torch, x, h)

    def numpy(self, np):
        return lambda x, h: self.run(np, x, h)


class MidSizeOperations(Eager):
    title = "40 eager operations on 100k f32"
    goals = {"numpy": 0.9, "torch": 0.9}
    peers = ("jax", "torch", "numpy")

    def data(self, rng):
        return rng.standard_normal(100_000).astype(np.float32), np.full(100_000, 0.5, np.float32)

    @staticmethod
    def run(np, x, h):
        y = x
        for _ in range(10):
            y = np.sin(y * h + x) - x
        return y

    def program(self, m):
        return lambda x, h: self.run(m.numpy, x, h)

    def torch(self, torch):
        return lambda x, h: self.run(torch, x, h)

    def numpy(self, np):
        return lambda x, h: self.run(np, x, h)


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
