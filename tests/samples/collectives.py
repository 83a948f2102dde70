"""Rows of what programs of meshes are made of, on a mesh of one device."""

import numpy as np

import fjax
from fjax import NamedSharding, P, lax
from fjax.primitives.placing import Relaxed, ShardingConstraint
from tests.samples import Sample, normal


def mesh():
    """A mesh of the GPU on which new arrays are, else of the CPU."""
    default = fjax.config.default_device
    on_gpu = getattr(default, "platform", None) == "gpu"
    return fjax.sharding.Mesh(np.array([default if on_gpu else fjax.devices("cpu")[0]]), ("i",))


def member(function, name, oracle, *shape):
    """A row of a function that the one member of the mesh runs on the whole."""

    def mapped(x):
        settled = name in ("common", "pcast")
        rows = {"in_specs": P("i"), "out_specs": P("i"), "check_vma": settled}
        return fjax.shard_map(function, mesh=mesh(), **rows)(x)

    return Sample(mapped, [normal(*shape)], oracle, name=name)


def placed(x):
    return ShardingConstraint(NamedSharding(mesh(), P("i")))(x)


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
    Sample(placed, [normal(3, 2)], lambda x: x),
]
