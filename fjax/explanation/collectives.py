"""Arrays that members of a mesh gather: for which operation, of what, and what to change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.kinds import Role
from fjax.core.source import Source
from fjax.dataclass import dataclass
from fjax.explanation.equations import every_jaxpr
from fjax.explanation.markup import size
from fjax.explanation.program_findings import LARGE, Finding
from fjax.higher_order.collectives import AllGather, AllToAll, Collective
from fjax.primitives.conversion import ConvertElementType
from fjax.spmd.communication import Communication
from fjax.spmd.sharding_propagation import relation_of

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained


@dataclass(frozen=True)
class Given:
    """What is known of an input of a program: its name, "" for none, and whether a loop has it the
    same in each step.
    """

    name: str
    is_constant: bool = False


NOTHING = Given("")


def collectives(explained: Explained) -> Iterator[Finding]:
    """Gathers of whole arrays, and large exchanges, each with the operation that needs them."""
    inspection = explained.inspection
    if inspection.partitioned is None:
        return
    own, constrained = _asked(inspection.traced)
    program = inspection.partitioned.jaxpr
    names = [Given(name) for name in explained.arguments.values()]
    given = dict(zip(program.invars, names, strict=False))
    _note_inside(program, given)
    found: dict[tuple[str, str], list[Source | None]] = {}
    for sent in inspection.communication:
        place = _place(sent.source)
        if place in own and isinstance(sent.equation.op, AllGather):
            found.setdefault((_sent(sent), OWN), []).append(sent.source)
        elif _is_whole(sent) and not (
            place in constrained and isinstance(sent.equation.op, AllToAll)
        ):
            reason, remedy = CONSTRAINED if place in constrained else _needed(sent, given)
            found.setdefault((f"{_sent(sent)}, as {reason}", remedy), []).append(sent.source)
    for (what, remedy), places in found.items():
        more = f", and {len(places) - 1:,} more like it" if len(places) > 1 else ""
        yield Finding(what + more, remedy, tuple(explained.places.keys(places)))


OWN = (
    "It brings a whole array to every member. Compute on the parts, and combine what is small, as "
    "fjax.lax.psum and fjax.lax.pmax do."
)
CONSTRAINED = (
    "a sharding constraint asks for it",
    "Leave the constraint out, or let it name the axis of the mesh, as in P('batch').",
)


def _asked(traced: Jaxpr) -> tuple[set[object], set[object]]:
    """Where the user gathers, and where sharding constraints are."""
    own, constrained = set(), set()
    for jaxpr, _ in every_jaxpr(traced):
        for eqn in jaxpr.eqns:
            if isinstance(eqn.op, AllGather):
                own.add(_place(eqn.source))
            elif eqn.op.constraint() is not None and not eqn.op.only_explicit:
                constrained.add(_place(eqn.source))
    return own - {None}, constrained - {None}


def _place(source: Source | None) -> object:
    return None if source is None else (source.code, source.instruction)


def _is_whole(sent: Communication) -> bool:
    """Whether it brings all of an array to every member, or exchanges all of a large one.

    Totals of the members, one each, are gathered as well.
    """
    op = sent.equation.op
    if isinstance(op, AllToAll):
        return sent.bytes >= LARGE
    (x,) = sent.equation.invars[:1]
    return isinstance(op, AllGather) and op.tiled and x.aval.shape[op.dimension] > 1


def _sent(sent: Communication) -> str:
    often = {1: "", None: ", in each step of a loop"}.get(sent.times, f", {sent.times} times")
    along = ", ".join(map(str, sent.axes))
    return f"{sent.kind} along {along}: each member sends {sent.value} ({size(sent.bytes)}){often}"


def _needed(sent: Communication, given: dict[Var, Given]) -> tuple[str, str]:
    """(Why a value is gathered, what to do about it)."""
    op = sent.equation.op
    assert isinstance(op, AllGather | AllToAll)
    axis = op.dimension if isinstance(op, AllGather) else op.concat
    along = ", ".join(map(str, sent.axes))
    reader, place = _reader(sent)
    if reader is None:
        return _of_output(sent, along)
    what, known = _operand(sent, given)
    name = known.name or "it"
    does = getattr(reader.op, "label", "").lstrip("_") or reader.op.name
    if reader.op.loop() is not None or reader.op.choices() is not None:
        return (
            f"{does} takes {what} whole along axis {axis}",
            f"Axis {axis} is split along {along}. A loop walks its arrays along axis 0, and its "
            "carry keeps one way of being split: split another axis, and have each step leave the "
            "carry split as its first value is.",
        )
    relation = relation_of(reader)
    alone = len([x for x in reader.invars if x.aval.ndim]) == 1
    if relation is None or relation.operands[place][axis] is None or alone:
        reason = f"{does} works along axis {axis} of {what}"
        remedy = (
            f"That axis is split along {along}. Split another one, along which {does} does the "
            f"same work many times, or keep {name} whole if it is small."
        )
    else:
        reason = f"{does} takes {what} whole along axis {axis}"
        remedy = (
            f"Another axis of what {does} computes is split along {along} already. Split what "
            f"meets there along the batch alone, or keep {name} whole, as parameters are: "
            "fjax.device_put(w, NamedSharding(mesh, P()))."
        )
    if known.is_constant:
        remedy = f"It is the same in each step: gather it once, before the loop. {remedy}"
    return reason, remedy


def _of_output(sent: Communication, along: str) -> tuple[str, str]:
    """Of what is an output of the program, or of a step of a loop."""
    if sent.times != 1:
        return (
            "the loop carries it whole",
            f"Split the first value of what it carries along {along} as well.",
        )
    return (
        "the result is to be whole",
        "out_shardings of jit, or an Explicit axis of the mesh, asks for that: leave it out, or "
        f"let it name {along}, and each member keeps its part.",
    )


def _operand(sent: Communication, given: dict[Var, Given]) -> tuple[str, Given]:
    """What is gathered, in words, and what is known of the input that it is made of alone."""
    makers = {v: eqn for eqn in sent.program.eqns for v in eqn.outvars}
    x: Atom = sent.equation.invars[0]
    made = ""
    while isinstance(x, Var) and x in makers:
        eqn = makers[x]
        if not isinstance(eqn.op, (Collective, ConvertElementType)):
            made = made or eqn.op.name
            if eqn.op.role is not Role.INDEX or len(eqn.invars) != 1:
                return f"what {made} gives", NOTHING
        x = eqn.invars[0]
    known = given.get(x, NOTHING) if isinstance(x, Var) else NOTHING
    name = known.name or "a value"
    return f"what {made} makes of {name}" if made else name, known


def _reader(sent: Communication) -> tuple[Equation | None, int]:
    """The first equation that reads what is gathered, and as which operand; none of an output."""
    values: set[Atom] = set(sent.equation.outvars)
    for eqn in sent.program.eqns:
        for k, x in enumerate(eqn.invars):
            if isinstance(x, Var) and x in values:
                if not isinstance(eqn.op, Collective):
                    return eqn, k
                values.update(eqn.outvars)
    return None, 0


def _note_inside(program: Jaxpr, given: dict[Var, Given]) -> None:
    """Note what the inputs of the programs inside are."""
    for eqn in program.eqns:
        form = eqn.op.loop()
        for body in eqn.op.jaxprs if form is None else (form.body,):
            operands = eqn.invars[len(eqn.invars) - len(body.invars) :]
            for k, (v, x) in enumerate(zip(body.invars, operands, strict=False)):
                name = given.get(x, NOTHING).name if isinstance(x, Var) else ""
                constant = form is not None and k < form.n_consts
                carried = form is not None and 0 <= k - form.n_consts < form.n_carry
                given[v] = Given("what the loop carries" if carried else name, constant)
            _note_inside(body, given)
