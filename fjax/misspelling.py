"""What a misspelt name or keyword was perhaps meant to be; asked only once something has failed."""

from __future__ import annotations

import difflib
import inspect
import re
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any

KEYWORD = re.compile(r"([\w.<>]+)\(\) got an unexpected keyword argument '(\w+)'")
NAMESPACES = (
    *("numpy", "lax", "random", "nn", "optim", "numpy.linalg", "numpy.fft", "scipy.special"),
    *("nn.losses", "nn.metrics", "data", "train"),
)

# What PyTorch, Flax and Optax call it: its name here, where no similar name tells.
ELSEWHERE = {
    "nn": {
        "Conv": "Conv1d, Conv2d or Conv3d",
        "ConvTranspose": "ConvTranspose1d, ConvTranspose2d or ConvTranspose3d",
        "CrossEntropyLoss": "losses.cross_entropy",
        "BCEWithLogitsLoss": "losses.binary_cross_entropy",
        "MSELoss": "losses.squared_error",
        "L1Loss": "losses.absolute_error",
        "Dense": "Linear",
        **dict.fromkeys(("Dropout1d", "Dropout2d", "Dropout3d"), "ChannelDropout"),
        "GELU": "gelu, a function; layers of a Sequential may be functions",
        "LeakyReLU": "leaky_relu, a function; layers of a Sequential may be functions",
        "ReLU": "relu, a function; layers of a Sequential may be functions",
        "SiLU": "silu, a function; layers of a Sequential may be functions",
        "ModuleDict": "a dict of modules, as a field of a Module",
        "ModuleList": "a list of modules, as a field of a Module",
        "Parameter": "an array, as a field of a Module",
        "TransformerEncoder": "Stack([TransformerEncoderLayer(…), …])",
        "TransformerDecoder": "Stack([TransformerDecoderLayer(…), …])",
        "functional": "nn itself, and nn.losses",
    },
    "nn.losses": {
        **dict.fromkeys(("mse", "mse_loss", "mean_squared_error"), "squared_error"),
        **dict.fromkeys(("mae", "l1_loss", "mean_absolute_error"), "absolute_error"),
        **dict.fromkeys(
            ("bce", "binary_cross_entropy_with_logits", "sigmoid_binary_cross_entropy"),
            "binary_cross_entropy",
        ),
        **dict.fromkeys(
            ("softmax_cross_entropy", "softmax_cross_entropy_with_integer_labels"), "cross_entropy"
        ),
        "kl_div": "kl_divergence",
        "triplet_margin_loss": "triplet",
    },
    "nn.metrics": {"auc": "roc_auc", "AUC": "RocAuc", "top_k": "top_k_accuracy"},
    "optim": {
        "SGD": "sgd",
        "AdamW": "adamw",
        "GradientTransformation": "Transformation",
        "MultiSteps": "accumulate",
        "clip_grad_norm_": "clip_by_global_norm, the first part of a chain",
        "lr_scheduler": "a schedule as learning rate: adam(cosine_decay_schedule(…))",
        "multi_transform": "partition",
    },
    "data": {
        "DataLoader": "Loader",
        "Dataset": "anything that has __len__ and __getitem__",
        "TensorDataset": "a tuple of arrays",
    },
    "train": {
        "EarlyStopping": "early_stopping",
        "ModelCheckpoint": "fit(…, checkpoints=folder), and Best",
        "Trainer": "fit",
    },
}


def nearest(name: str, known: Iterable[str]) -> str:
    """`. Did you mean 'sin'?`, or nothing if no known name is near.

    >>> nearest("sinn", ["sin", "cos"]), nearest("quartz", ["sin", "cos"])
    (". Did you mean 'sin'?", '')
    """
    found = difflib.get_close_matches(name, [k for k in known if not k.startswith("_")], 1, 0.7)
    return f". Did you mean {found[0]!r}?" if found else ""


def here(module: str, name: str, known: Iterable[str]) -> str:
    """What a name of another library is called in a module, or the nearest name there.

    >>> here("fjax.nn", "Dense", []), here("fjax.nn", "Linar", ["Linear"])
    ('. fjax calls it Linear', ". Did you mean 'Linear'?")
    """
    found = ELSEWHERE.get(module.removeprefix("fjax."), {}).get(name)
    return nearest(name, known) if found is None else f". fjax calls it {found}"


def note_keyword(error: BaseException) -> None:
    """Add a note with the nearest keyword to Python's error about one that a function lacks.

    From Python 3.13 on its message has one already.
    """
    match = KEYWORD.search(str(error))
    if match is None or "Did you mean" in str(error) or getattr(error, "__notes__", None):
        return
    function = _public(match[1])
    if function is None:
        return
    suggestion = nearest(match[2], inspect.signature(function).parameters)
    if suggestion:
        error.add_note(suggestion.removeprefix(". "))


def note_last(error: BaseException, trace: types.TracebackType | None) -> None:
    """The same for an error that nobody caught, if the line that failed has to do with fjax."""
    if not isinstance(error, TypeError) or trace is None:
        return
    while trace.tb_next is not None:
        trace = trace.tb_next
    frame = trace.tb_frame
    known = {**frame.f_globals, **frame.f_locals}
    named = [known[name] for name in frame.f_code.co_names if name in known]
    if any(_of_this_library(value) for value in (*named, *frame.f_locals.values())):
        note_keyword(error)


def _of_this_library(value: Any) -> bool:
    where = value.__name__ if inspect.ismodule(value) else type(value).__module__
    own = getattr(value, "__module__", None)
    return any(str(name).split(".")[0] == __package__ for name in (where, own))


def watch_uncaught() -> None:
    """Have errors that end a program, or a cell of a notebook, say what a keyword was meant to be.

    Python raises them before any function of fjax runs: a call that is right costs nothing.
    """
    global _hook
    if sys.excepthook is not _with_note:
        _hook, sys.excepthook = sys.excepthook, _with_note
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None and not shell.custom_exceptions:
        shell.set_custom_exc((TypeError,), _in_notebook)


_hook = sys.excepthook


def _with_note(
    kind: type[BaseException], error: BaseException, trace: types.TracebackType | None
) -> None:
    note_last(error, trace)
    _hook(kind, error, trace)


def _in_notebook(
    shell: Any, kind: Any, error: BaseException, trace: Any, tb_offset: Any = None
) -> None:
    note_last(error, trace)
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)


def _public(name: str) -> Callable[..., Any] | None:
    """The public function of a name, as messages of Python give it; a class for its `__init__`."""
    owner, _, method = name.rpartition(".")
    if method == "__init__":
        name = owner
    for namespace in ("fjax", *(f"fjax.{name}" for name in NAMESPACES)):
        found = getattr(sys.modules.get(namespace), name, None) if name.isidentifier() else None
        if callable(found) and inspect.isclass(found) is (method == "__init__" and bool(owner)):
            return found.__init__ if inspect.isclass(found) else found
    return None
