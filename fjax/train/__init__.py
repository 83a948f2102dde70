"""Training: `fit`, the functions that it is made of, callbacks, and a picture of what goes on."""

from fjax import absent
from fjax.train.callbacks import Best, csv, early_stopping, jsonl, progress_bar, tensorboard
from fjax.train.diagnosis import NonFiniteLossError
from fjax.train.fitting import Result, fit
from fjax.train.picture import Picture
from fjax.train.progress import Progress
from fjax.train.run import Means, Run, evaluate, forward, make_evaluation, make_step, start

__all__ = [
    "Best",
    "Means",
    "NonFiniteLossError",
    "Picture",
    "Progress",
    "Result",
    "Run",
    "csv",
    "early_stopping",
    "evaluate",
    "fit",
    "forward",
    "jsonl",
    "make_evaluation",
    "make_step",
    "progress_bar",
    "start",
    "tensorboard",
]

absent.install(__name__)
