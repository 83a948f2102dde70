"""Partitioned programs give what the programs give, forward and in gradients."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax
from fjax.errors import DeviceError
from fjax.spmd.partitioner import partition
from tests.members.random_programs import program, random_spec

pytestmark = [pytest.mark.needs("x64", reason="compared to 1e-9"), pytest.mark.one_in(12)]
AUTO, EXPLICIT = fjax.sharding.AxisType.Auto, fjax.sharding.AxisType.Explicit
MESHES = [
    fjax.make_mesh((4, 2), ("x", "y"), (AUTO,) * 2),
    fjax.make_mesh((2, 2, 2), ("x", "y", "z"), (AUTO,) * 3),
    fjax.make_mesh((8,), ("x",), (AUTO,)),
]
MESH = MESHES[0]


def shardings(mesh, specs):
    return [None if s is None else NamedSharding(mesh, P(*s)) for s in specs]


def partitioned(f, args, mesh, specs, outs=None):
    """The shard_map of the program, and its results."""
    closed = fjax.make_jaxpr(f)(*args)
    given = [None] * len(closed.consts) + shardings(mesh, specs)
    op = partition(closed.jaxpr, given, None if outs is None else shardings(mesh, outs))
    return op, op(*closed.consts, *map(jnp.asarray, args))


def check(f, args, mesh, specs, outs=None):
    op, found = partitioned(f, args, mesh, specs, outs)
    expected = fjax.tree.leaves(f(*args))
    assert len(found) == len(expected)
    for a, b in zip(found, expected, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, 1e-9, 1e-9)
    return op


# ---- random programs


@pytest.mark.parametrize("seed", range(24))
def test_random_programs(seed):
    rng = np.random.default_rng(seed)
    mesh = MESHES[seed % len(MESHES)]
    f, names = program(rng, mesh, 4)
    args = [jnp.array(rng.normal(size=(8, 8))) for _ in range(2)]
    specs = [random_spec(rng, mesh, (8, 8)) for _ in args]
    outs = [random_spec(rng, mesh, s) for s in ((8, 8), (8,))] if seed % 2 else None
    check(f, args, mesh, specs, outs)


@pytest.mark.parametrize("seed", range(12))
def test_gradients_of_random_programs(seed):
    """The partitioned gradient, and the gradient of the partitioned program."""
    rng = np.random.default_rng(seed + 100)
    mesh = MESHES[seed % len(MESHES)]
    f, _ = program(rng, mesh, 3)
    args = [jnp.array(rng.normal(size=(8, 8))) for _ in range(2)]
    specs = [random_spec(rng, mesh, (8, 8)) for _ in args]

    def loss(a, b):
        out, other = f(a, b)
        return jnp.sum(jnp.sin(out)) + jnp.sum(other**2)

    check(fjax.grad(loss, (0, 1)), args, mesh, specs, specs if seed % 2 else None)
    closed = fjax.make_jaxpr(loss)(*args)
    op = partition(closed.jaxpr, [None] * len(closed.consts) + shardings(mesh, specs))
    found = fjax.grad(lambda a, b: op(*closed.consts, a, b)[0], (0, 1))(*map(jnp.asarray, args))
    for a, b in zip(found, fjax.grad(loss, (0, 1))(*args), strict=True):
        np.testing.assert_allclose(a, b, 1e-8, 1e-8)


@pytest.mark.parametrize("chosen", range(3))
def test_gradients_of_branches_of_which_one_names_a_mesh(chosen):
    """What another branch keeps for the backward pass is put nowhere."""
    there = NamedSharding(MESH, P("x"))
    branches = [jnp.add, lambda a, b: lax.with_sharding_constraint(a * b, there), jnp.minimum]
    a, b = (jnp.array(np.random.default_rng(k).normal(size=(8, 8))) for k in range(2))
    f = lambda a, b: jnp.sum(lax.switch(chosen + (a.sum() > 1e9), branches, a, b) ** 2)
    wanted = [2 * (a + b), 2 * a * b**2, 2 * jnp.minimum(a, b) * (a < b)][chosen]
    for g in (fjax.grad(f), fjax.jit(fjax.grad(f))):
        np.testing.assert_allclose(g(a, b), wanted, 1e-12)


# ---- what is sent


def kinds(op):
    return [e.op.name for e in op.jaxpr.eqns if e.op.axis_names and e.invars]


X = jnp.arange(32.0).reshape(8, 4)
W = jnp.arange(32.0).reshape(4, 8) / 32


def loss(w, x):
    return jnp.sum(jnp.tanh(x @ w) ** 2)


@pytest.mark.parametrize(
    "f, args, specs, outs, sent",
    [
        (lambda x: jnp.tanh(x) * 2, [X], [("x", "y")], None, []),
        (lambda x: x - x.sum(), [X], [("x",)], None, ["psum"]),
        (lambda x: x.max(0), [X], [("x",)], None, ["pmax"]),
        (lambda x: x.prod(0), [X / 8], [("x",)], None, ["all_gather"]),
        (lambda x: (x > 3).any(), [X], [("x", "y")], None, ["all_gather", "all_gather"]),
        (lambda x: (x > 3).all(1), [X], [("x", "y")], None, ["all_gather"]),
        (lambda x: x.argmax(0), [X], [("x",)], None, ["pmax", "pmin"]),
        (lambda x: x.argmin(0), [X], [("x",)], None, ["pmin", "pmin"]),
        (lambda x: x.argmax(1), [X], [("x",)], None, []),
        (lambda x, w: x @ w, [X, W], [("x",), (None, "y")], None, []),
        (lambda x, w: x @ w, [X, W], [(None, "x"), ("x",)], None, ["psum"]),
        (lambda x, w: x @ w, [X, W], [(None, "x"), ("x",)], [("x",)], ["reduce_scatter"]),
        (lambda x, w: x @ w, [X, W], [("x",), (None, "x")], [("x",)], ["all_gather"]),
        (lambda x: x.sum() + (2 * x).sum(), [X], [("x",)], None, ["psum"]),
        (lambda x: x, [X], [("x",)], [(None, "x")], ["all_to_all"]),
        (lambda x: x, [X], [()], [("x", "y")], []),
        (lambda x: x, [X], [("x", "y")], [()], ["all_gather", "all_gather"]),
        (lambda x: jnp.sort(x, 1), [X], [("x",)], None, []),
        (lambda x: jnp.sort(x, 0), [X], [("x",)], None, ["all_gather"]),
        (fjax.grad(loss), [W, X], [(), ("x",)], [()], ["psum"]),
        (fjax.grad(loss), [W, X], [("x",), ("x",)], [("x",)], ["all_gather", "reduce_scatter"]),
    ],
)
def test_what_is_sent_is_what_has_to_be(f, args, specs, outs, sent):
    assert kinds(check(f, args, MESH, specs, outs)) == sent


COMBINED = ("prod", "any", "all", "argmax", "argmin")


@pytest.mark.parametrize("spec", [("x", "y"), (("x", "y"),), (None, ("y", "x"))])
@pytest.mark.parametrize("dtype", ["float64", "float32", "int8", "uint16", "bool", "complex64"])
def test_reductions_of_split_axes_are_combined_exactly(dtype, spec):
    """Also of several extrema and NaN, of which the first counts."""
    rng = np.random.default_rng(3)
    x = rng.integers(0, 3, (8, 8)).astype(dtype)
    if x.dtype.kind == "f":
        x[3, 2] = x[6, 2] = x[1, 7] = np.nan
    f = lambda x: [getattr(jnp, name)(x, axis) for name in COMBINED for axis in (0, 1)]
    op, found = partitioned(f, [x], MESH, [spec])
    for a, b in zip(found, f(x), strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)
    _, (place,) = partitioned(lambda x: jnp.argmin(x), [x], MESH, [spec])
    assert place == jnp.argmin(x)


@pytest.mark.parametrize("reduce", [lax.reduce_and, lax.reduce_or, lax.reduce_xor])
def test_bits_of_split_axes_are_combined(reduce):
    x = np.random.default_rng(4).integers(0, 1 << 30, (8, 8))
    op = check(lambda x: reduce(x, (0,)), [x], MESH, [(("x", "y"),)])
    assert kinds(op) == ["all_gather", "all_gather"] and op.jaxpr.eqns[0].op.axes == (0,)


def test_a_value_that_is_used_twice_travels_once():
    op = check(lambda x: (jnp.sort(x, 0), jnp.flip(x, 0)), [X], MESH, [("x",)])
    assert kinds(op) == ["all_gather"]


def test_constraints_go_backward_to_what_is_open():
    split = NamedSharding(MESH, P("x", "y"))

    def f(x):
        return lax.with_sharding_constraint(jnp.sin(x) * jnp.ones((8, 4)), split)

    op = check(f, [X], MESH, [()])
    sines = [e for e in op.jaxpr.eqns if e.op.name == "sin"]
    assert sines[0].outvars[0].aval.shape == (2, 2)
    assert op.out_specs == (P("x", "y"),)


def test_a_shard_map_within_is_the_members_own_program():
    inner = fjax.shard_map(
        lambda x: lax.psum(x, "x") * lax.axis_index("y"),
        mesh=MESH,
        in_specs=P("x", "y"),
        out_specs=P(None, "y"),
    )
    op = check(lambda x: inner(jnp.sin(x)) + 1, [X], MESH, [("x", "y")])
    assert kinds(op) == ["psum_invariant"]


def test_a_shard_map_along_some_axes_runs_whole():
    inner = fjax.shard_map(
        lambda x: lax.psum(x, "x"), mesh=MESH, in_specs=P("x"), out_specs=P(), axis_names={"x"}
    )
    check(lambda x: inner(jnp.sin(x)) + 1, [X], MESH, [("x", "y")])


def test_random_numbers_are_those_of_the_whole_program():
    def f(key, x):
        return fjax.random.normal(key, x.shape) + x

    op, (found,) = partitioned(f, [fjax.random.key(3), X], MESH, [None, ("x", "y")])
    assert np.array_equal(found, f(fjax.random.key(3), X))


def test_what_is_communicated_is_listed_with_its_line():
    x = fjax.device_put(X, NamedSharding(MESH, P("x")))

    def f(x):
        total = x.sum()
        return lax.scan(lambda c, _: (c + (x * c).sum(), None), total, None, length=3)[0]

    first, second = fjax.inspect(f)(x).communication
    assert (first.kind, first.axes, first.bytes, first.times) == ("psum", ("x",), 8, 1)
    assert second.times == 3 and first.source.file == __file__
    assert first.source.line == f.__code__.co_firstlineno + 1
    assert "psum along x: 8 bytes, 3 times at" in str(second)
    assert f"source=<{__file__}:{first.source.line} (f)>" in str([first])
    assert fjax.inspect(f)(X).communication == []
    assert fjax.inspect(f)(X).partitioned is None


@pytest.mark.parametrize("seed", range(4))
def test_results_of_jit_say_how_they_are_split(seed):
    """As the partitioned program leaves them."""
    rng = np.random.default_rng(seed)
    x = fjax.device_put(X, NamedSharding(MESH, P(*random_spec(rng, MESH, X.shape))))
    functions = [
        lambda x: x.T,
        lambda x: x.sum(1),
        lambda x: x @ W,
        lambda x: x.reshape(4, 2, 4) + 1,
        lambda x: lax.fori_loop(0, 2, lambda i, c: jnp.sin(c), x),
        lambda x: lax.cond(True, jnp.sin, lambda x: x, x),
    ]
    for f in functions:
        op = fjax.inspect(f)(x).partitioned
        out = fjax.jit(f)(x)
        assert out.sharding.is_equivalent_to(NamedSharding(MESH, op.out_specs[0]), out.ndim)


def test_two_meshes_in_one_program_are_refused():
    jaxpr = fjax.make_jaxpr(jnp.add)(X, X).jaxpr
    given = [NamedSharding(MESHES[0], P("x")), NamedSharding(MESHES[2], P("x"))]
    with pytest.raises(DeviceError, match="two meshes"):
        partition(jaxpr, given)
    with pytest.raises(ValueError, match="no input, output or constraint has a sharding"):
        partition(jaxpr, [None, None])


def test_gradients_beside_auto_axes_are_not_gathered_along_them():
    mesh = fjax.make_mesh((4, 2), ("x", "y"), axis_types=(EXPLICIT, AUTO))
    w = fjax.device_put(np.ones((4, 6)), fjax.NamedSharding(mesh, fjax.P(None, "y")))
    x = fjax.device_put(np.ones((8, 4)), fjax.NamedSharding(mesh, fjax.P("x")))
    with fjax.set_mesh(mesh):
        seen = fjax.inspect(fjax.grad(lambda w, x: jnp.tanh(x @ w).sum()))(w, x)
        half = lambda u: lax.with_sharding_constraint(u, P(None, "y"))
        moved = fjax.inspect(lambda u: fjax.reshard(half(u), P()) * 2)(x)
    assert [(c.kind, c.axes) for c in seen.communication] == [("psum", ("x",))]
    assert seen.partitioned.out_specs == (fjax.P(None, "y"),) == moved.partitioned.out_specs
    assert [(c.kind, c.axes) for c in moved.communication] == [("all_gather", ("x",))]
