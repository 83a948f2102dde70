"""Collectives under vmap against their meaning written with arrays."""

import dataclasses

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.primitive import BatchAxis
from fjax.core.process_grid import ProcessGrid
from fjax.higher_order.collectives import AxisIndex
from fjax.interpreters.vmap import place_batch, vmap_flat

X = np.arange(3.0) + 0.5
M = np.arange(9.0).reshape(3, 3) ** 1.5
T = np.arange(54.0).reshape(3, 3, 6)


def over(f, **options):
    return fjax.vmap(f, axis_name="i", **options)


CASES = {
    "psum": (lambda x: lax.psum(x, "i"), X, np.full(3, X.sum())),
    "pmean": (lambda x: lax.pmean(x, "i"), X, np.full(3, X.mean())),
    "pmax": (lambda x: lax.pmax(x, "i"), X, np.full(3, 2.5)),
    "pmin": (lambda x: lax.pmin(x, "i"), X, np.full(3, 0.5)),
    "axis_index": (lambda x: lax.axis_index("i") + x, X, X + np.arange(3)),
    "psum of a number": (lambda x: lax.psum(2, "i") * x, X, X * 6),
    "psum of a constant": (lambda x: lax.psum(np.ones(2), "i"), X, np.full((3, 2), 3.0)),
    "all_gather": (lambda x: lax.all_gather(x, "i"), M, np.stack([M] * 3)),
    "all_gather at 1": (lambda x: lax.all_gather(x, "i", axis=1), M, np.stack([M.T] * 3)),
    "all_gather tiled": (
        lambda x: lax.all_gather(x, "i", tiled=True),
        M,
        np.stack([M.ravel()] * 3),
    ),
    "psum_scatter": (lambda x: lax.psum_scatter(x, "i"), M, M.sum(0)),
    "all_to_all": (lambda x: lax.all_to_all(x, "i", 0, 0), M, M.T),
    "all_to_all to 1": (lambda x: lax.all_to_all(x, "i", 0, 1), T, T.transpose(1, 2, 0)),
    "pswapaxes": (lambda x: lax.pswapaxes(x, "i", 0), T, T.transpose(1, 0, 2)),
    "ppermute": (lambda x: lax.ppermute(x, "i", [(0, 1), (1, 2), (2, 0)]), X, np.roll(X, 1)),
    "ppermute with holes": (lambda x: lax.ppermute(x, "i", [(0, 1)]), X, [0.0, X[0], 0.0]),
    "pshuffle": (lambda x: lax.pshuffle(x, "i", [2, 0, 1]), X, X[[2, 0, 1]]),
    "pbroadcast": (lambda x: lax.pbroadcast(x, "i", 1), X, np.full(3, X[1])),
}


@pytest.mark.parametrize("name", CASES)
def test_a_collective_is_what_its_arrays_say(name):
    f, x, expected = CASES[name]
    for g in (over(f), fjax.jit(over(f)), over(fjax.jit(f))):
        np.testing.assert_allclose(g(x), expected)


@pytest.mark.parametrize("name", [n for n in CASES if n != "psum of a constant"])
def test_derivatives_through_a_collective_agree_with_the_batched_program(name):
    """Each member's gradient of the sum over members is the gradient of the whole."""
    f, x, _ = CASES[name]
    inner = lambda x: (f(x * x) ** 2).sum()
    whole = fjax.grad(lambda x: over(inner)(x).sum())(x)
    direction = np.cos(x)
    _, tangent = fjax.jvp(lambda x: over(inner)(x).sum(), (x,), (direction,))
    np.testing.assert_allclose((whole * direction).sum(), tangent, rtol=1e-10)
    np.testing.assert_allclose(fjax.jit(fjax.grad(lambda x: over(inner)(x).sum()))(x), whole)


def test_psum_inside_vmap_of_grad_transposes_to_psum():
    found = over(fjax.grad(lambda x: lax.psum(x * x, "i")))(np.arange(3.0))
    np.testing.assert_allclose(found, [0.0, 6.0, 12.0])


