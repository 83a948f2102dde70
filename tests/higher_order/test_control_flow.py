"""Loops and conditionals: types, errors, edges and effects on what surrounds them."""

import pathlib

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.ir import subjaxprs


def jaxpr_primitives(function, *args):
    return [e.primitive.name for e in fjax.make_jaxpr(function)(*args).eqns]


# ---- scan


def test_scan_stacks_outputs_and_returns_the_carry():
    carry, ys = lax.scan(lambda c, x: (c + x, c * x), 0.0, jnp.arange(4.0))
    assert float(carry) == 6.0
    np.testing.assert_array_equal(ys, [0.0, 0.0, 2.0, 9.0])


def test_scan_in_reverse_runs_from_the_last_to_the_first():
    carry, ys = lax.scan(lambda c, x: (c * 2.0 + x, c), 0.0, jnp.arange(3.0), reverse=True)
    assert float(carry) == 10.0
    np.testing.assert_array_equal(ys, [5.0, 2.0, 0.0])


def test_scan_carries_pytrees_and_scans_over_pytrees():
    def body(c, x):
        return {"a": c["a"] + x[0], "b": c["b"] * x[1]}, (x[0], {"z": x[1]})

    carry, ys = lax.scan(body, {"a": 0.0, "b": 1.0}, (jnp.arange(3.0), jnp.ones(3) * 2.0))
    assert (float(carry["a"]), float(carry["b"])) == (3.0, 8.0)
    np.testing.assert_array_equal(ys[1]["z"], [2.0, 2.0, 2.0])


def test_scan_of_length_zero_returns_the_initial_carry_and_empty_outputs():
    carry, ys = lax.scan(lambda c, x: (c + x, x), 1.0, jnp.zeros((0, 2))[:, 0])
    assert float(carry) == 1.0 and ys.shape == (0,)


def test_scan_with_length_only():
    carry, ys = lax.scan(lambda c, _: (c * 2, None), 1, None, length=5)
    assert int(carry) == 32 and ys is None


def test_a_weak_carry_is_promoted_to_what_the_body_makes_of_it():
    carry, _ = lax.scan(lambda c, x: (c + x, None), 0, jnp.ones(3, np.float32))
    assert carry.dtype == np.float32 and float(carry) == 3.0


@pytest.mark.parametrize(
    "loop",
    [
        lambda: lax.scan(lambda c, _: (c + 1.5, None), 1, None, length=2)[0],
        lambda: lax.fori_loop(0, 2, lambda i, c: c + 1.5, 1),
        lambda: lax.while_loop(lambda c: c < 4, lambda c: c + 1.5, 1),
    ],
)
def test_a_weak_carry_that_is_promoted_is_weak_no_longer(loop):
    carry = loop()
    assert carry.dtype == jnp.asarray(1.0).dtype and float(carry) == 4.0 and not carry.weak_type


def test_a_weak_carry_that_keeps_its_dtype_stays_weak():
    assert lax.scan(lambda c, _: (c + 1, None), 1, None, length=2)[0].weak_type


@pytest.mark.parametrize("transform", [lambda f: f, fjax.jit])
def test_scan_gives_the_same_with_and_without_jit_disabled(transform):
    def f(x):
        return lax.scan(lambda c, z: (c * z + 1.0, (c, {"k": z})), x, jnp.arange(3.0))

    expected = transform(f)(2.0)
    with fjax.disable_jit():
        found = f(2.0)
    for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(a, b)


def test_a_scan_body_is_traced_once_for_a_function():
    count = []

    def body(c, x):
        count.append(1)
        return c + x, None

    for _ in range(3):
        lax.scan(body, jnp.zeros(()), jnp.arange(3.0))
    assert len(count) == 1


def error_of(function, *args):
    with pytest.raises(Exception) as info:
        function(*args)
    return info.value


def line_of(marker):
    """How messages name the line of this file that ends with a comment."""
    lines = pathlib.Path(__file__).read_text().splitlines()
    (number,) = [k for k, line in enumerate(lines, 1) if line.endswith(f"# {marker}")]
    return f"{__file__}:{number} "


def halved(v):
    return v.astype(np.float32)  # halved here


def changes_dtype(c, *_):
    return {"p": c["p"], "v": halved(c["v"])}


def changes_shape(c, *_):
    return {"p": c["p"], "v": c["v"][:, None] * c["v"]}  # widened here


