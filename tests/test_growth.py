"""A program of twice as many parts takes twice the work until it is lowered.

Work is counted in functions that are entered: times differ from machine to machine.
"""

import pytest

import fjax
import fjax.numpy as jnp
from fjax.config import config
from fjax.interpreters.staging import StagingTrace
from fjax.passes.optimize import optimize
from tests.growth import FAMILIES, NESTED, PAIRS, entered

FINISH = StagingTrace.finish  # before tests check what it gives
PROGRAMS = {**FAMILIES, **NESTED, **PAIRS}
SIZES = {**dict.fromkeys(FAMILIES, 8), **dict.fromkeys(NESTED, 3), **dict.fromkeys(PAIRS, 2)}
# From n to 2n parts an amount of work is added, from 2n to 4n at most so many times as much. It is
# twice as much where work is in proportion, and four times as much where it is the square.
MOST = 2.5
SQUARE = 5


def traced(function, args):
    return fjax.make_jaxpr(function)(*args).jaxpr


def tangents(function, args):
    return traced(lambda *xs: fjax.jvp(function, xs, xs), args)


def batch(function, args):
    return traced(fjax.vmap(function), fjax.tree.map(lambda x: jnp.asarray(x)[None], args))


def gradient(function, args):
    def total(*xs):
        return sum(x.astype(float).sum() for x in fjax.tree.leaves(function(*xs)))

    return traced(fjax.grad(total, argnums=tuple(range(len(args)))), args)


WAYS = {each.__name__: each for each in (traced, tangents, batch, gradient)}

# Where the program itself grows faster than its parts.
FASTER = {
    # each level transforms all that is in it
    **{("batch in batch", way): SQUARE for way in WAYS},
    # a rule traces its function, and is traced itself
    ("batching rule in batching rule", "batch"): SQUARE,
    # each checkpoint computes again what is in it
    ("checkpoint in checkpoint", "optimized gradient"): SQUARE,
}
# A call is replaced by what it calls, and keeps values for reverse mode: two calls, twice as many.
DOUBLED = "twice at each level"


def transformed(family, n, way):
    function, args = PROGRAMS[family](n)
    return WAYS[way](function, args)


def work(family, n, way):
    """What it takes once all that does not belong to these programs is remembered."""
    transformed(family, n, way)
    fjax.clear_caches()
    return entered(lambda: transformed(family, n, way))


def work_of_passes(family, n, way):
    """As `work`, of the passes over the transformed program."""
    optimize(transformed(family, n, way))
    fjax.clear_caches()
    jaxpr = transformed(family, n, way)
    return entered(lambda: optimize(jaxpr))


@pytest.fixture(autouse=True)
def unchecked(monkeypatch):
    """What tests check of all programs, at each level of a nest, is no work of a user's."""
    monkeypatch.setattr(StagingTrace, "finish", FINISH)
    config.update("check_ir", False)
    yield
    config.update("check_ir", True)


def check(measure, family, way, most):
    few, more, many = (measure(family, n * SIZES[family], way) for n in (1, 2, 4))
    assert many - more <= most * (more - few), f"{few} calls, then {more}, then {many}"


@pytest.mark.one_in(64)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("family", PROGRAMS)
def test_transformations_take_work_in_proportion(family, way):
    if family == DOUBLED and way == "gradient":
        pytest.skip("each of two calls keeps values for reverse mode")
    check(work, family, way, FASTER.get((family, way), MOST))


@pytest.mark.one_in(64)
@pytest.mark.parametrize("way", ["traced", "gradient"])
@pytest.mark.parametrize("family", [each for each in PROGRAMS if each != DOUBLED])
def test_passes_take_work_in_proportion(family, way):
    check(work_of_passes, family, way, FASTER.get((family, f"optimized {way}"), MOST))
