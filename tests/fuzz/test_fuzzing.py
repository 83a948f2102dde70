"""Random programs of fixed seeds are right, and the oracles see what is wrong."""

import json
import os
import random
import subprocess
import sys

import numpy as np
import pytest

import fjax
from tests.fuzz import compare, moved
from tests.fuzz.case import Case
from tests.fuzz.checks import chosen, run_checks
from tests.fuzz.generate import TooLong, counted, generate, namespace
from tests.fuzz.minimise import minimise
from tests.fuzz.settings import NAMED, SETTINGS, VARIATIONS, drawn
from tests.fuzz.twins import check_numpy
from tests.fuzz.worker import case_of

PROGRAMS_A_TEST = 5
SOURCE = """def program(p0):
    v1 = jnp.sin(p0)
    v2 = jnp.sum(v1 * p0)
    return v1, v2
"""


@pytest.mark.one_in(5)
@pytest.mark.parametrize("first", range(0, 60, PROGRAMS_A_TEST))
def test_programs_of_fixed_seeds_are_right(first):
    problems = []
    for seed in range(first, first + PROGRAMS_A_TEST):
        program = generate(seed)
        found, _ = run_checks(case_of(program, seed), chosen(seed)[:3])
        problems += [(seed, p) for p in found]
    assert not problems, "see them with: python -m tests.fuzz --examine SEED"


@pytest.mark.extended
@pytest.mark.parametrize("setting", SETTINGS)
def test_programs_of_fixed_seeds_are_right_under_each_setting(setting):
    count = 12 if setting == "numba" else 60
    command = [sys.executable, "-m", "tests.fuzz.worker", "--settings", setting, "--start", "5000"]
    done = subprocess.run(
        [*command, "--count", str(count)],
        capture_output=True,
        text=True,
        env=os.environ | dict(SETTINGS[setting].environment),
    )
    assert done.returncode == 0, done.stdout[-2000:]
    reports = [json.loads(line) for line in done.stdout.splitlines() if '"problems"' in line]
    assert len(reports) == count
    assert [r for r in reports if r["problems"]] == []


def test_a_program_prints_as_python_that_gives_the_same_program_again():
    program = generate(17)
    assert program == generate(17)
    assert program.structure() == generate(17).structure()
    module = program.module(("value",), "seed 17")
    assert program.source() in module
    compile(module, "<module>", "exec")


def test_a_wrong_derivative_is_found(monkeypatch):
    """By differences and by transposition, each of which sees its own kind."""
    from fjax.primitives.trigonometric import Sin

    case = Case(SOURCE, (np.linspace(0.1, 2.0, 7),))
    assert run_checks(case, ("differences", "value", "gradient"))[0] == []
    monkeypatch.setattr(Sin, "partials", lambda self, out, x: (out * 0.5,))
    (problem,), _ = run_checks(case, ("differences",))
    assert (problem.kind, problem.check) == ("wrong", "differences.jvp")


def test_a_wrong_value_is_found(monkeypatch):
    """By NumPy, where steps and kernels are wrong together."""
    from fjax import numpy as jnp

    case = Case(SOURCE, (np.linspace(0.1, 2.0, 7),))
    sine = jnp.sin
    monkeypatch.setattr(jnp, "sin", lambda x: sine(x) * (1 + 1e-9))
    found = check_numpy(case)
    assert [p.check for p in found] == ["numpy.statement"]


@pytest.mark.parametrize("dtype", ["float64", "float32", "complex128"])
def test_the_comparison_lets_rounding_pass_and_nothing_else(dtype):
    expected = np.linspace(0.5, 2.0, 50).astype(dtype)
    eps = compare.epsilon(expected.dtype)
    samples = [[expected * (1 + k * eps)] for k in (-1, 1)]
    samples = [[s.astype(dtype) for s in each] for each in samples]
    rounded = (expected * (1 + 20 * eps)).astype(dtype)
    wrong = expected.copy()
    wrong[31] *= 1 + 5000 * eps
    assert not compare.agree([expected], [rounded], lambda: samples).message
    assert "at [31]" in compare.agree([expected], [wrong], lambda: samples).message


