"""What loops and conditionals do with the user's functions: stage them, check what they return."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.config import config
from fjax.core import dtypes, tracing
from fjax.core.array import is_known
from fjax.core.avals import ShapedArray
from fjax.core.memo import WeakTable
from fjax.core.operand import Operand
from fjax.core.reference import AbstractRef, Ref, check_not_returned
from fjax.core.tracing import Tracer
from fjax.higher_order.argument_names import function_name, parameter_names, positional_name
from fjax.higher_order.typed_trees import TypedTree, listed, same_type, structure_rows, type_rows
from fjax.interpreters.staging import Staged, stage_references
from fjax.interpreters.vmap import axes_in_scope
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.varying import varied
from fjax.tree_util import PyTreeDef, tree_flatten


class Body:
    """A user's function as (jaxpr, constants it captured, structure of its result).

    Where it uses references, `staged` says how the jaxpr takes and gives what they hold; see
    `discharge.py`.
    """

    __slots__ = ("staged", "jaxpr", "constants", "out_tree", "name", "place")

    def __init__(self, staged: Staged, out_tree: PyTreeDef, name: str, place: str):
        self.staged, self.out_tree = staged, out_tree
        self.jaxpr, self.constants = staged.jaxpr, staged.constants
        self.name, self.place = name, place  # what to call the function, and where it is

    @property
    def out_avals(self) -> list[ShapedArray]:
        return self.jaxpr.out_avals[: self.out_tree.num_leaves]

    def line_of(self, output: int) -> str:
        """The user's line that made an output, for messages; what passes on an input has none."""
        atom = self.jaxpr.outvars[output]
        for eqn in self.jaxpr.eqns:
            if atom in eqn.outvars and eqn.source is not None:
                return str(eqn.source)
        return self.place


_bodies = WeakTable()


