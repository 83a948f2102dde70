"""NumPy's functions on traced values: `np.sin(tracer)` and `np.sum(tracer)` trace.

Only tracers take part in NumPy's protocols: concrete arrays convert to NumPy's own. What NumPy's
functions take that fjax's do not (memory order, `out=`, …) is settled in `numpy_calls`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import lazy
from fjax.core.conversions import REMEDY
from fjax.core.memo import memo
from fjax.core.tracing import Tracer
from fjax.numpy import elementwise, numpy_calls, scalar_types, ufuncs
from fjax.numpy.arguments import is_array
from fjax.numpy.values import asarray

_special: Any = lazy.module("fjax.scipy.special")
_UPDATES = {
    "add": "add",
    "subtract": "subtract",
    "multiply": "multiply",
    "divide": "divide",
    "maximum": "max",
    "minimum": "min",
    "power": "power",
}  # methods of x.at[...]


@memo(1)
def _rules() -> dict[Any, Callable[..., Any]]:
    """The function of fjax.numpy for every function of NumPy that has the same name."""
    found: dict[Any, Callable[..., Any]] = {
        np.fix: elementwise.trunc,
        np.min_scalar_type: lambda a: a.aval.dtype,
        np.common_type: lambda *arrays: scalar_types.result_type(*arrays, np.float16),
    }
    here = sys.modules["fjax.numpy"]
    for theirs, ours in ((np, here), (np.linalg, here.linalg), (np.fft, here.fft)):
        for attribute in dir(ours):
            function, original = getattr(ours, attribute), getattr(theirs, attribute, None)
            if attribute.startswith("_") or isinstance(original, type) or not callable(original):
                continue
            if not callable(function) or isinstance(function, type):
                continue
            if attribute == getattr(original, "__name__", None):  # not an alias of another
                found[original] = function
            found.setdefault(original, function)
    return found


def _rule_of(ufunc: np.ufunc) -> Callable[..., Any] | None:
    """fjax's function for a ufunc of NumPy or of scipy.special."""
    rule = _rules().get(ufunc)
    theirs = sys.modules.get("scipy.special")
    if rule is None and getattr(theirs, ufunc.__name__, None) is ufunc:
        return getattr(_special, ufunc.__name__, None)
    return rule


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
        f"numpy.{name} was applied to {what}, and fjax has no rule for it: "
        f"{numpy_calls.REMEDIES.get(name, numpy_calls.GENERAL_REMEDY)}{_lossless(tracer)}"
    )


def _lossless(tracer: Tracer | None) -> str:
    """How a value that is differentiated gets out, in an error's message."""
    return f". {REMEDY}" if tracer is not None and tracer.varies() else ""


def _writes(tracer: Tracer, name: str, remedy: str) -> errors.TracerArrayConversionError:
    return errors.TracerArrayConversionError(
        f"numpy.{name}: a traced value can't be written into a NumPy array (out=, or an in-place "
        f"operator), nor into a traced one; {remedy}{_lossless(tracer)}"
    )


def _written_at(tracer: Tracer, name: str) -> errors.TracerArrayConversionError:
    update = (
        f"x = x.at[indices].{_UPDATES[name]}(values)"
        if name in _UPDATES
        else f"x = fjax.numpy.{name}.at(x, indices, values, inplace=False)"
    )
    remedy = f"use {update}, with x a traced value or fjax.numpy.asarray(x)"
    return _writes(tracer, f"{name}.at", remedy)


def array_ufunc(self: Tracer, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
    """NumPy's protocol for ufuncs: the function of the same name in fjax.numpy."""
    name = ufunc.__name__
    if method == "at":
        raise _written_at(self, name)
    if any(x is not None for x in options.pop("out", ())):
        raise _writes(self, name, "use the result of the function instead")
    function = _rule_of(ufunc)
    if function is None:
        raise _no_rule(name if method == "__call__" else f"{name}.{method}", inputs)
    arrays = [x if is_array(x) else asarray(x) for x in inputs]
    if method != "__call__":
        return _method(ufunc, function, method)(*arrays, **options)
    if options.pop("where", True) is not True:
        raise errors.FjaxTypeError(
            f"numpy.{name}: where= leaves elements undefined without out=, and a traced value "
            "can't be written to; use fjax.numpy.where(condition, "
            f"fjax.numpy.{name}(...), otherwise)"
        )
    dtype = options.pop("dtype", None)
    found = numpy_calls.call(name, None, function, arrays, options)
    if dtype is None:
        return found
    return (
        tuple(x.astype(dtype) for x in found) if isinstance(found, tuple) else found.astype(dtype)
    )


def _method(ufunc: np.ufunc, function: Callable[..., Any], method: str) -> Callable:
    """`reduce`, `outer`, … of fjax's ufunc, or of one made of its function."""
    if not isinstance(function, ufuncs.ufunc):
        function = ufuncs.ufunc(function, ufunc.nin, ufunc.nout, name=ufunc.__name__, call=function)
    return getattr(function, method)


def array_function(
    self: Tracer,
    function: Callable[..., Any],
    types: Sequence[type],
    args: Sequence[Any],
    options: dict[str, Any],
) -> Any:
    """NumPy's protocol for its other functions."""
    module = (getattr(function, "__module__", None) or "numpy").removeprefix("numpy").lstrip(".")
    name = f"{module}.{function.__name__}" if module else function.__name__
    if options.get("out") is not None:
        raise _writes(self, name, "use the result of the function instead")
    rule = _rules().get(function)
    if rule is None or name in numpy_calls.REMEDIES:
        raise _no_rule(name, [*args, *options.values()])
    return numpy_calls.call(name, function, rule, args, options)
