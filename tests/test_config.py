"""The options: values for the process, for a thread, from the environment."""

import contextlib
import importlib
import os
import pathlib
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, random
from fjax.config import (
    Config,
    Scope,
    checking_leaks,
    config,
    default_matmul_precision,
    disable_jit,
    enable_x64,
    explicit_x64_dtypes,
    numpy_dtype_promotion,
    numpy_rank_promotion,
)
from fjax.core import tracing
from fjax.core.tracing import Tracer
from fjax.options import OPTIONS, TRACED, WITHOUT_EFFECT
from fjax.precision import PRECISIONS, DotAlgorithmPreset
from fjax.primitives.precision import canonical_precision


def test_sixty_four_bits_are_the_default():
    assert config.enable_x64 is True
    assert config.jax_enable_x64 is True


@pytest.mark.parametrize("name", ["enable_x64", "jax_enable_x64"])
def test_update_takes_both_spellings(name):
    config.update(name, False)
    assert config.enable_x64 is False
    assert config.read("jax_enable_x64") is False


def test_assignment_updates():
    config.jax_numpy_rank_promotion = "raise"
    assert config.numpy_rank_promotion == "raise"


def test_an_unknown_option_is_refused_with_close_names():
    with pytest.raises(AttributeError, match="enable_x64"):
        config.update("enable_x46", True)
    assert not hasattr(config, "enable_x46")


@pytest.mark.parametrize(
    "name, value",
    [
        ("enable_x64", "yes"),
        ("numpy_rank_promotion", "maybe"),
        ("num_cpu_devices", 2.5),
        ("default_matmul_precision", "quadruple"),
        ("compilation_cache_dir", 3),
    ],
)
def test_a_value_that_does_not_fit_is_refused(name, value):
    before = config.read(name)
    with pytest.raises(ValueError, match=name):
        config.update(name, value)
    assert config.read(name) == before


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_default_is_valid(option):
    assert option.check(option.default) == option.default
    assert option.doc.endswith(".")


VALUES = (True, False, 0, 1, -1, -2, 7, 1.5, "", "text", pathlib.PurePosixPath("a"), None, [])


def taken(option):
    """The values of several kinds that an option takes, as it stores them."""
    for value in VALUES:
        try:
            yield repr(option.check(value))
        except ValueError:
            pass


def test_defaults_and_values_are_those_recorded(golden):
    lines = [
        " ".join([f"{o.name} = {o.default!r}{', traced' * o.traced}; takes", *taken(o)])
        for o in OPTIONS
    ]
    golden("options.txt", "\n".join(lines))


@fjax.custom_vjp
def wrong_rule(x):
    """A function whose rule gives a cotangent of another shape."""
    return x


wrong_rule.defvjp(lambda x: (x, None), lambda _, ct: (jnp.ones(3),))
MESH, SPLIT = fjax.make_mesh((1,), ("i",)), fjax.P("i")
leaked = []
# For each option a value, and a function of a number that then gives or raises something else.
EFFECTS = {
    "enable_x64": (False, lambda x: jnp.zeros(2)),
    "explicit_x64_dtypes": ("allow", enable_x64(False)(lambda x: jnp.zeros(2, "float64"))),
    "disable_vmap_shmap_error": (
        True,
        lambda x: fjax.vmap(
            fjax.shard_map(jnp.sin, mesh=MESH, in_specs=SPLIT, out_specs=SPLIT), spmd_axis_name="i"
        )(jnp.ones((2, 3))),
    ),
    "debug_nans": (True, lambda x: jnp.log(x - 2)),
    "debug_infs": (True, lambda x: 1 / (x - 1)),
    "numpy_dtype_promotion": ("strict", lambda x: jnp.float32(1) + jnp.int32(1)),
    "numpy_rank_promotion": ("raise", lambda x: jnp.ones((2, 3)) + jnp.ones(3)),
    "check_static_indices": (True, lambda x: jnp.arange(3)[3]),
    "allow_f16_reductions": (False, lambda x: lax.reduce_sum(jnp.ones(2, "float16"), (0,))),
    "disable_bwd_checks": (True, fjax.grad(wrong_rule)),
    "disable_jit": (True, lambda x: isinstance(x, Tracer) * 1),
    "check_tracer_leaks": (True, lambda x: leaked.append(x) or x),
    "default_prng_impl": ("rbg", lambda x: random.key_data(random.key(0))),
    "threefry_partitionable": (False, lambda x: random.bits(random.key(0), (3,))),
    "debug_key_reuse": (True, lambda x: [random.bits(KEY), random.bits(KEY)]),
    "enable_custom_prng": (True, lambda x: random.PRNGKey(0)),
    "random_seed_offset": (3, lambda x: random.key_data(random.key(0))),
    "high_dynamic_range_gumbel": (True, lambda x: random.gumbel(random.key(0), (3,), "float32")),
    "loop_residual_budget": (8, fjax.grad(lambda x: lax.fori_loop(0, 9, lambda _, y: y * y, x))),
}
# These have tests of their own, or check what never goes wrong.
ELSEWHERE = {"default_device", "default_matmul_precision", "check_ir", "loop_checkpoints"}
ELSEWHERE |= {"assert_no_copies"}
ELSEWHERE |= {name for name in TRACED if name.startswith("transfer_guard_")}
KEY = random.key(0)


