"""`python -m fjax explain FILE.py:function`: the page of a function in a file."""

from __future__ import annotations

import importlib.util
import inspect
import pathlib
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from fjax.errors import FjaxValueError
from fjax.explanation import explain
from fjax.misspelling import nearest


def explain_file(where: str, arguments: str | None, measure: bool, output: str | None) -> str:
    """Make the page of a function in a file; gives the line to print.

    where: FILE.py:function, or FILE.py:name.name. arguments: a call's arguments, as Python written
    among the file's names; None takes for each parameter the file's name that it has. output: the
    page's file; None opens it in a browser.
    """
    file, colon, name = where.rpartition(":")
    if not colon or not name:
        raise FjaxValueError("name a file and a function, as in FILE.py:function")
    module = _loaded(pathlib.Path(file))
    function = _found(module, name)
    explainer = explain(function, measure=measure)
    args, kwargs = _arguments(module, function, name, arguments)
    page = explainer(*args, **kwargs)
    path = page.open() if output is None else page.save(output)
    return f"{page}\n{path}"


def _loaded(path: pathlib.Path) -> ModuleType:
    """The file as a module that is not the program; it finds modules beside it."""
    name = "explained"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise FjaxValueError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.resolve().parent))
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _found(module: ModuleType, name: str) -> Callable[..., Any]:
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            near = nearest(part, vars(found))
            raise FjaxValueError(f"the file defines no {name!r}{near}")
        found = getattr(found, part)
    return found


def _arguments(
    module: ModuleType, function: Callable[..., Any], name: str, written: str | None
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of the call that is explained."""
    names = vars(module)
    if written is not None:
        call = {**names, "_call": lambda *args, **kwargs: (args, kwargs)}
        try:
            return eval(f"_call({written})", call)
        except (SyntaxError, NameError) as error:
            said = error.msg if isinstance(error, SyntaxError) else error
            raise FjaxValueError(f"--args {written!r}: {said}") from error
    given: list[Any] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not parameter.POSITIONAL_OR_KEYWORD or (
            parameter.default is not parameter.empty
        ):
            break
        if parameter.name not in names:
            raise FjaxValueError(
                f"{name} takes {parameter.name}, and the file has no value of that name; say what "
                "to call it with, as in --args 'jnp.ones((3, 4)), 0.5'"
            )
        given.append(names[parameter.name])
    return tuple(given), {}
