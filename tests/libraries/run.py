"""Runs one program of `programs/` in this process, and keeps what it computes.

`python -m tests.libraries.run NAME FILE [--as-jax]` writes the leaves of its result to FILE, an
archive of NumPy's, and prints the seconds of processor time, of all threads, that importing,
compiling and running took: what else runs on the machine changes them little.
"""

from __future__ import annotations

import importlib
import sys
import time
import warnings
from typing import Any

import numpy as np


def leaves(result: Any) -> list[np.ndarray]:
    """The arrays, numbers and texts of a pytree, as NumPy has them."""
    jax = importlib.import_module("jax")
    found = []
    for leaf in jax.tree_util.tree_leaves(result):
        if jax.dtypes.issubdtype(getattr(leaf, "dtype", np.float32), jax.dtypes.prng_key):
            leaf = jax.random.key_data(leaf)
        array = np.asarray(leaf)
        if array.dtype == object:
            raise TypeError(f"a result is a {type(leaf).__name__}, no array, number or text")
        found.append(array.astype(np.float32) if array.dtype.kind == "V" else array)
    return found


def main() -> None:
    """Run the program that the command line names."""
    name, file, *more = sys.argv[1:]
    warnings.simplefilter("ignore")
    start = time.process_time()
    if more:
        importlib.import_module("fjax").as_jax()
    found = leaves(importlib.import_module(f"tests.libraries.programs.{name}").hello())
    print(f"{time.process_time() - start:.2f}")
    np.savez(file, *found)


if __name__ == "__main__":
    main()
