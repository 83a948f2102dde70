"""Which faults are tried, drawn from the folders in fixed shares, and which tests reach them."""

from __future__ import annotations

import ast
import functools
import hashlib
import pathlib
import pickle
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from tests.mutation import blocks, faults
from tests.mutation.blocks import PACKAGE, ROOT, Block
from tests.mutation.faults import Fault

# Shares of the faults. What decides over right and wrong answers gets most of them.
SHARES = {
    "primitives": 56,
    "lowering/cpu": 44,
    "lowering": 60,
    "higher_order": 32,
    "interpreters": 24,
    "passes": 20,
    "core": 26,
    "numpy": 28,
    "lax": 16,
    "api": 14,
    "random": 6,
    "scipy": 10,
    "nn": 4,
    "pytrees": 5,
    "experimental": 4,
    "image": 1,
    "package": 6,  # the modules beside the folders: options, variables, locks, errors
    "extend": 2,
    "example_libraries": 3,
    "ops": 1,
}
# How often a kind of fault is drawn where all kinds are equally many.
WEIGHTS = {
    "comparison": 3,
    "arithmetic": 2,
    "swapped operands": 1.5,
    "and, or": 2,
    "condition left out": 3,
    "negation left out": 1.5,
    "condition negated": 1.5,
    "guard left out": 3,
    "constant": 3,
    "statement left out": 3,
    "argument returned": 1,
    "element left out": 1,
    "swapped arguments": 1,
    "call left out": 2,
    "keyword left out": 2,
    "filter left out": 1.5,
    "instruction": 2,
}
# The CPU target's modules that only talk to optional libraries, and what only people read.
LEFT_OUT = (
    "core/printer.py",
    "lowering/inspect.py",
    "lowering/numba/emit.py",
    "lowering/numba/text.py",
    "api/stages.py",
)


@dataclass(frozen=True)
class Mutant:
    """One fault with where it lies and how it reads."""

    path: pathlib.Path
    fault: Fault
    before: str
    after: str

    @property
    def file(self) -> str:
        """The path from the repository's root."""
        return self.path.relative_to(ROOT).as_posix()

    @property
    def digest(self) -> str:
        """What the mutant is known by, whatever its line."""
        return faults.digest(self.file, self.fault.scope, self.before, self.after)


def stratum(path: pathlib.Path) -> str:
    """The folder whose share a file belongs to."""
    parts = path.relative_to(PACKAGE).parts
    if len(parts) == 1:
        return "package"
    return "lowering/cpu" if parts[:2] == ("lowering", "cpu") else parts[0]


@functools.lru_cache(maxsize=400)
def tree_of(path: pathlib.Path) -> ast.Module:
    """A file's tree with its blocks."""
    return blocks.parse(path)


def choose(count: int, seed: int, only: Iterable[str] = ()) -> list[Mutant]:
    """`count` mutants, the same ones for the same seed and source; `only` restricts the files.

    Elsewhere the choice stays the same when one function changes.
    """
    found, strata = [], defaultdict(list)
    for path in blocks.files():
        name = path.relative_to(PACKAGE).as_posix()
        if name not in LEFT_OUT and (not only or any(part in path.as_posix() for part in only)):
            strata[stratum(path)].append(path)
    shares = {name: share for name, share in SHARES.items() if strata[name]}
    for name, share in shares.items():
        wanted = max(1, round(count * share / sum(shares.values())))
        found += drawn(seed, strata[name], wanted)
    return found


def drawn(seed: int, paths: list[pathlib.Path], wanted: int) -> list[Mutant]:
    """Faults of one folder: at most two in a function, kinds by their weights."""
    sites = [(path, fault) for path in paths for fault in faults.faults(tree_of(path))]
    kinds = Counter(fault.kind for _, fault in sites)
    before: Counter = Counter()
    scores = []
    for path, fault in sites:
        where = (path.relative_to(ROOT).as_posix(), fault.scope, fault.kind)
        before[where] += 1
        chance = _chance(seed, *where, before[where])
        scores.append(chance ** (kinds[fault.kind] / WEIGHTS[fault.kind]))
    result, used = [], Counter()
    for place in sorted(range(len(sites)), key=scores.__getitem__, reverse=True):
        if len(result) == wanted:
            break
        path, fault = sites[place]
        if used[path, fault.scope] < 2:
            mutant = _mutant(path, fault)
            if mutant is not None:
                used[path, fault.scope] += 1
                result.append(mutant)
    return result


def _chance(*words: object) -> float:
    """A number between 0 and 1 that depends on the words alone."""
    text = hashlib.sha256("/".join(map(str, words)).encode()).digest()
    return (int.from_bytes(text[:8], "big") + 1) / (2**64 + 1)


