"""dtypes, errors, methods, ufuncs and NumPy's protocols of fjax.numpy."""

import warnings
import weakref

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import errors
from fjax.core import dtypes

WIDE = pytest.mark.needs("x64", reason="names 64 bits")


@pytest.mark.parametrize(
    "dtype, wanted",
    [
        ("bool", "float32"),
        ("int8", "float32"),
        pytest.param("int64", "float64", marks=WIDE),
        ("float16", "float16"),
        ("bfloat16", "bfloat16"),
        ("complex64", "complex64"),
    ],
)
def test_integers_become_floats_by_their_width(dtype, wanted):
    x = jnp.ones(3, dtype)
    assert jnp.sin(x).dtype == wanted
    assert jnp.mean(x).dtype == wanted


@pytest.mark.parametrize(
    "dtype, wanted",
    [("bool", "int64"), ("int8", "int64"), ("uint8", "uint64"), ("float16", "float16")],
)
def test_sums_widen_integers(dtype, wanted):
    wanted = dtypes.canonicalize(np.dtype(wanted))
    assert jnp.sum(jnp.ones(3, dtype)).dtype == wanted
    assert jnp.cumulative_sum(jnp.ones(3, dtype)).dtype == wanted


def test_sums_keep_the_dtype_if_asked():
    assert jnp.sum(jnp.ones(3, "int8"), promote_integers=False).dtype == "int8"


def test_weak_types_yield_and_results_of_reductions_are_firm():
    assert jnp.add(jnp.float32(1), 2.0).dtype == "float32"
    assert jnp.sin(1).weak_type and not jnp.sum(2.0).weak_type


@pytest.mark.parametrize(
    "product",
    [
        lambda x, y: x @ y,
        jnp.dot,
        jnp.vdot,
        jnp.inner,
        lambda x, y: jnp.tensordot(x, y, 1),
        lambda x, y: jnp.einsum("...i,...i->...", x, y),
        lambda x, y: fjax.vmap(jnp.dot)(x, y),
        lambda x, y: jnp.convolve(x.ravel(), y.ravel()),
    ],
)
@pytest.mark.parametrize("compiled", [False, True])
def test_products_of_weak_types_are_weak_and_others_firm(product, compiled):
    weak, firm = jnp.broadcast_to(jnp.asarray(2.0), (3, 3)), jnp.ones((3, 3))
    product = fjax.jit(product) if compiled else product
    assert product(weak, weak).weak_type
    assert not product(weak, firm).weak_type
    assert not product(firm, weak).weak_type
    assert (product(weak, weak) + jnp.float32(1)).dtype == "float32"


def test_a_product_of_which_a_dtype_is_asked_is_firm():
    weak = jnp.broadcast_to(jnp.asarray(2.0), (3, 3))
    assert not jnp.matmul(weak, weak, preferred_element_type="float64").weak_type
    assert not jnp.einsum("ij,jk", weak, weak, preferred_element_type="float64").weak_type


def test_what_is_filled_or_made_alike_keeps_weak_types():
    weak = jnp.asarray(1.0)
    for made in (
        jnp.full(2, 1.0),
        jnp.zeros_like(weak),
        jnp.ones_like(2),
        jnp.empty_like(1.0),
        jnp.full_like(weak, 3),
        fjax.jit(jnp.zeros_like)(1.0),
    ):
        assert made.weak_type
        assert (made.astype("float32") * made).dtype == "float32"
    for made in (
        jnp.full(2, 1.0, "float32"),
        jnp.full(2, np.float32(1)),
        jnp.zeros(2),
        jnp.zeros_like(weak, "float32"),
        jnp.full_like(np.ones(2), 3),
    ):
        assert not made.weak_type


def test_what_has_a_shape_and_a_dtype_promotes():
    row = fjax.ShapeDtypeStruct((2,), "float32")
    assert jnp.result_type(row) == jnp.result_type(row, 1.0) == "float32"
    weak = fjax.eval_shape(lambda: 1.0)
    assert jnp.result_type(weak, np.float32(1)) == "float32"
    with fjax.enable_x64(False), warnings.catch_warnings():
        warnings.simplefilter("error")  # a dtype is asked about, not for
        assert jnp.result_type(np.float64, "int64") == "float32"


