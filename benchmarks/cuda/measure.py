"""Times of the workloads in each library, whose results must agree."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from benchmarks.cuda.libraries import Library
from benchmarks.cuda.workloads import Row, rows

SECONDS = 0.03  # of a round


def results(out: Any, library: Library) -> list[np.ndarray]:
    """A workload's results in host memory."""
    found = out if isinstance(out, tuple) else (out,)
    return [np.asarray(library.back(x)).astype(np.float32) for x in found]


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


def arrays_of(row: Row) -> list[np.ndarray]:
    """What every library is given."""
    rng = np.random.default_rng(0)
    dtype = ml_dtypes.bfloat16 if row.dtype == "bfloat16" else np.dtype(row.dtype)
    return [rng.uniform(0.1, 1, shape).astype(np.float32).astype(dtype) for shape in row.shapes]


def measure(row: Row, known: dict[str, Library], rounds: int) -> dict[str, float]:
    """Seconds of each library that has the workload, whose results agree with fjax's."""
    arrays = arrays_of(row)
    found, wanted = dict[str, float](), list[np.ndarray]()
    for name, library in known.items():
        function = library.compiled(row)
        if function is None:
            continue
        given = [library.put(a) for a in arrays]
        got = results(function(*given), library)
        wanted = wanted or got
        for a, b in zip(got, wanted, strict=True):
            size = max(float(abs(b).max(initial=0.0)), 1e-30)
            np.testing.assert_allclose(
                a, b, rtol=row.tolerance, atol=row.tolerance * size, err_msg=name
            )
        found[name] = timed(lambda f=function, g=given: f(*g), library.wait, rounds)
    return found


def copy_bandwidth(known: dict[str, Library], scale: int, rounds: int) -> float:
    """Bytes a second of a device's copy, read and written: a doubling of the same array."""
    size = (64 << 20) // scale**2
    row = Row("copy", ((size,),), lambda xp, x: x * 2.0)
    return 8 * size / measure(row, {"fjax": known["fjax"]}, rounds)["fjax"]


def table(known: dict[str, Library], scale: int, rounds: int) -> list[str]:
    """Lines: milliseconds, the share of a copy's bandwidth, fjax over each peer, missed goals."""
    bandwidth = copy_bandwidth(known, scale, rounds)
    peers = [name for name in known if name != "fjax"]
    lines = [
        f"A copy moves {bandwidth / 1e9:.0f} GB/s.\n",
        "| workload | fjax, ms | of a copy's bandwidth |"
        + "".join(f" fjax / {p} |" for p in peers)
        + " |",
        "|---|---|---|" + "---|" * len(peers) + "---|",
    ]
    for row in rows(scale):
        found = measure(row, known, rounds)
        mine = found["fjax"]
        share = row.moves * int(np.prod(row.shapes[0])) / mine / bandwidth
        ratios = {p: mine / found[p] for p in peers if p in found}
        cells = "".join(f" {ratios[p]:.2f} |" if p in ratios else " – |" for p in peers)
        text = f"{100 * share:.0f} %" if row.moves else "–"
        missed = [
            f"{ratios[p]:.2f} of {p} (≤ {goal})"
            for p, goal in row.goals.items()
            if ratios.get(p, 0.0) > goal
        ]
        lines.append(f"| {row.name} | {1e3 * mine:.4f} | {text} |{cells} {'; '.join(missed)} |")
    return lines
