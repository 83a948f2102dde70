"""Calls of scipy.special: edges and signs of every argument, options, shapes and dtypes."""

import itertools

import numpy as np

from tests.scipy.calls import calls, numbers

EDGES = (-np.inf, -2.5, -1.0, -0.0, 0.0, 0.3, 1.0, 2.0, 3.7, 30.0, np.inf, np.nan)
FEW = (-2.5, -1.0, 0.0, 0.3, 1.0, 3.7, np.inf, np.nan)

ONE = (
    "dawsn digamma entr erf erfc erfcx erfinv exp1 expi expit fresnel gamma gammaln gammasgn i0 "
    "i0e i1 i1e log_ndtr loggamma logit ndtr ndtri sici spence factorial zeta"
).split()
TWO = "beta betaln boxcox boxcox1p kl_div rel_entr xlog1py xlogy zeta owens_t poch comb".split()
FLOATS_ONLY = "log_ndtr ndtr ndtri spence".split()
# Where JAX has NaN and SciPy an infinity or a limit, fjax has NaN: poles and infinite arguments.
# The logarithm of gamma at -inf is infinite, as in C and JAX; SciPy has -inf.
POLES = {"digamma": (0.0,), "loggamma": (0.0,), "gammaln": (-np.inf,)}
REGULAR = (0.3, 1.0, 2.5, 3.7)
REGULAR_ONLY = "beta betaln kl_div rel_entr poch comb".split()
SHAPES = ((), (0,), (1,), (2,), (0, 2), (2, 1))


def grid(values: tuple, count: int) -> list[np.ndarray]:
    """`count` arrays that hold each combination of the values."""
    return [
        np.array(column) for column in zip(*itertools.product(values, repeat=count), strict=True)
    ]


def shaped(names: list[str], count: int) -> list:
    """Calls with arguments of each shape, and of float32 and (but for some, as in JAX) integers."""
    return [
        call
        for name in names
        for shape in SHAPES
        for dtype in ("float64", "float32", *(() if name in FLOATS_ONLY else ("int64",)))
        for call in calls(
            f"special.{name}", *[np.full(shape, 2 + k).astype(dtype) for k in range(count)]
        )
    ]


AXES = [
    call
    for a in (
        numbers(3, 4),
        numbers(2, 3, 2, dtype="float32"),
        numbers(2, 3, dtype="int64"),
        numbers(5),
        numbers(1, 1),
    )
    for call in [
        *calls("special.logsumexp", a, axis=(None, 0, -1), keepdims=(False, True)),
        *calls(
            "special.logsumexp",
            a,
            axis=(None, -1),
            b=(numbers(*a.shape, seed=2), 2.0, -1.0),
            return_sign=(True,),
        ),
        *calls("special.logsumexp", a, axis=((0,),), b=(abs(numbers(*a.shape, seed=2)),)),
        *calls("special.softmax", a, axis=(None, 0, -1)),
        *calls("special.log_softmax", a, axis=(None, 0, -1)),
    ]
] + [
    call
    for a in (
        np.array([np.inf, 1.0]),
        np.array([-np.inf, -np.inf]),
        np.array([np.nan, 1.0]),
        np.array([-np.inf, 2.0]),
        np.array([np.inf, -np.inf]),
    )
    for call in calls("special.logsumexp", a, return_sign=(False, True))
    + calls("special.softmax", a)
]

OTHERS = [
    *calls("special.factorial", np.arange(-2, 9), exact=(False,)),
    *calls(
        "special.comb",
        np.arange(1, 8)[:, None] * 1.0,
        np.arange(8)[None] * 1.0,
        repetition=(False, True),
    ),
    *[call for d in (1, 2, 5) for call in calls("special.multigammaln", np.array([4.5, 9.0]), d)],
    *[call for n in (0, 1, 2, 7) for call in calls("special.bernoulli", n)],
    *[
        call
        for n in (0, 1, 2, 5)
        for call in calls("special.polygamma", n, np.array([0.3, 2, 9.5]))
    ],
    *[
        call
        for n in (0, 1, 2, 5)
        for call in calls("special.expn", n, np.array([0.0, 0.3, 1.0, 2.0, 9.5, np.inf]))
    ],
    *calls("special.betainc", *[np.abs(g) for g in grid((0.3, 1.0, 2.5), 2)], np.linspace(0, 1, 9)),
    *calls("special.gammainc", *grid((0.0, 0.3, 1.0, 2.5, 40.0, np.inf, np.nan), 2)),
    *calls("special.gammaincc", *grid((0.0, 0.3, 1.0, 2.5, 40.0, np.inf, np.nan), 2)),
    *calls("special.hyp1f1", *grid((-2.0, 0.3, 1.0, 2.5), 3)),
    *calls("special.hyp2f1", *grid((-2.0, 0.3, 1.0, 2.5), 3), np.full(64, 0.4)),
    *calls("special.hyp2f1", *grid((0.3, 1.0, 2.5), 3), np.full(27, -0.7)),
    *calls("special.wofz", numbers(9, dtype="complex128") * 2),
    *calls("special.wofz", numbers(9)),
    *[
        call
        for name in "loggamma gammaln expit logit".split()[:1]
        for call in calls(f"special.{name}", numbers(9, dtype="complex128") * 3)
    ],
    *[
        call
        for n in (0, 1, 3)
        for m in (-1, 0, 1)
        if abs(m) <= n
        for call in calls(
            "special.sph_harm_y", np.array([n]), np.array([m]), np.array([0.4]), np.array([2.0])
        )
    ],
]
CALLS = [
    *[
        call
        for name in ONE
        if name != "zeta"
        for call in calls(
            f"special.{name}", np.array([x for x in EDGES if x not in POLES.get(name, ())])
        )
    ],
    *[
        call
        for name in TWO
        for call in calls(f"special.{name}", *grid(REGULAR if name in REGULAR_ONLY else FEW, 2))
    ],
    *shaped([n for n in ONE if n != "zeta"], 1),
    *shaped(TWO, 2),
    *AXES,
    *OTHERS,
]
