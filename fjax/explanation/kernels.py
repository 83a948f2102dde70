"""Cards of kernels: what each does, why it ends where it does, and how it is spelled."""

from __future__ import annotations

import base64
import itertools
import json
import re
import textwrap
import zlib
from collections import Counter
from collections.abc import Sequence

from fjax.core.ir import Jaxpr, Var
from fjax.explanation import recomputed, roofline
from fjax.explanation.markup import cut, numbers, size, tabs, tag, text
from fjax.explanation.remedies import remedy
from fjax.explanation.roofline import Roofline
from fjax.explanation.steps import Step, read_and_written
from fjax.lowering import targets
from fjax.lowering.inspect import InspectedKernel
from fjax.lowering.run.buffers import ArrayCopy

# Characters of the forms of all kernels that a page has code of, those that move most: together
# some tenths of a second of making code. The first one is spelled, however long it is.
LONGEST_SPELLED = 24_000
LOOPS = re.compile(r"^ *(?:[a-z_]+ i\d+ in|while|if)\b.*", re.MULTILINE)
LANES = re.compile(r"^ *vectorize \w+ (\d+)x(\d+)", re.MULTILINE)
WORD = re.compile(r"\bs(\d+)\b")
TITLES = {"numba": "Numba", "llvm": "LLVM", "assembly": "assembly", "ptx": "PTX"}


class Texts:
    """Long texts, packed: the page unpacks one when its tab is chosen."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, shown: str) -> int:
        """The number of a text; equal ones are kept once."""
        return self.numbers.setdefault(shown, len(self.numbers))

    def placed(self, rows: str) -> str:
        """A place for rows of HTML, which the page unpacks there once it is in sight."""
        return tag("div", "", data_rows=self.number(rows)) if rows else ""

    def packed(self) -> str:
        """All of them for the page: JSON, compressed, as base64."""
        raw = zlib.compress(json.dumps(list(self.numbers)).encode(), 6)
        return base64.b64encode(raw).decode()


class Cards:
    """Writes the cards of a program's kernels."""

    def __init__(
        self,
        steps: Sequence[Step],
        program: Jaxpr,
        roof: Roofline | None,
        copies: Sequence[tuple[int | None, ArrayCopy]] = (),
    ):
        self.texts, self.roof, self.copies = Texts(), roof, copies
        self.made = recomputed.makers(steps)
        self.outer = {v for v in (*program.invars, *program.outvars) if isinstance(v, Var)}
        moved: dict[str, int] = {}
        for step in steps:
            if step.kernel is not None:
                moved[step.form] = moved.get(step.form, 0) + step.moved
        largest = sorted(moved, key=lambda form: -moved[form])
        self.spelled = _first(largest, LONGEST_SPELLED)
        self.schedules: dict[str, str] = {}  # of each form
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
        spellings = kernel.target.spellings
        if form not in self.spelled:
            left = " and ".join(TITLES.get(spelling, spelling) for spelling in spellings)
            said = (
                f"There is much code: the {left} of the kernels that move most are here, and "
                f"fjax.explain(f)(…).kernels[{kernel.number}].kernel.{spellings[-1]} is this one's."
            )
            return tabs(panels) + tag("p", text(said), class_="note")
        for spelling in spellings:
            number = str(self.texts.number(kernel.code(spelling)))
            shown = tag("pre", "", tabindex="0", data_text=number)
            panels.append((TITLES.get(spelling, spelling), shown))
        return tabs(panels)

    def facts(self, step: Step) -> list[tuple[str, str]]:
        """What is to be said of a kernel, as (name, HTML)."""
        kernel = step.kernel
        assert kernel is not None
        found = self._ending(step)
        if step.seconds:
            rate = f", {size(step.rate)}/s" if step.rate else ""
            found.append(("takes", f"{step.took}{rate}"))
        found.append(("moves", self._moved(step)))
        found += roofline.facts(step, self.roof)
        threads = threads_of(step)
        if step.form not in self.schedules:
            self.schedules[step.form] = kernel.schedule
        schedule = self.schedules[step.form]
        why = "it is short work" if "parallel" in step.form else "none of its loops is parallel"
        found.append(("threads", f"up to {threads}" if threads > 1 else f"one: {why}"))
        lanes = dict.fromkeys(f"{n} elements × {k} registers" for n, k in LANES.findall(schedule))
        found.append(("vectors", ", ".join(lanes) or "none: one element at a time"))
        for name, lines in (("loops", loops(kernel, step.form)), ("schedule", schedule)):
            if lines:
                found.append((name, tag("pre", text(lines))))
        found.append(("buffers", self._buffers(step)))
        return found

    def _ending(self, step: Step) -> list[tuple[str, str]]:
        """Why the kernel ends, what would let it fuse, what it computes again and copies."""
        is_copy = step.operations == ["copy"]
        reason = step.reason or ("another step changes the copy" if is_copy else "nothing follows")
        again = recomputed.said(step, self.made)
        found = [("ends here because", text(reason))]
        found += [("would fuse", text(fuses)) for fuses in [remedy(step.reason)] if fuses]
        found += [("computes again", text(again))] * bool(again)
        copies = Counter(
            f"{copy.aval} ({size(copy.aval.nbytes)}){copy.times}, since {copy.reason}"
            for key, copy in self.copies
            if key in step.keys
        )
        for said, n in copies.items():
            found.append(("copies", text(f"{n} × {said}" if n > 1 else said)))
        return found

    def _moved(self, step: Step) -> str:
        """The bytes of a kernel: those of the program, and those that only go between steps."""
        own = sum(n for v, n in step.traffic.items() if v in self.outer)
        between = step.moved - own
        if not between or step.inner:
            return size(step.moved)
        return f"{size(step.moved)}; {size(between)} of it only go from step to step"

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


def _first(forms: Sequence[str], most: int) -> set[str]:
    """The first of some texts, within a number of characters together; one at least."""
    total = itertools.accumulate(map(len, forms))
    return {
        form for k, (form, n) in enumerate(zip(forms, total, strict=True)) if not k or n <= most
    }


def loops(kernel: InspectedKernel, form: str) -> str:
    """The kernel's loops with their sizes, a line each, outermost first."""
    words = kernel.info.lowered.words

    def known(match: re.Match[str]) -> str:
        return f"{words[int(match[1])][1]}"

    lines = (WORD.sub(known, line) for line in LOOPS.findall(form))
    return textwrap.dedent("\n".join(line.partition(" carrying")[0].rstrip(":") for line in lines))


def threads_of(step: Step) -> int:
    """How many threads may run a step."""
    cores = targets.current().machine.here.cores
    if step.launch is not None and step.launch.loop is None:
        return cores if step.launch.launch.parallel else 1
    return cores if step.kernel is not None and step.kernel.info.lowered.parallel else 1
