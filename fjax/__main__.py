"""`python -m fjax lower FILE`: replay a printed jaxpr through passes, fusion and kernels."""

from __future__ import annotations

import argparse
import pathlib
import sys

from fjax.core.parser import parse
from fjax.core.typecheck import typecheck
from fjax.lowering import pipeline


def lower(path: str) -> str:
    """The report for the jaxpr in a file: parsed, optimised, fused, and every kernel's source."""
    text = sys.stdin.read() if path == "-" else pathlib.Path(path).read_text()
    jaxpr = typecheck(parse(text), path)
    return str(pipeline.inspect_jaxpr(jaxpr))


def main() -> int:
    """The command's exit status: 0, or 2 for arguments that do not fit."""
    parser = argparse.ArgumentParser(prog="python -m fjax", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    replay = commands.add_parser("lower", help="lower the jaxpr in FILE and print every stage")
    replay.add_argument("file", help="a printed jaxpr; - reads standard input")
    arguments = parser.parse_args()
    print(lower(arguments.file))
    return 0


if __name__ == "__main__":
    sys.exit(main())
