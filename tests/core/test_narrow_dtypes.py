"""Narrow dtypes: int4 and the like wrap, float8 and the like round; every value is tried."""

import itertools

import ml_dtypes
import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.parser import parse
from fjax.primitives.structure import ReduceSum

INTEGERS, FLOATS = dtypes.NARROW_INTEGERS, dtypes.NARROW_FLOATS
NARROW = INTEGERS + FLOATS


def eagerly(f):
    """The function on arrays of fjax, without jit."""
    return lambda *args: f(*map(jnp.asarray, args))


EAGER_AND_JIT = pytest.mark.parametrize("through", [eagerly, fjax.jit], ids=["eager", "jit"])
EACH = pytest.mark.parametrize("dtype", NARROW, ids=str)
EACH_INTEGER = pytest.mark.parametrize("dtype", INTEGERS, ids=str)
EACH_FLOAT = pytest.mark.parametrize("dtype", FLOATS, ids=str)


def every_value(dtype):
    """Each bit pattern of a dtype once."""
    return np.arange(2 ** dtypes.bit_width(dtype), dtype=np.uint8).view(dtype)


def every_pair(dtype):
    values = every_value(dtype)
    return np.repeat(values, len(values)), np.tile(values, len(values))


def wide(x):
    """Values as numbers that NumPy's tests understand."""
    return np.asarray(x).astype(np.float32)


@EACH
def test_a_narrow_dtype_has_a_name_a_kind_and_limits(dtype):
    name = dtype.name
    assert getattr(jnp, name).dtype == dtype and jnp.zeros(2, name).dtype == dtype
    assert jnp.issubdtype(dtype, jnp.integer) == ("int" in name)
    assert jnp.issubdtype(dtype, jnp.floating) == ("float" in name)
    assert jnp.isdtype(dtype, "real floating" if "float" in name else "integral")
    if "int" in name:
        assert jnp.iinfo(dtype).max == ml_dtypes.iinfo(dtype).max
    else:
        assert jnp.finfo(dtype).max == ml_dtypes.finfo(dtype).max
    assert jnp.ones((3, 2), dtype).itemsize == 1
    assert fjax.dtypes.scalar_type_of(jnp.ones(2, dtype)) is (int if "int" in name else float)


@EACH
def test_a_narrow_dtype_promotes_with_nothing_but_what_is_below_it(dtype):
    assert jnp.promote_types(dtype, dtype) == dtype == jnp.promote_types(dtype, bool)
    assert jnp.promote_types(dtype, int) == dtype
    others = [d for d in (*NARROW, dtypes.float32, dtypes.float16) if d != dtype]
    if dtype in INTEGERS:
        others += [dtypes.int8, dtypes.uint64]
        with pytest.raises(errors.TypePromotionError, match="no available implicit dtype prom"):
            jnp.promote_types(dtype, float)
    else:
        assert jnp.promote_types(dtype, float) == jnp.promote_types(dtype, "int32") == dtype
    for other in others:
        if {dtype, other} <= set(NARROW) and dtypes.is_integer(dtype) != dtypes.is_integer(other):
            continue
        with pytest.raises(errors.TypePromotionError, match="do not support implicit promotion"):
            jnp.ones(2, dtype) + jnp.ones(2, other)


ARITHMETIC = [lax.add, lax.sub, lax.mul, lax.max, lax.min]
COMPARISONS = [lax.eq, lax.ne, lax.lt, lax.le, lax.gt, lax.ge]
BITWISE = [
    lax.bitwise_and,
    lax.bitwise_or,
    lax.bitwise_xor,
    lax.shift_left,
    lax.shift_right_arithmetic,
]


@pytest.mark.one_in(5)
@EAGER_AND_JIT
@EACH_INTEGER
def test_integer_operations_are_those_of_8_bits_wrapped(dtype, through):
    x, y = every_pair(dtype)
    eight = dtypes.widened(dtype)
    for op in [*ARITHMETIC, *COMPARISONS, *BITWISE, lax.div, lax.rem]:
        expected = op(x.astype(eight), y.astype(eight))
        found = through(op)(x, y)
        assert found.dtype == (dtypes.bool_ if op in COMPARISONS else dtype)
        np.testing.assert_array_equal(wide(found), wide(expected.astype(found.dtype)), op.__name__)
    for op in (lax.neg, lax.bitwise_not, lax.sign):
        found = through(op)(x)
        np.testing.assert_array_equal(wide(found), wide(op(x.astype(eight)).astype(dtype)))


