"""What makes two kernels the same: a hash of their texts.

The texts number loops in order of appearance. So kernels that differ only in loop numbers share
their code, within a process and on disk.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import numpy as np

from fjax.core import dtypes, scalar, scalar_graph, scalar_numpy
from fjax.core.memo import WeakTable
from fjax.core.scalar import Function
from fjax.lowering.kernel import form, printer, spelling

# What says what a kernel's expressions mean: with this package, a part of all caches' keys.
SOURCES = dtypes, scalar, scalar_graph, scalar_numpy

_fingerprints = WeakTable(1 << 14)
_function_digests = WeakTable()
_SHARED = re.compile(r"(?<=!)b[^,)]+")  # which memory an output may have: the code is the same
_LOOP = re.compile(r"(?<![:\w])(?<!call )([iwcr])(\d+)")  # its index, or what it carries or gives


def fingerprint(kernel: form.Kernel) -> str:
    """A hash of everything in a kernel that its code depends on."""
    known = _fingerprints.of(kernel)
    if not known:
        known["hash"] = _fingerprint(kernel)
    return known["hash"]


def _fingerprint(kernel: form.Kernel) -> str:
    """A hash of the text, and of the programs of the functions that it names."""
    printed = printer.Printer(kernel)
    head, *lines = printed.lines
    text = "\n".join(lines)
    loops = [s.number for s in spelling.walk(kernel.body) if isinstance(s, (form.Loop, form.While))]
    if loops != list(range(len(loops))):
        order: dict[str, int] = {}
        text = _LOOP.sub(lambda x: f"{x[1]}{order.setdefault(x[2], len(order))}", text)
    called = dict.fromkeys((x.extra, tuple([a.dtype for a in x.args])) for x in printed.calls)
    parts = (_SHARED.sub("", head), text, *(_function_digest(*call) for call in called))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _function_digest(function: Function, inputs: tuple[np.dtype, ...]) -> str:
    """A hash of a function's program for these dtypes."""
    known = _function_digests.of(function)
    if inputs not in known:
        _, body = function.body(*inputs)
        store = form.Store(form.Access(0), body)
        known[inputs] = _fingerprint(form.Kernel((), (), (store,)))
    return known[inputs]


def source_hash(modules: Iterable[ModuleType], packages: Iterable[ModuleType] = ()) -> str:
    """A hash of the source text of modules, and of all modules in packages.

    Generated code depends on what generates it.
    """
    paths = [Path(module.__file__ or "") for module in modules]
    for package in packages:
        paths += sorted(Path(package.__file__ or "").parent.glob("*.py"))
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()
