"""Batches for training: from arrays, files, sequences and iterators, repeatable and resumable."""

from fjax import absent
from fjax.data import images
from fjax.data.batches import Batches
from fjax.data.loader import Loader, Weighted
from fjax.data.ragged import Padded, bucket, padded
from fjax.data.sources import (
    Arrays,
    Items,
    Subset,
    mapped,
    mapped_safetensors,
    random_split,
    source,
)
from fjax.data.stream import Stream

__all__ = [
    "Arrays",
    "Batches",
    "Items",
    "Loader",
    "Padded",
    "Stream",
    "Subset",
    "Weighted",
    "bucket",
    "images",
    "mapped",
    "mapped_safetensors",
    "padded",
    "random_split",
    "source",
]

absent.install(__name__)
