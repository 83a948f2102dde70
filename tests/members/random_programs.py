"""Random programs of two arrays, and random ways to split these."""

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax


def random_spec(rng, mesh, shape):
    """A random spec that divides the shape."""
    names, spec = list(rng.permutation(mesh.axis_names)), []
    for n in shape:
        entry = []
        while names and rng.random() < 0.5 and n % mesh.shape[names[-1]] == 0:
            entry.append(str(names.pop()))
            n //= mesh.shape[entry[-1]]
        spec.append(tuple(entry))
    return tuple(spec)


def rows_by_rows(a, b):
    """Products of rows with rows, in two batches."""
    return jnp.einsum("bij,bkj->bik", a.reshape(2, 4, 8), b.reshape(2, 4, 8)).reshape(8, 4)


def padded(a, b):
    """A stencil of an array with rows and columns around it."""
    v = jnp.pad(a, 1)
    return b + 0.1 * (v[2:, 1:-1] + v[:-2, 1:-1] + v[1:-1, 2:] - 2 * v[1:-1, 1:-1])


def steps(rng, mesh):
    """Kinds of operations: from values of shape (8, 8) to one."""
    sharding = NamedSharding(mesh, P(*random_spec(rng, mesh, (8, 8))))
    k = int(rng.integers(1, 7))
    return {
        "map": lambda a, b: jnp.tanh(a) * b - 0.5 * a,
        "add": lambda a, b: a + b.T,
        "product": lambda a, b: 0.1 * a @ b,
        "batched": lambda a, b: rows_by_rows(a, b) @ b[:4] * 0.1,
        "mean": lambda a, b: a - b.mean(0) + a.sum(1, keepdims=True) / 8,
        "total": lambda a, b: a / (1 + jnp.sum(b**2)),
        "extremum": lambda a, b: a - lax.stop_gradient(b.max(1, keepdims=True)) + b.min(0),
        "softmax": lambda a, b: fjax.nn.softmax(a, axis=k % 2) + b,
        "slice": lambda a, b: jnp.concatenate([a[:k], b[k:]], 0),
        "pad": lambda a, b: jnp.pad(a[:, 1:], ((0, 0), (0, 1))) + b,
        "padded": padded,
        "joined": lambda a, b: jnp.concatenate([a, jnp.ones((16, 8)) * b[0]], 0)[k : k + 8],
        "summed pad": lambda a, b: jnp.pad(a, 2).sum(k % 2)[k % 4 : k % 4 + 8] + b,
        "roll": lambda a, b: jnp.roll(a, k, k % 2) - b,
        "running": lambda a, b: jnp.cumsum(a, k % 2) * 0.1 + b,
        "sorted": lambda a, b: jnp.sort(a, k % 2) + b,
        "gather": lambda a, b: a[jnp.array([k, 0, 3, 3, 7, 1, 2, 5])] + b,
        "scatter": lambda a, b: a.at[jnp.array([k, 0, 3])].add(b[:3]),
        "update": lambda a, b: lax.dynamic_update_slice(a, b[:, :4], (0, k % 5)),
        "reshape": lambda a, b: (a.reshape(4, 16) + 1).reshape(2, 2, 2, 8).reshape(8, 8) * b,
        "transpose": lambda a, b: a.reshape(2, 4, 8).transpose(1, 0, 2).reshape(8, 8) - b,
        "place": lambda a, b: a + jnp.arange(8.0)[:, None] * b,
        "constrained": lambda a, b: lax.with_sharding_constraint(a * 2, sharding) + b,
        "scan": lambda a, b: lax.scan(lambda c, r: (jnp.tanh(c + r @ b), c * 2), a[0], a)[1],
        "loop": lambda a, b: lax.fori_loop(0, 3, lambda i, c: jnp.sin(c) @ b * 0.2, a),
        "cond": lambda a, b: lax.cond(a[0, 0] > 0, lambda u, v: u.T + v, lambda u, v: v * 2, a, b),
        "switch": lambda a, b: lax.switch(
            k % 3 + (a[0, 0] > 0),
            [jnp.add, lambda a, b: lax.with_sharding_constraint(a * b, sharding), jnp.minimum],
            a,
            b,
        ),
        "call": lambda a, b: fjax.jit(lambda u: fjax.checkpoint(jnp.sin)(u) @ b * 0.1)(a),
        "vmap": lambda a, b: fjax.vmap(lambda u, v: u * v.sum() - v)(a, b),
    }


def program(rng, mesh, length):
    """A random program of two arrays."""
    chosen = []
    for _ in range(length):
        kinds = steps(rng, mesh)
        chosen.append((str(rng.choice(list(kinds))), kinds, rng.random(2)))

    def function(a, b):
        values = [a, b]
        for name, kinds, (i, j) in chosen:
            x, y = (values[int(t * len(values))] for t in (i, j))
            values.append(kinds[name](x, y))
        return values[-1], values[-2].sum(0)

    return function, [name for name, *_ in chosen]
