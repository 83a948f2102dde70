"""Rules compute in the library of their arrays: what they make comes from `xp`, not from NumPy."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import dtypes
from fjax.core.primitive import Primitive
from tests.samples import SAMPLES, staged


class Foreign(np.ndarray):
    """An array of another library, which neither NumPy's functions nor NumPy's arrays go with."""

    def __array_function__(self, function, types, args, kwargs):
        raise TypeError(f"numpy.{function.__name__} was called with another library's array")

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **kwargs):
        for x in (*inputs, *out):
            if type(x) is np.ndarray and x.ndim:
                raise TypeError(f"numpy.{ufunc.__name__} was called with arrays of two libraries")
        plain = [_plain(x) for x in inputs]
        kwargs["out"] = tuple(_plain(x) for x in out) or None
        return _foreign(getattr(ufunc, method)(*plain, **kwargs))


def _plain(x):
    if isinstance(x, (list, tuple)):
        return type(x)(map(_plain, x))
    return x.view(np.ndarray) if isinstance(x, Foreign) else x


def _foreign(x):
    if isinstance(x, (list, tuple)):
        return type(x)(map(_foreign, x))
    return np.asarray(x).view(Foreign) if isinstance(x, (np.ndarray, np.generic)) else x


class Function:
    """A function of the other library, with a ufunc's methods if it is one."""

    def __init__(self, function):
        self.function = function

    def __call__(self, *args, **kwargs):
        kwargs = {name: _plain(value) for name, value in kwargs.items()}
        return _foreign(self.function(*_plain(args), **kwargs))

    def __getattr__(self, name):
        return Function(getattr(self.function, name))


class Library:
    """NumPy under another name."""

    def __getattr__(self, name):
        return Function(getattr(np, name))

    def asnumpy(self, x):
        """The array in host memory, where libraries such as LAPACK compute."""
        return _plain(x)


KEYS = fjax.random.split(fjax.random.key(3), 3)
X = jnp.arange(12.0).reshape(3, 4) % 5
COUNTS = jnp.arange(12).reshape(3, 4) % 5
PLACES = jnp.array([[2], [0], [7]])
ROWS = lax.GatherDimensionNumbers((1,), (0,), (0,))
INTO = lax.ScatterDimensionNumbers((1,), (0,), (0,))
MODES = ("clip", "fill")
SCATTERS = ("scatter", "scatter_add", "scatter_mul", "scatter_min", "scatter_max")
REDUCTIONS = ("reduce_sum", "reduce_prod", "reduce_max", "reduce_min")
CALLS = {
    "bits": lambda: fjax.random.bits(KEYS[0], (5,), "uint32"),
    "keys": lambda: fjax.random.key_data(fjax.random.split(KEYS[1], (2, 2))),
    "seed": lambda: fjax.random.key(jnp.arange(3)[1]),
    "fold_in": lambda: fjax.random.fold_in(KEYS[0], jnp.uint32(7)),
    "wrap": lambda: fjax.random.wrap_key_data(jnp.arange(4, dtype="uint32").reshape(2, 2)),
    "other_keys": lambda: fjax.random.key_data(
        fjax.random.wrap_key_data(jnp.arange(8, dtype="uint32").reshape(2, 4), impl="rbg")
    ),
    "generator": lambda: lax.rng_bit_generator(jnp.arange(4, dtype="uint32"), (5,), "uint16"),
    **{
        f"gather_{mode}": lambda mode=mode: lax.gather(X, PLACES, ROWS, (1, 4), mode=mode)
        for mode in MODES
    },
    **{
        f"{name}_{mode}": lambda name=name, mode=mode: getattr(lax, name)(
            X, PLACES, 2 * X, INTO, mode=mode
        )
        for name in SCATTERS
        for mode in MODES
    },
    "repeated": lambda: lax.scatter_add(X, jnp.array([[1], [1], [0]]), 2 * X, INTO),
    **{name: lambda name=name: getattr(lax, name)(X, (1,)) for name in REDUCTIONS},
    **{
        f"reduce_{name}": lambda name=name: getattr(lax, f"reduce_{name}")(COUNTS, (0,))
        for name in ("and", "or", "xor")
    },
    **{
        name: lambda name=name: getattr(lax, name)(X, 1, reverse=True)
        for name in ("cumsum", "cumprod", "cummax", "cummin")
    },
    **{
        f"window_{name}": lambda name=name, f=f, start=start: lax.reduce_window(
            X, start, f, (2, 3), (1, 2), ((1, 0), (1, 1))
        )
        for name, f, start in (("sum", lax.add, 0.0), ("max", lax.max, -np.inf))
    },
    "window_slope": lambda: fjax.jvp(
        lambda x: lax.reduce_window(x, -np.inf, lax.max, (2, 2), (1, 1), "VALID"), (X,), (X,)
    ),
    "window_gradient": lambda: fjax.grad(
        lambda x: lax.reduce_window(x, -np.inf, lax.max, (2, 2), (1, 1), "VALID").sum()
    )(X),
}


def _equations(jaxpr, operands):
    """(primitive, operands, results) of each equation, those of called programs included, as NumPy
    arrays; returns the program's results."""
    values = dict(zip(jaxpr.invars, operands, strict=True))

    def value(x):
        return values[x] if x in values else np.asarray(x.value, dtypes.physical(x.aval.dtype))

    for eqn in jaxpr.eqns:
        given = [value(x) for x in eqn.invars]
        body = eqn.op.inline()
        if body is not None:
            outs = yield from _equations(body, given)
        elif type(eqn.op).run is not Primitive.run:
            outs = eqn.op.evaluate(np, *given)
        else:
            outs = eqn.op.evaluate(np, *given)
            yield eqn.op, given, outs
        values.update(zip(eqn.outvars, outs, strict=True))
    return [value(x) for x in jaxpr.outvars]


def _check(jaxpr, operands, rtol=0.0):
    """Each equation's rule in the other library gives what it gives in NumPy."""
    with np.errstate(all="ignore"):
        for op, given, expected in _equations(jaxpr, operands):
            found = op.evaluate(Library(), *map(_foreign, given))
            for got, wanted in zip(found, expected, strict=True):
                assert type(got) is Foreign, f"{op} gives NumPy's array"
                got, wanted = _comparable(_plain(got)), _comparable(wanted)
                np.testing.assert_allclose(got, wanted, rtol=rtol, atol=rtol, err_msg=str(op))


def _comparable(x):
    return x.astype(dtypes.widened(x.dtype))


@pytest.mark.parametrize("name", CALLS)
def test_a_rule_computes_in_the_library_of_its_arrays(name):
    closed = fjax.make_jaxpr(CALLS[name])()
    _check(closed.jaxpr, [np.asarray(c.host()) for c in closed.consts])


# Convolutions and transforms go another way in NumPy, which rounds otherwise.
@pytest.mark.one_in(2)
@pytest.mark.needs("x64", reason="the rows are in float64")
@pytest.mark.parametrize(
    "sample", [s for s in SAMPLES if s.family != "higher_order"], ids=lambda s: s.label
)
def test_the_rules_of_a_sample_compute_in_the_library_of_their_arrays(sample):
    args = sample.make()
    jaxpr, constants = staged(sample, args)
    _check(jaxpr, [*[np.asarray(c.host()) for c in constants], *args], 1e-13)
