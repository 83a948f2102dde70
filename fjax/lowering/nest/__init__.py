"""Builds the loops of a group of equations."""

from fjax.core import lazy

lazy.later(__name__, "build")
