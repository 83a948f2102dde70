"""`debug.inspect_array_sharding` of traced values: told before a program first runs."""

import numpy as np
import pytest

import fjax
from fjax import NamedSharding, P, debug, lax
from fjax import numpy as jnp
from fjax.sharding import AxisType, SingleDeviceSharding

MESH = fjax.make_mesh((4, 2), ("x", "y"), axis_types=(AxisType.Auto,) * 2)


def on_mesh(value, *spec):
    return fjax.device_put(np.asarray(value, np.float32), NamedSharding(MESH, P(*spec)))


class Told:
    """Notes the specs that it is told."""

    def __init__(self):
        self.seen = []

    def about(self, name, value):
        debug.inspect_array_sharding(value, callback=lambda s: self.seen.append((name, s.spec)))
        return value

    def since(self):
        found, self.seen = self.seen, []
        return found


@pytest.fixture
def told():
    return Told()


X, W = on_mesh(np.ones((8, 4)), "x"), on_mesh(np.ones((4, 6)), None, "y")


def test_once_for_each_way_in_which_arguments_are_split(told):
    @fjax.jit
    def f(x, w):
        y = told.about("y", told.about("x", x) @ w)
        return told.about("sums", y.sum(1))

    f(X, W)
    assert told.since() == [("x", P("x")), ("y", P("x", "y")), ("sums", P("x"))]
    for _ in range(3):
        f(X, W)
    assert told.since() == []
    f(on_mesh(np.ones((8, 4)), ("x", "y")), on_mesh(np.ones((4, 6))))
    assert told.since() == [("x", P(("x", "y"))), ("y", P(("x", "y"))), ("sums", P(("x", "y")))]


def test_the_partitioner_is_asked_and_results_do_not_change(told):
    def f(x, ask):
        y = jnp.sin(x)
        z = lax.with_sharding_constraint(told.about("y", y) if ask else y, NamedSharding(MESH, P()))
        return told.about("z", z) if ask else z

    asked = fjax.jit(f, static_argnums=1)(X, True)
    assert told.since() == [("y", P("x")), ("z", P())]
    assert asked.tobytes() == fjax.jit(f, static_argnums=1)(X, False).tobytes()


def test_what_is_said_of_arguments_counts(told):
    f = fjax.jit(lambda x: told.about("x", x) + 1, in_shardings=NamedSharding(MESH, P("x")))
    with fjax.set_mesh(MESH):
        f(np.arange(8.0))
    assert told.since() == [("x", P("x"))]


def test_within_loops_and_branches_once(told):
    def f(x, flag):
        y, _ = lax.scan(lambda c, _: (told.about("step", jnp.sin(c)), None), x, None, length=3)
        y = lax.while_loop(lambda c: c.sum() < 0, lambda c: told.about("turn", c + 1), y)
        return lax.cond(flag, lambda y: told.about("yes", y * 2), lambda y: y, y)

    fjax.jit(f)(X, True)
    assert told.since() == [("step", P("x")), ("turn", P("x")), ("yes", P("x"))]


def test_in_derivatives_and_batches(told):
    def f(x):
        return told.about("x", jnp.sin(x)).sum()

    fjax.jit(fjax.grad(f))(X)
    assert told.since() == [("x", P("x"))]
    fjax.grad(f)(X)
    assert told.since() == [("x", P("x"))]
    fjax.jit(fjax.vmap(f))(X)
    assert told.since() == [("x", P("x"))]


def test_members_have_values_of_their_own(told):
    members = fjax.shard_map(
        lambda x: told.about("part", x * 2), mesh=MESH, in_specs=P("x"), out_specs=P("x")
    )
    members(X)
    assert told.since() == [("part", P())]
    fjax.jit(members)(X)
    assert told.since() == [("part", P())]
    fjax.jit(members)(np.ones((8, 4)))
    assert told.since() == [("part", P())]


def test_compiled_ahead_of_time(told):
    lowered = fjax.jit(lambda x: told.about("x", x) * 2).lower(X)
    assert told.since() == []
    compiled = lowered.compile()
    assert told.since() == [("x", P("x"))]
    compiled(X)
    assert told.since() == []
    assert "inspect" not in compiled.as_text()


def test_references_and_one_device():
    ref, seen = fjax.new_ref(jnp.ones(3)), []

    @fjax.jit
    def f(x):
        ref[...] += x
        debug.inspect_array_sharding(x, callback=seen.append)

    f(np.ones(3))
    f(np.ones(3))
    (sharding,) = seen
    assert isinstance(sharding, SingleDeviceSharding)


def test_pictures_of_traced_values(capsys):
    fjax.jit(lambda x: debug.visualize_array_sharding(x.sum(1)))(X)
    assert "│CPU 0,1│CPU 2,3│CPU 4,5│CPU 6,7│" in capsys.readouterr().out


def test_an_error_of_the_callback_is_the_callers():
    def refuse(sharding):
        raise KeyError("mine")

    f = fjax.jit(lambda x: debug.inspect_array_sharding(x, callback=refuse))
    for _ in range(2):
        with pytest.raises(KeyError, match="mine"):
            f(X)


def test_loops_that_go_by_steps_keep_their_parts(told):
    def f(x, v, step):
        return lax.scan(lambda c, r: (step(c) + r, (r * 2, c.sum())), v, x)

    x, v = on_mesh(np.ones((3, 8)), None, "x"), on_mesh(np.ones(8), "x")
    found = f(x, v, lambda c: told.about("step", c))
    assert told.since() == [("step", P("x"))]
    with fjax.debug_nans(True):
        watched = f(x, v, lambda c: c)
    for results in (found, watched, fjax.jit(f, static_argnums=2)(x, v, lambda c: c)):
        assert [r.sharding.spec for r in fjax.tree.leaves(results)] == [P("x"), P(None, "x"), P()]
