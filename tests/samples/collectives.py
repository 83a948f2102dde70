"""Rows of what programs of meshes are made of, on a mesh of one device."""

import numpy as np

import fjax
from fjax import NamedSharding, P, lax
from fjax.primitives.placing import Relaxed, ShardingConstraint
from tests.samples import Sample, normal

MESH = fjax.sharding.Mesh(np.array(fjax.devices()[:1]), ("i",))


def member(function, name, oracle, *shape):
    """A row of a function that the one member of the mesh runs on the whole."""
    mapped = fjax.shard_map(
        function,
        mesh=MESH,
        in_specs=P("i"),
        out_specs=P("i"),
        check_vma=name in ("common", "pcast"),
    )
    return Sample(mapped, [normal(*shape)], oracle, name=name)


SAMPLES = [
    member(lambda x: lax.pvary(lax.psum(x, "i"), "i") * x, "common", np.square, 3),
    member(
        lambda x: lax.pvary(lax.psum(lax.pcast(x, "i", to="unreduced"), "i"), "i"),
        "pcast",
        lambda x: x,
        3,
    ),
    member(lambda x: lax.psum(x, "i") * lax.pmax(x, "i"), "psum-pmax", np.square, 3),
    member(lambda x: lax.pmin(x, "i") * (lax.axis_index("i") + 2), "pmin", lambda x: 2 * x, 3),
    member(lambda x: lax.all_gather(x, "i")[0], "all_gather", lambda x: x, 3),
    member(lambda x: lax.psum_scatter(x, "i", tiled=True), "psum_scatter", lambda x: x, 3),
    member(lambda x: lax.all_to_all(x, "i", 1, 0, tiled=True), "all_to_all", lambda x: x, 3, 2),
    member(lambda x: lax.ppermute(x, "i", [(0, 0)]), "ppermute", lambda x: x, 3),
    Sample(Relaxed(("i",)), [normal(3, 2)], lambda x: x, name="relaxed"),
    Sample(
        ShardingConstraint(NamedSharding(MESH, P("i"))), [normal(3, 2)], lambda x: x, name="placed"
    ),
]
