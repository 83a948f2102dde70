"""A part of the suite at the bounds of `pyproject.toml`, `make test-bounds`.

The part holds what depends most on other libraries. The first run has the lowest version of each
requirement, on the oldest Python that is found; the others have the newest versions, one on each
Python. Their virtual environments lie in `out/bounds`.

`python -m tests.bounds [--list] [--only WORD]`
"""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator

from tests.all import SINGLE
from tests.architecture.source import ROOT

FOLDER = ROOT / "out" / "bounds"
TESTS = (
    "tests/test_samples.py",
    "tests/test_ops.py",
    "tests/core/test_dlpack.py",
    "tests/core/test_narrow_dtypes.py",
    "tests/core/test_promotion.py",
    "tests/numpy/test_against_numpy.py",
    "tests/numpy/test_einsum.py",
    "tests/ranks/test_launched.py",
    "tests/scipy/test_nan_arguments.py",
    "tests/lowering/cpu/test_cache.py",
    "tests/lowering/cpu/test_lapack.py",
    "tests/lowering/cpu/test_narrow.py",
    "tests/lowering/cpu/test_native.py",
    "tests/lowering/cpu/test_numba.py",
    "tests/lowering/cpu/test_operations.py",
)


def lowest(extras: tuple[str, ...]) -> list[str]:
    """What pins each requirement that has a lower bound to it: `numpy==2.2`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"]
    required = [*project["dependencies"], *(r for extra in extras for r in optional[extra])]
    found = (re.match(r"([\w-]+)>=([\d.]+)", r) for r in required)
    return [f"{m[1]}=={m[2]}" for m in found if m]


def pythons() -> dict[tuple[int, int], str]:
    """The interpreters from 3.11 on that are found on PATH, by pyenv or as this process's."""
    home = pathlib.Path(os.environ.get("PYENV_ROOT", pathlib.Path.home() / ".pyenv"))
    named = (shutil.which(f"python3.{minor}") for minor in range(11, 20))
    places = [*filter(None, named), *home.glob("versions/3.*/bin/python"), sys.executable]
    found = {}
    for place in map(str, places):
        asked = [place, "-c", "import sys; print(*sys.version_info[:2])"]
        said = subprocess.run(asked, capture_output=True, text=True, check=False)
        version = tuple(map(int, said.stdout.split()))
        if said.returncode == 0 and version >= (3, 11):
            found[version] = place
    return dict(sorted(found.items()))


def configurations() -> Iterator[tuple[str, str, list[str]]]:
    """(name, interpreter, pins) of each run."""
    found = pythons()
    oldest, *_ = found
    yield "lowest", found[oldest], lowest(("test", "mpi", "onednn"))
    for version, place in found.items():
        yield "python{}.{}".format(*version), place, []


def run(name: str, interpreter: str, pins: list[str]) -> bool:
    """Set up the environment, run the tests in it; whether they pass."""
    place, python = FOLDER / name, str(FOLDER / name / "bin" / "python")
    subprocess.run([interpreter, "-m", "venv", place], check=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-e", ".[test]", *pins], cwd=ROOT, check=True)
    versions = subprocess.check_output([python, "-m", "fjax", "bug-report"], cwd=ROOT, text=True)
    print(name, versions, flush=True)
    tests = subprocess.run(
        [python, "-m", "pytest", *TESTS], cwd=ROOT, env={**os.environ, **SINGLE}, check=False
    )
    return tests.returncode == 0


def main(arguments: list[str]) -> int:
    """Run all; 1 if one fails."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="print the configurations")
    parser.add_argument("--only", default="", help="those whose names contain this")
    options = parser.parse_args(arguments)
    chosen = [c for c in configurations() if options.only in c[0]]
    if options.list:
        for name, interpreter, pins in chosen:
            print(name, interpreter, *pins)
        return 0
    failed = [c[0] for c in chosen if not run(*c)]
    print(f"failed: {', '.join(failed)}" if failed else f"{len(chosen)} environments passed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
