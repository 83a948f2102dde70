"""The rules of a primitive, by who reads them: a class for each reader.

| file | reader | what a new operation gives |
|---|---|---|
| `TypeRules` | whoever binds it | `result_type` |
| `EvaluationRules` | eager calls | `evaluate` |
| `AutodiffRules` | `grad`, `checkpoint`, Taylor mode | `jvp`, and `transpose` if it is linear |
| `BatchingRules` | `vmap` | `batch` |
| `LoweringRules` | fusion, kernels | `role`, and the one rule of its role |
| `LoopRules` | native loops, `passes/distribute` | nothing: only loops, branches and products do |
| `OptimizationRules` | `passes/` | nothing: `simplify` where a simpler form exists |
| `PartitioningRules` | meshes, several processes | nothing: it follows from the role |
| `SparseRules` | sparse arrays | nothing, if it is elementwise |
| `CheckRules` | `checkify`, checks of keys | `mistakes` if operands may be wrong |
| `ExchangeRules` | `export.onnx` | nothing; `onnx` if ONNX has a node for it |

Families (`primitives/families.py`) give most of the first five for elementwise operations, index
maps and reductions. Every other rule has a default that serves, or that says what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fjax import errors
from fjax.core import tracing
from fjax.core.avals import ShapedArray
from fjax.core.checks import Checker
from fjax.core.control import LoopForm
from fjax.core.explicit import result_layouts
from fjax.core.ir import Atom, Jaxpr
from fjax.core.kinds import KeyUse, Role
from fjax.core.relations import AxisRelation, by_role
from fjax.core.rows import Rows
from fjax.core.scalar import Expr
from fjax.core.sharding import NamedSharding

if TYPE_CHECKING:
    from fjax.core.primitive import BatchAxis, Dims, Primitive, Pruned, Record, Values


class Rules:
    """Rules by name; some are missing."""

    __slots__ = ()
    name: ClassVar[str]
    absent: ClassVar[frozenset[str]] = frozenset()  # rules declared to make no sense here

    def missing(self, rule: str) -> errors.MissingRuleError:
        """The error of a transformation that needs a rule which is not there."""
        return errors.MissingRuleError(
            f"{self.name} has no {rule} rule, so it cannot be used in this transformation"
            + (f" (declared: {rule} makes no sense for it)" if rule in self.absent else "")
        )


class TypeRules(Rules):
    """The types of outputs, and the form in which an equation is recorded."""

    __slots__ = ()

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        """The avals of the outputs, or an error that names what does not fit."""
        raise self.missing("result_type")

    def operand_avals(self) -> Sequence[ShapedArray]:
        """The avals of the operands, where the parameters say them, as jaxprs do."""
        raise self.missing("operand_avals")

    def stage(self: Any, avals: Sequence[ShapedArray]) -> tuple[Primitive, Sequence[Any]]:
        """The form to record in a jaxpr, and constants to pass before the other operands."""
        return self, ()

    def varying(self, vma: frozenset[Any]) -> frozenset[Any]:
        """Along which axes of a mesh the outputs may differ, given those of the operands."""
        return vma


class EvaluationRules(Rules):
    """The outputs for concrete operands."""

    __slots__ = ()
    # `evaluate` is a library routine: the way to run it, no fallback
    library: ClassVar[bool] = False
    gives_operands: ClassVar[bool] = False  # the outputs are the operands: nothing is computed

    def evaluate(self, xp: Any, *arrays: Any) -> Values:
        """The outputs as arrays of `xp` (NumPy or CuPy) with the dtypes of `result_type`.

        Primitives with a `run` of their own do without, unless they are routines of a `library`.
        """
        raise self.missing("evaluate")

    def run(self: Any, *args: Any) -> Values:
        """Evaluate at once on concrete values, outside any trace."""
        return tracing.run_now(self, args)

    def eager_body(self) -> Jaxpr | None:
        """The body, if an eager call runs its operations one by one."""
        return None


class AutodiffRules(Rules):
    """Derivatives of outputs, and which part of the operation is known before them."""

    __slots__ = ()

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        """Outputs and their tangents; `Zero` is the absent tangent, which not all of them are."""
        raise self.missing("jvp")

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        """A cotangent for each argument marked `Linear` (anything or None for the others)."""
        raise self.missing("transpose")

    def partial_eval(self: Any, record: Record, unknown: Sequence[bool], args: Values) -> Values:
        """Run what needs only known arguments, `record` the rest, and return all outputs."""
        return record(self, args)

    def saving(self, split: Callable[[Jaxpr], Any]) -> Any:
        """This in two, where a checkpoint keeps values inside: `higher_order/saving.py`."""
        return None

    @property
    def recomputes(self) -> bool:
        """Whether it computes again, for a derivative, what was computed before."""
        return False

    def forward_body(self) -> Jaxpr | None:
        """The body that stands for this in forward modes other than jvp, if any does."""
        return None

    def taylor(self, k: int, out: Any, *operands: Any) -> Any:
        """Coefficient k of the output's power series; None: it follows from `jvp`.

        `out[j]` is a lower coefficient, `operands[i][j]` one up to k (None for zero).
        """
        return None


class BatchingRules(Rules):
    """The operation on batches of operands."""

    __slots__ = ()

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        """Outputs and where their batch dimension is, given where the arguments have theirs."""
        raise self.missing("batch")


class LoweringRules(Rules):
    """How kernels compute the outputs."""

    __slots__ = ()
    role: ClassVar[Role] = Role.OPAQUE
    update_operand: ClassVar[int | None] = None  # the operand that `target` places into the first

    # ---- one rule for each role

    def scalar(self, *args: Expr) -> Expr:
        """ELEMENTWISE: what one element of the output is."""
        raise self.missing("scalar")

    def element(self, index: Sequence[Any], *operands: Any) -> Any:
        """INDEX: the output's element at an index, read from the operands."""
        raise self.missing("element")

    def identity(self, dtype: np.dtype) -> Any:
        """REDUCTION: the monoid's identity element, as a scalar of the dtype."""
        raise self.missing("identity")

    def step(self, before: Any, index: Sequence[Any], *operands: Any) -> Any:
        """CUMULATIVE without a monoid: the output's element at `index`, given the one before it.

        Zero is before the first. Operands are as for `element`.
        """
        raise self.missing("step")

    def written_out(self, *operands: Any) -> Values:
        """CUMULATIVE: the output by operations on slices along `axis`, of at least two elements."""
        raise self.missing("written_out")

    def target(self, index: Sequence[Any], *operands: Any) -> tuple[Sequence[Any], Any]:
        """UPDATE: where in args[0] the update's element at `index` goes, and whether (None: yes).

        Operands are as for `element`; the primitive's `monoid` says how an update combines with
        what is there (None: it overwrites).
        """
        raise self.missing("target")

    # ---- for operations that kernels do not know

    def multiply_adds(self, *avals: Any) -> int:
        """How many products are summed: of a matrix product and of a convolution."""
        return 0

    def expand(self, *args: Any) -> Values | None:
        """The outputs computed by primitives that kernels know; None: this one is as good."""
        return None

    def expand_filled(self, shape: tuple[int, ...], value: Any, *args: Any) -> Values | None:
        """As `expand`, if the first operand of an update has this shape and one value only.

        `args` are the other operands.
        """
        return None

    def accumulate(self, x: Any, *args: Any) -> Any:
        """x plus the output, if the first operand of this update is zero, by an update of x.

        `args` are the other operands. None if there is no such update.
        """
        return None

    def update_where(self, chosen: Any, x: Any, *args: Any) -> Any:
        """The output where `chosen` holds and x elsewhere, by an update of x. None: there is none.

        chosen: bool, of x's shape or (). args: the other operands of this update.
        """
        return None

    def read_targets(self, x: Any, *args: Any) -> Any:
        """The elements of x that this update of x writes to, in the shape of what it writes.

        args: the other operands of this update.
        """
        raise self.missing("read_targets")

    def write_targets(self, x: Any, values: Any, *args: Any) -> Any:
        """x with these values at the elements that this update writes to.

        args: the other operands of this update. Where several go to one place, they are equal.
        """
        raise self.missing("write_targets")

    # ---- for special cases

    def layout(self, *avals: Any) -> Any:
        """A product of matrices: how (primitives.contraction.GemmLayout). None if it is no such."""
        return None

    def joined(self) -> int | None:
        """INDEX: the axis along which whole operands lie side by side. None if they do not."""
        return None

    def on_words(self, dtype: np.dtype, words: np.dtype) -> Primitive | None:
        """This operation on elements seen as words of their size; None: it computes with them."""
        return None


