"""Examples for the docstrings of the operators that come out of factories."""

# name: (call, result)
EXAMPLES = {
    "add": ("jnp.add(jnp.array([1, 2]), jnp.array([10, 20]))", "Array([11, 22], dtype=int64)"),
    "subtract": (
        "jnp.subtract(jnp.array([1, 2]), jnp.array([10, 20]))",
        "Array([ -9, -18], dtype=int64)",
    ),
    "multiply": (
        "jnp.multiply(jnp.array([2, 3]), jnp.array([10, 20]))",
        "Array([20, 60], dtype=int64)",
    ),
    "divide": (
        "jnp.divide(jnp.array([1, 2]), jnp.array([4, 4]))",
        "Array([0.25, 0.5 ], dtype=float64)",
    ),
    "bitwise_and": (
        "jnp.bitwise_and(jnp.array([12, 10]), jnp.array([10, 3]))",
        "Array([8, 2], dtype=int64)",
    ),
    "bitwise_or": (
        "jnp.bitwise_or(jnp.array([12, 10]), jnp.array([10, 3]))",
        "Array([14, 11], dtype=int64)",
    ),
    "bitwise_xor": (
        "jnp.bitwise_xor(jnp.array([12, 10]), jnp.array([10, 3]))",
        "Array([6, 9], dtype=int64)",
    ),
    "left_shift": (
        "jnp.left_shift(jnp.array([1, 3]), jnp.array([4, 1]))",
        "Array([16,  6], dtype=int64)",
    ),
    "equal": (
        "jnp.equal(jnp.array([1, 2]), jnp.array([1, 3]))",
        "Array([ True, False], dtype=bool)",
    ),
    "not_equal": (
        "jnp.not_equal(jnp.array([1, 2]), jnp.array([1, 3]))",
        "Array([False,  True], dtype=bool)",
    ),
    "less": ("jnp.less(jnp.array([1, 2]), jnp.array([1, 3]))", "Array([False,  True], dtype=bool)"),
    "less_equal": (
        "jnp.less_equal(jnp.array([1, 2]), jnp.array([1, 3]))",
        "Array([ True,  True], dtype=bool)",
    ),
    "greater": (
        "jnp.greater(jnp.array([1, 4]), jnp.array([1, 3]))",
        "Array([False,  True], dtype=bool)",
    ),
    "greater_equal": (
        "jnp.greater_equal(jnp.array([1, 2]), jnp.array([1, 3]))",
        "Array([ True, False], dtype=bool)",
    ),
    "maximum": (
        "jnp.maximum(jnp.array([1.0, jnp.nan]), jnp.array([3.0, 3.0]))",
        "Array([ 3., nan], dtype=float64)",
    ),
    "minimum": (
        "jnp.minimum(jnp.array([1.0, jnp.nan]), jnp.array([3.0, 3.0]))",
        "Array([ 1., nan], dtype=float64)",
    ),
    "arctan2": (
        "jnp.arctan2(jnp.array([1.0, -1.0]), jnp.array([1.0, -1.0]))",
        "Array([ 0.78539816, -2.35619449], dtype=float64)",
    ),
    "float_power": (
        "jnp.float_power(jnp.array([2, 3]), jnp.array([2, -1]))",
        "Array([4.        , 0.33333333], dtype=float64)",
    ),
    "nextafter": ("jnp.nextafter(jnp.array([0.0]), 1.0)", "Array([5.e-324], dtype=float64)"),
    "negative": ("jnp.negative(jnp.array([1, -2]))", "Array([-1,  2], dtype=int64)"),
    "invert": ("jnp.invert(jnp.array([0, 5]))", "Array([-1, -6], dtype=int64)"),
}
