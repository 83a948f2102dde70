"""What kinds of operations there are: roles in a kernel, and monoids of reductions."""

from __future__ import annotations

import enum


class Role(enum.Enum):
    """What the fuser may do with a primitive."""

    ELEMENTWISE = "elementwise"  # out[i] = scalar(args[i]...)
    INDEX = "index"  # out[i] = args[k][source_index(i)], perhaps guarded
    REDUCTION = "reduction"  # a monoid over some axes
    CUMULATIVE = "cumulative"  # out[i] from out[i - 1] and the operands along `axis`
    UPDATE = "update"  # args[0] with elements replaced: out[target(i)] = updates[i]
    OPAQUE = "opaque"  # runs by itself


class Monoid(enum.Enum):
    """How values of a reduction combine."""

    ADD = "add"
    MUL = "mul"
    MAX = "max"
    MIN = "min"
    AND = "and"
    OR = "or"
    XOR = "xor"


class KeyUse(enum.Enum):
    """What an operation does to the random keys among its operands, and what keys it gives."""

    CONSUMES = "consumes"  # its keys are used up; those that it gives are used up, too
    SPLITS = "splits"  # its keys are used up; those that it gives are new
    DERIVES = "derives"  # its keys stay as they are; those that it gives are new
    MOVES = "moves"  # the keys that it gives are those of its operands, at other places
    WRAPS = "wraps"  # the keys that it gives are those whose words it takes
    UNWRAPS = "unwraps"  # it gives the words of its keys


class Space(enum.Enum):
    """Memory of a device: its own, the host's, or whichever.

    A hint: `fjax.device_put(x, fjax.memory.Space.Host)` leaves an array where it is, and its values
    as they are. A CPU's memory is the host's; arrays on a GPU stay there.
    """

    Device = "device"
    Host = "host"
    Any = "any"
