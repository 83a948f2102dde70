"""Keys: making, splitting, looking into them."""

from __future__ import annotations

import inspect
import operator
import warnings
from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Any, TypeVar, cast

import numpy as np

from fjax import errors
from fjax import numpy as jnp
from fjax.api.jit import jit
from fjax.config import config
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike, Shape
from fjax.core.array import Array
from fjax.core.operand import Operand
from fjax.numpy.shaping import array_shape
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.operators import broadcast_shapes
from fjax.primitives.philox import key_words, keys_of_words
from fjax.primitives.placing import constrained
from fjax.primitives.random_bits import RandomBits, RandomSplit, random_fold_in, random_seed
from fjax.random.generators import generator_of

Sampler = TypeVar("Sampler", bound=Callable[..., Any])


def _implementation(impl: Any) -> dtypes.KeyDtype:
    if impl is None:
        impl = config.default_prng_impl
    if dtypes.is_key(impl):
        return impl
    if not hasattr(impl, "name") and not isinstance(impl, str):
        raise errors.FjaxTypeError(
            f"unrecognized type {type(impl)} for specifying a PRNG "
            f"implementation: {impl!r}; give its name, or a dtype of keys"
        )
    try:
        return dtypes.key_dtype(str(impl))
    except errors.DtypeError as error:
        raise errors.FjaxValueError(
            f"unrecognized PRNG implementation {impl!r}: {error.message}"
        ) from error


def key(seed: ArrayLike, *, impl: Any = None, dtype: DTypeLike | None = None) -> Array:
    """A key made from an integer seed.

    impl: the generator: 'threefry2x32' (the default, unless the option default_prng_impl says
        otherwise), 'threefry4x32', 'philox2x32', 'philox4x32', 'rbg', 'unsafe_rbg', or one made by
        fjax.extend.random.define_prng_impl.

    Returns one key.

    >>> key(0)
    Array((), dtype=key<fry>) overlaying:
    [0 0]
    """
    if dtype is not None and impl is not None:
        raise errors.FjaxValueError(
            "random.key: Cannot specify both `impl` and `dtype`; leave out one"
        )
    return _from_seed("key", seed, impl if dtype is None else dtype)


def PRNGKey(seed: ArrayLike, *, impl: Any = None) -> Array:
    """A key in the old style: its words as a uint32 array, of shape (2,) for threefry.

    With the option enable_custom_prng it is a typed key, as `key` makes.

    >>> fjax.random.PRNGKey(0)
    Array([0, 0], dtype=uint32)
    """
    made = _from_seed("PRNGKey", seed, impl)
    return made if config.enable_custom_prng else key_words(made)


def _from_seed(name: str, seed: Any, impl: Any) -> Any:
    if isinstance(seed, Operand) and dtypes.is_key(seed.dtype):
        raise errors.FjaxTypeError(f"random.{name} accepts a scalar seed, but was given a PRNG key")
    whole = isinstance(seed, int)
    if not whole and array_shape(f"random.{name}", seed):
        raise errors.FjaxTypeError(
            f"random.{name} accepts a scalar seed, but was given an array "
            "of shape "
            f"{jnp.shape(seed)}; use fjax.vmap for batching"
        )
    if whole:
        if not -(2**63) <= seed < 2**63:
            raise OverflowError(f"random.{name}: the seed {seed} does not fit into 64 bits")
        seed = np.array(seed, np.int64).astype(dtypes.default_int())
    value = jnp.asarray(seed)
    if not dtypes.is_integer(value.dtype):
        raise errors.FjaxTypeError(
            f"random.{name}: PRNG key seed must be an integer, got {value.aval}"
        )
    if config.random_seed_offset:
        value = value + config.random_seed_offset
    return seeded(value, _implementation(impl))


def seeded(seed: Any, dtype: dtypes.KeyDtype) -> Array:
    """The key of a generator that an integer seed gives."""
    if dtype == dtypes.key_fry:
        return random_seed(seed)
    return keys_of_words(generator_of(dtype).seed(seed), dtype)


