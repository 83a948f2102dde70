"""Plans as bytes: what a target needs to run one, so that another process need not lower it again.

Only what runs is stored, without the forms, reasons and texts that people read. Templates give the
same part of a plan for a new size (`template.py`).

A kernel is stored as its fingerprint, which finds its machine code. A library's routine is stored
as its equation, and the library is asked again. A line of the user's code is stored as its number
among the lines of the traced program. A plan that holds anything but fjax's own data, such as a
function, cannot be stored.

The bytes are a pickle. Its reader makes objects of fjax's data classes and calls nothing else.
"""

from __future__ import annotations

import copyreg
import dataclasses
import enum
import io
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.control import LoopForm
from fjax.core.dtypes import KeyDtype
from fjax.core.ir import Atom, DropVar, Equation, Hashed, Jaxpr, Literal, Var
from fjax.core.memo import memo
from fjax.core.primitive import Primitive
from fjax.core.source import UNKNOWN, Source
from fjax.lowering.fuse.fused import Fused
from fjax.lowering.kernel.fingerprint import fingerprint
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.run.control_flow import ControlFlow
from fjax.lowering.run.launch import Launch, Routine
from fjax.lowering.run.plan import HostLoop, KeptPlan, Plan, PlannedLaunch
from fjax.lowering.target import Target

PROTOCOL = 5
PACKAGES = (
    "fjax.core.",
    "fjax.higher_order.",
    "fjax.lowering.",
    "fjax.passes.",
    "fjax.precision",
    "fjax.primitives.",
)
PARTS = frozenset({Var, DropVar, Literal, ShapedArray, Jaxpr, Equation, Hashed})  # besides records
PYTHON = {("builtins", "complex"): complex, ("builtins", "range"): range}
_copyreg: Any = copyreg  # its types lack what pickles name


class Unstorable(Exception):
    """Something cannot be stored, or what is stored cannot be used."""


def stored(plan: Plan, program: Jaxpr) -> bytes:
    """A plan of a program as bytes; raises Unstorable."""
    return _written(_PlanWriter(program), plan)


def restored(contents: bytes, program: Jaxpr, target: Target) -> KeptPlan:
    """The plan that `stored` has written, of an equal program; raises Unstorable.

    It has what runs, and no forms, reasons or texts. A plan cannot be used if machine code of one
    of its kernels is missing, for example.
    """
    try:
        found = _Reader(contents, program, target).load()
    except Unstorable:
        raise
    except Exception as error:  # whatever damaged bytes lead to
        raise Unstorable(f"{type(error).__name__}: {error}") from error
    if type(found) is not Plan:
        raise Unstorable(type(found))
    return KeptPlan(**{**found.__dict__, "optimized": program})


def text_of(parts: Any) -> bytes:
    """Bytes that are equal for equal data, in every process; raises Unstorable."""
    return _written(_Writer(fast=True), parts)


def _written(writer: _Writer, parts: Any) -> bytes:
    try:
        writer.dump(parts)
    except (pickle.PicklingError, RecursionError, ValueError) as error:  # too deep, or no data
        raise Unstorable(str(error)) from error
    return writer.file.getvalue()


@memo(1024)
def _is_data(kind: Any) -> bool:
    """Whether it is one of fjax's data classes."""
    if not isinstance(kind, type) or not kind.__module__.startswith(PACKAGES):
        return False
    if kind in PARTS or issubclass(kind, (Primitive, enum.Enum)):
        return True
    is_record = any("__dataclass_fields__" in vars(c) for c in kind.__mro__)
    return is_record or (issubclass(kind, tuple) and hasattr(kind, "_fields"))


