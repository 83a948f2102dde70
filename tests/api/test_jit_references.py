"""References as arguments of jitted functions, closed over by them, and made within them."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fjax
import fjax.numpy as jnp


def count(ref, by=1.0):
    ref[...] += by
    ref[0] += 1.0
    return ref[0]


def test_a_jitted_function_writes_to_its_argument():
    ref, jitted = fjax.new_ref(np.zeros(3)), fjax.jit(lambda ref, by=1.0: count(ref, by))
    assert [float(jitted(ref)) for _ in range(3)] == [2.0, 4.0, 6.0]
    assert_allclose(ref[...], [6.0, 3.0, 3.0])
    assert float(jitted(ref, by=10.0)) == 17.0
    assert jitted._cache_size() == 2


def test_one_trace_serves_all_references_of_a_type():
    jitted = fjax.jit(lambda ref: count(ref))
    refs = [fjax.new_ref(np.full(3, float(i))) for i in range(3)]
    for ref in refs:
        jitted(ref)
    assert jitted._cache_size() == 1
    assert_allclose([r[1] for r in refs], [1.0, 2.0, 3.0])


def test_references_in_trees_beside_arrays():
    @fjax.jit
    def step(state, x):
        state["sum"][...] += x
        state["n"][...] += 1
        return state["sum"][...] / state["n"][...], x * state["scale"]

    state = {"sum": fjax.new_ref(0.0), "n": fjax.new_ref(0), "scale": 3.0}
    results = [tuple(map(float, step(state, x))) for x in (1.0, 2.0, 6.0)]
    assert results == [(1.0, 3.0), (1.5, 6.0), (3.0, 18.0)]


def test_a_jitted_function_writes_to_what_it_closes_over():
    ref = fjax.new_ref(np.zeros(2))

    @fjax.jit
    def push(x):
        before = ref[1]
        ref[...] = jnp.roll(ref[...], 1).at[0].set(x)
        return before

    assert [float(push(x)) for x in (1.0, 2.0, 3.0)] == [0.0, 0.0, 1.0]
    assert_allclose(ref[...], [3.0, 2.0])
    assert push._cache_size() == 1
    ref[...] = jnp.array([5.0, 6.0])
    assert float(push(0.0)) == 6.0


def test_a_reference_that_is_only_read_is_read_anew_in_each_call():
    ref = fjax.new_ref(2.0)
    f = fjax.jit(lambda x: x * ref[...])
    assert float(f(3.0)) == 6.0
    before = ref.cell.value
    assert float(f(4.0)) == 8.0
    assert ref.cell.value is before
    ref[...] = 10.0
    assert float(f(3.0)) == 30.0


def test_jitted_functions_within_jitted_functions():
    outer_ref, inner_ref = fjax.new_ref(1.0), fjax.new_ref(np.zeros(2))

    @fjax.jit
    def inner(ref, x):
        ref[0] += x
        outer_ref[...] *= 2.0
        return ref[0]

    @fjax.jit
    def outer(ref, x):
        made = fjax.new_ref(jnp.zeros(2) + x)
        return inner(ref, x) + inner(made, x) + outer_ref[...]

    assert float(outer(inner_ref, 3.0)) == 3.0 + 6.0 + 4.0
    assert float(outer_ref[...]) == 4.0
    assert_allclose(inner_ref[...], [3.0, 0.0])


def test_a_reference_within_a_jitted_function_leaves_no_trace_behind():
    @fjax.jit
    def f(x):
        ref = fjax.new_ref(x)
        ref[...] += 1.0
        unused = fjax.new_ref(x)
        unused[...] *= 3.0
        return fjax.freeze(ref)

    assert float(f(1.0)) == 2.0
    assert "mul" not in f.lower(1.0).as_text()


def test_the_memory_of_a_changed_reference_is_used_again():
    @fjax.jit
    def put(ref, i):
        ref[i] = 1.0

    ref = fjax.new_ref(np.zeros(100_000))
    put(ref, 0)
    before = ref.unsafe_buffer_pointer()
    put(ref, 1)
    assert ref.unsafe_buffer_pointer() == before
    kept = ref[...]
    put(ref, 2)
    assert_allclose(kept[:4], [1.0, 1.0, 0.0, 0.0])
    assert_allclose(ref[:4], [1.0, 1.0, 1.0, 0.0])


def test_two_references_may_start_with_the_same_array():
    start = jnp.zeros(1000)
    a, b = fjax.new_ref(start), fjax.new_ref(start)

    @fjax.jit
    def f(a, b):
        a[0], b[1] = 1.0, 2.0

    f(a, b)
    f(a, b)
    assert_allclose(start, 0.0)
    assert_allclose((a[:2], b[:2]), [[1.0, 0.0], [0.0, 2.0]])


def test_one_array_may_go_into_two_references():
    a, b = fjax.new_ref(np.zeros(1000)), fjax.new_ref(np.zeros(1000))

    @fjax.jit
    def both(a, b, x):
        a[...] = x
        b[...] = x

    @fjax.jit
    def one(a):
        a[0] = 5.0

    both(a, b, np.ones(1000))
    one(a)
    assert float(a[0]) == 5.0
    assert float(b[0]) == 1.0


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_lowered_and_compiled_functions_take_references():
    ref = fjax.new_ref(np.zeros(3))
    jitted = fjax.jit(count)
    compiled = jitted.lower(ref).compile()
    assert float(compiled(ref)) == 2.0
    by_type = fjax.ShapeDtypeStruct((3,), np.float64, is_ref=True)
    assert float(jitted.lower(by_type).compile()(ref)) == 4.0
    assert "is_ref=True" in repr(by_type)
    with pytest.raises(TypeError, match="Argument types differ"):
        compiled(np.zeros(3))
    f = fjax.jit(lambda: count(ref)).lower().compile()
    assert [float(f()), float(f())] == [6.0, 8.0]


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_shapes_and_jaxprs_of_functions_with_references():
    ref = fjax.new_ref(np.zeros(3))
    assert fjax.eval_shape(count, ref) == fjax.ShapeDtypeStruct((), np.float64)
    jaxpr, shape = fjax.make_jaxpr(count, return_shape=True)(ref)
    assert shape == fjax.ShapeDtypeStruct((), np.float64)
    assert [str(a) for a in jaxpr.in_avals] == ["float64[3]"]
    # the last output is what ref holds
    assert [str(a) for a in jaxpr.out_avals] == ["float64[]", "float64[3]"]
    assert not jaxpr.effects
    assert_allclose(ref[...], 0.0)


def test_disable_jit_runs_the_function_on_the_references_themselves():
    ref = fjax.new_ref(np.zeros(3))
    with fjax.disable_jit():
        fjax.jit(count)(ref)
    assert_allclose(ref[...], [2.0, 1.0, 1.0])


def test_static_and_donated_arguments_beside_references():
    @fjax.jit(static_argnums=0, donate_argnums=2)
    def f(n, ref, x):
        for _ in range(n):
            ref[...] += x
        return x + 1.0

    ref, x = fjax.new_ref(np.zeros(2)), jnp.ones(2)
    assert_allclose(f(3, ref, x), 2.0)
    assert_allclose(ref[...], 3.0)
    assert x.is_deleted()


def test_nans_are_found_in_functions_with_references():
    ref = fjax.new_ref(0.0)

    @fjax.jit
    def f(x):
        ref[...] = jnp.log(x)

    with fjax.debug_nans(True), pytest.raises(FloatingPointError, match="log"):
        f(-1.0)
    assert float(ref[...]) == 0.0


def test_a_failed_trace_leaves_the_reference_as_it_was():
    ref = fjax.new_ref(1.0)

    @fjax.jit
    def f(r, x):
        r[...] = 5.0
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        f(ref, 1.0)
    assert float(ref[...]) == 1.0


def test_one_reference_is_one_argument():
    ref = fjax.new_ref(0.0)
    with pytest.raises(ValueError, match="appeared at both x_ref and y_ref"):
        fjax.jit(lambda x_ref, y_ref: x_ref[...] + y_ref[...])(ref, ref)
    with pytest.raises(ValueError, match=r"appeared at both r\['a'\] and r\['b'\]"):
        fjax.jit(lambda r: r["a"][...])({"a": ref, "b": ref})
    with pytest.raises(ValueError, match="closed over and passed as the argument y_ref"):
        fjax.jit(lambda y_ref: ref[...] + y_ref[...])(ref)


def test_references_are_not_returned():
    ref = fjax.new_ref(np.arange(3))
    returned = "traced for jit returned a mutable array reference"
    with pytest.raises(ValueError, match=returned + r"[\s\S]*was created on line"):
        fjax.jit(fjax.new_ref)(jnp.arange(3))
    with pytest.raises(ValueError, match=returned + r"[\s\S]*was passed in as the argument x_ref"):
        fjax.jit(lambda x_ref: x_ref)(ref)
    with pytest.raises(ValueError, match=returned):
        fjax.jit(lambda: {"hi": ref})()
    with pytest.raises(ValueError, match="returned a mutable array reference"):
        fjax.vmap(lambda x: ref)(jnp.ones(3))


def test_leaks_are_found_among_references():
    made = []

    @fjax.jit
    def f(ref):
        made.append(ref)
        return ref[...]

    with fjax.checking_leaks(), pytest.raises(Exception, match="Leaked"):
        f(fjax.new_ref(1.0))


@pytest.mark.parametrize(
    "write",
    [
        lambda ref: ref.set(9.0, 0),
        lambda ref: ref.addupdate(9.0, 0),
        lambda ref: fjax.jit(lambda ref: ref.set(jnp.zeros(3)))(ref),
    ],
    ids=["set", "addupdate", "jit"],
)
@pytest.mark.parametrize("captured", [False, True])
def test_a_derivative_keeps_what_a_reference_held_when_it_was_taken(write, captured):
    ref = fjax.new_ref(jnp.array([2.0, 3.0, 4.0]))
    if captured:
        _, pull_back = fjax.vjp(fjax.jit(lambda x: x * ref[...]), jnp.ones(3))
    else:
        product = fjax.jit(lambda ref, x: x * ref[...])
        _, pull_back = fjax.vjp(lambda x: product(ref, x), jnp.ones(3))
    write(ref)
    assert_allclose(pull_back(jnp.ones(3))[0], [2.0, 3.0, 4.0])
