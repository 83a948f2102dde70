"""Dtypes of results against JAX's: a stored table of all pairs, which draws and a test read.

`python -m tests.fuzz.draws.pairs --record`, where JAX is installed, writes the table.
"""

from __future__ import annotations

import functools
import itertools
import pathlib
import random
import sys
import warnings
from collections import defaultdict
from typing import Any

import ml_dtypes
import numpy as np

import fjax
from tests.fuzz.draws.draw import DOCUMENTED, Draw

TABLE = pathlib.Path(__file__).parent / "pairs.txt"
DTYPES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 "
    "complex64 complex128"
).split()
CODES = {(d, False): chr(97 + i) for i, d in enumerate(DTYPES)}
CODES |= {(d, True): code.upper() for (d, _), code in CODES.items()}
REFUSED = "-"
SCALARS: dict[str, Any] = {"True": True, "1": 1, "1.0": 1.0, "1j": 1j}
WEAK = {"weak int": "int64", "weak float": "float64", "weak complex": "complex128"}
OPERANDS = (*DTYPES, *WEAK, *SCALARS)

BINARY = (
    *(f"x {o} y" for o in "+ - * / // % ** @ << >> & | ^ < == >=".split()),
    *(
        f"jnp.{name}(x, y)"
        for name in (
            "add subtract multiply divide floor_divide power float_power remainder fmod "
            "maximum minimum fmax fmin arctan2 hypot logaddexp logaddexp2 copysign nextafter "
            "heaviside equal less logical_and bitwise_and bitwise_xor left_shift right_shift "
            "gcd lcm ldexp dot matmul inner outer vdot tensordot kron convolve correlate "
            "append isclose polyadd polymul polyval searchsorted trapezoid linspace cov"
        ).split()
    ),
    *(
        f"special.{name}(x, y)"
        for name in "xlogy xlog1py betaln rel_entr kl_div gammainc gammaincc zeta".split()
    ),
    "divmod(x, y)[1]", "jnp.where(x != 0, x, y)", "jnp.clip(x, y)", "jnp.stack([x, y])",
    "jnp.einsum('i,i->', x, y)", "jnp.average(x, weights=y)", "jnp.select([x != 0], [x], y)",
    "jnp.full_like(x, y)", "x.at[0].set(y)", "x.at[0].add(y)", "x.at[0].multiply(y)",
    "jnp.sum(x, initial=y)", "jnp.max(x, initial=y)", "jnp.result_type(x, y).type(0)",
    "lax.select(x == x, x, y)", "lax.add(x, y)", "jnp.interp(x, jnp.arange(2.0), y)",
)  # fmt: skip
UNARY = (
    *(
        f"jnp.{name}(x)"
        for name in (
            "sum prod mean var std cumsum cumprod nansum nanmean nanvar median ptp max argmax any "
            "count_nonzero sin exp expm1 log log2 log10 log1p sqrt cbrt square abs fabs sign "
            "negative positive reciprocal floor ceil trunc round rint real imag conj angle sinc i0 "
            "deg2rad tanh arcsinh arccos isfinite signbit spacing invert logical_not "
            "bitwise_count exp2 nan_to_num sort argsort diff gradient ediff1d zeros_like "
            "ones_like asarray array copy vander fft.fft fft.rfft linalg.norm"
        ).split()
    ),
    *(
        f"nn.{name}(x)"
        for name in "relu gelu silu softplus softmax log_softmax sigmoid elu selu logsumexp".split()
    ),
    *(
        f"special.{name}(x)"
        for name in "gamma gammaln digamma erf erfinv expit logit ndtr i0e entr logsumexp".split()
    ),
    "-x", "abs(x)", "x ** 2", "x ** 0.5", "x + 1", "x * 2.5", "x / 2", "x // 2", "2 ** x", "x * 1j",
    "x.mean()", "jnp.sum(x, dtype='float32')", "jnp.var(x, dtype='float64')", "jnp.arange(x.size)",
    "jnp.round(x, 1)", "jnp.linspace(0, x[0], 3)", "jnp.where(True, x, 0)", "lax.rsqrt(x)",
)  # fmt: skip


