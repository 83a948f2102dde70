"""What shares a kernel, and that the plan stays a jaxpr with the same meaning."""

import itertools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
import fjax.primitives.operators
from fjax import lax, nn
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import walk
from fjax.core.typecheck import typecheck
from fjax.lax import associative
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.fuse import fusion
from fjax.lowering.fuse.fusion import FusionGroup
from fjax.lowering.fuse.nest import replay
from fjax.lowering.kernel.fingerprint import fingerprint
from fjax.lowering.nest import vector_processor
from fjax.lowering.prepare import prepare
from fjax.lowering.targets import current
from fjax.passes.cleanup import inline
from fjax.passes.optimize import optimize
from fjax.primitives.barriers import optimization_barrier
from fjax.primitives.exponential import Exp
from fjax.primitives.generators import Iota
from fjax.primitives.powers import Rsqrt
from fjax.primitives.reductions import ReduceMax
from fjax.primitives.shaping import Concatenate, Pad, Rev, Slice
from fjax.primitives.sorting import Sort
from fjax.primitives.structure import BroadcastInDim, ReduceSum, Reshape, Transpose
from tests.lowering.programs import F64, check, compiled, values
from tests.machines.changed import CPU, changed

exp = Exp()


def aval(*shape, dtype=F64):
    return ShapedArray(shape, dtype)


def spread(x, shape, *dimensions):
    return BroadcastInDim(shape, dimensions)(x)


def softmax(x):
    e = exp(x - spread(ReduceMax((1,))(x), x.shape, 0))
    return e / spread(ReduceSum((1,))(e), x.shape, 0)


def layer_norm(x, gain, bias):
    n = float(x.shape[1])
    centred = x - spread(ReduceSum((1,))(x) / n, x.shape, 0)
    variance = ReduceSum((1,))(centred * centred) / n
    scaled = centred * spread(Rsqrt()(variance + 1e-5), x.shape, 0)
    return scaled * spread(gain, x.shape, 1) + spread(bias, x.shape, 1)


def layer_norm_backward(x, gain, dy):
    n = float(x.shape[1])
    centred = x - spread(ReduceSum((1,))(x) / n, x.shape, 0)
    scale = spread(Rsqrt()(ReduceSum((1,))(centred * centred) / n + 1e-5), x.shape, 0)
    normal = centred * scale
    dgain, dbias = ReduceSum((0,))(dy * normal), ReduceSum((0,))(dy)
    t = dy * spread(gain, x.shape, 1)
    mean = spread(ReduceSum((1,))(t) / n, x.shape, 0)
    slope = spread(ReduceSum((1,))(t * normal) / n, x.shape, 0)
    return (t - mean - normal * slope) * scale, dgain, dbias


def gaussian_sums(x, y):
    shape = (x.shape[0], y.shape[0], x.shape[1])
    d = spread(x, shape, 0, 2) - spread(y, shape, 1, 2)
    return ReduceSum((1,))(exp(-ReduceSum((2,))(d * d)))


def quotients(x, y, z):
    """Rows times three quotients, two of which are results, too."""
    a, b, c = z / 7.0, y / 5.0, y / 3.0
    for quotient in (a, b, c):
        x = x * spread(quotient, x.shape, 1)
    return [x, b, c]


