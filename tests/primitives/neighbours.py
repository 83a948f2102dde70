"""Primitives of the sample rows, and what differs from each of them in one operand or parameter."""

import dataclasses
import enum
import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.ir import Jaxpr
from fjax.core.primitive import Primitive
from tests.samples import SAMPLES, Sample, staged

DTYPES = (np.bool_, np.uint8, np.int32, dtypes.bfloat16, np.float32, np.float64, np.complex64)
MOST = 8  # cases of one primitive


@dataclasses.dataclass(frozen=True)
class Case:
    """A primitive with avals of operands, and what was changed in it ("" for a sample's own)."""

    op: Primitive
    avals: tuple[ShapedArray, ...]
    change: str = ""
    sample: Sample | None = dataclasses.field(default=None, compare=False)  # its operands serve

    @property
    def label(self) -> str:
        """What the case is called in a test's name."""
        return f"{self.op.name}-{self.change}".replace(" ", "_")


@functools.cache
def cases() -> dict[str, list[Case]]:
    """The cases of all samples, by name of the primitive; primitives with bodies are left out."""
    found: dict[str, list[Case]] = {}
    kinds = set()
    for sample in SAMPLES:
        jaxpr, _ = staged(sample, sample.make())
        for eqn in jaxpr.eqns:
            own = sample if tuple(eqn.invars) == tuple(jaxpr.invars) else None
            case = Case(eqn.op, tuple(v.aval for v in eqn.invars), "", own)
            kind = (eqn.op, tuple((a.dtype.kind, a.ndim) for a in case.avals))
            known = len(found.get(eqn.op.name, ()))
            if not eqn.op.jaxprs and not eqn.op.effects and kind not in kinds and known < MOST:
                kinds.add(kind)
                found.setdefault(eqn.op.name, []).append(case)
    return dict(sorted(found.items()))


def other_operands(case: Case) -> Iterator[Case]:
    """The same primitive with an operand, or all of them, of another dtype or shape."""
    every = range(len(case.avals))
    for places in [(i,) for i in every] + ([tuple(every)] if len(every) > 1 else []):
        which = "all" if len(places) > 1 else f"operand {places[0]}"
        for text, change in CHANGES.items():
            avals = tuple(a if i not in places else change(a) for i, a in enumerate(case.avals))
            yield Case(case.op, avals, f"{which} {text}")


def _of(dtype: Any) -> Callable[[ShapedArray], ShapedArray]:
    return lambda a: ShapedArray(a.shape, np.dtype(dtype))


def _shaped(change: Callable[[tuple], tuple]) -> Callable[[ShapedArray], ShapedArray]:
    """Scalars, which have no axes to change, stay as they are."""
    return lambda a: a.update(shape=change(a.shape)) if a.shape else a


CHANGES = {
    **{f"of {np.dtype(d).name}": _of(d) for d in DTYPES},
    "weak": lambda a: a.update(weak_type=True),
    "longer": _shaped(lambda s: (*s[:-1], s[-1] + 1)),
    "taller": _shaped(lambda s: (s[0] + 1, *s[1:])),
    "empty": _shaped(lambda s: (0, *s[1:])),
    "without the first axis": _shaped(lambda s: s[1:]),
    "without the last axis": _shaped(lambda s: s[:-1]),
    "with one axis more": lambda a: a.update(shape=(2, *a.shape)),
}


def other_parameters(case: Case) -> Iterator[Case]:
    """The same operands with another value of one parameter."""
    for name in case.op.field_names:
        for text, new in _others(getattr(case.op, name)):
            yield dataclasses.replace(
                case, op=case.op.replace(**{name: new}), change=f"{name}{text}"
            )


def _others(value: Any) -> Iterator[tuple[str, Any]]:
    """Values near to one, each with how it differs."""
    if isinstance(value, bool):
        yield f"={not value}", not value
    elif isinstance(value, int) and not isinstance(value, enum.Enum):
        yield f"={value + 1}", value + 1
        yield f"={value - 1}", value - 1
    elif isinstance(value, float):
        yield f"={value + 1}", value + 1
    elif isinstance(value, enum.Enum):
        yield from ((f"={other.name}", other) for other in type(value) if other is not value)
    elif isinstance(value, np.dtype):
        yield from ((f"={np.dtype(d).name}", np.dtype(d)) for d in DTYPES if np.dtype(d) != value)
    elif hasattr(value, "_fields"):
        for field in value._fields:
            for text, new in _others(getattr(value, field)):
                yield f".{field}{text}", value._replace(**{field: new})
    elif isinstance(value, tuple):
        yield from _other_tuples(value)
    elif dataclasses.is_dataclass(value) and not isinstance(value, (type, Jaxpr, Primitive)):
        for field in dataclasses.fields(value):
            for text, new in _others(getattr(value, field.name)):
                yield f".{field.name}{text}", dataclasses.replace(value, **{field.name: new})


def _other_tuples(value: tuple) -> Iterator[tuple[str, Any]]:
    if value:
        yield " without the last", value[:-1]
        yield " with the last twice", (*value, value[-1])
    else:
        yield "=(0,)", (0,)
    if len(value) > 1:
        yield " reversed", value[::-1]
    for place in sorted({0, len(value) - 1}) if value else ():
        for text, new in _others(value[place]):
            yield f"[{place}]{text}", (*value[:place], new, *value[place + 1 :])


def outcome(case: Case) -> str:
    """The types of the results, or the error."""
    try:
        outs = case.op.result_type(*case.avals)
    except Exception as error:  # which error it is, is what is recorded
        return f"{type(error).__name__}: {str(error).splitlines()[0][:200]}"
    return ", ".join(str(aval) + ("~" if aval.weak_type else "") for aval in outs)
