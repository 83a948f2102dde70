"""Derivatives of derivatives, batches of gradients, and other compositions of transformations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.sweep.draw import Draw, Program, family

# Scalar functions of a vector (J, x, matrix).
BASES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "quadratic": lambda J, x, m: J.numpy.tanh(m @ x) @ x,
    "network": lambda J, x, m: J.numpy.sum(J.numpy.tanh(m @ J.numpy.tanh(m @ x)) ** 2),
    "logsumexp": lambda J, x, m: J.nn.logsumexp(m @ x) + J.numpy.sum(x**2),
    "logistic": lambda J, x, m: J.numpy.mean(J.nn.softplus(m @ x)) + 0.1 * (x * x).sum(),
    "product": lambda J, x, m: J.numpy.prod(1 + 0.1 * J.numpy.sin(x)),
    "loop": lambda J, x, m: J.lax.fori_loop(
        0, 10, lambda i, v: J.numpy.sin(v) + 0.1 * (m @ v), x
    ).sum(),
    "solve": lambda J, x, m: (
        J.numpy.linalg.solve(m @ m.T + m.shape[0] * J.numpy.eye(m.shape[0], dtype=m.dtype), x) @ x
    ),
    "rosenbrock": lambda J, x, m: J.numpy.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2),
}
WAYS = (
    "hessian jacfwd jacrev per-example hvp second jvp checkpoint laplacian linearize newton "
    "batched-hessian"
).split()


@family
def nested(draw: Draw) -> Program:
    """A composition of transformations of a scalar function of 2 to 100 numbers."""
    dtype, base, way = draw.floating(), draw.choice(list(BASES)), draw.choice(WAYS)
    square = "hessian" in way or way in ("laplacian", "newton")
    n, batch = draw.size(2, 40 if square else 100), draw.size(1, 40 if square else 1000)
    points = draw.array((batch, n), dtype)
    matrix = (draw.array((n, n), dtype) / n**0.5).astype(dtype)

    def build(J: Any) -> Any:
        return lambda xs, m: _transformed(J, way, lambda x: BASES[base](J, x, m), xs)

    return Program(way, f"of {base}", (points, matrix), build, False)


def _transformed(J: Any, way: str, f: Any, xs: Any) -> Any:
    np, x = J.numpy, xs[0]
    if way in ("hessian", "jacfwd", "jacrev"):
        return J.hessian(f)(x) if way == "hessian" else getattr(J, way)(J.grad(f))(x)
    if way == "per-example":
        return J.vmap(J.value_and_grad(f))(xs)
    if way == "hvp":
        return J.vmap(lambda v: J.jvp(J.grad(f), (x,), (v,))[1])(xs)
    if way == "second":
        return J.grad(lambda y: (J.grad(f)(y) ** 2).sum())(x)
    if way == "jvp":
        return J.vmap(lambda v: J.jvp(f, (v,), (x,)))(xs)
    if way == "checkpoint":
        return J.vmap(J.grad(lambda v: J.checkpoint(f)(np.sin(v))))(xs)
    if way == "laplacian":
        return J.vmap(lambda v: np.trace(J.hessian(f)(v)))(xs)
    if way == "linearize":
        return J.vmap(J.linearize(f, x)[1])(xs)
    if way == "newton":
        eye = np.eye(x.shape[0], dtype=x.dtype)
        return x - np.linalg.solve(J.hessian(f)(x) + 10 * eye, J.grad(f)(x))
    return J.vmap(J.hessian(f))(xs)
