"""Tokens, sinks, staged values and composites: what they do to programs."""

import functools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import errors, lax


def names(function, *args):
    return [e.primitive.name for e in fjax.make_jaxpr(function)(*args).eqns]


def compiled_names(function, *args):
    found = fjax.inspect(function)(*args)
    return str(found.optimized)


def test_tokens_pass_through_transformations():
    def f(x):
        first, second = lax.create_token(), lax.create_token()
        return lax.after_all(first, second), x * 2

    for call in (f, fjax.jit(f)):
        token, out = call(3.0)
        assert (token.shape, float(out)) == ((0,), 6.0)
    assert fjax.jit(lambda t: lax.after_all(t))(lax.create_token()).shape == (0,)
    token, out = fjax.vmap(f, out_axes=(None, 0))(np.arange(3.0))
    assert token.shape == (0,)
    np.testing.assert_array_equal(out, [0, 2, 4])
    assert float(fjax.grad(lambda x: f(x)[1])(1.0)) == 2.0


def test_a_batch_of_tokens_is_one_token():
    tokens = np.zeros((3, 0), bool)
    out = fjax.vmap(lambda t: lax.after_all(t), out_axes=None)(tokens)
    assert out.shape == (0,)


@pytest.mark.needs("x64", reason="names float64")
def test_only_tokens_are_waited_for():
    with pytest.raises(TypeError, match="Arguments to after_all must be tokens.*float64"):
        lax.after_all(1.0)


def test_a_sink_keeps_what_nobody_reads():
    def f(x, prevent=False):
        lax.dce_sink({"a": lax.sin(x), "b": [lax.cos(x)]}, prevent_mlir_dce=prevent)
        return x * 2

    assert names(f, 1.0) == ["sin", "cos", "dce_sink", "dce_sink", "mul"]
    assert "sin" not in compiled_names(f, 1.0)
    kept = compiled_names(functools.partial(f, prevent=True), 1.0)
    assert "sin" in kept and kept.count("dce_sink") == 2
    for prevent in (False, True):
        assert float(fjax.jit(lambda x, p=prevent: f(x, p))(3.0)) == 6.0
        assert float(fjax.grad(lambda x, p=prevent: f(x, p))(3.0)) == 2.0


def test_a_staged_constant_belongs_to_the_trace():
    assert isinstance(lax.stage(2.0), fjax.Array)
    seen = []

    @fjax.jit
    def f():
        value = lax.stage(np.float32(2))
        seen.append(type(value).__name__)
        return value + lax.stage(1.0)

    out = f()
    assert (out.dtype, float(out)) == (np.float32, 3.0)
    assert seen == ["StagingTracer"]
    assert lax.stage(1.0).weak_type and not lax.stage(np.float32(1)).weak_type
    assert float(fjax.grad(lambda x: lax.stage(x) * 3)(1.0)) == 3.0


@functools.partial(lax.composite, name="my.scale", version=3)
def scaled(x, /, *, by=2, table=None, dtype=None):
    """x times a number."""
    return x * by


def equation(function, *args):
    (found,) = [e for e in fjax.make_jaxpr(function)(*args).eqns if e.primitive.name == "composite"]
    return found.op


def test_a_composite_is_shown_as_one_operation_and_computes_its_decomposition():
    x = np.array([1.0, 2.0])
    np.testing.assert_array_equal(scaled(x), 2 * x)
    np.testing.assert_array_equal(fjax.jit(lambda x: scaled(x, by=5))(x), 5 * x)
    op = equation(lambda x: scaled(x, by=5, table=np.eye(2), dtype=np.float32), x)
    assert (op.label, op.version) == ("my.scale", 3)
    attributes = dict(op.attributes)
    assert attributes["by"] == 5 and attributes["dtype"] == np.dtype(np.float32)
    np.testing.assert_array_equal(attributes["table"], np.eye(2))
    assert equation(lambda x: scaled(x, by=None or 2, table=None), x).attributes == (("by", 2),)
    assert "composite" not in compiled_names(scaled, x)
    assert scaled.__name__ == "scaled" and scaled.__doc__ == "x times a number."


def test_composites_take_and_give_trees():
    both = lax.composite(lambda pair: {"sum": pair[0] + pair[1], "one": jnp.ones(2)}, "both")
    out = fjax.jit(both)((1.0, 2.0))
    assert float(out["sum"]) == 3.0
    np.testing.assert_array_equal(out["one"], [1, 1])
    assert float(lax.composite(lambda: jnp.float32(4), "four")()) == 4.0


def test_vmap_batches_the_decomposition_under_the_same_name():
    x = np.arange(6.0).reshape(2, 3)
    mean = lax.composite(lambda x: x - x.mean(), "centred")
    np.testing.assert_allclose(fjax.vmap(mean)(x), x - x.mean(1, keepdims=True))
    assert equation(fjax.vmap(mean), x).label == "centred"


def test_a_composite_has_no_derivative_unless_it_is_given_one():
    for differentiate in (
        lambda f: fjax.grad(f)(1.0),
        lambda f: fjax.jvp(f, (1.0,), (1.0,)),
        lambda f: fjax.jit(fjax.grad(f))(1.0),
    ):
        with pytest.raises(ValueError, match="composite 'my.scale': JVP rule"):
            differentiate(scaled)
    ruled = fjax.custom_jvp(lambda x: scaled(x))
    ruled.defjvps(lambda t, out, x: 7 * t)
    assert float(fjax.grad(ruled)(1.0)) == 7.0
    assert float(fjax.grad(lambda x: x * scaled(2.0))(1.0)) == 4.0  # of a constant: no need


def test_what_a_composite_closes_over_must_be_known():
    def outer(x, scale):
        return lax.composite(lambda y: y * scale, "closing")(x)

    assert float(outer(2.0, jnp.float32(3))) == 6.0
    assert float(fjax.jit(lambda x: outer(x, np.ones(1) * 3)[0])(2.0)) == 6.0
    with pytest.raises(errors.UnexpectedTracerError, match="constant in the .* op 'closing'"):
        fjax.jit(outer)(2.0, 3.0)
    with pytest.raises(errors.UnexpectedTracerError, match="as an attribute.*use numpy arrays"):
        fjax.jit(lambda x, by: scaled(x, by=by))(2.0, 3.0)
    with pytest.raises(TypeError, match="attribute by must be a number"):
        scaled(2.0, by=object())


@pytest.mark.parametrize("explicit", [False, True])
def test_the_solver_of_a_symmetric_system_is_traced_once(explicit):
    traced = []

    def solve(product, b):
        traced.append(b)
        return b / 2.0

    options = {"transpose_solve": solve} if explicit else {}

    def run(b):
        return lax.custom_linear_solve(lambda x: 2.0 * x, b, solve, symmetric=True, **options)

    gradient = fjax.grad(lambda b: run(b).sum())(jnp.arange(3.0))
    assert len(traced) == 1
    np.testing.assert_array_equal(gradient, [0.5] * 3)