PROGRAMS = {
    "quotients": (quotients, [aval(20, 30), aval(30), aval(30)], 2),
    "elementwise chain": (lambda x, y: [(x * y + 1.0) / (x - y)], [aval(6, 7), aval(6, 7)], 1),
    "bias and activation": (
        lambda x, b: [exp(x + spread(b, x.shape, 1))],
        [aval(6, 7), aval(7)],
        1,
    ),
    "several outputs": (lambda x: [x * x, exp(x), x + 1.0], [aval(6, 7)], 1),
    "outputs of each other": (lambda x: (lambda y: [y, y * x])(exp(x)), [aval(6, 7)], 1),
    "softmax": (lambda x: [softmax(x)], [aval(6, 7)], 1),
    "softmax over columns": (
        lambda x: [Transpose((1, 0))(softmax(Transpose((1, 0))(x)))],
        [aval(6, 7)],
        1,
    ),
    "layer norm": (lambda *a: [layer_norm(*a)], [aval(6, 7), aval(7), aval(7)], 1),
    "layer norm backward": (layer_norm_backward, [aval(6, 7), aval(7), aval(6, 7)], 1),
    "large layer norm backward": (layer_norm_backward, [aval(300, 70), aval(70), aval(300, 70)], 2),
    "Gaussian kernel sums": (lambda *a: [gaussian_sums(*a)], [aval(20, 3), aval(30, 3)], 1),
    "large sum": (lambda x: [ReduceSum((0, 1))(x * x) / 3.0], [aval(300, 70)], 2),
    "column sums": (lambda x: [ReduceSum((0,))(exp(x))], [aval(6, 7)], 1),
    "middle sums": (lambda x: [ReduceSum((0, 2))(exp(x))], [aval(6, 7, 5)], 1),
    "map and column sum": (lambda x: [exp(x), ReduceSum((0,))(exp(x))], [aval(6, 7)], 1),
    "neighbours": (
        lambda x: [Slice((1,), (9,), None)(x) - Slice((0,), (8,), None)(x)],
        [aval(9)],
        1,
    ),
    "index maps": (
        lambda x, y: [
            Rev((1,))(Pad(((1, 1, 0), (0, 2, 1)))(Concatenate(0)(x, y), np.float64(1)))
            + Iota(F64, (9, 15), 1)()
        ],
        [aval(3, 7), aval(4, 7)],
        1,
    ),
    "reshape and transpose": (
        lambda x: [Reshape((6, 8))(Transpose((0, 2, 1, 3))(Reshape((2, 3, 4, 2))(x))) * 2.0],
        [aval(6, 8)],
        1,
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_agree_and_have_as_many_kernels_as_recorded(name):
    function, avals, kernels = PROGRAMS[name]
    executable = check(function, *avals)
    assert (len(executable.plan.kernels), executable.plan.fallbacks) == (kernels, [])


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_plan_is_a_jaxpr_that_checks_and_evaluates(name):
    function, avals, _ = PROGRAMS[name]
    executable, jaxpr = compiled(function, *avals)
    plan = typecheck(executable.plan.program)
    args = [Array(x, a) for x, a in zip(values(avals, 0), avals, strict=True)]
    for got, expected in zip(walk(plan, args), walk(jaxpr, args), strict=True):
        np.testing.assert_allclose(got.buffer, expected.buffer, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.complex64, np.int32, np.uint8])
def test_row_and_column_reductions_of_every_kind_of_dtype(dtype):
    a = aval(30, 20, dtype=np.dtype(dtype))
    check(
        lambda x: [ReduceSum((0,))(x * x), ReduceSum((1,))(x * x), ReduceSum((0, 1))(x)],
        a,
        rtol=1e-2 if dtype is np.float16 else 1e-4,
    )


def test_a_reshape_costs_nothing():
    executable = check(lambda x: [Sort(0, True, 1)(Reshape((42,))(x * 2.0))[0]], aval(6, 7))
    assert len(executable.plan.kernels) == 1


def test_an_optimization_barrier_is_not_fused_across():
    executable = check(lambda x: [exp(optimization_barrier(x * 2.0)[0])], aval(6, 7))
    assert len(executable.plan.kernels) == 2


def test_expensive_values_are_not_computed_for_every_row():
    executable = check(lambda x, b: [x * spread(exp(b), x.shape, 1)], aval(60, 70), aval(70))
    assert len(executable.plan.kernels) == 2


@pytest.mark.parametrize(("results", "kernels"), [(8, 1), (16, 1), (17, 2), (48, 2)])
def test_functions_are_not_computed_for_each_of_many_results_that_are_reduced(results, kernels):
    def weighted(w, y):
        return (jnp.exp(w)[:, :, None] * y).sum(1)

    w, y = (np.random.default_rng(2).normal(size=s) for s in ((20, 30), (20, 30, results)))
    assert len(fjax.inspect(weighted)(w, y).kernels) == kernels
    expected = np.einsum("ij,ijk->ik", np.exp(w), y)
    np.testing.assert_allclose(fjax.jit(weighted)(w, y), expected, rtol=1e-12)


@pytest.mark.parametrize(
    "scores",
    [
        lambda x, width: softmax((x / jnp.exp(width)).sum(-1)),
        lambda x, width: jnp.sum(jnp.log(jnp.exp(x / jnp.exp(width)).sum((1, 2)))),
    ],
)
def test_functions_of_what_rows_are_reduced_along_are_not_computed_for_each_row(scores, rng):
    x, width = rng.normal(size=(500, 4, 2)), rng.normal(size=(4, 2))
    first, *_ = fjax.inspect(scores)(x, width).kernels
    assert {e.op.name for e in first.body.eqns} == {"exp"}


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    "program", ["layer norm backward", "softmax", "Gaussian kernel sums", "bias and activation"]
)
def test_a_hundred_sizes_need_at_most_two_structures(program):
    function, avals, kernels = PROGRAMS[program]
    structures = set()
    if program == "Gaussian kernel sums":
        kernels += 1  # many points are stored by coordinates
    for n in (1, *range(25, 125)):  # shorter rows may be written out, each length by itself
        sized = [ShapedArray((n, *a.shape[1:]), F64) if a.ndim > 1 else a for a in avals]
        executable, _ = compiled(function, *sized)
        structures.update(fingerprint(k.lowered.kernel) for k in executable.plan.kernels)
    assert len(structures) <= 2 * kernels


