"""Tables of numbers with a column of classes, as CSV files hold them."""

from __future__ import annotations

import csv
import io
import math
import os
from typing import Any, NamedTuple

import numpy as np

from fjax.core.regular_files import open_regular
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.misspelling import nearest

_MISSING = {"", "na", "n/a", "nan", "null", "none", "?"}
MOST_CLASSES = 100
_SHOWN = 40  # characters of a value in a message
_LARGEST = float(np.finfo(np.float32).max)


class Table(NamedTuple):
    """Rows of numbers, each with its class.

    inputs: float32[rows, columns]. labels: int32[rows], numbers of classes. names: of the columns.
    classes: what the classes are called, in the order of their numbers.

    >>> fjax.data.read_csv(io.StringIO("x,kind\\n1.5,cat")).classes
    ('cat',)
    """

    inputs: Any
    labels: Any
    names: tuple[str, ...]
    classes: tuple[str, ...]


def read_csv(file: str | os.PathLike[str] | io.TextIOBase, target: str | None = None) -> Table:
    """The table in a CSV file whose first line names the columns.

    file: a path, or an open file of text in UTF-8. Columns are separated by commas, semicolons or
    tabs. target: the name of the column of classes, which may be words or numbers; None is the last
    column. All other columns are numbers.

    Raises FjaxValueError, with the line and the column, for text where a number belongs, a missing
    value, a line of another length, a file without rows, or more than 100 classes. Raises OSError
    for a file that cannot be read.

    >>> text = "length,width,kind\\n1.5,2,cat\\n3,4.5,dog\\n5,6,cat"
    >>> table = fjax.data.read_csv(io.StringIO(text))
    >>> table.inputs.tolist(), table.labels.tolist()
    ([[1.5, 2.0], [3.0, 4.5], [5.0, 6.0]], [0, 1, 0])
    >>> table.names, table.classes
    (('length', 'width'), ('cat', 'dog'))
    """
    if target is not None and not isinstance(target, str):
        raise FjaxTypeError(
            f"data.read_csv: target is the name of one column, a text, got {target!r:.60}"
        )
    names, rows = _lines(_text(file))
    column = len(names) - 1 if target is None else _place(names, target)
    if len(names) < 2:
        raise FjaxValueError(
            f"data.read_csv: one column, {_brief(names[0])}; a table has a column of classes and "
            "at least one of numbers"
        )
    words = [_given(row[column], line, names[column]) for line, row in rows]
    classes = tuple(sorted(set(words), key=_order))
    if len(classes) > MOST_CLASSES:
        raise FjaxValueError(
            f"data.read_csv: column {_brief(names[column])} has {len(classes)} different values, "
            f"and there are at most {MOST_CLASSES} classes; target= names another column"
        )
    number = {word: i for i, word in enumerate(classes)}
    others = [i for i in range(len(names)) if i != column]
    inputs = [[_number(row[i], line, names[i]) for i in others] for line, row in rows]
    return Table(
        np.array(inputs, np.float32),
        np.array([number[word] for word in words], np.int32),
        tuple(names[i] for i in others),
        classes,
    )


def _text(file: str | os.PathLike[str] | io.TextIOBase) -> str:
    if isinstance(file, bytes | io.BufferedIOBase | io.RawIOBase):
        raise FjaxTypeError(
            f"data.read_csv takes a path or an open file of text, got {type(file).__name__}; "
            "io.StringIO(data.decode()) is one of bytes"
        )
    if isinstance(file, str) and "\n" in file:
        raise FjaxValueError(
            f"data.read_csv takes a path or an open file of text, got {_brief(file)}; "
            "io.StringIO(text) is a file of a text"
        )
    try:
        if isinstance(file, io.TextIOBase):
            return file.read()
        opened = open_regular(file, "data.read_csv")
        with io.TextIOWrapper(opened, "utf-8-sig", newline="") as text:
            return text.read()
    except UnicodeDecodeError as error:
        raise FjaxValueError(f"data.read_csv: the file is not text in UTF-8: {error}") from error


def _lines(text: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The names of the columns, and (number of the line, cells) of each row."""
    first = text.split("\n", 1)[0]
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True)
    try:
        found = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise FjaxValueError(f"data.read_csv: line {reader.line_num}: {error}") from error
    if len(found) < 2:
        raise FjaxValueError(
            "data.read_csv: a table has a line with the names of its columns and at least one row"
        )
    names = [cell.strip() for cell in found[0][1]]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise FjaxValueError(f"data.read_csv: two columns are called {_brief(twice)}")
    if all(map(_is_number, names)) and not _are_places(names):
        raise FjaxValueError(
            "data.read_csv: the first line names the columns, and it is "
            f"{_brief(','.join(names))}: write a line of names before it"
        )
    for line, row in found[1:]:
        if len(row) != len(names):
            raise FjaxValueError(
                f"data.read_csv: line {line} has {len(row)} values, and there are {len(names)} "
                "columns"
            )
    return names, found[1:]


def _place(names: list[str], target: str) -> int:
    if target not in names:
        near = nearest(target, names)
        raise FjaxValueError(f"data.read_csv: there is no column {_brief(target)}{near}")
    return names.index(target)


def _given(cell: str, line: int, name: str) -> str:
    """A cell's text, if it has one."""
    if cell.strip().lower() in _MISSING:
        raise FjaxValueError(
            f"data.read_csv: line {line}: the value of column {_brief(name)} is missing; fill it "
            "in, or leave out the line"
        )
    return cell.strip()


def _number(cell: str, line: int, name: str) -> float:
    said = _given(cell, line, name)
    remedy = f"leave out the line, or write a number of at most {_LARGEST:.2g}"
    try:
        value = float(said)
    except ValueError:
        value, remedy = math.nan, "leave out the column, or write its classes as numbers"
    if not math.isfinite(value) or abs(value) > _LARGEST:
        raise FjaxValueError(
            f"data.read_csv: line {line}: column {_brief(name)} holds numbers, got {_brief(said)}; "
            f"{remedy}"
        )
    return value


def _is_number(name: str) -> bool:
    try:
        return math.isfinite(float(name))
    except ValueError:
        return False


def _are_places(names: list[str]) -> bool:
    """Whether columns are called by their places, from 0 or from 1 on."""
    return any(names == [str(k + first) for k in range(len(names))] for first in (0, 1))


def _order(word: str) -> tuple[bool, float, str]:
    """Numbers by their value, before words by their letters."""
    try:
        return False, float(word), word
    except ValueError:
        return True, 0.0, word


def _brief(value: str) -> str:
    return repr(value if len(value) <= _SHOWN else value[:_SHOWN] + "…")
