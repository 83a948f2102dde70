"""The options of fjax: names, defaults, what each accepts, which have no effect."""

from __future__ import annotations

import dataclasses
import difflib
import os
from collections.abc import Callable, Mapping
from typing import Any

from fjax import variables
from fjax.precision import PRECISIONS, DotAlgorithmPreset


@dataclasses.dataclass(frozen=True)
class Option:
    """One option: its name, default, what it accepts, and whether tracing reads it."""

    name: str
    default: Any
    accept: Callable[[Option, Any], Any]
    doc: str
    choices: tuple[str | None, ...] = ()
    traced: bool = False  # part of trace_key()

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
        return variables.parsed(
            self.variable, text, lambda t: self.check(_from_text(self.default, t))
        )


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
        (
            "captured_constants_warn_bytes",
            2 * 10**9,
            _integer,
            "from what size closed-over constants give a warning",
            (),
        ),
        ("compiler_enable_remat_pass", True, _boolean, _EFFORT, ()),
        (
            "cpu_enable_async_dispatch",
            True,
            _boolean,
            "whether a call may return before its results are there; fjax's never does",
            (),
        ),
        ("custom_vjp3", False, _boolean, _DERIVATIVES, ()),
        ("disable_most_optimizations", False, _boolean, _EFFORT, ()),
        ("embedded_constants_max_bytes", 32, _integer, _LOWERING, ()),
        ("enable_pgle", False, _boolean, _PROFILES, ()),
        ("exec_time_optimization_effort", 0.0, _real, _EFFORT, ()),
        ("include_full_tracebacks_in_locations", True, _boolean, _LOCATIONS, ()),
        ("memory_fitting_effort", 0.0, _real, _EFFORT, ()),
        ("memory_fitting_level", "O2", _choice, _EFFORT, _LEVELS),
        ("optimization_level", "UNKNOWN", _choice, _EFFORT, _LEVELS),
        (
            "persistent_cache_enable_xla_caches",
            "xla_gpu_per_fusion_autotune_cache_dir",
            _text,
            _KEPT,
            (),
        ),
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
        (
            "use_shardy_partitioner",
            True,
            _boolean,
            "which partitioner splits a program over devices",
            (),
        ),
        ("use_simplified_jaxpr_constants", False, _boolean, _LOWERING, ()),
    )
)


