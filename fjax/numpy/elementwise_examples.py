"""Examples for the docstrings of the elementwise functions that come out of factories."""

# name: (call, result)
EXAMPLES = {
    "exp": ("jnp.exp(jnp.array([0, 1]))", "Array([1.        , 2.71828183], dtype=float64)"),
    "exp2": ("jnp.exp2(jnp.array([0, 3]))", "Array([1., 8.], dtype=float64)"),
    "expm1": ("jnp.expm1(jnp.array([0, 1]))", "Array([0.        , 1.71828183], dtype=float64)"),
    "log": ("jnp.log(jnp.array([1, 10]))", "Array([0.        , 2.30258509], dtype=float64)"),
    "log2": ("jnp.log2(jnp.array([1, 8]))", "Array([0., 3.], dtype=float64)"),
    "log10": ("jnp.log10(jnp.array([1, 1000]))", "Array([0., 3.], dtype=float64)"),
    "log1p": ("jnp.log1p(jnp.array([0, 1]))", "Array([0.        , 0.69314718], dtype=float64)"),
    "sqrt": ("jnp.sqrt(jnp.array([4, 2]))", "Array([2.        , 1.41421356], dtype=float64)"),
    "cbrt": ("jnp.cbrt(jnp.array([8, -27]))", "Array([ 2., -3.], dtype=float64)"),
    "sin": ("jnp.sin(jnp.array([0.0, 0.5]))", "Array([0.        , 0.47942554], dtype=float64)"),
    "cos": ("jnp.cos(jnp.array([0.0, 0.5]))", "Array([1.        , 0.87758256], dtype=float64)"),
    "tan": ("jnp.tan(jnp.array([0.0, 0.5]))", "Array([0.        , 0.54630249], dtype=float64)"),
    "arcsin": ("jnp.arcsin(jnp.array([0, 1]))", "Array([0.        , 1.57079633], dtype=float64)"),
    "arccos": ("jnp.arccos(jnp.array([0, 1]))", "Array([1.57079633, 0.        ], dtype=float64)"),
    "arctan": ("jnp.arctan(jnp.array([0, 1]))", "Array([0.        , 0.78539816], dtype=float64)"),
    "sinh": ("jnp.sinh(jnp.array([0, 1]))", "Array([0.        , 1.17520119], dtype=float64)"),
    "cosh": ("jnp.cosh(jnp.array([0, 1]))", "Array([1.        , 1.54308063], dtype=float64)"),
    "tanh": ("jnp.tanh(jnp.array([0, 1]))", "Array([0.        , 0.76159416], dtype=float64)"),
    "arcsinh": ("jnp.arcsinh(jnp.array([0, 1]))", "Array([0.        , 0.88137359], dtype=float64)"),
    "arctanh": (
        "jnp.arctanh(jnp.array([0.0, 0.5]))",
        "Array([0.        , 0.54930614], dtype=float64)",
    ),
    "logical_and": (
        "jnp.logical_and(jnp.array([0, 0, 3]), jnp.array([0, 1, 2]))",
        "Array([False, False,  True], dtype=bool)",
    ),
    "logical_or": (
        "jnp.logical_or(jnp.array([0, 0, 3]), jnp.array([0, 1, 2]))",
        "Array([False,  True,  True], dtype=bool)",
    ),
    "logical_xor": (
        "jnp.logical_xor(jnp.array([0, 0, 3]), jnp.array([0, 1, 2]))",
        "Array([False,  True, False], dtype=bool)",
    ),
}
