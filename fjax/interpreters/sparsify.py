"""Sparse evaluation: run a function of dense arrays on arrays that store some of their elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core import tracing
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr
from fjax.core.memo import weak_memo
from fjax.core.primitive import Primitive
from fjax.core.sparse_operand import is_sparse
from fjax.core.tracing import Trace, Tracer, aval_of, new_trace, under
from fjax.interpreters.staging import stage_closed
from fjax.pytrees.operations import tree_flatten
from fjax.pytrees.treedef import PyTreeDef


class SparseTracer(Tracer):
    """An array within a function under `sparsify`; its value is a SparseOperand or dense.

    >>> from fjax.experimental import sparse
    >>> look = sparse.sparsify(lambda x: print(x), use_tracer=True)
    >>> look(sparse.eye(2))
    SparseTracer<float64[2,2]>
    """

    __slots__ = ("value",)

    def __init__(self, trace: Trace, value: Any):
        self.owner, self.value = trace, value
        self.aval = value.aval if is_sparse(value) else aval_of(value)

    def concrete(self) -> Any:
        value = self.value
        if is_sparse(value):
            return None
        return value.concrete() if isinstance(value, Tracer) else tracing.as_array(value)

    def inside(self) -> Any:
        return None if is_sparse(self.value) else self.value

    def __repr__(self) -> str:
        return f"SparseTracer<{self.aval}>"


class SparseTrace(Trace):
    """Runs the sparse rule of each primitive that meets a sparse value."""

    kind = "sparsify"

    def process(self, primitive: Primitive, args: Sequence[Any]) -> Sequence[Any]:
        values = [self.value(a) for a in args]
        with under(self.parent):
            if not any(map(is_sparse, values)):
                return tracing.bind(primitive, values)
            outs = primitive.sparse(*values)
        return [SparseTracer(self, o) if is_sparse(o) else o for o in outs]

    def value(self, x: Any) -> Any:
        """What a tracer of this trace stands for; anything else as it is."""
        return x.value if type(x) is SparseTracer and x.owner is self else x


def sparsify_flat(function: Callable[..., Sequence[Any]], values: Sequence[Any]) -> list[Any]:
    """The results of a function of flat arguments on values; some are `SparseOperand`s."""
    parent = tracing.current()
    name = getattr(function, "__name__", "")
    with new_trace(SparseTrace(parent, name)) as trace:
        return [trace.value(r) for r in function(*[SparseTracer(trace, v) for v in values])]


def evaluate_sparse(jaxpr: Jaxpr, values: Sequence[Any]) -> list[Any]:
    """The outputs of a jaxpr for values; some are `SparseOperand`s."""
    return sparsify_flat(lambda *args: evaluate_jaxpr(jaxpr, args), values)


class Stored:
    """Values as the arrays that they consist of; some are `SparseOperand`s."""

    __slots__ = ("arrays", "tree")

    def __init__(self, values: Sequence[Any]):
        leaves, self.tree = tree_flatten(list(values))
        self.arrays = [tracing.as_operand(x) for x in leaves]

    @property
    def avals(self) -> tuple[ShapedArray, ...]:
        """The arrays' types."""
        return tuple([aval_of(x) for x in self.arrays])


@weak_memo
def sparsified(
    jaxpr: Jaxpr, tree: PyTreeDef, avals: tuple[ShapedArray, ...], promising: bool = True
) -> tuple[Jaxpr, PyTreeDef]:
    """A jaxpr on the arrays that sparse values consist of, and what its outputs make.

    Unless `promising`, outputs promise nothing of their places, so that more of them agree.
    """
    found: list[PyTreeDef] = []

    def function(*arrays: Any) -> list[Any]:
        outs = evaluate_sparse(jaxpr, tree.unflatten(arrays))
        stored = Stored(outs if promising else list(map(unpromising, outs)))
        found.append(stored.tree)
        return stored.arrays

    made = stage_closed(function, avals, f"sparsify({jaxpr.debug_name})")
    return made, found[0]


def agreeing(
    make: Callable[[bool], Sequence[tuple[Jaxpr, PyTreeDef]]],
) -> tuple[tuple[Jaxpr, ...], tuple[PyTreeDef, ...]]:
    """The jaxprs and output trees that `make` gives, without promises if these differ."""
    made = list(make(True))
    if any(tree != made[0][1] for _, tree in made):
        made = list(make(False))
    return tuple([jaxpr for jaxpr, _ in made]), tuple([tree for _, tree in made])


def unpromising(value: Any) -> Any:
    """A value as one that promises nothing of its places, if it is sparse."""
    return value.unpromising() if is_sparse(value) else value
