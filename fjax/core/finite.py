"""What `debug_nans` and `debug_infs` look for in results, and what they say of the cause.

While they are on, operations run one after another. An operation that gives infinities from finite
operands is remembered with its arrays: when 0 times infinity becomes a NaN later, the error names
where the infinity came from.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.config import config
from fjax.core import dtypes, source
from fjax.core.array import Array
from fjax.core.kinds import Role

WHERE = (
    "if this is a derivative: at the edge of a domain (sqrt or log at 0) it is infinite, also in "
    "the branch that `where` does not take; make the operand safe before the operation, as in "
    "ok = x > 0; jnp.where(ok, jnp.sqrt(jnp.where(ok, x, 1)), 0)"
)
_origins: dict[int, tuple[weakref.ref[Array], str]] = {}


def check_finite(
    name: str,
    outputs: Sequence[Array],
    kind: str = "output",
    op: Any = None,
    operands: Sequence[Array] = (),
) -> None:
    """Raise if debug_nans or debug_infs is on and an output has what it looks for.

    op, operands: the primitive and what it ran on, for the error to say more.
    """
    for output in outputs:
        if not dtypes.is_inexact(output.aval.dtype):
            continue
        value = _wide(output)
        for option, test in (("debug_nans", np.isnan), ("debug_infs", np.isinf)):
            if getattr(config, option) and test(value).any():
                what = "nan" if option == "debug_nans" else "inf"
                first = _first(test(value))
                at = f", first at {first}" if first else ""
                said = [
                    f"invalid value ({what}) encountered in {name}, in its {kind} {output.aval}"
                    f"{at} ({option} is on)"
                ]
                here = source.here()
                if op is not None:
                    written = source.text_of(here) if here is not None else ""
                    said += [f"computing `{written}` or its derivative"] * bool(written)
                    said += _causes(op, operands, value, first, test)
                raise errors.NonFiniteError("\n  ".join(said), str(here or ""))
        if operands and np.isinf(value).any():
            _note_origin(name, output, operands)


def of_argument(names: Any, number: int, value: Any) -> str | None:
    """That an argument holds a NaN, and where; None if it does not. names: of all arguments."""
    if type(value) is not Array or not dtypes.is_inexact(value.aval.dtype) or not value.known_here:
        return None
    bad = np.isnan(_wide(value))
    if not bad.any():
        return None
    places = f"{int(bad.sum())} of {value.size} elements, first at {_first(bad)}"
    remedy = "look at the data, or mask it with jnp.where"
    return f"the argument {names[number]} holds NaN ({places}): {remedy}"


def is_finite(x: Array) -> bool:
    """Whether an array holds no NaN and no infinity.

    >>> is_finite(jnp.ones(2)), is_finite(jnp.array([1.0, jnp.nan]))
    (True, False)
    """
    if not dtypes.is_inexact(x.aval.dtype) or not x.known_here:
        return True
    return bool(np.isfinite(_wide(x)).all())


def _wide(x: Array) -> np.ndarray:
    value = x.host()
    return value.astype(dtypes.widened(value.dtype), copy=False)


def _first(bad: np.ndarray) -> list[int]:
    return [int(k) for k in np.argwhere(bad)[0]]


def _causes(
    op: Any, operands: Sequence[Array], output: np.ndarray, first: list[int], test: Any
) -> Iterator[str]:
    """What is known of the cause, a line each."""
    floats = [(k, x, _wide(x)) for k, x in enumerate(operands) if dtypes.is_inexact(x.aval.dtype)]
    elementwise = op.role is Role.ELEMENTWISE
    if elementwise and all(x.shape in ((), output.shape) for x in operands):
        there = [x.host()[tuple(first) if x.shape else ()] for x in operands]
        yield f"its operands there: {', '.join(map(str, there))}"
    held = [(k, x, value) for k, x, value in floats if test(value).any()]
    for k, x, value in held:
        origin = _origin(x)
        since = f", since {origin}" if origin else ": it came in with the data or the arguments"
        yield f"operand {k}, {x.aval}, holds it already at {_first(test(value))}{since}"
    if held:
        return
    for k, x, value in floats:
        if np.isinf(value).any():
            origin = _origin(x)
            yield f"operand {k} is infinite at {_first(np.isinf(value))}" + (
                f", since {origin}" if origin else ""
            )
    mistakes = _Mistakes()
    op.mistakes(mistakes, *operands)
    yield from mistakes.found
    if op.domain:
        yield f"{op.name} gives numbers where {op.domain}"
    if elementwise:
        yield WHERE


class _Mistakes:
    """Collects what an operation says of its operands; a `core.checks.Checker` of known values."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def wants(self, kind: type) -> bool:
        """Whether errors of this kind are looked for."""
        return True

    def report(self, failed: Any, error: Any) -> None:
        """Note an error if any of the booleans holds."""
        if np.any(np.asarray(failed)):
            self.found.append(str(error).strip())


def _note_origin(name: str, output: Array, operands: Sequence[Array]) -> None:
    """Remember where the infinities of an output come from, for as long as it lives."""
    known = next((found for x in operands if (found := _origin(x))), None)
    if known is None:
        if any(
            dtypes.is_inexact(x.aval.dtype) and not np.isfinite(_wide(x)).all() for x in operands
        ):
            return
        here = source.here()
        known = f"{name} gave infinity of finite operands"
        if here is not None:
            written = source.text_of(here)
            known += f" in `{written}`" * bool(written) + f" at {here}"
    _forget_dead()
    _origins[id(output)] = weakref.ref(output), known


def _origin(x: Array) -> str | None:
    found = _origins.get(id(x))
    return found[1] if found is not None and found[0]() is x else None


def _forget_dead() -> None:
    for key in [k for k, (reference, _) in list(_origins.items()) if reference() is None]:
        _origins.pop(key, None)
