"""Names of JAX's machinery that libraries use: what they do, and which are lacking."""

from __future__ import annotations

import importlib
import subprocess
import sys

import numpy as np
import pytest
import scipy.special

import fjax
import fjax.numpy as jnp
from fjax.errors import AbsentNameError, FjaxTypeError, FjaxValueError
from tests.libraries import names as scan


@pytest.fixture(autouse=True)
def names():
    with fjax.as_jax() as names:
        yield names


def named(name):
    module, _, own = name.rpartition(".")
    return getattr(importlib.import_module(module), own)


# The names with which libraries stop at their first line where there are none.
AT_IMPORT = """
jax._src.api_util.infer_argnums_and_argnames jax._src.numpy.util.promote_dtypes_inexact
jax._src.numpy.util.promote_dtypes_complex jax.api_util.argnums_partial jax.api_util.flatten_axes
jax.api_util.safe_map jax.api_util.shaped_abstractify jax.core.Effects jax.core.no_effects
jax.core.DebugInfo jax.core.gensym jax.core.new_jaxpr_eqn jax.core.concrete_or_error
jax.core.ParamDict jax.core.get_opaque_trace_state jaxlib.xla_client.Device jaxlib._jax.PjitFunction
jaxlib.xla_extension.PjitFunction jax._src.pjit.auto_axes
jax._src.sharding_impls.canonicalize_sharding jax._src.lib.xla_client.XlaRuntimeError
jax._src.public_test_util.check_close jax.example_libraries.stax.softmax
jax.stages.CompilerOptions jax.monitoring.unregister_event_listener
jax.experimental.ode.ravel_first_arg jax._src.typing.Array jax._src.dtypes.to_complex_dtype
jax._src.numpy.vectorize._parse_gufunc_signature jax._src.numpy.array_methods._IndexUpdateRef
jax.extend.linear_util.cache jax.profiler.start_server jax.profiler.TraceAnnotation.is_enabled
jax.experimental.pallas jax.experimental.pallas.ops.tpu.splash_attention
jax.scipy.special.lpmn_values
jax.interpreters.mlir.LoweringRuleContext jax._src.config.enable_checks
"""


def test_names_that_libraries_import_are_there():
    assert scan.lacking(AT_IMPORT.split()) == {}


@pytest.mark.parametrize(
    ("function", "values", "wanted"),
    [
        ("promote_dtypes", (np.int8([1]), np.int32([1])), "int32"),
        ("promote_dtypes", (np.float32([1]), 2), "float32"),
        ("promote_dtypes_inexact", (np.int32([1]), 2), "float32"),
        ("promote_dtypes_inexact", (np.float16([1]), 2), "float16"),
        ("promote_dtypes_inexact", (np.complex64([1]), np.float32([2])), "complex64"),
        ("promote_dtypes_complex", (np.int32([1]), 2), "complex64"),
        ("promote_dtypes_complex", (np.float32([1]), 2.0), "complex64"),
    ],
)
def test_arguments_are_promoted_together(function, values, wanted):
    promoted = named(f"jax._src.numpy.util.{function}")(*values)
    assert [x.dtype.name for x in promoted] == [wanted] * len(values)
    for x, value in zip(promoted, values, strict=True):
        np.testing.assert_array_equal(x, value)


def test_a_prefix_is_spread_over_a_structure():
    flatten_axes = named("jax.api_util.flatten_axes")
    tree = fjax.tree_util.tree_structure((1, {"a": 2, "b": (3, 4)}))
    assert flatten_axes("in_axes", tree, (0, {"a": None, "b": 1})) == [0, None, 1, 1]
    assert flatten_axes("in_axes", tree, None) == [None] * 4
    with pytest.raises(ValueError, match="in_axes specification must be a tree prefix"):
        flatten_axes("in_axes", tree, (0, 1, 2))


def test_arguments_are_fixed_by_position():
    argnums_partial = named("jax.api_util.argnums_partial")
    wrapped = named("jax.extend.linear_util.wrap_init")(lambda a, b, c: (a, b, c))
    function, dynamic = argnums_partial(wrapped, (0, -1), (1, 2, 3))
    assert dynamic == (1, 3) and function.call_wrapped(10, 30) == (10, 2, 30)
    with pytest.raises(FjaxValueError, match="argument 1 is of type list"):
        argnums_partial(wrapped, 0, (1, [2], 3))
    function, _ = argnums_partial(wrapped, 0, (1, [2], 3), require_static_args_hashable=False)
    assert function.call_wrapped(5) == (5, [2], 3)


