"""Values put side by side along a short axis are computed once each, wherever that axis ends up."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp

RANDOM = np.random.default_rng(5)
VECTORS = [RANDOM.normal(size=1003).astype(np.float32) for _ in range(17)]
MATRICES = [RANDOM.normal(size=(37, 53)) for _ in range(17)]


def agree(function, *args):
    """The jitted function against the same equations one by one."""
    expected = function(*map(jnp.array, args))
    for got, want in zip(
        fjax.tree.leaves(fjax.jit(function)(*args)), fjax.tree.leaves(expected), strict=True
    ):
        assert (got.shape, got.dtype) == (want.shape, want.dtype)
        np.testing.assert_allclose(
            np.asarray(got).astype(complex), np.asarray(want).astype(complex), rtol=2e-6, atol=2e-6
        )


def kernel_text(function, *args):
    """The sources of all kernels, of which there must be one."""
    kernels = fjax.inspect(function)(*args).kernels
    assert len(kernels) == 1
    return kernels[0].source


@pytest.mark.one_in(2)
@pytest.mark.parametrize("count", [2, 3, 4, 7, 16, 17])
@pytest.mark.parametrize("axis", [0, 1])
def test_stacked_vectors(count, axis):
    agree(lambda *x: jnp.stack([v * k + x[-1] for k, v in enumerate(x)], axis), *VECTORS[:count])


@pytest.mark.one_in(5)
@pytest.mark.parametrize("count", [2, 5, 16])
@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)])
def test_stacked_matrices_and_transposes_of_them(count, axis, order):
    agree(
        lambda *x: jnp.stack([v - x[0] * k for k, v in enumerate(x)], axis).transpose(order) + 1,
        *MATRICES[:count],
    )


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "dtype",
    [np.int8, np.uint16, np.int64, np.float16, jnp.bfloat16, bool, np.complex64, np.complex128],
)
def test_every_dtype(dtype):
    x, y, z = ((v * 3).astype(dtype) for v in VECTORS[:3])
    agree(lambda x, y, z: jnp.stack([x, y, z, x], 1), x, y, z)
    agree(
        lambda x, y, z: jnp.stack(
            [jnp.where(y == z, x, y), z, x & y if dtype is bool else x * y], 1
        ),
        x,
        y,
        z,
    )


def test_parts_of_several_columns_and_edges():
    x, y = RANDOM.normal(size=(2, 301, 2)).astype(np.float32)
    agree(lambda x, y: jnp.concatenate([x, y[:, :1] * 2, x * y], 1), x, y)
    agree(lambda x, y: jnp.pad(jnp.stack([x, y], 2), ((0, 0), (0, 0), (1, 0))), x, y)
    agree(lambda x, y: jnp.roll(jnp.concatenate([x, y], 1), 1, axis=1), x, y)
    agree(lambda x, y: jnp.cross(jnp.concatenate([x, y[:, :1]], 1), jnp.ones(3)), x, y)


def test_stacks_of_stacks():
    x, y, z = VECTORS[:3]

    def skew(x, y, z):
        rows = [[0 * x, -z, y], [z, 0 * x, -x], [-y, x, 0 * x]]
        return jnp.stack([jnp.stack(row, -1) for row in rows], -2)

    agree(skew, x, y, z)
    agree(lambda x, y, z: skew(x, y, z).transpose(2, 0, 1) * 2, x, y, z)
    agree(
        lambda a, b: (
            jnp.stack([jnp.stack([a, b], 2), jnp.stack([b - a, a * b], 2)], 1).reshape(74, 106).T
        ),
        *MATRICES[:2],
    )


def test_other_results_of_the_kernel_and_arrays_written_in_place():
    x, y = VECTORS[:2]

    def f(x, y):
        z = jnp.stack([x + y, x - y], 1)
        return z, z.T * 2, x * y

    agree(f, x, y)
    pairs = RANDOM.normal(size=(500, 2)).astype(np.float32)
    swap = lambda p: jnp.stack([p[:, 1], p[:, 0]], 1) + p
    donating = fjax.jit(swap, donate_argnums=0)
    np.testing.assert_array_equal(donating(jnp.array(pairs)), pairs[:, ::-1] + pairs)


def test_gradients_and_batches():
    x, y = VECTORS[:2]

    def f(x, y):
        return (jnp.stack([jnp.sin(x), x * y, jnp.cos(y)], 1) ** 2).sum()

    agree(fjax.grad(f, (0, 1)), x, y)
    field = lambda s: jnp.stack([s[1] - s[0], s[0] * s[2], s[0] * s[1] - s[2]])
    agree(fjax.vmap(field), RANDOM.normal(size=(400, 3)))
    agree(fjax.vmap(fjax.jacfwd(field)), RANDOM.normal(size=(400, 3)))


def test_expensive_parts_are_computed_once_in_one_kernel():
    names = "sin cos exp tanh log1p arctan".split()
    text = kernel_text(lambda x: jnp.stack([getattr(jnp, n)(x) for n in names], 1), VECTORS[0])
    body = text.split("def kernel(")[1]
    assert [body.count(f"{n}_f32(") for n in names[:4]] == [1, 1, 1, 1]
    assert " if " not in body


@pytest.mark.parametrize("columns, loops", [(12, 1), (16, 2), (17, 2)])
def test_columns_out_of_two_long_arrays_are_written_out_if_few(columns, loops):
    text = kernel_text(lambda x: jnp.roll(x, 1, 1), RANDOM.normal(size=(100, columns)))
    assert text.count("for ") == loops


def test_phases_of_windows_are_spelled_out_beside_a_small_batch():
    """Two phases an axis are few enough, though the batch is short and decides something, too."""

    def pool(x):
        return fjax.lax.reduce_window(x, -np.inf, fjax.lax.max, (1, 1, 3, 3), (1, 1, 2, 2), "SAME")

    def gradient(x):
        return fjax.grad(lambda x: (pool(x) ** 2).sum())(x)

    x = RANDOM.normal(size=(4, 3, 32, 32))
    form = fjax.inspect(gradient)(x).kernels[-1].form
    assert form.count(" vector ") == 1 and form.count("b3[") == 4
    agree(gradient, x)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("size", [7, 32])
@pytest.mark.parametrize("window, stride", [(3, 2), (2, 2), (3, 3), (5, 3)])
def test_gradients_of_windows_divide_nothing_in_a_loop(size, window, stride):
    """Windows with a stride: each phase reads what it needs, once, at places that are sums."""
    x = RANDOM.normal(size=(3, size, size))

    def pooled(x, start, combine):
        return fjax.lax.reduce_window(
            x, start, combine, (1, window, window), (1, stride, stride), "SAME"
        )

    for start, combine in ((-np.inf, fjax.lax.max), (0.0, fjax.lax.add)):
        f = fjax.grad(lambda x, s=start, c=combine: (pooled(x, s, c) ** 2).sum())
        text = str(fjax.inspect(f)(x).kernels[-1].form)
        if size % stride == 0:
            assert "rem" not in text
            assert text.count("load") <= (window + stride) ** 2 + 2 * (window // stride + 1) ** 2
        agree(f, x)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("window", [3, 2, 4, 1])
@pytest.mark.parametrize("stride", [2, 3, 4, 1])
def test_gradients_of_windows_of_every_size(window, stride):
    """Both axes have windows: where one condition always holds, the others still count."""

    def squares(x):
        sums = fjax.lax.reduce_window(
            x, 0.0, fjax.lax.add, (window, window), (stride, stride), "SAME"
        )
        return (sums**2).sum()

    for size in range(1, 10):
        agree(fjax.grad(squares), RANDOM.normal(size=(size, size)))


LONGER = {
    "padded": (lambda x: jnp.pad(x, 2), 9),
    "padded behind": (lambda x: jnp.pad(x, ((0, 0), (0, 3))), 12),
    "joined": (lambda x: jnp.concatenate([x, x * 2], 1), 7),
    "shifted": (lambda x: x + x[0], 8),
    "cut": (lambda x: x[:, 1:] * 2, 9),
}


@pytest.mark.one_in(32)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int8, np.complex64])
@pytest.mark.parametrize("width", [1, 2, 3, 5, 7, 8, 9, 12, 13, 17])
@pytest.mark.parametrize("name", LONGER)
def test_short_rows_of_another_length_are_written_out(name, width, dtype):
    """Vectors along them would be rows, with idle lanes."""
    x = (RANDOM.normal(size=(203, width)) * 9).astype(dtype)
    function, longest = LONGER[name]
    agree(function, x)
    if 3 < width <= longest and dtype == np.float32:
        (kernel,) = fjax.inspect(function)(x).kernels
        assert "vector i1" not in str(kernel.form)


COMPLEX = {
    "elements": lambda z: z * z + 1,
    "magnitudes": jnp.abs,
    "conversions": lambda z: z.astype(np.complex128),
    "reversed rows": lambda z: z[:, ::-1] * 2,
    "rows' sums": lambda z: jnp.sum(z * z, 1),
    "running sums of columns": lambda z: jnp.cumsum(z, 0),
    "running sums of rows": lambda z: jnp.cumsum(z, 1),
    "columns' sums": lambda z: jnp.sum(z * 2, 0),
    "real parts": lambda z: jnp.real(z) * 2,
    "every second one": lambda z: z[1::2, 1::3] - 1,
    "transposed": lambda z: jnp.conj(z.T) * 2,
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", COMPLEX)
@pytest.mark.parametrize("shape", [(1, 1), (5, 7), (70, 133), (700, 3), (3000, 40)])
def test_neighbouring_complex_numbers_are_rows_of_two_parts(name, shape):
    r = np.random.default_rng(7)
    z = (r.standard_normal(shape) + 1j * r.standard_normal(shape)).astype(np.complex64)
    expected = COMPLEX[name](jnp.asarray(z))
    found = fjax.jit(COMPLEX[name])(z)
    size = float(np.max(np.abs(expected), initial=0.0))
    np.testing.assert_allclose(found, expected, rtol=2e-6, atol=2e-6 * size)


@pytest.mark.parametrize("name", ["elements", "magnitudes", "conversions", "real parts"])
def test_both_parts_of_complex_numbers_are_columns_of_one_access(name):
    z = np.ones((50, 40), np.complex64)
    (kernel,) = fjax.inspect(fjax.jit(COMPLEX[name]))(z).kernels
    assert "load b0[i0*2]" in str(kernel.form)
    assert "b0[s" not in str(kernel.form)


@pytest.mark.parametrize("columns", [9, 12, 15])
def test_lanes_go_along_rows_that_are_too_long_to_be_written_out(columns):
    x = jnp.ones((100, columns), np.float32)
    stacked = fjax.inspect(lambda x, y: jnp.stack([x, y * 2], 1))(x, x)
    assert "    vector i1 in" in stacked.kernels[0].form


def test_a_part_that_is_not_chosen_does_not_count_among_those_that_are():
    x = jnp.ones((1000, 4), np.float32)
    stacked = fjax.inspect(lambda x: jnp.stack([x, x + 1, x * 2, x * 3, x * 4], 1))(x)
    assert " lt " not in stacked.kernels[0].form


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "length, heavy, written",
    [(16, 0, 1), (18, 0, 1), (19, 0, 0), (19, 1, 1), (23, 1, 1), (24, 1, 0)],
)
def test_rows_are_written_out_if_a_second_vector_would_be_idle(length, heavy, written):
    x = RANDOM.normal(size=(40, length)).astype(np.float32)
    total = lambda x: (jnp.tanh(x) if heavy else x).sum(1)
    form = fjax.inspect(total)(x).kernels[0].form
    assert (" carrying " not in form) == bool(written), form
    np.testing.assert_allclose(fjax.jit(total)(x), total(x.astype(float)), rtol=1e-5, atol=1e-5)
