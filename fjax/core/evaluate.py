"""The one compile hook: `execute` runs a jaxpr on concrete values, walking it or as installed."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from fjax.config import checks, config
from fjax.core import finite, processes, source, tracing
from fjax.core.array import NO_DATA, Array
from fjax.core.avals import ShapedArray
from fjax.core.device import Placement
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.memo import memo, weak_memo
from fjax.core.mesh import Mesh
from fjax.core.primitive import Primitive

Execute = Callable[[Jaxpr, Sequence[Any], Placement | None], list[Any]]
Step = tuple[Equation, tuple[Var, ...]]


class ConstantTrace(tracing.Trace):
    """Runs operations on concrete values at once, and leaves others to the trace around it."""

    kind = "evaluation while tracing"

    def process(self, primitive: Primitive, args: Sequence[Any]) -> Sequence[Any]:
        outer = self.parent if any(isinstance(x, tracing.Tracer) for x in args) else None
        with tracing.under(outer):
            return tracing.bind(primitive, args)

    def cell(self, ref: Any) -> Any:
        return self.parent.cell(ref) if self.parent is not None else None


@contextlib.contextmanager
def ensure_compile_time_eval() -> Iterator[None]:
    """Context manager in which operations run at once, also while a function is traced.

    Inside `jit`, what is computed here from concrete values is a constant of the program, and may
    decide Python control flow. Operations on traced values are traced, as they are outside.

    >>> import fjax, fjax.numpy as jnp
    >>> @fjax.jit
    ... def f(x):
    ...     with fjax.ensure_compile_time_eval():
    ...         n = int(jnp.sum(jnp.arange(3)))     # 3, while tracing
    ...     return x * n
    >>> float(f(2.0))
    6.0
    """
    outer = tracing.current()
    with tracing.under(None if outer is None else ConstantTrace(outer)):
        yield


def execute(jaxpr: Jaxpr, args: Sequence[Any], within: str | None = None) -> list[Any]:
    """The outputs of a jaxpr on concrete arguments; must be called outside any trace.

    The outputs are on the arguments' device; on meta nothing runs.
    Where NaNs or infinities are looked for, operations run one after another and each is checked,
    and so are literal outputs. within: what errors call the program.
    """
    if processes.count() > 1 and spans(jaxpr, args):
        return _across(jaxpr, args)
    where = tracing.place_of(args, within or jaxpr.debug_name or "a function")
    if tracing.on_meta(where):
        return [Array(NO_DATA, aval, where) for aval in jaxpr.out_avals]
    if checks.on and (config.debug_nans or config.debug_infs):
        outs = walk(jaxpr, args)
        literals = [o for x, o in zip(jaxpr.outvars, outs, strict=True) if type(x) is Literal]
        finite.check_finite(within or jaxpr.debug_name or "a function", literals, "literal output")
        return outs
    outs = _execute(jaxpr, args, where)
    return [o if o.placement is where else o.alias(o.aval, where) for o in outs]


def execute_operation(primitive: Primitive, args: Sequence[Any]) -> list[Array] | None:
    """The outputs of one operation on concrete values as the installed compiler runs it.

    None without a compiler, for one with effects, and where NaNs or infinities are looked for.
    """
    found = None if checks.on else _by_entry(primitive, args)
    if found is not None:
        return found
    operands = [tracing.as_array(a) for a in args]
    absent = tracing.results_on_meta(primitive, operands)
    if absent is not None:
        return absent
    watched = checks.on and (config.debug_nans or config.debug_infs)
    if watched:
        return None
    if processes.count() > 1:
        program = alone(primitive, tuple([a.aval for a in operands]))
        if spans(program, operands):
            return _across(program, operands)
    return _execute_alone(primitive, operands, tracing.place_of(operands, primitive.name))


def _by_entry(primitive: Primitive, args: Sequence[Any]) -> list[Array] | None:
    """The outputs of one operation by its program's native entry; None where there is none."""
    if _execute is walk:
        return None
    avals = []
    for a in args:
        if type(a) is not Array:
            return None
        avals.append(a.aval)
    out = _entry_alone(primitive, tuple(avals))(*args)
    if out is NotImplemented:
        return None
    return [out] if type(out) is Array else list(out)


def _execute_alone(
    primitive: Primitive, operands: Sequence[Array], where: Placement | None
) -> list[Array] | None:
    """The outputs of one operation by a program of its own, at a place; None without a compiler."""
    if _execute is walk or primitive.effects or _by_own_rule.primitive is primitive:
        return None
    outs = _execute(alone(primitive, tuple([a.aval for a in operands])), operands, where)
    outs = [o if o.placement is where else o.alias(o.aval, where) for o in outs]
    if where is not None and where.on_mesh:
        return tracing.as_split(primitive, operands, outs)
    return outs


tracing.set_run_there(_execute_alone)


class _OwnRule(threading.local):
    """The primitive that the thread evaluates by its own rule, since it has no program."""

    primitive: Primitive | None = None


_by_own_rule = _OwnRule()


@contextlib.contextmanager
def by_own_rule(primitive: Primitive) -> Iterator[None]:
    """While a primitive's own rule runs, which may not ask for its program again."""
    before, _by_own_rule.primitive = _by_own_rule.primitive, primitive
    try:
        yield
    finally:
        _by_own_rule.primitive = before


@memo(1024)
def alone(primitive: Primitive, avals: tuple[ShapedArray, ...]) -> Jaxpr:
    """The program of one equation."""
    invars = [Var(a) for a in avals]
    outvars = [Var(a) for a in tracing.result_avals(primitive, avals)]
    return Jaxpr(invars, [Equation(primitive, tuple(invars), tuple(outvars))], outvars)


