"""Programs that several processes run together."""

from fjax.core import lazy

lazy.later(__name__, "driver inspected")
