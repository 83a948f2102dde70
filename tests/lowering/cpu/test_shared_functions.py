"""A function that a kernel calls often is called, with the bits that it has written out."""

import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cpu import shared_functions
from fjax.lowering.cpu.compile import llvm_text
from fjax.scipy.special import erf
from tests.lowering.cpu.test_launches import TARGETS

LENGTH = 9  # of chains


def chain(function, length=LENGTH):
    def run(x):
        for _ in range(length):
            x = function(x)
        return x

    return run


def gradient(function):
    return fjax.grad(lambda x: jnp.sum(function(x)))


def until_large(x):
    """Lanes end at different steps with numbers that are rare arguments of a sine."""

    def step(y):
        return abs(y) * 40 + 2 + chain(jnp.sin)(y)

    return lax.map(lambda a: lax.while_loop(lambda y: y < 1e5, step, a), x, batch_size=64)


def in_branches(x):
    return jnp.where(x > 0.5, chain(jnp.exp)(-x), chain(jnp.exp)(x - 2)) + chain(jnp.cos)(x)


PROGRAMS = {
    "sin": chain(jnp.sin),
    "gradient of sin": gradient(chain(jnp.sin)),
    "gradient of tan": gradient(chain(lambda x: jnp.tan(x * 0.3))),
    "gradient of tanh": gradient(chain(jnp.tanh)),
    "gradient of erf": gradient(chain(erf)),
    "power": chain(lambda x: jnp.power(abs(x), 0.7)),
    "gradient of power": gradient(chain(lambda x: jnp.power(abs(x), 0.7))),
    "angles": chain(lambda x: jnp.arctan2(x, x + 1)),
    "while": until_large,
    "branches": in_branches,
    "totals": lambda x: jnp.sum(chain(jnp.log1p)(abs(x))),
    "scan": lambda x: lax.scan(lambda y, a: (chain(jnp.sin)(y + a), y), x[0] * 0, x)[1],
}


@pytest.mark.usefixtures("everything_is_compiled")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_bits_are_those_of_functions_written_out(name, dtype, monkeypatch):
    x = np.linspace(0.1, 1, 203).astype(dtype)
    x[::17] = -3e5  # goes to the C library
    x[50], x[51], x[52] = np.inf, np.nan, 0
    results = []
    for fewest in (shared_functions.FEWEST, 1 << 30):
        monkeypatch.setattr(shared_functions, "FEWEST", fewest)
        fjax.clear_caches()
        results.append(np.asarray(fjax.jit(PROGRAMS[name])(x)))
    np.testing.assert_array_equal(*results)
    assert results[0].dtype == dtype


def text_of(function, x):
    (kernel,) = fjax.inspect(function)(x).kernels
    return llvm_text(kernel.info.lowered.kernel, TARGETS["avx512"])


def defined(text):
    """The functions of a module beside the kernel and loops over lanes."""
    return set(re.findall(r"define internal .* @(shared\.[\w.]+)\(", text))


def test_a_sine_and_its_derivative_are_one_call():
    text = text_of(gradient(chain(jnp.sin)), np.ones(5))
    (symbol,) = {s for s in defined(text) if s.endswith((".8", ".16"))}
    assert symbol.startswith("shared.cos.sin.double.")
    calls = len(re.findall(rf"call .* @{re.escape(symbol)}\(", text))
    assert calls == LENGTH - 1  # the last sine's value is not needed


def test_a_long_chain_has_no_more_polynomials_than_a_short_one():
    counts = [text_of(chain(jnp.tanh, n), np.ones(5)).count("fdiv <") for n in (9, 36)]
    assert counts[0] == counts[1]


def test_few_uses_are_written_out():
    few = shared_functions.FEWEST - 1
    assert not defined(text_of(chain(jnp.sin, few), np.ones(5)))
    assert defined(text_of(chain(jnp.sin, few + 1), np.ones(5)))


def test_powers_of_one_number_have_its_logarithm_once():
    text = text_of(lambda x: sum(jnp.power(x, k + 0.5) for k in range(8)), np.ones(5))
    assert not defined(text)
