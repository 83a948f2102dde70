"""One family a file, one class a primitive."""

from fjax.core import lazy

lazy.later(__name__, "convolution fourier matrices sorting")
