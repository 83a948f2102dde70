"""fjax.scipy gives SciPy's answers for all parameters, edge lengths and dtypes; strictly, too."""

import importlib

import numpy as np
import pytest

from fjax.config import config, enable_x64, numpy_dtype_promotion, numpy_rank_promotion
from fjax.scipy import signal
from tests.promotions import promotion
from tests.scipy import table_linalg, table_signal, table_special, table_stats
from tests.scipy.calls import difference, function, outcome, unused

CALLS: dict = {}
for table in (table_linalg, table_signal, table_special, table_stats):
    for each in table.CALLS:
        CALLS.setdefault(each.name, []).append(each)

MODULES = (
    "signal",
    "special",
    "linalg",
    "fft",
    "ndimage",
    "integrate",
    "interpolate",
    "optimize",
    "cluster.vq",
    "sparse.linalg",
    "spatial.transform",
    "stats",
    *(f"stats.{name}" for name in table_stats.SHAPES),
    "stats.dirichlet",
    "stats.multinomial",
    "stats.multivariate_normal",
)
# Whose answers are not SciPy's number for number; their tests stand in the file that is named.
ELSEWHERE = {
    "optimize.minimize": "test_solvers",
    "optimize.OptimizeResults": "test_solvers",
    "sparse.linalg.cg": "test_solvers",
    "sparse.linalg.bicgstab": "test_solvers",
    "sparse.linalg.gmres": "test_solvers",
    "interpolate.RegularGridInterpolator": "test_geometry",
    "spatial.transform.Rotation": "test_geometry",
    "spatial.transform.Slerp": "test_geometry",
    "stats.gaussian_kde": "test_stats",
    "stats.ModeResult": "test_stats",
    "special.bessel_jn": "test_special",
    "linalg.funm": "test_linalg",
    "linalg.rsf2csf": "test_linalg",
    "linalg.schur": "test_linalg",
    "linalg.qr_multiply": "test_linalg",
    "linalg.cho_factor": "test_linalg",
}
# Parameters that change no value, that only refuse, or that SciPy does not have.
NO_VALUE = {
    "check_finite",
    "overwrite_a",
    "overwrite_b",
    "overwrite_c",
    "overwrite_data",
    "debug",
    "precision",
    "lapack_driver",
    "lwork",
    "turbo",
    "eigvals",
    "disp",
    "blocksize",
    "eps",
    "max_iterations",
    "max_squarings",
    "tol",
    "key",
    "n_iter",
    "allow_singular",
    "series_order",
}
OTHERS = {
    "linalg.polar": {"method"},
    "linalg.solve_sylvester": {"method"},
    "linalg.expm_frechet": {"method"},
    "linalg.dft": {"dtype"},
    "linalg.eigh": {"type"},
    "linalg.qr": {"pivoting"},  # test_linalg: the factors are not unique
    "special.factorial": {"exact"},  # True: integers of any size, which are refused
    "special.sph_harm_y": {"diff_n", "n_max"},
    "special.logsumexp": {"where"},
    "stats.mode": {"nan_policy"},
    "stats.rankdata": {"nan_policy"},
    "signal.convolve2d": {"boundary", "fillvalue"},
    "signal.correlate2d": {"boundary", "fillvalue"},
}


def public(module):
    """The functions and classes of a module, by their full names."""
    found = importlib.import_module(f"fjax.scipy.{module}")
    home = found.__name__ if module.startswith("stats.") else "fjax.scipy"
    return [
        f"{module}.{n}"
        for n, v in vars(found).items()
        if not n.startswith("_") and callable(v) and getattr(v, "__module__", "").startswith(home)
    ]


PUBLIC = sorted({name for module in MODULES for name in public(module)})


def test_every_function_has_calls():
    assert len(PUBLIC) > 230
    assert [n for n in PUBLIC if n not in CALLS and n not in ELSEWHERE] == []


@pytest.mark.parametrize("name", CALLS)
def test_every_parameter_is_used(name):
    known = NO_VALUE | OTHERS.get(name, set())
    assert [p for p in unused(name, CALLS[name]) if p not in known] == []


SEVERAL_TYPES = pytest.mark.needs(
    "dtype promotion", "rank promotion", reason="the calls join operands; strictly, see below"
)


@pytest.mark.one_in(8)
@pytest.mark.needs("x64", reason="the answers are compared in float64")
@SEVERAL_TYPES
@pytest.mark.parametrize("name", CALLS)
def test_the_answers_are_scipys(name):
    wrong = {str(call): found for call in CALLS[name] if (found := difference(call))}
    assert not wrong, f"{len(wrong)} of {len(CALLS[name])}: {list(wrong.items())[:5]}"


@pytest.mark.one_in(32)
@pytest.mark.parametrize("name", CALLS)
def test_nothing_is_promoted_inside(name):
    config.update("traceback_filtering", "off")  # promotions are told by their frames
    chosen = CALLS[name][:: max(1, len(CALLS[name]) // 25)]
    with numpy_rank_promotion("raise"), numpy_dtype_promotion("strict"):
        for call in chosen:
            found = outcome("fjax.scipy", call)
            mistake = promotion(found) if isinstance(found, Exception) else None
            assert mistake is None or mistake.is_the_callers, f"{call}: {found}"


@pytest.mark.one_in(16)
@SEVERAL_TYPES
@pytest.mark.parametrize("name", CALLS)
def test_without_64_bits_nothing_else_is_raised(name):
    chosen = CALLS[name][:: max(1, len(CALLS[name]) // 10)]
    for call in chosen:
        wide = outcome("fjax.scipy", call)
        with enable_x64(False):
            narrow = outcome("fjax.scipy", call)
        assert isinstance(narrow, Exception) == isinstance(wide, Exception), f"{call}: {narrow!r}"


def test_empty_operands_of_direct_convolutions_are_refused():
    for name in ("convolve", "correlate"):
        with pytest.raises(ValueError, match="zero-size"):
            getattr(signal, name)(np.zeros(0), np.ones(2))


def test_all_modules_exist():
    assert all(function("fjax.scipy", name) for name in CALLS)
