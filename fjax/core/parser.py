"""Reading the IR's text back: `parse(str(jaxpr))` prints the same text."""

from __future__ import annotations

import enum
import functools
import importlib
import math
import pkgutil
import re
import sys
from typing import Any, NoReturn

import numpy as np

from fjax.core import dtypes, lazy, process_grid
from fjax.core.avals import COMMON, ShapedArray
from fjax.core.ir import Atom, DropVar, Equation, Jaxpr, Literal, Var
from fjax.core.primitive import Primitive
from fjax.core.typecheck import WRONG, binds_others, result_types
from fjax.core.user_primitive import BoundPrimitive
from fjax.core.user_primitive import Primitive as UserPrimitive
from fjax.errors import FjaxError, FjaxTypeError, FjaxValueError, InvalidIRError

# -1: not known; with the axes of a mesh that split it
_LENGTH = r"(-1|[0-9]++)(?:@(?:\([^)]*+\)|\w++))?"
_SHAPE = lazy.pattern(rf"(?:{_LENGTH}(?:,{_LENGTH})*+)?")
_LENGTHS = lazy.pattern(_LENGTH)
_ESCAPE = r"\\(?:[\\'\"nrt]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})"  # what repr() writes
_MOST = 1 << 64  # whole numbers are below
_TOKEN = lazy.pattern(
    rf"""
    (?P<space>\s+)
  | (?P<string>'(?:[^'\\\n]|{_ESCAPE})*+'|"(?:[^"\\\n]|{_ESCAPE})*+")
  | (?P<host><host\ [^>]*>)
  | (?P<aval>~?(?:key<\w+>|[a-z]+[0-9]*(?:_[a-z0-9]+)?)\[[-\w,@()]*\](?:\{{[VUR]:[\w,:\ ]+\}})?)
  | (?P<nan>nan\([0-9a-f]+\))
  | (?P<number>[-+]?(?:[0-9]+\.?[0-9]*(?:e[-+]?[0-9]+)?|\.[0-9]+|inf|nan)(?![\w.]))
  | (?P<key>key<\w+>)
  | (?P<word>[A-Za-z_][\w.]*(?:-[A-Za-z]\w*)*)
  | (?P<mark>[{{}}()\[\];:.,=])
""",
    re.VERBOSE,
)


class ParseError(FjaxValueError):
    """Text that is not a jaxpr."""


def parse(text: str, hosts: dict[str, Any] | None = None) -> Jaxpr:
    """The jaxpr that prints as `text`, with types and numbers of operands that are right.

    hosts: the callables that the text names as <host NAME>; see `printer.host_table`.
    Raises ParseError with the place where the text is wrong.

    >>> text = str(fjax.make_jaxpr(lambda x: 2 * x)(1.0))
    >>> str(fjax.core.parse(text)) == text
    True
    """
    if not isinstance(text, str):
        raise FjaxTypeError(f"parse takes a text, got {type(text).__name__}")
    reader = _Reader(text, hosts or {})
    try:
        return reader.program()
    except ParseError:
        raise
    except RecursionError as error:
        raise reader.wrong("brackets are nested too deeply") from error
    except (FjaxError, *WRONG) as error:  # what classes say of parameters that they do not take
        said = error.message if isinstance(error, FjaxError) else f"{type(error).__name__}: {error}"
        raise reader.wrong(said) from error


@functools.cache
def _load_primitives() -> None:
    """Import the modules that define primitives: a text may name one that no program has used."""
    for name in ("fjax.primitives", "fjax.higher_order"):
        for module in pkgutil.iter_modules(importlib.import_module(name).__path__, f"{name}."):
            importlib.import_module(module.name)


