"""Symbolic shapes as text: "b, 2*w + 1, _", and the scopes that their variables belong to."""

from __future__ import annotations

import ast
import operator
from collections.abc import Sequence
from typing import Any

from fjax import errors
from fjax.api.staged import ShapeDtypeStruct
from fjax.core.dimensions import OPERATIONS, Dimension, operation, variables_of
from fjax.core.tracing import aval_of
from fjax.tree_util import flatten_axes, tree_flatten, tree_unflatten

_BINARY = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
# What a text may say, so that reading it takes no longer than its length suggests.
_MOST_CHARACTERS = 10_000
_MOST_TERMS = 64
_LARGEST_POWER = 16
_LARGEST_DEGREE = 64
_LARGEST = 1 << 63  # what numbers in it are below


class SymbolicScope:
    """Where dimension variables belong, with what is known of them.

    constraints_str: texts `left >= right`, `left <= right` or `left == right` of sizes. Variables
    are at least 1 without saying so. Variables of one name are the same only within one scope: the
    arguments of a function are to be of one. Raises FjaxValueError for texts that are none, and for
    what no sizes fulfil.

    >>> scope = fjax.export.SymbolicScope(["a >= 8", "a <= b"])
    >>> a, b = fjax.export.symbolic_shape("a, b", scope=scope)
    >>> a >= 8, b >= a
    (True, True)
    """

    def __init__(self, constraints_str: Sequence[str] = ()):
        if isinstance(constraints_str, str):
            raise errors.FjaxValueError(
                "SymbolicScope: the constraints must be a sequence of strings, got "
                f"{constraints_str!r}; put it into a list"
            )
        self.texts = tuple(constraints_str)
        self.line = errors.user_line()
        self.not_negative: list[Dimension] = []
        self.equal: list[tuple[Any, Any]] = []
        for text in self.texts:
            self._add(text)

    def _add(self, text: str) -> None:
        for sign in ("==", ">=", "<="):
            left, found, right = text.partition(sign)
            if found:
                pair = tuple(size_of(side, self) for side in (left, right))
                break
        else:
            raise errors.FjaxValueError(
                f"Constraint parsing error: must contain one of '==' or '>=' or '<=', got {text!r}"
            )
        if sign == "==":
            self.equal.append(pair)
            difference: Any = pair[0] - pair[1]
            pairs = [difference, -1 * difference]
        else:
            pairs = [pair[0] - pair[1] if sign == ">=" else pair[1] - pair[0]]
        for each in pairs:
            if isinstance(each, Dimension):
                self.not_negative.append(each)
            elif each < 0:
                raise errors.FjaxValueError(f"Unsatisfiable explicit constraint: {text}")

    def variables(self) -> frozenset[str]:
        """The variables that the constraints name."""
        return frozenset().union(*map(variables_of, self.not_negative))

    def violated(self, values: dict[str, int]) -> str | None:
        """The first constraint that these sizes do not fulfil."""
        for text in self.texts:
            inner = SymbolicScope([text]).not_negative
            if any(each.at(values) < 0 for each in inner):
                return text
        return None

    def __repr__(self) -> str:
        said = f" with constraints {', '.join(self.texts)}" if self.texts else ""
        return f"scope made at {self.line}{said}"


def is_symbolic_dim(p: Any) -> bool:
    """Whether a size is symbolic.

    >>> [fjax.export.is_symbolic_dim(n) for n in fjax.export.symbolic_shape("a, 3")]
    [True, False]
    """
    return isinstance(p, Dimension)


def symbolic_shape(
    shape_spec: str | None,
    *,
    constraints: Sequence[str] = (),
    scope: SymbolicScope | None = None,
    like: Sequence[int | None] | None = None,
) -> tuple[Any, ...]:
    """The shape that a text describes, of ints and symbolic sizes.

    shape_spec: sizes, separated by commas: integers, names, `+`, `-`, `*`, `^`, floordiv(n, m),
        mod(n, m), max(n, m), min(n, m). `_` is the length that `like` has there, `...` all that
        are left of it; None is `...`.
    constraints: see `SymbolicScope`; scope: one that was made before; not both.
    Raises FjaxValueError for a text that is none of this, or that does not fit `like`.

    >>> fjax.export.symbolic_shape("2*b, _, max(b, 8)", like=(6, 4, 8))
    (2*b, 4, max(b, 8))
    """
    if shape_spec is not None and not isinstance(shape_spec, str):
        raise errors.FjaxValueError(
            f"polymorphic shape spec should be None or a string, got {shape_spec!r}"
        )
    if constraints and scope is not None:
        raise errors.FjaxValueError("Cannot specify both a `scope` and `constraints`.")
    scope = scope or SymbolicScope(constraints)
    text = "..." if shape_spec is None else shape_spec.strip()
    while text.startswith("(") and _closing(text) == len(text) - 1:
        text = text[1:-1].strip()
    nodes = _parsed(f"({text.rstrip(',')},)" if text.strip(", ") else "()", text).elts
    known = None if like is None else tuple(like)
    if nodes and isinstance(nodes[-1], ast.Constant) and nodes[-1].value is ...:
        if known is None:
            raise _refused(text, "`...` stands for what `like` has, and there is none")
        nodes = [*nodes[:-1], *[ast.Name("_")] * (len(known) - len(nodes) + 1)]
    if known is not None and len(nodes) != len(known):
        raise _refused(text, f"it has {len(nodes)} sizes, for an argument of shape {known}")
    return tuple(
        _like(node, k, known, text) if _is_blank(node) else _checked(node, k, known, scope, text)
        for k, node in enumerate(nodes)
    )


