"""Fused programs on disk: which equations share a kernel, so that another process need not ask.

Deciding it is most of what a known program costs a new process. What is kept is data, a JSON text
of the numbers of equations and variables; it is read into this process's own program, which is
checked as after a pass. An entry that says anything else counts as absent.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fjax.core import printer
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.typecheck import WRONG, typecheck
from fjax.errors import FjaxError
from fjax.lowering import disk_cache
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.fuse.fusion import FusedProgram
from fjax.lowering.machine import Machine

FEWEST = 256  # equations: fewer are fused while a file is looked for
DECIDERS = ("core", "higher_order", "lowering", "primitives")  # packages
OPAQUE, KERNEL, UPDATE = "alone", "kernel", "update"


def fuse_or_load(
    jaxpr: Jaxpr, machine: Machine, fuse: Callable[[Jaxpr, Machine], FusedProgram]
) -> FusedProgram:
    """What `fuse` makes of a program, from disk if an equal one was fused before."""
    worth = len(jaxpr.eqns) >= FEWEST and disk_cache.directory() is not None
    key = key_of((jaxpr,), machine) if worth else None
    if key is None:
        return fuse(jaxpr, machine)
    found = read(jaxpr, disk_cache.read(key))
    if found is None:
        found = fuse(jaxpr, machine)
        disk_cache.write(key, written(jaxpr, found))
    return found


def key_of(jaxprs: Sequence[Jaxpr], *more: object) -> str | None:
    """A hash of all that a decision about programs depends on; None if some of it has no text.

    more: what else there is, whose `repr` tells all.
    """
    hosts = printer.HostNames()
    texts = [printer.print_jaxpr(jaxpr, 0, hosts) for jaxpr in jaxprs]
    if hosts.table or not all(map(_is_own, jaxprs)):
        return None
    parts = (_sources(), *map(repr, more), *texts)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _is_own(jaxpr: Jaxpr) -> bool:
    """Whether the rules of all that is in a program are part of fjax."""
    packages = tuple([f"fjax.{name}." for name in DECIDERS])
    return all(
        type(e.op).__module__.startswith(packages) and all(map(_is_own, e.op.jaxprs))
        for e in jaxpr.eqns
    )


@functools.cache
def _sources() -> str:
    """A hash of the files that say what becomes of equations, loaded or not.

    A file's text is not read, which takes 20 times as long: with other text it has another time.
    """
    root, digest = str(Path(__file__).parents[2]), hashlib.sha256()
    for name in DECIDERS:
        for folder, folders, files in os.walk(os.path.join(root, name)):
            folders.sort()
            for file in sorted(x for x in files if x.endswith(".py")):
                found = os.stat(os.path.join(folder, file))
                place = folder.removeprefix(root), file
                parts = (*place, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
                digest.update(repr(parts).encode())
    return digest.hexdigest()


def written(jaxpr: Jaxpr, fused: FusedProgram) -> bytes:
    """The decisions as JSON, a row for each step.

    A row is its kind, its reason, the numbers of its equations, its operands and its results.
    Variables are counted from the inputs on, in the order of the equations.
    """
    number = {id(e): k for k, e in enumerate(jaxpr.eqns)}
    names = {v: k for k, v in enumerate(_variables(jaxpr))}
    rows: list[Sequence[Any]] = []
    for eqn, reason in zip(fused.jaxpr.eqns, fused.reasons, strict=True):
        if not isinstance(eqn.op, (Fused, Updated)):
            rows.append((OPAQUE, reason, [number[id(eqn)]], [], []))
            continue
        kind = KERNEL if isinstance(eqn.op, Fused) else UPDATE
        inside = [jaxpr.position[e.outvars[0]] for e in eqn.op.body.eqns]
        operands = [names[v] for v in eqn.invars if isinstance(v, Var)]
        rows.append((kind, reason, inside, operands, [names[v] for v in eqn.outvars]))
    return json.dumps(rows, separators=(",", ":")).encode()


def read(jaxpr: Jaxpr, text: bytes | None) -> FusedProgram | None:
    """The program that `written` wrote down, made of this program's equations; None if it is not.

    Each of the program's effects happens once and in order, and what steps read was made before.
    """
    if text is None:
        return None
    try:
        rows = json.loads(text)
        variables = dict(enumerate(_variables(jaxpr)))
        eqns = [_step(jaxpr, variables, *row) for row in rows]
        fused = jaxpr.replace(eqns=eqns)
        typecheck(fused, "a fused program from disk")
        if _effects(fused.eqns) != _effects(jaxpr.eqns):
            return None
        return FusedProgram(fused, tuple([str(r[1]) for r in rows]), (None,) * len(rows))
    except (FjaxError, *WRONG):
        return None


def _step(
    jaxpr: Jaxpr,
    variables: Mapping[int, Var],
    kind: str,
    reason: str,
    numbers: Sequence[int],
    operands: Sequence[int],
    results: Sequence[int],
) -> Equation:
    """The equation of a row."""
    inside = [jaxpr.eqns[k] for k in numbers]
    if kind == OPAQUE:
        (eqn,) = inside
        return eqn
    given, stored = tuple([variables[k] for k in operands]), [variables[k] for k in results]
    last = inside[-1]
    if kind == KERNEL:
        body = Jaxpr(given, inside, stored)
        return Equation(Fused(body), given, tuple(stored), last.source)
    changed = Var(given[0].aval)
    inside[-1] = last.replace(invars=(changed, *last.invars[1:]))
    body = Jaxpr((changed, *given[1:]), inside, stored)
    return Equation(Updated(body), given, tuple(stored), last.source)


def _variables(jaxpr: Jaxpr) -> list[Var]:
    return [*jaxpr.invars, *[v for e in jaxpr.eqns for v in e.outvars]]


def _effects(eqns: Sequence[Equation]) -> list[Any]:
    return [e.op for e in eqns if e.op.effects]
