"""References in loops, branches and checkpoints, and under the transformations."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fjax
import fjax.numpy as jnp
from fjax import lax

XS = np.array([0.5, -1.0, 2.0, 3.0])


def identity(function):
    return function


both = pytest.mark.parametrize("wrap", [identity, fjax.jit], ids=["eager", "jit"])


# ---- loops and branches


@both
def test_a_scan_changes_a_reference_that_its_body_closes_over(wrap):
    total = fjax.new_ref(0.0)

    def body(count, x):
        total[...] += x
        return count + 1, total[...]

    count, sums = wrap(lambda xs: lax.scan(body, 0, xs))(XS)
    assert int(count) == 4
    assert_allclose(sums, np.cumsum(XS))
    assert_allclose(total[...], XS.sum())


@both
@pytest.mark.parametrize("reverse", [False, True])
def test_a_scan_over_a_reference_sees_and_changes_its_slices(wrap, reverse):
    rows = fjax.new_ref(np.arange(6.0).reshape(3, 2))

    def body(carry, row):
        row[...] = row[...] + carry
        return carry + 1.0, row[0]

    end, firsts = wrap(lambda: lax.scan(body, 10.0, rows, reverse=reverse))()
    added = np.array([12.0, 11.0, 10.0] if reverse else [10.0, 11.0, 12.0])
    expected = np.arange(6.0).reshape(3, 2) + added[:, None]
    assert_allclose(rows[...], expected)
    assert_allclose(firsts, expected[:, 0])
    assert float(end) == 13.0


def test_an_array_may_be_scanned_twice_beside_a_reference():
    total, x = fjax.new_ref(0.0), jnp.arange(3.0)

    def step(carry, row):
        total[...] += row[0] * row[1]
        return carry, None

    lax.scan(step, None, (x, x))
    assert float(total[...]) == 5.0


def test_a_reference_that_is_scanned_and_only_read_is_not_written():
    rows = fjax.new_ref(np.arange(3.0))
    before = rows.cell.value
    assert_allclose(lax.map(lambda row: row[...] * 2, rows), [0.0, 2.0, 4.0])
    assert rows.cell.value is before


@both
def test_a_while_loop_reads_a_reference_in_its_condition_and_changes_it_in_its_body(wrap):
    left = fjax.new_ref(5)
    limit = fjax.new_ref(2)

    def body(steps):
        left[...] -= 1
        return steps + limit[...]

    steps = wrap(lambda: lax.while_loop(lambda _: left[...] > limit[...], body, 0))()
    assert int(steps) == 6
    assert int(left[...]) == 2


@both
def test_a_fori_loop_accumulates_in_place(wrap):
    counts = fjax.new_ref(np.zeros(3))

    def body(i, _):
        counts[i % 3] += 1.0

    wrap(lambda: lax.fori_loop(0, 7, body, None))()
    assert_allclose(counts[...], [3, 2, 2])


@both
def test_branches_change_different_references(wrap):
    a, b = fjax.new_ref(1.0), fjax.new_ref(np.zeros(2))

    def double():
        a[...] *= 2
        return b[0]

    def count():
        b[...] += a[...]
        return b[1]

    run = wrap(lambda which: lax.cond(which, double, count))
    assert [float(run(w)) for w in (True, True, False, True)] == [0.0, 0.0, 4.0, 4.0]
    assert float(a[...]) == 8.0
    assert_allclose(b[...], [4.0, 4.0])


def test_branches_that_hold_the_same_array_in_two_references_keep_these_apart():
    same = jnp.ones(2)
    a, b = fjax.new_ref(same), fjax.new_ref(same)

    def first():
        a[...] += same

    def second():
        b[...] -= same

    lax.cond(True, first, second)
    assert_allclose((a[...], b[...]), [[2.0, 2.0], [1.0, 1.0]])


def test_branches_take_references_as_operands():
    ref = fjax.new_ref(1.0)

    def add(target, x):
        target[...] += x

    lax.cond(True, add, lambda target, x: None, ref, 3.0)
    lax.switch(1, [lambda target, x: None, add], ref, 5.0)
    assert float(ref[...]) == 9.0


@both
@pytest.mark.parametrize("where", ["jit", "cond", "scan"])
def test_a_view_is_changed_by_what_closes_over_it_and_is_no_argument(wrap, where):
    total = fjax.new_ref(jnp.arange(6.0))
    part = total.at[2:4]

    def double():
        part[...] *= 2.0

    run = {
        "jit": lambda: fjax.jit(double)(),
        "cond": lambda: lax.cond(True, double, lambda: None),
        "scan": lambda: lax.scan(lambda c, _: (c, double()), 0, None, length=1)[0],
    }
    wrap(run[where])()
    np.testing.assert_array_equal(total[...], [0, 1, 4, 6, 4, 5])
    with pytest.raises(TypeError):
        fjax.jit(lambda v: v[...])(part)
    with pytest.raises(TypeError):
        lax.cond(True, lambda v: v[...], lambda v: v[...], part)


def test_loops_within_loops_change_a_reference_of_the_outermost_function():
    grid = fjax.new_ref(np.zeros((3, 4)))

    def inner(j, i):
        grid[i, j] = 10.0 * i + j
        return i

    fjax.jit(lambda: lax.fori_loop(0, 3, lambda i, _: lax.fori_loop(0, 4, inner, i), 0))()
    assert_allclose(grid[...], 10.0 * np.arange(3)[:, None] + np.arange(4))


def test_a_loop_over_a_reference_is_one_native_loop():
    def running(x):
        total = fjax.new_ref(0.0)

        def body(i, out):
            total[...] = 0.5 * total[...] + x[i]
            return out.at[i].set(total[...])

        return lax.fori_loop(0, x.shape[0], body, x)

    found = fjax.inspect(fjax.jit(running))(jnp.asarray(XS))
    assert len(found.kernels) == 1
    assert not found.fallbacks
    expected, total = [], 0.0
    for x in XS:
        total = 0.5 * total + x
        expected.append(total)
    assert_allclose(fjax.jit(running)(XS), expected)


# ---- derivatives


@both
def test_the_gradient_passes_through_a_reference_within_the_function(wrap):
    def f(x):
        ref = fjax.new_ref(x)
        ref[...] = jnp.sin(ref[...]) * ref[...]
        return fjax.freeze(ref)

    assert_allclose(fjax.grad(wrap(f))(2.0), np.sin(2.0) + 2.0 * np.cos(2.0))
    second = -2.0 * np.sin(2.0) + 2 * np.cos(2.0)
    assert_allclose(fjax.grad(fjax.grad(wrap(f)))(2.0), second)
    assert_allclose(fjax.jvp(wrap(f), (2.0,), (3.0,))[1], 3.0 * (np.sin(2.0) + 2.0 * np.cos(2.0)))


@both
def test_the_gradient_of_a_loop_that_accumulates_in_a_reference(wrap):
    def f(xs):
        total = fjax.new_ref(jnp.zeros(()))

        def body(_, x):
            total[...] = total[...] * x + x
            return None, None

        lax.scan(body, None, xs)
        return total[...]

    a, b, c = 0.5, 2.0, -1.5  # ((a) b + b) c + c = a b c + b c + c
    gradient = fjax.grad(wrap(f))(np.array([a, b, c]))
    assert_allclose(gradient, [b * c, a * c + c, a * b + b + 1.0])


def test_the_gradient_of_elements_written_one_by_one():
    def f(x):
        table = fjax.empty_ref(fjax.ShapeDtypeStruct((3,), np.float64))
        for i in range(3):
            table[i] = x**i
        fjax.ref.addupdate(table, 2, x)
        return jnp.sum(table[...] * jnp.array([1.0, 10.0, 100.0]))

    assert_allclose(fjax.grad(f)(3.0), 10.0 + 100.0 * (2 * 3.0 + 1.0))


def test_derivatives_do_not_repeat_what_is_written_outside():
    calls = fjax.new_ref(0)

    def f(x):
        def body(c, _):
            calls[...] += 1
            return jnp.sin(c), None

        return lax.scan(body, x, None, length=3)[0]

    fjax.grad(f)(1.0)
    assert int(calls[...]) == 3
    fjax.grad(fjax.checkpoint(f))(1.0)
    assert int(calls[...]) == 6


def test_a_checkpoint_changes_references_once():
    seen = fjax.new_ref(1.0, kind="no_grad_no_remat")

    @fjax.checkpoint
    def f(x, ref):
        ref[...] += x * x
        return jnp.sin(x * x)

    assert_allclose(fjax.grad(f)(2.0, seen), 4.0 * np.cos(4.0))
    assert float(seen[...]) == 5.0


def test_a_reference_without_gradient_takes_differentiated_values():
    seen = fjax.new_ref(0.0, kind="no_grad_no_remat")

    @fjax.jit
    def f(x):
        seen[...] = x * x
        return x * seen[...]

    assert float(fjax.grad(f)(3.0)) == 9.0
    assert float(seen[...]) == 9.0


def test_a_differentiated_value_is_refused_by_a_reference_from_outside():
    ref = fjax.new_ref(0.0)

    def f(x):
        ref[...] = x
        return x

    for wrap in (
        fjax.grad,
        lambda f: lambda x: fjax.jvp(f, (x,), (1.0,)),
        lambda f: fjax.grad(fjax.jit(f)),
    ):
        with pytest.raises(ValueError, match=r"Move the array reference[\s\S]*stop_gradient"):
            wrap(f)(1.0)
    assert float(ref[...]) == 0.0


def test_vjp_takes_references_that_it_does_not_differentiate():
    ref = fjax.new_ref(3.0)

    def f(x, r):
        r[...] += 1.0
        return x * r[...]

    value, pull_back = fjax.vjp(f, 2.0, ref)
    assert float(value) == 8.0
    gradient, nothing = pull_back(1.0)
    assert float(gradient) == 4.0
    assert nothing is None


# ---- cotangents added to references


@both
def test_cotangents_of_microbatches_add_up_in_a_reference(wrap):
    data = np.arange(12.0).reshape(3, 4)

    def gradient(w):
        total = fjax.new_ref(jnp.zeros_like(w))

        def step(_, x):
            loss, pull_back = fjax.vjp(lambda w: jnp.sum((x * w) ** 2), w)
            pull_back.with_refs(total)(1.0)
            return None, loss

        lax.scan(step, None, data)
        return fjax.freeze(total)

    assert_allclose(wrap(gradient)(np.full(4, 0.5)), (data**2).sum(0))


def test_cotangents_without_a_reference_come_back():
    into = fjax.new_ref(1.0)
    _, pull_back = fjax.vjp(lambda x, y: x * y, 2.0, 5.0)
    nothing, other = pull_back.with_refs(into, object())(1.0)
    assert nothing == fjax.ad.GradRef()
    assert float(other) == 2.0
    assert float(into[...]) == 6.0


def test_with_refs_says_what_does_not_fit():
    _, pull_back = fjax.vjp(lambda x: x * 2, jnp.ones(3))
    with pytest.raises(ValueError, match=r"the primals"):
        pull_back.with_refs(fjax.new_ref(jnp.ones(3)), 1)
    with pytest.raises(ValueError, match=r"is to get a cotangent float64\[3\]"):
        pull_back.with_refs(fjax.new_ref(jnp.ones(2)))(jnp.ones(3))


# ---- vmap


@both
def test_vmap_of_a_function_with_a_reference_of_its_own(wrap):
    @wrap
    def f(x):
        ref = fjax.new_ref(1.0)
        ref[...] += x
        ref[...] *= ref[...]
        return ref[...]

    assert_allclose(fjax.vmap(f)(XS), (1.0 + XS) ** 2)
    assert_allclose(fjax.vmap(fjax.grad(f))(XS), 2.0 * (1.0 + XS))


@both
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_vmap_maps_over_an_axis_of_a_reference(wrap, axis):
    table = fjax.new_ref(np.zeros((4, 4)))

    @wrap
    def f(row, x):
        row[...] += x
        row[1] = 9.0

    fjax.vmap(f, in_axes=(axis, 0))(table, XS)
    expected = np.tile(XS[:, None], (1, 4))
    expected[:, 1] = 9.0
    assert_allclose(table[...], expected if axis == 0 else expected.T)


def test_vmap_reads_a_reference_that_is_not_mapped_and_refuses_to_write_it():
    scale = fjax.new_ref(2.0)
    assert_allclose(fjax.vmap(lambda x: x * scale[...])(XS), 2.0 * XS)
    assert_allclose(fjax.vmap(lambda s, x: x * s[...], (None, 0))(scale, XS), 2.0 * XS)

    def f(x):
        scale[...] = x

    with pytest.raises(ValueError, match="unbatched array reference"):
        fjax.vmap(f)(XS)


@both
def test_vmap_of_loops_and_branches_that_change_references(wrap):
    table = fjax.new_ref(np.zeros((4, 3)))

    @wrap
    def f(row, x):
        own = fjax.new_ref(0.0)

        def body(i, _):
            row[i] = x * i
            own[...] += row[i]

        def negate():
            own[...] = -own[...]

        lax.fori_loop(0, 3, body, None)
        lax.cond(x > 1.0, negate, lambda: None)
        return own[...]

    sums = fjax.vmap(f)(table, XS)
    assert_allclose(sums, np.where(XS > 1.0, -3.0, 3.0) * XS)
    assert_allclose(table[...], XS[:, None] * np.arange(3.0))


def test_the_gradient_of_branches_that_change_references():
    @fjax.jit
    def f(x):
        ref = fjax.new_ref(x)

        def square():
            ref[...] *= ref[...]

        def sine():
            ref[...] = jnp.sin(ref[...])

        lax.cond(x > 1.0, square, sine)
        return 3.0 * ref[...]

    assert_allclose([fjax.grad(f)(x) for x in (2.0, 0.5)], [12.0, 3.0 * np.cos(0.5)])
    assert_allclose(fjax.vmap(fjax.grad(f))(np.array([2.0, 0.5])), [12.0, 3.0 * np.cos(0.5)])