def drops_a_leaf(c, *_):
    return {"p": c["p"]}


def adds_a_leaf(c, *_):
    return {**c, "new": jnp.ones(3) + c["p"]}  # added here


def forgets_everything(*_):  # nothing here
    return 1


LOOPS = {
    "scan": lambda f, c: lax.scan(lambda c, _: (f(c), None), c, None, length=2),
    "while_loop": lambda f, c: lax.while_loop(lambda c: c["p"] < 1.0, lambda c: f(c), c),
    "fori_loop": lambda f, c: lax.fori_loop(0, 2, lambda i, c: f(c), c),
    "fori_loop traced": lambda f, c: fjax.jit(lambda n: lax.fori_loop(0, n, lambda i, c: f(c), c))(
        2
    ),
}
CARRY = {"p": jnp.ones(()), "v": jnp.ones(2)}


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize(
    ("body", "difference", "row", "line"),
    [
        (
            changes_dtype,
            "The input carry component c['v'] has type float64[2] but the corresponding output "
            "carry component has type float32[2], so the dtypes do not match.",
            "c['v']: float32[2] is made at",
            "halved here",
        ),
        (
            changes_shape,
            "The input carry component c['v'] has type float64[2] but the corresponding output "
            "carry component has type float64[2,2], so the shapes do not match.",
            "c['v']: float64[2,2] is made at",
            "widened here",
        ),
        (
            drops_a_leaf,
            "The input carry c is a <class 'dict'> with 2 children but the corresponding component "
            "of the carry output is a <class 'dict'> with 1 child, so the numbers of children do "
            "not match, with the symmetric difference of key sets: {'v'}.",
            "c['v']: float64[2] is not returned by",
            None,
        ),
        (
            adds_a_leaf,
            "so the numbers of children do not match, with the symmetric difference of key sets: "
            "{'new'}.",
            "c['new']: float64[3], which is not in the input, is made at",
            "added here",
        ),
    ],
)
def test_a_changed_carry_names_leaf_avals_and_line(loop, body, difference, row, line):
    error = error_of(LOOPS[loop], body, CARRY)
    assert isinstance(error, TypeError)
    assert str(error).startswith(loop.split()[0])
    assert difference in str(error)
    (found,) = [r for r in str(error).splitlines() if r.startswith("  c[")]
    assert row in found
    assert line is None or line_of(line) in found


def test_a_changed_carry_lists_every_leaf_that_changes():
    def swapped(c, _):
        return (c[1], c[0], c[2]), None

    text = str(error_of(lax.scan, swapped, (1, jnp.ones(3), 2.0), None, 2))
    first = "  * the input carry component c[0] has type int64[] but the corresponding output "
    assert (
        first + "carry component has type float64[3], so the dtypes do not match, and the "
        "shapes do not match;\n  * the input carry component c[1] has type float64[3]" in text
    )
    assert "c[2]" not in text


def test_a_literal_that_is_returned_is_at_the_body():
    text = str(error_of(lambda: lax.fori_loop(0, 2, forgets_everything, jnp.ones(3))))
    assert (
        "The input carry _[1] has type float64[3] but the corresponding output carry "
        "component has type int64[], so" in text
    )
    assert line_of("nothing here") in text


def test_a_changed_carry_structure_shows_both_structures():
    text = str(error_of(lambda: lax.scan(lambda c, _: ([c[0]], None), (1.0,), None, length=2)))
    assert "the same pytree structure" in text
    assert "PyTreeDef((*,)) becomes PyTreeDef([*])" in text


def test_a_body_that_returns_no_pair_is_named():
    with pytest.raises(TypeError, match="must be a pair"):
        lax.scan(lambda c, x: c, 1.0, jnp.ones(3))


