"""What the members of a mesh run: which of their values are common, and derivatives inside."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import P, lax

MESH = fjax.make_mesh((4, 2), ("x", "y"))
X = np.arange(1.0, 9.0) / 8


def mapped(f, in_specs=P("x"), out_specs=P("x"), **options):
    return fjax.shard_map(f, mesh=MESH, in_specs=in_specs, out_specs=out_specs, **options)


def test_types_say_along_which_axes_a_value_differs():
    def f(w, x):
        assert fjax.typeof(x).vma == {"x"} and fjax.typeof(w).vma == frozenset()
        assert fjax.typeof(w * x).vma == {"x"} and fjax.typeof(lax.psum(x, "x")).vma == frozenset()
        assert fjax.typeof(lax.axis_index("y") + x[0]).vma == {"x", "y"}
        assert fjax.typeof(lax.pvary(w, "y")).vma == {"y"}
        assert fjax.typeof(lax.pmax(lax.psum(x, "x"), "y")).vma == frozenset()
        assert str(fjax.typeof(x)) == "float64[2]{V:x}"
        return x

    mapped(f, (P(), P("x")))(1.0, X)


@pytest.mark.parametrize(
    "f, out_specs, match",
    [
        (lambda x: x, P(), r"P\(\) which implies .* not {x}.* varying over {x}.*lax.psum"),
        (lambda x: lax.axis_index("y") + x, P("x"), "replicated across mesh axis 'y'"),
        (lambda x: lax.ppermute(x, "x", [(0, 1)]), P(), "statically inferred"),
        (lambda x: jnp.cumsum(lax.all_gather(x, "x")), P(), "statically inferred"),
    ],
)
def test_results_that_may_differ_need_their_axes_in_out_specs(f, out_specs, match):
    with pytest.raises(ValueError, match=match):
        mapped(f, out_specs=out_specs)(X)
    mapped(f, out_specs=out_specs, check_vma=False)(X)


@pytest.mark.parametrize("wrap", [lambda f: f, fjax.jit], ids=["eager", "jit"])
def test_a_gradient_of_a_common_parameter_within_a_member_is_the_total(wrap):
    def member(w, x):
        value, slope = fjax.value_and_grad(lambda w: lax.psum(jnp.sum(jnp.sin(w * x)), "x"))(w)
        own = fjax.grad(lambda x: lax.psum(jnp.sum(jnp.sin(w * x)), "x"))(x)
        return value, slope, own

    value, slope, own = wrap(mapped(member, (P(), P("x")), (P(), P(), P("x"))))(2.0, X)
    np.testing.assert_allclose(value, np.sin(2 * X).sum())
    np.testing.assert_allclose(slope, (X * np.cos(2 * X)).sum())
    np.testing.assert_allclose(own, 2 * np.cos(2 * X))


def test_without_checks_a_sum_transposes_to_a_sum():
    member = fjax.grad(lambda x: lax.psum(jnp.sum(x**2), "x"))
    np.testing.assert_allclose(mapped(member)(X), 2 * X)
    np.testing.assert_allclose(mapped(member, check_vma=False)(X), 4 * 2 * X)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("check_vma", [True, False])
@pytest.mark.parametrize(
    "f",
    [
        lambda w, x: lax.scan(lambda c, a: (c + jnp.sin(w * a), c), 0.0, x)[1],
        lambda w, x: lax.fori_loop(0, 3, lambda _, c: jnp.sin(c * x.sum()) + w, w) * x,
        lambda w, x: lax.while_loop(lambda c: c.sum() < 4.0, lambda c: c * 1.5 + w, x),
        lambda w, x: lax.cond(x[0] > 0.5, lambda a: jnp.sin(a) * w, lambda a: w + 0 * a, x),
        lambda w, x: lax.cond(w > 0.5, lambda a: lax.psum(a * w, "x"), lambda a: a * 2, x) + x,
        lambda w, x: fjax.checkpoint(lambda a: jnp.sin(jnp.sin(a * w)))(x),
        lambda w, x: fjax.vmap(lambda a: lax.psum(a, "x") * w * a)(x),
        lambda w, x: fjax.jit(lambda a: jnp.exp(a * w) * lax.pmean(a, "x"))(x),
        lambda w, x: lax.psum(w, "y") * x + lax.pmax(x, "x"),
    ],
    ids=["scan", "fori", "while", "cond", "common-cond", "remat", "vmap", "jit", "sums"],
)
def test_derivatives_are_those_of_differences(f, check_vma):
    g = mapped(f, (P(), P("x")), check_vma=check_vma)
    whole = lambda w, x: jnp.sum(jnp.cos(g(w, x)) * jnp.arange(8))
    for run in (fjax.grad(whole, (0, 1)), fjax.jit(fjax.grad(whole, (0, 1)))):
        dw, dx = run(0.7, X)
        h = 1e-6
        np.testing.assert_allclose(dw, (whole(0.7 + h, X) - whole(0.7 - h, X)) / (2 * h), atol=1e-6)
        for i in (0, 3, 7):
            e = h * np.eye(8)[i]
            slope = (whole(0.7, X + e) - whole(0.7, X - e)) / (2 * h)
            np.testing.assert_allclose(dx[i], slope, atol=1e-6)


@fjax.custom_vjp
def halved(x):
    """x, whose derivative is half the mean of the members' cotangents."""
    return x


