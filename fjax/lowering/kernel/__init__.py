"""The form of a kernel: printed, parsed, verified, rewritten."""

from fjax.core import lazy

lazy.later(__name__, "printer spelling")
