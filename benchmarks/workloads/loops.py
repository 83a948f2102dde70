"""Simulation, filtering, sampling and recurrent models: programs that are loops."""

import numpy as np

from benchmarks.workload import Workload


class Loops(Workload):
    group = "loops"
    peers = ("jax",)
    rtol = 1e-6


def lorenz(x, y, z):
    return 10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z


class LorenzTuple(Loops):
    title = "RK4 Lorenz, 100k steps, tuple state, f64, stacking x"
    goals = {"jax": 1.05, "numba": 1.05}
    peers = ("jax", "numba")
    rtol = 1e-6
    compared = slice(0, 2000)  # the system is chaotic: rounding grows tenfold in 500 steps
    reason = "the loop alone takes Numba's 2.42 ms; where it misses, what comes on top is the call"

    def data(self, rng):
        return np.array([1.0, 2.0, 3.0]), np.array(0.005)

    def program(self, m):
        def moved(s, k, h):
            return tuple(a + h * b for a, b in zip(s, k))

        def run(start, h):
            def step(s, _):
                k1 = lorenz(*s)
                k2 = lorenz(*moved(s, k1, h / 2))
                k3 = lorenz(*moved(s, k2, h / 2))
                k4 = lorenz(*moved(s, k3, h))
                s = tuple(
                    a + h / 6 * (p + 2 * q + 2 * r + t) for a, p, q, r, t in zip(s, k1, k2, k3, k4)
                )
                return s, s[0]

            return m.lax.scan(step, (start[0], start[1], start[2]), None, length=100_000)[1]

        return m.jit(run)

    def numba(self, numba):
        rate = numba.njit(lorenz)

        @numba.njit
        def run(start, h):
            out = np.empty(100_000)
            x, y, z = start
            for i in range(100_000):
                a1, b1, c1 = rate(x, y, z)
                a2, b2, c2 = rate(x + h / 2 * a1, y + h / 2 * b1, z + h / 2 * c1)
                a3, b3, c3 = rate(x + h / 2 * a2, y + h / 2 * b2, z + h / 2 * c2)
                a4, b4, c4 = rate(x + h * a3, y + h * b3, z + h * c3)
                x += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
                y += h / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
                z += h / 6 * (c1 + 2 * c2 + 2 * c3 + c4)
                out[i] = x
            return out

        return lambda start, h: run(start, float(h))


class LorenzVectorGradient(Loops):
    title = "grad through 5k RK4 steps of Lorenz, a 3-vector with stack"
    goals = {"jax": 0.1}
    rtol = 1e-3

    def data(self, rng):
        return (np.array([1.0, 2.0, 3.0]), np.array(0.0005))

    def program(self, m):
        def rate(s):
            return m.numpy.stack(lorenz(s[0], s[1], s[2]))

        def loss(start, h):
            def step(s, _):
                k1 = rate(s)
                k2 = rate(s + h / 2 * k1)
                k3 = rate(s + h / 2 * k2)
                k4 = rate(s + h * k3)
                s = s + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
                return s, s[0]

            return m.numpy.mean(m.lax.scan(step, start, None, length=5000)[1])

        return m.jit(m.grad(loss))


class Kalman(Loops):
    title = "Kalman filter 4-state/2-obs, 1000 steps, value and grad"
    goals = {"jax": 0.15}
    rtol = 1e-5

    def data(self, rng):
        transition = np.eye(4)
        transition[0, 2] = transition[1, 3] = 0.1
        observation = np.eye(2, 4)
        return (
            transition,
            observation,
            np.array(0.1),
            np.array(0.5),
            rng.standard_normal((1000, 2)).cumsum(0) * 0.1,
        )

    def program(self, m):
        np = m.numpy

        def loss(transition, observation, q, r, seen):
            def step(state, y):
                mean, cov = state
                mean = transition @ mean
                cov = transition @ cov @ transition.T + q * np.eye(4)
                s = observation @ cov @ observation.T + r * np.eye(2)
                v = y - observation @ mean
                gain = np.linalg.solve(s, observation @ cov).T
                mean = mean + gain @ v
                cov = cov - gain @ s @ gain.T
                _, logdet = np.linalg.slogdet(s)
                return (mean, cov), 0.5 * (logdet + v @ np.linalg.solve(s, v))

            return np.sum(m.lax.scan(step, (np.zeros(4), np.eye(4)), seen)[1])

        return m.jit(m.value_and_grad(loss, (0, 1, 2, 3)))