class LoopRules(Rules):
    """Control flow, and programs of scalars for small sizes."""

    __slots__ = ()

    def loop(self) -> LoopForm | None:
        """The loop that this primitive is, if it is one."""
        return None

    def with_loop(self, form: LoopForm) -> Primitive:
        """The same kind of loop with another form; for loops of known length."""
        raise self.missing("with_loop")

    def summed(self) -> Primitive | None:
        """What gives the sum of this one's results over a new first axis of its two operands.

        Only contractions have it, and with it the promise that one large product is quicker than
        many small ones.
        """
        return None

    def choices(self) -> tuple[Jaxpr, ...] | None:
        """The branches, if this primitive runs the one that its first operand chooses (clamped)."""
        return None

    def unrolled(self, *operands: Any) -> Sequence[Callable[[Sequence[Any]], Any]]:
        """For small static sizes: each output as a function from an index to a scalar expression.

        Operands are as for `element`. Raises TypeError where there is no such program.
        """
        raise TypeError(f"{self.name} is not written out element by element")


class OptimizationRules(Rules):
    """Effects, jaxprs among the parameters, and simpler forms."""

    shareable: ClassVar[bool] = True  # equal equations may become one
    captures: ClassVar[bool] = False  # carries a Python function, which may close over tracers

    @property
    def params(self) -> dict[str, Any]:
        """The parameters by the names that users know."""
        raise NotImplementedError

    @property
    def effects(self) -> frozenset[str]:
        """Effects that order this primitive among others and keep it alive."""
        return frozenset()

    @property
    def axis_names(self) -> Collection[Any]:
        """Names of vmapped axes that this primitive, or a jaxpr that it carries, refers to."""
        names: frozenset[Any] = frozenset()
        for jaxpr in self.jaxprs:
            names |= jaxpr.axis_names
        return names

    @property
    def jaxprs(self) -> tuple[Jaxpr, ...]:
        """The jaxprs among the parameters."""
        known = self.__dict__.get("_jaxprs")
        if known is None:
            found: list[Jaxpr] = []
            for value in self.params.values():
                if isinstance(value, Jaxpr):
                    found.append(value)
                elif isinstance(value, tuple):
                    found.extend(v for v in value if isinstance(v, Jaxpr))
            known = self.__dict__["_jaxprs"] = tuple(found)
        return known

    def drop_unused(self, used: Sequence[bool]) -> Pruned | None:
        """(primitive, which inputs stay, which outputs stay) once unused outputs are pruned."""
        return None

    def inline(self) -> Jaxpr | None:
        """The body, if this primitive only stands for it."""
        return None

    def simplify(self, *atoms: Atom) -> Atom | list[Atom] | tuple[Primitive, Sequence[Atom]] | None:
        """A simpler way to get the outputs: atoms (or one), or a primitive and its inputs."""
        return None


