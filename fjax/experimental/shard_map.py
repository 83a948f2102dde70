"""shard_map as it was called before it became `fjax.shard_map`."""

from fjax.api import shard_map as shard_maps

__all__ = ["shard_map"]


def shard_map(f, mesh, in_specs, out_specs, check_rep=True):
    """`fjax.shard_map` with the mesh and the specs by position.

    >>> from fjax.sharding import PartitionSpec as P
    >>> mesh = fjax.sharding.Mesh(np.array(fjax.devices()[:1]), ("i",))
    >>> shard_map(lambda x: lax.psum(x, "i"), mesh, P("i"), P())(jnp.ones(2))
    Array([1., 1.], dtype=float64)
    """
    return shard_maps.shard_map(
        f, mesh=mesh, in_specs=in_specs, out_specs=out_specs, check_vma=check_rep
    )
