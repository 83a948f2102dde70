"""The version of JAX that fjax follows, and those of libraries that were tried under `as_jax`."""

from __future__ import annotations

import functools
import os
import sys
import warnings

JAX_VERSION = "0.10.2"
PACKAGES = ("jax", "jaxlib")  # what fjax stands for

TRIED = {  # distribution: the versions that docs/ecosystem.md speaks of
    "blackjax": "1.7",
    "chex": "0.1",
    "diffrax": "0.7",
    "distrax": "0.1",
    "dm-haiku": "0.0",
    "einops": "0.8",
    "equinox": "0.13",
    "flax": "0.12",
    "jaxopt": "0.8",
    "jaxtyping": "0.3",
    "jraph": "0.0",
    "lineax": "0.1",
    "numpyro": "0.22",
    "optax": "0.2",
    "optimistix": "0.1",
    "penzai": "0.2",
    "treescope": "0.1",
}
MODULE_OF = {"dm-haiku": "haiku"}
_DISTRIBUTION = {MODULE_OF.get(name, name): name for name in TRIED}


@functools.cache
def warn_if_untried(module: str) -> None:
    """Warn, once a process, when a library of the list is imported in another version."""
    name = _DISTRIBUTION.get(module)
    if name is None:
        return
    found = _version_of(name)
    if found is None:
        return
    tried = TRIED[name]
    if found.split(".")[:2] != tried.split("."):
        warnings.warn(
            f"{name} {found} was not tried with fjax in the place of jax; {tried} was", stacklevel=2
        )


def _version_of(distribution: str) -> str | None:
    """The version of an installed package, by the folder of its metadata; None if there is none.

    `importlib.metadata` says it, too, and takes ten milliseconds to import.
    """
    start, end = f"{distribution.replace('-', '_')}-", ".dist-info"
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        for name in names:
            if name.endswith(end) and name.lower().startswith(start):
                return name[len(start) : -len(end)]
    return None
