"""The options of fjax: names, defaults, what each accepts, which have no effect."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Mapping
from typing import Any

from fjax import variables
from fjax.dataclass import dataclass
from fjax.precision import PRECISIONS, DotAlgorithmPreset

Choices = tuple[str | None, ...]


@dataclass(frozen=True)
class Option:
    """One option: its name, default, what it accepts, and whether tracing reads it."""

    name: str
    default: Any
    doc: str
    choices: Choices = ()
    traced: bool = False  # part of trace_key()
    accept: Callable[[Option, Any], Any] | None = None  # None: by choices, or the default's kind

    @property
    def variable(self) -> str:
        """The environment variable that gives the initial value."""
        return "FJAX_" + self.name.upper()

    def check(self, value: Any) -> Any:
        """The value as stored; ValueError if the option does not take it."""
        by_kind = _choice if self.choices else _ACCEPTS[type(self.default)]
        return (self.accept or by_kind)(self, value)

    def initial(self) -> Any:
        """The environment's value, else the default."""
        return self.read(self.variable) if self.variable in os.environ else self.default

    def read(self, variable: str) -> Any:
        """The value that an environment variable gives."""
        text = os.environ[variable]
        return variables.parsed(variable, text, lambda t: self.check(_from_text(self.default, t)))


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


def _integers(least: int, most: int | None = None) -> Callable[[Option, Any], int]:
    """What takes the integers from `least` to `most`, and -1."""

    def accepted(option: Option, value: Any) -> int:
        found = _integer(option, value)
        if found != -1 and (found < least or most is not None and found > most):
            upper = "on" if most is None else f"to {most}"
            raise ValueError(f"{option.name} takes -1 or an int from {least} {upper}, got {value}")
        return found

    return accepted


def _anything(option: Option, value: Any) -> Any:
    return value


_ACCEPTS = {bool: _boolean, int: _integer, float: _real, str: _text, type(None): _text}


def _traced(name: str, default: Any, doc: str, choices: Choices = (), **others: Any) -> Option:
    return Option(name, default, doc, choices, traced=True, **others)


def _ignored(name: str, default: Any, what: str, choices: Choices = ()) -> Option:
    doc = f"Accepted and without effect here: in JAX, {what}."
    return Option(name, default, doc, choices)


_MOST_DEVICES = 1 << 16  # each is an object that programs and meshes go through
_FILTERING = (None, "auto", "off", "tracebackhide", "remove_frames", "quiet_remove_frames")
_LEVELS = ("UNKNOWN", "O0", "O1", "O2", "O3")
_DERIVATIVES = "which of JAX's machineries for derivatives and loops does the work"
_DISPATCH = "whether a call may return before its results are there; fjax's never does"
_EFFORT = "how hard XLA optimises"
_KEPT = "which programs JAX keeps on disk; fjax keeps every compiled kernel, a few KiB each"
_LOCATIONS = "what XLA's programs say about the user's lines; fjax's equations always have theirs"
_LOWERING = "which of two lowerings XLA gets"
_PARTITIONER = "which partitioner splits a program over devices"
_PROFILES = "profiles that XLA compiles with"
_WARNING = "from what size closed-over constants give a warning"
_XLA_CACHES = "xla_gpu_per_fusion_autotune_cache_dir"

