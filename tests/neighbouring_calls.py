"""The calls of docstrings' examples, and what differs from each of them in one argument.

Each public function has an example, so that calls near to it meet its options, its checks of
arguments and its errors, whether or not a test of its own has thought of them.
"""

from __future__ import annotations

import ast
import copy
import doctest
import inspect
import pathlib
import re
import signal
import types
import warnings
from collections import ChainMap
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import tree_util
from fjax.core import dtypes

VALUE = "changed_"  # the name of an argument's new value
ROOT = re.escape(str(pathlib.Path(fjax.__file__).parents[1]))  # whatever characters it has
PLACE = re.compile(rf" at 0x\w+|(?:{ROOT}|(?<![\w.]))/[\w./-]+(:\d+)?")  # in memory, in files
SECONDS = 300  # no call near to an example takes that long, whatever compiles it beside what else
OTHERS = 3  # neighbours of a function in the docstrings of others
ARRAYS = (fjax.Array, np.ndarray)


class Neighbour(NamedTuple):
    """An example's call with one argument changed; `before` are the examples that it needs."""

    before: tuple[str, ...]
    expression: ast.expr
    place: int  # of the call among the nodes of `ast.walk`
    argument: int | str  # the position of the argument, or its keyword
    new: Any
    call: str
    change: str


def of(test: doctest.DocTest, most: int, left: dict[str, int]) -> Iterator[Neighbour]:
    """Neighbours of the calls in a docstring, of all their arguments.

    `most` are of the function that the docstring is of, `left` how many of others are wanted yet.
    """
    names, before, own = dict(test.globs), [], test.name.rpartition(".")[2]
    left = ChainMap({own: most}, left)  # type: ignore[arg-type]
    for example in test.examples:
        expression = _expression(example.source)
        for place, call in enumerate(ast.walk(expression) if expression else ()):
            if isinstance(call, ast.Call) and not _is_bound(call, expression):
                function, found = _function(call, names), []
                text = ast.unparse(call.func).rpartition(".")[2]
                if function is not None and left.setdefault(text, OTHERS):
                    near = list(_changes(call, function, names))
                    found = _spread(near, left[text])
                    left[text] -= len(found)
                for changed in found:
                    yield Neighbour(tuple(before), expression, place, *changed)
        try:
            _run(example.source, names)
        except Exception:  # an example may show an error of any type, and those after it go on
            continue
        before.append(example.source)


def outcome(near: Neighbour, names: dict[str, Any]) -> str:
    """What a neighbour gives: types and sums of values, or the error."""
    names = dict(names)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            for source in near.before:
                _run(source, names)
            warned.clear()
            text = _described(_in_time(lambda: _value(near, names)))
        except Exception as error:  # whichever it is, is what is recorded
            text = _refused(error)
    # Which operations on NaN NumPy warns of depends on the kernels that it has for a processor.
    plain = (DeprecationWarning, RuntimeWarning)
    kinds = sorted({w.category.__name__ for w in warned if w.category not in plain})
    return " ".join([text, *(f"!{kind}" for kind in kinds)])


def _run(source: str, names: dict[str, Any]) -> None:
    exec(compile(source, "<example>", "exec", dont_inherit=True), names)


def _expression(source: str) -> ast.expr | None:
    """What an example computes."""
    body = ast.parse(source).body
    if len(body) == 1 and isinstance(body[0], (ast.Expr, ast.Assign)):
        return body[0].value
    return None