def test_a_dtype_is_the_one_object_of_numpy():
    assert fjax.dtypes.canonicalize_dtype(jnp.float32) is np.dtype("float32")
    assert jnp.zeros(2, jnp.bfloat16).dtype is np.dtype("bfloat16")
    assert fjax.dtypes.canonicalize_dtype(np.dtype(">f4")).isnative


@pytest.mark.parametrize(
    "function", [jnp.sum, jnp.sin, jnp.reshape, jnp.where, jnp.ravel, jnp.argmax]
)
def test_lists_are_refused(function):
    with pytest.raises(TypeError, match="ndarray or scalar|takes arrays"):
        function([1.0, 2.0], [1.0], [2.0]) if function is jnp.where else (
            function([1.0, 2.0], (2,)) if function is jnp.reshape else function([1.0, 2.0])
        )


def test_out_is_refused():
    with pytest.raises(NotImplementedError, match="out"):
        jnp.sum(jnp.ones(3), out=np.zeros(()))


@pytest.mark.parametrize(
    "call, error, text",
    [
        (lambda: jnp.reshape(jnp.ones(6), (4, 2)), TypeError, "reshape"),
        (lambda: jnp.sum(jnp.ones(3), axis=2), ValueError, "out of bounds"),
        (lambda: jnp.max(jnp.ones(0)), ValueError, "no identity"),
        (lambda: jnp.concatenate([]), ValueError, "at least one"),
        (lambda: jnp.squeeze(jnp.ones(3), 0), ValueError, "not equal to one"),
        (lambda: jnp.stack([jnp.ones(2), jnp.ones(3)]), ValueError, "same shape"),
        (lambda: jnp.clip(jnp.ones(2, complex), 0, 1), ValueError, "Complex"),
        (lambda: jnp.quantile(jnp.ones(3), 0.5, method="best"), ValueError, "method"),
        (lambda: jnp.broadcast_to(jnp.ones(3), (2, 2)), ValueError, "broadcasting"),
        (lambda: jnp.add.at(jnp.ones(2), 0, 1), NotImplementedError, "in-place"),
        (lambda: jnp.put(jnp.ones(2), 0, 1), ValueError, "inplace=False"),
        (lambda: fjax.jit(jnp.unique)(jnp.ones(3)), TypeError, "size="),
        (lambda: fjax.jit(jnp.nonzero)(jnp.ones(3)), TypeError, "size="),
        (lambda: fjax.jit(lambda n: jnp.zeros(n))(3), TypeError, "static"),
        (lambda: fjax.jit(jnp.arange)(3), TypeError, "static"),
        (lambda: fjax.jit(jnp.arange)(3), TypeError, "jnp.arange argument 'stop'"),
        (
            lambda: fjax.jit(lambda i: jnp.split(jnp.ones(3), [1, i]))(2),
            TypeError,
            "It arose in split: indices_or_sections",
        ),
        (
            lambda: jnp.tensordot(jnp.ones(2), jnp.ones(2), ([0], [0, 1])),
            TypeError,
            "tensordot requires axes lists to have equal length",
        ),
        (
            lambda: jnp.tensordot(jnp.ones(2), jnp.ones(2), ("a", "b")),
            TypeError,
            "tensordot requires both axes lists to be either ints, tuples or lists",
        ),
        (
            lambda: jnp.tensordot(jnp.ones(2), jnp.ones(2), "axes"),
            TypeError,
            "tensordot axes argument must be an int, a pair of ints, or a pair of lists",
        ),
        (lambda: jnp.fft.fftfreq(3, [1.0]), ValueError, "only takes a single value"),
        (lambda: jnp.ones(2, 3), TypeError, r"when you meant `jax\.numpy\.ones\(\(2, 3\)\)`"),
        (lambda: fjax.jit(lambda x: x.tobytes())(1), TypeError, r"tobytes\(\) method was called"),
    ],
)
def test_errors_say_what_is_wrong(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_data_dependent_sizes_are_given():
    x = jnp.array([3, 0, 2, 0, 3])
    assert jnp.nonzero(x, size=4, fill_value=-1)[0].tolist() == [0, 2, 4, -1]
    assert fjax.jit(lambda x: jnp.unique(x, size=4, fill_value=9))(x).tolist() == [0, 2, 3, 9]
    values, counts = jnp.unique(x, return_counts=True, size=4)
    assert (values.tolist(), counts.tolist()) == ([0, 2, 3, 0], [2, 1, 2, 0])
    assert jnp.setxor1d(x, jnp.array([2, 7]), size=4, fill_value=-1).tolist() == [0, 3, 7, -1]


def test_indices_out_of_range_fill_clip_or_wrap():
    x = jnp.arange(3.0)
    assert np.isnan(jnp.take(x, 5))
    assert jnp.take(x, jnp.array([-4, 5]), mode="clip").tolist() == [0.0, 2.0]
    assert jnp.take(x, jnp.array([-4, 5]), mode="wrap").tolist() == [2.0, 2.0]
    assert jnp.take(x, 5, fill_value=7.0) == 7.0


def test_methods_do_what_the_functions_do(rng):
    x = jnp.asarray(rng.normal(size=(2, 3, 4)))
    n = np.asarray(x)
    for name, args in [
        ("sum", (1,)),
        ("mean", ()),
        ("reshape", (3, 8)),
        ("reshape", ((3, 8),)),
        ("transpose", (2, 0, 1)),
        ("transpose", ()),
        ("ravel", ()),
        ("flatten", ()),
        ("swapaxes", (0, 2)),
        ("argmax", (1,)),
        ("cumsum", (0,)),
        ("clip", (0, 1)),
        ("round", (1,)),
        ("std", ()),
        ("ptp", (0,)) if hasattr(n, "ptp") else ("var", ()),
        ("repeat", (2, 1)),
        ("trace", ()),
        ("diagonal", ()),
        ("astype", ("float32",)),
        ("copy", ()),
        ("conj", ()),
        ("all", ()),
        ("any", (2,)),
        ("prod", ()),
    ]:
        np.testing.assert_allclose(getattr(x, name)(*args), getattr(n, name)(*args), rtol=1e-6)
    assert x.T.shape == (4, 3, 2) and x.mT.shape == (2, 4, 3)
    assert x.real is x and (x.imag == 0).all()
    assert round(x, 1).shape == x.shape and (2.0 in jnp.array([1.0, 2.0]))
    assert x.__array_namespace__() is jnp


@pytest.mark.needs("x64", reason="reads floats of 64 bits")
def test_view_reads_bytes_anew():
    x = jnp.arange(4, dtype="float32").reshape(2, 2)
    for dtype in ("int32", "uint8", "float64", "complex64"):
        np.testing.assert_array_equal(x.view(dtype), np.asarray(x).view(dtype))


def test_ufuncs_of_python_functions():
    smaller = jnp.frompyfunc(lambda x, y: jnp.minimum(x, y), 2, 1, identity=np.inf)
    x = jnp.array([[3.0, 1.0], [2.0, 5.0]])
    assert smaller.reduce(x).tolist() == [2.0, 1.0]
    assert smaller.accumulate(x, axis=1).tolist() == [[3.0, 1.0], [2.0, 2.0]]
    assert smaller.outer(x[0], x[1]).tolist() == [[2.0, 3.0], [1.0, 1.0]]
    assert smaller.at(x, (0, 0), 0.5, inplace=False)[0, 0] == 0.5


def test_ufunc_methods_agree_with_numpy(rng):
    x = rng.normal(size=(4, 3))
    for name in ("add", "multiply", "maximum", "logaddexp"):
        ours, theirs = getattr(jnp, name), getattr(np, name)
        np.testing.assert_allclose(ours.reduce(jnp.asarray(x), axis=1), theirs.reduce(x, axis=1))
        np.testing.assert_allclose(ours.accumulate(jnp.asarray(x)), theirs.accumulate(x), rtol=1e-6)
        np.testing.assert_allclose(
            ours.reduceat(jnp.asarray(x), jnp.array([0, 2])), theirs.reduceat(x, [0, 2]), rtol=1e-6
        )


def test_numpy_functions_without_a_rule_say_so():
    with pytest.raises(
        errors.TracerArrayConversionError, match="numpy.busday_count|numpy.byte_bounds|fix"
    ):
        fjax.jit(lambda x: np.busday_count(x, x))(jnp.ones(3))
    with pytest.raises(errors.TracerArrayConversionError, match="numpy.add"):
        fjax.jit(lambda x: np.add(np.ones(3), x, out=np.ones(3)))(jnp.ones(3))
    assert isinstance(np.sin(jnp.ones(3)), np.ndarray)  # concrete arrays convert


def test_constants_under_32_bits():
    with fjax.enable_x64(False):
        assert jnp.zeros(2).dtype == "float32" and jnp.arange(2).dtype == "int32"
        assert jnp.array(np.float64(1)).dtype == "float32"


def test_strict_promotion_allows_scalars():
    with fjax.numpy_dtype_promotion("strict"):
        x = jnp.array([1.0, 2.0, 6.0], "float32")
        found = [jnp.mean(x), jnp.var(x), jnp.median(x)]
        assert [v.dtype for v in found] == ["float32"] * 3
        np.testing.assert_allclose(found, [3.0, 14 / 3, 2.0], rtol=1e-6)
        assert jnp.linspace(0.0, 1.0, 3).tolist() == [0.0, 0.5, 1.0]


def test_vectorize_passes_none_on():
    f = jnp.vectorize(lambda x, y, *, z=None: x if y is None else x * y + (0 if z is None else z))
    x = jnp.arange(6.0).reshape(2, 3)
    np.testing.assert_array_equal(f(x, None), x)
    np.testing.assert_array_equal(f(x, x[0], z=None), x * x[0])
    np.testing.assert_array_equal(f(x, x[0], z=x[1]), x * x[0] + x[1])
    dot = jnp.vectorize(lambda x, y: x.sum() if y is None else x @ y, signature="(n),()->()")
    np.testing.assert_array_equal(dot(x, None), x.sum(1))
    with pytest.raises(ValueError, match=r"Cannot pass None at locations \{0\}"):
        dot(None, 1.0)


def test_vectorize_obeys_the_option_about_ranks():
    f = jnp.vectorize(lambda x, y: x.sum() + y, signature="(n),()->()")
    with fjax.numpy_rank_promotion("raise"):
        np.testing.assert_array_equal(f(jnp.ones((2, 3)), jnp.ones(2)), 4.0)
        np.testing.assert_array_equal(f(jnp.ones((2, 3)), 1.0), 4.0)
        with pytest.raises(ValueError, match="require rank promotion"):
            f(jnp.ones((2, 3)), jnp.ones((2, 2)))
    with fjax.numpy_rank_promotion("warn"), pytest.warns(UserWarning, match="rank promotion"):
        f(jnp.ones((2, 3)), jnp.ones((2, 2)))


def test_vectorize_says_which_output_is_wrong():
    with pytest.raises(TypeError, match="output must be a tuple"):
        jnp.vectorize(jnp.sin, signature="()->(),()")(jnp.ones(2))
    with pytest.raises(ValueError, match=r"output shape \(2,\) does not match"):
        jnp.vectorize(jnp.sin, signature="(n)->()")(jnp.ones(2))


def test_vectorize_reads_its_signature():
    norm = jnp.vectorize(lambda v: (v * v).sum(), signature="(n)->()")
    assert norm(jnp.ones((2, 3))).tolist() == [3.0, 3.0]
    with pytest.raises(ValueError, match="signature"):
        jnp.vectorize(jnp.sin, signature="(n")(jnp.ones(2))
    with pytest.raises(ValueError, match="inconsistent"):
        jnp.vectorize(lambda a, b: a, signature="(n),(n)->(n)")(jnp.ones(2), jnp.ones(3))


def test_grids_are_indexed():
    assert jnp.mgrid[0:2, 0:3].shape == (2, 2, 3)
    assert [g.shape for g in jnp.ogrid[0:2, 0:3]] == [(2, 1), (1, 3)]
    np.testing.assert_array_equal(jnp.r_[1:3, 0, jnp.array([7])], np.r_[1:3, 0, np.array([7])])
    np.testing.assert_array_equal(
        jnp.c_[jnp.arange(2), jnp.arange(2)], np.c_[np.arange(2), np.arange(2)]
    )
    assert jnp.s_[1:, 0] == (slice(1, None), 0)


def test_a_convolution_may_have_an_integer_result():
    x, w = np.array([1, 2, 3], np.int32), np.array([2, 1], np.int32)
    found = jnp.convolve(x, w, preferred_element_type=np.uint32)
    assert found.dtype == np.uint32
    np.testing.assert_array_equal(found, np.convolve(x, w))


def test_arrays_like_another_live_where_it_was_put():
    device = fjax.devices()[0]
    free, put = jnp.ones(3), fjax.device_put(jnp.ones(3), device)
    for make in (
        jnp.zeros_like,
        jnp.ones_like,
        jnp.empty_like,
        lambda x: jnp.full_like(x, 2),
        lambda x: fjax.lax.full_like(x, 2),
    ):
        assert not make(free).committed and make(put).committed
    where = fjax.sharding.make_single_device_sharding(device)
    for found in (
        jnp.arange(3, device=where),
        fjax.lax.full_like(free, 1, sharding=where),
        jnp.zeros(3, out_sharding=where),
        jnp.array([1], out_sharding=where),
    ):
        assert found.committed and found.sharding == where
    with pytest.raises(ValueError, match="device or out_sharding, not both"):
        jnp.zeros(3, device=device, out_sharding=where)


def test_a_copy_is_another_array_under_every_transformation():
    def copied(x):
        return jnp.array(x, copy=True)

    x, direction = jnp.ones(3), jnp.ones(3)
    out, tangent = fjax.jvp(copied, (x,), (direction,))
    assert out is not x and tangent is not direction
    out, pull_back = fjax.vjp(copied, x)
    assert out is not x and pull_back(direction)[0] is not direction


def test_options_of_array_by_position_are_deprecated():
    with pytest.warns(DeprecationWarning, match="copy, order, and ndmin arguments to jnp.array"):
        assert jnp.array([1], None, True, "K", 2).shape == (1, 1)
    for args, text in [((True, "K", 0, 1), "at most 5"), ((True,), "multiple values for argument")]:
        with pytest.raises(TypeError, match=text), warnings.catch_warnings(action="ignore"):
            jnp.array([1], None, *args, copy=False)


def test_a_file_keeps_bfloat16(tmp_path):
    path = tmp_path / "x.npy"
    x = jnp.asarray([1.5, -2.0], jnp.bfloat16)
    jnp.save(path, x)
    found = jnp.load(path)
    assert found.dtype == jnp.bfloat16
    np.testing.assert_array_equal(found.astype("float32"), [1.5, -2.0])


@pytest.mark.parametrize("array", [np.array, jnp.array])
def test_lengths_may_be_an_array(array):
    x, given = jnp.ones((2, 3)), array([3, 2])
    assert x.reshape(given).shape == jnp.reshape(x, given).shape == jnp.zeros(given).shape == (3, 2)
    assert jnp.reshape(x, array([-1])).shape == x.reshape(array(6)).shape == (6,)
    assert jnp.tile(x, given).shape == (6, 6) and jnp.resize(x, given).shape == (3, 2)
    assert x.transpose(np.array([1, 0])).shape == (3, 2)


@pytest.mark.parametrize("transform", [fjax.jit, fjax.vmap, lambda f: fjax.jacfwd(f)])
def test_what_stands_in_for_an_array_can_be_weakly_referred_to(transform):
    seen = []

    def keep(x):
        seen.append(weakref.ref(x))
        return x * seen[-1]()

    transform(keep)(jnp.arange(3.0))
    assert len(seen) == 1


def test_what_a_ufunc_is_cannot_be_set():
    with pytest.raises(AttributeError, match="'nin' cannot be set"):
        jnp.add.nin = 3
    jnp.add.note = None  # others can
    del jnp.add.note