# Options of JAX that choose between implementations inside JAX and XLA, and change no value.
WITHOUT_EFFECT: tuple[Option, ...] = (
    _ignored("bcoo_cusparse_lowering", False, _LOWERING),
    _ignored("captured_constants_warn_bytes", 2 * 10**9, _WARNING),
    _ignored("compiler_enable_remat_pass", True, _EFFORT),
    _ignored("cpu_enable_async_dispatch", True, _DISPATCH),
    _ignored("custom_vjp3", False, _DERIVATIVES),
    _ignored("disable_most_optimizations", False, _EFFORT),
    _ignored("embedded_constants_max_bytes", 32, _LOWERING),
    _ignored("enable_pgle", False, _PROFILES),
    _ignored("exec_time_optimization_effort", 0.0, _EFFORT),
    _ignored("include_full_tracebacks_in_locations", True, _LOCATIONS),
    _ignored("memory_fitting_effort", 0.0, _EFFORT),
    _ignored("memory_fitting_level", "O2", _EFFORT, _LEVELS),
    _ignored("optimization_level", "UNKNOWN", _EFFORT, _LEVELS),
    _ignored("persistent_cache_enable_xla_caches", _XLA_CACHES, _KEPT),
    _ignored("persistent_cache_min_compile_time_secs", 1.0, _KEPT),
    _ignored("persistent_cache_min_entry_size_bytes", 0, _KEPT),
    _ignored("pgle_profiling_runs", 3, _PROFILES),
    _ignored("ragged_dot_use_gpu_pallas_triton_lowering", False, _LOWERING),
    _ignored("ragged_dot_use_ragged_dot_instruction", True, _LOWERING),
    _ignored("remat3", False, _DERIVATIVES),
    _ignored("scan3", False, _DERIVATIVES),
    _ignored("softmax_custom_jvp", False, _DERIVATIVES),
    _ignored("threefry_gpu_kernel_lowering", False, _LOWERING),
    _ignored("traceback_in_locations_limit", 100, _LOCATIONS),
    _ignored("use_direct_linearize", True, _DERIVATIVES),
    _ignored("use_shardy_partitioner", True, _PARTITIONER),
    _ignored("use_simplified_jaxpr_constants", False, _LOWERING),
)

