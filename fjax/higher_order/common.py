"""What the primitives that carry jaxprs share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, TypeVar, cast

from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import execute
from fjax.core.ir import ClosedJaxpr, Jaxpr
from fjax.core.memo import Table, memo, weak_memo
from fjax.core.primitive import BatchAxis, Dims, Primitive, Record, Values, family
from fjax.core.tracing import as_array, as_split, aval_of, result_avals
from fjax.errors import InvalidIRError
from fjax.higher_order.lists import (
    Batched,
    Flags,
    linear_flags,
    merge,
    nonzero_flags,
    partition,
    select,
    with_zeros,
)
from fjax.higher_order.spreading import result_shardings
from fjax.interpreters import sparsify
from fjax.interpreters.jvp import jvp_jaxpr
from fjax.interpreters.linearize import PartialEvaluation, partial_eval_jaxpr
from fjax.interpreters.staging import close
from fjax.interpreters.transpose import transpose_jaxpr
from fjax.interpreters.vmap import vmap_jaxpr

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class HigherOrder(Primitive):
    """A primitive that carries jaxprs: several results, the effects of what it carries."""

    multiple_results = True
    transparent: ClassVar[bool] = False  # its body may take its place before differentiation
    spelled = {"label": "name"}

    @classmethod
    def from_params(cls, params: dict[str, Any]) -> Primitive:
        """As of Primitive; jaxprs may be closed, as `make_jaxpr` gives them."""
        return super().from_params({name: _opened(value) for name, value in params.items()})

    @property
    def effects(self) -> frozenset[str]:
        return frozenset().union(*[jaxpr.effects for jaxpr in self.jaxprs])

    def fitting(self, args: Iterable[Any]) -> list[Array]:
        """Operands of an eager run as Arrays; raises as staging does if they do not fit."""
        values = concrete(args)
        result_avals(self, tuple([v.aval for v in values]))
        return values


def _opened(value: Any) -> Any:
    """A parameter with the constants of its jaxprs inside of them."""
    if isinstance(value, ClosedJaxpr):
        return close(value.jaxpr, value.consts)
    if isinstance(value, tuple) and any(isinstance(v, ClosedJaxpr) for v in value):
        return tuple(map(_opened, value))
    return value


class _SameProgram:
    """A primitive that compares by its parameters, jaxprs among them by identity."""

    __slots__ = ("op",)

    def __init__(self, op: Primitive):
        self.op = op

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _SameProgram):
            return False
        a, b = self.op, other.op
        return a is b or (a.jaxprs == b.jaxprs and a == b)

    def __hash__(self) -> int:
        # Not the primitive's: equal programs of a function that is made each time share it.
        return hash((type(self.op), self.op.jaxprs))


def op_memo(function: F) -> F:
    """Decorator: remember what was derived from a primitive, for later calls of the same program.

    So a loop that is bound at each call finds its derivatives again. Jaxprs are compared by
    identity: equal programs from elsewhere come from other source lines, which errors name.
    """

    @memo(512)
    def remembered(key: _SameProgram, *rest: Any) -> Any:
        return function(key.op, *rest)

    @functools.wraps(function)
    def derived(op: Primitive, *rest: Any) -> Any:
        return remembered(_SameProgram(op), *rest)

    return cast(F, derived)


class OfOneKind(HigherOrder):
    """A primitive whose derivatives and batches are operations of its own kind.

    A subclass says which they are: they carry what transformations make of its jaxprs.
    """

    leading: ClassVar[int] = 0  # operands before those of the jaxprs, which have no derivative

    def operand_avals(self) -> list[ShapedArray]:
        """The types of the operands."""
        raise self.missing("operand_avals")

    def of_tangents(self, nonzero: Flags) -> tuple[Any, Flags]:
        """The operation of (operands, their tangents that are not zero), and which outputs have
        tangents, which it gives after the outputs."""
        raise self.missing("of_tangents")

    def of_cotangents(self, linear: Flags, nonzero: Flags) -> tuple[Any, Flags]:
        """The operation of (operands that are not linear, cotangents that are not zero), and which
        linear operands have a cotangent: it gives these."""
        raise self.missing("of_cotangents")

    def of_batch(self, axis: BatchAxis, dims: Batched) -> tuple[Any, Dims]:
        """The operation on batches, and where its outputs are batched."""
        raise self.missing("of_batch")

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        given = tangents[self.leading :]
        nonzero = nonzero_flags(given)
        op, has_tangent = self.of_tangents(nonzero)
        results = op(*primals, *select(nonzero, given))
        outs = results[: len(has_tangent)]
        avals = [aval_of(out) for out in outs]
        return outs, with_zeros(has_tangent, avals, results[len(outs) :])

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        n = self.leading
        linear, nonzero = linear_flags(args[n:]), nonzero_flags(cotangents)
        op, has_cotangent = self.of_cotangents(linear, nonzero)
        others, _ = partition(linear, args[n:])
        results = op(*args[:n], *others, *select(nonzero, cotangents))
        wanted = with_zeros(has_cotangent, select(linear, self.operand_avals()[n:]), results)
        return [*[None] * n, *merge(linear, [None] * len(others), wanted)]

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        op, out_dims = self.of_batch(axis, tuple(dims[self.leading :]))
        return op(*args), out_dims


@family
class OneJaxpr(OfOneKind):
    """A primitive with the operands and the outputs of the one jaxpr that it carries."""

    jaxpr: Jaxpr

    def operand_avals(self) -> list[ShapedArray]:
        return self.jaxpr.in_avals

    def result_type(self, *avals: ShapedArray) -> list[ShapedArray]:
        check_types(self.name, self.jaxpr.in_avals, avals)
        return self.jaxpr.out_avals

    def inline(self) -> Jaxpr | None:
        return self.jaxpr

    def made_by(self, what: str, jaxpr: Jaxpr) -> Any:
        """This operation with what a transformation of this name has made of its jaxpr."""
        return self.replace(jaxpr=jaxpr)

    @op_memo
    def of_tangents(self, nonzero: Flags) -> tuple[Any, Flags]:
        jaxpr, has_tangent = jvp_jaxpr(self.jaxpr, nonzero, (False,) * len(self.jaxpr.outvars))
        return self.made_by("jvp", jaxpr), has_tangent

    @op_memo
    def of_cotangents(self, linear: Flags, nonzero: Flags) -> tuple[Any, Flags]:
        jaxpr, has_cotangent = transpose_jaxpr(self.jaxpr, linear, nonzero)
        return self.made_by("transpose", jaxpr), has_cotangent

    @op_memo
    def of_batch(self, axis: BatchAxis, dims: Batched) -> tuple[Any, Dims]:
        jaxpr, out_dims = vmap_jaxpr(self.jaxpr, axis, dims)
        return self.made_by("vmap", jaxpr), out_dims

    def run(self, *args: Any) -> list[Any]:
        operands = self.fitting(args)
        return on_mesh(self, operands, execute(self.jaxpr, operands))

    def sparse(self, *args: Any) -> Values:
        given = sparsify.Stored(args)
        jaxpr, tree = sparsify.sparsified(self.jaxpr, given.tree, given.avals)
        return tree.unflatten(self.over_arrays(jaxpr)(*given.arrays))

    def over_arrays(self, jaxpr: Jaxpr) -> Any:
        """This operation with a jaxpr that does the same on the arrays of sparse operands."""
        return self.replace(jaxpr=jaxpr)

    def spread(self, shardings: Sequence[Any], avals: Sequence[ShapedArray]) -> list[Any]:
        return result_shardings(self.jaxpr, shardings)


def on_mesh(op: Primitive, operands: Sequence[Array], outs: list[Any]) -> list[Any]:
    """The results of an eager run in their parts, where the operands or the program are on a mesh.

    The results of each operation follow from its operands, as if it had run by itself. What several
    processes have made says already how it is split, and what each has computed by itself is whole
    in each of them.
    """
    spread_out = any(x.placement is not None and x.placement.on_mesh for x in operands)
    if not (spread_out or _names_mesh(op)) or any(map(_spans, outs)):
        return outs
    split = as_split(op, operands, outs)
    return outs if any(map(_spans, split)) else split


def _spans(x: Array) -> bool:
    return x.placement is not None and x.placement.spans


def _names_mesh(op: Primitive) -> bool:
    return bool(op.meshes) or any(map(_has_mesh, op.jaxprs))


@weak_memo
def _has_mesh(jaxpr: Jaxpr) -> bool:
    """Whether a program has an operation that names a mesh."""
    return any(_names_mesh(eqn.op) for eqn in jaxpr.eqns)


def check_types(name: str, expected: Sequence[ShapedArray], avals: Sequence[ShapedArray]) -> None:
    """Raise if the operands are not as many, or not of the shapes and dtypes, as expected."""
    if len(avals) != len(expected):
        raise InvalidIRError(f"{name}: {len(avals)} operands, but it takes {len(expected)}")
    for k, (a, b) in enumerate(zip(avals, expected, strict=True)):
        if a.shape != b.shape or a.dtype != b.dtype:
            raise InvalidIRError(f"{name}: operand {k} is {a}, but it takes {b}")


def interned(jaxpr: Jaxpr) -> Jaxpr:
    """The first of equal programs from the same lines: what was derived from it is found again.

    A function that is traced for another size makes its loops' bodies again, and often they do not
    depend on the size. Programs from different lines are not shared, since errors name the lines.

    >>> trace = lambda: fjax.make_jaxpr(lambda x: fjax.lax.fori_loop(0, 3, double, x))(2.0)
    >>> double = lambda i, x: x + x
    >>> trace().jaxpr.eqns[0].op.jaxprs == trace().jaxpr.eqns[0].op.jaxprs
    True
    """
    lines = tuple([None if e.source is None else e.source.key for e in jaxpr.eqns])
    inner = tuple([each for e in jaxpr.eqns for each in e.op.jaxprs])
    try:
        key = jaxpr.canonical_key, jaxpr.debug_name, lines, inner
    except TypeError:  # an operation holds something without a hash
        return jaxpr
    return _bodies.get(key, lambda: jaxpr)


_bodies = Table(256)


def concrete(values: Iterable[Any]) -> list[Array]:
    """Operands of an eager run as Arrays."""
    return [v if type(v) is Array else as_array(v) for v in values]


class Split:
    """A partial evaluation whose residuals name known inputs and outputs instead of copying them.

    `known` gives the known outputs, then only those residuals that are neither one of its inputs
    nor one of its outputs; `residuals` puts all of them together from what the caller has.
    """

    def __init__(self, whole: PartialEvaluation):
        self.remainder, self.out_unknown = whole.remainder, whole.out_unknown
        known = whole.known
        self.n_known = len(known.outvars) - len(whole.residual_avals)
        outputs, residuals = known.outvars[: self.n_known], known.outvars[self.n_known :]
        found: dict[Any, int] = {}
        for i, x in enumerate((*known.invars, *outputs)):
            found.setdefault(x, i)
        fresh: list[Any] = []
        for x in residuals:
            if x not in found:
                found[x] = len(known.invars) + self.n_known + len(fresh)
                fresh.append(x)
        self.places = tuple([found[x] for x in residuals])
        self.known = (
            known if len(fresh) == len(residuals) else known.replace(outvars=(*outputs, *fresh))
        )

    def residuals(self, known_args: Sequence[Any], known_results: Sequence[Any]) -> list[Any]:
        """All residuals, given the operands and results of `known`."""
        choice = [*known_args, *known_results]
        return [choice[i] for i in self.places]


@weak_memo
def split_jaxpr(jaxpr: Jaxpr, unknown: Flags) -> Split:
    """`partial_eval_jaxpr` with residuals that are not copied."""
    return Split(partial_eval_jaxpr(jaxpr, unknown))


def run_split(
    parts: tuple[Primitive, Primitive | None, Split],
    record: Record,
    unknown: Sequence[bool],
    args: Values,
) -> Values:
    """All outputs of a primitive in two, known part and remainder: the one run, the other kept."""
    known_op, remainder_op, split = parts
    known_args, unknown_args = partition(unknown, args)
    idle = not (split.known.outvars or split.known.effects)
    results = [] if idle else known_op(*known_args)
    residuals = split.residuals(known_args, results)
    rest = record(remainder_op, [*residuals, *unknown_args]) if remainder_op else []
    return merge(split.out_unknown, results[: split.n_known], rest)


Flat = Callable[..., Sequence[Any]]
