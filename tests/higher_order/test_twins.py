"""Every pair and chosen triples of transformations agree with Python loops on dual numbers."""

import itertools

import numpy as np
import pytest

import fjax
from fjax import lax
from tests.higher_order.twins import PROGRAMS, REVERSE_ONLY, Dual, Fjax, Python, lift, value

WEIGHTS = np.array([0.9, 1.0, 1.2])


def derivative(f):
    def g(x):
        return lift(f(Dual(x, 1.0))).b

    return g


def in_scan(f):
    return lambda x: lax.scan(lambda c, _: (f(c) * 0.25 + x, None), x, None, length=2)[0]


def in_python_loop(f):
    def g(x):
        c = x
        for _ in range(2):
            c = f(c) * 0.25 + x
        return c

    return g


TRANSFORMATIONS = {
    "jit": (fjax.jit, lambda f: f),
    "grad": (fjax.grad, derivative),
    "jvp": (lambda f: lambda x: fjax.jvp(f, (x,), (1.0,))[1], derivative),
    "vmap": (
        lambda f: lambda x: lax.reduce_sum(fjax.vmap(f)(x * WEIGHTS), (0,)),
        lambda f: lambda x: sum(f(x * float(w)) for w in WEIGHTS),
    ),
    "checkpoint": (fjax.checkpoint, lambda f: f),
    "scan": (in_scan, in_python_loop),
}
PAIRS = list(itertools.product(TRANSFORMATIONS, repeat=2))
TRIPLES = [
    ("jit", "vmap", "grad"),
    ("vmap", "jit", "grad"),
    ("jit", "grad", "jit"),
    ("grad", "vmap", "jit"),
    ("jit", "grad", "grad"),
    ("vmap", "grad", "grad"),
    ("jvp", "grad", "jit"),
    ("jit", "jvp", "grad"),
    ("grad", "jvp", "jit"),
    ("vmap", "vmap", "grad"),
    ("scan", "grad", "scan"),
    ("grad", "scan", "vmap"),
    ("jit", "scan", "grad"),
    ("grad", "checkpoint", "scan"),
    ("vmap", "grad", "checkpoint"),
    ("jit", "vmap", "jvp"),
    ("vmap", "jvp", "grad"),
]


def forward_of_reverse_only(chain):
    """Whether a jvp in the chain (outermost first) would see the program's own reverse rule."""
    innermost_grad = max((i for i, t in enumerate(chain) if t == "grad"), default=-1)
    return "jvp" in chain[innermost_grad + 1 :]


def taken(chains):
    """Chains with the programs that they transform: rules without a forward mode get none."""
    return [
        pytest.param(chain, program, id=f"{'-'.join(chain)}-{program}")
        for chain in chains
        for program in PROGRAMS
        if program not in REVERSE_ONLY or not forward_of_reverse_only(chain)
    ]


def apply(chain, f, which):
    for name in reversed(chain):
        f = TRANSFORMATIONS[name][which](f)
    return f


def check(program, chain):
    f = PROGRAMS[program]
    for x in (0.7, 1.1):
        expected = value(apply(chain, lambda y: f(Python, y), 1)(x))
        found = apply(chain, lambda y: f(Fjax, y), 0)(x)
        np.testing.assert_allclose(float(found), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_agrees_with_its_python_twin(program):
    check(program, ())


@pytest.mark.one_in(32)
@pytest.mark.parametrize("chain, program", taken(PAIRS))
def test_a_pair_of_transformations_agrees_with_the_twin(chain, program):
    check(program, chain)


@pytest.mark.one_in(64)
@pytest.mark.parametrize("chain, program", taken(TRIPLES))
def test_a_triple_of_transformations_agrees_with_the_twin(chain, program):
    check(program, chain)
