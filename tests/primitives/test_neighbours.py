"""Each primitive with each of its parameters set to something near a sample's: all its rules agree.

What the parameters mean is held by the samples' oracles; here the ways to compute are compared:
eager and compiled, the derivative and differences, its transpose, `vmap` and a loop.
"""

import numpy as np
import pytest

import fjax
from fjax.core import dtypes
from tests.primitives.neighbours import cases, other_parameters, outcome
from tests.samples import flat
from tests.test_samples import check_forward, check_reverse, tangents_for

pytestmark = pytest.mark.needs("x64", reason="the rows are in float64")
MOST = 16  # neighbours of a primitive
# Claims that are not true of the sample's operands, and what has no meaning on its own.
CLAIMS = (
    "unique_indices=True",
    "mode=PROMISE_IN_BOUNDS",
    "mode=ONE_HOT",
    "avals",
    "parameter=",
    "permutation_size",
)
# Eigenvectors without a choice of phase; U and V that are completed; columns nearly as long; NaN.
NO_DERIVATIVE = (
    "eig-",
    "svd-compute_uv",
    "qr-pivoting",
    "gather-mode=FILL",
    "scatter_mul-unique_indices",
    "scatter_mul-dimension_numbers.scatter_dims",
    "scatter-dimension_numbers.scatter_dims",
)


def valid():
    """Neighbours of the samples that are valid, one of each kind of change."""
    found = []
    for own in cases().values():
        changes = set()
        for other in (o for case in own if case.sample for o in other_parameters(case)):
            if (
                len(changes) < MOST
                and other.change not in changes
                and not other.change.startswith(CLAIMS)
                and "Error: " not in outcome(other)
            ):
                changes.add(other.change)
                found.append(other)
    return found


NEIGHBOURS = valid()
SMOOTH = [
    c
    for c in NEIGHBOURS
    if c.sample.differentiable()
    and not c.sample.reverse_only
    and not c.label.startswith(NO_DERIVATIVE)
]


def over(found):
    """Parametrize a test by cases."""
    return pytest.mark.parametrize("case", found, ids=lambda c: c.label)


def arrays(outputs):
    """The results as NumPy arrays that its tests understand."""
    return [
        np.asarray(o, np.float32 if o.dtype in (dtypes.float16, dtypes.bfloat16) else None)
        for o in flat(outputs)
    ]


def assert_same(found, expected, tolerance=1e-12):
    for got, value in zip(found, expected, strict=True):
        assert got.shape == value.shape and got.dtype == value.dtype
        np.testing.assert_allclose(got, value, rtol=tolerance, atol=tolerance)


@pytest.mark.one_in(12)
@over(NEIGHBOURS)
def test_compiled_and_eager_agree(case):
    args = case.sample.make()
    avals = case.op.result_type(*case.avals)
    eager = flat(case.op(*args))
    assert [o.aval for o in eager] == list(avals)
    assert_same(
        arrays(fjax.jit(case.op)(*args)),
        arrays(eager),
        1e-6 if any(o.dtype.itemsize < 8 and dtypes.is_inexact(o.dtype) for o in eager) else 1e-12,
    )


def of_floats(case):
    """(the function of the differentiated operands, their values, the random generator)."""
    rng = case.sample.generator()
    args, positions = case.sample.make(rng), case.sample.differentiable()

    def inner(*moved):
        full = list(args)
        for i, value in zip(positions, moved, strict=True):
            full[i] = value
        return [o for o in flat(case.op(*full)) if o.dtype in (np.float64, np.complex128)]

    primals = [args[i] for i in positions]
    return inner, primals, tangents_for(args, positions, rng), rng


@pytest.mark.one_in(3)
@over(SMOOTH)
def test_the_derivative_is_that_of_differences(case):
    function, primals, tangents, rng = of_floats(case)
    check_forward(function, primals, tangents)
    check_reverse(function, primals, tangents, rng)


@pytest.mark.one_in(5)
@over([c for c in NEIGHBOURS if c.sample.batch != () and c.sample.args])
def test_vmap_agrees_with_a_loop(case):
    rng = case.sample.generator()
    rows = [case.sample.make(rng) for _ in range(2)]
    able = range(len(rows[0])) if case.sample.batch is None else case.sample.batch
    for layout in [*({i: d} for i in able for d in (0, -1)), dict.fromkeys(able, 0)]:
        loops = [[row[i] if i in layout else rows[0][i] for i in range(len(row))] for row in rows]
        stacked = [
            np.stack([row[i] for row in loops], axis=layout[i]) if i in layout else rows[0][i]
            for i in range(len(rows[0]))
        ]
        axes = tuple(layout.get(i) for i in range(len(stacked)))
        found = arrays(fjax.vmap(case.op, in_axes=axes)(*stacked))
        each = zip(*(arrays(case.op(*row)) for row in loops), strict=True)
        assert_same(found, [np.stack(values) for values in each])
