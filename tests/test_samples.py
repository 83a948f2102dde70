"""What every primitive must satisfy, derived from the rows in tests/samples."""

import numpy as np
import pytest

import fjax
from fjax.api.autodiff import jvp, vjp
from fjax.api.batching import vmap
from fjax.api.jit import jit
from fjax.core import dtypes
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.parser import parse
from fjax.core.printer import host_table
from fjax.core.rewrite import without_layouts
from fjax.core.scalar_numpy import compile_numpy
from fjax.core.typecheck import typecheck
from fjax.experimental.checkify import all_checks, checkify
from fjax.primitives.families import Elementwise, has_scalar_program, operand_leaf, scalar_program
from tests.samples import SAMPLES, flat, staged

# Rows are in float64; in narrower dtypes a test of its own runs them.
pytestmark = pytest.mark.needs("x64", reason="the rows are in float64")
SMOOTH = [s for s in SAMPLES if s.differentiable() and not s.reverse_only]


def over(samples):
    """Parametrize a test by rows."""
    return pytest.mark.parametrize("sample", samples, ids=lambda s: s.label)


def call(sample, args):
    """The outputs as NumPy arrays."""
    return [np.asarray(out) for out in flat(sample.function(*args))]


def wide(values):
    """float16 and bfloat16 as float32, which NumPy's tests understand."""
    values = np.asarray(values)
    half = values.dtype in (dtypes.float16, dtypes.bfloat16)
    return values.astype(np.float32) if half else values


def epsilon(dtype):
    """The distance from 1 to the next number."""
    return float(dtypes.finfo(dtype).eps) if dtypes.is_inexact(dtype) else 0.0


def assert_close(got, expected, sample, scale=1.0):
    """Equal up to the row's tolerance, in units of the result's epsilon."""
    unit = epsilon(np.asarray(got).dtype) * scale
    np.testing.assert_allclose(
        wide(got), wide(expected), rtol=sample.rtol * unit, atol=sample.atol * unit
    )


# ---- values


@over([s for s in SAMPLES if s.oracle is not None])
def test_values_are_the_oracles(sample):
    args = sample.make()
    with np.errstate(all="ignore"):
        expected = flat(sample.oracle(*args))
    outs = call(sample, args)
    assert len(outs) == len(expected)
    for out, value in zip(outs, expected, strict=True):
        assert out.shape == np.shape(value)
        assert out.dtype == np.asarray(value).dtype
        assert_close(out, value, sample)


@pytest.mark.parametrize(
    "sample,dtype",
    [(s, d) for s in SAMPLES for d in s.precisions],
    ids=lambda p: getattr(p, "label", None) or p.name,
)
def test_values_in_other_precisions_are_the_oracles(sample, dtype):
    args = [a.astype(dtype) if dtypes.is_float(a.dtype) else a for a in sample.make()]
    with np.errstate(all="ignore"):
        expected = flat(
            sample.oracle(*[a.astype(np.float64) if dtypes.is_float(a.dtype) else a for a in args])
        )
    for out, value in zip(call(sample, args), expected, strict=True):
        assert out.dtype == (dtype if dtypes.is_float(value.dtype) else value.dtype)
        assert_close(out, value, sample)


@over(SAMPLES)
def test_the_staged_program_is_sound_and_computes_the_same(sample):
    args = sample.make()
    jaxpr, constants = staged(sample, args)
    typecheck(jaxpr)
    eager, again = flat(sample.function(*args)), evaluate_jaxpr(jaxpr, [*constants, *args])
    for out, other, aval in zip(eager, again, jaxpr.out_avals, strict=True):
        assert out.aval == aval
        assert out.buffer.shape == aval.shape
        assert out.buffer.dtype == dtypes.physical(aval.dtype)
        np.testing.assert_array_equal(wide(out), wide(other))
    printed = without_layouts(jaxpr)
    assert str(parse(str(printed), host_table(printed))) == str(printed)


