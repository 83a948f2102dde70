"""Einstein summation: two operands at a time, each pair one dot_general."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Any

from fjax import errors
from fjax.core import dtypes, lazy
from fjax.core.annotations import DTypeLike
from fjax.core.array import Array
from fjax.core.memo import memo
from fjax.core.plain_arguments import check_choice
from fjax.dataclass import dataclass
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import operands, promote, reject_out
from fjax.primitives import matrices, operators
from fjax.primitives.comparison import ne
from fjax.primitives.contraction import dot_general
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.primitives.placing import constrained, relaxed
from fjax.primitives.structure import BroadcastInDim, ReduceSum, Reshape, Transpose, in_order

opt_einsum: Any = lazy.module("opt_einsum")

Labels = tuple[str, ...]
LETTERS = string.ascii_letters
ORDERS = (
    *("auto", "auto-hq", "optimal", "greedy", "dp", "dynamic-programming", "eager"),
    *("opportunistic", "branch-all", "branch-1", "branch-2", "random-greedy", "random-greedy-128"),
)  # how opt_einsum finds an order of operands


@dataclass(frozen=True)
class EinsumPlan:
    """An einsum with its labels resolved: each operand's axes, the result's, and the order of
    pairs."""

    inputs: tuple[Labels, ...]
    output: Labels
    path: tuple[tuple[int, ...], ...]


@recorded
def einsum(
    subscripts: Any,
    /,
    *operands: Any,
    out: None = None,
    optimize: str = "auto",
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
    _dot_general: Any = dot_general,
    out_sharding: Any = None,
) -> Array:
    """The sum of products that subscripts describe, as in numpy.einsum.

    subscripts: such as "bij,bjk->bik": one label an axis; repeated labels are multiplied along,
    labels that the result lacks are summed over, "..." stands for axes that broadcast. Or operands
    and lists of integers in turn. optimize: how the order of several operands is found: "auto",
    "optimal", "greedy", a path, or False for left to right. precision: a lax.Precision or its name
    (on a CPU all are the same). preferred_element_type: the result's dtype.
    out: must be None, because arrays are immutable.
    out_sharding: how the result is split over a mesh.
    Raises TypeError for an axis label with two lengths.

    >>> import fjax.numpy as jnp
    >>> jnp.einsum("ij,j->i", jnp.ones((2, 3)), jnp.ones(3)).tolist()
    [3.0, 3.0]
    """
    reject_out("einsum", out)
    if out_sharding is not None:
        operands = tuple(map(relaxed, operands))
    subscripts, arrays = _arguments(subscripts, operands)
    shapes = tuple(a.aval.shape for a in arrays)
    plan = make_plan(subscripts, shapes, _hashable(optimize))
    arrays = promote("einsum", *arrays)
    preferred = (
        None
        if preferred_element_type is None
        else dtypes.requested("einsum", preferred_element_type)
    )
    is_bool = arrays[0].aval.dtype == dtypes.bool_
    if is_bool:
        arrays = [convert_element_type(a, dtypes.int32) for a in arrays]

    def multiply(x: Any, y: Any, numbers: Any) -> Any:
        if numbers is None:
            if preferred is not None:
                x, y = (convert_element_type(v, preferred) for v in (x, y))
            return operators.multiply(x, y)
        return _dot_general(x, y, numbers, precision=precision, preferred_element_type=preferred)

    result = _contract(plan, arrays, multiply)
    if is_bool:
        result = ne(result, like(0, result))
    out = result if preferred is None else convert_element_type(result, preferred)
    return out if out_sharding is None else constrained("einsum", out, out_sharding)


def einsum_path(
    subscripts: Any, /, *operands: Any, optimize: str = "auto"
) -> tuple[list[Any], str]:
    """The order in which einsum would multiply several operands, and a description of its cost.

    Returns (path, report): the pairs of positions to contract, and an object that prints as a
    table.

    >>> x, y, z = jnp.ones((9, 2)), jnp.ones((2, 9)), jnp.ones((9, 3))
    >>> path, report = jnp.einsum_path("ij,jk,kl->il", x, y, z)
    >>> path
    [(1, 2), (0, 1)]
    """
    subscripts, arrays = _arguments(subscripts, operands)
    if isinstance(optimize, str):
        check_choice("einsum_path: optimize", optimize, ORDERS)
    if optimize is True or optimize is False:
        optimize = "optimal" if optimize else [tuple(range(len(arrays)))]
    shapes = [a.aval.shape for a in arrays]
    return opt_einsum.contract_path(subscripts, *shapes, shapes=True, optimize=optimize)


def _hashable(optimize: Any) -> Any:
    if isinstance(optimize, (list, tuple)):
        pairs = [p for p in optimize if not isinstance(p, str)]
        return tuple(tuple(int(i) for i in p) for p in pairs)
    return optimize


# ---- reading subscripts


def _arguments(subscripts: Any, arrays: Sequence[Any]) -> tuple[str, list[Any]]:
    """The subscripts as a string, and the operands."""
    if isinstance(subscripts, str):
        if not arrays:
            raise errors.FjaxValueError("einsum: no operands were given")
        return subscripts.replace(" ", ""), operands("einsum", *arrays)
    parts = [subscripts, *arrays]
    result = parts.pop() if len(parts) % 2 else None
    names = sorted(
        {
            i
            for part in [*parts[1::2], *([] if result is None else [result])]
            for i in part
            if i is not Ellipsis
        }
    )
    letters = {name: LETTERS[i] for i, name in enumerate(names)}

    def spell(part: Any) -> str:
        return "".join("..." if i is Ellipsis else letters[i] for i in part)

    text = ",".join(spell(p) for p in parts[1::2])
    if result is not None:
        text += "->" + spell(result)
    return text, operands("einsum", *parts[::2])


def _fail(subscripts: str, shapes: Sequence[tuple[int, ...]], what: str) -> errors.ShapeError:
    return errors.ShapeError(
        f"einsum {subscripts!r} of operands of shapes {', '.join(map(str, shapes))}: {what}"
    )


@memo(2048)
def make_plan(subscripts: str, shapes: tuple[tuple[int, ...], ...], optimize: Any) -> EinsumPlan:
    """The labels and the order for operands of these shapes."""
    if isinstance(optimize, str):
        check_choice("einsum: optimize", optimize, ORDERS)
    left, arrow, right = subscripts.partition("->")
    terms = left.split(",")
    if len(terms) != len(shapes):
        raise _fail(subscripts, shapes, f"{len(terms)} terms for {len(shapes)} operands")
    inputs = [_labels(subscripts, t, s, shapes) for t, s in zip(terms, shapes, strict=True)]
    sizes: dict[str, int] = {}
    for labels, shape in zip(inputs, shapes, strict=True):
        for label, n in zip(labels, shape, strict=True):
            known = sizes.get(label, 1)
            if n != known and n != 1 and known != 1:
                raise _fail(subscripts, shapes, f"axis {label!r} has lengths {known} and {n}")
            sizes[label] = n if known == 1 else known
    dotted = sorted((l for l in sizes if not l.isalpha()), key=int, reverse=True)
    if arrow:
        output = _output(subscripts, right, dotted, sizes, shapes)
    else:
        count = [label for labels in inputs for label in labels]
        output = (*dotted, *sorted(l for l in sizes if l.isalpha() and count.count(l) == 1))
    return EinsumPlan(tuple(inputs), output, _path(inputs, output, sizes, optimize))


def _labels(subscripts: str, term: str, shape: tuple[int, ...], shapes: Any) -> Labels:
    """One label an axis; those of "..." are numbers, counted from the right."""
    before, dots, after = term.partition("...")
    named = before + after
    extra = len(shape) - len(named)
    if (extra != 0 and not dots) or extra < 0:
        raise _fail(subscripts, shapes, f"term {term!r} does not fit shape {shape}")
    if named and not (named.isalpha() and named.isascii()):
        raise _fail(subscripts, shapes, f"term {term!r} must be made of letters")
    return (*before, *[str(i) for i in range(extra - 1, -1, -1)], *after)


def _output(
    subscripts: str, term: str, dotted: list[str], sizes: dict[str, int], shapes: Any
) -> Labels:
    before, dots, after = term.partition("...")
    output = (*before, *(dotted if dots else ()), *after)
    if len(set(output)) != len(output) or any(l not in sizes for l in output):
        raise _fail(
            subscripts,
            shapes,
            f"the result's labels {term!r} must be distinct labels of the operands",
        )
    return output


def _path(
    inputs: Sequence[Labels], output: Labels, sizes: dict[str, int], optimize: Any
) -> tuple[tuple[int, ...], ...]:
    """Which operands to multiply in turn; results are appended at the end."""
    count = len(inputs)
    if isinstance(optimize, tuple):
        return optimize
    if count <= 2:
        return (tuple(range(count)),)
    if optimize is False:
        return ((0, 1), *[(0, n - 1) for n in range(count - 1, 1, -1)])
    names = {label: opt_einsum.get_symbol(i) for i, label in enumerate(sizes)}
    spelled = ",".join("".join(names[l] for l in dict.fromkeys(labels)) for labels in inputs)
    shapes = [tuple(sizes[l] for l in dict.fromkeys(labels)) for labels in inputs]
    path, _ = opt_einsum.contract_path(
        spelled + "->" + "".join(names[l] for l in output),
        *shapes,
        shapes=True,
        optimize="optimal" if optimize is True else optimize,
    )
    return tuple(path)


# ---- computing


def _contract(plan: EinsumPlan, arrays: Sequence[Any], multiply: Any) -> Any:
    """Run the plan."""
    work = [_without_repeats(a, labels) for a, labels in zip(arrays, plan.inputs, strict=True)]
    for group in plan.path:
        chosen = [work.pop(i) for i in sorted(group, reverse=True)][::-1]
        while len(chosen) > 1:
            x, y = chosen.pop(0), chosen.pop(0)
            needed = {l for _, labels in (*work, *chosen) for l in labels} | set(plan.output)
            chosen.insert(0, _pair(x, y, needed, multiply, plan.output))
        work.append(chosen[0])
    while len(work) > 1:
        needed = {l for _, labels in work[2:] for l in labels} | set(plan.output)
        work.append(_pair(work.pop(0), work.pop(0), needed, multiply, plan.output))
    x, labels = _summed(*work[0], set(plan.output))
    return _ordered(x, labels, plan.output)


def _ordered(x: Any, labels: Labels, output: Labels) -> Any:
    """The result with its axes in order."""
    return in_order(x, [labels.index(l) for l in output])


def _without_repeats(x: Any, labels: Labels) -> tuple[Any, Labels]:
    """An operand with the diagonal taken of axes that share a label."""
    for label in dict.fromkeys(labels):
        while labels.count(label) > 1:
            i = labels.index(label)
            j = labels.index(label, i + 1)
            others = tuple(a for a in range(len(labels)) if a not in (i, j))
            shape = x.aval.shape
            if shape[i] != shape[j]:  # one of them has length 1 and broadcasts
                k = i if shape[i] == 1 else j
                x = Reshape(tuple(n for a, n in enumerate(shape) if a != k))(x)
                labels = tuple(l for a, l in enumerate(labels) if a != k)
                continue
            x = matrices.diagonal(Transpose((*others, i, j))(x))
            labels = (*[labels[a] for a in others], label)
    return x, labels


def _summed(x: Any, labels: Labels, kept: set[str]) -> tuple[Any, Labels]:
    """An operand summed over the labels that nobody else needs."""
    axes = tuple(i for i, l in enumerate(labels) if l not in kept)
    if not axes:
        return x, labels
    return ReduceSum(axes)(x), tuple(l for l in labels if l in kept)


def _broadcast_ones(x: Any, labels: Labels, other: Any, other_labels: Labels) -> tuple[Any, Labels]:
    """An operand without the axes of length 1 that broadcast against the other's."""
    shape = x.aval.shape
    dropped = [
        i
        for i, l in enumerate(labels)
        if shape[i] == 1 and l in other_labels and other.aval.shape[other_labels.index(l)] != 1
    ]
    if not dropped:
        return x, labels
    kept = [i for i in range(len(labels)) if i not in dropped]
    return Reshape(tuple(shape[i] for i in kept))(x), tuple(labels[i] for i in kept)


