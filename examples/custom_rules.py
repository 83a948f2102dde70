"""Derivative rules of one's own: a stable formula, clipped gradients, an implicit function.

python examples/custom_rules.py
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import grad, jit, lax, vmap

# ---- custom_jvp: a formula that differentiation alone gets wrong


@fjax.custom_jvp
def log1pexp(x: Any) -> Any:
    """log(1 + exp(x))."""
    return jnp.log(1 + jnp.exp(x))


@log1pexp.defjvp
def log1pexp_jvp(primals: tuple[Any, ...], tangents: tuple[Any, ...]) -> tuple[Any, ...]:
    """The derivative as 1 - 1/(1 + exp(x)): without it, exp(100) / exp(100) = inf / inf."""
    (x,), (t,) = primals, tangents
    return log1pexp(x), (1 - 1 / (1 + jnp.exp(x))) * t


# ---- custom_vjp: a gradient that is not the derivative


@partial(fjax.custom_vjp, nondiff_argnums=(0, 1))
def clip_gradient(low: float, high: float, x: Any) -> Any:
    """x itself; gradients that pass through it are clipped to [low, high]."""
    return x


def clip_forward(low: float, high: float, x: Any) -> tuple[Any, ...]:
    """The value, and what the backward pass needs: nothing."""
    return x, None


def clip_backward(low: float, high: float, _: None, cotangent: Any) -> tuple[Any, ...]:
    """The clipped cotangent."""
    return (jnp.clip(cotangent, low, high),)


clip_gradient.defvjp(clip_forward, clip_backward)


# ---- an implicit function: the fixed point x = f(a, x), differentiated without its iterations


@partial(fjax.custom_vjp, nondiff_argnums=(0,))
def fixed_point(f: Callable[..., Any], a: Any, guess: Any) -> Any:
    """The x with x = f(a, x) that iteration from a guess leads to."""

    def unfinished(pair: tuple[Any, ...]) -> Any:
        before, now = pair
        return jnp.abs(before - now) > 1e-12

    def advance(pair: tuple[Any, ...]) -> tuple[Any, ...]:
        _, now = pair
        return now, f(a, now)

    return lax.while_loop(unfinished, advance, (guess, f(a, guess)))[1]


def fixed_point_forward(f: Callable[..., Any], a: Any, guess: Any) -> tuple[Any, ...]:
    """The fixed point; it and the parameter are all that the backward pass needs."""
    x = fixed_point(f, a, guess)
    return x, (a, x)


def fixed_point_backward(
    f: Callable[..., Any], residuals: tuple[Any, ...], cotangent: Any
) -> tuple[Any, ...]:
    """The implicit function theorem: w = cotangent + w df/dx, solved as a fixed point too."""
    a, x = residuals
    _, pull_a = fjax.vjp(lambda a: f(a, x), a)
    _, pull_x = fjax.vjp(lambda x: f(a, x), x)
    w = fixed_point(lambda c, w: c + pull_x(w)[0], cotangent, cotangent)
    return pull_a(w)[0], jnp.zeros_like(x)


fixed_point.defvjp(fixed_point_forward, fixed_point_backward)


def square_root(a: Any) -> Any:
    """The square root, as a fixed point of Newton's step."""
    return fixed_point(lambda a, x: (x + a / x) / 2, a, jnp.ones_like(a))


def main() -> None:
    """Use the three rules, also compiled, mapped and twice."""
    print("log1pexp'(100) =", grad(log1pexp)(100.0))
    np.testing.assert_allclose(grad(log1pexp)(100.0), 1.0)
    np.testing.assert_allclose(grad(grad(log1pexp))(0.0), 0.25)

    wild = vmap(grad(lambda x: jnp.sin(10 * clip_gradient(-1.0, 1.0, x))))
    x = jnp.linspace(0, 1, 11)
    print("clipped slopes of sin(10 x):", np.round(wild(x), 2))
    np.testing.assert_allclose(wild(x), np.clip(10 * np.cos(10 * np.asarray(x)), -1, 1))

    slope = jit(vmap(grad(square_root)))
    a = jnp.array([1.0, 4.0, 9.0])
    print("slopes of the square root at 1, 4, 9:", slope(a))
    np.testing.assert_allclose(slope(a), 0.5 / np.sqrt(a), rtol=1e-9)


if __name__ == "__main__":
    main()
