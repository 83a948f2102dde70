"""A primitive of one's own, one rule after another: lerp(a, b, t) = a + t * (b - a).

    python examples/primitives.py

The rules are spelled as for JAX. What differs is compiled code: it can call the rule that computes
with NumPy, and a rule of its own is a function of other operations, not one that builds MLIR.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

import fjax as jax
import fjax.numpy as jnp
from fjax.core import ShapedArray
from fjax.extend.core import Primitive
from fjax.interpreters import ad, batching, mlir
from fjax.typing import ArrayLike

lerp_p = Primitive("lerp")


def lerp(a: ArrayLike, b: ArrayLike, t: ArrayLike) -> Any:
    """The point between a and b at t, element by element."""
    return lerp_p.bind(jnp.asarray(a), jnp.asarray(b), jnp.asarray(t))


def expect_missing(what: str, function: Callable[..., Any], *args: Any) -> None:
    """A transformation asks for a rule that is not there yet."""
    try:
        function(*args)
    except NotImplementedError as error:
        print(f"{what:14s} {str(error).splitlines()[0]}")
    else:
        raise AssertionError(f"{what} should need a rule")


# 1. A value. The rule sees concrete arrays, and may use NumPy or anything else.
expect_missing("lerp(...)", lerp, 1.0, 5.0, 0.25)


@lerp_p.def_impl
def lerp_impl(a: Any, b: Any, t: Any) -> Any:
    """Computes with NumPy."""
    a, b, t = np.asarray(a), np.asarray(b), np.asarray(t)
    return a + t * (b - a)


assert lerp(1.0, 5.0, 0.25) == 2.0

# 2. A type. Tracing sees shapes and dtypes only.
expect_missing("jit(lerp)", jax.jit(lerp), 1.0, 5.0, 0.25)


@lerp_p.def_abstract_eval
def lerp_abstract_eval(a: Any, b: Any, t: Any) -> ShapedArray:
    """From avals to the aval of the result."""
    if not a.shape == b.shape == t.shape:
        raise TypeError(f"lerp takes operands of one shape, got {a}, {b} and {t}")
    return ShapedArray(a.shape, a.dtype)


print(jax.make_jaxpr(lerp)(1.0, 5.0, 0.25))
assert jax.jit(lerp)(1.0, 5.0, 0.25) == 2.0  # the compiled program calls the NumPy above

# 3. Compiled code: the primitive as other primitives, which fuse with what is around them.
mlir.register_lowering(
    lerp_p, mlir.lower_fun(lambda a, b, t: a + t * (b - a), multiple_results=False)
)
points = jnp.linspace(0.0, 1.0, 5)
blend = jax.jit(lambda a, b, t: jnp.sin(lerp(a, b, t)))
np.testing.assert_allclose(blend(points, points + 1, points), np.sin(2 * np.asarray(points)))
plan = str(jax.inspect(lambda a, b, t: jnp.sin(lerp(a, b, t)))(points, points, points).fused)
assert "lerp" not in plan and plan.count("kernel") == 1, plan

# 4. Forward mode. A tangent that is absent is an ad.Zero.
expect_missing("jvp(lerp)", jax.jvp, lerp, (1.0, 5.0, 0.25), (1.0, 0.0, 0.0))


def lerp_jvp(primals: Any, tangents: Any) -> tuple[Any, Any]:
    """The derivative along the tangents, by a primitive that reverse mode can transpose."""
    a, b, t = primals
    da, db, dt = map(ad.instantiate_zeros, tangents)
    return lerp(a, b, t), lerp(da, db, t) + dt * (b - a)


ad.primitive_jvps[lerp_p] = lerp_jvp
value, slope = jax.jvp(lerp, (1.0, 5.0, 0.25), (0.0, 0.0, 1.0))
assert (value, slope) == (2.0, 4.0)

# 5. Reverse mode. lerp is linear in a and b, which are undefined in a transpose rule, not in t.
expect_missing("grad(lerp)", jax.grad(lerp), 1.0, 5.0, 0.25)


def lerp_transpose(cotangent: Any, a: Any, b: Any, t: Any) -> tuple[Any, Any, None]:
    """The cotangents of a and b; None for t, in which the equation is not linear."""
    assert not ad.is_undefined_primal(t)
    return (
        cotangent * (1 - t) if ad.is_undefined_primal(a) else None,
        cotangent * t if ad.is_undefined_primal(b) else None,
        None,
    )


ad.primitive_transposes[lerp_p] = lerp_transpose
gradient = jax.grad(lerp, argnums=(0, 1, 2))
np.testing.assert_allclose(gradient(1.0, 5.0, 0.25), (0.75, 0.25, 4.0))
np.testing.assert_allclose(jax.jit(gradient)(1.0, 5.0, 0.25), (0.75, 0.25, 4.0))

# 6. Batches. The rule gets operands with a batch dimension (None where there is none).
expect_missing("vmap(lerp)", jax.vmap(lerp, (None, None, 0)), 1.0, 5.0, points)


def lerp_batch(args: Any, dims: Any) -> tuple[Any, int]:
    """Every operand with its batch in front, then the primitive itself."""
    size = next(x.shape[d] for x, d in zip(args, dims, strict=True) if d is not None)
    fronted = [batching.bdim_at_front(x, d, size) for x, d in zip(args, dims, strict=True)]
    return lerp_p.bind(*fronted), 0


batching.primitive_batchers[lerp_p] = lerp_batch
np.testing.assert_allclose(jax.vmap(lerp, (None, None, 0))(1.0, 5.0, points), 1 + 4 * points)

# 7. Whatever the rules allow goes together.
slopes = jax.jit(jax.vmap(jax.grad(lambda t: lerp(1.0, 5.0, t) ** 2)))(points)
np.testing.assert_allclose(slopes, 8 * (1 + 4 * points))
print("every rule is there; d/dt lerp(1, 5, t)^2 =", slopes)