def _pair(
    first: tuple[Any, Labels],
    second: tuple[Any, Labels],
    needed: set[str],
    multiply: Any,
    output: Labels,
) -> tuple[Any, Labels]:
    """The product of two operands, summed over labels that are not needed any more."""
    x, y = _broadcast_ones(*first, *second), _broadcast_ones(*second, *first)
    (x, left), (y, right) = _summed(*x, needed | set(y[1])), _summed(*y, needed | set(x[1]))
    shared = [l for l in left if l in right]
    batch = [l for l in shared if l in needed]
    summed = [l for l in shared if l not in needed]
    own = [l for l in left if l not in shared]
    others = [l for l in right if l not in shared]
    if not summed:
        return _multiplied(x, left, y, right, multiply, output)
    if _axes_ahead(output, others, own):  # the order of factors that needs no transposition
        x, y, left, right, own, others = y, x, right, left, others, own

    def axes(labels: Labels, wanted: list[str]) -> tuple[int, ...]:
        return tuple(labels.index(l) for l in wanted)

    numbers = ((axes(left, summed), axes(right, summed)), (axes(left, batch), axes(right, batch)))
    return multiply(x, y, numbers), (*batch, *own, *others)


def _axes_ahead(output: Labels, first: list[str], second: list[str]) -> bool:
    """Whether the result wants the first's axes before the second's."""
    places = [[output.index(l) for l in labels if l in output] for labels in (first, second)]
    return bool(places[0] and places[1]) and max(places[0]) < min(places[1])


def _multiplied(
    x: Any, left: Labels, y: Any, right: Labels, multiply: Any, output: Labels
) -> tuple[Any, Labels]:
    """An elementwise product over the axes of both: nothing is summed."""
    present = set(left) | set(right)
    labels = tuple(l for l in output if l in present)
    labels = (*labels, *[l for l in (*left, *right) if l not in labels])
    labels = tuple(dict.fromkeys(labels))
    sizes = dict(zip((*left, *right), (*x.aval.shape, *y.aval.shape), strict=True))
    shape = tuple(sizes[l] for l in labels)
    x, y = _laid_out(x, left, labels, shape), _laid_out(y, right, labels, shape)
    return multiply(x, y, None), labels


def _laid_out(x: Any, own: Labels, labels: Labels, shape: tuple[int, ...]) -> Any:
    """An operand over all labels."""
    order = sorted(range(len(own)), key=lambda i: labels.index(own[i]))
    if order != list(range(len(order))):
        x = Transpose(tuple(order))(x)
    places = tuple(labels.index(own[i]) for i in order)
    return x if x.aval.shape == shape else BroadcastInDim(shape, places)(x)


__all__ = ["einsum", "einsum_path"]