@pytest.mark.one_in(4)
@over([s for s in SAMPLES if s.label != "higher_order.while-masked"])  # which checkify refuses
def test_the_program_with_every_check_computes_the_same(sample):
    args = sample.make()
    with fjax.disable_jit():
        _, checked = checkify(sample.function, all_checks)(*args)
    for out, again in zip(flat(sample.function(*args)), flat(checked), strict=True):
        assert out.aval == again.aval
        assert_close(np.asarray(again), np.asarray(out), sample)


@over([s for s in SAMPLES if s.kernel])
def test_the_compiled_program_computes_the_same(sample):
    args = sample.make()
    compiled = flat(jit(sample.function)(*args))
    for out, other in zip(flat(sample.function(*args)), compiled, strict=True):
        assert out.aval == other.aval
        assert_close(np.asarray(other), np.asarray(out), sample)


@over([s for s in SAMPLES if isinstance(s.function, Elementwise)])
def test_the_scalar_program_computes_the_same(sample):
    for dtype in (None, *sample.precisions):
        args = [a.astype(dtype) if dtype and dtypes.is_float(a.dtype) else a for a in sample.make()]
        kinds = tuple(a.dtype for a in args)
        if not has_scalar_program(sample.function, kinds):
            assert "scalar" in sample.function.absent, f"{sample.label}: no program for {kinds}"
            continue
        leaves = [operand_leaf(i, d) for i, d in enumerate(kinds)]
        program = compile_numpy(leaves, (scalar_program(sample.function, leaves),), library=False)
        with np.errstate(all="ignore"):
            (got,) = program(np, *args)
        (expected,) = call(sample, args)
        assert got.dtype == expected.dtype
        assert_close(np.broadcast_to(got, expected.shape), expected, sample)


# ---- derivatives


def tangents_for(args, positions, rng):
    """Random directions for the differentiated arguments."""

    def direction(a):
        values = rng.normal(size=a.shape)
        if a.dtype.kind == "c":
            values = values + 1j * rng.normal(size=a.shape)
        return np.asarray(values, a.dtype)

    return [direction(args[i]) for i in positions]


def restricted(function, args, positions):
    """The function of the differentiated arguments alone, with a list of results."""

    def inner(*moved):
        full = list(args)
        for i, value in zip(positions, moved, strict=True):
            full[i] = value
        return [o for o in flat(function(*full)) if dtypes.is_inexact(o.dtype)]

    return inner


def numerical_jvp(function, primals, tangents, step=1e-3):
    """The derivative in a direction by central differences of fourth order."""

    def at(h):
        return [
            np.asarray(o)
            for o in function(*[p + h * t for p, t in zip(primals, tangents, strict=True)])
        ]

    one, minus_one, two, minus_two = at(step), at(-step), at(2 * step), at(-2 * step)
    return [
        (8 * (a - b) - (c - d)) / (12 * step)
        for a, b, c, d in zip(one, minus_one, two, minus_two, strict=True)
    ]


def check_forward(function, primals, tangents):
    """jvp against central differences."""
    outs, found = jvp(function, tuple(primals), tuple(tangents))
    for out, value in zip(outs, function(*primals), strict=True):
        np.testing.assert_allclose(np.asarray(out), np.asarray(value), rtol=1e-13, atol=1e-13)
    for got, expected in zip(found, numerical_jvp(function, primals, tangents), strict=True):
        scale = max(1.0, float(np.max(np.abs(expected), initial=0)))
        np.testing.assert_allclose(np.asarray(got), expected, rtol=1e-6, atol=1e-7 * scale)


def check_reverse(function, primals, tangents, rng):
    """The inner products of J v with w, and of v with J transposed w, agree."""
    outs, moved = jvp(function, tuple(primals), tuple(tangents))
    _, pull = vjp(function, *primals)
    cotangents = tangents_for([np.asarray(o) for o in outs], range(len(outs)), rng)
    left = sum(np.sum(np.asarray(m) * c).real for m, c in zip(moved, cotangents, strict=True))
    back = pull(cotangents)
    for b, p in zip(back, primals, strict=True):
        assert (b.shape, b.dtype) == (np.shape(p), p.dtype)
    right = sum(np.sum(np.asarray(b) * t).real for b, t in zip(back, tangents, strict=True))
    np.testing.assert_allclose(left, right, rtol=1e-9, atol=1e-9)