def outcome(function):
    """What a function gives of 1, or the class of its error."""
    try:
        return repr(function(1.0))
    except Exception as error:
        return type(error).__name__


@pytest.mark.needs("x64", reason="64 bits are the usual ones")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", EFFECTS)
def test_an_option_changes_what_a_compiled_function_gives_and_back(name):
    value, function = EFFECTS[name]
    compiled, before = fjax.jit(function), config.read(name)
    usual = outcome(compiled)
    config.update(name, value)
    other = outcome(compiled)
    config.update(name, before)
    assert outcome(compiled) == usual != other
    leaked.clear()


def test_each_option_that_tracing_reads_is_known_to_change_something():
    assert set(EFFECTS) | ELSEWHERE == set(TRACED) and not ELSEWHERE & set(EFFECTS)


@pytest.mark.parametrize("option", WITHOUT_EFFECT, ids=lambda option: option.name)
def test_an_option_without_effect_is_kept_typed_and_starts_no_new_trace(option):
    others = {bool: True, int: 7, float: 0.5, str: option.choices[-1] if option.choices else "all"}
    value = others[type(option.default)]
    f, traced = fjax.jit(lambda x: traced.append(1) or x * 2), []
    f(1.0)
    config.update("jax_" + option.name, value)
    assert config.values["jax_" + option.name] == config.read(option.name) == value
    assert f(1.0) == 2.0 and len(traced) == 1
    with pytest.raises(ValueError, match=option.name):
        config.update(option.name, [])


def test_softmax_has_one_derivative_under_either_rule():
    x, where = jnp.array([1.0, 2.0, -jnp.inf]), jnp.array([True, True, False])
    found = []
    for choice in (False, True):
        with fjax.softmax_custom_jvp(choice):
            assert config.softmax_custom_jvp is choice
            found.append(fjax.jacobian(lambda x: fjax.nn.softmax(x, where=where))(x))
    assert np.array_equal(*found) and np.isfinite(found[0]).all()


def test_the_platform_has_its_older_name():
    config.update("jax_platform_name", "cpu")
    assert config.platforms == config.jax_platform_name == "cpu"
    assert fjax.devices()[0].platform == "cpu"


def test_every_name_of_a_precision_is_one_for_the_option():
    for name in (*PRECISIONS, *DotAlgorithmPreset.__members__):
        with default_matmul_precision(name):
            assert canonical_precision(None) == canonical_precision(name)


def test_a_scope_ends_with_its_block():
    with enable_x64(False):
        assert config.enable_x64 is False
        with enable_x64(True):
            assert config.enable_x64 is True
        assert config.enable_x64 is False
    assert config.enable_x64 is True
    assert "enable_x64" not in config.__dict__


def test_a_scope_ends_with_an_error():
    with pytest.raises(KeyError), numpy_rank_promotion("raise"):
        raise KeyError
    assert config.numpy_rank_promotion == "allow"


def test_one_scope_object_can_be_entered_twice():
    scope = default_matmul_precision("float32")
    with scope, scope:
        assert config.default_matmul_precision == "float32"
    assert config.default_matmul_precision is None


def test_a_scope_is_a_decorator():
    @numpy_dtype_promotion("strict")
    def promotion(x):
        return x, config.numpy_dtype_promotion

    assert promotion(3) == (3, "strict")
    assert config.numpy_dtype_promotion == "standard"


def test_a_scope_is_one_threads_own():
    seen = []
    with enable_x64(False):
        thread = threading.Thread(target=lambda: seen.append(config.enable_x64))
        thread.start()
        thread.join()
    assert seen == [True]


def test_an_update_reaches_other_threads():
    seen = []
    config.update("enable_x64", False)
    thread = threading.Thread(target=lambda: seen.append(config.enable_x64))
    thread.start()
    thread.join()
    assert seen == [False]


def test_an_update_within_a_scope_shows_after_it():
    with enable_x64(True):
        config.update("enable_x64", False)
        assert config.enable_x64 is True
    assert config.enable_x64 is False


def test_boolean_states_default_to_true():
    with checking_leaks(), disable_jit():
        assert config.check_tracer_leaks and config.disable_jit
    with pytest.raises(TypeError):
        numpy_rank_promotion()


def test_a_state_is_no_boolean():
    assert enable_x64.value is True
    with pytest.raises(TypeError, match="fjax.config.enable_x64"):
        bool(enable_x64)


