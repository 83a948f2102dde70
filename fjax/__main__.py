"""`python -m fjax`: run a program written for JAX, say what a report needs, show what is kept.

`lower` replays a printed jaxpr, `bug-report` does and prints it with the machine and the versions,
`run` runs a program, `cache` is about compiled kernels on disk, `explain` makes a page that shows
what became of each line of a function, `playground` trains a small network in a browser.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import runpy
import sys
import traceback
from collections.abc import Callable
from typing import Any

from fjax.as_jax import as_jax
from fjax.bug_report import print_environment_info
from fjax.config import config
from fjax.core import lazy
from fjax.core.parser import parse
from fjax.errors import FjaxError
from fjax.explanation.command import explain_file
from fjax.lowering import disk_cache, pipeline

_playground: Any = lazy.module("fjax.playground.view")


def text_of(path: str) -> str:
    """The text of a file, or of standard input for a dash."""
    return sys.stdin.read() if path == "-" else pathlib.Path(path).read_text(encoding="utf-8")


def lower(text: str) -> str:
    """The report for a printed jaxpr: parsed, optimised, fused, and every kernel's source."""
    config.update("internal_errors", "raise")
    return str(pipeline.inspect_jaxpr(parse(text)))


def report(text: str | None) -> str:
    """What a bug report needs; with a printed jaxpr also that, and what lowering it ends with."""
    parts = [str(print_environment_info(return_string=True))]
    if text is not None:
        try:
            lowered = lower(text)
        except Exception:
            lowered = traceback.format_exc()
        parts += [text, lowered]
    return "\n\n".join(parts)


def cache(clear: bool) -> str:
    """What is on disk of compiled kernels, after all of it was deleted if asked for."""
    if clear:
        disk_cache.clear()
    found = disk_cache.contents()
    if found.folder is None:
        return "no compiled kernels are kept on disk"
    limit = "any number" if found.limit is None else f"{found.limit:,}"
    return f"{found.folder}: {found.entries} entries, {found.size:,} bytes of at most {limit}"


def run(program: list[str], module: bool) -> None:
    """Run a script, or a module by its name, as `python` would."""
    name, *_ = sys.argv[:] = program
    if module:
        sys.path.insert(0, "")
        runpy.run_module(name, run_name="__main__", alter_sys=True)
    else:
        sys.path.insert(0, str(pathlib.Path(name).resolve().parent))
        runpy.run_path(name, run_name="__main__")


def printed(make: Callable[[], str], arguments: argparse.Namespace, subject: str) -> int:
    """Print a text, or why there is none; gives the exit status."""
    try:
        print(make(), flush=True)
    except BrokenPipeError:  # whoever reads has read enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (FjaxError, OSError, UnicodeDecodeError) as error:
        said = error.message if isinstance(error, FjaxError) else error
        print(f"python -m fjax {arguments.command}: {subject}: {said}", file=sys.stderr)
        return 1
    return 0


def main() -> int:
    """The exit status: 0, 1 if a file is not a program, or 2 if arguments do not fit."""
    parser = argparse.ArgumentParser(prog="python -m fjax", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    replay = commands.add_parser("lower", help="lower the jaxpr in FILE and print every stage")
    replay.add_argument("file", help="a printed jaxpr; - reads standard input")
    reporter = commands.add_parser("bug-report", help="print what a bug report needs")
    reporter.add_argument("file", nargs="?", help="a printed jaxpr that fjax named in a warning")
    keeper = commands.add_parser("cache", help="show what is kept of compiled kernels")
    keeper.add_argument("--clear", action="store_true", help="delete it first")
    explainer = commands.add_parser("explain", help="show what became of a function's lines")
    explainer.add_argument("function", help="FILE.py:function")
    explainer.add_argument("--args", help="the call's arguments, as Python; else the file's names")
    explainer.add_argument("--measure", action="store_true", help="run it, and show times")
    explainer.add_argument("-o", "--output", help="write the page there; else a browser shows it")
    player = commands.add_parser("playground", help="train a small network in a browser")
    player.add_argument("--port", type=int, default=8080, help="of http://127.0.0.1; 8080")
    player.add_argument("--no-browser", action="store_true", help="only say where the page is")
    runner = commands.add_parser("run", help="run a Python program")
    runner.add_argument("--as-jax", action="store_true", help="`import jax` gives fjax in it")
    runner.add_argument("-m", action="store_true", dest="module", help="PROGRAM is a module's name")
    runner.add_argument("program", nargs=argparse.REMAINDER, help="a script and its arguments")
    arguments = parser.parse_args()
    if arguments.command in ("lower", "bug-report"):
        shown: Callable[..., str] = lower if arguments.command == "lower" else report
        file = arguments.file
        return printed(lambda: shown(None if file is None else text_of(file)), arguments, file)
    if arguments.command == "explain":
        asked = arguments.function, arguments.args, arguments.measure, arguments.output
        return printed(lambda: explain_file(*asked), arguments, arguments.function)
    if arguments.command == "playground":
        serve = lambda: _playground.serve(arguments.port, not arguments.no_browser) or ""
        return printed(serve, arguments, f"port {arguments.port}")
    if arguments.command == "cache":
        return printed(lambda: cache(arguments.clear), arguments, "the folder of kernels")
    if not arguments.program:
        runner.error("name the program: python -m fjax run --as-jax script.py")
    if arguments.as_jax:
        as_jax()
    run(arguments.program, arguments.module)
    return 0


if __name__ == "__main__":
    sys.exit(main())
