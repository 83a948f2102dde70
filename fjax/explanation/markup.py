"""Pieces of HTML: everything that is not markup of the page's own goes through `text`."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

LONGEST = 400  # characters of a parameter
FRONT = 4  # groups that are there from the first
UNFIT = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff]")  # for a page


def text(value: object) -> str:
    """A value as text of HTML; what no page may hold is shown as the replacement character.

    >>> text('</script><b a="1">')
    '&lt;/script&gt;&lt;b a=&quot;1&quot;&gt;'
    """
    return html.escape(UNFIT.sub("\ufffd", str(value)))


def cut(value: object, longest: int = LONGEST) -> str:
    """The beginning of a long text, as text of HTML, with how much is missing."""
    shown = str(value)
    if len(shown) <= longest:
        return text(shown)
    more = f"<em>… {len(shown) - longest:,} more characters</em>"
    return text(shown[:longest]) + more


def tag(name: str, content: str = "", **attributes: Any) -> str:
    """An element with content that is HTML already; attributes that are None or "" are left out.

    >>> tag("b", text("a<b"), class_="x", data_k=None)
    '<b class="x">a&lt;b</b>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"'
        for key, value in attributes.items()
        if value is not None and value != ""
    )
    return f"<{name}{given}>{content}</{name}>"


def tabs(panels: Iterable[tuple[str, str]]) -> str:
    """Panels behind buttons with their titles; the first one is shown."""
    buttons, shown = [], []
    for k, (title, content) in enumerate(panels):
        chosen = "false" if k else "true"
        button = tag("button", text(title), role="tab", type="button", aria_selected=chosen)
        buttons.append(button)
        shown.append(f'<div role="tabpanel"{" hidden" if k else ""}>{content}</div>')
    listed = tag("div", "".join(buttons), role="tablist")
    return tag("div", listed + "".join(shown), class_="tabs")


def grouped(
    elements: Sequence[str], name: str, each: int, later: Callable[[str], int] | None = None
) -> str:
    """Elements in groups that a browser lays out once they come into sight, if they are many.

    name: of the groups' class. later: gives the number of a packed text; groups that are not in
    sight at first are such texts, which the page unpacks after it is open.
    """
    if len(elements) <= each:
        return "".join(elements)
    groups = ["".join(elements[k : k + each]) for k in range(0, len(elements), each)]
    first = groups if later is None else groups[:FRONT]
    shown = [tag("div", group, class_=name) for group in first]
    if later is not None:
        numbered = map(later, groups[FRONT:])
        shown += [tag("div", class_=name, data_rows=n, data_soon="yes") for n in numbered]
    return "".join(shown)


def numbers(keys: Iterable[int]) -> str:
    """Numbers as the value of an attribute."""
    return " ".join(map(str, keys))


def data(name: str, value: Any) -> str:
    """A value for the page's script, in an element that no text in it can end."""
    shown = json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{shown}</script>'


def counted(n: int, word: str) -> str:
    """A number of things.

    >>> counted(1, "step"), counted(2000, "step")
    ('1 step', '2,000 steps')
    """
    return f"{n:,} {word}{'' if n == 1 else 's'}"


def size(n: float) -> str:
    """A number of bytes for people.

    >>> size(512), size(41200), size(999.9e6), size(2.5e12)
    ('512 B', '41.2 kB', '1 GB', '2,500 GB')
    """
    return _scaled(n, (("GB", 1e9), ("MB", 1e6), ("kB", 1e3))) or f"{n:.0f} B"


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(1.5), duration(2.5e-3), duration(4.2e-6), duration(3e-8)
    ('1.5 s', '2.5 ms', '4.2 µs', '30 ns')
    """
    return _scaled(seconds, (("s", 1), ("ms", 1e-3), ("µs", 1e-6))) or f"{seconds * 1e9:.0f} ns"


def _scaled(value: float, units: Iterable[tuple[str, float]]) -> str | None:
    """Three digits of a value in the largest unit that it reaches as it is shown."""
    for unit, factor in units:
        found = value / factor
        if found >= 0.9995:
            return f"{found:.3g} {unit}" if found < 999.5 else f"{found:,.0f} {unit}"
    return None
