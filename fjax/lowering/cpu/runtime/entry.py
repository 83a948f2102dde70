"""Entries: one builtin function that takes Arrays, runs a program, and gives Arrays.

Measured for x * 2 + 1 on 4 floats: the same in Python (buffers, numpy.empty, Array) 730 ns,
here 150.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.locks import once
from fjax.lowering.cpu.runtime import entry_text as layout
from fjax.lowering.cpu.runtime import pool
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.cpu.runtime.program import MethodDef, Program
from fjax.lowering.run.launch import Output

_NEW_FROM_DESCRIPTION = 94  # PyArray_NewFromDescr in NumPy's stable table of C functions


class _Words(np.ndarray):
    """An entry's words, and what must live as long as they do."""

    keep: tuple


def entry_function(
    program: Program,
    in_avals: Sequence[ShapedArray],
    picks: Sequence[int],
    outputs: Sequence[Output],
    single: bool,
) -> Callable[..., Any] | None:
    """A builtin function from Arrays of `in_avals` to Arrays; None where there can be none.

    The program's arguments are the inputs numbered `picks`, then `outputs` in this order. The
    result is a tuple, or if `single` the only Array. It is NotImplemented, and nothing has
    happened, unless each input is an unplaced Array of its aval over a contiguous ndarray.
    """
    native = runtime.native()
    plan: Any = getattr(program.run, "__self__", None)
    if (
        native is None
        or "call" not in native.functions
        or type(plan) is not program.plan_type
        or not outputs
    ):
        return None
    words = _lay_out(cast(np.ndarray, plan), in_avals, picks, outputs, single)
    new = ctypes.pythonapi.PyCFunction_NewEx
    new.restype, new.argtypes = (
        ctypes.py_object,
        [ctypes.c_void_p, ctypes.py_object, ctypes.py_object],
    )
    return new(ctypes.addressof(_method()), words, None)


@once
def _method() -> MethodDef:
    native = runtime.native()
    assert native is not None
    fastcall = 0x0080
    return MethodDef(b"call", native.functions["call"], fastcall, None)


@functools.cache
def _new_ndarray() -> int:
    """The address of PyArray_NewFromDescr."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    table = get(np._core.multiarray._ARRAY_API, None)  # type: ignore[attr-defined]
    return ctypes.c_void_p.from_address(table + 8 * _NEW_FROM_DESCRIPTION).value or 0


def _lay_out(
    plan: np.ndarray,
    in_avals: Sequence[ShapedArray],
    picks: Sequence[int],
    outputs: Sequence[Output],
    single: bool,
) -> _Words:
    """The entry's head, then input avals, picks, output records and output shapes."""
    avals_at = layout.ENTRY_WORDS
    picks_at = avals_at + len(in_avals)
    outputs_at = picks_at + len(picks)
    shapes_at = outputs_at + layout.OUTPUT_WORDS * len(outputs)
    store = np.zeros(shapes_at + sum(o.aval.ndim for o in outputs), np.int64)
    words = store.view(_Words)
    base = words.ctypes.data
    words[avals_at:picks_at] = [id(a) for a in in_avals]
    words[picks_at:outputs_at] = picks
    shape_at, kept = shapes_at, []
    for k, o in enumerate(outputs):
        words[shape_at : shape_at + o.aval.ndim] = o.aval.shape
        pooled = o.aval.size * o.dtype.itemsize >= pool.SMALL
        arguments = (o.aval.shape, o.dtype)
        kept.append((o, arguments))
        at = outputs_at + k * layout.OUTPUT_WORDS
        words[at : at + layout.OUTPUT_WORDS] = (
            id(o.aval),
            o.place,
            o.aval.ndim,
            base + 8 * shape_at,
            id(o.dtype),
            id(pool.empty) if pooled else 0,
            id(arguments),
        )
        shape_at += o.aval.ndim
    head = [0] * layout.ENTRY_WORDS
    head[layout.N_ARGUMENTS], head[layout.N_READ] = len(in_avals), len(picks)
    head[layout.N_OUTPUTS], head[layout.PROGRAM] = len(outputs), id(plan)
    head[layout.AVALS], head[layout.PICKS] = base + 8 * avals_at, base + 8 * picks_at
    head[layout.OUTPUTS], head[layout.SINGLE] = base + 8 * outputs_at, int(single)
    head[layout.NDARRAY], head[layout.ARRAY] = id(np.ndarray), id(Array)
    head[layout.NONE], head[layout.NOT_IMPLEMENTED] = id(None), id(NotImplemented)
    head[layout.NEW_NDARRAY] = _new_ndarray()
    words[: layout.ENTRY_WORDS] = head
    words.keep = (store, plan, tuple(in_avals), kept, pool.empty)
    return words
