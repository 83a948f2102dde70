"""The short ways into a traced function: what a jitted function tries before it looks anything up.

An entry takes the user's positional arguments outside any trace and gives the user's result, or
NotImplemented, having done nothing, if the arguments are not those that it was made for.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from fjax.core import processes
from fjax.core.array import Array, of_scalar
from fjax.core.avals import ShapedArray
from fjax.core.device import Placement, device, placement
from fjax.core.tracing import Tracer
from fjax.pytrees.picking import picker
from fjax.pytrees.registry import LEAF
from fjax.pytrees.treedef import PyTreeDef

if TYPE_CHECKING:
    from fjax.api.stages import Traced

Entry = Callable[..., Any]
_HOST = device("cpu", 0)
_COMMITTED = placement(_HOST, True)
Finish = Callable[[Any], Any]  # from what the native function gives to the user's result


def call_entries(traced: Traced) -> tuple[Entry | None, Entry | None]:
    """The entries of a traced function of positional arguments: (quick, patient)."""
    if processes.count() > 1 and traced.spans:
        return None, None
    args, _keywords = traced.in_tree.children()
    pick = picker(args.structure)
    if pick is None:
        return None, None
    native = _native(traced)
    finish = finish_of(traced.out_tree)
    if traced.out_placements is not None:
        finish = functools.partial(_placed, traced)
    patient = _patient(traced, pick, native, finish)
    if native is None:
        return None, patient
    plain = all(part is LEAF for part in args.structure[2])
    if plain and finish is None:
        return native, patient  # Arrays in, one Array out: nothing to do in Python
    return _quick(pick, native, finish, plain), patient


def _native(traced: Traced) -> Entry | None:
    """The native function of the traced function's leaves, if it has one."""
    executable = traced.compiled()
    if traced.gives_away or traced.has_float0:
        return None
    if any(isinstance(c, Tracer) for c in traced.constants):
        return None
    native = executable.entry(traced.program.in_avals, traced.out_avals)
    bound = traced.bound()
    return native if native is None or not bound else functools.partial(native, *bound)


def finish_of(out_tree: PyTreeDef) -> Finish | None:
    """What makes the user's result of an Array or a tuple of Arrays; None: it is the Array."""
    if out_tree.structure is LEAF:
        return None
    if out_tree.num_leaves == 1:
        return lambda out: out_tree.unflatten((out,))
    if out_tree.structure == (tuple, None, (LEAF,) * out_tree.num_leaves):
        return tuple
    return out_tree.unflatten


def _placed(traced: Traced, out: Any) -> Any:
    """What the native function gives, where out_shardings say, as the user's result."""
    outs = (out,) if len(traced.out_avals) == 1 else out
    return traced.out_tree.unflatten(traced.placed(outs))


def _quick(pick: Any, native: Entry, finish: Finish | None, plain: bool) -> Entry:
    """An entry for Arrays alone, in trees or with a tree as result."""

    def call(*args: Any) -> Any:
        leaves = args if plain else pick(args)
        if leaves is None:
            return NotImplemented
        out = native(*leaves)
        return out if finish is None or out is NotImplemented else finish(out)

    return call


def _patient(traced: Traced, pick: Any, native: Entry | None, finish: Finish | None) -> Entry:
    """An entry for NumPy arrays, scalars and arrays committed to the first CPU as well, and for
    programs of several steps.
    """
    avals = traced.jaxpr.in_avals[len(traced.constants) :]

    def call(*args: Any) -> Any:
        leaves = pick(args)
        if leaves is None:
            return NotImplemented
        values = []
        where = None
        for x, aval in zip(leaves, avals, strict=True):
            value = x if type(x) is Array else _as_array(x, aval)
            if value is None or value.aval is not aval:
                return NotImplemented
            if value.placement is not None:
                place = _place_of(value.placement)
                if place is None or where not in (None, place):
                    return NotImplemented
                where = place
            values.append(value)
        if native is not None and where is None:
            out = native(*values)
            if out is not NotImplemented:
                return out if finish is None else finish(out)
        return traced.run(values, where)

    return call


def _place_of(where: Placement) -> Placement | None:
    """Where results of what is there are; None if the long way has to look."""
    if where.device is not _HOST or where.spans:
        return None
    return where.plain if where.on_mesh else _COMMITTED


def _as_array(value: Any, aval: ShapedArray) -> Array | None:
    """A NumPy array, read in place, or a scalar as an Array, if it can be one of `aval`."""
    kind = type(value)
    if kind is np.ndarray or isinstance(value, np.generic):
        fits = value.dtype == aval.dtype and value.shape == aval.shape and not aval.weak_type
        return Array(np.asarray(value), aval) if fits else None
    if kind is not float and kind is not int:
        return None
    try:
        return of_scalar(value)
    except OverflowError:  # the long way names the argument
        return None
