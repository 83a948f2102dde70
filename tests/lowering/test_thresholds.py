"""The sizes at which the lowering decides otherwise, for families of programs that have one size.

A golden file for each family: what is decided for the smallest size, and for each size from which
on it is something else, that very size (found by halving between sizes that differ). Numbers that
grow with the size are left out of the text. Recorded by `pytest --update-golden`, and to be read.
"""

import functools
import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn
from tests.lowering.decided import decisions

F32 = np.float32
SIZES = [
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    10,
    16,
    24,
    32,
    48,
    64,
    100,
    128,
    200,
    256,
    400,
    512,
    1000,
    1024,
    2000,
    4096,
    10_000,
    16_384,
    40_000,
    65_536,
    300_000,
    1 << 20,
    5_000_000,
]
GROWING = re.compile(
    r", \d+ by \d+|, work \d+|  moves \d+ bytes, \d+ between steps| costs \d+"
    r"|(?<=scratch )\[.*?\]|; overwritten \[.*?\]|(?<=lanes) \d+( x \d+)*"
)


def of(*shapes, dtype=F32):
    """Operands of a size: each shape a function of it."""
    return lambda n: [fjax.ShapeDtypeStruct(s(n), dtype) for s in shapes]


def row(n):
    return (n,)


def walked(step):
    """A scan of a step over rows."""
    return lambda c, x: lax.scan(step, c, x)


def blend(c, x):
    return c * 0.5 + jnp.tanh(x), c.sum()


def mixed(c, x):
    return jnp.tanh(c @ jnp.ones((c.size, c.size), F32)) + x, c[0]


def newton(x):
    return lax.while_loop(
        lambda y: jnp.max(jnp.abs(y * y - x)) > 1e-3, lambda y: 0.5 * (y + x / y), x + 1
    )


