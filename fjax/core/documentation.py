"""Docstrings of functions that come out of factories."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar, get_overloads

Function = TypeVar("Function", bound=Callable[..., Any])
Member = TypeVar("Member")
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def documented(doc: str, example: tuple[str, str] | None) -> str:
    """A docstring with an example, (call, result), after it.

    >>> documented("Twice x.", ("2 * 3", "6")).splitlines()
    ['Twice x.', '', '    >>> 2 * 3', '    6', '    ']
    """
    if example is None:
        return doc
    call, result = example
    indented = result.replace("\n", "\n    ")
    separator = "\n" if ">>>" in doc else "\n\n"  # an example goes on
    return f"{doc.rstrip()}{separator}    >>> {call}\n    {indented}\n    "


def renamed(function: Function, name: str, module: str) -> Function:
    """The same function as one of its own with another name, as each of JAX's has.

    >>> from fjax.numpy import absolute
    >>> renamed(absolute, "magnitude", "fjax.example")(-1.0), absolute.__name__
    (Array(1., dtype=float64, weak_type=True), 'absolute')
    """
    original: Any = function
    found: Any = types.FunctionType(
        original.__code__, original.__globals__, name, original.__defaults__, original.__closure__
    )
    found.__kwdefaults__, found.__annotations__ = original.__kwdefaults__, original.__annotations__
    found.__dict__.update(original.__dict__)
    return described(found, name, module, function.__doc__ or "")


def family(
    function: Callable[Concatenate[str, Member, Parameters], Result],
) -> Callable[[str, Member, str], Callable[Parameters, Result]]:
    """Decorator of a function of (name, which, ...) that stands for several public functions.

    The result makes one of them from its name, from `which`, whatever tells it from the others, and
    from a docstring. Readers and type checkers see the other parameters.

    >>> @family
    ... def power(name: str, n: int, x: float) -> float: return x**n
    >>> cube = power("cube", 3, "x³.")
    >>> cube(2.0), cube.__name__, [*inspect.signature(cube).parameters]
    (8.0, 'cube', ['x'])
    """
    whole = inspect.signature(function)
    own, public = [*whole.parameters][:2], [*whole.parameters.values()][2:]
    signature = whole.replace(parameters=public)
    make = _with_parameters(signature)

    def member(name: str, which: Member, doc: str) -> Callable[Parameters, Result]:
        made: Any = functools.wraps(function)(make(function, name, which))
        made.__signature__ = signature
        made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
        made.__annotations__ = {k: v for k, v in made.__annotations__.items() if k not in own}
        named: Callable[Parameters, Result] = described(made, name, function.__module__, doc)
        return named

    return member


def _with_parameters(signature: inspect.Signature) -> Callable[..., Any]:
    """From (function, name, which) to what has these parameters and gives them to the function.

    Written as text: it costs less than `*args` and `**kwargs`, and its errors name what is missing.
    """
    bare = [p.replace(default=p.empty, annotation=p.empty) for p in signature.parameters.values()]
    passed = [f"{p.name}={p.name}" if p.kind is p.KEYWORD_ONLY else p.name for p in bare]
    header, operands = str(inspect.Signature(bare))[1:-1], ", ".join(passed)
    text = f"lambda _of, _name, _which: lambda {header}: _of(_name, _which, {operands})"
    found: Callable[..., Any] = eval(compile(text, __file__, "eval"))
    return found


def typed_by_overloads(function: Function) -> Function:
    """Decorator of a function with overloads: they say its types, which are not written again.

    Its parameters have the types of the last overload, which is the widest, and it returns what one
    of the overloads does.

    >>> from fjax.numpy import linspace
    >>> linspace.__annotations__["retstep"], linspace.__annotations__["return"]
    ('bool', 'Array | tuple[Array, Array]')
    """
    overloads = [inspect.get_annotations(each) for each in get_overloads(function)]
    results = dict.fromkeys(each["return"] for each in overloads)  # in order, each once
    function.__annotations__ = {**overloads[-1], "return": " | ".join(results)}
    return function


def described(function: Function, name: str, module: str, doc: str) -> Function:
    """A function out of a factory, under its name: `module` is where users find it.

    >>> twice = described(lambda x: 2 * x, "twice", "fjax.example", "Twice x.")
    >>> twice.__module__, twice.__name__, twice.__doc__
    ('fjax.example', 'twice', 'Twice x.')
    """
    function.__name__, function.__module__, function.__doc__ = name, module, doc
    function.__qualname__ = name
    return function
