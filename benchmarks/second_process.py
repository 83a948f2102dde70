"""Programs that a user starts again and again: each row of the group `second` is one of them.

    python -m benchmarks.second_process LIBRARY PROGRAM [FILE | report | first_call]

A process imports a library and runs one program once. With a file it also writes the results
there; with `report` it prints what the library says of the program; with `first_call` it prints
the seconds of processor time that tracing, loading and running take, without the import.
"""

import importlib
import json
import sys
import time

import numpy as np

f32 = np.float32


def normal(*shape, seed=0, scale=1.0):
    """Data of a program: the same in every process."""
    return (np.random.default_rng(seed).standard_normal(shape) * scale).astype(f32)


def part(m, name):
    """A module of the library that its own import may leave out."""
    return importlib.import_module(f"{m.__name__}.{name}")


def add_one(m):
    """The smallest program there is."""
    return m.jit(lambda x: x + 1), (normal(1000),)


def dense(sizes):
    """Weights and biases of layers."""
    return [(normal(i, o, seed=i, scale=i**-0.5), np.zeros(o, f32)) for i, o in sizes]


def forward(np_, params, x):
    """What layers make of a batch."""
    for w, b in params[:-1]:
        x = np_.tanh(x @ w + b)
    w, b = params[-1]
    return x @ w + b


def adam(m, loss, params, moments, count, *data):
    """One step of Adam."""
    np_, tree_map = m.numpy, m.tree_util.tree_map
    value, grads = m.value_and_grad(loss)(params, *data)
    first, second = moments
    first = tree_map(lambda a, g: 0.9 * a + 0.1 * g, first, grads)
    second = tree_map(lambda a, g: 0.999 * a + 0.001 * g * g, second, grads)
    scale = np_.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    new = tree_map(
        lambda p, a, b: p - 0.001 * scale * a / (np_.sqrt(b) + 1e-8), params, first, second
    )
    return new, (first, second), value


def zeros_like(params):
    """Moments before the first step."""
    return [tuple(np.zeros_like(x) for x in pair) for pair in params]


def mlp_adam(m):
    """A training step of a network of three layers."""
    params = dense([(64, 128), (128, 128), (128, 10)])
    labels = np.random.default_rng(1).integers(0, 10, 64).astype(np.int32)

    def loss(params, x, y):
        logp = m.nn.log_softmax(forward(m.numpy, params, x))
        return -m.numpy.mean(m.numpy.take_along_axis(logp, y[:, None], axis=1))

    @m.jit
    def step(params, moments, count, x, y):
        return adam(m, loss, params, moments, count, x, y)

    moments = zeros_like(params), zeros_like(params)
    return step, (params, moments, f32(1), normal(64, 64), labels)


def convolutions(m):
    """A training step of a convolutional network."""
    np_ = m.numpy
    params = [
        normal(8, 1, 3, 3, scale=0.3),
        normal(16, 8, 3, 3, scale=0.1),
        normal(16 * 49, 10, scale=0.03),
    ]
    labels = np.random.default_rng(1).integers(0, 10, 16).astype(np.int32)

    def pooled(x):
        return m.lax.reduce_window(x, -np.inf, m.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")

    def loss(params, x, y):
        for w in params[:-1]:
            x = pooled(m.nn.relu(m.lax.conv_general_dilated(x, w, (1, 1), "SAME")))
        logp = m.nn.log_softmax(x.reshape(x.shape[0], -1) @ params[-1])
        return -np_.mean(np_.take_along_axis(logp, y[:, None], axis=1))

    @m.jit
    def step(params, x, y):
        value, grads = m.value_and_grad(loss)(params, x, y)
        return [p - 0.1 * g for p, g in zip(params, grads, strict=True)], value

    return step, (params, normal(16, 1, 28, 28), labels)


def recurrent(m):
    """The gradient of a recurrent network over a sequence."""
    np_ = m.numpy
    params = normal(32, 64, scale=0.1), normal(64, 64, seed=1, scale=0.1), normal(64, seed=2)

    def loss(params, xs):
        w, u, v = params

        def cell(h, x):
            h = np_.tanh(x @ w + h @ u)
            return h, h @ v

        _, ys = m.lax.scan(cell, np_.zeros((16, 64), f32), xs)
        return np_.mean(ys**2)

    return m.jit(m.value_and_grad(loss)), (params, normal(40, 16, 32))


def ode(m):
    """A Lorenz system by RK4, and the gradient of its end by its parameters."""
    np_ = m.numpy

    def field(y, p):
        a, b, c = y
        return np_.stack([p[0] * (b - a), a * (p[1] - c) - b, a * b - p[2] * c])

    def end(p, y):
        def step(y, _):
            h = 0.002
            k1 = field(y, p)
            k2 = field(y + h / 2 * k1, p)
            k3 = field(y + h / 2 * k2, p)
            k4 = field(y + h * k3, p)
            return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), None

        y, _ = m.lax.scan(step, y, None, length=300)
        return np_.sum(y)

    args = np.array([10, 28, 8 / 3], f32), np.array([1, 1, 1], f32)
    return m.jit(m.value_and_grad(end)), args


