"""Reading the text of the kernel form back: `parse_kernel(print_kernel(kernel))` is the kernel."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from fjax.core import dtypes, lazy, scalar
from fjax.core.parser import ParseError, as_scalar
from fjax.core.primitive import Monoid
from fjax.core.scalar import Expr, Function, Op
from fjax.core.typecheck import WRONG
from fjax.errors import FjaxError
from fjax.lowering.kernel import form

_COMBINED = {"=": None, **{m.value: m for m in Monoid}}  # how a carried value goes on
# No expression tries more than one way to read a character: texts may be long and of any origin.
_HEAD = lazy.pattern(r"kernel(?: (\w+))? \(([^()]*)\) \(([^()]*)\)")
_ADDRESS = lazy.pattern(r"b(\d+)\[([^][]*)\](?: at (\S+))?(?: where (\S+))?")
_DEFINED, _STORED = lazy.pattern(r"v\d"), lazy.pattern(r"b\d")
_DEFINITION = lazy.pattern(r"(v\d+):(\w+) = (\w+) ?(.*)")
_STORE = lazy.pattern(r"(b\d+\[[^][]*\](?: at \S+)?(?: where \S+)?) (\w*)= (\S+)")
_VALUE = r"[^\s:]+?(?::\w+)?"
_LOOP = lazy.pattern(
    rf"(\w+) ([iw])(\d+)(?: in (?:({_VALUE})\.\.)?({_VALUE})(?: step ({_VALUE}))?"
    r"(?: by (\d+)x(\d+) (\w+))?(?: on (\w+)(?: (?:of|holding) (\d+)(?: of i(\d+))?)?)?)?"
    r"(?: carrying (.+))?:"
)
_LEAF = lazy.pattern(r"(?:([sip])(\d+)|([cr])(\d+)\.(\d+))(?::(\w+))?")
_TAILS = {t.value: t for t in form.Tail}
_LEVELS = {level.value: level for level in form.Level}


def parse_kernel(text: str, functions: Mapping[str, Function] | None = None) -> form.Kernel:
    """The kernel that prints as `text`.

    functions: what CALLs in the text name; see `printer.function_table`.
    Raises ParseError with the line that is wrong.

    >>> text = "kernel (f32!) (i64)\\n  parallel i0 in s0:\\n    b0[i0] = 1.0:f32"
    >>> parse_kernel(text).buffers[0].written
    True
    """
    reader = _Reader(text, functions or {})
    try:
        return reader.kernel()
    except ParseError:
        raise
    except (FjaxError, *WRONG) as error:  # what no statement is made of
        raise reader.fail(f"a kernel ({type(error).__name__})") from error


class _Reader:
    """Reads lines; a body is the lines that are indented deeper."""

    def __init__(self, text: str, functions: Mapping[str, Function]):
        self.lines = [line for line in text.split("\n") if line.strip()]
        self.functions = functions
        self.at = 0

    def fail(self, expected: str) -> ParseError:
        line = self.lines[self.at] if self.at < len(self.lines) else "the end"
        place = f"line {self.at + 1}, got {line.strip()!r:.400}"
        return ParseError(f"parse_kernel: expected {expected:.400} at {place}")

    def match(self, pattern: re.Pattern, text: str, expected: str) -> re.Match:
        found = pattern.fullmatch(text)
        if found is None:
            raise self.fail(expected)
        return found

    def kernel(self) -> form.Kernel:
        head = self.match(_HEAD, self.lines[0] if self.lines else "", "kernel (buffers) (table)")
        index, *lists = head.groups()
        self.index = form.INDEX if index is None else self.dtype(index)
        buffers, table = ([t for t in part.split(", ") if t] for part in lists)
        self.buffers = tuple([self.buffer(t) for t in buffers])
        self.table = tuple(self.dtype(t) for t in table)
        self.at = 1
        body = self.body(2, {})
        if self.at < len(self.lines):
            raise self.fail("a statement")
        return form.Kernel(self.buffers, self.table, body, self.index)

    def buffer(self, text: str) -> form.BufferArgument:
        dtype, mark, memory = text.partition("!")
        shares = [self.number(t[1:]) for t in memory.split("|")] if memory[:1] == "b" else []
        scratch = self.number(memory) if memory and not shares else 0
        return form.BufferArgument(self.dtype(dtype), bool(mark), scratch, tuple(shares))

    def dtype(self, text: str) -> np.dtype:
        try:
            return dtypes.physical(dtypes.from_short_name(text))
        except KeyError:
            raise self.fail("a dtype such as f32") from None

    # ---- statements

    def line(self, indent: int) -> str | None:
        """The current line, if it stands at this depth."""
        if self.at == len(self.lines):
            return None
        line = self.lines[self.at]
        depth = len(line) - len(line.lstrip())
        return line.strip() if depth == indent else None

    def body(self, indent: int, names: dict[str, Expr]) -> tuple[form.Statement, ...]:
        found: list[form.Statement] = []
        while (line := self.line(indent)) is not None:
            if line.startswith(("test ", "next ", "else:")):
                break
            if _DEFINED.match(line):
                self.define(line, names)
            elif _STORED.match(line):
                found.append(self.store(line, names))
            elif line.startswith("if "):
                found.append(self.branch(line, indent, names))
            else:
                found.append(self.loop(line, indent, names))
        return tuple(found)

    def define(self, line: str, names: dict[str, Expr]) -> None:
        name, short, word, rest = self.match(_DEFINITION, line, "v0:f32 = …").groups()
        if name in names:
            raise self.fail("the name of a new value")
        dtype = self.dtype(short)
        names[name] = (
            self.load(rest, dtype, names) if word == "load" else self.node(word, rest, dtype, names)
        )
        self.at += 1

    def node(self, word: str, rest: str, dtype: np.dtype, names: dict[str, Expr]) -> Expr:
        try:
            op = Op(word)
        except ValueError:
            raise self.fail("an operation") from None
        parts = rest.split()
        extra: object = None
        if op in (Op.CONST, Op.LEAF):
            raise self.fail("an operation")
        if op is Op.CALL:
            extra = self.functions.get(parts[0]) if parts else None
            if extra is None:
                raise self.fail("a function that is passed in `functions`")
        elif op is Op.LIBM:
            extra = parts[0] if parts else None
            if extra is None:
                raise self.fail("the name of a function")
        args = tuple(self.value(t, names) for t in parts[0 if extra is None else 1 :])
        return Expr(op, args, dtype, extra)

    def load(self, text: str, dtype: np.dtype, names: dict[str, Expr]) -> Expr:
        return scalar.leaf(form.Load(*self.address(text, names)), dtype)

    def store(self, line: str, names: dict[str, Expr]) -> form.Store:
        where, how, value = self.match(_STORE, line, "b0[…] = v0").groups()
        if (how or "=") not in _COMBINED:
            raise self.fail("a store such as b0[…] = v0 or b0[…] add= v0")
        access, index, mask = self.address(where, names)
        stored = self.value(value, names)
        self.at += 1
        return form.Store(access, stored, index, mask, _COMBINED[how or "="])

    def address(
        self, text: str, names: dict[str, Expr]
    ) -> tuple[form.Access, Expr | None, Expr | None]:
        buffer, inside, index, mask = self.match(_ADDRESS, text, "b0[…]").groups()
        terms = [t for t in inside.split(" + ") if t]
        offset = form.Size(self.number(terms.pop(0)[1:])) if terms and terms[0][0] == "s" else None
        return (
            form.Access(self.number(buffer), tuple(self.stride(t) for t in terms), offset),
            None if index is None else self.value(index, names),
            None if mask is None else self.value(mask, names),
        )

    def stride(self, term: str) -> form.Stride:
        loop, _, step = term.partition("*")
        if step.startswith("s"):
            return form.Stride(self.number(loop[1:]), form.Size(self.number(step[1:])))
        return form.Stride(self.number(loop[1:]), self.number(step) if step else 1)

    def number(self, text: str) -> int:
        if re.fullmatch(r"-?[0-9]{1,18}", text) is None:
            raise self.fail("a number of at most 64 bits")
        return int(text)

    def branch(self, line: str, indent: int, names: dict[str, Expr]) -> form.If:
        condition = self.value(line[len("if ") : -1], names)
        self.at += 1
        then = self.body(indent + 2, dict(names))
        otherwise: tuple[form.Statement, ...] = ()
        if self.line(indent) == "else:":
            self.at += 1
            otherwise = self.body(indent + 2, dict(names))
        return form.If(condition, then, otherwise)

    def loop(self, line: str, indent: int, names: dict[str, Expr]) -> form.Loop | form.While:
        parts = self.match(_LOOP, line, "a statement").groups()
        mode, _, number, *ends, lanes, registers, tail, level, count, row, carrying = parts
        initial = [self.value(t, names) for t in (carrying or "").split(", ") if t]
        start, size, step = (None if t is None else self.value(t, names) for t in ends)
        vector = None
        if lanes is not None:
            if tail not in _TAILS:
                raise self.fail(f"one of {', '.join(_TAILS)}, not {tail!r}")
            vector = form.Vector(self.number(lanes), self.number(registers), _TAILS[tail])
        binding = self.binding(level, count, row) if level else None
        self.at += 1
        inside = dict(names)
        before = self.body(indent + 2, inside)  # of a while loop: what its test needs
        condition = None
        if (line_ := self.line(indent + 2)) is not None and line_.startswith("test "):
            condition = self.value(line_[len("test ") :], inside)
            self.at += 1
        body = before + self.body(indent + 2, inside)
        carries = self.carries(initial, indent + 2, inside)
        if mode == "while":
            if condition is None:
                raise self.fail("the test of a while loop")
            return form.While(self.number(number), condition, body, carries)
        if size is None or mode not in {m.value for m in form.Mode}:
            raise self.fail("a loop such as parallel i0 in s0:")
        form_mode = form.Mode(mode)
        how = start, step, vector, binding
        return form.Loop(self.number(number), size, form_mode, body, carries, *how)

    def binding(self, level: str, count: str | None, row: str | None) -> form.Binding:
        if level not in _LEVELS:
            raise self.fail(f"one of {', '.join(_LEVELS)}, not {level!r}")
        of = None if row is None else self.number(row)
        return form.Binding(_LEVELS[level], self.number(count or "0"), of)

    def carries(
        self, initial: list[Expr], indent: int, names: dict[str, Expr]
    ) -> tuple[form.Carry, ...]:
        line = self.line(indent) or ""
        parts = line[len("next ") :].split(", ") if line.startswith("next ") else []
        if len(parts) != len(initial):
            raise self.fail(f"next values for the {len(initial)} that the loop carries")
        found = []
        for first, part in zip(initial, parts, strict=True):
            how, _, value = part.partition(" ")
            if how not in _COMBINED:
                raise self.fail(f"one of {', '.join(_COMBINED)}, not {how!r}")
            found.append(form.Carry(first, self.value(value, names), _COMBINED[how]))
        self.at += bool(parts)
        return tuple(found)

    # ---- values

    def value(self, text: str, names: dict[str, Expr]) -> Expr:
        if text in names:
            return names[text]
        if text in (form.LO.name, form.HI.name):
            return scalar.leaf(form.Bound(text), self.index)
        found = _LEAF.fullmatch(text)
        if found is not None:
            return self.leaf(found)
        value, _, short = text.rpartition(":")
        if not value:
            raise self.fail(f"a value that is known here, not {text!r}")
        dtype = self.dtype(short)
        try:
            return scalar.const(as_scalar(value, dtype), dtype)
        except (ValueError, KeyError, OverflowError):
            raise self.fail(f"a number of dtype {short}, not {value!r}") from None

    def leaf(self, found: re.Match) -> Expr:
        kind, slot, carried, loop, item, short = found.groups()
        if kind == "s":
            return form.size(self.number(slot), self.index)
        if kind == "i":
            return form.axis(self.number(slot), self.index)
        if short is None:
            raise self.fail("the dtype of a value")
        dtype = self.dtype(short)
        if kind == "p":
            return scalar.leaf(form.Param(self.number(slot)), dtype)
        key = form.Carried if carried == "c" else form.Result
        return scalar.leaf(key(self.number(loop), self.number(item)), dtype)
