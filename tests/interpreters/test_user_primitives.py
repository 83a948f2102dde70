"""Primitives that users define, with rules under JAX's names."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import ShapedArray, parse
from fjax.core.printer import host_table
from fjax.extend import core, linear_util
from fjax.extend.core import Primitive
from fjax.interpreters import ad, batching, mlir, xla
from fjax.interpreters import partial_eval as pe

X = np.linspace(0.5, 2.0, 4)


def elementwise(name, function):
    """A primitive of arrays of one shape that NumPy computes."""
    primitive = Primitive(name)
    primitive.def_impl(function)
    primitive.def_abstract_eval(lambda x, *_, **__: x)
    return primitive


def scaled():
    """x -> factor * x, with all rules of a linear primitive."""
    primitive = elementwise("scaled", lambda x, *, factor: factor * np.asarray(x))
    ad.deflinear2(primitive, lambda ct, x, *, factor: [primitive.bind(ct, factor=factor)])
    batching.defvectorized(primitive)
    return primitive


def test_a_primitive_prints_by_its_name_with_its_parameters_and_is_read_back():
    jaxpr = fjax.make_jaxpr(lambda x: scaled().bind(x, factor=3))(X).jaxpr
    assert "scaled[factor=3] a" in str(jaxpr)
    assert str(parse(str(jaxpr), host_table(jaxpr))) == str(jaxpr)


def test_two_primitives_of_one_name_stay_apart_in_print():
    first, second = scaled(), scaled()
    jaxpr = fjax.make_jaxpr(lambda x: second.bind(first.bind(x, factor=2), factor=3))(X).jaxpr
    again = parse(str(jaxpr), host_table(jaxpr))
    assert [e.primitive == p for e, p in zip(again.eqns, (first, second))] == [True, True]


def test_an_equation_is_found_in_a_table_keyed_by_the_primitive():
    primitive = scaled()
    eqn = fjax.make_jaxpr(lambda x: primitive.bind(x, factor=3))(X).eqns[0]
    assert {primitive: "found"}[eqn.primitive] == "found"
    assert eqn.primitive != scaled() and eqn.params == {"factor": 3}


def test_an_interpreter_binds_equations_with_their_parameters():
    def run(jaxpr, *args):
        env = dict(zip(jaxpr.invars, args, strict=True))
        for eqn in jaxpr.eqns:
            values = [x.val if isinstance(x, core.Literal) else env[x] for x in eqn.invars]
            outs = eqn.primitive.bind(*values, **eqn.primitive.get_bind_params(eqn.params))
            outs = outs if eqn.primitive.multiple_results and len(eqn.outvars) > 1 else [outs]
            env.update(zip(eqn.outvars, outs, strict=True))
        return [env[v] for v in jaxpr.outvars]

    primitive = scaled()
    jaxpr = fjax.make_jaxpr(lambda x: primitive.bind(jnp.sin(x), factor=3).sum())(X).jaxpr
    np.testing.assert_allclose(run(jaxpr, X)[0], 3 * np.sin(X).sum())


@pytest.mark.parametrize(
    "transformed",
    [
        lambda p: p.bind(X),
        lambda p: fjax.jit(p.bind)(X),
        lambda p: fjax.jvp(p.bind, (X,), (X,)),
        lambda p: fjax.vmap(p.bind)(X),
    ],
    ids=["impl", "abstract_eval", "jvp", "batch"],
)
def test_a_missing_rule_is_named(transformed):
    with pytest.raises(NotImplementedError, match="for 'bare' not implemented"):
        transformed(Primitive("bare"))


def test_parameters_that_cannot_be_hashed_are_refused_where_a_program_is_compiled():
    primitive = scaled()
    with pytest.raises(TypeError, match="scaled: the parameters of a primitive must be hashable"):
        fjax.jit(lambda x: primitive.bind(x, factor=[3]))(X)


def test_an_effect_keeps_an_equation_that_nobody_reads():
    said = []
    primitive = Primitive("say")
    primitive.multiple_results = True
    primitive.def_impl(lambda x: said.append(float(x)) or [])
    primitive.def_effectful_abstract_eval(lambda x: ([], {"speech"}))

    @fjax.jit
    def f(x):
        primitive.bind(x)
        return x + 1

    assert f(1.0) == 2.0 and f(2.0) == 3.0
    assert said == [1.0, 2.0]


# ---- derivatives


def test_defjvp_adds_the_rules_of_the_arguments():
    primitive = elementwise("product", lambda x, y: np.asarray(x) * np.asarray(y))
    ad.defjvp(primitive, lambda t, x, y: t * y, lambda t, x, y: x * t)
    value, tangent = fjax.jvp(primitive.bind, (X, X + 1), (np.ones(4), 2 * np.ones(4)))
    np.testing.assert_allclose(value, X * (X + 1))
    np.testing.assert_allclose(tangent, X + 1 + 2 * X)
    np.testing.assert_allclose(fjax.grad(lambda x: primitive.bind(x, X).sum())(X), X)


def test_defjvp2_gives_the_rules_the_output():
    primitive = elementwise("exponential", np.exp)
    ad.defjvp2(primitive, lambda t, out, x: t * out)
    np.testing.assert_allclose(fjax.grad(lambda x: primitive.bind(x).sum())(X), np.exp(X))


def test_an_argument_without_rule_has_derivative_zero():
    primitive = elementwise("first", lambda x, y: np.asarray(x))
    ad.defjvp(primitive, lambda t, x, y: t, None)
    found = fjax.grad(lambda x, y: primitive.bind(x, y).sum(), argnums=(0, 1))(X, X)
    np.testing.assert_allclose(found, (np.ones(4), np.zeros(4)))


def test_deflinear_transposes_without_the_arguments():
    primitive = elementwise("halved", lambda x: np.asarray(x) / 2)
    ad.deflinear(primitive, lambda ct: [primitive.bind(ct)])
    np.testing.assert_allclose(fjax.grad(lambda x: primitive.bind(x).sum())(X), 0.5 * np.ones(4))


def test_a_linear_primitive_goes_through_all_transformations():
    primitive = scaled()

    def f(x):
        return (primitive.bind(x, factor=3.0) ** 2).sum()

    np.testing.assert_allclose(fjax.jit(fjax.grad(f))(X), 18 * X)
    np.testing.assert_allclose(fjax.hessian(f)(X), 18 * np.eye(4))
    both = np.stack([X, 2 * X])
    np.testing.assert_allclose(fjax.vmap(fjax.grad(f))(both), 18 * both)


def test_defbilinear_transposes_in_each_argument():
    primitive = elementwise("times", lambda x, y: np.asarray(x) * np.asarray(y))
    ad.defbilinear(primitive, lambda ct, x, y: ct * y, lambda ct, x, y: ct * x)
    found = fjax.grad(lambda x, y: primitive.bind(x, y).sum(), argnums=(0, 1))(X, 3 * X)
    np.testing.assert_allclose(found, (3 * X, X))
    product = fjax.linear_transpose(lambda y: primitive.bind(X, y), X)
    np.testing.assert_allclose(product(np.ones(4))[0], X)


def test_a_transpose_rule_sees_which_arguments_are_undefined():
    seen = []
    primitive = elementwise("weighted", lambda x, w: np.asarray(x) * np.asarray(w))
    ad.defjvp(primitive, lambda t, x, w: primitive.bind(t, w), None)

    def transpose(ct, x, w):
        seen.append((ad.is_undefined_primal(x), ad.is_undefined_primal(w), x.aval.shape))
        return ct * w, None

    ad.primitive_transposes[primitive] = transpose
    np.testing.assert_allclose(fjax.grad(lambda x: primitive.bind(x, X).sum())(X), X)
    assert seen == [(True, False, (4,))]


def test_a_wrong_number_of_rules_is_told():
    primitive = elementwise("one", np.sin)
    ad.defjvp(primitive, lambda t, x: t, lambda t, x: t)
    with pytest.raises(TypeError, match="one has 2 rules.*1 argument"):
        fjax.jvp(primitive.bind, (X,), (X,))


# ---- the tables


def test_the_rules_of_fjaxs_own_primitives_can_be_read():
    value, tangent = ad.primitive_jvps[lax.sin_p]((X,), (np.ones(4),))
    np.testing.assert_allclose((value, tangent), (np.sin(X), np.cos(X)))
    total, dim = batching.primitive_batchers[lax.reduce_sum_p]((np.ones((2, 3)),), (1,), axes=(0,))
    np.testing.assert_allclose(total, 2 * np.ones(3))
    assert dim == 0 and lax.sin_p in ad.primitive_jvps and lax.sin_p not in ad.primitive_transposes
    assert ad.get_primitive_transpose(lax.neg_p)(X, ad.UndefinedPrimal(ShapedArray((4,), float)))


def test_the_rules_of_fjaxs_own_primitives_cannot_be_set():
    with pytest.raises(TypeError, match="can't be set: it belongs to the class.*custom_jvp"):
        ad.primitive_jvps[lax.sin_p] = lambda primals, tangents: None
    with pytest.raises(KeyError):
        ad.primitive_jvps[Primitive("bare")]


def test_a_rule_can_be_removed():
    primitive = scaled()
    assert ad.primitive_jvps.pop(primitive) is not None
    assert primitive not in ad.primitive_jvps and ad.primitive_jvps.pop(primitive, None) is None


# ---- batches


def test_defvectorized_moves_batches_to_one_place():
    primitive = elementwise("sum_of_two", lambda x, y: np.asarray(x) + np.asarray(y))
    batching.defvectorized(primitive)
    a, b = np.arange(6.0).reshape(2, 3), np.arange(6.0).reshape(3, 2)
    np.testing.assert_allclose(fjax.vmap(primitive.bind, (0, 1))(a, b), a + b.T)
    np.testing.assert_allclose(fjax.vmap(primitive.bind, (0, None))(a, a[0]), a + a[0])


@pytest.mark.parametrize("in_axes", [(0, 0), (1, None), (None, 0), (0, 1), (1, 0)])
def test_defbroadcasting_broadcasts_each_example_as_numpy_does(in_axes):
    primitive = Primitive("plus")
    primitive.def_impl(lambda x, y: np.add(x, y))
    batching.defbroadcasting(primitive)
    shapes = [(5, 3), (2, 5, 3)]
    args = [np.arange(float(np.prod(s))).reshape(s) for s in shapes]
    batched = [
        x if d is None else np.stack([x, 2 * x, 3 * x, 4 * x], axis=d)
        for x, d in zip(args, in_axes, strict=True)
    ]
    expected = [
        np.add(
            *[
                x if d is None else np.take(x, i, axis=d)
                for x, d in zip(batched, in_axes, strict=True)
            ]
        )
        for i in range(4)
    ]
    np.testing.assert_allclose(fjax.vmap(primitive.bind, in_axes)(*batched), np.stack(expected))


@pytest.mark.parametrize("dim", [0, 1, 2])
def test_defreducer_shifts_the_axes(dim):
    primitive = Primitive("total")
    primitive.def_impl(lambda x, *, axes: np.sum(x, axis=axes))
    batching.defreducer(primitive)
    x = np.arange(24.0).reshape(2, 3, 4)
    found = fjax.vmap(lambda e: primitive.bind(e, axes=(1,)), dim)(x)
    np.testing.assert_allclose(found, np.moveaxis(x, dim, 0).sum(axis=2))


def test_a_rule_of_the_axis_gets_its_name_and_size():
    primitive = elementwise("size", lambda x: np.asarray(x))
    seen = []

    def rule(axis, args, dims):
        seen.append((axis.name, axis.size))
        return args[0], dims[0]

    batching.fancy_primitive_batchers[primitive] = rule
    fjax.vmap(primitive.bind, axis_name="i")(X)
    assert seen == [("i", 4)]


def test_a_rule_of_the_axis_may_take_its_size_and_name_apart():
    primitive = elementwise("apart", lambda x: np.asarray(x))
    seen = []

    def rule(size, name, kind, args, dims):
        seen.append((size, name, kind))
        return 2 * args[0], dims[0]

    batching.axis_primitive_batchers[primitive] = rule
    np.testing.assert_array_equal(fjax.vmap(primitive.bind, axis_name="i")(X), 2 * X)
    assert seen == [(4, "i", None)]
    again = batching.axis_primitive_batchers[primitive]
    np.testing.assert_array_equal(again(4, "j", None, (X,), (0,))[0], 2 * X)
    sin = batching.axis_primitive_batchers[lax.sin_p]
    np.testing.assert_allclose(sin(4, None, None, (X,), (0,))[0], np.sin(X))


def test_rules_get_tuples_which_may_be_parameters():
    primitive = elementwise("tuples", lambda x: np.asarray(x))
    seen = []

    def batch(args, dims):
        seen.append((type(args), hash(dims)))
        return args[0], dims[0]

    def jvp(primals, tangents):
        seen.append((type(primals), hash(tuple(map(type, tangents)))))
        return primals[0], tangents[0]

    batching.primitive_batchers[primitive] = batch
    ad.primitive_jvps[primitive] = jvp
    fjax.vmap(primitive.bind)(X)
    fjax.jvp(primitive.bind, (X,), (X,))
    assert len(seen) == 2 and all(kind is tuple for kind, _ in seen)


def test_what_an_equation_shows_is_a_primitive():
    primitive = scaled()

    def function(x):
        return primitive.bind(lax.sin(x), factor=2.0).sum()

    shown = [e.primitive for e in fjax.make_jaxpr(function)(X).eqns]
    assert len(shown) == 3 and all(isinstance(p, Primitive) for p in shown)
    assert not isinstance(lax.sin, Primitive) and not isinstance(float, Primitive)

    class Narrow(Primitive):
        """A user's kind of primitive."""

    assert isinstance(Narrow("n"), Primitive) and not isinstance(lax.sin_p, Narrow)


