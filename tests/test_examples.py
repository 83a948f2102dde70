"""The programs in examples/ run to their end, and find what is known of their problems."""

import importlib.util
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]
CHECKED_HERE = (
    "gpt_text",
    "image_models",
    "kalman_smoother",
    "mcmc",
    "ncf_ratings",
    "number_words",
    "ode_fit",
    "pixels",
    "scipy_ivp",
    "scipy_least_squares",
    "scipy_minimize",
)
OTHERS = sorted(p for p in (ROOT / "examples").glob("*.py") if p.stem not in CHECKED_HERE)


@pytest.fixture
def example(tmp_path, monkeypatch):
    """`example(name)` is the module of that name in examples/; what it writes is thrown away."""
    monkeypatch.chdir(tmp_path)

    def load(name):
        pytest.importorskip("matplotlib")
        spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


def assert_drawn(path):
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG") and len(data) > 10_000


@pytest.mark.one_in(16)
@pytest.mark.parametrize("program", OTHERS, ids=lambda path: path.name)
def test_an_example_runs(program, tmp_path):
    environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, str(program)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]


def test_the_ode_fit_finds_the_published_rates(example):
    module = example("ode_fit")
    found = module.main()
    assert np.all(np.abs(found.parameters - module.PUBLISHED) < found.errors)
    np.testing.assert_allclose(found.spread, 0.25, atol=0.05)
    assert np.all(np.isfinite(found.losses)) and found.losses[-1] < found.losses[0] - 60
    assert_drawn(module.PICTURE)


def test_the_ode_fit_ends_where_the_misfit_is_flat(example):
    import fjax

    module = example("ode_fit")
    gradient = fjax.grad(module.misfit)(np.log(module.fit().parameters))
    np.testing.assert_allclose(gradient, 0, atol=1e-3)


def test_the_kalman_smoother_finds_the_published_variances(example):
    module = example("kalman_smoother")
    variances, means, deviations = module.main()
    np.testing.assert_allclose(variances, list(module.PUBLISHED.values()), rtol=2e-3)
    assert len(means) == len(deviations) == len(module.NILE) + module.AHEAD
    ahead = deviations[len(module.NILE) :]
    expected = deviations[len(module.NILE) - 1] ** 2 + variances[1] * np.arange(1, module.AHEAD + 1)
    np.testing.assert_allclose(ahead**2, expected, rtol=1e-6)
    assert_drawn(module.PICTURE)


def test_the_kalman_smoother_conditions_a_gaussian(example, rng):
    """A linear trend of two states, two measurements, one of them missing: against the joint."""
    module = example("kalman_smoother")
    model = module.Model(
        A=np.array([[1.0, 1.0], [0.0, 0.9]]),
        Q=np.diag([0.3, 0.1]),
        C=np.array([[1.0, 0.0], [0.5, -1.0]]),
        R=np.diag([0.5, 0.2]),
        mean=np.array([1.0, -1.0]),
        cov=np.eye(2),
    )
    times = 6
    measured, present = rng.standard_normal((times, 2)), np.arange(times) != 3
    filtered, densities = module.kalman_filter(model, measured, present)
    means, covs = module.smooth(model, filtered)

    mean, cov = joint(model, times)
    observe = np.kron(np.diag(present.astype(float)), model.C)[np.repeat(present, 2)]
    spread = observe @ cov @ observe.T + np.kron(np.eye(times - 1), model.R)
    surprise = measured[present].ravel() - observe @ mean
    gain = np.linalg.solve(spread, observe @ cov).T
    expected = cov - gain @ observe @ cov
    np.testing.assert_allclose(np.ravel(means), mean + gain @ surprise, rtol=1e-8, atol=1e-10)
    for k in range(times):
        block = expected[2 * k : 2 * k + 2, 2 * k : 2 * k + 2]
        np.testing.assert_allclose(covs[k], block, rtol=1e-8, atol=1e-10)
    likelihood = -0.5 * (
        surprise @ np.linalg.solve(spread, surprise) + np.linalg.slogdet(2 * np.pi * spread)[1]
    )
    np.testing.assert_allclose(np.sum(densities), likelihood, rtol=1e-8)


def joint(model, times):
    """Mean and covariance of all states of a state space, one after the other."""
    n = len(model.mean)
    mean, cov = np.zeros(times * n), np.zeros((times * n, times * n))
    m, p = model.mean, model.cov
    for k in range(times):
        now = slice(k * n, (k + 1) * n)
        mean[now], cov[now, now] = m, p
        for later in range(k + 1, times):
            ahead = slice(later * n, (later + 1) * n)
            cov[ahead, now] = model.A @ cov[(later - 1) * n : later * n, now]
            cov[now, ahead] = cov[ahead, now].T
        m, p = model.A @ m, model.A @ p @ model.A.T + model.Q
    return mean, cov