class PartitioningRules(LoweringRules, TypeRules):
    """Sharding rules, and programs of members that have parts of the operands.

    An axis of the first operand whose elements indices choose may be split, too: indices are the
    same for all members then, and each does what they say of its own elements. What it reads of
    others' is zero, so that the results' sum over the members is the result, and what it would
    write there is dropped.
    """

    # whether axes of operands that go with none of a result's axes may be split
    ends_axes: ClassVar[bool] = False
    rounds: ClassVar[bool] = False  # additive except for rounding
    shown = False  # a field of operations whose parameters say which layout the outputs' types have
    only_explicit = False  # a field, too: whether `constraint` says nothing of Auto axes

    # ---- sharding rules

    @property
    def meshes(self) -> tuple[Any, ...]:
        """The meshes that the parameters name: over several processes, each runs its part."""
        return ()

    def relation(self, *avals: ShapedArray) -> AxisRelation | None:
        """How the axes of the outputs relate to those of the operands; None: nothing is known.

        By default it follows from the role: index map, monoid, or one element for another.
        """
        return by_role(self, avals, self.result_type(*avals))

    def spread(self, shardings: Sequence[Any], avals: Sequence[ShapedArray]) -> Sequence[Any]:
        """The shardings of the outputs, given those of the operands and their types.

        None where nothing is known. What is updated stays as it is.
        """
        if self.updates and shardings[0] is not None:
            return (shardings[0],)
        found = self.relation(*avals) if any(shardings) else None
        return () if found is None else found.spread(shardings, avals, self.result_type(*avals))

    # ---- layouts in types

    def layouts(
        self, avals: Sequence[ShapedArray], results: Sequence[ShapedArray]
    ) -> Sequence[NamedSharding | None]:
        """The layout of each output, given the operands' types; at least one has a layout.

        `results` are the outputs' types without layouts. Raises ShardingTypeError where the
        operands leave it open.
        """
        return result_layouts(self, avals, results)

    def summands(self: Any, avals: Sequence[ShapedArray]) -> Sequence[int]:
        """The operands that may be unreduced, all along the same axes; the results then are, too.

        A value is unreduced along an axis of a mesh if each member has a summand of it. The
        operation is jointly linear in these operands; what is added to them once, such as the value
        of padding, belongs to the first member's summand.
        """
        return range(len(avals)) if self.additive or self.rounds else ()

    @property
    def updates(self: Any) -> bool:
        """Whether the result is the first operand with other elements in some places."""
        return self.role is Role.UPDATE or self.update_operand is not None

    def bare(self: Any) -> Any:
        """This operation in programs whose types do not show how values are split."""
        return self.replace(shown=False) if self.shown else self

    # ---- programs of one member

    def for_parts(self, parts: Sequence[ShapedArray], results: Sequence[ShapedArray]) -> Any:
        """What computes parts of the outputs, of these types, from parts of the operands.

        Only what has sizes among its parameters is another one.
        """
        return self

    def constraint(self) -> Any:
        """The NamedSharding that the output is to have, if that is all that this says."""
        return None

    def by_index(self, *avals: ShapedArray) -> tuple[int, ...]:
        """Axes of the first operand along which an index chooses one element; none by default."""
        return ()

    def by_stretches(self, axis: int, builder: Any, atoms: Sequence[Any], *args: Any) -> Any:
        """The output, where some operands are stretches along an axis; None: not known.

        builder: a `StretchBuilder` (`spmd/halo_exchange.py`), which slices, joins and fills along
        the axis, and runs operations on elements with the same number along it. atoms: the operands
        in the program.
        """
        return builder.each(self, *args) if self.role is Role.ELEMENTWISE else None

    def of_rows(self, rows: Mapping[int, Rows], *args: Any) -> Sequence[Any]:
        """The outputs of a member that has some elements along these axes of the first operand.

        Asked of what `for_parts` gives, for its parts of the operands.
        """
        raise NotImplementedError(type(self).__name__)