# ---- compilation


def test_a_lowered_function_fuses_with_what_is_around_it():
    primitive = Primitive("square_plus")
    primitive.def_abstract_eval(lambda x, *, c: x)
    mlir.register_lowering(primitive, mlir.lower_fun(lambda x, *, c: x * x + c, False))
    primitive.def_impl(lambda x, *, c: xla.apply_primitive(primitive, x, c=c))
    np.testing.assert_allclose(primitive.bind(X, c=1.0), X * X + 1)
    found = fjax.inspect(lambda x: jnp.sin(primitive.bind(x, c=1.0)))(X)
    assert str(found.fused).count("kernel") == 1
    np.testing.assert_allclose(
        fjax.jit(lambda x: jnp.sin(primitive.bind(x, c=1.0)))(X), np.sin(X * X + 1)
    )


def test_without_a_lowering_rule_the_compiled_program_calls_the_evaluation_rule():
    primitive = scaled()
    np.testing.assert_allclose(
        fjax.jit(lambda x: primitive.bind(x + 1, factor=2) + 1)(X), 2 * (X + 1) + 1
    )


def test_a_rule_that_builds_mlir_is_refused_with_the_remedy():
    primitive = Primitive("only_mlir")
    primitive.def_abstract_eval(lambda x: x)
    mlir.register_lowering(primitive, lambda ctx, x: [x])  # a module that does so still loads
    for call in (primitive.bind, fjax.jit(primitive.bind)):
        with pytest.raises(TypeError, match="would build MLIR.*lower_fun"):
            call(X)
    primitive.def_impl(lambda x: x + 1)
    np.testing.assert_allclose(fjax.jit(primitive.bind)(X), X + 1)
    mlir.register_lowering(scaled(), lambda ctx, x: [x], platform="tpu")  # never used here
    with pytest.raises(NotImplementedError, match="Lowering rule for 'scaled' not implemented"):
        xla.apply_primitive(scaled(), X, factor=2)


