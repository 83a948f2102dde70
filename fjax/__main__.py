"""`python -m fjax`: replay a printed jaxpr (`lower`), or run a program written for JAX (`run`)."""

from __future__ import annotations

import argparse
import pathlib
import runpy
import sys

from fjax.as_jax import as_jax
from fjax.core.parser import parse
from fjax.errors import FjaxError
from fjax.lowering import pipeline


def lower(path: str) -> str:
    """The report for the jaxpr in a file: parsed, optimised, fused, and every kernel's source."""
    text = sys.stdin.read() if path == "-" else pathlib.Path(path).read_text(encoding="utf-8")
    return str(pipeline.inspect_jaxpr(parse(text)))


def run(program: list[str], module: bool) -> None:
    """Run a script, or a module by its name, as `python` would."""
    name, *_ = sys.argv[:] = program
    if module:
        sys.path.insert(0, "")
        runpy.run_module(name, run_name="__main__", alter_sys=True)
    else:
        sys.path.insert(0, str(pathlib.Path(name).resolve().parent))
        runpy.run_path(name, run_name="__main__")


def main() -> int:
    """The exit status: 0, 1 for a file that is no program, or 2 for arguments that do not fit."""
    parser = argparse.ArgumentParser(prog="python -m fjax", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    replay = commands.add_parser("lower", help="lower the jaxpr in FILE and print every stage")
    replay.add_argument("file", help="a printed jaxpr; - reads standard input")
    runner = commands.add_parser("run", help="run a Python program")
    runner.add_argument("--as-jax", action="store_true", help="`import jax` gives fjax in it")
    runner.add_argument("-m", action="store_true", dest="module", help="PROGRAM is a module's name")
    runner.add_argument("program", nargs=argparse.REMAINDER, help="a script and its arguments")
    arguments = parser.parse_args()
    if arguments.command == "lower":
        try:
            print(lower(arguments.file))
        except (FjaxError, OSError, UnicodeDecodeError) as error:
            said = error.message if isinstance(error, FjaxError) else error
            print(f"python -m fjax lower: {arguments.file}: {said}", file=sys.stderr)
            return 1
        return 0
    if not arguments.program:
        runner.error("name the program: python -m fjax run --as-jax script.py")
    if arguments.as_jax:
        as_jax()
    run(arguments.program, arguments.module)
    return 0


if __name__ == "__main__":
    sys.exit(main())