def test_a_new_literal_compiles_nothing():
    compiled(lambda x: [exp(x * 2.0) + 0.5], aval(6, 7))
    before = compiler.cache_info().compiled
    executable, _ = compiled(lambda x: [exp(x * 3.0) + 7.5], aval(6, 7))
    assert compiler.cache_info().compiled == before
    np.testing.assert_allclose(executable([np.ones((6, 7))])[0], np.exp(3.0) + 7.5)


def test_reductions_over_axes_in_any_order_share_a_kernel(rng):
    def f(a, w):
        spread = fjax.lax.broadcast_in_dim(fjax.lax.transpose(w, (1, 0)), a.shape, (0, 2))
        return jnp.sum(a * spread, (2, 0)) / jnp.sum(spread, (2, 0))

    a, w = rng.standard_normal((5, 6, 7)), rng.random((7, 5))
    np.testing.assert_allclose(fjax.jit(f)(a, w), np.average(a, axis=(2, 0), weights=w), rtol=1e-12)


def test_positions_that_take_long_to_compute_end_a_kernel():
    """Pads, slices and joins of many levels would nest divisions in the index of one load."""

    def prefixes(x):
        combine = lambda a, b: [a[0] * b[0], a[1] * b[0] + b[1]]
        return associative._prefixes(combine, [jnp.tanh(x), x], [0, 0])

    x = np.linspace(-1, 1, 200 * 7).reshape(200, 7)
    inspection = fjax.inspect(prefixes)(x)
    assert max(len(k.form.splitlines()) for k in inspection.kernels) < 600
    for got, expected in zip(fjax.jit(prefixes)(x), prefixes(jnp.asarray(x)), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-12)


def test_a_start_index_that_decides_nothing_may_be_computed():
    """A window over a whole axis starts at 0, whatever its start index says."""

    def starts(x):
        first = jnp.int32(jnp.max(x))
        return first, first + 1

    def read(x):
        return fjax.lax.dynamic_slice(x, starts(x), (2, 3)) + 1

    def write(x):
        return fjax.lax.dynamic_update_slice(x + 1, -x[:2], starts(x))

    x = np.linspace(0, 1.5, 15).reshape(5, 3)
    np.testing.assert_array_equal(fjax.jit(read)(x), x[1:3] + 1)
    np.testing.assert_array_equal(fjax.jit(write)(x)[1:3], -x[:2])


def test_positions_are_resolved_after_the_last_axes_are_split():
    check(lambda x: [exp(Reshape((6, 4))(Transpose((1, 0))(Reshape((8, 3))(x))))], aval(4, 6))
    check(lambda x: [ReduceSum((1,))(Reshape((6, 4))(Transpose((1, 0))(x)))], aval(8, 3))


def test_rows_are_not_reduced_under_a_condition_that_reads_along_them():
    """The gather of normalised rows is masked by its indices, which are read from memory."""
    places = np.array([[1], [1], [4]])

    def function(x):
        rows = fjax.nn.standardize(x, axis=-1)
        return lax.gather(
            rows,
            places,
            lax.GatherDimensionNumbers((), (0,), (0,)),
            (1,),
            mode="fill",
            fill_value=7,
        )

    x = np.random.default_rng(0).normal(size=(3, 2))
    expected = [[np.sign(b - a)] * 2 + [7] for a, b in x]
    np.testing.assert_allclose(fjax.jit(fjax.vmap(function))(x), expected, rtol=1e-2)


def primitives_of_kernels(function, *args):
    """For each kernel of a program, the names of its primitives."""
    return [{e.op.name for e in k.body.eqns} for k in fjax.inspect(function)(*args).kernels]


