"""Ways to compute that are dear or fragile: the page names the better one, at the line."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn
from fjax.explanation.findings import problems
from tests.explanation.test_links import number_of

MATRIX = np.eye(300) + 0.01
VECTOR = np.ones(300)
TABLE = np.ones((1000, 128), np.float32)
INDICES = np.arange(64)
LONG = np.ones(200_000)
ROWS = np.ones((8, 10))


def embedded(indices, table):
    chosen = nn.one_hot(indices, 1000, dtype=table.dtype)
    return chosen @ table


def embedded_by_hand(indices, table):
    chosen = (jnp.arange(1000) == indices[:, None]).astype(table.dtype)
    return jnp.einsum("nk,kd->dn", chosen, table)


def inverted(a, b):
    inverse = jnp.linalg.inv(a)
    return b @ inverse.T


def inverted_in_a_loop(a, b):
    def step(c, x):
        return jnp.linalg.inv(a + x) @ c, None

    return lax.scan(step, b, jnp.arange(3.0))[0]


def left_to_right(a, b, v):
    both = a @ b
    return both @ v


def right_to_left(a, b, v):
    both = (a @ b).T
    return v @ both


def batches(a, b, v):
    return jnp.einsum("bij,bj->bi", a @ b, v)


def likelihood(x):
    p = nn.softmax(x)
    return -jnp.log(p)[jnp.arange(8), 0].mean()


def shares(x):
    e = jnp.exp(x)
    return jnp.log(e / e.sum(-1, keepdims=True))


def total(x):
    return jnp.log(jnp.sum(jnp.exp(x), -1))


def chance(x):
    return -jnp.log(nn.sigmoid(x)).mean()


def best(x):
    return jnp.sort(x)[::-1][:5]


def least(x):
    return jnp.sort(x)[0]


STACK = np.ones((6, 200, 200))
NAMED = {
    "one-hot": (embedded, (INDICES, TABLE), "a one-hot array float32[64,1000]", "table[indices]"),
    "one-hot by hand": (embedded_by_hand, (INDICES, TABLE), "a one-hot array", "jnp.take"),
    "an inverse": (inverted, (MATRIX, VECTOR), "the inverse of a matrix of 300", "linalg.solve"),
    "in a loop": (inverted_in_a_loop, (MATRIX, VECTOR), "the inverse of a", "linalg.solve"),
    "an order": (left_to_right, (MATRIX, MATRIX, VECTOR), "150 times the work", "A @ (B @ v)"),
    "another order": (right_to_left, (MATRIX, MATRIX, VECTOR), "150 times", "multi_dot"),
    "batches": (batches, (STACK, STACK, STACK[0, :6]), "100 times the work", "A @ (B @ v)"),
    "log of softmax": (fjax.grad(likelihood), (ROWS,), "the log of a softmax", "log_softmax"),
    "log of shares": (shares, (ROWS,), "the log of a softmax", "log_softmax"),
    "log of a sum": (total, (ROWS,), "the log of a sum of exponentials", "nn.logsumexp"),
    "log of a sigmoid": (fjax.grad(chance), (ROWS,), "the log of a sigmoid", "log_sigmoid"),
    "largest": (best, (LONG,), "200,000 elements are sorted, and 5 at", "lax.top_k"),
    "smallest": (least, (LONG,), "200,000 elements are sorted, and one is", "jnp.min"),
}
WORDS = ("one-hot", "inverse", "another order", "the log of", "sorted")


def said(function, *args):
    """What is said about these ways to compute."""
    found = problems(fjax.explain(function)(*args))
    return [f for f in found if any(word in f.what for word in WORDS)]


@pytest.mark.parametrize("name", NAMED)
def test_a_better_way_is_named(name):
    function, args, what, remedy = NAMED[name]
    (found,) = said(function, *args)
    assert what in found.what and remedy in found.remedy
    assert found.line.startswith("line")


def test_a_remark_is_at_its_line():
    (found,) = said(left_to_right, MATRIX, MATRIX, VECTOR)
    assert f"line {number_of(left_to_right, 'both @ v')}: return both @ v" in found.line


def many(x):
    return [jnp.log(nn.softmax(x + k)) for k in range(3)]


def test_remarks_that_are_alike_are_one():
    (found,) = said(many, ROWS)
    assert found.what.endswith("and 2 more like it")


def kept(a, b):
    inverse = jnp.linalg.inv(a)
    return inverse @ b, inverse


def layers(weights, x):
    return (jnp.tanh(x @ weights[0]) @ weights[1]).sum()


def limited(x):
    most = x.max(-1, keepdims=True)
    return jnp.log(jnp.sum(jnp.exp(x - most), -1)) + most[..., 0]


@pytest.mark.parametrize(
    "function, args",
    [
        (lambda a: jnp.eye(300) @ a, (MATRIX,)),
        (lambda i, t: nn.one_hot(i, 10, dtype=t.dtype) @ t, (INDICES[:9], TABLE[:10])),
        (lambda i, t: t[i], (INDICES, TABLE)),
        (kept, (MATRIX, VECTOR)),
        (jnp.linalg.solve, (MATRIX, VECTOR)),
        (lambda a, b: b @ jnp.linalg.solve(a, b), (MATRIX, VECTOR)),
        (fjax.grad(lambda a, b: b @ jnp.linalg.solve(a, b)), (MATRIX, VECTOR)),
        (lambda a, b, v: a @ (b @ v), (MATRIX, MATRIX, VECTOR)),
        (lambda a, b, c: (a @ b) @ c, (MATRIX, MATRIX, MATRIX)),
        (fjax.grad(layers), ((MATRIX, MATRIX), MATRIX)),
        (limited, (ROWS,)),
        (lambda x: nn.logsumexp(x, -1), (ROWS,)),
        (fjax.grad(lambda x: nn.log_softmax(x).sum()), (ROWS,)),
        (lambda x: jnp.median(x), (LONG,)),
        (lambda x: (jnp.sort(x)[:5], jnp.sort(x)), (LONG,)),
        (lambda x: jnp.sort(x)[:5], (LONG[:1000],)),
    ],
    ids=lambda x: "",
)
def test_what_is_well_written_has_no_remark(function, args):
    assert said(function, *args) == []
