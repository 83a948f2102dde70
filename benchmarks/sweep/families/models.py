"""Small whole models: a training step, a filter, a sampler, a simulation, of random size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.sweep.draw import Draw, Program, family


def _descend(J: Any, loss: Any, parameters: Any) -> Any:
    """One step of gradient descent."""
    value, gradient = J.value_and_grad(loss)(parameters)
    return value, [p - 0.01 * g for p, g in zip(parameters, gradient)]


def _perceptron(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    def loss(p: Any) -> Any:
        logits = J.nn.relu(x @ p[0]) @ p[1]
        return -(J.nn.log_softmax(logits) * J.nn.softmax(y[:, : b.shape[1]])).sum(1).mean()

    return _descend(J, loss, [a, b])


def _adam(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    np = J.numpy
    gradient = J.grad(lambda p: ((np.tanh(x @ p) @ b) ** 2).mean())(a)
    m, v = 0.1 * gradient, 0.001 * gradient**2
    return a - 1e-3 * (m / 0.1) / (np.sqrt(v / 0.001) + 1e-8), m, v


def _attention(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    def loss(p: Any) -> Any:
        q, k = x @ p[0], x @ p[0] * 0.5
        mask = J.numpy.tril(J.numpy.ones((x.shape[0], x.shape[0]), bool))
        scores = J.numpy.where(mask, q @ k.T / p[0].shape[1] ** 0.5, -1e9)
        return ((J.nn.softmax(scores) @ q @ p[1]) ** 2).mean()

    return _descend(J, loss, [a, b])


def _block(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    def normed(v: Any) -> Any:
        v = v - v.mean(-1, keepdims=True)
        return v / J.numpy.sqrt((v * v).mean(-1, keepdims=True) + 1e-5)

    def loss(p: Any) -> Any:
        return ((x + J.nn.gelu(normed(x) @ p[0]) @ p[0].T) ** 2).mean() + (p[1] ** 2).mean()

    return _descend(J, loss, [a, b])


def _recurrent(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    def loss(p: Any) -> Any:
        def step(state: Any, row: Any) -> Any:
            h, c = state
            gate = J.nn.sigmoid(row @ p[0] + h)
            c = gate * c + (1 - gate) * J.numpy.tanh(row @ p[0])
            return (gate * J.numpy.tanh(c), c), h @ p[1]

        zero = J.numpy.zeros(a.shape[1], a.dtype)
        return (J.lax.scan(step, (zero, zero), x)[1] ** 2).mean()

    return _descend(J, loss, [a, b])


def _gaussian_process(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    np = J.numpy

    def likelihood(scale: Any) -> Any:
        squares = ((x[:, None] - x[None]) ** 2).sum(-1)
        kernel = np.exp(-squares / scale**2) + 0.1 * np.eye(x.shape[0], dtype=x.dtype)
        factor = np.linalg.cholesky(kernel)
        solved = J.scipy.linalg.cho_solve((factor, True), y[:, 0])
        return 0.5 * y[:, 0] @ solved + np.log(np.diagonal(factor)).sum()

    return J.value_and_grad(likelihood)(a[0, 0] + 2)


def _kalman(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    np, eye = J.numpy, J.numpy.eye(4, dtype=x.dtype)

    def step(state: Any, row: Any) -> Any:
        mean, cov = state
        cov = cov + 0.1 * eye
        gain = np.linalg.solve(cov[:2, :2] + 0.5 * eye[:2, :2], cov[:2]).T
        mean = 0.9 * mean + gain @ (row[:2] - mean[:2])
        return (mean, cov - gain @ cov[:2]), mean

    return J.lax.scan(step, (np.zeros(4, x.dtype), eye), y)[1]


def _bodies(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    def step(i: Any, state: Any) -> Any:
        position, velocity = state
        apart = position[:, None] - position[None]
        force = -(apart / ((apart**2).sum(-1, keepdims=True) + 0.1) ** 1.5).sum(1)
        return position + 0.01 * velocity, velocity + 0.01 * force

    return J.lax.fori_loop(0, 10, step, (x[:, :3], x[:, :3] * 0))


def _means(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    np = J.numpy

    def step(i: Any, centres: Any) -> Any:
        nearest = np.argmin(((x[:, None] - centres[None]) ** 2).sum(-1), 1)
        sums = J.ops.segment_sum(x, nearest, centres.shape[0])
        return sums / (np.bincount(nearest, length=centres.shape[0])[:, None] + 1e-3)

    return J.lax.fori_loop(0, 5, step, x[: min(5, x.shape[0])]).sum()


def _heat(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    def step(i: Any, u: Any) -> Any:
        padded = J.numpy.pad(u, 1, mode="edge")
        around = padded[2:, 1:-1] + padded[:-2, 1:-1] + padded[1:-1, 2:] + padded[1:-1, :-2]
        return u + 0.1 * (around - 4 * u)

    return J.lax.fori_loop(0, 30, step, x)


def _runge_kutta(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    def loss(p: Any) -> Any:
        def slope(h: Any) -> Any:
            return J.numpy.tanh(h @ p[0]) @ p[0].T

        def step(h: Any, _: Any) -> Any:
            k1 = slope(h)
            k2 = slope(h + 0.05 * k1)
            return h + 0.1 * k2, None

        return (J.lax.scan(step, x, None, length=10)[0] ** 2).mean() + (p[1] ** 2).mean()

    return _descend(J, loss, [a, b])


def _mixture(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    def step(i: Any, means: Any) -> Any:
        logs = -0.5 * ((x[:, None] - means[None]) ** 2).sum(-1)
        weight = J.nn.softmax(logs, 1)
        return weight.T @ x / (weight.sum(0)[:, None] + 1e-3)

    return J.lax.fori_loop(0, 5, step, x[: min(8, x.shape[0])])


def _hamiltonian(J: Any, x: Any, y: Any, a: Any, b: Any) -> Any:
    def energy(q: Any) -> Any:
        return J.nn.softplus(x @ q).sum() + 0.5 * (q * q).sum()

    def leap(i: Any, state: Any) -> Any:
        q, p = state
        p = p - 0.005 * J.grad(energy)(q)
        q = q + 0.01 * p
        return q, p - 0.005 * J.grad(energy)(q)

    return J.lax.fori_loop(0, 10, leap, (x[0], x[-1]))


MODELS: dict[str, Callable[..., Any]] = {
    "perceptron step": _perceptron,
    "adam step": _adam,
    "attention step": _attention,
    "residual block step": _block,
    "recurrent step": _recurrent,
    "gaussian process": _gaussian_process,
    "kalman filter": _kalman,
    "n bodies": _bodies,
    "k-means": _means,
    "heat equation": _heat,
    "runge-kutta step": _runge_kutta,
    "mixture": _mixture,
    "hamiltonian": _hamiltonian,
}


@family
def models(draw: Draw) -> Program:
    """A model of 2 to 500 examples of 4 to 200 features, two weight matrices."""
    dtype, kind = draw.floating(), draw.choice(list(MODELS))
    n, d, h = draw.size(2, 500), draw.size(4, 200), draw.size(2, 200)
    arrays = (
        draw.array((n, d), dtype),
        draw.array((n, 16), dtype),
        (draw.array((d, h), dtype) / d**0.5).astype(dtype),
        (draw.array((h, 10), dtype) / h**0.5).astype(dtype),
    )

    def build(J: Any) -> Any:
        return lambda *given: MODELS[kind](J, *given)

    return Program(kind, "", arrays, build, False)