@pytest.mark.parametrize("padding", [(0, 900, 0), (0, 0, 8)])
def test_a_reduction_is_not_computed_again_for_each_element_of_a_larger_result(padding):
    def function(x):
        return lax.pad(jnp.sum(jnp.sin(x), axis=1), 0.0, [padding])

    kernels = primitives_of_kernels(function, np.ones((100, 30)))
    assert [k for k in kernels if "reduce_sum" in k] == [{"sin", "reduce_sum"}]


def test_a_small_reduction_is_computed_again_rather_than_stored():
    function = lambda x: jnp.pad(jnp.sum(x, axis=1), (0, 3))
    assert len(primitives_of_kernels(function, np.ones((6, 5)))) == 1


@pytest.mark.parametrize(("rows", "times"), [(64, 1), (1 << 13, 2)])
def test_a_function_of_a_large_value_is_computed_in_both_kernels_that_need_it(rows, times):
    """It would be kept until the backward pass, and take memory."""

    def loss(w, v, x):
        return jnp.sum((fjax.nn.gelu(x @ w) @ v) ** 2)

    args = [np.ones(s, np.float32) for s in ((16, 256), (256, 8), (rows, 16))]
    kernels = primitives_of_kernels(fjax.grad(loss, (0, 1)), *args)
    assert sum("tanh" in k for k in kernels) == times


@pytest.mark.parametrize(("rows", "kernels"), [(40, 1), (400, 3)])
def test_large_sums_do_not_share_a_loop_for_the_sake_of_a_vector(rows, kernels):
    """Reading many arrays at a time is slower than one after another; small ones save launches."""
    x, *arrays = [np.ones(s, np.float32) for s in ((100,), *[(rows, 100)] * 3)]
    found = fjax.inspect(lambda x, arrays: [(x * a).sum(1) for a in arrays])(x, arrays)
    assert found.n_kernels == kernels


def test_elements_chosen_from_windows_are_stored_before_they_are_reduced():
    """Lanes go along the rows of a reduction; along windows they go where memory does."""

    def function(x):
        window = (1, 1, 3, 3), (1, 1, 2, 2), "SAME"
        pool = lambda x: lax.reduce_window(x, -np.inf, lax.max, *window)
        image = x - x.mean((0, 2, 3), keepdims=True)
        return fjax.grad(lambda x: (pool(x) ** 2).sum())(image).sum((0, 2, 3))

    kernels = primitives_of_kernels(function, np.ones((2, 3, 32, 32)))
    assert any("concatenate" in k for k in kernels)
    assert not any({"concatenate", "reduce_sum"} <= k for k in kernels)


def test_phases_of_a_stride_are_put_together_before_rows_are_reduced(rng):
    """Each element of the row would choose the phase that it is of."""
    x = jnp.asarray(rng.standard_normal((2, 6, 8, 8)))
    weights = jnp.asarray(rng.standard_normal((6, 1, 3, 3)))
    pads = [(1, 1), (1, 1)]

    def loss(scale):
        y = jnp.maximum(x * scale[None, :, None, None], 0.0)
        z = lax.conv_general_dilated(y, weights, (2, 2), pads, feature_group_count=6)
        return jnp.sum(z**2)

    scale = jnp.ones(6)
    kernels = primitives_of_kernels(fjax.grad(loss), scale)
    assert any("concatenate" in k for k in kernels)
    assert not any({"concatenate", "reduce_sum"} <= k for k in kernels)
    step = 1e-6 * jnp.eye(6)
    slopes = [(loss(scale + d) - loss(scale - d)) / 2e-6 for d in step]
    np.testing.assert_allclose(fjax.jit(fjax.grad(loss))(scale), slopes, rtol=1e-5)


def test_totals_of_one_element_are_rows_where_any_loop_may_be_shared(monkeypatch):
    """The choice of a branch is clamped beside it; no loop is outside of the reduction's."""
    monkeypatch.setattr(CPU, "machine", changed(share_ns=0.0))

    def function(x):
        largest = jnp.argmax(x, axis=-1, keepdims=True)
        (y,) = lax.switch(x[0], [lambda a: (a,), lambda a: (a,), lambda a: (a,)], largest)
        return y

    np.testing.assert_array_equal(fjax.jit(function)(np.array([2], np.int16)), [0])


