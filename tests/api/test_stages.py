"""Stages of jitted functions: what they tell, what compiled ones refuse, donation."""

import warnings

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp


def scaled(x, rest):
    return jnp.tanh(x) * rest["k"]


def lowered(**options):
    return fjax.jit(scaled, **options).lower(jnp.ones(3), {"k": jnp.ones(3)})


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_the_stages_know_types_and_structure_of_the_arguments():
    for stage in (lowered(donate_argnums=1), lowered(donate_argnums=1).compile()):
        (x, rest), keywords = stage.in_avals
        assert (str(x), str(rest["k"]), keywords) == ("float64[3]", "float64[3]", {})
        assert stage.donate_argnums == (1,)
        assert stage.out_info == fjax.ShapeDtypeStruct((3,), jnp.float64)


def test_each_dialect_is_a_stage_of_the_program():
    stage = fjax.jit(lambda x: (x * 2 + 1, x * 2)).lower(jnp.ones(3))
    traced, optimized, fused = (stage.compiler_ir(d) for d in ("jaxpr", "optimized", "fused"))
    assert [e.primitive.name for e in traced.eqns].count("mul") == 2
    assert [e.primitive.name for e in optimized.eqns].count("mul") == 1
    assert len(fused.eqns) == 1
    assert stage.compiler_ir("stablehlo") is traced
    assert stage.as_text("hlo") == str(optimized)
    with pytest.raises(ValueError, match="unknown dialect: 'mlir'"):
        stage.as_text("mlir")


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_the_cost_is_what_is_read_and_written():
    stage = fjax.jit(lambda x: jnp.tanh(x * 2)).lower(jnp.ones(1000))
    assert stage.cost_analysis()["bytes accessed"] == 4 * 8000  # two equations, each in and out
    assert stage.compile().cost_analysis()["bytes accessed"] == 2 * 8000


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_the_memory_counts_arguments_outputs_and_what_lives_between_steps():
    x = jnp.ones(1000)  # NumPy sorts so many, into memory of its own
    memory = fjax.jit(lambda x, y: jnp.sort(x) + y).lower(x, x).compile().memory_analysis()
    assert memory.argument_size_in_bytes == 16000
    assert memory.output_size_in_bytes == 8000
    assert memory.temp_size_in_bytes == 8000
    assert memory.alias_size_in_bytes == 0


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_memory_of_a_donated_argument_is_an_alias():
    step = fjax.jit(lambda x: x * 2, donate_argnums=0).lower(jnp.ones(100)).compile()
    assert step.memory_analysis().alias_size_in_bytes == 800


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_a_compiled_function_names_the_argument_of_another_type():
    compiled = lowered().compile()
    with pytest.raises(TypeError, match=r"\"rest\['k'\]\" compiled with float64\[3\] .*int64"):
        compiled(jnp.ones(3), {"k": jnp.arange(3)})


def test_a_compiled_function_names_where_the_structure_differs():
    with pytest.raises(TypeError, match="(?s)input pytree does not match.*different|compiled for"):
        lowered().compile()(jnp.ones(3), {"other": jnp.ones(3)})


def test_a_compiled_function_takes_no_traced_values():
    compiled = lowered().compile()
    for transform in (fjax.vmap, fjax.grad, fjax.jit):
        with pytest.raises(TypeError, match="Cannot apply JAX transformations"):
            transform(lambda x: compiled(x, {"k": jnp.ones(3)}))(jnp.ones((3, 3)))


def test_a_trace_can_be_called():
    traced = fjax.jit(scaled).trace(jnp.ones(3), {"k": jnp.ones(3)})
    np.testing.assert_allclose(traced(jnp.zeros(3), {"k": jnp.ones(3)}), np.zeros(3))


def test_a_program_is_compiled_for_this_machine_only():
    traced = fjax.jit(jnp.sin).trace(1.0)
    assert traced.lower(lowering_platforms=("cpu",)).compile()(0.0) == 0.0
    with pytest.raises(ValueError, match="tpu"):
        traced.lower(lowering_platforms=("tpu",))


def test_options_of_no_compiler_are_refused():
    stage = fjax.jit(jnp.sin).lower(1.0)
    stage.compile(compiler_options={"xla_embed_ir_in_executable": True})
    for call in (
        lambda o: stage.compile(compiler_options=o),
        lambda o: fjax.jit(jnp.sin, compiler_options=o),
    ):
        with pytest.raises(fjax.errors.JaxRuntimeError, match="No such compile option: 'fast'"):
            call({"fast": True})


