"""Operators on arrays: NumPy's broadcasting, JAX's promotion and edges."""

import contextlib
import operator
from typing import NamedTuple

import numpy as np
import pytest

from fjax.api.batching import vmap
from fjax.api.staged import make_jaxpr
from fjax.config import config, enable_x64, numpy_dtype_promotion
from fjax.core.array import of_numpy
from fjax.errors import DtypeError, TypePromotionError
from fjax.primitives import operators, promotion

ARITHMETIC = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    operator.pow,
]
COMPARISONS = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]
BITWISE = [operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift]
name = operator.attrgetter("__name__")


def array(*values, dtype=None):
    return of_numpy(np.array(values, dtype))


@pytest.mark.parametrize("op", ARITHMETIC + COMPARISONS, ids=name)
@pytest.mark.parametrize("dtype", [np.float32, np.float64], ids=name)
def test_operators_on_floats_are_numpys(op, dtype):
    x, y = np.array([1.5, -2.5, 3.0], dtype), np.array([2.0, 0.7, -1.2], dtype)
    got = op(of_numpy(x), of_numpy(y))
    with np.errstate(all="ignore"):
        expected = op(x, y)
    assert got.dtype == expected.dtype
    np.testing.assert_allclose(np.asarray(got), expected, rtol=1e-6)


@pytest.mark.parametrize("op", ARITHMETIC + COMPARISONS, ids=name)
@pytest.mark.parametrize("scalar", [2, 2.5, -3])
def test_python_scalars_keep_the_arrays_dtype_on_either_side(op, scalar):
    x = np.array([1.5, 2.5, 3.0], np.float32)
    with np.errstate(all="ignore"):
        for got, expected in (
            (op(of_numpy(x), scalar), op(x, scalar)),
            (op(scalar, of_numpy(x)), op(scalar, x)),
        ):
            assert got.dtype == expected.dtype
            np.testing.assert_allclose(np.asarray(got), expected, rtol=1e-5)


@pytest.mark.parametrize("op", BITWISE, ids=name)
@pytest.mark.parametrize("dtype", [np.int32, np.uint8, np.int64], ids=name)
def test_operators_on_bits_are_numpys(op, dtype):
    x, y = np.array([5, 100, 3], dtype), np.array([1, 2, 0], dtype)
    got = op(of_numpy(x), of_numpy(y))
    np.testing.assert_array_equal(np.asarray(got), op(x, y))
    assert got.dtype == dtype


@pytest.mark.parametrize("op", [operator.floordiv, operator.mod], ids=name)
@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float64], ids=name)
def test_division_rounds_down(op, dtype):
    x, y = np.meshgrid(np.array([-7, -3, 0, 3, 7], dtype), np.array([-3, -1, 2, 5], dtype))
    np.testing.assert_array_equal(np.asarray(op(of_numpy(x), of_numpy(y))), op(x, y))


def test_divmod_gives_both():
    quotient, rest = divmod(array(7.0, -7.0), 2)
    assert (quotient.tolist(), rest.tolist()) == ([3, -4], [1, 1])
    quotient, rest = divmod(7, array(2, -2))
    assert (quotient.tolist(), rest.tolist()) == ([3, -4], [1, -1])


