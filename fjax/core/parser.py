"""Reading the IR's text back: `parse(str(jaxpr))` prints the same text."""

from __future__ import annotations

import enum
import re
import sys
from typing import Any, NoReturn

import numpy as np

from fjax.core import dtypes, process_grid
from fjax.core.avals import COMMON, ShapedArray
from fjax.core.ir import Atom, DropVar, Equation, Jaxpr, Literal, Var
from fjax.core.primitive import Primitive
from fjax.core.user_primitive import BoundPrimitive
from fjax.core.user_primitive import Primitive as UserPrimitive
from fjax.errors import FjaxValueError

_LENGTH = re.compile(r"(-?\d+)(?:@(?:\([^)]*\)|\w+))?")  # with the axes of a mesh that split it
_TOKEN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
  | (?P<host><host\ [^>]*>)
  | (?P<aval>~?(?:key<\w+>|[a-z]+[0-9]*(?:_[a-z0-9]+)?)\[[-\w,@()]*\](?:\{[VUR]:[\w,:\ ]+\})?)
  | (?P<nan>nan\([0-9a-f]+\))
  | (?P<number>[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|\.\d+|inf|nan)(?![\w.]))
  | (?P<key>key<\w+>)
  | (?P<word>[A-Za-z_][\w.]*(?:-[A-Za-z]\w*)*)
  | (?P<mark>[{}()\[\];:.,=])
