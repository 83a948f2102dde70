"""Steps that are library calls: products, factorisations, transforms, sorting, convolutions."""

from __future__ import annotations

from tests.fuzz.operations.base import Family

family = Family("library")


@family(4)
def products(g):
    x = g.pick("fci", least=1, most=3)
    y = g.pick("fci", least=1, most=3, test=lambda v: v.size < 3000)
    extra = g.choose("", "", "", ', precision="highest"', ", preferred_element_type=jnp.float32")
    return g.choose(
        f"{x} @ {y}",
        f"jnp.dot({x}, {y})",
        f"jnp.matmul({x}, {y}.T)",
        f"jnp.matmul({x}, {y}{extra})",
        f"jnp.dot({x}, {y}.T{extra})",
        f"jnp.inner({x}, {y})",
        f"jnp.tensordot({x}, {y}, 1)",
        f"jnp.vdot({x}, {y})",
        f"jnp.outer({x}, {y}[:3])",
        f"{x}.T @ {y}",
        f"{x} @ {x}.T",
        f"{x}.T @ {x}",
        f"jnp.vecdot({x}, {y})",
        f"jnp.dot({x}, {x})",
    )


@family(2)
def einsums(g):
    x = g.pick("fci", least=1, most=3)
    y = g.pick("fci", least=1, most=2)
    one = {
        1: ("i->", "i,i->i", "i,j->ij"),
        2: ("ij->ji", "ij->j", "ij,ij->i", "ij,kj->ik", "ii->i"),
        3: ("ijk->kij", "ijk->ik", "ijk,ijk->jk", "bij,bkj->bik"),
    }[x.ndim]
    formula = g.choose(*one)
    if "," in formula:
        return f'jnp.einsum("{formula}", {x}, {x})'
    two = {
        (1, 1): "i,i->",
        (2, 1): "ij,j->i",
        (1, 2): "i,ij->j",
        (2, 2): "ij,jk->ik",
        (3, 1): "ijk,k->ij",
        (3, 2): "ijk,kl->ijl",
    }[x.ndim, y.ndim]
    return g.choose(f'jnp.einsum("{formula}", {x})', f'jnp.einsum("{two}", {x}, {y})')


@family(1)
def dot_general(g):
    x = g.pick("fi", least=2, most=3)
    batch = x.ndim == 3
    numbers = (
        g.choose("((2,), (2,)), ((0,), (0,))", "((1,), (1,)), ((0,), (0,))")
        if batch
        else g.choose("((1,), (1,)), ((), ())", "((0,), (0,)), ((), ())", "((), ()), ((0,), (0,))")
    )
    return f"lax.dot_general({x}, {x} * 2, ({numbers}))"


def square(g, x) -> str:
    """A well-conditioned symmetric matrix made from x."""
    return f"({x} @ {x}.T / {max(x.shape[-1], 1)}.0 + 2.0 * jnp.eye({x.shape[0]}))"


@family(2)
def linear_algebra(g):
    x = g.pick("f", least=2, most=2, test=lambda v: v.shape[0] <= 33)
    a, n = square(g, x), x.shape[0]
    b = g.choose(f"jnp.ones({n})", f"jnp.ones(({n}, 2))", f"{x}", f"{x}[:, :1]")
    return g.choose(
        f"jnp.linalg.cholesky({a})",
        f"jnp.linalg.solve({a}, {b})",
        f"jnp.linalg.inv({a})",
        f"jnp.linalg.det({a} / 3.0)",
        f"jnp.linalg.slogdet({a})[1]",
        f"jnp.linalg.eigvalsh({a})",
        f"jnp.linalg.svd({a}, compute_uv=False)",
        f"jnp.linalg.qr({a})[1]",
        f"jnp.linalg.pinv({a})",
        f"jnp.linalg.norm({x})",
        f"jnp.linalg.norm({x}, axis=1)",
        f"jnp.linalg.norm({x}, 1)",
        f"fjax.scipy.linalg.expm({a} / 9.0)",
        f"jnp.linalg.matrix_power({a} / 3.0, 3)",
        f"fjax.scipy.linalg.cho_solve((jnp.linalg.cholesky({a}), True), {b})",
        f"fjax.scipy.linalg.solve_triangular(jnp.tril({a}), {b}, lower=True)",
        f"lax.linalg.triangular_solve(jnp.tril({a}), {a}, left_side=True, lower=True)",
        f"fjax.scipy.linalg.lu_solve(fjax.scipy.linalg.lu_factor({a}), {b})",
        f"jnp.linalg.lstsq({a}, {b})[0]",
        f"jnp.linalg.multi_dot([{a}, {x}, {x}.T])",
        f"jnp.linalg.svdvals({x})",
        f"jnp.linalg.matrix_rank({a})",
        f"jnp.linalg.qr({x})[1]",
        f"fjax.scipy.linalg.solve({a}, {b}, assume_a='pos')",
        f"jnp.linalg.tensorinv({a}, ind=1)",
    )


@family(1.5)
def fourier(g):
    x = g.pick("fc", least=1, test=lambda v: v.shape[-1] > 0)
    n = g.choose("", "", f", n={g.choose(1, 4, 9)}", f", axis={g.axis(x)}", ', norm="ortho"')
    real = f"{x}" if x.kind == "f" else f"{x}.real"
    return g.choose(
        f"jnp.fft.fft({x}{n})",
        f"jnp.fft.ifft({x}{n})",
        f"jnp.fft.rfft({real}{n})",
        f"jnp.fft.irfft({x}{n})",
        f"jnp.abs(jnp.fft.fft({x}{n}))",
        f"jnp.fft.fftn({x})",
        f"jnp.fft.fftshift({x})",
        f"jnp.fft.irfft(jnp.fft.rfft({real}))",
        f"jnp.fft.hfft({x}{n})",
        f"jnp.fft.ifft(jnp.fft.fft({x})).real",
        f"jnp.fft.rfftn({real})",
    )


