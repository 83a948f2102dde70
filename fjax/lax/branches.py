"""Conditionals on traced values: cond, switch, platform_dependent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.config import config
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, T
from fjax.core.avals import ShapedArray
from fjax.core.device import common_placement, exported_platform, platform_in_force
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr, Var
from fjax.core.memo import memo
from fjax.core.reference import Ref, read
from fjax.core.tracing import aval_of, where_is
from fjax.higher_order.bodies import (
    Body,
    concrete_scalar,
    differing_structures,
    differing_types,
    operand,
    operands,
    stage_body_with_references,
)
from fjax.higher_order.common import interned
from fjax.higher_order.cond import Cond
from fjax.higher_order.discharge import (
    close_over_references,
    discharge,
    shared_references,
    write_back,
)
from fjax.higher_order.typed_trees import TypedTree, same_type
from fjax.interpreters.staging import differing, stage_closed
from fjax.primitives.comparison import ne
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.primitives.index_rows import holding, wide_indices
from fjax.primitives.selection import max_, min_
from fjax.primitives.varying import varied, varied_outputs
from fjax.tree_util import tree_flatten

cond_p = Cond
NOT_GIVEN: Any = object()


def cond(
    pred: Any,
    true_fun: Callable[..., T],
    false_fun: Callable[..., Any],
    *operands_: Any,
    operand: ArrayLike = NOT_GIVEN,
) -> T:
    """`true_fun(*operands)` if `pred` else `false_fun(*operands)`; only the taken branch runs.

    Both branches are traced and must return the same structure, shapes and dtypes (weak types are
    promoted). Under vmap with a batched `pred` both run and the results are selected.

    operands_: what the functions get.
    operand: an older way to say one.
    Raises TypeError if the branches return different structures, shapes or dtypes, and for a `pred`
    that is not a scalar.

    >>> cond(True, lambda x: x + 1., lambda x: x, 2.)
    Array(3., dtype=float64, weak_type=True)
    """
    if not (callable(true_fun) and callable(false_fun)):
        if len(operands_) == 2 and callable(false_fun) and callable(operands_[1]):
            # The older order: (pred, true_operand, true_fun, false_operand, false_fun).
            true_operand, on_true, false_operand, on_false = true_fun, false_fun, *operands_
            return cond(
                pred,
                lambda pair: on_true(pair[0]),
                lambda pair: on_false(pair[1]),
                (true_operand, false_operand),
            )
        raise errors.FjaxTypeError(
            f"lax.cond: true_fun and false_fun must be callable, got {true_fun!r} and {false_fun!r}"
        )
    operands_ = _with_keyword("cond", operands_, operand)
    value = _scalar_predicate(pred)
    if config.disable_jit and concrete_scalar(value) is not None:
        return true_fun(*operands_) if concrete_scalar(value) else false_fun(*operands_)
    if value.aval.dtype != dtypes.bool_:
        value = ne(value, like(0, value))
    index = convert_element_type(value, dtypes.int32)
    names = ("false_fun", "true_fun")
    return _branch("cond", index, names, (false_fun, true_fun), operands_)


def _with_keyword(what: str, operands: tuple[Any, ...], operand: Any) -> tuple:
    """The operands, which may be one given by keyword; that one may be None."""
    if operand is NOT_GIVEN:
        return operands
    if operands:
        raise errors.FjaxTypeError(
            f"lax.{what}: if 'operand' keyword is passed then no positional operands can be "
            f"passed, got operand={operand!r} and {operands!r}"
        )
    return (operand,)


def _scalar_predicate(pred: Any) -> Any:
    if pred is None:
        raise errors.FjaxTypeError("cond predicate is None; give a boolean scalar")
    if callable(pred):
        raise errors.FjaxTypeError(f"cond: Pred type must be either boolean or number, got {pred}")
    if isinstance(pred, (list, tuple, str)):
        raise errors.FjaxTypeError(f"cond: Pred must be a scalar, got {pred} of type {type(pred)}")
    whole = isinstance(pred, (int, np.integer))
    value = operand_of("cond", bool(pred) if whole else wide_indices(pred))
    if value.aval.shape != () or value.aval.dtype.kind not in "biuf":
        raise errors.FjaxTypeError(
            f"cond: Pred must be a scalar boolean or number, got {value.aval}; "
            "reduce it with .all() or .any(), or use fjax.numpy.where"
        )
    return value


def operand_of(what: str, value: Any) -> Any:
    """An argument leaf as an Array or tracer (where `operand` is a parameter's name)."""
    return operand(what, value)


def switch(
    index: Any,
    branches: Sequence[Callable[..., T]],
    *operands_: Any,
    operand: ArrayLike = NOT_GIVEN,
) -> T:
    """`branches[index](*operands)`, the index clamped into range; only that branch runs.

    operands_: what the functions get.
    operand: an older way to say one.
    Returns what the branch that runs returns.

    >>> switch(1, [lambda x: x, lambda x: -x], 3.)
    Array(-3., dtype=float64, weak_type=True)
    """
    if callable(branches) or not isinstance(branches, Iterable):
        raise errors.FjaxTypeError(f"lax.switch: branches are a list of functions, got {branches}")
    if not all(callable(b) for b in branches):
        raise errors.FjaxTypeError("lax.switch: branches must be callable")
    operands_ = _with_keyword("switch", operands_, operand)
    last = len(branches) - 1
    if isinstance(index, (int, np.integer)) and not isinstance(index, bool):
        index = min(max(int(index), 0), max(last, 0))
    value = _branch_index(index)
    if not branches:
        raise errors.FjaxValueError("switch: Empty branch sequence; give at least one function")
    if last == 0:
        return branches[0](*operands_)
    if config.disable_jit and concrete_scalar(value) is not None:
        return branches[min(max(int(concrete_scalar(value)), 0), last)](*operands_)
    value = holding(last, value)
    clamped = max_(min_(value, like(last, value)), like(0, value))
    names = ("branch 0", *[f"branch{i}" for i in range(1, len(branches))])  # as JAX spells them
    index = convert_element_type(clamped, dtypes.int32)
    return _branch("switch", index, names, tuple(branches), operands_)


def _branch_index(index: Any) -> Any:
    """What chooses a branch, as an integer scalar."""
    if np.ndim(index):
        raise errors.FjaxTypeError(
            f"switch: Branch index must be scalar, got {index} of shape {np.shape(index)}."
        )
    if callable(index) or isinstance(index, str):
        raise errors.FjaxTypeError(f"switch: Index type must be an integer, got {index}.")
    value = operand_of("switch", wide_indices(index))
    if not dtypes.is_integer(value.aval.dtype):
        raise errors.FjaxTypeError(
            f"switch: Index type must be an integer, got {value.aval}; convert it with astype(int)"
        )
    return value


def platform_dependent(
    *args: Any, default: Callable[..., Any] | None = None, **per_platform: Callable
) -> Any:
    """The function for the platform that the computation runs on (`cpu=`, `cuda=`), else `default`.

    That is the platform of the arguments, for values that are traced of those of the jitted
    function around it, else of the default device; or the one that a program is exported for
    (`fjax.export.export(f, platforms=...)`). On the device meta it is `default`, or the CPU's
    function if there is none.

    >>> platform_dependent(1.0, cpu=lambda x: x + 1.0, default=lambda x: x)
    2.0
    """
    placed = [where_is(x) for x in tree_flatten(args)[0]]
    where = common_placement(placed, "platform_dependent") if any(placed) else None
    platform = platform_in_force()
    if where is not None and exported_platform.value is None:
        platform = where.device.platform
    names = ("gpu", "cuda", "rocm") if platform == "gpu" else (platform,)
    chosen = next((per_platform[n] for n in names if n in per_platform), default)
    if chosen is None and platform == "meta":
        chosen = per_platform.get("cpu")
    if chosen is None:
        raise NotImplementedError(
            f"platform_dependent: translation rule (a function, or a default) not found for "
            f"platform {platform!r}; there are functions for {', '.join(per_platform)}"
        )
    return chosen(*args)


def _branch(
    what: str,
    index: Any,
    names: Sequence[str],
    functions: Sequence[Callable[..., Any]],
    args: Sequence[Any],
) -> Any:
    """Stage the branches, agree on constants and output types, and bind."""
    functions, args = close_over_references(what, functions, tuple(args))
    leaves, in_tree = tree_flatten(args)
    values = operands(what, leaves)
    avals = [v.aval for v in values]
    bodies = [stage_body_with_references(what, f, in_tree, avals) for f in functions]
    chosen = aval_of(index).vma  # what is chosen differs where the index does
    out_avals = [a.update(vma=a.vma | chosen) for a in _common_outputs(what, names, bodies)]
    reading, changing = shared_references(*bodies)
    refs = (*reading, *changing)
    constants: dict[int, Any] = {id(c): c for b in bodies for c in (*b.constants, *refs)}
    const_avals = tuple(c.aval.inner_aval if type(c) is Ref else c.aval for c in constants.values())
    out_avals = [*[ref.aval.inner_aval for ref in changing], *out_avals]
    jaxprs = []
    for body in bodies:
        own = {id(c): i for i, c in enumerate((*body.constants, *refs))}
        places = tuple(own.get(key) for key in constants)
        jaxpr = discharge(body, reading, changing)
        aligned = _aligned(jaxpr, places, const_avals, tuple(out_avals))
        jaxprs.append(interned(differing(aligned, chosen)))  # what members sum, they sum outside
    given = [read(c) if type(c) is Ref else c for c in constants.values()]
    if chosen:
        given, values = [varied(x, chosen) for x in given], [varied(x, chosen) for x in values]
    outs = Cond(tuple(jaxprs))(index, *given, *values)
    return bodies[0].out_tree.unflatten(write_back(changing, outs))


def _common_outputs(what: str, names: Sequence[str], bodies: Sequence[Body]) -> list[ShapedArray]:
    """The branches' output avals with weak types promoted; raises where they differ."""
    in_order = bodies
    if what == "cond":  # whose user writes true_fun first
        names, bodies = names[::-1], bodies[::-1]
    trees = [b.out_tree for b in bodies]
    if any(tree != trees[0] for tree in trees):
        raise differing_structures(what, names, bodies)
    common = [_common_type(c) for c in zip(*[b.out_avals for b in in_order], strict=True)]
    promoted = [
        TypedTree(
            trees[0],
            [
                c if a.weak_type and a.shape == c.shape else a
                for a, c in zip(b.out_avals, common, strict=True)
            ],
        )
        for b in bodies
    ]
    if not all(found.like(TypedTree(trees[0], common)) for found in promoted):
        raise differing_types(what, names, bodies, promoted)
    return common


def _common_type(column: Sequence[ShapedArray]) -> ShapedArray:
    """The type of an output in all branches, where firm dtypes decide over weak ones.

    Of one dtype, it is as weak as in the first branch (of a cond, the false one).
    """
    firm = [a for a in column if not a.weak_type]
    one_dtype = len({a.dtype for a in column}) == 1
    example = firm[0] if firm and not one_dtype else column[0]
    example = example.update(vma=frozenset().union(*[a.vma for a in column]))
    if len(firm) < len(column) and not one_dtype:
        dtype, weak = dtypes.promote(*[(a.dtype, a.weak_type) for a in column])
        return example.update(dtype=dtype, weak_type=weak)
    return example


@memo(512)
def _aligned(
    jaxpr: Jaxpr,
    places: tuple[int | None, ...],
    const_avals: tuple[ShapedArray, ...],
    out_avals: tuple[ShapedArray, ...],
) -> Jaxpr:
    """A branch that takes the constants of all branches and gives the common output types.

    `places` says which of its own constants each of them is.
    """
    n = sum(p is not None for p in places)
    if n < len(places):
        given = [
            Var(a) if p is None else jaxpr.invars[p]
            for p, a in zip(places, const_avals, strict=True)
        ]
        jaxpr = jaxpr.replace(invars=[*given, *jaxpr.invars[n:]])
    elif places != tuple(range(n)):
        jaxpr = jaxpr.replace(
            invars=[*[jaxpr.invars[p] for p in places if p is not None], *jaxpr.invars[n:]]
        )
    varying = [a.vma for a in out_avals]
    pairs = zip(jaxpr.out_avals, out_avals, strict=True)
    if all(same_type(a, b) and a.weak_type == b.weak_type for a, b in pairs):
        return varied_outputs(jaxpr, varying)
    converted = stage_closed(
        lambda *args: [
            convert_element_type(o, a.dtype, a.weak_type)
            for o, a in zip(evaluate_jaxpr(jaxpr, args), out_avals, strict=True)
        ],
        jaxpr.in_avals,
        jaxpr.debug_name,
    )
    return varied_outputs(converted, varying)
