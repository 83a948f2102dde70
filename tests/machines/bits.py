"""Results that must be the same bits for any number of threads: a process of its own checks them.

`python -m tests.machines.bits [--all]` prints `checks N` and one line for each difference. Numbers
of threads are fjax's and the libraries' own. `--all` runs the whole sweep; the environment chooses
the BLAS's kernels (OPENBLAS_CORETYPE), oneDNN (FJAX_ONEDNN) and the level (FJAX_CPU_LEVEL).
"""

from __future__ import annotations

import ctypes
import itertools
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cpu.library import blas

THREADS = (1, 2, 3, 7)
DTYPES = ("float32", "float64", "complex64", "complex128")
FEW = [
    (512, 256, 64),
    (64, 1000, 100),
    (100, 100, 1000),
    (1021, 130, 77),
    (5000, 1, 100),
    (1, 300, 5000),
    (1, 1, 50000),
]
MANY = [
    *FEW,
    (128, 128, 300),
    (1000, 1000, 50),
    (130, 1021, 77),
    (33, 4000, 40),
    (4000, 33, 40),
    (300, 300, 300),
    (256, 256, 256),
    (700, 700, 700),
    (17, 17, 20000),
    (1000, 1, 300),
    (1, 1000, 300),
    (300, 1, 5000),
    (64, 64, 64),
    (40, 40, 40),
    (100, 1, 100),
    (120, 1, 80),
    (1, 1, 12000),
    (2000, 2000, 9),
    (160, 160, 160),
    (2500, 1, 2500),
]
BATCHES = [(2, 300, 200, 100), (3, 64, 64, 1000), (9, 128, 96, 64), (5, 700, 1, 300)]
WINDOWS = [
    ((8, 64, 30, 30), (64, 64, 3, 3), (1, 1)),
    ((4, 16, 57, 57), (40, 16, 5, 5), (2, 2)),
    ((1, 3, 90, 90), (24, 3, 7, 7), (1, 1)),
    ((8, 256, 28, 28), (256, 256, 1, 1), (1, 1)),
]

Case = tuple[str, Callable[..., Any], tuple]


def array(dtype: str, *shape: int) -> Any:
    """Numbers that do not repeat."""
    generator = np.random.default_rng(sum(shape))
    if np.dtype(dtype).kind in "iu":
        return jnp.asarray(generator.integers(-9, 9, shape), dtype)
    made = generator.standard_normal(shape)
    return jnp.asarray(
        made + 1j * generator.standard_normal(shape) if dtype[0] == "c" else made, dtype
    )


def products(sizes: list[tuple[int, int, int]], dtypes: tuple[str, ...]) -> Iterator[Case]:
    """Matrices and vectors in all transpositions."""
    for dtype, (m, n, k), ta, tb in itertools.product(dtypes, sizes, (0, 1), (0, 1)):
        a, b = array(dtype, *((k, m) if ta else (m, k))), array(dtype, *((n, k) if tb else (k, n)))

        def multiply(a: Any, b: Any, ta: int = ta, tb: int = tb) -> Any:
            return (a.T if ta else a) @ (b.T if tb else b)

        yield f"{dtype} {m}x{n}x{k} {'NT'[ta]}{'NT'[tb]}", multiply, (a, b)


def contractions() -> Iterator[Case]:
    """Batches, other dtypes, one operand twice, several axes."""
    for dtype, (batch, m, n, k) in itertools.product(DTYPES, BATCHES):
        yield (
            f"{dtype} batch {batch}x{m}x{n}x{k}",
            jnp.matmul,
            (array(dtype, batch, m, k), array(dtype, batch, k, n)),
        )
    for dtype in ("float16", "bfloat16", "int8", "int32", "int64"):
        yield f"{dtype} product", jnp.matmul, (array(dtype, 300, 200), array(dtype, 200, 170))
    for dtype in DTYPES:
        x = array(dtype, 500, 130)
        yield f"{dtype} x.T @ x", lambda x: x.T @ x, (x,)
        yield f"{dtype} x @ x.T", lambda x: x @ x.T, (x,)
        yield f"{dtype} vdot", jnp.vdot, (array(dtype, 30000), array(dtype, 30000))
        yield f"{dtype} outer", jnp.outer, (array(dtype, 700), array(dtype, 900))
        yield (
            f"{dtype} tensordot",
            jnp.tensordot,
            (array(dtype, 30, 40, 50), array(dtype, 40, 50, 60)),
        )
        yield (
            f"{dtype} einsum",
            lambda a, b: jnp.einsum("abc,cbd->ad", a, b),
            (array(dtype, 60, 40, 50), array(dtype, 50, 40, 70)),
        )