""",
    re.VERBOSE,
)


class ParseError(FjaxValueError):
    """Text that is no jaxpr."""


def parse(text: str, hosts: dict[str, Any] | None = None) -> Jaxpr:
    """The jaxpr that prints as `text`.

    hosts: the callables that the text names as <host NAME>; see `printer.host_table`.
    Raises ParseError with the place where the text is wrong.

    >>> text = str(fjax.make_jaxpr(lambda x: 2 * x)(1.0))
    >>> str(fjax.core.parse(text)) == text
    True
    """
    reader = _Reader(text, hosts or {})
    jaxpr = reader.jaxpr()
    if reader.kind != "end":
        reader.fail("the end")
    return jaxpr


def primitive_classes() -> dict[str, type[Primitive]]:
    """Every primitive by name."""
    found: dict[str, type[Primitive]] = {}
    pending: list[type] = [Primitive]
    while pending:
        cls = pending.pop()
        pending.extend(cls.__subclasses__())
        if "name" in cls.__dict__:
            found[cls.__dict__["name"]] = cls
    return found


class _Reader:
    """A recursive-descent parser over the tokens."""

    def __init__(self, text: str, hosts: dict[str, Any]):
        self.text, self.hosts, self.position = text, hosts, 0
        self.primitives = primitive_classes()
        self.kind, self.token, self.start = "", "", 0
        self.advance()

    # ---- tokens

    def advance(self) -> str:
        taken = self.token
        while True:
            self.start = self.position
            if self.position == len(self.text):
                self.kind, self.token = "end", ""
                return taken
            match = _TOKEN.match(self.text, self.position)
            if match is None:
                self.fail("a token")
            self.position = match.end()
            self.kind, self.token = match.lastgroup or "", match.group()
            if self.kind != "space":
                return taken

    def fail(self, expected: str) -> NoReturn:
        line = self.text.count("\n", 0, self.start) + 1
        column = self.start - self.text.rfind("\n", 0, self.start)
        got = self.text[self.start : self.start + 20].split("\n")[0]
        raise ParseError(f"parse: expected {expected} at line {line}, column {column}, got {got!r}")

    def take(self, token: str) -> None:
        if self.token != token:
            self.fail(repr(token))
        self.advance()

    def is_next(self, token: str) -> bool:
        if self.token == token and self.kind in ("mark", "word"):
            self.advance()
            return True
        return False

    # ---- programs

    def jaxpr(self) -> Jaxpr:
        self.take("{")
        self.take("lambda")
        names: dict[str, Var] = {}
        invars = []
        while self.token != ";":
            invars.append(self.binder(names))
        self.take(";")
        while self.token != ".":
            invars.append(self.binder(names))
        self.take(".")
        self.take("let")
        eqns = []
        while self.token != "in":
            eqns.append(self.equation(names))
        self.take("in")
        outvars = self.outputs(names)
        self.take("}")
        return Jaxpr(invars, eqns, outvars)

    def binder(self, names: dict[str, Var]) -> Var:
        name = self.advance()
        self.take(":")
        aval = self.aval()
        if name == "_":
            return DropVar(aval)
        names[name] = Var(aval)
        return names[name]

    def aval(self) -> ShapedArray:
        if self.kind != "aval":
            self.fail("a type such as f32[3]")
        text = self.advance()
        weak = text.startswith("~")
        name, _, shape = text.lstrip("~").partition("[")
        shape, _, varying = shape.partition("]")
        lengths = tuple(int(n) for n in _LENGTH.findall(shape))
        varying = next((p for p in varying.strip("{}").split(", ") if p.startswith("V:")), "")
        vma = frozenset(n for n in varying.removeprefix("V:").split(",") if n)
        return ShapedArray(lengths, dtypes.from_short_name(name), weak, vma or COMMON)

    def outputs(self, names: dict[str, Var]) -> list[Atom]:
        self.take("(")
        found: list[Atom] = []
        while self.token != ")":
            found.append(self.atom(names))
            if not self.is_next(","):
                break
        self.take(")")
        return found

    def equation(self, names: dict[str, Var]) -> Equation:
        pending: dict[str, Var] = {}
        outvars = []
        while self.token != "=":
            outvars.append(self.binder(pending))
        self.take("=")
        primitive = self.primitive()
        invars: list[Atom] = []
        while self.starts_atom(names):
            invars.append(self.atom(names))
        names.update(pending)
        return Equation(primitive, tuple(invars), tuple(outvars))

    def primitive(self) -> Primitive:
        """A primitive with its parameters; one of a user is named in `hosts`."""
        if self.token in self.primitives:
            cls = self.primitives[self.advance()]
            return cls.from_params(self.parameters(cls))
        user = self.hosts.get(self.token)
        if not isinstance(user, UserPrimitive):
            self.fail("the name of a primitive (one of a user's own is passed in `hosts`)")
        self.advance()
        return user.with_parameters(self.parameters(BoundPrimitive))

    def starts_atom(self, names: dict[str, Var]) -> bool:
        """Whether an operand comes next, and not the binder of the next equation."""
        if self.kind in ("number", "nan") or self.token in ("(", "True", "False"):
            return True
        if self.kind != "word" or self.token == "in" or self.token not in names:
            return False
        return self.text[self.position : self.position + 1] != ":"

    def atom(self, names: dict[str, Var]) -> Atom:
        if self.kind == "word" and self.token in names:
            return names[self.advance()]
        value = self.literal_value()
        self.take(":")
        aval = self.aval()
        return Literal(as_scalar(value, aval.dtype), aval)

    def literal_value(self) -> Any:
        if self.is_next("("):
            real = self.advance()
            self.take(",")
            imaginary = self.advance()
            self.take(")")
            return real, imaginary
        return self.advance()

    # ---- parameters

    def parameters(self, cls: type) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if not self.is_next("["):
            return found
        while self.token != "]":
            name = self.advance()
            self.take("=")
            found[name] = self.value(cls)
        self.take("]")
        return found

    def value(self, cls: type) -> Any:
        if self.token == "{":
            return self.jaxpr()
        if self.token == "(":
            return self.tuple(cls)
        if self.kind == "string":
            text = self.advance()
            return text[1:-1].encode().decode("unicode_escape")
        if self.kind == "host":
            name = self.advance()[len("<host ") : -1]
            if name not in self.hosts:
                raise ParseError(
                    f"parse: the text names the host callable {name!r}; pass it in `hosts`"
                )
            return self.hosts[name]
        if self.kind == "number":
            text = self.advance()
            return int(text) if re.fullmatch(r"[-+]?\d+", text) else float(text)
        if self.kind == "aval":
            return self.aval()
        if self.kind == "key":
            return dtypes.from_short_name(self.advance())
        return self.name(cls)

    def tuple(self, cls: type) -> tuple[Any, ...]:
        self.take("(")
        items = []
        while self.token != ")":
            items.append(self.value(cls))
            if not self.is_next(","):
                break
        self.take(")")
        return tuple(items)

    def name(self, cls: type) -> Any:
        word = self.advance()
        constants = {"True": True, "False": False, "None": None}
        if word in constants:
            return constants[word]
        if self.token == "(":
            return self.construct(cls, word)
        head, _, member = word.partition(".")
        if member:
            return _lookup(cls, head)[member]
        try:
            return dtypes.from_short_name(word)
        except KeyError:
            self.fail("a parameter value")

    def construct(self, cls: type, word: str) -> Any:
        """A dataclass or named tuple: Name(field=value, ...), or a typed scalar float32(1.5)."""
        self.take("(")
        if word in np.sctypeDict:
            text = self.advance()
            self.take(")")
            return np.dtype(word).type(text)
        fields: dict[str, Any] = {}
        while self.token != ")":
            name = self.advance()
            self.take("=")
            fields[name] = self.value(cls)
            if not self.is_next(","):
                break
        self.take(")")
        return _lookup(cls, word)(**fields)


def _lookup(cls: type, name: str) -> Any:
    """A class by name, as the modules of the primitive and its bases know it."""
    for base in cls.__mro__:
        module = sys.modules.get(base.__module__)
        candidate = getattr(module, name, None)
        if _is_value_class(candidate):
            return candidate
    if isinstance(getattr(process_grid, name, None), type):
        known: type = getattr(process_grid, name)
        return known
    pending: list[type] = [enum.Enum]
    while pending:
        found = pending.pop()
        pending.extend(found.__subclasses__())
        if found.__name__ == name and found.__module__.startswith("fjax."):
            return found
    raise ParseError(f"parse: no class {name!r} beside {cls.__name__}")


def _is_value_class(candidate: Any) -> bool:
    """Whether values of parameters are of such a class: of fjax, with named fields or members.

    Text from elsewhere is to make no objects of other classes that a module happens to import.
    """
    return (
        isinstance(candidate, type)
        and candidate.__module__.startswith("fjax.")
        and (
            issubclass(candidate, enum.Enum)
            or hasattr(candidate, "_fields")
            or hasattr(candidate, "__dataclass_fields__")
        )
    )


def as_scalar(value: Any, of: dtypes.Dtype) -> np.ndarray:
    """The scalar that a literal's text stands for; a pair of texts for a complex one."""
    dtype = dtypes.physical(of)
    if isinstance(value, tuple):
        parts = np.array([float(v) for v in value]).astype(dtypes.real_part(of))
        return parts.view(dtype)[0]
    if value in ("True", "False"):
        return np.asarray(value == "True", dtype)
    if isinstance(value, str) and value.startswith("nan("):
        return np.asarray(int(value[4:-1], 16), f"u{dtype.itemsize}").view(dtype)
    if dtype.kind in "iu":
        return np.asarray(int(value), dtype)
    return np.asarray(float(value), np.float64).astype(dtype)
