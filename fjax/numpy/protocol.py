"""NumPy's functions on traced values: `np.sin(tracer)` and `np.sum(tracer)` trace.

Only tracers take part in NumPy's protocols: concrete arrays convert to NumPy's own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.core.memo import memo
from fjax.core.tracing import Tracer
from fjax.numpy.values import asarray


@memo(1)
def _rules() -> dict[Any, Callable]:
    """The function of fjax.numpy for every function of NumPy that has the same name."""
    found: dict[Any, Callable] = {}
    for name in ("", ".linalg", ".fft"):
        theirs, ours = sys.modules["numpy" + name], sys.modules["fjax.numpy" + name]
        for attribute in dir(ours):
            function, original = getattr(ours, attribute), getattr(theirs, attribute, None)
            if attribute.startswith("_") or isinstance(original, type) or not callable(original):
                continue
            if callable(function) and not isinstance(function, type):
                found.setdefault(original, function)
    return found


def _traced(values: Any) -> Tracer | None:
    """The first tracer among arguments, also inside lists and tuples."""
    for value in values:
        if isinstance(value, Tracer):
            return value
        if isinstance(value, (list, tuple)):
            inner = _traced(value)
            if inner is not None:
                return inner
    return None


def _no_rule(name: str, values: Any) -> errors.TracerArrayConversionError:
    tracer = _traced(values)
    what = (
        f"a traced value {tracer.aval}, made by {tracer.origin()}"
        if tracer is not None
        else "a traced value"
    )
    return errors.TracerArrayConversionError(
        f"numpy.{name} was applied to {what}, and fjax has no rule for it: use functions of "
        "fjax.numpy, or call it on concrete values through fjax.pure_callback"
    )


def _writes(name: str) -> errors.TracerArrayConversionError:
    return errors.TracerArrayConversionError(
        f"numpy.{name}: a traced value can't be written into a NumPy array (out=, or an in-place "
        "operator); use the result of the function instead"
    )


def _is_array(x: Any) -> bool:
    return hasattr(x, "aval") or isinstance(x, (np.ndarray, np.generic, bool, int, float, complex))


def array_ufunc(self: Tracer, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
    """NumPy's protocol for ufuncs: the function of the same name in fjax.numpy."""
    name = ufunc.__name__
    if options.pop("out", None) is not None or method == "at":
        raise _writes(name)
    function = _rules().get(ufunc)
    if method != "__call__":
        function = getattr(function, method, None)
    if function is None:
        raise _no_rule(name if method == "__call__" else f"{name}.{method}", inputs)
    arrays = [x if _is_array(x) else asarray(x) for x in inputs]
    if method != "__call__":
        return function(*arrays, **options)
    dtype = options.pop("dtype", None)
    options.pop("casting", None)
    if options:
        raise errors.FjaxTypeError(
            f"numpy.{name}: the options {', '.join(options)} are not supported on a traced value; "
            "use fjax.numpy"
        )
    found = function(*arrays)
    return found if dtype is None else found.astype(dtype)


def array_function(
    self: Tracer,
    function: Callable,
    types: Sequence[type],
    args: Sequence[Any],
    options: dict[str, Any],
) -> Any:
    """NumPy's protocol for its other functions."""
    if options.get("out") is not None:
        raise _writes(function.__name__)
    rule = _rules().get(function)
    if rule is None:
        module = (
            (getattr(function, "__module__", None) or "numpy").removeprefix("numpy").lstrip(".")
        )
        raise _no_rule(
            f"{module}.{function.__name__}" if module else function.__name__,
            [*args, *options.values()],
        )
    return rule(*args, **{k: v for k, v in options.items() if k != "out"})


def attach() -> None:
    """Give tracers NumPy's protocols; called once, when fjax is imported."""
    Tracer.__array_ufunc__ = array_ufunc  # type: ignore[attr-defined]
    Tracer.__array_function__ = array_function  # type: ignore[attr-defined]
