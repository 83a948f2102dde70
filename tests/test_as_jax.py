"""Programs written for JAX, by `import jax` itself."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import pickle
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import fjax
from fjax.errors import AbsentNameError, FjaxRuntimeError

versions = importlib.import_module("fjax.as_jax.versions")
stand_ins = importlib.import_module("fjax.as_jax.stand_ins")

PROGRAM = """
import sys
import importlib.metadata
import jax
import jax.numpy as jnp
from jax.scipy.linalg import solve
print(sys.argv[1:], jax.__version__, importlib.metadata.version("jax"), jnp.ones(3).dtype)
print(jax.jit(jax.grad(lambda x: jnp.sum(x ** 2)))(jnp.arange(3.0)), __name__)
"""


@pytest.fixture
def names():
    with fjax.as_jax() as names:
        yield names
    assert "jax" not in sys.modules


def test_modules_of_jax_are_those_of_fjax(names):
    import jax
    import jax.numpy as jnp
    from jax.experimental import checkify
    from jax.scipy import stats

    assert jax.grad is fjax.grad and jax.Array is fjax.Array
    assert (
        jnp is fjax.numpy and stats is fjax.scipy.stats and checkify is fjax.experimental.checkify
    )
    assert jax.__version__ == jax.version.__version__ == importlib.metadata.version("jax")
    assert "vmap" in dir(jax) and jax.__name__ == "jax"
    assert jax.interpreters.xla.pytype_aval_mappings and jax.interpreters.ad is fjax.interpreters.ad


def test_importing_jax_loads_the_modules_that_jax_loads(names):
    importlib.import_module("jax")
    assert sys.modules["jax.tree_util"] is fjax.tree_util
    assert {f"jax.{name}" for name in stand_ins.LOADED} <= set(sys.modules)


MODULES = "jax jax.numpy jax.numpy.linalg jax.core jax.errors jax.experimental jax._src jaxlib"


@pytest.mark.parametrize("name", MODULES.split())
def test_a_module_is_called_as_in_jax(name, names):
    spec = importlib.util.find_spec(name)
    module = importlib.import_module(name)
    assert module.__name__ == spec.name == module.__spec__.name == name
    assert module.__spec__.loader is not None and importlib.util.find_spec(name) == module.__spec__
    assert Path(module.__file__).is_file() and spec.origin == module.__file__
    is_package = module.__package__ == name
    assert is_package == (spec.submodule_search_locations is not None)
    assert is_package == hasattr(module, "__path__")


def test_whether_jax_is_there_is_told_without_importing_it(names):
    assert importlib.util.find_spec("jax") is not None and "jax" not in sys.modules


@pytest.mark.parametrize("name", ["jax.nunpy", "jax.numpy.nothing", "jax._src.nothing", "jax.ffi"])
def test_a_module_that_is_not_there_is_none_to_find_spec(name, names):
    assert importlib.util.find_spec(name) is None
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module(name)
    parent, _, own = name.rpartition(".")
    with pytest.raises(ImportError):
        exec(f"from {parent} import {own}")


def test_a_module_that_fjax_leaves_out_is_none_to_find_spec():
    assert importlib.util.find_spec("fjax.ffi") is None
    with pytest.raises(ModuleNotFoundError, match="not offered"):
        importlib.import_module("fjax.ffi")


def test_names_are_fjaxs_again_at_the_end():
    kinds = [fjax.Array, type(fjax.devices()[0]), type(fjax.jit(abs)), fjax.custom_jvp]
    modules = [fjax.numpy, fjax.errors, fjax.tree_util]

    def described():
        return [(k.__module__, k.__name__, k.__qualname__) for k in kinds] + [
            (m.__name__, m.__package__, m.__spec__) for m in modules
        ]

    before = described()
    with fjax.as_jax():
        importlib.import_module("jax")
        meanwhile = described()
        copy = pickle.loads(pickle.dumps(fjax.numpy.arange(3)))
        assert type(copy) is fjax.Array
    assert meanwhile[0] == ("jax", "Array", "Array")
    assert meanwhile[2] == ("jaxlib._jax", "PjitFunction", "PjitFunction")
    assert all(name.startswith("jax") for name, *_ in meanwhile)
    assert described() == before and fjax.numpy.__name__ == "fjax.numpy"


@pytest.mark.parametrize(
    "helpers",
    [
        "scipy._lib.array_api_compat.common._helpers",
        "sklearn.externals.array_api_compat.common._helpers",
    ],
)
def test_libraries_of_the_array_standard_know_arrays_and_their_namespace(helpers, names):
    import jax

    helpers = importlib.import_module(helpers)
    x = jax.numpy.arange(3.0)
    assert helpers.is_jax_array(x) and helpers.is_jax_namespace(helpers.array_namespace(x))
    inside = []
    jax.jit(lambda x: inside.append(helpers.is_jax_array(x)) or x)(x)
    assert inside == [True]


@pytest.mark.parametrize(
    "transform", [fjax.jit, fjax.grad, fjax.vmap, fjax.jacfwd], ids=lambda f: f.__name__
)
def test_traced_values_are_of_classes_of_jax(transform, names):
    importlib.import_module("jax")
    seen = []

    def f(x):
        seen.append(type(x).__module__)
        return x

    transform(f)(fjax.numpy.ones(2) if transform is fjax.vmap else 1.0)
    assert seen[0].startswith("jax._src.")


def test_the_names_of_a_stand_in_are_in_its_dictionary(names):
    import jax.scipy.special

    assert {"vmap", "Array"} <= set(vars(jax))
    assert {"gammaln", "lpmn_values"} <= set(dir(jax.scipy.special))
    assert "gammaln" in vars(jax.scipy.special)


def test_misspelt_names_are_still_explained(names):
    import jax.nn

    with pytest.raises(AttributeError, match=r"In fjax: `fjax.nn.Linear`"):
        jax.nn.Dense  # noqa: B018


def test_numbers_of_jaxs_programs_keep_their_dtype(names):
    from jax._src.literals import TypedComplex, TypedFloat, TypedInt

    number = TypedInt(5, "int32")
    assert number + 1 == 6 and isinstance(number, int) and number.dtype == "int32"
    x = fjax.numpy.asarray(TypedFloat(1.5, "float32"), dtype=TypedFloat(1.5, "float32").dtype)
    assert x == 1.5 and x.dtype == "float32" and TypedComplex(1j, "complex64").imag == 1


def test_whether_a_transformation_is_tracing_is_told(names):
    from jax._src.core import trace_state_clean

    seen = []
    fjax.jit(lambda x: seen.append(trace_state_clean()) or x)(1.0)
    assert trace_state_clean() and seen == [False]


def test_private_modules_that_jaxs_tutorials_use_are_there(names):
    from jax._src import api
    from jax._src.lax import lax
    from jax._src.util import safe_map, safe_zip, split_list, unzip2, unzip3

    assert api.grad(lambda x: lax.mul(x, x))(3.0) == 6.0
    assert safe_map(lambda x, y: x + y, [1, 2], [3, 4]) == [4, 6]
    assert safe_zip([1], [2]) == [(1, 2)]
    with pytest.raises(ValueError, match="zip"):
        safe_zip([1], [2, 3])
    assert unzip2([(1, 2), (3, 4)]) == ((1, 3), (2, 4))
    assert unzip3([(1, 2, 3)]) == ((1,), (2,), (3,))
    assert split_list([1, 2, 3, 4], [1, 2]) == [[1], [2, 3], [4]]


def test_a_format_is_its_sharding(names):
    from jax.experimental.layout import Format, Layout

    device = fjax.devices()[0]
    sharding = fjax.sharding.SingleDeviceSharding(device)
    x = fjax.device_put([1.0, 2.0], Format(Layout((0,)), sharding))
    assert x[0].committed and x[0].sharding._addressable_device_assignment == (device,)
    assert device.client.runtime_type == "fjax"


def test_it_ends_as_it_began():
    before = fjax.config.enable_x64
    names = fjax.as_jax()
    inner = fjax.as_jax()
    assert not fjax.config.enable_x64 and fjax.numpy.ones(2).dtype == "float32"
    inner.undo()
    assert importlib.import_module("jax").grad is fjax.grad
    names.undo()
    names.undo()
    assert fjax.config.enable_x64 == before and "jax" not in sys.modules
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("jax")
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.version("jaxlib")


@pytest.mark.parametrize(
    ("variables", "wide"),
    [
        ({}, False),
        ({"JAX_ENABLE_X64": "1"}, True),
        ({"JAX_ENABLE_X64": "1", "FJAX_ENABLE_X64": "0"}, False),
    ],
)
def test_variables_of_jax_hold(variables, wide, monkeypatch):
    monkeypatch.delenv("FJAX_ENABLE_X64", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    before = fjax.config.enable_x64
    with fjax.as_jax():
        assert fjax.config.enable_x64 is (before if "FJAX_ENABLE_X64" in variables else wide)


@pytest.mark.parametrize("way", ["at once", "jit", "vmap", "scan", "grad"])
@pytest.mark.parametrize("kind", ["pure", "io", "debug"])
def test_what_a_callback_raises_is_jaxs_error_with_the_callbacks_traceback(names, kind, way):
    import jax
    import jax.numpy as jnp
    from jax.experimental import io_callback

    def fail(x):
        raise KeyError("the cause")

    shape = jax.ShapeDtypeStruct((), jnp.float32)
    function = {
        "pure": lambda x: jax.pure_callback(fail, shape, x, vmap_method="sequential"),
        "io": lambda x: io_callback(fail, shape, x),
        "debug": lambda x: (jax.debug.callback(fail, x), x)[1],
    }[kind]
    run = {
        "at once": lambda: function(1.0),
        "jit": lambda: jax.jit(function)(1.0),
        "vmap": lambda: jax.vmap(function)(jnp.ones(2)),
        "scan": lambda: jax.lax.scan(lambda c, _: (function(c), None), np.float32(1), None, 2),
        "grad": lambda: jax.grad(lambda x: x + function(jax.lax.stop_gradient(x)))(1.0),
    }[way]
    with pytest.raises(jax.errors.JaxRuntimeError, match="CpuCallback error") as caught:
        run()
    assert "in fail\n    raise KeyError" in str(caught.value)
    assert isinstance(caught.value.__cause__, KeyError)
    names.undo()
    with pytest.raises(KeyError, match="the cause") as caught:
        run()
    assert caught.traceback[-1].name == "fail"


class _OfTwoArguments(ValueError):
    def __init__(self, place, reason):
        super().__init__(place, reason)
        self.place = place


RAISED = [
    ValueError("why"),
    KeyError("why"),
    _OfTwoArguments("here", "why"),
    UnicodeDecodeError("ascii", b"why", 0, 1, "why"),
    StopIteration("why"),
    FjaxRuntimeError("why"),
    RuntimeError("why"),
    OSError("why"),
]


@pytest.mark.parametrize("raised", RAISED, ids=lambda error: type(error).__name__)
def test_what_a_callback_raises_is_of_its_own_class_as_well(names, raised):
    import jax

    def fail(x):
        raise raised

    with pytest.raises(jax.errors.JaxRuntimeError, match="why") as caught:
        jax.pure_callback(fail, jax.ShapeDtypeStruct((), "float32"), 1.0)
    assert isinstance(caught.value, type(raised)) or isinstance(raised, OSError)
    assert getattr(caught.value, "place", "here") == "here"
    assert "CpuCallback error" in str(pickle.loads(pickle.dumps(caught.value)))


def test_jax_itself_is_not_replaced(monkeypatch):
    monkeypatch.setitem(sys.modules, "jax", type(sys)("jax"))
    with pytest.raises(FjaxRuntimeError, match="run --as-jax"):
        fjax.as_jax()


def test_what_is_lacking_says_why(names):
    with pytest.raises(ModuleNotFoundError, match="No module named 'jax.nunpy': fjax stands"):
        importlib.import_module("jax.nunpy")
    with pytest.raises(ModuleNotFoundError, match="compiled library"):
        importlib.import_module("jaxlib.gpu_solver")
    jax = importlib.import_module("jax")
    with pytest.raises(AbsentNameError, match="no XLA"):
        jax.ffi  # noqa: B018
    with pytest.raises(AttributeError, match="stands for jax._src.compiler, without 'compile'"):
        importlib.import_module("jax._src.compiler").compile  # noqa: B018


@pytest.mark.parametrize("name", sorted(stand_ins.MODULES))
def test_each_stand_in_has_what_it_lists(name, names):
    module, stand_in = importlib.import_module(name), stand_ins.MODULES[name]
    assert all(vars(module)[own] is value for own, value in stand_in.own().items())
    for place in stand_in.places():
        public = [n for n in dir(place) if not n.startswith("_")]
        assert public and set(public) <= set(dir(module))
        hidden = {*stand_in.own(), *(n.rpartition(".")[2] for n in stand_ins.MODULES)}
        first = next(n for n in public if n not in hidden)
        assert getattr(module, first) is not None


def test_a_primitive_without_a_transpose_can_be_given_one(names):
    from jax._src.ad_util import stop_gradient_p
    from jax.interpreters import ad

    held = stop_gradient_p.__class__.absent
    function = fjax.linear_transpose(lambda x: 2 * fjax.lax.stop_gradient(x), 1.0)
    ad.primitive_transposes[stop_gradient_p] = lambda cotangent, x: (cotangent,)
    ad.primitive_transposes[stop_gradient_p] = lambda cotangent, x: (3 * cotangent,)
    try:
        assert function(1.0) == (6.0,)
    finally:
        del stop_gradient_p.__class__.transpose
        stop_gradient_p.__class__.absent = held
    with pytest.raises(fjax.errors.FjaxTypeError, match="belongs to the class"):
        ad.primitive_transposes[fjax.lax.neg_p] = lambda cotangent, x: (cotangent,)


def test_functions_of_leaves_are_made_as_libraries_make_them(names):
    from jax.api_util import flatten_fun, flatten_fun_nokwargs
    from jax.extend import linear_util

    leaves, tree = fjax.tree_util.tree_flatten(((1, 2), {"c": 3}))
    wrapped = linear_util.wrap_init(lambda a, b, c: {"sum": a + b + c, "c": c})
    flat, out_tree = flatten_fun(wrapped, tree)
    assert flat.call_wrapped(*leaves) == [3, 6]
    assert fjax.tree_util.tree_unflatten(out_tree(), [3, 6]) == {"c": 3, "sum": 6}
    leaves, tree = fjax.tree_util.tree_flatten((1, (2, 3)))
    flat, out_tree = flatten_fun_nokwargs(linear_util.wrap_init(lambda a, b: (a, *b)), tree)
    assert flat.call_wrapped(*leaves) == [1, 2, 3] and out_tree().num_leaves == 3


def test_versions_are_those_of_the_metadata():
    for name in ("numpy", "opt-einsum", "scipy"):
        assert versions._version_of(name) == importlib.metadata.version(name)
    assert versions._version_of("no-such-package") is None


def test_another_version_of_a_library_is_named(monkeypatch):
    monkeypatch.setattr(versions, "_version_of", lambda name: "9.1.2")
    monkeypatch.setattr(versions, "warn_if_untried", versions.warn_if_untried.__wrapped__)
    with pytest.warns(UserWarning, match="dm-haiku 9.1.2 was not tried .* 0.0 was"):
        versions.warn_if_untried("haiku")
    monkeypatch.setattr(versions, "_version_of", lambda name: "0.0.17")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        versions.warn_if_untried("haiku")
        versions.warn_if_untried("numpy")


@pytest.mark.one_in(5)
@pytest.mark.parametrize("way", ["script", "module", "pytest"])
def test_a_program_is_run_from_the_command_line(way, tmp_path):
    (tmp_path / "test_program.py").write_text(PROGRAM)
    command = {
        "script": ["fjax", "run", "--as-jax", str(tmp_path / "test_program.py"), "a", "--b"],
        "module": ["fjax", "run", "--as-jax", "-m", "test_program", "a", "--b"],
        "pytest": ["pytest", "-p", "fjax.as_jax", "-sq", "-p", "no:cacheprovider"],
    }[way]
    (tmp_path / "conftest.py").write_text("import jax\n")
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=tmp_path, text=True, capture_output=True, check=False
    )
    version = "0.10.2 0.10.2 float32"
    assert version in done.stdout, done.stderr
    assert "[0. 2. 4.]" in done.stdout
    if way != "pytest":
        assert f"['a', '--b'] {version}" in done.stdout and "__main__" in done.stdout


def test_symbolic_zeros_are_trees_without_leaves(names):
    from jax._src.ad_util import Zero
    from jax.core import ShapedArray

    zero = Zero(ShapedArray((2,), "float32"))
    out, same = fjax.vmap(lambda x: (x, zero))(fjax.numpy.ones(3))
    assert out.shape == (3,) and same.aval == zero.aval


def test_a_cpu_is_called_as_in_jax(names):
    import jax

    assert str(jax.devices()[0]) == "cpu:0"


def test_threefry_works_on_words_of_keys(names):
    from jax._src.random import threefry2x32 as threefry

    words, key = threefry.threefry_seed(5), fjax.random.key(5)
    assert (words == fjax.random.key_data(key)).all()
    wanted = fjax.random.key_data(fjax.random.split(key, (2,)))
    assert (threefry.threefry_split(words, (2,)) == wanted).all()
    assert (threefry.threefry_random_bits(words, 32, (3,)) == fjax.random.bits(key, (3,))).all()


def test_libraries_ask_whether_a_primitive_has_a_call_jaxpr(names):
    import jax

    eqns = jax.make_jaxpr(jax.jit(lambda x: 2 * x))(1.0).eqns
    assert [(e.primitive.call_primitive, e.primitive.map_primitive) for e in eqns] == [
        (False, False)
    ]
    assert "call_jaxpr" not in eqns[0].params


def test_libraries_name_primitives_that_no_program_has(names):
    from jax import lax

    with pytest.raises(NotImplementedError, match="'select_and_scatter' not implemented"):
        lax.select_and_scatter_p.bind(1.0)
    assert lax.rng_uniform_p.name == "rng_uniform"


def test_a_namespace_tells_that_booleans_index_concrete_arrays_alone(names):
    import jax.numpy as jnp

    told = jnp.__array_namespace_info__().capabilities()
    assert not told["boolean indexing"] and not told["data-dependent shapes"]
    with pytest.raises(fjax.errors.NonConcreteBooleanIndexError):
        fjax.jit(lambda x: x[x > 0])(jnp.ones(3))
