"""Rows of few elements, which lanes hold as columns: each width, dtype, and set of columns."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp

WIDTHS = (2, 3, 5, 6, 7, 9, 11, 12, 15, 17, 31, 33)
DTYPES = ("int8", "float32", "float64")

PROGRAMS = {  # what is read and written: all columns, some of them, more of them, in another order
    "totals": (lambda x: x.sum(1, dtype=x.dtype), lambda x: x.sum(1, dtype=x.dtype)),
    "two columns": (lambda x: x[:, 0] - x[:, -1], lambda x: x[:, 0] - x[:, -1]),
    "padded": (lambda x: jnp.pad(x, ((0, 0), (1, 2))), lambda x: np.pad(x, ((0, 0), (1, 2)))),
    "backwards": (lambda x: x[:, ::-1] - x, lambda x: x[:, ::-1] - x),
    "rows backwards": (lambda x: x[::-1] - x, lambda x: x[::-1] - x),
}


@pytest.mark.one_in(15)
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("width", WIDTHS)
def test_rows_of_each_width(width, name):
    of_fjax, of_numpy = PROGRAMS[name]
    run = fjax.jit(of_fjax)
    for dtype in DTYPES:
        for rows in (1, 131):
            x = (np.arange(rows * width) * 7 % 11).reshape(rows, width).astype(dtype)
            np.testing.assert_array_equal(np.asarray(run(x)), of_numpy(x), f"{dtype} {rows}")
