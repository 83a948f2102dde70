"""Transformations of transformations on a GPU: pairs and triples of them, and of known programs.

The stand-in gets some of them, spread over all; a GPU (`make test-cuda`) all.
"""

import itertools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from tests.higher_order import test_twins as twins
from tests.interpreters.programs import PROGRAMS
from tests.interpreters.test_programs_made import total
from tests.lowering.cuda.conftest import ON_A_GPU

pytestmark = pytest.mark.needs("x64", reason="expected values are of float64")
STEP = 1 if ON_A_GPU else 23  # prime, so that it meets every program, and every transformation
GRID = twins.taken([*twins.PAIRS, *twins.TRIPLES])


@pytest.mark.one_in(16)
@pytest.mark.parametrize("chain,program", GRID[::STEP])
def test_a_composition_on_a_gpu_agrees_with_the_twin(chain, program, gpu):
    with fjax.default_device(gpu):
        twins.check(program, chain)


def gradient(function, moved):
    return fjax.grad(total(function), moved)


def along(function, moved):
    """The results and their derivatives in the direction of the arguments that move."""

    def apply(*args):
        def of(*values):
            given = list(args)
            for i, value in zip(moved, values, strict=True):
                given[i] = value
            return function(*given)

        chosen = [args[i] for i in moved]
        return fjax.jvp(of, chosen, chosen)

    return apply


def stacked(function):
    """Of two sets of arguments, the second of which is half of the first."""
    of_two = fjax.vmap(function)
    return lambda *args: of_two(*[jnp.stack([a, (a / 2).astype(a.dtype)]) for a in args])


WAYS = {
    "jit": lambda f, moved: f,
    "vmap": lambda f, moved: stacked(f),
    "jvp": along,
    "grad": gradient,
    "vmap of grad": lambda f, moved: stacked(gradient(f, moved)),
    "grad of vmap": lambda f, moved: gradient(stacked(f), moved),
    "grad of checkpoint": lambda f, moved: gradient(fjax.checkpoint(f), moved),
    "jvp of grad": lambda f, moved: along(gradient(f, moved), moved),
}
REVERSE_ONLY = "rules in a loop"  # a rule of its programs says nothing of forward mode


def has(way, name):
    """Whether there is such a derivative."""
    if name == REVERSE_ONLY and "jvp" in way:
        return False
    return way == "jit" or bool(PROGRAMS[name][2])


TRANSFORMED = [(way, name) for name, way in itertools.product(PROGRAMS, WAYS) if has(way, name)]


@pytest.mark.one_in(16)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("way,name", TRANSFORMED[:: 1 if ON_A_GPU else 7])
def test_a_transformed_program_on_a_gpu_gives_what_it_gives_on_the_cpu(way, name, gpu):
    function, args, moved = PROGRAMS[name]
    program = fjax.jit(WAYS[way](function, moved))
    args = [jnp.asarray(a) for a in args]
    found, expected = (fjax.tree.leaves(program(*xs)) for xs in (fjax.device_put(args, gpu), args))
    for got, wanted in zip(found, expected, strict=True):
        if wanted.dtype == fjax.dtypes.float0:  # the tangent of a whole number
            continue
        np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12)
