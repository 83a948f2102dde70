"""`make bench-cuda`: fjax on an NVIDIA GPU beside JAX, PyTorch and CuPy, in one run.

Writes benchmarks/RESULTS-cuda.md. Without a GPU that says so and holds no figures. Every library
computes from the same float32 arrays, compiled where it has a compiler (PyTorch both ways), and
results are compared before anything is timed. A time is the least of several rounds, each of so
many calls one after another that it takes some tens of milliseconds, and is waited for at its end.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import fjax
from fjax.errors import DeviceError

RESULTS = Path(__file__).parent / "RESULTS-cuda.md"
PEERS = ("jax", "torch", "torch.compile", "cupy")
ROUNDS, SECONDS = 7, 0.03  # of a round
TOLERANCE = 2e-4
HEAD = "# On an NVIDIA GPU\n\nWritten by `make bench-cuda` ({machine}).\n"
NONE = "No GPU could be had, so nothing here was measured: {reason}.\n"

Arrays = Sequence[Any]


@dataclass(frozen=True)
class Row:
    """A workload. `function` takes a library with NumPy's names, and arrays of `shapes`.

    moves: bytes that it reads and writes at least, for each element of the first array.
    """

    name: str
    shapes: tuple[tuple[int, ...], ...]
    function: Callable[..., Any]
    moves: int = 0


def chain(xp: Any, x: Any, y: Any) -> Any:
    """Elementwise operations that are one kernel."""
    z = x * y + 1.0
    return xp.tanh(z) * xp.exp(-z * z)


def gelu(xp: Any, x: Any) -> Any:
    """By its approximation with tanh."""
    return 0.5 * x * (1.0 + xp.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def adam(xp: Any, p: Any, g: Any, m: Any, v: Any) -> Any:
    """An update; the parameters and both moments."""
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return p - 0.001 * m / (xp.sqrt(v) + 1e-8), m, v


def softmax(xp: Any, x: Any) -> Any:
    """Of rows."""
    e = xp.exp(x - xp.max(x, 1)[:, None])
    return e / xp.sum(e, 1)[:, None]


def layer_norm(xp: Any, x: Any) -> Any:
    """Of rows, without gain and bias."""
    centred = x - xp.mean(x, 1)[:, None]
    return centred / xp.sqrt(xp.mean(centred * centred, 1)[:, None] + 1e-5)


def columns(xp: Any, x: Any) -> Any:
    """Totals of columns."""
    return xp.sum(x, 0), xp.max(x, 0)


def running(xp: Any, x: Any) -> Any:
    """Running totals of rows."""
    return xp.cumsum(x, 1)


def product(xp: Any, x: Any, w: Any) -> Any:
    """A layer."""
    return xp.tanh(xp.matmul(x, w))


def small(xp: Any, x: Any, y: Any, z: Any) -> Any:
    """What a call costs."""
    return x * y + z


def rows(scale: int) -> list[Row]:
    """The workloads; `scale` divides the lengths of rows and how many there are."""
    n, m, k = 4096 // scale, 16384 // scale, 4096 // scale
    flat = ((64 << 20) // scale**2,)
    return [
        Row("fused chain", (flat, flat), chain, 12),
        Row("gelu", (flat,), gelu, 8),
        Row("Adam update", (flat,) * 4, adam, 28),
        Row("softmax of rows", ((m, n),), softmax, 8),
        Row("layer norm of rows", ((m, n),), layer_norm, 8),
        Row("sum and maximum of columns", ((m, n),), columns, 4),
        Row("cumsum of rows", ((m, n),), running, 8),
        Row("layer of 4096", ((k, k), (k, k)), product),
        Row("call on three small arrays", ((8,),) * 3, small),
    ]


# -- libraries ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Library:
    """How a library takes arrays to the GPU, compiles, waits, and gives results back."""

    put: Callable[[np.ndarray], Any]
    compiled: Callable[[Row], Callable[..., Any]]
    wait: Callable[[Any], None]
    back: Callable[[Any], np.ndarray]


def of_fjax() -> Library:
    """Committed arrays, jit."""
    gpu = fjax.devices("cuda")[0]
    return Library(
        lambda a: fjax.device_put(a, gpu),
        lambda row: fjax.jit(lambda *xs: row.function(fjax.numpy, *xs)),
        lambda out: fjax.block_until_ready(out),
        fjax.device_get,
    )


def of_jax() -> Library:
    """Its first GPU, jit."""
    jax = importlib.import_module("jax")
    gpu = jax.devices("gpu")[0]
    return Library(
        lambda a: jax.device_put(a, gpu),
        lambda row: jax.jit(lambda *xs: row.function(jax.numpy, *xs)),
        jax.block_until_ready,
        jax.device_get,
    )


class TorchNames:
    """PyTorch by NumPy's names, as far as the workloads use them."""

    def __init__(self, torch: Any):
        self.torch = torch

    def __getattr__(self, name: str) -> Any:
        return getattr(self.torch, name)

    def max(self, x: Any, axis: int) -> Any:
        """The values alone."""
        return self.torch.amax(x, axis)


