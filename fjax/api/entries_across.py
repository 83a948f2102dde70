"""The short way into a traced function that several processes run together, each on its blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fjax.config import config
from fjax.core import processes
from fjax.core.array import Array
from fjax.core.blocks import Block
from fjax.core.placing import placement_of
from fjax.lowering import pipeline
from fjax.pytrees.picking import picker
from fjax.pytrees.registry import LEAF
from fjax.spmd import driver

if TYPE_CHECKING:
    from fjax.api.stages import Traced

Entry = Callable[..., Any]
Finish = Callable[[Any], Any]


def across_entry(traced: Traced, leaves: Sequence[Any], finish: Finish | None) -> Entry | None:
    """An entry for positional arguments that are Arrays of the types and places of these leaves.

    Each process has run the call with them once, so that the programs have been compared.
    finish: makes the user's result of an Array or a tuple of Arrays. None where there can be none.
    """
    args, _keywords = traced.in_tree.children()
    pick = picker(args.structure)
    if pick is None or traced.gives_away or traced.has_float0 or config.assert_no_copies:
        return None
    if any(s is not None for s in traced.out_shardings) or traced.uses_references:
        return None
    if not all(type(x) is Array for x in (*traced.constants, *leaves)):
        return None
    program = driver.program_for(traced.jaxpr, [*traced.constants, *leaves])
    executable = pipeline.executable_of(program.jaxpr)
    if executable.home is not None:
        return None
    plain = all(part is LEAF for part in args.structure[2])
    expected = [(x.aval, x.placement) for x in leaves]
    constants = [x.block() for x in traced.constants]
    made = [
        (aval, placement_of(s), None if inner.shape == aval.shape else s)
        for aval, inner, s in zip(
            traced.out_avals, program.jaxpr.out_avals, program.results, strict=True
        )
    ]
    job, single, mark = processes.job(), len(made) == 1, program.mark

    def call(*args: Any) -> Any:
        given = args if plain else pick(args)
        if given is None or len(given) != len(expected):
            return NotImplemented
        buffers = []
        for x, (aval, place) in zip(given, expected, strict=True):
            if type(x) is not Array or x.aval is not aval or x.placement is not place:
                return NotImplemented
            data = x.buffer
            if data is None:
                return NotImplemented  # deleted
            buffers.append(data.data if type(data) is Block else data)
        if job.watch.failure is not None:
            job.watch.check()
        if mark is not None:
            job.point, job.mark = job.point + 1, mark  # as `ran`, without a call
            job.history = hash((job.history, mark))
        outs = [
            Array(b if s is None else Block(b, s), aval, place)
            for b, (aval, place, s) in zip(executable(constants + buffers), made, strict=True)
        ]
        if finish is None:
            return outs[0]
        return finish(outs[0] if single else tuple(outs))

    return call
