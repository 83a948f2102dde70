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

import contextlib
import functools
import threading
from collections.abc import Callable, Iterator
from typing import Any

from fjax import errors
from fjax.locks import process_lock
from fjax.options import ALIASES, OPTIONS, TRACED, Option, option


class TraceKey(tuple):
    """Values that tracing reads. Equal ones are the same object, which is hashed by identity.

    As a tuple it would hash some thirty values at every look-up, 0.7 µs.
    """

    __slots__ = ()
    __hash__ = object.__hash__


_lock = process_lock()
_keys: dict[tuple[Any, ...], TraceKey] = {}  # one object for equal values
_user_contexts: list[str] = []  # names of the contexts of named_context: in the trace key too
_settled: dict[str, str] = {}  # options that can't change any more, and why
_scoped: list[dict[Any, Any]] = []  # the own values of each thread that is in a scope


_FIRST_DEVICE = ("cpu", "cpu:0")  # default devices that need no slow path


class _Checks:
    """`on`: whether all threads take the slow path: for NaNs, infinities, devices or `replaced`.

    Devices are a default device and the `home` that a mesh gives new arrays (core/device.py).

    Reading it costs 8 ns, the three options 110: every eager operation asks.
    `replaced`: whether some primitive is computed by a function of the user's.
    """

    __slots__ = ("on", "replaced")

    def __init__(self) -> None:
        self.on = self.replaced = False


checks = _Checks()


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

    def config_with_absl(self) -> None:
        """Nothing: options come from environment variables and `update`, not from absl's flags.

        Programs for JAX call it, and `parse_flags_with_absl`, before they parse their own.
        """

    parse_flags_with_absl = config_with_absl

    def read(self, name: str) -> Any:
        """The value in force of the option `name`."""
        return getattr(self, option(name).name)

    @property
    def values(self) -> dict[str, Any]:
        """Every option's value in force, by its name with the prefix `jax_`."""
        return {"jax_" + each.name: getattr(self, each.name) for each in OPTIONS}

    def trace_key(self) -> tuple[Any, ...]:
        """The values that tracing reads, as a tuple: the same object for the same values."""
        return self.key

    def __setattr__(self, name: str, value: Any) -> None:
        self.update(name, value)

    def __repr__(self) -> str:
        lines = [f"  {each.name} = {getattr(self, each.name)!r}" for each in OPTIONS]
        return "fjax.config:\n" + "\n".join(lines)

    key: tuple[Any, ...] = TraceKey()  # trace_key() without the call: renewed when a value changes


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
    """Make the process's trace key again, and `checks`."""
    Config.key = _interned(tuple([getattr(Config, name) for name in traced_names()]))
    checks.on = checks.replaced or any(
        name != "default_device" or str(value) not in _FIRST_DEVICE
        for own in ({}, *_scoped)
        for name in ("debug_nans", "debug_infs", "default_device")
        if (value := own.get(name, getattr(Config, name)))
    )
    checks.on = checks.on or any(own.get("home") for own in _scoped)


def set_replaced(replaced: bool) -> None:
    """Say whether some primitive is computed by a function of the user's."""
    with _lock:
        checks.replaced = replaced
        _renew()


def _renew_own(own: dict[Any, Any]) -> None:
    """Make the trace key of a thread in a scope again."""
    values = [own.get(name, getattr(Config, name)) for name in traced_names()]
    own["key"] = _interned(tuple(values))


def _interned(key: tuple[Any, ...]) -> TraceKey:
    if len(_keys) > 1024:
        _keys.clear()
    return _keys.setdefault(key, TraceKey(key))