def test_a_value_that_is_read_from_memory_costs_the_kernel_that_reads_it_nothing():
    """All quotients would be too dear for each row; two of them are stored anyway."""
    x = jnp.ones((20, 30))
    kernels = primitives_of_kernels(quotients, x, x[0], x[1])
    assert [k for k in kernels if "mul" in k] == [{"div", "broadcast_in_dim", "mul"}]


def test_what_divides_for_each_row_is_stored_once_where_rows_are_many():
    def scaled(x, y):
        return x * jnp.sqrt(y / 3.0)

    x = jnp.ones((400, 70))
    assert primitives_of_kernels(scaled, x[:4], x[0]) == [
        {"div", "sqrt", "broadcast_in_dim", "mul"}
    ]
    assert {"sqrt", "div"} in primitives_of_kernels(scaled, x, x[0])


def test_asking_a_kernel_twice_gives_the_same_answer_and_leaves_it_as_it_was(monkeypatch):
    ask, answers = fusion._Fuser.cost_inside, []

    def asked_twice(fuser, nest, eqn):
        before = str(vars(nest))
        answers.extend([ask(fuser, nest, eqn), ask(fuser, nest, eqn)])
        assert answers[-1] == answers[-2]
        assert str(vars(nest)) == before
        return answers[-1]

    monkeypatch.setattr(fusion._Fuser, "cost_inside", asked_twice)
    fjax.clear_caches()
    for function, avals, _ in PROGRAMS.values():
        compiled(function, *avals)
    assert any(isinstance(x, int) and x > 0 for x in answers)
    assert any(isinstance(x, fusion.Refusal) for x in answers)


@pytest.mark.parametrize("seed", range(5))
def test_groups_know_all_that_comes_after_them_in_whatever_order_they_are_linked(seed):
    rng = np.random.default_rng(seed)
    groups = [FusionGroup(None, number=k, later=1 << k) for k in range(12)]
    pairs = [(a, b) for a, b in itertools.combinations(range(12), 2) if rng.random() < 0.25]
    after = {k: {k} for k in range(12)}
    for a, b in sorted(pairs, key=lambda pair: -pair[0]):
        after[a] |= after[b]
    for at in rng.permutation(len(pairs)):
        a, b = pairs[at]
        groups[a].precede(groups[b])
    assert [{k for k in range(12) if g.later >> k & 1} for g in groups] == list(after.values())


def test_a_number_that_is_an_output_leaves_a_large_map_parallel_and_in_place():
    def step(x, count):
        count = count + 1
        return x * (1 - jnp.float32(0.9) ** count), count

    x, count = jnp.ones(1 << 20, jnp.float32), jnp.zeros((), jnp.int32)
    found = fjax.inspect(fjax.jit(step, donate_argnums=(0, 1)))(x, count)
    (large,) = [k for k in found.kernels if k.body.out_avals[-1].size == x.size]
    assert "parallel" in large.form and len(large.body.out_avals) == 1
    assert 0 in found.plan.changed
    small = fjax.inspect(step)(x[:100], count)
    assert small.n_kernels == 1
    got, _ = fjax.jit(step, donate_argnums=(0, 1))(x, count)
    np.testing.assert_allclose(got, np.full(1 << 20, 0.1), rtol=1e-6)


def test_a_key_that_is_derived_in_a_program_is_computed_in_the_kernel_that_uses_it():
    def dropped(key, step, x):
        return x * fjax.random.bernoulli(fjax.random.fold_in(key, step), 0.5, x.shape)

    args = fjax.random.key(3), jnp.uint32(7), jnp.arange(1000.0)
    found = fjax.inspect(dropped)(*args)
    assert len(found.kernels) == 1 and not found.fallbacks
    np.testing.assert_array_equal(fjax.jit(dropped)(*args), dropped(*args))
    keys, steps = fjax.random.split(args[0], 3), jnp.arange(3, dtype=np.uint32)
    many = fjax.vmap(fjax.random.fold_in)
    assert not fjax.inspect(many)(keys, steps).fallbacks
    for derived, key, step in zip(fjax.jit(many)(keys, steps), keys, steps, strict=True):
        assert (
            fjax.random.key_data(derived) == fjax.random.key_data(fjax.random.fold_in(key, step))
        ).all()


def test_moves_one_after_another_do_not_double_the_places_at_which_a_kernel_reads():
    def function(x, i):
        for _ in range(24):
            x, i = x[i][::-1], i[i]
        return x * 2, x.sum()

    x, i = np.arange(3e4), np.arange(30_000)[::-1]
    doubled, total = fjax.jit(function)(x, i)
    assert total == x.sum() and set(np.asarray(doubled)) == set(2 * x)


