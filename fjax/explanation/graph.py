"""The plan as a graph: steps are boxes, the buffers between them are edges.

A level shows at most some dozens of boxes. What is more is folded into groups of steps that run one
after another: those of a loop or a branch, those of a `named_scope` (or a layer), and else a number
in a row. Groups of consecutive steps never make a cycle. A click on a group opens its level. The
library fast-sugiyama lays each level out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from fjax.core import lazy
from fjax.core.ir import Atom, Equation, Var
from fjax.dataclass import dataclass
from fjax.explanation.markup import counted, duration, size, tag, text
from fjax.explanation.residuals import views_of
from fjax.explanation.steps import VIEW, Step, every

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained
    from fjax.explanation.kernels import Texts

sugiyama: Any = lazy.module("fast_sugiyama")
importlib_util: Any = lazy.module("importlib.util")

MOST = 48  # boxes of a level
FEW = 12  # boxes up to which inputs and outputs are boxes, too
SPACING = 72.0  # between the library's vertices
INPUTS, OUTPUTS = -1, -2  # the boxes for what comes from outside a level, and what goes there
INSTALL = "pip install fast-sugiyama adds the library that lays out a graph of the steps."


@dataclass
class Box:
    """A step, or a group of steps with a level of its own."""

    title: str
    steps: list[Step]
    inside: list[list[Box]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # of the levels inside

    @property
    def moved(self) -> int:
        """Bytes that its steps read and write."""
        return sum(step.moved for step in self.steps)

    @property
    def seconds(self) -> float:
        """What its steps take; 0 if they were not measured."""
        return sum(step.seconds or 0.0 for step in self.steps)


def drawer(explained: Explained, texts: Texts) -> str:
    """The part of the page that shows the graph; its levels go to the packed texts."""
    if importlib_util.find_spec("fast_sugiyama") is None:
        return f"<summary>Graph</summary><div>{tag('p', text(INSTALL))}</div>"
    levels = _Levels(explained)
    levels.add("the program", None, boxes_of(explained.steps))
    number = texts.number(json.dumps(levels.found, separators=(",", ":")))
    said = (
        "Boxes are steps, as large as the bytes that they move (or the time that they take), and "
        "edges are buffers. A box with a double frame holds others: click it, or press Enter."
    )
    bar = '<div class="crumbs" role="group" aria-label="levels"></div>'
    view = (
        f'<div class="graph" data-text="{number}" role="group" aria-label="graph"><svg></svg></div>'
    )
    running = [step for step in explained.steps if step.kind != VIEW]
    head = f"<summary>Graph of {counted(len(running), 'step')}</summary>"
    return f"{head}<div>{tag('p', said)}{bar}{view}</div>"


# ---- groups


def boxes_of(steps: Sequence[Step], depth: int = 0) -> list[Box]:
    """The boxes of a level: scopes as groups, what several steps run, and no more than MOST."""
    shown = [step for step in steps if step.kind != VIEW]
    found: list[Box] = []
    names = _closed([_scope(step, depth) for step in shown])
    for name, run in groupby(zip(names, shown, strict=True), key=lambda pair: pair[0]):
        members = [step for _, step in run]
        if name is None or (len(members) == 1 and not members[0].inner):
            found += [_box(step) for step in members]
        else:
            found.append(_group(name, members, _opened(boxes_of(members, depth + 1))))
    return _folded(found)


def _opened(boxes: list[Box]) -> list[Box]:
    """The boxes of a level; those inside of a group that is alone there."""
    (first, *others) = boxes
    return boxes if others or len(first.inside) != 1 else first.inside[0]


def _closed(names: list[str | None]) -> list[str | None]:
    """Names of steps; those without one have that of their neighbours, if these agree.

    >>> _closed([None, "a", None, None, "a", None, "b"])
    [None, 'a', 'a', 'a', 'a', None, 'b']
    """
    found, last = list(names), None
    for k, name in enumerate(names):
        if name is None:
            continue
        if last is not None and names[last] == name:
            found[last:k] = [name] * (k - last)
        last = k
    return found


def _group(title: str, steps: list[Step], inside: list[Box]) -> Box:
    return Box(title, steps, [inside], [title])


def _box(step: Step) -> Box:
    depth = len(step.inside.scopes)
    inside = [(title, boxes_of(inner, depth)) for title, inner in step.inner]
    return Box(step.title, [step], [b for _, b in inside if b], [t for t, b in inside if b])


def _folded(boxes: list[Box]) -> list[Box]:
    """At most MOST boxes: consecutive ones in groups, and groups of groups."""
    while len(boxes) > MOST:
        each = min(MOST, max(2, -(-len(boxes) // MOST)))
        parts = [boxes[k : k + each] for k in range(0, len(boxes), each)]
        boxes = [
            _group(f"{part[0].title} … {part[-1].title}", [s for b in part for s in b.steps], part)
            if len(part) > 1
            else part[0]
            for part in parts
        ]
    return boxes


def _scope(step: Step, depth: int) -> str | None:
    """The scope at this depth of most of a step's equations; None if they have none."""
    stacks = Counter(map(_names, step.sources))
    if not stacks:
        return None
    names, _ = max(stacks, key=lambda key: stacks[key])
    if depth >= len(names):
        return None
    backward = any(back for _, back in stacks)  # with what it computes again of the forward pass
    return f"{names[depth]}, backward" if backward else names[depth]


