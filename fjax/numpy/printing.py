"""How arrays are written out: NumPy's options and functions, for fjax's arrays too."""

from __future__ import annotations

from typing import Any

import numpy as np

set_printoptions = np.set_printoptions
get_printoptions = np.get_printoptions
printoptions = np.printoptions


def array_repr(
    arr: Any,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: bool | None = None,
) -> str:
    """The array as NumPy would show it in an interpreter.

    >>> jnp.array_repr(jnp.array([1.0, 2.0]))
    'array([1., 2.])'
    """
    return np.array_repr(np.asarray(arr), max_line_width, precision, suppress_small)


def array_str(
    a: Any,
    max_line_width: int | None = None,
    precision: int | None = None,
    suppress_small: bool | None = None,
) -> str:
    """The array's elements as NumPy would print them.

    >>> jnp.array_str(jnp.array([1.0, 2.0]))
    '[1. 2.]'
    """
    return np.array_str(np.asarray(a), max_line_width, precision, suppress_small)
