"""Mutable references: making, reading and writing them. `fjax.ref` is this, for users."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes, source
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.operand import Operand
from fjax.core.ownership import is_sole_holder
from fjax.core.quiet import quiet
from fjax.core.reference import NO_GRADIENT, AbstractRef, Ref, held, read, write
from fjax.core.tracing import as_operand, current
from fjax.errors import api_boundary
from fjax.numpy.index_reading import is_basic
from fjax.primitives.arithmetic import add
from fjax.primitives.conversion import convert_element_type, stop_gradient
from fjax.primitives.generators import full

# ---- making and ending


@api_boundary
def new_ref(init_val: Any, *, memory_space: Any = None, kind: str | None = None) -> Ref:
    """A mutable reference that holds `init_val` at first.

    init_val: an array or a number. The reference keeps its shape and dtype.
    memory_space: None, the only one.
    kind: None, or "no_grad_no_remat" for a reference that takes values without their derivative, so
        that a differentiated function may write to it from within.

    Functions that are jitted, mapped, differentiated or run in loops may read and write references
    that they make, close over or get as arguments. They may not return or carry them.

    >>> import fjax, fjax.numpy as jnp
    >>> total = fjax.new_ref(jnp.zeros(3))
    >>> @fjax.jit
    ... def step(x):
    ...     total[...] += x
    ...     total[0] = 10.0
    >>> step(jnp.arange(3.0)), step(jnp.ones(3))
    (None, None)
    >>> total
    Ref([10.,  2.,  3.], dtype=float64)
    """
    if isinstance(init_val, Ref):
        raise errors.FjaxTypeError(
            f"new_ref takes an array, got a reference ({init_val.aval}); pass its value, ref[...]"
        )
    if kind not in (None, NO_GRADIENT):
        raise errors.FjaxValueError(f"new_ref: kind must be None or {NO_GRADIENT!r}, got {kind!r}")
    _check_memory("new_ref", memory_space)
    value = as_operand(init_val)
    if kind is not None:
        value = stop_gradient(value)
    return _made("new_ref", value, kind)


@api_boundary
def empty_ref(ty: Any, memory_space: Any = None) -> Ref:
    """A reference to an array that will be written before it is read.

    ty: anything with shape and dtype. (The elements are zeros; do not rely on it.)

    >>> import fjax
    >>> ref = fjax.empty_ref(fjax.ShapeDtypeStruct((2,), 'float32'))
    >>> ref[...] = fjax.numpy.ones(2, 'float32')
    >>> ref
    Ref([1., 1.], dtype=float32)
    """
    if not hasattr(ty, "shape") or not hasattr(ty, "dtype"):
        raise errors.FjaxTypeError(
            f"empty_ref takes something with a shape and a dtype, got {ty!r}; write "
            "fjax.ShapeDtypeStruct((3,), 'float32')"
        )
    _check_memory("empty_ref", memory_space)
    return _made("empty_ref", full(tuple(ty.shape), 0, dtypes.canonicalize(ty.dtype)), None)


def _check_memory(what: str, memory_space: Any) -> None:
    if memory_space is not None:
        raise NotImplementedError(
            f"{what}: there are no memory spaces, got memory_space={memory_space!r}; leave it out"
            f"\n  at {errors.user_line()}"
        )


def _made(what: str, value: Any, kind: str | None) -> Ref:
    where = source.here()
    origin = f"it was created on line {where}" if where is not None else f"{what} made it"
    return Ref(value, AbstractRef(value.aval, None, kind), current(), origin)


@api_boundary
def freeze(ref: Ref) -> Array:
    """The array that a reference holds; the reference can't be used any more.

    Raises ValueError outside the transformation in which the reference was made.

    >>> import fjax
    >>> ref = fjax.new_ref(1.0)
    >>> ref[...] += 1.0
    >>> float(fjax.freeze(ref))
    2.0
    """
    value = read(_checked("freeze", ref))
    _end(ref, "freeze")
    return value


@api_boundary
def free_ref(ref: Ref) -> tuple[()]:
    """Free the array that a reference holds; the reference can't be used any more.

    >>> ref = fjax.new_ref(jnp.zeros(3))
    >>> fjax.free_ref(ref)
    ()
    """
    read(_checked("free_ref", ref))
    _end(ref, "free_ref")
    return ()


def _end(ref: Ref, what: str) -> None:
    if ref.home is not current() or ref.source is not None:
        raise errors.FjaxValueError(
            f"{what}: the reference {ref.aval} is one of the caller's, who may go on using it "
            f"({ref.origin}); {what} it where it was made, and read it here with ref[...]"
        )
    ref.ended, ref.cell.value = what, None


# ---- reading and writing


@api_boundary
def get(ref: Any, idx: Any = None) -> Array:
    """The array `ref[idx]`; all of it without an index.

    Indices are those of arrays, but a static integer out of bounds raises ValueError.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.ref.get(fjax.new_ref(jnp.arange(5)), slice(1, 3))
    Array([1, 2], dtype=int64)
    """
    value = read(_checked("get", ref)) if isinstance(ref, Ref) else _read_view("get", ref)
    if _whole(idx):
        return value
    _part_shape("get", ref, idx)
    return value[idx]


@api_boundary
def set(ref: Any, idx: Any, value: Any) -> None:
    """Write `ref[idx] = value`.

    The value has the shape of `ref[idx]`, and its dtype unless it is a number that fits; else
    ValueError.

    >>> import fjax, fjax.numpy as jnp
    >>> ref = fjax.new_ref(jnp.zeros(3))
    >>> fjax.ref.set(ref, 1, 5.0)
    >>> ref
    Ref([0., 5., 0.], dtype=float64)
    """
    _update("set", ref, idx, value)


@api_boundary
def swap(ref: Any, idx: Any, value: Any) -> Array:
    """Write `ref[idx] = value` and return what was there before.

    >>> import fjax, fjax.numpy as jnp
    >>> ref = fjax.new_ref(jnp.arange(3.0))
    >>> float(fjax.ref.swap(ref, 2, 7.0)), float(ref[2])
    (2.0, 7.0)
    """
    before = get(ref, idx)
    _update("swap", ref, idx, value)
    return before


@api_boundary
def addupdate(ref: Any, idx: Any, x: Any) -> None:
    """Add to a part of what a reference holds; an index that occurs twice is added to twice.

    >>> import fjax, fjax.numpy as jnp
    >>> ref = fjax.new_ref(jnp.zeros(3))
    >>> fjax.ref.addupdate(ref, jnp.array([1, 1]), jnp.ones(2))
    >>> ref
    Ref([0., 2., 0.], dtype=float64)
    """
    _update("addupdate", ref, idx, x)


def _checked(what: str, ref: Any) -> Ref:
    if not isinstance(ref, Ref):
        raise errors.FjaxValueError(f"{what} takes a reference, got {ref!r}; make one with new_ref")
    return ref


def _whole(index: Any) -> bool:
    """Whether an index stands for the whole array."""
    if type(index) is tuple:
        return not index or (len(index) == 1 and index[0] is Ellipsis)
    return index is None or index is Ellipsis


def _update(what: str, ref: Any, index: Any, value: Any) -> None:
    """Write to a reference or a view of one."""
    if isinstance(ref, RefView):
        base, path = ref.base, [*ref.path]
    else:
        base, path = _checked(what, ref), []
    shape = ref.shape
    if not _whole(index):
        shape = _part_shape(what, ref, index)
        path.append(index)
    new = _fitting(what, base.aval, shape, value)
    if base.aval.kind is not None:
        new = stop_gradient(new)
    if len(path) == 1 and _write_in_place(base, path[0], new, what == "addupdate"):
        return
    write(base, _replaced(read(base), path, new, what == "addupdate"))


_ADDED = frozenset({dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64})


def _write_in_place(ref: Ref, index: Any, new: Any, adding: bool) -> bool:
    """Write to the memory of a reference outside all transformations, if nobody else sees it."""
    if current() is not None or type(new) is not Array or not is_basic(index):
        return False
    value = held(ref)
    if (
        value.placement is not new.placement
        or type(value.buffer) is not np.ndarray
        or (adding and ref.dtype not in _ADDED)
        or not is_sole_holder(value)
        or type(value.buffer.base) is np.ndarray
        or not value.buffer.flags.writeable
    ):
        return False
    buffer = value.buffer
    part = new.host()
    buffer[index] = quiet().run(np.add, buffer[index], part) if adding else part
    return True


def _replaced(old: Any, path: Sequence[Any], new: Any, adding: bool) -> Any:
    """The array with the part at the end of a path of indices replaced, or added to."""
    if not path:
        return add(old, new) if adding else new
    first, *rest = path
    if rest:
        return old.at[first].set(_replaced(old[first], rest, new, adding))
    return old.at[first].add(new) if adding else old.at[first].set(new)


def _fitting(what: str, aval: AbstractRef, shape: tuple[int, ...], value: Any) -> Any:
    """The value as an array of the reference's dtype; raises if it does not fit."""
    if isinstance(value, Ref):
        raise errors.FjaxTypeError(
            f"{what}: the value is a reference ({value.aval}); write its value, ref[...]"
        )
    new = as_operand(value)
    got = new.aval
    if got.shape != shape:
        raise errors.ShapeError(
            f"{what}: Invalid shape of the value for {aval}: this part of the reference has shape "
            f"{shape}, the value is {got}; references do not broadcast: use fjax.numpy.full or "
            "fjax.numpy.broadcast_to"
        )
    if got.dtype != aval.dtype and not _casts(aval, got):
        raise errors.FjaxValueError(
            f"{what}: Invalid dtype of the value for {aval}: the value is {got}; convert it with "
            f"astype({aval.dtype.name!r})"
        )
    if got.dtype == aval.dtype and got.weak_type == aval.weak_type:
        return new
    return convert_element_type(new, aval.dtype, aval.weak_type)


