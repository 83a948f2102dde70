"""SciPy's functions on fjax's arrays; a module loads when it is first named."""

from fjax import absent
from fjax.core import lazy

with lazy.imports(__name__):
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

absent.answer_for(__name__)