halved.defvjp(lambda x: (x, None), lambda _, c: (lax.pmean(c, "x") / 2 + 0 * c,))


def test_a_rule_of_its_own_finds_the_axes():
    g = lambda x: jnp.sum(mapped(lambda x: halved(x) * x[0] * 0 + halved(x))(x) * jnp.arange(8.0))
    wanted = np.tile(np.arange(8.0).reshape(4, 2).mean(0) / 2, 4)
    for run in (fjax.grad(g), fjax.jit(fjax.grad(g))):
        np.testing.assert_allclose(run(X), wanted)


def test_a_callback_runs_for_each_member():
    seen = []

    def note(x):
        seen.append(np.shape(x))
        return np.sin(x)

    f = mapped(lambda x: fjax.pure_callback(note, fjax.ShapeDtypeStruct((2,), x.dtype), x))
    np.testing.assert_allclose(f(X), np.sin(X))
    assert set(seen) == {(2,)}


@pytest.mark.parametrize("transform", [lambda f: f, fjax.jit])
def test_ordered_calls_keep_their_order_within_each_member(transform):
    seen = []

    def f(x):
        for step in range(3):
            note = lambda member, step=step: seen.append((int(member), step))
            fjax.experimental.io_callback(note, None, lax.axis_index("x"), ordered=True)
        return x

    transform(mapped(f))(X)
    fjax.effects_barrier()
    assert sorted(seen) == [(member, step) for member in range(4) for step in range(3)]
    orders = [[step for who, step in seen if who == member] for member in range(4)]
    assert orders == [[0, 1, 2]] * 4


def test_a_shard_map_within_another_splits_along_the_other_axes():
    def outer(x):
        inner = fjax.shard_map(
            lambda x: lax.psum(x, "y"), in_specs=P("y"), out_specs=P(), axis_names={"y"}
        )
        return inner(x)

    found = mapped(outer, axis_names={"x"})(X)
    np.testing.assert_allclose(found, X.reshape(4, 2).sum(1))


@pytest.mark.parametrize("how", [lambda f: f, fjax.jit])
def test_a_gradient_within_a_member_has_a_derivative_outside(how):
    """What only constants go into says in the member, and there alone, that it may differ."""

    def slope(x):
        inner = fjax.grad(lambda y: jnp.sum(jnp.sin(y)))(x)
        return inner + lax.ppermute(inner, "x", [(0, 1), (1, 2), (2, 3)])

    shifted = lambda x: jnp.cos(x) + jnp.where(jnp.arange(8) < 2, 0, jnp.cos(jnp.roll(x, 2)))
    f = mapped(slope)
    found = how(f)(X)
    np.testing.assert_allclose(found, shifted(X))
    assert fjax.typeof(found).vma == frozenset()
    loss = lambda g: lambda x: jnp.sum(g(x) ** 2)
    wanted = fjax.grad(loss(shifted))(X)
    np.testing.assert_allclose(how(fjax.grad(loss(f)))(X), wanted)
    np.testing.assert_allclose(how(fjax.vmap(fjax.grad(loss(f))))(np.stack([X, X]))[1], wanted)
