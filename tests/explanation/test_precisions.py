"""float32 beside float64: where digits are lost, and `check_grads` in one call."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import debug, lax
from fjax.explanation.precisions import Precisions

NEAR_1000 = np.linspace(1000, 1001, 100)


def variance(x):
    return jnp.mean(x * x) - jnp.mean(x) ** 2


def test_the_operation_that_cancels_is_named():
    found = debug.compare_precision(variance)(NEAR_1000)
    first = found.lost[0]
    assert first.name == "sub" and first.growth > 1e4 and found.error > 1e-3
    assert "sub `jnp.mean(x * x) - jnp.mean(x) ** 2`: error" in str(found)
    assert f"{__file__}:{variance.__code__.co_firstlineno + 1}" in str(found)


def test_a_stable_function_loses_nothing():
    found = debug.compare_precision(lambda x: jnp.mean((x - jnp.mean(x)) ** 2))(NEAR_1000 - 1000)
    assert found.lost == [] and found.error < 1e-5
    assert "no operation loses digits" in str(found) and "agree in" in str(found)


def test_derivatives_calls_and_loops_are_compared():
    def f(x):
        y = fjax.jit(variance)(x)
        return lax.scan(lambda c, _: (c * 1.5, None), y, None, 3)[0]

    found = debug.compare_precision(fjax.value_and_grad(f))(NEAR_1000)
    assert "sub" in {p.name for p in found.lost}


def test_what_computes_otherwise_in_the_other_precision_is_said():
    def f(x):
        return x * 2 if x.dtype == "float32" else x + x + 0 * x

    found = debug.compare_precision(f)(np.ones(3))
    assert found.error == 0 and "other programs inside" in str(found)


def test_an_overflow_is_no_agreement():
    found = debug.compare_precision(lambda x: jnp.exp(x))(np.array([100.0]))
    assert found.error == np.inf and found.lost[0].name == "exp"


@pytest.mark.parametrize(
    "error, words",
    [
        (0.0, "all digits (0.0e+00)"),
        (3e-7, "7 digits"),
        (0.1, "1 digit ("),
        (0.6, "no digit ("),
        (np.inf, "no digit (inf)"),
    ],
)
def test_digits_are_counted_in_words(error, words):
    assert f"agree in {words}" in str(Precisions("f", error, [], ""))


def test_grads_are_checked_in_one_call():
    debug.check_grads(lambda x, n: jnp.sum(jnp.sin(x["a"]) * n), {"a": np.ones(3)}, 2)

    @fjax.custom_jvp
    def wrong(x):
        return jnp.sin(x)

    wrong.defjvp(lambda primals, tangents: (jnp.sin(primals[0]), 2 * tangents[0]))
    with pytest.raises(AssertionError):
        debug.check_grads(wrong, 0.3)


@pytest.mark.parametrize("right", [True, False])
def test_a_rule_of_reverse_mode_alone_is_checked_in_that_mode(right):
    sine = fjax.custom_vjp(lambda x: jnp.sin(x))
    slope = jnp.cos if right else jnp.sin
    sine.defvjp(lambda x: (jnp.sin(x), x), lambda x, g: (g * slope(x),))
    with pytest.raises(TypeError, match=r"modes=\('rev',\)"):
        debug.check_grads(sine, 0.3)
    if right:
        debug.check_grads(sine, 0.3, modes=("rev",))
        return
    with pytest.raises(AssertionError):
        debug.check_grads(sine, 0.3, modes=("rev",))


def test_arguments_in_a_tuple_are_refused_in_words():
    with pytest.raises(TypeError, match=r"check_grads\(f, x, y\): missing .*test_util.check_grads"):
        debug.check_grads(lambda x, y: jnp.sin(x) * y, (0.3, 2.0))
    debug.check_grads(lambda x: jnp.sin(x[0]) * x[1], (0.3, 2.0))
