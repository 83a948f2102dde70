"""What a bug report should say about the machine and the libraries."""

from __future__ import annotations

import os
import platform
import sys

from fjax.api.devices import devices
from fjax.config import config
from fjax.core import lazy
from fjax.lowering.targets import named
from fjax.options import OPTIONS
from fjax.version import __version__

__all__ = ["environment", "print_environment_info"]

metadata = lazy.module("importlib.metadata")


_LIBRARIES = ("numpy", "scipy", "numba", "llvmlite", "ml_dtypes", "opt_einsum", "safetensors")
_EXTRAS = (
    "onednn-cpu-gomp",
    "cupy-cuda12x",
    "cupy-cuda13x",
    "nvidia-cudnn-frontend",
    "mpi4py",
    "jax",
    "torch",
)


def _version(name: str) -> str | None:
    """The version of an installed library, or None."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def environment() -> None:
    """Print what a bug report needs: versions, devices, the machine, changed options, variables.

    >>> import contextlib, io
    >>> with contextlib.redirect_stdout(io.StringIO()) as printed:
    ...     environment()
    >>> printed.getvalue().startswith("fjax:")
    True
    """
    print_environment_info()


def print_environment_info(return_string: bool = False) -> str | None:
    """As `environment`, under JAX's name. return_string: return the text instead.

    >>> print_environment_info(return_string=True).startswith("fjax:")
    True
    """
    machine = named("cpu").machine
    lines = [f"fjax: {__version__}"]
    lines += [f"{name}: {_version(name)}" for name in _LIBRARIES]
    lines += [f"{name}: {found}" for name in _EXTRAS if (found := _version(name))]
    lines += [
        f"python: {sys.version.splitlines()[0]}",
        f"devices: {', '.join(map(str, devices()))}",
        f"cores: {os.cpu_count()}; fjax may use {machine.here.cores}",
        f"machine: {machine.name}, vectors of {machine.vector_bytes} bytes",
        f"platform: {platform.platform()} {platform.machine()}",
    ]
    lines += [
        f"option {option.name}: {value!r}"
        for option in OPTIONS
        if (value := getattr(config, option.name)) != option.default
    ]
    lines += [
        f"{key}={value}" for key, value in sorted(os.environ.items()) if key.startswith("FJAX_")
    ]
    text = "\n".join(lines).encode(errors="backslashreplace").decode()  # variables may be any bytes
    if return_string:
        return text
    print(text)
    return None
