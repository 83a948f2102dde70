"""Calls written for NumPy's functions as calls of fjax's: order and names of arguments, options."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.core.memo import memo

GENERAL_REMEDY = (
    "use functions of fjax.numpy, or call it on concrete values through fjax.pure_callback"
)
_NEEDS_VALUES = (
    "it needs the values: return them from the traced function, or call it through "
    "fjax.debug.callback"
)
_NO_MEMORY = "a traced value has no memory; ask about the concrete arrays outside"
_NO_DATES = "fjax has no dates; compute them with NumPy outside the traced function"
REMEDIES = {
    "copyto": "arrays are immutable; use x = fjax.numpy.where(mask, values, x)",
    "putmask": "arrays are immutable; use x = fjax.numpy.where(mask, values, x)",
    "real_if_close": "its dtype depends on the values; use fjax.numpy.real",
    "array2string": _NEEDS_VALUES,
    "array_repr": _NEEDS_VALUES,
    "array_str": _NEEDS_VALUES,
    "save": _NEEDS_VALUES,
    "savez": _NEEDS_VALUES,
    "savez_compressed": _NEEDS_VALUES,
    "savetxt": _NEEDS_VALUES,
    "may_share_memory": _NO_MEMORY,
    "shares_memory": _NO_MEMORY,
    "isnat": _NO_DATES,
    "busday_count": _NO_DATES,
    "busday_offset": _NO_DATES,
    "is_busday": _NO_DATES,
    "datetime_as_string": _NO_DATES,
}
# What says how NumPy lays out memory or which algorithm it takes: the result is the same.
_WITHOUT_EFFECT = frozenset({"subok", "order", "kind", "casting", "overwrite_input"})
_RENAMED = {
    "clip": {"a": "arr", "a_min": "min", "a_max": "max"},
    "linalg.matrix_rank": {"A": "M"},
    "nanstd": {"correction": "ddof"},
    "nanvar": {"correction": "ddof"},
}


def call(
    name: str,
    function: Callable[..., Any] | None,
    rule: Callable[..., Any],
    args: Sequence[Any],
    options: dict[str, Any],
) -> Any:
    """The rule on arguments meant for NumPy's function (None: they are in the rule's order)."""
    if not options and (function is None or _same_order(function, rule)):
        return rule(*args)
    taken = _parameters(rule)
    options = {k: v for k, v in options.items() if k != "out"}
    args = list(args)
    renamed = _RENAMED.get(name, {})
    if function is not None:
        theirs, ours = _positional(function), _positional(rule)
        keep = next(
            (
                i
                for i, (a, b) in enumerate(zip(theirs, ours, strict=False))
                if renamed.get(a, a) != b and renamed.get(a, a) in taken
            ),
            len(ours),
        )
        if theirs and keep < len(args) and not _takes_any_number(rule):
            options.update(zip(theirs[keep:], args[keep:], strict=False))
            del args[keep:]
    given = {renamed.get(k, k): v for k, v in options.items()}
    convert = given.pop("dtype", None) if "dtype" not in taken else None
    kept = {k: v for k, v in given.items() if _is_taken(name, k, v, function, taken)}
    found = rule(*args, **kept)
    return found if convert is None else found.astype(convert)


def _is_taken(
    name: str, option: str, value: Any, function: Callable[..., Any] | None, taken: Any
) -> bool:
    """Whether to hand an option on; False where it changes nothing, an error where it would."""
    if option in taken or any(p.kind is p.VAR_KEYWORD for p in taken.values()):
        return True
    default = _parameters(function).get(option) if function is not None else None
    if value is None or (default is not None and value is default.default):
        return False
    if option in _WITHOUT_EFFECT and not (option == "order" and value == "F"):
        return False
    raise errors.FjaxTypeError(
        f"numpy.{name}: the option {option}={value!r} is not supported on a traced value; "
        f"fjax.numpy's function of this name takes {', '.join(taken)}"
    )


@memo()
def _parameters(function: Callable[..., Any]) -> Any:
    """The parameters of a function by name; {} where Python does not know them."""
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        return {}


@memo()
def _positional(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(
        n
        for n, p in _parameters(function).items()
        if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    )


@memo()
def _takes_any_number(function: Callable[..., Any]) -> bool:
    return any(p.kind is p.VAR_POSITIONAL for p in _parameters(function).values())


@memo()
def _same_order(function: Callable[..., Any], rule: Callable) -> bool:
    """Whether positional arguments mean the same, as far as NumPy's go."""
    theirs, ours = _positional(function), _positional(rule)
    return not theirs or _takes_any_number(rule) or theirs == ours[: len(theirs)]
