"""constant: an array inside a program."""

from __future__ import annotations

from typing import Any

from fjax.core import tracing
from fjax.core.array import Array
from fjax.core.primitive import Primitive, Zero, primitive


class _Identity:
    """Hashes and compares by the identity of what it holds."""

    __slots__ = ("held",)

    def __init__(self, held: Any):
        self.held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.held is other.held

    def __hash__(self) -> int:
        return id(self.held)


@primitive
class Constant(Primitive):
    """An array that a derivative or batching rule brought along; compared by identity."""

    library = True
    absent = frozenset({"transpose"})
    value: Any

    @property
    def canonical_key(self) -> tuple[Any, ...]:
        return (Constant, _Identity(self.value.buffer), self.value.aval)

    def __hash__(self) -> int:
        return hash(self.canonical_key)

    def __repr__(self) -> str:
        return f"constant[{self.value.aval}]"

    def result_type(self):
        return (self.value.aval,)

    def run(self, *_args: Any) -> list[Array]:
        where = tracing.place_of([self.value], self.name)
        return [self.value if where is None else self.value.alias(self.value.aval, where)]

    def evaluate(self, xp: Any):
        return (xp.asarray(self.value.host()),)

    def jvp(self, primals, tangents):
        return (self.value,), (Zero(self.value.aval.tangent()),)

    def batch(self, axis, args, dims):
        return (self.value,), (None,)

    def onnx(self, graph):
        aval = self.value.aval
        return (graph.weight(self.value, aval.shape, aval.dtype),)
