"""Derivatives of every kind, each checked against another way to compute it.

python examples/autodiff_cookbook.py
"""

import dataclasses
from functools import partial
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import grad, hessian, jacfwd, jacrev, jit, jvp, random, vjp, vmap

KEY = random.key(0)


def check(what: str, found: Any, expected: Any) -> None:
    """Print that two values agree, or fail."""
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-9)
    print(f"  {what}: ok")


# ---- logistic regression: gradients in arrays, dicts and dataclasses

INPUTS = jnp.array(
    [[0.52, 1.12, 0.77], [0.88, -1.08, 0.15], [0.52, 0.06, -1.30], [0.74, -2.49, 1.39]]
)
TARGETS = jnp.array([True, True, False, True])


@fjax.tree_util.register_dataclass
@dataclasses.dataclass
class Parameters:
    """Weights and a bias: a dataclass becomes a pytree by registration."""

    weights: Any
    bias: Any


def predict(p: Parameters, inputs: Any) -> Any:
    """The probability of True."""
    return 0.5 * (jnp.tanh((inputs @ p.weights + p.bias) / 2) + 1)


def loss(p: Parameters) -> Any:
    """The negative log-likelihood of the training data."""
    chances = predict(p, INPUTS)
    return -jnp.sum(jnp.log(jnp.where(TARGETS, chances, 1 - chances)))


def gradients() -> None:
    """grad and value_and_grad, against finite differences."""
    print("gradients")
    keys = random.split(KEY)
    p = Parameters(random.normal(keys[0], (3,)), random.normal(keys[1]))
    value, slope = fjax.value_and_grad(loss)(p)
    step = 1e-6
    raised = loss(dataclasses.replace(p, bias=p.bias + step))
    lowered = loss(dataclasses.replace(p, bias=p.bias - step))
    check("in a dataclass", slope.bias, (raised - lowered) / (2 * step))
    as_dict = grad(lambda d: loss(Parameters(d["w"], d["b"])))({"w": p.weights, "b": p.bias})
    check("in a dict", as_dict["w"], slope.weights)
    check("compiled", jit(grad(loss))(p).weights, slope.weights)
    check("value", value, loss(p))


# ---- products with Jacobians and Hessians, and the matrices themselves


def f(w: Any) -> Any:
    """A function from R^3 to R^4."""
    return jnp.tanh(INPUTS @ w) * jnp.sum(w)


def hvp(g: Any, x: Any, v: Any) -> Any:
    """The product of g's Hessian with v, by the gradient of a directional derivative."""
    return grad(lambda x: jnp.vdot(grad(g)(x), v))(x)


def matrices() -> None:
    """jvp, vjp, jacfwd, jacrev, hessian, linearize agree with each other."""
    print("Jacobians and Hessians")
    w, v = random.normal(KEY, (3,)), random.normal(random.fold_in(KEY, 1), (3,))
    jacobian = jacfwd(f)(w)
    check("forward and reverse", jacrev(f)(w), jacobian)
    value, along = jvp(f, (w,), (v,))
    check("a product from the right", along, jacobian @ v)
    value, pull_back = vjp(f, w)
    u = random.normal(random.fold_in(KEY, 2), value.shape)
    check("a product from the left", pull_back(u)[0], u @ jacobian)
    check("rows by vmap", vmap(lambda e: pull_back(e)[0])(jnp.eye(4)), jacobian)
    columns = vmap(partial(jvp, f, (w,)))((jnp.eye(3),))[1]
    check("columns by vmap", columns.T, jacobian)
    _, linear = fjax.linearize(f, w)
    check("linearized", linear(v), jacobian @ v)

    def g(w: Any) -> Any:
        return jnp.sum(f(w) ** 3)

    matrix = hessian(g)(w)
    check("Hessian, forward over reverse", jacfwd(jacrev(g))(w), matrix)
    check("Hessian times vector", hvp(g, w, v), matrix @ v)
    forward = jvp(grad(g), (w,), (v,))[1]
    check("Hessian times vector, forward over reverse", forward, matrix @ v)


# ---- one gradient for each example, complex functions, higher orders


def more() -> None:
    """Per-example gradients, complex derivatives, the tenth derivative."""
    print("and more")
    p = Parameters(jnp.ones(3), jnp.array(0.0))

    def one(p: Parameters, x: Any, y: Any) -> Any:
        chance = predict(p, x)
        return -jnp.log(jnp.where(y, chance, 1 - chance))

    each = vmap(grad(one), in_axes=(None, 0, 0))(p, INPUTS, TARGETS)
    check("a gradient an example", each.weights.sum(0), grad(loss)(p).weights)

    z = 1.2 - 0.5j
    check("holomorphic", grad(jnp.sin, holomorphic=True)(z), np.cos(z))
    check("|z|^2, not conjugated", grad(lambda z: jnp.abs(z) ** 2)(1 + 2j), 2 - 4j)

    derivative = jnp.sin
    for _ in range(10):
        derivative = grad(derivative)
    check("ten times sin", derivative(0.7), -np.sin(0.7))

    def newton(x: Any) -> Any:
        for _ in range(50):
            x = (x + 2 / x) / 2
            if abs(x * x - 2) < 1e-12:  # values are concrete under grad
                break
        return x

    check("through Python control flow", grad(lambda x: newton(x) * x)(1.0), np.sqrt(2))


if __name__ == "__main__":
    gradients()
    matrices()
    more()
