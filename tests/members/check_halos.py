"""Partitioned lookups, stencils and running sums send what crosses borders, not whole axes."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.spmd.communication import communication
from tests.members.check_partition import MESH, MESHES, check, partitioned, random_spec, shardings

pytestmark = [pytest.mark.needs("x64", reason="compared to 1e-9"), pytest.mark.one_in(12)]
RNG = np.random.default_rng(0)
TABLE, U = jnp.array(RNG.normal(size=(64, 4))), jnp.array(RNG.normal(size=(16, 8)))
PLACES = jnp.array(RNG.integers(0, 64, 8))
FAR = jnp.array([-70, -1, 0, 63, 64, 200, 15, 16])


def sent(f, args, specs, mesh=MESH, outs=None):
    """The kinds of collectives of the partitioned program, and the most bytes that one sends."""
    op = check(f, args, mesh, specs, outs)
    found = communication(op.jaxpr)
    return sorted({c.kind for c in found}), max([c.bytes for c in found], default=0)


# ---- lookups


@pytest.mark.parametrize(
    "f",
    [
        lambda t, i: t[i],
        lambda t, i: jnp.take(t, i, axis=0),
        lambda t, i: jnp.take(t, i, axis=0, mode="fill", fill_value=-1),
        lambda t, i: t.at[i].get(mode="clip"),
        lambda t, i: lax.dynamic_index_in_dim(t, i[0], 0),
        lambda t, i: fjax.vmap(lambda k: t[k])(i),
        lambda t, i: t[i, 1],
    ],
)
def test_rows_of_a_split_table_are_looked_up_by_those_who_have_them(f):
    for places in (PLACES, FAR):
        assert sent(f, [TABLE, places], [("x",), ()]) == (["psum"], f(TABLE, PLACES).nbytes)
        kinds, most = sent(f, [TABLE, places], [("x",), ("x",)])
        assert "all_gather" not in kinds or most <= max(TABLE.nbytes // 8, 8 * 4 * 8)
        check(f, [TABLE, places], MESH, [(("x", "y"),), ()])


def test_integers_that_are_filled_and_truth_values_are_looked_up():
    table, places = jnp.arange(64), jnp.array([-70, 3, 63, 64])
    check(lambda t, i: jnp.take(t, i, mode="fill"), [table, places], MESH, [("x",), ()])
    check(lambda t, i: t[i], [table % 3 == 0, places], MESH, [("x",), ()])


@pytest.mark.parametrize(
    "f",
    [
        lambda t, i, v: t.at[i].add(v),
        lambda t, i, v: t.at[i].set(v),
        lambda t, i, v: t.at[i].max(v),
        lambda t, i, v: t.at[i].add(v, mode="clip"),
        lambda t, i, v: lax.dynamic_update_slice(t, v[:1], (i[0], 0)),
    ],
)
def test_rows_of_a_split_table_are_written_by_those_who_have_them(f):
    v = jnp.array(RNG.normal(size=(8, 4)))
    for places in (PLACES, FAR):
        op = check(f, [TABLE, places, v], MESH, [("x",), (), ()])
        assert not communication(op.jaxpr) and op.out_specs[0] == ("x", None)


def test_a_step_of_an_embedding_sends_rows_that_are_used_and_not_the_table():
    def step(t, i):
        return t - 0.1 * fjax.grad(lambda t: jnp.sum(jnp.sin(t[i])))(t)

    kinds, most = sent(step, [TABLE, PLACES], [("x",), ("x",)])
    assert kinds == ["all_gather", "reduce_scatter"] and most == 8 * 4 * 8
    assert sent(step, [TABLE, PLACES], [("x",), ()]) == (["psum"], 8 * 4 * 8)


def test_more_rows_than_the_table_has_are_looked_up_in_the_whole_table():
    many = jnp.array(RNG.integers(0, 64, 200))
    assert sent(lambda t, i: t[i], [TABLE, many], [("x",), ()])[0] == ["all_gather"]


# ---- stencils


def heat(u):
    return u.at[1:-1].add(u[2:] - 2 * u[1:-1] + u[:-2])


def heat_in_two_axes(u):
    middle = u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]
    return u.at[1:-1, 1:-1].add(0.1 * middle)


STENCILS = {
    "roll": lambda u: jnp.roll(u, 1, 0) - jnp.roll(u, -5, 0),
    "heat": heat,
    "two axes": heat_in_two_axes,
    "assigned": lambda u: u.at[1:-1].set(u[2:] * 2),
    "padded": lambda u: jnp.pad(u, ((1, 1), (0, 0)))[2:] + jnp.pad(u, ((3, 0), (0, 0)))[:-3],
    "joined": lambda u: jnp.concatenate([u[:1], jnp.sin(u[1:-1]), u[-1:] * 2]),
    "slope": lambda u: jnp.gradient(u, axis=0),
    "steps": lambda u: lax.fori_loop(0, 3, lambda i, u: heat(u), u),
    "sum of differences": lambda u: jnp.sum(jnp.diff(u, axis=0) ** 2),
    "greatest difference": lambda u: jnp.max(jnp.abs(jnp.diff(u, axis=0))),
    "with what is whole": lambda u: u.at[1:-1].add(u[2:] * jnp.arange(14.0)[:, None]),
}


@pytest.mark.parametrize("name", STENCILS)
@pytest.mark.parametrize("spec", [("x",), ("x", "y"), (None, "x")])
def test_stencils_exchange_rows_at_borders(name, spec):
    f = STENCILS[name]
    kinds, most = sent(f, [U], [spec])
    assert set(kinds) <= {"ppermute", "psum", "pmax"} and most <= U.nbytes // 8 * 2
    kinds, most = sent(fjax.grad(lambda u: jnp.sum(jnp.cos(f(u)))), [U], [spec])
    assert "all_gather" not in kinds or name == "greatest difference"


def test_windows_that_begin_outside_are_moved_inside():
    for start in (-3, 0, 5, 14, 99):
        read = lambda u, k=start: jnp.sin(lax.dynamic_slice(u, (k, 0), (4, 8)))
        written = lambda u, k=start: lax.dynamic_update_slice(u, u[1:4] * 2, (k, 0))
        for f in (read, written):
            check(f, [U], MESH, [("x",)])


def test_what_nothing_is_known_of_gets_whole_values_of_stretches():
    check(lambda u: jnp.sort(u[1:] - u[:-1], 0), [U], MESH, [("x", "y")])
    check(lambda u: (u[1:] - u[:-1]).T @ u[1:], [U], MESH, [("x", "y")])
    check(lambda u: (u[2:], u[1:-1] * 2), [U], MESH, [("x",)])
    check(lambda u: u[::2] + u[1::2], [U], MESH, [("x",)])
    check(lambda u: lax.pad(u, 0.0, ((1, 1, 1), (0, 0, 0))), [U], MESH, [("x",)])


def test_a_shift_by_more_than_a_part_comes_from_further_on():
    for k in (3, 4, 5, 8, 13, 15):
        kinds, _ = sent(lambda u, k=k: jnp.roll(u, k, 0), [U], [("x",)])
        assert kinds == ["ppermute"]


def random_stencil(rng):
    """A random program of shifts, differences and updates of a (16, 8) array."""

    def shifted(u):
        a, n = int(rng.integers(0, 3)), int(rng.integers(8, 14))
        return u[a : a + n]

    def function(u):
        values = [u]
        for _ in range(5):
            x = values[int(rng.integers(len(values)))]
            kind = rng.choice(["diff", "roll", "set", "pad", "map"])
            if kind == "diff":
                inner = jnp.sin(x[1:]) - x[:-1] * 0.5
                values.append(jnp.concatenate([inner, x[:1]]))
            elif kind == "roll":
                values.append(jnp.roll(x, int(rng.integers(-9, 9)), int(rng.integers(0, 2))))
            elif kind == "set":
                part = shifted(values[-1])
                at = int(rng.integers(0, 16 - part.shape[0] + 1))
                values.append(x.at[at : at + part.shape[0]].set(part * 0.5))
            elif kind == "pad":
                k = int(rng.integers(1, 4))
                values.append(jnp.pad(x[k:], ((0, k), (0, 0))) + values[0])
            else:
                values.append(jnp.tanh(x) + values[-1])
        return values[-1] + values[-2]

    return function


@pytest.mark.parametrize("seed", range(10))
def test_random_stencils_and_their_gradients(seed):
    mesh = MESHES[seed % len(MESHES)]
    spec = random_spec(np.random.default_rng(seed), mesh, (16, 8))

    def f(u):
        return random_stencil(np.random.default_rng(seed))(u)

    check(f, [U], mesh, [spec])
    check(fjax.grad(lambda u: jnp.sum(jnp.sin(f(u)))), [U], mesh, [spec])


# ---- running sums


@pytest.mark.parametrize("name", ["cumsum", "cumprod", "cummax", "cummin"])
@pytest.mark.parametrize("reverse", [False, True])
def test_running_sums_send_one_element_of_each_member(name, reverse):
    def run(u):
        return getattr(lax, name)(u, axis=0, reverse=reverse)

    assert sent(run, [U], [("x",)]) == (["all_gather"], 8 * 8)
    check(run, [U], MESH, [(("x", "y"),)])
    check(fjax.grad(lambda u: jnp.sum(run(u) ** 2)), [U], MESH, [("x", "y")])


def test_the_partitioned_program_differentiates():
    for f in (heat, lambda u: jnp.cumsum(u, 0), lambda u: u[jnp.array([3, 15, 3])]):
        op, _ = partitioned(lambda u, f=f: jnp.sum(f(u) ** 2), [U], MESH, [("x",)])
        constants = len(op.in_specs) - 1
        closed = fjax.make_jaxpr(lambda u, f=f: jnp.sum(f(u) ** 2))(U)
        found = fjax.grad(lambda u: op(*closed.consts[:constants], u)[0])(jnp.asarray(U))
        expected = fjax.grad(lambda u, f=f: jnp.sum(f(u) ** 2))(jnp.asarray(U))
        np.testing.assert_allclose(found, expected, 1e-9, 1e-9)
    assert shardings(MESH, [None]) == [None]


@pytest.mark.parametrize(
    "f",
    [
        lambda u: (lambda v: v[2:, 1:-1] + v[:-2, 1:-1] + v[1:-1, 2:] - v[1:-1, :-2])(
            jnp.pad(u, 1)
        ),
        lambda u: jnp.pad(u, 1)[1:-1, 2:],
        lambda u: jnp.pad(u, ((2, 1), (0, 3)))[3:, 1:9] * 2,
        lambda u: jnp.sin(jnp.pad(u, 1))[1:-1, 1:-1],
        lambda u: jnp.pad(jnp.pad(u, ((1, 1), (0, 0))), ((0, 0), (1, 1)))[:16, :8],
        lambda u: lax.dynamic_slice(jnp.pad(u, 1), (2, u[0, 0].astype(int)), (16, 8)),
        lambda u: jnp.pad(u, 1).sum(0)[1:-1] + jnp.pad(u, 1).max(0)[:-2],
    ],
)
def test_pads_make_values_longer_than_what_is_split(f):
    """Operations on these, and slices of several of their axes at once, lose no element."""
    for mesh in MESHES:
        names = mesh.axis_names
        specs = [("x",), (None, "x"), (tuple(names),), (names[-1], names[0] if names[1:] else None)]
        for spec in specs:
            check(f, [U], mesh, [spec])


@pytest.mark.parametrize(
    "f", [lambda a, b: jnp.concatenate([a, b]), lambda a, b: jnp.concatenate([b, a])[5:13] * a]
)
def test_what_is_whole_and_longer_than_a_split_axis_is_joined_to_it(f):
    for spec in (("x",), (("x", "y"),)):
        check(f, [U[:8, 0], U.ravel()[:20]], MESH, [spec, ()])


def test_a_padded_stencil_sends_rows_at_borders():
    def f(u):
        v = jnp.pad(u, 1)
        return u + 0.1 * (v[2:, 1:-1] + v[:-2, 1:-1] + v[1:-1, 2:] + v[1:-1, :-2] - 4 * u)

    for spec in (("x",), (None, "x")):
        kinds, most = sent(f, [U], [spec])
        assert kinds == ["ppermute"] and most <= 18 * 8
    check(f, [U], MESH, [("x", "y")])
