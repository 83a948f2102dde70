"""Groups equations into kernels."""

from fjax.core import lazy

lazy.later(__name__, "fusion nest")
