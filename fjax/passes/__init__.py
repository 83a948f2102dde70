"""Jaxpr to jaxpr, same meaning."""

from fjax.core import lazy

lazy.later(__name__, "combine_all_reduces distribute expand in_place optimize split_k")
