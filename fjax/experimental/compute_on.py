"""Where a part of a program is computed, in JAX's words: a hint, which changes no value.

On a CPU host and device are one. A program of fjax runs on the device of its arguments as a whole.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from fjax import errors

_TYPES = ("device_host", "device", "tpu_sparsecore")


@contextlib.contextmanager
def compute_on(compute_type: str) -> Iterator[None]:
    """Context manager or decorator that says where to compute; a hint without effect.

    compute_type: 'device', 'device_host', 'tpu_sparsecore' or 'gpu_stream:N'; FjaxTypeError for
    anything that is not a text, FjaxValueError for others.

    >>> with compute_on("device_host"):
    ...     print(jnp.sin(0.0))
    0.0
    """
    _check(compute_type)
    yield


def compute_on2(
    f: Callable[..., Any] | None = None,
    *,
    compute_type: str,
    out_memory_spaces: Any,
    compiler_options: Any = None,
) -> Any:
    """The function as it is; the same hint as `compute_on`, for a whole function.

    out_memory_spaces: where results are to be, which is a hint, too.

    >>> f = compute_on2(jnp.sin, compute_type="device_host", out_memory_spaces=None)
    >>> f(0.0)
    Array(0., dtype=float64, weak_type=True)
    """
    del out_memory_spaces, compiler_options
    _check(compute_type)
    return (lambda function: function) if f is None else f


def _check(compute_type: Any) -> None:
    if not isinstance(compute_type, str):
        raise errors.FjaxTypeError(
            f"`compute_on`'s compute_type argument must be a string, got {compute_type!r}"
        )
    if compute_type not in _TYPES and not compute_type.startswith("gpu_stream:"):
        raise errors.FjaxValueError(
            f"Invalid compute type {compute_type}. Current supported values are {', '.join(_TYPES)}"
            " and gpu_stream:N"
        )


__all__ = ["compute_on", "compute_on2"]
