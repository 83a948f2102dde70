"""Derivatives as a user asks for them; the autodiff cookbook's kind of use."""

from functools import partial
from typing import NamedTuple

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import grad, hessian, jacfwd, jacrev, jit, jvp, vjp, vmap


def sigmoid(x):
    return 0.5 * (jnp.tanh(x / 2) + 1)


def predict(W, b, inputs):
    return sigmoid(jnp.dot(inputs, W) + b)


INPUTS = np.array(
    [[0.52, 1.12, 0.77], [0.88, -1.08, 0.15], [0.52, 0.06, -1.30], [0.74, -2.49, 1.39]]
)
TARGETS = np.array([True, True, False, True])
W, B = np.array([0.3, -0.2, 0.9]), 0.1


def loss(W, b):
    preds = predict(W, b, INPUTS)
    label_probs = preds * TARGETS + (1 - preds) * (1 - TARGETS)
    return -jnp.sum(jnp.log(label_probs))


def numerical(f, x, eps=1e-6):
    x = np.asarray(x, float)
    out = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        step = np.zeros(x.shape)
        step[i] = eps
        out[i] = (float(f(x + step)) - float(f(x - step))) / (2 * eps)
    return out


@pytest.mark.needs("x64", reason="differences of float64")
def test_grad_of_a_logistic_loss_agrees_with_differences():
    np.testing.assert_allclose(grad(loss)(W, B), numerical(lambda w: loss(w, B), W), rtol=1e-6)
    gw, gb = grad(loss, (0, 1))(W, B)
    np.testing.assert_allclose(gb, numerical(lambda b: loss(W, b), B), rtol=1e-6)


def test_grad_goes_through_dicts_and_namedtuples():
    class Params(NamedTuple):
        W: object
        b: object

    by_dict = grad(lambda p: loss(p["W"], p["b"]))({"W": W, "b": B})
    by_tuple = grad(lambda p: loss(*p))(Params(W, B))
    assert isinstance(by_tuple, Params)
    np.testing.assert_allclose(by_dict["W"], by_tuple.W)


def test_grad_goes_through_registered_classes():
    @fjax.tree_util.register_pytree_node_class
    class Point:
        def __init__(self, x, y):
            self.x, self.y = x, y

        def tree_flatten(self):
            return (self.x, self.y), None

        @classmethod
        def tree_unflatten(cls, data, children):
            return cls(*children)

    found = grad(lambda p: p.x * p.y)(Point(2.0, 3.0))
    assert (float(found.x), float(found.y)) == (3.0, 2.0)


def test_value_and_grad_with_aux():
    (value, aux), g = fjax.value_and_grad(lambda x: (x**2, {"x": x}), has_aux=True)(3.0)
    assert (float(value), float(aux["x"]), float(g)) == (9.0, 3.0, 6.0)


def test_hessian_vector_products_by_two_modes():
    hvp = lambda f, x, v: grad(lambda x: jnp.vdot(grad(f)(x), v))(x)
    forward_over_reverse = lambda f, x, v: jvp(grad(f), (x,), (v,))[1]
    f = lambda X: jnp.sum(jnp.tanh(X) ** 2)
    X, V = np.linspace(-1, 1, 6).reshape(2, 3), np.ones((2, 3))
    expected = jnp.tensordot(hessian(f)(X), V, 2)
    np.testing.assert_allclose(hvp(f, X, V), expected, rtol=1e-10)
    np.testing.assert_allclose(forward_over_reverse(f, X, V), expected, rtol=1e-10)


def test_jacobians_by_both_modes_and_by_hand():
    f = lambda w: predict(w, B, INPUTS)
    J = jacfwd(f)(W)
    np.testing.assert_allclose(J, jacrev(f)(W), rtol=1e-12)
    pushed = vmap(partial(jvp, f, (W,)))((np.eye(3),))[1]
    np.testing.assert_allclose(jnp.transpose(pushed), J, rtol=1e-12)
    y, pull_back = vjp(f, W)
    np.testing.assert_allclose(vmap(pull_back)(np.eye(len(y)))[0], J, rtol=1e-12)


def test_hessians_of_pytrees_have_nested_structure():
    f = lambda p: jnp.sum(p["a"] ** 2) * p["b"]
    h = hessian(f)({"a": jnp.ones(2), "b": 3.0})
    np.testing.assert_allclose(h["a"]["a"], 6 * np.eye(2))
    np.testing.assert_allclose(h["a"]["b"], [2.0, 2.0])
    assert jacfwd(jacrev(f))({"a": jnp.ones(2), "b": 3.0})["b"]["b"].shape == ()


def test_complex_derivatives_do_not_conjugate():
    assert complex(grad(lambda z: jnp.sin(z), holomorphic=True)(1 + 2j)) == pytest.approx(
        complex(np.cos(1 + 2j))
    )
    assert complex(grad(lambda z: jnp.real(z) ** 2 + jnp.imag(z) ** 2)(1 + 2j)) == 2 - 4j
    f = lambda z: jnp.conj(z)
    assert complex(vjp(f, 1j)[1](1.0 + 0j)[0]) == 1.0


