"""Chains of elementwise operations."""

import numpy as np

from benchmarks.workload import FASTEST, Workload

PEERS = ("jax", "torch", "numpy")


class Fusion(Workload):
    group = "fusion"
    peers = PEERS


class TanhExp(Fusion):
    title = "tanh(x*y+1)*exp(-(x*y+1)), 1M f32"
    goals = {FASTEST: 0.7}

    def data(self, rng):
        return rng.standard_normal((2, 1 << 20)).astype(np.float32)[0], rng.standard_normal(
            1 << 20
        ).astype(np.float32)

    def program(self, m):
        def f(x, y):
            t = x * y + 1
            return m.numpy.tanh(t) * m.numpy.exp(-t)

        return m.jit(f)

    def torch(self, torch):
        def f(x, y):
            t = x * y + 1
            return torch.tanh(t) * torch.exp(-t)

        return f

    def numpy(self, np):
        def f(x, y):
            t = x * y + 1
            return np.tanh(t) * np.exp(-t)

        return f


class Gelu(Fusion):
    title = "gelu, 16M f32"
    goals = {FASTEST: 0.35}
    peers = ("jax", "torch")

    def data(self, rng):
        return (rng.standard_normal(1 << 24).astype(np.float32),)

    def program(self, m):
        return m.jit(lambda x: m.nn.gelu(x, approximate=True))

    def torch(self, torch):
        return lambda x: torch.nn.functional.gelu(x, approximate="tanh")


class Mix64(Fusion):
    title = "log1p, sin, cos, sqrt and pow, 1M f64"
    goals = {FASTEST: 0.4}
    reason = (
        "the power in double precision is about half of the time (2.9 ms alone), then come "
        "log1p (1.0) and sine and cosine (0.7 each); 0.35 in another run"
    )

    def data(self, rng):
        return (rng.uniform(0.1, 10, 1 << 20),)

    @staticmethod
    def formula(np, x):
        return np.log1p(x) * np.sin(x) + np.cos(x) * np.sqrt(x) + x**1.7

    def program(self, m):
        return m.jit(lambda x: self.formula(m.numpy, x))

    def torch(self, torch):
        return lambda x: self.formula(torch, x)

    def numpy(self, np):
        return lambda x: self.formula(np, x)
