"""Batches for training: from arrays, files, sequences and iterators, repeatable and resumable."""

from fjax import absent
from fjax.core.plain_arguments import name_places
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
from fjax.data.synthetic import circles, digits, gaussians, moons, spiral, xor
from fjax.data.tables import Table, read_csv

__all__ = [
    "Arrays",
    "Batches",
    "Items",
    "Loader",
    "Padded",
    "Stream",
    "Subset",
    "Table",
    "Weighted",
    "bucket",
    "circles",
    "digits",
    "gaussians",
    "images",
    "mapped",
    "mapped_safetensors",
    "moons",
    "padded",
    "random_split",
    "read_csv",
    "source",
    "spiral",
    "xor",
]

absent.install(__name__)
name_places(__name__)