def of_torch(compiles: bool) -> Library:
    """Eager, or by torch.compile."""
    torch = importlib.import_module("torch")
    names = TorchNames(torch)
    torch.zeros(1, device="cuda")

    def compiled(row: Row) -> Callable[..., Any]:
        function = lambda *xs: row.function(names, *xs)
        return torch.compile(function) if compiles else function

    return Library(
        lambda a: torch.from_numpy(a).cuda(),
        compiled,
        lambda out: torch.cuda.synchronize(),
        lambda x: x.cpu().numpy(),
    )


def of_cupy() -> Library:
    """Its own operations, one after another."""
    cupy = importlib.import_module("cupy")
    return Library(
        cupy.asarray,
        lambda row: lambda *xs: row.function(cupy, *xs),
        lambda out: cupy.cuda.get_current_stream().synchronize(),
        lambda x: x.get(),
    )


LIBRARIES: dict[str, Callable[[], Library]] = {
    "fjax": of_fjax,
    "jax": of_jax,
    "torch": lambda: of_torch(False),
    "torch.compile": lambda: of_torch(True),
    "cupy": of_cupy,
}


def libraries(peers: Sequence[str]) -> tuple[dict[str, Library], list[str]]:
    """fjax and the peers that are there with a GPU, and why the others are not."""
    found, absent = {"fjax": of_fjax()}, []
    for name in peers:
        if importlib.util.find_spec(name.split(".")[0]) is None:
            absent.append(f"{name} is not installed")
            continue
        try:
            found[name] = LIBRARIES[name]()
        except (RuntimeError, AssertionError) as error:
            absent.append(f"{name} has no GPU: {str(error).splitlines()[0]}")
    return found, absent


# -- measuring ---------------------------------------------------------------------------------


def results(out: Any, library: Library) -> list[np.ndarray]:
    """A workload's results in host memory."""
    return [np.asarray(library.back(x)) for x in (out if isinstance(out, tuple) else (out,))]


def timed(call: Callable[[], Any], wait: Callable[[Any], None], rounds: int) -> float:
    """Seconds of a call: the least of the rounds."""
    wait(call())
    start = time.perf_counter()
    wait(call())
    calls = max(1, int(SECONDS / max(time.perf_counter() - start, 1e-7)))
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(calls):
            out = call()
        wait(out)
        best = min(best, (time.perf_counter() - start) / calls)
    return best


def measure(row: Row, known: dict[str, Library], rounds: int) -> dict[str, float]:
    """Seconds of each library, whose results agree with fjax's."""
    rng = np.random.default_rng(0)
    arrays = [rng.uniform(0.1, 1, shape).astype(np.float32) for shape in row.shapes]
    found, wanted = {}, list[np.ndarray]()
    for name, library in known.items():
        function, given = library.compiled(row), [library.put(a) for a in arrays]
        got = results(function(*given), library)
        wanted = wanted or got
        for a, b in zip(got, wanted, strict=True):
            np.testing.assert_allclose(a, b, rtol=TOLERANCE, atol=TOLERANCE, err_msg=name)
        found[name] = timed(lambda f=function, g=given: f(*g), library.wait, rounds)
    return found


def copy_bandwidth(known: dict[str, Library], scale: int, rounds: int) -> float:
    """Bytes a second of a device's copy, read and written: a doubling of the same array."""
    size = (64 << 20) // scale**2
    row = Row("copy", ((size,),), lambda xp, x: x * 2.0)
    return 8 * size / measure(row, {"fjax": known["fjax"]}, rounds)["fjax"]


def table(known: dict[str, Library], scale: int, rounds: int) -> list[str]:
    """Lines: milliseconds, the share of a copy's bandwidth, fjax over each peer."""
    bandwidth = copy_bandwidth(known, scale, rounds)
    peers = [name for name in known if name != "fjax"]
    lines = [
        f"A copy moves {bandwidth / 1e9:.0f} GB/s.\n",
        "| workload | fjax, ms | of a copy's bandwidth |"
        + "".join(f" fjax / {p} |" for p in peers),
        "|---|---|---|" + "---|" * len(peers),
    ]
    for row in rows(scale):
        found = measure(row, known, rounds)
        mine = found["fjax"]
        share = row.moves * int(np.prod(row.shapes[0])) / mine / bandwidth
        ratios = "".join(f" {mine / found[p]:.2f} |" for p in peers)
        text = f"{100 * share:.0f} %" if row.moves else "–"
        lines.append(f"| {row.name} | {1e3 * mine:.4f} | {text} |{ratios}")
    return lines


def report(peers: Sequence[str] = PEERS, scale: int = 1, rounds: int = ROUNDS) -> str:
    """The text of the results; without a GPU, that there is none."""
    try:
        known, absent = libraries(peers)
    except DeviceError as error:
        machine = "on a machine without a GPU"
        return HEAD.format(machine=machine) + "\n" + NONE.format(reason=str(error).splitlines()[0])
    kind = fjax.devices("cuda")[0].device_kind
    lines = [HEAD.format(machine=kind), *table(known, scale, rounds)]
    return "\n".join([*lines, *(f"\n{why}." for why in absent)]) + "\n"


def main() -> None:
    """Measure, print and write the results."""
    parser = argparse.ArgumentParser(prog="make bench-cuda", description=__doc__)
    parser.add_argument("--scale", type=int, default=1, help="divides lengths: for a dry run")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args()
    text = report(PEERS, given.scale, given.rounds)
    RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