@pytest.mark.parametrize(
    ("argnums", "argnames", "wanted"),
    [
        (None, None, ((), ())),
        (1, None, ((1,), ("b",))),
        (None, ("a", "k"), ((0,), ("a", "k"))),
        ((0, 1), None, ((0, 1), ("a", "b"))),
        (0, "b", ((0,), ("b",))),
    ],
)
def test_positions_and_names_follow_from_each_other(argnums, argnames, wanted):
    inspect = importlib.import_module("inspect")
    infer = named("jax._src.api_util.infer_argnums_and_argnames")
    assert infer(inspect.signature(lambda a, b, *, k=1: a), argnums, argnames) == wanted


def test_a_type_of_the_registry_is_taken_apart_and_put_together():
    node = named("jax._src.tree_util._registry")[dict]
    children, structure = node.to_iter({"a": 1, "b": (2, 3)})
    assert children == [1, (2, 3)]
    assert node.from_iter(structure, [4, (5, 6)]) == {"a": 4, "b": (5, 6)}
    with pytest.raises(KeyError):
        named("jax._src.tree_util._registry")[str]


def test_a_sharding_is_a_named_one():
    canonical = named("jax._src.sharding_impls.canonicalize_sharding")
    mesh = fjax.make_mesh((1,), ("a",))
    whole = fjax.NamedSharding(mesh, fjax.P("a"))
    assert canonical(None, "f") is None and canonical(whole, "f") is whole
    with pytest.raises(FjaxTypeError, match="f: out_sharding must be"):
        canonical("a", "f")
    with pytest.raises(FjaxValueError, match="needs a mesh"):
        canonical(fjax.P("a"), "f")


@pytest.mark.parametrize("is_normalized", [True, False])
def test_associated_legendre_functions_are_scipys(is_normalized):
    z = np.linspace(-0.9, 0.9, 5, dtype="float32")
    found = named("jax.scipy.special.lpmn_values")(4, 4, jnp.asarray(z), is_normalized)
    wanted = scipy.special.assoc_legendre_p_all(4, 4, z)[0].swapaxes(0, 1)[:5]
    if is_normalized:
        wanted = scipy.special.sph_legendre_p_all(4, 4, np.arccos(z))[0].swapaxes(0, 1)[:5]
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)
    with pytest.raises(FjaxValueError, match="two equal degrees"):
        named("jax.scipy.special.lpmn_values")(3, 4, z, True)


def test_pieces_of_vectorize_make_it():
    parse = named("jax._src.numpy.vectorize._parse_gufunc_signature")
    inputs, outputs = parse("(n,k),(k)->(n)")
    args = jnp.ones((4, 2, 3)), jnp.ones(3)
    shape, sizes = named("jax._src.numpy.vectorize._parse_input_dimensions")(args, inputs, "")
    assert shape == (4,) and sizes == {"n": 2, "k": 3}
    check = named("jax._src.numpy.vectorize._check_output_dims")
    assert check(lambda x: x, sizes, outputs)(jnp.ones(2)).shape == (2,)
    with pytest.raises(ValueError, match="inconsistent size"):
        check(lambda x: x, sizes, outputs)(jnp.ones(5))
    apply = named("jax._src.numpy.vectorize._apply_excluded")
    function, dynamic, rest = apply(lambda *a, **k: (a, k), {1, "d"}, (1, 2, 3), {"c": 4, "d": 5})
    assert dynamic == [1, 3] and function(*dynamic, **rest) == ((1, 2, 3), {"c": 4, "d": 5})


def test_a_context_of_evaluation_computes_while_a_program_is_traced():
    eval_context, is_concrete = named("jax.core.eval_context"), named("jax.core.is_concrete")
    seen = []

    def f(x):
        with eval_context():
            seen.append(is_concrete(jnp.ones(2) + 1))
        seen.append(is_concrete(x))
        return x

    fjax.jit(f)(1.0)
    assert seen == [True, False]


