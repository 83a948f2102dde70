"""Training: `fit`, the functions that it is made of, callbacks, and a picture of what goes on."""

from fjax import absent
from fjax.train.callbacks import Best, csv, early_stopping, jsonl, progress_bar
from fjax.train.diagnosis import NonFiniteLossError
from fjax.train.evaluating import evaluate, predict
from fjax.train.event_files import tensorboard
from fjax.train.fitting import Result, fit
from fjax.train.picture import Picture
from fjax.train.progress import Progress
from fjax.train.recipe import Recipe, Run, forward

__all__ = [
    "Best",
    "NonFiniteLossError",
    "Picture",
    "Progress",
    "Recipe",
    "Result",
    "Run",
    "csv",
    "early_stopping",
    "evaluate",
    "fit",
    "forward",
    "jsonl",
    "predict",
    "progress_bar",
    "tensorboard",
]

absent.install(__name__)
