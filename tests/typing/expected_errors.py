"""Wrong programs for type checkers, which `test_checkers` runs; nothing imports this file.

Each line that ends in a comment is one that a checker must refuse: `E: code` is mypy's code of the
error, `P: rule` pyright's. No other line may be refused.
"""

from functools import partial
from typing import Any

import fjax
import fjax.numpy as jnp
from fjax import Array, lax
from fjax.typing import ArrayLike


@fjax.jit
def scaled(x: Array, factor: int = 2) -> Array:
    return x * factor


x = jnp.ones((2, 3))
scaled(x, 3) + scaled(x, factor=3)
scaled(1, 2, 3)  # E: call-arg, arg-type  P: reportCallIssue
scaled(x, "a")  # E: arg-type  P: reportArgumentType
scaled(x, times=3)  # E: call-arg  P: reportCallIssue
scaled(x).lenght  # E: attr-defined  P: reportAttributeAccessIssue


@fjax.jit(static_argnums=1)
def repeated(x: Array, times: int) -> Array:
    return jnp.tile(x, times)


@partial(fjax.jit, static_argnames="times")
def again(x: Array, times: int) -> Array:
    return jnp.tile(x, times)


repeated(x, 2) + again(x, times=2)
repeated(x, None)  # E: arg-type  P: reportArgumentType

# ---- arrays

x @ x.T + 1 - 2.0 * x**2 // 3 % 4
(x > 0) & (x < 1) | ~(x == 2)
x.sum(axis=(0, 1), keepdims=True).astype(jnp.float32).at[0].add(1.0)
x.mean(dims=0)  # E: call-arg  P: reportCallIssue
x[0] = 1.0  # E: index  P: reportIndexIssue
x + "a"  # E: operator  P: reportOperatorIssue
x.at[0].sett(1.0)  # E: attr-defined  P: reportAttributeAccessIssue
x.at[0].set(1.0, mod="drop")  # E: call-arg  P: reportCallIssue
len(x), float(x.sum()), int(x.size), [row.shape for row in x]

# ---- functions

jnp.sin(x) + jnp.where(x > 0, x, 0.0) + jnp.add(x, 1)
rows, columns = jnp.where(x > 0)
jnp.sinn(x)  # E: attr-defined  P: reportAttributeAccessIssue
jnp.sum(x, axes=0)  # E: call-arg  P: reportCallIssue
jnp.sum([1, 2])  # E: arg-type  P: reportArgumentType
jnp.zeros("a")  # E: arg-type  P: reportArgumentType
lax.sin(x, 1)  # E: call-arg  P: reportCallIssue
lax.nothing(x)  # E: attr-defined  P: reportAttributeAccessIssue
first, second = fjax.random.split(fjax.random.key(0))
fjax.random.normal(first, (2, 3)) + fjax.random.uniform(second, (3,), jnp.float32)
fjax.random.normal(first, "a")  # E: arg-type  P: reportArgumentType
fjax.nn.relu(x, 1)  # E: call-arg  P: reportCallIssue


def step(carry: Array, row: Array) -> tuple[Array, int]:
    return carry + row, 1


last, counts = lax.scan(step, jnp.zeros(3), x)
last.shape
counts.shape  # E: attr-defined  P: reportAttributeAccessIssue
lax.fori_loop(0, 3, lambda i, s: s + i, x).shape
lax.while_loop(lambda s: s < 3, lambda s: s + 1, 0)

# ---- transformations


def loss(w: dict[str, Array], x: Array, *, rate: float = 0.1) -> Array:
    return (w["a"] * x).sum() * rate


weights = {"a": x}
value, gradient = fjax.value_and_grad(loss)(weights, x, rate=0.5)
value.shape, gradient["a"].shape
fjax.grad(loss)(weights)  # E: call-arg  P: reportCallIssue
fjax.grad(loss)(weights, x, rat=1.0)  # E: call-arg  P: reportCallIssue
fjax.jit(fjax.grad(loss))(x, x)  # E: arg-type  P: reportArgumentType
fjax.vmap(loss, in_axes=(None, 0))(weights, x).shape
fjax.vmap(loss)(weights, x, 1)  # E: call-arg  P: reportCallIssue
fjax.checkpoint(loss)(weights, "x")  # E: arg-type  P: reportArgumentType
fjax.grad(lambda x: x.sum())(x)
out, tangent = fjax.jvp(jnp.sin, (x,), (x,))
tangent.shape
out, pull_back = fjax.vjp(jnp.sin, x)
pull_back(out)


@fjax.custom_vjp
def clipped(x: ArrayLike) -> Array:
    return jnp.asarray(x)


def forward(x: ArrayLike) -> tuple[Array, None]:
    return jnp.asarray(x), None


def backward(residuals: None, cotangent: Array) -> tuple[Array]:
    return (jnp.clip(cotangent, -1, 1),)


clipped.defvjp(forward, backward)
clipped(1.0).shape
clipped(1.0, 2.0)  # E: call-arg  P: reportCallIssue


class Model:
    def __init__(self, w: Array) -> None:
        self.w = w

    @fjax.jit
    def predict(self, x: Array) -> Array:
        return x @ self.w


Model(x).predict(x).shape
Model(x).predict(x, 1)  # E: call-arg  P: reportCallIssue


def anything(x: Any) -> Any:
    return x


carry, ys = lax.scan(lambda c, row: anything(row), 0, x)
fjax.jit(anything)(1, 2)  # E: call-arg  P: reportCallIssue
