"""Mutable references: cells that hold the present value of an array, and where they can be reached.

A reference never enters the IR. While a function is staged, the trace keeps a cell of its own for
each reference from outside: what it held before becomes an input of the jaxpr, what it holds in the
end an output. So passes, interpreters and kernels see pure programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fjax import errors
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.operand import Typed
from fjax.core.tracing import Trace, state

NO_GRADIENT = "no_grad_no_remat"  # the kind of references that no derivative passes through


class AbstractRef:
    """The type of a reference: the aval of the array in it, and its kind (see `new_ref`)."""

    __slots__ = ("inner_aval", "memory_space", "kind")

    def __init__(self, inner_aval: ShapedArray, memory_space: Any = None, kind: str | None = None):
        self.inner_aval, self.memory_space, self.kind = inner_aval, memory_space, kind

    @property
    def shape(self) -> tuple[int, ...]:
        return self.inner_aval.shape

    @property
    def dtype(self) -> Dtype:
        return self.inner_aval.dtype

    @property
    def ndim(self) -> int:
        return self.inner_aval.ndim

    @property
    def size(self) -> int:
        return self.inner_aval.size

    @property
    def weak_type(self) -> bool:
        return self.inner_aval.weak_type

    def update(
        self,
        inner_aval: ShapedArray | None = None,
        memory_space: Any = None,
        kind: str | None = None,
    ) -> AbstractRef:
        """The same type with some parts replaced."""
        return AbstractRef(
            inner_aval or self.inner_aval, memory_space or self.memory_space, kind or self.kind
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AbstractRef) and (self.inner_aval, self.kind) == (
            other.inner_aval,
            other.kind,
        )

    def __hash__(self) -> int:
        return hash((AbstractRef, self.inner_aval, self.kind))

    def __str__(self) -> str:
        return f"Ref{{{self.inner_aval}}}"

    __repr__ = __str__

    def notation(self) -> str:
        """The type, its array's as jaxprs print it."""
        return f"Ref{{{self.inner_aval.notation()}}}"


class Cell:
    """What a reference holds within one trace, and whether anything was written there."""

    __slots__ = ("value", "written")

    def __init__(self, value: Any):
        self.value, self.written = value, False


class Ref(Typed):
    """A mutable reference to an array; make one with `fjax.new_ref`.

    `ref[...]` reads it, `ref[index]` a part of it; `ref[...] = x` and `ref[index] = x` write. It
    lives where it was made: in the transformation that was being traced, or outside all of them.
    """

    __slots__ = ("aval", "home", "cell", "origin", "source", "ended", "stands_in", "__weakref__")

    def __init__(
        self,
        value: Any,
        aval: AbstractRef,
        home: Trace | None,
        origin: str,
        source: Ref | str | None = None,
    ):
        self.aval, self.home = aval, home
        self.cell = Cell(_own(value))
        self.origin = origin  # in words, for messages
        # The reference of a function's caller that it is; its name where that is not known.
        self.source = source
        self.ended: str | None = None  # what ended its life, if something has
        self.stands_in = False  # for a reference that is out of reach: it can only be read

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError(f"len() of a reference to an array of rank 0, {self.aval}")
        return self.shape[0]

    def __bool__(self) -> bool:
        return True

    def __reduce__(self) -> Any:
        """A copy is a reference of its own, to what this one holds now."""
        return copied, (read(self), self.aval)

    def __getattr__(self, name: str) -> Any:
        """Sharding, device and the like are those of the present value."""
        if name in _OF_VALUE:
            return getattr(read(self), name)
        raise AttributeError(f"{self.aval} has no attribute {name!r}; read its value with ref[...]")

    def __array__(self, *_args: Any, **_options: Any) -> Any:
        raise errors.FjaxTypeError(
            f"a reference ({self.aval}) is not an array: read its value with ref[...] first"
        )

    def __repr__(self) -> str:
        value = self.cell.value
        if self.ended is None and type(value) is Array:
            return "Ref" + repr(value)[len("Array") :]
        return f"{self.aval}" if self.ended is None else f"{self.aval} (ended by {self.ended})"


_OF_VALUE = frozenset(
    {
        "sharding",
        "device",
        "devices",
        "committed",
        "_committed",
        "is_deleted",
        "unsafe_buffer_pointer",
        "block_until_ready",
    }
)


def copied(value: Any, aval: AbstractRef) -> Ref:
    """A reference that `copy` or `pickle` makes; it lives where they are called."""
    return Ref(value, aval, state.trace, "it is a copy of another")


