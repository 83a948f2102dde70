"""The growing text of one native function: blocks, variables in memory, and values of types."""

from __future__ import annotations

from collections.abc import Sequence

from fjax.lowering.native.language import Record
from fjax.lowering.native.types import (
    BOOL,
    INT,
    INTEGERS,
    NULL,
    NativeValue,
    Type,
    type_of,
    type_text,
)


class Instructions:
    """Lines of LLVM IR. Values are named by numbers, places of variables by their names.

    Within a block, what a variable holds is known. So it is stored once, where the block ends.
    """

    def __init__(self, declarations: dict[str, str]):
        self.declarations = declarations
        self.entry: list[str] = []  # memory of variables
        self.lines: list[str] = []
        self.fixed: dict[str, NativeValue] = {}  # what variables are that have one value,
        self.variables: dict[str, NativeValue] = {}  # ... and the places of others
        self.held: dict[str, NativeValue | None] = {}  # by a variable's place: the value, if known
        self.unsaved: dict[str, NativeValue] = {}  # likewise, where the block has to store it
        self.count = 0
        self.ended = False  # whether nothing follows in the current block

    def __contains__(self, variable: str) -> bool:
        return variable in self.fixed or variable in self.variables

    def add(self, line: str) -> None:
        if self.ended:
            self.start(self.label("dead"))
        self.lines.append("  " + line)

    def make(self, line: str, kind: Type | None) -> NativeValue:
        """Append an instruction; its result."""
        self.count += 1
        self.add(f"%.{self.count} = {line}")
        return NativeValue(f"%.{self.count}", kind)

    def label(self, stem: str) -> str:
        self.count += 1
        return f"{stem}.{self.count}"

    def start(self, label: str) -> None:
        """Begin a block."""
        self.held, self.ended = dict.fromkeys(self.held), False
        self.lines.append(label + ":")

    def end(self, line: str) -> None:
        """End a block."""
        unsaved, self.unsaved = self.unsaved, {}
        if not line.startswith("ret"):
            for place, value in unsaved.items():
                self.save(place, value)
        self.add(line)
        self.ended = True

    def go(self, label: str) -> None:
        if not self.ended:
            self.end(f"br label %{label}")

    def as_type(self, value: NativeValue, kind: Type, explicit: bool = False) -> NativeValue:
        """The value as this type; `explicit`: even where some of it is lost."""
        old = value.type
        if old is None or old.text == kind.text:
            return NativeValue(value.name, kind)
        if old.text in INTEGERS and kind.text in INTEGERS:
            if kind.size > old.size:
                word = "zext" if old is BOOL else "sext"
            elif explicit:
                word = "trunc"
            else:
                raise TypeError(f"{old.text} becomes {kind.text} only where that is said")
        elif (old.text, kind.text) == ("float", "double"):
            word = "fpext"
        elif (old.text, kind.text) == ("double", "float") and explicit:
            word = "fptrunc"
        elif old.text in ("float", "double") and kind.text in INTEGERS and explicit:
            word = "fptosi"
        elif old.text in INTEGERS and kind.text in ("float", "double") and explicit:
            word = "sitofp"
        elif old.text == "ptr" and kind is INT and explicit:
            word = "ptrtoint"
        elif old is INT and kind.text == "ptr" and explicit:
            word = "inttoptr"
        else:
            raise TypeError(f"{old.text} is no {kind.text}")
        return self.make(f"{word} {old.text} {value.name} to {kind.text}", kind)

    def operands(self, a: NativeValue, b: NativeValue) -> tuple[NativeValue, NativeValue]:
        """Two values as their common type."""
        kind = a.type or b.type or INT
        if b.type is not None and b.type.size > kind.size:
            kind = b.type
        return self.as_type(a, kind), self.as_type(b, kind)

    def element(self, base: NativeValue, index: NativeValue) -> NativeValue:
        """Where the element of that number is."""
        target = base.kind.target
        kind = type_of(target)
        step = kind.text
        if isinstance(target, type) and issubclass(target, Record):
            step, kind = f"[{target.size} x i8]", Type("room", 8, 8, target)
        if index.name == "0":
            return NativeValue(base.name, kind)
        at = self.as_type(index, INT).name
        return self.make(f"getelementptr {step}, ptr {base.name}, i64 {at}", kind)

    def load(self, place: NativeValue) -> NativeValue:
        """What is at a place; of room and of records there, the address."""
        kind = place.kind
        if kind.text == "room":
            return NativeValue(place.name, Type("ptr", 8, 8, kind.target))
        value = self.held.get(place.name)
        if value is None:
            value = self.make(f"load {kind.text}, ptr {place.name}, align {kind.align}", kind)
            if place.name in self.held:
                self.held[place.name] = value
        return value

    def store(self, place: NativeValue, value: NativeValue) -> None:
        value = NativeValue(self.as_type(value, place.kind).name, place.kind)
        if place.name in self.held:
            self.held[place.name] = self.unsaved[place.name] = value
        else:
            self.save(place.name, value)

    def save(self, place: str, value: NativeValue) -> None:
        """Store a value of the type that the place has."""
        self.add(f"store {value.kind.text} {value.name}, ptr {place}, align {value.kind.align}")

    def variable(self, name: str, kind: Type) -> NativeValue:
        """The place of a variable."""
        if name not in self.variables:
            place = NativeValue(self.reserve(f"var.{name}", kind.text, kind.align), kind)
            self.variables[name], self.held[place.name] = place, None
        return self.variables[name]

    def reserve(self, name: str, kind: str, align: int) -> str:
        """Memory on the stack for the whole function."""
        self.entry.append(f"  %{name} = alloca {kind}, align {align}")
        return f"%{name}"

    def declare(self, name: str, result: Type | None, arguments: Sequence[Type | None]) -> None:
        types = ", ".join(t.text for t in arguments if t is not None)
        self.declarations[name] = f"declare {type_text(result)} @{name}({types})"

    def call(self, name: str, result: Type | None, *values: NativeValue) -> NativeValue:
        """A call of a function by its name, with its @, or by its address."""
        given = ", ".join(f"{type_text(v.type)} {v.name}" for v in values)
        text = f"call {type_text(result)} {name}({given})"
        if result is None:
            self.add(text)
            return NULL
        return self.make(text, result)

    def intrinsic(self, name: str, result: Type | None, *values: NativeValue) -> NativeValue:
        """A call of a function of LLVM's."""
        self.declare(name, result, [v.type for v in values])
        return self.call(f"@{name}", result, *values)