def gaussian_process(m):
    """The gradient of a Gaussian process's likelihood."""
    np_, linalg = m.numpy, part(m, "scipy.linalg")

    def loss(params, x, y):
        scale, amplitude, noise = np_.exp(params)
        squares = np_.sum((x[:, None] - x[None]) ** 2, -1)
        k = amplitude * np_.exp(-0.5 * squares / scale**2) + noise * np_.eye(len(x), dtype=f32)
        factor = np_.linalg.cholesky(k)
        solved = linalg.solve_triangular(factor, y, lower=True)
        return 0.5 * np_.sum(solved**2) + np_.sum(np_.log(np_.diag(factor)))

    args = np.array([0.5, 0.1, -0.5], f32), normal(80, 2), normal(80, seed=1)
    return m.jit(m.value_and_grad(loss)), args


def hamiltonian(m):
    """Hamiltonian Monte Carlo for a logistic regression."""
    np_ = m.numpy
    x = normal(100, 5)
    y = (x @ normal(5, seed=1) > 0).astype(f32)

    def energy(w, x, y):
        z = x @ w
        return np_.sum(np_.logaddexp(0.0, z) - y * z) + 0.5 * np_.sum(w**2)

    @m.jit
    def chain(key, w, x, y):
        slope = m.grad(energy)

        def sample(w, key):
            for_momentum, for_choice = m.random.split(key)
            p = m.random.normal(for_momentum, w.shape, w.dtype)

            def leap(_, state):
                q, r = state
                r = r - 0.01 * slope(q, x, y)
                q = q + 0.02 * r
                return q, r - 0.01 * slope(q, x, y)

            q, r = m.lax.fori_loop(0, 10, leap, (w, p))
            change = energy(w, x, y) + 0.5 * p @ p - energy(q, x, y) - 0.5 * r @ r
            w = np_.where(np_.log(m.random.uniform(for_choice)) < change, q, w)
            return w, w

        return m.lax.scan(sample, w, m.random.split(key, 20))[1]

    return chain, (m.random.PRNGKey(0), np.zeros(5, f32), x, y)


def kalman(m):
    """A Kalman filter's likelihood and gradient."""
    np_ = m.numpy

    def loss(params, ys):
        q, r = np_.exp(params)
        f = np_.array([[1.0, 0.1], [0.0, 1.0]], f32)
        h = np_.array([[1.0, 0.0]], f32)

        def step(state, y):
            mean, cov = state
            mean, cov = f @ mean, f @ cov @ f.T + q * np_.eye(2, dtype=f32)
            s = h @ cov @ h.T + r
            gain = (cov @ h.T) / s
            error = y - h @ mean
            mean, cov = mean + gain @ error, cov - gain @ h @ cov
            return (mean, cov), np_.sum(np_.log(s) + error**2 / s[0])

        start = np_.zeros(2, f32), np_.eye(2, dtype=f32)
        return np_.sum(m.lax.scan(step, start, ys)[1])

    return m.jit(m.value_and_grad(loss)), (np.array([-2, -1], f32), normal(200, 1))


