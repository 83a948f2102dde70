"""Options of XLA, the compiler of JAX, that programs may pass on: checked, and without effect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fjax import errors

# Options that change no result here, by the type of their value. What asks XLA for more than that
# (to write files, to leave passes out) is no option.
_OPTIONS: dict[type, frozenset[str]] = {
    bool: frozenset(
        {
            "xla_allow_excess_precision",
            "xla_cpu_enable_concurrency_optimized_scheduler",
            "xla_cpu_enable_fast_math",
            "xla_cpu_enable_fast_min_max",
            "xla_cpu_fast_math_honor_division",
            "xla_cpu_fast_math_honor_functions",
            "xla_cpu_fast_math_honor_infs",
            "xla_cpu_fast_math_honor_nans",
            "xla_cpu_use_onednn",
            "xla_eliminate_hlo_implicit_broadcast",
            "xla_embed_ir_in_executable",
            "xla_llvm_disable_expensive_passes",
        }
    ),
    int: frozenset(
        {
            "memory_fitting_level",
            "optimization_level",
            "xla_backend_optimization_level",
            "xla_cpu_parallel_codegen_split_count",
            "xla_cpu_prefer_vector_width",
            "xla_dump_max_hlo_modules",
        }
    ),
    float: frozenset({"exec_time_optimization_effort", "memory_fitting_effort"}),
    str: frozenset({"xla_cpu_max_isa"}),
}
_OTHER_PROCESSORS = ("xla_gpu_", "xla_tpu_")


def check_compiler_options(options: Mapping[str, Any] | None) -> None:
    """Raise FjaxRuntimeError for options that XLA lacks, or values of another type than theirs.

    Nothing is done with the others: fjax's compiler has one level, its arithmetic is exact to the
    rounding of each equation, and what concerns other processors concerns none here.

    >>> check_compiler_options({"xla_cpu_enable_fast_math": True, "optimization_level": 2})
    >>> check_compiler_options({"xla_cpu_enable_fast_math": "a little"})
    Traceback (most recent call last):
    fjax.errors.FjaxRuntimeError: compiler option xla_cpu_enable_fast_math: 'a little' is not a...
    """
    for name, value in (options or {}).items():
        kind = next((k for k, names in _OPTIONS.items() if name in names), None)
        if kind is None and not name.startswith(_OTHER_PROCESSORS):
            raise errors.FjaxRuntimeError(
                f"No such compile option: {name!r}. Some of XLA's are accepted and change nothing: "
                f"{', '.join(sorted(set().union(*_OPTIONS.values())))} and those of other "
                "processors. fjax's own options are in fjax.config, and fjax.inspect prints "
                "programs and kernels"
            )
        if kind is not None and not _is_value(kind, value):
            raise errors.FjaxRuntimeError(
                f"compiler option {name}: {str(value)!r} is not a valid {kind.__name__} value."
            )


def _is_value(kind: type, value: Any) -> bool:
    """Whether a value, or the text of one, has this type."""
    if kind is str:
        return isinstance(value, str)
    if kind is bool:
        return isinstance(value, bool) or value in ("True", "False")
    if isinstance(value, bool) or (kind is int and isinstance(value, float)):
        return False
    try:
        kind(value)
    except (TypeError, ValueError):
        return False
    return True
