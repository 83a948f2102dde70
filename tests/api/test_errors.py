"""Every kind of bad input gets its own error: the operation, what it got, the line, the remedy."""

import pickle
import sys

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fjax
import fjax.numpy as jnp
from fjax import errors, lax
from fjax.core.device import device
from tests import modes


def message(error):
    return str(error.value)


def check(error, *parts):
    """The message has these parts and the line of this file."""
    for part in (*parts, "test_errors.py"):
        assert part in message(error), message(error)


def test_a_shape_mismatch_names_the_operation_and_both_shapes():
    with pytest.raises(TypeError) as error:
        jnp.ones((2, 3)) + jnp.ones((4,))
    check(error, "add", "(2, 3)", "(4,)")


def test_a_shape_mismatch_while_tracing_names_the_users_line():
    def f(x):
        return fjax.lax.add(x, jnp.ones(4))

    with pytest.raises(TypeError) as error:
        fjax.jit(f)(jnp.ones(3))
    check(error, "add", "(3,)", "(4,)", "(f)")


def test_a_dtype_mismatch_in_lax_names_both_dtypes():
    with pytest.raises(TypeError) as error:
        fjax.lax.mul(jnp.ones(3, jnp.float32), jnp.ones(3, jnp.int32))
    check(error, "mul", "float32[3]", "int32[3]")


def test_an_index_out_of_rank_names_the_array():
    with pytest.raises(IndexError) as error:
        jnp.ones((2, 3))[0, 0, 0]
    check(error, "2-dimensional", "(2, 3)")


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_grad_of_an_integer_input_says_what_to_do():
    with pytest.raises(TypeError) as error:
        fjax.grad(lambda x: x * 2.0)(3)
    check(error, "grad", "int64[]", "allow_int")


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_grad_of_a_vector_says_to_reduce_it():
    with pytest.raises(TypeError) as error:
        fjax.grad(lambda x: x * 2.0)(jnp.ones(3))
    check(error, "float64[3]", "sum", "jacrev")


def test_an_unhashable_static_argument_is_named():
    with pytest.raises(ValueError) as error:
        fjax.jit(lambda x, n: x, static_argnums=1)(1.0, [1, 2])
    check(error, "static", "argument 1", "tuple")


def test_a_leaked_tracer_names_the_line_that_made_it():
    kept = []

    def leak(x):
        kept.append(x * 2)
        return x

    fjax.jit(leak)(1.0)
    with pytest.raises(errors.UnexpectedTracerError) as error:
        kept[0] + 1
    check(error, "leak", "Return it")
    assert message(error).count("test_errors.py") >= 2


def test_a_leaked_gradient_tracer_is_found():
    kept = []

    def leak(x):
        kept.append(x)
        return x * x

    fjax.grad(leak)(1.0)
    with pytest.raises(errors.UnexpectedTracerError):
        jnp.sin(kept[0])


def test_python_control_flow_on_a_traced_value_points_to_cond():
    with pytest.raises(errors.TracerBoolConversionError) as error:
        fjax.jit(lambda x: 1 if x > 0 else 2)(1.0)
    check(error, "bool[]", "fjax.lax.cond", "static")


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_a_traced_value_as_an_integer_points_to_static_arguments():
    with pytest.raises(errors.TracerIntegerConversionError) as error:
        fjax.jit(lambda n: list(range(n)))(3)
    check(error, "int64[]", "static")


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_item_assignment_points_to_at():
    x = jnp.zeros(3)
    with pytest.raises(TypeError) as error:
        x[0] = 1.0
    check(error, "float64[3]", "x.at[index].set(value)")


def test_mixed_devices_say_how_to_move():
    first, second = device("cpu", 0), device("cpu", 1)
    x, y = fjax.device_put(jnp.ones(2), first), fjax.device_put(jnp.ones(2), second)
    with pytest.raises(ValueError) as error:
        x + y
    check(error, "cpu:0", "cpu:1", "device_put")
    with pytest.raises(ValueError):
        fjax.jit(lambda a, b: a + b)(x, y)


def test_a_numpy_function_without_a_rule_names_itself():
    with pytest.raises(errors.TracerArrayConversionError) as error:
        fjax.jit(lambda x: np.lib.stride_tricks.sliding_window_view(x, 2))(jnp.ones(3))
    check(error, "fjax.numpy")


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_numpy_conversion_of_a_tracer_is_refused():
    with pytest.raises(errors.TracerArrayConversionError) as error:
        fjax.jit(lambda x: np.asarray(x))(1.0)
    check(error, "float64[]", "pure_callback")


def test_an_array_is_not_hashable():
    with pytest.raises(TypeError):
        hash(jnp.ones(3))


