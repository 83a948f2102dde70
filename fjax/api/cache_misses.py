"""Traces of functions, shared by all `jit`s of a function, and why a call finds none."""

from __future__ import annotations

import functools
import inspect
import operator
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from fjax import errors
from fjax.api.transformed import Transformed
from fjax.config import traced_names
from fjax.core import memo
from fjax.higher_order.argument_names import ArgumentNames

_traces = memo.WeakTable()
_functions = memo.WeakTable()  # of code: how many functions with it were traced
TREE, TYPES, STATIC = "input pytree", "input types", "value of static args"
_PARTS = (TREE, TYPES, STATIC, "tracing context", "named axes", "platform of the arguments")


def shared_traces(function: Callable[..., Any], options: tuple[Any, ...]) -> dict[Any, Any]:
    """The traces of a function under these options of jit, as long as the function lives.

    A function that cannot be hashed or referred to weakly has traces of its own each time.
    """
    try:
        return _traces.of(function).setdefault(options, {})
    except TypeError:
        return {}


def explain(
    name: str,
    key: tuple[Any, ...],
    known: Mapping[tuple[Any, ...], Any],
    names: ArgumentNames,
    function: Callable[..., Any],
) -> str:
    """Why no trace has this key: what differs from the trace that agrees in most parts.

    key: (tree, avals, static arguments, configuration, axes, platform).
    """
    head = f"TRACING CACHE MISS: jit({name}) is traced: "
    if not known:
        return head + "never seen function" + _same_line(function)
    return head + "; ".join(d.said for d in _differences(key, known, names))


class Difference(NamedTuple):
    """In which part a call's signature differs from a known one, in words."""

    part: str
    said: str


def last_trace(jitted: Any) -> tuple[int, list[Difference]]:
    """(how many traces a jitted function has, in what the last one differs from those before).

    >>> f = fjax.jit(lambda x: x + 1)
    >>> _ = f(jnp.ones(2)), f(jnp.ones(3))
    >>> last_trace(f)[1][0].said
    'different input types: at x, now f64[3] and before f64[2]'
    """
    keys = list(jitted._traces)
    if len(keys) < 2:
        return len(keys), []
    *before, (tree, *_) = keys
    names = jitted._argument_names(tree, keys[-1][2])
    return len(keys), _differences(keys[-1], before, names)


def _differences(
    key: tuple[Any, ...], known: Iterable[tuple[Any, ...]], names: ArgumentNames
) -> list[Difference]:
    """What differs from the signature that agrees in most parts, the latest one of these."""
    close = max(reversed(list(known)), key=lambda other: sum(map(operator.eq, other, key)))
    found = []
    for part, before, now in zip(_PARTS, close, key, strict=True):
        if before == now:
            continue
        if part == TYPES:
            if close[0] == key[0]:  # else the arguments do not correspond
                said = f"different {part}: {_types(now, before, names)}"
                found.append(Difference(part, said))
        elif part == "tracing context":
            named = zip(traced_names(), now, before, strict=False)
            pairs = [f"option {n}, now {a} and before {b}" for n, a, b in named if a != b]
            found.append(Difference(part, f"different {part}: {', '.join(pairs)}"))
        else:
            said = f"different {part}: now {_shown(now)} and before {_shown(before)}"
            found.append(Difference(part, said))
    return found


def _types(now: tuple[Any, ...], before: tuple, names: ArgumentNames) -> str:
    return ", ".join(
        f"at {names[k]}, now {a.notation()} and before {b.notation()}"
        for k, (a, b) in enumerate(zip(now, before, strict=True))
        if a != b
    )


def _shown(part: Any) -> str:
    if not isinstance(part, tuple):
        return str(part)
    return (
        ", ".join(
            f"{k}: {v!r}" if isinstance(k, (int, str)) else str(k)
            for k, v in (p if isinstance(p, tuple) else (p, None) for p in part)
        )
        or "none"
    )


def _same_line(function: Callable[..., Any]) -> str:
    """What to do if the same `def` was jitted before: it makes a new function each time it runs."""
    code = code_of(function)
    if code is None or not functions_of(code):
        return ""
    return (
        f", but another function defined on the same line ({code.co_filename}:"
        f"{code.co_firstlineno}) was jitted before; define the function once, outside the loop "
        "or call that makes it again"
    )


def note_function(function: Callable[..., Any]) -> None:
    """Count a function that is about to be traced, unless it was traced before."""
    code = code_of(function)
    try:
        is_new = not any(_traces.of(function).values())
    except TypeError:  # it cannot be hashed or referred to weakly
        is_new = True
    if code is not None and is_new:
        made_by = repr(function) if isinstance(function, Transformed) else ""
        counts, key = _functions.of(code), (id(code), made_by)
        counts[key] = counts.get(key, 0) + 1


def functions_of(code: types.CodeType) -> int:
    """How many functions that one `def` or lambda made were traced, each a function of its own.

    Those that one transformation made of such functions count together, as they would be asked for
    one gradient again and again.

    >>> for _ in range(3):
    ...     double = lambda x: 2 * x
    ...     _ = fjax.jit(double)(1.0)
    >>> functions_of(double.__code__)
    3
    """
    counts = _functions.of(code)
    return max((n for (made, _), n in counts.items() if made == id(code)), default=0)


def code_of(fun: Any) -> types.CodeType | None:
    """The code of what a user calls a function; None of what is not written in Python."""
    while isinstance(fun, functools.partial):
        fun = fun.func
    fun = inspect.unwrap(fun)
    if isinstance(fun, functools.partial):
        return code_of(fun)
    found = getattr(fun, "__code__", None) or getattr(type(fun).__call__, "__code__", None)
    own = isinstance(found, types.CodeType) and not errors.is_own_code(found)
    return found if own else None
