"""Reductions, alone and inside larger expressions."""

import numpy as np

from benchmarks.workload import FASTEST, Workload


class Reductions(Workload):
    group = "reductions"
    peers = ("jax", "torch")


class Softmax(Reductions):
    title = "softmax, 4096×1024 f32"
    goals = {FASTEST: 0.85}

    def data(self, rng):
        return (rng.standard_normal((4096, 1024)).astype(np.float32),)

    def program(self, m):
        return m.jit(lambda x: m.nn.softmax(x, axis=-1))

    def torch(self, torch):
        return lambda x: torch.softmax(x, -1)


class LayerNormGrad(Reductions):
    title = "grad of sum(y² sin y), y a layer norm, 2048×768 f32"
    goals = {FASTEST: 0.4}
    rtol = 1e-3

    def data(self, rng):
        return (
            rng.standard_normal((2048, 768)).astype(np.float32),
            rng.uniform(0.5, 1.5, 768).astype(np.float32),
            rng.standard_normal(768).astype(np.float32),
        )

    def program(self, m):
        np = m.numpy

        def loss(x, g, b):
            mean = np.mean(x, axis=-1, keepdims=True)
            variance = np.mean((x - mean) ** 2, axis=-1, keepdims=True)
            y = (x - mean) / np.sqrt(variance + 1e-5) * g + b
            return np.sum(y * y * np.sin(y))

        return m.jit(m.grad(loss, argnums=(0, 1, 2)))

    def torch(self, torch):
        def f(x, g, b):
            x, g, b = (t.detach().requires_grad_() for t in (x, g, b))
            y = torch.nn.functional.layer_norm(x, (768,), g, b, 1e-5)
            return torch.autograd.grad((y * y * torch.sin(y)).sum(), (x, g, b))

        return f


class Columns(Reductions):
    title = "column sum, max and mean, 8192×1024 f32"
    goals = {FASTEST: 0.6}
    peers = ("jax", "torch", "numpy")
    atol = 1e-2
    reason = """to read these 32 MiB takes a loop in C 1.07 ms on a Zen 4 with two cores, 31 GB/s,
        and a second thread was no help: 0.9 of what the row takes there"""

    def data(self, rng):
        return (rng.standard_normal((8192, 1024)).astype(np.float32),)

    def program(self, m):
        np = m.numpy
        return m.jit(lambda x: (np.sum(x, 0), np.max(x, 0), np.mean(x, 0)))

    def torch(self, torch):
        return lambda x: (x.sum(0), x.amax(0), x.mean(0))

    def numpy(self, np):
        return lambda x: (np.sum(x, 0), np.max(x, 0), np.mean(x, 0))


class GaussianSums(Reductions):
    title = "Gaussian kernel sums, 2000×2000 points in 3-d, f32"
    goals = {FASTEST: 0.25}

    def data(self, rng):
        return (
            rng.standard_normal((2000, 3)).astype(np.float32),
            rng.standard_normal((2000, 3)).astype(np.float32),
        )

    def program(self, m):
        np = m.numpy

        def f(x, y):
            squares = np.sum((x[:, None, :] - y[None, :, :]) ** 2, axis=-1)
            return np.sum(np.exp(-0.5 * squares), axis=1)

        return m.jit(f)

    def torch(self, torch):
        return lambda x, y: torch.exp(-0.5 * torch.cdist(x, y) ** 2).sum(1)
