"""The options of fjax: read everywhere, set for the process, or for one thread in a `with` block.

    >>> from fjax.config import config, enable_x64
    >>> config.enable_x64
    True
    >>> with enable_x64(False):
    ...     config.jax_enable_x64
    False
    >>> config.update("numpy_rank_promotion", "warn")
    >>> config.update("numpy_rank_promotion", "allow")

Names are JAX's, with or without the prefix `jax_`; those of WITHOUT_EFFECT are accepted, kept and
change nothing. Each option has an environment variable, `FJAX_`
and its name in capitals, that gives its initial value.
"""
from __future__ import annotations

import dataclasses
import difflib
import functools
import os
import threading
from collections.abc import Callable, Mapping
from typing import Any

from fjax import errors, variables
from fjax.locks import process_lock
from fjax.precision import PRECISIONS, DotAlgorithmPreset


@dataclasses.dataclass(frozen=True)
class Option:
    """One option: its name, default, what it accepts, and whether tracing reads it."""
    name: str
    default: Any
    accept: Callable[[Option, Any], Any]
    doc: str
    choices: tuple[str | None, ...] = ()
    traced: bool = False            # part of trace_key()

    @property
    def variable(self) -> str:
        """The environment variable that gives the initial value."""
        return "FJAX_" + self.name.upper()

    def check(self, value: Any) -> Any:
        """The value as stored; ValueError if the option does not take it."""
        return self.accept(self, value)

    def initial(self) -> Any:
        """The environment's value, else the default."""
        text = os.environ.get(self.variable)
        if text is None:
            return self.default
        return variables.parsed(self.variable, text,
                                lambda t: self.check(_from_text(self.default, t)))


def _from_text(default: Any, text: str) -> Any:
    """An environment variable's text as a value of the default's kind."""
    if isinstance(default, bool):
        return variables.truth(text)
    if isinstance(default, (int, float)):
        return (variables.integer if isinstance(default, int) else variables.real)(text)
    return text or None


def _boolean(option: Option, value: Any) -> bool:
    if value is True or value is False:
        return value
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    raise ValueError(f"{option.name} takes True or False, got {value!r}")


