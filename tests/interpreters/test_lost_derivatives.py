"""A value that is differentiated leaves for Python or NumPy with an error, never as a constant."""

import array
import cmath
import copy
import ctypes
import functools
import math
import operator
import pickle
import random
import statistics
import struct

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import P, lax
from fjax.errors import FjaxError
from fjax.experimental import checkify, io_callback, jet, sparse

REMEDIES = ("fjax.numpy", "stop_gradient", "debug.print", __file__)
MESH = fjax.make_mesh((1,), ("i",))


def put(dtype, index=0):
    """Assignment of one element into a NumPy array."""
    return lambda x: operator.setitem(np.zeros(3, dtype), index, x)


def both(x):
    return jnp.stack([x, 2 * x])


REAL_EXITS = {
    "float": float,
    "int": int,
    "math.sin": lambda x: math.sin(x),
    "math.floor": math.floor,
    "math.ceil": math.ceil,
    "math.isnan": math.isnan,
    "math.isclose": lambda x: math.isclose(x, 1.0),
    "math.hypot": lambda x: math.hypot(1.0, x),
    "math.fsum": lambda x: math.fsum([x, x]),
    "math.ldexp": lambda x: math.ldexp(x, 2),
    "math.dist": lambda x: math.dist([x], [0.0]),
    "percent": lambda x: operator.mod("%.2f", x),
    "float.__new__": lambda x: float.__new__(float, x),
    "fmean": lambda x: statistics.fmean([x, x]),
    "choices": lambda x: random.choices([1, 2], weights=[x, 1]),
    "struct": lambda x: struct.pack("d", x),
    "array.array": lambda x: array.array("d", [x]),
    "ctypes": lambda x: ctypes.c_double(x),
    "np.fromiter": lambda x: np.fromiter([x], float),
    "put float64": put(np.float64),
    "put float32": put(np.float32),
    "put float16": put(np.float16),
    "put bfloat16": put(jnp.bfloat16),
    "put longdouble": put(np.longdouble),
    "put int8": put(np.int8),
    "put record": lambda x: operator.setitem(np.zeros(1, [("a", float)])["a"], 0, x),
    "put flat": lambda x: operator.setitem(np.zeros(3).flat, 0, x),
    "put masked": lambda x: operator.setitem(np.ma.zeros(3), 0, x),
    "add to an element": lambda x: operator.setitem(a := np.ones(3), 0, a[0].item() + x),
    "fill": lambda x: np.zeros(3).fill(x),
    "convert while iterating": lambda x: [float(y) for y in both(x)],
    "map": lambda x: list(map(float, both(x))),
}
EXITS = {
    "complex": complex,
    "cmath": cmath.exp,
    "item": lambda x: x.item(),
    "item at": lambda x: both(x).item(0),
    "tolist": lambda x: x.tolist(),
    "tolist of several": lambda x: both(x).tolist(),
    "tobytes": lambda x: x.tobytes(),
    "pickle": pickle.dumps,
    "np.float32": np.float32,
    "np.float64": np.float64,
    "np.complex128": np.complex128,
    "np.asarray": np.asarray,
    "np.array": lambda x: np.array([x, x]),
    "np.array of objects": lambda x: np.array([x, x], object),
    "np.full": lambda x: np.full(3, x),
    "np.full_like": lambda x: np.full_like(np.zeros(3), x),
    "np.arange": lambda x: np.arange(0.0, x),
    "np.vectorize": np.vectorize(lambda y: y * y),
    "np.frompyfunc": np.frompyfunc(lambda y: y * y, 1, 1),
    "np.array2string": np.array2string,
    "np.ndenumerate": lambda x: list(np.ndenumerate(both(x))),
    "np.random": np.random.normal,
    "np.polyval": lambda x: np.polynomial.Polynomial([1.0, 2.0])(np.atleast_1d([x])),
    "put complex": put(np.complex128),
    "put slice": put(np.complex128, slice(0, 2)),
    "put mask": put(np.complex128, np.array([True, False, True])),
    "put places": put(np.complex128, [0, 2]),
    "put all": put(np.complex128, ...),
    "ndarray.put": lambda x: np.zeros(3).put(0, x),
    "np.place": lambda x: np.place(np.zeros(3), np.ones(3, bool), [x]),
    "np.putmask": lambda x: np.putmask(np.zeros(3), np.ones(3, bool), x),
    "np.copyto": lambda x: np.copyto(np.zeros(3), x),
    "np.fill_diagonal": lambda x: np.fill_diagonal(np.zeros((2, 2)), x),
    "np.add.at": lambda x: np.add.at(np.zeros(3), 0, x),
    "in place": lambda x: operator.iadd(np.zeros(3), x),
    "out": lambda x: np.add(np.zeros(3), x, out=np.zeros(3)),
}
# Errors of other libraries, or about what traced values never are: the text is another.
OTHER_EXITS = {
    "operator.index": operator.index,
    "range": range,
    "index of a list": lambda x: [1, 2, 3][x],
    "slice of a list": lambda x: [1, 2, 3][x:],
    "multiple of a list": lambda x: [1, 2] * x,
    "hex": hex,
    "hash": hash,
    "memoryview": memoryview,
    "bytes": bytes,
    "__array_interface__": lambda x: x.__array_interface__,
    "dlpack": np.from_dlpack,
    "Fraction": __import__("fractions").Fraction,
    "Decimal": __import__("decimal").Decimal,
    "mean": lambda x: statistics.mean([x, x]),
    "json": lambda x: __import__("json").dumps(x),
    "pure_callback": lambda x: fjax.pure_callback(np.sin, fjax.typeof(x), x),
    "io_callback": lambda x: io_callback(np.sin, fjax.typeof(x), x),
}