class Newton(Loops):
    title = "Newton's method in vmap(while_loop) over 100k values"
    goals = {"jax": 0.5}

    def data(self, rng):
        return (rng.random(100_000) * 100 + 0.1,)

    def program(self, m):
        def root(a):
            def body(state):
                x, _ = state
                new = 0.5 * (x + a / x)
                return new, m.numpy.abs(new - x)

            return m.lax.while_loop(lambda state: state[1] > 1e-10, body, (a, a))[0]

        return m.jit(m.vmap(root))


class RecurrentNet(Loops):
    title = "grad of a tanh RNN 128, batch 32, 100 steps, f32"
    goals = {"jax": 0.9, "torch": 0.9}
    peers = ("jax", "torch")
    rtol = 2e-2
    atol = 2e-2

    def data(self, rng):
        def normal(*shape):
            return (rng.standard_normal(shape) * 0.05).astype(np.float32)

        return normal(128, 128), normal(128, 128), 20 * normal(100, 32, 128)

    def program(self, m):
        np = m.numpy

        def loss(w, u, xs):
            def step(h, x):
                h = np.tanh(h @ w + x @ u)
                return h, h

            return np.mean(m.lax.scan(step, np.zeros((32, 128), np.float32), xs)[1] ** 2)

        return m.jit(m.grad(loss, (0, 1)))

    def torch(self, torch):
        def run(w, u, xs):
            w, u = w.clone().requires_grad_(), u.clone().requires_grad_()
            h, seen = torch.zeros(32, 128), []
            for x in xs:
                h = torch.tanh(h @ w + x @ u)
                seen.append(h)
            (torch.stack(seen) ** 2).mean().backward()
            return w.grad, u.grad

        return run


class Jacobi(Loops):
    title = "Jacobi stencil 512×512, 500 steps with slices and .at[].set"
    goals = {"jax": 0.15, "numba": 1.1}
    reason = (
        "each of 500 steps waits for the slower of two threads; the kernel itself, in cache "
        "on one thread, takes 0.8 of the time of Numba's"
    )
    peers = ("jax", "numba")

    def data(self, rng):
        return (rng.random((512, 512)),)

    def program(self, m):
        def step(_, u):
            inner = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
            return u.at[1:-1, 1:-1].set(inner)

        return m.jit(lambda u: m.lax.fori_loop(0, 500, step, u))

    def numba(self, numba):
        @numba.njit(parallel=True)
        def step(u, v):
            for i in numba.prange(1, u.shape[0] - 1):
                for j in range(1, u.shape[1] - 1):
                    v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])

        @numba.njit
        def run(start):
            u, v = start.copy(), start.copy()
            for _ in range(500):
                step(u, v)
                u, v = v, u
            return u

        return run


class Mandelbrot(Loops):
    title = "Mandelbrot 512×512 × 50 masked iterations"
    goals = {"jax": 0.25, "numba": 1.1}
    peers = ("jax", "numba")

    def data(self, rng):
        re, im = np.meshgrid(np.linspace(-2, 1, 512), np.linspace(-1.5, 1.5, 512))
        return re, im

    def program(self, m):
        where = m.numpy.where

        def run(re, im):
            def step(_, state):
                x, y, n = state
                inside = x * x + y * y <= 4
                return (
                    where(inside, x * x - y * y + re, x),
                    where(inside, 2 * x * y + im, y),
                    n + inside,
                )

            zero = m.numpy.zeros(re.shape)
            return m.lax.fori_loop(0, 50, step, (zero, zero, zero.astype(int)))[2]

        return m.jit(run)

    def numba(self, numba):
        @numba.njit(parallel=True)
        def run(re, im):
            out = np.zeros(re.shape, np.int64)
            for i in numba.prange(re.shape[0]):
                for j in range(re.shape[1]):
                    x = y = 0.0
                    for _ in range(50):
                        if x * x + y * y > 4:
                            break
                        x, y = x * x - y * y + re[i, j], 2 * x * y + im[i, j]
                        out[i, j] += 1
            return out

        return run