def function_place(function: Any) -> str:
    """Where a function is, for messages: file:line (name)."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None:
        return f"the function {function_name(function)}"
    return f"{code.co_filename}:{code.co_firstlineno} ({code.co_name})"


def stage_body(
    what: str, function: Callable[..., Any], in_tree: PyTreeDef, avals: Sequence[ShapedArray]
) -> Body:
    """Trace `function` on a tree of arguments; it may read references, and not write them.

    Remembered as long as the function lives, unless it captured tracers or references.
    """
    body = stage_body_with_references(what, function, in_tree, avals)
    if not body.staged.references:
        return body
    return Body(Staged(*body.staged.only_reading(what)), body.out_tree, body.name, body.place)


def stage_body_with_references(
    what: str,
    function: Callable[..., Any],
    in_tree: PyTreeDef,
    avals: Sequence[ShapedArray | AbstractRef],
) -> Body:
    """As `stage_body`, for a caller that has a place for the references in `Body.staged`."""
    key = (in_tree, tuple(avals), config.trace_key(), axes_in_scope())
    known = _bodies_of(function)
    found = known.get(key)
    if found is not None:
        return found
    trees = []

    def flat(*leaves: Any) -> list[Any]:
        result, tree = tree_flatten(function(*in_tree.unflatten(leaves)))
        trees.append(tree)
        for leaf in result:
            check_leaf(what, function, leaf)
        return result

    name = function_name(function)
    staged = stage_references(flat, avals, name)
    body = Body(staged, trees[0], name, function_place(function))
    captured = staged.references or any(isinstance(c, Tracer) for c in staged.constants)
    if not captured and not staged.looked_at:
        known[key] = body
    return body


def _bodies_of(function: Callable[..., Any]) -> dict[Any, Body]:
    """What is remembered of a function, to read and to add to."""
    try:
        return _bodies.of(function)
    except TypeError:  # not hashable, or no weak references to it: nothing can be remembered
        return {}


def check_leaf(what: str, function: Callable[..., Any], leaf: Any) -> None:
    """Raise unless something that a body returned is an array."""
    check_not_returned(what, function_name(function), leaf)
    if (
        isinstance(leaf, (Operand, int, float, complex, np.ndarray, np.generic))
        or hasattr(leaf, "__jax_array__")
        or hasattr(leaf, "__array__")
    ):
        return
    raise errors.FjaxTypeError(
        f"{what}: {function_name(function)} returned {leaf!r} of type {type(leaf).__name__}, "
        "which is not an array; return arrays or pytrees of arrays"
    )


def operand(what: str, value: Any) -> Any:
    """An argument leaf as an Array or tracer."""
    if isinstance(value, Operand):
        return value
    if type(value) is Ref:
        raise errors.FjaxTypeError(
            f"{what}: a reference ({value.aval}; {value.origin}) can't be carried or passed here; "
            "close over it, or pass its value, ref[...]"
        )
    try:
        return tracing.as_operand(value)
    except errors.DtypeError:
        raise
    except errors.FjaxTypeError:
        raise errors.FjaxTypeError(
            f"{what}: {value!r} of type {type(value).__name__} is not an array; "
            "pass arrays or pytrees of arrays"
        ) from None


def operands(what: str, values: Sequence[Any]) -> list[Any]:
    """Argument leaves as Arrays or tracers."""
    return [operand(what, v) for v in values]


def promote_weak(values: Sequence[Any], out_avals: Sequence[ShapedArray]) -> tuple[list[Any], bool]:
    """Weakly typed initial values converted to what the loop makes of them; whether any was.

    What is converted is weakly typed no longer, as in JAX. What members of a mesh have in common
    and the loop makes different for them may differ from the start.
    """
    found, changed = [], False
    for value, out in zip(values, out_avals, strict=True):
        aval = value.aval
        if (
            aval.weak_type
            and aval.shape == out.shape
            and (aval.dtype, True) != (out.dtype, out.weak_type)
            and not dtypes.is_key(out.dtype)
            and out.dtype != dtypes.float0
        ):
            dtype, weak = dtypes.promote((aval.dtype, True), (out.dtype, out.weak_type))
            if (dtype, weak) != (aval.dtype, True):
                value, changed = convert_element_type(value, dtype), True
        if not out.vma <= aval.vma:
            value, changed = varied(value, out.vma), True
        found.append(value)
    return found, changed


def check_carry(
    what: str,
    function: Callable[..., Any],
    body: Body,
    gets: TypedTree,
    returns: TypedTree,
    within: int | None,
) -> None:
    """Raise if a body returns a carry of another structure, shape or dtype than it got.

    `within`: which element of the carry is the user's, where a loop carries its counter as well;
    the user's function takes it after the counter.
    """
    if gets.like(returns):
        return
    first = 0
    if within is not None:
        first, gets, returns = within, gets.part(within), returns.part(within)
    parameters = parameter_names(function)
    name = positional_name(parameters, 0 if within is None else 1) if parameters else ""

    def component(path: str) -> str:
        if not name:
            return f"the input carry at path {path}" if path else "the input carry"
        return f"the input carry {'component ' if path else ''}{name}{path}"

    agreement, remedy = "equal types", "Convert with astype or reshape, in the body or before it."
    rows = type_rows
    other = "the corresponding output carry component"
    if gets.tree != returns.tree:
        agreement = "the same pytree structure"
        remedy = f"The structures: {gets.tree} becomes {returns.tree}."
        rows, other = structure_rows, "the corresponding component of the carry output"
    differing = listed(rows(gets, returns, component, lambda _: other))
    lines = "\n".join((*_lines_of_leaves(body, name or "carry", gets, returns, first), remedy))
    raise errors.FjaxTypeError(
        f"{what} body function carry input and carry output must have {agreement}, but they "
        f"differ:\n\n{differing}\n\n{lines}"
    )


def _lines_of_leaves(
    body: Body, name: str, gets: TypedTree, returns: TypedTree, first: int
) -> list[str]:
    """Where each leaf that changes or begins is made; `first` counts leaves before these."""
    before = dict(zip(gets.paths(), gets.avals, strict=True))
    after = {p: (i, a) for i, (p, a) in enumerate(zip(returns.paths(), returns.avals, strict=True))}
    rows = []
    for path in dict.fromkeys((*before, *after)):
        if path not in after:
            rows.append(f"  {name}{path}: {before[path]} is not returned by {body.place}")
            continue
        number, aval = after[path]
        line = body.line_of(first + number)
        if path not in before:
            rows.append(f"  {name}{path}: {aval}, which is not in the input, is made at {line}")
        elif not same_type(before[path], aval):
            rows.append(f"  {name}{path}: {aval} is made at {line}")
    return rows


def differing_structures(
    what: str, names: Sequence[str], bodies: Sequence[Body]
) -> errors.FjaxTypeError:
    """The error about branches, called by these names, that return different structures."""
    (first, body), *others = zip(names, bodies, strict=True)
    rows = []
    for name, other in others:
        rows += structure_rows(
            TypedTree(body.out_tree, body.out_avals),
            TypedTree(other.out_tree, other.out_avals),
            lambda path: f"{first} output{_at(path)}",
            lambda path: f"{name} output{_at(path)}",
        )
    return errors.FjaxTypeError(
        f"{what} branch outputs must have the same pytree structure, but they differ:\n\n"
        f"{_places(names, bodies)}\n\n{listed(rows)}\n\nReturn the same structure from all of them."
    )


def differing_types(
    what: str, names: Sequence[str], bodies: Sequence[Body], returned: Sequence[TypedTree]
) -> errors.FjaxTypeError:
    """The error about branches that return one structure with different types."""
    rows = []
    for name, found in zip(names[1:], returned[1:], strict=True):
        rows += type_rows(
            returned[0],
            found,
            lambda path: f"the output of {names[0]}{_at(path)}",
            lambda _: f"the corresponding output of {name}",
        )
    lines = []
    columns = zip(*[found.avals for found in returned], strict=True)
    for i, (path, avals) in enumerate(zip(returned[0].paths(), columns, strict=True)):
        if not all(same_type(a, avals[0]) for a in avals):
            lines += [
                f"  the output of {name}{_at(path)} is made at {body.line_of(i)}"
                for name, body in zip(names, bodies, strict=True)
            ]
    made = "\n".join(lines)
    return errors.FjaxTypeError(
        f"{what} branches must have equal output types but they differ.\n\n"
        f"{_places(names, bodies)}\n\n{listed(rows)}\n\n{made}\n"
        "Convert with astype or reshape in one of them."
    )


def _at(path: str) -> str:
    return f" at path {path}" if path else ""


def _places(names: Sequence[str], bodies: Sequence[Body]) -> str:
    """Which functions the branches are."""
    return "\n".join(
        f"{name} is {body.name} at {body.place}" for name, body in zip(names, bodies, strict=True)
    )


def concrete_scalar(value: Any) -> Any:
    """The Python value of a concrete scalar operand, or None."""
    if isinstance(value, Tracer):
        value = value.concrete()
    if is_known(value) and value.aval.shape == ():
        return value.item()
    return value if isinstance(value, (bool, int, float, np.generic)) else None
