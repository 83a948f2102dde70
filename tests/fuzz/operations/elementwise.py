"""Operations element by element: NumPy's functions, operators, activations, special functions."""

from __future__ import annotations

from tests.fuzz.operations.base import Family

family = Family("elementwise")

ANYWHERE = (
    "sin cos tanh arctan sinh cosh exp expm1 arcsinh square abs negative sign cbrt sinc "
    "exp2 deg2rad rad2deg positive real imag conj i0 fabs absolute conjugate nan_to_num"
)
STEPS = "floor ceil rint trunc sign round isfinite isnan isinf signbit logical_not iscomplex"
GUARDED = {
    "log": "{0} + 0.5",
    "sqrt": "{0} + 0.25",
    "log1p": "{0}",
    "log2": "{0} + 0.5",
    "log10": "{0} + 0.5",
    "reciprocal": "{0} + 0.7",
    "arccosh": "{0} + 1.2",
    "arcsin": "jnp.tanh({0}) * 0.9",
    "arccos": "jnp.tanh({0}) * 0.9",
    "arctanh": "jnp.tanh({0}) * 0.9",
    "tan": "jnp.tanh({0})",
    "angle": "{0} + 1j",
}
ACTIVATIONS = (
    "relu gelu silu softplus elu selu celu leaky_relu log_sigmoid sigmoid hard_tanh "
    "relu6 mish squareplus soft_sign sparse_plus sparse_sigmoid hard_silu hard_sigmoid "
    "swish tanh"
)
SPECIAL = "erf erfc gammaln digamma ndtr log_ndtr expit i0e i1e i0 i1 entr erfcx dawsn gamma spence"
BINARY = (
    "add subtract multiply maximum minimum arctan2 hypot logaddexp logaddexp2 fmax fmin "
    "copysign equal less greater less_equal greater_equal not_equal"
)
ROUGH = "fmod mod floor_divide remainder nextafter heaviside isclose divmod"
BITS = "bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm"
LAX = (
    "sin cos tanh exp log1p expm1 sqrt_ rsqrt_ logistic erf erfc erf_inv_ cbrt neg abs sign "
    "floor is_finite square lgamma digamma bessel_i0e exp2 asinh sinh"
)
DTYPES = (
    "float64 float32 float16 bfloat16 int32 int64 int8 uint8 bool_ complex64 complex128 "
    "uint32 uint16 int16 uint64 int4 float8_e4m3fn float8_e5m2"
)


@family(7)
def unary(g):
    x = g.pick()
    return f"jnp.{g.choose(ANYWHERE)}({x})"


@family(1.5)
def steps(g):
    return f"jnp.{g.choose(STEPS)}({g.pick()})"


@family(3)
def guarded(g):
    name = g.choose(*GUARDED)
    x = g.pick("f" if name != "log" else "fc")
    if not g.tame and g.chance(0.7):
        return f"jnp.{name}({x})"
    return f"jnp.{name}({GUARDED[name].format(f'jnp.abs({x})')})"


@family(3)
def activation(g):
    x = g.pick("f")
    if g.chance(0.1):
        return f"fjax.nn.gelu({x}, approximate={g.choose('True False')})"
    return f"fjax.nn.{g.choose(ACTIVATIONS)}({x})"


@family(1.5)
def special(g):
    x = g.pick("f")
    y = g.pick("f", fit=x)
    s = "fjax.scipy.special"
    inside = f"jnp.tanh({x}) * 0.9"
    return g.choose(
        *[f"{s}.{g.choose(SPECIAL)}({x})" for _ in range(6)],
        f"{s}.erfinv({inside})",
        f"{s}.ndtri({inside} * 0.5 + 0.5)",
        f"{s}.logit({inside} * 0.5 + 0.5)",
        f"{s}.xlogy({x}, jnp.abs({y}) + 0.1)",
        f"{s}.xlog1py({x}, jnp.abs({y}))",
        f"{s}.gammainc(jnp.abs({x}) + 0.3, jnp.abs({y}) + 0.1)",
        f"{s}.gammaincc(jnp.abs({x}) + 0.3, jnp.abs({y}) + 0.1)",
        f"{s}.betaln(jnp.abs({x}) + 0.3, jnp.abs({y}) + 0.1)",
        f"{s}.betainc(jnp.abs({x}) + 0.3, jnp.abs({y}) + 0.2, 0.4)",
        f"{s}.zeta(jnp.abs({x}) + 1.5, 2.0)",
        f"{s}.polygamma({g.choose(1, 2)}, jnp.abs({x}) + 0.5)",
        f"{s}.rel_entr(jnp.abs({x}), jnp.abs({y}) + 0.1)",
        f"{s}.kl_div(jnp.abs({x}), jnp.abs({y}) + 0.1)",
        f"{s}.expi(jnp.abs({x}) + 0.2)",
        f"{s}.exp1(jnp.abs({x}) + 0.2)",
        f"{s}.expn(2, jnp.abs({x}) + 0.2)",
        f"{s}.boxcox1p(jnp.abs({x}), 0.5)",
        f"{s}.bessel_jn({x}, v=2)[1]",
        f"{s}.poch(jnp.abs({x}) + 1.0, 1.5)",
        f"{s}.hyp1f1(1.5, 2.5, {inside})",
        f"{s}.log_softmax({x})",
    )


