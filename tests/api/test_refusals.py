"""What transformations and the libraries' functions refuse, each by an error of the project's own.

Each line is a call; `x` is a matrix, `v` a vector, `s` a scalar, `z` complex, `w` whole numbers,
`p` a square matrix, `key` a random key; `f` is fjax and `m` its NumPy.
"""

import pytest

import fjax
import fjax.numpy as jnp
import fjax.scipy.cluster.vq
import fjax.scipy.fft
import fjax.scipy.interpolate
import fjax.scipy.linalg
import fjax.scipy.ndimage
import fjax.scipy.optimize
import fjax.scipy.signal
import fjax.scipy.sparse.linalg
import fjax.scipy.spatial.transform
import fjax.scipy.special
import fjax.scipy.stats
from fjax import errors, image, lax, nn, random
from fjax.experimental import jet

NAMES = {
    "f": fjax,
    "m": jnp,
    "lax": lax,
    "nn": nn,
    "random": random,
    "jet": jet.jet,
    "image": image,
    "linalg": fjax.scipy.linalg,
    "signal": fjax.scipy.signal,
    "stats": fjax.scipy.stats,
    "special": fjax.scipy.special,
    "fft": fjax.scipy.fft,
    "interpolate": fjax.scipy.interpolate,
    "ndimage": fjax.scipy.ndimage,
    "vq": fjax.scipy.cluster.vq.vq,
    "sparse": fjax.scipy.sparse.linalg,
    "minimize": fjax.scipy.optimize.minimize,
    "rotation": fjax.scipy.spatial.transform.Rotation,
    "slerp": fjax.scipy.spatial.transform.Slerp,
    "x": jnp.ones((3, 4)),
    "v": jnp.arange(3.0),
    "s": jnp.float32(1),
    "z": jnp.ones(3, complex),
    "w": jnp.arange(3),
    "p": jnp.eye(3),
    "key": random.key(0),
}

TRANSFORMED = """
f.jvp(m.sin, v, v)
f.jvp(m.sin, (v,), [v])
f.jvp(m.sin, (v,), (v, v))
f.jvp(m.sin, (v,), (w,))
f.jvp(m.sin, (v,), (x,))
f.jvp(3, (v,), (v,))
f.linearize(m.sin, v)[1](v, v)
f.linearize(m.sin, v)[1](x)
f.linear_transpose(m.sin, v)(v)
f.linear_transpose(lambda a: 2 * a, v)((v, v))
f.linear_transpose(lambda a: 2 * a, v)(x)
f.linear_transpose(lambda a: 2 * a, v)(w)
f.vmap(3)
f.vmap(m.sin, in_axes=(0, 0))(v)
f.vmap(m.sin, in_axes=0.5)(v)
f.vmap(m.sin, in_axes=True)(v)
f.vmap(m.sin, in_axes=None)(v)
f.vmap(m.sin)()
f.vmap(m.sin)(s)
f.vmap(m.sin, in_axes=1)(v)
f.vmap(m.sin, out_axes=2)(v)
f.vmap(m.sin, out_axes=-3)(v)
f.vmap(m.add)(v, x.T)
f.vmap(m.sin, axis_size=4)(v)
f.grad(3)
f.grad(m.sum, argnums=1)(v)
f.grad(m.sum, argnums=-2)(v)
f.grad(m.sum, argnums="a")(v)
f.grad(m.sum, argnums=(0, 0))(v)
f.grad(m.sin)(v)
f.grad(m.sum)(w)
f.grad(m.sum)(z)
f.grad(lambda a: (a, a))(s)
f.grad(lambda a: m.argmax(v * a))(s)
f.grad(lambda a: a.astype(int), holomorphic=True)(s)
f.grad(m.sum, holomorphic=True)(v)
f.grad(m.sum, has_aux=True)(v)
f.jacfwd(m.sin)(z)
f.jacfwd(m.sin)(w)
f.jacrev(lambda a: a * 1j)(v)
f.jacrev(m.sin)(z)
f.jacfwd(m.sin, holomorphic=True)(v)
f.vjp(m.sin, v)[1](v, v)
f.vjp(m.sin, v)[1](x)
f.vjp(m.sin, v)[1](w)
f.vjp(m.sin, v, has_aux=True)
f.jit(3)
f.jit(m.sin, static_argnums="a")
f.jit(m.sin, static_argnums=3)(v)
f.jit(lambda a: a, static_argnames="b")(v)
f.jit(lambda a: (yield a))
f.jit(lambda a: a, static_argnums=0, donate_argnums=0)(1)
f.jit(lambda a: a, static_argnums=0)(v)
f.checkpoint(m.sin, concrete=True)(v)
f.ad_checkpoint.checkpoint_name(v, 3)
f.named_scope(3)
f.pure_callback(m.sin, 3, v)
f.pure_callback(m.sin, f.ShapeDtypeStruct((3,), float), v, vmap_method="some")
f.debug.callback(3, v)
bool(v)
bool(m.zeros(0))
lax.scan(lambda c, a: (c, "text"), s, v)
lax.scan(lambda c, a: (c, object()), s, v)
lax.scan(lambda c, a: (c + z, a), s, v)
lax.scan(lambda c, a: c, s, v)
lax.while_loop(lambda c: c, lambda c: c, v)
lax.while_loop(lambda c: True, lambda c: x, v)
lax.cond(True, lambda: v, lambda: x)
lax.custom_linear_solve(lambda a: (a, a), v, lambda mv, b: b, symmetric=True)
lax.custom_linear_solve(lambda a: a, v, lambda mv, b: (b, b), symmetric=True)
lax.custom_linear_solve(lambda a: a, v, lambda mv, b: b, symmetric=True, has_aux=True)
lax.custom_root(lambda a: (a, a), v, lambda g, a: a, lambda g, y: y)
lax.custom_root(lambda a: a, v, lambda g, a: (a, a), lambda g, y: y)
jet(m.sin, (s,), ((s,), (s,)))
image.scale_and_translate(x, (2, 2), (0,), s * m.ones(2), s * m.ones(1), "linear")
"""

