"""Cards of kernels: what each does, why it ends where it does, and how it is spelled."""

from __future__ import annotations

import base64
import json
import re
import textwrap
import zlib
from collections.abc import Sequence

from fjax.explanation.markup import cut, duration, numbers, size, tabs, tag, text
from fjax.explanation.steps import Step, read_and_written
from fjax.lowering.inspect import InspectedKernel

MOST_SPELLED = 40  # kernels of different code that a page spells in full, the largest ones
LOOPS = re.compile(r"^ *(?:[a-z_]+ i\d+ in|while|if)\b.*", re.MULTILINE)
WORD = re.compile(r"\bs(\d+)\b")
TITLES = {"numba": "Numba", "llvm": "LLVM", "assembly": "assembly", "ptx": "PTX"}


class Texts:
    """Long texts, packed: the page unpacks one when its tab is chosen."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, shown: str) -> int:
        """The number of a text; equal ones are kept once."""
        return self.numbers.setdefault(shown, len(self.numbers))

    def packed(self) -> str:
        """All of them for the page: JSON, compressed, as base64."""
        raw = zlib.compress(json.dumps(list(self.numbers)).encode(), 9)
        return base64.b64encode(raw).decode()


class Cards:
    """Writes the cards of a program's kernels."""

    def __init__(self, steps: Sequence[Step]):
        self.texts = Texts()
        moved: dict[str, int] = {}
        for step in steps:
            if step.kernel is not None:
                moved[step.form] = moved.get(step.form, 0) + step.moved
        self.spelled = frozenset(sorted(moved, key=lambda form: -moved[form])[:MOST_SPELLED])
        self.shown: dict[str, int] = {}  # the kernel that shows a form

    def card(self, step: Step) -> str:
        """The card of a kernel."""
        kernel = step.kernel
        assert kernel is not None
        loop = " (a loop of yours)" if step.body is None or kernel.reason == "it is a loop" else ""
        head = tag("h3", f"{text(step.title)} <small>{text(kernel.recipe)}{loop}</small>")
        facts = "".join(
            f"<dt>{text(name)}</dt><dd>{value}</dd>" for name, value in self.facts(step)
        )
        return tag(
            "section",
            f"{head}<dl>{facts}</dl>{self._code(step.form, kernel)}",
            class_="r kernel",
            id=f"kernel-{kernel.number}",
            data_s=step.number,
            data_k=numbers(step.keys),
        )

    def _code(self, form: str, kernel: InspectedKernel) -> str:
        """The kernel's spellings behind tabs; those of equal kernels are with the first one."""
        first = self.shown.setdefault(form, kernel.number)
        if first != kernel.number:
            return f'<p>The same code as <a href="#kernel-{first}">kernel {first}</a>.</p>'
        panels = [("form", tag("pre", text(form), tabindex="0"))]
        if form in self.spelled:
            for spelling in kernel.target.spellings:
                code = kernel.code(spelling)
                number = str(self.texts.number(code))
                title = TITLES.get(spelling, spelling)
                panels.append((title, tag("pre", "", tabindex="0", data_text=number)))
        return tabs(panels)

    def facts(self, step: Step) -> list[tuple[str, str]]:
        """What is to be said of a kernel, as (name, HTML)."""
        kernel = step.kernel
        assert kernel is not None
        lowered = kernel.info.lowered
        found = [("ends here because", text(step.reason or "nothing follows"))]
        if step.seconds:
            rate = f", {size(step.moved / step.seconds)}/s" if step.moved else ""
            found.append(("takes", f"{duration(step.seconds)}{rate}"))
        found.append(("moves", size(step.moved)))
        if lowered.work and step.moved:
            per_byte = lowered.work / step.moved
            found.append(("computes", f"about {lowered.work:,} operations, {per_byte:.2g} a byte"))
        threads = kernel.target.machine.here.cores if _is_shared(step) else 1
        found.append(("threads", f"up to {threads}" if threads > 1 else "one: it is short work"))
        for name, lines in (("loops", loops(kernel, step.form)), ("schedule", kernel.schedule)):
            if lines:
                found.append((name, tag("pre", text(lines))))
        found.append(("buffers", self._buffers(step)))
        return found

    def _buffers(self, step: Step) -> str:
        """What the kernel's b0, b1, … are."""
        read, written = read_and_written(step)
        eqn = step.equation
        values = zip((*read, *written), (*eqn.invars, *eqn.outvars), strict=True)
        shown = [
            f"b{k} = {name}:{x.aval.notation()}{' written' if k >= len(read) else ''}"
            for k, (name, x) in enumerate(values)
        ]
        return cut("; ".join(shown), 800)


def loops(kernel: InspectedKernel, form: str) -> str:
    """The kernel's loops with their sizes, a line each, outermost first."""
    words = kernel.info.lowered.words

    def known(match: re.Match[str]) -> str:
        return f"{words[int(match[1])][1]}"

    lines = (WORD.sub(known, line) for line in LOOPS.findall(form))
    return textwrap.dedent("\n".join(line.partition(" carrying")[0].rstrip(":") for line in lines))


def _is_shared(step: Step) -> bool:
    """Whether several threads may run a kernel."""
    assert step.kernel is not None
    if step.launch is not None and step.launch.loop is None:
        return step.launch.launch.parallel
    return step.kernel.info.lowered.parallel