def test_elements_that_rounding_decides_are_not_judged():
    """A difference whose size is that of the samples' own says nothing."""
    expected, found = np.array([1.0, 1e-16]), np.array([1.0, -3e-16])
    samples = [[np.array([1.0, k * 1e-16])] for k in (-2, 4)]
    verdict = compare.agree([expected], [found], lambda: samples)
    assert not verdict.message and verdict.unjudged == 0.5


def test_a_few_of_the_smallest_numbers_of_a_dtype_are_rounding():
    """Where a float16 cancels, what is left over is a multiple of its smallest number."""
    zero, small = np.zeros(3, np.float16), np.array([0, 1.2e-7, 0], np.float16)
    assert not compare.agree([zero], [small], lambda: [[zero]]).message
    assert compare.agree([zero], [small * np.float16(100)], lambda: [[zero]]).message


UNDECIDED = {
    "the sign of a sum that is zero": (
        "batched",
        """def program(p0):
    v1 = jnp.correlate(p0, p0[:1], mode="same")
    v2 = fjax.vmap(lambda a, b: jnp.copysign(p0, a), in_axes=(0, None))(v1, p0)
    return v2,
""",
        np.array([1.0, -2.0, 0.0, 0.0]),
    ),
    "eigenvalues that are zero": (
        "value",
        """def program(p0):
    v1 = fjax.scipy.linalg.eigh(p0 @ p0.T, eigvals_only=True)
    v2 = lax.lt(v1, v1 * 2)
    return v2,
""",
        np.linspace(-1.0, 1.0, 64, dtype=np.float32)[:, None],
    ),
    "the sign of a NaN that is computed": (
        "batched",
        """def program(p0):
    v1 = p0.at[0].subtract(jnp.sum(p0))
    v2, v3 = lax.top_k(v1, 1)
    return v3,
""",
        np.array([1.0, np.nan, np.inf, -np.inf, 2.0, -1.0, 3.0, 0.5, -np.inf]),
    ),
    "the difference of numbers that are much larger": (
        "differences",
        """def program(p0):
    v1 = jnp.mean(jnp.array([2.0**62, -3.0]))
    return v1, p0
""",
        np.array([0.5, 1.5]),
    ),
}


@pytest.mark.parametrize("name", UNDECIDED)
def test_what_rounding_decides_is_no_find(name):
    check, source, x = UNDECIDED[name]
    assert run_checks(Case(source, (x,)), (check,)) == ([], [check])


def test_variations_go_with_their_setting():
    rng, possible = random.Random(0), {name for group in VARIATIONS for name in group}
    draws = [drawn(rng, list(SETTINGS), possible) for _ in range(500)]
    assert {name for draw in draws for name in draw} == set(NAMED)
    assert all(len(set(draw) & set(group)) <= 1 for draw in draws for group in VARIATIONS)
    assert not any({"numba", "quick code"} <= set(draw) for draw in draws)


def test_a_statement_of_too_many_steps_is_refused():
    """Loops run step by step, several times: a program with a long one would cost a second."""
    text = "lax.scan(lambda c, x: (c + x, c * x), jnp.zeros(3), jnp.ones((500, 3)))"
    with fjax.disable_jit(), pytest.raises(TooLong), counted(400):
        eval(text, namespace())


def test_what_is_converted_may_be_a_number_of_python():
    with moved.moving(0):
        np.testing.assert_allclose(fjax.lax.convert_element_type(3, np.float64), 3.0)


@pytest.mark.extended
def test_what_fails_is_made_small():
    program = next(
        p for p in map(generate, range(2000)) if "jnp.sort" in p.source() and len(p.statements) > 3
    )
    small = minimise(program, lambda p: "jnp.sort" in p.source(), seconds=20.0)
    assert sum(1 for _ in small.walk()) <= 2
    assert len(small.source()) < len(program.source())


def test_a_check_that_is_refused_by_both_says_nothing():
    case = Case("def program(p0):\n    v1 = p0 @ p0\n    return v1,\n", (np.ones((2, 3)),))
    assert run_checks(case, ("value",)) == ([], [])
