"""Dataclasses whose methods are compiled when the class is first used.

The standard library compiles up to six functions for each class, which took a quarter of fjax's
import; most of its three hundred classes make no instance in a usual process. These classes get
the very same functions, which the standard decorator makes, when somebody first asks for one.
"""

from __future__ import annotations

import dataclasses
import sys
import types
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
    ("__init__", _FIELDS, "__match_args__", "__replace__"),
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
        made = _made(self.name, self.cls, *self.given)  # as a class: collected, it would be empty
        for name in next(x for x in _TOGETHER if self.name in x):
            if type(vars(self.cls).get(name)) is _Pending:  # not if another thread was faster
                setattr(self.cls, name, vars(made)[name])
        value = vars(made)[self.name]
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
    frozen, init = options.get("frozen", False), options.get("init", True)
    if name in ("__eq__", "__hash__"):
        options = {"init": False, "repr": False, "unsafe_hash": frozen}
    elif name == "__repr__":
        options = {"init": False, "eq": False}
    elif name != _PARAMS:
        made = _by_standard(
            name, cls, fields, defaults, {"init": False, "repr": False, "eq": False}
        )
        if not init:
            return made
        if _takes_its_fields(made):
            made.__init__ = _constructor(cls, made, frozen)
            return made
        options = {"repr": False, "eq": False, "frozen": frozen}
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


def _takes_its_fields(made: Any) -> bool:
    """Whether the constructor takes each field, by position, and nothing else."""
    fields = dataclasses.fields(made)
    return len(fields) == len(getattr(made, _FIELDS)) and all(
        f.init and not f.kw_only and f.default_factory is dataclasses.MISSING and f.name != "self"
        for f in fields
    )


def _constructor(cls: type, made: Any, frozen: bool) -> Any:
    """The constructor of such a class, in a fifth of the time that the standard one takes.

    That is compiled together with what refuses changes, and with its types and defaults as text.
    """
    fields = dataclasses.fields(made)
    lines = [f"{', '.join(['self', *[f.name for f in fields]])}):"]
    lines += [
        f"  __put__(self, {f.name!r}, {f.name})" if frozen else f"  self.{f.name} = {f.name}"
        for f in fields
    ]
    lines += ["  self.__post_init__()"] if hasattr(made, "__post_init__") else ["  pass"]
    text = "def make(__put__):\n def __init__(" + "\n".join(lines) + "\n return __init__"
    names: dict[str, Any] = {}
    exec(text, vars(sys.modules[cls.__module__]), names)
    found = names["make"](object.__setattr__)
    defaults = [f.default for f in fields if f.default is not dataclasses.MISSING]
    found.__defaults__ = tuple(defaults) or None
    found.__annotations__ = {**{f.name: f.type for f in fields}, "return": None}
    found.__qualname__ = f"{cls.__qualname__}.__init__"
    return found


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