def _is_bound(call: ast.Call, expression: ast.expr) -> bool:
    """Whether a call lies in a function or comprehension of the expression."""
    inner = (ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
    return any(
        any(node is call for node in ast.walk(around))
        for around in ast.walk(expression)
        if isinstance(around, inner)
    )


def _function(call: ast.Call, names: dict[str, Any]) -> Any:
    """The function that is called, or None if it is not of fjax."""
    found = _evaluated(call.func, names)
    home = getattr(found, "__module__", None) or type(found).__module__
    return found if str(home).startswith("fjax") and callable(found) else None


def _evaluated(node: ast.expr, names: dict[str, Any]) -> Any:
    expression = ast.fix_missing_locations(ast.Expression(copy.deepcopy(node)))
    return eval(compile(expression, "<example>", "eval", dont_inherit=True), names)


def _value(near: Neighbour, names: dict[str, Any]) -> Any:
    """The call's value; of a call that gives a function or nothing, the whole example's."""
    names[VALUE] = near.new
    expression = copy.deepcopy(near.expression)
    call = list(ast.walk(expression))[near.place]
    assert isinstance(call, ast.Call)
    if isinstance(near.argument, int):
        call.args[near.argument] = ast.Name(VALUE, ast.Load())
    else:
        call.keywords = [k for k in call.keywords if k.arg != near.argument]
        call.keywords.append(ast.keyword(near.argument, ast.Name(VALUE, ast.Load())))
    found = _evaluated(call, names)
    if call is not expression and (found is None or callable(found)):
        return _evaluated(expression, names)
    return found


def _in_time(function: Callable[[], Any]) -> Any:
    """A function's value; the test fails if it takes too long, which no record says."""

    def late(*_: Any) -> None:
        pytest.fail(f"a call near to an example takes more than {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        return function()
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _changes(
    call: ast.Call, function: Any, names: dict[str, Any]
) -> Iterator[tuple[int | str, Any, str, str]]:
    """(argument, new value, call, change) for arguments that are given and options that are not."""
    text = ast.unparse(call)
    given: list[tuple[int | str, ast.expr]] = [
        (i, a) for i, a in enumerate(call.args) if not isinstance(a, ast.Starred)
    ]
    given += [(k.arg, k.value) for k in call.keywords if k.arg is not None]
    for where, node in given:
        for how, new in others(_evaluated(node, names)):
            yield where, new, text, f"{where} {how}"
    for name, default in _options(function, call).items():
        for how, new in others(default):
            yield name, new, text, f"{name}={how}"


def _options(function: Any, call: ast.Call) -> dict[str, Any]:
    """The parameters with defaults that a call does not give, and their defaults."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return {}
    given = {k.arg for k in call.keywords}
    return {
        p.name: p.default
        for p in parameters[len(call.args) :]
        if p.default is not p.empty and p.name not in given and p.kind != p.POSITIONAL_ONLY
    }


def others(value: Any) -> Iterator[tuple[str, Any]]:
    """Values near to one or of another kind, each with how it differs."""
    if isinstance(value, bool):
        yield f"{not value}", not value
    elif isinstance(value, ARRAYS) and value.dtype != object:
        yield from _other_arrays(value)
    elif isinstance(value, (int, float)):
        yield from ((repr(v), v) for v in (value + 1, value - 1, -value - 2, 0.5, None, "a"))
    elif isinstance(value, complex):
        yield from ((repr(v), v) for v in (-value, abs(value)))
    elif value is None:
        yield from ((repr(v), v) for v in (0, 1, -1, 7, (0,), True, 2.5, "a", "float32"))
    elif isinstance(value, str):
        yield from ((repr(v), v) for v in (value + "a", value[:-1], value.upper(), 3, None))
    elif _is_dtype(value):
        names = ("int8", "uint16", "float32", "complex64", "bool", "none")
        yield from ((name, name) for name in names)
    elif type(value) in (tuple, list):
        yield from _other_sequences(value)
    elif isinstance(value, dict):
        for key in list(value)[:2]:
            yield f"without {key!r}", {k: v for k, v in value.items() if k != key}
    else:
        yield "None", None


def _is_dtype(value: Any) -> bool:
    return isinstance(value, np.dtype) or isinstance(value, type) and issubclass(value, np.generic)


def _other_arrays(x: Any) -> Iterator[tuple[str, Any]]:
    if jnp.issubdtype(x.dtype, dtypes.prng_key) or x.dtype.kind == "V":
        yield "twice", fjax.numpy.stack([x, x])
        return
    yield from ((f"as {d}", x.astype(d)) for d in ("int32", "float32", "bool", "complex128"))
    yield "with an axis more", x[None]
    yield "negative", -x if x.dtype.kind in "ifc" else x
    if x.ndim and len(x):
        yield "reversed", x[::-1]
        yield "shorter", x[1:]
        yield "of none", x[:0]
        yield "one row", x[0]
    if x.dtype.kind in "fc":
        third = np.arange(x.size).reshape(x.shape) % 3 == 1
        yield "not finite", jnp.where(third, np.inf, x)
    yield "None", None


def _other_sequences(value: Any) -> Iterator[tuple[str, Any]]:
    kind = list if isinstance(value, list) else tuple
    if len(value):
        yield "without the last", kind(value[:-1])
        yield "with the last twice", kind([*value, value[-1]])
        for place in sorted({0, len(value) - 1}):
            for how, new in others(value[place]):
                yield f"[{place}] {how}", kind([*value[:place], new, *value[place + 1 :]])
    if len(value) > 1:
        yield "reversed", kind(value[::-1])


def _spread(found: list, most: int) -> list:
    """Some, from all over the list."""
    count = min(len(found), most)
    return [found[k * len(found) // count] for k in range(count)]


def _refused(error: Exception) -> str:
    """An error's type and, if it is one of ours, what it says."""
    kind = type(error)
    if not kind.__module__.startswith("fjax"):
        return kind.__name__
    lines = str(error).splitlines() or [""]
    return f"{kind.__name__}: {PLACE.sub('', lines[0])[:160]}"


def _described(value: Any, depth: int = 0) -> str:
    """Types and sums: of all leaves, in order, and how they are held."""
    if isinstance(value, (*ARRAYS, np.generic)) and value.dtype != object:
        return _array(value)
    if value is None or isinstance(value, (bool, int, str, np.dtype)):
        return repr(value)[:200]
    if isinstance(value, (float, complex)):
        return f"{type(value).__name__} {_number(value)}"
    if isinstance(value, types.GeneratorType):
        return _described(list(value), depth)
    if depth < 4 and isinstance(value, (tuple, list)):
        inner = ", ".join(_described(v, depth + 1) for v in value)
        return f"{type(value).__name__}({inner})"
    if depth < 4 and isinstance(value, dict):
        inner = ", ".join(f"{k!r}: {_described(v, depth + 1)}" for k, v in value.items())
        return f"{{{inner}}}"
    leaves = tree_util.tree_leaves(value)
    if depth < 4 and leaves and not (len(leaves) == 1 and leaves[0] is value):
        return f"{type(value).__name__}{_described(leaves, depth + 1)}"
    return type(value).__name__


def _array(value: Any) -> str:
    """Type and a sum in which each place has a weight of its own."""
    shown = f"{value.dtype}[{','.join(map(str, value.shape))}]"
    weak = "~" if getattr(value, "weak_type", False) else ""
    if jnp.issubdtype(value.dtype, dtypes.prng_key):
        value = fjax.random.key_data(value)
    if value.dtype.kind in "USMm":
        return f"{shown} {value.tolist()!r}"[:200]
    numbers = np.asarray(value, complex if value.dtype.kind == "c" else float).ravel()
    weights = 1 + 0.61803398875 * np.arange(numbers.size) % 1
    finite = np.isfinite(numbers)
    total = np.sum(np.where(finite, numbers, 0) * weights)
    odd = f" ({np.sum(np.isnan(numbers))} NaN, {np.sum(~finite)})" if not finite.all() else ""
    return f"{shown}{weak} {_number(total)}{odd}"


def _number(value: Any) -> str:
    parts = (value.real, value.imag) if isinstance(value, complex) else (value,)
    return "+j".join(f"{float(part) + 0.0:.5g}" for part in parts)
