"""The typed IR: frozen jaxprs of equations over variables and literals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.guarded import Guarded, worked_out
from fjax.core.source import UNKNOWN, Source
from fjax.dataclass import dataclass

if TYPE_CHECKING:
    from fjax.core.primitive import Primitive


class Var:
    """A variable, bound once: by a jaxpr's inputs or by an equation. Identity is equality.

    >>> jaxpr = fjax.make_jaxpr(lambda x: x + 1)(2.0).jaxpr
    >>> [v.aval for v in jaxpr.invars]
    [ShapedArray(float64[], weak_type=True)]
    """

    __slots__ = ("aval", "__weakref__")

    def __init__(self, aval: ShapedArray):
        self.aval = aval

    def __repr__(self) -> str:
        return f"Var(id={id(self):x}):{self.aval}"


class DropVar(Var):
    """An output that nobody reads, printed `_`.

    >>> x = ShapedArray((2,), "int32")
    >>> isinstance(DropVar(x), Var), DropVar(x).aval
    (True, ShapedArray(int32[2]))
    """

    __slots__ = ()


class Literal:
    """A scalar constant in the program; equal by dtype, weak_type and bits.

    Its value may be guarded, while a plan in terms of values is made.

    >>> Literal(np.float32(2), ShapedArray((), "float32"))
    Literal(2.0:float32[])
    """

    __slots__ = ("value", "aval", "_key")
    value: Any

    def __init__(self, value: np.ndarray | np.generic, aval: ShapedArray):
        self.aval = aval
        if type(value) is Guarded:
            self.value = value
            self._key: tuple[Any, ...] = (aval, worked_out(np.generic.tobytes, value))
        else:
            self.value = found = np.asarray(value)[()]
            self._key = aval, found.tobytes()

    @property
    def val(self) -> Any:
        return self.value

    @property
    def left_open(self) -> str | None:
        """The text of a value that is left open."""
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Literal({self.value}:{self.aval})"


Atom = Var | Literal


_new = object.__new__


class _OpenEquation:
    """An equation that is being made."""

    __slots__ = ("op", "invars", "outvars", "source")


@dataclass(frozen=True, slots=True, eq=False)
class Equation:
    """outvars = op(invars), and the user's line that asked for it.

    `op` is the primitive with its parameters, which fjax itself reads. `primitive` and `params` are
    the same in two, for programs that look at jaxprs: `eqn.primitive is lax.sin_p`.

    >>> eqn = fjax.make_jaxpr(lambda x: x.sum(0))(np.ones((2, 3))).eqns[0]
    >>> str(eqn.primitive.name), eqn.params["axes"], [v.aval for v in eqn.outvars]
    ('reduce_sum', (0,), [ShapedArray(float64[3])])
    """

    op: Primitive
    invars: tuple[Atom, ...]
    outvars: tuple[Var, ...]
    source: Source | None = None

    if not TYPE_CHECKING:

        def __new__(cls, op=None, invars=(), outvars=(), source=None):
            """As a frozen dataclass is made, in a third of the time: tracing makes many."""
            made = _new(_OpenEquation)
            made.op, made.invars, made.outvars, made.source = op, invars, outvars, source
            made.__class__ = cls
            return made

        __init__ = object.__init__

    @property
    def primitive(self) -> Any:
        """The primitive without its parameters, one object of each kind."""
        return self.op.kind

    @property
    def params(self) -> dict[str, Any]:
        """The primitive's static parameters by name."""
        return self.op.user_params

    @property
    def effects(self) -> frozenset[str]:
        return self.op.effects

    @property
    def source_info(self) -> Source:
        """Where it comes from, under JAX's name: `str(eqn.source_info.name_stack)`."""
        return UNKNOWN if self.source is None else self.source

    def replace(self, **changes: Any) -> Equation:
        parts: dict[str, Any] = {
            "op": self.op,
            "invars": self.invars,
            "outvars": self.outvars,
            "source": self.source,
        }
        return Equation(**{**parts, **changes})


