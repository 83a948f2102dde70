"""Power series of every primitive that has derivatives, against nested forward mode."""

import numpy as np
import pytest

import fjax
from fjax.core import dtypes
from fjax.interpreters.taylor import taylor_flat
from tests.samples import SAMPLES, flat

ROWS = [s for s in SAMPLES if s.order == 2 and s.differentiable() and not s.reverse_only]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("sample", ROWS, ids=lambda s: s.label)
def test_a_primitive_has_the_series_of_nested_forward_mode(sample):
    rng = sample.generator()
    args = sample.make(rng)
    moved = sample.differentiable()
    direction = [rng.normal(size=args[i].shape).astype(args[i].dtype) for i in moved]
    curvature = [rng.normal(size=args[i].shape).astype(args[i].dtype) for i in moved]

    def along(t):
        given = list(args)
        for i, u, v in zip(moved, direction, curvature, strict=True):
            given[i] = args[i] + t * u + t * t * v
        return [x for x in flat(sample.function(*given)) if dtypes.is_inexact(x.dtype)]

    def slope(function):
        return lambda t: fjax.jvp(function, (t,), (1.0,))[1]

    series = [None] * len(args)
    for i, u, v in zip(moved, direction, curvature, strict=True):
        series[i] = [u, v]
    heads, rows = taylor_flat(lambda *xs: flat(sample.function(*xs)), args, series, 2)
    found = [row for head, row in zip(heads, rows, strict=True) if dtypes.is_inexact(head.dtype)]
    first, second = slope(along)(0.0), slope(slope(along))(0.0)
    for row, one, two in zip(found, first, second, strict=True):
        tolerance = max(1.0, np.max(np.abs(np.asarray(two, np.complex128)), initial=0.0)) * 1e-9
        np.testing.assert_allclose(row[0], one, rtol=1e-9, atol=tolerance)
        np.testing.assert_allclose(2 * row[1], two, rtol=1e-8, atol=tolerance)