class _Writer(pickle.Pickler):
    """Writes fjax's own data; `reducer_override` gets what is not plain data of Python."""

    def __init__(self, fast: bool = False):
        self.file = io.BytesIO()
        super().__init__(self.file, PROTOCOL)
        # Nothing but what is one object in a process, such as a class, is written as "what was
        # there before": equal is equal bytes.
        self.fast = fast
        self.single: dict[int, tuple[int, Any]] = {}  # what was there, by its address
        self.names: dict[type, Sequence[str]] = {}
        self.rules: dict[type, Callable[[Any], Any]] = {
            KeyDtype: _of_key_dtype,
            Hashed: lambda x: (Hashed, (x.parts,)),
            ShapedArray: _of_aval,
            Literal: _of_literal,
            Jaxpr: lambda x: (Jaxpr, (x.invars, x.eqns, x.outvars, x.debug_name)),
            Equation: lambda x: (Equation, (x.op, x.invars, x.outvars, x.source)),
            Var: lambda x: (Var, (x.aval,)),
            DropVar: lambda x: (DropVar, (x.aval,)),
            complex: lambda x: NotImplemented,
            range: lambda x: NotImplemented,
        }

    def reducer_override(self, x: Any) -> Any:
        """How the reader makes an object: a function, its arguments, and the object's fields."""
        kind = type(x)
        rule = self.rules.get(kind)
        if rule is not None:
            return rule(x)
        if self.fast and _is_single(x):
            self.single[id(x)] = len(self.single), x
            self.memo = self.single
        if kind is type and _is_data(x):
            return NotImplemented
        if isinstance(x, np.dtype):
            return _Reader.dtype, (dtypes.short_name(x),)
        if isinstance(x, np.generic):
            return _Reader.scalar, (x.dtype, x.tobytes())
        if isinstance(x, type):
            if kind is not type and not _is_data(x):
                raise Unstorable(x)
            return NotImplemented if _is_data(x) or x in (complex, range) else _refused(x)
        if getattr(x, "__name__", None) is not None and getattr(_Reader, x.__name__, None) is x:
            return NotImplemented
        return self.of_data(x, kind)

    def of_data(self, x: Any, kind: type) -> Any:
        """Of an object of one of fjax's data classes."""
        if not _is_data(kind):
            raise Unstorable(kind)
        if isinstance(x, Primitive):
            return kind, tuple([getattr(x, name) for name in x.field_names])
        if isinstance(x, (tuple, enum.Enum)):
            return NotImplemented
        return self.of_record(x, kind)

    def of_record(self, x: Any, kind: type, **changes: Any) -> Any:
        """Of a dataclass: its fields, some of them changed, without cached properties."""
        if not hasattr(x, "__dict__"):
            raise Unstorable(kind)
        if kind not in self.names:
            self.names[kind] = [f.name for f in dataclasses.fields(x)]
        held = x.__dict__
        fields = {name: held[name] for name in self.names[kind]}
        return _copyreg.__newobj__, (kind,), {**fields, **changes}


def _is_single(x: Any) -> bool:
    """Whether a process has one object of this value: a class, function, member or plain dtype."""
    if isinstance(x, np.dtype):
        return x is np.dtype(x.type)
    return isinstance(x, (type, enum.Enum, FunctionType))


def _refused(x: Any) -> NoReturn:
    raise Unstorable(x)


def _of_key_dtype(x: KeyDtype) -> Any:
    if x.generator is not None:
        raise Unstorable(x)
    return _Reader.key_dtype, (x.implementation,)


def _of_aval(x: ShapedArray) -> Any:
    if x.layout is not None or x.vma:
        raise Unstorable(x)
    return ShapedArray, (x.shape, x.dtype, x.weak_type)


def _of_literal(x: Literal) -> Any:
    return Literal, (x.value, x.aval)


class _PlanWriter(_Writer):
    """Writes the part of a plan that runs."""

    def __init__(self, program: Jaxpr):
        super().__init__()
        self.lines = {id(x): k for k, x in enumerate(_lines(program))}
        self.rules |= {
            Source: lambda x: (_Reader.line, (self.lines.get(id(x), -1),)),
            Kernel: lambda x: (_Reader.kernel, (fingerprint(x),)),
            Plan: self._of_part,
            LoopForm: self._of_part,
            HostLoop: self._of_host_loop,
            PlannedLaunch: self._of_launch,
        }

    def _of_part(self, x: Any) -> Any:
        """Of an object with parts that do not run."""
        return self.of_record(x, type(x), **(changes_where_kept(x) or {}))

    def _of_host_loop(self, loop: HostLoop) -> Any:
        if loop.steps is None:
            raise Unstorable("a loop whose steps need Python")
        return self.of_record(loop, HostLoop)

    def _of_launch(self, planned: PlannedLaunch) -> Any:
        """A library is asked again, since the rest of its answer holds for this process only."""
        launch = planned.launch
        if isinstance(launch.code, (Kernel, ControlFlow)):
            return self._of_part(planned)
        if launch.halves is not None or launch.ends:
            raise Unstorable("a launch in halves")
        asked = planned.equation, launch.buffers, launch.scratch, launch.in_place
        return _Reader.library_launch, (*asked, planned.order, planned.scratch)


def _lines(program: Jaxpr) -> Iterator[Source | None]:
    """The user's lines of a program, in the order of its equations."""
    for eqn in program.eqns:
        yield eqn.source
        for inner in eqn.op.jaxprs:
            yield from _lines(inner)


