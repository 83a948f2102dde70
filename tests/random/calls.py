"""The calls whose results were recorded, by name: functions of (random, key) for either package."""

import numpy as np

INTEGERS = ("int8", "uint8", "int16", "int32", "uint32", "int64", "uint64")
FLOATS = ("float16", "bfloat16", "float32", "float64")
WIDE = {"int64", "uint64", "float64"}
WEIGHTS = np.array([0.1, 0.2, 0.3, 0.4])
MATRIX = np.arange(12).reshape(4, 3)


def exact_calls(x64):
    """Calls whose results are equal bit for bit."""
    dtypes = [d for d in (*INTEGERS, *FLOATS) if x64 or d not in WIDE]
    integers = [d for d in dtypes if d in INTEGERS]
    calls = {
        "key_data": lambda r, k: r.key_data(k),
        "split": lambda r, k: r.key_data(r.split(k, 3)),
        "split-shape": lambda r, k: r.key_data(r.split(k, (2, 2))),
        "fold_in": lambda r, k: r.key_data(r.fold_in(k, 5)),
        "bits": lambda r, k: r.bits(k, (5,)),
        "permutation": lambda r, k: r.permutation(k, 20),
        "permutation-rows": lambda r, k: r.permutation(k, MATRIX),
        "permutation-columns": lambda r, k: r.permutation(k, MATRIX, axis=1),
        "permutation-independent": lambda r, k: r.permutation(k, MATRIX, axis=1, independent=True),
        "choice": lambda r, k: r.choice(k, 10, (5,)),
        "choice-distinct": lambda r, k: r.choice(k, 10, (5,), replace=False),
        "choice-weighted": lambda r, k: r.choice(k, 4, (6,), p=WEIGHTS),
        "choice-columns": lambda r, k: r.choice(k, MATRIX, (2, 2), axis=1),
        "bernoulli": lambda r, k: r.bernoulli(k, 0.3, (16,)),
        "bernoulli-high": lambda r, k: r.bernoulli(k, 0.3, (16,), mode="high"),
        "rademacher": lambda r, k: r.rademacher(k, (8,)),
        "randint-parameters": lambda r, k: r.randint(
            k, (2, 3), np.array([0, 5, 10]), np.array([[30], [20]])
        ),
    }
    for d in integers:
        if d.startswith("uint"):
            calls[f"bits-{d}"] = lambda r, k, d=d: r.bits(k, (5,), d)
        calls[f"randint-{d}"] = lambda r, k, d=d: r.randint(k, (6,), 0, 100, d)
        calls[f"randint-beyond-{d}"] = lambda r, k, d=d: r.randint(k, (6,), -5, 300, d)
    for d in dtypes:
        if d in FLOATS:
            calls[f"uniform-{d}"] = lambda r, k, d=d: r.uniform(k, (6,), d)
            calls[f"uniform-interval-{d}"] = lambda r, k, d=d: r.uniform(k, (9,), d, -2.5, 3)
    return calls


def close_calls(x64):
    """Calls whose results agree to float tolerance."""
    calls = {
        name: (lambda r, k, name=name: getattr(r, name)(k, (4,)))
        for name in ("normal", "exponential", "gumbel", "cauchy", "laplace", "logistic", "maxwell")
    }
    calls |= {
        "normal-complex64": lambda r, k: r.normal(k, (4,), "complex64"),
        "truncated_normal": lambda r, k: r.truncated_normal(k, -1.0, 2.0, (4,)),
        "gumbel-high": lambda r, k: r.gumbel(k, (4,), mode="high"),
        "beta": lambda r, k: r.beta(k, 2.0, 3.0, (3,)),
        "gamma": lambda r, k: r.gamma(k, np.array([0.1, 0.5, 1.0, 10.0])),
        "loggamma": lambda r, k: r.loggamma(k, 0.001, (3,)),
        "dirichlet": lambda r, k: r.dirichlet(k, np.array([1.0, 2.0, 3.0]), (2,)),
        "t": lambda r, k: r.t(k, 3.0, (3,)),
        "chisquare": lambda r, k: r.chisquare(k, 3.0, (3,)),
        "f": lambda r, k: r.f(k, 3.0, 4.0, (3,)),
        "pareto": lambda r, k: r.pareto(k, 3.0, (3,)),
        "poisson": lambda r, k: r.poisson(k, np.array([0.5, 3.0, 20.0, 500.0])),
        "binomial": lambda r, k: r.binomial(k, np.array([10.0, 100.0]), np.array([0.3, 0.7])),
        "multinomial": lambda r, k: r.multinomial(k, 20, np.array([0.2, 0.3, 0.5])),
        "geometric": lambda r, k: r.geometric(k, 0.2, (5,)),
        "categorical": lambda r, k: r.categorical(k, np.log(np.arange(1, 6) / 15), shape=(8,)),
        "categorical-distinct": lambda r, k: r.categorical(
            k, np.linspace(0, 1, 12).reshape(3, 4), shape=(2, 3), replace=False
        ),
        "choice-weighted-distinct": lambda r, k: r.choice(k, 4, (3,), False, p=WEIGHTS),
        "multivariate_normal": lambda r, k: r.multivariate_normal(
            k, np.zeros(2), np.array([[2.0, 0.5], [0.5, 1.0]]), (3,)
        ),
        "orthogonal": lambda r, k: r.orthogonal(k, 3),
        "orthogonal-tall": lambda r, k: r.orthogonal(k, 3, (2,), m=2),
        "ball": lambda r, k: r.ball(k, 3, 2, (2,)),
        "generalized_normal": lambda r, k: r.generalized_normal(k, 3.0, (2,)),
        "rayleigh": lambda r, k: r.rayleigh(k, 2.0, (3,)),
        "wald": lambda r, k: r.wald(k, 2.0, (3,)),
        "weibull_min": lambda r, k: r.weibull_min(k, 2.0, 1.5, (3,)),
        "triangular": lambda r, k: r.triangular(k, 0.0, 0.3, 2.0, (3,)),
        "lognormal": lambda r, k: r.lognormal(k, 1.2, (3,)),
        "double_sided_maxwell": lambda r, k: r.double_sided_maxwell(k, 1.0, 2.0, (3,)),
    }
    return calls


def record(random, enable_x64):
    """The results of all calls, ready for JSON: regime -> seed -> call -> (dtype, values)."""
    found = {}
    for x64 in (True, False):
        with enable_x64(x64):
            calls = exact_calls(x64) | close_calls(x64)
            found["x64" if x64 else "x32"] = {
                str(seed): {
                    name: _encoded(call(random, random.key(seed))) for name, call in calls.items()
                }
                for seed in (0, 42, -3)
            }
    return found


def _encoded(values):
    values = np.asarray(values)
    wide = (
        values.astype(np.complex128 if values.dtype.kind == "c" else np.float64)
        if values.dtype.kind not in "biu"
        else values
    )
    flat = np.stack([wide.real, wide.imag], -1) if wide.dtype.kind == "c" else wide
    return [str(values.dtype), flat.tolist()]
