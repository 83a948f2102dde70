"""The page of an explanation: one HTML text with its style, its script and all that they show."""

from __future__ import annotations

import functools
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from fjax.core.ir import Var
from fjax.explanation import comparison, graph, residuals
from fjax.explanation.equations import Equations, names_of
from fjax.explanation.findings import MOST, findings
from fjax.explanation.kernels import Cards
from fjax.explanation.markup import (
    counted,
    cut,
    data,
    duration,
    grouped,
    numbers,
    size,
    tabs,
    tag,
    text,
)
from fjax.explanation.memory import chart
from fjax.explanation.places import WIDEST, Listing, Places
from fjax.explanation.shares import OUTSIDE, by_place
from fjax.explanation.steps import VIEW, Step, every

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained, Failed

MANY = 120  # equations from which those of steps are folded
PACKED = 1500  # from which rows that are not in sight at first are packed
SCOPES = 24  # of a line, up to which they are unfolded
LEAST = 1e-9  # seconds of a line that are shown
GROUP = 12  # steps or kernels that a browser lays out together
# Nothing is loaded from anywhere, whatever the page should be made to say.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
VIEWS = {
    "source": "Source",
    "jaxpr": "Jaxpr",
    "steps": "Steps",
    "kernels": "Kernels",
    "first": "First",
    "second": "Second",
}


@functools.cache
def _file(name: str) -> str:
    """The text of a file beside this one."""
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def of_program(explained: Explained) -> str:
    """The page of a compiled program."""
    places, equations = explained.places, Equations(explained.places)
    steps = list(every(explained.steps))
    copies = [(places.key(copy.source), copy) for copy in explained.inspection.copies]
    cards = Cards(steps, explained.inspection.plan.program, explained.roof, copies)
    many = len(explained.inspection.traced.eqns) > PACKED
    packed = cards.texts.placed if many else lambda rows: rows
    later = cards.texts.number if many else None
    boxes = [_step(s, equations, explained, packed) for s in explained.steps]
    shown = [cards.card(s) for s in steps if s.kernel is not None]
    columns = {
        "jaxpr": _tabbed_jaxprs(explained, equations, packed, later),
        "steps": grouped(boxes, "group", GROUP, later),
        "kernels": grouped(shown, "group", GROUP, later)
        or tag("p", "No step is a kernel.", class_="note"),
    }
    drawers = (
        graph.drawer(explained, cards.texts),
        residuals.drawer(explained),
        chart(explained.inspection.plan, explained.steps),
    )
    drawer = "".join(tag("details", content, class_="drawer") for content in drawers if content)
    columns = {"source": _sources(places, by_place(explained)), **columns}  # all places are known
    parts = Parts(explained.heading, _facts(explained), _findings(explained), columns, drawer)
    return _page(parts, places, cards.texts.packed())


def of_failure(failed: Failed) -> str:
    """The page of a function that raised while it was traced."""
    equations = Equations(failed.places)
    shown = []
    for jaxpr in failed.reached:
        head = f"{jaxpr.debug_name or 'a function'}, as far as it was traced"
        rows = equations.program(jaxpr, {})
        shown.append(tag("div", text(head), class_="file") + rows)
    assert failed.error is not None
    said = "".join(traceback.format_exception_only(failed.error)).rstrip()
    columns = {"source": _sources(failed.places, {}, failed.line), "jaxpr": "".join(shown)}
    done = sum(len(jaxpr.eqns) for jaxpr in failed.reached)
    facts = [f"tracing stopped after <b>{counted(done, 'equation')}</b>"]
    error = tag("li", tag("pre", text(said), tabindex="0"), id="error")
    return _page(Parts(failed.title, facts, [error], columns), failed.places, "")


def of_comparison(first: Explained, second: Explained) -> str:
    """The page of two programs; steps that both have are dim."""
    facts = [f"first: <b>{cut(first.heading, 240)}</b>"]
    facts.append(f"second: <b>{cut(second.heading, 240)}</b>")
    one, other = comparison.columns(first, second)
    costs = [tag("li", comparison.table(first, second), class_="costs")]
    columns = {"first": one, "second": other}
    return _page(Parts("Two versions", facts, costs, columns), Places(), "")


class Parts(NamedTuple):
    """What a page shows, as HTML: facts and findings of its header, columns, what is below."""

    title: str
    facts: Sequence[str]
    findings: Sequence[str]
    columns: Mapping[str, str]
    drawer: str = ""


