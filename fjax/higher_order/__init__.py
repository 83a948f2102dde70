"""Primitives that carry jaxprs."""

from fjax.core import lazy

lazy.later(__name__, "breakpoints optimized_forward shard_map")
