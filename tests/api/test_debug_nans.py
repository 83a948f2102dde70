"""What debug_nans says of the cause of a NaN: planted ones, each named with what to change."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, nn


def norm(x):
    return jnp.sqrt(jnp.sum(x * x))


def guarded(x):
    return jnp.sum(jnp.where(x > 0, jnp.log(x), 0.0))


def entropy(x):
    return jnp.sum(x * jnp.log(x))


def labels(logits, label):
    return nn.losses.cross_entropy(logits, label)


def layers(x):
    model = nn.Sequential(
        nn.Linear(2, 3, key=fjax.random.key(0)), nn.Lambda(lambda h: jnp.log(h - 1e6))
    )
    return jnp.sum(model(x))


def mean_of(batch):
    return jnp.mean(batch["x"] @ jnp.ones((2, 2)))


def angle(x):
    return jnp.arccos(x)


def stepped(x):
    return lax.scan(lambda c, _: (jnp.sqrt(c - 0.4), None), x, None, length=5)[0]


BAD = np.ones((3, 2))
BAD[1, 0] = np.nan
CASES = {
    "the gradient of sqrt at 0": (
        fjax.grad(norm),
        (np.zeros(3),),
        ["in mul", "inf, 0.0", "div gave infinity", "`jnp.sqrt(jnp.sum(x * x))`", "jnp.where(ok"],
    ),
    "a branch that where does not take": (
        fjax.grad(guarded),
        (np.array([1.0, 0.0]),),
        ["in div", "first at [1]", "`jnp.log(x)`", "the branch that `where` does not take"],
    ),
    "the logarithm of 0": (
        entropy,
        (np.array([0.5, 0.0]),),
        ["in mul", "0.0, -inf", "log gave infinity", "`jnp.log(x)`"],
    ),
    "a root of a negative number in a loop": (
        stepped,
        (1.0,),
        ["in sqrt", "operands there: -0.15", "sqrt gives numbers where x >= 0"],
    ),
    "out of a domain": (
        angle,
        (np.array([0.5, 2.0]),),
        ["first at [1]", "operands there: 2.0", "-1 <= x <= 1"],
    ),
    "a matrix that has no Cholesky factor": (
        jnp.linalg.cholesky,
        (np.array([[1.0, 2.0], [2.0, 1.0]]),),
        ["in cholesky", "positive definite", "jnp.eye"],
    ),
    "a matrix without an inverse": (
        jnp.linalg.solve,
        (np.ones((2, 2)) * 0, np.ones(2)),
        ["in factored_solve", "the matrix has an inverse", "lstsq"],
    ),
    "in a layer": (layers, (np.ones((4, 2)),), ["in log", "layers[1]", "x >= 0"]),
}


@pytest.mark.parametrize("compiled", [False, True], ids=["eager", "jit"])
@pytest.mark.parametrize("name", CASES)
def test_the_cause_of_a_nan_is_named(name, compiled):
    function, args, words = CASES[name]
    with fjax.debug_nans(True), pytest.raises(FloatingPointError) as error:
        (fjax.jit(function) if compiled else function)(*args)
    assert [w for w in words if w not in str(error.value)] == [], str(error.value)


def test_a_label_that_is_no_class_is_named():
    with fjax.debug_nans(True), pytest.raises(FloatingPointError) as error:
        fjax.jit(fjax.grad(labels))(np.zeros((2, 3)), np.array([0, 5]))
    words = ["index 5 is out of bounds for axis 1 with size 3", "indices, such as labels"]
    assert [w for w in words if w not in str(error.value)] == []


def test_an_argument_that_holds_a_nan_is_named():
    with fjax.debug_nans(True), pytest.raises(FloatingPointError) as error:
        fjax.jit(mean_of)({"x": BAD, "y": np.ones(3)})
    assert "the argument batch['x'] holds NaN (1 of 6 elements, first at [1, 0])" in str(
        error.value
    )
    with fjax.debug_nans(True), pytest.raises(FloatingPointError) as error:
        mean_of({"x": jnp.asarray(BAD)})
    assert "operand 0, float64[3,2], holds it already at [1, 0]" in str(error.value)


def test_scopes_of_layers_are_in_the_names_of_equations():
    model = nn.Sequential(nn.Linear(2, 3, key=fjax.random.key(0)), nn.Lambda(jnp.sin))
    eqns = fjax.make_jaxpr(model)(np.ones((4, 2))).eqns
    assert str(eqns[0].source_info.name_stack) == "Sequential/layers[0]"
    assert str(eqns[-1].source_info.name_stack) == "Sequential/layers[1]"


WITH_NAN = np.array([1.0, np.nan, 3.0])


@pytest.mark.parametrize(
    "call",
    [
        lambda x: jnp.nan_to_num(x, nan=jnp.nan),
        lambda x: jnp.where(x > 99, jnp.nan, x),
        lambda x: jnp.where(x > 99, WITH_NAN, x),
        lambda x: jnp.fmax(x, jnp.nan),
        lambda x: jnp.nanvar(WITH_NAN),
        lambda x: jnp.nanmedian(WITH_NAN),
        lambda x: jnp.nanmean(WITH_NAN),
    ],
)
def test_a_library_function_may_hold_nans_on_the_way(call):
    x = jnp.arange(3.0)
    with fjax.debug_nans(True), fjax.debug_infs(True):
        assert np.isfinite(call(x)).all()


def test_a_library_function_that_gives_nan_names_the_operation():
    with fjax.debug_nans(True):
        with pytest.raises(fjax.errors.NonFiniteError, match="invalid value .* in div"):
            jnp.var(jnp.ones(1), ddof=1)
        with pytest.raises(fjax.errors.NonFiniteError, match="in log"):
            jnp.logaddexp(jnp.log(-jnp.ones(2)), 1.0)