def test_names_of_several_axes_work_together():
    nested = lambda f: over(fjax.vmap(f, axis_name="j"))
    np.testing.assert_allclose(
        nested(lambda x: lax.psum(x, ("i", "j")))(M), np.full((3, 3), M.sum())
    )
    np.testing.assert_allclose(
        nested(lambda x: lax.axis_index(("i", "j")))(M), np.arange(9).reshape(3, 3)
    )
    np.testing.assert_allclose(
        fjax.vmap(over(lambda x: lax.psum(x, "i")))(M), np.repeat(M.sum(1), 3).reshape(3, 3)
    )


FLAT = {
    "all_to_all": lambda x, names: lax.all_to_all(x, names, 1, 0),
    "all_to_all tiled": lambda x, names: lax.all_to_all(x, names, 2, 0, tiled=True),
    "all_to_all tiled backwards": lambda x, names: lax.all_to_all(x, names, 1, 2, tiled=True),
    "pswapaxes": lambda x, names: lax.pswapaxes(x, names, 1),
    "psum_scatter": lambda x, names: lax.psum_scatter(x, names, scatter_dimension=1),
    "psum_scatter tiled": lambda x, names: lax.psum_scatter(
        x, names, scatter_dimension=2, tiled=True
    ),
    "all_gather": lambda x, names: lax.all_gather(x, names, axis=1),
    "pbroadcast": lambda x, names: lax.pbroadcast(x, names, 4),
}


@pytest.mark.parametrize("collective", FLAT)
def test_two_axes_are_one_axis_whose_last_part_varies_fastest(collective, rng):
    x = rng.normal(size=(6, 2, 6, 12))
    f = FLAT[collective]

    def one(x):
        return fjax.vmap(lambda x: jnp.sin(f(jnp.sin(x), "i")), axis_name="i")(x)

    def two(x):
        inner = fjax.vmap(lambda x: jnp.sin(f(jnp.sin(x), ("i", "j"))), axis_name="j")
        found = fjax.vmap(inner, axis_name="i")(x.reshape(2, 3, *x.shape[1:]))
        return found.reshape(6, *found.shape[2:])

    np.testing.assert_allclose(two(x), one(x))
    weights = rng.normal(size=one(x).shape)
    gradients = [fjax.grad(lambda x, g=g: (weights * g(x)).sum())(x) for g in (one, two)]
    np.testing.assert_allclose(*gradients)


def test_slices_that_two_axes_do_not_divide_are_refused():
    with pytest.raises(ValueError, match="product 9 of the sizes of the named axes"):
        over(fjax.vmap(lambda x: lax.all_to_all(x, ("i", "j"), 0, 0), axis_name="j"))(
            jnp.ones((3, 3, 4))
        )


def test_collectives_inside_loops_and_branches():
    def f(x):
        c, _ = lax.scan(lambda c, y: (lax.psum(c, "i") + y, None), x, jnp.arange(2.0))
        return lax.cond(lax.psum(x, "i") > 4.0, lambda c: lax.pmax(c, "i"), lambda c: c, c)

    expected = (X.sum() + 0.0) * 3 + 1.0
    np.testing.assert_allclose(over(f)(X), np.full(3, expected))


def test_an_unbound_name_is_named():
    with pytest.raises(NameError, match="'rows'"):
        lax.psum(1.0, "rows")
    with pytest.raises(TypeError, match="axis names"):
        over(lambda x: lax.psum(x, 0))(X)


@pytest.mark.parametrize(
    "collective, said",
    [
        (lambda x: lax.psum(x, "i", axis_index_groups=[[0, 1]]), "0 to 2 along 'i' in one group"),
        (
            lambda x: lax.all_gather(x, "i", axis_index_groups=[[0, 1], [2]]),
            "groups along 'i' must all be",
        ),
        (lambda x: lax.ppermute(x, "i", [(0, 1), (0, 2)]), "destinations along 'i' must each"),
        (lambda x: lax.ppermute(x, "i", [(0, 3)]), "positions along 'i' must lie in 0..2"),
        (lambda x: lax.pshuffle(x, "i", [0, 1]), "each of 0 to 2 along 'i' once"),
    ],
)
def test_an_error_of_a_collective_names_its_axis(collective, said):
    with pytest.raises(ValueError, match=said):
        fjax.vmap(collective, axis_name="i")(jnp.arange(3.0))


