"""The long run of the tests, `make test-all`: all of them, then parts of them on other machines.

All of them are those of `make test`, those marked `extended`, and every case of those marked
`one_in`.

Another machine is a level of the processor, kernels of OpenBLAS, a number of threads, a spelling, a
mode; the list below combines them. One line is printed for each configuration with its time. The
output of one that runs, fails or is stopped lies in the folder that is printed first, test by test.
All share one folder of compiled kernels, whose keys tell levels and spellings apart.

`python -m tests.all [--list] [--only WORD] [--workers N]`
"""

from __future__ import annotations

import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

from tests.machines import levels

KERNELS = ("tests/lowering", "tests/test_samples.py", "tests/primitives")
GRID = ("tests/api", "tests/interpreters")
FRONT = (
    "tests/numpy",
    "tests/lax",
    "tests/nn",
    "tests/scipy",
    "tests/random",
    "tests/test_image.py",
)
LEVEL, CORE, THREADS = "FJAX_CPU_LEVEL", "OPENBLAS_CORETYPE", "FJAX_NUM_THREADS"
EMITTER, MODE, POISON = "FJAX_CPU_EMITTER", "FJAX_TEST_MODE", "FJAX_POISON_MEMORY"
CACHE = "FJAX_TEST_CACHE"
ALL = ("-m", "")  # whatever their marks
# What NumPy and oneDNN find where a level ends: their functions give other last digits there.
# Tests of oneDNN need AVX2, for which it has kernels of its own.
ISA, FEATURES = "ONEDNN_MAX_CPU_ISA", "NPY_DISABLE_CPU_FEATURES"
WIDER_THAN_V3 = "X86_V4 AVX512_ICL AVX512_SPR"
AS_V3 = {LEVEL: "v3", ISA: "AVX2", FEATURES: WIDER_THAN_V3}
AS_V2 = {ISA: "AVX2", FEATURES: f"X86_V3 {WIDER_THAN_V3}"}
SINGLE = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}


@dataclass(frozen=True)
class Configuration:
    """Which tests run under which environment."""

    name: str
    tests: tuple[str, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)


CONFIGURATIONS = (
    Configuration("all tests"),
    Configuration(
        "v2, Haswell, 1 thread", KERNELS, {LEVEL: "v2", **AS_V2, CORE: "Haswell", THREADS: "1"}
    ),
    Configuration(
        "v3, Haswell, 2 threads", (*KERNELS, *GRID), {**AS_V3, CORE: "Haswell", THREADS: "2"}
    ),
    Configuration("v4, Zen, 7 threads", KERNELS, {LEVEL: "v4", CORE: "Zen", THREADS: "7"}),
    Configuration(
        "x86-64, Zen, 2 threads", KERNELS, {LEVEL: "x86-64", **AS_V2, CORE: "Zen", THREADS: "2"}
    ),
    Configuration(
        "native, SkylakeX, 7 threads, no oneDNN",
        ("tests/lowering/cpu", "tests/numpy"),
        {CORE: "SkylakeX", THREADS: "7", "FJAX_ONEDNN": "0"},
    ),
    Configuration(
        "ranks and dtypes strict", (*FRONT, "tests/test_samples.py"), {MODE: "rank,strict"}
    ),
    Configuration("64 bits off", FRONT, {MODE: "x32"}),
    Configuration(
        "Numba's spelling",
        (*KERNELS, "tests/interpreters", "tests/lax", "tests/nn"),
        {EMITTER: "numba"},
    ),
    Configuration("poisoned memory, code as it stands", KERNELS, {POISON: "1", MODE: "plain"}),
)


def missing(configuration: Configuration) -> str | None:
    """A level that the configuration, or OpenBLAS's kernels in it, need and this processor has
    not."""
    settings = configuration.settings
    needed = settings.get(LEVEL), levels.LEVEL_OF_KERNELS.get(settings.get(CORE, ""))
    return next((x for x in needed if x and levels.is_absent(x)), None)


def environment(settings: dict[str, str]) -> dict[str, str]:
    """This process's, without what chooses OpenBLAS's kernels here, and the settings."""
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith("OPENBLAS_") or CORE not in settings
    }
    return {**kept, **SINGLE, **settings}


def run(configuration: Configuration, workers: int, folder: pathlib.Path) -> bool:
    """Run one configuration and print its line; whether it passed."""
    absent = missing(configuration)
    if absent is not None:
        print(f"left out    {configuration.name}: this processor has no {absent}", flush=True)
        return True
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        str(workers),
        "--dist",
        "worksteal",
        "-vv",  # the log names each test as it ends
        *ALL,
        *configuration.tests,
    ]
    start = time.monotonic()
    name = "".join(c if c.isalnum() else "-" for c in configuration.name)
    log = folder / f"{name}.log"
    with log.open("w") as output:
        done = subprocess.run(
            command,
            env={**environment(configuration.settings), CACHE: str(folder / "kernels")},
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    minutes, passed = (time.monotonic() - start) / 60, done.returncode == 0
    last = (log.read_text().strip().splitlines() or [""])[-1].strip("= ")
    print(
        f"{'passed' if passed else 'FAILED':8}{minutes:6.1f} min  {configuration.name}: {last}",
        flush=True,
    )
    if passed:
        log.unlink()
    return passed


def main(arguments: list[str]) -> int:
    """Run all configurations; 1 if one fails."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="print the configurations")
    parser.add_argument("--only", default="", help="those whose names contain this")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args(arguments)
    chosen = [c for c in CONFIGURATIONS if options.only in c.name]
    if options.list:
        for c in chosen:
            settings = " ".join(f"{k}={v}" for k, v in c.settings.items())
            print(f"{c.name}: {settings} {shlex.join(['pytest', *ALL, *c.tests])}")
        return 0
    folder, start = pathlib.Path(tempfile.mkdtemp(prefix="fjax-test-all-")), time.monotonic()
    print(f"output in {folder}", flush=True)
    passed = [run(c, options.workers, folder) for c in chosen]
    shutil.rmtree(folder / "kernels", ignore_errors=True)
    print(f"{sum(passed)} of {len(passed)} in {(time.monotonic() - start) / 60:.0f} minutes")
    return 0 if passed and all(passed) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