def _page(parts: Parts, places: Places, packed: str) -> str:
    title, columns = parts.title, parts.columns
    listed = "".join(tag("li", fact) for fact in parts.facts)
    toggle = '<button id="theme" type="button" aria-label="light or dark">◐</button>'
    header = tag("div", tag("h1", cut(title, 240)) + toggle, class_="top")
    header += tag("ul", listed, class_="facts")
    if parts.findings:
        header += tag(
            "ul", "".join(parts.findings), class_="findings", aria_label="what stands out"
        )
    first = next(iter(columns))
    views = "".join(
        tag("button", VIEWS[name], type="button", data_view=name, data_title=VIEWS[name])
        for name in columns
    )
    body = "".join(_column(name, content, name == first) for name, content in columns.items())
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    few = "" if len(columns) > 2 else "two"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"{policy}\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{cut(title, 100)} · fjax explain</title>\n"
        f"<style>\n{_file('page.css')}</style>\n</head>\n<body>\n"
        f"{tag('header', header)}\n{tag('nav', views, aria_label='columns')}\n"
        f"{tag('main', body, class_=few)}\n{parts.drawer}\n"
        f"{data('places', _placed(places))}\n"
        f'<script type="text/plain" id="texts">{packed}</script>\n'
        f"<script>\n{_file('page.js')}</script>\n</body>\n</html>\n"
    )


def _column(name: str, content: str, front: bool) -> str:
    bar = tag("div", tag("h2", VIEWS[name]), class_="bar")
    scroll = tag("div", content, class_="scroll", role="group", aria_label=VIEWS[name])
    return tag("section", bar + scroll, class_="col front" if front else "col", id=name)


def _placed(places: Places) -> list[list[Any]]:
    """Each place as (file's number, line, its scopes, first column, last line, last column).

    The last three are missing where they are unknown.
    """
    files = {listing.file: k for k, listing in enumerate(places.listings())}
    return [
        [files[span.file], span.line, scope, *(found or ())]
        for span, scope, found in zip(places.spans, places.scopes, places.columns(), strict=True)
    ]


# ---- the header


def _facts(explained: Explained) -> list[str]:
    """What holds of the whole program, as HTML."""
    inspection, times = explained.inspection, explained.times
    traced = len(inspection.traced.eqns)
    kinds: dict[str, int] = {}
    for step in explained.steps:
        kinds[step.kind] = kinds.get(step.kind, 0) + 1
    parts = ", ".join(f"{n} × {text(kind)}" for kind, n in kinds.items() if kind != VIEW)
    found = [
        f"<b>{traced}</b> equation{'' if traced == 1 else 's'} traced, "
        f"<b>{len(inspection.optimized.eqns)}</b> optimised",
        f"steps: <b>{parts or 'none'}</b>",
        f"moves <b>{size(explained.bytes_moved)}</b>, at least {size(inspection.least_bytes)}",
    ]
    sent: dict[str, int] = {}
    for each in inspection.communication:
        name = f"{each.kind} along {', '.join(map(str, each.axes))}"
        sent[name] = sent.get(name, 0) + each.bytes * (each.times or 1)
    if sent:
        shown = ", ".join(f"{name} {size(count)}" for name, count in sent.items())
        found.append(f"each member sends: {text(shown)}")
    if times is None:
        found.append("not measured: <code>explain(f, measure=True)</code> shows times")
    else:
        whole = times.whole
        runs = f"shortest of {whole.runs}, median {duration(whole.median)}"
        found.append(
            f"one run of the compiled program takes <b>{duration(whole.seconds)}</b> ({runs})"
        )
        if times.steps:
            alone = sum(t.seconds for t in times.steps.values())
            found.append(f"its steps together: {duration(alone)}")
    stages = ", ".join(f"{name} {duration(s)}" for name, s in explained.seconds.items())
    found.append(f"compiling: {text(stages)}")
    found.append(f"for {text(inspection.target.name)}: {text(inspection.target.machine.name)}")
    return found


def _findings(explained: Explained) -> list[str]:
    found = findings(explained)
    shown = [
        tag(
            "li",
            cut(f.what, 300)
            + (tag("code", cut(f.line, 160)) if f.line else "")
            + (tag("p", cut(f.remedy, 400)) if f.remedy else ""),
            class_="r finding",
            data_k=numbers(f.keys),
            data_s=f.step,
        )
        for f in found[:MOST]
    ]
    if len(found) > MOST:
        shown.append(tag("li", f"and {len(found) - MOST} more"))
    return shown


# ---- the columns


def _sources(
    places: Places, shares: Mapping[int, float], error: tuple[str, int] | None = None
) -> str:
    """The user's lines, file by file."""
    parts = []
    for number, listing in enumerate(places.listings()):
        parts.append(tag("div", text(listing.file), class_="file"))
        if listing.note:
            parts.append(tag("p", text(listing.note), class_="note"))
        wrong = error[1] if error is not None and error[0] == listing.file else None
        parts += _lines(number, listing, places, shares, wrong)
    return "".join(parts) or tag("p", "No line of the program is known.", class_="note")


