"""For code that extends fjax: the IR by its public names."""

from fjax import absent
from fjax.extend import backend, core, linear_util, random, source_info_util

__all__ = ["backend", "core", "linear_util", "random", "source_info_util"]

absent.install(__name__)