def under_vmap(f):
    return fjax.grad(lambda x: jnp.real(fjax.vmap(f)(both(x)).sum()))


def with_rule(f):
    """A function whose derivative rule does as `f` does; its second derivative is lost there."""

    @fjax.custom_jvp
    def ruled(x):
        return x * x

    @ruled.defjvp
    def rule(primals, tangents):
        f(*primals)
        return ruled(*primals), 2 * primals[0] * tangents[0]

    return ruled


def with_residual(f):
    """The same of a backward rule."""

    @fjax.custom_vjp
    def ruled(x):
        return x * x

    def backward(x, c):
        f(x)
        return (2 * x * c,)

    ruled.defvjp(lambda x: (ruled(x), x), backward)
    return ruled


def slope(f):
    """The derivative of a function of a real or complex number, without grad's restrictions."""
    return lambda x: fjax.vjp(f, x)[1](x)[0]


def without_jit(function):
    def run(f):
        def at_once(x):
            with fjax.disable_jit():
                return function(f)(x)

        return at_once

    return run


def members(f):
    return fjax.shard_map(
        lambda x: x * f(lax.psum(x.sum(), "i")), mesh=MESH, in_specs=P("i"), out_specs=P("i")
    )


# Where a value is known although a derivative is taken: the errors say what to write.
KNOWN = {
    "grad": lambda f: fjax.grad(lambda x: jnp.real(f(x))),
    "value_and_grad": lambda f: fjax.value_and_grad(lambda x: jnp.real(f(x))),
    "jvp": lambda f: lambda x: fjax.jvp(f, (x,), (x,)),
    "vjp": slope,
    "linearize": lambda f: lambda x: fjax.linearize(f, x)[1](x),
    "jacfwd": lambda f: lambda x: fjax.jacfwd(f, holomorphic=jnp.iscomplexobj(x))(x),
    "second derivative": lambda f: slope(slope(f)),
    "derivative outside": lambda f: slope(lambda x: slope(lambda y: y * f(x))(x)),
    "derivative inside": lambda f: slope(lambda x: slope(lambda y: x * f(y))(x)),
    "closed over in vmap": lambda f: slope(lambda x: fjax.vmap(lambda y: y * f(x))(jnp.ones(2))[0]),
    "scan without jit": without_jit(
        lambda f: slope(lambda x: lax.scan(lambda c, _: (f(c), None), x, None, 2)[0])
    ),
    "cond without jit": without_jit(lambda f: slope(lambda x: lax.cond(True, f, f, x))),
    "rule of a jvp": lambda f: slope(slope(with_rule(f))),
    "rule of a vjp": lambda f: slope(slope(with_residual(f))),
    "jet": lambda f: lambda x: jet.jet(f, (x,), ((x, x),)),
    "shard_map": lambda f: lambda x: slope(lambda y: members(f)(y[None])[0])(x),
}
# Where it is not known in any case.
UNKNOWN = {
    "jit of grad": lambda f: fjax.jit(slope(f)),
    "grad of jit": lambda f: slope(fjax.jit(f)),
    "checkpoint": lambda f: slope(fjax.checkpoint(f)),
    "vmap of grad": lambda f: lambda x: fjax.vmap(slope(f))(both(x)),
    "grad of vmap": under_vmap,
    "scan": lambda f: slope(lambda x: lax.scan(lambda c, _: (f(c), None), x, None, 2)[0]),
    "cond": lambda f: slope(lambda x: lax.cond(True, f, f, x)),
    "linear_transpose": lambda f: lambda x: fjax.linear_transpose(f, x)(x),
    "sparsify": lambda f: slope(sparse.sparsify(f)),
    "checkify": lambda f: slope(lambda x: checkify.checkify(f)(x)[1]),
}
FLOATS = ("float16", "bfloat16", "float32", "float64")
DTYPES = (*FLOATS, "complex64", "complex128")