def sinkhorn(m):
    """The gradient of an entropic transport cost through its iterations."""
    np_, special = m.numpy, part(m, "scipy.special")

    def cost(x, y):
        c = np_.sum((x[:, None] - y[None]) ** 2, -1)

        def step(_, state):
            f, g = state
            f = -special.logsumexp((g[None] - c) / 0.5, axis=1) * 0.5
            g = -special.logsumexp((f[:, None] - c) / 0.5, axis=0) * 0.5
            return f, g

        zero = np_.zeros(len(x), f32), np_.zeros(len(y), f32)
        f, g = m.lax.fori_loop(0, 30, step, zero)
        return np_.mean(f) + np_.mean(g)

    return m.jit(m.value_and_grad(cost)), (normal(40, 3), normal(40, 3, seed=1))


def variational(m):
    """Variational inference: many steps of Adam in one loop."""
    np_ = m.numpy
    x = normal(200, 4)
    y = x @ normal(4, seed=1) + normal(200, seed=2, scale=0.1)

    def loss(params, noise, x, y):
        mean, log_scale = params
        w = mean + np_.exp(log_scale) * noise
        return 0.5 * np_.sum((y - x @ w) ** 2) + 0.5 * np_.sum(w**2) - np_.sum(log_scale)

    @m.jit
    def fit(key, params, x, y):
        def step(i, state):
            params, moments, key = state
            key, now = m.random.split(key)
            noise = m.random.normal(now, (4,))
            new, moments, _ = adam(m, loss, params, moments, i + 1.0, noise, x, y)
            return new, moments, key

        zero = tuple(np_.zeros(4, f32) for _ in range(2))
        return m.lax.fori_loop(0, 300, step, (params, (zero, zero), key))[0]

    return fit, (m.random.PRNGKey(1), (np.zeros(4, f32), np.zeros(4, f32)), x, y)


def physics_informed(m):
    """A training step of a network that solves the heat equation."""
    np_ = m.numpy
    params = dense([(2, 32), (32, 32), (32, 1)])

    def u(params, x, t):
        return forward(np_, params, np_.stack([x, t]))[0]

    def residual(params, x, t):
        by_t = m.grad(u, 2)(params, x, t)
        return by_t - m.grad(m.grad(u, 1), 1)(params, x, t)

    def loss(params, xs, ts):
        inside = m.vmap(residual, (None, 0, 0))(params, xs, ts)
        start = m.vmap(u, (None, 0, 0))(params, xs, np_.zeros_like(ts))
        return np_.mean(inside**2) + np_.mean((start - np_.sin(np.pi * xs)) ** 2)

    @m.jit
    def step(params, xs, ts):
        value, grads = m.value_and_grad(loss)(params, xs, ts)
        return m.tree_util.tree_map(lambda p, g: p - 0.01 * g, params, grads), value

    return step, (params, np.abs(normal(128)), np.abs(normal(128, seed=1)))


def fft_filter(m):
    """A signal filtered by its Fourier transform."""
    np_ = m.numpy

    def filtered(x):
        spectrum = np_.fft.rfft(x)
        return np_.fft.irfft(spectrum * np_.exp(-np_.arange(spectrum.shape[-1]) / 100.0), len(x))

    return m.jit(filtered), (normal(4096),)


def sorting(m):
    """Ranks, the largest entries, and quantiles."""
    np_ = m.numpy

    def ranked(x):
        order = np_.argsort(x, axis=1)
        largest, where = m.lax.top_k(x, 5)
        middle = np_.median(x, axis=1)
        return np_.take_along_axis(x, order, axis=1), largest, where, middle

    return m.jit(ranked), (normal(64, 200),)


def newton(m):
    """Newton's method in a while loop."""
    np_ = m.numpy

    def solve(a):
        def go_on(state):
            x, error, n = state
            return (error > 1e-5) & (n < 50)

        def step(state):
            x, _, n = state
            new = x - (x**3 - a) / (3 * x**2)
            return new, np_.max(np_.abs(new - x)), n + 1

        return m.lax.while_loop(go_on, step, (np_.ones_like(a), np.float32(1), 0))

    return m.jit(solve), (np.abs(normal(500)) + 1,)


def batched_solve(m):
    """Many small systems by their Cholesky factors."""
    linalg = part(m, "scipy.linalg")

    def solve(a, b):
        a = a @ a.T + 6 * m.numpy.eye(6, dtype=f32)
        return linalg.cho_solve(linalg.cho_factor(a), b)

    return m.jit(m.vmap(solve)), (normal(100, 6, 6), normal(100, 6))


