"""What a primitive is: a frozen dataclass; its fields are parameters, its methods are rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar, dataclass_transform

from fjax import errors
from fjax.config import set_replaced
from fjax.core import tracing
from fjax.core.avals import ShapedArray
from fjax.core.interpreted import Interpreted, bind_with_trace
from fjax.core.ir import key_of
from fjax.core.kinds import KeyUse as KeyUse
from fjax.core.kinds import Monoid as Monoid
from fjax.core.kinds import Role as Role
from fjax.core.memo import memo
from fjax.core.operand import Typed
from fjax.core.process_grid import ProcessAxis
from fjax.core.rules import (
    AutodiffRules,
    BatchingRules,
    CheckRules,
    EvaluationRules,
    ExchangeRules,
    LoopRules,
    OptimizationRules,
    PartitioningRules,
    SparseRules,
)
from fjax.core.tracing import state
from fjax.dataclass import dataclass
from fjax.pytrees.registration import register_pytree_node


class Zero:
    """The absent tangent or cotangent: symbolically zero, with its aval.

    >>> Zero(ShapedArray((2,), "float32"))
    Zero(float32[2])
    """

    __slots__ = ("aval",)

    def __init__(self, aval: ShapedArray):
        self.aval = aval

    def __repr__(self) -> str:
        return f"Zero({self.aval})"


# Libraries' rules return trees with zeros in them, as from the inside of a vmap.
register_pytree_node(Zero, lambda zero: ((), zero.aval), lambda aval, _: Zero(aval))


class Linear(Typed):
    """Marks the arguments in which a transpose rule is linear; their values are unknown."""

    __slots__ = ("aval",)

    def __init__(self, aval: ShapedArray):
        self.aval = aval

    def __repr__(self) -> str:
        return f"Linear({self.aval})"

    def __fjax_array__(self) -> Any:
        """Asked for by an operation that a rule applies to it, which then is not linear."""
        raise errors.NotDifferentiableError(
            f"a value {self.aval} that is being transposed is used in a way that is not linear, as "
            "it is in a product with itself"
        )


@dataclass(frozen=True)
class BatchAxis:
    """The axis that a vmap adds, or of a mesh: its name (None if it has none) and its size.

    Of a mesh over several processes the size is how many members this process has.
    """

    name: Any
    size: int
    checked: bool = False  # types say along which axes of a mesh values differ, this one too
    members: bool = False  # it is of a mesh: what runs on the host runs for each member
    across: ProcessAxis | None = None  # the processes along which the axis goes on
    split: tuple[Any, ...] = ()  # explicit axes of a mesh along which batched values are split


T = TypeVar("T", bound=type)

# What rules take and give: arrays, tracers, tangents, index expressions; and batch dimensions.
Values = Sequence[Any]
Dims = Sequence[int | None]
Record = Callable[["Primitive", Values], Values]
Pruned = tuple["Primitive", Sequence[bool], Sequence[bool]]  # which inputs and outputs stay


@memo(16384, typed=True)
def _shared(cls: Any, *args: Any, **fields: Any) -> Any:
    """The one instance with these parameters, whose hash is computed once."""
    return type.__call__(cls, *args, **fields)


# Primitives that a function of the user's computes: the function, and `run` of the class before.
_replaced: dict[PrimitiveType, tuple[Callable[..., Any], Any]] = {}


class PrimitiveName:
    """What has the name and `bind` of a primitive of JAX, where other primitives do its work."""


class PrimitiveType(type):
    """The metaclass of primitives: equal ones with plain parameters are one object, made once."""

    plain: bool
    name: str
    from_params: Callable[[dict[str, Any]], Primitive]

    def __str__(cls) -> str:
        """The name, as of a primitive: `eqn.primitive` may be the class."""
        return getattr(cls, "name", cls.__name__)  # a base class is no primitive

    __repr__ = __str__

    @property
    def bind(cls) -> Callable[..., Any]:
        """`lax.reduce_sum_p.bind(x, axes=(0,))`: the class bound with its parameters by name."""

        def bind(*args: Any, **params: Any) -> Any:
            return cls.from_params(params)(*args)

        return bind

    @property
    def bind_with_trace(cls) -> Callable[..., Any]:
        """`bind` in a given trace: of (trace, args, avals, params)."""
        return bind_with_trace(cls)

    @property
    def impl(cls) -> Callable[..., Any]:
        """What computes it outside compiled programs: of operands, and parameters by name."""
        found = _replaced.get(cls)
        return cls.own_impl if found is None else found[0]

    @property
    def own_impl(cls: Any) -> Callable[..., Any]:
        """`impl` as fjax has it: one function a class, made before `run` is replaced."""
        if "_own_impl" not in cls.__dict__:
            run = cls.run

            def impl(*args: Any, **params: Any) -> Any:
                outs = run(cls.from_params(params), *args)
                return list(outs) if cls.multiple_results else outs[0]

            cls._own_impl = staticmethod(impl)
        return cls._own_impl

    def __call__(cls, *args: Any, **fields: Any) -> Any:
        if not cls.plain:
            return type.__call__(cls, *args, **fields)
        try:
            return _shared(cls, *args, **fields)
        except TypeError:  # a list among the parameters; or a wrong call, which raises again
            return type.__call__(cls, *args, **fields)


# Parameters of these kinds may be equal and yet differ (0.0 and -0.0), or hold on to memory.
_NOT_PLAIN = ("Any", "float", "complex", "Jaxpr", "Callable", "object")
_OF_CONTENTS = ("effects", "jaxprs", "axis_names")
_REMEMBERED = frozenset(
    {"_canonical", "_hash", "_jaxprs", "_opened", "_results"}
)  # found again when asked for


def _merged(tables: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the tables hold, the last one first."""
    return {name: value for table in tables for name, value in table.items()}


