"""x.at[index]: reading with a mode, and updated copies."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from fjax import errors, misspelling
from fjax.config import checks
from fjax.core import dtypes, lazy, tracing
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array, at_place
from fjax.core.avals import ShapedArray
from fjax.core.documentation import described
from fjax.core.operand import Operand
from fjax.core.quiet import quiet
from fjax.core.tracing import Tracer, as_array, aval_of, state
from fjax.numpy.index_parsing import Parsed, parse
from fjax.numpy.index_reading import (
    gather_numbers,
    index_vectors,
    is_basic,
    reshaped,
    static_part,
    take_index,
)
from fjax.primitives import indexing, operators
from fjax.primitives.arithmetic import neg
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.generators import full
from fjax.primitives.index_arithmetic import (
    GatherDimensionNumbers,
    GatherScatterMode,
    ScatterDimensionNumbers,
    as_scatter,
)
from fjax.primitives.placing import constrained, relaxed
from fjax.primitives.selection import max_, min_, select_n
from fjax.primitives.shaping import Pad, Rev
from fjax.primitives.slicing import dynamic_update_slice
from fjax.pytrees.operations import tree_map

applying: Any = lazy.module("fjax.lax.applying")

Function = Callable[[Any], Any]
_DIRECT = frozenset({dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64})
_TAKEN = {"i": "if", "f": "f"}  # kind of a weak value: of arrays in whose dtype it is combined


class At:
    """`x.at`: index it to read with a mode or to make an updated copy, x.at[index].set(value)."""

    __slots__ = ("array",)

    def __init__(self, array: Any):
        self.array = array

    def __getitem__(self, index: Any) -> AtIndex:
        return AtIndex(self.array, index)

    def __call__(self, *index: Any) -> Any:
        raise errors.FjaxTypeError("x.at has brackets: x.at[index].set(value)")

    def __setitem__(self, index: Any, value: Any) -> None:
        raise errors.FjaxTypeError(
            f"x.at makes a copy, which needs a name: x = x.at[{index}].set(value)"
        )

    def __repr__(self) -> str:
        return f"At({self.array!r})"


class Update(Protocol):
    """What the methods of `x.at[index]` take."""

    def __call__(
        self,
        values: ArrayLike | Sequence[Any],
        *,
        indices_are_sorted: bool = False,
        unique_indices: bool = False,
        mode: Any = None,
        out_sharding: Any = None,
        wrap_negative_indices: bool = True,
    ) -> Array: ...


class UpdateMethod(Protocol):
    """Such a method as it stands in the class: a function."""

    def __get__(self, instance: AtIndex, owner: type | None = None) -> Update: ...


def _method(name: str, doc: str, compute: Callable[..., Any]) -> Any:
    """A method of `x.at[index]`: `compute(self, values, *options)` gives the updated copy."""

    def update(
        self: AtIndex,
        values: Any,
        *,
        indices_are_sorted: bool = False,
        unique_indices: bool = False,
        mode: Any = None,
        out_sharding: Any = None,
        wrap_negative_indices: bool = True,
    ) -> Any:
        at = self
        if out_sharding is not None:
            at, values = (
                AtIndex(relaxed(self.array), tree_map(relaxed, self.index)),
                relaxed(values),
            )
        out = compute(at, values, indices_are_sorted, unique_indices, mode, wrap_negative_indices)
        return out if out_sharding is None else constrained(f"at[…].{name}", out, out_sharding)

    update = described(update, name, __name__, doc)
    update.__qualname__ = f"AtIndex.{name}"
    return update


def _combining(
    name: str, scatter: Any, combine: Any, doc: str, prepare: Function | None = None
) -> UpdateMethod:
    """A method that a scatter does; `prepare` is applied to the values before."""

    def compute(
        at: AtIndex, values: Any, is_sorted: bool, unique: bool, mode: Any, wrap: bool
    ) -> Any:
        values = values if prepare is None else prepare(values)
        return _Update(at, name, scatter, combine, is_sorted, unique, mode, wrap).apply(values)

    return _method(name, doc, compute)


def _by_factors(name: str, compute_with: Callable[..., Any], doc: str) -> UpdateMethod:
    """A method for which no scatter exists: the values are first multiplied where they go."""

    def compute(
        at: AtIndex, values: Any, is_sorted: bool, unique: bool, mode: Any, wrap: bool
    ) -> Any:
        x = at.array
        ones = AtIndex(full(x.shape, 1, x.dtype, x.weak_type), at.index)
        factors = ones.multiply(
            values,
            indices_are_sorted=is_sorted,
            mode=mode,
            unique_indices=unique,
            wrap_negative_indices=wrap,
        )
        return compute_with(x, factors)

    return _method(name, doc, compute)


class AtIndex:
    """`x.at[index]`: methods that return x with the elements at the index updated.

    All take `mode` ("drop", the default, leaves out indices out of bounds; "clip" moves them to the
    nearest; "promise_in_bounds"), `unique_indices` and `indices_are_sorted` (promises that may
    speed things up), and `wrap_negative_indices`. Indices that occur several times are all applied
    by add, multiply, min and max; by set, the last one wins.
    """

    __slots__ = ("array", "index")

    def __init__(self, array: Any, index: Any):
        self.array, self.index = array, index

    def __repr__(self) -> str:
        return f"AtIndex({self.array!r}, {self.index!r})"

    def __dir__(self) -> list[str]:
        """The methods, which are what a prompt offers after `x.at[index].`."""
        return sorted(name for name in vars(type(self)) if name not in type(self).__slots__)

    def get(
        self,
        *,
        indices_are_sorted: bool = False,
        unique_indices: bool = False,
        mode: Any = None,
        fill_value: Any = None,
        out_sharding: Any = None,
        wrap_negative_indices: bool = True,
    ) -> Array:
        """x[index]; mode "fill" gives `fill_value` (NaN unless given) out of bounds, "clip"
        clamps.
        """
        array, index = self.array, self.index
        if out_sharding is not None:
            array, index = relaxed(array), tree_map(relaxed, index)
        out = take_index(
            array,
            index,
            mode,
            fill_value,
            wrap_negative_indices,
            unique_indices,
            indices_are_sorted,
        )
        return out if out_sharding is None else constrained("at[…].get", out, out_sharding)

    set = _combining(
        "set",
        indexing.Scatter,
        None,
        """x with the elements at the index replaced.

        >>> import fjax.numpy as jnp
        >>> jnp.zeros(3).at[1].set(5.0).tolist()
        [0.0, 5.0, 0.0]
        """,
    )
    add = _combining(
        "add",
        indexing.ScatterAdd,
        operators.add,
        "x with the values added to the elements at the index.",
    )
    subtract = _combining(
        "subtract",
        indexing.ScatterAdd,
        operators.add,
        "x with the values subtracted from the elements at the index.",
        lambda values: neg(as_operand(values)),
    )
    multiply = mul = _combining(
        "multiply",
        indexing.ScatterMul,
        operators.multiply,
        "x with the elements at the index multiplied by the values.",
    )
    min = _combining(
        "min",
        indexing.ScatterMin,
        min_,
        "x with the elements at the index, or the values where these are less.",
    )
    max = _combining(
        "max",
        indexing.ScatterMax,
        max_,
        "x with the elements at the index, or the values where these are greater.",
    )
    divide = _by_factors(
        "divide",
        operators.divide,
        "x with the elements at the index divided by the values (integers become floats).",
    )
    power = _by_factors(
        "power", operators.power, "x with the elements at the index raised to the values."
    )

    def apply(
        self,
        func: Function,
        *,
        indices_are_sorted: bool = False,
        unique_indices: bool = False,
        mode: Any = None,
        wrap_negative_indices: bool = True,
    ) -> Array:
        """x with an elementwise function applied at the index, as often as elements occur in it."""
        update = _Update(
            self,
            "apply",
            indexing.Scatter,
            None,
            indices_are_sorted,
            unique_indices,
            mode,
            wrap_negative_indices,
        )
        return update.apply_function(func)


misspelling.answer_for(AtIndex, "AtIndex")


def as_operand(values: Any, dtype: Any = None) -> Any:
    """What the user gave as new values; nested sequences of numbers become arrays.

    Python integers too large for the default dtype take `dtype`, if they fit.
    """
    if isinstance(values, Operand):
        return values
    if (
        isinstance(values, int)
        and abs(values) >= 2**31
        and dtype is not None
        and dtypes.is_integer(dtype)
    ):
        limits, known = dtypes.iinfo(dtype), dtypes.iinfo(dtypes.default_int())
        if not (limits.min <= values <= limits.max or known.min <= values <= known.max):
            raise OverflowError(f"x.at[…]: Python integer {values} out of bounds for {dtype.name}")
        return Array(np.asarray(values).astype(dtype), ShapedArray((), dtype, True))
    if isinstance(values, list | tuple):
        if any(isinstance(v, Tracer) for v in values):
            raise errors.FjaxTypeError(
                "x.at[…] updates take arrays and scalars; stack a list of "
                "traced values with jnp.stack first"
            )
        return as_array(np.asarray(values))
    if values is None:
        raise errors.FjaxValueError("x.at[…] updates take arrays and scalars, got None")
    return tracing.as_operand(values)


class _Update:
    """One update of x.at[index]: first the static part of the index, then what is looked up in
    it.
    """

    def __init__(
        self,
        at: AtIndex,
        name: str,
        scatter: Any,
        function: Any,
        is_sorted: bool,
        unique: bool,
        mode: Any,
        wrap: bool,
    ):
        self.x, self.index, self.name = at.array, at.index, name
        self.scatter, self.function = scatter, function
        self.is_sorted, self.unique, self.wrap = is_sorted, unique, wrap
        self.mode = GatherScatterMode.from_any(mode)

    def parse(self) -> Parsed:
        clamp = self.mode is GatherScatterMode.CLIP and 0 not in self.x.shape
        return parse(self.index, self.x.shape, f"at[…].{self.name}", self.wrap, clamp)

    def apply(self, values: Any) -> Any:
        """x with the values combined in; x keeps its dtype."""
        aval = aval_of(self.x)
        if type(values) is bool and aval.dtype != np.bool_:
            values = int(values)  # a Python bool fits into any array, under strict promotion, too
        values = as_operand(values, aval.dtype)
        out = self.directly(values)
        if out is not None:
            return out
        x, values = self.promoted(values)
        parsed = self.parse()
        values = self.shaped(values, parsed)
        out = self.updated(x, parsed, values)
        return convert_element_type(out, aval.dtype, aval.weak_type)

    def directly(self, values: Any) -> Array | None:
        """The update of a concrete array in NumPy, where the index is basic and in bounds, and the
        values fit; else None.
        """
        x, index = self.x, self.index
        if (
            type(x) is not Array
            or type(values) is not Array
            or state.trace is not None
            or not is_basic(index)
            or x.aval.dtype not in _DIRECT
            or x.placement is not values.placement
            or checks.on
            or not x.known
        ):
            return None
        given = values.aval
        if given.dtype != x.aval.dtype and not (
            given.weak_type and x.aval.dtype.kind in _TAKEN.get(given.dtype.kind, "")
        ):
            return None
        out = x.host().copy()
        try:
            part = out[index]
            new = np.broadcast_to(values.host(), np.shape(part))
        except (IndexError, ValueError, TypeError):
            return None  # clamped, dropped or explained by the general way
        new = new.astype(out.dtype, copy=False)
        ufunc = self.scatter.ufunc
        out[index] = new if ufunc is None else quiet().run(ufunc, part, new)
        return at_place(out, x.aval, x.placement)

    def promoted(self, values: Any) -> tuple[Any, Any]:
        """x and the values in a common dtype, with a warning if the result will not keep it."""
        aval, given = aval_of(self.x), aval_of(values)
        if dtypes.is_key(aval.dtype) or dtypes.is_key(given.dtype):
            if aval.dtype != given.dtype:
                raise errors.DtypeError(
                    f"at[…].{self.name}: array {aval} and values {given} must "
                    "both be keys of one kind"
                )
            return self.x, values
        dtype, weak = dtypes.promote((aval.dtype, aval.weak_type), (given.dtype, given.weak_type))
        if dtype != aval.dtype:
            warnings.warn(
                f"at[…].{self.name}: scatter inputs have incompatible types: cannot safely cast "
                f"value from dtype={given.dtype.name} to dtype={aval.dtype.name}; convert it with "
                "astype",
                FutureWarning,
                stacklevel=errors.frames_to_user(),
            )
        if self.scatter is indexing.Scatter:  # nothing is computed: the values convert at once
            return self.x, convert_element_type(values, aval.dtype, aval.weak_type)
        x, values = (convert_element_type(v, dtype, aval.weak_type) for v in (self.x, values))
        return x, values

    def shaped(self, values: Any, parsed: Parsed) -> Any:
        """The values broadcast to the index's result, without its new axes."""
        shape = values.shape
        fits = len(shape) <= len(parsed.result) and all(
            n in (1, m) for n, m in zip(shape[::-1], parsed.result[::-1], strict=False)
        )
        if not fits:
            raise errors.ShapeError(
                f"at[…].{self.name}: Incompatible types for broadcasting: values {values.aval} do "
                f"not broadcast to shape {parsed.result}, which the index selects from "
                f"{aval_of(self.x)}"
            )
        spread = operators.broadcast_to_shape(values, parsed.result)
        return reshaped(spread, parsed.looked_up if parsed.lookups else tuple(parsed.sliced))

    def updated(self, x: Any, parsed: Parsed, values: Any) -> Any:
        if 0 in aval_of(x).shape or 0 in (parsed.looked_up if parsed.lookups else parsed.sliced):
            return x
        if not parsed.lookups:
            if self.function is None:
                return write_static(x, parsed, values)
            if any(s != 1 for s in parsed.strides):  # each element from itself: it can be in place
                chosen, spread = _spread(x, parsed, values, self.scatter is indexing.ScatterMul)
                return select_n(chosen, x, self.function(x, spread))
            return write_static(x, parsed, self.function(static_part(x, parsed), values))
        unique = self.unique or math.prod(parsed.batch) == 1  # one index is not repeated
        numbers = gather_numbers(parsed)
        if parsed.is_window and parsed.fixed and (unique or self.scatter is indexing.ScatterAdd):
            scatter = self.scatter(whole_numbers(numbers, parsed), self.mode, unique)
            vectors = index_vectors(parsed, tuple(parsed.fixed.values()))
            return reshaped(scatter(reshaped(x, parsed.expanded), vectors, values), x.shape)
        primitive = self.scatter(as_scatter(numbers), self.mode, unique, self.is_sorted)
        region = primitive(static_part(x, parsed), index_vectors(parsed), values)
        return write_static(x, parsed, region)

    def apply_function(self, function: Function) -> Any:
        """x with a function of what is at the index written there."""
        parsed = self.parse()
        x, aval = self.x, aval_of(self.x)
        region = static_part(x, parsed)
        if not parsed.lookups:
            return write_static(
                x, parsed, convert_element_type(function(region), aval.dtype, aval.weak_type)
            )
        if math.prod(parsed.looked_up) == 0 or parsed.empty is not None:
            return x  # what is out of bounds is dropped, as by the other updates
        out = applying.scatter_apply(
            region,
            index_vectors(parsed),
            function,
            as_scatter(gather_numbers(parsed)),
            update_shape=parsed.looked_up,
            indices_are_sorted=self.is_sorted,
            unique_indices=self.unique,
            mode=self.mode,
        )
        return write_static(x, parsed, out)


