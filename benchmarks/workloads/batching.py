"""vmap and second derivatives."""

import numpy as np

from benchmarks.workload import Workload


class Batching(Workload):
    group = "batching"
    peers = ("jax",)
    rtol = 1e-3


class PerExampleGradients(Batching):
    title = "per-example gradients of a 32-64-1 net over 256 examples"
    goals = {"jax": 0.6}

    def data(self, rng):
        return (
            {
                "w": rng.standard_normal((32, 64)).astype(np.float32),
                "b": np.zeros(64, np.float32),
                "v": rng.standard_normal(64).astype(np.float32),
            },
            rng.standard_normal((256, 32)).astype(np.float32),
        )

    def program(self, m):
        def f(p, x):
            return m.numpy.dot(m.numpy.tanh(x @ p["w"] + p["b"]), p["v"])

        return m.jit(m.vmap(m.grad(f), in_axes=(None, 0)))


class BatchedMatmul(Batching):
    title = "4096 products of 16×16 matrices, f32"
    goals = {"jax": 0.8}

    def data(self, rng):
        return tuple(rng.standard_normal((4096, 16, 16)).astype(np.float32) for _ in range(2))

    def program(self, m):
        return m.jit(m.vmap(m.numpy.dot))


class LogisticHessian(Batching):
    title = "hessian of logistic regression, 500×50"
    goals = {"jax": 0.7}
    reason = (
        "two products of 500×50×50, one of them with the basis that forward mode starts "
        "from, take about half of a profile's samples, in OpenBLAS's kernels for small "
        "matrices"
    )

    def data(self, rng):
        return (
            rng.standard_normal(50).astype(np.float32),
            rng.standard_normal((500, 50)).astype(np.float32),
            (rng.random(500) > 0.5).astype(np.float32),
        )

    def program(self, m):
        np = m.numpy

        def loss(w, x, y):
            z = x @ w
            return np.mean(np.logaddexp(0, z) - y * z)

        return m.jit(m.hessian(loss))
