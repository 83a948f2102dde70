"""Modules: classes whose instances are pytrees, arrays as leaves and configuration as structure.

A field declared with `fjax.tree.static()` is configuration; every other field holds arrays, modules
or containers of them. Nothing here keeps state: what a layer remembers goes in and comes out.
"""

from __future__ import annotations

import contextlib
import contextvars
import dataclasses
import functools
import inspect
import operator
import re
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import numpy as np

from fjax import misspelling, tree
from fjax.config import checks
from fjax.core import dtypes, lazy
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.plain_arguments import is_key
from fjax.core.source import named_scope
from fjax.core.tracing import state
from fjax.errors import FjaxError, FjaxTypeError, FjaxValueError
from fjax.misspelling import note_call
from fjax.nn.representation import shown
from fjax.pytrees.registry import GetAttrKey, register

Parameter = Any  # an array; what stands for one (a traced value, a type, None) is in its place, too
Value = TypeVar("Value")
_pictures: Any = lazy.module("fjax.explanation.pictures")
_FUNCTION = "Callable[[Any], Any]"
_KINDS = {  # of parameters of layers, by annotation, or by name
    "int": "a whole number, at least 1",
    "bool": "True or False",
    "float": "a number",
    _FUNCTION: "a function, such as fjax.nn.relu",
    "dtype": "a dtype of floats, such as jax.numpy.float32",
    "key": "one random key, such as fjax.random.key(0)",
}
_STEP = re.compile(r"\.?(?P<field>[A-Za-z_]\w*)|\[(?P<index>\d+)\]|\['(?P<key>[^']*)'\]")

# Who follows the calls of modules here: a `fjax.nn.observing.Observer`, if anybody.
observer: contextvars.ContextVar[Any] = contextvars.ContextVar("observer", default=None)
# The module whose call is under way, the innermost one, while it is traced or checked.
calling: contextvars.ContextVar[Any] = contextvars.ContextVar("calling", default=None)


class _Construction(type):
    """Makes instances whose fields are checked once their __init__ has run."""

    def __call__(cls, *args: Any, **keywords: Any) -> Any:
        if not hasattr(cls, "__dataclass_fields__"):
            raise FjaxTypeError(
                f"{cls.__name__} is the base of models: class Net(fjax.nn.Module) has layers as "
                "annotated fields, and __call__"
            )
        try:
            if cls.__module__.startswith("fjax."):
                _check_plain(cls, args, keywords)
            module = super().__call__(*args, **keywords)
        except FjaxError as error:
            if cls.__name__ not in error.message:
                error.say(f"{cls.__name__}: {error.message}")
            raise
        except TypeError as error:  # Python names the base that has the __init__
            made: Any = cls
            inherited = f"{made.__init__.__qualname__}()"
            error.args = (str(error).replace(inherited, f"{cls.__name__}.__init__()"),)
            raise
        _check_fields(module)
        return module

    @property
    def __signature__(cls) -> inspect.Signature:
        """What `__init__` takes, which `help`, editors and the reference show."""
        made: Any = cls
        taken = inspect.signature(made.__init__)
        return taken.replace(parameters=list(taken.parameters.values())[1:])


@functools.cache
def _plain(cls: type) -> dict[int | str, tuple[str, str]]:
    """Name and kind of parameters of a layer's `__init__` that are plain, by place and name."""
    taken = inspect.signature(cls).parameters.values()
    found: dict[int | str, tuple[str, str]] = {}
    for place, parameter in enumerate(taken):
        kind = parameter.name if parameter.name in _KINDS else parameter.annotation
        if kind in _KINDS and parameter.name != "start":
            found[parameter.name] = parameter.name, kind
            if parameter.kind is not parameter.KEYWORD_ONLY:
                found[place] = found[parameter.name]
    return found


