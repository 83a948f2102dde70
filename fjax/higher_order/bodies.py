"""What loops and conditionals do with the user's functions: stage them, check what they return."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fjax import errors
from fjax.config import config
from fjax.core import dtypes, tracing
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.memo import on_clear
from fjax.core.operand import Operand
from fjax.core.reference import AbstractRef, Ref, check_not_returned
from fjax.core.tracing import Tracer
from fjax.interpreters.staging import Staged, stage_references
from fjax.interpreters.vmap import axes_in_scope
from fjax.locks import process_lock
from fjax.primitives.conversion import convert_element_type
from fjax.tree_util import PyTreeDef, keystr, tree_flatten, tree_leaves_with_path


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


_bodies: weakref.WeakKeyDictionary[Any, dict[Any, Body]] = weakref.WeakKeyDictionary()
_lock = process_lock()
on_clear(_bodies.clear)


def function_name(function: Any) -> str:
    """What to call a function in messages."""
    return getattr(function, "__name__", None) or type(function).__name__


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
    if not staged.references and not any(isinstance(c, Tracer) for c in staged.constants):
        known[key] = body
    return body


def _bodies_of(function: Callable[..., Any]) -> dict[Any, Body]:
    """What is remembered of a function, to read and to add to."""
    try:
        with _lock:
            return _bodies.setdefault(function, {})
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
        "which is no "
        "array; return arrays or pytrees of arrays"
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
        return tracing.as_array(value)
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


def same_type(a: ShapedArray, b: ShapedArray) -> bool:
    """Whether shape and dtype agree."""
    return a.shape == b.shape and a.dtype == b.dtype


def promote_weak(values: Sequence[Any], out_avals: Sequence[ShapedArray]) -> tuple[list[Any], bool]:
    """Weakly typed initial values converted to what the loop makes of them; whether any was."""
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
                value, changed = convert_element_type(value, dtype, weak), True
        found.append(value)
    return found, changed


@dataclass(frozen=True)
class CarrySide:
    """What a body gets or returns as carry: its structure and the avals of its leaves."""

    tree: PyTreeDef
    avals: Sequence[ShapedArray]

    def part(self, index: int) -> CarrySide:
        """One element of a carry that is a tuple, whose elements before that are leaves."""
        tree = self.tree.children()[index]
        return CarrySide(tree, self.avals[index : index + tree.num_leaves])

    def leaves(self) -> dict[str, tuple[int, ShapedArray]]:
        """Each leaf's number and aval by its key path."""
        marked = tree_leaves_with_path(self.tree.unflatten(range(len(self.avals))))
        return {keystr(path): (i, self.avals[i]) for path, i in marked}


def check_carry(
    what: str, body: Body, gets: CarrySide, returns: CarrySide, within: int | None = None
) -> None:
    """Raise if a body returns a carry of another structure, shape or dtype than it got.

    `within`: which element of the carry is the user's, where a loop carries its counter as well.
    """
    if gets.tree == returns.tree and all(map(same_type, gets.avals, returns.avals)):
        return
    first = 0
    if within is not None:
        first, gets, returns = within, gets.part(within), returns.part(within)
    what_agrees, remedy = "equal types", "Convert with astype or reshape, in the body or before it."
    if gets.tree != returns.tree:
        what_agrees = "the same pytree structure"
        remedy = f"The structures: {gets.tree} becomes {returns.tree}."
    rows = _differences(body, gets.leaves(), returns.leaves(), first)
    message = "\n".join((*rows, remedy))
    raise errors.FjaxTypeError(
        f"{what} body function carry input and carry output must have {what_agrees}, but they "
        f"differ:\n{message}"
    )


def _differences(
    body: Body,
    gets: dict[str, tuple[int, ShapedArray]],
    returns: dict[str, tuple[int, ShapedArray]],
    first: int,
) -> list[str]:
    """One row for each leaf that changes, ends or begins; `first` counts leaves before these."""
    rows = []
    for path in dict.fromkeys((*gets, *returns)):
        before = gets[path][1] if path in gets else None
        number, after = returns.get(path, (0, None))
        if after is None:
            rows.append(f"  carry{path} gets {before} but is not returned by {body.place}")
            continue
        line = body.line_of(first + number)
        if before is None:
            rows.append(f"  carry{path} is not there before but becomes {after} at {line}")
        elif not same_type(before, after):
            rows.append(f"  carry{path} gets {before} but becomes {after} at {line}")
    return rows


def leaf_path(tree: PyTreeDef, index: int) -> str:
    """The key path of a leaf by its number."""
    marked = tree.unflatten(range(tree.num_leaves))
    return next(keystr(path) for path, i in tree_leaves_with_path(marked) if i == index)


def concrete_scalar(value: Any) -> Any:
    """The Python value of a concrete scalar operand, or None."""
    if isinstance(value, Tracer):
        value = value.concrete()
    if type(value) is Array and value.aval.shape == ():
        return value.item()
    return value if isinstance(value, (bool, int, float, np.generic)) else None
