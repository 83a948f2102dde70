"""The metadata of jax and jaxlib, for those who ask importlib.metadata."""

from __future__ import annotations

import importlib.metadata
from typing import Any

from fjax.as_jax.versions import JAX_VERSION


class StandInDistribution(importlib.metadata.Distribution):
    """A package that fjax stands for, in JAX's version."""

    def __init__(self, name: str):
        self._name = name

    def read_text(self, filename: str) -> str | None:
        """The text of METADATA; None for other files."""
        if filename != "METADATA":
            return None
        return f"Metadata-Version: 2.1\nName: {self._name}\nVersion: {JAX_VERSION}\n"

    def locate_file(self, path: Any) -> Any:
        """Raise FileNotFoundError: there are no files."""
        raise FileNotFoundError(f"{self._name} is not installed: fjax stands for it")
