"""What is called: the functions of some namespaces, and arguments that each of them takes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

NAMESPACES = ("numpy", "numpy.linalg", "numpy.fft", "nn", "scipy.special", "scipy.linalg")
SIZES = (16, 1024, 102400)  # elements of an array; their square roots are sides of matrices

# The arguments of functions that want others than GENERAL has, in its words. A number stands for
# itself, `-` for a function that is no computation on arrays (files, settings, types, shapes), is
# no function of one size, or takes a function. Parts after `name=` are keywords.
SPECIAL = {
    "numpy": {
        "all": "b",
        "any": "b",
        "append": "x y",
        "arange": "n",
        "argpartition": "x half",
        "array_split": "x 3",
        "average": "x",
        "bincount": "few length=8",
        "block": "[x,y]",
        "broadcast_arrays": "m row",
        "broadcast_to": "row (side,side)",
        "choose": "few8 [x,x,x,x,x,x,x,x] mode='clip'",
        "clip": "x 0.2 0.8",
        "column_stack": "[x,y]",
        "compress": "b8 x size=4",
        "concat": "[x,y]",
        "concatenate": "[x,y]",
        "convolve": "x kernel",
        "correlate": "x kernel",
        "corrcoef": "rows",
        "cov": "rows",
        "cross": "v3 v3",
        "delete": "x 3",
        "diag": "row",
        "diag_indices": "side",
        "diagflat": "row",
        "digitize": "x sorted",
        "divmod": "x y",
        "dsplit": "-",
        "dstack": "[x,y]",
        "einsum": "'ij,jk->ik' m m",
        "expand_dims": "x 0",
        "extract": "b x size=4",
        "eye": "side",
        "fill_diagonal": "m 1.0 inplace=False",
        "flatnonzero": "b size=4",
        "full": "n 1.5",
        "full_like": "x 1.5",
        "geomspace": "1.0 9.0 n",
        "hsplit": "x 2",
        "hstack": "[x,y]",
        "histogram_bin_edges": "x",
        "identity": "side",
        "indices": "(side,side)",
        "insert": "x 3 0.5",
        "interp": "x sorted y",
        "intersect1d": "few i size=8",
        "isin": "i few",
        "ix_": "few few",
        "kron": "row row",
        "ldexp": "x few8",
        "left_shift": "i few8",
        "right_shift": "i few8",
        "bitwise_left_shift": "i few8",
        "bitwise_right_shift": "i few8",
        "lexsort": "[i,i]",
        "linspace": "0.0 1.0 n",
        "logspace": "0.0 1.0 n",
        "matvec": "m row",
        "meshgrid": "row row",
        "moveaxis": "m 0 1",
        "nonzero": "b size=4",
        "ones": "n",
        "packbits": "b",
        "pad": "x 2",
        "partition": "x half",
        "percentile": "x 30",
        "permute_dims": "m (1,0)",
        "place": "x b y inplace=False",
        "poly": "v4",
        "polyadd": "v4 v4",
        "polydiv": "v8 v4",
        "polyfit": "sorted y 3",
        "polymul": "v8 v4",
        "polyval": "v4 x",
        "put": "x few y4 inplace=False",
        "put_along_axis": "x i y 0 inplace=False",
        "quantile": "x 0.3",
        "nanpercentile": "x 30",
        "outer": "row row",
        "nanquantile": "x 0.3",
        "ravel_multi_index": "-",
        "repeat": "x 2",
        "reshape": "x (2,-1)",
        "resize": "x (n,)",
        "roll": "x 3",
        "rollaxis": "m 1",
        "roots": "v8 strip_zeros=False",
        "searchsorted": "sorted x",
        "select": "[b,c] [x,y]",
        "setdiff1d": "few i size=8",
        "setxor1d": "few i size=8",
        "split": "x 2",
        "stack": "[x,y]",
        "swapaxes": "m 0 1",
        "take": "x i",
        "take_along_axis": "x i 0",
        "tensordot": "m m 1",
        "tile": "x 2",
        "trapezoid": "y x",
        "tri": "side",
        "tril_indices": "side",
        "triu_indices": "side",
        "trim_zeros": "-",
        "union1d": "few i size=8",
        "unique": "few size=4",
        "unique_all": "few size=4",
        "unique_counts": "few size=4",
        "unique_inverse": "few size=4",
        "unique_values": "few size=4",
        "unpackbits": "bytes",
        "unravel_index": "i (side,side)",
        "unstack": "m",
        "vander": "x 4",
        "vecmat": "row m",
        "vsplit": "m 2",
        "vstack": "[x,y]",
        "where": "b x y",
        "zeros": "n",
        "bartlett": "n",
        "blackman": "n",
        "hamming": "n",
        "hanning": "n",
        "kaiser": "n 3.0",
        "histogram2d": "x y",
        "histogramdd": "-",
        "mask_indices": "-",
    },
    "numpy.linalg": {
        "cholesky": "spd",
        "cond": "spd",
        "det": "spd",
        "eig": "-",  # JAX has it on processors alone, in LAPACK as NumPy
        "eigvals": "-",
        "inv": "spd",
        "lstsq": "spd row",
        "matrix_power": "m 3",
        "multi_dot": "[m,m,m]",
        "slogdet": "spd",
        "solve": "spd row",
        "tensorinv": "-",
        "tensorsolve": "spd row",
        "cross": "v3 v3",
        "outer": "row row",
        "tensordot": "m m 1",
    },
    "numpy.fft": {"fftfreq": "n", "rfftfreq": "n", "hfft": "x", "ihfft": "x"},
    "nn": {
        "dot_product_attention": "-",
        "one_hot": "few 8",
        "scaled_dot_general": "-",
        "scaled_matmul": "-",
        "glu": "x",
    },
    "scipy.special": {
        "bernoulli": "-",
        "bessel_jn": "-",
        "betainc": "x y y",
        "comb": "i few",
        "expn": "few8 x",
        "hyp1f1": "x y x",
        "hyp2f1": "-",
        "multigammaln": "x1 2",
        "polygamma": "few8 x",
        "sph_harm_y": "-",
        "zeta": "x1 y",
        "lpmn": "-",
        "lpmn_values": "-",
    },
    "scipy.linalg": {
        "block_diag": "m m",
        "cho_factor": "spd",
        "cho_solve": "-",
        "cholesky": "spd",
        "det": "spd",
        "eigh": "spd",
        "eigh_tridiagonal": "-",
        "expm": "m",
        "expm_frechet": "-",
        "funm": "-",
        "hessenberg": "-",
        "hilbert": "side",
        "inv": "spd",
        "lu": "spd",
        "lu_factor": "spd",
        "lu_solve": "-",
        "polar": "-",
        "rsf2csf": "-",
        "schur": "-",
        "solve": "spd row",
        "solve_sylvester": "-",
        "solve_triangular": "spd row",
        "sqrtm": "-",
        "toeplitz": "row",
    },
}
GENERAL = ("x", "x y", "m", "m m", "i", "i i", "b", "b b")
# No computations on arrays: settings, files, types, conversions that wait.
LEFT_OUT = set(
    """apply_along_axis apply_over_axes array_repr array_str broadcast_shapes can_cast einsum_path
    empty finfo from_dlpack frombuffer fromfile fromfunction fromiter frompyfunc fromstring
    get_printoptions iinfo isdtype issubdtype iterable load piecewise printoptions promote_types
    result_type save savez set_printoptions shape size ndim isscalar vectorize iscomplexobj
    isrealobj custom_jvp custom_vjp jit asarray array empty_like astype""".split()
)


def arguments(size: int) -> dict[str, Any]:
    """The values that the words of the tables stand for, at one size."""
    r, side = np.random.default_rng(7), math.isqrt(size)

    def floats(*shape: int) -> np.ndarray:
        return r.uniform(0.1, 0.9, shape).astype(np.float32)

    m = floats(side, side)
    return {
        "n": size,
        "side": side,
        "half": size // 2,
        "x": floats(size),
        "y": floats(size),
        "x1": floats(size) + np.float32(2),
        "sorted": np.sort(floats(size)),
        "m": m,
        "spd": m @ m.T + side * np.eye(side, dtype=np.float32),
        "row": floats(side),
        "rows": floats(4, size // 4),
        "kernel": floats(7),
        "v3": floats(size // 4, 3),
        "v4": floats(4),
        "y4": floats(4),
        "v8": floats(8),
        "i": r.integers(0, size, size).astype(np.int32),
        "few": r.integers(0, 4, 4).astype(np.int32),
        "few8": r.integers(1, 4, size).astype(np.int32),
        "bytes": r.integers(0, 256, size).astype(np.uint8),
        "b": r.random(size) < 0.5,
        "c": r.random(size) < 0.5,
        "b8": r.random(8) < 0.5,
    }


@dataclass(frozen=True)
class Call:
    """A function by namespace and name, and its arguments in words; "" for the first that fits."""

    space: str
    name: str
    words: str = ""

    def __str__(self) -> str:
        return f"{self.space}.{self.name}({', '.join(self.words.split())})"

    def candidates(self) -> Sequence[str]:
        if self.words:
            return (self.words,)
        special = SPECIAL.get(self.space, {}).get(self.name)
        return GENERAL if special is None else () if special == "-" else (special,)


def calls(namespace: Callable[[str], Any]) -> list[Call]:
    """The functions of a library whose modules `namespace` gives; each once, under one name."""
    found, seen = [], set(LEFT_OUT)
    for space in NAMESPACES:
        module = namespace(space)
        for name in sorted(vars(module)):
            function = getattr(module, name)
            if name[0] == "_" or name in seen or isinstance(function, type):
                continue
            if callable(function) and Call(space, name).candidates():
                seen.add(name)
                found.append(Call(space, name))
    return found


def bound(words: str, size: int, put: Callable[[np.ndarray], Any]) -> tuple[list[Any], dict]:
    """Positional and keyword arguments of a call, arrays as a library's."""
    values = {
        name: put(value) if isinstance(value, np.ndarray) else value
        for name, value in arguments(size).items()
    }
    args, kwargs = [], {}
    for word in words.split():
        name, equals, value = word.partition("=")
        if equals:
            kwargs[name] = eval(value, {}, values)
        else:
            args.append(eval(word, {}, values))
    return args, kwargs
