"""Places of a program: numbered spans of the user's source, and the source lines around them.

A place is a span of source together with the scopes and transformations around it. Equations of all
stages that come from one place have its number, and that is what links them.
"""

from __future__ import annotations

import functools
import itertools
import linecache
import os
import sys
import types
from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Any, NamedTuple

from fjax.core.source import UNKNOWN, Source
from fjax.dataclass import dataclass

AROUND = 2  # lines shown around a place outside of functions, or in a long one
FEW = 2  # scopes that are named in a row of a table
LONG = 300  # lines of a function from which only those around its places are shown
WIDEST = 2000  # characters of a line that are shown


class Span(NamedTuple):
    """Where an instruction stands: lines from 1, columns in bytes from 0, if they are known."""

    file: str
    line: int
    end_line: int
    column: int | None
    end_column: int | None


@dataclass
class Line:
    """A line of source, the numbers of its places, and whether lines before it are left out."""

    number: int
    text: str | None
    keys: list[int]
    after_gap: bool


@dataclass
class Listing:
    """The lines of one file that concern a program, and what is to be said of them."""

    file: str
    lines: list[Line]
    note: str = ""


@dataclass
class Places:
    """The places that a program's equations come from, numbered as they are met.

    spans, scopes: of each place, where it is and the scopes and transformations around it; named:
    the scopes alone, which tell the layers of a model apart that are called on one line.
    closed: whether no further functions are met. What passes make may bear the line that asked for
    the explanation, which is no line of the program.
    """

    closed: bool = False
    spans: list[Span] = field(default_factory=list)
    scopes: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    _keys: dict[tuple[Any, ...], int] = field(default_factory=dict)
    _codes: dict[str, dict[types.CodeType, None]] = field(default_factory=dict)
    _texts: dict[str, list[str]] = field(default_factory=dict)

    def key(self, source: Source | None) -> int | None:
        """The number of an equation's place; None if it has none.

        >>> places = Places()
        >>> eqns = fjax.make_jaxpr(lambda x: jnp.sin(x) * 2)(1.0).eqns
        >>> [places.key(e.source) for e in eqns], places.key(None)
        ([0, 1], None)
        """
        if source is None or source is UNKNOWN:
            return None
        span = _span(source.code, source.instruction)
        key = (span, source.name_stack)
        if key not in self._keys:
            if self.closed and source.code not in self._codes.get(source.file, ()):
                return None
            self._keys[key] = len(self.spans)
            self.spans.append(span)
            self.scopes.append(str(source.name_stack))
            self.named.append("/".join(source.name_stack.scopes))
            self.note(source.code)
        return self._keys[key]

    def keys(self, sources: Iterable[Source | None]) -> list[int]:
        """The numbers of several places, in order, each once."""
        found = (self.key(s) for s in sources)
        return sorted({k for k in found if k is not None})

    def parts(self, keys: Iterable[int]) -> dict[str, list[int]]:
        """Places by the scopes that they are in; empty if these are not several.

        >>> model = fjax.nn.Sequential(jnp.sin, fjax.nn.LayerNorm(3))
        >>> places = Places()
        >>> keys = places.keys(e.source for e in fjax.make_jaxpr(model)(jnp.ones(3)).eqns)
        >>> places.parts(keys)
        {'Sequential/layers[0]': [0], 'Sequential/layers[1]': [1]}
        """
        found: dict[str, list[int]] = {}
        for key in keys:
            found.setdefault(self.named[key], []).append(key)
        return found if len(found.keys() - {""}) > 1 else {}

    def within(self, keys: Iterable[int]) -> str:
        """The scopes of some places, without what all have in common; empty if they are many."""
        names = dict.fromkeys(self.named[key] for key in keys)
        if len(names) > FEW or not any(names) or len(set(self.named)) == 1:
            return ""
        common = len(os.path.commonprefix([n.split("/") for n in self.named if n]))
        return ", ".join("/".join(n.split("/")[common:]) or n.split("/")[-1] for n in names if n)

    def note(self, code: types.CodeType) -> None:
        """Have the lines of a function shown, though no equation should come from it."""
        self._codes.setdefault(code.co_filename, {})[code] = None

    def codes(self) -> Iterator[types.CodeType]:
        """The functions that are shown."""
        return itertools.chain.from_iterable(self._codes.values())

    def keys_of(self, code: types.CodeType) -> Iterator[int]:
        """The numbers of the places on the lines of a function."""
        lines = _extent(code)
        for key, span in enumerate(self.spans):
            if span.file == code.co_filename and span.line in lines:
                yield key

    def text(self, file: str) -> list[str]:
        """The lines of a file, of a notebook's cell or of whatever else Python can show of it."""
        if file not in self._texts:
            linecache.checkcache(file)
            self._texts[file] = linecache.getlines(file)
        return self._texts[file]

    def listings(self) -> list[Listing]:
        """The lines that the places are on, one listing a file."""
        return [self._listing(file, list(codes)) for file, codes in self._codes.items()]

    def _listing(self, file: str, codes: list[types.CodeType]) -> Listing:
        keys: dict[int, list[int]] = {}
        for number, span in enumerate(self.spans):
            if span.file == file:
                keys.setdefault(span.line, []).append(number)
        texts = self.text(file)
        shown = set(keys)
        for code in codes:
            shown.update(_shown(code, keys))
        lines: list[Line] = []
        for number in sorted(n for n in shown if 1 <= n and (n <= len(texts) or n in keys)):
            gap = bool(lines) and number > lines[-1].number + 1
            text = texts[number - 1].rstrip("\r\n") if number <= len(texts) else None
            lines.append(Line(number, text, keys.get(number, []), gap))
        return Listing(file, lines, _note(file, texts, codes))

    def columns(self) -> Iterator[tuple[int, int, int] | None]:
        """For each place (first column, last line, last column), columns in characters."""
        for span in self.spans:
            if span.column is None or span.end_column is None:
                yield None
                continue
            texts = self.text(span.file)
            if span.end_line > len(texts):
                yield None
                continue
            first = _characters(texts[span.line - 1], span.column)
            last = _characters(texts[span.end_line - 1], span.end_column)
            yield first, span.end_line, last