# A family: the program, and its operands of a size.
FAMILIES = {
    "a map": (lambda x: jnp.tanh(x) + 1, of(row)),
    "a cheap map": (lambda x: x + 1, of(row)),
    "a map of rows": (lambda x, y: x * y, of(lambda n: (n, 50), lambda n: (50,))),
    "a map of columns": (lambda x, y: x * y[:, None], of(lambda n: (50, n), lambda n: (50,))),
    "a map of half precision": (lambda x: x * x + 1, of(row, dtype=np.float16)),
    "a sum": (jnp.sum, of(row)),
    "a largest": (jnp.max, of(row)),
    "a largest complex number": (jnp.max, of(row, dtype=np.complex64)),
    "a sum of complex numbers": (jnp.sum, of(row, dtype=np.complex64)),
    "a product of whole numbers": (jnp.prod, of(row, dtype=np.int32)),
    "a sum of all rows": (lambda x: (x * 2).sum(), of(lambda n: (n, 30))),
    "a sum of few long rows": (lambda x: (x * 2).sum(), of(lambda n: (3, n))),
    "sums of long rows": (lambda x: x.sum(1), of(lambda n: (6, n))),
    "sums of many rows": (lambda x: x.sum(1), of(lambda n: (n, 40))),
    "sums of short rows": (lambda x: x.sum(1), of(lambda n: (3000, n))),
    "sums of columns": (lambda x: x.sum(0), of(lambda n: (n, 30))),
    "sums of many columns": (lambda x: x.sum(0), of(lambda n: (40, n))),
    "sums of very many columns": (lambda x: x.sum(0), of(lambda n: (9, n))),
    "largest of columns": (lambda x: jnp.exp(x).max(0), of(lambda n: (n, 8))),
    "sums of outer axes": (lambda x: x.sum((0, 1)), of(lambda n: (n, 5, 12))),
    "sums of both axes": (lambda x: (x.sum(0), x.sum(1), x.sum()), of(lambda n: (n, 20))),
    "softmax of many rows": (nn.softmax, of(lambda n: (n, 30))),
    "softmax of long rows": (nn.softmax, of(lambda n: (30, n))),
    "normalised columns": (lambda x: (x - x.mean(0)) / (1 + x.std(0)), of(lambda n: (n, 12))),
    "distances of many dimensions": (
        lambda x: jnp.sqrt(((x[:, None] - x[None]) ** 2).sum(-1)),
        of(lambda n: (60, n)),
    ),
    "sums of distances": (
        lambda x: jnp.exp(-((x[:, None] - x[None]) ** 2).sum(-1)).sum(1),
        of(lambda n: (60, n)),
    ),
    "sums over many distances": (
        lambda x: jnp.exp(-((x[:, None] - x[None]) ** 2).sum(-1)).sum(1),
        of(lambda n: (n, 3)),
    ),
    "parts of a stack": (
        lambda x: jnp.stack([x[..., 0] * x[..., -1], x[..., 0] - 1, jnp.sin(x[..., -1])], -1),
        of(lambda n: (n, 3)),
    ),
    "a longer stack": (
        lambda x: jnp.stack([x * k for k in range(3)], -1).sum(0),
        of(lambda n: (9, n)),
    ),
    "transposed": (lambda x: x.T + 1, of(lambda n: (n, 40))),
    "joined": (
        lambda x, y: jnp.concatenate([x, y * 2], 1),
        of(lambda n: (20, n), lambda n: (20, 7)),
    ),
    "joined and used": (
        lambda x, y: jnp.tanh(jnp.concatenate([x, y * 2, x])),
        of(row, lambda n: (7,)),
    ),
    "padded": (lambda x: jnp.pad(x, ((1, 2), (0, 3))) * 2, of(lambda n: (n, 9))),
    "broadcast": (lambda x: jnp.broadcast_to(jnp.sin(x)[None], (5, x.size)), of(row)),
    "broadcast and summed": (lambda x, y: (x[:, None] * y[None]).sum(0), of(row, lambda n: (30,))),
    "shared by rows": (lambda x, y: x * jnp.exp(y), of(lambda n: (n, 30), lambda n: (30,))),
    "looked up": (
        lambda x, i: x[i] * 2,
        lambda n: [fjax.ShapeDtypeStruct((900, 4), F32), fjax.ShapeDtypeStruct((n,), np.int64)],
    ),
    "added at positions": (
        lambda x, i: x.at[i].add(1.0),
        lambda n: [fjax.ShapeDtypeStruct((n, 4), F32), fjax.ShapeDtypeStruct((6,), np.int64)],
    ),
    "many added at positions": (
        lambda x, i: x.at[i].add(1.0),
        lambda n: [fjax.ShapeDtypeStruct((50, 4), F32), fjax.ShapeDtypeStruct((n,), np.int64)],
    ),
    "a window in place": (
        lambda x: lax.dynamic_update_slice(x * 2, x[:1] + 1, (0, 0)),
        of(lambda n: (n, 5)),
    ),
    "running sums": (lambda x: jnp.cumsum(x, 1), of(lambda n: (n, 30))),
    "running sums of columns": (lambda x: jnp.cumsum(x, 0), of(lambda n: (30, n))),
    "repeated": (
        lambda x: functools.reduce(lambda y, _: jnp.sin(y) * x + jnp.roll(y, 1), range(3), x),
        of(row),
    ),
    "a product": (lambda x, y: x @ y, of(lambda n: (n, 40), lambda n: (40, 50))),
    "a product of vectors": (lambda x, y: x @ y, of(lambda n: (n, 300), lambda n: (300,))),
    "a product by columns": (lambda x, y: x.T @ y, of(lambda n: (300, n), lambda n: (300,))),
    "a deep product": (lambda x, y: x @ y, of(lambda n: (30, n), lambda n: (n, 20))),
    "a batch of products": (lambda x, y: x @ y, of(lambda n: (n, 8, 30), lambda n: (n, 30, 9))),
    "a product of transposed matrices": (
        lambda x, y: x.T @ y.T,
        of(lambda n: (40, n), lambda n: (50, 40)),
    ),
    "a scan over a state": (walked(blend), of(row, lambda n: (9, n))),
    "a long scan": (walked(blend), of(lambda n: (3,), lambda n: (n, 3))),
    "a scan that mixes": (walked(mixed), of(row, lambda n: (9, n))),
    "scans side by side": (fjax.vmap(walked(blend)), of(lambda n: (n, 3), lambda n: (n, 9, 3))),
    "scans of larger states": (fjax.vmap(walked(blend)), of(lambda n: (8, n), lambda n: (8, 9, n))),
    "the gradient of a scan": (
        fjax.grad(lambda c, x: walked(blend)(c, x)[1].sum()),
        of(row, lambda n: (9, n)),
    ),
    "a loop until it is close": (newton, of(row)),
    "loops until each is close": (fjax.vmap(newton), of(lambda n: (n, 2))),
    "a counted loop": (lambda x: lax.fori_loop(0, 5, lambda i, c: jnp.sin(c) + i, x), of(row)),
    "a loop in place": (
        lambda x: lax.fori_loop(0, 7, lambda i, c: c.at[i % 3].add(c.sum()), x),
        of(lambda n: (n + 3,)),
    ),
    "a loop of products": (
        lambda x: lax.fori_loop(0, 5, lambda i, c: c @ c * 0.1, x),
        of(lambda n: (n, n)),
    ),
    "a branch": (lambda x: lax.cond(x[0] > 0, lambda y: y * 2, jnp.sin, x), of(row)),
    "small systems": (
        lambda a, b: jnp.linalg.solve(a, b[..., None]),
        of(lambda n: (20, n, n), lambda n: (20, n)),
    ),
}
MOST = {
    "a loop of products": 300,
    "small systems": 40,
    "a scan that mixes": 400,
    "a product by columns": 1 << 20,  # beyond, how it is cut depends on the vectors' length
    "a product": 2000,  # beyond, which kernel multiplies depends on it as well
    "a batch of products": 24,
    "a deep product": 65_536,
    "scans of larger states": 200,
    "a scan over a state": 2000,
    "distances of many dimensions": 4096,
    "sums of distances": 4096,
    "sums over many distances": 4096,
}


def decided(function, avals):
    """The decisions for operands of these types, without what grows with the size."""
    text = decisions(fjax.inspect(function)(*avals))
    text = re.sub(r"product (\w+) \[.*?\]: \d+", r"product \1", text)
    return GROWING.sub("", text).rstrip()


def changes(name):
    """(size, decisions) for the smallest size and each from which on something else is decided."""
    function, operands = FAMILIES[name]
    at = functools.cache(lambda n: decided(function, operands(n)))
    sizes = [n for n in SIZES if n <= MOST.get(name, SIZES[-1])]
    found = [(sizes[0], at(sizes[0]))]
    for low, high in zip(sizes, sizes[1:], strict=False):
        first, last = low, high  # the last size as before, and the first that differs
        while at(low) != at(high) and last - first > 1:
            middle = (first + last) // 2
            first, last = (middle, last) if at(middle) == at(low) else (first, middle)
        if at(low) != at(high):
            found.append((last, at(last)))
    return found


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", FAMILIES)
def test_decisions_change_at_the_recorded_sizes(name, golden):
    text = "\n".join(f"from {n}:\n{what}" for n, what in changes(name))
    golden(f"thresholds/{name.replace(' ', '-')}.txt", text)
