"""Callbacks: once each, in order, in eager mode and under jit, grad and vmap."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.experimental import io_callback

SCALAR = fjax.ShapeDtypeStruct((), np.float64)
TRANSFORMS = {
    "eager": lambda f: f,
    "jit": fjax.jit,
    "grad": fjax.grad,
    "jit of grad": lambda f: fjax.jit(fjax.grad(f)),
    "grad of jit": lambda f: fjax.grad(fjax.jit(f)),
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_prints_come_once_and_in_order(name, capsys):
    def f(x):
        fjax.debug.print("x = {}, twice {y}", x, y=x * 2.0)
        y = jnp.sin(x)
        fjax.debug.print("then {}", x + 1.0)
        return y

    TRANSFORMS[name](f)(1.0)
    assert capsys.readouterr().out == "x = 1.0, twice 2.0\nthen 2.0\n"


def test_prints_under_vmap_come_per_example(capsys):
    fjax.jit(fjax.vmap(lambda x: fjax.debug.print("x = {}", x)))(jnp.arange(3.0))
    assert capsys.readouterr().out == "x = 0.0\nx = 1.0\nx = 2.0\n"


@pytest.mark.parametrize("name", TRANSFORMS)
def test_prints_in_loops_come_once_a_step(name, capsys):
    def f(x):
        def body(c, i):
            fjax.debug.print("{}", i)
            return c * x, None

        y = lax.scan(body, x, jnp.arange(2))[0]

        def step(c):
            fjax.debug.print("w {}", c)
            return c * 2.0

        return y + 0.0 * lax.while_loop(lambda c: c < 4.0, step, x)

    TRANSFORMS[name](f)(1.0)
    assert capsys.readouterr().out == "0\n1\nw 1.0\nw 2.0\n"


def test_a_format_string_that_leaves_arguments_unused_is_refused():
    with pytest.raises(ValueError, match="unused arguments"):
        fjax.debug.print("{}", 1, 2)
    with pytest.raises(TypeError, match="must be a string"):
        fjax.debug.print(1.0)


@pytest.mark.parametrize("method", ["sequential", "expand_dims", "broadcast_all"])
def test_pure_callback_under_vmap(method):
    def f(x, y):
        return fjax.pure_callback(np.add, SCALAR, x, y, vmap_method=method)

    x = np.arange(3.0)
    np.testing.assert_array_equal(fjax.vmap(f, (0, None))(x, 1.0), x + 1.0)
    np.testing.assert_array_equal(fjax.jit(fjax.vmap(f))(x, x), x + x)


def test_pure_callback_needs_a_method_for_vmap_and_a_rule_for_derivatives():
    f = lambda x: fjax.pure_callback(np.sin, SCALAR, x)
    with pytest.raises(NotImplementedError, match="vmap_method"):
        fjax.vmap(f)(np.arange(3.0))
    with pytest.raises(TypeError, match="custom_jvp"):
        fjax.grad(f)(1.0)


def test_pure_callback_with_a_custom_rule():
    @fjax.custom_jvp
    def f(x):
        return fjax.pure_callback(np.sin, SCALAR, x, vmap_method="sequential")

    f.defjvp(
        lambda p, t: (
            f(*p),
            fjax.pure_callback(np.cos, SCALAR, *p, vmap_method="sequential") * t[0],
        )
    )
    np.testing.assert_allclose(
        fjax.jit(fjax.vmap(fjax.grad(f)))(np.arange(3.0)), np.cos(np.arange(3.0))
    )


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (lambda x: np.ones(2), r"float64\[2\] where float64\[\]"),
        (lambda x: (x, x), "promised"),
        (lambda x: 1j, "complex128"),
    ],
)
def test_a_result_other_than_promised_is_refused(result, message):
    for run in (lambda f: f, fjax.jit):
        with pytest.raises(RuntimeError, match=message):
            run(lambda x: fjax.pure_callback(result, SCALAR, x))(1.0)


@pytest.mark.parametrize(
    ("promised", "returned"),
    [([SCALAR, SCALAR], tuple), ((SCALAR, SCALAR), list), ([SCALAR], None)],
)
def test_a_result_has_the_promised_structure_whatever_container_was_returned(promised, returned):
    values = [np.float64(2.0 + k) for k in range(len(promised))]
    result = values[0] if returned is None else returned(values)
    for run in (lambda f: f, fjax.jit):
        found = run(lambda x: fjax.pure_callback(lambda x: result, promised, x))(1.0)
        assert type(found) is type(promised) and [float(x) for x in found] == values


@pytest.mark.parametrize("promised", [None, (), [], {}])
def test_a_callback_without_results_may_return_any_tree_without_leaves(promised):
    seen = []
    for returned in (None, (), {}):

        def f(x, returned=returned):
            io_callback(lambda v: (seen.append(float(v)), returned)[1], promised, x)
            return x

        assert f(1.0) == 1.0 and fjax.jit(f)(2.0) == 2.0
    assert seen == [1.0, 2.0] * 3


def test_debug_print_has_numpys_options_of_where_it_is_called(capsys):
    def f(x):
        with np.printoptions(precision=2, suppress=True):
            fjax.debug.print("{}", x)

    x = np.array([1.2345, 2.3456, 1e-7])
    for run in (f, fjax.jit(f)):
        run(x)
        assert capsys.readouterr().out == "[1.23 2.35 0.  ]\n"


def test_io_callback_runs_once_even_if_its_result_is_unused():
    log = []

    def write(x):
        log.append(float(x))
        return np.float64(x)

    @fjax.jit
    def f(x):
        io_callback(write, SCALAR, x, ordered=True)
        io_callback(write, SCALAR, x + 1.0, ordered=True)
        return x

    f(1.0)
    f(5.0)
    assert log == [1.0, 2.0, 5.0, 6.0]


def test_ordered_io_callbacks_can_not_be_vmapped_and_have_no_derivative():
    f = lambda x: io_callback(lambda x: x, SCALAR, x, ordered=True)
    with pytest.raises(ValueError, match="order"):
        fjax.vmap(f)(np.arange(3.0))
    for kind in (TypeError, ValueError):
        with pytest.raises(kind, match="derivative"):
            fjax.grad(f)(1.0)


def test_an_error_in_a_callback_reaches_the_caller_and_leaves_things_clean():
    def fail(x):
        raise KeyError("no such thing")

    with pytest.raises(KeyError, match="no such thing"):
        fjax.jit(lambda x: fjax.pure_callback(fail, SCALAR, x))(1.0)
    assert float(fjax.jit(jnp.sin)(0.0)) == 0.0


def test_options_may_be_given_in_a_call_of_their_own(capsys):
    fjax.jit(lambda x: fjax.debug.print(ordered=True)("x = {x}", x=x))(3)
    fjax.debug.callback(ordered=True)(lambda x, ordered: print(x, ordered), 4, ordered="so")
    assert capsys.readouterr().out == "x = 3\n4 so\n"
    with pytest.raises(
        TypeError, match="debug_print received unexpected arguments in the two-call"
    ):
        fjax.debug.print(ordered=True, x=3)
    with pytest.raises(TypeError, match="debug_callback received unexpected arguments"):
        fjax.debug.callback(None, 3)
