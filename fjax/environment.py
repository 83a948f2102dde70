"""What a bug report should say about the machine and the libraries."""

from __future__ import annotations

import os
import platform
import sys

from fjax.api.devices import devices
from fjax.core import lazy
from fjax.lowering.targets import named
from fjax.version import __version__

__all__ = ["print_environment_info"]

metadata = lazy.module("importlib.metadata")


def print_environment_info(return_string: bool = False) -> str | None:
    """Print the versions of fjax and what it stands on, the devices and fjax's variables.

    return_string: return the text instead.

    >>> print_environment_info(return_string=True).startswith("fjax:")
    True
    """
    machine = named("cpu").machine
    lines = [f"fjax: {__version__}"]
    lines += [
        f"{name}: {metadata.version(name)}"
        for name in ("numpy", "scipy", "numba", "llvmlite", "ml_dtypes")
    ]
    lines += [
        f"python: {sys.version.splitlines()[0]}",
        f"devices: {', '.join(map(str, devices()))}",
        f"cores: {os.cpu_count()}, of which fjax may use {machine.here.cores}",
        f"machine: {machine.name}, vectors of {machine.vector_bytes} bytes",
        f"platform: {platform.platform()} {platform.machine()}",
    ]
    lines += [
        f"{key}={value}" for key, value in sorted(os.environ.items()) if key.startswith("FJAX_")
    ]
    text = "\n".join(lines)
    if return_string:
        return text
    print(text)
    return None