def test_functions_of_xla_are_refused_when_they_are_called():
    with pytest.raises(AbsentNameError, match="start_server is not offered: it is a part of XLA"):
        named("jax.profiler.start_server")(9999)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("jaxlib.mlir.ir.Module", "no XLA"),
        ("jax.ffi.ffi_call", "no XLA"),
        ("jax._src.cudnn.fused_attention_stablehlo.check_layout", "cuDNN"),
        ("jax.experimental.pallas.program_id", "fuser"),
        ("jax._src.core.call_p.bind", "no Python function"),
    ],
)
def test_what_is_out_of_scope_has_a_reason(name, why):
    assert why in scan.reason(name)


def test_the_reason_is_in_the_error():
    with pytest.raises(ModuleNotFoundError, match="No module named 'jaxlib.mlir': there is no XLA"):
        importlib.import_module("jaxlib.mlir")
    with pytest.raises(AttributeError, match="without 'JaxprEqnContext': it changes how JAX"):
        named("jax._src.core.JaxprEqnContext")


SOURCE = """
import jax
import jax.numpy as jnp
from jax.extend import core as jex
from jax._src.util import safe_map, unknown as other
try:
    from jaxlib import nothing
except ImportError:
    pass

def f(x, y: jax.Array):
    from jax import lax
    return jnp.linalg.norm(x).item(), jax.lax.scan, lax.cond, jex.Var(x), other.part, self.jax.x
"""


def test_names_of_a_source_text_are_found():
    found = scan.names_in(SOURCE)
    assert set(found) == {
        *("jax", "jax.numpy", "jax.extend.core", "jax._src.util.safe_map", "jax._src.util.unknown"),
        *("jaxlib.nothing", "jax.lax", "jax.Array", "jax.numpy.linalg.norm", "jax.lax.scan"),
        *("jax.lax.cond", "jax.extend.core.Var", "jax._src.util.unknown.part"),
    }
    assert found["jax.numpy.linalg.norm"] == 13
    lacking = scan.lacking(sorted(found))
    assert {*lacking} == {n for n in found if "unknown" in n or "nothing" in n}


def test_a_function_that_is_traced_has_a_record():
    def scaled(x, y, *, k=2):
        return x

    with fjax.as_jax():
        import jax
        from jax.core import DebugInfo

        found = jax.api_util.debug_info("jit", scaled, (1, {"a": 2, "b": 3}), {"k": 4})
        assert isinstance(found, DebugInfo)
        static = jax.api_util.debug_info("jit", scaled, (1, 2), {"k": 4}, static_argnums=(0,))
        builtin = jax.api_util.debug_info("jit", max, (1, (2, 3)), {})
    assert found.traced_for == "jit"
    assert found.func_name == "scaled"
    assert found.arg_names == ("x", "y['a']", "y['b']", "k")
    assert static.arg_names == ("y", "k")
    assert builtin.arg_names == ("args[0]", "args[1][0]", "args[1][1]")


def test_the_mesh_in_force_is_that_of_the_threads_resources():
    with fjax.as_jax():
        import jax
        from jax._src import mesh as meshes
        from jax.interpreters import pxla

        assert pxla.thread_resources.env.physical_mesh.empty
        mesh = jax.make_mesh((1,), ("x",))
        with jax.set_mesh(mesh):
            assert pxla.thread_resources.env.physical_mesh == mesh
            assert meshes.thread_resources.env.physical_mesh == mesh
            assert meshes.get_concrete_mesh() == mesh
        assert meshes.get_concrete_mesh().empty


def test_a_type_says_in_which_memory_its_value_is():
    with fjax.as_jax():
        import jax

        aval = jax.typeof(jax.numpy.ones(3))
        assert aval.memory_space is jax.memory.Space.Device
        same = jax.core.ShapedArray((3,), aval.dtype, memory_space=aval.memory_space)
        assert same.update(memory_space=jax.memory.Space.Host) == same


def test_the_dict_of_a_module_has_the_names_that_load_when_they_are_named():
    program = (
        "import sys, fjax.numpy as m; dir(m); assert 'fjax.numpy.padding' not in sys.modules; "
        "assert set(m.__all__) - {*m._LATER} <= set(m.__dict__); assert vars(m)['pad'] is m.pad"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
