"""What the passes make of each pair of operations: the same values, by the recorded operations."""

import itertools

import numpy as np
import pytest

from fjax import jit, lax
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.tracing import aval_of
from fjax.errors import FjaxError
from fjax.interpreters.staging import stage
from fjax.passes.optimize import optimize

pytestmark = [
    pytest.mark.needs("x64", reason="the operands are in float64"),
    pytest.mark.needs("dtype promotion", reason="numbers meet arrays"),
]
X = np.array(
    [[3.0, -1, 2, 0, 5, -4], [1, 1, -2, 4, 0, 7], [2, 6, -3, 0, 1, 1], [-5, 2, 0, 3, 8, 1]]
)


def padded(low, high, inside):
    """Zeros around the rows of an array, and between them."""
    return lambda x: lax.pad(x, x.dtype.type(0), [(low, high, inside), *[(0, 0, 0)] * (x.ndim - 1)])


def looked_up(x):
    """Some rows by number, one twice."""
    numbers = lax.GatherDimensionNumbers(tuple(range(1, x.ndim)), (0,), (0,))
    return lax.gather(x, np.array([[1], [0], [1]]), numbers, (1, *x.shape[1:]))


# Of an array with an axis at least; whole numbers stay whole, so that values are equal.
OPERATIONS = {
    "negated": lax.neg,
    "reversed": lambda x: lax.rev(x, (0,)),
    "reversed along the last axis": lambda x: lax.rev(x, (x.ndim - 1,)),
    "transposed": lambda x: lax.transpose(x, tuple(range(x.ndim))[::-1]),
    "flat": lambda x: lax.reshape(x, (x.size,)),
    "in two rows": lambda x: lax.reshape(x, (2, x.size // 2)),
    "repeated": lambda x: lax.broadcast_in_dim(x, (3, *x.shape), range(1, x.ndim + 1)),
    "repeated inside": lambda x: lax.broadcast_in_dim(x, (*x.shape, 2), range(x.ndim)),
    "with an axis more": lambda x: lax.expand_dims(x, (0,)),
    "summed": lambda x: lax.reduce_sum(x, (0,)),
    "summed along the last axis": lambda x: lax.reduce_sum(x, (x.ndim - 1,)),
    "its largest": lambda x: lax.reduce_max(x, (0,)),
    "its first place": lambda x: lax.argmax(x, 0, np.int32),
    "without the first": lambda x: lax.slice_in_dim(x, 1, None),
    "every second": lambda x: lax.slice_in_dim(x, 0, None, 2),
    "padded": padded(1, 2, 0),
    "padded inside": padded(0, 1, 1),
    "cut by a pad": padded(-1, 1, 0),
    "joined": lambda x: lax.concatenate([x, x], 0),
    "joined along the last axis": lambda x: lax.concatenate([x, x], x.ndim - 1),
    "whole numbers": lambda x: lax.convert_element_type(x, np.int32),
    "wide numbers": lambda x: lax.convert_element_type(x, np.float64),
    "times one": lambda x: x * 1,
    "times two": lambda x: x * 2,
    "plus zero": lambda x: x + 0,
    "minus itself": lambda x: x - x,
    "squared": lambda x: x * x,
    "to the fourth": lambda x: lax.integer_pow(x, 4),
    "clamped": lambda x: lax.clamp(x.dtype.type(-1), x, x.dtype.type(3)),
    "chosen": lambda x: lax.select(x > 1, x, -x),
    "running": lambda x: lax.cumsum(x, 0),
    "running backwards": lambda x: lax.cumsum(x, 0, reverse=True),
    "looked up": looked_up,
    "a window": lambda x: lax.dynamic_slice_in_dim(x, 1, 1),
    "written over": lambda x: lax.dynamic_update_slice_in_dim(x, x[:1], x.shape[0] - 1, 0),
    "times a matrix": lambda x: lax.dot_general(
        x, np.ones((x.shape[-1], 2), x.dtype), (((x.ndim - 1,), (0,)), ((), ()))
    ),
    "sorted": lambda x: lax.sort(x, dimension=0),
    "called": jit(lax.neg),
    "kept in place": lax.optimization_barrier,
}


def pair(first, second, both=False):
    """A function that gives what one operation makes of another's result, and that if `both`."""

    def program(x):
        between = OPERATIONS[first](x)
        return [OPERATIONS[second](between), *[between] * both]

    return program


def lines(first):
    """What each operation behind the first one becomes, having seen that the values are equal."""
    for second, both in itertools.product(OPERATIONS, (False, True)):
        try:
            jaxpr, constants = stage(pair(first, second, both), [aval_of(X)])
        except (FjaxError, ValueError, IndexError):  # it does not take what the first one gives
            continue
        made = optimize(jaxpr)
        wanted, found = (evaluate_jaxpr(each, [*constants, X]) for each in (jaxpr, made))
        for a, b in zip(wanted, found, strict=True):
            np.testing.assert_array_equal(np.asarray(a), np.asarray(b), strict=True)
        names = " ".join(eqn.op.name for eqn in made.eqns)
        yield f"{second}{' and what is between' * both}: {names or 'the operand'}"


@pytest.mark.parametrize("first", OPERATIONS)
def test_a_pair_of_operations_becomes_what_is_recorded(first, golden):
    golden(f"pairs/{first.replace(' ', '-')}.txt", "\n".join(lines(first)))
