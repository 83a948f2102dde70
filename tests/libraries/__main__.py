"""Libraries made for JAX, on fjax and on JAX in one environment; `make libraries`.

Their virtual environment, `out/libraries/python`, has the versions of `pinned.txt` and no JAX: that
lies in `out/libraries/jax` by itself. Each program of `programs/` runs in a process of its own with
each of the two, and what it computes is compared. One that fails on JAX is not counted. Then come
samples of the tests that libraries ship (`suites.py`): of those that pass with JAX it counts who
pass with fjax. All takes an hour.

`python -m tests.libraries [--only WORD] [--save]`; with `--save` the tables of docs/ecosystem.md
are written anew, each as soon as it is whole. A run that is stopped says what it found. `python -m
tests.libraries.names` lists names of JAX that are lacking.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.all import SINGLE
from tests.architecture.source import ROOT
from tests.libraries import suites

FOLDER = ROOT / "out" / "libraries"
PROGRAMS = sorted(f.stem for f in Path(__file__).parent.glob("programs/[a-z]*.py"))
PINNED = Path(__file__).with_name("pinned.txt")
PAGE = ROOT / "docs" / "ecosystem.md"
JAX = ("jax==0.10.2", "jaxlib==0.10.2")
BEGIN, END = "<!-- {}: written by make libraries -->", "<!-- end of {} -->"
VARIABLES = {**SINGLE, "KERAS_BACKEND": "jax", "SCIPY_ARRAY_API": "1"}
VARIABLES["BACKEND"] = "JAX"  # which the folder `tests` of several libraries asks for
LIMIT = 300  # seconds for one program
RELATIVE, ABSOLUTE = 2e-3, 2e-4  # of float32, whose sums each of the two takes in its own order


@dataclass(frozen=True)
class Place:
    """Where JAX's modules come from: folders of modules, and what starts them."""

    name: str
    folders: tuple[str, ...]
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What one program did in one place: its seconds and results, or why there are none."""

    seconds: float = 0.0
    results: tuple[np.ndarray, ...] = ()
    error: str = ""


def prepare() -> str:
    """The Python of the environment, which is made when `pinned.txt` has changed."""
    python, stamp = FOLDER / "python" / "bin" / "python", FOLDER / "ready"
    wanted = PINNED.read_text()
    if not stamp.is_file() or stamp.read_text() != wanted:
        pip = [
            str(python),
            "-m",
            "pip",
            "install",
            "-q",
            "--disable-pip-version-check",
            "--no-deps",
        ]
        subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER / "python"], check=True)
        subprocess.run([*pip, "-r", str(PINNED)], check=True)
        subprocess.run([*pip, "--upgrade", "--target", str(FOLDER / "jax"), *JAX], check=True)
        stamp.write_text(wanted)
    return str(python)


def run(python: str, place: Place, name: str) -> Outcome:
    """One program in one place."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "results.npz"
        kernels = {"FJAX_COMPILATION_CACHE_DIR": str(Path(folder) / "kernels")}  # none are there
        try:
            done = subprocess.run(
                [python, "-m", "tests.libraries.run", name, str(file), *place.options],
                env={
                    **os.environ,
                    **VARIABLES,
                    **kernels,
                    "PYTHONPATH": os.pathsep.join(place.folders),
                },
                cwd=ROOT,
                capture_output=True,
                text=True,
                timeout=LIMIT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Outcome(error=f"longer than {LIMIT} s")
        if done.returncode:
            return Outcome(error=_last_error(done.stderr))
        with np.load(file) as loaded:
            results = tuple(loaded[key] for key in loaded.files)
        return Outcome(float(done.stdout.splitlines()[-1]), results)


def _last_error(text: str) -> str:
    """The line of a traceback that names the error, without where to read more."""
    lines = [
        line for line in text.splitlines() if re.match(r"[\w.]*(Error|Exception|Exit)\b", line)
    ]
    return (lines or text.strip().splitlines() or ["it was killed"])[-1][:160]


def difference(ours: Outcome, theirs: Outcome) -> str:
    """Where the results of two runs differ; empty if nowhere."""
    if len(ours.results) != len(theirs.results):
        return f"{len(ours.results)} results for {len(theirs.results)}"
    for number, (a, b) in enumerate(zip(ours.results, theirs.results, strict=True)):
        if a.shape != b.shape or a.dtype != b.dtype:
            return f"result {number} is {a.dtype}{a.shape} for {b.dtype}{b.shape}"
        if a.dtype.kind not in "fc":
            if not np.array_equal(a, b):
                return f"result {number} is another"
            continue
        scale = ABSOLUTE * max(1.0, float(np.max(np.abs(b), initial=0, where=np.isfinite(b))))
        if not np.allclose(a, b, RELATIVE, scale, equal_nan=True):
            return f"result {number} differs by {np.nanmax(np.abs(a - b)):.2g}"
    return ""


def row(python: str, name: str, fjax: Place, jax: Place) -> tuple[str, str, float | None]:
    """A line of the table; whether the two agree: equal, other, or – if JAX itself fails; the
    quotient of their times, where both have one.
    """
    theirs, ours = run(python, jax, name), run(python, fjax, name)
    verdict = "–" if theirs.error else "no" if ours.error or difference(ours, theirs) else "yes"
    note = {"–": f"JAX: {theirs.error}", "yes": ""}.get(
        verdict, ours.error or difference(ours, theirs)
    )
    times = [f"{o.seconds:.1f}" if not o.error else "–" for o in (ours, theirs)]
    line = f"| {name} | {verdict} | {times[0]} | {times[1]} | {note.replace('|', '/')} |"
    return line, verdict, None if ours.error or theirs.error else ours.seconds / theirs.seconds


def suite_row(python: str, name: str, fjax: Place, jax: Place) -> tuple[str, int, int]:
    """A line of the table of tests, how many pass with JAX, and how many of these with fjax."""
    suite = suites.SUITES[name]
    theirs, _, their_seconds = suites.run(python, suite, jax.folders, (), VARIABLES)
    plugin = ("-p", "fjax.as_jax")
    ours, ran, our_seconds = suites.run(
        python, suite, fjax.folders, plugin, VARIABLES, suites.FJAX_SECONDS, theirs
    )
    if our_seconds > suites.FJAX_SECONDS:  # it was stopped, and the other tests say nothing
        theirs &= ran
    failed = sorted(theirs - ours)
    note = ", ".join(test.rpartition("::")[2] for test in failed[:3])
    counts = f"{len(theirs)} | {len(theirs & ours)}"
    line = f"| {name} | {counts} | {our_seconds:.0f} | {their_seconds:.0f} | {note} |"
    return line, len(theirs), len(theirs & ours)


def until_stopped(names: Iterable[str], row: Callable[[str], Any]) -> tuple[list[Any], bool]:
    """The rows of names, each printed once it is there; and whether none was stopped.

    Ctrl-C, or the signal to end, stops the row under way: those before it are what was found.
    """
    found: list[Any] = []
    try:
        for name in names:
            found.append(row(name))
            print(found[-1][0], flush=True)
    except KeyboardInterrupt:
        return found, False
    return found, True


def programs(python: str, word: str, fjax: Place, jax: Place) -> tuple[list[str], bool, bool]:
    """The table of programs, whether all that run on JAX give the same, and whether it is whole."""
    names = [name for name in PROGRAMS if word in name]
    found, is_whole = until_stopped(names, lambda name: row(python, name, fjax, jax))
    head = ["| library | equal | fjax, s | JAX, s | why not |", "|---|---|---|---|---|"]
    verdicts = [verdict for _, verdict, _ in found]
    quotients = {name: each for name, (_, _, each) in zip(names, found) if each is not None}
    equal, counted = verdicts.count("yes"), len(verdicts) - verdicts.count("–")
    summary = f"{equal} of {counted} programs that run on JAX give the same on fjax."
    if quotients:
        most = max(quotients, key=quotients.__getitem__)
        middle = float(np.median(list(quotients.values())))
        summary += f" The median of fjax's time over JAX's is {middle:.2f}, the largest "
        summary += f"{quotients[most]:.2f} ({most})."
    return [summary, "", *head, *(line for line, _, _ in found)], equal == counted, is_whole


def shipped_tests(python: str, word: str, fjax: Place, jax: Place) -> tuple[list[str], bool, bool]:
    """The table of tests, whether all that pass with JAX pass with fjax, whether it is whole."""
    names = [name for name in suites.SUITES if word in name]
    found, is_whole = until_stopped(names, lambda name: suite_row(python, name, fjax, jax))
    head = ["| library | with JAX | of these | fjax, s | JAX, s | of what fails |"]
    passed, wanted = sum(f[2] for f in found), sum(f[1] for f in found)
    summary = f"{passed} of {wanted} tests that pass with JAX pass with fjax."
    lines = [summary, "", *head, "|---|---|---|---|---|---|", *(f[0] for f in found)]
    return lines, passed == wanted, is_whole


def main() -> int:
    """0 if everything that JAX does gives the same on fjax."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="WORD", default="")
    parser.add_argument("--python", help="of an environment that is there already")
    parser.add_argument("--jax", help="the folder of its JAX", default=str(FOLDER / "jax"))
    parser.add_argument("--save", action="store_true")
    options = parser.parse_args()
    python = options.python or prepare()
    # What pip installs has its bytecode; fjax in this folder is to have it, too.
    subprocess.run([python, "-m", "compileall", "-q", "fjax"], cwd=ROOT, check=True)
    fjax = Place("fjax", (str(ROOT),), ("--as-jax",))
    jax = Place("JAX", (str(ROOT), options.jax))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    succeeded, summaries = True, []
    for part, made in (("programs", programs), ("tests", shipped_tests)):
        table, is_equal, is_whole = made(python, options.only, fjax, jax)
        if options.save and is_whole:
            save(part, table)
        summaries.append(table[0] + ("" if is_whole else " It was stopped there."))
        succeeded &= is_equal and is_whole
        if not is_whole:
            break
    print("\n".join(summaries))
    return int(not succeeded)


def save(part: str, lines: list[str]) -> None:
    """Write a table into the page, between the two comments of its name."""
    begin, end = BEGIN.format(part), END.format(part)
    before, found, rest = PAGE.read_text().partition(begin)
    if not found:
        raise ValueError(f"{PAGE.name} has no place for the table of {part}: {begin}")
    written = "\n".join(lines)
    PAGE.write_text(f"{before}{begin}\n{written}\n{end}{rest.partition(end)[2]}")


if __name__ == "__main__":
    sys.exit(main())
