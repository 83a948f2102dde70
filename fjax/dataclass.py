"""Dataclasses whose methods are compiled when the class is first used.

The standard library compiles up to six functions for each class, which took a quarter of fjax's
import; most of its three hundred classes make no instance in a usual process. These classes get
functions that do the same when somebody first asks for one: made of the fields' names, which takes
a third of the time, or by the standard decorator, where fields have options.
"""

from __future__ import annotations

import dataclasses
import reprlib
import sys
import types
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, **options):
        """As the decorator `dataclasses.dataclass`; a class with slots is made at once.

        >>> @dataclass(frozen=True)
        ... class Point:
        ...     x: int
        ...     y: int = 0
        >>> Point(3), Point(3) == Point(3, 0), dataclasses.replace(Point(3), y=1)
        (Point(x=3, y=0), True, Point(x=3, y=1))
        """
        if cls is None:
            return lambda cls: dataclass(cls, **options)
        if not options.keys() <= {"frozen", "eq", "repr", "init"}:
            return dataclasses.dataclass(cls, **options)
        return _later(cls, options)


_FIELDS, _PARAMS = "__dataclass_fields__", "__dataclass_params__"
_ALWAYS = [_FIELDS, _PARAMS, "__match_args__"]
_ALWAYS += ["__replace__"] if sys.version_info >= (3, 13) else []
# What one call of the standard decorator makes.
_TOGETHER = (
    ("__init__",),
    (_FIELDS, "__match_args__", "__replace__"),
    ("__eq__", "__hash__"),
    ("__repr__",),
    (_PARAMS,),
)


class _Pending:
    """Stands for a method or table of a class until somebody looks at it."""

    __slots__ = ("cls", "given", "name")

    def __init__(self, name: str, cls: type, given: tuple[Any, ...]) -> None:
        self.name, self.cls, self.given = name, cls, given

    def __get__(self, instance: object, owner: type) -> Any:
        fields = None if self.name in _ALWAYS else _plain_fields(self.cls)
        if fields:
            frozen = self.given[2].get("frozen", False)
            found = {self.name: _of_names(self.name, self.cls, fields, frozen)}
        else:
            made = _made(self.name, self.cls, *self.given)
            found = dict(vars(made))  # collected, a class would be empty
        value = found[self.name]
        for name in found.keys() & next(x for x in _TOGETHER if self.name in x):
            if type(vars(self.cls).get(name)) is _Pending:  # not if another thread was faster
                setattr(self.cls, name, found[name])
        is_method = instance is not None and hasattr(value, "__get__")
        return value.__get__(instance, owner) if is_method else value


def _later(cls: type, options: dict[str, bool]) -> type:
    """The class, whose methods are made later."""
    eq, own = options.get("eq", True), dict(vars(cls))
    names = _ALWAYS + ["__init__"] * options.get("init", True)
    names += ["__repr__"] * options.get("repr", True) + ["__eq__"] * eq
    names = [n for n in names if n not in own]
    if eq and own.get("__hash__") is None:
        names.append("__hash__")
    fields = own.get("__annotations__", {})
    defaults = {n: getattr(cls, n) for n in fields if hasattr(cls, n)}
    for name in names:
        setattr(cls, name, _Pending(name, cls, (fields, defaults, options)))
    for name, x in defaults.items():
        if isinstance(x, dataclasses.Field) and name in own:
            if x.default is dataclasses.MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, x.default)
    if options.get("frozen"):
        _freeze(cls)
    return cls


def _made(
    name: str, cls: type, fields: dict[str, Any], defaults: dict[str, Any], options: dict[str, bool]
) -> type:
    """A class with the fields of another one, and some methods as by the standard decorator."""
    frozen = options.get("frozen", False)
    if name in ("__eq__", "__hash__"):
        options = {"init": False, "repr": False, "unsafe_hash": frozen}
    elif name == "__repr__":
        options = {"init": False, "eq": False}
    elif name == "__init__":
        options = {"repr": False, "eq": False, "frozen": frozen}
    elif name != _PARAMS:
        options = {"init": False, "repr": False, "eq": False}
    return _by_standard(name, cls, fields, defaults, options)


def _by_standard(
    name: str, cls: type, fields: dict[str, Any], defaults: dict[str, Any], options: dict[str, bool]
) -> Any:
    """A class with the fields of another one, made by the standard decorator."""
    inherited, params = dict[str, Any](), {}
    for base in cls.__mro__[:0:-1]:
        if hasattr(base, _FIELDS):
            inherited.update(getattr(base, _FIELDS))
            like = types.SimpleNamespace(frozen=options.get("frozen", False))
            params = {_FIELDS: inherited, _PARAMS: like}
    told = ("__module__", "__qualname__", "__post_init__")
    space = {n: getattr(cls, n) for n in told if hasattr(cls, n)}
    space |= {"__doc__": name, "__annotations__": fields, **defaults}
    made = type(cls.__name__, (type("Inherited", (), params),), space)
    return dataclasses.dataclass(**options)(made)  # type: ignore[call-overload]