def _mutant(path: pathlib.Path, fault: Fault) -> Mutant | None:
    tree, before, after = faults.planted(tree_of(path), fault)
    try:
        compile(tree, str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    return None if before == after else Mutant(path, fault, before, after)


class Reach:
    """The recorded map: the tests that run the blocks of mutants, with their times in seconds.

    `focus` says how much of what a test runs lies in the mutant's file; `others` has cases that
    may reach the mutant, since another case of the same function reaches its file.
    """

    def __init__(self, folder: pathlib.Path, mutants: list[Mutant]):
        self.tests: list[dict[str, float]] = [{} for _ in mutants]
        self.focus: list[dict[str, float]] = [{} for _ in mutants]
        self.others: list[dict[str, float]] = [{} for _ in mutants]
        self.at_import = [False] * len(mutants)
        targets = [_targets(mutant) for mutant in mutants]
        columns: dict[str, tuple[list[list[int]], list[list[int]], list[np.ndarray]]] = {}
        for part in sorted(folder.glob("*.reach")):
            record = pickle.loads(zlib.decompress(part.read_bytes()))
            key = record["numbering"]
            if key not in columns:
                packed = (folder / f"{key}.blocks").read_bytes()
                index = _Index(pickle.loads(zlib.decompress(packed)))
                columns[key] = (
                    [index.columns(target) for target in targets],
                    [index.functions(target) for target in targets],
                    [index.of_files(target) for target in targets],
                )
            self._add(record, *columns[key])

    def _add(
        self,
        record: dict,
        columns: list[list[int]],
        functions: list[list[int]],
        own: list[np.ndarray],
    ) -> None:
        """Note a piece's tests.

        What those reach that ran for others is known. The others are taken to reach it as well, and
        any part of a function to which these come; and what a test of the same row reaches.
        """
        beside, rows = defaultdict(list), defaultdict(list)
        for name, by in record.get("beside", {}).items():
            beside[by].append(name)
            if name != by:
                rows[name.partition("[")[2]].append(name)
        exactly, nearly = _Table(columns), _Table(functions)
        files = _Table([list(places) for places in own])
        for place in exactly.reached(np.frombuffer(record["at_import"], np.uint8)):
            self.at_import[place] = True
        for name, (seconds, passed, packed) in record["tests"].items():
            if not passed:
                continue
            marks = np.frombuffer(zlib.decompress(packed), np.uint8)
            total = marks.sum(dtype=np.int64)
            found = set(exactly.reached(marks))
            others = [other for other in beside[name] if other != name]
            alike = rows[name.partition("[")[2]] if "[" in name else []
            for place in found.union(nearly.reached(marks) if others else ()):
                share = float(marks[own[place]].sum(dtype=np.int64) / total)
                for other in [name, *others, *alike] if place in found else others:
                    self.tests[place].setdefault(other, seconds)
                    self.focus[place].setdefault(other, share if place in found else share / 2)
            for place in files.reached(marks):
                share = float(marks[own[place]].sum(dtype=np.int64) / total)
                # What runs at import no test runs: those do that run something of its file.
                for other in [name, *others] if self.at_import[place] else others:
                    if other not in self.tests[place]:
                        self.others[place][other] = seconds
                        self.focus[place][other] = share


class _Table:
    """Which mutants a test reaches, by the columns of each."""

    def __init__(self, columns: list[list[int]]):
        self.places = [place for place, wanted in enumerate(columns) if wanted]
        self.starts = np.cumsum([0, *(len(columns[place]) for place in self.places)])[:-1]
        self.flat = np.array([c for place in self.places for c in columns[place]], int)

    def reached(self, marks: np.ndarray) -> list[int]:
        """The places of mutants of which a block runs."""
        if not self.places:
            return []
        found = np.maximum.reduceat(marks[self.flat], self.starts)
        return [self.places[k] for k in np.flatnonzero(found)]


class _Index:
    """Finds recorded blocks of functions that may have changed since."""

    def __init__(self, recorded: list[Block]):
        self.files = np.array([block.file for block in recorded])
        self.exact = {block: place for place, block in enumerate(recorded)}
        self.entries = {
            (block.file, block.function): place
            for place, block in enumerate(recorded)
            if block.number == 0
        }
        self.moved = {
            (block.function, block.number, block.digest): place
            for place, block in enumerate(recorded)
        }

    def of_files(self, targets: list[Block]) -> np.ndarray:
        """The places of all blocks of the files that blocks are of."""
        return np.flatnonzero(np.isin(self.files, [block.file for block in targets]))

    def functions(self, targets: list[Block]) -> list[int]:
        """The places of the beginnings of the blocks' functions."""
        names = {(block.file, block.function) for block in targets}
        return [self.entries[name] for name in names if name in self.entries]

    def columns(self, targets: list[Block]) -> list[int]:
        found = [self._place(block) for block in targets]
        return [place for place in found if place is not None]

    def _place(self, block: Block) -> int | None:
        """The block as it is, its function's beginning, or the block in the file it was in."""
        if block in self.exact:
            return self.exact[block]
        if (place := self.entries.get((block.file, block.function))) is not None:
            return place
        return self.moved.get((block.function, block.number, block.digest))


def _targets(mutant: Mutant) -> list[Block]:
    """The blocks of which one has to run for the fault to matter."""
    if blocks.is_native(mutant.path):
        return _importers(mutant.path)
    tree = tree_of(mutant.path)
    found = blocks.blocks(tree)
    if mutant.fault.block is not None:
        return [found[mutant.fault.block]]
    within = [
        block
        for block in found
        if mutant.fault.scope and block.function.startswith(mutant.fault.scope + ".")
    ]
    return within or _users(tree, mutant.fault.line, found) or found or _importers(mutant.path)


def _users(tree: ast.Module, line: int, found: list[Block]) -> list[Block]:
    """The blocks of functions that mention a name which the statement at a line assigns."""
    names = {
        node.id
        for statement in tree.body
        if statement.lineno <= line <= (statement.end_lineno or line)
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    users = {
        id(function)
        for function in ast.walk(tree)
        if isinstance(function, blocks.FUNCTIONS)
        and any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(function))
    }
    return [found[function.entry] for function in ast.walk(tree) if id(function) in users]


def _importers(path: pathlib.Path) -> list[Block]:
    """The blocks of the modules that import a module without functions that run in Python.

    Of native modules those count that import one which imports it.
    """
    found, pending, seen = [], [path], {path}
    while pending:
        stem = pending.pop().stem
        name = re.compile(rf"import\b[^#]*\b{stem}\b|from [\w.]*\b{stem} import")
        for other in blocks.files():
            if other not in seen and name.search(other.read_text()):
                seen.add(other)
                if blocks.is_native(other):
                    pending.append(other)
                else:
                    found += blocks.blocks(tree_of(other))
    return found


def examples_of(mutant: Mutant) -> dict[str, float]:
    """The test of the examples of a fault's module, which a map of a share of cases may not know.

    A module with examples has one, of about a second.
    """
    module = ".".join(mutant.path.relative_to(ROOT).with_suffix("").parts)
    name = f"test_the_examples_of_a_module_hold[{module.removesuffix('.__init__')}]"
    return {f"tests/test_doctests.py::{name}": 1.0} if ">>>" in mutant.path.read_text() else {}


def ordered(
    mutant: Mutant,
    tests: dict[str, float],
    budget: float,
    most: int,
    files: int = 1000,
    first: Iterable[str] = (),
    focus: dict[str, float] | None = None,
    others: dict[str, float] | None = None,
) -> dict[str, float]:
    """Tests in the order to try: by turns the one nearest to the code and one of the next file.

    Stops when their recorded times add up to `budget` seconds; `files` is the most files. Tests
    whose names begin like one of `first` go before all; `others` fill what is left of the budget.
    """
    focus, others = focus or {}, others or {}
    chosen = {name: tests[name] for name in sorted(tests) if name.startswith(tuple(first))}
    spread = _by_files(mutant, {n: s for n, s in tests.items() if n not in chosen}, files)
    within = {name.partition("::")[0] for name in spread}
    nearest = [n for n in _by_focus(tests, focus) if n.partition("::")[0] in within]
    order = [name for pair in zip_longest(nearest, spread) for name in pair if name is not None]
    order += [n for n in _by_focus(others, focus) if n.partition("::")[0] in within]
    most, total, seconds = most + len(chosen), 0.0, {**others, **tests}
    for name in order:
        if name in chosen:
            continue
        if len(chosen) == most or chosen and total + seconds[name] > budget:
            break
        chosen[name] = seconds[name]
        total += seconds[name]
    return chosen


def _by_focus(tests: dict[str, float], focus: dict[str, float]) -> list[str]:
    """Tests by how much of what they run is the code, for the time they take.

    Cases of one function take turns with other functions: each is worth a tenth less than the
    one before it.
    """
    worth, cases = {}, Counter()
    for name in sorted(focus, key=lambda name: (-focus[name], _chance(0, name))):
        function = name.partition("[")[0]
        worth[name] = focus[name] * 0.9 ** cases[function] / (0.1 + tests.get(name, 1.0))
        cases[function] += 1
    return sorted((name for name in worth if name in tests), key=lambda name: -worth[name])


def _by_files(mutant: Mutant, tests: dict[str, float], files: int) -> list[str]:
    """Tests of all files by turns: files named like the code first, their quick tests first."""
    words = set(mutant.path.relative_to(PACKAGE).with_suffix("").parts)
    groups = defaultdict(list)
    for name, seconds in tests.items():
        groups[name.partition("::")[0]].append((seconds, name))

    def order(group: list[tuple[float, str]]) -> tuple:
        file = group[0][1].partition("::")[0].replace("test_", "").removesuffix(".py")
        return -len(words & set(file.split("/"))), group[0]

    queues = sorted((sorted(group) for group in groups.values()), key=order)[:files]
    found, turn = [], 0
    while queues:
        found += [queue.pop(_spread(len(queue), turn))[1] for queue in queues]
        queues = [queue for queue in queues if queue]
        turn += 1
    return found


def _spread(length: int, turn: int) -> int:
    """Quick tests at first, then ones from all over a file (neighbours are often alike)."""
    return 0 if turn < 3 else (turn * 7919) % length
