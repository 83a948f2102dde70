"""What fjax knows of compiled kernels: those of this process, and those on disk."""

from __future__ import annotations

from typing import NamedTuple

from fjax.lowering import disk_cache
from fjax.lowering.targets import named

__all__ = ["CacheInfo", "cache_info"]


class CacheInfo(NamedTuple):
    """What `cache_info` returns.

    compiled, memory_hits, disk_hits: kernels that this process has compiled, has found among those
    that it had, has loaded from disk. folder, entries, bytes, limit: where they are kept, with the
    plans of programs (None: nowhere), how many, how much they take and may take (None: any number).
    """

    compiled: int
    memory_hits: int
    disk_hits: int
    folder: str | None
    entries: int
    bytes: int
    limit: int | None


def cache_info() -> CacheInfo:
    """How the cache of compiled kernels has been used, and what is on disk.

    `python -m fjax cache` prints it; with `--clear` it deletes what is on disk. The options
    compilation_cache_dir and compilation_cache_max_size say where and how much is kept.

    >>> info = fjax.cache_info()
    >>> info.compiled + info.disk_hits >= 0, info.bytes >= info.entries
    (True, True)
    """
    kept = disk_cache.contents()
    folder = None if kept.folder is None else str(kept.folder)
    return CacheInfo(*named("cpu").kernel_counts(), folder, kept.entries, kept.size, kept.limit)