# ---- tracing


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_partial_evaluation_runs_what_is_known():
    def f(x, y):
        return [jnp.sin(x), x * y]

    jaxpr, outs, consts = pe.trace_to_jaxpr_nounits(
        linear_util.wrap_init(f),
        [pe.PartialVal.known(2.0), pe.PartialVal.unknown(ShapedArray((4,), np.float64))],
    )
    np.testing.assert_allclose(outs[0].get_known(), np.sin(2.0))
    assert not outs[1].is_known() and outs[1].get_aval().shape == (4,)
    np.testing.assert_allclose(fjax.core.eval_jaxpr(jaxpr, consts, X)[0], 2 * X)


def test_partial_evaluation_makes_outputs_unknown_on_demand():
    jaxpr, outs, consts = pe.trace_to_jaxpr_nounits(
        lambda x: [jnp.sin(x)], [pe.PartialVal.known(2.0)], instantiate=True
    )
    assert not outs[0].is_known()
    np.testing.assert_allclose(fjax.core.eval_jaxpr(jaxpr, consts)[0], np.sin(2.0))


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_tracing_a_flat_function_gives_constants_first():
    constant = jnp.arange(4.0)
    jaxpr, avals, consts = pe.trace_to_jaxpr_dynamic(
        lambda x: [x + constant], [ShapedArray((4,), np.float64)]
    )
    assert avals[0].shape == (4,) and len(jaxpr.invars) == 2
    np.testing.assert_allclose(fjax.core.eval_jaxpr(jaxpr, consts, X)[0], X + np.arange(4.0))


