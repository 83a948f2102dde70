"""Arguments that are numbers, switches, words or functions: what is none of them is refused."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.misspelling import nearest


def check_whole(what: str, value: Any, least: int | None = 0) -> int:
    """A whole number, at least `least`, as an int; FjaxValueError for anything else.

    what: the function and its argument, with which the message begins. least: None for any number,
    such as an axis that may be counted from the end.

    >>> check_whole("train.csv: every", np.int64(3), 1)
    3
    """
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool | np.bool)
    if not whole or (least is not None and value < least):
        bound = "" if least is None else f", at least {least}"
        raise FjaxValueError(f"{what} is a whole number{bound}, got {value!r:.60}")
    return int(value)


def check_number(
    what: str, value: Any, least: float = -math.inf, most: float = math.inf, above: bool = False
) -> Any:
    """One number as it is; FjaxTypeError for anything else, FjaxValueError beyond its range.

    above: whether it is larger than `least`. An array without axes is a number, too; of a traced
    one no range is asked for.

    >>> check_number("images.flip: probability", 0.5, 0, 1)
    0.5
    """
    plain = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    array = hasattr(value, "dtype") and np.shape(value) == () and not dtypes.is_key(value.dtype)
    if not plain and not array:
        raise FjaxTypeError(f"{what} is a number, got {value!r:.60}")
    if plain and not (least < value <= most if above else least <= value <= most):
        ends = [] if least == -math.inf else [f"{'above' if above else 'at least'} {least:g}"]
        ends += [] if most == math.inf else [f"at most {most:g}"]
        raise FjaxValueError(f"{what} is {' and '.join(ends) or 'a number'}, got {value}")
    return value


def check_switch(what: str, value: Any) -> None:
    """Raise FjaxTypeError for what is neither True nor False.

    >>> check_switch("train.fit: resume", True)
    """
    if not isinstance(value, bool | np.bool):
        raise FjaxTypeError(f"{what} is True or False, got {value!r:.60}")


def check_choice(what: str, value: Any, choices: Sequence[str]) -> None:
    """Raise FjaxValueError for what is none of some words.

    >>> check_choice("nn.Upsample: method", "nearest", ("nearest", "linear"))
    """
    if not isinstance(value, str) or value not in choices:
        near = nearest(value, choices) if isinstance(value, str) else ""
        raise FjaxValueError(f"{what} is one of {', '.join(choices)}, got {value!r:.60}{near}")


def check_lengths(what: str, value: Any, count: int) -> tuple[int, ...]:
    """`count` whole numbers, such as height and width; FjaxTypeError or FjaxValueError otherwise.

    >>> check_lengths("images.crop: shape", [4, 6], 2)
    (4, 6)
    """
    if isinstance(value, str) or not hasattr(value, "__len__") or len(value) != count:
        raise FjaxTypeError(f"{what} has {count} whole numbers, got {value!r:.60}")
    return tuple(check_whole(f"{what}: each", length, 1) for length in value)


def check_callable(name: str, function: Any) -> None:
    """Raise FjaxTypeError unless an argument of a function of that name can be called.

    >>> check_callable("grad", math.sin)
    """
    if not callable(function):
        raise FjaxTypeError(
            f"{name} takes a function, got {function!r:.60} of type {type(function).__name__}, "
            "which is not callable"
        )
