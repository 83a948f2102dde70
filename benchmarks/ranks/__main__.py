"""Programs over MPI processes, and `pmap` beside JAX's: writes benchmarks/RESULTS-ranks.md.

    python -m benchmarks.ranks                      # a few minutes, on an idle machine
    python -m benchmarks.ranks --jax /path/to/python --parts psum pmap

Each job has one thread a process. --jax: a Python that has JAX; by default this one, if it has.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from fjax.core.communication_model import MODEL

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "benchmarks" / "RESULTS-ranks.md"
MPIEXEC = Path(sys.executable).parent / "mpiexec"
PARTS = ("psum", "joined", "training", "overlap", "heat", "scaling", "pmap")
Figures = dict[str, Any]


def run(command: list[str], **variables: str) -> Any:
    """What a worker printed; the machine's other libraries keep to one thread."""
    single = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **single, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    found = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")]
    if done.returncode or not found:
        raise RuntimeError(f"{' '.join(command)}:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return json.loads(found[0].removeprefix("RESULT "))


def job(n: int, part: str) -> Any:
    """A measurement in n processes of one thread."""
    command = [str(MPIEXEC), "-n", str(n), sys.executable, "-m", "benchmarks.ranks.worker", part]
    return run(command, FJAX_NUM_THREADS="1")


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def time_of(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def sums() -> str:
    found = job(2, "psum")
    rows = [
        [
            size,
            time_of(t["mpi4py"]),
            time_of(t["call"]),
            time_of(t["loop"]) if "loop" in t else "",
            f"{t['call'] / t['mpi4py']:.2f}",
            f"{t['loop'] / t['mpi4py']:.2f}" if "loop" in t else "",
        ]
        for size, t in found.items()
    ]
    head = ["bytes", "mpi4py Allreduce", "jitted psum", "psum in a loop", "ratio", "in a loop"]
    fits = []
    for n in (2, 4):
        alpha, beta = fitted(job(n, "psum") if n > 2 else found)
        fits.append([str(n), time_of(alpha), f"{beta * 1e9:.3g} ns", f"{1e-9 / beta:.3g} GB/s"])
    model = table(["processes", "α", "β a byte", "1/β"], fits)
    alpha, beta = fitted(found)
    sizes = (4, 1 << 20, 1 << 24)
    guesses = [
        [str(p), *[time_of(predicted(alpha, beta, p, n)) for n in sizes]]
        for p in (8, 16, 64, 256, 1024)
    ]
    more = table(["processes", "4 bytes", "1 MiB", "16 MiB"], guesses)
    return (
        f"## Sums over 2 processes\n\n{table(head, rows)}\n\nFitted to `psum`, α + β · bytes "
        f"(4 processes share 2 processors):\n\n{model}\n\n**Predicted, not measured**: halving and "
        "doubling, every process with a processor, and links as fast as this machine's memory is "
        f"between two processes:\n\n{more}\n"
    )


def fitted(found: dict[str, dict[str, float]]) -> tuple[float, float]:
    """α and β of α + β · bytes, by least squares of relative errors up to 4 MiB: beyond, caches
    end.

    >>> fitted({str(n): {"call": 2e-6 + n * 1e-9} for n in (4, 4096, 1 << 20)})
    (2e-06, 1e-09)
    """
    sizes = [int(size) for size in found if int(size) <= 1 << 22]
    times = np.array([found[str(size)]["call"] for size in sizes])
    terms = np.stack([np.ones(len(sizes)), np.array(sizes, float)], 1) / times[:, None]
    scale = np.abs(terms).max(0)
    solution = np.linalg.lstsq(terms / scale, np.ones(len(sizes)), rcond=None)[0] / scale
    return float(f"{max(solution[0], 0):.6g}"), float(f"{max(solution[1], 0):.6g}")


def predicted(alpha: float, beta: float, processes: int, nbytes: int) -> float:
    """Seconds of an all-reduce by halving and doubling, which sends 2 (p - 1) / p of the bytes in
    2 log2(p) messages (Thakur, Rabenseifner, Gropp 2005), from α and β of two processes.

    >>> predicted(2e-6, 1e-9, 2, 1000), predicted(2e-6, 1e-9, 8, 1000)
    (3e-06, 7.75e-06)
    """
    p = processes
    seconds = np.log2(p) * alpha + 2 * (p - 1) / p * nbytes * beta
    return float(f"{seconds:.6g}")


def joined() -> str:
    found = job(2, "joined")
    columns = ("sum", "copy", "apart", "together")
    rows = [
        [size, *[time_of(t[k]) for k in columns], f"{t['together'] / t['apart']:.2f}"]
        for size, t in found.items()
    ]
    head = ["bytes", "a sum", "a copy", "8 sums", "8 sums packed into one", "ratio"]
    alpha, beta = fitted({size: {"call": t["sum"]} for size, t in found.items()})
    copied = fitted({size: {"call": t["copy"]} for size, t in found.items()})[1]
    return (
        f"## Small sums, one by one and together, with mpi4py and NumPy\n\n{table(head, rows)}\n\n"
        f"α {time_of(alpha)}, β {beta * 1e9:.3g} ns and γ {copied * 1e9:.3g} ns a byte; fjax uses "
        f"{time_of(MODEL.message)}, {MODEL.byte * 1e9:.3g} and {MODEL.copied * 1e9:.3g}: sums of "
        f"up to {MODEL.joined_bytes} bytes travel together, {MODEL.bucket_bytes} at most.\n"
    )


def training() -> str:
    t = job(2, "training")
    apart = t["compute"] + t["sums"]
    row = [*[time_of(t[k]) for k in ("compute", "sums", "step")], f"{t['step'] / apart:.2f}"]
    head = ["one process's compute", "bare sums of gradients", "data-parallel step", "ratio"]
    return f"## A training step, 784-1024-1024-10, batch 128 a process\n\n{table(head, [row])}\n"


def overlap() -> str:
    t = job(2, "overlap")
    names = ("compute", "sums", "after", "early")
    row = [*[time_of(t[k]) for k in names], f"{t['early'] / t['after']:.2f}"]
    head = ["products", "sums", "sums after all products", "sums started early", "ratio"]
    t = job(2, "out of step")
    rows = []
    for which in ("in turns", "alike"):
        a, b = (t[f"{which}, {how}"] for how in ("at once", "meanwhile"))
        rows.append([which, time_of(a), time_of(b), f"{b / a:.2f}"])
    names = ["the two have more to do", "sums waited for at once", "sums meanwhile", "ratio"]
    return (
        "## What sums that start early save\n\nProducts of the network's backward pass by NumPy, "
        "sums of its gradients by MPI's `Allreduce` after them, or by `Iallreduce` as soon as a "
        f"layer's gradient is there.\n\n{table(head, [row])}\n\nA program of fjax: six sums, of "
        "what takes one process or the other longer, or both as long; each sum is waited for "
        f"before the next piece of work, or goes on meanwhile.\n\n{table(names, rows)}\n"
    )


def heat() -> str:
    t = job(2, "heat")
    row = [time_of(t["fjax"]), time_of(t["numpy"]), f"{t['fjax'] / t['numpy']:.2f}"]
    head = ["fjax", "NumPy and mpi4py", "ratio"]
    return f"## 100 steps of the heat equation on 4096 × 4096\n\n{table(head, [row])}\n"


def scaling() -> str:
    rows = []
    for part, key in (
        ("weak heat", "fjax"),
        ("strong heat", "fjax"),
        ("training", "step"),
        ("strong training", "step"),
    ):
        times = [job(n, part)[key] for n in (1, 2, 4)]
        weak = not part.startswith("strong")
        name = part if " " in part else f"weak {part}"
        parts = [times[0] / t / (1 if weak else n) for n, t in zip((1, 2, 4), times, strict=True)]
        rows.append([name, *[f"{time_of(t)} ({p:.0%})" for t, p in zip(times, parts, strict=True)]])
    head = ["", "1 process", "2 processes", "4 processes"]
    return (
        f"## Scaling\n\nTime, and efficiency. Four processes share {os.cpu_count()} processors: "
        f"at most {min(1.0, (os.cpu_count() or 1) / 4):.0%} can come of them.\n\n"
        f"{table(head, rows)}\n"
    )


def mapped(jax: str) -> str:
    command = ["-m", "benchmarks.ranks.worker", "pmap"]
    own: list[Figures] = []
    theirs: list[Figures] = []
    for _ in range(3):  # in turns; the least of each
        own.append(run([sys.executable, *command, "fjax"], FJAX_NUM_CPU_DEVICES="8"))
        flags = "--xla_force_host_platform_device_count=8"
        theirs.append(run([jax, *command, "jax"], XLA_FLAGS=flags))
    rows = []
    for name in own[0]:
        row = [name]
        for k in range(2):  # of the clock, and of the processors
            a, b = min(t[name][k] for t in own), min(t[name][k] for t in theirs)
            row += [time_of(a), time_of(b), f"{a / b:.2f}"]
        rows.append(row)
    head = ["`pmap` over 8 devices of one process", "fjax", "JAX", "ratio"]
    head += ["processors' time: fjax", "JAX", "ratio"]
    return f"## Eight devices in one process\n\n{table(head, rows)}\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ranks")
    parser.add_argument("--jax", default=sys.executable)
    parser.add_argument("--parts", nargs="*", default=PARTS, choices=PARTS)
    parser.add_argument("--output", type=Path, default=RESULTS)
    options = parser.parse_args()
    made = {
        "psum": sums,
        "joined": joined,
        "training": training,
        "overlap": overlap,
        "heat": heat,
        "scaling": scaling,
    }
    texts = [
        "# Programs over processes\n\n`make bench-ranks` writes this file; decision 48 and "
        "docs/scaling.md have what it is about. Least times of several rounds, competitors in "
        f"turns, one thread a process, on {os.cpu_count()} processors ({platform.machine()}).\n"
    ]
    for part in options.parts:
        try:
            texts.append(mapped(options.jax) if part == "pmap" else made[part]())
        except RuntimeError as error:
            texts.append(f"## {part}\n\nNot measured: {str(error).splitlines()[-1]}\n")
        print(texts[-1], flush=True)
    options.output.write_text("\n".join(texts))


if __name__ == "__main__":
    main()
