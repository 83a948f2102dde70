"""`python -m benchmarks.eager [--names …] [--sizes …] [--save]`: eager calls beside their peers."""

from __future__ import annotations

import argparse
import os
import pathlib
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from benchmarks import report
from benchmarks.eager.calls import SIZES, Call
from benchmarks.harness import Child

PAGE = pathlib.Path(__file__).parent.parent / "EAGER.md"
WORKER = "benchmarks.eager.worker"
LIBRARIES = ("fjax", "jax", "numpy")


@dataclass
class Timed:
    """A call at one size: seconds by library, and what a library said instead."""

    call: Call
    size: int
    times: dict[str, float] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    def ratio(self, peer: str) -> float | None:
        """fjax's time over a peer's; None where one of them has none."""
        if "fjax" not in self.times or peer not in self.times:
            return None
        return self.times["fjax"] / self.times[peer]

    def line(self) -> str:
        times = " ".join(f"{report.seconds(self.times.get(lib)):>8s}" for lib in LIBRARIES)
        ratios = [self.ratio(peer) for peer in LIBRARIES[1:]]
        told = " ".join("     -" if r is None else f"{r:6.2f}" for r in ratios)
        return f"{self.size:7d} {told} {times}  {self.call} {self.errors.get('fjax', '')}"


def measure(children: dict[str, Child], call: Call, size: int, rounds: int = 3) -> Timed | None:
    """One call in all libraries, with the arguments that JAX takes; None if it takes none."""
    words, found = call.words, Timed(call, size)
    for library in ("jax", "fjax", "numpy"):
        if library not in children:
            continue
        reply = children[library].ask(
            do="prepare", space=call.space, name=call.name, words=words, size=size
        )
        if library == "jax":
            if "error" in reply:
                return None
            words = reply["words"]
            found.call = Call(call.space, call.name, words)
        elif "error" in reply:
            found.errors[library] = reply["error"]
    for _ in range(rounds):
        for library, child in children.items():
            if library not in found.errors:
                seconds = child.ask(do="time", budget=0.006)["seconds"]
                found.times[library] = min(seconds, found.times.get(library, seconds))
    return found


def distribution(timed: Sequence[Timed], peer: str) -> list[str]:
    """The rows of the table beside a peer, by size and for all sizes."""
    lines = [
        f"| elements, beside {peer} | calls "
        "| geometric mean | median | 90 % | 95 % | worst | behind |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for size in [*sorted({t.size for t in timed}), None]:
        found = [t.ratio(peer) for t in timed if size in (t.size, None)]
        ratios = np.array([r for r in found if r is not None])
        if not ratios.size:
            continue
        values = [
            np.exp(np.log(ratios).mean()),
            *np.quantile(ratios, [0.5, 0.9, 0.95]),
            max(ratios),
        ]
        told = " | ".join(f"{v:.2f}" for v in values)
        lines.append(f"| {size or 'all'} | {ratios.size} | {told} | {(ratios > 1).mean():.0%} |")
    return lines


def markdown(timed: Sequence[Timed], worst: int = 40) -> str:
    """The page."""
    lines = ["# Functions called at once", "", report.machine(), ""]
    lines += [
        "Written by `python -m benchmarks.eager --save`. Functions of the numerical namespaces",
        "without `jit`, warm, float32 arrays; the ratio is fjax's time over that of the peer.",
        "",
    ]
    for peer in LIBRARIES[1:]:
        lines += [*distribution(timed, peer), ""]
    slow = sorted(timed, key=lambda t: -(t.ratio("jax") or 0))[:worst]
    lines += ["## The slowest beside JAX", "", "| ratio | elements | fjax | jax | call |"]
    lines += ["|---|---|---|---|---|"]
    for t in slow:
        own, peer = (report.seconds(t.times.get(lib)) for lib in LIBRARIES[:2])
        lines.append(f"| {t.ratio('jax') or 0:.2f} | {t.size} | {own} | {peer} | `{t.call}` |")
    failed = [t for t in timed if "fjax" in t.errors]
    lines += ["", "## Errors of fjax where JAX has none", ""]
    lines += [f"- `{t.call}`, {t.size}: {t.errors['fjax']}" for t in failed] or ["None."]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Time the functions; 1 if fjax fails where JAX does not."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.eager", description=__doc__)
    parser.add_argument("--names", nargs="*", default=[], help="functions; all by default")
    parser.add_argument("--sizes", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--save", action="store_true", help="rewrite benchmarks/EAGER.md")
    options = parser.parse_args()
    os.environ.setdefault("FJAX_BENCH_QUIET", "1")
    timed = []
    with tempfile.TemporaryDirectory(prefix="fjax-eager-") as folder:
        children = {name: Child(name, folder, WORKER) for name in LIBRARIES}
        names = [Call(*pair) for pair in children["fjax"].ask(do="names")["names"]]
        for call in names:
            if options.names and call.name not in options.names:
                continue
            for size in options.sizes:
                found = measure(children, call, size)
                if found is not None:
                    timed.append(found)
                    print(found.line(), flush=True)
        for child in children.values():
            child.close()
    page = markdown(timed)
    print(page)
    if options.save:
        PAGE.write_text(page)
    return int(any("fjax" in t.errors for t in timed))


if __name__ == "__main__":
    raise SystemExit(main())