def messages(error):
    """The texts of an error and of what it was made of."""
    found = []
    while error is not None:
        found.append(str(error))
        error = error.__cause__ or error.__context__
    return "\n".join(found)


def through(transformation, exit_, dtype):
    """Run a function that takes its value out, and goes on with a constant."""

    def function(x):
        exit_(x)
        return x * x

    return transformation(function)(jnp.asarray(1.5, dtype))


def table(exits, transformations):
    return [pytest.param(e, t, id=f"{e}-{t}") for e in exits for t in transformations]


@pytest.mark.one_in(6)
@pytest.mark.parametrize("name, how", table({**REAL_EXITS, **EXITS}, KNOWN))
def test_a_value_with_a_derivative_leaves_with_an_error_that_says_what_to_write(name, how):
    for dtype in FLOATS if name in REAL_EXITS or how == "shard_map" else DTYPES:
        with pytest.raises(Exception) as caught:
            through(KNOWN[how], {**REAL_EXITS, **EXITS}[name], dtype)
        text = messages(caught.value)
        if name == "put bfloat16":  # ml_dtypes asks whether it is a number, and for no more
            assert "expected number" in text
        elif name in ("struct", "put flat"):
            assert "argument is not a float" in text or "setting single item" in text.lower()
        else:
            assert [r for r in REMEDIES if r not in text] == [], (dtype, text)


def without_error(exits, transformation, errors):
    """The names of the exits through which a value leaves."""
    left = []
    for name, leave in exits.items():
        try:
            through(transformation, leave, "float64")
        except errors:
            continue
        left.append(name)
    return left


@pytest.mark.parametrize("how", UNKNOWN)
def test_a_value_that_is_not_known_leaves_with_an_error(how):
    errors = (FjaxError, TypeError, ValueError, struct.error)
    assert without_error({**REAL_EXITS, **EXITS}, UNKNOWN[how], errors) == []


@pytest.mark.parametrize("how", [*KNOWN, *UNKNOWN])
def test_what_asks_for_something_else_than_a_number_fails_too(how):
    errors = (FjaxError, TypeError, ValueError, AttributeError, NotImplementedError)
    assert without_error(OTHER_EXITS, {**KNOWN, **UNKNOWN}[how], errors) == []


# What a value may be taken out of that has no derivative, by how it became so.
CONSTANT = {
    "stop_gradient": lambda x: lax.stop_gradient(x) + 0,
    "floor": jnp.floor,
    "sign": jnp.sign,
    "round": jnp.round,
    "integer": lambda x: x.astype(int),
    "shape": lambda x: jnp.zeros_like(x),
    "argmax": lambda x: jnp.argmax(both(x)),
    "comparison": lambda x: x > 1,
    "jit": fjax.jit(jnp.floor),
    "cond": lambda x: lax.cond(x > 0, jnp.floor, jnp.ceil, x),
    "scan": lambda x: lax.scan(lambda c, y: (c + jnp.sign(y), y), jnp.zeros_like(x), both(x))[0],
}
RULED = fjax.custom_jvp(lambda x: 2 * x)
RULED.defjvp(lambda primals, tangents: (RULED(*primals), jnp.zeros_like(tangents[0])))
AT_ONCE = [k for k in KNOWN if k not in ("jacfwd", "shard_map")]