def prepared(sample):
    """(function of the differentiated arguments, their values, directions, generator)."""
    rng = sample.generator()
    args, positions = sample.make(rng), sample.differentiable()
    primals = [args[i] for i in positions]
    return (
        restricted(sample.function, args, positions),
        primals,
        tangents_for(args, positions, rng),
        rng,
    )


@over(SMOOTH)
def test_the_derivative_is_that_of_differences(sample):
    function, primals, tangents, _ = prepared(sample)
    check_forward(function, primals, tangents)


@pytest.mark.one_in(16)
@over([s for s in SMOOTH if len(s.differentiable()) > 1])
def test_each_argument_alone_can_be_differentiated(sample):
    args, rng = sample.make(), sample.generator()
    for i in sample.differentiable():
        function = restricted(sample.function, args, (i,))
        tangents = tangents_for(args, (i,), rng)
        check_forward(function, [args[i]], tangents)
        check_reverse(function, [args[i]], tangents, rng)


@over(SMOOTH)
def test_the_transposed_derivative_agrees_with_the_derivative(sample):
    function, primals, tangents, rng = prepared(sample)
    check_reverse(function, primals, tangents, rng)


@over([s for s in SAMPLES if s.reverse_only])
def test_the_pulled_back_cotangent_agrees_with_differences(sample):
    function, primals, tangents, rng = prepared(sample)
    outs, pull = vjp(function, *primals)
    cotangents = tangents_for([np.asarray(o) for o in outs], range(len(outs)), rng)
    moved = numerical_jvp(function, primals, tangents)
    left = sum(np.sum(m * c).real for m, c in zip(moved, cotangents, strict=True))
    back = pull(cotangents)
    right = sum(np.sum(np.asarray(b) * t).real for b, t in zip(back, tangents, strict=True))
    np.testing.assert_allclose(left, right, rtol=1e-6, atol=1e-7)


@pytest.mark.one_in(3)
@over([s for s in SMOOTH if s.order >= 2])
def test_the_second_derivative_is_that_of_differences(sample):
    function, primals, tangents, rng = prepared(sample)

    def first(*xs):
        return jvp(function, tuple(xs), tuple(tangents))[1]

    directions = [np.asarray(t) for t in tangents_for(primals, range(len(primals)), rng)]
    check_forward(first, primals, directions)
    check_reverse(first, primals, directions, rng)


# ---- batching

SIZE = 3


def batch_layouts(sample, count):
    """Which arguments are batched, and where."""
    able = range(count) if sample.batch is None else sample.batch
    alone = [{i: d} for i in able for d in (0, -1)]
    together = [dict.fromkeys(able, 0)] if len(able) > 1 else []
    return alone + together


@pytest.mark.one_in(3)
@over([s for s in SAMPLES if s.batch != () and s.args])
def test_vmap_agrees_with_a_loop(sample):
    rng = sample.generator()
    rows = [sample.make(rng) for _ in range(SIZE)]
    for layout in batch_layouts(sample, len(rows[0])):
        loops = [[row[i] if i in layout else rows[0][i] for i in range(len(row))] for row in rows]
        stacked = [
            np.stack([row[i] for row in loops], axis=layout[i]) if i in layout else rows[0][i]
            for i in range(len(rows[0]))
        ]
        axes = tuple(layout.get(i) for i in range(len(stacked)))
        got = flat(vmap(sample.function, in_axes=axes)(*stacked))
        expected = zip(*[call(sample, row) for row in loops], strict=True)
        for out, values in zip(got, expected, strict=True):
            assert_close(np.asarray(out), np.stack(values), sample)