@pytest.mark.parametrize(
    "loop",
    [
        lambda xs: lax.scan(lambda c, x: (c, None), 1.0, xs),
        lambda xs: lax.map(lambda x: x["a"], xs),
        lambda xs: lax.map(lambda x: x["a"], xs, batch_size=2),
    ],
)
def test_different_leading_sizes_are_named_with_their_paths(loop):
    error = error_of(loop, {"a": jnp.ones(3), "b": (jnp.ones((4, 2)),)})
    assert isinstance(error, ValueError)
    assert "different leading axis sizes: 3, 4" in str(error)
    assert "xs['a']: float64[3], leading size 3" in str(error)
    assert "xs['b'][0]: float64[4,2], leading size 4" in str(error)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (dict(xs=None), "nothing to scan over"),
        (
            dict(xs={"a": np.ones(3)}, length=4),
            r"scan got `length` argument of 4 which disagrees with leading axis sizes \[3\]\.\n"
            r"  xs\['a'\]: float64\[3\], leading size 3",
        ),
        (dict(xs=None, length=-1), "not be negative"),
        (dict(xs={"a": np.float64(1.0)}), r"xs\['a'\] is float64\[\], which has no leading axis"),
        (dict(xs=np.ones(3), unroll=-1), "unroll"),
        (dict(xs=np.ones(3), residual_budget=-5), "number of bytes"),
    ],
)
def test_impossible_scans_say_why(arguments, message):
    with pytest.raises(ValueError, match=message):
        lax.scan(lambda c, x: (c, x), 1.0, **arguments)


def test_a_length_must_be_static():
    with pytest.raises(TypeError, match="expects a concrete `int`"):
        fjax.jit(lambda n: lax.scan(lambda c, _: (c, None), 1.0, None, length=n))(3)
    with pytest.raises(TypeError, match="must be an integer"):
        lax.scan(lambda c, _: (c, None), 1.0, None, length=2.5)


def test_unused_outputs_of_a_scan_are_not_computed_in_reverse():
    def f(x):
        carry, _ = lax.scan(lambda c, _: (c * x, jnp.sin(c)), 1.0, None, length=3)
        return carry

    assert "cos" not in fjax.jit(fjax.grad(f)).lower(2.0).as_text()


def test_loop_invariant_residuals_are_not_stacked():
    def f(w, xs):
        return lax.scan(lambda c, x: (jnp.tanh(w @ c + x), None), xs[0], xs)[0].sum()

    jaxpr = fjax.make_jaxpr(fjax.grad(f))(jnp.eye(5), jnp.ones((7, 5)))
    stacked = [v.aval.shape for e in jaxpr.eqns if e.primitive.name == "scan" for v in e.outvars]
    assert (7, 5, 5) not in stacked


def test_gradient_of_a_recurrent_network_matches_the_python_loop():
    rng = np.random.default_rng(0)
    w, xs = rng.normal(size=(4, 4)) * 0.5, rng.normal(size=(6, 4))

    def cell(w, h, x):
        return jnp.tanh(w @ h + x)

    def by_scan(w, xs):
        h, ys = lax.scan(lambda h, x: (cell(w, h, x), h), jnp.zeros(4), xs)
        return (h * h).sum() + ys.sum()

    def by_loop(w, xs):
        h, total = jnp.zeros(4), 0.0
        for x in xs:
            h, total = cell(w, h, x), total + h.sum()
        return (h * h).sum() + total

    for found, expected in zip(
        fjax.jit(fjax.grad(by_scan, (0, 1)))(w, xs), fjax.grad(by_loop, (0, 1))(w, xs), strict=True
    ):
        np.testing.assert_allclose(found, expected, rtol=1e-10)


# ---- while and fori


def test_while_with_a_batched_condition_stops_each_example_by_itself():
    f = lambda x: lax.while_loop(lambda c: c[0] < 10.0, lambda c: (c[0] * 2.0, c[1] + 1), (x, 0))
    x = jnp.array([1.0, 3.0, 20.0])
    values, counts = fjax.vmap(f)(x)
    np.testing.assert_array_equal(values, [16.0, 12.0, 20.0])
    np.testing.assert_array_equal(counts, [4, 2, 0])


def test_while_with_an_unbatched_condition_keeps_its_counter_unbatched():
    def f(x):
        return lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * x), (0, x))[1]

    jaxpr = fjax.make_jaxpr(fjax.vmap(f))(jnp.arange(4.0))
    (loop,) = [e for e in jaxpr.eqns if e.primitive.name == "while"]
    assert [v.aval.shape for v in loop.outvars] == [(), (4,)]


