"""Eager library functions whose programs are recorded and replayed."""

import functools
import inspect

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
import fjax.scipy.linalg
import fjax.scipy.signal
import fjax.scipy.special
import fjax.scipy.stats
from fjax.core.events import count_events
from fjax.interpreters import eager_cost
from fjax.interpreters import recorded as module
from fjax.interpreters.recorded import recorded
from fjax.lowering.cpu.runtime import program
from tests import modes

NAMESPACES = (
    jnp,
    jnp.linalg,
    jnp.fft,
    fjax.nn,
    fjax.scipy.linalg,
    fjax.scipy.signal,
    fjax.scipy.special,
)


def _is_recorded(function):
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename == module.__file__ and code.co_name == "call"


FUNCTIONS = {
    f"{space.__name__}.{name}": getattr(space, name)
    for space in NAMESPACES
    for name in dir(space)
    if _is_recorded(getattr(space, name))
}


def _arguments():
    x = jnp.array([0.1, 0.75, -0.0, 0.5, np.nan, 2.0, -1.5, 0.25])
    y = jnp.linspace(0.9, 0.1, 8)
    square = jnp.reshape(jnp.arange(16.0), (4, 4)) + 5 * jnp.eye(4)
    places = jnp.arange(8)
    single = square.astype(jnp.float32)
    return [
        (x,),
        (x, y),
        (square,),
        (jnp.stack([square, square.T]),),
        (single, single[0]),
        (square, square),
        (square, 3),
        (places,),
        (places, places),
        (y, places),
        (x, y, y),
        (y, y, 2),
        (x, 2),
        (y, 0.3),
        (y, 0.0, 1.0),
        ([x, y],),
        ("ij,j->i", single, single[0]),
        (4,),
        (0, 1, 5),
        (single[:3, :3], single[1:, 1:]),
        (jnp.arange(5, dtype=jnp.uint8),),
        (square, 1.5),
        (x, x > 0.3, y),
        (y, places, x),
        (y, places, x, 0),
    ]


def _options(function):
    """Keywords without which a function refuses."""
    parameters = inspect.signature(inspect.unwrap(function)).parameters
    return {"inplace": False} if "inplace" in parameters else {}


def _same(a, b):
    a_leaves, a_tree = fjax.tree.flatten(a)
    b_leaves, b_tree = fjax.tree.flatten(b)
    assert a_tree == b_tree
    for x, y in zip(a_leaves, b_leaves, strict=True):
        assert x.aval is y.aval
        assert np.asarray(x).tobytes() == np.asarray(y).tobytes()


def _plain(function, arguments, options):
    """The result of the function itself, or None where it has none."""
    try:
        return inspect.unwrap(function, stop=lambda f: not _is_recorded(f))(*arguments, **options)
    except Exception:  # not a call that it is meant for
        return None


def test_there_are_recorded_functions():
    assert len(FUNCTIONS) > 150


@pytest.mark.one_in(12)
@pytest.mark.filterwarnings("ignore:floating point number truncated")
@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_replayed_program_gives_the_function_s_own_bits(name, monkeypatch):
    monkeypatch.setattr(module, "CALLS", 1)
    function, tried = FUNCTIONS[name], 0
    options = _options(function)
    for arguments in _arguments():
        expected = _plain(function, arguments, options)
        if expected is not None:
            _same(expected, function(*arguments, **options))
            _same(expected, function(*arguments, **options))
            tried += 1
    assert tried or modes.MODES  # which may refuse all that is given here


@pytest.mark.one_in(36)
@pytest.mark.filterwarnings("ignore:floating point number truncated")
@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_program_that_is_compiled_later_gives_the_function_s_own_bits(name, monkeypatch):
    monkeypatch.setattr(module, "CALLS", 1)
    monkeypatch.setattr(module, "COMPILING", 0)
    function = FUNCTIONS[name]
    options = _options(function)
    for arguments in _arguments():
        expected = _plain(function, arguments, options)
        if expected is not None:
            _same(expected, function(*arguments, **options))


def _counted(function):
    """The function, recorded, and how often Python ran it."""
    calls = []

    @functools.wraps(function)
    def counting(*args, **kwargs):
        calls.append(args)
        return function(*args, **kwargs)

    return recorded(counting), calls


