"""What passes ask of a primitive: what orders it, what it carries, what is simpler."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from fjax.core.ir import Atom, Jaxpr
from fjax.core.rules.missing import Rules

if TYPE_CHECKING:
    from fjax.core.primitive import Primitive, Pruned


class OptimizationRules(Rules):
    """Effects, jaxprs among the parameters, and simpler forms."""

    shareable: ClassVar[bool] = True  # equal equations may become one
    captures: ClassVar[bool] = False  # carries a Python function, which may close over tracers

    @property
    def params(self) -> dict[str, Any]:
        """The parameters by the names that users know."""
        raise NotImplementedError

    @property
    def effects(self) -> frozenset[str]:
        """Effects that order this primitive among others and keep it alive."""
        return frozenset()

    @property
    def axis_names(self) -> Collection[Any]:
        """Names of vmapped axes that this primitive, or a jaxpr that it carries, refers to."""
        names: frozenset[Any] = frozenset()
        for jaxpr in self.jaxprs:
            names |= jaxpr.axis_names
        return names

    @property
    def jaxprs(self) -> tuple[Jaxpr, ...]:
        """The jaxprs among the parameters."""
        known = self.__dict__.get("_jaxprs")
        if known is None:
            found: list[Jaxpr] = []
            for value in self.params.values():
                if isinstance(value, Jaxpr):
                    found.append(value)
                elif isinstance(value, tuple):
                    found.extend(v for v in value if isinstance(v, Jaxpr))
            known = self.__dict__["_jaxprs"] = tuple(found)
        return known

    def drop_unused(self, used: Sequence[bool]) -> Pruned | None:
        """(primitive, which inputs stay, which outputs stay) once unused outputs are pruned."""
        return None

    def inline(self) -> Jaxpr | None:
        """The body, if this primitive only stands for it."""
        return None

    def simplify(self, *atoms: Atom) -> Atom | list[Atom] | tuple[Primitive, Sequence[Atom]] | None:
        """A simpler way to get the outputs: atoms (or one), or a primitive and its inputs."""
        return None