def test_a_batch_of_batches_of_while_loops_keeps_one_flag_for_each_example():
    f = lambda x: lax.while_loop(lambda c: c < 10.0, lambda c: c * 2.0, x)
    x = jnp.array([[1.0, 3.0, 20.0], [5.0, 0.5, 9.0]])
    jaxpr = fjax.make_jaxpr(fjax.vmap(fjax.vmap(f)))(x)
    (loop,) = [e for e in jaxpr.eqns if e.primitive.name == "masked_while"]
    assert [str(v.aval) for v in loop.outvars] == ["bool[2,3]", "float64[2,3]"]
    np.testing.assert_array_equal(fjax.vmap(fjax.vmap(f))(x), [[16, 12, 20], [10, 16, 18]])


def test_a_loop_that_reverse_mode_runs_again_computes_no_residuals_the_first_time():
    def f(x, n):
        return fjax.checkpoint(lambda c: lax.fori_loop(0, n, lambda i, c: jnp.sin(c) * x, c))(x)

    def of(jaxpr, name):
        inside = [loop for inner in subjaxprs(jaxpr) for loop in of(inner, name)]
        return [*[e for e in jaxpr.eqns if e.primitive.name == name], *inside]

    (loop,) = of(fjax.make_jaxpr(fjax.grad(f))(0.5, 3).jaxpr, "counted_loop")
    assert [e.primitive.name for e in loop.params["jaxpr"].eqns] == ["sin", "mul"]


def test_the_parameters_of_loops_have_the_names_that_interpreters_of_jaxprs_read():
    def f(x, n):
        y, _ = lax.scan(lambda c, _: (c * x, None), x, None, length=3)
        return lax.while_loop(lambda c: c < n, lambda c: c * y, x)

    jaxpr = fjax.make_jaxpr(f)(2.0, 50.0)
    scan, loop = jaxpr.eqns
    assert (scan.primitive, loop.primitive) == (lax.scan_p, lax.while_p)
    names = ("num_consts", "num_carry", "length", "reverse")
    assert [scan.params[name] for name in names] == [1, 1, 3, False]
    assert [loop.params[name] for name in ("cond_nconsts", "body_nconsts")] == [1, 1]
    bound = scan.primitive.bind(2.0, 2.0, **scan.params)
    np.testing.assert_array_equal(bound[0], 16.0)


def test_reverse_mode_through_while_records_again_under_jit():
    f = lambda x: lax.while_loop(lambda c: c < 50.0, lambda c: c * x, x)
    text = str(fjax.make_jaxpr(fjax.jit(fjax.grad(f)))(3.0))
    assert "recorded_loop" in text
    np.testing.assert_allclose(fjax.jit(fjax.grad(f))(3.0), 4 * 3.0**3)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("order", [1, 2, 3])
def test_higher_derivatives_through_while_under_jit(order):
    f = lambda x: lax.while_loop(lambda c: c < 50.0, lambda c: c * x, x)
    g = f
    for _ in range(order):
        g = fjax.grad(g)
    expected = {1: 4 * 3.0**3, 2: 12 * 3.0**2, 3: 24 * 3.0}[order]
    np.testing.assert_allclose(fjax.jit(g)(3.0), expected)
    np.testing.assert_allclose(fjax.jit(fjax.vmap(g))(jnp.array([3.0, 3.0])), [expected] * 2)


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (lambda c: jnp.ones(3) < c, r"\[ShapedArray\(bool\[3\]\)\]. It is made at .*\.all\(\)"),
        (lambda c: c, r"ShapedArray\(float64\[\], weak_type=True\)\].*return a comparison"),
        (lambda c: (c < 1, c), r"pytree PyTreeDef\(\(\*, \*\)\). It is \(bool\[\], float64\[\]\)"),
        (lambda c: None, r"pytree PyTreeDef\(None\)"),
    ],
)
def test_the_condition_must_be_a_boolean_scalar(condition, message):
    with pytest.raises(TypeError, match=f"cond_fun must return a boolean scalar.*{message}"):
        lax.while_loop(condition, lambda c: c, 1.0)


def test_fori_with_known_bounds_is_a_scan_and_with_traced_ones_a_while():
    body = lambda i, x: x + i
    assert jaxpr_primitives(lambda x: lax.fori_loop(0, 3, body, x), 1.0) == ["scan"]
    assert "while" in jaxpr_primitives(lambda n: lax.fori_loop(0, n, body, 1), 3)
    assert int(lax.fori_loop(2, 5, body, 0)) == 9
    assert int(fjax.jit(lambda n: lax.fori_loop(2, n, body, 0))(5)) == 9
    assert int(lax.fori_loop(5, 2, body, 7)) == 7