class Metropolis(Loops):
    title = "random-walk Metropolis, 1000 vmapped chains × 1000 steps with threefry"
    goals = {"jax": 0.5}
    rtol = 0.1  # means of chains; a proposal at the edge, taken by one library, parts a chain
    atol = 0.0

    def data(self, rng):
        return (np.array(0),)

    def program(self, m):
        np = m.numpy

        def density(x):
            return -0.5 * x * x - 0.1 * x**4

        def chain(key):
            def step(state, _):
                x, key = state
                key, propose, accept = m.random.split(key, 3)
                y = x + m.random.normal(propose, dtype=np.float32)
                u = m.random.uniform(accept, dtype=np.float32)
                x = np.where(np.log(u) < density(y) - density(x), y, x)
                return (x, key), x

            return np.mean(m.lax.scan(step, (np.float32(0), key), None, length=1000)[1])

        def run(seed):
            return m.vmap(chain)(m.random.split(m.random.PRNGKey(seed), 1000))

        return m.jit(run)


class InPlace(Loops):
    title = "x = x.at[i].set(x[i-1] * 2) over 100k elements in fori_loop"
    goals = {"numba": 1.1}
    peers = ("jax", "numba")
    rtol = atol = 0.0  # doubling is exact, up to infinity after 1900 steps
    reason = (
        "the loop is four instructions that wait for one addition after another, about 78 "
        "of 93 µs; what it overwrites is not copied before, the rest is the call"
    )

    def data(self, rng):
        return (np.full(100_000, 2.0**-900),)

    def program(self, m):
        def run(x):
            def step(i, x):
                return x.at[i].set(x[i - 1] * 2)

            return m.lax.fori_loop(1, x.shape[0], step, x)

        return m.jit(run)

    def numba(self, numba):
        @numba.njit
        def run(start):
            x = start.copy()
            for i in range(1, x.shape[0]):
                x[i] = x[i - 1] * 2
            return x

        return run


class ChosenUpdates(Loops):
    title = "8 vmapped while_loops of other lengths, each changing one of 16k elements a step"
    goals = {"jax": 0.01}
    rtol = 1e-12

    def data(self, rng):
        return rng.random(16_384), 16_384 - np.arange(8)

    def program(self, m):
        def run(x, end):
            def step(state):
                i, x = state
                return i + 1, x.at[i].set(x[i - 1] * 0.5 + x[i])

            return m.lax.while_loop(lambda s: s[0] < end, step, (0, x))[1]

        return m.jit(m.vmap(run, (None, 0)))


class ChosenUpdatesGradient(Loops):
    title = "grad of 16k steps where(x[i] > 0.5, x.at[i].add(sin(x[i-1])), x)"
    goals = {"jax": 0.01}
    rtol = 1e-9

    def data(self, rng):
        return (rng.random(16_384),)

    def program(self, m):
        def run(x):
            def step(i, x):
                return m.numpy.where(x[i] > 0.5, x.at[i].add(m.numpy.sin(x[i - 1])), x)

            return (m.lax.fori_loop(0, x.shape[0], step, x) ** 2).sum()

        return m.jit(m.grad(run))


class InvariantMatrix(Loops):
    title = "grad of 100 steps tanh(K(a) @ x), K(a) a 300×300 kernel matrix made in the step"
    goals = {"jax": 0.5}

    def data(self, rng):
        return rng.random(300), 0.1 * rng.random(300)

    def program(self, m):
        def run(a, x):
            def step(_, x):
                return m.numpy.tanh(m.numpy.exp(-30.0 * (a[:, None] - a) ** 2) @ x * 0.02)

            return m.lax.fori_loop(0, 100, step, x).sum()

        return m.jit(m.value_and_grad(run))
