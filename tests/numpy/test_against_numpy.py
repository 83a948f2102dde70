"""fjax.numpy gives NumPy's answers."""

import numpy as np
import pytest

import fjax.numpy as jnp
from tests.numpy import tables

CALLS = [(name, args, {}) for name, *args in tables.UNARY + tables.BINARY] + [
    *tables.REDUCTIONS,
    *tables.QUANTILES,
    *tables.SHAPES,
    *tables.CHOICES,
    *tables.OTHERS,
]


def as_fjax(x):
    """NumPy arrays (also in lists) as arrays of fjax."""
    if isinstance(x, list) and x and isinstance(x[0], np.ndarray):
        return [jnp.asarray(v) for v in x]
    return jnp.asarray(x) if isinstance(x, np.ndarray) else x


def assert_same(got, wanted):
    """Equal shapes and values, through tuples and lists."""
    if isinstance(wanted, (tuple, list)):
        assert len(got) == len(wanted)
        for one, other in zip(got, wanted, strict=True):
            assert_same(one, other)
        return
    assert np.shape(got) == np.shape(wanted)
    np.testing.assert_allclose(np.asarray(got), np.asarray(wanted), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    "name, args, options", CALLS, ids=[f"{i}-{call[0]}" for i, call in enumerate(CALLS)]
)
@pytest.mark.filterwarnings("ignore")
def test_a_function_agrees_with_numpy(name, args, options):
    wanted = getattr(np, name)(*args, **options)
    got = getattr(jnp, name)(
        *[as_fjax(a) for a in args], **{k: as_fjax(v) for k, v in options.items()}
    )
    assert_same(got, wanted)