@pytest.mark.parametrize("eager", [False, True])
@pytest.mark.parametrize("upper", [np.int64(3), np.int8(3), jnp.int16(3), 3.0])
def test_the_index_between_known_bounds_is_a_python_integer_in_types(upper, eager):
    with fjax.disable_jit(eager):
        total = lax.fori_loop(upper - 3, upper, lambda i, x: x + i, jnp.int16(0))
    assert int(total) == 3 and total.dtype == np.int16


def test_fori_bounds_of_different_dtypes_are_refused():
    with pytest.raises(TypeError, match="equal types"):
        lax.fori_loop(np.int16(0), np.int32(3), lambda i, x: x, 1.0)


@pytest.mark.parametrize("unroll", [2, True, 0])
def test_unrolling_needs_known_bounds(unroll):
    with pytest.raises(ValueError, match="unroll"):
        fjax.jit(lambda n: lax.fori_loop(0, n, lambda i, x: x, 1.0, unroll=unroll))(3)


@pytest.mark.parametrize("unroll", [None, 1, False])
def test_a_loop_that_is_not_unrolled_takes_traced_bounds(unroll):
    f = fjax.jit(lambda n: lax.fori_loop(0, n, lambda i, x: x + i, 1.0, unroll=unroll))
    assert float(f(4)) == 7.0


# ---- cond and switch


def test_only_the_taken_branch_runs():
    log = []

    def loud(name):
        def branch(x):
            fjax.debug.callback(lambda: log.append(name))
            return x

        return branch

    f = fjax.jit(lambda p: lax.cond(p, loud("yes"), loud("no"), 1.0))
    f(True), f(False), f(True)
    assert log == ["yes", "no", "yes"]


def test_the_index_of_switch_is_clamped():
    branches = [lambda x: x, lambda x: x * 2.0, lambda x: x * 3.0]
    found = [float(fjax.jit(lambda i: lax.switch(i, branches, 1.0))(i)) for i in (-5, 0, 1, 2, 9)]
    assert found == [1.0, 1.0, 2.0, 3.0, 3.0]
    np.testing.assert_array_equal(
        fjax.vmap(lambda i: lax.switch(i, branches, 1.0))(jnp.array([-5, 0, 1, 2, 9])), found
    )


def test_a_nan_of_the_other_branch_stays_out_of_the_gradient():
    f = lambda x: lax.cond(x < 1e-3, lambda: 1e-3, lambda: jnp.sqrt(x))
    g = fjax.grad(lambda x: fjax.vmap(f)(x).sum())(jnp.zeros(3))
    np.testing.assert_array_equal(g, [0.0, 0.0, 0.0])


def test_branches_that_differ_are_shown():
    text = str(error_of(lax.cond, True, lambda x: {"a": x}, lambda x: {"a": x.sum()}, jnp.ones(3)))
    assert text.startswith("cond branches must have equal output types but they differ.")
    assert (
        "The output of true_fun at path ['a'] has type float64[3] but the corresponding "
        "output of false_fun has type float64[], so the shapes do not match." in text
    )
    assert "the output of false_fun at path ['a'] is made at" in text
    text = str(error_of(lax.cond, True, lambda x: x, lambda x: (x, x), 1.0))
    assert text.startswith("cond branch outputs must have the same pytree structure, but they")
    assert (
        "true_fun output is a pytree leaf but false_fun output is a <class 'tuple'>, so "
        "their Python types differ." in text
    )


def test_all_branches_that_differ_from_the_first_are_listed():
    branches = [lambda x: (x, x), lambda x: (x.sum(), x), lambda x: (x, x.astype("int32"))]
    text = str(error_of(lax.switch, 1, branches, jnp.ones(3)))
    assert (
        "  * the output of branch 0 at path [0] has type float64[3] but the corresponding "
        "output of branch1 has type float64[], so the shapes do not match;\n"
        "  * the output of branch 0 at path [1] has type float64[3] but the corresponding "
        "output of branch2 has type int32[3], so the dtypes do not match." in text
    )


def test_a_weak_output_is_no_difference_beside_one_that_is():
    text = str(error_of(lax.cond, True, lambda x: (x, x), lambda x: (1, x > 0), jnp.float32(1)))
    assert "path [1] has type float32[]" in text and "path [0]" not in text


