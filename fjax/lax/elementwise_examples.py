"""Examples for the docstrings of the elementwise functions that come out of factories."""

# name: (call, result)
EXAMPLES = {
    "neg": ("lax.neg(jnp.array([1, -2]))", "Array([-1,  2], dtype=int64)"),
    "add": ("lax.add(jnp.array([1, 2]), jnp.array([10, 20]))", "Array([11, 22], dtype=int64)"),
    "sub": ("lax.sub(jnp.array([1, 2]), jnp.array([10, 20]))", "Array([ -9, -18], dtype=int64)"),
    "mul": ("lax.mul(jnp.array([2, 3]), jnp.array([10, 20]))", "Array([20, 60], dtype=int64)"),
    "mulhi": (
        "lax.mulhi(jnp.array([2**31], jnp.uint32), jnp.array([6], jnp.uint32))",
        "Array([3], dtype=uint32)",
    ),
    "div": ("lax.div(jnp.array([7, -7]), jnp.array([2, 0]))", "Array([ 3, -1], dtype=int64)"),
    "rem": ("lax.rem(jnp.array([7, -7]), jnp.array([3, 3]))", "Array([ 1, -1], dtype=int64)"),
    "max": ("lax.max(jnp.array([1, 5]), jnp.array([3, 3]))", "Array([3, 5], dtype=int64)"),
    "min": ("lax.min(jnp.array([1, 5]), jnp.array([3, 3]))", "Array([1, 3], dtype=int64)"),
    "abs": ("lax.abs(jnp.array([-2, 3]))", "Array([2, 3], dtype=int64)"),
    "sign": ("lax.sign(jnp.array([-2.0, 0.0, 3.0]))", "Array([-1.,  0.,  1.], dtype=float64)"),
    "square": ("lax.square(jnp.array([2, -3]))", "Array([4, 9], dtype=int64)"),
    "sqrt": ("lax.sqrt(jnp.array([4.0, 2.0]))", "Array([2.        , 1.41421356], dtype=float64)"),
    "rsqrt": ("lax.rsqrt(jnp.array([4.0, 1.0]))", "Array([0.5, 1. ], dtype=float64)"),
    "cbrt": ("lax.cbrt(jnp.array([8.0, -27.0]))", "Array([ 2., -3.], dtype=float64)"),
    "exp": ("lax.exp(jnp.array([0.0, 1.0]))", "Array([1.        , 2.71828183], dtype=float64)"),
    "exp2": ("lax.exp2(jnp.array([0.0, 3.0]))", "Array([1., 8.], dtype=float64)"),
    "expm1": ("lax.expm1(jnp.array([0.0, 1.0]))", "Array([0.        , 1.71828183], dtype=float64)"),
    "log": ("lax.log(jnp.array([1.0, 10.0]))", "Array([0.        , 2.30258509], dtype=float64)"),
    "log1p": ("lax.log1p(jnp.array([0.0, 1.0]))", "Array([0.        , 0.69314718], dtype=float64)"),
    "logistic": (
        "lax.logistic(jnp.array([0.0, 2.0]))",
        "Array([0.5       , 0.88079708], dtype=float64)",
    ),
    "sin": ("lax.sin(jnp.array([0.0, 0.5]))", "Array([0.        , 0.47942554], dtype=float64)"),
    "cos": ("lax.cos(jnp.array([0.0, 0.5]))", "Array([1.        , 0.87758256], dtype=float64)"),
    "tan": ("lax.tan(jnp.array([0.0, 0.5]))", "Array([0.        , 0.54630249], dtype=float64)"),
    "asin": ("lax.asin(jnp.array([0.0, 1.0]))", "Array([0.        , 1.57079633], dtype=float64)"),
    "acos": ("lax.acos(jnp.array([0.0, 1.0]))", "Array([1.57079633, 0.        ], dtype=float64)"),
    "atan": ("lax.atan(jnp.array([0.0, 1.0]))", "Array([0.        , 0.78539816], dtype=float64)"),
    "atan2": (
        "lax.atan2(jnp.array([1.0, -1.0]), jnp.array([1.0, -1.0]))",
        "Array([ 0.78539816, -2.35619449], dtype=float64)",
    ),
    "sinh": ("lax.sinh(jnp.array([0.0, 1.0]))", "Array([0.        , 1.17520119], dtype=float64)"),
    "cosh": ("lax.cosh(jnp.array([0.0, 1.0]))", "Array([1.        , 1.54308063], dtype=float64)"),
    "tanh": ("lax.tanh(jnp.array([0.0, 1.0]))", "Array([0.        , 0.76159416], dtype=float64)"),
    "asinh": ("lax.asinh(jnp.array([0.0, 1.0]))", "Array([0.        , 0.88137359], dtype=float64)"),
    "acosh": ("lax.acosh(jnp.array([1.0, 2.0]))", "Array([0.       , 1.3169579], dtype=float64)"),
    "atanh": ("lax.atanh(jnp.array([0.0, 0.5]))", "Array([0.        , 0.54930614], dtype=float64)"),
    "floor": ("lax.floor(jnp.array([-1.5, 1.5]))", "Array([-2.,  1.], dtype=float64)"),
    "ceil": ("lax.ceil(jnp.array([-1.5, 1.5]))", "Array([-1.,  2.], dtype=float64)"),
    "is_finite": (
        "lax.is_finite(jnp.array([1.0, jnp.inf, jnp.nan]))",
        "Array([ True, False, False], dtype=bool)",
    ),
    "nextafter": (
        "lax.nextafter(jnp.array([0.0]), jnp.array([1.0]))",
        "Array([5.e-324], dtype=float64)",
    ),
    "real": ("lax.real(jnp.array([1 + 2j]))", "Array([1.], dtype=float64)"),
    "imag": ("lax.imag(jnp.array([1 + 2j]))", "Array([2.], dtype=float64)"),
    "complex": (
        "lax.complex(jnp.array([1.0]), jnp.array([2.0]))",
        "Array([1.+2.j], dtype=complex128)",
    ),
    "conj": ("lax.conj(jnp.array([1 + 2j]))", "Array([1.-2.j], dtype=complex128)"),
    "bitwise_not": ("lax.bitwise_not(jnp.array([0, 5]))", "Array([-1, -6], dtype=int64)"),
    "bitwise_and": (
        "lax.bitwise_and(jnp.array([12, 10]), jnp.array([10, 3]))",
        "Array([8, 2], dtype=int64)",
    ),
    "bitwise_or": (
        "lax.bitwise_or(jnp.array([12, 10]), jnp.array([10, 3]))",
        "Array([14, 11], dtype=int64)",
    ),
    "bitwise_xor": (
        "lax.bitwise_xor(jnp.array([12, 10]), jnp.array([10, 3]))",
        "Array([6, 9], dtype=int64)",
    ),
    "population_count": (
        "lax.population_count(jnp.array([0, 7, 8]))",
        "Array([0, 3, 1], dtype=int64)",
    ),
    "clz": ("lax.clz(jnp.array([0, 1, 256], jnp.int32))", "Array([32, 31, 23], dtype=int32)"),
    "shift_left": (
        "lax.shift_left(jnp.array([1, 3]), jnp.array([4, 64]))",
        "Array([16,  0], dtype=int64)",
    ),
    "shift_right_logical": (
        "lax.shift_right_logical(jnp.array([-8], jnp.int32), jnp.array([1], jnp.int32))",
        "Array([2147483644], dtype=int32)",
    ),
    "shift_right_arithmetic": (
        "lax.shift_right_arithmetic(jnp.array([-8, 8]), jnp.array([1, 1]))",
        "Array([-4,  4], dtype=int64)",
    ),
    "eq": ("lax.eq(jnp.array([1, 2]), jnp.array([1, 3]))", "Array([ True, False], dtype=bool)"),
    "ne": ("lax.ne(jnp.array([1, 2]), jnp.array([1, 3]))", "Array([False,  True], dtype=bool)"),
    "lt": ("lax.lt(jnp.array([1, 2]), jnp.array([1, 3]))", "Array([False,  True], dtype=bool)"),
    "le": ("lax.le(jnp.array([1, 2]), jnp.array([1, 3]))", "Array([ True,  True], dtype=bool)"),
    "gt": ("lax.gt(jnp.array([1, 4]), jnp.array([1, 3]))", "Array([False,  True], dtype=bool)"),
    "ge": ("lax.ge(jnp.array([1, 2]), jnp.array([1, 3]))", "Array([ True, False], dtype=bool)"),
    "erf": ("lax.erf(jnp.array([0.0, 1.0]))", "Array([0.        , 0.84270079], dtype=float64)"),
    "erfc": ("lax.erfc(jnp.array([0.0, 1.0]))", "Array([1.        , 0.15729921], dtype=float64)"),
    "erf_inv": (
        "lax.erf_inv(jnp.array([0.0, 0.5]))",
        "Array([0.        , 0.47693628], dtype=float64)",
    ),
    "lgamma": (
        "lax.lgamma(jnp.array([1.0, 5.0]))",
        "Array([0.        , 3.17805383], dtype=float64)",
    ),
    "digamma": (
        "lax.digamma(jnp.array([1.0, 2.0]))",
        "Array([-0.57721566,  0.42278434], dtype=float64)",
    ),
    "bessel_i0e": (
        "lax.bessel_i0e(jnp.array([0.0, 1.0]))",
        "Array([1.        , 0.46575961], dtype=float64)",
    ),
    "bessel_i1e": (
        "lax.bessel_i1e(jnp.array([0.0, 1.0]))",
        "Array([0.        , 0.20791042], dtype=float64)",
    ),
    "polygamma": (
        "lax.polygamma(jnp.array([1.0]), jnp.array([1.0]))",
        "Array([1.64493407], dtype=float64)",
    ),
    "zeta": ("lax.zeta(jnp.array([2.0]), jnp.array([1.0]))", "Array([1.64493407], dtype=float64)"),
    "igamma": (
        "lax.igamma(jnp.array([1.0]), jnp.array([1.0]))",
        "Array([0.63212056], dtype=float64)",
    ),
    "igammac": (
        "lax.igammac(jnp.array([1.0]), jnp.array([1.0]))",
        "Array([0.36787944], dtype=float64)",
    ),
    "igamma_grad_a": (
        "lax.igamma_grad_a(jnp.array([1.0]), jnp.array([1.0]))",
        "Array([-0.43172971], dtype=float64)",
    ),
    "random_gamma_grad": (
        "lax.random_gamma_grad(jnp.array([1.0]), jnp.array([1.0]))",
        "Array([1.17356303], dtype=float64)",
    ),
}