def test_dead_code_inside_loops_goes_with_the_inputs_that_it_read():
    def f(x, y):
        return lax.fori_loop(0, 3, lambda i, c: (jnp.sin(c[0]), c[1] * 2), (x, y))

    jaxpr = fjax.make_jaxpr(f)(1.0, 2.0).jaxpr
    pruned, used = pe.dce_jaxpr(jaxpr, [True, False])
    assert used == [True, False]
    np.testing.assert_allclose(fjax.core.eval_jaxpr(pruned, [], 1.0), [np.sin(np.sin(np.sin(1.0)))])
    assert pe.dce_jaxpr(jaxpr, [True, False], instantiate=True)[1] == [True, True]
    with pytest.raises(ValueError, match="used_outputs has 1 entries, the jaxpr 2 outputs"):
        pe.dce_jaxpr(jaxpr, [True])


# ---- fjax.extend


def test_generator_transformations_of_functions():
    @linear_util.transformation_with_aux
    def doubled(*args):
        result = yield [2 * a for a in args], {}
        yield result + 1, "auxiliary"

    wrapped, read = doubled(linear_util.wrap_init(lambda x, y: x * y))
    with pytest.raises(linear_util.StoreException, match="Store empty"):
        read()
    assert wrapped.call_wrapped(3, 4) == 49 and read() == "auxiliary"
    assert linear_util.merge_linear_aux(read, read) == (True, "auxiliary")