def test_a_failing_trace_leaves_nothing_behind():
    def broken(x):
        raise RuntimeError("on purpose")

    for transform in (fjax.jit, fjax.grad, fjax.vmap, fjax.jacfwd):
        with pytest.raises(RuntimeError, match="on purpose"):
            transform(broken)(jnp.ones(2) if transform is not fjax.grad else 1.0)
        assert float(fjax.grad(lambda x: x * x)(3.0)) == 6.0


@pytest.mark.skipif(bool(modes.MODES), reason="modes show all frames")
def test_tracebacks_hide_fjaxs_own_frames():
    with pytest.raises(TypeError) as error:
        fjax.grad(lambda x: x)(3)
    files = [str(entry.path) for entry in error.traceback]
    assert not any("/fjax/api/" in file for file in files), files


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_vmap_names_axes_of_different_sizes():
    with pytest.raises(ValueError) as error:
        fjax.vmap(lambda x, y, z: x, (0, 1))(
            jnp.ones(3), jnp.ones((2, 4)), z=[np.ones(3, "float32"), np.ones(4)]
        )
    check(
        error,
        "vmap got inconsistent sizes for array axes to be mapped:\n"
        "  * most axes (2 of them) had size 3, e.g. axis 0 of argument x of type float64[3];\n"
        "  * some axes (2 of them) had size 4, e.g. axis 1 of argument y of type float64[2,4]\n",
        "\n  axis 0 of kwargs['z'][0] of type float32[3], of size 3\n",
        "\n  axis 0 of kwargs['z'][1] of type float64[4], of size 4\n",
    )
    with pytest.raises(ValueError) as error:
        fjax.vmap(lambda x: x, axis_size=4)(jnp.ones(3))
    check(
        error,
        "  * one axis had size 3: axis 0 of argument x of type float64[3];\n  * axis_size is 4\n",
    )


def test_vmap_of_a_scalar_says_which_rank_it_needs():
    with pytest.raises(ValueError) as error:
        fjax.vmap(lambda x: x)(1.0)
    check(error, "rank should be at least 1")


def test_a_returned_string_is_no_output():
    with pytest.raises(TypeError) as error:
        fjax.jit(lambda x: "text")(1.0)
    check(error, "'text'")


def test_an_argument_that_is_no_array_is_named():
    with pytest.raises(TypeError) as error:
        fjax.jit(lambda x, y: x)(1.0, object())
    check(error, "static")


@pytest.mark.parametrize("where", ["forward", "backward"])
def test_debug_nans_names_the_operation_and_the_line(where):
    def f(x):
        return jnp.sqrt(x) if where == "backward" else jnp.log(x)

    with fjax.debug_nans(True):
        with pytest.raises(FloatingPointError) as error:
            if where == "forward":
                f(-1.0)
            else:
                fjax.grad(lambda x: 0.0 * f(x))(0.0)
    check(error, "log" if where == "forward" else "invalid value (nan)")


def test_debug_nans_works_under_jit_in_every_call():
    f = fjax.jit(lambda x: jnp.log(x) + 1)
    x = jnp.array([-1.0, 1.0])
    for _ in range(3):
        with fjax.debug_nans(True), pytest.raises(FloatingPointError) as error:
            f(x)
        check(error, "log", "invalid value (nan)")
    assert np.isnan(f(x)[0])


def test_debug_nans_names_the_line_of_a_compiled_backward_pass():
    def loss(x):
        return jnp.sum(jnp.sqrt(x) * 0.0)

    line = loss.__code__.co_firstlineno + 1
    with fjax.debug_nans(True), pytest.raises(FloatingPointError) as error:
        fjax.jit(fjax.grad(loss))(jnp.zeros(3))
    check(error, "invalid value (nan)", f"test_errors.py:{line}")


HIDDEN = {
    "a branch returns it as a literal": lambda x: lax.cond(x == 1, lambda: jnp.nan, lambda: 2.0),
    "a jitted branch": fjax.jit(lambda x: lax.cond(x == 1, lambda: jnp.nan, lambda: 2.0)),
    "a compiled callee": fjax.jit(
        lambda x: jnp.where(x > 1, fjax.jit(lambda y: (y - 1) / (y - 1))(x), 2.0)
    ),
    "a step of a loop": lambda x: lax.scan(lambda c, y: (c / y, 0.0), x - 1, jnp.zeros(2)),
    "a step's literal": lambda x: lax.scan(lambda c, _: (c, jnp.nan), x, None, length=2),
    "a loop of unknown length": lambda x: lax.while_loop(
        lambda s: s[1] < 2, lambda s: (s[0] / s[0], s[1] + 1), (x - 1, 0)
    ),
    "a literal output": fjax.jit(lambda x: (jnp.nan, x + 2)),
    "a callback": lambda x: fjax.pure_callback(
        lambda x: np.float64(np.nan), fjax.ShapeDtypeStruct((), np.float64), x
    ),
    "a program compiled before": fjax.jit(lambda x: (x - 1) / (x - 1)).lower(1.0).compile(),
    "a checkpoint": fjax.checkpoint(lambda x: (x - 1) / (x - 1)),
    "the gradient under pmap": lambda x: fjax.vjp(
        fjax.pmap(fjax.jit(lambda y: jnp.log((y - 1) ** 2))), jnp.ones(1)
    )[1](jnp.ones(1)),
}


