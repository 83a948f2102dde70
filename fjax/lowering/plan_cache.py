"""Plans on disk: another process that traces an equal program need not lower it.

The key is a hash of all that lowering depends on: the program (`lowering/skeleton.py`) with its
sizes and literals, the options, the environment, the target, the installed packages, and fjax's
files. A program that holds something without a stable text, such as a function or a mesh, is not
stored.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from fjax.config import checks, config
from fjax.core import processes
from fjax.core.events import record
from fjax.core.ir import Jaxpr
from fjax.lowering import disk_cache
from fjax.lowering.run.plan import Plan
from fjax.lowering.run.stored_plan import Unstorable, restored, stored, text_of
from fjax.lowering.skeleton import Skeleton
from fjax.lowering.target import Target
from fjax.options import OPTIONS

# Options and variables that say where entries are, or what is told of compilation.
APART = ("compilation_cache", "persistent_cache", "log_", "logging_", "explain_cache_misses")
# Folders of fjax: passes stage, batch and differentiate.
DECIDERS = ("core", "higher_order", "interpreters", "lowering", "passes", "primitives")
PREFIXES = ("FJAX_", "OPENBLAS_", "OMP_", "MKL_", "BLIS_", "DNNL_", "ONEDNN_")
DECIDING = [o.name for o in OPTIONS if not o.name.startswith(APART)]
ELSEWHERE = frozenset({"FJAX_CACHE_DIR", *[f"FJAX_{o.name.upper()}" for o in OPTIONS]})


def key_of(skeleton: Skeleton, donated: Sequence[bool], target: Target) -> str | None:
    """The key of a program on a target; None if its plan is not stored.

    Checks of the IR and of copies inspect each step of lowering, so no stored plan is used then.
    """
    looks = config.check_ir or config.assert_no_copies or checks.replaced
    if looks or processes.count() > 1 or config.disable_jit or disk_cache.directory() is None:
        return None
    around = _surroundings(target)
    if around is None:
        return None
    told = _text(skeleton, donated)
    return None if told is None else hashlib.sha256(around.encode() + told).hexdigest()


def _text(skeleton: Skeleton, donated: Sequence[bool]) -> bytes | None:
    """A program's skeleton and numbers as bytes; None if it holds something that is not data."""
    try:
        return text_of((skeleton.key, list(skeleton.places), tuple(donated), _options()))
    except Unstorable:
        return None


def read(key: str, program: Jaxpr, target: Target) -> Plan | None:
    """The plan stored under a key; None if it is absent, damaged or lacks machine code."""
    contents = disk_cache.read(key)
    if contents is None:
        return None
    try:
        found = restored(contents, program, target)
    except Unstorable:
        return None
    record("plan_loaded")
    return found


def write(key: str, plan: Plan, program: Jaxpr) -> None:
    """Store a plan, unless it cannot be, or an internal error left a kernel out of it."""
    if plan.fallbacks:
        return

    def contents() -> bytes | None:
        try:
            return stored(plan, program)
        except Unstorable:
            return None

    disk_cache.write_later(key, contents)


def _options() -> list[Any]:
    """The values of the options in force. Only tracing reads the user's contexts."""
    return [getattr(config, name) for name in DECIDING]


def _surroundings(target: Target) -> str | None:
    """All else that a plan depends on; None if plans for the target are not stored."""
    told, sources = target.circumstances(), _sources()
    if told is None or sources is None:
        return None
    names = sorted(n for n in os.environ if n.startswith(PREFIXES) and n not in ELSEWHERE)
    return "\n".join((told, sources, *[f"{n}={os.environ[n]}" for n in names]))


@functools.cache
def _sources() -> str | None:
    """A hash of the package's files, loaded or not, and of the installed packages.

    It hashes paths, sizes and times: reading the texts would take 20 times as long. Installing a
    package changes the time of the folder that holds all packages. None if there are no files.
    """
    root, packages = Path(__file__).parents[1], Path(np.__file__).parents[1]
    try:
        told: list[Any] = [*_stamps(root), packages, os.stat(packages).st_mtime_ns]
        for name in DECIDERS:
            told += _stamps(root / name, deep=True)
    except OSError:
        return None
    told += [np.__version__, sys.version, sys.prefix]
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _stamps(folder: str | Path, deep: bool = False) -> Iterator[tuple[str, int, int, int]]:
    """Path, size and times of the Python files in a folder; deep: also in folders below."""
    with os.scandir(folder) as found:
        for entry in sorted(found, key=lambda entry: entry.name):
            if entry.name.endswith(".py"):
                known = entry.stat()
                yield entry.path, known.st_size, known.st_mtime_ns, known.st_ctime_ns
            elif deep and "." not in entry.name and entry.name != "__pycache__":
                yield from _stamps(entry.path, deep)