def test_options_of_xla_are_checked_and_change_nothing():
    stage = fjax.jit(lambda x: x * 2).lower(1.0)
    options = {
        "xla_cpu_enable_fast_math": "False",
        "xla_gpu_autotune_level": 2,
        "optimization_level": "1",
        "memory_fitting_effort": 0,
        "xla_cpu_max_isa": "AVX2",
    }
    assert float(stage.compile(compiler_options=options)(3.0)) == 6.0
    for name, value, kind in [
        ("xla_cpu_enable_fast_math", 1, "bool"),
        ("xla_embed_ir_in_executable", "yes", "bool"),
        ("optimization_level", 1.5, "int"),
        ("xla_dump_max_hlo_modules", True, "int"),
        ("memory_fitting_effort", "much", "float"),
        ("xla_cpu_max_isa", 2, "str"),
    ]:
        with pytest.raises(RuntimeError, match=f"{name}: '{value}' is not a valid {kind} value"):
            stage.compile(compiler_options={name: value})


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_donated_memory_that_no_output_can_use_is_warned_of():
    f = fjax.jit(lambda x, y: x.sum() + y, donate_argnames=("x", "y"))
    with pytest.warns(UserWarning, match=r"buffers were not usable: x: float64\[3\];") as found:
        f(jnp.ones(3), jnp.zeros(()))
    assert found[0].filename == __file__


def test_donated_memory_that_an_output_can_use_is_not_warned_of():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exchanged = fjax.jit(lambda x, y: (y, x), donate_argnums=(0, 1))
        zeros, ones = exchanged(jnp.ones(3), jnp.zeros((2, 2)))
        reverse = fjax.jit(lambda x: x[::-1] * 2, donate_argnums=0)(jnp.arange(3.0))
    np.testing.assert_array_equal(zeros, np.zeros((2, 2)))
    np.testing.assert_array_equal(ones, np.ones(3))
    np.testing.assert_array_equal(reverse, [4, 2, 0])


def test_outputs_of_dtype_float0_are_what_vjp_gives_for_integers():
    _, pull = fjax.vjp(lambda n, x: n * x, 2, 3.0)
    number, real = fjax.jit(pull)(1.0)
    assert isinstance(number, np.ndarray) and number.dtype == fjax.float0
    assert float(real) == 2.0


# ---- what has a shape and no value


def test_shapes_may_be_returned_where_only_shapes_are_asked_for():
    struct = fjax.ShapeDtypeStruct((3,), "float32")
    assert fjax.eval_shape(lambda: struct) == struct
    assert fjax.eval_shape(lambda x: (x, {"a": struct}), struct) == (struct, {"a": struct})
    assert fjax.eval_shape(fjax.jit(lambda: struct)) == struct
    assert fjax.jit(lambda: struct).eval_shape() == struct
    jaxpr = fjax.make_jaxpr(lambda: struct)()
    assert [str(a) for a in jaxpr.out_avals] == ["float32[3]"]
    assert str(fjax.typeof(struct)) == "float32[3]"


@pytest.mark.parametrize(
    "run",
    [
        lambda f: fjax.jit(f)(),
        lambda f: fjax.vmap(lambda x: f())(np.ones(3)),
        lambda f: fjax.jvp(lambda x: f(), (1.0,), (1.0,)),
    ],
)
def test_a_shape_is_no_value_of_a_function_that_runs(run):
    struct = fjax.ShapeDtypeStruct((3,), "float32")
    with pytest.raises(TypeError, match="ShapeDtypeStruct does not have a value"):
        run(lambda: struct)


@pytest.mark.parametrize(
    "value",
    [
        np.ones((2, 3), np.float32),
        2.0,
        jnp.arange(3),
        fjax.random.key(0),
        fjax.ShapeDtypeStruct((4,), jnp.int8),
    ],
    ids=lambda x: type(x).__name__,
)
def test_a_struct_like_a_value_has_its_type(value):
    found = fjax.ShapeDtypeStruct.like(value)
    assert found.aval == fjax.typeof(value)
    assert found.sharding is None


def test_a_struct_like_a_committed_array_has_its_sharding():
    x = fjax.device_put(jnp.ones(2), fjax.devices()[0])
    assert fjax.ShapeDtypeStruct.like(x).sharding == x.sharding
    assert fjax.jit(lambda y: fjax.ShapeDtypeStruct.like(y).shape[0] * y)(x)[0] == 2


def test_a_struct_like_a_reference_is_refused():
    with pytest.raises(TypeError, match="a reference"):
        fjax.ShapeDtypeStruct.like(fjax.new_ref(jnp.ones(2)))