def walk(jaxpr: Jaxpr, args: Sequence[Any], where: Placement | None = None) -> list[Any]:
    """Run the equations one after another; values are let go after their last use.

    Each runs where its operands are: `where` is for compilers.
    """
    del where
    env: dict[Var, Any] = dict(zip(jaxpr.invars, args, strict=True))

    def read(atom: Atom) -> Any:
        return env[atom] if isinstance(atom, Var) else literal_value(atom)

    for eqn, dead in _plan(jaxpr):
        with source.replaying(eqn.source):
            outs = eqn.op.run(*[read(x) for x in eqn.invars])
        env.update(zip(eqn.outvars, outs, strict=True))
        for variable in dead:
            del env[variable]
    return [read(x) for x in jaxpr.outvars]


def evaluate_jaxpr(jaxpr: Jaxpr, args: Sequence[Any], bind: Any = tracing.bind) -> list[Any]:
    """Bind the jaxpr's equations one after another in the current trace."""
    env: dict[Var, Any] = dict(zip(jaxpr.invars, args, strict=True))

    def read(atom: Atom) -> Any:
        return env[atom] if isinstance(atom, Var) else literal_value(atom)

    for eqn in jaxpr.eqns:
        with source.replaying(eqn.source):
            outs = bind(eqn.op, [read(x) for x in eqn.invars])
        env.update(zip(eqn.outvars, outs, strict=True))
    return [read(x) for x in jaxpr.outvars]


def eval_jaxpr(jaxpr: Jaxpr, consts: Sequence[Any], *args: Any) -> list[Any]:
    """The outputs of a jaxpr on constants and arguments, in the current trace.

    >>> closed = fjax.make_jaxpr(lambda x: 2 * x)(1.0)
    >>> fjax.core.eval_jaxpr(closed.jaxpr, closed.consts, jnp.array(3.0))
    [Array(6., dtype=float64, weak_type=True)]
    """
    return evaluate_jaxpr(jaxpr, [*consts, *args])


def literal_value(literal: Literal) -> Array:
    """A literal as an Array."""
    return Array(np.asarray(literal.value), literal.aval)


@weak_memo
def _plan(jaxpr: Jaxpr) -> tuple[Step, ...]:
    """Each equation with the variables that are dead once it has run."""
    alive = {x for x in jaxpr.outvars if isinstance(x, Var)}
    steps: list[Step] = []
    for eqn in reversed(jaxpr.eqns):
        seen = {v for v in (*eqn.invars, *eqn.outvars) if isinstance(v, Var)}
        steps.append((eqn, tuple(seen - alive)))
        alive |= seen
    return tuple(reversed(steps))


def spans(jaxpr: Jaxpr, args: Sequence[Any] = ()) -> bool:
    """Whether a program, or arrays that it is run on, are of several processes."""
    if any(type(x) is Array and x.placement is not None and x.placement.spans for x in args):
        return True
    return spanning_mesh(jaxpr) is not None


@weak_memo
def spanning_mesh(jaxpr: Jaxpr) -> Mesh | None:
    """The first mesh over several processes that a program names, if there is one."""
    for eqn in jaxpr.eqns:
        named = eqn.op.meshes
        inner = [spanning_mesh(body) for body in eqn.op.jaxprs]
        for mesh in (*named, *inner):
            if isinstance(mesh, Mesh) and mesh.is_multi_process:
                return mesh
    return None


Across = Callable[[Jaxpr, Sequence[Any]], list[Any]]
EntryAlone = Callable[[Primitive, tuple[ShapedArray, ...]], Callable[..., Any]]
_execute: Execute = walk
_entry_of: Callable[[Jaxpr], Callable[..., Any] | None] = lambda jaxpr: None
_entry_alone: EntryAlone = lambda primitive, avals: no_entry
_across: Across = lambda jaxpr, args: walk(jaxpr, args)


def no_entry(*arrays: Array) -> Any:
    """Stands for the native entry of a program that has none."""
    return NotImplemented


def set_across(function: Across) -> None:
    """Install how programs run that several processes have parts of."""
    global _across
    _across = function


def run_across(jaxpr: Jaxpr, args: Sequence[Any]) -> list[Any]:
    """The outputs of a jaxpr on arrays whose parts several processes hold."""
    return _across(jaxpr, args)


def _operation_across(primitive: Primitive, operands: Sequence[Array]) -> list[Array]:
    return _across(alone(primitive, tuple([x.aval for x in operands])), operands)


tracing.set_run_across(_operation_across)


def entry_of(jaxpr: Jaxpr) -> Callable[..., Any] | None:
    """A program's native entry, if the compiler has one: a function from Arrays to one or several.

    It returns NotImplemented, having done nothing, for arrays of other types or elsewhere.
    """
    return None if processes.count() > 1 and spans(jaxpr) else _entry_of(jaxpr)


def set_entry_of(function: Callable[[Jaxpr], Callable[..., Any] | None]) -> None:
    """Install what gives a program's native entry."""
    global _entry_of
    _entry_of = function


def entry_alone(primitive: Primitive, avals: tuple[ShapedArray, ...]) -> Callable[..., Any]:
    """The native entry of the program of one operation, as of `entry_of`; else `no_entry`."""
    return _entry_alone(primitive, avals)


def set_entry_alone(function: EntryAlone) -> None:
    """Install what gives the native entry of one operation's program; `no_entry` if it has none."""
    global _entry_alone
    _entry_alone = function


def set_execute(function: Execute) -> Execute:
    """Install how jaxprs are executed; returns what was installed before."""
    global _execute
    before, _execute = _execute, function
    return before
