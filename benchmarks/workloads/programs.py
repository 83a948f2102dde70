"""Whole programs of many fields: gradients of loops in place, filters, likelihoods, equations."""

import importlib

import numpy as np

from benchmarks.workload import Workload


class Programs(Workload):
    group = "programs"
    peers = ("jax",)
    goals = {"jax": 0.9}
    rtol = 1e-4


def uniform(rng, *shape, dtype=np.float32):
    return rng.uniform(0.1, 1.0, shape).astype(dtype)


class InPlaceRows(Programs):
    title = "grad of a loop that sets row i from rows i - 1 and i, 3259 rows of 26"

    def data(self, rng):
        return (uniform(rng, 3259, 26),)

    def program(self, m):
        def loss(x):
            def step(i, a):
                return a.at[i].set(a[i - 1] * 0.5 + a[i])

            return m.numpy.sum(m.lax.fori_loop(1, x.shape[0], step, x))

        return m.jit(m.grad(loss))


class OuterOfSome(Programs):
    title = "grad of an outer product of 1000 elements of 300k"

    def data(self, rng):
        return uniform(rng, 300_000), uniform(rng, 1000)

    def program(self, m):
        return m.jit(m.grad(lambda x, y: m.numpy.sum(m.numpy.sin(m.numpy.outer(x[:1000], y)))))


class NeuralOde(Programs):
    title = "grad through odeint of a net 2-32-2, 16 states, 10 times"
    rtol = 1e-2  # of steps that are chosen by an error

    def data(self, rng):
        w = rng.standard_normal((2, 32)) / 2, rng.standard_normal((32, 2)) / 6
        return w, rng.standard_normal((16, 2)), np.linspace(0.0, 1.0, 10)

    def program(self, m):
        odeint = importlib.import_module(f"{m.__name__}.experimental.ode").odeint

        def loss(w, y, t):
            def slope(y, t, a, b):
                return m.numpy.tanh(y @ a) @ b

            return m.numpy.mean(odeint(slope, y, t, *w) ** 2)

        return m.jit(m.grad(loss))


class MaxOfAll(Programs):
    title = "max of 13×35×238×7 f32"

    def data(self, rng):
        return (uniform(rng, 13, 35, 238, 7),)

    def program(self, m):
        return m.jit(m.numpy.max)


class MinOfSomeAxes(Programs):
    title = "min of 10×12×2404×2 f32 over the first and the last axis"

    def data(self, rng):
        return (uniform(rng, 10, 12, 2404, 2),)

    def program(self, m):
        return m.jit(lambda x: m.numpy.min(x, axis=(0, 3)))


class KalmanHessian(Programs):
    title = "hessian of a Kalman filter's likelihood, 4-state/2-obs, 200 steps"
    rtol = 1e-3

    def data(self, rng):
        return np.array([0.1, 0.5]), rng.standard_normal((200, 2)).cumsum(0) * 0.1

    def program(self, m):
        np = m.numpy
        transition, seen = np.eye(4) + 0.1 * np.eye(4, k=2), np.eye(2, 4)

        def loss(p, ys):
            def step(state, y):
                mean = transition @ state[0]
                cov = transition @ state[1] @ transition.T + p[0] * np.eye(4)
                s = seen @ cov @ seen.T + p[1] * np.eye(2)
                v = y - seen @ mean
                gain = np.linalg.solve(s, seen @ cov).T
                cost = v @ np.linalg.solve(s, v) + np.linalg.slogdet(s)[1]
                return (mean + gain @ v, cov - gain @ s @ gain.T), cost

            return np.sum(m.lax.scan(step, (np.zeros(4), np.eye(4)), ys)[1])

        return m.jit(m.hessian(loss))


class ShortTakes(Programs):
    title = "take along axes of 7, 60 and 300 elements, 200k indices, f32"

    def data(self, rng):
        lengths = (7, 60, 300)
        return (
            [uniform(rng, n, 8) for n in lengths],
            [rng.integers(0, n, 200_000).astype(np.int32) for n in lengths],
        )

    def program(self, m):
        return m.jit(lambda xs, at: [m.numpy.take(x[:, 0], i) for x, i in zip(xs, at)])


