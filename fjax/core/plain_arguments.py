"""Arguments that are numbers, switches, words or functions: what is none of them is refused."""

from __future__ import annotations

import functools
import math
import re
import sys
import types
from collections.abc import Callable, Sequence
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
    plain = isinstance(value, int | float | np.integer | np.floating)
    kind = getattr(value, "dtype", None)
    array = kind is not None and not dtypes.is_key(kind) and np.shape(value) == ()
    real = array and (dtypes.is_integer(kind) or dtypes.is_float(kind))
    if isinstance(value, bool) or not (plain or real):
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


def is_key(value: Any) -> bool:
    """Whether a value is one random key, typed or two words.

    >>> is_key(fjax.random.key(0)), is_key(fjax.random.split(fjax.random.key(0))), is_key(0)
    (True, False, False)
    """
    words = getattr(value, "dtype", None)
    return np.ndim(value) == 0 if dtypes.is_key(words) else words == np.uint32


def check_key(name: str, key: Any, needed: bool = False) -> None:
    """Raise FjaxTypeError unless a key is a random key, or None where none is needed.

    >>> check_key("data.Loader", None)
    """
    if is_key(key) or (key is None and not needed):
        return
    if dtypes.is_key(getattr(key, "dtype", None)):
        raise FjaxTypeError(
            f"{name}: key is one random key, got an array of {np.shape(key)} keys, such as "
            "fjax.random.split gives; take key[0]"
        )
    raise FjaxTypeError(f"{name}: key is a random key, such as fjax.random.key(0), got {key!r:.60}")


def name_places(
    module: str, annotated: bool = False, least: int | None = None, **leasts: int
) -> None:
    """Let the public functions of a module or package be named in errors from what they call.

    A function with an argument `key` takes a random key, which is checked first. annotated: so is
    what annotations say of arguments: a number (`float`), a whole number, True or False. least: the
    least whole number, where `leasts` has no other for an argument of that name. The module calls
    this at its end.
    """
    members = vars(sys.modules[module])
    for name, member in list(members.items()):
        if not isinstance(member, types.FunctionType) or name.startswith(("_", "check_")):
            continue
        if f"{member.__module__}.".startswith(f"{module}."):
            said = member.__annotations__ if annotated else {}
            checks = {
                argument: _annotated(what, leasts.get(argument, least))
                for argument, what in said.items()
            }
            placed = _placed(member, f"{module.removeprefix('fjax.')}.{name}", checks)
            members[name] = vars(sys.modules[member.__module__])[name] = placed


_Check = tuple[Callable[[str, Any], Any] | None, bool]


def _annotated(annotation: Any, least: int | None) -> _Check:
    """The check of an argument of that annotation, if it has one, and whether None is taken."""
    said = str(annotation)
    plain = said.removesuffix(" | None")
    checks: dict[str, Callable[[str, Any], Any]] = {
        "float": check_number,
        "int": functools.partial(check_whole, least=least),
        "bool": check_switch,
    }
    return checks.get(plain), plain != said


def _placed(
    function: types.FunctionType, place: str, checks: dict[str, _Check]
) -> Callable[..., Any]:
    code, name = function.__code__, function.__name__
    said = re.compile(rf"\b{name}\b")
    inner = re.compile(rf"{place.split('.')[0]}(\.\w+)?: ")  # the place of what it calls
    named = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    first, needed = named[:1] == ("key",), "key" not in (function.__kwdefaults__ or {})
    checks = {name: check for name, check in checks.items() if check[0] is not None}

    @functools.wraps(function)
    def placed(*args: Any, **keywords: Any) -> Any:
        if (first and args) or ("key" in keywords and "key" in named):
            check_key(place, keywords["key"] if "key" in keywords else args[0], needed)
        for argument, value in (*zip(named, args), *keywords.items()) if checks else ():
            check, optional = checks.get(argument, (None, True))
            if check is not None and not (optional and value is None):
                check(f"{place}: {argument}", value)
        try:
            return function(*args, **keywords)
        except (FjaxTypeError, FjaxValueError) as error:
            if not said.search(error.message):
                found = inner.match(error.message)
                error.say(f"{place}: {error.message[found.end() if found else 0 :]}")
            raise

    return placed
