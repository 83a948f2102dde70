"""What a TensorBoard shows of a training: numbers, distributions, images, the graph."""

from __future__ import annotations

import os
import pathlib
import tempfile
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from fjax import tree
from fjax.core import lazy
from fjax.core.plain_arguments import check_switch, check_whole
from fjax.core.regular_files import check_folder
from fjax.errors import FjaxRuntimeError, FjaxTypeError, ShapeError
from fjax.export import onnx
from fjax.nn.state import call
from fjax.train.callbacks import Callback, Path, row_of
from fjax.train.progress import Progress
from fjax.tree_util import keystr

Images = Callable[[Progress], Mapping[str, Any]]
_tensorboard = lazy.module("tensorboardX")


def tensorboard(
    folder: Path,
    every: int = 10,
    *,
    histograms: bool = True,
    images: Images | None = None,
    example: Any = None,
) -> Callback:
    """Writes event files for TensorBoard; needs the package tensorboardX.

    every: of how many steps one is written; epochs all are. histograms: whether the distribution of
    each parameter is written after each epoch. images: a function of the Progress that gives, after
    each epoch, arrays by name: (height, width), (channels, height, width) or (rows, channels,
    height, width), of floats from 0 to 1 or of uint8. example: inputs of the model, for which its
    graph is written at the first step; it is that of `export.onnx`, and needs the package onnx.

    >>> tensorboard("runs/one")(Progress(epochs=1)) is None
    True
    """
    if images is not None and not callable(images):
        raise FjaxTypeError(
            "train.tensorboard: images is a function of a Progress that gives arrays by name, "
            f"got {type(images).__name__}"
        )
    if any(not hasattr(leaf, "shape") for leaf in tree.leaves(example)):
        raise FjaxTypeError(
            f"train.tensorboard: example is inputs of the model, such as x[:1], got {example!r:.60}"
        )
    check_whole("train.tensorboard: every", every, 1)
    check_switch("train.tensorboard: histograms", histograms)
    check_folder("train.tensorboard", folder)
    writer: list[Any] = []

    def callback(now: Progress) -> str | None:
        row = row_of(now, every)
        if row is not None:
            if not writer:
                writer.append(_summary_writer(folder))
                if example is not None:
                    _write_graph(writer[0], now, example)
            kind, step = row.pop("event"), row.pop("step")
            for name, value in row.items():
                if isinstance(value, int | float):
                    writer[0].add_scalar(f"{kind}/{name}", value, step)
            if now.event == "epoch":
                with now.pause():
                    _write_epoch(writer[0], now, step, histograms, images)
            writer[0].flush()
        if now.event == "end" and writer:
            writer.pop().close()
        return None

    return callback


def _write_epoch(writer: Any, now: Progress, step: int, histograms: bool, images: Any) -> None:
    for path, leaf in tree.leaves_with_path(now.run.model) if histograms else ():
        values = np.asarray(leaf).astype(np.float32).ravel()
        if values.size and np.isfinite(values).all():
            writer.add_histogram(f"parameters/{keystr(path).lstrip('.')}", values, step)
    for name, array in (images(now) if images is not None else {}).items():
        shown = np.asarray(array)
        forms = {2: "HW", 3: "CHW", 4: "NCHW"}
        if shown.ndim not in forms:
            raise ShapeError(
                f"train.tensorboard: images[{name!r}] has the axes (rows, channels, height, width) "
                f"or the last of them, got the shape {shown.shape}"
            )
        add = writer.add_images if shown.ndim == 4 else writer.add_image
        add(f"images/{name}", shown, step, dataformats=forms[shown.ndim])


def _write_graph(writer: Any, now: Progress, example: Any) -> None:
    model, state = now.run.model, now.run.state
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "graph.onnx"
        onnx(lambda inputs: call(model, inputs, state, train=False)[0], example, path=path)
        writer.add_onnx_graph(os.fspath(path))


def _summary_writer(folder: Path) -> Any:
    try:
        return _tensorboard.SummaryWriter(os.fspath(folder))
    except ModuleNotFoundError as error:
        raise FjaxRuntimeError(
            "train.tensorboard writes through the package tensorboardX: pip install tensorboardX"
        ) from error
