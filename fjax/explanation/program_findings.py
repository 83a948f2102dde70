"""What stands out in a program as the user wrote it: dtypes, keys, arguments, repeated tracing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fjax.api import cache_misses
from fjax.core import dtypes
from fjax.core.ir import Jaxpr, Literal, Var
from fjax.dataclass import dataclass
from fjax.errors import KeyReuseError
from fjax.explanation.equations import sources
from fjax.explanation.markup import size
from fjax.interpreters.key_reuse import consumed

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained

LARGE = 1 << 20  # bytes of an argument that is worth donating, and of a pass that is worth saving
OFTEN = 3  # traces of a function from which they are worth a word
LISTED = 12  # outputs that are named


@dataclass(frozen=True)
class Finding:
    """Something that stands out: what, what to do about it, its places, and its step if any."""

    what: str
    remedy: str = ""
    keys: tuple[int, ...] = ()
    step: int | None = None


def of_program(explained: Explained) -> Iterator[Finding]:
    """What stands out in the program as it was traced."""
    yield from _traces(explained)
    yield from _keys(explained)
    yield from _double(explained)
    yield from _constants(explained)
    yield from _donation(explained)


REMEDIES = {
    cache_misses.TYPES: "Give arguments of one shape and dtype: pad to a few sizes and mask the "
    "rest, and make numbers arrays of one dtype, as in jnp.asarray(x, jnp.float32).",
    cache_misses.STATIC: "Each value of a static argument is a program of its own. Pass it as an "
    "array unless it decides a shape or a branch: leave it out of static_argnums and "
    "static_argnames.",
    cache_misses.TREE: "Give arguments of one structure: the same keys, the same number of items.",
}


def _traces(explained: Explained) -> Iterator[Finding]:
    """A function that is traced for call after call."""
    traces, differences = explained.traces
    if traces < OFTEN or not differences:
        return
    said = "; ".join(d.said for d in differences)
    remedy = REMEDIES.get(differences[0].part, "Keep what surrounds the calls as it is.")
    yield Finding(
        f"{explained.name} was traced and compiled {traces} times, the last time for {said}", remedy
    )


def _keys(explained: Explained) -> Iterator[Finding]:
    """A random key that is used twice."""
    program = explained.inspection.traced
    if not any(dtypes.is_key(v.aval.dtype) for v in _variables(program)):
        return
    try:
        consumed(program)
    except KeyReuseError as error:
        lines = [s for s in sources(program.eqns) if str(s) == error.line]
        yield Finding(
            "a random key is used a second time: it gives the same numbers again",
            "Split it before each use: key, part = fjax.random.split(key).",
            tuple(explained.places.keys(lines[:1])),
        )


def _variables(program: Jaxpr) -> Iterator[Var]:
    yield from program.invars
    for eqn in program.eqns:
        yield from eqn.outvars


def _double(explained: Explained) -> Iterator[Finding]:
    """Where float64 arises though no argument with a dtype of its own has it."""
    given = explained.inspection.traced.in_avals[explained.n_constants :]
    floats = [a.dtype for a in given if a.dtype.kind in "fc" and not a.weak_type]
    if not floats or any(d in ("float64", "complex128") for d in floats):
        return
    for jaxpr in _all(explained.inspection.traced):
        for eqn in jaxpr.eqns:
            out = eqn.outvars[0].aval if eqn.outvars else None
            if out is None or out.dtype != "float64" or out.weak_type:
                continue
            yield Finding(
                f"float64 arises in {eqn.op.name}, though the arguments are {floats[0]}: from here "
                "on twice the memory is moved",
                "A NumPy array or scalar of float64 among the operands does it, or a default: "
                f"convert it, as in jnp.asarray(c, {floats[0]}), or pass dtype={floats[0]}.",
                tuple(explained.places.keys([eqn.source])),
            )
            return


def _all(jaxpr: Jaxpr) -> Iterator[Jaxpr]:
    yield jaxpr
    for eqn in jaxpr.eqns:
        for body in eqn.op.jaxprs:
            yield from _all(body)


def _constants(explained: Explained) -> Iterator[Finding]:
    """Outputs that do not depend on the arguments, as the gradient of a frozen layer."""
    program = explained.inspection.optimized
    depends = set(program.invars)
    for eqn in program.eqns:
        if depends.intersection(x for x in eqn.invars if isinstance(x, Var)) or eqn.op.effects:
            depends.update(eqn.outvars)
    fixed = [k for k, x in enumerate(program.outvars) if isinstance(x, Literal) or x not in depends]
    if fixed and program.invars:
        names = [explained.outputs[k] for k in fixed[:LISTED]]
        shown = ", ".join(names) + (", …" if len(fixed) > LISTED else "")
        yield Finding(
            f"{f'output {shown}' if shown else 'the output'} does not depend on the arguments",
            "If it is a gradient, what it belongs to does not reach the loss: look for "
            "stop_gradient, a rounding, or a parameter that is not used.",
        )


def _donation(explained: Explained) -> Iterator[Finding]:
    """Large arguments whose memory an output could take."""
    traced, plan = explained.inspection.traced, explained.inspection.plan
    free = [(a.shape, a.dtype) for a in traced.out_avals]
    for given, v in zip(plan.donated, traced.invars, strict=False):
        kind = (v.aval.shape, v.aval.dtype)
        if kind not in free:
            continue
        free.remove(kind)
        if not given and v.aval.nbytes >= LARGE:
            yield Finding(
                f"{explained.arguments.get(v, 'an argument')} ({size(v.aval.nbytes)}) is not "
                "donated, though an output has its shape and dtype",
                "If the caller replaces it by the result, jit(f, donate_argnums=…) has the output "
                "written where it is.",
            )
