"""Errors of the lowering itself: they are told of once, and the program runs without what failed.

If planning fails, the plan has no fusion (`plan_unfused`): each equation is an evaluation. Of
several, each is a program of its own, which has kernels where it can be lowered; a program of one
equation is evaluated by the equation's own rule.

An error is of the lowering unless it is one that fjax raises for the user, memory is short, or it
comes from elsewhere: the system, a handler of signals, a class of the user's.
"""

from __future__ import annotations

import os
import signal
import traceback
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from fjax.config import config
from fjax.core import lazy
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.errors import FjaxError, InvalidIRError, frames_to_user
from fjax.higher_order.call import Call
from fjax.lowering.run import buffers
from fjax.lowering.run.plan import Evaluation, Plan, ResultPlace, Slots

tempfile = lazy.module("tempfile")
T = TypeVar("T")
_ORIGINS = frozenset(("builtins", "fjax", "numpy", "scipy", "llvmlite", "numba", "cupy"))
_OUTSIDE = (FjaxError, MemoryError, OSError, Warning)
_told: set[str] = set()


def survived(make: Callable[[], T], otherwise: Callable[[str], T], jaxpr: Jaxpr) -> T:
    """What `make` returns; after an internal error what `otherwise` does, which gets a reason.

    jaxpr: the program that is lowered, for the report. While the option `internal_errors` is
    "raise", as in tests, the error leaves.
    """
    try:
        return make()
    except Exception as error:
        if config.internal_errors == "raise" or not is_internal(error):
            raise
        result = otherwise(f"the lowering failed: {type(error).__name__}: {error}")
        _report(error, jaxpr)
        return result


def attempted(make: Callable[[], T]) -> T | None:
    """What `make` returns, which is a short way to something; None after an internal error."""
    try:
        return make()
    except Exception as error:
        if config.internal_errors == "raise" or not is_internal(error):
            raise
        return None


def is_internal(error: Exception) -> bool:
    """Whether it is an error of the lowering itself.

    >>> is_internal(KeyError(3)), is_internal(MemoryError())
    (True, False)
    """
    if isinstance(error, InvalidIRError):
        return True
    if isinstance(error, _OUTSIDE) or type(error).__module__.partition(".")[0] not in _ORIGINS:
        return False
    handlers = [signal.getsignal(number) for number in signal.valid_signals()]
    handling = {getattr(getattr(h, "__func__", h), "__code__", None) for h in handlers} - {None}
    return all(f.f_code not in handling for f, _ in traceback.walk_tb(error.__traceback__))


def _report(error: Exception, jaxpr: Jaxpr) -> None:
    """Warn of an error, once for each line that raises one."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    line = f"{last.filename}:{last.lineno}"
    if line in _told:
        return
    _told.add(line)
    saved = _saved(jaxpr)
    shown = f"`python -m fjax bug-report {saved}`" if saved else "`python -m fjax bug-report`"
    warnings.warn(
        f"fjax could not compile {jaxpr.debug_name or 'a program'} as a whole, because of a "
        f"mistake in fjax ({type(error).__name__} at {line}: {error}). It runs without fused "
        f"kernels: the results are right, and take longer. Please report it with what {shown} "
        "prints: the program's operations and types, but no values of arrays.",
        RuntimeWarning,
        stacklevel=frames_to_user(),
    )


def _saved(jaxpr: Jaxpr) -> Path | None:
    """The file that now holds the program's text; None if that cannot be written."""
    try:
        handle, name = tempfile.mkstemp(prefix="fjax-", suffix=".jaxpr")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"{jaxpr}\n")
    except OSError:
        return None
    return Path(name)


def forget() -> None:
    """Let every warning be given once more."""
    _told.clear()


def plan_unfused(
    jaxpr: Jaxpr, donated: Sequence[bool], step: tuple[int, int] | None, reason: str
) -> Plan:
    """The plan of a program, equation after equation. reason: why it is not fused."""
    eqns = jaxpr.eqns if len(jaxpr.eqns) == 1 else tuple(map(_alone, jaxpr.eqns))
    numbers: dict[Atom, int] = {}
    for v in (*jaxpr.invars, *(v for e in eqns for v in e.outvars)):
        numbers[v] = len(numbers)
    last = buffers.last_uses(eqns, jaxpr.outvars, {})
    dead: dict[int, list[int]] = {}
    for x, end in last.items():
        dead.setdefault(end, []).append(numbers[x])
    steps = []
    for k, e in enumerate(eqns):
        sources = [x if isinstance(x, Literal) else numbers[x] for x in e.invars]
        slots = Slots(sources, [numbers[v] for v in e.outvars], dead.get(k, []))
        steps.append(Evaluation(e, slots, unlowered=len(eqns) == 1))
    own = frozenset(v for e in eqns for v in e.outvars)
    return Plan(
        jaxpr.replace(eqns=eqns),
        literals=(),
        optimized=jaxpr,
        donated=tuple(donated) or (False,) * len(jaxpr.invars),
        step=step,
        copies=(),
        reasons=[reason] * len(eqns),
        views=frozenset(),
        storage={},
        numbers=numbers,
        n_slots=len(numbers) - len(jaxpr.invars),
        last=last,
        own=own,
        changed=(),
        steps=steps,
        results=_results(jaxpr, numbers, own),
        direct=None,
        kernels=(),
        fallbacks=[(e, reason) for e in eqns],
    )


def _alone(eqn: Equation) -> Equation:
    """The equation as a call of a program that has no other; as it is if it has effects."""
    if eqn.op.effects or eqn.op.axis_names:
        return eqn
    invars = tuple([Var(x.aval) for x in eqn.invars])
    outvars = tuple([Var(v.aval) for v in eqn.outvars])
    body = Jaxpr(invars, [Equation(eqn.op, invars, outvars, eqn.source)], outvars, eqn.op.name)
    return eqn.replace(op=Call(body, eqn.op.name))


def _results(
    jaxpr: Jaxpr, numbers: dict[Atom, int], own: frozenset[Var]
) -> list[ResultPlace | Literal]:
    """Where the outputs are; copies of inputs and of what is an output already."""
    found: list[ResultPlace | Literal] = []
    for k, x in enumerate(jaxpr.outvars):
        if isinstance(x, Literal):
            found.append(x)
        else:
            copied = x not in own or x in jaxpr.outvars[:k]
            found.append(ResultPlace(numbers[x], x.aval.shape, copied))
    return found
