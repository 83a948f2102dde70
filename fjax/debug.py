"""Looking into programs: print, callback, breakpoint, copies, and pictures of shardings."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fjax import absent
from fjax.api.sharding_pictures import (
    inspect_array_sharding,
    visualize_array_sharding,
    visualize_sharding,
)
from fjax.config import Scope
from fjax.config import assert_no_copies as _no_copies
from fjax.core import lazy
from fjax.core.plain_arguments import check_whole
from fjax.errors import FjaxTypeError
from fjax.higher_order.breakpoints import breakpoint
from fjax.higher_order.callbacks import debug_callback as callback
from fjax.higher_order.callbacks import debug_print as print

if TYPE_CHECKING:
    from fjax.explanation.precisions import Precisions

_test_util: Any = lazy.module("fjax.test_util")
_precisions: Any = lazy.module("fjax.explanation.precisions")

__all__ = [
    "assert_no_copies",
    "breakpoint",
    "callback",
    "check_grads",
    "compare_precision",
    "inspect_array_sharding",
    "print",
    "visualize_array_sharding",
    "visualize_sharding",
]


def assert_no_copies() -> Scope:
    """Context manager (or decorator) in which no compiled program copies an array to change it.

    `x.at[i].set(v)`, `dynamic_update_slice` and the carry of a loop are changed in place where
    nobody needs the old value. Otherwise a call inside raises CopyError (a RuntimeError) before it
    computes anything. The error names the user's line, the array and the reason;
    `fjax.inspect(f)(*args).copies` lists the same. An argument can be changed in place if it is
    donated. Operations outside `jit` always make new arrays, and are not checked.

    >>> import fjax, fjax.numpy as jnp
    >>> f = fjax.jit(lambda x: x.at[0].set(1.0), donate_argnums=0)
    >>> with assert_no_copies():
    ...     f(jnp.zeros(3))
    Array([1., 0., 0.], dtype=float64)
    """
    return _no_copies(True)


def check_grads(
    f: Callable[..., Any], *args: Any, order: int = 2, modes: Sequence[str] = ("fwd", "rev")
) -> None:
    """Raise AssertionError unless the derivatives of `f` here agree with central differences.

    Forward and reverse mode are checked, up to the order. args: the point, pytrees of arrays; what
    holds no floats is held fixed. modes: `("rev",)` for a function with a `custom_vjp`, which has
    no forward mode. `fjax.test_util.check_grads` has tolerances to choose.

    >>> check_grads(lambda x, y: jnp.sin(x) * y, 0.3, 2.0)
    """
    try:
        inspect.signature(f).bind(*args)
    except TypeError as error:
        raise FjaxTypeError(
            f"debug.check_grads calls f with what follows it, as in check_grads(f, x, y): {error}; "
            "fjax.test_util.check_grads takes a tuple of arguments"
        ) from None
    check_whole("debug.check_grads: order", order, 1)
    _test_util.check_grads(f, args, order, modes)


def compare_precision(f: Callable[..., Any]) -> Callable[..., Precisions]:
    """A function that runs `f` in float32 and in float64, and shows where the two part.

    Both run one operation after another on the same arguments. The result prints how many digits
    of the outputs agree, and the operations that lose digits: whose relative error (the largest
    difference over the largest element) is many times that of their operands. A loop counts as one
    operation. ValueError if 64 bits are off.

    >>> compare_precision(lambda x: (x + 1000.0) - 1000.0)(jnp.array(0.1))
    <lambda>: float32 and float64 agree in 4 digits (2.4e-04)
    sub...: error 2.4e-08 becomes 2.4e-04 at ...
    """
    return lambda *args, **kwargs: _precisions.compare(f, args, kwargs)


absent.answer_for(__name__)