class _Reader(pickle.Unpickler):
    """Reads what `_PlanWriter` has written. It makes objects of data, and calls its own methods."""

    def __init__(self, contents: bytes, program: Jaxpr, target: Target):
        super().__init__(io.BytesIO(contents))
        self.lines, self.target = list(_lines(program)), target

    def find_class(self, module: str, name: str) -> Any:
        """The class or function that a name in the bytes means."""
        if (module, name) in PYTHON:
            return PYTHON[module, name]
        if module == __name__ and name in _ASKED:
            return getattr(self, _ASKED[name])
        if not module.startswith(PACKAGES) or "." in name:
            raise Unstorable(f"{module}.{name}")
        found = super().find_class(module, name)
        if not _is_data(found):
            raise Unstorable(f"{module}.{name}")
        return found

    def dtype(self, name: str) -> Any:
        return dtypes.from_short_name(name)

    def key_dtype(self, implementation: str) -> Any:
        return dtypes.key_dtype(implementation)

    def scalar(self, dtype: np.dtype, contents: bytes) -> Any:
        (found,) = np.frombuffer(contents, dtype)
        return found

    def line(self, number: int) -> Source | None:
        return UNKNOWN if number < 0 else self.lines[number]

    def kernel(self, known: str) -> Routine:
        """The machine code of the kernel with this fingerprint."""
        found = self.target.known_kernel(known)
        if found is None:
            raise Unstorable("no machine code")
        return found

    def library_launch(
        self,
        equation: Equation,
        buffers: tuple[int, ...],
        scratch: int,
        in_place: tuple[tuple[int, int], ...],
        order: Sequence[int],
        room: Var | None,
    ) -> PlannedLaunch:
        """A library's launch of an equation; it must need the same memory as before."""
        found: Launch | None = self.target.library_launch(equation)
        if found is None or (found.scratch, found.in_place) != (scratch, in_place):
            raise Unstorable("another library")
        return PlannedLaunch(equation, replace(found, buffers=buffers), order, scratch=room)


_METHODS = ("dtype", "key_dtype", "scalar", "line", "kernel", "library_launch")
_ASKED = {f"{_Reader.__qualname__}.{name}": name for name in _METHODS}


NOTHING = Jaxpr((), (), ())
_LEFT_OUT = Equation(Fused(NOTHING), (), ())  # what a kernel computes


def changes_where_kept(x: Any) -> Mapping[str, Any] | None:
    """The fields of a part of a plan that differ in a plan that only runs; None if none do.

    Nested parts are not changed yet.
    """
    kind = type(x)
    if kind is Plan:
        return _of_plan(x)
    if kind is LoopForm:
        return _of_form(x)
    return _of_launch(x) if kind is PlannedLaunch else None


def _of_plan(plan: Plan) -> Mapping[str, Any]:
    """The fields that do not run, or run in small part."""
    outs = plan.jaxpr.outvars
    whole: Sequence[Var] = () if plan.whole is None else (*plan.whole.read, *plan.whole.kept)
    named: list[Atom] = [*plan.jaxpr.invars, *whole, *outs]
    return {
        "jaxpr": _frame(plan.jaxpr),
        "literals": (),
        "copies": (),
        "reasons": (),
        "views": frozenset(),
        "storage": {x: plan.storage[x] for x in outs if x in plan.storage},
        "numbers": {x: plan.numbers[x] for x in named if x in plan.numbers},
        "last": {},
        "own": frozenset(),
        "kernels": (),
        "fallbacks": (),
        "optimized": NOTHING,
    }


def _of_form(form: LoopForm) -> Mapping[str, Any]:
    """A loop's bodies: their plans run, so that their jaxprs are frames."""
    condition = None if form.condition is None else _frame(form.condition)
    return {"body": _frame(form.body), "condition": condition}


def _of_launch(planned: PlannedLaunch) -> Mapping[str, Any] | None:
    """A kernel's machine code runs, so it needs no equation. A library is asked by its equation."""
    launch = planned.launch
    if isinstance(launch.code, Kernel):
        return {"equation": _LEFT_OUT, "kernel": None, "loop": None}
    if not isinstance(launch.code, ControlFlow):
        return None
    values = planned.equation
    eqn = _LEFT_OUT.replace(invars=values.invars, outvars=values.outvars)
    launch = replace(launch, code=replace(launch.code, equation=eqn))
    return {"equation": eqn, "launch": launch, "kernel": None, "loop": None}


def _frame(jaxpr: Jaxpr) -> Jaxpr:
    """A program's inputs and outputs, without equations."""
    return Jaxpr(jaxpr.invars, (), jaxpr.outvars, jaxpr.debug_name)
