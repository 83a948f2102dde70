"""Calls of scipy.signal, fft, ndimage, integrate, interpolate and cluster."""

import numpy as np

from tests.scipy.calls import KINDS, LENGTHS, calls, numbers

MODES = ("full", "same", "valid")
METHODS = ("auto", "direct", "fft")
ONE = [numbers(n, dtype=d) for n in LENGTHS for d in KINDS]
TWO = [numbers(*s, dtype=d) for s in ((3, 0), (1, 1), (2, 5), (5, 2), (4, 3)) for d in KINDS[1:]]
SMALL = {"nperseg": (None, 1, 2, 3, 4), "fs": (1.0, 2.5)}

CONVOLUTIONS = (
    [
        call
        for a in ONE
        if a.size
        for n in (1, 2, 3, 9)
        for name in ("convolve", "correlate")
        for call in calls(
            f"signal.{name}", a, numbers(n, dtype=a.dtype.name, seed=1), mode=MODES, method=METHODS
        )
    ]
    + [
        call
        for a in TWO
        if a.size
        for s in ((1, 1), (2, 2), (5, 1))
        for name in ("convolve", "correlate", "convolve2d", "correlate2d")
        for call in calls(f"signal.{name}", a, numbers(*s, dtype=a.dtype.name, seed=1), mode=MODES)
    ]
    + [
        call
        for a in TWO
        if a.size
        for b in (numbers(2, 3), numbers(*a.shape[:1], 2, dtype=a.dtype.name))
        for call in calls("signal.fftconvolve", a, b, mode=MODES, axes=(None, 1, (0, 1), [-1], 0))
    ]
)

TRENDS = [
    call
    for a in ONE[4:] + TWO
    for bp in (0, [0], [1], [0, 2], [1, 2], [2, 2], np.array([1, 3]), [0, 2, 4, 8], 9)
    for call in calls(
        "signal.detrend",
        a,
        axis=(-1, 0) if a.size else (-1,),
        type=("linear", "constant"),
        bp=(bp,),
    )
]

WINDOWS = ("hann", ("tukey", 0.5), np.array([1.0, 2.0, 1.5]))
LONG = [numbers(*s, dtype=d) for s in ((9,), (2, 10), (12, 2), (3,)) for d in KINDS]
SPECTRA = (
    [
        call
        for a in LONG
        for more in (
            {
                "nperseg": (1, 2, 3, 4, 5),
                "noverlap": (None, 0, 1, 2),
                "average": ("mean", "median"),
            },
            {
                "nperseg": (4,),
                "nfft": (None, 4, 5, 9),
                "return_onesided": (True, False),
                "scaling": ("density", "spectrum"),
            },
            {"window": WINDOWS, "fs": (2.5,)},
            {"nperseg": (20, 3), "axis": (0, -1)},
            {"nperseg": (4,), "detrend": ("constant", "linear", False, np.square)},
        )
        for name in ("welch", "csd")
        for call in calls(
            f"signal.{name}",
            *((a,) if name == "welch" else (a, numbers(*a.shape, dtype=a.dtype.name, seed=4))),
            **more,
        )
    ]
    + calls("signal.csd", numbers(9), numbers(6), nperseg=(None, 4))
    + calls("signal.csd", numbers(9), numbers(2, 9), nperseg=(4,))
    + calls("signal.csd", numbers(9), numbers(9), nperseg=(4,), average=("nonesuch",))
    + calls("signal.welch", numbers(0))
    + calls("signal.csd", numbers(0), numbers(0))
    + calls("signal.csd", numbers(2, 0), numbers(2, 0), axis=(0, 1))
    + calls("signal.csd", numbers(3, 4), numbers(2, 4))
)