@pytest.mark.parametrize("how", AT_ONCE)
@pytest.mark.parametrize("name", CONSTANT)
def test_a_value_without_a_derivative_leaves_as_it_is(name, how):
    def function(x):
        value = CONSTANT[name](x)
        taken = [float(value), int(value), complex(value), value.item(), value.tolist()]
        taken += [np.asarray(value)[()], math.floor(value), np.float64(value)]
        a = np.zeros(1)
        a[0] = value
        found.append([*taken, a[0], pickle.loads(pickle.dumps(value)).item()])
        return x * 1

    found = []
    KNOWN[how](function)(jnp.asarray(1.5))
    expected = float(CONSTANT[name](jnp.asarray(1.5)))
    assert found
    for taken in found:
        assert taken == [int(expected) if i in (1, 6) else expected for i in range(10)]


def test_zeros_that_a_rule_computes_are_a_derivative_like_any_other():
    with pytest.raises(FjaxError, match="differentiated"):
        fjax.grad(lambda x: float(RULED(x)) * x)(1.0)


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_a_value_of_an_inner_derivative_is_a_constant_where_it_does_not_depend():
    inner = lambda y: fjax.grad(lambda x: x * math.sin(y))(2.0)
    assert float(inner(1.0)) == math.sin(1.0)
    with pytest.raises(FjaxError, match="would lose its derivative"):
        fjax.grad(inner)(1.0)
    outside = fjax.grad(lambda y: y * fjax.grad(lambda x: x * math.sin(3.0))(2.0))(1.0)
    assert float(outside) == math.sin(3.0)


@pytest.mark.parametrize("dtype", ["int32", "uint8", "bool"])
def test_integers_have_no_derivative_to_lose(dtype):
    def function(i, x):
        taken.append([int(i), operator.index(i), float(i), i.item(), [10, 20][i], np.asarray(i)])
        return x * int(i)

    def of_bool(i, x):
        taken.append([int(i), int(i), float(i), i.item(), [10, 20][bool(i)], np.asarray(i)])
        return x * int(i)

    taken = []
    f, one = of_bool if dtype == "bool" else function, jnp.ones((), dtype)
    slopes = fjax.grad(f, argnums=(0, 1), allow_int=True)(one, 2.0)
    assert slopes[0].dtype == fjax.dtypes.float0 and float(slopes[1]) == 1.0
    _, tangent = fjax.jvp(f, (one, 2.0), (np.zeros((), fjax.dtypes.float0), 1.0))
    assert float(tangent) == 1.0
    assert taken == [[1, 1, 1.0, 1, 20, np.ones((), dtype)]] * 2


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_a_rule_computes_with_python_numbers_where_no_derivative_of_it_is_taken():
    @fjax.custom_jvp
    def sine(x):
        return jnp.asarray(math.sin(x))

    sine.defjvp(lambda p, t: (sine(*p), math.cos(p[0]) * t[0]))
    assert float(fjax.grad(sine)(1.0)) == math.cos(1.0)

    wave = fjax.custom_vjp(lambda x: jnp.sin(x))
    wave.defvjp(lambda x: (math.sin(x), math.cos(x)), lambda r, c: (r * c,))
    assert float(fjax.grad(wave)(1.0)) == math.cos(1.0)
    for function in (sine, wave):
        with pytest.raises(FjaxError, match="would lose its derivative"):
            fjax.grad(fjax.grad(function))(1.0)


def test_control_flow_comparisons_and_printing_may_look(capsys):
    def f(x):
        print(x)
        assert x and x > 1 and x == 1.5 and not (x != 1.5) and 1 <= x < 2 and x in [1.5]
        assert max(x, 1.0) is x and sorted([x, 1.0])[-1] is x and bool(np.isclose(x, 1.5))
        assert f"{x:.3f} {x:>8.2e}" == "1.500 1.50e+00" and f"{x:+.1f}" == "+1.5"
        while x > 0.5:
            x = x / 2
        return x * x

    assert float(fjax.grad(f)(1.5)) == 2 * 0.375 / 4
    assert float(fjax.jvp(f, (1.5,), (1.0,))[1]) == 2 * 0.375 / 4
    assert "1.5" in capsys.readouterr().out
    assert float(fjax.grad(fjax.grad(f))(1.5)) == 2 / 16


