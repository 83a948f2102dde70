"""What libraries do well: products, sorting, scans, random numbers."""

import numpy as np

from benchmarks.workload import FASTEST, Workload


class LibraryCalls(Workload):
    group = "library"


class Matmul(LibraryCalls):
    title = "1024³ product, f32"
    goals = {"numpy": 1.05}
    peers = ("jax", "torch", "numpy")
    rtol = 1e-3

    def data(self, rng):
        return tuple(rng.standard_normal((1024, 1024)).astype(np.float32) for _ in range(2))

    def program(self, m):
        return m.jit(lambda a, b: a @ b)

    def torch(self, torch):
        return lambda a, b: a @ b

    def numpy(self, np):
        return lambda a, b: a @ b


class Sort(LibraryCalls):
    title = "sort of 1M f32"
    goals = {"numpy": 1.05}
    reason = "the call of np.sort is the time; what is on top of it is within the noise of runs"
    peers = ("jax", "torch", "numpy")

    def data(self, rng):
        return (rng.standard_normal(1 << 20).astype(np.float32),)

    def program(self, m):
        return m.jit(m.numpy.sort)

    def torch(self, torch):
        return lambda x: torch.sort(x)[0]

    def numpy(self, np):
        return np.sort


class Cumsum(LibraryCalls):
    title = "cumsum along rows, 8192×1024 f32"
    goals = {FASTEST: 0.9}
    peers = ("jax", "torch", "numpy")
    rtol = 1e-3

    def data(self, rng):
        return (rng.standard_normal((8192, 1024)).astype(np.float32),)

    def program(self, m):
        return m.jit(lambda x: m.numpy.cumsum(x, axis=1))

    def torch(self, torch):
        return lambda x: torch.cumsum(x, 1)

    def numpy(self, np):
        return lambda x: np.cumsum(x, axis=1)


class RandomNormal(LibraryCalls):
    title = "random.normal, 1M f32"
    goals = {"jax": 0.5}

    def program(self, m):
        key = m.random.key(0)
        return m.jit(lambda: m.random.normal(key, (1 << 20,), m.numpy.float32))