LIBRARIES = """\
nn.one_hot(w, 3, axis=2)
nn.one_hot(w, 3, axis=-3)
nn.dot_product_attention(m.ones((1, 2, 3, 4)), m.ones((1, 2, 2, 4)), m.ones((1, 2, 2, 4)))
nn.dot_product_attention(m.ones((1, 1, 2, 3, 4)), m.ones((1, 2, 3, 4)), m.ones((1, 2, 3, 4)))
nn.scaled_matmul(x, x, x, x)
nn.initializers.delta_orthogonal()(key, (3, 3))
random.bernoulli(key, w)
random.bernoulli(key, 0.5, mode="middle")
random.choice(key, 0, (2,))
random.choice(key, 3, 2)
random.choice(key, 3, (2,), p=m.ones(2))
random.choice(key, x, (2,), axis=2)
random.choice(key, 3, (4,), replace=False)
random.permutation(key, x, axis=2)
random.categorical(key, v, shape=(4,), replace=False)
random.gumbel(key, mode="middle")
random.dirichlet(key, s)
random.key(0, impl="threefry2x32", dtype=key.dtype)
random.key(key)
random.key(v)
random.fold_in(key, v)
random.bits(key, (3,), float)
random.uniform(key, "a")
random.uniform(key, (2.5,))
random.uniform(key, (2,), int)
random.normal(key, (2,), int)
random.gamma(key, v, (2,))
random.multivariate_normal(key, v, p, method="some")
random.multivariate_normal(key, s, p)
random.multivariate_normal(key, v, m.eye(2))
random.multivariate_normal(key, m.ones((4, 3)), p, (2,))
random.split(v)
vq(v, p)
fft.dct(v, norm="some")
fft.dctn(x, s=(1, 2, 3))
signal.convolve(v, v, method="some")
signal.convolve2d(x, x, boundary="wrap")
signal.convolve2d(x, x, fillvalue=1)
signal.fftconvolve(x, m.ones((2, 4)), axes=1)
signal.detrend(v, type="some")
signal.detrend(v, bp=4)
signal.detrend(v, bp=-1)
signal.detrend(v, overwrite_data=True)
signal.stft(v, nperseg=0)
signal.welch(v, window=x)
signal.welch(v, nperseg=3, nfft=2)
signal.welch(v, window=v, nperseg=2)
signal.welch(v, average="some")
signal.welch(v, scaling="some")
signal.welch(v, detrend="some")
signal.stft(v, boundary="some")
signal.istft(v)
signal.istft(x, time_axis=0, freq_axis=0)
interpolate.RegularGridInterpolator((v,), v)(x)
interpolate.RegularGridInterpolator((v, v), v)
interpolate.RegularGridInterpolator((v,), v, bounds_error=True)
linalg.eigh(p, type=2)
linalg.eigh(p, eigvals=(0, 1))
linalg.eigh_tridiagonal(v, v)
linalg.eigh_tridiagonal(v, v[:2], select="some")
linalg.qr_multiply(p, p, mode="middle")
linalg.polar(p, side="middle")
linalg.polar(p, method="some")
linalg.schur(p, output="some")
linalg.rsf2csf(p, m.eye(2))
linalg.expm_frechet(p, m.eye(2))
linalg.sqrtm(p, blocksize=2)
linalg.block_diag(m.ones((2, 2, 2)))
linalg.leslie(v[:1], v[:0])
linalg.leslie(v, v)
linalg.convolution_matrix(v, 0)
linalg.convolution_matrix(v[:0], 2)
linalg.convolution_matrix(v, 2, mode="some")
linalg.helmert(0)
linalg.dft(3, scale="some")
linalg.solve_triangular(p, v, trans="some")
linalg.solve_sylvester(p, p, m.ones((2, 2)))
linalg.solve_sylvester(p, p, p, method="some")
linalg.solve_triangular(x, v)
linalg.cho_solve((p, True), v[:2])
linalg.solve(p, v[:2])
linalg.expm(x)
ndimage.map_coordinates(x, [v, v], order=2)
ndimage.map_coordinates(x, [v, v], order=1, mode="some")
ndimage.map_coordinates(x, [v], order=1)
minimize(m.sum, v, v, method="BFGS")
minimize(m.sum, v, method="some")
sparse.cg(p, v, x0=(v,))
sparse.gmres(p, v, x0=(v,))
rotation.from_euler("abc", v)
rotation.identity(2).mean(v)
rotation.identity()[0]
len(rotation.identity())
slerp.init(v, v)
slerp.init(v[:1], rotation.identity(1))
slerp.init(v[:2], rotation.identity(2))(x)
special.log_ndtr(v, series_order=0.5)
special.factorial(w, exact=True)
special.zeta(v)
special.polygamma(v, v[:2])
stats.dirichlet.logpdf(v, p)
stats.dirichlet.logpdf(m.ones(5), v)
stats.gaussian_kde(v[:1])
stats.gaussian_kde(v, weights=v[:2])
stats.gaussian_kde(z)
stats.gaussian_kde(v, bw_method="some")
stats.gaussian_kde(v)(x)
stats.gaussian_kde(v).integrate_gaussian(v, p)
stats.gaussian_kde(v).integrate_gaussian(s, p)
stats.gaussian_kde(v).integrate_kde(stats.gaussian_kde(x))
stats.gaussian_kde(x).integrate_box_1d(0, 1)
stats.gaussian_kde(v).integrate_box_1d(v, 1)
stats.multivariate_normal.logpdf(v, v, m.eye(2))
stats.multivariate_normal.logpdf(v, v, v)
stats.mode(v, nan_policy="some")
stats.mode(v, nan_policy="omit")
stats.mode(v, nan_policy="raise")
stats.rankdata(v, method="some")
stats.sem(v, nan_policy="raise")
"""
WITHOUT_A_RULE = {
    "f.custom_vjp(m.sin)(v)": "No VJP defined",
    "f.custom_jvp(m.sin)(v)": "No JVP defined",
    "f.vmap(f.custom_batching.custom_vmap(m.sin))(v)": "No batching rule defined",
}


@pytest.mark.parametrize("call", (TRANSFORMED + LIBRARIES).split("\n")[1:-1])
def test_a_call_that_does_not_fit_is_refused(call):
    with pytest.raises(Exception) as error:
        eval(call, dict(NAMES))
    assert isinstance(error.value, (errors.FjaxError, NotImplementedError)), repr(error.value)


@pytest.mark.parametrize("call", WITHOUT_A_RULE)
def test_a_function_whose_rule_was_never_set_says_so(call):
    with pytest.raises(AttributeError, match=WITHOUT_A_RULE[call]):
        eval(call, dict(NAMES))
