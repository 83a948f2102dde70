"""What is measured over processes: each function runs in every process of a job.

Every figure is in seconds, the least of several rounds, in which the competitors take turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from mpi4py import MPI

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax

SIZES = (1, 64, 1024, 16384, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24)  # floats of 32 bits
LAYERS = (784, 1024, 1024, 10)
WORLD = MPI.COMM_WORLD
Run = Callable[[], Any]


def least(runs: dict[str, Run], rounds: int = 7, seconds: float = 0.02) -> dict[str, float]:
    """For each the least time of a call, of the slowest process; they take turns."""
    found = dict.fromkeys(runs, np.inf)
    counts = {}
    for name, run in runs.items():
        run()
        WORLD.Barrier()
        start = time.perf_counter()
        run()
        took = WORLD.allreduce(time.perf_counter() - start, MPI.MAX)
        counts[name] = max(1, min(200, int(seconds / took)))
    for _ in range(rounds):
        for name, run in runs.items():
            WORLD.Barrier()
            start = time.perf_counter()
            for _ in range(counts[name]):
                run()
            found[name] = min(found[name], (time.perf_counter() - start) / counts[name])
    return {name: WORLD.allreduce(t, MPI.MAX) for name, t in found.items()}


def mesh() -> fjax.sharding.Mesh:
    return fjax.make_mesh((fjax.device_count(),), ("x",))


def local(x: np.ndarray) -> Any:
    """The array of which each process gives this part."""
    return fjax.make_array_from_process_local_data(NamedSharding(mesh(), P("x")), x)


def psum(rounds: int = 9) -> dict[str, Any]:
    """A sum over all processes: mpi4py's, a jitted call with nothing else, one of 50 in a loop."""
    call = fjax.jit(
        fjax.shard_map(lambda x: lax.psum(x, "x"), mesh=mesh(), in_specs=P("x"), out_specs=P())
    )
    half = lambda i, x: lax.psum(x, "x") * 0.5
    many = fjax.jit(
        fjax.shard_map(
            lambda x: lax.fori_loop(0, 50, half, x),
            mesh=mesh(),
            in_specs=P("x"),
            out_specs=P("x"),
            check_vma=False,
        )
    )
    found = {}
    for size in SIZES:
        x = np.ones(size, np.float32)
        out, whole = np.empty_like(x), local(x)
        runs = {
            "mpi4py": lambda x=x, out=out: WORLD.Allreduce(x, out),
            "call": lambda whole=whole: call(whole),
        }
        if 4 * size <= 1 << 20:
            runs["loop"] = lambda whole=whole: many(whole)
        took = least(runs, rounds)
        if "loop" in took:
            took["loop"] /= 50
        found[str(4 * size)] = took
    return found


def network(rng: np.random.Generator) -> list[Any]:
    sizes = zip(LAYERS[:-1], LAYERS[1:], strict=True)
    return [
        (rng.normal(0, m**-0.5, (m, n)).astype(np.float32), np.zeros(n, np.float32))
        for m, n in sizes
    ]


def loss(params: Any, x: Any, y: Any) -> Any:
    """The mean cross entropy of a network of two hidden layers."""
    *hidden, (w, b) = params
    for v, c in hidden:
        x = jnp.maximum(x @ v + c, 0)
    return -jnp.mean(jnp.take_along_axis(fjax.nn.log_softmax(x @ w + b), y[:, None], 1))


def stepper(loss: Callable[..., Any]) -> Callable[..., Any]:
    @fjax.jit
    def step(params: Any, x: Any, y: Any) -> Any:
        value, slope = fjax.value_and_grad(loss)(params, x, y)
        return fjax.tree.map(lambda p, g: p - 0.01 * g, params, slope), value

    return step


