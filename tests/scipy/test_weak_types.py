"""Whether results of Python numbers are weakly typed (*), as those of JAX 0.10.2 are."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn
from fjax.scipy import special


def described(value):
    return f"{value.dtype}{'*' if value.aval.weak_type else ''}"


FIRM = "float64"
WEAK = "float64*"
OF_ONE = {
    FIRM: {jnp: "angle log2 log10", nn: "gelu", special: "dawsn erfcx exp1 expi gamma gammasgn"},
    WEAK: {
        jnp: "sin cos exp exp2 expm1 log log1p sqrt cbrt sinh arcsin deg2rad rad2deg sinc",
        nn: "sigmoid silu softplus elu selu leaky_relu celu log_sigmoid",
        special: "erf erfc erfinv gammaln digamma expit logit entr i0 i0e i1 i1e",
    },
}
OF_TWO = {
    FIRM: {special: "beta poch owens_t"},
    WEAK: {
        jnp: "hypot logaddexp logaddexp2 heaviside arctan2 true_divide copysign nextafter",
        special: "xlogy xlog1py betaln rel_entr kl_div gammainc gammaincc zeta",
    },
}


def rows(table):
    return [
        (wanted, getattr(module, name))
        for wanted, modules in table.items()
        for module, names in modules.items()
        for name in names.split()
    ]


def name_of(value):
    return None if isinstance(value, str) else value.__name__


@pytest.mark.one_in(2)
@pytest.mark.needs("x64", reason="recorded with 64 bits")
@pytest.mark.parametrize("wanted,function", rows(OF_ONE), ids=name_of)
def test_a_function_of_a_number_is_weakly_typed_where_jaxs_is(wanted, function):
    for number in (1, 0.5, jnp.asarray(0.5)):
        assert described(function(number)) == wanted, number
    assert described(function(np.float32(0.5))) == "float32"


@pytest.mark.needs("x64", reason="recorded with 64 bits")
@pytest.mark.parametrize("wanted,function", rows(OF_TWO), ids=name_of)
def test_a_function_of_two_numbers_is_weakly_typed_where_jaxs_is(wanted, function):
    for numbers in ((1, 2), (0.5, 2), (0.5, 1.5)):
        assert described(function(*numbers)) == wanted, numbers
    assert described(function(np.float32(0.5), 2)) == "float32"


@pytest.mark.needs("x64", reason="recorded with 64 bits")
@pytest.mark.parametrize("function", [special.fresnel, special.sici, jnp.modf])
def test_each_of_several_results_is_weakly_typed_where_jaxs_is(function):
    wanted = WEAK if function is jnp.modf else FIRM
    assert [described(x) for x in function(0.5)] == [wanted] * 2


@pytest.mark.parametrize("x64", [True, False])
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8", "int16", "int32", "uint32"])
def test_the_angle_of_integers_is_of_the_default_float_dtype(dtype, x64):
    with fjax.enable_x64(x64):
        found = jnp.angle(jnp.ones(3, dtype))
    assert described(found) == ("float64" if x64 else "float32")


@pytest.mark.parametrize("wanted,function", rows(OF_ONE) + rows(OF_TWO), ids=name_of)
def test_results_of_numbers_are_the_same_with_32_bits(wanted, function):
    with fjax.enable_x64(False):
        numbers = (0.5,) if (wanted, function) in rows(OF_ONE) else (0.5, 1.5)
        assert described(function(*numbers)) == wanted.replace("64", "32")


@pytest.mark.parametrize(
    "x,b,wanted",
    [
        (np.int8(1), np.float16(4), "float16"),
        (np.bool_(True), np.float16(4), "float16"),
        (np.float16(1), 4, "float16"),
        (np.float32(1), np.float64(4), "float64"),
        (1, 4, "float64*"),
    ],
)
@pytest.mark.needs("x64", reason="recorded with 64 bits")
def test_both_arguments_of_squareplus_are_promoted_together(x, b, wanted):
    assert described(nn.squareplus(x, b)) == wanted