def _check_plain(cls: type, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    """Raise FjaxValueError for what is no number of features, no rate, no switch, no function."""
    plain = _plain(cls)
    given: list[tuple[int | str, Any]] = [*enumerate(args), *keywords.items()]
    for place, value in given:
        name, kind = plain.get(place, ("", ""))
        if name and not _is_a(kind, value):
            error = FjaxTypeError if kind in (_FUNCTION, "key") else FjaxValueError
            raise error(f"{cls.__name__}: {name} is {_KINDS[kind]}, got {value!r:.60}")


def _is_a(kind: str, value: Any) -> bool:
    """Whether a layer takes a value for a parameter of a kind."""
    if kind == "bool":
        return isinstance(value, bool | np.bool) or (isinstance(value, int) and value in (0, 1))
    if kind == "int":
        try:
            return not isinstance(value, bool) and operator.index(value) >= 1
        except TypeError:
            return False
    if kind == "dtype":
        return value is None or dtypes.is_inexact(dtypes.as_dtype(value))
    if kind == _FUNCTION:
        return callable(value)
    if kind == "key":
        return is_key(value)
    return hasattr(value, "__float__")


@typing.dataclass_transform(eq_default=False, field_specifiers=(tree.static, dataclasses.field))
class Module(metaclass=_Construction):
    """The base of all modules: a subclass is a dataclass and a pytree.

    Fields are annotated in the class and set once, in `__init__` (written, or a dataclass's). A
    module is not changed afterwards: `fjax.nn.replace` gives a changed copy. An error inside
    `__call__` names the path from the outermost module that was called.

    >>> class Scale(fjax.nn.Module):
    ...     factor: fjax.Array
    ...     power: int = fjax.tree.static(default=1)
    ...     def __call__(self, x):
    ...         return x * self.factor**self.power
    >>> print(fjax.grad(lambda scale: scale(3.0))(Scale(jnp.array(2.0), power=2)).factor)
    12.0
    """

    def __init_subclass__(cls, *, init: bool = True) -> None:
        """init=False tells type checkers that the class inherits an __init__."""
        written = any("__init__" in vars(c) and "_made" not in vars(c) for c in cls.__mro__[:-2])
        dataclasses.dataclass(init=not written, eq=False, repr=False)(typing.cast(Any, cls))
        if not written:
            cls._made = True
        if "__call__" in vars(cls):
            setattr(cls, "__call__", _located(vars(cls)["__call__"]))  # noqa: B010
        _register(cls)

    # For `fjax.nn.load_torch`, which says how: what `re.sub` puts in place of patterns.
    torch_names: typing.ClassVar[Mapping[str, str | Callable[[re.Match[str]], str]]] = {}
    torch_ignored: typing.ClassVar[tuple[str, ...]] = ()  # names of PyTorch's that mean nothing
    _made: typing.ClassVar[bool]

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in {field.name for field in fields_of(self)}:
            kind = type(value).__name__ if isinstance(value, Module) else "fjax.Array"
            raise FjaxTypeError(
                f"{type(self).__name__} has no field {name!r}: annotate it in the class, "
                f"`{name}: {kind}`, or `{name}: int = fjax.tree.static()` for configuration"
            )
        if name in vars(self):
            raise FjaxTypeError(
                f"{type(self).__name__}.{name} is set once: "
                f"fjax.nn.replace(module, {name!r}, value) gives a changed copy"
            )
        object.__setattr__(self, name, value)

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        """What the module computes; each subclass writes its own."""
        instead = "; call forward __call__" if "forward" in dir(type(self)) else ""
        raise NotImplementedError(f"{type(self).__name__} has no __call__{instead}")

    def lead(self) -> tuple[int, ...]:
        """The axes that all arrays of the modules in this one have in front."""
        return ()

    def __dir__(self) -> list[str]:
        written = {*vars(self), *(name for c in type(self).__mro__[:-2] for name in vars(c))}
        absent = misspelling.NAMES["nn.Module"]
        return [name for name in super().__dir__() if name not in absent or name in written]

    def __repr__(self) -> str:
        return shown(self)

    def _repr_html_(self) -> str:
        """What a notebook shows: the layers, folded."""
        return _pictures.of_model(self)


misspelling.answer_for(Module, "nn.Module")


def fields_of(module: Any) -> tuple[dataclasses.Field[Any], ...]:
    """The fields of a module or of its class.

    >>> [field.name for field in fields_of(fjax.nn.Linear)]
    ['weight', 'bias']
    """
    return dataclasses.fields(module)


def _register(cls: type[Module]) -> None:
    """Make a subclass a pytree node, whose instances are built without __init__."""
    fields = fields_of(cls)
    static = tuple(f.name for f in fields if f.metadata.get("static", False))
    data = tuple(f.name for f in fields if f.name not in static)
    keys = tuple(map(GetAttrKey, data))

    def flatten(module: Module) -> tuple[Any, ...]:
        return [getattr(module, n) for n in data], tuple([getattr(module, n) for n in static])

    def build(values: tuple[Any, ...], children: Any) -> Module:
        module = object.__new__(cls)
        vars(module).update(zip(static, values))
        vars(module).update(zip(data, children))
        return module

    register(cls, flatten, build, keys=lambda _, count: keys)


def _check_fields(module: Module) -> None:
    """Raise for a field that is missing, or holds what its kind of field may not hold."""
    name = type(module).__name__
    for field in fields_of(module):
        where = f"{name}.{field.name}"
        if not hasattr(module, field.name):
            raise FjaxTypeError(f"{where} is annotated and was not set in __init__")
        value = getattr(module, field.name)
        if field.metadata.get("static", False):
            _check_static(where, value)
        else:
            _check_data(where, field.name, value)


def _check_static(where: str, value: Any) -> None:
    try:
        hash(value)
    except TypeError as error:
        raise FjaxTypeError(
            f"{where} is static and holds {shown(value)}, which does not hash: arrays and modules "
            "belong into fields without fjax.tree.static(), and lists are tuples there"
        ) from error


def _check_data(where: str, name: str, value: Any) -> None:
    for path, leaf in tree.leaves_with_path(value):
        if not isinstance(leaf, (Array, np.ndarray, np.generic, ShapedArray)) and not hasattr(
            leaf, "aval"
        ):
            at = "".join(map(str, path))
            raise FjaxTypeError(
                f"{where}{at} holds {leaf!r}, which is not an array: declare configuration as "
                f"`{name}: … = fjax.tree.static()`, or make it an array to have it trained"
            )


def _located(call: Callable[..., Any]) -> Callable[..., Any]:
    """A __call__ that observers follow, and whose errors name the path to what raised them."""

    @functools.wraps(call)
    def located(self: Module, *args: Any, **keywords: Any) -> Any:
        follower = observer.get()
        try:
            if state.trace is None and not checks.on:
                if follower is not None:
                    return follower.follow(call, self, args, keywords)
                return call(self, *args, **keywords)
            with _named(self):
                if follower is not None:
                    return follower.follow(call, self, args, keywords)
                return call(self, *args, **keywords)
        except Exception as error:
            _locate(error, self)
            raise

    return located


@contextlib.contextmanager
def _named(module: Module) -> Iterator[None]:
    """A scope for what a call traces: the class of the outermost module, then steps of the path."""
    outer = calling.get()
    if outer is module:  # super().__call__
        yield
        return
    name = type(module).__name__
    if outer is not None:
        name = next((at for at, each in _below(outer) if each is module), name)
    token = calling.set(module)
    try:
        with named_scope(name):
            yield
    finally:
        calling.reset(token)


def _below(outer: Module) -> Iterator[tuple[str, Module]]:
    """The modules right below one, in containers too, with the steps of the path there."""
    pending = list(children(outer))
    while pending:
        path, each = pending.pop(0)
        if isinstance(each, Module):
            yield path.removeprefix("."), each
        else:
            pending += [(path + step, inner) for step, inner in children(each)]


def _locate(error: Any, outer: Module) -> None:
    """Say in an error where the module that raised it lies within `outer`."""
    inner, below = getattr(error, "raised_in", (None, ""))
    if inner is outer:
        return
    path = ""
    if inner is not None:
        found = next((at for at, each in walk(outer) if each is inner), None)
        path = found if found is not None else f"<{type(inner).__name__}>"
        path += below if not below or below.startswith("[") else f".{below}"
    error.raised_in = (outer, path)
    where = f"{type(outer).__name__}.{path}" if path else type(outer).__name__
    if isinstance(error, FjaxError):
        named = not path and error.message.startswith(where)  # as "Linear takes …"
        said = error.message if named else f"{where}: {error.message}"
        error.args = (f"{said}\n  at {error.line}",)
    else:
        if isinstance(error, TypeError):  # Python names the base that has the __call__
            inherited = f"{type(outer).__call__.__qualname__}()"
            name = f"{type(outer).__name__}.__call__"
            error.args = (str(error).replace(inherited, f"{name}()"),)
            note_call(error, name, type(outer).__call__)
        notes = [n for n in getattr(error, "__notes__", []) if not n.startswith("in module ")]
        error.__notes__ = [*notes, f"in module {where}"]


def children(value: Any) -> Iterator[tuple[str, Any]]:
    """(step of the path, child) of a module or container; nothing for other values.

    >>> list(children([5, 6]))
    [('[0]', 5), ('[1]', 6)]
    """
    if isinstance(value, Module):
        for field in fields_of(value):
            if not field.metadata.get("static", False):
                yield f".{field.name}", getattr(value, field.name)
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        yield from ((f".{name}", getattr(value, name)) for name in value._fields)
    elif isinstance(value, (list, tuple)):
        yield from ((f"[{k}]", each) for k, each in enumerate(value))
    elif isinstance(value, Mapping):
        yield from ((f"[{key!r}]", value[key]) for key in value)


def walk(value: Any, path: str = "") -> Iterator[tuple[str, Module]]:
    """(path, module) of a module and of all modules in it, outermost first.

    >>> from fjax.nn import Linear, Sequential
    >>> model = Sequential(Linear(2, 3, key=fjax.random.key(0)), fjax.nn.relu)
    >>> [(path, type(module).__name__) for path, module in walk(model)]
    [('', 'Sequential'), ('layers[0]', 'Linear'), ('layers[1]', 'Lambda')]
    """
    if isinstance(value, Module):
        yield path, value
    for step, child in children(value):
        yield from walk(child, (path + step).removeprefix("."))


def bracketed(path: str) -> str:
    """A path with `[3]` for `.3`, as PyTorch spells it.

    >>> bracketed("layers.3.weight")
    'layers[3].weight'
    """
    return re.sub(r"\.(\d+)(?![^.[])", r"[\1]", path)


def matching(pattern: str) -> str:
    """The regular expression of the paths that a pattern means, in which `*` is anything.

    >>> bool(re.fullmatch(matching("layers.*.weight"), "layers[3].weight"))
    True
    """
    text = re.escape(bracketed(pattern))
    return text.replace(r"\.\*", r"[.\[].*").replace(r"\*", ".*")


def replace(model: Value, path: str, value: Any) -> Value:
    """A copy of a model with another part at a path.

    path: as errors and summaries spell it, such as `"encoder.layers[3].weight"`, or as PyTorch
    does, `"encoder.layers.3.weight"`. Raises FjaxValueError if there is no such part.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> print(fjax.nn.replace(layer, "bias", jnp.zeros(3)).bias)
    [0. 0. 0.]
    """
    path, steps, end = bracketed(path), [], 0
    while match := _STEP.match(path, end):
        steps.append(match)
        end = match.end()
    if not steps or end != len(path):
        raise FjaxValueError(f"nn.replace: {path!r} is not a path such as 'layers[0].weight'")
    if isinstance(value, type):
        raise FjaxTypeError(
            f"nn.replace: what is put at {path!r} is an instance, {value.__name__}(…), and this is "
            "the class"
        )
    return _replaced(model, steps, value, path)


def _replaced(part: Any, steps: list[Any], value: Any, path: str) -> Any:
    if not steps:
        return value
    names = dict(children(part))
    step = "." + steps[0]["field"] if steps[0]["field"] else steps[0].group()
    if step not in names:
        raise FjaxValueError(
            f"nn.replace: no {step!r} on the way of {path!r}; {type(part).__name__} has "
            f"{', '.join(names) or 'no parts'}"
        )
    new = _replaced(names[step], steps[1:], value, path)
    if isinstance(part, Module):
        copy = object.__new__(type(part))
        vars(copy).update({**vars(part), step[1:]: new})
        return copy
    parts = {name: new if name == step else old for name, old in names.items()}
    if isinstance(part, Mapping):
        made: Any = type(part)
        return made(zip(part, parts.values(), strict=True))
    if hasattr(part, "_fields"):
        return type(part)(*parts.values())
    return type(part)(parts.values())


def part(model: Any, path: str) -> Any:
    """The part of a model at a path, as errors and summaries spell it.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> fjax.nn.part(layer, "weight").shape
    (3, 2)
    """
    if not isinstance(path, str):
        raise FjaxTypeError(f"nn.part: a path is a text such as 'weight', got {path!r:.60}")
    for match in _STEP.finditer(bracketed(path)):
        names = dict(children(model))
        step = "." + match["field"] if match["field"] else match.group()
        if step not in names:
            raise FjaxValueError(
                f"nn.part: no {step!r} on the way of {path!r}; {type(model).__name__} has "
                f"{', '.join(names) or 'no parts'}"
            )
        model = names[step]
    return model