@pytest.mark.parametrize(
    "f, expected",
    [
        (lambda x: random.Random(0).gauss(x, 1.0), 1.0),
        (lambda x: statistics.NormalDist(0.0, 1.0).mean + x, 1.0),
        (lambda x: sum([x, x], 0.0), 2.0),
        (lambda x: math.prod([x, x]), 3.0),
        (lambda x: divmod(x, 1.0)[1], 1.0),
        (lambda x: pow(2.0, x), 2**1.5 * math.log(2)),
        (lambda x: np.linspace(0.0, x, 3)[1], 0.5),
        (lambda x: np.sin(x), math.cos(1.5)),
        (lambda x: functools.reduce(operator.mul, [x] * 3), 3 * 1.5**2),
        (lambda x: copy.deepcopy(x) * copy.copy(x), 3.0),
        (lambda x: fjax.device_get({"x": x})["x"] ** 2, 3.0),
    ],
)
def test_what_goes_on_with_the_value_keeps_its_derivative(f, expected):
    np.testing.assert_allclose(fjax.grad(f)(1.5), expected, rtol=1e-12)
    np.testing.assert_allclose(fjax.jit(fjax.grad(f))(1.5), expected, rtol=1e-12)


def test_members_of_a_mesh_lose_no_derivative_and_give_away_what_has_none():
    def f(x):
        total = lax.psum(x.sum(), "i")
        taken.append([float(lax.stop_gradient(total)), float(jnp.floor(total)), f"{total:.1f}"])
        taken.append(bool(total > 1))
        return x * total

    def lost(x):
        return x * float(lax.psum(x.sum(), "i"))

    def mapped(g):
        return fjax.shard_map(g, mesh=MESH, in_specs=P("i"), out_specs=P("i"))

    taken = []
    x = jnp.array([1.0, 1.5])
    np.testing.assert_allclose(fjax.grad(lambda x: mapped(f)(x).sum())(x), [5.0, 5.0])
    assert taken[:2] == [[2.5, 2.0, "2.5"], True]
    np.testing.assert_allclose(mapped(lost)(x), 2.5 * x)
    with pytest.raises(FjaxError, match="would lose its derivative"):
        fjax.grad(lambda x: mapped(lost)(x).sum())(x)
    with pytest.raises(FjaxError, match="would lose its derivative"):
        fjax.grad(lambda y: mapped(lambda x: lost(y * x))(x).sum())(1.0)


def test_a_copied_pull_back_has_the_derivative_of_the_original():
    _, pull = fjax.vjp(lambda x, y: (jnp.sin(x) * y, x), 1.0, 2.0)
    _, of_jit = fjax.vjp(fjax.jit(lambda x, y: (jnp.sin(x) * y, x)), 1.0, 2.0)
    _, push = fjax.linearize(lambda x, y: jnp.sin(x) * y, 1.0, 2.0)
    for function, args in ((pull, ((1.0, 1.0),)), (of_jit, ((1.0, 1.0),)), (push, (1.0, 1.0))):
        for copied in (copy.copy(function), copy.deepcopy(function), copy.deepcopy([function])[0]):
            np.testing.assert_array_equal(copied(*args), function(*args))
    assert pull.args_res and copy.deepcopy(pull)((1.0, 0.0)) == pull((1.0, 0.0))


@pytest.mark.parametrize(
    "made",
    [
        lambda f: fjax.vjp(f, 1.0)[1],
        lambda f: fjax.vjp(fjax.jit(f), 1.0)[1],
        lambda f: fjax.linearize(f, 1.0)[1],
        lambda f: fjax.make_jaxpr(f)(1.0),
    ],
)
def test_what_holds_a_program_says_that_it_is_not_pickled(made):
    function = made(jnp.sin)
    with pytest.raises(TypeError, match="can't be pickled(.|\n)*transform the function again"):
        pickle.dumps(function)