@dataclass_transform(frozen_default=True)
def primitive(cls: T) -> T:
    """Class decorator: a frozen dataclass that keeps Primitive's methods.

    It has its class's name in lower case, `dot_general` of `DotGeneral`, if it gives itself none.
    """
    made: Any = family(cls)
    if "name" not in vars(made):
        words = [f"_{c.lower()}" if c.isupper() else c for c in made.__name__]
        made.name = "".join(words).lstrip("_")
    return made


@dataclass_transform(frozen_default=True)
def family(cls: T) -> T:
    """Class decorator of a base class of primitives that has parameters; itself it is none.

    There are some two hundred primitives. `dataclass` would compile a constructor for each, which
    took a third of the time that importing fjax takes; Primitive's own serves them all.
    """
    made: Any = cls
    own = {n: str(x) for n, x in cls.__annotations__.items() if not str(x).startswith("ClassVar")}
    if own:
        bases = [vars(c) for c in made.__mro__[:0:-1]]
        found = {n: getattr(made, n) for n in own if hasattr(made, n)}
        made.defaults = _merged([*(c.get("defaults", {}) for c in bases), found])
        made.field_kinds = _merged([*(c.get("field_kinds", {}) for c in bases), own])
        made.field_names = tuple(made.field_kinds)
        made = dataclass(init=False, eq=False, repr=False)(cls)
    kinds = made.field_kinds.values()
    made.plain = not any(word in kind for kind in kinds for word in _NOT_PLAIN)
    told = all(getattr(made, name) is getattr(Primitive, name) for name in _OF_CONTENTS)
    made.self_contained = made.plain and told
    return made


