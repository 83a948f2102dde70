"""The checks of source that belong to `make test`: whether one of them sees a fault."""

from __future__ import annotations

import ast
import pathlib
import re
import subprocess
import sys
from collections import Counter

from tests.mutation import blocks, faults
from tests.mutation.blocks import ROOT

RECORDS = ("tests/architecture/test_parameters.py", "tests/test_signatures.py")
COMMANDS = (
    ("ruff", "check", "--quiet", "--select=F", "--output-format=concise"),
    ("pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *RECORDS),
)
# A table of examples is part of docstrings; no test of its own reaches it.
EXAMPLES = ("pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests/test_doctests.py")
SAID = re.compile(r"^(?:FAILED |\S+\.py:[\d: ]+)(.+)", re.MULTILINE)


def seen(mutant) -> str:
    """The first message that only the file with the fault gets, or nothing.

    The file is written anew with and without the fault, and put back.
    """
    commands = COMMANDS if mutant.fault.block is not None else (*COMMANDS, EXAMPLES)
    tree, text = blocks.parse(mutant.path), mutant.path.read_text()
    changed = faults.planted(tree, mutant.fault)[0]
    try:
        for command in commands:
            with_fault, without = (_said(command, mutant.path, t) for t in (changed, tree))
            if new := with_fault - without:
                return f"{command[0]}: {next(iter(new))}"
    finally:
        mutant.path.write_text(text)
    return ""


def _said(command: tuple[str, ...], path: pathlib.Path, tree: ast.Module) -> Counter:
    path.write_text(ast.unparse(tree))
    files = () if command[0] == "pytest" else (str(path.relative_to(ROOT)),)
    done = subprocess.run(
        [sys.executable, "-m", *command, *files], cwd=ROOT, capture_output=True, text=True
    )
    return Counter(SAID.findall(done.stdout))