def test_kernels_that_follow_long_positions_end_at_the_same_value():
    def rolled(x):
        for k in range(200):
            x = jnp.roll(x, k % 7 + 1, 0)
        return x

    x = np.arange(4096.0).reshape(64, 64)
    assert len(fjax.inspect(rolled)(x).kernels) <= 200 // 4
    assert (fjax.jit(rolled)(x) == np.roll(x, sum(k % 7 + 1 for k in range(200)), 0)).all()


def standardised(f):
    def standardise(x):
        y = f(x)
        centred = y - jnp.mean(y, 1, keepdims=True)
        return centred / jnp.sqrt(jnp.mean(centred**2, 1, keepdims=True) + 1e-5)

    return standardise


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "program, kernels",
    [
        (standardised(lambda x: x * 2 + 1), 1),  # cheap: computed in each of three passes
        (standardised(lambda x: jnp.tanh(jnp.exp(x))), 2),
        (lambda x: jnp.tanh(jnp.exp(x)).sum(1, keepdims=True) + x, 1),  # in one pass alone
        (fjax.nn.softmax, 1),  # the exponential, in two of three
        (lambda x: fjax.nn.softmax(jnp.sin(jnp.tanh(x))), 2),
    ],
)
@pytest.mark.parametrize("shape", [(300, 12), (40, 70), (3, 2000)], ids=str)
def test_what_is_dear_is_not_computed_in_each_pass_over_rows(program, kernels, shape, rng):
    x = jnp.asarray(rng.normal(size=shape).astype(np.float32))
    assert len(fjax.inspect(program)(x).kernels) == kernels
    np.testing.assert_allclose(fjax.jit(program)(x), program(x), rtol=2e-5, atol=2e-6)


def test_places_that_a_gather_reads_are_not_stored_across_the_rows_of_its_sum():
    """A bag of embeddings with what its gradient needs: rows of one are columns of the other."""

    def bags(table, places):
        places = jnp.where(places < 0, places + len(table), places)
        return table[places].sum(1), places

    table, places = np.arange(40.0).reshape(10, 4), np.arange(-6, 9).reshape(5, 3)
    found = fjax.inspect(bags)(table, places)
    assert not found.fallbacks
    total, _ = fjax.jit(bags)(table, places)
    np.testing.assert_array_equal(total, table[places].sum(1))


@pytest.mark.parametrize("n", [10, 17])
@pytest.mark.parametrize("rows", [2, 2000])
def test_sums_that_a_sum_of_a_short_row_reads_are_stored_where_rows_are_many(rows, n, rng):
    a, v = (rng.normal(size=s).astype("float32") for s in ((rows, n, n), (rows, n)))
    form = fjax.vmap(lambda a, v: v @ a @ v)
    assert len(fjax.inspect(form)(a, v).kernels) == (1 if rows == 2 else 2)
    np.testing.assert_allclose(
        fjax.jit(form)(a, v), np.einsum("bi,bij,bj->b", v, a, v), rtol=1e-4, atol=1e-4
    )


def test_a_row_is_passed_as_often_as_values_of_the_row_must_be_known_before():
    jaxpr = fjax.make_jaxpr(lambda x: nn.softmax(jnp.tanh(x)))(jnp.ones((64, 100))).jaxpr
    body = prepare(optimize(inline(jaxpr)), current())
    nest = replay(body, current().machine)
    found = {e.op.name: vector_processor._passes(nest, e.outvars[0]) for e in body.eqns}
    assert vector_processor._passes(nest, body.invars[0]) == found["tanh"] == 3
    assert found["exp"] == found["sub"] == found["reduce_max"] == 2
    assert found["reduce_sum"] == found["div"] == found["mul"] == 1


@pytest.mark.parametrize(("functions", "kernels"), [("exp", 2), ("tanh exp", 1)])
def test_a_chain_that_two_kernels_need_is_stored_where_all_of_it_costs_more(functions, kernels):
    """Each operation by itself would be computed again rather than kept."""

    def spread(x):
        for name in functions.split():
            x = getattr(jnp, name)(x)
        return (x - x.sum()).max()

    found = primitives_of_kernels(spread, np.ones(2_000_000, np.float32))
    assert sum("exp" in k for k in found) == kernels