@EAGER_AND_JIT
@EACH_INTEGER
def test_bits_are_counted_and_shifted_within_the_width(dtype, through):
    bits = dtypes.bit_width(dtype)
    x, y = every_pair(dtype)
    codes, amounts = x.view(np.uint8), y.view(np.uint8)

    def of_codes(found):
        return found.astype(np.uint8).view(dtype)

    ones = [bin(c).count("1") for c in codes]
    zeros = [bits - int(c).bit_length() for c in codes]
    shifted = [c >> a if a < bits else 0 for c, a in zip(codes, amounts, strict=True)]
    for op, args, expected in (
        (lax.population_count, (x,), ones),
        (lax.clz, (x,), zeros),
        (lax.shift_right_logical, (x, y), shifted),
    ):
        wrapped = of_codes(np.array(expected) & (2**bits - 1))
        np.testing.assert_array_equal(wide(through(op)(*args)), wide(wrapped), op.__name__)


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_abs_refuses_narrow_integers(dtype):
    with pytest.raises(TypeError, match=f"abs does not accept dtype {dtype.name}."):
        lax.abs(jnp.ones(3, dtype))


@pytest.mark.one_in(5)
@EAGER_AND_JIT
@EACH_FLOAT
def test_float_operations_are_those_of_float32_rounded(dtype, through):
    x, y = every_pair(dtype)
    with np.errstate(all="ignore"):
        for op, reference in (
            (lax.add, np.add),
            (lax.sub, np.subtract),
            (lax.mul, np.multiply),
            (lax.div, np.divide),
            (lax.max, np.maximum),
            (lax.lt, np.less),
            (lax.eq, np.equal),
            (lax.ge, np.greater_equal),
        ):
            expected = reference(wide(x), wide(y))
            found = through(op)(x, y)
            expected = wide(expected.astype(found.dtype))
            np.testing.assert_array_equal(wide(found), expected, op.__name__)


@pytest.mark.one_in(20)
@EACH
def test_every_pair_of_dtypes_converts(dtype):
    values = every_value(dtype)
    with np.errstate(all="ignore"):
        for target in (*NARROW, *map(np.dtype, ("int32", "float16", "float64", "bool"))):
            eager = jnp.asarray(values).astype(target)
            compiled = fjax.jit(lambda x, t=target: x.astype(t))(values)
            assert eager.dtype == compiled.dtype == target
            np.testing.assert_array_equal(wide(eager), wide(compiled), str(target))
            if dtypes.is_integer(dtype) and not dtypes.is_bool(target):
                through = values.astype(np.int32).astype(target)
                np.testing.assert_array_equal(wide(eager), wide(through))


@EAGER_AND_JIT
@EACH_INTEGER
def test_floats_saturate_and_integers_wrap(dtype, through):
    info = dtypes.iinfo(dtype)
    convert = through(lambda x: lax.convert_element_type(x, dtype))
    x = np.array([-1e30, -20, -1.5, 0, 0.5, 1.5, 20, np.inf, -np.inf])
    np.testing.assert_array_equal(wide(convert(x)), np.clip(np.trunc(x), info.min, info.max))
    assert int(convert(np.float32(np.nan))) == 0
    n = np.arange(-40, 40)
    low = 2**info.bits
    expected = np.where(n % low > info.max, n % low - low, n % low)
    np.testing.assert_array_equal(wide(convert(n)), expected)


