"""What dimension variables are, given the shapes of arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fjax import errors
from fjax.core.avals import ShapedArray
from fjax.core.dimensions import Dimension, value_of, variables_of


class Known(NamedTuple):
    """A size of an argument: where it is, what was said of it, and what it is."""

    where: str
    size: Dimension
    value: int


def solve(
    specifications: Sequence[ShapedArray], names: Sequence[str], shapes: Sequence[tuple[int, ...]]
) -> dict[str, int]:
    """The values of all dimension variables; raises FjaxValueError if there are none.

    Each variable must be the only unknown of some size in which it occurs linearly.

    >>> from fjax.export import symbolic_shape
    >>> said = ShapedArray(symbolic_shape("a, 2*b + a"), "float32")
    >>> solve([said], ["x"], [(3, 7)])
    {'a': 3, 'b': 2}
    """
    known: list[Known] = [
        Known(f"{name}.shape[{k}]", size, n)
        for aval, name, shape in zip(specifications, names, shapes, strict=True)
        for k, (size, n) in enumerate(zip(_lengths(aval), shape, strict=True))
        if isinstance(size, Dimension)
    ]
    found: dict[str, int] = {}
    reasons: list[str] = []
    pending = known
    while pending:
        for each in pending:
            unknown = each.size.variables() - set(found)
            if not unknown:
                break
            name = min(unknown)
            if len(unknown) == 1 and _solved(each, name, found, reasons, specifications, names):
                break
        else:
            raise _unsolvable(pending, found, specifications, names)
        pending = [e for e in pending if e is not each]
    for each in known:
        value = value_of(each.size, found)
        if value != each.value:
            raise mismatch(
                f"Found inconsistency between dimension size {each.where} (= {each.value}) and the "
                f"specification '{each.size}' (= {value})",
                reasons,
                specifications,
                names,
            )
    return found


def _lengths(aval: ShapedArray) -> tuple[Any, ...]:
    """The shape, whose lengths may be symbolic."""
    return aval.shape


def _solved(
    known: Known,
    name: str,
    found: dict[str, int],
    reasons: list[str],
    specifications: Sequence[ShapedArray],
    names: Sequence[str],
) -> bool:
    """Whether a size says what a variable is, which is noted then."""
    linear = known.size.linear_in(name)
    if linear is None:
        return False
    coefficient, rest = linear
    value, remainder = divmod(known.value - value_of(rest, found), coefficient)
    if remainder:
        raise mismatch(
            f"Division had remainder {remainder} when computing the value of '{name}'",
            reasons,
            specifications,
            names,
        )
    found[name] = value
    reasons.append(
        f"'{name}' = {value} from specification '{known.size}' for dimension {known.where} "
        f"(= {known.value})"
    )
    if value < 1:
        raise mismatch(
            f"Expected value >= 1 for dimension variable '{name}'", reasons, specifications, names
        )
    return True


def described(specifications: Sequence[ShapedArray], names: Sequence[str]) -> str:
    """The shapes with symbolic sizes, by argument."""
    return ", ".join(
        f"{name}.shape = {aval.shape}"
        for aval, name in zip(specifications, names, strict=True)
        if any(map(variables_of, aval.shape))
    )


def mismatch(
    what: str, reasons: Sequence[str], specifications: Sequence[ShapedArray], names: Sequence[str]
) -> errors.FjaxValueError:
    """The error about shapes that do not fit what was said of them."""
    obtained = f" Obtained dimension variables: {', '.join(reasons)}." if reasons else ""
    return errors.FjaxValueError(
        "Input shapes do not match the polymorphic shapes specification. "
        f"{what}. Using the following polymorphic shapes specifications: "
        f"{described(specifications, names)}.{obtained}"
    )


def _unsolvable(
    pending: Sequence[Known],
    found: dict[str, int],
    specifications: Sequence[ShapedArray],
    names: Sequence[str],
) -> errors.FjaxValueError:
    unknown = sorted(frozenset().union(*[e.size.variables() for e in pending]) - set(found))
    listed = ", ".join(map(repr, unknown))
    left = ", ".join(f"'{e.size}' for dimension size {e.where}" for e in pending)
    return errors.FjaxValueError(
        f"Cannot solve for values of dimension variables {{{listed}}}. "
        "We can only solve linear uni-variate constraints. Using the following polymorphic shapes "
        f"specifications: {described(specifications, names)}. Unprocessed specifications: {left}. "
        "Give an argument that has such a variable as a length"
    )