def test_a_few_calls_are_plain_and_the_others_replayed():
    f, calls = _counted(lambda x, axis: jnp.flip(x, axis) * 2.0 + 1.0)
    for k in range(10):
        assert f(jnp.array([1.0, k]), 0).tolist() == [2.0 * k + 1.0, 3.0]
    assert len(calls) == module.CALLS  # the last of them recorded it
    f(jnp.array([1.0, 2.0]), axis=0)
    assert len(calls) == module.CALLS + 1  # by keyword: another key


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_static_arguments_are_told_apart():
    f, _ = _counted(lambda x, s: jnp.copysign(x, s) + 0.0 * x)
    x = jnp.array([1.0])
    for _ in range(6):
        assert f(x, 0.0).tolist() == [1.0]
        assert f(x, -0.0).tolist() == [-1.0]
    g, _ = _counted(lambda x, s: x + s)
    for _ in range(6):
        assert [g(x, s).dtype.name for s in (1, True, 1.0)] == ["float64"] * 3
        assert g(jnp.array([1]), 1).dtype == np.int64
        assert g(jnp.array([1]), 1.0).dtype == np.float64


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_the_settings_in_force_are_part_of_what_a_program_is_for():
    f, _ = _counted(lambda x: jnp.asarray(x, float) * 2)
    x = jnp.array([1, 2], jnp.int32)
    for _ in range(6):
        assert f(x).dtype == np.float64
        with fjax.enable_x64(False):
            assert f(x).dtype == np.float32


def test_a_constant_result_is_nobody_else_s():
    for _ in range(6):
        x = jnp.linspace(0, 1, 5)
        fjax.jit(lambda x: x + 1, donate_argnums=0)(x)
        assert jnp.linspace(0, 1, 5).tolist() == [0.0, 0.25, 0.5, 0.75, 1.0]


def test_traced_values_and_checks_take_the_plain_way():
    f, calls = _counted(lambda x: jnp.log(x) * 1.0)
    for _ in range(6):
        f(jnp.array(2.0))
    before = len(calls)
    assert fjax.grad(f)(2.0) == 0.5
    assert fjax.vmap(f)(jnp.ones(3)).tolist() == [0.0] * 3
    with fjax.debug_nans(True), pytest.raises(FloatingPointError):
        f(jnp.array(-1.0))
    assert len(calls) == before + 4  # which operation made the NaN, a second call tells
    assert np.isnan(f(jnp.array(-1.0)))
    assert len(calls) == before + 4


def test_what_cannot_be_recorded_stays_plain():
    by_value, calls = _counted(lambda x: x * 2 if x[0] > 0 else x)
    same, same_calls = _counted(lambda x: x)
    x = jnp.array([1.0])
    for _ in range(8):
        assert by_value(x).tolist() == [2.0]
        assert same(x) is x
    assert by_value(-x).tolist() == [-1.0]
    assert len(calls) >= 9 and len(same_calls) >= 8
    with pytest.raises(fjax.errors.FjaxRuntimeError, match="deleted"):
        gone = jnp.array([1.0])
        gone.delete()
        jnp.hypot(gone, gone)


def _kinds(calls):
    """How many kernels were compiled or loaded in calls."""
    with count_events("kernel_compiled") as compiled, count_events("kernel_loaded") as loaded:
        calls()
    return compiled() + loaded()


def test_what_keeps_its_bits_is_compiled_once_calls_have_taken_long(monkeypatch):
    monkeypatch.setattr(module, "COMPILING", 40 * eager_cost.CALL)  # four operations save 3 calls
    f, calls = _counted(lambda x: jnp.cumsum(x)[::-1] * 3.0 / (x + 7.0) - x)
    x = jnp.array([1.0, 2.0, 4.0])
    assert _kinds(lambda: [f(x) for _ in range(6)]) == 0
    expected = f(x)
    assert _kinds(lambda: [f(x) for _ in range(20)]) > 0
    assert len(calls) == module.CALLS
    _same(expected, f(x))
    assert _kinds(lambda: [f(x) for _ in range(20)]) == 0


def test_what_a_replay_has_folded_is_not_compiled(monkeypatch):
    monkeypatch.setattr(module, "COMPILING", 40 * eager_cost.CALL)
    seen, compiled = [], module.eager_parts.compiled
    monkeypatch.setattr(
        module.eager_parts, "compiled", lambda *given: seen.append(given[0]) or compiled(*given)
    )
    f, _ = _counted(lambda x: jnp.cumsum(x)[::-1] * jnp.cumsum(jnp.arange(3.0)) / (x + 7.0) - x)
    x = jnp.array([1.0, 2.0, 4.0])
    expected = f(x)
    for _ in range(26):
        _same(expected, f(x))
    (jaxpr,) = seen
    assert {v for e in jaxpr.eqns for v in e.outvars}.isdisjoint(jaxpr.invars)
    assert [e.op.name for e in jaxpr.eqns].count("cumsum") == 1


