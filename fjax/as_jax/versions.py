"""The version of JAX that fjax follows, and those of libraries that were tried under `as_jax`."""

from __future__ import annotations

import functools
import warnings

from fjax.core import lazy

metadata = lazy.module("importlib.metadata")

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
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        return
    tried = TRIED[name]
    if found.split(".")[:2] != tried.split("."):
        warnings.warn(
            f"{name} {found} was not tried with fjax in the place of jax; {tried} was", stacklevel=2
        )