def test_integer_division_by_zero_is_jaxs():
    x = array(7, -7, 0, dtype=np.int32)
    assert (x // 0).tolist() == [-2, -2, -1]
    assert (x % 0).tolist() == [0, 0, 0]
    np.testing.assert_array_equal(np.asarray(array(1.5, -1.5, 0.0) // 0), [np.inf, -np.inf, np.nan])


def test_integers_divide_to_floats():
    assert (array(1, 2) / array(2, 2)).dtype == np.float64
    assert (array(1, 2, dtype=np.int32) / 2).dtype == np.float32
    assert (array(True) / array(True)).dtype == np.float32


def test_bools_are_logical_where_they_can_be():
    x, y = array(True, False), array(True, True)
    assert (x + y).tolist() == [True, True] and (x * y).tolist() == [True, False]
    assert (~x).tolist() == [False, True] and abs(x).dtype == bool
    assert (x + 1).tolist() == [2, 1]
    for call in (lambda: x - y, lambda: -x):
        with pytest.raises(TypeError, match="does not accept dtype bool"):
            call()


def test_integers_out_of_range_wrap_into_the_arrays_dtype():
    assert (array(1, dtype=np.int8) + 300).tolist() == [45]
    assert (array(1, dtype=np.uint8) + (-1)).tolist() == [0]
    assert (array(1, dtype=np.int32) + 2**32).tolist() == [1]


# ---- powers


def test_integer_exponents_become_multiplications():
    assert "integer_pow" in str(make_jaxpr(lambda x: x**3)(2.0))
    assert "square" in str(make_jaxpr(lambda x: x**2)(2.0))
    assert "pow" in str(make_jaxpr(lambda x: x**2.5)(2.0))
    assert (array(2.0) ** np.int32(3)).tolist() == [8]


def test_integers_to_integer_powers():
    x = array(7, -7, 0, 1, -1, 2)
    assert (x**2).tolist() == [49, 49, 0, 1, 1, 4]
    assert (x ** array(2, 3, 0, -5, -3, 70)).tolist() == [49, -343, 1, 1, -1, 0]
    assert (2 ** array(3, 0)).tolist() == [8, 1]
    with pytest.raises(TypeError, match="negative power"):
        x**-1


def test_a_float_base_keeps_its_dtype_under_an_integer_exponent():
    assert (array(2, dtype=np.float32) ** array(3, dtype=np.int64)).dtype == np.float32


# ---- other operands


def test_unsupported_operands_are_unequal_or_refused():
    x = array(1, 2)
    assert (x == None) is False and (x != "a") is True  # noqa: E711
    with pytest.raises(TypeError, match="not supported"):
        x < None  # noqa: B015
    with pytest.raises(TypeError, match="'Array' and 'list'"):
        x == [1, 2]  # noqa: B015
    with pytest.raises(TypeError, match=r"type\(s\) for \+: 'Array' and 'list'"):
        x + [1, 2]
    with pytest.raises(TypeError, match=r"for \+: 'list' and 'Array' \(the array is int64\[2\]\)"):
        [1, 2] + x


class Scaled(NamedTuple):
    """A tuple that knows how to be multiplied."""

    factor: float

    def __mul__(self, other):
        return Scaled(self.factor * other)

    __rmul__ = __mul__


def test_subclasses_of_containers_decide_for_themselves():
    x = array(1.0, 2.0)
    assert type(Scaled(2.0) * x) is type(x * Scaled(2.0)) is Scaled


def test_functions_refuse_lists_by_name():
    with pytest.raises(TypeError, match="add takes arrays and scalars"):
        operators.add([1, 2], 3)


def test_numpy_arrays_defer_to_ours():
    x = array(1.0, 2.0)
    for got in (np.ones(2) + x, np.float64(1) + x, x + np.ones(2)):
        assert type(got) is type(x)


def test_objects_that_say_how_they_are_arrays_take_part():
    class Wrapped:
        def __jax_array__(self):
            return array(10.0)

    assert (array(1.0) + Wrapped()).tolist() == [11]
    assert (Wrapped() * array(2.0)).tolist() == [20]


def test_complex_numbers_compare_in_lexicographic_order():
    assert (array(1j, 2 + 0j) < array(2j, 1 + 0j)).tolist() == [True, False]


def test_round_is_half_to_even_and_gives_integers_without_decimals():
    assert round(array(2.5, 3.5)).tolist() == [2, 4]
    assert round(array(2.5)).dtype == np.int64
    assert round(array(2.567), 1).tolist() == [2.6]
    assert round(array(25, 31), 1).tolist() == [25, 31]
    with pytest.raises(NotImplementedError, match="integers"):
        round(array(25), -1)


def test_unary_operators():
    x = array(-1.5, 2.0)
    assert (-x).tolist() == [1.5, -2] and (+x).tolist() == [-1.5, 2] and abs(x).tolist() == [1.5, 2]
    assert (~array(0, 5)).tolist() == [-1, -6]
    assert abs(array(3 + 4j)).tolist() == [5]


# ---- configuration and tracing


def test_strict_promotion_refuses_mixed_dtypes_but_takes_python_scalars():
    config.update("numpy_dtype_promotion", "strict")
    assert (array(1, dtype=np.float32) * 2).dtype == np.float32
    with pytest.raises(TypeError, match="strict"):
        array(1, dtype=np.float32) + array(1, dtype=np.int32)


def test_rank_promotion_can_warn_or_raise():
    x, y = of_numpy(np.ones((2, 3))), of_numpy(np.ones(3))
    config.update("numpy_rank_promotion", "warn")
    with pytest.warns(UserWarning, match=r"rank promotion for add on shapes \(2, 3\)"):
        x + y
    config.update("numpy_rank_promotion", "raise")
    with pytest.raises(ValueError, match="their ranks differ"):
        x + y
    assert (x + 1.0).shape == (2, 3)


def test_shapes_that_do_not_broadcast_are_named():
    with pytest.raises(ValueError, match=r"add got incompatible shapes for broadcasting: \(2,"):
        of_numpy(np.ones(2)) + of_numpy(np.ones(3))


def test_weak_types_stay_weak_among_themselves():
    with enable_x64(True):
        x = operators.positive(2.0)
        assert (x * 3).weak_type and not (x * np.float32(3)).weak_type


@pytest.mark.parametrize("op", ARITHMETIC + COMPARISONS, ids=name)
def test_operators_trace_as_they_compute(op):
    x, y = np.array([1.5, 2.5, 3.0]), np.array([2.0, 0.7, 1.2])
    direct = op(of_numpy(x), of_numpy(y))
    batched = vmap(op)(x, y)
    assert direct.aval == batched.aval
    np.testing.assert_allclose(np.asarray(direct), np.asarray(batched), rtol=1e-14)


SCALARS = (2.0, 2, 0.0, -0.0, 0, -1, 1e300, 1e-320, np.nan, -np.inf, 2**31 - 1, -(2**31), True, 2j)


@pytest.mark.parametrize("mode", ["standard", "strict"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "complex64", "int8"])
def test_a_number_beside_a_float_takes_the_type_that_promotion_gives(dtype, mode, monkeypatch):
    def program(x):
        found = []
        for scalar in SCALARS:
            for operation in (operators.add, operators.divide, operators.power, operators.multiply):
                for operands in ((x, scalar), (scalar, x)):
                    with contextlib.suppress(TypePromotionError, DtypeError):
                        found.append(operation(*operands))
        return found

    with numpy_dtype_promotion(mode):
        given = array(1, 2, dtype=dtype)
        short = str(make_jaxpr(program)(given))
        for module in (promotion, operators):
            monkeypatch.setattr(module, "of_floats", lambda x, y: None)
        assert str(make_jaxpr(program)(given)) == short
