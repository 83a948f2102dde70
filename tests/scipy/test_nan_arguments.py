"""A NaN in each argument in turn: the result is NaN where SciPy's or NumPy's is."""

import numpy as np
import pytest
import scipy.special
import scipy.stats

import fjax
import fjax.numpy as jnp

POINTS = np.array([0.5, 1.0, 2.5])  # within one support or the other, and outside
ARGUMENTS = [1.3, 1.7, 0.8, 1.2, 1.1]
METHODS = ("pdf", "pmf", "logpdf", "logpmf", "cdf", "logcdf", "sf", "logsf", "ppf", "isf")


def value(function, arguments):
    """The results as arrays, or None if the function does not take such arguments."""
    try:
        with np.errstate(all="ignore"):
            found = function(*arguments)
    except Exception:
        return None
    return [np.asarray(x) for x in (found if isinstance(found, (tuple, list)) else [found])]


def wrong_places(ours, theirs, arguments):
    """At which arguments a NaN gives NaN in one but not in the other; None if one is not taken."""
    if value(theirs, arguments) is None or value(ours, arguments) is None:
        return None
    wrong = []
    for place in range(len(arguments)):
        given = [np.full_like(a, np.nan) if k == place else a for k, a in enumerate(arguments)]
        expected, found = value(theirs, given), value(ours, list(map(jnp.asarray, given)))
        if expected is None or found is None:
            continue
        if any(not np.array_equal(*map(np.isnan, pair)) for pair in zip(found, expected)):
            wrong.append((place, found, expected))
    return wrong


def swallowed(ours, theirs, first, counts):
    """The wrong places with each number of arguments that both take, and how many there are."""
    tried, wrong = 0, []
    for n in counts:
        found = wrong_places(ours, theirs, [first, *map(np.float64, ARGUMENTS[: n - 1])])
        tried += found is not None
        wrong += [(n, *f) for f in found or ()]
    return tried, wrong


def functions_of_both(ours, theirs):
    names = [n for n in dir(ours) if not n.startswith("_") and callable(getattr(ours, n))]
    return [n for n in sorted(names) if callable(getattr(theirs, n, None))]


SPECIAL = functions_of_both(fjax.scipy.special, scipy.special)


def test_special_functions_give_nan_for_nan_where_scipy_does():
    wrong, tried = {}, 0
    for name in SPECIAL:
        ours, theirs = getattr(fjax.scipy.special, name), getattr(scipy.special, name)
        count, found = swallowed(ours, theirs, np.array([0.3, 0.6]), range(1, 5))
        tried += bool(count)
        if found:
            wrong[name] = found
    assert wrong == {} and tried > 40


DISTRIBUTIONS = [
    n
    for n in dir(fjax.scipy.stats)
    if hasattr(getattr(fjax.scipy.stats, n), "__name__") and hasattr(scipy.stats, n)
]


@pytest.mark.one_in(20)
@pytest.mark.parametrize("method", METHODS)
def test_distributions_give_nan_for_nan_where_scipy_does(method):
    wrong, tried = {}, 0
    for name in DISTRIBUTIONS:
        ours = getattr(getattr(fjax.scipy.stats, name), method, None)
        theirs = getattr(getattr(scipy.stats, name), method, None)
        if ours is None or theirs is None:
            continue
        first = np.array([0.25, 0.75]) if method in ("ppf", "isf") else POINTS
        count, found = swallowed(ours, theirs, first, range(1, 6))
        tried += bool(count)
        if found:
            wrong[name] = found
    assert wrong == {} and tried


NUMPY = [n for n in functions_of_both(jnp, np) if isinstance(getattr(np, n), np.ufunc)]


def test_functions_of_numpy_give_nan_for_nan_where_numpy_does():
    wrong, tried = {}, 0
    for name in NUMPY:
        ours, theirs = getattr(jnp, name), getattr(np, name)
        x = np.array([0.3, 0.6])
        found = wrong_places(ours, theirs, [x, x + 0.1][: theirs.nin])
        tried += found is not None
        if found:
            wrong[name] = found
    assert wrong == {} and tried > 60


ACTIVATIONS = (
    "relu relu6 sigmoid softplus sparse_plus soft_sign silu log_sigmoid leaky_relu hard_sigmoid "
    "hard_silu hard_tanh elu celu selu gelu tanh mish squareplus softmax log_softmax standardize"
).split()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations_give_nan_for_nan(name):
    function = getattr(fjax.nn, name)
    x = jnp.array([np.nan])
    assert np.isnan(function(x)).all() and np.isnan(fjax.jit(function)(x)).all()
