"""What `__array_namespace_info__` tells of devices and dtypes, as the array API standard asks."""

from __future__ import annotations

from typing import Any

from fjax.core import device as devices_
from fjax.core import dtypes

API_VERSION = "2024.12"
_NAMES = {
    "bool": ("bool",),
    "signed integer": ("int8", "int16", "int32", "int64"),
    "unsigned integer": ("uint8", "uint16", "uint32", "uint64"),
    "real floating": ("float32", "float64"),
    "complex floating": ("complex64", "complex128"),
}
_UNIONS = {
    "integral": ("signed integer", "unsigned integer"),
    "numeric": ("signed integer", "unsigned integer", "real floating", "complex floating"),
}


class NamespaceInfo:
    """Devices, dtypes and capabilities of fjax.numpy."""

    def capabilities(self) -> dict[str, Any]:
        """What works in traced functions, too: their shapes depend on no values."""
        return {"boolean indexing": False, "data-dependent shapes": False, "max dimensions": 64}

    def default_device(self) -> Any:
        """Where new arrays go; None means that it is free to change."""
        return None

    def devices(self) -> list[Any]:
        """All devices, and None for the default one."""
        return [None, *devices_.devices()]

    def default_dtypes(self, *, device: Any = None) -> dict[str, Any]:
        """The dtypes that Python numbers and indices become."""
        del device
        real = dtypes.default_float()
        return {
            "real floating": real,
            "complex floating": dtypes.complex_of(real),
            "integral": dtypes.default_int(),
            "indexing": dtypes.default_int(),
        }

    def dtypes(
        self, *, device: Any = None, kind: str | tuple[str, ...] | None = None
    ) -> dict[str, Any]:
        """The dtypes of a kind (or of several), by name."""
        del device
        if kind is None:
            kinds: tuple[str, ...] = tuple(_NAMES)
        else:
            given = (kind,) if isinstance(kind, str) else kind
            kinds = tuple(k for g in given for k in _UNIONS.get(g, (g,)))
        unknown = [k for k in kinds if k not in _NAMES]
        if unknown:
            raise ValueError(
                f"no kind of dtype is called {unknown[0]!r}; there are: "
                f"{', '.join([*_NAMES, *_UNIONS])}"
            )
        names = [name for k in kinds for name in _NAMES[k]]
        return {name: found for name in names if (found := dtypes.canonicalize(name)).name == name}


def __array_namespace_info__() -> NamespaceInfo:
    return NamespaceInfo()