def _names(source: Any) -> tuple[tuple[str, ...], bool]:
    """The scopes around a place, and whether it belongs to a backward pass."""
    return source.name_stack.scopes, source.name_stack.backward


# ---- levels


class _Levels:
    """The levels as the page's script reads them, outermost first."""

    def __init__(self, explained: Explained):
        self.found: list[dict[str, Any]] = []
        self.explained = explained
        self.total = max(sum(s.moved for s in explained.steps), 1)
        self.same: dict[Atom, Atom] = {}
        for step in every(explained.steps):
            if step.kind == VIEW:
                self.same.update(views_of(step))
        times = [s.seconds for s in explained.steps if s.seconds]
        self.seconds = sum(times) or None

    def add(self, title: str, parent: int | None, boxes: list[Box]) -> int:
        """Add a level and those inside of its boxes; gives its number."""
        number = len(self.found)
        level: dict[str, Any] = {"title": title, "parent": parent}
        self.found.append(level)
        edges, outer = _edges(boxes, self.same)
        places, paths, extent = _laid_out(len(boxes), list(edges))
        level["size"] = extent
        level["nodes"] = [
            {**self._node(box), "at": places[k], "levels": self._inside(box, number)}
            for k, box in enumerate(boxes)
        ]
        level["nodes"] += [{"title": name, "at": places[k]} for k, name in outer.items()]
        level["edges"] = [
            {"path": paths[pair], "says": _buffers(buffers)} for pair, buffers in edges.items()
        ]
        return number

    def _inside(self, box: Box, number: int) -> list[int]:
        return [
            self.add(name, number, inside)
            for name, inside in zip(box.names, box.inside, strict=True)
        ]

    def _node(self, box: Box) -> dict[str, Any]:
        moved, seconds = box.moved, box.seconds
        cost = [size(moved)] * bool(moved) + [duration(seconds)] * bool(seconds)
        node: dict[str, Any] = {"title": box.title, "says": ", ".join(cost)}
        node["bytes"] = round(moved / self.total, 4)
        if self.seconds:
            node["time"] = round(seconds / self.seconds, 4)
        if len(box.steps) == 1:
            (step,) = box.steps
            node["step"], node["keys"], node["kind"] = step.number, step.keys, step.kind
            if step.kernel is not None:
                operations = list(dict.fromkeys(step.operations))
                shown = ", ".join(operations[:4]) + (", …" if len(operations) > 4 else "")
                node["what"] = shown
        else:
            node["what"] = counted(len(box.steps), "step")
            node["keys"] = sorted({key for step in box.steps for key in step.keys})
        return node


Edges = dict[tuple[int, int], list[Var]]


