"""Checkpoints: pytrees on disk as safetensors, written atomically, checked when read, no pickle.

`fjax.checkpoint`, without an s, is the function that computes values again in a gradient.
"""

from fjax import absent
from fjax.checkpoints.folder import Folder
from fjax.checkpoints.format import read_safetensors, write_safetensors
from fjax.checkpoints.sharded import load_sharded, save_sharded
from fjax.checkpoints.trees import Report, load, load_partial, save

__all__ = [
    "Folder",
    "Report",
    "load",
    "load_partial",
    "load_sharded",
    "read_safetensors",
    "save",
    "save_sharded",
    "write_safetensors",
]

absent.answer_for(__name__)
