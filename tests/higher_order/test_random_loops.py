"""Random programs of nested loops, branches and updates agree with their twins in Python."""

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import fjax
import fjax.numpy as jnp
from fjax import lax
from tests.effort import examples
from tests.machines.changed import CPU, changed

SIZE = 6
START = (0.3, -0.4, np.linspace(-0.5, 0.7, SIZE))
# Shrinking would compile programs for minutes; what fails is printed and small enough to read.
PHASES = [Phase.explicit, Phase.reuse, Phase.generate]
SETTINGS = dict(deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES)

# A program is a list of statements over the state (a, b, v): two numbers and a vector. x is the
# element of a scan's slice, k the number of the step.

ATOMS = st.sampled_from(["a", "b", "x", 0.5, -1.25])
UNARY = {
    "sin": jnp.sin,
    "tanh": jnp.tanh,
    "square": lambda y: y * y,
    "bell": lambda y: jnp.exp(-y * y),
}
BINARY = {
    "add": lambda y, z: y + z,
    "mul": lambda y, z: y * z,
    "div": lambda y, z: y / (1.5 + z * z),
    "max": lambda y, z: jnp.maximum(y, z + 0.0137),
    "where": lambda y, z: jnp.where(y > 0.2137, y, z),
}
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda e: st.one_of(
        st.tuples(st.sampled_from(sorted(UNARY)), e),
        st.tuples(st.sampled_from(sorted(BINARY)), e, e),
    ),
    max_leaves=5,
)
INDICES = st.sampled_from(["zero", "step", "odd step", "by value", "negative"])


def statements(depth):
    simple = [
        st.tuples(st.just("let"), st.sampled_from([0, 1]), EXPRESSIONS),
        st.tuples(
            st.just("write"), st.sampled_from(["set", "add", "multiply"]), INDICES, EXPRESSIONS
        ),
        st.tuples(st.just("read"), INDICES),
        st.tuples(st.just("window"), INDICES, EXPRESSIONS),
        st.tuples(st.just("shift"), EXPRESSIONS),
        st.tuples(st.just("scale"), EXPRESSIONS),
    ]
    if depth:
        inner = statements(depth - 1)
        simple += [
            st.tuples(st.just("cond"), EXPRESSIONS, inner, inner),
            st.tuples(st.just("switch"), inner, inner, inner),
            st.tuples(st.just("scan"), st.booleans(), st.sampled_from([1, 2, True]), inner),
            st.tuples(st.just("fori"), st.integers(0, 4), inner),
            st.tuples(st.just("counted"), inner),
            st.tuples(st.just("while"), inner),
        ]
    return st.lists(st.one_of(simple), min_size=1, max_size=3)


class Python:
    """Control flow as Python has it, on values that are known."""

    @staticmethod
    def cond(chosen, yes, no, state):
        return yes(state) if chosen else no(state)

    @staticmethod
    def switch(i, branches, state):
        return branches[int(i)](state)

    @staticmethod
    def scan(body, state, xs, reverse, unroll):
        ys = [None] * len(xs)
        for i in reversed(range(len(xs))) if reverse else range(len(xs)):
            state, ys[i] = body(state, xs[i])
        return state, jnp.stack(ys)

    @staticmethod
    def fori_loop(low, high, body, state):
        for i in range(int(low), int(high)):
            state = body(i, state)
        return state

    @staticmethod
    def while_loop(condition, body, state):
        while condition(state):
            state = body(state)
        return state


def value(expression, state, x):
    if isinstance(expression, float):
        return jnp.asarray(expression)
    if isinstance(expression, str):
        return {"a": state[0], "b": state[1], "x": x}[expression]
    name, *parts = expression
    parts = [value(p, state, x) for p in parts]
    return UNARY[name](*parts) if name in UNARY else BINARY[name](*parts)


def index(kind, state, k):
    if kind == "by value":
        return jnp.floor(jnp.abs(state[0]) * 4.1).astype(int) % SIZE
    return {"zero": 0, "step": k % SIZE, "odd step": (2 * k + 1) % SIZE, "negative": -1 - k % 3}[
        kind
    ]


def execute(lib, program, state, x, k):
    for name, *parts in program:
        a, b, v = globals()[f"run_{name}"](lib, state, x, k, *parts)
        state = jnp.tanh(a), jnp.tanh(b), jnp.tanh(v)
    return state


def run_let(lib, state, x, k, target, expression):
    new = value(expression, state, x)
    return (new, *state[1:]) if target == 0 else (state[0], new, state[2])


def run_write(lib, state, x, k, how, at, expression):
    a, b, v = state
    return a, b, getattr(v.at[index(at, state, k)], how)(value(expression, state, x))


def run_read(lib, state, x, k, at):
    a, b, v = state
    return a, b + v[index(at, state, k)], v


def run_window(lib, state, x, k, at, expression):
    a, b, v = state
    start = index(at, state, k) % 4
    window = lax.dynamic_slice(v, (start,), (3,))
    window = window[::-1] * value(expression, state, x)
    return a + window[0], b, lax.dynamic_update_slice(v, window, (start,))