def as_key(name: str, value: Any, batched: bool = False) -> tuple[Any, bool]:
    """The typed key for any kind of key, and whether it came as raw words."""
    raw = not (isinstance(value, Operand) and dtypes.is_key(value.dtype))
    if raw:
        if not isinstance(value, (Operand, np.ndarray)):
            raise errors.FjaxTypeError(
                f"random.{name}: unexpected PRNG key type "
                f"{type(value).__name__}; make "
                "a key with fjax.random.key(seed)"
            )
        words, wanted = jnp.asarray(value), _implementation(None)
        last = words.ndim - len(wanted.shape)
        if words.dtype != dtypes.uint32 or last < 0 or words.shape[last:] != wanted.shape:
            raise errors.FjaxTypeError(
                f"random.{name}: JAX encountered invalid PRNG key data: "
                f"{wanted.implementation} keys are uint32 words with last "
                f"axes {wanted.shape}, got {words.aval}"
            )
        _legacy(name)
        value = keys_of_words(words, wanted)
    if not batched and value.ndim:
        raise errors.FjaxValueError(
            f"{name} accepts a single key, but was given a key array of "
            "shape "
            f"{value.shape}; use fjax.vmap for batching"
        )
    return value, raw


def _legacy(name: str) -> None:
    message = (
        f"random.{name}: Legacy uint32 key array passed as key to jax.random function. "
        "Make keys with fjax.random.key(), or set legacy_prng_key to 'allow'"
    )
    if config.legacy_prng_key == "error":
        raise errors.FjaxValueError(message)
    if config.legacy_prng_key == "warn":
        warnings.warn(message, stacklevel=4)


def _as_given(value: Any, raw: bool) -> Any:
    return key_words(value) if raw else value


def split(key: ArrayLike, num: int | Sequence[int] = 2) -> Array:
    """`num` new keys (or an array of keys of shape `num`), independent of each other.

    Returns an array of keys. Do not use `key` again.

    >>> key, own = fjax.random.split(fjax.random.key(0))
    >>> fjax.random.split(key, 3).shape
    (3,)
    """
    typed, raw = as_key("split", key)
    return _as_given(_split(typed, as_shape("split", num)), raw)


@partial(jit, static_argnums=(1,))
def _split(key: Any, shape: tuple[int, ...]) -> Any:
    if key.dtype == dtypes.key_fry:
        return RandomSplit(shape, config.threefry_partitionable)(key)
    return keys_of_words(generator_of(key.dtype).split(key_words(key), shape), key.dtype)


def fold_in(key: ArrayLike, data: ArrayLike) -> Array:
    """A key that depends on a key and on an integer, for example a step number.

    data: an integer from 0 to 2**32 - 1, which may be traced; of arrays of other integers the low
    32 bits count. Returns a key. Raises OverflowError for another integer of Python.

    >>> key = fjax.random.fold_in(fjax.random.key(0), 7)
    >>> fjax.random.key_data(key)
    Array([2716826189,  292468403], dtype=uint32)
    """
    typed, raw = as_key("fold_in", key)
    if not isinstance(data, int) and array_shape("random.fold_in", data, 1):
        raise errors.FjaxTypeError(
            f"fold_in accepts a scalar, but was given an array of shape "
            f"{jnp.shape(data)}; use fjax.vmap for batching"
        )
    if isinstance(data, float) and not data.is_integer():
        raise errors.FjaxTypeError(f"random.fold_in: data is an integer, got {data}")
    if isinstance(data, int):
        if not 0 <= data < 1 << 32:
            raise OverflowError(
                f"random.fold_in: data is from 0 to 2**32 - 1, got {data}; data & 0xffffffff has "
                "its low 32 bits"
            )
        data = np.uint32(data)
    word = convert_element_type(jnp.asarray(data), dtypes.uint32)
    return _as_given(_fold_in(typed, word), raw)


@jit
def _fold_in(key: Any, word: Any) -> Any:
    if key.dtype == dtypes.key_fry:
        return random_fold_in(key, word)
    return keys_of_words(generator_of(key.dtype).fold_in(key_words(key), word), key.dtype)