@pytest.mark.extended
def test_the_sampler_finds_the_exact_posterior(example):
    module = example("mcmc")
    rows = module.main()
    assert len(rows) == 10
    for name, row in rows.items():
        assert abs(row.mean - row.exact) < 5 * row.error, (name, row)
        assert row.r_hat < 1.01 and row.size > 2000, (name, row)
    assert_drawn(module.PICTURE)


def test_the_diagnostics_of_independent_draws(example, rng):
    module = example("mcmc")
    draws = rng.standard_normal((8, 2000))
    assert abs(module.split_r_hat(draws) - 1) < 0.01
    assert 0.8 < module.effective_size(draws) / draws.size < 1.2
    assert module.split_r_hat(draws + np.arange(8)[:, None]) > 1.5


def test_the_effective_size_of_an_autoregression(example, rng):
    module = example("mcmc")
    memory, steps = 0.8, 20_000
    draws = np.zeros((4, steps))
    for k in range(1, steps):
        draws[:, k] = memory * draws[:, k - 1] + rng.standard_normal(4)
    expected = draws.size * (1 - memory) / (1 + memory)
    np.testing.assert_allclose(module.effective_size(draws), expected, rtol=0.15)


@pytest.mark.extended
def test_scipy_minimizes_rosenbrock_with_every_method(example):
    module = example("scipy_minimize")
    found, discs = module.main()
    coarse = {"COBYLA": 0.2}  # linear models creep along a curved valley
    for (method, _), result in found.items():
        assert result.fun < coarse.get(method, 1e-6), method
    for method, result in discs.items():
        np.testing.assert_allclose(
            np.linalg.norm(result.x), module.RADIUS, rtol=1e-6, err_msg=method
        )
    first, second = discs.values()
    np.testing.assert_allclose(first.x, second.x, atol=1e-3)


def test_scipys_least_squares_find_the_certified_parameters(example):
    module = example("scipy_least_squares")
    fits, robust, roots = module.main()
    for method, result in fits.items():
        np.testing.assert_allclose(result.x, module.CERTIFIED, rtol=1e-9, err_msg=method)
    off = {loss: np.abs(result.x / module.CERTIFIED - 1).max() for loss, result in robust.items()}
    assert off["soft_l1"] < 0.05 < 1 < off["linear"]
    for method, result in roots.items():
        assert result.success, method
        np.testing.assert_allclose(result.x, module.exact(), atol=1e-5, err_msg=method)


def test_scipy_integrates_a_stiff_reaction_with_exact_jacobians(example):
    module = example("scipy_ivp")
    found, short, slopes = module.main()
    for method, done in found.items():
        np.testing.assert_allclose(done.y.T, module.PUBLISHED, rtol=2e-4, err_msg=method)
    for method, done in short.items():
        np.testing.assert_allclose(done.y[:, 0], module.PUBLISHED[0], rtol=2e-4, err_msg=method)
    step = 1e-3
    rates = [module.RATES * np.exp(sign * step * np.eye(3)[1]) for sign in (-1, 1)]
    ends = [
        module.integrate.solve_ivp(
            module.reaction, (0, 40), module.START, "BDF", args=(r,), rtol=1e-10, atol=1e-14
        ).y[:, -1]
        for r in rates
    ]
    np.testing.assert_allclose(slopes[1], (ends[1] - ends[0]) / (2 * step), rtol=1e-3)


@pytest.mark.extended
def test_a_network_reads_digits_after_some_epochs(example):
    assert example("image_models").main("alexnet", epochs=4) > 0.7


@pytest.mark.extended
def test_a_translator_learns_most_words(example):
    module = example("number_words")
    loss, _ = module.main(steps=150, width=32, layers=2)
    assert loss < 2.0  # 3.5 at first
    assert " ".join(module.spelled(4071)) == "four thousand and seventy one"
    longest = max(map(len, map(module.spelled, range(10_000))))
    assert longest == module.LONGEST - 1


@pytest.mark.extended
def test_a_gpt_learns_the_text_that_it_is_given(example):
    module = example("gpt_text")
    loss, text = module.main(steps=50, width=32, depth=2)
    assert loss < 2.8 and len(text) == module.CONTEXT


@pytest.mark.extended
def test_a_recommender_finds_what_a_rule_makes_users_like(example):
    hits, ndcg = example("ncf_ratings").main(epochs=12)
    assert hits > 0.5 and ndcg > 0.4  # by chance 0.1


@pytest.mark.extended
def test_an_autoencoder_beats_pixels_by_themselves(example):
    bound, apart = example("pixels").compress(steps=200)
    assert bound < apart


@pytest.mark.extended
def test_a_unet_tells_discs_from_squares(example):
    assert example("pixels").segment(steps=30) > 0.3
