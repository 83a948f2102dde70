"""The rows: sizes, goals, and what all libraries are given (NumPy's arrays by PyTorch's names)."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass, field

import numpy as np

IMAGE = {"step": {"torch": 0.9, "flax": 0.6}, "first": {"flax": 0.5}, "memory": {"torch": 1.0}}
SMALL = {"step": {"torch": 0.6, "flax": 0.6}, "first": {"flax": 0.5}, "memory": {"torch": 1.0}}
TEXT = {"step": {"torch": 0.8, "flax": 0.6}, "first": {"flax": 0.4}, "memory": {"torch": 1.0}}
TOKENS = {"step": {"torch": 0.3, "flax": 0.6}, "first": {"flax": 0.4}, "memory": {"torch": 1.0}}
SHORT = {"step": {"torch": 0.9, "flax": 0.9}, "first": {"flax": 0.5}, "memory": {"torch": 1.0}}
ADAM = {"step": {"copy": 1 / 0.8, "flax": 0.8}}

Goals = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Row:
    """A network, its batch and what is wanted.

    goals: fjax's time of a step, of the first one, and its memory, over each peer's, at most.
    """

    name: str
    title: str
    kind: str  # of step: classify, translate, recommend, predict, generate, update
    batch: int
    goals: Goals
    sizes: dict[str, int] = field(default_factory=dict)
    layouts: bool = False  # PyTorch may be faster with channels last
    rate: float = 1e-3  # of learning: losses move by percents, and do not part by rounding alone

    def data(self) -> tuple[np.ndarray, ...]:
        """A batch of inputs and targets."""
        rng, s = np.random.default_rng(7), self.sizes
        if self.kind == "classify":
            x = rng.standard_normal((self.batch, 3, s["side"], s["side"]), np.float32)
            return x, rng.integers(0, 1000, self.batch).astype(np.int32)
        if self.kind == "recommend":
            pairs = [rng.integers(0, s[n], self.batch) for n in ("users", "items")]
            labels = rng.integers(0, 2, self.batch).astype(np.float32)
            return np.stack(pairs, axis=1).astype(np.int32), labels
        if self.kind == "update":
            return tuple(rng.random((5000, 5000), np.float32) for _ in range(2))
        shape = (self.batch, s["length"] + 1)
        texts = [rng.integers(3, s["vocabulary"], shape).astype(np.int32) for _ in range(2)]
        return (texts[0][:, 1:], texts[1]) if self.kind == "translate" else (texts[0],)


def weight(name: str, shape: tuple[int, ...]) -> np.ndarray:
    """The first value of an array, by PyTorch's name of it."""
    if name.endswith("num_batches_tracked"):
        return np.zeros(shape, np.int64)
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    if name.endswith(("running_mean", "bias")) or ".bias_" in name:
        return np.zeros(shape, np.float32)
    if name.endswith(("running_var", "length")) or (len(shape) == 1 and "direction" not in name):
        return np.ones(shape, np.float32)
    if "embed" in name or name.startswith(("source", "target", "wte", "wpe")):
        return rng.standard_normal(shape, np.float32) * np.float32(0.05)
    wide = math.prod(shape[1:]) or 1
    return rng.standard_normal(shape, np.float32) * np.float32(math.sqrt(2 / wide))


def image(name: str, title: str, batch: int, rate: float = 1e-5) -> Row:
    """A classifier of images of ImageNet's size."""
    return pictures(name, title, batch, 224, IMAGE, rate)


def pictures(name: str, title: str, batch: int, side: int, goals: Goals, rate: float) -> Row:
    """A classifier of square images."""
    title = f"{title}, {batch}x3x{side}x{side}"
    return Row(name, title, "classify", batch, goals, {"side": side}, layouts=True, rate=rate)


GPT = dict(vocabulary=5000, context=256, width=256, depth=12, heads=8)
GPT6 = dict(vocabulary=5000, context=128, width=384, depth=6, heads=6)
ROWS = {
    row.name: row
    for row in (
        image("alexnet", "AlexNet", 16),
        image("vgg19", "VGG-19", 2),
        image("resnet50", "ResNet-50", 4),
        image("mobilenet_v2", "MobileNetV2", 8, rate=1e-4),
        pictures("resnet18", "ResNet-18", 8, 64, SHORT, 1e-4),
        Row(
            "gnmt",
            "GNMTv2, 4+4 layers of 512, 32,320 words, 32 pairs of 30",
            "translate",
            32,
            SMALL,
            dict(length=30, vocabulary=32_320, width=512),
            rate=10.0,
        ),
        Row(
            "ncf",
            "NCF, MovieLens-20M's sizes, 1,024 pairs, Adam",
            "recommend",
            1024,
            SMALL,
            dict(users=138_493, items=26_744),
        ),
        Row(
            "gpt",
            "GPT, 12 layers of 256, 8x256 tokens",
            "predict",
            8,
            TEXT,
            GPT | {"length": 256},
            rate=0.1,
        ),
        Row(
            "gpt_scan", "the same as one loop", "predict", 8, TEXT, GPT | {"length": 256}, rate=0.1
        ),
        Row(
            "generate", "a token of 200 by the same GPT", "generate", 1, TOKENS, GPT | {"length": 9}
        ),
        Row(
            "gpt6",
            "GPT, 6 layers of 384, 8x128 tokens",
            "predict",
            8,
            SHORT,
            GPT6 | {"length": 128},
            rate=0.1,
        ),
        Row(
            "lstm",
            "LSTM, 2 layers of 256, 5,000 words, 32x64 tokens",
            "predict",
            32,
            SHORT,
            dict(length=64, vocabulary=5000, width=256),
            rate=10.0,
        ),
        Row("adam", "Adam's update of 25 million parameters", "update", 1, ADAM),
    )
}