def _casts(aval: AbstractRef, got: ShapedArray) -> bool:
    """Whether values of another dtype are converted when they are written."""
    if dtypes.is_key(aval.dtype) or dtypes.is_key(got.dtype):
        return False
    if dtypes.is_integer(aval.dtype) and dtypes.is_integer(got.dtype):
        return True
    return got.weak_type and dtypes.promote((aval.dtype, False), (got.dtype, True))[0] == aval.dtype


def _part_shape(what: str, ref: Any, index: Any) -> tuple[int, ...]:
    """The shape of ref[index]; raises if a static integer in the index is out of bounds."""
    entries = index if type(index) is tuple else (index,)
    if any(_is_mask(e) for e in entries):
        raise errors.NonConcreteBooleanIndexError(
            f"{what}: Array boolean indices must be concrete, and those of references are not; "
            "read the whole, ref[...], and write the whole with fjax.numpy.where"
        )
    likeness = np.broadcast_to(np.int8(0), ref.shape)
    try:
        return likeness[tuple([_likeness(e) for e in entries])].shape
    except IndexError as error:
        kind = errors.FjaxValueError if "out of bounds" in str(error) else errors.FjaxIndexError
        raise kind(
            f"{what}: Out of bound indexer, or one of too many axes, for {ref.aval}: {error}"
        ) from None