class Jaxpr:
    """A program: inputs, equations in order, outputs. Frozen; equality is identity.

    A jaxpr is closed over nothing: every constant it needs is an input (constants come first) or a
    literal. `canonical_key` compares programs up to the names of their variables.

    >>> jaxpr = fjax.make_jaxpr(lambda x: (lax.sin(x), x))(2.0).jaxpr
    >>> len(jaxpr.invars), len(jaxpr.eqns), len(jaxpr.outvars)
    (1, 1, 2)
    """

    __slots__ = (
        "invars",
        "eqns",
        "outvars",
        "effects",
        "axis_names",
        "debug_name",
        "memos",
        "_key",
        "_producer",
        "_position",
        "_uses",
        "__weakref__",
    )

    def __init__(
        self,
        invars: Sequence[Var],
        eqns: Sequence[Equation],
        outvars: Sequence[Atom],
        debug_name: str = "",
    ):
        self.invars = tuple(invars)
        self.eqns = tuple(eqns)
        self.outvars = tuple(outvars)
        asked = [e.op for e in self.eqns if not e.op.self_contained]
        self.effects: frozenset[str] = frozenset().union(*[op.effects for op in asked])
        self.axis_names: frozenset[Any] = frozenset().union(
            *[names for op in asked if (names := op.axis_names)],
            *[v.aval.vma for v in self.invars if v.aval.vma],
        )
        self.debug_name = debug_name
        self.memos: Any = None  # what is remembered of it: core/memo.py
        self._key: Any = None
        self._producer: dict[Atom, Equation] | None = None
        self._position: dict[Atom, int] | None = None
        self._uses: dict[Atom, list[Equation | None]] | None = None

    @property
    def in_avals(self) -> list[ShapedArray]:
        return [v.aval for v in self.invars]

    @property
    def out_avals(self) -> list[ShapedArray]:
        return [v.aval for v in self.outvars]

    @property
    def constvars(self) -> tuple[Var, ...]:
        return ()

    @property
    def jaxpr(self) -> Jaxpr:
        """The jaxpr itself: it is closed, as what carries `jaxpr` and `consts` elsewhere."""
        return self

    @property
    def consts(self) -> list[Any]:
        return []

    @property
    def producer(self) -> Mapping[Atom, Equation]:
        """The equation that binds each variable, without the inputs; computed once.

        >>> jaxpr = fjax.make_jaxpr(lambda x: lax.sin(x) * x)(2.0).jaxpr
        >>> jaxpr.producer[jaxpr.outvars[0]].primitive.name, jaxpr.invars[0] in jaxpr.producer
        ('mul', False)
        """
        if self._producer is None:
            self._producer = {v: e for e in self.eqns for v in e.outvars}
        return self._producer

    @property
    def position(self) -> Mapping[Atom, int]:
        """The number of the equation that binds each variable; computed once."""
        if self._position is None:
            self._position = {v: k for k, e in enumerate(self.eqns) for v in e.outvars}
        return self._position

    @property
    def uses(self) -> Mapping[Atom, Sequence[Equation | None]]:
        """The use list of each variable that is read, in order; computed once.

        An equation stands there once for each operand that is the variable, None once for each
        output of the program.

        >>> jaxpr = fjax.make_jaxpr(lambda x: (x * x, x))(2.0).jaxpr
        >>> [e and e.primitive.name for e in jaxpr.uses[jaxpr.invars[0]]]
        ['mul', 'mul', None]
        """
        if self._uses is None:
            found: dict[Atom, list[Equation | None]] = {}
            for e in self.eqns:
                for x in e.invars:
                    if isinstance(x, Var):
                        found.setdefault(x, []).append(e)
            for x in self.outvars:
                if isinstance(x, Var):
                    found.setdefault(x, []).append(None)
            self._uses = found
        return self._uses

    def use_count(self, x: Atom) -> int:
        """How many operands and outputs of the program are this variable."""
        return len(self.uses.get(x, ()))

    def readers(self, x: Atom) -> list[Equation]:
        """The equations that read a variable, once for each operand."""
        return [e for e in self.uses.get(x, ()) if e is not None]

    def replace(
        self,
        invars: Sequence[Var] | None = None,
        eqns: Sequence[Equation] | None = None,
        outvars: Sequence[Atom] | None = None,
    ) -> Jaxpr:
        """The same program with some parts replaced; itself if they are what it has."""
        old = self.invars, self.eqns, self.outvars
        new = (
            self.invars if invars is None else tuple(invars),
            self.eqns if eqns is None else tuple(eqns),
            self.outvars if outvars is None else tuple(outvars),
        )
        return self if new == old else Jaxpr(*new, self.debug_name)

    @property
    def canonical_key(self) -> tuple[Any, ...]:
        """A hashable description that is equal for equal programs; computed once."""
        if self._key is None:
            self._key = Hashed(_canonical(self))
        return self._key

    def __str__(self) -> str:
        return _printer(self)

    __repr__ = __str__

    def pretty_print(self, **_options: Any) -> str:
        return str(self)


