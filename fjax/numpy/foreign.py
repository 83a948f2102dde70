"""Arrays from other libraries' memory, from bytes and from files."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dlpack, dtypes
from fjax.core.annotations import DTypeLike
from fjax.core.array import Array, of_gpu
from fjax.core.regular_files import open_regular
from fjax.core.tracing import Tracer
from fjax.numpy.values import _of_numpy, asarray, on_device
from fjax.primitives import barriers
from fjax.primitives.conversion import convert_element_type


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Array:
    """A DLPack tensor as an array on its device, the CPU or a GPU.

    The elements are copied, because others may write to their own memory; with copy=False it is
    taken over (and must not be written to any more). An fjax array is shared unless copy=True.
    Raises TypeError if it is not a DLPack tensor, or has a dtype that fjax does not compute with,
    ValueError where copy=False is impossible.

    >>> jnp.from_dlpack(np.arange(3.0))
    Array([0., 1., 2.], dtype=float64)
    """
    if isinstance(x, Tracer):
        raise errors.TracerArrayConversionError(
            f"from_dlpack of a traced value {x.aval}, made by {x.origin()}: it is an array of "
            "fjax's already; use it as it is"
        )
    if isinstance(x, Array):
        found = barriers.copy(x) if copy else x
    else:
        kind, number = dlpack.device_of(x)
        if kind == dlpack.CUDA:
            return _of_gpu(x, number, device, copy)
        memory = dlpack.adopt(x)
        found = _of_numpy(memory if copy is False else memory.copy())
        if copy is False and found.aval.dtype != memory.dtype:
            raise errors.FjaxValueError(
                f"from_dlpack: {memory.dtype} becomes {found.aval} by a copy only, because "
                "enable_x64 is off; leave out copy=False"
            )
    return _unmoved(found, device, copy)


def _unmoved(found: Array, device: Any, copy: bool | None) -> Any:
    """The array on `device`; with copy=False it must be there."""
    moved = on_device(found, device)
    if copy is False and moved.device != found.device:
        raise errors.FjaxValueError(
            f"Specified device={device} which requires a copy, since the source device is "
            f"{found.device}, and copy=False; leave one of them out"
        )
    return moved


def _of_gpu(x: Any, number: int, device: Any, copy: bool | None) -> Any:
    """The tensor of another library as an array on the same GPU, then where it is wanted."""
    held = of_gpu(x, number, copy is not False)
    found = convert_element_type(held, dtypes.canonicalize(held.dtype))
    return found if device is None else _unmoved(found, device, copy)


def _numpy_dtype(dtype: Any) -> Any:
    return dtypes.physical(dtypes.as_dtype(dtype))


def frombuffer(buffer: Any, dtype: DTypeLike = float, count: int = -1, offset: int = 0) -> Array:
    """An array of the elements in a bytes-like object.

    >>> jnp.frombuffer(bytes([1, 2, 3]), jnp.uint8)
    Array([1, 2, 3], dtype=uint8)
    """
    return asarray(np.frombuffer(buffer, _numpy_dtype(dtype), count, offset))


def fromiter(*args: Any, **kwargs: Any) -> Array:
    """An array of an iterator's numbers; arguments as numpy.fromiter.

    >>> jnp.fromiter((n * n for n in range(4)), int)
    Array([0, 1, 4, 9], dtype=int64)
    """
    return asarray(np.fromiter(*args, **kwargs))


def fromstring(string: str, dtype: DTypeLike = float, count: int = -1, *, sep: str) -> Array:
    """An array of the numbers in a text.

    >>> jnp.fromstring("1 2 3", sep=" ")
    Array([1., 2., 3.], dtype=float64)
    """
    return asarray(np.fromstring(string, _numpy_dtype(dtype), count, sep=sep))


def fromfile(*args: Any, **kwargs: Any) -> Array:
    """An array of a file's elements; arguments as numpy.fromfile.

    >>> import tempfile
    >>> file = tempfile.TemporaryFile()
    >>> np.arange(3.0).tofile(file)
    >>> position = file.seek(0)
    >>> jnp.fromfile(file)
    Array([0., 1., 2.], dtype=float64)
    """
    return asarray(np.fromfile(*args, **kwargs))


def load(file: Any, *args: Any, **kwargs: Any) -> Any:
    """The array in a .npy file (pickled objects are refused); .npz files give NumPy's mapping.

    file: a path, or an open file; the other arguments as numpy.load. Raises FjaxValueError for
    pickles, folders, pipes and devices, and for what is cut, damaged or no such file.

    >>> import tempfile
    >>> file = tempfile.TemporaryFile()
    >>> jnp.save(file, jnp.arange(3))
    >>> position = file.seek(0)
    >>> jnp.load(file)
    Array([0, 1, 2], dtype=int64)
    """
    if kwargs.get("allow_pickle") or len(args) > 1 and args[1]:
        raise errors.FjaxValueError("load: pickled arrays are not read; save with numpy.save")
    if isinstance(file, (str, os.PathLike)):
        open_regular(file).close()
        if not args and "mmap_mode" not in kwargs:  # its size is compared with the file's, then
            found = _loaded(file, mmap_mode="r", **kwargs)
            found = np.array(found) if isinstance(found, np.ndarray) else found
            return _as_loaded(found)
    return _as_loaded(_loaded(file, *args, **kwargs))


def _loaded(file: Any, *args: Any, **kwargs: Any) -> Any:
    is_file = isinstance(file, (str, os.PathLike)) or hasattr(file, "read")
    try:
        return np.load(file, *args, **kwargs)
    except Exception as error:  # a reader of Python's syntax reads the header
        if not is_file or isinstance(error, (OSError, errors.FjaxError)):
            raise
        raise errors.FjaxValueError(
            f"load: {file!r:.200} is no file of arrays that can be read: {error}"
        ) from error


def _as_loaded(found: Any) -> Any:
    if isinstance(found, np.ndarray) and found.dtype == np.dtype("V2"):
        found = found.view(dtypes.bfloat16)  # whose name a .npy file does not keep
    try:
        return asarray(found) if isinstance(found, np.ndarray) else found
    except errors.FjaxTypeError as error:
        raise errors.FjaxValueError(
            f"load: the file holds an array of dtype {found.dtype}, and fjax has no such arrays"
        ) from error


def save(file: Any, arr: Any, allow_pickle: bool = True) -> None:
    """Write an array to a .npy file.

    >>> import tempfile
    >>> jnp.save(tempfile.TemporaryFile(), jnp.arange(3))
    """
    np.save(file, np.asarray(arr), allow_pickle)


def savez(file: Any, *args: Any, allow_pickle: bool = True, **kwds: Any) -> None:
    """Write arrays to a .npz file.

    >>> import tempfile
    >>> file = tempfile.TemporaryFile()
    >>> jnp.savez(file, x=jnp.arange(3))
    >>> position = file.seek(0)
    >>> jnp.load(file)["x"]
    array([0, 1, 2])
    """
    named: dict[str, Any] = {k: np.asarray(v) for k, v in kwds.items()}
    np.savez(file, *[np.asarray(a) for a in args], allow_pickle=allow_pickle, **named)
