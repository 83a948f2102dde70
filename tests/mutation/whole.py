"""Tries faults that survived in a copy of the repository, with whole files and folders of tests.

    python -m tests.mutation.whole out/mutation/seed-1.jsonl tests/ranks tests/test_tree.py

A trial in one process has no part in tests that start others; here they meet the fault, too. What
comes of each fault is added to the results that are named, which the report takes.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from tests.mutation import blocks, faults, known
from tests.mutation.blocks import ROOT

# A test, of which the case in brackets may hold spaces, or the file that failed.
NAMED = re.compile(r"\w+ ([^\s\[]+(?:\[.*?\](?= - |$))?)")
OPTIONS = ("-q", "-x", "-n", "0", "-p", "no:cacheprovider")
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "out", "__pycache__", ".*_cache", "build")


@contextlib.contextmanager
def copied() -> Iterator[pathlib.Path]:
    """A copy of the repository for a while; what a run leaves goes with it."""
    with tempfile.TemporaryDirectory(prefix="fjax-mutation-") as folder:
        copy = pathlib.Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT, symlinks=True)
        yield copy


def caught(mutant, tests: list[str], seconds: float) -> tuple[str, str]:
    """What comes of a fault in a copy of everything, and the test that failed."""
    with copied() as copy:
        changed = faults.planted(blocks.parse(mutant.path), mutant.fault)[0]
        (copy / mutant.file).write_text(ast.unparse(changed))
        environment = {**os.environ, "PYTHONPATH": str(copy), "FJAX_CACHE_DIR": f"{copy}/cache"}

        def failed(names: list[str]) -> str:
            """The first test that fails, or nothing."""
            command = [sys.executable, "-m", "pytest", *OPTIONS, *names]
            done = subprocess.run(
                command, cwd=copy, env=environment, capture_output=True, text=True, timeout=seconds
            )
            found = [x for x in done.stdout.splitlines() if x.startswith(("FAILED", "ERROR"))]
            named = NAMED.match(found[0]) if found else None
            return named[1] if named else "pytest" * bool(done.returncode)

        try:
            test = failed(tests)
            if not test:
                return "survived", ""
            (copy / mutant.file).write_text(ast.unparse(blocks.parse(mutant.path)))
            again = failed([test] if "::" in test else tests)
        except subprocess.TimeoutExpired:
            return "survived", f"{seconds:.0f} s are over"
    return ("survived", f"{test} fails without it, too") if again else ("killed", test)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.whole", description=__doc__)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("tests", nargs="+", help="files or folders of tests")
    parser.add_argument("--only", action="append", default=[], help="beginnings of digests")
    parser.add_argument("--seconds", type=float, default=900, help="for each fault")
    options = parser.parse_args()
    mutants, _, _ = known.listed(options.results)
    entries = {e["digest"]: e for e in map(json.loads, options.results.read_text().splitlines())}
    for mutant in mutants:
        entry = entries[mutant.digest]
        if entry["caught"] or options.only and not mutant.digest.startswith(tuple(options.only)):
            continue
        outcome, test = caught(mutant, options.tests, options.seconds)
        print(mutant.digest, mutant.file, mutant.fault.line, outcome, test, flush=True)
        if outcome == "killed":
            entry |= {"outcome": outcome, "caught": True, "test": test}
            with open(options.results, "a") as file:
                file.write(json.dumps(entry) + "\n")


if __name__ == "__main__":
    main()
