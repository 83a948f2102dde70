"""Plants a fault in functions that live already: their code is exchanged."""

from __future__ import annotations

import ast
import gc
import pathlib
from collections import defaultdict
from collections.abc import Iterator
from types import CodeType, FunctionType

OPTIMIZED = 1  # a flag of functions' code, not of modules and classes


class NeedsImport(Exception):
    """The change takes effect when a module is imported, so it has to be imported anew."""


class Functions:
    """The package's functions that live now, by where their code is from."""

    def __init__(self, package: pathlib.Path):
        self.found = defaultdict(list)
        frozen = gc.get_freeze_count() > 0
        gc.unfreeze()  # what is frozen, as all is that was made before tests run, is not listed
        for value in gc.get_objects():
            if type(value) is FunctionType and value.__code__.co_filename.startswith(str(package)):
                self.found[_place(value.__code__)].append(value)
        if frozen:
            gc.freeze()

    def exchange(self, path: pathlib.Path, before: ast.Module, after: ast.Module) -> None:
        """Give functions of `path` the code that they have in the tree `after`."""
        old, new = (compile(tree, str(path), "exec", dont_inherit=True) for tree in (before, after))
        changed = list(_changed(old, new))
        targets = [
            (function, code)
            for was, code in changed
            for function in self.found[_place(was)]
            if function.__code__ == was
        ]
        if not targets:
            raise NeedsImport(f"no living function of {path.name} has the code")
        for function, code in targets:
            if function.__code__.co_freevars != code.co_freevars:
                raise NeedsImport(f"{code.co_qualname} closes over other names")
        for function, code in targets:
            function.__code__ = code


def _place(code: CodeType) -> tuple:
    return code.co_filename, code.co_firstlineno, code.co_qualname


def _changed(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Pairs of functions' code that differ."""
    is_function = bool(old.co_flags & OPTIMIZED)
    inner = [[c for c in code.co_consts if isinstance(c, CodeType)] for code in (old, new)]
    if _own(old) != _own(new) or len(inner[0]) != len(inner[1]):
        if not is_function:
            raise NeedsImport(f"{old.co_qualname} is run by an import")
        yield old, new
    elif is_function and old != new:
        yield old, new
    if len(inner[0]) == len(inner[1]):
        for pair in zip(*inner):
            yield from _changed(*pair)


def _own(code: CodeType) -> tuple:
    """What a code object does itself, without the functions inside it."""
    constants = tuple((type(c), repr(c)) for c in code.co_consts if not isinstance(c, CodeType))
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars
