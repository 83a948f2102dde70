"""The text of a program for any sizes: where programs for several sizes differ stand formulas."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fjax.core.ir import Jaxpr
from fjax.core.parser import parse
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError
from fjax.export.formulas import Formula, Sizes, float_formula, size_formula

_NUMBER = re.compile(r"(?<![\w.])(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)(?![\w.])")
_WHOLE = re.compile(r"-?\d+")
_LITERAL_TYPE = re.compile(r":~?([a-z]+[0-9]+(?:_[a-z0-9]+)?)\[")


@dataclass(frozen=True)
class Template:
    """Text with formulas between its pieces; without any it is a program for fixed sizes.

    >>> from fjax.export.specification import size_of
    >>> Template(("f32[", "]"), (Formula(size_of("2*b")),)).text({"b": 3})
    'f32[6]'
    """

    pieces: tuple[str, ...]
    formulas: tuple[Formula, ...] = ()

    @property
    def rounds(self) -> bool:
        """Whether a formula divides and rounds down."""
        return any("floordiv" in str(formula.size) for formula in self.formulas)

    def text(self, sizes: Sizes) -> str:
        """The program for these sizes."""
        made = [self.pieces[0]]
        for formula, piece in zip(self.formulas, self.pieces[1:], strict=True):
            made += [formula.text(sizes), piece]
        return "".join(made)

    def program(self, sizes: Sizes) -> Jaxpr:
        """The jaxpr for these sizes, checked."""
        return parse(self.text(sizes))


def fitted(texts: Sequence[str], samples: Sequence[Sizes]) -> Template:
    """The template that gives `texts[k]` for the sizes `samples[k]`.

    Raises FjaxValueError, with what differs, if the programs differ in more than numbers, or in a
    number for which no formula was found.

    >>> samples = [{"b": 2}, {"b": 4}, {"b": 7}]
    >>> fitted(["f32[2,3]", "f32[4,3]", "f32[7,3]"], samples).formulas[0].size
    b
    """
    split = [_NUMBER.split(text) for text in texts]
    first = split[0]
    for sizes, parts in zip(samples[1:], split[1:], strict=True):
        if parts[::2] != first[::2]:
            raise FjaxValueError(
                f"its operations depend on the sizes: {_difference(texts[0], parts)}, for "
                f"{dict(samples[0])} and {dict(sizes)}"
            )
    columns = [tuple([parts[k] for parts in split]) for k in range(1, len(first), 2)]
    pieces, formulas = [first[0]], []
    known: dict[tuple[tuple[str, ...], str], Formula | None] = {}
    for k, column in enumerate(columns):
        after = first[2 * k + 2]
        if len(set(column)) == 1:
            pieces[-1] += column[0] + after
            continue
        kind = _LITERAL_TYPE.match(after)
        key = (column, "" if kind is None else kind[1])
        if key not in known:
            known[key] = _formula(*key, samples)
        formula = known[key]
        if formula is None:
            raise _no_formula(column, samples, first, 2 * k + 1)
        formulas.append(formula)
        pieces.append(after)
    return Template(tuple(pieces), tuple(formulas))


def _formula(column: tuple[str, ...], dtype: str, samples: Sequence[Sizes]) -> Formula | None:
    """The formula of a number; dtype: of a literal, empty for a parameter."""
    if all(map(_WHOLE.fullmatch, column)):
        size = size_formula([int(text) for text in column], samples)
        return None if size is None else Formula(size)
    return float_formula(column, dtype, samples) if dtype else None


def _no_formula(
    numbers: Sequence[str], samples: Sequence[Sizes], parts: Sequence[str], place: int
) -> FjaxValueError:
    line = ("".join(parts[:place])).rpartition("\n")[2] + "".join(parts[place : place + 8])
    return FjaxValueError(
        "a number depends on the sizes in a way that was not recognised: "
        f"{', '.join(numbers)} for {', '.join(str(dict(s)) for s in samples)}, in "
        f"{line.splitlines()[0].strip()!r}"
    )


def _difference(text: str, parts: Sequence[str]) -> str:
    """The first line in which two programs differ in more than numbers."""
    other = "".join(parts)
    for one, two in zip(text.splitlines(), other.splitlines(), strict=False):
        if _NUMBER.split(one)[::2] != _NUMBER.split(two)[::2]:
            return f"{one.strip()!r} or {two.strip()!r}"
    return f"{len(text.splitlines())} or {len(other.splitlines())} lines"
