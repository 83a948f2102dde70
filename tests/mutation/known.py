"""Faults that were tried before, found again in the source as it is now.

A list has a line of JSON for each fault, as the results have: its file, the name of what it lies
in, its kind, and the statement before and after.
"""

from __future__ import annotations

import functools
import json
import pathlib
from collections.abc import Iterator

from tests.mutation import blocks, choice, faults
from tests.mutation.blocks import ROOT


def listed(path: pathlib.Path) -> tuple[list[choice.Mutant], dict[str, str], list[dict]]:
    """The mutants of a list, the tests that caught them by digest, and the lines found nowhere."""
    entries = [json.loads(line) for line in path.read_text().splitlines()]
    mutants, killers, gone = {}, {}, []
    for entry in entries:
        mutant = _found(entry)
        if mutant is None:
            gone.append(entry)
            continue
        mutants[mutant.digest] = mutant
        if entry.get("caught") and "::" in entry.get("test", ""):
            killers[mutant.digest] = entry["test"]
    return list(mutants.values()), killers, gone


def _found(entry: dict) -> choice.Mutant | None:
    """The fault of a line: in its file, or where that function has moved to."""
    for path in _places(entry):
        for fault, text in _sites(path).get((entry["scope"], entry["kind"]), ()):
            if text != entry["before"]:
                continue
            _, before, after = faults.planted(choice.tree_of(path), fault)
            if (before, after) == (entry["before"], entry["after"]):
                return choice.Mutant(path, fault, before, after)
    return None


def _places(entry: dict) -> Iterator[pathlib.Path]:
    """Files that may hold a fault: its own, ones of that name, those that define its function."""
    own = ROOT / entry["file"]
    files = blocks.files()
    yield from [path for path in files if path == own]
    yield from [path for path in files if path != own and path.name == own.name]
    name = entry["scope"].rpartition(".")[2]
    if name:
        yield from [
            path for path in files if path.name != own.name and f" {name}(" in path.read_text()
        ]


@functools.lru_cache(maxsize=400)
def _sites(path: pathlib.Path) -> dict[tuple[str, str], list[tuple[faults.Fault, str]]]:
    """A file's faults and their statements, by the name of what they lie in and their kind."""
    tree = choice.tree_of(path)
    shown = faults.statements(tree)
    found: dict[tuple[str, str], list[tuple[faults.Fault, str]]] = {}
    for fault in faults.faults(tree):
        found.setdefault((fault.scope, fault.kind), []).append((fault, shown(fault)))
    return found


def successor(entry: dict, mutants: list[choice.Mutant], seed: int) -> choice.Mutant | None:
    """Another fault in the place of one that is gone: of its file, if there is one, or folder."""
    taken = {mutant.digest for mutant in mutants}
    files = [
        path
        for path in blocks.files()
        if path.relative_to(blocks.PACKAGE).as_posix() not in choice.LEFT_OUT
    ]
    own = [path for path in files if path.name == pathlib.Path(entry["file"]).name]
    folder = [path for path in files if path.parent.name == entry["file"].split("/")[1]]
    for paths in (own, folder):
        for mutant in choice.drawn(seed, paths, 20):
            if mutant.digest not in taken:
                return mutant
    return None
