"""What still refers to an object: the chain of references from a name of the program."""

from __future__ import annotations

import gc
import sys
import types
from collections.abc import Collection
from typing import Any

from fjax import errors

LONGEST = 8  # references


def chain_to(leaked: Any, ignored: Collection[int] = ()) -> str:
    """How a program reaches an object: the name first, then each step; empty if nothing is found.

    ignored: the identities of what does not count.

    >>> class Model: pass
    >>> model = Model()
    >>> model.cache = {"last": [Model()]}
    >>> chain_to(model.cache["last"][0])
    "attribute 'cache' of a Model, at ['last'], at [0]"
    """
    steps: list[str] = []
    way = [leaked]  # keeps what was seen alive, so that its identity stays its own
    seen = {id(leaked), id(way), *ignored}
    current = leaked
    while len(steps) < LONGEST:
        current, before = _holder(current, seen), current
        if current is None:
            steps.insert(0, _named(before))
            break
        way.append(current)
        seen.add(id(current))
        said = _described(current, before)
        steps.insert(0, str(said))
        if _is_end(current, steps[0]):
            break
    if len(steps) > 1 and steps[0].startswith("attributes of"):
        key = steps.pop(1).removeprefix("at [").removesuffix("]")
        steps[0] = steps[0].replace("attributes", f"attribute {key}", 1)
    return ", ".join(filter(None, steps))


def _holder(held: Any, seen: set[int]) -> Any:
    """What refers to an object, of several what says most; None if nothing does.

    There are no closures and no tuples here: they would be holders, too.
    """
    best = None
    for holder in gc.get_referrers(held):
        if id(holder) in seen or not _counts(holder):
            continue
        if _described(holder, held) is None:
            continue
        if best is None or _rank(holder) < _rank(best):
            best = holder
    return best


def _named(held: Any) -> str:
    """Where a name of a module, or what it stands for, holds an object.

    The collector does not say so of objects that are frozen (`gc.freeze`), as old ones may be.
    """
    for module in list(sys.modules.values()):
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if value is held:
                return f"name {name!r} of the module {module.__name__}"
            if isinstance(value, (type, types.FunctionType, types.CellType)):
                continue
            said = _described(value, held)
            if said is not None:
                whose = f"name {name!r} of the module {module.__name__}"
                return said if said.startswith("attribute") else f"{whose}, {said}"
    return ""


def _counts(holder: Any) -> bool:
    """Whether a holder is the program's: no frame that runs fjax, and none that looks for it."""
    if isinstance(holder, types.FrameType):
        return not errors.is_own_code(holder.f_code)
    return not isinstance(holder, (types.GeneratorType, types.TracebackType))


def _rank(holder: Any) -> int:
    """Names of modules and variables before containers, these before anything else."""
    if isinstance(holder, types.FrameType) or _module(holder) is not None:
        return 0
    return 1 if isinstance(holder, (list, tuple, dict, set)) else 2


def _is_end(holder: Any, said: str) -> bool:
    return _rank(holder) == 0 or said.startswith("attribute")


def _module(holder: Any) -> str | None:
    """The module whose names a dict is."""
    name = holder.get("__name__") if isinstance(holder, dict) else None
    module = sys.modules.get(name) if isinstance(name, str) else None
    return name if module is not None and vars(module) is holder else None


def _described(holder: Any, held: Any) -> str | None:
    """Where in a holder an object is; None for holders that say nothing."""
    if isinstance(holder, types.FrameType):
        names = [k for k, v in holder.f_locals.items() if v is held]
        return f"variable {names[0]!r} of {holder.f_code.co_name}" if names else None
    if isinstance(holder, dict):
        keys = [k for k, v in holder.items() if v is held]
        module = _module(holder)
        if not keys:
            return None
        return f"name {keys[0]!r} of the module {module}" if module else f"at [{keys[0]!r}]"
    if isinstance(holder, (list, tuple)):
        places = [k for k, v in enumerate(holder) if v is held]
        return f"at [{places[0]}]" if places else None
    if isinstance(holder, set):
        return "in a set" if any(x is held for x in holder) else None
    if isinstance(holder, types.CellType):
        return "in a closure"
    if isinstance(holder, types.FunctionType):
        return f"of the function {holder.__qualname__}"
    return _attribute(holder, held)


def _attribute(holder: Any, held: Any) -> str | None:
    fields = getattr(holder, "__dict__", None)
    if not isinstance(fields, dict):
        return None
    names = [k for k, v in fields.items() if v is held]
    kind = "class" if isinstance(holder, type) else "a"
    name = holder.__name__ if isinstance(holder, type) else type(holder).__name__
    if fields is held:
        return f"attributes of {kind} {name}"
    return f"attribute {names[0]!r} of {kind} {name}" if names else None
