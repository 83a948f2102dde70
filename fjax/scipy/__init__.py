"""SciPy's functions on fjax's arrays; a module loads when it is first named."""

from typing import TYPE_CHECKING

from fjax import absent

if TYPE_CHECKING:
    from fjax.scipy import (
        cluster,
        fft,
        integrate,
        interpolate,
        linalg,
        ndimage,
        optimize,
        signal,
        sparse,
        spatial,
        special,
        stats,
    )

__all__ = [
    "cluster",
    "fft",
    "integrate",
    "interpolate",
    "linalg",
    "ndimage",
    "optimize",
    "signal",
    "sparse",
    "spatial",
    "special",
    "stats",
]
_LATER = __all__

absent.answer_for(__name__)
