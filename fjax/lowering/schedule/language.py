"""A schedule as data: directives with their arguments, which print, parse and run.

    parallelize i0
    tile i0 16 -> i2 when crossing i0 i1, disjoint i0 i1
    vectorize i1 16x2 mask

Each line names a directive and what it takes: loops by their numbers, the iterations of a piece
(16), lanes and registers (16x2: two of 16 lanes each). After `->` stands the number of the first
loop that it makes; the next ones follow. After `when` stand conditions over the sizes of a launch.
The directive has an effect where all of them hold.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any

from fjax.core import lazy
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError
from fjax.lowering.kernel import verify
from fjax.lowering.kernel.form import Binding, Kernel, Level, Tail, Vector
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.kernel.printer import binding_text, print_kernel, vector_text
from fjax.lowering.schedule import distribution, loops, memory, threads, transpose, vectors
from fjax.lowering.schedule.conditions import Condition, Crossing, Disjoint, Long, Short, Spread
from fjax.lowering.schedule.tree import Illegal

Directive = Callable[..., Kernel]
DIRECTIVES: Mapping[str, Directive] = {
    f.__name__: f
    for f in (
        loops.parallelize,
        loops.split,
        loops.split_whole,
        loops.interchange,
        loops.tile,
        loops.unroll,
        loops.unroll_and_jam,
        loops.version,
        vectors.vectorize,
        vectors.combine_rows,
        vectors.cut,
        vectors.unswitch,
        vectors.branch,
        transpose.transpose,
        memory.stage,
        distribution.distribute,
        threads.bind,
        threads.hold,
    )
}
LOOPS = "loop", "along"  # parameters that are loops
_LINE = lazy.pattern(r"(\w+)((?: [^\s>-]+)*)(?: -> i(\d+))?(?: when (.+))?")


@dataclass(frozen=True)
class Step:
    """A directive with its arguments, in the order in which it takes them."""

    name: str
    arguments: tuple[Any, ...]

    def __call__(self, kernel: Kernel) -> Kernel:
        """The rewritten kernel, verified; raises Illegal if it would compute something else."""
        try:
            made = self.applied(kernel)
        except Illegal as error:
            error.say(f"the directive `{self}`: {error.message}")
            raise
        wrong = verify.mistake(made)
        if wrong is not None:
            raise Illegal(f"the directive `{self}`: {wrong}")
        return made

    def applied(self, kernel: Kernel) -> Kernel:
        """As the call, of a kernel or of a region of one, which is not verified."""
        return DIRECTIVES[self.name](kernel, *self.arguments)

    def __str__(self) -> str:
        words, tail = [self.name], ""
        for name, value in zip(parameters(self.name), self.arguments, strict=True):
            if name in LOOPS:
                words.append(f"i{value}")
            elif name == "new":
                tail = f" -> i{value}"
            elif name == "when":
                tail += f" when {', '.join(map(str, value))}" if value else ""
            elif isinstance(value, Binding):
                words.append(binding_text(value))
            elif name != "elements" or value:
                words.append(vector_text(value) if isinstance(value, Vector) else str(value))
        return " ".join(words) + tail


Schedule = tuple[Step, ...]


def replay(kernel: Kernel, schedule: str | Schedule) -> Kernel:
    """The kernel after the directives of a schedule, given as text or as steps.

    Raises Illegal where a directive would change what is computed, FjaxValueError with the line
    where the text is none.

    >>> from fjax.lowering.kernel.parser import parse_kernel
    >>> before = parse_kernel('''kernel (f32!) (i64)
    ...   parallel i0 in s0:
    ...     b0[i0] = 1.0:f32''')
    >>> print(print_kernel(replay(before, '''
    ...   parallelize i0
    ...   split i0 64 -> i1
    ...   vectorize i0 16x2 mask''')))
    kernel (f32!) (i64)
      serial i1 in lo..hi step 64:i64:
        v0:i64 = add i1 64:i64
        v1:i64 = min v0 hi
        vector i0 in i1..v1 by 16x2 mask:
          b0[i0] = 1.0:f32
    """
    for step in parse(schedule) if isinstance(schedule, str) else schedule:
        kernel = step(kernel)
    return kernel


def replay_for(
    kernel: Kernel, schedule: str | Schedule, fault: Callable[[Kernel], str | None]
) -> Kernel:
    """As `replay`, of what a kind of machine can run; `fault` says why it cannot."""
    steps = parse(schedule) if isinstance(schedule, str) else schedule
    scheduled = replay(kernel, steps)
    wrong = fault(scheduled)
    if wrong is not None:
        raise FjaxValueError(f"schedule: {wrong}; got {print_schedule(steps)!r:.200}")
    return scheduled


def print_schedule(schedule: Schedule) -> str:
    """A line for each step."""
    return "\n".join(map(str, schedule))


def parse(text: str) -> Schedule:
    """The schedule that prints as `text`; FjaxValueError with the line that is wrong.

    >>> [step] = parse("tile i0 16 -> i2 when crossing i0 i1")
    >>> step.arguments
    (0, 16, 2, (Crossing(outer=0, inner=1),))
    """
    return tuple(_step(line.strip()) for line in text.splitlines() if line.strip())


def _step(line: str) -> Step:
    found = _LINE.fullmatch(line)
    name = "" if found is None else found[1]
    if found is None or name not in DIRECTIVES:
        raise _wrong(line, f"a directive, one of {', '.join(DIRECTIVES)}")
    words, arguments = found[2].split(), list[Any]()
    for parameter in parameters(name):
        if parameter == "new":
            if found[3] is None:
                raise _wrong(line, "the number of a new loop, as in `-> i4`")
            arguments.append(int(found[3]))
        elif parameter == "when":
            arguments.append(
                tuple([_condition(x, line) for x in (found[4] or "").split(", ") if x])
            )
        elif parameter == "vector":
            arguments.append(_vector(words[:2], line))
            del words[:2]
        elif parameter == "binding":
            arguments.append(_binding(words, line))
            words = []
        elif parameter == "elements" and not words:
            arguments.append(0)
        else:
            arguments.append(_number(words[:1], "i" if parameter in LOOPS else "", line))
            del words[:1]
    if words:
        raise _wrong(line, f"no more than {name} takes")
    return Step(name, tuple(arguments))


def _number(words: list[str], prefix: str, line: str) -> int:
    found = re.fullmatch(rf"{prefix}(\d{{1,9}})", words[0]) if words else None
    if found is None:
        raise _wrong(line, "a loop such as i0" if prefix else "a number")
    return int(found[1])


def _vector(words: list[str], line: str) -> Vector:
    found = re.fullmatch(r"(\d{1,4})x(\d{1,4}) (\w+)", " ".join(words))
    tails = {t.value: t for t in Tail}
    if found is None or found[3] not in tails:
        raise _wrong(line, f"a vector such as 16x2 mask, whose tail is one of {', '.join(tails)}")
    return Vector(int(found[1]), int(found[2]), tails[found[3]])


def _binding(words: list[str], line: str) -> Binding:
    found = re.fullmatch(r"(\w+)(?: of (\d{1,4}))?", " ".join(words))
    levels = {x.value: x for x in Level}
    if found is None or found[1] not in levels:
        raise _wrong(line, f"threads such as teams of 8, one of {', '.join(levels)}")
    return Binding(levels[found[1]], int(found[2] or 0))


def _condition(text: str, line: str) -> Condition:
    word, *rest = text.split()
    if word in ("disjoint", "crossing") and len(rest) == 2:
        pair = _number(rest[:1], "i", line), _number(rest[1:], "i", line)
        return Disjoint(*pair) if word == "disjoint" else Crossing(*pair)
    if word == "short" and len(rest) >= 2:
        numbers = tuple([_number([x], "i", line) for x in rest[:-1]])
        return Short(numbers, _number(rest[-1:], "", line))
    if word in ("long", "spread") and len(rest) == 2:
        of, number = _number(rest[:1], "i", line), _number(rest[1:], "", line)
        return Long(of, number) if word == "long" else Spread(of, number)
    known = "disjoint i0 i1, crossing i0 i1, short i0 48, long i0 16, or spread i0 4096"
    raise _wrong(line, f"a condition: {known}")


def _wrong(line: str, expected: str) -> FjaxValueError:
    return FjaxValueError(f"schedule: expected {expected}; got {line!r:.200}")


@functools.cache
def parameters(name: str) -> tuple[str, ...]:
    """What a directive takes besides the kernel."""
    return tuple(inspect.signature(DIRECTIVES[name]).parameters)[1:]


def example(directive: Directive, text: str, *arguments: Any) -> None:
    """Print what a directive makes of a kernel; for docstrings."""
    print(print_kernel(Step(directive.__name__, arguments)(parse_kernel(text))))