def test_equations_can_be_made_by_hand():
    a, b = core.Var(ShapedArray((4,), np.float64)), core.Var(ShapedArray((4,), np.float64))
    primitive = scaled()
    eqns = [core.new_jaxpr_eqn([a], [b], primitive, {"factor": 2.0})]
    jaxpr = core.Jaxpr([a], eqns, [b])
    core.check_jaxpr(jaxpr)
    np.testing.assert_allclose(core.jaxpr_as_fun(core.ClosedJaxpr(jaxpr))(X)[0], 2 * X)


def test_the_jaxprs_of_parameters():
    eqn = fjax.make_jaxpr(lambda x: lax.cond(x > 0, jnp.sin, jnp.cos, x))(1.0).eqns[-1]
    assert len(list(core.jaxprs_in_params(eqn.params))) == 2


def test_the_trace_in_force():
    states = [core.get_opaque_trace_state()]
    inside = []

    def f(x):
        states.append(core.get_opaque_trace_state())
        inside.append(
            (core.unsafe_am_i_under_a_jit_DO_NOT_USE(), core.unsafe_am_i_under_a_vmap_DO_NOT_USE())
        )
        return x

    fjax.jit(f)(1.0)
    fjax.vmap(f)(X)
    assert inside == [(True, False), (False, True)] and len(set(states)) == 3
    assert states[0] == core.get_opaque_trace_state()
    with pytest.raises(TypeError, match="a concrete value is needed.*for the size"):
        fjax.jit(lambda x: core.concrete_or_error(int, x, "for the size"))(1)