def test_weak_outputs_of_branches_are_promoted():
    out = lax.cond(True, lambda x: x, lambda x: 1, jnp.float32(2.0))
    assert out.dtype == np.float32


def test_outputs_of_one_dtype_are_as_weak_as_in_the_first_branch():
    weak, firm = jnp.where(True, 1, -1), jnp.zeros((), int)
    for run in (lambda f: f(), lambda f: fjax.jit(f)()):
        assert run(lambda: lax.cond(True, lambda: firm, lambda: weak)).weak_type
        assert not run(lambda: lax.cond(True, lambda: weak, lambda: firm)).weak_type


@pytest.mark.parametrize("predicate", [np.ones(3, bool), "yes", (1.0, 2.0), None])
def test_a_predicate_that_is_no_scalar_is_refused(predicate):
    with pytest.raises(TypeError):
        lax.cond(predicate, lambda: 1.0, lambda: 2.0)


@pytest.mark.parametrize(
    "index, message",
    [
        (lambda: 0, "must be an integer"),
        ("first", "must be an integer"),
        ((1, 0), r"must be scalar, got \(1, 0\) of shape \(2,\)"),
    ],
)
def test_an_index_that_is_no_integer_is_named(index, message):
    with pytest.raises(TypeError, match=message):
        lax.switch(index, [lambda: 1, lambda: 2])


def test_a_float_index_of_switch_is_refused():
    with pytest.raises(TypeError, match="must be an integer"):
        lax.switch(1.0, [lambda: 1, lambda: 2])


def test_cond_keeps_residuals_of_branches_in_shared_slots():
    def f(i, x):
        return lax.switch(i, [jnp.sin, jnp.cos, lambda x: jnp.tanh(x) * x], x)

    jaxpr = fjax.make_jaxpr(fjax.grad(f, 1))(1, 2.0)
    forward = next(e for e in jaxpr.eqns if e.primitive.name == "cond")
    assert len(forward.outvars) <= 4


# ---- map


@pytest.mark.parametrize("batch_size", [None, 0, 1, 3, 7, 20])
def test_map_agrees_with_a_loop_for_any_batch_size(batch_size):
    xs = jnp.arange(14.0).reshape(7, 2)
    found = lax.map(lambda x: {"s": x.sum(), "d": x * 2.0}, xs, batch_size=batch_size)
    np.testing.assert_allclose(found["s"], np.asarray(xs).sum(1))
    np.testing.assert_allclose(found["d"], np.asarray(xs) * 2.0)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("batch_size", [0, 1, 3, 7, 20])
def test_map_in_batches_differentiates_and_batches(batch_size):
    xs = jnp.arange(14.0).reshape(7, 2) * 0.1
    mapped = lambda x: jnp.sin(lax.map(lambda y: y * y.sum(), x, batch_size=batch_size)).sum()
    twin = lambda x: jnp.sin(x * x.sum(1, keepdims=True)).sum()
    np.testing.assert_allclose(fjax.jit(fjax.grad(mapped))(xs), fjax.grad(twin)(xs))
    many = jnp.stack([xs, 0.5 * xs])
    np.testing.assert_allclose(fjax.jit(fjax.vmap(mapped))(many), fjax.vmap(twin)(many))


def test_a_failing_body_leaves_the_trace_state_clean():
    with pytest.raises(ZeroDivisionError):
        lax.scan(lambda c, x: (c, 1 // 0), 1.0, jnp.ones(3))
    assert float(lax.scan(lambda c, x: (c + x, None), 0.0, jnp.ones(3))[0]) == 3.0


def test_the_one_operand_by_keyword_may_be_none():
    assert fjax.lax.cond(True, lambda x: x is None, lambda x: False, operand=None)
    branches = [lambda x: 0, lambda x: 1 if x is None else 2]
    assert int(fjax.lax.switch(1, branches, operand=None)) == 1
    with pytest.raises(TypeError, match="'operand' keyword"):
        fjax.lax.cond(True, lambda x: x, lambda x: x, 1.0, operand=None)


@pytest.mark.parametrize(("pred", "expected"), [(True, 2.0), (False, -3.0)])
def test_the_older_order_of_cond_gives_each_branch_its_own_operand(pred, expected):
    assert lax.cond(pred, 1.0, lambda x: 2 * x, 3.0, lambda x: -x) == expected