SHORT_TIME = (
    [
        call
        for a in LONG
        for more in (
            {"nperseg": (1, 2, 3, 4, 5), "noverlap": (None, 0, 1, 2), "padded": (True, False)},
            {
                "nperseg": (4, 5),
                "boundary": ("even", "odd", "constant", "zeros", None, "nonesuch"),
                "return_onesided": (True, False),
            },
            {"nperseg": (4,), "nfft": (None, 4, 5, 9), "fs": (2.5,)},
            {"window": WINDOWS},
            {"nperseg": (20, 3), "axis": (0, -1)},
            {"nperseg": (4,), "detrend": ("linear", "constant")},
        )
        for call in calls("signal.stft", a, **{"nperseg": (3,), **more})
    ]
    + calls("signal.stft", numbers(0), nperseg=(4,))
    + calls("signal.stft", numbers(0, 2), nperseg=(4,), axis=(0,))
)
INVERSE = [
    call
    for z in (
        numbers(3, 5, dtype="complex128"),
        numbers(2, 3, 6, dtype="complex64"),
        numbers(4, 3, 2, dtype="complex128"),
        numbers(5, 3, 2),
        numbers(2, 4),
        numbers(3, 4, dtype="int64"),
    )
    for more in (
        {"noverlap": (None, 0, 1), "boundary": (True, False)},
        {"input_onesided": (True, False), "fs": (1.0, 2.5)},
        {"nperseg": (None, 2, 3, 4, 5), "nfft": (None, 4, 5, 6)},
        {"time_axis": (-1, 0, 1), "freq_axis": (-2, 0, -1)},
        {"time_axis": (0,), "freq_axis": (1, 2), "nperseg": (3, 4, 5)},
        {"window": (("tukey", 0.5), np.array([1.0, 2.0, 1.5, 1.0]))},
    )
    for call in calls("signal.istft", z, **more)
]

# Of nothing they are empty, which SciPy refuses: test_signal.
FILLED = [a for a in ONE + TWO if a.size]
COSINES = (
    [
        call
        for a in FILLED
        for name in ("dct", "idct")
        for call in calls(
            f"fft.{name}",
            a,
            n=(None, 1, 3, 9),
            axis=(-1, 0),
            norm=(None, "ortho", "backward", "forward"),
        )
    ]
    + [
        call
        for a in [a for a in ONE[8:] + TWO if a.size]
        for name in ("dctn", "idctn")
        for call in calls(f"fft.{name}", a, norm=(None, "ortho"))
        + calls(f"fft.{name}", a, axes=(None, (0,), (-1,), 0), norm=(None, "ortho"))
        + calls(f"fft.{name}", a, s=((3, 4), (2, 9)), axes=(None, (0, 1), (1, 0)))
        + calls(f"fft.{name}", a, s=((3,),), axes=(None, (0,)))
    ]
    + [
        call
        for name in ("dct", "idct", "dctn", "idctn")
        for call in calls(f"fft.{name}", numbers(5), type=(2, 5))
    ]
)

BOUNDARIES = {"constant": "grid-constant", "wrap": "grid-wrap"}
PLACES = [
    call
    for image in (
        numbers(5, 6),
        numbers(1, 2),
        numbers(3, 2, dtype="float32"),
        numbers(4, 4, dtype="int64"),
        numbers(3, 3, dtype="complex128"),
    )
    for points in (
        [np.linspace(-4.3, 9.1, 14), np.linspace(8.2, -6.4, 14)],
        [np.arange(-3, 5), np.arange(8)[::-1]],
        [np.zeros((0,)), np.zeros((0,))],
        [np.array([[0.5]]), np.array([[1.5]])],
    )
    for mode in ("constant", "nearest", "wrap", "mirror", "reflect", "nonesuch")
    for call in calls(
        "ndimage.map_coordinates",
        image,
        points,
        order=(0, 1),
        mode=(mode,),
        cval=(0.0, 1.5),
        theirs={"mode": BOUNDARIES.get(mode, mode)},
    )
]
SUMS = [
    call
    for y in ONE + TWO
    for call in calls("integrate.trapezoid", y, dx=(1.0, 0.5), axis=(-1, 0))
    + calls("integrate.trapezoid", y, x=(np.arange(y.shape[-1]) ** 2.0,))
    + calls("integrate.trapezoid", y, x=(np.arange(y.shape[0]) ** 2.0,), axis=(0,))
    + calls("integrate.trapezoid", y, x=(numbers(*y.shape),), axis=(0, -1))
]
CLUSTERS = [
    call
    for n in (0, 1, 2, 5)
    for k in (1, 2, 3)
    for d in KINDS[:2]
    for call in calls("cluster.vq.vq", numbers(n, 2, dtype=d), numbers(k, 2, dtype=d, seed=1))
    + calls("cluster.vq.vq", numbers(n, dtype=d), numbers(k, dtype=d, seed=1))
]
CALLS = [
    *CONVOLUTIONS,
    *TRENDS,
    *SPECTRA,
    *SHORT_TIME,
    *INVERSE,
    *COSINES,
    *PLACES,
    *SUMS,
    *CLUSTERS,
]