def test_avals_gain_and_lose_an_axis():
    aval = ShapedArray((2, 3), np.float64)
    assert core.mapped_aval(3, 1, aval).shape == (2,)
    assert core.unmapped_aval(4, 1, aval).shape == (2, 4, 3)
    assert core.mapped_aval(3, None, aval) == core.unmapped_aval(4, None, aval) == aval
    assert core.primal_dtype_to_tangent_dtype(np.int32) == fjax.float0


def test_tracers_tell_which_trace_they_belong_to():
    def function(x):
        trace = fjax.extend.core.find_top_trace([x])
        y = x * 2.0
        assert y._trace.main is trace.main
        return fjax.grad(lambda z: float(z._trace.main is not trace.main) * z)(1.0) * y

    assert fjax.jvp(function, (1.0,), (1.0,)) == (2.0, 2.0)


def test_parameters_have_jaxs_names_and_bind_takes_them():
    jaxpr = fjax.make_jaxpr(lambda x: lax.slice(jnp.broadcast_to(x, (3, 4)), (0, 0), (2, 2)))(X)
    spread, cut = jaxpr.eqns[-2:]
    assert spread.params == {"shape": (3, 4), "broadcast_dimensions": (1,), "sharding": None}
    assert set(cut.params) == {"start_indices", "limit_indices", "strides"}
    np.testing.assert_allclose(spread.primitive.bind(X, **spread.params), np.tile(X, (3, 1)))
    (sine,) = fjax.make_jaxpr(lax.sin)(X).eqns
    np.testing.assert_allclose(sine.primitive.bind(X, **sine.params), np.sin(X))
    index = lax.argmax_p.bind(jnp.array([1.0, 3.0]), axes=(0,), index_dtype=np.dtype("int32"))
    assert int(index) == 1


def test_loops_and_branches_are_bound_to_closed_programs():
    step = fjax.make_jaxpr(lambda x: x * jnp.arange(1.0, 3.0))(X[:2])
    low = fjax.make_jaxpr(lambda x: x.sum() < 9)(X[:2])
    params = {"cond_jaxpr": low, "body_jaxpr": step, "cond_nconsts": 0, "body_nconsts": 0}
    (out,) = lax.while_p.bind(X[:2], **params)
    np.testing.assert_allclose(out, [0.5, 16])
    (out,) = lax.cond_p.bind(1, X[:2], branches=(step, step))
    np.testing.assert_allclose(out, X[:2] * [1, 2])