def routines(size: int) -> Iterator[Case]:
    """LAPACK, and what is built on it."""
    for dtype in DTYPES:
        x, b = array(dtype, size, size), array(dtype, size, 40)
        square = x @ x.conj().T + size * jnp.eye(size, dtype=dtype)
        linalg = jnp.linalg
        for name, function, arguments in (
            ("solve", linalg.solve, (x, b)),
            ("inv", linalg.inv, (x,)),
            ("det", linalg.slogdet, (x,)),
            ("cholesky", linalg.cholesky, (square,)),
            ("qr", linalg.qr, (x,)),
            ("svd", linalg.svd, (x,)),
            ("eigh", linalg.eigh, (square,)),
            ("lstsq", linalg.lstsq, (x, b)),
            ("lu", fjax.scipy.linalg.lu, (x,)),
            ("expm", fjax.scipy.linalg.expm, (x / size,)),
            (
                "triangular",
                lambda a, b: lax.linalg.triangular_solve(
                    jnp.tril(a) + size * jnp.eye(size, dtype=a.dtype), b, left_side=True, lower=True
                ),
                (x, b),
            ),
        ):
            yield f"{dtype} {name} {size}", function, arguments


def convolutions() -> Iterator[Case]:
    """Images and kernels, forward and back."""
    for dtype, (image, window, strides) in itertools.product(("float32", "float64"), WINDOWS):

        def forward(x: Any, w: Any, strides: tuple[int, ...] = strides) -> Any:
            return lax.conv(x, w, strides, "VALID")

        def back(x: Any, w: Any, forward: Callable = forward) -> Any:
            return fjax.grad(lambda x, w: jnp.sum(forward(x, w) ** 2), (0, 1))(x, w)

        arguments = array(dtype, *image), array(dtype, *window)
        yield f"{dtype} convolution {image} {window}", forward, arguments
        yield f"{dtype} its gradients {image} {window}", back, arguments
    yield "convolve", jnp.convolve, (array("float64", 30000), array("float64", 12000))


def reductions() -> Iterator[Case]:
    """fjax's own kernels."""
    for dtype in ("float32", "float64", "complex64", "float16"):
        x = array(dtype, 301, 1003)
        for name in ("sum", "mean", "prod", "cumsum", "std"):
            for axis in (None, 0, 1):
                yield (
                    f"{dtype} {name} {axis}",
                    lambda x, name=name, axis=axis: getattr(jnp, name)(x, axis),
                    (x,),
                )
        yield f"{dtype} softmax", lambda x: fjax.nn.softmax(x.real), (x,)
        yield f"{dtype} map", lambda x: jnp.exp(x) * jnp.sin(x) + jnp.tanh(x), (x,)


def cases(everything: bool) -> Iterator[Case]:
    """All checks, or a few of each kind that fail where cuts follow the threads."""
    if everything:
        yield from products(MANY, DTYPES)
        yield from contractions()
        for size in (60, 200, 400):
            yield from routines(size)
        yield from convolutions()
        yield from reductions()
        return
    yield from products(FEW, ("float32", "complex128"))
    yield from itertools.islice(contractions(), 0, None, 5)
    yield from itertools.islice(routines(200), 0, None, 5)
    yield from itertools.islice(convolutions(), 0, None, 5)
    yield from itertools.islice(reductions(), 0, None, 9)


def library_threads() -> Callable[[int], None]:
    """Sets the number of threads of every BLAS in the process."""
    found = [b for b in (blas.find(), blas.find_scipy()) if b is not None and b.set_threads]
    setters = [ctypes.CFUNCTYPE(None, ctypes.c_int)(b.set_threads) for b in found]

    def set_all(count: int) -> None:
        for setter in setters:
            setter(count)

    return set_all


def digest(function: Callable, arguments: tuple) -> bytes:
    """The bits of all results."""
    return b"".join(np.asarray(x).tobytes() for x in fjax.tree.leaves(function(*arguments)))


def main(arguments: list[str]) -> int:
    """Run the checks; the number of differences."""
    set_library, checks, different = library_threads(), 0, 0
    for name, function, operands in cases("--all" in arguments):
        for way, run in (("eager", function), ("jit", fjax.jit(function))):
            seen = set()
            for count in THREADS:
                set_library(count)
                with fjax.threads(count):
                    seen.add(digest(run, operands))
            checks += 1
            if len(seen) > 1:
                different += 1
                print(f"{way} {name}: {len(seen)} results", flush=True)
    print(f"checks {checks}, different {different}")
    return different


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 100))