def _operand(library: Any, name: str) -> Any:
    """An operand's stand-in: an abstract array of two elements, or a number of Python."""
    if name in SCALARS:
        return SCALARS[name]
    dtype = WEAK.get(name, name)
    kind = np.dtype(getattr(ml_dtypes, dtype, dtype))
    return library.ShapeDtypeStruct((2,), kind, weak_type=name in WEAK)


def _space(library: Any) -> dict[str, Any]:
    special = library.scipy.special
    return {"jnp": library.numpy, "lax": library.lax, "nn": library.nn, "special": special}


@functools.cache
def _code(text: str) -> Any:
    return compile(text, "<pair>", "eval")


def found(library: Any, text: str, names: tuple[str, ...], errors: Any = DOCUMENTED) -> str:
    """The code of a result's type, with abstract operands; REFUSED for one of the errors."""
    given = [_operand(library, name) for name in names]
    traced = [i for i, x in enumerate(given) if hasattr(x, "shape")]
    space = _space(library)

    def run(*arrays: Any) -> Any:
        full = list(given)
        for i, x in zip(traced, arrays, strict=True):
            full[i] = x
        return library.numpy.asarray(eval(_code(text), space, dict(zip("xy", full))))

    try:
        out = library.eval_shape(run, *[given[i] for i in traced])
    except errors:
        return REFUSED
    return CODES[out.dtype.name, bool(out.weak_type)]


def draws() -> list[tuple[str, tuple[str, ...]]]:
    """All texts with the operands that they are tried with."""
    pairs = [p for p in itertools.product(OPERANDS, repeat=2) if not set(p) <= set(SCALARS)]
    return [(t, p) for t in BINARY for p in pairs] + [(t, (n,)) for t in UNARY for n in OPERANDS]


@functools.cache
def table() -> dict[tuple[str, tuple[str, ...]], str]:
    """What JAX's results are, as it was recorded."""
    made = {}
    for block in TABLE.read_text().strip().split("\n\n"):
        *texts, letters = block.split("\n")
        for text in texts:
            names = [p for t, p in draws() if t == text]
            made |= dict(zip([(text, p) for p in names], letters, strict=True))
    return made


def draw(rng: random.Random) -> Draw:
    """One pair, traced."""
    (text, names), expected = rng.choice(list(table().items()))
    return Draw(f"{text} of {' and '.join(names)}", lambda: check(text, names, expected))


# Functions whose results JAX types weakly where fjax does not, or the other way round.
WEAK_OTHERWISE = (
    "x ** y", "jnp.power(x, y)", "2 ** x", "jnp.logaddexp(x, y)", "jnp.heaviside(x, y)",
    "jnp.hypot(x, y)", "jnp.logaddexp2(x, y)",
    "special.rel_entr(x, y)", "special.kl_div(x, y)", "jnp.polyadd(x, y)", "jnp.polyval(x, y)",
    "jnp.full_like(x, y)", "jnp.angle(x)", "jnp.sinc(x)", "jnp.deg2rad(x)", "special.logit(x)",
    "jnp.gradient(x)", "nn.softplus(x)", "jnp.round(x, 1)",
)  # fmt: skip


def check(text: str, names: tuple[str, ...], expected: str) -> str:
    """How a result's type differs from JAX's; '' if it does not, or if JAX refuses."""
    ours = found(fjax, text, names, (*DOCUMENTED, AttributeError))
    if expected in (ours, REFUSED) or ours == REFUSED:
        return ""
    alike = ours.lower() == expected.lower()
    if alike and (ours.lower() == CODES["bool", False] or text in WEAK_OTHERWISE):
        return ""  # a weak boolean says nothing
    return f"{_named(ours)}, in JAX {_named(expected)}"


def _named(code: str) -> str:
    dtype, weak = next(k for k, c in CODES.items() if c == code)
    return f"weak {dtype}" if weak else dtype


def record() -> None:
    """Ask JAX, and write its answers: texts that have the same ones stand together."""
    jax = __import__("jax")
    jax.config.update("jax_enable_x64", True)
    letters = defaultdict(str)
    for text, names in draws():
        letters[text] += found(jax, text, names, Exception)
    same = defaultdict(list)
    for text, each in letters.items():
        same[each].append(text)
    TABLE.write_text("\n\n".join("\n".join([*texts, each]) for each, texts in same.items()) + "\n")


if __name__ == "__main__" and "--record" in sys.argv:
    warnings.simplefilter("ignore")
    record()