class Doubled(fjax.core.Trace):
    """A library's trace: each operation is done by the trace around, and counted."""

    def __init__(self, parent_trace):
        super().__init__()
        self.parent_trace, self.seen = parent_trace, []

    def value(self, x):
        return x.value if isinstance(x, DoubledTracer) and x._trace is self else x

    def process_primitive(self, primitive, tracers, params):
        self.seen.append(str(primitive))
        with core.set_current_trace(self.parent_trace):
            out = primitive.bind(*map(self.value, tracers), **params)
        wrapped = [DoubledTracer(self, x) for x in (out if primitive.multiple_results else [out])]
        return wrapped if primitive.multiple_results else wrapped[0]

    def process_custom_jvp_call(self, primitive, fun, jvp, tracers, *, symbolic_zeros):
        self.seen.append("custom")
        params = {"subfuns": (fun, jvp), "symbolic_zeros": symbolic_zeros}
        values = list(map(self.value, tracers))
        out = primitive.bind_with_trace(self.parent_trace, values, None, params)
        return [DoubledTracer(self, x) for x in out]


class DoubledTracer(fjax.core.Tracer):
    def __init__(self, trace, value):
        self._trace, self.value = trace, value

    @property
    def aval(self):
        return fjax.typeof(self.value)


def in_a_trace_of_its_own(function, seen):
    def run(x):
        with core.take_current_trace() as outer:
            trace = Doubled(outer)
            with core.set_current_trace(trace):
                out = trace.value(function(DoubledTracer(trace, x)))
        seen[:] = trace.seen
        return out

    return run


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (lambda x: lax.sin(x) + 1, ["sin", "add"]),
        (fjax.nn.relu, ["custom"]),
        (fjax.jit(lambda x: lax.sin(x)), ["jit"]),
        (lambda x: lax.cond(True, lax.sin, lax.cos, x), ["cond"]),
        (lambda x: fjax.vmap(lax.sin)(x), ["sin"]),
        (lambda x: jnp.where(x > 1, x, 0.0), ["gt", "broadcast_in_dim", "select_n"]),
        (fjax.grad(lambda x: lax.sin(x).sum()), None),
    ],
)
def test_a_librarys_trace_is_put_in_force(function, names):
    seen = []
    run = in_a_trace_of_its_own(function, seen)
    np.testing.assert_allclose(run(jnp.array(X)), function(X))
    assert names is None or seen == names
    np.testing.assert_allclose(fjax.jit(run)(X), function(X))
    if names is not None:
        through = fjax.grad(lambda x: run(x).sum())(X)
        np.testing.assert_allclose(through, fjax.grad(lambda x: function(x).sum())(X), atol=1e-12)
    assert not fjax.core.tracing.living


def test_a_librarys_trace_without_rules_says_so():
    with core.take_current_trace() as outer:
        assert core.find_top_trace([]) is None and outer.stage_value(1.0) == 1.0
        with core.set_current_trace(fjax.core.Trace()), pytest.raises(NotImplementedError):
            lax.sin(1.0)
        with core.set_current_trace(fjax.core.Trace()), pytest.raises(NotImplementedError):
            fjax.nn.relu(1.0)
    two = jnp.full(3, 2.0)
    for operator in (lambda x: x + x, lambda x: -x):
        operator(two)  # from then on arrays like this one take a shorter way
        with core.set_current_trace(fjax.core.Trace()), pytest.raises(NotImplementedError):
            operator(two)


def test_a_trace_that_a_generator_puts_in_force_ends_with_an_error():
    @linear_util.transformation
    def traced(*args):
        with core.take_current_trace() as outer, core.set_current_trace(Doubled(outer)):
            out = yield args, {}
            yield out

    def fails(x):
        raise KeyError(x)

    with pytest.raises(KeyError) as kept:
        traced(linear_util.wrap_init(fails)).call_wrapped(1.0)
    assert core.find_top_trace([]) is None and kept


def test_a_class_may_have_its_rules_as_methods():
    class Tag(Primitive):
        def impl(self, *args):
            return args[0]

        def abstract_eval(self, *avals):
            return avals[0], set()

    tag = Tag("tag")
    tag.def_lowering(lambda *args: args[1])
    assert float(tag.bind(2.0, 3.0)) == 2.0  # arrays by the method, programs by the lowering
    assert float(fjax.jit(lambda x: tag.bind(1.0, x) * 2)(3.0)) == 6.0