def clone(key: Array) -> Array:
    """The same key, marked as meant to be used again.

    >>> key = fjax.random.key(0)
    >>> fjax.random.clone(key) == key
    Array(True, dtype=bool)
    """
    typed, raw = as_key("clone", key, True)
    return _as_given(keys_of_words(key_words(typed), typed.dtype), raw)


def key_data(keys: Array) -> Array:
    """The words of keys: uint32 with a new last axis, of length 2 for threefry's.

    >>> fjax.random.key_data(fjax.random.key(5))
    Array([0, 5], dtype=uint32)
    """
    if not (isinstance(keys, Operand) and dtypes.is_key(keys.dtype)):
        keys = keys_of_words(jnp.asarray(keys), _implementation(None))
    return key_words(keys)


def wrap_key_data(
    key_bits_array: ArrayLike, *, impl: Any = None, dtype: DTypeLike | None = None
) -> Array:
    """Keys from their words (uint32, last axis of length 2 for threefry's): undoes `key_data`.

    >>> fjax.random.wrap_key_data(jnp.array([0, 5], jnp.uint32)) == fjax.random.key(5)
    Array(True, dtype=bool)
    """
    if dtype is not None and impl is not None:
        raise errors.FjaxValueError(
            "random.wrap_key_data: Cannot specify both `impl` and `dtype`; leave out one"
        )
    wanted = _implementation(impl if dtype is None else dtype)
    return keys_of_words(jnp.asarray(key_bits_array), wanted)


def key_impl(keys: Array) -> Any:
    """The name of the generator of keys; for one that the user defined, what `impl` takes.

    >>> fjax.random.key_impl(fjax.random.key(0))
    'threefry2x32'
    """
    dtype = as_key("key_impl", keys, True)[0].dtype
    return dtype.implementation if dtype.generator is None else dtype


def key_dtype(impl_spec: Any = None) -> dtypes.KeyDtype:
    """The dtype of keys of a generator, by its name.

    >>> fjax.random.key_dtype()
    key<fry>
    """
    return _implementation(impl_spec)


def random_bits(key: Any, width: int, shape: tuple[int, ...]) -> Array:
    """Uniform bits for a typed key."""
    if key.dtype == dtypes.key_fry:
        return RandomBits(shape, width, config.threefry_partitionable)(key)
    return generator_of(key.dtype).random_bits(key_words(key), width, shape)


def bits(
    key: ArrayLike, shape: Shape = (), dtype: DTypeLike | None = None, *, out_sharding: Any = None
) -> Array:
    """Uniform random bits as unsigned integers (of the default width unless dtype says).

    >>> fjax.random.bits(fjax.random.key(0), (2,), jnp.uint32)
    Array([4070199207, 4202968722], dtype=uint32)
    """
    typed, _ = as_key("bits", key)
    wanted = dtypes.canonicalize(np.uint64) if dtype is None else dtypes.requested("bits", dtype)
    if wanted.kind != "u":
        raise errors.FjaxValueError(
            f"dtype argument to `bits` must be an unsigned int dtype, got {wanted}"
        )
    out = _bits(typed, wanted.itemsize * 8, as_shape("bits", shape))
    return constrained("bits", out, out_sharding)


_bits = jit(random_bits, static_argnums=(1, 2))


# ---- what samplers share


def as_shape(name: str, shape: Any) -> tuple[int, ...]:
    """A shape given as an int or a sequence of ints."""
    if hasattr(shape, "__index__") and not getattr(shape, "ndim", 0):
        shape = (shape,)
    try:
        found = tuple(operator.index(n) for n in shape)
    except TypeError as error:
        raise errors.FjaxTypeError(
            f"random.{name}: a shape is an int or a sequence of ints, got {shape!r}"
        ) from error
    if any(n < 0 for n in found):
        raise errors.ShapeError(f"random.{name}: shape must have nonnegative lengths, got {found}")
    return found


def check_sample_dtype(name: str, dtype: Any) -> None:
    """Raise DtypeError for a number in the place of the dtype."""
    if isinstance(dtype, (int, float)):
        raise errors.DtypeError(
            f"random.{name}: {dtype!r} is not a dtype; the range of uniform is given by name, "
            "minval= and maxval=, and other samples are moved outside: mean + scale * sample"
        )


