"""Calls of one function on scalars are computed in lanes, with the bits that each has alone."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cpu import slp
from fjax.lowering.cpu.compile import compile_kernel, llvm_text
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.kernel.printer import function_table
from fjax.lowering.schedule.language import parse
from tests.lowering.cpu.harness import call
from tests.lowering.cpu.test_launches import TARGETS

RNG = np.random.default_rng(3)
LANES = 8  # of float64, by AVX-512


def network(width):
    """A loop whose step is a network of two layers on two numbers, and its arguments."""

    def run(first, second, state):
        def step(x, _):
            return x + 0.1 * jnp.tanh(x @ first) @ second, jnp.exp(x)

        return lax.scan(step, state, None, length=5)

    return run, (RNG.normal(size=(2, width)), RNG.normal(size=(width, 2)), RNG.normal(size=2))


def branches():
    """A step that computes tangents of loaded values in one of two branches, and in both."""

    def run(table, state):
        def step(x, k):
            chosen = lax.cond(
                k % 2 == 0,
                lambda x: jnp.tanh(x @ table) @ table.T,
                lambda x: jnp.tanh(x @ table)[:2] - jnp.tanh(x),
                x,
            )
            return x + 0.1 * chosen, x

        return lax.scan(step, state, jnp.arange(6))

    return run, (RNG.normal(size=(2, 11)), RNG.normal(size=2))


def loops():
    """Loops inside a loop, of which some end before they begin, that share what they read."""

    def run(table, state):
        def step(x, k):
            inner = lax.fori_loop(0, k, lambda _, y: y + 0.1 * jnp.tanh(table @ y), x)
            again = lax.while_loop(
                lambda y: jnp.sum(y) < k - 2, lambda y: y + 1 + jnp.tanh(table @ y) ** 2, x
            )
            return inner - 0.1 * again, jnp.arctan(x)

        return lax.scan(step, state, jnp.arange(5))

    return run, (RNG.normal(size=(5, 5)), RNG.normal(size=5))


def walks():
    """Two walks, whose steps find the next place by remainders of what they read at the last one,
    in a loop and in one inside it: a call of a pack needs another one of the same pack."""

    def walk(x, mean):
        def step(t, state):
            x, y, at, mean = state
            at = (at + (jnp.abs(y[(5 * t + 4 + at) % 70]) * 8).astype(int)) % 7
            x = x.at[(2 * t + 46 + at) % 70].set(y[(t + 40 + at) % 70] * 0.5 + mean)

            def inner(k, state):
                y, at, mean = state
                at = (at + (jnp.abs(x[(t + k + 48 + at) % 70]) * 8).astype(int)) % 7
                mean = mean * 0.5 + x[(t + k + 28 + at) % 70] * 0.25
                y = y.at[(3 * (t + k) + 22 + at) % 70].add(y[(t + k + at) % 70] * 0.5 + mean)
                return y, at, mean

            return x, *lax.fori_loop(0, 2, inner, (y, at, mean))

        return lax.fori_loop(0, 5, step, (x, x, jnp.zeros((), int), mean))

    return fjax.vmap(walk), (RNG.uniform(-1, 1, size=(2, 70)), RNG.uniform(-1, 1, size=2))


PROGRAMS = {
    "network of 3": network(3),
    "network of 9": network(9),
    "network of 50": network(50),
    "branches": branches(),
    "loops": loops(),
    "walks": walks(),
    "gradient": (
        fjax.grad(lambda a, b, x: jnp.sum(network(20)[0](a, b, x)[0]), argnums=(0, 1)),
        network(20)[1],
    ),
}


@pytest.mark.one_in(6)
@pytest.mark.usefixtures("everything_is_compiled")
@pytest.mark.parametrize("name", PROGRAMS)
def test_bits_are_those_of_calls_one_by_one(name, monkeypatch):
    function, args = PROGRAMS[name]
    results = []
    for fewest in (slp.FEWEST, 2, 1 << 30):
        monkeypatch.setattr(slp, "FEWEST", fewest)
        fjax.clear_caches()
        results.append(fjax.tree.leaves(fjax.jit(function)(*args)))
    for one, two, alone in zip(*results, strict=True):
        np.testing.assert_array_equal(np.asarray(one), np.asarray(alone))
        np.testing.assert_array_equal(np.asarray(two), np.asarray(alone))


def divisions(width):
    """How often a step of the network divides a scalar, and a register of lanes."""
    function, args = network(width)
    (kernel,) = fjax.inspect(function)(*args).kernels
    text = llvm_text(kernel.info.lowered.kernel, TARGETS["avx512"])
    return text.count("fdiv double"), text.count(f"fdiv <{LANES} x double>")


def test_as_many_tangents_as_lanes_are_one_program():
    assert divisions(LANES) == (0, 1)
    assert divisions(5 * LANES) == (0, 5)


def test_few_tangents_stay_scalars():
    assert divisions(3) == (3, 0)
    assert divisions(LANES + 2) == (2, 1)


@pytest.mark.parametrize("name", ["exp", "tanh", "sinh", "exp2", "expm1", "log1p", "arctan"])
def test_functions_of_pairs_of_short_floats(name):
    """Two float32 are half of the shortest register that is scaled by powers of two."""
    function = getattr(jnp, name)
    z = (np.linspace(-2, 2, 14).reshape(7, 2) + 0.5j).astype(np.complex64)
    z = z.real if name in ("exp2", "arctan") else z
    places = np.arange(7)[:, None]

    def write(x, places, z):
        return x.at[places[:, 0]].set(function(z))

    found = fjax.jit(write)(np.zeros((9, 2), z.dtype), places, z)
    np.testing.assert_allclose(found[:7], function(jnp.asarray(z)), rtol=1e-5)


ROWS = """kernel (f64, f64!, f64!) (i64, i64)
  parallel i0 in s1:
    vector i1 in s0 carrying -inf:f64, inf:f64, 0.0:f64:
      v0:f64 = load b0[i0*s0 + i1]
      next max v0, min v0, add v0
    v1:f64 = call tanh r1.0:f64
    b1[i0*4] = v1
    v2:f64 = call tanh r1.1:f64
    b1[i0*4] at 1:i64 = v2
    v3:f64 = call tanh r1.2:f64
    b1[i0*4] at 2:i64 = v3
    v4:f64 = sub r1.0:f64 r1.1:f64
    v5:f64 = call tanh v4
    b1[i0*4] at 3:i64 = v5
    vector i2 in s0:
      v6:f64 = load b0[i0*s0 + i2]
      v7:f64 = sub v6 r1.0:f64
      b2[i0*s0 + i2] = v7"""


def test_calls_of_a_loop_are_made_without_those_of_its_copy():
    (made,) = fjax.inspect(jnp.tanh)(np.ones(3)).kernels
    kernel = parse_kernel(ROWS, function_table(made.info.lowered.kernel))
    compiled = compile_kernel(kernel, schedule=parse("parallelize i0\nsplit_whole i0 4 -> i3"))
    x = RNG.normal(size=(37, 20))
    totals, rest = np.zeros((37, 4)), np.zeros_like(x)
    call(compiled, [x, totals, rest], [20, 37], 0, 37)
    most, least = x.max(1), x.min(1)
    expected = np.tanh(np.stack([most, least, x.sum(1), most - least], 1))
    np.testing.assert_allclose(totals, expected, 1e-13)
    np.testing.assert_array_equal(rest, x - most[:, None])