def training(batch: int = 128, rounds: int = 15) -> dict[str, float]:
    """A step of data-parallel training; the same without others; the bare sums of gradients."""
    rng = np.random.default_rng(fjax.process_index())
    x = rng.normal(size=(batch, LAYERS[0])).astype(np.float32)
    y = rng.integers(0, 10, batch).astype(np.int32)
    params = network(np.random.default_rng(0))
    shared = fjax.shard_map(
        lambda p, x, y: lax.pmean(loss(p, x, y), "x"),
        mesh=mesh(),
        in_specs=(P(), P("x"), P("x")),
        out_specs=P(),
    )
    alone, together = stepper(loss), stepper(shared)
    held = [fjax.tree.map(jnp.asarray, params), together(params, local(x), local(y))[0]]
    parts, mine = (local(x), local(y)), (jnp.asarray(x), jnp.asarray(y))
    gradients = [np.ones_like(p) for pair in params for p in pair]
    sums = [np.empty_like(g) for g in gradients]

    def compute() -> None:
        held[0], value = alone(held[0], *mine)
        float(value)

    def both() -> None:
        held[1], value = together(held[1], *parts)
        float(value)

    def bare() -> None:
        for g, s in zip(gradients, sums, strict=True):
            WORLD.Allreduce(g, s)

    return least({"compute": compute, "sums": bare, "step": both}, rounds)


def overlap(batch: int = 128, rounds: int = 15) -> dict[str, float]:
    """What sums of gradients that start early could save here: products by NumPy, sums by MPI.

    The products of the network's backward pass, last layer first. "early" starts each layer's sum
    when its products are done, asks for the sums under way between products, and waits at the end.
    """
    rng = np.random.default_rng(0)
    make = lambda *shape: rng.normal(size=shape).astype(np.float32)
    sizes = list(zip(LAYERS[:-1], LAYERS[1:], strict=True))[::-1]
    layers = [(make(batch, m), make(m, n), make(batch, n)) for m, n in sizes]
    gradients = [np.empty((m, n), np.float32) for m, n in sizes]
    sums = [np.empty_like(g) for g in gradients]

    def products(k: int, between: Callable[[], Any] = lambda: None) -> None:
        x, w, c = layers[k]
        x @ w  # as the forward pass does
        between()
        np.matmul(x.T, c, out=gradients[k])
        between()
        c @ w.T
        between()

    def compute() -> None:
        for k in range(len(layers)):
            products(k)

    def bare() -> None:
        for g, s in zip(gradients, sums, strict=True):
            WORLD.Allreduce(g, s)

    def after() -> None:
        compute()
        bare()

    def early() -> None:
        under_way: list[Any] = []
        for k in range(len(layers)):
            products(k, lambda: MPI.Request.Testall(under_way))
            under_way.append(WORLD.Iallreduce(gradients[k], sums[k]))
        MPI.Request.Waitall(under_way)

    return least({"compute": compute, "sums": bare, "after": after, "early": early}, rounds)


def out_of_step(layers: int = 6, rounds: int = 15) -> dict[str, float]:
    """Sums of what takes some processes longer than others, in turns, and all of them as long.

    "at once": each sum is waited for before the work on the next begins. "meanwhile": it is not.
    """

    def summed(at_once: bool) -> Callable[..., Any]:
        def member(params: list[Any], steps: Any) -> list[Any]:
            results = []
            for k, p in enumerate(params):
                if at_once and results:
                    p, results[-1] = lax.optimization_barrier((p, results[-1]))
                work = lambda _, x: jnp.sin(x) + np.float32(0.1)
                results.append(lax.psum(lax.fori_loop(0, steps[0, k], work, p), "x"))
            return [p - 0.01 * g for p, g in zip(params, results, strict=True)]

        specs = {"in_specs": (P(), P("x")), "out_specs": P()}
        return fjax.jit(fjax.shard_map(member, mesh=mesh(), check_vma=False, **specs))

    params = [jnp.full((256, 256), np.float32(k)) for k in range(layers)]
    turns = [40 if (k + WORLD.rank) % 2 else 2 for k in range(layers)]
    steps = {"in turns": turns, "alike": [21] * layers}
    runs: dict[str, Run] = {}
    for how, at_once in (("at once", True), ("meanwhile", False)):
        for which, counts in steps.items():
            given = local(np.array([counts], np.int32))
            runs[f"{which}, {how}"] = lambda f=summed(at_once), n=given: [
                x.block_until_ready() for x in f(params, n)
            ]
    return least(runs, rounds)