def _integer(option: Option, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{option.name} takes an int, got {value!r}")
    return value


def _real(option: Option, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{option.name} takes a float, got {value!r}")
    return float(value)


def _choice(option: Option, value: Any) -> Any:
    if isinstance(value, str) or value is None:
        for choice in option.choices:
            if value == choice:
                return choice
    allowed = ", ".join(repr(choice) for choice in option.choices)
    raise ValueError(f"{option.name} takes one of {allowed}; got {value!r}")


def _text(option: Option, value: Any) -> str | None:
    if value is None or isinstance(value, (str, os.PathLike)):
        return value if value is None else os.fspath(value)
    raise ValueError(f"{option.name} takes a string or None, got {value!r}")


def _anything(option: Option, value: Any) -> Any:
    return value


_FILTERING = (None, "auto", "off", "tracebackhide", "remove_frames", "quiet_remove_frames")

_LEVELS = ("UNKNOWN", "O0", "O1", "O2", "O3")
_DERIVATIVES = "which of JAX's machineries for derivatives and loops does the work"
_EFFORT = "how hard XLA optimises"
_KEPT = "which programs JAX keeps on disk; fjax keeps every compiled kernel, a few KiB each"
_LOCATIONS = "what XLA's programs say about the user's lines; fjax's equations always have theirs"
_LOWERING = "which of two lowerings XLA gets"
_PROFILES = "profiles that XLA compiles with"

# Options of JAX that choose between implementations inside JAX and XLA, and change no value.
WITHOUT_EFFECT: tuple[Option, ...] = tuple(
    Option(name, default, accept, f"Accepted and without effect here: in JAX, {what}.", choices)
    for name, default, accept, what, choices in (
        ("bcoo_cusparse_lowering", False, _boolean, _LOWERING, ()),
        ("captured_constants_warn_bytes", 2 * 10**9, _integer,
         "from what size closed-over constants give a warning", ()),
        ("compiler_enable_remat_pass", True, _boolean, _EFFORT, ()),
        ("cpu_enable_async_dispatch", True, _boolean,
         "whether a call may return before its results are there; fjax's never does", ()),
        ("custom_vjp3", False, _boolean, _DERIVATIVES, ()),
        ("disable_most_optimizations", False, _boolean, _EFFORT, ()),
        ("embedded_constants_max_bytes", 32, _integer, _LOWERING, ()),
        ("enable_pgle", False, _boolean, _PROFILES, ()),
        ("exec_time_optimization_effort", 0.0, _real, _EFFORT, ()),
        ("include_full_tracebacks_in_locations", True, _boolean, _LOCATIONS, ()),
        ("memory_fitting_effort", 0.0, _real, _EFFORT, ()),
        ("memory_fitting_level", "O2", _choice, _EFFORT, _LEVELS),
        ("optimization_level", "UNKNOWN", _choice, _EFFORT, _LEVELS),
        ("persistent_cache_enable_xla_caches", "xla_gpu_per_fusion_autotune_cache_dir", _text,
         _KEPT, ()),
        ("persistent_cache_min_compile_time_secs", 1.0, _real, _KEPT, ()),
        ("persistent_cache_min_entry_size_bytes", 0, _integer, _KEPT, ()),
        ("pgle_profiling_runs", 3, _integer, _PROFILES, ()),
        ("ragged_dot_use_gpu_pallas_triton_lowering", False, _boolean, _LOWERING, ()),
        ("ragged_dot_use_ragged_dot_instruction", True, _boolean, _LOWERING, ()),
        ("remat3", False, _boolean, _DERIVATIVES, ()),
        ("scan3", False, _boolean, _DERIVATIVES, ()),
        ("softmax_custom_jvp", False, _boolean, _DERIVATIVES, ()),
        ("threefry_gpu_kernel_lowering", False, _boolean, _LOWERING, ()),
        ("traceback_in_locations_limit", 100, _integer, _LOCATIONS, ()),
        ("use_direct_linearize", True, _boolean, _DERIVATIVES, ()),
        ("use_shardy_partitioner", True, _boolean,
         "which partitioner splits a program over devices", ()),
        ("use_simplified_jaxpr_constants", False, _boolean, _LOWERING, ()),
    ))

OPTIONS: tuple[Option, ...] = (
    Option("enable_x64", True, _boolean, traced=True,
           doc="64-bit dtypes; False narrows them to 32 bits, JAX's default."),
    Option("explicit_x64_dtypes", "warn", _choice, traced=True,
           choices=("error", "warn", "allow"),
           doc="What happens when a 64-bit dtype is asked for by name while enable_x64 is off: "
               "'allow' gives it, 'warn' narrows it with a warning."),
    Option("default_device", None, _anything, traced=True,
           doc="Where new arrays go: a Device, a platform's name, or None for the first device."),
    Option("num_cpu_devices", -1, _integer,
           doc="How many CPU devices the process shows; -1 for one."),
    Option("platforms", None, _text,
           doc="Comma-separated platforms to use, the first being the default; None for all."),
    Option("debug_nans", False, _boolean, traced=True,
           doc="Raise when an operation yields NaN, naming it and the line."),
    Option("debug_infs", False, _boolean, traced=True,
           doc="Raise when an operation yields an infinity, naming it and the line."),
    Option("numpy_dtype_promotion", "standard", _choice, traced=True,
           choices=("standard", "strict"),
           doc="'strict' refuses implicit promotion between differing dtypes."),
    Option("numpy_rank_promotion", "allow", _choice, traced=True,
           choices=("allow", "warn", "raise"),
           doc="What happens when operands of different ranks are broadcast."),
    Option("default_matmul_precision", None, _choice, traced=True,
           choices=(None, *PRECISIONS, *DotAlgorithmPreset.__members__),
           doc="The precision of matrix products that name none."),
    Option("check_static_indices", False, _boolean, traced=True,
           doc="Raise when a static integer index is out of bounds, instead of clamping it."),
    Option("allow_f16_reductions", True, _boolean, traced=True,
           doc="False refuses lax.reduce_sum of float16 and bfloat16: sum in float32 instead."),
    Option("disable_bwd_checks", False, _boolean, traced=True,
           doc="Take the cotangents of custom_vjp rules as they are, whatever their shapes."),
    Option("disable_jit", False, _boolean, traced=True,
           doc="Run jitted functions, loops and conditionals eagerly, operation by operation."),
    Option("check_tracer_leaks", False, _boolean, traced=True,
           doc="Raise when a tracer outlives its trace."),
    Option("check_ir", False, _boolean, traced=True,
           doc="Type-check every jaxpr after staging and after each pass (slow)."),
    Option("no_tracing", False, _boolean,
           doc="Raise when something is traced that was expected to be cached."),
    Option("log_compiles", False, _boolean,
           doc="Log each trace and each compilation at WARNING level."),
    Option("log_checkpoint_residuals", False, _boolean,
           doc="Log at WARNING level what each checkpoint keeps, which otherwise is at DEBUG."),
    Option("explain_cache_misses", False, _boolean,
           doc="Log why a jitted function is traced again."),
    Option("traceback_filtering", "auto", _choice, choices=_FILTERING,
           doc="'off' shows fjax's own frames in tracebacks."),
    Option("default_prng_impl", "threefry2x32", _choice, traced=True,
           choices=("threefry2x32", "rbg", "unsafe_rbg"),
           doc="The generator behind new random keys."),
    Option("threefry_partitionable", True, _boolean, traced=True,
           doc="Random bits independent of how an array is split; False is JAX's old layout."),
    Option("legacy_prng_key", "allow", _choice, choices=("allow", "warn", "error"),
           doc="What happens when a raw uint32 array is used as a random key."),
    Option("enable_custom_prng", False, _boolean, traced=True,
           doc="PRNGKey returns a typed key, as key does."),
    Option("random_seed_offset", 0, _integer, traced=True,
           doc="Added to every seed."),
    Option("high_dynamic_range_gumbel", False, _boolean, traced=True,
           doc="Sample Gumbel variates with more accurate tails."),
    Option("loop_residual_budget", -1, _integer, traced=True,
           doc="Bytes that reverse mode of one loop may store for its steps; -1 for all memory."),
    Option("loop_checkpoints", False, _boolean, traced=True,
           doc="Beyond the budget store checkpoints of a loop's carry and run the steps between "
               "them again; otherwise that is an error."),
    Option("assert_no_copies", False, _boolean, traced=True,
           doc="Raise when a compiled program copies an array to change it in place."),
    Option("enable_compilation_cache", True, _boolean,
           doc="Keep compiled kernels on disk and use them in later processes."),
    Option("compilation_cache_dir", None, _text,
           doc="The folder of compiled kernels; None for the user's cache folder."),
    *WITHOUT_EFFECT,
)

ALIASES: Mapping[str, str] = {      # JAX's name: ours
    "enable_checks": "check_ir", "x64_enabled": "enable_x64", "platform_name": "platforms"}

_BY_NAME: Mapping[str, Option] = {option.name: option for option in OPTIONS}
TRACED: tuple[str, ...] = tuple(option.name for option in OPTIONS if option.traced)
_lock = process_lock()
_keys: dict[tuple, tuple] = {}  # one object per trace key, so that equal keys are identical
_user_contexts: list[str] = []  # names of the contexts of named_context: in the trace key too
_settled: dict[str, str] = {}   # options that can't change any more, and why
_scoped: list[dict] = []        # the own values of each thread that is in a scope


class _Checks:
    """`on`: whether all threads take the slow path, for NaNs, infinities or `replaced`.

    Reading it costs 8 ns, the two options 76: every eager operation asks.
    `replaced`: whether some primitive is computed by a function of the user's.
    """

    __slots__ = ("on", "replaced")

    def __init__(self) -> None:
        self.on = self.replaced = False


checks = _Checks()


def option(name: str) -> Option:
    """The option of that name (with or without `jax_`); AttributeError names close ones."""
    short = name.removeprefix("jax_")
    found = _BY_NAME.get(ALIASES.get(short, short))
    if found is None:
        close = difflib.get_close_matches(short, _BY_NAME, n=3, cutoff=0.5)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        raise AttributeError(f"fjax has no option {name!r}{hint} (fjax.config.values lists all)")
    return found


class Config(threading.local):
    """The values in force: `config.enable_x64` or `config.jax_enable_x64`.

    Class attributes hold the process's values, instance attributes a thread's own, so that
    reading is one attribute access whatever the scope. (A `__getattr__` would double its time.)
    """

    def update(self, name: str, value: Any) -> None:
        """Set an option for the process: AttributeError if unknown, ValueError if it does not fit.

        A `with` block that sets the same option keeps its value in force until it ends.
        """
        chosen = option(name)
        _set_global(chosen.name, chosen.check(value))

    def read(self, name: str) -> Any:
        """The value in force of the option `name`."""
        return getattr(self, option(name).name)

    @property
    def values(self) -> dict[str, Any]:
        """Every option's value in force, by its name with the prefix `jax_`."""
        return {"jax_" + each.name: getattr(self, each.name) for each in OPTIONS}

    def trace_key(self) -> tuple:
        """The values that tracing reads, as a tuple: the same object for the same values."""
        return self.key

    def __setattr__(self, name: str, value: Any) -> None:
        self.update(name, value)

    def __repr__(self) -> str:
        lines = [f"  {each.name} = {getattr(self, each.name)!r}" for each in OPTIONS]
        return "fjax.config:\n" + "\n".join(lines)

    key: tuple = ()     # trace_key() without the call: renewed when a value changes


def _alias(name: str) -> property:
    """Another spelling of an option."""
    return property(lambda self: getattr(self, name))


for _option in OPTIONS:
    setattr(Config, _option.name, _option.initial())
    setattr(Config, "jax_" + _option.name, _alias(_option.name))
for _name, _own in ALIASES.items():
    setattr(Config, _name, _alias(_own))
    setattr(Config, "jax_" + _name, _alias(_own))

config: Any = Config()
errors.show_own_frames = config.traceback_filtering == "off"


def _set_global(name: str, value: Any) -> None:
    """Store a process-wide value and renew every trace key."""
    if name in _settled and value != getattr(Config, name):
        raise errors.FjaxRuntimeError(
            f"jax_{name} config should be updated before backends are initialized: {_settled[name]}"
        )
    with _lock:
        setattr(Config, name, value)
        _renew()
        for own in _scoped:
            _renew_own(own)
    if name == "traceback_filtering":
        errors.show_own_frames = value == "off"


def settle(name: str, reason: str) -> None:
    """Let an option be changed no more: others have relied on its value."""
    _settled[name] = reason


def traced_names() -> tuple[str, ...]:
    """What the parts of a trace key are called."""
    return (*TRACED, *_user_contexts)


def _renew() -> None:
    """Make the process's trace key anew, and `checks`."""
    Config.key = _interned(tuple([getattr(Config, name) for name in traced_names()]))
    checks.on = checks.replaced or any(
        own.get(name, getattr(Config, name))
        for own in ({}, *_scoped) for name in ("debug_nans", "debug_infs"))


def set_replaced(replaced: bool) -> None:
    """Say whether some primitive is computed by a function of the user's."""
    with _lock:
        checks.replaced = replaced
        _renew()


def _renew_own(own: dict) -> None:
    """Make the trace key of a thread in a scope anew."""
    values = [own.get(name, getattr(Config, name)) for name in traced_names()]
    own["key"] = _interned(tuple(values))


def _interned(key: tuple) -> tuple:
    if len(_keys) > 1024:
        _keys.clear()
    return _keys.setdefault(key, key)


class _Scope:
    """A `with` block, or a decorator, in which a thread has its own value of one option."""

    def __init__(self, name: str, value: Any):
        self._name = name
        self._value = value
        self._saved: list[tuple] = []       # what each entry displaced: (had a value, value)

    def __enter__(self) -> None:
        mine = config.__dict__              # this thread's own values
        self._saved.append((self._name in mine, mine.get(self._name)))
        with _lock:
            mine[self._name] = self._value
            if "key" not in mine:
                _scoped.append(mine)
            _renew_own(mine)
            _renew()

    def __exit__(self, *exception) -> None:
        mine = config.__dict__
        had, value = self._saved.pop()
        with _lock:
            if had:
                mine[self._name] = value
            else:
                del mine[self._name]
            _renew_own(mine)
            if len(mine) == 1:              # only the key is left: no scope
                del mine["key"]
                _scoped[:] = [own for own in _scoped if own is not mine]
            _renew()

    def __call__(self, function: Callable) -> Callable:
        @functools.wraps(function)
        def scoped(*args, **kwargs):
            with _Scope(self._name, self._value):
                return function(*args, **kwargs)
        return scoped


_renew()


class State:
    """One option as a context manager, `enable_x64(False)`; `enable_x64.value` is the value."""

    def __init__(self, chosen: Option):
        self._option = chosen
        self.name = "jax_" + chosen.name
        self.__name__ = chosen.name
        self.__doc__ = (f"Context manager (or decorator): sets `{chosen.name}` in this thread.\n\n"
                        f"{chosen.doc} Default: {chosen.default!r}.")

    @property
    def value(self) -> Any:
        """The value in force in this thread."""
        return getattr(config, self._option.name)

    def get_global(self) -> Any:
        """The process's value, whatever this thread has set."""
        return getattr(Config, self._option.name)

    def set_global(self, value: Any) -> None:
        """Set the process's value."""
        config.update(self._option.name, value)

    def __call__(self, *value: Any) -> _Scope:
        if len(value) > 1 or (not value and not isinstance(self._option.default, bool)):
            raise TypeError(f"{self.__name__} takes one value, got {len(value)}")
        return _Scope(self._option.name, self._option.check(value[0] if value else True))

    def __bool__(self) -> bool:
        raise TypeError(f"fjax.{self.__name__} is a context manager; for its value read "
                        f"fjax.config.{self.__name__}")

    def __repr__(self) -> str:
        return f"<fjax option {self.__name__}={self.value!r}>"


class UserContext:
    """A value beside the options that traces depend on; see `make_user_context`."""

    def __init__(self, name: str):
        self._name = name

    @property
    def value(self) -> Any:
        """The value in force in this thread."""
        return getattr(config, self._name)

    def get_global(self) -> Any:
        """The process's value, whatever this thread has set."""
        return getattr(Config, self._name)

    def set_global(self, value: Any) -> None:
        """Set the process's value."""
        hash(value)
        _set_global(self._name, value)

    def __call__(self, value: Any) -> _Scope:
        hash(value)
        return _Scope(self._name, value)


def make_user_context(default_value: Any = None) -> UserContext:
    """A context whose value jitted functions may read: each new value traces them anew.

    default_value: what `.value` is outside any `with context(value):`. Values must be hashable
    (TypeError). `.set_global(value)` sets the process's value.

    >>> import fjax
    >>> scale = make_user_context(1.0)
    >>> f = fjax.jit(lambda x: x * scale.value)
    >>> with scale(3.0):
    ...     float(f(2.0))
    6.0
    >>> float(f(2.0))
    2.0
    """
    return named_context(f"user_context_{len(_user_contexts)}", default_value)


def named_context(name: str, default_value: Any) -> UserContext:
    """A context whose value is part of the trace key under this name."""
    hash(default_value)
    with _lock:
        setattr(Config, name, default_value)
        _user_contexts.append(name)
        _renew()
        for own in _scoped:
            _renew_own(own)
    return UserContext(name)


def disable_jit(disable: bool = True) -> _Scope:
    """Context manager (or decorator) in which jitted functions run eagerly, for a debugger.

    >>> double = fjax.jit(lambda x: 2 * x)
    >>> with fjax.disable_jit():
    ...     double(jnp.array([1.0]))
    ...
    Array([2.], dtype=float64)
    """
    return _Scope("disable_jit", option("disable_jit").check(disable))


enable_x64 = State(option("enable_x64"))
explicit_x64_dtypes = State(option("explicit_x64_dtypes"))
default_device = State(option("default_device"))
num_cpu_devices = State(option("num_cpu_devices"))
debug_nans = State(option("debug_nans"))
debug_infs = State(option("debug_infs"))
allow_f16_reductions = State(option("allow_f16_reductions"))
numpy_dtype_promotion = State(option("numpy_dtype_promotion"))
numpy_rank_promotion = State(option("numpy_rank_promotion"))
default_matmul_precision = State(option("default_matmul_precision"))
check_tracer_leaks = checking_leaks = State(option("check_tracer_leaks"))
check_ir = enable_checks = State(option("check_ir"))
no_tracing = State(option("no_tracing"))
log_compiles = State(option("log_compiles"))
explain_cache_misses = State(option("explain_cache_misses"))
traceback_filtering = State(option("traceback_filtering"))
default_prng_impl = State(option("default_prng_impl"))
threefry_partitionable = State(option("threefry_partitionable"))
legacy_prng_key = State(option("legacy_prng_key"))
enable_custom_prng = State(option("enable_custom_prng"))
softmax_custom_jvp = State(option("softmax_custom_jvp"))
high_dynamic_range_gumbel = State(option("high_dynamic_range_gumbel"))
loop_residual_budget = State(option("loop_residual_budget"))
loop_checkpoints = State(option("loop_checkpoints"))
assert_no_copies = State(option("assert_no_copies"))
enable_compilation_cache = State(option("enable_compilation_cache"))