def _is_mask(entry: Any) -> bool:
    return isinstance(entry, (bool, np.bool_)) or getattr(entry, "dtype", None) == np.bool_


def _likeness(entry: Any) -> Any:
    """An index entry that gives the same shape, without values that are traced or clamped."""
    if isinstance(entry, (Operand, np.ndarray)):
        return np.zeros(entry.shape, np.intp)
    return entry


# ---- views


class RefView:
    """`ref.at[index]`: a part of a reference, which is read and written like a reference."""

    __slots__ = ("base", "path", "shape")

    def __init__(self, base: Ref, path: tuple[Any, ...], shape: tuple[int, ...]):
        self.base, self.path, self.shape = base, path, shape

    @property
    def aval(self) -> AbstractRef:
        inner = self.base.aval.inner_aval.update(shape=self.shape)
        return self.base.aval.update(inner_aval=inner)

    @property
    def dtype(self) -> Any:
        return self.base.dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def __repr__(self) -> str:
        return f"{self.aval} at {self.path} of {self.base.aval}"


class RefAt:
    """`ref.at`: index it for a view of a part."""

    __slots__ = ("ref",)

    def __init__(self, ref: Any):
        self.ref = ref

    def __getitem__(self, index: Any) -> Any:
        ref = self.ref
        if _whole(index):
            return ref
        shape = _part_shape("at", ref, index)
        if isinstance(ref, RefView):
            return RefView(ref.base, (*ref.path, index), shape)
        return RefView(ref, (index,), shape)


def _read_view(what: str, view: Any) -> Any:
    if not isinstance(view, RefView):
        _checked(what, view)
    value = read(view.base)
    for index in view.path:
        value = value[index]
    return value


def _set_all(ref: Any, value: Any, idx: Any = ()) -> None:
    """Write `ref[idx] = value`."""
    set(ref, idx, value)


def _swap_all(ref: Any, value: Any, idx: Any = ()) -> Any:
    """Write `ref[idx] = value` and return what was there before."""
    return swap(ref, idx, value)


def _add_all(ref: Any, x: Any, idx: Any = ()) -> None:
    """Add `x` to `ref[idx]`."""
    addupdate(ref, idx, x)


def attach() -> None:
    """Give references and their views indexing and methods; called once, when fjax is imported."""
    for cls in (Ref, RefView):
        kind: Any = cls
        kind.__getitem__ = kind.get = get
        kind.__setitem__ = set
        kind.at = property(RefAt)
        kind.set, kind.swap, kind.addupdate = _set_all, _swap_all, _add_all
        kind.__iter__ = lambda ref: iter(get(ref))
