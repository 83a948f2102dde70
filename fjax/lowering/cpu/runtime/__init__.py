"""What runs plans on a CPU: native functions, threads, pooled memory."""

from fjax.core import lazy

lazy.later(__name__, "calls entry")