def held(ref: Ref) -> Any:
    """The array in a reference's cell itself, as the current trace sees it.

    Nothing else may hold on to a concrete one: whoever replaces it may use its memory again.
    """
    return _reach(ref)[0].value


def read(ref: Ref) -> Any:
    """The array that a reference holds, as the current trace sees it."""
    return _own(held(ref))


def _own(value: Any) -> Any:
    """The value; a concrete Array as another one of the same memory, for the cell or the user."""
    return value.alias(value.aval, value.placement) if type(value) is Array else value


def write(ref: Ref, value: Any) -> None:
    """Replace what a reference holds; the value has the reference's aval.

    Raises if the value belongs to a transformation that the reference lives outside of.
    """
    cell, crossed = _reach(ref)
    if ref.stands_in:
        raise errors.FjaxValueError(
            f"a custom_vjp function writes to the reference {ref.aval} where it is out of reach: "
            "the function is batched or differentiated after it was traced, or the reference was "
            "made within the differentiated function. Make the reference outside, and use it "
            "outside of while loops"
        )
    for trace in crossed:
        if not trace.has(value):
            continue
        inner = trace.without_tangent(value) if ref.aval.kind == NO_GRADIENT else None
        if inner is None:
            raise errors.FjaxValueError(f"{trace.refusal(ref.aval)} ({ref.origin})")
        value = inner
    cell.value, cell.written = _own(value), True


def reachable(ref: Ref) -> bool:
    """Whether the current trace is the one that the reference lives in, or within it."""
    return ref.home in (*_chain(state.trace), None)


def _chain(trace: Trace | None) -> Iterator[Trace]:
    while trace is not None:
        yield trace
        trace = trace.parent


def _reach(ref: Ref) -> tuple[Cell, list[Trace]]:
    """The cell that stands for the reference here, and the traces on the way to it."""
    if ref.ended is not None:
        raise errors.FjaxValueError(
            f"the reference {ref.aval} was used after {ref.ended}; {ref.origin}"
        )
    if not reachable(ref):
        raise errors.UnexpectedTracerError(
            f"the reference {ref.aval} was used outside the transformation that it lives in, "
            f"{ref.home!r}; {ref.origin}. Return its value (ref[...]), or make it outside"
        )
    crossed: list[Trace] = []
    for trace in (*_chain(state.trace), None):
        while trace is ref.home:
            if not isinstance(ref.source, Ref):
                return ref.cell, crossed
            ref = ref.source
        assert trace is not None
        cell = trace.cell(ref)
        if cell is not None:
            return cell, crossed
        crossed.append(trace)
    raise AssertionError("a reachable reference's home is one of the traces in force")


def stand_in(ref: Ref, value: Any) -> Ref:
    """The reference, or where that is out of reach one that holds `value` and can only be read."""
    if reachable(ref):
        return ref
    found = Ref(value, ref.aval, state.trace, ref.origin, "it")
    found.stands_in = True
    return found


def announce_late_writes() -> None:
    """Tell what is being traced that derivatives of it may write to references of its caller."""
    for trace in _chain(state.trace):
        trace.has_late_writes = True


def argument(value: Any, aval: AbstractRef, home: Trace | None, name: str) -> Ref:
    """The reference that a traced function gets for one of its arguments."""
    return Ref(value, aval, home, f"it was passed in as the argument {name}", name)


def alias(ref: Ref, name: str) -> Ref:
    """A reference that is another one, as a function gets it as an argument."""
    return Ref(None, ref.aval, state.trace, f"it was passed in as the argument {name}", ref)


def check_distinct(what: str, refs: Sequence[tuple[str, Any]], captured: Sequence[Ref]) -> None:
    """Raise if one reference is two of the (named) arguments, or an argument and closed over."""
    seen: dict[int, str] = {}
    for name, ref in refs:
        if id(ref) in seen:
            raise errors.FjaxValueError(
                "only one reference to a mutable array may be passed as an argument, but to the "
                f"function traced for {what} {ref.aval} appeared at both {seen[id(ref)]} and "
                f"{name}; pass it once"
            )
        seen[id(ref)] = name
        if any(ref is other for other in captured):
            raise errors.FjaxValueError(
                f"{what}: the reference {ref.aval} was both closed over and passed as the argument "
                f"{name}; do only one of them"
            )


def check_not_returned(what: str, name: str, leaf: Any) -> None:
    """Raise if something that a function returned is a reference."""
    if type(leaf) is Ref:
        raise errors.FjaxValueError(
            f"function {name} traced for {what} returned a mutable array reference of type "
            f"{leaf.aval}; {leaf.origin}. Return its value, ref[...]"
        )
