"""How custom rules see a call: positional arguments, some of them static, flattened to operands."""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fjax import errors
from fjax.core.reference import (
    Ref,
    announce_late_writes,
    check_distinct,
    check_not_returned,
    read,
    stand_in,
)
from fjax.core.tracing import Tracer, aval_of, convert
from fjax.higher_order.argument_names import argument_names, function_name, signature_of
from fjax.higher_order.typed_trees import (
    TypedTree,
    listed,
    same_type,
    structure_rows,
    type_difference,
)
from fjax.pytrees.operations import tree_flatten


def resolve_keywords(
    decorator: str, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[Any, Any]
) -> tuple:
    """All arguments by position, with defaults filled in."""
    signature = signature_of(function)
    if signature is None:
        if kwargs:
            raise errors.FjaxTypeError(
                f"{decorator}: keyword arguments {', '.join(kwargs)} can't be resolved to "
                f"positions, because {function_name(function)} has no signature; pass them by "
                "position"
            )
        return args
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        raise errors.FjaxTypeError(
            f"The input arguments to the {decorator}-decorated function {function_name(function)} "
            f"do not fit its signature {signature}:\n{error}"
        ) from None
    bound.apply_defaults()  # an argument left out before one given by keyword has a position then
    given = [name for name in bound.kwargs if name in kwargs]
    if given:
        raise errors.FjaxTypeError(
            f"The input arguments to the {decorator}-decorated function {function_name(function)} "
            f"must have positions in its signature {signature}.\n"
            "The following keyword arguments could not be resolved to positions: "
            f"{', '.join(given)}"
        )
    return bound.args


def static_positions(
    function: Callable[..., Any], argnums: int | Iterable[int], argnames: str | Iterable[str]
) -> tuple[int, ...]:
    """The positions of the arguments named by number or by name."""
    numbers = {argnums} if isinstance(argnums, int) else set(argnums)
    names = (argnames,) if isinstance(argnames, str) else tuple(argnames)
    if names:
        signature = signature_of(function)
        known = list(signature.parameters) if signature is not None else []
        for name in names:
            if name not in known:
                raise errors.FjaxValueError(f"{function_name(function)} has no argument {name!r}")
            numbers.add(known.index(name))
    return tuple(sorted(numbers))


def global_name(value: Any) -> str | None:
    """The name under which a module holds this very object, for pickle; None unless one does.

    >>> global_name(fjax.nn.relu)
    'relu'
    """
    name = getattr(value, "__qualname__", None)
    found: Any = sys.modules.get(getattr(value, "__module__", None) or "")
    for part in name.split(".") if name else ():
        found = getattr(found, part, None)
    return name if found is value else None


def reduced(value: Any) -> Any:
    """How to pickle a function-like object: by its global name, else by its attributes."""
    remake: Any = copyreg.__dict__["__newobj__"]
    return global_name(value) or (remake, (type(value),), value.__dict__)


