"""Where rows come from: anything with a length whose rows can be asked for by number."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from fjax import random, tree
from fjax.checkpoints.format import opened
from fjax.core.array import Array
from fjax.core.plain_arguments import check_number
from fjax.core.regular_files import as_path, open_regular
from fjax.dataclass import dataclass
from fjax.errors import FjaxIndexError, FjaxTypeError, FjaxValueError, ShapeError
from fjax.numpy.arguments import user_dtype

Collate = Callable[[list[Any]], Any]  # rows to a batch


@runtime_checkable
class Source(Protocol):
    """What a loader reads: `len(source)` rows, and `rows(indices)`, a batch of some of them."""

    def __len__(self) -> int: ...

    def rows(self, indices: np.ndarray) -> Any:
        """The rows of these numbers as one batch: a pytree of arrays with a first axis."""
        ...


@dataclass(frozen=True)
class Arrays:
    """Rows of a pytree of arrays, which agree in the length of their first axis.

    >>> Arrays((np.arange(6).reshape(3, 2), np.array([7, 8, 9]))).rows(np.array([2, 0]))
    (array([[4, 5],
           [0, 1]]), array([9, 7]))
    """

    columns: Any

    def __post_init__(self) -> None:
        columns = tree.map(lambda x: x.host() if isinstance(x, Array) else x, self.columns)
        object.__setattr__(self, "columns", columns)
        shapes = [np.shape(column) for column in tree.leaves(columns)]
        if not shapes or any(not shape for shape in shapes):
            raise ShapeError(f"data.Arrays: each array has a first axis of rows, got {shapes}")
        if any(np.asarray(column).dtype == object for column in tree.leaves(columns)):
            raise FjaxTypeError(
                "data.Arrays: an array of Python objects, perhaps of rows of different lengths; "
                "fjax.data.Loader([row, …], batch_size, collate=fjax.data.padded()) pads them"
            )
        if len({shape[0] for shape in shapes}) > 1:
            raise ShapeError(f"data.Arrays: arrays of different numbers of rows, got {shapes}")

    def __len__(self) -> int:
        return int(np.shape(tree.leaves(self.columns)[0])[0])

    def rows(self, indices: np.ndarray) -> Any:
        """Copies of these rows."""
        return tree.map(lambda column: np.asarray(column[indices]), self.columns)


@dataclass(frozen=True)
class Items:
    """Rows of a sequence: a list, a PyTorch dataset, a table of the package `datasets`.

    items: has `__len__` and `__getitem__`; `__getitems__`, which reads several rows at once, is
    used if it exists. A row is a pytree of arrays and numbers. collate: makes a batch of a list of
    rows; by default their leaves are stacked.

    >>> Items([{"x": 1.5, "y": 0}, {"x": 2.5, "y": 1}]).rows(np.array([1, 0]))
    {'x': array([2.5, 1.5]), 'y': array([1, 0])}
    """

    items: Any
    collate: Collate | None = None

    def __post_init__(self) -> None:
        if not (hasattr(self.items, "__len__") and hasattr(self.items, "__getitem__")):
            raise FjaxTypeError(
                f"data.Items: items has __len__ and __getitem__, as a list, got {self.items!r:.60}"
            )

    def __len__(self) -> int:
        return len(self.items)

    def rows(self, indices: np.ndarray) -> Any:
        """These rows as a batch."""
        numbers = [int(index) for index in indices]
        several = getattr(self.items, "__getitems__", None)
        rows = [self._row(n) for n in numbers] if several is None else list(several(numbers))
        return (self.collate or stacked)(rows)

    def _row(self, number: int) -> Any:
        try:
            return self.items[number]
        except Exception as error:
            error.add_note(f"in row {number} of the data")
            raise


def stacked(rows: Sequence[Any]) -> Any:
    """Rows as a batch: each leaf with a first axis for them.

    >>> stacked([(np.ones(2), 0), (np.zeros(2), 1)])
    (array([[1., 1.],
           [0., 0.]]), array([0, 1]))
    """

    def together(*leaves: Any) -> np.ndarray:
        arrays = [np.asarray(leaf) for leaf in leaves]
        if len({array.shape for array in arrays}) > 1:
            shapes = sorted({array.shape for array in arrays})
            raise ShapeError(
                f"data: rows of different shapes make no batch: {shapes[:4]}; "
                "`collate=data.padded()` pads them to one length"
            )
        return np.stack(arrays)

    try:
        return tree.map(together, *rows)
    except ShapeError:
        raise
    except ValueError as error:
        parts = [f"{type(row).__name__} of {tree.structure(row)}" for row in rows]
        other = next((p for p in parts if p != parts[0]), None)
        if other is None:
            raise
        raise FjaxValueError(
            f"data: rows of one batch have the same parts, got {parts[0]:.80} and {other:.80}; "
            "leave out or fill in what some rows lack, or give collate= a function of the rows"
        ) from error


def source(data: Any, collate: Collate | None = None) -> Source:
    """The source that a loader reads from.

    data: a Source; arrays, or a tuple or dict of arrays, whose rows belong together; or a sequence
    of rows (a list, a dataset). collate: of sequences, how rows become a batch.

    >>> len(source({"x": np.ones((5, 2)), "y": np.arange(5)})), len(source([1, 2, 3]))
    (5, 3)
    """
    if isinstance(data, Source):
        return data
    leaves = [] if isinstance(data, list) else tree.leaves(data)
    if leaves and all(isinstance(leaf, (np.ndarray, Array)) for leaf in leaves):
        if collate is not None:
            raise FjaxTypeError("data: collate is for sequences of rows, and these are arrays")
        return Arrays(data)
    parts = data if isinstance(data, tuple) else ()
    if any(isinstance(part, list) or hasattr(part, "shape") for part in parts):
        kinds = ", ".join(type(part).__name__ for part in parts)
        raise FjaxTypeError(
            f"data: a tuple of columns holds arrays, numpy.asarray(column), got ({kinds}); rows "
            "are a list of tuples, list(zip(*columns)), also of lists of different lengths"
        )
    if isinstance(data, str | bytes):
        raise FjaxTypeError(
            f"data: a text has no rows, got {data!r:.60}; numpy.load(path) and "
            "fjax.data.read_csv(path) read files"
        )
    if hasattr(data, "__len__") and hasattr(data, "__getitem__") and not isinstance(data, dict):
        return Items(data, collate)
    raise FjaxTypeError(
        f"data: {type(data).__name__} is not an array, a tuple or dict of arrays, or a sequence of "
        "rows; data.Stream makes batches of what can only be iterated"
    )


@dataclass(frozen=True)
class Subset:
    """Some rows of a source, in this order.

    >>> Subset(Arrays(np.arange(5) * 10), np.array([4, 0, 2])).rows(np.array([0, 2]))
    array([40, 20])
    """

    source: Source
    indices: np.ndarray

    def __post_init__(self) -> None:
        indices, count = np.asarray(self.indices), len(self.source)
        if indices.ndim != 1 or (indices.size and indices.dtype.kind not in "iu"):
            raise FjaxTypeError(
                f"data.Subset: indices are numbers of rows, such as numpy.arange(3), got "
                f"{self.indices!r:.60}"
            )
        wrong = indices[(indices < -count) | (indices >= count)]
        if wrong.size:
            raise FjaxIndexError(f"data.Subset: no row {wrong[0]} among {count} rows")
        object.__setattr__(self, "indices", indices)

    def __len__(self) -> int:
        return len(self.indices)

    def rows(self, indices: np.ndarray) -> Any:
        """These of the rows."""
        return self.source.rows(self.indices[indices])


def random_split(data: Any, sizes: Sequence[float], *, key: Any) -> list[Subset]:
    """Random parts of data, such as for training and validation; no two share a row.

    data: what `source` takes. sizes: the number of rows of each part, or shares that add up to 1;
    rows that shares leave over go to the first parts. Raises FjaxValueError for others.

    >>> rows = np.ones((10, 3)), np.arange(10)
    >>> train, valid = random_split(rows, [0.8, 0.2], key=fjax.random.key(0))
    >>> len(train), len(valid), valid.rows(np.array([0, 1]))[0].shape
    (8, 2, (2, 3))
    """
    if not isinstance(sizes, list | tuple | np.ndarray):
        raise FjaxTypeError(
            f"data.random_split: sizes has a number for each part, [0.8, 0.2], got {sizes!r:.60}"
        )
    for size in sizes:
        check_number("data.random_split: each size", size)
    whole = source(data)
    count, shares = len(whole), any(isinstance(size, float) for size in sizes)
    numbers = [math.floor(count * size + 1e-9 if shares else size) for size in sizes]
    if shares and math.isclose(sum(sizes), 1):
        for k in range(count - sum(numbers)):
            numbers[k % len(numbers)] += 1
    no_whole = shares and not math.isclose(sum(sizes), 1)
    if min(numbers, default=-1) < 0 or sum(numbers) != count or no_whole:
        raise FjaxValueError(
            f"data.random_split: sizes are numbers of rows that add up to {count}, or shares that "
            f"add up to 1, got {list(sizes)}"
        )
    order = np.asarray(random.permutation(key, count))
    return [Subset(whole, part) for part in np.split(order, np.cumsum(numbers)[:-1])]


_READERS = {  # of files that are no elements one after the other
    **dict.fromkeys((".csv", ".tsv"), "fjax.data.read_csv"),
    ".npz": "numpy.load",
    ".safetensors": "fjax.data.mapped_safetensors",
    **dict.fromkeys((".pkl", ".pickle", ".pt", ".pth"), "the program that wrote it"),
    **dict.fromkeys((".txt", ".json", ".jsonl"), "Python's open"),
    **dict.fromkeys((".png", ".jpg", ".jpeg"), "a library of images, such as PIL,"),
    **dict.fromkeys((".gz", ".zip"), "gzip or zipfile"),
}


def mapped(
    path: str | os.PathLike[str], dtype: Any = None, shape: tuple[int, ...] | None = None
) -> np.ndarray:
    """An array in a file; rows are read when they are asked for.

    path: a `.npy` file, or any other with elements of `dtype` one after the other. shape: of the
    latter, with -1 for an axis that follows from the size; (-1,) by default.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     np.arange(6, dtype=np.uint16).tofile(f"{folder}/tokens.bin")
    ...     print(mapped(f"{folder}/tokens.bin", np.uint16, (-1, 3))[1])
    [3 4 5]
    """
    name = as_path("data.mapped", path)
    if name.endswith(".npy"):
        if dtype is not None or shape is not None:
            raise FjaxValueError(f"data.mapped: {name!r} contains its dtype and shape")
        open_regular(name, "data.mapped").close()
        try:
            return np.load(name, mmap_mode="r", allow_pickle=False)
        except OSError:
            raise
        except Exception as error:  # a reader of Python's syntax reads the header
            raise FjaxValueError(f"data.mapped: {name!r} is not an array: {error}") from error
    if reader := _READERS.get(os.path.splitext(name)[1].lower()):
        raise FjaxValueError(f"data.mapped: {name!r} is more than its elements; {reader} reads it")
    if dtype is None and not os.path.isdir(name):
        raise FjaxValueError(f"data.mapped: say the dtype of {name!r}, which is no .npy file")
    with open_regular(name, "data.mapped") as file:
        size = os.fstat(file.fileno()).st_size
    if not size:
        raise FjaxValueError(f"data.mapped: {name!r} is empty")
    kind = np.dtype(user_dtype("data.mapped", dtype))
    wanted = (-1,) if shape is None else tuple(shape)
    known = math.prod(n for n in wanted if n >= 0) * kind.itemsize
    open_axes = sum(n < 0 for n in wanted)
    if open_axes > 1 or (known and size % known) or (not open_axes and size != known):
        raise ShapeError(f"data.mapped: {name!r} has {size} bytes, no {kind}{list(wanted)}")
    return np.memmap(name, kind, "r").reshape(wanted)


def mapped_safetensors(path: str | os.PathLike[str]) -> dict[str, np.ndarray]:
    """The arrays of a safetensors file by name; rows are read when they are asked for.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     fjax.checkpoints.write_safetensors(f"{folder}/a", {"x": np.arange(4)})
    ...     print(mapped_safetensors(f"{folder}/a")["x"][2:])
    [2 3]
    """
    with opened(path) as (file, header):
        bytes_of = np.memmap(file, np.uint8, "r")
    return {
        name: bytes_of[header.start + e.begin : header.start + e.end].view(e.dtype).reshape(e.shape)
        for name, e in header.entries.items()
    }