class NarrowMoves(Programs):
    title = "repeat, flip, roll and diff of 2000×37 int32"
    rtol = atol = 0.0

    def data(self, rng):
        return (rng.integers(0, 100, (2000, 37)).astype(np.int32),)

    def program(self, m):
        np = m.numpy

        def moved(x):
            return np.repeat(x, 3, 1), np.flip(x, 1), np.roll(x, 5, 1), np.diff(x, axis=1)

        return m.jit(moved)


class RecurrentRows(Programs):
    title = "scan of tanh(m @ c + x), 500 rows of 64"

    def data(self, rng):
        return uniform(rng, 500, 64), (rng.standard_normal((64, 64)) / 8).astype(np.float32)

    def program(self, m):
        def step(w):
            return lambda c, x: ((y := m.numpy.tanh(w @ c + x)), y)

        return m.jit(lambda xs, w: m.lax.scan(step(w), xs[0], xs)[1])


class ScanOfColumns(Programs):
    title = "vmap of a scan over each of 150 columns of 1000"

    def data(self, rng):
        return (uniform(rng, 1000, 150),)

    def program(self, m):
        def one(column):
            def step(c, x):
                return m.numpy.sin(c) + x, c * x

            return m.lax.scan(step, column[0], column)[1]

        return m.jit(m.vmap(one, 1))


class SortGradient(Programs):
    title = "grad through a sort of 400×300 f32"

    def data(self, rng):
        return (uniform(rng, 400, 300),)

    def program(self, m):
        np = m.numpy
        return m.jit(m.grad(lambda x: np.sum(np.sort(x, 0) * np.arange(x.shape[0])[:, None])))


class GaussianSums5(Programs):
    title = "Gaussian kernel sums, 2000×2000 points in 5-d, f32"
    peers = ("jax", "torch")
    columns = 5

    def data(self, rng):
        return uniform(rng, 2000, self.columns), uniform(rng, 2000, self.columns)

    def program(self, m):
        np = m.numpy

        def sums(x, y):
            return np.sum(np.exp(-np.sum((x[:, None] - y[None]) ** 2, -1)), 1)

        return m.jit(sums)

    def torch(self, torch):
        return lambda x, y: torch.exp(-(torch.cdist(x, y) ** 2)).sum(1)


class GaussianSums16(GaussianSums5):
    title = "Gaussian kernel sums, 2000×2000 points in 16-d, f32"
    columns = 16


class SolveLoop(Programs):
    title = "a loop of 300 steps with a linear solve of 12 unknowns"

    def data(self, rng):
        return np.eye(12) * 4 + uniform(rng, 12, 12, dtype=float), uniform(rng, 12, dtype=float)

    def program(self, m):
        def run(a, b):
            def step(i, x):
                return m.numpy.linalg.solve(a + 0.1 * m.numpy.diag(x), b)

            return m.lax.fori_loop(0, 300, step, b)

        return m.jit(run)


class CholeskyLikelihood(Programs):
    title = "likelihood of a Gaussian process, 300 points, value and grad"

    def data(self, rng):
        x = np.sort(uniform(rng, 300, dtype=float)) * 10
        return np.array([0.3, 0.1]), x, np.sin(x)

    def program(self, m):
        np, linalg = m.numpy, importlib.import_module(f"{m.__name__}.scipy.linalg")

        def loss(p, x, y):
            apart = (x[:, None] - x[None]) / p[0]
            factor = np.linalg.cholesky(np.exp(-0.5 * apart**2) + p[1] * np.eye(x.shape[0]))
            whitened = linalg.solve_triangular(factor, y, lower=True)
            return 0.5 * whitened @ whitened + np.sum(np.log(np.diagonal(factor)))

        return m.jit(m.value_and_grad(loss))