class Primitive(
    EvaluationRules,
    AutodiffRules,
    BatchingRules,
    LoopRules,
    OptimizationRules,
    PartitioningRules,
    SparseRules,
    CheckRules,
    ExchangeRules,
    Interpreted,
    metaclass=PrimitiveType,
):
    """Base class: parameters, identity and binding; its rules are those of `core/rules`.

    Every rule has a default that serves, or that says what is missing.
    """

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]
    field_names: ClassVar[tuple[str, ...]] = ()
    field_kinds: ClassVar[dict[str, str]] = {}  # their annotations
    defaults: ClassVar[dict[str, Any]] = {}
    spelled: ClassVar[dict[str, str]] = {}  # fields that users know by other names
    plain: ClassVar[bool] = False  # equal parameters make the same object
    self_contained: ClassVar[bool] = False  # none has effects, jaxprs or names of axes
    multiple_results: ClassVar[bool] = False
    call_primitive: ClassVar[bool] = False  # libraries look for `call_jaxpr` where these hold
    map_primitive: ClassVar[bool] = False
    host: ClassVar[Any] = None  # what the parser needs to know the primitive by its name

    def __init__(self, *args: Any, **named: Any) -> None:
        names = self.field_names
        values = {**self.defaults, **dict(zip(names, args, strict=False)), **named}
        if (
            len(args) > len(names)
            or values.keys() != set(names)
            or not named.keys().isdisjoint(names[: len(args)])
        ):
            raise TypeError(
                f"{type(self).__name__} takes the parameters {', '.join(names)}; got "
                f"{len(args)} by position and {sorted(named)} by name"
            )
        self.__dict__.update(values)
        self.__post_init__()

    def __init_subclass__(cls) -> None:
        cls.self_contained = False  # until its parameters and rules are known

    def __post_init__(self) -> None:
        """Complete the parameters of a new object; by default there is nothing to do."""

    def __setattr__(self, name: str, value: Any) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot assign to the parameter {name!r}")

    def __delattr__(self, name: str) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot delete the parameter {name!r}")

    def __call__(self, *args: Any) -> Any:
        """Bind to arguments in the current trace: one output, or a list of several."""
        trace = state.trace  # as tracing.bind, without the call
        outs = self.run(*args) if trace is None else trace.process(self, args)
        return list(outs) if self.multiple_results else outs[0]

    def bind(self, *args: Any, **params: Any) -> Any:
        """Bind to arguments, as JAX's interpreters of jaxprs do; see also `PrimitiveType.bind`."""
        return type(self).bind(*args, **params) if params else self(*args)

    @property
    def impl(self) -> Callable[..., Any]:
        """What computes it outside compiled programs; see `PrimitiveType.impl`."""
        return type(self).impl

    @classmethod
    def def_impl(cls: Any, function: Callable[..., Any]) -> None:
        """Compute it with this function outside compiled programs; with its former `impl` again.

        The function takes the operands, and the parameters by name. As long as it is in force,
        eager operations and checkpoints take a slower path; jitted functions and loops are as ever.

        >>> own, calls = lax.sin_p.impl, []
        >>> lax.sin_p.def_impl(lambda x: calls.append(1) or own(x))
        >>> float(jnp.sin(0.0)), len(calls)
        (0.0, 1)
        >>> lax.sin_p.def_impl(own)
        """
        former = cls.own_impl
        before = _replaced.pop(cls)[1] if cls in _replaced else cls.__dict__.get("run")

        def run(self: Primitive, *args: Any) -> Sequence[Any]:
            outs = function(*args, **self.params)
            return [tracing.as_array(x) for x in (outs if self.multiple_results else [outs])]

        if function is not former:
            _replaced[cls] = function, before
            cls.run = run
        elif before is not None:
            cls.run = before
        elif "run" in cls.__dict__:
            del cls.run
        set_replaced(bool(_replaced))

    @staticmethod
    def get_bind_params(params: dict[str, Any]) -> dict[str, Any]:
        """The parameters: what to pass to `bind` again, for interpreters of jaxprs."""
        return params

    # ---- identity

    def __getstate__(self) -> dict[str, Any]:
        """What copies and pickles have: not what this object remembers, as of types it has met."""
        return {name: x for name, x in self.__dict__.items() if name not in _REMEMBERED}

    @property
    def canonical_key(self) -> tuple[Any, ...]:
        found = self.__dict__.get("_canonical")
        if found is None:
            found = (type(self), *(key_of(value) for value in self.params.values()))
            self.__dict__["_canonical"] = found
        return found

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Primitive) and type(self) is type(other):
            return self is other or self.canonical_key == other.canonical_key
        return NotImplemented

    def __hash__(self) -> int:
        found = self.__dict__.get("_hash")
        if found is None:
            found = self.__dict__["_hash"] = hash(self.canonical_key)
        return found

    @property
    def kind(self) -> Any:
        """What `eqn.primitive` shows: the class of one with parameters, else the primitive."""
        return type(self) if self.field_names else self

    @property
    def params(self) -> dict[str, Any]:
        """The parameters by the names that users know."""
        return {self.spelled.get(name, name): getattr(self, name) for name in self.field_names}

    @classmethod
    def from_params(cls, params: dict[str, Any]) -> Primitive:
        """The primitive with the parameters that `params` or `user_params` gives."""
        fields = {name: field for field, name in cls.spelled.items() if field in cls.field_names}
        given = {fields.get(k, k): v for k, v in params.items() if k not in cls.hints}
        return cls(**{**dict.fromkeys(cls.private), **given})

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        inside = ", ".join(f"{k}={v!r}" for k, v in self.params.items())
        return f"{self.name}[{inside}]" if inside else self.name

    def replace(self, **changes: Any) -> Any:
        """The same primitive with other parameters."""
        return dataclasses.replace(self, **changes)


# A dataclass without fields, so that `dataclasses.fields` and `replace` serve every primitive. As a
# statement: to a type checker its subclasses are frozen, which a subclass of an open one is not.
dataclasses.dataclass(init=False, eq=False, repr=False)(Primitive)