def symbolic_args_specs(
    args: Any,
    shapes_specs: Any,
    constraints: Sequence[str] = (),
    scope: SymbolicScope | None = None,
) -> Any:
    """ShapeDtypeStructs with symbolic shapes for arguments, to export a function with.

    args: a pytree of arrays or ShapeDtypeStructs. shapes_specs: a text as `symbolic_shape` takes,
    or None for a shape as it is, or a pytree prefix of `args` of these. The result has the
    structure of `args`; all its variables are of one scope.

    >>> x = jnp.ones((8, 3), jnp.float32)
    >>> fjax.export.symbolic_args_specs([x, x], ["b, _", None])
    [ShapeDtypeStruct(shape=(b, 3), dtype=float32), ShapeDtypeStruct(shape=(8, 3), dtype=float32)]
    """
    if constraints and scope is not None:
        raise errors.FjaxValueError("Cannot use both `scope` and `constraints`")
    scope = scope or SymbolicScope(constraints)
    leaves, tree = tree_flatten(args)
    what = "export.symbolic_args_specs shapes_specs"
    if shapes_specs is None or isinstance(shapes_specs, str):
        texts: Any = [shapes_specs] * len(leaves)
    else:
        texts = flatten_axes(what, tree, shapes_specs)
    structs = []
    for leaf, text in zip(leaves, texts, strict=True):
        has = leaf if hasattr(leaf, "shape") and hasattr(leaf, "dtype") else aval_of(leaf)
        shape = symbolic_shape(text, scope=scope, like=has.shape)
        structs.append(ShapeDtypeStruct(shape, has.dtype, sharding=getattr(has, "layout", None)))
    return tree_unflatten(tree, structs)


def size_of(text: str, scope: SymbolicScope | None = None) -> Any:
    """The size that a text describes, an int if there is no variable in it.

    >>> size_of("floordiv(a + 3, 2)")
    floordiv(a + 3, 2)
    """
    return _size(_parsed(text.strip(), text), scope, text)


def _parsed(expression: str, text: str) -> Any:
    if len(expression) > _MOST_CHARACTERS:
        raise _refused(f"{text[:40]}…", f"it has {len(expression)} characters")
    try:
        return ast.parse(expression.replace("^", "**"), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise _refused(text, "it cannot be read") from error


def _refused(text: str, why: str) -> errors.FjaxValueError:
    return errors.FjaxValueError(
        f"syntax error in symbolic shape {text!r}: {why}. Write it as in 'b, 2*w + 1, _'"
    )


def _closing(text: str) -> int:
    """Where the bracket closes that a text opens with."""
    depth = 0
    for k, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return k
    return -1


def _is_blank(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "_"


def _like(node: Any, k: int, known: Any, text: str) -> int:
    if known is None or not isinstance(known[k], int):
        raise _refused(text, "`_` stands for a length that `like` has, and there is none")
    return int(known[k])


def _checked(node: ast.expr, k: int, known: Any, scope: SymbolicScope, text: str) -> Any:
    """A size; one that is a number must be what is known."""
    size = _size(node, scope, text)
    if known is not None and isinstance(size, int) and size != known[k]:
        raise _refused(text, f"it has {size} at axis {k}, where the argument has {known[k]}")
    return size


def _size(node: ast.expr, scope: Any, text: str) -> Any:
    """The size that a node is; raises FjaxValueError if it is none, or out of bounds."""
    try:
        return _evaluated(node, scope, text)
    except RecursionError as error:
        raise _refused(text, "it is nested too deeply") from error
    except ZeroDivisionError as error:
        raise _refused(text, "it divides by zero") from error


def _evaluated(node: ast.expr, scope: Any, text: str) -> Any:
    size = _computed(node, scope, text)
    terms = size.terms if isinstance(size, Dimension) else (((), size),)
    degree = size.degree if isinstance(size, Dimension) else 0
    if len(terms) > _MOST_TERMS or degree > _LARGEST_DEGREE:
        raise _refused(text, f"it has more than {_MOST_TERMS} terms or powers")
    if any(abs(k) >= _LARGEST for _, k in terms):
        raise _refused(text, "its numbers have more than 64 bits")
    return size


def _computed(node: ast.expr, scope: Any, text: str) -> Any:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name):
        return Dimension.variable(node.id, scope)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -1 * _evaluated(node.operand, scope, text)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return _power(node, scope, text)
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        left, right = (_evaluated(x, scope, text) for x in (node.left, node.right))
        return _BINARY[type(node.op)](left, right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in OPERATIONS and len(node.args) == 2 and not node.keywords:
            return operation(node.func.id, *[_evaluated(x, scope, text) for x in node.args])
    raise _refused(text, f"{ast.unparse(node)!r:.80} is no size")


def _power(node: ast.BinOp, scope: Any, text: str) -> Any:
    base, power = (_evaluated(x, scope, text) for x in (node.left, node.right))
    if not isinstance(power, int) or not 0 <= power <= _LARGEST_POWER:
        raise _refused(text, f"powers are numbers from 0 to {_LARGEST_POWER}")
    if isinstance(base, Dimension) and base.degree * power > _LARGEST_DEGREE:
        raise _refused(text, f"it has powers above {_LARGEST_DEGREE}")
    if isinstance(base, Dimension) and len(base.terms) ** power > _MOST_TERMS**2:
        raise _refused(text, "a sum of many terms is raised to a high power")
    return base**power
