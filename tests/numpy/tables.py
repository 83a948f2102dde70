"""Calls of NumPy's functions that fjax.numpy must answer alike: (name, arguments, options)."""

import numpy as np

_rng = np.random.default_rng(7)
A = _rng.normal(size=(3, 4))
B = _rng.normal(size=4)
I = _rng.integers(-5, 6, size=(3, 4))
P = np.abs(A) + 1.5
U = _rng.uniform(-0.9, 0.9, size=(3, 4))
M = A > 0
Z = A + 1j * _rng.normal(size=(3, 4))
V = np.sort(_rng.normal(size=6))
N = A.copy()
N[0, 1], N[2, :] = np.nan, np.nan
S = np.abs(I) + 1

UNARY = [
    *[
        (name, A)
        for name in (
            "exp exp2 expm1 sin cos tan arctan sinh cosh tanh arcsinh absolute negative positive "
            "sign "
            "square floor ceil trunc rint fabs deg2rad rad2deg radians degrees real imag conj "
            "isnan "
            "isfinite isinf isposinf isneginf signbit sinc i0 spacing cbrt reciprocal logical_not "
            "nan_to_num iscomplex isreal frexp modf angle round"
        ).split()
    ],
    *[
        (name, Z)
        for name in (
            "exp sin absolute sign square real imag conj isnan isfinite angle sqrt log log2 log10 "
            "reciprocal tanh nan_to_num round"
        ).split()
    ],
    *[(name, P) for name in "log log2 log10 log1p sqrt arccosh".split()],
    *[(name, U) for name in "arcsin arccos arctanh".split()],
    *[(name, I) for name in "invert bitwise_count absolute sign square".split()],
    *[(name, N) for name in "isnan nan_to_num sign maximum.reduce".split() if "." not in name],
]
BINARY = [
    *[
        (name, A, B)
        for name in (
            "add subtract multiply divide maximum minimum fmax fmin arctan2 hypot logaddexp "
            "logaddexp2 "
            "copysign nextafter heaviside equal less greater not_equal less_equal greater_equal "
            "remainder floor_divide fmod divmod isclose"
        ).split()
    ],
    *[
        (name, S, S[0])
        for name in (
            "add subtract multiply maximum minimum remainder floor_divide fmod gcd lcm bitwise_and "
            "bitwise_or bitwise_xor left_shift right_shift equal divmod power"
        ).split()
    ],
    *[(name, I, S[0]) for name in "remainder floor_divide fmod gcd lcm divmod".split()],
    *[(name, I, M) for name in "logical_and logical_or logical_xor".split()],
    ("float_power", P, B),
    ("ldexp", A, I),
    ("fmax", N, A),
    ("fmin", N, A),
]
REDUCTIONS = (
    [
        (name, (x,), {"axis": axis})
        for name in (
            "sum prod max min mean var std all any argmax argmin cumsum cumprod count_nonzero "
            "nansum nanmean nanmax nanmin nanprod nanvar nanstd nanmedian median ptp nancumsum "
            "nancumprod average"
        ).split()
        for x in (A, I, N)
        for axis in (None, 0, -1)
    ]
    + [
        (name, (A,), {"axis": (0, 1), "keepdims": True})
        for name in "sum prod max min mean var std all any median nansum nanmean".split()
    ]
    + [
        (name, (A,), {"where": M})
        for name in "sum prod mean var std all any nansum nanmean".split()
    ]
    + [
        ("max", (A,), {"initial": -1.0, "where": M}),
        ("sum", (A,), {"initial": 3.0}),
        ("var", (A,), {"ddof": 1}),
        ("std", (A,), {"correction": 1}),
        ("var", (Z,), {}),
        ("average", (A,), {"axis": 1, "weights": np.abs(B)}),
        ("cumulative_sum", (A,), {"axis": 1, "include_initial": True}),
    ]
)
QUANTILES = [
    (name, (A, q), {"axis": axis, "method": method})
    for name in ("quantile", "nanquantile", "percentile", "nanpercentile")
    for method in ("linear", "lower", "higher", "midpoint", "inverted_cdf")
    for q in (0.3, np.array([0.1, 0.5, 0.9]))
    for axis in (None, 1, (0, 1))
] + [
    ("quantile", (A[0], 0.4), {"weights": np.abs(B), "method": "inverted_cdf"}),
    ("quantile", (A, np.array([0.3, 0.4])), {"axis": 0, "keepdims": True}),
]
SHAPES = [
    ("reshape", (A, (4, 3)), {}),
    ("reshape", (A, (2, -1)), {"order": "F"}),
    ("ravel", (A, "F"), {}),
    ("transpose", (A,), {}),
    ("swapaxes", (A, 0, 1), {}),
    ("moveaxis", (A, 0, 1), {}),
    ("rollaxis", (A, 1), {}),
    ("squeeze", (A[None],), {}),
    ("expand_dims", (A, (0, 2)), {}),
    ("broadcast_to", (B, (3, 4)), {}),
    ("atleast_3d", (A,), {}),
    ("atleast_2d", (B,), {}),
    ("flip", (A,), {}),
    ("flip", (A, 1), {}),
    ("rot90", (A,), {}),
    ("rot90", (A, 2), {}),
    ("rot90", (A, 3), {}),
    ("roll", (A, 2), {}),
    ("roll", (A, (1, 2)), {"axis": (0, 1)}),
    ("roll", (A, (1, 2)), {"axis": 0}),
    ("concatenate", ([A, A],), {}),
    ("concatenate", ([A, A],), {"axis": None}),
    ("stack", ([A, A],), {"axis": -1}),
    ("vstack", ([B, A],), {}),
    ("hstack", ([A, A],), {}),
    ("hstack", ([B, B],), {}),
    ("dstack", ([A, A],), {}),
    ("column_stack", ([B, B],), {}),
    ("append", (A, B), {}),
    ("split", (A, 2), {"axis": 1}),
    ("array_split", (A, 3), {"axis": 1}),
    ("split", (A, [1, 3]), {"axis": 1}),
    ("unstack", (A,), {"axis": 1}),
    ("tile", (A, (2, 1, 3)), {}),
    ("repeat", (A, 2), {}),
    ("repeat", (A, np.array([1, 0, 2, 3])), {"axis": 1}),
    ("resize", (A, (5, 4)), {}),
    ("delete", (A, 1), {"axis": 0}),
    ("delete", (A, [0, 2]), {"axis": 1}),
    ("delete", (A, slice(1, 3)), {"axis": 1}),
    ("insert", (B, 1, 9.0), {}),
    ("insert", (A, 1, np.array([1.0, 2, 3])), {"axis": 1}),
    ("insert", (A, np.array([1]), np.array([[1.0], [2], [3]])), {"axis": 1}),
    ("insert", (A, np.array([1]), np.array([1.0, 2, 3])), {"axis": 1}),
    ("insert", (A, np.array([-1]), 7.0), {"axis": 0}),
    ("insert", (B, np.array([3, 0, 1]), np.array([7.0, 8, 9])), {}),
    ("insert", (B, slice(0, 4, 2), 5.0), {}),
    ("trim_zeros", (np.array([0, 0, 1, 0, 2, 0]),), {}),
    *[
        ("pad", (A, ((1, 2), (2, 3))), {"mode": mode})
        for mode in (
            "constant",
            "edge",
            "wrap",
            "reflect",
            "symmetric",
            "linear_ramp",
            "maximum",
            "minimum",
            "mean",
            "median",
        )
    ],
    ("pad", (A, ((1, 2), (0, 1))), {"constant_values": ((1, 2), (3, 4))}),
    ("pad", (A, 5), {"mode": "reflect", "reflect_type": "odd"}),
    ("pad", (I, 2), {"mode": "mean"}),
    ("pad", (A, 2), {"mode": "maximum", "stat_length": 2}),
    ("tril", (A,), {}),
    ("triu", (A, 1), {}),
    ("diag", (A,), {}),
    ("diag", (B, 1), {}),
    ("diag", (B, -2), {}),
    ("diagonal", (A, -1), {}),
    ("trace", (A,), {}),
    ("vander", (B,), {}),
]
CHOICES = [
    ("where", (M, A, 0.0), {}),
    ("where", (M,), {}),
    ("select", ([A > 1, A > 0], [A, A * 2], 5.0), {}),
    ("nonzero", (I,), {}),
    ("argwhere", (I,), {}),
    ("flatnonzero", (I,), {}),
    ("choose", (np.abs(I) % 3, [A, A * 2, A * 3]), {"mode": "clip"}),
    ("compress", (np.array([True, False, True]), A), {"axis": 0}),
    ("extract", (M, A), {}),
    ("take", (A, np.array([0, 1, -1])), {"axis": 1}),
    ("take", (A, np.array([[0, 1], [2, 3]])), {}),
    ("take_along_axis", (A, np.argsort(A, 1)), {"axis": 1}),
    ("sort", (A,), {"axis": None}),
    ("sort", (N,), {}),
    ("sort", (Z,), {}),
    ("argsort", (A,), {"axis": 0}),
    ("lexsort", ([I[0], I[1]],), {}),
    ("searchsorted", (V, A), {}),
    ("searchsorted", (V, N), {"side": "right"}),
    ("digitize", (A, V), {}),
    ("digitize", (A, V[::-1].copy()), {"right": True}),
    ("unique", (N,), {}),
    ("unique", (I,), {"return_index": True, "return_inverse": True, "return_counts": True}),
    ("unique", (I % 2,), {"axis": 0}),
    ("union1d", (I, I + 1), {}),
    ("intersect1d", (I, I + 1), {}),
    ("setdiff1d", (I, I[0]), {}),
    ("setxor1d", (I[0], I[1]), {}),
    ("isin", (I, I[0]), {}),
    ("clip", (A, -0.5, 0.5), {}),
]
OTHERS = [
    ("meshgrid", (B, V), {}),
    ("meshgrid", (B, V), {"indexing": "ij", "sparse": True}),
    ("indices", ((2, 3),), {}),
    ("ix_", (S[0],), {}),
    ("tril_indices", (3,), {}),
    ("unravel_index", (np.array([1, 5, 7]), (3, 4)), {}),
    ("eye", (3, 4, 1), {}),
    ("tri", (3, 4, -1), {}),
    ("cov", (A,), {}),
    ("cov", (Z,), {"rowvar": False}),
    ("corrcoef", (A,), {}),
    ("cov", (A,), {"fweights": S[0], "aweights": np.abs(B)}),
    ("histogram", (A,), {}),
    ("histogram", (A, 5), {"range": (-1, 1), "density": True}),
    ("histogram2d", (A[0], A[1], 3), {}),
    ("bincount", (S.ravel(),), {}),
    ("interp", (A, V, V**2), {"left": 0, "right": 5}),
    ("interp", (A, V, V * 2), {"period": 1.5}),
    ("convolve", (B, V), {"mode": "same"}),
    ("correlate", (V, B), {"mode": "full"}),
    ("gradient", (A,), {}),
    ("gradient", (V, V + np.arange(6)), {}),
    ("diff", (A, 2), {}),
    ("diff", (A,), {"prepend": 0}),
    ("ediff1d", (A,), {"to_end": 1}),
    ("trapezoid", (A, B), {}),
    ("unwrap", (A * 5,), {}),
    ("kaiser", (7, 3.0), {}),
    ("hanning", (7,), {}),
    ("hanning", (np.float32(7),), {}),
    ("can_cast", (np.arange(3), np.float64), {}),
    ("packbits", (M,), {"axis": 1, "bitorder": "little"}),
    ("unpackbits", (S.astype(np.uint8),), {"axis": 1, "count": 6}),
    ("linspace", (0, B, 5), {"axis": 1}),
    ("logspace", (0, 2, 5), {}),
    ("geomspace", (1, 100, 4), {}),
    ("arange", (1, 7, 2), {}),
    ("allclose", (A, A), {}),
    ("array_equal", (A, A), {}),
    ("array_equiv", (A, A[None]), {}),
]
