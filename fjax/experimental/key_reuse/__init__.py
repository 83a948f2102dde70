"""Checks that a random key is used once: in a program, or wherever `debug_key_reuse` is on.

    with fjax.debug_key_reuse(True):
        ...  # the second use of a key raises fjax.errors.KeyReuseError

Within jitted functions keys are followed through slices, reshapes, branches and loops; outside of
them, arrays of keys are told apart as objects, so that a key made by indexing is another one. Keys
of generators other than threefry, and old-style keys (uint32), are not followed.
"""

from fjax.experimental.key_reuse._core import check_key_reuse

__all__ = ["check_key_reuse"]