@pytest.mark.parametrize(
    "size, names",
    [(1, ["axis_index"]), (3, ["axis_index", "mul", "broadcast_in_dim", "iota", "add"])],
)
def test_the_index_of_a_member_counts_those_of_processes_before(size, names):
    grid = ProcessGrid(("x",), (2,), (size,), (0, 1))
    axis = BatchAxis("x", size, members=True, across=grid.axis("x"))
    dims = []

    def member():
        (index,), found = AxisIndex("x", 2 * size).batch(axis, (), ())
        dims.extend(found)
        return index

    jaxpr = fjax.make_jaxpr(member)().jaxpr
    assert [e.op.name for e in jaxpr.eqns if e.op.name != "constant"] == names
    assert dims == [None if size == 1 else 0] and jaxpr.out_avals[0].dtype == np.int32


@dataclasses.dataclass(frozen=True)
class Processes:
    """An axis of processes, for which an outer vmap stands."""

    name: str
    size: int


def in_processes(f, x, processes):
    """What each member gets of a collective where each of some processes has several members."""
    size, across = len(x) // processes, Processes("i", processes)
    jaxpr = fjax.make_jaxpr(f, axis_env=[("i", len(x))])(x[0]).jaxpr
    axis = BatchAxis("i", size, across=across)

    def process(own):
        (out,), (dim,) = vmap_flat(lambda y: evaluate_jaxpr(jaxpr, [y]), axis, [own], [0])
        return place_batch(out, dim, 0, axis)

    out = fjax.vmap(process, axis_name=across)(x.reshape(processes, size, *x.shape[1:]))
    return out.reshape(len(x), *out.shape[2:])


RING, PAIRS = [(k, (k + 1) % 6) for k in range(6)], [[0, 5], [1, 3], [4, 2]]
COLLECTIVES = {
    "psum": lambda x: lax.psum(x, "i"),
    "psum of what is the same": lambda x: lax.psum(x * 0 + 2, "i"),
    "psum in groups": lambda x: lax.psum(x, "i", axis_index_groups=PAIRS),
    "pmean": lambda x: lax.pmean(x, "i"),
    "pmax": lambda x: lax.pmax(x, "i"),
    "pmin in groups": lambda x: lax.pmin(x, "i", axis_index_groups=PAIRS),
    "axis_index": lambda x: lax.axis_index("i") + x,
    "all_gather": lambda x: lax.all_gather(x, "i"),
    "all_gather at 1": lambda x: lax.all_gather(x, "i", axis=1),
    "all_gather tiled": lambda x: lax.all_gather(x, "i", tiled=True),
    "all_gather in groups": lambda x: lax.all_gather(x, "i", axis_index_groups=PAIRS),
    "psum_scatter": lambda x: lax.psum_scatter(x, "i"),
    "psum_scatter tiled": lambda x: lax.psum_scatter(x, "i", scatter_dimension=1, tiled=True),
    "all_to_all": lambda x: lax.all_to_all(x, "i", 0, 0),
    "all_to_all to 1": lambda x: lax.all_to_all(x, "i", 0, 1),
    "all_to_all tiled": lambda x: lax.all_to_all(x, "i", 1, 0, tiled=True),
    "a ring": lambda x: lax.ppermute(x, "i", RING),
    "whole processes": lambda x: lax.ppermute(x, "i", [(k, (k + 3) % 6) for k in range(6)]),
    "to some": lambda x: lax.ppermute(x, "i", [(0, 4), (5, 1), (3, 3)]),
    "any order": lambda x: lax.pshuffle(x, "i", [3, 0, 5, 1, 2, 4]),
    "pbroadcast": lambda x: lax.pbroadcast(x, "i", 4),
}


@pytest.mark.parametrize("processes", [1, 2, 3, 6])
@pytest.mark.parametrize("name", COLLECTIVES)
def test_members_of_several_processes_get_what_members_of_one_get(name, processes):
    f, x = COLLECTIVES[name], np.arange(6.0 * 6 * 12).reshape(6, 6, 12) % 37
    np.testing.assert_allclose(in_processes(f, x, processes), over(f)(x), rtol=1e-12)