def run_shift(lib, state, x, k, expression):
    a, b, v = state
    return a, b, jnp.concatenate([v[1:], value(expression, state, x)[None]])


def run_scale(lib, state, x, k, expression):
    a, b, v = state
    return a, b, v * value(expression, state, x) + v[::-1]


def run_cond(lib, state, x, k, expression, yes, no):
    branches = [lambda s, p=p: execute(lib, p, s, x, k) for p in (yes, no)]
    return lib.cond(value(expression, state, x) > 0.1137, *branches, state)


def run_switch(lib, state, x, k, *programs):
    branches = [lambda s, p=p: execute(lib, p, s, x, k) for p in programs]
    return lib.switch(jnp.floor(jnp.abs(state[1]) * 3.7).astype(int) % 3, branches, state)


def run_scan(lib, state, x, k, reverse, unroll, program):
    def body(carry, y):
        i, inner = carry
        inner = execute(lib, program, inner, y, i)
        return (i + 1, inner), inner[0] + y

    (_, (a, b, v)), ys = lib.scan(
        body, (k * 0, state), state[2] * 0.9 + 0.1, reverse=reverse, unroll=unroll
    )
    return a, b + ys[1] - ys[-1], v + ys


def run_fori(lib, state, x, k, n, program):
    return lib.fori_loop(0, n, lambda i, s: execute(lib, program, s, x, i), state)


def run_counted(lib, state, x, k, program):
    n = jnp.floor(jnp.abs(state[0]) * 5.3).astype(int)
    return lib.fori_loop(0, n, lambda i, s: execute(lib, program, s, x, i), state)


def run_while(lib, state, x, k, program):
    def condition(carry):
        i, (a, b, v) = carry
        return (i < 5) & (a + b < 0.9137)

    def body(carry):
        i, inner = carry
        return i + 1, execute(lib, program, inner, x, i)

    return lib.while_loop(condition, body, (0, state))[1]


# ---- the comparison


def total(lib, program):
    def run(a, b, v):
        a, b, v = execute(lib, program, (a, b, v), v[2], 0)
        return jnp.sin(a) + jnp.cos(b) * 2 + (v * np.arange(1.0, SIZE + 1)).sum()

    return run


def close(found, expected):
    for p, q in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(np.asarray(p), np.asarray(q), rtol=1e-7, atol=1e-9)


def check(program):
    """Forward, jvp, grad and vmap: few programs, since compiling them takes most of the time."""
    loop, twin = total(lax, program), total(Python, program)
    args = tuple(map(jnp.asarray, START))
    close(loop(*args), twin(*args))
    tangents = (jnp.asarray(1.0), jnp.asarray(-0.5), jnp.linspace(1, 2, SIZE))
    found = fjax.jit(lambda a, t: fjax.jvp(loop, a, t))(args, tangents)
    close(found, fjax.jvp(twin, args, tangents))
    expected = fjax.value_and_grad(twin, (0, 1, 2))
    gradient = fjax.value_and_grad(loop, (0, 1, 2))
    close(fjax.jit(gradient)(*args), expected(*args))
    batch = [jnp.stack([x, 0.5 * x - 0.1, 0.2 - x]) for x in args]
    rows = [expected(*[x[i] for x in batch]) for i in range(3)]
    stacked = fjax.tree.map(lambda *r: jnp.stack(r), *rows)
    close(fjax.jit(fjax.vmap(gradient))(*batch), stacked)


@settings(max_examples=examples(4), **SETTINGS)
@given(statements(2))
def test_random_programs_agree_with_their_twins(program):
    check(program)


@pytest.mark.one_in(8)
@settings(max_examples=examples(2), **SETTINGS)
@given(statements(1), st.booleans())
@pytest.mark.parametrize("kind", ["scan", "fori", "counted", "while", "cond", "switch"])
def test_random_bodies_of_each_kind_agree_with_their_twins(kind, body, flag):
    check(
        {
            "scan": [("scan", flag, 1, body)],
            "fori": [("fori", 4, body)],
            "counted": [("counted", body)],
            "while": [("while", body)],
            "cond": [("scan", flag, 1, [("cond", "a", body, [("shift", "x")])])],
            "switch": [("counted", [("switch", body, [("scale", "b")], [("read", "by value")])])],
        }[kind]
    )


@pytest.fixture(params=[1, 2, 4])
def few_registers(request, monkeypatch):
    """Values of more elements than this are kept in memory: here the vector of each program."""
    monkeypatch.setattr(CPU, "machine", changed(limits={"written_out": request.param}))
    fjax.clear_caches()
    yield
    fjax.clear_caches()


@pytest.mark.one_in(5)
@settings(max_examples=examples(8), **SETTINGS)
@given(statements(2))
def test_random_programs_over_memory_agree_with_their_twins(few_registers, program):
    args = tuple(map(jnp.asarray, START))
    close(total(lax, program)(*args), total(Python, program)(*args))


@settings(max_examples=1, **SETTINGS)
@given(statements(1))
def test_derivatives_of_random_programs_over_memory_agree_with_their_twins(few_registers, program):
    check(program)
