"""The constants of a traced function, and what is made of them once, beside its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax.core import tracing
from fjax.core.array import Array
from fjax.core.device import Placement
from fjax.core.ir import Jaxpr
from fjax.lowering import evaluated_once, pipeline, targets
from fjax.lowering.run.executable import Executable


def parts_of(jaxpr: Jaxpr, constants: Sequence[Any]) -> evaluated_once.Parts:
    """What of a program is evaluated once, and what is called, on the target in force."""
    if any(tracing.unknown(c) or _on_mesh(c) for c in constants):
        return evaluated_once.Parts(None, jaxpr)
    return evaluated_once.evaluated_once(jaxpr, len(constants), targets.current().machine)


def _on_mesh(value: Any) -> bool:
    return type(value) is Array and value.placement is not None and value.placement.on_mesh


def buffers_of(jaxpr: Jaxpr, constants: Sequence[Any], executable: Executable) -> list[Any]:
    """What an executable of the part that is called takes before the arguments."""
    found = [executable.buffer_of(tracing.as_array(c)) for c in constants]
    once = parts_of(jaxpr, constants).once
    return found if once is None else found + pipeline.compile_body(once)([*found])


def as_arrays(
    buffers: Sequence[Any], program: Jaxpr, constants: Sequence[Any], home: Placement | None
) -> list[Array]:
    """These buffers as arrays: the constants themselves, and what is made of them."""
    n = len(constants)
    made = zip(buffers[n:], program.in_avals[n:], strict=False)
    return [*map(tracing.as_array, constants), *[Array(b, aval, home) for b, aval in made]]