@pytest.mark.parametrize("where", HIDDEN)
def test_debug_nans_finds_what_no_operation_of_the_caller_makes(where):
    HIDDEN[where](1.0)
    with fjax.debug_nans(True), pytest.raises(FloatingPointError, match=r"invalid value \(nan\)"):
        HIDDEN[where](1.0)


def test_debug_nans_names_the_conditional_that_returned_a_literal():
    with fjax.debug_nans(True), pytest.raises(FloatingPointError, match="in cond, in its literal"):
        HIDDEN["a jitted branch"](1.0)


def test_debug_infs_names_the_operation():
    with fjax.debug_infs(True), pytest.raises(FloatingPointError) as error:
        jnp.ones(2) / jnp.zeros(2)
    check(error, "div")


def test_leak_checking_raises_where_the_tracer_escapes():
    kept = []
    with fjax.check_tracer_leaks(True):
        with pytest.raises(Exception, match="Leaked"):
            fjax.jit(lambda x: kept.append(x) or x * 2)(1.0)


def test_leak_checking_accepts_what_returns():
    with fjax.check_tracer_leaks(True):
        out, pull = fjax.jit(lambda x: fjax.vjp(fjax.checkpoint(fjax.nn.relu), x))(2.0)
        slope = fjax.jit(
            fjax.grad(lambda x: fjax.lax.scan(lambda c, _: (c * x, c), x, None, 3)[0])
        )(2.0)
    assert (float(out), float(pull(1.0)[0]), float(slope)) == (2.0, 1.0, 4 * 2.0**3)


def test_an_error_is_the_same_after_pickling():
    with pytest.raises(errors.FjaxError) as caught:
        jnp.ones(2) + jnp.ones(3)
    found = pickle.loads(pickle.dumps(caught.value))
    assert type(found) is caught.type and str(found) == str(caught.value)
    assert found.line == caught.value.line


MESH = fjax.make_mesh((1,), ("i",))
LONG = fjax.NamedSharding(MESH, fjax.P("i", None))


@pytest.mark.parametrize(
    "call",
    [
        lambda: fjax.jit(lambda x: x, out_shardings=LONG)(1.0),
        lambda: fjax.device_put(1.0, LONG),
        lambda: fjax.shard_map(lambda x: x, mesh=MESH, in_specs=LONG.spec, out_specs=fjax.P())(1.0),
        lambda: fjax.linearize(jnp.sin, 1.0)[1](jnp.ones(2)),
        lambda: jnp.add(np.array(["text"]), 1),
        lambda: fjax.random.key(0, impl="none such"),
    ],
)
def test_an_error_about_an_error_names_the_users_line_once(call):
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert str(caught.value).count("\n  at ") == 1


def nested_in_jit(depth):
    function = jnp.sin
    for _ in range(depth):
        function = fjax.jit(lambda x, inner=function: inner(x) + 1.0)
    return function


@pytest.mark.parametrize("transform", [lambda f: f, fjax.grad, fjax.vmap])
def test_too_deep_a_nesting_says_how_python_goes_deeper(transform):
    depth = sys.getrecursionlimit() // 5
    with pytest.raises(RecursionError) as caught:
        transform(nested_in_jit(depth))(jnp.zeros(1) if transform is fjax.vmap else 0.0)
    (note,) = caught.value.__notes__
    assert "sys.setrecursionlimit" in note


@pytest.mark.extended
def test_functions_are_nested_as_deep_as_python_is_told_to_go():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    try:
        assert_allclose(nested_in_jit(150)(0.0), 150.0)
        assert_allclose(fjax.vmap(nested_in_jit(70))(jnp.zeros(2)), [70.0, 70.0])
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize("transform", [fjax.jit, fjax.grad, fjax.vmap])
def test_what_a_traced_array_has_not_names_no_tracer_class(transform):
    value = jnp.ones(()) if transform is not fjax.vmap else jnp.ones(2)
    for ask, error, wanted in (
        (lambda x: x.numpy(), AttributeError, "^a traced array has no attribute 'numpy'. In"),
        (lambda x: x.foo, AttributeError, "^a traced array has no attribute 'foo'$"),
        (lambda x: {x: 1}, TypeError, "^unhashable type: traced array"),
    ):
        with pytest.raises(error, match=wanted):
            transform(ask)(value)
    seen = []
    transform(lambda x: seen.append((hasattr(x, "foo"), getattr(x, "sharding", 7))) or x)(value)
    assert seen == [(False, 7)]
    # What a property says of itself is not covered by that.
    with pytest.raises(errors.TracerAttributeError, match="sharding of a traced value"):
        transform(lambda x: x.sharding)(value)