class Hashed:
    """A tuple whose hash is computed once."""

    __slots__ = ("parts", "_hash")

    def __init__(self, parts: tuple[Any, ...]):
        self.parts, self._hash = parts, hash(parts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Hashed) and self._hash == other._hash and self.parts == other.parts
        )


def _canonical(jaxpr: Jaxpr) -> tuple[Any, ...]:
    numbers: dict[Var, int] = {v: i for i, v in enumerate(jaxpr.invars)}

    rows = []
    for eqn in jaxpr.eqns:
        ins = tuple([x if isinstance(x, Literal) else numbers[x] for x in eqn.invars])
        for v in eqn.outvars:
            numbers[v] = len(numbers)
        rows.append((eqn.op.canonical_key, ins, tuple([v.aval for v in eqn.outvars])))
    outs = tuple([x if isinstance(x, Literal) else numbers[x] for x in jaxpr.outvars])
    return (tuple(jaxpr.in_avals), tuple(rows), outs)


def key_of(value: Any) -> Any:
    """A field's value as something hashable that compares by dtype and bits."""
    if isinstance(value, Jaxpr):
        return value.canonical_key
    if isinstance(value, float):
        return ("float", value.hex())
    if isinstance(value, tuple):
        return tuple(key_of(v) for v in value)
    if isinstance(value, np.generic):
        return (value.dtype, value.tobytes())
    return value


_printer: Any = object.__repr__


def set_printer(function: Any) -> None:
    """How `str(jaxpr)` works; called once by core.printer."""
    global _printer
    _printer = function


class ClosedJaxpr:
    """A jaxpr with values for its leading inputs (its constants): what `make_jaxpr` returns.

    >>> closed = fjax.make_jaxpr(lambda x: x + jnp.arange(3.0))(2.0)
    >>> closed.in_avals, len(closed.jaxpr.invars), closed.consts
    ([ShapedArray(float64[], weak_type=True)], 2, [Array([0., 1., 2.], dtype=float64)])
    """

    __slots__ = ("jaxpr", "consts", "__weakref__")

    def __init__(self, jaxpr: Jaxpr, consts: Sequence[Any] = ()):
        self.jaxpr, self.consts = jaxpr, list(consts)

    @property
    def in_avals(self) -> list[ShapedArray]:
        return self.jaxpr.in_avals[len(self.consts) :]

    @property
    def out_avals(self) -> list[ShapedArray]:
        return self.jaxpr.out_avals

    @property
    def literals(self) -> list[Any]:
        return self.consts

    @property
    def eqns(self) -> tuple[Equation, ...]:
        return self.jaxpr.eqns

    @property
    def effects(self) -> frozenset[str]:
        return self.jaxpr.effects

    def __str__(self) -> str:
        return _printer(self.jaxpr, len(self.consts))

    __repr__ = __str__

    def pretty_print(self, **_options: Any) -> str:
        return str(self)


def subjaxprs(jaxpr: Jaxpr) -> Iterator[Jaxpr]:
    """The jaxprs that this one's equations carry.

    >>> jaxpr = fjax.make_jaxpr(fjax.jit(lambda x: x + 1))(2.0).jaxpr
    >>> [len(inner.eqns) for inner in subjaxprs(jaxpr)]
    [1]
    """
    for eqn in jaxpr.eqns:
        yield from eqn.op.jaxprs
