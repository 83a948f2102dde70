"""What the members of a mesh send one another: the collectives of a member's program, listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from fjax.core.ir import Equation, Jaxpr
from fjax.core.source import NO_NAMES, NameStack, Source
from fjax.higher_order.collectives import Collective
from fjax.passes.combine_all_reduces import buckets, is_sum
from fjax.primitives.varying import PsumInvariant


class Communication(NamedTuple):
    """One collective of a program.

    kind: its name (`psum`, `reduce_scatter`, `all_gather`, `all_to_all`, `ppermute`, `pmax`, …).
    axes: the axes of the mesh that it goes along. bytes: what each member puts in, each time.
    times: how often a call of the program runs it, None where a condition decides. source: the
    user's line, None where there is none. value: the type of what a member puts in. equation: the
    collective in its program. together: how many sums travel in one message between processes, this
    one among them.
    """

    kind: str
    axes: tuple[Any, ...]
    bytes: int
    times: int | None
    source: Source | None
    value: str
    equation: Equation
    program: Jaxpr
    together: int = 1

    def __str__(self) -> str:
        often = {1: "", None: ", as often as its loop runs"}.get(
            self.times, f", {self.times} times"
        )
        where = "" if self.source is None else f" at {self.source}"
        along = ", ".join(map(str, self.axes))
        shared = "" if self.together == 1 else f", one message for {self.together} sums"
        return f"{self.kind} along {along}: {self.bytes} bytes{often}{shared}{where}"


def communication(jaxpr: Jaxpr) -> list[Communication]:
    """The collectives of a member's program, in order; those of all branches are listed.

    >>> mesh = fjax.make_mesh((1,), ("x",))
    >>> f = fjax.shard_map(lambda x: lax.psum(x, "x"), mesh=mesh, in_specs=fjax.P("x"),
    ...                    out_specs=fjax.P())
    >>> (member,) = fjax.make_jaxpr(f)(np.ones(4)).jaxpr.eqns[0].op.jaxprs
    >>> [(c.kind, c.axes, c.bytes, c.times) for c in communication(member)]
    [('psum_invariant', ('x',), 32, 1)]
    """
    return list(_listed(jaxpr, 1, NO_NAMES))


def _listed(jaxpr: Jaxpr, times: int | None, outer: NameStack) -> Iterator[Communication]:
    """outer: the names around the jaxpr."""
    together = {k: len(sums) for sums in buckets(jaxpr, is_sum) for k in sums}
    for k, eqn in enumerate(jaxpr.eqns):
        if isinstance(eqn.op, (Collective, PsumInvariant)):
            if eqn.invars:
                yield _described(eqn, jaxpr, times, outer, together.get(k, 1))
            continue
        form = eqn.op.loop()
        inner = times
        if form is not None:
            inner = None if times is None or form.length is None else times * form.length
        names = outer if eqn.source is None else outer + eqn.source.name_stack
        for body in eqn.op.jaxprs:
            yield from _listed(body, inner, names)


def _described(
    eqn: Equation, program: Jaxpr, times: int | None, outer: NameStack, together: int
) -> Communication:
    sent = sum(x.aval.nbytes for x in eqn.invars)
    value = ", ".join(str(x.aval) for x in eqn.invars)
    names = tuple(eqn.op.axis_names)
    source = eqn.source and eqn.source.within(outer)
    return Communication(eqn.op.name, names, sent, times, source, value, eqn, program, together)
