"""`debug.inspect_array_sharding` of what several processes hold parts of."""

import numpy as np

import fjax
from fjax import NamedSharding, P, debug
from tests.ranks.check_partitioned import MESHES


def test_a_traced_value_is_told_of_once_in_every_process():
    mesh, seen = MESHES[0], []
    name = mesh.axis_names[0]
    x = fjax.device_put(np.ones((8, 8)), NamedSharding(mesh, P(name)))

    @fjax.jit
    def f(x):
        y = x.T @ x.T
        debug.inspect_array_sharding(y, callback=seen.append)
        return y

    for _ in range(2):
        f(x)
    assert [s.spec for s in seen] == [P(None, name)]
    assert seen[0].mesh.shape == mesh.shape and not seen[0].is_fully_addressable


def test_members_have_values_of_their_own():
    mesh, seen = MESHES[0], []
    name = mesh.axis_names[0]

    def member(x):
        debug.inspect_array_sharding(x, callback=lambda s: seen.append(s.spec))
        return x

    fjax.shard_map(member, mesh=mesh, in_specs=P(name), out_specs=P(name))(np.ones((8, 8)))
    assert seen == [P()]