@family(2.5)
def sorting(g):
    x = g.pick("fiub", least=1)
    a = g.axis(x)
    k = min(3, x.shape[-1])
    y = g.pick("fi", test=lambda v: v.shape == x.shape)
    return g.choose(
        f"jnp.sort({x}, axis={a})",
        f"jnp.argsort({x}, axis={a})",
        f"jnp.sort({x})[::-1]",
        f"lax.top_k({x}, {k})",
        f"lax.sort(({x}, {y}), dimension={a % x.ndim}, num_keys=1)",
        f"lax.sort_key_val({x}, {y}, {a % x.ndim})",
        f"jnp.argsort({x}, descending=True)",
        f"jnp.sort({x}, descending=True)",
        f"jnp.lexsort(({y}, {x}))",
        f"jnp.partition({x}, {max(k - 1, 0)})[..., {max(k - 1, 0)}]",
        f"lax.approx_max_k({x}, {k})[0]",
    )


@family(1)
def searching(g):
    x = g.pick("f", least=1, most=1)
    y, n = g.pick("f"), max(x.shape[0], 1)
    return g.choose(
        f"jnp.searchsorted(jnp.sort({x}), {y}{g.choose('', ', side=' + repr('right'))})",
        f"jnp.digitize({y}, jnp.array([-1.0, 0.0, 1.0]))",
        f"jnp.interp({y}, jnp.arange(5.0), jnp.arange(5.0) ** 2)",
        f"jnp.interp({y}, jnp.arange({n}.0), jnp.resize({x}, {n}))",
        f"jnp.polyval({x}[:4], {y})",
    )


@family(1.5)
def convolutions(g):
    x = g.pick("f", least=1, test=lambda v: 0 < v.size < 3000)
    mode = g.choose("full", "same", "valid")
    if x.ndim == 1:
        return g.choose(
            f'jnp.convolve({x}, {x}[:3], mode="{mode}")',
            f'jnp.correlate({x}, {x}[:2], mode="{mode}")',
            _convolution(g, x, 1),
        )
    if x.ndim == 2:
        return g.choose(
            _convolution(g, x, 1),
            _convolution(g, x, 2),
            f'fjax.scipy.signal.convolve({x}, {x}[:2, :2], mode="{mode}")',
        )
    return _convolution(g, x, 2)


def _convolution(g, x, space: int) -> str:
    """A convolution over the last axes of x."""
    lead, tail = x.shape[:-space], x.shape[-space:]
    if len(tail) < space:
        raise LookupError
    channels = lead[-1] if lead else 1
    batch = 1
    for n in lead[:-1]:
        batch *= n
    groups = channels if g.chance(0.2) and 0 < channels < 9 else 1
    outputs = groups * g.choose(1, 2)
    kernel = tuple(g.choose(1, 2, 3) for _ in range(space))
    shape = (outputs, channels // groups, *kernel)
    size = outputs * (channels // groups)
    for k in kernel:
        size *= k
    weights = f"(jnp.arange({size}.0) % 7 - 3).reshape({shape}).astype({x}.dtype)"
    strides, dilation = (g.choose(1, 1, 2),) * space, (g.choose(1, 1, 2),) * space
    pads = g.choose('"SAME"', '"VALID"', str([(1, 2)] * space), str([(0, -1)] * space))
    extra = g.choose("", "", f", rhs_dilation={dilation}")
    if "(" in pads:
        extra += g.choose("", f", lhs_dilation={dilation}")
    return (
        f"lax.conv_general_dilated({x}.reshape({(batch, channels, *tail)}), {weights}, "
        f"{strides}, {pads}{extra}, feature_group_count={groups})"
    )


@family(0.7)
def images(g):
    x = g.pick("f", least=2, most=2, test=lambda v: 0 < v.size < 1500)
    method = g.choose("linear", "nearest", "cubic")
    return f'fjax.image.resize({x}, ({g.choose(2, 5)}, {g.choose(3, 7)}), "{method}")'


@family(0.8)
def callbacks(g):
    x = g.pick("f")
    aval = f"fjax.ShapeDtypeStruct({x}.shape, {x}.dtype)"
    how = g.choose('"sequential"', '"expand_dims"', '"broadcast_all"')
    io = f"fjax.experimental.io_callback(lambda a: np.negative(a), {aval}, {x}, ordered=True)"
    return g.choose(
        f"fjax.pure_callback(lambda a: np.tanh(a), {aval}, {x}, vmap_method={how})",
        f"fjax.pure_callback(lambda a: a, {aval}, {x}, vmap_method={how})",
        io,
        f"(fjax.debug.callback(lambda a: None, {x}), {x} * 2)[1]",
    )


@family(0.5)
def solvers(g):
    x = g.pick("f", most=1, test=lambda v: v.dtype.itemsize > 2)
    n = x.shape[0] if x.ndim else 1
    return g.choose(
        f"lax.custom_root(lambda y: y ** 3 + y - {x}, jnp.zeros_like({x}), "
        f"lambda f, y: lax.fori_loop(0, 30, "
        f"lambda i, z: z - (z ** 3 + z - {x}) / (3 * z ** 2 + 1), y), "
        "lambda f, y: y / f(jnp.ones_like(y)))",
        f"lax.custom_linear_solve(lambda y: y * (2 + jnp.cos({x})), {x}, "
        f"lambda f, b: b / (2 + jnp.cos({x})), symmetric=True)",
        f"fjax.scipy.sparse.linalg.cg(lambda y: y * (2.0 + jnp.arange({n}) % 3), "
        f"jnp.atleast_1d({x}))[0]",
    )
