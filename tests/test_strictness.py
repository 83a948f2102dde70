"""Library functions promote neither ranks nor dtypes inside: those settings find users' own."""

import doctest
import importlib
import warnings

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import random
from fjax.config import config, numpy_dtype_promotion, numpy_rank_promotion
from fjax.scipy.sparse import linalg
from fjax.scipy.spatial.transform import Rotation, Slerp
from fjax.scipy.stats import gaussian_kde
from tests import test_doctests
from tests.numpy.test_against_numpy import CALLS, as_fjax
from tests.promotions import promotion
from tests.random.calls import close_calls, exact_calls

SAMPLERS = {**exact_calls(True), **close_calls(True)}
DOCUMENTED = [
    name
    for name in test_doctests.NAMES
    if name.startswith(
        (
            "fjax.nn",
            "fjax.experimental.sparse",
            "fjax.experimental.rnn",
            "fjax.example_libraries.stax",
        )
    )
]


@pytest.fixture(autouse=True)
def _strict():
    config.update("traceback_filtering", "off")  # promotions are told by their frames
    with numpy_rank_promotion("raise"), numpy_dtype_promotion("strict"):
        yield


def assert_promotes_nothing_inside(function, *args, **options):
    """Call a function; its caller's promotions are the caller's affair."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*args, **options)
        except (TypeError, ValueError) as error:
            found = promotion(error)
            if found is None or not found.is_the_callers:
                raise


@pytest.mark.parametrize("name", dict.fromkeys(call[0] for call in CALLS))
def test_a_function_of_numpy_promotes_nothing_inside(name):
    for _, args, options in [call for call in CALLS if call[0] == name][:12]:
        assert_promotes_nothing_inside(
            getattr(jnp, name),
            *[as_fjax(a) for a in args],
            **{k: as_fjax(v) for k, v in options.items()},
        )


@pytest.mark.one_in(12)
@pytest.mark.parametrize("name", SAMPLERS)
def test_a_sampler_promotes_nothing_inside(name):
    assert_promotes_nothing_inside(SAMPLERS[name], random, random.key(0))


@pytest.mark.one_in(12)
@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_examples_of_a_module_promote_nothing_inside(name):
    module = importlib.import_module(name)
    names = {**vars(module), "fjax": fjax, "jax": fjax, "jnp": jnp, "lax": fjax.lax, "np": np}
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, name, globs=names):
        runner = Strict(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test, out=lambda text: None)
        assert not runner.mistakes


def test_padding_of_attention_is_compared_in_its_own_dtype():
    q = jnp.ones((1, 3, 1, 2))
    lengths = np.array([2], np.int32)
    out = fjax.nn.dot_product_attention(
        q, q, q, query_seq_lengths=lengths, key_value_seq_lengths=lengths
    )
    np.testing.assert_allclose(out[0, :, 0, 0], [1, 1, 0])


def test_unwrap_of_integers_takes_half_a_period_as_its_limit():
    found = jnp.unwrap(jnp.array([0, 170, 350, 10]), period=360)
    np.testing.assert_array_equal(found, [0, 170, 350, 370])


def test_arrays_of_differing_rank_can_be_equivalent():
    assert bool(jnp.array_equiv(jnp.array([1, 2]), jnp.array([[1, 2], [1, 2]])))


def test_a_promotion_inside_is_told_from_the_callers_own():
    def library(x):
        return x + jnp.ones(3)

    with pytest.raises(ValueError) as own:
        library(jnp.ones((2, 3)))
    assert promotion(own.value).is_the_callers
    with pytest.raises(TypeError) as strict:
        jnp.concatenate([jnp.ones(2), jnp.arange(2)])
    assert promotion(strict.value).is_the_callers


class Strict(doctest.DocTestRunner):
    """Runs examples and collects the promotions that are not their own."""

    mistakes: tuple = ()

    def report_unexpected_exception(self, out, test, example, exc_info):
        found = promotion(exc_info[1])
        if found is not None and not found.is_the_callers:
            self.mistakes = (*self.mistakes, (example.source, exc_info[1]))


@pytest.mark.one_in(8)
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("method", ["cg", "bicgstab", "batched", "incremental"])
def test_a_solver_promotes_nothing_inside(method, dtype):
    matrix, right = jnp.eye(4, dtype=dtype) * 2, jnp.ones(4, dtype)
    if method in ("cg", "bicgstab"):
        found, _ = getattr(linalg, method)(matrix, right)
    else:
        found, _ = linalg.gmres(matrix, right, restart=2, solve_method=method)
    np.testing.assert_allclose(found, np.full(4, 0.5), rtol=1e-5)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_rotations_and_density_estimates_promote_nothing_inside(dtype):
    turns = Rotation.from_rotvec(jnp.eye(3, dtype=dtype))
    same = (turns.inv() * turns).magnitude()
    np.testing.assert_allclose(same, np.zeros(3), atol=1e-3)
    halfway = Slerp.init(jnp.arange(3.0, dtype=dtype), turns)(jnp.array([0.5, 1.5], dtype))
    assert halfway.as_matrix().shape == (2, 3, 3) and turns.as_euler("xyz").shape == (3, 3)
    estimate = gaussian_kde(jnp.arange(6.0, dtype=dtype).reshape(2, 3) ** 2)
    assert estimate(jnp.ones((2, 4), dtype)).shape == (4,)
    assert estimate.logpdf(jnp.ones((2, 4), dtype)).shape == (4,)
    assert estimate.integrate_kde(estimate).shape == ()


@pytest.mark.parametrize("dtype", ["float16", "float32", "int32", "bool"])
def test_a_window_promotes_its_parameter_as_the_user_would(dtype):
    beta = jnp.asarray(1, dtype)
    with numpy_dtype_promotion("standard"):
        window = jnp.kaiser(4, beta)
    assert window.dtype == jnp.kaiser(4, 1.0).dtype == jnp.hanning(4).dtype
    exact = 4 * float(jnp.finfo(window.dtype).eps)
    np.testing.assert_allclose(window, np.kaiser(4, 1.0), rtol=exact)
    if beta.dtype != window.dtype:
        with pytest.raises(TypeError, match="numpy_dtype_promotion"):
            jnp.kaiser(4, beta)


def test_a_window_has_no_complex_parameter():
    with pytest.raises(ValueError, match="complex"):
        jnp.kaiser(4, 1j)