def _lines(
    file: int, listing: Listing, places: Places, shares: Mapping[int, float], wrong: int | None
) -> list[str]:
    parts, found = [], [line for line in listing.lines if places.parts(line.keys)]
    for line in listing.lines:
        if line.after_gap:
            parts.append(tag("div", "⋯", class_="gap"))
        shown = cut(line.text, WIDEST) if line.text is not None else "<em>no source</em>"
        kind = "r ln" if line.keys else "ln plain"
        parts.append(
            tag(
                "div",
                f"{tag('span', str(line.number), class_='n')}<code>{shown}</code>"
                f"{_took(line.keys, shares)}",
                class_=kind + (" error" if line.number == wrong else ""),
                id=f"line-{file}-{line.number}",
                data_k=numbers(line.keys),
            )
        )
        scopes = places.parts(line.keys)
        parts.append(_scopes(scopes, shares, len(found) == 1 and len(scopes) <= SCOPES))
    return parts


def _took(keys: Sequence[int], shares: Mapping[int, float]) -> str:
    """The time of some places, as HTML; empty if it is not known."""
    seconds = sum(shares.get(k, 0.0) for k in keys)
    if seconds < LEAST:
        return ""
    return tag(
        "span",
        duration(seconds),
        class_="t",
        style=f"--share:{seconds / sum(shares.values()):.3f}",
        title="its share of the steps that it is part of, by the work of its equations",
    )


def _scopes(parts: Mapping[str, Sequence[int]], shares: Mapping[int, float], is_open: bool) -> str:
    """What is computed on one line in several scopes: folded, a row for each."""
    if not parts:
        return ""
    rows = [
        tag(
            "div",
            f'<span class="n"></span><code>{text(name or OUTSIDE)}</code>{_took(keys, shares)}',
            class_="r ln scope",
            data_k=numbers(keys),
        )
        for name, keys in parts.items()
    ]
    head = tag("summary", f"in {counted(len(rows), 'scope')}")
    return f"<details{' open' if is_open else ''}>{head}{''.join(rows)}</details>"


Packed = Callable[[str], str]  # rows of HTML as they are, or a place for them


def _tabbed_jaxprs(
    explained: Explained, equations: Equations, packed: Packed, later: Callable[[str], int] | None
) -> str:
    """The jaxpr as traced, and after the passes, behind tabs."""
    traced, optimized = explained.inspection.traced, explained.inspection.optimized
    arguments = dict(zip(optimized.invars, explained.arguments.values(), strict=False))
    first = equations.program(traced, explained.arguments, later)
    second = packed(equations.program(optimized, arguments))
    counts = (f"as traced ({len(traced.eqns)})", f"optimised ({len(optimized.eqns)})")
    return tabs(zip(counts, (first, second), strict=True))


def _step(step: Step, equations: Equations, explained: Explained, packed: Packed) -> str:
    """A step: what it is, why it stands alone, what it takes; folded, its equations."""
    names: Any = step.names
    given = ", ".join(equations.bound(v, names) for v in step.equation.outvars)
    taken = ", ".join(equations.atom(x, names) for x in step.equation.invars if isinstance(x, Var))
    cost = size(step.moved) if step.moved else ""
    share = 0.0
    if step.seconds is not None and explained.times is not None:
        total = sum(t.seconds for t in explained.times.steps.values())
        cost, share = f"{step.took} · {cost}".rstrip(" ·"), step.seconds / max(total, 1e-12)
    elif step.moved:
        share = step.moved / max(explained.bytes_moved, 1)
    amount = tag("span", cost, class_="t", style=f"--share:{min(share, 1):.3f}") if cost else ""
    line = f"<b>{text(step.title)}</b> <small>{text(step.kind)}</small>{amount}"
    head = tag("div", line, class_="line")
    head += tag("div", f"{taken} → {given}", class_="row")
    if step.reason and step.kind != VIEW:
        head += tag("p", f"a step of its own: {text(step.reason)}")
    content = tag("div", head, class_="r head", data_s=step.number, data_k=numbers(step.keys))
    content += _inside(step, equations, explained, packed)
    return tag("div", content, class_="step", id=f"step-{step.number}")


def _inside(step: Step, equations: Equations, explained: Explained, packed: Packed) -> str:
    """The equations of a step, or the steps of the programs that it runs."""
    content = ""
    if step.body is not None:
        names = names_of(step.body)
        rows = equations.rows(step.body, names, step.number, outer=step.inside)
        rows = packed(rows)
        few = len(explained.inspection.optimized.eqns) <= MANY
        content += (
            f"<details{' open' if few else ''}>"
            f"<summary>{counted(len(step.body.eqns), 'equation')}</summary>{rows}</details>"
        )
    for title, inner in step.inner:
        shown = "".join(_step(s, equations, explained, packed) for s in inner)
        content += f"<details open><summary>{text(title)}</summary>{shown}</details>"
    return content