OPTIONS: tuple[Option, ...] = (
    Option(
        "enable_x64",
        True,
        _boolean,
        traced=True,
        doc="64-bit dtypes; False narrows them to 32 bits, JAX's default.",
    ),
    Option(
        "explicit_x64_dtypes",
        "warn",
        _choice,
        traced=True,
        choices=("error", "warn", "allow"),
        doc="What happens when a 64-bit dtype is asked for by name while enable_x64 is off: "
        "'allow' gives it, 'warn' narrows it with a warning.",
    ),
    Option(
        "default_device",
        None,
        _anything,
        traced=True,
        doc="Where new arrays go: a Device, a platform's name, or None for the first device.",
    ),
    Option(
        "num_cpu_devices", -1, _integer, doc="How many CPU devices the process shows; -1 for one."
    ),
    Option(
        "platforms",
        None,
        _text,
        doc="Comma-separated platforms to use, the first being the default; None for all.",
    ),
    Option(
        "debug_nans",
        False,
        _boolean,
        traced=True,
        doc="Raise when an operation yields NaN, naming it and the line.",
    ),
    Option(
        "debug_infs",
        False,
        _boolean,
        traced=True,
        doc="Raise when an operation yields an infinity, naming it and the line.",
    ),
    Option(
        "numpy_dtype_promotion",
        "standard",
        _choice,
        traced=True,
        choices=("standard", "strict"),
        doc="'strict' refuses implicit promotion between differing dtypes.",
    ),
    Option(
        "numpy_rank_promotion",
        "allow",
        _choice,
        traced=True,
        choices=("allow", "warn", "raise"),
        doc="What happens when operands of different ranks are broadcast.",
    ),
    Option(
        "default_matmul_precision",
        None,
        _choice,
        traced=True,
        choices=(None, *PRECISIONS, *DotAlgorithmPreset.__members__),
        doc="The precision of matrix products that name none.",
    ),
    Option(
        "check_static_indices",
        False,
        _boolean,
        traced=True,
        doc="Raise when a static integer index is out of bounds, instead of clamping it.",
    ),
    Option(
        "allow_f16_reductions",
        True,
        _boolean,
        traced=True,
        doc="False refuses lax.reduce_sum of float16 and bfloat16: sum in float32 instead.",
    ),
    Option(
        "disable_bwd_checks",
        False,
        _boolean,
        traced=True,
        doc="Take the cotangents of custom_vjp rules as they are, whatever their shapes.",
    ),
    Option(
        "disable_jit",
        False,
        _boolean,
        traced=True,
        doc="Run jitted functions, loops and conditionals eagerly, operation by operation.",
    ),
    Option(
        "check_tracer_leaks",
        False,
        _boolean,
        traced=True,
        doc="Raise when a tracer outlives its trace.",
    ),
    Option(
        "check_ir",
        False,
        _boolean,
        traced=True,
        doc="Type-check every jaxpr after staging and after each pass (slow).",
    ),
    Option(
        "no_tracing",
        False,
        _boolean,
        doc="Raise when something is traced that was expected to be cached.",
    ),
    Option(
        "log_compiles", False, _boolean, doc="Log each trace and each compilation at WARNING level."
    ),
    Option(
        "log_checkpoint_residuals",
        False,
        _boolean,
        doc="Log at WARNING level what each checkpoint keeps, which otherwise is at DEBUG.",
    ),
    Option(
        "explain_cache_misses", False, _boolean, doc="Log why a jitted function is traced again."
    ),
    Option(
        "traceback_filtering",
        "auto",
        _choice,
        choices=_FILTERING,
        doc="'off' shows fjax's own frames in tracebacks.",
    ),
    Option(
        "default_prng_impl",
        "threefry2x32",
        _choice,
        traced=True,
        choices=("threefry2x32", "rbg", "unsafe_rbg"),
        doc="The generator behind new random keys.",
    ),
    Option(
        "threefry_partitionable",
        True,
        _boolean,
        traced=True,
        doc="Random bits independent of how an array is split; False is JAX's old layout.",
    ),
    Option(
        "legacy_prng_key",
        "allow",
        _choice,
        choices=("allow", "warn", "error"),
        doc="What happens when a raw uint32 array is used as a random key.",
    ),
    Option(
        "enable_custom_prng",
        False,
        _boolean,
        traced=True,
        doc="PRNGKey returns a typed key, as key does.",
    ),
    Option("random_seed_offset", 0, _integer, traced=True, doc="Added to every seed."),
    Option(
        "high_dynamic_range_gumbel",
        False,
        _boolean,
        traced=True,
        doc="Sample Gumbel variates with more accurate tails.",
    ),
    Option(
        "loop_residual_budget",
        -1,
        _integer,
        traced=True,
        doc="Bytes that reverse mode of one loop may store for its steps; -1 for all memory.",
    ),
    Option(
        "loop_checkpoints",
        False,
        _boolean,
        traced=True,
        doc="Beyond the budget store checkpoints of a loop's carry and run the steps between "
        "them again; otherwise that is an error.",
    ),
    Option(
        "assert_no_copies",
        False,
        _boolean,
        traced=True,
        doc="Raise when a compiled program copies an array to change it in place.",
    ),
    Option(
        "enable_compilation_cache",
        True,
        _boolean,
        doc="Keep compiled kernels on disk and use them in later processes.",
    ),
    Option(
        "compilation_cache_dir",
        None,
        _text,
        doc="The folder of compiled kernels; None for the user's cache folder.",
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