def float_dtype(name: str, dtype: Any, kinds: str = "f") -> Any:
    """The floating dtype of samples: the default float, or what the caller asks for."""
    check_sample_dtype(name, dtype)
    wanted = dtypes.default_float() if dtype is None else dtypes.requested(name, dtype)
    if dtypes.kind(wanted) not in kinds:
        what = "a float" if kinds == "f" else "a float or complex"
        raise errors.FjaxValueError(
            f"dtype argument to `{name}` must be {what} dtype, got {wanted}"
        )
    if dtypes.bit_width(wanted) < 8:
        raise errors.FjaxTypeError(
            f"{name} only accepts 8-, 16-, 32-, or 64-bit dtypes, got "
            f"{wanted}; convert wider samples with astype"
        )
    return wanted


def int_dtype(name: str, dtype: Any) -> Any:
    """The integer dtype of samples."""
    wanted = dtypes.default_int() if dtype is None else dtypes.requested(name, dtype)
    if not dtypes.is_integer(wanted):
        raise errors.FjaxTypeError(f"{name} only accepts integer dtypes, got {wanted}")
    return wanted


def check_parameters(name: str, parameters: Sequence[Any]) -> None:
    """Raise FjaxTypeError for a parameter of a distribution that is a shape."""
    for p in parameters:
        if isinstance(p, tuple) and all(isinstance(n, int) for n in p):
            raise errors.FjaxTypeError(
                f"random.{name}: a parameter is a number or an array, got the tuple {p}: a shape "
                f"is shape={p}, and an array fjax.numpy.array({p})"
            )


def parameter_shape(name: str, shape: Shape | None, *parameters: Any) -> tuple[int, ...]:
    """The samples' shape: the parameters' common one, or the given one, which they must broadcast
    to."""
    check_parameters(name, parameters)
    shapes = [array_shape(f"random.{name}", p, k) for k, p in enumerate(parameters, 1)]
    common = broadcast_shapes(f"random.{name}", shapes) if shapes else ()
    if shape is None:
        return common
    found = as_shape(name, shape)
    if broadcast_shapes(f"random.{name}", [found, common]) != found:
        raise errors.FjaxValueError(
            f"{name} parameter shapes must be broadcast-compatible with "
            "shape argument, "
            "and the result must equal it, but got parameters of shapes "
            f"{shapes} for shape {found}"
        )
    return found


def as_float(value: Any, dtype: Any) -> Any:
    """A parameter as an array of the samples' dtype."""
    return convert_element_type(jnp.asarray(value), dtype)


def wide(dtype: Any) -> Any:
    """The dtype in which samples are drawn: float32 for floats of 8 and 16 bits.

    Their own uniform numbers have some hundred values, too few for what is made of them.
    """
    narrow = dtypes.is_float(dtype) and 8 <= dtypes.bit_width(dtype) < 32
    return np.dtype(dtypes.float32) if narrow else dtype


def as_wide(x: Any) -> Any:
    """An array of a parameter's values, floating, in the dtype in which samples are drawn."""
    x = jnp.asarray(x)
    if not dtypes.is_inexact(x.dtype):
        return convert_element_type(x, dtypes.default_float())
    return convert_element_type(x, wide(x.dtype))


def drawn_wide(sampler: Sampler) -> Sampler:
    """Decorator of a sampler with a parameter `dtype`: draws in `wide` of it, then rounds."""
    position = list(inspect.signature(sampler).parameters).index("dtype")

    @wraps(sampler)
    def draw(*args: Any, **given: Any) -> Any:
        named = "dtype" in given
        asked = given["dtype"] if named else args[position] if len(args) > position else None
        if asked is None:
            return sampler(*args, **given)
        check_sample_dtype(sampler.__name__, asked)
        narrow = dtypes.as_dtype(asked)
        drawn = wide(narrow)
        if drawn is narrow:
            return sampler(*args, **given)
        if named:
            found = sampler(*args, **{**given, "dtype": drawn})
        else:
            found = sampler(*args[:position], drawn, *args[position + 1 :], **given)
        return convert_element_type(found, narrow)

    return cast(Sampler, draw)