class Scope:
    """A `with` block, or a decorator, in which a thread has its own value of one option."""

    def __init__(self, name: str, value: Any):
        self._name = name
        self._value = value
        self._saved: list[tuple[Any, ...]] = []  # what each entry displaced: (had a value, value)

    def __enter__(self) -> None:
        mine = config.__dict__  # this thread's own values
        self._saved.append((self._name in mine, mine.get(self._name)))
        try:
            with _lock:
                mine[self._name] = self._value
                if "key" not in mine:
                    _scoped.append(mine)
                _renew_own(mine)
                _renew()
        except BaseException:  # of a signal's handler: nobody would leave
            self.__exit__()
            raise

    def __exit__(self, *exception) -> None:
        before = self._saved.pop()
        try:
            self._restore(*before)
        except BaseException:  # of a signal's handler
            self._restore(*before)
            raise

    def _restore(self, had: bool, value: Any) -> None:
        """Put back what an entry displaced; all of it, though a part may be done."""
        mine = config.__dict__
        with _lock:
            if had:
                mine[self._name] = value
            else:
                mine.pop(self._name, None)
            _renew_own(mine)
            if len(mine) == 1:  # only the key is left: no scope
                del mine["key"]
                _scoped[:] = [own for own in _scoped if own is not mine]
            _renew()

    def __call__(self, function: Callable[..., Any]) -> Callable:
        @functools.wraps(function)
        def scoped(*args, **kwargs):
            with Scope(self._name, self._value):
                return function(*args, **kwargs)

        return scoped


_renew()


def scopes() -> Callable[[], contextlib.AbstractContextManager[None]]:
    """A function that gives contexts in which another thread has this thread's own values."""
    own = [(name, value) for name, value in config.__dict__.items() if name != "key"]

    @contextlib.contextmanager
    def entered() -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            for name, value in own:
                stack.enter_context(Scope(name, value))
            yield

    return entered


class State:
    """One option as a context manager, `enable_x64(False)`; `enable_x64.value` is the value."""

    def __init__(self, chosen: Option):
        self._option = chosen
        self.name = "jax_" + chosen.name
        self.__name__ = chosen.name
        self.__doc__ = (
            f"Context manager (or decorator): sets `{chosen.name}` in this thread.\n\n"
            f"{chosen.doc} Default: {chosen.default!r}."
        )

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

    def __call__(self, *value: Any) -> Scope:
        if len(value) > 1 or (not value and not isinstance(self._option.default, bool)):
            raise TypeError(f"{self.__name__} takes one value, got {len(value)}")
        return Scope(self._option.name, self._option.check(value[0] if value else True))

    def __bool__(self) -> bool:
        raise TypeError(
            f"fjax.{self.__name__} is a context manager; for its value read "
            f"fjax.config.{self.__name__}"
        )

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

    def __call__(self, value: Any) -> Scope:
        hash(value)
        return Scope(self._name, value)


def make_user_context(default_value: Any = None) -> UserContext:
    """A context whose value jitted functions may read: each new value traces them again.

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


@contextlib.contextmanager
def transfer_guard(level: str) -> Iterator[None]:
    """Context manager that says what happens on transfers between host and devices.

    level: 'allow', 'log' (at WARNING level) or 'disallow' (FjaxRuntimeError) implicit transfers.
    'log_explicit' and 'disallow_explicit' include device_put and device_get. A NumPy operand is an
    implicit transfer from the host, also on a CPU. fjax.numpy.asarray is an explicit one.

    >>> with fjax.transfer_guard("disallow"):
    ...     fjax.numpy.sin(np.ones(2))
    Traceback (most recent call last):
    fjax.errors.FjaxRuntimeError: Disallowed host-to-device transfer: a NumPy array float64[2]...
    """
    guards = (
        transfer_guard_host_to_device,
        transfer_guard_device_to_device,
        transfer_guard_device_to_host,
    )
    with contextlib.ExitStack() as stack:
        for guard in guards:
            stack.enter_context(guard(level))
        yield


def disable_jit(disable: bool = True) -> Scope:
    """Context manager (or decorator) in which jitted functions run eagerly, for a debugger.

    >>> double = fjax.jit(lambda x: 2 * x)
    >>> with fjax.disable_jit():
    ...     double(jnp.array([1.0]))
    ...
    Array([2.], dtype=float64)
    """
    return Scope("disable_jit", option("disable_jit").check(disable))


enable_x64 = State(option("enable_x64"))
explicit_x64_dtypes = State(option("explicit_x64_dtypes"))
default_device = State(option("default_device"))
num_cpu_devices = State(option("num_cpu_devices"))
debug_nans = State(option("debug_nans"))
debug_infs = State(option("debug_infs"))
debug_key_reuse = State(option("debug_key_reuse"))
transfer_guard_host_to_device = State(option("transfer_guard_host_to_device"))
transfer_guard_device_to_device = State(option("transfer_guard_device_to_device"))
transfer_guard_device_to_host = State(option("transfer_guard_device_to_host"))
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