_Fields = dict[str, tuple[Any, Any]]  # the type and the default of each, by name


def _plain_fields(cls: type) -> _Fields | None:
    """The fields of a class, if its constructor takes each by position and nothing else, and all
    are compared, hashed and shown.
    """
    found: _Fields = {}
    for base in reversed(cls.__mro__):
        own = vars(base).get(_FIELDS)
        if type(own) is _Pending:
            kinds, defaults, _ = own.given
            own = {n: (kind, defaults.get(n, dataclasses.MISSING)) for n, kind in kinds.items()}
            if not all(type(k) in (str, type) and not _is_special(k) for k, _ in own.values()):
                return None
            found.update(own)
        elif own:
            if not all(map(_is_plain, own.values())):
                return None
            found.update({f.name: (f.type, f.default) for f in own.values()})
    defaults = [x for _, x in found.values()]
    first = next((k for k, x in enumerate(defaults) if x is not dataclasses.MISSING), len(found))
    if "self" in found or dataclasses.MISSING in defaults[first:]:
        return None
    return None if any(isinstance(x, dataclasses.Field) for x in defaults) else found


def _is_special(kind: Any) -> bool:
    """Whether a type says that what has it may be no field."""
    return any(word in str(kind) for word in ("ClassVar", "InitVar", "KW_ONLY"))


def _is_plain(field: dataclasses.Field[Any]) -> bool:
    options = (field.init, field.repr, field.compare, field.hash, field.kw_only)
    has_factory = field.default_factory is not dataclasses.MISSING
    return options == (True, True, True, None, False) and not has_factory | _is_special(field.type)


def _of_names(name: str, cls: type, fields: _Fields, frozen: bool) -> Any:
    """A method that follows from the fields' names."""
    own, others = ["".join([f"{x}.{field}, " for field in fields]) for x in ("self", "other")]
    if name == "__init__":
        found = _constructor(cls, fields, frozen)
    elif name == "__repr__":
        found = _text(fields)
    elif name == "__eq__":
        line = f"return ({own}) == ({others}) if type(self) is type(other) else NotImplemented"
        found = _compiled(name, cls, ["self", "other"], [line])
    elif frozen:
        found = _compiled(name, cls, ["self"], [f"return hash(({own}))"])
    else:
        return None
    found.__module__, found.__qualname__ = cls.__module__, f"{cls.__qualname__}.{name}"
    return found


def _constructor(cls: type, fields: _Fields, frozen: bool) -> Any:
    """The constructor, in a fifth of the time that the standard one takes.

    That is compiled together with what refuses changes, and with its types and defaults as text.
    """
    put = "__put__(self, {0!r}, {0})" if frozen else "self.{0} = {0}"
    end = "self.__post_init__()" if hasattr(cls, "__post_init__") else "pass"
    found = _compiled("__init__", cls, ["self", *fields], [*map(put.format, fields), end])
    defaults = [x for _, x in fields.values() if x is not dataclasses.MISSING]
    found.__defaults__ = tuple(defaults) or None
    found.__annotations__ = {**{name: kind for name, (kind, _) in fields.items()}, "return": None}
    return found


def _compiled(name: str, cls: type, parameters: Sequence[str], lines: Sequence[str]) -> Any:
    """A function of these lines, which belongs to the module of a class."""
    body = "".join([f"  {line}\n" for line in lines])
    text = f"def make(__put__):\n def {name}({', '.join(parameters)}):\n{body} return {name}"
    names: dict[str, Any] = {}
    exec(text, vars(sys.modules[cls.__module__]), names)
    return names["make"](object.__setattr__)


def _text(fields: Iterable[str]) -> Any:
    @reprlib.recursive_repr()
    def __repr__(self: object) -> str:
        shown = ", ".join([f"{field}={getattr(self, field)!r}" for field in fields])
        return f"{type(self).__qualname__}({shown})"

    return __repr__


def _freeze(cls: Any) -> None:
    """Refuse changes of instances."""

    def refused(self: object, name: str) -> bool:
        return type(self) is cls or name in getattr(cls, _FIELDS)

    def __setattr__(self: object, name: str, value: object) -> None:
        if refused(self, name):
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: object, name: str) -> None:
        if refused(self, name):
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    cls.__setattr__, cls.__delattr__ = __setattr__, __delattr__
