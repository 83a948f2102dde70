"""The functions that `vjp` returns: they pull cotangents back, and are pytrees of residuals."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from fjax import errors
from fjax.api.flatten import as_operand
from fjax.api.wanted import DidntWant, DontWant, GradRef
from fjax.core import dtypes, source, tracing
from fjax.core.array import Array, is_known, lacks_data, without_data
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr
from fjax.core.memo import weak_memo
from fjax.core.primitive import Zero
from fjax.core.reference import Ref, read, write
from fjax.core.rewrite import drop_dead
from fjax.core.tracing import aval_of
from fjax.errors import api_boundary
from fjax.interpreters.jvp import instantiate
from fjax.interpreters.linearize import Linearized, tape_program
from fjax.interpreters.transpose import backward_pass, transpose_jaxpr
from fjax.primitives.arithmetic import add
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.varying import varied
from fjax.tree_util import register_pytree_node, tree_flatten, tree_unflatten


class _Form(NamedTuple):
    """What stays fixed when the residuals of a pull-back function are mapped or batched."""

    key: tuple[Any, ...]  # of the linear program, so that equal programs compare equal
    out_avals: tuple[ShapedArray, ...]
    nonzero_out: tuple[bool, ...]
    in_avals: tuple[ShapedArray, ...]
    nonzero_in: tuple[bool, ...]
    out_tree: Any
    in_tree: Any


class _Structure(_Form):
    """A form with its linear program, which takes residuals, then tangents."""

    jaxpr: Jaxpr


class NotNeeded:
    """In `args_res`: a primal that the pull-back function does not keep."""

    def __repr__(self) -> str:
        return "NotNeeded"


NOT_NEEDED = NotNeeded()


class Kept:
    """What a pull-back function keeps: primals, by argument, and other values.

    Both are lists whose entries may be replaced, by None too as long as nothing is pulled back.
    """

    def __init__(self, structure: _Structure, residuals: Sequence[Any], primals: Sequence[Any]):
        self.structure = structure
        places = {id(p): i for i, p in enumerate(primals) if p is not None}
        self.places = [places.get(id(r)) for r in residuals]
        leaves: list[Any] = [NOT_NEEDED] * len(primals)
        for place, r in zip(self.places, residuals, strict=True):
            if place is not None:
                leaves[place] = r
        args, _ = tree_unflatten(structure.in_tree, leaves)
        self.args = list(args)
        self.opaque = [r for place, r in zip(self.places, residuals, strict=True) if place is None]

    def residuals(self) -> list[Any]:
        """All of them in the order of the linear program."""
        leaves, tree = tree_flatten((tuple(self.args), {}))
        needed = any(place is not None for place in self.places)
        if needed and tree != self.structure.in_tree:
            raise errors.StructureError(
                f"vjp function: args_res has structure {tree}, the primals have "
                f"{self.structure.in_tree}; put back what was taken out before pulling back"
            )
        others = iter(self.opaque)
        return [next(others) if place is None else leaves[place] for place in self.places]


class PullBack:
    """The function that `vjp` returns: from a cotangent of the output to those of the primals.

    It is a pytree, whose leaves are the residuals, so that transformed functions can take and
    return it.
    """

    lin: Linearized | None  # None once it is known by what it keeps
    kept: Kept | None = None

    def __init__(self, lin: Linearized, out_tree: Any, in_tree: Any, primals: Sequence[Any] = ()):
        self.lin, self.out_tree, self.in_tree = lin, out_tree, in_tree
        self.primals = [weakref.ref(p) if type(p) is Array else None for p in primals]
        self.out_avals = tuple(aval_of(x).tangent() for x in lin.outputs)
        self.name = lin.tape.name

    def __repr__(self) -> str:
        taken = ", ".join(a.notation() for a in self.out_avals)
        return f"<pull back of {self.name}: cotangents {taken}>"

    @api_boundary
    def __call__(self, *cotangents: Any) -> tuple[Any, ...]:
        if len(cotangents) != 1:
            raise errors.FjaxTypeError(
                "The function returned by `jax.vjp` applied to "
                f"{self.name} was called with {len(cotangents)} arguments, but takes one: a "
                "cotangent of the output's structure; put several in a tuple"
            )
        return tree_unflatten(self.in_tree, self.pull(self._checked(cotangents[0])))[0]

    def _checked(self, cotangent: Any) -> list[Any]:
        """The leaves of a cotangent; raises unless they fit the outputs."""
        leaves, tree = tree_flatten(cotangent)
        if tree != self.out_tree:
            raise errors.StructureError(
                f"vjp function: unexpected tree structure: the cotangent has structure {tree}, "
                f"the output of the function has {self.out_tree}; pass a cotangent for every output"
            )
        return [check_cotangent(c, a) for c, a in zip(leaves, self.out_avals, strict=True)]

    @api_boundary
    def with_refs(self, *refs: Any) -> Callable[[Any], Any]:
        """This function, with cotangents added to references (`fjax.new_ref`).

        refs: the primals' structure. A leaf that is a reference gets its primal's cotangent added,
            and `fjax.ad.GradRef()` stands in the result. What only `fjax.ad.DontWant()` would get
            is not computed, and `fjax.ad.DidntWant()` stands in the result. Any other leaf, such
            as `fjax.ad.GradValue()`, asks for the cotangent as it is.

        >>> import fjax, fjax.numpy as jnp
        >>> total = fjax.new_ref(jnp.zeros(2))
        >>> for x in (jnp.ones(2), jnp.arange(2.0)):
        ...     _, pull_back = fjax.vjp(lambda x: jnp.sum(x ** 2), x)
        ...     _ = pull_back.with_refs(total)(1.0)
        >>> total
        Ref([2., 4.], dtype=float64)
        """
        leaves, tree = tree_flatten((refs, {}))
        if tree != self.in_tree:
            raise errors.StructureError(
                f"with_refs: the references have structure {tree}, the primals {self.in_tree}; "
                "pass a reference, or any other leaf, for every primal"
            )

        @api_boundary
        def pull_into(cotangent: Any) -> Any:
            found = self.pull(self._checked(cotangent), [type(r) is not DontWant for r in leaves])
            for i, ref in enumerate(leaves):
                if type(ref) is Ref:
                    _accumulate(ref, found[i])
                    found[i] = GradRef()
            return tree_unflatten(self.in_tree, found)[0]

        return pull_into

    def pull(self, cotangents: Sequence[Any], wanted: Sequence[bool] | None = None) -> list[Any]:
        """The cotangents of all wanted primals for flat cotangents, and DidntWant() for others."""
        if self.lin is not None and (wanted is None or all(wanted)):
            return pull_back(self.lin, cotangents)
        residuals, structure = self.flatten()  # dead parts of a program can go, a tape has none
        return pull_program(structure, residuals, cotangents, wanted)

    @property
    def args_res(self) -> list[Any]:
        """The primals that are kept, in their trees; NotNeeded stands for the others.

        An entry may be set to None, so that its memory can go, and must be back before pulling.

        >>> import fjax, fjax.numpy as jnp
        >>> _, pull_back = fjax.vjp(lambda x, y: jnp.sin(x) + y * y, jnp.ones(2), jnp.ones(2))
        >>> pull_back.args_res
        [NotNeeded, Array([1., 1.], dtype=float64)]
        >>> pull_back.opaque_residuals
        [Array([0.54030231, 0.54030231], dtype=float64)]
        """
        return self._kept().args

    @args_res.setter
    def args_res(self, args: Sequence[Any]) -> None:
        self._kept().args = list(args)

    @property
    def opaque_residuals(self) -> list[Any]:
        """The values that are kept and are no primals."""
        return self._kept().opaque

    @opaque_residuals.setter
    def opaque_residuals(self, values: Sequence[Any]) -> None:
        kept = self._kept()
        if len(values) != len(kept.opaque):
            raise errors.FjaxValueError(
                f"vjp function: opaque_residuals are {len(kept.opaque)} values, got {len(values)}"
            )
        kept.opaque = list(values)

    def _kept(self) -> Kept:
        if self.kept is None:
            residuals, structure = self.flatten()
            primals = [r() if r is not None else None for r in self.primals]
            self.kept, self.lin = Kept(structure, residuals, primals), None
        return self.kept

    def flatten(self) -> tuple[list[Any], _Structure]:
        """The residuals, and the linear program that takes them."""
        if self.kept is not None:
            return self.kept.residuals(), self.kept.structure
        lin = self.lin
        assert lin is not None
        nonzero_out = tuple(type(t) is not Zero for t in lin.tangents)
        jaxpr, residuals = tape_program(
            lin.tape,
            [t for t in lin.inputs if t is not None],
            [t for t in lin.tangents if type(t) is not Zero],
        )
        structure = _Structure(
            jaxpr.canonical_key,
            self.out_avals,
            nonzero_out,
            tuple(lin.input_avals),
            tuple(t is not None for t in lin.inputs),
            self.out_tree,
            self.in_tree,
        )
        structure.jaxpr = jaxpr
        return residuals, structure


class _RebuiltPullBack(PullBack):
    """A pull-back function made of residuals and a linear program."""

    lin = None

    def __init__(self, structure: _Structure, residuals: Sequence[Any]):
        self.kept = Kept(structure, list(residuals), [None] * len(structure.in_avals))
        self.out_tree, self.in_tree = structure.out_tree, structure.in_tree
        self.out_avals = structure.out_avals
        self.name = structure.jaxpr.debug_name


for _class in (PullBack, _RebuiltPullBack):
    register_pytree_node(_class, lambda f: f.flatten(), _RebuiltPullBack)


def pull_program(
    form: _Structure,
    residuals: Sequence[Any],
    cotangents: Sequence[Any],
    wanted: Sequence[bool] | None = None,
) -> list[Any]:
    """The cotangents of all wanted primals, by a linear program with its residuals."""
    wanted = wanted or [True] * len(form.in_avals)
    asked = tuple([w for w, n in zip(wanted, form.nonzero_in, strict=True) if n])
    program, found = _wanted_part(form.jaxpr, asked, sum(form.nonzero_out))
    given = [c for c, n in zip(cotangents, form.nonzero_out, strict=True) if n]
    outs = iter(evaluate_jaxpr(program, [*residuals, *given]))
    tangents = iter(found)
    absent = any(lacks_data(x) for x in (*residuals, *cotangents))
    result: list[Any] = []
    for aval, linear_in, want in zip(form.in_avals, form.nonzero_in, wanted, strict=True):
        nonzero = linear_in and next(tangents)
        if not want:
            result.append(DidntWant())
        elif not linear_in:
            result.append(float0_zeros(aval.shape))
        else:
            result.append(derivative(next(outs) if nonzero else Zero(aval.tangent()), absent))
    return result


@weak_memo
def _wanted_part(
    jaxpr: Jaxpr, wanted: tuple[bool, ...], n_cotangents: int
) -> tuple[Jaxpr, tuple[bool, ...]]:
    """The transposed program without what only unwanted cotangents need; which are not zero."""
    linear = (False,) * (len(jaxpr.invars) - len(wanted)) + (True,) * len(wanted)
    program, nonzero = transpose_jaxpr(jaxpr, linear, (True,) * n_cotangents)
    used = [w for w, n in zip(wanted, nonzero, strict=True) if n]
    return drop_dead(program, used)[0], nonzero


def _accumulate(ref: Ref, cotangent: Any) -> None:
    """Add a cotangent to what a reference holds; float0 ones are nothing."""
    got, aval = aval_of(cotangent), ref.aval.inner_aval
    if got.dtype == dtypes.float0:
        return
    if (got.shape, got.dtype) != (aval.shape, aval.dtype):
        raise errors.FjaxValueError(
            f"with_refs: the reference {ref.aval} is to get a cotangent {got}; make one of that "
            f"shape and dtype ({ref.origin})"
        )
    write(ref, convert_element_type(add(read(ref), cotangent), aval.dtype, aval.weak_type))


def check_cotangent(cotangent: Any, aval: ShapedArray) -> Any:
    """The cotangent as an operand of type `aval`; raises if it is of another one."""
    if getattr(cotangent, "dtype", None) == dtypes.float0:
        value, got = cotangent, ShapedArray(cotangent.shape, dtypes.float0)
    else:
        value = as_operand(cotangent)
        got = aval_of(value)
    if (
        got.shape == aval.shape
        and got.weak_type
        and got.dtype != aval.dtype
        and aval.dtype != dtypes.float0
        and not (dtypes.is_complex(got.dtype) and not dtypes.is_complex(aval.dtype))
    ):
        return convert_element_type(value, aval.dtype)
    if got.shape == aval.shape and aval.dtype == dtypes.float0:
        return float0_zeros(aval.shape)  # what is given for an integer output has no effect
    if got.shape != aval.shape or got.dtype != aval.dtype:
        raise errors.FjaxValueError(
            f"vjp function: unexpected JAX type: the cotangent is {got}, the output of the "
            f"function asks for {aval}; convert or reshape it"
        )
    return varied(value, aval.vma) if aval.vma else value


def pull_back(lin: Linearized, cotangents: Sequence[Any]) -> list[Any]:
    """Cotangents of all arguments, as arrays; float0 zeros for integer ones."""
    inputs = [t for t in lin.inputs if t is not None]
    if tracing.current() is None:
        found = iter(backward_pass(lin.tape, inputs, lin.tangents, cotangents))
    else:
        with source.transforming("transpose"):
            found = iter(backward_pass(lin.tape, inputs, lin.tangents, cotangents))
    result = []
    for tracer, aval, absent in zip(lin.inputs, lin.input_avals, lin.absent, strict=True):
        if tracer is None:
            result.append(float0_zeros(aval.shape))
        else:
            result.append(derivative(next(found), absent))
    return result


def derivative(value: Any, absent: bool) -> Any:
    """A tangent or cotangent as an array; without data if that which it belongs to has none."""
    if absent and (type(value) is Zero or is_known(value)):
        return without_data(value.aval)
    return instantiate(value)


def float0_zeros(shape: tuple[int, ...]) -> np.ndarray:
    """The only value of dtype float0: what tangents of integers are."""
    return np.zeros(shape, dtypes.float0)
