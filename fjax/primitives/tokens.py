"""Values that order or keep computations: tokens, a sink that keeps what it takes, stage."""

from __future__ import annotations

from typing import Any

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.ir import Jaxpr, Var
from fjax.core.primitive import BatchAxis, Primitive, Zero, primitive
from fjax.errors import FjaxTypeError
from fjax.primitives.structure import Identity, Reshape

TOKEN = ShapedArray((0,), dtypes.bool_)  # no value: only what made it counts
NOTHING = Jaxpr([Var(TOKEN)], [], [])  # takes a value and drops it


@primitive
class CreateToken(Primitive):
    """A token that waits for nothing: an array without elements."""

    library = True
    absent = frozenset({"jvp", "transpose", "batch"})  # it has no operands
    shareable = False

    def result_type(self):
        return (TOKEN,)

    def evaluate(self, xp: Any):
        return (xp.zeros(TOKEN.shape, bool),)


@primitive
class AfterAll(Primitive):
    """A token that waits for others."""

    library = True
    absent = frozenset({"transpose"})

    def result_type(self, *tokens: ShapedArray):
        for aval in tokens:
            if (aval.shape, aval.dtype) != (TOKEN.shape, TOKEN.dtype):
                raise FjaxTypeError(
                    f"after_all: Arguments to after_all must be tokens, which "
                    f"create_token makes; got {aval}"
                )
        return (TOKEN,)

    def evaluate(self, xp: Any, *tokens: Any):
        return (xp.zeros(TOKEN.shape, bool),)

    def jvp(self, primals, tangents):
        return (self(*primals),), (Zero(TOKEN.tangent()),)

    def batch(self, axis: BatchAxis, args, dims):
        # Tokens of a batch are arrays without elements too, all alike: one does for them.
        return (
            self(
                *[
                    Reshape(TOKEN.shape)(a) if d is not None else a
                    for a, d in zip(args, dims, strict=True)
                ]
            ),
        ), (None,)


@primitive
class Sink(Primitive):
    """Keeps what computes its operand in the program, although it has no result.

    Only with `prevent_mlir_dce` does it keep that in the compiled program as well.
    """

    name = "dce_sink"
    multiple_results = True
    library = True
    absent = frozenset({"transpose"})  # it is never linear: it has no result
    prevent_mlir_dce: bool = False

    @property
    def effects(self) -> frozenset[str]:
        return frozenset({"sink"})

    def result_type(self, x: ShapedArray):
        return ()

    def evaluate(self, xp: Any, x: Any):
        return ()

    def jvp(self, primals, tangents):
        return self(*primals), ()

    def batch(self, axis: BatchAxis, args, dims):
        return self(*args), ()

    def inline(self):
        return None if self.prevent_mlir_dce else NOTHING


@primitive
class Stage(Identity):
    """The operand as a value of the trace, also if it is a constant."""

    def simplify(self, x):
        return x


create_token, after_all, stage = CreateToken(), AfterAll(), Stage()
