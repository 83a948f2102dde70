"""Dataclasses whose methods are compiled when the class is first used.

The standard library compiles up to six functions for each class, which took a quarter of fjax's
import; most of its three hundred classes make no instance in a usual process. These classes get
the very same functions, which the standard decorator makes, when somebody first asks for one.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
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


class _Pending:
    """Stands for a method or table of a class until somebody looks at it."""

    __slots__ = ("complete", "name")

    def __init__(self, name: str, complete: Callable[[], type]) -> None:
        self.name, self.complete = name, complete

    def __get__(self, instance: object, owner: type) -> Any:
        value = vars(self.complete())[self.name]
        is_method = instance is not None and hasattr(value, "__get__")
        return value.__get__(instance, owner) if is_method else value


def _later(cls: type, options: dict[str, bool]) -> type:
    """The class, whose methods are made later."""
    eq, frozen = options.get("eq", True), options.get("frozen", False)
    names = _ALWAYS + ["__init__"] * options.get("init", True)
    names += ["__repr__"] * options.get("repr", True) + ["__eq__"] * eq
    given = dict(vars(cls))
    names = [n for n in names if n not in given]
    if eq and given.get("__hash__") is None:
        names.append("__hash__")
    fields = given.get("__annotations__", {})
    defaults = {n: given[n] for n in fields if n in given}
    pending: dict[str, _Pending] = {}

    def complete() -> type:
        made = _made(cls, fields, defaults, options)
        for name, x in pending.items():
            if vars(cls).get(name) is x:  # not if another thread was faster
                setattr(cls, name, vars(made)[name])
        return made

    for name in names:
        pending[name] = _Pending(name, complete)
        setattr(cls, name, pending[name])
    for name, x in defaults.items():
        if isinstance(x, dataclasses.Field):
            if x.default is dataclasses.MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, x.default)
    if frozen:
        _freeze(cls)
    return cls


def _made(
    cls: type, fields: dict[str, Any], defaults: dict[str, Any], options: dict[str, bool]
) -> type:
    """A class with the fields of another one, and what the standard decorator makes for them."""
    inherited, params = dict[str, Any](), {}
    for base in cls.__mro__[:0:-1]:
        inherited.update(getattr(base, _FIELDS, {}))
        if hasattr(base, _PARAMS):
            params = {_FIELDS: inherited, _PARAMS: getattr(base, _PARAMS)}
    text = {
        n: getattr(cls, n)
        for n in ("__module__", "__qualname__", "__post_init__", "__doc__")
        if hasattr(cls, n)
    }
    bases = (type("Inherited", (), params),)
    made = type(cls.__name__, bases, {**text, "__annotations__": fields, **defaults})
    return dataclasses.dataclass(**options)(made)  # type: ignore[call-overload, no-any-return]


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