def joined(count: int = 8, rounds: int = 15) -> dict[str, Any]:
    """What `core/communication_model.py` is made of: a sum of these bytes, a copy of them, this
    many sums one by one, and the same packed into one and unpacked. mpi4py and NumPy alone.
    """
    found = {}
    for size in (16, 256, 1024, 2048, 8192, 16384, 32768, 65536):
        parts = [np.ones(size, np.float32) for _ in range(count)]
        packed, out = np.empty(size * count, np.float32), np.empty(size, np.float32)

        def apart(parts: list[np.ndarray] = parts) -> None:
            for x in parts:
                WORLD.Allreduce(MPI.IN_PLACE, x)

        def together(
            parts: list[np.ndarray] = parts, packed: np.ndarray = packed, size: int = size
        ) -> None:
            for k, x in enumerate(parts):
                packed[k * size : (k + 1) * size] = x
            WORLD.Allreduce(MPI.IN_PLACE, packed)
            for k, x in enumerate(parts):
                x[...] = packed[k * size : (k + 1) * size]

        runs: dict[str, Run] = {
            "sum": lambda x=parts[0]: WORLD.Allreduce(MPI.IN_PLACE, x),
            "copy": lambda x=parts[0], out=out: np.copyto(out, x),
            "apart": apart,
            "together": together,
        }
        found[str(4 * size)] = least(runs, rounds)
    return found


def heat(rows: int, columns: int, steps: int = 100, rounds: int = 3) -> dict[str, float]:
    """Steps of the heat equation on strips of this many rows each: fjax, and NumPy by hand.

    Each strip has a row more at either end: the neighbour's, or the plate's edge, which stays.
    """
    n, rank = WORLD.size, WORLD.rank
    tall = np.random.default_rng(rank).normal(size=(rows + 2, columns)).astype(np.float32)
    down = [(i, i + 1) for i in range(n - 1)]
    up = [(i + 1, i) for i in range(n - 1)]

    def strip(t: Any) -> Any:
        i = lax.axis_index("x")

        def step(t: Any, _: Any) -> Any:
            above = lax.ppermute(t[-2:-1], "x", down)
            below = lax.ppermute(t[1:2], "x", up)
            t = t.at[:1].set(jnp.where(i == 0, t[:1], above))
            t = t.at[-1:].set(jnp.where(i == n - 1, t[-1:], below))
            u = t[1:-1, 1:-1]
            flow = t[:-2, 1:-1] + t[2:, 1:-1] + t[1:-1, 2:] + t[1:-1, :-2] - 4 * u
            return t.at[1:-1, 1:-1].set(u + 0.2 * flow), None

        return lax.scan(step, t, None, length=steps)[0]

    solve = fjax.jit(
        fjax.shard_map(strip, mesh=mesh(), in_specs=P("x"), out_specs=P("x"), check_vma=False)
    )
    whole = local(tall)
    result = np.asarray(solve(whole).addressable_shards[0].data)
    np.testing.assert_allclose(result[1:-1], by_hand(tall, steps), rtol=1e-3, atol=1e-3)
    return least({"fjax": lambda: solve(whole), "numpy": lambda: by_hand(tall, steps)}, rounds)


def by_hand(given: np.ndarray, steps: int) -> np.ndarray:
    """The same with NumPy, whose arrays are allocated once, and mpi4py."""
    n, rank = WORLD.size, WORLD.rank
    above = rank - 1 if rank > 0 else MPI.PROC_NULL
    below = rank + 1 if rank < n - 1 else MPI.PROC_NULL
    t = given.copy()
    flow = np.empty((len(t) - 2, t.shape[1] - 2), t.dtype)
    scaled = np.empty_like(flow)
    for _ in range(steps):
        WORLD.Sendrecv(t[-2], below, recvbuf=t[0], source=above)
        WORLD.Sendrecv(t[1], above, recvbuf=t[-1], source=below)
        np.add(t[:-2, 1:-1], t[2:, 1:-1], out=flow)
        flow += t[1:-1, 2:]
        flow += t[1:-1, :-2]
        np.multiply(t[1:-1, 1:-1], np.float32(4), out=scaled)
        flow -= scaled
        flow *= np.float32(0.2)
        t[1:-1, 1:-1] += flow
    return t[1:-1]
