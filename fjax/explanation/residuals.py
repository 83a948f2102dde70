"""What a gradient keeps of its forward pass for the backward one, and what `checkpoint` would save.

A residual is a buffer that a step of the forward pass makes and a step of the backward pass reads.
A step is of the backward pass if any of its equations is within a transposition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fjax.core.ir import Atom, Var
from fjax.core.source import Source, text_of
from fjax.dataclass import dataclass
from fjax.explanation.equations import placed
from fjax.explanation.markup import counted, cut, size, tag, text
from fjax.explanation.steps import VIEW, Step

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained

MOST = 30  # residuals that are listed, the largest ones


@dataclass(frozen=True)
class Residual:
    """A buffer that is kept: its name and type, its bytes, the step that makes it, and from where.

    scope: the layers and scopes around what makes it, "" for none. passed_on: whether it is
    read in another scope, so that a checkpoint of this one keeps it all the same.
    """

    name: str
    kind: str
    bytes: int
    step: Step
    source: Source | None
    scope: str
    passed_on: bool


def is_backward(step: Step) -> bool:
    """Whether a step is of a backward pass."""
    return any(source.name_stack.backward for source in step.sources)


def residuals(steps: Sequence[Step]) -> list[Residual]:
    """What the steps of a program keep for its backward pass, the largest buffers first."""
    same: dict[Atom, Atom] = {}
    makers: dict[Atom, Step] = {}
    readers: dict[Atom, list[Step]] = {}
    late: set[Atom] = set()  # values of the backward pass
    kept: dict[Atom, None] = {}
    for step in steps:
        eqn = step.equation
        chains = [_chain(x, same) for x in eqn.invars]
        read = [chain[-1] for chain in chains]
        again = step.kind == VIEW and len(eqn.outvars) > 1  # where a checkpoint computes again
        backward = again or is_backward(step)
        backward = backward or any(late.intersection(chain) for chain in chains)
        if step.kind == VIEW:
            same.update(views_of(step))
        else:
            makers.update(dict.fromkeys(eqn.outvars, step))
        if backward:
            late.update(v for v in eqn.outvars if step.kind != VIEW or again)
            kept.update(dict.fromkeys(x for x in read if x in makers and x not in late))
        if step.kind != VIEW:
            for x in read:
                readers.setdefault(x, []).append(step)
    found = [_residual(x, makers[x], readers.get(x, [])) for x in kept if isinstance(x, Var)]
    return sorted(found, key=lambda residual: (-residual.bytes, residual.step.number))


def views_of(step: Step) -> dict[Atom, Atom]:
    """What each output of a step shows for which nothing runs."""
    eqn = step.equation
    if len(eqn.outvars) == len(eqn.invars):
        return dict(zip(eqn.outvars, eqn.invars, strict=True))
    return dict.fromkeys(eqn.outvars, eqn.invars[0])


def _chain(x: Atom, same: dict[Atom, Atom]) -> list[Atom]:
    """A value, what it shows, and so on."""
    found = [x]
    while found[-1] in same:
        found.append(same[found[-1]])
    return found


def _residual(x: Var, maker: Step, readers: Sequence[Step]) -> Residual:
    source = _source(maker, x)
    scope = _scope(source)
    passed_on = any(_scope(s) != scope for step in readers for s in step.sources)
    return Residual(
        maker.names[x], x.aval.notation(), x.aval.nbytes, maker, source, scope, passed_on
    )


def _source(step: Step, value: Atom) -> Source | None:
    """Where a value that a step makes comes from."""
    if step.body is None:
        return step.source
    pairs = zip(step.equation.outvars, step.body.outvars, strict=False)
    inner = next((inside for out, inside in pairs if out is value), None)
    for eqn in step.body.eqns:
        if any(v is inner for v in eqn.outvars) and eqn.source is not None:
            return placed(eqn, step.inside)
    return step.source


def _scope(source: Source | None) -> str:
    """The outermost two names: the model and its layer."""
    if source is None:
        return ""
    return "/".join(source.name_stack.scopes[:2])


def savings(found: Sequence[Residual]) -> list[tuple[str, int]]:
    """(a scope, bytes that `checkpoint` of it would not keep), the most first."""
    total: Counter[str] = Counter()
    for residual in found:
        if residual.scope and not residual.passed_on:
            total[residual.scope] += residual.bytes
    return total.most_common()


def advice(found: Sequence[Residual]) -> str:
    """What `checkpoint` would save, in words."""
    if not found:
        return ""
    whole = sum(residual.bytes for residual in found)
    saved = savings(found)
    if not saved:
        return (
            f"fjax.checkpoint(f) of the function that is differentiated keeps none of these "
            f"{size(whole)}, and computes them again in the backward pass."
        )
    layers = sum(n for _, n in saved)
    name, most = saved[0]
    return (
        f"fjax.checkpoint of each layer would keep {size(whole - layers)} rather than "
        f"{size(whole)}; of {name} alone {size(most)} less. What is not kept is computed again."
    )


def drawer(explained: Explained) -> str:
    """The part of the page about residuals; empty where the program has no backward pass."""
    found = residuals(explained.steps)
    if not found:
        return ""
    total = sum(residual.bytes for residual in found)
    head = f"Residuals: a gradient keeps {size(total)} in {counted(len(found), 'buffer')}"
    said = (
        "These are made in the forward pass and read in the backward pass. A click shows the line. "
        + advice(found)
    )
    rows = "".join(_row(explained, residual) for residual in found[:MOST])
    left = len(found) - MOST
    rest = tag("p", f"{left} smaller ones are not shown.") if left > 0 else ""
    return f"<summary>{text(head)}</summary><div>{tag('p', cut(said, 800))}{rows}{rest}</div>"


def _row(explained: Explained, residual: Residual) -> str:
    key = explained.places.key(residual.source)
    written = text_of(residual.source) if residual.source is not None else ""
    place = f"line {residual.source.line}" if residual.source is not None else "unknown line"
    scope = f" in {residual.scope}" if residual.scope else ""
    label = f"{text(residual.name)}<i>:{text(residual.kind)}</i>"
    made = f"{text(residual.step.title)}, {text(place)}{cut(scope, 80)} <code>{cut(written)}</code>"
    return tag(
        "div",
        f'<span class="label">{label}</span><span>{size(residual.bytes)}</span>'
        f'<span class="label">{made}</span>',
        class_="r life",
        data_s=residual.step.number,
        data_k=key,
    )