def test_perturbations_are_not_confused():
    assert float(grad(lambda x: x * grad(lambda y: x + y)(1.0))(1.0)) == 1.0
    assert float(grad(lambda x: x * jvp(lambda y: x * y, (1.0,), (1.0,))[1])(2.0)) == 4.0


def test_value_dependent_python_branches_work_under_grad():
    def f(x):
        return x**2 if x > 0 else -x

    assert (float(grad(f)(3.0)), float(grad(f)(-3.0))) == (6.0, -1.0)


def test_higher_derivatives_of_sin():
    f = jnp.sin
    for k in range(1, 6):
        f = grad(f)
        assert float(f(0.7)) == pytest.approx(float(np.sin(0.7 + k * np.pi / 2)))


def test_integer_arguments_give_float0_gradients():
    g = grad(lambda n, x: n * x, argnums=(0, 1), allow_int=True)(3, 2.0)
    assert g[0].dtype == fjax.float0 and float(g[1]) == 3.0


def test_linearize_evaluates_the_function_once():
    calls = []

    def f(x):
        calls.append(1)
        return jnp.sin(x) * x

    value, push = fjax.linearize(f, 2.0)
    results = [float(push(t)) for t in (1.0, 2.0)]
    assert len(calls) == 1
    assert results[1] == pytest.approx(2 * results[0])
    assert results[0] == pytest.approx(float(jvp(f, (2.0,), (1.0,))[1]))


def test_linear_transpose_is_the_adjoint():
    A = np.arange(6.0).reshape(2, 3)
    transpose = fjax.linear_transpose(lambda x: jnp.dot(A, x), np.zeros(3))
    np.testing.assert_allclose(transpose(jnp.array([1.0, 2.0]))[0], A.T @ [1.0, 2.0])


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_vjp_checks_the_cotangents_structure_and_type():
    _, pull_back = vjp(lambda x: (x, x), 1.0)
    with pytest.raises(TypeError, match="structure"):
        pull_back(1.0)
    _, pull_back = vjp(lambda x: x, jnp.ones(3))
    with pytest.raises(ValueError, match=r"float64\[2\]"):
        pull_back(jnp.ones(2))


def test_stop_gradient_cuts_the_path():
    assert float(grad(lambda x: x * fjax.lax.stop_gradient(x))(3.0)) == 3.0


@pytest.mark.parametrize("wrap", [lambda f: f, jit], ids=["eager", "jit"])
def test_per_example_gradients(wrap):
    per_example = wrap(vmap(grad(lambda w, x: jnp.sum(sigmoid(jnp.dot(x, w)))), in_axes=(None, 0)))
    expected = np.stack([grad(lambda w: jnp.sum(sigmoid(jnp.dot(x, w))))(W) for x in INPUTS])
    np.testing.assert_allclose(per_example(W, INPUTS), expected, rtol=1e-12)


def test_scipy_minimises_with_a_gradient_from_grad():
    from scipy.optimize import minimize

    rosen = lambda x: jnp.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)
    found = minimize(rosen, np.zeros(3), jac=grad(rosen), method="BFGS")
    np.testing.assert_allclose(found.x, np.ones(3), atol=1e-4)


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_the_gradient_keeps_the_arguments_dtype():
    assert grad(lambda x: jnp.sum(x * 2))(jnp.ones(2, jnp.float32)).dtype == jnp.float32
    assert grad(lambda x: jnp.sum(x.astype(jnp.float32)))(jnp.ones(2)).dtype == jnp.float64


def test_a_vjp_function_is_a_pytree_of_residuals():
    def pull(x):
        return fjax.vjp(lambda a: jnp.sin(a) * a, x)[1]

    expected = np.cos(2.0) * 2.0 + np.sin(2.0)
    assert float(fjax.jit(pull)(2.0)(1.0)[0]) == pytest.approx(expected)
    apply = fjax.jit(lambda f, cotangent: f(cotangent)[0])
    for x in (2.0, 3.0):
        assert float(apply(pull(x), 1.0)) == pytest.approx(np.cos(x) * x + np.sin(x))
    assert apply._cache_size() == 1
    batched = fjax.vmap(pull)(jnp.arange(3.0))
    rows = fjax.vmap(lambda f: f(1.0)[0])(batched)
    np.testing.assert_allclose(rows, [np.cos(x) * x + np.sin(x) for x in range(3)])


def test_a_linearized_function_leaves_jit():
    value, push = fjax.jit(lambda x: fjax.linearize(jnp.sin, x))(1.0)
    assert float(push(2.0)) == pytest.approx(2 * np.cos(1.0))


def test_linear_transpose_takes_integers():
    assert int(fjax.linear_transpose(lambda x: 2 * x, 1)(3)[0]) == 6


@pytest.mark.parametrize("transform", [fjax.vmap, fjax.grad, fjax.jit])
def test_a_callable_object_is_transformed_with_its_attributes(transform):
    class Scale:
        def __init__(self, factor):
            self.factor = factor

        def __call__(self, x):
            return self.factor * x

        @property
        def __name__(self):
            return self

    transformed = transform(Scale(3.0))
    assert transformed.factor == 3.0
    value = transformed(jnp.ones(2) if transform is fjax.vmap else 1.0)
    np.testing.assert_allclose(value, 3.0)
