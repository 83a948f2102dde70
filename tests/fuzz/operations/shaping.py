"""Data movement: views, joins, pads, copies."""

from __future__ import annotations

from tests.fuzz.operations.base import Family

family = Family("shaping")
MODES = "constant edge reflect symmetric wrap"


@family(2.5)
def reshaped(g):
    x = g.pick()
    s = x.shape
    options = ["(-1,)"]
    if x.ndim >= 2:
        options += [str((s[0] * s[1], *s[2:])), str(s[::-1]), str((*s[:-2], s[-2] * s[-1]))]
    for p in (2, 3):
        if s and s[-1] and s[-1] % p == 0:
            options += [str((*s[:-1], p, s[-1] // p)), str((*s[:-1], s[-1] // p, p))]
    options += [str((1, *s)), str((*s, 1))]
    return g.choose(
        f"jnp.reshape({x}, {g.choose(*options)})",
        f"jnp.ravel({x})",
        f"{x}.reshape({g.choose(*options)})",
        f"lax.collapse({x}, 0)",
    )


@family(3)
def transposed(g):
    x = g.pick(least=1)
    order = g.rng.sample(range(x.ndim), x.ndim)
    a, b = g.axis(x), g.axis(x)
    options = [
        f"{x}.T",
        f"jnp.transpose({x}, {tuple(order)})",
        f"jnp.swapaxes({x}, {a}, {b})",
        f"jnp.moveaxis({x}, {a}, {b})",
        f"jnp.flip({x}, {a})",
        f"{x}[::-1]",
        f"jnp.roll({x}, {g.choose(1, -2, 5)}, {a})",
        f"jnp.roll({x}, 3)",
        f"lax.rev({x}, ({a % x.ndim},))",
    ]
    if x.ndim >= 2:
        options += [f"jnp.rot90({x})", f"jnp.matrix_transpose({x})", f"jnp.fliplr({x})"]
    return g.choose(*options)


@family(3)
def joined(g):
    x = g.pick(least=1)
    a = g.axis(x)
    y = g.pick(
        least=1,
        test=lambda v: (
            v.ndim == x.ndim
            and all(p == q for i, (p, q) in enumerate(zip(v.shape, x.shape)) if i != a % x.ndim)
        ),
    )
    return g.choose(
        f"jnp.concatenate([{x}, {y}], axis={a})",
        f"jnp.append({x}, {y})",
        f"jnp.concatenate([{x}, {y}, {x}], axis={a})",
        f"jnp.hstack([{x}, {y}])",
        f"jnp.vstack([{x}, {y}])",
        f"jnp.dstack([{x}, {y}])",
        f"jnp.column_stack([{x}, {y}])",
        f"jnp.block([{x}, {y}])",
        f"jnp.stack([{x}, {x}], axis={a})",
        f"jnp.concatenate([{x}[1:], {y}[:1]])",
    )


@family(2)
def widened(g):
    x = g.pick()
    s = x.shape
    n = g.choose(1, 2, 3)
    options = [
        f"jnp.broadcast_to({x}, {(n, *s)})",
        f"jnp.tile({x}, {n})",
        f"{x}[None]",
        f"{x}[..., None]",
        f"jnp.atleast_2d({x})",
        f"jnp.expand_dims({x}, 0)",
        f"jnp.repeat({x}, {n})",
        f"lax.broadcast({x}, ({n},))",
        f"jnp.stack([{x}, {x} * 2])",
        f"jnp.resize({x}, ({n}, 5))",
        f"lax.broadcast_in_dim({x}, {(n, *s)}, {tuple(range(1, x.ndim + 1))})",
    ]
    if s:
        a = g.axis(x)
        options += [
            f"jnp.repeat({x}, {n}, axis={a})",
            f"jnp.tile({x}, ({n}, 2))",
            f"jnp.squeeze({x}[:1], 0)",
            f"jnp.repeat({x}, 2, axis={a}, total_repeat_length=5)",
        ]
    return g.choose(*options)


@family(1.5)
def padded(g):
    x = g.pick(least=1)
    mode, lo, hi = g.choose(MODES), g.choose(0, 1, 2), g.choose(0, 1, 3)
    config = ", ".join(
        f"({g.choose(-1, 0, 1)}, {g.choose(-1, 0, 2)}, {g.choose(0, 0, 1)})" for _ in range(x.ndim)
    )
    return g.choose(
        f'jnp.pad({x}, ({lo}, {hi}), mode="{mode}")',
        f"jnp.pad({x}, {lo + 1}, constant_values=1)",
        f"lax.pad({x}, jnp.ones((), {x}.dtype), [{config}])",
        f"lax.pad({x}, jnp.zeros((), {x}.dtype), [{config}])",
    )


@family(2.5)
def sliced(g):
    x = g.pick(least=1)
    n = x.shape[0]
    lo, hi, step = g.choose(0, 1, 2), g.choose(n, n - 1, -1), g.choose(1, 2, 3, -1)
    options = [
        f"{x}[{lo}:]",
        f"{x}[:{hi}]",
        f"{x}[{lo}:{hi}:{abs(step)}]",
        f"{x}[::{step}]",
        f"{x}[..., {lo}:]",
        f"{x}[..., ::{step}]",
        f"{x}[..., :1]",
        f"lax.slice_in_dim({x}, {min(lo, n)}, {n}, {abs(step)})",
    ]
    if n:
        options += [
            f"{x}[{g.choose(0, -1, n // 2)}]",
            f"lax.index_in_dim({x}, {n // 2}, keepdims=False)",
        ]
    if x.ndim >= 2:
        options += [f"{x}[:, {lo}:]", f"{x}[:, ::-1]", f"{x}[::2, 1:]", f"{x}[:, None]"]
    return g.choose(*options)


@family(1.2)
def divided(g):
    x = g.pick(least=1)
    n = x.shape[0]
    options = [
        f"jnp.split({x}, [{min(1, n)}])",
        f"jnp.array_split({x}, 2)",
        f"jnp.split({x}, [{n // 2}], axis=0)",
        f"jnp.array_split({x}, 3, axis={g.axis(x)})",
    ]
    if n % 2 == 0:
        options += [f"jnp.split({x}, 2)"]
    if 0 < n <= 4:
        options += [f"jnp.unstack({x})"]
    return g.choose(*options)


@family(1.2)
def matrices(g):
    x = g.pick(least=1, most=3)
    k = g.choose(-1, 0, 1)
    if x.ndim == 1:
        return g.choose(
            f"jnp.diag({x}, {k})",
            f"jnp.vander({x}, 3)",
            f"jnp.outer({x}, {x})",
            f"jnp.meshgrid({x}, {x}[:3])",
            f"jnp.kron({x}, {x}[:2])",
        )
    return g.choose(
        f"jnp.tril({x}, {k})",
        f"jnp.triu({x}, {k})",
        f"jnp.diagonal({x}, {k})",
        f"jnp.trace({x}, {k})",
        f"jnp.kron({x}, {x}[:2, :2])",
        f"jnp.delete({x}, 0, axis=1)",
    )


@family(0.8)
def inserted(g):
    x = g.pick(least=1, test=lambda v: v.shape[0] > 0)
    return g.choose(
        f"jnp.insert({x}, 1, 2, axis=0)",
        f"jnp.delete({x}, 0, axis=0)",
        f"jnp.delete({x}, jnp.array([0]), axis=0, assume_unique_indices=True)",
        "jnp.trim_zeros(jnp.ones(3))",
        f"jnp.fliplr(jnp.atleast_2d({x}))",
    )


@family(0.7)
def passed_through(g):
    x = g.pick()
    y = g.pick()
    return g.choose(
        f"lax.optimization_barrier({x})",
        f"lax.optimization_barrier(({x}, {y}))",
        f"jnp.copy({x})",
        f"jnp.array({x})",
        f"fjax.device_put({x})",
        f"lax.stop_gradient({x})",
        f"jnp.asarray({x})",
        f"+{x}",
    )
