"""`pmap` over eight devices of one process, in fjax and in JAX: seconds a call.

By the clock, and of the processors: others that run on the machine change the first more.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

N = 8


def measured(library: str, rounds: int = 15) -> dict[str, tuple[float, float]]:
    """The least times of a call for each program. library: "fjax" or "jax"."""
    if library == "jax":
        import jax
        import jax.numpy as jnp
    else:
        import fjax as jax
        import fjax.numpy as jnp
    assert jax.device_count() == N
    found = {}
    for name, (function, arguments) in programs(jax, jnp).items():
        run = jax.pmap(function, axis_name="i", in_axes=(0,) * len(arguments))
        values = [jnp.asarray(x) for x in arguments]
        values = [jax.pmap(lambda x: x + 0)(x) for x in values]
        found[name] = least(jax, run, values, rounds)
    return found


def least(jax: Any, run: Any, values: list[Any], rounds: int) -> tuple[float, float]:
    best, busy = np.inf, np.inf
    jax.block_until_ready(run(*values))
    for _ in range(rounds):
        start, before = time.perf_counter(), time.process_time()
        for _ in range(10):
            out = run(*values)
        jax.block_until_ready(out)
        best = min(best, (time.perf_counter() - start) / 10)
        busy = min(busy, (time.process_time() - before) / 10)
    return best, busy


def programs(jax: Any, jnp: Any) -> dict[str, Any]:
    """Functions of a member, and the values of all members."""
    rng = np.random.default_rng(0)
    make = lambda *shape: rng.normal(size=(N, *shape)).astype(np.float32)
    weights = [np.tile(rng.normal(0, m**-0.5, (1, m, n)).astype(np.float32), (N, 1, 1))
               for m, n in ((784, 256), (256, 10))]  # fmt: skip

    def centred(x: Any) -> Any:
        return x - jax.lax.pmean(jnp.tanh(x), "i")

    def step(v: Any, w: Any, x: Any, y: Any) -> Any:
        def loss(v: Any, w: Any) -> Any:
            return jnp.mean((jnp.maximum(x @ v, 0) @ w - y) ** 2)

        slopes = jax.grad(loss, (0, 1))(v, w)
        return tuple(p - 0.1 * jax.lax.pmean(g, "i") for p, g in zip((v, w), slopes, strict=True))

    def ring(x: Any) -> Any:
        pairs = [(i, (i + 1) % N) for i in range(N)]
        return jnp.sin(x) + jax.lax.ppermute(x, "i", pairs)

    def smoothed(x: Any) -> Any:
        mix = lambda i, x: 0.9 * x + 0.1 * jax.lax.pmean(x, "i")
        return jax.lax.fori_loop(0, 50, mix, x)

    def normalised(x: Any) -> Any:
        return (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5)

    def attention(q: Any, k: Any, v: Any) -> Any:
        weights = jax.nn.softmax(jnp.einsum("bthd,bshd->bhts", q, k) / 8, -1)
        return jnp.einsum("bhts,bshd->bthd", weights, v)

    def recurrent(w: Any, x: Any) -> Any:
        step = lambda h, x: (jnp.tanh(h @ w + x), None)
        return jax.lax.scan(step, jnp.zeros_like(x[0]), x)[0]

    places = rng.integers(0, 1000, (N, 5000)).astype(np.int32)
    return {
        "waves, 100,000 floats": (lambda x: jnp.sin(x) * 2 + jnp.exp(-x * x), [make(100_000)]),
        "sum over members, 1,000,000": (lambda x: jax.lax.psum(x, "i"), [make(1_000_000)]),
        "50 means over members, 1,000": (smoothed, [make(1000)]),
        "20 outputs of 1,000": (lambda x: [x + k for k in range(20)], [make(1000)]),
        "layer norm, 256 × 512": (normalised, [make(256, 512)]),
        "attention, 2 × 128 × 4 × 64": (attention, [make(2, 128, 4, 64) for _ in range(3)]),
        "recurrent, 50 steps of 16 × 64": (recurrent, [make(64, 64), make(50, 16, 64)]),
        "lookup, 5,000 of 1,000 rows": (lambda t, i: t[i], [make(1000, 64), places]),
        "sort, 10,000": (jnp.sort, [make(10_000)]),
        "centred, 1,000 floats": (centred, [make(1000)]),
        "centred, 1,000,000 floats": (centred, [make(1_000_000)]),
        "ring, 100,000 floats": (ring, [make(100_000)]),
        "product, 512 × 512": (lambda a, b: a @ b, [make(512, 512), make(512, 512)]),
        "training step 784-256-10, batch 32": (step, [*weights, make(32, 784), make(32, 10)]),
    }