def attention(m):
    """A transformer's block, forwards."""
    np_ = m.numpy
    weights = [normal(64, n, seed=n, scale=0.1) for n in (192, 64, 256)] + [
        normal(256, 64, scale=0.1)
    ]

    def norm(x):
        centred = x - np_.mean(x, -1, keepdims=True)
        return centred * m.lax.rsqrt(np_.mean(centred**2, -1, keepdims=True) + 1e-5)

    def block(weights, x):
        qkv, out, up, down = weights
        b, n, d = x.shape
        parts = (norm(x) @ qkv).reshape(b, n, 3, 4, d // 4)
        q, k, v = (parts[:, :, i].transpose(0, 2, 1, 3) for i in range(3))
        scores = q @ k.transpose(0, 1, 3, 2) / 4.0
        scores = np_.where(np_.tril(np_.ones((n, n), bool)), scores, -1e9)
        mixed = (m.nn.softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(b, n, d)
        x = x + mixed @ out
        return x + m.nn.gelu(norm(x) @ up) @ down

    return m.jit(block), (weights, normal(4, 32, 64))


def diffusion(m):
    """A two-dimensional heat equation by finite differences."""
    np_ = m.numpy

    def simulate(u):
        def step(_, u):
            around = np_.roll(u, 1, 0) + np_.roll(u, -1, 0) + np_.roll(u, 1, 1) + np_.roll(u, -1, 1)
            return u + 0.1 * (around - 4 * u)

        return m.lax.fori_loop(0, 50, step, u)

    return m.jit(simulate), (normal(64, 64),)


def clusters(m):
    """k-means: distances, assignments, sums by segment."""
    np_ = m.numpy

    def fit(x, centres):
        def step(centres, _):
            distances = np_.sum((x[:, None] - centres[None]) ** 2, -1)
            nearest = np_.argmin(distances, axis=1)
            sums = m.ops.segment_sum(x, nearest, len(centres))
            counts = m.ops.segment_sum(np_.ones(len(x), f32), nearest, len(centres))
            new = sums / np_.maximum(counts, 1.0)[:, None]
            return new, np_.mean(np_.min(distances, axis=1))

        return m.lax.scan(step, centres, None, length=10)

    x = normal(500, 3)
    return m.jit(fit), (x, x[:5])


def hessian(m):
    """A Hessian of a small model."""
    np_ = m.numpy

    def loss(w, x, y):
        return np_.mean((np_.tanh(x @ w) - y) ** 2) + 0.1 * np_.sum(np_.cos(w) ** 2)

    return m.jit(m.hessian(loss)), (normal(12), normal(50, 12), normal(50, seed=1))


def monte_carlo(m):
    """The price of an Asian option and its derivatives."""
    np_ = m.numpy

    def price(params, key):
        spot, rate, volatility = params
        z = m.random.normal(key, (50, 2000))
        steps = (rate - 0.5 * volatility**2) / 50 + volatility * np_.sqrt(1 / 50) * z
        paths = spot * np_.exp(np_.cumsum(steps, axis=0))
        return np_.exp(-rate) * np_.mean(np_.maximum(np_.mean(paths, axis=0) - 100.0, 0.0))

    args = np.array([100, 0.03, 0.2], f32), m.random.PRNGKey(0)
    return m.jit(m.value_and_grad(price)), args


PROGRAMS = (
    add_one,
    mlp_adam,
    convolutions,
    recurrent,
    ode,
    gaussian_process,
    hamiltonian,
    kalman,
    sinkhorn,
    variational,
    physics_informed,
    fft_filter,
    sorting,
    newton,
    batched_solve,
    attention,
    diffusion,
    clusters,
    hessian,
    monte_carlo,
)


def main(library, name, word=""):
    m = importlib.import_module(library)
    if library == "jax":
        m.config.update("jax_enable_x64", True)
    program, arguments = globals()[name](m)
    start = time.process_time()
    results = m.block_until_ready(program(*arguments))
    if word == "first_call":
        print(time.process_time() - start)
    elif word == "report":
        print(json.dumps(report(m, program, arguments)))
    elif word:
        np.savez(word, *m.tree_util.tree_leaves(results))


def report(m, program, arguments):
    from benchmarks.libraries import LIBRARIES  # not before: the process is timed

    return LIBRARIES[m.__name__]().inspect(program, arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