@EACH
def test_bits_regroup_and_come_back(dtype):
    bits = dtypes.bit_width(dtype)
    if bits == 6:
        with pytest.raises(errors.DtypeError, match="6 bits has no parts of 8"):
            lax.bitcast_convert_type(jnp.ones(4, dtype), "uint8")
        return
    octets = np.arange(256, dtype=np.uint8)
    x = lax.bitcast_convert_type(octets, dtype)
    assert x.shape == ((256,) if bits == 8 else (256, 8 // bits))
    codes = np.asarray(x).view(np.uint8).reshape(256, -1).astype(int)
    assert (sum(codes[:, k] << (bits * k) for k in range(8 // bits)) == octets).all()
    back = fjax.jit(lambda v: lax.bitcast_convert_type(v, "uint8"))(x)
    np.testing.assert_array_equal(back, octets)


def test_a_narrow_bitcast_between_equal_widths_keeps_the_shape():
    x = jnp.arange(-8, 8, dtype="int4")
    np.testing.assert_array_equal(
        lax.bitcast_convert_type(x, "uint4").astype(int), np.arange(-8, 8) % 16
    )
    floats = lax.bitcast_convert_type(x, "float4_e2m1fn")
    assert floats.shape == (16,) and float(floats[9]) == 0.5
    with pytest.raises(errors.ShapeError, match="must hold 2 elements"):
        lax.bitcast_convert_type(x, "int8")


@pytest.mark.one_in(3)
@EAGER_AND_JIT
@EACH
def test_sums_accumulate_wide(dtype, through):
    ones = np.ones(64, np.int8).astype(dtype)
    total = through(ReduceSum((0,)))(ones)
    assert total.dtype == dtype
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(wide(total), wide(np.int32(64).astype(dtype)))
    top = through(lambda x: x.max())(every_value(dtype)[:2])
    assert top.dtype == dtype
    if dtype in INTEGERS:  # jnp.sum widens, as for int8
        assert int(through(jnp.sum)(ones)) == abs(64 * int(ones[0])) * np.sign(int(ones[0]))


@EAGER_AND_JIT
def test_products_of_float8_accumulate_in_float32(through):
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal((5, 300)).astype("float8_e4m3fn") for _ in range(2))
    exact = wide(x) @ wide(y).T
    found = through(
        lambda a, b: lax.dot_general(
            a, b, (((1,), (1,)), ((), ())), preferred_element_type=jnp.float32
        )
    )(x, y)
    np.testing.assert_allclose(found, exact, rtol=1e-5, atol=1e-4)
    narrow = through(lambda a, b: a @ b.T)(x, y)
    assert narrow.dtype == jnp.float8_e4m3fn
    np.testing.assert_array_equal(wide(narrow), wide(exact.astype("float8_e4m3fn")))
    mixed = through(lambda a, b: lax.dot(a, b.T))(x, y.astype("float8_e5m2"))
    assert mixed.dtype == jnp.float8_e5m2  # the wider range


@EAGER_AND_JIT
def test_narrow_integers_index(through):
    x, i = jnp.arange(10.0), jnp.array([1, -2, 7], "int4")
    np.testing.assert_array_equal(through(lambda a, k: a[k])(x, i), [1.0, 8.0, 7.0])
    erased = through(lambda a, k: a.at[k].set(0.0))(x, i)
    np.testing.assert_array_equal(erased, [0, 0, 2, 3, 4, 5, 6, 0, 0, 9])
    found = through(lambda a, k: lax.dynamic_index_in_dim(a, k, keepdims=False))(x, jnp.int4(-1))
    assert float(found) == 9.0
    narrow = through(lambda a: a[jnp.array([3, 3, 0])])(jnp.arange(4, dtype="uint2"))
    np.testing.assert_array_equal(narrow.astype(int), [3, 3, 0])


def test_derivatives_of_float8_are_float8():
    x = jnp.array([1.0, 2.0, -3.0], "float8_e5m2")
    slope = fjax.grad(lambda v: (v * v).sum())(x)
    assert slope.dtype == jnp.float8_e5m2
    np.testing.assert_array_equal(wide(slope), [2.0, 4.0, -6.0])
    with pytest.raises(TypeError, match="grad requires real- or complex-valued inputs"):
        fjax.grad(lambda v: v.sum())(jnp.ones(3, "int4"))


def test_python_numbers_wrap_and_saturate_as_those_of_arrays_do():
    assert int(jnp.int4(100)) == 4 and int(jnp.array(-9, "int4")) == 7
    assert np.isnan(float(jnp.float8_e4m3fn(1e9)))
    assert int(jnp.int4(5) * 3) == -1
    assert list(range(9))[jnp.int4(3)] == 3 and f"{jnp.uint4(9)}" == "9"


def test_narrow_arrays_print_and_parse():
    assert repr(jnp.arange(3, dtype="int4")) == "Array([0, 1, 2], dtype=int4)"
    for dtype in NARROW:
        text = str(fjax.make_jaxpr(lambda x: (x * 2, x.astype("float32")))(jnp.ones(3, dtype)))
        assert dtypes.short_name(dtype) + "[3]" in text
        assert str(parse(text)) == text


@pytest.mark.one_in(24)
@pytest.mark.parametrize("a,b", list(itertools.combinations([d.name for d in NARROW], 2)))
def test_arrays_of_different_narrow_dtypes_are_told_apart_by_jit(a, b):
    f = fjax.jit(lambda x: x + x)
    assert f(jnp.ones(2, a)).dtype.name == a and f(jnp.ones(2, b)).dtype.name == b


def test_normal_samples_of_8_bit_floats_are_rounded_and_uniform_ones_are_jaxs():
    key = fjax.random.key(0)  # recorded from JAX 0.10.2
    wide = fjax.random.normal(key, (3,), "float32")
    narrow = fjax.random.normal(key, (3,), "float8_e4m3fn")
    assert narrow.tolist() == wide.astype("float8_e4m3fn").tolist() == [1.625, 2.0, -0.4375]
    assert fjax.random.uniform(key, (3,), "float8_e5m2").tolist() == [0.5, 0.5, 0.0]
    with pytest.raises(TypeError, match="only accepts 8-, 16-, 32-, or 64-bit dtypes"):
        fjax.random.uniform(key, (3,), "float4_e2m1fn")


def test_loops_carry_narrow_values():
    def step(carry, x):
        return carry + x, carry * x

    xs = jnp.arange(-8, 8, dtype="int4")
    last, products = fjax.jit(lambda v: lax.scan(step, jnp.int4(3), v))(xs)
    carry, expected = np.int8(3), []
    for x in range(-8, 8):
        expected.append((int(carry) * x + 8) % 16 - 8)
        carry = np.int8((int(carry) + x + 8) % 16 - 8)
    assert int(last) == carry
    np.testing.assert_array_equal(products.astype(int), expected)


@EACH_FLOAT
def test_what_no_value_is_below_is_a_value_of_the_dtype(dtype):
    empty = fjax.jit(lambda x: lax.reduce_max(x, (0,)))(jnp.zeros((0, 2), dtype))
    least = every_value(dtype).astype(np.float64)
    least = np.nanmin(least)
    np.testing.assert_array_equal(np.asarray(empty).astype(np.float64), [least, least])