@pytest.mark.parametrize(
    "program",
    [
        lambda x: x * 2,
        lambda x: x.sum(keepdims=True),
        lambda x: (x.sum(), x),
        lambda x: {"loss": x.sum()},
        lambda x: None,
    ],
)
@pytest.mark.parametrize("transform", [fjax.grad, fjax.value_and_grad])
def test_a_gradient_of_what_is_no_number_leads_to_its_page(program, transform):
    with pytest.raises(errors.NotScalarError, match=r"explain\('NotScalarError'\)"):
        transform(program)(jnp.ones(3))


def _set(a, i, value=1.0):
    a[i] = value


ROWS = np.arange(6.0).reshape(2, 3)


@pytest.mark.parametrize(
    "program, said",
    [
        (lambda i: ROWS[i], r"fjax.numpy.asarray\(a\)\[i\]"),
        (lambda i: ROWS[:, i], r"fjax.numpy.asarray\(a\)\[i\]"),
        (lambda i: ROWS[i, ..., None], r"fjax.numpy.asarray\(a\)\[i\]"),
        (lambda i: ROWS[jnp.array([0, 1]) * i], r"fjax.numpy.asarray\(a\)\[i\]"),
        (lambda i: ROWS[jnp.array([0, 1]) > i], r"fjax.numpy.where\(mask, a, 0\)"),
        (lambda i: [1, 2, 3][i], r"fjax.numpy.array\(numbers\)\[i\]"),
        (lambda i: (1, 2, 3)[i:], r"fjax.lax.dynamic_slice_in_dim\(x, i, size\)"),
        (lambda i: ROWS[i:], r"fjax.lax.dynamic_slice_in_dim\(x, i, size\)"),
    ],
)
@pytest.mark.parametrize("transform", [fjax.jit, lambda f: lambda i: fjax.vmap(f)(jnp.array([i]))])
def test_what_is_indexed_by_a_traced_value_is_named(program, said, transform):
    with pytest.raises(TypeError, match="indexed by it.*" + said):
        transform(program)(1)


@pytest.mark.parametrize(
    "program",
    [
        lambda x: _set(ROWS.copy(), x[0].astype(int)),
        lambda x: _set(ROWS.copy(), x > 1),
        lambda x: _set(ROWS.copy(), 0, x),
        lambda x: _set(np.zeros(3), 0, x[0]),
    ],
)
@pytest.mark.parametrize("transform", [fjax.jit, lambda f: lambda x: fjax.vmap(f)(x[None])])
def test_a_numpy_array_that_is_changed_in_a_traced_function_is_named(program, transform):
    with pytest.raises((ValueError, errors.TracerArrayConversionError)) as error:
        transform(program)(jnp.ones(3))
    cause = error.value.__cause__ or error.value  # NumPy puts an error of its own over a number's
    assert "a is a NumPy array" in str(cause) and "write a = a.at[i].set(x)" in str(cause)


def test_a_derivative_that_a_numpy_array_would_lose_is_named():
    with pytest.raises(
        errors.TracerArrayConversionError, match="lose its derivative.*a is a NumPy"
    ):
        fjax.grad(lambda x: _set(ROWS.copy(), 0, x))(jnp.ones(3))


@pytest.mark.parametrize(
    "program, said",
    [
        (lambda i: np.take(ROWS, i), "use the function of the same name in fjax.numpy"),
        (lambda i: [ROWS, np.asarray(i)][0], "use the function of the same name in fjax.numpy"),
        (lambda i: range(i), "a Python integer is needed: pass it as a static argument"),
    ],
)
def test_what_is_not_indexed_by_a_traced_value_says_nothing_of_an_index(program, said):
    with pytest.raises(TypeError, match=said) as caught:
        fjax.jit(program)(1)
    assert "indexed" not in str(caught.value)


def test_what_is_to_be_written_instead_of_an_index_runs():
    found = fjax.jit(lambda i: jnp.asarray(ROWS)[i])(1)
    np.testing.assert_array_equal(found, ROWS[1])
    found = fjax.jit(lambda i: jnp.asarray(ROWS).at[i].set(0.0))(1)
    np.testing.assert_array_equal(found, [[0, 1, 2], [0, 0, 0]])
    assert fjax.jit(lambda i: jnp.array([1, 2, 3])[i])(1) == 2
    found = fjax.jit(lambda i: fjax.lax.dynamic_slice_in_dim(ROWS, i, 1))(1)
    np.testing.assert_array_equal(found, ROWS[1:])