def _entered(f, *args):
    """How often compiled programs are run the long way, with a look-up of what they are."""
    from fjax.core import evaluate

    calls = []
    before = evaluate.set_execute(lambda *given: calls.append(given) or before(*given))
    try:
        f(*args)
    finally:
        evaluate.set_execute(before)
    return len(calls)


@pytest.mark.parametrize(
    "name", ["solve", "cholesky", "svd", "eigh", "qr", "lu", "lstsq", "slogdet"]
)
def test_factorizations_are_parts_of_compiled_programs(name, monkeypatch, compiled_with):
    monkeypatch.setattr(module, "COMPILING", 0)
    # Where memory is poisoned no program keeps its scratch block, and each is run the long way.
    compiled_with(program, "KEPT_SCRATCH", 1 << 16)
    function = fjax.scipy.linalg.lu if name == "lu" else getattr(jnp.linalg, name)
    x = jnp.reshape(jnp.arange(9.0), (3, 3)) + 5 * jnp.eye(3)
    args = (x + x.T + jnp.eye(3), x[0])[: 2 if name in ("solve", "lstsq") else 1]
    expected = function(*args)
    for _ in range(module.CALLS):
        function(*args)
    assert _entered(function, *args) == 0  # natively from Arrays to Arrays
    _same(expected, function(*args))


def test_what_a_loop_writes_out_is_no_part_with_an_equal_factorization():
    def loop(x):
        return fjax.lax.fori_loop(0, 3, lambda i, x: jnp.linalg.cholesky(x) + jnp.eye(2), x)

    def once(x):
        return jnp.linalg.cholesky(x, symmetrize_input=False)

    for function, alike in ((loop, False), (once, True)):
        eqns = fjax.make_jaxpr(function)(2 * jnp.eye(2)).jaxpr.eqns
        assert all(map(eager_cost.is_alike, eqns)) is alike


def test_one_operation_is_compiled_where_numpy_has_none_for_it(monkeypatch):
    monkeypatch.setattr(module, "COMPILING", 0)
    shifted, _ = _counted(lambda x, y: x << y)
    halved, _ = _counted(lambda x: x >> jnp.int32(0))
    added, _ = _counted(lambda x: x + 1)
    x, y = jnp.arange(40, dtype=jnp.int32), jnp.full(40, 33, jnp.int32)
    expected = x << y
    assert _kinds(lambda: [shifted(x, y) for _ in range(6)]) > 0
    assert _kinds(lambda: [added(x) for _ in range(6)]) == 0
    _same(expected, shifted(x, y))
    _same(x, halved(x))


def test_long_functions_of_many_elements_are_compiled_before_the_first_call():
    f, calls = _counted(lambda x: fjax.scipy.special.i0e(x) * 2.0)
    few, many = jnp.linspace(0.0, 4.0, 100), jnp.linspace(0.0, 4.0, 300_000)
    assert _kinds(lambda: f(many)) > 0
    assert len(calls) == 1  # traced
    np.testing.assert_allclose(f(many)[:5], 2 * fjax.scipy.special.i0e(many[:5]), rtol=1e-14)
    assert _kinds(lambda: [f(few) for _ in range(8)]) == 0


def test_nothing_is_compiled_where_jit_is_disabled(monkeypatch):
    monkeypatch.setattr(module, "COMPILING", 0)
    f, _ = _counted(lambda x: x * 5.0 - x / 3.0 + 1.0)
    with fjax.disable_jit():
        assert _kinds(lambda: [f(jnp.ones(30)) for _ in range(9)]) == 0


def test_errors_are_the_function_s_own():
    for _ in range(6):
        with pytest.raises(ValueError, match="broadcast"):
            jnp.hypot(jnp.ones(2), jnp.ones(3))


def test_values_change_between_calls():
    for k in range(8):
        x = jnp.array([3.0 + k, 4.0])
        np.testing.assert_allclose(jnp.std(x), np.std([3.0 + k, 4.0]), rtol=1e-15)
        np.testing.assert_allclose(
            fjax.scipy.stats.norm.logpdf(x, 0.5), -((x - 0.5) ** 2 + np.log(2 * np.pi)) / 2, 1e-15
        )


def test_a_step_without_operands_and_results_costs_a_call():
    seen = []
    note = lambda: fjax.experimental.io_callback(lambda: seen.append(1), None)
    (eqn,) = fjax.make_jaxpr(note)().eqns
    assert eager_cost.work(eqn) == eager_cost.CALL
    fjax.lax.fori_loop(0, 3, lambda i, c: (note(), c)[1], 0.0)
    fjax.effects_barrier()
    assert seen == [1] * 3