@family(6)
def operators(g):
    x = g.pick()
    y = g.pick(fit=x)
    o = g.choose("+ - * + - *")
    return g.choose(
        f"{x} {o} {y}",
        f"{x} {o} {g.number()}",
        f"{g.number()} {o} {x}",
        f"{x} {o} {y}",
        f"{x} * {g.number()} + {y}",
        f"{x} * {y} - {x}",
    )


@family(5)
def binary(g):
    x = g.pick()
    return f"jnp.{g.choose(BINARY)}({x}, {g.pick(fit=x)})"


@family(1)
def rough(g):
    x = g.pick("fiu")
    y = g.pick("fiu", fit=x)
    y = y if not g.tame else f"(jnp.abs({y}) + 1)"
    return f"jnp.{g.choose(ROUGH)}({x}, {y})"


@family(2)
def quotient(g):
    x = g.pick()
    y = g.pick("fiu", fit=x)
    if g.tame or g.chance(0.3):
        return g.choose(f"{x} / ({y} * {y} + 0.5)", f"jnp.divide({x}, jnp.abs({y}) + 1)")
    return f"{x} / {y}"


@family(1.5)
def powers(g):
    x = g.pick("fciu")
    y = g.pick("f", fit=x)
    return g.choose(
        f"{x} ** {g.choose(2, 3, 4)}",
        f"lax.integer_pow({x}, {g.choose(2, 3, -1, -2, 5)})",
        f"jnp.power(jnp.abs({x}) + 0.3, {y})",
        f"(jnp.abs({x}) + 0.2) ** {g.number()}",
        f"jnp.float_power(jnp.abs({x}) + 0.3, {y})",
        f"{x} ** {g.choose(0, 1)}",
    )


@family(3)
def choices(g):
    x = g.pick()
    y = g.pick(fit=x)
    c = g.pick("fiub", fit=x)
    return g.choose(
        f"jnp.where({c} > 0, {x}, {y})",
        f"jnp.where({x} > {y}, {x}, {g.number()})",
        f"jnp.clip({x}, -0.6, 0.8)",
        f"jnp.clip({x}, min={y})",
        f"jnp.clip({x}, None, {y})",
        f"jnp.select([{c} > 1, {c} < 0], [{x}, {y}], {g.number()})",
        f"lax.clamp(jnp.zeros((), {x}.dtype), {x}, jnp.ones((), {x}.dtype))",
        f"jnp.where({c} == 0, 0, {x})",
        f"jnp.where(jnp.isfinite({x}), {x}, 0)",
        f"jnp.piecewise({x}, [{x} < 0], [0, 1])",
    )


@family(1.2)
def logical(g):
    x = g.pick()
    return f"jnp.logical_{g.choose('and or xor')}({x}, {g.pick(fit=x)})"


@family(1.2)
def bits(g):
    x = g.pick("iub")
    y = g.pick("iub", fit=x)
    return g.choose(
        f"jnp.{g.choose(BITS)}({x}, {y})",
        f"~{x}",
        f"{x} & {y}",
        f"{x} ^ {y}",
        f"jnp.bitwise_count({x})",
        f"lax.clz({x})",
        f"{x} % 3",
        f"{x} // 2",
        f"{x} // {y}",
        f"{x} % {y}",
        f"lax.population_count({x})",
        f"lax.shift_right_logical({x}, {x})",
        f"lax.rem({x}, {x})",
        f"{x} << 1",
        f"jnp.packbits({x} > 0)",
        f"jnp.unpackbits({x})",
    )


@family(2.5)
def casts(g):
    x = g.pick()
    if g.tame and g.chance(0.1):  # the sign of a NaN says nothing
        return f"lax.bitcast_convert_type({x}, jnp.{g.choose('int32 uint32 int64 float32 uint8')})"
    return g.choose(
        f"{x}.astype(jnp.{g.choose(DTYPES)})",
        f"lax.convert_element_type({x}, jnp.{g.choose(DTYPES)})",
        f"lax.reduce_precision({x}, 8, 10)",
    )


@family(1.5)
def lax_unary(g):
    name, x = g.choose(LAX), g.pick("f")
    if name == "erf_inv_":
        return f"lax.erf_inv(jnp.tanh({x}) * 0.5)"
    return f"lax.{name[:-1]}(jnp.abs({x}) + 1)" if name.endswith("_") else f"lax.{name}({x})"


@family(1)
def parts(g):
    x = g.pick("f")
    y = g.pick("fi", fit=x)
    return g.choose(
        f"jnp.modf({x})",
        f"jnp.frexp({x})",
        f"jnp.divmod({x}, jnp.abs({y}) + 1)",
        f"jnp.ldexp({x}, 2)",
        f"lax.complex({x}, {x})",
        f"{x} + 1j * {y}",
        f"jnp.unwrap({x})" if x.ndim else f"jnp.spacing({x})",
    )