class Forwarding:
    """A wrapped function that passes on the rule setters of the wrapper inside it."""

    setters = frozenset({"defjvp", "defjvps", "defvjp", "def_vmap"})
    fun: Callable[..., Any]

    def __getattr__(self, name: str) -> Any:
        if name in self.setters:
            return getattr(self.fun, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _opened(leaf: Any) -> Any:
    """What an object's `__jax_array__` gives, which may be traced; other leaves as they are."""
    return convert(leaf) if hasattr(leaf, "__jax_array__") else leaf


class CallShape:
    """A call's arguments as flat operands, and how to build them again.

    Operands are the traced values among the static arguments (`n_captured`), then the leaves of the
    others.
    """

    def __init__(self, args: Sequence[Any], static: Sequence[int]):
        n = len(args)
        positions = {i if i >= 0 else i + n for i in static}
        self.positions = tuple(i for i in sorted(positions) if i < n)
        self.n_args = n
        dynamic = tuple(args[i] for i in range(n) if i not in positions)
        leaves, self.tree = tree_flatten(dynamic)
        self.references = {i: x for i, x in enumerate(leaves) if type(x) is Ref}
        leaves = [read(x) if type(x) is Ref else _opened(x) for x in leaves]
        self.static_leaves, self.static_tree = tree_flatten([args[i] for i in self.positions])
        self.captured_at = [i for i, x in enumerate(self.static_leaves) if isinstance(x, Tracer)]
        self.captured = [self.static_leaves[i] for i in self.captured_at]
        self.n_captured = len(self.captured)
        self.operands = [*self.captured, *leaves]

    def take(self) -> list[Any]:
        """The operands; what stays here, for rules that run later, keeps no value alive."""
        found, self.operands, self.captured = self.operands, [], []
        for i in self.captured_at:
            self.static_leaves[i] = None
        return found

    def static(self, operands: Sequence[Any]) -> list[Any]:
        """The static arguments, traced values among them taken from the operands."""
        leaves = list(self.static_leaves)
        for i, value in zip(self.captured_at, operands, strict=False):
            leaves[i] = value
        return self.static_tree.unflatten(leaves)

    def dynamic(self, operands: Sequence[Any]) -> tuple[Any, ...]:
        """The other arguments, in their positions' order."""
        return self.tree.unflatten(self.leaves(operands))

    def leaves(self, operands: Sequence[Any]) -> list[Any]:
        """The leaves of the other arguments, references in place of what they hold."""
        found = list(operands[self.n_captured :])
        for i, ref in self.references.items():
            found[i] = stand_in(ref, found[i])
        return found

    def enter_references(self, what: str, function: Any, args: Sequence[Any]) -> None:
        """Check the references among the arguments, to which a derivative may write later."""
        leaves = zip(argument_names(function, tuple(args)), tree_flatten(args)[0], strict=True)
        check_distinct(what, [(name, x) for name, x in leaves if type(x) is Ref], ())
        announce_late_writes()

    def check_kept(self, rule: str, references: Sequence[Ref]) -> None:
        """Raise unless the references that a forward rule keeps are the caller's."""
        for ref in references:
            if ref.stands_in or not any(ref is known for known in self.references.values()):
                raise errors.FjaxValueError(
                    f"the custom_vjp fwd function {rule} returned a mutable array reference "
                    f"{ref.aval} as a residual ({ref.origin}), which the bwd rule can't reach: it "
                    "can only be an argument that was made outside of the differentiated function, "
                    "and in no while loop. Return its value, ref[...]"
                )

    def all(self, operands: Sequence[Any], leaves: Sequence[Any] | None = None) -> list[Any]:
        """Every argument by position; `leaves` replaces those of the others."""
        rest = iter(self.dynamic(operands) if leaves is None else self.tree.unflatten(leaves))
        static = iter(self.static(operands))
        return [next(static) if i in self.positions else next(rest) for i in range(self.n_args)]


class ResultSignature:
    """The structure and avals of a function's result, fixed by what runs first."""

    def __init__(self) -> None:
        self.type: TypedTree | None = None

    def flatten(self, value: Any) -> list[Any]:
        """The leaves of the function's result."""
        leaves, tree = tree_flatten(value)
        for x in leaves:
            check_not_returned("a custom derivative", "", x)
        self.type = TypedTree(tree, [aval_of(x) for x in leaves])
        return leaves

    def agrees(self, found: TypedTree) -> bool:
        """Whether another result has the same structure, shapes and dtypes; the first one does."""
        if self.type is None:
            self.type = found
        return found.like(self.type)

    def typed(self) -> TypedTree:
        """What was fixed."""
        assert self.type is not None
        return self.type

    def unflatten(self, leaves: Sequence[Any]) -> Any:
        return self.typed().tree.unflatten(leaves)


def wrong_output(
    head: str, rule: str, decorator: str, function: str, wanted: TypedTree, found: TypedTree
) -> errors.FjaxTypeError:
    """The error about a rule whose first output is not what the function returns."""
    what = "shapes/dtypes of"
    rows = [
        f"output{path}: got {rule} output type {a.str_short()} which doesn't match the function's "
        f"{b.str_short()}: {type_difference(a, b)}"
        for path, a, b in zip(found.paths(), found.avals, wanted.avals, strict=False)
        if not same_type(a, b)
    ]
    if found.tree != wanted.tree:
        what = "container/pytree structure"
        rows = structure_rows(
            found, wanted, lambda path: f"the rule's output{path}", lambda _: "the function's"
        )
    return errors.FjaxTypeError(
        f"{head}, but instead the {rule} rule output's first element had {what}:\n    {found}\n"
        f"while the {decorator}-decorated function {function} had output {what}:\n    {wanted}.\n"
        f"{listed(rows)}"
    )