def primitive_classes() -> dict[str, type[Primitive]]:
    """Every primitive by name."""
    _load_primitives()
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

    def place(self, start: int) -> str:
        """Where a character of the text is."""
        line = self.text.count("\n", 0, start) + 1
        return f"at line {line}, column {start - self.text.rfind(chr(10), 0, start)}"

    def fail(self, expected: str) -> NoReturn:
        got = self.text[self.start : self.start + 20].split("\n")[0]
        raise ParseError(f"parse: expected {expected} {self.place(self.start)}, got {got!r}")

    def wrong(self, what: str, start: int | None = None) -> ParseError:
        """The error about something before the current token, or from `start` on."""
        where = self.place(self.start if start is None else start)
        return ParseError(f"parse: wrong text {where}: {what:.1000}")

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

    def program(self) -> Jaxpr:
        """The jaxpr that the whole text is."""
        self.advance()
        jaxpr = self.jaxpr()
        if self.kind != "end":
            self.fail("the end")
        return jaxpr

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
        if self.kind != "word" or self.token in names:
            self.fail("the name of a new variable")
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
        text = self.token
        weak = text.startswith("~")
        name, _, shape = text.lstrip("~").partition("[")
        shape, _, varying = shape.partition("]")
        if _SHAPE.fullmatch(shape) is None:
            self.fail("a type such as f32[3,4]")
        lengths = tuple(self.whole(n) for n in _LENGTHS.findall(shape))
        if math.prod(n or 1 for n in lengths) >= _MOST:
            self.fail("a type of fewer elements")
        varying = next((p for p in varying.strip("{}").split(", ") if p.startswith("V:")), "")
        vma = frozenset(n for n in varying.removeprefix("V:").split(",") if n)
        found = ShapedArray(lengths, self.dtype(name), weak, vma or COMMON)
        self.advance()
        return found

    def dtype(self, name: str) -> dtypes.Dtype:
        """The dtype of a short name, which is a part of the current token."""
        try:
            return dtypes.from_short_name(name)
        except LookupError:
            self.fail("a dtype such as f32")

    def whole(self, text: str) -> int:
        """A whole number, which is a part of the current token."""
        found = int(text) if len(text) <= len(str(_MOST)) else _MOST
        if abs(found) >= _MOST:
            self.fail("a number of at most 64 bits")
        return found

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
        start, pending, outvars = self.start, dict[str, Var](), []
        while self.token != "=":
            if self.token in names:
                self.fail("the name of a new variable")
            outvars.append(self.binder(pending))
        self.take("=")
        primitive = self.primitive()
        invars: list[Atom] = []
        while self.starts_atom(names):
            invars.append(self.atom(names))
        names.update(pending)
        return self.checked(Equation(primitive, tuple(invars), tuple(outvars)), start)

    def checked(self, eqn: Equation, start: int) -> Equation:
        """An equation, which begins at `start`, if its types are right."""
        try:
            expected = result_types(eqn, "parse")
        except InvalidIRError as error:
            raise self.wrong(error.message, start) from error
        # Texts do not name the mesh of the axes that split a type.
        got = [v.aval.strip_weak_type() for v in eqn.outvars]
        if [a.bare.strip_weak_type() for a in expected] != got:
            raise self.wrong(f"{eqn.op.name} {binds_others(got, expected)}", start)
        return eqn

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
        if aval.shape:
            raise self.wrong(f"a number is of type {aval}, which has axes")
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
            return text[1:-1].encode("latin-1", "backslashreplace").decode("unicode_escape")
        if self.kind == "host":
            name = self.advance()[len("<host ") : -1]
            if name not in self.hosts:
                raise self.wrong(f"the text names the host callable {name!r}; pass it in `hosts`")
            return self.hosts[name]
        if self.kind == "number":
            whole = re.fullmatch("[-+]?[0-9]+", self.token)
            found = self.whole(self.token) if whole else float(self.token)
            self.advance()
            return found
        if self.kind == "aval":
            return self.aval()
        if self.kind == "key":
            key = self.dtype(self.token)
            self.advance()
            return key
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
            found = _lookup(cls, head)
            if not issubclass(found, enum.Enum):
                raise self.wrong(f"{head} has no members")
            return found[member]
        try:
            return dtypes.from_short_name(word)
        except LookupError:
            raise self.wrong(f"{word!r} is no value of a parameter") from None

    def construct(self, cls: type, word: str) -> Any:
        """A dataclass or named tuple: Name(field=value, ...), or a typed scalar float32(1.5)."""
        self.take("(")
        if word in np.sctypeDict:
            value = self.literal_value()
            self.take(")")
            return as_scalar(value, np.dtype(word))[()]
        fields: dict[str, Any] = {}
        made = _lookup(cls, word)
        beside = made if issubclass(made, Primitive) else cls
        while self.token != ")":
            name = self.advance()
            self.take("=")
            fields[name] = self.value(beside)
            if not self.is_next(","):
                break
        self.take(")")
        return made(**fields)


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
    raise LookupError(f"there is no class {name!r} beside {cls.__name__}")


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
    if isinstance(value, tuple) != (dtype.kind == "c"):
        raise ValueError(f"{value!r:.80} is not a number of dtype {dtype}")
    if isinstance(value, tuple):
        parts = np.array([float(v) for v in value]).astype(dtypes.real_part(of))
        return parts.view(dtype)[0]
    if dtype.kind == "b":
        return np.asarray({"True": True, "False": False}[value])
    if value.startswith("nan(") and dtypes.is_float(of):
        return np.asarray(int(value[4:-1], 16), f"u{dtype.itemsize}").view(dtype)
    if dtypes.is_float(of):
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(float(value), np.float64).astype(dtype)
    return (
        np.asarray(int(value)).astype(dtype)
        if dtype in dtypes.NARROW_INTEGERS
        else np.asarray(int(value), dtype)
    )
