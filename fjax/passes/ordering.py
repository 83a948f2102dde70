"""Passes say which others they follow, and why; a pipeline's order follows from that."""

from __future__ import annotations

import graphlib
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from fjax.config import config
from fjax.core.ir import Jaxpr
from fjax.core.primitive import Primitive
from fjax.core.typecheck import typecheck
from fjax.dataclass import dataclass


@dataclass(frozen=True)
class Pass:
    """A rewrite of programs, with its place in a pipeline.

    run: gives its argument back where it changes nothing; what else it takes, such as a target,
    the pipeline says. after: the names of the passes that run before it, each with the reason.
    about: the operations that it looks for; programs without any pass it by.
    """

    name: str
    run: Callable[..., Jaxpr]
    after: Mapping[str, str] = field(default_factory=dict)
    about: Callable[[Primitive], bool] | None = None

    def __call__(self, jaxpr: Jaxpr, *given: Any) -> Jaxpr:
        """The rewritten program, which is checked while `config.check_ir` is set."""
        if self.about is not None and not any(self.about(e.op) for e in jaxpr.eqns):
            return jaxpr
        found = self.run(jaxpr, *given)
        if found is not jaxpr and config.check_ir:
            typecheck(found, self.name, jaxpr)
        return found


def in_order(*passes: Pass) -> tuple[Pass, ...]:
    """The passes, each behind those that it follows; the same declarations give the same order.

    >>> second = Pass("second", lambda jaxpr: jaxpr, after={"first": "it reads what that makes"})
    >>> [p.name for p in in_order(second, Pass("first", lambda jaxpr: jaxpr))]
    ['first', 'second']
    """
    named = {p.name: p for p in passes}
    graph = graphlib.TopologicalSorter({p.name: p.after for p in passes})
    return tuple([named[name] for name in graph.static_order()])