def is_backward(scope: str) -> bool:
    """Whether what is computed in these scopes and transformations goes from results to arguments.

    >>> is_backward("transpose(jvp(layer))"), is_backward("jvp(layer)")
    (True, False)
    """
    return "transpose(" in scope


@functools.lru_cache(maxsize=256)
def _positions(code: types.CodeType) -> list[tuple[int | None, ...]]:
    return list(code.co_positions())


def _span(code: types.CodeType, instruction: int) -> Span:
    """Where an instruction of a code object stands."""
    positions = _positions(code)
    at = instruction // 2
    found = positions[at] if at < len(positions) else (None,) * 4
    line, end, column, end_column = found
    if line is None:
        line = Source(code, instruction).line
        return Span(code.co_filename, line, line, None, None)
    return Span(code.co_filename, line, end or line, column, end_column)


def _characters(text: str, in_bytes: int) -> int:
    """How many characters the first bytes of a line are."""
    if text.isascii():
        return in_bytes
    return len(text.encode()[:in_bytes].decode(errors="ignore"))


def _extent(code: types.CodeType) -> range:
    """The lines of a code object, those of functions inside among them."""
    lines = {code.co_firstlineno, *(line for *_, line in code.co_lines() if line)}
    ends = [max(lines)]
    ends += [_extent(c).stop - 1 for c in code.co_consts if isinstance(c, types.CodeType)]
    ends += [end for _, end, *_ in _positions(code) if end is not None]
    return range(code.co_firstlineno, max(ends) + 1)


def _shown(code: types.CodeType, keys: dict[int, list[int]]) -> set[int]:
    """The lines to show of a code object: all, or those around what its equations come from."""
    lines = _extent(code)
    if code.co_name != "<module>" and len(lines) <= LONG:
        return set(lines)
    near = {n + k for n in keys for k in range(-AROUND, AROUND + 1)}
    return near.intersection(lines)


def _note(file: str, texts: list[str], codes: list[types.CodeType]) -> str:
    """What is to be said of a listing: that there is no text, or that it may be another one."""
    if not texts:
        return f"Python has no source of {file}: only line numbers are known."
    found = _functions("".join(texts), file)
    if found is None:
        return ""
    lacking = [c.co_name for c in codes if _identity(c) not in found]
    if not lacking:
        return ""
    return (
        f"The file has changed since {', '.join(dict.fromkeys(lacking))} was defined: "
        "the lines shown may be others than those that ran."
    )


def _identity(code: types.CodeType) -> tuple[Any, ...]:
    """What tells a function from what stood at its place before an edit."""
    consts = [c for c in code.co_consts if isinstance(c, (int, float, complex, bytes, str))]
    return code.co_qualname, code.co_firstlineno, code.co_names, code.co_varnames, repr(consts)


def _functions(text: str, file: str) -> set[tuple[Any, ...]] | None:
    """What identifies each code object of a source text; None if it is not plain Python.

    A test runner rewrites assertions, so that what it loads is not what the text says.
    """
    if "_pytest.assertion.rewrite" in sys.modules and "assert " in text:
        return None
    try:
        pending = [compile(text, file, "exec", dont_inherit=True)]
    except (SyntaxError, ValueError):
        return None
    found: set[tuple[Any, ...]] = set()
    while pending:
        code = pending.pop()
        found.add(_identity(code))
        pending += [c for c in code.co_consts if isinstance(c, types.CodeType)]
    return found