def _edges(boxes: list[Box], same: dict[Atom, Atom]) -> tuple[Edges, dict[int, str]]:
    """The buffers between boxes, and the boxes for what is outside, if something is.

    same: what views show.
    """
    maker: dict[Atom, int] = {}
    edges: Edges = {}
    outer: dict[int, str] = {}
    read: set[Var] = set()
    for k, box in enumerate(boxes):
        for eqn in _equations(box):
            for v in _read(eqn, same):
                read.add(v)
                source = maker.get(v, INPUTS)
                if source == k:
                    continue
                known = edges.setdefault((source, k), [])
                if v not in known:
                    known.append(v)
                if source == INPUTS:
                    outer[INPUTS] = "inputs"
            for v in eqn.outvars:
                maker[v] = k
    for v, k in maker.items():
        if isinstance(v, Var) and v not in read:
            edges.setdefault((k, OUTPUTS), []).append(v)
            outer[OUTPUTS] = "outputs"
    if len(boxes) > FEW:  # their edges would go past all others
        return {pair: v for pair, v in edges.items() if min(pair) >= 0}, {}
    return edges, outer


def _read(eqn: Equation, same: dict[Atom, Atom]) -> Iterator[Var]:
    """The buffers that an equation reads, each once."""
    found: dict[Var, None] = {}
    for x in eqn.invars:
        while x in same:
            x = same[x]
        if isinstance(x, Var):
            found[x] = None
    yield from found


def _equations(box: Box) -> Iterator[Equation]:
    for step in box.steps:
        yield step.equation


def _buffers(buffers: list[Var]) -> str:
    """What flows along an edge: the largest buffer, and how many others."""
    largest = max(buffers, key=lambda v: v.aval.nbytes)
    more = f", and {len(buffers) - 1} more" if len(buffers) > 1 else ""
    total = sum(v.aval.nbytes for v in buffers)
    return f"{largest.aval.notation()}{more}: {size(total)}"


Point = tuple[float, float]


def _laid_out(
    n: int, pairs: list[tuple[int, int]]
) -> tuple[dict[int, Point], dict[tuple[int, int], list[Point]], Point]:
    """(where each box is, the points of each edge, width and height), in units of a box."""
    places: dict[int, Point] = {}
    paths: dict[tuple[int, int], list[Point]] = {}
    numbers = {box: k for k, box in enumerate(dict.fromkeys(x for pair in pairs for x in pair))}
    boxes = list(numbers)
    right = bottom = 0.0
    layouts = (
        sugiyama.from_edges(
            [(numbers[a], numbers[b]) for a, b in pairs],
            dummy_vertices=True,
            dummy_size=SPACING / 4,
        )
        if pairs
        else []
    )
    for positions, _, _, edges in layouts:
        at = {k: (x / SPACING, y / SPACING) for k, (x, y) in positions}
        left = min(x for x, _ in at.values())
        top = max(y for _, y in at.values())
        at = {k: (round(x - left + right, 3), round(top - y, 3)) for k, (x, y) in at.items()}
        places.update({boxes[k]: p for k, p in at.items() if k < len(boxes)})
        paths.update(_paths(at, edges, boxes))
        right = max(x for x, _ in at.values()) + 1
        bottom = max(bottom, *(y for _, y in at.values()))
    alone = [k for k in range(n) if k not in places]
    bottom += 1 if alone and pairs else 0
    places.update({k: (float(i), bottom) for i, k in enumerate(alone)})
    return places, paths, (max(right, float(len(alone)), 1.0), bottom + 1)


def _paths(
    at: dict[int, Point], edges: Any, boxes: list[int]
) -> dict[tuple[int, int], list[Point]]:
    """The points of each edge: boxes, and between them the vertices that stand for bends."""
    follows = {a: b for a, b in edges if a >= len(boxes)}
    found: dict[tuple[int, int], list[Point]] = {}
    for a, b in edges:
        if a >= len(boxes):
            continue
        path, now = [at[a]], b
        while now >= len(boxes):
            path.append(at[now])
            now = follows[now]
        found[(boxes[a], boxes[now])] = [*path, at[now]]
    return found