def whole_numbers(part: GatherDimensionNumbers, parsed: Parsed) -> ScatterDimensionNumbers:
    """How an update of the static part, a window, is one of the whole array.

    The index vectors go on with where the window starts, as `Parsed.fixed` says.
    """
    looked_up = tuple(parsed.kept[a] for a in part.start_index_map)
    return ScatterDimensionNumbers(
        part.offset_dims, tuple(sorted((*looked_up, *parsed.dropped))), (*looked_up, *parsed.fixed)
    )


def write_static(x: Any, parsed: Parsed, region: Any) -> Array:
    """x with its static part (as `static_part` gives it) replaced by `region`."""
    shape = x.shape
    if any(s != 1 for s in parsed.strides):
        chosen, spread = _spread(x, parsed, region, 0)
        return select_n(chosen, x, spread)
    x, region = reshaped(x, parsed.expanded), reshaped(region, parsed.region)
    if parsed.reversed:
        region = Rev(tuple(parsed.reversed))(region)
    if region.shape == x.shape:
        out = region
    else:
        starts = [np.int32(s) if s < 2**31 else np.int64(s) for s in parsed.starts]
        out = dynamic_update_slice(x, region, *starts)
    return reshaped(out, shape)


def _spread(x: Any, parsed: Parsed, region: Any, other: int) -> tuple[Array, Array]:
    """Where the static part lies in x, and `region` there, with another number elsewhere."""
    region = reshaped(region, parsed.region)
    if parsed.reversed:
        region = Rev(tuple(parsed.reversed))(region)
    ends = zip(parsed.starts, parsed.limits, parsed.strides, parsed.expanded, strict=True)
    config = Pad(tuple((a, n - b, s - 1) for a, b, s, n in ends))
    chosen = config(full(region.shape, True, dtypes.bool_), full((), False, dtypes.bool_))
    spread = config(region, full((), other, region.dtype))
    return reshaped(chosen, x.shape), reshaped(spread, x.shape)