class SparseRules(Rules):
    """The operation on the elements that are stored."""

    __slots__ = ()
    additive: ClassVar[bool] = False  # f(x + y) = f(x) + f(y), for all operands together
    bilinear: ClassVar[bool] = False  # it has two operands and is linear in each
    linear_operand: ClassVar[int | None] = None  # linear in this one, whatever the others are

    def sparse(self, *operands: Any) -> Sequence[Any]:
        """The outputs, where some operands are `SparseOperand`s and the others dense."""
        raise self.missing("sparse")


class CheckRules(Rules):
    """What may be wrong with operands and outputs."""

    __slots__ = ()
    makes_nan: ClassVar[bool] = False  # a NaN may arise here: `checkify` looks at the outputs
    domain: ClassVar[str] = ""  # where the outputs are numbers, in words, if not everywhere
    key_use: ClassVar[KeyUse] = KeyUse.CONSUMES  # of random keys among the operands

    def checked(self: Any, checker: Checker, args: Values) -> Values:
        """The outputs, having told the checker of what went wrong on the way."""
        self.mistakes(checker, *args)
        outs = tracing.bind(self, args)
        if self.makes_nan:
            checker.look_for_nan(self.name, outs)
        return outs

    def mistakes(self, checker: Checker, *args: Any) -> None:
        """Report what is wrong with these operands: a zero divisor, an index out of bounds."""


class ExchangeRules(Rules):
    """The operation in ONNX, where its role does not say it already."""

    __slots__ = ()

    def onnx(self, graph: Any, *tensors: Any) -> Sequence[Any] | None:
        """The outputs as tensors of `graph` (export.exchange.graph.Graph); None: as its role says.

        Elementwise operations, reductions, index maps and updates need no rule: their nodes follow
        from what kernels ask of them. A rule is for an operation that ONNX has a node for.
        """
        return None