def test_equal_values_give_the_same_trace_key():
    key = config.trace_key()
    assert config.trace_key() is key
    with enable_x64(False):
        inner = config.trace_key()
        assert inner != key
        with enable_x64(False):
            assert config.trace_key() is inner
    assert config.trace_key() is key


def test_an_update_changes_the_trace_key_within_a_scope_of_another_option():
    with numpy_rank_promotion("raise"):
        key = config.trace_key()
        config.update("debug_nans", True)
        assert config.trace_key() != key


def test_an_option_that_tracing_does_not_read_leaves_the_trace_key():
    key = config.trace_key()
    config.update("log_compiles", True)
    assert config.trace_key() is key


def test_an_option_that_the_package_names_is_a_scope_of_it():
    named = [option.name for option in OPTIONS if option.name in dir(fjax)]
    assert len(named) > 15
    for name in named:
        with getattr(fjax, name)(config.read(name)):
            assert config.read(name) == config.values["jax_" + name]


def test_values_lists_every_option():
    assert set(config.values) == {"jax_" + option.name for option in OPTIONS}
    assert all(hasattr(Config, "jax_" + option.name) for option in OPTIONS)


def _run(code, **variables):
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
        check=False,
    )


def test_the_environment_gives_the_initial_value():
    code = "from fjax.config import config; print(config.enable_x64, config.num_cpu_devices)"
    done = _run(code, FJAX_ENABLE_X64="0", FJAX_NUM_CPU_DEVICES="4", JAX_ENABLE_X64="1")
    assert done.stdout.split() == ["False", "4"], done.stderr
    code = "from fjax.config import config; print(config.persistent_cache_min_compile_time_secs)"
    done = _run(code, FJAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS="0.5")
    assert done.stdout.split() == ["0.5"], done.stderr


def test_a_bad_environment_variable_is_named():
    done = _run("import fjax.config", FJAX_ENABLE_X64="perhaps")
    assert done.returncode and "FJAX_ENABLE_X64='perhaps'" in done.stderr


def test_wide_dtypes_asked_for_by_name_warn_or_are_given_or_refused():
    with fjax.enable_x64(False):
        with pytest.warns(UserWarning, match="requested dtype float64 requested in zeros"):
            assert jnp.zeros(2, "float64").dtype == "float32"
        with warnings.catch_warnings(action="error"):  # these ask for no width
            assert jnp.zeros(2, float).dtype == jnp.array(np.ones(2)).dtype == "float32"
        with explicit_x64_dtypes("error"), pytest.raises(ValueError, match="explicit_x64_dtypes"):
            jnp.ones(2).astype(jnp.int64)
        with explicit_x64_dtypes("allow"):
            wide, narrow = jnp.ones(2, "float64"), jnp.ones(2)
            for found in (
                wide + narrow,
                wide * 2.0,
                jnp.sin(wide),
                fjax.jit(jnp.sum)(wide),
                jnp.arange(2, dtype="int64") / 2,
                fjax.grad(lambda x: x * x)(wide[0]),
            ):
                assert found.dtype == "float64"
            assert (jnp.uint32(1) + jnp.int32(1)).dtype == "int32"
            assert jnp.int64(2**40).item() == 2**40


def test_flags_of_absl_may_be_asked_for():
    before = config.values
    config.config_with_absl()
    config.parse_flags_with_absl()
    assert config.values == before


def test_trace_keys_of_equal_values_are_one_object():
    key = config.trace_key()
    with enable_x64(False):
        other = config.trace_key()
        assert other is not key and {key: 1}.get(other) is None
    assert config.trace_key() is key
    with enable_x64(False):
        assert config.trace_key() is other and hash(other) == object.__hash__(other)


@pytest.mark.parametrize("place", ["_renew", "_renew_own"])
@pytest.mark.parametrize("moment", ["enter", "exit"])
def test_a_scope_that_a_signal_interrupts_leaves_nothing_behind(place, moment, monkeypatch):
    """A handler may raise at any call, as Ctrl-C does."""
    module = importlib.import_module("fjax.config")
    renew, before = getattr(module, place), (config.key, config.enable_x64, dict(vars(config)))

    def interrupted(*arguments):
        monkeypatch.setattr(module, place, renew)
        renew(*arguments)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), contextlib.ExitStack() as stack:
        if moment == "exit":
            stack.enter_context(Scope("enable_x64", not config.enable_x64))
        monkeypatch.setattr(module, place, interrupted)
        if moment == "enter":
            stack.enter_context(Scope("enable_x64", not config.enable_x64))
    assert (config.key, config.enable_x64, dict(vars(config))) == before


def test_a_trace_that_a_signal_interrupts_as_it_begins_is_not_in_force(monkeypatch):
    class Interrupted(set):
        def add(self, trace):
            super().add(trace)
            raise KeyboardInterrupt

    monkeypatch.setattr(tracing, "living", Interrupted())
    with pytest.raises(KeyboardInterrupt):
        fjax.make_jaxpr(lambda x: x)(1.0)
    assert tracing.current() is None
