"""Programs that several processes run exchange apart: none receives what another sends."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from fjax.core import processes
from fjax.core.ir import Equation, Jaxpr
from fjax.core.memo import weak_memo
from fjax.core.process_grid import Groups, ProcessAxis, group_of

Exchanges = tuple[tuple[ProcessAxis, ...], Groups]


def isolate(jaxpr: Jaxpr) -> Jaxpr:
    """The program with a channel of its own, which all processes make together."""
    found = list(dict.fromkeys(_exchanges(jaxpr)))
    channel = processes.job().channel(len(found))
    for axes, groups in found:
        group_of([_on(axis, channel) for axis in axes], groups)
    return _on_channel(jaxpr, channel)


def _exchanges(jaxpr: Jaxpr) -> Iterator[Exchanges]:
    """The axes of processes, and groups along them, with which a program exchanges."""
    for eqn in jaxpr.eqns:
        for body in eqn.op.jaxprs:
            yield from _exchanges(body)
        axes = tuple(a for a in eqn.op.axis_names if isinstance(a, ProcessAxis))
        if axes and eqn.invars and not eqn.op.jaxprs:
            yield axes, getattr(eqn.op, "groups", None)


@weak_memo
def _on_channel(jaxpr: Jaxpr, channel: int) -> Jaxpr:
    """The program with axes of processes on a channel."""
    if not any(isinstance(axis, ProcessAxis) for axis in jaxpr.axis_names):
        return jaxpr
    return jaxpr.replace(eqns=[eqn.replace(op=_operation(eqn, channel)) for eqn in jaxpr.eqns])


def _operation(eqn: Equation, channel: int) -> Any:
    """An operation with the axes and programs among its parameters on a channel."""
    op, changed = eqn.op, {}
    if not op.axis_names:
        return op
    for field in dataclasses.fields(op):
        value = getattr(op, field.name)
        found = tuple([_on(v, channel) for v in value]) if type(value) is tuple else value
        changed[field.name] = _on(found, channel)
    return op.replace(**changed)


def _on(value: Any, channel: int) -> Any:
    if isinstance(value, Jaxpr):
        return _on_channel(value, channel)
    return dataclasses.replace(value, channel=channel) if isinstance(value, ProcessAxis) else value
