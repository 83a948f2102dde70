"""Memory over a run: which buffers live from which step to which, and when there are most bytes."""

from __future__ import annotations

from collections.abc import Sequence

from fjax.core.ir import Atom, Var
from fjax.dataclass import dataclass
from fjax.explanation.markup import counted, cut, size, tag, text
from fjax.explanation.steps import Step
from fjax.lowering.run.plan import Plan, byte_count

MOST = 40  # buffers that are listed, the largest ones


@dataclass(frozen=True)
class Life:
    """A buffer: the values that lie in it one after another, its bytes, its first and last step.

    given: whether the caller made it. kept: whether it outlives the run.
    """

    values: tuple[str, ...]
    kind: str
    size: int
    first: int
    last: int
    given: bool
    kept: bool


def lives(plan: Plan) -> list[Life]:
    """The buffers of a program's own steps, in the order in which they begin.

    >>> plan = fjax.inspect(lambda x: jnp.sin(x) @ jnp.cos(x))(jnp.ones((4, 4))).plan
    >>> [(life.values, life.size, life.first, life.last) for life in lives(plan)]
    [(('a',), 128, 0, 1), (('b',), 128, 0, 1), (('c',), 128, 0, 1), (('d',), 128, 1, 1)]
    """
    jaxpr, names = plan.jaxpr, plan.names
    end = max(len(jaxpr.eqns) - 1, 0)
    outputs = {plan.root(x) for x in jaxpr.outvars if isinstance(x, Var)}
    held: dict[Atom, list[str]] = {}
    made = [v for e in jaxpr.eqns for v in e.outvars]
    for v in (*jaxpr.invars, *made):
        held.setdefault(plan.root(v), []).append(names[v])
    found = []
    for k, v in enumerate(jaxpr.invars):
        kept = not plan.donated[k] or v in outputs
        last = end if kept else plan.last.get(v, 0)
        found.append(_life(v, held[v], 0, last, True, kept))
    for k, eqn in enumerate(jaxpr.eqns):
        for v in eqn.outvars:
            if plan.root(v) is v:
                kept = v in outputs
                last = end if kept else max(plan.last.get(v, k), k)
                found.append(_life(v, held[v], k, last, False, kept))
    return found


def _life(v: Var, values: list[str], first: int, last: int, given: bool, kept: bool) -> Life:
    return Life(tuple(values), v.aval.notation(), byte_count(v), first, last, given, kept)


def peak(buffers: Sequence[Life], steps: int) -> tuple[int, int]:
    """(the step during which most bytes are held, how many)."""
    changes = [0] * (steps + 1)
    for life in buffers:
        changes[life.first] += life.size
        changes[life.last + 1] -= life.size
    best, at, now = 0, 0, 0
    for k, change in enumerate(changes):
        now += change
        if now > best:
            best, at = now, k
    return at, best


def chart(plan: Plan, steps: Sequence[Step]) -> str:
    """The buffers as bars over the steps, the largest ones, with the peak."""
    buffers, n = lives(plan), max(len(plan.jaxpr.eqns), 1)
    at, most = peak(buffers, n)
    largest = sorted(buffers, key=lambda life: -life.size)[:MOST]
    shown = sorted(largest, key=lambda life: (life.first, not life.given, life.last))
    title = steps[at].title if steps else "the run"
    head = (
        f"Memory: at most {size(most)}, during {text(title)}, in {counted(len(buffers), 'buffer')}"
    )
    rows = "".join(_bar(life, steps, n, at) for life in shown)
    left = len(buffers) - len(shown)
    rest = f"<p>{counted(left, 'smaller buffer')} not shown.</p>" if left else ""
    said = (
        "Each bar is a buffer, from the step that makes it to the last one that needs it; "
        "left to right are the steps. Hollow bars are the caller's arguments. Memory that library "
        "routines and loops of several steps take for themselves is not counted."
    )
    return f"<summary>{head}</summary><div>{tag('p', said)}{rows}{rest}</div>"


def _bar(life: Life, steps: Sequence[Step], n: int, at: int) -> str:
    """One buffer; that at the peak says so."""
    names = cut(", then ".join(life.values), 80)
    label = f"{names}<i>:{text(life.kind)}</i>"
    style = f"--from:{life.first / n:.4f};--to:{(life.last + 1) / n:.4f}"
    kind = "r life" + (" given" if life.given else "")
    what = "an argument" if life.given else f"made by {steps[life.first].title}"
    lasts = "kept after the run" if life.kept else f"until {steps[life.last].title}"
    held = ", held at the peak" if life.first <= at <= life.last else ""
    return tag(
        "div",
        f'<span class="label">{label}</span><span>{size(life.size)}</span><span class="track">'
        f'<span style="{style}"></span></span>',
        class_=kind,
        title=f"{what}, {lasts}{held}",
        data_s=None if life.given else steps[life.first].number,
        data_k="",
    )
