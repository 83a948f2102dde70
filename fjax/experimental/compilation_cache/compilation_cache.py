"""Where compiled kernels are kept: the option compilation_cache_dir, under older names."""

from __future__ import annotations

import os

from fjax.config import config
from fjax.lowering import disk_cache


def set_cache_dir(path: str | os.PathLike[str]) -> None:
    """Keep compiled kernels in this folder from now on, as the option compilation_cache_dir does.

    >>> import tempfile
    >>> from fjax.experimental.compilation_cache import compilation_cache
    >>> before = fjax.config.compilation_cache_dir
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     compilation_cache.set_cache_dir(folder)
    ...     fjax.config.compilation_cache_dir == folder
    True
    >>> fjax.config.update("compilation_cache_dir", before)
    """
    config.update("compilation_cache_dir", os.fspath(path))


def reset_cache() -> None:
    """Report problems of the folder again, such as one that cannot be used.

    The folder is looked up at each use, so a new `set_cache_dir` needs no reset. No file is
    deleted; what is compiled in this process stays until fjax.clear_caches().

    >>> from fjax.experimental.compilation_cache import compilation_cache
    >>> compilation_cache.reset_cache()
    """
    disk_cache.forget_warnings()


__all__ = ["reset_cache", "set_cache_dir"]
