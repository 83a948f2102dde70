"""What stands out in a program as the user wrote it: dtypes, keys, arguments, repeated tracing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from fjax.api import cache_misses
from fjax.api.cache_misses import functions_of
from fjax.core import dtypes
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.kinds import Role
from fjax.core.quiet import quiet
from fjax.core.source import NO_NAMES, NameStack
from fjax.dataclass import dataclass
from fjax.explanation.equations import around, every_jaxpr, placed, sources
from fjax.explanation.markup import size
from fjax.explanation.places import Span
from fjax.interpreters.key_reuse import reused
from fjax.passes.cleanup import inline
from fjax.primitives.conversion import ConvertElementType

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained

LARGE = 1 << 20  # bytes of an argument that is worth donating, and of a pass that is worth saving
EACH = 8  # times that a line is traced for each argument, as an optimiser does
MANY = 50  # times that one line was traced, from which a loop is worth a word
OFTEN = 3  # traces of a function from which they are worth a word
LISTED = 12  # outputs that are named
FEWER = 16  # times the elements of what is computed in float64, from which they do not matter
UNREACHED = (
    "If this is a gradient, its parameter does not reach the loss: look for stop_gradient, a "
    "rounding, or a parameter that is not used."
)


@dataclass(frozen=True)
class Finding:
    """Something that stands out: what, what to do about it, its places, and its step if any.

    line: where it arises, if its places say so and `what` does not.
    """

    what: str
    remedy: str = ""
    keys: tuple[int, ...] = ()
    step: int | None = None
    line: str = ""


def of_program(explained: Explained) -> Iterator[Finding]:
    """What stands out in the program as it was traced."""
    yield from _traces(explained)
    yield from _functions(explained)
    yield from _written_out(explained)
    yield from _keys(explained)
    yield from _double(explained)
    yield from _constants(explained)
    yield from _zero_updates(explained)
    yield from _donation(explained)


REMEDIES = {
    cache_misses.TYPES: "Give arguments of one shape and dtype: pad to a few sizes and mask the "
    "rest, and make numbers arrays of one dtype, as in jnp.asarray(x, jnp.float32).",
    cache_misses.STATIC: "Each value of a static argument is a program of its own. Pass it as an "
    "array unless it decides a shape or a branch: leave it out of static_argnums and "
    "static_argnames. An object needs __eq__ and __hash__ of its values, as a frozen dataclass "
    "has.",
    cache_misses.TREE: "Give arguments of one structure: the same keys, the same number of items.",
}


def _traces(explained: Explained) -> Iterator[Finding]:
    """Functions that are traced for call after call: the one that is explained, and inner ones."""
    for name, traces, differences in explained.traces:
        if traces >= OFTEN and differences:
            said = "; ".join(d.said for d in differences)
            remedy = REMEDIES.get(differences[0].part, "Keep what surrounds the calls as it is.")
            yield Finding(f"{name} was traced {traces} times, the last time for {said}", remedy)


def _functions(explained: Explained) -> Iterator[Finding]:
    """Functions that are made, and so traced, again and again."""
    for code in explained.places.codes():
        number = functions_of(code)
        if number >= OFTEN:
            yield Finding(
                f"{number} functions from line {code.co_firstlineno} ({code.co_name}) were "
                "traced, one after another",
                "A new function object is traced, whatever its source. Define and jit it once, "
                "outside of the loop or call that makes it, and pass what changes as an argument.",
                tuple(explained.places.keys_of(code)),
            )


def _written_out(explained: Explained) -> Iterator[Finding]:
    """Lines that a loop of Python runs again and again while the function is traced.

    Turns of a loop are in one program. Programs that are made of it, as the steps of a derivative,
    have the same lines once more each, which are no turns.
    """
    most: dict[Span, int] = {}
    first: dict[Span, int] = {}
    places = explained.places
    for jaxpr, outer in every_jaxpr(explained.inspection.traced):
        turns: Counter[tuple[Span, str]] = Counter()
        for eqn in jaxpr.eqns:
            key = places.key(placed(eqn, outer))
            if key is not None:
                first.setdefault(places.spans[key], key)
                turns[places.spans[key], eqn.op.name] += 1
        for (span, _), count in turns.items():
            most[span] = max(most.get(span, 0), count)
    enough = max(MANY, EACH * len(explained.inspection.traced.invars))
    found = sorted((span for span, n in most.items() if n >= enough), key=lambda s: -most[s])
    if found:
        yield Finding(
            f"a loop of Python is written out: a line of it was traced {most[found[0]]:,} times",
            "Each turn is traced, planned and run by itself. fjax.lax.fori_loop or fjax.lax.scan "
            "compiles one turn, and fjax.vmap does turns that are independent at once.",
            tuple(first[span] for span in found),
        )


def _keys(explained: Explained) -> Iterator[Finding]:
    """A random key that is used twice."""
    program = explained.inspection.traced
    made = (v for jaxpr, _ in every_jaxpr(program) for eqn in jaxpr.eqns for v in eqn.outvars)
    if not any(dtypes.is_key(v.aval.dtype) for v in (*program.invars, *made)):
        return
    error = reused(program)
    if error is not None:
        lines = [
            placed(eqn, outer)
            for jaxpr, outer in every_jaxpr(program)
            for eqn in jaxpr.eqns
            if str(eqn.source) == error.line
        ]
        yield Finding(
            "a random key is used a second time: it gives the same numbers again",
            "Split it before each use: key, part = fjax.random.split(key).",
            tuple(explained.places.keys(lines[:1])),
        )


def _double(explained: Explained) -> Iterator[Finding]:
    """Where float64 arises though no argument with a dtype of its own has it."""
    taken = explained.inspection.traced.in_avals[explained.n_constants :]
    floats = [a.dtype for a in taken if a.dtype.kind in "fc" and not a.weak_type]
    if not floats or any(d in ("float64", "complex128") for d in floats):
        return
    program = explained.inspection.traced
    arguments: set[Atom] = {v for v in program.invars if dtypes.is_inexact(v.aval.dtype)}
    found = list(_doubles(program, arguments, NO_NAMES))
    sizes = [eqn.outvars[0].aval.size for eqn, _, derived in found if derived]
    largest = max([v.aval.size for v in arguments], default=0)
    given = any(v.aval.size > 1 for v in program.outvars if _is_double(v))
    if max(sizes, default=0) > 1 and (given or max(sizes) >= largest / FEWER):
        eqn, outer, _ = found[0]
        name = getattr(eqn.op, "label", "").lstrip("_") or eqn.op.name
        where = f"in {name}"
        if isinstance(eqn.op, ConvertElementType):
            taken = eqn.invars[0].aval
            is_float = dtypes.is_inexact(taken.dtype)
            where = f"where {taken} meets it" if is_float else "as a default"
        elif all(isinstance(x, Literal) for x in eqn.invars):  # jnp.zeros, jnp.linspace
            where = "as a default"
        yield Finding(
            f"float64 arises {where}, though the arguments are {floats[0]}: from here "
            "on twice the memory is moved",
            "A NumPy array or scalar of float64 among the operands does it, or a default: "
            f"convert it, as in jnp.asarray(c, {floats[0]}), or pass dtype={floats[0]}.",
            tuple(explained.places.keys([placed(eqn, outer)])),
        )


def _doubles(
    jaxpr: Jaxpr, derived: set[Atom], outer: NameStack
) -> Iterator[tuple[Equation, NameStack, bool]]:
    """Equations that give float64, the scopes around them, and whether arguments are in it.

    Only those whose result meets what is computed of the arguments: not positions, for example,
    that become integers. Those in a loop come before it, those of a function after its call.
    derived: the inputs that are arguments, or computed of them; what else is so is added.
    """
    inside: list[list[tuple[Equation, NameStack, bool]]] = []
    for eqn in jaxpr.eqns:
        body, known = eqn.op.inline(), not derived.isdisjoint(eqn.invars)
        results = eqn.outvars if known else ()
        inside.append([])
        for each in eqn.op.jaxprs if body is None else (body,):
            own: set[Atom] = set(each.invars if known else ())
            if body is not None:
                own = {v for v, x in zip(body.invars, eqn.invars, strict=True) if x in derived}
            inside[-1] += _doubles(each, own, around(eqn, outer))
            if body is not None:
                pairs = zip(eqn.outvars, body.outvars, strict=True)
                results = tuple([v for v, x in pairs if x in own])
        derived.update(v for v in results if dtypes.is_inexact(v.aval.dtype))
    needed = {v for v in derived if _is_double(v)}
    for eqn in reversed(jaxpr.eqns):
        if not needed.isdisjoint(eqn.outvars):
            needed.update(filter(_is_double, eqn.invars))
    for eqn, within in zip(jaxpr.eqns, inside, strict=True):
        itself = [(eqn, outer, v in derived) for v in eqn.outvars[:1] if v in needed]
        yield from (*within, *itself) if eqn.op.inline() is None else (*itself, *within)


def _is_double(x: Atom) -> bool:
    return isinstance(x, Var) and x.aval.dtype == "float64" and not x.aval.weak_type


def _zero_updates(explained: Explained) -> Iterator[Finding]:
    """Arguments to which multiples of zeros are added, as a training step does with the gradient
    of a frozen layer.
    """
    program = inline(explained.inspection.traced)  # the passes fold what zeros become
    names = list(explained.arguments.values())
    arguments: dict[Atom, int] = {  # and their multiples
        v: k for k, v in enumerate(program.invars) if dtypes.is_inexact(v.aval.dtype)
    }
    uniform: dict[Var, np.ndarray] = {}  # the value of all elements
    found: list[tuple[str, Equation]] = []
    zeros: dict[Atom, bool] = {}  # and whether they were computed
    for eqn in program.eqns:
        values = [
            uniform.get(x) if isinstance(x, Var) else np.asarray(x.value, x.aval.dtype)
            for x in eqn.invars
        ]
        known = [value for value in values if value is not None]
        value = _uniform(eqn, values)
        if value is not None:
            (out,) = eqn.outvars
            uniform[out] = value
            if out.aval.ndim and not value:
                zeros[out] = eqn.op.role is Role.ELEMENTWISE
        if eqn.op.role is not Role.ELEMENTWISE or len(known) != len(values) - 1:
            continue
        if not known and not isinstance(eqn.op, ConvertElementType):
            continue  # a function of it
        (place,) = (k for k, value in enumerate(values) if value is None)
        x = eqn.invars[place]
        if x not in arguments:
            continue
        arguments[eqn.outvars[0]] = number = arguments[x]
        added = [zeros[v] or x not in program.invars for v in eqn.invars if v in zeros]
        if any(added) and _leaves(eqn, place, known):
            found.append((names[number], eqn))
    if found:
        yield Finding(
            f"zeros are added to {_listed([name for name, _ in found])}, or taken from it",
            UNREACHED,
            tuple(explained.places.keys(sources([eqn for _, eqn in found]))),
        )


def _uniform(eqn: Equation, values: Sequence[np.ndarray | None]) -> np.ndarray | None:
    """The value of all elements of a result, None if it is not known.

    values: of all elements of each operand. Zeros that are multiplied by what is not known stay
    zeros: such a map gives one value for some others in its place.
    """
    role = eqn.op.role
    if len(eqn.outvars) != 1 or all(value is None for value in values):
        return None
    if role is Role.INDEX:
        return values[0] if len(values) == 1 else None
    if role is not Role.ELEMENTWISE:
        return None
    if all(value is not None for value in values):
        return quiet().run(eqn.op.evaluate, np, *values)[0]
    if not any(value is not None and not value for value in values):
        return None
    dtypes_of = [x.aval.dtype for x in eqn.invars]
    if not all(dtypes.is_inexact(d) or d.kind in "iub" for d in dtypes_of):
        return None
    first, *others = (
        quiet().run(
            eqn.op.evaluate,
            np,
            *[np.asarray(k, d) if v is None else v for v, d in zip(values, dtypes_of, strict=True)],
        )[0]
        for k in (0, 1, 3, 5)
    )
    return first if all(other == first for other in others) else None


def _leaves(eqn: Equation, place: int, known: Sequence[np.ndarray]) -> bool:
    """Whether an operand stays as it is, the others being these."""
    sample = np.asarray(3, eqn.invars[place].aval.dtype)
    operands = [*known[:place], sample, *known[place:]]
    return bool(quiet().run(eqn.op.evaluate, np, *operands)[0] == sample)


def _constants(explained: Explained) -> Iterator[Finding]:
    """Outputs that do not depend on the arguments, as the gradient of a frozen layer."""
    program = explained.inspection.optimized
    depends = set(program.invars)
    for eqn in program.eqns:
        if depends.intersection(x for x in eqn.invars if isinstance(x, Var)) or eqn.op.effects:
            depends.update(eqn.outvars)
    fixed = [k for k, x in enumerate(program.outvars) if isinstance(x, Literal) or x not in depends]
    if fixed and program.invars:
        shown = _listed([explained.outputs[k] for k in fixed])
        subject = f"output {shown} does" if shown else "the output does"
        if len(fixed) > 1:
            subject = f"outputs {shown} do"
        yield Finding(f"{subject} not depend on the arguments", UNREACHED)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:LISTED]) + (", …" if len(names) > LISTED else "")


def _donation(explained: Explained) -> Iterator[Finding]:
    """Large arguments whose memory an output could take."""
    traced, plan = explained.inspection.traced, explained.inspection.plan
    free = [(a.shape, a.dtype) for a in traced.out_avals]
    found = []
    pairs = list(zip(plan.donated, traced.invars, strict=False))
    for given, v in pairs[explained.n_constants :]:
        kind = (v.aval.shape, v.aval.dtype)
        if kind not in free:
            continue
        free.remove(kind)
        if not given and v.aval.nbytes >= LARGE:
            found.append(v)
    if found:
        names = [explained.arguments.get(v, "an argument") for v in found]
        total = size(sum(v.aval.nbytes for v in found))
        are, have = "is", "an output has its shape and dtype"
        if len(found) > 1:
            are, have = "are", "outputs have their shapes and dtypes"
        yield Finding(
            f"{_listed(names)} ({total}) {are} not donated, though {have}",
            "If the caller replaces what it passes by the result, as a training step does, "
            "jit(f, donate_argnums=…) has the output written where it is.",
        )
