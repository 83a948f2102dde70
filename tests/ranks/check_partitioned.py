"""Random programs of split arrays, compiled and operation by operation, in several processes."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from tests.members.random_programs import program, random_spec
from tests.ranks.check_programs import MESHES as SHAPES
from tests.ranks.whole import whole

AUTO = fjax.sharding.AxisType.Auto
MESHES = [fjax.make_mesh(shape, names, (AUTO,) * len(shape)) for shape, names in SHAPES]


def assert_same(found, wanted, tolerance):
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(whole(a), whole(b), rtol=tolerance, atol=tolerance)


@pytest.mark.one_in(12)
@pytest.mark.parametrize("seed", range(12))
def test_values_and_gradients_are_those_of_whole_arrays(seed):
    rng, mesh = np.random.default_rng(seed), MESHES[seed % len(MESHES)]
    f, _ = program(rng, mesh, 4)
    args = [jnp.asarray(rng.normal(size=(8, 8))) for _ in range(2)]
    placed = [
        fjax.device_put(x, NamedSharding(mesh, P(*random_spec(rng, mesh, (8, 8))))) for x in args
    ]
    outs = [NamedSharding(mesh, P(*random_spec(rng, mesh, s))) for s in ((8, 8), (8,))]

    def loss(a, b):
        out, other = f(a, b)
        return jnp.sum(jnp.sin(out)) + jnp.sum(other**2)

    found = fjax.jit(f, out_shardings=tuple(outs))(*placed)
    assert [x.sharding for x in found] == outs
    assert_same(found, f(*args), 1e-9)
    derivative = fjax.grad(loss, (0, 1))
    for run in (derivative, fjax.jit(derivative)):
        assert_same(run(*placed), derivative(*args), 1e-8)


@pytest.mark.parametrize("spec", [P(), P(MESHES[0].axis_names[0])])
def test_what_a_compiled_function_keeps_for_the_backward_pass_stays_split_as_it_is(spec):
    """Also where each operation by itself would have split it otherwise."""
    mesh, rng = MESHES[0], np.random.default_rng(0)
    a, b = (rng.normal(size=(8, 8)) for _ in range(2))
    product = fjax.jit(lambda a, b: jnp.sin(a) @ b)
    derivative = fjax.grad(lambda a, b: jnp.sum(product(a, b) ** 2), (0, 1))
    placed = [fjax.device_put(x, NamedSharding(mesh, s)) for x, s in ((a, P()), (b, spec))]
    assert_same(derivative(*placed), derivative(a, b), 1e-9)


def test_a_block_is_not_taken_for_another_one():
    x = fjax.device_put(np.ones((8, 8)), NamedSharding(MESHES[0], P(MESHES[0].axis_names[0])))
    other = fjax.device_put(np.ones((8, 8)), NamedSharding(MESHES[0], P()))
    with pytest.raises(RuntimeError, match=r"a block of \(8, 8\) is .* would be \(8, 8\)"):
        x.alias(x.aval, other.placement)


def test_axes_that_a_constraint_leaves_free_stay_as_they_are():
    mesh, name = MESHES[0], MESHES[0].axis_names[0]
    x = np.random.default_rng(0).normal(size=(8, 8, 8))
    inner = NamedSharding(mesh, P())
    twice = lambda x: fjax.lax.with_sharding_constraint(2 * x, inner)
    free = P(P.UNCONSTRAINED)
    for spec in (P(), P(name), P(None, name)):
        given = fjax.device_put(x, NamedSharding(mesh, spec))
        for run in (fjax.vmap(twice), fjax.jit(fjax.vmap(twice))):
            found = run(given)
            np.testing.assert_allclose(whole(found), 2 * x)
            assert found.sharding.is_equivalent_to(NamedSharding(mesh, P(*spec[:1])), 3)
        found = fjax.lax.with_sharding_constraint(given, NamedSharding(mesh, free))
        np.testing.assert_allclose(whole(found), x)


@pytest.mark.parametrize("chosen", range(3))
@pytest.mark.parametrize("compiled", [False, True])
def test_branches_that_name_no_mesh_beside_one_that_does(chosen, compiled):
    """What each process has computed by itself was taken for its part of the result."""
    mesh, rng = MESHES[0], np.random.default_rng(0)
    a, b = (rng.normal(size=(8, 8)) for _ in range(2))
    there = NamedSharding(mesh, P(mesh.axis_names[0]))
    branches = [
        lambda a, b: a.T + b,
        lambda a, b: lax.with_sharding_constraint(a * b, there),
        lambda a, b: jnp.cumsum(a, 0),
    ]
    wanted = [a.T + b, a * b, np.cumsum(a, 0)][chosen]
    f = lambda a, b: lax.switch(chosen + (a.sum() > 1e9), branches, a, b)
    for place in (lambda x: jnp.asarray(x), lambda x: fjax.device_put(x, there)):
        found = (fjax.jit(f) if compiled else f)(place(a), place(b))
        np.testing.assert_allclose(whole(found), wanted, rtol=1e-12)


@pytest.mark.parametrize("spec", [P(MESHES[-1].axis_names[0]), P(None, MESHES[-1].axis_names)])
def test_products_choices_and_places_are_combined(spec):
    x = np.random.default_rng(0).integers(0, 3, (16, 16)) / 2
    x[5, 3] = x[9, 3] = np.nan
    f = lambda x: [
        g(x, axis)
        for axis in (0, 1)
        for g in (jnp.prod, jnp.argmax, jnp.argmin, lambda x, a: (x < 1).any(a))
    ]
    placed = fjax.device_put(x, NamedSharding(MESHES[-1], spec))
    for run in (f, fjax.jit(f)):
        for a, b in zip(run(placed), f(x), strict=True):
            np.testing.assert_array_equal(whole(a), b)
    sent = fjax.inspect(f)(placed).communication
    assert sent and all(c.bytes < x.nbytes / 4 for c in sent)