OPTIONS: tuple[Option, ...] = (
    _traced("enable_x64", True, "64-bit dtypes; False narrows them to 32 bits, JAX's default."),
    _traced(
        "explicit_x64_dtypes",
        "warn",
        "What happens when a 64-bit dtype is asked for by name while enable_x64 is off: "
        "'allow' gives it, 'warn' narrows it with a warning.",
        ("error", "warn", "allow"),
    ),
    _traced(
        "default_device",
        None,
        "Where new arrays go, and what no array is committed to runs: a Device, its name ('cpu', "
        "'cpu:1', 'meta'), or None for the first device. Looked for when it is first needed.",
        accept=_anything,
    ),
    Option(
        "implicit_host_copies",
        "allow",
        "What happens when NumPy is given an array on a GPU: 'allow' copies it to host memory, "
        "'raise' refuses; fjax.device_get copies in any case.",
        ("allow", "raise"),
    ),
    Option(
        "cuda_synchronous",
        False,
        "Wait after each launch on a GPU, so that an error names the kernel it happened in.",
    ),
    Option(
        "cuda_graphs",
        False,
        "Launch a program of several kernels on a GPU as one CUDA graph once it comes back to the "
        "same memory. Off until that was measured on a GPU; without effect under cuda_synchronous.",
    ),
    *(
        _traced(
            f"transfer_guard_{direction}",
            "allow",
            f"What happens on a transfer {direction.replace('_', ' ')} that nobody asked for "
            "(explicit: on any).",
            ("allow", "log", "disallow", "log_explicit", "disallow_explicit"),
        )
        for direction in ("host_to_device", "device_to_device", "device_to_host")
    ),
    Option(
        "export_calling_convention_version",
        10,
        "The version of JAX's calling convention that exported functions say they have.",
    ),
    Option(
        "num_cpu_devices",
        -1,
        f"How many CPU devices the process shows, {_MOST_DEVICES} at most; -1 for one.",
        accept=_integers(1, _MOST_DEVICES),
    ),
    Option(
        "platforms",
        None,
        "Comma-separated platforms to use, the first being the default; None for all.",
    ),
    _traced(
        "disable_vmap_shmap_error",
        False,
        "Let vmap's spmd_axis_name appear in the specs of a shard_map within, which then runs on "
        "the whole batch.",
    ),
    _traced("debug_nans", False, "Raise when an operation yields NaN, naming it and the line."),
    _traced(
        "debug_infs", False, "Raise when an operation yields an infinity, naming it and the line."
    ),
    _traced(
        "numpy_dtype_promotion",
        "standard",
        "'strict' refuses implicit promotion between differing dtypes.",
        ("standard", "strict"),
    ),
    _traced(
        "numpy_rank_promotion",
        "allow",
        "What happens when operands of different ranks are broadcast.",
        ("allow", "warn", "raise"),
    ),
    _traced(
        "default_matmul_precision",
        None,
        "The precision of matrix products that name none.",
        (None, *PRECISIONS, *DotAlgorithmPreset.__members__),
    ),
    _traced(
        "check_static_indices",
        False,
        "Raise when a static integer index is out of bounds, instead of clamping it.",
    ),
    _traced(
        "allow_f16_reductions",
        True,
        "False refuses lax.reduce_sum of float16 and bfloat16: sum in float32 instead.",
    ),
    _traced(
        "disable_bwd_checks",
        False,
        "Take the cotangents of custom_vjp rules as they are, whatever their shapes.",
    ),
    _traced(
        "disable_jit",
        False,
        "Run jitted functions, loops and conditionals eagerly, operation by operation.",
    ),
    _traced("check_tracer_leaks", False, "Raise when a tracer outlives its trace."),
    _traced("check_ir", False, "Type-check every jaxpr after staging and after each pass (slow)."),
    Option(
        "internal_errors",
        "survive",
        "'raise' lets errors of fjax's own lowering end the program, which otherwise runs without "
        "what failed, after a warning.",
        ("survive", "raise"),
    ),
    Option("no_tracing", False, "Raise when something is traced that was expected to be cached."),
    Option("log_compiles", False, "Log each trace and each compilation at WARNING level."),
    Option(
        "log_checkpoint_residuals",
        False,
        "Log at WARNING level what each checkpoint keeps, which otherwise is at DEBUG.",
    ),
    Option("explain_cache_misses", False, "Log why a jitted function is traced again."),
    Option(
        "traceback_filtering", "auto", "'off' shows fjax's own frames in tracebacks.", _FILTERING
    ),
    _traced(
        "default_prng_impl",
        "threefry2x32",
        "The generator behind new random keys.",
        ("threefry2x32", "threefry4x32", "philox2x32", "philox4x32", "rbg", "unsafe_rbg"),
    ),
    _traced(
        "threefry_partitionable",
        True,
        "Random bits independent of how an array is split; False is JAX's old layout.",
    ),
    Option(
        "legacy_prng_key",
        "allow",
        "What happens when a raw uint32 array is used as a random key.",
        ("allow", "warn", "error"),
    ),
    _traced(
        "debug_key_reuse",
        False,
        "Raise when a random key is used twice (slow): see fjax.experimental.key_reuse.",
    ),
    _traced("enable_custom_prng", False, "PRNGKey returns a typed key, as key does."),
    _traced("random_seed_offset", 0, "Added to every seed."),
    _traced("high_dynamic_range_gumbel", False, "Sample Gumbel variates with more accurate tails."),
    _traced(
        "loop_residual_budget",
        -1,
        "Bytes that reverse mode of one loop may store for its steps; -1 for all memory.",
        accept=_integers(0),
    ),
    _traced(
        "loop_checkpoints",
        False,
        "Beyond the budget store checkpoints of a loop's carry and run the steps between "
        "them again; otherwise that is an error.",
    ),
    _traced(
        "assert_no_copies",
        False,
        "Raise when a compiled program copies an array to change it in place.",
    ),
    Option(
        "enable_compilation_cache",
        True,
        "Keep compiled kernels on disk and use them in later processes.",
    ),
    Option(
        "compilation_cache_dir",
        None,
        "The folder of compiled kernels; None for the user's cache folder.",
    ),
    Option(
        "compilation_cache_max_size",
        1 << 30,
        "How many bytes of compiled kernels are kept on disk: beyond, those go that were not used "
        "for longest; -1 for any number.",
        accept=_integers(0),
    ),
    *WITHOUT_EFFECT,
)

ALIASES: Mapping[str, str] = {  # JAX's name: ours
    "enable_checks": "check_ir",
    "x64_enabled": "enable_x64",
    "platform_name": "platforms",
}
_BY_NAME: Mapping[str, Option] = {option.name: option for option in OPTIONS}
TRACED: tuple[str, ...] = tuple(option.name for option in OPTIONS if option.traced)


def option(name: str) -> Option:
    """The option of that name (with or without `jax_`); AttributeError names close ones."""
    short = name.removeprefix("jax_")
    found = _BY_NAME.get(ALIASES.get(short, short))
    if found is None:
        close = difflib.get_close_matches(short, _BY_NAME, n=3, cutoff=0.5)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        raise AttributeError(f"fjax has no option {name!r}{hint} (fjax.config.values lists all)")
    return found
